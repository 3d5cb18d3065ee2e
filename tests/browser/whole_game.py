"""A table laid and joined through the pages, for tests that play whole games."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.person import Person

QUICK = {"pace": 0}
WRITTEN = "[...document.querySelectorAll('#now input, #now textarea')].map((one) => one.value)"


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


class Disturbance:
    """Reloads the page in the middle of the first prompt of every name, with a half-finished answer in it."""

    def __init__(self) -> None:
        self.met: set[str] = set()
        self.outlived = 0  # half-written answers that were still there after a reload

    def __call__(self, person: Person, prompt: dict[str, Any]) -> bool:
        if prompt["name"] in self.met:
            return False
        self.met.add(prompt["name"])
        written = [motion for motion in prompt["motions"] if motion["how"] == "write"]
        for motion in written:
            person.move(motion)
        person.page.reload()
        expect(person.page.locator("#now h2").first).to_be_visible()
        if not person.page.locator(f'#now [data-prompt="{prompt["name"]}"]').count():
            return True  # meanwhile somebody else has settled it
        kept = person.page.evaluate(WRITTEN)
        for motion in written:
            assert motion["text"] in kept, f"what was written for {prompt['name']} is gone after a reload"
        self.outlived += bool(written)
        return True


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
