"""Leaving: a seat waits for its player or has a caretaker, or, if the table wants it so, drops out. (Ledger 5)"""

from __future__ import annotations

from typing import Any

import pytest

from mneme.games.schizonauts.content import KEYS
from tests.games.schizonauts.kit import Fate, Night, Seated, shown

EDITIONS = ("game_chef", "revised")


def flashback(*names: str, rounds: int, **rest: Any) -> Seated:
    """The first turn of flashback is about to begin, at a table where seats may drop out."""
    game = Seated(*names, length="custom", rounds=rounds, leaving="removed", **rest)
    game.until("first_character")
    return game


def leavers(game: Seated) -> list[str]:
    """Who may leave for good just now."""
    return [name for name in game.seat_of if "leave" in game.may(name)]


def circle(game: Seated) -> list[str]:
    return [game.name(seat) for seat in game.table.circle]


def until_round(game: Seated, number: int, phase: str) -> None:
    game.until_true(lambda: (game.table.course.phase, game.table.course.round) == (phase, number))


# -- by default


@pytest.mark.parametrize("edition", EDITIONS)
def test_by_default_nobody_drops_out(edition: str) -> None:
    """SZ-AMB-58: the seat is kept for its player or for a caretaker."""
    game = Seated("ada", "ben", "cyd", edition=edition, length="custom", rounds=1)
    while not game.sitting.over:
        assert leavers(game) == []
        game.step()


def test_a_table_never_falls_below_two() -> None:
    """SZ-AMB-58: when one of three has said goodbye, the other two stay; and two never part."""
    game = flashback("ada", "ben", "cyd", rounds=1)
    assert leavers(game) == ["ada", "ben", "cyd"]
    game.act("cyd", "leave")
    assert leavers(game) == []
    assert "cyd will leave when this round ends." in game.story("ada")
    assert leavers(flashback("ada", "ben", rounds=1)) == []


def test_seats_drop_out_of_flashback_and_endgame_only() -> None:
    """SZ-AMB-58: the interlude and the final resolution are played to their end."""
    game = Seated("ada", "ben", "cyd", length="custom", rounds=1, leaving="removed")
    phases = set()
    while not game.sitting.over:
        phases.add((game.table.course.phase, bool(leavers(game))))
        game.step()
    may_leave = {phase for phase, can in phases if can}
    assert may_leave == {"flashback", "endgame"}
    assert {("interlude", False), ("final", False), ("creation", False)} <= phases


# -- in flashback


def test_a_seat_leaves_flashback_when_the_round_is_over() -> None:
    """SZ-AMB-58: it still takes its turn; then it goes with its hand, and one card of the chain with it."""
    game = flashback("ada", "ben", "cyd", "dov", rounds=2)
    game.act("ben", "leave")
    game.until_true(lambda: game.table.course.actor == game.seat_of["dov"])
    assert (circle(game), game.sheet("ben").keys_held) == (["ada", "ben", "cyd", "dov"], 1)
    until_round(game, 2, "flashback")
    assert circle(game) == ["ada", "cyd", "dov"]
    assert (game.sheet("ben").hand, game.sheet("ben").keys_held) == ((), 0)
    assert len(game.table.decks.chain) == 3  # it was 4, with no deck left to take from
    assert "ben's seat is empty now. The story goes on." in game.story("cyd")


def test_cards_are_set_aside_from_the_deck_first() -> None:
    """SZ-AMB-58: one for each round still to play, unseen; the chain is not cut while there is a deck."""
    game = flashback("ada", "ben", "cyd", rounds=3)
    game.act("cyd", "leave")
    game.until("contradictions")  # the end of ada's turn
    game.until_true(lambda: game.table.course.actor == game.seat_of["cyd"])
    game.until("new_recipient_memory")
    chain, left = game.table.decks.chain, game.table.decks.keys_left
    assert (len(chain), left) == (3, 3)
    until_round(game, 2, "flashback")
    assert (game.table.decks.chain, game.table.decks.keys_left) == (chain, 1)
    hidden = [KEYS[card].name for card in game.table.decks.keys.items]
    assert not any(name in str(shown(game, "ada")) for name in hidden)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("rounds", [2, 3])
def test_the_others_still_finish_with_full_hands(rounds: int, edition: str) -> None:
    """SZ-AMB-58: as many keys as rounds, and an allegiance deck for those who are left."""
    game = flashback("ada", "ben", "cyd", "dov", rounds=rounds, edition=edition)
    game.act("dov", "leave")
    game.until("read_situation", "say_full_name")
    assert [game.sheet(name).keys_held for name in game.seat_of] == [rounds, rounds, rounds, 0]
    assert "The allegiance deck is 10 cards: 5 agents and 5 thieves." in game.story("ada")
    assert len(game.table.decks.chain) == game.table.decks.keys_left == 0
    asked = {name for name in game.seat_of if "say_full_name" in game.asked(name)}
    assert "dov" not in asked
    game.finish()
    assert set(game.table.result["allegiance"]) == {"a", "b", "c"}


def test_two_may_leave_in_the_same_round() -> None:
    """SZ-AMB-58: a card for each of them and each round to come."""
    game = flashback("ada", "ben", "cyd", "dov", rounds=2)
    game.act("ben", "leave")
    game.act("cyd", "leave")
    until_round(game, 2, "flashback")
    assert circle(game) == ["ada", "dov"]
    assert len(game.table.decks.chain) == 2
    game.until("read_situation")
    assert [game.sheet(name).keys_held for name in game.seat_of] == [2, 0, 0, 2]


@pytest.mark.parametrize(("gone", "starter"), [(["ada"], "ben"), (["ada", "ben"], "cyd"), (["ben"], "ada")])
def test_if_the_starter_leaves_the_next_seat_starts(gone: list[str], starter: str) -> None:
    """SZ-AMB-58: clockwise, passing over whoever leaves too."""
    game = flashback("ada", "ben", "cyd", "dov", rounds=2)
    for name in gone:
        game.act(name, "leave")
    until_round(game, 2, "flashback")
    assert game.name(game.table.course.starter) == starter
    assert game.name(game.table.course.actor) == starter


# -- in endgame


def night(*names: str, rounds: int = 2, **rest: Any) -> Night:
    return Night(*names, rounds=rounds, leaving="removed", **rest)


def test_a_seat_that_leaves_endgame_takes_no_more_turns() -> None:
    """SZ-AMB-58: nobody can invite it, it is dealt nothing more, and its keys stay unused."""
    game = night("ada", "ben", "cyd", "dov")
    game.act("ben", "leave")
    assert game.invited("ada") == ["ben", "cyd", "dov"]  # until the round is over
    until_round(game, 2, "endgame")
    assert circle(game) == ["ada", "cyd", "dov"]
    assert game.invited("ada") == ["cyd", "dov"]
    assert [len(game.sheet(name).allegiance) for name in game.seat_of] == [2, 1, 2, 2]
    game.until_true(lambda: game.table.course.phase == "final")
    assert [len(game.sheet(name).allegiance) for name in game.seat_of] == [3, 1, 3, 3]
    game.rest()
    assert game.sheet("ben").final == ""


def test_cards_of_a_seat_that_left_stay_unseen() -> None:
    """SZ-AMB-58: face down for the others to the very end."""
    game = night("ada", "ben", "cyd")
    game.act("ben", "leave")
    game.rest()
    for name in ("ada", "cyd", None):
        assert game.seen(name)["sheet/b"]["allegiance"] == {"down": 1, "up": []}
    assert game.sheet("ben").true == ""


def test_coins_on_a_sheet_that_left_score_nothing() -> None:
    """SZ-AMB-58: for nobody; and half of those who are left escape the worst."""
    game = night("ada", "ben", "cyd", "dov", "eve", rounds=1)
    game.act("ben", "leave")
    game.final(
        ada=Fate("T", thief=4),
        ben=Fate("A", agent=50),
        cyd=Fate("A", agent=3),
        dov=Fate("A", agent=2),
        eve=Fate("A", agent=1),
    )
    assert circle(game) == ["ada", "cyd", "dov", "eve"]
    game.rest()
    assert game.table.course.scores == {"thief": 4, "agent": 6}
    assert game.table.course.survivors == (game.seat_of["ada"], game.seat_of["cyd"])


def test_the_survivors_are_counted_among_those_left() -> None:
    """SZ-AMB-58: of five one leaves endgame, then one more: half of three is one."""
    game = night("ada", "ben", "cyd", "dov", "eve", rounds=1)
    game.act("ben", "leave")
    game.act("eve", "leave")
    game.final(ada=Fate("T", thief=5), cyd=Fate("A", agent=3), dov=Fate("A", agent=2))
    game.rest()
    assert game.table.course.survivors == (game.seat_of["ada"],)


def test_the_starter_leaves_endgame() -> None:
    """SZ-AMB-58: the next seat clockwise opens the final resolution."""
    game = night("ada", "ben", "cyd", rounds=1)
    game.act("ada", "leave")
    game.until_true(lambda: game.table.course.phase == "final")
    assert game.name(game.table.course.starter) == game.name(game.table.course.actor) == "ben"


def test_empty_seats_bring_no_extra_deal() -> None:
    """SZ-AMB-58, SZ-AMB-05: cards are left because players went, but a fourth card each could tie."""
    game = night("ada", "ben", "cyd", "dov", "eve", rounds=3)
    game.act("dov", "leave")
    game.act("eve", "leave")
    game.until_true(lambda: game.table.course.phase == "final")
    assert len(game.table.decks.allegiance) == 5  # enough for everybody, and not dealt
    assert [len(game.sheet(name).allegiance) for name in ("ada", "ben", "cyd")] == [3, 3, 3]
