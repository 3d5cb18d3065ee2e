"""A thought for each prompt that needs one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mneme.engine.prompts import Menu, Wire
from mneme.games.utopolis.bots.seen import Seen
from mneme.games.utopolis.bots.speech import fill, line

Reply = Callable[[Seen, Any], Wire]

ENOUGH_ITEMS = 16  # a file this thick goes before the supercomputer, whatever it lacks
PASS = {"act": "pass"}


def take(seen: Seen, menu: Menu, act: str, **fields: Any) -> Wire:
    """An act with its parts filled in."""
    choice = menu.find(act)
    return {"act": act, **{field.name: fields.get(field.name, fill(seen, field)) for field in choice.fields}}


def offered(menu: Menu, act: str) -> bool:
    return any(choice.key == act for choice in menu.choices)


# -- making a detective


def detective(seen: Seen, prompt: Any) -> Wire:
    """A file that nobody else has taken."""
    taken = {noun["identity"] for key, noun in seen.state.items() if key.startswith("detective/")}
    free = [option.key for option in prompt.options if option.key != "own" and option.label not in taken]
    return seen.dice.choice(free or [option.key for option in prompt.options if option.key != "own"])


def persona(seen: Seen, form: Any) -> Wire:
    """The name on the file."""
    return form.default


# -- the GM


def crime(seen: Seen, prompt: Any) -> Wire:
    """Something from the drawer, fit for the Muse; a major crime now and then."""
    listed = [option.key for option in prompt.fields[0].options if option.key != "own"]
    return {"crime": seen.dice.choice(listed), "major": "yes" if seen.dice.random() < 0.1 else "no"}


def crime_source(seen: Seen, prompt: Any) -> Wire:
    return seen.dice.choice(("choose", "roll"))


def initial_suspect(seen: Seen, prompt: Any) -> Wire:
    return line(seen, "citizens")


def free_play(seen: Seen, menu: Any) -> Wire:
    """One conflict a scene; the opening may pass without."""
    quiet = seen.scene["kind"] == "opening" and seen.dice.random() < 0.5
    if seen.is_gm and offered(menu, "call_conflict") and not seen.scene["conflicts"] and not quiet:
        return take(seen, menu, "call_conflict")
    return take(seen, menu, "end_scene")


def crime_points(seen: Seen, form: Any) -> Wire:
    """More where more detectives are, and never all at once."""
    pool = form.fields[0].most
    points = min(pool, seen.dice.randint(0, max(1, pool // 4)))
    return {"points": points, "text": line(seen, "opposition")}


def narrate_failure(seen: Seen, form: Any) -> Wire:
    """Mostly a lead; a new problem from a GM with points to spare."""
    answer = fill(seen, form)
    worse = seen.is_gm and seen.case["crime_points"] > 8 and seen.dice.random() < 0.3
    return {**answer, "turn": "no_and" if worse else "no_but", "what": line(seen, "starting_clues")}


# -- the detective


def turn_choice(seen: Seen, prompt: Any) -> Wire:
    """Arrest when the file is nearly full, or very thick."""
    ready = len(seen.open_questions()) <= 1 or len(seen.items()) >= ENOUGH_ITEMS
    return "arrest" if ready else "trail"


def arrest_vote(seen: Seen, prompt: Any) -> Wire:
    ready = len(seen.open_questions()) <= 3 or len(seen.items()) >= ENOUGH_ITEMS
    return "agree" if ready else "object"


def arrest_proposal(seen: Seen, form: Any) -> Wire:
    name = seen.suspect()
    return {"suspect": name, "name": ""} if name else {"suspect": "new", "name": line(seen, "citizens")}


def reroll_die(seen: Seen, prompt: Any) -> Wire:
    """Worth a point if that question is answered already."""
    stale = seen.scene["question"] not in seen.open_questions()
    return "reroll" if stale and seen.me["cinema"] > 2 else "keep"


def initiation(seen: Seen, form: Any) -> Wire:
    """The best that can be used; whatever is hurt is left to heal."""
    me = seen.me
    usable = {name: level for name, level in me["attributes"].items() if name not in me["hurt"]}
    talents = {name: level for name, level in me["talents"].items() if name not in me["hurt"]}
    attribute = max(usable, key=lambda name: int(usable[name]), default="none")
    talent = max(talents, key=lambda name: int(talents[name]), default="none")
    chosen = {"attribute": attribute, "talent": talent, "talents": [talent]}
    return {**fill(seen, form), **{field.name: chosen[field.name] for field in form.fields if field.name in chosen}}


def adjustment(seen: Seen, menu: Any) -> Wire:
    """A robot acts by its manner; a detective spends what is left over."""
    for choice in menu.choices:
        partner = choice.key.rpartition("_")[2]
        if choice.key.startswith("help_") and seen.mind.manner == "loyal" and tokens(seen, partner) > 7:
            return take(seen, menu, choice.key)
        if choice.key.startswith("hinder_") and seen.mind.manner == "meddling" and tokens(seen, partner) > 8:
            return take(seen, menu, choice.key)
        if choice.key.startswith("help_") and seen.mind.manner == "curious" and tokens(seen, partner) > 9:
            return take(seen, menu, choice.key)
    if offered(menu, "help") and seen.me["cinema"] > 4:
        return take(seen, menu, "help")
    return PASS


def tokens(seen: Seen, partner: str) -> int:
    return int(seen.state[f"robot/{partner}"]["tokens"])


def last_chance(seen: Seen, menu: Any) -> Wire:
    """Call on the Muse or draw again to turn a failure, while the past can still be borne."""
    failing = any(result["seat"] == seen.mind.seat and not result["success"] for result in seen.conflict["results"])
    if failing and seen.resistance() > 2:
        for act in ("draw_muse", "redraw"):
            if offered(menu, act):
                return {"act": act}
    return PASS


def narration(seen: Seen, menu: Any) -> Wire:
    """Evidence where a question is open; an old clue made into proof when few are left."""
    missing = [question for question in seen.open_questions() if question != seen.scene["question"]]
    loose = [key for key, item in seen.items().items() if not item["evidence"] and not item["refuted"]]
    if missing and loose and offered(menu, "re_explain") and not seen.conflict["reexplained"] and len(missing) <= 3:
        return take(
            seen, menu, "re_explain", item=loose[0], questions=missing[:1], evidence="evidence", refuted="no", text=""
        )
    if not seen.case["suspects"] and offered(menu, "mark_suspect"):
        return take(seen, menu, "mark_suspect", standing="implicated", note="")
    wanted = seen.scene["question"] in seen.open_questions()
    return take(seen, menu, "narrate_success", evidence="evidence" if wanted else "clue", concerns=seen.suspect())


def purchases(seen: Seen, menu: Any) -> Wire:
    """Hold off the past first; keep a few points for the next scene."""
    if offered(menu, "raise_attribute") and seen.me["cinema"] > 6:
        return take(seen, menu, "raise_attribute")
    return PASS


def advance(seen: Seen, prompt: Any) -> Wire:
    return str(prompt.options[0].key)


def next_investigation(seen: Seen, form: Any) -> Wire:
    """A bot is content with one case; people may want more."""
    return {"say": "stop"}


def passing(seen: Seen, menu: Any) -> Wire:
    return PASS


REPLIES: dict[str, Reply] = {
    "detective": detective,
    "persona": persona,
    "crime_source": crime_source,
    "crime": crime,
    "initial_suspect": initial_suspect,
    "free_play": free_play,
    "crime_points": crime_points,
    "narrate_failure": narrate_failure,
    "turn_choice": turn_choice,
    "arrest_vote": arrest_vote,
    "arrest_proposal": arrest_proposal,
    "reroll_die": reroll_die,
    "initiation": initiation,
    "change_intents": passing,
    "adjustment": adjustment,
    "last_chance": last_chance,
    "seize_failure": passing,
    "narration": narration,
    "followup": passing,
    "purchases": purchases,
    "test_cinema": passing,
    "advance": advance,
    "next_investigation": next_investigation,
}
