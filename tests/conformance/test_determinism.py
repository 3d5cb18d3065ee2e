"""A game is a pure function of its seed and its answers."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conformance import checks
from tests.conformance.fingerprint import fingerprint
from tests.conformance.games import GAMES, STARTS
from tests.conformance.kit import Listed, Start, Told, starts

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("start", STARTS, ids=str)
def test_the_same_seed_and_answers_give_the_same_bytes(start: Start) -> None:
    with Told(run := start.run()):
        checks.check_it_plays_the_same_again(run, start.run())


@pytest.mark.parametrize("start", STARTS, ids=str)
def test_the_story_only_grows(start: Start) -> None:
    with Told(run := start.run()):
        checks.check_the_story_only_grows(run)


@pytest.mark.parametrize("listed", GAMES, ids=str)
def test_sealed_answers_may_arrive_in_any_order(listed: Listed) -> None:
    windows = 0
    for start in starts(listed):
        with Told(run := start.run()):
            windows += checks.check_arrival_does_not_matter(run)
    assert windows or "presence" not in listed.kinds_with_power


@pytest.mark.parametrize("listed", GAMES, ids=str)
def test_nothing_depends_on_the_process(listed: Listed) -> None:
    here = fingerprint(listed)
    for hash_seed in ("0", "4242"):
        assert elsewhere(listed, hash_seed) == here


def elsewhere(listed: Listed, hash_seed: str) -> str:
    """The fingerprint from a process of its own, where strings have other hashes."""
    command = [sys.executable, "-m", "tests.conformance.fingerprint", listed.game.name]
    surroundings = {**os.environ, "PYTHONHASHSEED": hash_seed}
    printed = subprocess.run(command, cwd=ROOT, env=surroundings, capture_output=True, text=True, check=True)
    return printed.stdout.strip()
