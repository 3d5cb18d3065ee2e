"""`mneme referee know-thyself`, as people and programs use it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

from mneme.commands.referee import command
from mneme.games.know_thyself.cards import DECK


def referee(*arguments: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(command, ["know-thyself", *arguments], input=typed)


def answer(*arguments: str) -> Any:
    result = referee(*arguments, "--json")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def batch(thing: str, *questions: object) -> tuple[int, list[Any]]:
    result = referee(thing, "--batch", typed="".join(json.dumps(question) + "\n" for question in questions))
    return result.exit_code, [json.loads(line) for line in result.stdout.splitlines()]


def test_a_match_as_json() -> None:
    """Example EX-05: 8 of Diamonds against 9 of Spades."""
    assert answer("match", "--player", "8D", "--master", "9S") == {
        "winner": "master",
        "tie": False,
        "player_value": 8,
        "master_value": 9,
        "place": "any",
    }


@pytest.mark.parametrize(
    ("player", "master", "winner"),
    [
        ("10H", "10S", "player"),
        ("AD", "2C", "master"),
        ("AD", "10C", "master"),
        ("AD", "JC", "player"),
        ("AD", "KC", "player"),
        ("KD", "AC", "master"),
        ("2D", "AC", "player"),
        ("AD", "AC", "player"),
        ("QD", "JC", "player"),
    ],
)
def test_ranks_aces_and_ties(player: str, master: str, winner: str) -> None:
    """KT-CARD-01..03, KT-AMB-17."""
    assert answer("match", "--player", player, "--master", master)["winner"] == winner


def test_ties_in_the_masters_suite_are_his() -> None:
    """KT-CARD-03, KT-FX-07, KT-AMB-17: and so is Ace against Ace."""
    for card in ("7", "A"):
        place = answer("match", "--player", f"{card}D", "--master", f"{card}S", "--place", "masters-suite")
        assert (place["winner"], place["tie"]) == ("master", True)
    assert answer("match", "--player", "8D", "--master", "7S", "--place", "masters-suite")["winner"] == "player"


def test_a_batch_may_leave_the_place_out() -> None:
    code, answers = batch(
        "match", {"player": "7D", "master": "7S"}, {"player": "7D", "master": "7S", "place": "masters-suite"}
    )
    assert code == 0
    assert [one["winner"] for one in answers] == ["player", "master"]


def test_a_bad_line_does_not_shift_the_others() -> None:
    code, answers = batch(
        "match", {"player": "1D", "master": "7S"}, {"player": "7D", "master": "6S"}, [1], {"player": 7}
    )
    assert code == 2
    assert ["error" in one for one in answers] == [True, False, True, True]
    assert "8D, 10H or AS" in answers[0]["error"]


def test_a_match_in_words() -> None:
    result = referee("match", "--player", "AD", "--master", "KS")
    assert result.stdout.splitlines() == [
        "Player: Ace of Diamonds. Master: King of Spades.",
        "An Ace loses to 2 to 10, beats Jack, Queen and King, and ties with an Ace.",
        "The player wins.",
    ]


def test_lower_case_and_unknown_rooms() -> None:
    assert answer("match", "--player", "8d", "--master", "7s", "--place", "Garden")["place"] == "garden"
    refused = referee("match", "--player", "8D", "--master", "7S", "--place", "attic")
    assert refused.exit_code == 2


# KT-PAY-01, -02: net change of a player by result (rows) and Edges (none, player, master, both), for a stake of 4.
NET = {
    ("full", 0): (4, 5, 4, 5),
    ("partial", 0): (3, 4, 3, 4),
    ("minor", 0): (2, 3, 2, 3),
    ("minor", 2): (0, 1, 0, 1),
    ("failure", 1): (-5, -5, -6, -6),
}


@pytest.mark.parametrize(("result", "invokes"), NET)
def test_payments_by_result_and_edges(result: str, invokes: int) -> None:
    """KT-PAY-01..03, the table under ledger 2.13."""
    for edges, change in zip(("none", "player", "master", "both"), NET[result, invokes], strict=True):
        said = answer("payment", "--result", result, "--stake", "4", "--edges", edges, "--invokes", str(invokes))
        assert said["player"] == change
        assert said["master"] == -change


def test_the_floors_of_small_stakes() -> None:
    """KT-PAY-04: a Partial success brings at least 1, a Minor one at least 0."""
    assert answer("payment", "--result", "partial", "--stake", "1")["player"] == 1
    assert answer("payment", "--result", "minor", "--stake", "1")["player"] == 0


def test_a_payment_in_words() -> None:
    result = referee("payment", "--result", "failure", "--stake", "4", "--invokes", "1")
    assert result.stdout.splitlines() == [
        "Staked: the Master 4, the player 4.",
        "The player loses all 4 to the Master, who keeps what he staked.",
        "Invoking has already cost the player 1.",
        "In all the player is at -5.",
    ]


@pytest.mark.parametrize(
    "arguments",
    [
        ("--result", "grand", "--stake", "4"),
        ("--result", "full", "--stake", "0"),
        ("--result", "full", "--stake", "4", "--invokes", "1"),
        ("--result", "minor", "--stake", "4", "--invokes", "-1"),
        ("--result", "minor"),
    ],
)
def test_bad_payments_are_refused_in_a_sentence(arguments: tuple[str, ...]) -> None:
    refused = referee("payment", *arguments)
    assert refused.exit_code == 2
    assert refused.stderr.strip().endswith(".")


def test_a_batch_of_every_pair_of_cards() -> None:
    """O1 and O7 counted by the referee: 27 of 51 for the player outside, 24 of 51 in the Master's Suite."""
    pairs = [{"player": player, "master": master} for player in DECK for master in DECK if player != master]
    for place, share in (("garden", 27), ("masters-suite", 24)):
        code, answers = batch("match", *({**pair, "place": place} for pair in pairs))
        assert code == 0
        assert sum(one["winner"] == "player" for one in answers) * 51 == share * len(pairs)
