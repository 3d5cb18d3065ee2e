"""Ledger 2.5: the king as ruler, storyteller and opposition."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.lost_days.kit import Court


def court(king: str = "hugo", **options: Any) -> Court:
    return Court("cate", "hugo", "martin", king=king, **options)


def test_the_crown_travels_with_its_card() -> None:
    """LD-KING-01, LD-TRADE-04: it can be traded, and the new holder reigns."""
    game = court()
    game.to_scene("martin")
    game.offer("hugo", "cate", give=[game.crown.noun_key])
    game.act("cate", "accept_trade", proposer=game.seat_of["hugo"])
    assert game.name(game.table.course.king) == "cate"


def test_the_king_frames_and_fights_like_anyone() -> None:
    """LD-KING-02, LD-KING-10: own memories, own dice, tribute from the own purse; EX-4."""
    game = court()
    card = game.lies_in_market(2)
    game.lay("cate", purse=5, values=(4, 0, 0, 0))
    game.lay("hugo", purse=5, values=(0, 2, 0, 0))
    game.to_scene("cate")
    game.fight(
        "cate", "opposition", card.noun_key, rival="hugo", dice=[6, 6, 6, 2, 5, 5],
        using={"cate": game.cards("cate")[:1], "hugo": game.cards("hugo")[1:2]},
    )  # fmt: skip
    assert game.conflict.second == game.seat_of["hugo"]
    assert len(game.conflict.dice["second"]) == 2
    game.settle()
    assert game.elf("hugo").purse == 2  # paid 3
    assert card in game.cards("cate")


def test_duties_are_shared_in_words() -> None:
    """LD-KING-03, LD-KING-04: the king opens the story; everyone may lend a voice."""
    game = court()
    assert game.who("open_story") == ["hugo"]
    game.to_scene("martin")
    assert "lend a voice" in game.prompt("martin", "scene").text


def test_the_king_is_the_opposition() -> None:
    """LD-KING-05..08, LD-STAKE-05, LD-TRIB-06, LD-CONF-11, EX-2: the stake's dice, winnings to the purse, no card."""
    game = court()
    card = game.lies_in_market(4)
    game.lay("cate", purse=5, values=(1, 0, 0, 0))
    game.lay("hugo", purse=5, values=(9, 9, 9, 9))
    game.to_scene("cate")
    game.fight("cate", "opposition", card.noun_key, dice=[3, 6, 4, 3, 1], using={"cate": game.cards("cate")[:1]})
    assert game.name(game.conflict.runner) == "hugo"
    assert game.conflict.dice["second"] == (6, 4, 3, 1)
    assert "influence" in game.asked("cate") or "influence" in game.asked("hugo")
    game.settle()
    assert game.elf("hugo").purse == 5 + 2 + 1  # tribute 2, and a coin for the 6
    assert game.elf("hugo").madness == 0  # no strain for the 1
    assert game.elf("cate").purse == 3
    assert card.place == "market"


def test_the_king_may_influence_as_the_opposition() -> None:
    """LD-KING-07: with coins from the purse."""
    game = court()
    game.lay("cate", values=(2, 0, 0, 0))
    game.to_scene("cate")
    game.fight("cate", "opposition", dice=[5, 5, 2, 2, 2], using={"cate": game.cards("cate")[:1]})
    game.spends("hugo", "reroll_second", 6)
    assert game.conflict.leader == "second"
    assert game.elf("hugo").purse == 7


def test_a_losing_opposition_pays_nothing() -> None:
    """LD-KING-09, LD-Q21, LD-STAKE-01, EX-3: no tribute, no strain, no gain; the challenger takes the memory."""
    game = court()
    card = game.lies_in_market(4)
    game.lay("cate", purse=0, values=(2, 0, 0, 0))
    game.lay("hugo", purse=0)
    game.to_scene("cate")
    game.fight("cate", "opposition", card.noun_key, dice=[6, 5, 6, 4, 1, 1], using={"cate": game.cards("cate")[:1]})
    game.settle()
    assert card in game.cards("cate")
    assert (game.elf("hugo").purse, game.elf("hugo").madness) == (0, 0)
    assert game.elf("cate").purse == 1  # her own gain


def test_who_the_opposition_was_does_not_change() -> None:
    """LD-KING-11: fixed when the conflict is set up."""
    game = court()
    game.to_scene("cate")
    game.fight("cate", "opposition", dice=[6, 6, 6])
    assert game.name(game.conflict.runner) == "hugo"
    game.lay("cate", purse=3)
    game.take("martin", game.crown)  # the crown moves meanwhile
    game.table.course.king = game.seat_of["martin"]
    game.settle()
    assert game.elf("hugo").purse == 8 + 3 + 3  # and he still collects


@pytest.mark.parametrize(("winnings", "purse"), [("bank", 8), ("collects", 8 + 2 + 1)])
def test_somebody_opposes_the_king(winnings: str, purse: int) -> None:
    """LD-KING-12, LD-KING-14, LD-Q20: the player on the left stands in; winnings go to the bank, or to them."""
    game = court(nonking_opposition_winnings=winnings)
    game.to_scene("hugo")
    game.lay("hugo", purse=5, values=(1, 0, 0, 0))
    game.act("hugo", "declare_conflict")
    game.say("hugo", "opposition", "declare_conflict")
    game.say("hugo", "none", "stake")
    asked = game.prompt("hugo", "stand_in")
    assert asked.default == game.seat_of["martin"]
    assert "martin runs the opposition unless you name somebody else" in asked.text
    assert [option.label for option in asked.options] == ["Keep it", "cate"]
    game.say("hugo", game.seat_of["martin"], "stand_in")
    card = game.cards("hugo")[0]
    game.until("answer_stakes")
    game.word()
    game.bring("hugo", card)
    game.chance.dice = [3, 6, 5, 1]
    game.done()
    game.settle()
    assert game.elf("hugo").purse == 3
    assert game.elf("martin").purse == purse
    assert game.table.course.flows.get("tribute to the bank", 0) == (-2 if winnings == "bank" else 0)


def test_the_table_may_name_another_stand_in() -> None:
    """LD-KING-12, D19: with everybody's yes."""
    game = court()
    game.to_scene("hugo")
    game.act("hugo", "declare_conflict")
    game.say("hugo", "opposition", "declare_conflict")
    game.say("hugo", "none", "stake")
    game.say("hugo", game.seat_of["cate"], "stand_in")
    game.say("cate", "yes", "agree")
    game.say("martin", "yes", "agree")
    game.until("answer_stakes")
    assert game.name(game.conflict.runner) == "cate"


def test_an_adversity_player_stands_in_first() -> None:
    """LD-KING-12: the nearest adversity player clockwise from the king."""
    game = Court("ada", "ben", "cyd", "dee", king="ada")
    game.to_scene("ada")
    game.lose_all("cyd")
    game.elf("cyd").status = "out"
    game.act("ada", "declare_conflict")
    game.say("ada", "opposition", "declare_conflict")
    game.say("ada", "none", "stake")
    assert game.prompt("ada", "stand_in").default == game.seat_of["cyd"]


def test_a_memory_in_lieu_goes_to_the_market() -> None:
    """LD-KING-14, LD-Q20: tribute in memory to a stand-in."""
    game = court()
    game.to_scene("hugo")
    game.lay("hugo", purse=0, values=(0, 0, 0, 1))
    game.fight("hugo", "opposition", dice=[6, 5, 5])
    game.settle("pay_tribute")
    given = game.cards("hugo")[0]
    game.say("hugo", given.noun_key, "pay_tribute")
    assert given.place == "market"


def test_an_empty_throne_has_a_caretaker() -> None:
    """LD-KING-13, LD-Q23, LD-SELL-02: the last king's player keeps duties and anchor, without the winnings."""
    game = court()
    game.to_scene("cate")
    game.value(game.crown, 2)
    game.act("hugo", "sell", memory=game.crown.noun_key)
    assert game.table.course.king == ""
    assert game.name(game.table.throne) == "hugo"
    game.fight("cate", "opposition", dice=[6, 6, 6])
    assert game.name(game.conflict.runner) == "hugo"
    assert not game.conflict.royal
    before = game.elf("hugo").purse
    game.settle()
    assert game.elf("hugo").purse == before
    game.to_scene("hugo", "story")


def test_a_new_king_frames_a_scene_at_once() -> None:
    """LD-KING-15..18, LD-Q18, LD-Q19: it is extra, it may change the story, and what was going on waits beneath."""
    game = court()
    game.to_scene("martin")
    before = game.table.course.framed
    game.offer("martin", "hugo", take=[game.crown.noun_key])
    game.act("hugo", "accept_trade", proposer=game.seat_of["martin"])
    assert [scene.kind for scene in game.table.stack] == ["personal", "interrupt"]
    game.act("martin", "frame")
    game.say("martin", "new", "new_story")
    game.say("martin", "The bells fall silent.", "open_story")
    assert game.table.course.story == "The bells fall silent."
    assert "declare_conflict" in game.may("martin")
    game.act("martin", "end_scene")
    assert [scene.kind for scene in game.table.stack] == ["personal"]
    assert game.table.place.startswith("Back to")
    assert game.table.course.framed == before
    assert "declare_conflict" in game.may("martin")  # not yet declared, so it still may be


def interrupted_by_a_new_king() -> Court:
    """Martin has traded for the crown in his own scene, and has played the scene a new king is owed."""
    game = court()
    game.to_scene("martin")
    game.offer("martin", "hugo", take=[game.crown.noun_key])
    game.act("hugo", "accept_trade", proposer=game.seat_of["martin"])
    game.to_scene("martin", "interrupt")
    game.act("martin", "end_scene")
    return game


def test_a_scene_that_goes_on_after_an_interrupt_has_its_chapter_then() -> None:
    """LD-KING-18: the place is the scene's again at once; the story comes back to it when something happens there."""
    game = interrupted_by_a_new_king()
    assert "Back to" not in game.told()
    game.act("martin", "create_memory", text="I remember a bell.")
    assert game.told().count(game.table.place) == 1
    game.act("martin", "create_memory", text="I remember two.")
    assert game.told().count(game.table.place) == 1


def test_an_interrupted_scene_in_which_nothing_more_happens_has_no_chapter() -> None:
    """LD-KING-18."""
    game = interrupted_by_a_new_king()
    game.act("martin", "end_scene")
    assert game.framer() == "cate"
    assert "Back to" not in game.told()


def test_interrupts_nest_and_a_fought_conflict_is_not_renewed() -> None:
    """LD-KING-17, LD-KING-18, LD-SET-01: the crown moves after the settlement, and again inside the interrupt."""
    game = court()
    game.to_scene("martin")
    game.lay("martin", values=(3, 0, 0, 0))
    game.fight("martin", "face/hugo", game.crown.noun_key, dice=[6, 5, 4], using={"martin": game.cards("martin")[:1]})
    game.settle()
    assert [scene.kind for scene in game.table.stack] == ["personal", "interrupt"]
    game.offer("martin", "cate", give=[game.crown.noun_key])
    game.act("cate", "accept_trade", proposer=game.seat_of["martin"])
    assert [scene.kind for scene in game.table.stack] == ["personal", "interrupt", "interrupt"]
    assert game.framer() == "cate"
    game.to_scene("martin", "interrupt")
    game.act("martin", "end_scene")
    assert [scene.kind for scene in game.table.stack] == ["personal"]
    assert "declare_conflict" not in game.may("martin")


def test_a_crown_that_moves_between_scenes_interrupts_before_the_next_framer() -> None:
    """LD-KING-18, LD-Q19."""
    game = court()
    game.to_scene("cate", prompt="frame_scene")
    game.offer("hugo", "martin", give=[game.crown.noun_key])
    game.act("martin", "accept_trade", proposer=game.seat_of["hugo"])
    assert game.framer() == "martin"
    game.to_scene("cate", prompt="frame_scene")
    assert len(game.table.stack) == 1


def test_a_paused_scene_closes_if_its_framer_went_out() -> None:
    """LD-KING-18: on return there is nobody to go on."""
    game = Court("ada", "ben", "cyd", "dee", king="ada")
    game.to_scene("cyd")
    game.offer("cyd", "ada", take=[game.crown.noun_key])
    game.elf("cyd").status = "doomed"
    game.act("ada", "accept_trade", proposer=game.seat_of["cyd"])
    game.to_scene("cyd", "interrupt")
    game.act("cyd", "end_scene")
    game.say("cyd", "", "write_out")
    assert game.elf("cyd").status == "out"
    assert len(game.table.stack) == 1
    assert game.framer() != "cyd"
