"""Every sentence a player of Know Thyself reads, in a host's voice: perfect manners and a candle."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

from mneme.engine.prompts import Option, Seat
from mneme.engine.wording import ended, sentence
from mneme.games.know_thyself.cards import (
    DEGREES,
    FACES,
    FAILURE,
    FULL,
    MINOR,
    PARTIAL,
    RANK_NAMES,
    SUIT_NAMES,
    SUITS,
    card_name,
    chance_of_the_last_wager,
    percent,
    rank,
    winnings,
)
from mneme.games.know_thyself.content import ROOMS, SKETCHES, Npc, texts
from mneme.games.know_thyself.nouns import ENDGAME_PER_GUEST, Guest, KnowThyself, Memory, Wager

TOLD_ALOUD = "(told aloud)"
YES_NO = (Option("yes", "Yes"), Option("no", "No"))
WORKABLE = 3


def coins(count: int) -> str:
    return f"{count} Coin" if count == 1 else f"{count or 'no'} Coins"


def listed(names: Iterable[str]) -> str:
    *rest, last = names
    return f"{', '.join(rest)} and {last}" if rest else last


_LEADING = re.compile(r"^(?:(?:an?|the|my|some)\s|(?:whoever|whatever|somebody|someone|something)\b)", re.IGNORECASE)


def inside(text: str) -> str:
    """`the clock` for `The clock`: as it stands inside a sentence."""
    return _LEADING.sub(lambda leading: leading[0].lower(), text)


def short(foe: str) -> str:
    """`Neil` for `Neil, the brutish convict`, inside a sentence."""
    return inside(foe.partition(",")[0])


# -- setup

SETUP_TITLE = "Before you wake"
BRIEFING = texts().briefing
WHO_IS_MASTER = "Who is the Master of the Palace? The Master plays the house and everyone in it."
BECOME_MASTER = "You are asked to be the Master of the Palace. Will you?"
MANY_GUESTS = "With 4 guests or more it is hard for each to win; 2 or 3 is the best number."


def is_master(name: str) -> str:
    return f"{name} is the Master of the Palace."


def declines(name: str) -> str:
    return f"{name} would rather not be the Master."


def funded(table: KnowThyself) -> str:
    piles = listed([f"{table.name(seat)} {coins(table.guest[seat].coins)}" for seat in table.guests])
    return f"{piles}; the Master {coins(table.coins.master)}; the Bank {coins(table.coins.bank)}."


# -- creation

MIRROR = "What do you see in the mirror? Your body and what you wear. No name, and nothing that says who you are."
ATTACHMENTS = "What lies on your nightstand? Write 4 things that are part of you or that you can carry."
ATTACHMENT = "An Attachment"
LESS_IS_MORE = "Say little. What you leave open can still surprise you."
ASSIGN_SUITS = "Which Attachment goes with which suit? The suits say where a Memory lands, and which you can invoke."
SUIT_ORDER = "In this order: Diamonds, Hearts, Clubs, Spades"
VERDICTS = (
    Option("approve", "It is all right", "then you offer Coins"),
    Option("change", "Ask for a change", "the player writes it again"),
)
CHANGE_ALOUD = "The Master asks for a change, and will tell you which."
FIGURE = "Coins for the mirror: the more it tells, the fewer."
DOCK = "Coins to take off for what the Attachments tell. Talk it over first."
REASON = "Why, in a few words"
RESPONSES = (
    Option("accept", "Accept"),
    Option("rewrite", "Describe again", "once; the Master's next figure then stands"),
)
BENCHMARKS = "\n".join(f"{mark.coins}: {mark.says}" for mark in texts().benchmark) + (
    "\nSomebody who wakes with nothing on and little described may well be worth 15."
)
CARD = "An Attachment that could be anybody's"
CARDS = "Write 5 Attachments, one a card. They name nobody. Who will get them, nobody knows."
SHELF = "Do you have cards left from an earlier evening? Lay them in, or leave this empty."
STRIKE = "Does a card name or identify somebody? Strike it, and the next one is dealt instead."
SHELVE = "Which cards do you keep for another evening?"
SHELVE_CHOICES = (Option("undealt", "Those nobody got"), Option("all", "All of them"))


def mirror_note(guest: Guest) -> str:
    asked = f"The Master asks: {sentence(guest.change)} " if guest.change else ""
    return asked + (f"So far: {guest.appearance}" if guest.appearance else "")


def mirror_again(appearance: str) -> str:
    return f"Would you change what you see in the mirror? Leave this empty to keep: {appearance}"


def in_the_mirror(name: str, appearance: str) -> str:
    return f"{name} looks into the mirror: {appearance}"


def what_to_change(name: str) -> str:
    return f"What should {name} change?"


def review(name: str) -> str:
    return f"Is {name}'s guest all right like this? Nothing may name or identify anybody."


def seen_of(guest: Guest) -> str:
    """A guest as the Master sees it while it is being made."""
    things = guest.draft or guest.attachments
    shown = f"\nOn the nightstand: {'; '.join(things.values())}." if things else ""
    return f"In the mirror: {sentence(guest.appearance)}{shown}"


def for_your_eyes(look: str) -> str:
    """A room's card, which is not read out. (KT-NPC-01)"""
    return f"For your eyes: {look}"


def name_hint(guest: Guest) -> str:
    """Words that look like names, for the Master to glance at. (KT-CHAR-02, -07)"""
    text = " ".join((guest.appearance, *(f". {thing}" for thing in guest.draft.values())))
    found = dict.fromkeys(re.findall(r"(?<=[a-z,;] )[A-Z][a-z]+", text))
    return f"These begin with a capital: {', '.join(found)}." if found else ""


def figure(name: str) -> str:
    return f"How many Coins does {name} start with?"


def proposes(name: str, figure: int, reason: str) -> str:
    because = f" {sentence(reason)}" if reason else ""
    return f"The Master offers {name} {coins(figure)}.{because}"


def respond(figure: int) -> str:
    return f"The Master offers you {coins(figure)}. Do you accept, or describe your guest again?"


def starts_with(name: str, award: int) -> str:
    return f"{name} starts with {coins(award)}."


def nightstand(name: str, attachments: dict[str, str]) -> str:
    things = "; ".join(f"{attachments[suit]} ({SUIT_NAMES[suit]})" for suit in SUITS)
    return f"On {name}'s nightstand: {things}."


def pile_ready(count: int) -> str:
    return f"{count} cards are shuffled, and 4 are dealt to each guest."


def shelf(cards: tuple[str, ...]) -> str:
    return f"For another evening: {'; '.join(cards)}." if cards else "There is no card left for another evening."


# -- the letter

OPENING_TITLE = "The Guest Suite"
LETTER = texts().letter.strip()
READ_LETTER = "There is a letter on your pillow. Read it."
LETTER_READ = "I have read it"
FRAME_OPENING = "Set the first scene: the Guest Suite, the beds, the mirrors, Grigori at the door."

# -- exploring

EXPLORE_TITLE = "The Palace"
EXPLORE = "What do you do?"
GATHER = "Gather your things"
MOVE = "Go to another room"
WHERE_TO = "Where to?"
COMPANY = "Who comes along?"
COME_OR_STAY = (Option("come", "Come along"), Option("stay", "Stay"))
START_WAGER = "Begin a Wager"
START_WAGER_NOTE = "want something that will not simply be given"
OPPONENT = "Who or what stands in the way? Somebody of the house, or the room itself; never another guest."
WHOM = "Which guests?"
WAIT = "Wait and see"
WAIT_NOTE = "the others go first; you can still step in"
EVERYONE_WAITS = "Everyone waits. A clock somewhere does not."
NARRATE = "Tell what happens"
NARRATE_TEXT = "What happens?"
CALL_THE_END = "Propose to end the evening now"
CALL_THE_END_NOTE = "the Master and most players must agree"
END_EARLY = "Shall it end now? Everyone is then called to the Master's Suite."
NOT_YET = "Not yet. The evening goes on."
NOBODY_LEFT = "No guest is left in the Palace. Nothing is reckoned."
LEAVE = "Leave the game for good"
LEAVE_NOTE = "your guest retires, and your Coins go to the Bank"
LEAVE_TEXT = "Leaving for good: your guest retires, and your Coins go to the Bank."
ARRIVE = "Sit down with a new guest"
HAND_OVER = "Leave, and hand the Master's chair to another"
HAND_OVER_TO = "Who takes it? Their guest retires."
DESK = "Your desk. Nobody else sees it."
TAKE_NOTE = "Make a note"
NOTE_TEXT = "What do you note?"
RENAME_NPC = "Rename somebody of the house"
WHICH_NPC = "Who?"
NEW_NAME = "The new name"
SUGGEST_TEXT = "An idea for the Master?"
SUGGEST = "Suggest something"
SUGGESTION = "Your idea"

AFTER_A_WAGER = "You can leave once you, or anyone who came in with you, has settled a Wager."
EXITS = {
    "free": "You are free to leave.",
    "toll": f"{AFTER_A_WAGER} Or you can pay a toll.",
    "stuck": AFTER_A_WAGER,
    "foot": "You are at the foot of the cliff, and leave only by winning a climb.",
    "gate": "Gather your things before you leave.",
}


def explore(table: KnowThyself, seat: Seat) -> str:
    return f"You are {table.room_place(table.guest[seat].room)}."


EXPLORE_MASTER = "Tell what happens, put something in the way, or let them come to you."


def stuck(note: str) -> str:
    return f"{note} You are stuck; the table may end the evening."


UNSEEN = {room.id: Option(room.id, room.name, "nobody has been there yet") for room in ROOMS.values()}


def ways(table: KnowThyself, near: Iterable[str], rooms: dict[str, tuple[Seat, ...]]) -> tuple[Option, ...]:
    """Rooms to go to, and who is there."""
    known = table.palace.true_names
    return tuple(
        [
            Option(room, table.room_name(room), who_is_there(table, rooms.get(room, ())))
            if room in known
            else UNSEEN[room]
            for room in near
        ]
    )


def who_is_there(table: KnowThyself, seats: tuple[Seat, ...]) -> str:
    """`Ben is there`, or nothing."""
    verb = "is" if len(seats) == 1 else "are"
    return f"{listed([table.names[seat] for seat in seats])} {verb} there" if seats else ""


def who_may_be_here(table: KnowThyself, room: str) -> str:
    """For the Master alone. (KT-NPC-01)"""
    renamed = table.desk.renamed
    names = [renamed.get(name, name) for name in SKETCHES[room].npcs]
    return f"perhaps {', '.join(names)}" if names else ""


def first_sight(table: KnowThyself, room: str) -> str:
    names = [table.name(seat) for seat in table.in_room(room)]
    verb = "is" if len(names) == 1 else "are"
    return f"{listed(names)} {verb} {table.room_place(room)}. What is there to see?"


def whereabouts(table: KnowThyself, rooms: dict[str, tuple[Seat, ...]]) -> str:
    """Who is where, a room a line."""
    return "\n".join(
        [f"{table.room_name(room)}: {listed([table.names[seat] for seat in here])}" for room, here in rooms.items()]
    )


def challenge(place: str) -> str:
    return f"Put something in the way of guests {place}"


def gathers(name: str) -> str:
    return f"{name} gathers all four things from the nightstand."


@cache
def pay_toll(toll: int) -> str:
    return f"Pay {coins(toll)} and go to another room"


def pays_toll(name: str, toll: int) -> str:
    return f"{name} pays a toll of {coins(toll)}."


def come_along(table: KnowThyself, mover: Seat, room: str, pays: bool) -> str:
    price = f" It costs you {coins(table.options.toll_coins)}." if pays else ""
    return f"{table.name(mover)} is going to the {table.room_name(room)}. Do you come along?{price}"


def moves(table: KnowThyself, party: tuple[Seat, ...], room: str) -> str:
    names = listed([table.name(seat) for seat in party])
    return f"{names} {'goes' if len(party) == 1 else 'go'} to the {table.room_name(room)}."


def true_name(room: str, red: str, black: str) -> str:
    return f"The cards name this room: the {room} ({card_name(red)}, {card_name(black)})."


def calls_the_end(name: str) -> str:
    return f"{name} proposes to end the evening now."


def npc_options(npcs: Iterable[Npc]) -> tuple[Option, ...]:
    return tuple(Option(npc.name, npc.name, npc.epithet) for npc in npcs)


def leaves(name: str) -> str:
    return f"{name} is leaving for good."


def retires(name: str) -> str:
    return f"{name}'s guest walks out of the story. The Coins go to the Bank."


# -- covering

PLEDGE_NOTE = "The Bank takes half of your gift on top, rounded up. You can change your mind until all have answered."


def pledge(table: KnowThyself, seat: Seat, receiver: Seat) -> str:
    return f"Will you give {table.name(receiver)} some of your {coins(table.guest[seat].coins)}? How many, if any?"


def covers(table: KnowThyself, seat: Seat, receiver: Seat, gift: int) -> str:
    fee = (gift + 1) // 2
    return f"{table.name(seat)} gives {table.name(receiver)} {coins(gift)} and the Bank {coins(fee)}."


def has_nothing(name: str) -> str:
    return f"{name} has no Coins left. Does anyone help?"


def nobody_covers(name: str) -> str:
    return f"Nobody helps {name}."


def not_enough_cover(name: str) -> str:
    return f"That is not enough for {name}; nothing changes hands."


# -- the Wager

WANT = "What do you want, or not want?"
TALK = "The stake is not named yet. You can still speak up."
TALK_MASTER = "Is a want unclear to you?"
RESTATE = "Say your want in other words"
CLARIFY = "Ask what is meant"
CLARIFY_TEXT = "Your question"
JOIN = "Join in"
JOIN_NOTE = "the same stake for you, and a Memory of your own"
CONFLICTS = (
    Option("conflict", "Yes", "you name a stake"),
    Option("none", "No, nobody minds", "it simply happens: no Coins, no Memory"),
)
COUNTER = "What does the other side want, or what happens instead? No guest dies or is put out of action."
STAKE = "The stake, for each guest"
STAKE_GUIDE = texts().stake_guide
RETREAT = "You began nothing and lose nothing. How do you get out of it?"
EDGES = "Does an Edge matter here?"
EDGES_OWN = "Does one of your Edges matter here?"
CALL_HELP = "Call an Edge that helps you"
HELP_NOTE = "the Master adds 1 Coin for you to win"
WHICH_EDGE = "Which Edge?"
HOW_EDGE = "How does it matter here?"
STAND = Option("stand", "Let it stand", "you lose your stake")
EXPAND = "Tell a little more of this Memory, so that it matters here. Then you draw."
INVOKE_PRICE = "1 Coin to the Master; it cannot be invoked again"


def edges_of(name: str) -> str:
    return f"Does an Edge of {name}'s matter here?"


def sides(table: KnowThyself, seat: Seat, reader: Seat) -> str:
    """What each side has staked so far, to whoever reads it."""
    masters, own = (coins(side[seat]) for side in (table.wager.master_side, table.wager.player_side))
    if reader == table.master:
        return f"{table.name(seat)} stakes {own}, you {masters}."
    return f"You stake {own}, the Master {masters}."


def wager_title(table: KnowThyself) -> str:
    return f"A Wager {table.room_place(table.wager.room)}: {table.wager.opponent}"


def joins(name: str) -> str:
    return f"{name} joins in."


def opposed(table: KnowThyself) -> str:
    return f"In your way: {table.wager.opponent}. What do you want, or not want?"


def conflict(table: KnowThyself, seat: Seat) -> str:
    return f"Does {short(table.wager.opponent)} stand in {table.name(seat)}'s way?"


def wanted(table: KnowThyself, seat: Seat) -> str:
    return f"{table.name(seat)}: {sentence(table.wager.wants.get(seat, TOLD_ALOUD))}"


def it_happens(name: str) -> str:
    return f"Nobody minds. What happens with {name}?"


def stake_note(table: KnowThyself) -> str:
    """What each of them wants and has, what that may be worth, and when the evening would end."""
    wants = [wanted(table, seat) for seat in table.wager.participants]
    purses = listed([f"{table.name(seat)} has {coins(table.guest[seat].coins)}" for seat in table.wager.participants])
    end = ENDGAME_PER_GUEST * len(table.guests)
    return "\n".join((*wants, "", f"{purses}. The evening ends when you have fewer than {end}.", STAKE_GUIDE))


def stake(table: KnowThyself) -> str:
    names = listed([table.name(seat) for seat in table.wager.participants])
    return f"What is at stake for {names}? You have {coins(table.coins.master)}."


def issue(name: str) -> str:
    return f"What is it about, for {name}?"


_ISSUES = {
    "climb_down": Option("climb_down", "Climbing down", "a win puts the guest at the foot of the cliff"),
    "climb_up": Option("climb_up", "Climbing back up", "a win frees the guest"),
    "leave_things": Option("leave_things", "Leaving without the Attachments", "a win opens the door"),
}


def issue_options(kind: str) -> tuple[Option, ...]:
    return _ISSUES[kind], Option("other", "Something else")


def stake_named(table: KnowThyself) -> str:
    wager = table.wager
    about = "".join(f" For {table.name(seat)} it is: {_ISSUES[kind].label}." for seat, kind in wager.issue.items())
    each = " each" if len(wager.participants) > 1 else ""
    return f"The stake is {coins(wager.stake)}{each}.{about}"


def accept(table: KnowThyself, seat: Seat) -> str:
    stake, own = table.wager.stake, table.guest[seat].coins
    more = "Do you accept?" if own >= stake else "That is not enough."
    return f"The stake is {coins(stake)}; you have {coins(own)}. {more}"


def accept_note(wager: Wager) -> str:
    return f"Against you: {wager.counter}"


@lru_cache(maxsize=128)
def accept_options(stake: int, can: bool, cover: bool, free: bool) -> tuple[Option, ...]:
    """What there is to choose from; backing down opens no door, unless it is open already. (KT-WAGER-09)"""
    nothing = "nothing is lost and nothing gained"
    options = [Option("back_down", "Back down", nothing if free else f"{nothing}, and it does not free you to leave")]
    if can:
        options.insert(0, Option("accept", "Accept", f"you stake {coins(stake)}; win or lose, you get a Memory"))
    elif cover:
        options.insert(0, Option("ask_for_cover", "Ask the others for Coins", "whoever gives pays the Bank a fee"))
    return tuple(options)


def accept_covered(table: KnowThyself, pledges: dict[Seat, int]) -> str:
    names = listed([f"{table.name(seat)} {coins(gift)}" for seat, gift in pledges.items()])
    return f"They would give: {names}. Do you accept the Wager?"


def accepts(name: str) -> str:
    return f"{name} accepts."


def backs_down(name: str) -> str:
    return f"{name} backs down."


def retreat_of(name: str) -> str:
    return f"{name} backs down. What comes of it?"


def call_hindrance(name: str) -> str:
    return f"Call an Edge against {name}"


def hindrance_note(name: str) -> str:
    return f"{name} adds 1 Coin for you to win"


def helped(table: KnowThyself, seat: Seat, edge: str) -> str:
    return f"{table.name(seat)} calls “{table.guest[seat].edges[edge]}”. The Master adds 1 Coin."


def hindered(table: KnowThyself, seat: Seat, edge: str) -> str:
    return f"The Master calls “{table.guest[seat].edges[edge]}”. {table.name(seat)} adds 1 Coin."


def edge_refused(name: str) -> str:
    return f"{name} has no Coin for it, and nobody gives one. The Edge is not called."


# -- cards


def keep(card: str, drawn: int) -> str:
    more = "1 more card" if drawn == 2 else "2 more cards"
    return f"You hold the {card_name(card)}. Keep it, or discard it for good? You can take {more}."


@lru_cache(maxsize=128)
def keep_options(drawn: int, master_side: int) -> tuple[Option, ...]:
    now, then = (
        f"{SUCCESSES[DEGREES[count]]} brings {coins(winnings(DEGREES[count], master_side))}"
        for count in (drawn, drawn + 1)
    )
    return Option("keep", "Keep it", now), Option("discard", "Take another card", then)


SUCCESSES = {FULL: "a Full success", PARTIAL: "a Partial success", MINOR: "a Minor success"}
ACE = "An Ace wins only against a Jack, Queen, King or Ace."


def keep_note(wager: Wager, seat: Seat) -> str:
    ace = f"{ACE} " if rank(wager.card(seat)) == "A" else ""
    if not (odds := wager.odds.get(seat)):
        return ace.strip()
    return f"{ace}If you keep it: {odds['keep']}% to win. If you take one more and keep it: {odds['another']}%."


def draws(name: str, card: str) -> str:
    return f"{name} draws the {card_name(card)}."


def master_turns(card: str) -> str:
    return f"The Master cuts: the {card_name(card)}."


def compared(name: str, result: str, why: str, *, settled: bool) -> str:
    because = f" ({why})" if why else ""
    if result in SUCCESSES:
        return f"{name} wins: {SUCCESSES[result]}{because}."
    return f"{name} {'loses' if settled else 'is losing'}{because}."


def reason(player: str, master: str) -> str:
    """Why one card beats another, where the numbers alone do not tell. (KT-CARD-02, -03)"""
    mine, his = rank(player), rank(master)
    if mine == his:
        return "a tie is the guest's"
    if "A" not in (mine, his):
        return ""
    other = his if mine == "A" else mine
    article = "an" if other == "8" else "a"
    return f"an Ace is {'high' if other in FACES else 'low'} against {article} {RANK_NAMES[other]}"


def result_of(table: KnowThyself, seat: Seat, reader: Seat) -> str:
    """The cards, and who wins what, to whoever reads it. (KT-CARD-05, KT-PAY-01, -02)"""
    wager = table.wager
    own, masters = card_name(wager.card(seat)), card_name(wager.master_card)
    mine = reader == seat
    cards = (
        f"You hold the {own}, the Master the {masters}"
        if mine
        else f"{table.name(seat)} holds the {own}, you the {masters}"
    )
    who = "you" if mine else table.name(seat)
    change = wager.brings[seat][wager.result[seat]]
    verb = ("win" if change >= 0 else "lose") + ("" if mine else "s")
    why = reason(wager.card(seat), wager.master_card)
    return f"{cards}: {who} {verb} {coins(abs(change))}{f' ({why})' if why else ''}."


def results(table: KnowThyself, reader: Seat) -> str:
    """The same for everyone who took part, a line each."""
    return "\n".join([result_of(table, seat, reader) for seat in table.wager.accepted])


def invoke(table: KnowThyself, seat: Seat) -> str:
    wager = table.wager
    held, his = card_name(wager.card(seat)), card_name(wager.master_card)
    return f"Your {held} loses to the {his}. Pay 1 Coin and invoke a Memory for another card, or let it stand?"


def invoke_note(wager: Wager, seat: Seat) -> str:
    brings = coins(winnings(MINOR, wager.master_side[seat]))
    odds = f"The next card wins: {wager.odds[seat]['turn']}%. " if seat in wager.odds else ""
    return f"{odds}A win is then Minor and brings {brings}."


def invokes(name: str, memory: str) -> str:
    return f"{name} pays 1 Coin and invokes a Memory: “{sentence(memory)}”"


def paid(name: str, change: int) -> str:
    if change < 0:
        return f"{name} loses {coins(-change)} to the Master."
    if not change:
        return f"{name} takes back the stake and wins nothing more."
    return f"{name} wins {coins(change)} from the Master."


# -- telling

NARRATION = "Which of the two will you tell? The Master tells the other."
NARRATION_VOTE = "Which of the two will you all tell? The Master tells the other. Your vote is hidden until all are in."
NARRATION_TIE = "They are evenly split. Which do the players tell?"
NARRATIONS = (
    Option("outcome", "What happens", "you tell what is remembered"),
    Option("memory", "What is remembered", "you tell what happens"),
)
_OUTCOMES = {**SUCCESSES, FAILURE: "a failure, and total"}
CONTRADICTIONS = "Does a new Memory contradict an earlier one? Strange is fine; opposite is not."
MEMORIES_TOLD = "The Memories are told. Go on when everybody is content."
LET_STAND = "Go on to the payment"
FLAG = "Say that a Memory contradicts an earlier one"
WHICH_MEMORY = "Which new Memory?"
WHY_NOT = "What does it contradict?"
REWORD_OR_DISPUTE = (
    Option("reword", "Find other words"),
    Option("dispute", "Let the table decide", "the majority; the Master breaks a tie"),
)
STANDS_OR_NOT = (Option("stands", "It can stand"), Option("reword", "It contradicts"))
MEMORY_STANDS = "The Memory stands."
NO_EDGE_CHANGE = "Nothing changes"
ADD_EDGE = "Add an Edge"
NEW_EDGE = "The new Edge, in a few words"

_PLAYER_TELLS = {
    FULL: "You get all you wanted, and the other side gets nothing. Tell it, with a flourish if you like.",
    PARTIAL: "You get most of it, and give something up. Tell it; the Master may suggest what.",
    MINOR: "You get a small part, and the other side gets some of what it wanted. Tell it; the Master may suggest how.",
    FAILURE: "You lose, wholly. Tell it, and do not soften it.",
}
_MASTER_TELLS = {
    FULL: "{name} gets all of it. Make it grand.",
    PARTIAL: "{name} gets most of it. Say what it costs, and show that something was achieved.",
    MINOR: "{name} gets a small part. Say what the house keeps, and show that something was achieved.",
    FAILURE: "{name} loses, wholly. Be unsparing, but let them live and walk. You may ask the others for ideas.",
}


def narrations(table: KnowThyself, seat: Seat) -> tuple[Option, ...]:
    """What there is to tell for this guest, in a few words. (KT-NARR-01)"""
    wager = table.wager
    due, outcome = wager.due[seat], _OUTCOMES[wager.result[seat]]
    thing = table.guest[seat].attachments[due["suit"]]
    return (
        Option("outcome", "What happens", f"{outcome}; you may also change an Edge"),
        Option("memory", "What is remembered", f"{due['type']}, on “{thing}”"),
    )


def votes_for(table: KnowThyself, votes: Mapping[Seat, str]) -> str:
    """Who would tell what, once the votes are open. (KT-MULTI-08)"""
    sides = {"outcome": "what happens", "memory": "what is remembered"}
    told = [
        f"{listed([table.name(seat) for seat, vote in votes.items() if vote == side])} would tell {what}."
        for side, what in sides.items()
        if side in votes.values()
    ]
    return " ".join(told)


def choice_made(choice: str, tellers: Sequence[str]) -> str:
    if not tellers:
        return "The Master tells both."
    verb = "tells" if len(tellers) == 1 else "tell"
    own, other = (
        ("what happens", "what is remembered") if choice == "outcome" else ("what is remembered", "what happens")
    )
    return f"{listed(tellers)} {verb} {own}; the Master tells {other}."


def tell_outcome(table: KnowThyself, seat: Seat, teller: Seat) -> str:
    result = table.wager.result[seat]
    if teller != table.master:
        return _PLAYER_TELLS[result]
    return _MASTER_TELLS[result].replace("{name}", table.name(seat))


def outcome_note(table: KnowThyself, seat: Seat, teller: Seat) -> str:
    """What was wanted, what stood against it, and for the Master the cards."""
    who = "You" if teller == seat else table.name(seat)
    wager = table.wager
    cards = () if teller == seat else (result_of(table, seat, teller),)
    wanted = f"{who} wanted: {sentence(wager.wants.get(seat, TOLD_ALOUD))}"
    return "\n".join((*cards, wanted, f"Against: {sentence(wager.counter)}"))


def outcome_ideas(table: KnowThyself, seat: Seat, teller: Seat) -> str:
    """The list of ideas for this degree, in the first person or for the Master. (KT-NARR-03..06)"""
    return f"{table.wager.result[seat]}_{'own' if teller == seat else 'told'}"


def tell_memory(table: KnowThyself, seat: Seat, teller: Seat) -> str:
    kind = table.wager.due[seat]["type"]
    start = f"You remember {texts().memory_senses[kind]}"
    if teller == table.master:
        start = f"{table.name(seat)} remembers {texts().memory_senses_of_others[kind]}"
    return f"{start} ({kind}). Write one line."


def memory_note(table: KnowThyself, seat: Seat, teller: Seat) -> str:
    """What the Memory hangs on and is coloured by, and what hangs there already."""
    box, colour = table.wager.due[seat]["suit"], table.palace.true_names[table.wager.room]
    lines = [f"On “{table.guest[seat].attachments[box]}”, coloured by {colour}."]
    if teller == table.master:
        lines += [result_of(table, seat, teller), "Twist what the Attachment means, if you like."]
    there, elsewhere = table.on_box(seat, box), [memory for memory in table.memories[seat] if memory.suit != box]
    for heading, memories in (("Already there:", there), ("On other things:", elsewhere)):
        if memories:
            lines += [heading, *(whole(memory) for memory in memories)]
    return "\n".join(lines)


def whole(memory: Memory) -> str:
    """A Memory with what invoking has added to it."""
    return " ".join(part for part in (memory.text, memory.added) if part)


def remembers(table: KnowThyself, memory: Memory) -> str:
    thing = table.guest[memory.owner].attachments[memory.suit]
    return f"{table.name(memory.owner)} remembers: {memory.text} ({memory.type}, {memory.true_name}, on “{thing}”)"


def flagged(memory: str, why: str) -> str:
    return f"About “{memory}”: {why}"


def objects_to(name: str, memory: str, why: str) -> str:
    return f"{name} objects to “{memory}”: {why}"


def new_memories(table: KnowThyself, new: Sequence[Memory]) -> str:
    """Each new Memory, and what was on the same Attachment before it. (KT-MEM-06)"""
    lines = []
    for memory in new:
        lines.append(f"{table.name(memory.owner)}: {whole(memory)}")
        lines += [f"Before: {whole(old)}" for old in table.on_box(memory.owner, memory.suit) if old is not memory]
    return "\n".join(lines)


def does_it_contradict(memory: str) -> str:
    return f"Does “{memory}” openly contradict an earlier Memory?"


def reword(memory: str) -> str:
    return f"Find other words for “{memory}”"


def edge_change(table: KnowThyself, seat: Seat, teller: Seat) -> str:
    whose = "your sheet" if teller != table.master else f"{table.name(seat)}'s sheet"
    return f"Does what was told change an Edge on {whose}?"


def drop_edge(text: str) -> str:
    return f"Drop “{text}”"


def edge_added(name: str, text: str) -> str:
    return ended(f"{name} has a new Edge: “{text}”")


def edge_dropped(name: str, text: str) -> str:
    return ended(f"{name} loses an Edge: “{text}”")


# -- rooms

DISPLACE = "The maze may close behind them. Do you set somebody down elsewhere?"
SET_DOWN = "Where does each of them find themselves?"
SET_DOWN_ALL = "Where do they all find themselves?"
LET_STAY = Option("stay", "Here, still")

_WON_ISSUES = {
    "climb_down": "{name} is at the foot of the cliff.",
    "climb_up": "{name} is back at the top.",
    "leave_things": "{name} may leave the Guest Suite without a thing in hand.",
}


def displace_options(table: KnowThyself) -> tuple[Option, ...]:
    everyone = "All guests of the Palace" if table.options.displace_scope == "game" else "All guests here"
    return (
        Option("none", "No"),
        Option("losers", "Those who lost", "each to a room of their own, or to the same"),
        Option("all", everyone, "to one room"),
    )


def set_down(name: str) -> str:
    return f"Where is {name} now?"


def won_issue(name: str, issue: str) -> str:
    return _WON_ISSUES[issue].replace("{name}", name)


def moved_by_the_maze(table: KnowThyself, seats: tuple[Seat, ...], room: str) -> str:
    names = listed([table.name(seat) for seat in seats])
    return f"One turn too many. {names} {'is' if len(seats) == 1 else 'are'} {table.room_place(room)}."


# -- the end

TRIGGERS = {
    "coins": "A guest has no Coins and no help. It is time.",
    "master": "The Master has fewer than 8 Coins for each guest. It is time.",
    "memories": "A guest has 9 or more Memories, 5 or more of them on one Attachment. It is time.",
    "early": "The table has called the end. It is time.",
}
MASTERS_SUITE_TITLE = "The Master's Suite"
MASTERS_SUITE = texts().masters_suite
BLINDING_LIGHT = "What does the Master of the Palace say to them?"
QUESTIONS = texts().questions
LAST_WAGER = "Stake Coins on one last card"
LAST_WAGER_NOTE = "once; a higher card than the Master's wins you as many Coins, any other loses your stake"
LAST_STAKE = "How many Coins?"
EPILOGUE_WON = "You won. You gain what you sought. How does it end?"
EPILOGUE_LOST = "You lost. What you risked is gone. How does it end?"


def to_beat(count: int) -> str:
    return f"There {'is' if count == 1 else 'are'} {coins(count)} to beat."


def reckoning(table: KnowThyself, count: int, *, final: bool) -> str:
    won, lost = ("has won", "has lost") if final else ("is winning", "is losing")
    lines = [
        f"{table.called(seat)} has {coins(guest.coins)} and {won if guest.won else lost}."
        for seat in table.guests
        for guest in [table.guest[seat]]
    ]
    return " ".join([to_beat(count), *lines])


def last_chance(table: KnowThyself, seat: Seat) -> str:
    return f"You have {coins(table.guest[seat].coins)} and are losing. Do you stake on one last card?"


def last_wager_note(table: KnowThyself, seat: Seat) -> str:
    enough = table.guest[seat].enough
    chance = f" Your chance is {percent(chance_of_the_last_wager())} in 100." if table.options.show_odds else ""
    need = f"If you win, a stake of {enough} is enough." if enough else "No stake of yours would be enough to win."
    return f"{need} A tie goes to the Master.{chance}"


def lets_it_rest(name: str) -> str:
    return f"{name} lets it rest, and has lost."


def last_wager_result(name: str, stake: int, player: str, master: str, wins: bool) -> str:
    end = f"wins {coins(stake)}" if wins else f"loses {coins(stake)}"
    return f"The Master turns the {card_name(master)}, {name} the {card_name(player)}. {name} {end}."


def concluded(result: dict[str, Any]) -> str:
    """Who won, in a sentence."""
    if "unscored" in result:
        return NOBODY_LEFT
    won = [guest["name"] for guest in result["guests"].values() if guest["won"]]
    lost = [guest["name"] for guest in result["guests"].values() if not guest["won"]]
    if not won:
        return f"The Master keeps the house, with {coins(result['master'])}. {listed(lost)} did not win."
    rest = f" {listed(lost)} did not." if lost else ""
    return f"{listed(won)} won against the Master's {coins(result['master'])}.{rest}"


# -- waiting

WAITING = {
    "master": "Waiting for {names} to say who is the Master.",
    "become_master": "Waiting for {names} to take the Master's chair.",
    "cards": "Waiting for {names} to write 5 cards.",
    "shelf": "Waiting for {names} to lay in older cards.",
    "strike": "Waiting for {names} to look over the dealt cards.",
    "appearance": "Waiting for {names} to look into the mirror.",
    "attachments": "Waiting for {names} to look at the nightstand.",
    "suits": "Waiting for {names} to put the Attachments to suits.",
    "review": "Waiting for {names} to look over a guest.",
    "change": "Waiting for {names} to say what should change.",
    "figure": "Waiting for {names} to weigh a guest in Coins.",
    "respond": "Waiting for {names} to answer the Master's offer.",
    "letter": "Waiting for {names} to read the letter.",
    "opening": "Waiting for {names} to set the first scene.",
    "explore": "Waiting for {names} to do something.",
    "come_along": "Waiting for {names} to come along or stay.",
    "end_early": "Waiting for {names} to say whether to end.",
    "first_sight": "Waiting for {names} to show a room.",
    "want": "Waiting for {names} to say what they want.",
    "conflict": "Waiting for {names} to say whether there is a conflict.",
    "it_happens": "Waiting for {names} to tell what happens.",
    "stake": "Waiting for {names} to name the stake.",
    "accept": "Waiting for {names} to accept or back down.",
    "accept_covered": "Waiting for {names} to accept or back down.",
    "retreat": "Waiting for {names} to tell the retreat.",
    "cover_afford": "Waiting for {names} to say what they give.",
    "cover_zero": "Waiting for {names} to say what they give.",
    "cover_edge": "Waiting for {names} to say what they give.",
    "edges": "Waiting for {names} to call an Edge or pass.",
    "keep": "Waiting for {names} to keep a card or discard it.",
    "invoke": "Waiting for {names} to invoke a Memory or let it stand.",
    "expand": "Waiting for {names} to tell more of a Memory.",
    "narration": "Waiting for {names} to choose what to tell.",
    "narration_vote": "Waiting for {names} to vote on what to tell.",
    "narration_tie": "Waiting for {names} to break the tie.",
    "outcome": "Waiting for {names} to tell what happens.",
    "memory": "Waiting for {names} to tell a Memory.",
    "contradictions": "Waiting for {names} to let the Memories stand.",
    "contradiction": "Waiting for {names} to answer.",
    "contradiction_vote": "Waiting for {names} to say whether it contradicts.",
    "reword": "Waiting for {names} to find other words.",
    "edge_change": "Waiting for {names} to change an Edge or not.",
    "new_edge": "Waiting for {names} to word an Edge.",
    "displace": "Waiting for {names} to close the maze or not.",
    "displace_losers": "Waiting for {names} to set guests down elsewhere.",
    "displace_all": "Waiting for {names} to set guests down elsewhere.",
    "blinding_light": "Waiting for {names} to speak from the light.",
    "end_name": "Waiting for {names} to say a name.",
    "end_why": "Waiting for {names} to say why.",
    "end_wager": "Waiting for {names} to tell the wager.",
    "last_wager": "Waiting for {names} to stake a last time or pass.",
    "epilogue": "Waiting for {names} to tell an ending.",
    "shelve": "Waiting for {names} to put the cards away.",
}
