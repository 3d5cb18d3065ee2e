"""How bots speak: small parts that fit in many orders, filled in from the table, and never across a line."""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Callable, Iterable, Sequence
from functools import cache

from mneme.bots.worn import fresh
from mneme.engine.lines import Lines
from mneme.engine.story import Line
from mneme.games.know_thyself.content import read_data

TRIES = 60
_ARTICLE = re.compile(r"^(?:an?|the|my|some)\s+", re.IGNORECASE)
_PART = re.compile(r"(?P<stop>[.?!] )?\[(?P<names>[\w|]+)\]")

Share = Callable[[Sequence[str]], Sequence[str]]  # which of the parts are mine to use


@cache
def material() -> dict[str, dict[str, tuple[str, ...]]]:
    """The parts of sentences, by what they are for."""
    read = tomllib.loads(read_data("speech.toml").decode())
    return {about: {part: tuple(texts) for part, texts in parts.items()} for about, parts in read.items()}


def bare(thing: str) -> str:
    """`a gold ring` as it stands after an article of ours, and without what comes after a comma or a colon."""
    return _ARTICLE.sub("", re.split(r"[,:;(]", thing, maxsplit=1)[0]).strip(" .") or thing


def capital(text: str) -> str:
    """As it stands at the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def all_of(parts: Sequence[str]) -> Sequence[str]:
    return parts


class Speech:
    """One bot's voice. It repeats nothing it has heard, and says nothing that touches a line of the table."""

    def __init__(self, avoid: Iterable[str] = ()) -> None:
        self._heard: dict[str, None] = {}
        self._lines = Lines(avoid)

    def avoid(self, more: Iterable[str]) -> None:
        """Respect further lines of this table from now on."""
        self._lines = Lines((*self._lines.words, *more))

    def listen(self, lines: Iterable[Line]) -> None:
        self._heard.update(dict.fromkeys(line.text for line in lines))

    def allows(self, text: str) -> bool:
        return self._lines.allows(text)

    def say(self, dice: random.Random, about: str, pattern: str, share: Share = all_of, /, **slots: str) -> str:
        """A sentence of a pattern such as `[want], [how]` that is new and allowed; nothing, if there is none.

        `[end|end_won]` is a part of either list.
        """
        return capital(self.phrase(dice, about, pattern, share, **slots))

    def phrase(self, dice: random.Random, about: str, pattern: str, share: Share = all_of, /, **slots: str) -> str:
        """The same in the middle of a sentence."""
        lists, heard = material()[about], "\n".join(self._heard).casefold()

        def part(found: re.Match[str]) -> str:
            parts = [text for name in found["names"].split("|") for text in lists[name]]
            text = filled(fresh(dice, share(parts), heard), slots)
            return found["stop"] + capital(text) if found["stop"] else text

        for _ in range(TRIES):
            text = _PART.sub(part, pattern)
            if text.casefold() not in heard and self.allows(text):
                return text
            heard += f"\n{text.casefold()}"  # so that the next try is another
        return ""

    def pick(self, dice: random.Random, texts: Sequence[str], count: int = 1) -> list[str]:
        """Some of these texts that are allowed, each once."""
        fine = [text for text in dict.fromkeys(texts) if self.allows(text)]
        return dice.sample(fine, min(count, len(fine)))


def filled(text: str, slots: dict[str, str]) -> str:
    """Put the table's own words into a sentence, as they are."""
    return re.sub(r"\{(\w+)\}", lambda slot: slots.get(slot.group(1), ""), text)
