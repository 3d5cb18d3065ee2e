"""The canonical plain text of a view: terminal, screen reader, transcript and golden tests all use it."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET

from mneme.engine.game import Game
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
from mneme.engine.view import ShownPrompt, View


def render(game: Game, view: View) -> str:
    """The whole view as plain text: where we are, what lies on the table, the story, and what is asked."""
    parts = [view.place, table_text(game, view)]
    if view.lines:
        parts.append("\n".join(text for line in view.lines if (text := line_text(view, line))))
    parts.append(now_text(view))
    return "\n\n".join(part for part in parts if part)


def table_text(game: Game, view: View) -> str:
    """What lies on the table, in the game's own words."""
    return game.describe(msgspec.to_builtins(view))


def line_text(view: View, line: Line) -> str:
    """One line of the story."""
    if not line.text:
        return ""
    text = line.text
    if line.kind == "chapter":
        text = f"— {text} —"
    elif line.by:
        text = f"{_speaker(view, line)}: {text}"
    if line.to is not None:
        text = f"{text} (only you see this)"
    return f"[undone] {text}" if line.undone else text


def _speaker(view: View, line: Line) -> str:
    name = view.names.get(line.by, line.by)
    facts = line.facts or {}
    if facts.get("speaker"):
        return f"{facts['speaker']} ({name})"
    if facts.get("mode") == "aside":
        return f"{name}, aside"
    return name


def now_text(view: View) -> str:
    """What is asked of this seat, or whom the table waits for."""
    parts = [prompt_text(shown) for shown in view.prompts]
    if view.waiting_text:
        parts.append(view.waiting_text)
    return "\n".join(parts)


def prompt_text(shown: ShownPrompt) -> str:
    """A prompt with all it offers."""
    prompt: Any = shown.prompt
    lines = [prompt.text, *offer_lines(prompt)]
    if prompt.note:
        lines.insert(1, prompt.note)
    if shown.given is not UNSET:
        lines.append("You have answered; you can still change it.")
    return "\n".join(lines)


def offer_lines(prompt: Prompt[Any]) -> list[str]:
    """What a prompt offers, a line each."""
    match prompt:
        case Pick() | Some() | Arrange():
            return [option_line(option) for option in prompt.options]
        case Split():
            return [f"  {prompt.total} in all, among: " + ", ".join(slot.label for slot in prompt.slots)]
        case Number():
            return [f"  {prompt.least} to {prompt.most}"]
        case Words():
            return ["  (or tell it aloud)"] if prompt.aloud else ["  (if you like)"] if prompt.optional else []
        case Several():
            return [f"  {prompt.item.text}", *offer_lines(prompt.item)]
        case Form():
            return [line for field in prompt.fields for line in field_lines(field)]
        case Ack():
            return [f"  {prompt.label}"]
        case Menu():
            return [line for choice in prompt.choices for line in choice_lines(choice)]
    return []


def option_line(option: Option) -> str:
    return f"  {option.key}: {option.label}" + (f" ({option.note})" if option.note else "")


def field_lines(field: Prompt[Any]) -> list[str]:
    return [f"  {field.name}: {field.text}", *("  " + line for line in offer_lines(field))]


def choice_lines(choice: Choice) -> list[str]:
    head = f"  {choice.key}: {choice.label}" + (f" ({choice.note})" if choice.note else "")
    return [head, *("  " + line for field in choice.fields for line in field_lines(field))]
