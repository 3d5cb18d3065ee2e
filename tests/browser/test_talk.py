"""What people say to each other beside the game: room to write it, and whose words they were. (ux N3)"""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.inspector import Inspector
from tests.browser.kit import PHONE
from tests.browser.stand_in import StandIn
from tests.server.network import Client, ServerProcess

WORDS = "The lift stops between floors."
THANKS = "With words from Odile."


def told(client: Client) -> list[tuple[str, str]]:
    return [(line["by"], line["text"]) for line in client.sync().view["lines"] if line["kind"] == "talk"]


def test_offered_words_keep_their_author(new_page: NewPage, axe: str, server: ServerProcess) -> None:
    page: Page = new_page(reduced_motion="reduce")
    inspector = Inspector(page, axe)
    with StandIn(server, "schizonauts", seats=2, bots=0) as seat:
        invite = seat.invitation.partition("#")[2]
        token = server.post(f"/api/tables/{seat.table}/claim", {"name": "Odile", "invite": invite})["token"]
        seat.start()
        guest = Client(server.port, table=seat.table, token=token)
        guest.command("suggest", to="a", text=WORDS)
        page.goto(seat.link)
        tray = page.get_by_role("region", name="Words offered to you")
        expect(tray).to_contain_text("from Odile")
        inspector.look("the tray")
        tray.get_by_role("button", name="Use these words").click()
        expect(tray).to_contain_text("When you have told them, the story says whose they are.")
        inspector.look("words in use")
        assert told(guest) == [("b", WORDS)]  # using them is nobody's business yet
        expect(page.get_by_label("Your words")).to_have_value(WORDS)
        page.get_by_label("Your words").press("Enter")
        expect(page.get_by_role("log").get_by_text(THANKS)).to_be_visible()
        expect(tray).to_be_hidden()
        assert told(guest) == [("b", WORDS), ("a", WORDS), ("a", THANKS)]
        guest.close()
    inspector.close()


COVERED = """(field) => {
  field.scrollIntoView({ block: "start" });
  const { left, top } = field.getBoundingClientRect();
  return !field.contains(document.elementFromPoint(left + 9, top + 9));
}"""


def test_while_somebody_reads_the_question_is_one_line_and_one_press_away(
    new_page: NewPage, server: ServerProcess
) -> None:
    page = new_page(**PHONE)
    with StandIn(server, "schizonauts") as seat:
        seat.start()
        page.goto(seat.link)
        question, line = page.get_by_role("region", name="Now"), page.locator(".now-line")
        expect(question).to_be_in_viewport()
        expect(line).to_have_count(0)
        words = page.get_by_label("Your words")
        words.focus()
        expect(question).not_to_be_in_viewport()
        expect(line).to_contain_text("Your turn")
        box = line.bounding_box()
        assert box is not None
        assert box["height"] < 64
        assert not words.evaluate(COVERED)
        line.get_by_role("button").click()
        expect(question).to_be_in_viewport()
        expect(question).to_be_focused()
        expect(line).to_have_count(0)
