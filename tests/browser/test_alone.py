"""Somebody alone, who has never been here: one press, and the game begins and leads on from question to question."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import NewPage
from tests.browser.person import Person, play_until

LOW = {"viewport": {"width": 1280, "height": 480}}  # a screen that the long forms of the first questions do not fit on
ABOUT_MEMORIES = "Write at least one memory"


def test_one_press_begins_and_every_next_question_begins_in_view(new_page: NewPage) -> None:
    page = new_page(LOW)
    page.goto("/")
    page.get_by_role("article", name="Schizonauts").get_by_role("button", name="Play now with bots").click()
    heading = page.locator("#now h2")
    expect(heading).to_contain_text("Your turn")
    expect(page.get_by_role("region", name="Around the table").get_by_text("Stranger (you)")).to_be_visible()
    expect(page.locator("#now").get_by_text("Stranger (you)", exact=True)).to_be_visible()  # a choice, and one's own

    person = Person(page, 3)
    person.before = lambda _, prompt: prompt["name"].startswith("memories_")  # these are left to us
    play_until([person], lambda: ABOUT_MEMORIES in heading.inner_text())
    first = heading.inner_text()
    for place, box in enumerate(page.locator("#now").get_by_role("textbox").all()):
        box.fill(f"Memory number {place}")
    page.locator("#now").get_by_role("button", name="Send").click()
    expect(heading).not_to_have_text(first)
    expect(heading).to_contain_text(ABOUT_MEMORIES)
    expect(heading).to_be_in_viewport(ratio=1)
