"""What a bot says: small parts that fit in many orders, never the same twice, and never across a line or veil."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from typing import Any

from msgspec import UNSET

from mneme.engine.prompts import Form, Prompt, Several, Wire, Words
from mneme.games.utopolis.bots.seen import Seen
from mneme.games.utopolis.content import ideas, read_data

TRIES = 40
HARMLESS = "Something small"  # when a table's lines leave nothing else to say, and something must be said

# Where a prompt names no list of ideas, what it is about.
ABOUT = {
    "argument": "argument",
    "consumption": "consumption",
    "revelation": "revelation",
    "narrate_escape": "escape",
    "judge_items": "struck",
    "robot_intent": "intents",
}

_PART = re.compile(r"\[(\w)(\w*?)\d?\]")
_SLOT = re.compile(r"\{(\w+)\}")


@cache
def material() -> dict[str, dict[str, tuple[str, ...]]]:
    """`parts` of sentences, and the patterns to `say`, by what they are about."""
    read = tomllib.loads(read_data("speech.toml").decode())
    return {section: {name: tuple(texts) for name, texts in lists.items()} for section, lists in read.items()}


def line(seen: Seen, about: str) -> str:
    """A sentence about something that nobody has said here yet; empty if the table's lines leave none."""
    facts = seen.facts()
    for _ in range(TRIES):
        text = draft(seen, about, facts)
        if text and seen.mind.may_say(text):
            return text
    listed = [idea for idea in ideas(about) if seen.mind.may_say(idea)]
    return seen.dice.choice(listed) if listed else ""


def draft(seen: Seen, about: str, facts: dict[str, str]) -> str:
    """A pattern with its parts and facts filled in; one whose facts the table does not know is left alone."""
    said = seen.dice.choice(material()["say"].get(about) or ideas(about) or ("",))
    for _ in range(2):  # parts may hold slots, but no further parts
        said = _PART.sub(lambda part: _piece(seen, part[1].lower() + part[2]), said)
    if any(slot not in facts for slot in _SLOT.findall(said)):
        return ""
    filled = _SLOT.sub(lambda slot: facts[slot[1]], said)
    return re.sub(r"(^|[.?] |“)(\w)", lambda first: first[1] + first[2].upper(), filled)


def _piece(seen: Seen, name: str) -> str:
    """A part, rather one that has not been used here yet."""
    parts = material()["parts"][name]
    return seen.dice.choice([part for part in parts if not seen.mind.has_heard(part)] or parts)


def fill(seen: Seen, prompt: Prompt[Any]) -> Wire:
    """A plain answer with words of one's own: something to say where there is, defaults elsewhere."""
    if isinstance(prompt, Words):
        return words(seen, prompt)
    if isinstance(prompt, Form):
        return {field.name: fill(seen, field) for field in prompt.fields}
    if isinstance(prompt, Several) and prompt.least and isinstance(prompt.item, Words):
        return several(seen, prompt, prompt.item)
    if prompt.default is not UNSET:
        return prompt.default
    return prompt.random(seen.dice)


def words(seen: Seen, prompt: Words) -> str:
    about = prompt.ideas or ABOUT.get(seen.occasion, "")
    text = line(seen, about) if about else ""
    if prompt.may_be_empty or (text and len(text) <= prompt.most):
        return text[: prompt.most]
    return str(prompt.default) if prompt.default is not UNSET else HARMLESS


def several(seen: Seen, prompt: Several, item: Words) -> list[str]:
    """As many different ones as are asked for."""
    texts: dict[str, None] = {}
    for _ in range(TRIES):
        texts[words(seen, item)] = None
        if len(texts) == prompt.least:
            break
    return list(texts)
