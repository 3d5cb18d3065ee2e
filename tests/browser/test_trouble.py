"""What a page does when something goes wrong: it says what happened and what to do, and loses nothing."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import PATIENCE, NewPage
from tests.browser.inspector import Inspector
from tests.browser.stand_in import StandIn
from tests.browser.wire import Wire
from tests.server.network import Client, ServerProcess

WORDS = "Nobody has wound the clock."
ELSEWHERE = "http://elsewhere.example"
NONSENSE = ("", "not json", "[]", '{"type": 5}', '{"type": "view"}', '{"type": "room"}', '{"type": "frame", "n": 9999}')


@pytest.fixture
def page(new_page: NewPage) -> Page:
    return new_page(reduced_motion="reduce")


def composer(page: Page) -> Locator:
    return page.get_by_label("Your words")


def say(page: Page, words: str) -> None:
    composer(page).fill(words)
    composer(page).press("Enter")


def open_table(page: Page, seat: StandIn) -> None:
    seat.start()
    page.goto(seat.link)
    expect(composer(page)).to_be_visible()


def said(seat: StandIn, words: str) -> int:
    """How often a line says this, for everybody at the table."""
    return sum(line["text"] == words for line in seat.client.sync().view["lines"])


def expect_trouble(page: Page, title: str, *, again: str = "") -> None:
    """A screen that says what happened and what to do, with a way home."""
    expect(page.get_by_role("heading", level=1, name=title)).to_be_visible()
    expect(page.get_by_role("link", name="Go home")).to_be_visible()
    if again:
        expect(page.get_by_role("button", name=again)).to_be_visible()


def send_from_elsewhere(route: Route) -> None:
    route.fulfill(response=route.fetch(headers={**route.request.headers, "origin": ELSEWHERE}))


# -- links that lead nowhere


def test_links_that_open_nothing_say_why(page: Page, axe: str, server: ServerProcess) -> None:
    with StandIn(server, "schizonauts", bots=0) as seat:
        inspector = Inspector(page, axe)
        page.goto("/t/no-such-table")
        expect_trouble(page, "There is no table here")
        inspector.look("no table")
        page.goto(f"/t/{seat.table}#seat=a-wrong-one")
        expect_trouble(page, "This link opens no seat", again="Try again")
        inspector.look("no seat")
        server.post(f"/api/tables/{seat.table}/invite", {}, seat.token)
        page.goto("/")
        page.goto(seat.invitation)
        expect_trouble(page, "There is no table here")
        expect(page.get_by_text("the host may have made a new invitation")).to_be_visible()
        inspector.close()


def test_the_right_link_pasted_over_a_wrong_one_is_taken(page: Page, server: ServerProcess) -> None:
    with StandIn(server, "schizonauts", bots=0) as seat:
        page.goto(f"/t/{seat.table}#seat=a-wrong-one")
        expect_trouble(page, "This link opens no seat")
        page.goto(seat.link)
        expect(page.get_by_role("heading", name="Invite the others")).to_be_visible()


def test_a_full_table_offers_to_look_on(page: Page, server: ServerProcess) -> None:
    with StandIn(server, "schizonauts", seats=2, bots=0) as seat:
        page.goto(seat.invitation)
        page.get_by_label("Your name").fill("Odile")
        invite = seat.invitation.partition("#")[2]
        server.post(f"/api/tables/{seat.table}/claim", {"name": "Brida", "invite": invite})
        page.get_by_role("button", name="Sit down").click()
        expect(page.get_by_role("alert").filter(has_text="seat")).to_be_visible()  # somebody was quicker
        page.reload()
        expect(page.get_by_text("Every seat is taken. You are welcome to look on.")).to_be_visible()
        page.get_by_role("button", name="Look on").click()
        expect(page.get_by_role("heading", name="At the table")).to_be_visible()


def test_a_seat_that_was_closed_meanwhile_is_refused_in_a_sentence(page: Page, server: ServerProcess) -> None:
    with StandIn(server, "schizonauts", seats=3, bots=2) as seat:
        server.post(f"/api/tables/{seat.table}/bots", {"seat": "c", "bot": False}, seat.token)
        page.goto(seat.invitation)
        expect(page.get_by_text("1 seat is free.")).to_be_visible()
        page.get_by_label("Your name").fill("Odile")
        server.post(f"/api/tables/{seat.table}/close-seat", {"seat": "c"}, seat.token)
        server.post(f"/api/tables/{seat.table}/archive", {}, seat.token)
        page.get_by_role("button", name="Sit down").click()
        expect(page.get_by_role("alert").filter(has_text=".")).to_be_visible()
        page.reload()
        expect(page.get_by_text("This table was put away, and its seats are closed.")).to_be_visible()
        expect(page.get_by_role("link", name="Go home")).to_be_visible()


# -- seats that change hands


def test_a_seat_that_was_handed_over_is_closed_in_the_old_browser(
    page: Page, new_page: NewPage, axe: str, server: ServerProcess
) -> None:
    with StandIn(server, "schizonauts") as seat:
        inspector = Inspector(page, axe)
        open_table(page, seat)
        token = server.post(f"/api/tables/{seat.table}/handover", {}, seat.token)["token"]
        expect_trouble(page, "This seat has a new link", again="Try again")
        inspector.look("handed over")
        other = new_page()
        other.goto(f"/t/{seat.table}#seat={token}")
        expect(composer(other)).to_be_visible()
        inspector.close()


def test_leaving_and_coming_back_with_a_second_tab_open(page: Page, axe: str, server: ServerProcess) -> None:
    with StandIn(server, "schizonauts") as seat:
        inspector = Inspector(page, axe)
        open_table(page, seat)
        other = page.context.new_page()
        other.goto(f"/t/{seat.table}")
        say(page, WORDS)
        expect(other.get_by_text(WORDS)).to_be_visible()
        for press in ("Safety", "Leave the table", "Yes, get up"):
            other.get_by_role("button", name=press, exact=True).click()
        expect(other.get_by_role("heading", name="The games")).to_be_visible()
        expect_trouble(page, "You have got up", again="Come back to the table")
        inspector.look("left")
        page.get_by_role("button", name="Come back to the table").click()
        expect(composer(page)).to_be_visible()
        inspector.close()


def test_two_tabs_on_one_seat_go_on_together(page: Page, server: ServerProcess) -> None:
    with StandIn(server, "schizonauts") as seat:
        open_table(page, seat)
        other = page.context.new_page()
        other.goto(f"/t/{seat.table}")
        for tab in (page, other):
            expect(tab.locator('#now [data-prompt="seating"]')).to_be_visible()
        other.locator("#now").get_by_role("button", name="Send").click()
        for tab in (page, other):
            expect(tab.locator('#now [data-prompt="starter"]')).to_be_visible()


def test_onlookers_are_told_when_the_room_is_closed_to_them(page: Page, axe: str, server: ServerProcess) -> None:
    with StandIn(server, "schizonauts") as seat:
        inspector = Inspector(page, axe)
        page.goto(seat.invitation)
        page.get_by_role("button", name="Look on").click()
        expect(page.get_by_role("heading", name="At the table")).to_be_visible()
        server.post(f"/api/tables/{seat.table}/settings", {"spectators": False}, seat.token)
        expect_trouble(page, "This table plays on by itself")
        inspector.look("no onlookers")
        inspector.close()


# -- tables that were put away, or come from elsewhere


def test_a_table_that_was_put_away_before_it_began(page: Page, axe: str, server: ServerProcess) -> None:
    with StandIn(server, "schizonauts") as seat:
        inspector = Inspector(page, axe)
        page.goto(seat.link)
        expect(page.get_by_role("button", name="Start the game")).to_be_visible()
        server.post(f"/api/tables/{seat.table}/archive", {}, seat.token)
        expect(page.get_by_text("This table was put away.")).to_be_visible()
        expect(page.get_by_role("button", name="Start the game")).to_be_hidden()
        inspector.look("put away in the lobby")
        page.goto("/")
        page.context.clear_cookies()
        page.goto(seat.invitation)
        expect(page.get_by_text("This table was put away, and its seats are closed.")).to_be_visible()
        inspector.look("put away, at the door")
        inspector.close()


def test_a_game_that_was_put_away_can_still_be_read(page: Page, axe: str, server: ServerProcess) -> None:
    with StandIn(server, "schizonauts", options={"length": "custom", "rounds": 1}) as seat:
        inspector = Inspector(page, axe)
        seat.start()
        for _ in seat.play():
            pass
        page.goto(seat.link)
        page.get_by_text("You are the host").click()
        page.get_by_role("button", name="Put the table away").click()
        expect(page.get_by_role("heading", name="The games")).to_be_visible()
        page.goto(seat.link)
        expect(page.locator("[data-over]")).to_be_visible()
        expect(page.get_by_role("log")).to_contain_text("Sunrise")
        expect(page.get_by_text("This table was put away. It can still be read.")).to_be_visible()
        expect(composer(page)).to_be_hidden()
        inspector.look("put away after the end")
        inspector.close()


def test_a_table_of_rules_that_this_server_does_not_have(new_page: NewPage, axe: str, tmp_path: Path) -> None:
    with ServerProcess(tmp_path) as first, StandIn(first, "schizonauts") as seat:
        first.stop()
    with closing(sqlite3.connect(tmp_path / "tables.db")) as kept, kept:
        kept.execute(
            "UPDATE records SET body = CAST(replace(CAST(body AS TEXT), '\"rules\":', '\"rules\":9') AS BLOB) "
            "WHERE number = 1"
        )
    with ServerProcess(tmp_path) as again:
        page = new_page(base_url=f"http://127.0.0.1:{again.port}", reduced_motion="reduce")
        inspector = Inspector(page, axe)
        for link in (seat.invitation, f"/t/{seat.table}?look-on"):
            page.goto(link)
            expect_trouble(page, "Something went wrong on our side", again="Try again")
            expect(page.get_by_text("of the Schizonauts rules")).to_be_visible()
        inspector.look("rules of another version")
        inspector.close()


def test_what_seems_to_come_from_another_page_is_not_done(page: Page, axe: str, server: ServerProcess) -> None:
    """A proxy that changes addresses does this to every page behind it."""
    with StandIn(server, "schizonauts") as seat:
        inspector = Inspector(page, axe)
        page.route("**/api/**", send_from_elsewhere)
        page.goto(seat.link)
        expect_trouble(page, "This came from another page")
        inspector.look("foreign")
        inspector.close()


# -- a network that goes


def test_a_server_that_does_not_answer_at_all(page: Page, axe: str, server: ServerProcess) -> None:
    with StandIn(server, "schizonauts") as seat:
        inspector = Inspector(page, axe)
        page.route("**/api/**", lambda route: route.abort())
        page.goto("/")
        expect(page.get_by_text("The server does not answer.").first).to_be_visible()
        inspector.look("home without a server")
        page.goto(seat.invitation)
        expect_trouble(page, "We cannot reach the table", again="Try again")
        inspector.look("unreachable")
        page.unroute("**/api/**")
        page.get_by_role("button", name="Try again").click()
        expect(page.get_by_role("button", name="Look on")).to_be_visible()
        inspector.close()


def test_a_page_that_cannot_be_fetched_any_more(page: Page) -> None:
    """The server went, or has newer files, after the first page was opened."""
    page.goto("/")
    expect(page.get_by_role("heading", name="The games")).to_be_visible()
    page.route("**/assets/**", lambda route: route.abort())
    page.get_by_role("link", name="How it is played").first.click()
    expect_trouble(page, "We cannot reach the table", again="Try again")
    page.unroute("**/assets/**")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_label("Look something up")).to_be_visible()


def test_what_is_done_without_a_network_is_kept_and_arrives_once(page: Page, server: ServerProcess) -> None:
    with StandIn(server, "schizonauts") as seat:
        wire = Wire(page)
        open_table(page, seat)
        expect(page.locator('#now [data-prompt="seating"]')).to_be_visible()
        wire.cut()
        banner = page.locator(".banner")
        expect(banner).to_contain_text("Not connected. What you do is kept and sent when we are back.")
        page.locator("#now").get_by_role("button", name="Send").click()
        say(page, WORDS)
        expect(banner).to_contain_text("2 things wait to be sent.")
        assert said(seat, WORDS) == 0
        wire.mend()
        expect(page.locator('#now [data-prompt="starter"]')).to_be_visible()
        expect(page.get_by_role("log").get_by_text(WORDS)).to_be_visible()
        expect(banner).to_be_empty()
        assert said(seat, WORDS) == 1


def test_an_answer_whose_acknowledgement_was_lost_counts_once(page: Page, server: ServerProcess) -> None:
    with StandIn(server, "schizonauts") as seat:
        wire = Wire(page)
        open_table(page, seat)
        wire.is_deaf = True
        say(page, WORDS)
        wire.wait_until(lambda: said(seat, WORDS) == 1)
        wire.cut()
        wire.mend()
        expect(page.get_by_role("log").get_by_text(WORDS)).to_be_visible()
        expect(page.locator(".banner")).to_be_empty()
        assert sum(message.get("text") == WORDS for message in wire.sent) == 2  # said again, to be sure
        assert said(seat, WORDS) == 1


def test_a_server_that_restarts_is_waited_for(new_page: NewPage, tmp_path: Path) -> None:
    limits = [part for limit in PATIENCE for part in ("--limit", limit)]
    with ServerProcess(tmp_path, *limits) as first:
        address = f"http://127.0.0.1:{first.port}"
        page = new_page(base_url=address)
        with StandIn(first, "schizonauts") as seat:
            open_table(page, seat)
            expect(page.locator('#now [data-prompt="seating"]')).to_be_visible()
        first.stop()
        banner = page.locator(".banner")
        expect(banner).to_contain_text("The server is restarting. We come back by ourselves.")
        page.locator("#now").get_by_role("button", name="Send").click()
        expect(banner).to_contain_text("1 thing waits to be sent.")
    with ServerProcess(tmp_path, "--port", str(first.port), *limits) as again:
        expect(page.locator('#now [data-prompt="starter"]')).to_be_visible()
        expect(banner).to_be_empty()
        seated = Client(again.port, table=seat.table, token=seat.token)
        assert [shown["prompt"]["name"] for shown in seated.view["prompts"] if shown.get("must")] == ["starter"]
        seated.close()


# -- a server that speaks nonsense


def test_one_message_that_cannot_be_read_is_an_accident(page: Page, server: ServerProcess) -> None:
    with StandIn(server, "schizonauts") as seat:
        wire = Wire(page)
        open_table(page, seat)
        for nonsense in NONSENSE:
            page.reload()
            expect(composer(page)).to_be_visible()
            before = wire.opened
            wire.inject(nonsense)
            wire.wait_for_opening(before + 1)
            say(page, f"After {nonsense or 'nothing'}")
            expect(page.get_by_role("log").get_by_text(f"After {nonsense or 'nothing'}")).to_be_visible()


def test_what_a_newer_server_says_beside_the_game_is_passed_over(page: Page, server: ServerProcess) -> None:
    with StandIn(server, "schizonauts") as seat:
        wire = Wire(page)
        open_table(page, seat)
        wire.inject(json.dumps({"type": "weather", "tomorrow": "rain"}))
        say(page, WORDS)
        expect(page.get_by_role("log").get_by_text(WORDS)).to_be_visible()
        assert wire.opened == 1


def test_a_server_that_cannot_be_understood_asks_for_a_new_page(page: Page, axe: str, server: ServerProcess) -> None:
    with StandIn(server, "schizonauts") as seat:
        wire = Wire(page)
        inspector = Inspector(page, axe)
        open_table(page, seat)
        for times in (2, 3):
            wire.inject("not json")
            wire.wait_for_opening(times)
        wire.inject("not json")
        expect_trouble(page, "This page is an older one", again="Load the page again")
        inspector.look("another version")
        page.get_by_role("button", name="Load the page again").click()
        expect(composer(page)).to_be_visible()
        inspector.close()
