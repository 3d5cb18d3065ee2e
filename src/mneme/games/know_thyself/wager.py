"""A Wager, from the first want to the last Coin. (Ledger 2.6, 2.7, 2.9, 2.10, 2.13, 2.14)

The telling is in telling.py, covering in cover.py, what rooms do in rooms.py.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from mneme.engine.acts import Act
from mneme.engine.prompts import Form, Number, Option, Pick, Prompt, Seat, Words, aloud
from mneme.engine.state import Bag
from mneme.engine.windows import Offers
from mneme.games.know_thyself import words
from mneme.games.know_thyself.asking import ask_guest
from mneme.games.know_thyself.cards import (
    FAILURE,
    MOST_CARDS,
    chance_to_turn,
    chance_to_win,
    chance_with_one_more,
    degree,
    percent,
    player_wins,
    stakes,
    suit,
    unseen,
)
from mneme.games.know_thyself.cover import carry_out, cover_the_edge, cover_the_empty, cover_the_stake, givers
from mneme.games.know_thyself.leaving import retire_leavers
from mneme.games.know_thyself.moving import FREE, mark_exits
from mneme.games.know_thyself.nouns import LEAST_STAKE, LINE_MOST, KnowThyself, Memory, Wager
from mneme.games.know_thyself.reckoning import reckon
from mneme.games.know_thyself.rooms import issues, room_effects
from mneme.games.know_thyself.telling import change_edges, choose_what_to_tell, let_memories_stand, tell_it
from mneme.games.know_thyself.triggers import check_for_the_end


class Restate(Act):
    """The same want, in other words."""

    want: str


class Clarify(Act):
    question: str


class Join(Act):
    want: str


class CallHelp(Act):
    edge: str
    how: str


class CallHindrance(Act):
    edge: str
    how: str


async def play_wager(
    table: KnowThyself, initiator: Seat, opponent: str, named: tuple[Seat, ...], want: str = ""
) -> None:
    """Steps 1 to 15. Only one Wager is open at a time. (Ledger 2.6, KT-AMB-10, -11)"""
    course, opponent = table.course, opponent.rstrip(".")
    room = table.guest[named[0]].room
    wager = table.wager = table.put(
        "wager", Wager(room=room, initiator=initiator, opponent=opponent, participants=named)
    )
    course.phase, course.begun = "wager", course.begun + 1
    if opponent not in course.met:
        course.met = (*course.met, opponent)
    table.chapter(words.wager_title(table))
    if want:
        want_something(table, initiator, want)
    with table.standing("talk", words.TALK, lambda o: offer_talk(table, o), lambda seat, act: talk(table, seat, act)):
        await state_wants(table)
        await counter_and_stake(table)
    await accept_or_back_down(table)
    if wager.accepted:
        await settle(table)
    table.remove("wager")
    course.phase = "explore"
    retire_leavers(table)


async def settle(table: KnowThyself) -> None:
    """Steps 4 to 15, once somebody has accepted. (KT-AMB-11, -40)"""
    await call_edges(table)
    await draw_cards(table)
    if table.wager.accepted:
        await compare_and_tell(table)
    await cover_the_empty(table)
    if table.wager.accepted:
        await change_edges(table)
    retire_leavers(table)
    check_for_the_end(table)
    if not table.course.triggers:
        await room_effects(table)


async def compare_and_tell(table: KnowThyself) -> None:
    """Steps 6 to 12. (KT-AMB-10)"""
    turn_the_masters_card(table)
    await invoke_memories(table)
    await choose_what_to_tell(table)
    await tell_it(table)
    await let_memories_stand(table)
    pay(table)


def order(table: KnowThyself, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The initiating player first, then by seat. (KT-MULTI-05, KT-AMB-21)"""
    if len(seats) < 2:
        return seats
    first = tuple(seat for seat in seats if seat == table.wager.initiator)
    return first + tuple(seat for seat in table.seats if seat in seats and seat not in first)


# -- steps 1 and 2: wants, conflict, counter-want, stake


async def state_wants(table: KnowThyself) -> None:
    """Each guest whom the Master has named says what it wants. (KT-WAGER-03, -11)"""
    if silent(table):
        ask = want_prompt(words.opposed(table))
        wants: dict[Seat, str] = await table.ask_all("want", lambda: dict.fromkeys(silent(table), ask))
        for seat, want in wants.items():
            want_something(table, seat, want)


def silent(table: KnowThyself) -> list[Seat]:
    wager = table.wager
    return [seat for seat in wager.participants if seat not in wager.wants and not table.guest[seat].leaving]


def want_prompt(text: str) -> Words:
    return Words("want", text, most=LINE_MOST, ideas="want", rule="KT-WAGER-03")


WANT = want_prompt(words.WANT)
QUESTION = Words("question", words.CLARIFY_TEXT, most=LINE_MOST, rule="KT-WAGER-04")


def want_something(table: KnowThyself, seat: Seat, want: str) -> None:
    table.wager.wants = {**table.wager.wants, seat: want}
    table.tell(want, kind="want", by=seat)


def offer_talk(table: KnowThyself, o: Offers) -> None:
    """Until the stake is named others may join, the Master may ask, and a want may then be said better.

    (KT-WAGER-02, -04, KT-MULTI-01)
    """
    wager = table.wager
    for seat in table.in_room(wager.room):
        if table.guest[seat].leaving or seat in wager.out:
            continue
        if seat not in wager.participants:
            o.may(seat, Join, words.JOIN, WANT, note=words.JOIN_NOTE, rule="KT-WAGER-02")
        elif wager.questions and seat in wager.wants:
            o.may(seat, Restate, words.RESTATE, WANT, rule="KT-WAGER-03")
    o.may(table.master, Clarify, words.CLARIFY, QUESTION, rule="KT-WAGER-04")
    o.say(table.master, words.TALK_MASTER)


def talk(table: KnowThyself, seat: Seat, act: Join | Restate | Clarify) -> None:
    match act:
        case Join(want):
            table.wager.participants = (*table.wager.participants, seat)
            table.tell(words.joins(table.name(seat)), kind="join", facts={"seat": seat})
            want_something(table, seat, want)
        case Restate(want):
            want_something(table, seat, want)
        case Clarify(question):
            table.wager.questions += 1
            table.tell(question, kind="clarify", by=seat)


async def counter_and_stake(table: KnowThyself) -> None:
    """Is there a conflict, for each; then the other want and the stake. (KT-WAGER-05..07, KT-MULTI-12)"""
    wager = table.wager
    wager.step = 2
    while wager.participants and not wager.stake:
        for seat in undecided(table):
            await is_there_a_conflict(table, seat)
        if wager.participants:
            await name_the_stake(table)


def undecided(table: KnowThyself) -> tuple[Seat, ...]:
    wager = table.wager
    return tuple([seat for seat in wager.participants if seat not in wager.conflicts])


async def is_there_a_conflict(table: KnowThyself, seat: Seat) -> None:
    """If nobody minds, it simply happens: no Coins, no Memory, no leave to go. (KT-WAGER-05, KT-MULTI-12)"""
    match await table.ask_unless(table.master, lambda: conflict_prompt(table, seat)):
        case None:
            drop_out(table, seat, "backed_down")
        case "none":
            drop_out(table, seat, "no_conflict")
            text = words.it_happens(table.name(seat))
            happens = aloud("it_happens", text, rule="KT-WAGER-05")
            table.tell(await table.ask(table.master, happens) or words.TOLD_ALOUD, kind="telling", by=table.master)
        case _:
            table.wager.conflicts = (*table.wager.conflicts, seat)


def conflict_prompt(table: KnowThyself, seat: Seat) -> Pick | None:
    """Asked of the Master, unless the player is leaving for good. (KT-WAGER-05, KT-AMB-25)"""
    if table.guest[seat].leaving:
        return None
    text, note = words.conflict(table, seat), words.wanted(table, seat)
    return Pick("conflict", text, words.CONFLICTS, default="conflict", rule="KT-WAGER-05", note=note)


def drop_out(table: KnowThyself, seat: Seat, why: str) -> None:
    """One participant fewer. Nothing is staked or lost. (KT-WAGER-05, -09, KT-MULTI-12)"""
    wager = table.wager
    wager.participants = tuple(other for other in wager.participants if other != seat)
    if seat in wager.accepted:
        wager.accepted = tuple(other for other in wager.accepted if other != seat)
    wager.out = {**wager.out, seat: why}
    if seat in wager.master_side:
        table.coins.master += wager.master_side[seat]
        wager.brings = {other: brings for other, brings in wager.brings.items() if other != seat}
        wager.master_side = {other: side for other, side in wager.master_side.items() if other != seat}
    if seat in wager.player_side:
        table.guest[seat].coins += wager.player_side[seat]
        wager.player_side = {other: side for other, side in wager.player_side.items() if other != seat}


async def name_the_stake(table: KnowThyself) -> None:
    """What the other side wants, what hangs on it, and one stake for all. (KT-WAGER-06, -07, -12, KT-MULTI-02)"""
    wager, form = table.wager, stake_form(table)
    answer = await table.ask_unless(table.master, lambda: None if undecided(table) else form)
    if answer is None:
        return  # somebody has joined; the Master answers for them first
    wager.counter = answer["counter"] or words.TOLD_ALOUD
    wager.issue = {
        seat: answer[f"issue_{seat}"] for seat in wager.participants if answer.get(f"issue_{seat}", "other") != "other"
    }
    wager.stake = answer["stake"]
    wager.master_side = dict.fromkeys(wager.participants, wager.stake)
    wager.brings = dict.fromkeys(wager.participants, stakes(wager.stake, wager.stake))
    table.coins.master -= wager.stake * len(wager.participants)
    table.tell(wager.counter, kind="counter", by=table.master)
    facts = {"stake": wager.stake, "issue": dict(wager.issue)}
    table.tell(words.stake_named(table), kind="stake", facts=facts)


def stake_form(table: KnowThyself) -> Form:
    """At least 2 and at most what the Master can lay down for each. (KT-WAGER-07, KT-AMB-05)"""
    wager = table.wager
    most = table.coins.master // len(wager.participants)
    fields: tuple[Prompt[Any], ...] = (
        COUNTER,
        *(
            Pick(f"issue_{seat}", words.issue(table.name(seat)), options, default="other", rule="KT-WAGER-12")
            for seat in wager.participants
            if (options := issues(table, seat))
        ),
        Number("stake", words.STAKE, LEAST_STAKE, most, default=LEAST_STAKE, rule="KT-WAGER-07"),
    )
    return Form("stake", words.stake(table), fields, rule="KT-WAGER-07", note=words.stake_note(table), default={})


COUNTER = aloud("counter", words.COUNTER, most=LINE_MOST, ideas="counter", rule="KT-WAGER-06")


# -- step 3: accept or back down


async def accept_or_back_down(table: KnowThyself) -> None:
    """Each on their own; there is no haggling. (KT-WAGER-08..10, KT-MULTI-03)"""
    table.wager.step = 3
    for seat in order(table, table.wager.participants):
        await accept_or_not(table, seat)


async def accept_or_not(table: KnowThyself, seat: Seat) -> None:
    """Accept needs the Coins; without them, ask for cover or back down. (KT-WAGER-08, KT-COVER-01)"""
    wager, guest = table.wager, table.guest[seat]
    can = guest.coins >= wager.stake
    options = words.accept_options(wager.stake, can, bool(givers(table, seat)), guest.exit == FREE)
    default = "accept" if can else "back_down"
    text, note = words.accept(table, seat), words.accept_note(wager)
    ask = Pick("accept", text, options, default=default, rule="KT-WAGER-08", note=note)
    match await ask_guest(table, seat, ask, "back_down"):
        case "accept":
            take_up(table, seat)
        case "ask_for_cover":
            await ask_for_cover(table, seat)
        case _:
            await back_down(table, seat)


async def ask_for_cover(table: KnowThyself, seat: Seat) -> None:
    """Gifts move only if they suffice and the receiver then accepts. (KT-COVER-07, -10)"""
    wager, guest = table.wager, table.guest[seat]
    pledges = await cover_the_stake(table, seat)
    if guest.coins + sum(pledges.values()) >= wager.stake:
        ask = Pick(
            "accept_covered",
            words.accept_covered(table, pledges),
            words.accept_options(wager.stake, True, False, guest.exit == FREE),
            default="accept",
            rule="KT-COVER-07",
        )
        if await ask_guest(table, seat, ask, "back_down") == "accept":
            carry_out(table, seat, pledges)
            take_up(table, seat)
            return
    else:
        table.tell(words.not_enough_cover(table.name(seat)), kind="cover")
    await back_down(table, seat)


def take_up(table: KnowThyself, seat: Seat) -> None:
    """The stake is matched, and there is no way back. (KT-WAGER-08, -10)"""
    wager = table.wager
    table.guest[seat].coins -= wager.stake
    wager.player_side = {**wager.player_side, seat: wager.stake}
    wager.accepted = (*wager.accepted, seat)
    table.tell(words.accepts(table.name(seat)), kind="accept", facts={"seat": seat})


async def back_down(table: KnowThyself, seat: Seat) -> None:
    """If the Master began it, the player tells the retreat; else the Master tells what comes of it. (KT-WAGER-09)"""
    drop_out(table, seat, "backed_down")
    table.tell(words.backs_down(table.name(seat)), kind="back_down", facts={"seat": seat})
    if table.wager.initiator == table.master and not table.guest[seat].leaving:
        ask = aloud("retreat", words.RETREAT, rule="KT-WAGER-09")
        told, teller = await ask_guest(table, seat, ask, ""), seat
    else:
        text = words.retreat_of(table.name(seat))
        ask = aloud("retreat", text, rule="KT-WAGER-09")
        told, teller = await table.ask(table.master, ask), table.master
    table.tell(told or words.TOLD_ALOUD, kind="telling", by=teller)


# -- step 4: Edges


async def call_edges(table: KnowThyself) -> None:
    """One window for each participant. (KT-EDGE-02..07, KT-MULTI-04)"""
    table.wager.step = 4
    for seat in order(table, table.wager.accepted):
        await call_edges_of(table, seat)


async def call_edges_of(table: KnowThyself, seat: Seat) -> None:
    """Either side, in any order; a pass lapses when the other side calls. (KT-EDGE-06)"""
    table.wager.edges_of = seat
    async for caller, act in table.window("edges", words.EDGES, lambda o: offer_edges(table, o, seat), passing=True):
        if isinstance(act, CallHelp):
            call_help(table, caller, act.edge, act.how)
        else:
            await call_hindrance(table, seat, act.edge, act.how)


def offer_edges(table: KnowThyself, o: Offers, seat: Seat) -> None:
    """A call needs a Coin that is not staked, on the other side. (KT-EDGE-02, -03, KT-AMB-05, -13)"""
    wager, guest = table.wager, table.guest[seat]
    if not guest.edges:
        return
    options = tuple(Option(key, text) for key, text in guest.edges.items())
    edge = Pick("edge", words.WHICH_EDGE, options, rule="KT-EDGE-04")
    if seat not in wager.helped and table.coins.master and not guest.leaving:
        o.may(seat, CallHelp, words.CALL_HELP, edge, HOW_EDGE, note=words.HELP_NOTE, rule="KT-EDGE-02")
        o.say(seat, words.EDGES_OWN, words.sides(table, seat, seat))
    can_cover = table.options.cover_gm_edge and bool(givers(table, seat))
    if seat not in wager.hindered and (guest.coins or can_cover):
        name = table.name(seat)
        label, note = words.call_hindrance(name), words.hindrance_note(name)
        o.may(table.master, CallHindrance, label, edge, HOW_EDGE, note=note, rule="KT-EDGE-03")
        o.say(table.master, words.edges_of(name), words.sides(table, seat, table.master))


HOW_EDGE = aloud("how", words.HOW_EDGE, most=LINE_MOST, rule="KT-EDGE-04")


def call_help(table: KnowThyself, seat: Seat, edge: str, how: str) -> None:
    """The Master adds 1. (KT-EDGE-02)"""
    wager = table.wager
    wager.helped = {**wager.helped, seat: edge}
    table.coins.master -= 1
    wager.master_side = {**wager.master_side, seat: wager.master_side[seat] + 1}
    raise_the_stakes(table, seat)
    facts = {"seat": seat, "by": seat, "edge": edge}
    table.tell(words.helped(table, seat, edge), kind="edge_called", facts=facts)
    add_words(table, seat, how)


async def call_hindrance(table: KnowThyself, seat: Seat, edge: str, how: str) -> None:
    """The player adds 1, or, where the option says so, is covered for it. (KT-EDGE-03, KT-AMB-13)"""
    wager, guest = table.wager, table.guest[seat]
    wager.hindered = {**wager.hindered, seat: edge}
    if not guest.coins and not await cover_the_edge(table, seat):
        wager.refused = (*wager.refused, seat)
        table.tell(words.edge_refused(table.name(seat)), kind="edge")
        return
    guest.coins -= 1
    wager.player_side = {**wager.player_side, seat: wager.player_side[seat] + 1}
    raise_the_stakes(table, seat)
    facts = {"seat": seat, "by": table.master, "edge": edge}
    table.tell(words.hindered(table, seat, edge), kind="edge_called", facts=facts)
    add_words(table, table.master, how)


def add_words(table: KnowThyself, seat: Seat, text: str) -> None:
    """What somebody has to say to it, unless it was told aloud. (KT-EDGE-04, KT-INVOKE-04)"""
    if text:
        table.tell(text, kind="telling", by=seat)


def raise_the_stakes(table: KnowThyself, seat: Seat) -> None:
    """One side has grown, and so has what hangs on it. (KT-PAY-01, -02)"""
    wager = table.wager
    wager.brings = {**wager.brings, seat: stakes(wager.master_side[seat], wager.player_side[seat])}


# -- steps 5 and 6: cards


async def draw_cards(table: KnowThyself) -> None:
    """One shuffled deck; each finishes before the next begins. (KT-DRAW-01..03, KT-MULTI-05)

    Whoever leaves for good before the own first card backs down after all. (KT-AMB-25)
    """
    table.wager.step = 5
    for seat in order(table, table.wager.accepted):
        if table.guest[seat].leaving:
            await back_down(table, seat)
            continue
        take_card(table, seat)
        while can_discard(table, seat) and await keep_or_discard(table, seat) == "discard":
            take_card(table, seat)


def can_discard(table: KnowThyself, seat: Seat) -> bool:
    """The third card must be kept. (KT-DRAW-03)"""
    return len(table.wager.drawn[seat]) < MOST_CARDS


async def keep_or_discard(table: KnowThyself, seat: Seat) -> str:
    wager = table.wager
    rest = unseen(wager.face_up())
    show_odds(table, seat, keep=chance_to_win(wager.card(seat), rest), another=chance_with_one_more(rest))
    ask = Pick(
        "keep",
        words.keep(wager.card(seat), len(wager.drawn[seat])),
        words.keep_options(len(wager.drawn[seat]), wager.master_side[seat]),
        default="keep",
        rule="KT-DRAW-03",
        note=words.keep_note(wager, seat),
    )
    return await ask_guest(table, seat, ask, "keep")


def show_odds(table: KnowThyself, seat: Seat, **odds: Fraction) -> None:
    """In percent, for all to see, where the table wants them. (Ledger 5.9, 9.1)"""
    if table.options.show_odds:
        table.wager.odds = {seat: {name: percent(chance) for name, chance in odds.items()}}


def take_card(table: KnowThyself, seat: Seat) -> None:
    """The next card, face up; the one before it is out. (KT-DRAW-02, -03, -05)"""
    wager = table.wager
    if wager.holds(seat):
        wager.discards = (*wager.discards, wager.card(seat))
    card = next_card(table)
    wager.drawn = {**wager.drawn, seat: (*wager.drawn.get(seat, ()), card)}
    wager.degree = {**wager.degree, seat: degree(len(wager.drawn[seat]), 0)}
    table.tell(words.draws(table.name(seat), card), kind="card", facts={"seat": seat, "card": card})


def next_card(table: KnowThyself) -> str:
    """From the face-down cards; should they run out, this Wager's discards are shuffled. (KT-AMB-24)"""
    wager = table.wager
    if not wager.deck.items:
        wager.deck, wager.discards = Bag(wager.discards), ()
    card, wager.deck = table.draw(wager.deck, to=None)
    return card


def turn_the_masters_card(table: KnowThyself) -> None:
    """One card for all, once everyone has stayed. (KT-DRAW-04, KT-MULTI-06, KT-AMB-22)"""
    wager = table.wager
    wager.step = 6
    wager.odds, wager.master_card = {}, next_card(table)
    facts = {"seat": table.master, "card": wager.master_card}
    table.tell(words.master_turns(wager.master_card), kind="card", facts=facts)
    for seat in wager.accepted:
        compare(table, seat)


def compare(table: KnowThyself, seat: Seat) -> None:
    """Each against the one card, each with their own degree. (KT-CARD-01..05, KT-MULTI-06)"""
    wager = table.wager
    wins = player_wins(wager.card(seat), wager.master_card)
    result = wager.degree[seat] if wins else FAILURE
    wager.result = {**wager.result, seat: result}
    tell_result(table, seat, settled=not could_invoke(table, seat))


def tell_result(table: KnowThyself, seat: Seat, *, settled: bool) -> None:
    """Whoever could still invoke a Memory is losing; whoever could not, or would rather not, loses."""
    wager, result = table.wager, table.wager.result[seat]
    why = words.reason(wager.card(seat), wager.master_card)
    told = words.compared(table.name(seat), result, why, settled=settled)
    table.tell(told, kind="result", facts={"seat": seat, "result": result})


# -- step 7: invoking


async def invoke_memories(table: KnowThyself) -> None:
    """Each loser, in the same order, as long as it is possible. (KT-INVOKE-01, -06, KT-MULTI-07)"""
    table.wager.step = 7
    for seat in order(table, table.wager.accepted):
        while can_invoke(table, seat):
            await invoke_or_stand(table, seat)
        if could_invoke(table, seat):
            tell_result(table, seat, settled=True)
    table.wager.step, table.wager.odds = 8, {}


def invocable(table: KnowThyself, seat: Seat) -> list[Memory]:
    """Free Memories on the Attachment of the current card's suit. (KT-INVOKE-02)"""
    return [memory for memory in table.on_box(seat, suit(table.wager.card(seat))) if not memory.invoked]


def can_invoke(table: KnowThyself, seat: Seat) -> bool:
    """Able to, and neither content to lose nor on the way out. (KT-INVOKE-01, KT-AMB-25)"""
    willing = seat not in table.wager.stood and not table.guest[seat].leaving
    return willing and could_invoke(table, seat)


def could_invoke(table: KnowThyself, seat: Seat) -> bool:
    """Losing, with a spare Coin and a fitting Memory. (KT-INVOKE-01..03, KT-AMB-38)"""
    return table.wager.loses(seat) and table.guest[seat].coins > 0 and bool(invocable(table, seat))


async def invoke_or_stand(table: KnowThyself, seat: Seat) -> None:
    """Which Memory, if any. (KT-INVOKE-01, -02)"""
    wager = table.wager
    show_odds(table, seat, turn=chance_to_turn(wager.master_card, unseen(wager.face_up())))
    options = tuple(Option(memory.noun_key, memory.text, words.INVOKE_PRICE) for memory in invocable(table, seat))
    ask = Pick(
        "invoke",
        words.invoke(table, seat),
        (*options, words.STAND),
        default=words.STAND.key,
        rule="KT-INVOKE-01",
        note=words.invoke_note(wager, seat),
    )
    chosen = await ask_guest(table, seat, ask, words.STAND.key)
    if chosen == words.STAND.key:
        wager.stood = (*wager.stood, seat)
    else:
        await invoke(table, seat, table.memory(chosen))


async def invoke(table: KnowThyself, seat: Seat, memory: Memory) -> None:
    """A Coin to the Master, a tick, a little more of the Memory, another card. (KT-INVOKE-03..05)"""
    wager = table.wager
    table.guest[seat].coins -= 1
    table.coins.master += 1
    reckon(table)
    memory.invoked = True
    note = f"“{memory.text}”"
    ask = aloud("expand", words.EXPAND, most=LINE_MOST, rule="KT-INVOKE-04", note=note)
    more = await ask_guest(table, seat, ask, "")
    memory.added = " ".join(part for part in (memory.added, more) if part)
    facts = {"seat": seat, "memory": memory.noun_key}
    table.tell(words.invokes(table.name(seat), memory.text), kind="invoke", facts=facts)
    add_words(table, seat, more)
    wager.discards = (*wager.discards, wager.card(seat))
    card = next_card(table)
    wager.invoked = {**wager.invoked, seat: (*wager.invoked.get(seat, ()), card)}
    wager.degree = {**wager.degree, seat: degree(len(wager.drawn[seat]), len(wager.invoked[seat]))}
    table.tell(words.draws(table.name(seat), card), kind="card", facts={"seat": seat, "card": card})
    compare(table, seat)


# -- step 12: payment


def pay(table: KnowThyself) -> None:
    """All payments before anything else. (KT-PAY-01..03, KT-MULTI-10, -11, KT-MOVE-07)"""
    wager, course = table.wager, table.course
    wager.step = 12
    for seat in wager.accepted:
        pay_one(table, seat)
    wager.master_side, wager.player_side = {}, {}
    reckon(table)
    groups = tuple(dict.fromkeys(table.guest[seat].group for seat in wager.accepted))
    course.settled = tuple(dict.fromkeys((*course.settled, *groups)))
    course.wagers += 1
    table.lit(wager.accepted)
    if table.options.visit_rule == "once_per_room":
        free_for_good(table, groups)
    mark_exits(table)


def pay_one(table: KnowThyself, seat: Seat) -> None:
    """A winner takes by degree and gets the own stake back; a loser's stake is the Master's. (KT-PAY-01, -02)"""
    wager, guest = table.wager, table.guest[seat]
    change = wager.brings[seat][wager.result[seat]]
    table.coins.master += wager.master_side[seat] - change
    guest.coins += wager.player_side[seat] + change
    wager.paid = {**wager.paid, seat: change}
    table.tell(words.paid(table.name(seat), change), kind="payment", facts={"seat": seat, "coins": change})


def free_for_good(table: KnowThyself, groups: tuple[int, ...]) -> None:
    """With `once_per_room`, whoever was freed here is free here from now on. (KT-AMB-08)"""
    for seat in table.in_room(table.wager.room):
        guest = table.guest[seat]
        if guest.group in groups and guest.room not in guest.freed_rooms:
            guest.freed_rooms = (*guest.freed_rooms, guest.room)
