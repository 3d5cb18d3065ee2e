"""The bots' voice: small authored parts that fit in many orders.

`Voice.say(duty, context, rng)` gives one or two sentences for a speaking duty and then stops. Its material is
in `data/phrases.json`: patterns for each duty, over parts; both are lists of fragments with `{slots}`. A slot
is a part, or a fact of the scene: a name, the key object, a memory. A fragment is used only where its `when`
holds and the scene has every fact that it names, so grammar, persons and facts hold by construction.

A bot never tells what somebody else's character does or feels: the material leaves room for them and no more.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import cache, lru_cache
from math import prod
from typing import Literal

import msgspec
from msgspec import Struct

from mneme.engine.lines import Lines
from mneme.games.schizonauts.asked import asks, topic
from mneme.games.schizonauts.content import Aptitude, Outcome, OutcomeText, Persona, read_data, suggestions

ATTEMPTS = 60  # how often to look for words not used before
HEAD_WORDS = 3  # of a memory that another one may take up: more is rarely the name of a thing
MEMORY_WORDS = 5  # a memory is a few words, whatever it is made of
HOURS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")

_SLOT = re.compile(r"\{(\w+)\}")
_SENTENCES = re.compile(r"(?<=[.?!]) ")
_LITTLE = re.compile("a|an|and|at|behind|below|beside|by|for|from|in|of|on|the|to|under|with|without")
_PEOPLE = frozenset(("actor", "visitor", "me", "them", "friend"))
_INNER_MARKS = str.maketrans({'"': "'", "“": "‘", "”": "’"})


class Duty(StrEnum):
    """Everything a bot may have to put into words."""

    THIEF_NAME = "thief_name"
    AGENT_NAME = "agent_name"
    STARTING_MEMORY = "starting_memory"
    BLED_MEMORY = "bled_memory"  # for the recipient, connected to the bled one (SZ-BLEED-07)
    REPLACEMENT_MEMORY = "replacement_memory"  # for one that was struck (SZ-BLEED-06)
    POST_SCENE_MEMORY = "post_scene_memory"
    FRAME = "frame"
    KEY_IN = "key_in"
    MEMORY_IN = "memory_in"
    QUESTION = "question"
    LINK = "link"
    ANSWER = "answer"
    PRICE = "price"
    NOTE = "note"
    CLAIM = "claim"
    OBJECTION = "objection"
    FINAL_CONFIRMED = "final_confirmed"
    FINAL_CRISIS = "final_crisis"
    EPILOGUE = "epilogue"
    TITLE = "title"


MEMORIES = {Duty.STARTING_MEMORY, Duty.BLED_MEMORY, Duty.REPLACEMENT_MEMORY, Duty.POST_SCENE_MEMORY}


class Context(Struct, frozen=True, kw_only=True):
    """What the speaker knows, all of it public. Whatever is left out is simply not mentioned."""

    phase: Literal["flashback", "endgame", "final"] | None = None
    aptitude: Aptitude | None = None  # of the memory to write, or the one the speaker rolled
    persona: Persona | None = None  # the side claimed, true or settled
    actor: str | None = None
    visitor: str | None = None
    speaker: str | None = None  # the speaker's own character; the actor, if left out
    recipient: str | None = None  # of a die or of a note
    dead: tuple[str, ...] = ()  # names of characters who speak only through what they left behind
    key: str | None = None
    memory: str | None = None  # in use, or the one that bled or was struck
    question: str | None = None
    place: str | None = None  # where the scene is, if its opening says so at once
    hours_left: int | None = None
    outcome: Outcome | None = None
    outcome_text: OutcomeText = "safe"
    fared: Literal["well", "badly"] | None = None

    def conditions(self) -> tuple[tuple[str, str | None], ...]:
        """What a fragment's `when` may ask about. An unknown answer matches anything."""
        return (
            ("phase", self.phase),
            ("aptitude", self.aptitude),
            ("persona", self.persona),
            ("outcome", self.outcome),
            ("outcome_text", self.outcome_text),
            ("fared", self.fared),
            ("asks", asks(self.question) if self.question else None),
        )


class Group(Struct, frozen=True, forbid_unknown_fields=True):
    """Fragments that share their conditions, as the data file writes them."""

    say: tuple[str, ...]
    when: dict[str, tuple[str, ...]] = {}
    tags: tuple[str, ...] = ()
    weight: float = 1


class Fragment(Struct, frozen=True, eq=False):
    """One authored piece. Two are the same only if they are the same place in the file."""

    say: str
    words: str  # what it says of its own, without the names of slots
    slots: frozenset[str]
    when: Mapping[str, tuple[str, ...]]
    tags: tuple[str, ...]
    weight: float

    @property
    def is_about_somebody(self) -> bool:
        return self.say.startswith("somebody")

    def suits(self, conditions: Iterable[tuple[str, str | None]]) -> bool:
        return all(known is None or known in self.when.get(what, (known,)) for what, known in conditions)


class Material(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole of `phrases.json`."""

    fallback: dict[str, tuple[str, ...]]
    duties: dict[str, tuple[Group, ...]]
    parts: dict[str, tuple[Group, ...]]


@cache
def material() -> Material:
    return msgspec.json.decode(read_data("phrases.json"), type=Material)


@cache
def fragments() -> Mapping[str, tuple[Fragment, ...]]:
    """Every list of fragments by name: duties, parts, and the suggestions, which are parts too."""
    groups = {**material().parts, **_suggested()}
    groups |= {_patterns(duty): patterns for duty, patterns in material().duties.items()}
    return {name: tuple(_fragment(say, group) for group in of for say in group.say) for name, of in groups.items()}


def _patterns(duty: str) -> str:
    """The name of a duty's list of patterns; no part can have it, since no slot can."""
    return f"to say: {duty}"


def _fragment(say: str, group: Group) -> Fragment:
    slots = frozenset(_SLOT.findall(say))
    return Fragment(say, _SLOT.sub("", say), slots, group.when, group.tags, group.weight)


def _suggested() -> dict[str, tuple[Group, ...]]:
    names = suggestions().names
    triggers = tuple(
        Group(group.texts, {"aptitude": (group.aptitude,)}, group.tags) for group in suggestions().memories
    )
    return {"given": (Group(names.thief),), "family": (Group(names.agent),), "trigger": triggers}


class Shape(Struct, frozen=True):
    """The part of a context that decides which fragments fit."""

    conditions: tuple[tuple[str, str | None], ...]
    facts: frozenset[str]


class Repertoire:
    """Everything that may be said within some lines. Tables that draw the same lines share one."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self._fitting: dict[tuple[str, Shape], tuple[Fragment, ...]] = {}

    def fitting(self, name: str, shape: Shape) -> tuple[Fragment, ...]:
        """The fragments of a list that fit here; one whose parts lead nowhere does not."""
        if (name, shape) not in self._fitting:
            self._fitting[name, shape] = tuple(
                fragment
                for fragment in fragments().get(name, ())
                if fragment.suits(shape.conditions)
                and self.lines.allows(fragment.words, fragment.tags)
                and all(slot in shape.facts or self.fitting(slot, shape) for slot in fragment.slots)
            )
        return self._fitting[name, shape]

    def variety(self, name: str, shape: Shape) -> int:
        """In how many ways a list can be filled in here."""
        return sum(
            prod(self.variety(slot, shape) for slot in _SLOT.findall(fragment.say) if slot not in shape.facts)
            for fragment in self.fitting(name, shape)
        )


@lru_cache(maxsize=64)
def repertoire(avoid: tuple[str, ...]) -> Repertoire:
    return Repertoire(Lines(avoid))


class Voice:
    """One voice for one game. It remembers what it said, and never says it again.

    `avoid` holds the table's lines and veils. They drop fragments, and hide any key object, memory or title
    that touches them. Of what remains, the least used comes first, so that even small pieces rarely return.
    """

    def __init__(self, avoid: Iterable[str] = ()) -> None:
        self._repertoire = repertoire(tuple(avoid))
        self._used: set[str] = set()
        self._uses: Counter[Fragment] = Counter()

    def avoid(self, more: Iterable[str]) -> None:
        """Draw further lines; they hold from the next word on."""
        self._repertoire = repertoire((*self._repertoire.lines.words, *more))

    def hear(self, text: str) -> None:
        """Take note of words already spoken at this table, after a restart or by another voice."""
        self._used.update(sentence.casefold() for sentence in _SENTENCES.split(text))

    def say(self, duty: Duty, context: Context, rng: random.Random, most: int = 1_000) -> str:
        """Words for this duty that this voice has not used before, in `most` characters."""
        facts = _facts(context, self._repertoire.lines)
        shape = Shape(context.conditions(), frozenset(facts))
        for attempt in range(ATTEMPTS if self._repertoire.fitting(_patterns(duty), shape) else 0):
            drawn: Counter[Fragment] = Counter()
            outline = self._draw(_patterns(duty), shape, rng, drawn, eager=attempt < ATTEMPTS // 2)
            sentences = [_finished(sentence, facts) for sentence in _SENTENCES.split(outline)]
            text = " ".join(sentences)
            fits = len(text) <= most and _is_plain(duty, sentences, facts)
            if fits and self._used.isdisjoint(sentence.casefold() for sentence in sentences):
                self._uses.update(drawn)
                self._used.update(sentence.casefold() for sentence in sentences)
                return text
        return rng.choice(material().fallback.get(duty, material().fallback["*"]))

    def variety(self, duty: Duty, context: Context) -> int:
        """How many different things could be said here."""
        facts = frozenset(_facts(context, self._repertoire.lines))
        return self._repertoire.variety(_patterns(duty), Shape(context.conditions(), facts))

    def _draw(self, name: str, shape: Shape, rng: random.Random, drawn: Counter[Fragment], eager: bool) -> str:
        """A pattern with its parts filled in and its facts still open. Eager means: least used first."""
        pool = self._repertoire.fitting(name, shape)
        pool = tuple(fragment for fragment in pool if _goes_with(fragment, drawn)) or pool
        if eager:
            worn = [(self._uses[fragment] + 1) / fragment.weight for fragment in pool]
            freshest = min(worn)
            pool = tuple(fragment for fragment, wear in zip(pool, worn, strict=True) if wear == freshest)
        fragment = rng.choice(pool)
        drawn[fragment] += 1

        def fill(slot: re.Match[str]) -> str:
            return slot[0] if slot[1] in shape.facts else self._draw(slot[1], shape, rng, drawn, eager)

        return _SLOT.sub(fill, fragment.say)


def _goes_with(fragment: Fragment, drawn: Counter[Fragment]) -> bool:
    """Nothing twice in one line, and one somebody is enough."""
    if drawn[fragment]:
        return False
    return not (fragment.is_about_somebody and any(other.is_about_somebody for other in drawn))


def _facts(context: Context, lines: Lines) -> dict[str, str]:
    """The facts that may fill a slot: only those known, alive where they must be, and clear of every line."""
    facts = _people(context)
    facts |= _key(context.key, lines)
    if context.memory and lines.allows(context.memory):
        facts |= _memory(context.memory)
    facts |= _topic(context, facts, lines)
    if context.place and lines.allows(context.place):
        facts["place_title"] = _as_title(_quotable(context.place))
    if context.hours_left is not None and 1 <= context.hours_left <= len(HOURS):
        facts["hours"] = f"{HOURS[context.hours_left - 1]} hour{'s' if context.hours_left > 1 else ''}"
    return facts


def _people(context: Context) -> dict[str, str]:
    """Who is who. The dead keep their place, but only fragments written for them may use it."""
    speaker = context.speaker or context.actor
    other = context.actor if speaker == context.visitor else context.visitor
    people = {"actor": context.actor, "visitor": context.visitor, "me": speaker, "them": other}
    facts = {f"late_{slot}" if name in context.dead else slot: name for slot, name in people.items() if name}
    if context.recipient:  # of a note or a die: a player is addressed, whatever became of the character
        facts |= {"them": context.recipient, "friend": context.recipient}
    return facts


def _key(name: str | None, lines: Lines) -> dict[str, str]:
    if name is None:
        return {}
    if not lines.allows(name):
        name = "The Thing on the Card"
    thing = name.removeprefix("The ")
    return {"key": f"the {thing}", "thing": thing}


def _memory(text: str) -> dict[str, str]:
    """A memory in use: its words, and where it is named like a thing, that name for another memory to take up."""
    quotable = _quotable(text).rstrip(".")
    memory = {"memory": quotable}
    if len(quotable.split()) <= MEMORY_WORDS:
        memory["title_memory"] = quotable
    head = re.split(r"[:,]", quotable)[0].strip()
    if head.startswith("The ") and len(head.split()) <= HEAD_WORDS:
        memory["the_head"] = f"the {head.removeprefix('The ')}"
    return memory


def _topic(context: Context, facts: Mapping[str, str], lines: Lines) -> dict[str, str]:
    """What an answer is about: what the question names; else the key object, else the memory.

    An object can be taken, lost or looked at; a topic can only be spoken of.
    """
    question = context.question if context.question and lines.allows(context.question) else ""
    named = topic(question)
    if "key" in facts and (named is None or _speaks_of(question, facts["thing"])):
        named = facts["key"]
    if named is None:
        return {"topic": f"“{facts['memory']}”"} if "memory" in facts else {}
    return {"topic": _quoted_once(named)} if named.startswith("“") else {"topic": named, "object": named}


def _speaks_of(question: str, thing: str) -> bool:
    """Whether a question names the key object, whole or by its last word."""
    return re.search(rf"\b{re.escape(thing.split()[-1])}\b", question, re.IGNORECASE) is not None


def _quoted_once(text: str) -> str:
    return f"“{_quotable(text.strip('“”'))}”"


def _as_title(text: str) -> str:
    """A place as a heading: capitals but for the little words."""
    words = (word if _LITTLE.fullmatch(word) else word[0].upper() + word[1:] for word in text.split())
    return " ".join(words)


def _is_plain(duty: Duty, sentences: Iterable[str], facts: Mapping[str, str]) -> bool:
    """No name twice in a sentence, and a memory in a few words."""
    people = {name for slot, name in facts.items() if slot.removeprefix("late_") in _PEOPLE}
    if any(sentence.count(name) > 1 for sentence in sentences for name in people):
        return False
    return duty not in MEMORIES or all(len(sentence.split()) <= MEMORY_WORDS for sentence in sentences)


def _quotable(text: str) -> str:
    """Somebody's words, fit to stand between quotation marks on one line."""
    return " ".join(text.translate(_INNER_MARKS).split())


def _finished(sentence: str, facts: Mapping[str, str]) -> str:
    """A sentence with its facts in place and its first letter raised."""
    filled = _SLOT.sub(lambda slot: facts[slot[1]], sentence)
    return re.sub(r"\w", lambda first: first[0].upper(), filled, count=1)
