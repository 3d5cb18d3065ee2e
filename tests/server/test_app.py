"""The HTTP side: sitting down, the host's verbs, exports, and who may ask for what."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import unsupported_method

from mneme.engine import gamefile
from mneme.engine.errors import MnemeError
from mneme.server.house import Plan, _networks
from mneme.server.limits import Limits
from mneme.server.live import allowed_origin, client_address, read_cookies
from mneme.store import Health
from tests.server.site import Site, lay, visit


def test_from_an_empty_table_to_a_game() -> None:
    async def scenario(site: Site) -> None:
        async with site.browser() as ada, site.browser() as ben:
            laid = await lay(ada)
            path = f"/api/tables/{laid['table']}"
            wrong = await ben.post(f"{path}/claim", json={"name": "Ben", "invite": "guess"})
            assert (wrong.status_code, wrong.json()["code"]) == (404, "no_table")
            taken = await ben.post(f"{path}/claim", json={"name": "Ben", "invite": laid["invite"]})
            assert taken.json()["seat"] == "b"
            again = await ben.post(f"{path}/claim", json={"name": "Benno", "invite": laid["invite"]})
            assert again.json()["code"] == "taken"
            assert (await ben.post(f"{path}/start", json={})).json()["code"] == "not_host"
            assert (await ada.post(f"{path}/start", json={})).json()["code"] == "illegal", "a seat is empty"
            assert (await ada.post(f"{path}/start", json={"fill": True})).status_code == 201
            room = (await ben.get(path)).json()
            assert room["state"] == "playing"
            assert [seat["kind"] for seat in room["seats"]] == ["person", "person", "bot"]
            assert room["you"] == "b"

    visit(scenario)


def test_cookies_are_out_of_reach_of_scripts_and_other_pages() -> None:
    async def scenario(site: Site) -> None:
        async with site.browser() as ada:
            answer = await ada.post("/api/tables", json={"game": "two-masks", "seats": 2, "name": "Ada"})
            cookie = answer.headers["set-cookie"]
            assert "HttpOnly" in cookie
            assert "SameSite=strict" in cookie
            assert answer.json()["token"] in cookie

    visit(scenario)


@pytest.mark.parametrize(
    "headers",
    [{"Origin": "https://example.org"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}],
    ids=["another page", "no page", "cross-site"],
)
def test_another_page_can_do_nothing(headers: dict[str, str]) -> None:
    async def scenario(site: Site) -> None:
        async with site.browser() as ada:
            path = f"/api/tables/{(await lay(ada))['table']}"
            refused = await ada.post(f"{path}/leave", headers=headers)
            assert (refused.status_code, refused.json()["code"]) == (403, "foreign")
            ours = await ada.post(f"{path}/leave", headers={"Origin": "http://table.test"})
            assert ours.status_code == 201

    visit(scenario)


def test_a_private_table_is_seen_only_by_its_own() -> None:
    async def scenario(site: Site) -> None:
        async with site.browser() as ada, site.browser() as stranger:
            laid = await lay(ada)
            path = f"/api/tables/{laid['table']}"
            assert (await stranger.get(path)).status_code == 404
            assert (await stranger.get(path, headers={"X-Mneme-Invite": laid["invite"]})).status_code == 200
            renewed = (await ada.post(f"{path}/invite")).json()["invite"]
            assert (await stranger.get(path, headers={"X-Mneme-Invite": laid["invite"]})).status_code == 404
            assert (await stranger.get(path, headers={"X-Mneme-Invite": renewed})).status_code == 200
            assert (await stranger.get("/api/tables")).json() == []
            await ada.post(f"{path}/settings", json={"public": True})
            (listed,) = (await stranger.get("/api/tables")).json()
            assert (listed["table"], listed["free"], listed["host"]) == (laid["table"], 2, "Ada")
            assert (await stranger.get(path)).json()["you"] is None

    visit(scenario)


def test_a_seat_can_be_handed_over_and_come_back_to() -> None:
    async def scenario(site: Site) -> None:
        async with site.browser() as ada, site.browser() as heir:
            laid = await lay(ada)
            path = f"/api/tables/{laid['table']}"
            given = (await ada.post(f"{path}/handover")).json()
            assert (await ada.post(f"{path}/leave")).json()["code"] == "not_seated"
            old = await heir.post(f"{path}/return", json={"token": laid["token"]})
            assert old.json()["code"] == "not_seated"
            assert (await heir.post(f"{path}/return", json={"token": given["token"]})).status_code == 201
            assert (await heir.get(path)).json()["you"] == "a"
            (mine,) = (await heir.get("/api/mine")).json()
            assert (mine["seat"], mine["state"], mine["waits_for_you"]) == ("a", "open", False)

    visit(scenario)


def test_tables_that_wait_for_you_come_first() -> None:
    async def scenario(site: Site) -> None:
        async with site.browser() as ada:
            waiting = await lay(ada, seats=2, bots=1)
            await lay(ada, seats=2)
            await ada.post(f"/api/tables/{waiting['table']}/start", json={})
            mine = (await ada.get("/api/mine")).json()
            assert [table["waits_for_you"] for table in mine] == [True, False]
            assert mine[0]["table"] == waiting["table"]

    visit(scenario)


def test_the_host_puts_bots_in_takes_them_out_and_closes_seats() -> None:
    async def scenario(site: Site) -> None:
        async with site.browser() as ada:
            path = f"/api/tables/{(await lay(ada, seats=4))['table']}"
            assert (await ada.post(f"{path}/bots", json={"seat": "b", "bot": True})).status_code == 201
            assert (await ada.post(f"{path}/bots", json={"seat": "a", "bot": True})).json()["code"] == "taken"
            assert (await ada.post(f"{path}/bots", json={"seat": "b", "bot": False})).status_code == 201
            assert (await ada.post(f"{path}/close-seat", json={"seat": "b"})).status_code == 201
            assert (await ada.post(f"{path}/close-seat", json={"seat": "z"})).json()["code"] == "illegal"
            assert (await ada.post(f"{path}/start", json={"fill": True})).status_code == 201
            assert [seat["seat"] for seat in (await ada.get(path)).json()["seats"]] == ["a", "c", "d"]
            assert (await ada.post(f"{path}/close-seat", json={"seat": "d"})).json()["code"] == "started"
            assert (await ada.post(f"{path}/archive")).json()["code"] == "illegal"

    visit(scenario)


@pytest.mark.parametrize("settings", [{"spectators": 0}, {"pace": "2"}, {"absence": 1.5}, {"public": "true"}])
def test_what_is_almost_right_is_refused(settings: dict[str, Any]) -> None:
    async def scenario(site: Site) -> None:
        async with site.browser() as ada:
            path = f"/api/tables/{(await lay(ada))['table']}"
            before = (await ada.get(path)).json()
            answer = await ada.post(f"{path}/settings", json=settings)
            assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
            assert (await ada.get(path)).json() == before

    visit(scenario)


def test_a_request_that_is_too_deep_is_refused_and_a_whole_number_is_one() -> None:
    async def scenario(site: Site) -> None:
        async with site.browser() as ada:
            deep = await ada.post("/api/tables", content=b"[" * 5_000, headers={"Content-Type": "application/json"})
            assert (deep.status_code, deep.json()["code"]) == (400, "malformed")
            wide = b'{"game":"two-masks","seats":3.0,"name":"Ada"}'
            laid = await ada.post("/api/tables", content=wide, headers={"Content-Type": "application/json"})
            assert laid.status_code == 201

    visit(scenario)


def test_exports_tell_each_what_it_may_know() -> None:
    async def scenario(site: Site) -> None:
        async with site.browser() as ada, site.browser() as stranger:
            laid = await lay(ada, seats=2, bots=1)
            path = f"/api/tables/{laid['table']}"
            assert (await ada.get(f"{path}/export?what=mine")).json()["code"] == "not_started"
            await ada.post(f"{path}/start", json={})
            mine = (await ada.get(f"{path}/export?what=mine")).json()
            assert mine["view"]["seat"] == "a"
            public = (await ada.get(f"{path}/export?what=public")).content
            assert gamefile.read(public, lambda *_: site.hall.room(laid["table"]).table.game).document.seed is None
            assert (await ada.get(f"{path}/export?what=everything")).status_code == 409
            assert (await stranger.get(f"{path}/export?what=mine")).status_code == 403
            assert (await stranger.get(f"{path}/export?what=public")).status_code == 404
            assert (await ada.get(f"{path}/export?what=nonsense")).status_code == 400

    visit(scenario)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"game": "chess", "seats": 2, "name": "Ada"}, 404),
        ({"game": "two-masks", "seats": 9, "name": "Ada"}, 400),
        ({"game": "two-masks", "seats": 2, "name": "\u0007"}, 400),
        ({"game": "two-masks", "seats": 2, "name": "Ada", "bots": 2}, 400),
        ({"game": "two-masks", "seats": 2, "name": "Ada", "options": {"speed": 3}}, 400),
        ({"game": "two-masks", "seats": 2, "name": "Ada", "settings": {"pace": -1}}, 400),
        ({"game": "two-masks", "seats": 2, "name": "Ada", "hat": "red"}, 400),
    ],
)
def test_a_table_that_cannot_be_laid_leaves_nothing_behind(body: dict[str, Any], status: int) -> None:
    async def scenario(site: Site) -> None:
        async with site.browser() as ada:
            answer = await ada.post("/api/tables", json=body)
            assert answer.status_code == status
            assert answer.json()["text"]
            assert site.store.tables() == []
            assert site.hall.rooms == {}

    visit(scenario)


def test_too_much_is_refused_in_plain_words() -> None:
    async def scenario(site: Site) -> None:
        async with site.browser() as ada:
            await lay(ada)
            refused = await ada.post("/api/tables", json={"game": "two-masks", "seats": 2, "name": "Ada"})
            assert (refused.status_code, refused.json()["code"]) == (429, "limited")
            statuses = [(await ada.get("/api/games")).status_code for _ in range(3)]
            assert statuses == [200, 200, 429]
            assert (await ada.get("/healthz")).status_code == 200

    visit(scenario, Limits(requests=0.001, request_burst=4, tables=0.001, table_burst=1))


def test_every_answer_carries_the_same_strict_headers() -> None:
    async def scenario(site: Site) -> None:
        async with site.browser() as ada:
            for path in ("/", "/api/games", "/api/nowhere", "/nothing.txt", "/healthz"):
                headers = (await ada.get(path)).headers
                assert headers["content-security-policy"].startswith("default-src 'none'")
                assert headers["x-content-type-options"] == "nosniff"
                assert headers["referrer-policy"] == "no-referrer"

    visit(scenario)


def test_operations() -> None:
    async def scenario(site: Site) -> None:
        async with site.browser() as ada:
            await lay(ada)
            assert (await ada.get("/readyz")).text == "ready\n"
            metrics = (await ada.get("/metrics")).text
            assert "mneme_tables_live 1" in metrics
            assert "mneme_commits_total 1" in metrics
            site.store.health = lambda: Health(False, "full")  # type: ignore[method-assign]
            assert (await ada.get("/readyz")).status_code == 503

    visit(scenario)


def test_the_document_says_that_requests_refuse_what_they_do_not_know() -> None:
    async def scenario(site: Site) -> None:
        schemas = site.app.litestar.openapi_schema.to_schema()["components"]["schemas"]
        closed = {name for name, schema in schemas.items() if schema.get("additionalProperties") is False}
        assert closed == {"NewTable", "Claim", "ComeBack", "BotWish", "SeatWish", "Start", "Settings"}

    visit(scenario)


# The whole document, by machine.

fuzzed = Site()
schema = schemathesis.openapi.from_asgi("/schema/openapi.json", fuzzed.app)


@pytest.fixture(scope="module")
def table() -> dict[str, str]:
    async def make() -> dict[str, str]:
        async with fuzzed.browser() as ada:
            return await lay(ada, game="schizonauts", settings={"public": True})

    return asyncio.run(make())


@schema.parametrize()
@settings(derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_request_breaks_anything(case: schemathesis.Case[Any], table: dict[str, str]) -> None:
    if "table" in (case.path_parameters or {}):
        case.path_parameters["table"] = table["table"]
        case.headers["Authorization"] = f"Bearer {table['token']}"
    response = case.call()
    assert response.status_code < 500
    case.validate_response(response, excluded_checks=[unsupported_method])


# Small parts.


@pytest.mark.parametrize(
    ("origin", "host", "fits"),
    [
        (None, "a.test", True),
        ("http://a.test", "a.test", True),
        ("https://A.test:8100", "a.test:8100", True),
        ("http://a.test.evil", "a.test", False),
        ("http://a.test:81", "a.test", False),
        ("null", "a.test", False),
        ("https://friend.test", "a.test", True),
        ("http://a.test", None, False),
    ],
)
def test_origins(origin: str | None, host: str | None, fits: bool) -> None:
    assert allowed_origin(origin, host, {"https://friend.test"}) is fits


@pytest.mark.parametrize(
    ("peer", "forwarded", "address"),
    [
        ("10.0.0.1", "1.2.3.4", "1.2.3.4"),
        ("10.0.0.1", "6.6.6.6, 1.2.3.4", "1.2.3.4"),
        ("10.0.0.1", "1.2.3.4, 10.0.0.7", "1.2.3.4"),
        ("9.9.9.9", "1.2.3.4", "9.9.9.9"),
        ("10.0.0.1", None, "10.0.0.1"),
        ("", None, ""),
    ],
)
def test_only_a_trusted_proxy_is_believed(peer: str, forwarded: str | None, address: str) -> None:
    assert client_address(peer, forwarded, _networks(("10.0.0.0/8",))) == address


def test_a_network_that_is_none_is_refused() -> None:
    with pytest.raises(MnemeError, match="A proxy is given as"):
        _networks(("my-proxy",))


def test_cookies_of_others_are_left_alone() -> None:
    assert read_cookies(["x=1; mneme_t1=abc;mneme_t2=d=e", "mneme_t3=f"]) == {"t1": "abc", "t2": "d=e", "t3": "f"}


@pytest.mark.parametrize(
    ("host", "public"),
    [("127.0.0.1", False), ("::1", False), ("localhost", False), ("0.0.0.0", True), ("my.host", True)],
)
def test_a_server_knows_whether_others_can_reach_it(host: str, public: bool, tmp_path: Any) -> None:
    assert Plan(data=tmp_path, host=host).is_public is public
