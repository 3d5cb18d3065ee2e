"""The two-world test: what a viewer may not know must not change a byte of what it gets.

Two worlds are played in step. They differ only in things that one viewer may not know, so everything this viewer
is sent must be the same, in order and size, until something is opened to it that differs. There are four kinds:

1. *other secrets*: from the start, with other hidden draws, other sealed answers, other private acts;
2. *scramble*: a fork at a random point, where every hidden cell takes another value;
3. *presence*: one more sealed answer by somebody else;
4. *insertion*: one more private act between two others.

`Pair` plays the first two; the other two are logs that differ by one entry.
"""

from __future__ import annotations

import json
import random
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Literal

import msgspec
from msgspec import UNSET

from mneme.engine import projection
from mneme.engine.chance import SeededChance
from mneme.engine.entries import Answer, Digest, Entry, Retract
from mneme.engine.errors import Refused
from mneme.engine.game import Game
from mneme.engine.log import Sitting
from mneme.engine.play import Pending
from mneme.engine.prompts import Prompt, Seat, Wire
from mneme.engine.state import Bag
from mneme.engine.story import Audience, Opening
from mneme.engine.table import Table
from mneme.engine.view import View
from mneme.engine.windows import Questions, Standing
from tests.conformance.kit import Case, Run, Told, Viewer, seen_by, viewers
from tests.conformance.players import Temper, next_move, some_answer
from tests.conformance.scramble import CardKinds, scramble
from tests.conformance.wrong_answers import wrong_answers

Draw = Callable[[Bag, Audience], tuple[str, Bag]]
OMITTED: Literal["omitted"] = "omitted"  # a private act that is not done in the other world
Counterpart = Answer | Retract | Literal["omitted"] | None

TRIES = 8
PROBES = 0.15  # how often the viewer tries what must be refused, to see whether the refusals differ


class Leak(AssertionError):
    """A viewer can tell two worlds apart that differ only in what it may not know."""


def may_see(viewer: Viewer, to: Audience) -> bool:
    return to is None or viewer in to


# Draws that the viewer sees are the same in both worlds; the others are not.


class SteeredChance(SeededChance):
    """The same dice and salts as ever, but a draw can be led to one place of the bag."""

    place: int | None = None

    def numbers(self, epoch: int, beat: int, index: int, bounds: Any) -> list[int]:
        if self.place is None:
            return super().numbers(epoch, beat, index, bounds)
        number, self.place = self.place, None
        return [number]


class Draws:
    """Remembers what the viewer saw drawn in one world, and has it drawn in the other."""

    def __init__(self, viewer: Viewer, seed: str) -> None:
        self.chance = SteeredChance(seed)
        self.steering = False
        self._viewer = viewer
        self._seen: deque[str] = deque()
        self._dice = random.Random(f"draws/{seed}")

    def remembered(self, draw: Draw) -> Draw:
        def remember(bag: Bag, to: Audience) -> tuple[str, Bag]:
            card, rest = draw(bag, to)
            if self.steering and may_see(self._viewer, to):
                self._seen.append(card)
            return card, rest

        return remember

    def steered(self, draw: Draw) -> Draw:
        def steer(bag: Bag, to: Audience) -> tuple[str, Bag]:
            if self.steering:
                self.chance.place = self._place(bag, to)
            return draw(bag, to)

        return steer

    def _place(self, bag: Bag, to: Audience) -> int | None:
        if not may_see(self._viewer, to):
            return self._dice.randrange(len(bag.items)) if bag.items else None
        card = self._seen.popleft() if self._seen else None
        return bag.items.index(card) if card in bag.items else None


def with_draw(game: Game, wrap: Callable[[Draw], Draw]) -> Game:
    """The same game, whose tables draw in another way."""

    def lay(*laid: Any) -> Table[Any]:
        table = game.lay(*laid)
        object.__setattr__(table, "draw", wrap(table.draw))  # this table's alone, not its class's
        return table

    return msgspec.structs.replace(game, lay=lay)


# Comparing.


def shown_bytes(sitting: Sitting, viewer: Viewer) -> bytes:
    """All that the viewer gets, but for the commitments to answers that were never opened: they are salted hashes
    of something the worlds disagree about, and tell nothing without the salt."""
    shown = projection.view(sitting, viewer)
    lines = [_without_commitments(line) if line.kind == "sealed" else line for line in shown.lines]
    return msgspec.json.encode(msgspec.structs.replace(shown, lines=lines))


def _without_commitments(line: Any) -> Any:
    facts = line.facts
    opened = {seat: facts["commitments"][seat] for seat in facts["opened"]}
    return msgspec.structs.replace(line, facts={**facts, "commitments": opened})


def first_difference(one: Any, other: Any, path: str = "") -> str:
    """Where two views part, in words."""
    if isinstance(one, dict) and isinstance(other, dict) and list(one) == list(other):
        return next((first_difference(one[k], other[k], f"{path}.{k}") for k in one if one[k] != other[k]), "")
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = enumerate(zip(one, other, strict=True))
        return next((first_difference(a, b, f"{path}[{i}]") for i, (a, b) in pairs if a != b), "")
    return f"{path or 'the view'}: {str(one)[:300]} / {str(other)[:300]}"


def demand_same(viewer: Viewer, one: bytes, other: bytes, what: str) -> None:
    if one != other:
        where = first_difference(msgspec.json.decode(one), msgspec.json.decode(other))
        raise Leak(f"{viewer or 'Somebody looking on'} can tell {what}: {where or 'another order'}")


def sealed_answers(sitting: Sitting) -> list[Mapping[Seat, Wire]]:
    return [w.answers for w in sitting.play.windows if isinstance(w, Questions) and w.sealed]


def asked(sitting: Sitting, seat: Seat, name: str) -> Pending | None:
    return next((pending for pending in sitting.play.pending(seat) if pending.prompt.name == name), None)


def takes(prompt: Prompt[Any], wire: Wire) -> bool:
    try:
        prompt.clean(wire)
    except Refused:
        return False
    return True


def is_sealed(pending: Pending) -> bool:
    return isinstance(pending.window, Questions) and pending.window.sealed


def about_to_open(move: Answer, pending: Pending) -> list[Seat]:
    """Whose sealed answers this answer brings to light, if it is the last."""
    window = pending.window
    if not isinstance(window, Questions) or not window.sealed:
        return []
    answers = {**window.answers, move.seat: pending.prompt.clean(move.value)}
    if len(answers) < len(window.prompts):
        return []
    outcome = {seat: prompt.value(answers[seat]) for seat, prompt in window.prompts.items()}
    return list(outcome if window.opens is None else window.opens(outcome))


# The first two kinds.


class Pair:
    """Two worlds for one viewer, played in step until they part before its eyes or the game is over."""

    def __init__(self, case: Case, viewer: Viewer, temper: Temper, seed: str, fork_at: int = 0) -> None:
        self.case = case
        self.viewer = viewer
        self.temper = temper
        self.seed = seed
        self.fork_at = fork_at
        self.dice = random.Random(f"pair/{case}/{viewer}/{temper.name}/{seed}/{fork_at}")
        self.steps = 0
        self.differing = 0  # how often the worlds were compared while they really differed
        self.parted = False  # the viewer has been shown something that differs
        self._apart = fork_at > 0  # before that it is the same world twice, and there is nothing to tell
        self._laid = False

    def __str__(self) -> str:
        seat = json.dumps(self.viewer).replace("null", "None")
        words = f'{self.case.call()}, {seat}, "{self.temper.name}", "{self.seed}", {self.fork_at}'
        return f"To see it again: tests.conformance.games.two_worlds({words}, {self.steps})"

    def _lay(self) -> None:
        """The first kind begins with other draws; the second copies a game so far, and then scrambles it."""
        game, header = self.case.listed.game, self.case.lay(self.seed).header
        draws = Draws(self.viewer, header.seed)
        draws.steering = self.fork_at == 0
        self.one = Sitting(with_draw(game, draws.remembered), header)
        self.other = Sitting(with_draw(game, draws.steered), header, draws.chance)
        self._read = (0, 0)  # how many openings of each world have been looked at
        if self.fork_at:
            self._fork(draws)
        self.compare()

    def _fork(self, draws: Draws) -> None:
        kinds = CardKinds()
        for step in range(self.fork_at):
            if step % STEPS_BETWEEN_LOOKS == 0:
                kinds.note(self.one.table)
            if self.one.over:
                break
            move = self.one.apply(next_move(self.one, self.temper, self.dice))
            self.other.apply(move)
        self._read = self._openings()
        draws.steering = True
        scramble(self.other, self.viewer, self.dice, kinds)
        self.case.listed.scramble_more(self.other.table, self.viewer, self.dice)

    def play(self, steps: int) -> Pair:
        """Play on in both worlds."""
        if not self._laid:
            self._laid = True
            self._lay()
        for _ in range(steps):
            if self.parted or self.one.over:
                break
            self.step()
        return self

    def step(self) -> None:
        self.steps += 1
        if self.viewer is not None and self.dice.random() < PROBES:
            self._probe(self.viewer)
        for _ in range(TRIES):
            move = next_move(self.one, self.temper, self.dice)
            counterpart = self._counterpart(move)
            if counterpart is not None:
                self._do(move, counterpart)
                return
        self.parted = True  # nobody can do in the other world what is done in this one

    def _do(self, move: Answer | Retract, counterpart: Answer | Retract | Literal["omitted"]) -> None:
        self.one.apply(move)
        if counterpart != OMITTED:
            self.other.apply(counterpart)
        self._apart = self._apart or counterpart != move
        self.compare()

    def compare(self) -> None:
        """The same bytes in both worlds, unless something was opened to the viewer that differs."""
        if self._learned(self.one, self._read[0]) != self._learned(self.other, self._read[1]):
            self.parted = True
            return
        self._read = self._openings()
        differ = self.one.digest() != self.other.digest() or sealed_answers(self.one) != sealed_answers(self.other)
        self.differing += differ
        self._apart = self._apart or differ
        if self._apart:
            one, other = (shown_bytes(sitting, self.viewer) for sitting in (self.one, self.other))
            demand_same(self.viewer, one, other, "worlds apart")

    def _openings(self) -> tuple[int, int]:
        return len(self.one.table.openings), len(self.other.table.openings)

    def _learned(self, sitting: Sitting, read: int) -> list[bytes]:
        """What the viewer has learned since, as it would be written down."""
        news: list[Opening] = sitting.table.openings[read:]
        return [msgspec.json.encode((new.kind, new.what)) for new in news if may_see(self.viewer, new.to)]

    # -- what is done in the other world

    def _counterpart(self, move: Answer | Retract) -> Counterpart:
        """The same move, another one that the viewer cannot tell from it, or none where that is not possible."""
        there = asked(self.other, move.seat, move.name)
        here = asked(self.one, move.seat, move.name)
        if there is None or here is None:
            return None
        if isinstance(move, Retract):
            return move
        opening = about_to_open(move, here)
        if not all(self._align(seat, move.name) for seat in opening if seat != move.seat):
            return None
        if move.seat != self.viewer:
            return self._varied(move, here, there, stays_shut=move.seat not in opening)
        if not takes(there.prompt, move.value):
            raise Leak(f"An answer of {self.viewer}'s own is legal in one world only: {move.value}")
        return move

    def _varied(self, move: Answer, here: Pending, there: Pending, stays_shut: bool) -> Counterpart:
        if isinstance(here.window, Standing) and here.window.private:
            return self._other_private_act(move, there)
        if (is_sealed(here) and stays_shut) or move.name in self.case.listed.secret_answers:
            return Answer(move.seat, move.name, some_answer(there.prompt, self.temper, self.dice))
        return move if takes(there.prompt, move.value) else None

    def _other_private_act(self, move: Answer, there: Pending) -> Counterpart:
        concerns = self.case.listed.concerns
        if concerns(self.one, self.viewer, move):
            return move if takes(there.prompt, move.value) else None
        for _ in range(TRIES):
            other = Answer(move.seat, move.name, there.prompt.random(self.dice))
            if self.dice.random() < 0.6 and not concerns(self.other, self.viewer, other):
                return other
        return OMITTED

    def _align(self, seat: Seat, name: str) -> bool:
        """Let a seat revise its sealed answer just before the seals are broken, so that both worlds open the same."""
        here, there = asked(self.one, seat, name), asked(self.other, seat, name)
        if here is None or there is None or not takes(there.prompt, here.given):
            return False
        if there.given != here.given:
            revised = Answer(seat, name, here.given)
            self._do(revised, revised)
        return True

    def _probe(self, seat: Seat) -> None:
        """The viewer tries what is not possible: it must be refused in the same words."""
        own = {pending.prompt.name: pending.prompt for pending in self.one.play.pending(seat)}
        tries = {name: self.dice.choice(wrong_answers(prompt)) for name, prompt in own.items()}
        of_others = {window.name: True for window in self.one.play.windows if window.name not in own}
        for name, wrong in (tries | of_others).items():
            one, other = (refusal(sitting, seat, name, wrong) for sitting in (self.one, self.other))
            if one != other:
                raise Leak(f"{seat} can tell worlds apart by a refusal: {one} / {other}")


def refusal(sitting: Sitting, seat: Seat, name: str, wire: Wire) -> tuple[str, str, str]:
    try:
        sitting.play.answer(seat, name, wire)
    except Refused as refused:
        return refused.code, refused.sentence, refused.rule
    raise AssertionError(f"{name} took {str(wire)[:100]}")


# The third kind.


def copy(run: Run) -> Sitting:
    """The same table once more, from its log."""
    return Sitting.load(run.sitting.game, run.sitting.header, run.sitting.entries)


def presence(run: Run) -> Iterator[None]:
    """Along a game, while a window is sealed: one more answer, another one, none again. Nobody may notice."""
    for sitting in run:
        for window in sitting.play.windows:
            if isinstance(window, Questions) and window.sealed and run.eyes.random() < 0.5:
                waiting = [seat for seat in window.prompts if seat not in window.answers]
                if len(waiting) > 1:
                    _one_more_answer(run, run.eyes.choice(waiting), window)
                    yield


def _one_more_answer(run: Run, author: Seat, window: Questions) -> None:
    other = copy(run)
    others = [viewer for viewer in viewers(other) if viewer != author]
    prompt = window.prompts[author]
    for entry in (
        Answer(author, prompt.name, prompt.random(run.eyes)),
        Answer(author, prompt.name, prompt.random(run.eyes)),
        Retract(author, prompt.name),
    ):
        other.apply(entry)
        # Where it is shown who has answered, that alone may differ, and only while there is an answer.
        told = window.shows_who and isinstance(entry, Answer)
        for viewer in others:
            before, after = (_but_for_waiting(projection.view(world, viewer), told) for world in (run.sitting, other))
            demand_same(viewer, before, after, "that somebody has answered")


def _but_for_waiting(shown: View, told: bool) -> bytes:
    return msgspec.json.encode(msgspec.structs.replace(shown, waiting=[], waiting_text="") if told else shown)


# The fourth kind.


def insertion(run: Run, steps: int = 12) -> Iterator[None]:
    """In a finished game, private acts are inserted at random places, and each time the game goes on as it did."""
    entries = [entry for entry in run.play().sitting.entries if not isinstance(entry, Digest)]
    for _ in range(INSERTIONS):
        place = run.eyes.randrange(len(entries))
        yield from _insert(run, entries[:place], entries[place : place + steps])


def _insert(run: Run, before: Sequence[Entry], after: Sequence[Entry]) -> Iterator[None]:
    one, other = (_prefix(run, before) for _ in range(2))
    act = _some_private_act(one, run)
    if act is None:
        return
    unconcerned = [viewer for viewer in viewers(one) if not run.case.listed.concerns(one, viewer, act)]
    other.apply(act)
    for entry in [None, *after]:
        if entry is not None and not _both_take(one, other, entry, unconcerned):
            return
        for viewer in unconcerned:
            demand_same(viewer, seen_by(one, viewer), seen_by(other, viewer), "that something was done in private")
        yield


def _prefix(run: Run, entries: Sequence[Entry]) -> Sitting:
    return Sitting.load(run.sitting.game, run.sitting.header, entries)


def _some_private_act(sitting: Sitting, run: Run) -> Answer | None:
    """A private act by anybody who has one before it."""
    offered = [
        (seat, pending.prompt)
        for seat in sitting.table.seats
        for pending in sitting.play.pending(seat)
        if isinstance(pending.window, Standing) and pending.window.private and pending.given is UNSET
    ]
    if not offered:
        return None
    seat, prompt = run.eyes.choice(offered)
    return Answer(seat, prompt.name, prompt.random(run.eyes))


def _both_take(one: Sitting, other: Sitting, entry: Entry, unconcerned: list[Viewer]) -> bool:
    """Go on as the game went. The act may have changed what those may do whom it concerned, but nobody else."""
    one.apply(entry)
    try:
        other.apply(entry)
    except Refused as refused:
        if getattr(entry, "seat", None) in unconcerned:
            raise Leak(f"After a private act of others this is refused: {entry}") from refused
        return False
    return True


# All of them, as the suite runs them. Each gives the number of comparisons in which the worlds really differed.


def other_secrets(case: Case, temper: Temper, number: int) -> int:
    with Told(pair := Pair(case, some_viewer(case, number), temper, str(number))):
        return pair.play(case.listed.most_decisions).differing


def scrambled(case: Case, temper: Temper, number: int) -> int:
    """Several forks of one game, each followed for a while."""
    length = Run(case, temper, str(number)).play().steps
    differing = 0
    for part in range(1, FORKS + 1):
        fork_at = max(1, part * length // FORKS)
        with Told(pair := Pair(case, some_viewer(case, number + part), temper, str(number), fork_at)):
            differing += pair.play(STEPS_AFTER_A_FORK).differing
    return differing


def present(case: Case, temper: Temper, number: int) -> int:
    with Told(run := Run(case, temper, str(number))):
        return sum(1 for _ in islice(presence(run), PRESENCES))


def inserted(case: Case, temper: Temper, number: int) -> int:
    """Insertions into a game with talk, take-backs and rewinds."""
    with Told(run := Run(case, temper, str(number), interrupted=True)):
        return sum(1 for _ in insertion(run))


def some_viewer(case: Case, number: int) -> Viewer:
    """Every seat in its turn, and somebody looking on."""
    seats: tuple[Viewer, ...] = (*case.lay("viewers").table.seats, None)
    return seats[number % len(seats)]


FORKS = 4
STEPS_AFTER_A_FORK = 25
STEPS_BETWEEN_LOOKS = 20
INSERTIONS = 4
PRESENCES = 10

KINDS: dict[str, Callable[[Case, Temper, int], int]] = {
    "other secrets": other_secrets,
    "scramble": scrambled,
    "presence": present,
    "insertion": inserted,
}
