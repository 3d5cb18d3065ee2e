"""The night: keys, coins, notes, and who one turns out to be. (Ledger 2.11, 2.12, 2.14, 2.16)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mneme.engine.prompts import Form, Menu, Pick, Seat, Some, Split, Wire, Words
from mneme.games.schizonauts import words
from mneme.games.schizonauts.bots.mind import Mind, Reply, act, field, offered
from mneme.games.schizonauts.bots.scene import strength
from mneme.games.schizonauts.bots.seen import Seen
from mneme.games.schizonauts.bots.sides import sheet_worth, thief_chance
from mneme.games.schizonauts.content import KEYS
from mneme.games.schizonauts.nouns import OTHER, OVERLAP, PERSONAS

Bet = dict[str, int]  # "seat.side" -> coins


def eg_key(mind: Mind, seen: Seen, prompt: Pick) -> Wire:
    """The key that goes with a memory of the overlap, if there is one. (SZ-EG-31, -32)"""
    held = {memory["aptitude"] for memory in seen.memories(seen.me, OVERLAP).values()}

    def score(card: str) -> float:
        key = KEYS[card]
        helps = key.bonus + strength(mind, seen, key.aptitude) if key.aptitude in held else 0.0
        return helps + mind.whim(seen, "key", card)

    return mind.favourite(prompt.options, seen, score, "key")


def crisis_memory(mind: Mind, seen: Seen, prompt: Pick) -> Wire:
    """The strongest memory there is. (SZ-CRIS-03, -04)"""

    def score(key: str) -> float:
        memory = seen.state[key]
        return seen.rating(seen.me, memory["side"], memory["aptitude"]) + mind.whim(seen, "crisis", key)

    return mind.favourite(prompt.options, seen, score, "crisis")


# -- coins


def bet(mind: Mind, seen: Seen, prompt: Split | Form) -> Wire:
    """Where my side gains most; though early in the night it may be wiser not to say so. (SZ-BET-01..05)"""
    if isinstance(prompt, Split):
        slots = [slot.key for slot in prompt.slots]
        return best_bet(mind, seen, [slots], prompt.total)
    on = next(asked for asked in prompt.fields if isinstance(asked, Pick))
    coins = next(asked for asked in prompt.fields if isinstance(asked, Split))
    targets = [option.key for option in on.options]
    placed = best_bet(mind, seen, [[f"{seat}.{side}" for side in PERSONAS] for seat in targets], coins.total)
    target = next(slot for slot, share in placed.items() if share).partition(".")[0]
    return {"on": target, "coins": {side: placed[f"{target}.{side}"] for side in PERSONAS}}


def best_bet(mind: Mind, seen: Seen, tables: Sequence[Sequence[str]], coins: int) -> Bet:
    """Of all ways to place the coins the one that is worth most to my side, and perhaps one coin for show."""
    side, for_show = mind.side(seen), coins_for_show(mind, seen, coins)
    bets = [bet for slots in tables for bet in allocations(slots, coins) if _on(bet, OTHER[side]) == for_show]
    chance = {seat: thief_chance(seen, seat, mind.temper.suspicion) for seat in seen.others}

    def worth(bet: Bet) -> tuple[float, float]:
        gained = sum(
            sheet_worth(piles_with(seen, seat, bet), chance[seat], side)
            - sheet_worth(seen.sheet(seat)["piles"], chance[seat], side)
            for seat in dict.fromkeys(slot.partition(".")[0] for slot in bet)
        )
        return round(gained, 9), mind.whim(seen, "bet", *(f"{slot}={share}" for slot, share in bet.items()))

    return max(bets, key=worth)


def coins_for_show(mind: Mind, seen: Seen, coins: int) -> int:
    """How many coins go against my own side: to hide early on, or because I am not sure of it myself."""
    hides = 0.7 * mind.temper.guile * (1 - seen.progress) * (0.4 if coins == 1 else 1.0)
    doubts = 0.25 * (1 - mind.conviction(seen))
    return 1 if mind.will(hides, seen, "hide") or mind.will(doubts, seen, "doubt") else 0


def allocations(slots: Sequence[str], coins: int) -> Iterator[Bet]:
    """Every way to place some coins."""
    if len(slots) == 1:
        yield {slots[0]: coins}
        return
    for share in range(coins + 1):
        for rest in allocations(slots[1:], coins - share):
            yield {slots[0]: share, **rest}


def piles_with(seen: Seen, seat: Seat, bet: Bet) -> dict[str, int]:
    return {side: coins + bet.get(f"{seat}.{side}", 0) for side, coins in seen.sheet(seat)["piles"].items()}


def _on(bet: Bet, side: str) -> int:
    return sum(share for slot, share in bet.items() if slot.endswith(f".{side}"))


# -- notes


def notes(mind: Mind, seen: Seen, menu: Menu) -> Wire | None:
    """Perhaps one in a scene, and only where none has been passed to or from me in it. (SZ-EG-23)"""
    if seen.course["phase"] != "endgame" or not seen.has_scene or not seen.scene["question"]:
        return None
    if not mind.will(0.05 + 0.15 * mind.temper.chatter, seen, "note") or seen.has_happened_here("note"):
        return None
    to, text = (field(offered(menu)["pass_note"], name) for name in ("to", "text"))

    def score(seat: Seat) -> float:
        return mind.ally_chance(seen, seat) + 0.5 * mind.whim(seen, "to", seat)

    friend = mind.favourite(to.options, seen, score, "note")
    return act("pass_note", to=friend, text=mind.speech.note(seen, text.most, friend, claim(mind, seen, friend)))


def claim(mind: Mind, seen: Seen, to: Seat) -> str | None:
    """What I say I am, once to each: the truth to a friend, as a rule; something else to a foe, if I am sly."""
    lead = words.note(seen.view.names[seen.me], seen.view.names[to], "")
    written = any(line.kind == "note" and line.text.startswith(lead) for line in seen.story)
    if written or not mind.will(0.3 + 0.5 * mind.conviction(seen), seen, "claim"):
        return None
    side = mind.side(seen)
    lies = 0.1 + 0.6 * mind.temper.guile * (1 - mind.ally_chance(seen, to))
    return OTHER[side] if mind.will(lies, seen, "lie") else side


# -- the end


def survivor_tie(mind: Mind, seen: Seen, prompt: Some) -> Wire:
    """As many as can escape, those I like first; nobody picks themselves before others. (SZ-AMB-49)"""
    liked = sorted(prompt.options, key=lambda option: (option.key == seen.me, -mind.liking(seen, option.key)))
    return [option.key for option in liked[: prompt.most]]


def epilogue(mind: Mind, seen: Seen, prompt: Words) -> Wire:
    return mind.speech.epilogue(seen, prompt.most)


REPLIES: dict[str, Reply] = {
    "eg_key": eg_key,
    "crisis_memory": crisis_memory,
    "bet": bet,
    "notes": notes,
    "survivor_tie": survivor_tie,
    "epilogue": epilogue,
}
