"""Know Thyself, the whole evening from top to bottom.

Who you are is in sheet.py, walking in moving.py, a Wager in wager.py with telling.py, cover.py and rooms.py beside it,
the end in triggers.py and endgame.py, and people who come and go in leaving.py.
"""

from __future__ import annotations

from contextlib import ExitStack

from mneme.engine.acts import Act
from mneme.engine.prompts import Pick, Seat, Words, aloud
from mneme.engine.windows import Offers
from mneme.games.know_thyself import words
from mneme.games.know_thyself.asking import staying
from mneme.games.know_thyself.content import GUEST_SUITE, NPCS
from mneme.games.know_thyself.endgame import endgame
from mneme.games.know_thyself.leaving import (
    Arrive,
    HandOver,
    arrive_late,
    fund,
    hand_over,
    leave_for_good,
    offer_arriving,
    offer_leaving,
    offer_the_chair,
    read_the_letter,
    retire_leavers,
)
from mneme.games.know_thyself.moving import (
    Gather,
    Move,
    PayToll,
    draw_true_name,
    gather,
    is_stuck,
    mark_exits,
    move,
    offer_moving,
    show_new_rooms,
)
from mneme.games.know_thyself.nouns import LINE_MOST, NOTES_KEPT, PHRASE_MOST, TEXT_MOST, KnowThyself
from mneme.games.know_thyself.outlook import Outlook
from mneme.games.know_thyself.reckoning import reckon
from mneme.games.know_thyself.sheet import create_guests, shelve
from mneme.games.know_thyself.triggers import check_for_the_end
from mneme.games.know_thyself.wager import WANT, play_wager

# The small questions of acts that stand open; they never change.
NOTE = Words("text", words.NOTE_TEXT, most=LINE_MOST, rule="KT-NPC-02")
WHICH_NPC = Pick("npc", words.WHICH_NPC, words.npc_options(NPCS.values()), rule="KT-NPC-02")
NEW_NAME = Words("name", words.NEW_NAME, most=PHRASE_MOST, rule="KT-NPC-02")
SUGGESTION = Words("text", words.SUGGESTION, most=LINE_MOST, rule="KT-NARR-08")
OPPONENT = Words("opponent", words.OPPONENT, most=LINE_MOST, ideas="opponent", rule="KT-WAGER-01")
NARRATION = Words("text", words.NARRATE_TEXT, most=TEXT_MOST, rule="KT-MOVE-11")


class StartWager(Act):
    """For one's own guest, against somebody or something in the room."""

    opponent: str
    want: str


class Challenge(Act):
    """The Master names one or more guests of one room."""

    guests: tuple[Seat, ...]
    opponent: str


class Narrate(Act):
    text: str


class Wait(Act):
    """Leave the next step to the others."""


class CallTheEnd(Act):
    """People must leave: shall we end now?"""


class Suggest(Act):
    text: str


class TakeNote(Act):
    text: str


class RenameNpc(Act):
    npc: str
    name: str


async def know_thyself(table: KnowThyself) -> None:
    """Setup, the letter, the Palace, the Master's Suite. (Ledger 1)"""
    await set_up(table)
    await opening(table)
    await exploration(table)
    if table.guests:
        await endgame(table)
    else:
        table.tell(words.NOBODY_LEFT)
        table.result = {"unscored": True}  # KT-AMB-25
    await shelve(table)
    table.course.phase = "over"


# -- Setup


async def set_up(table: KnowThyself) -> None:
    """The Master, the guests, the Coins. (KT-SETUP-01..07)"""
    table.chapter(words.SETUP_TITLE)
    table.tell(words.BRIEFING, kind="briefing")
    await choose_the_master(table)
    course = table.course
    course.guests = tuple(seat for seat in table.seats if seat != table.master)
    table.lay_desk()
    if len(course.guests) > words.WORKABLE:
        table.tell(words.MANY_GUESTS, kind="reminder")
    for seat in course.guests:
        table.new_guest(seat)
    course.phase = "creation"
    await create_guests(table, course.guests)
    for seat in course.guests:
        fund(table, seat)
    reckon(table)
    table.tell(words.funded(table), kind="coins")


async def choose_the_master(table: KnowThyself) -> None:
    """Exactly one. The first seat asks; whoever is asked may decline. (KT-SETUP-01)"""
    course = table.course
    while not course.master:
        await ask_for_a_master(table)
    table.tell(words.is_master(table.name(course.master)))


async def ask_for_a_master(table: KnowThyself) -> None:
    course, host = table.course, table.seats[0]
    willing = tuple(seat for seat in table.seats if seat not in course.declined)
    ask = Pick("master", words.WHO_IS_MASTER, table.seat_options(willing), default=host, rule="KT-SETUP-01")
    chosen = await table.choose(host, ask)
    if chosen == host:
        course.master = host
        return
    consent = Pick("become_master", words.BECOME_MASTER, words.YES_NO, default="yes", rule="KT-SETUP-01")
    if await table.ask(chosen, consent) == "yes":
        course.master = chosen
    else:
        course.declined = (*course.declined, chosen)
        table.tell(words.declines(table.name(chosen)))


# -- The letter and the Guest Suite


async def opening(table: KnowThyself) -> None:
    """The letter, the room's True Name, the first scene. (KT-SETUP-05, -08..10, KT-MOVE-01)"""
    table.course.phase = "opening"
    table.chapter(words.OPENING_TITLE)
    await read_the_letter(table, table.guests)
    draw_true_name(table, GUEST_SUITE)
    table.open_cards()
    ask = aloud("opening", words.FRAME_OPENING, rule="KT-SETUP-09")
    table.tell(await table.ask(table.master, ask) or words.TOLD_ALOUD, kind="telling", by=table.master)


# -- Exploration


async def exploration(table: KnowThyself) -> None:
    """Move, name rooms, settle Wagers, until it is time. (KT-MOVE-03, -10, -11, KT-AMB-09)"""
    table.course.phase = "explore"
    table.chapter(words.EXPLORE_TITLE)
    with ExitStack() as beside:
        beside.enter_context(
            table.standing(
                "desk", words.DESK, lambda o: offer_desk(table, o), lambda _, act: use_desk(table, act), private=True
            )
        )
        beside.enter_context(
            table.standing(
                "suggest", words.SUGGEST_TEXT, lambda o: offer_suggesting(table, o), lambda s, a: suggest(table, s, a)
            )
        )
        if table.options.leaving == "retire":
            beside.enter_context(
                table.standing(
                    "leave", words.LEAVE_TEXT, lambda o: offer_leaving(table, o), lambda s, _: leave_for_good(table, s)
                )
            )
        await explore(table)


async def explore(table: KnowThyself) -> None:
    """No turn order: anybody acts, one thing at a time. (KT-AMB-09, -37)"""
    mark_exits(table)
    outlook = Outlook(table)
    async for seat, act in table.window("explore", words.EXPLORE, lambda o: offer_exploring(table, o, outlook)):
        if isinstance(act, Wait):
            wait(table, seat)
        else:
            if table.course.waiting:
                table.course.waiting = ()
            await do(table, seat, act)
            if not table.course.triggers:
                await show_new_rooms(table)
        retire_leavers(table)
        mark_exits(table)
        if table.course.triggers or not table.guests:
            break


def wait(table: KnowThyself, seat: Seat) -> None:
    """Nobody is waited for who waits; when all do, all are asked again. (KT-MOVE-11, RULINGS.md, R18)"""
    course = table.course
    course.waiting = (*course.waiting, seat)
    if set(course.waiting) >= {table.master, *staying(table, table.guests)}:
        course.waiting = ()
        table.tell(words.EVERYONE_WAITS, kind="reminder")


async def do(table: KnowThyself, seat: Seat, act: Act) -> None:
    match act:
        case Gather():
            gather(table, seat)
        case Move(room, company) | PayToll(room, company):
            await move(table, seat, room, company)
        case StartWager(opponent, want):
            await play_wager(table, seat, opponent, (seat,), want)
        case Challenge(guests, opponent):
            await play_wager(table, seat, opponent, guests)
        case Narrate(text):
            table.tell(text, kind="telling", by=seat)
        case CallTheEnd():
            await vote_on_ending(table, seat)
        case Arrive():
            await arrive_late(table, seat)
        case HandOver(to):
            await hand_over(table, to)


def offer_exploring(table: KnowThyself, o: Offers, outlook: Outlook) -> None:
    """What each may do between Wagers."""
    outlook.refresh()
    course, stuck = table.course, [seat for seat in table.guests if is_stuck(table, seat)]
    ending = bool(stuck) or course.called_at != course.wagers  # KT-END-04, RULINGS.md, R15
    for seat in (*staying(table, table.guests), table.master):
        basis = (seat in course.waiting, seat in stuck, ending)
        menu = outlook.menu(seat, basis)
        if menu is None:
            menu = Offers()
            offer_seat(table, menu, seat, outlook, *basis)
            outlook.keep(seat, basis, menu)
        o.again(menu)
    if table.options.leaving == "retire":
        offer_arriving(table, o)


def offer_seat(
    table: KnowThyself, o: Offers, seat: Seat, outlook: Outlook, waits: bool, stuck: bool, ending: bool
) -> None:
    """Go somewhere or want something, or put something in the way; or wait, or ask for the end. (KT-MOVE-11)"""
    if seat == table.master:
        offer_challenges(o, seat, outlook)
        o.may(seat, Narrate, words.NARRATE, NARRATION, rule="KT-MOVE-11")
    else:
        offer_moving(table, o, seat, outlook.ways[seat])
        note = words.START_WAGER_NOTE
        o.may(seat, StartWager, words.START_WAGER, OPPONENT, WANT, note=note, rule="KT-WAGER-01")
    if not waits:
        o.must(seat, Wait, words.WAIT, note=words.WAIT_NOTE, rule="KT-MOVE-11")
    if ending:
        o.may(seat, CallTheEnd, words.CALL_THE_END, note=words.CALL_THE_END_NOTE, rule="KT-END-04")
    if seat == table.master and table.options.leaving == "retire":
        offer_the_chair(table, o)
    text, note = outlook.told[seat]
    o.say(seat, text, words.stuck(note) if stuck else note)


def offer_challenges(o: Offers, master: Seat, outlook: Outlook) -> None:
    """The Master starts a Wager with guests of one room. (KT-WAGER-11)"""
    for key, label, note, whom in outlook.obstacles:
        o.may(master, Challenge, label, whom, OPPONENT, note=note, key=key, rule="KT-WAGER-11")


async def vote_on_ending(table: KnowThyself, proposer: Seat) -> None:
    """The Master and a majority of the players must agree. (KT-END-04)"""
    course = table.course
    table.tell(words.calls_the_end(table.name(proposer)), kind="vote")
    ask = Pick("end_early", words.END_EARLY, words.YES_NO, default="no", rule="KT-END-04")
    others = tuple(seat for seat in (*table.guests, table.master) if seat != proposer)
    votes: dict[Seat, str] = await table.ask_all("end_early", lambda: dict.fromkeys(staying(table, others), ask))
    agreed = {proposer, *(seat for seat, vote in votes.items() if vote == "yes")}
    course.early = table.master in agreed and 2 * len(agreed & set(table.guests)) > len(table.guests)
    course.called_at = course.wagers
    if course.early:
        check_for_the_end(table)
    else:
        table.tell(words.NOT_YET, kind="vote")


# -- beside it all


def offer_desk(table: KnowThyself, o: Offers) -> None:
    """Notes and other names for the Palace's people, for the Master alone. (KT-NPC-02)"""
    o.may(table.master, TakeNote, words.TAKE_NOTE, NOTE, rule="KT-NPC-02")
    o.may(table.master, RenameNpc, words.RENAME_NPC, WHICH_NPC, NEW_NAME, rule="KT-NPC-02")


def use_desk(table: KnowThyself, act: TakeNote | RenameNpc) -> None:
    if isinstance(act, TakeNote):
        table.desk.notes = (*table.desk.notes, act.text)[-NOTES_KEPT:]
    else:
        table.desk.renamed = {**table.desk.renamed, act.npc: act.name}


def offer_suggesting(table: KnowThyself, o: Offers) -> None:
    """The Master may take ideas from anybody at any time. (KT-NARR-08)"""
    for seat in table.guests:
        o.may(seat, Suggest, words.SUGGEST, SUGGESTION, rule="KT-NARR-08")


def suggest(table: KnowThyself, seat: Seat, act: Suggest) -> None:
    table.tell(act.text, kind="suggestion", by=seat)
