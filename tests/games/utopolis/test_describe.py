"""The table in words: all that the board shows, once, and nothing that is empty. (Ledger 3, 9)"""

from __future__ import annotations

import msgspec
import pytest

from mneme.games.utopolis import GAME
from mneme.games.utopolis.nouns import QUESTIONS, Case, Former, Fragment, Item, Suspect
from tests.games.utopolis.kit import Seated, three, trail


def told(game: Seated, name: str | None = "jake") -> str:
    return GAME.describe(msgspec.to_builtins(game.view(name)))


def line(game: Seated, start: str, name: str | None = "jake") -> str:
    """The one line that begins like this."""
    (found,) = [text for text in told(game, name).splitlines() if text.strip().startswith(start)]
    return found.strip()


def called(game: Seated, name: str) -> str:
    return game.table.called(game.seat_of[name])


def robot(game: Seated, partner: str) -> str:
    return game.robot(partner).called


# -- the course


def test_between_scenes_it_says_whose_turn_it_is() -> None:
    """UT-SCENE-01: and in a scene its title says so."""
    game = three()
    game.until("turn_choice")
    assert line(game, "Between scenes.") == f"Between scenes. GM: ryan. It is the turn of {called(game, 'jake')}."
    game.until("free_play")
    assert "It is the turn" not in told(game)
    assert line(game, "On the trail: ").startswith(f"On the trail: {called(game, 'jake')}. The question is ")


def test_a_chapter_is_not_named_twice() -> None:
    game = three()
    game.until("vision", "lines_veils")
    assert game.view("jake").place == "Good morning, Utopolis"
    assert told(game) == "GM: ryan."


def test_what_is_put_away_lies_in_the_drawer() -> None:
    """UT-END-08, UT-ARR-10: earlier cases and former detectives."""
    game = three()
    game.until("turn_choice")
    assert "In the drawer" not in told(game)
    first = game.case
    first.status, first.arrested = "discontinued", "Chester Vane"
    game.table.course.former = (Former(game.seat_of["jake"], "Old Krake", "night watchman", "Clio", "dead"),)
    game.table.cases.append(game.table.put("case/2", Case(number=2)))
    game.table.course.investigation = game.table.course.investigation_count = 2
    earlier = f"Case 1, discontinued, file kept: {first.crime} Chester Vane was arrested and went free."
    assert told(game).endswith(f"In the drawer:\n{earlier}\nOld Krake, night watchman: dead.")
    assert "Investigation 2." in told(game)


# -- the case


def test_items_have_numbers_kinds_and_strings() -> None:
    """UT-CLUE-01, -02: where it comes from, whom it concerns, what was followed."""
    game = trail("Where")
    found = Item(
        author=game.seat_of["jake"],
        text="A blue thread",
        questions=("Where", "Why"),
        evidence=True,
        kind="witness",
        concerns="Chester Vane",
        follows="item/1/1",
    )
    game.table.record(found)
    game.table.record(Item(author=game.table.gm, text="Try the Orbit Room", origin="lead"))
    assert line(game, "No. 1, starting clue: ").endswith(game.items()[0].text)
    assert line(game, "No. 3, ") == (
        "No. 3, evidence (Where, Why, a witness's statement): A blue thread. Concerns Chester Vane. "
        "Found by following no. 1."
    )
    assert line(game, "No. 4, ") == "No. 4, lead: Try the Orbit Room"
    assert line(game, "Following") == "Following no. 1."


def test_items_stay_in_the_order_they_were_found() -> None:
    game = trail("Where")
    game.evidence(*("Who",) * 9)
    numbers = [text.split(",")[0] for text in told(game).splitlines() if text.startswith("No. ")]
    assert numbers == [f"No. {number}" for number in range(1, 12)]


def test_a_new_light_leaves_the_old_one_to_be_read() -> None:
    """UT-CLUE-04: what it was, and who looked again."""
    game = trail("Where")
    game.to_result(jake="AS AH AD", gm="2C 4D")
    game.until("narration")
    game.act("jake", "re_explain", item="item/1/1", questions=["Why"], evidence="evidence", text="It was hers")
    game.act("jake", "re_explain", item="item/1/1", questions=["Why"], evidence="evidence", refuted="yes")
    assert line(game, "No. 1, ").startswith("No. 1, red herring (Why")
    found = game.table.item("item/1/1").text
    assert line(game, "No. 1, ").endswith("It was hers")
    assert line(game, "Until jake looked again it was a clue") == f"Until jake looked again it was a clue: {found}"
    then = "Until jake looked again it was evidence for Why"
    assert line(game, then) == f"{then}: It was hers"


def test_a_clue_in_a_new_light_is_quoted_by_it() -> None:
    """UT-CLUE-04: where clues are chosen, followed and argued from."""
    game = trail("Where")
    game.to_result(jake="AS AH AD", gm="2C 4D")
    game.until("narration")
    game.act("jake", "re_explain", item="item/1/1", questions=["Why"], evidence="evidence", text="It was hers")
    found = game.table.item("item/1/1").text
    game.until("turn_choice")
    game.say("dave", "trail", "turn_choice")
    (clue,) = [option for option in game.prompt("dave", "pursue_clue").options if option.key == "item/1/1"]
    assert (clue.label, clue.note) == ("It was hers", f"evidence, Why; at first: {found}")
    game.say("dave", "item/1/1", "pursue_clue")
    assert f"The clue: It was hers (At first: {found})" in game.story()
    game.arrest()
    game.until("arrest_conflict")
    game.say("ryan", "no", "arrest_conflict")
    game.say(game.until("argument"), "", "argument")
    assert game.prompt(game.until("argument"), "argument").note == f"It was hers (At first: {found})"


def test_a_verdict_says_who_is_guilty_and_who_is_not() -> None:
    """UT-ARR-08: whatever was noted before."""
    game = trail()
    game.evidence(*QUESTIONS)
    game.case.suspects = (Suspect("Floyd Lyle"), Suspect("Chester Vane", "implicated"))
    game.arrest()
    game.until("arrest_conflict")
    game.say("ryan", "no", "arrest_conflict")
    game.until_true(lambda: game.case.status == "closed")
    assert line(game, "Suspect: Chester Vane") == "Suspect: Chester Vane, guilty."
    assert line(game, "Suspect: Floyd Lyle") == "Suspect: Floyd Lyle, in the clear."
    game.until("advance")
    assert game.prompt("jake", "advance").note == "Chester Vane did it."


def test_a_major_crime_says_what_it_needs_and_has() -> None:
    """UT-ARR-07, UT-R-25."""
    game = three(plain={"crime": {"crime": "clio-1", "major": "yes"}})
    game.until("turn_choice")
    game.evidence("Who", "Why", "Why")
    assert f"Case 1, open. Major crime: {game.case.crime}\n" in told(game)
    assert line(game, "Means lacks") == (
        "Means lacks What and How; Opportunity lacks When and Where; Identity lacks Who (has 1). "
        "The supercomputer would close the case with 1 chance in 6. Every question needs 2 pieces of evidence."
    )


def test_an_arrest_from_the_proposal_to_the_verdict() -> None:
    """UT-ARR-01, -06, -09, UT-GM-11: custody, what was laid out and struck, and what the die asked."""
    game = three(plain={"arrest_conflict": "no"})
    game.until("turn_choice")
    game.evidence("Who", "Why")
    assert "Chester Vane" not in told(game)
    game.arrest()
    game.until("frame_scene")
    assert line(game, "Chester Vane") == "Chester Vane is to be arrested."
    game.until("judge_items")
    assert line(game, "Chester Vane") == "Chester Vane is in custody."
    game.say("ryan", {"struck": ["item/1/4"]}, "judge_items")
    game.until("verdict")
    assert line(game, "No. 3, ") == "No. 3, evidence (Who): Proof: Who. Presented."
    assert line(game, "No. 4, ") == "No. 4, evidence (Why): Proof: Why. Struck by the supercomputer."
    end = {"closed": "did it, says the supercomputer", "discontinued": "was arrested and went free"}[game.case.status]
    assert line(game, "Chester Vane") == f"Chester Vane {end}. The supercomputer asked: {game.case.roll}?"
    assert "2 of 6 questions are answered." in told(game)


@pytest.mark.parametrize(("status", "end"), [("open", "was not taken."), ("escaped", "got away.")])
def test_a_suspect_who_was_not_taken(status: str, end: str) -> None:
    """UT-ARR-11."""
    game = three()
    game.until("turn_choice")
    game.case.status, game.case.arrested = status, "Chester Vane"
    assert line(game, "Chester Vane") == f"Chester Vane {end}"


# -- the scene


def test_a_scene_says_who_is_there_and_how_it_was_set() -> None:
    """UT-SCENE-03..07, UT-CIN-01, UT-NARR-05, UT-TEST-01."""
    game = trail("Where")
    scene, jake, dave = game.scene, game.seat_of["jake"], game.seat_of["dave"]
    text = told(game)
    assert not any(
        empty in text for empty in ("Rolled again", "At the door", "Problem:", "Brought in", "A test follows")
    )
    scene.framed, scene.rerolls, scene.asking, scene.problem = "Noon at the mint.", 2, (dave,), "It rains."
    scene.triggers = (jake, jake)
    game.table.add_element("help", jake, "")
    assert f"{called(game, 'jake')}. The question is Where. Rolled again 2 times.\nNoon at the mint.\n" in told(game)
    assert line(game, "In the scene") == f"In the scene: {called(game, 'jake')} with {robot(game, 'jake')}."
    assert line(game, "At the door") == f"At the door: {called(game, 'dave')}."
    assert line(game, "Problem") == "Problem: It rains."
    assert line(game, "Brought in") == "Brought in by jake (help): told aloud"
    assert line(game, "A test follows") == f"A test follows the scene for {called(game, 'jake')}."


def test_a_fact_is_told_once() -> None:
    """UT-TOK-02: among what was brought into the scene, and later in the file."""
    game = trail("Where")
    game.act("dave", f"fact_{game.seat_of['jake']}", text="Doors sing.")
    assert told(game).count("Doors sing.") == 1
    assert line(game, "Brought in by dave (fact)").endswith("Doors sing.")
    game.act("ryan", "end_scene")
    game.until("turn_choice")
    assert line(game, "Fact") == "Fact: Doors sing."


# -- conflicts


def test_every_side_says_what_it_puts_in() -> None:
    """UT-DRAW-02, -03, -06, UT-MUSE-02: means, cards to come, Crime points and the Muse."""
    game = trail("Where", plain={"crime_points": {"points": 2}})
    jake = game.seat_of["jake"]
    game.to_intents()
    assert line(game, "Conflict") == "Conflict: What everybody wants."
    game.until("initiation")
    game.act("jake", "help", text="A friend")
    assert line(game, f"{called(game, 'jake')} wants").endswith("Opposed by the GM. 1 more card at the draw.")
    game.say("jake", {"text": "", "attribute": "Prowess", "talent": "Zapgun"}, "initiation")
    game.to_adjustment()
    game.conflict.muse_used = game.conflict.redrawn = (jake,)
    text = line(game, f"{called(game, 'jake')} wants")
    assert text.endswith("Opposed by the GM. Uses Prowess and Zapgun. Called on the Muse. Double or nothing.")
    assert line(game, "The GM wants").endswith("Spent 2 Crime points.")


def test_hands_are_for_their_owners_until_the_reveal() -> None:
    """UT-HAND-01: what the own cards make, and of the others how many there are."""
    game = trail("Where")
    game.to_adjustment(jake="8S 8H KC JK", gm="2C 4D 9D")
    head = f"Hand of {called(game, 'jake')}: "
    cards = "Joker, King of Clubs, 8 of Hearts, 8 of Spades."
    makes = "That makes 3 of one value, 2 of one suit, 3 of one colour. The Joker counts as the 8 of Spades."
    assert line(game, head) == f"{head}{cards} {makes} Only you see these."
    assert line(game, head, "dave") == f"{head}4 cards face down."
    assert line(game, "Hand of the GM") == "Hand of the GM: 3 cards face down."
    assert line(game, "In the deck") == "In the deck: 47 cards."
    game.until("last_chance", "narration", "seize_success")
    assert line(game, head, "dave") == f"{head}{cards} {makes} Among them are 1 Heart and 2 Clubs."


def test_cards_thrown_away_are_named() -> None:
    """UT-CIN-03, UT-DECK-05."""
    game = trail("Where")
    game.to_adjustment(jake="8S 8H KC", gm="2C")
    game.act("jake", "complicate", target="gm", text="")
    assert line(game, "In the deck") == "In the deck: 50 cards. Thrown away: 2 of Clubs."
    assert line(game, "Hand of the GM") == "Hand of the GM: no cards."


def test_behind_becomes_a_failure_with_what_it_brings() -> None:
    """UT-AWD-03, UT-DMG-02, -03: Cinema, harm, and who tells it."""
    game = trail("Where", plain={"crime_points": {"points": 2}})
    game.to_intents()
    game.until("initiation")
    game.say("jake", {"text": "", "attribute": "Prowess", "talent": "Zapgun"}, "initiation")
    game.to_adjustment(jake="2S 5D 7H", gm="KC KD 3C 4C")
    game.until("last_chance")
    name = called(game, "jake")
    assert line(game, f"{name} is") == f"{name} is behind the GM, by value."
    game.until("narrate_failure")
    assert line(game, f"{name} fails") == (
        f"{name} fails against the GM, by value, and gains 2 Cinema. "
        f"Clubs in the GM's hand, less Hearts in {name}'s: 2. Zapgun and Prowess hurt."
    )
    assert line(game, "ryan tells") == "ryan tells how it ends, as the GM."
    level = game.detective("jake").attributes["Prowess"]
    assert f"Prowess {level} (hurt, counts {max(0, level - 1)})" in told(game)


# -- tests


def test_a_test_has_its_card_its_trigger_and_its_outcome() -> None:
    """UT-TEST-03..09."""
    game = trail()
    game.scene.triggers = (game.seat_of["jake"],)
    game.act("ryan", "end_scene")
    game.until("frame_test")
    game.say("ryan", {"text": "A bench at dusk.", "robot": "no"}, "frame_test")
    game.say("jake", "A red glove", "trigger")
    trial, name = game.table.trial, called(game, "jake")
    text = told(game)
    assert f"A quiet moment: {name}.\nA bench at dusk.\nIn the scene: {name}.\n" in text
    assert f"A {trial.kind} test for {name}.\nThe card is the " in text
    assert f". {name} draws {trial.base} cards.\nWhat stirs it: A red glove\n" in text
    game.lay_hands(jake="2S 5D", gm="KC KD")
    game.until("test_narration")
    assert line(game, "The test is") == "The test is failed. A piece of the past comes back."
    assert "Clubs." not in line(game, "Hand of the GM")


# -- detectives


def test_a_file_says_how_far_it_is_to_the_edge_and_to_release() -> None:
    """UT-TEST-04, UT-ADV-02."""
    game = three()
    game.until("turn_choice")
    attributes = {"Tenacity": 2, "Stability": 1, "Prowess": 2, "Aptitude": 2}
    game.lay("jake", core=4, flaw=1, fear=5, attributes=attributes)
    assert line(game, "Flaw 1, ") == (
        "Flaw 1, held off by Tenacity: a test draws 5 cards. "
        "Fear 5, held off by Stability: the next test is the last. Release is 7 steps away."
    )
    game.lay("jake", status="consumed", consumed_by="Fear", last_scene=True)
    head = f"{called(game, 'jake')}, {game.detective('jake').persona} (jake), "
    assert line(game, head) == f"{head}consumed, on the last case. It was the Fear. This scene is the last."
    assert "Release" not in line(game, "Flaw 1, ")
    game.lay("jake", status="retired")
    assert line(game, head) == f"{head}out of the service. It was the Fear."
    assert line(game, "Flaw 1.") == "Flaw 1. Fear 5."


def test_what_came_back_says_who_told_it_and_what_stirred_it() -> None:
    """UT-TEST-11."""
    game = three()
    game.until("turn_choice")
    dave = game.seat_of["dave"]
    game.lay("jake", fragments=(Fragment("A door", dave, "Flaw", "A red glove"), Fragment("Rain", dave, "Fear", "")))
    assert line(game, "Remembers (Flaw") == "Remembers (Flaw, told by dave): A door. What stirred it: A red glove"
    assert line(game, "Remembers (Fear") == "Remembers (Fear, told by dave): Rain"
