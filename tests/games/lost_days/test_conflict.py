"""Ledger 2.7: setting up a conflict."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.lost_days.kit import Court


def court(king: str = "hugo", **options: Any) -> Court:
    return Court("cate", "hugo", "martin", king=king, **options)


def test_two_sides_and_never_three() -> None:
    """LD-CONF-01, LD-CONF-02, LD-Q60: in a personal scene the framer's elf against another, or the opposition."""
    game = court()
    game.to_scene("cate")
    game.act("cate", "declare_conflict")
    seats = game.seat_of
    assert set(game.choices("cate", "declare_conflict")) == {
        "opposition", f"face/{seats['hugo']}", f"face/{seats['martin']}", "pair",
    }  # fmt: skip


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_two_others_fight_only_if_both_agree(answer: str) -> None:
    """LD-CONF-02, LD-Q60, D16b: the first named is the challenger; a no leaves the scene its conflict."""
    game = court()
    game.to_scene("cate")
    game.act("cate", "declare_conflict")
    game.say("cate", "pair", "declare_conflict")
    game.say("cate", game.seat_of["martin"], "first_side")
    stake = game.cards("hugo")[0]
    game.say("cate", stake.noun_key, "stake")
    assert stake.text in game.prompt("martin", "agree_to_fight").text  # they know what they agree to
    game.say("martin", "yes", "agree_to_fight")
    game.say("hugo", answer, "agree_to_fight")
    if answer == "yes":
        game.until("answer_stakes")
        assert (game.name(game.conflict.first), game.name(game.conflict.second)) == ("martin", "hugo")
        assert "accept" in game.may("hugo")
    else:
        assert "declare_conflict" in game.may("cate")


def test_example_five() -> None:
    """LD-CONF-03, LD-CONF-08, LD-CONF-09, LD-CONF-12, EX-5: one memory of 4 against two of 1 and 3."""
    game = court()
    game.lay("cate", values=(1, 3, 0, 0))
    game.lay("hugo", values=(4, 0, 0, 0))
    game.to_scene("hugo")
    game.declare("hugo", "face/cate")
    game.say("hugo", {"scope": "A debate.", "wants": "The winner answers the rebels."}, "scope_and_wants")
    game.act("cate", "accept")
    game.act("hugo", "offer_memory", memory=game.cards("hugo")[0].noun_key, how="He points.")
    game.say("cate", "accept", "judge_memory")
    for card in game.cards("cate")[:2]:
        game.act("cate", "offer_memory", memory=card.noun_key)
        game.say("hugo", "accept", "judge_memory")
        if "done" in game.may("hugo"):
            game.act("hugo", "done")
    game.act("cate", "done")
    assert (game.conflict.scope, game.conflict.stake) == ("A debate.", "")
    assert [len(faces) for faces in game.conflict.dice.values()] == [4, 4]


def test_what_it_is_about_is_told_in_whole_sentences() -> None:
    """LD-CONF-03: people leave out the full stop, and the next words still stand apart."""
    game = court()
    game.to_scene("hugo")
    game.declare("hugo", "face/cate")
    game.say("hugo", {"scope": "A debate", "wants": "Shall he answer?"}, "scope_and_wants")
    game.act("cate", "accept")
    assert ". hugo says: “A debate. Shall he answer?” No memory is at stake." in game.told()


def test_what_can_be_at_stake() -> None:
    """LD-CONF-04, LD-CONF-05, LD-CONF-07, LD-Q26, LD-STAKE-03: none, one of the market, or one of a side in person."""
    game = court()
    game.to_scene("cate")
    game.act("cate", "declare_conflict")
    game.say("cate", "opposition", "declare_conflict")
    against_it = {card.noun_key for card in (*game.at("market"), *game.cards("cate"))}
    assert set(game.choices("cate", "stake")) == {"none", *against_it}


def test_nobody_is_made_a_rival_unasked() -> None:
    """LD-CONF-05, LD-CONF-07, LD-CONF-14, LD-Q62: a challenge to one elf is about their memories or the framer's, never
    about one of the market."""
    game = court()
    game.to_scene("cate")
    game.act("cate", "declare_conflict")
    game.say("cate", game.sides("face/hugo"), "declare_conflict")
    assert set(game.choices("cate", "stake")) == {
        "none", *(card.noun_key for card in (*game.cards("cate"), *game.cards("hugo"))),
    }  # fmt: skip
    stake = game.cards("hugo")[1]
    game.say("cate", stake.noun_key, "stake")
    game.until("answer_stakes")
    assert game.view(None).state["conflict"]["stake"] == stake.noun_key
    assert stake in game.cards("hugo")


def test_wording_is_haggled_over_in_turn() -> None:
    """LD-CONF-06, LD-Q24, D17, D18: accept or counter; after a counter an arbiter may be called; no veto."""
    game = court()
    stake = game.cards("martin")[0]
    game.to_scene("cate")
    game.declare("cate", "face/martin", stake.noun_key)
    game.say("cate", {"scope": "Knives.", "wants": "All of it."}, "scope_and_wants")
    assert set(game.may("martin")) >= {"accept", "counter", "propose_drop"}
    first, second = (game.table.called(game.seat_of[name]) for name in ("cate", "martin"))
    sides, said, at_stake = game.prompt("martin", "answer_stakes").note.split("\n")
    assert sides == f"{first} against {second}."
    assert (said, at_stake) == ("cate says: “Knives. All of it.”", f"At stake: {stake.text}")
    assert game.prompt("martin", "answer_stakes").text.endswith("but not the attempt or the stake.")
    assert game.prompt("cate", "answer_stakes").text == "martin is still weighing the words."
    assert "call_arbiter" not in game.may("martin")
    game.act("martin", "counter", scope="Words.", wants="Half of it.")
    assert game.conflict.stake == stake.noun_key
    assert "accept" not in game.may("martin")
    assert "\nmartin says: “Words. Half of it.”\n" in game.prompt("cate", "answer_stakes").note
    game.act("cate", "call_arbiter")
    assert game.who("arbitrate") == ["hugo"]
    game.say("hugo", {"scope": "A dance.", "wants": "The door."}, "arbitrate")
    assert (game.conflict.scope, game.conflict.agreed) == ("A dance.", True)
    assert "A dance. The door." in game.told()


def test_without_a_stake_only_the_attempt_stands() -> None:
    """LD-CONF-06, LD-CONF-08: what cannot be changed is said, and whom the table waits for."""
    game = court()
    cate, martin = game.elf("cate").name, game.elf("martin").name
    game.to_scene("cate")
    game.declare("cate", "face/martin")
    game.until("answer_stakes")
    assert game.prompt("martin", "answer_stakes").text.endswith("but not the attempt.")
    assert f"{cate} against {martin}. No memory is at stake." in game.told()  # it was worded aloud
    game.act("martin", "accept")
    assert game.prompt("martin", "offer_memory").text == "cate is still acting on memories."


def test_with_nobody_to_ask_the_framer_s_wording_stands() -> None:
    """LD-CONF-06: two left at the table, and both of them are in it."""
    game = court()
    game.to_scene("martin")
    game.act("martin", "leave")
    game.to_scene("cate")  # plainly nobody takes the chair
    game.declare("cate", "face/hugo")
    game.say("cate", {"scope": "Knives.", "wants": "All of it."}, "scope_and_wants")
    game.act("hugo", "counter", scope="Words.", wants="Half of it.")
    game.act("cate", "call_arbiter")
    assert (game.conflict.scope, game.conflict.wants) == ("Knives.", "All of it.")
    assert game.who("arbitrate") == []


def test_the_arbiter_is_not_involved() -> None:
    """LD-CONF-06: if the king is a side, the next uninvolved player clockwise from the framer."""
    game = Court("ada", "ben", "cyd", "dee", king="cyd")
    game.to_scene("ben")
    game.declare("ben", "face/cyd")
    game.until("answer_stakes")
    game.act("cyd", "counter", scope="Words.")
    game.act("ben", "call_arbiter")
    assert game.who("arbitrate") == ["dee"]


def test_a_table_may_allow_a_veto() -> None:
    """LD-Q24: the option stake_veto; the scene keeps its conflict."""
    game = court(stake_veto=True)
    game.to_scene("cate")
    game.declare("cate", "face/martin", game.cards("martin")[0].noun_key)
    game.say("martin", "no", "allow_stake")
    assert not game.table.course.in_conflict
    assert "declare_conflict" in game.may("cate")


def test_memories_are_brought_in_turn_challenger_first() -> None:
    """LD-CONF-08: one at a time; done is final; the other goes on alone; a memory counts once."""
    game = court()
    game.to_scene("cate")
    game.declare("cate", "face/martin")
    game.word()
    first = game.cards("cate")[0]
    game.act("cate", "offer_memory", memory=first.noun_key)
    game.say("martin", "accept", "judge_memory")
    game.act("martin", "done")
    pick = game.field("cate", "offer_memory", "memory")
    assert first.noun_key not in [option.key for option in pick.options]
    game.act("cate", "offer_memory", memory=game.cards("cate")[1].noun_key)
    game.say("martin", "accept", "judge_memory")
    assert "done" in game.may("cate")
    assert "done" not in game.may("martin")


def test_a_refused_memory_may_be_tried_again() -> None:
    """LD-CONF-09, LD-Q25: only the opponent judges; other words may do."""
    game = court()
    game.to_scene("cate")
    game.declare("cate", "face/martin")
    game.word()
    card = game.value(game.cards("cate")[0], 3)
    game.act("cate", "offer_memory", memory=card.noun_key, how="He stares.")
    assert game.who("judge_memory") == ["martin"]
    assert game.prompt("martin", "judge_memory").options[0].note == "3 dice more against you: 3 to your 0"
    game.say("martin", "refuse", "judge_memory")
    assert game.conflict.in_use["first"] == ()
    game.act("martin", "done")
    assert card.noun_key in [option.key for option in game.field("cate", "offer_memory", "memory").options]


@pytest.mark.parametrize(("votes", "taken"), [(("accept", "accept"), True), (("accept", "refuse"), False)])
def test_a_table_may_hear_appeals(votes: tuple[str, str], taken: bool) -> None:
    """LD-Q25: the option opponent_with_appeal; a tie leaves the refusal."""
    game = Court("ada", "ben", "cyd", "dee", king="ada", relevance="opponent_with_appeal")
    game.to_scene("ben")
    game.declare("ben", "face/cyd")
    game.word()
    game.act("ben", "offer_memory", memory=game.cards("ben")[0].noun_key)
    game.say("cyd", "refuse", "judge_memory")
    assert game.who("appeal") == ["ada", "dee"]
    assert "against you" not in str(game.prompt("ada", "appeal").options)  # she is on neither side
    game.say("ada", votes[0], "appeal")
    game.say("dee", votes[1], "appeal")
    assert bool(game.conflict.in_use["first"]) is taken


def test_the_stake_s_owner_uses_it_freely() -> None:
    """LD-CONF-10, EX-13: without consent, or not at all."""
    for use, dice in (("yes", 2), ("no", 0)):
        game = court()
        game.lay("hugo", values=(2, 0, 0, 0))
        stake = game.cards("hugo")[0]
        game.to_scene("cate")
        game.declare("cate", "face/hugo", stake.noun_key)
        game.word()
        game.say("hugo", {"use": use}, "use_stake")
        game.act("cate", "done")
        open_to_offer = [option.key for option in game.field("hugo", "offer_memory", "memory").options]
        assert (stake.noun_key in open_to_offer) is (use == "no")  # it counts once at most
        game.done()
        assert len(game.conflict.dice["second"]) == dice


def test_the_opposition_brings_nothing_and_judges() -> None:
    """LD-CONF-11, LD-KING-06: 3 dice without a stake; whoever runs it judges the challenger's memories."""
    game = court()
    game.to_scene("cate")
    game.declare("cate", "opposition")
    game.word()
    game.act("cate", "offer_memory", memory=game.cards("cate")[0].noun_key)
    assert game.who("judge_memory") == ["hugo"]
    game.say("hugo", "accept", "judge_memory")
    assert "offer_memory" not in game.may("hugo")
    game.act("cate", "done")
    assert len(game.conflict.dice["second"]) == 3


def test_pools_have_no_bounds() -> None:
    """LD-CONF-12, LD-Q30, LD-Q58: nothing in use, no dice; forty coins, forty dice."""
    game = court()
    game.lay("cate", values=(40, 0, 0, 0))
    game.to_scene("cate")
    game.fight("cate", "face/martin", dice=[], using={"cate": game.cards("cate")[:1]})
    assert [len(faces) for faces in game.conflict.dice.values()] == [40, 0]
    assert (game.conflict.leader, game.conflict.margin) == ("first", 40)


def test_rivals_for_a_market_memory() -> None:
    """LD-CONF-14, LD-Q62, LD-STAKE-04: any active elf may offer, nobody must; the framer picks one or none."""
    game = court()
    card = game.lies_in_market(3)
    game.to_scene("cate")
    game.act("cate", "declare_conflict")
    game.say("cate", "opposition", "declare_conflict")
    game.say("cate", card.noun_key, "stake")
    assert game.who("offer_rival") == ["hugo", "martin"]
    game.say("hugo", "yes", "offer_rival")
    game.say("martin", "no", "offer_rival")
    assert set(game.choices("cate", "pick_rival")) == {"opposition", game.seat_of["hugo"]}
    game.say("cate", game.seat_of["hugo"], "pick_rival")
    game.lay("hugo", values=(2, 0, 0, 0))
    game.until("answer_stakes")
    game.word()
    game.act("cate", "done")
    game.bring("hugo", game.cards("hugo")[0])
    game.chance.dice = [5, 4]
    game.done()
    game.settle()
    assert card in game.cards("hugo")


def test_a_market_memory_always_needs_a_conflict() -> None:
    """LD-CONF-15, LD-MKT-02, LD-Q52: no other act reaches it; there are ideas for scope and wants."""
    game = court()
    game.to_scene("cate")
    take = game.field("cate", f"propose_trade_{game.seat_of['martin']}", "take")
    assert not {card.noun_key for card in game.at("market")} & {option.key for option in take.options}
    game.declare("cate", "opposition")
    assert [field.ideas for field in game.prompt("cate", "scope_and_wants").fields] == ["scopes", "wants"]


@pytest.mark.parametrize(("answer", "over"), [("yes", True), ("no", False)])
def test_a_conflict_may_be_dropped_by_both(answer: str, over: bool) -> None:
    """LD-CONF-13, D39: before the roll; the scene may then still have its conflict."""
    game = court()
    game.to_scene("cate")
    game.declare("cate", "face/martin")
    game.word()
    game.act("martin", "propose_drop", outcome="She goes, he stays.")
    game.say("cate", answer, "drop_conflict")
    assert game.table.course.in_conflict is not over
    if over:
        assert "declare_conflict" in game.may("cate")
    else:
        assert "propose_drop" not in game.may("martin")


def test_nobody_deals_during_a_conflict() -> None:
    """LD-Q51: no trade or sale between the declaration and the end of the settlement."""
    game = court()
    game.to_scene("cate")
    game.offer("martin", "hugo", give_coins=1)
    game.declare("cate", "face/martin")
    game.word()
    for name in game.seat_of:
        assert not {"sell", "accept_trade"} & set(game.may(name))
        assert not [act for act in game.may(name) if act.startswith("propose_trade")]


def test_pools_are_seen_as_they_grow() -> None:
    """LD-CONF-12, LD-KING-06: the opposition's from the start, the challenger's with every memory that fits."""
    game = court()
    game.lay("cate", values=(2, 1, 1, 1))
    card = game.lies_in_market(4)
    game.to_scene("cate")
    game.declare("cate", "opposition", card.noun_key)
    assert game.view(None).state["conflict"]["pools"] == {"first": 0, "second": 4}
    game.word()
    game.bring("cate", game.cards("cate")[0])
    assert game.view(None).state["conflict"]["pools"] == {"first": 2, "second": 4}
