"""What lies on a Utopolis table, and who may see it. (Ledger 3)"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from functools import lru_cache

from mneme.engine.chance import Chance
from mneme.engine.prompts import Option, Seat
from mneme.engine.state import Bag, Face, Hand, Noun, Own, Public, owner_sees, shown
from mneme.engine.table import Table
from mneme.games.utopolis.hands import DECK, Compared, Ranked, ranked
from mneme.games.utopolis.options import Options

QUESTIONS = ("Who", "What", "When", "Where", "Why", "How")  # die faces 1 to 6 (UT-SETUP-04)
PRONGS = {"Means": ("What", "How"), "Motive": ("Why",), "Opportunity": ("When", "Where"), "Identity": ("Who",)}
MUSES = ("Erato", "Melpomene", "Polyhymnia", "Thalia", "Clio", "Calliope")  # die faces 1 to 6 (UT-R-23)
ATTRIBUTES = ("Tenacity", "Stability", "Prowess", "Aptitude")
RESISTS = {"Flaw": "Tenacity", "Fear": "Stability"}  # UT-CHAR-12
FREE_TALENTS = ("Utopolis Knowledge", "Investigation", "Zapgun")  # UT-CHAR-07
TALENTS = (
    "Automobile Driving",
    "Bureaucracy",
    "Criminology",
    "Fisticuffs",
    "Forensics",
    "Interrogation",
    "Intuition",
    "Investigation",
    "Jetcar Piloting",
    "Mechanical Training",
    "Medical Training",
    "Social Interaction",
    "Surveillance",
    "Unsavory Contacts",
    "Utopolis Knowledge",
    "Zapgun",
)
CORE = "Core"
GM = "gm"  # the side of the GM's hand

START_CINEMA, START_TOKENS = 3, 10  # UT-CHAR-09
MOST_LEVEL, MOST_CORE = 3, 5
IN_PLAY = ("active", "consumed")

NAME_MOST, LINE_MOST = 60, 240


class Fragment(Face, frozen=True):
    """A piece of a detective's past that somebody else told."""

    text: str
    narrator: Seat
    kind: str
    trigger: str


class Element(Face, frozen=True):
    """Something bought into the scene, which its narrator has to use."""

    kind: str
    by: Seat
    text: str


class Explained(Face, frozen=True):
    """What an item was taken for until somebody showed it in a new light, and the words they used."""

    by: Seat
    questions: tuple[str, ...]
    evidence: bool
    refuted: bool
    text: str


class Suspect(Face, frozen=True):
    """Somebody who may have done it."""

    name: str
    standing: str = "open"  # open, implicated, cleared
    note: str = ""
    initial: bool = False


class FollowUp(Face, frozen=True):
    """A conflict still to come, and the scene it flows from."""

    problem: str
    question: str
    present: tuple[Seat, ...]
    opening: bool = False


class Result(Face, frozen=True):
    """How a conflict came out for one detective."""

    seat: Seat
    success: bool
    against: str
    step: str
    award: int = 0
    difference: int = 0
    hurt: tuple[str, ...] = ()
    steps: tuple[Compared, ...] = ()  # of the comparison with the hand in `against`


class Former(Face, frozen=True):
    """A detective whose file has been put away."""

    seat: Seat
    identity: str
    persona: str
    muse: str
    status: str


class Course(Noun):
    """Where the game stands."""

    gm: Public[Seat] = ""
    circle: Public[tuple[Seat, ...]] = ()  # the players clockwise from the GM's left
    phase: Public[str] = "safety"
    lines: Public[tuple[str, ...]] = ()
    veils: Public[tuple[str, ...]] = ()
    paused: Public[bool] = False
    investigation: Public[int] = 0  # the number of the case being worked on
    investigation_count: Public[int] = 0
    first: Public[Seat] = ""
    turn: Public[Seat] = ""
    pending: Public[dict[Seat, FollowUp]] = {}
    owed: Public[tuple[Seat, ...]] = ()  # Flaw and Fear tests, in the order they will be held
    leaving: Public[tuple[Seat, ...]] = ()
    gone: Public[tuple[Seat, ...]] = ()
    former: Public[tuple[Former, ...]] = ()
    going_on: Public[bool] = True


class Detective(Noun):
    """A detective's file."""

    owner: Public[Seat]
    identity: Public[str] = ""
    persona: Public[str] = ""
    muse: Public[str] = ""
    core: Public[int] = 3
    attributes: Public[dict[str, int]] = {}
    flaw: Public[int] = 1
    fear: Public[int] = 1
    talents: Public[dict[str, int]] = {}
    hurt: Public[tuple[str, ...]] = ()
    cinema: Public[int] = START_CINEMA
    status: Public[str] = "none"  # none, active, consumed, released, dead, retired, absent
    consumed_by: Public[str] = ""
    failures: Public[int] = 0
    last_fragment_by: Public[Seat] = ""
    fragments: Public[tuple[Fragment, ...]] = ()
    raised: Public[tuple[str, ...]] = ()  # since the scene ended
    last_scene: Public[bool] = False
    remarks: Public[tuple[str, ...]] = ()
    damage_in_tests: Public[bool] = False  # as the table has chosen (UT-R-45)

    @property
    def in_play(self) -> bool:
        return self.status in IN_PLAY

    def counts(self, score: str) -> int:
        """A score as it counts in a conflict: one lower while it is marked, never below 0. (UT-DMG-04)"""
        level = self.level(score)
        return level - 1 if level and score in self.hurt else level

    def level(self, score: str) -> int:
        if score in self.talents:
            return self.talents[score]
        return self.core if score == CORE else self.attributes[score]

    @property
    @shown
    def hurt_count(self) -> dict[str, int]:
        """What the marked scores count when they are next used. (UT-DMG-04)"""
        return {score: self.counts(score) for score in self.hurt}

    @property
    @shown
    def resistance(self) -> dict[str, int]:
        """The base of either test: failures until the next one of that kind is fatal. (UT-TEST-04)"""
        return {"Flaw": self._holds_off("Flaw", self.flaw), "Fear": self._holds_off("Fear", self.fear)}

    def _holds_off(self, kind: str, worn: int) -> int:
        """Core and the attribute that resists, less what wears it down. (UT-TEST-04, UT-DMG-06, UT-R-45)"""
        attribute = RESISTS[kind]
        marks = (CORE in self.hurt) + (attribute in self.hurt) if self.damage_in_tests else 0
        return self.core + self.attributes.get(attribute, 0) - worn - marks

    @property
    @shown
    def steps_to_release(self) -> int:
        """Advances still needed. (UT-ADV-02)"""
        return MOST_CORE - self.core + self.flaw + self.fear


class Robot(Noun):
    """A detective's robot partner."""

    partner: Public[Seat]
    player: Public[Seat] = ""
    designation: Public[str] = ""
    nickname: Public[str] = ""
    manner: Public[str] = ""
    tokens: Public[int] = START_TOKENS

    @property
    def called(self) -> str:
        return f"{self.designation} “{self.nickname}”" if self.nickname else self.designation


class Notebook(Noun):
    """Notes that nobody else reads: a detective's private remarks, or the GM's plans."""

    owner: Public[Seat]
    notes: Own[tuple[str, ...]] = ()


class Case(Noun):
    """An investigation's file."""

    number: Public[int]
    crime: Public[str] = ""
    muses: Public[tuple[str, ...]] = ()
    major: Public[bool] = False
    required: Public[int] = 1  # evidence needed for each question: 2 for a major crime (UT-ARR-07)
    evidence: Public[dict[str, int]] = dict.fromkeys(QUESTIONS, 0)  # what the file holds for each question
    crime_points: Public[int] = 0
    status: Public[str] = "open"  # open, arrest, closed, discontinued, escaped
    suspects: Public[tuple[Suspect, ...]] = ()
    facts: Public[tuple[str, ...]] = ()
    items: Public[int] = 0
    scenes: Public[int] = 0  # played so far, the running one included; tests are not counted
    arrested: Public[str] = ""
    proposer: Public[Seat] = ""
    secured: Public[bool] = False
    presented: Public[tuple[str, ...]] = ()
    struck: Public[tuple[str, ...]] = ()
    roll: Public[str] = ""

    @property
    @shown
    def answered(self) -> tuple[str, ...]:
        """The questions with evidence enough. (UT-ARR-07, UT-R-80)"""
        required = self.required
        return tuple([question for question, count in self.evidence.items() if count >= required])

    @property
    def open_questions(self) -> tuple[str, ...]:
        answered = self.answered
        return tuple([question for question in QUESTIONS if question not in answered])


class Item(Noun):
    """A clue or a piece of evidence in a case file."""

    author: Public[Seat]
    text: Public[str]
    questions: Public[tuple[str, ...]] = ()
    evidence: Public[bool] = False
    kind: Public[str] = ""  # physical, suspect, witness
    refuted: Public[bool] = False
    concerns: Public[str] = ""
    origin: Public[str] = "found"  # found, starting, lead
    scene: Public[int] = 0  # of the case, counted from 1
    follows: Public[str] = ""  # the item that was followed up when this one was found
    history: Public[tuple[Explained, ...]] = ()

    @property
    @shown
    def reads(self) -> str:
        """By its newest reading: what somebody last said it really is. (UT-CLUE-04)"""
        if not self.history:  # most of them
            return self.text
        return next((light.text for light in reversed(self.history) if light.text), self.text)

    @property
    @shown
    def counts_for(self) -> tuple[str, ...]:
        """The questions it is evidence for; mere clues and red herrings count for none. (UT-ARR-07)"""
        return self.questions if self.evidence and not self.refuted else ()


class Scene(Noun):
    """The scene being played; a Flaw or Fear test is one too."""

    kind: Public[str]  # opening, trail, follow_up, arrest, test
    player: Public[Seat]
    present: Public[tuple[Seat, ...]] = ()
    robots: Public[tuple[Seat, ...]] = ()  # the partners whose robots are there
    pursued: Public[str] = ""
    framed: Public[str] = ""  # as the GM set it; empty until then, or if it was told aloud
    question: Public[str] = ""
    typed_by_winner: Public[bool] = False  # the clue's type is settled after a success (UT-R-26, UT-R-82)
    rerolls: Public[int] = 0
    problem: Public[str] = ""
    elements: Public[tuple[Element, ...]] = ()
    conflicts: Public[int] = 0
    asking: Public[tuple[Seat, ...]] = ()
    refused: Public[tuple[Seat, ...]] = ()
    triggers: Public[tuple[Seat, ...]] = ()  # one entry for each Muse draw and redraw
    again: Public[bool] = False  # a follow-up conflict comes at once
    cut: Public[bool] = False
    over: Public[bool] = False


class Conflict(Noun):
    """One pass through the stages C0 to C13."""

    stage: Public[str] = "intents"
    by_robot: Public[Seat] = ""  # the partner whose robot opened it
    detectives: Public[tuple[Seat, ...]] = ()
    intents: Public[dict[str, str]] = {}
    capture: Public[dict[Seat, bool]] = {}
    gm_in: Public[bool] = False
    robots: Public[tuple[Seat, ...]] = ()  # partners against whom a robot intervened
    opposition: Public[dict[Seat, tuple[str, ...]]] = {}
    related: Public[bool] = True
    attributes: Public[dict[Seat, str]] = {}
    talents: Public[dict[Seat, tuple[str, ...]]] = {}
    vetoed: Public[dict[Seat, tuple[str, ...]]] = {}
    disapproved: Public[dict[Seat, tuple[Seat, ...]]] = {}
    extra: Public[dict[Seat, int]] = {}
    crime_points: Public[int] = 0
    spent: Public[dict[Seat, dict[str, int]]] = {}  # Cinema by what it was spent on: "help", or a side
    muse_used: Public[tuple[Seat, ...]] = ()
    redrawn: Public[tuple[Seat, ...]] = ()
    results: Public[tuple[Result, ...]] = ()
    holder: Public[Seat] = ""
    holds_as: Public[str] = ""  # detective, robot, gm, seized
    reexplained: Public[int] = 0
    turn_of_events: Public[str] = ""  # no_and, no_but, escape

    @property
    def succeeded(self) -> tuple[Seat, ...]:
        return tuple(result.seat for result in self.results if result.success)

    def result(self, seat: Seat) -> Result:
        return next(result for result in self.results if result.seat == seat)


class Trial(Noun):
    """A Flaw or Fear test."""

    seat: Public[Seat]
    card: Public[str] = ""
    kind: Public[str] = ""
    base: Public[int] = 0
    trigger: Public[str] = ""
    outcome: Public[str] = ""  # passed, failed, consumed
    steps: Public[tuple[Compared, ...]] = ()  # of the comparison with the GM's hand
    narrator: Public[Seat] = ""


class Deck(Noun):
    """The cards of one conflict or test. (UT-DECK-01..05)"""

    pile: Public[Bag] = Bag(DECK)
    discards: Public[tuple[str, ...]] = ()
    aside: Public[tuple[str, ...]] = ()  # the card that told the kind of test
    decks: Public[int] = 1
    revealed: Public[bool] = False


class Cards(Noun):
    """A hand: face down for its owner alone until the reveal."""

    owner: Public[Seat]
    side: Public[str]
    cards: Public[Hand] = Hand()
    declared: Public[tuple[str, ...]] = ()  # what its Jokers stand for, where their owner says so

    @property
    @owner_sees
    def counts(self) -> Ranked | None:
        """How it counts, for its owner until the reveal. (UT-HAND-01)"""
        return ranked(self.cards.down, ()) if self.cards.down else None

    @property
    @shown
    def ranked(self) -> Ranked | None:
        """How it counts, from the reveal on. (UT-HAND-03..05)"""
        return ranked(self.cards.up, self.declared) if self.cards.up else None

    @property
    def faces(self) -> tuple[str, ...]:
        return self.cards.down + self.cards.up

    def __len__(self) -> int:
        return len(self.cards)


def robot_side(partner: Seat) -> str:
    return f"robot_{partner}"


@lru_cache
def around(circle: tuple[Seat, ...], first: Seat) -> tuple[Seat, ...]:
    """The whole circle, clockwise from this seat. Asked all the time, and it hardly ever changes."""
    place = circle.index(first)
    return circle[place:] + circle[:place]


def evidence_in(items: Iterable[Item]) -> dict[str, int]:
    """How many of these are evidence for each question. (UT-ARR-07)"""
    counts = dict.fromkeys(QUESTIONS, 0)
    for item in items:
        for question in item.counts_for:
            counts[question] += 1
    return counts


class Utopolis(Table[Options]):
    """A Utopolis table: handles to its nouns, and the lookups the rules share."""

    def __init__(self, options: Options, seats: Sequence[Seat], names: Mapping[Seat, str], chance: Chance) -> None:
        super().__init__(options, seats, names, chance)
        self.course = self.put("course", Course())
        self.detective: dict[Seat, Detective] = {}
        self.robot: dict[Seat, Robot] = {}
        self.notebook = {seat: self.put(f"notebook/{seat}", Notebook(owner=seat)) for seat in seats}
        self.cases: list[Case] = []
        self.items: list[Item] = []  # of the open case
        self.scene: Scene
        self.conflict: Conflict
        self.trial: Trial
        self.deck: Deck
        self.hands: dict[str, Cards] = {}

    # -- people

    @property
    def gm(self) -> Seat:
        return self.course.gm

    @property
    def circle(self) -> tuple[Seat, ...]:
        """The players, clockwise from the GM's left. (UT-SETUP-02)"""
        return self.course.circle

    @property
    def staying(self) -> tuple[Seat, ...]:
        """The players who have not left the table. (UT-R-66)"""
        course = self.course
        return tuple([seat for seat in course.circle if seat not in course.gone]) if course.gone else course.circle

    @property
    def investigators(self) -> tuple[Seat, ...]:
        """The players with a detective in play, clockwise from the GM's left. (UT-SCENE-15)"""
        detective = self.detective
        return tuple([seat for seat in self.course.circle if detective[seat].status in IN_PLAY])

    def clockwise(self, seat: Seat) -> tuple[Seat, ...]:
        """The other players, clockwise from this one."""
        return around(self.course.circle, seat)[1:]

    def from_scene_player(self, seats: Container[Seat]) -> tuple[Seat, ...]:
        """These seats, the scene player first and then clockwise. (UT-DECK-04, UT-INV-09)"""
        return tuple([seat for seat in around(self.course.circle, self.scene.player) if seat in seats])

    def present(self) -> tuple[Seat, ...]:
        """The detectives in the scene, the scene player's first."""
        scene, detective = self.scene, self.detective
        there = scene.present
        if len(there) == 1:  # most scenes are one detective's own
            return there if detective[there[0]].status in IN_PLAY else ()
        clockwise = around(self.course.circle, scene.player)
        return tuple([seat for seat in clockwise if seat in there and detective[seat].status in IN_PLAY])

    def robots_present(self) -> tuple[Seat, ...]:
        """The partners whose robots are in the scene. (UT-R-06)"""
        robots = self.scene.robots
        return tuple([seat for seat in self.present() if seat in robots])

    def called(self, seat: Seat) -> str:
        """A detective's name, or the player's where there is none yet."""
        found = self.detective.get(seat)
        return found.identity if found and found.identity else self.name(seat)

    def side_name(self, side: str) -> str:
        """Whose hand it is, in words."""
        if side == GM:
            return "the GM"
        return self.robot[side.removeprefix("robot_")].called if side.startswith("robot_") else self.called(side)

    # -- the case

    @property
    def case(self) -> Case:
        return self.cases[self.course.investigation - 1]

    def record(self, item: Item) -> Item:
        """Put an item into the open case file. (UT-CLUE-01)"""
        case = self.case
        case.items += 1
        item.scene = case.scenes
        self.items.append(self.put(f"item/{case.number}/{case.items}", item))
        self.count_evidence()
        return item

    def count_evidence(self) -> None:
        """What the open file holds for each question. (UT-ARR-07)"""
        self.case.evidence = evidence_in(self.items)

    def item(self, key: str) -> Item:
        noun = self.nouns[key]
        assert isinstance(noun, Item)
        return noun

    def items_of(self, case: Case) -> list[Item]:
        return [self.item(f"item/{case.number}/{number}") for number in range(1, case.items + 1)]

    # -- pools

    def pay_cinema(self, seat: Seat, points: int = 1) -> None:
        self.detective[seat].cinema -= points

    def add_element(self, kind: str, by: Seat, text: str) -> None:
        self.scene.elements = (*self.scene.elements, Element(kind, by, text))


def named(keys: Iterable[str]) -> tuple[Option, ...]:
    """Choices whose keys are their names."""
    return tuple([Option(key, key) for key in keys])
