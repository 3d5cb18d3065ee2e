"""The dice of a scene: giving them, trading them, locking them, and turning up a card for more. (Ledger 2.7, 2.13)"""

from __future__ import annotations

from typing import NamedTuple

from mneme.engine.prompts import Choice, Menu, Pick, Seat, Wire
from mneme.games.schizonauts import words
from mneme.games.schizonauts.bots import chances
from mneme.games.schizonauts.bots.mind import Mind, Reply, act, field, offered
from mneme.games.schizonauts.bots.scene import frame, strength, work_in
from mneme.games.schizonauts.bots.seen import Seen
from mneme.games.schizonauts.bots.sides import own_cards
from mneme.games.schizonauts.dice import Pool, Side, reveal_dice
from mneme.games.schizonauts.lengths import cards_held
from mneme.games.schizonauts.nouns import OVERLAP

MARGIN = 0.02  # a trade worth less than this is not worth the talk
UNLOCKING = 0.06  # one that takes the other's lock off had better be good
SECOND_THOUGHTS = 0.06  # and so had one that takes back the last
LOCKS_TAKEN_OFF = 2  # after that I leave it; a third time would seal both choices (SZ-AMB-26)
TRADES_MOST = 2  # in one scene
A_DIE = 0.3  # what a die more is worth, roughly, in coins
SCENES_TO_TELL = 4  # after so many without one, nobody at this table ever holds both roles


# -- before the roll


def before_the_roll(mind: Mind, seen: Seen, menu: Menu) -> Wire | None:
    """A contributor gives or passes; the two who roll wait for that, then trade and lock. (SZ-DICE-04, -07, -09)"""
    choices = offered(menu)
    if seen.me not in seen.pair:
        return contribute(mind, seen, choices)
    if any(seen.is_awaited(seat) for seat in seen.contributors):
        return None
    return trade(mind, seen, choices) or lock(choices)


def contribute(mind: Mind, seen: Seen, choices: dict[str, Choice]) -> Wire | None:
    """Once, when the question is known. In endgame a die earns a coin; else it takes a generous heart. (SZ-DICE-03)"""
    if "pass_die" not in choices:
        return None  # I have passed, and that was my last word
    in_endgame = seen.scene["kind"] == "endgame"
    if not mind.will(0.95 if in_endgame else 0.2 + 0.65 * mind.temper.generosity, seen, "die"):
        return act("pass_die")
    to, link = field(choices["contribute"], "to"), field(choices["contribute"], "link")
    friend = mind.favourite(to.options, seen, lambda seat: favour(mind, seen, seat), "die")
    return act("contribute", to=friend, link=mind.speech.link(seen, link.most, friend))


def favour(mind: Mind, seen: Seen, seat: Seat) -> float:
    """Whom I would rather help: in flashback the one I like or the one with fewer dice, later my own side."""
    score = mind.liking(seen, seat) + 0.5 * mind.whim(seen, "favour", seat)
    if seen.scene["kind"] == "flashback":
        own, other = (Pool(*seen.scene["pools"][who]).units for who in (seat, seen.other(seat)))
        return score + 0.1 * mind.temper.generosity * (other - own)
    return score + 3 * mind.ally_chance(seen, seat)


def trade(mind: Mind, seen: Seen, choices: dict[str, Choice]) -> Wire | None:
    """To the dice with the best odds against the other's as they lie, and not to and fro. (SZ-AMB-62)"""
    if "trade" not in choices or (made := trades_made(seen)) >= TRADES_MOST:
        return None
    unlocks = seen.other(seen.me) in seen.scene["locked"]
    if unlocks and seen.scene["clearings"] >= LOCKS_TAKEN_OFF:
        return None
    options = field(choices["trade"], "pool").options
    margin = MARGIN + UNLOCKING * unlocks + SECOND_THOUGHTS * made
    best = pick_pool(mind, seen, [option.key for option in options], margin)
    return None if best == _pool(seen, seen.me) else act("trade", pool=str(best))


def trades_made(seen: Seen) -> int:
    """How often I have traded in this scene."""
    return sum(line.facts.get("trades") == seen.me for line in seen.scene_lines() if line.facts)


def pick_pool(mind: Mind, seen: Seen, offered_pools: list[str], margin: float) -> Pool:
    """The dice I would like to roll, of those on offer and those I have."""
    now = _pool(seen, seen.me)
    others = [pool for pool in map(Pool.parse, offered_pools) if pool != now]
    wanted = wish(mind, seen)
    return chances.best_pool(_side(seen), now, others, _pool(seen, seen.other(seen.me)), wanted, margin)


def lock(choices: dict[str, Choice]) -> Wire | None:
    return act("lock") if "lock" in choices else None


def build_pool(mind: Mind, seen: Seen, prompt: Pick) -> Wire:
    """The last choice, unseen by the other. (SZ-AMB-26)"""
    return str(pick_pool(mind, seen, [option.key for option in prompt.options], 0.0))


def wish(mind: Mind, seen: Seen) -> chances.Wish:
    """What I want from this roll: in endgame also for the coin."""
    return chances.wish(mind.temper.ambition, paid=seen.scene["kind"] == "endgame", shared=roles_are_shared(seen))


def roles_are_shared(seen: Seen) -> bool:
    """Whether a double winner must give a role away, as far as one can tell from earlier scenes. (SZ-ROLE-05)"""
    earlier = seen.facts("roles")
    return len(earlier) >= SCENES_TO_TELL and all(facts["narrator"] != facts["judge"] for facts in earlier)


def _pool(seen: Seen, seat: Seat) -> Pool:
    return Pool(*seen.scene["pools"][seat])


def _side(seen: Seen) -> Side:
    return Side.ACTOR if seen.me == seen.scene["actor"] else Side.VISITOR


# -- turning up a card


class Turn(NamedTuple):
    """One way to turn up a card: which, with which memory, and how many dice that brings."""

    persona: str
    memory: str
    dice: int


def beside(mind: Mind, seen: Seen, menu: Menu) -> Wire | None:
    """What belongs in the scene comes before the dice: the last round is set here, and late things are worked in."""
    choices = offered(menu)
    if wire := frame(mind, seen, choices) or work_in(mind, seen, choices):
        return wire
    return reveal(mind, seen, choices) if rolls_next(seen) else play_another_memory(mind, seen, choices)


def rolls_next(seen: Seen) -> bool:
    """Whether I have dice, have not locked them, and every contributor has spoken."""
    scene = seen.scene
    unlocked = seen.me in scene["pools"] and seen.me not in scene["locked"] and not scene["rolls"]
    return unlocked and not any(seen.is_awaited(seat) for seat in seen.contributors)


def play_another_memory(mind: Mind, seen: Seen, choices: dict[str, Choice]) -> Wire | None:
    """Dice can wait for the question. But an actor may turn a card to play a memory that is not in the overlap."""
    scene = seen.scene
    if scene["kind"] != "endgame" or seen.me != scene["actor"] or scene["memory"] or scene["question"]:
        return None
    overlap = seen.memories(seen.me, OVERLAP).values()
    held = max((strength(mind, seen, memory["aptitude"]) for memory in overlap), default=0.0)
    found: list[tuple[float, Wire]] = []
    for turn, choice in turns(seen, choices):
        if turn.memory != "none":
            gain = strength(mind, seen, seen.state[turn.memory]["aptitude"]) + turn.dice - held
            found.append((gain - exposure(mind, seen, turn.persona) / A_DIE, _turn_up(turn, choice)))
    best = max(found, key=lambda pair: pair[0], default=(0.0, None))
    return best[1] if best[0] > 0.5 else None


def reveal(mind: Mind, seen: Seen, choices: dict[str, Choice]) -> Wire | None:
    """Before the roll: if the dice are worth being seen, or if it is time to be seen. (SZ-RVL-01..05, -08)"""
    own, against, wanted = _pool(seen, seen.me), _pool(seen, seen.other(seen.me)), wish(mind, seen)

    def gain(dice: int) -> float:
        return chances.gain_of_dice(_side(seen), own, against, dice, wanted)

    best: tuple[float, Wire] = (0.0, None)
    for turn, choice in turns(seen, choices):
        worth = (gain(turn.dice) if turn.dice else 0.0) - exposure(mind, seen, turn.persona)
        best = max(best, (worth, _turn_up(turn, choice)), key=lambda pair: pair[0])
    return best[1]


def reveal_after_roll(mind: Mind, seen: Seen, menu: Menu) -> Wire:
    """After the roll: only if the dice that lie there can still be turned. (SZ-RVL-05)"""
    choices = offered(menu)
    actor, visitor = (seen.scene["rolls"][seat] for seat in seen.pair)
    best: tuple[float, Wire] = (0.0, act("let_it_be"))
    for turn, choice in turns(seen, choices):
        if turn.dice:
            gain = chances.gain_after_roll(_side(seen), actor, visitor, turn.dice, wish(mind, seen))
            worth = gain - exposure(mind, seen, turn.persona)
            best = max(best, (worth, _turn_up(turn, choice)), key=lambda pair: pair[0])
    return best[1]


def turns(seen: Seen, choices: dict[str, Choice]) -> list[tuple[Turn, Choice]]:
    """Every way to turn up a card, with the act that does it."""
    found = []
    for key, choice in choices.items():
        if key.startswith("reveal_"):
            found += [(turn, choice) for turn in _ways(seen, key.removeprefix("reveal_"), choice)]
    return found


def _ways(seen: Seen, persona: str, choice: Choice) -> list[Turn]:
    if not choice.fields:  # the dead gain nothing (SZ-RVL-07)
        return [Turn(persona, "none", 0)]
    bare, *named = field(choice, "memory").options
    ways = [
        Turn(persona, option.key, _dice(seen, persona, seen.state[option.key]["aptitude"], True)) for option in named
    ]
    aptitude = seen.scene["aptitudes"].get(seen.me)
    full = bare.note == words.bare_note(full_rating=True)
    ways.append(Turn(persona, "none", _dice(seen, persona, aptitude, False) if full and aptitude else 0))
    return ways


def _dice(seen: Seen, persona: str, aptitude: str, memory: bool) -> int:
    return reveal_dice(seen.rating(seen.me, OVERLAP, aptitude), seen.rating(seen.me, persona, aptitude), memory)


def _turn_up(turn: Turn, choice: Choice) -> Wire:
    fields = {"memory": turn.memory, "rating": "full"} if choice.fields else {}
    return act(choice.key, **fields)


def exposure(mind: Mind, seen: Seen, persona: str) -> float:
    """What it costs me to show this card, in coins. (SZ-EG-21, SZ-RVL-06)

    A card of my own side tells what I am; one of the other side misleads, which a sly player enjoys. The later
    it is the less there is to hide, and once my side is certain my friends had better know where to put their
    coins.
    """
    temper, left = mind.temper, 1 - seen.progress
    cost = 0.4 + 0.3 * (mind.whim(seen, "exposure", persona) - 0.5)
    if persona != mind.side(seen):
        return cost + 0.6 * temper.caution * left - 0.5 * temper.guile
    signal = 0.8 * seen.progress * (1 - temper.guile) if is_certain(seen) else 0.0
    return cost + 1.3 * temper.caution * left - signal


def is_certain(seen: Seen) -> bool:
    """Whether no card to come can change my side."""
    return max(own_cards(seen)) > cards_held(seen.course["rounds"]) // 2


REPLIES: dict[str, Reply] = {
    "before_the_roll": before_the_roll,
    "build_pool": build_pool,
    "beside": beside,
    "reveal_after_roll": reveal_after_roll,
}
