"""All the tables: found when somebody asks for them, kept before anybody is told, let go when nobody is there.

Everything happens on one thread, so a table has one writer. What happens in one turn of the loop, at whatever tables,
is committed together (one group commit); only then are frames and acknowledgements sent (design D8).
"""

from __future__ import annotations

import asyncio
import logging
import random
import re
import secrets
import time
from collections.abc import Callable, Mapping
from typing import Any, Protocol

import msgspec
from msgspec import Struct

from mneme import games
from mneme.engine.entries import Rewind
from mneme.engine.errors import MnemeError
from mneme.engine.feed import Viewer
from mneme.engine.game import Game, read_options
from mneme.engine.prompts import Seat
from mneme.server import records, tokens, wire
from mneme.server.errors import Denied
from mneme.server.records import (
    Archived,
    Card,
    Happening,
    Laid,
    Limited,
    Paused,
    Played,
    Resumed,
    Seen,
    Settings,
    Unlimited,
)
from mneme.server.room import Room, Screen, Timer
from mneme.server.table import SEATS, Find, OnlineTable, check_settings
from mneme.store import Conflict, Record, State, Store, StoreError, Summary

MOST_LIVE = 5_000
IDLE = 600.0  # seconds after which a table that nobody looks at is let go
SWEEP = 30.0
MOST_TROUBLES = 2
AT_ONCE = 32  # tables that are delivered to together: to wake a reader again for every write costs more than the write
PLAYING: tuple[State, ...] = ("playing",)
OPEN: tuple[State, ...] = ("open",)

_NOT_KEPT = "The table could not keep that, so nothing has changed. Please try again in a moment."

_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")

logger = logging.getLogger("mneme")


class Clock(Protocol):
    """Time and turns; another one in tests."""

    def now(self) -> int:
        """Milliseconds since 1970, for records."""

    def elapsed(self) -> float:
        """Seconds that never jump, for waiting."""

    def soon(self, act: Callable[[], None]) -> None: ...

    def later(self, seconds: float, act: Callable[[], None]) -> Timer: ...


class LoopClock:
    """The event loop's."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self.elapsed = loop.time
        self.later = loop.call_later

    def soon(self, act: Callable[[], None]) -> None:
        self._loop.call_soon(act)

    def now(self) -> int:
        return time.time_ns() // 1_000_000


class Counts(Struct):
    """What has been counted since the start, for the metrics."""

    answers: int = 0
    refused: int = 0
    records: int = 0
    commits: int = 0
    failures: int = 0
    faults: int = 0
    loaded: int = 0
    evicted: int = 0
    sockets: int = 0
    slow: int = 0
    limited: int = 0


class Hall:
    """Every table of this server."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        *,
        find: Find = games.find,
        most_live: int = MOST_LIVE,
        idle: float = IDLE,
        new_dice: Callable[[], random.Random] = random.Random,
    ) -> None:
        self.store = store
        self.clock = clock
        self.counts = Counts()
        self.rooms: dict[str, Room] = {}
        self.closing = False
        self.new_dice = new_dice  # what bots make up their minds by; the game's own chance has its seed
        self._find = find
        self._most_live = most_live
        self._idle = idle
        self._heard: list[tuple[Room, Screen, Viewer, wire.FromClient]] = []
        self._due: dict[Room, None] = {}
        self._is_flush_due = False
        self._waiting: list[tuple[Room, asyncio.Future[None]]] = []
        self._absences: dict[str, float] = {}  # tables that must be looked at, though nobody is there
        self._away_since: dict[str, Mapping[Seat, float]] = {}  # at those of them that were live before
        self._sweeper: Timer | None = None

    # -- tables

    def create(
        self,
        game: Game,
        seats: int,
        options: Mapping[str, Any],
        settings: Settings,
        *,
        name: str | None = None,
        seed: str | None = None,
    ) -> tuple[Room, str]:
        """Lay a new table; returns it with its invitation. Nobody sits at it yet."""
        read_options(game, seats, options)
        invite = tokens.new_token()
        laid = Laid(
            game=game.name,
            rules=game.version,
            seats=tuple(SEATS[:seats]),
            options=dict(options),
            seed=secrets.token_hex(32) if seed is None else seed,
            settings=settings,
            invite=tokens.digest(invite),
            host=SEATS[0],
            at=self.clock.now(),
        )
        check_settings(settings)
        table = OnlineTable(name or tokens.new_table(), game, laid)
        table.do(laid)
        room = self.rooms[table.name] = Room(self, table)
        self.touch(room)
        self._make_room()
        return room, invite

    def forget(self, room: Room) -> None:
        """A table that was never kept: nobody has heard of it."""
        room.close()
        self._due.pop(room, None)
        self.rooms.pop(room.table.name, None)

    def room(self, name: str) -> Room:
        """A table that is live, or is made so."""
        room = self.rooms.get(name)
        if room is None:
            if not _NAME.fullmatch(name):
                raise Denied("no_table", "There is no such table, or it is gone.")
            room = self.rooms[name] = Room(self, self._load(name), self._away_since.pop(name, None))
            self.counts.loaded += 1
            self.touch(room)  # so that its bots and its patience begin to run
            self._make_room()
        return room

    def _load(self, name: str) -> OnlineTable:
        try:
            return OnlineTable.load(name, self.store.load(name), self._find)
        except Denied:
            raise
        except MnemeError as problem:  # the file is damaged, or the table is of rules that are not here
            raise Denied("store", str(problem)) from problem

    def _make_room(self) -> None:
        """Let go of the tables nobody has looked at for longest, if there are too many."""
        if len(self.rooms) <= self._most_live:
            return
        empty = sorted((room for room in self.rooms.values() if self._can_go(room)), key=lambda room: room.idle_since)
        for room in empty[: len(self.rooms) - self._most_live]:
            self._let_go(room)

    def _can_go(self, room: Room) -> bool:
        return room.is_empty and not room.is_due

    def _let_go(self, room: Room) -> None:
        room.close()
        del self.rooms[room.table.name]
        self.counts.evicted += 1
        if room.table.settings.absence and room.table.state == "playing":
            # Whoever the table waits for is away, or will be noticed to be when somebody looks in.
            self._absences[room.table.name] = self.clock.elapsed() + min(room.table.settings.absence, self._idle)
            self._away_since[room.table.name] = room.away_since

    # -- time

    def open(self) -> None:
        """Begin: remember which tables do not wait for ever, and look round now and then."""
        now = self.clock.elapsed()
        mark = None
        while page := self.store.tables(states=PLAYING, after=mark):
            mark = page[-1].mark
            for summary in page:
                if msgspec.json.decode(summary.body, type=Card).absence:
                    self._absences[summary.table] = now
        self._sweeper = self.clock.later(SWEEP, self.sweep)

    def sweep(self) -> None:
        """Let go of idle tables, and look in on those whose patience may have run out."""
        now = self.clock.elapsed()
        for room in list(self.rooms.values()):
            if self._can_go(room) and not room.waits_for_time and now - room.idle_since > self._idle:
                self._let_go(room)
        # One after another, so that no table waits for all of them to be folded.
        for place, room in enumerate(list(self.rooms.values())):
            self.clock.later(SWEEP * place / len(self.rooms), room.fold)
        for name in [name for name, when in self._absences.items() if when <= now]:
            del self._absences[name]
            try:
                self.room(name)
            except Denied:
                logger.warning("table not loaded", extra={"table": name})
        self._sweeper = self.clock.later(SWEEP, self.sweep)

    def close(self) -> None:
        """End: keep what is new, and close every socket so that clients come back to the next process."""
        self.closing = True
        if self._sweeper is not None:
            self._sweeper.cancel()
        self.flush()
        for room in list(self.rooms.values()):
            room.close()
            for screens in list(room.screens.values()):
                for screen in list(screens):
                    screen.drop(1012, "restart")
        self.flush()

    # -- keeping

    def hear(self, room: Room, screen: Screen, viewer: Viewer, said: wire.FromClient) -> None:
        """Somebody has said something: carry it out with everything else that comes in this turn."""
        self._heard.append((room, screen, viewer, said))
        self._flush_soon()

    def touch(self, room: Room) -> None:
        """Something has happened at a table: keep it with everything else of this turn, then tell."""
        if not room.is_due:
            room.is_due = True
            self._due[room] = None
            self._flush_soon()

    def _flush_soon(self) -> None:
        if not self._is_flush_due:
            self._is_flush_due = True
            self.clock.soon(self.flush)

    async def kept(self, room: Room) -> None:
        """Wait until what has happened at a table so far is kept."""
        if room.is_due:
            future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append((room, future))
            await future

    def flush(self) -> None:
        """Carry out what was said in this turn, commit all news in one transaction, then let everyone know.

        It goes step by step for all tables: a processor is quickest at what it has just done, so this takes much less
        time than table by table.
        """
        heard, self._heard = self._heard, []
        for room, screen, viewer, said in heard:
            if self.rooms.get(room.table.name) is room:
                room.hear(screen, viewer, said)
        self._is_flush_due = False
        due, self._due = list(self._due), {}
        failed: dict[Room, StoreError] = {}
        striking = [room for room in due if room.table.to_strike]
        rest = [room for room in due if room.table.news and not room.table.to_strike]
        try:
            if rest:
                failed = self._keep(rest)
            for room in striking:
                failed.update(self._strike(room))
        except Exception:  # a fault of ours: nobody knows what was kept, so everything is read again
            logger.exception("fault while keeping")
            self.counts.faults += 1
            failed = dict.fromkeys(due, StoreError(_NOT_KEPT))
        for room, problem in failed.items():
            self._lose(room, problem)
        kept = [room for room in due if room not in failed]
        for start in range(0, len(kept), AT_ONCE):
            self._tell(kept[start : start + AT_ONCE])
        self._wake_up(due, failed)

    def _tell(self, rooms: list[Room]) -> None:
        """Let everyone at these tables know."""
        for room in [room for room in rooms if self._is_done(room, room.look)]:
            self._is_done(room, room.tell)
        for room in rooms:
            room.deliver()

    def _is_done(self, room: Room, act: Callable[[], None]) -> bool:
        try:
            act()
        except Exception as problem:  # noqa: BLE001  # a fault of ours must not stop the other tables
            self.give_up(room, problem, kept=True)
            return False
        return True

    def _keep(self, rooms: list[Room]) -> dict[Room, StoreError]:
        kept: list[Record] = []
        summaries: list[Summary] = []
        for room in rooms:
            kept += self._records(room.table)
            summaries += self._summaries(room.table)
        try:
            self.store.append(kept, summaries)
        except StoreError as problem:
            if isinstance(problem, Conflict) and len(rooms) > 1:
                # One table must not hold up the others.
                return {room: trouble for one in rooms for room, trouble in self._keep([one]).items()}
            return dict.fromkeys(rooms, problem)
        self.counts.commits += 1
        self.counts.records += len(kept)
        for room in rooms:
            room.table.news = []
        return {}

    def _records(self, table: OnlineTable) -> list[Record]:
        first = table.number - len(table.news) + 1
        return [
            Record(table.name, number, records.encode(happening))
            for number, happening in enumerate(table.news, start=first)
        ]

    def _strike(self, room: Room) -> dict[Room, StoreError]:
        """Keep a safety rewind: in the same transaction the passage's text goes for good (design D9)."""
        table = room.table
        news = self._records(table)
        struck = set(table.to_strike)
        first = news[0].number
        cleaned = [Record(r.table, r.number, records.STRUCK) if r.number in struck else r for r in news]
        try:
            numbers = [number for number in struck if number < first]
            self.store.strike(table.name, numbers, records.STRUCK, cleaned, self._summaries(table))
        except StoreError as problem:
            return {room: problem}
        self.counts.commits += 1
        table.news, table.to_strike = [], []
        # The live table still remembers the passage: build it again from what is left.
        self._replay(room, kept=True)
        return {}

    def _lose(self, room: Room, problem: StoreError) -> None:
        """What was done in memory could not be kept: throw it away, and say so to whoever asked for it."""
        self.counts.failures += 1
        logger.error("not kept", extra={"table": room.table.name, "problem": type(problem).__name__})
        self._replay(room, kept=False)

    def give_up(self, room: Room, problem: Exception, *, kept: bool) -> None:
        """A fault of ours: throw the live table away and build it again from its records.

        `kept` says whether all that was done there so far is in the records.
        """
        self.counts.faults += 1
        room.troubles += 1
        logger.error("fault at a table", extra={"table": room.table.name}, exc_info=problem)
        if room.troubles > MOST_TROUBLES:
            self._abandon(room)
        else:
            self._replay(room, kept=kept)

    def _replay(self, room: Room, *, kept: bool) -> None:
        try:
            table = self._load(room.table.name)
        except Exception:  # whatever it is, this table cannot go on now
            logger.exception("table lost", extra={"table": room.table.name})
            self._abandon(room)
            return
        if not kept:
            room.replies = [(screen, _refusal(reply)) for screen, reply in room.replies]
        room.begin_again(table)
        room.is_due = room in self._due
        self.touch(room)

    def _abandon(self, room: Room) -> None:
        """Nothing can be shown of this table now; whoever is there may come back later."""
        room.close()
        room.is_due = False
        self._due.pop(room, None)
        self.rooms.pop(room.table.name, None)
        for screens in list(room.screens.values()):
            for screen in list(screens):
                screen.drop(1013, "this table cannot be reached now")

    def _wake_up(self, due: list[Room], failed: Mapping[Room, StoreError]) -> None:
        waiting, self._waiting = self._waiting, []
        for room, future in waiting:
            if room not in due:
                self._waiting.append((room, future))
            elif future.done():
                pass
            elif room in failed:
                future.set_exception(Denied("store", _NOT_KEPT))
            else:
                future.set_result(None)

    # -- lists

    def _summaries(self, table: OnlineTable) -> list[Summary]:
        """The table's entry in the lists, where it changes. Answers do not change it: a list tells no secrets."""
        if table.sitting is not None and not table.sitting.over and all(map(_is_quiet, table.news)):
            return []
        return [self.summary(table)]

    def summary(self, table: OnlineTable) -> Summary:
        places = table.places
        card = Card(
            game=table.game.name,
            title=table.game.title,
            seats=len(places),
            free=sum(place.is_empty for place in places.values()),
            host=places[table.host].name if table.host in places else "",
            absence=table.settings.absence,
        )
        return Summary(
            table=table.name,
            created=table.laid.at,
            changed=self.clock.now(),
            state=table.state,
            public=table.settings.public,
            body=msgspec.json.encode(card),
        )

    def open_tables(self, most: int = 50) -> list[tuple[Summary, Card]]:
        """The public tables that wait for people."""
        found = self.store.tables(states=OPEN, public=True, most=most)
        return [(summary, msgspec.json.decode(summary.body, type=Card)) for summary in found]

    def archive(self, room: Room) -> None:
        if room.table.state == "playing":
            raise Denied("illegal", "This game is not over yet.")
        room.table.do(Archived())
        room.furnish()


def _refusal(reply: bytes) -> bytes:
    """What to say instead of an acknowledgement that did not come true."""
    message = msgspec.json.decode(reply)
    if message["type"] != "done":
        return reply
    return wire.encode(wire.Refused(id=message["id"], code="store", text=_NOT_KEPT))


def _is_quiet(happening: Happening) -> bool:
    """Whether something that happened during a game leaves the table's entry in the lists as it is."""
    if isinstance(happening, Played):
        return not isinstance(happening.entries[0], Rewind)  # the game may have been over before
    return isinstance(happening, Seen | Limited | Unlimited | Paused | Resumed)


def host_only(table: OnlineTable, seat: Seat) -> None:
    if seat != table.host:
        raise Denied("not_host", "Only the host of this table can do that.")
