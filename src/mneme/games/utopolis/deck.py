"""The deck and the hands dealt from it. (Ledger 2.7, Deck)"""

from __future__ import annotations

from mneme.engine.prompts import Seat
from mneme.engine.state import Bag, Hand
from mneme.games.utopolis.hands import DECK, Reading, reread
from mneme.games.utopolis.nouns import Cards, Deck, Utopolis


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


def draw_cards(table: Utopolis, count: int, to: tuple[Seat, ...] | None) -> list[str]:
    """So many cards, or as many as are to be had."""
    deck, drawn = table.deck, list[str]()
    while len(drawn) < count:
        if not deck.pile.items:
            refill(table)
        if not deck.pile.items:
            break
        cards, deck.pile = table.draw_several(deck.pile, min(count - len(drawn), len(deck.pile)), to)
        drawn += cards
    return drawn


def open_hand(table: Utopolis, side: str, owner: Seat) -> Cards:
    hand = table.put(f"hand/{side}", Cards(owner=owner, side=side))
    table.hands = {**table.hands, side: hand}
    return hand


def deal(table: Utopolis, side: str, count: int) -> int:
    """Draw cards into a hand: face down before the reveal, face up after it. Says how many came."""
    hand, revealed = table.hands[side], table.deck.revealed
    drawn = draw_cards(table, count, None if revealed else (hand.owner,))
    hold(hand, (*hand.faces, *drawn), revealed)
    return len(drawn)


def hold(hand: Cards, faces: tuple[str, ...], revealed: bool) -> None:
    """Cards in a hand; until the reveal only their owner sees them. (UT-HAND-01)"""
    hand.cards = Hand((), faces) if revealed else Hand(tuple(sorted(faces)))


def discard_one(table: Utopolis, side: str) -> str:
    """A random card leaves a hand, for all to see. (UT-CIN-03, UT-TOK-03, UT-DECK-05, UT-R-50)"""
    hand, deck = table.hands[side], table.deck
    card, rest = table.draw(Bag(hand.faces), to=None)
    hold(hand, rest.items, deck.revealed)
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
        hold(hand, hand.faces, revealed=True)
    table.opened("reveal", {side: list(hand.faces) for side, hand in table.hands.items()})


def reading(table: Utopolis, side: str) -> Reading:
    hand = table.hands[side]
    return reread(hand.faces, hand.declared)
