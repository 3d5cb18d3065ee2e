"""Advancement, release, and the other ways out. (Ledger 2.10)"""

from __future__ import annotations

from mneme.engine.prompts import Option, Pick, Prompt, Seat, aloud
from mneme.games.utopolis import words
from mneme.games.utopolis.nouns import MOST_CORE, Detective, Utopolis


async def advancement(table: Utopolis) -> None:
    """After a closed case: Core up, Flaw down or Fear down. (UT-ADV-01, -02, UT-R-72)"""
    table.course.phase = "advancement"
    active = [seat for seat in table.investigators if table.detective[seat].status == "active"]
    asked: dict[Seat, Prompt[str]] = {seat: advance_pick(table, table.detective[seat]) for seat in active}
    for seat, chosen in (await table.ask_all("advance", asked)).items():
        advance(table, seat, chosen)
    for seat in table.investigators:
        if table.detective[seat].status == "active" and table.detective[seat].steps_to_release == 0:
            await release(table, seat)


def advance_pick(table: Utopolis, detective: Detective) -> Pick:
    """What is legal; somebody in a hurry takes the first. (UT-ADV-01, UT-R-72)"""
    options = advances(detective)
    note = words.how_it_ended(table.case)
    return Pick("advance", words.ADVANCE, options, rule="UT-ADV-01", default=options[0].key, note=note)


def advances(detective: Detective) -> tuple[Option, ...]:
    """The legal ones; nothing is always legal. (UT-R-72)"""
    options = []
    if detective.core < MOST_CORE:
        options.append(Option("core", words.raised("Core", detective.core)))
    if detective.flaw:
        options.append(Option("flaw", words.lowered("Flaw", detective.flaw)))
    if detective.fear:
        options.append(Option("fear", words.lowered("Fear", detective.fear)))
    return (*options, Option("nothing", words.NOTHING))


def advance(table: Utopolis, seat: Seat, chosen: str) -> None:
    detective = table.detective[seat]
    match chosen:
        case "core":
            detective.core += 1
        case "flaw":
            detective.flaw -= 1
        case "fear":
            detective.fear -= 1
    table.tell(words.advanced(detective, chosen), kind="advance")


async def release(table: Utopolis, seat: Seat) -> None:
    """Core 5, Flaw 0, Fear 0: a citizen again. (UT-END-02, UT-SAY-12)"""
    detective = table.detective[seat]
    detective.status = "released"
    table.tell(words.released(detective.identity), kind="ending")
    await epilogue(table, seat, words.RELEASE_EPILOGUE, "epilogues.release")


async def retire(table: Utopolis, seat: Seat) -> None:
    """A consumed detective's last words tie all fragments together. (UT-END-04, -07)"""
    detective = table.detective[seat]
    await epilogue(table, seat, words.consumed_epilogue(detective), "epilogues.consumed")
    detective.status = "retired"
    table.tell(words.retired(detective.identity), kind="ending")


async def epilogue(table: Utopolis, seat: Seat, text: str, ideas: str) -> None:
    ask = aloud("epilogue", text, ideas=ideas, rule="UT-SAY-12")
    table.tell(await table.ask(seat, ask) or words.TOLD_ALOUD, kind="epilogue", by=seat)


async def end_investigation(table: Utopolis) -> None:
    """The file is put away; consumed detectives go; follow-ups lapse. (UT-END-07, UT-SCENE-14, UT-ARR-10)"""
    table.course.pending = {}
    table.tell(words.case_ended(table.case), kind="case")
    if table.case.status == "closed":
        await advancement(table)
    for seat in table.circle:
        if table.detective[seat].status == "consumed":
            await retire(table, seat)
