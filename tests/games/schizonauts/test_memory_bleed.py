"""The memory bleed that ends a flashback turn. (Ledger 2.9)"""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.schizonauts.kit import Flashback, Seated

EDITIONS = ("game_chef", "revised")
THREE = ("ada", "ben", "cyd")
FOUR = (*THREE, "dov")
FIVE = (*FOUR, "eva")


def bled_by(bleeder: str, *names: str, used: str = "Gang Leader", **options: Any) -> Flashback:
    """Ada has played Jules with ben, then Gordon with cyd; now one of the two bleeds.

    Jules drew on `used`, Gordon on Daughter Kenzie. Nothing was added after the scenes.
    """
    game = Flashback(*(names or FOUR), **options)
    game.open_scene("ben", playing="thief")
    game.use(used)
    game.until_true(lambda: game.scene.half == 2)
    game.open_scene("cyd" if "cyd" in game.seat_of else "ben")
    game.use("Daughter Kenzie")
    all_vote(game, bleeder)
    return game


def all_vote(game: Flashback, bleeder: str) -> None:
    """Play on to the closing vote, where everybody is of one mind."""
    game.until("closing_vote")
    game.vote(**{name: bleeder for name in game.seat_of if game.asked(name)})


def key(game: Flashback, text: str) -> str:
    return game.memory("ada", text).noun_key


def propose(game: Flashback, text: str, *names: str) -> None:
    for name in names:
        game.say(name, key(game, text), "bleed_memory")


def offered(game: Flashback, name: str = "ben") -> list[str]:
    """The memories a player may let bleed."""
    asked: Any = game.prompt(name, "bleed_memory")
    return [option.label for option in asked.options]


def deciders(game: Flashback) -> list[str]:
    return [name for name in game.seat_of if "bleed_memory" in game.asked(name)]


def fill_circles(game: Flashback, side: str) -> None:
    """Everything on one side of ada's sheet has bled before."""
    for memory in game.memories("ada", side):
        memory.circle = True


def contradicting(game: Flashback, text: str = "Friendly Fire") -> None:
    """Everyone agrees on a memory, and ada looks for what it contradicts."""
    propose(game, text, *deciders(game))
    assert game.asked("ada") == ["contradictions"]


# -- the rating


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("bleeder", "aptitude", "rating"), [("thief", "violence", 4), ("agent", "intimacy", 5)])
def test_the_bleeders_aptitude_of_this_turn_rises(edition: str, bleeder: str, aptitude: str, rating: int) -> None:
    """SZ-BLEED-01: by 1, and nothing else on the sheet moves."""
    game = Flashback(*FOUR, edition=edition)
    before = game.sheet("ada").ratings
    game = bled_by(bleeder, edition=edition)
    expected = {**before, bleeder: {**before[bleeder], aptitude: rating}}
    assert game.sheet("ada").ratings == expected
    assert f"{aptitude} rises to {rating}." in game.story()[-1]


def test_at_eight_it_rises_no_further() -> None:
    """SZ-BLEED-01, SZ-AMB-51: there is no substitute, and the rest of the bleed still happens."""
    game = Flashback(*FOUR)
    game.rate("ada", "thief", violence=8)
    game.open_scene("ben", playing="thief")
    game.use("Gang Leader")
    game.until("closing_vote")
    before = game.sheet("ada").ratings
    game.vote(ben="thief", cyd="thief", dov="thief")
    assert game.sheet("ada").ratings == before
    assert not any("rises" in line for line in game.story())
    propose(game, "Gang Leader", "ben", "cyd", "dov")
    game.until("new_recipient_memory")
    assert game.remembered("ada", "overlap") == ["Gang Leader"]


# -- which memory


@pytest.mark.parametrize("edition", EDITIONS)
def test_any_memory_of_the_bleeder_that_has_not_bled_may_bleed(edition: str) -> None:
    """SZ-BLEED-02: of any category, used or not; all but ada choose."""
    game = bled_by("thief", edition=edition)
    assert deciders(game) == ["ben", "cyd", "dov"]
    assert offered(game) == game.remembered("ada", "thief")


def test_what_has_bled_is_struck_or_stands_elsewhere_may_not_bleed() -> None:
    """SZ-BLEED-02: neither the overlap's memories nor the recipient's."""
    game = Flashback(*FOUR)
    game.memory("ada", "Street Smart").circle = True
    game.memory("ada", "Commitment Issues").struck = True
    game.table.remember(game.seat_of["ada"], "overlap", "knowledge", "Street Smart", "bled")
    all_vote(game, "thief")
    assert not {"Street Smart", "Commitment Issues", "Friendly Fire"} & set(offered(game))
    for text in ("Street Smart", "Commitment Issues", "Friendly Fire"):
        game.refused("ben", key(game, text), "bleed_memory")


def test_neither_age_nor_box_matters() -> None:
    """SZ-AMB-66, SZ-BLEED-02: the memory just used may bleed, and so may one written a moment ago."""
    game = Flashback(*FOUR)
    game.open_scene("ben", playing="thief")
    game.use("Gang Leader")
    game.until("post_scene_memory")
    game.act("ada", "add_memory", aptitude="intimacy", text="The lift, falling")
    all_vote(game, "thief")
    assert game.memory("ada", "Gang Leader").box
    assert {"Gang Leader", "The lift, falling"} <= set(offered(game))


def test_its_circle_is_filled() -> None:
    """SZ-BLEED-02: so it will not bleed again."""
    game = bled_by("thief")
    propose(game, "Street Smart", "ben", "cyd", "dov")
    assert game.memory("ada", "Street Smart").circle
    assert sum(memory.circle for memory in game.memories("ada", "thief")) == 1


def test_if_everything_has_bled_the_actor_writes_a_few_new_ones() -> None:
    """SZ-BLEED-03, SZ-AMB-11: at least two, in any categories; the others choose among them."""
    game = Flashback(*FOUR)
    fill_circles(game, "thief")
    game.plain["post_scene_memory"] = {"act": "no_memory"}
    all_vote(game, "thief")
    assert game.asked("ada") == ["new_bleed_candidates"]
    one = {"aptitude": "violence", "text": "The second key"}
    two = {"aptitude": "violence", "text": "The third key"}
    assert game.refused("ada", [one]).rule == "SZ-BLEED-03"
    game.say("ada", [one, two])
    assert offered(game) == ["The second key", "The third key"]
    propose(game, "The third key", "ben", "cyd", "dov")
    left = game.memory("ada", "The second key")
    assert (left.side, left.box, left.circle, left.struck) == ("thief", False, False, False)
    assert game.memory("ada", "The third key").circle


@pytest.mark.parametrize("few", [1, 3])
def test_how_many_a_few_are_is_a_ruling_of_the_tables_own(few: int) -> None:
    """SZ-AMB-11: `few_min`."""
    game = Flashback(*FOUR, few_min=few)
    fill_circles(game, "thief")
    all_vote(game, "thief")
    new = [{"aptitude": "violence", "text": f"Key {number}"} for number in range(few)]
    assert f"at least {few}" in game.prompt("ada").text
    game.refused("ada", new[1:])
    game.say("ada", new)
    assert [memory.text for memory in game.memories("ada", "thief")][-few:] == [
        f"Key {number}" for number in range(few)
    ]


def test_nothing_is_written_while_anything_can_bleed() -> None:
    """SZ-BLEED-03: one empty circle is enough, and then there is nothing to choose."""
    game = Flashback(*FOUR, post_scene_memory=False)
    fill_circles(game, "thief")
    game.memory("ada", "Street Smart").circle = False
    all_vote(game, "thief")
    assert game.remembered("ada", "overlap") == ["Street Smart"]


# -- who decides


@pytest.mark.parametrize("edition", EDITIONS)
def test_agreement_is_everybody_naming_the_same(edition: str) -> None:
    """SZ-BLEED-04: then nobody is asked again."""
    game = bled_by("thief", *FIVE, edition=edition)
    propose(game, "Gang Leader", "ben", "cyd", "dov", "eva")
    assert game.remembered("ada", "overlap") == ["Gang Leader"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_majority_is_no_agreement_and_then_the_visitors_decide(edition: str) -> None:
    """SZ-BLEED-04: three to one does not do it; ben and cyd had the scenes, and are not bound by what was named."""
    game = bled_by("thief", *FIVE, edition=edition)
    propose(game, "Gang Leader", "ben", "cyd", "dov")
    propose(game, "Street Smart", "eva")
    assert deciders(game) == ["ben", "cyd"]
    propose(game, "Commitment Issues", "ben", "cyd")
    assert game.remembered("ada", "overlap") == ["Commitment Issues"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_if_the_visitors_disagree_the_actor_decides_among_all(edition: str) -> None:
    """SZ-BLEED-04, SZ-AMB-10: any memory that may bleed, not only those they named; in both editions."""
    game = bled_by("thief", edition=edition)
    propose(game, "Gang Leader", "ben", "cyd")
    propose(game, "Street Smart", "dov")
    propose(game, "Gang Leader", "ben")
    propose(game, "Street Smart", "cyd")
    assert deciders(game) == ["ada"]
    assert offered(game, "ada") == game.remembered("ada", "thief")
    propose(game, "Commitment Issues", "ada")
    assert game.remembered("ada", "overlap") == ["Commitment Issues"]


def test_with_three_players_the_first_step_is_the_visitors() -> None:
    """SZ-BLEED-04: they are not asked twice."""
    game = bled_by("thief", *THREE)
    assert deciders(game) == ["ben", "cyd"]
    propose(game, "Gang Leader", "ben")
    propose(game, "Street Smart", "cyd")
    assert deciders(game) == ["ada"]


def test_with_two_players_the_visitor_decides_alone() -> None:
    """SZ-BLEED-04, ledger 11."""
    game = bled_by("thief", "ada", "ben")
    assert deciders(game) == ["ben"]
    propose(game, "Gang Leader", "ben")
    assert game.remembered("ada", "overlap") == ["Gang Leader"]


def test_proposals_are_made_in_the_open_and_may_be_changed() -> None:
    """SZ-BLEED-04: unlike votes; so the others can still come to agree."""
    game = bled_by("thief")
    propose(game, "Gang Leader", "ben")
    propose(game, "Street Smart", "cyd")
    propose(game, "Gang Leader", "cyd", "dov")
    assert game.remembered("ada", "overlap") == ["Gang Leader"]


# -- what it leaves behind


@pytest.mark.parametrize(("bleeder", "text"), [("thief", "Street Smart"), ("agent", "Army Brat")])
def test_the_memory_is_copied_into_the_overlap(bleeder: str, text: str) -> None:
    """SZ-BLEED-05: same words, same category; the memory itself stays where it was."""
    game = bled_by(bleeder)
    propose(game, text, "ben", "cyd", "dov")
    (echo,) = game.memories("ada", "overlap")
    source = game.memory("ada", text)
    assert (echo.text, echo.aptitude) == (text, source.aptitude)
    assert (source.side, source.struck) == (bleeder, False)
    assert game.seen("ben")[echo.noun_key]["text"] == text


def test_in_game_chef_a_contradicted_memory_may_be_struck_and_replaced() -> None:
    """SZ-BLEED-06, SZ-AMB-09: each with exactly one new memory in its place, box and circle empty; ada judges."""
    game = bled_by("agent")
    contradicting(game)
    gang = game.memory("ada", "Gang Leader")
    assert gang.box  # ticked ones are no exception
    assert "contradict a memory of Jules?" in game.prompt("ada").text
    assert "You may strike that memory" in game.prompt("ada").note
    assert game.choice("ada", "nothing_more").label == "Nothing is contradicted"
    answer = {"act": strike(game, "Gang Leader"), "aptitude": "violence"}
    assert "text is missing" in game.refused("ada", answer).sentence
    game.act("ada", strike(game, "Gang Leader"), text="Never fired a shot")
    new = game.memory("ada", "Never fired a shot")
    assert gang.struck
    assert (new.side, new.box, new.circle) == ("thief", False, False)
    assert strike(game, "Never fired a shot") not in game.may("ada")
    assert game.choice("ada", "nothing_more").label == "Nothing else is contradicted"
    game.act("ada", "nothing_more")
    assert game.asked("ada") == ["new_recipient_memory"]


def strike(game: Flashback, text: str) -> str:
    return f"strike_{key(game, text).rsplit('/', 1)[1]}"


def test_only_the_recipients_side_can_be_struck() -> None:
    """SZ-BLEED-06: neither the bleeder's memories nor the overlap's are offered."""
    game = bled_by("agent")
    game.table.remember(game.seat_of["ada"], "overlap", "violence", "Gunshot Wounds", "bled")
    contradicting(game)
    recipients = [strike(game, text) for text in game.remembered("ada", "thief")]
    assert game.may("ada") == ["nothing_more", *recipients]


def test_a_replacement_stands_where_the_old_one_stood_unless_the_actor_moves_it() -> None:
    """SZ-AMB-69: the same category is suggested, any is allowed."""
    game = bled_by("agent")
    contradicting(game)
    aptitude = game.choice("ada", strike(game, "Street Smart")).fields[0]
    assert (aptitude.default, len(aptitude.options)) == ("knowledge", 3)
    game.act("ada", strike(game, "Street Smart"), text="Grew up by the sea")
    game.act("ada", strike(game, "Gang Leader"), aptitude="intimacy", text="Ran a choir")
    assert game.memory("ada", "Grew up by the sea").aptitude == "knowledge"
    assert game.memory("ada", "Ran a choir").aptitude == "intimacy"


def test_in_game_chef_nothing_has_to_be_struck() -> None:
    """SZ-BLEED-06, SZ-AMB-09."""
    game = bled_by("agent")
    contradicting(game)
    game.act("ada", "nothing_more")
    assert not any(memory.struck for memory in game.memories("ada", "thief"))


def test_in_the_revised_edition_contradicted_memories_are_struck_for_good() -> None:
    """SZ-BLEED-06, SZ-AMB-09: all that ada names, and nothing takes their place."""
    game = bled_by("agent", edition="revised")
    contradicting(game)
    assert "Strike every memory" in game.prompt("ada").text
    assert offered_strikes(game) == ["Gang Leader", "Street Smart", "Commitment Issues"]
    game.say("ada", [key(game, "Gang Leader"), key(game, "Commitment Issues")])
    assert game.remembered("ada", "thief") == ["Street Smart"]
    assert len(game.memories("ada", "thief")) == 3


def offered_strikes(game: Flashback) -> list[str]:
    asked: Any = game.prompt("ada", "contradictions")
    return [option.label for option in asked.options]


@pytest.mark.parametrize("edition", EDITIONS)
def test_striking_is_a_ruling_of_the_tables_own(edition: str) -> None:
    """SZ-AMB-09: `contradiction` goes before the edition."""
    for ruling, replaces in (("may_replace", True), ("must_strike", False)):
        game = bled_by("agent", edition=edition, contradiction=ruling)
        contradicting(game)
        assert (strike(game, "Gang Leader") in game.may("ada")) == replaces


def test_a_struck_memory_is_unusable_everywhere() -> None:
    """SZ-BLEED-06: it is not offered for a scene, nor for a bleed, nor for striking."""
    game = Flashback(*FOUR)
    game.memory("ada", "Street Smart").struck = True
    game.open_scene("ben", playing="thief")
    assert "Street Smart" not in [option.label for option in game.choice("ada", "use_memory").fields[0].options]
    game = bled_by("agent")
    game.memory("ada", "Street Smart").struck = True
    contradicting(game)
    assert strike(game, "Street Smart") not in game.may("ada")


def test_what_has_bled_stays_in_the_overlap_when_its_source_is_struck() -> None:
    """SZ-AMB-52."""
    game = bled_by("agent")
    seat = game.seat_of["ada"]
    game.memory("ada", "Street Smart").circle = True
    echo = game.table.remember(seat, "overlap", "knowledge", "Street Smart", "bled")
    contradicting(game)
    game.act("ada", strike(game, "Street Smart"), text="A sheltered childhood")
    assert game.memory("ada", "Street Smart").struck
    assert not echo.struck
    assert "Street Smart" in game.remembered("ada", "overlap")


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_recipient_gains_a_memory_connected_with_the_one_that_bled(edition: str) -> None:
    """SZ-BLEED-07, SZ-AMB-08: it must be written; the category is free; box and circle are empty."""
    game = bled_by("agent", edition=edition)
    propose(game, "Daughter Kenzie", "ben", "cyd", "dov")
    game.until("new_recipient_memory")
    form: Any = game.prompt("ada")
    assert "a new memory for Jules, connected with “Daughter Kenzie”" in form.text
    assert [option.key for option in form.fields[0].options] == ["violence", "knowledge", "intimacy"]
    assert game.refused("ada", {"aptitude": "violence", "text": ""}).sentence == "Write something here."
    game.say("ada", {"aptitude": "intimacy", "text": "Held her at the christening"})
    new = game.memory("ada", "Held her at the christening")
    assert (new.side, new.aptitude, new.box, new.circle) == ("thief", "intimacy", False, False)


def test_by_another_ruling_the_new_memory_goes_into_another_category() -> None:
    """SZ-AMB-08: `new_memory_category = different`."""
    game = bled_by("agent", new_memory_category="different")
    propose(game, "Daughter Kenzie", "ben", "cyd", "dov")
    game.until("new_recipient_memory")
    form: Any = game.prompt("ada")
    assert [option.key for option in form.fields[0].options] == ["violence", "knowledge"]
    game.refused("ada", {"aptitude": "intimacy", "text": "Held her at the christening"})


def test_example_e10_gordon_bleeds() -> None:
    """E10 (SZ-BLEED-01..07): intimacy 4 becomes 5, Kenzie is in the overlap, and Jules has killed her father."""
    game = Flashback("Lydia", "Fred", "Rob", "Deborah")
    game.open_scene("Fred", playing="thief")
    game.use("Gang Leader")
    game.until_true(lambda: game.scene.half == 2)
    game.open_scene("Rob")
    game.use("Daughter Kenzie")
    game.vote(Fred="thief", Rob="agent", Deborah="agent")
    kenzie = game.memory("Lydia", "Daughter Kenzie")
    for name in ("Fred", "Rob", "Deborah"):
        game.say(name, kenzie.noun_key)
    game.act("Lydia", "nothing_more")
    game.say("Lydia", {"aptitude": "violence", "text": "I Killed Kenzie's Dad"})
    assert game.sheet("Lydia").ratings["agent"] == {"violence": 2, "knowledge": 1, "intimacy": 5}
    assert kenzie.circle
    assert [(memory.text, memory.aptitude) for memory in game.memories("Lydia", "overlap")] == [
        ("Daughter Kenzie", "intimacy")
    ]
    assert game.memory("Lydia", "I Killed Kenzie's Dad").side == "thief"
    assert not any(memory.struck for memory in game.memories("Lydia", "thief"))
    assert game.asked("Fred") == ["first_character"]


# -- what follows from it


@pytest.mark.parametrize(("edition", "rounds"), [("game_chef", 3), ("revised", 4)])
def test_after_flashback_each_overlap_has_one_memory_a_round(edition: str, rounds: int) -> None:
    """SZ-BLEED-08: so there is always one to use in endgame."""
    game = Seated(*THREE, edition=edition, length="custom", rounds=rounds)
    game.until("say_full_name")
    assert [len(game.memories(name, "overlap")) for name in THREE] == [rounds] * 3


def test_a_side_is_never_left_without_a_memory() -> None:
    """SZ-BLEED-08: in the revised edition ada strikes all she can, turn after turn."""
    game = Flashback(*THREE, edition="revised", length="custom", rounds=3, plain={"contradictions": everything})
    game.until("say_full_name")
    assert [
        memory for name in THREE for side in ("thief", "agent") for memory in game.memories(name, side) if memory.struck
    ]
    for name in THREE:
        assert all(game.remembered(name, side) for side in ("thief", "agent"))


def everything(_: str, prompt: Any) -> list[str]:
    return [option.key for option in prompt.options]
