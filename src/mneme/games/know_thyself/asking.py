"""Asking somebody who may be on the way out."""

from __future__ import annotations

from mneme.engine.prompts import Prompt, Seat
from mneme.games.know_thyself.nouns import KnowThyself


async def ask_guest(table: KnowThyself, seat: Seat, prompt: Prompt[str], otherwise: str) -> str:
    """Ask a player; if they leave for good meanwhile, the game goes on without the answer. (KT-AMB-25)"""
    if table.options.leaving != "retire":
        return await table.ask(seat, prompt)
    answer = await table.ask_unless(seat, lambda: None if table.guest[seat].leaving else prompt)
    return otherwise if answer is None else answer


def staying(table: KnowThyself, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Those of these seats who are not on the way out. The Master never is."""
    if table.options.leaving != "retire":
        return seats
    return tuple(seat for seat in seats if seat == table.master or not table.guest[seat].leaving)
