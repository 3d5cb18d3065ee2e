"""The named rulings of a Lost Days table. The default of each is the ledger's own ruling. (Ledger 5)"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from mneme.engine.errors import BadOptions

FEWEST_PLAYERS, MOST_PLAYERS = 3, 5  # LD-SETUP-01, LD-Q54


class Options(Struct, frozen=True, kw_only=True):
    """Every ruling a table may set."""

    next_selector: Literal["left_of_selector", "left_of_winner"] = "left_of_selector"  # LD-Q04
    min_bid: int = 0  # LD-Q05
    tie_compare: Literal["cancel", "strict"] = "cancel"  # LD-Q28
    draw_result: Literal["standoff", "status_quo_side_wins"] = "standoff"  # LD-Q29
    influence: Literal["circuits", "single_circuit"] = "circuits"  # LD-Q31
    bare_market_seed: int = 1  # LD-Q15
    relevance: Literal["opponent", "opponent_with_appeal"] = "opponent"  # LD-Q25
    stake_veto: bool = False  # LD-Q24
    tribute_short: Literal["memory_forced", "pay_what_you_can"] = "memory_forced"  # LD-Q37
    tribute_zero_memory: Literal["allowed", "forbidden"] = "allowed"  # LD-Q38
    tribute_destination: Literal["purse", "purse_or_memory"] = "purse"  # LD-Q36
    strain_short: Literal["purse_then_waive", "waive", "purse_then_bank"] = "purse_then_waive"  # LD-Q40
    madness_test: Literal["end_of_settlement", "every_coin"] = "end_of_settlement"  # LD-Q42
    write_out: Literal["next_own_scene", "immediate"] = "next_own_scene"  # LD-Q43
    taint: Literal["every_gain", "from_market_only"] = "every_gain"  # LD-Q45
    nonking_opposition_winnings: Literal["bank", "collects"] = "bank"  # LD-Q20, LD-Q46
    own_stake_lost_to_opposition: Literal["market", "kept"] = "market"  # LD-Q22
    scene_order: Literal["cycle_plus_story", "alternate"] = "cycle_plus_story"  # LD-Q17
    market_threshold: int = 2  # LD-Q49
    bribes_in_influence: bool = False  # LD-Q51
    min_dice: int = 0  # LD-Q30
    destitute_exit: Literal["may", "no"] = "may"  # LD-Q63
    leaving: Literal["may_leave", "seat_is_kept"] = "may_leave"  # LD-Q55
    show_odds: bool = False  # ledger 9


PRESETS: dict[str, dict[str, dict[str, Any]]] = {}

WORDS = {
    "next_selector": "Who picks the next memory for auction: the player left of the last picker, or of the winner.",
    "min_bid": "The smallest bid: 0, or 1.",
    "tie_compare": "Equal highest dice: set matched dice aside and look further, or call it level.",
    "draw_result": "When the dice stay level: nobody wins, or things stay with whoever had them.",
    "influence": "Coins go round until everyone passes, or round the table once.",
    "bare_market_seed": "Coins the bank lays on a memory that enters the market without any: 1, or 0.",
    "relevance": "Who judges whether a memory fits: your opponent, or your opponent with an appeal to the others.",
    "stake_veto": "The one who is challenged may refuse the memory at stake.",
    "tribute_short": "A loser who cannot pay in full gives a memory, or pays what there is.",
    "tribute_zero_memory": "Whether a memory without coins can be given as tribute.",
    "tribute_destination": "Tribute goes to the winner's purse, or also onto the winner's memories.",
    "strain_short": "Strain with no coins left on memories: from the purse, not at all, or in the end from the bank.",
    "madness_test": "Madness is tested when a conflict is settled, or after every coin.",
    "write_out": "A mad elf leaves in its player's next scene, or at once.",
    "taint": "A tainted memory costs a madness coin each time it is gained, or only when it comes from the market.",
    "nonking_opposition_winnings": "What the opposition wins without a reigning king: to the bank, or to its player.",
    "own_stake_lost_to_opposition": "A memory you stake and lose to the opposition goes to the market, or stays.",
    "scene_order": "The king's story scene comes once a cycle, or after every scene.",
    "market_threshold": "The market is filled again when it holds fewer memories than this, 1 to 4.",
    "bribes_in_influence": "Coins may change purses while a conflict is being influenced.",
    "min_dice": "The fewest dice a side rolls: 0, or 1.",
    "destitute_exit": "An elf without a single coin may leave the story, or has to stay.",
    "leaving": "A player may leave for good and take the elf along, or the chair is always kept by somebody.",
    "show_odds": "The odds stand beside your choices when you name a stake, bring memories and spend coins.",
}


VALUE_WORDS = {
    "next_selector": {"left_of_selector": "Left of the last picker", "left_of_winner": "Left of the winner"},
    "tie_compare": {"cancel": "Set matched dice aside and look further", "strict": "Call it level"},
    "draw_result": {"standoff": "Nobody wins", "status_quo_side_wins": "Things stay with whoever had them"},
    "influence": {"circuits": "Until everyone passes", "single_circuit": "Once round the table"},
    "relevance": {"opponent": "Your opponent", "opponent_with_appeal": "Your opponent, with an appeal to the others"},
    "tribute_short": {"memory_forced": "Gives a memory", "pay_what_you_can": "Pays what there is"},
    "tribute_zero_memory": {"allowed": "It can be given", "forbidden": "It cannot"},
    "tribute_destination": {"purse": "To the purse", "purse_or_memory": "To the purse, or onto memories"},
    "strain_short": {
        "purse_then_waive": "From the purse, as far as it goes",
        "waive": "Not at all",
        "purse_then_bank": "From the purse, then from the bank",
    },
    "madness_test": {"end_of_settlement": "When a conflict is settled", "every_coin": "After every coin"},
    "write_out": {"next_own_scene": "In its player's next scene", "immediate": "Right away"},
    "taint": {"every_gain": "Each time it is gained", "from_market_only": "Only when it comes from the market"},
    "nonking_opposition_winnings": {"bank": "To the bank", "collects": "To its player"},
    "own_stake_lost_to_opposition": {"market": "It goes to the market", "kept": "It stays with you"},
    "scene_order": {"cycle_plus_story": "Once a cycle", "alternate": "After every scene"},
    "destitute_exit": {"may": "May leave the story", "no": "Has to stay"},
    "leaving": {"may_leave": "May leave and take the elf along", "seat_is_kept": "The chair is always kept"},
}


def check_options(options: Options, players: int) -> None:
    """Refuse numbers the ledger does not name."""
    for name, least, most in (("min_bid", 0, 1), ("bare_market_seed", 0, 1), ("min_dice", 0, 1)):
        if not least <= getattr(options, name) <= most:
            raise BadOptions(f"The option {name!r} takes {least} or {most}.")
    if not 1 <= options.market_threshold <= 4:
        raise BadOptions("The option 'market_threshold' takes 1 to 4.")
