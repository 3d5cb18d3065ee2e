"""Awards, damage, narration and follow-ups. (Ledger 2.7, C9 to C13)"""

from __future__ import annotations

from typing import Any

from tests.games.utopolis.kit import Seated, three, trail


def pair(**options: Any) -> Seated:
    game = trail(**options)
    game.join("dave")
    return game


def against_each_other(**options: Any) -> Seated:
    """Jake and Dave oppose each other and the GM; hands are to be laid."""
    game = pair(**options)
    game.to_intents()
    game.until("opposition")
    game.say("ryan", {game.seat_of["jake"]: ["gm", game.seat_of["dave"]]}, "opposition")
    return game


# -- awards


def test_a_success_pays_the_difference() -> None:
    """UT-AWD-01, -06, UT-R-79, EX-08: against the highest opposing hand, before the telling."""
    game = trail()
    game.to_result(jake="8S 8H 8D KC 5H 3S JD", gm="AC QC 9C 4C KH 7D 2S")
    assert game.detective("jake").cinema == 3 + 3
    assert game.conflict.stage == "narration"


def test_a_high_card_is_worth_1() -> None:
    """UT-AWD-02, UT-R-35: or nothing, if the table likes."""
    for points in (1, 0):
        game = trail(high_card_award=points)
        game.to_result(jake="AS", gm="KH")
        assert game.detective("jake").cinema == 3 + points


def test_a_failure_shares_the_crime_points_spent() -> None:
    """UT-AWD-03, UT-R-37: rounded down, over all detectives in the conflict, winners too."""
    game = pair(plain={"crime_points": {"points": 5}})
    game.to_result(jake="AS AH AD", dave="2H 5S", gm="KC KD")
    assert game.conflict.result(game.seat_of["dave"]).award == 2
    assert game.detective("dave").cinema == 5


def test_an_outsider_does_not_share() -> None:
    """UT-AWD-03, UT-R-84: present without an intent counts for nothing."""
    game = pair(plain={"crime_points": {"points": 5}})
    game.to_intents()
    game.say("dave", {"take_part": "out"}, "intents")
    game.to_result(jake="2H 5S", gm="KC KD")
    assert game.conflict.result(game.seat_of["jake"]).award == 5


def test_a_rivals_spending_comes_to_the_loser() -> None:
    """UT-AWD-04, UT-R-37b: what they spent on themselves and against one, beside the share; Tokens never."""
    game = against_each_other(plain={"crime_points": {"points": 4}})
    game.until("adjustment")
    game.act("dave", "help", text="")
    game.act("dave", "complicate", target=game.seat_of["jake"], text="")
    game.act("dave", "complicate", target="gm", text="")
    game.act("dave", f"hinder_{game.seat_of['jake']}", text="")
    game.lay_hands(jake="2H 5S", dave="AS AH AD", gm="KC KD")
    game.until_true(lambda: game.conflict.stage == "narration")
    assert game.conflict.result(game.seat_of["jake"]).award == 4 // 2 + 2


def test_robots_earn_nothing() -> None:
    """UT-AWD-05: their players neither, and their Tokens are gone."""
    game = trail()
    game.to_adjustment()
    game.act("dave", f"intervene_{game.seat_of['jake']}", text="")
    cinema = game.detective("dave").cinema
    game.lay_hands(jake="2H 5S", gm="3C 4D", robot_of_jake="KC KD KH")
    game.until("narrate_failure")
    assert (game.detective("dave").cinema, game.robot("jake").tokens) == (cinema, 0)


# -- damage


def failed(gm: str, jake: str = "2S 5D", **options: Any) -> Seated:
    """Jake fails with Aptitude and Criminology."""
    game = trail(**options)
    game.to_intents()
    game.until("initiation")
    game.say("jake", {"attribute": "Aptitude", "talent": "Criminology"}, "initiation")
    game.to_result(jake=jake, gm=gm)
    return game


def test_damage_marks_what_was_used() -> None:
    """UT-DMG-01..03: Clubs less Hearts: 1 the talent, 2 the attribute too, 4 Core as well."""
    assert failed("KC KD").detective("jake").hurt == ("Criminology",)
    assert failed("KC KD 4C").detective("jake").hurt == ("Criminology", "Aptitude")
    assert failed("KC KD 4C 7C 9C").detective("jake").hurt == ("Criminology", "Aptitude", "Core")
    assert failed("KC KD 4C 7C 9C", jake="2H 5H 9H 8H").detective("jake").hurt == ()
    assert failed("KS KD").detective("jake").hurt == ()


def test_a_success_hurts_nobody() -> None:
    """UT-DMG-01."""
    assert failed("4C 7C", jake="AS AD AC").detective("jake").hurt == ()


def test_what_was_not_used_cannot_be_hurt() -> None:
    """UT-DMG-03."""
    game = trail()
    game.to_result(jake="2S 5D", gm="KC KD 4C 7C 9C")
    assert game.detective("jake").hurt == ("Core",)


def test_a_score_is_marked_once() -> None:
    """UT-DMG-05: using it took the old marker away."""
    game = trail()
    game.lay("jake", hurt=("Core", "Zapgun"))
    game.to_result(jake="2S 5D", gm="KC KD 4C 7C 9C")
    assert game.detective("jake").hurt == ("Zapgun", "Core")


def test_jokers_count_or_do_not() -> None:
    """UT-R-32, UT-JOK-05: a Joker that stands for a Club hurts, unless the table likes otherwise."""
    assert failed("KC 4C JK").detective("jake").hurt == ("Criminology", "Aptitude")
    assert failed("KC 4C 9D 9H JK", jake="2H 5S").conflict.results[0].difference == 2
    assert failed("KC JK", joker_counts_for_damage="ignore").conflict.results[0].difference == 1


def test_the_highest_opposing_hand_does_the_harm() -> None:
    """UT-DMG-02, UT-R-79: in a dead heat the GM's, then the robot's, then detectives'."""
    game = trail()
    game.to_adjustment()
    game.act("dave", f"intervene_{game.seat_of['jake']}", text="")
    game.lay_hands(jake="2S 5D", gm="KS KH", robot_of_jake="KC KD")
    game.until_true(lambda: game.conflict.stage == "narration")
    assert game.conflict.results[0].against == "gm"
    assert game.conflict.results[0].difference == 0


def test_the_narrator_hears_who_is_hurt() -> None:
    """UT-DMG-07: described freely, never as death."""
    game = failed("KC KD")
    game.until("narrate_failure")
    text = game.prompt("ryan", "narrate_failure").text
    assert "Donald Krake" in text
    assert "Nobody dies" in text


# -- who tells it


def test_the_highest_success_tells_for_all() -> None:
    """UT-NARR-01, UT-R-46: of equals, the scene player."""
    game = pair()
    game.to_result(jake="AS AH", dave="KS KH KD", gm="2C 4D")
    assert game.name(game.conflict.holder) == "dave"
    even = pair()
    even.to_result(jake="AS AH", dave="AD AC", gm="2C 4D")
    assert even.name(even.conflict.holder) == "jake"


def test_the_gm_tells_a_failure_and_cinema_takes_it() -> None:
    """UT-NARR-03, -04, UT-CIN-04, UT-R-33, UT-R-68: first to spend, even what was just awarded."""
    game = pair(plain={"crime_points": {"points": 4}})
    game.lay("jake", cinema=0)
    game.to_result(jake="2S 5D", dave="3S 6D", gm="KC KD")
    assert game.detective("jake").cinema == 2
    game.until("seize_failure")
    game.act("jake", "seize")
    assert (game.name(game.conflict.holder), game.detective("jake").cinema) == ("jake", 1)
    assert "seize_failure" not in game.asked("dave")
    assert "narrate_failure" in game.asked("jake")


def test_a_robot_that_wins_tells_it() -> None:
    """UT-NARR-03, -04, UT-R-47: above the GM's hand, bound to no-and and no-but, and not to be seized."""
    for option, narrator in (("robot_player", "dave"), ("gm", "ryan")):
        game = trail(robot_defeat_narrator=option)
        game.to_adjustment()
        game.act("dave", f"intervene_{game.seat_of['jake']}", text="")
        game.lay_hands(jake="2S 5D", gm="3C 4D", robot_of_jake="KC KD")
        game.until("narrate_failure")
        assert game.name(game.conflict.holder) == narrator


def test_a_standoff_of_detectives_is_the_gms_to_tell() -> None:
    """UT-NARR-03, UT-R-29."""
    game = against_each_other()
    game.to_adjustment(jake="9H 6H", dave="9D 6D", gm="2C 4D")
    game.until_true(lambda: game.conflict.stage == "narration")
    assert game.name(game.conflict.holder) == "ryan"


def test_everything_bought_is_brought_to_the_narrator() -> None:
    """UT-NARR-05, UT-SAY-06: helps, complications, robots, facts."""
    game = trail()
    game.act("dave", f"fact_{game.seat_of['jake']}", text="Doors open at noon")
    game.to_adjustment()
    game.act("jake", "help", text="A ladder")
    game.lay_hands(jake="AS AH", gm="2C 4D")
    game.until("narration")
    note = game.prompt("jake", "narration").choices[0].fields[0].note
    assert "Doors open at noon" in note
    assert "A ladder" in note


# -- no, and; no, but


def lost(**plain: Any) -> Seated:
    game = trail("How", plain=plain)
    game.to_result(jake="2S 5D", gm="KC KD")
    game.until("narrate_failure")
    return game


def test_no_but_leaves_a_lead() -> None:
    """UT-NARR-06, -07, UT-GM-09, UT-CLUE-06: open to anybody, and no evidence."""
    game = lost()
    game.say("ryan", {"turn": "no_but", "what": "The Orbit Room"}, "narrate_failure")
    lead = game.items()[-1]
    assert (lead.text, lead.origin, lead.questions, lead.evidence) == ("The Orbit Room", "lead", (), False)


def test_no_and_brings_another_conflict() -> None:
    """UT-NARR-06, -07, UT-SCENE-14, UT-R-76: always, whoever tells it; the GM says now or later."""
    game = lost()
    game.say("ryan", {"turn": "no_and", "what": "The doors are locked"}, "narrate_failure")
    assert "grant_followup" not in game.asked("ryan")
    game.say("ryan", "now", "now_or_cut")
    assert "intents" in game.asked("jake")
    cut = lost()
    cut.say("ryan", {"turn": "no_and", "what": "The doors are locked"}, "narrate_failure")
    cut.say("ryan", "cut", "now_or_cut")
    assert cut.table.course.pending[cut.seat_of["jake"]].problem == "The doors are locked"
    assert cut.table.course.pending[cut.seat_of["jake"]].question == "How"


def test_a_pending_follow_up_comes_before_anything_else() -> None:
    """UT-R-76: no trail scene and no arrest before it."""
    game = lost(now_or_cut="cut")
    game.say("ryan", {"turn": "no_and", "what": "The doors are locked"}, "narrate_failure")
    assert game.until("turn_choice") == "dave"
    game.say("dave", "trail", "turn_choice")
    game.until_true(lambda: "scene" in game.table.nouns and game.scene.kind == "follow_up")
    assert "turn_choice" not in game.asked("jake")


def test_a_follow_up_of_the_opening_is_typed_by_its_winner() -> None:
    """UT-R-82, UT-SCENE-14: it belongs to the first scene player and has no type to keep."""
    game = three(plain={"now_or_cut": "cut"})
    game.to_opening()
    game.to_adjustment(jake="2S 5D", dave="3S 6D", gm="KC KD")
    game.until("narrate_failure")
    game.say("ryan", {"turn": "no_and", "what": "Smoke"}, "narrate_failure")
    game.until_true(lambda: "scene" in game.table.nouns and game.scene.kind == "follow_up")
    assert (game.name(game.scene.player), game.scene.question, game.scene.typed_by_winner) == ("jake", "", True)
    assert game.names(game.scene.present) == ["jake", "dave"]


def test_only_the_owner_lets_a_detective_die() -> None:
    """UT-NARR-09, UT-R-49, UT-GM-13: having taken the telling with Cinema; nobody else's dies."""
    game = lost()
    assert "death" not in [field.name for field in game.prompt("ryan", "narrate_failure").fields]
    seized = trail()
    seized.to_result(jake="2S 5D", gm="KC KD")
    seized.until("seize_failure")
    seized.act("jake", "seize")
    seized.say("jake", {"turn": "no_but", "death": "yes"}, "narrate_failure")
    assert seized.detective("jake").status == "dead"
    assert seized.until("turn_choice") == "dave"


def test_what_the_gm_may_not_do() -> None:
    """UT-GM-13: no redraw, no card after the draw, no reroll, no Crime points in a test."""
    game = trail()
    game.to_adjustment(jake="AS AH", gm="2C 4D")
    assert "adjustment" not in game.asked("ryan")
    game.until("narration")
    assert not {"redraw", "help"} & set(game.may("ryan"))
    fresh = three()
    fresh.until("reroll_die")
    assert "reroll_die" not in fresh.asked("ryan")


def test_every_comparison_is_told_step_by_step() -> None:
    """UT-HAND-04, EX-09: down to the step that decides."""
    game = trail()
    game.to_result(jake="QH QC 9H 6H 3H KS 5D", gm="TS TD 8S 4S AH 7C 2D")
    told = [line.text for line in game.table.lines if line.kind == "comparison"]
    assert told == ["Same value: 2 each.", "Same suit: Donald Krake 4, the GM 3. Donald Krake is higher."]
