"""How long a game is, and every number that follows from it. (SZ-SETUP-04, SZ-EG-02, ledger 8.1)

Two facts fix them all: how many players sit down, and how many key cards each finished hand holds. The hand
is also the number of rounds in flashback, and again in endgame.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

KEY_CARDS = 60  # in the box (ledger 6.1)
FEWEST_PLAYERS = 2
MOST_PLAYERS = 8  # SZ-SETUP-01: where the length table ends
ROLE_COINS = 3 + 2  # narrator and judge, paid in every endgame scene (SZ-PAY-01)


class Length(StrEnum):
    """The five named lengths."""

    VERY_SHORT = "very_short"
    SHORT = "short"
    MEDIUM = "medium"
    LONG = "long"
    VERY_LONG = "very_long"


def _row(*key_cards: int) -> Mapping[Length, int]:
    return MappingProxyType(dict(zip(Length, key_cards, strict=True)))


LENGTHS: Mapping[int, Mapping[Length, int]] = MappingProxyType(
    {
        2: _row(6, 8, 12, 20, 30),
        3: _row(6, 9, 15, 21, 30),
        4: _row(8, 12, 20, 24, 32),
        5: _row(10, 15, 20, 25, 30),
        6: _row(6, 12, 18, 24, 30),
        7: _row(7, 14, 21, 28, 35),
        8: _row(8, 16, 24, 32, 40),
    }
)
"""The size of the key deck, by players and length."""


class AllegianceDeck(NamedTuple):
    """The deck built for endgame. (SZ-EG-02)"""

    players: int
    hand: int  # key cards in each finished hand: endgame rounds, so allegiance cards dealt in endgame
    held: int  # allegiance cards each player ends with; always odd, so a majority always exists
    cards: int

    @property
    def agents(self) -> int:
        return self.cards // 2

    @property
    def thieves(self) -> int:
        return self.cards // 2

    @property
    def last_deal(self) -> bool:
        """Whether one more card each is dealt before the final resolution. (SZ-FIN-01)"""
        return self.held > self.hand

    @property
    def surplus(self) -> int:
        """Cards that are never dealt: 1 when the hands come to an odd number, else 0. (ledger 12.1)"""
        return self.cards - self.players * self.held


class GameLength(NamedTuple):
    """One game's size. Make it with `named_length`, `custom_length` or `length_of_deck`, which check it."""

    players: int
    hand: int

    @property
    def rounds(self) -> int:
        """Rounds of flashback, and again of endgame."""
        return self.hand

    @property
    def key_cards(self) -> int:
        return self.players * self.hand

    @property
    def allegiance(self) -> AllegianceDeck:
        return allegiance_deck(self.players, self.hand)

    @property
    def scenes(self) -> int:
        """2 scenes a card in flashback, 1 in endgame, and a final turn for everybody. (SZ-AMB-56)"""
        return 3 * self.key_cards + self.players

    @property
    def fewest_coins(self) -> int:
        """What all of endgame pays when nobody contributes. (SZ-PAY-01)"""
        return ROLE_COINS * self.key_cards

    @property
    def most_coins(self) -> int:
        """What all of endgame pays when everybody always contributes. (SZ-PAY-01)"""
        return (ROLE_COINS + self.players - 2) * self.key_cards


# ---- choosing a length ---------------------------------------------------------------------------------


def named_length(players: int, length: Length) -> GameLength:
    """One of the five lengths of the table. (SZ-SETUP-04)"""
    _check_players(players)
    return length_of_deck(players, LENGTHS[players][length])


def custom_length(players: int, hand: int) -> GameLength:
    """A length of the table's own making: any hand for which the 60 key cards suffice. (SZ-SETUP-04)"""
    _check_players(players)
    if not 1 <= hand <= largest_hand(players):
        raise ValueError(
            f"With {players} players each hand can finish with 1 to {largest_hand(players)} key cards, "
            f"because there are {KEY_CARDS}; {hand} does not work."
        )
    return GameLength(players, hand)


def length_of_deck(players: int, key_cards: int) -> GameLength:
    """The length a key deck of this size makes; the hands must come out equal. (SZ-AMB-55)"""
    _check_players(players)
    if key_cards % players:
        raise ValueError(f"{players} players cannot share {key_cards} key cards equally; use a multiple of {players}.")
    return custom_length(players, key_cards // players)


def largest_hand(players: int) -> int:
    """The most rounds the 60 key cards allow. (ledger 8.1)"""
    return KEY_CARDS // players


def _check_players(players: int) -> None:
    if not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        raise ValueError(f"Schizonauts seats {FEWEST_PLAYERS} to {MOST_PLAYERS} players; {players} does not work.")


# ---- the allegiance deck -------------------------------------------------------------------------------


def allegiance_deck(players: int, hand: int) -> AllegianceDeck:
    """The deck for these players and finished hands, the same in both editions. (SZ-EG-02)"""
    custom_length(players, hand)
    return AllegianceDeck(players, hand, cards_held(hand), deck_by_hands(players, hand))


def cards_held(hand: int) -> int:
    """How many allegiance cards each player ends with: the hand, or one more if that would be even."""
    return hand if hand % 2 else hand + 1


def deck_by_hands(players: int, hand: int) -> int:
    """The Game Chef count: every player's odd holding, and one more card if the sum is odd. (ledger 12.1)"""
    cards = players * cards_held(hand)
    return cards + cards % 2


def deck_by_keys(players: int, key_cards: int) -> int:
    """The revised count: the key cards, plus one a player if each hand is even; half of that, up, per colour.

    What must be even is the quotient, the hand; that nothing remains is taken for granted. (SZ-AMB-02, 12.1)
    """
    counted = key_cards if (key_cards // players) % 2 else key_cards + players
    each_colour = (counted + 1) // 2
    return 2 * each_colour
