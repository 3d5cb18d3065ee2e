"""The Master's desk, the people of the Palace, who comes and goes, and the words. (Ledger 2.16, 5.8, 6, 8)"""

from __future__ import annotations

import re

import pytest

from mneme.engine.guide import explain
from mneme.games.know_thyself import GAME, words
from mneme.games.know_thyself.cards import DEGREES, FAILURE
from mneme.games.know_thyself.content import ANYWHERE, NPCS, ROOMS, SKETCHES, ideas, texts
from mneme.games.know_thyself.guide import guide
from tests.games.know_thyself.kit import Seated

# -- the desk


def test_room_cards_are_for_the_master_alone() -> None:
    """KT-NPC-01: of the rooms where guests are."""
    game = Seated("mia", "ada").wake()
    game.put("library", "ada")
    assert list(game.seen("mia")["desk"]["rooms"]) == ["library"]
    assert SKETCHES["library"].look in str(game.seen("mia"))
    for name in ("ada", None):
        assert SKETCHES["library"].look not in str(game.seen(name))
        assert "notes" not in game.seen(name)["desk"]
        assert set(game.seen(name)["house"]) == {"master"}


def test_the_master_knows_the_whole_house() -> None:
    """KT-NPC-01..04, ledger 8.3: everyone in it, and what may happen anywhere."""
    game = Seated("mia", "ada").wake()
    house = game.seen("mia")["house"]
    assert house["people"]["Zachariah"]["epithet"] == "suspicious gardener"
    assert list(ANYWHERE.conflicts) == house["anywhere"]["conflicts"]
    assert "perhaps Grigori" in [choice.note for choice in game.prompt("mia", "explore").choices]


def test_notes_and_other_names_stay_on_the_desk() -> None:
    """KT-NPC-02: any of the house may be renamed; nobody else notices."""
    game = Seated("mia", "ada").wake()
    before = game.seen("ada")
    game.act("mia", "take_note", text="Olaf knows")
    game.act("mia", "rename_npc", npc="Olaf", name="Olga")
    assert game.seen("ada") == before
    assert game.table.desk.notes == ("Olaf knows",)
    assert game.table.desk.renamed == {"Olaf": "Olga"}


def test_there_is_something_for_any_room() -> None:
    """KT-NPC-03, -04: Ricardo, the guards; a scream next door, a message, a lead."""
    assert any("Ricardo" in text for text in ANYWHERE.conflicts)
    assert any("guards" in text for text in ANYWHERE.conflicts)
    assert any("scream" in text for text in ANYWHERE.hooks)
    assert any("message" in text for text in ANYWHERE.hooks)


def test_the_guest_suite_has_letter_and_attachments() -> None:
    """KT-NPC-05: both are mandatory hooks there."""
    assert any("letter" in hook and "nightstand" in hook for hook in SKETCHES["guest_suite"].hooks)


# -- content


def test_every_room_has_a_card() -> None:
    """Ledger 6.4, 8.4: look, conflicts and hooks; the Master's Suite has none but its light."""
    assert set(SKETCHES) == set(ROOMS)
    for room, sketch in SKETCHES.items():
        assert sketch.look
        assert set(sketch.npcs) <= set(NPCS)
        if room != "masters_suite":
            assert len(sketch.conflicts) >= 2
            assert len(sketch.hooks) >= 2
            assert sketch.npcs
    effects = {room for room, sketch in SKETCHES.items() if sketch.effect}
    assert effects == {"guest_suite", "hedge_maze", "mirrored_hall", "cliffs", "masters_suite"}


# KT-AMB-30, ledger 8.3: in how many rooms each of the house is listed.
LISTED = {
    "Ainslie": 5, "Barbara": 4, "Cain": 5, "Candace": 4, "Dai": 2, "Danielle": 7, "Eden": 3, "Grigori": 3, "Hakim": 4,
    "Johann": 2, "Jonah": 6, "Liam": 3, "Lucas": 2, "Mikhail": 5, "Miriam": 3, "Neil": 5, "Olaf": 5, "Patrick": 2,
    "Ricardo": 7, "Rudolf": 3, "Sylvia": 5, "Yamini": 1, "Zachariah": 2, "Zhi": 3,
}  # fmt: skip


def test_the_roster() -> None:
    """KT-AMB-30: 24 of them, with Zachariah, each with an epithet and lines, in the ledger's rooms."""
    assert sorted(NPCS) == sorted(LISTED)
    assert all(npc.epithet and len(npc.lines) >= 2 for npc in NPCS.values())
    assert {npc: sum(npc in sketch.npcs for sketch in SKETCHES.values()) for npc in NPCS} == LISTED


def test_hooks_that_the_book_left_loose() -> None:
    """KT-AMB-31, -32, -33: Garden or Field for the birds; Danielle's word for Jonah; no page numbers anywhere."""
    assert any("Garden" in hook and "Field" in hook for hook in SKETCHES["banquet_hall"].hooks)
    assert any("Danielle" in hook and "Jonah" in hook for hook in SKETCHES["servants_quarters"].hooks)
    everything = str(SKETCHES) + str(NPCS) + texts().letter
    assert not re.search(r"\b(Grove|Pond|page \d)", everything)


# Ledger 6.3: what the letter must say.
LETTER = (
    "remember nothing", "strangers", "who you are", "harm", "own will", "wager", "walk through", "mirror", "nightstand",
    "Keep them with you", "throne room", "tied to yours", "need not", "map", "only to those who enter", "Good luck",
)  # fmt: skip


def test_the_letter_says_all_it_must() -> None:
    """KT-SETUP-08, ledger 6.3."""
    assert all(part in texts().letter for part in LETTER)
    assert texts().letter.strip().endswith("The Master of the Palace")


def test_the_fixed_texts() -> None:
    """Ledger 6.5, 6.7, 6.8, 8.2, 8.6, 8.8."""
    assert texts().questions == ("What is your name?", "Why are you here?", "What was your wager?", "Did you win?")
    assert set(texts().memory_senses) == {"Triumph", "Goal", "Defeat", "Guilt"}
    assert set(texts().memory_senses_of_others) == set(texts().memory_senses)
    assert not re.search(r"\byou", str(texts().memory_senses_of_others))
    outcomes = [f"{degree}_{teller}" for degree in (*DEGREES.values(), FAILURE) for teller in ("own", "told")]
    for name in ("appearance", "attachments", "want", *outcomes, "Triumph", "Goal", "Defeat", "Guilt", "epilogue"):
        assert len(set(ideas(name))) == len(ideas(name)) >= 7
    assert ideas("no such list") == ()


def test_no_sentence_shouts() -> None:
    """Voice: no exclamation marks in what the table itself says."""
    said = [value for name, value in vars(words).items() if name.isupper() and isinstance(value, str)]
    assert not [sentence for sentence in (*said, *words.WAITING.values()) if "!" in sentence]
    assert all("{names}" in sentence for sentence in words.WAITING.values())


def test_the_result_in_a_sentence() -> None:
    def guest(name: str, won: bool) -> dict[str, object]:
        return {"name": name, "coins": 9, "won": won}

    assert GAME.conclude is not None
    result = {"master": 7, "guests": {"a": guest("Ilse", True), "b": guest("Emil", False)}}
    assert GAME.conclude(result) == "Ilse won against the Master's 7 Coins. Emil did not."
    result = {"master": 1, "guests": {"a": guest("Ilse", False), "b": guest("Emil", False)}}
    assert GAME.conclude(result) == "The Master keeps the house, with 1 Coin. Ilse and Emil did not win."
    assert GAME.conclude({"unscored": True}) == words.NOBODY_LEFT


def test_the_credits() -> None:
    assert GAME.designers == "Ryan Macklin"
    assert GAME.content_notes


def test_help_explains_the_games_words() -> None:
    assert "Wager" in (explain(guide(), "") or "")
    assert (explain(guide(), "edge") or "").startswith("Edge:")
    assert (explain(guide(), "inv") or "").startswith("Invoke:")
    assert explain(guide(), "zeppelin") is None


# -- coming and going


def test_a_guest_retires_between_wagers() -> None:
    """KT-AMB-25, KT-COIN-01: the Coins go to the Bank, the threshold falls, the total stays."""
    game = Seated("mia", "ada", "ben", leaving="retire").wake()
    bank = game.coins("bank")[0]
    game.act("ada", "leave")
    game.act("mia", "narrate", text="A door closes.")
    assert game.table.guests == (game.seat_of["ben"],)
    assert game.coins("bank") == (bank + 12,)
    assert game.table.coins.total == 70
    assert game.guest("ada").retired


def test_leaving_is_not_offered_where_a_caretaker_plays_on() -> None:
    """KT-AMB-25: the table may pause, or somebody else may keep the chair."""
    game = Seated("mia", "ada").wake()
    assert "leave" not in game.may("ada")


def test_leaving_before_the_cards_is_backing_down() -> None:
    """KT-AMB-25."""
    game = Seated("mia", "ada", "ben", leaving="retire").wake()
    game.begin("ada", stake=4)
    game.until("accept")
    game.act("ada", "leave")
    assert "accept" not in game.asked("ada")
    game.until("explore")
    assert game.table.guests == (game.seat_of["ben"],)
    assert game.coins("master") == (40,)


@pytest.mark.parametrize("by", ["ada", "mia"])
def test_leaving_after_accepting_but_before_the_cards_is_backing_down(by: str) -> None:
    """KT-AMB-25, KT-COIN-01: both stakes go back, and nothing is settled; the Master tells it."""
    game = Seated("mia", "ada", "ben", leaving="retire").wake()
    game.edge("ada", "Loud")
    game.begin("ada", by=by, stake=4)
    game.until("edges")
    bank = game.coins("bank")[0]
    game.act("ada", "leave")
    assert game.until("retreat") == "mia"
    game.until("explore")
    assert game.table.guests == (game.seat_of["ben"],)
    assert (game.coins("master", "bank"), game.table.course.wagers) == ((40, bank + 12), 0)
    assert game.memories("ada") == []


def test_whoever_paid_for_a_guest_that_left_is_covered_or_not() -> None:
    """KT-AMB-25, -39, KT-COVER-02, -08: the Wager is over before it was settled, and the giver has nothing."""
    game = Seated("mia", "ada", "ben", leaving="retire").wake()
    game.edge("ada", "Loud")
    game.purse("ada", 1)
    game.purse("ben", 3)
    game.begin("ada", stake=3)
    game.until("accept")
    game.say("ada", "ask_for_cover")
    game.say("ben", 2)
    game.say("ada", "accept")
    game.act("ada", "leave")
    game.until("explore", "blinding_light")
    assert game.table.course.triggers == ("coins",)


def test_one_of_two_leaves_while_the_other_draws() -> None:
    """KT-AMB-25, KT-MULTI-12: without a card yet, the one backs down and the other goes on alone."""
    game = Seated("mia", "ada", "ben", leaving="retire").wake()
    game.begin("ada", "ben", stake=4, cards=["8D", "2S"])
    game.until("keep")
    game.act("ben", "leave")
    game.until("narration")
    assert game.wager.accepted == (game.seat_of["ada"],)
    game.until("explore")
    assert game.coins("ada", "master") == (16, 36)


def test_leaving_after_the_cards_leaves_both_parts_to_the_master() -> None:
    """KT-AMB-25: the current card is kept, the guest then retires."""
    game = Seated("mia", "ada", "ben", leaving="retire").wake()
    game.begin("ada", stake=4, cards=["8D", "2S"])
    game.until("keep")
    game.act("ada", "leave")
    assert game.wager.drawn == {game.seat_of["ada"]: ("8D",)}
    assert game.asked("mia")[0] == "outcome"
    game.say("mia", "", "outcome")
    assert game.asked("mia")[0] == "memory"
    game.until("explore")
    assert game.table.guests == (game.seat_of["ben"],)


def test_with_no_guest_left_nothing_is_reckoned() -> None:
    """KT-AMB-25."""
    game = Seated("mia", "ada", leaving="retire").wake()
    game.act("ada", "leave")
    game.act("mia", "narrate", text="A door closes.")
    assert game.sitting.over
    assert game.table.result == {"unscored": True}


@pytest.mark.parametrize("variant", ["standard", "hardcore", "extra"])
def test_somebody_comes_late(variant: str) -> None:
    """KT-AMB-26, KT-COIN-01: a new guest in the Guest Suite, 35 more Coins; once for each chair."""
    game = Seated("mia", "ada", "ben", variant=variant, leaving="retire").wake()
    game.act("ada", "leave")
    game.act("mia", "narrate", text="A door closes.")
    game.settle("ben", cards=["8D", "2S"])
    before = game.coins("master", "bank")
    game.act("ada", "arrive")
    game.until("letter")
    game.say("ada", True)
    assert game.table.guests == (game.seat_of["ada"], game.seat_of["ben"])
    assert game.table.coins.total == 105
    assert game.coins("ada", "master", "bank") == (12, before[0] + 20, before[1] + 3)
    assert (game.guest("ada").room, len(game.guest("ada").attachments)) == ("guest_suite", 4)
    assert game.table.course.spotlight[game.seat_of["ada"]] == 1  # as much light as anybody has had
    game.act("ada", "leave")
    game.act("mia", "narrate", text="A door closes again.")
    assert "arrive" not in game.may("ada")


def test_the_master_hands_over_the_chair() -> None:
    """KT-AMB-27: with consent; that guest retires, and the desk goes with the chair."""
    game = Seated("mia", "ada", "ben", leaving="retire").wake()
    game.act("mia", "take_note", text="Olaf knows")
    game.act("mia", "hand_over", to=game.seat_of["ada"])
    game.say("ada", "no")
    assert game.table.master == game.seat_of["mia"]
    game.act("mia", "hand_over", to=game.seat_of["ada"])
    game.say("ada", "yes")
    assert game.table.master == game.seat_of["ada"]
    assert game.table.guests == (game.seat_of["ben"],)
    assert game.seen("ada")["desk"]["notes"] == []
    assert "rooms" in game.seen("ada")["desk"]
    assert "rooms" not in game.seen("mia")["desk"]
    assert ("people" in game.seen("ada")["house"], "people" in game.seen("mia")["house"]) == (True, False)
    assert game.may("mia") == ["arrive"]
