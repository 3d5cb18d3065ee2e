"""The mirror, the nightstand, the Coins. (Ledger 2.2)"""

from __future__ import annotations

import pytest

from mneme.games.know_thyself.content import texts
from tests.games.know_thyself.kit import THINGS, Seated


def test_the_mirror_asks_for_body_and_clothes_and_no_name() -> None:
    """KT-CHAR-01: free text, public once it is given."""
    game = Seated("mia", "ada", "ben")
    game.until("appearance")
    assert "mirror" in game.prompt("ada").text
    assert "No name" in game.prompt("ada").text
    game.say("ada", "A scar and a nightshirt")
    assert game.seen(None)[f"guest/{game.seat_of['ada']}"]["appearance"] == "A scar and a nightshirt"


def test_the_master_may_ask_for_a_change() -> None:
    """KT-CHAR-02: a mirror that names somebody goes back; capitals are pointed out."""
    game = Seated("mia", "ada", plain={"appearance": "A coat with Winston sewn into it"})
    game.until("review")
    assert game.prompt("mia").note.endswith("These begin with a capital: Winston.")
    assert game.table.course.weighed == game.seat_of["ada"]
    game.say("mia", "change")
    game.say("mia", "No names, please", "change")
    assert game.asked("ada") == ["appearance"]
    assert game.prompt("ada").note == "The Master asks: No names, please. So far: A coat with Winston sewn into it"
    game.say("ada", "A coat with a torn lining")
    game.until("review")
    assert game.prompt("mia").note.startswith("In the mirror: A coat with a torn lining.")
    assert "capital" not in game.prompt("mia").note


def test_coins_are_6_to_15_and_more_description_means_fewer() -> None:
    """KT-CHAR-03, -04, KT-AMB-03, example EX-01: the Master sees the four benchmarks and the bribe."""
    game = Seated("mia", "ada")
    game.until("figure")
    assert [mark.coins for mark in texts().benchmark] == [6, 9, 12, 15]
    assert all(mark.says in game.prompt("mia").note for mark in texts().benchmark)
    assert "nothing on" in game.prompt("mia").note
    for coins in (5, 16):
        game.refused("mia", {"coins": coins, "reason": ""})
    game.say("mia", {"coins": 15, "reason": "next to nothing on"})
    assert game.guest("ada").figure == 15


def test_exactly_four_attachments() -> None:
    """KT-CHAR-05, -11, example EX-02: after the mirror, four different things; less is more."""
    game = Seated("mia", "ada")
    game.until("attachments")
    assert game.guest("ada").appearance
    assert game.prompt("ada").note
    for things in (THINGS[:3], [*THINGS, "a fifth"]):
        game.refused("ada", things)
    game.say("ada", THINGS)


def test_each_attachment_goes_to_one_suit() -> None:
    """KT-CHAR-06: one for each, all four filled; in the order written unless said otherwise."""
    game = Seated("mia", "ada")
    game.until("suits")
    game.refused("ada", {"order": ["1", "1", "2", "3"]})
    game.say("ada", {"order": ["2", "1", "4", "3"]})
    game.until("explore")
    assert game.guest("ada").attachments == {"D": THINGS[1], "H": THINGS[0], "C": THINGS[3], "S": THINGS[2]}


def test_attachments_are_for_owner_and_master_until_the_coins_are_fixed() -> None:
    """KT-CHAR-07: the Master reads them first and may send them back; the others wait."""
    game = Seated("mia", "ada", "ben")
    game.until("review")
    sheet = f"guest/{game.seat_of['ada']}"
    assert THINGS[0] in game.prompt("mia").note
    game.say("mia", "approve")
    assert THINGS[0] in game.prompt("mia").note, "and while the Master weighs them"
    assert "draft" in game.seen("mia")[sheet]
    assert "draft" in game.seen("ada")[sheet]
    assert "draft" not in game.seen("ben")[sheet]
    game.until("explore")
    assert game.seen("ben")[sheet]["attachments"]["D"] == THINGS[0]


@pytest.mark.parametrize(("coins", "dock", "award"), [(12, 2, 10), (7, 5, 6), (12, 0, 12)])
def test_docking_for_what_attachments_tell(coins: int, dock: int, award: int) -> None:
    """KT-CHAR-08, KT-AMB-03: coins may be docked, but never below the least."""
    game = Seated("mia", "ada", plain={"figure": {"coins": coins, "dock": dock, "reason": ""}})
    game.until("explore")
    assert game.guest("ada").award == award


def test_docking_reaches_down_to_the_least() -> None:
    """KT-CHAR-08, KT-AMB-03: with `pc_start_min`, too; where there is nothing to dock, it is not asked."""
    game = Seated("mia", "ada", pc_start_min=2, plain={"figure": {"coins": 15, "dock": 13, "reason": ""}})
    game.until("explore")
    assert game.guest("ada").award == 2
    other = Seated("mia", "ada", pc_start_min=15)
    other.until("figure")
    assert [field.name for field in other.prompt("mia").fields] == ["coins", "reason"]


def test_the_mirror_may_be_changed_with_the_attachments() -> None:
    """KT-CHAR-09, example EX-02: a scar among the Attachments is added to the mirror afterwards."""
    game = Seated("mia", "ada")
    game.until("suits")
    game.say("ada", {"order": ["1", "2", "3", "4"], "mirror": "A strong man, loincloth, and a scar"})
    assert game.guest("ada").appearance == "A strong man, loincloth, and a scar"
    other = Seated("mia", "ada")
    other.until("suits")
    other.say("ada", {"order": ["1", "2", "3", "4"], "mirror": ""})
    assert other.guest("ada").appearance == "A strong man in a loincloth"


def test_the_starting_sheet_is_blank() -> None:
    """KT-CHAR-10: no name, no Edges, no Memories."""
    game = Seated("mia", "ada").wake()
    guest = game.guest("ada")
    assert (guest.name, guest.edges, game.memories("ada")) == ("", {}, [])


def test_a_figure_may_be_answered_with_one_rewrite() -> None:
    """KT-CHAR-12, KT-AMB-03: then the Master's figure stands."""
    game = Seated("mia", "ada")
    game.until("respond")
    game.say("ada", "rewrite")
    assert game.asked("ada") == ["appearance"]
    game.until("figure")
    game.say("mia", {"coins": 8, "reason": "still a uniform"})
    assert game.guest("ada").award == 8
    assert "respond" not in game.asked("ada")


# -- Hardcore


def cards_of(name: str) -> list[str]:
    return [f"{name} card {number}" for number in range(5)]


def hardcore(variant: str = "hardcore", *names: str) -> Seated:
    plain = {"cards": lambda name, _prompt: cards_of(name), "shelf": [], "strike": []}
    return Seated("mia", *(names or ("ada", "ben")), variant=variant, plain=plain)


def test_everyone_writes_five_cards_in_secret() -> None:
    """KT-CHAR-20: the Master too, all at once, before any mirror."""
    game = hardcore()
    game.until("cards")
    assert all("cards" in game.asked(name) for name in ("mia", "ada", "ben"))
    assert not game.guest("ada").appearance
    game.refused("ada", cards_of("ada")[:4])
    game.say("ada", cards_of("ada"))
    assert game.sitting.play.sealed
    assert "ada card" not in str(game.seen("ben")) + str(game.seen("mia"))


def test_the_pile_and_the_deal() -> None:
    """KT-CHAR-21, -22, -24: 5 cards for each person and the shelf; 4 to each guest, none to the Master."""
    game = hardcore()
    game.plain["shelf"] = ["an old shelf card"]
    game.until("strike")
    written = {card for name in ("mia", "ada", "ben") for card in cards_of(name)} | {"an old shelf card"}
    dealt = [*game.guest("ada").dealt, *game.guest("ben").dealt]
    assert len(dealt) == 8
    assert {*dealt, *game.table.pool.pile.items} == written
    assert len(game.table.pool.pile) == 2 + 5 + 1
    assert game.seen(None)["pool"]["pile"] == 8
    assert list(game.guest("ada").dealt) == game.seen("ben")[f"guest/{game.seat_of['ada']}"]["dealt"]


def test_the_dealt_four_must_be_used() -> None:
    """KT-CHAR-23: only the suits are chosen."""
    game = hardcore()
    game.until("explore")
    for name in ("ada", "ben"):
        assert sorted(game.guest(name).attachments.values()) == sorted(game.guest(name).dealt)


def test_undealt_cards_are_shelved_for_the_master_to_keep() -> None:
    """KT-CHAR-24: n + 5 without an older shelf, or the dealt ones too."""
    for choice, count in (("undealt", 7), ("all", 15)):
        game = hardcore()
        game.plain["shelve"] = choice
        game.wake()
        game.finish()
        (line,) = [line for line in game.table.lines if line.kind == "shelf"]
        assert line.text.count(" card ") == count
        assert line.to == (game.seat_of["mia"],)


def test_dealt_attachments_are_not_docked() -> None:
    """KT-CHAR-25, KT-AMB-03: Coins are judged on the mirror alone, after the cards."""
    game = hardcore()
    game.until("figure")
    assert [field.name for field in game.prompt("mia").fields] == ["coins", "reason"]
    assert game.guest("ada").attachments


def test_extra_hardcore_deals_after_the_coins() -> None:
    """KT-CHAR-26: the mirror and its Coins first."""
    game = hardcore("extra")
    game.until("shelf")
    assert all(game.guest(name).award for name in ("ada", "ben"))
    assert not game.guest("ada").dealt
    game.until("explore")
    assert len(game.guest("ada").attachments) == 4


def test_a_dealt_card_may_be_struck() -> None:
    """KT-CHAR-27: the next undealt card comes instead; the struck one is not shelved."""
    game = hardcore()
    game.until("strike")
    ada = game.seat_of["ada"]
    struck, before = game.guest("ada").dealt[0], len(game.table.pool.pile)
    game.say("mia", [f"{ada}.1"])
    assert game.guest("ada").dealt[0] != struck
    assert len(game.table.pool.pile) == before - 1
    assert struck not in game.table.pool.pile.items
    assert game.choices("mia") == [f"{ada}.{place}" for place in range(1, 5)]
    game.say("mia", [])
    assert "suits" in game.asked("ada")
