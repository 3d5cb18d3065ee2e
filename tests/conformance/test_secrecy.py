"""What a seat may not know does not change a byte of what it gets; and those who look on see no more than everyone.

The four kinds of two-world test are told in `worlds`. A test that never had two different worlds before it has
proved nothing, so each kind must have compared many.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from mneme.engine.projection import view
from tests.conformance import kit
from tests.conformance.checks import OFTEN, looks_at
from tests.conformance.games import GAMES, STARTS
from tests.conformance.kit import Listed, Start, Told, starts
from tests.conformance.worlds import KINDS


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("listed", GAMES, ids=str)
def test_nobody_can_tell_two_worlds_apart(listed: Listed, kind: str) -> None:
    differing = 0
    for start in starts(listed):
        differing += KINDS[kind](start.case, start.temper, start.number)
    if kind in listed.kinds_with_power:
        assert differing > kit.GAMES


@pytest.mark.parametrize("start", STARTS, ids=str)
def test_somebody_looking_on_sees_only_what_everybody_sees(start: Start) -> None:
    with Told(run := start.run()):
        for sitting in looks_at(run, OFTEN):
            public = msgspec.to_builtins(view(sitting, None))
            for seat in sitting.table.seats:
                demand_part_of(public, msgspec.to_builtins(view(sitting, seat)))


def demand_part_of(public: dict[str, Any], own: dict[str, Any]) -> None:
    """The view of somebody looking on is in every seat's view."""
    assert "prompts" not in public or public["prompts"] == []
    assert "can_take_back" not in public
    for name in ("game", "names", "place", "waiting", "over", "result"):
        assert public.get(name) == own.get(name), name
    for key, fields in public["state"].items():
        for name, value in fields.items():
            assert is_part_of(value, own["state"][key][name]), f"{key}.{name}"
    told = iter(own["lines"])
    assert all(line in told for line in public["lines"]), "a line that the seat did not hear, or in another order"


def is_part_of(public: Any, own: Any) -> bool:
    """The same, or the same with the owner's own part added."""
    if isinstance(public, dict) and isinstance(own, dict):
        return all(name in own and is_part_of(value, own[name]) for name, value in public.items())
    return bool(public == own)
