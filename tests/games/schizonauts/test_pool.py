"""Questions and answers: the dice of a scene, up to the roll. (Ledger 2.7)"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from mneme.engine.errors import Refused
from tests.games.schizonauts.kit import Flashback, Night, shown

EDITIONS = ("game_chef", "revised")
FOUR = ("ada", "ben", "cyd", "dov")
LYDIAS_TABLE = ("Lydia", "Fred", "Rob", "Deborah")
CHAIN = ("The Meat Cleaver", "The Bribe Money", "The Hotel Fob", "The Slow Watch")


def scene(*names: str, key: str = "The Slow Watch", **options: Any) -> Flashback:
    """The first player's thief Jules has a scene with the second one's Agent Gordon."""
    game = Flashback(*(names or FOUR), **options)
    game.lay_chain(*CHAIN)
    game.open_scene(list(game.seat_of)[1], key=key)
    return game


def dice(*names: str, memory: str = "Gang Leader", answering: str = "intimacy", **options: Any) -> Flashback:
    """The same, with the dice on the table: Jules's violence 3 against Gordon's intimacy 4."""
    game = scene(*names, **options)
    game.to_the_dice(memory, answering)
    return game


def trades(game: Flashback, name: str) -> list[str]:
    """What a player may trade the dice for."""
    if "trade" not in game.may(name):
        return []
    return [option.key for option in game.choice(name, "trade").fields[0].options]


def give(game: Flashback, name: str, to: str, link: str = "") -> None:
    game.act(name, "contribute", to=game.seat_of[to], link=link)


def pass_all(game: Flashback, names: Iterable[str] = ("cyd", "dov")) -> None:
    for name in names:
        game.act(name, "pass_die")


def locked(game: Flashback) -> list[str]:
    return [game.name(seat) for seat in game.scene.locked]


def is_rolled(game: Flashback) -> bool:
    return bool(game.scene.rolls)


# -- what a pool is made of


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("memory", "answering", "actor", "visitor"),
    [
        ("Gang Leader", "violence", "3d6", "2d6"),
        ("Street Smart", "intimacy", "3d6", "4d6"),
        ("Commitment Issues", "knowledge", "1d6", "1d6"),
    ],
)
def test_as_many_d6_as_the_character_is_rated(
    edition: str, memory: str, answering: str, actor: str, visitor: str
) -> None:
    """SZ-DICE-01: Jules 3, 3, 1 acts; Gordon 2, 1, 4 visits."""
    game = scene("ada", "ben", "cyd", edition=edition, key="The Bribe Money")
    game.rate("ben", "agent", intimacy=2)  # and 2 for the money where it fits
    game.to_the_dice(memory, answering)
    assert (game.pool("ada"), game.pool("ben")) == (actor, visitor)


def test_in_endgame_it_is_the_overlap_that_counts() -> None:
    """SZ-DICE-01: without a reveal neither side's own rating matters."""
    game = Night("ada", "ben", "cyd")
    for name in ("ada", "ben"):
        game.rate(name, thief=6, agent=5, overlap=2)
    game.until("before_the_roll")
    pools = [game.scene.pool(game.seat_of[name]).units for name in ("ada", "ben")]
    assert pools == [2 + key_dice(game), 2]


def key_dice(game: Night) -> int:
    return sum(source.dice for source in game.scene.sources[game.scene.actor] if source.what == "key")


@pytest.mark.parametrize(
    ("key", "answering", "pool"),
    [
        ("The Meat Cleaver", "violence", "3d6"),
        ("The Bribe Money", "intimacy", "6d6"),
        ("The Bribe Money", "violence", "2d6"),
        ("The Slow Watch", "intimacy", "4d6"),
    ],
)
def test_the_key_adds_its_dice_only_in_its_own_aptitude(key: str, answering: str, pool: str) -> None:
    """SZ-DICE-02: Gordon is rated 2, 1, 4."""
    assert dice(key=key, answering=answering).pool("ben") == pool


def test_who_chooses_sees_what_each_choice_would_roll() -> None:
    """SZ-DICE-01, -02, SZ-FB-15, SZ-QA-05: Jules 3, 3, 1 acts; Gordon 2, 1, 4 visits, with 2 for the money."""
    game = scene(key="The Bribe Money")
    memories = game.field("ada", "use_memory", "memory").options
    assert {option.label: option.note for option in memories}["Gang Leader"] == "violence, 3d6"
    game.use("Gang Leader")
    game.work_in()
    game.act("ada", "pose_question", text="What becomes of them?")
    game.agree()
    ask = game.prompt("ben", "visitor_aptitude")
    assert ask.note == "What becomes of them?"
    assert [(option.key, option.note) for option in ask.options] == [
        ("violence", "2d6"), ("knowledge", "1d6"), ("intimacy", "6d6"),
    ]  # fmt: skip


def test_the_cap_of_eight_is_on_the_rating_not_on_the_pool() -> None:
    """SZ-DICE-02: 8, 2 for the money, and a contribution make 11."""
    game = scene(key="The Bribe Money")
    game.rate("ben", "agent", intimacy=8)
    give(game, "cyd", "ben")
    game.to_the_dice("Gang Leader", "intimacy")
    assert game.pool("ben") == "11d6"


def test_no_pool_is_ever_empty() -> None:
    """SZ-DICE-08: the lowest rating there is still rolls a die, and no trade takes it away."""
    game = dice(memory="Commitment Issues", answering="knowledge", key="The Bribe Money")
    assert (game.pool("ada"), game.pool("ben")) == ("1d6", "1d6")
    assert trades(game, "ada") == trades(game, "ben") == []
    pass_all(game)
    game.lock()
    assert [len(faces) for faces in game.scene.rolls.values()] == [1, 1]


# -- contributions


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_contributor_gives_one_die_to_actor_or_visitor(edition: str) -> None:
    """SZ-DICE-03: to either, once, and only contributors do."""
    game = dice(edition=edition)
    assert [name for name in FOUR if "contribute" in game.may(name)] == ["cyd", "dov"]
    assert [game.name(option.key) for option in game.choice("cyd", "contribute").fields[0].options] == ["ada", "ben"]
    give(game, "cyd", "ada", link="Gordon's badge opens the gate.")
    give(game, "dov", "ben")
    assert (game.pool("ada"), game.pool("ben")) == ("4d6", "5d6")
    assert "cyd gives ada a d6: Gordon's badge opens the gate." in game.story()


def test_a_die_is_given_once_and_for_all() -> None:
    """SZ-DICE-03: no second one, no taking back, and ada cannot refuse it."""
    game = dice()
    give(game, "cyd", "ada")
    assert not {"contribute", "pass_die"} & set(game.may("cyd"))
    with pytest.raises(Refused, match="Nothing is asked of you"):
        game.sitting.answer(game.seat_of["cyd"], "before_the_roll", {"act": "contribute", "to": game.seat_of["ben"]})
    assert set(game.may("ada")) == {"trade", "lock"}
    assert (game.pool("ada"), game.pool("ben")) == ("4d6", "4d6")


def test_nobody_else_can_be_given_a_die() -> None:
    """SZ-DICE-03."""
    game = dice()
    answer = {"act": "contribute", "to": game.seat_of["dov"], "link": ""}
    assert "You can pick: ada, ben" in game.refused("cyd", answer, "before_the_roll").sentence


@pytest.mark.parametrize(
    ("options", "link"),
    [
        ({}, "your thief, your agent, or somebody you voice"),
        ({"edition": "revised"}, "your thief or your agent"),
        ({"story_character_link": False}, "your thief or your agent"),
        ({"edition": "revised", "story_character_link": True}, "your thief, your agent, or somebody you voice"),
    ],
)
def test_a_die_comes_with_a_link_to_the_scene(options: dict[str, Any], link: str) -> None:
    """SZ-DICE-03, SZ-AMB-42: in Game Chef a story character you voice will do; nobody checks."""
    asked = dice(**options).choice("cyd", "contribute").fields[1].text
    assert link in asked
    assert "touch this scene from afar" in asked


def test_with_two_players_there_is_nobody_to_contribute() -> None:
    """SZ-DICE-03, ledger 11: the roll waits for the two alone."""
    game = dice("ada", "ben")
    assert not any("contribute" in game.may(name) for name in game.seat_of)
    game.lock()
    assert is_rolled(game)


# -- the time for contributions


def test_contributions_are_open_from_the_start_of_the_scene() -> None:
    """SZ-DICE-09: a die given before the aptitudes are known is held for its recipient."""
    game = scene()
    give(game, "cyd", "ben")
    assert game.scene.pools == {}
    game.to_the_dice("Gang Leader", "violence")
    assert game.pool("ben") == "3d6"
    assert "contribute" not in game.may("cyd")


def test_contributions_stay_open_whatever_is_being_asked() -> None:
    """SZ-DICE-09: while the question is weighed and the visitor chooses, too."""
    game = scene()
    assert "contribute" in game.may("dov")
    game.use("Gang Leader")
    game.work_in()
    game.act("ada", "pose_question", text="Who runs?")
    assert "contribute" in game.may("dov")
    game.agree()
    assert "contribute" in game.may("dov")
    game.say("ben", "violence", "visitor_aptitude")
    assert "contribute" in game.may("dov")


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_roll_waits_for_a_die_or_a_pass_from_each(edition: str) -> None:
    """SZ-DICE-09, SZ-AMB-68: nobody cuts the time short."""
    game = dice(edition=edition)
    game.lock()
    game.act("cyd", "pass_die")
    assert not is_rolled(game)
    assert [game.name(seat) for seat in game.sitting.play.awaited()] == ["dov"]
    game.act("dov", "pass_die")
    assert is_rolled(game)


def test_a_pass_can_become_a_die_until_the_roll() -> None:
    """SZ-DICE-09, SZ-AMB-68."""
    game = dice()
    pass_all(game)
    game.act("ada", "lock")
    assert game.may("cyd") == ["contribute"]
    give(game, "cyd", "ben")
    assert game.pool("ben") == "5d6"


def test_a_pass_in_the_middle_of_the_scene_holds_until_the_roll() -> None:
    """SZ-DICE-09: whoever has passed early is not waited for."""
    game = scene()
    pass_all(game)
    game.to_the_dice("Gang Leader", "intimacy")
    game.lock()
    assert is_rolled(game)


def test_a_new_die_takes_both_locks_off() -> None:
    """SZ-DICE-09."""
    game = dice()
    game.lock()
    assert locked(game) == ["ada", "ben"]
    give(game, "cyd", "ada")
    assert locked(game) == []
    game.act("dov", "pass_die")
    assert not is_rolled(game)
    game.lock()
    assert is_rolled(game)


def test_a_reveal_before_the_roll_takes_both_locks_off() -> None:
    """SZ-DICE-09: in endgame, where the visitor turns up a card."""
    game = Night("ada", "ben", "cyd")
    game.deal("ben", down="T")
    game.until("before_the_roll")
    game.act("ada", "lock")
    game.act("ben", "reveal_thief")
    assert game.scene.locked == ()


# -- trades


@pytest.mark.parametrize("edition", EDITIONS)
def test_dice_are_traded_up_before_the_roll(edition: str) -> None:
    """SZ-DICE-04: actor and visitor, each their own, whatever the dice came from."""
    game = dice(edition=edition)
    assert trades(game, "ada") == ["1d10", "1d8+1d6"]
    assert trades(game, "ben") == ["1d12", "1d10+1d6", "2d8", "1d8+2d6"]
    assert trades(game, "cyd") == []
    game.act("ada", "trade", pool="1d8+1d6")
    give(game, "cyd", "ada")
    assert game.pool("ada") == "1d8+2d6"
    assert {"1d12", "2d8", "1d10+1d6"} <= set(trades(game, "ada"))


def test_trades_are_exact() -> None:
    """SZ-DICE-05: five dice are no one die, and nothing is larger than a d12."""
    game = dice()
    give(game, "cyd", "ben")
    assert trades(game, "ben") == ["1d12+1d6", "1d10+1d8", "1d10+2d6", "2d8+1d6", "1d8+3d6"]
    for pool in ("1d12", "1d14", "2d12"):
        game.refused("ben", {"act": "trade", "pool": pool}, "before_the_roll")
    assert game.pool("ben") == "5d6"


def test_in_game_chef_a_trade_is_binding() -> None:
    """SZ-DICE-06, SZ-AMB-24: a die once made stays or grows; whoever waits has every pool open."""
    game = dice()
    game.act("ben", "trade", pool="1d8+2d6")
    assert "4d6" not in trades(game, "ben")
    assert trades(game, "ben") == ["1d12", "1d10+1d6", "2d8"]
    game.refused("ben", {"act": "trade", "pool": "4d6"}, "before_the_roll")
    game.act("ben", "trade", pool="2d8")
    assert trades(game, "ben") == ["1d12"]


def test_in_the_revised_edition_a_trade_can_be_undone() -> None:
    """SZ-DICE-06, SZ-AMB-24, -25: up and down, so that every pool of the same worth is open."""
    game = dice(edition="revised")
    game.act("ben", "trade", pool="1d12")
    assert trades(game, "ben") == ["1d10+1d6", "2d8", "1d8+2d6", "4d6"]
    game.act("ben", "trade", pool="2d8")
    assert "1d12" in trades(game, "ben")


@pytest.mark.parametrize("downgrade", [True, False])
def test_downgrading_is_a_ruling_of_the_tables_own(downgrade: bool) -> None:
    """SZ-AMB-24: `downgrade` goes before the edition."""
    for edition in EDITIONS:
        game = dice(edition=edition, downgrade=downgrade)
        game.act("ben", "trade", pool="1d12")
        assert ("4d6" in trades(game, "ben")) == downgrade


@pytest.mark.parametrize("edition", EDITIONS)
def test_larger_dice_combine_in_both_editions(edition: str) -> None:
    """SZ-DICE-04, SZ-AMB-25: 2d8 for a d12, although the revised book lists d6 only."""
    game = dice(edition=edition)
    game.act("ben", "trade", pool="2d8")
    game.act("ben", "trade", pool="1d12")
    assert game.pool("ben") == "1d12"


def test_example_e18_fred_and_lydia_trade() -> None:
    """E18 (SZ-DICE-01..05): Fred ends with 1d12+1d6, Lydia with 1d8+2d6, which could still become 1d12 or 2d8."""
    game = scene(*LYDIAS_TABLE, key="The Meat Cleaver")
    game.rate("Fred", "agent", violence=3)
    game.to_the_dice("Gang Leader", "violence")
    assert (game.pool("Fred"), game.pool("Lydia")) == ("4d6", "3d6")
    game.act("Fred", "trade", pool="1d12")
    game.act("Lydia", "trade", pool="1d8+1d6")
    give(game, "Rob", "Fred")
    give(game, "Deborah", "Lydia")
    assert (game.pool("Fred"), game.pool("Lydia")) == ("1d12+1d6", "1d8+2d6")
    assert trades(game, "Fred") == []
    assert {"1d12", "2d8"} <= set(trades(game, "Lydia"))


@pytest.mark.parametrize("edition", EDITIONS)
def test_example_e20_eight_dice_in_play(edition: str) -> None:
    """E20 (SZ-DICE-04): 8d6 may be rolled as 4d8, as 2d10+2d6 or as 2d12."""
    game = scene(edition=edition)
    game.rate("ben", "agent", intimacy=8)
    game.to_the_dice("Gang Leader", "intimacy")
    assert game.pool("ben") == "8d6"
    assert {"4d8", "2d10+2d6", "2d12"} <= set(trades(game, "ben"))


# -- locks, and the roll


def test_both_roll_together_when_both_are_locked() -> None:
    """SZ-DICE-07: not when one is; after the roll there is nothing to trade or to give."""
    game = dice(dice=[2, 3, 4, 5, 6, 1, 1])
    pass_all(game)
    game.act("ben", "lock")
    assert not is_rolled(game)
    game.act("ada", "lock")
    assert game.scene.rolls == {game.seat_of["ada"]: (2, 3, 4), game.seat_of["ben"]: (5, 6, 1, 1)}
    assert not any({"trade", "lock", "contribute"} & set(game.may(name)) for name in FOUR)


def test_who_has_locked_is_out_of_the_trading() -> None:
    """SZ-DICE-07."""
    game = dice()
    game.act("ada", "lock")
    assert game.may("ada") == []
    assert game.may("ben") == ["trade", "lock"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_dice_are_settled_in_the_open_and_a_change_takes_the_others_lock_off(edition: str) -> None:
    """SZ-AMB-26: each sees what the other will roll, and may answer it."""
    game = dice(edition=edition)
    game.act("ada", "lock")
    game.act("ben", "trade", pool="1d12")
    assert locked(game) == []
    assert "ben takes 1d12." in game.story("ada")
    assert "trade" in game.may("ada")


def three_clearings() -> Flashback:
    """In the revised edition, ada locks three times, and three times ben changes his dice."""
    game = dice(edition="revised")
    for pool in ("1d12", "2d8", "4d6"):
        assert not game.scene.last_choice
        game.act("ada", "lock")
        game.act("ben", "trade", pool=pool)
    return game


def test_after_three_clearings_both_make_one_last_sealed_choice() -> None:
    """SZ-AMB-26: so that nobody trades for ever; any pool each could still reach, opened together."""
    game = three_clearings()
    assert (game.may("ada"), game.may("ben")) == (["lock"], ["lock"])
    pass_all(game)
    game.lock()
    assert game.asked("ada") == game.asked("ben") == ["build_pool"]
    assert set(game.choices("ben")) == {"1d12", "1d10+1d6", "2d8", "1d8+2d6", "4d6"}
    before = shown(game, "ada")
    assert [shown["sealed"] for shown in before["prompts"]] == [True]
    game.say("ben", "1d10+1d6")
    after = shown(game, "ada")
    assert (after["state"], after["lines"]) == (before["state"], before["lines"])
    game.say("ada", "1d10")
    assert (game.pool("ada"), game.pool("ben")) == ("1d10", "1d10+1d6")
    assert {"ada has chosen 1d10.", "ben has chosen 1d10+1d6."} <= set(game.story("cyd"))
    assert is_rolled(game)


def test_a_change_of_mind_is_told_as_one() -> None:
    """SZ-DICE-04, -06: whoever has traded already changes to other dice."""
    game = three_clearings()
    trades = [line for line in game.story("ada") if line.startswith("ben ") and "d" in line.split()[-1]]
    assert trades == ["ben takes 1d12.", "ben changes to 2d8.", "ben changes to 4d6."]


def test_only_changed_dice_count_towards_the_last_choice() -> None:
    """SZ-AMB-26: a contribution takes locks off as well, but is nobody's counter-move."""
    game = dice(*FOUR, "eva", edition="revised")
    for name, pool in (("cyd", "1d12"), ("dov", "2d8")):
        game.act("ada", "lock")
        game.act("ben", "trade", pool=pool)
        game.act("ada", "lock")
        give(game, name, "ada")
    assert game.scene.clearings == 2
    assert not game.scene.last_choice
    assert "trade" in game.may("ada")


def test_sealed_both_choose_unseen_after_contributions_have_closed() -> None:
    """SZ-AMB-26: `pool_lock = sealed`."""
    game = dice(pool_lock="sealed")
    assert (trades(game, "ada"), trades(game, "ben")) == ([], [])
    game.lock()
    assert "build_pool" not in game.asked("ada")  # cyd and dov have not said
    give(game, "cyd", "ben")
    game.lock()
    game.act("dov", "pass_die")
    assert game.asked("cyd") == game.asked("dov") == []
    before = shown(game, "ben")
    assert [shown["sealed"] for shown in before["prompts"]] == [True]
    game.say("ada", "1d8+1d6", "build_pool")
    after = shown(game, "ben")
    assert (after["state"], after["lines"]) == (before["state"], before["lines"])
    game.say("ben", "1d12+1d6", "build_pool")
    assert (game.pool("ada"), game.pool("ben")) == ("1d8+1d6", "1d12+1d6")


def test_actor_first_the_actor_locks_for_good_and_then_the_visitor_chooses() -> None:
    """SZ-AMB-26: `pool_lock = actor_first`."""
    game = dice(pool_lock="actor_first")
    assert game.may("ben") == []
    game.act("ada", "trade", pool="1d10")
    game.act("ada", "lock")
    assert game.may("ada") == []
    game.act("ben", "trade", pool="1d12")
    assert locked(game) == ["ada"]
    game.act("ben", "lock")
    pass_all(game)
    assert is_rolled(game)
