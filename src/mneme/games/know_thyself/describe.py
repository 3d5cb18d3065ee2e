"""A view of the table in plain words, for a terminal and for a screen reader. (Ledger 9)"""

from __future__ import annotations

from typing import Any

from mneme.games.know_thyself.cards import SUIT_NAMES, SUITS, card_name
from mneme.games.know_thyself.content import ROOMS, adjacent
from mneme.games.know_thyself.nouns import ENDGAME_PER_GUEST
from mneme.games.know_thyself.words import sentence

View = dict[str, Any]
DEGREE_NAMES = {
    "full": "a Full success",
    "partial": "a Partial success",
    "minor": "a Minor success",
    "failure": "losing",
}
MOST_SHOWN_NOTES = 12


def describe(view: View) -> str:
    """Coins, the open Wager, the Palace, the guests, and for the Master the desk."""
    state = view["state"]
    if not state["course"]["master"]:
        return "Nobody is the Master yet."
    guests = [seat for seat in view["names"] if f"guest/{seat}" in state]
    parts = [coins_text(view), wager_text(view), palace_text(view), *(guest_text(view, seat) for seat in guests)]
    parts.append(desk_text(view))
    return "\n\n".join(part for part in parts if part)


def coins_text(view: View) -> str:
    """All piles, and how far it is to the end. (KT-COIN-05, ledger 9.5)"""
    state = view["state"]
    course, coins = state["course"], state["coins"]
    lines = [f"{view['names'][course['master']]} is the Master of the Palace."]
    if not coins["total"]:
        return lines[0]
    wager = state.get("wager", {})
    staked = sum(wager.get("master_side", {}).values())
    masters = coins["master"] + staked
    also = f" ({staked} staked)" if staked else ""
    lines.append(f"The Master has {_count(masters, 'Coin')}{also}, the Bank {_count(coins['bank'], 'Coin')}.")
    least = ENDGAME_PER_GUEST * len(course["guests"])
    if course["phase"] in {"explore", "wager", "opening"}:
        lines.append(f"The end comes when the Master has fewer than {least}.")
    return "\n".join(lines)


def palace_text(view: View) -> str:
    """The rooms with a True Name, who is where, and where the ways lead."""
    state = view["state"]
    names = state["palace"]["true_names"]
    if not names:
        return ""
    lines = ["Rooms you know:"]
    for room in ROOMS:
        if room in names:
            lines.append(f"  {room_text(view, room)}.{_ways(view, room)}{_here(view, room)}")
            if room in state["palace"]["effects"]:
                lines.append(f"    {state['palace']['effects'][room]}")
    return "\n".join(lines)


def room_text(view: View, room: str) -> str:
    name = view["state"]["palace"]["true_names"].get(room)
    return f"{ROOMS[room].name} of {name['adjective']} {name['noun']}" if name else ROOMS[room].name


def place_text(view: View, room: str) -> str:
    return f"{ROOMS[room].where} the {room_text(view, room)}"


def _ways(view: View, room: str) -> str:
    ways = ", ".join(ROOMS[other].name for other in adjacent(room))
    return f" Ways to: {ways}." if ways else ""


def _here(view: View, room: str) -> str:
    state = view["state"]
    here = [view["names"][seat] for seat in state["course"]["guests"] if state[f"guest/{seat}"]["room"] == room]
    return f" Here: {', '.join(here)}." if here else ""


def wager_text(view: View) -> str:
    """Both sides of the Wager, cards and results."""
    wager = view["state"].get("wager")
    if wager is None:
        return ""
    lines = [f"A Wager {place_text(view, wager['room'])}, against {wager['opponent']}."]
    lines += [participant_text(view, seat) for seat in wager["participants"]]
    if wager["counter"]:
        lines.append(f"Against them: {wager['counter']}")
    if wager["master_card"]:
        lines.append(f"The Master's card: {card_name(wager['master_card'])}.")
    return "\n".join(lines)


def participant_text(view: View, seat: str) -> str:
    wager = view["state"]["wager"]
    parts = [f"{view['names'][seat]}: {sentence(wager['wants'].get(seat, 'has not said yet'))}"]
    if seat in wager["master_side"]:
        own = wager["player_side"].get(seat, 0)
        parts.append(f"Staked: the Master {wager['master_side'][seat]}, {view['names'][seat]} {own}.")
    cards = [*wager["drawn"].get(seat, ()), *wager["invoked"].get(seat, ())]
    if cards:
        parts.append("Cards: " + ", ".join(card_name(card) for card in cards) + ".")
    if seat in wager["result"]:
        parts.append(f"Now: {DEGREE_NAMES[wager['result'][seat]]}.")
    return "  " + " ".join(parts)


def guest_text(view: View, seat: str) -> str:
    """One guest's sheet."""
    guest = view["state"][f"guest/{seat}"]
    lines = [heading(view, seat, guest)]
    if guest["appearance"]:
        lines.append(f"  In the mirror: {guest['appearance']}")
    boxes = guest["attachments"] or guest.get("draft", {})
    lines += [box_text(view, seat, suit, boxes[suit]) for suit in SUITS if suit in boxes]
    if guest["edges"]:
        lines.append("  Edges: " + "; ".join(guest["edges"].values()) + ".")
    lines += [f"  {label}: {guest[field]}" for field, label in ENDINGS if guest[field]]
    return "\n".join(lines)


ENDINGS = (("why", "Why here"), ("wager", "The wager"), ("epilogue", "In the end"))


def heading(view: View, seat: str, guest: dict[str, Any]) -> str:
    name = f", {guest['name']}" if guest["name"] else ""
    if guest["retired"]:
        return f"{view['names'][seat]}{name}: has left the Palace."
    count = memory_count(view, seat)
    where = f"{place_text(view, guest['room'])}{_leave(view, guest)}"
    start = guest["coins"] if view["state"]["coins"]["total"] else guest["award"]
    staked = view["state"].get("wager", {}).get("player_side", {}).get(seat, 0)
    also = f" ({staked} staked)" if staked else ""
    return (
        f"{view['names'][seat]}{name}: {_count(start + staked, 'Coin')}{also}, {_count(count, 'Memory')}"
        f"{_most_on_one(view, seat)}, {where}."
    )


EXITS = {"free": ", free to leave", "foot": ", at the foot of the cliff"}


def _leave(view: View, guest: dict[str, Any]) -> str:
    """Whether the guest may leave the room. (KT-MOVE-06, ledger 9.4)"""
    exploring = view["state"]["course"]["phase"] in {"explore", "wager"}
    return EXITS.get(guest["exit"], ", not free to leave yet") if exploring else ""


def _most_on_one(view: View, seat: str) -> str:
    """How near the Memories are to the end. (KT-END-03, ledger 9.5)"""
    suits = [noun["suit"] for key, noun in view["state"].items() if key.startswith(f"memory/{seat}/")]
    return f" ({max(suits.count(suit) for suit in SUITS)} on one Attachment)" if suits else ""


def memory_count(view: View, seat: str) -> int:
    return sum(key.startswith(f"memory/{seat}/") for key in view["state"])


def box_text(view: View, seat: str, suit: str, thing: str) -> str:
    """An Attachment and its Memories, ticked or free."""
    memories = [
        memory_text(noun)
        for key, noun in view["state"].items()
        if key.startswith(f"memory/{seat}/") and noun["suit"] == suit
    ]
    return "\n".join([f"  {SUIT_NAMES[suit]}: {thing}", *(f"    {memory}" for memory in memories)])


def memory_text(memory: dict[str, Any]) -> str:
    ticked = " (invoked)" if memory["invoked"] else ""
    added = f" {memory['added']}" if memory["added"] else ""
    return f"{memory['type']}, {memory['true_name']}: {memory['text']}{added}{ticked}"


def desk_text(view: View) -> str:
    """What only the Master reads. (KT-NPC-01, -02)"""
    desk = view["state"].get("desk", {})
    if not desk.get("rooms"):
        return ""
    lines = ["Your desk, for your eyes only:"]
    for room, card in desk["rooms"].items():
        lines += card_lines(f"{ROOMS[room].name}. {card['look']}", card)
        lines += [f"    {npc_text(view, npc)}" for npc in card["npcs"]]
    lines += card_lines("Anywhere.", view["state"]["house"]["anywhere"])
    lines += [f"  Note: {note}" for note in desk["notes"][-MOST_SHOWN_NOTES:]]
    return "\n".join(lines)


def card_lines(title: str, card: dict[str, Any]) -> list[str]:
    conflicts = [f"    Conflict: {text}" for text in card["conflicts"]]
    return [f"  {title}", *conflicts, *(f"    Hook: {text}" for text in card["hooks"])]


def npc_text(view: View, npc: str) -> str:
    """Somebody who may be here, and how they talk."""
    renamed, person = view["state"]["desk"]["renamed"].get(npc), view["state"]["house"]["people"][npc]
    called = f"{renamed} (for {npc})" if renamed else npc
    return f"Perhaps {called}, the {person['epithet']}: “{person['lines'][0]}”"


def _count(count: int, noun: str) -> str:
    if count == 1:
        return f"1 {noun}"
    return f"{count} {'Memories' if noun == 'Memory' else noun + 's'}"
