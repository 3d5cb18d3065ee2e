"""What lies on a Lost Days table, and who may see it: nearly everything is open. (Ledger 3, LD-SETUP-06)"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Annotated

from mneme.engine.chance import Chance
from mneme.engine.prompts import Option, Pick, Seat
from mneme.engine.state import Audience, Face, Noun, Public, shown
from mneme.engine.table import Table
from mneme.games.lost_days import odds, words
from mneme.games.lost_days.dice import FIRST, SECOND
from mneme.games.lost_days.options import Options

START_COINS, ROUND_COIN, CREATION_ROUNDS, CROWN_COIN = 11, 1, 4, 1  # ledger 8.4
OPPOSITION_DICE, NEW_MEMORY_COST, TAINT_COIN = 3, 1, 1
THEMES = ("T1", "T2", "T3", "T4")
SANE, DOOMED, OUT, LEFT = "sane", "doomed", "out", "left"
IN_THE_STORY = (SANE, DOOMED)
PAST_IT = -1  # an elf past the line bears no more strain
POOL, ASIDE, OWNED, MARKET = "pool", "aside", "owned", "market"
CANDIDATE, TRUE, PRETENDER = "candidate", "true", "pretender"

NAME_MOST, MEMORY_MOST, LINE_MOST = 40, 240, 300  # characters
OTHER_SIDE = {FIRST: SECOND, SECOND: FIRST}


class Course(Noun):
    """Where the game stands. `flows` says what the bank has given (and taken back), by event. (Ledger 2.17)"""

    phase: Public[str] = "setup"  # setup, creation, crowning, play, ended
    session: Public[int] = 0
    king: Public[Seat] = ""
    caretaker: Public[Seat] = ""  # who last held the throne; after one who has left, the next clockwise
    story: Public[str] = ""
    stories: Public[tuple[str, ...]] = ()
    order: Public[tuple[Seat, ...]] = ()
    framed: Public[tuple[Seat, ...]] = ()
    framing: Public[Seat] = ""  # whose scene of this cycle runs; it is the last of `framed`
    interrupts: Public[tuple[Seat, ...]] = ()  # new kings who are owed a scene
    selectors: Public[tuple[Seat, ...]] = ()  # who selected first, round by round
    last_picker: Public[Seat] = ""
    scenes: Public[int] = 0
    in_conflict: Public[bool] = False
    flows: Public[dict[str, int]] = {}
    last: Public[Seat] = ""  # whose elf is left when the game is over

    @property
    @shown
    def played(self) -> int:
        """The scenes that were set. A table that ends the game by agreement does so before the next is. (LD-Q57)"""
        stopped = self.phase == "ended" and not self.last
        return max(self.scenes - 1, 0) if stopped else self.scenes


class Elf(Noun):
    """A character card: a name, what was noted on it, and the coins of madness. (LD-SETUP-03, -05, -07)"""

    owner: Public[Seat]
    name: Public[str] = ""
    notes: Public[tuple[str, ...]] = ()
    status: Public[str] = SANE
    purse: Public[int] = 0
    madness: Public[int] = 0
    held: Public[int] = 0  # coins on its memories
    bears: Public[int] = 0  # how much more strain it can bear; below 0 it is past the line
    candidate_written: Public[bool] = False
    leaving: Public[bool] = False


class Moment(Face, frozen=True):
    """One line of a memory's life: what became of it, through whom, in which scene (0: before the first)."""

    kind: str  # written, won, aside, market, conflict, tribute, sold, traded, left
    text: str
    seat: Seat
    coins: int  # what lay on it then
    scene: int


class Memory(Noun):
    """A memory card. Its value is the number of coins on it. (LD-MEM-03, -06)"""

    text: Public[str]
    author: Public[Seat]
    theme: Public[str]
    coins: Public[int] = 0
    place: Public[str] = POOL
    holder: Public[Seat] = ""
    kingship: Public[str] = ""
    tainted: Public[bool] = False
    toll: Public[int] = 0  # coins of madness for whoever gains it now
    life: Public[tuple[Moment, ...]] = ()


class Auction(Face, frozen=True):
    """How an auction went: the hands as they opened, and who won for how much (nobody: it failed)."""

    memory: str
    bids: dict[Seat, int]
    winner: Seat
    price: int


class Round(Noun):
    """One round of creation: its cards, its auction, its raises."""

    number: Public[int]
    theme: Public[str]
    step: Public[str] = "writing"  # writing, reading, picking, bidding, raising, taking
    extra_writer: Public[Seat] = ""
    selector: Public[Seat] = ""
    winners: Public[tuple[Seat, ...]] = ()
    failed: Public[tuple[str, ...]] = ()  # since the last win
    card: Public[str] = ""
    bidders: Public[tuple[Seat, ...]] = ()
    bids: Public[dict[Seat, int]] = {}  # of the card that is up, once the hands are open
    high: Public[int] = 0
    top: Public[Seat] = ""  # who holds the highest raise
    still_in: Public[tuple[Seat, ...]] = ()
    declined: Public[tuple[Seat, ...]] = ()  # who was level and has let it go
    volunteers: Public[tuple[Seat, ...]] = ()
    auctions: Public[tuple[Auction, ...]] = ()  # those that are over


class Scene(Noun):
    """A scene of the stack. The topmost is being played; those beneath are paused. (LD-KING-18)"""

    number: Public[int]
    framer: Public[Seat]
    kind: Public[str]  # personal, story, interrupt, adversity
    text: Public[str] = ""
    present: Public[str] = ""
    intent: Public[str] = ""
    conflict_used: Public[bool] = False
    as_elf: Public[bool] = True  # the framer's elf was in play when the scene began
    doomed_before: Public[bool] = False


class Offered(Face, frozen=True):
    """A memory somebody has brought into a conflict."""

    memory: str
    how: str
    accepted: bool


class Coin(Face, frozen=True):
    """A coin of influence: whose, from where to where, and what it did to which die of a side."""

    by: Seat
    source: str  # purse, their_madness, own_madness
    landed: str  # stake, bank
    effect: str  # reroll, extra
    side: str
    die: int  # its place among the side's dice
    was: int  # 0: it was not there before
    now: int


class Conflict(Noun):
    """Two sides. The first is the challenger; the second is an elf, or (no seat) the opposition. (LD-CONF-01)"""

    framer: Public[Seat]
    first: Public[Seat]
    second: Public[Seat] = ""
    runner: Public[Seat] = ""  # who runs the opposition
    royal: Public[bool] = False  # whether the runner was the reigning king when it was set up (LD-KING-11)
    stake: Public[str] = ""
    scope: Public[str] = ""
    wants: Public[str] = ""
    framed: Public[tuple[str, str]] = ("", "")  # scope and wants as the framer first put them
    worded_by: Public[Seat] = ""
    countered: Public[bool] = False
    agreed: Public[bool] = False
    dropped: Public[bool] = False
    drop_asked: Public[tuple[Seat, ...]] = ()
    turn: Public[str] = FIRST
    done: Public[tuple[str, ...]] = ()
    offers: Public[dict[str, tuple[Offered, ...]]] = {FIRST: (), SECOND: ()}
    in_use: Public[dict[str, tuple[str, ...]]] = {FIRST: (), SECOND: ()}
    pools: Public[dict[str, int]] = {FIRST: 0, SECOND: 0}  # the dice each side rolls, as things stand
    dice: Public[dict[str, tuple[int, ...]]] = {}
    leader: Public[str] = ""
    margin: Public[int] = 0
    matched: Public[dict[str, tuple[int, ...]]] = {}  # places of the dice set aside as equal (LD-ROLL-04)
    counting: Public[tuple[int, ...]] = ()  # places of the leader's dice that make the margin
    brings: Public[dict[str, tuple[str, ...]]] = {}  # what each die has yet to bring its side: gain, strain, nothing
    winner: Public[str] = ""  # who leads when influence is over: a side, or none
    influencer: Public[Seat] = ""
    passed: Public[tuple[Seat, ...]] = ()  # since the last coin
    turns: Public[int] = 0
    coins: Public[tuple[Coin, ...]] = ()
    coins_this_turn: Public[int] = 0
    step: Public[str] = "wording"  # wording, memories, influence, outcome, tribute, gain, strain

    def player(self, side: str) -> Seat:
        """Who speaks for a side."""
        return self.first if side == FIRST else self.second or self.runner

    def in_person(self, side: str) -> bool:
        return side == FIRST or bool(self.second)

    def side_of(self, seat: Seat) -> str:
        """The side this player speaks for; none for a bystander."""
        if seat == self.first:
            return FIRST
        return SECOND if seat == self.player(SECOND) else ""


class Trade(Noun):
    """An offer between two players; the others learn of it when it is carried out. (LD-TRADE-01)"""

    pair: tuple[Seat, ...]
    proposer: Annotated[Seat, Audience("pair")]
    partner: Annotated[Seat, Audience("pair")]
    give: Annotated[tuple[str, ...], Audience("pair")] = ()
    give_coins: Annotated[int, Audience("pair")] = 0
    take: Annotated[tuple[str, ...], Audience("pair")] = ()
    take_coins: Annotated[int, Audience("pair")] = 0
    promise: Annotated[str, Audience("pair")] = ""


class LostDays(Table[Options]):
    """A Lost Days table: handles to its nouns, and the lookups the rules share."""

    def __init__(self, options: Options, seats: Sequence[Seat], names: Mapping[Seat, str], chance: Chance) -> None:
        super().__init__(options, seats, names, chance)
        self.course = self.put("course", Course())
        self.elf = {seat: self.put(f"elf/{seat}", Elf(owner=seat)) for seat in seats}
        self.cards: list[Memory] = []
        self.hands: dict[Seat, tuple[Memory, ...]] = dict.fromkeys(seats, ())  # who remembers what, as it was written
        self.sales: dict[Seat, Pick] = {}  # what each could sell, until it is weighed again
        self.trades: dict[str, Trade] = {}  # by key, those that are open
        self.stack: list[Scene] = []
        self.round: Round
        self.conflict: Conflict

    # -- seats

    @property
    def players(self) -> tuple[Seat, ...]:
        """Everyone still at the table, in seating order."""
        return tuple([seat for seat, elf in self.elf.items() if elf.status != LEFT])

    @property
    def active(self) -> tuple[Seat, ...]:
        """The players whose elf is in the story."""
        return tuple([seat for seat, elf in self.elf.items() if elf.status in IN_THE_STORY])

    def is_here(self, seat: Seat) -> bool:
        """Whether a player is still at the table."""
        return self.elf[seat].status != LEFT

    def is_active(self, seat: Seat) -> bool:
        return bool(seat) and self.elf[seat].status in IN_THE_STORY

    def clockwise(self, seat: Seat) -> tuple[Seat, ...]:
        """The others still at the table, from this one's left."""
        return tuple([other for other in self.after(seat) if self.elf[other].status != LEFT])

    def from_seat(self, seat: Seat) -> tuple[Seat, ...]:
        """Everyone at the table, beginning with this seat."""
        return tuple([other for other in (seat, *self.after(seat)) if self.elf[other].status != LEFT])

    @property
    def throne(self) -> Seat:
        """The king; with the throne vacant its caretaker. (LD-KING-13)"""
        return self.course.king or self.course.caretaker

    @property
    def ended(self) -> bool:
        return self.course.phase == "ended"

    # -- memories

    def new_memory(self, text: str, author: Seat, theme: str, place: str) -> Memory:
        card = Memory(text=text, author=author, theme=theme, place=place)
        self.cards.append(self.put(f"memory/{len(self.cards) + 1}", card))
        return card

    def memory(self, key: str) -> Memory:
        noun = self.nouns[key]
        assert isinstance(noun, Memory)
        return noun

    def owned(self, seat: Seat) -> tuple[Memory, ...]:
        return self.hands[seat]

    def at(self, place: str) -> list[Memory]:
        return [card for card in self.cards if card.place == place]

    @property
    def true_memory(self) -> Memory | None:
        """The true Memory of Kingship."""
        return next((card for card in self.cards if card.kingship == TRUE), None)

    def wealth(self, seat: Seat) -> int:
        """Purse and memory coins; madness is not wealth."""
        return self.elf[seat].purse + self.elf[seat].held

    def is_destitute(self, seat: Seat) -> bool:
        return self.elf[seat].status == SANE and self.wealth(seat) == 0

    def move(self, card: Memory, place: str, holder: Seat = "") -> None:
        """A memory lies somewhere else from now on. (LD-MEM-06)"""
        before, card.place, card.holder = card.holder, place, holder
        self.price_the_taint(card)
        for seat in (before, holder):
            if seat:
                self.hands[seat] = tuple([memory for memory in self.cards if memory.holder == seat])
                self.weigh(seat)

    def taint(self, card: Memory) -> None:
        """A memory that an elf went mad with; nothing makes it clean. (LD-MAD-08)"""
        card.tainted = True
        self.price_the_taint(card)

    def price_the_taint(self, card: Memory) -> None:
        """Whoever gains a tainted memory takes a coin of madness with it. (LD-MAD-09, LD-Q45)"""
        if card.tainted:
            card.toll = TAINT_COIN if card.place == MARKET or self.options.taint == "every_gain" else 0

    def lay_coins(self, card: Memory, coins: int) -> None:
        """Coins are laid on a memory, or taken off it. (LD-MEM-03)"""
        card.coins += coins
        if card.holder:
            self.weigh(card.holder)

    def madden(self, seat: Seat, coins: int) -> None:
        """Coins are laid on a character card, or taken off it. (LD-MAD-01)"""
        self.elf[seat].madness += coins
        self.weigh(seat)

    def weigh(self, seat: Seat) -> None:
        """What an elf's memories hold, and how much strain that lets it bear. Past the line is past it for good.

        (LD-MAD-01, -04, LD-STRAIN-01)
        """
        elf = self.elf[seat]
        self.sales.pop(seat, None)
        held = sum([card.coins for card in self.hands[seat]])
        bears = max(odds.safe_strain(held, elf.madness), PAST_IT) if elf.status == SANE else PAST_IT
        if (held, bears) != (elf.held, elf.bears):
            elf.held, elf.bears = held, bears

    # -- trades

    def lay_offer(self, key: str, trade: Trade) -> None:
        """Between two; a new one takes the place of the old."""
        self.trades[key] = self.put(key, trade)

    def drop_offer(self, key: str) -> None:
        if key in self.trades:
            del self.trades[key]
            self.remove(key)

    # -- coins

    def bank(self, event: str, coins: int) -> None:
        """The bank gives coins for an event, or takes them back. (Ledger 2.17)"""
        if coins:
            self.course.flows = {**self.course.flows, event: self.course.flows.get(event, 0) + coins}

    # -- scenes

    @property
    def scene(self) -> Scene:
        return self.stack[-1]

    @property
    def scene_number(self) -> int:
        """The scene that is being played, or the last one; 0 before the first."""
        return self.scene.number if self.stack else self.course.scenes

    def push(self, scene: Scene) -> Scene:
        self.stack.append(self.put(f"scene/{len(self.stack) + 1}", scene))
        self.course.scenes = scene.number
        return scene

    def pop(self) -> None:
        self.remove(f"scene/{len(self.stack)}")
        self.stack.pop()

    # -- words

    def called(self, seat: Seat) -> str:
        """The elf, by name; until it has one, the player."""
        return self.elf[seat].name or self.name(seat)

    def elf_options(self, seats: Iterable[Seat]) -> tuple[Option, ...]:
        return tuple(Option(seat, self.called(seat), self.name(seat)) for seat in seats)


def marks(card: Memory) -> str:
    """`3 coins, tainted, Memory of Kingship`"""
    return marked(card.coins, card.tainted, card.kingship)


@cache  # whoever may sell or trade is told this of every memory, over and over, and there are few such notes
def marked(coins: int, tainted: bool, kingship: str, needed: bool = False) -> str:
    """The same, with a warning where the mind would not bear to be without it."""
    return words.joined(
        words.count_coins(coins),
        words.TAINTED if tainted else "",
        words.OF_KINGSHIP if kingship in (CANDIDATE, TRUE) else "",
        words.PAST_THE_LINE if needed else "",
    )


def quoted(card: Memory) -> str:
    """A memory in a sentence, with its mark while that still counts for something. (LD-CROWN-03)"""
    return words.marked_as(card.text, {CANDIDATE: words.OF_KINGSHIP, TRUE: words.THE_CROWN}.get(card.kingship, ""))


def memory_options(cards: Iterable[Memory], note: Callable[[Memory], str] = marks) -> tuple[Option, ...]:
    """Memories as choices, with what lies on them, or whatever else is worth knowing of them now."""
    return tuple([Option(card.noun_key, card.text, note(card)) for card in cards])
