"""Identity crisis: truth and preference clash, and the dice decide who tells it. (Ledger 2.16)"""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.schizonauts.kit import Fate, Night

EDITIONS = ("game_chef", "revised")
GAME_CHEF, REVISED = EDITIONS


def crisis(*names: str, down: str = "A", **options: Any) -> Night:
    """Ada's cards say one thing and her coins another: by default an agent whom the others want for a thief."""
    game = Night(*(names or ("ada", "ben", "cyd")), **options)
    for name in game.seat_of:
        game.rate(name, overlap=2, thief=3, agent=5)
    others = {name: Fate("TTT") for name in list(game.seat_of)[1:]}
    game.final(ada=Fate(down, *((4, 1) if down == "A" else (1, 4))), **others)
    return game


# -- the visitor


def test_e22_fred_may_invite_lydia_or_rob() -> None:
    """SZ-CRIS-01, SZ-AMB-32, example E22: Lydia is a thief, Deborah an agent like Fred, Rob has not gone yet."""
    game = Night("lydia", "deborah", "fred", "rob")
    game.final(lydia=Fate("TTT", 7, 6), deborah=Fate("AAA", 6, 7), fred=Fate("AAA", 7, 5), rob=Fate("TTT", 6, 5))
    assert game.until("final_visitor") == "fred"
    assert game.invited("fred", "final_visitor") == ["rob", "lydia"]
    asked = "Your true side is agent. Invite somebody who does not clearly look like an agent."
    assert game.prompt("fred", "final_visitor").text == asked
    assert game.refused("fred", game.seat_of["deborah"], "final_visitor").rule == "SZ-CRIS-01"


APPEARANCES = [
    # option, face down, face up, whether an agent's crisis may be visited
    ("faceup_majority", "AAA", "", True),
    ("faceup_majority", "TT", "A", False),
    ("faceup_majority", "A", "AT", True),
    ("faceup_majority", "AA", "T", True),
    ("faceup_majority", "", "AAT", False),
    ("any_match", "AAA", "", True),
    ("any_match", "A", "AT", False),
    ("any_match", "A", "TT", True),
    ("certain", "TT", "A", True),
    ("certain", "T", "AA", False),
    ("resolved_only", "T", "AA", True),
    ("resolved_only", "", "AAA", True),
]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("option", "down", "up", "eligible"), APPEARANCES)
def test_who_looks_like_an_agent(option: str, down: str, up: str, eligible: bool, edition: str) -> None:
    """SZ-CRIS-01, SZ-AMB-32: face-up cards make an appearance; each value of `crisis_eligibility`."""
    game = Night("ada", "ben", "cyd", "dov", edition=edition, crisis_eligibility=option)
    game.final(ada=Fate("A", thief=3), ben=Fate(down, up=up), cyd=Fate("TTT"), dov=Fate("TTT"))
    assert ("ben" in game.invited("ada", "final_visitor")) == eligible


@pytest.mark.parametrize("option", ["faceup_majority", "any_match", "certain", "resolved_only"])
@pytest.mark.parametrize(("settled", "eligible"), [("agent", False), ("thief", True)])
def test_who_has_gone_already_appears_as_it_was_settled(settled: str, eligible: bool, option: str) -> None:
    """SZ-AMB-32: a final allegiance counts, whatever the cards say."""
    plain = {"settle_allegiance": settled}
    game = Night("ada", "ben", "cyd", "dov", plain=plain, crisis_eligibility=option)
    game.final(ada=Fate("TTA", agent=3), ben=Fate("AAA", thief=3), cyd=Fate("T"), dov=Fate("T"))
    game.until_true(lambda: game.table.course.actor == game.seat_of["ben"])
    assert game.sheet("ada").final == settled
    assert ("ada" in game.invited("ben", "final_visitor")) == eligible


def test_if_everyone_looks_alike_anybody_may_come() -> None:
    """SZ-AMB-33: the turn has to be played."""
    game = Night("ada", "ben", "cyd")
    game.final(ada=Fate("A", thief=3), ben=Fate("", up="AAA"), cyd=Fate("", up="AAT"))
    assert game.invited("ada", "final_visitor") == ["ben", "cyd"]


# -- memories and dice


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_dice_decide_the_roles(edition: str) -> None:
    """SZ-CRIS-02: over the one question that is written already."""
    game = crisis(edition=edition)
    assert game.scene.question == "Who am I?"
    game.fall(narrator="ben", judge="ada")
    game.until("telling")
    assert (game.narrator, game.judge) == ("ben", "ada")
    assert not any("approve_question" in game.asked(name) for name in game.seat_of)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("down", "true", "preferred"), [("A", "agent", "thief"), ("T", "thief", "agent")])
def test_truth_stands_against_preference(down: str, true: str, preferred: str, edition: str) -> None:
    """SZ-CRIS-03..05: the actor's true side, the visitor's side of the actor's preference, both in full."""
    game = crisis(down=down, edition=edition)
    game.invite("ben", "final_visitor")
    rolled = {"agent": "5d6", "thief": "3d6"}
    for name, side in (("ada", true), ("ben", preferred)):
        assert game.asked(name)[0] == "crisis_memory"
        memories = [memory.noun_key for memory in game.memories(name, side) if not memory.struck]
        assert game.choices(name, "crisis_memory") == memories
        wrong = game.memories(name, "thief" if side == "agent" else "agent")[0]
        game.refused(name, wrong.noun_key, "crisis_memory")
        game.refused(name, game.memories(name, "overlap")[0].noun_key, "crisis_memory")
        chosen = game.table.memory(memories[-1])
        game.say(name, chosen.noun_key, "crisis_memory")
        assert game.scene.aptitudes[game.seat_of[name]] == chosen.aptitude
    assert (game.pool("ada"), game.pool("ben")) == (rolled[true], rolled[preferred])


def test_box_and_circle_do_not_matter_in_a_crisis() -> None:
    """SZ-CRIS-03, -04: any memory that is not struck."""
    game = Night("ada", "ben", "cyd")
    for name, side in (("ada", "agent"), ("ben", "thief")):
        for memory in game.memories(name, side):
            memory.struck = True
        game.write(name, side, "violence", "Ticked", box=True)
        game.write(name, side, "knowledge", "Bled", circle=True)
    game.final(ada=Fate("A", thief=4), ben=Fate("T"), cyd=Fate("T"))
    game.invite("ben", "final_visitor")
    for name in ("ada", "ben"):
        pick: Any = game.prompt(name, "crisis_memory")
        assert [option.label for option in pick.options] == ["Ticked", "Bled"]
        game.say(name, pick.options[0].key, "crisis_memory")


def test_a_crisis_rolls_ratings_and_nothing_else() -> None:
    """SZ-CRIS-05: no memory die, no key, no reveal; trades as ever."""
    game = crisis()
    game.until("before_the_roll")
    sources = {game.name(seat): [source.what for source in given] for seat, given in game.scene.sources.items()}
    assert sources == {"ada": ["aptitude"], "ben": ["aptitude"]}
    assert not any(act.startswith("reveal") for name in game.seat_of for act in game.may(name))
    game.act("ada", "trade", pool="1d12+1d6")
    assert game.pool("ada") == "1d12+1d6"
    assert "memory_worked_in" not in game.may("ada")


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_others_may_give_a_die_without_pay(edition: str) -> None:
    """SZ-CRIS-06: from the moment the visitor is known to the roll; no coin comes of it."""
    game = crisis(edition=edition)
    game.invite("ben", "final_visitor")
    assert "coin" not in game.choice("cyd", "contribute").note
    game.give("cyd", to="ben")
    game.until("before_the_roll")
    assert game.pool("ben") == "4d6"
    game.until("say_final")
    assert game.sheet("cyd").coins == 0


# -- settling it


def settling(narrator: str, judge: str, **options: Any) -> Night:
    game = crisis(**options)
    game.fall(narrator=narrator, judge=judge)
    game.until("settle_allegiance")
    return game


def test_narrator_and_judge_agree() -> None:
    """SZ-CRIS-07, -09: what both say is settled, and the coins on that side score."""
    game = settling("ben", "ada")
    assert [("settle_allegiance" in game.asked(name)) for name in game.seat_of] == [True, True, False]
    assert "Agree with each other; if you cannot, the narrator decides." in game.prompt("ada", "settle_allegiance").text
    game.refused("ada", "both", "settle_allegiance")
    game.say("ada", "thief", "settle_allegiance")
    game.say("ben", "thief", "settle_allegiance")
    game.until("say_final")
    game.say("ada", True, "say_final")
    assert (game.sheet("ada").true, game.sheet("ada").final) == ("agent", "thief")
    assert game.table.course.scores == {"thief": 4, "agent": 0}


@pytest.mark.parametrize(
    ("decided", "scores"), [("thief", {"thief": 4, "agent": 0}), ("agent", {"thief": 0, "agent": 1})]
)
def test_if_they_disagree_the_narrator_decides(decided: str, scores: dict[str, int]) -> None:
    """SZ-CRIS-07, -09: and accepts the judge's price, which is in already. The other pile scores for nobody."""
    game = settling("ben", "ada")
    assert game.scene.priced
    game.say("ada", "agent", "settle_allegiance")
    game.say("ben", "thief", "settle_allegiance")
    assert [name for name in game.seat_of if "settle_allegiance" in game.asked(name)] == ["ben"]
    name = game.sheet("ada").full_name
    asked = f"You and ada do not agree. You decide who {name} is, and ada's price stands."
    assert game.prompt("ben", "settle_allegiance").text == asked
    game.say("ben", decided, "settle_allegiance")
    game.until("say_final")
    game.say("ada", True, "say_final")
    assert game.table.course.scores == scores


def test_e23_fred_confirms_the_agent_and_rob_takes_his_family() -> None:
    """SZ-CRIS-07, example E23: Fred narrates, Rob judges; they settle on the agent, at a price."""
    game = Night("fred", "rob", "lydia", "deborah")
    game.final(fred=Fate("AAA", 7, 5), rob=Fate("T"), lydia=Fate("T"), deborah=Fate("T"))
    game.fall(narrator="fred", judge="rob")
    game.invite("rob", "final_visitor")
    game.until("telling")
    for name in ("fred", "rob"):
        assert "Narrator and judge find the answer together" in game.prompt(name, "telling").note
    game.act("fred", "answer", text="I was theirs from the first day.")
    game.act("rob", "price", text="Your family is taken away.")
    game.until("settle_allegiance")
    game.say("fred", "agent", "settle_allegiance")
    game.say("rob", "agent", "settle_allegiance")
    game.until("say_final")
    game.say("fred", True, "say_final")
    assert (game.sheet("fred").final, game.table.course.scores["agent"]) == ("agent", 5)
    assert "Your family is taken away." in game.story("deborah")


def test_after_a_challenge_the_new_judge_settles_it() -> None:
    """SZ-CRIS-07: the judge is whoever holds the role then; here the narrator herself."""
    game = crisis()
    game.fall(narrator="ada", judge="ben")
    game.until("price_challenge")
    game.act("ada", "too_little")
    game.act("cyd", "too_little")
    game.until("settle_allegiance")
    assert [name for name in game.seat_of if "settle_allegiance" in game.asked(name)] == ["ada"]


def test_in_game_chef_one_player_with_both_roles_decides_alone() -> None:
    """SZ-AMB-34: nobody is left to agree with."""
    game = settling("ben", "ben")
    assert [name for name in game.seat_of if "settle_allegiance" in game.asked(name)] == ["ben"]
    game.say("ben", "thief", "settle_allegiance")
    assert game.asked("ben")[0] == "close_scene"


def test_in_the_revised_rules_a_contributor_may_have_the_last_word() -> None:
    """SZ-AMB-34: Ben won both roles and gives the narrator's to Cyd, who decides when they disagree."""
    game = crisis(edition=REVISED)
    game.fall(narrator="ben", judge="ben")
    game.until("keep_role")
    game.say("ben", {"keep": "judge", "give_to": game.seat_of["cyd"]})
    game.until("settle_allegiance")
    assert (game.narrator, game.judge) == ("cyd", "ben")
    game.say("ben", "thief", "settle_allegiance")
    game.say("cyd", "agent", "settle_allegiance")
    assert [name for name in game.seat_of if "settle_allegiance" in game.asked(name)] == ["cyd"]
    game.say("cyd", "agent", "settle_allegiance")
    assert game.scene.settled == "agent"


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_actor_says_it_after_a_crisis_too(edition: str) -> None:
    """SZ-CRIS-08: whatever was settled, and before it is scored."""
    game = crisis(edition=edition)
    assert game.until("say_final") == "ada"
    assert game.sheet("ada").final == ""
    prompt: Any = game.prompt("ada", "say_final")
    assert prompt.label == "This is who I am."
    game.refused("ada", False, "say_final")
    game.say("ada", True, "say_final")
    assert game.sheet("ada").spoken[-1] == "This is who I am."
    assert game.sheet("ada").final != ""
