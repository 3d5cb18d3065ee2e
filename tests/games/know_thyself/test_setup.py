"""Setup and options. (Ledger 2.1, 5.9)"""

from __future__ import annotations

import pytest

from mneme.engine.errors import BadOptions
from mneme.engine.game import parse_option, read_options
from mneme.games.know_thyself import GAME
from mneme.games.know_thyself.cards import BLACK_CARDS, DECK, RED_CARDS
from mneme.games.know_thyself.options import WORDS, Options
from tests.games.know_thyself.kit import Seated


def test_one_master_and_one_to_six_guests() -> None:
    """KT-SETUP-01, KT-AMB-28: a Master and at least one guest; every chair counts."""
    assert GAME.seats == range(2, 8)
    game = Seated("mia", "ada").wake()
    assert game.table.master == game.seat_of["mia"]
    assert game.table.guests == (game.seat_of["ada"],)


def test_whoever_is_asked_to_be_the_master_may_decline() -> None:
    """KT-SETUP-01: exactly one Master, and never against their will."""
    game = Seated("mia", "ada", "ben", plain={"master": None})
    game.say("mia", game.seat_of["ada"])
    game.say("ada", "no")
    assert game.choices("mia") == [game.seat_of["mia"], game.seat_of["ben"]]
    game.say("mia", game.seat_of["ben"])
    game.say("ben", "yes")
    assert game.table.master == game.seat_of["ben"]
    assert game.table.guests == (game.seat_of["mia"], game.seat_of["ada"])


@pytest.mark.parametrize(
    ("variant", "first"), [("standard", "appearance"), ("hardcore", "shelf"), ("extra", "appearance")]
)
def test_the_variant_is_fixed_before_anybody_is_described(variant: str, first: str) -> None:
    """KT-SETUP-02: an option of the table; Hardcore cards come before the mirror."""
    game = Seated("mia", "ada", variant=variant)
    game.until("appearance", "shelf")
    assert first in [*game.asked("mia"), *game.asked("ada")]


def test_the_decks() -> None:
    """KT-SETUP-03: 52 cards to play with; 26 red adjectives and 26 black nouns."""
    game = Seated("mia", "ada")
    assert len(DECK) == len(set(DECK)) == 52
    assert game.table.palace.red.items == RED_CARDS
    assert game.table.palace.black.items == BLACK_CARDS
    assert {card[-1] for card in RED_CARDS} == {"D", "H"}
    assert (len(RED_CARDS), len(BLACK_CARDS)) == (26, 26)


def test_the_coins() -> None:
    """KT-SETUP-04, -07, KT-AMB-02: 20 for the Master and 15 less the award for the Bank, 35 in all, for each guest."""
    awards = {"ada": 9, "ben": 14}
    game = Seated("mia", "ada", "ben", plain={"figure": None})
    game.plain["figure"] = lambda _name, prompt: {
        "coins": next(coins for name, coins in awards.items() if name in prompt.text),
        "reason": "",
    }
    game.wake()
    assert game.coins("ada", "ben", "master", "bank") == (9, 14, 40, 7)
    assert game.table.coins.total == 70


@pytest.mark.parametrize(
    ("start", "master", "bank", "total"),
    [("12", 12, 11, 35), ("24", 24, 3, 39), ("rest", 23, 0, 35), ("20", 20, 3, 35)],
)
def test_other_starts_for_the_master(start: str, master: int, bank: int, total: int) -> None:
    """KT-AMB-02: fewer than 20 leaves more in the Bank, more than 20 makes more Coins, the rest is all not awarded."""
    game = Seated("mia", "ada", master_start_per_pc=start).wake()
    assert game.coins("ada", "master", "bank") == (12, master, bank)
    assert game.table.coins.total == total


def test_everyone_wakes_in_the_guest_suite() -> None:
    """KT-SETUP-05, KT-MOVE-01."""
    game = Seated("mia", "ada", "ben").wake()
    assert {game.guest(name).room for name in ("ada", "ben")} == {"guest_suite"}


def test_the_letter_is_read_by_all_before_anything_happens() -> None:
    """KT-SETUP-08, KT-SETUP-06, KT-NPC-05: guests are finished, then everyone acknowledges the one mandatory hook."""
    game = Seated("mia", "ada", "ben")
    game.until("letter")
    assert all(game.guest(name).award for name in ("ada", "ben"))
    game.say("ada", True)
    assert "opening" not in game.asked("mia")
    game.say("ben", True)
    assert game.asked("mia") == ["opening"]
    assert game.guest("ada").letter_read
    assert any("The Master of the Palace" in line and "wager" in line for line in game.story("ada"))


def test_the_guest_suite_has_its_true_name_before_play() -> None:
    """KT-SETUP-09, -10: named, and then the Master sets the scene."""
    game = Seated("mia", "ada", true_names=[("KD", "5C")])
    game.until("opening")
    assert game.table.room_name("guest_suite") == "Guest Suite of Necessary Deceit"
    game.say("mia", "Four beds and a draught.")
    assert "Four beds and a draught." in game.story()


def test_many_guests_are_warned() -> None:
    """KT-AMB-06: the whole pile counts; from 4 guests on the table is told that this is hard."""
    assert not any("hard for each to win" in line for line in Seated("m", "a", "b", "c").wake().story())
    assert any("hard for each to win" in line for line in Seated("m", "a", "b", "c", "d").wake().story())


def test_every_option_has_a_sentence_and_the_ledgers_default() -> None:
    """Ledger 5.9."""
    assert set(WORDS) == set(Options.__struct_fields__)
    options = read_options(GAME, 3, {})
    assert options == Options(
        variant="standard",
        suit_map="B",
        master_start_per_pc="20",
        pc_start_min=6,
        toll="1",
        toll_payee="bank",
        visit_rule="per_visit",
        cover_cap="none",
        cover_gm_edge=False,
        edge_change="per_pc",
        displace_scope="room",
        name_master_suite=True,
        reckoning="whole",
        show_odds=True,
    )


@pytest.mark.parametrize("text", ["toll=off", "toll=3", "master_start_per_pc=9", "master_start_per_pc=rest"])
def test_options_as_they_are_typed(text: str) -> None:
    name, value = parse_option(GAME, text)
    assert getattr(read_options(GAME, 3, {name: value}), name) == value


@pytest.mark.parametrize("chosen", [{"toll": "4"}, {"master_start_per_pc": "8"}, {"pc_start_min": 16}])
def test_impossible_options_are_refused(chosen: dict[str, object]) -> None:
    """KT-AMB-02: fewer than 9 for the Master would end the game at once."""
    with pytest.raises(BadOptions):
        read_options(GAME, 3, chosen)
