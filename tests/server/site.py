"""A server without a network, for requests over HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import httpx

from mneme.server.app import make_app
from mneme.server.hall import Hall
from mneme.server.limits import Limits
from mneme.server.live import Door
from mneme.server.web import Client
from mneme.store.memory import MemoryStore
from tests.server.kit import FakeClock


class RunningClock(FakeClock):
    """Turns are those of whatever loop is running."""

    def soon(self, act: Callable[[], None]) -> None:
        asyncio.get_running_loop().call_soon(act)


GENEROUS = Limits(requests=1e9, request_burst=1e9, tables=1e9, table_burst=1e9)


class Site:
    """A server without a network, and browsers that visit it."""

    def __init__(self, limits: Limits = GENEROUS, client: Client | None = None) -> None:
        self.clock = RunningClock()
        self.store = MemoryStore()
        self.hall = Hall(self.store, self.clock)
        self.door = Door(self.hall, limits)
        self.app = make_app(self.door, client=client)

    def browser(self) -> httpx.AsyncClient:
        transport = httpx.ASGITransport(app=self.app)  # type: ignore[arg-type]
        return httpx.AsyncClient(transport=transport, base_url="http://table.test")


def visit(scenario: Callable[[Site], Coroutine[Any, Any, None]], limits: Limits = GENEROUS) -> None:
    async def run() -> None:
        await scenario(Site(limits))

    asyncio.run(run())


async def lay(browser: httpx.AsyncClient, **table: Any) -> dict[str, str]:
    answer = await browser.post("/api/tables", json={"game": "two-masks", "seats": 3, "name": "Ada", **table})
    assert answer.status_code == 201, answer.text
    laid: dict[str, str] = answer.json()
    return laid
