"""Descent: an elf is written out of the story, and its player plays adversity. (Ledger 2.13, 2.14)"""

from __future__ import annotations

from mneme.engine.prompts import Form, Pick, Seat, aloud
from mneme.games.lost_days import words
from mneme.games.lost_days.leaving import end_test
from mneme.games.lost_days.moving import to_market
from mneme.games.lost_days.nouns import DOOMED, OUT, LostDays, Scene


async def writing_out(table: LostDays, scene: Scene) -> None:
    """When a scene closes: whoever is due goes, whoever may go is asked. (LD-SCENE-13, LD-MAD-05..07, -12)"""
    seat = scene.framer
    if table.elf[seat].status == DOOMED:
        if scene.doomed_before:
            if scene.kind in ("personal", "interrupt"):
                await write_out(table, seat)
        elif await leaves_now(table, seat):
            await write_out(table, seat)
    elif table.options.destitute_exit == "may" and table.is_destitute(seat):
        await destitute_exit(table, seat)


async def leaves_now(table: LostDays, seat: Seat) -> bool:
    """Doomed in one's own scene: at the close of this one, or in the next. (LD-MAD-06, LD-Q43)"""
    ask = Pick("write_out_now", words.WRITE_OUT_NOW, words.NOW_OR_NEXT, rule="LD-MAD-06", default="next")
    return await table.ask(seat, ask) == "now"


async def write_out_at_once(table: LostDays) -> None:
    """With the option immediate, nobody who is doomed waits for a scene. (LD-Q43)"""
    while table.options.write_out == "immediate" and not table.ended and doomed(table):
        await write_out(table, doomed(table)[0])


def doomed(table: LostDays) -> list[Seat]:
    return [seat for seat in table.active if table.elf[seat].status == DOOMED]


async def write_out(table: LostDays, seat: Seat) -> None:
    """How the elf leaves is its player's to tell; its memories go to the market, tainted. (LD-MAD-05, -08, -10)"""
    ask = aloud("write_out", words.write_out(table.called(seat)), ideas="exits", rule="LD-MAD-05", note=words.GENTLER)
    said = await table.ask(seat, ask)
    table.tell(said, kind="write_out", by=seat)
    go_out(table, seat, tainted=True)


async def destitute_exit(table: LostDays, seat: Seat) -> None:
    """Not a coin to its name: the elf may go, untainted. Never forced. (LD-MAD-12, LD-Q63)"""
    fields = (Pick("choice", words.STAY, words.STAY_OR_GO, default="stay"), aloud("how", words.EXIT_HOW, ideas="exits"))
    said = await table.ask(seat, Form("destitute_exit", words.DESTITUTE, fields, rule="LD-MAD-12", default={}))
    if said["choice"] == "go":
        table.tell(said["how"], kind="write_out", by=seat)
        go_out(table, seat, tainted=False)


def go_out(table: LostDays, seat: Seat, *, tainted: bool) -> None:
    """Purse and madness stay with the player; everything remembered goes to the market. (LD-MAD-08, -10, LD-ADV-06)"""
    table.elf[seat].status = OUT
    table.weigh(seat)
    for card in table.owned(seat):
        if tainted:
            table.taint(card)
        to_market(table, card, "left", words.left_by(table.called(seat)), seat)
    table.tell(words.is_out(table.called(seat), table.name(seat)), kind="out", facts={"seat": seat})
    end_test(table)
