"""Utopolis: Policing the Retrofuture, by Eric J. Boyd."""

from __future__ import annotations

from collections import Counter

from mneme.engine.game import Game
from mneme.games.utopolis import options, words
from mneme.games.utopolis.content import TEXTS, ideas
from mneme.games.utopolis.describe import describe
from mneme.games.utopolis.guide import guide
from mneme.games.utopolis.hands import DECK
from mneme.games.utopolis.nouns import ATTRIBUTES, MOST_CORE, MOST_LEVEL, START_TOKENS, Utopolis
from mneme.games.utopolis.rules import crime_points_for, utopolis

RULES_VERSION = 1


def check(table: Utopolis) -> None:
    """Every card and every point is accounted for."""
    check_cards(table)
    check_pools(table)
    check_scores(table)


def check_cards(table: Utopolis) -> None:
    """The pile, the hands, what was thrown away and what was set aside make whole decks."""
    if "deck" not in table.nouns:
        assert not table.hands, "a hand without a deck"
        return
    deck = table.deck
    seen = Counter((*deck.pile.items, *deck.discards, *deck.aside))
    for hand in table.hands.values():
        seen.update(hand.faces)
    assert seen == Counter(DECK * deck.decks), "a card is lost, or in two places"


def check_pools(table: Utopolis) -> None:
    """No pool goes below 0; Tokens and Crime points never grow during a case. (Ledger 2.3)"""
    assert all(detective.cinema >= 0 for detective in table.detective.values()), "Cinema below 0"
    assert all(0 <= robot.tokens <= START_TOKENS for robot in table.robot.values()), "Tokens out of bounds"
    most = crime_points_for(len(table.circle))
    assert all(0 <= case.crime_points <= most for case in table.cases), "Crime points out of bounds"


def check_scores(table: Utopolis) -> None:
    """Scores stay within their bounds, and no score is marked twice. (UT-CHAR-04, -05, UT-DMG-05)"""
    for detective in table.detective.values():
        assert 3 <= detective.core <= MOST_CORE
        assert all(0 <= detective.attributes[name] <= MOST_LEVEL for name in ATTRIBUTES)
        assert all(1 <= level <= MOST_LEVEL for level in detective.talents.values())
        assert detective.flaw >= 0 <= detective.fear
        assert len(set(detective.hurt)) == len(detective.hurt), "a score is marked twice"


GAME = Game(
    name="utopolis",
    title="Utopolis",
    designers="Eric J. Boyd",
    blurb=TEXTS.pitch,
    content_notes=TEXTS.content_notes,
    seats=range(options.FEWEST_SEATS, options.MOST_SEATS + 1),
    version=RULES_VERSION,
    options=options.Options,
    option_words=options.WORDS,
    value_words=options.VALUE_WORDS,
    presets=options.PRESETS,
    lay=Utopolis,
    play=utopolis,
    waiting=words.WAITING,
    describe=describe,
    check=check,
    check_options=options.check_options,
    conclude=words.concluded,
    ideas=ideas,
    guide=guide,
)
