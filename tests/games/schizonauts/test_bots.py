"""The sensible bots: whole evenings without help, hidden sides, exact odds, and words that give nothing away."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
import typing
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import cache
from itertools import pairwise

import msgspec
import pytest

from mneme.bots.random_legal import RandomLegal
from mneme.bots.runner import NAMES, Runner, needed_seats
from mneme.engine.entries import Answer
from mneme.engine.lines import Lines
from mneme.engine.log import Sitting
from mneme.engine.projection import view
from mneme.engine.prompts import AnyPrompt, Seat, Wire
from mneme.engine.state import Bag, Hand
from mneme.engine.story import Line
from mneme.engine.view import View
from mneme.games import sensible
from mneme.games.schizonauts import GAME, words
from mneme.games.schizonauts.bots import REPLIES, Sensible, chances, scene, sit
from mneme.games.schizonauts.bots.chances import Wish, best_pool, gain_after_roll, own_chances
from mneme.games.schizonauts.bots.mind import Mind
from mneme.games.schizonauts.bots.pools import exposure
from mneme.games.schizonauts.bots.seen import Seen
from mneme.games.schizonauts.bots.sides import own_thief_chance, sheet_worth, thief_chance
from mneme.games.schizonauts.bots.speech import Listener, Speech, scene_context
from mneme.games.schizonauts.bots.temper import KINDS, Temper, Whims, drawn
from mneme.games.schizonauts.dice import Pool, Side, partitions
from mneme.games.schizonauts.nouns import Schizonauts
from mneme.games.schizonauts.odds import split_chances
from mneme.games.schizonauts.options import Options
from mneme.games.schizonauts.phrases import Context, Duty, Voice
from tests.games.schizonauts.kit import Flashback, Seated

EDITIONS = ("game_chef", "revised")
SPOKEN = {"frame", "worked in", "question", "answer", "price", "epilogue"}
SENTENCE = re.compile(r"(?<=[.?]) ")


class Strict(Sensible):
    """A bot that must know what to say: falling back on an empty chair's answer is an error here."""

    def _plainly(self, seen: Seen, prompt: AnyPrompt) -> Wire:
        raise AssertionError(f"{seen.me} has nothing of its own to say to {prompt.name}: {prompt}")


def strict(seat: Seat, dice: random.Random, avoid: tuple[str, ...] = ()) -> Strict:
    return Strict(seat, drawn(dice), Whims(dice.getrandbits(64)), avoid)


def of_kind(name: str, seed: int, seat: Seat = "a") -> Sensible:
    """A bot of a certain temper."""
    temper = next(kind for kind in KINDS if kind.name == name)
    tastes = {"violence": 0.5, "knowledge": 0.5, "intimacy": 0.5}
    return Sensible(seat, msgspec.structs.replace(temper, tastes=tastes), Whims(seed))


def lay(seats: int, seed: int, **options: object) -> Sitting:
    options = {"length": "custom", "rounds": 1, **options}
    return Sitting.lay(GAME, NAMES[:seats], options, str(seed))


def alone(sitting: Sitting, seed: int, avoid: tuple[str, ...] = ()) -> Runner:
    """Let bots play a table to its end by themselves."""
    bots = {seat: strict(seat, random.Random(f"{seed}/{seat}"), avoid) for seat in sitting.table.seats}
    runner = Runner(sitting, bots, random.Random(seed))
    runner.run()
    return runner


@cache
def played(seats: int, edition: str, seed: int = 1) -> Runner:
    """A whole game of bots."""
    return alone(lay(seats, seed, edition=edition), seed)


def spoken(lines: Iterator[Line] | list[Line]) -> list[str]:
    """Every sentence that somebody said in their own words."""
    texts = [line.text for line in lines if line.kind in SPOKEN]
    return [sentence for text in texts for sentence in SENTENCE.split(text)]


def table(sitting: Sitting) -> Schizonauts:
    assert isinstance(sitting.table, Schizonauts)
    return sitting.table


def answers(sitting: Sitting) -> list[Answer]:
    return [entry for entry in sitting.entries if isinstance(entry, Answer)]


def acts(sitting: Sitting, name: str) -> list[Answer]:
    """Everybody's acts of one kind."""
    return [a for a in answers(sitting) if isinstance(a.value, dict) and a.value.get("act") == name]


@pytest.mark.parametrize("edition", ["game_chef", "revised"])
def test_cards_are_turned_up_for_the_dice_they_bring(edition: str) -> None:
    """SZ-RVL-05: also once the dice lie there, before they roll."""
    turned = 0
    for seed in (1, 2, 3):
        sitting = played(4, edition, seed).sitting
        again = Sitting(GAME, sitting.header)
        for entry in sitting.entries:
            reveals = isinstance(entry, Answer) and entry.name == "beside" and entry.value["act"].startswith("reveal_")
            turned += reveals and bool(table(again).scene.pools)
            again.apply(entry)
    assert turned > 0


# -- whole games


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seats", GAME.seats)
def test_bots_play_a_whole_game_by_themselves(seats: int, edition: str) -> None:
    runner = played(seats, edition)
    assert runner.sitting.over
    assert runner.fallbacks == 0
    GAME.check(table(runner.sitting))


def test_there_is_a_reply_to_every_question() -> None:
    """Decision catalogue, ledger 4. Nobody but a person leaves for good."""
    assert set(words.WAITING) | {"tiebreak_vote", "beside", "notes"} == set(REPLIES)


def any_options(dice: random.Random) -> dict[str, object]:
    """Every option at once, each set to anything."""
    chosen: dict[str, object] = {"few_min": dice.randint(1, 6)}
    for name, kind in typing.get_type_hints(Options).items():
        if kind is bool:
            chosen[name] = dice.random() < 0.5
        elif name != "length" and typing.get_args(kind):
            chosen[name] = dice.choice(typing.get_args(kind))
    return chosen


@pytest.mark.parametrize("seed", range(12))
def test_bots_know_every_option(seed: int) -> None:
    dice = random.Random(f"options {seed}")
    seats = 2 + seed % 3
    runner = alone(lay(seats, seed, rounds=1 + (seats == 2), **any_options(dice)), seed)
    assert runner.sitting.over
    assert runner.fallbacks == 0


def test_the_game_brings_its_bots() -> None:
    assert sensible("schizonauts") is sit


# -- in company


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_bot_can_take_any_seat_at_any_time(edition: str) -> None:
    """Somebody else's game, somebody else's choices, and perhaps only the last page of the story."""
    sitting = lay(3, 5, edition=edition)
    strangers = {seat: RandomLegal(random.Random(seat), optional=0.2) for seat in sitting.table.seats}
    runner = Runner(sitting, strangers, random.Random(5))
    taken: Counter[str] = Counter()
    for step in range(2_000):
        if not runner.step():
            break
        for seat in sitting.table.seats if step % 3 == 0 else ():
            seen = view(sitting, seat, recent=(None, 30, 0)[step % 9 // 3])
            answer = strict(seat, random.Random(step)).answer(seen)
            if answer is not None:
                prompt = next(shown.prompt for shown in seen.prompts if shown.prompt.name == answer[0])
                assert prompt.clean(answer[1]) == answer[1]
                taken[prompt.name] += 1
    assert sitting.over
    assert len(taken) > 25


def test_bots_wait_for_a_person_and_for_nobody_else() -> None:
    """They never wait for each other, so the table stands still only when the person is needed."""
    sitting = lay(4, 6)
    person = RandomLegal(random.Random(6), optional=0.0)
    bots = {seat: strict(seat, random.Random(f"6/{seat}")) for seat in "bcd"}
    runner = Runner(sitting, bots, random.Random(6))
    for _ in range(1_000):
        runner.run()
        if sitting.over:
            break
        assert needed_seats(sitting).count("a") == 1
        answer = person.answer(view(sitting, "a"))
        assert answer is not None
        sitting.answer("a", *answer)
    assert sitting.over
    assert runner.fallbacks == 0


def test_a_judge_lets_the_narrator_finish() -> None:
    """SZ-TELL-02 would allow more; but the price reads better after the answer."""
    for edition in EDITIONS:
        told = [line.kind for line in played(4, edition).sitting.table.lines if line.kind in {"answer", "price"}]
        assert told[::2] == ["answer"] * len(told[::2])


def test_a_bot_that_is_asked_again_does_not_change_its_mind() -> None:
    """Being polled while others think is no new occasion."""
    sitting = lay(3, 7)
    bots = {seat: strict(seat, random.Random(f"7/{seat}")) for seat in sitting.table.seats}
    runner, polled = Runner(sitting, bots, random.Random(7)), 0
    while runner.step():
        for seat, bot in bots.items():
            seen = view(sitting, seat)
            if seen.prompts and bot.answer(seen) is None:
                assert all(bot.answer(seen) is None for _ in range(5))
                polled += 1
    assert polled > 50


def test_a_bot_goes_ahead_when_it_alone_is_awaited() -> None:
    """Whatever it would rather wait for, nobody else can bring it."""
    game = Seated("ada", "ben", "cyd", dice=[6] * 9 + [1] * 30)
    game.until("telling")
    game.until_true(lambda: game.scene.narrator != game.scene.judge and "telling" in game.asked("ada"))
    judge = game.scene.judge
    seen = view(game.sitting, judge)
    assert sit(judge, random.Random(1)).answer(seen) is None
    answer = sit(judge, random.Random(1)).answer(msgspec.structs.replace(seen, waiting=[judge]))
    assert answer is not None
    assert answer[1]["act"] == "price"


# -- manners


def test_bots_use_their_liberties_now_and_then() -> None:
    """Frames, dice, cards and notes: not never, and not always."""
    games = [played(seats, edition).sitting for seats in (4, 5) for edition in EDITIONS]
    lines = Counter(line.kind for game in games for line in game.table.lines)
    scenes = lines["closed"]
    assert 0.6 * scenes < lines["frame"] <= scenes
    assert 0 < lines["reveal"] < 2 * scenes
    assert 0 < lines["note"] < scenes
    assert 0 < lines["contribution"] < sum(len(acts(game, "pass_die")) for game in games) + lines["contribution"]
    assert lines["objection"] <= scenes // 20


def test_nobody_leaves_delegates_or_takes_anothers_life() -> None:
    for seats in (3, 4, 5):
        for edition in EDITIONS:
            sitting = played(seats, edition).sitting
            assert not acts(sitting, "leave")
            assert not acts(sitting, "delegate")
            assert all(answer.value["who"] == answer.seat for answer in acts(sitting, "kill"))


def test_an_objection_has_a_reason_and_is_not_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if everybody objected to everything, the second wording would pass. (SZ-QA-03)"""
    monkeypatch.setattr(scene, "OBJECTS", 1.0)
    sitting = alone(lay(3, 8), 8).sitting
    said = [a.value for a in answers(sitting) if a.name == "approve_question"]
    objections = [value["reason"] for value in said if value["say"] == "object"]
    questions = sum(line.kind == "question" for line in sitting.table.lines)
    proposals = [line.facts["question"] for line in sitting.table.lines if line.kind == "proposal" and line.facts]
    assert len(objections) == 2 * questions
    assert all(objections)
    assert len(set(proposals)) == len(proposals) == 2 * questions


def test_a_price_is_challenged_once_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    """SZ-ROLE-06, SZ-AMB-72; in a confirmation there is nothing to challenge. (SZ-AMB-59)"""
    monkeypatch.setattr(scene, "TOO_LITTLE", 10.0)
    monkeypatch.setattr(scene, "GOES_ALONG", 1.0)
    told = Counter(line.kind for line in alone(lay(3, 9), 9).sitting.table.lines)
    assert told["question"] <= told["price"] - told["answer"] <= told["closed"]


def test_a_visitor_leaves_the_opening_to_the_actor() -> None:
    """SZ-FB-17: it may add to a scene, but a bot waits until the actor has set it and chosen its memory."""
    game = Flashback("ada", "ben", "cyd")
    game.open_scene("ben")
    bot = of_kind("bold", 1, "b")
    assert "frame" in game.may("ben")
    assert bot.answer(game.view("ben")) is None
    game.use("Gang Leader")
    assert bot.answer(game.view("ben")) is None
    game.act("ada", "frame", text="A shop with no sign, late.")
    assert acts_of(bot, game, "ben") == "key_worked_in"


def test_a_price_is_weighed_in_order_of_the_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    """SZ-ROLE-06: one "fine" ends it, so a bot lets those before it say what they think first."""
    monkeypatch.setattr(scene, "TOO_LITTLE", 0.0)
    monkeypatch.setattr(scene, "GOES_ALONG", 0.0)
    game = Flashback("ada", "ben", "cyd", dice=[6, 5, 1, 1])
    game.open_scene("ben")
    game.until("price_challenge")
    assert (game.judge, game.asked("ada"), game.asked("cyd")) == ("ben", ["price_challenge"], ["price_challenge"])
    bot = of_kind("generous", 1, "c")
    assert bot.answer(game.view("cyd")) is None
    game.act("ada", "too_little")
    assert acts_of(bot, game, "cyd") == "fine"


def acts_of(bot: Sensible, game: Seated, name: str) -> str:
    answer = bot.answer(game.view(name))
    assert answer is not None
    wire = answer[1]
    assert isinstance(wire, dict)
    return str(wire["act"])


def test_a_title_may_be_the_place_that_somebody_named() -> None:
    game = Flashback("ada", "ben", "cyd")
    game.open_scene("ben")
    game.act("ada", "frame", text="A room in a pension, late. The lamp is out.")
    assert scene_context(Seen("b", game.view("ben"))).place == "A room in a pension"


def test_names_at_a_table_differ() -> None:
    for edition in EDITIONS:
        sheets = table(played(5, edition).sitting).sheet.values()
        assert len({sheet.thief for sheet in sheets}) == len({sheet.agent for sheet in sheets}) == 5


# -- sides


def dealt(*cards: str, rounds: int = 1) -> Seated:
    """Three players in endgame, with these cards in order of the deal."""
    game = Seated("ada", "ben", "cyd", cards=cards, length="custom", rounds=rounds)
    game.until_true(lambda: game.table.course.phase == "endgame" and "scene" in game.table.nouns)
    return game


def test_a_player_counts_cards() -> None:
    """Ledger 9.3: N=3, R=2, own one T: own final T 13/18, a given opponent T 17/42."""
    game = dealt("thief", "thief", "agent", rounds=2)
    seen = Seen("a", view(game.sitting, "a"))
    assert own_thief_chance(seen) == pytest.approx(13 / 18)
    assert thief_chance(seen, "b", suspicion=0.5) == pytest.approx(17 / 42)


def test_coins_on_thieves_look_like_a_thiefs_coins() -> None:
    game = dealt("thief", "thief", "agent", rounds=2)
    before = view(game.sitting, "a")
    bet = Line("bet", "", facts={"by": "b", "coins": {"c.thief": 3, "c.agent": 0}})
    after = msgspec.structs.replace(before, lines=[*before.lines, bet])
    undone = msgspec.structs.replace(before, lines=[*before.lines, msgspec.structs.replace(bet, undone=True)])
    chance = {suspicion: thief_chance(Seen("a", after), "b", suspicion) for suspicion in (0.0, 1.0)}
    assert thief_chance(Seen("a", before), "b", 1.0) < chance[0.0] < chance[1.0] < 1
    assert thief_chance(Seen("a", undone), "b", 1.0) == thief_chance(Seen("a", before), "b", 1.0)


@pytest.mark.parametrize(
    ("thief", "agent", "chance", "worth"),
    [
        (3, 1, 1.0, 3.0),  # confirmed: the thief's coins count
        (3, 1, 0.0, 1.0),  # a crisis: 3 for us or 1 against us
        (2, 2, 1.0, 0.0),  # equal piles are always a crisis (SZ-FIN-04)
        (0, 4, 0.0, -4.0),  # confirmed for the others
        (1, 4, 0.5, -2.75),  # half confirmed for the others, half a crisis
    ],
)
def test_what_a_sheet_is_worth_to_the_thieves(thief: int, agent: int, chance: float, worth: float) -> None:
    """SZ-FIN-04, -05, SZ-CRIS-09."""
    assert sheet_worth({"thief": thief, "agent": agent}, chance, "thief") == pytest.approx(worth)
    assert sheet_worth({"thief": thief, "agent": agent}, chance, "agent") == pytest.approx(-worth)


def bets_of(card: str, kinds: list[str], seeds: range = range(40)) -> Counter[str]:
    """Where bots of some tempers with this card in hand put their coins, all told."""
    others = ["agent", "thief"] if card == "thief" else ["thief", "agent"]
    game = dealt(card, *others)
    name = game.until("bet")
    while name != "ada":
        game.step()
        name = game.until("bet")
    seen, coins = only(view(game.sitting, "a"), "bet"), Counter[str]()
    for kind in kinds:
        for seed in seeds:
            answer = of_kind(kind, seed).answer(seen)
            assert answer is not None
            for slot, count in answer[1].items():
                coins[slot.partition(".")[2]] += count
    return coins


def only(seen: View, prompt: str) -> View:
    """A view in which nothing else is offered."""
    return msgspec.structs.replace(seen, prompts=[shown for shown in seen.prompts if shown.prompt.name == prompt])


def test_a_bot_bets_on_its_own_side() -> None:
    kinds = [kind.name for kind in KINDS]
    thief, agent = bets_of("thief", kinds), bets_of("agent", kinds)
    assert thief.total() == agent.total()
    assert thief["thief"] > 0.6 * thief.total()
    assert agent["agent"] > 0.6 * agent.total()


def test_a_sly_bot_hides_and_a_generous_one_does_not() -> None:
    sly, generous = bets_of("thief", ["sly"]), bets_of("thief", ["generous"])
    assert 0.1 * sly.total() < sly["agent"] < sly["thief"]
    assert generous["agent"] < 0.06 * generous.total()


def exposure_at(kind: str, card: str, actor: Seat) -> float:
    """What showing a thief card costs such a player, holding this one, when it is this actor's turn."""
    others = ["agent", "thief"] if card == "thief" else ["thief", "agent"]
    seen = view(dealt(card, *others).sitting, "a")
    later = {**seen.state, "course": {**seen.state["course"], "actor": actor}}
    temper, costs = next(temper for temper in KINDS if temper.name == kind), []
    for seed in range(30):
        mind = Mind("a", temper, Whims(seed), Speech(Whims(seed)))
        costs.append(exposure(mind, Seen("a", msgspec.structs.replace(seen, state=later)), "thief"))
    return sum(costs) / len(costs)


def test_showing_a_card_costs_the_cautious_more_and_everybody_less_as_the_night_goes_on() -> None:
    """SZ-RVL-06: it stays face up."""
    assert exposure_at("cautious", "thief", "a") > exposure_at("bold", "thief", "a") + 0.5
    for kind in KINDS:
        assert exposure_at(kind.name, "thief", "a") > exposure_at(kind.name, "thief", "c")
    assert exposure_at("sly", "agent", "a") < exposure_at("sly", "thief", "a") - 0.3  # a thief card misleads


def test_notes_are_true_or_not_and_only_where_they_may_be_passed() -> None:
    """SZ-EG-23, SZ-AMB-35."""
    game = dealt("thief", "agent", "agent")
    game.until("visitor_aptitude")
    seen = only(view(game.sitting, "a"), "notes")
    notes = [answer[1] for seed in range(300) if (answer := of_kind("sly", seed).answer(seen))]
    claims = Counter(side for note in notes for side in re.findall(r"\b(thief|agent)\b", note["text"]))
    assert 10 < len(notes) < 100
    assert claims["thief"] > 0
    assert claims["agent"] > 0
    assert claims.total() < len(notes)
    for seats in (3, 4, 5):
        assert not any(line.kind == "note" for line in played(seats, "revised").sitting.table.lines)


# -- odds


@pytest.mark.parametrize(
    ("own", "against", "wish", "best"),
    [
        (4, "3d6", Wish(1, 0), "1d8+2d6"),
        (4, "3d6", Wish(0, 1), "4d6"),
        (8, "4d6", Wish(1, 0), "4d8"),
        (8, "4d6", Wish(0, 1), "8d6"),
    ],
)
def test_trades_follow_the_odds(own: int, against: str, wish: Wish, best: str) -> None:
    """Ledger 9.3."""
    now = Pool(own)
    others = [pool for pool in partitions(own) if pool != now]
    assert str(best_pool(Side.ACTOR, now, others, Pool.parse(against), wish, 0.0)) == best


@pytest.mark.parametrize("wish", [Wish(1.0, 0.3), Wish(0.65, 0.65), Wish(0.3, 1.0), Wish(1.9, 1.2, shared=True)])
def test_a_rough_look_loses_next_to_nothing(wish: Wish) -> None:
    """Only a few splits are counted; the best of all would be worth hardly more. (SZ-AMB-62)"""
    for own in range(2, 7):
        for against in [Pool(dice) for dice in range(1, 6)] + [Pool.parse("1d12+1d6"), Pool.parse("2d8")]:
            for side in Side:
                now = Pool(own)
                best = max(wish.worth(s.odds) for s in split_chances(side, now, against, downgrade=False))
                chosen = best_pool(side, now, [pool for pool in partitions(own) if pool != now], against, wish, 0.0)
                assert wish.worth(own_chances(side, chosen, against)) > best - 0.015


def test_a_trade_must_be_worth_it() -> None:
    now, against = Pool(4), Pool(3)
    others = [pool for pool in partitions(4) if pool != now]
    assert best_pool(Side.ACTOR, now, others, against, Wish(1, 0), margin=0.02) == now  # 0.633 against 0.620


def test_dice_after_the_roll_are_weighed_exactly() -> None:
    """Ledger 9.3: showing 3,4 against 5,2, three more dice give each role with 19/27."""
    gain = gain_after_roll(Side.ACTOR, (3, 4), (5, 2), 3, Wish(3, 2))
    assert gain == pytest.approx(float(5 * Fraction(19, 27)))
    assert gain_after_roll(Side.VISITOR, (2, 4), (2,), 1, Wish(0, 1)) < 0  # running out wins (SZ-AMB-60)


def test_who_must_share_wants_less_to_win_both() -> None:
    """SZ-ROLE-04, -05."""
    odds = own_chances(Side.ACTOR, Pool(4), Pool(3))
    assert Wish(1, 1, shared=True).worth(odds) < Wish(1, 1).worth(odds)
    assert chances.wish(0.9, paid=False, shared=False).narrator > chances.wish(0.1, paid=False, shared=False).narrator


def test_bots_trade_for_better_odds_and_then_lock() -> None:
    """At the table: every trade raises what its owner wants, and three a scene are enough."""
    trades = 0
    for edition in EDITIONS:
        sitting = lay(3, 12, edition=edition)
        bots = {seat: strict(seat, random.Random(f"12/{seat}")) for seat in sitting.table.seats}
        runner = Runner(sitting, bots, random.Random(12))
        before: dict[Seat, Pool] = {}
        while kept := runner.step():
            entry = kept[0]
            if isinstance(entry, Answer) and entry.name == "before_the_roll" and entry.value["act"] == "trade":
                trades += 1
                assert improves(bots[entry.seat].temper, sitting, entry.seat, before[entry.seat])
            if "scene" in sitting.table.nouns:
                scene_now = table(sitting).scene
                before = {seat: scene_now.pool(seat) for seat in scene_now.pools}
    assert trades > 5


def improves(temper: Temper, sitting: Sitting, seat: Seat, before: Pool) -> bool:
    """Whether a seat's dice are now worth more to it than they were."""
    scene_now = table(sitting).scene
    side = Side.ACTOR if seat == scene_now.actor else Side.VISITOR
    against = scene_now.pool(scene_now.other(seat))
    wishes = [chances.wish(temper.ambition, paid=scene_now.in_endgame, shared=shared) for shared in (True, False)]
    now = scene_now.pool(seat)
    return any(w.worth(own_chances(side, now, against)) > w.worth(own_chances(side, before, against)) for w in wishes)


# -- words


def test_no_sentence_comes_twice_in_a_game() -> None:
    """Though every bot has a voice of its own. A question is first proposed and then asked."""
    for edition in EDITIONS:
        said = Counter(spoken(played(5, edition).sitting.table.lines[:]))
        assert [sentence for sentence, times in said.items() if times > 1] == []


def test_no_two_games_are_alike() -> None:
    games = [set(spoken(played(3 + seed % 2, "game_chef", seed).sitting.table.lines[:])) for seed in range(5)]
    assert sum(bool(first & second) for first, second in pairwise(games)) <= 1
    assert all(len(said) > 60 for said in games)


def test_the_same_dice_play_the_same_game() -> None:
    first, again = played(3, "game_chef", 2), alone(lay(3, 2, edition="game_chef"), 2)
    assert first.sitting.entries == again.sitting.entries
    assert first.sitting.entries != played(3, "game_chef", 3).sitting.entries


def test_another_process_plays_the_same_game() -> None:
    """Nothing depends on hash order."""
    script = (
        "import random; from mneme.bots.runner import run; from mneme.engine.log import Sitting; "
        "from mneme.games.schizonauts import GAME; from mneme.games.schizonauts.bots import sit; "
        "s = Sitting.lay(GAME, ['Ada', 'Ben'], {'length': 'custom', 'rounds': 1}, '4'); "
        "run(s, {p: sit(p, random.Random(p)) for p in 'ab'}, random.Random(4)); print(s.digest(), s.entries)"
    )
    games = {
        subprocess.run(
            [sys.executable, "-c", script], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(games) == 1


def test_a_voice_wears_what_it_hears() -> None:
    """Two bots do not meet in the same laundrette: what one has said, the other says last."""
    context = Context(phase="flashback", actor="Jules", visitor="Mina")
    first = Voice()
    said = [first.say(Duty.FRAME, context, random.Random(n)) for n in range(12)]
    places = re.compile("|".join(re.escape(place) for place in _places(said)), re.IGNORECASE)
    deaf, listening = Speech(Whims(1)), Speech(Whims(1))
    listening.listen([Line("frame", text, by="b") for text in said])
    game = Seated("ada", "ben", "cyd")
    game.until("scene")
    seen = Seen("a", view(game.sitting, "a"))
    assert any(places.search(deaf.say(Duty.FRAME, seen, 400)) for _ in range(30))
    assert not any(places.search(listening.say(Duty.FRAME, seen, 400)) for _ in range(30))


@pytest.mark.parametrize(
    "fragment", ["the footsteps on the stairs may be {them}'s", "the next knock ought to be {them}'s"]
)
def test_what_is_said_after_a_name_is_heard(fragment: str) -> None:
    """The rest of a genitive belongs to the name, so the words around it are known again."""
    listener = Listener()
    listener.hear(f"{fragment.replace('{them}', 'Tran')}.")
    assert [heard.say for heard in listener._uses] == [fragment]  # noqa: SLF001  # what counts as worn


def test_words_that_the_table_quotes_are_heard() -> None:
    """Titles and memories stand between the table's own words."""
    speech = Speech(Whims(1))
    told = [Line("closed", words.closed("The Cup")), Line("memory", words.now_remembers("Jules", "Who Was Driving"))]
    speech.listen(told)
    assert {"the cup", "who was driving"} <= speech._voice._used  # noqa: SLF001  # what it never says again


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_scene_is_set_before_it_is_told(edition: str) -> None:
    """SZ-FB-17: in the last round too, where the dice of a crisis come before the telling."""
    scenes: list[list[str]] = []
    for line in played(4, edition).sitting.table.lines:
        if line.kind == "chapter":
            scenes.append([])
        elif scenes:
            scenes[-1].append(line.kind)
    told = [kinds for kinds in scenes if "answer" in kinds]
    assert len(told) == 4 * 4
    assert all("frame" in kinds[: kinds.index("answer")] for kinds in told)


def _places(said: list[str]) -> list[str]:
    """Where each frame takes place: the words before its first comma or colon."""
    heads = [re.sub(r"^(The tape starts late: |Two statements agree on )", "", text) for text in said]
    return [re.split(r"[,:;]", head)[0] for head in heads]


def test_lines_are_never_crossed() -> None:
    """Whether they were there when the bot sat down, or were drawn later."""
    avoid = ("knives", "death", "clock", "caretaker", "umbrella")
    sitting, lines = lay(3, 11), Lines(avoid)
    bots = {seat: strict(seat, random.Random(f"11/{seat}"), avoid if seat == "a" else ()) for seat in "abc"}
    runner = Runner(sitting, bots, random.Random(11))
    runner.run(until=lambda _: table(sitting).course.phase == "flashback")
    for seat in "bc":
        bots[seat].avoid(avoid)
    told = len(sitting.table.lines)
    runner.run()
    assert sitting.over
    for line in sitting.table.lines[told:]:
        if line.kind in SPOKEN | {"note", "closed", "contribution", "objection"}:
            assert lines.allows(line.text), line.text


def test_the_dead_are_known_to_everybody() -> None:
    """Whoever is dead speaks through what they left, as a contributor too. (SZ-DEATH-04)"""
    game = dealt("thief", "agent", "agent")
    game.sheet("cyd").alive = False
    assert scene_context(Seen("a", view(game.sitting, "a"))).dead == (game.sheet("cyd").full_name,)


# -- secrets


def test_public_words_are_made_of_public_facts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A side is named only in a note, or when the cards are on the table. (SZ-EG-23, SZ-FIN-03)"""
    told: list[tuple[Duty, Context]] = []
    say = Voice.say

    def overheard(self: Voice, duty: Duty, context: Context, *rest: typing.Any) -> str:
        told.append((duty, context))
        return say(self, duty, context, *rest)

    monkeypatch.setattr(Voice, "say", overheard)
    by_edition = {}
    for edition in EDITIONS:
        told.clear()
        alone(lay(3, 12, edition=edition, rounds=2), 12)
        by_edition[edition] = {duty for duty, context in told if context.persona is not None}
        assert len(told) > 150
    final = {Duty.FINAL_CONFIRMED, Duty.FINAL_CRISIS}
    assert by_edition["revised"] <= final
    assert Duty.CLAIM in by_edition["game_chef"] <= final | {Duty.CLAIM}


@contextmanager
def other_cards(sitting: Sitting, keep: Seat | None, dice: random.Random) -> Iterator[bool]:
    """A world where the face-down cards lie otherwise, all but one player's; says whether anybody's changed."""
    decks, sheets = table(sitting).decks, [sheet for sheet in table(sitting).sheet.values() if sheet.owner != keep]
    deck, hands = decks.allegiance, [sheet.allegiance for sheet in sheets]
    pool = [*deck.items, *(card for hand in hands for card in hand.down)]
    dice.shuffle(pool)
    for sheet, hand in zip(sheets, hands, strict=True):
        sheet.allegiance = Hand(tuple(sorted(pool.pop() for _ in hand.down)), hand.up)
    decks.allegiance = Bag(tuple(pool))
    yield hands != [sheet.allegiance for sheet in sheets]
    decks.allegiance = deck
    for sheet, hand in zip(sheets, hands, strict=True):
        sheet.allegiance = hand


@cache
def two_rounds(edition: str) -> Sitting:
    return alone(lay(3, 13, edition=edition, rounds=2), 13).sitting


def moments(edition: str, every: int = 6) -> Iterator[Sitting]:
    """A game of bots, stopped again and again in endgame."""
    whole = two_rounds(edition)
    sitting = Sitting(GAME, whole.header)
    for count, entry in enumerate(whole.entries):
        sitting.apply(entry)
        if count % every == 0 and table(sitting).course.phase == "endgame":
            yield sitting


@pytest.mark.parametrize("edition", EDITIONS)
def test_other_peoples_hidden_cards_change_nothing(edition: str) -> None:
    """Two worlds that look the same to a seat: its bot does the same in both."""
    worlds = 0
    for number, sitting in enumerate(moments(edition)):
        for seat in sitting.table.seats:
            before = _asked(sitting, seat)
            with other_cards(sitting, seat, random.Random(number)) as differs:
                worlds += differs
                assert _asked(sitting, seat) == before
    assert worlds > 10


def _asked(sitting: Sitting, seat: Seat) -> list[tuple[str, Wire] | None]:
    """What a few bots would do here."""
    seen = view(sitting, seat, recent=40)
    return [sit(seat, random.Random(seed)).answer(seen) for seed in range(5)]


def _ask_again(sitting: Sitting) -> None:
    """What is offered follows the cards."""
    for window in sitting.play.windows:
        window.refresh()
    for standing in sitting.table.standings:
        standing.refresh()


def _asked_with(card: str, sitting: Sitting, seat: Seat) -> list[tuple[str, Wire] | None]:
    """What a few bots would do here if all that lies face down before them were this."""
    sheet = table(sitting).sheet[seat]
    hand = sheet.allegiance
    sheet.allegiance = Hand((card,) * len(hand.down), hand.up)
    _ask_again(sitting)
    said = _asked(sitting, seat)
    sheet.allegiance = hand
    _ask_again(sitting)
    return said


@pytest.mark.parametrize("edition", EDITIONS)
def test_ones_own_hidden_cards_change_a_lot(edition: str) -> None:
    """Where there is something to find it is found: thieves for agents face down, and nearly every bet is another."""
    changed: list[bool] = []
    for sitting in moments(edition, every=1):
        for seat, sheet in table(sitting).sheet.items():
            if sheet.allegiance.down and any(p.prompt.name == "bet" for p in sitting.play.pending(seat)):
                worlds = (_asked_with(card, sitting, seat) for card in ("thief", "agent"))
                changed += (one != other for one, other in zip(*worlds, strict=True))
    assert len(changed) >= 40
    assert sum(changed) / len(changed) > 0.75


def test_ones_own_hidden_cards_are_not_in_what_is_said_aloud() -> None:
    worlds = 0
    for number, sitting in enumerate(moments("game_chef")):
        for seat in sitting.table.seats:
            seen = Seen(seat, view(sitting, seat))
            with other_cards(sitting, None, random.Random(number)) as differs:
                _ask_again(sitting)
                if seen.has_scene:
                    worlds += differs
                    assert scene_context(Seen(seat, view(sitting, seat))) == scene_context(seen)
            _ask_again(sitting)
    assert worlds > 20


def test_a_view_is_all_a_bot_gets() -> None:
    """What arrives over the wire is enough."""
    sitting = next(moments("game_chef"))
    for seat in sitting.table.seats:
        seen = view(sitting, seat)
        wired = msgspec.json.decode(msgspec.json.encode(seen), type=View)
        assert sit(seat, random.Random(1)).answer(wired) == sit(seat, random.Random(1)).answer(seen)
