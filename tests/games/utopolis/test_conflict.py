"""Intents, initiation, draws, adjustment, reveal, Muse and double or nothing. (Ledger 2.7, C0 to C8, Deck)"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from mneme.games.utopolis import check_cards, words
from mneme.games.utopolis.hands import DECK
from tests.games.utopolis.kit import Seated, three, trail


def pair(**options: Any) -> Seated:
    """Jake's trail scene with Dave along."""
    game = trail(**options)
    game.join("dave")
    return game


# -- intents


def test_everybody_states_an_intent_or_stays_out() -> None:
    """UT-CONF-01, -02, UT-SAY-03, UT-R-84: no order, and outsiders draw nothing."""
    game = pair()
    game.to_intents()
    game.say("ryan", {"text": "Hide the file"}, "intents")
    game.say("dave", {"take_part": "out"}, "intents")
    game.say("jake", {"text": "Get the file"}, "intents")
    assert game.conflict.intents == {"gm": "Hide the file", game.seat_of["jake"]: "Get the file"}
    game.until("adjustment")
    assert game.names(game.conflict.detectives) == ["jake"]
    assert not {"help", "complicate"} & set(game.may("dave"))


def test_what_clashes_and_what_all_want_is_before_whoever_answers() -> None:
    """UT-CONF-01, -02, -04, UT-NARR-05."""
    game = pair()
    game.scene.framed = "Noon, in the archive."
    game.act("ryan", "call_conflict", text="The clerk will not hand over the file.")
    followed = game.table.item(game.scene.pursued).text
    about = f"The clue: {followed}\nNoon, in the archive.\nThe clerk will not hand over the file."
    assert [game.prompt(name, "intents").note for name in ("ryan", "jake")] == [about, about]
    game.say("ryan", {"text": "Hide the file"}, "intents")
    game.say("dave", {"text": ""}, "intents")  # told aloud, and heard
    game.say("jake", {"text": "Get the file"}, "intents")
    jake = game.detective("jake").identity
    assert game.prompt("dave", "change_intents").note == f"• The GM: Hide the file\n• {jake}: Get the file"
    game.act("jake", "change_intent", text="Burn the file")
    wanted = f"• The GM: Hide the file\n• {jake}: Burn the file"
    assert game.prompt("ryan", "change_intents").note == wanted
    game.until("opposition")
    assert game.prompt("ryan", "opposition").note == wanted
    game.to_adjustment(jake="AS AH AD AC", dave="2H 4C", gm="2S 5D")
    game.until("narration")
    assert game.field("jake", "narrate_success", "text").note == wanted


def test_intents_change_until_all_are_content() -> None:
    """UT-CONF-02: a change asks everybody again."""
    game = pair()
    game.to_intents()
    game.until("change_intents")
    game.act("ryan", "pass")
    game.act("jake", "change_intent", text="Something else")
    assert "change_intents" in game.asked("ryan")
    assert game.conflict.intents[game.seat_of["jake"]] == "Something else"


def test_robots_have_no_intent_of_their_own() -> None:
    """UT-CONF-03: unless they intervene."""
    game = pair()
    game.to_adjustment()
    assert not [side for side in (*game.conflict.intents, *game.table.hands) if side.startswith("robot")]


def test_the_gm_fixes_who_opposes_whom() -> None:
    """UT-CONF-04, UT-GM-04, UT-R-18: the GM by default; rivals both ways; one hand for the GM."""
    game = pair()
    game.to_intents()
    game.until("opposition")
    jake, dave = game.seat_of["jake"], game.seat_of["dave"]
    game.say("ryan", {jake: ["gm", dave]}, "opposition")
    assert game.conflict.opposition == {jake: ("gm", dave), dave: ("gm", jake)}
    game.until("adjustment")
    assert set(game.table.hands) == {jake, dave, "gm"}


def test_without_opposition_there_is_no_conflict() -> None:
    """UT-CONF-05: who is not opposed draws nothing; without any there is no conflict at all."""
    game = pair()
    game.to_intents()
    game.until("opposition")
    jake, dave = game.seat_of["jake"], game.seat_of["dave"]
    game.say("ryan", {jake: ["gm"], dave: []}, "opposition")
    assert game.names(game.conflict.detectives) == ["jake"]
    other = trail()
    other.to_intents()
    other.say("ryan", {"take_part": "out"}, "intents")
    other.until("free_play")
    assert "conflict" not in other.table.nouns


def test_detectives_against_each_other_without_the_gm() -> None:
    """UT-CONF-05: the GM's stage is skipped and no Crime points are spent."""
    game = pair()
    game.to_intents()
    game.say("ryan", {"take_part": "out"}, "intents")
    game.until("opposition")
    game.say("ryan", {game.seat_of["jake"]: [game.seat_of["dave"]]}, "opposition")
    game.until("initiation")
    game.until("adjustment")
    assert "gm" not in game.table.hands
    assert game.case.crime_points == 16


def test_a_robot_may_open_a_conflict() -> None:
    """UT-R-74, UT-TOK-05: against its partner alone; no GM hand, and nothing for failing."""
    game = trail()
    jake = game.seat_of["jake"]
    game.act("dave", f"intervene_{jake}", text="You shall not pass")
    game.say("jake", "To pass", "robot_intent")
    game.until("last_chance", "seize_failure", "narration", "narrate_failure", "adjustment")
    assert set(game.table.hands) == {jake, f"robot_{jake}"}
    assert game.conflict.opposition == {jake: (f"robot_{jake}",)}
    game.lay_hands(jake="2H 5S", robot_of_jake="KC KD")
    game.until("narrate_failure")
    assert game.conflict.result(jake).award == 0


# -- initiation and draws


def test_a_detective_draws_core_attribute_and_talent() -> None:
    """UT-DRAW-01, -02, -04, UT-SAY-04, UT-R-19: one of each at most."""
    game = trail()
    game.to_intents()
    game.until("initiation")
    game.say("jake", {"text": "I knock.", "attribute": "Aptitude", "talent": "Criminology"}, "initiation")
    game.until("adjustment")
    assert game.size("jake") == 4 + 3 + 2


def test_nothing_but_core_is_legal() -> None:
    """UT-DRAW-02, UT-R-71."""
    game = trail()
    game.to_adjustment()
    assert game.size("jake") == 4


def test_any_number_of_talents_if_the_table_likes() -> None:
    """UT-R-19, UT-DMG-03: the other reading; then every talent used can be hurt."""
    game = trail(talents_per_conflict="any")
    game.to_intents()
    game.until("initiation")
    game.say("jake", {"attribute": "none", "talents": ["Criminology", "Forensics"]}, "initiation")
    game.until("adjustment")
    assert game.size("jake") == 4 + 2 + 1
    game.to_result(jake="2S 5D", gm="KC KD")
    assert game.detective("jake").hurt == ("Criminology", "Forensics")


def test_the_gm_may_veto_and_it_is_chosen_again() -> None:
    """UT-DRAW-03, UT-GM-05, UT-R-20: a player's disapproval is shown to the GM."""
    game = trail()
    game.to_intents()
    game.until("initiation")
    game.act("jake", "help", text="A map")
    game.say("jake", {"attribute": "Aptitude", "talent": "Bureaucracy"}, "initiation")
    game.act("dave", "disapprove", of=game.seat_of["jake"])
    assert "dave" in game.prompt("ryan", "veto").fields[0].text
    assert "Refuse Bureaucracy" in [option.label for option in game.prompt("ryan", "veto").fields[0].options]
    game.say("ryan", {game.seat_of["jake"]: "Bureaucracy"}, "veto")
    offered = [option.key for option in game.prompt("jake", "choose_again").fields[1].options]
    assert "Bureaucracy" not in offered
    game.say("jake", {"attribute": "Aptitude", "talent": "Criminology"}, "choose_again")
    game.until("adjustment")
    assert (game.size("jake"), game.detective("jake").cinema) == (4 + 3 + 2 + 1, 2)


def test_help_from_the_start() -> None:
    """UT-DRAW-05, UT-R-21: one's own Cinema and the robot's Token wait for the draw; complications cannot."""
    game = trail()
    game.to_intents()
    game.until("initiation")
    game.act("dave", f"help_{game.seat_of['jake']}", text="A light")
    assert not {"complicate", f"hinder_{game.seat_of['jake']}"} & set(game.may("jake") + game.may("dave"))
    game.act("jake", "help", text="A porter")
    game.act("jake", "help", text="Another")
    assert game.detective("jake").cinema == 1
    game.say("jake", {"attribute": "none", "talent": "none"}, "initiation")
    game.until("crime_points")
    assert game.size("jake") == 4 + 2 + 1
    assert not [act for act in game.may("dave") if act.startswith(("help_", "hinder_"))]


def test_the_gm_draws_7_and_what_is_spent() -> None:
    """UT-DRAW-06, UT-GM-07, UT-SAY-05: once, 0 to the pool, and it does not come back."""
    game = trail()
    game.to_intents()
    assert game.until("crime_points") == "ryan"
    game.refused("ryan", {"points": 17}, "crime_points")
    game.say("ryan", {"points": 5, "text": "He runs."}, "crime_points")
    assert (game.size("gm"), game.case.crime_points) == (12, 11)
    assert "adjustment" not in game.asked("ryan")


def test_an_empty_pool_still_draws_7() -> None:
    """UT-R-70."""
    game = trail()
    game.case.crime_points = 0
    game.to_adjustment()
    assert game.size("gm") == 7


@pytest.mark.parametrize(
    ("core", "hurt", "answer", "size"),
    [
        (3, ("Core",), {}, 2),
        (5, (), {"attribute": "Stability", "talent": "Investigation"}, 11),
        (4, ("Investigation",), {"talent": "Investigation"}, 6),
        (4, ("Prowess",), {"attribute": "Prowess"}, 4),
    ],
)
def test_hand_sizes(core: int, hurt: tuple[str, ...], answer: dict[str, str], size: int) -> None:
    """UT-DRAW-04, -07, UT-DMG-04: 2 to 11; a hurt score is one lower, never below 0, and then whole again."""
    game = trail()
    game.lay("jake", core=core, hurt=hurt)
    game.to_intents()
    game.until("initiation")
    game.say("jake", {"attribute": "none", "talent": "none", **answer}, "initiation")
    game.until("adjustment")
    assert game.size("jake") == size
    assert game.detective("jake").hurt == ()


def test_damage_waits_until_its_score_is_used() -> None:
    """UT-DMG-04, UT-R-44: an unused score keeps its marker."""
    game = trail()
    game.lay("jake", hurt=("Aptitude",))
    game.to_adjustment()
    assert game.detective("jake").hurt == ("Aptitude",)


# -- adjustment


def test_the_window_closes_when_all_have_passed_since_the_last_spend() -> None:
    """UT-ADJ-04, -05, UT-R-68: in the order of arrival; the GM has no part in it."""
    game = pair()
    game.to_adjustment()
    game.act("jake", "pass")
    game.act("dave", "help", text="")
    assert "adjustment" in game.asked("jake")
    assert "adjustment" not in game.asked("ryan")


def test_no_spending_after_the_reveal() -> None:
    """UT-ADJ-04, UT-R-22: unless the table likes."""
    for late in (False, True):
        game = trail(spends_after_reveal=late)
        game.to_adjustment(jake="2S 5D", gm="KC KD")
        game.until("last_chance")
        assert ("help" in game.may("jake")) is late


def test_hands_are_hidden_until_the_reveal() -> None:
    """UT-HAND-01: others see how many."""
    game = trail()
    game.to_adjustment(jake="2S 5D", gm="KC KD")
    key = f"hand/{game.seat_of['jake']}"
    assert game.seen("jake")[key]["cards"]["faces"] == ["2S", "5D"]
    assert game.seen("ryan")[key]["cards"] == {"down": 2, "up": []}
    game.until("last_chance")
    assert game.seen(None)[key]["cards"] == {"down": 0, "up": ["2S", "5D"]}


# -- results


def results(game: Seated) -> dict[str, bool]:
    return {game.name(result.seat): result.success for result in game.conflict.results}


def test_success_is_for_each_detective_apart() -> None:
    """UT-HAND-09, UT-R-18: one GM hand may lose to one and beat the other."""
    game = pair()
    game.to_result(jake="AS AH AD", dave="2H 5S", gm="KC KD")
    assert results(game) == {"jake": True, "dave": False}


def test_all_opposing_hands_must_be_beaten() -> None:
    """UT-HAND-09, UT-R-28."""
    game = trail()
    game.to_adjustment()
    game.act("dave", f"intervene_{game.seat_of['jake']}", text="")
    game.lay_hands(jake="AS AH AD", gm="2C 4D", robot_of_jake="KC KD KH KS")
    game.until_true(lambda: game.conflict.stage in {"result", "narration"} or "last_chance" in game.asked("jake"))
    assert results(game) == {"jake": False}


def test_ties() -> None:
    """UT-HAND-08, UT-R-29: the GM's and a robot's hand is higher; between detectives both fail."""
    game = trail()
    game.to_adjustment(jake="9H 6H 2H", gm="9S 6S 2S")
    game.until("last_chance")
    assert results(game) == {"jake": False}
    for option, outcome in (("both_fail", [False, False]), ("scene_player", [True, False])):
        rivals = pair(detective_tie=option)
        rivals.to_intents()
        rivals.say("ryan", {"take_part": "out"}, "intents")
        rivals.until("opposition")
        rivals.say("ryan", {rivals.seat_of["jake"]: [rivals.seat_of["dave"]]}, "opposition")
        rivals.to_adjustment(jake="9H 6H 2H", dave="9S 6S 2S")
        rivals.until("last_chance")
        assert [result.success for result in rivals.conflict.results] == outcome


def test_the_owner_says_what_a_joker_is_if_the_table_likes() -> None:
    """UT-R-31, UT-JOK-04: the other reading; even a weaker card."""
    game = trail(joker_identity="owner_declares")
    game.to_adjustment(jake="AS JK", gm="KC QD")
    game.until("declare_joker")
    game.say("jake", "2H", "declare_joker")
    assert game.table.hands[game.seat_of["jake"]].declared == ("2H",)
    assert results(game) == {"jake": True}
    assert game.conflict.results[0].step == "high card"


# -- the Muse and double or nothing


def inspired(**options: Any) -> Seated:
    return trail(plain={"crime": {"crime": "erato-1", "muses": ["Erato"]}}, **options)


def test_the_muse_gives_two_cards_once_a_conflict() -> None:
    """UT-MUSE-01..03, UT-ADJ-03, UT-R-73: before the reveal or after it; a test follows."""
    game = inspired()
    game.to_adjustment()
    game.act("jake", "draw_muse")
    assert game.size("jake") == 6
    assert "draw_muse" not in game.may("jake")
    assert game.scene.triggers == (game.seat_of["jake"],)
    late = inspired()
    late.to_adjustment(jake="AS AH AD", gm="2C 4D")
    late.until("last_chance")
    late.act("jake", "draw_muse")
    assert late.size("jake") == 5


def test_another_kind_of_crime_is_no_inspiration() -> None:
    """UT-MUSE-01, UT-R-24: nor one the GM calls unrelated before the draw."""
    game = trail()
    game.to_adjustment()
    assert "draw_muse" not in game.may("jake")
    unrelated = inspired()
    unrelated.plain["opposition"] = {"related": "no"}
    unrelated.to_adjustment()
    assert "draw_muse" not in unrelated.may("jake")


def test_double_or_nothing() -> None:
    """UT-DON-01, -02, -04, UT-R-34, UT-DECK-02: once, as many cards as there were, face up; a test follows."""
    game = trail()
    game.to_adjustment(jake="2S 5D 7H", gm="KC KD")
    game.until("last_chance")
    game.act("jake", "redraw")
    assert game.size("jake") == 3
    assert set(game.table.deck.discards) == {"2S", "5D", "7H"}
    assert game.scene.triggers == (game.seat_of["jake"],)
    assert "redraw" not in game.may("jake")
    assert not {"2S", "5D", "7H"} & set(game.table.hands[game.seat_of["jake"]].faces)


def test_only_who_fails_may_draw_again() -> None:
    """UT-DON-01, -03, UT-R-34: not a winner, not the GM, not with an empty hand."""
    game = trail()
    game.to_result(jake="AS AH AD", gm="2C 4D")
    assert "redraw" not in game.may("jake") + game.may("ryan")
    empty = trail()
    empty.to_adjustment(jake="", gm="2C 4D")
    empty.until("seize_failure")
    assert not empty.conflict.redrawn


def test_the_last_window_goes_round_until_all_have_passed() -> None:
    """UT-DON-05: a redraw may make another detective fail, who may then draw too."""
    game = pair()
    game.to_intents()
    game.say("ryan", {"take_part": "out"}, "intents")
    game.until("opposition")
    game.say("ryan", {game.seat_of["jake"]: [game.seat_of["dave"]]}, "opposition")
    game.to_adjustment(jake="AS KH", dave="2S 3H 4D 5C 6S 7H 8D 9C TS JH QD KC 2H")
    game.until("last_chance")
    before = results(game)
    assert before == {"jake": False, "dave": True}
    assert "redraw" not in game.may("dave")
    game.lay_hands(dave="2S 2H")
    game.leave_in_pile("AH AC AD")
    game.act("jake", "redraw")
    assert results(game) == {"jake": True, "dave": False}
    assert "redraw" in game.may("dave")


# -- the deck


def test_every_conflict_begins_with_a_full_deck() -> None:
    """UT-DECK-01, UT-NARR-10: all cards return at the end."""
    game = trail()
    game.to_adjustment()
    check_cards(game.table)
    assert len(game.table.deck.pile) == 54 - game.size("jake") - game.size("gm")
    game.until("followup")
    assert "deck" not in game.table.nouns
    assert game.table.hands == {}


def drained(option: str) -> Seated:
    game = trail(deck_empty=option)
    game.to_adjustment()
    deck = game.table.deck
    deck.discards, deck.pile = deck.pile.items, type(deck.pile)()
    return game


def test_a_second_deck_when_the_first_runs_out() -> None:
    """UT-DECK-03, UT-R-48: whole, and the discards stay out; or otherwise, if the table likes."""
    game = drained("second_deck")
    game.act("jake", "help", text="")
    assert (game.size("jake"), len(game.table.deck.pile), game.table.deck.decks) == (5, 53, 2)
    check_cards(game.table)
    again = drained("recycle")
    discards = len(again.table.deck.discards)
    again.act("jake", "help", text="")
    assert (again.size("jake"), len(again.table.deck.pile)) == (5, discards - 1)
    check_cards(again.table)
    stop = drained("stop")
    stop.act("jake", "help", text="")
    assert (stop.size("jake"), stop.detective("jake").cinema) == (4, 2)


def test_the_order_of_drawing() -> None:
    """UT-DECK-04: detectives from the scene player, the GM, robots."""
    game = three()
    game.to_trail("Who")
    game.act("ryan", "end_scene")
    game.to_trail("Who")  # Dave's scene
    game.join("jake")
    game.to_intents()
    game.until("change_intents")
    game.act("dave", f"intervene_{game.seat_of['jake']}", text="")
    game.until("adjustment")
    assert list(game.table.hands) == [game.seat_of["dave"], game.seat_of["jake"], "gm", f"robot_{game.seat_of['jake']}"]


def test_a_rival_may_also_play_the_robot() -> None:
    """UT-R-65: allowed, or barred from hindering and intervening."""
    for option, allowed in (("allowed", True), ("no_hinder_or_intervene", False)):
        game = pair(rival_plays_robot=option)
        game.to_intents()
        game.until("opposition")
        game.say("ryan", {game.seat_of["jake"]: ["gm", game.seat_of["dave"]]}, "opposition")
        game.until("adjustment")
        assert (f"hinder_{game.seat_of['jake']}" in game.may("dave")) is allowed
        assert (f"intervene_{game.seat_of['jake']}" in game.may("dave")) is allowed
        assert f"help_{game.seat_of['jake']}" in game.may("dave")


def test_the_deck_has_two_jokers() -> None:
    """UT-SETUP-04."""
    assert len(DECK) == 54
    assert Counter(DECK)["JK"] == 2


def test_cards_from_the_muse_are_named_once_all_hands_are_open() -> None:
    """UT-MUSE-02, UT-HAND-01: and not before; then it is said again what the hand makes."""
    early = inspired()
    early.to_adjustment(jake="2S 5D 7H", gm="KC KD")
    early.act("jake", "draw_muse")
    (told,) = [line for line in early.story() if " calls on " in line]
    assert told.endswith(" and draws 2 cards. A test follows the scene.")
    late = inspired()
    late.to_adjustment(jake="2S 5D 7H", gm="KC KD")
    late.until("last_chance")
    late.leave_in_pile("9C 4S")
    late.act("jake", "draw_muse")
    *_, told, shown = [line for line in late.story() if "2 of Spades" in line or " calls on " in line]
    assert "the 9 of Clubs" in told
    assert "the 4 of Spades" in told
    assert shown.startswith(f"{late.detective('jake').identity}: 9 of Clubs, 7 of Hearts, 5 of Diamonds, 4 of Spades")
    assert "That makes " in shown


def test_after_double_or_nothing_the_new_hand_is_shown() -> None:
    """UT-DON-02: with what it makes."""
    game = trail()
    game.to_adjustment(jake="2S 5D 7H", gm="KC KD")
    game.until("last_chance")
    assert game.prompt("jake", "last_chance").text.startswith("You are behind the GM.")
    game.leave_in_pile("9C 9S 4S")
    game.act("jake", "redraw")
    name = game.detective("jake").identity
    assert (
        f"{name}: 9 of Clubs, 9 of Spades, 4 of Spades. That makes 2 of one value, 2 of one suit, 3 of one colour."
        in (game.story())
    )


def test_what_is_brought_in_is_listed_with_who_brought_it() -> None:
    """UT-NARR-05: one line each."""
    game = trail()
    game.lay("jake", cinema=3)
    game.to_adjustment(jake="AS AH AD AC", gm="2S 5D")
    game.act("jake", "help", text="A brass band.")
    game.say("dave", {"act": f"help_{game.seat_of['jake']}", "text": ""})
    game.until("narration")
    name = game.detective("jake").identity
    note = game.field("jake", "narrate_success", "text").note
    assert note == f"Bring in:\n• {name} is helped: A brass band.\n• What dave told aloud"


def test_the_first_to_be_asked_what_they_want_know_the_crime_and_its_scene() -> None:
    """UT-CONF-02: the opening has gone by when the first intents are asked."""
    game = three()
    game.to_opening()
    game.scene.framed = "The works, roped off."
    game.to_intents()
    assert game.prompt("jake", "intents").note == f"{game.case.crime}\nThe works, roped off."


def test_an_arrest_and_its_new_problem_are_before_whoever_answers() -> None:
    """UT-ARR-03, UT-NARR-07."""
    game = trail()
    game.arrest("Chester Vane, of the kitchen show")
    game.until("intents")
    assert game.prompt("jake", "intents").note.startswith("To be arrested: Chester Vane, of the kitchen show")
    game.to_adjustment(jake="2S", dave="3S", gm="AS AH AD")
    game.until("narrate_failure")
    game.say("ryan", {"text": "", "turn": "no_and", "what": "She is on the roof."}, "narrate_failure")
    game.until("intents")
    assert "Now: She is on the roof." in game.prompt("jake", "intents").note


def test_the_result_is_before_whoever_speaks_next() -> None:
    """UT-AWD-06, UT-SAY-06: who succeeded or failed, by what, and what it brought."""
    game = trail()
    name = game.detective("jake").identity
    game.to_adjustment(jake="8S 8H 8D", gm="KC KD 2S")
    game.until("seize_success")
    won = f"{name} succeeds against the GM (same value, 3 to 2): +1 Cinema."
    assert game.prompt("dave", "seize_success").note == won
    game.until("narration")
    assert game.prompt("jake", "narration").note == won
    game = trail()
    game.lay("jake", cinema=1)
    game.to_adjustment(jake="8S 7H", gm="KC KD KH")
    game.until("last_chance")
    assert "What decides: same value, 0 to 3." in game.prompt("jake", "last_chance").note
    game.leave_in_pile("2C 2D")
    game.act("jake", "redraw")
    game.until("seize_failure")
    lost = game.prompt("jake", "seize_failure")
    assert "fails against the GM, after double or nothing (same value, 2 to 3)" in lost.note
    assert "Do you tell it yourself, for 1 Cinema?" in lost.text


def test_who_tells_a_lost_arrest_decides_on_the_escape_and_is_told_so() -> None:
    """UT-R-81, UT-CIN-04."""
    for decider, told in (("narrator", True), ("gm", False)):
        game = trail(arrest_escape_decider=decider)
        game.arrest("Chester Vane, of the kitchen show")
        game.until("intents")
        game.to_adjustment(jake="2S", dave="3S", gm="AS AH AD")
        game.until("seize_failure")
        text = game.prompt("jake", "seize_failure").text
        assert ("decides whether Chester Vane escapes for good" in text) is told
        assert "The first to spend 1 Cinema" in text


def test_a_spender_knows_the_sizes_the_chance_and_the_cinema() -> None:
    """Ledger 9: of the own hand and the size of theirs, never of their cards."""
    game = trail()
    game.lay("jake", cinema=2)
    game.to_adjustment(jake="8S 8H 8D 4C", gm="KC KD 2S 9H 7C")
    note = words.against_you(game.table, game.seat_of["jake"])
    assert "You hold 4 cards, the GM 5. You would win about " in note
    assert note.endswith("You have 2 Cinema.")
    assert "You have 2 Cinema." in game.prompt("jake", "adjustment").note
    game.lay_hands(gm="AC AD AS AH 7C")
    assert words.against_you(game.table, game.seat_of["jake"]) == note
