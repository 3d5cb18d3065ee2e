"""What lies on a Schizonauts table, and who may see it. (Ledger section 3)"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Literal

from msgspec import UNSET, UnsetType

from mneme.engine.chance import Chance
from mneme.engine.prompts import Option, Seat
from mneme.engine.state import Bag, BusyNoun, Face, Hand, Noun, Own, Public
from mneme.engine.table import Table
from mneme.engine.windows import Offers
from mneme.games.schizonauts.content import KEYS, Key, Outcome
from mneme.games.schizonauts.dice import Pool
from mneme.games.schizonauts.lengths import GameLength
from mneme.games.schizonauts.options import Options, game_length

THIEF, AGENT, OVERLAP = "thief", "agent", "overlap"
PERSONAS = (THIEF, AGENT)
APTITUDES = ("violence", "knowledge", "intimacy")
OTHER = {THIEF: AGENT, AGENT: THIEF}

NAME_MOST, MEMORY_MOST, LINE_MOST = 24, 80, 200  # characters


class Course(Noun):
    """Where the game stands."""

    phase: Public[str] = "creation"
    round: Public[int] = 0
    rounds: Public[int]
    actor: Public[Seat] = ""
    starter: Public[Seat] = ""
    circle: Public[tuple[Seat, ...]]
    scores: Public[dict[str, int]] = {THIEF: 0, AGENT: 0}
    outcome: Public[Outcome | Literal[""]] = ""
    survivors: Public[tuple[Seat, ...]] = ()


class Decks(Noun):
    """The cards in the middle. Which of the 60 keys stay out of play is never decided, so it cannot leak."""

    keys: Bag
    keys_left: Public[int]
    chain: Public[tuple[str, ...]] = ()
    discard: Public[tuple[str, ...]] = ()
    allegiance: Public[Bag] = Bag()


class Sheet(Noun):
    """One player's sheet: a thief, an agent, and where they overlap."""

    owner: Public[Seat]
    thief: Public[str] = ""
    agent: Public[str] = ""
    full_name: Public[str] = ""
    ratings: Public[dict[str, dict[str, int]]] = {}
    keys: Public[tuple[str, ...]] = ()
    keys_hidden: Own[tuple[str, ...]] = ()  # instead of `keys`, under hide_hands
    keys_held: Public[int] = 0
    allegiance: Public[Hand] = Hand()
    dominant: Own[str] = ""  # what most of one's own cards say so far, in a sentence
    coins: Public[int] = 0
    piles: Public[dict[str, int]] = {THIEF: 0, AGENT: 0}
    alive: Public[bool] = True
    spoken: Public[tuple[str, ...]] = ()
    true: Public[str] = ""
    preferred: Public[str] = ""
    final: Public[str] = ""
    leaving: Public[bool] = False
    gone: Public[bool] = False

    @property
    def hand(self) -> tuple[str, ...]:
        return self.keys or self.keys_hidden

    def name_card(self) -> str:
        """`Jules / Gordon`. (SZ-SETUP-10)"""
        return f"{self.thief} / {self.agent}"

    def called(self, persona: str) -> str:
        """The thief's first name, the agent's last name, or from the interlude on both."""
        return self.full_name or (self.thief if persona == THIEF else f"Agent {self.agent}")


class Memory(Noun):
    """A memory trigger with its box (used in flashback?) and its circle (has it bled?)."""

    owner: Public[Seat]
    side: Public[str]
    aptitude: Public[str]
    text: Public[str]
    box: Public[bool] = False
    circle: Public[bool] = False
    struck: Public[bool] = False
    origin: Public[str] = "start"


class Source(Face, frozen=True):
    """Where some dice of a pool came from."""

    what: str
    dice: int
    by: Seat = ""
    why: str = ""


class Scene(BusyNoun):
    """The scene being played."""

    kind: Public[str]  # flashback, endgame, confirmation, crisis
    step: Public[str] = "framing"
    half: Public[int] = 0
    actor: Public[Seat]
    visitor: Public[Seat] = ""
    actor_as: Public[str] = ""
    visitor_as: Public[str] = ""
    key: Public[str] = ""
    memory: Public[str] = ""
    visitor_memory: Public[str] = ""
    aptitudes: Public[dict[Seat, str]] = {}
    framed: Public[tuple[Seat, ...]] = ()
    key_in: Public[bool] = False
    memory_in: Public[bool] = False
    question: Public[str] = ""
    wording: Public[Seat] = ""  # who words the question
    given: Public[dict[Seat, str]] = {}  # contributor -> pass, or whom the die went to
    sources: Public[dict[Seat, tuple[Source, ...]]] = {}
    pools: Public[dict[Seat, tuple[int, ...]]] = {}
    locked: Public[tuple[Seat, ...]] = ()
    clearings: Public[int] = 0
    last_choice: Public[bool] = False
    rolls: Public[dict[Seat, tuple[int, ...]]] = {}
    narrator: Public[Seat] = ""
    judge: Public[Seat] = ""
    rolled_narrator: Public[Seat] = ""
    rolled_judge: Public[Seat] = ""
    answered: Public[bool] = False
    priced: Public[bool] = False
    unhappy: Public[tuple[Seat, ...]] = ()
    challenged: Public[bool] = False
    reveals: Public[dict[Seat, str]] = {}
    named: Public[dict[Seat, str]] = {}  # the memory named with a reveal
    full: Public[tuple[Seat, ...]] = ()  # who uses the full rating
    named_in: Public[tuple[Seat, ...]] = ()
    declined: Public[tuple[Seat, ...]] = ()  # who let the chance to reveal after the roll go by, in succession
    doomed: Public[tuple[Seat, ...]] = ()
    spared: Public[tuple[Seat, ...]] = ()
    settled: Public[str] = ""
    title: Public[str] = ""

    @property
    def pair(self) -> tuple[Seat, Seat]:
        return self.actor, self.visitor

    def other(self, seat: Seat) -> Seat:
        return self.visitor if seat == self.actor else self.actor

    def pool(self, seat: Seat) -> Pool:
        return Pool(*self.pools[seat])

    @property
    def in_endgame(self) -> bool:
        return self.kind == "endgame"

    @property
    def in_final(self) -> bool:
        return self.kind in {"confirmation", "crisis"}


class Turn(Noun):
    """A flashback turn: what its two scenes leave for the vote and the bleed."""

    actor: Public[Seat]
    visitors: Public[tuple[Seat, ...]] = ()
    key: Public[str] = ""
    used: Public[dict[str, str]] = {}  # persona -> aptitude used this turn
    votes: Public[dict[Seat, str]] = {}
    bleeder: Public[str] = ""
    bled: Public[str] = ""
    at_risk: Public[tuple[str, ...]] = ()  # what the bled memory might contradict


class Schizonauts(Table[Options]):
    """A Schizonauts table: handles to its nouns, and the lookups the rules share."""

    def __init__(self, options: Options, seats: Sequence[Seat], names: Mapping[Seat, str], chance: Chance) -> None:
        super().__init__(options, seats, names, chance)
        self.length: GameLength = game_length(options, len(seats))
        self.course = self.put("course", Course(rounds=self.length.rounds, circle=tuple(seats)))
        self.decks = self.put("decks", Decks(keys=Bag(tuple(KEYS)), keys_left=self.length.key_cards))
        self.sheet = {seat: self.put(f"sheet/{seat}", Sheet(owner=seat)) for seat in seats}
        self.memories: dict[Seat, list[Memory]] = {seat: [] for seat in seats}
        self.contributions: dict[bool, tuple[Any, Offers]] = {}  # what contributors are offered, and on what basis
        self._areas: dict[tuple[Seat, str], list[Memory]] = {}
        self.scene: Scene
        self.turn: Turn

    # -- seats

    @property
    def circle(self) -> tuple[Seat, ...]:
        """The players still in the game, in seating order."""
        return self.course.circle

    def clockwise(self, seat: Seat) -> tuple[Seat, ...]:
        """The other players, clockwise from this one."""
        circle = self.circle
        place = circle.index(seat)
        return circle[place + 1 :] + circle[:place]

    def turn_order(self) -> tuple[Seat, ...]:
        """Starter first, then clockwise. (SZ-FB-03)"""
        return (self.course.starter, *self.clockwise(self.course.starter))

    def contributors(self) -> tuple[Seat, ...]:
        """Everyone who is neither actor nor visitor, clockwise from the actor."""
        scene = self.scene
        return tuple([seat for seat in self.clockwise(scene.actor) if seat != scene.visitor])

    # -- memories

    def remember(self, seat: Seat, side: str, aptitude: str, text: str, origin: str) -> Memory:
        """Write a memory on a sheet."""
        memories = self.memories[seat]
        memory = Memory(owner=seat, side=side, aptitude=aptitude, text=text, origin=origin)
        memories.append(self.put(f"memory/{seat}/{len(memories) + 1}", memory))
        self._areas.setdefault((seat, side), []).append(memory)
        return memory

    def on_side(self, seat: Seat, side: str) -> list[Memory]:
        """The memories of one area that still count: struck ones are unusable everywhere. (SZ-BLEED-06)"""
        return [memory for memory in self._areas.get((seat, side), ()) if not memory.struck]

    def memory(self, key: str) -> Memory:
        noun = self.nouns[key]
        assert isinstance(noun, Memory)
        return noun

    def rating(self, seat: Seat, area: str, aptitude: str) -> int:
        return self.sheet[seat].ratings[area][aptitude]

    # -- dice

    def add_dice(self, seat: Seat, source: Source) -> None:
        """Dice come to a pool; before the pool exists they are held for it. (SZ-DICE-09)"""
        scene = self.scene
        if source.dice:
            scene.sources = {**scene.sources, seat: (*scene.sources.get(seat, ()), source)}
            if seat in scene.pools:
                scene.pools = {**scene.pools, seat: tuple(scene.pool(seat).with_d6(source.dice))}

    # -- words

    def character(self, seat: Seat) -> str:
        """The name of the character a seat plays in this scene."""
        scene = self.scene
        return self.sheet[seat].called(scene.actor_as if seat == scene.actor else scene.visitor_as)


def memory_options(memories: Iterable[Memory]) -> tuple[Option, ...]:
    """Memories as choices, with the aptitude beside each."""
    return tuple([Option(memory.noun_key, memory.text, memory.aptitude) for memory in memories])


def memories_to_roll(memories: Iterable[Memory], dice: Callable[[str], Pool]) -> tuple[Option, ...]:
    """Memories as choices, with the aptitude beside each, and the dice that it gives."""
    notes = {aptitude: f"{aptitude}, {dice(aptitude)}" for aptitude in APTITUDES}
    return tuple([Option(memory.noun_key, memory.text, notes[memory.aptitude]) for memory in memories])


def key_options(cards: Iterable[str]) -> tuple[Option, ...]:
    """Key cards as choices, with the bonus beside each."""
    return tuple(map(key_option, cards))


@cache
def key_option(card: str) -> Option:
    return Option(card, KEYS[card].name, bonus_text(KEYS[card]))


def bonus_text(key: Key) -> str:
    return f"+{key.bonus} {key.aptitude}"


def only_choice(options: tuple[Option, ...]) -> str | UnsetType:
    """The default of a choice that is none; where there are several, somebody has to choose. (Ledger 4.1)"""
    return options[0].key if len(options) == 1 else UNSET


@cache
def aptitude_options(aptitudes: tuple[str, ...]) -> tuple[Option, ...]:
    return tuple(Option(aptitude, aptitude) for aptitude in aptitudes)
