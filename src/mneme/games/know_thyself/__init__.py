"""Know Thyself, by Ryan Macklin: a Master, some guests, and a palace that knows more than they do."""

from __future__ import annotations

from mneme.engine.game import Game
from mneme.games.know_thyself import content, options, words
from mneme.games.know_thyself.cards import DECK
from mneme.games.know_thyself.describe import describe
from mneme.games.know_thyself.guide import guide
from mneme.games.know_thyself.nouns import KnowThyself
from mneme.games.know_thyself.reckoning import standings
from mneme.games.know_thyself.rules import know_thyself

RULES_VERSION = 1
FEWEST_SEATS, MOST_SEATS = 2, 7  # a Master and 1 to 6 guests


def check(table: KnowThyself) -> None:
    """Every Coin and card is accounted for, and what is written of the Coins is how they stand."""
    check_coins(table)
    check_standings(table)
    check_cards(table)


def check_coins(table: KnowThyself) -> None:
    """All piles and stakes come to the total, and none is below nothing. (KT-COIN-01)"""
    coins = table.coins
    if not coins.total:
        return
    piles = [coins.master, coins.bank, *(guest.coins for guest in table.guest.values())]
    if table.wager_open:
        piles += [*table.wager.master_side.values(), *table.wager.player_side.values()]
    assert all(pile >= 0 for pile in piles), "a pile is below nothing"
    assert sum(piles) == coins.total, f"{sum(piles)} Coins on the table, not {coins.total}"


def check_standings(table: KnowThyself) -> None:
    """Nobody is shown an old reckoning. (KT-END-02, -10)"""
    coins = table.coins
    if coins.total:
        written = coins.to_beat, coins.winning, coins.to_the_end
        assert written == standings(table), "Coins have moved since the reckoning"


def check_cards(table: KnowThyself) -> None:
    """The Play Deck is whole in every Wager, and no True Name card is in two places. (KT-NAME-03)"""
    palace = table.palace
    names = palace.true_names.values()
    red = [*palace.red.items, *(name.red for name in names)]
    black = [*palace.black.items, *(name.black for name in names)]
    assert sorted((*red, *black)) == sorted(DECK), "a True Name card is lost"
    if table.wager_open:
        wager = table.wager
        assert sorted((*wager.deck.items, *wager.face_up())) == sorted(DECK), "a card of the Play Deck is lost"


GAME = Game(
    name="know-thyself",
    title="Know Thyself",
    designers="Ryan Macklin",
    blurb=content.texts().pitch,
    content_notes=content.texts().content_notes,
    seats=range(FEWEST_SEATS, MOST_SEATS + 1),
    version=RULES_VERSION,
    options=options.Options,
    option_words=options.WORDS,
    value_words=options.VALUE_WORDS,
    presets=options.PRESETS,
    lay=KnowThyself,
    play=know_thyself,
    waiting=words.WAITING,
    describe=describe,
    check=check,
    check_options=options.check_options,
    conclude=words.concluded,
    ideas=content.ideas,
    guide=guide,
)
