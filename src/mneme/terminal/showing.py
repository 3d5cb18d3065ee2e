"""A prompt in words for somebody at a keyboard: what is asked, what may be typed, and an answer read back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import UNSET, UnsetType

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
from mneme.terminal.desk import BACK, IDEAS, Desk

LETTERS = "abcdefghijklmnopqrstuvwxyz"


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
        hints.append("You can also say it aloud and leave this empty.")
    elif prompt.optional:
        hints.append("You can leave this empty.")
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


def by_enter(prompt: Prompt[Any]) -> Wire | UnsetType:
    """What an empty line answers: the default of a choice. Words and numbers are never put into a mouth."""
    return prompt.default if isinstance(prompt, Pick | Some | Arrange | Menu) else UNSET


def invitation(prompt: Prompt[Any]) -> str:
    """What stands before the cursor: short, and enough to answer by for somebody who only hears it."""
    default = by_enter(prompt)
    if isinstance(prompt, Menu) and len(prompt.choices) == 1:
        return "Press Enter for this: "
    plain = _invitation(prompt)
    return plain if default is UNSET else f"{plain.removesuffix(': ')}, or Enter for “{in_words(prompt, default)}”: "


def _invitation(prompt: Prompt[Any]) -> str:
    match prompt:
        case Pick():
            return f"Choose {reach(marks(prompt.options))}: "
        case Menu():
            return f"Choose {reach(marks(prompt.choices))}: "
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
            return f"Numbers such as {even_shares(prompt)}: "
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
        case Words(optional=True):
            return answer or "nothing"
    return str(answer) or "told aloud"


def marks(options: Sequence[Option | Choice]) -> list[str]:
    """What to type for each option: its number, or a letter where the labels are numbers themselves."""
    if len(options) <= len(LETTERS) and any(option.label.isdigit() for option in options):
        return list(LETTERS[: len(options)])
    return [str(number) for number in range(1, len(options) + 1)]


def even_shares(prompt: Split) -> str:
    """An example that is always legal where anything is: everybody nearly the same."""
    each, rest = divmod(prompt.total, len(prompt.slots))
    return " ".join(str(each + (index < rest)) for index in range(len(prompt.slots)))


def _labels(options: Sequence[Option]) -> Mapping[str, str]:
    return {option.key: option.label for option in options}


def reach(names: Sequence[str]) -> str:
    return f" {'or' if len(names) == 2 else 'to'} ".join(dict.fromkeys((names[0], names[-1])))


def _count(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"


def joined(words: Iterable[str], last: str = "and") -> str:
    """Words as a list in a sentence."""
    *most, end = words
    return f"{', '.join(most)} {last} {end}" if most else end
