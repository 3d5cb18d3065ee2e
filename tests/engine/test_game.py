"""What a table is laid with: seats and options, checked with one clear sentence."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from msgspec import Struct

from mneme import games
from mneme.engine.errors import BadOptions
from mneme.engine.game import Game, option_values, parse_option, read_options, value_words
from mneme.engine.log import Sitting
from tests.conformance.tiny import TinyTable, tiny
from tests.engine import two_masks


class Options(Struct, frozen=True):
    edition: Literal["first", "second"] = "first"
    rounds: int = 3
    music: bool = False
    pace: Literal["slow", "quick"] = "slow"


PRESETS: dict[str, dict[str, dict[str, Any]]] = {
    "edition": {"first": {"pace": "slow", "rounds": 3}, "second": {"pace": "quick", "rounds": 5}}
}


async def nothing(_table: TinyTable) -> None:
    pass


def at_most_nine_rounds(options: Options, seats: int) -> None:
    if options.rounds * seats > 9 * seats:
        raise BadOptions("Tiny has at most 9 rounds.")


GAME: Game = tiny(
    nothing,
    options=Options,
    presets=PRESETS,
    seats=range(2, 5),
    check_options=at_most_nine_rounds,
    value_words={"pace": {"slow": "With pauses"}},
)


def read(**chosen: Any) -> Options:
    options = read_options(GAME, 3, chosen)
    assert isinstance(options, Options)
    return options


def sentence(seats: int = 3, **chosen: Any) -> str:
    with pytest.raises(BadOptions) as bad:
        read_options(GAME, seats, chosen)
    said = str(bad.value)
    assert said.endswith(".")
    assert "\n" not in said
    return said


# Reading options.


def test_without_choices_the_defaults_hold() -> None:
    assert read() == Options()


def test_a_preset_sets_the_others() -> None:
    assert read(edition="second") == Options(edition="second", rounds=5, pace="quick")


def test_a_choice_wins_over_the_preset() -> None:
    assert read(edition="second", rounds=1) == Options(edition="second", rounds=1, pace="quick")


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        ({"colour": "red"}, "Tiny has no option called 'colour'; it has edition, rounds, music, pace."),
        ({"edition": "third"}, "The option 'edition' takes first or second, not 'third'."),
        ({"edition": None}, "The option 'edition' takes first or second, not None."),
        ({"edition": ["first"]}, "The option 'edition' takes first or second, not ['first']."),
        ({"edition": {"first": 1}}, "The option 'edition' takes first or second, not {'first': 1}."),
        ({"pace": 1}, "The option 'pace' takes slow or quick, not 1."),
        ({"music": "yes"}, "The option 'music' takes true or false, not 'yes'."),
        ({"music": 1}, "The option 'music' takes true or false, not 1."),
        ({"rounds": "3"}, "The option 'rounds' takes a whole number, not '3'."),
        ({"rounds": 2.5}, "The option 'rounds' takes a whole number, not 2.5."),
        ({"rounds": True}, "The option 'rounds' takes a whole number, not True."),
        ({"rounds": 10}, "Tiny has at most 9 rounds."),
    ],
)
def test_a_wrong_choice_is_refused_in_one_sentence(chosen: dict[str, Any], said: str) -> None:
    assert sentence(**chosen) == said


@pytest.mark.parametrize("seats", [-1, 0, 1, 5, 100])
def test_a_game_is_for_so_many_seats(seats: int) -> None:
    assert sentence(seats=seats) == f"Tiny is for 2 to 4 seats, not {seats}."


def test_a_table_that_cannot_be_laid_is_not_laid() -> None:
    with pytest.raises(BadOptions, match="has 1 to 9 scenes"):
        Sitting.lay(two_masks.GAME, ("Ada", "Ben"), {"scenes": 10})
    with pytest.raises(BadOptions, match="2 to 5 seats"):
        Sitting.lay(two_masks.GAME, ("Ada",))


# At the command line.


@pytest.mark.parametrize(
    ("text", "parsed"),
    [
        ("rounds=5", ("rounds", 5)),
        ("rounds=-1", ("rounds", -1)),
        ("music=true", ("music", True)),
        ("music=false", ("music", False)),
        ("edition=second", ("edition", "second")),
        ("edition=a=b", ("edition", "a=b")),
    ],
)
def test_an_option_is_typed_as_name_and_value(text: str, parsed: tuple[str, object]) -> None:
    assert parse_option(GAME, text) == parsed


@pytest.mark.parametrize(
    "text", ["rounds=many", "rounds=--5", "rounds=²", "rounds=" + "9" * 5_000, "music=yes", "hat=on"]
)
def test_what_cannot_be_read_is_refused_when_the_options_are(text: str) -> None:
    name, value = parse_option(GAME, text)
    assert sentence(**{name: value})


def test_an_option_without_a_value_is_refused() -> None:
    with pytest.raises(BadOptions, match="Write an option as name=value, not 'music'"):
        parse_option(GAME, "music")


def test_the_values_of_an_option_can_be_listed() -> None:
    assert option_values(GAME, "edition") == ("first", "second")
    assert option_values(GAME, "music") == (True, False)
    assert option_values(GAME, "rounds") == ()


def test_a_value_is_told_in_words_or_speaks_for_itself() -> None:
    assert value_words(GAME, "pace") == ("With pauses", "quick")
    assert value_words(GAME, "music") == ("Yes", "No")
    assert value_words(GAME, "rounds") == ()


@pytest.mark.parametrize("name", games.names())
def test_nobody_has_to_read_the_name_of_a_value(name: str) -> None:
    """Every choice of the four games is told in words of its own, no two of an option alike."""
    game = games.find(name)
    for option in game.option_words:
        told = value_words(game, option)
        assert len(set(told)) == len(told)
        assert [words for words in told if not (words[0].isupper() or words[0].isdecimal()) or "_" in words] == []
    for option, said in game.value_words.items():
        assert said.keys() <= set(option_values(game, option)), option
