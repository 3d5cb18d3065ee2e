"""`mneme referee GAME THING`: the rules read out for people who play with real dice and cards.

Each game that has something to read keeps a click group called `group` in `mneme.games.<package>.referee`;
it is found by its file and imported only when it is called. This module holds what those groups share: a
question comes from the options or, with `--batch`, from standard input, one JSON object a line; the answer is
words or JSON.
"""

from __future__ import annotations

import json
import pkgutil
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Generic, TypeVar

import click

Question = Mapping[str, Any]
Answer = TypeVar("Answer")
Decorated = TypeVar("Decorated", bound=Callable[..., Any])

BAD_QUESTION = 2  # the exit status click gives to anything typed wrong
LONGEST_ECHO = 40
_WHOLE = re.compile(r"-?[0-9]{1,9}")


class BadQuestion(click.UsageError):
    """A question without an answer. The message is one sentence that says what would work."""


# ---- one thing to referee ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Thing(Generic[Answer]):
    """One thing a referee can read: how to decide it, and how to say it to a program or to people."""

    example: Mapping[str, Any]  # a question that works; its keys are the long options
    decide: Callable[[Question], Answer]
    record: Callable[[Answer], dict[str, object]]
    words: Callable[[Answer], str]

    def answer(self, question: Question, *, as_json: bool, batch: bool) -> None:
        """Answer the options given (None where one was left out), or every line of standard input."""
        given = {key: value for key, value in question.items() if value is not None}
        if batch:
            self._answer_batch(given)
            return
        if len(given) < len(self.example):
            raise BadQuestion(f"Give {self._options()}, for example {self._command_line()}.")
        answer = self.decide(given)
        click.echo(json.dumps(self.record(answer)) if as_json else self.words(answer))

    def _answer_batch(self, given: Question) -> None:
        """One line out for every line in, so that answer 7 belongs to question 7 even when 6 was bad."""
        if given:
            raise BadQuestion(f"With --batch the questions come from the input; leave out {self._options()}.")
        errors = lines = 0
        for line in sys.stdin.buffer:
            record = self._answer_line(line)
            click.echo(json.dumps(record))
            lines += 1
            errors += "error" in record
        if errors:
            click.echo(f"Lines with an error: {errors} of {lines}.", err=True)
            click.get_current_context().exit(BAD_QUESTION)

    def _answer_line(self, line: bytes) -> dict[str, object]:
        try:
            return self.record(self.decide(self._read(line)))
        except BadQuestion as refusal:
            return {"error": refusal.message}

    def _read(self, line: bytes) -> Question:
        example = json.dumps(self.example)
        try:
            question = json.loads(line)
        except (ValueError, RecursionError):  # not JSON, not UTF-8, or nested beyond all reason
            raise BadQuestion(f"This line is not JSON; write one object a line, such as {example}.") from None
        if not isinstance(question, dict) or question.keys() != self.example.keys():
            keys = " and ".join(self.example)
            raise BadQuestion(f"Each line is an object with exactly {keys}, such as {example}.")
        return question

    def _options(self) -> str:
        return " and ".join(f"--{key}" for key in self.example)

    def _command_line(self) -> str:
        return " ".join(f"--{key} {_typed(value)}" for key, value in self.example.items())


def answer_options(command: Decorated) -> Decorated:
    """Add the two options that every thing has."""
    command = click.option("--json", "as_json", is_flag=True, help="Answer with one JSON object.")(command)
    return click.option(
        "--batch",
        is_flag=True,
        help="Read one JSON object a line from standard input, with the options as keys; answer one a line.",
    )(command)


# ---- numbers, from options and from JSON -----------------------------------------------------------------


def number_option(name: str, about: str) -> Callable[[Decorated], Decorated]:
    """An option that takes one whole number."""
    return click.option(name, metavar="NUMBER", callback=_read_number, help=about)


def numbers_option(name: str, about: str) -> Callable[[Decorated], Decorated]:
    """An option that takes whole numbers with commas between them."""
    return click.option(name, metavar="NUMBER,...", callback=_read_numbers, help=about)


def _read_number(_: click.Context, option: click.Parameter, text: str | None) -> int | None:
    if text is None:
        return None
    if not _WHOLE.fullmatch(text):
        raise BadQuestion(f"Give --{option.name} as a whole number, such as 4; {shown(text)} cannot be used.")
    return int(text)


def _read_numbers(_: click.Context, option: click.Parameter, text: str | None) -> list[int] | None:
    if text is None:
        return None
    terms = [term.strip() for term in text.split(",")] if text.strip() else []
    if not all(_WHOLE.fullmatch(term) for term in terms):
        raise BadQuestion(
            f"Give --{option.name} as whole numbers with commas, such as 7,2; {shown(text)} cannot be used."
        )
    return [int(term) for term in terms]


def whole_number(question: Question, key: str) -> int:
    """The whole number under this key; `true` and 7.0 are not whole numbers."""
    value = question[key]
    if type(value) is not int:
        raise BadQuestion(f"Give {key} as a whole number, such as 4; {shown(value)} cannot be used.")
    return value


def whole_numbers(question: Question, key: str) -> list[int]:
    """The list of whole numbers under this key; it may be empty."""
    values = question[key]
    if not isinstance(values, list) or not all(type(value) is int for value in values):
        raise BadQuestion(f"Give {key} as a list of whole numbers, such as [7, 2]; {shown(values)} cannot be used.")
    return values


def shown(value: object) -> str:
    """A value as it may be repeated in a sentence: plain characters, and not too many of them."""
    text = json.dumps(value)
    return text if len(text) <= LONGEST_ECHO else f"{text[:LONGEST_ECHO]}…"


def _typed(value: object) -> str:
    """An example value the way it is typed after its option."""
    return ",".join(str(number) for number in value) if isinstance(value, list) else str(value)


# ---- the groups ----------------------------------------------------------------------------------------


class Things(click.Group):
    """The things one game's referee can read; asking for another names them."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        known = self.list_commands(ctx)
        if args[0] not in known and not args[0].startswith("-"):
            raise BadQuestion(f"This referee cannot read {shown(args[0])}; it reads {', '.join(known)}.", ctx)
        return super().resolve_command(ctx, args)


class Referees(click.Group):
    """One group for every game that has a referee."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(_games())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _games():
            return None
        group: click.Group = import_module(f"mneme.games.{_package(cmd_name)}.referee").group
        return group

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        known = self.list_commands(ctx)
        if args[0] not in known and not args[0].startswith("-"):
            raise BadQuestion(f"There is no referee for {shown(args[0])}; choose {', '.join(known)}.", ctx)
        return super().resolve_command(ctx, args)


def _games() -> Iterator[str]:
    """The games whose package holds a referee, found without importing any of them."""
    for folder in import_module("mneme.games").__path__:
        for game in pkgutil.iter_modules([folder]):
            inside = pkgutil.iter_modules([str(Path(folder, game.name))])
            if game.ispkg and any(module.name == "referee" for module in inside):
                yield game.name.replace("_", "-")


def _package(game: str) -> str:
    return game.replace("-", "_")


@click.group(cls=Referees)
def command() -> None:
    """Read dice and cards for people who play with real ones."""
