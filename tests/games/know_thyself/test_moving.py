"""The Guest Suite, moving, tolls, True Names, and the Palace itself. (Ledger 2.4, 2.5, 6.B)"""

from __future__ import annotations

import pytest

from mneme.games.know_thyself.content import PLAN, ROOMS, SKETCHES, TRUE_NAMES, adjacent
from mneme.games.know_thyself.moving import exit_status
from tests.games.know_thyself.kit import Seated


def status(game: Seated, name: str) -> str:
    return exit_status(game.table, game.seat_of[name])


# -- the Palace


def test_the_palace_as_it_is_drawn() -> None:
    """KT-AMB-29, -31, -41: 26 rooms, 30 ways, 5 sealed doors; one way out of the Guest Suite; no Grove, no Pond."""
    assert (len(ROOMS), len(PLAN.pathways), len(PLAN.sealed)) == (26, 30, 5)
    assert adjacent("guest_suite") == ("great_hall",)
    assert ROOMS["sparing_grounds"].name == "Sparring Grounds"
    assert not {"grove", "pond"} & set(ROOMS)
    assert "terrace" not in adjacent("courtyard")
    assert {"field"} <= set(adjacent("courtyard"))
    assert "cliffs" in adjacent("cemetery")


def moves_from(room: str) -> dict[str, int]:
    """How far every room is that can be walked to."""
    far, edge = {room: 0}, [room]
    for here in edge:
        new = [other for other in adjacent(here) if other not in far]
        far |= dict.fromkeys(new, far[here] + 1)
        edge += new
    return far


def test_every_ordinary_room_can_be_walked_to() -> None:
    """Ledger 6.B: moves from the Guest Suite, and the four dead ends."""
    far = moves_from("guest_suite")
    assert set(far) == set(ROOMS) - {"masters_suite"}
    assert (far["great_hall"], far["courtyard"], far["terrace"], far["study"], far["cemetery"]) == (1, 2, 4, 5, 6)
    dead_ends = {room for room in far if len(adjacent(room)) == 1}
    assert dead_ends == {"field", "fountain", "terrace", "guest_suite"}


def test_doors_lie_on_shared_walls() -> None:
    """Ledger 6.B: a short way touches both its rooms."""
    for way in PLAN.pathways:
        if way.strip is None:
            for room in (ROOMS[name] for name in way.rooms):
                assert room.x <= way.at[0] <= room.x + room.w
                assert room.y <= way.at[1] <= room.y + room.h


# -- leaving the Guest Suite


def test_the_guest_suite_is_left_with_all_things() -> None:
    """KT-MOVE-01, -02, KT-FX-01, KT-AMB-36: each gathers their own, and then no Wager is needed."""
    game = Seated("mia", "ada", "ben")
    game.until("explore")
    assert "move" not in game.may("ada")
    game.act("ada", "gather")
    assert "move" in game.may("ada")
    assert "move" not in game.may("ben")
    game.act("ada", "move", room="great_hall")
    assert game.guest("ada").room == "great_hall"


def test_the_gate_is_for_the_first_departure_only() -> None:
    """KT-MOVE-02, KT-FX-01: whoever comes back may go again."""
    game = Seated("mia", "ada")
    game.until("explore")
    game.put("guest_suite", "ada")
    assert status(game, "ada") == "gate"
    game.guest("ada").departed = True
    assert status(game, "ada") == "free"


# -- moving


def test_one_open_pathway_a_move() -> None:
    """KT-MOVE-03: adjacent rooms only; sealed doors stay shut."""
    game = Seated("mia", "ada").wake()
    game.act("ada", "move", room="great_hall")
    game.until("explore")
    game.settle("ada", cards=["8D", "2S"])
    rooms = [option.key for option in game.field("ada", "move", "room").options]
    assert rooms == ["banquet_hall", "courtyard", "guest_suite", "mirrored_hall", "parlor"]
    assert "masters_suite" not in rooms


def test_no_move_while_a_wager_is_open() -> None:
    """KT-MOVE-03, KT-AMB-09: one thing at a time."""
    game = Seated("mia", "ada", "ben").wake()
    game.begin("ada")
    assert not {"move", "pay_toll", "start_wager"} & {*game.may("ada"), *game.may("ben"), *game.may("mia")}


def test_those_who_arrive_together_are_freed_together() -> None:
    """KT-MOVE-04, -06, KT-MULTI-11: one member's Wager frees the group, and nobody who came later."""
    game = Seated("mia", "ada", "ben", "cyd").wake()
    game.put("garden", "ada", "ben")
    game.put("garden", "cyd")
    assert game.guest("ada").group == game.guest("ben").group != game.guest("cyd").group
    game.settle("ada", cards=["8D", "2S"])
    assert (status(game, "ada"), status(game, "ben"), status(game, "cyd")) == ("free", "free", "toll")


def test_a_room_is_named_when_it_is_entered() -> None:
    """KT-MOVE-05, KT-NAME-01, -02, example EX-03: Garden of Undeserved Allegiance, once and for all."""
    game = Seated("mia", "ada", "ben").wake()
    game.true_names = ["JH", "AC"]
    game.put("garden", "ada", "ben")
    assert game.table.room_name("garden") == "Garden of Undeserved Allegiance"
    game.put("kitchen", "ada")
    left = len(game.table.palace.red)
    game.put("garden", "ada")
    assert len(game.table.palace.red) == left
    assert game.seen(None)["palace"]["true_names"]["garden"]["noun"] == "Allegiance"


def test_each_word_comes_once() -> None:
    """KT-NAME-03, -05: drawn cards are out, and 26 rooms are 26 pairs."""
    game = Seated("mia", "ada").wake()
    for room in ROOMS:
        game.put(room, "ada")
    names = game.table.palace.true_names
    assert len({name.adjective for name in names.values()}) == len({name.noun for name in names.values()}) == 26
    assert len(game.table.palace.red) == len(game.table.palace.black) == 0


# KT-NAME-01: corners of the chart in ledger 8.1.
CHART = {"AD": "Abused", "KD": "Necessary", "AH": "Overbearing", "KH": "Unrealized", "AC": "Allegiance"} | {
    "KC": "Kinship",
    "AS": "Knowledge",
    "KS": "Union",
    "7H": "Sorrowful",
    "6C": "Desire",
}


def test_the_chart() -> None:
    """KT-NAME-01, ledger 8.1: 52 words, each on its card."""
    assert len(TRUE_NAMES) == len(set(TRUE_NAMES.values())) == 52
    assert {card: TRUE_NAMES[card] for card in CHART} == CHART


def test_backing_down_and_no_conflict_free_nobody() -> None:
    """KT-MOVE-07, KT-AMB-08."""
    game = Seated("mia", "ada", plain={"accept": "back_down"}).wake()
    game.put("garden", "ada")
    game.settle("ada")
    assert status(game, "ada") == "toll"
    game.plain |= {"conflict": "none"}
    game.settle("ada")
    assert status(game, "ada") == "toll"


def test_once_per_room_frees_for_good() -> None:
    """KT-AMB-08: an option; by default every visit asks anew."""
    for rule, later in (("per_visit", "toll"), ("once_per_room", "free")):
        game = Seated("mia", "ada", visit_rule=rule).wake()
        game.put("garden", "ada")
        game.settle("ada", cards=["8D", "2S"])
        game.put("kitchen", "ada")
        game.put("garden", "ada")
        assert status(game, "ada") == later


# -- tolls


def test_a_toll_is_one_coin_to_the_bank_and_frees_nobody_else() -> None:
    """KT-MOVE-08, KT-AMB-04, KT-COIN-04."""
    game = Seated("mia", "ada", "ben").wake()
    game.put("garden", "ada", "ben")
    before = game.coins("ada", "bank")
    game.act("ada", "pay_toll", room="kitchen", company=[])
    assert game.coins("ada", "bank") == (before[0] - 1, before[1] + 1)
    assert (game.guest("ada").room, status(game, "ben")) == ("kitchen", "toll")


def test_no_toll_when_free_or_poor() -> None:
    """KT-MOVE-08: only when not freed, and only with the Coins."""
    game = Seated("mia", "ada", toll="3").wake()
    game.put("garden", "ada")
    game.purse("ada", 2)
    assert not {"move", "pay_toll"} & set(game.may("ada"))
    game.purse("ada", 3)
    assert "pay_toll" in game.may("ada")
    game.settle("ada", cards=["8D", "2S"])
    assert "pay_toll" not in game.may("ada")


@pytest.mark.parametrize(("toll", "payee", "bank", "master"), [("2", "bank", 2, 0), ("3", "master", 0, 3)])
def test_other_tolls(toll: str, payee: str, bank: int, master: int) -> None:
    """KT-AMB-04: the options toll and toll_payee."""
    game = Seated("mia", "ada", toll=toll, toll_payee=payee).wake()
    game.put("garden", "ada")
    before = game.coins("bank", "master")
    game.act("ada", "pay_toll", room="kitchen")
    assert game.coins("bank", "master") == (before[0] + bank, before[1] + master)


def test_the_last_coin_as_a_toll_may_end_the_game() -> None:
    """KT-MOVE-08, -12, KT-AMB-07: covering first, then the endgame; nobody moves."""
    game = Seated("mia", "ada", "ben", plain={"cover_zero": 0}).wake()
    game.put("garden", "ada")
    game.purse("ada", 1)
    game.act("ada", "pay_toll", room="kitchen")
    assert game.asked("ben")[0] == "cover_zero"
    game.say("ben", 0)
    assert game.table.course.triggers == ("coins",)
    assert game.asked("mia") == ["blinding_light"]
    assert "kitchen" not in game.table.palace.true_names


def test_company_agrees_or_stays_and_pays_its_own_toll() -> None:
    """KT-MOVE-03, -12: the mover names companions; an unfreed one pays, and all arrive as one group."""
    game = Seated("mia", "ada", "ben", "cyd").wake()
    game.put("garden", "ada", "ben", "cyd")
    ben, cyd = game.seat_of["ben"], game.seat_of["cyd"]
    before = game.coins("ada", "ben", "cyd")
    game.act("ada", "pay_toll", room="kitchen", company=[ben, cyd])
    assert "It costs you 1 Coin." in game.prompt("ben").text
    game.say("ben", "come")
    game.say("cyd", "stay")
    assert [game.guest(name).room for name in ("ada", "ben", "cyd")] == ["kitchen", "kitchen", "garden"]
    assert game.coins("ada", "ben", "cyd") == (before[0] - 1, before[1] - 1, before[2])
    assert game.guest("ada").group == game.guest("ben").group


def test_the_masters_suite_cannot_be_entered() -> None:
    """KT-MOVE-09: by no pathway."""
    assert all("masters_suite" not in adjacent(room) for room in ROOMS)
    assert adjacent("masters_suite") == ()


def test_any_number_of_wagers_a_visit() -> None:
    """KT-MOVE-10."""
    game = Seated("mia", "ada").wake()
    game.put("garden", "ada")
    for cards in (["8D", "2S"], ["9H", "3C"]):
        game.settle("ada", cards=cards)
    assert game.table.course.wagers == 2
    assert "start_wager" in game.may("ada")


def test_nobody_has_a_turn() -> None:
    """KT-MOVE-11, KT-AMB-09, -37: everyone is asked at once, and the table counts who had the light."""
    game = Seated("mia", "ada", "ben").wake()
    assert all("explore" in game.asked(name) for name in ("mia", "ada", "ben"))
    assert "challenge_guest_suite" in game.may("mia")
    game.act("mia", "narrate", text="A bell rings twice.")
    assert "A bell rings twice." in game.story()
    game.settle("ben", cards=["8D", "2S"])
    assert game.table.course.spotlight == {game.seat_of["ben"]: 1}
    game.act("ada", "move", room="great_hall")
    assert game.table.course.spotlight == {game.seat_of["ben"]: 1, game.seat_of["ada"]: 1}


def test_whoever_waits_is_not_waited_for() -> None:
    """KT-MOVE-11, KT-AMB-09: they may still act; when all wait, or anybody acts, all are asked again."""
    game = Seated("mia", "ada", "ben").wake()
    ben, mia = game.seat_of["ben"], game.seat_of["mia"]
    game.act("ada", "wait")
    assert sorted(game.sitting.play.awaited()) == sorted([ben, mia])
    assert "wait" not in game.may("ada")
    assert "start_wager" in game.may("ada")
    game.act("mia", "wait")
    game.act("ben", "wait")
    assert game.table.course.waiting == ()
    assert len(game.sitting.play.awaited()) == 3
    game.act("ada", "wait")
    game.act("mia", "narrate", text="A bell rings twice.")
    assert game.table.course.waiting == ()


def test_the_master_shows_a_room_when_it_is_first_entered() -> None:
    """KT-NPC-01: with the card before the Master alone, and only the first time."""
    game = Seated("mia", "ada", "ben").wake()
    game.act("ada", "move", room="great_hall")
    assert "first_sight" in game.asked("mia")
    assert game.prompt("mia", "first_sight").note == f"For your eyes: {SKETCHES['great_hall'].look}"
    assert "explore" not in game.asked("ada")
    game.say("mia", "A painted cloud, and it drips.", "first_sight")
    assert "A painted cloud, and it drips." in game.story("ada")
    game.act("ben", "move", room="great_hall")
    assert "explore" in game.asked("mia")


def test_the_only_way_is_taken_by_default() -> None:
    """KT-MOVE-03: from the Guest Suite there is one."""
    game = Seated("mia", "ada", "ben").wake()
    (way,) = game.field("ada", "move", "room").options
    assert (game.field("ada", "move", "room").default, way.note) == ("great_hall", "nobody has been there yet")
    game.put("great_hall", "ben")
    (way,) = game.field("ada", "move", "room").options
    assert way.note == "ben is there"


def test_every_sheet_says_whether_its_guest_may_leave() -> None:
    """KT-MOVE-06, KT-FX-06, ledger 9.4: for all to see."""
    game = Seated("mia", "ada", "ben")
    game.until("explore")
    sheet = f"guest/{game.seat_of['ada']}"
    assert game.seen(None)[sheet]["exit"] == "gate"
    game.act("ada", "gather")
    assert game.seen(None)[sheet]["exit"] == "free"
    game.act("ada", "move", room="great_hall")
    game.until("explore")
    assert game.seen("ben")[sheet]["exit"] == "toll"
    game.settle("ada", cards=["8D", "2S"])
    assert game.seen(None)[sheet]["exit"] == "free"


def test_a_poor_guest_without_tolls_is_stuck_and_the_table_may_end() -> None:
    """KT-AMB-07: 1 Coin, no toll: the screen says so and the early call is always open."""
    game = Seated("mia", "ada", toll="off").wake()
    game.put("garden", "ada")
    game.act("ada", "call_the_end")
    game.say("mia", "no")
    assert "call_the_end" not in game.may("ada")
    game.purse("ada", 1)
    assert "You are stuck" in game.prompt("ada").note
    assert "call_the_end" in game.may("ada")
