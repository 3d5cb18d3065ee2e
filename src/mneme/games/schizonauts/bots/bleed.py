"""The closing vote and the bleed. (Ledger 2.8, 2.9)"""

from __future__ import annotations

from mneme.engine.prompts import Form, Menu, Pick, Several, Some, Wire, Words
from mneme.engine.story import Line
from mneme.games.schizonauts.bots.mind import Mind, Reply, act, field, offered
from mneme.games.schizonauts.bots.seen import Fields, Seen
from mneme.games.schizonauts.nouns import AGENT, APTITUDES, OTHER, THIEF
from mneme.games.schizonauts.phrases import Duty

CONTRADICTED = 0.15  # most memories can live with each other
NARRATED, JUDGED = 1.0, 0.5


# -- the closing vote


def closing_vote(mind: Mind, seen: Seen, prompt: Pick) -> Wire:
    """Which one was stronger: who told the scene, in which aptitude, and whom I care for. (SZ-VOTE-01)"""
    presence = {persona: _presence(mind, seen, persona) for persona in (THIEF, AGENT)}
    presence[THIEF] += mind.temper.thievery - 0.5
    return THIEF if presence[THIEF] > presence[AGENT] else AGENT


def _presence(mind: Mind, seen: Seen, persona: str) -> float:
    """How strongly one of the two came across in their own scene of this turn."""
    turn = seen.turn
    roles = _roles(seen.scene_lines(back=0 if list(turn["used"])[-1] == persona else 1))
    aptitude = turn["used"][persona]
    told, judged = (bool(roles.get(role) == turn["actor"]) for role in ("narrator", "judge"))
    presence = NARRATED * told + JUDGED * judged
    presence += 0.1 * seen.rating(turn["actor"], persona, aptitude) + 0.4 * mind.temper.tastes[aptitude]
    return presence + 0.4 * mind.whim(seen, "vote", persona)


def _roles(scene: list[Line]) -> Fields:
    """Who told a scene in the end. Its last line comes first."""
    return next((line.facts for line in scene if line.kind == "roles" and line.facts), {})


# -- the bleed


def bleed_memory(mind: Mind, seen: Seen, prompt: Pick) -> Wire:
    """The memory that was just played, as a rule; else one that I like. (SZ-BLEED-02)"""
    used = seen.turn["used"][seen.turn["bleeder"]]

    def score(key: str) -> float:
        memory = seen.state[key]
        box = bool(memory["box"])
        played = box and bool(memory["aptitude"] == used)
        liked = 0.3 * mind.temper.tastes[memory["aptitude"]] + 0.6 * mind.whim(seen, "bleed", key)
        return liked + 0.7 * played + 0.3 * box

    return mind.favourite(prompt.options, seen, score, "bleed")


def new_bleed_candidates(mind: Mind, seen: Seen, prompt: Several) -> Wire:
    """As few as will do, each in another aptitude. (SZ-BLEED-03)"""
    assert isinstance(prompt.item, Form)
    first = int(3 * mind.whim(seen, "candidates"))
    aptitudes = [APTITUDES[(first + number) % 3] for number in range(prompt.least)]
    return [_written(mind, seen, prompt.item, Duty.STARTING_MEMORY, aptitude) for aptitude in aptitudes]


def contradictions(mind: Mind, seen: Seen, prompt: Menu | Some) -> Wire:
    """Rarely, and then something of the same aptitude. (SZ-BLEED-06)"""
    bled = seen.state[seen.turn["bled"]]
    known = seen.memories(seen.me, OTHER[seen.turn["bleeder"]])
    at_odds = [key for key, memory in known.items() if memory["aptitude"] == bled["aptitude"]]
    if len(at_odds) < 2 or seen.has_happened_here("struck") or not mind.will(CONTRADICTED, seen, "contradicts"):
        return [] if isinstance(prompt, Some) else act("nothing_more")
    struck = min(at_odds, key=lambda key: mind.whim(seen, "contradicts", key))
    if isinstance(prompt, Some):
        return [struck]
    return _strike(mind, seen, prompt, struck) or act("nothing_more")


def _strike(mind: Mind, seen: Seen, menu: Menu, key: str) -> Wire | None:
    """Strike a memory and write what is remembered instead. (SZ-AMB-69)"""
    choice = offered(menu).get(f"strike_{key.rpartition('/')[2]}")
    if choice is None:
        return None
    memory = seen.state[key]
    most, aptitude = field(choice, "text").most, memory["aptitude"]
    text = mind.speech.memory(Duty.REPLACEMENT_MEMORY, seen, most, aptitude, memory["text"])
    return act(choice.key, aptitude=aptitude, text=text)


def new_recipient_memory(mind: Mind, seen: Seen, prompt: Form) -> Wire:
    """Something connected with what bled, on the other side. (SZ-BLEED-07)"""
    options = next(asked.options for asked in prompt.fields if isinstance(asked, Pick))

    def score(aptitude: str) -> float:
        return mind.temper.tastes[aptitude] + mind.whim(seen, "recipient", aptitude)

    aptitude = mind.favourite(options, seen, score, "recipient")
    return _written(mind, seen, prompt, Duty.BLED_MEMORY, aptitude, seen.state[seen.turn["bled"]]["text"])


def _written(mind: Mind, seen: Seen, form: Form, duty: Duty, aptitude: str, of: str | None = None) -> Wire:
    text = next(asked for asked in form.fields if isinstance(asked, Words))
    return {"aptitude": aptitude, "text": mind.speech.memory(duty, seen, text.most, aptitude, of)}


REPLIES: dict[str, Reply] = {
    "closing_vote": closing_vote,
    "tiebreak_vote": closing_vote,
    "bleed_memory": bleed_memory,
    "new_bleed_candidates": new_bleed_candidates,
    "contradictions": contradictions,
    "new_recipient_memory": new_recipient_memory,
}
