"""What comes over the wire is heard the same, in whatever pieces it arrives; what goes out goes in one piece."""

from __future__ import annotations

from itertools import chain, pairwise

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mneme.server import live, wire
from mneme.server.live import Socket, id_of, one_message
from tests.server.kit import House
from tests.server.wired import PING, PONG, TEXT, Building, WiredScreen, client_frame, server_frames

CONTINUED = 0x0


def masked(opcode: int, payload: bytes, mask: bytes) -> bytes:
    """A client's frame with a mask that is not nothing."""
    frame = client_frame(opcode, bytes(byte ^ mask[place % 4] for place, byte in enumerate(payload)))
    head = len(frame) - len(payload)
    return frame[: head - 4] + mask + frame[head:]


def unfinished(frame: bytes) -> bytes:
    return bytes([frame[0] & 0x7F]) + frame[1:]


texts, masks = st.text(max_size=300).map(str.encode), st.binary(min_size=4, max_size=4)
kinds = st.sampled_from((PING, PONG))
messages = st.builds(lambda text, mask: [masked(TEXT, text, mask)], texts, masks)
controls = st.builds(lambda kind, text: [client_frame(kind, text)], kinds, st.binary(max_size=9))
odd = st.builds(lambda text: [b"\x81\xff" + len(text).to_bytes(8, "big") + bytes(4) + text], texts)
halves = st.builds(lambda one, rest: [unfinished(client_frame(TEXT, one)), client_frame(CONTINUED, rest)], texts, texts)
streams = st.lists(messages | controls | odd | halves, min_size=1, max_size=8).map(lambda parts: [*chain(*parts)])


def cut(data: bytes, places: list[int]) -> list[bytes]:
    edges = sorted({0, len(data), *(place % len(data) for place in places)})
    return [data[start:end] for start, end in pairwise(edges)]


def hear(pieces: list[bytes], *, by_the_library: bool = False) -> tuple[list[bytes], bytes]:
    """What a socket hears when this arrives, and what it writes in answer."""
    heard: list[bytes] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Socket, "_hear", lambda _, message: heard.append(bytes(message)))
        if by_the_library:
            patch.setattr(live, "one_message", lambda _: None)
        screen = WiredScreen(Building(House.laid(2)))
        before = len(screen.sent)
        for piece in pieces:
            screen.receive(piece)
    return heard, b"".join(screen.sent[before:])


@given(streams, st.lists(st.integers(0, 10_000), max_size=6))
def test_it_does_not_matter_in_what_pieces_messages_come(frames: list[bytes], places: list[int]) -> None:
    expected = hear(frames, by_the_library=True)
    whole = b"".join(frames)
    for pieces in (frames, [whole], cut(whole, places)):
        assert hear(pieces) == expected


def test_one_whole_message_is_read_by_hand() -> None:
    for size in (0, 1, 125, 126, 127, 4_000, wire.MOST_BYTES):
        text = b"x" * size
        assert one_message(masked(TEXT, text, b"\x01\x80\xfe\x00")) == text


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x81",
        client_frame(TEXT, b"hello")[:-1],
        client_frame(TEXT, b"hello") + b"\x81",
        client_frame(TEXT, b"hello") * 2,
        unfinished(client_frame(TEXT, b"hello")),
        client_frame(PING, b"hello"),
        b"\xc1" + client_frame(TEXT, b"hello")[1:],  # a reserved bit
        b"\x81\x05hello",  # not masked
        b"\x81\x09\0\0\0\0hello",
        client_frame(TEXT, b"x" * (wire.MOST_BYTES + 1)),
        client_frame(TEXT, b"x" * 70_000),
        b"\x81\xff" + (119).to_bytes(8, "big") + bytes(4) + b"x" * 119,  # a length in eight bytes, though it is short
    ],
)
def test_anything_else_is_left_to_the_library(data: bytes) -> None:
    assert one_message(data) is None


def test_what_a_screen_gets_in_one_turn_is_one_write() -> None:
    building = Building(House.laid(2))
    ada, ben = building.sit("a"), building.sit("b")
    ada.take()
    ben.take()
    shown = next(shown for shown in ada.view["prompts"] if shown["prompt"]["name"] == "face")
    ada.say("answer", id="one", prompt="face", prompt_id=shown["id"], value="Moth")
    (written,) = ada.take()
    assert [msgspec.json.decode(payload)["type"] for _, payload in server_frames(written)] == ["frame", "done"]
    (written,) = ben.take()
    assert [msgspec.json.decode(payload)["type"] for _, payload in server_frames(written)] == ["frame"]


def test_the_id_of_a_message_is_found_where_it_has_one() -> None:
    assert id_of(b'{"type":"talk","id":"t1","nonsense":[{}]}') == "t1"
    for other in (b'{"type":"hand","up":true}', b'{"id":5}', b'{"id":"<b>"}', b'{"id":"t1"', b"[]", b"\xff"):
        assert id_of(other) == ""
