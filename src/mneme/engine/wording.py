"""Somebody's own words among ours."""

from __future__ import annotations


def sentence(text: str) -> str:
    """Somebody's words with an end to them, so that ours can follow."""
    return text if text[-1:] in ".!?…”)" else f"{text}."


def ended(text: str) -> str:
    """A sentence of ours with its full stop, unless the words quoted at its end have brought their own."""
    return text if text.endswith((".”", "!”", "?”", "…”")) else f"{text}."
