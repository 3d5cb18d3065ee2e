"""Words that one person types into a private place reach nobody else's page: not on the screen, not on the wire."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.person import Person, play_until
from tests.browser.stand_in import StandIn
from tests.browser.whole_game import begin, lay_table
from tests.server.network import ServerProcess

SENT = "Everybody may read this."


class Company:
    """Two people and somebody who looks on, each with a browser of their own, and a bot."""

    def __init__(self, new_page: NewPage, game: str) -> None:
        self.host, self.guest, self.onlooker = (Person(new_page(), seed) for seed in (1, 2, 3))
        link = lay_table(self.host.page, game, 3, 1)
        self.guest.sit_down(link, "Odile")
        self.onlooker.page.goto(link)
        self.onlooker.page.get_by_role("button", name="look on").click()
        begin(self.host.page)
        self.others = (self.guest, self.onlooker)
        for other in self.others:
            expect(other.page.locator("#now")).to_be_visible()

    def settle(self) -> None:
        """Whatever was said before this has reached every page."""
        speak(self.host.page, "Say", SENT)
        for person in (self.host, self.guest, self.onlooker):
            expect(person.page.get_by_role("log").get_by_text(SENT).last).to_be_visible()

    def play_until_asked(self, question: str) -> None:
        """Both people have it before them, and have not answered."""
        asked: set[Person] = set()

        def hold(person: Person, prompt: dict[str, Any]) -> bool:
            if prompt["name"] == question:
                asked.add(person)
            return person in asked

        self.host.before = self.guest.before = hold
        play_until([self.host, self.guest], lambda: len(asked) == 2)

    def host_answers(self) -> None:
        self.host.before = lambda person, prompt: False
        self.host.act()
        self.settle()


@pytest.fixture
def company(new_page: NewPage) -> Company:
    return Company(new_page, "schizonauts")


def speak(page: Page, mode: str, words: str) -> None:
    page.get_by_role("group", name="How you speak").get_by_role("button", name=mode, exact=True).click()
    page.get_by_label("Your words").fill(words)
    page.get_by_label("Your words").press("Enter")
    expect(page.get_by_role("log").get_by_text(words).last).to_be_visible()


def test_notes_offers_and_drafts(company: Company) -> None:
    host, guest, onlooker = company.host, company.guest, company.onlooker
    speak(host.page, "Note", "Quillon is lying.")
    speak(guest.page, "Offer words", "Try the word Marzipan.")
    expect(host.page.get_by_role("log").get_by_text("Marzipan")).to_be_visible()
    guest.page.get_by_role("button", name="Say", exact=True).click()
    guest.page.get_by_label("Your words").press_sequentially("Perhaps Ocarina")  # and never sent
    company.settle()
    assert "Quillon" in host.traffic
    assert "Marzipan" in host.traffic
    for word, others in {"Quillon": (guest, onlooker), "Marzipan": (onlooker,), "Ocarina": (host, onlooker)}.items():
        assert not any(word in other.traffic for other in others), word


def test_a_line_is_everybodys_and_nobodys(company: Company) -> None:
    """The table has to know it. Whose it is reaches nobody, and neither do words that were not named yet."""
    company.guest.page.get_by_role("button", name="Safety", exact=True).click()
    words = company.guest.page.get_by_label("In a few words")
    words.press_sequentially("Tarantulas")
    company.settle()
    assert "Tarantulas" not in company.host.traffic
    words.press("Enter")
    company.host.page.get_by_role("button", name="Safety", exact=True).click()
    expect(company.host.page.get_by_role("listitem").filter(has_text="Tarantulas").first).to_be_visible()
    for message in company.host.traffic.messages():
        if "Tarantulas" in str(message):
            assert message["type"] == "room"
            assert "Tarantulas" not in str({**message, "lines": []})
            assert message["lines"] == ["Tarantulas"]


def test_the_masters_desk(new_page: NewPage, server: ServerProcess) -> None:
    host, onlooker = Person(new_page()), Person(new_page())
    with StandIn(server, "know-thyself") as seat:
        seat.start()
        host.page.goto(seat.link)
        onlooker.page.goto(seat.invitation)
        onlooker.page.get_by_role("button", name="look on").click()
        expect(onlooker.page.locator("#now")).to_be_visible()
        next(_ for _ in seat.play() if is_asked(seat, "desk"))
        host.page.locator("#now summary").filter(has_text="You may also").click()
        host.page.locator("#now").get_by_role("button", name="Make a note").click()
        note = host.page.locator('#now [data-prompt="desk"] form')
        note.get_by_role("textbox").fill("Ricardo promised Chrysanthemums.")
        note.locator("[type=submit]").click()
        expect(note).to_be_hidden()
        speak(host.page, "Say", SENT)
        expect(onlooker.page.get_by_role("log").get_by_text(SENT)).to_be_visible()
    assert "Chrysanthemums" in host.traffic
    assert "Chrysanthemums" not in onlooker.traffic


def is_asked(seat: StandIn, question: str) -> bool:
    return any(shown["prompt"]["name"] == question for shown in seat.client.view["prompts"])


def test_what_is_sealed_stays_sealed_until_all_have(new_page: NewPage) -> None:
    company = Company(new_page, "lost-days")
    company.play_until_asked("write_memory")
    for field in company.host.page.locator('#now [data-prompt="write_memory"]').get_by_role("textbox").all():
        field.fill("The smell of Vetiver on a letter.")
    company.host_answers()
    assert "Vetiver" in company.host.traffic
    assert not any("Vetiver" in other.traffic for other in company.others)

    company.play_until_asked("bid")
    before = [len(other.traffic.messages()) for other in company.others]
    company.host_answers()
    for other, since in zip(company.others, before, strict=True):
        assert parts_told(other, since) <= {"waiting", "waiting_text", "lines"}


def parts_told(person: Person, since: int) -> set[str]:
    """Which parts of the game a page was told about. Talk is no part of it."""
    frames = [message for message in person.traffic.messages()[since:] if message["type"] == "frame"]
    assert all(line["kind"] == "talk" for frame in frames for line in frame.get("lines", []))
    return {part for frame in frames for part in frame} - {"type", "n"}
