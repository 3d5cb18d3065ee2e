"""What some rooms do. (Ledger 2.15)"""

from __future__ import annotations

from mneme.engine.prompts import Form, Option, Pick, Seat
from mneme.games.know_thyself import words
from mneme.games.know_thyself.content import CLIFFS, GUEST_SUITE, MAZES, elsewhere
from mneme.games.know_thyself.moving import arrive
from mneme.games.know_thyself.nouns import KnowThyself

CLIMB_DOWN, CLIMB_UP, LEAVE_THINGS = "climb_down", "climb_up", "leave_things"
STAY = "stay"


def issues(table: KnowThyself, seat: Seat) -> tuple[Option, ...]:
    """What a rule may hang on here, declared before anybody accepts. (KT-WAGER-12)"""
    guest = table.guest[seat]
    if guest.room == CLIFFS:
        return words.issue_options(CLIMB_UP if guest.foot else CLIMB_DOWN)
    if guest.room == GUEST_SUITE and not (guest.departed or guest.gathered or guest.gate_open):
        return words.issue_options(LEAVE_THINGS)
    return ()


async def room_effects(table: KnowThyself) -> None:
    """Step 14. (KT-FX-02, -04, -06, KT-MOVE-02)"""
    wager = table.wager
    wager.step = 14
    for seat, issue in wager.issue.items():
        if seat in wager.accepted and seat in table.guests and not wager.loses(seat):
            win_the_issue(table, seat, issue)
    losers = tuple(seat for seat in wager.accepted if seat in table.guests and wager.loses(seat))
    if wager.room in MAZES and losers:
        await displace(table, losers)


def win_the_issue(table: KnowThyself, seat: Seat, issue: str) -> None:
    """Down the cliff, up again, or out without the Attachments. (KT-FX-06, KT-MOVE-02)"""
    guest = table.guest[seat]
    match issue:
        case "climb_down":
            guest.foot = True
        case "climb_up":
            guest.foot = False
        case _:
            guest.gate_open = True
    table.tell(words.won_issue(table.name(seat), issue), kind="room", facts={"seat": seat, "issue": issue})


async def displace(table: KnowThyself, losers: tuple[Seat, ...]) -> None:
    """The Master may set losers down elsewhere, each or all together, or let them be. (KT-FX-02..05, KT-AMB-16)"""
    ask = Pick("displace", words.DISPLACE, words.displace_options(table), default="none", rule="KT-FX-02")
    match await table.ask(table.master, ask):
        case "losers":
            await displace_losers(table, losers)
        case "all":
            await displace_all(table)


async def displace_losers(table: KnowThyself, losers: tuple[Seat, ...]) -> None:
    """A room for each, or none; those set down together are one arrival group. (KT-FX-02, KT-MOVE-04)"""
    rooms = (words.LET_STAY, *table.room_options(elsewhere(table.wager.room)))
    fields = tuple(Pick(seat, words.set_down(table.name(seat)), rooms, default=STAY) for seat in losers)
    answer = await table.ask(table.master, Form("displace_losers", words.SET_DOWN, fields, rule="KT-FX-02", default={}))
    for room in dict.fromkeys(answer.values()):
        if room != STAY:
            set_down(table, tuple(seat for seat in losers if answer[seat] == room), room)


async def displace_all(table: KnowThyself) -> None:
    """Everybody in this room, or with `displace_scope` in the whole Palace, to one room. (KT-AMB-16)"""
    rooms = table.room_options(elsewhere(table.wager.room))
    room = await table.ask(table.master, Pick("displace_all", words.SET_DOWN_ALL, rooms, rule="KT-FX-02"))
    everyone = table.guests if table.options.displace_scope == "game" else table.in_room(table.wager.room)
    set_down(table, everyone, room)


def set_down(table: KnowThyself, seats: tuple[Seat, ...], room: str) -> None:
    """A new arrival group, and a True Name if the room has none. (KT-FX-05)"""
    for seat in seats:
        table.guest[seat].departed = True
    facts = {"seats": list(seats), "from": table.wager.room, "room": room}
    table.tell(words.moved_by_the_maze(table, seats, room), kind="move", facts=facts)
    arrive(table, seats, room)
