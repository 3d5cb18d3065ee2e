"""The named rulings of a Utopolis table. Defaults are the ledger's. (UT-SETUP-06, ledger 5)"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from mneme.engine.errors import BadOptions

FEWEST_SEATS, MOST_SEATS = 2, 8  # every chair, the GM's included


class Options(Struct, frozen=True, kw_only=True):
    """Every ruling a table may set."""

    players: Literal["two_to_four", "one", "five_or_more"] = "two_to_four"
    new_talent_from_zero: bool = True
    raises_per_scene: Literal["one_level_each", "one_raise"] = "one_level_each"
    intervene_until: Literal["reveal", "before_draw"] = "reveal"
    purchase_before_test: bool = True
    talents_per_conflict: Literal["one", "any"] = "one"
    spends_after_reveal: bool = False
    opening_clue_type: Literal["roll", "free"] = "roll"
    detective_tie: Literal["both_fail", "scene_player"] = "both_fail"
    joker_identity: Literal["engine_best", "owner_declares"] = "engine_best"
    joker_counts_for_damage: Literal["ranking_identity", "ignore"] = "ranking_identity"
    high_card_award: Literal[1, 0] = 1
    reexplain_cap: Literal["none", "one"] = "none"
    item_multi_type: bool = False
    arrest_vote: Literal["unanimous", "majority"] = "unanimous"
    tests_use_damage: bool = False
    robot_defeat_narrator: Literal["robot_player", "gm"] = "robot_player"
    arrest_escape_decider: Literal["narrator", "gm"] = "narrator"
    deck_empty: Literal["second_deck", "recycle", "stop"] = "second_deck"
    tests_per_scene: Literal["one", "per_trigger"] = "one"
    joker_colour: Literal["tested_player", "redraw"] = "tested_player"
    tokens_in_test: Literal["fact_and_seize", "none"] = "fact_and_seize"
    fragment_rotation: Literal["players", "players_and_gm"] = "players"
    consumed_tests: Literal["none", "continue"] = "none"
    rival_plays_robot: Literal["allowed", "no_hinder_or_intervene"] = "allowed"
    leaving: Literal["caretaker", "removed"] = "caretaker"


WORDS = {
    "players": "How many detectives sit down beside the GM: 2 to 4, a single one, or 5 and more.",
    "new_talent_from_zero": "Cinema can buy a talent the detective does not have yet.",
    "raises_per_scene": "After a scene each attribute may rise one level and talents freely, or only one thing rises.",
    "intervene_until": "A robot may turn against its partner until the reveal, or only before cards are drawn.",
    "purchase_before_test": "After a scene, scores are raised before the Flaw and Fear tests, or after them.",
    "talents_per_conflict": "How many talents count in a conflict: one, or any number that fit.",
    "spends_after_reveal": "Cinema and Tokens may still change hands of cards after the reveal.",
    "opening_clue_type": "The clue won in the opening scene is of a rolled type, or of any type its narrator likes.",
    "detective_tie": "When two detectives tie exactly, both fail, or the one whose scene it is wins.",
    "joker_identity": "Jokers stand for the best card by themselves, or their owner says what they are.",
    "joker_counts_for_damage": "A Joker counts as the Heart or Club it stands for, or not at all.",
    "high_card_award": "How much Cinema a success by high card alone is worth.",
    "reexplain_cap": "How many earlier clues one narration may cast in a new light: any number, or one.",
    "item_multi_type": "One piece of evidence may answer several of the six questions.",
    "arrest_vote": "An arrest needs every other detective's agreement, or more than half of all.",
    "tests_use_damage": "Damage counts in Flaw and Fear tests too, and is used up there.",
    "robot_defeat_narrator": "A detective's defeat by the robot partner is told by its player, or by the GM.",
    "arrest_escape_decider": "Whether a suspect gets away for good is up to whoever tells the failure, or to the GM.",
    "deck_empty": "When the cards run out: a second deck comes in, discards are shuffled, or drawing stops.",
    "tests_per_scene": "A detective takes one test after a scene at most, or one for each reason.",
    "joker_colour": "A Joker drawn for the kind of test lets its player choose, or is drawn again.",
    "tokens_in_test": "In a test the robot may state a fact and take over a good ending, or do nothing.",
    "fragment_rotation": "Memory fragments are told by the other players in turn, or by them and the GM.",
    "consumed_tests": "A consumed detective takes no more tests, or goes on taking them.",
    "rival_plays_robot": "Who opposes a detective may also use that detective's robot against them, or may not.",
    "leaving": "When a player leaves for good: a caretaker plays on, or the detective stays behind.",
}

VALUE_WORDS: dict[str, dict[str | int, str]] = {
    "players": {"two_to_four": "2 to 4 detectives", "one": "A single detective", "five_or_more": "5 and more"},
    "raises_per_scene": {"one_level_each": "Each attribute one level, talents freely", "one_raise": "One raise in all"},
    "intervene_until": {"reveal": "Until the reveal", "before_draw": "Only before cards are drawn"},
    "talents_per_conflict": {"one": "One", "any": "Any number that fit"},
    "opening_clue_type": {"roll": "As the die says", "free": "As its narrator likes"},
    "detective_tie": {"both_fail": "Both fail", "scene_player": "Whose scene it is wins"},
    "joker_identity": {"engine_best": "The best card, by themselves", "owner_declares": "What their owner says"},
    "joker_counts_for_damage": {"ranking_identity": "As the card it stands for", "ignore": "Not at all"},
    "high_card_award": {1: "1 Cinema", 0: "Nothing"},
    "reexplain_cap": {"none": "Any number", "one": "One"},
    "arrest_vote": {"unanimous": "Every other detective agrees", "majority": "More than half agree"},
    "robot_defeat_narrator": {"robot_player": "The robot's player", "gm": "The GM"},
    "arrest_escape_decider": {"narrator": "Whoever tells the failure", "gm": "The GM"},
    "deck_empty": {
        "second_deck": "A second deck comes in",
        "recycle": "The discards are shuffled",
        "stop": "Drawing stops",
    },
    "tests_per_scene": {"one": "One test at most", "per_trigger": "One for each reason"},
    "joker_colour": {"tested_player": "Its player chooses", "redraw": "It is drawn again"},
    "tokens_in_test": {"fact_and_seize": "State a fact, and take over a good ending", "none": "Nothing"},
    "fragment_rotation": {"players": "The other players", "players_and_gm": "The other players and the GM"},
    "consumed_tests": {"none": "No more tests", "continue": "Tests go on"},
    "rival_plays_robot": {"allowed": "They may use the robot", "no_hinder_or_intervene": "They may not"},
    "leaving": {"caretaker": "A caretaker plays on", "removed": "The detective stays behind"},
}

PRESETS: dict[str, dict[str, dict[str, Any]]] = {}

PLAYERS = {"one": range(1, 2), "two_to_four": range(2, 5), "five_or_more": range(5, MOST_SEATS)}


def check_options(options: Options, seats: int) -> None:
    """The number of chairs must fit the number of players agreed on. (UT-R-01)"""
    players = PLAYERS[options.players]
    if seats - 1 in players:
        return
    fitting = next(name for name, counts in PLAYERS.items() if seats - 1 in counts)
    raise BadOptions(
        f"With a GM and {seats - 1} at {seats} seats, set players={fitting}; "
        f"players={options.players} is for {players[0] + 1} to {players[-1] + 1} seats."
    )
