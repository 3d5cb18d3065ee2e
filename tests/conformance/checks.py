"""The checks other than secrecy, as functions over a random game.

The tests run them over every listed game, and over games with planted faults, which they must find.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from mneme.engine.entries import Answer, Rename, Retract, Rewind, TakeBack, Talk
from mneme.engine.errors import Refused
from mneme.engine.log import Sitting
from mneme.engine.projection import story, view
from mneme.engine.prompts import Form, Menu, Prompt, Seat
from mneme.engine.text import render
from mneme.engine.view import View
from tests.conformance.frames import LocalsWatch
from tests.conformance.kit import Run, Viewer, followed, reloaded, seen_by, snapshot, viewers
from tests.conformance.players import next_move
from tests.conformance.wrong_answers import is_a_plain_sentence, wrong_answers

OFTEN = 0.3
SELDOM = 0.1
REWINDS_OVER = 4  # how many of the moments looked at a rewind may go back: who goes back far comes to no end


def looks_at(run: Run, chance: float) -> Iterator[Sitting]:
    """The table as it is laid, at some points of the game, and at its end."""
    for sitting in run:
        if not run.steps or sitting.over or run.now_and_then(chance):
            yield sitting


# Random play.


def check_a_whole_game(run: Run) -> None:
    """It never crashes, never waits for nobody, comes to an end, and no coin or card goes astray."""
    for sitting in run:
        sitting.game.check(sitting.table)
    assert sitting.over


def check_nothing_changes_in_place(run: Run) -> None:
    """Values are replaced, never changed where they are: otherwise neither digests nor clients would notice."""
    for sitting in looks_at(run, 1.0):
        known = sitting.digest()
        for key in sitting.table.nouns:
            sitting.table.touched.add(key)  # so that everything is looked at again
        assert sitting.digest() == known


def check_every_prompt(run: Run) -> None:
    """It can be answered at random and by an empty chair, and says what it asks."""
    for sitting in looks_at(run, OFTEN):
        for seat in sitting.table.seats:
            for pending in sitting.play.pending(seat):
                check_prompt(pending.prompt, run.eyes)


def check_prompt(prompt: Prompt[Any], dice: random.Random) -> None:
    assert prompt.possible
    clean = prompt.clean(prompt.random(dice))
    assert prompt.clean(clean) == clean
    if prompt.default is not UNSET:
        prompt.clean(prompt.default)
    assert prompt.name
    assert prompt.text
    for fields in parts_of(prompt):
        texts = [prompt.text, *(field.text for field in fields)]
        assert len(set(texts)) == len(texts), f"the parts of {prompt.name} cannot be told apart: {texts}"


def parts_of(prompt: Prompt[Any]) -> list[tuple[Prompt[Any], ...]]:
    """The small questions that are asked together: those of a form, or of every act on a menu."""
    if isinstance(prompt, Form):
        return [prompt.fields]
    return [choice.fields for choice in prompt.choices] if isinstance(prompt, Menu) else []


def check_every_view_can_be_told(run: Run) -> None:
    """There is a text of every view, also of one that has come over the wire."""
    for sitting in looks_at(run, OFTEN):
        for viewer in viewers(sitting):
            sent = seen_by(sitting, viewer)
            received = msgspec.json.decode(sent, type=View)
            assert msgspec.json.encode(received) == sent
            told = render(sitting.game, view(sitting, viewer))
            assert told.strip()
            assert render(sitting.game, received) == told


# Determinism.


def check_the_story_only_grows(run: Run) -> None:
    """The story so far is the beginning of the story of the whole game, for everybody."""
    heard: dict[Viewer, list[bytes]] = {}
    for sitting in looks_at(run, OFTEN):
        for viewer in viewers(sitting):
            now = [msgspec.json.encode(line) for line in story(sitting, viewer)]
            before = heard.get(viewer, [])
            assert now[: len(before)] == before
            heard[viewer] = now


def check_it_plays_the_same_again(run: Run, again: Run) -> None:
    """The same seed and the same answers give the same bytes to everybody."""
    for sitting, other in zip(looks_at(run, OFTEN), looks_at(again, OFTEN), strict=True):
        assert snapshot(sitting) == snapshot(other)


def check_arrival_does_not_matter(run: Run) -> int:
    """Sealed answers may come in any order. Returns how many windows were tried."""
    other = run.case.lay(run.seed)
    windows = 0
    while not run.sitting.over:
        sealed = _answers_to_sealed_windows(run)
        windows += bool(sealed)
        moves: Sequence[Answer | Retract] = sealed or [next_move(run.sitting, run.temper, run.dice)]
        for move in moves:
            run.sitting.apply(move)
        for move in reversed(moves):
            other.apply(move)
        if sealed:
            assert snapshot(run.sitting) == snapshot(other)
    assert snapshot(run.sitting) == snapshot(other)
    return windows


def _answers_to_sealed_windows(run: Run) -> list[Answer]:
    return [
        Answer(seat, window.prompts[seat].name, window.prompts[seat].random(run.eyes))
        for window in run.sitting.play.windows
        if window.sealed
        for seat in window.awaited
    ]


# Replay, take-back, rewind.


def check_the_log_replays(run: Run) -> None:
    """A file of the log so far gives the table that is being played, whether it is checked or taken on trust."""
    for sitting in looks_at(run, SELDOM):
        assert snapshot(reloaded(sitting)) == snapshot(sitting)
        assert snapshot(followed(sitting)) == snapshot(sitting)


def check_take_backs(run: Run) -> int:
    """Where an answer can be taken back, all is as it was before it. Returns how often that was so."""
    taken_back = 0
    for sitting in looks_at(run, SELDOM):
        if sitting.over:
            assert snapshot(reloaded(sitting)) == snapshot(sitting)
            assert snapshot(followed(sitting)) == snapshot(sitting)
            break
        before = snapshot(sitting)
        move = next_move(sitting, run.temper, run.dice)
        sitting.apply(move)
        if _can_be_taken_back(sitting, move):
            sitting.apply(TakeBack(move.seat))
            assert snapshot(sitting) == before
            taken_back += 1
    return taken_back


def _can_be_taken_back(sitting: Sitting, move: Answer | Retract) -> bool:
    """Whether a take-back would take back this move: it never does with a retraction or a private act."""
    private = any(standing.private and standing.name == move.name for standing in sitting.table.standings)
    return isinstance(move, Answer) and not private and sitting.can_take_back(move.seat)


def check_rewinds(run: Run) -> None:
    """A rewind to any moment gives the table as it was when that moment came. What was learned since cannot be
    unlearned: the story keeps it or marks it, and nothing is free to take back."""
    reached: dict[int, object] = {}
    beat = -1
    for sitting in run:
        if sitting.table.beat > beat and run.now_and_then(OFTEN):
            reached[sitting.table.beat] = _but_for_the_story(sitting)
        beat = sitting.table.beat
        if reached and run.now_and_then(SELDOM):
            beat = run.eyes.choice(list(reached)[-REWINDS_OVER:])
            sitting.apply(Rewind(beat, struck=run.eyes.random() < 0.5))
            assert _but_for_the_story(sitting) == reached[beat]
            assert not any(sitting.can_take_back(seat) for seat in sitting.table.seats)
            reached = {known: table for known, table in reached.items() if known <= beat}
    assert snapshot(reloaded(sitting)) == snapshot(sitting)
    assert snapshot(followed(sitting)) == snapshot(sitting)


def _but_for_the_story(sitting: Sitting) -> tuple[str, list[bytes]]:
    views = [view(sitting, viewer) for viewer in viewers(sitting)]
    shown = [msgspec.structs.replace(one, lines=[], can_take_back=False) for one in views]
    return sitting.digest(), [msgspec.json.encode(one) for one in shown]


# Refusals.


def check_refusals(run: Run) -> None:
    """Whatever a seat may not do is refused in a plain sentence, and changes nothing."""
    for sitting in looks_at(run, SELDOM):
        before = snapshot(sitting)
        for seat in sitting.table.seats:
            _refuse_wrong_answers(sitting, seat)
            _refuse_what_others_are_asked(sitting, seat)
        _refuse_strangers(sitting)
        assert snapshot(sitting) == before


def _refuse_wrong_answers(sitting: Sitting, seat: Seat) -> None:
    for pending in list(sitting.play.pending(seat)):
        prompt = pending.prompt
        for answer in wrong_answers(prompt):
            demand_refusal(str(answer)[:60], sitting.answer, seat, prompt.name, answer)
        legal = prompt.random(random.Random(0))
        demand_refusal("a stale id", sitting.answer, seat, prompt.name, legal, "an old id")


def _refuse_what_others_are_asked(sitting: Sitting, seat: Seat) -> None:
    own = {pending.prompt.name for pending in sitting.play.pending(seat)}
    for other in sitting.table.seats:
        for pending in sitting.play.pending(other):
            if pending.prompt.name not in own:
                answer = pending.prompt.random(random.Random(0))
                demand_refusal("not asked of it", sitting.answer, seat, pending.prompt.name, answer)


def _refuse_strangers(sitting: Sitting) -> None:
    seat = sitting.table.seats[0]
    for name in ("", "no such question", "__class__"):
        demand_refusal("an unknown question", sitting.answer, seat, name, True)
        demand_refusal("an unknown question", sitting.apply, Retract(seat, name))
    for entry in (
        Answer("nobody", "anything", True),
        Retract("nobody", "anything"),
        TakeBack("nobody"),
        Rename("nobody", "Somebody"),
        Talk("nobody", "say", "hm"),
        Talk(seat, "shout", "hm"),
        Rewind(sitting.table.beat + 1),
        Rewind(-1),
    ):
        demand_refusal(str(entry), sitting.apply, entry)


def demand_refusal(what: str, attempt: Callable[..., object], *given: Any) -> None:
    try:
        attempt(*given)
    except Refused as refused:
        sentence = refused.sentence
    else:
        raise AssertionError(f"This was taken: {what}")
    assert is_a_plain_sentence(sentence), sentence


# Locals.


def changing_locals(run: Run) -> set[str]:
    """The locals of the rules that changed between two pauses."""
    watch = LocalsWatch()
    for sitting in run:
        watch.look(sitting.play)
    return watch.changed
