"""How a Master runs the house: from the room's card and its True Name, with relish."""

from __future__ import annotations

from typing import Any

from mneme.engine.prompts import Menu, Pick, Some, Wire
from mneme.games.know_thyself.bots.guest import Replies, Reply, cards, contradiction, end_early, remembered, short
from mneme.games.know_thyself.bots.seen import Seen
from mneme.games.know_thyself.bots.speech import Speech
from mneme.games.know_thyself.bots.temper import Mind
from mneme.games.know_thyself.content import ANYWHERE, NPCS, ROOMS

HIGHEST_STAKE = 5


def figure(_mind: Mind, seen: Seen, _speech: Speech, prompt: Any) -> Reply:
    """Six words of description cost about a Coin."""
    seat = next(seat for seat in seen.course["creating"] if seen.view.names[seat] in prompt.text)
    told = len(seen.guest(seat)["appearance"].split())
    least, most = prompt.fields[0].least, prompt.fields[0].most
    return {"coins": max(least, min(most, 16 - told // 6)), "reason": ""}


def opening(mind: Mind, seen: Seen, speech: Speech, _prompt: Any) -> Reply:
    return scene(mind, seen, speech, "guest_suite")


def scene(mind: Mind, seen: Seen, speech: Speech, room: str) -> str:
    """A small sound, and what the room's card says there is to see."""
    card = seen.state["desk"]["rooms"].get(room)
    look = card["look"] if card and speech.allows(card["look"]) else ""
    start = speech.say(mind.dice("scene", seen.moment), "narrate", "[start]")
    return " ".join(part for part in (start, look) if part)


# -- exploring


def explore(mind: Mind, seen: Seen, speech: Speech, menu: Menu) -> Reply:
    """Put something in the way of those who have just arrived; leave the rest to the guests."""
    for choice in menu.choices:
        if choice.key.startswith("challenge_"):
            room = choice.key.removeprefix("challenge_")
            who = next(field for field in choice.fields if isinstance(field, Some))
            waiting = [option.key for option in who.options if unsettled(seen, option.key)]
            if waiting and room != "guest_suite" and mind.will(0.6, "challenge", room, seen.moment):
                return {"act": choice.key, "guests": waiting, "opponent": trouble(mind, seen, speech, room)}
    return None


def unsettled(seen: Seen, seat: str) -> bool:
    guest = seen.guest(seat)
    return guest["group"] not in seen.course["settled"] and guest["coins"] >= 2


def trouble(mind: Mind, seen: Seen, speech: Speech, room: str) -> str:
    """Somebody of the room's card, under whatever name they go tonight."""
    desk = seen.state["desk"]
    names = desk["rooms"][room]["npcs"] or ["Ricardo"]
    people = [f"{desk['renamed'].get(name, name)}, the {NPCS[name].epithet}" for name in names]
    chosen = speech.pick(mind.dice("trouble", room, seen.moment), people)
    return chosen[0] if chosen else f"the {ROOMS[room].name} itself"


# -- the Wager


def wants(_mind: Mind, _seen: Seen, _speech: Speech, menu: Menu) -> Reply:
    return {"act": "go_on"} if any(choice.key == "go_on" for choice in menu.choices) else None


def stake(mind: Mind, seen: Seen, speech: Speech, prompt: Any) -> Reply:
    """What the guests can afford, higher with relish; a climb at the Cliffs is a climb."""
    wager, number = seen.wager, prompt.fields[-1]
    purse = min(seen.guest(seat)["coins"] for seat in wager["participants"])
    wish = 2 + int(mind.dice("stake", seen.moment).random() * (1 + 3 * mind.temper.relish))
    answer: dict[str, Wire] = {"stake": max(number.least, min(number.most, purse, wish, HIGHEST_STAKE))}
    for field in prompt.fields[1:-1]:
        answer[field.name] = "climb_up" if any(option.key == "climb_up" for option in field.options) else "other"
    return {**answer, "counter": counter(mind, seen, speech)}


def counter(mind: Mind, seen: Seen, speech: Speech) -> str:
    """What the room's card puts in the way, or something in the colour of its True Name."""
    room = seen.wager["room"]
    card = seen.state["desk"]["rooms"].get(room, {"conflicts": ()})
    dice = mind.dice("counter", seen.moment)
    named = [text for text in (*card["conflicts"], *ANYWHERE.conflicts) if short(seen.foe) in text]
    fresh = [text for text in speech.pick(dice, named) if mind.will(0.5, "card", seen.moment)]
    if fresh:
        return fresh[0]
    return speech.say(dice, "counter", "[what], [tint]", foe=short(seen.foe), colour=seen.colour(room))


def edges(mind: Mind, seen: Seen, _speech: Speech, menu: Menu) -> Reply:
    for choice in menu.choices:
        if choice.key == "call_hindrance" and mind.will(mind.temper.relish, "hinder", seen.moment):
            options = next(field.options for field in choice.fields if isinstance(field, Pick))
            return {"act": "call_hindrance", "edge": options[0].key, "how": ""}
    return {"act": "pass"}


def told_of(seen: Seen, done: str) -> str:
    """Whose piece is to be told next, in the order the rules ask."""
    wager = seen.wager
    return next(str(seat) for seat in wager["accepted"] if seat not in wager[done])


def outcome(mind: Mind, seen: Seen, speech: Speech, _prompt: Any) -> Reply:
    """Failure with relish, success with grandeur."""
    seat, wager = told_of(seen, "outcome_by"), seen.wager
    slots = {"foe": short(seen.foe), "name": seen.view.names[seat], "room": ROOMS[wager["room"]].name}
    return speech.say(
        mind.dice("outcome", seat, seen.moment), "master_outcome", f"[{wager['result'][seat]}] [end]", **slots
    )


def memory(mind: Mind, seen: Seen, speech: Speech, prompt: Any) -> Reply:
    return remembered(mind, seen, speech, prompt, told_of(seen, "memory_of"))


def edge_change(mind: Mind, seen: Seen, _speech: Speech, _prompt: Any) -> Reply:
    return "add" if mind.will(0.4, "edge", seen.moment) else "none"


def new_edge(mind: Mind, seen: Seen, speech: Speech, _prompt: Any) -> Reply:
    return speech.say(mind.dice("new edge", seen.moment), "edge", "[good]") or None


# -- rooms and the end


def displace(mind: Mind, seen: Seen, _speech: Speech, _prompt: Any) -> Reply:
    return "losers" if mind.will(mind.temper.relish, "displace", seen.moment) else "none"


def displace_losers(mind: Mind, seen: Seen, _speech: Speech, prompt: Any) -> Reply:
    """To some room that nobody has named yet, if there is one."""
    known = seen.state["palace"]["true_names"]
    answer = {}
    for field in prompt.fields:
        rooms = [option.key for option in field.options if option.key not in ("stay", *known)]
        answer[field.name] = mind.dice("lost", field.name, seen.moment).choice(rooms) if rooms else "stay"
    return answer


def blinding_light(mind: Mind, seen: Seen, speech: Speech, _prompt: Any) -> Reply:
    return scene(mind, seen, speech, "masters_suite")


REPLIES: Replies = {
    "cards": cards,
    "figure": figure,
    "opening": opening,
    "explore": explore,
    "end_early": end_early,
    "wants": wants,
    "stake": stake,
    "edges": edges,
    "outcome": outcome,
    "memory": memory,
    "contradiction": contradiction,
    "edge_change": edge_change,
    "new_edge": new_edge,
    "displace": displace,
    "displace_losers": displace_losers,
    "blinding_light": blinding_light,
}
