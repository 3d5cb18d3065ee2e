"""The games that the suite puts through. A new game is one more entry of GAMES."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.conformance import night_post
from tests.conformance.kit import Case, Listed, Recording, Run, starts, strangers
from tests.conformance.players import RESTLESS, SECRETIVE, TALKATIVE, TEMPERS
from tests.engine import two_masks

TWO_MASKS = Listed(
    game=two_masks.GAME,
    seats=(2, 3, 5),
    options=({}, {"stakes": "unseen"}, {"notes": False, "scenes": 5}),
    most_decisions=2_000,
    secret_answers=frozenset({"favour"}),
    recordings=(
        Recording(
            name="three_scenes",
            title="Three at the table, notes and all",
            seats=3,
            seed="three scenes",
            players=strangers(TALKATIVE),
        ),
        Recording(
            name="second_thoughts",
            title="Four at the table who change their minds",
            seats=4,
            seed="second thoughts",
            players=strangers(RESTLESS),
            options={"stakes": "unseen", "scenes": 2},
            interrupted=True,
        ),
    ),
)

NIGHT_POST = Listed(
    game=night_post.GAME,
    seats=(3, 4),
    options=({}, {"ballot": "seen"}),
    most_decisions=2_000,
    secret_answers=frozenset({"route"}),
    concerns=night_post.concerns,
    scramble_more=night_post.scramble_more,
    recordings=(
        Recording(
            name="one_night",
            title="Three who keep their letters to themselves",
            seats=3,
            seed="one night",
            players=strangers(SECRETIVE),
        ),
    ),
)

GAMES = (TWO_MASKS, NIGHT_POST)

STARTS = [start for listed in GAMES for start in starts(listed)]


def again(
    game: str,
    seats: int,
    options: Mapping[str, Any],
    temper: str,
    seed: str,
    steps: int | None = None,
    interrupted: bool = False,
) -> Run:
    """Play a random game once more, to the place where it failed."""
    listed = next(listed for listed in GAMES if listed.game.name == game)
    known = next(known for known in TEMPERS if known.name == temper)
    return Run(Case(listed, seats, options), known, seed, interrupted).play(steps)
