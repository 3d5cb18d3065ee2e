"""A decision window is a set of seats, not a turn; its offers follow the state."""

from __future__ import annotations

import asyncio
from itertools import permutations
from typing import Any

import pytest
from msgspec import UNSET

from mneme.engine.acts import Act, tag
from mneme.engine.entries import Retract
from mneme.engine.errors import Refused, RulesBug
from mneme.engine.log import Sitting
from mneme.engine.projection import view
from mneme.engine.prompts import Ack, Number, Option, Pick, Prompt, Seat, Words
from mneme.engine.state import Bag, Noun, Public
from mneme.engine.windows import Offers
from tests.conformance.kit import seen_by
from tests.conformance.tiny import TinyTable, sit


class Board(Noun):
    """Something on the table that offers can depend on."""

    cakes: Public[int] = 2
    taken: Public[tuple[str, ...]] = ()


class Eat(Act):
    pass


class Give(Act):
    to: Seat
    cakes: int
    kind: str = "plain"


class TakeKey(Act):
    pass


class Stop(Act):
    pass


def asked(sitting: Sitting) -> dict[Seat, list[str]]:
    """What each seat is asked or may do, by name; what it has answered has a tick."""
    shown = {seat: view(sitting, seat).prompts for seat in sitting.table.seats}
    return {
        seat: [prompt.prompt.name + ("" if prompt.given is UNSET else " ✓") for prompt in prompts]
        for seat, prompts in shown.items()
        if prompts
    }


def told(sitting: Sitting) -> list[str]:
    return [line.text for line in sitting.table.lines if line.text]


def number(name: str = "number") -> Number:
    return Number(name, "How many?", 0, 9)


# Questions.


async def ask_everyone(table: TinyTable) -> None:
    answers = await table.ask_all("number", {seat: number() for seat in reversed(table.seats)})
    table.tell(str(answers))


def test_one_seat_is_asked_and_the_rules_wait() -> None:
    async def rules(table: TinyTable) -> None:
        words = await table.ask("b", Words("words", "What do you say?"))
        table.tell(words)

    sitting = sit(rules)
    assert asked(sitting) == {"b": ["words"]}
    sitting.answer("b", "words", " so  be it ")
    assert told(sitting) == ["so be it"]
    assert sitting.over


def test_a_choice_of_one_is_made_for_the_seat() -> None:
    async def rules(table: TinyTable) -> None:
        table.tell(await table.choose("a", Pick("one", "Which?", (Option("sun", "Sun"),))))
        table.tell(await table.choose("a", Pick("two", "Which?", (Option("sun", "Sun"), Option("moon", "Moon")))))

    sitting = sit(rules)
    assert told(sitting) == ["sun"]
    assert asked(sitting) == {"a": ["two"]}


@pytest.mark.parametrize("sealed", [False, True])
@pytest.mark.parametrize("order", list(permutations("abc")), ids="".join)
def test_answers_are_delivered_in_seat_order(order: tuple[Seat, ...], sealed: bool) -> None:
    async def rules(table: TinyTable) -> None:
        answers = await table.ask_all("number", {seat: number() for seat in reversed(table.seats)}, sealed=sealed)
        table.tell(str(answers))

    sitting = sit(rules)
    for seat in order:
        sitting.answer(seat, "number", ord(seat) - ord("a"))
    assert told(sitting) == ["{'a': 0, 'b': 1, 'c': 2}"]


def test_an_answer_can_be_changed_until_the_last_is_in() -> None:
    sitting = sit(ask_everyone)
    sitting.answer("a", "number", 1)
    sitting.answer("b", "number", 2)
    sitting.answer("a", "number", 7)
    assert asked(sitting) == {"a": ["number ✓"], "b": ["number ✓"], "c": ["number"]}
    sitting.answer("c", "number", 3)
    assert told(sitting) == ["{'a': 7, 'b': 2, 'c': 3}"]


def test_an_answer_can_be_retracted_until_the_last_is_in() -> None:
    sitting = sit(ask_everyone)
    sitting.answer("a", "number", 1)
    sitting.apply(Retract("a", "number"))
    assert asked(sitting)["a"] == ["number"]
    with pytest.raises(Refused, match="no answer of yours"):
        sitting.apply(Retract("a", "number"))
    for seat in "bca":
        assert not told(sitting)
        sitting.answer(seat, "number", 5)
    assert told(sitting) == ["{'a': 5, 'b': 5, 'c': 5}"]


def test_asking_nobody_is_not_waiting() -> None:
    async def rules(table: TinyTable) -> None:
        table.tell(str(await table.ask_all("number", {})))

    assert told(sit(rules)) == ["{}"]


def test_only_those_asked_are_waited_for() -> None:
    async def rules(table: TinyTable) -> None:
        await table.ask_all("number", {"a": number(), "c": number()})

    sitting = sit(rules)
    assert sitting.play.awaited() == ["a", "c"]
    sitting.answer("c", "number", 1)
    assert sitting.play.awaited() == ["a"]


# Sealed questions.


def sealed_bids(**how: Any) -> Any:
    async def rules(table: TinyTable) -> None:
        def notes(offers: Offers) -> None:
            for seat in table.seats:
                offers.may(seat, Eat, "Eat a cake")

        with table.standing("cakes", "There are cakes.", notes, lambda seat, _act: table.tell(f"{seat} eats.")):
            await table.ask("a", Ack("begin", "Begin."))
            bids = await table.ask_all("bid", {seat: number("bid") for seat in table.seats}, sealed=True, **how)
            table.tell(str(bids))
            await table.ask("a", Ack("end", "End."))

    return rules


def opened_bids(**how: Any) -> Sitting:
    sitting = sit(sealed_bids(**how))
    sitting.answer("a", "begin", True)
    return sitting


def test_only_its_author_sees_a_sealed_answer() -> None:
    sitting = opened_bids(shows_who=False)
    before = {viewer: seen_by(sitting, viewer) for viewer in ("a", "c", None)}
    sitting.answer("b", "bid", 7)
    assert {viewer: seen_by(sitting, viewer) for viewer in ("a", "c", None)} == before
    (own,) = view(sitting, "b").prompts
    assert (own.given, own.sealed, len(own.commitment)) == (7, True, 32)


def test_who_has_answered_is_shown_or_hidden() -> None:
    shown, hidden = opened_bids(), opened_bids(shows_who=False)
    for sitting in (shown, hidden):
        sitting.answer("b", "bid", 7)
    assert shown.play.awaited() == ["a", "c"]
    assert hidden.play.awaited() == ["a", "b", "c"]
    assert view(hidden, "b").waiting == ["a", "b", "c"]


def test_standing_offers_rest_while_a_window_is_sealed() -> None:
    sitting = sit(sealed_bids())
    assert asked(sitting)["b"] == ["cakes"]
    sitting.answer("a", "begin", True)
    assert asked(sitting) == {"a": ["bid"], "b": ["bid"], "c": ["bid"]}
    with pytest.raises(Refused, match="moved on"):
        sitting.answer("b", "cakes", {"act": "eat"})
    for seat in "abc":
        sitting.answer(seat, "bid", 1)
    assert asked(sitting)["b"] == ["cakes"]


def test_sealed_answers_come_to_light_together_with_their_commitments() -> None:
    sitting = opened_bids()
    commitments = {}
    for seat in "bc":
        sitting.answer(seat, "bid", 4)
        commitments[seat] = view(sitting, seat).prompts[0].commitment
    assert all(line.kind != "sealed" for line in sitting.table.lines)
    assert not sitting.table.openings
    sitting.answer("a", "bid", 4)
    (line,) = [line for line in sitting.table.lines if line.kind == "sealed"]
    assert line.facts is not None
    assert line.facts["opened"] == ["a", "b", "c"]
    assert {seat: line.facts["commitments"][seat] for seat in "bc"} == commitments
    assert len(set(line.facts["commitments"].values())) == 3, "the same answer must not have the same commitment"
    assert [(opening.kind, opening.what) for opening in sitting.table.openings] == [
        ("sealed", {"a": 4, "b": 4, "c": 4})
    ]


def test_some_answers_may_stay_sealed() -> None:
    def highest(bids: dict[Seat, int]) -> list[Seat]:
        return [seat for seat in bids if bids[seat] == max(bids.values())]

    sitting = opened_bids(opens=highest)
    for seat, bid in {"a": 1, "b": 8, "c": 8}.items():
        sitting.answer(seat, "bid", bid)
    (opening,) = sitting.table.openings
    assert opening.what == {"b": 8, "c": 8}
    (line,) = [line for line in sitting.table.lines if line.kind == "sealed"]
    assert line.facts is not None
    assert line.facts["opened"] == ["b", "c"]
    assert list(line.facts["commitments"]) == ["a", "b", "c"]


def test_a_sealed_answer_can_be_retracted_in_silence() -> None:
    sitting = opened_bids(shows_who=False)
    before = seen_by(sitting, "a")
    sitting.answer("b", "bid", 7)
    sitting.apply(Retract("b", "bid"))
    assert seen_by(sitting, "a") == before
    assert asked(sitting)["b"] == ["bid"]


# Windows of acts.


async def eat_until_all_have_passed(table: TinyTable) -> None:
    board = table.put("board", Board())

    def offers(o: Offers) -> None:
        for seat in table.seats:
            if board.cakes:
                o.may(seat, Eat, "Eat a cake")

    async for seat, _act in table.window("cakes", "There are cakes.", offers, passing=True):
        board.cakes -= 1
        table.tell(f"{seat} eats.")
    table.tell(f"{board.cakes} left.")


def test_a_window_closes_when_all_have_passed() -> None:
    sitting = sit(eat_until_all_have_passed)
    for seat in "bca":
        assert not sitting.over
        sitting.answer(seat, "cakes", {"act": "pass"})
    assert told(sitting) == ["2 left."]


def test_an_act_lapses_every_pass() -> None:
    sitting = sit(eat_until_all_have_passed)
    sitting.answer("a", "cakes", {"act": "pass"})
    sitting.answer("b", "cakes", {"act": "pass"})
    assert asked(sitting) == {"c": ["cakes"]}
    with pytest.raises(Refused, match="Nothing is asked of you"):
        sitting.answer("a", "cakes", {"act": "eat"})
    sitting.answer("c", "cakes", {"act": "eat"})
    assert asked(sitting) == {"a": ["cakes"], "b": ["cakes"], "c": ["cakes"]}


def test_a_window_closes_when_nothing_is_left_to_offer() -> None:
    sitting = sit(eat_until_all_have_passed)
    sitting.answer("a", "cakes", {"act": "eat"})
    sitting.answer("a", "cakes", {"act": "eat"})
    assert told(sitting) == ["a eats.", "a eats.", "0 left."]
    assert sitting.over


def test_a_window_is_not_opened_when_nothing_is_offered() -> None:
    async def rules(table: TinyTable) -> None:
        async for _ in table.window("nothing", "Nothing.", lambda _offers: None):
            table.tell("Something happened.")
        table.tell("Nothing happened.")

    assert told(sit(rules)) == ["Nothing happened."]


def test_the_rule_may_break_the_window_off() -> None:
    async def rules(table: TinyTable) -> None:
        def offers(o: Offers) -> None:
            o.must("a", Stop, "Stop")
            o.may("b", Eat, "Eat a cake")

        async for seat, act in table.window("cakes", "There are cakes.", offers):
            match act:
                case Stop():
                    break
                case Eat():
                    table.tell(f"{seat} eats.")

    sitting = sit(rules)
    assert sitting.play.awaited() == ["a"]
    assert [pending.must for seat in "ab" for pending in sitting.play.pending(seat)] == [True, False]
    sitting.answer("b", "cakes", {"act": "eat"})
    sitting.answer("b", "cakes", {"act": "eat"})
    sitting.answer("a", "cakes", {"act": "stop"})
    assert told(sitting) == ["b eats.", "b eats."]
    assert sitting.over


def test_an_act_arrives_typed_with_asked_and_fixed_parts() -> None:
    async def rules(table: TinyTable) -> None:
        def offers(o: Offers) -> None:
            to = Pick("to", "To whom?", table.seat_options(("b", "c")))
            o.may("a", Give, "Give cakes away", to, Number("cakes", "How many?", 1, 2), kind="iced", key="give_iced")
            o.may("a", Give, "Give a plain one", to, cakes=1)

        async for _seat, act in table.window("giving", "Give.", offers):
            table.tell(repr(act))

    sitting = sit(rules)
    sitting.answer("a", "giving", {"act": "give_iced", "to": "b", "cakes": 2})
    sitting.answer("a", "giving", {"act": "give", "to": "c"})
    assert told(sitting) == ["Give(to='b', cakes=2, kind='iced')", "Give(to='c', cakes=1, kind='plain')"]


def test_an_act_that_nobody_could_complete_is_left_out() -> None:
    async def rules(table: TinyTable) -> None:
        def offers(o: Offers) -> None:
            o.may("a", Give, "Give cakes away", Pick("to", "To whom?", ()), cakes=1)
            o.must("b", Give, "Give cakes away", Pick("to", "To whom?", ()), cakes=1)
            o.may("c", Eat, "Eat a cake")

        async for _ in table.window("cakes", "There are cakes.", offers):
            break

    sitting = sit(rules)
    assert asked(sitting) == {"c": ["cakes"]}
    assert sitting.play.awaited() == ["c"]


def test_a_menu_has_its_own_sentence_note_and_default() -> None:
    async def rules(table: TinyTable) -> None:
        def offers(o: Offers) -> None:
            o.may("a", Eat, "Eat a cake")
            o.may("a", Stop, "Stop", default=True)
            o.say("a", "Ada, there are cakes.")
            o.may("b", Eat, "Eat a cake")

        async for _ in table.window("cakes", "There are cakes.", offers, passing=True, note="With plums."):
            break

    sitting = sit(rules)
    first, second = (next(sitting.play.pending(seat)).prompt for seat in "ab")
    assert (first.text, first.note, first.default) == ("Ada, there are cakes.", "", {"act": "stop"})
    assert (second.text, second.note, second.default) == ("There are cakes.", "With plums.", {"act": "pass"})


def test_acts_are_named_in_the_log_by_their_class() -> None:
    assert (tag(Eat), tag(TakeKey)) == ("eat", "take_key")


def test_a_question_within_a_window_parks_the_window() -> None:
    async def rules(table: TinyTable) -> None:
        def offers(o: Offers) -> None:
            for seat in table.seats:
                o.may(seat, Eat, "Eat a cake")

        async for seat, _act in table.window("cakes", "There are cakes.", offers):
            table.tell(await table.ask(seat, Words("taste", "How is it?")))

    sitting = sit(rules)
    sitting.answer("b", "cakes", {"act": "eat"})
    assert asked(sitting) == {"b": ["taste"]}
    sitting.answer("b", "taste", "sweet")
    assert asked(sitting) == {"a": ["cakes"], "b": ["cakes"], "c": ["cakes"]}


# Standing offers.


async def a_bill_that_anybody_may_pay(table: TinyTable) -> None:
    board = table.put("board", Board())

    def offers(o: Offers) -> None:
        for seat in ("b", "c"):
            if seat not in board.taken:
                o.may(seat, Eat, "Pay with a cake")

    def take(seat: Seat, _act: Eat) -> None:
        board.cakes -= 1
        board.taken += (seat,)

    with table.standing("help", "You can help.", offers, take):
        paid = await table.ask_unless("a", lambda: Number("bill", "Pay.", 0, board.cakes) if board.cakes else None)
        table.tell(f"Ada pays {paid}.")
        tip = await table.ask_unless("a", lambda: Ack("tip", "Leave a tip.") if board.cakes > 1 else None)
        table.tell(f"Tip: {tip}.")
    await table.ask("a", Ack("end", "End."))


def test_a_standing_offer_is_taken_beside_a_question_and_changes_it() -> None:
    sitting = sit(a_bill_that_anybody_may_pay)
    assert asked(sitting) == {"a": ["bill"], "b": ["help"], "c": ["help"]}
    assert sitting.play.awaited() == ["a"]
    sitting.answer("c", "help", {"act": "eat"})
    assert asked(sitting) == {"a": ["bill"], "b": ["help"]}
    with pytest.raises(Refused, match="Choose 0 to 1"):
        sitting.answer("a", "bill", 2)
    sitting.answer("a", "bill", 1)
    assert told(sitting) == ["Ada pays 1.", "Tip: None."]
    assert asked(sitting) == {"a": ["end"]}, "the offer ends with its block"


def test_a_standing_act_can_settle_the_question() -> None:
    sitting = sit(a_bill_that_anybody_may_pay)
    sitting.answer("c", "help", {"act": "eat"})
    sitting.answer("b", "help", {"act": "eat"})
    assert told(sitting) == ["Ada pays None.", "Tip: None."]


def test_an_answer_stands_unless_its_question_changes() -> None:
    async def rules(table: TinyTable) -> None:
        board = table.put("board", Board())

        def prompts() -> dict[Seat, Prompt[Any]]:
            return {"a": Number("bid", "How many?", 0, board.cakes), "b": number("bid"), "c": number("bid")}

        def eat(_seat: Seat, _act: Eat) -> None:
            board.cakes -= 1

        with table.standing("cakes", "There are cakes.", lambda o: o.may("c", Eat, "Eat a cake"), eat):
            table.tell(str(await table.ask_all("bid", prompts)))

    sitting = sit(rules)
    sitting.answer("a", "bid", 2)
    sitting.answer("b", "bid", 2)
    sitting.answer("c", "cakes", {"act": "eat"})
    assert asked(sitting) == {"a": ["bid"], "b": ["bid ✓"], "c": ["bid", "cakes"]}
    sitting.answer("c", "bid", 0)
    sitting.answer("a", "bid", 1)
    assert told(sitting) == ["{'a': 1, 'b': 2, 'c': 0}"]


# At their own pace.


async def choose_masks(table: TinyTable) -> None:
    board = table.put("board", Board())
    masks = ("fox", "hare", "owl")

    async def choose(seat: Seat) -> str:
        def free() -> dict[Seat, Prompt[Any]]:
            left = tuple(Option(mask, mask.title()) for mask in masks if mask not in board.taken)
            return {seat: Pick("mask", "Which mask?", left)}

        mask: str = (await table.ask_all("mask", free))[seat]
        board.taken += (mask,)
        return mask + await table.ask(seat, Words("name", "What is it called?"))

    table.tell(str(await table.each(table.seats, choose)))


def test_seats_go_at_their_own_pace_and_results_are_in_seat_order() -> None:
    sitting = sit(choose_masks)
    sitting.answer("c", "mask", "owl")
    sitting.answer("c", "name", "Owlet")
    sitting.answer("a", "mask", "fox")
    assert asked(sitting) == {"a": ["name"], "b": ["mask"]}
    assert sitting.play.awaited() == ["a", "b"]
    sitting.answer("b", "mask", "hare")
    sitting.answer("b", "name", "Leap")
    sitting.answer("a", "name", "Red")
    assert told(sitting) == ["{'a': 'foxRed', 'b': 'hareLeap', 'c': 'owlOwlet'}"]


def test_what_one_seat_takes_is_not_offered_to_the_others_any_more() -> None:
    sitting = sit(choose_masks)
    sitting.answer("c", "mask", "owl")
    for seat in "ab":
        with pytest.raises(Refused, match="You can pick: Fox, Hare"):
            sitting.answer(seat, "mask", "owl")


def test_a_seat_that_finishes_settles_what_another_is_asked() -> None:
    async def rules(table: TinyTable) -> None:
        board = table.put("board", Board())

        async def race(seat: Seat) -> None:
            offer = Ack("run", "Run.")
            if await table.ask_unless(seat, lambda: None if board.taken else offer):
                board.taken += (seat,)

        await table.each(table.seats, race)
        table.tell(f"{board.taken[0]} wins.")

    sitting = sit(rules)
    sitting.answer("b", "run", True)
    assert told(sitting) == ["b wins."]
    assert sitting.over


def test_paces_can_be_nested_and_some_seats_may_have_nothing_to_do() -> None:
    async def rules(table: TinyTable) -> None:
        async def inner(seat: Seat) -> int:
            return await table.ask(seat, number()) if seat != "b" else 0

        async def outer(seat: Seat) -> int:
            return sum((await table.each(table.seats if seat == "a" else (), inner)).values())

        table.tell(str(await table.each(table.seats, outer)))

    sitting = sit(rules)
    sitting.answer("c", "number", 3)
    sitting.answer("a", "number", 4)
    assert told(sitting) == ["{'a': 7, 'b': 0, 'c': 0}"]


# Our own mistakes.


def test_a_question_without_an_answer_is_a_bug() -> None:
    async def rules(table: TinyTable) -> None:
        await table.ask("a", Pick("pick", "Which?", ()))

    with pytest.raises(RulesBug, match="no legal answer"):
        sit(rules)


def test_a_question_that_loses_its_answers_is_a_bug() -> None:
    async def rules(table: TinyTable) -> None:
        board = table.put("board", Board(cakes=1))

        def eat(_seat: Seat, _act: Eat) -> None:
            board.cakes -= 1

        with table.standing("cakes", "There are cakes.", lambda o: o.may("b", Eat, "Eat a cake"), eat):
            await table.ask_all("bid", lambda: {"a": Number("bid", "How many?", 1, board.cakes)})

    sitting = sit(rules)
    with pytest.raises(RulesBug, match="no legal answer"):
        sitting.answer("b", "cakes", {"act": "eat"})


def test_awaiting_something_foreign_is_a_bug() -> None:
    async def rules(_table: TinyTable) -> None:
        await asyncio.sleep(0)

    with pytest.raises(RulesBug, match="not one of our questions"):
        sit(rules)


def test_waiting_for_nobody_is_a_bug() -> None:
    async def rules(table: TinyTable) -> None:
        await table.ask("stranger", Ack("go", "Go on."))

    with pytest.raises(RulesBug, match="waits for nobody"):
        sit(rules)


def test_a_standing_act_that_draws_chance_is_a_bug() -> None:
    async def rules(table: TinyTable) -> None:
        def roll(_seat: Seat, _act: Eat) -> None:
            table.draw(Bag(("moon",)), to=None)

        with table.standing("cakes", "There are cakes.", lambda o: o.may("a", Eat, "Eat a cake"), roll):
            await table.ask("b", Ack("go", "Go on."))

    sitting = sit(rules)
    with pytest.raises(RulesBug, match="may not draw chance"):
        sitting.answer("a", "cakes", {"act": "eat"})


def test_offering_an_act_twice_is_a_bug() -> None:
    async def rules(table: TinyTable) -> None:
        def offers(o: Offers) -> None:
            o.may("a", Eat, "Eat a cake")
            o.may("a", Eat, "Eat another")

        async for _ in table.window("cakes", "There are cakes.", offers):
            pass

    with pytest.raises(RulesBug, match="offered twice"):
        sit(rules)


def test_asking_a_seat_the_same_twice_at_once_is_a_bug() -> None:
    async def rules(table: TinyTable) -> None:
        async def ask_ada(_seat: Seat) -> bool:
            return await table.ask("a", Ack("go", "Go on."))

        await table.each(("b", "c"), ask_ada)

    with pytest.raises(RulesBug, match="twice at once"):
        sit(rules)
