"""The Memory of Kingship and the crowning; then the market is laid out. (Ledger 2.4)"""

from __future__ import annotations

from mneme.engine.prompts import Pick, Seat
from mneme.games.lost_days import words
from mneme.games.lost_days.creation import by_lot, clear_the_table, highest, raises, sealed_bids
from mneme.games.lost_days.leaving import departures
from mneme.games.lost_days.moving import give_card, purse_change, to_market
from mneme.games.lost_days.nouns import (
    ASIDE,
    CANDIDATE,
    CROWN_COIN,
    MARKET,
    PRETENDER,
    TRUE,
    LostDays,
    Memory,
    memory_options,
    quoted,
)


async def crowning(table: LostDays) -> None:
    """The most valuable candidate that somebody owns is the true one; its owner is king. (LD-CROWN-07..12)"""
    await departures(table)
    if table.ended:
        return
    table.course.phase = "crowning"
    table.chapter(words.CROWNING)
    candidates = [card for card in table.cards if card.kingship and card.holder]
    if not candidates:
        candidates = [await bid_for_the_crown(table)]
    value = max(card.coins for card in candidates)
    worthiest = [card for card in candidates if card.coins == value]
    if len(candidates) > len(worthiest) == 1:
        table.tell(words.most_coins(value))
    true = await true_memory(table, worthiest)
    crown_it(table, true)
    for card in table.at(ASIDE):
        to_market(table, card, "market", words.TO_MARKET)
    table.tell(words.market_opens(len(table.at(MARKET)), table.options.bare_market_seed), kind="market")
    table.remove("round")
    table.course.phase = "play"


async def bid_for_the_crown(table: LostDays) -> Memory:
    """Every owner of a candidate has left: the rest bid for one that was set aside. (LD-Q55)"""
    here = table.round
    card = max((card for card in table.at(ASIDE) if card.kingship), key=lambda card: card.coins)
    here.card, here.selector = card.noun_key, table.players[0]
    table.tell(words.put_up(words.THE_TABLE, quoted(card)), kind="auction", facts={"memory": here.card})
    winner, price = await sealed_bids(table, table.players)
    if not winner:
        tied = highest(here.bids)
        winner, price = by_lot(table, tied), here.bids[tied[0]]
    purse_change(table, winner, -price)
    table.lay_coins(card, price)
    give_card(table, card, winner, "won", words.won_for(table.name(winner), price))
    clear_the_table(table, winner, price)
    return card


async def true_memory(table: LostDays, tied: list[Memory]) -> Memory:
    """One alone is it. Tied: a single owner picks; several agree, or bid on, or leave it to chance.

    (LD-CROWN-08, LD-Q13)
    """
    if len(tied) == 1:
        return tied[0]
    owners = tuple(seat for seat in table.players if any(card.holder == seat for card in tied))
    if len(owners) == 1:
        return await pick_of_ones_own(table, owners[0], tied)
    ask = Pick("crown_agree", words.CROWN_AGREE, memory_options(tied), rule="LD-CROWN-08")
    answers = await table.ask_all("crown_agree", dict.fromkeys(owners, ask))
    if len(set(answers.values())) == 1:
        return table.memory(answers[owners[0]])
    table.tell(words.CROWN_RAISES, kind="crown")
    return await crown_raises(table, tied, owners)


async def crown_raises(table: LostDays, tied: list[Memory], owners: tuple[Seat, ...]) -> Memory:
    """The cards' values are the standing bids; only the winner's raise is paid. (LD-CROWN-08)"""
    value = tied[0].coins
    limits = {seat: value + table.elf[seat].purse for seat in owners}
    start = table.clockwise(table.course.last_picker)[0]
    winner, high = await raises(table, table.round, owners, value, limits, start)
    if not winner:
        (number,) = table.throw((len(tied),))
        table.tell(words.CROWN_BY_LOT, kind="lot", facts={"memory": tied[number - 1].noun_key})
        return tied[number - 1]
    card = await pick_of_ones_own(table, winner, [card for card in tied if card.holder == winner])
    purse_change(table, winner, value - high)
    table.lay_coins(card, high - value)
    return card


async def pick_of_ones_own(table: LostDays, seat: Seat, cards: list[Memory]) -> Memory:
    ask = Pick("crown_pick", words.CROWN_PICK, memory_options(cards), rule="LD-CROWN-08")
    return table.memory(await table.choose(seat, ask))


def crown_it(table: LostDays, true: Memory) -> None:
    """A coin from the bank; the other candidates are ordinary from now on. (LD-CROWN-09, -10, LD-Q14)"""
    for card in table.cards:
        if card.kingship == CANDIDATE:
            card.kingship = PRETENDER
    true.kingship = TRUE
    table.bank("crown coin", CROWN_COIN)
    table.lay_coins(true, CROWN_COIN)
    table.course.king = table.course.caretaker = true.holder
    facts = {"king": true.holder, "before": "", "memory": true.noun_key}
    table.tell(words.crowned(table.called(true.holder), true.text), kind="king", facts=facts)
