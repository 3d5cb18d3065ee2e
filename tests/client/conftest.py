"""Two Masks is among the games while clients are tried out."""

from collections.abc import Iterator

import pytest

from mneme import games
from tests.server.network import ServerProcess


@pytest.fixture(autouse=True)
def two_masks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.PACKAGES, "two-masks", "tests.engine.two_masks")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("server") / "data") as running:
        yield running
