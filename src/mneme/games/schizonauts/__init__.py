"""Schizonauts, by Fred Hicks: two editions on one set of rules."""

from __future__ import annotations

from mneme.engine.game import Game
from mneme.games.schizonauts import content, options, words
from mneme.games.schizonauts.describe import describe
from mneme.games.schizonauts.guide import guide
from mneme.games.schizonauts.lengths import FEWEST_PLAYERS, MOST_PLAYERS
from mneme.games.schizonauts.nouns import Schizonauts
from mneme.games.schizonauts.rules import schizonauts

RULES_VERSION = 1


def check(table: Schizonauts) -> None:
    """Every coin, card and die is accounted for."""
    check_keys(table)
    check_allegiance(table)
    check_coins(table)


def check_keys(table: Schizonauts) -> None:
    """The 60 keys: in the bag, the chain, the turn, a hand or the discard, and nowhere twice."""
    decks = table.decks
    seen = [*decks.keys.items, *decks.chain, *decks.discard]
    for sheet in table.sheet.values():
        seen += sheet.hand
    if table.course.phase == "flashback" and "scene" in table.nouns:
        seen += {table.turn.key} - {"", *table.sheet[table.turn.actor].hand}
    assert len(seen) == len(set(seen)), "a key card is in two places"
    assert len(seen) == len(content.KEYS) or any(sheet.gone for sheet in table.sheet.values()), "a key card is lost"


def check_allegiance(table: Schizonauts) -> None:
    """As many thieves as agents, in the deck and before the players together."""
    cards = list(table.decks.allegiance.items)
    for sheet in table.sheet.values():
        cards += [*sheet.allegiance.down, *sheet.allegiance.up]
    assert cards.count("thief") == cards.count("agent"), "an allegiance card is lost"


def check_coins(table: Schizonauts) -> None:
    """Coins paid are in hand or on a sheet; dice keep their units through every trade."""
    for sheet in table.sheet.values():
        assert sheet.coins >= 0
        assert all(coins >= 0 for coins in sheet.piles.values())
    if "scene" in table.nouns and table.scene.pools:
        for seat, sources in table.scene.sources.items():
            units = sum(source.dice for source in sources)
            assert table.scene.pool(seat).units == units, "a trade changed the worth of a pool"


GAME = Game(
    name="schizonauts",
    title="Schizonauts",
    designers="Fred Hicks",
    blurb=content.texts().game.pitch,
    content_notes=content.content_notes(),
    seats=range(FEWEST_PLAYERS, MOST_PLAYERS + 1),
    version=RULES_VERSION,
    options=options.Options,
    option_words=options.WORDS,
    value_words=options.VALUE_WORDS,
    presets=options.PRESETS,
    lay=Schizonauts,
    play=schizonauts,
    waiting=words.WAITING,
    describe=describe,
    check=check,
    check_options=options.check_options,
    conclude=words.concluded,
    ideas=content.ideas,
    guide=guide,
)
