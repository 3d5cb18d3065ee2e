"""What follows from the rules stands in the view, so that no board has to work it out for itself."""

from __future__ import annotations

from typing import Any

import pytest

from mneme.games.lost_days.moving import madness_check
from tests.games.lost_days.kit import Court, Seated


def court(king: str = "hugo", **options: Any) -> Court:
    return Court("cate", "hugo", "martin", king=king, **options)


def seen(game: Seated, noun: str) -> dict[str, Any]:
    """A noun as somebody who only looks on sees it."""
    return game.view(None).state[noun]


@pytest.mark.parametrize(
    ("values", "madness", "held", "bears"),
    [((4, 2, 0, 0), 1, 6, 2), ((3, 0, 0, 0), 0, 3, 1), ((3, 0, 0, 0), 3, 3, 0), ((3, 0, 0, 0), 9, 3, -1)],
)
def test_an_elf_knows_how_near_the_line_it_is(values: tuple[int, ...], madness: int, held: int, bears: int) -> None:
    """LD-MAD-01, LD-STRAIN-01: a point of strain moves a coin across; level is still on the safe side of the line."""
    game = court()
    game.lay("cate", madness=madness, values=values)
    elf = seen(game, "elf/a")
    assert (elf["held"], elf["bears"]) == (held, bears)


def test_past_the_line_is_past_it_for_good() -> None:
    """LD-MAD-04: coins that come later do not bring an elf back."""
    game = court()
    game.lay("cate", madness=5)
    madness_check(game.table)
    game.lay("cate", madness=0, values=(9, 9, 9, 9))
    elf = seen(game, "elf/a")
    assert (elf["status"], elf["held"], elf["bears"]) == ("doomed", 36, -1)


def test_coins_that_move_are_weighed_at_once() -> None:
    """LD-SELL-01, LD-MEM-04: a memory takes its coins along."""
    game = court()
    game.lay("cate", values=(5, 1, 1, 1))
    game.to_scene("cate")
    game.act("cate", "sell", memory=game.cards("cate")[0].noun_key)
    assert (seen(game, "elf/a")["held"], seen(game, "elf/a")["bears"]) == (3, 1)


@pytest.mark.parametrize(
    ("options", "held", "in_market"), [({}, 1, 1), ({"taint": "from_market_only"}, 0, 1)], ids=["every", "market"]
)
def test_a_tainted_memory_says_what_it_costs_now(options: dict[str, Any], held: int, in_market: int) -> None:
    """LD-MAD-09, LD-Q45: by option it costs a coin of madness only when it comes from the market."""
    game = court(**options)
    card = game.cards("cate")[0]
    assert seen(game, card.noun_key)["toll"] == 0
    game.table.taint(card)
    assert seen(game, card.noun_key)["toll"] == held
    game.table.move(card, "market")
    assert seen(game, card.noun_key)["toll"] == in_market


def test_who_was_level_and_let_it_go() -> None:
    """LD-CREATE-12: declining is final. Who bid less has nothing to let go."""
    game = Seated("cate", "hugo", "martin")
    game.write()
    game.auction("", cate=3, hugo=1, martin=3)
    assert seen(game, "round")["declined"] == []
    game.act("martin", "decline")
    assert seen(game, "round")["declined"] == [game.seat_of["martin"]]
    game.act("cate", "raise", to=4)
    assert seen(game, "round")["declined"] == []  # the next card


@pytest.mark.parametrize(
    ("king", "options", "gains"),
    [("hugo", {}, True), ("cate", {}, False), ("cate", {"nonking_opposition_winnings": "collects"}, True)],
    ids=["a king's", "a stand-in's", "a stand-in's that collects"],
)
def test_every_die_says_what_it_brings(king: str, options: dict[str, Any], gains: bool) -> None:
    """LD-GAIN-01, LD-STRAIN-01, LD-KING-08, LD-KING-09, LD-KING-14, LD-Q46: only elves strain; an opposition gains only
    where it wins for somebody, and that is what it then gets."""
    game = court(king, **options)
    game.lay("cate", purse=3, values=(3, 0, 0, 0))
    game.to_scene("cate")
    using = {"cate": game.cards("cate")[:1]}
    game.fight("cate", "opposition", dice=[1, 2, 6, 6, 6, 1], using=using)
    here = seen(game, "conflict")
    assert here["brings"] == {"first": ["strain", "", "gain"], "second": [*(["gain"] * 2 if gains else ["", ""]), ""]}
    runner = game.name(game.conflict.runner)
    before = game.elf(runner).purse
    game.settle("place_strain")
    assert seen(game, "conflict")["brings"]["first"] == ["strain", "", ""]  # gain has come
    paid = game.conflict.margin if gains else 0
    assert game.elf(runner).purse == before + paid + (2 if gains else 0)


def test_an_opposition_that_loses_brings_nothing() -> None:
    """LD-KING-09: what its dice show changes with who leads."""
    game = court("hugo")
    game.lay("cate", purse=3, values=(2, 0, 0, 0))
    game.to_scene("cate")
    game.fight("cate", "opposition", dice=[5, 6, 6, 1, 2], using={"cate": game.cards("cate")[:1]})
    assert (game.conflict.leader, seen(game, "conflict")["brings"]["second"]) == ("first", ["", "", ""])
    game.spends("cate", "extra_die_second", 6)
    game.spends("cate", "extra_die_second", 6)
    assert (game.conflict.leader, seen(game, "conflict")["brings"]["second"].count("gain")) == ("second", 3)


def test_who_leads_has_won_when_influence_is_over() -> None:
    """LD-SET-02, LD-SET-04, LD-Q29."""
    for dice, option, winner in (
        ([6, 5], "standoff", "first"),
        ([5, 5], "standoff", "none"),
        ([5, 5], "status_quo_side_wins", "second"),
    ):
        game = court("martin", draw_result=option)
        game.lay("cate", values=(1, 0, 0, 0))
        game.lay("hugo", values=(1, 0, 0, 0))
        game.to_scene("cate")
        using = {name: game.cards(name)[:1] for name in ("cate", "hugo")}
        game.fight("cate", "face/hugo", dice=dice, using=using)
        assert seen(game, "conflict")["winner"] == ""
        game.settle("narrate_outcome")
        assert seen(game, "conflict")["winner"] == winner


def test_whose_scene_of_the_cycle_runs() -> None:
    """LD-SCENE-01, LD-KING-18: it still does while another lies on top of it; the story scene is nobody's turn."""
    game = court("hugo")
    game.to_scene("martin")
    assert seen(game, "course")["framing"] == game.seat_of["martin"]
    game.offer("martin", "hugo", take=[game.crown.noun_key])
    game.act("hugo", "accept_trade", proposer=game.seat_of["martin"])
    assert (game.framer(), game.table.scene.kind) == ("martin", "interrupt")
    assert seen(game, "course")["framing"] == game.seat_of["martin"]
    game.until_true(lambda: game.table.scene.kind == "story")
    assert seen(game, "course")["framing"] == ""


def test_the_next_one_keeps_the_story_when_a_king_has_left() -> None:
    """LD-KING-13, LD-Q55: and that is the one who is named."""
    game = Court("ada", "ben", "cyd", "dee", king="ada")
    game.to_scene("cyd")
    game.act("ada", "leave")
    game.act("cyd", "end_scene")
    game.say("ben", "none", "substitute")
    course = seen(game, "course")
    assert (course["king"], course["caretaker"]) == ("", game.seat_of["ben"])
    assert f"The throne is empty. {game.elf('ben').name}'s player keeps the story going." in game.told()
