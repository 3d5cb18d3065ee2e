"""One reply for every prompt a bot cares about; the rest gets the answer of an empty chair."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from mneme.engine.prompts import Wire
from mneme.games.lost_days import odds, words
from mneme.games.lost_days.bots.seen import Seen
from mneme.games.lost_days.bots.speech import Speech
from mneme.games.lost_days.content import texts
from mneme.games.lost_days.influence import THEIR_MADNESS

Reply = Callable[[Speech, Seen, Any], Wire | None]

KEEP = 3  # coins a careful courtier keeps back
RISK = 0.35  # of crossing the line in one roll, at the beginning
WEARY = 60  # scenes after which nothing is too dangerous any more
TEMPTED = 0.3  # how often a crown that sits loosely is too much to resist
GREEDY = 0.4  # how often somebody weaker is


def spoken(about: str) -> Reply:
    """A prompt that wants a sentence."""

    def reply(speech: Speech, seen: Seen, prompt: Any) -> str:
        return speech.line(seen, about)[: prompt.most]

    return reply


def always(answer: Wire) -> Reply:
    return lambda _speech, _seen, _prompt: answer


# -- creation


def name_elf(speech: Speech, seen: Seen, prompt: Any) -> str:
    return speech.name(seen.dice(prompt.name), prompt.avoid)


def write_memory(speech: Speech, seen: Seen, prompt: Any) -> dict[str, str]:
    """A memory on the theme; one in four is of kingship, if it still may be."""
    dice = seen.dice(prompt.name)
    theme = seen.state["round"]["theme"]
    said: dict[str, str] = {}
    kingship = next((field for field in prompt.fields if field.name == "kingship"), None)
    if kingship is not None:
        keys = [option.key for option in kingship.options]
        said["kingship"] = dice.choice(keys) if "none" not in keys or dice.random() < 0.25 else "none"
    marked = {"own": "text", "extra": "extra"}.get(said.get("kingship", ""), "")
    for field in prompt.fields:
        if field.name in ("text", "extra"):
            about = f"crown_{theme}" if field.name == marked else theme
            said[field.name] = speech.memory(seen, about, field.name, beside=said.get("text", ""))
    return said


def write_for_market(speech: Speech, seen: Seen, prompt: Any) -> str:
    """On the theme that was named, if it is one of ours."""
    named = (theme for theme in texts().market_themes if words.replenish_on(theme) == prompt.text)
    return speech.memory(seen, next(named, ""))


def worth(seen: Seen, card: dict[str, Any]) -> int:
    """What I would pay: a taste of my own, more for a crown, and never the whole purse."""
    taste = seen.taste(card["text"]).choice((1, 1, 2, 2, 3, 4))
    rounds_left = 5 - int(seen.state["round"]["number"])
    purse = int(seen.me["purse"])
    fair = max(1, (purse - KEEP) // rounds_left)
    return int(min(fair + taste - 2 + (2 if card["kingship"] else 0), purse))


def select_memory(speech: Speech, seen: Seen, prompt: Any) -> str:
    return str(max((option.key for option in prompt.options), key=lambda key: worth(seen, seen.state[key])))


def bid(speech: Speech, seen: Seen, prompt: Any) -> int:
    card = seen.state[seen.state["round"]["card"]]
    return int(max(prompt.least, min(prompt.most, worth(seen, card))))


def raise_or_decline(speech: Speech, seen: Seen, prompt: Any) -> Wire:
    """A coin or two beyond what I meant to pay, then let it go."""
    to = next(field for choice in prompt.choices for field in choice.fields)
    card = seen.state.get(seen.state["round"]["card"])
    limit = (worth(seen, card) if card else KEEP) + seen.dice(prompt.name).choice((0, 1, 2))
    return {"act": "raise", "to": to.least} if to.least <= limit else {"act": "decline"}


# -- scenes and deals


def frame_scene(speech: Speech, seen: Seen, prompt: Any) -> Wire | None:
    keys = [choice.key for choice in prompt.choices]
    if "accept_trade" in keys and (deal := good_deal(seen, prompt)) is not None:
        return deal
    if "frame" not in keys:
        return None
    return {"act": "frame", "present": "", **setting_and_intent(speech, seen)}


def setting_and_intent(speech: Speech, seen: Seen) -> dict[str, str]:
    """The story goes on with what it is about; enemies want what they came with; an elf wants something of its own."""
    if seen.scene_kind == "story":
        story = seen.course["story"]
        setting = speech.line(seen, "setting", story)
        return {"setting": setting, "intent": speech.line(seen, "coming", f"{story} {setting}")}
    if seen.scene_kind == "adversity":
        setting = speech.line(seen, "adversity")
        return {"setting": setting, "intent": speech.line(seen, "demand", setting)}
    setting = speech.line(seen, "setting")
    return {"setting": setting, "intent": speech.line(seen, "intent", setting)}


def play_scene(speech: Speech, seen: Seen, prompt: Any) -> Wire | None:
    """Write now and then, bring it to a head mostly, then end it."""
    keys = [choice.key for choice in prompt.choices]
    if "accept_trade" in keys and (deal := good_deal(seen, prompt)) is not None:
        return deal
    if "end_scene" not in keys:
        return None
    dice = seen.dice(prompt.name)
    if "create_memory" in keys and seen.me["purse"] > 2 * KEEP and dice.random() < 0.15:
        return {"act": "create_memory", "text": speech.memory(seen, "")}
    if "declare_conflict" in keys and dice.random() < 0.8:
        return {"act": "declare_conflict"}
    return {"act": "end_scene"}


def good_deal(seen: Seen, prompt: Any) -> Wire | None:
    """Take an offer that leaves me richer, and never for the crown or with a taint."""
    choice = next(choice for choice in prompt.choices if choice.key == "accept_trade")
    for option in choice.fields[0].options:
        trade = seen.state[f"trade/{option.key}/{seen.seat}"]
        gets = [seen.state[key] for key in trade["give"]]
        gives = [seen.state[key] for key in trade["take"]]
        gain = sum(card["coins"] for card in gets) + trade["give_coins"]
        cost = sum(card["coins"] for card in gives) + trade["take_coins"]
        if gain > cost and not any(c["tainted"] for c in gets) and not any(c["kingship"] == "true" for c in gives):
            return {"act": "accept_trade", "proposer": option.key}
    return None


def dealings(speech: Speech, seen: Seen, prompt: Any) -> Wire | None:
    """Now and then an offer: a coin more than a memory is worth."""
    dice = seen.dice(prompt.name)
    keys = [choice.key for choice in prompt.choices if choice.key.startswith("propose_trade_")]
    mine = [key for key in seen.state if key.startswith(f"trade/{seen.seat}/")]
    if not keys or mine or dice.random() > 0.04:
        return None
    seats = [key.removeprefix("propose_trade_") for key in keys]
    wanted = [
        (card["coins"] + 1, key, seat)
        for seat in seats
        for key, card in seen.owned(seat).items()
        if card["coins"] + 1 <= seen.me["purse"] - KEEP and not card["tainted"]
    ]
    if not wanted:
        return None
    price, key, seat = dice.choice(sorted(wanted))
    return {"act": f"propose_trade_{seat}", "take": [key], "give_coins": price, "promise": ""}


# -- conflict


def declare_conflict(speech: Speech, seen: Seen, prompt: Any) -> str:
    """Reach for the crown if it sits loosely; rob whoever remembers less than I do; else try the market."""
    dice = seen.dice(prompt.name)
    mine, king = seen.coins_on(seen.seat), seen.course["king"]
    keys: list[str] = [option.key for option in prompt.options if option.key != "pair"] or ["pair"]
    if f"face/{king}" in keys and seen.coins_on(king) <= mine + 2 and dice.random() < TEMPTED:
        return f"face/{king}"
    weaker = [key for key in keys if key.startswith("face/") and seen.coins_on(key.partition("/")[2]) < mine]
    if weaker and dice.random() < GREEDY:
        return dice.choice(weaker)
    return "opposition" if "opposition" in keys else dice.choice(keys)


def stake(speech: Speech, seen: Seen, prompt: Any) -> str:
    """The crown, or the richest card within reach; nothing tainted once the card is heavy."""
    reach = max(seen.coins_on(seen.seat), 3)
    heavy = 2 * seen.me["madness"] >= seen.coins_on(seen.seat)
    cards: list[str] = [
        option.key
        for option in prompt.options
        if option.key != "none"
        and seen.state[option.key]["holder"] != seen.seat
        and seen.state[option.key]["coins"] <= reach
        and not (heavy and seen.state[option.key]["tainted"])
    ]
    if not cards or seen.dice(prompt.name).random() < 0.15:
        return "none"
    return max(cards, key=lambda key: (seen.state[key]["kingship"] == "true", int(seen.state[key]["coins"])))


def wording(speech: Speech, seen: Seen, prompt: Any) -> dict[str, str]:
    """It is fought where the scene is, over what is at stake."""
    here = seen.conflict
    stake = seen.state[here["stake"]]["text"] if here["stake"] else ""
    scope = speech.line(seen, "scope", seen.scene_text, over=stake, mine=here["framer"] == seen.seat)
    return {"scope": scope, "wants": speech.line(seen, "wants", scope)}


def in_the_fight(speech: Speech, seen: Seen, about: str, *, together: bool = False) -> str:
    """A sentence that stays with what the conflict is about."""
    mine = seen.conflict["framer"] == seen.seat
    return speech.line(seen, about, seen.fight_text, mine=mine, together=together)


def sway(speech: Speech, seen: Seen, source: str) -> str:
    """What a coin does: to the fight, or to the mind of the elf whose card it came from."""
    here = seen.conflict
    if source != THEIR_MADNESS and here["coins"]:
        return speech.line(seen, "influence")  # by now others have come to look
    if source != THEIR_MADNESS:
        return in_the_fight(speech, seen, "influence")
    across = here["second"] if here["first"] == seen.seat else here["first"]
    held = " ".join(card["text"] for card in seen.owned(across).values())
    return speech.line(seen, "slip", held, mine=False)


def offer_memory(speech: Speech, seen: Seen, prompt: Any) -> Wire | None:
    """Bring memories until the odds are good, and stop before the mind is at risk."""
    choice = next((choice for choice in prompt.choices if choice.key == "offer_memory"), None)
    if not any(choice.key == "done" for choice in prompt.choices):
        return None
    here, side = seen.conflict, seen.side()
    pool = sum(seen.state[key]["coins"] for key in here["in_use"][side])
    tried = {offer["memory"] for offer in here["offers"][side]}
    usable = sorted(
        (option.key for option in (choice.fields[0].options if choice else ()) if option.key not in tried),
        key=lambda key: -int(seen.state[key]["coins"]),
    )
    for key in usable:
        coins = seen.state[key]["coins"]
        enough = pool >= opposing_dice(seen, side) + 2
        risky = odds.doom(pool + coins, seen.coins_on(seen.seat), seen.me["madness"]) > daring(seen)
        if coins and not enough and not (risky and pool):
            return {"act": "offer_memory", "memory": key, "how": speech.line(seen, "action", seen.state[key]["text"])}
    return {"act": "done"}


def daring(seen: Seen) -> float:
    """How much danger seems worth it: more as the tale grows long, for a court that will not fall is no tale."""
    return RISK + (1 - RISK) * min(int(seen.course["scenes"]) / WEARY, 1)


def opposing_dice(seen: Seen, side: str) -> int:
    """How many dice the other side has so far."""
    here = seen.conflict
    if side == "first" and not here["second"]:
        return int(seen.state[here["stake"]]["coins"]) if here["stake"] else 3
    other = "second" if side == "first" else "first"
    return max(sum(int(seen.state[key]["coins"]) for key in here["in_use"][other]), 2)


def judge_memory(speech: Speech, seen: Seen, prompt: Any) -> str:
    """Nearly everything fits, if it is told well."""
    return "accept" if seen.dice(prompt.name).random() < 0.97 else "refuse"


def use_stake(speech: Speech, seen: Seen, prompt: Any) -> dict[str, str]:
    return {"use": "yes", "how": speech.line(seen, "action", seen.state[seen.conflict["stake"]]["text"])}


def influence(speech: Speech, seen: Seen, prompt: Any) -> Wire:
    """A side that trails buys its best chance while coins last; others now and then tip the scales."""
    dice = seen.dice(prompt.name)
    here, side = seen.conflict, seen.side()
    spare = seen.me["purse"] > (0 if seen.me["status"] == "out" else KEEP)
    sources = next((c.fields[0].options for c in prompt.choices if c.key.startswith("extra_die")), ())
    keys = [option.key for option in sources]
    if not side:
        side = dice.choice(("first", "second")) if spare and dice.random() < 0.15 else ""
    if not side or here["leader"] == side or not keys or (keys == ["purse"] and not spare):
        return {"act": "end_turn"}
    coin = odds.best_coin(here["dice"], side)
    chance = odds.flips(here["dice"], coin, side).win
    if not chance or (chance < Fraction(1, 4) and dice.random() < 0.7):
        return {"act": "end_turn"}
    source = "purse" if "purse" in keys and spare else keys[-1]
    act = {"source": source, "how": sway(speech, seen, source)}
    if coin.die is None:
        return {"act": f"extra_die_{coin.side}", **act}
    return {"act": f"reroll_{coin.side}", "die": str(coin.die), **act}


def narrate_outcome(speech: Speech, seen: Seen, prompt: Any) -> str:
    """It ends as it was fought."""
    won = seen.conflict["winner"] in ("first", "second")
    return in_the_fight(speech, seen, "outcome" if won else "standoff")[: prompt.most]


def narrate_tribute(speech: Speech, seen: Seen, prompt: Any) -> str:
    return in_the_fight(speech, seen, "tribute")[: prompt.most]


def pay_tribute(speech: Speech, seen: Seen, prompt: Any) -> str:
    """A cheap memory for a large debt; coins for a small one."""
    margin = seen.conflict["margin"]
    cards: list[str] = [option.key for option in prompt.options if option.key != "coins"]
    plain = [key for key in cards if seen.state[key]["kingship"] != "true"]
    if plain:
        cheapest = min(plain, key=lambda key: int(seen.state[key]["coins"]))
        if "coins" not in [option.key for option in prompt.options] or seen.state[cheapest]["coins"] + 1 < margin:
            return cheapest
    return str(prompt.default)


def place_gain(speech: Speech, seen: Seen, prompt: Any) -> dict[str, str]:
    """Onto the best memory when the card grows heavy, else into the purse."""
    mine = seen.owned(seen.seat)
    heavy = seen.coins_on(seen.seat) - seen.me["madness"] < 4
    best = max(mine, key=lambda key: int(mine[key]["coins"])) if mine else "purse"
    said = {field.name: best if heavy else "purse" for field in prompt.fields if field.name != "how"}
    return {**said, "how": in_the_fight(speech, seen, "gain", together=True)}


def place_strain(speech: Speech, seen: Seen, prompt: Any) -> dict[str, Any]:
    """What I drew on takes hold of me."""
    used = [seen.state[key]["text"] for key in seen.conflict["in_use"].get(seen.side(), ())]
    return {"how": speech.line(seen, "strain", " ".join(used), together=True)}


def destitute_exit(speech: Speech, seen: Seen, prompt: Any) -> dict[str, str]:
    choice = "go" if seen.dice(prompt.name).random() < 0.5 else "stay"
    return {"choice": choice, "how": speech.line(seen, "exit")}


def offer_rival(speech: Speech, seen: Seen, prompt: Any) -> str:
    eager = seen.coins_on(seen.seat) > 6 and seen.dice(prompt.name).random() < 0.25
    return "yes" if eager else "no"


def pick_rival(speech: Speech, seen: Seen, prompt: Any) -> str:
    """Rather a weaker elf, who pays when it loses, than an opposition that never does."""
    weaker = [key for key in rivals(prompt) if seen.coins_on(key) < seen.coins_on(seen.seat)]
    return min(weaker, key=seen.coins_on, default="opposition")


def rivals(prompt: Any) -> list[str]:
    return [option.key for option in prompt.options if option.key != "opposition"]


REPLIES: dict[str, Reply] = {
    "name_elf": name_elf,
    "write_memory": write_memory,
    "replenish_write": write_for_market,
    "select_memory": select_memory,
    "bid": bid,
    "raise_or_decline": raise_or_decline,
    "agree": always("yes"),
    "substitute": always("somebody"),
    "open_story": spoken("story"),
    "frame_scene": frame_scene,
    "scene": play_scene,
    "dealings": dealings,
    "declare_conflict": declare_conflict,
    "agree_to_fight": always("yes"),
    "stake": stake,
    "offer_rival": offer_rival,
    "pick_rival": pick_rival,
    "scope_and_wants": wording,
    "arbitrate": wording,
    "offer_memory": offer_memory,
    "judge_memory": judge_memory,
    "appeal": judge_memory,
    "use_stake": use_stake,
    "influence": influence,
    "narrate_outcome": narrate_outcome,
    "pay_tribute": pay_tribute,
    "narrate_tribute": narrate_tribute,
    "place_gain": place_gain,
    "place_strain": place_strain,
    "write_out": spoken("exit"),
    "destitute_exit": destitute_exit,
    "epilogue": spoken("epilogue"),
}
