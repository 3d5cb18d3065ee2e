"""Ledger 2.13 to 2.15: madness, writing out, adversity, the end; and leaving (LD-Q55)."""

from __future__ import annotations

from typing import Any

import pytest

from mneme.games.lost_days.content import texts
from mneme.games.lost_days.descent import go_out
from tests.games.lost_days.kit import Court, Seated


def court(king: str = "ada", **options: Any) -> Court:
    return Court("ada", "ben", "cyd", "dee", king=king, **options)


def send_out(game: Court, name: str, purse: int = 0, madness: int = 0) -> None:
    game.lay(name, purse=purse, madness=madness)
    go_out(game.table, game.seat_of[name], tainted=True)


def test_example_fourteen() -> None:
    """LD-MAD-01, LD-MAD-03, LD-MAD-06, LD-MAD-08, LD-MAD-09, LD-ADV-02, LD-Q41, EX-14: 5 against 5 is safe, 6 is not;
    the cards go to the market tainted, and purse and madness make a pool of 8."""
    game = court()
    game.lay("ben", purse=2, madness=5, values=(5, 0, 0, 0))
    game.to_scene("ben")
    assert game.elf("ben").status == "sane"
    tainted = game.cards("cyd")[0]
    game.table.taint(tainted)
    game.value(tainted, 0)
    game.offer("cyd", "ben", give=[tainted.noun_key])
    game.act("ben", "accept_trade", proposer=game.seat_of["cyd"])
    assert (game.elf("ben").madness, game.elf("ben").status) == (6, "doomed")
    game.act("ben", "end_scene")
    game.say("ben", "now", "write_out_now")
    game.say("ben", "A locked room with a view.", "write_out")
    elf = game.elf("ben")
    assert (elf.status, elf.purse + elf.madness) == ("out", 8)
    assert game.cards("ben") == []
    gone = [card for card in game.at("market") if card.tainted]
    assert len(gone) == 5
    assert all(card.coins >= 1 for card in gone)


def test_purse_coins_do_not_hold_the_mind_together() -> None:
    """LD-MAD-01, LD-Q41: 0 against 0 is safe; a full purse helps nobody."""
    game = court()
    game.lay("ben", purse=50, madness=2, values=(2, 0, 0, 0))
    game.to_scene("cyd")
    game.lay("dee", madness=0, values=(0, 0, 0, 0))
    game.act("ben", "sell", memory=game.cards("ben")[0].noun_key)
    assert game.elf("ben").status == "doomed"
    assert game.elf("dee").status == "sane"


def strained(**options: Any) -> Court:
    """Ben, 2 coins on memories and 1 madness, has 1, 1 and 6 showing: over the line unless the 6 goes onto a memory."""
    game = court(**options)
    game.lay("ben", madness=0, values=(3, 0, 0, 0))
    game.to_scene("ben")
    game.fight("ben", "opposition", dice=[6, 1, 1, 5, 5, 2], using={"ben": game.cards("ben")[:1]})
    return game


def test_the_test_comes_when_all_is_settled() -> None:
    """LD-MAD-02, LD-Q42: not between the steps; by option after every coin."""
    game = strained()
    game.lay("ben", madness=2, values=(2, 0, 0, 0))
    game.settle("place_strain")
    assert game.elf("ben").status == "sane"
    game.settle()
    assert game.elf("ben").status == "doomed"


def test_every_coin_may_be_watched() -> None:
    """LD-Q42: the option every_coin catches what a later coin would have mended."""
    for option, status in (("end_of_settlement", "sane"), ("every_coin", "doomed")):
        game = court(madness_test=option)
        game.to_scene("ben")
        game.lay("ben", madness=2, values=(1, 0, 0, 0))
        stake = game.lies_in_market(3)
        game.fight("ben", "opposition", stake.noun_key, dice=[2, 2, 2])
        game.spends("ben", "extra_die_first", 5)
        game.settle()
        assert stake in game.cards("ben")
        assert game.elf("ben").status == status


def test_doom_cannot_be_undone() -> None:
    """LD-MAD-03, LD-MAD-04, LD-Q42, LD-Q44: coins come too late; the doomed play on with every right."""
    game = court()
    game.to_scene("cyd")
    game.elf("ben").status = "doomed"
    game.offer("dee", "ben", give=[card.noun_key for card in game.cards("dee")[:2]])
    game.act("ben", "accept_trade", proposer=game.seat_of["dee"])
    assert game.elf("ben").status == "doomed"
    assert "sell" in game.may("ben")
    game.act("cyd", "declare_conflict")
    assert f"face/{game.seat_of['ben']}" in game.choices("cyd", "declare_conflict")


def test_the_doomed_leave_in_their_next_scene() -> None:
    """LD-MAD-05, LD-MAD-07, LD-Q43: due when it closes; a conflict may still come before."""
    game = court()
    game.to_scene("ben")
    game.act("ben", "end_scene")
    game.elf("ben").status = "doomed"
    game.to_scene("ben")
    assert "declare_conflict" in game.may("ben")
    game.act("ben", "end_scene")
    assert game.who("write_out") == ["ben"]
    assert texts().game.gentler == game.prompt("ben", "write_out").note


def test_a_story_scene_is_not_the_king_s_own() -> None:
    """LD-MAD-05: a doomed king is not written out in it."""
    game = court()
    game.to_scene("ada", "story", prompt="frame_scene")
    game.elf("ada").status = "doomed"
    game.table.scene.doomed_before = True
    game.act("ada", "frame")
    game.act("ada", "end_scene")
    assert game.elf("ada").status == "doomed"
    assert game.who("write_out") == []


def test_doomed_in_ones_own_scene_there_is_a_choice() -> None:
    """LD-MAD-06, LD-Q43, D29: now, or in the next one."""
    for answer, status in (("now", "out"), ("next", "doomed")):
        game = court()
        game.to_scene("ben")
        game.lay("ben", madness=1, values=(1, 0, 0, 0))
        game.act("ben", "sell", memory=game.cards("ben")[0].noun_key)
        game.act("ben", "end_scene")
        game.say("ben", answer, "write_out_now")
        if answer == "now":
            game.say("ben", "", "write_out")
        assert game.elf("ben").status == status


def test_a_table_may_write_out_at_once() -> None:
    """LD-Q43: the option immediate, even in somebody else's scene."""
    game = court(write_out="immediate")
    game.lay("ben", madness=1, values=(1, 0, 0, 0))
    game.to_scene("cyd")
    game.act("ben", "sell", memory=game.cards("ben")[0].noun_key)
    assert game.who("write_out") == ["ben"]
    game.say("ben", "", "write_out")
    assert game.elf("ben").status == "out"
    assert game.framer() == "cyd"


@pytest.mark.parametrize(("option", "madness"), [("every_gain", 1), ("from_market_only", 0)])
def test_taint_costs_each_time(option: str, madness: int) -> None:
    """LD-MAD-09, LD-Q45: every route, every gain; by option only out of the market."""
    game = court(taint=option)
    game.to_scene("cyd")
    card = game.value(game.cards("ben")[0], 3)
    game.table.taint(card)
    game.offer("ben", "dee", give=[card.noun_key])
    game.act("dee", "accept_trade", proposer=game.seat_of["ben"])
    assert game.elf("dee").madness == madness


def test_winning_back_ones_own_gains_nothing_new() -> None:
    """LD-Q45, LD-STAKE-02: a tainted stake that its owner keeps."""
    game = court()
    game.to_scene("ben")
    card = game.value(game.cards("ben")[0], 2)
    game.table.taint(card)
    game.fight("ben", "opposition", card.noun_key, dice=[5, 5, 2, 2])
    game.settle()
    assert card in game.cards("ben")
    assert game.elf("ben").madness == 0


def test_a_king_who_goes_leaves_the_throne_empty() -> None:
    """LD-MAD-10, LD-KING-13, LD-KING-15: the crown lies in the market, tainted; whoever wins it pays and reigns."""
    game = court()
    game.to_scene("ben")
    send_out(game, "ada")
    assert game.table.course.king == ""
    assert (game.crown.place, game.crown.tainted) == ("market", True)
    assert game.name(game.table.throne) == "ada"
    game.value(game.crown, 2)
    game.lay("ben", values=(2, 1, 1, 1))
    crown = game.crown.noun_key
    game.fight("ben", "opposition", crown, dice=[5, 5, 2, 2], using={"ben": game.cards("ben")[:1]})
    game.settle()
    assert game.name(game.table.course.king) == "ben"
    assert game.elf("ben").madness == 1
    assert game.table.scene.kind == "interrupt"


def test_nobody_says_the_word() -> None:
    """LD-MAD-11: snippets and exits speak of it in other words; so do the prompts for strain."""
    known = texts()
    for lines in (known.prompts["influence"], known.prompts["exits"], known.prompts["strain"]):
        assert not any("mad" in line.lower().split() or "madness" in line.lower() for line in lines)
    game = strained()
    game.settle("place_strain")
    assert "nobody says the word" in game.prompt("ben", "place_strain").fields[-1].text


def destitute(**options: Any) -> Court:
    game = court(**options)
    game.lay("ben", purse=0, madness=0, values=(0, 0, 0, 0))
    game.to_scene("ben")
    game.act("ben", "end_scene")
    return game


def test_an_elf_without_a_coin_may_go() -> None:
    """LD-MAD-12, LD-Q63, D40: in a scene its player frames; untainted; never forced."""
    game = destitute()
    game.say("ben", {"choice": "go", "how": "A ship."}, "destitute_exit")
    assert game.elf("ben").status == "out"
    assert not any(card.tainted for card in game.at("market"))
    game = destitute()
    game.say("ben", {"choice": "stay"}, "destitute_exit")
    assert game.elf("ben").status == "sane"


def test_a_table_may_keep_the_destitute() -> None:
    """LD-Q63: the option destitute_exit=no."""
    assert destitute(destitute_exit="no").who("destitute_exit") == []


def test_adversity_players_keep_their_place() -> None:
    """LD-ADV-01, LD-SCENE-01: seated, in every order, one scene a cycle."""
    game = court()
    game.to_scene("ben")
    send_out(game, "cyd")
    game.to_scene("cyd", "adversity")
    assert game.table.course.order.index(game.seat_of["cyd"]) == 1


def test_adversity_players_spend_what_they_had() -> None:
    """LD-ADV-02, LD-ADV-03, LD-ADV-06, LD-Q46: purse coins as ever, own madness to the bank, nobody else's to spend."""
    game = court()
    game.to_scene("ben")
    send_out(game, "cyd", purse=1, madness=2)
    stake = game.lies_in_market(1)
    game.fight("ben", "opposition", stake.noun_key, dice=[5])
    game.until_true(lambda: "extra_die_first" in game.may("cyd"))
    sources = [option.key for option in game.field("cyd", "extra_die_first", "source").options]
    assert sources == ["purse", "own_madness"]
    game.spends("cyd", "extra_die_first", 6)
    assert stake.coins == 2
    ben, cyd = game.elf("ben").name, game.elf("cyd").name
    assert f"\ncyd's coin brings {ben} one more die: a 6. " in game.told()
    game.spends("cyd", "reroll_first", 6, source="own_madness")
    assert f"cyd spends a coin from the card {cyd} left. {ben}'s 6 is rolled again: still a 6. " in game.told()
    assert stake.coins == 2
    game.settle()
    assert (game.elf("cyd").purse, game.elf("cyd").madness) == (0, 1)


@pytest.mark.parametrize(("winnings", "purse"), [("bank", 0), ("collects", 2 + 1)])
def test_adversity_sets_foes_on_an_elf(winnings: str, purse: int) -> None:
    """LD-ADV-04, LD-KING-14, LD-Q46: in their own scene, with the opposition's dice; winnings to the bank by custom."""
    game = court(nonking_opposition_winnings=winnings)
    game.to_scene("ben")
    send_out(game, "cyd")
    game.to_scene("cyd", "adversity")
    game.act("cyd", "declare_conflict")
    keys = {key.partition("/")[0] for key in game.choices("cyd", "declare_conflict")}
    assert keys == {"set", "pair"}
    game.say("cyd", game.sides("set/dee"), "declare_conflict")
    game.say("cyd", "none", "stake")
    game.until("answer_stakes")
    assert (game.name(game.conflict.first), game.name(game.conflict.runner)) == ("dee", "cyd")
    game.word()
    game.lay("dee", values=(1, 0, 0, 0))
    game.bring("dee", game.cards("dee")[0])
    game.chance.dice = [3, 6, 5, 2]
    game.done()
    game.settle()
    assert game.elf("cyd").purse == purse
    assert game.elf("dee").purse == 6


def test_an_adversity_player_never_gains_a_memory() -> None:
    """LD-ADV-05, LD-KING-14: not even where the table lets the opposition collect."""
    game = court(nonking_opposition_winnings="collects")
    game.to_scene("ben")
    send_out(game, "cyd")
    game.to_scene("cyd", "adversity")
    game.fight("cyd", "set/dee", dice=[5, 5, 2])
    game.settle("pay_tribute")
    given = game.cards("dee")[0]
    game.say("dee", given.noun_key, "pay_tribute")
    assert given.place == "market"


def test_in_others_scenes_the_king_stays_the_opposition() -> None:
    """LD-ADV-04, LD-Q46."""
    game = court()
    game.to_scene("ben")
    send_out(game, "cyd")
    game.fight("ben", "opposition", dice=[3, 3, 3])
    assert game.name(game.conflict.runner) == "ada"


def test_adversity_players_own_and_deal_nothing() -> None:
    """LD-ADV-05, LD-Q47: no new memories, trades or sales; but they write when the market is filled."""
    game = court()
    game.to_scene("ben")
    send_out(game, "cyd", purse=5)
    game.to_scene("cyd", "adversity")
    assert not {"create_memory", "sell"} & set(game.may("cyd"))
    assert not [act for name in game.seat_of for act in game.may(name) if act == f"propose_trade_{game.seat_of['cyd']}"]
    assert not [act for act in game.may("cyd") if act.startswith("propose_trade")]
    game.take("dee", *game.at("market")[1:])
    game.act("cyd", "end_scene")
    game.until("replenish_write")
    assert "cyd" in game.who("replenish_write")


def test_the_last_elf_ends_the_game() -> None:
    """LD-END-01..03, LD-Q48, LD-KING-18: at that very moment, doomed or not; an epilogue; no score."""
    game = court()
    game.to_scene("ben", prompt="frame_scene")
    send_out(game, "ada")
    send_out(game, "cyd")
    game.elf("dee").status = "doomed"
    game.elf("ben").status = "doomed"
    game.table.scene.doomed_before = True
    game.act("ben", "frame")
    game.act("ben", "end_scene")
    game.say("ben", "", "write_out")
    assert game.who("epilogue") == ["dee"]
    assert game.table.stack == []
    game.say("dee", "One lamp was left.", "epilogue")
    assert game.sitting.over
    assert set(game.table.result) == {"last", "elf", "scenes"}
    assert game.table.result["last"] == game.seat_of["dee"]
    assert "Nobody has won." in game.told()


# -- leaving


def test_a_substitute_is_offered_first() -> None:
    """LD-Q55, D42: somebody takes the chair and nothing changes."""
    game = court()
    game.to_scene("cyd")
    game.act("ben", "leave")
    game.act("cyd", "end_scene")
    assert game.who("substitute") == ["cyd"]
    game.say("cyd", "somebody", "substitute")
    assert game.elf("ben").status == "sane"
    assert len(game.cards("ben")) == 4


def test_a_player_leaves_for_good() -> None:
    """LD-Q55, LD-KING-13: memories to the market untainted, coins to the bank, scenes skipped, the throne empty."""
    game = court()
    game.to_scene("cyd")
    before = game.coins()
    game.act("ada", "leave")
    game.act("cyd", "end_scene")
    game.say("ben", "none", "substitute")
    assert game.elf("ada").status == "left"
    assert game.coins() == before - 8
    assert not any(card.tainted for card in game.at("market"))
    assert game.table.course.king == ""
    assert game.name(game.table.throne) == "ben"
    game.to_scene("dee")
    game.act("dee", "end_scene")
    assert (game.framer(), game.table.scene.kind) == ("ben", "story")


def test_when_all_want_to_leave_the_last_still_tells_the_fall() -> None:
    """LD-Q55, LD-END-01, LD-END-02: the game ends with the last but one, and the last keeps what is theirs."""
    game = court()
    game.to_scene("cyd")
    for name in ("ada", "ben", "cyd", "dee"):
        game.act(name, "leave")
    game.act("cyd", "end_scene")
    for name in ("ben", "cyd", "dee"):
        game.say(name, "none", "substitute")
    assert game.table.ended
    assert (game.elf("cyd").status, game.elf("dee").status) == ("left", "sane")
    assert len(game.cards("dee")) == 4
    assert game.who("epilogue") == ["dee"]


def test_a_conflict_is_off_when_a_side_leaves() -> None:
    """LD-Q55: coins stay on the stake."""
    game = court()
    stake = game.lies_in_market(2)
    game.to_scene("ben")
    game.fight("ben", "opposition", stake.noun_key, rival="cyd", dice=[])
    game.spends("ben", "extra_die_first", 3)
    game.act("cyd", "leave")
    game.act("ben", "end_turn")
    game.say("dee", "none", "substitute")
    assert not game.table.course.in_conflict
    assert (stake.place, stake.coins) == ("market", 3)


def test_another_takes_over_the_opposition() -> None:
    """LD-Q55: the dice stay as they lie."""
    game = court()
    game.to_scene("cyd")
    game.fight("cyd", "opposition", dice=[4, 4, 4])
    game.act("ada", "leave")
    game.act(game.who("influence")[0], "end_turn")
    game.say("ben", "none", "substitute")
    assert game.name(game.conflict.runner) == "ben"
    assert not game.conflict.royal
    assert game.conflict.dice["second"] == (4, 4, 4)


def test_leaving_in_creation() -> None:
    """LD-Q55: cards are set aside with their coins and the rounds go on; an owned crown that left is bid for anew."""
    game = Seated("ada", "ben", "cyd", "dee")
    game.write(ada="own")
    game.auction("ada's 1", ada=0, ben=5, cyd=0, dee=0)
    game.act("ben", "leave")
    game.until("substitute")
    game.say(game.who("substitute")[0], "none", "substitute")
    assert [card.coins for card in game.at("aside") if card.kingship] == [5]
    for number in (2, 3, 4):
        game.until_round(number)
    game.until_true(lambda: game.table.course.phase == "crowning")
    assert game.who("bid") == ["ada", "cyd", "dee"]
    for name, bid in (("ada", 0), ("cyd", 2), ("dee", 1)):
        game.say(name, bid, "bid")
    assert game.name(game.table.course.king) == "cyd"
    assert len(game.cards("cyd")) == 5


def test_a_table_may_keep_every_chair() -> None:
    """LD-Q55: the option seat_is_kept."""
    assert "leave" not in court(leaving="seat_is_kept").may("ben")
