"""A thought for each prompt that needs one."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from mneme.engine.prompts import Menu, Wire
from mneme.games.utopolis import odds
from mneme.games.utopolis.bots.seen import Seen
from mneme.games.utopolis.bots.speech import fill, line, of_a_clue, speaks_of
from mneme.games.utopolis.nouns import PRONGS
from mneme.games.utopolis.words import AT_FIRST

Reply = Callable[[Seen, Any], Wire]

ENOUGH_ITEMS = 16  # a file this thick goes before the supercomputer, whatever it lacks
WORTH_A_POINT = 0.06  # what a point of Cinema should add to the chance of winning
LIKELY_FACES = 2  # open questions that make another roll of the die worth a point
LIKELY = 0.7  # a chance that needs no more help
ENOUGH_ACTS = 2  # what one seat brings into a scene before it leaves room for others
SAVED = 2  # Cinema that a detective keeps for worse days
PLENTY = 5  # Cinema that a detective need not be careful with
DAMNING = 2  # pieces of evidence that make it look bad for a suspect
SETTING_OUT = {"frame_scene", "starting_clues", "initial_suspect"}  # whoever is asked these is about to name a suspect
PASS = {"act": "pass"}


def take(seen: Seen, menu: Menu, act: str, **fields: Any) -> dict[str, Any]:
    """An act with its parts filled in."""
    choice = menu.find(act)
    return {"act": act, **{field.name: fields.get(field.name, fill(seen, field)) for field in choice.fields}}


def offered(menu: Menu, act: str) -> bool:
    return any(choice.key == act for choice in menu.choices)


# -- making a detective


def detective(seen: Seen, prompt: Any) -> Wire:
    """A file that nobody else takes: all bots at a table shuffle the drawer alike, and each takes its own."""
    files = sorted(option.key for option in prompt.options if option.key != "own")
    taken = {noun["identity"] for key, noun in seen.state.items() if key.startswith("detective/")}
    random.Random("".join(sorted(seen.view.names.values()))).shuffle(files)
    place = seen.course["circle"].index(seen.mind.seat)
    turned = files[place:] + files[:place]
    labels = {option.key: option.label for option in prompt.options}
    return next((key for key in turned if labels[key] not in taken), turned[0])


def rename(seen: Seen, form: Any) -> Wire:
    """The name on the file is fine."""
    return {}


# -- the GM


def crime(seen: Seen, prompt: Any) -> Wire:
    """Something from the drawer, fit for the Muse, and not what was told before; a major crime now and then."""
    listed = [option for option in prompt.fields[0].options if option.key != "own"]
    fitting = [option.key for option in listed if seen.mind.may_say(option.label)]
    chosen = seen.dice.choice(fitting or [option.key for option in listed])
    return {"crime": chosen, "major": "yes" if seen.dice.random() < 0.1 else "no"}


def crime_source(seen: Seen, prompt: Any) -> Wire:
    """Mostly a crime for a detective who has not met the own kind yet. (UT-INV-08)"""
    met = {muse for key, noun in seen.state.items() if key.startswith("case/") for muse in noun["muses"]}
    muses = [noun["muse"] for key, noun in seen.state.items() if key.startswith("detective/")]
    waiting = [muse for muse in muses if muse not in met]
    return seen.dice.choice(waiting) if waiting and seen.dice.random() < 0.6 else "roll"


def initial_suspect(seen: Seen, prompt: Any) -> Wire:
    return line(seen, "citizens")


def free_play(seen: Seen, menu: Any) -> Wire:
    """One conflict a scene; the opening may pass without."""
    quiet = seen.scene["kind"] == "opening" and seen.dice.random() < 0.5
    if offered(menu, "call_conflict") and not seen.scene["conflicts"] and not quiet:
        return take(seen, menu, "call_conflict")
    return take(seen, menu, "end_scene")


def crime_points(seen: Seen, form: Any) -> Wire:
    """As many as make it a fair fight against the largest hand, and never most of them at once."""
    pool = form.fields[0].most
    size = max(seen.size(seat) for seat in seen.conflict["detectives"])
    wanted = seen.dice.uniform(0.3, 0.65)
    points = next((points for points in range(pool) if odds.gm_beats(size, points) >= wanted), pool)
    return {"points": min(points, pool // 3 + 1, pool), "text": line(seen, "opposition")}


def narrate_failure(seen: Seen, form: Any) -> Wire:
    """Mostly a lead; a new problem from a GM with points to spare."""
    worse = seen.is_gm and seen.case["crime_points"] > 8 and seen.dice.random() < 0.3
    return {
        **fill(seen, form),
        "turn": "no_and" if worse else "no_but",
        "what": line(seen, "problem" if worse else "lead"),
    }


def now_or_cut(seen: Seen, prompt: Any) -> Wire:
    return "cut" if seen.dice.random() < 0.25 else "now"


# -- the detective


def turn_choice(seen: Seen, prompt: Any) -> Wire:
    """Arrest when the file is nearly full, or very thick."""
    ready = seen.arrest_chance() >= 5 / 6 or len(seen.items()) >= ENOUGH_ITEMS
    return "arrest" if ready else "trail"


def arrest_vote(seen: Seen, prompt: Any) -> Wire:
    ready = seen.arrest_chance() >= 1 / 2 or len(seen.items()) >= ENOUGH_ITEMS
    return "agree" if ready else "object"


def arrest_proposal(seen: Seen, form: Any) -> Wire:
    name = seen.suspect()
    return {"suspect": name, "name": ""} if name else {"suspect": "new", "name": line(seen, "citizens")}


def pursue_clue(seen: Seen, prompt: Any) -> Wire:
    """Something that has not been followed yet, if there is such a thing."""
    followed = {item["follows"] for item in seen.items().values()}
    fresh = [option.key for option in prompt.options if option.key not in followed]
    return seen.dice.choice(fresh or [option.key for option in prompt.options])


def reroll_die(seen: Seen, prompt: Any) -> Wire:
    """Worth a point if that question is answered already and another is likely to come."""
    missing = seen.open_questions()
    wanted = seen.scene["question"] not in missing and len(missing) >= LIKELY_FACES
    return "reroll" if wanted and seen.me["cinema"] > SAVED else "keep"


def initiation(seen: Seen, form: Any) -> Wire:
    """With what brings most cards, and in its manner."""
    talent = next((field.default for field in form.fields if field.name == "talent"), "")
    arrest = seen.scene["kind"] == "arrest"
    text = "" if arrest else line(seen, f"beginnings.{talent}")
    return {**fill(seen, form), "text": text or line(seen, "beginnings")}


def adjustment(seen: Seen, menu: Any) -> Wire:
    """A robot acts by its manner; a detective buys the card that helps most, while it is worth its price."""
    robot = robot_acts(seen, menu)
    if robot is not None:
        return robot
    bought = best_card(seen, menu) if offered(menu, "help") and seen.me["cinema"] > SAVED else ""
    return take(seen, menu, bought) if bought else PASS


def robot_acts(seen: Seen, menu: Menu) -> Wire | None:
    """Loyal robots help, meddling ones hinder and may turn against their partner; curious ones do a little of each."""
    for choice in menu.choices:
        act, _, partner = choice.key.partition("_")
        if act not in LEANINGS or partner not in seen.robots() or not willing(seen, act, partner):
            continue
        return take(seen, menu, choice.key, text=line(seen, OF_A_ROBOT[act]))
    return None


OF_A_ROBOT = {"help": "robot_helps", "hinder": "robot_hinders", "intervene": "robot_intents"}

# How far a robot's Tokens may go down for an act, and how often it feels like it.
LEANINGS: dict[str, dict[str, tuple[int, float]]] = {
    "help": {"loyal": (3, 0.5), "curious": (6, 0.25), "meddling": (8, 0.1)},
    "hinder": {"loyal": (10, 0.0), "curious": (7, 0.1), "meddling": (4, 0.35)},
    "intervene": {"loyal": (10, 0.0), "curious": (10, 0.0), "meddling": (2, 0.12)},
}


def willing(seen: Seen, act: str, partner: str) -> bool:
    """Whether it feels like it; nobody helps and hinders in the same scene."""
    least, often = LEANINGS[act][seen.mind.manner]
    done = [element["kind"] for element in seen.scene["elements"] if element["by"] == seen.mind.seat]
    against = ("hindrance", "intervention") if act == "help" else ("robot help",)
    if len(done) >= ENOUGH_ACTS or any(kind in against for kind in done):
        return False
    return bool(seen.robots()[partner]["tokens"] > least) and seen.dice.random() < often


def best_card(seen: Seen, menu: Menu) -> str:
    """Help for me, or a card less for them: whichever adds more to my chance, if it adds enough."""
    now = seen.chance()
    gains = {"help": seen.chance_with_help() - now}
    if offered(menu, "complicate"):
        gains["complicate"] = seen.chance(fewer=1) - now
    best = max(gains, key=gains.__getitem__)
    return best if now < LIKELY and gains[best] >= WORTH_A_POINT else ""


def last_chance(seen: Seen, menu: Any) -> Wire:
    """Call on the Muse or draw again to turn a failure, where that is likelier than the test is dangerous."""
    failing = any(result["seat"] == seen.mind.seat and not result["success"] for result in seen.conflict["results"])
    if not failing:
        return PASS
    mine, unseen = seen.cards(seen.mind.seat), seen.unseen()
    chances = {}
    if offered(menu, "draw_muse"):
        chances["draw_muse"] = odds.with_the_muse(mine, seen.to_beat(), unseen)
    if offered(menu, "redraw"):
        chances["redraw"] = odds.after_a_redraw(len(mine), seen.to_beat(), unseen)
    best = max(chances, key=chances.__getitem__, default="")
    owing = seen.mind.seat in seen.scene["triggers"]  # one test a scene: the second reason is free (UT-R-51)
    return {"act": best} if best and chances[best] > (0 if owing else seen.test_risk() / 2) else PASS


def seize_success(seen: Seen, prompt: Any) -> Wire:
    """Seldom: it is the partner's own moment, and a test's more than any."""
    often = {"loyal": 0.0, "curious": 0.05, "meddling": 0.04}
    return "yes" if "trial" not in seen.state and seen.dice.random() < often[seen.mind.manner] else "no"


def seize_failure(seen: Seen, menu: Any) -> Wire:
    """Rarely: a failure told well is worth a point to somebody rich."""
    return {"act": "seize"} if seen.me["cinema"] > PLENTY and seen.dice.random() < 0.3 else PASS


def narration(seen: Seen, menu: Any) -> Wire:
    """Evidence where a question is open; an old clue made into proof when few are left."""
    missing = [question for question in seen.open_questions() if question != seen.scene["question"]]
    loose = [key for key, item in seen.items().items() if not item["evidence"] and not item["refuted"]]
    if missing and loose and offered(menu, "re_explain") and not seen.conflict["reexplained"] and len(missing) <= 3:
        light = {"item": loose[0], "questions": missing[:1], "evidence": "evidence", "refuted": "no"}
        return take(seen, menu, "re_explain", **light, **in_a_new_light(seen, loose[0], missing[0]))
    if not seen.case["suspects"] and offered(menu, "mark_suspect"):
        return take(seen, menu, "mark_suspect", standing="implicated", note=line(seen, "note"))
    return take(seen, menu, "narrate_success", **outcome(seen), **new_clue(seen))


def in_a_new_light(seen: Seen, key: str, question: str) -> dict[str, Any]:
    """What an old clue says of the suspect after all, as an answer to the question; or of somebody else."""
    accused = seen.accused()
    about = of_a_clue(seen.state[key])
    text = line(seen, f"new_light.{question}", **about) if seen.is_listed(accused) else ""
    return {"text": text, "concerns": accused} if text else {"text": line(seen, "new_light")}


def outcome(seen: Seen) -> dict[str, Any]:
    """How it ends, where that is out of the ordinary: a robot tells it, or an arrest is made."""
    if seen.conflict["holds_as"] == "robot":
        return {"text": line(seen, "robot_tells")}
    return {"text": line(seen, "outcomes.arrest")} if seen.case["secured"] else {}


def new_clue(seen: Seen) -> dict[str, Any]:
    """Evidence where the question is open, against the suspect if there is one; or just a clue. (UT-CLUE-02)"""
    question, accused = seen.scene["question"], seen.accused()
    wanted = question in seen.open_questions()
    against = line(seen, f"evidence.{question}") if wanted and seen.is_listed(accused) else ""
    text = against or line(seen, f"clues.{question}")
    kind = "witness" if speaks_of(text, "person") else "physical"
    standing = {"evidence": "evidence" if wanted else "clue", "kind": kind, "concerns": accused if against else "-"}
    return standing | ({"clue": text} if text else {})


def followup(seen: Seen, menu: Any) -> Wire:
    """Now and then somebody with points to spare is not done with them."""
    rich = seen.case["crime_points"] > 8 if seen.is_gm else seen.me["cinema"] > PLENTY
    if rich and seen.scene["conflicts"] < 2 and seen.dice.random() < 0.1:
        return take(seen, menu, "request_follow_up", text=line(seen, "followup"))
    return PASS


def purchases(seen: Seen, menu: Any) -> Wire:
    """Hold off the past first; keep a few points for the next scene."""
    if not offered(menu, "raise_attribute") or seen.me["cinema"] <= 6:
        return PASS
    (pick,) = menu.find("raise_attribute").fields
    flaw, fear = seen.bases()
    wishes = ("Tenacity", "Stability") if flaw <= fear else ("Stability", "Tenacity")
    offers = [option.key for option in pick.options]
    return {"act": "raise_attribute", "attribute": next((wish for wish in wishes if wish in offers), offers[0])}


# -- the past


def test_cinema(seen: Seen, menu: Any) -> Wire:
    """Whatever helps, while the test may well be lost."""
    bought = best_card(seen, menu)
    return take(seen, menu, bought) if bought else PASS


def test_narration(seen: Seen, prompt: Any) -> Wire:
    """A scrap of somebody's past, or how my own goes by."""
    tested = seen.state["trial"]["seat"]
    if seen.state["trial"]["outcome"] == "failed":
        return line(seen, f"fragments.{seen.state[f'detective/{tested}']['muse']}")
    return line(seen, "passes" if tested == seen.mind.seat else "robot_passes")


# -- before the supercomputer


def argument(seen: Seen, prompt: Any) -> Wire:
    """Something that is in the file for this prong, and nothing new. (UT-ARR-06)"""
    proofs = [text.partition(AT_FIRST)[0].rstrip(".") for text in prompt.note.splitlines()]
    if proofs:
        return line(seen, "argument", proof=seen.dice.choice(proofs))
    return line(seen, "argument.silent", prong=prong_argued(seen))


def prong_argued(seen: Seen) -> str:
    """The prong whose turn it is: they come in order, one line each."""
    return list(PRONGS)[sum(told.kind == "argument" for told in seen.this_chapter())].lower()


def advance(seen: Seen, prompt: Any) -> Wire:
    """Core, which holds off both; then whichever of Flaw and Fear is greater."""
    flaw_first = seen.me["flaw"] >= seen.me["fear"]
    wishes = ("core", "flaw", "fear") if flaw_first else ("core", "fear", "flaw")
    offers = [option.key for option in prompt.options]
    return next((wish for wish in wishes if wish in offers), "nothing")


def next_investigation(seen: Seen, form: Any) -> Wire:
    """That is for people to say."""
    return {"say": "either"}


def passing(seen: Seen, menu: Any) -> Wire:
    return PASS


REPLIES: dict[str, Reply] = {
    "detective": detective,
    "rename": rename,
    "crime_source": crime_source,
    "crime": crime,
    "initial_suspect": initial_suspect,
    "free_play": free_play,
    "crime_points": crime_points,
    "narrate_failure": narrate_failure,
    "now_or_cut": now_or_cut,
    "turn_choice": turn_choice,
    "arrest_vote": arrest_vote,
    "arrest_proposal": arrest_proposal,
    "pursue_clue": pursue_clue,
    "reroll_die": reroll_die,
    "change_intents": passing,
    "initiation": initiation,
    "adjustment": adjustment,
    "last_chance": last_chance,
    "seize_success": seize_success,
    "seize_failure": seize_failure,
    "narration": narration,
    "followup": followup,
    "purchases": purchases,
    "test_cinema": test_cinema,
    "test_narration": test_narration,
    "argument": argument,
    "advance": advance,
    "next_investigation": next_investigation,
}


# -- beside the question


def beside(seen: Seen, menu: Any) -> Wire | None:
    """Something nobody asked for, if the moment is right."""
    thought = BESIDE.get(menu.name)
    return thought(seen, menu) if thought else None


def speak_up(seen: Seen, menu: Menu) -> Wire | None:
    """A robot states a fact now and then, once a scene; the curious more often."""
    often = {"loyal": 0.02, "curious": 0.06, "meddling": 0.03}[seen.mind.manner]
    stated = any(element["by"] == seen.mind.seat and element["kind"] == "fact" for element in seen.scene["elements"])
    rich = any(choice.key.startswith("fact_") for choice in menu.choices) and not stated
    return take(seen, menu, menu.choices[0].key) if rich and seen.dice.random() < often else None


def help_from_the_start(seen: Seen, menu: Menu) -> Wire | None:
    """A robot that feels like it, or a detective with plenty: a card is worth most where none has been seen yet."""
    helped = robot_acts(seen, menu) if seen.dice.random() < 0.5 else None
    if helped is None and offered(menu, "help") and seen.me["cinema"] > PLENTY and seen.dice.random() < 0.3:
        return take(seen, menu, "help")
    return helped


TOO_LATE = {"adjustment", "reveal", "result", "narration"}  # after this nobody answers before the next conflict


def come_along(seen: Seen, menu: Menu) -> Wire | None:
    """A colleague with Cinema to spare asks to join; not in every scene, and not when it is nearly over."""
    stage = seen.state["conflict"]["stage"] if "conflict" in seen.state else ""
    if seen.scene["over"] or stage in TOO_LATE:
        return None
    return {"act": "ask_to_join"} if seen.me["cinema"] > SAVED and seen.dice.random() < 0.04 else None


def while_playing(seen: Seen, menu: Menu) -> Wire | None:
    """A detective who is tired of talking calls a conflict, or joins, or a robot turns."""
    turned = robot_acts(seen, menu) if seen.dice.random() < 0.2 else None
    if turned is not None:
        return turned
    if offered(menu, "ask_to_join"):
        return come_along(seen, menu)
    if offered(menu, "call_conflict") and not seen.scene["conflicts"] and seen.dice.random() < 0.3:
        return take(seen, menu, "call_conflict")
    return None


def keep_the_file(seen: Seen, menu: Menu) -> Wire | None:
    """A remark, a suspect where there is none yet or it looks bad for one, or the end of somebody consumed."""
    if offered(menu, "final_scene") and len(seen.me["fragments"]) and seen.dice.random() < 0.1:
        return {"act": "final_scene"}
    if {shown.prompt.name for shown in seen.view.prompts} & SETTING_OUT:
        return None
    if offered(menu, "mark_suspect") and not seen.case["suspects"] and seen.dice.random() < 0.05:
        return take(seen, menu, "mark_suspect", name=line(seen, "citizens"), note=line(seen, "note"))
    damned = seen.damned(DAMNING) if offered(menu, "mark_suspect") else ""
    if damned and seen.dice.random() < 0.3:
        return take(seen, menu, "mark_suspect", name=damned, standing="implicated", note=line(seen, "note"))
    if offered(menu, "remark") and len(seen.me["remarks"]) < 3 and seen.dice.random() < 0.01:
        remark = line(seen, "remark")
        return {"act": "remark", "text": remark} if remark else None
    return None


BESIDE: dict[str, Callable[[Seen, Menu], Wire | None]] = {
    "robot": speak_up,
    "beside_initiation": help_from_the_start,
    "join": come_along,
    "free_play": while_playing,
    "file": keep_the_file,
}
