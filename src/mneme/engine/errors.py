"""A short ladder of errors: what a person did, what a file holds, and what is our own fault."""

from typing import Literal

Code = Literal["malformed", "illegal", "not_asked", "stale", "over"]


class MnemeError(Exception):
    """Something a person can mend. The message is one plain sentence, shown as it is."""


class Refused(MnemeError):
    """An answer was not taken; nothing has changed. `code` is stable on the wire."""

    def __init__(self, code: Code, sentence: str, rule: str = "") -> None:
        super().__init__(sentence)
        self.code: Code = code
        self.sentence = sentence
        self.rule = rule


class BadOptions(MnemeError):
    """A table cannot be laid like this."""


class BadFile(MnemeError):
    """A game file is damaged, foreign, or was changed by hand."""


class RulesBug(Exception):
    """A rules module or the engine did something impossible. Never a player's fault, never shown as advice."""
