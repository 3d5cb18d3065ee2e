"""Links to tables: `SERVER/t/TABLE#INVITE` to take a seat, `SERVER/t/TABLE#seat=TOKEN` to come back to it.

What opens something stands after the `#`. That part of an address is never requested, so it is in no log on the way;
the client sends it in a header or in a message.
"""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, urlsplit

from msgspec import Struct

from mneme.engine.errors import MnemeError

_TABLE = re.compile(r"(?P<before>.*)/t/(?P<table>[A-Za-z0-9_-]{1,64})/?")
_TOKEN = re.compile(r"[A-Za-z0-9_-]{0,64}")


class Link(Struct, frozen=True, kw_only=True):
    """Where a table is, and what opens it: an invitation, or the token of one seat. Without a table, a server."""

    server: str
    table: str = ""
    invite: str = ""
    token: str = ""

    @property
    def address(self) -> str:
        """The part that may be shown to anybody and written in a log."""
        return f"{self.server}/t/{self.table}" if self.table else self.server

    @property
    def socket(self) -> str:
        """Where the table is heard live."""
        return "ws" + self.server.removeprefix("http") + "/live"

    def __str__(self) -> str:
        if self.token:
            return f"{self.address}#seat={self.token}"
        return f"{self.address}#{self.invite}" if self.invite else self.address

    def __repr__(self) -> str:
        return f"Link({self.address})"  # whoever reads a traceback must not be able to sit down


def read_link(text: str) -> Link:
    """A link as somebody pastes it."""
    parts = urlsplit(text.strip())
    try:
        known = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # a port that is no number
        known = False
    if not known or parts.query or parts.username:
        raise MnemeError("That is not a link to a table; it looks like http://HOST:8100/t/TABLE#INVITE.")
    found = _TABLE.fullmatch(parts.path)
    invite, token = _opens(parts.fragment)
    if not _TOKEN.fullmatch(invite) or not _TOKEN.fullmatch(token):
        raise MnemeError("The end of that link is damaged; copy the whole link again.")
    before = found["before"] if found else parts.path.rstrip("/")
    server = f"{parts.scheme}://{parts.netloc}{before}"
    return Link(server=server, table=found["table"] if found else "", invite=invite, token=token)


def _opens(fragment: str) -> tuple[str, str]:
    """The invitation and the token after the `#`; what is not known there is passed over."""
    if "=" not in fragment:
        return fragment, ""
    return "", next((value for name, value in parse_qsl(fragment) if name == "seat"), "")
