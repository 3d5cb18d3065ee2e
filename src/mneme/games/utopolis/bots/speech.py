"""What a bot says: small parts that fit in many orders, never the same twice, and never across a line or veil.

In a scene it rather speaks of the place, the person and the thing that the scene is about already, and it leaves a
pattern alone while there are others that have been heard less.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from typing import Any

from msgspec import UNSET

from mneme.bots.worn import mark
from mneme.engine.prompts import Form, Prompt, Several, Wire, Words
from mneme.games.utopolis.bots.seen import Seen
from mneme.games.utopolis.content import ideas, read_data

TRIES = 40
TRIES_A_PATTERN = 4
STRANGER = 2  # a pattern that brings in somebody new waits for others to be heard so often
HARMLESS = "Something small"  # when a table's lines leave nothing else to say, and something must be said

# Where a prompt names no list of ideas, what it is about.
ABOUT = {
    "consumption": "consumption",
    "revelation": "revelation",
    "narrate_escape": "escape",
    "judge_items": "struck",
    "robot_intent": "intents",
}

# What a scene is about: the fact, and the parts to look for.
ON_THE_TABLE = {"here": "place", "who": "person", "what": "thing"}

_PART = re.compile(r"\[(\w)(\w*?)\d?\]")
_SLOT = re.compile(r"\{(\w+)\}")
_ARTICLE = re.compile(r"^(an?|the) ")


@cache
def material() -> dict[str, dict[str, tuple[str, ...]]]:
    """`parts` of sentences, and the patterns to `say`, by what they are about."""
    read = tomllib.loads(read_data("speech.toml").decode())
    return {
        section: {name: tuple(text.replace("|", "") for text in texts) for name, texts in lists.items()}
        for section, lists in read.items()
    }


@cache
def short_forms() -> dict[str, str]:
    """How a part is spoken of again, where that is shorter: `a key to locker 14` is `a key`."""
    read = tomllib.loads(read_data("speech.toml").decode())
    marked = [part for parts in read["parts"].values() for part in parts if "|" in part]
    return {part.replace("|", ""): part.partition("|")[0] for part in marked}


def line(seen: Seen, about: str, **more: str) -> str:
    """A sentence about something that nobody has said here yet; empty if the table's lines leave none."""
    facts = seen.facts() | on_the_table(seen) | more
    patterns = ranked(seen, about, facts)
    for attempt in range(TRIES if patterns else 0):
        text = draft(seen, patterns[attempt // TRIES_A_PATTERN % len(patterns)], facts)
        if text and seen.mind.may_say(text):
            return text
    listed = [idea for idea in ideas(about) if seen.mind.may_say(idea)]
    return seen.dice.choice(listed) if listed else ""


def ranked(seen: Seen, about: str, facts: dict[str, str]) -> list[str]:
    """The patterns that this table can fill: what was heard least comes first, and strangers come later."""
    patterns = material()["say"].get(about) or ideas(about)
    possible = [pattern for pattern in patterns if set(_SLOT.findall(pattern)) <= facts.keys()]
    taken_up = {slot for pattern in possible for slot in _SLOT.findall(pattern)}
    known = {ON_THE_TABLE[fact] for fact in taken_up & {"here", "who"}}

    def worn(pattern: str) -> int:
        return seen.mind.times_heard(pattern_mark(pattern)) + STRANGER * len(parts_of(pattern) & known)

    return sorted(seen.dice.sample(possible, len(possible)), key=worn)


@cache
def parts_of(pattern: str) -> frozenset[str]:
    return frozenset(part[1].lower() + part[2] for part in _PART.finditer(pattern))


@cache
def pattern_mark(pattern: str) -> str:
    """What a pattern is known by, whatever its parts and facts."""
    return mark(_PART.sub("{part}", pattern))


def on_the_table(seen: Seen) -> dict[str, str]:
    """The place, the person and the thing that the scene speaks of, as one speaks of what is known."""
    told = seen.told_here()
    found = {fact: _first_of(part, told) for fact, part in ON_THE_TABLE.items()}
    return {fact: _ARTICLE.sub("the ", short_forms().get(part, part)) for fact, part in found.items() if part}


def _first_of(name: str, told: Sequence[str]) -> str:
    """The first of our parts of this kind in what was told; empty if there is none."""
    for text in told:
        places = {part: text.casefold().find(_bare(part)) for part in material()["parts"][name]}
        spoken_of = [part for part, place in places.items() if place >= 0]
        if spoken_of:
            return min(spoken_of, key=places.__getitem__)
    return ""


@cache
def _bare(part: str) -> str:
    """Without its article, which changes when it is spoken of again."""
    return _ARTICLE.sub("", part).casefold()


def speaks_of(text: str, name: str) -> bool:
    """Whether a text has one of our parts of this kind."""
    return bool(_first_of(name, [text]))


def draft(seen: Seen, said: str, facts: dict[str, str]) -> str:
    """A pattern with its parts and facts filled in; empty if a part needs a fact that the table does not know."""
    for _ in range(2):  # parts may hold slots, but no further parts
        said = _PART.sub(lambda part: _piece(seen, part[1].lower() + part[2]), said)
    if any(slot not in facts for slot in _SLOT.findall(said)):
        return ""
    filled = _SLOT.sub(lambda slot: facts[slot[1]], said)
    return re.sub(r"(^|[.?] |“)(\w)", lambda first: first[1] + first[2].upper(), filled)


def _piece(seen: Seen, name: str) -> str:
    """A part, rather one that has not been used here yet."""
    parts = material()["parts"][name]
    return seen.dice.choice([part for part in parts if not seen.mind.has_heard(part)] or parts)


def fill(seen: Seen, prompt: Prompt[Any]) -> Wire:
    """A plain answer with words of one's own: something to say where there is, defaults elsewhere."""
    if isinstance(prompt, Words):
        return words(seen, prompt)
    if isinstance(prompt, Form):
        return {field.name: fill(seen, field) for field in prompt.fields}
    if isinstance(prompt, Several) and prompt.least and isinstance(prompt.item, Words):
        return several(seen, prompt, prompt.item)
    if prompt.default is not UNSET:
        return prompt.default
    return prompt.random(seen.dice)


def words(seen: Seen, prompt: Words) -> str:
    about = prompt.ideas or ABOUT.get(seen.occasion, "")
    text = line(seen, about) if about else ""
    if prompt.may_be_empty or (text and len(text) <= prompt.most):
        return text[: prompt.most]
    return str(prompt.default) if prompt.default is not UNSET else HARMLESS


def several(seen: Seen, prompt: Several, item: Words) -> list[str]:
    """As many different ones as are asked for, rather of different things."""
    texts: dict[str, None] = {}
    spoken_of: set[str] = set()
    for attempt in range(TRIES):
        text = words(seen, item)
        about = {part for name in ON_THE_TABLE.values() if (part := _first_of(name, [text]))}
        if about & spoken_of and attempt < TRIES // 2:
            continue
        texts[text] = None
        spoken_of |= about
        if len(texts) == prompt.least:
            break
    return list(texts)
