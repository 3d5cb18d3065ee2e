"""Beginning the investigation, following the trail, clues and evidence. (Ledger 2.4, 2.5, 2.6)"""

from __future__ import annotations

from typing import Any

from mneme.games.utopolis.content import CRIMES
from mneme.games.utopolis.nouns import MUSES, Explained, Suspect
from tests.games.utopolis.kit import Seated, three, trail

# -- the crime


def test_a_crime_is_chosen_or_a_muse_rolled() -> None:
    """UT-INV-01, UT-GM-01, UT-R-23: 1 Erato to 6 Calliope, and then a crime under that Muse."""
    for face, muse in enumerate(MUSES, 1):
        game = three()
        game.until("crime_source")
        game.faces = [face]
        game.say("ryan", "roll", "crime_source")
        offered = [option.key for option in game.prompt("ryan", "crime").fields[0].options]
        assert offered == [key for key, crime in CRIMES.items() if crime.muse == muse] + ["own"]


def test_the_gm_sets_muses_and_size_of_the_crime() -> None:
    """UT-GM-01, UT-R-24, UT-R-25: any set of Muses, a major crime of any kind; told to all at the start."""
    game = three(
        plain={"crime": {"crime": "own", "text": "A stolen Tuesday", "muses": ["Erato", "Clio"], "major": "yes"}}
    )
    game.to_opening()
    assert (game.case.crime, game.case.muses, game.case.major) == ("A stolen Tuesday", ("Erato", "Clio"), True)
    assert any("A major crime. A stolen Tuesday" in line for line in game.story())


def test_muses_may_change_between_scenes() -> None:
    """UT-R-24: by the GM, and not while a scene runs."""
    game = three()
    game.until("turn_choice")
    game.act("ryan", "tag_crime", muses=["Thalia"])
    assert game.case.muses == ("Thalia",)
    game.until("free_play")
    assert "tag_crime" not in game.may("ryan")


def test_crime_points() -> None:
    """UT-INV-02, EX-13, UT-R-64: 12 and 2 for each player, for all to see."""
    for count, points in ((2, 16), (3, 18), (4, 20)):
        game = Seated("gm", *[f"player {place}" for place in range(count)])
        game.to_opening()
        assert game.case.crime_points == points
        assert game.seen(None)["case/1"]["crime_points"] == points


def test_the_opening_scene_has_everybody() -> None:
    """UT-INV-04, -09, UT-GM-02, UT-R-82: no scene player's clue, no die, all detectives and robots."""
    game = three()
    game.to_opening()
    assert game.names(game.scene.present) == ["jake", "dave"]
    assert game.names(game.table.robots_present()) == ["jake", "dave"]
    assert (game.scene.pursued, game.scene.question, game.name(game.scene.player)) == ("", "", "jake")


def test_one_starting_clue_for_each_player() -> None:
    """UT-INV-05, UT-CLUE-06, UT-R-39: untyped, and no evidence."""
    game = three()
    game.until("starting_clues")
    game.refused("ryan", ["Only one"], "starting_clues")
    game.say("ryan", ["A clock", "A glove"], "starting_clues")
    assert [(item.text, item.questions, item.evidence) for item in game.items()] == [
        ("A clock", (), False),
        ("A glove", (), False),
    ]


def test_an_initial_suspect_if_the_gm_likes() -> None:
    """UT-INV-07."""
    game = three()
    game.until("initial_suspect")
    game.say("ryan", "Peggy Lo", "initial_suspect")
    assert [(suspect.name, suspect.initial) for suspect in game.case.suspects] == [("Peggy Lo", True)]
    game.act("ryan", "mark_suspect", name="Peggy Lo", standing="cleared", note="She was on the moon")
    assert [(suspect.name, suspect.standing, suspect.initial) for suspect in game.case.suspects] == [
        ("Peggy Lo", "cleared", True)
    ]


def test_a_conflict_in_the_opening_scene_rolls_after_winning() -> None:
    """UT-INV-06, UT-R-26: the winner rolls before anybody takes over, and only the winner may roll again."""
    game = three()
    game.to_opening()
    game.to_adjustment(jake="AS AH AD", dave="2H 5S", gm="4C 9D")
    game.die("Why", "Where")
    game.until("reroll_die")
    assert "reroll_die" not in game.asked("dave")
    game.say("jake", "reroll", "reroll_die")
    assert game.scene.question == "Where"
    game.say("jake", "keep", "reroll_die")
    assert "seize_success" in game.asked("dave")
    game.until("followup")
    assert game.items()[-1].questions == ("Where",)


def test_the_opening_clue_may_be_of_any_type() -> None:
    """UT-R-26: the other reading."""
    game = three(opening_clue_type="free")
    game.to_opening()
    game.to_adjustment(jake="AS AH AD", dave="2H 5S", gm="4C 9D")
    game.until("opening_type")
    game.say("jake", "Why", "opening_type")
    assert game.scene.question == "Why"


def test_the_gm_is_told_whose_muse_has_not_come_up() -> None:
    """UT-INV-08."""
    game = three()
    game.until("crime_source")
    assert "Donald Krake (Erato)" in game.prompt("ryan", "crime_source").note


# -- scenes


def turns(game: Seated, count: int) -> list[str]:
    order = []
    for _ in range(count):
        name = game.until("turn_choice")
        order.append(name)
        game.say(name, "trail", "turn_choice")
    return order


def test_scenes_go_clockwise_from_the_gms_left() -> None:
    """UT-SCENE-01, UT-R-13."""
    assert turns(Seated("gm", "a", "b", "c"), 4) == ["a", "b", "c", "a"]


def test_the_next_investigation_begins_one_seat_further() -> None:
    """UT-R-13."""
    game = three(plain={"next_investigation": {"say": "go_on"}, "arrest_conflict": "no"})
    game.arrest()
    game.until_true(lambda: game.table.course.investigation == 2)
    assert game.until("turn_choice") == "dave"


def test_any_recorded_clue_can_be_followed() -> None:
    """UT-SCENE-02, UT-SAY-01, UT-CLUE-06: said before the die is rolled; again, if one likes."""
    game = three()
    game.until("turn_choice")
    game.say("jake", "trail", "turn_choice")
    assert [option.key for option in game.prompt("jake", "pursue_clue").options] == ["item/1/1", "item/1/2"]
    game.say("jake", "item/1/2", "pursue_clue")
    assert game.scene.pursued == "item/1/2"
    assert "reroll_die" in game.asked("jake")


def test_the_gm_frames_after_the_die() -> None:
    """UT-SCENE-03, -05, UT-GM-03, UT-SAY-02: the clue that is followed stands in the question."""
    game = three()
    game.until("turn_choice")
    game.die("When")
    assert game.until("frame_scene") == "ryan"
    assert game.scene.question == "When"
    assert game.items()[0].text in game.prompt("ryan", "frame_scene").note
    game.say("ryan", {"text": "Night in the weather office."}, "frame_scene")
    assert "Night in the weather office." in game.story()


def test_free_play_until_interests_clash() -> None:
    """UT-SCENE-06, UT-CONF-01, -05, UT-GM-04: anyone present calls, the GM confirms or play goes on."""
    game = trail()
    assert "call_conflict" not in game.may("dave")
    game.act("jake", "call_conflict", text="The desk clerk")
    game.say("ryan", "no", "confirm_conflict")
    assert "free_play" in game.asked("jake")
    game.act("jake", "call_conflict", text="The desk clerk")
    game.say("ryan", "yes", "confirm_conflict")
    assert "intents" in game.asked("jake")


def test_a_guest_joins_unless_somebody_objects() -> None:
    """UT-SCENE-07, UT-GM-08: with the robot; the GM and the scene player are asked."""
    game = trail()
    game.act("dave", "ask_to_join")
    game.say("ryan", "allow", "object_join")
    game.say("jake", "allow", "object_join")
    assert game.names(game.scene.present) == ["jake", "dave"]
    assert game.names(game.table.robots_present()) == ["jake", "dave"]
    other = trail()
    other.act("dave", "ask_to_join")
    other.say("ryan", "allow", "object_join")
    other.say("jake", "object", "object_join")
    assert other.names(other.scene.present) == ["jake"]


def test_joining_late_is_being_there_and_no_more() -> None:
    """UT-SCENE-07, UT-R-84: after the intents are settled a guest is present but has no hand."""
    game = trail()
    game.to_intents()
    game.until("initiation")
    game.act("dave", "ask_to_join")
    game.until("adjustment")
    assert game.names(game.scene.present) == ["jake", "dave"]
    assert game.names(game.conflict.detectives) == ["jake"]
    game.lay("dave", cinema=4)
    game.until("purchases")
    assert "purchases" in game.asked("dave")


def test_joining_during_the_intents_is_joining_the_conflict() -> None:
    """UT-SCENE-07, UT-CONF-05."""
    game = trail()
    game.to_intents()
    game.until("change_intents")
    game.act("dave", "ask_to_join")
    game.until("adjustment")
    assert game.names(game.conflict.detectives) == ["jake", "dave"]


def test_a_scene_may_end_without_a_conflict() -> None:
    """UT-SCENE-08, -13, UT-R-14: the GM closes it, the scene player may ask for that; nothing is found."""
    game = trail()
    items, cinema = len(game.items()), game.detective("jake").cinema
    game.act("jake", "ask_to_end")
    assert "free_play" in game.asked("ryan")
    game.act("ryan", "end_scene")
    assert (len(game.items()), game.detective("jake").cinema) == (items, cinema)
    assert game.phase == "end of scene"


def won(**plain: Any) -> Seated:
    """Jake has won a conflict in his scene; somebody might ask for another."""
    game = trail("How", plain=plain)
    game.to_adjustment(jake="AS AH AD", gm="2C 4D")
    game.until("followup")
    return game


def test_a_follow_up_is_asked_for_and_granted() -> None:
    """UT-SCENE-08, -09, UT-GM-09: otherwise the scene ends after one conflict."""
    game = won()
    game.act("jake", "request_follow_up", text="Now the safe")
    game.say("ryan", "no", "grant_followup")
    assert game.phase == "end of scene"
    again = won()
    again.act("jake", "request_follow_up", text="Now the safe")
    again.say("ryan", "yes", "grant_followup")
    again.say("ryan", "now", "now_or_cut")
    assert "intents" in again.asked("jake")


def test_every_success_finds_a_clue_of_the_scenes_type() -> None:
    """UT-SCENE-12, UT-R-17: a follow-up too."""
    game = won()
    assert [item.questions for item in game.items()[2:]] == [("How",)]
    game.act("ryan", "request_follow_up", text="Now the safe")
    game.say("ryan", "now", "now_or_cut")
    game.to_adjustment(jake="AS AH AD", gm="2C 4D")
    game.until("followup")
    assert [item.questions for item in game.items()[2:]] == [("How",), ("How",)]


def test_after_a_cut_the_others_have_a_scene_first() -> None:
    """UT-SCENE-10, -14, UT-R-15, UT-R-76: purchases at the cut; the return is the next turn, with the old type."""
    game = won()
    game.act("ryan", "request_follow_up", text="Now the safe")
    game.say("ryan", "cut", "now_or_cut")
    assert game.phase == "end of scene"
    assert game.until("turn_choice") == "dave"
    game.say("dave", "trail", "turn_choice")
    game.until_true(lambda: "scene" in game.table.nouns and game.scene.kind == "follow_up")
    assert (game.name(game.scene.player), game.scene.question, game.scene.problem) == ("jake", "How", "Now the safe")
    game.until("intents")
    assert not game.table.course.pending


def test_the_end_of_a_scene_is_purchases_then_tests() -> None:
    """UT-SCENE-11, UT-R-16, UT-R-77."""
    game = trail()
    game.scene.triggers = (game.seat_of["jake"],)
    game.act("ryan", "end_scene")
    assert game.asked("jake")[0] == "purchases"
    game.until("frame_test")


def test_tests_before_purchases_if_the_table_likes() -> None:
    """UT-R-16: the other reading."""
    game = trail(purchase_before_test=False)
    game.scene.triggers = (game.seat_of["jake"],)
    game.act("ryan", "end_scene")
    assert "purchases" not in game.asked("jake")
    assert game.until("frame_test", "purchases") == "ryan"


def test_without_a_detective_there_is_no_turn_but_still_a_robot() -> None:
    """UT-SCENE-15, UT-R-67: no scene, no vote, no purchase; the robot and its Tokens stay."""
    game = Seated("gm", "a", "b", "c")
    game.until("turn_choice")
    game.lay("b", status="dead")
    game.say("a", "trail", "turn_choice")
    game.until("free_play")
    game.act("a", "call_conflict", text="")
    assert game.until("turn_choice") == "c"
    game.say("c", "trail", "turn_choice")
    game.until("free_play")
    assert f"fact_{game.seat_of['c']}" in game.may("b")


# -- clues


def narrated(**fields: Any) -> Seated:
    game = trail("Where")
    game.to_result(jake="AS AH AD", gm="2C 4D")
    game.until("narration")
    if fields:
        game.act("jake", "narrate_success", **fields)
    return game


def test_the_narrator_finds_one_clue_and_says_what_it_is() -> None:
    """UT-CLUE-01..03, UT-SAY-07: of the scene's type; clue or evidence, and its kind."""
    game = narrated()
    game.act("jake", "mark_suspect", name="Peggy Lo", standing="open", note="")
    told = {"text": "It opens.", "clue": "Sand", "evidence": "evidence", "kind": "witness", "concerns": "Peggy Lo"}
    game.act("jake", "narrate_success", **told)
    found = game.items()[-1]
    assert (found.text, found.questions, found.evidence, found.kind) == ("Sand", ("Where",), True, "witness")
    assert found.concerns == "Peggy Lo"
    assert game.name(found.author) == "jake"


def test_old_clues_in_a_new_light() -> None:
    """UT-CLUE-04, -06, -08, UT-R-38: anybody's, any number, in a success narration."""
    game = narrated()
    game.act("jake", "re_explain", item="item/1/1", questions=["Why"], evidence="evidence", text="It was hers")
    game.act("jake", "re_explain", item="item/1/2", questions=[], evidence="clue", refuted="yes")
    first, second = game.items()[:2]
    assert (first.questions, first.evidence) == (("Why",), True)
    assert first.history == (Explained(game.seat_of["jake"], (), False, False, "It was hers"),)
    assert game.case.evidence["Why"] == 1
    assert second.refuted
    assert "Why" not in second.counts_for


def test_one_question_for_each_item() -> None:
    """UT-CLUE-05, UT-R-40: several only if the table likes."""
    game = narrated()
    both = {"act": "re_explain", "item": "item/1/1", "questions": ["Why", "Who"], "evidence": "evidence"}
    game.refused("jake", both, "narration")
    other = trail("Where", item_multi_type=True)
    other.to_result(jake="AS AH AD", gm="2C 4D")
    other.until("narration")
    other.say("jake", both, "narration")
    assert other.items()[0].questions == ("Who", "Why")


def test_re_explaining_may_be_capped() -> None:
    """UT-R-38: the other reading."""
    game = trail("Where", reexplain_cap="one")
    game.to_result(jake="AS AH AD", gm="2C 4D")
    game.until("narration")
    game.act("jake", "re_explain", item="item/1/1", questions=["Why"], evidence="clue")
    assert "re_explain" not in game.may("jake")


def test_one_clue_however_many_succeed() -> None:
    """UT-CLUE-07."""
    game = trail("Where")
    game.join("dave")
    game.to_adjustment(jake="AS AH AD", dave="KS KH", gm="2C 4D")
    before = len(game.items())
    game.until("followup")
    assert len(game.items()) == before + 1


def test_a_narrator_may_clear_or_implicate() -> None:
    """UT-INV-07, UT-CLUE-08: what was thought of a suspect never binds."""
    game = narrated()
    game.act("jake", "mark_suspect", name="Rex Tolliver", standing="implicated", note="")
    game.act("jake", "mark_suspect", name="Rex Tolliver", standing="cleared", note="")
    assert [(suspect.name, suspect.standing) for suspect in game.case.suspects] == [("Rex Tolliver", "cleared")]


def test_who_asks_to_join_too_late_is_told_so() -> None:
    """UT-SCENE-07: a request that no conflict leaves room for does not just vanish."""
    game = trail()
    game.to_adjustment(jake="AS AH AD AC", gm="2S 5D")
    game.act("dave", "ask_to_join")
    game.until("turn_choice")
    name = game.detective("dave").identity
    story = game.story()
    assert story.index(f"{name} asked too late, and has missed this scene.") > story.index(
        f"{name} would like to join the scene."
    )


def test_a_clue_in_a_new_light_can_speak_of_somebody() -> None:
    """UT-CLUE-02, -04: whom it concerns and what it is may change; left alone, both stay as they were."""
    game = trail()
    game.case.suspects = (Suspect("Chester Vane"), Suspect("Peggy Lo"))
    game.to_adjustment(jake="AS AH AD AC", gm="2S 5D")
    game.until("narration")
    light = {"item": "item/1/1", "questions": ["Why"], "evidence": "evidence"}
    item = game.items()[0]
    game.act("jake", "re_explain", **light, kind="witness", concerns="Peggy Lo")
    assert (item.kind, item.concerns) == ("witness", "Peggy Lo")
    game.act("jake", "re_explain", **light)
    assert (item.kind, item.concerns) == ("witness", "Peggy Lo")
    game.act("jake", "re_explain", **light, concerns="-")
    assert item.concerns == ""


def test_a_new_light_changes_nothing_else_without_suspects() -> None:
    """UT-CLUE-02: nobody is asked whom it concerns where there is nobody."""
    game = trail()
    game.to_adjustment(jake="AS AH AD AC", gm="2S 5D")
    game.until("narration")
    game.act("jake", "re_explain", item="item/1/1", questions=["Why"], evidence="evidence")
    item = game.items()[0]
    assert (item.evidence, item.kind, item.concerns) == (True, "", "")
