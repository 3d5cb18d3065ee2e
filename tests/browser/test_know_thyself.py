"""A whole game of Know Thyself in a real browser, from the first page to the endings."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Error, Page, expect

from tests.browser.conftest import NewPage
from tests.browser.inspector import Inspector
from tests.browser.kit import PHONE
from tests.browser.person import KeyboardPerson, Person, play_until
from tests.browser.stand_in import StandIn
from tests.browser.whole_game import Disturbance, assert_keeps_secrets, begin, lay_table
from tests.server.network import ServerProcess

SHORT = {"master_start_per_pc": "9"}  # 3 Coins won from the Master are the end
WAGERS = 2
PROPOSE_THE_END, CHALLENGE = "Propose to end the evening now", "Put something in the way"
COINS = 70
MOMENTS = ("suits", "letter", "explore", "keep")  # which every guest comes to
OPEN_TO_ALL = {"explore", "conflict", "stake", "contradictions"}  # while one reloads, somebody else may go on
FOR_THE_MASTER = {"desk": ("rooms", "renamed", "notes"), "house": ("people", "anywhere")}
FOR_READERS = ("draft", "change")  # of a guest: for its owner and the Master
PILES = """() => [...document.querySelectorAll('section[aria-label="All Coins"] li')].map((pile) =>
    Number(/(\\d+) Coin/.exec(pile.textContent)[1]))"""


def states(person: Person) -> list[dict[str, Any]]:
    """What each message said of the table."""
    told = (message for message in person.traffic.messages() if message["type"] in {"view", "frame"})
    return [message.get("view", message).get("state", {}) for message in told]


def looks(master: Person) -> set[str]:
    """What the Master was told about rooms, as it is on the wire."""
    cards = [card for state in states(master) for card in (state.get("desk") or {}).get("rooms", {}).values()]
    assert cards, "the Master has a desk"
    return {json.dumps(card["look"], ensure_ascii=False)[1:-1] for card in cards}


def assert_keeps_the_masters_secrets(person: Person, seat: str) -> None:
    """No look at a room, nobody's lines and no note reach anybody but the Master, and no unfinished sheet either."""
    assert_keeps_secrets(person, seat)
    for state in states(person):
        for key, fields in FOR_THE_MASTER.items():
            sent = [field for field in fields if (state.get(key) or {}).get(field)]
            assert not sent, f"{key} was sent to a guest: {sent}"
        for key, noun in state.items():
            if key.startswith("guest/") and noun and key != f"guest/{seat}":
                assert not any(noun.get(field) for field in FOR_READERS), f"{key} was sent: {json.dumps(noun)}"


class Evening(Disturbance):
    """Reloads the page in the middle of prompts that nobody else can close, and presses what it wants."""

    def __init__(self, **wants: str) -> None:
        super().__init__()
        self.met |= OPEN_TO_ALL
        self.wants = wants

    def __call__(self, person: Person, prompt: dict[str, Any]) -> bool:
        if super().__call__(person, prompt):
            return True
        name = prompt["name"]
        return name in self.wants and press(person, name, self.wants[name])


class MastersEvening(Evening):
    """Puts something in the way of the guests until enough Wagers are settled, and then calls the end."""

    settled = 0

    def __call__(self, person: Person, prompt: dict[str, Any]) -> bool:
        self.settled += prompt["name"] == "contradictions"
        self.wants["explore"] = PROPOSE_THE_END if self.settled >= WAGERS else CHALLENGE
        if prompt["name"] == "explore" and any(motion["how"] == "submit" for motion in prompt["motions"]):
            return False  # the form lies open: fill it in
        return super().__call__(person, prompt)


def press(person: Person, prompt: str, label: str) -> bool:
    """Press a button of a prompt by its words, where it is offered."""
    button = person.page.locator(f'#now [data-prompt="{prompt}"]').get_by_role("button", name=label)
    if not button.count():
        return False
    with suppress(Error):  # somebody else may be quicker, and the question is another one then
        button.first.evaluate("button => button.dataset.hand = 'wanted'", timeout=3_000)
        person.move({"how": "press", "on": "wanted"})
    return True


@pytest.mark.whole_game
def test_a_master_a_guest_a_bot_and_somebody_looking_on_play_to_the_endings(new_page: NewPage, axe: str) -> None:
    """The Master on a phone, the guest by keyboard alone."""
    host, guest = Person(new_page(PHONE), 5), KeyboardPerson(new_page(), 6)
    inspector = Inspector(host.page, axe)
    link = lay_table(host.page, "know-thyself", 3, 1, options=SHORT)
    guest.sit_down(link, "Odile")
    onlooker = Person(new_page(), 7)
    onlooker.page.goto(link)
    onlooker.page.get_by_role("button", name="look on").click()
    begin(host.page)
    expect(onlooker.page.locator("#now")).to_be_visible()

    host.before = MastersEvening(master="Ines", end_early="No")
    guest.before = Evening(end_early="Yes")
    play_until([host, guest], lambda: host.page.get_by_label("The Master’s desk").is_visible())
    expect(onlooker.page.get_by_label("The palace", exact=True)).to_contain_text("Guest Suite of")
    assert sum(onlooker.page.evaluate(PILES)) == COINS
    assert not guest.page.get_by_label("The Master’s desk").count()
    inspector.look_on_phone("the Master's desk")
    play_until([host, guest], lambda: host.page.get_by_label("The Wager", exact=True).is_visible())
    inspector.look_on_phone("the Master's Wager")
    play_until([host, guest], lambda: host.is_over and guest.is_over)
    assert guest.kinds >= {"words", "several", "form", "pick", "ack", "menu"}

    host.page.get_by_role("button", name="Read how it ended").click()
    expect(host.page.get_by_label("How it ended")).to_contain_text("Did you win?")
    inspector.look_on_phone("the end")
    inspector.close()
    assert onlooker.is_over
    assert any(state.get("wager") for state in states(guest)), "there was a Wager"
    assert_keeps_secrets(host, "a")
    for person, seat in ((guest, "b"), (onlooker, "")):
        assert_keeps_the_masters_secrets(person, seat)
        for look in looks(host):
            assert look not in person.traffic, f"what the Master reads was sent: {look}"


def test_every_moment_of_a_guest_is_for_every_eye_and_hand(new_page: NewPage, axe: str, server: ServerProcess) -> None:
    page = new_page(reduced_motion="reduce")
    with StandIn(server, "know-thyself", seats=2, bots=1) as seat:
        inspector = Inspector(page, axe)
        seat.start()
        page.goto(seat.link)
        become_a_guest(page)
        left = set(MOMENTS)
        for question in seat.play():
            if question in left and is_shown(page, question):
                left.remove(question)
                inspector.look(question)
        page.get_by_role("button", name="Read how it ended").click()
        inspector.look("the end")
        assert not left
        inspector.close()


def is_shown(page: Page, question: str) -> bool:
    """Whether the page has come to a question, which somebody else may have closed; then it comes again."""
    with suppress(Error):
        page.locator(f'#now [data-prompt="{question}"]').wait_for(timeout=5_000)
        return True
    return False


def become_a_guest(page: Page) -> None:
    """Another is the Master of the Palace."""
    asked = page.locator('#now [data-prompt="master"]')
    asked.locator(".picks").get_by_role("button").nth(1).click()
    expect(asked).to_be_hidden()


def test_a_guest_walks_the_plan_by_keyboard(new_page: NewPage, server: ServerProcess) -> None:
    person = KeyboardPerson(new_page(), 4)
    palace = person.page.get_by_label("The palace", exact=True)
    person.before = walk
    with StandIn(server, "know-thyself", seats=2, bots=1) as seat:
        seat.start()
        person.page.goto(seat.link)
        become_a_guest(person.page)
        play_until([person], lambda: palace.count() > 0 and "Great Hall of" in palace.inner_text())


def walk(person: Person, prompt: dict[str, Any]) -> bool:
    """Take the things, choose a way from the list of ways, and go: the button is the next stop after the choice."""
    page = person.page
    gather = page.get_by_role("button", name="Gather your things")
    ways = page.get_by_role("list", name="Ways from").get_by_role("button")
    if prompt["name"] != "explore" or not (gather.count() or ways.count()):
        return False
    wanted, keys = (gather, ("Enter",)) if gather.count() else (ways, ("Enter", "Tab", "Enter"))
    with suppress(Error):  # the Master may be quicker
        wanted.first.focus(timeout=3_000)
        for key in keys:
            page.keyboard.press(key)
    return True
