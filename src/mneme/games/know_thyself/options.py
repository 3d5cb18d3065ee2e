"""The named rulings of a Know Thyself table. (KT-SETUP-02, ledger 5.9)"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from mneme.engine.errors import BadOptions

COINS_PER_GUEST, MOST_START, MASTER_SHARE = 35, 15, 20  # KT-AMB-02


class Options(Struct, frozen=True, kw_only=True):
    """Every ruling a table may set. Defaults are the ledger's rulings."""

    variant: Literal["standard", "hardcore", "extra"] = "standard"
    suit_map: Literal["B", "A"] = "B"
    master_start_per_pc: Literal[
        "20", "9", "10", "11", "12", "13", "14", "15", "16", "17", "18", "19",
        "21", "22", "23", "24", "25", "26", "27", "28", "29", "rest",
    ] = "20"  # fmt: skip
    pc_start_min: int = 6
    toll: Literal["1", "2", "3", "off"] = "1"
    toll_payee: Literal["bank", "master"] = "bank"
    visit_rule: Literal["per_visit", "once_per_room"] = "per_visit"
    cover_cap: Literal["none", "shortfall"] = "none"
    cover_gm_edge: bool = False
    edge_change: Literal["per_pc", "per_wager"] = "per_pc"
    displace_scope: Literal["room", "game"] = "room"
    name_master_suite: bool = True
    reckoning: Literal["whole", "share"] = "whole"
    show_odds: bool = True
    leaving: Literal["caretaker", "retire"] = "caretaker"

    @property
    def toll_coins(self) -> int:
        """What a toll costs; 0 when there are none. (KT-AMB-04)"""
        return _TOLLS[self.toll]


_TOLLS = {"off": 0, "1": 1, "2": 2, "3": 3}


PRESETS: dict[str, dict[str, dict[str, Any]]] = {}

WORDS = {
    "variant": "How guests get their Attachments: written by each, or dealt from everyone's cards before or after.",
    "suit_map": "Which card gives the kind of a Memory, and which its place.",
    "master_start_per_pc": "Coins the Master starts with for each guest.",
    "pc_start_min": "The fewest Coins a guest can start with.",
    "toll": "What it costs a guest to leave a room without a Wager.",
    "toll_payee": "Who is paid a toll: the Bank or the Master.",
    "visit_rule": "Whether a Wager frees you for this visit, or in that room for good.",
    "cover_cap": "Whether gifts for a Wager may be more than what is missing.",
    "cover_gm_edge": "When the Master calls an Edge and you have no Coin left, others may give you that Coin.",
    "edge_change": "Whether each guest in a common Wager may change an Edge, or only one of them.",
    "displace_scope": "Whom a maze may scatter: the guests in it, or all guests of the Palace.",
    "name_master_suite": "The Master's Suite, too, shows a True Name in the end.",
    "reckoning": "Whether you must beat the Master's whole pile, or your share of it.",
    "show_odds": "Show the odds beside each card you may keep or discard.",
    "leaving": "When a player leaves for good: a caretaker plays on, or the guest retires.",
}


VALUE_WORDS = {
    "variant": {
        "standard": "Each guest writes their own",
        "hardcore": "Dealt before the mirror, from everyone's cards",
        "extra": "Dealt after the mirror, from everyone's cards",
    },
    "suit_map": {"B": "Yours the kind, the Master's its place", "A": "The Master's the kind, yours its place"},
    "master_start_per_pc": {"rest": "All that was not awarded"},
    "toll": {"1": "1 Coin", "2": "2 Coins", "3": "3 Coins", "off": "There is no toll: a Wager has to be settled"},
    "toll_payee": {"bank": "The Bank", "master": "The Master"},
    "visit_rule": {"per_visit": "For this visit", "once_per_room": "In that room for good"},
    "cover_cap": {"none": "As much as anybody likes", "shortfall": "Only what is missing"},
    "edge_change": {"per_pc": "Each guest may change one", "per_wager": "One change in the whole Wager"},
    "displace_scope": {"room": "The guests in it", "game": "All guests of the Palace"},
    "reckoning": {"whole": "The whole pile", "share": "Your share of it"},
    "leaving": {"caretaker": "A caretaker plays on", "retire": "The guest retires"},
}


def check_options(options: Options, _seats: int) -> None:
    """Refuse a lowest start that is no start at all."""
    if not 1 <= options.pc_start_min <= MOST_START:
        raise BadOptions(f"The option 'pc_start_min' takes 1 to {MOST_START}.")


def shares(options: Options, award: int) -> tuple[int, int]:
    """What the Master and the Bank get beside one guest's award. (KT-SETUP-07, KT-AMB-02)"""
    if options.master_start_per_pc == "rest":
        return COINS_PER_GUEST - award, 0
    master = int(options.master_start_per_pc)
    return master, MOST_START - award + max(0, MASTER_SHARE - master)
