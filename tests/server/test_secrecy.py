"""The two-world test in the room: what a viewer may not know changes no byte of what is sent to it.

Two houses are played in step through their rooms, as sockets would; test_secrecy_on_the_wire.py has the sockets too.
Everything sent to one viewer is compared: frames, acknowledgements, refusals, the room, older pages, the view after
coming back, and what can be exported. test_planted_leak.py sees that a leak is found.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, Literal

import msgspec
import pytest

from mneme import games
from mneme.engine.entries import Answer, Retract
from mneme.engine.feed import Viewer
from mneme.engine.log import Sitting
from mneme.engine.prompts import Seat
from tests.conformance.games import TWO_MASKS
from tests.conformance.kit import Case, Listed
from tests.conformance.players import SECRETIVE, TALKATIVE, TEMPERS, Temper, next_move
from tests.conformance.worlds import OMITTED, Draws, Leak, Pair, with_draw
from tests.conformance.wrong_answers import wrong_answers
from tests.server.kit import FakeScreen, House

BESIDE = 0.3  # how often somebody does something beside the game


def masked(message: bytes) -> bytes:
    """A message, but for commitments to answers that were never opened: salted hashes, which tell nothing."""
    told = msgspec.json.decode(message)
    for line in [*told.get("lines", ()), *told.get("view", {}).get("lines", ())]:
        if isinstance(line, dict) and line["kind"] == "sealed":
            facts = line["facts"]
            facts["commitments"] = {seat: facts["commitments"][seat] for seat in facts["opened"]}
    return msgspec.json.encode(told)


class World:
    """One house with everybody at its table."""

    def __init__(self, case: Case, seed: str) -> None:
        self.house = House.laid(case.seats, game=case.listed.game.name, options=case.options, seed=seed)
        self.screens: dict[Viewer, FakeScreen] = {}

    def play_with(self, sitting: Sitting) -> None:
        """Lay another game on the table, and let everybody sit down at it."""
        self.house.room.table.sitting = sitting
        for viewer in (*sitting.table.seats, None):
            self.screens[viewer] = self.house.sit(viewer)

    @property
    def sitting(self) -> Sitting:
        return self.house.room.table.game_on

    def take(self, viewer: Viewer) -> list[bytes]:
        """What a viewer has been sent since this was last asked, as far as it must be the same everywhere."""
        screen = self.screens[viewer]
        sent, screen.sent = screen.sent, []
        return [masked(message) for message in sent]

    def come_back(self, viewer: Viewer) -> None:
        old = self.screens[viewer]
        old.close()
        fresh = self.screens[viewer] = self.house.sit(viewer)
        fresh.sent = old.sent + fresh.sent

    def do(self, move: Answer | Retract, command: str) -> None:
        screen = self.screens[move.seat]
        if isinstance(move, Retract):
            told = screen.say("retract", prompt=move.name, id=command)
        else:
            told = screen.say("answer", prompt=move.name, id=command, value=move.value, prompt_id=self.id_of(move))
        assert told["type"] == "done", (move, told)

    def id_of(self, move: Answer) -> str:
        pending = next(p for p in self.sitting.play.pending(move.seat) if p.prompt.name == move.name)
        return self.sitting.prompt_id(move.seat, pending)


class SocketPair(Pair):
    """Two worlds, each behind its own room."""

    sent = 0

    def _lay(self) -> None:
        self.worlds = (self._world(), self._world())
        game, header = self.case.listed.game, self.worlds[0].sitting.header
        draws = Draws(self.viewer, header.seed)
        draws.steering = self.fork_at == 0
        self.one = Sitting(with_draw(game, draws.remembered), header)
        self.other = Sitting(with_draw(game, draws.steered), header, draws.chance)
        self._read = (0, 0)
        if self.fork_at:
            self._fork(draws)
        self.worlds[0].play_with(self.one)
        self.worlds[1].play_with(self.other)
        self._commands = 0
        self.compare()

    def _world(self) -> World:
        return World(self.case, self.seed)

    def _do(self, move: Answer | Retract, counterpart: Answer | Retract | Literal["omitted"]) -> None:
        self._commands += 1
        self.worlds[0].do(move, f"m{self._commands}")
        if counterpart != OMITTED:
            self.worlds[1].do(counterpart, f"m{self._commands}")
        self._apart = self._apart or counterpart != move
        self.compare()

    def compare(self) -> None:
        super().compare()
        one, other = (world.take(self.viewer) for world in self.worlds)
        if not self.parted:
            self.sent += len(one)
            if one != other:
                raise Leak(f"{self}: {str(one)[:400]} / {str(other)[:400]}")

    def step(self) -> None:
        if self.dice.random() < BESIDE:
            self._beside()
        super().step()

    def _beside(self) -> None:
        """The same small thing in both worlds; the viewer must not see it turn out differently."""
        self._commands += 1
        seat: Seat = self.dice.choice(self.one.table.seats)
        say = self.dice.choice(
            (
                ("typing", {}),
                ("hand", {"up": True}),
                ("nudge", {"seat": seat, "id": f"n{self._commands}"}),
                ("suggest", {"to": seat, "text": "perhaps", "id": f"s{self._commands}"}),
                ("talk", {"mode": "say", "text": "hm", "id": f"t{self._commands}"}),
                ("take_back", {"id": f"b{self._commands}"}) if seat == self.viewer else ("typing", {}),
                ("earlier", {"before": 50}),
            )
        )
        by: Viewer = self.dice.choice((*self.one.table.seats, self.viewer))
        if say[0] == "take_back":
            by = None if self.viewer is None else self.viewer
        said: Mapping[str, Any] = say[1]
        for world in self.worlds:
            world.screens[by].say(str(say[0]), True, **said)
        if self.dice.random() < 0.2:
            self._come_back()
        self.compare()

    def _come_back(self) -> None:
        """The viewer loads the page again."""
        for world in self.worlds:
            world.come_back(self.viewer)

    def _probe(self, seat: Seat) -> None:
        for pending in list(self.one.play.pending(seat)):
            wrong = self.dice.choice(wrong_answers(pending.prompt))
            self._commands += 1
            for world, sitting in zip(self.worlds, (self.one, self.other), strict=True):
                there = [p for p in sitting.play.pending(seat) if p.prompt.name == pending.prompt.name]
                if not there:
                    raise Leak(f"{self}: only one world asks {pending.prompt.name}")
                try:
                    msgspec.json.encode(wrong)
                except (TypeError, UnicodeEncodeError, ValueError):
                    continue  # cannot be said over a socket
                world.screens[seat].say(
                    "answer",
                    prompt=pending.prompt.name,
                    prompt_id=sitting.prompt_id(seat, there[0]),
                    value=wrong,
                    id=f"w{self._commands}",
                )

    def compare_exports(self) -> None:
        if not self.parted:
            files = [msgspec.json.encode(world.house.room.table.export(self.viewer)["view"]) for world in self.worlds]
            one, other = map(masked, files)
            if one != other:
                raise Leak(f"{self}: exports differ")


def play(
    listed: Listed, seats: int, options: Mapping[str, Any], temper: Temper, fork: int, steps: int
) -> tuple[int, int]:
    sent = differing = 0
    for viewer in ("a", "b", None):
        pair = SocketPair(Case(listed, seats, options), viewer, temper, f"socket {fork}", fork)
        pair.play(steps)
        pair.compare_exports()
        sent += pair.sent
        differing += pair.differing
    return sent, differing


@pytest.mark.parametrize("temper", TEMPERS, ids=[temper.name for temper in TEMPERS])
@pytest.mark.parametrize("options", [{}, {"stakes": "unseen"}], ids=["seen", "unseen"])
def test_two_worlds_of_two_masks(temper: Temper, options: dict[str, Any]) -> None:
    counts = [play(TWO_MASKS, 3, options, temper, fork, 120) for fork in (0, 20)]
    assert sum(sent for sent, _ in counts) > 60
    assert sum(differing for _, differing in counts) > 20


@pytest.mark.parametrize("temper", [TALKATIVE, SECRETIVE], ids=["talkative", "secretive"])
def test_two_worlds_of_schizonauts(temper: Temper) -> None:
    listed = Listed(game=games.find("schizonauts"), seats=(3,))
    sent, differing = play(listed, 3, {}, temper, 60, 120)
    assert sent > 60
    assert differing > 20


# The third and fourth kind: one more sealed answer, one more private act.


@pytest.fixture
def at_the_stakes() -> World:
    """Three people before a sealed window that does not show who has answered."""
    world = World(Case(TWO_MASKS, 3, {"stakes": "unseen"}), "stakes")
    world.play_with(world.sitting)
    dice = random.Random("stakes")
    count = 0
    while not world.sitting.play.sealed:
        count += 1
        move = next_move(world.sitting, SECRETIVE, dice)
        world.do(move, f"m{count}")
    return world


def seen_on_return(world: World, viewer: Viewer) -> list[bytes]:
    """All that a fresh screen of a viewer is sent."""
    screen = world.house.sit(viewer)
    sent = screen.sent
    screen.close()
    return sent


def test_a_sealed_answer_sends_nobody_else_a_byte(at_the_stakes: World) -> None:
    world = at_the_stakes
    before = {viewer: seen_on_return(world, viewer) for viewer in ("c", None)}
    for screen in world.screens.values():
        screen.sent = []
    moves: list[Answer | Retract] = [Answer("b", "stake", 1), Answer("b", "stake", 2), Retract("b", "stake")]
    for number, move in enumerate((*moves, Answer("b", "stake", 0))):
        world.do(move, f"sealed{number}")
    assert world.screens["b"].sent
    for viewer in ("a", "c", None):
        assert world.screens[viewer].sent == []
    assert {viewer: seen_on_return(world, viewer) for viewer in ("c", None)} == before


def test_a_private_act_sends_nobody_else_a_byte() -> None:
    world = World(Case(TWO_MASKS, 3, {}), "notes")
    world.play_with(world.sitting)
    for count, seat in enumerate("abc"):
        world.do(Answer(seat, "face", f"Mask{seat}"), f"f{count}")
        world.do(Answer(seat, "favour", "a" if seat == "b" else "b"), f"g{count}")
    for screen in world.screens.values():
        screen.sent = []
    world.do(Answer("a", "notes", {"act": "note", "to": "b", "text": "trust nobody"}), "note")
    assert b"trust nobody" in b"".join(world.screens["b"].sent)
    assert world.screens["c"].sent == [] == world.screens[None].sent
    assert world.house.summary().changed == world.house.summary().created, "no list tells of it either"
