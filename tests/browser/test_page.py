"""The page as the server hands it out: it draws itself under its strict policy, and asks nobody else for anything."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.network import ServerProcess

SOCKET = "address => new Promise(tell => { const socket = new WebSocket(address); \
socket.onopen = () => { socket.close(); tell(true); }; socket.onerror = () => tell(false); })"


@pytest.fixture
def page(browser: Browser) -> Page:
    return browser.new_context().new_page()


@pytest.mark.parametrize("path", ["/", "/new", "/help", "/no/such/screen"])
def test_every_screen_draws_without_a_complaint(page: Page, server: ServerProcess, path: str) -> None:
    complaints: list[str] = []
    hosts: set[str] = set()
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda request: hosts.add(urlsplit(request.url).netloc))
    page.goto(f"http://127.0.0.1:{server.port}{path}")
    expect(page.get_by_role("main")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert complaints == []
    assert hosts == {f"127.0.0.1:{server.port}"}


def test_the_policy_lets_the_page_speak_to_its_own_server_alone(page: Page, server: ServerProcess) -> None:
    page.goto(f"http://127.0.0.1:{server.port}/")
    assert page.evaluate(SOCKET, f"ws://127.0.0.1:{server.port}/live")
    assert not page.evaluate(SOCKET, f"ws://localhost:{server.port}/live")
    assert page.evaluate("fetch('/healthz').then(answer => answer.ok)")
    assert not page.evaluate(f"fetch('http://localhost:{server.port}/healthz').then(() => true, () => false)")


def test_nothing_is_kept_that_would_outlive_a_new_version(page: Page, server: ServerProcess) -> None:
    kept: dict[str, str] = {}
    page.on("response", lambda answer: kept.update({urlsplit(answer.url).path: answer.headers["cache-control"]}))
    page.goto(f"http://127.0.0.1:{server.port}/")
    page.wait_for_load_state("networkidle")
    assert kept.pop("/") == "no-cache"
    assets = {path: keep for path, keep in kept.items() if path.startswith("/assets/")}
    assert assets
    assert all("immutable" in keep for keep in assets.values())
    assert all("immutable" not in keep for path, keep in kept.items() if path not in assets)
