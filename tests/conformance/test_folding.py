"""A past that is folded again after every entry is the same past."""

from __future__ import annotations

import pytest

from mneme.engine import scroll
from mneme.engine.log import Sitting
from tests.conformance.games import GAMES
from tests.conformance.kit import Listed, Told, reloaded, snapshot, starts


@pytest.mark.parametrize("listed", GAMES, ids=str)
def test_a_long_past_is_folded_without_a_trace(listed: Listed, monkeypatch: pytest.MonkeyPatch) -> None:
    start = starts(listed)[0]
    as_ever = snapshot(start.run(interrupted=True).play().sitting)
    monkeypatch.setattr(scroll, "NEW", 1)
    monkeypatch.setattr(scroll, "WORTH_IT", 3)
    note = Sitting._note  # noqa: SLF001  # after every entry, whatever brought it about

    def note_and_fold(sitting: Sitting, beat: int, lines: int, free: bool, private: bool) -> None:
        note(sitting, beat, lines, free, private)
        sitting.fold()

    monkeypatch.setattr(Sitting, "_note", note_and_fold)
    with Told(run := start.run(interrupted=True)):
        assert snapshot(run.play().sitting) == as_ever
        assert snapshot(reloaded(run.sitting)) == as_ever
