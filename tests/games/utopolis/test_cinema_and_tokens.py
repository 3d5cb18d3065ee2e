"""Cinema and Tokens. (Ledger 2.3)"""

from __future__ import annotations

from tests.games.utopolis.kit import Seated, three, trail


def scene_end(**sheet: object) -> Seated:
    """Jake's trail scene is over and scores may rise."""
    game = trail()
    game.lay("jake", **sheet)
    game.act("ryan", "end_scene")
    return game


# -- Cinema


def test_the_die_may_be_rolled_again_for_cinema() -> None:
    """UT-CIN-01, UT-SCENE-03, -04, UT-R-05: as often as there is Cinema, and only by the scene player."""
    game = three()
    game.until("turn_choice")
    game.die("Who", "Who", "How")
    game.until("reroll_die")
    assert "reroll_die" not in game.asked("dave")
    game.say("jake", "reroll", "reroll_die")
    assert (game.scene.question, game.detective("jake").cinema) == ("Who", 2)
    game.say("jake", "reroll", "reroll_die")
    assert (game.scene.question, game.scene.rerolls) == ("How", 2)
    game.say("jake", "reroll", "reroll_die")
    assert game.detective("jake").cinema == 0
    assert "reroll_die" not in game.asked("jake")


def test_help_is_a_card_more() -> None:
    """UT-CIN-02, UT-ADJ-01, -04, UT-SAY-06: 1 Cinema each, repeatable, and it stays in the scene."""
    game = trail()
    game.to_adjustment()
    size = game.size("jake")
    game.act("jake", "help", text="A brass band")
    game.act("jake", "help", text="A ladder")
    assert (game.size("jake"), game.detective("jake").cinema) == (size + 2, 1)
    assert [element.text for element in game.scene.elements] == ["A brass band", "A ladder"]


def test_a_complication_costs_the_other_a_random_card() -> None:
    """UT-CIN-03, UT-DECK-05, UT-R-50: shown to all, only from hands that oppose and hold a card."""
    game = trail()
    game.to_adjustment()
    assert game.options("jake", "complicate", "target") == ["gm"]
    game.act("jake", "complicate", target="gm", text="Wet paint")
    assert game.size("gm") == 6
    assert len(game.table.deck.discards) == 1
    game.lay_hands(gm="")
    assert "help" in game.may("jake")
    game.act("jake", "help", text="")
    assert "complicate" not in game.may("jake")


def test_no_cinema_no_spending() -> None:
    """UT-CIN-02, -03: no pool goes below 0."""
    game = trail()
    game.lay("jake", cinema=0)
    game.to_adjustment()
    assert "adjustment" not in game.asked("jake")


def test_talents_cost_the_present_score_and_one() -> None:
    """UT-CIN-05, UT-R-08, UT-R-09: from 0 for 1, and no limit in a scene."""
    game = scene_end(cinema=6)
    game.act("jake", "raise_talent", talent="Fisticuffs")
    game.act("jake", "raise_talent", talent="Fisticuffs")
    game.act("jake", "raise_talent", talent="Fisticuffs")
    assert (game.detective("jake").talents["Fisticuffs"], game.detective("jake").cinema) == (3, 0)


def test_no_talent_above_3() -> None:
    """UT-CIN-05."""
    game = scene_end(cinema=30)
    assert "Investigation" not in game.options("jake", "raise_talent", "talent")


def test_new_talents_only_if_the_table_likes() -> None:
    """UT-R-08: the other reading."""
    game = trail(new_talent_from_zero=False)
    game.lay("jake", cinema=9)
    game.act("ryan", "end_scene")
    assert "Fisticuffs" not in game.options("jake", "raise_talent", "talent")
    assert "Zapgun" in game.options("jake", "raise_talent", "talent")


def test_a_talent_of_ones_own_needs_the_gm() -> None:
    """UT-GM-06, UT-R-08: refused, it costs nothing."""
    game = scene_end(cinema=2)
    game.act("jake", "invent_talent", called="Yodelling")
    game.say("ryan", "no", "approve_talent")
    assert ("Yodelling" in game.detective("jake").talents, game.detective("jake").cinema) == (False, 2)
    game.act("jake", "invent_talent", called="Yodelling")
    game.say("ryan", "yes", "approve_talent")
    assert (game.detective("jake").talents["Yodelling"], game.detective("jake").cinema) == (1, 1)


def test_an_attribute_costs_twice_the_new_level() -> None:
    """UT-CIN-06, EX-03: Prowess from 2 to 3 for 6."""
    game = scene_end(cinema=6, attributes={"Tenacity": 1, "Stability": 3, "Prowess": 2, "Aptitude": 1})
    game.act("jake", "raise_attribute", attribute="Prowess")
    assert (game.detective("jake").attributes["Prowess"], game.detective("jake").cinema) == (3, 0)


def test_each_attribute_rises_one_level_after_a_scene() -> None:
    """UT-CIN-06, EX-04, UT-R-09: Tenacity 0 to 1 for 2, then not again; another attribute may."""
    game = scene_end(cinema=8, attributes={"Tenacity": 0, "Stability": 3, "Prowess": 0, "Aptitude": 3})
    game.act("jake", "raise_attribute", attribute="Tenacity")
    assert game.options("jake", "raise_attribute", "attribute") == ["Prowess"]
    game.act("jake", "raise_attribute", attribute="Prowess")
    assert game.detective("jake").cinema == 4


def test_only_one_raise_if_the_table_likes() -> None:
    """UT-R-09: the other reading."""
    game = trail(raises_per_scene="one_raise")
    game.lay("jake", cinema=9)
    game.act("ryan", "end_scene")
    game.act("jake", "raise_talent", talent="Fisticuffs")
    assert "purchases" not in game.asked("jake")


def test_core_flaw_and_fear_are_not_for_sale() -> None:
    """UT-CIN-07, UT-R-10: and a hurt score costs what it is worth unhurt."""
    game = scene_end(cinema=30, hurt=("Tenacity",))
    assert game.options("jake", "raise_attribute", "attribute") == ["Tenacity", "Prowess"]
    game.act("jake", "raise_attribute", attribute="Tenacity")
    assert game.detective("jake").cinema == 26


def test_cinema_is_for_those_in_the_scene() -> None:
    """UT-CIN-02: Dave is elsewhere, so he can neither help nor raise anything afterwards."""
    game = trail()
    game.to_adjustment()
    assert "adjustment" in game.asked("dave")  # for the robot he plays
    assert not {"help", "complicate"} & set(game.may("dave"))
    game.until("purchases")
    assert "purchases" not in game.asked("dave")


# -- Tokens


def test_a_fact_about_utopolis() -> None:
    """UT-TOK-01, UT-R-11: any time in the scene, 1 Token, no card, no clue."""
    game = trail()
    robot = f"fact_{game.seat_of['jake']}"
    items = len(game.items())
    game.act("dave", robot, text="All doors open at noon")
    assert game.case.facts == ("All doors open at noon",)
    assert (game.robot("jake").tokens, len(game.items())) == (9, items)
    game.to_intents()
    assert robot in game.may("dave")


def test_an_absent_robot_does_nothing() -> None:
    """UT-R-06, UT-GM-03: the GM's frame may leave it out."""
    game = three(plain={"frame_scene": {"text": "Alone", "robots": []}})
    game.to_trail("Who")
    game.to_adjustment()
    assert "adjustment" not in game.asked("dave")
    assert f"fact_{game.seat_of['jake']}" not in game.may("dave")


def test_a_robot_helps_and_hinders() -> None:
    """UT-TOK-02, -03, UT-ADJ-02: 1 Token each."""
    game = trail()
    game.to_adjustment()
    size, jake = game.size("jake"), game.seat_of["jake"]
    game.act("dave", f"help_{jake}", text="A light")
    assert (game.size("jake"), game.robot("jake").tokens) == (size + 1, 9)
    game.act("dave", f"hinder_{jake}", text="A squeak")
    assert (game.size("jake"), game.robot("jake").tokens) == (size, 8)


def test_hindering_needs_a_card_to_take() -> None:
    """UT-R-69, UT-TOK-03: down to 0, and no further."""
    game = trail()
    game.to_adjustment(jake="2S")
    hinder = f"hinder_{game.seat_of['jake']}"
    game.act("dave", hinder, text="")
    assert game.size("jake") == 0
    assert hinder not in game.may("dave")


def test_intervening_takes_all_tokens() -> None:
    """UT-TOK-05, -07, UT-R-12: at least 2, a hand of 7, against the partner only."""
    game = trail()
    game.to_adjustment()
    jake = game.seat_of["jake"]
    game.act("dave", f"intervene_{jake}", text="Protect the suspect")
    assert (game.robot("jake").tokens, game.size("robot of jake")) == (0, 7)
    assert game.conflict.opposition[jake] == ("gm", f"robot_{jake}")
    assert not [act for act in game.may("dave") if act.startswith(("help_", "hinder_"))]


def test_one_token_is_too_little_to_intervene() -> None:
    """UT-TOK-05."""
    game = trail()
    game.robot("jake").tokens = 1
    game.to_adjustment()
    assert f"intervene_{game.seat_of['jake']}" not in game.may("dave")


def test_intervening_only_before_the_draw_if_the_table_likes() -> None:
    """UT-R-12: the other reading; in C1 and C2 it is still possible."""
    game = trail(intervene_until="before_draw")
    game.to_intents()
    game.until("change_intents")
    intervene = f"intervene_{game.seat_of['jake']}"
    assert intervene in game.may("dave")
    game.until("initiation")
    assert intervene in game.may("dave")
    game.until("adjustment")
    assert intervene not in game.may("dave")


def test_a_robot_takes_over_its_partners_success() -> None:
    """UT-TOK-04, UT-NARR-02, UT-R-36: for 1 Token, when the partner would tell it."""
    game = trail()
    game.to_result(jake="AS AH AD", gm="2C 4D")
    assert "seize_success" in game.asked("dave")
    game.say("dave", "yes", "seize_success")
    assert (game.name(game.conflict.holder), game.robot("jake").tokens) == ("dave", 9)
    assert "narration" in game.asked("dave")


def test_tokens_are_new_with_every_case() -> None:
    """UT-TOK-06, UT-INV-03, UT-R-07: 10 again, nothing carried over; Cinema stays."""
    game = trail(plain={"next_investigation": {"say": "go_on"}})
    game.robot("jake").tokens = 2
    game.lay("jake", cinema=7)
    game.evidence("Who", "What", "When", "Where", "Why", "How")
    game.act("ryan", "end_scene")
    game.plain["arrest_conflict"] = "no"
    game.arrest()
    game.until_true(lambda: game.table.course.investigation == 2 and game.phase == "opening")
    assert (game.robot("jake").tokens, game.detective("jake").cinema) == (10, 7)
