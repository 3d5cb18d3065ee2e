"""The named rulings of a Schizonauts table, and the two editions as presets of them. (SZ-SETUP-03, ledger 10)"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from mneme.engine.errors import BadOptions
from mneme.games.schizonauts.lengths import GameLength, Length, custom_length, named_length


class Options(Struct, frozen=True, kw_only=True):
    """Every ruling a table may set. Defaults are the Game Chef edition's."""

    edition: Literal["game_chef", "revised"] = "game_chef"
    length: Literal["very_short", "short", "medium", "long", "very_long", "custom"] = "very_short"
    rounds: int = 0  # with length=custom
    # where the editions differ
    initial_memories: Literal["one_or_more", "exactly_one"] = "one_or_more"
    framing: Literal["actor_and_visitor", "actor"] = "actor_and_visitor"
    integration_gate: Literal["before_question", "before_wrap"] = "before_question"
    no_memory_left: Literal["switch_or_write", "write"] = "switch_or_write"
    post_scene_memory: bool = True
    story_character_link: bool = True
    downgrade: bool = False
    role_double: Literal["keep", "give_away"] = "keep"
    price_challenge: bool = True
    aptitude_binds: bool = True
    actor_vote_shown: Literal["on_tie", "always"] = "on_tie"
    contradiction: Literal["may_replace", "must_strike"] = "may_replace"
    first_deal: Literal["before_interlude", "round_start"] = "before_interlude"
    situation_text: bool = True
    allegiance_claims: bool = True
    reveal_after_roll: bool = True
    reveal_full_rating: Literal["any", "with_memory"] = "any"
    endgame_death: Literal["consensus", "forbidden"] = "consensus"
    final_death: Literal["consensus", "open"] = "consensus"
    contributor_split: Literal["four_piles", "one_target"] = "four_piles"
    role_coin: Literal["holder", "roller"] = "holder"
    survivors: bool = True
    epilogue: Literal["all", "winners"] = "all"
    outcome_text: Literal["safe", "surveillance"] = "safe"
    # the same in both editions
    new_memory_category: Literal["any", "different"] = "any"
    few_min: int = 2
    overlap_active: bool = False
    double_role_n2: Literal["other", "keep"] = "other"
    pool_lock: Literal["open", "sealed", "actor_first"] = "open"
    visitor_needs_memory: bool = False
    crisis_eligibility: Literal["faceup_majority", "any_match", "certain", "resolved_only"] = "faceup_majority"
    death_consent: Literal["all", "all_but_victim"] = "all"
    question_approval: Literal["consensus", "visitor_veto"] = "consensus"
    survivor_tie: Literal["exclude", "table"] = "exclude"
    bet_order: Literal["actor_visitor_clockwise", "simultaneous"] = "actor_visitor_clockwise"
    hide_hands: bool = False
    leaving: Literal["caretaker", "removed"] = "caretaker"


REVISED: dict[str, Any] = {
    "initial_memories": "exactly_one",
    "framing": "actor",
    "integration_gate": "before_wrap",
    "no_memory_left": "write",
    "post_scene_memory": False,
    "story_character_link": False,
    "downgrade": True,
    "role_double": "give_away",
    "price_challenge": False,
    "aptitude_binds": False,
    "actor_vote_shown": "always",
    "contradiction": "must_strike",
    "first_deal": "round_start",
    "situation_text": False,
    "allegiance_claims": False,
    "reveal_after_roll": False,
    "reveal_full_rating": "with_memory",
    "endgame_death": "forbidden",
    "final_death": "open",
    "contributor_split": "one_target",
    "survivors": False,
    "epilogue": "winners",
    "outcome_text": "surveillance",
}

PRESETS: dict[str, dict[str, dict[str, Any]]] = {"edition": {"game_chef": {}, "revised": REVISED}}

WORDS = {
    "edition": "Which rulebook sets the defaults: the full Game Chef rules, or the shorter revised ones.",
    "length": "How many rounds you play; the shortest suits a first game.",
    "rounds": "Rounds of flashback, and again of endgame, when the length is custom.",
    "initial_memories": "How many memories each character starts with in each aptitude.",
    "framing": "Who sets the scene: the actor with the visitor, or the actor alone.",
    "integration_gate": "Whether key object and memory must appear before the question, or before the scene closes.",
    "no_memory_left": "What the actor does when an aptitude has no unused memory.",
    "post_scene_memory": "After a flashback scene, actor and visitor may each add one memory.",
    "story_character_link": "A contributor may also link through a story character they voice.",
    "downgrade": "Dice traded up may be traded down again before the roll.",
    "role_double": "Whether one player may be both narrator and judge, or gives one role away.",
    "price_challenge": "If everyone else finds the price too small, the judge's role passes on.",
    "aptitude_binds": "Answer and price must fit the aptitudes that were rolled.",
    "actor_vote_shown": "Whether the actor's tie-break card is shown only on a tie, or always.",
    "contradiction": "Contradicted memories may be struck and replaced, or must be struck.",
    "first_deal": "Whether the first allegiance card comes before or after the interlude.",
    "situation_text": "The starter reads the situation aloud before endgame.",
    "allegiance_claims": "Players may talk and pass notes about their hidden cards.",
    "reveal_after_roll": "Allegiance cards may be turned up after the roll for more dice.",
    "reveal_full_rating": "Whether any reveal gives the full rating, or only one with a memory.",
    "endgame_death": "Whether characters may die in endgame, if the table agrees.",
    "final_death": "Whether deaths in final resolution need the table's consent.",
    "contributor_split": "Whether a contributor may bet on both sheets, or on one.",
    "role_coin": "Who is paid for a role that changed hands: the holder, or the one who rolled it.",
    "survivors": "At the end, half the players at most escape the worst.",
    "epilogue": "Who tells the ending: everyone, or the winning side.",
    "outcome_text": "How the agents' victory reads: order restored, or a state that watches.",
    "new_memory_category": "Whether the new memory after a bleed may share the bled memory's aptitude.",
    "few_min": "How many new memories the actor writes when none is left to bleed.",
    "overlap_active": "Overlap memories may be used in flashback too.",
    "double_role_n2": "With 2 players, whether a double winner keeps both roles or gives one to the other.",
    "pool_lock": "How dice are settled: in the open, sealed, or the actor first.",
    "visitor_needs_memory": "In endgame the visitor, too, needs an overlap memory for the aptitude used.",
    "crisis_eligibility": "Who counts as looking like the actor's true side, and so cannot visit a crisis.",
    "death_consent": "Whether the player of the one who would die is asked too.",
    "question_approval": "Whether any objection blocks a question, or in the end only the visitor's.",
    "survivor_tie": "What happens to a tie at the line between those who escape and those who do not.",
    "bet_order": "Whether bets are placed one after another in the open, or all at once.",
    "hide_hands": "Keep key cards in hand unseen by the others.",
    "leaving": "When a player leaves for good: a caretaker plays on, or the seat drops out at the round's end.",
}


VALUE_WORDS = {
    "edition": {"game_chef": "The full Game Chef rules", "revised": "The shorter revised rules"},
    "length": {
        "very_short": "Very short, for a first game",
        "short": "Short",
        "medium": "Medium",
        "long": "Long",
        "very_long": "Very long",
        "custom": "A number of rounds of your own",
    },
    "initial_memories": {"one_or_more": "One or more", "exactly_one": "Exactly one"},
    "framing": {"actor_and_visitor": "Actor and visitor together", "actor": "The actor alone"},
    "integration_gate": {"before_question": "Before the question", "before_wrap": "Before the scene closes"},
    "no_memory_left": {"switch_or_write": "Change the aptitude, or write a memory", "write": "Write a memory"},
    "role_double": {"keep": "Keeps both roles", "give_away": "Gives one away"},
    "actor_vote_shown": {"on_tie": "Only on a tie", "always": "Always"},
    "contradiction": {"may_replace": "May be struck and replaced", "must_strike": "Must be struck"},
    "first_deal": {"before_interlude": "Before the interlude", "round_start": "After it, when the round begins"},
    "reveal_full_rating": {"any": "Any reveal", "with_memory": "Only with a memory"},
    "endgame_death": {"consensus": "If the whole table agrees", "forbidden": "Nobody dies in endgame"},
    "final_death": {"consensus": "The table has to agree", "open": "No consent is needed"},
    "contributor_split": {"four_piles": "On both sheets", "one_target": "On one sheet"},
    "role_coin": {"holder": "Whoever holds the role", "roller": "Whoever rolled it"},
    "epilogue": {"all": "Everyone", "winners": "The winning side"},
    "outcome_text": {"safe": "Order is restored", "surveillance": "A state that watches"},
    "new_memory_category": {"any": "It may share the aptitude", "different": "It needs another aptitude"},
    "double_role_n2": {"other": "Gives one to the other", "keep": "Keeps both"},
    "pool_lock": {
        "open": "In the open",
        "sealed": "Sealed, and opened together",
        "actor_first": "The actor first, then the visitor",
    },
    "crisis_eligibility": {
        "faceup_majority": "Most of their face-up cards are of that side",
        "any_match": "One face-up card of that side",
        "certain": "Their face-up cards leave no doubt",
        "resolved_only": "Only who has had their final turn",
    },
    "death_consent": {"all": "Everyone is asked", "all_but_victim": "Everyone but that player"},
    "question_approval": {"consensus": "Any objection blocks it", "visitor_veto": "In the end only the visitor's"},
    "survivor_tie": {"exclude": "Nobody in the tie escapes", "table": "The table decides"},
    "bet_order": {
        "actor_visitor_clockwise": "One after another, in the open",
        "simultaneous": "Sealed, and opened together",
    },
    "leaving": {"caretaker": "A caretaker plays on", "removed": "The seat drops out at the round's end"},
}


def game_length(options: Options, players: int) -> GameLength:
    """How long this table plays. (SZ-SETUP-04)"""
    if options.length == "custom":
        return custom_length(players, options.rounds)
    return named_length(players, Length(options.length))


def check_options(options: Options, players: int) -> None:
    """Refuse a length the 60 cards cannot make, and a "few" of less than one."""
    try:
        game_length(options, players)
    except ValueError as problem:
        raise BadOptions(str(problem)) from problem
    if options.length != "custom" and options.rounds:
        raise BadOptions("The option 'rounds' goes with length=custom.")
    if not 1 <= options.few_min <= 6:
        raise BadOptions("The option 'few_min' takes 1 to 6.")
