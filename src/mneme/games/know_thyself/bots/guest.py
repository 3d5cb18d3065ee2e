"""How a guest plays: by the odds, within its character."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mneme.engine.prompts import Menu, Number, Pick, Wire
from mneme.games.know_thyself.bots.seen import Seen
from mneme.games.know_thyself.bots.speech import Speech, bare
from mneme.games.know_thyself.bots.temper import Mind
from mneme.games.know_thyself.cards import SUITS, chance_to_turn, value_of_another, value_of_keeping, winnings
from mneme.games.know_thyself.content import NPCS, ROOMS, SKETCHES, ideas

Reply = Wire | None
Replies = dict[str, Callable[[Mind, Seen, Speech, Any], Reply]]  # one for every prompt that needs thought


def appearance(mind: Mind, seen: Seen, speech: Speech, _prompt: Any) -> Reply:
    text = speech.say(mind.dice("mirror", seen.me["rewritten"]), "appearance", "[build], [wears], [mark].")
    return text or None


def attachments(mind: Mind, _seen: Seen, speech: Speech, _prompt: Any) -> Reply:
    chosen = speech.pick(mind.dice("things"), ideas("attachments"), 4)
    return chosen if len(chosen) == 4 else None


def cards(mind: Mind, _seen: Seen, speech: Speech, _prompt: Any) -> Reply:
    chosen = speech.pick(mind.dice("cards"), ideas("attachments"), 5)
    return chosen if len(chosen) == 5 else None


# -- the Palace


def explore(mind: Mind, seen: Seen, speech: Speech, menu: Menu) -> Reply:
    """Gather, move on, want something; pay or call the end only when nothing else is left."""
    acts = {choice.key: choice for choice in menu.choices}
    if "gather" in acts:
        return {"act": "gather"}
    settled = seen.me["group"] in seen.course["settled"]
    eager = seen.me["room"] == "guest_suite" or (settled and mind.will(0.4 + mind.temper.wanderlust / 2, seen.moment))
    if "move" in acts and eager:
        return {"act": "move", **walk(mind, seen, acts["move"])}
    if "start_wager" in acts and seen.me["coins"] >= 2:
        return {"act": "start_wager", "opponent": opponent(mind, seen, speech)}
    if "pay_toll" in acts:
        return {"act": "pay_toll", **walk(mind, seen, acts["pay_toll"])}
    if "move" in acts:
        return {"act": "move", **walk(mind, seen, acts["move"])}
    return {"act": "call_the_end"} if "call_the_end" in acts else None


def walk(mind: Mind, seen: Seen, choice: Any) -> dict[str, Wire]:
    """To a room nobody has named yet, if there is one; whoever can may come along."""
    rooms = [option.key for field in choice.fields if field.name == "room" for option in field.options]
    company = [option.key for field in choice.fields if field.name == "company" for option in field.options]
    unknown = [room for room in rooms if room not in seen.state["palace"]["true_names"]]
    answer: dict[str, Wire] = {"room": mind.dice("walk", seen.moment).choice(unknown or rooms)}
    return {**answer, "company": company} if company else answer


def opponent(mind: Mind, seen: Seen, speech: Speech) -> str:
    """Somebody who may well be in this room."""
    known = [f"{name}, the {NPCS[name].epithet}" for name in SKETCHES[seen.me["room"]].npcs]
    chosen = speech.pick(mind.dice("opponent", seen.moment), known)
    return chosen[0] if chosen else "the room itself"


def come_along(mind: Mind, seen: Seen, _speech: Speech, prompt: Pick) -> Reply:
    free = "costs" not in prompt.text
    return "come" if free or mind.will(mind.temper.wanderlust / 2, "come", seen.moment) else "stay"


def end_early(_mind: Mind, _seen: Seen, _speech: Speech, _prompt: Any) -> Reply:
    """Whoever must leave, may."""
    return "yes"


# -- the Wager


def wants(mind: Mind, seen: Seen, speech: Speech, menu: Menu) -> Reply:
    acts = {choice.key for choice in menu.choices}
    if "state_want" in acts:
        return {"act": "state_want", "want": want(mind, seen, speech)}
    if "join" in acts and seen.me["coins"] >= 4 and mind.will(0.5, "join", seen.moment):
        return {"act": "join", "want": want(mind, seen, speech)}
    return None


def want(mind: Mind, seen: Seen, speech: Speech) -> str:
    text = speech.say(mind.dice("want", seen.moment), "want", "[verb], [how]", foe=short(seen.foe))
    return text or "I want to get past."


def short(foe: str) -> str:
    """`Neil` for `Neil, the brutish convict`."""
    return foe.partition(",")[0]


def accept(mind: Mind, seen: Seen, _speech: Speech, prompt: Pick) -> Reply:
    """On average a Wager pays; what may stop me is going bare."""
    keys = [option.key for option in prompt.options]
    if "accept" not in keys:
        return keys[0]
    left = seen.me["coins"] - seen.wager["stake"]
    bare_handed = left <= 0 and not mind.will(0.3 + mind.temper.boldness / 2, "bare", seen.moment)
    return "back_down" if bare_handed and "back_down" in keys and seen.wager["stake"] > 2 else "accept"


def pledge(mind: Mind, seen: Seen, _speech: Speech, prompt: Number) -> Reply:
    """Those who are winning let it end; others help with what they can spare."""
    if seen.me["coins"] > seen.masters_coins or seen.me["coins"] < 5:
        return 0
    helps = mind.will(mind.temper.generosity, "cover", prompt.name, seen.moment)
    return min(prompt.most, 3) if helps else 0


def edges(_mind: Mind, _seen: Seen, _speech: Speech, menu: Menu) -> Reply:
    """A Coin more to win, for nothing: always."""
    for choice in menu.choices:
        if choice.key == "call_help":
            options = next(field.options for field in choice.fields if isinstance(field, Pick))
            return {"act": "call_help", "edge": options[-1].key, "how": ""}
    return {"act": "pass"}


def keep(mind: Mind, seen: Seen, _speech: Speech, _prompt: Any) -> Reply:
    """By the Coins to expect. (Ledger 9.1, O4)"""
    drawn, rest, sides = len(seen.wager["drawn"][mind.seat]), seen.rest(), seen.sides(mind.seat)
    stays = value_of_keeping(seen.card(mind.seat), drawn, rest, sides)
    return "keep" if stays >= value_of_another(drawn, rest, sides) else "discard"


def invoke(mind: Mind, seen: Seen, _speech: Speech, prompt: Pick) -> Reply:
    """Worth it if the chance to turn it brings back more than the Coin it costs. (Ledger 9.1, O5)"""
    master_side, player_side = seen.sides(mind.seat)
    gain = chance_to_turn(seen.wager["master_card"], seen.rest()) * (winnings("minor", master_side) + player_side)
    return prompt.options[0].key if gain > 1 else "stand"


def narration(mind: Mind, seen: Seen, _speech: Speech, _prompt: Any) -> Reply:
    return "memory" if mind.will(mind.temper.memory, "narration", seen.moment) else "outcome"


def outcome(mind: Mind, seen: Seen, speech: Speech, _prompt: Any) -> Reply:
    result = seen.wager["result"][mind.seat]
    room = ROOMS[seen.wager["room"]].name
    return speech.say(mind.dice("outcome", seen.moment), "outcome", f"[{result}] [end]", foe=short(seen.foe), room=room)


def memory(mind: Mind, seen: Seen, speech: Speech, prompt: Any) -> Reply:
    return remembered(mind, seen, speech, prompt, mind.seat)


def remembered(mind: Mind, seen: Seen, speech: Speech, prompt: Any, whose: str) -> Reply:
    """A line of the right kind on the right thing, in the colour of the room."""
    kind = prompt.ideas
    things = [thing for thing in seen.guest(whose)["attachments"].values() if f"“{thing}”" in prompt.text]
    slots = {"thing": bare(things[0]) if things else "door", "colour": seen.colour(seen.wager["room"])}
    made = len([key for key in seen.state if key.startswith(f"memory/{whose}/")])
    return speech.say(mind.dice("memory", whose, made), "memory", f"[when], [{kind}], [with]. [tint]", **slots) or None


def contradiction(_mind: Mind, _seen: Seen, _speech: Speech, _prompt: Any) -> Reply:
    return "reword"


def edge_change(mind: Mind, seen: Seen, _speech: Speech, _prompt: Any) -> Reply:
    return "add" if mind.will(0.35, "edge", seen.moment) else "none"


def new_edge(mind: Mind, seen: Seen, speech: Speech, _prompt: Any) -> Reply:
    return speech.say(mind.dice("new edge", seen.moment), "edge", "[good]") or None


# -- the end


def thing_of(seen: Seen) -> str:
    """The Attachment with most Memories on it."""
    boxes = {
        suit: sum(noun["suit"] == suit for key, noun in seen.state.items() if key.startswith(f"memory/{seen.seat}/"))
        for suit in SUITS
    }
    return bare(seen.me["attachments"][max(boxes, key=boxes.__getitem__)])


def end_name(mind: Mind, _seen: Seen, speech: Speech, _prompt: Any) -> Reply:
    return speech.say(mind.dice("name"), "end", "[first] [last_name]") or None


def end_why(mind: Mind, seen: Seen, speech: Speech, _prompt: Any) -> Reply:
    return speech.say(mind.dice("why"), "end", "[why] [about]", thing=thing_of(seen))


def end_wager(mind: Mind, seen: Seen, speech: Speech, _prompt: Any) -> Reply:
    return speech.say(mind.dice("wager"), "end", "[stake] [risk]", thing=thing_of(seen))


def last_wager(mind: Mind, seen: Seen, _speech: Speech, _menu: Any) -> Reply:
    """Just enough to win, if there is enough. (Ledger 9.1, O7)"""
    stake = (seen.masters_coins - seen.me["coins"]) // 2 + 1
    if stake <= seen.me["coins"] and mind.will(0.5 + mind.temper.boldness / 2, "last"):
        return {"act": "stake_all", "stake": stake}
    return {"act": "pass"}


def epilogue(mind: Mind, seen: Seen, speech: Speech, _prompt: Any) -> Reply:
    opening = "won" if seen.me["won"] else "lost"
    return speech.say(mind.dice("epilogue"), "end", f"[{opening}] [last]", thing=thing_of(seen))


REPLIES: Replies = {
    "appearance": appearance,
    "attachments": attachments,
    "cards": cards,
    "explore": explore,
    "come_along": come_along,
    "end_early": end_early,
    "wants": wants,
    "accept": accept,
    "accept_covered": accept,
    "cover_afford": pledge,
    "cover_zero": pledge,
    "cover_edge": pledge,
    "edges": edges,
    "keep": keep,
    "invoke": invoke,
    "narration": narration,
    "narration_vote": narration,
    "outcome": outcome,
    "memory": memory,
    "contradiction": contradiction,
    "edge_change": edge_change,
    "new_edge": new_edge,
    "end_name": end_name,
    "end_why": end_why,
    "end_wager": end_wager,
    "last_wager": last_wager,
    "epilogue": epilogue,
}
