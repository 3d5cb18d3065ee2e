"""What lies on the table as plain words, where a game has no words of its own for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mneme.engine.prompts import Seat
from mneme.engine.view import View


def sheet_text(view: View, seat: Seat) -> str:
    """Everything this view shows of what belongs to a seat."""
    nouns = [noun for noun in view.state.values() if noun.get("owner") == seat]
    parts = [{name: value for name, value in noun.items() if name != "owner"} for noun in nouns]
    return "\n".join(in_plain_words(part, view.names) for part in parts)


def in_plain_words(fields: Mapping[str, Any], names: Mapping[Seat, str], indent: str = "") -> str:
    """A line for each field; a field with parts has them under it."""
    lines = []
    for name, value in fields.items():
        label = indent + names.get(name, name.replace("_", " "))
        if isinstance(value, dict) and any(isinstance(part, dict | list) for part in value.values()):
            lines += [f"{label}:", in_plain_words(value, names, indent + "  ")]
        else:
            lines.append(f"{label}: {_value(value, names)}")
    return "\n".join(line for line in lines if line)


def _value(value: Any, names: Mapping[Seat, str]) -> str:
    if value is True or value is False:
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{names.get(key, key)} {_value(part, names)}" for key, part in value.items()) or "none"
    if isinstance(value, list):
        return ", ".join(_value(part, names) for part in value) or "none"
    return "none" if value in {None, ""} else names.get(value, str(value))
