"""Arrest, judgement, advancement and endings. (Ledger 2.9, 2.10)"""

from __future__ import annotations

from typing import Any

import pytest

from mneme.games.utopolis import words
from mneme.games.utopolis.arrest import carried, satisfied
from mneme.games.utopolis.content import VERDICTS
from mneme.games.utopolis.nouns import QUESTIONS, Case, FollowUp, Fragment, Item
from tests.games.utopolis.kit import Seated, three

ALL = QUESTIONS


def ready(**options: Any) -> Seated:
    """The first turn of a table whose suspects come quietly, unless the test says otherwise."""
    plain = {"arrest_conflict": "no", **options.pop("plain", {})}
    game = three(plain=plain, **options)
    game.until("turn_choice")
    return game


def fight(**hands: str) -> Seated:
    """An arrest that came to a conflict, with these hands, as far as its telling."""
    game = ready(plain={"arrest_conflict": "yes"})
    game.arrest()
    game.until("intents")
    game.to_adjustment(**hands)
    game.until_true(lambda: "conflict" in game.table.nouns and game.conflict.stage == "narration")
    return game


# -- the proposal


def test_the_scene_player_proposes_and_the_others_agree() -> None:
    """UT-ARR-01, UT-R-42: with any amount of evidence; it is the turn's scene."""
    game = ready()
    game.say("jake", "arrest", "turn_choice")
    game.say("jake", {"suspect": "new", "name": "Rex Tolliver"}, "arrest_proposal")
    assert "arrest_vote" in game.asked("dave")
    assert "arrest_vote" not in game.asked("ryan")
    game.say("dave", "agree", "arrest_vote")
    assert (game.case.arrested, game.case.status) == ("Rex Tolliver", "arrest")


def test_a_refused_proposal_becomes_a_trail_scene() -> None:
    """UT-ARR-01: and there is no second one in that turn."""
    game = ready()
    game.say("jake", "arrest", "turn_choice")
    game.say("jake", {"suspect": "new", "name": "Rex Tolliver"}, "arrest_proposal")
    game.say("dave", "object", "arrest_vote")
    assert game.asked("jake")[0] == "pursue_clue"


@pytest.mark.parametrize(
    ("option", "votes", "yes"),
    [
        ("unanimous", ["agree", "agree"], True),
        ("unanimous", ["agree", "object"], False),
        ("majority", ["agree", "object"], True),
        ("majority", ["object"], False),
        ("majority", ["agree", "object", "object"], False),
    ],
)
def test_votes(option: str, votes: list[str], yes: bool) -> None:
    """UT-R-42."""
    assert carried(three(arrest_vote=option).table, votes) is yes


# -- the arrest scene


def test_the_die_is_rolled_and_all_are_there() -> None:
    """UT-ARR-02, UT-R-42, UT-GM-10."""
    game = ready()
    game.die("Why")
    game.arrest()
    assert game.until("arrest_conflict") == "ryan"
    assert (game.scene.question, game.names(game.scene.present)) == ("Why", ["jake", "dave"])


def test_without_a_conflict_the_suspect_is_secured() -> None:
    """UT-ARR-11, UT-R-83: and no clue is found."""
    game = ready()
    items = len(game.items())
    game.arrest()
    game.until("argument")
    assert (game.case.secured, len(game.items())) == (True, items)


def test_captors_whom_nobody_opposes_need_no_cards() -> None:
    """UT-ARR-11, UT-CONF-05: and if nobody acts at all, the attempt is over."""
    game = ready(plain={"arrest_conflict": "yes"})
    game.arrest()
    game.until("intents")
    game.say("ryan", {"take_part": "out"}, "intents")
    game.until("argument")
    assert game.case.secured
    idle = ready(plain={"arrest_conflict": "yes", "intents": {"take_part": "out"}})
    idle.arrest()
    assert idle.until("turn_choice") == "dave"
    assert (idle.case.secured, idle.case.status) == (False, "open")


def test_one_captor_is_enough() -> None:
    """UT-ARR-03, -12, UT-R-59: a success still yields a clue."""
    game = fight(jake="AS AH AD", dave="2S 5D", gm="KC KD")
    items = len(game.items())
    game.until("argument")
    assert game.case.secured
    assert len(game.items()) == items + 1


def test_a_success_without_the_intent_of_capture_secures_nobody() -> None:
    """UT-ARR-12, -04, -13: its narrator first says whether it is over, then tells success and failure."""
    game = ready(plain={"arrest_conflict": "yes"})
    game.arrest()
    game.until("intents")
    game.say("jake", {"text": "Save the hostage", "capture": "no"}, "intents")
    game.to_adjustment(jake="AS AH AD", dave="2S 5D", gm="KC KD")
    assert game.conflict.capture == {game.seat_of["jake"]: False, game.seat_of["dave"]: True}
    assert game.until("arrest_failure") == "jake"
    assert "narration" not in game.asked("jake")
    game.say("jake", "continue", "arrest_failure")
    assert "narration" in game.asked("jake")
    game.step()
    assert "narrate_failure" in game.asked("jake")


def test_the_gm_may_correct_who_means_to_capture() -> None:
    """UT-ARR-12: until the intents close."""
    game = ready(plain={"arrest_conflict": "yes"})
    game.arrest()
    game.until("opposition")
    game.say("ryan", {"captors": [game.seat_of["dave"]]}, "opposition")
    assert game.conflict.capture == {game.seat_of["jake"]: False, game.seat_of["dave"]: True}


def test_a_lost_arrest_may_be_an_escape() -> None:
    """UT-ARR-04, UT-NARR-08, UT-GM-10, UT-R-81: plain failure ends the investigation, with no advancement."""
    game = fight(jake="2S 5D", dave="3S 6D", gm="KC KD")
    assert game.until("arrest_failure") == "ryan"
    game.say("ryan", "escape", "arrest_failure")
    game.until("narrate_escape")
    game.until("next_investigation")
    assert game.case.status == "escaped"


def test_whoever_tells_it_decides_on_the_escape() -> None:
    """UT-R-81: a seizer takes that over too, unless the GM always decides."""
    for option, decider in (("narrator", "jake"), ("gm", "ryan")):
        game = ready(plain={"arrest_conflict": "yes"}, arrest_escape_decider=option)
        game.arrest()
        game.until("intents")
        game.to_adjustment(jake="2S 5D", dave="3S 6D", gm="KC KD")
        game.until("seize_failure")
        game.act("jake", "seize")
        assert game.until("arrest_failure") == decider


def test_no_and_goes_on_inside_the_arrest() -> None:
    """UT-ARR-13, UT-R-83."""
    game = fight(jake="2S 5D", dave="3S 6D", gm="KC KD")
    game.until("narrate_failure")
    game.say("ryan", {"turn": "no_and", "what": "A jetcar"}, "narrate_failure")
    assert "intents" in game.asked("jake")
    assert game.scene.kind == "arrest"


def test_no_but_ends_the_attempt() -> None:
    """UT-ARR-13, UT-R-83: a lead, and the trail goes on; it may be tried again."""
    game = fight(jake="2S 5D", dave="3S 6D", gm="KC KD")
    game.until("narrate_failure")
    game.say("ryan", {"turn": "no_but", "what": "The aerodrome"}, "narrate_failure")
    assert game.until("turn_choice") == "dave"
    assert (game.case.status, game.items()[-1].text) == ("open", "The aerodrome")


def test_purchases_and_tests_come_before_the_presentation() -> None:
    """UT-ARR-05."""
    game = ready()
    game.arrest()
    assert game.until("purchases", "argument") == "jake"
    assert game.phase == "end of scene"


# -- the presentation


def presented(*questions: str, **options: Any) -> Seated:
    game = ready(**options)
    game.evidence(*questions)
    game.arrest()
    game.until("present_evidence")
    return game


def test_all_evidence_is_presented_prong_by_prong() -> None:
    """UT-ARR-06, UT-SAY-10, UT-R-38: evidence only, and nothing can be explained anew here."""
    game = presented("Who", "Why")
    assert [option.label for option in game.prompt("jake", "present_evidence").options] == ["Proof: Who", "Proof: Why"]
    game.step()
    prompts = []
    for _ in range(4):
        name = game.until("argument")
        prompts.append((name, game.prompt(name, "argument").note))
        game.step()
    assert [name for name, _ in prompts] == ["jake", "dave", "jake", "dave"]
    assert prompts[1][1] == "Proof: Why"
    assert "re_explain" not in game.may("jake") + game.may("dave")


def test_all_six_close_the_case_without_a_roll() -> None:
    """UT-ARR-07, -08, UT-SAY-11."""
    game = presented(*ALL)
    assert game.until("verdict") == "ryan"
    assert (game.case.status, game.case.roll) == ("closed", "")


def test_otherwise_one_roll_decides() -> None:
    """UT-ARR-09, UT-R-41, UT-R-43: an answered face closes the case, another frees the suspect; no reroll."""
    for face, status in (("Who", "closed"), ("How", "discontinued")):
        game = presented("Who", "Why")
        game.die(face)
        game.until("verdict", "reroll_die")
        assert (game.case.status, game.case.roll) == (status, face)
        assert "reroll_die" not in game.asked("jake")


def test_the_supercomputer_strikes_what_does_not_count() -> None:
    """UT-GM-11, UT-R-43."""
    game = presented(*ALL)
    game.until("judge_items")
    game.say("ryan", {"struck": ["item/1/3"], "reason": "An alibi"}, "judge_items")
    assert "Who" not in satisfied(game.table)
    assert len(satisfied(game.table)) == 5


def test_a_major_crime_needs_two_of_each() -> None:
    """UT-ARR-07, UT-R-80: one of two leaves the question open."""
    game = presented(*ALL, "Who", plain={"crime": {"crime": "clio-1", "major": "yes"}})
    game.until("judge_items")
    assert satisfied(game.table) == ("Who",)


def test_mere_clues_and_red_herrings_count_for_nothing() -> None:
    """UT-ARR-07."""
    game = ready()
    game.table.record(Item(author="a", text="x", questions=("Who",)))
    game.table.record(Item(author="a", text="y", questions=("Why",), evidence=True, refuted=True))
    game.arrest()
    assert game.until("present_evidence", "argument") == "jake"
    assert (game.asked("jake")[0], game.case.presented) == ("argument", ())


def test_a_dropped_case_can_be_taken_up_again() -> None:
    """UT-ARR-10, UT-GM-12, UT-R-60: its file is kept; Crime points and Tokens are new; no advancement before."""
    game = presented("Who", plain={"next_investigation": {"say": "go_on"}})
    game.die("How")
    game.until("next_investigation")
    game.case.crime_points = 1
    game.say("jake", {"say": "go_on", "wish": "case_1"}, "next_investigation")
    game.until("crime_source")
    game.say("ryan", "case_1", "crime_source")
    assert (game.table.course.investigation, game.case.status) == (1, "open")
    assert game.case.crime_points == 16
    assert [item.text for item in game.items()][2:] == ["Proof: Who"]


# -- advancement


def closed(**sheet: Any) -> Seated:
    game = presented(*ALL)
    game.lay("jake", **sheet)
    game.until("advance")
    return game


def choices(game: Seated, name: str) -> list[str]:
    return [option.key for option in game.prompt(name, "advance").options]


def test_one_advance_after_a_closed_case() -> None:
    """UT-ADV-01, UT-R-72: what is legal, and nothing always."""
    game = closed()
    assert choices(game, "jake") == ["core", "flaw", "fear", "nothing"]
    game.say("jake", "flaw", "advance")
    game.say("dave", "core", "advance")
    assert (game.detective("jake").flaw, game.detective("dave").core) == (1, 5)
    assert choices(closed(core=5, flaw=0), "jake") == ["fear", "nothing"]


def test_release_and_an_epilogue() -> None:
    """UT-ADV-02, UT-END-01, -02, UT-SAY-12: Core 5, Flaw 0, Fear 0."""
    game = closed(core=5, flaw=0, fear=1)
    game.say("jake", "fear", "advance")
    game.say("dave", "nothing", "advance")
    assert game.detective("jake").status == "released"
    assert "epilogue" in game.asked("jake")


def test_no_advancement_for_a_case_that_was_not_closed() -> None:
    """UT-ADV-01, UT-ARR-10."""
    game = presented("Who")
    game.die("How")
    assert game.until("advance", "next_investigation")
    assert "advance" not in game.asked("jake")


def test_what_a_new_case_keeps() -> None:
    """UT-ADV-03, UT-R-07, UT-R-44: Cinema, scores, damage, fragments stay; Crime points are new."""
    fragment = Fragment("x", "b", "Flaw", "")
    game = presented(*ALL, plain={"next_investigation": {"say": "go_on"}})
    game.lay("jake", cinema=8, hurt=("Zapgun",), fragments=(fragment,))
    game.case.crime_points = 0
    game.until_true(lambda: game.table.course.investigation == 2 and game.phase == "opening")
    jake = game.detective("jake")
    assert (jake.cinema, jake.hurt, jake.fragments) == (8, ("Zapgun",), (fragment,))
    assert game.case.crime_points == 16


# -- ways out


def test_a_consumed_detective_ends_with_the_case() -> None:
    """UT-END-04, -06, -07, UT-SAY-12: no advance; the epilogue ties all fragments together."""
    game = presented(*ALL)
    game.lay("jake", status="consumed", fragments=(Fragment("A wet hand", "c", "Flaw", ""),))
    game.until("advance")
    assert "advance" not in game.asked("jake")
    game.until("epilogue")
    assert "A wet hand" in game.prompt("jake", "epilogue").text
    game.until("next_investigation")
    assert game.detective("jake").status == "retired"


def test_a_final_scene_may_be_declared_earlier() -> None:
    """UT-END-07, UT-R-62: with full powers until then; the robot idles, turns are skipped."""
    game = three()
    game.until("turn_choice")
    game.lay("jake", status="consumed")
    game.to_trail("Who")
    game.act("jake", "final_scene")
    assert "call_conflict" in game.may("jake")
    game.act("ryan", "end_scene")
    game.until("epilogue")
    game.say("jake", "So it was me.", "epilogue")
    assert game.detective("jake").status == "retired"
    assert game.until("turn_choice") == "dave"


def test_a_new_detective_for_the_next_case() -> None:
    """UT-END-08, UT-R-62: made like the first, with 3 Cinema; the robot's name stays."""
    game = presented(*ALL, plain={"next_investigation": {"say": "go_on"}})
    game.lay("jake", status="dead", cinema=9)
    robot = game.robot("dave").designation
    game.until("new_detective")
    assert "new_detective" not in game.asked("dave")
    game.say("jake", "yes", "new_detective")
    game.until_true(lambda: game.table.course.investigation == 2)
    assert (game.detective("jake").status, game.detective("jake").cinema) == ("active", 3)
    assert game.robot("dave").designation == robot


def test_nobody_left_to_investigate() -> None:
    """UT-END-09, UT-R-85: discontinued at once."""
    game = three()
    game.to_trail("Who")
    game.lay("jake", status="dead")
    game.lay("dave", status="dead")
    game.act("ryan", "end_scene")
    game.until("next_investigation")
    assert game.case.status == "discontinued"


def test_the_group_goes_on_or_stops() -> None:
    """UT-END-01, -10: all are asked, the GM too; there is no winner."""
    game = presented(*ALL)
    game.until("next_investigation")
    assert all("next_investigation" in game.asked(name) for name in ("ryan", "jake", "dave"))
    game.finish()
    assert game.sitting.over
    assert game.table.result["cases"] == {"1": "closed"}
    told = words.concluded(game.table.result)
    assert told == "Cases closed: 1 of 1. Donald Krake is on duty. Donald Krake is on duty."


def test_somebody_leaves() -> None:
    """UT-R-66: the detective idles, the robot goes to the next on the right, Crime points stay, tests are void."""
    game = Seated("gm", "a", "b", "c", leaving="removed")
    game.to_trail("Who")
    points = game.case.crime_points
    game.scene.triggers = (game.seat_of["a"],)
    game.act("a", "leave")
    game.act("gm", "end_scene")
    assert game.until("turn_choice", "frame_test") == "b"
    assert game.detective("a").status == "absent"
    assert game.name(game.robot("b").player) == "c"
    assert game.case.crime_points == points


def test_a_dead_detectives_follow_ups_lapse() -> None:
    """UT-R-67: tests, purchases and follow-ups go; the player keeps the robot."""
    game = three(plain={"now_or_cut": "cut"})
    game.to_trail("Who")
    game.to_result(jake="2S 5D", gm="KC KD")
    game.scene.triggers = (game.seat_of["jake"],)
    game.until("seize_failure")
    game.act("jake", "seize")
    game.say("jake", {"turn": "no_and", "what": "Fire", "death": "yes"}, "narrate_failure")
    assert game.until("turn_choice", "frame_test", "purchases") == "dave"
    assert not game.table.course.pending
    assert game.name(game.robot("dave").player) == "jake"


def test_pending_follow_ups_lapse_with_the_case() -> None:
    """UT-SCENE-14."""
    game = presented(*ALL)
    game.table.course.pending = {game.seat_of["dave"]: FollowUp("Fire", "Who", ())}
    game.until("advance")
    assert not game.table.course.pending


def test_the_verdict_is_true_of_the_file_and_differs_between_games() -> None:
    """UT-SAY-11: no drawing of chance, and no lamp or sum that is not so."""
    spoken = {words.verdict(Case(number=1, crime=f"Crime {n}", arrested="Vane", status="closed"), 5) for n in range(60)}
    assert len(spoken) == len(VERDICTS["closed"])
    exact = {words.verdict(Case(number=1, crime=f"Crime {n}", arrested="Vane", status="closed"), 6) for n in range(60)}
    assert len(exact) == len(VERDICTS["closed"]) + len(VERDICTS["all_answered"])
    for answered, dark in ((5, True), (2, False)):
        cases = [Case(number=1, crime=f"Crime {n}", arrested="Vane", status="discontinued") for n in range(60)]
        assert any("One lamp" in words.verdict(case, answered) for case in cases) is dark


def test_a_verdict_is_spoken_and_then_told_once() -> None:
    """UT-SAY-11: the machine's words, who did it, and that the case is closed."""
    game = ready()
    game.evidence(*QUESTIONS)
    game.arrest("Chester Vane, of the kitchen show")
    game.until("verdict")
    spoken = game.prompt("ryan", "verdict").text.partition(": ")[2]
    game.say("ryan", True, "verdict")
    story = game.story()
    place = story.index(spoken)
    assert story[place + 1 : place + 3] == ["Chester Vane did it.", "Case 1 is closed."]
    assert [line.partition(".")[0] for line in story if line.startswith("The ") and "told aloud" in line][:4] == [
        "The means",
        "The motive",
        "The opportunity",
        "The identity",
    ]
