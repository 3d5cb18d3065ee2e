"""People who want more than one case: bots, but for one of them, who says so."""

from __future__ import annotations

import random
from collections.abc import Mapping

from mneme.bots import Bot
from mneme.engine.log import Sitting
from mneme.engine.prompts import Seat, Wire
from mneme.engine.view import View
from mneme.games.utopolis.bots import sit


class Eager:
    """Plays like a bot, and goes on until there have been so many investigations."""

    def __init__(self, bot: Bot, cases: int) -> None:
        self._bot = bot
        self._cases = cases

    def answer(self, view: View) -> tuple[str, Wire] | None:
        move = self._bot.answer(view)
        if move is None or move[0] != "next_investigation":
            return move
        enough = view.state["course"]["investigation_count"] >= self._cases
        return "next_investigation", {"say": "stop" if enough else "go_on"}


def campaign(sitting: Sitting, dice: random.Random) -> Mapping[Seat, Bot]:
    """Two investigations with the same detectives."""
    bots: dict[Seat, Bot] = {seat: sit(seat, random.Random(dice.random())) for seat in sitting.table.seats}
    first = sitting.table.seats[0]
    return bots | {first: Eager(bots[first], 2)}
