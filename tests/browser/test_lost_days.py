"""A game of Lost Days in a real browser: auctions, the crown, scenes with conflicts, and the end of the tale.

One of the two who play has no mouse, and what is on the table at the main moments is looked at with other eyes.
"""

from __future__ import annotations

import json
import re
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Error, Locator, Page, expect

from tests.browser.conftest import NewPage
from tests.browser.inspector import Inspector
from tests.browser.kit import PHONE
from tests.browser.person import PATIENCE, KeyboardPerson, Person, play_until
from tests.browser.whole_game import Disturbance, assert_keeps_secrets, lay_table

SCENES = 2  # played through before somebody proposes to end the tale
SET_SCENE, END_TALE = "Set the scene", "Propose to end the game here"
CONFLICT, END_SCENE = "Bring it to a conflict", "End the scene"
OPEN_TO_ALL = {"scene", "frame_scene"}  # what they offer can change while the page reloads
MOMENTS = {"select_memory": "the cards in the middle", "bid": "an auction", "scene": "a scene", "influence": "the dice"}
HAND = "(button) => (button.dataset.hand ??= `wish ${Date.now()}`)"
STATE = "[...document.querySelectorAll('#table h3')].map((one) => one.textContent).join('\\n')"


class Reign(Disturbance):
    """Reloads, says yes to whatever needs everybody, brings scenes to a conflict, and at last proposes to end it.

    With an inspector, the page is looked at when a main moment comes for the first time.
    """

    def __init__(self, inspector: Inspector | None = None) -> None:
        super().__init__()
        self.met |= OPEN_TO_ALL
        self.wrote: list[str] = []
        self.to_look_at = dict(MOMENTS) if inspector else {}
        self._inspector = inspector

    def __call__(self, person: Person, prompt: dict[str, Any]) -> bool:
        if super().__call__(person, prompt):
            return True
        if self._inspector and (moment := self.to_look_at.pop(prompt["name"], "")):
            self._inspector.look(moment)
        if prompt["name"] == "write_memory":
            self.wrote += [motion["text"] for motion in prompt["motions"] if motion["how"] == "write"]
        if any(motion["how"] == "submit" for motion in prompt["motions"]):
            return False  # a form lies open: fill it in
        offered = person.page.locator("#now")
        return any(press(person, offered, label) for label in self.wishes(person, prompt["name"]))

    def wishes(self, person: Person, prompt: str) -> tuple[str, ...]:
        match prompt:
            case "agree":
                return ("Yes",)
            case "scene":
                return (CONFLICT, END_SCENE)
            case "frame_scene":
                return (END_TALE,) if scene_number(person.page) > SCENES else (SET_SCENE,)
            case _:
                return ()


def press(person: Person, among: Page | Locator, label: str) -> bool:
    """Press a button in this person's own way."""
    button = among.get_by_role("button", name=label).first
    with suppress(Error):  # somebody else was quicker, and the question is another one
        if button.is_visible():
            person.move({"how": "press", "on": button.evaluate(HAND, timeout=PATIENCE)})
            return True
    return False


def scene_number(page: Page) -> int:
    found = re.search(r"Scene (\d+)", str(page.evaluate(STATE)))
    return int(found[1]) if found else 0


def told(person: Person) -> list[dict[str, Any]]:
    """What each message said of the table."""
    messages = (message for message in person.traffic.messages() if message["type"] in {"view", "frame"})
    return [message.get("view", message) for message in messages]


def assert_keeps_hands_closed(person: Person, seat: str) -> None:
    """No bid is on the wire while hands are closed, and no offer between two others ever is."""
    assert_keeps_secrets(person, seat)
    auction: dict[str, Any] = {}
    closed = 0
    for message in told(person):
        state = message.get("state", {})
        auction |= state.get("round") or {}  # a frame tells what has changed
        if auction.get("step") == "bidding":
            closed += 1
            assert not auction["bids"], f"bids were sent before the hands opened: {json.dumps(auction)}"
        offers = [key.split("/")[1:] for key, noun in state.items() if key.startswith("trade/") and noun]
        assert all(seat in pair for pair in offers), f"an offer of others was sent: {offers}"
    assert closed, "there was bidding"


def assert_unread(person: Person, wrote: list[str]) -> None:
    """What somebody else writes comes to this page as a card on the table, and not before."""
    assert wrote, "somebody has written memories"
    for text in wrote:
        first = next((message for message in told(person) if text in json.dumps(message)), None)
        if first is not None:
            nouns = first.get("state", {}).items()
            assert any(key.startswith("memory/") and noun and text in noun.get("text", "") for key, noun in nouns)


@pytest.mark.whole_game
def test_two_people_a_bot_and_somebody_looking_on_play_to_the_end_of_the_tale(new_page: NewPage, axe: str) -> None:
    """The host plays by keyboard alone."""
    host, guest, onlooker = (
        KeyboardPerson(new_page(reduced_motion="reduce"), 5),
        Person(new_page(PHONE), 6),
        Person(new_page(), 7),
    )
    link = lay_table(host.page, "lost-days", 3, 1)
    guest.sit_down(link, "Odile")
    onlooker.page.goto(link)
    onlooker.page.get_by_role("button", name="look on").click()
    expect(host.page.get_by_role("button", name="Start").first).to_be_visible()
    assert press(host, host.page, "Start")
    expect(host.page.locator("#now")).to_be_visible()
    expect(onlooker.page.locator("#now")).to_be_visible()

    inspector = Inspector(host.page, axe)
    reigns = host.before, guest.before = Reign(inspector), Reign()
    reigns[1].met = reigns[0].met  # either of them reloads at a question that neither has met
    play_until([host, guest], lambda: host.is_over and guest.is_over)
    assert not {"bid", "influence"} & reigns[0].to_look_at.keys()  # whose scenes come, and who picks, is up to the game

    assert press(host, host.page, "What became of them")
    inspector.look("the end")
    inspector.close()
    expect(host.page.get_by_role("region", name="What became of them")).to_contain_text("Nobody has won.")
    expect(onlooker.page.locator("[data-over]")).to_be_attached()
    assert {"bid", "influence"} <= reigns[0].met
    for person, seat in ((host, "a"), (guest, "b"), (onlooker, "")):
        assert_keeps_hands_closed(person, seat)
    assert_unread(host, reigns[1].wrote)
    assert_unread(guest, reigns[0].wrote)
