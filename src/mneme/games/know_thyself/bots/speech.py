"""How bots speak: small parts that fit in many orders, filled in from the table, and never across a line."""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Iterable, Sequence
from functools import cache

from mneme.bots.worn import fresh
from mneme.engine.lines import Lines
from mneme.engine.story import Line
from mneme.games.know_thyself.content import read_data

TRIES = 60
_ARTICLE = re.compile(r"^(?:an?|the|my|some)\s+", re.IGNORECASE)


@cache
def material() -> dict[str, dict[str, tuple[str, ...]]]:
    """The parts of sentences, by what they are for."""
    read = tomllib.loads(read_data("speech.toml").decode())
    return {about: {part: tuple(texts) for part, texts in parts.items()} for about, parts in read.items()}


def bare(thing: str) -> str:
    """`a gold ring` as it stands after an article of ours."""
    return _ARTICLE.sub("", thing).rstrip(".")


def short(foe: str) -> str:
    """`Neil` for `Neil, the brutish convict`, and `the clock` for `The clock`: as it stands inside a sentence."""
    return _ARTICLE.sub(lambda article: article[0].lower(), foe.partition(",")[0])


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

    def say(self, dice: random.Random, about: str, pattern: str, **slots: str) -> str:
        """A sentence of a pattern such as `[verb], [how]` that is new and allowed; nothing, if there is none."""
        text = self.phrase(dice, about, pattern, **slots)
        return text[:1].upper() + text[1:]

    def phrase(self, dice: random.Random, about: str, pattern: str, **slots: str) -> str:
        """The same in the middle of a sentence."""
        parts, heard = material()[about], "\n".join(self._heard).casefold()
        for _ in range(TRIES):
            text = filled(re.sub(r"\[(\w+)\]", lambda part: fresh(dice, parts[part.group(1)], heard), pattern), slots)
            if text not in self._heard and self.allows(text):
                return text
        return ""

    def pick(self, dice: random.Random, texts: Sequence[str], count: int = 1) -> list[str]:
        """Some of these texts that are allowed, each once."""
        fine = [text for text in dict.fromkeys(texts) if self.allows(text)]
        return dice.sample(fine, min(count, len(fine)))


def filled(text: str, slots: dict[str, str]) -> str:
    """Put the table's own words into a sentence, as they are."""
    return re.sub(r"\{(\w+)\}", lambda slot: slots.get(slot.group(1), ""), text)
