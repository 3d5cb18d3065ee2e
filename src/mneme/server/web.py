"""The browser client: a few small files, read once and served from memory.

`make web` builds it into the package (`src/mneme/web`), and a wheel carries it there. Any address without an extension
is a screen of the client, so all of them get its one page.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from litestar.types import Send
from msgspec import Struct

FOLDER = Path(__file__).parents[1] / "web"
PAGE = "index.html"
ASSETS = "/assets/"  # their names change with what is in them, so a browser may keep them
ROUTES = ("api", "live", "schema", "healthz", "readyz", "metrics")  # what is not the client's, by its first part

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
PACKED = {".woff2", ".png", ".webp", ".jpg"}  # what gzip cannot make smaller

NOT_BUILT = """This is a Mneme table, but its page for browsers has not been built.

In the source folder, build it with:    make web
then start the server again.

Without a browser, sit down with:    mneme play --join LINK
"""
NOT_FOUND = "There is nothing here.\n"

Answer = tuple[int, dict[str, str], bytes]  # status, headers, body


def is_route(path: str) -> bool:
    """Whether an address is the server's own, and not a screen or a file of the client."""
    return path.strip("/").partition("/")[0] in ROUTES


class File(Struct, frozen=True):
    """Something that is the same for everybody, ready to be sent."""

    body: bytes
    packed: bytes  # the same under gzip; empty where that gains nothing
    kind: str
    keep: str
    tag: str


def read_file(path: str, body: bytes) -> File:
    suffix = PurePosixPath(path).suffix
    packed = b"" if suffix in PACKED else gzip.compress(body, mtime=0)
    return File(
        body=body,
        packed=packed if len(packed) < len(body) else b"",
        kind=TYPES.get(suffix) or mimetypes.guess_type(path)[0] or "application/octet-stream",
        keep=FOR_EVER if path.startswith(ASSETS) else ASK_AGAIN,
        tag=f'"{hashlib.sha256(body).hexdigest()[:20]}"',
    )


def deliver(file: File, asked: Mapping[str, str]) -> Answer:
    """The file, as small as the other side can read it; nothing of it if they have it."""
    headers = {"etag": f"W/{file.tag}", "cache-control": file.keep}  # weak: packed or not, it is the same file
    if file.packed:
        headers["vary"] = "accept-encoding"
    known = [tag.strip().removeprefix("W/") for tag in asked.get("if-none-match", "").split(",")]
    if file.tag in known:
        return 304, headers, b""
    body = file.body
    if file.packed and "gzip" in asked.get("accept-encoding", ""):
        body = file.packed
        headers["content-encoding"] = "gzip"
    headers |= {"content-type": file.kind, "content-length": str(len(body))}
    return 200, headers, body


class Client:
    """All files of the client by their address, as a small ASGI application."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self._files = {path: read_file(path, body) for path, body in files.items()}
        self._page = self._files.get("/" + PAGE)

    @classmethod
    def built(cls, folder: Path = FOLDER) -> Client:
        """The client as it was built; nothing if it was not."""
        found = sorted(path for path in folder.rglob("*") if path.is_file())
        return cls({"/" + path.relative_to(folder).as_posix(): path.read_bytes() for path in found})

    async def __call__(self, scope: Mapping[str, Any], send: Send) -> None:
        asked = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        status, headers, body = self.answer(scope["method"], scope["path"], asked)
        listed = [(name.encode(), value.encode()) for name, value in headers.items()]
        await send({"type": "http.response.start", "status": status, "headers": listed})
        shown = b"" if scope["method"] == "HEAD" else body
        await send({"type": "http.response.body", "body": shown, "more_body": False})

    def answer(self, method: str, path: str, asked: Mapping[str, str]) -> Answer:
        """What a request gets; a HEAD is then shown only the headers of it."""
        if method not in ("GET", "HEAD"):
            return _plain(405, "Pages can only be read.\n", allow="GET, HEAD")
        file = self._files.get(path) if _is_file(path) else self._page
        if file is not None:
            status, headers, body = deliver(file, asked)
            return status, {**headers, "content-security-policy": POLICY}, body
        return _plain(404, NOT_FOUND) if _is_file(path) else _plain(503, NOT_BUILT)


def _is_file(path: str) -> bool:
    """Whether an address names a file; every other one is a screen."""
    return bool(PurePosixPath(path).suffix) or path.startswith(ASSETS)


def _plain(status: int, text: str, **headers: str) -> Answer:
    body = text.encode()
    headers |= {"content-type": "text/plain; charset=utf-8", "content-length": str(len(body))}
    return status, headers, body
