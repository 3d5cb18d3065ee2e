"""The table apart from its game, in words."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from mneme.server.wire import Motion, Room, SeatInfo
from mneme.terminal.remote_room import away, changes, free_seats, limits_text, seating
from tests.client.fake import ROOM

ADA = SeatInfo(seat="a", name="Ada", kind="person", here=True)
BEN = SeatInfo(seat="b", name="Ben", kind="person", here=True)
EMPTY = SeatInfo(seat="b")


def room(**parts: Any) -> Room:
    parts.setdefault("seats", (ADA, BEN))
    return msgspec.structs.replace(msgspec.convert(ROOM, Room), **parts)


def seat(info: SeatInfo, **parts: Any) -> SeatInfo:
    return msgspec.structs.replace(info, **parts)


def said(before: Room | None, now: Room) -> list[str]:
    return [text for text, _ in changes(before, now)]


@pytest.mark.parametrize(
    ("seats", "sentence"),
    [
        ((ADA, BEN), "Around the table: Ada (you, the host) and Ben."),
        ((ADA, seat(BEN, here=False)), "Around the table: Ada (you, the host) and Ben (away)."),
        ((ADA, seat(BEN, kind="bot", here=False)), "Around the table: Ada (you, the host) and Ben (a bot)."),
        (
            (ADA, EMPTY, SeatInfo(seat="c", kind="bot")),
            "Around the table: Ada (you, the host), an empty seat and a bot.",
        ),
    ],
)
def test_everybody_in_one_sentence(seats: tuple[SeatInfo, ...], sentence: str) -> None:
    assert seating(room(seats=seats)) == sentence


def test_nobodys_coming_and_going_is_cried_out_during_a_game() -> None:
    gone, kept = room(seats=(ADA, seat(BEN, here=False))), room(seats=(ADA, seat(BEN, kind="bot", here=False)))
    assert said(room(), gone) == said(gone, kept) == said(kept, room()) == []


def test_who_is_away_is_told_where_it_matters() -> None:
    gone = room(seats=(ADA, seat(BEN, here=False)))
    assert away(gone, ["a", "b"]) == "Ben is away just now."
    assert away(gone, ["a"]) == away(room(), ["a", "b"]) == ""
    both = room(seats=(seat(ADA, here=False), seat(BEN, here=False)))
    assert away(both, ["a", "b"]) == "Ada and Ben are away just now."


def test_before_the_game_everybody_hears_who_sits_down() -> None:
    before, now = room(state="open", seats=(ADA, EMPTY)), room(state="open")
    assert free_seats(before) == ["b"]
    assert said(before, now) == ["Ben sits down.", "Around the table: Ada (you, the host) and Ben."]
    assert said(now, before) == ["Around the table: Ada (you, the host) and an empty seat."]
    assert said(now, room(state="open", seats=(ADA, seat(BEN, here=False)))) == []


def test_a_pause_says_what_can_be_done_and_names_nobody() -> None:
    waiting = (Motion(kind="resume", text="Shall the table go on?", missing=2),)
    first, second = said(room(), room(paused=True, motions=waiting))
    assert first == "The table has paused. Nobody has to say why."
    assert second.startswith("Type /agree when you are ready to go on,")
    assert said(room(paused=True, motions=waiting), room()) == ["The table goes on."]
    assert said(None, room(paused=True, motions=waiting)) == [first, second], "also to somebody who has just come"


@pytest.mark.parametrize(
    ("kind", "answer", "settled"),
    [
        ("rewind", "Type /agree or /decline.", "The question of going back is settled."),
        ("reveal", "Type /agree or /decline.", "The question of opening the whole game is settled."),
        (
            "strike",
            "Type /agree if it shall go. Nobody has to say why.",
            "The question of taking a passage out is settled.",
        ),
    ],
)
def test_what_is_proposed_is_told_once(kind: Any, answer: str, settled: str) -> None:
    motion = Motion(kind=kind, text="Ben asks.", missing=1)
    proposed = room(motions=(motion,))
    assert said(room(), proposed) == ["Ben asks.", answer]
    agreed = room(motions=(msgspec.structs.replace(motion, missing=0, yours=True),))
    assert said(proposed, agreed) == []
    assert said(room(), agreed) == ["Ben asks."]
    assert said(proposed, room()) == [settled]
    assert said(proposed, room(declined=kind)) == ["Not everybody wants that. Things stay as they are."]


def test_lines_and_veils_are_told_as_they_come_and_go() -> None:
    limited = room(lines=("spiders",), veils=("needles",))
    assert said(room(), limited) == ["Not at this table: spiders", "Not in detail: needles"]
    assert said(limited, room(lines=("spiders",))) == ["No longer set aside: needles"]
    assert limits_text(limited) == "Not at this table: spiders\nNot in detail: needles"
    assert limits_text(room()).startswith("Nothing is set aside yet.")


def test_names_hands_and_the_host() -> None:
    assert said(room(), room(seats=(ADA, seat(BEN, name="Benno")))) == ["Ben is called Benno now."]
    assert said(room(), room(seats=(ADA, seat(BEN, hand=True)))) == ["Ben would like to say something."]
    assert said(room(), room(seats=(seat(ADA, hand=True), BEN))) == [], "one knows one's own hand"
    assert said(room(host="b"), room()) == ["You are the host of this table now."]
