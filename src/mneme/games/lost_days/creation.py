"""Creating memories: four rounds of writing, reading and sealed bids. (Ledger 2.3)"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from mneme.engine.acts import Act
from mneme.engine.prompts import Ack, Form, Number, Option, Pick, Prompt, Seat, Words
from mneme.engine.windows import OfferActs, Offers
from mneme.games.lost_days import words
from mneme.games.lost_days.leaving import departures
from mneme.games.lost_days.moving import give_card, note_life, purse_change
from mneme.games.lost_days.nouns import (
    ASIDE,
    CANDIDATE,
    CREATION_ROUNDS,
    MEMORY_MOST,
    POOL,
    ROUND_COIN,
    THEMES,
    Auction,
    LostDays,
    Memory,
    Round,
    memory_options,
    quoted,
)

PREFIX = "I remember"


class Raise(Act):
    to: int


class Decline(Act):
    """Out of this auction, for good."""


def as_memory(text: str) -> str:
    """Every memory begins with the same two words; who leaves them out gets them. (LD-MEM-01)"""
    rest = text[len(PREFIX) :]
    if text.casefold().startswith(PREFIX.casefold()) and not rest[:1].isalnum():
        return PREFIX + rest
    is_a_sentence = text[:1].isupper() and not text.startswith(("I ", "I'", "I’"))
    return f"{PREFIX}: {text}" if is_a_sentence else f"{PREFIX} {text}"


async def create_memories(table: LostDays) -> None:
    """Four rounds, one theme each. (LD-CREATE-01)"""
    table.course.phase = "creation"
    for number in range(1, CREATION_ROUNDS + 1):
        await creation_round(table, number)
        if table.ended:
            return


async def creation_round(table: LostDays, number: int) -> None:
    """A coin each; everybody writes; all is read out; then card after card is auctioned. (LD-CREATE-02..18)"""
    await departures(table)
    if table.ended:
        return
    table.round = table.put("round", Round(number=number, theme=THEMES[number - 1]))
    table.chapter(words.round_title(number))
    table.tell(words.theme(number), kind="theme", facts={"round": number, "theme": table.round.theme})
    for seat in table.players:
        table.bank("round coin", ROUND_COIN)
        purse_change(table, seat, ROUND_COIN)
    await choose_extra_writer(table)
    if number == CREATION_ROUNDS and not any(card.kingship for card in table.cards):
        await ask_for_a_kingship(table)
    await write_memories(table)
    await read_out(table)
    await choose_first_selector(table)
    await auctions(table)
    set_the_rest_aside(table)


# -- who writes two, who picks first


async def choose_extra_writer(table: LostDays) -> None:
    """One player writes one more; it goes round by seat unless the table agrees otherwise. (LD-CREATE-03, LD-Q03)"""
    seats = table.seats
    usual = table.from_seat(seats[(table.round.number - 1) % len(seats)])[0]
    options = keep_or_name(table, usual, table.players)
    ask = Pick("extra_writer", words.EXTRA_WRITER, options, rule="LD-CREATE-03", default=usual)
    table.round.extra_writer = await table_decides(table, ask, words.WRITE_TWO)
    writer = table.round.extra_writer
    table.tell(words.writes_two(table.name(writer)), kind="extra_writer", facts={"seat": writer})


async def choose_first_selector(table: LostDays) -> None:
    """Left of the extra writer by custom; never the same player in every round. (LD-CREATE-07, LD-Q03)"""
    course = table.course
    usual = table.clockwise(table.round.extra_writer)[0]
    barred = course.selectors[:1] if len(course.selectors) == 3 and len(set(course.selectors)) == 1 else ()
    if usual in barred:
        usual = table.clockwise(usual)[0]
    options = keep_or_name(table, usual, [seat for seat in table.players if seat not in barred])
    ask = Pick("first_selector", words.FIRST_SELECTOR, options, rule="LD-CREATE-07", default=usual)
    selector = await table_decides(table, ask, words.PICK_FIRST)
    table.round.selector = selector
    course.selectors = (*course.selectors, selector)


def keep_or_name(table: LostDays, usual: Seat, seats: Sequence[Seat]) -> tuple[Option, ...]:
    """What the one it would fall to can say."""
    return (Option(usual, words.KEEP_IT), *table.seat_options(seat for seat in seats if seat != usual))


async def table_decides(table: LostDays, ask: Pick, what: str) -> Seat:
    """The one it would fall to (the default) may name another; it takes everybody's yes. (Ledger 4)"""
    usual = str(ask.default)
    chosen = await table.ask(usual, ask)
    return chosen if chosen == usual or await all_agree_on(table, usual, chosen, what, ask.rule) else usual


async def all_agree_on(table: LostDays, proposer: Seat, chosen: Seat, what: str, rule: str) -> bool:
    """Whether somebody else shall do it; the one who is named is asked in person. (Ledger 4)"""
    by, named = table.name(proposer), table.name(chosen)
    ask = agreement(words.somebody_instead(by, named, what), rule)
    return await all_agree(table, proposer, ask, {chosen: agreement(words.you_instead(by, what), rule)})


def agreement(text: str, rule: str) -> Pick:
    """A yes or no to what somebody proposes."""
    return Pick("agree", text, words.YES_NO, rule=rule, default="no")


async def all_agree(table: LostDays, proposer: Seat, ask: Pick, besides: Mapping[Seat, Pick] | None = None) -> bool:
    """Every other player says yes; one no, or silence, leaves things as they are. Some are asked in other words.

    (Ledger 4)
    """
    asks = {seat: (besides or {}).get(seat, ask) for seat in table.players if seat != proposer}
    answers = await table.ask_all("agree", asks)
    return all(answer == "yes" for answer in answers.values())


# -- writing and reading


async def ask_for_a_kingship(table: LostDays) -> None:
    """The last chance: somebody volunteers, or it falls to the extra card. (LD-CROWN-05, LD-Q11)"""
    ask = Pick("kingship_volunteer", words.VOLUNTEER, words.YES_NO, rule="LD-CROWN-05", default="no")
    answers = await table.ask_all("kingship_volunteer", dict.fromkeys(table.players, ask))
    table.round.volunteers = tuple(seat for seat, answer in answers.items() if answer == "yes")


async def write_memories(table: LostDays) -> None:
    """Everybody at once, unseen by the others. (LD-CREATE-02, LD-CROWN-01, -02)"""
    forms = {seat: writing_form(table, seat) for seat in table.players}
    written = await table.ask_all("write_memory", forms, sealed=True)
    for seat in table.from_seat(table.round.extra_writer):
        lay_out(table, seat, written[seat])


def writing_form(table: LostDays, seat: Seat) -> Form:
    """One memory, two for the extra writer; and whether it is a Memory of Kingship. (LD-CREATE-02..04)"""
    fields: tuple[Prompt[Any], ...] = (memory_words(table, "text", words.WRITE, words.QUALITY),)
    extra = seat == table.round.extra_writer
    if extra:
        fields += (memory_words(table, "extra", words.WRITE_EXTRA),)
    choices = kingship_choices(table, seat, extra)
    if len(choices) > 1 or choices[0].key != "none":
        fields += (Pick("kingship", words.KINGSHIP, choices, rule="LD-CROWN-01", default=choices[0].key),)
    return Form("write_memory", words.write_on(table.round.number), fields, rule="LD-CREATE-02")


def memory_words(table: LostDays, name: str, text: str, note: str = "") -> Words:
    ideas = f"memories.{table.round.theme}"
    return Words(name, text, most=MEMORY_MOST, prefix=PREFIX, ideas=ideas, rule="LD-MEM-01", note=note)


def kingship_choices(table: LostDays, seat: Seat, extra: bool) -> tuple[Option, ...]:
    """At most one candidate a player in the whole of creation; a volunteer is bound. (LD-CROWN-02, -05)"""
    none, own, other = words.KINGSHIP_OF_TWO if extra else words.KINGSHIP_OF_ONE
    if table.elf[seat].candidate_written:
        return (none,)
    here = table.round
    if here.number == CREATION_ROUNDS and not any(card.kingship for card in table.cards):
        if seat in here.volunteers:
            return (own, other) if extra else (own,)
        if extra and not here.volunteers:
            return (other,)
    return (none, own, other) if extra else (none, own)


def lay_out(table: LostDays, seat: Seat, written: dict[str, str]) -> None:
    kingship = written.get("kingship", "none")
    for field in ("text", "extra"):
        if field in written:
            card = table.new_memory(as_memory(written[field]), seat, table.round.theme, POOL)
            note_life(table, card, "written", words.written_by(table.name(seat)), seat)
            if kingship == ("own" if field == "text" else "extra"):
                card.kingship = CANDIDATE
                table.elf[seat].candidate_written = True


async def read_out(table: LostDays) -> None:
    """Each writer reads, clockwise from the extra writer, and announces a Memory of Kingship.

    (LD-CREATE-05, LD-CROWN-03)
    """
    table.round.step = "reading"
    for seat in table.from_seat(table.round.extra_writer):
        cards = [card for card in pool(table) if card.author == seat]
        await table.ask(seat, to_read(cards))
        for card in cards:
            tell_of(table, card)


def to_read(cards: list[Memory]) -> Ack:
    """What a writer reads out, and whether there is a Memory of Kingship to announce. (LD-CREATE-05, LD-CROWN-03)"""
    note = "\n\n".join(words.to_read(card.text, of_kingship=bool(card.kingship)) for card in cards)
    return Ack("read_out", words.READ_ALOUD, label=words.READ, rule="LD-CREATE-05", note=note, default=True)


def tell_of(table: LostDays, card: Memory) -> None:
    facts = {"memory": card.noun_key}
    table.tell(words.read_out(card.text), kind="memory", by=card.author, facts=facts)
    if card.kingship:
        table.tell(words.announced(table.name(card.author)), kind="kingship", facts=facts)


def pool(table: LostDays) -> list[Memory]:
    return table.at(POOL)


# -- the auctions


def bidders(table: LostDays) -> tuple[Seat, ...]:
    """Those who have not won in this round. (LD-CREATE-16)"""
    winners = table.round.winners
    return tuple([seat for seat in table.players if seat not in winners])


async def auctions(table: LostDays) -> None:
    """Card after card, until everybody has won exactly one. (LD-CREATE-15..18)"""
    while bidders(table):
        await departures(table)
        if table.ended:
            return
        waiting = bidders(table)
        if len(waiting) == 1:
            await last_bidder(table, waiting[0])
        elif waiting:
            await auction(table, waiting)


async def auction(table: LostDays, seats: tuple[Seat, ...]) -> None:
    """The selector picks and reads; all bid, sealed; the bids open together. (LD-CREATE-08..13)"""
    here = table.round
    seat_the_selector(table)
    cards = pool(table)
    eligible = [card for card in cards if card.noun_key not in here.failed]
    final = not eligible  # every card has failed since the last win (LD-CREATE-14, LD-Q08)
    selector = here.selector
    options = pool_options(table, selector, eligible or cards)
    here.step = "picking"
    put_up(
        table, selector, await table.ask(selector, Pick("select_memory", words.SELECT, options, rule="LD-CREATE-08"))
    )
    winner, price = await sealed_bids(table, seats, least=table.options.min_bid)
    if not winner and final:
        tied = highest(here.bids)
        winner, price = by_lot(table, tied), max(1, here.bids[tied[0]])
    if winner:
        win(table, winner, price)
    else:
        here.failed = (*here.failed, here.card)
        table.tell(words.AUCTION_FAILS, kind="failed", facts={"memory": here.card})
    left_of_winner = winner and table.options.next_selector == "left_of_winner"
    here.selector = table.clockwise(winner if left_of_winner else selector)[0]
    clear_the_table(table, winner, price)


def pool_options(table: LostDays, seat: Seat, cards: Iterable[Memory]) -> tuple[Option, ...]:
    """Nothing lies on these cards yet; who wrote them is worth more."""

    def note(card: Memory) -> str:
        author = words.YOU if card.author == seat else table.name(card.author)
        return words.up_for_auction(author, bool(card.kingship))

    return memory_options(cards, note)


def put_up(table: LostDays, seat: Seat, key: str, line: Callable[[str, str], str] = words.put_up) -> None:
    """A card lies in the middle, and is read again. (LD-CREATE-08, -17)"""
    table.round.card = key
    table.course.last_picker = seat
    facts = {"seat": seat, "memory": key}
    table.tell(line(table.name(seat), quoted(table.memory(key))), kind="auction", facts=facts)


def clear_the_table(table: LostDays, winner: Seat, price: int) -> None:
    """The auction is over and remembered: no card, no hands."""
    here = table.round
    here.auctions = (*here.auctions, Auction(here.card, here.bids, winner, price if winner else 0))
    here.card, here.bidders, here.bids = "", (), {}
    if here.step == "raising":
        here.high, here.top, here.still_in, here.declined = 0, "", (), ()


def seat_the_selector(table: LostDays) -> None:
    """Somebody who has left selects no more; it passes to the left. (LD-CREATE-15, LD-Q04)"""
    table.round.selector = table.from_seat(table.round.selector)[0]


async def sealed_bids(table: LostDays, seats: tuple[Seat, ...], least: int = 0) -> tuple[Seat, int]:
    """The highest bidder and the price; nobody, if a tie stays a tie. (LD-CREATE-09..13, LD-Q05, LD-Q06)"""
    here = table.round
    here.step, here.bidders = "bidding", seats
    here.bids = await table.ask_all("bid", {seat: bid_prompt(table, seat, least) for seat in seats}, sealed=True)
    table.tell(words.bids({table.name(seat): bid for seat, bid in here.bids.items()}), kind="bids", facts=here.bids)
    tied = highest(here.bids)
    high = here.bids[tied[0]]
    if len(tied) == 1 and high > 0:
        return tied[0], high
    limits = {seat: table.elf[seat].purse for seat in tied}
    return await raises(table, here, tied, high, limits, here.selector)


def bid_prompt(table: LostDays, seat: Seat, least: int) -> Number:
    """Whole coins, up to the purse, with what the purse still has to last for. (LD-CREATE-09)"""
    purse, text = table.elf[seat].purse, quoted(table.memory(table.round.card))
    note = words.bid_for(text, words.bid_note(purse, CREATION_ROUNDS - table.round.number))
    return Number("bid", words.BID, least=least, most=purse, rule="LD-CREATE-09", default=least, note=note)


def highest(bids: dict[Seat, int]) -> tuple[Seat, ...]:
    high = max(bids.values())
    return tuple(seat for seat, bid in bids.items() if bid == high)


async def raises(
    table: LostDays, here: Round, tied: tuple[Seat, ...], high: int, limits: dict[Seat, int], start: Seat
) -> tuple[Seat, int]:
    """Open raises, clockwise; declining is final; the last one in wins only with a raise. (LD-CREATE-12, LD-Q07)"""
    here.step, here.high, here.top, here.declined = "raising", high, "", ()
    here.still_in = tuple(seat for seat in (start, *table.after(start)) if seat in tied)
    while here.still_in and here.still_in != (here.top,):
        seat = here.still_in[0]
        act = await raise_or_decline(table, seat, here.high, limits[seat])
        if isinstance(act, Raise):
            here.high, here.top = act.to, seat
            here.still_in = (*here.still_in[1:], seat)
            table.tell(words.raises(table.name(seat), act.to), kind="raise", facts={"seat": seat, "to": act.to})
        else:
            here.still_in, here.declined = here.still_in[1:], (*here.declined, seat)
            table.tell(words.declines(table.name(seat)), kind="decline", facts={"seat": seat})
    return here.top, here.high


async def raise_or_decline(table: LostDays, seat: Seat, high: int, limit: int) -> Act:
    """Above the highest bid and within one's means; who cannot, declines. (LD-CREATE-12)"""
    if limit <= high:
        return Decline()
    to = Number("to", words.RAISE_TO, least=high + 1, most=limit, rule="LD-CREATE-12")

    def offers(o: Offers) -> None:
        o.may(seat, Raise, words.RAISE, to, rule="LD-CREATE-12", note=words.at_most(limit))
        o.must(seat, Decline, words.DECLINE, default=True, rule="LD-CREATE-12")
        o.say(seat, text, note)

    text, note = raise_text(table, seat, high)
    _, act = await one_act(table, "raise_or_decline", text, offers)
    return act


def raise_text(table: LostDays, seat: Seat, high: int) -> tuple[str, str]:
    """Whom one has to outbid, and for which memory; for the crown the cards are known. (LD-CREATE-12, LD-CROWN-08)"""
    here = table.round
    others = [table.name(other) for other in here.still_in if other != seat]
    text = words.raise_above(table.name(here.top), high) if here.top else words.level_at(others, high)
    return text, quoted(table.memory(here.card)) if here.card else ""


async def one_act(table: LostDays, name: str, text: str, offers: OfferActs) -> tuple[Seat, Act]:
    """Wait for a single act of whoever is offered one."""
    async for seat, act in table.window(name, text, offers):
        return seat, act
    raise AssertionError(f"{name} offers nothing")


def by_lot(table: LostDays, among: tuple[Seat, ...]) -> Seat:
    """Chance settles what nobody would. (LD-CREATE-14, LD-Q09)"""
    (number,) = table.throw((len(among),))
    winner = among[number - 1]
    table.tell(words.by_lot(table.name(winner)), kind="lot", facts={"seat": winner})
    return winner


def win(table: LostDays, seat: Seat, price: int, line: Callable[[str, int], str] = words.wins) -> None:
    """The bid moves from the purse to the card and is its value; all other bids stay home. (LD-CREATE-11)"""
    here = table.round
    card = table.memory(here.card)
    purse_change(table, seat, -price)
    table.lay_coins(card, price)
    give_card(table, card, seat, "won", words.won_for(table.name(seat), price))
    here.winners = (*here.winners, seat)
    here.failed = ()
    facts = {"seat": seat, "price": price, "memory": here.card}
    table.tell(line(table.name(seat), price), kind="won", facts=facts)


async def last_bidder(table: LostDays, seat: Seat) -> None:
    """Nobody is left to oppose: choose a card, pay 1 or more. (LD-CREATE-17, LD-Q10, LD-CROWN-06, LD-Q12)"""
    cards = pool(table)
    crownless = not any(card.kingship and card.holder for card in table.cards)
    candidates = [card for card in cards if card.kingship]
    options = pool_options(table, seat, candidates if crownless and candidates else cards)
    purse = table.elf[seat].purse
    note = words.bid_note(purse, CREATION_ROUNDS - table.round.number)
    fields: tuple[Prompt[Any], ...] = (
        Pick("card", words.LAST_CARD, options, rule="LD-CROWN-06", default=options[0].key),
        Number("price", words.LAST_PRICE, least=1, most=purse, rule="LD-CREATE-17", default=1, note=note),
    )
    table.round.step = "taking"
    chosen = await table.ask(seat, Form("sole_bid", words.SOLE_BID, fields, rule="LD-CREATE-17", default={}))
    put_up(table, seat, chosen["card"], words.takes_the_last)
    win(table, seat, chosen["price"], words.pays_for_it)
    clear_the_table(table, seat, chosen["price"])


def set_the_rest_aside(table: LostDays) -> None:
    """What nobody claimed waits for the market. (LD-CREATE-18)"""
    for card in pool(table):
        table.move(card, ASIDE)
        note_life(table, card, "aside", words.SET_ASIDE)
