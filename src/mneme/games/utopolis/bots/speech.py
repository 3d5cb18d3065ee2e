"""What a bot says: something from the game's lists that nobody has said here yet, and that crosses no line."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from mneme.engine.prompts import Form, Prompt, Several, Wire, Words
from mneme.games.utopolis.bots.seen import Seen
from mneme.games.utopolis.content import IDEAS, ideas

SPARE = tuple(idea for name in ("places", "npc_lines", "robots") for idea in IDEAS[name])


def allowed(seen: Seen, text: str) -> bool:
    """Lines and veils are hard filters on everything a bot says."""
    limits = (*seen.mind.avoid, *seen.course["lines"], *seen.course["veils"])
    spoken = text.lower()
    return not any(word in spoken for limit in limits for word in limit.lower().split() if len(word) > 3)


def line(seen: Seen, name: str) -> str:
    """Something from a list, new to this table if there is any such; empty if all of it is out of bounds."""
    fitting = [idea for idea in ideas(name) if allowed(seen, idea)]
    said = {told.text for told in seen.view.lines}
    new = [idea for idea in fitting if not any(idea in text for text in said)]
    choices = new or fitting
    return seen.dice.choice(choices) if choices else ""


def fill(seen: Seen, prompt: Prompt[Any]) -> Wire:
    """A plain answer with words of one's own: ideas where there are some, defaults elsewhere."""
    if isinstance(prompt, Words):
        return words(seen, prompt)
    if isinstance(prompt, Form):
        return {field.name: fill(seen, field) for field in prompt.fields}
    if isinstance(prompt, Several) and prompt.least:
        return several(seen, prompt)
    if prompt.default is not UNSET:
        return prompt.default
    return prompt.random(seen.dice)


def words(seen: Seen, prompt: Words) -> str:
    text = line(seen, prompt.ideas)[: prompt.most] if prompt.ideas else ""
    if text or prompt.aloud:
        return text
    return str(prompt.default) if prompt.default is not UNSET else seen.dice.choice(spare(seen))[: prompt.most]


def spare(seen: Seen) -> list[str]:
    """When a list has nothing that may be said, something harmless."""
    return [idea for idea in SPARE if allowed(seen, idea)] or ["Something small"]


def several(seen: Seen, prompt: Several) -> list[str]:
    """As many different ones as are asked for."""
    name = prompt.item.ideas if isinstance(prompt.item, Words) else ""
    fitting = [idea for idea in ideas(name) if allowed(seen, idea)] or spare(seen)
    return seen.dice.sample(fitting, min(prompt.least, len(fitting)))
