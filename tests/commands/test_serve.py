"""`mneme serve --open`: the page is shown where there is a screen, and nothing fails where there is none."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from mneme.commands import serve
from mneme.server.house import Plan, _announce


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses a browser was asked for; it is started at once, and not in a thread."""
    addresses: list[str] = []
    monkeypatch.setattr("webbrowser.open", addresses.append)
    monkeypatch.setattr(threading.Thread, "start", threading.Thread.run)
    monkeypatch.setattr("sys.platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    return addresses


def test_without_a_screen_no_browser_takes_the_terminal(opened: list[str]) -> None:
    serve._open("http://127.0.0.1:8100/")  # noqa: SLF001
    assert opened == []


@pytest.mark.parametrize("name", ["DISPLAY", "WAYLAND_DISPLAY"])
def test_with_a_screen_the_page_is_shown(opened: list[str], monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, ":0")
    serve._open("http://127.0.0.1:8100/")  # noqa: SLF001
    assert opened == ["http://127.0.0.1:8100/"]


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "http://127.0.0.1:8100/"),
        ("0.0.0.0", "http://127.0.0.1:8100/"),
        ("::1", "http://[::1]:8100/"),
        ("::", "http://[::1]:8100/"),
    ],
)
def test_the_address_that_is_shown_can_be_reached(host: str, address: str, tmp_path: Path) -> None:
    said: list[str] = []
    shown: list[str] = []
    _announce(Plan(data=tmp_path, host=host), 8100, said.append, shown.append)
    assert shown == [address]
    assert said[0].startswith("Mneme listens on http://")
