"""One request to a server. What opens a seat goes in a header or in the body, never in the address."""

from __future__ import annotations

from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any, Literal, TypeVar
from urllib.parse import urlsplit

import msgspec

from mneme.client.errors import NotDone, Unreachable
from mneme.client.links import Link
from mneme.server import api

Answer = TypeVar("Answer")

PATIENCE = 20.0  # seconds


def ask(
    link: Link, method: Literal["GET", "POST"], path: str, kind: type[Answer], body: Any = None, **headers: str
) -> Answer:
    """Ask the server of a link for something that is read as `kind`."""
    content = fetch(link, method, path, body, **headers)
    try:
        return msgspec.json.decode(content, type=kind)
    except msgspec.DecodeError as problem:
        raise Unreachable(f"What answers at {link.server} does not speak as a table does.") from problem


def fetch(link: Link, method: Literal["GET", "POST"], path: str, body: Any = None, **headers: str) -> bytes:
    """Ask the server of a link for something that is kept as it comes."""
    status, content = _exchange(link, method, path, body, _headers(link, headers))
    if 200 <= status < 300:
        return content
    try:
        refusal = msgspec.json.decode(content, type=api.Refusal)
    except msgspec.DecodeError as problem:
        raise Unreachable(f"What answers at {link.server} is not a Mneme server.") from problem
    raise NotDone(refusal.code, refusal.text)


def _headers(link: Link, also: dict[str, str]) -> dict[str, str]:
    headers = {"Content-Type": "application/json", **also}
    if link.token:
        headers["Authorization"] = f"Bearer {link.token}"
    elif link.invite:
        headers["X-Mneme-Invite"] = link.invite
    return headers


def _exchange(link: Link, method: str, path: str, body: Any, headers: dict[str, str]) -> tuple[int, bytes]:
    parts = urlsplit(link.server)
    assert parts.hostname is not None  # a link without one cannot be read
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    connection = kind(parts.hostname, parts.port, timeout=PATIENCE)
    try:
        connection.request(method, parts.path + path, None if body is None else msgspec.json.encode(body), headers)
        answer = connection.getresponse()
        return answer.status, answer.read()
    except (OSError, HTTPException) as problem:
        reason = (getattr(problem, "strerror", None) or "it does not answer as a table does").lower()
        raise Unreachable(f"The server at {link.server} cannot be reached: {reason}.") from problem
    finally:
        connection.close()
