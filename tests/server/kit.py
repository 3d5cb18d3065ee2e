"""A house without a network: a clock that stands still until it is moved, and screens that remember."""

from __future__ import annotations

import heapq
import itertools
import random
from collections.abc import Callable, Mapping
from typing import Any, Protocol

import msgspec
from msgspec import UNSET

from mneme import games
from mneme.engine import projection
from mneme.engine.feed import RECENT, Viewer, applied
from mneme.engine.log import Sitting
from mneme.engine.prompts import Seat
from mneme.engine.view import ShownPrompt
from mneme.server import tokens, wire
from mneme.server.hall import Hall
from mneme.server.records import Settings
from mneme.server.room import Room
from mneme.store import Record, Store, StoreError, Summary
from mneme.store.memory import MemoryStore

_numbers = itertools.count(1)  # no two commands have the same id, on whatever screen


class Alarm:
    def __init__(self, act: Callable[[], None]) -> None:
        self.act: Callable[[], None] | None = act

    def cancel(self) -> None:
        self.act = None


class FakeClock:
    """Turns and time, one at a time."""

    def __init__(self) -> None:
        self.time = 1_000.0
        self.shift = 0.0  # how far the clock on the wall has jumped
        self.haste = 0.0  # how much too early it wakes people, as the timers of real loops may
        self._turn: list[Callable[[], None]] = []
        self._alarms: list[tuple[float, int, Alarm]] = []
        self._count = itertools.count()

    def now(self) -> int:
        return int((self.time + self.shift) * 1000)

    def elapsed(self) -> float:
        return self.time

    def soon(self, act: Callable[[], None]) -> None:
        self._turn.append(act)

    def later(self, seconds: float, act: Callable[[], None]) -> Alarm:
        alarm = Alarm(act)
        at = self.time + max(0.0, seconds - self.haste) if seconds > 2 * self.haste else self.time + seconds
        heapq.heappush(self._alarms, (at, next(self._count), alarm))
        return alarm

    def settle(self) -> None:
        """Let the turn end, and those that follow from it."""
        while self._turn:
            turn, self._turn = self._turn, []
            for act in turn:
                act()

    def advance(self, seconds: float) -> None:
        end = self.time + seconds
        self.settle()
        while self._alarms and self._alarms[0][0] <= end:
            self.time, _, alarm = heapq.heappop(self._alarms)
            if alarm.act is not None:
                alarm.act()
            self.settle()
        self.time = end


class FakeScreen:
    """A socket that remembers what was sent, and adds it up as a client would."""

    def __init__(self, house: House, room: Room, viewer: Viewer, token: str = "") -> None:
        self.house = house
        self.token = token
        self.viewer = viewer
        self.sent: list[bytes] = []
        self.closed: tuple[int, str] | None = None
        self.full: dict[str, Any] | None = None
        self.room: dict[str, Any] = {}
        self._room = room
        self.last = ""  # the id of the last command

    def send(self, *messages: bytes) -> None:
        assert self.closed is None
        for message in messages:
            self._take(message)

    def _take(self, message: bytes) -> None:
        self.sent.append(message)
        told = msgspec.json.decode(message)
        msgspec.json.decode(message, type=wire.FromServer)
        match told["type"]:
            case "view":
                self.full = told
            case "frame":
                assert self.full is not None
                assert told["n"] == self.full["n"] + 1
                self.full = applied(self.full, told)
            case "room":
                self.room = told

    def drop(self, code: int, reason: str) -> None:
        if self.closed is None:
            self.closed = (code, reason)
            self._room.get_up(self, self.viewer)

    @property
    def view(self) -> dict[str, Any]:
        assert self.full is not None
        view: dict[str, Any] = self.full["view"]
        return view

    def say(self, type_: str, settle: bool = True, **parts: Any) -> dict[str, Any]:
        """Send something; returns what was answered to it, if anything."""
        if type_ not in ("hand", "typing", "seen", "earlier", "ideas"):
            parts.setdefault("id", f"{self.viewer}-{next(_numbers)}")
        self.last = parts.get("id", "")
        said = wire.decode(msgspec.json.encode({"type": type_, **parts}))
        self.house.hall.hear(self._room, self, self.viewer, said)
        if settle:
            self.house.clock.settle()
        return self.answer_to(parts.get("id", ""))

    def answer_to(self, command: str) -> dict[str, Any]:
        for message in reversed(self.sent):
            told: dict[str, Any] = msgspec.json.decode(message)
            if told["type"] in ("done", "refused") and told["id"] == command:
                return told
        return {}

    def answer(self, name: str, value: Any, **parts: Any) -> dict[str, Any]:
        """Answer a prompt of the view."""
        shown = next(shown for shown in self.view["prompts"] if shown["prompt"]["name"] == name)
        return self.say("answer", prompt=name, prompt_id=shown["id"], value=value, **parts)

    def texts(self) -> list[str]:
        return [line["text"] for line in self.view["lines"]]

    def take(self) -> list[dict[str, Any]]:
        """What has been sent since this was last asked."""
        sent, self.sent = self.sent, []
        return [msgspec.json.decode(message) for message in sent]

    def close(self) -> None:
        self._room.get_up(self, self.viewer)
        self.closed = (1000, "")
        self.house.clock.settle()


class FailingStore(MemoryStore):
    """A store whose disk fills up when it is told to."""

    full = False

    def append(self, records: Any, summaries: Any = ()) -> None:
        self._check_disk()
        super().append(records, summaries)

    def strike(self, table: str, numbers: Any, body: bytes, records: Any = (), summaries: Any = ()) -> None:
        self._check_disk()
        super().strike(table, numbers, body, records, summaries)

    def _check_disk(self) -> None:
        if self.full:
            raise StoreError("There is no room left on the disk.")


class House:
    """A hall with one table, and people who can be given screens."""

    def __init__(self, store: Store | None = None, **hall: Any) -> None:
        self.clock = FakeClock()
        self.store = store or FailingStore()
        self.hall = Hall(self.store, self.clock, **hall)
        self.tokens: dict[Seat, str] = {}
        self.invite = ""
        self.name = "tab"

    @classmethod
    def laid(
        cls,
        seats: int = 3,
        *,
        game: str = "two-masks",
        options: Mapping[str, Any] | None = None,
        settings: Settings | None = None,
        bots: int = 0,
        seed: str = "seed",
        start: bool = True,
        store: Store | None = None,
        **hall: Any,
    ) -> House:
        """A table of people (the last ones bots), which has begun."""
        house = cls(store, **hall)
        room, house.invite = house.hall.create(
            games.find(game), seats, options or {}, settings or Settings(), name="tab", seed=seed
        )
        for seat, name in zip("abcdefgh"[: seats - bots], ("Ada", "Ben", "Cleo", "Dov", "Edda"), strict=False):
            token = house.tokens[seat] = tokens.digest(f"token of {seat}")[:32]
            room.table.claim(token, name, seat, house.clock.now())
        if start:
            room.table.start(house.clock.now(), fill=True)
        house.hall.touch(room)
        house.clock.settle()
        return house

    @property
    def room(self) -> Room:
        return self.hall.room(self.name)

    def sit(self, viewer: Viewer) -> FakeScreen:
        screen = FakeScreen(self, self.room, viewer, self.tokens.get(viewer or "", ""))
        self.room.sit(screen, viewer)
        self.clock.settle()
        return screen

    def everybody(self) -> dict[Seat, FakeScreen]:
        return {seat: self.sit(seat) for seat in self.tokens}

    def restarted(self) -> House:
        """Another process on the same store."""
        house = House(self.store)
        house.tokens, house.invite = self.tokens, self.invite
        return house

    def records(self) -> list[Record]:
        return self.store.load(self.name)

    def summary(self) -> Summary:
        summary = self.store.summary(self.name)
        assert summary is not None
        return summary


class Shows(Protocol):
    """Any screen with a view."""

    @property
    def view(self) -> dict[str, Any]: ...


def some_answer(screen: Shows, dice: random.Random, optional: float = 0.0) -> tuple[str, str, Any] | None:
    """What a stranger would answer: prompt, id and value; None where nothing must be answered."""
    view = screen.view
    asked = [shown for shown in view["prompts"] if shown.get("must")]
    beside = [shown for shown in view["prompts"] if not shown.get("must") and "given" not in shown]
    if beside and dice.random() < optional:
        asked = beside
    if not asked:
        return None
    shown = msgspec.convert(dice.choice(asked), ShownPrompt)
    assert shown.given is UNSET or shown.must
    return shown.prompt.name, shown.id, shown.prompt.random(dice)


def play_on(screens: Mapping[Seat, FakeScreen], dice: random.Random, most: int = 2_000) -> int:
    """Let everybody answer until the game is over; returns how many answers it took."""
    for count in range(most):
        ready = [(screen, answer) for screen in screens.values() if (answer := some_answer(screen, dice, 0.1))]
        if not ready:
            return count
        screen, (prompt, prompt_id, value) = dice.choice(ready)
        told = screen.say("answer", prompt=prompt, prompt_id=prompt_id, value=value)
        assert told["type"] == "done", told
    return most


def shown_to(sitting: Sitting, viewer: Viewer) -> dict[str, Any]:
    """What the projector gives a viewer, as a client reads it."""
    view: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(projection.view(sitting, viewer, RECENT)))
    return view


def newest(view: dict[str, Any]) -> dict[str, Any]:
    """A view with as much of the story as every full view holds, and without fields that have nothing in them."""
    state = {
        key: {name: value for name, value in noun.items() if value is not None} for key, noun in view["state"].items()
    }
    return {**view, "lines": view["lines"][-RECENT:], "state": state}
