"""Somebody's own words among ours."""

from __future__ import annotations

_STOPS = ".!?…"


def sentence(text: str) -> str:
    """Somebody's words with an end to them, so that ours can follow."""
    return text if text[-1:] in f"{_STOPS}”)" else f"{text}."


def in_quotes(text: str) -> str:
    """Somebody's words in quotation marks at the end of a sentence of ours, with one stop and not two."""
    return f"“{text}”" if text[-1:] in _STOPS else f"“{text}”."
