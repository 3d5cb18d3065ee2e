"""A scene in flashback or endgame: setting it, the question, telling it, closing it. (Ledger 2.5, 2.7, 2.15)"""

from __future__ import annotations

from itertools import takewhile

from mneme.engine.prompts import Choice, Form, Menu, Pick, Seat, Wire
from mneme.games.schizonauts import words
from mneme.games.schizonauts.bots.mind import Mind, Reply, act, field, offered
from mneme.games.schizonauts.bots.seen import Seen
from mneme.games.schizonauts.content import KEYS
from mneme.games.schizonauts.nouns import OTHER, OVERLAP, THIEF
from mneme.games.schizonauts.phrases import Duty

OBJECTS = 0.001  # a question is hardly ever bad
TOO_LITTLE, GOES_ALONG = 0.05, 0.4  # a price is rarely too small; but if somebody thinks so, perhaps it is
TAKES_A_NEW_MEMORY = 0.15
TITLED = 0.55
STALE = 0.7  # dice I would give not to play the same memory again


# -- who comes


def visitor(mind: Mind, seen: Seen, prompt: Pick) -> Wire:
    """Everybody gets their scenes; in endgame somebody who may be on my side, to bet on. (SZ-FB-11, SZ-EG-30)"""

    def score(seat: Seat) -> float:
        shared = -0.35 * seen.visits(seat) + 0.4 * mind.whim(seen, "visitor", seat)
        if seen.scene["kind"] == "flashback":
            return shared + 0.2 * mind.liking(seen, seat)
        return shared + (0.5 + seen.progress) * mind.ally_chance(seen, seat)

    return mind.favourite(prompt.options, seen, score, "visitor")


def final_visitor(mind: Mind, seen: Seen, prompt: Pick) -> Wire:
    """In a crisis, somebody who might settle it my way, and without too many dice. (SZ-CRIS-01, -04)"""
    side = seen.sheet(seen.me)["preferred"]

    def score(seat: Seat) -> float:
        return mind.ally_chance(seen, seat) - 0.05 * float(max(seen.sheet(seat)["ratings"][side].values()))

    return mind.favourite(prompt.options, seen, score, "visitor")


def first_character(mind: Mind, seen: Seen, prompt: Pick) -> Wire:
    lean = mind.temper.thievery - 0.5
    return THIEF if mind.will(0.5 + lean / 2, seen, "first") else OTHER[THIEF]


def visit(mind: Mind, seen: Seen, prompt: Form) -> Wire:
    """As whom, and with which key: whatever suits together, more or less. (SZ-FB-12, -13)"""
    choices = {asked.name: asked.options for asked in prompt.fields if isinstance(asked, Pick)}
    ratings = seen.sheet(seen.me)["ratings"]

    def suits(persona: str, card: str) -> float:
        key = KEYS[card]
        dice: int = ratings[persona][key.aptitude] + key.bonus
        return dice + mind.temper.tastes[key.aptitude] + 3 * mind.whim(seen, "visit", persona, card)

    if "key_from_chain" not in choices:
        key = seen.turn["key"]
        persona = mind.favourite(choices["visiting_character"], seen, lambda who: suits(who, key), "visit")
        return {"visiting_character": persona}
    pairs = [(who.key, card.key) for who in choices["visiting_character"] for card in choices["key_from_chain"]]
    persona, card = max(pairs, key=lambda pair: suits(*pair))
    return {"visiting_character": persona, "key_from_chain": card}


# -- up to the question


def scene(mind: Mind, seen: Seen, menu: Menu) -> Wire | None:
    """Set it, choose the memory, bring in what belongs in it, and ask. (SZ-FB-15..20)"""
    choices = offered(menu)
    if wire := frame(mind, seen, choices) or choose_memory(mind, seen, choices):
        return wire
    if seen.me == seen.scene["visitor"] and not has_begun(seen) and seen.is_awaited(seen.scene["actor"]):
        return None  # first hear where it is and what it is about
    return work_in(mind, seen, choices) or pose_question(mind, seen, choices)


def has_begun(seen: Seen) -> bool:
    """Whether the actor has set the scene and chosen its memory, or has gone on without setting it."""
    scene = seen.scene
    return bool(scene["memory"] and (scene["actor"] in scene["framed"] or scene["memory_in"]))


def frame(mind: Mind, seen: Seen, choices: dict[str, Choice]) -> Wire | None:
    """The actor's to do, and nobody else's; and not when the scene has begun without. (SZ-FB-17)"""
    scene = seen.scene
    begun = scene["framed"] or scene["key_in"] or scene["memory_in"]
    if "frame" not in choices or begun or seen.me != scene["actor"]:
        return None
    most = field(choices["frame"], "text").most
    return act("frame", text=mind.speech.in_character(Duty.FRAME, seen, most, seen.me))


def choose_memory(mind: Mind, seen: Seen, choices: dict[str, Choice]) -> Wire | None:
    """The memory this scene is about: by rating and by taste. (SZ-FB-15, -16, SZ-EG-32)"""
    if seen.scene["memory"]:
        return None
    if "use_memory" in choices:
        options = field(choices["use_memory"], "memory").options
        return act("use_memory", memory=mind.favourite(options, seen, lambda key: appeal(mind, seen, key), "memory"))
    if "write_memory" in choices:
        options, text = field(choices["write_memory"], "aptitude").options, field(choices["write_memory"], "text")
        aptitude = mind.favourite(options, seen, lambda name: strength(mind, seen, name), "write")
        written = mind.speech.memory(Duty.STARTING_MEMORY, seen, text.most, aptitude)
        return act("write_memory", aptitude=aptitude, text=written)
    return None


def appeal(mind: Mind, seen: Seen, key: str) -> float:
    """How much I would like to play a memory now. What came up in play is interesting; what was played less so."""
    memory = seen.state[key]
    line = words.uses_memory(seen.view.names[seen.me], memory["text"], memory["aptitude"])
    fresh = 0.8 * bool(memory["origin"] != "start") - STALE * sum(told.text == line for told in seen.story)
    return strength(mind, seen, memory["aptitude"]) + fresh + mind.whim(seen, "appeal", key)


def strength(mind: Mind, seen: Seen, aptitude: str) -> float:
    """The dice I would roll in an aptitude, and whether I like it."""
    scene = seen.scene
    area = OVERLAP if scene["kind"] == "endgame" else scene["actor_as" if seen.me == scene["actor"] else "visitor_as"]
    dice = seen.rating(seen.me, area, aptitude)
    holder = scene["visitor"] if scene["kind"] == "flashback" else scene["actor"]
    if scene["key"] and seen.me == holder and KEYS[scene["key"]].aptitude == aptitude:
        dice += KEYS[scene["key"]].bonus
    return dice + mind.temper.tastes[aptitude] + mind.whim(seen, "strength", aptitude)


def work_in(mind: Mind, seen: Seen, choices: dict[str, Choice]) -> Wire | None:
    """Key object and memories, seen in the scene. (SZ-FB-19, SZ-EG-34, SZ-RVL-02)"""
    scene, speech = seen.scene, mind.speech
    for key in ("key_worked_in", "memory_worked_in", "named_worked_in"):
        if key in choices:
            most = field(choices[key], "how").most
            match key:
                case "key_worked_in":
                    how = speech.in_character(Duty.KEY_IN, seen, most, seen.me)
                case "memory_worked_in":
                    how = speech.memory_in(seen, most, scene["memory"])
                case _:
                    how = speech.memory_in(seen, most, scene["named"][seen.me])
            return act(key, how=how)
    return None


def pose_question(mind: Mind, seen: Seen, choices: dict[str, Choice]) -> Wire | None:
    """The actor's, unless somebody else was asked to word it. (SZ-QA-01..03)"""
    wording = seen.scene["wording"]
    if "pose_question" not in choices or (wording not in {"", seen.me} and seen.is_awaited(wording)):
        return None
    text = field(choices["pose_question"], "text")
    return act("pose_question", text=mind.speech.in_character(Duty.QUESTION, seen, text.most, seen.scene["actor"]))


def approve_question(mind: Mind, seen: Seen, prompt: Form) -> Wire:
    """Almost always; and never against a second attempt. (SZ-QA-03)"""
    if seen.has_happened_here("objection") or not mind.will(OBJECTS, seen, "object"):
        return {"say": "approve", "reason": ""}
    reason = next(asked for asked in prompt.fields if asked.name == "reason")
    return {"say": "object", "reason": mind.speech.say(Duty.OBJECTION, seen, getattr(reason, "most", 200))}


def pass_over(mind: Mind, seen: Seen, prompt: Pick) -> Wire:
    """There are always other words. (SZ-AMB-40)"""
    return "reword"


def visitor_aptitude(mind: Mind, seen: Seen, prompt: Pick) -> Wire:
    return mind.favourite(prompt.options, seen, lambda aptitude: strength(mind, seen, aptitude), "aptitude")


# -- telling it


def telling(mind: Mind, seen: Seen, menu: Menu) -> Wire | None:
    """Answer first, then the price; a judge lets the narrator finish. (SZ-TELL-01, -02)"""
    choices = offered(menu)
    if wire := frame(mind, seen, choices) or work_in(mind, seen, choices) or answer(mind, seen, choices):
        return wire
    if not seen.scene["answered"] and seen.is_awaited(seen.scene["narrator"]):
        return None
    return price(mind, seen, choices) or die(mind, seen, choices)


def answer(mind: Mind, seen: Seen, choices: dict[str, Choice]) -> Wire | None:
    if "answer" not in choices:
        return None
    most = field(choices["answer"], "text").most
    return act("answer", text=mind.speech.answer(seen, most))


def price(mind: Mind, seen: Seen, choices: dict[str, Choice]) -> Wire | None:
    if "price" not in choices:
        return None
    most = field(choices["price"], "text").most
    roller = seen.scene["rolled_judge"]
    return act("price", text=mind.speech.in_character(Duty.PRICE, seen, most, roller))


def price_challenge(mind: Mind, seen: Seen, menu: Menu) -> Wire | None:
    """In order of the seats, the host first: one "fine" ends it, and nobody's question should vanish. (SZ-ROLE-06)"""
    before = takewhile(lambda seat: seat != seen.me, seen.view.names)
    if any(seen.is_awaited(seat) for seat in before):
        return None
    if "too_little" not in offered(menu) or seen.me == seen.scene["judge"]:
        return act("fine")
    chance = GOES_ALONG if seen.scene["unhappy"] else TOO_LITTLE * (0.5 + mind.temper.grimness)
    return act("too_little" if mind.will(chance, seen, "price") else "fine")


def settle_allegiance(mind: Mind, seen: Seen, prompt: Pick) -> Wire:
    """Who the actor is, if it is for me to say: my own side, unless the truth moves me more. (SZ-CRIS-07)"""
    if mind.will(0.2 * (1 - mind.temper.ambition), seen, "truth"):
        return str(seen.sheet(seen.scene["actor"])["true"])
    return mind.side(seen)


def keep_role(mind: Mind, seen: Seen, prompt: Form) -> Wire:
    """Keep what I like better, and give the other to a friend. (SZ-ROLE-05)"""
    takers = next(asked.options for asked in prompt.fields if isinstance(asked, Pick) and asked.name == "give_to")
    paid = seen.scene["kind"] == "endgame"

    def score(seat: Seat) -> float:
        return mind.liking(seen, seat) + (2 * mind.ally_chance(seen, seat) if paid else 0)

    keeps = mind.will(0.85 if paid else 0.3 + 0.5 * mind.temper.ambition, seen, "role")
    return {"keep": "narrator" if keeps else "judge", "give_to": mind.favourite(takers, seen, score, "taker")}


# -- the end of a scene


def close_scene(mind: Mind, seen: Seen, menu: Menu) -> Wire | None:
    """What is still missing; then perhaps a title, and the lights go out. (SZ-TELL-05)"""
    choices = offered(menu)
    if wire := work_in(mind, seen, choices) or die(mind, seen, choices):
        return wire
    if "close_scene" not in choices:
        return None
    most, title = field(choices["close_scene"], "title").most, ""
    if mind.will(TITLED + 0.4 * mind.temper.chatter, seen, "title"):
        title = mind.speech.say(Duty.TITLE, seen, most)
    return act("close_scene", title=title)


def die(mind: Mind, seen: Seen, choices: dict[str, Choice]) -> Wire | None:
    """A bot offers up nobody's life but its own, and late in the night. (SZ-DEATH-02, -03)"""
    if "kill" not in choices or not (seen.in_final or seen.is_last_round):
        return None
    mortal = {option.key for option in field(choices["kill"], "who").options}
    if seen.me in mortal and mind.will(0.12 * mind.temper.grimness, seen, "die"):
        return act("kill", who=seen.me)
    return None


def kill_character(mind: Mind, seen: Seen, prompt: Pick) -> Wire:
    """By character, and more gladly when it is somebody else. (SZ-DEATH-02)"""
    chance = 0.3 + 0.6 * mind.temper.grimness
    if seen.sheet(seen.me)["full_name"] in prompt.text:
        chance *= 0.3 + 0.5 * seen.progress
    return "yes" if mind.will(chance, seen, "death", prompt.text) else "no"


def post_scene_memory(mind: Mind, seen: Seen, menu: Menu) -> Wire:
    """Now and then something stays. (SZ-FB-23)"""
    choices = offered(menu)
    if "add_memory" not in choices or not mind.will(TAKES_A_NEW_MEMORY, seen, "stays"):
        return act("no_memory")
    options, most = field(choices["add_memory"], "aptitude").options, field(choices["add_memory"], "text").most
    aptitude = mind.favourite(options, seen, lambda name: strength(mind, seen, name), "stays")
    about = {"speaker": seen.character(seen.me), "aptitude": aptitude}
    return act("add_memory", aptitude=aptitude, text=mind.speech.say(Duty.POST_SCENE_MEMORY, seen, most, **about))


REPLIES: dict[str, Reply] = {
    "visitor": visitor,
    "final_visitor": final_visitor,
    "first_character": first_character,
    "visit": visit,
    "scene": scene,
    "approve_question": approve_question,
    "pass_over": pass_over,
    "visitor_aptitude": visitor_aptitude,
    "telling": telling,
    "price_challenge": price_challenge,
    "settle_allegiance": settle_allegiance,
    "keep_role": keep_role,
    "close_scene": close_scene,
    "kill_character": kill_character,
    "post_scene_memory": post_scene_memory,
}
