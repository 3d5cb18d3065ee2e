"""How a Master runs the house: from the room's card and its True Name, with relish."""

from __future__ import annotations

from typing import Any

from mneme.engine.prompts import Menu, Some, Wire
from mneme.games.know_thyself.bots import tale
from mneme.games.know_thyself.bots.guest import Replies, Reply, call, cards, contradiction, end_early, in_person, reword
from mneme.games.know_thyself.bots.seen import Seen
from mneme.games.know_thyself.bots.speech import Speech
from mneme.games.know_thyself.bots.tale import gained, kind_of, prop, remembered
from mneme.games.know_thyself.bots.temper import Mind
from mneme.games.know_thyself.content import GUEST_SUITE, ROOMS
from mneme.games.know_thyself.nouns import LEAST_STAKE
from mneme.games.know_thyself.words import short

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
    """One thing to touch. The card itself is not read out. (KT-NPC-01)"""
    dice, place = mind.dice("scene", room, seen.moment), "out" if ROOMS[room].outdoors else "in"
    return speech.say(dice, "scene", f"[glance|glance_{place}] [quiet]", prop=prop(mind, seen, speech, room))


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
    """Somebody of the room's card, under whatever name they go tonight, and what they are about."""
    desk = seen.state["desk"]
    names = desk["rooms"][room]["npcs"] or ["Ricardo"]
    met = {short(foe) for foe in seen.course["met"]}
    new = [name for name in names if desk["renamed"].get(name, name) not in met]
    chosen = speech.pick(mind.dice("trouble", room, seen.moment), new or names)
    if not chosen:
        return f"the {ROOMS[room].name} itself"
    return in_person(mind, seen, speech, chosen[0], desk["renamed"].get(chosen[0], chosen[0]))


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
    """Why the other side says no, and what there is to lose."""
    wager, dice = seen.wager, mind.dice("counter", seen.moment)
    kind = kind_of(next(iter(wager["wants"].values()), ""))
    slots = {"foe": short(seen.foe), "me": "you", "my": "your", "prop": prop(mind, seen, speech, wager["room"])}
    because = speech.say(dice, "against", f"[{kind}]", **slots) or speech.say(dice, "against", "[any]", **slots)
    threat = speech.phrase(dice, "against", "[loss]", **slots)
    return " ".join(part for part in (because, f"Lose, and {threat}." if threat else "") if part)


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
    return tale.outcome(mind, seen, speech, told_of(seen, "outcome_by"))


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


def blinding_light(mind: Mind, _seen: Seen, speech: Speech, _prompt: Any) -> Reply:
    return speech.say(mind.dice("light"), "light", "[voice]")


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
