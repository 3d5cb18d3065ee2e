"""The hard filter that a table's lines and veils put on all that is suggested, and on what bots say. (ux X7)"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

import msgspec


class Lines:
    """A hard filter: nothing that touches a line is ever suggested.

    A line is a plain word. If it names one of our tags, or is among the words of a tag, the whole tag is off:
    whoever draws a line at knives is not offered razors. If not, the word itself is off, with its endings.
    """

    def __init__(self, avoid: Iterable[str] = ()) -> None:
        self.words = tuple(dict.fromkeys(word.strip().casefold() for word in avoid if word.strip()))
        self.tags = frozenset(tag for tag, about in tag_words().items() if self._draws(tag, about))
        self._pattern = self._compile()

    def allows(self, text: str, tags: Iterable[str] = ()) -> bool:
        """Whether this text, with these tags, stays clear of every line."""
        return self.tags.isdisjoint(tags) and not (self._pattern and self._pattern.search(text.casefold()))

    def _draws(self, tag: str, about: tuple[str, ...]) -> bool:
        """Whether a line means this tag. In a phrase such as "harm to animals" every word may."""
        parts = (part for word in self.words for part in (word, *word.split()))
        return any(_has_word((tag, *about), part) for part in parts)

    def _compile(self) -> re.Pattern[str] | None:
        words = [_loosely(word) for word in self.words]
        words += [_with_endings(word) for tag in self.tags for word in tag_words()[tag]]
        return re.compile("|".join(words)) if words else None


_SHORT = 4  # below this, a prefix would catch too much: "war" is not "warm"


def _with_endings(word: str) -> str:
    endings = "s|d|r|rs|'s" if word.endswith("e") else "s|es|ed|ing|er|ers|'s"
    return rf"\b{re.escape(word)}(?:{endings})?\b"


def _loosely(word: str) -> str:
    """A player's own word, singular or plural, and everything that starts with it."""
    return "|".join(rf"\b{re.escape(stem)}" if len(stem) >= _SHORT else _with_endings(stem) for stem in _stems(word))


def _stems(word: str) -> Iterator[str]:
    """A word without the ending of a plural: `wolves` may be `wolf`, and `bodies` `body`."""
    yield word.removesuffix("s")
    for plural, singular in (("ves", "f"), ("ies", "y")):
        if word.endswith(plural):
            yield word.removesuffix(plural) + singular


def _has_word(about: Iterable[str], word: str) -> bool:
    return any(re.fullmatch(_with_endings(known), word) or word == known for known in about)


@cache
def tag_words() -> Mapping[str, tuple[str, ...]]:
    """The tags that lines are drawn at, and the words that show each of them."""
    return MappingProxyType(
        msgspec.json.decode((files(__package__) / "lines.json").read_bytes(), type=dict[str, tuple[str, ...]])
    )
