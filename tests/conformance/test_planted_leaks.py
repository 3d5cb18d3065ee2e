"""The secrecy test is tested: every leak planted here must be found.

Each leak is a small change of Two Masks, of Night Post or of the engine, of a sort that is easily made. What makes
the honest games pass is tried in `test_secrecy`; here the same kinds must fail.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from mneme.engine import projection, state
from mneme.engine.errors import Refused
from mneme.engine.log import Answer, Played, Sitting
from mneme.engine.play import Pending, Play
from mneme.engine.projection import View
from mneme.engine.prompts import Menu, Option, Pick, Prompt, Seat, Wire, Words
from mneme.engine.state import Bag, Hand, Noun, Own, Public, Secret
from mneme.engine.table import Line
from mneme.engine.windows import Acts, Offers, Questions, Standing
from tests.conformance import night_post
from tests.conformance.games import NIGHT_POST, TWO_MASKS
from tests.conformance.kit import Case, Listed, cases
from tests.conformance.players import TEMPERS
from tests.conformance.worlds import KINDS, Leak
from tests.engine import two_masks
from tests.engine.two_masks import Masks, Note

GAMES_TO_FIND_IT = 6

Patch = pytest.MonkeyPatch
Plant = Callable[[Patch], None]
PLANTS: dict[str, tuple[Listed, Plant]] = {}


def leak(listed: Listed = TWO_MASKS) -> Callable[[Plant], Plant]:
    """List a leak under the name of the function that plants it."""

    def keep(plant: Plant) -> Plant:
        PLANTS[plant.__name__.replace("_", " ")] = listed, plant
        return plant

    return keep


def leaks_found(listed: Listed) -> Iterator[str]:
    """The kinds of two-world test that find something."""
    for kind, try_it in KINDS.items():
        try:
            for case in cases(listed):
                _try_games(case, try_it)
        except Leak:
            yield kind


def _try_games(case: Case, try_it: Callable[[Case, Any, int], int]) -> None:
    for number in range(GAMES_TO_FIND_IT):
        try_it(case, TEMPERS[number % len(TEMPERS)], number)


@pytest.mark.parametrize("name", PLANTS)
def test_a_planted_leak_is_found(name: str, monkeypatch: Patch) -> None:
    pass
