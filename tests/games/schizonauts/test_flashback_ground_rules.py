"""Flashback: how it starts, and what always holds in it. (Ledger 2.4)"""

from __future__ import annotations

import pytest

from tests.games.schizonauts.kit import Flashback, Seated

EDITIONS = ("game_chef", "revised")


def ground_rules(game: Seated) -> list[str]:
    return [line.text for line in game.table.lines if "before the keys to PALACE were stolen" in line.text]


# -- the chain


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_chain_is_one_key_object_for_each_player_face_up(players: int) -> None:
    """SZ-FB-01: not before flashback, and for everyone to see."""
    game = Seated(*("ada", "ben", "cyd", "dov", "eva")[:players])
    game.until("say_who_i_am")
    assert game.table.decks.chain == ()
    deck = game.table.decks.keys_left
    game.until("first_character")
    assert len(set(game.table.decks.chain)) == players
    assert game.table.decks.keys_left == deck - players
    assert game.seen(None)["decks"]["chain"] == list(game.table.decks.chain)


def test_a_card_that_leaves_the_chain_is_replaced_at_once() -> None:
    """SZ-FB-02: from the deck, before anything else happens."""
    game = Flashback("ada", "ben", "cyd")
    before, deck = list(game.table.decks.chain), game.table.decks.keys_left
    game.open_scene("ben", key=game.chain[1])
    after = list(game.table.decks.chain)
    assert after[:2] == [before[0], before[2]]
    assert len(after) == 3
    assert after[2] not in before
    assert game.table.decks.keys_left == deck - 1


def test_with_the_deck_empty_the_chain_shrinks() -> None:
    """SZ-FB-02: one round, so all cards lie in the chain from the start (ledger 11)."""
    game = Flashback("ada", "ben", "cyd", length="custom", rounds=1)
    assert (len(game.chain), game.table.decks.keys_left) == (3, 0)
    sizes = []
    for _ in game.seat_of:
        game.until("first_character")
        game.until("scene")
        sizes.append(len(game.chain))
    assert sizes == [2, 1, 0]


# -- rounds and turns


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_round_is_a_turn_for_each_starter_first(edition: str) -> None:
    """SZ-FB-03."""
    game = Seated("ada", "ben", "cyd", edition=edition, length="very_short")
    game.until("starter")
    game.say("ada", game.seat_of["ben"])
    turns = []
    for _ in range(6):
        turns.append((game.until("first_character"), game.table.course.round))
        game.until("new_recipient_memory")
        game.step()
    assert turns == [("ben", 1), ("cyd", 1), ("ada", 1), ("ben", 2), ("cyd", 2), ("ada", 2)]


def test_nothing_happens_between_two_rounds() -> None:
    """SZ-FB-03: the last word of one round is followed by the first question of the next."""
    game = Flashback("ada", "ben", "cyd", length="very_short")
    game.until_true(lambda: game.actor == "cyd" and "new_recipient_memory" in game.asked("cyd"))
    lines, cards = len(game.table.lines), (game.chain, game.table.decks.keys_left)
    game.say("cyd", {"aptitude": "violence", "text": "Nobody came"})
    assert game.asked("ada") == ["first_character"]
    assert [line.kind for line in game.table.lines[lines:]] == ["memory"]
    assert (game.chain, game.table.decks.keys_left) == cards


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_turn_is_two_scenes_a_vote_and_a_bleed(edition: str) -> None:
    """SZ-FB-06: in this order, and for one key card."""
    game = Flashback("ada", "ben", "cyd", edition=edition, length="very_short")
    cards = len(game.chain) + game.table.decks.keys_left
    steps: list[str] = []
    marks = ("visit", "close_scene", "closing_vote", "bleed_memory", "new_recipient_memory")

    def note_the_step() -> bool:
        step = next((mark for mark in marks for name in game.seat_of if mark in game.asked(name)), "")
        if step and steps[-1:] != [step]:
            steps.append(step)
        return game.table.course.actor != game.seat_of["ada"]

    game.until_true(note_the_step)
    assert steps == ["visit", "close_scene", "visit", "close_scene", *marks[2:]]
    assert len(game.chain) + game.table.decks.keys_left == cards - 1
    assert [len(game.sheet(name).keys) for name in game.seat_of] == [1, 0, 0]


# -- what narration may not break


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_ground_rules_are_told_as_flashback_begins(edition: str) -> None:
    """SZ-FB-04: names, time, the theft, death, and your own two who never meet."""
    game = Seated("ada", "ben", edition=edition)
    game.until("say_who_i_am")
    assert ground_rules(game) == []
    game.until("first_character")
    (told,) = ground_rules(game)
    for words in (
        "Thieves go by first name only",
        "Agents go by last name only",
        "before the keys to PALACE were stolen",
        "Do not settle the theft. You need not mention it",
        "No player's character dies in flashback. Story characters may",
        "Your own thief and agent have never met. They are never in a scene together",
    ):
        assert words in told


def test_scenes_need_no_order_and_no_connection() -> None:
    """SZ-FB-05: told with the ground rules."""
    (told,) = ground_rules(Flashback("ada", "ben"))
    assert "Scenes may come in any order, and need not connect" in told


@pytest.mark.parametrize("edition", EDITIONS)
def test_nobody_can_propose_a_death_in_flashback(edition: str) -> None:
    """SZ-FB-04: neither while it is told nor at the close."""
    game = Flashback("ada", "ben", "cyd", edition=edition)
    for moment in ("telling", "close_scene"):
        game.until(moment)
        assert not any("kill" in game.may(name) for name in game.seat_of)


def test_your_own_two_are_never_in_one_scene() -> None:
    """SZ-FB-04, SZ-CHAR-09: you cannot invite yourself."""
    game = Flashback("ada", "ben", "cyd")
    game.say("ada", "thief")
    assert game.seat_of["ada"] not in game.choices("ada", "visitor")
    game.refused("ada", game.seat_of["ada"])
