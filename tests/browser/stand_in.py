"""Somebody who plays a seat over a socket, so that a page on the same seat is soon wherever a test wants it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from types import MappingProxyType, TracebackType
from typing import Any

import msgspec

from mneme import games
from mneme.engine.view import View
from tests.server.network import Client, ServerProcess

SEATS = 3


class StandIn:
    """One seat at a table with bots, played sensibly. A page may sit on the same seat by its `link`."""

    def __init__(
        self,
        server: ServerProcess,
        game: str,
        *,
        luck: str = "",
        answers: Mapping[str, Any] = MappingProxyType({}),  # to these questions, whatever would be sensible
        **table: Any,
    ) -> None:
        usual = {"seats": SEATS, "bots": SEATS - 1, "name": "Ines", "settings": {"pace": 0}}
        laid = server.post("/api/tables", {"game": game, **usual, **table})
        self.server = server
        self._answers = answers
        self.table: str = laid["table"]
        self.token: str = laid["token"]
        self.link = f"/t/{self.table}#seat={self.token}"
        self.invitation = f"/t/{self.table}#{laid['invite']}"
        self.client = Client(server.port, table=self.table, token=self.token)
        sit = games.sensible(game)
        assert sit is not None
        self._bot = sit(self.client.room["you"], random.Random(game + luck))

    def __enter__(self) -> StandIn:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.client.close()

    def start(self) -> None:
        self.server.post(f"/api/tables/{self.table}/start", {"fill": True}, self.token)
        while not self.client.full:
            self.client.read()

    def play(self) -> Iterator[str]:
        """The whole game: tells what is asked, and answers it when the next question is wanted."""
        while not self.client.sync().view.get("over"):
            view = msgspec.convert(self.client.view, View)
            given = self._bot.answer(view) if any(shown.must for shown in view.prompts) else None
            if given is None:
                self.client.read()
                continue
            name, value = given
            yield name
            shown = next(shown for shown in view.prompts if shown.prompt.name == name)
            self.client.command("answer", prompt=name, prompt_id=shown.id, value=self._answers.get(name, value))
