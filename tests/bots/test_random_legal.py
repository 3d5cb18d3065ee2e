"""The bot that does anything legal."""

from __future__ import annotations

import random
from collections import Counter

from mneme.bots.random_legal import RandomLegal
from mneme.engine.log import Sitting
from mneme.engine.projection import view
from tests.engine.two_masks import GAME


def at_the_boasts() -> Sitting:
    sitting = Sitting.lay(GAME, ["Ada", "Ben", "Cleo"], seed="bots")
    for seat in sitting.header.seats:
        sitting.answer(seat, "face", f"Face-{seat}")
        sitting.answer(seat, "favour", sitting.table.after(seat)[0])
    return sitting


def at_the_stakes() -> Sitting:
    sitting = at_the_boasts()
    for seat in sitting.header.seats:
        sitting.answer(seat, "boasting", {"act": "pass"})
    return sitting


def test_it_always_answers_what_it_must() -> None:
    bot = RandomLegal(random.Random(1), optional=0)
    seen = view(at_the_boasts(), "b")
    assert {name for name, _ in (bot.answer(seen) or ("", None) for _ in range(50))} == {"boasting"}


def test_now_and_then_it_does_what_it_may() -> None:
    bot = RandomLegal(random.Random(1), optional=0.25)
    seen = view(at_the_boasts(), "b")
    names = Counter(name for name, _ in (bot.answer(seen) or ("", None) for _ in range(1_000)))
    assert names.keys() == {"boasting", "notes"}
    assert 200 < names["notes"] < 300


def test_its_answers_are_taken() -> None:
    for seed in range(40):
        sitting = at_the_boasts()
        answer = RandomLegal(random.Random(seed), optional=0.5).answer(view(sitting, "c"))
        assert answer is not None
        sitting.answer("c", *answer)


def test_it_does_not_change_an_answer_it_has_given() -> None:
    sitting = at_the_stakes()
    sitting.answer("a", "stake", 1)
    assert RandomLegal(random.Random(1), optional=1).answer(view(sitting, "a")) is None


def test_with_nothing_before_it_there_is_nothing_to_do() -> None:
    sitting = at_the_stakes()
    for seat in sitting.header.seats:
        sitting.answer(seat, "stake", 0)
    others = [seat for seat in sitting.header.seats if seat not in sitting.play.awaited()]
    assert RandomLegal(random.Random(1), optional=0).answer(view(sitting, others[0])) is None


def test_the_same_chance_makes_the_same_choices() -> None:
    seen = view(at_the_boasts(), "a")
    one, other = (RandomLegal(random.Random(5), optional=0.5) for _ in range(2))
    assert [one.answer(seen) for _ in range(20)] == [other.answer(seen) for _ in range(20)]
