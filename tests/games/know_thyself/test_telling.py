"""Who tells what, Memories, and Edges that change. (Ledger 2.11, 2.12, KT-EDGE-08)"""

from __future__ import annotations

import re
from typing import Any

import pytest

from mneme.games.know_thyself.content import ideas
from tests.games.know_thyself.kit import Seated


def compared(*cards: str, **options: Any) -> Seated:
    """Ada has played these cards against Neil and is about to choose what she tells."""
    game = Seated("mia", "ada", **options).wake()
    game.begin("ada", stake=4, cards=cards)
    for _ in cards[2:]:
        game.until("keep")
        game.say("ada", "discard")
    game.until("narration")
    return game


@pytest.mark.parametrize(
    ("choice", "players", "masters"), [("outcome", "outcome", "memory"), ("memory", "memory", "outcome")]
)
def test_the_player_keeps_one_and_tells_it_first(choice: str, players: str, masters: str) -> None:
    """KT-NARR-01, -02, example EX-07: win or lose there are both; the player always goes first."""
    for cards in (("8D", "2S"), ("3D", "9S")):
        game = compared(*cards)
        game.say("ada", choice)
        assert game.asked("ada")[0] == players
        assert game.asked("mia") == ["desk"]
        game.say("ada", "I stole it from my father.")
        assert game.asked("mia")[0] == masters


# KT-NARR-03..06: cards, and what the player and the Master are told to do.
DUTIES = [
    (("8D", "2S"), "get all you wanted", "Make it grand"),
    (("2D", "8D", "2S"), "give something up", "what it costs"),
    (("2D", "3D", "8D", "2S"), "a small part", "something was achieved"),
    (("3D", "9S"), "do not soften", "Be unsparing, but let them live"),
]


@pytest.mark.parametrize(("cards", "player", "master"), DUTIES)
def test_what_each_result_asks_of_the_teller(cards: tuple[str, ...], player: str, master: str) -> None:
    """KT-NARR-03..06: by degree, for the player and for the Master."""
    game = compared(*cards)
    game.say("ada", "outcome")
    assert player in game.prompt("ada").text
    game = compared(*cards)
    game.say("ada", "memory")
    game.say("ada", "A line.")
    assert master in game.prompt("mia").text
    if "unsparing" in master:
        assert "ask the others" in game.prompt("mia").text


def test_the_master_may_twist_a_memory() -> None:
    """KT-NARR-07, example EX-06: the same inputs as the player has."""
    game = compared("8S", "2D", true_names=[("KD", "5C")])
    game.say("ada", "outcome")
    game.say("ada", "")
    asked = game.prompt("mia")
    assert "Guilt" in asked.text
    assert all(part in asked.note for part in ("rusty longsword", "Necessary Deceit", "Twist"))


def test_anyone_may_make_suggestions() -> None:
    """KT-NARR-08: at any time, also while the Master is telling."""
    game = compared("3D", "9S")
    game.act("ada", "suggest", text="What about the chandelier?")
    assert "What about the chandelier?" in game.story("mia")


# -- Memories


@pytest.mark.parametrize("cards", [("8D", "2S"), ("3D", "9S")])
def test_every_settled_wager_brings_one_memory(cards: tuple[str, ...]) -> None:
    """KT-MEM-01, example EX-08: win or lose, whoever tells it."""
    for choice, narrator in (("outcome", "mia"), ("memory", "ada")):
        game = compared(*cards)
        game.say("ada", choice)
        game.until("explore")
        (memory,) = game.memories("ada")
        assert memory.narrator == game.seat_of[narrator]
        assert not memory.invoked


# KT-MEM-02: the suit of the player's last card.
TYPES = {"D": "Triumph", "H": "Goal", "C": "Defeat", "S": "Guilt"}


@pytest.mark.parametrize("suit", TYPES)
def test_type_by_own_card_and_attachment_by_the_masters(suit: str) -> None:
    """KT-MEM-02, -03, KT-AMB-01: and the other way round with suit_map A."""
    for option, kind, box in (("B", suit, "H"), ("A", "H", suit)):
        game = compared(f"8{suit}", "2H", suit_map=option)
        assert game.wager.due == {game.seat_of["ada"]: {"type": TYPES[kind], "suit": box}}
        assert TYPES[kind] in game.prompt("ada").options[1].note
        game.until("explore")
        (memory,) = game.memories("ada")
        assert (memory.type, memory.suit) == (TYPES[kind], box)


def test_a_memory_is_coloured_by_the_room() -> None:
    """KT-MEM-04, KT-NAME-04, example EX-07: Sorrowful Kinship."""
    game = compared("8S", "2D", true_names=[("7H", "KC")])
    game.until("explore")
    (memory,) = game.memories("ada")
    assert (memory.true_name, memory.room) == ("Sorrowful Kinship", "guest_suite")


def test_a_memory_is_a_line_that_must_be_written() -> None:
    """KT-MEM-05: it cannot be left out, and stands in its Attachment's box."""
    game = compared("8S", "2D")
    game.say("ada", "memory")
    game.refused("ada", "")
    game.say("ada", "I stole it from my father.")
    assert game.table.on_box(game.seat_of["ada"], "D")[0].text == "I stole it from my father."


def test_what_is_there_already_is_shown_to_the_teller() -> None:
    """KT-MEM-06: with what an Invoke has added."""
    game = Seated("mia", "ada").wake()
    game.remember("ada", "D")
    game.memories("ada")[0].added = "It was raining."
    game.begin("ada", cards=["8S", "2D"])
    game.until("narration")
    game.say("ada", "memory")
    assert "D 0 It was raining." in game.prompt("ada").note


def flagged() -> Seated:
    game = Seated("mia", "ada", "ben").wake()
    game.begin("ada", cards=["8S", "2D"])
    game.until("contradictions")
    key = game.memories("ada")[-1].noun_key
    game.act("ben", "flag", memory=key, why="You said you had no father.")
    return game


def test_a_contradiction_is_reworded() -> None:
    """KT-MEM-06, KT-AMB-35: anyone may flag, the narrator finds other words."""
    game = flagged()
    assert "flag" not in game.may("ben")
    game.say("mia", "reword")
    game.say("mia", "Somebody's father gave it to me.")
    assert game.memories("ada")[-1].text == "Somebody's father gave it to me."
    assert "let_stand" in game.may("mia")


@pytest.mark.parametrize(
    ("ada", "ben", "mia", "stands"),
    [
        ("stands", "stands", "reword", True),
        ("reword", "reword", "stands", False),
        ("stands", "reword", "reword", False),
    ],
)
def test_a_dispute_is_put_to_the_table(ada: str, ben: str, mia: str, stands: bool) -> None:
    """KT-AMB-35: the majority decides."""
    game = flagged()
    game.say("mia", "dispute")
    for name, vote in (("ada", ada), ("ben", ben), ("mia", mia)):
        game.say(name, vote)
    assert ("reword" in game.asked("mia")) is not stands


def test_the_master_breaks_a_tied_dispute() -> None:
    """KT-AMB-35."""
    for vote in ("stands", "reword"):
        game = Seated("mia", "ada").wake()
        game.begin("ada", cards=["8S", "2D"])
        game.until("narration")
        game.say("ada", "memory")
        game.until("contradictions")
        game.act("mia", "flag", memory=game.memories("ada")[-1].noun_key, why="No.")
        game.say("ada", "dispute")
        game.say("ada", "stands" if vote == "reword" else "reword")
        game.say("mia", vote)
        assert ("reword" in game.asked("ada")) is (vote == "reword")


def test_a_new_memory_is_free_from_the_next_wager_on() -> None:
    """KT-MEM-07."""
    game = Seated("mia", "ada").wake()
    game.settle("ada", cards=["8S", "2D"])
    game.begin("ada", cards=["3D", "9S"])
    game.until("invoke")
    assert game.choices("ada") == [game.memories("ada")[0].noun_key, "stand"]


def test_there_is_no_limit_on_a_box_but_the_end() -> None:
    """KT-MEM-08: eight on one box and the game goes on; the ninth ends it."""
    game = Seated("mia", "ada").wake()
    game.remember("ada", "D", 7)
    game.settle("ada", cards=["8S", "2D"])
    assert len(game.table.on_box(game.seat_of["ada"], "D")) == 8
    assert not game.table.course.triggers
    game.settle("ada", cards=["8S", "2D"])
    assert game.table.course.triggers == ("memories",)


def test_seventeen_memories_are_the_most() -> None:
    """KT-MEM-08: four on each, and any next one ends it."""
    game = Seated("mia", "ada").wake()
    for suit in "DHCS":
        game.remember("ada", suit, 4)
    game.settle("ada", cards=["8S", "2H"])
    assert len(game.memories("ada")) == 17
    assert game.table.course.triggers == ("memories",)


def test_the_guest_has_no_name_before_the_first_question() -> None:
    """KT-MEM-09, KT-AMB-20: nothing asks for it before."""
    game = compared("8S", "2D")
    game.until("explore")
    assert game.guest("ada").name == ""
    assert game.table.called(game.seat_of["ada"]) == "ada"


def test_a_stolen_attachment_still_takes_memories() -> None:
    """KT-AMB-23: where the thing is in the story changes nothing; every suit keeps its box."""
    game = Seated("mia", "ada").wake()
    game.edge("ada", "The amulet was stolen")
    game.settle("ada", cards=["8S", "2H"])
    assert game.memories("ada")[-1].suit == "H"


# -- Edges change


def test_whoever_told_the_outcome_may_change_one_edge() -> None:
    """KT-EDGE-08, -01: add one, drop one, or leave it."""
    for choice, teller in (("outcome", "ada"), ("memory", "mia")):
        game = compared("8S", "2D")
        game.say("ada", choice)
        assert game.until("edge_change") == teller
        game.say(teller, "add")
        game.say(teller, "A brutal reputation")
        assert game.guest("ada").edges == {"edge1": "A brutal reputation"}
        assert "edge_change" not in game.asked(teller)


def test_an_edge_may_be_dropped() -> None:
    """KT-EDGE-08: after payment, before the room does anything."""
    game = Seated("mia", "ada").wake()
    game.edge("ada", "Stab wound")
    game.begin("ada", cards=["8S", "2D"])
    game.until("edge_change")
    assert game.wager.paid
    assert game.choices("ada", "edge_change") == ["none", "add", "edge1"]
    game.say("ada", "edge1", "edge_change")
    assert game.guest("ada").edges == {}


def test_the_teller_reads_what_was_wanted() -> None:
    """KT-NARR-03..06: the want and what stood against it, beside the question."""
    game = compared("8D", "2S")
    game.say("ada", "outcome")
    assert game.prompt("ada").note == "You wanted: I want to get past.\nAgainst: No."
    game = compared("8D", "2S")
    game.say("ada", "memory")
    game.say("ada", "A line.")
    assert game.prompt("mia").note.splitlines()[1].startswith("ada wanted: ")


def test_the_next_question_says_who_has_won_what() -> None:
    """KT-CARD-05, KT-PAY-01, -02: to the player with the choice, and to the Master with what is left to tell."""
    game = compared("3D", "9S")
    assert game.prompt("ada").note == "You hold the 3 of Diamonds, the Master the 9 of Spades: you lose 4 Coins."
    game.say("ada", "outcome")
    game.say("ada", "I fall.")
    assert "ada holds the 3 of Diamonds, you the 9 of Spades: ada loses 4 Coins." in game.prompt("mia").note


@pytest.mark.parametrize(("cards", "degree"), [(("8D", "2S"), "full"), (("3D", "9S"), "failure")])
def test_ideas_are_for_this_degree_and_this_teller(cards: tuple[str, ...], degree: str) -> None:
    """KT-NARR-03..06: in the first person for a player, and of somebody else for the Master."""
    game = compared(*cards)
    game.say("ada", "outcome")
    assert game.prompt("ada").ideas == f"{degree}_own"
    game = compared(*cards)
    game.say("ada", "memory")
    game.say("ada", "A line.")
    assert game.prompt("mia").ideas == f"{degree}_told"
    assert not [idea for idea in ideas(f"{degree}_told") if re.search(r"\b(I|me|my)\b", idea)]


def test_the_master_breaks_a_tie_knowing_who_wanted_what() -> None:
    """KT-MULTI-08, KT-AMB-28: the votes are open by then, and so are the cards."""
    game = Seated("mia", "ada", "ben").wake()
    game.begin("ada", "ben", cards=["8D", "9C", "2S"])
    game.until("narration_vote")
    game.say("ada", "outcome", "narration_vote")
    game.say("ben", "memory", "narration_vote")
    votes, *cards = game.prompt("mia", "narration_tie").note.splitlines()
    assert votes == "ada would tell what happens. ben would tell what is remembered."
    assert len(cards) == 2


def test_what_may_be_objected_to_stands_beside_what_was_there() -> None:
    """KT-MEM-06."""
    game = Seated("mia", "ada", "ben").wake()
    game.remember("ada", "S")
    game.begin("ada", cards=["8D", "2S"])
    game.until("contradictions")
    assert game.prompt("ben", "contradictions").note == "ada: mia remembers a door\nBefore: S 0"


def test_the_master_has_nothing_to_say_against_own_memories() -> None:
    """KT-MEM-06: then the question is only whether to go on."""
    for choice, question in (("outcome", "The Memories are told."), ("memory", "Does a new Memory contradict")):
        game = compared("8D", "2S")
        game.say("ada", choice)
        game.until("contradictions")
        assert game.prompt("mia", "contradictions").text.startswith(question)


def test_memories_that_are_there_stand_a_line_each() -> None:
    game = Seated("mia", "ada").wake()
    game.remember("ada", "S", 2)
    game.begin("ada", cards=["8D", "2S"])
    game.until("narration")
    game.say("ada", "memory")
    assert game.prompt("ada").note.endswith("\nAlready there:\nS 0\nS 1")


def test_memories_on_other_things_stand_after_them() -> None:
    """KT-MEM-06: nothing may contradict them either."""
    game = Seated("mia", "ada").wake()
    game.remember("ada", "H")
    game.begin("ada", cards=["8D", "2S"])
    game.until("narration")
    game.say("ada", "memory")
    assert game.prompt("ada").note.endswith("\nOn other things:\nH 0")
