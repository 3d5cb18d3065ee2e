"""The Market of Memories: new ones, sales, trades, and filling it again. (Ledger 2.12)"""

from __future__ import annotations

from typing import NamedTuple

from mneme.engine.acts import Act
from mneme.engine.prompts import Number, Option, Pick, Seat, Some, Words
from mneme.engine.windows import Offers
from mneme.games.lost_days import words
from mneme.games.lost_days.creation import PREFIX, as_memory, tell_of
from mneme.games.lost_days.moving import give_card, given_up, madness_check, note_life, purse_change, to_market
from mneme.games.lost_days.nouns import (
    LINE_MOST,
    MARKET,
    MEMORY_MOST,
    NEW_MEMORY_COST,
    SANE,
    LostDays,
    Memory,
    Trade,
    memory_options,
    quoted,
)


class CreateMemory(Act):
    text: str


class Sell(Act):
    memory: str


class ProposeTrade(Act):
    partner: Seat
    give: tuple[str, ...]
    give_coins: int
    take: tuple[str, ...]
    take_coins: int
    promise: str


class DropOffer(Act):
    """Take an offer off the table, whoever made it."""

    other: Seat


class AcceptTrade(Act):
    proposer: Seat


class PactNote(Act):
    """A promise in writing, for some eyes only. It binds nobody. (LD-TRADE-02)"""

    readers: tuple[Seat, ...]
    text: str


class CardNote(Act):
    """A line on one's own character card, for everyone to read. (LD-SETUP-03)"""

    text: str


# -- new memories

NEW_MEMORY = Words(
    "text", words.WRITE_NEW, most=MEMORY_MOST, prefix=PREFIX, ideas="memories", rule="LD-MEM-01", note=words.NEW_THEMES
)


def offer_new_memory(table: LostDays, o: Offers, framer: Seat) -> None:
    """The framer, in their own scene, for a coin; not a player whose elf is out. (LD-NEW-01, LD-ADV-05, LD-Q53)"""
    if table.is_active(framer) and table.elf[framer].purse >= NEW_MEMORY_COST:
        o.may(framer, CreateMemory, words.CREATE, NEW_MEMORY, note=words.CREATE_COST, rule="LD-NEW-01")


def create_memory(table: LostDays, seat: Seat, text: str) -> Memory:
    """The coin goes onto the card, the card to the market; the writer has no claim on it. (LD-NEW-01, -02)"""
    purse_change(table, seat, -NEW_MEMORY_COST)
    card = table.new_memory(as_memory(text), seat, "", MARKET)
    table.lay_coins(card, NEW_MEMORY_COST)
    note_life(table, card, "written", words.written_by(table.name(seat)), seat)
    tell_of(table, card)
    table.tell(words.NEW_IN_MARKET, kind="market", facts={"memory": card.noun_key})
    return card


# -- selling


def offer_sales(table: LostDays, o: Offers) -> None:
    """Any owned memory with a coin on it. (LD-SELL-01, LD-Q50)"""
    for seat in table.active:
        if table.elf[seat].held:
            memory = table.sales.get(seat) or table.sales.setdefault(seat, what_sells(table, seat))
            o.may(seat, Sell, words.SELL, memory, note=words.SELL_NOTE, rule="LD-SELL-01")


def what_sells(table: LostDays, seat: Seat) -> Pick:
    """It stands beside every scene, so it is made once and kept until this elf is weighed again."""
    cards = [card for card in table.owned(seat) if card.coins >= 1]
    return Pick("memory", words.SELL_WHICH, given_up(table.elf[seat], cards), rule="LD-SELL-01")


def sell(table: LostDays, seat: Seat, key: str) -> None:
    """All coins but one go to the purse. (LD-SELL-01, -02)"""
    card = table.memory(key)
    price = card.coins - 1
    purse_change(table, seat, price)
    table.lay_coins(card, -price)
    to_market(table, card, "sold", words.sold_by(table.name(seat), price), seat)
    facts = {"seat": seat, "memory": key, "price": price}
    table.tell(words.sells(table.called(seat), quoted(card), price), kind="sale", facts=facts)
    madness_check(table)


# -- trading

PROMISE = Words("promise", words.PROMISE, most=LINE_MOST, optional=True, default="", rule="LD-TRADE-02")
PACT = Words("text", words.PACT_TEXT, most=LINE_MOST)


def offer_proposals(table: LostDays, o: Offers) -> None:
    """Any two players with active elves, outside a conflict. Only they see the offer. (LD-TRADE-01, LD-Q51)"""
    if table.course.phase != "play":
        return
    for seat in table.players:
        offer_pact_notes(table, o, seat)
    if table.course.in_conflict:
        return
    goods = {seat: what_one_has(table, seat) for seat in table.active}
    for seat, mine in goods.items():
        for partner in table.after(seat):
            if partner in goods:
                offer_trade(o, seat, mine, partner, goods[partner])
        open_with = [trade.partner if trade.proposer == seat else trade.proposer for trade in offers_of(table, seat)]
        if open_with:
            other = Pick("other", words.DROP_WHICH, table.seat_options(dict.fromkeys(open_with)), rule="LD-TRADE-01")
            o.may(seat, DropOffer, words.DROP_OFFER, other, rule="LD-TRADE-01")


class Goods(NamedTuple):
    """What an elf has, as it is asked for in every offer to it or from it."""

    give: tuple[Some, Number]
    take: tuple[Some, Number]
    label: str
    key: str


def what_one_has(table: LostDays, seat: Seat) -> Goods:
    """Any mix of memories and coins, to be given or to be asked for by somebody else. (LD-TRADE-01)"""
    cards, purse = table.owned(seat), table.elf[seat].purse
    give = Some("give", words.GIVE, given_up(table.elf[seat], cards), most=len(cards), default=[])
    give_coins = Number("give_coins", words.GIVE_COINS, least=0, most=purse, default=0)
    take = Some("take", words.TAKE, memory_options(cards), most=len(cards), default=[])
    take_coins = Number("take_coins", words.TAKE_COINS, least=0, most=purse, default=0)
    label, key = words.trade_with(table.called(seat)), f"propose_trade_{seat}"
    return Goods((give, give_coins), (take, take_coins), label, key)


def offer_trade(o: Offers, seat: Seat, mine: Goods, partner: Seat, theirs: Goods) -> None:
    """What the two of them have now; something for nothing is a gift. (LD-TRADE-01)"""
    o.may(
        seat, ProposeTrade, theirs.label, *mine.give, *theirs.take, PROMISE,
        note=words.TRADE_NOTE, key=theirs.key, rule="LD-TRADE-01", partner=partner,
    )  # fmt: skip


def offer_pact_notes(table: LostDays, o: Offers, seat: Seat) -> None:
    readers = Some("readers", words.READERS, table.seat_options(table.clockwise(seat)), least=1)
    o.may(seat, PactNote, words.PACT, readers, PACT, rule="LD-TRADE-02")


def private_dealings(table: LostDays, seat: Seat, act: Act) -> None:
    """Offers and notes that only some may see."""
    if isinstance(act, PactNote):
        table.tell(act.text, kind="note", by=seat, to=(seat, *act.readers))
    elif isinstance(act, DropOffer):
        for key in (trade_key(seat, act.other), trade_key(act.other, seat)):
            table.drop_offer(key)
        table.tell(words.OFFER_DROPPED, kind="trade", to=(seat, act.other))
    elif isinstance(act, ProposeTrade):
        trade = Trade(
            pair=(seat, act.partner),
            proposer=seat,
            partner=act.partner,
            give=act.give,
            give_coins=act.give_coins,
            take=act.take,
            take_coins=act.take_coins,
            promise=act.promise,
        )
        table.lay_offer(trade_key(seat, act.partner), trade)
        table.tell(words.offer(table, trade), kind="trade", to=trade.pair)


def trade_key(proposer: Seat, partner: Seat) -> str:
    return f"trade/{proposer}/{partner}"


def offers_of(table: LostDays, seat: Seat) -> list[Trade]:
    """The open offers a player has made or been made."""
    return [trade for trade in table.trades.values() if seat in trade.pair]


def offer_acceptance(table: LostDays, o: Offers) -> None:
    """An offer that still holds may be taken up; both have then confirmed it. (LD-TRADE-01)"""
    good = [trade for trade in table.trades.values() if holds(table, trade)]
    for seat in table.active if good else ():
        terms = {
            trade.proposer: words.what_you_get(table, trade, crosses(table, trade))
            for trade in good
            if trade.partner == seat
        }
        if terms:
            offer_terms(table, o, seat, terms)


def offer_terms(table: LostDays, o: Offers, seat: Seat, terms: dict[Seat, str]) -> None:
    """A single offer says at once what it is; of several each does."""
    label, note = words.ACCEPT_ONE, ""
    options = tuple(Option(proposer, table.name(proposer), each) for proposer, each in terms.items())
    if len(terms) == 1:
        ((proposer, note),) = terms.items()
        label, options = words.accept_from(table.called(proposer)), table.seat_options((proposer,))
    whose = Pick("proposer", words.ACCEPT_WHOSE, options, rule="LD-TRADE-01")
    o.may(seat, AcceptTrade, label, whose, note=note, rule="LD-TRADE-01")


def crosses(table: LostDays, trade: Trade) -> bool:
    """Whether the one who accepts would be past the line then. (LD-MAD-01, -09)"""
    elf = table.elf[trade.partner]
    gets, gives = ([table.memory(key) for key in keys] for keys in (trade.give, trade.take))
    held = elf.held + sum(card.coins for card in gets) - sum(card.coins for card in gives)
    return elf.status == SANE and elf.madness + sum(card.toll for card in gets) > held


def holds(table: LostDays, trade: Trade) -> bool:
    """Both still have what they would give."""
    return (
        table.is_active(trade.proposer)
        and table.is_active(trade.partner)
        and table.elf[trade.proposer].purse >= trade.give_coins
        and table.elf[trade.partner].purse >= trade.take_coins
        and all(table.memory(key).holder == trade.proposer for key in trade.give)
        and all(table.memory(key).holder == trade.partner for key in trade.take)
    )


def carry_out(table: LostDays, trade: Trade) -> None:
    """All of it at once, in the open: now everybody learns what was offered. (LD-TRADE-01, -04)"""
    proposer, partner = trade.proposer, trade.partner
    table.opened("trade", [list(trade.give), trade.give_coins, list(trade.take), trade.take_coins])
    facts = {"pair": [proposer, partner], "give": list(trade.give), "give_coins": trade.give_coins}
    facts |= {"take": list(trade.take), "take_coins": trade.take_coins}
    table.tell(words.trade_done(table, trade), kind="trade", facts=facts)
    purse_change(table, proposer, trade.take_coins - trade.give_coins)
    purse_change(table, partner, trade.give_coins - trade.take_coins)
    for key in trade.give:
        give_card(table, table.memory(key), partner, "traded", words.traded_to(table.name(partner)))
    for key in trade.take:
        give_card(table, table.memory(key), proposer, "traded", words.traded_to(table.name(proposer)))
    table.drop_offer(trade.noun_key)
    madness_check(table)


# -- notes on the character card

NOTE = Words("text", words.CARD_NOTE_TEXT, most=LINE_MOST)


def offer_card_notes(table: LostDays, o: Offers) -> None:
    for seat in table.players:
        o.may(seat, CardNote, words.CARD_NOTE, NOTE, rule="LD-SETUP-03")


def note_on_card(table: LostDays, seat: Seat, text: str) -> None:
    table.elf[seat].notes = (*table.elf[seat].notes, text)
    table.tell(words.noted(table.called(seat), text), kind="card_note", facts={"seat": seat})


# -- replenishing


async def market_test(table: LostDays) -> None:
    """Fewer than a couple left: everybody writes one. (LD-REP-01..03, LD-Q49)"""
    if len(table.at(MARKET)) >= table.options.market_threshold:
        return
    table.chapter(words.REPLENISH)
    ask = Words(
        "replenish_theme",
        words.REPLENISH_THEME,
        most=60,
        ideas="themes",
        rule="LD-REP-02",
        default=words.stock_theme(table.course.scenes),
    )
    theme = await table.ask(table.throne, ask)
    table.tell(words.replenish_on(theme), kind="theme")
    text = Words(
        "replenish_write",
        words.replenish_on(theme),
        most=MEMORY_MOST,
        prefix=PREFIX,
        ideas="memories",
        rule="LD-REP-03",
        note=words.QUALITY,
    )
    written = await table.ask_all("replenish_write", dict.fromkeys(table.players, text), sealed=True)
    for seat, line in written.items():
        card = table.new_memory(as_memory(line), seat, theme, MARKET)
        to_market(table, card, "written", words.written_by(table.name(seat)), seat)
        tell_of(table, card)
