"""Questions and answers: the question, and everyone's consent to it. (Ledger 2.7)"""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.schizonauts.kit import Flashback

EDITIONS = ("game_chef", "revised")
FOUR = ("ada", "ben", "cyd", "dov")


def before_the_question(*names: str, **options: Any) -> Flashback:
    """Ada's first scene with ben: memory and key object are in, and the question may be asked."""
    game = Flashback(*names, **options)
    game.lay_chain("The Slow Watch", "The Bribe Money", "The Hotel Fob", "The Fire Axe")
    game.open_scene("ben", key="The Slow Watch")
    game.use("Gang Leader")
    game.work_in()
    return game


def pose(game: Flashback, text: str, by: str = "ada", **said: str) -> None:
    """Somebody words the question, and the others say something about it; approval, if not told otherwise."""
    game.act(by, "pose_question", text=text)
    for name in game.seat_of:
        if name != by:
            game.say(name, {"say": said.get(name, "approve")}, "approve_question")


# -- what to ask, and when


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_question_leaves_its_answer_open(edition: str) -> None:
    """SZ-QA-01: said where the question is written."""
    words = before_the_question(*FOUR, edition=edition).choice("ada", "pose_question").fields[0]
    assert "room for more than two answers" in words.text
    assert "leave the outcome open" in words.note
    assert "If yes or no would answer it" in words.note


@pytest.mark.parametrize("edition", EDITIONS)
def test_ask_only_when_two_outcomes_are_exciting(edition: str) -> None:
    """SZ-QA-02: said in the same place."""
    note = before_the_question(*FOUR, edition=edition).choice("ada", "pose_question").fields[0].note
    assert "Ask when at least two outcomes excite you" in note
    assert "If only one does, let it happen and play on" in note


def test_a_question_has_words() -> None:
    """SZ-QA-01: of all that is said in a scene, this is written down."""
    game = before_the_question(*FOUR)
    assert game.refused("ada", {"act": "pose_question", "text": " "}, "scene").rule == "SZ-QA-01"
    assert game.scene.question == ""


# -- consent


@pytest.mark.parametrize("edition", EDITIONS)
def test_everyone_is_asked_and_the_visitor_cannot_abstain(edition: str) -> None:
    """SZ-QA-03: the visitor approves outright, or objects."""
    game = before_the_question(*FOUR, edition=edition)
    game.act("ada", "pose_question", text="What does Jules owe Gordon now?")
    assert [name for name in FOUR if "approve_question" in game.asked(name)] == ["ben", "cyd", "dov"]
    choices = {name: consents(game, name) for name in FOUR[1:]}
    assert choices == {
        "ben": ["approve", "object"],
        "cyd": ["approve", "abstain", "object"],
        "dov": ["approve", "abstain", "object"],
    }
    assert "Fine by me, I would rather not" in game.refused("ben", {"say": "abstain"}, "approve_question").sentence
    assert "What does Jules owe Gordon now?" in game.prompt("ben", "approve_question").text


def consents(game: Flashback, name: str) -> list[str]:
    form: Any = game.prompt(name, "approve_question")
    return [option.key for option in form.fields[0].options]


def test_a_contributor_without_an_opinion_holds_nothing_up() -> None:
    """SZ-QA-03."""
    game = before_the_question(*FOUR)
    pose(game, "Who carries the bag?", cyd="abstain", dov="abstain")
    assert game.scene.question == "Who carries the bag?"


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("objector", ["ben", "dov"])
def test_one_objection_sends_the_question_back(edition: str, objector: str) -> None:
    """SZ-QA-03, SZ-AMB-40: to the actor, for other words, as often as it takes; nobody is passed over."""
    game = before_the_question(*FOUR, edition=edition)
    for wording in ("Who gets hurt?", "Who gets hurt worse?", "Who gets hurt worst?"):
        pose(game, wording, **{objector: "object"})
        assert game.scene.question == ""
        assert "pose_question" in game.may("ada")
        assert "pass_over" not in game.asked("ada")
    pose(game, "What does it cost Jules to leave?")
    assert game.scene.question == "What does it cost Jules to leave?"


def test_an_objection_may_say_what_is_missing() -> None:
    """SZ-QA-03: somebody finds the question too small, and the actor has to raise it."""
    game = before_the_question("ada", "ben", "cyd")
    game.act("ada", "pose_question", text="Who pays for the coffee?")
    game.say("cyd", {"say": "object", "reason": "There is a gun on the table."}, "approve_question")
    game.say("ben", {"say": "approve"}, "approve_question")
    said = "cyd would like another question than “Who pays for the coffee?”: There is a gun on the table."
    assert said in game.story("ada")
    assert game.scene.question == ""


def test_an_objection_can_be_withdrawn_while_others_think() -> None:
    """SZ-AMB-40."""
    game = before_the_question("ada", "ben", "cyd")
    game.act("ada", "pose_question", text="Who pays?")
    game.say("cyd", {"say": "object"}, "approve_question")
    game.say("cyd", {"say": "approve"}, "approve_question")
    game.say("ben", {"say": "approve"}, "approve_question")
    assert game.scene.question == "Who pays?"


def test_the_actor_may_let_somebody_else_word_it() -> None:
    """SZ-QA-03: whoever it is; then the actor is asked like the rest."""
    game = before_the_question(*FOUR)
    assert "pose_question" not in game.may("dov")
    game.act("ada", "delegate", to=game.seat_of["dov"])
    assert [game.name(seat) for seat in game.sitting.play.awaited()] == ["dov"]
    game.act("dov", "pose_question", text="Whose cleaver is it?")
    assert "approve_question" in game.asked("ada")
    assert "approve_question" not in game.asked("dov")
    game.agree()
    assert game.scene.question == "Whose cleaver is it?"


def test_the_actor_may_still_ask_it_herself_or_refuse_the_wording() -> None:
    """SZ-QA-03: the choice stays hers."""
    game = before_the_question(*FOUR)
    game.act("ada", "delegate", to=game.seat_of["dov"])
    pose(game, "Who wins?", by="dov", ada="object")
    assert game.scene.question == ""
    assert "pose_question" not in game.may("dov")
    game.act("ada", "delegate", to=game.seat_of["dov"])
    pose(game, "Who leaves first?", by="ada")
    assert game.scene.question == "Who leaves first?"


# -- the other ruling: only the visitor has a veto


def veto_table(**said: str) -> Flashback:
    """A first wording has been refused by cyd; now the second one is."""
    game = before_the_question(*FOUR, question_approval="visitor_veto")
    pose(game, "Who wins?", cyd="object")
    assert game.scene.question == ""
    assert "pass_over" not in game.asked("ada")  # not before it has been worded anew
    pose(game, "Who wins, and why?", **said)
    return game


def test_by_visitor_veto_a_contributor_can_be_passed_over_at_the_second_wording() -> None:
    """SZ-AMB-40: `question_approval = visitor_veto`; it is for the actor to say."""
    game = veto_table(cyd="object")
    assert game.choices("ada", "pass_over") == ["reword", "pass_over"]
    game.say("ada", "pass_over", "pass_over")
    assert game.scene.question == "Who wins, and why?"


def test_by_visitor_veto_the_actor_may_also_find_other_words() -> None:
    """SZ-AMB-40."""
    game = veto_table(cyd="object")
    game.say("ada", "reword", "pass_over")
    assert game.scene.question == ""
    assert "pose_question" in game.may("ada")


def test_the_visitor_is_never_passed_over() -> None:
    """SZ-AMB-40."""
    game = veto_table(ben="object", cyd="object")
    assert "pass_over" not in game.asked("ada")
    assert game.scene.question == ""


# -- restated, and then the dice


def test_the_actor_restates_the_question_and_then_there_are_dice() -> None:
    """SZ-QA-04: also when somebody else has worded it; from then on it stands."""
    game = before_the_question(*FOUR)
    game.act("ada", "delegate", to=game.seat_of["cyd"])
    pose(game, "Who opens the door?", by="cyd")
    said = next(line for line in game.table.lines if line.kind == "question")
    assert (said.text, game.name(said.by)) == ("Who opens the door?", "ada")
    assert not any("pose_question" in game.may(name) for name in FOUR)
    game.say("ben", "violence", "visitor_aptitude")
    assert "before_the_roll" in game.asked("ada")


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_visitor_declares_any_aptitude_when_the_question_is_posed(edition: str) -> None:
    """SZ-QA-05: not before; no memory is needed, and ticked ones are no hindrance."""
    game = before_the_question(*FOUR, edition=edition)
    for memory in game.memories("ben", "agent"):
        memory.box = True
    assert "visitor_aptitude" not in game.asked("ben")
    pose(game, "Who opens the door?")
    assert game.choices("ben", "visitor_aptitude") == ["violence", "knowledge", "intimacy"]
    game.say("ben", "intimacy", "visitor_aptitude")
    assert game.scene.aptitudes[game.seat_of["ben"]] == "intimacy"


def test_the_actors_aptitude_is_the_memorys() -> None:
    """SZ-QA-05: she is not asked."""
    game = before_the_question(*FOUR)
    pose(game, "Who opens the door?")
    assert "visitor_aptitude" not in game.asked("ada")
    assert game.scene.aptitudes[game.seat_of["ada"]] == "violence"


def test_dice_may_be_given_before_and_after_the_visitor_declares() -> None:
    """SZ-AMB-41: contributors need not know the aptitude, and need not hurry."""
    game = before_the_question(*FOUR)
    game.act("cyd", "contribute", to=game.seat_of["ben"])
    pose(game, "Who opens the door?")
    assert "contribute" in game.may("dov")  # while ben makes up his mind
    game.say("ben", "violence", "visitor_aptitude")
    game.act("dov", "contribute", to=game.seat_of["ben"])
    assert game.pool("ben") == "4d6"  # Gordon's violence 2, and two given
