"""The games that the suite puts through. A new game is one more entry of GAMES."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mneme.engine.prompts import Seat
from mneme.games import know_thyself, lost_days, schizonauts, utopolis
from tests.conformance import night_post
from tests.conformance.kit import Case, Listed, Recording, Run, sensible, starts, strangers
from tests.conformance.players import RESTLESS, SECRETIVE, TALKATIVE, TEMPERS, Temper
from tests.conformance.worlds import Pair
from tests.engine import two_masks
from tests.games.utopolis.campaign import campaign

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

SCHIZONAUTS = Listed(
    game=schizonauts.GAME,
    seats=(2, 3, 4, 5),
    options=(
        {},
        {"edition": "revised"},
        {"pool_lock": "sealed", "bet_order": "simultaneous", "hide_hands": True, "leaving": "removed"},
    ),
    most_decisions=20_000,
    # What the actor is proposing, what was just chosen, whose turn it is to show a card: all seen elsewhere.
    changing_locals=frozenset(
        {"take_seats.elect", "take_seats.places", "choose_the_memory.chosen", "reveal_after_the_roll.seat"}
    ),
    recordings=(
        Recording(
            name="three_in_the_night",
            title="Three of the Game Chef edition, one round",
            seats=3,
            seed="three in the night",
            players=sensible("schizonauts"),
            options={"length": "custom", "rounds": 1},
        ),
        Recording(
            name="four_revised",
            title="Four of the revised edition, one round",
            seats=4,
            seed="four revised",
            players=sensible("schizonauts"),
            options={"edition": "revised", "length": "custom", "rounds": 1},
        ),
    ),
)

GAMES = (TWO_MASKS, NIGHT_POST, SCHIZONAUTS)

# These have a conformance module of their own beside their rule tests; here are only their recorded games.
ELSEWHERE = tuple(
    Listed(game=game, seats=(3,), recordings=(Recording(name=name, title=title, seats=3, seed=name, players=players),))
    for game, name, title, players in (
        (know_thyself.GAME, "a_night_in_the_palace", "A Master and two guests", sensible("know-thyself")),
        (utopolis.GAME, "a_case_closed", "A GM and two detectives, one case", sensible("utopolis")),
        (utopolis.GAME, "two_cases", "The same, and a second case with the same detectives", campaign),
        (lost_days.GAME, "the_last_of_three", "Three elves, to the fall", sensible("lost-days")),
    )
)

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
    return Run(_case(game, seats, options), _temper(temper), seed, interrupted).play(steps)


def two_worlds(
    game: str,
    seats: int,
    options: Mapping[str, Any],
    viewer: Seat | None,
    temper: str,
    seed: str,
    fork_at: int,
    steps: int,
) -> Pair:
    """Play two worlds in step once more, to the place where they could be told apart."""
    return Pair(_case(game, seats, options), viewer, _temper(temper), seed, fork_at).play(steps)


def _case(game: str, seats: int, options: Mapping[str, Any]) -> Case:
    return Case(next(listed for listed in GAMES if listed.game.name == game), seats, options)


def _temper(name: str) -> Temper:
    return next(temper for temper in TEMPERS if temper.name == name)
