"""Every kind of question takes what is legal, in one canonical form, and refuses the rest in a plain sentence."""

from __future__ import annotations

import random
import unicodedata
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mneme.engine.errors import Refused
from mneme.engine.prompts import (
    TEXT_MOST,
    Ack,
    AnyPrompt,
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
    Wire,
    Words,
    aloud,
)
from tests.conformance.wrong_answers import is_a_plain_sentence, wrong_answers

SUN, MOON, STAR = Option("sun", "The sun"), Option("moon", "The moon"), Option("star", "The star")
SKY = (SUN, MOON, STAR)

PICK = Pick("pick", "Which?", SKY)
SOME = Some("some", "Which?", SKY, least=1, most=2)
NUMBER = Number("number", "How many?", 1, 6)
SPLIT = Split("split", "How?", SKY, 5, most=4)
ARRANGE = Arrange("arrange", "In which order?", SKY)
WORDS = Words("words", "What do you say?", most=30)
SEVERAL = Several("several", "Which?", WORDS, least=1, most=3)
FORM = Form("form", "Tell us.", (NUMBER, Words("why", "Why?", default="because")))
ACK = Ack("ack", "Say when it is done.")
MENU = Menu("menu", "What do you do?", (Choice("look", "Look"), Choice("wish", "Wish", fields=(PICK, NUMBER))))


def refusal(prompt: Prompt[Any], wire: Wire) -> Refused:
    with pytest.raises(Refused) as refused:
        prompt.clean(wire)
    assert is_a_plain_sentence(refused.value.sentence), refused.value.sentence
    return refused.value


# What each kind takes.


@pytest.mark.parametrize(
    ("prompt", "wire", "clean", "value"),
    [
        (PICK, "moon", "moon", "moon"),
        (SOME, ["star", "sun"], ["sun", "star"], ("sun", "star")),
        (NUMBER, 6, 6, 6),
        (SPLIT, {"star": 1, "sun": 4}, {"sun": 4, "moon": 0, "star": 1}, {"sun": 4, "moon": 0, "star": 1}),
        (ARRANGE, ["star", "sun", "moon"], ["star", "sun", "moon"], ("star", "sun", "moon")),
        (WORDS, "  so \n it\tis ", "so it is", "so it is"),
        (SEVERAL, ["one", " two "], ["one", "two"], ("one", "two")),
        (FORM, {"number": 2}, {"number": 2, "why": "because"}, {"number": 2, "why": "because"}),
        (ACK, True, True, True),
        (MENU, {"act": "look"}, {"act": "look"}, {}),
        (
            MENU,
            {"number": 1, "pick": "sun", "act": "wish"},
            {"act": "wish", "pick": "sun", "number": 1},
            {"pick": "sun", "number": 1},
        ),
    ],
    ids=lambda given: given.name if isinstance(given, Prompt) else "",
)
def test_an_answer_has_one_canonical_form(prompt: Prompt[Any], wire: Wire, clean: Wire, value: object) -> None:
    cleaned = prompt.clean(wire)
    assert msgspec.json.encode(cleaned) == msgspec.json.encode(clean)
    assert prompt.value(cleaned) == value


# What each kind refuses.


@pytest.mark.parametrize(
    ("prompt", "wire", "code"),
    [
        (PICK, "mars", "illegal"),
        (PICK, 0, "malformed"),
        (PICK, None, "malformed"),
        (PICK, ["sun"], "malformed"),
        (SOME, [], "illegal"),
        (SOME, ["sun", "sun"], "illegal"),
        (SOME, ["sun", "moon", "star"], "illegal"),
        (SOME, ["mars"], "illegal"),
        (SOME, "sun", "malformed"),
        (SOME, [1], "malformed"),
        (NUMBER, 0, "illegal"),
        (NUMBER, 7, "illegal"),
        (NUMBER, 10**30, "illegal"),
        (NUMBER, 2.0, "malformed"),
        (NUMBER, True, "malformed"),
        (NUMBER, "2", "malformed"),
        (SPLIT, {"sun": 5}, "illegal"),
        (SPLIT, {"sun": 4}, "illegal"),
        (SPLIT, {"sun": -1, "moon": 4, "star": 2}, "illegal"),
        (SPLIT, {"sun": 4, "mars": 1}, "illegal"),
        (SPLIT, {"sun": 4, "moon": True}, "malformed"),
        (SPLIT, [4, 1], "malformed"),
        (ARRANGE, ["sun", "moon"], "illegal"),
        (ARRANGE, ["sun", "moon", "moon"], "illegal"),
        (ARRANGE, ["sun", "moon", "star", "star"], "illegal"),
        (ARRANGE, [None], "malformed"),
        (WORDS, "", "illegal"),
        (WORDS, " \n ", "illegal"),
        (WORDS, "x" * 31, "illegal"),
        (WORDS, "x" * 1_000_000, "illegal"),
        (WORDS, 5, "malformed"),
        (SEVERAL, [], "illegal"),
        (SEVERAL, ["a", "b", "c", "d"], "illegal"),
        (SEVERAL, ["a", "A "], "illegal"),
        (SEVERAL, ["a", ""], "illegal"),
        (SEVERAL, "a", "malformed"),
        (FORM, {"why": "so"}, "malformed"),
        (FORM, {"number": 2, "colour": "red"}, "malformed"),
        (FORM, {"number": 9}, "illegal"),
        (FORM, [2], "malformed"),
        (ACK, False, "malformed"),
        (ACK, 1, "malformed"),
        (MENU, {"act": "fly"}, "illegal"),
        (MENU, {"act": None}, "malformed"),
        (MENU, {}, "malformed"),
        (MENU, "look", "malformed"),
        (MENU, {"act": "look", "pick": "sun"}, "malformed"),
        (MENU, {"act": "wish", "pick": "sun"}, "malformed"),
        (MENU, {"act": "wish", "pick": "mars", "number": 1}, "illegal"),
    ],
    ids=lambda given: given.name if isinstance(given, Prompt) else str(given)[:30],
)
def test_the_rest_is_refused(prompt: Prompt[Any], wire: Wire, code: str) -> None:
    assert refusal(prompt, wire).code == code


def test_a_refusal_says_what_would_have_worked() -> None:
    assert (
        refusal(PICK, "mars").sentence == "That is not one of the choices. You can pick: The sun, The moon, The star."
    )
    assert refusal(SOME, []).sentence == "Choose 1 to 2."
    assert refusal(NUMBER, 9).sentence == "Choose 1 to 6."
    assert refusal(Number("number", "How many?", 2, 2), 9).sentence == "Choose 2."
    assert refusal(SPLIT, {"sun": 1}).sentence == "Share out exactly 5; that comes to 1."
    assert refusal(MENU, {"act": "fly"}).sentence == "That cannot be done now. You can: Look; Wish."
    assert refusal(MENU, {"act": "wish", "pick": "sun"}).sentence == "The part called number is missing."


def test_a_refusal_names_a_few_choices_of_many() -> None:
    many = Pick("pick", "Which?", tuple(Option(str(number), f"No. {number}") for number in range(100)))
    assert refusal(many, "x").sentence.endswith("No. 4, No. 5 and 94 more.")


def test_a_refusal_carries_the_rule() -> None:
    assert refusal(Number("number", "How many?", 1, 6, rule="TM-STAKE-01"), 9).rule == "TM-STAKE-01"


def test_a_refusal_does_not_repeat_what_was_sent() -> None:
    sent = "<script>" * 1000
    assert "<script>" not in refusal(PICK, sent).sentence
    assert "<script>" not in refusal(FORM, {sent: 1}).sentence
    assert "<script>" not in refusal(MENU, {"act": sent}).sentence
    assert "<script>" not in refusal(MENU, {"act": "look", sent: 1}).sentence


# Words.


@pytest.mark.parametrize(
    "text", ["a\x00", "a\x1b[31m", "\x7f", "a\u0085b", "\ud800", "\ue000", "\U000e0fff", "a\u202eb", "\u2066a\u2069"]
)
def test_control_characters_and_direction_marks_are_refused(text: str) -> None:
    assert refusal(WORDS, text).code == "illegal"


@pytest.mark.parametrize("text", ["\u200b", "\u2060 \u200d", "\u00a0", "\u3000\u200b"])
def test_a_text_that_nobody_can_see_is_no_text(text: str) -> None:
    assert refusal(WORDS, text).sentence == "Write something here."
    assert Words("words", "What happened?", aloud=True).clean(text) == ""


@pytest.mark.parametrize("text", ["Zoë", "👩‍🚀", "שלום", "naïve café", "日本語", "it’s “so” … 100 %"])
def test_people_may_write_in_any_language(text: str) -> None:
    assert WORDS.clean(text) == text


def test_the_same_letters_are_the_same_text() -> None:
    assert WORDS.clean("Zoe\u0308") == "Zoë"
    assert WORDS.clean("so\u2028it\u00a0is") == "so it is"


def test_words_told_aloud_are_an_empty_text() -> None:
    aloud = Words("words", "What happened?", aloud=True, least=10)
    assert aloud.clean(" ") == ""
    assert refusal(aloud, "too short").sentence == "Write at least 10 characters."


def test_where_there_need_not_be_anything_to_say_words_may_be_empty() -> None:
    optional = Words("words", "A nickname, if you like", optional=True, most=0)
    assert optional.possible
    assert optional.clean(" ") == ""
    assert refusal(optional, "Bo").sentence == "Keep it to 0 characters; that is 2."


def test_one_word_has_no_spaces() -> None:
    single = Words("words", "One word", single=True)
    assert single.clean(" moon ") == "moon"
    assert refusal(single, "full moon").sentence == "One word, without spaces."


def test_a_text_may_not_be_repeated_in_another_dress() -> None:
    fresh = Words("words", "Say something new", avoid=("Full Moon",))
    assert refusal(fresh, "fullMOON").sentence == "Those words are taken already; write something else."
    assert fresh.clean("new moon") == "new moon"


def test_the_longest_text_is_taken_whole() -> None:
    longest = Words("words", "All of it", most=TEXT_MOST)
    assert longest.clean("x" * TEXT_MOST) == "x" * TEXT_MOST
    assert refusal(longest, "x" * (TEXT_MOST + 1)).code == "illegal"


def test_what_can_be_told_aloud_is_left_empty_by_an_empty_chair() -> None:
    prompt = aloud("how", "How?", rule="X-1", ideas="ways")
    assert (prompt.default, prompt.clean("")) == ("", "")
    assert prompt == Words("how", "How?", most=1_200, aloud=True, default="", rule="X-1", ideas="ways")
    assert aloud("how", "How?", most=80).most == 80


@given(st.text(max_size=60))
def test_a_clean_text_is_clean(text: str) -> None:
    try:
        clean = WORDS.clean(text)
    except Refused as refused:
        sentence = refused.sentence
        assert is_a_plain_sentence(sentence)
    else:
        assert clean == WORDS.clean(clean) == unicodedata.normalize("NFC", clean) == " ".join(clean.split())


# What has no answer.


@pytest.mark.parametrize(
    "prompt",
    [
        Pick("pick", "Which?", ()),
        Some("some", "Which?", SKY, least=4),
        Some("some", "Which?", SKY, least=2, most=1),
        Number("number", "How many?", 2, 1),
        Split("split", "How?", (), 0),
        Split("split", "How?", SKY, 13, most=4),
        Split("split", "How?", SKY, 2, least=1),
        Arrange("arrange", "In which order?", ()),
        Words("words", "What?", least=5, most=4),
        Several("several", "Which?", Pick("pick", "Which?", ())),
        Several("several", "Which?", WORDS, least=2, most=1),
        Form("form", "Tell us.", (NUMBER, Pick("pick", "Which?", ()))),
        Menu("menu", "What do you do?", ()),
    ],
    ids=lambda prompt: prompt.name,
)
def test_a_question_knows_that_it_has_no_answer(prompt: Prompt[Any]) -> None:
    assert not prompt.possible


# Every prompt there could be.

KEYS = st.text("abcdefgh", min_size=1, max_size=4)
SEEDS = st.integers(0, 2**32)


def option_lists(least: int) -> st.SearchStrategy[tuple[Option, ...]]:
    keys = st.lists(KEYS, min_size=least, max_size=6, unique=True)
    return keys.map(lambda keys: tuple(Option(key, key.title()) for key in keys))


@st.composite
def bounds(draw: st.DrawFn, smallest: int, largest: int) -> tuple[int, int]:
    least = draw(st.integers(smallest, largest))
    return least, draw(st.integers(least, largest))


@st.composite
def plain_prompts(draw: st.DrawFn) -> Prompt[Any]:
    name = draw(KEYS)
    options = draw(option_lists(1))
    least, most = draw(bounds(0, len(options)))
    low, high = draw(bounds(-5, 40))
    kinds: list[Prompt[Any]] = [
        Pick(name, "?", options),
        Some(name, "?", options, least, most),
        Number(name, "?", low, high),
        Split(name, "?", options, len(options) * 2, 1, 3),
        Arrange(name, "?", options),
        Words(name, "?", least=max(low, 0), most=max(high, 2), aloud=least == 0, single=most == 1, avoid=("a1", "b2")),
        Ack(name, "?"),
    ]
    return draw(st.sampled_from([prompt for prompt in kinds if prompt.possible]))


@st.composite
def prompts(draw: st.DrawFn) -> Prompt[Any]:
    """A prompt of any kind, with small questions inside where it can have them."""
    fields = tuple(draw(st.lists(plain_prompts(), max_size=3, unique_by=lambda prompt: prompt.name)))
    name = draw(KEYS)
    choices = (Choice("first", "First"), Choice("second", "Second", fields=fields))
    compound = [Form(name, "?", fields), Menu(name, "?", choices), Several(name, "?", draw(plain_prompts()))]
    return draw(st.sampled_from([*compound, draw(plain_prompts())]))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda parts: (
        st.lists(parts, max_size=4) | st.dictionaries(st.text(max_size=5) | st.just("act"), parts, max_size=4)
    ),
    max_leaves=10,
)


@given(prompts(), SEEDS)
def test_a_random_answer_is_legal_and_clean_is_clean(prompt: Prompt[Any], seed: int) -> None:
    clean = prompt.clean(prompt.random(random.Random(seed)))
    assert prompt.clean(clean) == clean
    prompt.value(clean)


@given(prompts(), SEEDS)
def test_an_answer_survives_the_log(prompt: Prompt[Any], seed: int) -> None:
    clean = prompt.clean(prompt.random(random.Random(seed)))
    stored = msgspec.json.decode(msgspec.json.encode(clean))
    assert prompt.value(prompt.clean(stored)) == prompt.value(clean)


@given(prompts(), JSON)
def test_anything_that_json_can_say_is_taken_or_refused(prompt: Prompt[Any], wire: Wire) -> None:
    try:
        clean = prompt.clean(wire)
    except Refused as refused:
        sentence = refused.sentence
        assert is_a_plain_sentence(sentence), sentence
    else:
        assert prompt.clean(clean) == clean


@given(prompts())
def test_wrong_answers_are_refused(prompt: Prompt[Any]) -> None:
    for wire in wrong_answers(prompt):
        refusal(prompt, wire)


@given(prompts())
def test_a_prompt_survives_the_wire(prompt: Prompt[Any]) -> None:
    assert msgspec.json.decode(msgspec.json.encode(prompt), type=AnyPrompt) == prompt


@given(prompts(), SEEDS)
def test_the_same_dice_give_the_same_answer(prompt: Prompt[Any], seed: int) -> None:
    assert prompt.random(random.Random(seed)) == prompt.random(random.Random(seed))


@pytest.mark.parametrize("prompt", [PICK, SOME, NUMBER, ARRANGE, MENU], ids=lambda prompt: prompt.name)
def test_every_answer_comes_up_sooner_or_later(prompt: Prompt[Any]) -> None:
    dice = random.Random(1)
    seen = {msgspec.json.encode(prompt.random(dice)) for _ in range(500)}
    assert len(seen) == {"pick": 3, "some": 6, "number": 6, "arrange": 6, "menu": 1 + 3 * 6}[prompt.name]


def test_a_short_question_gets_a_short_random_answer() -> None:
    assert len(Words("words", "A letter", most=1).random(random.Random(1))) == 1


def test_few_different_answers_are_not_asked_for_for_ever() -> None:
    few = Several("several", "Which?", Pick("pick", "Which?", (SUN,)), least=1, most=5)
    assert few.random(random.Random(1)) == ["sun"]
