"""What a bot says: small parts that fit in many orders, never the same twice, and never across a line or veil.

It speaks of this crime, by the words that we keep for each, and of the place, the person and the thing that the scene
is about already; it leaves a pattern alone while there are others that have been heard less.
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
from mneme.games.utopolis.bots.seen import Fields, Seen
from mneme.games.utopolis.content import CRIMES, ideas, read_data

TRIES = 40
TRIES_A_PATTERN = 4
STRANGER = 50  # a pattern that brings in somebody new waits for others to be heard so often
HARMLESS = "Something small"  # when a table's lines leave nothing else to say, and something must be said

# Where a prompt names no list of ideas, what it is about.
ABOUT = {
    "consumption": "consumption",
    "revelation": "revelation",
    "narrate_escape": "escape",
    "judge_items": "struck",
    "robot_intent": "intents",
}

# What a scene is about: the fact, and the parts to look for. By the part's own name it is spoken of in full.
ON_THE_TABLE = {"here": "place", "who": "person", "what": "thing"}
TOGETHER = {"visions", "intents", "intents.arrest", "beginnings", "beginnings.arrest"}  # asked of several at once
PLAIN = {"me", "robot", "partner", "played", "suspect", "deed"}  # known in any scene, so it says little of this one
UNNAMED = {"deed": "the crime"}  # of a crime that somebody made up

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


@cache
def crime_words() -> dict[str, dict[str, str]]:
    """By a crime's text: whom it happened to, where, what it is called, what it was done with, what was found."""
    read = tomllib.loads(read_data("crime_words.toml").decode())
    return {CRIMES[key].text: facts for key, facts in read.items()}


def of_the_crime(seen: Seen) -> dict[str, str]:
    """What there is to say of the crime, if there is one yet."""
    if not seen.course["investigation"]:
        return {}
    return crime_words().get(seen.case["crime"], UNNAMED)


def for_the_scene(seen: Seen, about: str) -> str:
    """In an arrest or a test some things are said otherwise."""
    special = f"{about}.{seen.state.get('scene', {}).get('kind', '')}"
    return special if special in material()["say"] else about


def stirring(seen: Seen) -> dict[str, str]:
    """What stirs a memory: the heart of it, where we know the words."""
    trigger = seen.state.get("trial", {}).get("trigger", "")
    sense = _first_of("sense", [trigger])
    return {"stir": sense} if sense else {}


def line(seen: Seen, about: str, **more: str) -> str:
    """A sentence about something that nobody has said here yet; empty if the table's lines leave none."""
    about = for_the_scene(seen, about)
    facts = seen.facts() | of_the_crime(seen) | on_the_table(seen) | stirring(seen) | more
    patterns = ranked(seen, about, facts)
    for attempt in range(TRIES if patterns else 0):
        text = draft(seen, patterns[attempt // TRIES_A_PATTERN % len(patterns)], facts)
        if text and seen.mind.may_say(text):
            return text
    listed = [idea for idea in ideas(about) if seen.mind.may_say(idea)]
    return seen.dice.choice(listed) if listed else ""


def ranked(seen: Seen, about: str, facts: dict[str, str]) -> list[str]:
    """The patterns that this table can fill: what was heard least and says most comes first, strangers come later."""
    patterns = material()["say"].get(about) or ideas(about)
    possible = [pattern for pattern in patterns if slots_of(pattern) <= facts.keys()]
    taken_up = {slot for pattern in possible for slot in slots_of(pattern)}
    known = {part for fact, part in ON_THE_TABLE.items() if {fact, part} & taken_up}

    def worn(pattern: str) -> tuple[int, bool, bool]:
        heard = seen.mind.times_heard(pattern_mark(pattern)) + STRANGER * len(parts_of(pattern) & known)
        return heard, about in TOGETHER and not is_mine(seen, patterns.index(pattern)), slots_of(pattern) <= PLAIN

    return sorted(seen.dice.sample(possible, len(possible)), key=worn)


def is_mine(seen: Seen, number: int) -> bool:
    """Whether a pattern is this seat's to take first: who speaks at the same time cannot hear the others."""
    seats = list(seen.view.names)
    return (number + seen.mind.moment) % len(seats) == seats.index(seen.mind.seat)


@cache
def slots_of(pattern: str) -> frozenset[str]:
    """The facts that a pattern needs."""
    return frozenset(_SLOT.findall(pattern))


@cache
def parts_of(pattern: str) -> frozenset[str]:
    return frozenset(part[1].lower() + part[2] for part in _PART.finditer(pattern))


@cache
def pattern_mark(pattern: str) -> str:
    """What a pattern is known by, whatever its parts and facts."""
    return mark(_PART.sub("{part}", pattern))


def on_the_table(seen: Seen) -> dict[str, str]:
    """The place, the person and the thing that the scene speaks of, as one speaks of what is known."""
    facts = {}
    for fact, part in ON_THE_TABLE.items():
        found = _first_of(part, seen.where() if fact == "here" else seen.told_here())
        if found:
            facts[fact] = _known(short_forms().get(found, found))
            facts[part] = _known(found)
    return facts


def of_a_clue(item: Fields) -> dict[str, str]:
    """The place, the person and the thing that a clue speaks of."""
    found = {part: _first_of(part, [item["reads"], item["text"]]) for part in ON_THE_TABLE.values()}
    return {f"c{part}": _known(text) for part, text in found.items() if text}


def _known(part: str) -> str:
    return _ARTICLE.sub("the ", part)


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
    """As many different ones as are asked for, rather of different things and in different words."""
    texts: dict[str, None] = {}
    spoken_of: set[str] = set()
    marks = [pattern_mark(pattern) for pattern in material()["say"].get(item.ideas, ())]
    for attempt in range(TRIES):
        text = words(seen, item)
        about = {part for name in ON_THE_TABLE.values() if (part := _first_of(name, [text]))}
        about |= {known_by for known_by in marks if known_by in text.casefold()}
        if about & spoken_of and attempt < TRIES // 2:
            continue
        texts[text] = None
        spoken_of |= about
        if len(texts) == prompt.least:
            break
    return list(texts)
