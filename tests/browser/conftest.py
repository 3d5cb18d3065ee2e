"""One server and one browser for all browser tests; a table and contexts of its own for each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect

from tests.browser.kit import DESK, chromium
from tests.server.network import ServerProcess

# Many tables are laid from one address, faster than people would.
PATIENCE = ("requests=1000", "request_burst=1000", "tables=1000", "arrivals=1000")

expect.set_options(timeout=15_000)

NewPage = Callable[..., Page]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whole games first, so that no worker is left alone with one in the end."""
    items.sort(key=lambda item: item.get_closest_marker("whole_game") is None)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    limits = [part for limit in PATIENCE for part in ("--limit", limit)]
    with ServerProcess(tmp_path_factory.mktemp("tables") / "data", *limits) as running:
        yield running


@pytest.fixture
def address(server: ServerProcess) -> str:
    return f"http://127.0.0.1:{server.port}"


@pytest.fixture
def new_page(browser: Browser, address: str) -> Iterator[NewPage]:
    """A page in a browser context of its own: another person, on another machine. It may not have errors."""
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def make(device: dict[str, Any] = DESK, **more: Any) -> Page:
        context = browser.new_context(**{"base_url": address, **device, **more})
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda message: problems.append(message.text) if is_fault(message) else None)
        return page

    yield make
    for context in contexts:
        context.close()
    assert problems == []


def is_fault(message: ConsoleMessage) -> bool:
    """Complaints of the page itself. That a server cannot be reached is told to the user, and by Chromium too."""
    unreachable = "Failed to load resource" in message.text or "WebSocket connection" in message.text
    return message.type in {"error", "warning"} and not unreachable


@pytest.fixture(scope="session")
def axe() -> str:
    return (Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js").read_text()
