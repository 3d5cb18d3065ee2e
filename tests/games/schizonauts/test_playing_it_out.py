"""Questions and answers: the answer, the price, a challenge to it, and the close. (Ledger 2.7)"""

from __future__ import annotations

from typing import Any

import pytest

from mneme.games.schizonauts import words
from tests.games.schizonauts.kit import Flashback, Night

EDITIONS = ("game_chef", "revised")
FOUR = ("ada", "ben", "cyd", "dov")
ADA_NARRATES = [6, 5, 1, 1]  # two dice each; ben judges
ADA_HOLDS_BOTH = [6, 1, 3, 3]


def telling(*names: str, dice: list[int] | None = None, **options: Any) -> Flashback:
    """The dice are down: ada rolled violence and narrates, ben rolled intimacy and judges, unless told otherwise."""
    game = Flashback(*(names or FOUR), dice=dice or ADA_NARRATES, **options)
    game.lay_chain("The Slow Watch", "The Meat Cleaver", "The Hotel Fob", "The Fire Axe")
    game.rate("ada", "thief", violence=2)
    game.rate("ben", "agent", intimacy=2)
    game.open_scene("ben", key="The Slow Watch")
    for name in list(game.seat_of)[2:]:
        game.act(name, "pass_die")
    game.to_the_dice("Gang Leader", "intimacy")
    game.lock()
    return game


def weighing(*names: str, **options: Any) -> Flashback:
    """Answer and price have been given, and the table weighs the price."""
    game = telling(*names, **options)
    game.tell_it()
    return game


def asked_about_the_price(game: Flashback) -> list[str]:
    return [name for name in game.seat_of if "price_challenge" in game.asked(name)]


def says_too_little(game: Flashback, *names: str) -> None:
    for name in names:
        game.act(name, "too_little")


# -- answer and price


def test_everyone_is_told_who_does_what() -> None:
    """SZ-TELL-01, -02: whoever does it, in the second person."""
    game = telling()
    assert game.prompt("ada", "telling").text == "You answer the question. ben sets the price."
    assert game.prompt("ben", "telling").text == "ada answers the question. You set the price."
    assert game.prompt("ben", "telling").note == game.scene.question  # ada is asked it; he reads it
    both = telling("ada", "ben", dice=ADA_HOLDS_BOTH, double_role_n2="keep")
    assert both.prompt("ada", "telling").text == "You answer the question and set the price."
    assert words.telling_heading(both.table) == "ada answers the question and sets the price."
    both.act("ada", "answer")
    assert both.prompt("ada", "telling").text == "You have answered. Now set the price."


def test_whoever_has_answered_is_told_so_beside_what_else_she_may_do() -> None:
    """SZ-TELL-01, -02: in the revised edition she may still work the memory in; ben's words stay as they were."""
    game = telling(edition="revised")
    game.scene.memory_in = False
    game.act("ada", "answer")
    assert game.may("ada") == ["memory_worked_in"]
    assert game.prompt("ada", "telling").text == "You have answered. ben sets the price."
    assert game.prompt("ben", "telling").text == "ada answers the question. You set the price."


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_narrator_answers_the_question(edition: str) -> None:
    """SZ-TELL-01: as she likes, within the ground rules; nobody else is offered it."""
    game = telling(edition=edition)
    assert [name for name in FOUR if "answer" in game.may(name)] == ["ada"]
    asked = game.choice("ada", "answer").fields[0]
    assert "What becomes of them?" in asked.text
    assert "in any way the ground rules allow" in asked.note
    game.act("ada", "answer", text="Jules takes the lift down alone.")
    assert game.table.lines[-1].text == "Jules takes the lift down alone."


@pytest.mark.parametrize(
    ("edition", "when"),
    [
        ("game_chef", "may break in, or wait for the end. The judge adds a few details and hands the story back"),
        ("revised", "may break in with it at any moment of the telling"),
    ],
)
def test_the_judge_sets_a_price(edition: str, when: str) -> None:
    """SZ-TELL-02: a cost of success or a good side of failure, and never none."""
    game = telling(edition=edition)
    assert [name for name in FOUR if "price" in game.may(name)] == ["ben"]
    asked = game.choice("ben", "price").fields[0]
    assert "There is always a price" in asked.note
    assert "something a success costs, or something good in a failure" in asked.note
    assert when in asked.note


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("first", ["answer", "price"])
def test_the_price_may_come_during_the_answer_or_after_it(edition: str, first: str) -> None:
    """SZ-TELL-02: but the telling waits for both."""
    game = telling(edition=edition, price_challenge=False)
    acts = [("ada", "answer"), ("ben", "price")]
    for name, act in acts if first == "answer" else reversed(acts):
        assert not any("close_scene" in game.asked(other) for other in FOUR)
        game.act(name, act, text="Somebody is watching.")
    assert "close_scene" in game.asked("ada")


@pytest.mark.parametrize(
    ("options", "answer", "price", "words"),
    [
        ({}, "let it fit violence", "let it fit intimacy", "how people are with each other"),
        ({"edition": "revised"}, "it helps if it fits violence", "it helps if it fits intimacy", "advice, not a rule"),
        (
            {"aptitude_binds": False},
            "it helps if it fits violence",
            "it helps if it fits intimacy",
            "advice, not a rule",
        ),
        (
            {"edition": "revised", "aptitude_binds": True},
            "let it fit violence",
            "let it fit intimacy",
            "how people are with each other",
        ),
    ],
)
def test_answer_and_price_fit_the_aptitudes_rolled(
    options: dict[str, Any], answer: str, price: str, words: str
) -> None:
    """SZ-TELL-03: the narrator's own and the judge's own; in the revised edition it is advice (`aptitude_binds`)."""
    game = telling(**options)
    assert (game.choice("ada", "answer").note, game.choice("ben", "price").note) == (answer, price)
    assert words in game.choice("ada", "answer").fields[0].note
    assert words in game.choice("ben", "price").fields[0].note


# -- the close


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_narrator_has_the_last_words(edition: str) -> None:
    """SZ-TELL-04: said over the close."""
    game = telling(edition=edition, price_challenge=False)
    game.tell_it()
    assert game.prompt("ada", "close_scene").text.startswith("You have the last words of the scene")


@pytest.mark.parametrize(("dice", "narrator"), [(ADA_NARRATES, "ada"), ([1, 1, 6, 5], "ben")])
def test_only_the_narrator_closes_the_scene(dice: list[int], narrator: str) -> None:
    """SZ-TELL-05."""
    game = telling(dice=dice, price_challenge=False)
    game.tell_it()
    assert [name for name in FOUR if "close_scene" in game.may(name)] == [narrator]
    game.act(narrator, "close_scene", title="Going down")
    assert "The scene closes: “Going down”." in game.story()
    (closed,) = [line for line in game.table.lines if line.kind == "closed"]
    assert closed.facts == {"title": "Going down"}, "so that the written story can be headed by it"


def test_a_scene_closes_only_with_answer_and_price_and_no_challenge_pending() -> None:
    """SZ-TELL-05."""
    game = telling()
    assert "close_scene" not in game.may("ada")
    game.act("ada", "answer")
    assert "close_scene" not in game.may("ada")
    game.act("ben", "price")
    assert "close_scene" not in game.may("ada")
    game.act("cyd", "fine")
    assert "close_scene" in game.may("ada")


def test_a_memory_named_with_a_reveal_holds_the_close_up_until_it_is_worked_in() -> None:
    """SZ-TELL-05: in endgame, where ben turns up a card and names a memory of that side."""
    game = Night("ada", "ben", "cyd")
    game.deal("ben", down="T")
    memory = game.write("ben", "thief", "violence", "The other revolver")
    game.until("scene")
    game.act("ben", "reveal_thief", memory=memory)
    game.until("telling")
    game.act(game.narrator, "answer")
    game.act(game.judge, "price")
    for name in asked_of(game, "price_challenge")[:1]:
        game.act(name, "fine")
    assert not any("close_scene" in game.may(name) for name in game.seat_of)
    assert game.prompt("ben", "close_scene").text == (
        "Before the scene can close, you say how “The other revolver” came in."
    )
    for name in {game.narrator, game.judge} - {"ben"}:
        assert game.prompt(name, "close_scene").text == (
            "Before the scene can close, ben says how “The other revolver” came in."
        )
    game.act("ben", "named_worked_in")
    assert "close_scene" in game.may(game.narrator)
    assert "Before" not in game.prompt(game.narrator, "close_scene").text


def asked_of(game: Night, prompt: str) -> list[str]:
    return [name for name in game.seat_of if prompt in game.asked(name)]


# -- the price challenge


def test_if_all_the_others_find_the_price_too_small_the_judge_changes() -> None:
    """SZ-ROLE-06, SZ-AMB-21: all but the judge, and the other one in the scene sets a new price."""
    game = weighing()
    assert asked_about_the_price(game) == ["ada", "cyd", "dov"]
    assert "Is the price ben set enough?" in game.prompt("cyd").text
    assert game.choice("cyd", "too_little").note == "if everyone says so, ada becomes judge"
    assert game.choice("ada", "too_little").note == "if everyone says so, you become judge"
    says_too_little(game, "cyd", "ada")
    assert game.judge == "ben"
    says_too_little(game, "dov")
    assert (game.narrator, game.judge) == ("ada", "ada")
    assert game.may("ada") == ["price"]  # the answer stands
    assert "The table asks for a greater price. ada is the judge now." in game.story()


def test_it_is_the_same_when_one_player_holds_both_roles() -> None:
    """SZ-ROLE-06: the judge's role goes to the other in the scene."""
    game = weighing(dice=ADA_HOLDS_BOTH)
    assert (game.narrator, game.judge) == ("ada", "ada")
    says_too_little(game, "ben", "cyd", "dov")
    assert (game.narrator, game.judge) == ("ada", "ben")


@pytest.mark.parametrize("content", ["ada", "cyd", "dov"])
def test_one_who_finds_it_fine_is_enough_to_keep_the_price(content: str) -> None:
    """SZ-AMB-21: it takes everybody."""
    game = weighing()
    says_too_little(game, *(name for name in ("ada", "cyd", "dov") if name != content))
    game.act(content, "fine")
    assert game.judge == "ben"
    unhappy = [name for name in ("ada", "cyd", "dov") if name != content]
    assert f"{' and '.join(unhappy)} find the price too small, {content} does not. It stands." in game.story()
    assert "close_scene" in game.may("ada")


def test_a_scene_has_one_challenge() -> None:
    """SZ-AMB-72, -21: the new judge's price is not weighed again."""
    game = weighing()
    says_too_little(game, "ada", "cyd", "dov")
    game.act("ada", "price")
    assert asked_about_the_price(game) == []
    assert "close_scene" in game.may("ada")


def test_from_a_contributor_the_judges_role_goes_to_the_one_without_a_role() -> None:
    """SZ-AMB-21: where roles are given away and prices challenged, ada keeps narrator and cyd judges."""
    game = telling(dice=ADA_HOLDS_BOTH, role_double="give_away")
    game.say("ada", {"keep": "narrator", "give_to": game.seat_of["cyd"]})
    game.tell_it()
    says_too_little(game, "ada", "ben", "dov")
    assert (game.narrator, game.judge) == ("ada", "ben")


@pytest.mark.parametrize("challenge", [True, False])
def test_challenging_a_price_is_a_ruling_of_the_tables_own(challenge: bool) -> None:
    """SZ-ROLE-06, SZ-AMB-21: `price_challenge` goes before the edition; Game Chef has it, the revised has not."""
    assert bool(asked_about_the_price(weighing())) is True
    assert bool(asked_about_the_price(weighing(edition="revised"))) is False
    for edition in EDITIONS:
        game = weighing(edition=edition, price_challenge=challenge)
        assert bool(asked_about_the_price(game)) == challenge


def test_with_two_players_the_judge_has_to_agree_to_a_challenge() -> None:
    """SZ-ROLE-06, ledger 11: else the narrator would be accuser and heir at once."""
    game = weighing("ada", "ben")
    assert asked_about_the_price(game) == ["ada", "ben"]
    says_too_little(game, "ada")
    assert game.judge == "ben"
    says_too_little(game, "ben")
    assert game.judge == "ada"


def test_with_two_players_and_both_roles_in_one_hand_the_other_challenges_alone() -> None:
    """SZ-ROLE-06, ledger 11."""
    game = weighing("ada", "ben", dice=ADA_HOLDS_BOTH)
    assert asked_about_the_price(game) == ["ben"]
    says_too_little(game, "ben")
    assert (game.narrator, game.judge) == ("ada", "ben")
