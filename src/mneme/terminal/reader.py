"""One small reader for each kind of prompt: what is typed becomes the value the prompt takes.

A reader knows no game and no rule. It shows what a prompt offers, reads lines until the prompt takes them, and says
the prompt's own refusal when it does not.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from mneme.engine.errors import Refused
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
from mneme.terminal.desk import BACK, IDEAS, Back, Desk
from mneme.terminal.showing import by_enter, even_shares, in_words, invitation, joined, marks, reach, show, show_ideas

ALOUD = "-"
NO_SUCH_KEY = ""  # no option has it, so a prompt refuses it in its own words


def read(prompt: Prompt[Any], desk: Desk, earlier: Wire | UnsetType = UNSET) -> Wire:
    """Ask until the prompt takes an answer. An empty line keeps the one that was given here earlier."""
    with desk.about(prompt):
        show(prompt, desk)
        if earlier is not UNSET:
            desk.say(f"So far: {in_words(prompt, earlier).rstrip('.')}. An empty line keeps it.", "quiet")
        while True:
            try:
                return prompt.clean(_read_once(prompt, desk, earlier))
            except Refused as refusal:
                desk.say(refusal.sentence, "refusal")


def _read_once(prompt: Prompt[Any], desk: Desk, earlier: Wire | UnsetType) -> Wire:
    """One try at an answer: composed prompts step by step, the others from one line."""
    composed = isinstance(prompt, Form | Several | Menu)
    if composed and earlier is not UNSET and not desk.ask("Keep it, or type new to answer again: "):
        return earlier
    match prompt:
        case Form():
            return _read_form(prompt, desk)
        case Several():
            return _read_several(prompt, desk)
        case Menu():
            return _read_menu(prompt, desk)
    line = _line(prompt, desk)
    if not line and earlier is not UNSET:
        return earlier
    if not line and by_enter(prompt) is not UNSET:
        return by_enter(prompt)
    if isinstance(prompt, Split):
        return _read_split(prompt, desk, line)
    return parse(prompt, line, desk.ideas(prompt))


def _line(prompt: Prompt[Any], desk: Desk) -> str:
    """A line for this prompt; a question mark shows again what is on offer."""
    while (line := desk.ask(invitation(prompt))) == IDEAS:
        if isinstance(prompt, Words):
            show_ideas(prompt, desk)
        else:
            show(prompt, desk)
    return line


def parse(prompt: Prompt[Any], line: str, ideas: Sequence[str] = ()) -> Wire:
    """What one line means to a prompt that can be answered in one line."""
    match prompt:
        case Pick():
            return _choose(prompt, prompt.options, line)
        case Some():
            return _choose_several(prompt, prompt.options, "" if line.lower() == "none" else line)
        case Arrange():
            return _choose_several(prompt, prompt.options, line)
        case Number():
            number = as_number(line)
            return line if number is None else number
        case Words():
            return _words(prompt, line, ideas)
        case Ack():
            return _acknowledged(prompt, line)
    raise TypeError(f"{type(prompt).__name__} takes more than one line")


# ---- one line ----------------------------------------------------------------------------------------------


def _choose(prompt: Prompt[Any], options: Sequence[Option | Choice], line: str) -> str:
    """One key, by its mark in the list or by a beginning that only one label has."""
    if not line and len(options) == 1:
        return options[0].key
    if not line:
        prompt.refuse(f"Type {reach(marks(options))}, or the first letters of a choice.")
    for mark, option in zip(marks(options), options, strict=True):
        if line.lower().rstrip(".)") == mark:
            return option.key
    wanted = _folded(line)
    same = [option for option in options if _folded(option.label) == wanted]
    like = same or [option for option in options if _folded(option.label).startswith(wanted)]
    if len(like) > 1:
        found = joined((option.label for option in like), "or")
        prompt.refuse(f"That could be {found}. Type its mark in the list.")
    return like[0].key if like else NO_SUCH_KEY


def _choose_several(prompt: Prompt[Any], options: Sequence[Option], line: str) -> list[str]:
    """Several keys: marks with spaces or commas between them, or beginnings of labels with commas."""
    parts = [part.strip() for part in line.split(",") if part.strip()]
    spaced = line.replace(",", " ").split()
    if all(part.lower().rstrip(".)") in marks(options) for part in spaced):
        parts = spaced
    return [_choose(prompt, options, part) for part in parts]


def _words(prompt: Words, line: str, ideas: Sequence[str]) -> str:
    """A text; `?2` takes the second idea, and a dash is no text, where that is allowed."""
    if prompt.may_be_empty and line == ALOUD:
        return ""
    number = as_number(line.removeprefix(IDEAS)) if line.startswith(IDEAS) else None
    if number is None or not ideas:
        return line
    if not 1 <= number <= len(ideas):
        prompt.refuse(f"There are {len(ideas)} ideas; {IDEAS} shows some of them.")
    return ideas[number - 1]


def _acknowledged(prompt: Ack, line: str) -> bool:
    if line and _folded(line) not in {"done", "ok", "yes", "y", _folded(prompt.label)}:
        prompt.refuse("Press Enter when it is done.")
    return True


def as_number(text: str) -> int | None:
    """A whole number, if it is one."""
    return int(text) if re.fullmatch(r"[+-]?[0-9]{1,9}", text) else None


def _folded(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(".…")


# ---- several steps -----------------------------------------------------------------------------------------


def _read_form(prompt: Form, desk: Desk) -> dict[str, Wire]:
    """Every field in turn. Before the first there is nothing, unless the form is part of something larger."""
    given: dict[str, Wire] = {}
    while True:
        try:
            return _read_fields(prompt.fields, desk, given)
        except Back:
            if desk.nested:
                raise
            desk.say("This is the first part; nothing comes before it.", "quiet")


def _read_fields(fields: tuple[Prompt[Any], ...], desk: Desk, given: dict[str, Wire] | None = None) -> dict[str, Wire]:
    """Field by field; `back` returns to the field before and keeps what was given there."""
    given = {} if given is None else given
    index = 0
    while index < len(fields):
        field = fields[index]
        try:
            given[field.name] = read(field, desk, given.get(field.name, UNSET))
            index += 1
        except Back:
            if index == 0:
                raise
            index -= 1
    return given


def _read_menu(prompt: Menu, desk: Desk) -> dict[str, Wire]:
    """An act, then its parts; `back` from the first part returns to the acts."""
    while True:
        line = _line(prompt, desk)
        if not line and by_enter(prompt) is not UNSET:
            return prompt.clean(by_enter(prompt))
        choice = prompt.find(_choose(prompt, prompt.choices, line))
        try:
            return read_act(choice, desk)
        except Back:
            show(prompt, desk)


def read_act(choice: Choice, desk: Desk) -> dict[str, Wire]:
    """The parts of an act that has been chosen."""
    if choice.fields:
        desk.say(f"{choice.label.rstrip('.')}. Type {BACK} to choose something else.", "quiet")
    return {"act": choice.key, **_read_fields(choice.fields, desk)}


def _read_several(prompt: Several, desk: Desk) -> list[Wire]:
    """One answer a line; an empty line ends the list, `back` takes the last one off it."""
    anything = msgspec.structs.replace(prompt, least=0)
    answers: list[Wire] = []
    while len(answers) < prompt.most:
        try:
            answer = _read_item(prompt, desk, len(answers))
            if answer is UNSET:
                break
            answers = anything.clean([*answers, answer])
        except Back:
            _take_off(prompt, desk, answers)
        except Refused as refusal:
            desk.say(refusal.sentence, "refusal")
    return answers


def _read_item(prompt: Several, desk: Desk, count: int) -> Wire | UnsetType:
    """The next one, or UNSET where the list ends. A list that is still too short cannot end."""
    enough = count >= prompt.least
    if isinstance(prompt.item, Words):
        return _read_item_line(prompt.item, desk, count, enough)
    if enough:
        with desk.about(prompt.item):
            if desk.ask("Another? Type yes, or leave it empty to end: ").lower() not in {"y", "yes"}:
                return UNSET
    return read(prompt.item, desk)


def _read_item_line(item: Words, desk: Desk, count: int, enough: bool) -> Wire | UnsetType:
    with desk.about(item):
        while (line := desk.ask(f"{count + 1}. {item.prefix}".rstrip() + " ")) == IDEAS:
            show_ideas(item, desk)
        return UNSET if enough and not line else parse(item, line, desk.ideas(item))


def _take_off(prompt: Several, desk: Desk, answers: list[Wire]) -> None:
    if not answers:
        if desk.nested:
            raise Back
        desk.say("The list is empty; nothing comes before it.", "quiet")
        return
    gone = in_words(prompt.item, answers.pop())
    desk.say(f"Taken off the list: {gone}.", "quiet")


def _read_split(prompt: Split, desk: Desk, line: str) -> dict[str, Wire]:
    """All shares in one line, or one by one; the last slot takes what is left."""
    typed = line.replace(",", " ").split()
    shares = [number for number in map(as_number, typed) if number is not None]
    if len(shares) < len(typed) or 1 < len(shares) != len(prompt.slots):
        prompt.refuse(f"Type {len(prompt.slots)} numbers, such as {even_shares(prompt)}, or one at a time.")
    while len(shares) < len(prompt.slots):
        shares.append(_read_share(prompt, desk, shares))
    return {slot.key: share for slot, share in zip(prompt.slots, shares, strict=True)}


def _read_share(prompt: Split, desk: Desk, shares: list[int]) -> int:
    left = prompt.total - sum(shares)
    slot = prompt.slots[len(shares)]
    if len(shares) == len(prompt.slots) - 1:
        desk.say(f"That leaves {left} for {slot.label}.", "quiet")
        return left
    while (number := as_number(desk.ask(f"{slot.label} ({left} left): "))) is None:
        desk.say("Type a whole number for this part.", "refusal")
    return number
