"""The connection: frames that add up, commands carried out once, and an honest word about how it stands."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from mneme.client import Client, Connection, Link, NotDone
from mneme.client import connection as module
from mneme.server import wire
from tests.client.fake import ROOM, SEATED, FakeServer, Visit, line, view
from tests.client.kit import Relay, answer_something, begun, first_view, lay
from tests.server.network import WAIT, ServerProcess


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits long for another try."""
    monkeypatch.setattr(module, "FIRST_PAUSE", 0.01)
    monkeypatch.setattr(module, "BREATHER", 0.01)


def texts(live: Connection) -> list[str]:
    return [line.text for line in live.view.lines] if live.view else []


def settles(live: Connection, *expected: str) -> None:
    assert live.wait_until(lambda: texts(live) == list(expected), WAIT), (live.state, texts(live))


def sit_down(visit: Visit) -> None:
    visit.tell(SEATED, ROOM, view(0, "one"))


# Hearing.


def test_frames_are_added_to_the_view() -> None:
    def script(visit: Visit) -> None:
        sit_down(visit)
        visit.tell({"type": "frame", "n": 1, "lines": [line("two")]}, {"type": "frame", "n": 2, "place": "Night"})
        visit.stay()

    with FakeServer(script) as server, Connection(server.link) as live:
        settles(live, "one", "two")
        assert live.wait_until(lambda: live.view is not None and live.view.place == "Night", WAIT)
        assert live.state == "connected"
        assert live.room is not None
        assert live.room.seats[0].name == "Ada"
        assert server.visits[0].sit == {
            "type": "sit",
            "table": "tab",
            "token": "t",
            "invite": "",
            "look_on": False,
            "n": None,
        }


@pytest.mark.parametrize("number", [0, 2, 7])
def test_after_a_gap_the_full_view_is_taken_again(number: int) -> None:
    def first(visit: Visit) -> None:
        sit_down(visit)
        visit.tell({"type": "frame", "n": number, "lines": [line("wrong")]})
        visit.stay()

    def second(visit: Visit) -> None:
        visit.tell(SEATED, ROOM, view(9, "one", "right"))
        visit.tell({"type": "frame", "n": 10, "lines": [line("three")]})
        visit.stay()

    with FakeServer(first, second) as server, Connection(server.link) as live:
        settles(live, "one", "right", "three")
        assert live.returns == 1


def test_what_is_not_known_is_passed_over() -> None:
    def script(visit: Visit) -> None:
        visit.tell({"type": "weather", "rain": True}, {**SEATED, "cushion": "red"}, {**ROOM, "music": None})
        visit.tell({**view(0, "one"), "mood": 3}, {"type": "frame", "n": 1, "lines": [line("two")], "smell": "tar"})
        visit.tell({"type": "typing", "seat": "b"}, {"nothing": "at all"})
        visit.tell({"type": "frame", "n": 2, "lines": [line("three")]})
        visit.stay()

    with FakeServer(script) as server, Connection(server.link) as live:
        settles(live, "one", "two", "three")
        assert live.state == "connected"


def test_the_older_part_of_the_story_is_fetched_before_anything_is_shown() -> None:
    def script(visit: Visit) -> None:
        visit.tell(SEATED, ROOM, view(0, "four", "five", earlier=3))
        assert visit.hear() == {"type": "earlier", "before": 3}
        visit.tell({"type": "frame", "n": 1, "lines": [line("six")]})
        visit.tell({"type": "page", "first": 1, "before": 3, "lines": [line("two"), line("three")]})
        assert visit.hear() == {"type": "earlier", "before": 1}
        visit.tell({"type": "page", "first": 0, "before": 1, "lines": [line("one")]})
        visit.stay()

    with FakeServer(script) as server, Connection(server.link) as live:
        assert live.wait_until(lambda: live.view is not None, WAIT)
        assert texts(live) == ["one", "two", "three", "four", "five", "six"]


def test_a_story_that_is_cut_while_it_is_fetched_adds_up() -> None:
    def script(visit: Visit) -> None:
        visit.tell(SEATED, ROOM, view(0, "four", "five", earlier=3))
        visit.hear()
        visit.tell({"type": "frame", "n": 1, "keep": 2, "lines": [line("other")]})
        visit.tell({"type": "page", "first": 0, "before": 3, "lines": [line("one"), line("two"), line("three")]})
        visit.stay()

    with FakeServer(script) as server, Connection(server.link) as live:
        settles(live, "one", "two", "other")


# Saying.


def done(message: dict[str, Any]) -> dict[str, Any]:
    return {"type": "done", "id": message["id"]}


def test_what_has_no_answer_yet_is_sent_again_in_order_with_the_same_ids() -> None:
    heard: list[list[dict[str, Any]]] = [[], []]

    def first(visit: Visit) -> None:
        sit_down(visit)
        heard[0] += [visit.hear(), visit.hear()]
        visit.close(1012)

    def second(visit: Visit) -> None:
        sit_down(visit)
        heard[1] += [visit.hear(), visit.hear()]
        visit.tell(*(done(message) for message in heard[1]))
        visit.stay()

    with FakeServer(first, second) as server, Connection(server.link) as live:
        begun(live)
        receipts = [live.do(wire.Talk, mode="say", text=text) for text in ("a", "b")]
        for receipt in receipts:
            receipt.result(WAIT)
    assert heard[0] == heard[1]
    assert [message["text"] for message in heard[0]] == ["a", "b"]
    assert len({message["id"] for message in heard[0]}) == 2


def test_a_command_before_the_first_connection_is_sent_as_soon_as_one_sits() -> None:
    def script(visit: Visit) -> None:
        sit_down(visit)
        visit.tell(done(visit.hear()))
        visit.stay()

    with FakeServer(lambda visit: visit.close(1013), script) as server, Connection(server.link) as live:
        live.do(wire.Pause).result(WAIT)
        assert live.state == "connected"


@pytest.mark.parametrize("named", [True, False])
def test_what_was_said_too_fast_is_said_again_a_little_later(named: bool) -> None:
    def script(visit: Visit) -> None:
        sit_down(visit)
        said = visit.hear()
        visit.tell(
            {"type": "refused", "id": said["id"] if named else "", "code": "limited", "text": "That was a little fast."}
        )
        visit.tell(done(visit.hear()))
        visit.stay()

    with FakeServer(script) as server, Connection(server.link) as live:
        begun(live)
        live.do(wire.Talk, mode="say", text="quick").result(WAIT)


def test_a_refusal_is_told_to_whoever_asked() -> None:
    def script(visit: Visit) -> None:
        sit_down(visit)
        said = visit.hear()
        visit.tell({"type": "refused", "id": said["id"], "code": "stale", "text": "Too late.", "rule": "R-1"})
        visit.stay()

    with FakeServer(script) as server, Connection(server.link) as live:
        begun(live)
        with pytest.raises(NotDone) as refused:
            live.do(wire.Answer, prompt="p", prompt_id="x", value=1).result(WAIT)
    assert (refused.value.code, refused.value.sentence, refused.value.rule) == ("stale", "Too late.", "R-1")


@pytest.mark.parametrize("text", ["x" * 8_001, "\u00e9" * 7_999 + "\U0001f3ad" * 2])
def test_what_the_protocol_has_no_room_for_is_not_sent(text: str) -> None:
    def script(visit: Visit) -> None:
        sit_down(visit)
        visit.stay()

    with FakeServer(script) as server, Connection(server.link) as live:
        begun(live)
        with pytest.raises(NotDone, match="say it in parts"):
            live.do(wire.Talk, mode="say", text=text)


# Coming and going.


@pytest.mark.parametrize("code", [1000, 1011, 1012, 1013, 1008])
def test_it_comes_back_by_itself_and_says_so(code: int) -> None:
    states: list[str] = []

    def first(visit: Visit) -> None:
        sit_down(visit)
        visit.hear()
        visit.close(code)

    def second(visit: Visit) -> None:
        visit.tell({**SEATED, "seen": 5}, ROOM, view(0, "one", "two"))
        visit.stay()

    with FakeServer(first, second) as server:
        live = Connection(server.link, lambda: states.append(live.state))
        begun(live)
        live.tell(wire.Typing)
        settles(live, "one", "two")
        assert live.seen == 0, "what was read before is what the first greeting said"
        live.close()
    assert states.index("connected") < states.index("reconnecting")
    assert live.state == "over"


@pytest.mark.parametrize(("code", "close"), [("not_seated", 4003), ("no_table", 4004)])
def test_a_link_that_opens_nothing_is_refused_for_good(code: str, close: int) -> None:
    def script(visit: Visit) -> None:
        visit.tell({"type": "refused", "id": "", "code": code, "text": "This opens nothing."})
        visit.close(close)

    with FakeServer(script) as server, Connection(server.link) as live:
        assert live.wait_until(lambda: live.state == "refused", WAIT)
        assert live.reason == "This opens nothing."
        with pytest.raises(NotDone, match="This opens nothing"):
            live.do(wire.Pause)
        assert len(server.visits) == 1


def test_a_table_that_cannot_be_read_just_now_is_tried_again() -> None:
    def first(visit: Visit) -> None:
        visit.tell({"type": "refused", "id": "", "code": "store", "text": "Not now."})
        visit.close(4003)

    def second(visit: Visit) -> None:
        sit_down(visit)
        visit.stay()

    with FakeServer(first, second) as server, Connection(server.link) as live:
        begun(live)
        assert live.reason == ""


def test_a_command_that_waits_learns_when_the_door_is_closed() -> None:
    def script(visit: Visit) -> None:
        sit_down(visit)
        visit.hear()
        visit.close(4000)

    with FakeServer(script) as server, Connection(server.link) as live:
        begun(live)
        with pytest.raises(NotDone, match="You have left this table"):
            live.do(wire.Talk, mode="say", text="a").result(WAIT)
        assert live.state == "over"


@pytest.mark.parametrize(
    "strange",
    [{**SEATED, "protocol": 2}, {**ROOM, "state": "dreaming"}, {**view(0), "view": {"prompts": [{"prompt": "odd"}]}}],
)
def test_a_newer_table_is_refused_in_words(strange: dict[str, Any]) -> None:
    def script(visit: Visit) -> None:
        if strange["type"] != "seated":
            visit.tell(SEATED)
        visit.tell(strange)
        visit.stay()

    with FakeServer(script) as server, Connection(server.link) as live:
        assert live.wait_until(lambda: live.state == "refused", WAIT)
        assert live.reason.endswith("install a newer one.")


def test_pauses_double_up_to_the_longest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FIRST_PAUSE", 0.25)
    pauses = [[module.pause_before(attempt) for _ in range(50)] for attempt in range(1, 9)]
    for sample, whole in zip(pauses, (0.25, 0.5, 1, 2, 4, 8, 8, 8), strict=True):
        assert whole / 2 <= min(sample) < max(sample) <= whole


# A real server.


def answers_taken(server: ServerProcess) -> int:
    metrics: str = server.request("GET", "/metrics")[1]
    return next(int(row.split()[1]) for row in metrics.splitlines() if row.startswith("mneme_answers_total "))


def test_an_answer_whose_receipt_was_lost_is_sent_twice_and_taken_once(server: ServerProcess) -> None:
    ada, ben = lay(server, "two-masks", 2)
    with Relay(server.port) as relay:
        link = msgspec.structs.replace(ada.link, server=f"http://127.0.0.1:{relay.port}")
        with Client(link).connect() as live, ben.connect() as other:
            begun(live)
            begun(other)
            before = answers_taken(server)
            shown = next(shown for shown in first_view(live).prompts if shown.must)
            relay.deaf = True
            receipt = live.do(wire.Answer, prompt=shown.prompt.name, prompt_id=shown.id, value="fox")
            while answers_taken(server) == before:
                assert not receipt.wait(0.01), "the receipt cannot have come"
            relay.deaf = False
            relay.cut()
            receipt.result(WAIT)
            assert live.returns == 1
            assert answers_taken(server) == before + 1
            assert all(again.id != shown.id for again in first_view(live).prompts)


def test_two_screens_of_one_seat_show_the_same(server: ServerProcess) -> None:
    ada, ben = lay(server, "two-masks", 2)
    dice = random.Random("screens")
    with ada.connect() as one, ada.connect() as two, ben.connect() as other:
        for live in (one, two, other):
            begun(live)
        for _ in range(12):
            for live in (one, other):
                answer_something(live, dice)
        assert one.wait_until(lambda: one.view == two.view, WAIT)


def test_a_long_story_comes_whole_to_whoever_comes_late(server: ServerProcess) -> None:
    ada, ben = lay(server, "two-masks", 2)
    with ada.connect() as live:
        begun(live)
        receipts = [live.do(wire.Talk, mode="say", text=f"word {number}") for number in range(230)]
        for receipt in receipts:
            receipt.result(WAIT)
        with ben.connect() as late:
            assert [line.text for line in first_view(late).lines] == [f"word {number}" for number in range(230)]


def test_the_way_in_is_never_part_of_what_is_requested(server: ServerProcess) -> None:
    ada, ben = lay(server, "two-masks", 2)
    assert ada.invitation is not None
    assert ada.lobby().you == "a"
    assert Client(ada.invitation).lobby().you is None
    with pytest.raises(NotDone, match="There is no such table"):
        Client(Link(server=ada.link.server, table=ada.link.table)).lobby()
    assert Client.sit(str(ben.link)).lobby().you == "b"
