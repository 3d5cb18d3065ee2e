"""What a board can read off the table without parsing a sentence. (Ledger 3, 9)"""

from __future__ import annotations

from typing import Any

from mneme.engine.projection import view
from mneme.games.utopolis import words
from mneme.games.utopolis.content import CRIMES
from mneme.games.utopolis.hands import Compared, Group, Ranked
from mneme.games.utopolis.nouns import Former
from tests.games.utopolis.kit import Seated, three, trail


def told(game: Seated, kind: str) -> list[dict[str, Any]]:
    """The facts beside the lines of a kind."""
    return [line.facts or {} for line in game.table.lines if line.kind == kind]


def test_the_file_counts_its_evidence() -> None:
    """UT-ARR-07, UT-CLUE-04: for each question, at once, also when an old clue is shown in a new light."""
    game = trail("Where")
    assert game.case.evidence == dict.fromkeys(("Who", "What", "When", "Where", "Why", "How"), 0)
    game.to_result(jake="AS AH AD", gm="2C 4D")
    game.until("narration")
    game.act("jake", "re_explain", item="item/1/1", questions=["Why"], evidence="evidence", text="It was hers")
    assert (game.case.evidence["Why"], game.case.answered) == (1, ("Why",))
    game.act("jake", "re_explain", item="item/1/1", questions=["Why"], evidence="evidence", refuted="yes")
    assert (game.case.evidence["Why"], game.case.answered) == (0, ())
    assert [entry.text for entry in game.items()[0].history] == ["It was hers", ""]


def test_a_major_crime_asks_for_two() -> None:
    """UT-ARR-07, UT-R-25: the number is in the file."""
    game = three(plain={"crime": {"crime": "clio-1", "major": "yes"}})
    game.until("turn_choice")
    game.evidence("Who")
    assert (game.case.required, game.case.answered) == (2, ())
    game.evidence("Who")
    assert game.case.answered == ("Who",)


def test_strings_between_clues() -> None:
    """Ledger 3: an item knows its scene, and which clue led to it."""
    game = trail("Where")
    game.to_result(jake="AS AH AD", gm="2C 4D")
    game.until("followup")
    found = game.items()[-1]
    assert (found.follows, found.scene) == ("item/1/1", 2)
    assert [item.scene for item in game.items()[:2]] == [1, 1]
    lost = trail("Where")
    lost.to_result(jake="2S 5D", gm="KC KD")
    lost.until("narrate_failure")
    lost.say("ryan", {"turn": "no_but", "what": "The Orbit Room"}, "narrate_failure")
    assert (lost.items()[-1].origin, lost.items()[-1].follows) == ("lead", "item/1/1")


def test_open_hands_show_how_they_count() -> None:
    """UT-HAND-03, UT-JOK-03: the four chips, from the reveal on and not before."""
    game = trail()
    game.to_adjustment(jake="8S 8H KC JK", gm="2C 4D 9D")
    assert all(hand.ranked is None for hand in game.table.hands.values())
    game.until("last_chance", "narration", "seize_success")
    hands = game.table.hands
    assert hands[game.seat_of["jake"]].ranked == Ranked(
        value=Group("8", 3),
        suit=Group("S", 2),
        colour=Group("black", 3),
        high="K888",
        jokers=("8S",),
        hearts=1,
        clubs=2,
    )
    assert hands["gm"].ranked == Ranked(Group(), Group("D", 2), Group("red", 2), "942", (), 0, 1)


def test_until_the_reveal_only_its_owner_sees_how_a_hand_counts() -> None:
    """UT-HAND-01, UT-JOK-03: beside the own cards, anew with every card, and for nobody else."""
    game = trail()
    game.to_adjustment(jake="8S 8H KC JK", gm="2C 4D 9D")
    jake, hand = game.seat_of["jake"], f"hand/{game.seat_of['jake']}"
    own = view(game.sitting, jake).state[hand]["counts"]
    assert own["value"] == {"trait": "8", "count": 3}
    assert (own["high"], own["jokers"]) == ("K888", ["8S"])
    for other in (game.seat_of["ryan"], game.seat_of["dave"], None):
        assert "counts" not in view(game.sitting, other).state[hand]
    game.act("jake", "help", text="")
    assert len(view(game.sitting, jake).state[hand]["counts"]["high"]) == 5
    game.until("last_chance", "narration", "seize_success")
    shown = view(game.sitting, jake).state[hand]
    assert shown["counts"] is None
    assert shown["ranked"] == view(game.sitting, None).state[hand]["ranked"]


def test_a_result_shows_its_comparison() -> None:
    """UT-HAND-04: step by step, down to what decides, for every board alike."""
    game = trail()
    game.to_adjustment(jake="8S 8H KC", gm="2C 2D 9D 7D")
    game.until("last_chance", "seize_failure", "narrate_failure")
    (result,) = game.table.conflict.results
    assert result.steps == (Compared("value", "2", "2", "equal"), Compared("suit", "0", "3", "lower"))


def test_a_new_hand_is_ranked_anew() -> None:
    """UT-DON-01: what was drawn after the reveal counts at once."""
    game = trail()
    game.to_adjustment(jake="2S 5D 7H", gm="KC KD")
    game.until("last_chance")
    before = game.table.hands[game.seat_of["jake"]].ranked
    game.act("jake", "redraw")
    after = game.table.hands[game.seat_of["jake"]].ranked
    assert before is not None
    assert after is not None
    assert after.high != before.high
    assert len(after.high) == 3


def test_the_owner_reads_the_own_hand_before_the_reveal() -> None:
    """UT-HAND-01: beneath the own question, and nobody else's."""
    game = trail()
    game.join("dave")
    game.to_adjustment(jake="8S 8H KC", dave="2C 4D", gm="9D 3H")
    game.act("jake", "help", text="")
    assert "8 of Spades" in game.prompt("jake", "adjustment").note
    assert "8 of Spades" not in game.prompt("jake", "adjustment").text
    assert "8 of Spades" not in game.prompt("dave", "adjustment").note


def test_the_scene_as_it_was_set() -> None:
    """UT-SCENE-05: in the GM's words."""
    game = three()
    game.until("frame_scene")
    game.say("ryan", {"text": "Noon at the mint."}, "frame_scene")
    assert game.scene.framed == "Noon at the mint."


def test_a_test_says_how_it_came_out() -> None:
    """UT-TEST-09: nothing before the reveal."""
    game = trail()
    game.scene.triggers = (game.seat_of["jake"],)
    game.act("ryan", "end_scene")
    game.until("test_cinema")
    assert game.table.trial.outcome == ""
    game.lay_hands(jake="AS AH", gm="2C 4D")
    assert not len(game.table.trial.steps)
    game.until("test_narration")
    assert game.table.trial.outcome == "passed"
    assert game.table.trial.steps == (Compared("value", "2", "0", "higher"),)
    assert told(game, "test")[0]["seat"] == game.seat_of["jake"]


def test_former_detectives_are_remembered() -> None:
    """UT-END-08: their files are put away, not thrown away."""
    game = three(plain={"arrest_conflict": "no", "next_investigation": {"say": "go_on"}})
    game.until("turn_choice")
    game.lay("jake", status="dead", identity="Old Krake")
    game.until("arrest_vote", "turn_choice")
    game.case.status = "discontinued"
    game.until("crime_source")
    (former,) = game.table.course.former
    assert former == Former(game.seat_of["jake"], "Old Krake", "paper-proof analyst", "Erato", "dead")
    assert game.detective("jake").status == "active"


def test_lines_carry_facts() -> None:
    """Boards and bots read these: dice, reveals, results, spends."""
    game = trail("Where")
    game.to_adjustment(jake="AS AH AD", gm="2C 4D 9D")
    game.act("jake", "complicate", target="gm", text="Wet paint")
    game.until("narration")
    assert told(game, "die")[-1] == {"question": "Where"}
    assert [facts["hand"] for facts in told(game, "reveal")] == [game.seat_of["jake"], "gm"]
    spend = told(game, "spend")[-1]
    assert (spend["spend"], spend["hand"], len(spend["card"])) == ("complicate", "gm", 2)
    assert told(game, "result")[0] == {"seat": game.seat_of["jake"], "success": True, "step": "value", "award": 3}


# -- what a prompt says beside its question


def test_prompts_say_what_things_are_worth() -> None:
    """Ledger 9: chances where somebody decides on them."""
    game = three()
    game.until("turn_choice")
    game.evidence("Who", "Why")
    game.say("jake", "trail", "turn_choice")
    game.die("Who")
    game.until("reroll_die")
    assert "What, When, Where and How" in game.prompt("jake", "reroll_die").note
    assert "4 chances in 6" in game.prompt("jake", "reroll_die").note
    game.until("free_play")
    game.to_intents()
    game.until("crime_points")
    assert (
        "Against the largest hand, 4 cards, you win 89 times in 100 with 0 points, 96 with 2"
        in game.prompt("ryan", "crime_points").fields[0].note
    )
    game.to_adjustment(jake="2S 5D", gm="KC KD")
    game.until("last_chance")
    (redraw,) = [choice for choice in game.prompt("jake", "last_chance").choices if choice.key == "redraw"]
    assert "You would fail it 59 times in 100, and your Flaw or Fear would rise by 1." in redraw.note
    assert "A new hand of 2 cards wins about 11 times in 100" in redraw.note
    game.until("turn_choice")
    assert "2 of 6 questions" in game.prompt("dave", "turn_choice").options[1].note


def test_a_test_that_may_be_the_last_is_called_so() -> None:
    """UT-END-03: no chance is named where there is no card to draw."""
    game = trail()
    game.lay("jake", flaw=5)
    game.to_adjustment(jake="2S 5D", gm="KC KD")
    game.until("last_chance")
    assert "it may be your last" in game.prompt("jake", "last_chance").choices[0].note


def test_somebody_in_a_hurry_uses_what_counts_most() -> None:
    """UT-DRAW-02, UT-DMG-04: the suggestion looks at damage, and is only a suggestion."""
    game = trail(plain={"initiation": {}})
    game.lay("jake", hurt=("Stability",), talents={"Investigation": 1, "Criminology": 2, "Zapgun": 1})
    game.to_intents()
    game.until("initiation")
    suggested = {field.name: field.default for field in game.prompt("jake", "initiation").fields}
    assert suggested == {"text": "", "attribute": "Aptitude", "talent": "Criminology"}


def test_a_crime_by_its_muse() -> None:
    """UT-INV-01: a short list instead of all of them; free choice is still there."""
    game = three()
    game.until("crime_source")
    game.say("ryan", "Erato", "crime_source")
    (pick, *_) = game.prompt("ryan", "crime").fields
    keys = [option.key for option in pick.options]
    assert keys == [key for key, crime in CRIMES.items() if crime.muse == "Erato"] + ["own"]


def test_who_does_not_mind_has_no_voice() -> None:
    """UT-END-10: one who wants to stop is enough where the others would do either."""
    game = three(plain={"arrest_conflict": "no", "next_investigation": {"say": "either"}})
    game.until("turn_choice")
    game.arrest()
    game.until("next_investigation")
    game.say("jake", {"say": "go_on"}, "next_investigation")
    game.until("crime_source")
    assert game.table.course.going_on


def test_a_player_without_a_detective_may_leave_too() -> None:
    """UT-R-66: whoever sits at the table."""
    game = three(leaving="removed")
    game.until("turn_choice")
    game.lay("dave", status="dead")
    game.until("free_play")
    game.act("dave", "leave")
    game.act("ryan", "end_scene")
    game.until("turn_choice")
    assert game.names(game.table.course.gone) == ["dave"]
    assert game.name(game.robot("jake").player) == "ryan"


def test_peoples_sentences_fit_into_ours() -> None:
    """Voice: a full stop is not told twice."""
    assert words.struck("A glove.", "") == "Struck from the file: A glove."


def test_old_cases_are_asked_about_only_if_there_are_some() -> None:
    """UT-END-10, UT-ARR-10: a wish needs a kept file."""
    game = three(plain={"arrest_conflict": "no"})
    game.until("turn_choice")
    game.evidence("Who", "What", "When", "Where", "Why", "How")
    game.arrest()
    game.until("next_investigation")
    assert [field.name for field in game.prompt("jake", "next_investigation").fields] == ["say"]
    dropped = three(plain={"arrest_conflict": "no"})
    dropped.arrest()
    dropped.until("next_investigation")
    assert [field.name for field in dropped.prompt("jake", "next_investigation").fields] == ["say", "wish"]
