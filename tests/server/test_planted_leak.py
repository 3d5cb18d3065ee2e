"""The two-world test in the room is itself tested: a leak that is planted there must be found."""

from __future__ import annotations

from typing import Any

import pytest

from mneme.engine.prompts import Seat
from mneme.server.room import Room
from tests.conformance.games import TWO_MASKS
from tests.conformance.players import TALKATIVE
from tests.conformance.worlds import Leak
from tests.server.test_secrecy import play


def test_a_leak_in_the_room_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hand that goes up with some sealed answers and not with others."""
    said = Room._command  # noqa: SLF001

    def leaky(self: Room, screen: Any, seat: Seat, command: Any) -> None:
        said(self, screen, seat, command)
        if self.table.game_on.play.sealed and getattr(command, "value", 0) == 1:
            self._hands.setdefault(seat)
            self.furnish()

    monkeypatch.setattr(Room, "_command", leaky)
    with pytest.raises(Leak):
        play(TWO_MASKS, 3, {"stakes": "unseen"}, TALKATIVE, 0, 200)
