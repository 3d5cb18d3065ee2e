"""A player leaves for good. (LD-Q55, D42)

Somebody else may take the chair first: then nothing changes but the name. If nobody does, the elf goes too.
"""

from __future__ import annotations

from mneme.engine.acts import Act
from mneme.engine.prompts import Pick, Seat
from mneme.engine.windows import Offers
from mneme.games.lost_days import words
from mneme.games.lost_days.moving import note_life, to_market
from mneme.games.lost_days.nouns import ASIDE, LEFT, LostDays


class Leave(Act):
    """I have to go, and will not be back."""


def offer_leaving(table: LostDays, o: Offers) -> None:
    if table.options.leaving == "may_leave" and not table.ended:
        for seat in table.players:
            if not table.elf[seat].leaving:
                o.may(seat, Leave, words.LEAVE, note=words.LEAVE_NOTE, rule="LD-Q55")


def leave(table: LostDays, seat: Seat) -> None:
    """It takes effect when the rules next move."""
    table.elf[seat].leaving = True
    table.tell(words.is_leaving(table.name(seat)), kind="leaving", facts={"seat": seat})


async def departures(table: LostDays) -> None:
    """Whoever has asked to leave: a substitute is offered first; if there is none, the elf goes. (LD-Q55)

    Not the last one: that elf's fall is still to be told. (LD-END-01, -02)
    """
    while not table.ended and (leavers := [seat for seat, elf in table.elf.items() if elf.leaving]):
        seat = leavers[0]
        table.elf[seat].leaving = False
        if len(table.players) > 1 and await somebody_takes_the_chair(table, seat):
            table.tell(words.chair_taken(table.called(seat)), kind="substitute", facts={"seat": seat})
        else:
            depart(table, seat)


async def somebody_takes_the_chair(table: LostDays, seat: Seat) -> bool:
    text = words.substitute(table.called(seat))
    ask = Pick("substitute", text, words.SUBSTITUTE_CHOICES, rule="LD-Q55", default="none")
    return await table.ask(table.clockwise(seat)[0], ask) == "somebody"


def depart(table: LostDays, seat: Seat) -> None:
    """Memories to the market untainted (in creation: aside, coins and all); purse and madness to the bank."""
    elf = table.elf[seat]
    table.tell(words.has_left(table.name(seat), table.called(seat)), kind="left", facts={"seat": seat})
    elf.status = LEFT
    if table.course.caretaker == seat and table.players:
        table.course.caretaker = table.clockwise(seat)[0]
    for card in table.owned(seat):
        if table.course.phase == "play":
            to_market(table, card, "left", words.LEFT_BEHIND, seat)
        else:
            table.move(card, ASIDE)
            note_life(table, card, "left", words.LEFT_BEHIND, seat)
    table.bank("player left", -elf.purse - elf.madness)
    table.madden(seat, -elf.madness)
    elf.purse = 0
    end_test(table)


def end_test(table: LostDays) -> None:
    """One elf that is neither out nor gone: the game is over at that moment. (LD-END-01, LD-Q48)"""
    if len(table.active) <= 1 and not table.ended:
        table.course.phase = "ended"
        table.course.last = table.active[0] if table.active else ""
