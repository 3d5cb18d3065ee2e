"""Safety, seats, detectives and robots. (Ledger 2.1, 2.2)"""

from __future__ import annotations

from typing import Any

import pytest

from mneme.engine.errors import BadOptions
from mneme.engine.game import read_options
from mneme.games.utopolis import GAME
from mneme.games.utopolis.content import QUICK_STARTS
from mneme.games.utopolis.nouns import FREE_TALENTS, MUSES, QUESTIONS, TALENTS
from tests.games.utopolis.kit import Seated, three, trail

# -- safety


def test_everybody_says_what_they_picture() -> None:
    """UT-SAFE-01."""
    game = three()
    game.until("vision")
    assert all("vision" in game.asked(name) for name in ("ryan", "jake", "dave"))
    game.say("jake", "Chrome and rain", "vision")
    game.until("lines_veils")
    assert "Chrome and rain" in game.story()


def test_lines_and_veils_before_play() -> None:
    """UT-SAFE-02, EX-14: one thing never appears, another only in general terms."""
    game = three()
    game.until("lines_veils")
    game.say("dave", {"lines": ["sexual violence"], "veils": ["murder victims"]}, "lines_veils")
    game.say("jake", {"lines": ["sexual violence"], "veils": ["murder victims"]}, "lines_veils")
    game.until("detective")
    assert (game.table.course.lines, game.table.course.veils) == (("sexual violence",), ("murder victims",))


def test_anybody_may_stop_the_game_at_any_time() -> None:
    """UT-SAFE-03: it costs nothing, a limit can be added, and the list is read out again. UT-SAFE-04."""
    game = trail()
    game.to_intents()
    cinema = game.detective("dave").cinema
    game.act("dave", "check_in", text="A short break, please.")
    assert game.seen("ryan")["course"]["paused"]
    game.act("dave", "add_line", text="spiders")
    assert game.table.course.lines == ("spiders",)
    game.act("ryan", "go_on")
    assert not game.table.course.paused
    assert game.detective("dave").cinema == cinema
    game.act("jake", "check_in", text="")
    assert game.story()[-1] == "Lines: spiders. Veils: none."


# -- seats


def test_one_is_gm_and_the_others_sit_clockwise() -> None:
    """UT-SETUP-01, -02, -06, UT-R-02, UT-R-03: an objection sends the seating back to the host."""
    game = Seated("ann", "bob", "cyd", "dee")
    game.say("ann", game.seat_of["cyd"], "choose_gm")
    game.say("ann", [game.seat_of[name] for name in ("ann", "dee", "bob")], "seating")
    game.say("bob", "object", "approve_seats")
    game.say("cyd", "agree", "approve_seats")
    game.say("dee", "agree", "approve_seats")
    assert game.asked("ann") == ["choose_gm"]
    game.say("ann", game.seat_of["cyd"], "choose_gm")
    game.say("ann", [game.seat_of[name] for name in ("ann", "dee", "bob")], "seating")
    game.until("vision")
    game.until("crime_source")
    assert game.names(game.table.circle) == ["ann", "dee", "bob"]
    players = {game.name(partner): game.name(robot.player) for partner, robot in game.table.robot.items()}
    assert players == {"dee": "ann", "bob": "dee", "ann": "bob"}
    assert "robot_name" not in game.asked("cyd")


def test_with_two_players_the_robots_are_mutual() -> None:
    """UT-SETUP-02, EX-13: Jake plays the robot of Dave's detective, and vice versa."""
    game = three()
    game.until("crime_source")
    assert game.name(game.robot("dave").player) == "jake"
    assert game.name(game.robot("jake").player) == "dave"


def test_a_robot_is_a_letter_and_a_number_with_a_nickname() -> None:
    """UT-SETUP-03, UT-R-03: its player names it, the partner nicknames it."""
    game = three()
    game.until("robot_name")
    assert "robot_name" in game.asked("dave")
    game.say("dave", {"designation": "t 400"}, "robot_name")
    game.say("jake", "Tin Ear", "nickname")
    assert game.robot("jake").called == "T-400 “Tin Ear”"


def test_the_number_of_players() -> None:
    """UT-R-01: 2 to 4 beside the GM by default; 1 and 5 or more by agreement."""
    for seats in (3, 4, 5):
        read_options(GAME, seats, {})
    for seats, option in ((2, "one"), (6, "five_or_more"), (8, "five_or_more")):
        with pytest.raises(BadOptions, match=f"players={option}"):
            read_options(GAME, seats, {})
        read_options(GAME, seats, {"players": option})


def test_alone_the_gm_plays_the_robot() -> None:
    """UT-R-01: with the 10 Tokens, 14 Crime points, and the fragments of failed tests."""
    game = Seated("gm", "solo", players="one")
    game.until("free_play")
    assert (game.name(game.robot("solo").player), game.robot("solo").tokens) == ("gm", 10)
    assert game.case.crime_points == 14


def test_options_stay_as_agreed() -> None:
    """UT-SETUP-06: every option has a default and a sentence."""
    assert set(GAME.option_words) == set(GAME.options.__struct_fields__)


def test_equipment_has_no_numbers() -> None:
    """UT-SETUP-05: zapgun, videophone, suit and badge are told, and change nothing."""
    game = three()
    game.until("detective")
    told = " ".join(game.story())
    assert all(thing in told for thing in ("zapgun", "videophone", "suit", "badge"))


def test_the_die_and_its_questions() -> None:
    """UT-SETUP-04: 1 Who to 6 How."""
    for face, question in enumerate(QUESTIONS, 1):
        game = three()
        game.until("turn_choice")
        game.faces = [face]
        game.until("free_play")
        assert game.scene.question == question


# -- detectives


def own(game: Seated, name: str, **answers: Any) -> None:
    """Make a detective by hand."""
    given = {
        "detective": "own",
        "persona": {"persona": "tester", "identity": "Tess"},
        "muse": "Thalia",
        "core": 3,
        "attributes": {"Tenacity": 2, "Stability": 2, "Prowess": 2, "Aptitude": 1},
        "free_talents": {},
        "talents": {"Forensics": 3, "Fisticuffs": 3, "Intuition": 1},
        **answers,
    }
    for prompt, value in given.items():
        if prompt in game.asked(name):
            game.say(name, value, prompt)


def test_a_detective_made_by_hand() -> None:
    """UT-CHAR-01..09: persona, name, Muse, Core, attributes, talents, pools."""
    game = three()
    game.until("detective")
    own(game, "jake")
    jake = game.detective("jake")
    assert (jake.persona, jake.identity, jake.muse, jake.core) == ("tester", "Tess", "Thalia", 3)
    assert (jake.flaw, jake.fear, jake.cinema) == (1, 1, 3)
    assert sum(jake.attributes.values()) == 7
    assert sum(jake.talents.values()) == 10
    assert all(jake.talents[talent] == 1 for talent in FREE_TALENTS)


def test_the_muses_are_six_and_may_be_shared() -> None:
    """UT-CHAR-03."""
    game = three()
    game.until("detective")
    for name in ("jake", "dave"):
        game.say(name, "own", "detective")
        game.say(name, {"persona": name, "identity": name}, "persona")
        assert [option.key for option in game.prompt(name, "muse").options] == list(MUSES)
        game.say(name, "Clio", "muse")
    assert game.detective("jake").muse == game.detective("dave").muse


def test_core_above_3_costs_flaw_or_fear() -> None:
    """UT-CHAR-04, -06."""
    game = three()
    game.until("detective")
    own(game, "jake", core=5)
    assert "flaw_fear" in game.asked("jake")
    game.refused("jake", {"Flaw": 1, "Fear": 0}, "flaw_fear")
    game.say("jake", {"Flaw": 2, "Fear": 0}, "flaw_fear")
    assert (game.detective("jake").flaw, game.detective("jake").fear) == (3, 1)


def test_attributes_share_exactly_7_points() -> None:
    """UT-CHAR-05."""
    game = three()
    game.until("detective")
    game.say("jake", "own", "detective")
    game.say("jake", {"persona": "x", "identity": "y"}, "persona")
    game.say("jake", "Erato", "muse")
    game.say("jake", 3, "core")
    game.refused("jake", {"Tenacity": 4, "Stability": 3, "Prowess": 0, "Aptitude": 0}, "attributes")
    game.refused("jake", {"Tenacity": 3, "Stability": 3, "Prowess": 0, "Aptitude": 0}, "attributes")
    game.say("jake", {"Tenacity": 3, "Stability": 3, "Prowess": 1, "Aptitude": 0}, "attributes")
    assert game.asked("jake")[0] == "free_talents"


def to_talents(game: Seated, name: str) -> None:
    game.until("detective")
    game.say(name, "own", "detective")
    game.say(name, {"persona": "x", "identity": "y"}, "persona")
    game.say(name, "Erato", "muse")
    game.say(name, 3, "core")
    game.say(name, {"Tenacity": 3, "Stability": 3, "Prowess": 1, "Aptitude": 0}, "attributes")


def test_free_talents_rise_to_3_at_most() -> None:
    """UT-CHAR-07, -08, UT-R-04: 7 points, all of them placed."""
    game = three()
    to_talents(game, "jake")
    game.refused("jake", {"Zapgun": 3}, "free_talents")
    game.say("jake", {"Zapgun": 2}, "free_talents")
    game.refused("jake", {"Forensics": 3}, "talents")
    game.say("jake", {"Forensics": 3, "Intuition": 2}, "talents")
    assert game.detective("jake").talents == {
        "Utopolis Knowledge": 1,
        "Investigation": 1,
        "Zapgun": 3,
        "Forensics": 3,
        "Intuition": 2,
    }


def test_an_invented_talent_needs_the_gm() -> None:
    """UT-GM-06, UT-CHAR-08."""
    game = three()
    to_talents(game, "jake")
    game.say("jake", {"invented": ["Yodelling", "Sleepwalking"]}, "free_talents")
    name = f"approve_talents_{game.seat_of['jake']}"
    game.say("ryan", ["Yodelling"], name)
    offered = [slot.key for slot in game.prompt("jake", "talents").slots]
    assert "Yodelling" in offered
    assert "Sleepwalking" not in offered
    assert set(TALENTS) - set(FREE_TALENTS) <= set(offered)


def test_the_books_detective_is_legal() -> None:
    """UT-CHAR-03..08, EX-01, EX-02: Donald Krake."""
    krake = QUICK_STARTS["krake"]
    assert (krake.identity, krake.core, krake.flaw, krake.fear) == ("Donald Krake", 4, 2, 1)
    assert krake.attributes == {"Tenacity": 1, "Stability": 3, "Prowess": 0, "Aptitude": 3}
    assert sum(krake.talents.values()) == 10


@pytest.mark.parametrize("key", QUICK_STARTS)
def test_quick_start_detectives_are_legal(key: str) -> None:
    """UT-CHAR-03..08, -11, UT-ADV-02: the numbers add up, neither base is below 2, 4 advances to release."""
    made = QUICK_STARTS[key]
    assert made.muse in MUSES
    assert 3 <= made.core <= 5
    assert made.flaw + made.fear - 2 == made.core - 3
    assert min(made.flaw, made.fear) >= 1
    assert sum(made.attributes.values()) == 7
    assert all(0 <= level <= 3 for level in made.attributes.values())
    assert sum(made.talents.values()) == 10
    assert all(1 <= level <= 3 for level in made.talents.values())
    assert set(FREE_TALENTS) <= set(made.talents) <= set(TALENTS)
    assert made.core + made.attributes["Tenacity"] - made.flaw >= 2
    assert made.core + made.attributes["Stability"] - made.fear >= 2
    assert (5 - made.core) + made.flaw + made.fear == 4


def test_a_file_says_who_has_taken_it() -> None:
    """UT-CHAR-01: at once, and to those who are still choosing too; and whoever takes it all the same."""
    game = Seated("ryan", "dave", "jake")
    game.until("detective")
    assert file_note(game, "jake", "okoro").startswith("gentle coroner")
    game.say("dave", "okoro", "detective")
    assert file_note(game, "jake", "okoro").startswith("taken: dave has this one")
    assert game.prompt("jake", "detective").options[-1].key == "okoro"
    game.say("jake", "okoro", "detective")
    assert "So has dave: give yours another name" in game.prompt("jake", "rename").text


def test_a_file_with_another_name_is_free_again() -> None:
    """UT-CHAR-01."""
    game = Seated("ryan", "dave", "jake")
    game.until("detective")
    game.say("dave", "okoro", "detective")
    game.say("dave", {"identity": "Sam Snow"}, "rename")
    assert file_note(game, "jake", "okoro").startswith("gentle coroner")


def file_note(game: Seated, name: str, key: str) -> str:
    notes: dict[str, str] = {option.key: option.note for option in game.prompt(name, "detective").options}
    return notes[key]


def test_remarks_and_a_private_notebook() -> None:
    """UT-CHAR-10, UT-R-63: remarks are public; what is kept private only its owner sees."""
    game = trail()
    game.act("jake", "remark", text="The clock again")
    game.act("jake", "jot", text="It was Dave")
    game.act("ryan", "jot", text="It was nobody")
    assert game.detective("jake").remarks == ("The clock again",)
    own_note = f"notebook/{game.seat_of['jake']}"
    assert game.seen("jake")[own_note]["notes"] == ["It was Dave"]
    assert all("notes" not in game.seen(other)[own_note] for other in ("dave", "ryan", None))


def test_what_attributes_mean() -> None:
    """UT-CHAR-12: Tenacity holds off the Flaw, Stability the Fear; the others do not."""
    game = trail()
    before = dict(game.detective("jake").resistance)
    game.lay("jake", attributes={"Tenacity": 2, "Stability": 3, "Prowess": 3, "Aptitude": 0})
    after = game.detective("jake").resistance
    assert (after["Flaw"] - before["Flaw"], after["Fear"] - before["Fear"]) == (1, 0)


def test_the_past_is_not_written_down_at_creation() -> None:
    """UT-CHAR-13: a Muse, and no crime; fragments come later and are asked to fit it."""
    game = trail()
    assert game.detective("jake").fragments == ()
    assert game.detective("jake").muse == "Erato"
