"""Covering another player. (Ledger 2.8)"""

from __future__ import annotations

from mneme.engine.prompts import Number, Seat
from mneme.games.know_thyself import words
from mneme.games.know_thyself.nouns import KnowThyself
from mneme.games.know_thyself.reckoning import reckon


def fee(gift: int) -> int:
    """Half of what is given, rounded up, on top of it. (KT-COVER-04)"""
    return (gift + 1) // 2


def most_gift(coins: int) -> int:
    """The largest gift with its fee that these Coins allow. (KT-COVER-05)"""
    return 2 * coins // 3


def givers(table: KnowThyself, receiver: Seat) -> tuple[Seat, ...]:
    """Every other player, in any room, who could give a Coin from what is not staked. (KT-COVER-01, -10)"""
    return tuple(
        seat
        for seat in table.guests
        if seat != receiver and not table.guest[seat].leaving and most_gift(table.guest[seat].coins)
    )


async def ask_for_pledges(table: KnowThyself, receiver: Seat, name: str, cap: int | None) -> dict[Seat, int]:
    """Each is asked once; pledges may be changed until the last is in. (KT-COVER-10)"""

    def offers() -> dict[Seat, Number]:
        return {
            seat: Number(
                name,
                words.pledge(table, seat, receiver),
                0,
                most_gift(table.guest[seat].coins) if cap is None else min(cap, most_gift(table.guest[seat].coins)),
                rule="KT-COVER-10",
                note=words.PLEDGE_NOTE,
                default=0,
            )
            for seat in givers(table, receiver)
        }

    return capped(await table.ask_all(name, offers), cap)


def capped(pledges: dict[Seat, int], cap: int | None) -> dict[Seat, int]:
    """Under a cap all gifts together stay within it; the first seats' gifts count first. (KT-AMB-12)"""
    left, kept = cap, {}
    for seat, gift in pledges.items():
        taken = gift if left is None else min(gift, left)
        left = None if left is None else left - taken
        if taken:
            kept[seat] = taken
    return kept


def carry_out(table: KnowThyself, receiver: Seat, pledges: dict[Seat, int]) -> None:
    """The gift to the receiver, the fee to the Bank; each giver is charged its own. (KT-COVER-04, -06)"""
    for seat, gift in pledges.items():
        table.guest[seat].coins -= gift + fee(gift)
        table.guest[receiver].coins += gift
        table.coins.bank += fee(gift)
        facts = {"seat": seat, "to": receiver, "gift": gift, "fee": fee(gift)}
        table.tell(words.covers(table, seat, receiver, gift), kind="cover", facts=facts)
    reckon(table)


# -- window B: a player owns nothing


async def cover_the_empty(table: KnowThyself) -> None:
    """One window for each player at 0, in seat order; who empties himself by giving is next. (KT-COVER-02, -08)"""
    course = table.course
    course.uncovered = ()
    course.receiver = next_empty(table)
    while course.receiver:
        await cover_one(table)
        course.receiver = next_empty(table)


def next_empty(table: KnowThyself) -> Seat:
    for seat in table.guests:
        if not table.owned(seat) and seat not in table.course.uncovered and not table.guest[seat].leaving:
            return seat
    return ""


async def cover_one(table: KnowThyself) -> None:
    """Every pledge is carried out; the receiver is not asked. (KT-COVER-09, -10)"""
    receiver = table.course.receiver
    table.tell(words.has_nothing(table.name(receiver)), kind="cover", facts={"seat": receiver})
    pledges = await ask_for_pledges(table, receiver, "cover_zero", None)
    carry_out(table, receiver, pledges)
    if not pledges:
        table.course.uncovered = (*table.course.uncovered, receiver)
        table.tell(words.nobody_covers(table.name(receiver)), kind="cover")


# -- window A: a stake that cannot be afforded


async def cover_the_stake(table: KnowThyself, receiver: Seat) -> dict[Seat, int]:
    """What others would give so that a player can accept. Nothing moves yet. (KT-COVER-01, -07)"""
    missing = table.wager.stake - table.guest[receiver].coins
    cap = missing if table.options.cover_cap == "shortfall" else None
    return await ask_for_pledges(table, receiver, "cover_afford", cap)


async def cover_the_edge(table: KnowThyself, receiver: Seat) -> bool:
    """With `cover_gm_edge`: exactly one Coin, for the Edge that the Master calls. (KT-AMB-13)"""
    pledges = await ask_for_pledges(table, receiver, "cover_edge", 1)
    carry_out(table, receiver, pledges)
    return bool(pledges)
