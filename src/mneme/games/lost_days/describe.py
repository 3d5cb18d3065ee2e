"""A Lost Days view in plain words: terminal, screen reader and transcript read this.

It says all that a board shows, once, and nothing of what is empty. What a board writes under its pieces comes from the
guide, so that both use the same words.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from mneme.games.lost_days import words
from mneme.games.lost_days.dice import FIRST, SECOND
from mneme.games.lost_days.guide import guide
from mneme.games.lost_days.nouns import (
    ASIDE,
    CANDIDATE,
    CREATION_ROUNDS,
    DOOMED,
    LEFT,
    MARKET,
    OUT,
    POOL,
    PRETENDER,
    SANE,
    TRUE,
)
from mneme.games.lost_days.settling import GAIN, STRAIN

View = dict[str, Any]
Piece = dict[str, Any]
STATUS = {SANE: "", DOOMED: ", past the line", OUT: ", out of the story", LEFT: ", gone"}
KINGSHIP = {CANDIDATE: words.OF_KINGSHIP, TRUE: "the crown", PRETENDER: "a claim that came to nothing"}
PILES = {POOL: "In the middle", ASIDE: "Set aside for the market", MARKET: "The Market of Memories"}


def describe(view: View) -> str:
    """Everything that lies on the table, as this seat sees it."""
    parts = [court_text(view), scenes_text(view), conflict_text(view), round_text(view)]
    parts += [elf_text(view, elf) for elf in pieces(view, "elf/")]
    parts += [pile_text(view, place) for place in PILES]
    parts += [] if is_over(view) else [taint_text(view), trades_text(view)]
    parts.append(flows_text(view))
    return "\n\n".join(part for part in parts if part)


def sheet_text(view: View, seat: str) -> str:
    """A character card with all that the elf remembers; on your own sheet also what lies in the market."""
    parts = [elf_text(view, view["state"][f"elf/{seat}"])]
    if seat == view["seat"]:
        parts.append(pile_text(view, MARKET))
    return "\n\n".join(part for part in parts if part)


# -- looking things up


def is_over(view: View) -> bool:
    """Nothing can be done any more, so nothing is said of what could be."""
    return bool(view["state"]["course"]["phase"] == "ended")


def pieces(view: View, kind: str) -> list[Piece]:
    return [noun for key, noun in view["state"].items() if key.startswith(kind)]


def label(group: str, key: str) -> str:
    """What a board writes under a piece."""
    return str(guide().pieces[group].get(key, key))


def called(view: View, seat: str) -> str:
    """The elf, by name; until it has one, the player."""
    return str(view["state"][f"elf/{seat}"]["name"] or view["names"][seat])


def players(view: View, seats: Iterable[str]) -> str:
    return ", ".join(view["names"][seat] for seat in seats)


def quoted(view: View, key: str) -> str:
    return f"“{view['state'][key]['text']}”"


def sentence(name: str, value: object) -> str:
    """`Gained for 6s: 4.` Nothing, where there is nothing to say."""
    return f"{name}: {value}." if value else ""


def spaced(*sentences: str) -> str:
    return " ".join(part for part in sentences if part)


# -- the court


def court_text(view: View) -> str:
    """Where the game stands, who reigns, which story runs, whose scenes are to come."""
    course = view["state"]["course"]
    lines = [phase_text(view), throne_text(view)]
    told = course["story"] not in ("", words.TOLD_ALOUD)
    lines.append(f"The story: {course['story']}" if told else "")
    lines += [f"An earlier story: {story}" for story in course["stories"][:-1]]
    lines.append(cycle_text(view) if course["phase"] == "play" else "")
    return "\n".join(line for line in lines if line)


def phase_text(view: View) -> str:
    """The part of the game and the session, or how it ended."""
    course = view["state"]["course"]
    if course["phase"] == "ended":
        elf = called(view, course["last"]) if course["last"] else ""
        return words.concluded({"last": course["last"], "elf": elf, "scenes": course["played"]})
    session = f", session {course['session']}" if course["session"] else ""
    phase = label("phases", course["phase"]) + session
    return "" if phase == view["place"] else f"{phase}."


def throne_text(view: View) -> str:
    course = view["state"]["course"]
    if course["king"]:
        return f"{called(view, course['king'])} is king."
    if course["caretaker"]:
        keeper = view["names"][course["caretaker"]]
        return f"The throne is empty: the crown lies in the market. {keeper} keeps the story going."
    return ""


def cycle_text(view: View) -> str:
    """Who has had a scene in this cycle, and who has not. The one that runs is told with the scenes."""
    course, running = view["state"]["course"], pieces(view, "scene/")
    had = [seat for seat in course["framed"] if seat != course["framing"]]
    to_come = [view["names"][seat] for seat in course["order"][len(course["framed"]) :]]
    if course["order"] and not any(scene["kind"] == "story" for scene in running):
        to_come.append("the story scene")
    played = sentence("Scenes played in this cycle", players(view, had))
    return spaced(played, sentence("Scenes still to come", ", ".join(to_come)))


def flows_text(view: View) -> str:
    """Where all coins came from, and went. (Ledger 2.17)"""
    flows = view["state"]["course"]["flows"]
    parts = [sentence(label("flows", event), count) for event, count in flows.items()]
    return spaced(sentence("Coins in the game", sum(flows.values())), *parts)


# -- scenes


def scenes_text(view: View) -> str:
    """The scene being played, then those that wait beneath it. (LD-KING-18)"""
    scenes = pieces(view, "scene/")[::-1]
    texts = [scene_text(view, scene) for scene in scenes[:1]]
    return "\n".join([*texts, *(f"Waiting beneath it: {scene_head(view, scene)}" for scene in scenes[1:])])


def scene_head(view: View, scene: Piece) -> str:
    """Its number and kind, and who frames it."""
    for_elf = "" if scene["kind"] in ("story", "adversity") else f" for {called(view, scene['framer'])}"
    kind = label("scene_kinds", scene["kind"])
    return f"Scene {scene['number']}: {kind}. {view['names'][scene['framer']]} frames it{for_elf}."


def scene_text(view: View, scene: Piece) -> str:
    """The scene being played, with what was said of it. (LD-SCENE-04)"""
    lines = [spaced(scene_head(view, scene), "It has come to its conflict." if scene["conflict_used"] else "")]
    parts = (("Where and when", "text"), ("Who is there", "present"), ("What is wanted", "intent"))
    lines += [f"{name}: {scene[part]}" for name, part in parts if scene[part]]
    return "\n".join(lines)


# -- the auction


def round_text(view: View) -> str:
    """A round of creation: its theme, what is up, the hands, and the auctions that are over."""
    here = view["state"].get("round")
    if here is None:
        return ""
    lines = [round_head(view, here)]
    lines.append(f"For auction: {memory_text(view, here['card'])}" if here["card"] else "")
    lines += [hands_text(view, here), raises_text(view, here)]
    if here["auctions"]:
        lines += ["Auctions of this round:", *(f"  {auction_text(view, auction)}" for auction in here["auctions"])]
    return "\n".join(line for line in lines if line)


def round_head(view: View, here: Piece) -> str:
    names = view["names"]
    return spaced(
        f"Round {here['number']} of {CREATION_ROUNDS}: {label('round_steps', here['step'])}.",
        label("themes", here["theme"]),
        f"{names[here['extra_writer']]} writes two." if here["extra_writer"] else "",
        f"{names[here['selector']]} picks." if here["selector"] else "",
        sentence("Won already", players(view, here["winners"])),
    )


def hands_text(view: View, here: Piece) -> str:
    """What the open hands held; while they are closed, only whose are. (LD-CREATE-09)"""
    if here["bids"]:
        return sentence("Bids", bids_text(view, here["bids"]))
    thinking = [seat for seat in here["bidders"] if seat in view["waiting"]]
    closed = [seat for seat in here["bidders"] if seat not in thinking]
    return spaced(sentence("Hand closed", players(view, closed)), sentence("No bid yet", players(view, thinking)))


def bids_text(view: View, bids: dict[str, int]) -> str:
    return ", ".join(f"{view['names'][seat]} {bid}" for seat, bid in bids.items())


def raises_text(view: View, here: Piece) -> str:
    """Who holds the highest raise, and who has not let it go. (LD-CREATE-12)"""
    if here["step"] != "raising" or not here["still_in"]:
        return ""
    top = f"{view['names'][here['top']]} has raised to {here['high']}." if here["top"] else f"Level at {here['high']}."
    still_in, declined = players(view, here["still_in"]), players(view, here["declined"])
    return spaced(top, sentence("Still in", still_in), sentence("Let it go", declined))


def auction_text(view: View, auction: Piece) -> str:
    price = words.count_coins(auction["price"])
    winner = f"{view['names'][auction['winner']]} wins it for {price}." if auction["winner"] else "It went back."
    return spaced(quoted(view, auction["memory"]), sentence("Bids", bids_text(view, auction["bids"])), winner)


# -- the conflict


def conflict_text(view: View) -> str:
    """Sides, stake, what each brings, the dice, and the coins that bent them."""
    here = view["state"].get("conflict")
    if here is None:
        return ""
    lines = [conflict_head(view, here)]
    lines += [here[part] for part in ("scope", "wants") if here[part]]
    lines.append(stake_text(view, here))
    lines += [offer_text(view, here, side, offer) for side in (FIRST, SECOND) for offer in here["offers"][side]]
    lines += dice_lines(view, here) if here["dice"] else [pools_text(view, here)]
    if here["coins"]:
        lines += ["Coins that bent it:", *(f"  {coin_text(view, here, coin)}" for coin in here["coins"])]
    return "\n".join(lines)


def conflict_head(view: View, here: Piece) -> str:
    """Who stands against whom, and how far it has come."""
    first, second = (side_name(view, here, side) for side in (FIRST, SECOND))
    runner = "" if here["second"] else f", played by {view['names'][here['runner']]}"
    return f"Conflict: {first} against {second}{runner}. Now: {label('conflict_steps', here['step'])}."


def in_person(here: Piece, side: str) -> bool:
    return side == FIRST or bool(here["second"])


def side_name(view: View, here: Piece, side: str, *, opens: bool = False) -> str:
    """Who stands there; `opens` where it begins a sentence."""
    if in_person(here, side):
        return called(view, here[side])
    return "The opposition" if opens else "the opposition"


def stake_text(view: View, here: Piece) -> str:
    if not here["stake"]:
        return words.at_stake("")
    holder = view["state"][here["stake"]]["holder"]
    return f"At stake, {words.whose(called(view, holder) if holder else '')}: {memory_text(view, here['stake'])}"


def offer_text(view: View, here: Piece, side: str, offer: Piece) -> str:
    """A memory somebody brought, how it was told, and whether it fits. (LD-CONF-08, -09)"""
    brought = f"{side_name(view, here, side, opens=True)} draws on {quoted(view, offer['memory'])}"
    if not offer["accepted"]:
        return spaced(brought, "It did not fit.", offer["how"])
    worth = f"{words.count_dice(view['state'][offer['memory']]['coins'])}." if not here["dice"] else ""
    return spaced(brought, worth, offer["how"])


def pools_text(view: View, here: Piece) -> str:
    done = [called(view, here[side]) for side in here["done"] if in_person(here, side)]
    so_far = f"Dice so far: {here['pools'][FIRST]} against {here['pools'][SECOND]}."
    return spaced(so_far, sentence("Nothing more to bring", ", ".join(done)))


def dice_lines(view: View, here: Piece) -> list[str]:
    """What each side shows and what that brings; then who leads, and by which dice. (LD-ROLL-02..06)"""
    return [side_dice(view, here, FIRST), side_dice(view, here, SECOND), standing_text(view, here)]


def side_dice(view: View, here: Piece, side: str) -> str:
    """What a side shows, and what its dice have yet to bring it. (LD-GAIN-01, LD-STRAIN-01)"""
    faces, brings = here["dice"][side], here["brings"][side]
    return spaced(
        f"{side_name(view, here, side, opens=True)} shows {faces_text(faces) or 'no dice'}.",
        sentence("Gain to come", brings.count(GAIN)),
        sentence("Strain to come", brings.count(STRAIN)),
    )


def standing_text(view: View, here: Piece) -> str:
    """Equal dice are equal on both sides, so those of one are enough. (LD-ROLL-04)"""
    set_aside = faces_text(here["dice"][FIRST][place] for place in here["matched"][FIRST])
    equal = sentence("Set aside as equal on both sides", set_aside)
    if here["leader"] not in (FIRST, SECOND):
        return spaced(equal, "It is level.")
    verb = "wins" if here["winner"] else "leads"
    counting = faces_text(here["dice"][here["leader"]][place] for place in here["counting"])
    leads = f"{side_name(view, here, here['leader'], opens=True)} {verb} by {here['margin']}."
    return spaced(equal, leads, sentence("Counting for it", counting))


def faces_text(faces: Iterable[int]) -> str:
    return ", ".join(str(face) for face in sorted(faces, reverse=True))


def coin_text(view: View, here: Piece, coin: Piece) -> str:
    """A coin of influence: who spent it, what it did, where it came from and went. (LD-INF-04..10)"""
    side = side_name(view, here, coin["side"])
    turned, added = f"a {coin['was']} of {side} became a {coin['now']}", f"one more die for {side}, a {coin['now']}"
    spent = sentence(called(view, coin["by"]), turned if coin["was"] else added)
    return spaced(spent, f"{label('sources', coin['source'])}. {label('landings', coin['landed'])}.")


# -- the elves


def elf_text(view: View, elf: Piece) -> str:
    """A character card, the coins beside it, and what the elf remembers."""
    lines = [elf_head(view, elf)]
    lines += [f"  {card_text(view, key)}" for key in memory_keys(view) if view["state"][key]["holder"] == elf["owner"]]
    lines += [f"  Note: {note}" for note in elf["notes"]]
    return "\n".join(lines)


def elf_head(view: View, elf: Piece) -> str:
    """Whose it is, the three numbers that matter, and how near the line that is."""
    head = f"{view['names'][elf['owner']]}: {elf['name'] or 'not named yet'}{STATUS[elf['status']]}."
    going = "Has asked to go." if elf["leaving"] else ""
    if elf["status"] == LEFT:
        return head
    held = "" if elf["status"] == OUT else f"On memories {elf['held']}."
    coins = spaced(f"Purse {elf['purse']}.", held, f"On the card {elf['madness']}.")
    return spaced(head, going, coins, "" if is_over(view) else outlook_text(elf))


def outlook_text(elf: Piece) -> str:
    """How much more strain it bears. An elf past the line is about to go, and one that is out has only its coins.

    (LD-MAD-01, -05, LD-ADV-02)
    """
    if elf["status"] == OUT:
        return f"{words.count_coins(elf['purse'] + elf['madness'])} left for adversity."
    if elf["status"] == DOOMED:
        return "It leaves when its next scene closes."
    if not elf["held"] and not elf["madness"]:
        return ""
    if elf["bears"] < 0:
        return "Past the line as things stand."
    return f"Can bear {elf['bears']} more strain." if elf["bears"] else "The next strain is one too many."


# -- memories


def memory_keys(view: View) -> list[str]:
    return [key for key in view["state"] if key.startswith("memory/")]


def pile_text(view: View, place: str) -> str:
    """What lies together; the card that is up for auction is told with its bids."""
    here = view["state"].get("round", {"card": ""})
    lying = [key for key in memory_keys(view) if view["state"][key]["place"] == place and key != here["card"]]
    return "\n".join([f"{PILES[place]}:", *(f"  {card_text(view, key)}" for key in lying)]) if lying else ""


def card_text(view: View, key: str) -> str:
    """A memory and the life it has had. (LD-MEM-06)"""
    return spaced(memory_text(view, key), *(moment_text(moment) for moment in view["state"][key]["life"]))


def moment_text(moment: Piece) -> str:
    """What became of it, in which scene, with how many coins on it; before the first scene its price says that. Who
    wrote it is on the card, and that nobody won it shows that it was set aside and laid out."""
    text, scene = str(moment["text"]), moment["scene"]
    if moment["kind"] in ("written", "aside", "market"):
        return ""
    if not scene:
        return text
    coins = words.count_coins(moment["coins"])
    return f"With {coins}: {text}" if text.endswith(f"in scene {scene}.") else f"Scene {scene}, with {coins}: {text}"


def memory_text(view: View, key: str) -> str:
    """Its words, its coins, its marks, its author. Before its auction nothing lies on a card."""
    memory = view["state"][key]
    failed = view["state"].get("round", {"failed": ()})["failed"]
    marks = words.joined(
        words.count_coins(memory["coins"]) if memory["coins"] or memory["place"] not in (POOL, ASIDE) else "",
        words.TAINTED if memory["tainted"] else "",
        KINGSHIP.get(memory["kingship"], ""),
        author_text(view, memory),
        "went back once" if key in failed else "",
    )
    return f"{memory['text']} ({marks})"


def author_text(view: View, memory: Piece) -> str:
    """A card's life begins with its writing."""
    scene = memory["life"][0]["scene"]
    return f"by {view['names'][memory['author']]}" + (f" in scene {scene}" if scene else "")


def taint_text(view: View) -> str:
    """Said once, for all of them; by option only those in the market cost anything. (LD-MAD-09, LD-Q45)"""
    tolls = [memory["toll"] for memory in pieces(view, "memory/") if memory["tainted"]]
    if not any(tolls):
        return ""
    where = "" if all(tolls) else " out of the market"
    return f"Whoever gains a tainted memory{where} takes {words.count_coins(max(tolls))} of madness with it."


# -- offers


def trades_text(view: View) -> str:
    """The offers this seat has made or been made. (LD-TRADE-01)"""
    offers = [f"  {trade_text(view, trade)}" for trade in pieces(view, "trade/")]
    return "\n".join(["Offers only the two of you see:", *offers]) if offers else ""


def trade_text(view: View, trade: Piece) -> str:
    give, take = (goods_text(view, trade[side], trade[f"{side}_coins"]) for side in ("give", "take"))
    offer = f"{called(view, trade['proposer'])} offers {called(view, trade['partner'])} {give}, in return for {take}"
    promise = f"A promise with it, which binds nobody: {trade['promise']}" if trade["promise"] else ""
    return spaced(offer if offer.endswith("”") else f"{offer}.", promise)


def goods_text(view: View, cards: Iterable[str], coins: int) -> str:
    goods = [quoted(view, key) for key in cards] + ([words.count_coins(coins)] if coins else [])
    return " and ".join(goods) or "nothing"
