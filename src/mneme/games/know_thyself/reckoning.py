"""Who would win if it ended now, and how far it is to the end. (KT-END-02, -10, ledger 9.5)"""

from __future__ import annotations

from mneme.engine.prompts import Seat
from mneme.games.know_thyself.nouns import ENDGAME_PER_GUEST, KnowThyself


def to_beat(table: KnowThyself, coins: int) -> int:
    """The Master's whole pile, or one guest's share of it, rounded up. (KT-END-10, KT-AMB-06)"""
    return coins if table.options.reckoning == "whole" else -(-coins // max(1, len(table.guests)))


def standings(table: KnowThyself) -> tuple[int, tuple[Seat, ...], int]:
    """What is to beat, who has more than that, and what the Master has yet to lose before everyone is called.

    As many is losing. (KT-END-02, -10)
    """
    masters, guests = table.masters_coins(), table.guests
    beat = to_beat(table, masters)
    winning = tuple([seat for seat in guests if table.owned(seat) > beat])
    return beat, winning, max(0, masters - ENDGAME_PER_GUEST * len(guests) + 1)


def reckon(table: KnowThyself) -> None:
    """Write down how the Coins stand, whenever one has gone from hand to hand. What is staked has not."""
    coins = table.coins
    coins.to_beat, coins.winning, coins.to_the_end = standings(table)
