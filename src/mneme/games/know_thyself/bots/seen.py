"""What a bot reads off its view."""

from __future__ import annotations

from typing import Any

from mneme.engine.prompts import Seat
from mneme.engine.view import View
from mneme.games.know_thyself.bots.speech import bare
from mneme.games.know_thyself.cards import FAILURE, unseen


class Seen:
    """The table as one seat sees it."""

    def __init__(self, seat: Seat, view: View) -> None:
        self.seat = seat
        self.view = view
        self.state = view.state

    @property
    def course(self) -> dict[str, Any]:
        return self.state["course"]

    @property
    def wager(self) -> dict[str, Any]:
        return self.state.get("wager", {})

    @property
    def moment(self) -> str:
        """What does not change while somebody else thinks."""
        course = self.course
        return (
            f"{course['begun']}/{course['wagers']}/{course['arrivals']}/{course['phase']}/{self.wager.get('step', 0)}"
        )

    def guest(self, seat: Seat) -> dict[str, Any]:
        return self.state[f"guest/{seat}"]

    @property
    def me(self) -> dict[str, Any]:
        return self.guest(self.seat)

    @property
    def masters_coins(self) -> int:
        return int(self.state["coins"]["master"] + sum(self.wager.get("master_side", {}).values()))

    @property
    def foe(self) -> str:
        return str(self.wager.get("opponent", "the house")).rstrip(".")

    def true_name(self, room: str) -> tuple[str, str]:
        """The two words of a room's True Name."""
        name = self.state["palace"]["true_names"][room]
        return name["adjective"], name["noun"]

    def thing(self, seat: Seat, suit: str) -> str:
        """An Attachment as it stands after an article."""
        return bare(self.guest(seat)["attachments"][suit])

    def memories(self, seat: Seat) -> list[dict[str, Any]]:
        return [noun for key, noun in self.state.items() if key.startswith(f"memory/{seat}/")]

    def card(self, seat: Seat) -> str:
        wager = self.wager
        return str((*wager["drawn"][seat], *wager["invoked"].get(seat, ()))[-1])

    @property
    def losers(self) -> list[Seat]:
        wager = self.wager
        return [seat for seat in wager["accepted"] if wager["result"].get(seat) == FAILURE]

    def rest(self) -> tuple[str, ...]:
        """The cards that are not face up."""
        wager = self.wager
        held = [self.card(seat) for seat in wager["drawn"]]
        return unseen([*wager["discards"], *held, wager["master_card"]])

    def sides(self, seat: Seat) -> tuple[int, int]:
        return self.wager["master_side"][seat], self.wager["player_side"][seat]
