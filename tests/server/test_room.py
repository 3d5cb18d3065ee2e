"""A live table: play, seats, motions, safety, absence; everything kept before it is told."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from mneme import games
from mneme.engine import projection
from mneme.engine.entries import Digest
from mneme.server.errors import Denied
from mneme.server.records import Played, Settings, decode
from mneme.server.room import AFTER_LEAVING
from mneme.store.sqlite import SqliteStore
from tests.server.kit import FailingStore, FakeScreen, House, play_on


def views(house: House) -> dict[str, Any]:
    sitting = house.room.table.game_on
    return {seat: msgspec.to_builtins(projection.view(sitting, seat)) for seat in sitting.table.seats}


def types(screen: FakeScreen) -> list[str]:
    return [message["type"] for message in screen.take()]


# Playing.


@pytest.mark.parametrize(("game", "seats"), [("two-masks", 3), ("schizonauts", 3)])
def test_a_whole_game_and_every_screen_shows_what_the_projector_shows(game: str, seats: int) -> None:
    house = House.laid(seats, game=game)
    screens = house.everybody()
    onlooker = house.sit(None)
    assert play_on(screens, random.Random("whole")) > 20
    sitting = house.room.table.game_on
    assert sitting.over
    for viewer, screen in [*screens.items(), (None, onlooker)]:
        seen = msgspec.json.decode(msgspec.json.encode(projection.view(sitting, viewer)))
        assert {**screen.view, "state": 0, "lines": 0} == {**seen, "state": 0, "lines": 0}
        assert screen.view["lines"][-50:] == seen["lines"][-50:]
    assert onlooker.room["state"] == "over"
    assert house.summary().state == "over"


def test_a_restart_brings_every_view_back() -> None:
    house = House.laid(3)
    screens = house.everybody()
    for screen in screens.values():
        screen.answer("face", f"Mask{screen.viewer}")
    screens["a"].say("talk", mode="say", text="Shall we?")
    before = views(house)
    again = house.restarted()
    assert views(again) == before
    assert again.sit("b").texts() == screens["b"].texts()


def test_an_answer_is_acknowledged_after_it_is_kept_and_shown() -> None:
    house = House.laid(2)
    screens = house.everybody()
    for screen in screens.values():
        screen.take()
    screens["a"].answer("face", "Moth", settle=False)
    assert types(screens["a"]) == []
    assert types(screens["b"]) == []
    house.clock.settle()
    assert types(screens["a"]) == ["frame", "done"]
    assert types(screens["b"]) == ["frame"]
    kept = decode(house.records()[-1].body)
    assert isinstance(kept, Played)
    assert (kept.by, kept.id) == ("a", screens["a"].last)


def test_a_command_is_carried_out_once_however_often_it_comes() -> None:
    house = House.laid(2)
    ada = house.sit("a")
    say: dict[str, Any] = {"mode": "say", "text": "Hello", "id": "same"}
    assert ada.say("talk", **say)["type"] == "done"
    assert ada.say("talk", **say)["type"] == "done"
    after = house.restarted()
    assert after.sit("a").say("talk", **say)["type"] == "done"
    assert after.sit("b").texts().count("Hello") == 1
    assert after.sit("b").say("talk", **say)["type"] == "done", "another seat's ids are its own"
    assert after.sit("b").texts().count("Hello") == 2


def test_an_answer_to_an_older_question_is_refused() -> None:
    house = House.laid(2)
    ada = house.sit("a")
    shown = ada.view["prompts"][0]
    ada.answer("face", "Moth")
    told = ada.say("answer", prompt="face", prompt_id=shown["id"], value="Owl")
    assert (told["type"], told["code"]) == ("refused", "stale")
    assert ada.say("answer", prompt="favour", prompt_id="forged", value="b")["code"] == "stale"
    assert ada.answer("favour", "a")["code"] == "illegal"


def test_two_tabs_on_one_seat_see_the_same() -> None:
    house = House.laid(2)
    one, other = house.sit("a"), house.sit("a")
    one.answer("face", "Moth")
    assert one.full == other.full
    shown = other.view["prompts"][0]
    one.answer("favour", "b")
    told = other.say("answer", prompt="favour", prompt_id=shown["id"], value="b", id="second-tab")
    assert told["type"] == "refused"
    one.close()
    assert house.room.table.here == {"a": 1}
    assert other.room["seats"][0]["here"]


def test_an_onlooker_can_do_nothing() -> None:
    house = House.laid(2)
    onlooker = house.sit(None)
    for said in (("talk", {"mode": "say", "text": "Boo"}), ("pause", {}), ("leave", {})):
        assert onlooker.say(said[0], True, **said[1])["code"] == "not_seated"
    onlooker.say("typing")
    assert house.sit("a").texts() == []


# Store trouble.


def test_what_could_not_be_kept_never_happened() -> None:
    house = House.laid(2)
    screens = house.everybody()
    store = house.store
    assert isinstance(store, FailingStore)
    before, kept = views(house), house.records()
    store.full = True
    told = screens["a"].answer("face", "Moth")
    assert (told["type"], told["code"]) == ("refused", "store")
    assert views(house) == before
    assert house.records() == kept
    store.full = False
    assert screens["a"].answer("face", "Moth")["type"] == "done"
    assert screens["b"].view["state"]["player/a"]["face"] == "Moth"


def test_a_full_disk_stops_the_table_and_spoils_nothing(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.db", most_bytes=120_000)
    try:
        house = House.laid(2, store=store)
        screens = house.everybody()
        said = 0
        while screens["a"].say("talk", mode="say", text=f"line {said} " + "word " * 200)["type"] == "done":
            said += 1
        assert said > 10
        assert screens["a"].answer_to(screens["a"].last)["code"] == "store"
        assert screens["b"].texts()[-1].startswith(f"line {said - 1} ")
        assert len(house.restarted().sit("b").texts()) == min(said, 100)
    finally:
        store.close()


def test_a_screen_that_is_dropped_while_it_is_told_something(monkeypatch: pytest.MonkeyPatch) -> None:
    house = House.laid(3)
    screens = house.everybody()
    slow = screens["b"]
    monkeypatch.setattr(slow, "send", lambda _: slow.drop(1013, "too slow"))
    assert screens["a"].answer("face", "Moth")["type"] == "done"
    assert screens["c"].view["state"]["player/a"]["face"] == "Moth"
    assert not screens["c"].room["seats"][1].get("here")
    assert house.hall.counts.faults == 0


def test_what_cannot_be_written_down_is_a_fault_of_one_turn_only(monkeypatch: pytest.MonkeyPatch) -> None:
    house = House.laid(2)
    ada = house.sit("a")
    monkeypatch.setattr(house.store, "append", lambda *_: 1 / 0)
    assert ada.answer("face", "Moth")["code"] == "store"
    monkeypatch.undo()
    monkeypatch.setitem(games.PACKAGES, "two-masks", "tests.engine.two_masks")
    assert ada.answer("face", "Moth")["type"] == "done"


def test_a_table_that_was_put_away_can_only_be_read() -> None:
    house = House.laid(2, start=False)
    house.hall.archive(house.room)
    house.clock.settle()
    ada = house.sit("a")
    assert ada.room["state"] == "archived"
    assert ada.say("pause")["code"] == "illegal"


def test_a_lost_connection_agrees_to_nothing() -> None:
    house = House.laid(2)
    screens = house.everybody()
    screens["a"].say("pause")
    house.clock.advance(4)
    screens["a"].say("agree", kind="resume")
    screens["b"].close()
    assert screens["a"].room["paused"]
    screens["a"].say("agree", kind="resume")
    assert not screens["a"].room.get("paused"), "asked again, those who are here may go on"


def test_a_fault_in_the_rules_loses_nothing(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    house = House.laid(2)
    ada = house.sit("a")
    ada.answer("face", "Moth")
    sitting = house.room.table.game_on
    monkeypatch.setattr(sitting.table, "tell", lambda *_, **__: 1 / 0)
    assert ada.answer("favour", "b")["code"] == "fault"
    assert "fault at a table" in caplog.text
    assert house.room.table.game_on is not sitting
    assert ada.answer("favour", "b")["type"] == "done"


def test_what_is_said_to_a_table_that_is_gone_by_then_is_not_carried_out() -> None:
    house = House.laid(2)
    ada = house.sit("a")
    gone = house.room
    ada.answer("face", "Moth", settle=False)
    del house.hall.rooms["tab"]
    house.clock.settle()
    assert not gone.table.news
    assert "Moth" not in str(house.sit("b").view["state"]["player/a"])


def test_another_writer_is_noticed_and_the_table_read_again() -> None:
    house = House.laid(2)
    ada = house.sit("a")
    other = house.restarted()
    other.sit("b").answer("face", "Owl")
    assert ada.answer("face", "Moth")["code"] == "store"
    assert ada.view["state"]["player/b"]["face"] == "Owl"
    assert ada.answer("face", "Moth")["type"] == "done"


# Seats.


def test_a_seat_is_claimed_left_and_claimed_again_before_the_game() -> None:
    house = House.laid(3, start=False)
    table = house.room.table
    with pytest.raises(Denied, match="Every seat is taken"):
        table.claim("t", "Zed", None, 0)
    house.sit("b").say("leave")
    assert table.places["b"].is_empty
    with pytest.raises(Denied, match="called ada already"):
        table.claim("t", "ada", None, 0)
    assert table.claim("t", "Zed", None, 0) == "b"
    assert table.seat_of("t") == "b"
    assert table.seat_of("") is None


def test_a_bot_keeps_the_seat_of_somebody_who_leaves_and_gets_up_when_they_return() -> None:
    house = House.laid(2, settings=Settings(pace=1.0))
    screens = house.everybody()
    screens["a"].answer("face", "Moth")
    screens["b"].say("leave")
    assert screens["b"].closed == (4000, "you left")
    assert screens["a"].room["seats"][1]["kind"] == "bot"
    house.clock.advance(AFTER_LEAVING - 1)
    assert not screens["a"].view["state"]["player/b"]["face"], "there is time to think better of it"
    house.clock.advance(3)
    assert screens["a"].view["state"]["player/b"]["face"]
    back = house.sit("b")
    assert back.room["seats"][1]["kind"] == "person"
    assert back.room["seats"][1]["name"] == "Ben"


def test_a_handed_over_seat_has_a_new_link_and_the_old_one_is_dead() -> None:
    house = House.laid(2)
    old = house.tokens["b"]
    ben = house.sit("b")
    house.room.table.hand_over("b", "new token")
    house.room.close_seat("b", 4003, "this link has been handed over")
    house.clock.settle()
    assert ben.closed is not None
    table = house.restarted().room.table
    assert table.seat_of(old) is None
    assert table.seat_of("new token") == "b"


def test_tokens_are_not_in_the_store() -> None:
    house = House.laid(2)
    house.sit("a").say("limit", kind="line", text="spiders")
    everything = b"".join(record.body for record in house.records())
    assert not any(token.encode() in everything for token in (*house.tokens.values(), house.invite))


def test_bots_play_at_the_pace_of_the_table() -> None:
    house = House.laid(3, bots=2, settings=Settings(pace=2.0))
    ada = house.sit("a")
    ada.take()
    house.clock.advance(1.9)
    assert ada.take() == []
    house.clock.advance(0.2)
    assert types(ada) == ["frame"]
    ada.say("talk", mode="say", text="Take your time")
    ada.take()
    house.clock.advance(1.9)
    assert types(ada) == ["frame"], "talk does not hold the bots up"


def test_a_table_of_bots_plays_to_its_end() -> None:
    house = House.laid(3, bots=3, settings=Settings(pace=0.5))
    house.clock.advance(600)
    assert house.room.table.state == "over"


def test_a_clock_that_wakes_people_a_moment_too_early_does_not_stop_the_bots() -> None:
    house = House.laid(3, bots=3, settings=Settings(pace=0.5))
    house.clock.haste = 0.001
    house.clock.advance(600)
    assert house.room.table.state == "over"


# Absence.


def test_an_empty_chair_is_answered_for_after_the_time_the_table_chose() -> None:
    house = House.laid(2, settings=Settings(absence=60))
    ada = house.sit("a")
    ada.answer("face", "Moth")
    house.clock.advance(59)
    assert "face" in ada.view["state"]["player/b"]
    assert ada.view["state"]["player/b"]["face"] == ""
    house.clock.advance(2)
    assert ada.view["state"]["player/b"]["face"] != ""
    house.clock.advance(300)
    assert ada.view["prompts"], "nobody answers for somebody who is here"


def test_the_wait_goes_on_after_a_restart() -> None:
    house = House.laid(2, settings=Settings(absence=3600))
    house.sit("a").answer("face", "Moth")
    later = house.restarted()
    later.clock.time = house.clock.time + 3000
    later.hall.open()
    later.clock.advance(500)
    assert later.room.table.game_on.table.nouns["player/b"].face == ""  # type: ignore[attr-defined]
    later.clock.advance(200)
    assert later.room.table.game_on.table.nouns["player/b"].face != ""  # type: ignore[attr-defined]


def test_a_nudge_reaches_whoever_is_awaited() -> None:
    house = House.laid(2)
    screens = house.everybody()
    screens["b"].take()
    assert screens["a"].say("nudge", seat="b")["type"] == "done"
    assert {"type": "nudged", "by": "a"} in screens["b"].take()
    assert screens["a"].say("nudge", seat="a")["type"] == "refused"


# Talk.


def test_suggestions_reach_the_one_the_table_waits_for_and_nobody_else() -> None:
    house = House.laid(3)
    screens = house.everybody()
    onlooker = house.sit(None)
    assert screens["a"].say("suggest", to="b", text="Call it Owl")["type"] == "done"
    assert screens["b"].texts() == ["Call it Owl"] == screens["a"].texts()
    assert screens["c"].texts() == [] == onlooker.texts()
    assert screens["a"].say("suggest", to="a", text="Hm")["type"] == "refused"


def test_typing_is_passed_on_but_not_while_everyone_chooses_alone() -> None:
    house = House.laid(2)
    screens = house.everybody()
    screens["b"].take()
    screens["a"].say("typing")
    assert types(screens["b"]) == ["typing"]
    at_the_stakes(screens)
    screens["b"].take()
    screens["a"].say("typing")
    assert types(screens["b"]) == []


def test_hands_and_what_was_read() -> None:
    house = House.laid(2)
    screens = house.everybody()
    screens["a"].say("hand", up=True)
    assert [seat.get("hand", False) for seat in screens["b"].room["seats"]] == [True, False]
    for number in range(5):
        screens["a"].say("talk", mode="say", text=f"line {number}")
    screens["b"].say("seen", lines=3)
    screens["b"].close()
    back = house.restarted().sit("b")
    assert {"type": "seated", "protocol": 1, "you": "b", "seen": 3} in back.take()


def test_what_was_read_on_one_screen_is_not_new_on_another() -> None:
    house = House.laid(2)
    phone = house.everybody()["b"]
    phone.say("seen", lines=2)
    laptop = house.sit("b")
    assert {"type": "seated", "protocol": 1, "you": "b", "seen": 2} in laptop.take()
    phone.say("seen", lines=4)
    phone.close()
    assert house.room.table.places["b"].seen == 4


def at_the_stakes(screens: dict[str, FakeScreen]) -> None:
    for screen in screens.values():
        screen.answer("face", f"M{screen.viewer}")
        screen.answer("favour", "b" if screen.viewer == "a" else "a")
    while not any(shown.get("sealed") for shown in screens["a"].view["prompts"]):
        for screen in screens.values():
            if any(shown["prompt"]["name"] == "boasting" for shown in screen.view["prompts"]):
                screen.answer("boasting", {"act": "pass"})


# Motions.


def test_a_rewind_needs_everybody() -> None:
    house = House.laid(3)
    screens = house.everybody()
    screens["a"].answer("face", "Moth")
    screens["a"].answer("favour", "b")
    assert screens["a"].say("propose", kind="rewind", lines=0)["type"] == "done"
    (motion,) = screens["b"].room["motions"]
    assert motion["by"] == "a"
    assert motion["missing"] == 2
    assert "Ada asks to go back to the very beginning" in motion["text"]
    screens["b"].say("agree", kind="rewind")
    assert screens["c"].view["state"]["player/a"]["face"] == "Moth"
    screens["c"].say("agree", kind="rewind")
    assert "motions" not in screens["c"].room
    assert screens["c"].view["state"]["player/a"]["face"] == ""
    assert screens["c"].view["lines"][0].get("undone")


def test_a_proposal_can_be_declined_and_survives_a_restart() -> None:
    house = House.laid(2)
    screens = house.everybody()
    screens["a"].answer("face", "Moth")
    screens["a"].say("propose", kind="rewind", lines=0)
    again = house.restarted()
    ben = again.sit("b")
    assert ben.room["motions"][0]["kind"] == "rewind"
    assert ben.say("decline", kind="rewind")["type"] == "done"
    assert "motions" not in ben.room
    assert ben.say("agree", kind="rewind")["code"] == "illegal"


def test_an_answer_can_be_taken_back_while_nobody_has_learned_anything() -> None:
    house = House.laid(2)
    screens = house.everybody()
    screens["a"].answer("face", "Moth")
    assert screens["a"].say("take_back")["type"] == "done"
    assert screens["b"].view["state"]["player/a"]["face"] == ""
    assert screens["b"].say("take_back")["code"] == "illegal"


def test_what_was_taken_back_stays_so_after_a_restart() -> None:
    house = House.laid(2)
    screens = house.everybody()
    for face in ("Moth", "Owl", "Fox"):
        screens["a"].answer("face", face)
        screens["b"].say("talk", mode="say", text=f"{face}?")
        screens["a"].say("take_back")
    screens["a"].answer("face", "Hare")
    before = views(house)
    assert views(house.restarted()) == before
    assert screens["b"].view["state"]["player/a"]["face"] == "Hare"


# Safety.


def test_a_pause_shows_after_a_moment_and_names_nobody() -> None:
    house = House.laid(3)
    screens = house.everybody()
    kept = len(house.records())
    assert screens["b"].say("pause")["type"] == "done"
    assert [record.body for record in house.records()[kept:]] == [b'{"type":"paused"}']
    assert not screens["a"].room.get("paused"), "not at once"
    house.clock.advance(3.1)
    assert all(screen.room["paused"] for screen in screens.values())
    rooms = [{**screen.room, "you": ""} for screen in screens.values()]
    assert rooms[0] == rooms[1] == rooms[2]
    told = screens["a"].answer("face", "Moth")
    assert (told["type"], told["code"]) == ("refused", "paused")
    assert screens["a"].say("talk", mode="aside", text="All right?")["type"] == "done"


def test_a_paused_table_goes_on_when_all_who_are_here_agree() -> None:
    house = House.laid(3)
    screens = house.everybody()
    screens["a"].say("pause")
    assert screens["b"].say("agree", kind="resume")["type"] == "refused", "nothing shows yet"
    house.clock.advance(4)
    screens["c"].close()
    screens["a"].say("agree", kind="resume")
    assert screens["b"].room["paused"]
    screens["b"].say("agree", kind="resume")
    assert not screens["b"].room.get("paused")
    assert screens["b"].answer("face", "Owl")["type"] == "done"


def test_a_strike_takes_the_passage_out_of_every_view_and_out_of_the_store() -> None:
    house = House.laid(2)
    screens = house.everybody()
    screens["a"].say("talk", mode="say", text="Before")
    for screen in screens.values():
        screen.answer("face", f"Mask{screen.viewer}")
        screen.answer("favour", "b" if screen.viewer == "a" else "a")
    screens["a"].say("talk", mode="say", text="Something awful")
    screens["b"].say("rename", name="Benno")
    assert screens["b"].say("propose", kind="strike", lines=1)["type"] == "done"
    assert "motions" not in screens["a"].room
    house.clock.advance(4)
    (motion,) = screens["a"].room["motions"]
    assert "by" not in motion
    assert "agreed" not in motion
    assert motion["text"].startswith("Somebody asks to go back to “Ada: Before”")
    screens["a"].say("agree", kind="strike")
    told = screens["b"].say("agree", kind="strike")
    assert told["type"] == "done"
    for screen in screens.values():
        assert "Something awful" not in str(screen.view)
        assert "Maskb" not in str(screen.view)
        assert screen.texts()[0] == "Before"
        assert screen.view["names"]["b"] == "Benno"
    everything = b"".join(record.body for record in house.records())
    assert b"awful" not in everything
    assert b"Maskb" not in everything
    assert views(house.restarted()) == views(house)
    assert screens["a"].answer("favour", "b")["type"] == "done"


def test_a_strike_in_the_middle_of_a_game_replays_to_the_same_table() -> None:
    for seed in range(6):
        house = House.laid(3, seed=f"strike {seed}")
        screens, dice = house.everybody(), random.Random(seed)
        for most in (12, 25):
            play_on(screens, dice, most)
            lines = len(screens["a"].view["lines"])
            screens["a"].say("propose", kind=dice.choice(["strike", "rewind"]), lines=dice.randint(0, lines))
            house.clock.advance(4)
            for kind in ("strike", "rewind"):
                for screen in screens.values():
                    screen.say("agree", kind=kind)
            assert not house.room.table.motions
            assert views(house.restarted()) == views(house)


def test_a_strike_leaves_the_answer_before_the_passage_alone() -> None:
    """The last answer that stays may lie in one record with a digest, which comes after it."""
    house = House.laid(3, seed="digest")
    screens = house.everybody()
    play_on(screens, random.Random(1), 60)
    sitting = house.room.table.game_on
    beat = next(entry.beat for entry in sitting.entries if isinstance(entry, Digest))
    assert beat < sitting.table.beat
    told = sitting.table.lines[: sitting.line_of(beat)]
    screens["a"].say("propose", kind="strike", lines=sum(line.to is None or "a" in line.to for line in told))
    house.clock.advance(4)
    for screen in screens.values():
        screen.say("agree", kind="strike")
    assert sitting.table.beat in {beat, beat + 1}, "a beat that told nothing may have followed"
    assert views(house.restarted()) == views(house)


def test_lines_and_veils_are_a_union_without_names() -> None:
    house = House.laid(3)
    screens = house.everybody()
    screens["b"].say("limit", kind="line", text="Spiders")
    screens["a"].say("limit", kind="veil", text="torture")
    screens["c"].say("limit", kind="veil", text="spiders")
    assert "lines" not in screens["a"].room, "not at once"
    house.clock.advance(4)
    for screen in screens.values():
        assert (screen.room["lines"], screen.room["veils"]) == (["Spiders"], ["torture"])
    assert screens["a"].say("unlimit", kind="line", text="spiders")["code"] == "illegal"
    assert house.restarted().sit("b").say("unlimit", kind="line", text="Spiders")["type"] == "done"
    kept = b"".join(record.body for record in house.records() if b"limited" in record.body)
    assert b'"seat"' not in kept
    assert b'"id"' not in kept


# Memory.


def test_an_idle_table_is_let_go_and_found_again() -> None:
    house = House.laid(2, idle=60)
    house.hall.open()
    ada = house.sit("a")
    ada.answer("face", "Moth")
    house.clock.advance(500)
    assert house.hall.rooms
    ada.close()
    house.clock.advance(100)
    assert not house.hall.rooms
    assert house.sit("a").view["state"]["player/a"]["face"] == "Moth"


def test_there_are_never_more_live_tables_than_allowed() -> None:
    house = House.laid(2, most_live=3)
    for number in range(8):
        house.hall.create(house.room.table.game, 2, {}, Settings(), name=f"t{number}")
        house.clock.settle()
    for number in range(8):
        house.hall.room(f"t{number}")
        house.clock.settle()
        assert len(house.hall.rooms) <= 12
    assert len(house.hall.rooms) <= 3


def test_a_folded_past_changes_nothing() -> None:
    house = House.laid(2)
    house.hall.open()
    screens = house.everybody()
    for number in range(150):
        screens["a"].say("talk", mode="say", text=f"line {number}")
    before = house.sit("b").texts()
    house.clock.advance(100)
    screens["a"].say("talk", mode="say", text="after the fold")
    assert house.sit("b").texts() == [*before[1:], "after the fold"] == screens["b"].texts()[-100:]


def test_a_table_that_is_not_there() -> None:
    house = House.laid(2)
    with pytest.raises(Denied, match="no such table"):
        house.hall.room("nowhere")
