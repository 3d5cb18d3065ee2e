"""Lost Days of Memories and Madness, in the rulebook's order.

An elf each; four rounds of memories (creation.py); the crown and the market (crown.py); then the story, scene after
scene (scenes.py) with conflicts (conflict.py, influence.py, settling.py), deals (market.py) and descents (descent.py),
until one elf is left to tell the fall.
"""

from __future__ import annotations

from mneme.engine.prompts import Seat, Words, aloud, plain
from mneme.games.lost_days import words
from mneme.games.lost_days.creation import create_memories
from mneme.games.lost_days.crown import crowning
from mneme.games.lost_days.leaving import leave, offer_leaving
from mneme.games.lost_days.market import note_on_card, offer_card_notes, offer_proposals, private_dealings
from mneme.games.lost_days.moving import purse_change
from mneme.games.lost_days.nouns import NAME_MOST, START_COINS, LostDays
from mneme.games.lost_days.scenes import tell_the_story


async def lost_days(table: LostDays) -> None:
    """The whole game. (Ledger 1)"""
    table.chapter(words.COURT)
    table.tell(words.BRIEFING, kind="briefing")
    await take_seats(table)
    with (
        table.standing("leave", words.LEAVE_TEXT, lambda o: offer_leaving(table, o), lambda s, a: leave(table, s)),
        table.standing(
            "card_note",
            words.CARD_NOTES,
            lambda o: offer_card_notes(table, o),
            lambda s, a: note_on_card(table, s, a.text),
        ),
        table.standing(
            "dealings",
            words.DEALINGS,
            lambda o: offer_proposals(table, o),
            lambda s, a: private_dealings(table, s, a),
            private=True,
        ),
    ):
        await create_memories(table)
        if not table.ended:
            await crowning(table)
        if not table.ended:
            await tell_the_story(table)
    await the_end(table)


async def take_seats(table: LostDays) -> None:
    """A name, eleven coins, no memories, no madness. (LD-SETUP-02..05, LD-Q02)"""
    while unnamed(table):
        await name_elves(table)
    for seat, elf in table.elf.items():
        table.bank("setup", START_COINS)
        purse_change(table, seat, START_COINS)
        line = words.comes_to_court(table.name(seat), elf.name, START_COINS)
        table.tell(line, kind="elf", facts={"seat": seat, "coins": START_COINS})


def unnamed(table: LostDays) -> list[Seat]:
    return [seat for seat, elf in table.elf.items() if not elf.name]


async def name_elves(table: LostDays) -> None:
    """All at once. Of elves named alike the first in seating order keeps the name; the others are asked again.

    (LD-SETUP-03)
    """
    taken = tuple(elf.name for elf in table.elf.values() if elf.name)
    ask = Words(
        "name_elf",
        words.NAME_AGAIN if taken else words.NAME_ELF,
        most=NAME_MOST,
        avoid=taken,
        ideas="names",
        rule="LD-SETUP-03",
        note=words.NAME_NOTE,
    )
    given: dict[str, str] = {}
    for seat, name in (await table.ask_all("name_elf", dict.fromkeys(unnamed(table), ask))).items():
        if given.setdefault(plain(name), seat) == seat:
            table.elf[seat].name = name


async def the_end(table: LostDays) -> None:
    """No score. The last elf's player may tell the fall. (LD-END-01..03)"""
    while table.stack:
        table.pop()  # whatever was being played is dropped (LD-KING-18)
    table.chapter(words.THE_END)
    last = table.course.last
    if last:
        await epilogue(table, last)
    table.result = {"last": last, "elf": table.elf[last].name if last else "", "scenes": table.course.played}
    table.tell(words.over(table), kind="over")


async def epilogue(table: LostDays, last: Seat) -> None:
    """The fall of the elves, and the fate of one. (LD-END-02)"""
    ask = aloud("epilogue", words.epilogue(table.called(last)), ideas="epilogues", rule="LD-END-02")
    table.tell(await table.ask(last, ask), kind="epilogue", by=last)
