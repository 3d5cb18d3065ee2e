"""A view of the table in plain words, for a terminal and for a screen reader. (Ledger 9)

It says what the board draws, each thing once, and leaves out what is empty. It reads the projected view and what
everyone may know from the start: the plan of the Palace and the charts of the guide.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from mneme.engine.wording import sentence
from mneme.games.know_thyself import words
from mneme.games.know_thyself.cards import FAILURE, SUIT_NAMES, SUITS, card_name
from mneme.games.know_thyself.content import PLAN, ROOMS, SKETCHES, adjacent
from mneme.games.know_thyself.guide import guide
from mneme.games.know_thyself.nouns import MEMORIES_IN_ALL, MEMORIES_ON_ONE
from mneme.games.know_thyself.words import coins, listed

View = dict[str, Any]
WALKING = ("explore", "wager")  # while guests go about the Palace
AWAKE = ("opening", *WALKING, "endgame", "over")


def describe(view: View) -> str:
    """The evening, the open Wager, the Palace, the guests, and for the Master the desk and the house."""
    state = view["state"]
    if not state["course"]["master"]:
        return "Nobody is the Master yet."
    guests = [seat for seat in view["names"] if f"guest/{seat}" in state]
    parts = [evening_text(view), wager_text(view), palace_text(view), *(guest_text(view, seat) for seat in guests)]
    parts += [pool_text(view), desk_text(view), house_text(view)]
    return "\n\n".join(part for part in parts if part)


def names_of(view: View, seats: Iterable[str]) -> list[str]:
    return [view["names"][seat] for seat in seats]


# -- the evening


def evening_text(view: View) -> str:
    """Who is the Master, where the Coins are, how far it is to the end, and what is going on."""
    lines = [f"{view['names'][view['state']['course']['master']]} is the Master of the Palace."]
    return "\n".join([*lines, *coin_lines(view), *going_lines(view)])


def coin_lines(view: View) -> list[str]:
    """The piles that are no guest's, the Coins until the end, and who would win. (KT-COIN-05, ledger 9.5)"""
    course, piles = view["state"]["course"], view["state"]["coins"]
    if not piles["total"]:
        return []
    masters = masters_coins(view)
    also = staked_text(masters - piles["master"])
    lines = [f"The Master has {coins(masters)}{also}, the Bank {piles['bank']}. There are {piles['total']} in all."]
    if course["phase"] in ("opening", *WALKING):
        lines.append(end_text(view))
    if course["guests"] and course["phase"] in (*WALKING, "endgame", "over"):
        lines.append(standing_text(view))
    return lines


def staked_text(count: int) -> str:
    return f" ({count} staked)" if count else ""


def masters_coins(view: View) -> int:
    """The Master's Coins, staked ones too. (KT-COIN-02)"""
    staked = view["state"].get("wager", {}).get("master_side", {})
    return int(view["state"]["coins"]["master"] + sum(staked.values()))


def owned(view: View, seat: str) -> int:
    """A player's Coins, staked ones too. (KT-COIN-02)"""
    return int(view["state"][f"guest/{seat}"]["coins"]) + own_stake(view, seat)


def own_stake(view: View, seat: str) -> int:
    return int(view["state"].get("wager", {}).get("player_side", {}).get(seat, 0))


def end_text(view: View) -> str:
    """How many Coins are left until the end is called. (KT-END-02)"""
    left = view["state"]["coins"]["to_the_end"]
    if not left:
        return "The Master has few enough Coins for the end to come."
    return f"The end comes when {left} more {'Coin is' if left == 1 else 'Coins are'} won from the Master."


def standing_text(view: View) -> str:
    """Who would win if it ended now; after the end, who won. (KT-END-10, KT-AMB-06)"""
    over, piles = view["state"]["course"]["phase"] == "over", view["state"]["coins"]
    who = listed(names_of(view, piles["winning"])) if piles["winning"] else "nobody"
    told = f"In the end {who} won." if over else f"If it ended now, {who} would win."
    return f"{told} {words.to_beat(piles['to_beat'])}"


def going_lines(view: View) -> list[str]:
    """What has called the end, the question asked, who needs help, who is about to move, who waits and sees."""
    course = view["state"]["course"]
    lines = [words.TRIGGERS[trigger] for trigger in course["triggers"]]
    if course["phase"] == "endgame" and course["question"]:
        number = course["question"]
        lines.append(f"Question {number} of {len(words.QUESTIONS)}: {words.QUESTIONS[number - 1]}")
    if course["receiver"]:
        lines.append(f"{view['names'][course['receiver']]} has no Coins. The others may help.")
    if course["going"]:
        lines.append(f"Going to the {room_text(view, course['going'])}: {listed(names_of(view, course['coming']))}.")
    if course["waiting"]:
        verb = "waits and sees" if len(course["waiting"]) == 1 else "wait and see"
        lines.append(f"{listed(names_of(view, course['waiting']))} {verb}.")
    return lines


# -- the Palace


def palace_text(view: View) -> str:
    """Where one stands with its ways out, the other rooms with a True Name, and those nobody has entered."""
    if view["state"]["course"]["phase"] not in AWAKE:
        return ""
    here = standing_in(view)
    known = [room for room in ROOMS if room in view["state"]["palace"]["true_names"] and room not in here]
    fog = [ROOMS[room].name for room in ROOMS if room not in here and room not in known]
    lines = []
    if here:
        lines.append("Where you are:" if stands(view) else "Where the guests are:")
        lines += [line for room in here for line in (*room_lines(view, room), *way_lines(room))]
    if known:
        lines.append("Other rooms you know:")
        lines += [line for room in known for line in (*room_lines(view, room), *neighbour_lines(room))]
    if fog:
        lines.append(f"Nobody has been in {len(fog)} of {len(ROOMS)} rooms: {', '.join(fog)}.")
    return "\n".join(lines)


def stands(view: View) -> bool:
    """Whether the one who looks has a guest in the Palace."""
    return view["seat"] in view["state"]["course"]["guests"]


def standing_in(view: View) -> list[str]:
    """One's own room; for the Master and those who look on, every room with a guest in it."""
    seats = [view["seat"]] if stands(view) else view["state"]["course"]["guests"]
    return list(dict.fromkeys(view["state"][f"guest/{seat}"]["room"] for seat in seats))


def room_lines(view: View, room: str) -> list[str]:
    """A room's names and the two cards of its True Name, who is there, and what it does. (KT-NAME-01)"""
    palace = view["state"]["palace"]
    name, effect = palace["true_names"].get(room), SKETCHES[room].reminder if room in palace["effects"] else ""
    cards = f" ({card_name(name['red'])}, {card_name(name['black'])})" if name else ""
    kind = "".join(f", {part}" for part in lie_of(room))
    return [f"  {room_text(view, room)}{cards}{kind}.{_here(view, room)}", *([f"    {effect}"] if effect else [])]


FLOORS = {"ground": "", "upper": "upstairs", "below": "below the house"}


def lie_of(room: str) -> list[str]:
    """The floor where it is not the ground floor, and whether there is sky above."""
    place = ROOMS[room]
    return [part for part in (FLOORS[place.floor], "outdoors" if place.outdoors else "") if part]


def way_lines(room: str) -> list[str]:
    """The ways out, each with its kind, and the doors that never open. (KT-MOVE-03)"""
    ways = [f"{ROOMS[other].name} ({', '.join((way_kind(room, other), *lie_of(other)))})" for other in adjacent(room)]
    sealed = [ROOMS[other].name for door in PLAN.sealed if room in door.rooms for other in door.rooms if other != room]
    lines = [f"    Ways out: {', '.join(ways)}."] if ways else []
    return [*lines, *([f"    Sealed doors: {', '.join(sealed)}."] if sealed else [])]


def neighbour_lines(room: str) -> list[str]:
    """Where the ways lead from a room that one is not in."""
    ways = [ROOMS[other].name for other in adjacent(room)]
    return [f"    Ways to: {', '.join(ways)}."] if ways else []


def way_kind(room: str, other: str) -> str:
    return next(way.kind for way in PLAN.pathways if {room, other} == set(way.rooms))


def room_text(view: View, room: str) -> str:
    name = view["state"]["palace"]["true_names"].get(room)
    return f"{ROOMS[room].name} of {name['adjective']} {name['noun']}" if name else ROOMS[room].name


def _here(view: View, room: str) -> str:
    state = view["state"]
    here = names_of(view, (seat for seat in state["course"]["guests"] if state[f"guest/{seat}"]["room"] == room))
    return f" Here: {listed(here)}." if here else ""


# -- the Wager


def wager_text(view: View) -> str:
    """What stands in the way, how far it has come, and every guest's part of it."""
    wager = view["state"].get("wager")
    if wager is None:
        return ""
    place = f"{ROOMS[wager['room']].where} the {room_text(view, wager['room'])}"
    lines = [f"A Wager {place}, against {words.inside(wager['opponent'])}.", step_text(wager)]
    if wager["counter"]:
        lines.append(f"Against them: {wager['counter']}")
    if wager["stake"]:
        lines.append(f"The stake for each guest: {coins(wager['stake'])}.")
    if wager["master_card"]:
        lines.append(f"The Master's card: {card_name(wager['master_card'])}.")
    if wager["choice"]:
        lines.append(words.choice_made(wager["choice"], names_of(view, tellers(view))))
    seats = dict.fromkeys((*wager["participants"], *wager["out"]))
    return "\n".join([*lines, *(line for seat in seats for line in participant_lines(view, seat))])


def step_text(wager: dict[str, Any]) -> str:
    """How far the Wager has come, and the cards that are left."""
    steps, step = guide().pieces["steps"], wager["step"]
    return f"Step {step} of {len(steps)}: {sentence(steps[str(step)])} Cards in the deck: {wager['deck']}."


def tellers(view: View) -> list[str]:
    """The players who tell their own part: whoever is leaving for good leaves it to the Master. (KT-AMB-25)"""
    state = view["state"]
    return [seat for seat in state["wager"]["accepted"] if not state[f"guest/{seat}"]["leaving"]]


def participant_lines(view: View, seat: str) -> list[str]:
    """One guest's want, and beneath it Coins, Edges, cards and what comes of them."""
    wager = view["state"]["wager"]
    want = wager["wants"].get(seat)
    head = f"  {view['names'][seat]}: {sentence(want) if want else 'has not said yet what to want.'}"
    if seat in wager["out"]:
        return [f"{head} {OUT[wager['out'][seat]]}"]
    parts = (issue_text, sides_text, edges_text, cards_text, ladder_text, result_text, odds_text, due_text, paid_text)
    return [head, *(f"    {text}" for part in parts if (text := part(view, seat)))]


OUT = {"no_conflict": "Nobody minds; it simply happens.", "backed_down": "Backed down."}
ISSUES = {
    "climb_down": "It is about climbing down the cliff.",
    "climb_up": "It is about climbing back up.",
    "leave_things": "It is about leaving without the Attachments.",
}


def issue_text(view: View, seat: str) -> str:
    """What hangs on a win, where a rule does. (KT-WAGER-12)"""
    return ISSUES.get(view["state"]["wager"]["issue"].get(seat), "")


def sides_text(view: View, seat: str) -> str:
    """Both stakes, once the Master has laid one down."""
    wager = view["state"]["wager"]
    if seat not in wager["master_side"]:
        return ""
    own = wager["player_side"].get(seat, "nothing yet")
    return f"Staked: the Master {wager['master_side'][seat]}, {view['names'][seat]} {own}."


def edges_text(view: View, seat: str) -> str:
    """The Edges called for and against a guest; one that has been dropped since is gone. (KT-EDGE-02, -03, -08)"""
    wager, edges = view["state"]["wager"], view["state"][f"guest/{seat}"]["edges"]
    sides = (("for", wager["helped"].get(seat)), ("against", wager["hindered"].get(seat)))
    called = [f"Called {side} {view['names'][seat]}: “{edges[edge]}”." for side, edge in sides if edge in edges]
    if seat in wager["refused"] and wager["hindered"][seat] in edges:
        called.append("There was no Coin for that, so it does not count.")
    return " ".join(called)


def cards_text(view: View, seat: str) -> str:
    """Every card in order: the last is held, and some came by invoking."""
    wager = view["state"]["wager"]
    drawn = [card_name(card) for card in wager["drawn"].get(seat, ())]
    cards = [*drawn, *(f"{card_name(card)} by invoking" for card in wager["invoked"].get(seat, ()))]
    if not cards:
        return ""
    out = f" Discarded: {', '.join(cards[:-1])}." if cards[:-1] else ""
    return f"Holds: {cards[-1]}.{out}"


RESULTS = {**words.SUCCESSES, FAILURE: "a failure"}
INVOKED = 8  # the step from which on nobody invokes any more


def ladder_text(view: View, seat: str) -> str:
    """Before the Master's card is turned: what each degree would bring, and which it would be. (KT-CARD-04)"""
    wager = view["state"]["wager"]
    if seat in wager["result"] or seat not in wager["brings"]:
        return ""
    full, partial, minor, failure = (wager["brings"][seat][result] for result in RESULTS)
    brings = f"A Full success brings {coins(full)}, a Partial one {partial}, a Minor one {minor}"
    held = f" With this card a win is {RESULTS[wager['degree'][seat]]}." if seat in wager["degree"] else ""
    return f"{brings}; losing costs {-failure}.{held}"


def result_text(view: View, seat: str) -> str:
    """The result, and until it is paid what it brings or costs. (KT-PAY-01, -02)"""
    wager = view["state"]["wager"]
    result = wager["result"].get(seat)
    if result is None:
        return ""
    if seat in wager["paid"]:
        return f"Result: {RESULTS[result]}."
    change = wager["brings"][seat][result]
    if result == FAILURE:
        return f"Now: {RESULTS[result] if wager['step'] >= INVOKED else 'losing'}, which costs {coins(-change)}."
    return f"Now: {RESULTS[result]}, which brings {coins(change)}."


ODDS = {
    "keep": "Odds to win with this card: {chance} in 100.",
    "another": "With one more: {chance} in 100.",
    "turn": "Odds that the next card wins: {chance} in 100.",
}


def odds_text(view: View, seat: str) -> str:
    """The odds, where the table shows them and this guest decides. (Ledger 9.1)"""
    odds = view["state"]["wager"]["odds"].get(seat, {})
    return " ".join(ODDS[name].replace("{chance}", str(chance)) for name, chance in odds.items())


def due_text(view: View, seat: str) -> str:
    """The Memory to come; once it is told it stands on the sheet. (KT-MEM-02, -03)"""
    wager = view["state"]["wager"]
    due = wager["due"].get(seat)
    if due is None:
        return ""
    thing = view["state"][f"guest/{seat}"]["attachments"][due["suit"]]
    told = "Remembered" if seat in wager["memory_of"] else "To be remembered"
    return f"{told}: {due['type']}, on “{thing}”."


def paid_text(view: View, seat: str) -> str:
    """What the Wager has brought or cost. (KT-PAY-01, -02)"""
    wager = view["state"]["wager"]
    return words.paid(view["names"][seat], wager["paid"][seat]) if seat in wager["paid"] else ""


# -- the guests


def guest_text(view: View, seat: str) -> str:
    """One guest's sheet."""
    guest = view["state"][f"guest/{seat}"]
    lines = [heading(view, seat, guest)]
    if guest["appearance"]:
        lines.append(f"  In the mirror: {guest['appearance']}")
    if guest.get("change"):
        lines.append(f"  The Master asks: {guest['change']}")
    lines += attachment_lines(view, seat, guest)
    if guest["edges"]:
        lines.append(f"  Edges: {'; '.join(guest['edges'].values())}.")
    lines += [f"  {label}: {guest[field]}" for field, label in ENDINGS if guest[field]]
    return "\n".join([*lines, *last_wager_lines(guest)])


ENDINGS = (("why", "Why here"), ("wager", "The wager"), ("epilogue", "In the end"))


def heading(view: View, seat: str, guest: dict[str, Any]) -> str:
    """Whose it is; Coins and Memories; the room, and whether the guest may leave it."""
    name = f"{view['names'][seat]}, {guest['name']}" if guest["name"] else view["names"][seat]
    if guest["retired"]:
        return f"{name}: has left the Palace."
    if not view["state"]["coins"]["total"] or seat not in view["state"]["course"]["guests"]:
        return f"{name}: {waking_text(guest)}."
    purse = f"{coins(owned(view, seat))}{staked_text(own_stake(view, seat))}"
    return f"{name}: {purse}, {memories_text(view, seat)}.{leave_text(view, seat, guest)}"


def waking_text(guest: dict[str, Any]) -> str:
    """How far a guest has come who is still being made. (KT-CHAR-05)"""
    if guest["award"]:
        return f"starts with {coins(guest['award'])}"
    return f"is offered {coins(guest['figure'])}" if guest["figure"] else "is not awake yet"


def memories_text(view: View, seat: str) -> str:
    """How near the Memories are to the end. (KT-END-03, ledger 9.5)"""
    suits = [memory["suit"] for memory in memories_of(view, seat)]
    if not suits:
        return "no Memories yet"
    most = max(suits.count(suit) for suit in SUITS)
    return f"{len(suits)} of {MEMORIES_IN_ALL} Memories ({most} of {MEMORIES_ON_ONE} on one Attachment)"


def memories_of(view: View, seat: str) -> list[dict[str, Any]]:
    return [noun for key, noun in view["state"].items() if key.startswith(f"memory/{seat}/")]


EXITS = {
    "free": "{name}, {place}, is free to leave.",
    "toll": "{name}, {place}, can leave after a Wager, or for a toll.",
    "stuck": "{name}, {place}, can leave only after a Wager.",
    "foot": "{name} is at the foot of the cliff and leaves it only by winning the climb.",
    "gate": "{name}, {place}, has yet to gather the four things before leaving.",
}


def leave_text(view: View, seat: str, guest: dict[str, Any]) -> str:
    """Whether the guest may leave the room. (KT-MOVE-02, -06..08, ledger 9.4)"""
    if view["state"]["course"]["phase"] not in WALKING:
        return ""
    room = ROOMS[guest["room"]]
    told = EXITS[guest["exit"]].replace("{name}", view["names"][seat])
    return " " + told.replace("{place}", f"{room.where} the {room.name}")


def attachment_lines(view: View, seat: str, guest: dict[str, Any]) -> list[str]:
    """The Attachments with their Memories; before that a draft, or the cards that were dealt. (KT-CHAR-08, -21)"""
    boxes, draft = guest["attachments"], guest.get("draft", {})
    if not boxes and not draft:
        return [f"  Dealt: {'; '.join(guest['dealt'])}."] if guest["dealt"] else []
    lines = [line for suit in SUITS if suit in (boxes or draft) for line in box_lines(view, seat, suit, boxes or draft)]
    if boxes:
        return lines
    return [f"  Only {view['names'][seat]} and the Master read these until the Coins are fixed:", *lines]


def box_lines(view: View, seat: str, suit: str, boxes: dict[str, str]) -> list[str]:
    """An Attachment and its Memories, ticked or free."""
    kept = [memory_text(memory) for memory in memories_of(view, seat) if memory["suit"] == suit]
    return [f"  {SUIT_NAMES[suit]}: {boxes[suit]}", *(f"    {memory}" for memory in kept)]


def memory_text(memory: dict[str, Any]) -> str:
    ticked = " (invoked)" if memory["invoked"] else ""
    added = f" {memory['added']}" if memory["added"] else ""
    return f"{memory['type']}, {memory['true_name']}: {memory['text']}{added}{ticked}"


def last_wager_lines(guest: dict[str, Any]) -> list[str]:
    """What was staked on the last card, and the two cards; before that, what would be enough. (KT-END-12)"""
    if guest["enough"]:
        return [f"  A stake of {guest['enough']} on one last card would be enough to win."]
    if not guest["last_cards"]:
        return []
    own, masters = (card_name(card) for card in guest["last_cards"])
    return [f"  The last wager, {coins(guest['last_wager'])}: {own} against the Master's {masters}."]


def pool_text(view: View) -> str:
    """The pile of the Hardcore variants. (KT-CHAR-20)"""
    pile = view["state"]["pool"]["pile"]
    return f"Attachment cards left in the pile: {pile}." if pile else ""


# -- the Master's side of the screen


def desk_text(view: View) -> str:
    """What only the Master reads: the rooms where guests are, and the notes. (KT-NPC-01, -02)"""
    desk = view["state"].get("desk", {})
    if not desk.get("rooms"):
        return ""
    lines = ["Your desk, for your eyes only:"]
    for room, card in desk["rooms"].items():
        lines += card_lines(f"{ROOMS[room].name}. {card['look']}", card)
        lines += [f"    Perhaps {npc_text(view, npc)}" for npc in card["npcs"]]
    lines += card_lines("Anywhere.", view["state"]["house"]["anywhere"])
    return "\n".join([*lines, *(f"  Note: {note}" for note in desk["notes"])])


def card_lines(title: str, card: dict[str, Any]) -> list[str]:
    conflicts = [f"    Conflict: {text}" for text in card["conflicts"]]
    return [f"  {title}", *conflicts, *(f"    Hook: {text}" for text in card["hooks"])]


def house_text(view: View) -> str:
    """Everybody of the house who is not on the desk already, for the Master alone. (KT-NPC-01..04)"""
    rooms = view["state"].get("desk", {}).get("rooms")
    if not rooms:
        return ""
    shown = {npc for card in rooms.values() for npc in card["npcs"]}
    others = [npc for npc in view["state"]["house"]["people"] if npc not in shown]
    return "\n".join(["Others of the house:", *(f"  {npc_text(view, npc)}" for npc in others)])


def npc_text(view: View, npc: str) -> str:
    """Somebody of the house, and how they talk."""
    renamed, person = view["state"]["desk"]["renamed"].get(npc), view["state"]["house"]["people"][npc]
    called = f"{renamed} (for {npc})" if renamed else npc
    return f"{called}, the {person['epithet']}: " + " ".join(f"“{line}”" for line in person["lines"])
