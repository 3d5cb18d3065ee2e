"""The log of answers is the only truth: loading, digests, take-back, rewind, and the ids of prompts."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
import pytest

from mneme.engine.acts import Act
from mneme.engine.entries import Answer, Digest, Entry, Header, Rename, Retract, Rewind, Rewound, TakeBack, Talk
from mneme.engine.errors import BadFile, Refused, RulesBug
from mneme.engine.game import Game
from mneme.engine.log import DIGEST_EVERY, Sitting
from mneme.engine.projection import view
from mneme.engine.prompts import Ack, Number, Option, Seat, Some, Words
from mneme.engine.settling import settle
from mneme.engine.state import Noun, Public
from mneme.engine.windows import Offers
from tests.conformance.games import TWO_MASKS
from tests.conformance.kit import Case, Run, followed, reloaded, seen_by, snapshot
from tests.conformance.players import RESTLESS, TALKATIVE
from tests.conformance.tiny import Rules, TinyTable, sit, tiny
from tests.engine import two_masks

Patch = pytest.MonkeyPatch


def masks(**options: Any) -> Sitting:
    """Two Masks for three, at the boasting of the first scene."""
    sitting = Sitting.lay(two_masks.GAME, ("Ada", "Ben", "Cleo"), options, "seed")
    for seat in sitting.table.seats:
        sitting.answer(seat, "face", f"mask{seat}")
        sitting.answer(seat, "favour", sitting.table.after(seat)[0])
    return sitting


def masks_at_the_staking(**options: Any) -> Sitting:
    sitting = masks(**options)
    for seat in sitting.table.seats:
        sitting.answer(seat, "boasting", {"act": "pass"})
    return sitting


def a_note(seat: Seat, to: Seat, text: str = "psst") -> Answer:
    return Answer(seat, "notes", {"act": "note", "to": to, "text": text})


def free_to_take_back(sitting: Sitting) -> list[Seat]:
    return [seat for seat in sitting.table.seats if sitting.can_take_back(seat)]


def told(sitting: Sitting) -> list[str]:
    return [line.text for line in sitting.table.lines if line.text]


class Tally(Noun):
    count: Public[int] = 0


async def count_up(table: TinyTable) -> None:
    """Everybody adds a number, in turn, for ever so long."""
    tally = table.put("tally", Tally())
    for seat in table.seats * 20:
        tally.count += await table.ask(seat, Number("number", "Which number?", 1, 9))
        table.tell(f"It is {tally.count}.")


def counted(*numbers: int) -> Sitting:
    sitting = sit(count_up)
    for place, number in enumerate(numbers):
        sitting.answer("abc"[place % 3], "number", number)
    return sitting


def finished_masks() -> Sitting:
    return Run(Case(TWO_MASKS, 3, {}), TALKATIVE, "0").play().sitting


# Laying and loading.


def test_a_table_is_laid_with_all_its_options_in_the_header() -> None:
    header = masks(scenes=2).header
    assert header.options == {"scenes": 2, "notes": True, "stakes": "seen"}
    assert header.seats == ("a", "b", "c")
    assert header.names == {"a": "Ada", "b": "Ben", "c": "Cleo"}
    assert (header.game, header.rules) == ("two-masks", 1)


def test_every_table_gets_a_seed_of_its_own() -> None:
    seeds = {Sitting.lay(two_masks.GAME, ("Ada", "Ben")).header.seed for _ in range(5)}
    assert len(seeds) == 5
    assert all(len(seed) == 64 for seed in seeds)


def test_a_log_gives_the_table_back() -> None:
    sitting = finished_masks()
    assert snapshot(reloaded(sitting)) == snapshot(sitting)
    assert reloaded(sitting).entries == sitting.entries


def test_the_log_keeps_the_canonical_answer() -> None:
    sitting = sit(one_word)
    (kept,) = [entry for entry in sitting.answer("a", "word", "  so \n be  it ") if isinstance(entry, Answer)]
    assert kept.value == "so be it"


async def one_word(table: TinyTable) -> None:
    await table.ask("a", Words("word", "What do you say?"))


def test_a_refused_entry_leaves_no_trace() -> None:
    sitting = masks()
    before, entries = snapshot(sitting), list(sitting.entries)
    with pytest.raises(Refused):
        sitting.answer("a", "boasting", {"act": "fly"})
    assert snapshot(sitting) == before
    assert sitting.entries == entries


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"game": "chess"}, "This file is for chess, rules version 1."),
        ({"rules": 7}, "This file is for two-masks, rules version 7."),
        ({"options": {"scenes": "many"}}, "The options in this file are not those of Two Masks."),
    ],
)
def test_a_foreign_file_is_told_apart(changes: dict[str, Any], sentence: str) -> None:
    header = msgspec.structs.replace(masks().header, **changes)
    with pytest.raises(BadFile) as bad:
        Sitting.load(two_masks.GAME, header, [])
    assert str(bad.value) == sentence


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        (Answer("b", "face", 5), "Entry 2 does not fit the game: Answer with text."),
        (Answer("b", "stake", 1), "Entry 2 does not fit the game: The table has moved on"),
        (Answer("z", "face", "x"), "Entry 2 does not fit the game: There is no such seat"),
        (Retract("a", "face"), "Entry 2 does not fit the game: "),
        (TakeBack("c"), "Entry 2 does not fit the game: That can no longer be taken back"),
        (Rewind(99), "Entry 2 does not fit the game: There is no such moment"),
        (Digest(1, "0" * 16), "Entry 2 does not fit the game: the state is not what it was"),
    ],
    ids=lambda given: type(given).__name__,
)
def test_an_entry_that_does_not_fit_is_named(entry: Entry, sentence: str) -> None:
    with pytest.raises(BadFile) as bad:
        Sitting.load(two_masks.GAME, masks().header, [Answer("a", "face", "owl"), entry])
    assert str(bad.value).startswith(sentence)
    assert str(bad.value).endswith(".")


def test_a_header_survives_a_file_and_holds_nothing_else() -> None:
    header = masks().header
    assert msgspec.json.decode(msgspec.json.encode(header), type=Header) == header
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"clock":1,' + msgspec.json.encode(header)[1:], type=Header)


# Digests.


def test_a_digest_is_kept_every_few_answers_and_at_the_end() -> None:
    entries = finished_masks().entries
    answers = [entry for entry in entries if isinstance(entry, Answer | Retract)]
    digests = [entry for entry in entries if isinstance(entry, Digest)]
    assert isinstance(entries[-1], Digest)
    assert len(digests) >= len(answers) // DIGEST_EVERY


def test_digests_catch_changed_arithmetic(monkeypatch: Patch) -> None:
    sitting, honest = finished_masks(), two_masks.contest

    def contest(table: two_masks.Masks, stakes: dict[Seat, int]) -> Seat:
        teller = honest(table, stakes)
        table.player[teller].coins += 1
        return teller

    monkeypatch.setattr(two_masks, "contest", contest)
    with pytest.raises(BadFile, match="the rules have changed"):
        reloaded(sitting)


def test_a_digest_covers_hidden_things() -> None:
    one, other = masks(), masks()
    assert one.digest() == other.digest()
    player = one.table.nouns["player/a"]
    assert isinstance(player, two_masks.Player)
    player.diary += ("and nobody saw",)
    assert one.digest() != other.digest()


# On trust: a digest vouches for what comes before it.


class Basket(Noun):
    fruit: Public[tuple[str, ...]] = ()
    turned: Public[str] = ""


class Gather(Act):
    fruit: tuple[str, ...]


class Turn(Act):
    way: str
    why: str


class Rest(Act):
    """Enough for today."""


FRUIT = Some("fruit", "Which fruit?", (Option("fig", "A fig"), Option("plum", "A plum")))
OFFERED: list[str] = []


async def gather(table: TinyTable) -> None:
    """Days of gathering, with acts whose parts are all asked for, partly given, and none at all."""
    basket = table.put("basket", Basket())

    def offers(o: Offers) -> None:
        OFFERED.append(table.place)
        o.may("a", Gather, "Gather fruit", FRUIT)
        for way in ("left", "right"):
            o.may("b", Turn, f"Turn {way}", Words("why", "Why?"), key=f"turn_{way}", way=way)
        o.must("c", Rest, "Rest")

    for day in range(8):
        table.chapter(f"Day {day}")
        async for seat, act in table.window("gathering", "The trees are full.", offers):
            match act:
                case Gather(fruit):
                    basket.fruit += fruit
                case Turn(way, why):
                    basket.turned += f" {way}: {why}"
                case _:
                    break
            table.tell(f"{table.name(seat)} is busy.")


def gathered() -> Sitting:
    sitting = sit(gather)
    while not sitting.over:
        for fruit in (["plum"], ["fig", "plum"], []):
            sitting.answer("a", "gathering", {"act": "gather", "fruit": fruit})
        sitting.answer("b", "gathering", {"act": "turn_left", "why": "why not"})
        sitting.answer("c", "gathering", {"act": "rest"})
    return sitting


def test_a_log_on_trust_gives_the_table_back() -> None:
    sitting = gathered()
    assert snapshot(followed(sitting)) == snapshot(sitting)
    assert followed(sitting).entries == sitting.entries


def test_a_log_on_trust_is_followed_with_few_offers() -> None:
    OFFERED.clear()
    sitting = gathered()
    alive = len(OFFERED)
    OFFERED.clear()
    reloaded(sitting)
    first_of_their_kind = 3
    assert alive == 40
    assert len(OFFERED) == first_of_their_kind


def test_what_goes_with_a_key_goes_with_it_for_one_seat() -> None:
    async def rules(table: TinyTable) -> None:
        def offers(o: Offers) -> None:
            for seat in table.seats:
                o.may(seat, Turn, "Turn home", Words("why", "Why?"), key="turn_home", way=f"{table.name(seat)}'s way")

        basket = table.put("basket", Basket())
        async for _, act in table.window("turning", "It is late.", offers):
            basket.turned += f" {act.way}: {act.why}"

    sitting = sit(rules)
    for seat in "abcabc":
        sitting.answer(seat, "turning", {"act": "turn_home", "why": "It is late"})
    assert snapshot(followed(sitting)) == snapshot(sitting)


def test_what_an_act_holds_beside_the_answer_may_be_another_thing_each_time() -> None:
    async def rules(table: TinyTable) -> None:
        def offers(o: Offers) -> None:
            o.may("a", Turn, "Turn", Words("why", "Why?"), way=f"the {table.beat}. way")

        basket = table.put("basket", Basket())
        async for _, act in table.window("turning", "It is late.", offers):
            basket.turned += f" {act.way}: {act.why}"

    sitting = sit(rules)
    for _ in range(4):
        sitting.answer("a", "turning", {"act": "turn", "why": "It is late"})
    assert snapshot(followed(sitting)) == snapshot(sitting)


def test_a_log_on_trust_looks_past_what_is_done_beside_a_window() -> None:
    async def rules(table: TinyTable) -> None:
        def wave(o: Offers) -> None:
            o.may("b", Rest, "Lie in the grass")

        with table.standing("beside", "Meanwhile", wave, lambda seat, _: table.tell(f"{table.name(seat)} lies down.")):
            await gather(table)

    sitting = sit(rules)
    while not sitting.over:
        sitting.answer("a", "gathering", {"act": "gather", "fruit": ["fig"]})
        sitting.answer("b", "beside", {"act": "rest"})
        sitting.apply(Talk("a", "say", "Lazy."))
        sitting.answer("b", "beside", {"act": "rest"})
        sitting.answer("c", "gathering", {"act": "rest"})
    OFFERED.clear()
    assert snapshot(followed(sitting)) == snapshot(sitting)
    first_and_last, first_of_their_kind = 2, 2
    assert len(OFFERED) <= first_and_last + first_of_their_kind


def test_windows_of_one_name_that_follow_one_another_are_told_apart() -> None:
    async def rules(table: TinyTable) -> None:
        def offers(o: Offers, seat: Seat) -> None:
            if seat != "a":  # so the first window closes at once
                o.may("c", Rest, f"Rest with {table.name(seat)}")

        await table.ask("a", Ack("go", "Go on."))
        for seat in table.seats:
            async for _ in table.window("resting", "You can rest.", partial(offers, seat=seat), passing=True):
                table.tell(f"Cleo rests with {table.name(seat)}.")
                break
        await table.ask("a", Ack("go", "Go on."))

    sitting = sit(rules)
    sitting.answer("a", "go", True)
    sitting.answer("c", "resting", {"act": "rest"})
    sitting.answer("c", "resting", {"act": "rest"})
    assert told(sitting) == ["Cleo rests with Ben.", "Cleo rests with Cleo."]
    assert snapshot(followed(sitting)) == snapshot(sitting)


def test_a_log_that_deserves_no_trust_is_checked() -> None:
    sitting = gathered()
    entries = list(sitting.entries)
    entries[1] = Answer("a", "gathering", {"act": "gather", "fruit": ["pear"]})
    with pytest.raises(BadFile, match="Entry 2 does not fit the game: That is not all on offer"):
        reloaded(sitting, entries)


# Take-back: free exactly when nothing was learned or done since.


def test_the_last_answer_can_be_taken_back_by_its_author() -> None:
    sitting = counted(1)
    before = snapshot(sitting)
    sitting.answer("b", "number", 5)
    assert free_to_take_back(sitting) == ["b"]
    sitting.apply(TakeBack("b"))
    assert snapshot(sitting) == before
    assert free_to_take_back(sitting) == ["a"]
    assert snapshot(reloaded(sitting)) == snapshot(sitting)


def test_nobody_takes_back_what_others_have_answered_to() -> None:
    sitting = counted(1, 5)
    with pytest.raises(Refused, match="can no longer be taken back; ask the table to rewind"):
        sitting.apply(TakeBack("a"))


def test_an_answer_that_drew_chance_stays() -> None:
    async def rules(table: TinyTable) -> None:
        await table.ask("a", Ack("roll", "Roll."))
        table.roll(1, 6)
        await table.ask("a", Ack("done", "Done."))

    sitting = sit(rules)
    sitting.answer("a", "roll", True)
    assert free_to_take_back(sitting) == []


def test_an_answer_that_opened_a_secret_stays() -> None:
    async def rules(table: TinyTable) -> None:
        await table.ask("a", Ack("show", "Show it."))
        table.opened("card", "moon", to=("b",))
        await table.ask("a", Ack("done", "Done."))

    sitting = sit(rules)
    sitting.answer("a", "show", True)
    assert free_to_take_back(sitting) == []


def test_nothing_is_taken_back_beside_a_sealed_window() -> None:
    sitting = masks(stakes="unseen")
    sitting.answer("a", "boasting", {"act": "pass"})
    sitting.answer("b", "boasting", {"act": "pass"})
    assert free_to_take_back(sitting) == ["b"]
    sitting.answer("c", "boasting", {"act": "pass"})
    assert free_to_take_back(sitting) == [], "the button itself would tell who has staked"
    sitting.answer("a", "stake", 1)
    assert free_to_take_back(sitting) == []


def test_nothing_is_taken_back_when_the_game_is_over() -> None:
    assert free_to_take_back(finished_masks()) == []


def test_a_public_standing_act_can_be_taken_back() -> None:
    class Wave(Act):
        pass

    async def rules(table: TinyTable) -> None:
        tally = table.put("tally", Tally())

        def offers(o: Offers) -> None:
            o.may("b", Wave, "Wave")

        def wave(_seat: Seat, _act: Wave) -> None:
            tally.count += 1

        with table.standing("waving", "You can wave.", offers, wave):
            await table.ask("a", Ack("done", "Done."))

    sitting = sit(rules)
    before = snapshot(sitting)
    sitting.answer("b", "waving", {"act": "wave"})
    sitting.apply(TakeBack("b"))
    assert snapshot(sitting) == before


def test_a_private_act_disturbs_no_take_back() -> None:
    sitting = masks()
    sitting.answer("a", "boasting", {"act": "boast", "words": "I am the moon"})
    sitting.apply(a_note("b", "c"))
    sitting.apply(a_note("a", "c", "me too"))
    assert free_to_take_back(sitting) == ["a"]
    sitting.apply(TakeBack("a"))
    assert "I am the moon" not in told(sitting)
    assert told(sitting)[-2:] == ["A note from Ben: psst", "A note from Ada: me too"], "what was read was read"
    assert snapshot(reloaded(sitting)) == snapshot(sitting)


def test_a_take_back_looks_the_same_whatever_was_done_in_private() -> None:
    quiet, busy = masks(), masks()
    for sitting in (quiet, busy):
        sitting.answer("a", "boasting", {"act": "boast", "words": "I am the moon"})
        if sitting is busy:
            sitting.apply(a_note("b", "c"))
        sitting.apply(TakeBack("a"))
    assert seen_by(quiet, "a") == seen_by(busy, "a")
    assert seen_by(quiet, None) == seen_by(busy, None)


def test_talk_and_names_survive_a_take_back() -> None:
    sitting = counted(1)
    sitting.answer("b", "number", 5)
    sitting.apply(Talk("c", "say", "Wait."))
    sitting.apply(Rename("c", "Cleopatra"))
    sitting.apply(TakeBack("b"))
    assert told(sitting) == ["It is 1.", "Wait."]
    assert sitting.table.names["c"] == "Cleopatra"


def test_answers_can_be_taken_back_one_after_the_other() -> None:
    async def rules(table: TinyTable) -> None:
        for _ in range(3):
            table.tell(await table.ask("a", Words("word", "What do you say?")))

    sitting = sit(rules)
    for word in ("one", "two"):
        sitting.answer("a", "word", word)
    sitting.apply(TakeBack("a"))
    assert told(sitting) == ["one"]
    sitting.apply(TakeBack("a"))
    assert told(sitting) == []
    with pytest.raises(Refused):
        sitting.apply(TakeBack("a"))


def test_what_a_take_back_leaves_can_be_answered_otherwise() -> None:
    sitting = counted(1, 5)
    sitting.apply(TakeBack("b"))
    sitting.answer("b", "number", 9)
    assert told(sitting) == ["It is 1.", "It is 10."]


def test_a_take_back_says_where_the_answer_stands() -> None:
    sitting = counted(1, 5)
    sitting.apply(Talk("c", "say", "Wait."))
    assert sitting.apply(TakeBack("b")) == TakeBack("b", 2)
    assert sitting.apply(TakeBack("a")) == TakeBack("a", 4)


def laying(laid: list[TinyTable], rules: Rules = count_up) -> Game:
    """A game that counts how often its table is laid."""

    def lay(*given: Any) -> TinyTable:
        laid.append(TinyTable(*given))
        return laid[-1]

    return tiny(rules, lay=lay)


def hesitant(laid: list[TinyTable]) -> Sitting:
    """Everybody takes back what they said, some more than once and with words in between."""
    sitting = Sitting.lay(laying(laid), ("Ada", "Ben", "Cleo"), seed="seed")
    for turn in range(40):
        seat = "abc"[turn % 3]
        sitting.answer(seat, "number", 9)
        sitting.apply(TakeBack(seat))
        sitting.answer(seat, "number", 8)
        sitting.apply(Talk(seat, "say", "No, wait."))
        sitting.apply(Rename(seat, f"Hesitant {turn}"))
        sitting.apply(TakeBack(seat))
        sitting.answer(seat, "number", 1)
    return sitting


def test_a_log_on_trust_is_played_once_however_much_was_taken_back() -> None:
    laid: list[TinyTable] = []
    sitting = hesitant(laid)
    laid.clear()
    again = followed(sitting)
    assert len(laid) == 1
    assert snapshot(again) == snapshot(sitting)
    assert again.entries == sitting.entries
    again.apply(TakeBack("a"))
    sitting.apply(TakeBack("a"))
    assert snapshot(again) == snapshot(sitting)


def test_the_file_of_a_game_is_written_in_one_go_however_much_was_taken_back() -> None:
    laid: list[TinyTable] = []
    sitting = hesitant(laid)
    laid.clear()
    kept = [entry for group in settle(sitting) for entry in group]
    assert len(laid) == 1
    assert [entry.value for entry in kept if isinstance(entry, Answer)] == [1] * 40
    assert not any(isinstance(entry, TakeBack) for entry in kept)


async def go_out(table: TinyTable) -> None:
    """Ben can write something down, but only outside."""

    def notes(o: Offers) -> None:
        if table.place == "outside":
            o.may("b", Rest, "Write it down")

    with table.standing("notes", "You may write", notes, lambda *_: table.tell("noted", to=("b",)), private=True):
        await table.ask("a", Ack("rise", "Get up."))
        await table.ask("a", Ack("go", "Go outside."))
        table.chapter("outside")
        await table.ask("a", Ack("stay", "Stay there."))


def noted_outside() -> Sitting:
    """Ada has gone out and come in again; what Ben has written in the meantime has lost its occasion."""
    sitting = sit(go_out)
    sitting.answer("a", "rise", True)
    sitting.answer("a", "go", True)
    sitting.answer("b", "notes", {"act": "rest"})
    assert sitting.apply(TakeBack("a")) == TakeBack("a", 0)
    return sitting


def test_what_was_done_in_private_before_a_take_back_is_left_to_the_rules() -> None:
    sitting = noted_outside()
    assert told(sitting) == ["noted"], "what was written stays, though there is no occasion for it any more"
    assert snapshot(followed(sitting)) == snapshot(sitting)


def test_an_answer_is_played_if_one_after_it_had_to_be() -> None:
    sitting = noted_outside()
    sitting.apply(TakeBack("a"))
    assert told(sitting) == ["noted"]
    assert snapshot(followed(sitting)) == snapshot(sitting)


def test_a_passage_is_played_if_something_before_its_rewind_had_to_be() -> None:
    sitting = noted_outside()
    sitting.answer("a", "go", True)
    sitting.apply(Rewind(2))
    assert "noted" in told(sitting)
    assert snapshot(followed(sitting)) == snapshot(sitting)


def test_a_log_that_does_not_say_where_an_answer_stands_is_played_all_the_same() -> None:
    sitting = hesitant([])
    older = [TakeBack(entry.seat) if isinstance(entry, TakeBack) else entry for entry in sitting.entries]
    again = reloaded(sitting, [*older, Digest(sitting.table.beat, sitting.digest())])
    assert snapshot(again) == snapshot(sitting)
    assert list(again.entries)[: len(older)] == list(sitting.entries)


def test_rules_find_the_answer_that_is_taken_back_whatever_the_log_says() -> None:
    sitting = hesitant([])
    wrong = [TakeBack(entry.seat, 3) if isinstance(entry, TakeBack) else entry for entry in sitting.entries]
    again = reloaded(sitting, [*wrong, Digest(sitting.table.beat, sitting.digest())])
    assert snapshot(again) == snapshot(sitting)
    assert list(again.entries)[: len(wrong)] == list(sitting.entries)


def test_what_was_done_in_private_and_can_stay_is_followed_like_anything_else() -> None:
    laid: list[TinyTable] = []

    async def rules(table: TinyTable) -> None:
        def notes(o: Offers) -> None:
            o.may("b", Rest, "Write it down")

        with table.standing("notes", "You may write", notes, lambda *_: table.tell("noted", to=("b",)), private=True):
            await count_up(table)

    sitting = Sitting.lay(laying(laid, rules), ("Ada", "Ben", "Cleo"), seed="seed")
    sitting.answer("a", "number", 9)
    sitting.answer("b", "notes", {"act": "rest"})
    assert sitting.apply(TakeBack("a")) == TakeBack("a", 2)
    assert told(sitting) == ["noted"]
    laid.clear()
    assert snapshot(followed(sitting)) == snapshot(sitting)
    assert len(laid) == 1


def test_what_was_done_in_private_and_now_comes_out_otherwise_stays_as_it_was_told() -> None:
    async def rules(table: TinyTable) -> None:
        def notes(o: Offers) -> None:
            o.may("b", Rest, "Write it down")

        def note(*_: object) -> None:
            table.tell(f"noted {table.place}", to=("b",))

        with table.standing("notes", "You may write", notes, note, private=True):
            await table.ask("a", Ack("go", "Go outside."))
            table.place = "outside"
            await table.ask("a", Ack("stay", "Stay there."))

    sitting = sit(rules)
    sitting.answer("a", "go", True)
    sitting.answer("b", "notes", {"act": "rest"})
    assert sitting.apply(TakeBack("a")) == TakeBack("a", 0)
    assert told(sitting) == ["noted outside"]
    assert snapshot(followed(sitting)) == snapshot(sitting)


def test_rules_that_come_to_another_moment_are_found_out() -> None:
    askings = iter((("a",), ("a", "b")))

    async def rules(table: TinyTable) -> None:
        await table.ask_all("go", dict.fromkeys(next(askings), Ack("go", "Go on.")))
        for word in ("stay", "leave"):
            await table.ask("a", Ack(word, "And now?"))

    sitting = sit(rules)
    sitting.answer("a", "go", True)
    sitting.answer("a", "stay", True)
    with pytest.raises(RulesBug, match="does not lead to beat 1 again, but to 0"):
        sitting.apply(TakeBack("a"))


# Rewind.


@pytest.mark.parametrize("beat", range(5))
def test_a_rewind_gives_the_table_as_it_was(beat: int) -> None:
    sitting, then = counted(1, 2, 3, 4), counted(*range(1, beat + 1))
    sitting.apply(Rewind(beat))
    assert sitting.digest() == then.digest()
    assert view(sitting, "a").prompts == view(then, "a").prompts
    assert snapshot(reloaded(sitting)) == snapshot(sitting)


def test_what_is_rewound_stays_in_the_story_as_undone() -> None:
    sitting = counted(1, 2, 3)
    sitting.apply(Talk("a", "say", "No."))
    sitting.apply(Rewind(1))
    lines = sitting.table.lines
    assert [(line.text, line.undone) for line in lines[:4]] == [
        ("It is 1.", False),
        ("It is 3.", True),
        ("It is 6.", True),
        ("No.", False),
    ]
    assert lines[4].kind == "rewind"


def test_a_struck_passage_is_gone_for_everybody_with_what_was_said() -> None:
    sitting = counted(1, 2, 3)
    sitting.apply(Talk("a", "say", "No."))
    sitting.apply(Rewind(1, struck=True))
    assert told(sitting)[0] == "It is 1."
    assert [line.kind for line in sitting.table.lines[1:]] == ["rewind"]
    assert all(b"It is 3" not in seen_by(sitting, viewer) for viewer in ("a", "b", "c", None))
    assert snapshot(reloaded(sitting)) == snapshot(sitting)


def test_a_passage_undone_before_can_still_be_struck() -> None:
    sitting = counted(1, 2, 3)
    sitting.apply(Rewind(1))
    sitting.apply(Rewind(1, struck=True))
    assert [line.kind for line in sitting.table.lines] == ["fact", "rewind"]


def test_a_rewind_is_kept_with_the_run_of_chance_that_it_began() -> None:
    sitting = counted(1, 2, 3)
    rewinds = [sitting.apply(Rewind(beat)) for beat in (2, 1, 1)]
    assert [rewind.epoch for rewind in rewinds if isinstance(rewind, Rewind)] == [1, 2, 3]


@pytest.mark.parametrize("beat", [-1, 4, 99])
def test_there_is_no_rewind_to_a_moment_that_never_was(beat: int) -> None:
    with pytest.raises(Refused, match="no such moment"):
        counted(1, 2, 3).apply(Rewind(beat))


def test_a_finished_game_can_be_rewound() -> None:
    sitting = finished_masks()
    sitting.apply(Rewind(sitting.table.beat - 1))
    assert not sitting.over
    assert sitting.table.result == {}


def test_sealed_answers_of_an_unfinished_window_are_dropped() -> None:
    sitting = masks_at_the_staking()
    sitting.answer("a", "stake", 2)
    sitting.apply(Rewind(sitting.table.beat))
    assert sitting.given("a", "stake") is None
    assert sitting.play.awaited() == ["a", "b", "c"]


def test_names_survive_a_rewind() -> None:
    sitting = counted(1)
    sitting.apply(Rename("a", "Adele"))
    sitting.answer("b", "number", 2)
    sitting.apply(Rename("b", "Benno"))
    sitting.apply(Rewind(0))
    assert (sitting.table.names["a"], sitting.table.names["b"]) == ("Adele", "Benno")
    sitting.apply(Rewind(0))
    assert sitting.table.names["a"] == "Adele"
    assert snapshot(reloaded(sitting)) == snapshot(sitting)


def test_nothing_before_a_rewind_is_free_to_take_back() -> None:
    sitting = counted(1, 2)
    sitting.apply(Rewind(1))
    assert free_to_take_back(sitting) == [], "everybody has seen what came after it"


def test_an_act_that_moves_the_rules_twice_can_be_rewound() -> None:
    class Leave(Act):
        pass

    async def rules(table: TinyTable) -> None:
        tally = table.put("tally", Tally())

        def offers(o: Offers) -> None:
            o.may("b", Leave, "Leave")

        def leave(_seat: Seat, _act: Leave) -> None:
            tally.count = 1

        async def wait(seat: Seat) -> None:
            await table.ask_unless(seat, lambda: None if tally.count else Ack("wait", "Wait."))

        with table.standing("leaving", "You can leave.", offers, leave):
            await table.each(("a", "c"), wait)
            await table.ask("a", Ack("done", "Done."))

    sitting = sit(rules)
    sitting.answer("b", "leaving", {"act": "leave"})
    assert sitting.table.beat == 2
    assert sitting.apply(Rewind(1)) == Rewind(1, 1), "it does not lead to where the passage began"
    sitting.apply(Rewind(sitting.table.beat))
    assert sitting.play.awaited() == ["a"]
    assert snapshot(followed(sitting)) == snapshot(sitting)


def restless(laid: list[TinyTable]) -> Sitting:
    """The table goes back again and again: to the same moment, beyond it, and with a new name in between."""
    sitting = Sitting.lay(laying(laid), ("Ada", "Ben", "Cleo"), seed="seed")
    for back, struck in ((2, False), (2, False), (4, False), (1, True), (3, False), (3, True), (0, False), (5, False)):
        for number in range(1, 4):
            (seat,) = sitting.play.awaited()
            sitting.answer(seat, "number", number)
            sitting.apply(Talk(seat, "say", f"{number}!"))
        sitting.apply(Rename("c", f"Cleo, {back} back"))
        sitting.apply(Rewind(max(0, sitting.table.beat - back), struck=struck))
    return sitting


def test_a_log_on_trust_is_played_once_however_often_the_table_went_back() -> None:
    laid: list[TinyTable] = []
    sitting = restless(laid)
    laid.clear()
    again = followed(sitting)
    assert len(laid) == 1
    for rewind in (Rewind(3), Rewind(3), Rewind(1)):
        assert snapshot(again) == snapshot(sitting)
        assert again.entries == sitting.entries
        again.apply(rewind)
        sitting.apply(rewind)
    assert again.entries == sitting.entries


def test_a_rewind_is_followed_where_the_passages_struck_before_it_are_gone() -> None:
    """A server keeps no struck passage."""
    laid: list[TinyTable] = []
    sitting = Sitting.lay(laying(laid), ("Ada", "Ben", "Cleo"), seed="seed")
    kept: list[Entry] = []
    for seat, struck in (("b", True), ("b", False), ("b", True), ("b", False)):
        if not sitting.table.beat:
            kept += sitting.answer("a", "number", 1)
        passage = sitting.answer(seat, "number", 2)
        kept += [] if struck else passage
        kept.append(sitting.apply(Rewind(1, struck=struck)))
    laid.clear()
    again = reloaded(sitting, [*kept, Digest(sitting.table.beat, sitting.digest())])
    assert len(laid) == 1
    assert snapshot(again) == snapshot(sitting)


def test_an_undone_line_is_kept_once_however_often_the_table_comes_back_to_a_moment() -> None:
    sitting = counted(1)
    for number in range(1, 9):
        sitting.answer("b", "number", number)
        rewind = sitting.apply(Rewind(1))
        assert isinstance(rewind, Rewound)
        assert [line.text for line in rewind.told] == [f"It is {number + 1}."]


def test_a_log_that_does_not_say_what_a_rewind_undid_is_played_all_the_same() -> None:
    sitting = restless([])
    older = [entry.plain if isinstance(entry, Rewound) else entry for entry in sitting.entries]
    again = reloaded(sitting, [*older, Digest(sitting.table.beat, sitting.digest())])
    assert snapshot(again) == snapshot(sitting)
    assert list(again.entries)[: len(older)] == list(sitting.entries)


def test_a_log_that_is_wrong_about_what_a_rewind_kept_is_played_all_the_same() -> None:
    sitting = restless([])
    for wrong in (0, 1, 7, 99):
        entries = [
            msgspec.structs.replace(entry, kept=wrong) if isinstance(entry, Rewound) else entry
            for entry in sitting.entries
        ]
        again = reloaded(sitting, [*entries, Digest(sitting.table.beat, sitting.digest())])
        assert snapshot(again) == snapshot(sitting)


def test_a_settled_log_can_be_taken_on_trust() -> None:
    """Answers that were changed are in it once, so whatever counts entries would count otherwise."""
    rewinds = 0
    for seed in range(12):
        sitting = Run(Case(TWO_MASKS, 3, {}), RESTLESS, str(seed), interrupted=True).play(60).sitting
        settled = [entry for group in settle(sitting) for entry in group]
        again = Sitting._loaded(sitting.game, sitting.header, settled, len(settled))  # noqa: SLF001
        assert again.digest() == sitting.digest()
        assert [(line.text, line.undone) for line in again.table.lines] == [
            (line.text, line.undone) for line in sitting.table.lines
        ]
        rewinds += sum(isinstance(entry, Rewind) for entry in settled)
    assert rewinds > 10


# Talk and names.


def test_talk_is_heard_by_all_and_moves_nothing() -> None:
    sitting = counted(1)
    beat, prompts = sitting.table.beat, view(sitting, "b").prompts
    sitting.apply(Talk("a", "as", "  I see \n you. ", "The Fox"))
    line = sitting.table.lines[-1]
    assert (line.kind, line.text, line.by, line.facts) == (
        "talk",
        "I see you.",
        "a",
        {"mode": "as", "speaker": "The Fox"},
    )
    assert (sitting.table.beat, view(sitting, "b").prompts) == (beat, prompts)


def test_a_note_to_oneself_is_seen_by_nobody_else() -> None:
    sitting = counted(1)
    before = {viewer: seen_by(sitting, viewer) for viewer in ("b", "c", None)}
    sitting.apply(Talk("a", "note", "Trust nobody."))
    assert {viewer: seen_by(sitting, viewer) for viewer in ("b", "c", None)} == before
    assert view(sitting, "a").lines[-1].text == "Trust nobody."


@pytest.mark.parametrize(
    "entry",
    [
        Talk("a", "shout", "Hey."),
        Talk("z", "say", "Hey."),
        Talk("a", "say", ""),
        Talk("a", "say", "x" * 2_001),
        Talk("a", "as", "Hey.", "x" * 61),
        Rename("z", "Zoë"),
        Rename("a", " "),
        Rename("a", "x" * 41),
    ],
    ids=str,
)
def test_talk_and_names_have_their_bounds(entry: Entry) -> None:
    sitting = counted(1)
    before = snapshot(sitting)
    with pytest.raises(Refused):
        sitting.apply(entry)
    assert snapshot(sitting) == before


def test_another_name_is_spoken_from_then_on() -> None:
    sitting = counted(1)
    sitting.apply(Rename("b", "Benno"))
    assert view(sitting, "a").waiting_text == "Waiting for Benno."


# The ids of prompts.


def ids(sitting: Sitting, seat: Seat) -> list[str]:
    return [shown.id for shown in view(sitting, seat).prompts]


def test_an_id_stays_while_its_question_does() -> None:
    sitting = masks_at_the_staking()
    before = ids(sitting, "a")
    sitting.answer("b", "stake", 1)
    sitting.apply(Talk("c", "say", "Hurry."))
    sitting.apply(Retract("b", "stake"))
    assert ids(sitting, "a") == before


def test_an_id_is_renewed_by_ones_own_answer() -> None:
    sitting = masks_at_the_staking()
    seen = [ids(sitting, "a")]
    sitting.answer("a", "stake", 1)
    seen.append(ids(sitting, "a"))
    sitting.answer("a", "stake", 1)
    seen.append(ids(sitting, "a"))
    assert len({str(one) for one in seen}) == 3


def test_an_id_is_renewed_when_somebody_acts_in_a_window_one_may_pass_in() -> None:
    sitting = masks()
    window, notes = ids(sitting, "a")
    sitting.answer("b", "boasting", {"act": "pass"})
    sitting.apply(a_note("c", "b"))
    assert ids(sitting, "a") == [window, notes], "neither a pass nor a private act is news"
    sitting.answer("c", "boasting", {"act": "boast", "words": "I am the sun"})
    assert ids(sitting, "a")[0] != window, "nobody passes on a table not yet seen"
    assert ids(sitting, "a")[1] == notes


def test_an_answer_to_an_old_id_is_stale() -> None:
    sitting = masks()
    old, _ = ids(sitting, "a")
    sitting.answer("b", "boasting", {"act": "boast", "words": "I am the sun"})
    with pytest.raises(Refused) as refused:
        sitting.answer("a", "boasting", {"act": "pass"}, old)
    assert refused.value.code == "stale"
    fresh, _ = ids(sitting, "a")
    sitting.answer("a", "boasting", {"act": "pass"}, fresh)


def test_an_id_belongs_to_its_question() -> None:
    sitting = masks()
    boasting, notes = ids(sitting, "a")
    assert boasting != notes
    with pytest.raises(Refused):
        sitting.answer("a", "boasting", {"act": "pass"}, notes)


def test_what_was_given_can_be_looked_up() -> None:
    sitting = masks_at_the_staking()
    assert sitting.given("a", "stake") is None
    sitting.answer("a", "stake", 2)
    assert sitting.given("a", "stake") == 2
    assert sitting.given("a", "nothing") is None


# Who is refused, and how.


@pytest.mark.parametrize(
    ("seat", "name", "code"), [("a", "told", "stale"), ("z", "stake", "not_asked"), ("b", "stake", None)]
)
def test_a_refusal_has_a_code(seat: Seat, name: str, code: str | None) -> None:
    sitting = masks_at_the_staking()
    if code is None:
        sitting.answer(seat, name, 1)
        return
    with pytest.raises(Refused) as refused:
        sitting.answer(seat, name, 1)
    assert refused.value.code == code


def test_a_seat_that_is_asked_nothing_is_told_so() -> None:
    with pytest.raises(Refused, match="Nothing is asked of you just now") as refused:
        counted(1).answer("a", "number", 1)
    assert refused.value.code == "not_asked"


def test_a_finished_game_takes_no_answers() -> None:
    with pytest.raises(Refused, match="This game is over") as refused:
        finished_masks().answer("a", "unmask", True)
    assert refused.value.code == "over"


def test_rules_are_played_into_a_new_table_every_time() -> None:
    laid: list[TinyTable] = []
    sitting = Sitting.lay(laying(laid), ("Ada", "Ben", "Cleo"), seed="seed")
    sitting.answer("a", "number", 1)
    sitting.apply(TakeBack("a"))
    sitting.apply(Rewind(0))
    assert len(laid) == 3
    assert sitting.table is laid[-1]
