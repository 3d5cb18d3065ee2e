"""What lies on a Know Thyself table, and who may see it. (Ledger section 3)"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated

from mneme.engine.chance import Chance
from mneme.engine.prompts import Option, Seat
from mneme.engine.state import Audience, Bag, Face, Noun, Public
from mneme.engine.table import Table
from mneme.games.know_thyself.cards import BLACK_CARDS, DECK, RED_CARDS
from mneme.games.know_thyself.content import ANYWHERE, GUEST_SUITE, NPCS, ROOMS, SKETCHES, Sketch
from mneme.games.know_thyself.options import Options

PHRASE_MOST, LINE_MOST, TEXT_MOST = 80, 240, 1_200  # characters
NOTES_KEPT = 40
_FULL_STOP = re.compile(r"(?<=\w{3})\.$")  # not that of an initial
LEAST_STAKE = 2  # KT-WAGER-07
ENDGAME_PER_GUEST = 8  # KT-END-02
MEMORIES_IN_ALL, MEMORIES_ON_ONE = 9, 5  # KT-END-03

ForMaster = Audience("master")


class Course(Noun):
    """Where the game stands."""

    phase: Public[str] = "setup"  # setup, creation, opening, explore, wager, endgame, over
    master: Public[Seat] = ""
    declined: Public[tuple[Seat, ...]] = ()  # who would rather not be the Master
    guests: Public[tuple[Seat, ...]] = ()  # the players whose guests are in play, in seat order
    creating: Public[tuple[Seat, ...]] = ()
    weighed: Public[Seat] = ""  # whose mirror the Master is looking into
    waiting: Public[tuple[Seat, ...]] = ()  # who leaves the next step in the Palace to the others (KT-MOVE-11)
    coming: Public[tuple[Seat, ...]] = ()  # who has agreed to the move that is being made
    going: Public[str] = ""  # where that move leads
    receiver: Public[Seat] = ""  # who has no Coins and is being covered
    uncovered: Public[tuple[Seat, ...]] = ()
    arrivals: Public[int] = 0  # arrival groups so far (KT-MOVE-04)
    settled: Public[tuple[int, ...]] = ()  # the groups that have settled a Wager on this visit (KT-MOVE-06)
    begun: Public[int] = 0  # Wagers begun, and
    wagers: Public[int] = 0  # Wagers settled
    spotlight: Public[dict[Seat, int]] = {}  # Wagers settled and moves made by each: a hint (KT-AMB-09)
    met: Public[tuple[str, ...]] = ()  # who and what has stood in the way so far
    called_at: Public[int] = -1  # how many Wagers were settled when the table last said no to ending early
    early: Public[bool] = False
    triggers: Public[tuple[str, ...]] = ()  # coins, master, memories, early
    returned: Public[tuple[Seat, ...]] = ()  # who has come late, with a new guest (KT-AMB-26)
    question: Public[int] = 0


class Coins(Noun):
    """The two piles that are nobody's guest's, and what all piles come to. (KT-COIN-01)"""

    master: Public[int] = 0  # without what is staked
    bank: Public[int] = 0
    total: Public[int] = 0
    to_beat: Public[int] = 0  # what a guest must have more than to win, if it ended now (KT-END-10)
    winning: Public[tuple[Seat, ...]] = ()  # those who do
    to_the_end: Public[int] = 0  # what the Master has yet to lose before everyone is called (KT-END-02)


class TrueName(Face, frozen=True):
    """The name beneath a room's name, and the two cards that gave it. (KT-NAME-01)"""

    adjective: str
    noun: str
    red: str
    black: str

    def __str__(self) -> str:
        return f"{self.adjective} {self.noun}"


class Palace(Noun):
    """The map as it fills up."""

    true_names: Public[dict[str, TrueName]] = {}
    effects: Public[dict[str, str]] = {}  # what a room does, once somebody has been there
    unseen: Public[tuple[str, ...]] = ()  # rooms just entered for the first time, which the Master has yet to show
    red: Public[Bag] = Bag(RED_CARDS)
    black: Public[Bag] = Bag(BLACK_CARDS)


class RoomCard(Face, frozen=True):
    """What the Master reads about a room where guests are."""

    look: str
    conflicts: tuple[str, ...]
    hooks: tuple[str, ...]
    npcs: tuple[str, ...]


class Desk(Noun):
    """The Master's side of the screen. (KT-NPC-01, -02)"""

    master: Public[Seat]
    rooms: Annotated[dict[str, RoomCard], ForMaster] = {}
    renamed: Annotated[dict[str, str], ForMaster] = {}
    notes: Annotated[tuple[str, ...], ForMaster] = ()


class Person(Face, frozen=True):
    """Somebody of the Palace, as the Master knows them."""

    epithet: str
    lines: tuple[str, ...]


class House(Noun):
    """Who lives here and what may happen in any room, for the Master alone. (KT-NPC-01..04, ledger 8.3)"""

    master: Public[Seat]
    people: Annotated[dict[str, Person], ForMaster] = {}
    anywhere: Annotated[RoomCard, ForMaster] = RoomCard("", (), (), ())


class Pool(Noun):
    """Attachments on cards, in the Hardcore variants. What is in the pile nobody knows. (KT-CHAR-20..24)"""

    pile: Public[Bag] = Bag()
    struck: Public[int] = 0
    looked_over: Public[tuple[Seat, ...]] = ()  # whose dealt cards the Master is looking over


class Guest(Noun):
    """One guest's sheet."""

    owner: Public[Seat]
    readers: Public[tuple[Seat, ...]]  # owner and Master: who sees Attachments before the Coins are fixed
    appearance: Public[str] = ""
    draft: Annotated[dict[str, str], Audience("readers")] = {}
    attachments: Public[dict[str, str]] = {}  # suit -> text
    dealt: Public[tuple[str, ...]] = ()
    change: Annotated[str, Audience("readers")] = ""  # what the Master would like to see changed
    figure: Public[int] = 0  # the Coins the Master proposes
    rewritten: Public[bool] = False
    award: Public[int] = 0
    coins: Public[int] = 0  # without what is staked
    letter_read: Public[bool] = False
    gathered: Public[bool] = False
    gate_open: Public[bool] = False  # won a Wager about leaving without the Attachments
    departed: Public[bool] = False
    room: Public[str] = GUEST_SUITE
    exit: Public[str] = "gate"  # free, toll, stuck, foot, gate: may the guest leave the room? (ledger 9.4)
    group: Public[int] = 0
    foot: Public[bool] = False
    freed_rooms: Public[tuple[str, ...]] = ()
    edges: Public[dict[str, str]] = {}
    edges_made: Public[int] = 0
    name: Public[str] = ""
    why: Public[str] = ""
    wager: Public[str] = ""
    epilogue: Public[str] = ""
    enough: Public[int] = 0  # the smallest last stake that would turn the loss into a win, or 0 (ledger 9.1, O7)
    last_wager: Public[int] = 0  # what was staked on it
    last_cards: Public[tuple[str, ...]] = ()  # the player's card and the Master's
    won: Public[bool] = False
    leaving: Public[bool] = False
    retired: Public[bool] = False


class Memory(Noun):
    """A line of somebody's past, on one Attachment. (KT-MEM-02..05)"""

    owner: Public[Seat]
    suit: Public[str]
    type: Public[str]
    room: Public[str]
    true_name: Public[str]
    text: Public[str]
    narrator: Public[Seat]
    wager: Public[int]
    invoked: Public[bool] = False
    added: Public[str] = ""  # what an Invoke has added; part of the Memory (KT-MEM-06)


class Wager(Noun):
    """The Wager that is open. (Ledger 3.3)"""

    room: Public[str]
    initiator: Public[Seat]
    opponent: Public[str]
    step: Public[int] = 1
    participants: Public[tuple[Seat, ...]] = ()
    wants: Public[dict[Seat, str]] = {}
    questions: Public[int] = 0  # how often the Master has asked what is meant
    conflicts: Public[tuple[Seat, ...]] = ()  # those for whom the Master has said that there is one
    out: Public[dict[Seat, str]] = {}  # no_conflict, backed_down
    issue: Public[dict[Seat, str]] = {}  # climb_down, climb_up, leave_things (KT-WAGER-12)
    counter: Public[str] = ""
    stake: Public[int] = 0
    accepted: Public[tuple[Seat, ...]] = ()
    master_side: Public[dict[Seat, int]] = {}
    player_side: Public[dict[Seat, int]] = {}
    brings: Public[dict[Seat, dict[str, int]]] = {}  # what each degree would bring, and a failure cost (KT-PAY-01, -02)
    helped: Public[dict[Seat, str]] = {}  # the Edge that its own player called
    hindered: Public[dict[Seat, str]] = {}  # the Edge that the Master called
    refused: Public[tuple[Seat, ...]] = ()  # for whom that came to nothing: there was no Coin for it (KT-AMB-13)
    deck: Public[Bag] = Bag(DECK)
    drawn: Public[dict[Seat, tuple[str, ...]]] = {}
    invoked: Public[dict[Seat, tuple[str, ...]]] = {}  # cards that came by invoking
    degree: Public[dict[Seat, str]] = {}  # what a win would be with the cards so far (KT-CARD-04)
    discards: Public[tuple[str, ...]] = ()
    stood: Public[tuple[Seat, ...]] = ()
    master_card: Public[str] = ""
    odds: Public[dict[Seat, dict[str, int]]] = {}  # in percent, beside the card to be decided on (ledger 9.1)
    result: Public[dict[Seat, str]] = {}  # full, partial, minor, failure
    due: Public[dict[Seat, dict[str, str]]] = {}  # the Memory to come: its type, and the suit it lands on
    choice: Public[str] = ""
    outcome_by: Public[dict[Seat, Seat]] = {}
    memory_of: Public[dict[Seat, str]] = {}
    flags: Public[tuple[str, ...]] = ()
    edges_of: Public[Seat] = ""  # whose Edges may be called, or changed, just now
    edge_changed: Public[bool] = False
    paid: Public[dict[Seat, int]] = {}

    def card(self, seat: Seat) -> str:
        """The card a player holds now."""
        return (*self.drawn[seat], *self.invoked.get(seat, ()))[-1]

    def holds(self, seat: Seat) -> bool:
        return bool(self.drawn.get(seat))

    def face_up(self) -> tuple[str, ...]:
        """Every card that has been seen and is not in the deck."""
        held = tuple(self.card(seat) for seat in self.drawn if self.holds(seat))
        return (*self.discards, *held, *((self.master_card,) if self.master_card else ()))

    def loses(self, seat: Seat) -> bool:
        return self.result.get(seat) == "failure"


class KnowThyself(Table[Options]):
    """A Know Thyself table: handles to its nouns, and the lookups the rules share."""

    def __init__(self, options: Options, seats: Sequence[Seat], names: Mapping[Seat, str], chance: Chance) -> None:
        super().__init__(options, seats, names, chance)
        self.course = self.put("course", Course())
        self.coins = self.put("coins", Coins())
        self.palace = self.put("palace", Palace())
        self.pool = self.put("pool", Pool())
        self.guest: dict[Seat, Guest] = {}
        self.memories: dict[Seat, list[Memory]] = {}
        self.desk: Desk
        self.house: House
        self.wager: Wager

    # -- people

    @property
    def master(self) -> Seat:
        return self.course.master

    @property
    def guests(self) -> tuple[Seat, ...]:
        """The players whose guests are in play, in seat order."""
        return self.course.guests

    def new_guest(self, seat: Seat) -> Guest:
        """A blank sheet: no name, no Edges, no Memories. (KT-CHAR-10)"""
        for memory in self.memories.get(seat, ()):
            self.remove(memory.noun_key)
        self.memories[seat] = []
        self.guest[seat] = self.put(f"guest/{seat}", Guest(owner=seat, readers=(seat, self.master)))
        return self.guest[seat]

    def in_room(self, room: str) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.guests if self.guest[seat].room == room)

    def whereabouts(self) -> dict[str, tuple[Seat, ...]]:
        """Every room with guests in it, and who they are."""
        rooms: dict[str, tuple[Seat, ...]] = {}
        for seat in self.course.guests:
            room = self.guest[seat].room
            rooms[room] = (*rooms.get(room, ()), seat)
        return rooms

    def called(self, seat: Seat) -> str:
        """The guest's name once it is known, and until then the player's; a full stop after it would end ours."""
        return _FULL_STOP.sub("", self.guest[seat].name) or self.name(seat)

    def lit(self, seats: Iterable[Seat]) -> None:
        """The light was on these guests once more. (KT-MOVE-11, KT-AMB-09)"""
        light = self.course.spotlight
        self.course.spotlight = {**light, **{seat: light.get(seat, 0) + 1 for seat in seats}}

    # -- Coins

    @property
    def wager_open(self) -> bool:
        return "wager" in self.nouns

    def owned(self, seat: Seat) -> int:
        """A player's Coins; what is staked still belongs to whoever staked it. (KT-COIN-02)"""
        staked = self.wager.player_side.get(seat, 0) if self.wager_open else 0
        return self.guest[seat].coins + staked

    def masters_coins(self) -> int:
        """The Master's Coins, staked ones too. (KT-COIN-02, KT-AMB-05)"""
        staked = sum(self.wager.master_side.values()) if self.wager_open else 0
        return self.coins.master + staked

    # -- Memories

    def remember(self, memory: Memory) -> Memory:
        """Write a Memory on its owner's sheet."""
        kept = self.memories[memory.owner]
        kept.append(self.put(f"memory/{memory.owner}/{len(kept) + 1}", memory))
        return memory

    def on_box(self, seat: Seat, suit: str) -> list[Memory]:
        return [memory for memory in self.memories[seat] if memory.suit == suit]

    def memory(self, key: str) -> Memory:
        noun = self.nouns[key]
        assert isinstance(noun, Memory)
        return noun

    # -- rooms

    def room_name(self, room: str) -> str:
        """`Garden of Undeserved Allegiance`, or plain `Garden` while nobody has been there. (KT-NAME-01)"""
        name = self.palace.true_names.get(room)
        return f"{ROOMS[room].name} of {name}" if name else ROOMS[room].name

    def room_place(self, room: str) -> str:
        """`on the Terrace of Lost Love`."""
        return f"{ROOMS[room].where} the {self.room_name(room)}"

    def lay_desk(self) -> None:
        """The Master's side of the screen, before any guest has woken."""
        self.desk = self.put("desk", Desk(master=self.master))
        self.house = self.put("house", House(master=self.master, people=PEOPLE, anywhere=room_card(ANYWHERE)))

    def open_cards(self) -> None:
        """The Master's desk shows the cards of the rooms where guests are. (KT-NPC-01)"""
        self.desk.rooms = {room: ROOM_CARDS[room] for room in self.whereabouts()}

    def room_options(self, rooms: Iterable[str]) -> tuple[Option, ...]:
        return tuple(Option(room, self.room_name(room)) for room in rooms)


def room_card(sketch: Sketch) -> RoomCard:
    return RoomCard(sketch.look, sketch.conflicts, sketch.hooks, sketch.npcs)


PEOPLE = {npc.name: Person(npc.epithet, npc.lines) for npc in NPCS.values()}
ROOM_CARDS = {room: room_card(sketch) for room, sketch in SKETCHES.items()}
