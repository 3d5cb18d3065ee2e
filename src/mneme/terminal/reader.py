"""One small reader for each kind of prompt: what is typed becomes the value the prompt takes.

A reader knows no game and no rule. It shows what a prompt offers, reads lines until the prompt takes them,
and says the prompt's own refusal when it does not. Lines that begin with a slash are commands and never reach
a prompt; `//` writes a slash. Inside a form or a menu, `back` returns to the step before.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Literal, Protocol

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

Tone = Literal["plain", "title", "chapter", "story", "private", "question", "option", "quiet", "refusal"]

NO_SUCH_KEY = ""  # no option has it, so a prompt refuses it in its own words
LETTERS = "abcdefghijklmnopqrstuvwxyz"
BACK = "back"
IDEAS = "?"
IDEAS_AT_ONCE = 8
ALOUD = "-"


class Input(Protocol):
    """Where lines come from."""

    def read(self, invitation: str) -> str:
        """One line, without its end. Raises EOFError when there are no more."""
        ...


class Output(Protocol):
    """Where sentences go."""

    def say(self, text: str = "", tone: Tone = "plain") -> None: ...


class Back(Exception):
    """Somebody wants the step before this one."""


class Desk:
    """Where one person answers: the lines they type, what they read, and who takes their commands."""

    def __init__(
        self,
        typed: Input,
        page: Output,
        command: Callable[[str], None] | None = None,
        ideas: Callable[[str], Sequence[str]] = lambda name: (),
    ) -> None:
        self.asking: list[Prompt[Any]] = []  # outermost first
        self.say = page.say
        self._typed = typed
        self._command = command
        self._ideas = ideas
        self._told: dict[str, int] = {}  # how many ideas of a list were shown

    def ask(self, invitation: str) -> str:
        """The next line that is not a command."""
        while True:
            line = self._typed.read(invitation).strip()
            if line.lower().lstrip("/") == BACK and self.nested:
                raise Back
            if line.startswith("//"):
                return line[1:]
            if self._command is None or not line.startswith("/"):
                return line
            self._command(line)
            self.remind()

    @property
    def nested(self) -> bool:
        """Whether there is a step to go back to."""
        return len(self.asking) > 1

    def remind(self) -> None:
        """Say again what is being asked, after something else was said."""
        if self.asking:
            prompt = self.asking[-1]
            chosen_from = isinstance(prompt, Pick | Some | Arrange | Menu)
            again = f" ({IDEAS} shows the choices again.)" if chosen_from else ""
            self.say(f"{prompt.text}{again}", "question")

    def ideas(self, prompt: Prompt[Any]) -> Sequence[str]:
        """The game's suggestions for a prompt."""
        match prompt:
            case Words() if prompt.ideas:
                return self._ideas(prompt.ideas)
            case Several():
                return self.ideas(prompt.item)
        return ()

    def more_ideas(self, prompt: Prompt[Any]) -> list[tuple[int, str]]:
        """The next few of them with their numbers; after the last the first come round again."""
        ideas = list(enumerate(self.ideas(prompt), start=1))
        name = prompt.name if not isinstance(prompt, Words) else prompt.ideas
        start = self._told.get(name, 0) if len(ideas) > self._told.get(name, 0) else 0
        self._told[name] = start + IDEAS_AT_ONCE
        return ideas[start : start + IDEAS_AT_ONCE]

    @contextmanager
    def about(self, prompt: Prompt[Any]) -> Iterator[None]:
        """While this prompt is what is being asked."""
        self.asking.append(prompt)
        try:
            yield
        finally:
            self.asking.pop()


# ---- asking ------------------------------------------------------------------------------------------------


def read(prompt: Prompt[Any], desk: Desk, earlier: Wire | UnsetType = UNSET) -> Wire:
    """Ask until the prompt takes an answer. An empty line keeps the one that was given here earlier."""
    with desk.about(prompt):
        show(prompt, desk)
        if earlier is not UNSET:
            desk.say(f"So far: {in_words(prompt, earlier)}. An empty line keeps it.", "quiet")
        while True:
            try:
                return prompt.clean(_read_once(prompt, desk, earlier))
            except Refused as refusal:
                desk.say(refusal.sentence, "refusal")


def _read_once(prompt: Prompt[Any], desk: Desk, earlier: Wire | UnsetType) -> Wire:
    """One try at an answer: composed prompts step by step, the others from one line."""
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
    if not line:
        prompt.refuse(f"Type {_reach(marks(options))}, or the first letters of a choice.")
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
    """A text; `?2` takes the second idea, and a dash means told aloud where that is allowed."""
    if prompt.aloud and line == ALOUD:
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
        prompt.refuse(f"Type {len(prompt.slots)} numbers, such as {_even(prompt)}, or one at a time.")
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


def _even(prompt: Split) -> str:
    """An example that is always legal where anything is: everybody nearly the same."""
    each, rest = divmod(prompt.total, len(prompt.slots))
    return " ".join(str(each + (index < rest)) for index in range(len(prompt.slots)))


# ---- showing -----------------------------------------------------------------------------------------------


def show(prompt: Prompt[Any], desk: Desk) -> None:
    """What is asked, and what may be answered."""
    desk.say(prompt.text, "question")
    if prompt.note:
        desk.say(prompt.note, "quiet")
    match prompt:
        case Pick() | Some() | Arrange():
            show_options(prompt.options, desk)
        case Menu():
            show_options(prompt.choices, desk)
        case Split():
            slots = joined(slot.label for slot in prompt.slots)
            desk.say(f"Share out {prompt.total} among {slots}.", "quiet")
        case Words():
            _show_hints(prompt, desk)
        case Several():
            _show_item(prompt, desk)
        case Form() if len(prompt.fields) > 1:
            desk.say(f"{len(prompt.fields)} parts. Type {BACK} to return to the one before.", "quiet")


def show_options(options: Sequence[Option | Choice], desk: Desk) -> None:
    for mark, option in zip(marks(options), options, strict=True):
        note = f" ({option.note})" if option.note else ""
        desk.say(f"  {mark}. {option.label}{note}", "option")


def _show_hints(prompt: Words, desk: Desk) -> None:
    hints = []
    if prompt.aloud:
        hints.append("Leave it empty if you tell it aloud.")
    if desk.ideas(prompt):
        hints.append(f"Type {IDEAS} for ideas.")
    if hints:
        desk.say(" ".join(hints), "quiet")


def _show_item(prompt: Several, desk: Desk) -> None:
    if prompt.item.text and prompt.item.text != prompt.text:
        desk.say(prompt.item.text)
    count = _count(prompt.least, prompt.most)
    ideas = f" Type {IDEAS} for ideas." if desk.ideas(prompt) else ""
    desk.say(f"Give {count}, one a line; an empty line ends the list.{ideas}", "quiet")


def show_ideas(prompt: Prompt[Any], desk: Desk) -> None:
    """A few of the suggestions for a prompt, each with the mark that takes it."""
    shown = desk.more_ideas(prompt)
    if not shown:
        desk.say("There are no ideas for this one; it is all yours.", "quiet")
        return
    for number, idea in shown:
        desk.say(f"  {IDEAS}{number}. {idea}", "option")
    more = f" {IDEAS} shows others." if len(desk.ideas(prompt)) > len(shown) else ""
    desk.say(f"Type {IDEAS}{shown[0][0]} to take that one, or use them as a start.{more}", "quiet")


def invitation(prompt: Prompt[Any]) -> str:
    """What stands before the cursor: short, and enough to answer by for somebody who only hears it."""
    match prompt:
        case Pick():
            return f"Choose {_reach(marks(prompt.options))}: "
        case Menu():
            return f"Choose {_reach(marks(prompt.choices))}: "
        case Some():
            most = min(prompt.most, len(prompt.options))
            example = " ".join(marks(prompt.options)[: max(prompt.least, min(most, 2))])
            return f"Choose {_count(prompt.least, most)} of them, such as {example}: "
        case Arrange():
            order = " ".join(reversed(marks(prompt.options)))
            return f"All of them in order, such as {order}: "
        case Number():
            return f"A number, {_count(prompt.least, prompt.most)}: "
        case Split():
            return f"Numbers such as {_even(prompt)}: "
        case Words():
            return f"{prompt.prefix} " if prompt.prefix else "> "
        case Ack():
            return f"Press Enter for “{prompt.label.rstrip('.')}”: "
    return "> "


def in_words(prompt: Prompt[Any], answer: Wire) -> str:
    """An answer as its author would read it."""
    match prompt:
        case Pick():
            return _labels(prompt.options)[answer]
        case Some() | Arrange():
            labels = _labels(prompt.options)
            return ", ".join(labels[key] for key in answer) or "none of them"
        case Split():
            return ", ".join(f"{slot.label} {answer[slot.key]}" for slot in prompt.slots)
        case Menu():
            return prompt.find(answer["act"]).label.rstrip(".")
        case Form():
            return "; ".join(in_words(field, answer[field.name]) for field in prompt.fields)
        case Several():
            return "; ".join(in_words(prompt.item, part) for part in answer) or "nothing"
        case Ack():
            return prompt.label.rstrip(".")
    return str(answer) or "told aloud"


def marks(options: Sequence[Option | Choice]) -> list[str]:
    """What to type for each option: its number, or a letter where the labels are numbers themselves."""
    if len(options) <= len(LETTERS) and any(option.label.isdigit() for option in options):
        return list(LETTERS[: len(options)])
    return [str(number) for number in range(1, len(options) + 1)]


def _labels(options: Sequence[Option]) -> Mapping[str, str]:
    return {option.key: option.label for option in options}


def _reach(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{names[0]} to {names[-1]}"


def _count(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"


def joined(words: Iterable[str], last: str = "and") -> str:
    """Words as a list in a sentence."""
    *most, end = words
    return f"{', '.join(most)} {last} {end}" if most else end
