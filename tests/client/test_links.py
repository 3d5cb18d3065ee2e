"""Links: what is read from them, what is shown of them, and what never leaves them."""

from __future__ import annotations

import pytest

from mneme.client import Client, Link, NotDone, read_link
from mneme.engine.errors import MnemeError

TOKEN = "s3cret-Token_0"


@pytest.mark.parametrize(
    ("text", "link"),
    [
        ("http://a.example:8100/t/tab#x", Link(server="http://a.example:8100", table="tab", invite="x")),
        ("https://a.example/t/tab#seat=x", Link(server="https://a.example", table="tab", token="x")),
        (" https://a.example/games/t/t_-1/ ", Link(server="https://a.example/games", table="t_-1")),
        ("http://[::1]:80/t/tab", Link(server="http://[::1]:80", table="tab")),
        ("http://a.example:8100", Link(server="http://a.example:8100")),
        ("http://a.example:8100/", Link(server="http://a.example:8100")),
        ("https://a.example/t/tab#seat=x&later=y", Link(server="https://a.example", table="tab", token="x")),
    ],
)
def test_a_link_says_where_and_by_what_right(text: str, link: Link) -> None:
    assert read_link(text) == link
    assert read_link(str(link)) == link


@pytest.mark.parametrize(
    "text",
    ["", "tab", "ftp://a/t/tab", "http:///t/tab", "http://a:x/t/tab", "http://a/t/tab?invite=x", "http://b@a/t/c"],
)
def test_what_is_no_link_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(MnemeError, match="it looks like http://HOST:8100/t/TABLE#INVITE"):
        read_link(text)


def test_a_damaged_link_says_so() -> None:
    with pytest.raises(MnemeError, match="copy the whole link again"):
        read_link("http://a/t/tab#a%20b")


def test_what_opens_a_seat_is_in_no_address_and_in_no_traceback() -> None:
    link = Link(server="http://a.example", table="tab", token=TOKEN)
    for text in (link.address, link.socket, repr(link)):
        assert TOKEN not in text
    assert str(link).partition("#")[2] == f"seat={TOKEN}"
    assert link.socket == "ws://a.example/live"
    assert Link(server="https://a.example").socket == "wss://a.example/live"


def test_an_invitation_is_no_seat_and_a_server_no_table() -> None:
    with pytest.raises(NotDone, match="That is an invitation, not the link of a seat"):
        Client.sit("http://a.example/t/tab#x")
    with pytest.raises(NotDone, match="names a server, but no table"):
        Client.claim("http://a.example", "Ada")
