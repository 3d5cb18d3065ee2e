"""Killed without a warning, again and again, while several tables are being played at.

After every restart: each answer that was acknowledged is there, none was carried out twice, and every seat sees what
it saw. `MNEME_KILLS` says how often; a hundred take some minutes.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from msgspec import Struct
from websockets.exceptions import ConnectionClosed

from mneme.server.records import Played, decode
from mneme.server.table import OnlineTable
from mneme.store.sqlite import SqliteStore
from tests.conformance.games import GAMES
from tests.server.kit import newest, shown_to
from tests.server.network import Client, ServerProcess, seated

KILLS = int(os.environ.get("MNEME_KILLS", "3"))
TABLES = 6
NAMES = ("Ada", "Ben", "Cleo")
KINDS = {listed.game.name: listed.game for listed in GAMES}


class Flight(Struct):
    """A command that was sent and not yet answered."""

    seat: str
    command: str
    wanted: dict[str, Any]


class LoadedTable:
    """One of the tables, and what its people know for certain."""

    def __init__(self, number: int, seats: dict[str, dict[str, str]]) -> None:
        self.name = seats["a"]["table"]
        self.seats = seats
        self.acknowledged: set[str] = set()
        self.flying: list[Flight] = []
        self.shown: dict[str, dict[str, Any]] = {}  # after the last answer that was taken, if all have looked
        self.seen_again = 0  # how often a view was known to have to be the same, and was
        self._dice = random.Random(f"kills/{number}")
        self._count = 0
        self._number = number

    @property
    def is_over(self) -> bool:
        return bool(self.shown) and bool(self.shown["a"].get("over")) and not self.flying

    def play(self, clients: dict[str, Client], most: int) -> None:
        """Play until the server is gone, or for a while and then fall silent."""
        try:
            while most and not self.is_over:
                most -= 1
                self._answer(clients)
                self._look(clients)
        except ConnectionClosed:
            pass

    def _answer(self, clients: dict[str, Client]) -> None:
        """Somebody answers, or everybody who is asked does so at once."""
        ready = [(seat, wanted) for seat, one in clients.items() if (wanted := one.wanted(self._dice))]
        for seat, wanted in ready if self._dice.random() < 0.4 else [self._dice.choice(ready)]:
            self._count += 1
            self.flying.append(Flight(seat, f"t{self._number}-{self._count}", wanted))
        for flight in self.flying:
            clients[flight.seat].say("answer", id=flight.command, **flight.wanted)
        self.land(clients)

    def land(self, clients: dict[str, Client]) -> None:
        """Wait for what becomes of everything on its way."""
        while self.flying:
            flight = self.flying[0]
            client = clients[flight.seat]
            while flight.command not in client.replies:
                client.read()
            self._note(flight, client.replies[flight.command])
            self.flying.pop(0)

    def _note(self, flight: Flight, told: dict[str, Any]) -> None:
        if told["type"] == "done":
            self.acknowledged.add(flight.command)
            self.shown = {}
        else:  # somebody else's answer has moved the table on
            assert told["code"] in ("stale", "not_asked", "illegal", "answered"), told

    def _look(self, clients: dict[str, Client]) -> None:
        shown = {seat: client.sync().view for seat, client in clients.items()}
        self.shown = shown  # all of it or nothing: the server may be gone in between

    def come_back(self, clients: dict[str, Client], store: dict[str, tuple[list[str], OnlineTable]]) -> None:
        """After a restart: compare, and send again what was never answered."""
        kept, table = store[self.name]
        assert self.acknowledged <= set(kept), "what was acknowledged is there"
        assert len(kept) == len(set(kept)), "nothing is carried out twice"
        arrived = [flight for flight in self.flying if flight.command in kept]
        for seat, client in clients.items():
            assert newest(client.view) == newest(shown_to(table.game_on, seat)), "the view is that of the records"
            if not arrived and self.shown:
                assert newest(client.view) == newest(self.shown[seat]), "the view is what it was"
                self.seen_again += 1
        for flight in self.flying:
            clients[flight.seat].say("answer", id=flight.command, **flight.wanted)
        for flight in arrived:
            client = clients[flight.seat].sync()
            assert client.replies[flight.command]["type"] == "done", "what had arrived is acknowledged again"
        self.land(clients)
        self._look(clients)


def read_store(data: Path) -> dict[str, tuple[list[str], OnlineTable]]:
    """Every table that was kept: its commands in order, and the table they make."""
    store = SqliteStore(data / "tables.db")
    logs = {}
    mark = None
    try:
        while page := store.tables(after=mark):
            mark = page[-1].mark
            logs.update({summary.table: store.load(summary.table) for summary in page})
    finally:
        store.close()
    found = {}
    for name, log in logs.items():
        played = [happening for record in log if isinstance(happening := decode(record.body), Played)]
        commands = [happening.id for happening in played if happening.id]
        found[name] = commands, OnlineTable.load(name, log, lambda game, _rules: KINDS[game])
    return found


@contextmanager
def everybody(port: int, tables: list[LoadedTable]) -> Iterator[list[dict[str, Client]]]:
    with ExitStack() as doors:
        yield [doors.enter_context(seated(port, table.seats)) for table in tables]


class Load:
    """All the tables. Where a game has ended, another one is laid."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.tables: list[LoadedTable] = []
        self.finished: list[LoadedTable] = []
        self.in_flight = 0
        self.silent = 0
        self._dice = random.Random("kills")

    def round(self, people: ThreadPoolExecutor) -> None:
        """Start, come back, play, and be killed in the middle of it."""
        kept = read_store(self.data) if self.tables else {}
        with ServerProcess(self.data, "--limit", "table_burst=100", "--limit", "arrival_burst=1000") as server:
            with everybody(server.port, self.tables) as seats:
                for table, clients in zip(self.tables, seats, strict=True):
                    table.come_back(clients, kept)
            self._lay_tables(server)
            with everybody(server.port, self.tables) as seats:
                playing: list[Future[None]] = [
                    people.submit(table.play, clients, self._dice.choice((3, 10_000)))
                    for table, clients in zip(self.tables, seats, strict=True)
                ]
                time.sleep(self._dice.uniform(0.02, 0.5))  # any moment will do
                server.kill()
                for each in playing:
                    each.result()
        self.in_flight += sum(bool(table.flying) for table in self.tables)
        self.silent += sum(not table.flying for table in self.tables)

    def _lay_tables(self, server: ServerProcess) -> None:
        self.finished += [table for table in self.tables if table.is_over]
        self.tables = [table for table in self.tables if not table.is_over]
        while len(self.tables) < TABLES:
            number = len(self.finished) + len(self.tables)
            game = ("schizonauts", "two-masks")[number % 2]
            self.tables.append(LoadedTable(number, server.lay(game, NAMES)))

    def check(self) -> int:
        """What everybody knows for certain is kept; returns how much that is."""
        kept = read_store(self.data)
        for table in (*self.tables, *self.finished):
            commands, _ = kept[table.name]
            assert table.acknowledged <= set(commands)
            assert len(commands) == len(set(commands))
        return sum(len(table.acknowledged) for table in (*self.tables, *self.finished))


def test_killed_under_load_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    load = Load(tmp_path / "data")
    with ThreadPoolExecutor(TABLES) as people:
        for _ in range(KILLS + 1):
            load.round(people)
    assert load.check() > 10 * KILLS
    assert load.in_flight, "somebody's answer was on its way"
    assert load.silent, "somewhere all was quiet"
    assert sum(table.seen_again for table in load.tables), "somebody saw what they had seen"
