"""What can befall a table: disks that refuse, clocks that jump, people who vanish, and a return at any beat."""

from __future__ import annotations

import os
import random
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from mneme import games
from mneme.engine.errors import MnemeError
from mneme.engine.feed import Viewer
from mneme.engine.game import Game
from mneme.server.errors import Denied
from mneme.server.live import PING_EVERY, SILENT
from mneme.server.records import Played, Settings, decode
from mneme.server.room import GRACE
from mneme.store.sqlite import SqliteStore
from tests.server.kit import House, newest, shown_to, some_answer
from tests.server.network import ROOT, WAIT, Client, ServerProcess, play, seated
from tests.server.wired import Building, WiredScreen

DAY = 86_400.0


# -- a disk that refuses


def refused_start(data: Path) -> tuple[int, str]:
    """Start a server that cannot; even root is given no right to write where it is not allowed."""
    rights = [] if os.geteuid() else ["setpriv", "--bounding-set=-all", "--inh-caps=-all"]
    command = [*rights, sys.executable, "-m", "tests.server.run", "serve", "--port", "0", "--data", str(data)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=WAIT, check=False)
    assert done.stdout == ""
    return done.returncode, done.stderr


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """The data folder of a server that has stopped in good order."""
    data = tmp_path / "data"
    with ServerProcess(data) as server:
        server.lay("two-masks", ["Ada", "Ben"])
        server.stop()
    return data


def test_a_read_only_file_is_said_in_a_sentence_and_left_alone(kept: Path) -> None:
    file = kept / "tables.db"
    before = file.read_bytes()
    file.chmod(0o400)
    status, said = refused_start(kept)
    assert (status, said) == (2, f"mneme: The store {file} cannot be written to: Permission denied.\n")
    assert file.read_bytes() == before
    assert list(kept.iterdir()) == [file]


def test_a_read_only_folder_is_said_in_a_sentence_and_left_alone(kept: Path) -> None:
    file = kept / "tables.db"
    before = file.read_bytes()
    kept.chmod(0o500)
    try:
        status, said = refused_start(kept)
        inside = refused_start(kept / "new")
    finally:
        kept.chmod(0o700)
    assert status == 2
    assert said.startswith("mneme: The store ")
    assert said.count("\n") == 1
    assert inside == (2, f"mneme: The folder {kept / 'new'} cannot be made: permission denied.\n")
    assert file.read_bytes() == before


def test_a_store_that_becomes_read_only_refuses_and_goes_on_when_it_can(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.db")
    house = House.laid(2, store=store)
    ada, ben = house.sit("a"), house.sit("b")
    before, others = ada.view, ben.view
    store._writer.execute("PRAGMA query_only = ON")  # noqa: SLF001  # as after the disk was mounted anew
    told = ada.answer("face", "Fox", id="fox")
    assert (told["type"], told["code"]) == ("refused", "store")
    assert (ada.view, ben.view) == (before, others)
    assert not store.health().writable
    store._writer.execute("PRAGMA query_only = OFF")  # noqa: SLF001
    assert ada.answer("face", "Fox", id="fox")["type"] == "done"
    assert house.restarted().sit("a").view == ada.view
    store.close()


def test_a_full_disk_refuses_in_words_and_play_goes_on_when_there_is_room(tmp_path: Path) -> None:
    data = tmp_path / "data"
    dice = random.Random("full")
    with ServerProcess(data) as server:
        seats = server.lay("schizonauts", ["Ada", "Ben", "Cleo"])
        with seated(server.port, seats) as clients:
            play(clients, dice, 10)
            allow(server, max(file.stat().st_size for file in data.iterdir()) + 20_000)
            flight = until_full(clients, dice)
            shown = {seat: client.sync().view for seat, client in clients.items()}
            assert server.request("GET", "/readyz")[0] == 503
            assert server.request("GET", "/healthz")[0] == 200
            seat, wanted = flight
            again = clients[seat].command("answer", id="full", **wanted)
            assert (again["type"], again["code"]) == ("refused", "store")
            assert {seat: client.sync().view for seat, client in clients.items()} == shown
            allow(server, resource.RLIM_INFINITY)
            assert clients[seat].command("answer", id="full", **wanted)["type"] == "done"
            assert server.request("GET", "/readyz")[0] == 200
            play(clients, dice, 5)
            shown = {seat: client.sync().view for seat, client in clients.items()}
            server.kill()
    with ServerProcess(data) as server, seated(server.port, seats) as clients:
        for seat, client in clients.items():
            assert newest(client.view) == newest(shown[seat])


def allow(server: ServerProcess, most: int) -> None:
    """No file of this process grows beyond so many bytes."""
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))


def until_full(clients: dict[str, Client], dice: random.Random) -> tuple[str, dict[str, Any]]:
    """Play until an answer cannot be kept; returns it, and whose it was."""
    for number in range(2_000):
        ready = [(seat, wanted) for seat, client in clients.items() if (wanted := client.sync().wanted(dice))]
        seat, wanted = dice.choice(ready)
        told = clients[seat].command("answer", id=f"fill{number}", **wanted)
        if told["type"] == "refused":
            assert told["code"] == "store"
            assert told["text"].endswith("Please try again in a moment.")
            return seat, wanted
    raise AssertionError("the disk never filled")


# -- a clock that jumps


@pytest.mark.parametrize("jump", [-400 * DAY, -3_600.0, 3_600.0, 400 * DAY])
def test_a_clock_that_jumps_moves_no_bot_and_no_empty_chair(jump: float) -> None:
    house = House.laid(3, bots=1, settings=Settings(pace=5, absence=100))
    ada = house.sit("a")
    ada.answer("face", "Fox")
    house.clock.shift = jump
    assert ada.answer("favour", "b")["type"] == "done"
    waited = len(house.records())
    house.clock.advance(4)
    assert len(house.records()) == waited, "the bot takes its time"
    house.clock.shift = -jump
    house.clock.advance(2)
    assert len(house.records()) > waited, "and no more than that"
    house.clock.advance(30)
    waited = len(house.records())
    house.clock.advance(60)
    assert len(house.records()) == waited, "Ben may still come"
    house.clock.shift = jump
    house.clock.advance(10)
    assert len(house.records()) > waited, "his chair is answered for after a hundred seconds"
    assert house.restarted().sit("a").view["lines"] == ada.view["lines"]


@pytest.mark.parametrize("jump", [-400 * DAY, 400 * DAY])
def test_a_table_that_left_memory_waits_as_long_as_it_would_have(jump: float) -> None:
    house = House.laid(2, settings=Settings(absence=1_000), idle=100)
    house.hall.open()
    house.clock.advance(1)  # nobody is there; the table begins to wait
    house.clock.advance(150)
    assert house.hall.rooms == {}
    kept = len(house.records())
    house.clock.shift = jump
    house.clock.advance(800)
    assert len(house.records()) == kept
    house.clock.advance(100)
    assert len(house.records()) > kept


def test_a_table_of_unknown_rules_does_not_stop_the_sweeping(monkeypatch: pytest.MonkeyPatch) -> None:
    house = House.laid(2, settings=Settings(absence=1_000), idle=100)
    house.hall.open()
    house.clock.advance(150)
    assert house.hall.rooms == {}
    with monkeypatch.context() as patch:
        patch.setattr(house.hall, "_find", unknown)
        house.clock.advance(1_000)
        with pytest.raises(Denied, match="no such rules"):
            house.hall.room(house.name)
    house.hall.create(games.find("two-masks"), 2, {}, Settings(), name="other", seed="seed")
    house.clock.advance(300)
    assert house.hall.rooms == {}, "a table that nobody looks at is let go as before"


def unknown(game: str, rules: int) -> Game:
    raise MnemeError("There are no such rules here.")


@pytest.mark.parametrize(("jump", "wait"), [(-400 * DAY, 1_000.0), (400 * DAY, GRACE)])
def test_after_a_restart_nobody_is_answered_for_before_they_can_be_back(jump: float, wait: float) -> None:
    house = House.laid(2, settings=Settings(absence=1_000))
    house = house.restarted()
    house.clock.shift = jump
    kept = len(house.records())
    house.sit("a")
    house.clock.advance(wait - 1)
    assert len(house.records()) == kept
    house.clock.advance(2)
    (entry,) = [happening for record in house.records()[kept:] if isinstance(happening := decode(record.body), Played)]
    assert entry.by == "", "Ben's chair, not Ben"


# -- somebody who vanishes


def test_whoever_vanishes_is_pinged_and_dropped_and_nobody_waits() -> None:
    house = House.laid(3, settings=Settings(absence=200))
    building = Building(house)
    ada, ben, cleo = (building.sit(seat) for seat in "abc")
    ben.vanished = True
    for _ in range(int(SILENT / 5) + 3):
        pass_time(house, 5.0, ada, cleo)
        if not is_here(ada, "b"):
            break
    pings = [written for written in ben.sent if written[:1] == b"\x89"]
    assert len(pings) > 1
    assert not ben.is_open
    assert not is_here(ada, "b")
    assert is_here(ada, "c"), "who answers pings is here, however quiet"
    assert house.clock.time - 1_000 <= SILENT + PING_EVERY
    assert answer_something(ada)["type"] == "done"
    assert answer_something(cleo)["type"] == "done"
    kept = len(house.records())
    for _ in range(50):
        pass_time(house, 5.0, ada, cleo)
    assert len(house.records()) > kept, "the empty chair was answered for"
    back = building.sit("b", n=ben.full["n"])
    assert is_here(ada, "b")
    assert back.view == shown_to(house.room.table.game_on, "b")


def test_whoever_never_says_where_to_sit_is_dropped() -> None:
    house = House.laid(2)
    building = Building(house)
    ada, nobody = building.sit("a"), WiredScreen(building)
    for _ in range(8):
        pass_time(house, 5.0, ada)
    assert not nobody.is_open
    assert ada.is_open
    assert building.door.sockets == {ada._socket}  # noqa: SLF001


def pass_time(house: House, seconds: float, *here: WiredScreen) -> None:
    house.clock.advance(seconds)
    for screen in here:
        screen.listen()


def is_here(screen: WiredScreen, seat: str) -> bool:
    screen.listen()
    return any(info["seat"] == seat and info.get("here") for info in screen.room["seats"])


def answer_something(screen: WiredScreen) -> dict[str, Any]:
    answer = some_answer(screen, random.Random(1))
    assert answer is not None
    prompt, prompt_id, value = answer
    return screen.say("answer", prompt=prompt, prompt_id=prompt_id, value=value, id=f"once-{screen.viewer}")


# -- a return at any beat


@pytest.mark.parametrize(
    ("game", "options", "most"), [("two-masks", {"scenes": 2}, 500), ("schizonauts", {"length": "very_short"}, 150)]
)
def test_a_return_at_every_beat(game: str, options: dict[str, Any], most: int) -> None:
    house = House.laid(3, game=game, options=options)
    building = Building(house)
    dice = random.Random(game)
    viewers: tuple[Viewer, ...] = ("a", "b", "c", None)
    screens = {viewer: building.sit(viewer) for viewer in viewers}
    for number in range(most):
        ready = [(screens[seat], answer) for seat in "abc" if (answer := some_answer(screens[seat], dice, 0.1))]
        if not ready:
            assert screens["a"].view["over"]
            break
        screen, (prompt, prompt_id, value) = dice.choice(ready)
        told = screen.say("answer", id=f"r{number}", prompt=prompt, prompt_id=prompt_id, value=value)
        assert told["type"] == "done"
        for viewer in viewers:
            old = screens[viewer]
            old.close()
            screens[viewer] = building.sit(viewer, n=old.full["n"])
            true = newest(shown_to(house.room.table.game_on, viewer))
            assert newest(old.view) == newest(screens[viewer].view) == true
