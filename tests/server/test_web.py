"""The browser client as the server hands it out: which address gets which file, how long it may be kept, and what a
page may do."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import httpx
import pytest

from mneme import games
from mneme.server.web import Client, is_route
from tests.server.site import GENEROUS, Site

PAGE = b"<!doctype html><title>Mneme</title>" + b" " * 400
SCRIPT = b"let answer = 42;\n" * 40
FONT = bytes(range(256))

FILES = {
    "index.html": PAGE,
    "favicon.svg": b"<svg xmlns='http://www.w3.org/2000/svg'/>",
    "manifest.webmanifest": b'{"name": "Mneme"}',
    "assets/index-1a2b.js": SCRIPT,
    "assets/face-9f.woff2": FONT,
}


@pytest.fixture
def built(tmp_path: Path) -> Client:
    for name, body in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(body)
    return Client.built(tmp_path)


def browse(client: Client, scenario: Callable[[httpx.AsyncClient], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        async with Site(GENEROUS, client).browser() as browser:
            await scenario(browser)

    asyncio.run(run())


@pytest.mark.parametrize(
    "path", ["/", "/t/quiet-river", "/new", "/play/schizonauts", "/help", "/help/words", "/no/such"]
)
def test_every_screen_is_the_one_page(built: Client, path: str) -> None:
    async def scenario(browser: httpx.AsyncClient) -> None:
        answer = await browser.get(path)
        assert answer.status_code == 200
        assert answer.content == PAGE
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert answer.headers["cache-control"] == "no-cache", "a new version is seen at once"

    browse(built, scenario)


@pytest.mark.parametrize(
    ("path", "kind", "keep"),
    [
        ("/assets/index-1a2b.js", "text/javascript; charset=utf-8", "public, max-age=31536000, immutable"),
        ("/assets/face-9f.woff2", "font/woff2", "public, max-age=31536000, immutable"),
        ("/favicon.svg", "image/svg+xml", "no-cache"),
        ("/manifest.webmanifest", "application/manifest+json", "no-cache"),
    ],
)
def test_files_have_their_types_and_assets_may_be_kept(built: Client, path: str, kind: str, keep: str) -> None:
    async def scenario(browser: httpx.AsyncClient) -> None:
        answer = await browser.get(path)
        assert answer.content == FILES[path[1:]]
        assert (answer.headers["content-type"], answer.headers["cache-control"]) == (kind, keep)
        assert answer.headers["x-content-type-options"] == "nosniff"

    browse(built, scenario)


def test_what_shrinks_is_sent_small_to_who_can_read_it(built: Client) -> None:
    asked = {"accept-encoding": "br, gzip"}
    _, headers, body = built.answer("GET", "/assets/index-1a2b.js", asked)
    assert gzip.decompress(body) == SCRIPT
    assert len(body) < len(SCRIPT)
    assert (headers["content-encoding"], headers["vary"]) == ("gzip", "accept-encoding")
    _, headers, body = built.answer("GET", "/assets/index-1a2b.js", {})
    assert body == SCRIPT
    assert "content-encoding" not in headers
    _, headers, body = built.answer("GET", "/assets/face-9f.woff2", asked)
    assert body == FONT


def test_what_is_known_is_not_sent_again(built: Client) -> None:
    async def scenario(browser: httpx.AsyncClient) -> None:
        tag = (await browser.get("/")).headers["etag"]
        for known in (tag, tag.removeprefix("W/"), f'"other", {tag}'):
            again = await browser.get("/t/somewhere", headers={"If-None-Match": known})
            assert (again.status_code, again.content) == (304, b"")
        assert (await browser.get("/", headers={"If-None-Match": '"other"'})).status_code == 200

    browse(built, scenario)


def test_a_head_has_the_same_headers_and_no_body(built: Client) -> None:
    async def scenario(browser: httpx.AsyncClient) -> None:
        for path in ("/", "/assets/index-1a2b.js", "/nothing.js"):
            whole, head = await browser.get(path), await browser.head(path)
            assert head.content == b""
            assert (head.status_code, head.headers) == (whole.status_code, whole.headers)

    browse(built, scenario)


@pytest.mark.parametrize("path", ["/nothing.js", "/assets/index", "/assets/../index.html", "/t/x/a.map"])
def test_a_file_that_is_not_there_is_not_a_page(built: Client, path: str) -> None:
    assert built.answer("GET", path, {})[0] == 404


def test_pages_may_do_little_and_the_rest_nothing(built: Client) -> None:
    async def scenario(browser: httpx.AsyncClient) -> None:
        page = (await browser.get("/")).headers["content-security-policy"]
        assert page.startswith("default-src 'none'; script-src 'self'; style-src 'self'; ")
        assert "unsafe" not in page
        for path in ("/api/games", "/api/nothing", "/healthz", "/live", "/nothing.js"):
            policy = (await browser.get(path)).headers["content-security-policy"]
            assert "script-src" not in policy
            assert policy.startswith("default-src 'none'")

    browse(built, scenario)


def test_the_servers_own_addresses_never_give_a_page(built: Client) -> None:
    async def scenario(browser: httpx.AsyncClient) -> None:
        for path in ("/api/nothing", "/live"):
            answer = await browser.get(path)
            assert answer.status_code == 404
            assert answer.headers["content-type"].startswith("application/json")
        assert (await browser.get("/healthz")).text == "ok\n"
        assert (await browser.post("/")).status_code == 405

    browse(built, scenario)
    assert not is_route("/apiary")


def test_a_client_that_was_not_built_says_how_to_build_it(tmp_path: Path) -> None:
    async def scenario(browser: httpx.AsyncClient) -> None:
        answer = await browser.get("/t/quiet-river")
        assert answer.status_code == 503
        assert "make web" in answer.text
        assert "mneme play --join" in answer.text
        assert (await browser.get("/favicon.svg")).status_code == 404
        assert (await browser.get("/healthz")).status_code == 200

    browse(Client.built(tmp_path / "nothing"), scenario)


# The guide is kept and sent like a file.


def test_a_guide_is_whole_for_everybody_and_sent_once(built: Client) -> None:
    async def scenario(browser: httpx.AsyncClient) -> None:
        listed = {game["name"]: game for game in (await browser.get("/api/games")).json()}
        answer = await browser.get("/api/games/schizonauts/guide")
        told = answer.json()
        assert len(told["glossary"]) == len(games.find("schizonauts").guide().glossary)
        assert told["tagline"] == listed["schizonauts"]["tagline"] != ""
        assert {"mood", "players", "time"} <= listed["schizonauts"].keys()
        assert answer.headers.get_list("content-length") == [answer.headers["content-length"]]
        assert answer.headers["cache-control"] == "no-cache"
        again = await browser.get("/api/games/schizonauts/guide", headers={"If-None-Match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert (await browser.get("/api/games/chess/guide")).json()["code"] == "no_game"

    browse(built, scenario)
