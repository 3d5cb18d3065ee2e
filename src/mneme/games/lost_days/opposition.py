"""Who plays the side that has no elf behind it, and what happens when a side is gone. (Ledger 2.5)"""

from __future__ import annotations

from mneme.engine.prompts import Seat
from mneme.games.lost_days import words
from mneme.games.lost_days.leaving import departures
from mneme.games.lost_days.nouns import OUT, LostDays


def stand_in(table: LostDays, throne: Seat) -> Seat:
    """The nearest adversity player clockwise, else the player on the king's left. (LD-KING-12)"""
    others = table.clockwise(throne)
    return next((seat for seat in others if table.elf[seat].status == OUT), others[0])


async def check_the_sides(table: LostDays) -> None:
    """If a side's elf has left, the conflict is off; if only the opposition's player, another takes over. (LD-Q55)"""
    await departures(table)
    here = table.conflict
    in_person = [seat for seat in (here.first, here.second) if seat]
    if table.ended or not all(table.is_active(seat) for seat in in_person):
        here.dropped = True
        table.tell(words.CANCELLED, kind="dropped")
    elif here.runner and not table.is_here(here.runner):
        here.runner = table.throne if table.throne != here.first else stand_in(table, here.first)
        here.royal = here.runner == table.course.king
        table.tell(words.runs_opposition(table.name(here.runner)), kind="runner", facts={"runner": here.runner})
