"""What may not be done is refused in a plain sentence, and nothing has changed."""

from __future__ import annotations

import pytest

from tests.conformance import checks
from tests.conformance.games import STARTS
from tests.conformance.kit import Start, Told
from tests.conformance.wrong_answers import is_a_plain_sentence


@pytest.mark.parametrize("start", STARTS, ids=str)
def test_wrong_answers_are_refused_and_change_nothing(start: Start) -> None:
    with Told(run := start.run()):
        checks.check_refusals(run)


@pytest.mark.parametrize("sentence", ["Choose 1 to 3.", "One word, without spaces."])
def test_a_plain_sentence_is_recognised(sentence: str) -> None:
    assert is_a_plain_sentence(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "",
        "Choose 1 to 3",
        "choose 1 to 3.",
        "Choose 1\nto 3.",
        "KeyError: 'act'.",
        "Choose one of ['a', 'b'].",
        "Not Option(key='a').",
        "You cannot do that!",
        "Too long: " + "x" * 1_000 + ".",
    ],
)
def test_anything_else_is_not(sentence: str) -> None:
    assert not is_a_plain_sentence(sentence)
