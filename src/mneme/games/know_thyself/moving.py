"""The Guest Suite, moving through the Palace, True Names and tolls. (Ledger 2.4, 2.5)"""

from __future__ import annotations

from typing import Any

from mneme.engine.acts import Act
from mneme.engine.prompts import Pick, Prompt, Seat, aloud
from mneme.engine.windows import Offers
from mneme.games.know_thyself import words
from mneme.games.know_thyself.asking import staying
from mneme.games.know_thyself.content import GUEST_SUITE, SKETCHES, TRUE_NAMES
from mneme.games.know_thyself.cover import cover_the_empty
from mneme.games.know_thyself.nouns import LEAST_STAKE, KnowThyself, TrueName
from mneme.games.know_thyself.reckoning import reckon
from mneme.games.know_thyself.triggers import check_for_the_end

FREE, TOLL, STUCK, FOOT, GATE = "free", "toll", "stuck", "foot", "gate"


class Gather(Act):
    """Take your four Attachments from the nightstand."""


class Move(Act):
    room: str
    company: tuple[Seat, ...] = ()


class PayToll(Act):
    """Leave without a Wager."""

    room: str
    company: tuple[Seat, ...] = ()


# -- may I leave?


def exit_status(table: KnowThyself, seat: Seat) -> str:
    """Whether a guest may leave the room, and if not, why. (KT-MOVE-02, -06..08, KT-FX-01, -06)"""
    guest = table.guest[seat]
    if guest.room == GUEST_SUITE:
        return FREE if guest.departed or guest.gathered or guest.gate_open else GATE
    if guest.foot:
        return FOOT
    if guest.group in table.course.settled or guest.room in guest.freed_rooms:
        return FREE
    toll = table.options.toll_coins
    return TOLL if toll and guest.coins >= toll else STUCK


def mark_exits(table: KnowThyself) -> None:
    """Write on each sheet what stands between the guest and the door. (Ledger 9.4)"""
    for seat in table.guests:
        guest, status = table.guest[seat], exit_status(table, seat)
        if guest.exit != status:
            guest.exit = status


def is_stuck(table: KnowThyself, seat: Seat) -> bool:
    """Too poor for any Wager and unable to leave: the table may call the end at any time. (KT-AMB-07)"""
    return table.guest[seat].coins < LEAST_STAKE and exit_status(table, seat) in (STUCK, FOOT)


def offer_moving(table: KnowThyself, o: Offers, seat: Seat, ways: tuple[Prompt[Any], ...]) -> None:
    """Gather, move, or pay and move. (KT-MOVE-02, -03, -08, -12)"""
    guest = table.guest[seat]
    if guest.room == GUEST_SUITE and not guest.gathered:
        o.may(seat, Gather, words.GATHER, rule="KT-MOVE-02")
    if guest.exit == FREE:
        o.may(seat, Move, words.MOVE, *ways, rule="KT-MOVE-03")
    elif guest.exit == TOLL:
        o.may(seat, PayToll, words.pay_toll(table.options.toll_coins), *ways, rule="KT-MOVE-08")


# -- moving


def gather(table: KnowThyself, seat: Seat) -> None:
    """All four are in your possession. (KT-MOVE-02, KT-AMB-36)"""
    table.guest[seat].gathered = True
    table.tell(words.gathers(table.name(seat)), kind="gather", facts={"seat": seat})


async def move(table: KnowThyself, mover: Seat, room: str, company: tuple[Seat, ...]) -> None:
    """The mover and all who agree; tolls are paid together, and first. (KT-MOVE-03, -08, -12)"""
    table.course.coming, table.course.going = (mover,), room
    if company:
        await invite(table, mover, room, company)
    payers = tuple(seat for seat in table.course.coming if exit_status(table, seat) == TOLL)
    for seat in payers:
        pay_the_toll(table, seat)
    if payers:
        reckon(table)
        await cover_the_empty(table)
        check_for_the_end(table)
    if not table.course.triggers:
        leave(table, table.course.coming, room)
    table.course.coming, table.course.going = (), ""


async def invite(table: KnowThyself, mover: Seat, room: str, company: tuple[Seat, ...]) -> None:
    """Each companion agrees or stays. (KT-MOVE-12)"""

    def offers() -> dict[Seat, Pick]:
        return {
            seat: Pick(
                "come_along",
                words.come_along(table, mover, room, exit_status(table, seat) == TOLL),
                words.COME_OR_STAY,
                default="stay",
                rule="KT-MOVE-12",
            )
            for seat in staying(table, company)
        }

    answers: dict[Seat, str] = await table.ask_all("come_along", offers)
    agreed = tuple(seat for seat, answer in answers.items() if answer == "come")
    table.course.coming = (mover, *agreed)


def pay_the_toll(table: KnowThyself, seat: Seat) -> None:
    """From your own pile to the Bank. It frees nobody else. (KT-MOVE-08, KT-AMB-04)"""
    toll = table.options.toll_coins
    table.guest[seat].coins -= toll
    if table.options.toll_payee == "bank":
        table.coins.bank += toll
    else:
        table.coins.master += toll
    table.tell(words.pays_toll(table.name(seat), toll), kind="toll", facts={"seat": seat, "toll": toll})


def leave(table: KnowThyself, party: tuple[Seat, ...], room: str) -> None:
    for seat in party:
        table.guest[seat].departed = True
    table.lit(party)
    facts = {"seats": list(party), "from": table.guest[party[0]].room, "room": room}
    table.tell(words.moves(table, party, room), kind="move", facts=facts)
    arrive(table, party, room)


def arrive(table: KnowThyself, party: tuple[Seat, ...], room: str) -> None:
    """Those who come together are one arrival group; an unnamed room is named first. (KT-MOVE-04, -05, KT-FX-05)"""
    course, palace = table.course, table.palace
    if room not in palace.true_names:
        draw_true_name(table, room)
        palace.unseen = (*palace.unseen, room)
    course.arrivals += 1
    for seat in party:
        guest = table.guest[seat]
        guest.room, guest.group, guest.foot = room, course.arrivals, False
    table.open_cards()


def draw_true_name(table: KnowThyself, room: str) -> None:
    """One red card, one black card, for good. (KT-NAME-01..03, KT-SETUP-10)"""
    palace = table.palace
    if room in palace.true_names:
        return
    red, palace.red = table.draw(palace.red, to=None)
    black, palace.black = table.draw(palace.black, to=None)
    name = TrueName(TRUE_NAMES[red], TRUE_NAMES[black], red, black)
    palace.true_names = {**palace.true_names, room: name}
    facts = {"room": room, "red": red, "black": black, "adjective": name.adjective, "noun": name.noun}
    table.tell(words.true_name(table.room_name(room), red, black), kind="true_name", facts=facts)
    if effect := SKETCHES[room].effect:
        palace.effects = {**palace.effects, room: effect}
        table.tell(SKETCHES[room].reminder, kind="reminder", facts={"room": room})


async def show_new_rooms(table: KnowThyself) -> None:
    """The Master says what there is to see, the first time somebody comes in. (KT-NPC-01, RULINGS.md, R19)"""
    palace = table.palace
    while palace.unseen:
        if table.in_room(palace.unseen[0]):
            await show_room(table, palace.unseen[0])
        palace.unseen = palace.unseen[1:]


async def show_room(table: KnowThyself, room: str) -> None:
    ask = aloud(
        "first_sight", words.first_sight(table, room), rule="KT-NPC-01", note=words.for_your_eyes(SKETCHES[room].look)
    )
    told = await table.ask(table.master, ask) or words.TOLD_ALOUD
    table.tell(told, kind="telling", by=table.master, facts={"room": room})
