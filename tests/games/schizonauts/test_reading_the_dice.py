"""Questions and answers: the roll is read twice, for the narrator and for the judge. (Ledger 2.7)"""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.schizonauts.kit import Flashback, Night

EDITIONS = ("game_chef", "revised")
FOUR = ("ada", "ben", "cyd", "dov")
HIGH_AND_LOW = ([6, 1], [3, 3])  # ada has the highest die and the lowest


def rolled(actor: list[int], visitor: list[int], *names: str, **options: Any) -> Flashback:
    """Ada's Jules and ben's Agent Gordon throw these, all d6, over violence and intimacy; nobody contributes."""
    game = Flashback(*(names or FOUR), dice=[*actor, *visitor], **options)
    game.lay_chain("The Slow Watch", "The Meat Cleaver", "The Hotel Fob", "The Fire Axe")
    game.rate("ada", "thief", violence=len(actor))
    game.rate("ben", "agent", intimacy=len(visitor))
    game.open_scene("ben", key="The Slow Watch")
    for name in list(game.seat_of)[2:]:
        game.act(name, "pass_die")
    game.to_the_dice("Gang Leader", "intimacy")
    game.lock()
    return game


# -- the two readings


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("actor", "visitor", "narrator"),
    [
        ([6, 2], [5, 3], "ada"),  # the higher die
        ([4, 4], [5, 1], "ben"),
        ([6, 3], [6, 4], "ben"),  # 6 and 6 are set aside
        ([6, 4], [6], "ada"),  # ben has run out
        ([6], [6, 1], "ben"),  # ada has run out
        ([4, 2], [2, 4], "ada"),  # all equal: the actor
    ],
)
def test_the_higher_dice_tell_the_story(edition: str, actor: list[int], visitor: list[int], narrator: str) -> None:
    """SZ-ROLE-01, SZ-AMB-22: read alike in both editions."""
    game = rolled(actor, visitor, edition=edition)
    assert game.name(game.scene.rolled_narrator) == narrator


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("actor", "visitor", "judge"),
    [
        ([6, 2], [5, 3], "ada"),  # the lower die
        ([4, 4], [5, 1], "ben"),
        ([2, 5], [2, 4], "ben"),  # 2 and 2 are set aside
        ([2, 5], [2], "ben"),  # ben has run out, and that wins here
        ([2], [2, 3], "ada"),
        ([4, 2], [2, 4], "ben"),  # all equal: the visitor
    ],
)
def test_the_lower_dice_set_the_price(edition: str, actor: list[int], visitor: list[int], judge: str) -> None:
    """SZ-ROLE-02, SZ-AMB-22: read alike in both editions."""
    game = rolled(actor, visitor, edition=edition)
    assert game.name(game.scene.rolled_judge) == judge


def test_each_reading_starts_from_the_full_roll() -> None:
    """SZ-ROLE-03, SZ-AMB-23: were the 6s set aside for good, ben would have run out and be judge; but 5 is below 6."""
    game = rolled([6, 5], [6])
    assert (game.narrator, game.judge) == ("ada", "ada")


def test_example_e19_fred_narrates_and_lydia_judges() -> None:
    """E19 (SZ-ROLE-01..03): 7 beats 5; then 2 and 2 are set aside, and 5 is below 7."""
    game = Flashback("Lydia", "Fred", "Rob", "Deborah", dice=[5, 2, 5, 7, 2])
    game.lay_chain("The Meat Cleaver", "The Bribe Money", "The Hotel Fob", "The Slow Watch")
    game.rate("Fred", "agent", violence=3)
    game.open_scene("Fred", key="The Meat Cleaver")
    game.act("Rob", "contribute", to=game.seat_of["Fred"])
    game.act("Deborah", "contribute", to=game.seat_of["Lydia"])
    game.to_the_dice("Gang Leader", "violence")
    game.act("Fred", "trade", pool="1d12+1d6")
    game.act("Lydia", "trade", pool="1d8+2d6")
    game.lock()
    assert game.scene.rolls == {game.seat_of["Lydia"]: (5, 2, 5), game.seat_of["Fred"]: (7, 2)}
    assert (game.narrator, game.judge) == ("Fred", "Lydia")
    (reading,) = (line.text for line in game.table.lines if line.kind == "roles")
    assert reading == (
        "Fred has the high dice and is the narrator. After 1 equal pair Lydia has the low dice and is the judge."
    )


@pytest.mark.parametrize(
    ("actor", "visitor", "reading"),
    [
        ([6, 4], [6], "After 1 equal pair ben has run out of dice, so ada has the high dice."),
        ([2, 5], [2], "After 1 equal pair ben has run out of dice, so ben has the low dice and is the judge."),
        ([4, 2], [2, 4], "All dice are equal, so ben has the low dice as visitor and is the judge."),
        ([6, 1], [3, 3], "ada has the high dice and the low dice, and is narrator and judge."),
    ],
)
def test_the_reading_says_who_ran_out(actor: list[int], visitor: list[int], reading: str) -> None:
    """SZ-ROLE-01, -02: to run out loses the story and wins the price."""
    game = rolled(actor, visitor)
    (told,) = (line.text for line in game.table.lines if line.kind == "roles")
    assert reading in told


# -- one player wins both


def test_in_game_chef_one_player_may_hold_both_roles() -> None:
    """SZ-ROLE-04, SZ-AMB-18: nobody is asked; but the price must pass the others."""
    game = rolled(*HIGH_AND_LOW)
    assert (game.narrator, game.judge) == ("ada", "ada")
    game.tell_it()
    assert [name for name in FOUR if "price_challenge" in game.asked(name)] == ["ben", "cyd", "dov"]


def test_in_the_revised_edition_a_double_winner_gives_one_role_to_a_contributor() -> None:
    """SZ-ROLE-05, SZ-AMB-18: to any, although neither gave a die; never to the other in the scene."""
    game = rolled(*HIGH_AND_LOW, edition="revised")
    assert game.asked("ada") == ["keep_role"]
    form: Any = game.prompt("ada")
    assert [option.key for option in form.fields[0].options] == ["narrator", "judge"]
    assert [game.name(option.key) for option in form.fields[1].options] == ["cyd", "dov"]
    assert game.refused("ada", {"keep": "judge", "give_to": game.seat_of["ben"]}).rule == "SZ-ROLE-05"
    assert "give_to is missing" in game.refused("ada", {"keep": "judge"}).sentence


@pytest.mark.parametrize(("keep", "narrator", "judge"), [("narrator", "ada", "dov"), ("judge", "dov", "ada")])
def test_the_winner_chooses_which_role_to_keep(keep: str, narrator: str, judge: str) -> None:
    """SZ-ROLE-05: and the contributor plays the other."""
    game = rolled(*HIGH_AND_LOW, edition="revised")
    game.say("ada", {"keep": keep, "give_to": game.seat_of["dov"]})
    assert (game.narrator, game.judge) == (narrator, judge)
    assert "answer" in game.may(narrator)
    assert "price" in game.may(judge)


@pytest.mark.parametrize("edition", EDITIONS)
def test_who_wins_one_role_keeps_it(edition: str) -> None:
    """SZ-ROLE-05: nothing is given away."""
    game = rolled([6, 5], [1, 1], edition=edition)
    assert (game.narrator, game.judge, game.asked("ada")) == ("ada", "ben", ["telling"])


@pytest.mark.parametrize(("ruling", "asked"), [("keep", "telling"), ("give_away", "keep_role")])
def test_holding_both_is_a_ruling_of_the_tables_own(ruling: str, asked: str) -> None:
    """SZ-AMB-18: `role_double` goes before the edition."""
    for edition in EDITIONS:
        assert rolled(*HIGH_AND_LOW, edition=edition, role_double=ruling).asked("ada") == [asked]


@pytest.mark.parametrize(("keep", "narrator", "judge"), [("narrator", "ada", "ben"), ("judge", "ben", "ada")])
def test_with_two_players_the_other_one_takes_the_role(keep: str, narrator: str, judge: str) -> None:
    """SZ-AMB-17, ledger 11: there is no contributor; the winner still chooses which."""
    game = rolled(*HIGH_AND_LOW, "ada", "ben", edition="revised")
    game.say("ada", {"keep": keep})
    assert (game.narrator, game.judge) == (narrator, judge)


def test_by_another_ruling_two_players_keep_both() -> None:
    """SZ-AMB-17: `double_role_n2 = keep`; with three it changes nothing."""
    game = rolled(*HIGH_AND_LOW, "ada", "ben", edition="revised", double_role_n2="keep")
    assert (game.narrator, game.judge, game.asked("ada")) == ("ada", "ada", ["telling"])
    game = rolled(*HIGH_AND_LOW, "ada", "ben", "cyd", edition="revised", double_role_n2="keep")
    assert game.asked("ada") == ["keep_role"]


# -- a role that changes hands


@pytest.mark.parametrize("options", [{"edition": "revised"}, {"role_double": "give_away"}])
def test_a_role_given_away_keeps_the_givers_aptitude(options: dict[str, Any]) -> None:
    """SZ-AMB-20: ada rolled violence, so dov's price is one of violence; in the revised edition as advice."""
    game = rolled(*HIGH_AND_LOW, **options)
    game.say("ada", {"keep": "narrator", "give_to": game.seat_of["dov"]})
    note = game.choice("dov", "price").note
    assert note == ("it helps if it fits violence" if "edition" in options else "let it fit violence")


@pytest.mark.parametrize(("ruling", "coins"), [("holder", (3, 0, 2)), ("roller", (5, 0, 0))])
def test_who_holds_a_role_at_the_close_is_paid_for_it(ruling: str, coins: tuple[int, ...]) -> None:
    """SZ-AMB-19: ada gives cyd the judge's role, and its coins go with it, unless `role_coin` says otherwise."""
    game = Night("ada", "ben", "cyd", edition="revised", role_coin=ruling)
    game.rate("ada", overlap=2)
    game.fall(narrator="ada", judge="ada")
    game.until("keep_role")
    game.say("ada", {"keep": "narrator"})
    game.until("bet")
    assert tuple(game.sheet(name).coins for name in ("ada", "ben", "cyd")) == coins


def test_a_role_passed_on_by_a_challenge_is_paid_to_its_new_holder() -> None:
    """SZ-AMB-19: in Game Chef the table finds ben's price too small."""
    game = Night("ada", "ben", "cyd")
    game.fall(narrator="ada", judge="ben")
    game.until("price_challenge")
    for name in ("ada", "cyd"):
        game.act(name, "too_little")
    game.until("bet")
    assert [game.sheet(name).coins for name in ("ada", "ben", "cyd")] == [5, 0, 0]


# -- after the roll


def night_after_the_roll(**options: Any) -> Night:
    """An endgame scene of ada and ben, both with a thief card face down and a rating to gain by it."""
    game = Night("ada", "ben", "cyd", plain={"visitor_aptitude": "violence"}, **options)
    for name in ("ada", "ben"):
        game.deal(name, down="TA")
        game.rate(name, thief=4, agent=4, overlap=2)
    game.until("reveal_after_roll", "telling")
    return game


@pytest.mark.parametrize(
    ("judge", "roles"), [("ada", "ada is narrator and judge"), ("ben", "ada is the narrator and ben the judge")]
)
def test_after_the_roll_it_is_said_whose_roles_they_would_be(judge: str, roles: str) -> None:
    """SZ-AMB-27, SZ-ROLE-01, -02: whoever may still change it has to know what it is."""
    game = Night("ada", "ben", "cyd", plain={"visitor_aptitude": "violence"})
    game.deal("ada", down="TA")
    game.fall(narrator="ada", judge=judge)
    game.until("reveal_after_roll")
    assert game.prompt("ada", "reveal_after_roll").note.endswith(f"As they lie, {roles}.")


def test_after_the_roll_actor_and_visitor_may_reveal_in_turn() -> None:
    """SZ-AMB-27: the actor first; a reveal opens the other's chance again; it ends when both let it be."""
    game = night_after_the_roll()
    assert [name for name in game.seat_of if "reveal_after_roll" in game.asked(name)] == ["ada"]
    game.act("ada", "let_it_be")
    assert "reveal_after_roll" in game.asked("ben")
    game.act("ben", "reveal_thief")
    assert "reveal_after_roll" in game.asked("ada")  # she had let it be, and may now answer
    game.act("ada", "reveal_agent")
    assert game.scene.narrator  # ben has had his one reveal, so nobody is left


def test_dice_added_after_the_roll_are_plain_d6() -> None:
    """SZ-AMB-27: full 4 over an overlap of 2 is two more dice, thrown at once, not to be traded."""
    game = night_after_the_roll()
    seat = game.seat_of["ada"]
    before = game.scene.rolls[seat]
    game.throw(6, 5)
    game.act("ada", "reveal_thief")
    assert game.scene.rolls[seat] == (*before, 6, 5)
    assert "trade" not in game.may("ada")


def test_the_roles_are_read_after_the_last_reveal() -> None:
    """SZ-AMB-27."""
    game = night_after_the_roll()
    assert game.scene.narrator == ""
    game.act("ada", "let_it_be")
    game.act("ben", "let_it_be")
    assert game.scene.narrator != ""


@pytest.mark.parametrize(
    ("options", "asked"),
    [
        ({}, True),
        ({"reveal_after_roll": False}, False),
        ({"edition": "revised"}, False),
        ({"edition": "revised", "reveal_after_roll": True}, True),
    ],
)
def test_a_reveal_after_the_roll_is_not_for_every_table(options: dict[str, Any], asked: bool) -> None:
    """SZ-AMB-27: `reveal_after_roll`; the revised edition does not know it."""
    game = night_after_the_roll(**options)
    assert any("reveal_after_roll" in game.asked(name) for name in game.seat_of) == asked
