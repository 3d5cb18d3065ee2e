"""One table with all that belongs to it: seats, the game, talk, motions, safety. Built from its records alone.

Whatever is done is checked, carried out in memory, and laid in `news`; the hall keeps the news before anybody hears
of it. If that fails, the table is thrown away and built again from what was kept (design D8).
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec
from msgspec import UNSET, Struct

from mneme.bots.runner import NAMES, needed_seats
from mneme.engine import projection
from mneme.engine.entries import Entry, Header, Rename, Rewind, TakeBack, Talk
from mneme.engine.errors import BadFile, Refused
from mneme.engine.game import Game, read_options
from mneme.engine.log import Sitting
from mneme.engine.prompts import Seat, Wire, Words
from mneme.server import records, tokens
from mneme.server.errors import Denied
from mneme.server.records import (
    LONGEST_ABSENCE,
    SLOWEST_PACE,
    Agreed,
    Archived,
    BotIn,
    BotOut,
    Changed,
    Claimed,
    Dropped,
    Freed,
    Handed,
    Happening,
    Invited,
    Kind,
    Laid,
    Limited,
    LimitKind,
    Paused,
    Played,
    Proposed,
    Removed,
    Resumed,
    Revealed,
    Seen,
    Settings,
    Started,
    Struck,
    Unlimited,
)
from mneme.store import Record, State

SEATS = "abcdefghijklmnop"
REMEMBERED = 32  # command ids of each seat that are known again: far more than a client has on its way
MOST_LIMITS = 60
LIMIT_LENGTH = 200

Find = Callable[[str, int], Game]


class Place(Struct):
    """A seat at this table."""

    name: str = ""
    token: str = ""  # its digest
    bot: bool = False
    seen: int = 0

    @property
    def is_person(self) -> bool:
        return bool(self.token) and not self.bot

    @property
    def is_empty(self) -> bool:
        return not self.token and not self.bot


class OpenMotion(Struct):
    """Something the table is asked to agree to."""

    kind: Kind
    by: Seat = ""
    beat: int = 0
    agreed: dict[Seat, None] = {}


class OnlineTable:
    """A table as its records make it."""

    def __init__(self, name: str, game: Game, laid: Laid) -> None:
        self.name = name
        self.game = game
        self.laid = laid
        self.settings = laid.settings
        self.invite = laid.invite
        self.options = laid.options
        self.places: dict[Seat, Place] = {seat: Place() for seat in laid.seats}
        self.sitting: Sitting | None = None
        self.motions: dict[Kind, OpenMotion] = {}
        self.limits: dict[str, Limited] = {}  # by mark
        self.paused = False
        self.revealed = False
        self.archived = False
        self.last_at = laid.at
        self.number = 0  # of the last record
        self.news: list[Happening] = []  # done, but not yet kept
        self.to_strike: list[int] = []  # records whose text must go with the next news
        self.here: dict[Seat, int] = {}  # how many screens each seat has open; not part of the log
        self._ids: dict[Seat, dict[str, None]] = {}
        self._record_of = array("I")  # for every entry of the sitting, the record it is in

    @classmethod
    def load(cls, name: str, kept: Iterable[Record], find: Find) -> OnlineTable:
        """Build a table from its records."""
        table: OnlineTable | None = None
        for record in kept:
            happening = _read(record)
            if table is None:
                if not isinstance(happening, Laid):
                    raise BadFile(f"The log of table {name} does not begin with the table being laid.")
                table = cls(name, find(happening.game, happening.rules), happening)
            table.number = record.number
            table.apply(happening)
        if table is None:
            raise Denied("no_table", "There is no such table, or it is gone.")
        return table

    # -- what it is

    @property
    def state(self) -> State:
        if self.archived:
            return "archived"
        if self.sitting is None:
            return "open"
        return "over" if self.sitting.over else "playing"

    @property
    def host(self) -> Seat:
        """Whoever made the table, or the next person if that seat is empty now."""
        if self.places.get(self.laid.host, Place()).is_person:
            return self.laid.host
        return next(iter(self.people), self.laid.host)

    @property
    def people(self) -> list[Seat]:
        return [seat for seat, place in self.places.items() if place.is_person]

    @property
    def bots(self) -> list[Seat]:
        return [seat for seat, place in self.places.items() if place.bot]

    @property
    def game_on(self) -> Sitting:
        if self.sitting is None:
            raise Denied("not_started", "The game has not begun yet.")
        return self.sitting

    def seat_of(self, token: str) -> Seat | None:
        """The seat a token opens. Every seat is compared, so that the time tells nothing."""
        found = [seat for seat, place in self.places.items() if place.token and tokens.fits(token, place.token)]
        return found[0] if token and found else None

    def is_invited(self, invite: str) -> bool:
        return tokens.fits(invite, self.invite)

    def knows(self, seat: Seat, command: str) -> bool:
        """Whether this command was carried out already."""
        return command in self._ids.get(seat, ())

    def needed(self) -> list[Seat]:
        """The seats without whom the game cannot go on, whoever may know that."""
        return [] if self.sitting is None or self.sitting.over else needed_seats(self.sitting)

    # -- carrying out

    def do(self, happening: Happening) -> None:
        """Carry something out and lay it in the news."""
        self.number += 1
        self.apply(happening)
        self.news.append(happening)

    def apply(self, happening: Happening) -> None:
        match happening:
            case Played():
                self._note(happening)
                for entry in happening.entries:
                    self.game_on.apply(entry)
                    self._entered(entry)
            case Claimed(seat, token, name):
                self.places[seat] = Place(name=name, token=token, seen=self.places[seat].seen)
            case Freed(seat):
                self.places[seat] = Place()
            case Handed(seat, token):
                self.places[seat].token = token
                self.places[seat].bot = False
            case BotIn(seat):
                self.places[seat].bot = True
            case BotOut(seat):
                self.places[seat].bot = False
            case Removed(seat):
                del self.places[seat]
            case Started(header, at):
                self.sitting = Sitting(self.game, header)
                self.last_at = at
                for seat, name in header.names.items():
                    self.places[seat].name = name
            case Proposed(kind, by, beat):
                self.motions[kind] = OpenMotion(kind, by, beat, {by: None} if by else {})
                self._remember(by, happening.id)
            case Agreed(kind, seat):
                self.motions[kind].agreed[seat] = None
            case _:
                self._apply_rest(happening)

    def _apply_rest(self, happening: Happening) -> None:
        match happening:
            case Dropped(kind):
                self.motions.pop(kind, None)
            case Paused():
                self.paused = True
                self.motions["resume"] = OpenMotion("resume")
            case Resumed():
                self.paused = False
                self.motions.pop("resume", None)
            case Limited(_, _, mark):
                self.limits[mark] = happening
            case Unlimited(mark):
                self.limits.pop(mark, None)
            case Changed(settings):
                self.settings = settings
            case Invited(invite):
                self.invite = invite
            case Seen(seat, lines):
                self.places[seat].seen = lines
            case Revealed():
                self.revealed = True
            case Archived():
                self.archived = True
            case Laid() | Struck():
                pass

    def _note(self, played: Played) -> None:
        self.last_at = played.at
        self._remember(played.by, played.id)

    def _remember(self, seat: Seat, command: str) -> None:
        if command:
            known = self._ids.setdefault(seat, {})
            known[command] = None
            if len(known) > REMEMBERED:
                del known[next(iter(known))]

    def _entered(self, entry: Entry) -> None:
        self._record_of.append(self.number)
        if isinstance(entry, Rename):
            self.places[entry.seat].name = entry.name

    # -- playing

    def answer(self, seat: Seat, prompt: str, value: Wire, prompt_id: str | None, at: int, command: str = "") -> None:
        """Take an answer of a seat."""
        self.keep_entries(self.game_on.answer(seat, prompt, value, prompt_id), at, seat, command)

    def enter(self, entry: Entry, at: int, seat: Seat = "", command: str = "") -> None:
        """Carry out any other entry of the game's log."""
        self.keep_entries([self.game_on.apply(entry)], at, seat, command)
        if isinstance(entry, TakeBack | Rewind):
            # What was proposed about the story so far has lost its place.
            for kind in [kind for kind in ("rewind", "strike") if kind in self.motions]:
                self.do(Dropped(kind))

    def keep_entries(self, entries: Iterable[Entry], at: int, seat: Seat = "", command: str = "") -> None:
        """Lay in the news what the game has already taken."""
        played = Played(tuple(entries), at, seat, command)
        self.number += 1
        self._note(played)
        for entry in played.entries:
            self._entered(entry)
        self.news.append(played)

    def answer_for(self, seat: Seat, at: int) -> bool:
        """Give an empty chair's answer to what it must answer, where the question names one."""
        for pending in self.game_on.play.pending(seat):
            if pending.must and pending.prompt.default is not UNSET:
                self.answer(seat, pending.prompt.name, pending.prompt.default, None, at)
                return True
        return False

    def suggest(self, seat: Seat, to: Seat, text: str, at: int, command: str) -> None:
        """Offer words to somebody the table waits for. (ux N3)"""
        play = self.game_on.play
        if to == seat or to not in play.awaited():
            raise Denied("illegal", "You can offer words to somebody the table waits for.")
        if play.sealed:
            raise Denied("illegal", "Everyone chooses alone just now; offer your words afterwards.")
        self.enter(Talk(seat, "suggest", text, to), at, seat, command)

    # -- seats

    def claim(self, token: str, name: str, seat: Seat | None, at: int) -> Seat:
        """Sit down on an empty seat, or on one that a bot has kept for nobody in particular."""
        if self.archived or (self.sitting is not None and self.sitting.over):
            raise Denied("started", "This game is over; its seats are closed.")
        free = [other for other, place in self.places.items() if not place.token]
        free.sort(key=lambda other: self.places[other].bot)  # the empty ones first
        if seat is None and free:
            seat = free[0]
        if seat is None or seat not in free:
            raise Denied("taken", "Somebody sits there already." if free else "Every seat is taken.")
        clean = self.clean_name(name, seat)
        self.do(Claimed(seat, tokens.digest(token), clean))
        if self.sitting is not None:
            self.enter(Rename(seat, clean), at)
        return seat

    def clean_name(self, name: str, seat: Seat) -> str:
        """A name that can be shown and that nobody else here has."""
        try:
            clean = Words("name", "Your name", most=40).clean(name)
        except Refused as refused:
            raise Denied("malformed", f"That name cannot be used. {refused.sentence}") from refused
        taken = {place.name.casefold() for other, place in self.places.items() if other != seat}
        if clean.casefold() in taken:
            raise Denied("taken", f"Somebody here is called {clean} already; choose another name.")
        return clean

    def rename(self, seat: Seat, name: str, at: int, command: str) -> None:
        clean = self.clean_name(name, seat)
        if self.sitting is None:
            self.do(Claimed(seat, self.places[seat].token, clean))
        else:
            self.enter(Rename(seat, clean), at, seat, command)

    def leave(self, seat: Seat) -> None:
        """Get up: at once, without a reason. During a game the seat stays yours and a bot keeps it. (ux X8)"""
        if self.sitting is None:
            self.do(Freed(seat))
        elif not self.places[seat].bot:
            self.do(BotIn(seat))
        self.settle_motions(0)

    def come_back(self, seat: Seat) -> None:
        """Somebody with the seat's link is here: a bot that kept it gets up."""
        if self.places[seat].bot and self.places[seat].token:
            self.do(BotOut(seat))

    def hand_over(self, seat: Seat, token: str) -> None:
        self.do(Handed(seat, tokens.digest(token)))

    def put_bot(self, seat: Seat) -> None:
        place = self._place(seat)
        if place.bot:
            return
        if place.token and (self.sitting is None or self.here.get(seat)):
            raise Denied("taken", f"{place.name} sits there; a bot can keep the seat when they are away.")
        self.do(BotIn(seat))

    def take_bot(self, seat: Seat) -> None:
        if not self._place(seat).bot:
            raise Denied("illegal", "No bot keeps that seat.")
        if self.sitting is not None and not self.places[seat].token:
            raise Denied("started", "Somebody has to play that seat; invite a person to it instead.")
        self.do(BotOut(seat))

    def remove(self, seat: Seat) -> None:
        if self.sitting is not None:
            raise Denied("started", "The game has begun; its seats stay.")
        if not self._place(seat).is_empty:
            raise Denied("taken", "That seat is taken; only an empty one can be closed.")
        if len(self.places) - 1 not in self.game.seats:
            raise Denied("illegal", f"{self.game.title} needs at least {self.game.seats[0]} seats.")
        read_options(self.game, len(self.places) - 1, self.options)  # a table that could never begin is not closed in
        self.do(Removed(seat))

    def _place(self, seat: Seat) -> Place:
        if seat not in self.places:
            raise Denied("illegal", "There is no such seat at this table.")
        return self.places[seat]

    def start(self, at: int, *, fill: bool) -> None:
        """Lay the game for the seats there are. Empty ones get a bot if the host says so."""
        if self.sitting is not None:
            raise Denied("started", "The game has begun already.")
        empty = [seat for seat, place in self.places.items() if place.is_empty]
        if empty and not fill:
            raise Denied("illegal", "Some seats are empty; wait for people, put bots there, or close them.")
        options = read_options(self.game, len(self.places), self.options)
        for seat in empty:
            self.do(BotIn(seat))
        header = Header(
            game=self.game.name,
            rules=self.game.version,
            options=msgspec.to_builtins(options),
            seats=tuple(self.places),
            names=self._names(),
            seed=self.laid.seed,
        )
        self.do(Started(header, at))

    def _names(self) -> dict[Seat, str]:
        taken = {place.name.casefold() for place in self.places.values()}
        spare = (name for name in NAMES if name.casefold() not in taken)
        return {seat: place.name or next(spare) for seat, place in self.places.items()}

    # -- motions

    def propose(self, kind: Kind, seat: Seat, lines: int, at: int, command: str) -> None:
        """Ask the table for something. A strike names nobody, so nobody has agreed to it yet."""
        if kind in self.motions:
            raise Denied("illegal", "That is proposed already; answer it first.")
        if kind == "reveal":
            if not self.game_on.over:
                raise Denied("illegal", "Everything can be opened when the game is over.")
            self.do(Proposed(kind, seat, id=command))
        else:
            beat = self._beat_at(seat, lines)
            self.do(Proposed(kind, "" if kind == "strike" else seat, beat, "" if kind == "strike" else command))
        self.settle_motions(at)

    def _beat_at(self, seat: Seat, lines: int) -> int:
        """The beat before the first line that this seat would not have heard yet; for none at all, the beginning."""
        heard = 0
        sitting = self.game_on
        if lines == 0:
            return 0
        for place, line in enumerate(sitting.table.lines):
            if line.to is None or seat in line.to:
                if heard == lines:
                    return sitting.beat_before(place)
                heard += 1
        return sitting.table.beat

    def agree(self, kind: Kind, seat: Seat, at: int) -> None:
        if kind not in self.motions:
            raise Denied("illegal", "There is nothing to agree to just now.")
        if seat not in self.motions[kind].agreed:
            self.do(Agreed(kind, seat))
        self.settle_motions(at)

    def decline(self, kind: Kind) -> None:
        if kind not in self.motions:
            raise Denied("illegal", "There is nothing to decline just now.")
        self.do(Dropped(kind))

    def missing(self, motion: OpenMotion) -> list[Seat]:
        """Who has still to agree. Going on and striking are for those who are here; the rest is for all people."""
        people = self.people
        if motion.kind in ("resume", "strike"):
            people = [seat for seat in people if self.here.get(seat)]
        return [seat for seat in people if seat not in motion.agreed]

    def settle_motions(self, at: int) -> None:
        """Carry out what all have agreed to."""
        for kind in ("resume", "rewind", "strike", "reveal"):
            motion = self.motions.get(kind)
            if motion is not None and motion.agreed and not self.missing(motion):
                self._carry_out(motion, at or self.last_at)

    def _carry_out(self, motion: OpenMotion, at: int) -> None:
        match motion.kind:
            case "resume":
                self.do(Resumed())
            case "reveal":
                self.do(Revealed())
                self.do(Dropped("reveal"))
            case "rewind":
                self.enter(Rewind(motion.beat), at)
            case "strike":
                self.to_strike += self._passage(motion.beat)
                self.enter(Rewind(motion.beat, struck=True), at)

    def _passage(self, beat: int) -> list[int]:
        """The records of a passage: all that was played and said since a beat, but for names.

        A digest is kept in one record with the answer before it. If that answer stays, so does the record.
        """
        sitting = self.game_on
        first = sitting.passage(beat)
        entries = list(sitting.entries)
        places = [place for place in range(first, len(entries)) if not isinstance(entries[place], Rename)]
        return sorted({self._record_of[place] for place in places} - set(self._record_of[:first]))

    # -- safety

    def limit(self, kind: LimitKind, text: str, token: str) -> None:
        """Add a line or a veil. Nothing about it says whose it is. (ux X5)"""
        try:
            clean = Words("limit", "What shall not happen here?", most=LIMIT_LENGTH).clean(text)
        except Refused as refused:
            raise Denied("malformed", refused.sentence) from refused
        mark = tokens.mark(token, f"{kind} {clean.casefold()}")
        if mark in self.limits:
            return
        if len(self.limits) >= MOST_LIMITS:
            raise Denied("illegal", f"A table keeps {MOST_LIMITS} lines and veils at most.")
        self.do(Limited(kind, clean, mark))

    def unlimit(self, kind: LimitKind, text: str, token: str) -> None:
        mark = tokens.mark(token, f"{kind} {' '.join(text.split()).casefold()}")
        if mark not in self.limits:
            raise Denied("illegal", "That is not yours to withdraw, or it is gone already.")
        self.do(Unlimited(mark))

    def lines_and_veils(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The union, in an order that tells nothing; where both are wished, the line wins."""
        kinds: dict[str, dict[str, str]] = {"line": {}, "veil": {}}
        for limit in self.limits.values():
            kinds[limit.kind].setdefault(limit.text.casefold(), limit.text)
        veils = {plain: text for plain, text in kinds["veil"].items() if plain not in kinds["line"]}
        return tuple(_in_order(kinds["line"])), tuple(_in_order(veils))

    def unwanted(self) -> tuple[str, ...]:
        """What no bot shall touch on, from the moment it is named: a bot cannot fade out, so veils count too."""
        lines, veils = self.lines_and_veils()
        return (*lines, *veils)

    def export(self, seat: Seat | None) -> dict[str, Any]:
        """All that one seat knows, to be kept."""
        return {
            "table": self.name,
            "game": self.game.name,
            "view": msgspec.to_builtins(projection.view(self.game_on, seat)),
        }

    def change(self, settings: Settings) -> None:
        check_settings(settings)
        self.do(Changed(settings))


def check_settings(settings: Settings) -> None:
    if not 0 <= settings.pace <= SLOWEST_PACE or not 0 <= settings.absence <= LONGEST_ABSENCE:
        raise Denied("malformed", "A bot takes 0 to 60 seconds for an act, and an absence lasts 30 days at most.")


def _in_order(texts: dict[str, str]) -> Iterator[str]:
    return (texts[plain] for plain in sorted(texts))


def _read(record: Record) -> Happening:
    try:
        return records.decode(record.body)
    except (msgspec.DecodeError, UnicodeDecodeError) as problem:
        raise BadFile(f"Record {record.number} of table {record.table} cannot be read.") from problem
