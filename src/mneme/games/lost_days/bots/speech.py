"""What a bot says: small parts that fit in many orders, with the names that are on the table.

No court is ever written twice: the parts of one memory alone combine in a million ways. What has been heard at this
table is worn, and left for later, unless a sentence answers another: then it takes up what that one spoke of. Lines
that the table has drawn are a hard filter on everything.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Mapping, Sequence, Set
from functools import cache

import msgspec

from mneme.bots.worn import fresh, mark
from mneme.engine.lines import Lines
from mneme.engine.prompts import plain
from mneme.games.lost_days.bots.seen import Seen
from mneme.games.lost_days.content import read_data, texts

TRIES = 30
NOTHING = "Something I would rather not name."

_SLOT = re.compile(r"\{(\w+)\}")


@cache
def material() -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """`parts` of sentences, and the sentences to `say`, by occasion."""
    return msgspec.toml.decode(read_data("speech.toml"), type=dict[str, dict[str, tuple[str, ...]]])


class Speech:
    """Speaks for one seat, from its own dice."""

    def __init__(self, avoid: Iterable[str] = ()) -> None:
        self._lines = Lines(avoid)

    def avoid(self, more: Iterable[str]) -> None:
        """Respect further lines of this table from now on."""
        self._lines = Lines((*self._lines.words, *more))

    def allows(self, text: str) -> bool:
        return self._lines.allows(text)

    def name(self, dice: random.Random, taken: Sequence[str]) -> str:
        """A name nobody has, however they spell it."""
        known = {plain(name) for name in taken}
        free = [name for name in texts().names if plain(name) not in known and self.allows(name)]
        return dice.choice(free or ["Nameless"])

    def memory(self, seen: Seen, theme: str, moment: str = "") -> str:
        """A memory nobody has had before."""
        theme = theme or seen.dice(f"theme/{moment}").choice(("T1", "T2"))
        return self._say(seen, theme, seen.dice(f"{theme}/{moment}"), "I remember {}.")

    def line(self, seen: Seen, about: str, echo: str = "") -> str:
        """A sentence for an occasion. It speaks of what the `echo` speaks of, as far as that has parts of ours."""
        return self._say(seen, about, seen.dice(f"{about}/{echo}"), "{}", echo.casefold())

    def _say(self, seen: Seen, about: str, dice: random.Random, whole: str, echo: str = "") -> str:
        """A sentence, rather of what nobody here has said yet; nothing that touches a line."""
        names, heard = _names(seen), seen.heard
        for _ in range(TRIES):
            echoed = _echoed(echo)
            frame = _frame(dice, about, names.keys(), echoed.keys(), heard)
            parts = {slot: fresh(dice, choices, heard) for slot, choices in material()["parts"].items()}
            parts |= {slot: dice.choice(choices) for slot, choices in (names | echoed).items()}
            text = whole.format(_filled(frame, parts))
            if self.allows(text):
                return text
            echo = ""  # what it speaks of may be what touches a line
        return NOTHING


def _names(seen: Seen) -> dict[str, list[str]]:
    """Whom a sentence can name at this table."""
    named = {"elf": seen.elves, "foe": seen.foes}
    return {slot: names for slot, names in named.items() if names}


def _echoed(echo: str) -> dict[str, list[str]]:
    """Parts of ours that a text has, by slot."""
    found = {slot: [part for part in parts if part.casefold() in echo] for slot, parts in material()["parts"].items()}
    return {slot: parts for slot, parts in found.items() if parts}


def _frame(dice: random.Random, about: str, named: Set[str], echoed: Set[str], heard: str) -> str:
    """A sentence that this table can fill, rather one that speaks of nothing but what is echoed."""
    drawn = material()["parts"].keys()
    possible = [frame for frame in material()["say"][about] if _slots(frame) <= drawn | named]
    close = [frame for frame in possible if _slots(frame) & echoed and _slots(frame) <= echoed | named]
    unheard = [frame for frame in close if mark(frame) not in heard]
    return dice.choice(unheard) if unheard else fresh(dice, possible, heard)


def _filled(frame: str, parts: Mapping[str, str]) -> str:
    """A sentence with a part or a name in every slot, in capitals where it begins with one."""
    return frame.format(**parts, **{slot.title(): part[:1].upper() + part[1:] for slot, part in parts.items()})


@cache
def _slots(frame: str) -> frozenset[str]:
    return frozenset(slot.lower() for slot in _SLOT.findall(frame))
