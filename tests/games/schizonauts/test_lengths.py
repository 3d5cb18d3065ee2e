"""How long a game is and what deck it needs. (ledger 8.1, 12.1)"""

import pytest

from mneme.games.schizonauts.lengths import (
    KEY_CARDS,
    LENGTHS,
    GameLength,
    Length,
    allegiance_deck,
    custom_length,
    deck_by_hands,
    deck_by_keys,
    largest_hand,
    length_of_deck,
    named_length,
)

# Table 8.1 as it stands: players, length, K, R, H, D, half of D, last deal, surplus, scenes, fewest and most
# coins.
TABLE = [
    (2, "very_short", 6, 3, 3, 6, 3, False, 0, 20, 30, 30),
    (2, "short", 8, 4, 5, 10, 5, True, 0, 26, 40, 40),
    (2, "medium", 12, 6, 7, 14, 7, True, 0, 38, 60, 60),
    (2, "long", 20, 10, 11, 22, 11, True, 0, 62, 100, 100),
    (2, "very_long", 30, 15, 15, 30, 15, False, 0, 92, 150, 150),
    (3, "very_short", 6, 2, 3, 10, 5, True, 1, 21, 30, 36),
    (3, "short", 9, 3, 3, 10, 5, False, 1, 30, 45, 54),
    (3, "medium", 15, 5, 5, 16, 8, False, 1, 48, 75, 90),
    (3, "long", 21, 7, 7, 22, 11, False, 1, 66, 105, 126),
    (3, "very_long", 30, 10, 11, 34, 17, True, 1, 93, 150, 180),
    (4, "very_short", 8, 2, 3, 12, 6, True, 0, 28, 40, 56),
    (4, "short", 12, 3, 3, 12, 6, False, 0, 40, 60, 84),
    (4, "medium", 20, 5, 5, 20, 10, False, 0, 64, 100, 140),
    (4, "long", 24, 6, 7, 28, 14, True, 0, 76, 120, 168),
    (4, "very_long", 32, 8, 9, 36, 18, True, 0, 100, 160, 224),
    (5, "very_short", 10, 2, 3, 16, 8, True, 1, 35, 50, 80),
    (5, "short", 15, 3, 3, 16, 8, False, 1, 50, 75, 120),
    (5, "medium", 20, 4, 5, 26, 13, True, 1, 65, 100, 160),
    (5, "long", 25, 5, 5, 26, 13, False, 1, 80, 125, 200),
    (5, "very_long", 30, 6, 7, 36, 18, True, 1, 95, 150, 240),
    (6, "very_short", 6, 1, 1, 6, 3, False, 0, 24, 30, 54),
    (6, "short", 12, 2, 3, 18, 9, True, 0, 42, 60, 108),
    (6, "medium", 18, 3, 3, 18, 9, False, 0, 60, 90, 162),
    (6, "long", 24, 4, 5, 30, 15, True, 0, 78, 120, 216),
    (6, "very_long", 30, 5, 5, 30, 15, False, 0, 96, 150, 270),
    (7, "very_short", 7, 1, 1, 8, 4, False, 1, 28, 35, 70),
    (7, "short", 14, 2, 3, 22, 11, True, 1, 49, 70, 140),
    (7, "medium", 21, 3, 3, 22, 11, False, 1, 70, 105, 210),
    (7, "long", 28, 4, 5, 36, 18, True, 1, 91, 140, 280),
    (7, "very_long", 35, 5, 5, 36, 18, False, 1, 112, 175, 350),
    (8, "very_short", 8, 1, 1, 8, 4, False, 0, 32, 40, 88),
    (8, "short", 16, 2, 3, 24, 12, True, 0, 56, 80, 176),
    (8, "medium", 24, 3, 3, 24, 12, False, 0, 80, 120, 264),
    (8, "long", 32, 4, 5, 40, 20, True, 0, 104, 160, 352),
    (8, "very_long", 40, 5, 5, 40, 20, False, 0, 128, 200, 440),
]

EVERY_LENGTH = [(players, hand) for players in LENGTHS for hand in range(1, KEY_CARDS // players + 1)]


@pytest.mark.parametrize("row", TABLE, ids=lambda row: f"{row[0]}-{row[1]}")
def test_the_length_table(row: tuple[int, str, int, int, int, int, int, bool, int, int, int, int]) -> None:
    """SZ-SETUP-04, SZ-EG-02, table 8.1, every row and column."""
    players, name, *numbers = row
    length = named_length(players, Length(name))
    deck = length.allegiance
    assert numbers == [
        length.key_cards,
        length.rounds,
        deck.held,
        deck.cards,
        deck.agents,
        deck.last_deal,
        deck.surplus,
        length.scenes,
        length.fewest_coins,
        length.most_coins,
    ]
    assert deck.thieves == deck.agents


def test_the_table_is_whole() -> None:
    """SZ-SETUP-04: five lengths for each of 2 to 8 players, and a plain name finds its row."""
    assert [(players, length.value) for players in LENGTHS for length in LENGTHS[players]] == [row[:2] for row in TABLE]
    assert LENGTHS[4][Length("short")] == 12


@pytest.mark.parametrize(("players", "most"), [(2, 30), (3, 20), (4, 15), (5, 12), (6, 10), (7, 8), (8, 7)])
def test_custom_lengths_end_where_the_key_cards_do(players: int, most: int) -> None:
    """SZ-SETUP-04: any number of rounds for which 60 key cards suffice."""
    assert largest_hand(players) == most
    assert custom_length(players, most).key_cards <= KEY_CARDS
    for hand in (0, -1, most + 1):
        with pytest.raises(ValueError, match=f"1 to {most} key cards"):
            custom_length(players, hand)


@pytest.mark.parametrize("players", [-1, 0, 1, 9])
def test_the_table_seats_two_to_eight(players: int) -> None:
    """SZ-SETUP-01, -04."""
    for refused in (
        lambda: custom_length(players, 1),
        lambda: length_of_deck(players, 12),
        lambda: named_length(players, Length.SHORT),
        lambda: allegiance_deck(players, 1),
    ):
        with pytest.raises(ValueError, match="seats 2 to 8 players"):
            refused()


def test_key_decks_must_be_shared_equally() -> None:
    """SZ-AMB-55: 10 key cards among 4 players leave unequal hands."""
    assert length_of_deck(5, 10) == GameLength(players=5, hand=2)
    with pytest.raises(ValueError, match="use a multiple of 4"):
        length_of_deck(4, 10)


@pytest.mark.parametrize(("players", "scenes"), [(2, 38), (4, 40), (6, 42)])
def test_scenes_of_a_twelve_card_deck(players: int, scenes: int) -> None:
    """SZ-AMB-56: 3 scenes a card and a final turn each."""
    assert length_of_deck(players, 12).scenes == scenes


# ---- the allegiance deck -------------------------------------------------------------------------------


def test_lydia_gathers_the_cards() -> None:
    """SZ-EG-02, example E11: 4 players with hands of 2 need 6 agents and 6 thieves."""
    deck = allegiance_deck(players=4, hand=2)
    assert (deck.cards, deck.agents, deck.thieves) == (12, 6, 6)


@pytest.mark.parametrize(
    ("players", "hands", "each"), [(3, (2, 3), 5), (3, (4, 5), 8), (4, (2, 3), 6), (4, (4, 5), 10)]
)
def test_decks_of_the_example(players: int, hands: tuple[int, int], each: int) -> None:
    """SZ-EG-02, example E12."""
    for hand in hands:
        deck = allegiance_deck(players, hand)
        assert (deck.agents, deck.thieves) == (each, each)


def test_the_revised_example() -> None:
    """SZ-EG-02, SZ-AMB-02, -47, example E13: 6 keys, 3 players: 5 thieves and 5 agents."""
    assert deck_by_keys(players=3, key_cards=6) == 10
    deck = allegiance_deck(players=3, hand=2)
    assert (deck.thieves, deck.agents) == (5, 5)


@pytest.mark.parametrize(("players", "hand"), EVERY_LENGTH)
def test_both_editions_build_the_same_deck(players: int, hand: int) -> None:
    """SZ-EG-02, SZ-AMB-02: only the reading "even quotient" makes the editions agree. (ledger 12.1)"""
    assert deck_by_hands(players, hand) == deck_by_keys(players, players * hand)


@pytest.mark.parametrize(("players", "hand"), EVERY_LENGTH)
def test_the_deck_never_runs_short(players: int, hand: int) -> None:
    """SZ-AMB-65, SZ-EG-02: after endgame just enough remain for a last deal, or at most 1 card."""
    deck = allegiance_deck(players, hand)
    remaining = deck.cards - players * hand
    assert deck.held % 2 == 1
    assert deck.last_deal == (hand % 2 == 0) == (remaining >= players)
    assert remaining in ((players, players + 1) if deck.last_deal else (0, 1))
    assert deck.surplus == (players * deck.held) % 2
    assert deck.agents + deck.thieves == deck.cards


def test_one_pack_of_cards_is_enough_for_the_table() -> None:
    """SZ-AMB-03: the supply note is no rule; no length of the table needs more than 20 of a colour."""
    needed = {named_length(players, length).allegiance.agents for players in LENGTHS for length in Length}
    assert max(needed) == 20
    assert allegiance_deck(4, 2).agents != 2 * named_length(4, Length.VERY_SHORT).key_cards
