"""The canonical plain text: what a terminal prints, a screen reader says and a transcript keeps."""

from __future__ import annotations

from typing import Any

import pytest

from mneme.engine.entries import Retract, Rewind, Talk
from mneme.engine.log import Sitting
from mneme.engine.projection import view
from mneme.engine.prompts import (
    Ack,
    Arrange,
    Choice,
    Form,
    Menu,
    Number,
    Option,
    Pick,
    Prompt,
    Several,
    Some,
    Split,
    Words,
)
from mneme.engine.story import Line
from mneme.engine.text import line_text, now_text, offer_lines, render
from tests.conformance.tiny import TinyTable, sit

SKY = (Option("sun", "The sun"), Option("moon", "The moon", "1 coin"))


async def one_scene(table: TinyTable) -> None:
    table.chapter("Scene 1")
    table.tell("It is raining.")
    table.tell("I am wet.", kind="told", by="b")
    table.tell("Nobody else knows.", to=("a",))
    await table.ask_all(
        "bid", {seat: Number("bid", "How much?", 0, 3, note="You have 3 coins.") for seat in ("a", "b")}
    )


def text_for(sitting: Sitting, viewer: str | None) -> list[str]:
    return render(sitting.game, view(sitting, viewer)).splitlines()


def test_a_view_is_told_from_the_place_to_the_question() -> None:
    assert text_for(sit(one_scene), "a") == [
        "Scene 1",
        "",
        "A tiny table.",
        "",
        "— Scene 1 —",
        "It is raining.",
        "Ben: I am wet.",
        "Nobody else knows. (only you see this)",
        "",
        "How much?",
        "You have 3 coins.",
        "  0 to 3",
        "Waiting for Ben.",
    ]


def test_somebody_looking_on_reads_the_public_part() -> None:
    text = text_for(sit(one_scene), None)
    assert "Nobody else knows. (only you see this)" not in text
    assert text[-1] == "Waiting for Ada and Ben."


def test_an_answer_that_can_be_changed_is_said_to_be_so() -> None:
    sitting = sit(one_scene)
    sitting.answer("a", "bid", 1)
    said = "You have answered; you can still change it."
    assert said in text_for(sitting, "a")
    sitting.apply(Retract("a", "bid"))
    assert said not in text_for(sitting, "a")


def test_what_was_undone_is_marked() -> None:
    async def rules(table: TinyTable) -> None:
        for _ in range(2):
            table.tell(await table.ask("a", Words("word", "What do you say?")))

    sitting = sit(rules)
    sitting.answer("a", "word", "Never.")
    sitting.apply(Rewind(0))
    assert "[undone] Never." in text_for(sitting, "b")


@pytest.mark.parametrize(
    ("talk", "text"),
    [
        (Talk("b", "say", "Hello."), "Ben: Hello."),
        (Talk("b", "as", "Hello.", "The Fox"), "The Fox (Ben): Hello."),
        (Talk("b", "aside", "Hello."), "Ben, aside: Hello."),
    ],
)
def test_talk_names_who_speaks_and_as_whom(talk: Talk, text: str) -> None:
    sitting = sit(one_scene)
    sitting.apply(talk)
    assert text in text_for(sitting, "a")


def test_a_line_without_words_is_not_read_out() -> None:
    shown = view(sit(one_scene), "a")
    assert line_text(shown, Line("sealed", "", facts={"opened": []})) == ""


def test_a_table_that_asks_nothing_says_whom_it_waits_for() -> None:
    assert now_text(view(sit(one_scene), "c")) == "Waiting for Ada and Ben."


@pytest.mark.parametrize(
    ("prompt", "lines"),
    [
        (Pick("p", "?", SKY), ["  sun: The sun", "  moon: The moon (1 coin)"]),
        (Some("p", "?", SKY), ["  sun: The sun", "  moon: The moon (1 coin)"]),
        (Arrange("p", "?", SKY), ["  sun: The sun", "  moon: The moon (1 coin)"]),
        (Number("p", "?", 1, 6), ["  1 to 6"]),
        (Split("p", "?", SKY, 5), ["  5 in all, among: The sun, The moon"]),
        (Words("p", "?"), []),
        (Words("p", "?", aloud=True), ["  (or tell it aloud)"]),
        (Words("p", "?", optional=True), ["  (if you like)"]),
        (Several("p", "?", Number("n", "A number", 1, 2)), ["  A number", "  1 to 2"]),
        (Form("p", "?", (Number("n", "A number", 1, 2),)), ["  n: A number", "    1 to 2"]),
        (Ack("p", "?"), ["  Done"]),
        (Ack("p", "?", "Ready"), ["  Ready"]),
        (
            Menu(
                "p",
                "?",
                (Choice("look", "Look"), Choice("wish", "Wish", "1 coin", fields=(Pick("on", "On?", SKY[:1]),))),
            ),
            ["  look: Look", "  wish: Wish (1 coin)", "    on: On?", "      sun: The sun"],
        ),
    ],
    ids=lambda given: type(given).__name__ if isinstance(given, Prompt) else "",
)
def test_every_kind_of_question_says_what_it_offers(prompt: Prompt[Any], lines: list[str]) -> None:
    assert offer_lines(prompt) == lines
