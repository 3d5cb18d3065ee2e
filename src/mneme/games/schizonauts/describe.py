"""A Schizonauts view in plain words: terminal, screen reader and transcript read this."""

from __future__ import annotations

from typing import Any

from mneme.games.schizonauts.content import KEYS
from mneme.games.schizonauts.dice import Pool

View = dict[str, Any]

AREAS = (("thief", "Thief"), ("agent", "Agent"), ("overlap", "Overlap"))
APTITUDES = ("violence", "knowledge", "intimacy")


def describe(view: View) -> str:
    """Everything that lies on the table, as this seat sees it."""
    state = view["state"]
    parts = [course_text(view), *scene_lines(view)]
    parts += [sheet_text(view, seat) for seat in state["course"]["circle"]]
    return "\n\n".join(part for part in parts if part)


def course_text(view: View) -> str:
    """Round, chain, decks and score."""
    state = view["state"]
    course, decks = state["course"], state["decks"]
    lines = []
    if course["round"] and course["phase"] in {"flashback", "endgame"}:
        lines.append(
            f"Round {course['round']} of {course['rounds']}. {view['names'][course['starter']]} starts each round."
        )
    if decks["chain"]:
        lines.append("The chain: " + "; ".join(key_text(card) for card in decks["chain"]) + ".")
        lines.append(f"{_count(decks['keys_left'], 'key card')} left in the deck.")
    if decks["discard"]:
        lines.append("Keys used: " + "; ".join(KEYS[card].name for card in decks["discard"]) + ".")
    if course["phase"] in {"final", "tally", "over"}:
        lines.append(f"Thieves {course['scores']['thief']}, agents {course['scores']['agent']}.")
    return "\n".join(lines)


def key_text(card: str) -> str:
    key = KEYS[card]
    return f"{key.name} (+{key.bonus} {key.aptitude})"


def scene_lines(view: View) -> list[str]:
    """The scene's cast, pieces, question and dice."""
    scene = view["state"].get("scene")
    if scene is None:
        return []
    names = view["names"]
    lines = [f"Actor: {cast_text(view, scene['actor'], scene['actor_as'])}."]
    if scene["visitor"]:
        lines.append(f"Visitor: {cast_text(view, scene['visitor'], scene['visitor_as'])}.")
    if scene["key"]:
        lines.append(f"Key object: {key_text(scene['key'])}{_done(scene['key_in'])}.")
    if scene["memory"]:
        lines.append(f"Memory: {view['state'][scene['memory']]['text']}{_done(scene['memory_in'])}.")
    if scene["question"]:
        lines.append(f"The question: {scene['question']}")
    lines += [dice_text(view, seat) for seat in scene["pools"]]
    if scene["narrator"]:
        lines.append(f"Narrator: {names[scene['narrator']]}. Judge: {names[scene['judge']]}.")
    return ["\n".join(lines)]


def cast_text(view: View, seat: str, persona: str) -> str:
    """A player, and the character whom they play here once that is known."""
    sheet = view["state"][f"sheet/{seat}"]
    called = {"thief": sheet["thief"], "agent": f"Agent {sheet['agent']}"}.get(persona, "")
    character = sheet["full_name"] or called
    return f"{view['names'][seat]} as {character}" if character else str(view["names"][seat])


def _done(done: bool) -> str:
    return ", worked in" if done else ""


def dice_text(view: View, seat: str) -> str:
    """One pool: what it is, where its dice came from, and what it rolled."""
    scene = view["state"]["scene"]
    sources = ", ".join(source_text(view, source) for source in scene["sources"].get(seat, ()))
    text = f"{view['names'][seat]}, {scene['aptitudes'][seat]}: {Pool(*scene['pools'][seat])} ({sources})"
    if seat in scene["rolls"]:
        faces = ", ".join(str(face) for face in sorted(scene["rolls"][seat], reverse=True))
        return f"{text}, rolled {faces}."
    return f"{text}, locked." if seat in scene["locked"] else f"{text}."


def source_text(view: View, source: dict[str, Any]) -> str:
    by = f" from {view['names'][source['by']]}" if source["by"] and source["what"] == "contribution" else ""
    return f"{source['dice']} by {source['what']}{by}" if not by else f"{source['dice']}{by}"


def sheet_text(view: View, seat: str) -> str:
    """One player's sheet."""
    sheet = view["state"][f"sheet/{seat}"]
    lines = [heading(view, seat, sheet)]
    if sheet["ratings"]:
        lines += [
            area_text(view, seat, area, label) for area, label in AREAS if area in sheet["ratings"] or area == "overlap"
        ]
    hand = sheet["keys"] or sheet.get("keys_hidden", ())
    if hand:
        lines.append("Keys in hand: " + "; ".join(key_text(card) for card in hand) + ".")
    elif sheet["keys_held"]:
        lines.append(f"{_count(sheet['keys_held'], 'key card')} in hand.")
    lines += [text for text in (allegiance_text(sheet), piles_text(sheet), end_text(sheet)) if text]
    return "\n".join(line for line in lines if line)


def heading(view: View, seat: str, sheet: dict[str, Any]) -> str:
    card = sheet["full_name"] or (f"{sheet['thief']} / {sheet['agent']}" if sheet["thief"] else "not named yet")
    return f"{view['names'][seat]}: {card}{'' if sheet['alive'] else ', dead'}"


def area_text(view: View, seat: str, area: str, label: str) -> str:
    """One side of a sheet: ratings and memories by aptitude."""
    ratings = view["state"][f"sheet/{seat}"]["ratings"].get(area, {})
    sections = []
    for aptitude in APTITUDES:
        memories = [
            memory_text(noun)
            for key, noun in view["state"].items()
            if key.startswith(f"memory/{seat}/") and noun["side"] == area and noun["aptitude"] == aptitude
        ]
        if memories or aptitude in ratings:
            rating = f" {ratings[aptitude]}" if aptitude in ratings else ""
            sections.append(f"{aptitude}{rating}: {', '.join(memories) or 'no memory'}")
    return f"  {label}. " + ". ".join(sections) + "." if sections else ""


def memory_text(memory: dict[str, Any]) -> str:
    """Its words, and whether it is used, bled or struck."""
    marks = [mark for mark, field in (("used", "box"), ("bled", "circle"), ("struck", "struck")) if memory[field]]
    return f"{memory['text']} ({', '.join(marks)})" if marks else str(memory["text"])


def allegiance_text(sheet: dict[str, Any]) -> str:
    hand = sheet["allegiance"]
    parts = []
    if hand["up"]:
        parts.append("face up " + ", ".join(hand["up"]))
    if hand.get("faces"):
        parts.append("face down, only you know: " + ", ".join(hand["faces"]))
    elif hand["down"]:
        parts.append(f"{hand['down']} face down")
    own = f" {sheet['dominant']}" if hand.get("faces") else ""
    return f"  Allegiance: {'; '.join(parts)}.{own}" if parts else ""


def piles_text(sheet: dict[str, Any]) -> str:
    piles = sheet["piles"]
    coins = f" {_count(sheet['coins'], 'coin')} to bet." if sheet["coins"] else ""
    if any(piles.values()) or coins:
        return f"  Coins on the sheet: thief {piles['thief']}, agent {piles['agent']}.{coins}"
    return ""


def end_text(sheet: dict[str, Any]) -> str:
    if sheet["final"]:
        return f"  True allegiance {sheet['true']}, preferred {sheet['preferred']}, final {sheet['final']}."
    return f"  True allegiance {sheet['true']}, preferred {sheet['preferred']}." if sheet["true"] else ""


def _count(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
