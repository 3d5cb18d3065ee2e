"""Everything of Schizonauts that is words and not rules, read from `data/` and checked on the way in.

`KEYS` are the 60 key objects (ledger 6.1), `texts()` every fixed text (6.2, 6.3), `suggestions()` what may be
offered for a blank line (8.3).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Literal

import msgspec
from msgspec import Struct

from mneme.engine.guide import Term
from mneme.engine.lines import Lines

Aptitude = Literal["violence", "knowledge", "intimacy"]
Persona = Literal["thief", "agent"]
Edition = Literal["game_chef", "revised"]
Phase = Literal["creation", "flashback", "scene", "endgame", "final", "tally", "any"]
Outcome = Literal["agents", "thieves", "tie"]
OutcomeText = Literal["safe", "surveillance"]


class _Entry(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A line of a data file. A misspelt field is an error, not a missing text."""


def read_data(name: str) -> bytes:
    """One of our data files, from the source tree or an installed wheel alike."""
    return (files(__package__) / "data" / name).read_bytes()


# -- the key objects


class Key(_Entry, frozen=True):
    """One key object: a thing, the aptitude it helps, and by how many dice. (Ledger 6.1)"""

    id: str
    page: int
    entry: int
    name: str
    aptitude: Aptitude
    bonus: Literal[1, 2]
    glyph: str
    alt: str
    line: str


KEYS: Mapping[str, Key] = MappingProxyType(
    {key.id: key for key in msgspec.json.decode(read_data("keys.json"), type=tuple[Key, ...])}
)


# -- the fixed texts


class Game(_Entry, frozen=True):
    """What a stranger reads before sitting down."""

    name: str
    subtitle: str
    designer: str
    credit: str
    blurb: str
    mood: str
    players: str
    time: str
    pitch: str
    kind_word: str


class Note(_Entry, frozen=True):
    """One content note."""

    key: str
    text: str


class Passage(_Entry, frozen=True):
    """A sentence or two of a read-aloud text, and the facts it conveys."""

    facts: tuple[str, ...]
    text: str


class Situation(_Entry, frozen=True):
    """What the starter reads before endgame; every seat gets all of it. (SZ-EG-05, ledger 6.2)"""

    rules: tuple[str, ...]
    agent_heading: str
    thief_heading: str
    opening: tuple[Passage, ...]
    agent: tuple[Passage, ...]
    thief: tuple[Passage, ...]

    def aloud(self) -> str:
        """The whole of it, in the order it is read."""
        agent = f"{self.agent_heading}: {told(self.agent)}"
        thief = f"{self.thief_heading}: {told(self.thief)}"
        return "\n".join((told(self.opening), agent, thief))


class Ritual(_Entry, frozen=True):
    """A moment before the whole table: what leads to it, and the line that is spoken (if one is)."""

    key: str
    rules: tuple[str, ...]
    lead: str
    line: str


class Reminder(_Entry, frozen=True):
    """A rule that lives only in what people say: one or two sentences, shown when it matters."""

    key: str
    rules: tuple[str, ...]
    phase: Phase
    text: str
    edition: Edition | Literal["both"] = "both"


class Help(_Entry, frozen=True):
    """What is happening now, at one step of the decision catalogue (ledger 4)."""

    step: str
    text: str
    edition: Edition | Literal["both"] = "both"


class CardFace(_Entry, frozen=True):
    """What a vote card or an allegiance card shows. (Ledger 6.3; red is the thief, black the agent, 8.2)"""

    persona: Persona
    name: str
    colour: Literal["red", "black"]
    alt: str
    line: str


class Identity(_Entry, frozen=True):
    """One way to understand which of the two you are. None of them is the answer. (Ledger 6.3)"""

    key: str
    persona: Persona
    text: str


class Idea(_Entry, frozen=True):
    """A question, a price or an opening to use or change. It suits an aptitude, or (an opening) a phase, or any."""

    text: str
    suits: Aptitude | Literal["flashback", "endgame", ""] = ""


class Texts(_Entry, frozen=True):
    """The whole of `texts.toml`."""

    game: Game
    content_notes: tuple[Note, ...]
    briefing: tuple[Passage, ...]
    situation: Situation
    outcomes: dict[str, dict[str, str]]  # by option `outcome_text`, then by result
    rituals: tuple[Ritual, ...]
    reminders: tuple[Reminder, ...]
    faces: tuple[CardFace, ...]
    identities: tuple[Identity, ...]
    questions: tuple[Idea, ...]
    prices: tuple[Idea, ...]
    openings: tuple[Idea, ...]
    objects: tuple[Idea, ...]  # how a key object comes in
    returns: tuple[Idea, ...]  # how a memory comes in
    answers: tuple[Idea, ...]
    epilogues: tuple[Idea, ...]
    glossary: tuple[Term, ...]
    help: tuple[Help, ...]

    def reminder(self, key: str, edition: str = "game_chef") -> Reminder:
        """The reminder of this name, in the words of this edition."""
        return next(r for r in self.reminders if r.key == key and r.edition in {"both", edition})

    def reminders_in(self, phase: Phase, edition: str = "game_chef") -> tuple[Reminder, ...]:
        """What holds in a phase. What always holds is filed under "any"."""
        return tuple(r for r in self.reminders if r.phase == phase and r.edition in {"both", edition})

    def ritual(self, key: str) -> Ritual:
        return next(ritual for ritual in self.rituals if ritual.key == key)

    def now(self, step: str, edition: str = "game_chef") -> str:
        """What is happening at this step of the decision catalogue, in a sentence or two."""
        return next(h.text for h in self.help if h.step == step and h.edition in {"both", edition})


def told(passages: Iterable[Passage], between: str = " ") -> str:
    """A read-aloud text as one paragraph, or broken into lines."""
    return between.join(passage.text for passage in passages)


@cache
def texts() -> Texts:
    """Every fixed text."""
    return msgspec.toml.decode(read_data("texts.toml"), type=Texts)


def content_notes() -> tuple[str, ...]:
    """What the game touches, shown before anybody sits down, and a kind word about its name."""
    return (*(note.text for note in texts().content_notes), texts().game.kind_word)


# -- suggestions


class Names(_Entry, frozen=True):
    """First names for thieves, last names for agents. (SZ-CHAR-02, SZ-CHAR-03)"""

    thief: tuple[str, ...]
    agent: tuple[str, ...]


class Memories(_Entry, frozen=True):
    """Memory triggers of one aptitude that touch the same things."""

    aptitude: Aptitude
    texts: tuple[str, ...]
    tags: tuple[str, ...] = ()


class Pair(_Entry, frozen=True):
    """Two memories that oppose each other, one for each side of a sheet. (SZ-CHAR-06)"""

    aptitude: Aptitude
    thief: str
    agent: str
    tags: tuple[str, ...] = ()


class Suggestions(_Entry, frozen=True):
    """The whole of `suggestions.toml`."""

    names: Names
    memories: tuple[Memories, ...]
    pairs: tuple[Pair, ...]


@cache
def suggestions() -> Suggestions:
    """What may be offered where a player faces a blank line."""
    return msgspec.toml.decode(read_data("suggestions.toml"), type=Suggestions)


NO_LINES = Lines()


def idea_names(persona: str) -> tuple[str, ...]:
    """First names for a thief, last names for an agent. (SZ-CHAR-02, SZ-CHAR-03)"""
    names = suggestions().names
    return names.thief if persona == "thief" else names.agent


def idea_memories(aptitude: str, lines: Lines = NO_LINES) -> tuple[str, ...]:
    """Memory triggers of an aptitude, or of all, that stay clear of the table's lines. (SZ-CHAR-04)"""
    groups = (group for group in suggestions().memories if aptitude in {"", group.aptitude})
    return tuple(text for group in groups for text in group.texts if lines.allows(text, group.tags))


def idea_pairs(lines: Lines = NO_LINES) -> tuple[Pair, ...]:
    """Opposed pairs of memories, one for each side of a sheet. (SZ-CHAR-06)"""
    return tuple(p for p in suggestions().pairs if lines.allows(f"{p.thief} {p.agent}", p.tags))


def ideas(kind: str, suits: str = "", lines: Lines = NO_LINES) -> tuple[str, ...]:
    """The suggestions of a kind, all of them or those that suit a persona, an aptitude or a phase.

    Kinds are names, memories, openings, questions and prices, ways in which objects come in and memories return,
    answers and epilogues; `names.thief` is short for ("names", "thief").
    The final resolution is still the same night as the endgame. (SZ-FB-17, SZ-QA-01, SZ-TELL-02)
    """
    kind, _, after_dot = kind.partition(".")
    suits = suits or after_dot
    match kind:
        case "names":
            return idea_names(suits)
        case "memories":
            return idea_memories(suits, lines)
        case "openings":
            return _suiting(texts().openings, suits if suits in {"", "flashback"} else "endgame", lines)
        case "questions" | "prices" | "objects" | "returns" | "answers" | "epilogues":
            return _suiting(getattr(texts(), kind), suits, lines)
    return ()


def _suiting(sparks: Iterable[Idea], suits: str, lines: Lines) -> tuple[str, ...]:
    return tuple(idea.text for idea in sparks if suits in {"", idea.suits} and lines.allows(idea.text))
