"""Whole games of Schizonauts in a real browser, from the first page to the tally."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPage
from tests.browser.kit import PHONE
from tests.browser.person import KeyboardPerson, Person, play_until
from tests.browser.whole_game import Disturbance, assert_keeps_secrets, begin, lay_table

HALF_WRITTEN = 6  # forms that everybody meets in a game, and that a reload must not empty
SHORT = {"edition": "revised", "length": "custom", "rounds": 1}


@pytest.mark.whole_game
def test_two_people_a_bot_and_somebody_looking_on_play_to_the_tally(new_page: NewPage) -> None:
    """The Game Chef edition, which is the one with all the questions."""
    host, guest = Person(new_page(), 5), Person(new_page(PHONE), 6)
    host.page.goto("/")
    host.page.get_by_role("article", name="Schizonauts").get_by_role("link", name="Play with friends").click()
    host.page.get_by_label("Your name").fill("Ines")
    host.page.get_by_role("button", name="One more bot").click()
    host.page.get_by_text("More choices").click()
    host.page.get_by_label("How many rounds you play").select_option("custom")
    host.page.get_by_label("At once").check()
    host.page.get_by_role("button", name="Lay the table").click()
    link = host.page.get_by_label("The invitation").input_value()
    guest.sit_down(link, "Odile")
    onlooker = Person(new_page(), 7)
    onlooker.page.goto(link)
    onlooker.page.get_by_role("button", name="look on").click()
    begin(host.page)
    expect(onlooker.page.locator("#now")).to_be_visible()

    host.before = reloads = Disturbance()
    play_until([host, guest], lambda: host.is_over and guest.is_over)
    assert reloads.outlived >= HALF_WRITTEN

    host.page.get_by_role("button", name="Show the tally").click()
    expect(host.page.get_by_label("The tally")).to_contain_text("agents")
    assert onlooker.is_over
    assert_keeps_secrets(host, "a")
    assert_keeps_secrets(guest, "b")
    assert_keeps_secrets(onlooker, "")


@pytest.mark.whole_game
def test_the_revised_edition_by_keyboard_alone_with_a_friend_and_a_bot(new_page: NewPage) -> None:
    person, friend = KeyboardPerson(new_page(), 8), Person(new_page(), 9)
    link = lay_table(person.page, "schizonauts", 3, 1, options=SHORT)
    friend.sit_down(link, "Odile")
    start = person.page.get_by_role("button", name="Start").first
    expect(start).to_be_visible()
    start.evaluate("button => button.dataset.hand = 'start'")
    person.move({"how": "press", "on": "start"})
    expect(person.page.locator("#now")).to_be_visible()
    person.before = reloads = Disturbance()
    play_until([person, friend], lambda: person.is_over and friend.is_over)
    assert reloads.outlived
    assert person.kinds | friend.kinds >= {"arrange", "pick", "form", "some", "split", "menu", "ack", "words"}
    friend.page.get_by_role("button", name="Show the tally").click()
    expect(friend.page.get_by_label("The tally")).to_contain_text("agents")
