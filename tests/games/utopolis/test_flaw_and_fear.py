"""Flaw and Fear tests. (Ledger 2.8)"""

from __future__ import annotations

from typing import Any

import pytest

from mneme.engine.state import Bag
from mneme.games.utopolis.flaw_and_fear import fragment_narrator
from tests.games.utopolis.kit import Seated, three, trail


def owing(card: str = "2H", **options: Any) -> Seated:
    """Jake owes a test after his scene, and draws this card for its kind; the GM is to frame it."""
    sheet = options.pop("sheet", {})
    game = trail(**options)
    game.lay("jake", **sheet)
    owe(game, card)
    return game


def owe(game: Seated, card: str, *names: str) -> None:
    game.scene.triggers = tuple(game.seat_of[name] for name in names or ("jake",))
    table = game.table
    draw = table.draw_several

    def scripted(bag: Bag, count: int, to: tuple[str, ...] | None) -> tuple[list[str], Bag]:
        if "trial" in table.nouns and not table.trial.kind and to is None and not table.deck.aside:
            table.opened("draw", card, to)
            return [card], bag.without(bag.items.index(card))
        return draw(bag, count, to)

    setattr(table, "draw_several", scripted)  # noqa: B010  # a method of this one table
    game.act("ryan", "end_scene")
    game.until("frame_test", "joker_colour", "revelation")


def faced(game: Seated, jake: str, gm: str) -> None:
    """Go through the test with these hands."""
    game.until("test_cinema", "test_narration", "seize_success")
    game.lay_hands(jake=jake, gm=gm)
    game.until("test_narration")


def test_one_test_for_a_scene_however_many_reasons() -> None:
    """UT-TEST-01, UT-R-51, UT-MUSE-03, UT-DON-04: or one for each, if the table likes."""
    for option, count in (("one", 1), ("per_trigger", 2)):
        game = trail(tests_per_scene=option)
        game.scene.triggers = (game.seat_of["jake"],) * 2
        game.act("ryan", "end_scene")
        assert len(game.table.course.owed) == count


def test_the_scene_players_test_comes_first() -> None:
    """UT-TEST-02, UT-R-52: then clockwise, before the next scene."""
    game = trail()
    game.join("dave")
    game.scene.triggers = (game.seat_of["dave"], game.seat_of["jake"])
    game.act("ryan", "end_scene")
    assert game.names(game.table.course.owed) == ["jake", "dave"]


def test_red_is_flaw_and_black_is_fear() -> None:
    """UT-TEST-03, -04, -07, UT-R-54: the base, 5 for the GM, and the card stays out."""
    flaw = owing("9D")
    assert (flaw.table.trial.kind, flaw.table.trial.base) == ("Flaw", 4 + 1 - 2)
    fear = owing("9C")
    assert (fear.table.trial.kind, fear.table.trial.base) == ("Fear", 4 + 3 - 1)
    fear.until("test_cinema")
    assert (fear.size("jake"), fear.size("gm")) == (6, 5)
    assert len(fear.table.deck.pile) == 54 - 1 - 6 - 5


def test_a_joker_lets_its_drawer_choose() -> None:
    """UT-R-53, UT-TEST-03: or is drawn again, if the table likes."""
    game = owing("JK")
    game.say("jake", "Fear", "joker_colour")
    assert game.table.trial.kind == "Fear"
    again = owing("JK", joker_colour="redraw")
    assert again.table.trial.kind in {"Flaw", "Fear"}
    assert "joker_colour" not in again.asked("jake")


def test_frame_trigger_and_the_robot() -> None:
    """UT-TEST-05, -06, UT-SAY-02, -08, UT-GM-03."""
    game = owing()
    game.say("ryan", {"text": "The canteen.", "robot": "no"}, "frame_test")
    assert game.table.robots_present() == ()
    game.say("jake", "A red glove", "trigger")
    assert game.table.trial.trigger == "A red glove"


def test_only_cinema_helps() -> None:
    """UT-TEST-08, UT-R-56, UT-R-57, UT-R-75: no Muse, no redraw, no robot cards, no friends; facts remain."""
    game = owing(plain={"crime": {"crime": "erato-1", "muses": ["Erato"]}})
    game.until("test_cinema")
    acts = [act for act in game.may("jake") if act in {"help", "complicate", "draw_muse", "redraw"}]
    assert acts == ["help", "complicate"]
    assert [act for act in game.may("dave") if act.startswith(("help", "hinder", "intervene", "ask_to_join"))] == []
    assert f"fact_{game.seat_of['jake']}" in game.may("dave")
    size = game.size("gm")
    game.act("jake", "complicate", target="gm", text="")
    assert game.size("gm") == size - 1


def test_no_tokens_at_all_if_the_table_likes() -> None:
    """UT-R-57: the other reading."""
    game = owing(tokens_in_test="none")
    game.until("test_cinema")
    assert f"fact_{game.seat_of['jake']}" not in game.may("dave")
    faced(game, "AS AH", "2C 4D")
    assert game.name(game.table.trial.narrator) == "jake"


def test_a_pass_changes_nothing() -> None:
    """UT-TEST-09, -12, -13, UT-SAY-08, UT-AWD-05: strictly higher; no Cinema, no clue."""
    game = owing()
    cinema, items = game.detective("jake").cinema, len(game.items())
    faced(game, "AS AH", "2C 4D")
    assert "test_narration" in game.asked("jake")
    game.say("jake", "Nothing there.", "test_narration")
    assert (game.detective("jake").flaw, game.detective("jake").cinema, len(game.items())) == (2, cinema, items)


def test_the_robot_may_tell_a_pass() -> None:
    """UT-R-57, UT-TOK-04."""
    game = owing()
    game.until("test_cinema")
    game.lay_hands(jake="AS AH", gm="2C 4D")
    game.until("seize_success")
    game.say("dave", "yes", "seize_success")
    assert "test_narration" in game.asked("dave")
    assert game.robot("jake").tokens == 9


def test_a_failure_raises_flaw_or_fear_and_leaves_a_fragment() -> None:
    """UT-TEST-10, -11, UT-SAY-09, UT-CHAR-13: told by another player; a tie fails."""
    game = owing("3S")
    game.until("trigger")
    game.say("jake", "A red glove", "trigger")
    faced(game, "9H 6H 2H", "9S 6S 2S")
    assert (game.detective("jake").fear, game.detective("jake").failures) == (2, 1)
    assert "Erato" in game.prompt("dave", "test_narration").text
    game.say("dave", "Your hands were wet", "test_narration")
    (fragment,) = game.detective("jake").fragments
    assert (fragment.text, game.name(fragment.narrator), fragment.kind, fragment.trigger) == (
        "Your hands were wet",
        "dave",
        "Fear",
        "A red glove",
    )


def narrators(count: int, **options: Any) -> list[str]:
    """Who tells the failures of the first player's detective, one after another."""
    game = Seated("gm", "a", "b", "c", **options)
    game.to_opening()
    told = []
    for _ in range(count):
        seat = fragment_narrator(game.table, game.seat_of["a"])
        game.lay("a", last_fragment_by=seat)
        told.append(game.name(seat))
    return told


def test_fragments_are_told_in_turn() -> None:
    """UT-TEST-11, UT-R-58: from the left neighbour; neither owner nor GM, unless the table likes."""
    assert narrators(4) == ["b", "c", "b", "c"]
    assert narrators(4, fragment_rotation="players_and_gm") == ["b", "c", "gm", "b"]


def test_who_has_left_is_passed_over() -> None:
    """UT-R-66, UT-R-58."""
    game = Seated("gm", "a", "b", "c")
    game.to_opening()
    game.table.course.gone = (game.seat_of["b"],)
    assert game.name(fragment_narrator(game.table, game.seat_of["a"])) == "c"


def test_alone_the_gm_tells_fragments() -> None:
    """UT-R-01."""
    game = Seated("gm", "solo", players="one")
    game.to_opening()
    assert game.name(fragment_narrator(game.table, game.seat_of["solo"])) == "gm"


def test_a_test_is_a_scene_with_purchases_of_its_own() -> None:
    """UT-TEST-13, UT-R-16: an attribute may rise again after it."""
    game = owing(sheet={"cinema": 30})
    game.until("test_cinema")
    game.act("jake", "pass")
    game.until("purchases")
    assert "Tenacity" in game.options("jake", "raise_attribute", "attribute")


def test_damage_has_no_part_in_tests() -> None:
    """UT-DMG-06, UT-R-45: unless the table likes; then it is used up."""
    hurt = {"hurt": ("Core", "Tenacity", "Zapgun")}
    game = owing("2H", sheet=hurt)
    assert (game.table.trial.base, game.detective("jake").hurt) == (3, ("Core", "Tenacity", "Zapgun"))
    other = owing("2H", sheet=hurt, tests_use_damage=True)
    assert (other.table.trial.base, other.detective("jake").hurt) == (1, ("Zapgun",))


@pytest.mark.parametrize(("counts", "base"), [(False, 3), (True, 1)])
def test_the_file_says_how_many_cards_a_test_would_draw(counts: bool, base: int) -> None:
    """UT-R-45: with what is hurt, where the table likes that."""
    detective = owing("2H", tests_use_damage=counts).detective("jake")
    assert detective.resistance["Flaw"] == 3
    detective.hurt = ("Core", "Tenacity", "Zapgun")
    assert detective.resistance["Flaw"] == base


# -- consumed


def test_no_card_to_draw_is_the_end() -> None:
    """UT-TEST-04, UT-END-03, -04, UT-R-55: framed and triggered, but no hands; in play for this case only."""
    game = owing("2H", sheet={"flaw": 5, "cinema": 9})
    assert game.table.trial.base == 0
    game.until("consumption")
    assert game.table.hands == {}
    assert "Erato" in game.prompt("jake", "consumption").text
    game.say("jake", "I did it.", "consumption")
    jake = game.detective("jake")
    assert (jake.status, jake.consumed_by, jake.flaw, jake.fragments) == ("consumed", "Flaw", 5, ())
    assert game.seat_of["jake"] in game.table.investigators


def test_the_consumed_reveal_instead_of_testing() -> None:
    """UT-END-05, -06, UT-R-61: or go on testing, if the table likes."""
    game = owing("2H", sheet={"status": "consumed"})
    assert game.asked("jake")[0] == "revelation"
    assert owing("2H", sheet={"status": "consumed"}, consumed_tests="continue").asked("ryan")[0] == "frame_test"


def test_the_slide_is_to_be_shown() -> None:
    """UT-TEST-14, UT-END-05: a reminder when somebody near the edge enters a scene."""
    game = three()
    game.until("turn_choice")
    game.lay("jake", flaw=3)
    game.until("free_play")
    assert any("Donald Krake's Flaw is close to winning. Let it show." in line for line in game.story())
    lost = three()
    lost.until("turn_choice")
    lost.lay("jake", status="consumed")
    lost.until("free_play")
    assert any("lost to the past" in line for line in lost.story())
