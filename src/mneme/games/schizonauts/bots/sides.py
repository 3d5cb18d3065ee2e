"""Whose side am I on, whose side are you on, and what is a coin on your sheet worth to me? (Ledger 2.14, 2.16, 9.2)"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, log

from mneme.engine.prompts import Seat
from mneme.games.schizonauts.bots.seen import Fields, Seen
from mneme.games.schizonauts.lengths import AllegianceDeck, cards_held
from mneme.games.schizonauts.nouns import AGENT, OTHER, THIEF
from mneme.games.schizonauts.odds import Cards, other_thief_odds, own_thief_odds

COIN_SAYS = 0.2  # how much one coin on a thief pile speaks for a thief, in log odds, to an easy-going reader
COINS_SAY_MOST = 2.0
SURE = 0.98  # nobody is surer than this of a hidden card


def deck(seen: Seen) -> AllegianceDeck | None:
    """The allegiance deck as it was built, counted from what lies on the table; None before it is dealt."""
    dealt = [_held(sheet) for sheet in seen.sheets.values()]
    if not any(dealt):
        return None
    rounds = seen.course["rounds"]
    players = sum(count > 0 for count in dealt)
    return AllegianceDeck(players, rounds, cards_held(rounds), seen.state["decks"]["allegiance"] + sum(dealt))


def _held(sheet: Fields) -> int:
    return int(sheet["allegiance"]["down"] + len(sheet["allegiance"]["up"]))


def own_cards(seen: Seen) -> Cards:
    """My own cards, face down or up."""
    hand = seen.sheet(seen.me)["allegiance"]
    return _counted([*hand["up"], *hand.get("faces", ())])


def _face_up(seen: Seen, seat: Seat) -> Cards:
    return _counted(seen.sheet(seat)["allegiance"]["up"])


def _counted(cards: list[str]) -> Cards:
    return Cards(cards.count(THIEF), cards.count(AGENT))


def _face_up_of_others(seen: Seen) -> Cards:
    hands = [_face_up(seen, seat) for seat in seen.sheets if seat != seen.me]
    return Cards(sum(hand.thieves for hand in hands), sum(hand.agents for hand in hands))


def own_thief_chance(seen: Seen) -> float:
    """How likely I am to end as a thief: settled, or by counting cards. (SZ-EG-21, ledger 9.2)"""
    sheet = seen.sheet(seen.me)
    settled = sheet["final"] or sheet["true"]
    if settled:
        return float(settled == THIEF)
    built = deck(seen)
    return 0.5 if built is None else float(own_thief_odds(built, own_cards(seen), _face_up_of_others(seen)))


def thief_chance(seen: Seen, seat: Seat, suspicion: float) -> float:
    """How likely somebody else is to end as a thief: the cards they show, and where their own coins went."""
    sheet = seen.sheet(seat)
    settled = sheet["final"] or sheet["true"]
    if settled:
        return float(settled == THIEF)
    built = deck(seen)
    if built is None or not _held(sheet):
        return 0.5
    counted = float(other_thief_odds(built, own_cards(seen), _face_up_of_others(seen), _face_up(seen, seat)))
    if counted in {0.0, 1.0}:
        return counted
    said = _coins_placed(seen, seat) * COIN_SAYS * (0.5 + suspicion)
    return min(max(_moved(counted, said), 1 - SURE), SURE)


def _moved(chance: float, by: float) -> float:
    by = min(max(by, -COINS_SAY_MOST), COINS_SAY_MOST)
    return 1 / (1 + exp(-(log(chance / (1 - chance)) + by)))


def _coins_placed(seen: Seen, seat: Seat) -> int:
    """How many more coins somebody has put on thieves than on agents."""
    balance = 0
    for bet in seen.facts("bet"):
        if bet["by"] == seat:
            balance += sum(coins if slot.endswith(THIEF) else -coins for slot, coins in bet["coins"].items())
    return balance


def sheet_worth(piles: Mapping[str, int], thief_chance: float, side: str) -> float:
    """What the coins on a sheet will bring my side, less what they will bring the other. (SZ-FIN-04, -05, SZ-CRIS-09)

    Where truth and coins agree the coins of that side count. Where they do not there is a crisis, and the dice
    settle it either way; equal piles always lead to one.
    """
    by_side = {THIEF: piles[THIEF], AGENT: -piles[AGENT]}
    gain = {final: coins if side == THIEF else -coins for final, coins in by_side.items()}
    in_crisis = (gain[THIEF] + gain[AGENT]) / 2
    worth = 0.0
    for true, chance in ((THIEF, thief_chance), (AGENT, 1 - thief_chance)):
        is_confirmed = piles[true] > piles[OTHER[true]]
        worth += chance * (gain[true] if is_confirmed else in_crisis)
    return worth
