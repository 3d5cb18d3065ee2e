"""The deck and the hands dealt from it. (Ledger 2.7, Deck)"""

from __future__ import annotations

from mneme.engine.prompts import Seat
from mneme.engine.state import Bag, Hand
from mneme.games.utopolis.hands import DECK, Reading, by_value, read
from mneme.games.utopolis.nouns import Cards, Deck, Ranked, Utopolis


def shuffle(table: Utopolis) -> None:
    """Every conflict and every test starts from a full deck. (UT-DECK-01)"""
    table.deck = table.put("deck", Deck())


def clean_up(table: Utopolis) -> None:
    """All cards return. (UT-NARR-10)"""
    for side in list(table.hands):
        table.remove(f"hand/{side}")
    table.hands = {}
    table.remove("deck")


def refill(table: Utopolis) -> None:
    """What happens when the last card is gone. (UT-DECK-03, UT-R-48)"""
    deck = table.deck
    match table.options.deck_empty:
        case "second_deck":
            deck.pile, deck.decks = Bag(DECK), deck.decks + 1
        case "recycle":
            deck.pile, deck.discards = Bag(deck.discards), ()
        case "stop":
            pass


def draw_card(table: Utopolis, to: tuple[Seat, ...] | None) -> str | None:
    """One card, if there is any to be had."""
    deck = table.deck
    if not deck.pile.items:
        refill(table)
    if not deck.pile.items:
        return None
    card, deck.pile = table.draw(deck.pile, to)
    return card


def open_hand(table: Utopolis, side: str, owner: Seat) -> Cards:
    hand = table.put(f"hand/{side}", Cards(owner=owner, side=side))
    table.hands = {**table.hands, side: hand}
    return hand


def deal(table: Utopolis, side: str, count: int) -> int:
    """Draw cards into a hand: face down before the reveal, face up after it. Says how many came."""
    hand, revealed = table.hands[side], table.deck.revealed
    for drawn in range(count):
        card = draw_card(table, None if revealed else (hand.owner,))
        if card is None:
            return drawn
        hand.cards = Hand((), (*hand.cards.up, card)) if revealed else hand.cards.with_card(card)
    return count


def discard_one(table: Utopolis, side: str) -> str:
    """A random card leaves a hand, for all to see. (UT-CIN-03, UT-TOK-03, UT-DECK-05, UT-R-50)"""
    hand, deck = table.hands[side], table.deck
    card, rest = table.draw(Bag(hand.faces), to=None)
    hand.cards = Hand((), rest.items) if deck.revealed else Hand(rest.items)
    deck.discards = (*deck.discards, card)
    return card


def discard_all(table: Utopolis, side: str) -> int:
    """A whole hand goes, and stays out. (UT-DON-01, UT-DECK-02)"""
    hand, deck = table.hands[side], table.deck
    deck.discards = (*deck.discards, *hand.faces)
    size = len(hand)
    hand.cards = Hand()
    hand.declared = ()
    return size


def reveal(table: Utopolis) -> None:
    """All hands are turned up together. (UT-HAND-01)"""
    table.deck.revealed = True
    for hand in table.hands.values():
        hand.cards = Hand((), hand.faces)
    table.opened("reveal", {side: list(hand.faces) for side, hand in table.hands.items()})


def reading(table: Utopolis, side: str) -> Reading:
    hand = table.hands[side]
    return read(hand.faces, hand.declared)


def rank_hands(table: Utopolis) -> None:
    """Lay beside every open hand how it counts. (UT-HAND-03..05)"""
    for side, hand in table.hands.items():
        read_as = reading(table, side)
        value, suit, colour, _ = read_as.key
        joker = read_as.identity if read_as.jokers else ""
        hand.ranked = Ranked(value, suit, colour, by_value(read_as.key), joker, read_as.hearts, read_as.clubs)
