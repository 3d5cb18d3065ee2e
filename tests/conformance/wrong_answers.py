"""Answers that no prompt should take: of the wrong type, out of bounds, unknown, huge, hostile."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import UNSET

from mneme.engine.errors import Refused
from mneme.engine.prompts import (
    Ack,
    Arrange,
    Form,
    Menu,
    Number,
    Option,
    Pick,
    Prompt,
    Several,
    Some,
    Split,
    Wire,
    Words,
)

UNKNOWN = "no such thing"


def _nested(depth: int) -> Wire:
    answer: Wire = []
    for _ in range(depth):
        answer = [answer]
    return answer


# Whatever JSON can say. Some of it is legal somewhere ("x" is a word), which `refused_by` sorts out.
JUNK: tuple[Wire, ...] = (
    None,
    True,
    False,
    0,
    -1,
    10**30,
    1.5,
    -0.0,
    "",
    " ",
    "x",
    "x" * 100_000,
    "\x00",
    "\x1b[31m",
    "\u202eevil",
    "\ud800",
    "\u200b",
    "__class__",
    [],
    [None],
    ["x", "x"],
    [1] * 10_000,
    _nested(500),
    {},
    {"act": None},
    {"act": []},
    {"act": UNKNOWN},
    {"": 1},
    {"act": {"act": {"act": "pass"}}},
    {UNKNOWN * 1000: 1},
)


def illegal_answers(prompt: Prompt[Any]) -> Iterator[Wire]:
    """Answers of the right shape that this prompt must refuse."""
    match prompt:
        case Pick():
            yield UNKNOWN
            yield [option.key for option in prompt.options]
        case Some():
            yield [UNKNOWN] * max(prompt.least, 1)
            yield [prompt.options[0].key] * 2 if prompt.options else [UNKNOWN]
        case Number():
            yield prompt.least - 1
            yield prompt.most + 1
            yield float(prompt.least)
        case Split():
            yield {prompt.slots[0].key: prompt.total + 1}
            yield {UNKNOWN: prompt.total}
            yield {prompt.slots[0].key: -1}
        case Arrange():
            yield _keys(prompt.options)[1:]
            yield [*_keys(prompt.options), UNKNOWN]
        case Words():
            yield "x" * (prompt.most + 1)
            yield "x\x07"
            yield "\u2066x"
        case Several():
            yield [UNKNOWN] * (prompt.most + 1)
        case Form():
            yield from _illegal_parts({}, prompt.fields)
        case Ack():
            yield False
            yield 1
        case Menu():
            yield {"act": UNKNOWN}
            yield from _illegal_acts(prompt)


def _keys(options: tuple[Option, ...]) -> list[str]:
    return [option.key for option in options]


def _illegal_acts(menu: Menu) -> Iterator[Wire]:
    for choice in menu.choices:
        yield from _illegal_parts({"act": choice.key}, choice.fields)


def _illegal_parts(given: dict[str, Wire], fields: tuple[Prompt[Any], ...]) -> Iterator[Wire]:
    """One part unknown, one part missing, or one part wrong in each way that a part can be wrong."""
    yield {**given, UNKNOWN: 1}
    if any(field.default is UNSET for field in fields):
        yield given
    for field in fields:
        for wrong in illegal_answers(field):
            yield {**given, field.name: wrong}


def wrong_answers(prompt: Prompt[Any]) -> list[Wire]:
    """Everything that this prompt must refuse."""
    return [*illegal_answers(prompt), *(junk for junk in JUNK if refused_by(prompt, junk))]


def refused_by(prompt: Prompt[Any], wire: Wire) -> bool:
    try:
        prompt.clean(wire)
    except Refused:
        return True
    return False


def is_a_plain_sentence(text: str) -> bool:
    """Whether a person can be shown this: one line, a full stop, and nothing of the machinery."""
    machinery = ("Traceback", "Error", "object at", "(key=", "Struct", "None", "{'", "['", "\\x", "\\u", "!")
    return (
        0 < len(text) < 1_000
        and text.endswith(".")
        and text[0] == text[0].upper()
        and text.isprintable()
        and not any(trace in text for trace in machinery)
    )
