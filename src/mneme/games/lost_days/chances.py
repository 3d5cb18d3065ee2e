"""The odds in words, beside the choices they bear on. Only at tables that ask for them. (Option show_odds, ledger 9)"""

from __future__ import annotations

from mneme.engine.prompts import Seat
from mneme.games.lost_days import odds, words
from mneme.games.lost_days.dice import FIRST
from mneme.games.lost_days.nouns import OPPOSITION_DICE, OTHER_SIDE, Conflict, LostDays, Memory


def of_a_stake(table: LostDays, here: Conflict, card: Memory | None) -> str:
    """Both sides with everything they have; the opposition with the dice this stake gives it."""
    if not table.options.show_odds:
        return ""
    mine = table.elf[here.first].held
    opposition = card.coins if card else OPPOSITION_DICE
    theirs = table.elf[here.second].held if here.second else max(opposition, table.options.min_dice)
    return words.odds_at_best(table.called(here.first), mine, theirs, ahead(table, mine, theirs))


def of_a_pool(table: LostDays, side: str, more: int = 0, *, still_to_come: int = 0) -> str:
    """This side with so many dice more against the other, once that can bring nothing more; and what strain may do."""
    if not table.options.show_odds:
        return ""
    here = table.conflict
    seat, mine, theirs = here.player(side), here.pools[side] + more, here.pools[OTHER_SIDE[side]]
    doom = odds.doom(mine, table.elf[seat].held, table.elf[seat].madness)
    if still_to_come:
        return words.odds_still_open(mine, still_to_come, words.in_100(doom))
    return words.odds_of_pools(mine, theirs, ahead(table, mine, theirs), words.in_100(doom))


def ahead(table: LostDays, mine: int, theirs: int) -> int:
    chances = odds.before_the_roll(mine, theirs, table.options.tie_compare == "strict")
    return words.in_100(chances.win)


def of_a_coin(table: LostDays, seat: Seat, coin: odds.Coin) -> str:
    """On how many of six faces the spender's own side leads after this coin; for a bystander the challenger's."""
    if not table.options.show_odds:
        return ""
    here = table.conflict
    side = here.side_of(seat) or FIRST
    chances = odds.flips(here.dice, coin, side, table.options.tie_compare == "strict")
    return words.odds_of_coin(words.side_name(table, side), int(chances.win * len(odds.FACES)))
