"""The sensible bots: whole cases without help, in every role, within the table's limits."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from typing import Any

import pytest

from mneme.bots import Bot
from mneme.bots.random_legal import RandomLegal
from mneme.bots.runner import HEARD, run
from mneme.engine.entries import Answer
from mneme.engine.log import Sitting
from mneme.engine.projection import view
from mneme.games.utopolis import GAME
from mneme.games.utopolis.bots import Sensible, sit
from mneme.games.utopolis.bots.seen import MANNERS
from mneme.games.utopolis.bots.speech import PLAIN, crime_words, material, parts_of, pattern_mark
from mneme.games.utopolis.content import CRIMES
from mneme.games.utopolis.nouns import QUESTIONS, TALENTS, Suspect
from tests.games.utopolis.campaign import campaign
from tests.games.utopolis.kit import Seated, three, trail

NAMES = ("Ada", "Ben", "Cyd", "Dov", "Eve")
MOST = 4_000


def laid(seats: int, seed: str) -> Sitting:
    return Sitting.lay(GAME, NAMES[:seats], {}, seed)


def play(sitting: Sitting, bots: Mapping[str, Bot]) -> Sitting:
    """Let bots answer in turn until the game is over."""
    for _ in range(MOST):
        if sitting.over:
            return sitting
        for seat, bot in bots.items():
            move = bot.answer(view(sitting, seat))
            if move is not None:
                sitting.answer(seat, *move)
                GAME.check(sitting.table)
                break
        else:
            raise AssertionError("nobody has anything to say")
    raise AssertionError("the game does not end")


def sensible(sitting: Sitting, seed: int) -> dict[str, Bot]:
    return {seat: sit(seat, random.Random(f"{seed}{seat}")) for seat in sitting.table.seats}


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("seed", range(2))
def test_bots_play_a_whole_case(seats: int, seed: int) -> None:
    sitting = play(sitting := laid(seats, str(seed)), sensible(sitting, seed))
    (case,) = sitting.table.result["cases"].values()
    assert case in {"closed", "discontinued", "escaped"}


def test_most_cases_close() -> None:
    """They collect evidence before they arrest."""
    closed = 0
    for seed in range(5):
        sitting = laid(4, f"closing {seed}")
        closed += list(play(sitting, sensible(sitting, seed)).table.result["cases"].values()) == ["closed"]
    assert closed >= 3


@pytest.mark.parametrize("place", [0, 1])
def test_bots_get_along_with_anybody(place: int) -> None:
    """A stranger as GM, or as a detective among them."""
    sitting = laid(3, "stranger")
    bots = sensible(sitting, 1)
    bots[sitting.table.seats[place]] = RandomLegal(random.Random(3), optional=0.0)
    play(sitting, bots)


def test_a_bot_sees_only_its_seat_and_thinks_the_same_twice() -> None:
    sitting = laid(3, "twice")
    seat = sitting.table.seats[0]
    bot = sit(seat, random.Random(5))
    assert bot.answer(view(sitting, seat)) == bot.answer(view(sitting, seat)) is not None


def test_lines_are_never_crossed() -> None:
    """What a table rules out is not said, wherever it came from."""
    sitting = laid(3, "limits")
    bots = {seat: sit(seat, random.Random(seat), avoid=("glove", "clock")) for seat in sitting.table.seats}
    for bot in bots.values():
        bot.avoid(["song"])
    told = [line.text.lower() for line in play(sitting, bots).table.lines if line.by]
    assert told
    assert not [text for text in told if any(word in text for word in ("glove", "clock", "song"))]


def said(sitting: Sitting) -> list[str]:
    """What people would have said."""
    return [line.text for line in sitting.table.lines if line.by and line.kind in SPOKEN]


SPOKEN = {"vision", "frame", "intent", "initiation", "narration", "clue", "trigger", "fragment", "argument", "spend"}


def test_bots_never_say_the_same_twice() -> None:
    """Not in a game, and hardly ever in two games in a row."""
    first = play(one := laid(4, "once"), sensible(one, 1))
    second = play(two := laid(4, "again"), sensible(two, 2))
    told = [[text for text in said(game) if not text.endswith(ALWAYS)] for game in (first, second)]
    assert all(len(set(texts)) == len(texts) > 40 for texts in told)
    assert len(set(told[0]) & set(told[1])) <= len(told[0] + told[1]) // 20


ALWAYS = (" for 1 Token.", " follows the scene.")  # what the table says of a spend where nobody adds a word


def test_in_a_long_game_bots_still_think_of_something_new() -> None:
    """A host shows them the newest lines alone; they remember the rest, and do not fall into a rut."""
    sitting = laid(4, "a long game")
    run(sitting, campaign(sitting, random.Random(2)), random.Random(2))
    assert len(sitting.table.lines) > 2 * HEARD
    spoken = [text for text in said(sitting) if not text.endswith((" for 1 Token.", " follows the scene."))]
    assert len(set(spoken)) == len(spoken) > 100
    later = list(sitting.entries)[len(sitting.entries) // 2 :]
    assert {"robot", "file", "beside_initiation"} <= {entry.name for entry in later if isinstance(entry, Answer)}


def test_a_rich_detective_helps_from_the_start() -> None:
    """UT-DRAW-05: Cinema beside the beginning, if there is plenty of it."""
    for cinema, spends in ((9, True), (3, False)):
        game = trail()
        game.lay("jake", cinema=cinema)
        game.to_intents()
        game.until("initiation")
        seat = game.seat_of["jake"]
        moves = [Sensible(seat, "loyal", salt).answer(view(game.sitting, seat)) for salt in range(30)]
        assert any(move is not None and move[0] == "beside_initiation" for move in moves) is spends


def test_a_gm_says_for_whom_it_looks_bad() -> None:
    """UT-INV-07: once two pieces of evidence speak of somebody."""
    for pieces, marks in ((2, True), (1, False)):
        game = trail()
        game.case.suspects = (Suspect("Chester Vane"),)
        game.evidence(*("Who", "Why")[:pieces])
        for item in game.items():
            item.concerns = "Chester Vane"
        seat = game.seat_of["ryan"]
        moves = [Sensible(seat, "loyal", salt).answer(view(game.sitting, seat)) for salt in range(30)]
        marked = [move[1] for move in moves if move is not None and move[0] == "file"]
        assert bool(marked) is marks
        assert all((wire["name"], wire["standing"]) == ("Chester Vane", "implicated") for wire in marked)


def test_bots_take_different_files_from_the_drawer() -> None:
    sitting = laid(5, "drawer")
    play(sitting, sensible(sitting, 4))
    names = [sitting.table.nouns[f"detective/{seat}"].identity for seat in "bcde"]  # type: ignore[attr-defined]
    assert len(set(names)) == 4


def test_bots_do_what_nobody_asked_for() -> None:
    """Facts, remarks, joining, and robots by their manner: now and then, over a few games."""
    kinds: set[str] = set()
    for seed in range(4):
        sitting = laid(4, f"unasked {seed}")
        bots = {seat: Sensible(seat, manner, seed) for seat, manner in zip("abcd", ("curious", *MANNERS), strict=True)}
        lines = play(sitting, bots).table.lines
        kinds |= {line.kind for line in lines}
        kinds |= {(line.facts or {}).get("spend", "") for line in lines}
    assert {"fact about Utopolis", "remark", "joining", "help", "complicate", "help_partner", "hinder_partner"} <= kinds


@pytest.mark.parametrize(("first", "then"), [("help", "hinder"), ("hinder", "help")])
def test_a_robot_does_not_help_and_hinder_in_the_same_scene(first: str, then: str) -> None:
    def moves() -> set[str]:
        bots = [Sensible(seat, manner, salt) for manner in ("curious", "meddling") for salt in range(120)]
        answers = [bot.answer(view(game.sitting, seat)) for bot in bots]
        return {answer[1]["act"].partition("_")[0] for answer in answers if answer is not None}

    game = trail()
    game.to_adjustment()
    seat, partner = game.seat_of["dave"], game.seat_of["jake"]
    assert {first, then} <= moves()
    game.say("dave", {"act": f"{first}_{partner}", "text": "Click."})
    assert first in moves()
    assert then not in moves()


def test_only_a_meddling_robot_turns_against_its_partner() -> None:
    """UT-TOK-05: and not often."""
    game = trail()
    game.to_adjustment()
    seat, turn = game.seat_of["dave"], f"intervene_{game.seat_of['jake']}"
    for manner in MANNERS:
        moves = [Sensible(seat, manner, salt).answer(view(game.sitting, seat)) for salt in range(120)]
        turned = sum(move is not None and move[1]["act"] == turn for move in moves)
        assert 0 < turned < 30 if manner == "meddling" else turned == 0


def test_whether_to_go_on_is_for_people_to_say() -> None:
    """Bots do not mind: one voice among them decides, and without any they stop after a case."""
    sitting = laid(3, "two cases")
    bots = sensible(sitting, 5)
    while "next_investigation" not in [shown.prompt.name for shown in view(sitting, "b").prompts]:
        for seat, bot in bots.items():
            move = bot.answer(view(sitting, seat))
            if move is not None:
                sitting.answer(seat, *move)
                break
    sitting.answer("b", "next_investigation", {"say": "go_on"})
    play(sitting, bots)
    assert list(sitting.table.result["cases"]) == ["1", "2"]


def test_a_bot_knows_when_a_last_chance_is_worth_a_test() -> None:
    """Ledger 9: it draws again against a hand that can be beaten, and not when the test could be its last."""
    for flaw, act in ((1, "redraw"), (4, "pass")):
        game = trail()
        game.lay("jake", flaw=flaw, fear=flaw)
        game.to_adjustment(jake="2S 5D 7H 9C JD KS AH 3H 4C", gm="8S 8D 6C")
        game.until("last_chance")
        seat = game.seat_of["jake"]
        bot = Sensible(seat, "loyal", 3)
        assert bot.answer(view(game.sitting, seat)) == ("last_chance", {"act": act})


def test_a_bot_buys_the_card_that_helps_most() -> None:
    """Ledger 9, gain_help and gain_complicate: while it matters, and not when the hand is safe."""
    for hand, bought in (("2S 5D 7H 9C JD KS AH 3H 8C", True), ("AS AH AD AC KS KH KD QS 2C", False)):
        game = trail()
        game.lay("jake", cinema=6)
        game.to_adjustment(jake=hand, gm="8S 8D 6C TS TH 4D 3S")
        seat = game.seat_of["jake"]
        move = Sensible(seat, "loyal", 3).answer(view(game.sitting, seat))
        assert move is not None
        assert (move[1]["act"] in {"help", "complicate"}) is bought


def test_there_are_three_manners() -> None:
    manners = {sit("a", random.Random(number)).manner for number in range(30)}
    assert manners == set(MANNERS)


def test_a_loyal_robot_helps_and_a_meddling_one_hinders() -> None:
    for manner, told in (("loyal", " helps "), ("meddling", " gets in the way ")):
        sitting = laid(4, "manners")
        bots = {seat: Sensible(seat, manner, 7) for seat in sitting.table.seats}
        lines = [line.text for line in play(sitting, bots).table.lines if line.kind == "spend"]
        assert any(told in text for text in lines)


def moves_of(game: Seated, name: str, salts: int = 30) -> list[tuple[str, Any]]:
    """What bots of many minds would do in this chair."""
    seat = game.seat_of[name]
    moves = [Sensible(seat, "loyal", salt).answer(view(game.sitting, seat)) for salt in range(salts)]
    return [move for move in moves if move is not None]


def test_an_argument_brings_nothing_new() -> None:
    """UT-ARR-06: what is in the file for this prong, or that it is silent."""
    game = trail()
    game.evidence("What", "Why")
    game.arrest()
    game.until("argument")
    said = [move[1] for move in moves_of(game, game.until("argument"))]
    assert said
    assert all("“Proof: What" in text for text in said)
    game.say(game.until("argument"), "", "argument")
    game.say(game.until("argument"), "", "argument")
    silent = [move[1] for move in moves_of(game, game.until("argument"))]
    assert all("opportunity" in text and "“" not in text for text in silent)


@pytest.mark.parametrize("question", QUESTIONS)
def test_evidence_against_the_suspect_speaks_of_the_suspect(question: str) -> None:
    """UT-CLUE-02: and where it does not, it is filed against nobody."""
    for suspects in ((Suspect("Chester Vane, of the kitchen show"),), ()):
        game = trail(question)
        game.case.suspects = suspects
        game.to_adjustment(jake="AS AH AD AC", gm="2S 5D")
        game.until("narration")
        told = [move[1] for move in moves_of(game, "jake") if move[1]["act"] == "narrate_success"]
        assert bool(told) is bool(suspects)  # without a suspect, one is named first
        assert all(wire["evidence"] == "evidence" for wire in told)
        assert all(wire["concerns"] == "Chester Vane, of the kitchen show" for wire in told)
        assert all("Chester Vane" in wire["clue"] and "kitchen show" not in wire["clue"] for wire in told)


def test_an_old_clue_in_a_new_light_is_tied_to_the_suspect() -> None:
    """UT-CLUE-02, -04."""
    game = trail("Who")
    game.case.suspects = (Suspect("Chester Vane"),)
    game.evidence("Who", "What", "When", "Where")
    game.to_adjustment(jake="AS AH AD AC", gm="2S 5D")
    game.until("narration")
    light = [move[1] for move in moves_of(game, "jake")]
    assert {(wire["act"], wire["concerns"]) for wire in light} == {("re_explain", "Chester Vane")}
    assert all("Chester Vane" in wire["text"] for wire in light)


def test_a_gm_names_no_suspect_beside_the_question_for_one() -> None:
    """UT-INV-07: while it is asked, it is answered."""
    game = three()
    for asked in ("starting_clues", "initial_suspect"):
        game.until(asked)
        assert {name for name, _ in moves_of(game, "ryan", 120)} == {asked}


def test_two_open_questions_are_worth_another_roll() -> None:
    """UT-CIN-01: and a single one is not."""
    for missing, answer in ((2, "reroll"), (1, "keep")):
        game = three()
        game.until("turn_choice")
        game.evidence(*QUESTIONS[missing:])
        game.say("jake", "trail", "turn_choice")
        game.die(QUESTIONS[-1])
        game.until("reroll_die")
        assert {move[1] for move in moves_of(game, "jake") if move[0] == "reroll_die"} == {answer}


def test_nobody_asks_to_join_when_the_cards_are_on_the_table() -> None:
    """UT-SCENE-07: before the intents are settled there is somebody to answer."""
    game = trail()
    game.lay("dave", cinema=9)
    game.to_intents()
    assert "join" in {name for name, _ in moves_of(game, "dave", 120)}
    game.to_adjustment()
    assert "join" not in {name for name, _ in moves_of(game, "dave", 120)}


def test_a_scene_holds_together() -> None:
    """Bots speak of who and what is there already, by a short name."""
    game = trail()
    game.scene.framed = "It is noon exactly at the automat on Level 9. A man who sells tomorrow's newspaper waits."
    game.to_intents()
    wants = [move[1]["text"] for move in moves_of(game, "jake") if move[0] == "intents"]
    assert all("the man" in text or "the automat" in text or "Search" in text for text in wants)
    assert not any("Level 9" in text or "newspaper" in text for text in wants)


def test_an_arrest_is_told_as_one() -> None:
    """UT-ARR-03: whoever tells it speaks of the suspect."""
    game = trail()
    game.arrest("Chester Vane, of the kitchen show")
    game.until("intents")
    game.to_adjustment(jake="AS AH AD AC", dave="KS KH", gm="2S 5D")
    game.until("narration")
    told = [move[1]["text"] for move in moves_of(game, "jake") if move[1]["act"] == "narrate_success"]
    assert all("Chester Vane" in text for text in told)


def test_bots_have_words_for_every_crime() -> None:
    """Whom it happened to, where, what it is called, what it was done with, and what was found there."""
    assert set(crime_words()) == {crime.text for crime in CRIMES.values()}
    for facts in crime_words().values():
        assert list(facts) == ["whom", "scene", "deed", "tool", "trace"]


def test_every_list_says_something_at_any_table() -> None:
    """A crime that somebody made up, in a scene told in their own words, leaves bots few facts."""
    for about, patterns in material()["say"].items():
        talent = about.removeprefix("beginnings.")
        needed = [set(re.findall(r"\{(\w+)\}", pattern)) for pattern in patterns]
        always = PLAIN | ({"proof", "prong"} if about.startswith("argument") else set())
        assert talent in TALENTS or any(facts <= always for facts in needed), about


def test_a_gm_speaks_of_this_crime() -> None:
    """UT-GM-02: where it happened and what was found there, from the first frame on."""
    game = three()
    game.until("frame_scene")
    crime = CRIMES["polyhymnia-7"]
    game.case.crime = crime.text
    facts = crime_words()[crime.text]
    frames = [move[1]["text"] for move in moves_of(game, "ryan") if move[0] == "frame_scene"]
    assert frames
    assert all(facts["scene"] in text.lower() or facts["deed"] in text for text in frames)


def test_a_scene_is_set_where_the_clue_leads() -> None:
    """UT-SCENE-05: its place, its person and its thing."""
    game = three()
    game.until("turn_choice")
    (first, *_) = game.items()
    first.text = "A brass thimble stays behind, with the address of the telephone exchange on it."
    game.say("jake", "trail", "turn_choice")
    game.say("jake", first.noun_key, "pursue_clue")
    game.until("frame_scene")
    frames = [move[1]["text"] for move in moves_of(game, "ryan") if move[0] == "frame_scene"]
    assert frames
    assert all("elephone exchange" in text for text in frames)


def test_a_new_problem_may_have_moved_the_scene() -> None:
    """UT-NARR-05: a bot does not lead everybody back to where it began."""
    for problem, place in (("She is on the roof with the crane's hook.", False), ("", True)):
        game = trail()
        game.scene.framed = "It is noon exactly at the automat on Level 9. A night nurse waits."
        game.scene.problem = problem
        game.to_intents()
        wants = [move[1]["text"] for move in moves_of(game, "jake", 60) if move[0] == "intents"]
        assert any("the automat" in text for text in wants) is place


def test_a_memory_is_of_the_trigger_and_the_muse() -> None:
    """UT-TEST-11."""
    game = trail(fragment_rotation="players")
    game.scene.triggers = (game.seat_of["jake"],)
    game.act("ryan", "end_scene")
    game.until("trigger")
    game.say("jake", "Here, of all places, burnt sugar.", "trigger")
    game.until("test_cinema")
    game.lay_hands(jake="2S", gm="AS AH AD")
    teller = game.until("test_narration")
    told = [move[1] for move in moves_of(game, teller) if move[0] == "test_narration"]
    scraps = material()["parts"][game.detective("jake").muse.lower()]
    assert all(any(scrap in text for scrap in scraps) for text in told)
    assert any("“Burnt sugar.”" in text for text in told)


def test_a_robot_seldom_takes_the_telling_and_never_that_of_a_test() -> None:
    """UT-TOK-04, UT-R-57: it is the partner's own moment."""
    game = trail()
    game.to_adjustment(jake="AS AH AD AC", gm="2S 5D")
    game.until("seize_success")
    seat = game.seat_of["dave"]
    for manner in MANNERS:
        moves = [Sensible(seat, manner, salt).answer(view(game.sitting, seat)) for salt in range(200)]
        assert sum(move == ("seize_success", "yes") for move in moves) < 30
    game = trail()
    game.scene.triggers = (game.seat_of["jake"],)
    game.act("ryan", "end_scene")
    game.until("test_cinema")
    game.lay_hands(jake="AS AH AD", gm="2S")
    game.until("seize_success")
    for manner in MANNERS:
        moves = [Sensible(seat, manner, salt).answer(view(game.sitting, seat)) for salt in range(200)]
        assert ("seize_success", "yes") not in moves


def test_patterns_are_used_in_turn() -> None:
    """What was heard least is said next; each pattern has words that tell it from the others of its list."""
    for about, patterns in material()["say"].items():
        marks = [pattern_mark(pattern) for pattern in patterns]
        if about != "citizens":  # a name is new whatever the pattern
            assert all(len(known_by) >= 7 for known_by in marks), about
            assert len(set(marks)) == len(marks), about


def test_patterns_name_parts_and_facts_that_exist() -> None:
    facts = {"me", "robot", "partner", "played", "suspect", "here", "who", "what", "place", "person", "thing"}
    facts |= {"whom", "scene", "deed", "tool", "trace", "cplace", "cperson", "cthing", "stir", "proof", "prong"}
    for patterns in material()["say"].values():
        for pattern in patterns:
            assert parts_of(pattern) <= material()["parts"].keys(), pattern
            assert set(re.findall(r"\{(\w+)\}", pattern)) <= facts, pattern
