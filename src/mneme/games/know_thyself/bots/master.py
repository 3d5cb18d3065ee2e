"""How a Master runs the house: from the room's card and its True Name, with relish."""

from __future__ import annotations

from typing import Any

from mneme.engine.prompts import Menu, Some, Wire
from mneme.games.know_thyself.bots.guest import (
    Replies,
    Reply,
    call,
    cards,
    contradiction,
    end_early,
    gained,
    remembered,
    reword,
    way_of,
    with_mark,
)
from mneme.games.know_thyself.bots.seen import Seen
from mneme.games.know_thyself.bots.speech import Speech, material
from mneme.games.know_thyself.bots.temper import Mind
from mneme.games.know_thyself.content import GUEST_SUITE, MASTERS_SUITE, ROOMS
from mneme.games.know_thyself.nouns import LEAST_STAKE
from mneme.games.know_thyself.words import listed, short

HIGHEST_STAKE = 5


def figure(_mind: Mind, seen: Seen, _speech: Speech, prompt: Any) -> Reply:
    """Six words of description cost about a Coin."""
    told = len(seen.guest(seen.course["weighed"])["appearance"].split())
    least, most = prompt.fields[0].least, prompt.fields[0].most
    return {"coins": max(least, min(most, 16 - told // 6)), "reason": ""}


# -- rooms


def opening(mind: Mind, seen: Seen, speech: Speech, _prompt: Any) -> Reply:
    return scene(mind, seen, speech, GUEST_SUITE)


def first_sight(mind: Mind, seen: Seen, speech: Speech, _prompt: Any) -> Reply:
    return scene(mind, seen, speech, seen.state["palace"]["unseen"][0])


def scene(mind: Mind, seen: Seen, speech: Speech, room: str) -> str:
    """One thing to touch, often in the colour of the True Name. The card itself is not read out. (KT-NPC-01)"""
    dice, place = mind.dice("scene", room, seen.moment), "out" if ROOMS[room].outdoors else "in"
    slots = {"prop": prop(mind, seen, speech, room), "colour": seen.colour(room)}
    then = f"[air|air_{place}]" if dice.random() < 0.5 else "[quiet]"
    return speech.say(dice, "scene", f"[glance|glance_{place}], {then}", **slots)


def prop(mind: Mind, seen: Seen, speech: Speech, room: str) -> str:
    """Something in this room that one can point at."""
    chosen = speech.pick(mind.dice("prop", room, seen.moment), material()["props"][room])
    return chosen[0] if chosen else "the door"


# -- exploring


def explore(mind: Mind, seen: Seen, speech: Speech, menu: Menu) -> Reply:
    """Put something in the way of those who have not settled a Wager here, above all if they wait for it."""
    for choice in menu.choices:
        room = choice.key.removeprefix("challenge_")
        if room in ROOMS and room != GUEST_SUITE:
            who = next(field for field in choice.fields if isinstance(field, Some))
            held = [option.key for option in who.options if is_held(seen, option.key)]
            waiting = held and set(held) <= set(seen.course["waiting"])
            if waiting or (held and mind.will(0.4, "challenge", room, seen.moment)):
                return {"act": choice.key, "guests": held, "opponent": trouble(mind, seen, speech, room)}
    return {"act": "wait"} if any(choice.key == "wait" for choice in menu.choices) else None


def is_held(seen: Seen, seat: str) -> bool:
    """Whether a guest needs a Wager to leave, and has the Coins for one."""
    return seen.guest(seat)["exit"] in ("toll", "stuck", "foot") and seen.guest(seat)["coins"] >= LEAST_STAKE


def trouble(mind: Mind, seen: Seen, speech: Speech, room: str) -> str:
    """Somebody of the room's card, under whatever name they go tonight."""
    desk, people = seen.state["desk"], seen.state["house"]["people"]
    names = desk["rooms"][room]["npcs"] or ["Ricardo"]
    called = [f"{desk['renamed'].get(name, name)}, the {people[name]['epithet']}" for name in names]
    chosen = speech.pick(mind.dice("trouble", room, seen.moment), called)
    return chosen[0] if chosen else f"the {ROOMS[room].name} itself"


# -- the Wager


def stake(mind: Mind, seen: Seen, speech: Speech, prompt: Any) -> Reply:
    """What leaves each guest a Coin, higher with relish; what a rule hangs on is declared as it was wanted."""
    wager, number = seen.wager, prompt.fields[-1]
    purse = min(seen.guest(seat)["coins"] for seat in wager["participants"]) - 1
    wish = LEAST_STAKE + int(mind.dice("stake", seen.moment).random() * (1 + 3 * mind.temper.relish))
    answer: dict[str, Wire] = {"stake": max(number.least, min(number.most, purse, wish, HIGHEST_STAKE))}
    for field in prompt.fields[1:-1]:
        want = wager["wants"].get(field.name.removeprefix("issue_"), "").lower()
        answer[field.name] = at_issue([option.key for option in field.options], want)
    return {**answer, "counter": counter(mind, seen, speech)}


def at_issue(offered: list[str], want: str) -> str:
    """Whoever is at the foot wants up; down or out only those who say so. (KT-WAGER-12)"""
    if "climb_up" in offered:
        return "climb_up"
    says = {"climb_down": "climb", "leave_things": "leave"}
    return next((issue for issue in offered if says.get(issue, "\n") in want), "other")


def counter(mind: Mind, seen: Seen, speech: Speech) -> str:
    """Over something in this room, often in the colour of its True Name."""
    room, dice = seen.wager["room"], mind.dice("counter", seen.moment)
    slots = {"foe": short(seen.foe), "prop": prop(mind, seen, speech, room), "colour": seen.colour(room)}
    return speech.say(dice, "counter", "[what], [tint]" if dice.random() < 0.5 else "[what].", **slots)


def retreat(mind: Mind, seen: Seen, speech: Speech, _prompt: Any) -> Reply:
    wager = seen.wager
    name = seen.view.names[list(wager["out"])[-1]]
    slots = {"foe": short(seen.foe), "name": name, "prop": prop(mind, seen, speech, wager["room"])}
    return speech.say(mind.dice("retreat", name, seen.moment), "retreat", "[masters] [after]", **slots)


def edges(mind: Mind, seen: Seen, speech: Speech, menu: Menu) -> Reply:
    """Against a guest, with relish."""
    seat = seen.wager["edges_of"]
    hinders = mind.will(mind.temper.relish, "hinder", seat, seen.moment)
    return (call(mind, seen, speech, menu, "call_hindrance", seat) if hinders else None) or {"act": "pass"}


def told_of(seen: Seen, done: str) -> str:
    """Whose piece is to be told next, in the order the rules ask."""
    wager = seen.wager
    return next(str(seat) for seat in wager["accepted"] if seat not in wager[done])


def outcome(mind: Mind, seen: Seen, speech: Speech, _prompt: Any) -> Reply:
    """Failure with relish, success with grandeur."""
    seat, wager = told_of(seen, "outcome_by"), seen.wager
    slots = {"foe": short(seen.foe), "name": seen.view.names[seat], "prop": prop(mind, seen, speech, wager["room"])}
    dice, result = mind.dice("outcome", seat, seen.moment), wager["result"][seat]
    told = speech.say(dice, "master_outcome", f"[{result}]: [end|end_{way_of(result)}].", **slots)
    return with_mark(mind, seen, speech, told, seat)


def memory(mind: Mind, seen: Seen, speech: Speech, _prompt: Any) -> Reply:
    seat = told_of(seen, "memory_of")
    return remembered(mind, seen, speech, seat, seen.wager["due"][seat])


def edge_change(mind: Mind, seen: Seen, speech: Speech, _prompt: Any) -> Reply:
    return "add" if gained(mind, seen, speech, seen.wager["edges_of"]) else "none"


def new_edge(mind: Mind, seen: Seen, speech: Speech, _prompt: Any) -> Reply:
    return gained(mind, seen, speech, seen.wager["edges_of"]) or None


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
    names = listed([seen.view.names[seat] for seat in seen.course["guests"]])
    slots = {"names": names, "colour": seen.colour(MASTERS_SUITE)}
    return speech.say(mind.dice("light"), "light", "[glare], [voice]", **slots)


REPLIES: Replies = {
    "cards": cards,
    "figure": figure,
    "opening": opening,
    "first_sight": first_sight,
    "explore": explore,
    "end_early": end_early,
    "stake": stake,
    "edges": edges,
    "outcome": outcome,
    "memory": memory,
    "contradiction": contradiction,
    "reword": reword,
    "retreat": retreat,
    "edge_change": edge_change,
    "new_edge": new_edge,
    "displace": displace,
    "displace_losers": displace_losers,
    "blinding_light": blinding_light,
}
