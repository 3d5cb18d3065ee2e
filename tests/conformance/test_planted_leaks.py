"""The secrecy test is tested: every leak that is planted must be found.

What the honest games pass in `test_secrecy` must fail here, by the kind of test that each leak names.
"""

from __future__ import annotations

import ast
import re

import pytest

from tests.conformance.games import two_worlds
from tests.conformance.kit import cases
from tests.conformance.planted_leaks import PLANTED, Planted
from tests.conformance.players import TEMPERS
from tests.conformance.worlds import KINDS, Leak

GAMES_TO_FIND_IT = 6


def try_to_find(planted: Planted, kind: str) -> None:
    for number in range(GAMES_TO_FIND_IT):
        for case in cases(planted.listed):
            KINDS[kind](case, TEMPERS[number % len(TEMPERS)], number)


@pytest.mark.parametrize("planted", PLANTED, ids=lambda planted: planted.name)
def test_a_planted_leak_is_found(planted: Planted, monkeypatch: pytest.MonkeyPatch) -> None:
    planted.plant(monkeypatch)
    with pytest.raises(Leak):
        try_to_find(planted, planted.by)


def test_a_leak_can_be_seen_again(monkeypatch: pytest.MonkeyPatch) -> None:
    planted = PLANTED[0]
    planted.plant(monkeypatch)
    with pytest.raises(Leak) as leak:
        try_to_find(planted, planted.by)
    (note,) = leak.value.__notes__
    call = re.fullmatch(r"To see it again: tests\.conformance\.games\.two_worlds(\(.*\))", note)
    assert call
    with pytest.raises(Leak, match=re.escape(str(leak.value))):
        two_worlds(*ast.literal_eval(call.group(1)))


def test_every_kind_of_test_is_needed() -> None:
    assert {planted.by for planted in PLANTED} == set(KINDS)
