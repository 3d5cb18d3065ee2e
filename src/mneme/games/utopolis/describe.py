"""A Utopolis view in plain words: terminal, screen reader and transcript read this."""

from __future__ import annotations

from typing import Any

from mneme.games.utopolis.nouns import PRONGS, QUESTIONS
from mneme.games.utopolis.words import STATUS, card_list

View = dict[str, Any]


def describe(view: View) -> str:
    """Everything that lies on the table, as this seat sees it."""
    state = view["state"]
    parts = [course_text(view), case_text(view), scene_text(view), conflict_text(view), *hand_texts(view)]
    parts += [detective_text(view, seat) for seat in state["course"]["circle"] if f"detective/{seat}" in state]
    parts.append(notebook_text(view))
    return "\n\n".join(part for part in parts if part)


def course_text(view: View) -> str:
    """GM, limits, what is pending."""
    course, names = view["state"]["course"], view["names"]
    lines = [f"GM: {names[course['gm']]}."] if course["gm"] else []
    if course["paused"]:
        lines.append("The game is paused.")
    if course["lines"]:
        lines.append("Lines: " + ", ".join(course["lines"]) + ".")
    if course["veils"]:
        lines.append("Veils: " + ", ".join(course["veils"]) + ".")
    lines += [
        f"Still to come for {called(view, seat)}: {later['problem']}" for seat, later in course["pending"].items()
    ]
    if course["owed"]:
        lines.append("Flaw or Fear tests owed: " + ", ".join(called(view, seat) for seat in course["owed"]) + ".")
    return "\n".join(lines)


def called(view: View, seat: str) -> str:
    detective = view["state"].get(f"detective/{seat}")
    name: str = (detective and detective["identity"]) or view["names"][seat]
    return name


def side_name(view: View, side: str) -> str:
    if side == "gm":
        return "GM"
    if side.startswith("robot_"):
        return robot_name(view["state"][f"robot/{side.removeprefix('robot_')}"])
    return called(view, side)


def robot_name(robot: dict[str, Any]) -> str:
    return f"{robot['designation']} “{robot['nickname']}”" if robot["nickname"] else str(robot["designation"])


def case_text(view: View) -> str:
    """The open case: crime, file, suspects, and what is still missing."""
    case = view["state"].get(f"case/{view['state']['course']['investigation']}")
    if case is None:
        return ""
    kind = "Major crime" if case["major"] else "Crime"
    lines = [f"Case {case['number']}, {case['status']}. {kind}: {case['crime']}"]
    if case["muses"]:
        lines.append("Muses: " + ", ".join(case["muses"]) + ".")
    lines.append(f"Crime points left: {case['crime_points']}.")
    lines += [item_text(item) for item in case_items(view, case["number"])]
    lines += [
        f"Suspect: {suspect['name']} ({suspect['standing']}). {suspect['note']}".rstrip()
        for suspect in case["suspects"]
    ]
    lines += [f"Fact: {fact}" for fact in case["facts"]]
    lines.append(missing_text(case))
    return "\n".join(lines)


def case_items(view: View, number: int) -> list[dict[str, Any]]:
    return [noun for key, noun in view["state"].items() if key.startswith(f"item/{number}/")]


def item_text(item: dict[str, Any]) -> str:
    if item["refuted"]:
        return f"Red herring: {item['text']}"
    what = "Evidence" if item["evidence"] else "Clue"
    questions = " (" + ", ".join(item["questions"]) + ")" if item["questions"] else ""
    about = f" (concerns {item['concerns']})" if item["concerns"] else ""
    return f"{what}{questions}: {item['text']}{about}"


def missing_text(case: dict[str, Any]) -> str:
    """What each prong still needs, and the chance of a verdict now. (UT-ARR-07, -09)"""
    answered = [question for question in QUESTIONS if case["evidence"][question] >= case["required"]]
    lacking = []
    for prong, questions in PRONGS.items():
        missing = [question for question in questions if question not in answered]
        if missing:
            lacking.append(f"{prong} lacks {' and '.join(missing)}")
    return (
        f"{'; '.join(lacking)}. An arrest would hold with {len(answered)} chances in 6."
        if lacking
        else "Nothing is missing."
    )


def scene_text(view: View) -> str:
    scene = view["state"].get("scene")
    if scene is None:
        return ""
    lines = ["In the scene: " + ", ".join(called(view, seat) for seat in scene["present"]) + "."]
    if scene["pursued"]:
        lines.append(f"Clue followed: {view['state'][scene['pursued']]['text']}")
    if scene["question"]:
        lines.append(f"Question: {scene['question']}?")
    if scene["problem"]:
        lines.append(f"Problem: {scene['problem']}")
    lines += [f"In play ({element['kind']}): {element['text'] or 'told aloud'}" for element in scene["elements"]]
    trial = view["state"].get("trial")
    if trial and trial["kind"]:
        lines.append(f"{trial['kind']} test of {called(view, trial['seat'])}, base {trial['base']}.")
    return "\n".join(lines)


def conflict_text(view: View) -> str:
    conflict = view["state"].get("conflict")
    if conflict is None:
        return ""
    lines = [f"Conflict, stage: {conflict['stage']}."]
    lines += [f"{side_name(view, side)} wants: {text or 'told aloud'}" for side, text in conflict["intents"].items()]
    for seat, sides in conflict["opposition"].items():
        against = ", ".join(side_name(view, side) for side in sides) or "nobody"
        lines.append(f"{called(view, seat)} is opposed by {against}.")
    for result in conflict["results"]:
        how = "ahead" if result["success"] else "behind"
        lines.append(
            f"{called(view, result['seat'])} is {how} of {side_name(view, result['against'])} by {result['step']}."
            if result["success"]
            else f"{called(view, result['seat'])} is {how} {side_name(view, result['against'])} by {result['step']}."
        )
    if conflict["holder"]:
        lines.append(f"{view['names'][conflict['holder']]} tells how it ends.")
    return "\n".join(lines)


def hand_texts(view: View) -> list[str]:
    texts = []
    for key, noun in view["state"].items():
        if key.startswith("hand/"):
            cards = noun["cards"]
            shown = [*cards.get("faces", ()), *cards["up"]]
            hidden = cards["down"] - len(cards.get("faces", ()))
            said = card_list(shown) if shown or not hidden else ""
            down = f"{hidden} face down" if hidden else ""
            held = ", ".join(part for part in (said, down) if part)
            texts.append(f"Hand of {side_name(view, noun['side'])}: {held}.{ranked_text(noun['ranked'])}")
    return texts


def ranked_text(ranked: dict[str, Any] | None) -> str:
    """The four chips of an open hand. (UT-HAND-03)"""
    if ranked is None:
        return ""
    return f" Value {ranked['value']}, suit {ranked['suit']}, colour {ranked['colour']}, high {ranked['high']}."


def detective_text(view: View, seat: str) -> str:
    """A detective's file, and the robot beside it."""
    state = view["state"]
    detective, robot = state[f"detective/{seat}"], state.get(f"robot/{seat}")
    if detective["status"] == "none":
        return ""
    lines = [f"{detective['identity']}, {detective['persona']} ({view['names'][seat]}), {STATUS[detective['status']]}."]
    scores = ", ".join(f"{name} {level}" for name, level in detective["attributes"].items())
    worn = f"Flaw {detective['flaw']}, Fear {detective['fear']}"
    lines.append(f"Muse {detective['muse']}. Core {detective['core']}, {scores}, {worn}.")
    lines.append("Talents: " + ", ".join(f"{name} {level}" for name, level in detective["talents"].items()) + ".")
    if detective["hurt"]:
        lines.append("Hurt: " + ", ".join(detective["hurt"]) + ".")
    lines.append(f"Cinema {detective['cinema']}.")
    lines += [f"Remembers: {fragment['text']}" for fragment in detective["fragments"]]
    lines += [f"Remark: {remark}" for remark in detective["remarks"]]
    if robot and robot["designation"]:
        player = view["names"][robot["player"]]
        manner = f" {robot['manner']}" if robot["manner"] else ""
        lines.append(f"Robot {robot_name(robot)}, played by {player}, {robot['tokens']} Tokens.{manner}")
    return "\n".join(lines)


def notebook_text(view: View) -> str:
    notebook = view["state"].get(f"notebook/{view['seat']}")
    notes = notebook.get("notes", ()) if notebook else ()
    return "\n".join(["Your notebook:", *notes]) if notes else ""
