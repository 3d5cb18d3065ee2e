"""What the server refuses, beside what the engine does: a stable code, a plain sentence, a status for HTTP."""

from __future__ import annotations

from typing import Literal

from mneme.engine.errors import MnemeError

Code = Literal[
    "malformed",
    "illegal",
    "not_seated",
    "not_host",
    "no_table",
    "no_game",
    "taken",
    "started",
    "not_started",
    "paused",
    "limited",
    "store",
    "foreign",
    "fault",
]

STATUS: dict[Code, int] = {
    "malformed": 400,
    "illegal": 409,
    "not_seated": 403,
    "not_host": 403,
    "no_table": 404,
    "no_game": 404,
    "taken": 409,
    "started": 409,
    "not_started": 409,
    "paused": 409,
    "limited": 429,
    "store": 503,
    "foreign": 403,
    "fault": 500,
}


class Denied(MnemeError):
    """Something was not done; nothing has changed."""

    def __init__(self, code: Code, sentence: str) -> None:
        super().__init__(sentence)
        self.code: Code = code
        self.sentence = sentence

    @property
    def status(self) -> int:
        return STATUS[self.code]
