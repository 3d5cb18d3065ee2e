"""What a table does not want told, its bots do not tell and nobody is offered: lines and veils. (ux X7)"""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import partial
from typing import Any

import pytest

from mneme import games
from mneme.bots.random_legal import RandomLegal
from mneme.engine.lines import Lines
from mneme.engine.prompts import Seat
from mneme.server import room
from mneme.server.records import Settings
from tests.server.kit import FakeScreen, House, some_answer

UNWANTED = ("violence", "weapons", "blood", "fire", "water")
QUICK = Settings(pace=0.0)


class Polite(RandomLegal):
    """A bot that remembers what it was asked not to mention."""

    def __init__(self, dice: random.Random, avoid: Iterable[str]) -> None:
        super().__init__(dice, optional=0)
        self.told: list[tuple[str, ...]] = [tuple(avoid)]

    def avoid(self, more: Iterable[str]) -> None:
        self.told.append(tuple(more))


@pytest.fixture
def bots(monkeypatch: pytest.MonkeyPatch) -> list[Polite]:
    """Two Masks has polite bots here; all that ever sat down are in this list."""
    seated: list[Polite] = []

    def sit(seat: Seat, dice: random.Random, avoid: Iterable[str] = ()) -> Polite:
        seated.append(Polite(dice, avoid))
        return seated[-1]

    monkeypatch.setattr(games, "sensible", lambda name: sit)
    return seated


def test_a_bot_sits_down_with_the_lines_and_veils_of_the_table(bots: list[Polite]) -> None:
    house = House.laid(3, bots=1, settings=QUICK, start=False)
    ada, ben = house.sit("a"), house.sit("b")
    ada.say("limit", kind="line", text="Spiders")
    ben.say("limit", kind="veil", text="war")
    house.room.table.start(house.clock.now(), fill=True)
    house.hall.touch(house.room)
    house.clock.advance(1)
    assert [bot.told for bot in bots] == [[("Spiders", "war")]]


def test_a_line_that_is_named_in_mid_game_reaches_the_bots_before_it_is_shown(bots: list[Polite]) -> None:
    house = House.laid(3, bots=2, settings=Settings(pace=0.1))
    ada = house.sit("a")
    house.clock.advance(0.1)
    assert [bot.told for bot in bots] == [[()], [()]]
    ada.say("limit", kind="line", text="spiders")
    house.clock.advance(0.2)
    assert "lines" not in ada.room, "nobody reads off the moment whose it is"
    assert [bot.told for bot in bots] == [[(), ("spiders",)]] * 2
    ada.say("limit", kind="line", text="Spiders")
    ada.say("unlimit", kind="line", text="spiders")
    ada.say("limit", kind="veil", text="war")
    house.clock.advance(1)
    assert [bot.told for bot in bots] == [[(), ("spiders",), ("war",)]] * 2, "the same bots, told of what is new"


def test_after_a_restart_and_in_an_empty_chair_the_lines_hold_too(bots: list[Polite]) -> None:
    house = House.laid(2, settings=Settings(absence=100))
    ada = house.sit("a")
    ada.say("limit", kind="line", text="spiders")
    house = house.restarted()
    ada = house.sit("a")
    ada.answer("face", "Fox")
    ada.answer("favour", "b")
    house.clock.advance(500)
    assert bots
    assert all(bot.told == [("spiders",)] for bot in bots)


# The real ones.


def evening(house: House, ada: FakeScreen, most: int) -> list[dict[str, Any]]:
    """Somebody plays with two bots; returns what these said."""
    dice = random.Random("evening")
    heard = len(ada.view["lines"])
    for _ in range(most):
        if ada.view.get("over"):
            break
        house.clock.advance(0.5)
        if answer := some_answer(ada, dice):
            prompt, prompt_id, value = answer
            ada.say("answer", prompt=prompt, prompt_id=prompt_id, value=value)
    return [line for line in ada.view["lines"][heard:] if line.get("by") in ("b", "c")]


def touching(said: list[dict[str, Any]]) -> list[str]:
    lines = Lines(UNWANTED)
    return [line["text"] for line in said if not lines.allows(line["text"])]


@pytest.fixture(params=range(3))
def house(request: pytest.FixtureRequest) -> House:
    """Bots make up their minds by chance; here it is the same chance whenever the test is run."""
    dice = partial(random.Random, request.param)
    return House.laid(3, game="schizonauts", bots=2, settings=QUICK, options={"length": "very_short"}, new_dice=dice)


def name_them(ada: FakeScreen) -> None:
    for number, text in enumerate(UNWANTED):
        assert ada.say("limit", kind="veil" if number % 2 else "line", text=text)["type"] == "done"


def test_schizonauts_bots_keep_to_lines_named_at_the_beginning(house: House) -> None:
    ada = house.sit("a")
    name_them(ada)
    said = evening(house, ada, 1_000)
    assert len(said) > 20
    assert touching(said) == []


def test_schizonauts_bots_keep_to_lines_named_in_mid_game(house: House) -> None:
    ada = house.sit("a")
    before = evening(house, ada, 130)
    assert touching(before), "unasked they do speak of such things"
    name_them(ada)
    after = evening(house, ada, 1_000)
    assert len(after) > 10
    assert touching(after) == []


# What is suggested to people.


def suggested(screen: FakeScreen, name: str) -> list[str]:
    screen.say("ideas", name=name)
    (told,) = [told for told in screen.take() if told["type"] == "ideas"]
    ideas: list[str] = told["ideas"]
    return ideas


@pytest.mark.parametrize(
    ("game", "seats", "name", "line", "touched"),
    [("schizonauts", 3, "memories.violence", "weapons", "knife"), ("know-thyself", 3, "appearance", "Knives", "knife")],
)
def test_ideas_keep_to_lines_and_veils_as_soon_as_they_show(
    game: str, seats: int, name: str, line: str, touched: str
) -> None:
    house = House.laid(seats, game=game)
    ada, ben = house.sit("a"), house.sit("b")
    before = suggested(ben, name)
    assert any(touched in idea.lower() for idea in before), "unasked, they speak of such things"
    ada.say("limit", kind="veil", text=line)
    assert suggested(ben, name) == before, "nobody reads off the moment whose it is"
    house.clock.advance(room.SLOWEST)
    after = suggested(ben, name)
    assert after == [idea for idea in before if Lines([line]).allows(idea)]
    assert 0 < len(after) < len(before)
    assert not any(touched in idea.lower() for idea in after)
