"""Two Masks is among the games while the server is tried out."""

import pytest

from mneme import games


@pytest.fixture(autouse=True)
def two_masks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.PACKAGES, "two-masks", "tests.engine.two_masks")
