"""Death: when a character may die, who has to agree, and how the dead play on. (Ledger 2.15)"""

from __future__ import annotations

from typing import Any

import pytest

from mneme.games.schizonauts.content import KEYS
from tests.games.schizonauts.kit import Fate, Night, Seated

EDITIONS = ("game_chef", "revised")
GAME_CHEF, REVISED = EDITIONS


def telling(*names: str, narrator: str = "ada", judge: str = "ben", **options: Any) -> Night:
    """Ada's endgame scene with Ben, its dice rolled."""
    game = Night(*(names or ("ada", "ben", "cyd")), **options)
    game.fall(narrator=narrator, judge=judge)
    if len(game.seat_of) > 2:
        game.invite("ben")
    game.until("telling")
    return game


def kill(game: Night, by: str, who: str, **consent: str) -> None:
    """Propose a death; the others answer as said."""
    game.act(by, "kill", who=game.seat_of[who])
    for name, answer in consent.items():
        game.say(name, answer, "kill_character")


def alive(game: Night) -> list[bool]:
    return [game.sheet(name).alive for name in game.seat_of]


def asked_for_consent(game: Night) -> list[str]:
    return [name for name in game.seat_of if "kill_character" in game.asked(name)]


def confirmation(**options: Any) -> Night:
    """Ada's final turn: her identity is confirmed, and Ben is her visitor."""
    game = Night("ada", "ben", "cyd", **options)
    game.final(ada=Fate("A", thief=0, agent=3))
    game.invite("ben")
    return game


# -- when


@pytest.mark.parametrize("edition", EDITIONS)
def test_nobody_dies_in_flashback(edition: str) -> None:
    """SZ-DEATH-01: the table is told so, and no death can be proposed."""
    game = Seated("ada", "ben", "cyd", edition=edition, length="custom", rounds=1)
    for window in ("telling", "close_scene"):
        game.until(window)
        assert not any("kill" in game.may(name) for name in game.seat_of)
    assert any("No player's character dies in flashback." in line for line in game.story("cyd"))


@pytest.mark.parametrize(
    ("options", "possible"),
    [
        ({"edition": GAME_CHEF}, True),
        ({"edition": REVISED}, False),
        ({"edition": GAME_CHEF, "endgame_death": "forbidden"}, False),
        ({"edition": REVISED, "endgame_death": "consensus"}, True),
    ],
)
def test_death_in_endgame(options: dict[str, Any], possible: bool) -> None:
    """SZ-DEATH-02, SZ-AMB-36: by consensus in Game Chef, never in the revised rules; option `endgame_death`."""
    game = telling(**options)
    told = "\n".join(game.story("cyd"))
    assert ("if everyone at the table agrees that it fits" in told) == possible
    assert ("No player's character dies in the endgame." in told) == (not possible)
    assert [("kill" in game.may(name)) for name in game.seat_of] == [possible, possible, False]
    game.until("close_scene")
    assert ("kill" in game.may("ada")) == possible


@pytest.mark.parametrize(
    ("options", "asks"),
    [
        ({"edition": GAME_CHEF}, True),
        ({"edition": REVISED}, False),
        ({"edition": GAME_CHEF, "final_death": "open"}, False),
        ({"edition": REVISED, "final_death": "consensus"}, True),
    ],
)
def test_death_in_the_final_resolution(options: dict[str, Any], asks: bool) -> None:
    """SZ-DEATH-03: allowed in both; by consensus, or on the teller's word alone; option `final_death`."""
    game = confirmation(**options)
    told = "\n".join(game.story("cyd"))
    assert ("A character may die in this last round, if everyone at the table agrees" in told) == asks
    assert ("The word of whoever is telling is enough." in told) == (not asks)
    note = "only if the table agrees; their player plays on" if asks else "your word is enough"
    assert game.choice("ben", "kill").note == note
    game.act("ben", "kill", who=game.seat_of["ada"])
    assert asked_for_consent(game) == (["ada", "cyd"] if asks else [])
    if asks:
        game.say("ada", "yes", "kill_character")
        game.say("cyd", "yes", "kill_character")
    assert game.scene.doomed == (game.seat_of["ada"],)
    game.until("say_final")
    assert alive(game) == [False, True, True]


# -- who has to agree


def test_a_death_needs_the_whole_table() -> None:
    """SZ-DEATH-02, SZ-AMB-36: everyone is asked, the victim's player too; with all agreed it comes at the close."""
    game = telling()
    game.act("ada", "kill", who=game.seat_of["ben"])
    assert asked_for_consent(game) == ["ben", "cyd"]
    assert game.prompt("cyd", "kill_character").default == "no"
    game.say("ben", "yes", "kill_character")
    game.say("cyd", "yes", "kill_character")
    assert game.scene.doomed == (game.seat_of["ben"],)


@pytest.mark.parametrize("consent", [{"ben": "no", "cyd": "yes"}, {"ben": "yes", "cyd": "no"}])
def test_one_objection_and_the_character_lives(consent: dict[str, str]) -> None:
    """SZ-DEATH-02, SZ-AMB-36: and it is not asked again in this scene."""
    game = telling()
    kill(game, "ada", "ben", **consent)
    name = game.sheet("ben").full_name
    assert f"{name} lives." in game.story("cyd")
    assert game.options("ada", "kill", "who") == [game.sheet("ada").full_name]
    game.until("bet")
    assert alive(game) == [True, True, True]


def test_the_victim_need_not_be_asked() -> None:
    """SZ-AMB-36: option `death_consent=all_but_victim`."""
    game = telling(death_consent="all_but_victim")
    game.act("ada", "kill", who=game.seat_of["ben"])
    assert asked_for_consent(game) == ["cyd"]
    game.say("cyd", "yes", "kill_character")
    game.until("bet")
    assert alive(game) == [True, False, True]


def test_with_two_players_the_victim_is_always_asked() -> None:
    """SZ-AMB-36: somebody has to agree, even where the victim's player is not counted."""
    game = telling("ada", "ben", death_consent="all_but_victim")
    game.act("ada", "kill", who=game.seat_of["ben"])
    assert asked_for_consent(game) == ["ben"]
    game.say("ben", "no", "kill_character")
    assert game.scene.doomed == ()


def test_you_may_offer_up_your_own_character() -> None:
    """SZ-DEATH-02: then the others are asked."""
    game = telling()
    game.act("ben", "kill", who=game.seat_of["ben"])
    assert asked_for_consent(game) == ["ada", "cyd"]


# -- who may die


def test_only_narrator_and_judge_propose_and_only_actor_and_visitor_die() -> None:
    """SZ-DEATH-06, SZ-AMB-73: nobody outside the scene, neither way."""
    game = telling()
    names = [game.sheet("ada").full_name, game.sheet("ben").full_name]
    assert game.options("ada", "kill", "who") == game.options("ben", "kill", "who") == names
    assert "kill" not in game.may("cyd")
    game.refused("ada", {"act": "kill", "who": game.seat_of["cyd"]}, "telling")


def test_in_the_gun_scene_both_of_them_die() -> None:
    """SZ-AMB-57, SZ-DEATH-06: either or both; each is asked for by itself."""
    game = telling()
    kill(game, "ada", "ben", ben="yes", cyd="yes")
    kill(game, "ben", "ada", ada="yes", cyd="yes")
    game.until("bet")
    assert alive(game) == [False, False, True]


def test_death_comes_when_the_scene_closes_and_changes_nothing_in_it() -> None:
    """SZ-DEATH-06: dice, payout and bets of that scene stay; from then on it is marked, for good."""
    game = telling()
    rolls = dict(game.scene.rolls)
    kill(game, "ada", "ben", ben="yes", cyd="yes")
    game.until("close_scene")
    assert alive(game) == [True, True, True]
    game.until("bet")
    assert alive(game) == [True, False, True]
    assert game.scene.rolls == rolls
    assert [game.sheet(name).coins for name in game.seat_of] == [3, 2, 0]
    game.bet("ada", on="ben", thief=3)
    game.bet("ben", on="ada", agent=2)
    assert (game.piles("ada"), game.piles("ben")) == ((0, 2), (3, 0))
    game.fall(narrator="ben", judge="cyd")
    game.until("telling")
    assert game.options("ben", "kill", "who") == [game.sheet("cyd").full_name]  # nobody dies twice
    game.rest()
    assert alive(game) == [True, False, True]


# -- the dead play on


def dead_actor(**options: Any) -> Night:
    """Ada is dead, and it is her turn. Her key fits her overlap memory; a thief card lies before her."""
    game = Night("ada", "ben", "cyd", plain={"visitor_aptitude": "violence"}, **options)
    game.lay("ada", alive=False, keys=(next(k.id for k in KEYS.values() if (k.aptitude, k.bonus) == ("violence", 2)),))
    game.rate("ada", overlap=2, thief=5, agent=5)
    game.rate("ben", overlap=2, thief=5, agent=5)
    game.deal("ada", "T")
    for memory in game.memories("ada", "overlap"):
        memory.struck = True
    game.write("ada", "overlap", "violence", "The Wet Coat")
    return game


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_dead_actor_keeps_turn_key_and_coin(edition: str) -> None:
    """SZ-DEATH-04: overlap memory and overlap rating, the key's bonus, pay and bets as for anybody."""
    game = dead_actor(edition=edition)
    game.fall(narrator="ada", judge="ben")
    game.invite("ben")
    assert game.options("ada", "use_memory", "memory") == ["The Wet Coat"]
    game.until("before_the_roll")
    assert game.pool("ada") == "4d6"
    game.until("bet")
    assert game.sheet("ada").coins == 3
    game.bet("ada", on="ben", thief=3)
    assert game.piles("ben")[0] == 3


def test_a_dead_player_contributes() -> None:
    """SZ-DEATH-04: for a die and a coin."""
    game = Night("ada", "ben", "cyd")
    game.lay("cyd", alive=False)
    game.invite("ben")
    game.give("cyd", to="ada")
    game.until("bet")
    assert game.sheet("cyd").coins == 1


def test_the_dead_have_no_benefit_from_a_card() -> None:
    """SZ-DEATH-04: no memory of either side and no full rating."""
    game = dead_actor()
    game.invite("ben")
    assert game.choice("ada", "reveal_thief").fields == ()
    game.act("ada", "reveal_thief")
    game.until("before_the_roll")
    assert game.pool("ada") == "4d6"


def test_the_table_hears_how_the_dead_play_on() -> None:
    """SZ-DEATH-04: letters, recordings, things set for a certain hour."""
    game = telling()
    kill(game, "ada", "ben", ben="yes", cyd="yes")
    game.until("bet")
    (line,) = (line for line in game.story("ben") if line.startswith(f"{game.sheet('ben').full_name} is dead."))
    assert "letters, recordings" in line
    assert "overlap memories and overlap ratings only" in line


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("dead", "pools"), [("ada", ("2d6", "5d6")), ("ben", ("5d6", "2d6"))])
def test_in_a_crisis_the_dead_roll_their_overlap(dead: str, pools: tuple[str, str], edition: str) -> None:
    """SZ-DEATH-05, SZ-CRIS-05: whatever memory is named; the living roll the full rating."""
    game = Night("ada", "ben", "cyd", edition=edition)
    for name in ("ada", "ben"):
        game.rate(name, overlap=2, thief=5, agent=5)
    game.final(ada=Fate("T", thief=0, agent=3), ben=Fate("A"))
    game.lay(dead, alive=False)
    game.invite("ben", "final_visitor")
    game.until("before_the_roll")
    assert (game.pool("ada"), game.pool("ben")) == pools
