"""A Utopolis view in plain words: terminal, screen reader and transcript read this.

It says what the board shows, each thing once, and leaves out what is empty. It reads nothing but the projected view,
so what is hidden from a seat is not there to be told.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from mneme.engine.wording import sentence
from mneme.games.utopolis import words
from mneme.games.utopolis.content import MUSE_WORDS
from mneme.games.utopolis.nouns import CORE, GM, IN_PLAY, PRONGS, RESISTS, START_TOKENS
from mneme.games.utopolis.words import STATUS, capital, card_list, card_name, counted, listed

View = dict[str, Any]
Fields = dict[str, Any]


def describe(view: View) -> str:
    """Everything that lies on the table, as this seat sees it."""
    state = view["state"]
    parts = [course_text(view), case_text(view), scene_text(view), trial_text(view), conflict_text(view)]
    parts.append(hands_text(view))
    parts += [detective_text(view, seat) for seat in state["course"]["circle"] if f"detective/{seat}" in state]
    parts += [drawer_text(view), notebook_text(view)]
    return "\n\n".join(part for part in parts if part)


# -- names and sentences


def called(view: View, seat: str) -> str:
    """A detective's name, or the player's where there is none yet."""
    detective = view["state"].get(f"detective/{seat}")
    name: str = (detective and detective["identity"]) or view["names"][seat]
    return name


def all_called(view: View, seats: Iterable[str]) -> str:
    return listed([called(view, seat) for seat in dict.fromkeys(seats)])


def side_name(view: View, side: str) -> str:
    """Whose hand it is."""
    if side == GM:
        return "the GM"
    if side.startswith("robot_"):
        return robot_name(view["state"][f"robot/{side.removeprefix('robot_')}"])
    return called(view, side)


def robot_name(robot: Fields) -> str:
    return f"{robot['designation']} “{robot['nickname']}”" if robot["nickname"] else str(robot["designation"])


def joined(*parts: str) -> str:
    return " ".join(part for part in parts if part)


def below(head: str, lines: Sequence[str]) -> str:
    """Lines under a heading; without lines there is no heading either."""
    return "\n".join([head, *lines]) if lines else ""


def number_of(item: str) -> str:
    """`item/1/4` is no. 4."""
    return f"no. {item.rpartition('/')[2]}"


# -- the course


def course_text(view: View) -> str:
    """Where the game stands, limits, and what is still to come."""
    course = view["state"]["course"]
    lines = [joined(phase_text(view), gm_text(view), turn_text(view), investigation_text(course))]
    if course["paused"]:
        lines.append("The game is paused.")
    lines += [
        f"{name}: {', '.join(limits)}."
        for name, limits in (("Lines", course["lines"]), ("Veils", course["veils"]))
        if limits
    ]
    lines += [pending_text(view, seat, later) for seat, later in course["pending"].items()]
    if course["owed"]:
        lines.append(f"Flaw or Fear tests to come: {', '.join(called(view, seat) for seat in course['owed'])}.")
    return "\n".join(line for line in lines if line)


def phase_text(view: View) -> str:
    """The part of the game, unless the scene or the chapter's title says the same."""
    phase = words.PHASES.get(view["state"]["course"]["phase"], "")
    return f"{phase}." if phase and phase != view["place"] else ""


def gm_text(view: View) -> str:
    gm = view["state"]["course"]["gm"]
    return f"GM: {view['names'][gm]}." if gm else ""


def turn_text(view: View) -> str:
    """Whose turn it is, between scenes or in somebody else's. (UT-SCENE-01)"""
    course, scene = view["state"]["course"], view["state"].get("scene")
    on_the_trail = course["phase"] in {"trail", "between scenes", "end of scene"}
    if not on_the_trail or not course["turn"] or (scene and scene["player"] == course["turn"]):
        return ""
    return f"It is the turn of {called(view, course['turn'])}."


def investigation_text(course: Fields) -> str:
    return f"Investigation {course['investigation_count']}." if course["investigation_count"] > 1 else ""


def pending_text(view: View, seat: str, later: Fields) -> str:
    question = f" ({later['question']})" if later["question"] else ""
    return f"Still to come for {called(view, seat)}{question}: {later['problem']}"


# -- the case


def case_text(view: View) -> str:
    """The open case: crime, items, suspects, facts, and what is still missing."""
    case = view["state"].get(f"case/{view['state']['course']['investigation']}")
    if case is None:
        return ""
    kind = "Major crime" if case["major"] else "Crime"
    lines = [f"Case {case['number']}, {words.CASE_STATUS[case['status']]}. {kind}: {case['crime']}"]
    muses = f"Muses: {', '.join(case['muses'])}." if case["muses"] else ""
    lines.append(joined(muses, f"Crime points left: {case['crime_points']}."))
    lines += [line for key in item_keys(view, case["number"]) for line in item_lines(view, case, key)]
    lines += [suspect_text(case, suspect) for suspect in case["suspects"]]
    lines += [f"Fact: {fact}" for fact in case["facts"] if fact not in brought_in(view)]
    lines += [joined(arrest_text(case), roll_text(case)), joined(missing_text(case), required_text(case))]
    return "\n".join(line for line in lines if line)


def item_keys(view: View, number: int) -> list[str]:
    """A case's items in the order they came into the file."""
    keys = [key for key in view["state"] if key.startswith(f"item/{number}/")]
    return sorted(keys, key=lambda key: int(key.rpartition("/")[2]))


def item_lines(view: View, case: Fields, key: str) -> list[str]:
    """An item with its number, and what it was taken for before. (UT-CLUE-01..04)"""
    item = view["state"][key]
    about = [*item["questions"], *kind_of(item)]
    head = f"{capital(number_of(key))}, {standing_of(item)}" + (f" ({', '.join(about)})" if about else "")
    after = [*ties_of(item), *presented(case, key)]
    text = joined(sentence(item["reads"]), *after) if after else item["reads"]
    read = [item["text"], *(past["text"] for past in item["history"])]
    earlier = [next(text for text in read[place::-1] if text) for place in range(len(item["history"]))]
    past = zip(item["history"], earlier, strict=True)
    return [f"{head}: {text}", *(f"  {history_text(view, *then)}" for then in past)]


def standing_of(item: Fields) -> str:
    """Clue or evidence; a starting clue and a lead say so."""
    if item["refuted"]:
        return "red herring"
    if item["evidence"]:
        return "evidence"
    return {"lead": "lead", "starting": "starting clue"}.get(item["origin"], "clue")


def kind_of(item: Fields) -> list[str]:
    """A thing or a statement, where that matters. (UT-CLUE-02)"""
    kinds = {option.key: option.label for option in words.EVIDENCE_KINDS}
    return [kinds[item["kind"]].lower()] if item["evidence"] and item["kind"] else []


def ties_of(item: Fields) -> list[str]:
    """The strings of the board: whom it concerns, and what was followed when it was found."""
    concerns = [f"Concerns {item['concerns']}."] if item["concerns"] else []
    return [*concerns, *([f"Found by following {number_of(item['follows'])}."] if item["follows"] else [])]


def presented(case: Fields, key: str) -> list[str]:
    """Before the supercomputer. (UT-ARR-06, UT-GM-11)"""
    if key in case["struck"]:
        return ["Struck by the supercomputer."]
    return ["Presented."] if key in case["presented"] else []


def history_text(view: View, past: Fields, text: str) -> str:
    """What an item was, and how it read, until somebody showed it in a new light. (UT-CLUE-04)"""
    was = "a red herring" if past["refuted"] else "evidence" if past["evidence"] else "a clue"
    asked = f" for {listed(past['questions'])}" if past["questions"] else ""
    return f"Until {view['names'][past['by']]} looked again it was {was}{asked}: {text}"


def suspect_text(case: Fields, suspect: Fields) -> str:
    """How a suspect stands; once the case is closed, guilty or in the clear."""
    standing = words.STANDING_WORDS[suspect["standing"]].lower()
    if case["status"] == "closed":
        standing = "guilty" if suspect["name"] == case["arrested"] else "in the clear"
    return joined(f"Suspect: {suspect['name']}, {standing}.", suspect["note"])


def brought_in(view: View) -> list[str]:
    """What the scene tells of already."""
    scene = view["state"].get("scene")
    return [element["text"] for element in scene["elements"]] if scene else []


def arrest_text(case: Fields) -> str:
    """Who was last to be arrested, and what became of it. (UT-ARR-01, -11)"""
    if not case["arrested"]:
        return ""
    status = "custody" if case["status"] == "arrest" and case["secured"] else case["status"]
    return ARRESTS[status].format(suspect=words.short(case["arrested"]))


ARRESTS = {
    "open": "{suspect} was not taken.",
    "arrest": "{suspect} is to be arrested.",
    "custody": "{suspect} is in custody.",
    "closed": "{suspect} did it, says the supercomputer.",
    "discontinued": "{suspect} was arrested and went free.",
    "escaped": "{suspect} got away.",
}


def roll_text(case: Fields) -> str:
    """The verdict die. (UT-ARR-09)"""
    return f"The supercomputer asked: {case['roll']}?" if case["roll"] else ""


def missing_text(case: Fields) -> str:
    """What each prong still needs, and the chance of a verdict now. (UT-ARR-07, -09)"""
    answered = case["answered"]
    lacking = []
    for prong, questions in PRONGS.items():
        missing = [wanted(case, question) for question in questions if question not in answered]
        if missing:
            lacking.append(f"{prong} lacks {listed(missing)}")
    if not lacking:
        return "Nothing is missing."
    is_over = case["status"] not in {"open", "arrest"}
    chance = f"The supercomputer would close the case with {counted(len(answered), 'chance')} in 6."
    held = f"{len(answered)} of 6 questions are answered."
    return f"{'; '.join(lacking)}. {held if is_over else chance}"


def wanted(case: Fields, question: str) -> str:
    """A question without evidence enough, and how much it has."""
    found = case["evidence"][question]
    return f"{question} (has {found})" if found else question


def required_text(case: Fields) -> str:
    """A major crime needs more. (UT-R-25)"""
    return f"Every question needs {case['required']} pieces of evidence." if case["required"] > 1 else ""


# -- the scene


def scene_text(view: View) -> str:
    """The scene being played: how it was set, who is there, what was brought into it."""
    scene = view["state"].get("scene")
    if scene is None:
        return ""
    lines = [joined(scene_title(view, scene), question_text(scene)), scene["framed"]]
    if scene["pursued"]:
        lines.append(f"Following {number_of(scene['pursued'])}.")
    lines.append(f"In the scene: {', '.join(with_robot(view, scene, seat) for seat in scene['present'])}.")
    if scene["asking"]:
        lines.append(f"At the door: {all_called(view, scene['asking'])}.")
    if scene["problem"]:
        lines.append(f"Problem: {scene['problem']}")
    lines += [element_text(view, element) for element in scene["elements"]]
    if scene["triggers"] and view["state"]["course"]["phase"] != "end of scene":
        lines.append(f"A test follows the scene for {all_called(view, scene['triggers'])}.")
    return "\n".join(line for line in lines if line)


def scene_title(view: View, scene: Fields) -> str:
    kind = words.SCENE_KINDS[scene["kind"]]
    return f"{kind}." if scene["kind"] in words.SCENE_TITLES else f"{kind}: {called(view, scene['player'])}."


def question_text(scene: Fields) -> str:
    """What the die shows, and how often it was rolled again. (UT-SCENE-03, UT-CIN-01)"""
    if not scene["question"]:
        return ""
    again = {0: "", 1: "Rolled again once."}.get(scene["rerolls"], f"Rolled again {scene['rerolls']} times.")
    return joined(f"The question is {scene['question']}.", again)


def with_robot(view: View, scene: Fields, seat: str) -> str:
    name = called(view, seat)
    return f"{name} with {side_name(view, f'robot_{seat}')}" if seat in scene["robots"] else name


def element_text(view: View, element: Fields) -> str:
    """Something that the telling has to use. (UT-NARR-05)"""
    return f"Brought in by {view['names'][element['by']]} ({element['kind']}): {element['text'] or 'told aloud'}"


# -- the test


def trial_text(view: View) -> str:
    """A Flaw or Fear test: its card, what brings it on, and how it came out. (UT-TEST-03..09)"""
    trial = view["state"].get("trial")
    if trial is None:
        return ""
    name = called(view, trial["seat"])
    lines = [f"{capital(kind_of_test(trial))} for {name}."]
    if trial["card"]:
        lines.append(joined(f"The card is the {card_name(trial['card'])}.", base_text(trial, name)))
    if trial["trigger"]:
        lines.append(f"What stirs it: {trial['trigger']}")
    return "\n".join([*lines, *([OUTCOMES[trial["outcome"]]] if trial["outcome"] else [])])


def kind_of_test(trial: Fields) -> str:
    return f"a {trial['kind']} test" if trial["kind"] else "a test"


def base_text(trial: Fields, name: str) -> str:
    """How many cards there are to draw; with none it is the end. (UT-TEST-04)"""
    if not trial["kind"]:
        return ""
    return f"{name} draws {counted(trial['base'], 'card')}." if trial["base"] > 0 else f"{name} has no card to draw."


OUTCOMES = {
    "passed": "The test is passed.",
    "failed": "The test is failed. A piece of the past comes back.",
    "consumed": "The past has caught up. This case is the last.",
}


# -- the conflict


def conflict_text(view: View) -> str:
    """A conflict: its stage, every side, how it comes out, and who tells it."""
    conflict = view["state"].get("conflict")
    if conflict is None:
        return ""
    lines = [f"Conflict: {words.STAGES[conflict['stage']]}."]
    lines += [side_text(view, conflict, side) for side in {**conflict["opposition"], **conflict["intents"]}]
    lines += [result_text(view, conflict, result) for result in conflict["results"]]
    if conflict["holder"]:
        lines.append(f"{view['names'][conflict['holder']]} {HOLDS[conflict['holds_as']]}.")
    return "\n".join(lines)


HOLDS = {
    "detective": "tells how it ends",
    "robot": "tells how it ends, as the robot",
    "gm": "tells how it ends, as the GM",
    "seized": "pays to tell how it ends",
}


def side_text(view: View, conflict: Fields, side: str) -> str:
    """What a side wants, and all it has put into it."""
    name, parts = capital(side_name(view, side)), []
    if side in conflict["intents"]:
        parts.append(f"{name} wants: {sentence(conflict['intents'][side] or 'told aloud')}")
    else:
        parts.append(f"{name}.")
    if side in conflict["opposition"]:
        against = [side_name(view, other) for other in conflict["opposition"][side]]
        parts.append(f"Opposed by {listed(against) or 'nobody'}.")
    return joined(*parts, *means_of(view, conflict, side))


def means_of(view: View, conflict: Fields, side: str) -> list[str]:
    """Attribute and talents, cards that wait for the draw, Crime points, the Muse, double or nothing."""
    used = [name for name in (conflict["attributes"].get(side), *conflict["talents"].get(side, ())) if name]
    waiting = 0 if f"hand/{side}" in view["state"] else conflict["extra"].get(side, 0)
    said = {
        f"Uses {listed(used)}.": used,
        f"{counted(waiting, 'more card')} at the draw.": waiting,
        f"Spent {counted(conflict['crime_points'], 'Crime point')}.": side == GM and conflict["crime_points"],
        "Called on the Muse.": side in conflict["muse_used"],
        "Double or nothing.": side in conflict["redrawn"],
    }
    return [text for text, holds in said.items() if holds]


def result_text(view: View, conflict: Fields, result: Fields) -> str:
    """Ahead or behind until the last chances have passed; then success or failure, and what it brings."""
    name, other = called(view, result["seat"]), side_name(view, result["against"])
    how = "in a tie" if result["step"] == "tie" else f"by {result['step']}"
    if conflict["stage"] == "reveal":
        standing = f"ahead of {other}" if result["success"] else f"behind {other}"
        return f"{name} is {standing}, {how}."
    verb = "succeeds" if result["success"] else "fails"
    gain = f", and gains {result['award']} Cinema" if result["award"] else ""
    harm = "" if result["success"] else harm_text(result, name, other)
    return joined(f"{name} {verb} against {other}, {how}{gain}.", harm)


def harm_text(result: Fields, name: str, other: str) -> str:
    """What a failure does. (UT-DMG-02, -03)"""
    harm = f"{listed(result['hurt'])} hurt" if result["hurt"] else "No harm done"
    return f"{words.clubs_less_hearts(other, name, result['difference'])} {harm}."


# -- the cards


def hands_text(view: View) -> str:
    """All hands, the detectives' first, and the deck they come from."""
    state = view["state"]
    hands = [noun for key, noun in state.items() if key.startswith("hand/")]
    hands.sort(key=lambda hand: f"detective/{hand['side']}" not in state)
    lines = [hand_text(view, hand) for hand in hands]
    return "\n".join([*lines, deck_text(state["deck"])]) if lines else ""


def hand_text(view: View, hand: Fields) -> str:
    """Open cards, or one's own, and what they make; or how many lie face down. (UT-HAND-01, -03)"""
    own, up = hand["cards"].get("faces", ()), hand["cards"]["up"]
    hidden = hand["cards"]["down"] - len(own)
    held = f"{counted(hidden, 'card')} face down" if hidden else card_list([*own, *up])
    head = f"Hand of {side_name(view, hand['side'])}: {held}."
    if own:
        return f"{head} {made_of(hand['counts'])} Only you see these."
    if hand["ranked"] is None:
        return head
    return joined(head, made_of(hand["ranked"]), harm_of(hand["ranked"]) if "conflict" in view["state"] else "")


def made_of(counts: Fields) -> str:
    """The largest groups, and what Jokers stand for. (UT-HAND-03, UT-JOK-03, UT-R-31)"""
    groups = words.groups(*(counts[step]["count"] for step in ("value", "suit", "colour")))
    jokers = counts["jokers"]
    return joined(f"That makes {groups}.", words.jokers(len(jokers), list(dict.fromkeys(jokers))) if jokers else "")


def harm_of(ranked: Fields) -> str:
    """The suits that hurt and protect. (UT-DMG-02)"""
    return f"Among them are {counted(ranked['hearts'], 'Heart')} and {counted(ranked['clubs'], 'Club')}."


def deck_text(deck: Fields) -> str:
    """What is left, and what was thrown away for all to see. (UT-DECK-01..05)"""
    thrown = f" Thrown away: {card_list(deck['discards'])}." if deck["discards"] else ""
    return f"In the deck: {counted(deck['pile'], 'card')}.{thrown}"


# -- the detectives


def detective_text(view: View, seat: str) -> str:
    """A detective's file, and the robot beside it."""
    detective, robot = view["state"][f"detective/{seat}"], view["state"].get(f"robot/{seat}")
    if not detective["identity"]:
        return ""
    lines = [identity_text(view, seat, detective)]
    if detective["status"] != "none":
        lines += [*file_lines(detective), *(fragment_text(view, fragment) for fragment in detective["fragments"])]
        lines += [f"Remark: {remark}" for remark in detective["remarks"]]
    if robot and robot["designation"]:
        lines.append(robot_text(view, robot))
    return "\n".join(line for line in lines if line)


def identity_text(view: View, seat: str, detective: Fields) -> str:
    """Who it is, and how they stand. (UT-END-02..07)"""
    who = ", ".join(part for part in (detective["identity"], detective["persona"]) if part)
    consumed = f"It was the {detective['consumed_by']}." if detective["consumed_by"] else ""
    last = "This scene is the last." if detective["last_scene"] and detective["status"] in IN_PLAY else ""
    return joined(f"{who} ({view['names'][seat]}), {STATUS[detective['status']]}.", consumed, last)


def file_lines(detective: Fields) -> list[str]:
    """Muse, scores, talents, Cinema, and how far it is to the edge and to release."""
    scores = {CORE: detective["core"], **detective["attributes"]}
    return [
        f"Muse {detective['muse']}, {MUSE_WORDS[detective['muse']]}. Cinema {detective['cinema']}.",
        f"{levels_text(detective, scores)}.",
        joined(*(edge_text(detective, kind) for kind in RESISTS), release_text(detective)),
        f"Talents: {levels_text(detective, detective['talents'])}.",
    ]


def levels_text(detective: Fields, levels: dict[str, int]) -> str:
    """Scores; a hurt one counts 1 less when it is next used. (UT-DMG-04)"""
    hurt = {name: f" (hurt, counts {count})" for name, count in detective["hurt_count"].items()}
    return ", ".join(f"{name} {level}{hurt.get(name, '')}" for name, level in levels.items())


def edge_text(detective: Fields, kind: str) -> str:
    """Flaw or Fear, and the cards between a detective and the edge. (UT-TEST-04)"""
    worn, by, cards = detective[kind.lower()], RESISTS[kind], detective["resistance"][kind]
    if detective["status"] not in IN_PLAY:
        return f"{kind} {worn}."
    draws = f"a test draws {counted(cards, 'card')}" if cards > 0 else "the next test is the last"
    return f"{kind} {worn}, held off by {by}: {draws}."


def release_text(detective: Fields) -> str:
    """Advances still needed. (UT-ADV-02)"""
    steps = counted(detective["steps_to_release"], "step")
    return f"Release is {steps} away." if detective["status"] == "active" else ""


def fragment_text(view: View, fragment: Fields) -> str:
    """A piece of the past: which test brought it, who told it, and what stirred it. (UT-TEST-11)"""
    stirred = f" What stirred it: {fragment['trigger']}" if fragment["trigger"] else ""
    told = f"Remembers ({fragment['kind']}, told by {view['names'][fragment['narrator']]}): {fragment['text']}"
    return f"{sentence(told)}{stirred}" if stirred else told


def robot_text(view: View, robot: Fields) -> str:
    plays = f"played by {view['names'][robot['player']]}, {robot['tokens']} of {START_TOKENS} Tokens."
    return joined(f"Robot {robot_name(robot)}, {plays}", capital(robot["manner"]))


# -- the drawer and the notebook


def drawer_text(view: View) -> str:
    """Earlier cases and former detectives."""
    state = view["state"]
    cases = [noun for key, noun in state.items() if key.startswith("case/")]
    lines = [earlier_text(case) for case in cases if case["number"] != state["course"]["investigation"]]
    lines += [f"{one['identity']}, {one['persona']}: {STATUS[one['status']]}." for one in state["course"]["former"]]
    return below("In the drawer:", lines)


def earlier_text(case: Fields) -> str:
    head = f"Case {case['number']}, {words.CASE_STATUS[case['status']]}: {case['crime']}"
    return joined(head, arrest_text(case))


def notebook_text(view: View) -> str:
    """What nobody else reads."""
    notebook = view["state"].get(f"notebook/{view['seat']}")
    return below("Your notebook:", notebook.get("notes", ()) if notebook else ())
