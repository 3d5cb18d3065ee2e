"""Influencing a conflict: coins go round, and dice are rolled again. (Ledger 2.9)"""

from __future__ import annotations

from functools import cache

import msgspec

from mneme.engine.acts import Act
from mneme.engine.prompts import Number, Option, Pick, Seat, Words, aloud
from mneme.engine.windows import Offers
from mneme.games.lost_days import chances, odds, words
from mneme.games.lost_days.dice import FIRST, SECOND, compare, highest_first, matched
from mneme.games.lost_days.moving import PURSE, purse_change, test_after_a_coin
from mneme.games.lost_days.nouns import OTHER_SIDE, OUT, Coin, LostDays
from mneme.games.lost_days.opposition import check_the_sides
from mneme.games.lost_days.settling import see_what_comes

THEIR_MADNESS, OWN_MADNESS = "their_madness", "own_madness"
STAKE, BANK = "stake", "bank"


class Reroll(Act):
    source: str
    side: str
    die: str
    how: str


class ExtraDie(Act):
    source: str
    side: str
    how: str


class Bribe(Act):
    to: Seat
    coins: int


class EndTurn(Act):
    """No more coins for now."""


async def influence(table: LostDays) -> None:
    """From the losing side clockwise, circuit after circuit, until one goes by without a coin.

    (LD-INF-01..03, LD-Q31)
    """
    here = table.conflict
    here.influencer = here.player(FIRST if here.leader != FIRST else SECOND)  # level: the challenger begins (LD-Q29)
    while not here.dropped and not set(table.players) <= set(here.passed):
        if table.options.influence == "single_circuit" and here.turns >= len(table.players):
            break
        here.coins_this_turn = 0
        if can_spend(table, here.influencer):
            await influence_turn(table)
            await check_the_sides(table)
        here.turns += 1
        here.passed = () if here.coins_this_turn else (*here.passed, here.influencer)
        here.influencer = table.clockwise(here.influencer)[0] if len(table.players) > 1 else here.influencer


def can_spend(table: LostDays, seat: Seat) -> bool:
    """Who cannot spend passes without being asked. (LD-INF-03)"""
    return bool(sources(table, seat))


def sources(table: LostDays, seat: Seat) -> tuple[Option, ...]:
    """One's purse; the madness of the elf one fights; one's own madness once the elf is out.

    (LD-INF-06, -09, -11, LD-ADV-02, -03, LD-Q33, LD-Q34)
    """
    here, elf = table.conflict, table.elf[seat]
    found: list[Option] = []
    if elf.purse:
        where = words.TO_STAKE if here.stake else words.TO_BANK
        found.append(Option(PURSE, words.YOUR_PURSE, words.joined(words.you_have(elf.purse), where)))
    if opponent := frayed_opponent(table, seat):
        name, there = table.called(opponent), table.elf[opponent].madness
        found.append(Option(THEIR_MADNESS, words.madness_of(name), words.heals(name, there)))
    if elf.status == OUT and elf.madness:
        found.append(Option(OWN_MADNESS, words.YOUR_MADNESS, words.TO_BANK))
    return tuple(found)


def frayed_opponent(table: LostDays, seat: Seat) -> Seat:
    """The elf one fights, if coins lie on its card; only a side may spend them. (LD-INF-09, -11, LD-Q34)"""
    here = table.conflict
    side = here.side_of(seat)
    if not side or not here.in_person(OTHER_SIDE[side]):
        return ""
    opponent = here.player(OTHER_SIDE[side])
    return opponent if table.elf[opponent].madness else ""


async def influence_turn(table: LostDays) -> None:
    """Any number of coins, one at a time, each result seen before the next. (LD-INF-02)"""
    here = table.conflict
    seat = here.influencer
    async for _, act in table.window("influence", words.INFLUENCE, lambda o: offer_coins(table, o, seat)):
        if isinstance(act, Reroll):
            spend(table, seat, act.source, act.how)
            reroll(table, seat, act)
        elif isinstance(act, ExtraDie):
            spend(table, seat, act.source, act.how)
            extra_die(table, seat, act)
        elif isinstance(act, Bribe):
            bribe(table, seat, act)
        if isinstance(act, EndTurn) or not can_spend(table, seat):
            break


def offer_coins(table: LostDays, o: Offers, seat: Seat) -> None:
    """A coin buys a reroll of one die, or one die more, for either side. (LD-INF-04, -05, -08, LD-Q32)"""
    found = sources(table, seat)
    source = Pick("source", words.SOURCE, found, rule="LD-INF-06", default=found[0].key)
    opponent = frayed_opponent(table, seat)
    snippet = how_asked(words.snippet(table.called(opponent)) if opponent else words.SNIPPET)
    o.must(seat, EndTurn, words.END_TURN, default=True, rule="LD-INF-02")
    for side in (FIRST, SECOND):
        name = words.side_name(table, side)
        die = Pick("die", words.WHICH_DIE, die_options(table, seat, side), rule="LD-INF-05")
        reroll_key, extra_key = f"reroll_{side}", f"extra_die_{side}"
        extra_note = words.joined(words.ONE_COIN, chances.of_a_coin(table, seat, odds.Coin(side, None)))
        o.may(
            seat, Reroll, words.reroll(name), die, source, snippet,
            note=words.ONE_COIN, key=reroll_key, rule="LD-INF-04", side=side,
        )  # fmt: skip
        o.may(
            seat, ExtraDie, words.extra_die(name), source, snippet,
            note=extra_note, key=extra_key, rule="LD-INF-04", side=side,
        )  # fmt: skip
    if table.options.bribes_in_influence:
        others = [other for other in table.clockwise(seat) if table.is_active(other)]
        to = Pick("to", words.BRIBE_WHOM, table.elf_options(others), rule="LD-Q51")
        most = table.elf[seat].purse
        o.may(seat, Bribe, words.BRIBE, to, Number("coins", words.HOW_MANY, least=1, most=most), rule="LD-Q51")
    o.say(seat, words.influence(table, table.elf[seat].purse), words.both_show(table))


@cache
def how_asked(text: str) -> Words:
    """Every coin is told. (LD-INF-08)"""
    return aloud("how", text, ideas="influence", rule="LD-INF-08")


def die_options(table: LostDays, seat: Seat, side: str) -> tuple[Option, ...]:
    """The dice of a side, the highest first."""
    faces = table.conflict.dice[side]
    places = highest_first(faces)
    if not table.options.show_odds:
        return tuple([die_option(place, faces[place]) for place in places])
    notes = (chances.of_a_coin(table, seat, odds.Coin(side, place)) for place in places)
    return tuple(Option(str(place), str(faces[place]), note) for place, note in zip(places, notes, strict=True))


@cache
def die_option(place: int, face: int) -> Option:
    return Option(str(place), str(face))


def spend(table: LostDays, seat: Seat, source: str, how: str) -> None:
    """A purse coin goes onto the stake, or to the bank; a madness coin always to the bank.

    (LD-INF-07, -10, LD-ADV-03)
    """
    here = table.conflict
    here.coins_this_turn += 1
    if how:
        table.tell(how, kind="influence", by=seat)
    if source == PURSE:
        purse_change(table, seat, -1)
        if landing(table, source) == STAKE:
            table.lay_coins(table.memory(here.stake), 1)
        else:
            table.bank("influence", -1)
    else:
        mad = seat if source == OWN_MADNESS else here.player(OTHER_SIDE[here.side_of(seat)])
        table.madden(mad, -1)
        table.bank("madness spent", -1)
    test_after_a_coin(table)


def landing(table: LostDays, source: str) -> str:
    """Where a coin goes. (LD-INF-07, -10)"""
    return STAKE if source == PURSE and table.conflict.stake else BANK


def reroll(table: LostDays, seat: Seat, act: Reroll) -> None:
    """The new result stands. (LD-INF-04)"""
    here = table.conflict
    place = int(act.die)
    faces = list(here.dice[act.side])
    was = faces[place]
    (faces[place],) = table.roll(1, 6)
    here.dice = {**here.dice, act.side: tuple(faces)}
    landed = landing(table, act.source)
    show_coin(table, Coin(seat, act.source, landed, "reroll", act.side, place, was, faces[place]))


def extra_die(table: LostDays, seat: Seat, act: ExtraDie) -> None:
    """One die more, even for a side that has none. (LD-INF-05)"""
    here = table.conflict
    (face,) = table.roll(1, 6)
    faces = here.dice[act.side]
    here.dice = {**here.dice, act.side: (*faces, face)}
    show_coin(table, Coin(seat, act.source, landing(table, act.source), "extra", act.side, len(faces), 0, face))


def show_coin(table: LostDays, coin: Coin) -> None:
    """Leader and margin are read again after each coin. (LD-INF-12)"""
    table.conflict.coins = (*table.conflict.coins, coin)
    read_dice(table)
    table.tell(words.coin_spent(table, coin), kind="coin", facts=msgspec.structs.asdict(coin))


def bribe(table: LostDays, seat: Seat, act: Bribe) -> None:
    """Coins between purses; it is no coin of influence, so it keeps nothing open. (LD-Q51, LD-INF-13)"""
    purse_change(table, seat, -act.coins)
    purse_change(table, act.to, act.coins)
    facts = {"seat": seat, "to": act.to, "coins": act.coins}
    table.tell(words.bribes(table.called(seat), table.called(act.to), act.coins), kind="bribe", facts=facts)


def read_dice(table: LostDays) -> None:
    """Leader and margin, at once and after every change. (LD-ROLL-02, LD-INF-12)"""
    here, strict = table.conflict, table.options.tie_compare == "strict"
    first, second = here.dice[FIRST], here.dice[SECOND]
    here.leader, here.margin = compare(first, second, strict=strict)
    aside = 0 if strict else matched(first, second)
    order = {FIRST: highest_first(first), SECOND: highest_first(second)}
    here.matched = {side: tuple(places[:aside]) for side, places in order.items()}
    here.counting = tuple(order.get(here.leader, [])[aside : aside + here.margin])
    see_what_comes(table)
