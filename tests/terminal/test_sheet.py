"""What lies on the table as plain words, where a game has no words of its own."""

from __future__ import annotations

from typing import Any

import pytest

from mneme.terminal.sheet import in_plain_words

NAMES = {"a": "Ines", "b": "Ben"}


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"coins": 3}, "coins: 3"),
        ({"key_in": True, "closed": False}, "key in: yes\nclosed: no"),
        ({"teller": "b"}, "teller: Ben"),
        ({"face": ""}, "face: none"),
        ({"face": None}, "face: none"),
        ({"rolls": []}, "rolls: none"),
        ({"rolls": [3, 1]}, "rolls: 3, 1"),
        ({"coins": {"a": 3, "b": 0}}, "coins: Ines 3, Ben 0"),
        ({"coins": {}}, "coins: none"),
        ({"rolls": {"a": [3, 1], "b": []}}, "rolls:\n  Ines: 3, 1\n  Ben: none"),
        ({"sheet": {"a": {"up": ["sun"]}}}, "sheet:\n  Ines:\n    up: sun"),
    ],
)
def test_every_kind_of_value_has_words(fields: dict[str, Any], words: str) -> None:
    assert in_plain_words(fields, NAMES) == words
