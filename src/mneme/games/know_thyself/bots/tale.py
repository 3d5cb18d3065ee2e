"""What a bot tells of a Wager, for itself or as the Master for a guest: the outcome, the Edge it leaves, the Memory."""

from __future__ import annotations

import random
import re
from typing import Any

from mneme.bots.worn import mark
from mneme.games.know_thyself.bots.seen import Seen
from mneme.games.know_thyself.bots.speech import Speech, capital, material
from mneme.games.know_thyself.bots.temper import Mind
from mneme.games.know_thyself.cards import FAILURE
from mneme.games.know_thyself.nouns import LINE_MOST
from mneme.games.know_thyself.words import TOLD_ALOUD, short

ANY = "any"
WISH_MOST = 110  # characters that can be quoted within a sentence
_LOSS = re.compile(r"Lose, and (?P<clause>.+?)\.?$")
_YOU, _YOUR = re.compile(r"\byou\b"), re.compile(r"\byour\b")


def kind_of(want: str) -> str:
    """What kind of want this is, if it is in the words of a bot; else any."""
    said = want.casefold()
    return next(
        (kind for about in ("want", "plain") for kind, texts in material()[about].items() if said_in(texts, said)), ANY
    )


def said_in(texts: tuple[str, ...], said: str) -> bool:
    return any(mark(text) in said for text in texts)


def prop(mind: Mind, seen: Seen, speech: Speech, room: str) -> str:
    """Something in this room that one can point at."""
    chosen = speech.pick(mind.dice("prop", room, seen.moment), material()["props"][room])
    return chosen[0] if chosen else "the door"


def of_whom(mind: Mind, seen: Seen, whose: str) -> dict[str, str]:
    """`me` and `my` in a guest's own mouth, and the name in another's."""
    if whose == mind.seat:
        return {"me": "me", "my": "my"}
    name = seen.view.names[whose]
    return {"me": name, "my": f"{name}'s"}


# -- what happens


def outcome(mind: Mind, seen: Seen, speech: Speech, whose: str) -> str:
    """Whether the want came true, what goes with that, and the Edge that it leaves. (KT-NARR-03..06, KT-EDGE-08)"""
    slots = {
        **of_whom(mind, seen, whose),
        "foe": short(seen.foe),
        "prop": prop(mind, seen, speech, seen.wager["room"]),
        "edge": gained(mind, seen, speech, whose),
    }
    parts = (
        answered(mind, seen, speech, whose, slots),
        what_goes_with_it(mind, seen, speech, whose, slots),
        mark_left(mind, seen, speech, whose, slots),
    )
    return " ".join(part for part in parts if part)


def answered(mind: Mind, seen: Seen, speech: Speech, whose: str, slots: dict[str, str]) -> str:
    """The want by its degree; somebody's own words are quoted."""
    result, want = seen.wager["result"][whose], seen.wager["wants"].get(whose, "")
    dice, kind = mind.dice("outcome", whose, seen.moment), kind_of(want)
    if kind != ANY and (told := speech.say(dice, "outcome", f"[{kind}_{result}]", **slots)):
        return told
    wish = "" if want == TOLD_ALOUD or len(want) > WISH_MOST or kind != ANY else want.rstrip(" .!?")
    lists = f"wish_{result}|any_{result}" if wish else f"any_{result}"
    return speech.say(dice, "outcome", f"[{lists}]", wish=wish, **slots)


def what_goes_with_it(mind: Mind, seen: Seen, speech: Speech, whose: str, slots: dict[str, str]) -> str:
    """Applause, a price, what the house keeps; and after a failure what was threatened, where one can tell."""
    result = seen.wager["result"][whose]
    threat = _LOSS.search(seen.wager["counter"]) if result == FAILURE else None
    if threat and whose == seen.losers[0]:  # once is enough
        clause = _YOUR.sub(slots["my"], _YOU.sub(slots["me"], threat["clause"]))
        return f"{capital(clause)}."
    kind = kind_of(seen.wager["wants"].get(whose, ""))
    about = f"{kind}_{result}" if f"{kind}_{result}" in material()["after"] else result
    return speech.say(mind.dice("after", whose, seen.moment), "after", f"[{about}]", **slots)


def way_of(result: str) -> str:
    return "lost" if result == FAILURE else "won"


def mark_left(mind: Mind, seen: Seen, speech: Speech, whose: str, slots: dict[str, str]) -> str:
    """An Edge that changes is voiced in the telling. (KT-EDGE-08)"""
    if not slots["edge"]:
        return ""
    way, dice = way_of(seen.wager["result"][whose]), mind.dice("mark", whose, seen.moment)
    return speech.say(dice, "after", f"[mark_{way}]", **slots)


def gained(mind: Mind, seen: Seen, speech: Speech, whose: str) -> str:
    """The Edge that this outcome leaves on a guest, if any: the same however often it is asked for, and another for
    each of those who took part."""
    wager = seen.wager
    if not mind.will(0.4, "edge", seen.foe, wager["master_card"], seen.card(whose), whose):
        return ""
    fitting = material()["edge"][way_of(wager["result"][whose])]
    dealt = random.Random(f"{seen.foe}/{wager['master_card']}").sample(fitting, len(fitting))
    own = dealt[wager["accepted"].index(whose) :: len(wager["accepted"])]
    return next((edge for edge in own if edge not in seen.guest(whose)["edges"].values() and speech.allows(edge)), "")


# -- what is remembered


def remembered(mind: Mind, seen: Seen, speech: Speech, whose: str, due: dict[str, Any]) -> str | None:
    """An event of the right kind, the right thing, and the colour of the room, which is never named. (KT-MEM-02..05)"""
    before = seen.memories(whose)
    dice = mind.dice("memory", whose, len(before), len(seen.wager["flags"]))
    thing = seen.thing(whose, due["suit"])
    known = any(memory["suit"] == due["suit"] and memory["text"] != due.get("text") for memory in before)
    event = speech.say(dice, "memory", f"[{'when|later' if before else 'when'}], [{due['type']}].")
    rest = [
        speech.say(dice, "memory", f"[{'again' if known else 'found'}]", thing=thing),
        coloured(dice, speech, *seen.true_name(seen.wager["room"])),
    ]
    dice.shuffle(rest)
    text = " ".join(part for part in (event, *rest) if part)
    return text if event and len(text) <= LINE_MOST else None


def coloured(dice: random.Random, speech: Speech, adjective: str, noun: str) -> str:
    """A sentence in the colour of a True Name, rather one that nobody has heard."""
    known = (*material()["colour"][adjective], *material()["colour"][noun])
    return speech.say(dice, "colour", f"[{adjective}|{noun}]") or next(iter(speech.pick(dice, known)), "")
