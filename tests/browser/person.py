"""A person in front of a browser, who uses the page and nothing else."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from playwright.sync_api import Error, Page

HANDS = (Path(__file__).parent / "hands.js").read_text()
PATIENCE = 500  # milliseconds, before one looks again at what is asked
TABS = 400  # so often one looks where one is
LEAPS = 6  # and so often one takes the shortest way

# The key to press next on the way to a thing, and how often; none when it is reached, or gone.
# Radio buttons of one group are one stop, and arrows go through them.
WAY = """(hand) => {
    const wanted = document.querySelector(`[data-hand="${hand}"]`), here = document.activeElement;
    if (!wanted || here === wanted) return ["", here === wanted];
    if (wanted.type === "radio" && here.type === "radio" && here.name === wanted.name) return ["ArrowDown", 1];
    const isBefore = (one, other) => one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING;
    const [first, last] = isBefore(here, wanted) ? [here, wanted] : [wanted, here];
    const between = [...document.querySelectorAll("a[href], button, input, textarea, select, summary, [tabindex='0']")]
        .filter((one) => one.tabIndex >= 0 && !one.disabled && one.getClientRects().length > 0)
        .filter((one) => one.type !== "radio" && isBefore(first, one) && isBefore(one, last));
    return [first === here ? "Tab" : "Shift+Tab", between.length + 1];
}"""
# What a pointer would do to a thing that is in its place, ready and not covered; says whether it was.
TOUCH = """({on, how, text}) => {
    const thing = document.querySelector(`[data-hand="${on}"]`);
    if (!thing || thing.disabled) return false;
    thing.scrollIntoView({block: "nearest"});
    const {left, top, width, height} = thing.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    if (!thing.contains(hit) && hit?.closest("label")?.control !== thing) return false;
    if (how === "write") {
        thing.value = text;
        thing.dispatchEvent(new Event("input", {bubbles: true}));
    } else if (!thing.checked) thing.click();
    return true;
}"""


class Traffic:
    """Every byte a page received: what came over its sockets and as answers to its requests."""

    def __init__(self, page: Page) -> None:
        self.received: list[str] = []
        page.on("websocket", self._listen)
        page.on("response", self._keep)

    def _listen(self, socket: Any) -> None:
        socket.on("framereceived", lambda payload: self.received.append(_text(payload)))

    def _keep(self, response: Any) -> None:
        if "/api/" in response.url:
            with suppress(Error):  # the page was left before its answer had arrived
                self.received.append(response.text())

    def __contains__(self, text: str) -> bool:
        return any(text in message for message in self.received)

    def messages(self) -> list[dict[str, Any]]:
        """What came over the sockets, decoded."""
        found = (json.loads(message) for message in self.received if message.startswith('{"type"'))
        return [message for message in found if isinstance(message, dict)]


def _text(payload: str | bytes) -> str:
    return payload if isinstance(payload, str) else payload.decode()


class Person:
    """Plays by what the Now bar offers. `before` is called when a prompt is met, and may disturb."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page = page
        self.traffic = Traffic(page)
        self.dice = random.Random(seed)
        self.answered = 0
        self.kinds: set[str] = set()
        self.before: Callable[[Person, dict[str, Any]], bool] = lambda person, prompt: False

    # -- sitting down

    def sit_down(self, link: str, name: str) -> None:
        self.page.goto(link)
        self.page.get_by_label("Your name").fill(name)
        self.page.get_by_role("button", name="Sit down").click()

    # -- playing

    @property
    def is_over(self) -> bool:
        return self.page.evaluate("document.querySelector('[data-over]') !== null") is True

    def act(self) -> bool:
        """Do the next thing the table waits for; says whether there was one."""
        prompt = self.page.evaluate(HANDS, self.dice.randrange(2**31))
        if prompt is None:
            return False
        if self.before(self, prompt):
            return True
        self.kinds.add(prompt["kind"])
        for motion in prompt["motions"]:
            self.move(motion)
        self.answered += 1
        return True

    def move(self, motion: dict[str, Any]) -> None:
        """Touch a thing. Where it is not ready yet, this waits as a person would."""
        if self.page.evaluate(TOUCH, motion):
            return
        thing = self.page.locator(f'[data-hand="{motion["on"]}"]')
        with suppress(Error):  # somebody else may be quicker, and then the question is another one
            match motion["how"]:
                case "write":
                    thing.fill(motion["text"], timeout=PATIENCE)
                case "choose":
                    thing.check(timeout=PATIENCE)
                case _:
                    thing.click(timeout=PATIENCE)

    def now(self) -> str:
        """What the Now bar says, for a failed test to show."""
        return str(self.page.evaluate("document.querySelector('#now')?.innerText ?? document.body.innerText"))


class KeyboardPerson(Person):
    """Never touches the mouse: everything is reached by Tab and done by keys."""

    def move(self, motion: dict[str, Any]) -> None:
        if not self._reach(motion["on"]):
            return
        keyboard = self.page.keyboard
        match motion["how"]:
            case "write":
                keyboard.insert_text(motion["text"])
            case "choose":
                keyboard.press("Space")
            case _:
                keyboard.press("Enter")

    def _reach(self, hand: str) -> bool:
        """Tab until the thing has the focus: by the shortest way, and if that leads nowhere, step by step."""
        for look in range(TABS):
            key, times = self.page.evaluate(WAY, hand)
            if not key:
                return bool(times)  # if it is gone, the question is another one now
            if look >= LEAPS and key != "ArrowDown":
                key, times = "Tab", 1
            for _ in range(times):
                self.page.keyboard.press(key)
        raise AssertionError("Tab never reaches what the person wants to press")


def play_until(people: list[Person], done: Callable[[], bool], most: int = 4_000) -> None:
    """Let everybody act in turn until it is done. Bots move between; then people look again."""
    idle = 0
    for _ in range(most):
        if done():
            return
        acted = [person.act() for person in people]
        if any(acted):
            idle = 0
        else:
            idle += 1
            people[0].page.wait_for_timeout(40)
        if idle > 750:
            raise AssertionError("the game does not go on:\n" + "\n---\n".join(person.now() for person in people))
    raise AssertionError("the game does not end")
