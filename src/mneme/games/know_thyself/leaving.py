"""Leaving for good, coming late, and changing Masters. (KT-AMB-25..27)"""

from __future__ import annotations

from mneme.engine.acts import Act
from mneme.engine.prompts import Ack, Pick, Seat
from mneme.engine.windows import Offers
from mneme.games.know_thyself import words
from mneme.games.know_thyself.content import GUEST_SUITE
from mneme.games.know_thyself.nouns import KnowThyself
from mneme.games.know_thyself.options import shares
from mneme.games.know_thyself.reckoning import reckon
from mneme.games.know_thyself.sheet import create_guests


class Leave(Act):
    """This player leaves for good; the guest retires."""


class Arrive(Act):
    """Somebody sits down late, with a new guest."""


class HandOver(Act):
    """The Master leaves; another takes the chair."""

    to: Seat


# -- leaving


def offer_leaving(table: KnowThyself, o: Offers) -> None:
    """Beside everything else, while a guest is in play. (KT-AMB-25)"""
    for seat in table.guests:
        if not table.guest[seat].leaving:
            o.may(seat, Leave, words.LEAVE, note=words.LEAVE_NOTE, rule="KT-AMB-25")


def leave_for_good(table: KnowThyself, seat: Seat) -> None:
    """In a Wager: before cards you back down, after them the Master tells both parts. (KT-AMB-25)"""
    table.guest[seat].leaving = True
    table.tell(words.leaves(table.name(seat)), kind="leaving", facts={"seat": seat})


def retire_leavers(table: KnowThyself) -> None:
    if table.options.leaving == "retire":
        for seat in table.guests:
            if table.guest[seat].leaving:
                retire(table, seat)


def retire(table: KnowThyself, seat: Seat) -> None:
    """The Coins go to the Bank, and there is one guest fewer. (KT-AMB-25)"""
    guest = table.guest[seat]
    guest.retired = True
    table.coins.bank += guest.coins
    guest.coins = 0
    table.course.guests = tuple(other for other in table.guests if other != seat)
    reckon(table)
    table.open_cards()
    table.tell(words.retires(table.name(seat)), kind="retiring", facts={"seat": seat})


# -- coming late


def offer_arriving(table: KnowThyself, o: Offers) -> None:
    """Between Wagers an empty chair may be taken once more. (KT-AMB-26)"""
    for seat in table.seats:
        if seat != table.master and seat not in table.guests and seat not in table.course.returned:
            o.may(seat, Arrive, words.ARRIVE, rule="KT-AMB-26")


def offer_the_chair(table: KnowThyself, o: Offers) -> None:
    """Between Wagers the Master may hand the chair over. (KT-AMB-27)"""
    to = Pick("to", words.HAND_OVER_TO, table.seat_options(table.guests), rule="KT-AMB-27")
    o.may(table.master, HandOver, words.HAND_OVER, to, rule="KT-AMB-27")


async def arrive_late(table: KnowThyself, seat: Seat) -> None:
    """A new guest, with 35 more Coins, alone in the Guest Suite. (KT-AMB-26)"""
    table.course.returned = (*table.course.returned, seat)
    table.new_guest(seat)
    await create_guests(table, (seat,))
    fund(table, seat)
    course = table.course
    course.guests = tuple(other for other in table.seats if other in (*course.guests, seat))
    reckon(table)
    course.arrivals += 1
    course.spotlight = {**course.spotlight, seat: max(course.spotlight.values(), default=0)}  # nobody has to catch up
    table.guest[seat].room, table.guest[seat].group = GUEST_SUITE, course.arrivals
    table.open_cards()
    await read_the_letter(table, (seat,))


def fund(table: KnowThyself, seat: Seat) -> None:
    """One guest's part of all the Coins there are. (KT-SETUP-04, -07, KT-AMB-02)"""
    guest, coins = table.guest[seat], table.coins
    master, bank = shares(table.options, guest.award)
    guest.coins = guest.award
    coins.master += master
    coins.bank += bank
    coins.total += guest.award + master + bank


async def read_the_letter(table: KnowThyself, seats: tuple[Seat, ...]) -> None:
    """Every player reads it before play. (KT-SETUP-08, KT-NPC-05)"""
    table.tell(words.LETTER, kind="letter")
    ask = Ack("letter", words.READ_LETTER, label=words.LETTER_READ, rule="KT-SETUP-08")
    for seat in await table.ask_all("letter", dict.fromkeys(seats, ask)):
        table.guest[seat].letter_read = True


# -- another Master


async def hand_over(table: KnowThyself, to: Seat) -> None:
    """The new Master's guest retires; the chair is taken only with a yes. (KT-AMB-27)

    What the old Master noted stays his own; the new one begins with a clean desk. (RULINGS.md, R9)
    """
    ask = Pick("become_master", words.BECOME_MASTER, words.YES_NO, default="no", rule="KT-AMB-27")
    if await table.ask(to, ask) == "no":
        table.tell(words.declines(table.name(to)))
        return
    retire(table, to)
    table.course.master = table.desk.master = table.house.master = to
    table.desk.notes, table.desk.renamed = (), {}
    for seat, guest in table.guest.items():
        guest.readers = (seat, to)
    table.tell(words.is_master(table.name(to)))
