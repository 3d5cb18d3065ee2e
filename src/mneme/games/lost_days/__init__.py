"""Lost Days of Memories and Madness, by Andrew Kenrick."""

from __future__ import annotations

from mneme.engine.game import Game
from mneme.games.lost_days import content, options, words
from mneme.games.lost_days.describe import describe
from mneme.games.lost_days.guide import guide
from mneme.games.lost_days.market import what_sells
from mneme.games.lost_days.nouns import ASIDE, LEFT, MARKET, OWNED, POOL, SANE, TRUE, LostDays
from mneme.games.lost_days.rules import lost_days

RULES_VERSION = 1


def check(table: LostDays) -> None:
    """Every coin and every card is accounted for."""
    check_coins(table)
    check_cards(table)
    check_throne(table)


def check_coins(table: LostDays) -> None:
    """Purses, cards and madness hold exactly what the bank gave and did not get back. (Ledger 2.17)"""
    elves = table.elf.values()
    held = sum(elf.purse + elf.madness for elf in elves) + sum(card.coins for card in table.cards)
    assert held == sum(table.course.flows.values()), "a coin has gone astray"
    assert all(elf.purse >= 0 and elf.madness >= 0 for elf in elves)
    assert all(card.coins >= 0 for card in table.cards)


def check_cards(table: LostDays) -> None:
    """Every memory lies in exactly one place. (LD-MEM-06)"""
    for card in table.cards:
        assert card.place in (POOL, ASIDE, OWNED, MARKET)
        assert bool(card.holder) == (card.place == OWNED), "a memory is in two places"
        assert not card.holder or table.is_active(card.holder), "a memory belongs to nobody at court"
    for seat, elf in table.elf.items():
        assert table.owned(seat) == tuple(card for card in table.cards if card.holder == seat), "a hand is out of date"
        assert elf.held == sum(card.coins for card in table.owned(seat)), "an elf was not weighed"
        assert elf.status != SANE or (elf.bears < 0) == (elf.madness > elf.held), "an elf does not know the line"
        assert elf.status != LEFT or elf.purse == elf.madness == 0
        assert seat not in table.sales or table.sales[seat] == what_sells(table, seat), "an offer is out of date"


def check_throne(table: LostDays) -> None:
    """The king is whoever holds the true Memory of Kingship; there is never more than one. (LD-KING-01)"""
    true = [card for card in table.cards if card.kingship == TRUE]
    assert len(true) <= 1
    assert table.course.king == (true[0].holder if true else "")


GAME = Game(
    name="lost-days",
    title=content.texts().game.title,
    designers="Andrew Kenrick",
    blurb=content.texts().game.pitch,
    content_notes=content.texts().game.notes,
    seats=range(options.FEWEST_PLAYERS, options.MOST_PLAYERS + 1),
    version=RULES_VERSION,
    options=options.Options,
    option_words=options.WORDS,
    value_words=options.VALUE_WORDS,
    presets=options.PRESETS,
    lay=LostDays,
    play=lost_days,
    waiting=words.WAITING,
    describe=describe,
    check=check,
    check_options=options.check_options,
    conclude=words.concluded,
    ideas=content.ideas,
    guide=guide,
)
