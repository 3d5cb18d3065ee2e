"""Tally: the score, the winners, who comes out well, and the epilogue. (Ledger 2.16)"""

from __future__ import annotations

from typing import Any

import pytest

from mneme.games.schizonauts import words
from tests.games.schizonauts.kit import Fate, Night, Seated

EDITIONS = ("game_chef", "revised")
GAME_CHEF, REVISED = EDITIONS


ENDINGS = {
    ("safe", "agents"): "The plot is stopped and PALACE is safe.",
    ("safe", "thieves"): "The plot succeeds.",
    ("safe", "tie"): "so PALACE is shut down",
    ("surveillance", "agents"): "The agents win. Every thief is caught",
    ("surveillance", "thieves"): "The thieves win.",
    ("surveillance", "tie"): "The thieves lose, and PALACE is shut down",
}


def the_books_ending(**options: Any) -> Night:
    """Examples E21 to E25: Fred's crisis is settled for the agent; the others are confirmed."""
    game = Night("lydia", "deborah", "fred", "rob", plain={"settle_allegiance": "agent"}, **options)
    game.final(lydia=Fate("TTT", 7, 6), deborah=Fate("AAA", 6, 7), fred=Fate("AAA", 7, 5), rob=Fate("TTT", 6, 5))
    return game


def ended(*piles: int, **options: Any) -> Night:
    """Ada is confirmed a thief, Ben and Cyd agents, with these coins for their sides; it is time to tell."""
    names = ("ada", "ben", "cyd", "dov", "eve")[: len(piles)]
    game = Night(*names, **options)
    fates = {name: Fate("A", agent=coins) for name, coins in zip(names, piles, strict=True)}
    game.final(**{**fates, "ada": Fate("T", thief=piles[0])})
    game.until_true(lambda: game.table.course.phase == "tally")
    return game


def tellers(game: Night) -> list[str]:
    return [name for name in game.seat_of if "epilogue" in game.asked(name)]


def saved(game: Night) -> list[str]:
    return [game.name(seat) for seat in game.table.course.survivors]


# -- the score


def test_the_score_is_kept_for_all_to_see() -> None:
    """SZ-TALLY-01: it grows from turn to turn; everybody's own piles stay as they are."""
    game = the_books_ending()
    seen_scores = []
    for name in game.seat_of:
        game.until_true(lambda name=name: game.sheet(name).final != "")  # type: ignore[misc]
        seen_scores.append(tuple(game.seen(None)["course"]["scores"].values()))
    assert seen_scores == [(7, 0), (7, 7), (7, 12), (13, 12)]  # thieves, agents
    assert "Thieves 7, agents 12." in next(line for line in game.story("rob") if "agents 12" in line)
    assert [game.piles(name) for name in game.seat_of] == [(7, 6), (6, 7), (7, 5), (6, 5)]


@pytest.mark.parametrize("edition", EDITIONS)
def test_e24_thirteen_to_twelve_for_the_thieves(edition: str) -> None:
    """SZ-TALLY-02, example E24: Lydia 7 and Rob 6 against Deborah 7 and Fred 5."""
    game = the_books_ending(edition=edition)
    game.until("epilogue")
    assert game.table.course.scores == {"thief": 13, "agent": 12}
    assert game.table.course.outcome == "thieves"


@pytest.mark.parametrize(("piles", "outcome"), [((4, 2, 1), "thieves"), ((2, 2, 1), "agents"), ((3, 2, 1), "tie")])
@pytest.mark.parametrize(("edition", "flavour"), [(GAME_CHEF, "safe"), (REVISED, "surveillance")])
def test_the_side_with_more_coins_wins(piles: tuple[int, ...], outcome: str, edition: str, flavour: str) -> None:
    """SZ-TALLY-02, SZ-AMB-48: on a tie the thieves lose and PALACE is shut down, in both editions."""
    game = ended(*piles, edition=edition)
    assert game.table.course.outcome == outcome
    assert any(ENDINGS[flavour, outcome] in line for line in game.story("cyd"))


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("flavour", "essential"), [("safe", "PALACE is safe"), ("surveillance", "a lens in every ceiling")]
)
def test_how_the_agents_victory_reads(flavour: str, essential: str, edition: str) -> None:
    """SZ-TALLY-02, -04: option `outcome_text`, in either edition."""
    game = ended(1, 2, 2, edition=edition, outcome_text=flavour)
    assert any(essential in line for line in game.story("ada"))


# -- survivors


def test_e25_lydia_and_deborah_escape_the_worst() -> None:
    """SZ-TALLY-03, SZ-AMB-50, example E25: both piles count, 13, 13, 12 and 11; half of four may pass."""
    game = the_books_ending()
    game.until("epilogue")
    assert saved(game) == ["lydia", "deborah"]
    names = [game.sheet(name).full_name for name in ("lydia", "deborah")]
    assert f"{names[0]} and {names[1]} escape the worst of it. The others are caught in what follows." in game.story(
        "rob"
    )


@pytest.mark.parametrize(
    ("piles", "survivors"),
    [
        ((5, 3, 1), ["ada"]),  # half of three, rounded down
        ((5, 5, 1), []),  # two tied for one place: both are out
        ((5, 4, 3, 2, 1), ["ada", "ben"]),
        ((5, 4, 4, 2, 1), ["ada"]),  # the tied group would be one too many
        ((4, 4, 4, 4, 1), []),
        ((1, 2, 3, 2, 5), ["eve", "cyd"]),  # ranked, whatever the seats
    ],
)
def test_at_most_half_come_out_well(piles: tuple[int, ...], survivors: list[str]) -> None:
    """SZ-TALLY-03, SZ-AMB-49: a group that would go over the line stays out as a whole."""
    game = ended(*piles)
    assert saved(game) == survivors
    if not survivors:
        assert "Nobody escapes the worst of it." in game.story("ada")


def test_the_table_may_settle_a_tie_at_the_line() -> None:
    """SZ-AMB-49: option `survivor_tie=table`; at most as many as there are places, and only those tied."""
    game = ended(5, 4, 4, 2, 1, survivor_tie="table")
    assert game.asked("ada") == ["survivor_tie"]
    assert [game.name(seat) for seat in game.choices("ada")] == ["ben", "cyd"]
    game.refused("ada", ["b", "c"])
    game.refused("ada", ["d"])
    game.say("ada", ["c"])
    assert saved(game) == ["ada", "cyd"]


@pytest.mark.parametrize(
    ("places", "tie"), [((5, 4, 3, 2, 1), "table"), ((5, 4, 3, 2, 1), "exclude"), ((5, 4, 4, 2, 1), "exclude")]
)
def test_the_table_is_asked_only_about_a_tie(places: tuple[int, ...], tie: str) -> None:
    """SZ-AMB-49."""
    game = ended(*places, survivor_tie=tie)
    assert game.asked("ada") == ["epilogue"]


@pytest.mark.parametrize(
    ("options", "ranked"),
    [
        ({"edition": GAME_CHEF}, True),
        ({"edition": REVISED}, False),
        ({"edition": GAME_CHEF, "survivors": False}, False),
        ({"edition": REVISED, "survivors": True}, True),
    ],
)
def test_only_game_chef_ranks_the_players(options: dict[str, Any], ranked: bool) -> None:
    """SZ-TALLY-03: option `survivors`."""
    game = ended(1, 2, 5, **options)
    assert saved(game) == (["cyd"] if ranked else [])
    assert any("escapes the worst of it" in line for line in game.story("ada")) == ranked


# -- the epilogue


@pytest.mark.parametrize(
    ("options", "who"),
    [
        ({"edition": GAME_CHEF}, ["ada", "ben", "cyd"]),
        ({"edition": REVISED}, ["ben", "cyd"]),
        ({"edition": GAME_CHEF, "epilogue": "winners"}, ["ben", "cyd"]),
        ({"edition": REVISED, "epilogue": "all"}, ["ada", "ben", "cyd"]),
    ],
)
def test_everyone_tells_or_the_winners_do(options: dict[str, Any], who: list[str]) -> None:
    """SZ-TALLY-04: here the agents have won; option `epilogue`."""
    game = ended(1, 2, 2, **options)
    assert tellers(game) == who
    note = "Everyone tells what becomes of their own" if len(who) == 3 else "The winning side tells how it turns out."
    assert game.prompt("ben", "epilogue").note.startswith(note)
    game.say("ben", "I go back to the office.", "epilogue")
    assert "I go back to the office." in game.story("ada")


@pytest.mark.parametrize("edition", EDITIONS)
def test_on_a_tie_everyone_tells(edition: str) -> None:
    """SZ-AMB-48, SZ-TALLY-04: with no winning side nobody is left out."""
    game = ended(4, 2, 2, edition=edition)
    assert game.table.course.outcome == "tie"
    assert tellers(game) == ["ada", "ben", "cyd"]


def test_the_result_says_how_it_ended() -> None:
    """SZ-TALLY-02, -03: side, scores, totals, final allegiances and survivors."""
    game = the_books_ending()
    game.rest()
    assert game.table.result == {
        "outcome": "thieves",
        "scores": {"thief": 13, "agent": 12},
        "coins": {"a": 13, "b": 13, "c": 12, "d": 11},
        "allegiance": {"a": "thief", "b": "agent", "c": "agent", "d": "thief"},
        "survivors": ["a", "b"],
    }
    assert game.sitting.over


def test_the_dead_are_past_the_worst() -> None:
    """SZ-TALLY-03: the ranking stands, subject to what already happened."""
    game = Seated("ada", "ben", length="custom", rounds=1)
    game.until("epilogue")
    seat = game.seat_of["ada"]
    game.table.course.survivors = (seat,)
    name = game.sheet("ada").full_name
    assert words.survivors(game.table) == f"{name} escapes the worst of it. The others are caught in what follows."
    game.sheet("ada").alive = False
    past = f"{name} would have escaped the worst of it, and is past it. The others are caught in what follows."
    assert words.survivors(game.table) == past


@pytest.mark.parametrize(
    ("outcome", "sentence"),
    [
        ("thieves", "The thieves win, 7 to 2."),
        ("agents", "The agents win, 2 to 7."),
        ("tie", "Neither side wins: 7 to 2."),
    ],
)
def test_the_result_is_a_sentence(outcome: str, sentence: str) -> None:
    """SZ-TALLY-02: who won, and by how much."""
    assert words.concluded({"outcome": outcome, "scores": {"thief": 7, "agent": 2}}) == sentence
