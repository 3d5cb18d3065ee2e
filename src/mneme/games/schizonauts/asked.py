"""What a question asks for, and about what: as much as a bot needs to answer it in its own words.

Anybody may have worded it, so this looks at plain signs only: how it begins, its verbs, and what follows an article.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

Asks = Literal["who", "where", "why", "tell", "learn", "do"]

_SIGNS: tuple[tuple[Asks, re.Pattern[str]], ...] = (
    ("why", re.compile(r"\bwhy\b")),
    ("where", re.compile(r"^\W*where\b")),
    ("who", re.compile(r"^\W*(who|whom|whose)\b")),
    (
        "tell",
        re.compile(
            r"\b(tells?|says?|admits?|promises?|agrees?|believes?|confess|explain|swears?|answers?|asks? of"
            r"|forgives?)\b"
        ),
    ),
    (
        "learn",
        re.compile(
            r"\b(learns?|finds? out|knows?|sees?|notices?|proves?|discovers?|realises?|recognises?|reads?|means?|hides?"
            r"|to do with|truth|secret|wrong with|remembers?)\b"
        ),
    ),
)

_ARTICLE = re.compile(r"(\w+)?\s*\b(the|her|his|their)\s+((?:[\w'-]+\s*)+)", re.IGNORECASE)
_QUOTED = re.compile(r"“[^”]+”")
_AUXILIARY = re.compile(
    r"do|does|did|will|would|can|could|is|are|was|were|has|have|had|may|might|must|should", re.IGNORECASE
)
_ENDS = re.compile(
    r"a|about|after|again|against|and|are|as|at|be|because|before|but|by|can|came|come|comes|could|did|do"
    r"|does|during|find|first|for|from|get|give|go|has|have|hear|her|here|him|his|how|if|in|into|is|it"
    r"|know|leave|let|make|mean|not|now|of|off|on|or|out|over|read|really|say|see|should|so|still|take"
    r"|tell|than|that|the|their|them|then|there|they|to|tonight|under|until|up|want|was|were|what|when"
    r"|where|which|while|who|why|will|with|without|would|you",
    re.IGNORECASE,
)
_VAGUE = re.compile(
    r"same|other|one|next|last|end|moment|time|night|day|scene|way|rest|thing|question|answer|truth", re.IGNORECASE
)
_LONGEST = 3  # words after the article


def asks(question: str) -> Asks:
    """What kind of answer would be one."""
    plain = _QUOTED.sub(" ", question).casefold()
    return next((kind for kind, sign in _SIGNS if sign.search(plain)), "do")


def topic(question: str) -> str | None:
    """The first thing a question names, after an article or in quotation marks; None where it names nothing plainly."""
    named = next(_named(_QUOTED.sub(" ; ", question)), None)
    quoted = _QUOTED.search(question)
    return named or (quoted[0] if quoted else None)


def _named(question: str) -> Iterator[str]:
    for match in _ARTICLE.finditer(question):
        before, article, rest = match.groups()
        words = _up_to_the_verb(rest.split())
        subject = _AUXILIARY.fullmatch(before or "")  # then a verb follows, and nobody can tell where
        if words and not subject and not _VAGUE.fullmatch(words[-1]):
            yield f"{article.casefold()} {' '.join(words)}"


def _up_to_the_verb(words: list[str]) -> list[str]:
    """The words of a name: they end at a little word, and are few; else it was something longer than a name."""
    named: list[str] = []
    for word in words:
        if _ENDS.fullmatch(word):
            break
        named.append(word)
    return named if len(named) <= _LONGEST else []
