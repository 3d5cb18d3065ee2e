"""What a rules module declares about itself, and what a table is laid with."""

from __future__ import annotations

import re
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from mneme.engine.chance import Chance
from mneme.engine.errors import BadOptions
from mneme.engine.guide import Guide
from mneme.engine.prompts import Seat
from mneme.engine.table import Table


class Game(Struct, frozen=True, kw_only=True):
    """A rules module: everything the rest of the house needs to know of a game."""

    name: str  # file format, command line
    title: str
    designers: str
    blurb: str
    content_notes: tuple[str, ...]
    seats: range
    version: int
    options: type[Struct]  # a frozen struct of named rulings with defaults
    option_words: Mapping[str, str]  # option -> one sentence
    # option -> value -> a few words, where it does not speak for itself
    value_words: Mapping[str, Mapping[Any, str]] = {}
    presets: Mapping[str, Mapping[str, Mapping[str, Any]]]  # option -> value -> what it sets of the others
    lay: Callable[[Any, Sequence[Seat], Mapping[Seat, str], Chance], Table[Any]]
    play: Callable[[Any], Coroutine[Any, Any, None]]
    waiting: Mapping[str, str]  # prompt name -> "Waiting for {names} to …"
    describe: Callable[[dict[str, Any]], str]  # a projected view in words
    check: Callable[[Any], None]  # raises if a coin or a card has gone astray
    check_options: Callable[[Any, int], None]  # raises BadOptions if this number of seats cannot play so
    conclude: Callable[[dict[str, Any]], str] | None = None  # the result of a finished game in a sentence
    ideas: Callable[[str], Sequence[str]] = lambda name: ()  # the suggestions behind a name that prompts carry
    guide: Callable[[], Guide] = Guide  # how to play it, and what a board draws with


def read_options(game: Game, seats: int, chosen: Mapping[str, Any]) -> Struct:
    """The table's options: what was chosen, over what its preset sets, over the defaults."""
    if seats not in game.seats:
        raise BadOptions(f"{game.title} is for {game.seats[0]} to {game.seats[-1]} seats, not {seats}.")
    unknown = sorted(chosen.keys() - set(game.options.__struct_fields__))
    if unknown:
        known = ", ".join(game.options.__struct_fields__)
        raise BadOptions(f"{game.title} has no option called {unknown[0]!r}; it has {known}.")
    for option, value in chosen.items():
        _check_value(game, option, value)
    merged: dict[str, Any] = {}
    for option, presets in game.presets.items():
        value = chosen.get(option, _default(game, option))
        if value not in presets:
            raise BadOptions(f"The option {option!r} takes {_either(presets)}, not {value!r}.")
        merged.update(presets[value])
    merged.update(chosen)
    for option, value in merged.items():
        _check_value(game, option, value)
    options = msgspec.convert(merged, game.options)
    game.check_options(options, seats)
    return options


def parse_option(game: Game, text: str) -> tuple[str, Any]:
    """Read `name=value` as it is typed at the command line."""
    name, sign, value = text.partition("=")
    if not sign:
        raise BadOptions(f"Write an option as name=value, not {text!r}.")
    hint = get_type_hints(game.options).get(name)
    if hint is bool and value in {"true", "false"}:
        return name, value == "true"
    if hint is int and re.fullmatch(r"-?[0-9]{1,9}", value):
        return name, int(value)
    return name, value


def option_values(game: Game, option: str) -> tuple[Any, ...]:
    """What an option may be set to; empty for a free number."""
    hint = get_type_hints(game.options)[option]
    if hint is bool:
        return (True, False)
    return get_args(hint) if get_origin(hint) is not None else ()


def value_words(game: Game, option: str) -> tuple[str, ...]:
    """What may be chosen, as people say it, in the order of the values."""
    said = game.value_words.get(option, {})
    return tuple(said.get(value, _plainly(value)) for value in option_values(game, option))


def _plainly(value: Any) -> str:
    return ("No", "Yes")[value] if isinstance(value, bool) else str(value)


def _default(game: Game, option: str) -> Any:
    index = game.options.__struct_fields__.index(option)
    defaults = game.options.__struct_defaults__
    return defaults[index - len(game.options.__struct_fields__) + len(defaults)]


def _check_value(game: Game, option: str, value: Any) -> None:
    allowed = option_values(game, option)
    if allowed and not any(value == known and type(value) is type(known) for known in allowed):
        raise BadOptions(f"The option {option!r} takes {_either(allowed)}, not {value!r}.")
    if not allowed and type(value) is not int:
        raise BadOptions(f"The option {option!r} takes a whole number, not {value!r}.")


def _either(values: Any) -> str:
    words = [str(value).lower() if isinstance(value, bool) else str(value) for value in values]
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]
