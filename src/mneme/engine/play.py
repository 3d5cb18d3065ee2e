"""The one driver: it holds the rules' coroutine, says what is asked, checks answers and moves the rules on.

There is no event loop. A strand is one line of play that waits for a window: the main procedure, and, while
several seats go at their own pace, one for each of them.
"""

from __future__ import annotations

from collections.abc import Coroutine, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from mneme.engine.chance import Chance, seal
from mneme.engine.clock import Clock
from mneme.engine.errors import Refused, RulesBug
from mneme.engine.prompts import Prompt, Seat, Wire
from mneme.engine.table import Table
from mneme.engine.windows import Acts, Each, Questions, Standing, Trail, Window

_STALE = "The table has moved on since then. Here is what is asked now."


class Strand:
    """One line of play."""

    __slots__ = ("children", "coroutine", "parent", "results", "seat", "window")

    def __init__(self, coroutine: Coroutine[Any, Any, Any], parent: Strand | None = None, seat: Seat = "") -> None:
        self.coroutine = coroutine
        self.parent = parent
        self.seat = seat
        self.window: Window | None = None
        self.children: list[Strand] = []
        self.results: dict[Seat, Any] = {}


class Pending(NamedTuple):
    """A prompt that stands before a seat now, with the answer it has already given, if it may still change it."""

    prompt: Prompt[Any]
    window: Window | Standing
    given: Wire | UnsetType = UNSET
    must: bool = False


class Play:
    """One run of the rules over one table object. A rewind makes a new one; nothing of the old survives."""

    def __init__(
        self, table: Table[Any], rules: Coroutine[Any, Any, None], chance: Chance, epochs: Mapping[int, int]
    ) -> None:
        self.table = table
        self.clock: Clock = table.clock
        self.over = False
        self.was_private = False  # whether the last answer was one that nobody else may notice
        self.answers_by: dict[Seat, int] = dict.fromkeys(table.seats, 0)
        self._chance = chance
        self.epochs = epochs
        self._main = Strand(rules)
        self._waiting: list[Strand] = []
        self._standings_fresh = False
        self._trail: Trail | None = None
        self._run(self._main, None)

    # -- what is asked

    @property
    def windows(self) -> list[Window]:
        """Every window the rules wait for now."""
        return [strand.window for strand in self._waiting if strand.window is not None]

    @property
    def sealed(self) -> bool:
        """Whether some window is sealed: then standing offers rest, so no sealed answer can be upset."""
        for strand in self._waiting:  # noqa: SIM110  # asked after every answer, and `any` costs more
            if strand.window is not None and strand.window.sealed:
                return True
        return False

    @property
    def coroutines(self) -> list[Coroutine[Any, Any, Any]]:
        """The lines of play themselves, the main one first: for looking at what they keep in their locals."""
        return list(dict.fromkeys([self._main.coroutine, *(strand.coroutine for strand in self._waiting)]))

    def pending(self, seat: Seat) -> Iterator[Pending]:
        """What stands before a seat: first what the rules wait for, then what may be done beside it."""
        for window in self.windows:
            prompt = window.prompts.get(seat)
            if prompt is not None:
                given = window.answers.get(seat, UNSET) if isinstance(window, Questions) else UNSET
                yield Pending(prompt, window, given, seat in window.awaited)
        for standing in self.fresh_standings():
            if seat in standing.prompts:
                yield Pending(standing.prompts[seat], standing)

    def awaited(self) -> list[Seat]:
        """The seats the table waits for, in seat order. Where it is hidden who has answered, all who were asked."""
        seats: set[Seat] = set()
        for window in self.windows:
            seats.update(window.awaited if window.shows_who else window.prompts)
        return [seat for seat in self.table.seats if seat in seats]

    def fresh_standings(self) -> list[Standing]:
        if self.sealed or self.over:
            return []
        if not self._standings_fresh:
            for standing in self.table.standings:
                standing.refresh()
            self._standings_fresh = True
        return self.table.standings

    def rename(self, seat: Seat, name: str) -> None:
        """Call a seat by another name, in what it may do beside the questions too."""
        self.table.rename(seat, name)
        self._standings_fresh = False

    # -- answering

    def answer(self, seat: Seat, name: str, wire: Wire) -> Wire:
        """Take an answer, or refuse it and change nothing. Returns the canonical answer, for the log."""
        strand, target = self._find(seat, name)
        clean: Wire = target.prompts[seat].clean(wire)
        self.answers_by[seat] += 1
        if isinstance(target, Standing):
            self._take_standing(target, seat, clean)
        elif strand is not None:
            self.was_private = False
            if target.take(seat, clean):
                self._advance(strand)
        return clean

    def follow(self, seat: Seat, name: str, clean: Wire, trail: Trail) -> bool:
        """Take an answer from a log that a digest vouches for: it was checked when it was given.

        Says whether anything came of it: a question that several are asked can wait for the others.
        """
        self._trail = trail
        self.answers_by[seat] += 1
        for strand in self._waiting:
            window = strand.window
            if window is not None and window.asks(seat, name):
                self.was_private = False
                moves = window.follow(seat, clean, trail) if isinstance(window, Acts) else window.take(seat, clean)
                if moves:
                    self._advance(strand)
                break
        else:
            moves = True
            self._take_standing(self._standing(name), seat, clean)
        self._trail = None
        return moves

    def retract(self, seat: Seat, name: str) -> None:
        """Silently take back an answer to a question that is still open."""
        strand, _ = self._find(seat, name)
        window = strand.window if strand else None
        if not isinstance(window, Questions) or seat not in window.answers:
            raise Refused("not_asked", "There is no answer of yours here to take back.")
        self.answers_by[seat] += 1
        window.retract(seat)

    def _find(self, seat: Seat, name: str) -> tuple[Strand | None, Window | Standing]:
        if self.over:
            raise Refused("over", "This game is over; nothing more is asked.")
        for strand in self._waiting:
            window = strand.window
            if window is not None and window.asks(seat, name):
                return strand, window
        for standing in self.fresh_standings():
            if standing.name == name and seat in standing.prompts:
                return None, standing
        raise self._not_asked(seat)

    def _not_asked(self, seat: Seat) -> Refused:
        if seat not in self.answers_by:
            return Refused("not_asked", "There is no such seat at this table.")
        if any(True for _ in self.pending(seat)):
            return Refused("stale", _STALE)
        return Refused("not_asked", "Nothing is asked of you just now.")

    def _standing(self, name: str) -> Standing:
        return next(standing for standing in self.table.standings if standing.name == name)

    def _take_standing(self, standing: Standing, seat: Seat, clean: Wire) -> None:
        self.was_private = standing.private
        self.table.in_standing_act = True
        if self._trail is None:
            standing.take(seat, clean)
        else:
            standing.follow(seat, clean, self._trail)
        self.table.in_standing_act = False
        self._standings_fresh = False
        self._refresh()

    # -- moving on

    def _advance(self, strand: Strand) -> None:
        """A window has closed: the rules move, and that is a beat."""
        window = strand.window
        assert window is not None
        outcome = window.outcome()
        if window.sealed:
            self._open(window, outcome)
        strand.window = None
        waiting = self._waiting
        waiting.remove(strand)
        self._next_beat()
        self._run(strand, outcome)
        if len(waiting) > 1 or (waiting and waiting[0] is not strand):
            self._refresh()

    def _next_beat(self) -> None:
        """The rules are about to move, and there may be a beat at which chance starts afresh."""
        clock = self.clock
        clock.beat += 1
        clock.drawn = 0
        if self.epochs:
            clock.epoch = self.epochs.get(clock.beat, clock.epoch)

    def _refresh(self) -> None:
        """Compute the open offers again; a window with nothing left to ask closes. Sealed ones are not upset."""
        for strand in list(self._waiting):
            window = strand.window
            if window is None or window.sealed:
                continue
            if self._is_answered_next(strand, window):
                window.fresh = False
                return
            window.refresh()
            if window.idle:
                self._advance(strand)
                return
            if self._trail is None:
                self._check(window)

    def _open(self, window: Window, outcome: dict[Seat, Any]) -> None:
        """Sealed answers come to light together, each with the commitment its author had from the start."""
        assert isinstance(window, Questions)
        shown = list(outcome if window.opens is None else window.opens(outcome))
        self.table.opened("sealed", {seat: outcome[seat] for seat in shown})
        commitments = {seat: self.commitment(seat, window.answers[seat]) for seat in outcome}
        self.table.tell("", kind="sealed", facts={"commitments": commitments, "opened": shown})

    def commitment(self, seat: Seat, clean: Wire) -> str:
        """The salted hash that binds a seat to a sealed answer given at this beat."""
        salt = self._chance.salt(self.clock.epoch, self.clock.beat, seat)
        return seal(msgspec.json.encode(clean, order="deterministic"), salt)

    def _run(self, strand: Strand | None, value: Any) -> None:
        """Resume a strand until it waits again; one that ends resumes its parent when it was the last."""
        self._standings_fresh = False
        while strand is not None:
            try:
                request = strand.coroutine.send(value)
            except StopIteration as stop:
                strand, value = self._finish(strand, stop.value)
                continue
            if isinstance(request, Window):
                if not request.fresh and not self._is_answered_next(strand, request):
                    request.refresh()
                    if request.idle:  # nobody is offered anything
                        value = None
                        continue
                if self._trail is None:
                    self._check(request)
                strand.window = request
                self._waiting.append(strand)
                return
            if not isinstance(request, Each):
                raise RulesBug(f"the rules awaited {type(request).__name__}, which is not one of our questions")
            if not request.procedures:
                value = {}
                continue
            self._fork(strand, request)
            return

    def _is_answered_next(self, strand: Strand, window: Window) -> bool:
        """Whether the log that is followed goes on with an act in this window, so that it has something to offer.

        Where several go at their own pace, or seats pass, windows of the same name stand side by side or follow one
        another, and the name does not tell which is meant.
        """
        trail = self._trail
        return (
            trail is not None
            and strand.parent is None
            and isinstance(window, Acts)
            and not window.passing
            and trail.leads_to(window.name, self.table.standings)
        )

    def _check(self, window: Window) -> None:
        """A question has an answer, and its name tells it from whatever else that seat is asked.

        What a log is followed through was so when it was asked for the first time.
        """
        if not isinstance(window, Acts):  # acts that cannot be taken are never on a menu
            for seat, prompt in window.prompts.items():
                if not prompt.possible:
                    raise RulesBug(f"{prompt.name} asks {seat} something with no legal answer")
        if window.idle:
            raise RulesBug(f"{window.name} waits for nobody")
        for strand in self._waiting:
            if strand.window is not None and strand.window is not window:
                self._check_apart(window, strand.window)

    def _check_apart(self, window: Window, other: Window) -> None:
        for seat, prompt in window.prompts.items():
            if seat in other.prompts and other.prompts[seat].name == prompt.name:
                raise RulesBug(f"{prompt.name} is asked of {seat} twice at once; the log could not tell which")

    def _fork(self, parent: Strand, request: Each) -> None:
        parent.results = dict.fromkeys(request.procedures)
        parent.children = [Strand(coroutine, parent, seat) for seat, coroutine in request.procedures.items()]
        for child in list(parent.children):
            self._run(child, None)

    def _finish(self, strand: Strand, result: Any) -> tuple[Strand | None, Any]:
        parent = strand.parent
        if parent is None:
            self.over = True
            return None, None
        parent.results[strand.seat] = result
        parent.children.remove(strand)
        return (None, None) if parent.children else (parent, parent.results)

    def close(self) -> None:
        """Let go of the coroutines now, not when the collector comes by."""
        for strand in self._waiting:
            strand.coroutine.close()
        self._main.coroutine.close()
