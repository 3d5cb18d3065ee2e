"""Every screen for everybody: by eye in light and dark, by ear, by keyboard, by thumb, on the smallest phone."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.inspector import Inspector
from tests.browser.kit import PHONE
from tests.browser.person import KeyboardPerson
from tests.browser.stand_in import StandIn
from tests.server.network import ServerProcess

SHORT = {"length": "custom", "rounds": 1}
HEAD = 130  # pixels above what happens now, on a phone
STILL: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"}

# The question at which each screen of Schizonauts is looked at.
MOMENTS = {
    "names": "making somebody up",
    "scene": "a scene",
    "price_challenge": "after the dice",
    "closing_vote": "a sealed vote",
    "bet": "the endgame",
}

# Everything that is said to people who listen, as it is said.
LISTEN = """() => {
    window.heard = {polite: [], assertive: []};
    for (const region of document.querySelectorAll("#app > [aria-live], body > [aria-live]")) {
        const heard = window.heard[region.ariaLive];
        new MutationObserver(() => heard.push(region.textContent.trim()))
            .observe(region, {childList: true, characterData: true, subtree: true});
    }
}"""
FOCUS_IS_SEEN = """() => {
    const here = document.activeElement, style = getComputedStyle(here);
    return here !== document.body && style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
}"""


@pytest.fixture
def page(new_page: NewPage) -> Page:
    return new_page(STILL)


def test_the_house(page: Page, axe: str, server: ServerProcess) -> None:
    inspector = Inspector(page, axe)
    for path, sign in {
        "/": "The games",
        "/new": "Which game shall it be?",
        "/new/schizonauts": "A table of Schizonauts",
        "/help/schizonauts": "Schizonauts",
        "/no/such/screen": "There is no page here",
    }.items():
        page.goto(path)
        expect(page.get_by_role("heading", name=sign).first).to_be_visible()
        page.wait_for_load_state("networkidle")
        inspector.look(path)
    page.get_by_role("button", name="Preferences").click()
    expect(page.get_by_role("dialog", name="Preferences")).to_be_visible()
    inspector.look("preferences")
    inspector.close()


def test_the_door_and_the_lobby(page: Page, new_page: NewPage, axe: str, server: ServerProcess) -> None:
    with StandIn(server, "schizonauts", bots=1) as seat:
        inspector = Inspector(page, axe)
        page.goto(seat.invitation)
        expect(page.get_by_role("button", name="Sit down")).to_be_visible()
        inspector.look("doorway")
        seat.client.command("limit", kind="line", text="drowning")
        page.goto(seat.link)
        expect(page.get_by_role("listitem").filter(has_text="drowning")).to_be_visible()
        inspector.look("lobby")
        page.keyboard.press("v")
        expect(page.get_by_role("region", name="The table as text")).to_contain_text("Schizonauts")
        inspector.look("lobby as text")
        page.get_by_role("button", name="Text view").click()
        expect(page.get_by_role("heading", name="Invite the others")).to_be_visible()
        page.get_by_role("button", name="Safety").click()
        expect(page.get_by_role("dialog", name="Safety")).to_be_visible()
        inspector.look("safety in the lobby")
        inspector.close()


def test_a_whole_game(page: Page, axe: str, server: ServerProcess) -> None:
    with StandIn(server, "schizonauts", options=SHORT) as seat:
        inspector = Inspector(page, axe)
        seat.start()
        page.goto(seat.link)
        seen: set[str] = set()
        for question in seat.play():
            if question in MOMENTS and question not in seen:
                seen.add(question)
                expect(page.locator(f'#now [data-prompt="{question}"]')).to_be_visible()
                inspector.look(MOMENTS[question])
            if question == "scene" and "dialogs" not in seen:
                seen.add("dialogs")
                look_beside_the_game(page, inspector)
        expect(page.locator("[data-over]")).to_be_visible()
        inspector.look("the end")
        assert MOMENTS.keys() <= seen
        inspector.close()


def look_beside_the_game(page: Page, inspector: Inspector) -> None:
    """What a table page opens: rules, safety, keys, and the whole table as text, by its key and by its button."""
    for button, title in {"Rules": "Rules of Schizonauts", "Safety": "Safety", "Shortcuts": "Shortcuts"}.items():
        page.get_by_role("button", name=button, exact=True).click()
        expect(page.get_by_role("dialog", name=title)).to_be_visible()
        inspector.look(title)
        page.keyboard.press("Escape")
    as_text = page.get_by_role("region", name="The table as text")
    page.locator("#now").focus()
    page.keyboard.press("v")
    expect(as_text).to_contain_text("Ines")
    inspector.look("the table as text")
    page.get_by_role("button", name="Text view").click()
    expect(as_text).to_be_hidden()


@pytest.mark.parametrize(
    ("game", "moments"),
    [
        ("know-thyself", ("figure", "stake")),
        ("utopolis", ("seating", "starting_clues", "intents")),
        ("lost-days", ("write_memory", "bid")),
    ],
)
def test_the_other_games(page: Page, axe: str, server: ServerProcess, game: str, moments: tuple[str, ...]) -> None:
    with StandIn(server, game) as seat:
        inspector = Inspector(page, axe)
        seat.start()
        page.goto(seat.link)
        left = list(moments)
        for question in seat.play():
            if question == left[0]:
                expect(page.locator(f'#now [data-prompt="{question}"]')).to_be_visible()
                inspector.look(f"{game}, {left.pop(0)}")
            if not left:
                break
        assert not left
        inspector.close()


def test_turns_and_dice_are_told_to_those_who_listen_and_a_pause_interrupts(
    page: Page, axe: str, server: ServerProcess
) -> None:
    with StandIn(server, "schizonauts", options=SHORT) as seat:
        inspector = Inspector(page, axe)
        seat.start()
        page.goto(seat.link)
        expect(page.locator("#now .yours")).to_be_visible()
        page.evaluate(LISTEN)
        for _ in seat.play():
            if any(line["kind"] == "roll" for line in seat.client.view["lines"]):
                break
        rolled = next(line["text"] for line in seat.client.view["lines"] if line["kind"] == "roll")
        page.wait_for_function("(text) => heard.polite.some((said) => said.includes(text))", arg=rolled)
        assert rolled.endswith(".")
        page.wait_for_function("() => heard.polite.some((said) => /Your turn\\. .+[.?…:]/.test(said))")
        assert page.evaluate("heard.assertive") == []

        seat.client.command("pause")
        page.wait_for_function("() => heard.assertive.includes('The table has paused.')")
        expect(page.get_by_role("heading", name="The table has paused.")).to_be_visible()
        inspector.look("a paused table")
        inspector.close()


@pytest.mark.parametrize(("width", "seats"), [(390, 3), (320, 6)])
def test_on_a_phone_the_head_of_the_table_is_two_lines(
    new_page: NewPage, axe: str, server: ServerProcess, width: int, seats: int
) -> None:
    page = new_page({**PHONE, "viewport": {"width": width, "height": 700}})
    inspector = Inspector(page, axe)
    with StandIn(server, "schizonauts", seats=seats, bots=seats - 1) as seat:
        seat.start()
        page.goto(seat.link)
        expect(page.locator("#now .yours")).to_be_visible()
        assert page.evaluate("document.querySelector('#now').getBoundingClientRect().top") <= HEAD
        around = page.get_by_role("region", name="Around the table")
        rename = around.get_by_role("button", name="Rename")
        expect(around.get_by_role("listitem").first).to_contain_text("◆ here, your turn")
        expect(rename).to_be_hidden()
        inspector.look_on_phone("the head")
        around.get_by_role("button", name="Everything about the seats").click()
        expect(rename).to_be_visible()
        inspector.look_on_phone("everybody")
        around.get_by_role("button", name="Everything about the seats").click()
        expect(rename).to_be_hidden()
        page.get_by_role("button", name="Menu").click()
        inspector.look_on_phone("the menu")
        look_through_the_menu(page)
        inspector.close()


def look_through_the_menu(page: Page) -> None:
    """Every tool is behind the one button, which has the focus again when the tool is put away."""
    menu = page.get_by_role("button", name="Menu")
    page.keyboard.press("Escape")
    for tool in ("Rules", "Shortcuts", "Preferences"):
        title = "Rules of Schizonauts" if tool == "Rules" else tool
        menu.press("Enter")
        page.get_by_role("button", name=tool, exact=True).press("Enter")
        expect(page.get_by_role("dialog", name=title)).to_be_visible()
        page.keyboard.press("Escape")
        expect(menu).to_be_focused()
    menu.click()
    page.get_by_role("button", name="Text view").click()
    expect(page.get_by_role("region", name="The table as text")).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Shortcuts")).to_be_visible()


def test_the_table_is_covered_with_one_key(page: Page, server: ServerProcess, axe: str) -> None:
    """ux C5: somebody is behind me. Only the same key or its button shows the table again."""
    with StandIn(server, "schizonauts", options=SHORT) as seat:
        seat.start()
        page.goto(seat.link)
        expect(page.locator("#now .yours")).to_be_visible()
        inspector, cover = Inspector(page, axe), page.get_by_role("dialog", name="The table is covered")
        page.locator("#now").press("b")
        expect(cover).to_be_visible()
        inspector.look("the cover")
        page.keyboard.press("Escape")
        assert page.evaluate("document.elementFromPoint(innerWidth / 2, 9).closest('dialog') !== null")
        page.keyboard.press("b")
        expect(cover).to_be_hidden()
        page.get_by_role("button", name="Cover", exact=True).click()
        cover.get_by_role("button", name="Show the table").press("Enter")
        expect(cover).to_be_hidden()
        inspector.close()


def test_focus_is_never_lost_by_keyboard(page: Page, server: ServerProcess) -> None:
    with StandIn(server, "schizonauts", options=SHORT) as seat:
        seat.start()
        person = KeyboardPerson(page, 3)
        page.goto(seat.link)
        expect(page.locator("#now .yours")).to_be_visible()
        while person.answered < 12:
            if not person.act():
                page.wait_for_timeout(40)
            page.wait_for_function(FOCUS_IS_SEEN)
