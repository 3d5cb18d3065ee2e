"""A table as plain text: everything to play by, and nothing that is somebody else's. (ux U6)"""

from __future__ import annotations

import httpx
import pytest

from mneme.server import reading
from mneme.server.records import Settings
from tests.server.kit import House
from tests.server.site import Site, lay, visit


def read(house: House, viewer: str | None) -> str:
    return reading.table_text(house.room, viewer)


def test_before_the_game_it_says_who_sits_where() -> None:
    house = House.laid(3, bots=1, start=False)
    house.room.table.put_bot("c")
    house.sit("a")
    text = read(house, "b")
    assert "The game has not begun." in text
    assert "  Ada: here, the host\n" in text
    assert "  Ben: away, you\n" in text
    assert ": a bot" in text


def test_in_a_game_it_has_the_place_the_question_and_its_choices() -> None:
    house = House.laid(3)
    ada = house.sit("a")
    ada.answer("face", "Fox")
    text = read(house, "a")
    assert "Whom does it favour?" in text
    assert "  b: Ben" in text
    assert "Waiting for Ben and Cleo" in text
    assert "What is your mask called?" in read(house, "b")


def test_lines_a_pause_and_what_is_asked_of_the_table_are_in_it() -> None:
    house = House.laid(2)
    ada = house.sit("a")
    ada.say("limit", kind="line", text="spiders")
    ada.say("limit", kind="veil", text="war")
    ada.say("pause")
    ada.say("propose", kind="rewind", lines=0)
    assert "spiders" not in read(house, "b"), "not before it shows"
    house.clock.advance(5)
    text = read(house, "b")
    assert "Not at this table: spiders\nNot in detail: war\n" in text
    assert "The table has paused." in text
    assert "Asked of the table: " in text


def test_nobody_reads_what_is_somebody_elses() -> None:
    house = House.laid(3)
    people = house.everybody()
    for seat, other in (("a", "b"), ("b", "c"), ("c", "a")):
        people[seat].answer("face", f"Mask{seat}")
        people[seat].answer("favour", other)
    people["a"].say("talk", mode="note", text="Ben is lying, I think.")
    people["a"].say("suggest", to="b", text="Say you were at sea.")
    texts = {viewer: read(house, viewer) for viewer in ("a", "b", "c", None)}
    assert "Ben is lying" in texts["a"]
    assert "at sea" in texts["a"]
    assert "at sea" in texts["b"]
    for viewer in ("b", "c", None):
        assert "Ben is lying" not in texts[viewer]
    for viewer in ("c", None):
        assert "at sea" not in texts[viewer]
    assert "only you see this" not in texts[None]


@pytest.mark.parametrize("spectators", [True, False])
def test_who_may_read_it_over_http(spectators: bool) -> None:
    async def ask(browser: httpx.AsyncClient, path: str, invite: str = "") -> tuple[int, str]:
        answer = await browser.get(path, headers={"X-Mneme-Invite": invite})
        return answer.status_code, answer.headers["content-type"].partition(";")[0]

    async def scenario(site: Site) -> None:
        async with site.browser() as ada, site.browser() as stranger:
            laid = await lay(ada, seats=2, bots=1, settings={"spectators": spectators})
            path = f"/api/tables/{laid['table']}/text"
            await ada.post(f"/api/tables/{laid['table']}/start", json={})
            assert await ask(ada, path) == (200, "text/plain")
            assert "What is your mask called?" in (await ada.get(path)).text
            assert await ask(stranger, path) == (404, "application/json"), "a private table looks like none"
            allowed = (200, "text/plain") if spectators else (403, "application/json")
            assert await ask(stranger, path, laid["invite"]) == allowed
            if spectators:
                looking = (await stranger.get(path, headers={"X-Mneme-Invite": laid["invite"]})).text
                assert "What is your mask called?" not in looking

    visit(scenario)


def test_a_public_table_is_read_by_anybody() -> None:
    assert "Waiting for Ada and Ben" in read(House.laid(2, settings=Settings(public=True)), None)
