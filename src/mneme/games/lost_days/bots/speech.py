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
from types import MappingProxyType

import msgspec

from mneme.bots.worn import fresh, mark
from mneme.engine.lines import Lines
from mneme.engine.prompts import plain
from mneme.games.lost_days.bots.seen import Seen
from mneme.games.lost_days.content import read_data, texts

TRIES = 30
FOR_ALL = frozenset({"story", "adversity"})  # what befalls the whole court has nothing of the teller's own in it
NOTHING = "Something I would rather not name."

_SLOT = re.compile(r"\{(\w+)\}")
_INDEFINITE = re.compile(r"^an? ")
_PERSONAL = re.compile(r"\b(my|me)\b")


@cache
def material() -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """`parts` of sentences, and the sentences to `say`, by occasion."""
    return msgspec.toml.decode(read_data("speech.toml"), type=dict[str, dict[str, tuple[str, ...]]])


@cache
def parts() -> Mapping[str, tuple[str, ...]]:
    """What each slot can be filled with. A room is a place as well."""
    known = material()["parts"]
    return {**known, "place": known["place"] + known["room"]}


@cache
def impersonal() -> Mapping[str, tuple[str, ...]]:
    """The same without anything that is somebody's own."""
    return {slot: tuple(part for part in choices if not _PERSONAL.search(part)) for slot, choices in parts().items()}


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

    def memory(self, seen: Seen, theme: str, moment: str = "", beside: str = "") -> str:
        """A memory nobody has had before, nor `beside` it. Several write at once, so each from a hand of their own."""
        theme = theme or seen.dice(f"theme/{moment}").choice(("T1", "T2"))
        heard = f"{seen.heard}\n{beside.casefold()}"
        return self._say(seen, theme, seen.dice(f"{theme}/{moment}"), "I remember {}.", heard, together=True)

    def line(
        self, seen: Seen, about: str, echo: str = "", *, over: str = "", mine: bool = True, together: bool = False
    ) -> str:
        """A sentence for an occasion. It speaks of what the `echo` speaks of, as far as that has parts of ours, and of
        the thing that it is `over`. In words that are not `mine`, what is called my own is somebody else's. Where
        several speak `together`, each from a hand of their own."""
        dice = seen.dice(f"{about}/{echo}")
        echoed = _echoed(echo.casefold(), mine=mine) | _things(over.casefold())
        return self._say(seen, about, dice, "{}", seen.heard, echoed, together=together)

    def _say(
        self,
        seen: Seen,
        about: str,
        dice: random.Random,
        whole: str,
        heard: str,
        echoed: Mapping[str, list[str]] = MappingProxyType({}),
        *,
        together: bool,
    ) -> str:
        """A sentence, rather of what nobody here has said yet; nothing that touches a line."""
        names, said = _names(seen), material()["say"][about]
        for attempt in range(TRIES):
            hand = seen.hand if together and attempt < TRIES // 2 else tuple  # a whole hand may touch a line
            frames = _frames(said, names.keys(), echoed.keys(), heard)
            frame = _pick(dice, frames, heard, hand(said))
            drawn = impersonal() if about in FOR_ALL else parts()
            filling = {slot: _pick(dice, choices, heard, hand(choices)) for slot, choices in drawn.items()}
            filling |= {slot: dice.choice(choices) for slot, choices in {**names, **echoed}.items()}
            text = whole.format(_filled(frame, filling))
            if self.allows(text):
                return text
            echoed = {}  # what it speaks of may be what touches a line
        return NOTHING


def _pick(dice: random.Random, choices: Sequence[str], heard: str, hand: Sequence[str]) -> str:
    """Something nobody has said yet, rather from this hand."""
    unheard = [choice for choice in choices if choice in hand and mark(choice) not in heard]
    return dice.choice(unheard) if unheard else fresh(dice, choices, heard)


def _names(seen: Seen) -> dict[str, list[str]]:
    """Whom a sentence can name at this table."""
    named = {"elf": seen.elves, "foe": seen.foes}
    return {slot: names for slot, names in named.items() if names}


def _echoed(echo: str, *, mine: bool = True) -> dict[str, list[str]]:
    """Parts of ours that a text has, by slot. A second mention is of a thing that is known."""
    found = {
        slot: [
            _known(part)
            for part in choices
            if (part.casefold() in echo or _known(part).casefold() in echo) and (mine or not _PERSONAL.search(part))
        ]
        for slot, choices in parts().items()
    }
    return {slot: known for slot, known in found.items() if known}


def _things(text: str) -> dict[str, list[str]]:
    return {slot: known for slot, known in _echoed(text, mine=False).items() if slot == "thing"}


@cache
def _known(part: str) -> str:
    """`a glass knife`, when it comes up again: `the glass knife`."""
    return _INDEFINITE.sub("the ", part)


def _frames(said: Sequence[str], named: Set[str], echoed: Set[str], heard: str) -> list[str]:
    """The sentences that this table can fill, rather those that speak of nothing but what is echoed."""
    drawn = parts().keys()
    possible = [frame for frame in said if _slots(frame) <= drawn | named]
    close = [frame for frame in possible if _slots(frame) & echoed and _slots(frame) <= echoed | named]
    return [frame for frame in close if mark(frame) not in heard] or possible


def _filled(frame: str, parts: Mapping[str, str]) -> str:
    """A sentence with a part or a name in every slot, in capitals where it begins with one."""
    return frame.format(**parts, **{slot.title(): part[:1].upper() + part[1:] for slot, part in parts.items()})


@cache
def _slots(frame: str) -> frozenset[str]:
    return frozenset(slot.lower() for slot in _SLOT.findall(frame))
