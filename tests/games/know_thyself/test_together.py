"""Wagers with several guests, and what rooms do. (Ledger 2.14, 2.15)"""

from __future__ import annotations

from typing import Any

import pytest

from mneme.games.know_thyself.moving import exit_status
from tests.games.know_thyself.kit import Seated


def together(*cards: str, names: tuple[str, ...] = ("ada", "ben"), **options: Any) -> Seated:
    """These guests in one Wager, begun by the first of them, with a stake of 4."""
    game = Seated("mia", *names, **options).wake()
    game.begin(*names, stake=4, cards=cards)
    return game


def results(game: Seated) -> dict[str, str]:
    return {game.name(seat): result for seat, result in game.wager.result.items()}


def test_one_stake_and_a_pile_for_each() -> None:
    """KT-MULTI-01, -02."""
    game = together()
    game.until("accept")
    assert game.wager.master_side == {game.seat_of["ada"]: 4, game.seat_of["ben"]: 4}
    assert game.coins("master") == (32,)


def test_each_accepts_or_backs_down_alone() -> None:
    """KT-MULTI-03, -12, KT-WAGER-09: the rest go on; the Master's pile for that guest returns."""
    game = together()
    game.until("accept")
    game.say("ada", "back_down")
    assert game.asked("mia")[0] == "retreat"  # a player began it, though it is the one who backs down
    game.until("keep")
    assert game.wager.accepted == (game.seat_of["ben"],)
    assert game.coins("master") == (36,)
    game.until("narration", "narration_vote")
    assert "narration" in game.asked("ben")


def test_a_participant_without_a_conflict_drops_out() -> None:
    """KT-MULTI-12, KT-WAGER-05: answered for each; k is what is left."""
    game = together()
    game.until("conflict")
    game.say("mia", "none")
    game.until("stake")
    assert game.prompt("mia").fields[-1].most == 40


def test_edges_for_each() -> None:
    """KT-MULTI-04: one window a participant, each pile on its own."""
    game = Seated("mia", "ada", "ben").wake()
    for name in ("ada", "ben"):
        game.edge(name, "Well known")
    game.begin("ada", "ben", stake=4)
    game.until("edges")
    game.act("mia", "call_hindrance", edge="edge1", how="")
    game.act("ada", "pass")
    assert "call_hindrance" in game.may("mia")
    assert "call_help" in game.may("ben")
    game.act("ben", "call_help", edge="edge1", how="")
    sides = [
        (game.wager.player_side[game.seat_of[name]], game.wager.master_side[game.seat_of[name]])
        for name in ("ada", "ben")
    ]
    assert sides == [(5, 4), (4, 5)]


def test_the_initiator_draws_first_then_by_seat() -> None:
    """KT-MULTI-05, KT-AMB-21: each finishes before the next."""
    game = Seated("mia", "ada", "ben", "cyd").wake()
    game.begin("cyd", "ada", "ben")
    drawn: list[str] = []
    while (name := game.until("keep", "narration_vote")) and "keep" in game.asked(name):
        drawn.append(name)
        game.say(name, "keep")
    assert drawn == ["cyd", "ada", "ben"]


def test_one_card_of_the_master_for_all() -> None:
    """KT-MULTI-06, KT-CARD-04, example EX-09: a Full, a Minor and a failure against one card."""
    game = together("9D", "2D", "3D", "8D", "4D", "7S", names=("ada", "ben", "cyd"))
    game.until("keep")
    game.say("ada", "keep")
    game.say("ben", "discard")
    game.say("ben", "discard")
    game.say("cyd", "keep")
    assert results(game) == {"ada": "full", "ben": "minor", "cyd": "failure"}


def test_a_masters_ace_is_judged_for_each() -> None:
    """KT-MULTI-06, KT-CARD-02: high against a King, low against a 3."""
    game = together("KD", "3D", "AS")
    game.until("narration_vote")
    assert results(game) == {"ada": "failure", "ben": "full"}


def test_each_loser_invokes_against_the_same_card() -> None:
    """KT-MULTI-07: in the same order, from the same deck."""
    game = Seated("mia", "ada", "ben").wake()
    for name in ("ada", "ben"):
        game.remember(name, "D")
    game.begin("ada", "ben", cards=["3D", "4D", "9S", "KH", "5H"])
    assert game.until("invoke") == "ada"
    game.say("ada", game.memories("ada")[0].noun_key)
    game.say("ada", "")
    assert "invoke" in game.asked("ben")
    game.say("ben", game.memories("ben")[0].noun_key)
    game.say("ben", "")
    assert results(game) == {"ada": "minor", "ben": "failure"}


@pytest.mark.parametrize(
    ("votes", "choice"),
    [(("outcome", "outcome"), "outcome"), (("memory", "memory"), "memory"), (("outcome", "memory"), "")],
)
def test_one_common_choice(votes: tuple[str, str], choice: str) -> None:
    """KT-MULTI-08, KT-AMB-28: hidden until all are in; an even split is the Master's."""
    game = together("8D", "9D", "2S")
    game.until("narration_vote")
    game.say("ada", votes[0])
    assert "narration_vote" in game.asked("ben")
    assert game.wager.choice == ""
    game.say("ben", votes[1])
    if not choice:
        game.say("mia", "memory")
    assert game.wager.choice == (choice or "memory")


def test_a_majority_of_three() -> None:
    """KT-MULTI-08."""
    game = together("8D", "9D", "10D", "2S", names=("ada", "ben", "cyd"))
    game.until("narration_vote")
    for name, vote in (("ada", "outcome"), ("ben", "memory"), ("cyd", "memory")):
        game.say(name, vote)
    assert game.wager.choice == "memory"


def test_players_tell_first_then_the_master_for_each() -> None:
    """KT-MULTI-09."""
    game = together("8D", "9D", "2S", plain={"narration_vote": "outcome"})
    told = []
    while (name := game.until("outcome", "memory", "contradictions")) and "contradictions" not in game.asked("mia"):
        told.append((name, game.prompt(name).name))
        game.step()
    assert told == [("ada", "outcome"), ("ben", "outcome"), ("mia", "memory"), ("mia", "memory")]


def test_payment_memory_and_edge_for_each() -> None:
    """KT-MULTI-10, KT-MEM-01, KT-AMB-14: everyone is paid before anybody is covered."""
    game = Seated("mia", "ada", "ben").wake()
    game.purse("ada", 4)
    game.begin("ada", "ben", stake=4, cards=["3D", "9D", "7S"])
    game.until("cover_zero")
    assert game.coins("ada", "ben") == (0, 16)
    game.say("ben", 4)
    game.until("edge_change")
    game.say("ada", "none")
    assert "edge_change" in game.asked("ben")
    game.until("explore")
    assert [len(game.memories(name)) for name in ("ada", "ben")] == [1, 1]
    assert game.memories("ada")[0].suit == game.memories("ben")[0].suit == "S"


def test_one_edge_change_a_wager_by_option() -> None:
    """KT-AMB-14: the first to claim it uses it up."""
    game = together("8D", "9D", "2S", edge_change="per_wager", plain={"narration_vote": "outcome"})
    game.until("edge_change")
    game.say("ada", "add")
    game.say("ada", "Loud")
    assert "edge_change" not in game.asked("ben")


def test_every_participants_group_is_settled() -> None:
    """KT-MULTI-11."""
    game = Seated("mia", "ada", "ben").wake()
    game.put("garden", "ada")
    game.put("garden", "ben")
    game.settle("ada", "ben", cards=["8D", "9D", "2S"])
    assert {exit_status(game.table, seat) for seat in game.table.guests} == {"free"}


# -- rooms


def test_wagers_are_possible_in_the_guest_suite() -> None:
    """KT-FX-01: but none is needed."""
    game = Seated("mia", "ada").wake()
    assert {"move", "start_wager"} <= set(game.may("ada"))


@pytest.mark.parametrize(("master", "status"), [("2S", "free"), ("9S", "gate")])
def test_winning_a_wager_about_it_opens_the_guest_suite(master: str, status: str) -> None:
    """KT-MOVE-02, KT-WAGER-12: without the Attachments, and only by a win."""
    game = Seated("mia", "ada")
    game.until("explore")
    ada = game.seat_of["ada"]
    game.begin("ada", cards=["3D", master])
    game.until("stake")
    game.say("mia", {"counter": "", f"issue_{ada}": "leave_things", "stake": 2})
    game.until("explore")
    assert exit_status(game.table, ada) == status


def climb(game: Seated, issue: str, *cards: str) -> None:
    game.begin("ada", cards=cards)
    game.until("stake")
    game.say("mia", {"counter": "", f"issue_{game.seat_of['ada']}": issue, "stake": 2})
    game.until("explore")


def test_the_foot_of_the_cliff() -> None:
    """KT-FX-06, KT-MOVE-08: down by a win, up only by a win; no toll, no other Wager, and nobody else is held."""
    game = Seated("mia", "ada", "ben").wake()
    game.put("cliffs", "ada", "ben")
    climb(game, "climb_down", "9D", "2S")
    assert game.guest("ada").foot
    assert not {"move", "pay_toll"} & set(game.may("ada"))
    assert "move" in game.may("ben")
    climb(game, "climb_up", "3D", "9S")
    assert game.guest("ada").foot
    climb(game, "other", "9D", "3S")
    assert game.guest("ada").foot
    climb(game, "climb_up", "9D", "3S")
    assert not game.guest("ada").foot
    assert "move" in game.may("ada")


def lost_in(room: str, *names: str, **options: Any) -> Seated:
    game = Seated("mia", "ada", "ben", "cyd", **options).wake()
    game.put(room, "ada", "ben")
    game.begin(*names, by="mia", cards=["3D", "4D", "9S"] if len(names) == 2 else ["3D", "9S"])
    game.until("displace")
    return game


@pytest.mark.parametrize("room", ["hedge_maze", "mirrored_hall"])
def test_a_maze_may_set_a_loser_down_elsewhere(room: str) -> None:
    """KT-FX-02, -04, -05, KT-AMB-16: any other room but the Master's Suite; named, a new group, a new Wager."""
    game = lost_in(room, "ada")
    game.say("mia", "losers")
    rooms = [option.key for option in game.prompt("mia").fields[0].options]
    assert "masters_suite" not in rooms
    assert room not in rooms
    game.say("mia", {game.seat_of["ada"]: "study"})
    assert (game.guest("ada").room, game.guest("ben").room) == ("study", room)
    assert "study" in game.table.palace.true_names
    assert exit_status(game.table, game.seat_of["ada"]) == "toll"


def test_a_maze_need_not_move_anybody_and_way_back_is_on_foot() -> None:
    """KT-FX-02, -03: optional; and nobody is put back."""
    game = lost_in("hedge_maze", "ada")
    game.say("mia", "none")
    assert game.guest("ada").room == "hedge_maze"
    other = lost_in("hedge_maze", "ada")
    other.say("mia", "losers")
    other.say("mia", {other.seat_of["ada"]: "cemetery"})
    assert "first_sight" in other.asked("mia")  # it is a room like any other
    other.until("explore")
    rooms = [option.key for option in other.field("ada", "pay_toll", "room").options]
    assert rooms == ["cliffs", "shrine"]


def test_several_losers_go_each_their_way_or_all_together() -> None:
    """KT-FX-02, KT-MOVE-04."""
    game = lost_in("hedge_maze", "ada", "ben")
    game.say("mia", "losers")
    game.say("mia", {game.seat_of["ada"]: "study", game.seat_of["ben"]: "study"})
    assert game.guest("ada").group == game.guest("ben").group
    other = lost_in("hedge_maze", "ada", "ben")
    other.say("mia", "losers")
    other.say("mia", {other.seat_of["ada"]: "stay", other.seat_of["ben"]: "study"})
    assert (other.guest("ada").room, other.guest("ben").room) == ("hedge_maze", "study")


@pytest.mark.parametrize(("scope", "moved"), [("room", ["ada", "ben"]), ("game", ["ada", "ben", "cyd"])])
def test_all_means_all_here(scope: str, moved: list[str]) -> None:
    """KT-FX-02, KT-AMB-16: or, by option, everyone in the Palace."""
    game = lost_in("hedge_maze", "ada", displace_scope=scope)
    game.say("mia", "all")
    game.say("mia", "kitchen")
    assert [name for name in ("ada", "ben", "cyd") if game.guest(name).room == "kitchen"] == moved


def test_no_displacement_once_it_is_time() -> None:
    """KT-FX-05, KT-END-05, KT-AMB-40."""
    game = Seated("mia", "ada").wake()
    game.put("hedge_maze", "ada")
    game.purse("ada", 2)
    game.begin("ada", cards=["3D", "9S"])
    assert "displace" not in game.asked(game.until("displace", "blinding_light"))


def test_what_a_room_does_is_told_when_it_is_entered() -> None:
    """Ledger 3.1, KT-FX-06."""
    game = Seated("mia", "ada").wake()
    assert not any("foot of the cliff" in line for line in game.story("ada"))
    assert set(game.seen("ada")["palace"]["effects"]) == {"guest_suite"}
    game.put("cliffs", "ada")
    assert any("foot of the cliff" in line for line in game.story("ada"))
    assert set(game.seen(None)["palace"]["effects"]) == {"guest_suite", "cliffs"}
