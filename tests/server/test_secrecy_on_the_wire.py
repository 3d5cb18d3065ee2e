"""The two-world test on the wire: the real socket protocol, and every byte it writes.

The worlds of test_secrecy.py, but whoever sits there came through the door with a handshake. Compared are the writes
themselves, one by one: response lines and headers, frame headers, pings, refusals, close codes and reasons, what comes
after a return, and the files that can be fetched.
"""

from __future__ import annotations

import asyncio
import email.utils
import hashlib
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import httpx
import msgspec
import pytest

from mneme import games
from mneme.engine.feed import Viewer
from mneme.engine.log import Sitting
from mneme.engine.prompts import Seat
from mneme.server.app import make_app
from mneme.server.live import PING_EVERY, Socket
from tests.conformance.games import GAMES, TWO_MASKS
from tests.conformance.kit import Case, Listed
from tests.conformance.players import SECRETIVE, TALKATIVE, Temper
from tests.conformance.worlds import Leak, sealed_answers
from tests.server.test_secrecy import SocketPair, World
from tests.server.wired import Building, WiredScreen, server_frames

STEP = 5.0  # seconds from one act to the next, so that there are pings
BINARY = 0x2


def every_game() -> list[Listed]:
    """The games of the suite, and those that can be played but are not among them yet."""
    known = {listed.game.name for listed in GAMES}
    others = [games.find(name) for name in games.names() if name not in known]
    return [*GAMES, *(Listed(game=game, seats=tuple(game.seats)) for game in others)]


@pytest.fixture(autouse=True)
def findable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games of the tests can be found as well, and the date in the handshake stands still."""
    for listed in GAMES:
        if listed.game.name not in games.PACKAGES:
            monkeypatch.setitem(games.PACKAGES, listed.game.name, listed.game.lay.__module__)
    monkeypatch.setattr(email.utils, "formatdate", lambda **_: "Thu, 01 Jan 1970 00:00:00 GMT")


def unopened(told: Mapping[str, Any]) -> Iterator[str]:
    """Commitments to answers that were never opened: salted hashes, which tell nothing."""
    for line in [*told.get("lines", ()), *told.get("story", ()), *told.get("view", {}).get("lines", ())]:
        if isinstance(line, dict) and line["kind"] == "sealed":
            facts = line["facts"]
            yield from (text for seat, text in facts["commitments"].items() if seat not in facts["opened"])


def blotted(data: bytes, told: Mapping[str, Any]) -> bytes:
    """The same bytes with what may differ made unreadable, and not a byte shorter."""
    hidden = list(unopened(told))
    if hidden:
        hidden += told.get("checks", ())  # they are hashes of all the rest
    for text in hidden:
        data = data.replace(text.encode(), b"#" * len(text))
    return data


def blotted_write(written: bytes) -> bytes:
    if written[:1] != b"\x81":
        return written
    for _, payload in server_frames(written):
        written = blotted(written, msgspec.json.decode(payload))
    return written


class WiredWorld(World):
    """One house, to which everybody came by socket."""

    def __init__(self, case: Case, seed: str) -> None:
        super().__init__(case, seed)
        self.building = Building(self.house)
        self.wired: dict[Viewer, list[WiredScreen]] = {}

    def play_with(self, sitting: Sitting) -> None:
        self.house.room.table.sitting = sitting
        for viewer in (*sitting.table.seats, None):
            self.seat(viewer)

    def seat(self, viewer: Viewer, **sit: Any) -> None:
        screen = self.building.sit(viewer, **sit)
        self.wired.setdefault(viewer, []).append(screen)
        self.screens[viewer] = screen  # type: ignore[assignment]  # it speaks the same way

    def take(self, viewer: Viewer) -> list[bytes]:
        return [blotted_write(written) for screen in self.wired[viewer] for written in screen.take()]

    def come_back(self, viewer: Viewer) -> None:
        old = self.wired[viewer][-1]
        old.close()
        self.seat(viewer, n=old.full["n"])

    def wait(self, seconds: float) -> None:
        """Time passes, and everybody who is there answers pings."""
        self.house.clock.advance(seconds)
        for screens in self.wired.values():
            screens[-1].listen()

    def knock(self, viewer: Viewer, first: Callable[[WiredScreen], object], path: str = "/live", **head: str) -> None:
        """Somebody with another screen of this viewer's does what cannot be done."""
        screen = WiredScreen(self.building, viewer, path, **head)
        first(screen)
        self.wired[viewer].insert(0, screen)

    def files(self, viewer: Viewer) -> list[tuple[int, list[tuple[bytes, bytes]], bytes]]:
        """All that can be fetched over HTTP: what is answered, with every header."""
        headers = {"X-Mneme-Invite": self.house.invite}
        if viewer is not None:
            headers["Authorization"] = f"Bearer {self.house.tokens[viewer]}"
        table = f"/api/tables/{self.house.name}"
        exports = [f"{table}/export?what={what}" for what in ("mine", "public", "everything")]

        async def ask() -> list[httpx.Response]:
            transport = httpx.ASGITransport(app=make_app(self.building.door))  # type: ignore[arg-type]
            async with httpx.AsyncClient(transport=transport, base_url="http://table.test") as browser:
                return [await browser.get(path, headers=headers) for path in (*exports, table, f"{table}/text")]

        *answers, text = asyncio.run(ask())
        assert text.status_code == 200
        shown = [(each.status_code, each.headers.raw, blotted(each.content, each.json())) for each in answers]
        return [*shown, (text.status_code, text.headers.raw, text.content)]


class WiredPair(SocketPair):
    """Two worlds, each behind its own door."""

    worlds: tuple[WiredWorld, WiredWorld]

    def _world(self) -> World:
        return WiredWorld(self.case, self.seed)

    def step(self) -> None:
        self._in_both(lambda world: world.wait(STEP))
        super().step()

    def _probe(self, seat: Seat) -> None:
        """Some answers are wrong for being too large, and end the connection."""
        super()._probe(seat)
        if not all(world.wired[seat][-1].is_open for world in self.worlds):
            self._come_back()

    def _in_both(self, act: Callable[[WiredWorld], object]) -> None:
        for world in self.worlds:
            random.seed(self.steps)  # how long something waits until it shows is chance, and no secret
            act(world)
        self.compare()

    def end(self) -> None:
        """Everything that can end badly, then a silence, a pause, a return and a restart."""
        viewer = self.viewer
        self._in_both(lambda world: world.knock(viewer, lambda screen: screen.say("typing")))
        self._in_both(lambda world: world.knock(viewer, lambda screen: screen.say("sit", table="tab", token="x")))
        self._in_both(lambda world: world.knock(viewer, lambda screen: screen.say("sit", table="elsewhere")))
        self._in_both(lambda world: world.knock(viewer, lambda screen: screen.send(BINARY, b"\0")))
        self._in_both(lambda world: world.knock(viewer, lambda screen: screen.send(1, b" " * 20_000)))
        self._in_both(lambda world: world.knock(viewer, lambda screen: None, path="/elsewhere"))
        self._in_both(lambda world: world.knock(viewer, lambda screen: None, Origin="https://example.org"))
        self._in_both(lambda world: world.wired[viewer][-1].say("nonsense"))
        self._in_both(lambda world: world.wait(PING_EVERY * 2))
        self._in_both(lambda world: world.screens["a"].say("pause", id="pause"))
        self._in_both(lambda world: world.wait(STEP))
        self._in_both(lambda world: world.come_back(viewer))
        self._in_both(lambda world: world.house.hall.close())

    def compare_files(self) -> None:
        if not self.parted:
            one, other = (world.files(self.viewer) for world in self.worlds)
            if one != other:
                raise Leak(f"{self}: a file differs")


def play(
    listed: Listed, options: Mapping[str, Any], temper: Temper, fork: int, steps: int, files: bool = False
) -> list[WiredPair]:
    """Two worlds for two seats and for somebody who looks on, to the end of a connection."""
    seats = 3 if 3 in listed.seats else listed.seats[0]
    pairs = []
    for viewer in ("a", "b", None):
        pairs.append(pair := WiredPair(Case(listed, seats, options), viewer, temper, f"wire {fork}", fork))
        pair.play(steps)
        if files:
            pair.compare_files()
        pair.end()
    return pairs


def demand_power(pairs: Sequence[WiredPair]) -> None:
    """Something was compared, and the worlds really differed meanwhile."""
    assert sum(pair.sent for pair in pairs) > 100
    assert sum(pair.differing for pair in pairs) > 20


@pytest.mark.parametrize("temper", [TALKATIVE, SECRETIVE], ids=["talkative", "secretive"])
@pytest.mark.parametrize("listed", every_game(), ids=str)
def test_two_worlds_on_the_wire(listed: Listed, temper: Temper) -> None:
    from_the_start = play(listed, listed.options[0], temper, 0, 40)
    scrambled = play(listed, listed.options[0], temper, 40, 40, files=True)
    demand_power([*from_the_start, *scrambled])


def test_two_worlds_where_nobody_shows_who_has_answered() -> None:
    demand_power(play(TWO_MASKS, {"stakes": "unseen"}, TALKATIVE, 0, 60))


# The test is itself tested: leaks that only a socket can have.


def fingerprint(socket: Socket) -> bytes:
    """Something that depends on what was answered in secret."""
    room = socket._room  # noqa: SLF001
    answers = sealed_answers(room.table.game_on) if room is not None and room.table.sitting else []
    return hashlib.sha256(msgspec.json.encode(answers)).hexdigest()[:8].encode()


def leaky_ping(monkeypatch: pytest.MonkeyPatch) -> None:
    def check(self: Socket, now: float) -> None:
        if now - self._heard > PING_EVERY:
            self._frames.send_ping(fingerprint(self))
            self._flush()

    monkeypatch.setattr(Socket, "check_alive", check)


def leaky_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    refuse = Socket._refuse  # noqa: SLF001

    def refuse_tellingly(self: Socket, message: bytes, code: str, text: str) -> None:
        refuse(self, message, code, text + str(fingerprint(self)))

    monkeypatch.setattr(Socket, "_refuse", refuse_tellingly)


def leaky_goodbye(monkeypatch: pytest.MonkeyPatch) -> None:
    drop = Socket.drop
    monkeypatch.setattr(Socket, "drop", lambda self, code, _: drop(self, code, str(fingerprint(self))))


@pytest.mark.parametrize("plant", [leaky_ping, leaky_refusal, leaky_goodbye])
def test_a_leak_in_the_socket_would_be_found(
    plant: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    with pytest.raises(Leak):
        end_at_many_places()


def end_at_many_places() -> None:
    """One of the ends comes while something is sealed."""
    for steps in range(10, 40, 3):
        play(TWO_MASKS, {"stakes": "unseen"}, TALKATIVE, 0, steps)
