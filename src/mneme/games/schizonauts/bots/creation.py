"""Sitting down, and making two people with one face. (Ledger 2.1, 2.2, 2.3)"""

from __future__ import annotations

from mneme.engine.prompts import Ack, Arrange, Form, Menu, Pick, Several, Wire, Words
from mneme.games.schizonauts.bots.mind import Mind, Reply, act
from mneme.games.schizonauts.bots.seen import Seen
from mneme.games.schizonauts.content import Pair, idea_pairs
from mneme.games.schizonauts.nouns import APTITUDES, PERSONAS, THIEF
from mneme.games.schizonauts.phrases import Duty
from mneme.games.schizonauts.sheet import POINTS

SHAPES = ((2, 2, 3), (1, 3, 3), (1, 2, 4), (1, 1, 5))  # SZ-CHAR-08
SECOND_MEMORY = 0.25  # now and then a section holds two (SZ-CHAR-04)
OPPOSED = 0.35  # and now and then the two sides remember opposite things (SZ-CHAR-06)


def seating(mind: Mind, seen: Seen, prompt: Arrange) -> Wire:
    """As we came in."""
    return [option.key for option in prompt.options]


def starter(mind: Mind, seen: Seen, prompt: Pick) -> Wire:
    return mind.favourite(prompt.options, seen, lambda seat: 0, "starter")


def approve_seating(mind: Mind, seen: Seen, prompt: Pick) -> Wire:
    return "approve"


def names(mind: Mind, seen: Seen, prompt: Form) -> Wire:
    """A first name for the thief, a last name for the agent. (SZ-CHAR-02, -03)"""
    duties = {"thief": Duty.THIEF_NAME, "agent": Duty.AGENT_NAME}
    return {asked.name: mind.speech.name(duties[asked.name], seen, _most(asked)) for asked in prompt.fields}


def memories(mind: Mind, seen: Seen, prompt: Form) -> Wire:
    """One memory in each aptitude, sometimes two where that is allowed. (SZ-CHAR-04)"""
    side = prompt.name.removeprefix("memories_")
    return {asked.name: _section(mind, seen, side, asked) for asked in prompt.fields if isinstance(asked, Several)}


def _section(mind: Mind, seen: Seen, side: str, section: Several) -> list[str]:
    assert isinstance(section.item, Words)
    aptitude, most = section.name, section.item.most
    two = section.most > 1 and mind.whims.happens(SECOND_MEMORY, "two", side, aptitude)
    wanted = max(section.least, 2 if two else 1)
    texts = [pair] if (pair := _opposed(mind, seen, side, aptitude)) else []
    while len(texts) < wanted:
        texts.append(mind.speech.memory(Duty.STARTING_MEMORY, seen, most, aptitude))
    return texts


def _opposed(mind: Mind, seen: Seen, side: str, aptitude: str) -> str | None:
    """Half of an opposed pair: begun on the thief's side, answered on the agent's."""
    pairs = [pair for pair in idea_pairs(mind.speech.lines) if pair.aptitude == aptitude]
    if side == THIEF:
        return _some_pair(mind, pairs, aptitude).thief if pairs and _begins(mind, aptitude) else None
    written = {memory["text"] for memory in seen.memories(seen.me, THIEF).values()}
    return next((pair.agent for pair in pairs if pair.thief in written), None)


def _begins(mind: Mind, aptitude: str) -> bool:
    return mind.whims.happens(OPPOSED, "opposed", aptitude)


def _some_pair(mind: Mind, pairs: list[Pair], aptitude: str) -> Pair:
    return mind.whims.dice("pair", aptitude).choice(pairs)


def aptitudes(mind: Mind, seen: Seen, prompt: Form) -> Wire:
    """Both characters have something they are good for; rarely the same thing. (SZ-CHAR-08)"""
    shares = {}
    for persona in PERSONAS:
        shape = mind.whims.dice("shape", persona).choice(SHAPES)
        liked = sorted(
            APTITUDES, key=lambda aptitude: mind.temper.tastes[aptitude] * _drawn_to(mind, persona, aptitude)
        )
        shares[persona] = dict(zip(liked, shape, strict=True))
    assert all(sum(share.values()) == POINTS for share in shares.values())
    return shares


def _drawn_to(mind: Mind, persona: str, aptitude: str) -> float:
    return 0.3 + mind.whims.number("drawn to", persona, aptitude)


def keep(mind: Mind, seen: Seen, prompt: Menu) -> Wire:
    """Every memory gives me a story. (SZ-PRE-01, -02)"""
    return act("keep")


def say_it(mind: Mind, seen: Seen, prompt: Ack) -> Wire:
    """A line that is spoken before the whole table."""
    return True


def _most(prompt: object) -> int:
    assert isinstance(prompt, Words)
    return prompt.most


REPLIES: dict[str, Reply] = {
    "seating": seating,
    "starter": starter,
    "approve_seating": approve_seating,
    "names": names,
    "memories_thief": memories,
    "memories_agent": memories,
    "aptitudes": aptitudes,
    "preamble_agent": keep,
    "preamble_thief": keep,
    "say_who_i_am": say_it,
    "read_situation": say_it,
    "say_full_name": say_it,
    "say_final": say_it,
}
