"""What reaches somebody whose eyes are elsewhere: a notice, a tone, a voice. Each by wish, none with a secret in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.person import Person, play_until
from tests.browser.stand_in import StandIn
from tests.server.network import ServerProcess

EARS = (Path(__file__).parent / "ears.js").read_text()
NOTICE = {"title": "It is your turn", "body": "Schizonauts waits for you.", "asked": True}
SILENCE: dict[str, list[Any]] = {"noticed": [], "played": [], "spoken": []}


class Pair:
    """A host, and a guest with two screens. The table does not wait for the guest yet."""

    def __init__(self, seat: StandIn, host: Page, guest: Page, second: Page) -> None:
        self.seat, self.host, self.guest, self.second = seat, host, guest, second

    def wish(self, name: str) -> None:
        """The guest asks for something on both screens, and looks away from the first."""
        for page in (self.guest, self.second):
            page.get_by_role("button", name="Preferences").click()
            page.get_by_label(name).click()
            expect(page.get_by_label(name)).to_be_checked()
            page.keyboard.press("Escape")
        self.guest.evaluate("away = true")

    def until_the_guest_is_asked(self) -> None:
        """The host answers alone until the table waits for the guest."""
        yours = self.guest.locator("#now .yours")
        expect(yours).to_be_hidden()
        play_until([Person(self.host)], yours.is_visible)
        expect(self.second.locator("#now .yours")).to_be_visible()


@pytest.fixture
def pair(new_page: NewPage, server: ServerProcess) -> Iterator[Pair]:
    with StandIn(server, "schizonauts", seats=2, bots=0) as seat:
        invite = seat.invitation.partition("#")[2]
        token = server.post(f"/api/tables/{seat.table}/claim", {"name": "Odile", "invite": invite})["token"]
        seat.start()
        links = (seat.link, *[f"/t/{seat.table}#seat={token}"] * 2)
        pages = [new_page(permissions=["notifications"]) for _ in links]
        for page, link in zip(pages, links, strict=True):
            page.add_init_script(EARS)
            page.goto(link)
            expect(page.locator("#now h2")).to_be_visible()
        yield Pair(seat, *pages)


def heard(page: Page) -> dict[str, list[Any]]:
    return {name: page.evaluate(name) for name in SILENCE}


def test_nothing_is_shown_played_or_read_unless_it_was_wished_for(pair: Pair) -> None:
    pair.guest.evaluate("away = true")
    pair.until_the_guest_is_asked()
    assert heard(pair.guest) == SILENCE


def test_a_notice_comes_once_it_is_your_turn_and_holds_no_secret(pair: Pair) -> None:
    pair.wish("Notices of the browser")
    pair.until_the_guest_is_asked()
    pair.guest.wait_for_function("noticed.length > 0")
    assert heard(pair.guest) == {"noticed": [NOTICE], "played": [], "spoken": []}
    assert heard(pair.second) == SILENCE  # this one is in front


def test_two_notes_are_played_once_it_is_your_turn(pair: Pair) -> None:
    pair.wish("Sound")
    pair.until_the_guest_is_asked()
    pair.guest.wait_for_function("played.length > 0")
    assert heard(pair.guest) == {"noticed": [], "played": [523.25, 659.25], "spoken": []}
    assert heard(pair.second) == SILENCE


def test_a_browser_that_forbids_notices_gets_none(new_page: NewPage) -> None:
    page = new_page()
    page.add_init_script("Notification.requestPermission = async () => 'denied';")
    page.goto("/")
    page.get_by_role("button", name="Preferences").click()
    page.get_by_label("Notices of the browser").click()
    expect(page.get_by_role("alert").filter(has_text="does not let the page show notices")).to_be_visible()
    expect(page.get_by_label("Notices of the browser")).not_to_be_checked()


def test_a_line_is_read_aloud_when_somebody_presses(pair: Pair) -> None:
    page = pair.guest
    words = "The lift stops between floors."
    pair.seat.client.command("talk", mode="narrate", text=words)
    expect(page.get_by_role("log").get_by_text(words)).to_be_visible()
    page.get_by_role("button", name="Line tools").click()
    line = page.locator("#story .line").filter(has_text=words)
    line.get_by_role("button", name="Read aloud").click()
    assert heard(page)["spoken"] == ["", f"Ines: {words}"]
    line.get_by_role("button", name="Stop reading").click()
    assert heard(page)["spoken"] == ["", f"Ines: {words}", ""]
    expect(line.get_by_role("button", name="Read aloud")).to_be_visible()
