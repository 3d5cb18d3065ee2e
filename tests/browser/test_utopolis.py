"""Whole games of Utopolis in a real browser: one case among friends, by keyboard too, and a campaign of two cases."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Error, Locator, expect

from tests.browser.conftest import NewPage
from tests.browser.inspector import Inspector
from tests.browser.kit import PHONE
from tests.browser.person import PATIENCE, KeyboardPerson, Person, play_until
from tests.browser.whole_game import Disturbance, begin, lay_table

# Both detectives of a short game follow a clue, and then somebody is arrested, whatever the file says.
TURNS = ("Follow a clue", "Propose an arrest")
PASSING = dict.fromkeys(("change_intents", "followup", "purchases"), ("Pass",))
AGREED = dict.fromkeys(("approve_seats", "arrest_vote"), ("Agreed",))
ENOUGH = {**AGREED, **PASSING, "turn_choice": TURNS, "next_investigation": ("Stop here",)}
CONFLICTS = {"free_play": ("Call a conflict",), "arrest_conflict": ("Yes",)}
STRANGER = re.compile("^(?!Ines|Odile)")

# The questions beside which the board is looked at, and what it shows then.
MOMENTS = {
    "pursue_clue": "clues to choose from",
    "adjustment": "cards in hand",
    **dict.fromkeys(("last_chance", "narration", "narrate_failure"), "open hands"),
    "argument": "before the supercomputer",
}


class Looks:
    """Has one page inspected at the first of each of these moments."""

    def __init__(self, person: Person, axe: str) -> None:
        self.inspector = Inspector(person.page, axe)
        self.seen: set[str] = set()

    def at(self, question: str) -> None:
        moment = MOMENTS.get(question)
        if moment and moment not in self.seen:
            self.seen.add(moment)
            self.inspector.look_on_phone(moment)


class Intentions(Disturbance):
    """Answers some prompts as the test wants it, one label after the other and the last for ever; disturbs the rest."""

    def __init__(
        self,
        wanted: Mapping[str, tuple[str | re.Pattern[str], ...]],
        *,
        disturb: bool = False,
        looks: Looks | None = None,
    ) -> None:
        super().__init__()
        self.wanted = {name: list(labels) for name, labels in wanted.items()}
        self.disturb = disturb
        self.looks = looks

    def __call__(self, person: Person, prompt: dict[str, Any]) -> bool:
        name = prompt["name"]
        if self.looks:
            self.looks.at(name)
        if self.disturb and super().__call__(person, prompt):
            return True
        asked = person.page.locator(f'#now [data-prompt="{name}"]')
        unfolded = prompt["kind"] == "menu" and asked.locator("form").count()  # the act is chosen, and has to be told
        if name not in self.wanted or unfolded:
            return False
        label = self.wanted[name].pop(0) if len(self.wanted[name]) > 1 else self.wanted[name][0]
        with suppress(Error):  # somebody else may be quicker, and then the question is another one
            if asked.get_by_role("radio").count():
                use(person, asked.get_by_role("radio", name=label).first, "choose")
                use(person, asked.locator("button[type=submit]"), "press")
            else:
                use(person, asked.get_by_role("button", name=label).first, "press")
        person.page.wait_for_timeout(100)  # the answer is under way, and must not be given twice
        return True


def use(person: Person, thing: Locator, how: str) -> None:
    """With the mouse or by keys, as this person does it."""
    hand = thing.evaluate("(it) => (it.dataset.hand ??= `wanted.${Date.now()}.${Math.random()}`)", timeout=PATIENCE)
    person.move({"how": how, "on": hand})


def states(person: Person) -> Iterator[dict[str, dict[str, Any]]]:
    """The table as this page knew it, after every message. Frames carry what has changed."""
    state: dict[str, dict[str, Any]] = {}
    for message in person.traffic.messages():
        if message["type"] == "view":
            state = dict(message["view"]["state"])
        for key, noun in (message.get("state") or {}).items() if message["type"] == "frame" else ():
            if noun is None:
                state.pop(key, None)
            else:
                state[key] = {**state.get(key, {}), **noun}
        yield state


def assert_hands_stay_hidden(person: Person, seat: str) -> None:
    """Before the reveal others' hands are a number, and their notebooks are nothing at all."""
    hidden = 0
    for state in states(person):
        revealed = state.get("deck", {}).get("revealed", False)
        for key, noun in state.items():
            if noun.get("owner") == seat or not key.startswith(("hand/", "notebook/")):
                continue
            assert not noun.get("notes"), f"{key} was sent to somebody else"
            if key.startswith("hand/") and not revealed:
                hidden += 1
                told = json.dumps(noun)
                assert set(noun["cards"]) == {"down", "up"}, told
                assert not noun["cards"]["up"], told
                assert not noun.get("ranked"), told
                assert "counts" not in noun, told
    assert hidden, "no hand was ever hidden from this page"


@pytest.mark.whole_game
def test_two_detectives_a_bot_as_gm_and_somebody_looking_on_play_a_case(new_page: NewPage, axe: str) -> None:
    """The host never touches the mouse."""
    host, guest = KeyboardPerson(new_page(reduced_motion="reduce"), 5), Person(new_page(PHONE), 6)
    link = lay_table(host.page, "utopolis", 3, 1)
    guest.sit_down(link, "Odile")
    onlooker = Person(new_page(), 7)
    onlooker.page.goto(link)
    onlooker.page.get_by_role("button", name="look on").click()
    use(host, host.page.get_by_role("button", name="Start").first, "press")
    expect(onlooker.page.locator("#now")).to_be_visible()

    host.before = Intentions({**ENOUGH, "choose_gm": (STRANGER,), "detective": ("Vera Bell",)}, disturb=True)
    guest.before = Intentions({**ENOUGH, "detective": ("Constance Hale",)})
    play_until([host, guest], lambda: host.is_over and guest.is_over)

    expect(onlooker.page.get_by_role("region", name="The case board")).to_contain_text("The case is")
    inspector = Inspector(host.page, axe)
    inspector.look("the end")
    use(host, host.page.get_by_role("button", name="Open the files"), "press")
    expect(host.page.get_by_role("region", name="The files")).to_contain_text("Odile")
    inspector.look("the files")
    inspector.close()
    assert onlooker.is_over
    assert_hands_stay_hidden(host, "a")
    assert_hands_stay_hidden(guest, "b")
    assert_hands_stay_hidden(onlooker, "")


@pytest.mark.whole_game
def test_a_campaign_of_two_cases_between_a_gm_and_a_single_detective(new_page: NewPage, axe: str) -> None:
    gm, detective = Person(new_page(), 9), Person(new_page(PHONE), 10)
    link = lay_table(gm.page, "utopolis", 2, 0, options={"players": "one"})
    detective.sit_down(link, "Odile")
    begin(gm.page)
    campaign = {**ENOUGH, "next_investigation": ("Go on", "Stop here")}
    gm.before = Intentions({**campaign, "choose_gm": ("Ines",), "crime_source": ("Let the die say",), **CONFLICTS})
    looks = Looks(detective, axe)
    detective.before = Intentions({**campaign, "detective": ("Vera Bell",)}, looks=looks)
    play_until([gm, detective], lambda: gm.is_over and detective.is_over)
    assert looks.seen >= {"clues to choose from", "cards in hand", "open hands"}
    looks.inspector.look_on_phone("the end")
    looks.inspector.close()

    gm.page.get_by_role("button", name="Open the files").click()
    files = gm.page.get_by_role("region", name="The files")
    expect(files).to_contain_text("Case 1")
    expect(files).to_contain_text("Case 2")
    assert_hands_stay_hidden(gm, "a")
    assert_hands_stay_hidden(detective, "b")
