"""A hand on the wire between a page and the server: it cuts, holds back, and speaks out of turn."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, WebSocketRoute

CUT = 4001  # any code after which a page comes back
PATIENCE = 500  # looks, a moment apart


class Wire:
    """Has to be laid before the page is opened."""

    def __init__(self, page: Page) -> None:
        self.sent: list[dict[str, Any]] = []  # what the page has said
        self.opened = 0
        self.is_down = False
        self.is_deaf = False  # the server hears the page, and the page hears nothing
        self._screen = page
        self._page: WebSocketRoute | None = None
        page.route_web_socket("**/live", self._open)

    def _open(self, page: WebSocketRoute) -> None:
        if self.is_down:
            page.close(code=CUT)
            return
        self.opened += 1
        self._page = page
        server = page.connect_to_server()

        def forward(message: str | bytes) -> None:
            self.sent.append(json.loads(message))
            server.send(message)

        page.on_message(forward)
        server.on_message(lambda message: None if self.is_deaf else page.send(message))

    def cut(self) -> None:
        """The network is gone, until it is mended."""
        self.is_down = True
        assert self._page is not None
        self._page.close(code=CUT)

    def mend(self) -> None:
        self.is_down = self.is_deaf = False

    def inject(self, text: str) -> None:
        """The server seems to say this."""
        assert self._page is not None
        self._page.send(text)

    def wait_until(self, is_so: Callable[[], bool]) -> None:
        for _ in range(PATIENCE):
            if is_so():
                return
            self._screen.wait_for_timeout(20)
        raise AssertionError("it does not come to pass")

    def wait_for_opening(self, times: int) -> None:
        """Wait until the page has opened its socket so often."""
        self.wait_until(lambda: self.opened == times)
