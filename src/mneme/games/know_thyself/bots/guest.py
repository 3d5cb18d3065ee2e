"""How a guest plays: by the odds, within its character."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from typing import Any

from mneme.engine.prompts import Menu, Number, Pick, Wire
from mneme.games.know_thyself.bots import tale
from mneme.games.know_thyself.bots.seen import Seen
from mneme.games.know_thyself.bots.speech import Share, Speech, all_of, bare, capital, material
from mneme.games.know_thyself.bots.tale import gained, kind_of, remembered
from mneme.games.know_thyself.bots.temper import Mind
from mneme.games.know_thyself.cards import SUITS, chance_to_turn, value_of_another, value_of_keeping, winnings
from mneme.games.know_thyself.content import GUEST_SUITE, SKETCHES
from mneme.games.know_thyself.nouns import LEAST_STAKE
from mneme.games.know_thyself.words import inside, short

Reply = Wire | None
Replies = dict[str, Callable[[Mind, Seen, Speech, Any], Reply]]  # one for every prompt that needs thought


def own_share(seen: Seen, seats: Sequence[str]) -> Share:
    """The parts dealt out among those who answer at once, so that no two of them say the same."""

    def share(parts: Sequence[str]) -> Sequence[str]:
        this_evening = seen.state["palace"]["true_names"].get(GUEST_SUITE)
        dealt = random.Random(f"{seen.moment}/{this_evening}").sample(parts, len(parts))
        return dealt[seats.index(seen.seat) :: len(seats)] or parts

    return share


def appearance(mind: Mind, seen: Seen, speech: Speech, _prompt: Any) -> Reply:
    """What I see in the mirror; again only if that is what I was asked to change."""
    if seen.me["appearance"] and to_change(seen) and "mirror" not in to_change(seen):
        return str(seen.me["appearance"])
    dice = mind.dice("mirror", seen.me["rewritten"], seen.me.get("change", ""))
    return speech.say(dice, "appearance", "[build], [wears], with [mark].") or None


def attachments(mind: Mind, seen: Seen, speech: Speech, _prompt: Any) -> Reply:
    """Four things; those I was asked to change are other ones."""
    before, wrong = list(seen.me.get("draft", {}).values()), to_change(seen)
    if not before:
        return things(mind, speech, 4)
    others = [thing for thing in things(mind, speech, 8, "again") or () if not overlap(thing, " ".join(before))]
    if len(others) < len(before):
        return list(before)
    return [others[place] if str(place) in wrong else thing for place, thing in enumerate(before)]


def cards(mind: Mind, _seen: Seen, speech: Speech, _prompt: Any) -> Reply:
    return things(mind, speech, 5)


def things(mind: Mind, speech: Speech, count: int, occasion: str = "first") -> list[Wire] | None:
    """Small objects with something to say, no two of the same sort or make."""
    parts, dice = material()["attachment"], mind.dice("things", occasion)
    chosen, makes = speech.pick(dice, parts["what"], count), speech.pick(dice, parts["make"], count)
    made = [f"{make} {thing}" for make, thing in zip(makes, chosen, strict=False)]
    return [f"{'an' if thing[0] in 'aeiou' else 'a'} {thing}" for thing in made] if len(made) == count else None


ORDINALS = (("first", "1st"), ("second", "2nd"), ("third", "3rd"), ("fourth", "4th", "last"))
MIRROR_WORDS = re.compile(r"\b(mirror|look\w*|wear\w*|cloth\w*|face|body|hair|dress\w*|descri\w+|appearance)\b")


def to_change(seen: Seen) -> set[str]:
    """What the Master's request is about, as far as its words tell: the mirror, or things by their place."""
    asked = str(seen.me.get("change", "")).casefold()
    if not asked:
        return set()
    drafts = enumerate(seen.me.get("draft", {}).values())
    wrong = {str(place) for place, thing in drafts if overlap(thing, asked) or is_counted(place, asked)}
    if MIRROR_WORDS.search(asked) or overlap(seen.me["appearance"], asked) or not wrong:
        wrong.add("mirror")
    return wrong


def is_counted(place: int, asked: str) -> bool:
    return any(re.search(rf"\b{word}\b", asked) for word in ORDINALS[place])


def overlap(text: str, asked: str) -> bool:
    """Whether a word of some weight is in both."""
    weighty = set(re.findall(r"[a-z]{4,}", text.casefold())) - PLAIN_WORDS
    return bool(weighty & set(re.findall(r"[a-z]{4,}", asked.casefold())))


PLAIN_WORDS = {"with", "from", "that", "this", "have", "been", "than", "else", "every", "thing", "things", "nothing"}


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
    """The Master may always bring something first; then whoever has had less of the light, unless they would rather
    wait. (KT-MOVE-11, KT-AMB-09)"""
    light, waiting = seen.course["spotlight"], seen.course["waiting"]
    if seen.course["master"] not in waiting:
        return True
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
    """Somebody of the house who is likely to be in this room, rather somebody not met yet."""
    likely = SKETCHES[seen.me["room"]].npcs
    met = {short(foe) for foe in seen.course["met"]}
    new = [name for name in likely if name not in met]
    chosen = speech.pick(mind.dice("opponent", seen.moment), new or likely)
    return in_person(mind, seen, speech, chosen[0], chosen[0]) if chosen else "the room itself"


def in_person(mind: Mind, seen: Seen, speech: Speech, name: str, called: str) -> str:
    """`Neil, the convict, who …`: somebody of the house and how they stand in the way, not twice in the same way."""
    ways = [way for way in material()["people"][name] if not any(way in foe for foe in seen.course["met"])]
    way = speech.pick(mind.dice("in the way", name, seen.moment), ways)
    return f"{called}, {way[0]}" if way else called


def come_along(mind: Mind, seen: Seen, _speech: Speech, _prompt: Any) -> Reply:
    return "come" if seen.me["exit"] == "free" or mind.will(mind.temper.wanderlust / 2, "come", seen.moment) else "stay"


def end_early(_mind: Mind, _seen: Seen, _speech: Speech, _prompt: Any) -> Reply:
    """Whoever must leave, may."""
    return "yes"


# -- the Wager


def talk(mind: Mind, seen: Seen, speech: Speech, menu: Menu) -> Reply:
    """Say what was meant, when asked; and join in, now and then, with Coins to spare."""
    acts = {choice.key for choice in menu.choices}
    if "restate" in acts and (question := open_question(seen)):
        return {"act": "restate", "want": reworded(mind, seen, speech, question)}
    if "join" in acts and seen.me["coins"] >= 2 * LEAST_STAKE and mind.will(0.5, "join", seen.moment):
        return {"act": "join", "want": wish(mind, seen, speech, seen.foe)}
    return None


def open_question(seen: Seen) -> str:
    """What the Master has asked since I last said what I want, if it concerns me."""
    for line in reversed(seen.view.lines):
        if line.kind == "want" and line.by == seen.seat:
            return ""
        if line.kind == "clarify":
            others = [seen.view.names[seat] for seat in seen.wager["participants"] if seat != seen.seat]
            return "" if any(name in line.text for name in others) and not is_named(seen, line.text) else line.text
    return ""


def is_named(seen: Seen, text: str) -> bool:
    return seen.view.names[seen.seat] in text


def reworded(mind: Mind, seen: Seen, speech: Speech, question: str) -> str:
    """The same want put plainly, and who is meant by it, where that was the question."""
    slots = {"foe": short(seen.foe), "whole": inside(seen.foe)}
    kind = kind_of(seen.wager["wants"].get(seen.seat, ""))
    asks_who = re.search(r"\b(who|whom|which|whose)\b", question.casefold())
    dice = mind.dice("reword", seen.moment, question)
    patterns = ["[who]", f"[{kind}]"] if asks_who else [f"[{kind}]"]
    parts = [speech.say(dice, "plain", pattern, **slots) for pattern in patterns]
    told = " ".join(part for part in parts if part)
    return told or wish(mind, seen, speech, seen.foe)


def want(mind: Mind, seen: Seen, speech: Speech, _prompt: Any) -> Reply:
    return wish(mind, seen, speech, seen.foe, own_share(seen, seen.wager["participants"]))


def wish(mind: Mind, seen: Seen, speech: Speech, foe: str, share: Share = all_of) -> str:
    """Something that this foe can give; who is no person can at least let one pass, or not notice."""
    dice, named = mind.dice("want", seen.moment, foe), short(foe)
    thing = bare(dice.choice(list(seen.me["attachments"].values())))
    kinds = list(material()["want"]) if named[:1].isupper() else ["way", "unseen"]
    said = speech.say(dice, "want", f"[{'|'.join(kinds)}]", share, foe=named, thing=thing)
    return said or f"I want to get past {named}."


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
            dice = mind.dice("how", whose, seen.moment)
            return {"act": act, "edge": key, "how": speech.say(dice, "edge_call", CALLS[act], foe=short(seen.foe))}
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
    return speech.say(mind.dice("expand", seen.card(mind.seat), seen.moment), "memory", "[more]", foe=short(seen.foe))


def narration(mind: Mind, seen: Seen, _speech: Speech, _prompt: Any) -> Reply:
    return "memory" if mind.will(mind.temper.memory, "narration", seen.moment) else "outcome"


def outcome(mind: Mind, seen: Seen, speech: Speech, _prompt: Any) -> Reply:
    return tale.outcome(mind, seen, speech, mind.seat)


def memory(mind: Mind, seen: Seen, speech: Speech, _prompt: Any) -> Reply:
    return remembered(mind, seen, speech, mind.seat, seen.wager["due"][mind.seat])


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


QUOTE_MOST = 140  # characters


def key_memory(mind: Mind, seen: Seen) -> tuple[str, str]:
    """The Memory that explains me, the same for every question: its kind and its first sentence."""
    told = [(memory["type"], first_sentence(memory["text"])) for memory in seen.memories(seen.seat)]
    fitting = [(kind, text) for kind, text in told if 0 < len(text) <= QUOTE_MOST]
    return mind.dice("who I am").choice(fitting) if fitting else ("none", "")


def first_sentence(text: str) -> str:
    """As it can be quoted: what says only when it was, after something else, is left out."""
    first = re.split(r"(?<=[.?!])\s", text, maxsplit=1)[0].rstrip(" .")
    when, _, rest = first.partition(", ")
    return capital(rest) if when.casefold() in map(str.casefold, material()["memory"]["later"]) else first


def at_the_end(mind: Mind, seen: Seen, speech: Speech, about: str) -> str:
    """Everyone answers at once, each in words of their own, and out of what they have remembered. (KT-END-08, -09)"""
    share, (kind, quote) = own_share(seen, seen.course["guests"]), key_memory(mind, seen)
    return speech.say(mind.dice(about), "end", f"[{about}_{kind}]", share, thing=thing_of(seen), quote=quote)


def end_name(mind: Mind, seen: Seen, speech: Speech, _prompt: Any) -> Reply:
    share = own_share(seen, seen.course["guests"])
    return speech.say(mind.dice("name"), "end", "[first] [last_name]", share) or None


def end_why(mind: Mind, seen: Seen, speech: Speech, _prompt: Any) -> Reply:
    return at_the_end(mind, seen, speech, "why")


def end_wager(mind: Mind, seen: Seen, speech: Speech, _prompt: Any) -> Reply:
    return at_the_end(mind, seen, speech, "wager")


def last_wager(_mind: Mind, seen: Seen, _speech: Speech, _menu: Any) -> Reply:
    """Just enough to win, if there is enough: whoever is losing keeps nothing by passing. (Ledger 9.1, O7)"""
    enough = seen.me.get("enough", 0)
    return {"act": "stake_all", "stake": enough} if enough else {"act": "pass"}


def epilogue(mind: Mind, seen: Seen, speech: Speech, _prompt: Any) -> Reply:
    return at_the_end(mind, seen, speech, "won" if seen.me["won"] else "lost")


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
