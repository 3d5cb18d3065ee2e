"""Every kind of prompt can be answered by typing, and nothing typed wrong is lost or taken."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET

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
    Wire,
    Words,
)
from mneme.terminal.desk import Back, Desk
from mneme.terminal.reader import parse, read, read_act
from mneme.terminal.showing import in_words, invitation, marks, show
from tests.terminal.kit import Page, Person, Script

FRIENDS = (Option("x", "Ada"), Option("y", "Adam"), Option("z", "Zoe Adams", "far away"))
WHO = Pick("who", "Whom do you trust?", FRIENDS)
SHARES = Split(
    "shares", "Share it out.", (Option("v", "violence"), Option("k", "knowledge"), Option("i", "intimacy")), 7, least=1
)
NAMES = Form(
    "names",
    "Name them.",
    (Words("first", "First name?"), Words("last", "Last name?"), Number("age", "How old?", 1, 99)),
)
ACTS = Menu(
    "acts",
    "What do you do?",
    (
        Choice("lock", "Lock the dice."),
        Choice("give", "Give a die", "1 coin", fields=(Pick("to", "To whom?", FRIENDS), Words("link", "Why?"))),
    ),
)
TRIGGERS = Several(
    "triggers", "Write some memories.", Words("trigger", "A few words.", ideas="triggers"), least=2, most=3
)
IDEAS = tuple(f"idea {number}" for number in range(1, 21))


def answer(prompt: Prompt[Any], *lines: str, earlier: Any = UNSET) -> tuple[Wire, Page]:
    """What a prompt gets when these lines are typed, all of them."""
    page, script = Page(), Script(*lines)
    desk = Desk(script, page, ideas=lambda name: IDEAS if name == "triggers" else ())
    value = read(prompt, desk, earlier)
    assert script.lines == [], "some lines were never read"
    assert desk.asking == []
    return value, page


# ---- pick --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["3", "3.", " 3) ", "zoe adams", "Zoe", "z", "ZOE AD"])
def test_pick_takes_a_number_or_a_beginning_that_only_one_label_has(line: str) -> None:
    assert answer(WHO, line)[0] == "z"


def test_a_whole_label_wins_over_a_longer_one_that_begins_with_it() -> None:
    assert answer(WHO, "ada")[0] == "x"


def test_an_ambiguous_beginning_names_what_it_could_be_and_asks_again() -> None:
    value, page = answer(WHO, "ad", "adam")
    assert value == "y"
    assert page.refusals == ["That could be Ada or Adam. Type its mark in the list."]


def test_a_key_is_not_a_label() -> None:
    """Keys are file format. `x` is Ada's key, but nobody who types it means her."""
    value, page = answer(WHO, "x", "1")
    assert value == "x"
    assert page.refusals == ["That is not one of the choices. You can pick: Ada, Adam, Zoe Adams."]


def test_an_empty_line_takes_the_default_that_is_named_before_the_cursor() -> None:
    usual = Pick("who", "Whom do you trust?", FRIENDS, default="z")
    assert answer(usual, "")[0] == "z"
    assert invitation(usual) == "Choose 1 to 3, or Enter for “Zoe Adams”: "


def test_an_empty_line_picks_nothing_where_there_is_no_default() -> None:
    _, page = answer(WHO, "", "1")
    assert page.refusals == ["Type 1 to 3, or the first letters of a choice."]


def test_options_whose_labels_are_numbers_get_letters() -> None:
    dice = Pick("dice", "How many?", (Option("p", "2"), Option("q", "1"), Option("r", "3")))
    assert marks(dice.options) == ["a", "b", "c"]
    assert answer(dice, "1")[0] == "q"
    assert answer(dice, "a")[0] == "p"


def test_the_price_stands_beside_the_label() -> None:
    assert "  3. Zoe Adams (far away)" in answer(WHO, "1")[1].text


def test_a_question_mark_shows_the_choices_again() -> None:
    _, page = answer(WHO, "?", "1")
    assert page.text.count("2. Adam") == 2


# ---- some, arrange -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["1 3", "3,1", "1, 3.", "zoe, ada", "Ada,Zoe Adams"])
def test_some_takes_numbers_or_beginnings_in_any_order(line: str) -> None:
    assert answer(Some("some", "Who comes along?", FRIENDS), line)[0] == ["x", "z"]


@pytest.mark.parametrize("line", ["", "none", "None"])
def test_some_may_be_nobody(line: str) -> None:
    assert answer(Some("some", "Who comes along?", FRIENDS), line)[0] == []


def test_some_says_how_many() -> None:
    two = Some("some", "Who comes along?", FRIENDS, least=2, most=2)
    value, page = answer(two, "1", "1 1", "1 2")
    assert value == ["x", "y"]
    assert page.refusals == ["Choose 2.", "Choose each thing once at most."]
    assert invitation(two) == "Choose 2 of them, such as 1 2: "


@pytest.mark.parametrize("line", ["3 1 2", "3,1,2", "zoe, ada, adam"])
def test_arrange_keeps_the_order_that_was_typed(line: str) -> None:
    assert answer(Arrange("order", "In which order?", FRIENDS), line)[0] == ["z", "x", "y"]


def test_arrange_wants_all_of_them() -> None:
    _, page = answer(Arrange("order", "In which order?", FRIENDS), "1 2", "", "1 2 3")
    assert page.refusals == ["Put each of these in order, once: Ada, Adam, Zoe Adams."] * 2


# ---- number, split -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["three", "", "1.5", "²", "9" * 5_000])
def test_what_is_no_whole_number_is_refused(line: str) -> None:
    value, page = answer(Number("coins", "How many coins?", 0, 3), line, "3")
    assert value == 3
    assert page.refusals == ["Answer with a whole number."]


def test_a_number_out_of_bounds_is_refused_in_the_prompts_words() -> None:
    assert answer(Number("coins", "How many coins?", 0, 3), "4", "-1", "0")[1].refusals == ["Choose 0 to 3."] * 2


def test_a_split_in_one_line() -> None:
    assert answer(SHARES, "3 2 2")[0] == {"v": 3, "k": 2, "i": 2}
    assert answer(SHARES, "1,1,5")[0] == {"v": 1, "k": 1, "i": 5}


def test_a_split_one_by_one_where_the_last_slot_takes_what_is_left() -> None:
    value, page = answer(SHARES, "", "3", "two", "2")
    assert value == {"v": 3, "k": 2, "i": 2}
    assert page.refusals == ["Type a whole number for this part."]
    assert "That leaves 2 for intimacy." in page.text


def test_a_split_may_begin_with_the_first_share() -> None:
    assert answer(SHARES, "4", "2")[0] == {"v": 4, "k": 2, "i": 1}


def test_a_split_that_does_not_add_up_is_asked_again() -> None:
    _, page = answer(SHARES, "3 3 3", "7 0 0", "3 2", "a b c", "3 2 2")
    assert page.refusals == [
        "Share out exactly 7; that comes to 9.",
        "Give each part 1 to 7.",
        "Type 3 numbers, such as 3 2 2, or one at a time.",
        "Type 3 numbers, such as 3 2 2, or one at a time.",
    ]


@given(count=st.integers(1, 6), least=st.integers(0, 3), extra=st.integers(0, 20))
def test_the_example_of_a_split_is_legal(count: int, least: int, extra: int) -> None:
    slots = tuple(Option(str(number), f"slot {number}") for number in range(count))
    split = Split("s", "Share.", slots, count * least + extra, least=least)
    example = invitation(split).removeprefix("Numbers such as ").removesuffix(": ")
    assert answer(split, example)[1].refusals == []


# ---- words, ack --------------------------------------------------------------------------------------------


def test_words_are_taken_as_they_are() -> None:
    assert answer(Words("told", "What happened?"), "It  rained.  ")[0] == "It rained."


@pytest.mark.parametrize("line", ["", "-"])
@pytest.mark.parametrize("words", [Words("told", "?", aloud=True), Words("nickname", "?", optional=True)])
def test_an_empty_line_or_a_dash_is_no_text_where_that_is_allowed(words: Words, line: str) -> None:
    assert answer(words, line)[0] == ""


def test_where_it_is_not_allowed_something_has_to_be_written() -> None:
    value, page = answer(Words("told", "What happened?"), "", "-")
    assert value == "-"
    assert page.refusals == ["Write something here."]


def test_ideas_are_shown_a_few_at_a_time_and_come_round_again() -> None:
    text = answer(TRIGGERS.item, "?", "?", "?", "?", "mine")[1].text
    assert text.count("?1. idea 1\n") == 2
    assert text.count("?20. idea 20\n") == 1


def test_an_idea_can_be_taken_by_its_mark() -> None:
    value, page = answer(TRIGGERS.item, "?99", "?12")
    assert value == "idea 12"
    assert page.refusals == ["There are 20 ideas; ? shows some of them."]


def test_without_ideas_a_question_mark_says_so_and_a_number_behind_it_is_text() -> None:
    value, page = answer(Words("told", "What happened?"), "?", "?7")
    assert value == "?7"
    assert "There are no ideas for this one; it is all yours." in page.text


def test_a_prefix_stands_before_the_cursor() -> None:
    assert invitation(Words("memory", "What do you remember?", prefix="I remember")) == "I remember "


@pytest.mark.parametrize("line", ["", "done", "OK", "i have said it"])
def test_ack_is_enter(line: str) -> None:
    assert answer(Ack("said", "Say it.", label="I have said it."), line)[0] is True


def test_ack_takes_nothing_else_for_granted() -> None:
    assert answer(Ack("said", "Say it."), "not yet", "")[1].refusals == ["Press Enter when it is done."]


# ---- several -----------------------------------------------------------------------------------------------


def test_several_ends_with_an_empty_line() -> None:
    script = Script("a lie", "a door", "")
    assert read(TRIGGERS, Desk(script, Page())) == ["a lie", "a door"]
    assert script.invitations == ["1. ", "2. ", "3. "]


def test_several_ends_by_itself_when_it_is_full() -> None:
    assert answer(TRIGGERS, "a lie", "a door", "rain")[0] == ["a lie", "a door", "rain"]


def test_several_cannot_end_too_early_and_loses_nothing_over_a_mistake() -> None:
    value, page = answer(TRIGGERS, "a lie", "", "A  LIE", "?99", "a door", "")
    assert value == ["a lie", "a door"]
    assert page.refusals == [
        "Write something here.",
        "Two of these are the same; make each different.",
        "There are 20 ideas; ? shows some of them.",
    ]


def test_several_takes_ideas() -> None:
    assert answer(TRIGGERS, "?", "?3", "?4", "")[0] == ["idea 3", "idea 4"]


def test_back_takes_the_last_one_off_the_list() -> None:
    value, page = answer(TRIGGERS, "a lie", "a dog", "back", "a door", "")
    assert value == ["a lie", "a door"]
    assert "Taken off the list: a dog." in page.text


def test_back_from_an_empty_list_has_nowhere_to_go() -> None:
    value, page = answer(TRIGGERS, "back", "a lie", "a door", "")
    assert value == ["a lie", "a door"]
    assert "The list is empty; nothing comes before it." in page.text


def test_several_of_something_larger_ask_whether_there_is_another() -> None:
    pairs = Several("pairs", "Who with whom?", WHO, least=1, most=3)
    assert answer(pairs, "1", "")[0] == ["x"]
    assert answer(pairs, "1", "yes", "2", "back", "y", "3", "")[0] == ["x", "z"]


# ---- form --------------------------------------------------------------------------------------------------


def test_a_form_is_filled_in_field_by_field() -> None:
    assert answer(NAMES, "Mara", "Vale", "30")[0] == {"first": "Mara", "last": "Vale", "age": 30}


def test_a_mistake_in_one_field_keeps_the_others() -> None:
    value, page = answer(NAMES, "Mara", "Vale", "300", "30")
    assert value == {"first": "Mara", "last": "Vale", "age": 30}
    assert page.refusals == ["Choose 1 to 99."]


def test_back_returns_to_the_field_before_and_an_empty_line_keeps_what_was_there() -> None:
    value, page = answer(NAMES, "Mara", "Vale", "back", "back", "Nora", "", "30")
    assert value == {"first": "Nora", "last": "Vale", "age": 30}
    assert "So far: Vale. An empty line keeps it." in page.text


def test_back_from_the_first_field_stays_there() -> None:
    value, page = answer(NAMES, "back", "Mara", "Vale", "30")
    assert value["first"] == "Mara"
    assert "This is the first part; nothing comes before it." in page.text


def test_a_list_inside_a_form_is_kept_or_written_again() -> None:
    form = Form("sheet", "Fill it in.", (TRIGGERS, Number("age", "How old?", 1, 99)))
    assert answer(form, "a", "b", "", "back", "", "30")[0] == {"triggers": ["a", "b"], "age": 30}
    assert answer(form, "a", "b", "", "back", "new", "c", "d", "", "30")[0] == {"triggers": ["c", "d"], "age": 30}


def test_back_from_an_empty_list_inside_a_form_is_the_field_before() -> None:
    form = Form("sheet", "Fill it in.", (Number("age", "How old?", 1, 99), TRIGGERS))
    assert answer(form, "20", "back", "30", "a", "b", "")[0] == {"age": 30, "triggers": ["a", "b"]}


def test_back_is_a_word_like_any_other_where_there_is_no_step_before() -> None:
    assert answer(Words("told", "What happened?"), "back")[0] == "back"


# ---- menu --------------------------------------------------------------------------------------------------


def test_an_act_without_parts_is_one_choice() -> None:
    assert answer(ACTS, "1")[0] == {"act": "lock"}
    assert answer(ACTS, "lock")[0] == {"act": "lock"}


def test_an_act_with_parts_asks_for_them() -> None:
    assert answer(ACTS, "give", "zoe", "She is kind.")[0] == {"act": "give", "to": "z", "link": "She is kind."}


def test_back_from_the_first_part_returns_to_the_acts() -> None:
    value, page = answer(ACTS, "2", "1", "back", "back", "1")
    assert value == {"act": "lock"}
    assert page.text.count("What do you do?") == 2


def test_an_unknown_act_is_refused_in_the_prompts_words() -> None:
    assert answer(ACTS, "sing", "1")[1].refusals == ["That cannot be done now. You can: Lock the dice; Give a die."]


def test_parts_of_an_act_that_is_chosen_already() -> None:
    desk = Desk(Script("1", "Why not."), Page())
    assert read_act(ACTS.choices[1], desk) == {"act": "give", "to": "x", "link": "Why not."}


def test_back_out_of_an_act_reaches_whoever_chose_it() -> None:
    desk = Desk(Script("back"), Page())
    with desk.about(ACTS), pytest.raises(Back):
        read_act(ACTS.choices[1], desk)


# ---- what all kinds share ----------------------------------------------------------------------------------

EVERY_KIND: list[Prompt[Any]] = [
    WHO,
    Some("some", "Who comes along?", FRIENDS, least=1),
    Number("coins", "How many coins?", 2, 3),
    SHARES,
    Arrange("order", "In which order?", FRIENDS),
    Words("told", "What happened?"),
    TRIGGERS,
    NAMES,
    Ack("said", "Say it."),
    ACTS,
]
KINDS = [type(prompt).__name__ for prompt in EVERY_KIND]


@pytest.mark.parametrize("prompt", EVERY_KIND, ids=KINDS)
def test_the_end_of_the_input_ends_the_question(prompt: Prompt[Any]) -> None:
    desk = Desk(Script(), Page())
    with pytest.raises(EOFError):
        read(prompt, desk)
    assert desk.asking == []


@pytest.mark.parametrize("prompt", EVERY_KIND, ids=KINDS)
def test_a_command_is_not_an_answer_and_the_question_goes_on(prompt: Prompt[Any]) -> None:
    page, obeyed = Page(), list[str]()
    person = Person("commands")
    script = Script("/table", "/say hello")
    desk = Desk(script, page, obeyed.append)
    with pytest.raises(EOFError):
        read(prompt, desk)
    assert obeyed == ["/table", "/say hello"]
    assert page.refusals == []
    desk = Desk(person, page, obeyed.append)
    person.asked = lambda: desk.asking
    assert prompt.clean(read(prompt, desk)) is not None


@pytest.mark.parametrize("prompt", EVERY_KIND, ids=KINDS)
def test_whatever_a_person_types_comes_to_a_legal_answer(prompt: Prompt[Any]) -> None:
    for seed in range(50):
        person = Person(seed)
        desk = Desk(person, Page())
        person.asked = partial(getattr, desk, "asking")
        value = read(prompt, desk)
        assert prompt.clean(value) == value


@pytest.mark.parametrize("prompt", EVERY_KIND, ids=KINDS)
def test_a_given_answer_can_be_kept(prompt: Prompt[Any]) -> None:
    earlier = prompt.clean(prompt.random(random.Random("earlier")))
    value, page = answer(prompt, "", earlier=earlier)
    assert value == earlier
    assert f"So far: {in_words(prompt, earlier).rstrip('.')}. An empty line keeps it." in page.text


@pytest.mark.parametrize("prompt", EVERY_KIND, ids=KINDS)
def test_what_is_asked_is_said_first(prompt: Prompt[Any]) -> None:
    page = Page()
    show(prompt, Desk(Script(), page))
    assert page.said[0] == (prompt.text, "question")


def test_the_note_of_a_prompt_follows_its_text() -> None:
    page = Page()
    show(Number("coins", "How many coins?", 0, 3, note="They are gone either way."), Desk(Script(), page))
    assert page.said == [("How many coins?", "question"), ("They are gone either way.", "quiet")]


def test_two_slashes_write_one() -> None:
    page, obeyed = Page(), list[str]()
    assert read(Words("told", "What happened?"), Desk(Script("//x marks it"), page, obeyed.append)) == "/x marks it"
    assert obeyed == []


def test_two_slashes_write_one_also_before_back() -> None:
    assert answer(NAMES, "Mara", "//back", "30")[0] == {"first": "Mara", "last": "/back", "age": 30}


def test_a_composed_prompt_is_no_single_line() -> None:
    with pytest.raises(TypeError, match="more than one line"):
        parse(NAMES, "Mara")


@pytest.mark.parametrize(
    "prompt", [WHO, SHARES, Number("coins", "How many?", 0, 3), ACTS], ids=lambda prompt: prompt.name
)
@given(line=st.text(max_size=30))
def test_no_line_breaks_a_reader(prompt: Prompt[Any], line: str) -> None:
    """Whatever is typed is taken or refused; after that a legal answer is still possible."""
    desk = Desk(Script(line.replace("\n", " "), *["1"] * 6), Page(), lambda command: None)
    assert prompt.clean(read(prompt, desk)) is not None
