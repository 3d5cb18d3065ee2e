"""A table laid and joined through the pages, for tests that play whole games."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.person import Person

QUICK = {"pace": 0}


def lay_table(
    page: Page, game: str, seats: int, bots: int, name: str = "Ines", options: Mapping[str, Any] | None = None
) -> str:
    """Lay a table as the page would, with options that make it short; gives the invitation."""
    wanted = {
        "game": game,
        "seats": seats,
        "bots": bots,
        "name": name,
        "options": dict(options or {}),
        "settings": QUICK,
    }
    page.goto("/")
    laid = page.evaluate(
        """async (wanted) => (await fetch('/api/tables', {method: 'POST', body: JSON.stringify(wanted),
            headers: {'Content-Type': 'application/json'}})).json()""",
        wanted,
    )
    assert "table" in laid, laid
    page.goto(f"/t/{laid['table']}")
    return f"/t/{laid['table']}#{laid['invite']}"


def begin(host: Page) -> None:
    host.get_by_role("button", name="Start").first.click()
    expect(host.locator("#now")).to_be_visible()


def assert_keeps_secrets(person: Person, seat: str) -> None:
    """Nothing that a page received tells what is in another hand, or how somebody chose before all had."""
    for message in person.traffic.messages():
        if message["type"] not in {"view", "frame"}:
            continue
        state = message.get("view", message).get("state", {})
        for key, noun in state.items():
            if noun is None or seat in key.split("/"):
                continue  # gone, or one's own
            for field, value in noun.items():
                hidden = isinstance(value, dict) and "faces" in value
                assert not hidden, f"{key}.{field} of somebody else was sent: {json.dumps(value)}"
