"""How a guest plays: by the odds, within its character."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from mneme.engine.prompts import Menu, Number, Pick, Wire
from mneme.games.know_thyself.bots.seen import Seen
from mneme.games.know_thyself.bots.speech import Share, Speech, all_of, bare, material
from mneme.games.know_thyself.bots.temper import Mind
from mneme.games.know_thyself.cards import FAILURE, SUITS, chance_to_turn, value_of_another, value_of_keeping, winnings
from mneme.games.know_thyself.content import GUEST_SUITE
from mneme.games.know_thyself.nouns import LEAST_STAKE, LINE_MOST
from mneme.games.know_thyself.words import short

Reply = Wire | None
Replies = dict[str, Callable[[Mind, Seen, Speech, Any], Reply]]  # one for every prompt that needs thought


def own_share(seen: Seen, seats: Sequence[str]) -> Share:
    """The parts dealt out among those who answer at once, so that no two of them say the same."""

    def share(parts: Sequence[str]) -> Sequence[str]:
        dealt = random.Random(f"{seen.moment}/{seen.colour(GUEST_SUITE)}").sample(parts, len(parts))
        return dealt[seats.index(seen.seat) :: len(seats)] or parts

    return share


def appearance(mind: Mind, seen: Seen, speech: Speech, _prompt: Any) -> Reply:
    text = speech.say(mind.dice("mirror", seen.me["rewritten"]), "appearance", "[build], [wears], with [mark].")
    return text or None


def attachments(mind: Mind, _seen: Seen, speech: Speech, _prompt: Any) -> Reply:
    return things(mind, speech, 4)


def cards(mind: Mind, _seen: Seen, speech: Speech, _prompt: Any) -> Reply:
    return things(mind, speech, 5)


def things(mind: Mind, speech: Speech, count: int) -> Reply:
    """Small objects with something to say, no two of the same sort or make."""
    parts, dice = material()["attachment"], mind.dice("things")
    chosen, makes = speech.pick(dice, parts["what"], count), speech.pick(dice, parts["make"], count)
    made = [f"{make} {thing}" for make, thing in zip(makes, chosen, strict=False)]
    return [f"{'an' if thing[0] in 'aeiou' else 'a'} {thing}" for thing in made] if len(made) == count else None


# -- the Palace


def explore(mind: Mind, seen: Seen, speech: Speech, menu: Menu) -> Reply:
    """Gather, move on, want something; pay or call the end only when nothing else is left."""
    acts = {choice.key: choice for choice in menu.choices}
    if "gather" in acts:
        return {"act": "gather"}
    if gives_way(seen):
        return None
    eager = seen.me["room"] == GUEST_SUITE or mind.will(0.4 + mind.temper.wanderlust / 2, seen.moment)
    if "move" in acts and eager:
        return {"act": "move", **walk(mind, seen, acts["move"])}
    if "start_wager" in acts and seen.me["coins"] >= LEAST_STAKE:
        foe = opponent(mind, seen, speech)
        return {"act": "start_wager", "opponent": foe, "want": wish(mind, seen, speech, foe)}
    for act in ("pay_toll", "move"):
        if act in acts:
            return {"act": act, **walk(mind, seen, acts[act])}
    if "call_the_end" in acts and seen.course["called_at"] != seen.course["wagers"]:
        return {"act": "call_the_end"}
    return {"act": "wait"} if "wait" in acts else None


def gives_way(seen: Seen) -> bool:
    """Whoever has had less of the light goes first, unless they would rather wait. (KT-MOVE-11, KT-AMB-09)"""
    light, waiting = seen.course["spotlight"], seen.course["waiting"]
    others = [seat for seat in seen.course["guests"] if seat not in waiting and not seen.guest(seat)["leaving"]]
    return any(light.get(seat, 0) < light.get(seen.seat, 0) for seat in others)


def walk(mind: Mind, seen: Seen, choice: Any) -> dict[str, Wire]:
    """To a room nobody has named yet, if there is one; whoever can may come along."""
    rooms = [option.key for field in choice.fields if field.name == "room" for option in field.options]
    company = [option.key for field in choice.fields if field.name == "company" for option in field.options]
    unknown = [room for room in rooms if room not in seen.state["palace"]["true_names"]]
    answer: dict[str, Wire] = {"room": mind.dice("walk", seen.moment).choice(unknown or rooms)}
    return {**answer, "company": company} if company else answer


def opponent(mind: Mind, seen: Seen, speech: Speech) -> str:
    """Somebody met before, or some stranger. Who else lives here, a guest cannot know. (KT-NPC-01)"""
    dice = mind.dice("opponent", seen.moment)
    met = [short(foe) for foe in seen.course["met"]]  # not where they stood then
    known = speech.pick(dice, met) if mind.will(0.3, "met", seen.moment) else []
    return known[0] if known else speech.phrase(dice, "opponent", "[who], [where]") or "the room itself"


def come_along(mind: Mind, seen: Seen, _speech: Speech, _prompt: Any) -> Reply:
    return "come" if seen.me["exit"] == "free" or mind.will(mind.temper.wanderlust / 2, "come", seen.moment) else "stay"


def end_early(_mind: Mind, _seen: Seen, _speech: Speech, _prompt: Any) -> Reply:
    """Whoever must leave, may."""
    return "yes"


# -- the Wager


def talk(mind: Mind, seen: Seen, speech: Speech, menu: Menu) -> Reply:
    """Join in, now and then, with Coins to spare."""
    may_join = any(choice.key == "join" for choice in menu.choices)
    if may_join and seen.me["coins"] >= 2 * LEAST_STAKE and mind.will(0.5, "join", seen.moment):
        return {"act": "join", "want": wish(mind, seen, speech, seen.foe)}
    return None


def want(mind: Mind, seen: Seen, speech: Speech, _prompt: Any) -> Reply:
    return wish(mind, seen, speech, seen.foe, own_share(seen, seen.wager["participants"]))


def wish(mind: Mind, seen: Seen, speech: Speech, foe: str, share: Share = all_of) -> str:
    """I want, and now and then I do not want."""
    dice = mind.dice("want", seen.moment)
    thing = bare(dice.choice(list(seen.me["attachments"].values())))
    pattern = "[refuse], [even]" if dice.random() < 0.25 else "[want], [how]"
    return speech.say(dice, "want", pattern, share, foe=short(foe), thing=thing) or "I want to get past."


def accept(mind: Mind, seen: Seen, _speech: Speech, prompt: Pick) -> Reply:
    """On average a Wager pays; what may stop me is going bare."""
    keys = [option.key for option in prompt.options]
    if "accept" not in keys:
        return keys[0]
    left = seen.me["coins"] - seen.wager["stake"]
    bare_handed = left <= 0 and not mind.will(0.3 + mind.temper.boldness / 2, "bare", seen.moment)
    return "back_down" if bare_handed and "back_down" in keys and seen.wager["stake"] > LEAST_STAKE else "accept"


def pledge(mind: Mind, seen: Seen, _speech: Speech, prompt: Number) -> Reply:
    """Those who are winning let it end; others help with what they can spare."""
    if seen.me["coins"] > seen.masters_coins or seen.me["coins"] < 5:
        return 0
    helps = mind.will(mind.temper.generosity, "cover", prompt.name, seen.moment)
    return min(prompt.most, 3) if helps else 0


def edges(mind: Mind, seen: Seen, speech: Speech, menu: Menu) -> Reply:
    """A Coin more to win, for nothing: always."""
    return call(mind, seen, speech, menu, "call_help", mind.seat) or {"act": "pass"}


CALLS = {"call_help": "[help]", "call_hindrance": "[hinder]"}


def call(mind: Mind, seen: Seen, speech: Speech, menu: Menu, act: str, whose: str) -> Reply:
    """Call the newest Edge of a guest, and say how it matters. (KT-EDGE-04)"""
    for choice in menu.choices:
        if choice.key == act:
            key = next(field.options for field in choice.fields if isinstance(field, Pick))[-1].key
            edge = seen.guest(whose)["edges"][key]
            dice = mind.dice("how", whose, seen.moment)
            thing = bare(dice.choice(list(seen.guest(whose)["attachments"].values())))
            how = speech.say(dice, "edge_call", CALLS[act], edge=edge, foe=short(seen.foe), thing=thing)
            return {"act": act, "edge": key, "how": how}
    return None


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


def expand(mind: Mind, seen: Seen, speech: Speech, _prompt: Any) -> Reply:
    slots = {"foe": short(seen.foe), "thing": seen.thing(mind.seat, seen.card(mind.seat)[-1])}
    return speech.say(mind.dice("expand", seen.card(mind.seat), seen.moment), "memory", "[more], [use]", **slots)


def narration(mind: Mind, seen: Seen, _speech: Speech, _prompt: Any) -> Reply:
    return "memory" if mind.will(mind.temper.memory, "narration", seen.moment) else "outcome"


def outcome(mind: Mind, seen: Seen, speech: Speech, _prompt: Any) -> Reply:
    result, dice = seen.wager["result"][mind.seat], mind.dice("outcome", seen.moment)
    slots = {"foe": short(seen.foe), "thing": bare(dice.choice(list(seen.me["attachments"].values())))}
    told = speech.say(dice, "outcome", f"[{result}]: [end|end_{way_of(result)}].", **slots)
    return with_mark(mind, seen, speech, told, mind.seat)


def way_of(result: str) -> str:
    return "lost" if result == FAILURE else "won"


def with_mark(mind: Mind, seen: Seen, speech: Speech, told: str, whose: str) -> str:
    """An Edge that changes is voiced in the telling. (KT-EDGE-08)"""
    edge, way = gained(mind, seen, speech, whose), way_of(seen.wager["result"][whose])
    slots = {"edge": edge, "foe": short(seen.foe), "thing": seen.thing(whose, seen.wager["due"][whose]["suit"])}
    mark = speech.say(mind.dice("mark", whose, seen.moment), "mark", f"[{way}]", **slots) if edge else ""
    return " ".join(part for part in (told, mark) if part)


def gained(mind: Mind, seen: Seen, speech: Speech, whose: str) -> str:
    """The Edge that this outcome leaves on a guest, if any: the same however often it is asked for."""
    occasion = (seen.foe, seen.wager["master_card"], seen.card(whose), whose)
    if not mind.will(0.4, "edge", *occasion):
        return ""
    fitting = material()["edge"][way_of(seen.wager["result"][whose])]
    new = [edge for edge in fitting if edge not in seen.guest(whose)["edges"].values()]
    return next(iter(speech.pick(mind.dice("new edge", *occasion), new)), "")


def memory(mind: Mind, seen: Seen, speech: Speech, _prompt: Any) -> Reply:
    return remembered(mind, seen, speech, mind.seat, seen.wager["due"][mind.seat])


SHAPES = (
    "[when], [{kind}], [with]: [tint].",
    "It was [when], and [tint]. [{kind}], [with].",
    "[{kind}], [with]. It was [when], and [tint].",
    "[when], [{kind}]: [proof].",
)


def remembered(mind: Mind, seen: Seen, speech: Speech, whose: str, due: dict[str, Any]) -> Reply:
    """A line of the right kind on the right thing, in the colour of the room."""
    slots = {"thing": seen.thing(whose, due["suit"]), "colour": seen.colour(seen.wager["room"])}
    dice = mind.dice("memory", whose, len(seen.memories(whose)), len(seen.wager["flags"]))
    text = speech.say(dice, "memory", dice.choice(SHAPES).replace("{kind}", due["type"]), **slots)
    return text if 0 < len(text) <= LINE_MOST else None


def contradiction(_mind: Mind, _seen: Seen, _speech: Speech, _prompt: Any) -> Reply:
    return "reword"


def reword(mind: Mind, seen: Seen, speech: Speech, _prompt: Any) -> Reply:
    """Another line in place of the one that was flagged last."""
    flagged = seen.state[seen.wager["flags"][-1].partition(" ")[2]]
    return remembered(mind, seen, speech, flagged["owner"], flagged)


def retreat(mind: Mind, seen: Seen, speech: Speech, _prompt: Any) -> Reply:
    dice = mind.dice("retreat", seen.moment)
    thing = bare(dice.choice(list(seen.me["attachments"].values())))
    return speech.say(dice, "retreat", "[own] [mine]", foe=short(seen.foe), thing=thing)


def edge_change(mind: Mind, seen: Seen, speech: Speech, _prompt: Any) -> Reply:
    return "add" if gained(mind, seen, speech, mind.seat) else "none"


def new_edge(mind: Mind, seen: Seen, speech: Speech, _prompt: Any) -> Reply:
    return gained(mind, seen, speech, mind.seat) or None


# -- the end


def thing_of(seen: Seen) -> str:
    """The Attachment with most Memories on it."""
    suits = [memory["suit"] for memory in seen.memories(seen.seat)]
    return seen.thing(seen.seat, max(SUITS, key=suits.count))


def at_the_end(mind: Mind, seen: Seen, speech: Speech, pattern: str) -> str:
    """Everyone answers at once, each in words of their own."""
    share = own_share(seen, seen.course["guests"])
    return speech.say(mind.dice(pattern), "end", pattern, share, thing=thing_of(seen))


def end_name(mind: Mind, seen: Seen, speech: Speech, _prompt: Any) -> Reply:
    return at_the_end(mind, seen, speech, "[first] [last_name]") or None


def end_why(mind: Mind, seen: Seen, speech: Speech, _prompt: Any) -> Reply:
    return at_the_end(mind, seen, speech, "[why] [about]")


def end_wager(mind: Mind, seen: Seen, speech: Speech, _prompt: Any) -> Reply:
    return at_the_end(mind, seen, speech, "[stake], [risk]")


def last_wager(_mind: Mind, seen: Seen, _speech: Speech, _menu: Any) -> Reply:
    """Just enough to win, if there is enough: whoever is losing keeps nothing by passing. (Ledger 9.1, O7)"""
    enough = seen.me.get("enough", 0)
    return {"act": "stake_all", "stake": enough} if enough else {"act": "pass"}


def epilogue(mind: Mind, seen: Seen, speech: Speech, _prompt: Any) -> Reply:
    return at_the_end(mind, seen, speech, "[won], [last_won]" if seen.me["won"] else "[lost], [last_lost]")


REPLIES: Replies = {
    "appearance": appearance,
    "attachments": attachments,
    "cards": cards,
    "explore": explore,
    "come_along": come_along,
    "end_early": end_early,
    "talk": talk,
    "want": want,
    "accept": accept,
    "accept_covered": accept,
    "cover_afford": pledge,
    "cover_zero": pledge,
    "cover_edge": pledge,
    "edges": edges,
    "keep": keep,
    "invoke": invoke,
    "expand": expand,
    "narration": narration,
    "narration_vote": narration,
    "outcome": outcome,
    "memory": memory,
    "contradiction": contradiction,
    "reword": reword,
    "retreat": retreat,
    "edge_change": edge_change,
    "new_edge": new_edge,
    "end_name": end_name,
    "end_why": end_why,
    "end_wager": end_wager,
    "last_wager": last_wager,
    "epilogue": epilogue,
}
