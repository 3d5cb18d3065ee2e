"""What can go wrong between a client and its table."""

from __future__ import annotations

from typing import cast

from mneme.engine.errors import Code, MnemeError, Refused


class Unreachable(MnemeError):
    """Nobody answers at the address of the server, or nobody who speaks as a table does."""


class NotDone(Refused):
    """The table refused; nothing has changed. Its codes are those of the protocol, more than the engine has."""

    def __init__(self, code: str, sentence: str, rule: str = "") -> None:
        super().__init__(cast(Code, code), sentence, rule)
