"""The Play Deck and how two cards compare. (Ledger 2.9)

A card is its rank and its suit's letter: `10H`, `QS`, `AD`.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache, lru_cache

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = ("D", "H", "C", "S")
RED, BLACK = ("D", "H"), ("C", "S")
DECK = tuple(rank + suit for suit in SUITS for rank in RANKS)
RED_CARDS = tuple(card for card in DECK if card[-1] in RED)
BLACK_CARDS = tuple(card for card in DECK if card[-1] in BLACK)

SUIT_NAMES = {"D": "Diamonds", "H": "Hearts", "C": "Clubs", "S": "Spades"}
RANK_NAMES = {**{rank: rank for rank in RANKS}, "J": "Jack", "Q": "Queen", "K": "King", "A": "Ace"}
MEMORY_TYPES = {"D": "Triumph", "H": "Goal", "C": "Defeat", "S": "Guilt"}  # KT-MEM-02
FACES = ("J", "Q", "K")

FULL, PARTIAL, MINOR, FAILURE = "full", "partial", "minor", "failure"
DEGREES = {1: FULL, 2: PARTIAL, 3: MINOR}  # KT-CARD-04
MOST_CARDS = 3  # KT-DRAW-03


def rank(card: str) -> str:
    return card[:-1]


def suit(card: str) -> str:
    return card[-1]


@cache
def card_name(card: str) -> str:
    return f"{RANK_NAMES[rank(card)]} of {SUIT_NAMES[suit(card)]}"


def worth(card: str, against: str) -> int:
    """A card's value against another: an Ace is 14 against a face, 1 against a number. (KT-CARD-01, -02)"""
    if rank(card) == "A":
        return 14 if rank(against) in (*FACES, "A") else 1
    return RANKS.index(rank(card)) + 2


def player_wins(player: str, master: str, *, masters_suite: bool = False) -> bool:
    """The higher card wins; a tie is the player's, but the Master's in his own suite. (KT-CARD-03, KT-FX-07)"""
    mine, his = worth(player, master), worth(master, player)
    return mine > his or (mine == his and not masters_suite)


def degree(cards_drawn: int, invokes: int) -> str:
    """How good a success is. (KT-CARD-04, KT-INVOKE-07)"""
    return MINOR if invokes else DEGREES[cards_drawn]


def winnings(success: str, master_side: int) -> int:
    """What a winner takes of the Master's side. (KT-PAY-01, -04)"""
    if success == FULL:
        return master_side
    return max(1, master_side - 1) if success == PARTIAL else max(0, master_side - 2)


@lru_cache(maxsize=128)  # may be shared, since nothing on a table is changed in place
def stakes(master_side: int, player_side: int) -> dict[str, int]:
    """What hangs on a Wager, degree by degree. (KT-PAY-01, -02)"""
    return {**{success: winnings(success, master_side) for success in DEGREES.values()}, FAILURE: -player_side}


# -- odds (Ledger 9.1)
#
# Suits never matter to who wins, so odds are counted over ranks: how many of each are not face up.

Counts = tuple[int, ...]  # by rank, in the order of RANKS
_PLACES = {card: RANKS.index(rank(card)) for card in DECK}
_BEATEN = tuple(tuple(place for place, his in enumerate(RANKS) if player_wins(mine + "D", his + "S")) for mine in RANKS)


def percent(chance: Fraction) -> int:
    """To the nearest whole percent."""
    return round(100 * chance.numerator / chance.denominator)  # as a fraction rounds itself, only sooner


def unseen(face_up: Iterable[str]) -> tuple[str, ...]:
    """Every card that is not face up in this Wager."""
    shown = set(face_up)
    return tuple([card for card in DECK if card not in shown])


@lru_cache(maxsize=256)  # the same few cards are looked at several times over
def counted(rest: tuple[str, ...]) -> Counts:
    counts = [0] * len(RANKS)
    for card in rest:
        counts[_PLACES[card]] += 1
    return tuple(counts)


def chance_to_win(card: str, rest: tuple[str, ...]) -> Fraction:
    """O1: the share of the unseen cards that this card beats or ties."""
    return Fraction(_wins(_PLACES[card], counted(rest)), len(rest))


def chance_with_one_more(rest: tuple[str, ...]) -> Fraction:
    """O2: one more card, then keep it whatever it is."""
    return _one_more(counted(rest))


def chance_to_turn(master: str, rest: tuple[str, ...]) -> Fraction:
    """O5: the share of the unseen cards that would win against the Master's card."""
    his = _PLACES[master]
    wins = sum(count for count, beaten in zip(counted(rest), _BEATEN, strict=True) if his in beaten)
    return Fraction(wins, len(rest))


@cache
def chance_of_the_last_wager() -> Fraction:
    """O7: the player's card strictly higher than the Master's, whatever the stake. (KT-END-12)"""
    pairs = [(player, master) for player in DECK for master in DECK if player != master]
    return Fraction(sum(player_wins(*pair, masters_suite=True) for pair in pairs), len(pairs))


def value_of_keeping(card: str, drawn: int, rest: tuple[str, ...], sides: tuple[int, int]) -> Fraction:
    """Coins to expect from keeping a card; `sides` are the Master's and the player's. (O4)"""
    return _keep(_PLACES[card], drawn, counted(rest), sides)


def value_of_another(drawn: int, rest: tuple[str, ...], sides: tuple[int, int]) -> Fraction:
    """Coins to expect from one more card and best play after it. (O3, O4)"""
    return _another(drawn, counted(rest), sides)


def _wins(place: int, counts: Counts) -> int:
    """How many of these cards the rank at this place beats or ties."""
    return sum([counts[beaten] for beaten in _BEATEN[place]])


@lru_cache(maxsize=1024)
def _one_more(counts: Counts) -> Fraction:
    left = sum(counts)
    wins = sum(count * (_wins(place, counts) - 1) for place, count in enumerate(counts))  # it does not meet itself
    return Fraction(wins, left * (left - 1))


def _keep(place: int, drawn: int, counts: Counts, sides: tuple[int, int]) -> Fraction:
    master_side, player_side = sides
    won, left = _wins(place, counts), sum(counts)
    return Fraction(won * winnings(DEGREES[drawn], master_side) - (left - won) * player_side, left)


@lru_cache(maxsize=4096)
def _another(drawn: int, counts: Counts, sides: tuple[int, int]) -> Fraction:
    total = Fraction(0)
    for place, count in enumerate(counts):
        if count:
            rest = (*counts[:place], count - 1, *counts[place + 1 :])
            value = _keep(place, drawn + 1, rest, sides)
            if drawn + 1 < MOST_CARDS:
                value = max(value, _another(drawn + 1, rest, sides))
            total += count * value
    return total / sum(counts)
