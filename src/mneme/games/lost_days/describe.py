"""A Lost Days view in plain words: terminal, screen reader and transcript read this."""

from __future__ import annotations

from typing import Any

View = dict[str, Any]
STATUS = {"sane": "", "doomed": ", past the line", "out": ", out of the story", "left": ", gone"}


def describe(view: View) -> str:
    """Everything that lies on the table, as this seat sees it."""
    parts = [court_text(view), round_text(view), conflict_text(view)]
    parts += [elf_text(view, key) for key in view["state"] if key.startswith("elf/")]
    parts += [pile_text(view, place, title) for place, title in PILES]
    parts.append(trades_text(view))
    return "\n\n".join(part for part in parts if part)


PILES = (("pool", "In the middle"), ("aside", "Set aside"), ("market", "The Market of Memories"))


def court_text(view: View) -> str:
    """Who reigns, which story runs, whose scene it is."""
    course = view["state"]["course"]
    lines = []
    if course["king"]:
        lines.append(f"{called(view, course['king'])} is king.")
    elif course["caretaker"]:
        lines.append(f"The throne is empty. {view['names'][course['caretaker']]} keeps the story going.")
    if course["story"]:
        lines.append(f"The story: {course['story']}")
    if course["order"]:
        waiting = course["order"][len(course["framed"]) :]
        to_come = ", ".join(view["names"][seat] for seat in waiting) or "the story scene"
        lines.append(f"Scenes still to come in this cycle: {to_come}.")
    stack = [noun for key, noun in view["state"].items() if key.startswith("scene/")]
    lines += [f"Scene ({scene['kind']}): {view['names'][scene['framer']]}." for scene in stack]
    return "\n".join(lines)


def called(view: View, seat: str) -> str:
    return str(view["state"][f"elf/{seat}"]["name"] or view["names"][seat])


def round_text(view: View) -> str:
    """The auction: what is up, who bids how much."""
    here = view["state"].get("round")
    if here is None:
        return ""
    lines = [f"Round {here['number']} of 4."]
    if here["selector"]:
        lines.append(f"{view['names'][here['selector']]} picks.")
    if here["winners"]:
        lines.append("Won already: " + ", ".join(view["names"][seat] for seat in here["winners"]) + ".")
    if here["card"]:
        lines.append(f"For auction: {view['state'][here['card']]['text']}")
    if here["bids"]:
        lines.append("Bids: " + ", ".join(f"{view['names'][seat]} {bid}" for seat, bid in here["bids"].items()) + ".")
    if here["top"]:
        lines.append(f"{view['names'][here['top']]} has raised to {here['high']}.")
    return " ".join(lines)


def conflict_text(view: View) -> str:
    """Sides, stake, dice, who leads."""
    here = view["state"].get("conflict")
    if here is None:
        return ""
    second = called(view, here["second"]) if here["second"] else ""
    names = {"first": called(view, here["first"]), "second": second or "The opposition"}
    opponent = second or f"the opposition ({view['names'][here['runner']]})"
    lines = [f"Conflict: {names['first']} against {opponent}."]
    lines += [here[part] for part in ("scope", "wants") if here[part]]
    if here["stake"]:
        lines.append(f"At stake: {memory_text(view['state'][here['stake']])}")
    for side, name in names.items():
        lines += [f"{name} draws on: {view['state'][key]['text']}" for key in here["in_use"][side]]
    if not here["dice"]:
        lines += [f"Dice so far: {here['pools']['first']} against {here['pools']['second']}."]
    for side, faces in here["dice"].items():
        shown = ", ".join(str(face) for face in sorted(faces, reverse=True)) or "no dice"
        lines.append(f"{names[side]} shows {shown}.")
    if here["dice"]:
        leads = names.get(here["leader"])
        lines.append(f"{leads} leads by {here['margin']}." if leads else "It is level.")
    return "\n".join(lines)


def elf_text(view: View, key: str) -> str:
    """A character card, the purse beside it, and what the elf remembers."""
    elf = view["state"][key]
    lines = [elf_head(view, elf)]
    lines += [f"  {memory_text(noun)}" for noun in owned_by(view, elf["owner"])]
    lines += [f"  Note: {note}" for note in elf["notes"]]
    return "\n".join(lines)


def elf_head(view: View, elf: dict[str, Any]) -> str:
    """Whose it is, and the three numbers that matter."""
    seat = elf["owner"]
    worth = sum(noun["coins"] for noun in owned_by(view, seat))
    head = f"{view['names'][seat]}: {elf['name'] or 'not named yet'}{STATUS[elf['status']]}."
    return f"{head} Purse {elf['purse']}. On memories {worth}. On the card {elf['madness']}."


def owned_by(view: View, seat: str) -> list[dict[str, Any]]:
    return [noun for noun in memories(view) if noun["holder"] == seat]


def memories(view: View) -> list[dict[str, Any]]:
    return [noun for key, noun in view["state"].items() if key.startswith("memory/")]


def pile_text(view: View, place: str, title: str) -> str:
    lying = [noun for noun in memories(view) if noun["place"] == place]
    return "\n".join([f"{title}:", *(f"  {memory_text(noun)}" for noun in lying)]) if lying else ""


def memory_text(memory: dict[str, Any]) -> str:
    """Its words, its coins, its marks."""
    parts = ["1 coin" if memory["coins"] == 1 else f"{memory['coins']} coins"]
    parts += ["tainted"] if memory["tainted"] else []
    parts += ["Memory of Kingship"] if memory["kingship"] in ("candidate", "true") else []
    return f"{memory['text']} ({', '.join(parts)})"


def life_story(view: View, key: str) -> str:
    """What became of a memory, from its writing until now."""
    card = view["state"][key]
    return "\n".join([memory_text(card), *(f"  {moment['text']}" for moment in card["life"])])


def sheet_text(view: View, seat: str) -> str:
    """A character card with the life of every memory on it; on your own sheet also of those in the market."""
    state = view["state"]
    held = [key for key in state if key.startswith("memory/") and state[key]["holder"] == seat]
    market = [key for key in state if key.startswith("memory/") and state[key]["place"] == "market"]
    parts = [elf_head(view, state[f"elf/{seat}"]), *(life_story(view, key) for key in held)]
    if market and seat == view["seat"]:
        parts += ["The Market of Memories:", *(life_story(view, key) for key in market)]
    return "\n\n".join(parts)


def trades_text(view: View) -> str:
    """The offers this seat has made or been made."""
    lines = []
    for key, trade in view["state"].items():
        if key.startswith("trade/"):
            give = [view["state"][card]["text"] for card in trade["give"]] + [f"{trade['give_coins']} coins"]
            take = [view["state"][card]["text"] for card in trade["take"]] + [f"{trade['take_coins']} coins"]
            sides = f"{called(view, trade['proposer'])} offers {called(view, trade['partner'])}"
            lines.append(f"{sides} {'; '.join(give)} for {'; '.join(take)}.")
    return "\n".join(lines)
