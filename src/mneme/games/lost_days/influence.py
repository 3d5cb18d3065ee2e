"""Influencing a conflict: coins go round, and dice are rolled again. (Ledger 2.9)"""

from __future__ import annotations

from mneme.engine.prompts import Number, Option, Pick, Seat, Words
from mneme.engine.windows import Act, Offers
from mneme.games.lost_days import words
from mneme.games.lost_days.dice import FIRST, SECOND, compare
from mneme.games.lost_days.moving import PURSE, purse_change, test_after_a_coin
from mneme.games.lost_days.nouns import OTHER_SIDE, OUT, TEXT_MOST, Coin, LostDays
from mneme.games.lost_days.opposition import check_the_sides

THEIR_MADNESS, OWN_MADNESS = "their_madness", "own_madness"


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
    while here.passes < len(table.players) and not here.dropped:
        if table.options.influence == "single_circuit" and here.turns >= len(table.players):
            break
        here.coins_this_turn = 0
        if can_spend(table, here.influencer):
            await influence_turn(table)
            await check_the_sides(table)
        here.turns += 1
        here.passes = 0 if here.coins_this_turn else here.passes + 1
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
        found.append(Option(PURSE, words.YOUR_PURSE, where))
    side = here.side_of(seat)
    if side and here.in_person(OTHER_SIDE[side]):
        opponent = here.player(OTHER_SIDE[side])
        if table.elf[opponent].madness:
            found.append(Option(THEIR_MADNESS, words.madness_of(table.called(opponent)), words.HEALS))
    if elf.status == OUT and elf.madness:
        found.append(Option(OWN_MADNESS, words.YOUR_MADNESS, words.TO_BANK))
    return tuple(found)


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
        else:
            break


def offer_coins(table: LostDays, o: Offers, seat: Seat) -> None:
    """A coin buys a reroll of one die, or one die more, for either side. (LD-INF-04, -05, -08, LD-Q32)"""
    here = table.conflict
    source = Pick("source", words.SOURCE, sources(table, seat), rule="LD-INF-06")
    how = Words("how", words.SNIPPET, most=TEXT_MOST, aloud=True, default="", ideas="influence", rule="LD-INF-08")
    o.must(seat, EndTurn, words.END_TURN, default=True, rule="LD-INF-02")
    for side in (FIRST, SECOND):
        name = words.side_name(table, side)
        dice = tuple(Option(str(index), str(face)) for index, face in enumerate(here.dice[side]))
        die = Pick("die", words.WHICH_DIE, dice, rule="LD-INF-05")
        reroll_key, extra_key = f"reroll_{side}", f"extra_die_{side}"
        o.may(seat, Reroll, words.reroll(name), source, die, how, key=reroll_key, rule="LD-INF-04", side=side)
        o.may(seat, ExtraDie, words.extra_die(name), source, how, key=extra_key, rule="LD-INF-04", side=side)
    if table.options.bribes_in_influence:
        others = [other for other in table.clockwise(seat) if table.is_active(other)]
        to = Pick("to", words.BRIBE_WHOM, table.elf_options(others), rule="LD-Q51")
        most = table.elf[seat].purse
        o.may(seat, Bribe, words.BRIBE, to, Number("coins", words.HOW_MANY, least=1, most=most), rule="LD-Q51")


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
        if here.stake:
            table.memory(here.stake).coins += 1
        else:
            table.bank("influence", -1)
    else:
        mad = seat if source == OWN_MADNESS else here.player(OTHER_SIDE[here.side_of(seat)])
        table.elf[mad].madness -= 1
        table.bank("madness spent", -1)
    test_after_a_coin(table)


def reroll(table: LostDays, seat: Seat, act: Reroll) -> None:
    """The new result stands. (LD-INF-04)"""
    here = table.conflict
    place = int(act.die)
    faces = list(here.dice[act.side])
    was = faces[place]
    (faces[place],) = table.roll(1, 6)
    here.dice = {**here.dice, act.side: tuple(faces)}
    show_coin(table, Coin(seat, act.source, "reroll", act.side, was, faces[place]))


def extra_die(table: LostDays, seat: Seat, act: ExtraDie) -> None:
    """One die more, even for a side that has none. (LD-INF-05)"""
    here = table.conflict
    (face,) = table.roll(1, 6)
    here.dice = {**here.dice, act.side: (*here.dice[act.side], face)}
    show_coin(table, Coin(seat, act.source, "extra", act.side, 0, face))


def show_coin(table: LostDays, coin: Coin) -> None:
    """Leader and margin are read again after each coin. (LD-INF-12)"""
    table.conflict.coins = (*table.conflict.coins, coin)
    read_dice(table)
    table.tell(words.coin_spent(table, coin), kind="coin", by="", facts={"side": coin.side, "now": coin.now})


def bribe(table: LostDays, seat: Seat, act: Bribe) -> None:
    """Coins between purses; it is no coin of influence, so it keeps nothing open. (LD-Q51, LD-INF-13)"""
    purse_change(table, seat, -act.coins)
    purse_change(table, act.to, act.coins)
    table.tell(words.bribes(table.called(seat), table.called(act.to), act.coins), kind="bribe")


def read_dice(table: LostDays) -> None:
    """Leader and margin, at once and after every change. (LD-ROLL-02, LD-INF-12)"""
    here = table.conflict
    strict = table.options.tie_compare == "strict"
    here.leader, here.margin = compare(here.dice[FIRST], here.dice[SECOND], strict=strict)
