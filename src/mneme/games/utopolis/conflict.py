"""A conflict from its call to its result. (Ledger 2.7, C0 to C8)"""

from __future__ import annotations

from contextlib import AbstractContextManager
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from mneme.engine.acts import Act
from mneme.engine.prompts import Form, Number, Option, Pick, Prompt, Seat, Some, aloud
from mneme.engine.windows import Offers
from mneme.games.utopolis import words
from mneme.games.utopolis.deck import deal, discard_all, open_hand, reading, reveal, shuffle
from mneme.games.utopolis.hands import FACES, JOKER, compared, deciding_step
from mneme.games.utopolis.joining import settle_joining
from mneme.games.utopolis.nouns import CORE, GM, LINE_MOST, Conflict, Detective, Result, Utopolis, robot_side
from mneme.games.utopolis.spending import (
    Complicate,
    Help,
    HelpPartner,
    HinderPartner,
    Intervene,
    complicate,
    draw_robot_hand,
    help_oneself,
    help_partner,
    hinder_partner,
    intervene,
    offer_cinema,
    offer_hindering,
    offer_intervening,
    offer_partner_help,
    usable_robots,
)

GM_HAND = 7  # UT-DRAW-06
MUSE_CARDS = 2  # UT-MUSE-02
NONE = "none"

TAKE_PART = Pick("take_part", words.TAKE_PART, words.IN_OR_OUT, default="in", rule="UT-CONF-05")
GM_TAKE_PART = Pick("take_part", words.GM_TAKE_PART, words.IN_OR_OUT, default="in", rule="UT-CONF-05")
INTENT_TEXT = aloud("text", words.INTENT_TEXT, most=LINE_MOST, ideas="intents")
GM_INTENT_TEXT = aloud("text", words.INTENT_TEXT, most=LINE_MOST, ideas="gm_intents")
CHANGED_INTENT = aloud("text", words.INTENT_TEXT, most=LINE_MOST)
CAPTURE = Pick("capture", words.CAPTURE, words.YES_NO, default="yes", rule="UT-ARR-12")
INTENT = Form("intents", words.INTENT, (TAKE_PART, INTENT_TEXT), rule="UT-CONF-02", default={})
ARREST_INTENT = Form("intents", words.INTENT, (TAKE_PART, INTENT_TEXT, CAPTURE), rule="UT-CONF-02", default={})
GM_INTENT = Form("intents", words.GM_INTENT, (GM_TAKE_PART, GM_INTENT_TEXT), rule="UT-GM-04", default={})
RELATED = Pick("related", words.RELATED, words.YES_NO, default="yes", rule="UT-R-24")
BEGINNING = aloud("text", words.INITIATE_TEXT, ideas="beginnings")
GM_BEGINNING = aloud("text", words.GM_BEGINS, ideas="opposition")


class ChangeIntent(Act):
    text: str
    capture: str


class StayOut(Act):
    """Nothing of this detective's is at stake here."""


class Disapprove(Act):
    of: Seat


class DrawMuse(Act):
    """Two cards from the Muse, for a test after the scene."""


class Redraw(Act):
    """Double or nothing: the whole hand anew, for a test after the scene."""


# -- C0 and C1: opening and intents


async def state_intents(table: Utopolis, opener: Intervene | None = None, clash: str = "") -> bool:
    """Everybody involved says what they want; then the GM says who stands against whom. (UT-CONF-01..05)

    Says whether there is a conflict at all.
    """
    conflict = table.conflict = table.put("conflict", Conflict(by_robot=opener.partner if opener else ""))
    table.scene.conflicts += 1
    table.tell(words.CONFLICT, kind="conflict")
    if opener:
        await answer_the_robot(table, opener)
    else:
        await gather_intents(table, clash)
        await fix_opposition(table)
    conflict.detectives = table.from_scene_player([seat for seat, sides in conflict.opposition.items() if sides])
    if not conflict.detectives:
        table.tell(words.NO_CONFLICT, kind="conflict")
    return bool(conflict.detectives)


async def gather_intents(table: Utopolis, clash: str) -> None:
    """All present, and then whoever joins before everybody is content. (UT-CONF-05, UT-SCENE-07)"""
    await settle_joining(table)
    await first_intents(table, (*table.present(), table.gm), clash)
    await change_intents(table)
    while table.scene.asking:
        await late_guests(table, clash)
        await change_intents(table)


async def late_guests(table: Utopolis, clash: str) -> None:
    guests = table.scene.asking
    await settle_joining(table)
    await first_intents(table, tuple(seat for seat in guests if seat in table.scene.present), clash)


async def first_intents(table: Utopolis, seats: tuple[Seat, ...], clash: str) -> None:
    """No order; nobody has to take part. (UT-CONF-02, UT-R-84)"""
    note = words.at_stake(table, clash)
    form = replace(ARREST_INTENT if table.scene.kind == "arrest" else INTENT, note=note)
    gm_form = replace(GM_INTENT, note=note)
    said = await table.ask_all("intents", {seat: gm_form if seat == table.gm else form for seat in seats})
    for seat, answer in said.items():
        if answer["take_part"] == "in":
            declare(table, seat, answer["text"], answer.get("capture", "yes"))
        else:
            table.tell(words.stays_out(table, seat), kind="intent")


def side_of(table: Utopolis, seat: Seat) -> str:
    return GM if seat == table.gm else seat


def declare(table: Utopolis, seat: Seat, text: str, capture: str) -> None:
    """An intent is open to all, and to change. (UT-CONF-02)"""
    conflict = table.conflict
    conflict.intents = {**conflict.intents, side_of(table, seat): text}
    if seat == table.gm:
        conflict.gm_in = True
    else:
        conflict.capture = {**conflict.capture, seat: capture == "yes"}
    table.tell(words.intends(table, seat, text), kind="intent", by=seat)


def withdraw(table: Utopolis, seat: Seat) -> None:
    conflict, side = table.conflict, side_of(table, seat)
    conflict.intents = {other: text for other, text in conflict.intents.items() if other != side}
    conflict.gm_in = conflict.gm_in and seat != table.gm
    table.tell(words.stays_out(table, seat), kind="intent")


async def change_intents(table: Utopolis) -> None:
    """Intents may change until all are content; robots may take a hand in it. (UT-CONF-02, -03, UT-TOK-05)"""
    conflict = table.conflict

    def offers(o: Offers) -> None:
        gm, present, arrest = table.gm, table.present(), table.scene.kind == "arrest"
        intents, robots = conflict.intents, conflict.robots
        for seat in (*present, gm):
            acts = (GM if seat == gm else seat) in intents
            label = words.CHANGE_INTENT if acts else words.TAKE_PART_AFTER_ALL
            if arrest and seat != gm:
                o.may(seat, ChangeIntent, label, CHANGED_INTENT, CAPTURE, rule="UT-CONF-02")
            else:
                o.may(seat, ChangeIntent, label, CHANGED_INTENT, rule="UT-CONF-02", capture="yes")
            if acts and seat not in robots:
                o.may(seat, StayOut, words.STAY_OUT, rule="UT-CONF-05")
        offer_intervening(table, o, tuple([seat for seat in present if seat in intents and seat not in robots]))
        wanted = words.intents(table)
        for seat in table.seats:
            o.say(seat, words.CONTENT, note=wanted)

    async for seat, act in table.window("change_intents", words.CONTENT, offers, passing=True):
        match act:
            case ChangeIntent(text, capture):
                declare(table, seat, text, capture)
            case StayOut():
                withdraw(table, seat)
            case Intervene(partner, text):
                intervene(table, seat, partner, text)


async def answer_the_robot(table: Utopolis, opener: Intervene) -> None:
    """A robot's intervention opened this: only its partner is in it, and the GM has no hand. (UT-R-74)"""
    conflict, partner = table.conflict, opener.partner
    intervene(table, table.robot[partner].player, partner, opener.text)
    text = aloud("robot_intent", words.ROBOT_AGAINST_YOU, most=LINE_MOST, rule="UT-R-74")
    declare(table, partner, await table.ask(partner, text), "no")
    conflict.opposition = {partner: (robot_side(partner),)}


async def fix_opposition(table: Utopolis) -> None:
    """Who stands against whom; between detectives it goes both ways. (UT-CONF-04, -05, UT-R-18, UT-R-24)"""
    conflict = table.conflict
    acting = tuple(seat for seat in table.present() if seat in conflict.intents)
    fields: list[Prompt[Any]] = []
    for seat in acting:
        against = ((GM,) if conflict.gm_in else ()) + tuple(other for other in acting if other != seat)
        options = tuple(words.side_option(table, side) for side in against)
        default = [GM] if conflict.gm_in else []
        fields.append(Some(seat, words.who_opposes(table, seat), options, default=default))
    if table.scene.kind == "arrest" and acting:
        captors = [seat for seat in acting if conflict.capture[seat]]
        options = tuple(Option(seat, table.called(seat)) for seat in acting)
        fields.append(Some("captors", words.CAPTORS, options, default=captors, rule="UT-ARR-12"))
    if acting:
        fields.append(RELATED)
        note = words.intents(table)
        form = Form("opposition", words.OPPOSITION, tuple(fields), rule="UT-CONF-04", default={}, note=note)
        answer = await table.ask(table.gm, form)
        conflict.related = answer["related"] == "yes"
        if "captors" in answer:
            conflict.capture = {seat: seat in answer["captors"] for seat in acting}
        conflict.opposition = both_ways(conflict, {seat: answer[seat] for seat in acting})
        table.tell(words.opposition(table), kind="conflict")


def both_ways(conflict: Conflict, chosen: dict[Seat, tuple[str, ...]]) -> dict[Seat, tuple[str, ...]]:
    """The GM's hand first, then the own robot's, then detectives: the order of dead heats. (UT-CONF-04, UT-R-79)"""
    opposition = {}
    for seat in chosen:
        gm = (GM,) if GM in chosen[seat] else ()
        robot = (robot_side(seat),) if seat in conflict.robots else ()
        rivals = tuple(other for other in chosen if other in chosen[seat] or seat in chosen[other])
        opposition[seat] = gm + robot + rivals
    return opposition


def gm_opposes(conflict: Conflict) -> bool:
    return any(GM in sides for sides in conflict.opposition.values())


# -- C2 to C4: initiation and draws


async def initiate(table: Utopolis) -> None:
    """Each detective begins, and says with which attribute and talent. (UT-DRAW-01..05)"""
    conflict = table.conflict
    conflict.stage = "initiation"
    with beside_initiation(table):
        prompts: dict[Seat, Prompt[Any]] = {seat: initiation(table, seat) for seat in conflict.detectives}
        said = await table.ask_all("initiation", prompts)
        for seat, answer in said.items():
            begin(table, seat, answer)
        await veto(table)


def initiation(table: Utopolis, seat: Seat) -> Form:
    """The start of the action, and never how well it goes. (UT-DRAW-01, -02, -05)"""
    fields, note = (BEGINNING, *means(table, seat)), words.INITIATE_NOTE
    return Form("initiation", words.INITIATE, fields, rule="UT-DRAW-01", default={}, note=note)


def means(table: Utopolis, seat: Seat) -> tuple[Prompt[Any], ...]:
    """At most one attribute and one talent, less what was vetoed. (UT-DRAW-02, -03, UT-R-19, UT-R-20)"""
    detective, vetoed = table.detective[seat], table.conflict.vetoed.get(seat, ())
    attributes, talents = detective.attributes, detective.talents
    if vetoed:
        attributes = {name: level for name, level in attributes.items() if name not in vetoed}
        talents = {name: level for name, level in talents.items() if name not in vetoed}
    best, skill = best_of(detective, attributes), best_of(detective, talents)
    attribute = Pick("attribute", words.ATTRIBUTE, words.scores(detective, attributes), default=best, rule="UT-DRAW-02")
    if table.options.talents_per_conflict == "any":
        options = words.scores(detective, talents)[1:]
        usual = [] if skill == NONE else [skill]
        return (attribute, Some("talents", words.TALENTS, options, 0, len(options), default=usual, rule="UT-R-19"))
    return (attribute, Pick("talent", words.TALENT, words.scores(detective, talents), default=skill, rule="UT-DRAW-02"))


def best_of(detective: Detective, levels: dict[str, int]) -> str:
    """What brings most cards now: the choice of somebody in a hurry."""
    counted = {name: detective.counts(name) for name in levels} if detective.hurt else levels
    return max(counted, key=counted.__getitem__, default=NONE)


def begin(table: Utopolis, seat: Seat, answer: dict[str, Any]) -> None:
    take_means(table, seat, answer)
    table.tell(words.begins(table, seat, answer["text"]), kind="initiation", by=seat)


def take_means(table: Utopolis, seat: Seat, answer: dict[str, Any]) -> None:
    conflict = table.conflict
    talents = answer.get("talents", tuple(name for name in (answer.get("talent", NONE),) if name != NONE))
    conflict.attributes = {**conflict.attributes, seat: "" if answer["attribute"] == NONE else answer["attribute"]}
    conflict.talents = {**conflict.talents, seat: talents}


def note_spent(table: Utopolis, seat: Seat, purpose: str) -> None:
    """What a player's own Cinema went into, for the awards. (UT-AWD-04)"""
    conflict = table.conflict
    spent = conflict.spent.get(seat, {})
    conflict.spent = {**conflict.spent, seat: {**spent, purpose: spent.get(purpose, 0) + 1}}


def beside_initiation(table: Utopolis) -> AbstractContextManager[None]:
    """Cinema and robots help from the start, robots may still turn, anybody may disapprove. (UT-DRAW-03, -05)"""
    conflict = table.conflict

    def offers(o: Offers) -> None:
        for seat in conflict.detectives:
            offer_cinema(table, o, seat, ())
        offer_partner_help(table, o, usable_robots(table))
        offer_intervening(table, o, tuple([seat for seat in conflict.detectives if seat not in conflict.robots]))
        for seat in table.staying:
            flagged = tuple(
                of for of in conflict.attributes if of != seat and seat not in conflict.disapproved.get(of, ())
            )
            whom = Pick("of", words.DISAPPROVE_OF, tuple(Option(of, table.called(of)) for of in flagged))
            o.may(seat, Disapprove, words.DISAPPROVE, whom, rule="UT-GM-05")

    def take(seat: Seat, act: Act) -> None:
        match act:
            case Disapprove(of):
                conflict.disapproved = {**conflict.disapproved, of: (*conflict.disapproved.get(of, ()), seat)}
                table.tell(words.disapproves(table, seat, of), kind="objection")
            case _:
                spend(table, seat, act)

    return table.standing("beside_initiation", words.BESIDE_INITIATION, offers, take)


async def veto(table: Utopolis) -> None:
    """The GM may refuse what clearly does not fit; then it is chosen again. (UT-DRAW-03, UT-GM-05, UT-R-20)"""
    while await vetoed_some(table):
        pass


async def vetoed_some(table: Utopolis) -> bool:
    """One look over all choices; says whether anything had to be chosen again."""

    def form() -> Form | None:
        """Asked anew when somebody disapproves meanwhile."""
        fields = veto_fields(table)
        return Form("veto", words.VETO, fields, rule="UT-GM-05", default={}) if fields else None

    said = await table.ask_unless(table.gm, form) or {}
    refused = {seat: what for seat, what in said.items() if what != NONE}
    if not refused:
        return False
    for seat, what in refused.items():
        mark_vetoed(table, seat, what)
    again: dict[Seat, Prompt[Any]] = {seat: choose_again(table, seat) for seat in refused}
    for seat, answer in (await table.ask_all("choose_again", again)).items():
        take_means(table, seat, answer)
        table.tell(words.chooses_again(table, seat), kind="initiation")
    return True


def veto_fields(table: Utopolis) -> tuple[Prompt[Any], ...]:
    conflict = table.conflict
    fields = []
    for seat in conflict.detectives:
        chosen = tuple([name for name in (conflict.attributes[seat], *conflict.talents[seat]) if name])
        if chosen:
            fields.append(Pick(seat, words.veto_of(table, seat), veto_options(chosen), default=NONE))
    return tuple(fields)


@lru_cache
def veto_options(chosen: tuple[str, ...]) -> tuple[Option, ...]:
    each = tuple(Option(name, words.veto_one(name)) for name in chosen)
    both = (Option("all", words.VETO_ALL),) if len(chosen) > 1 else ()
    return (Option(NONE, words.NO_VETO), *each, *both)


def mark_vetoed(table: Utopolis, seat: Seat, what: str) -> None:
    conflict = table.conflict
    chosen = (conflict.attributes[seat], *conflict.talents[seat])
    refused = tuple(name for name in chosen if name and what in (name, "all"))
    conflict.vetoed = {**conflict.vetoed, seat: (*conflict.vetoed.get(seat, ()), *refused)}
    table.tell(words.vetoes(table, seat, refused), kind="veto")


def choose_again(table: Utopolis, seat: Seat) -> Form:
    return Form("choose_again", words.CHOOSE_AGAIN, means(table, seat), rule="UT-DRAW-03", default={})


def draw_detectives(table: Utopolis) -> None:
    """Core, attribute and talent, less damage, which is used up, and help from the start. (UT-DRAW-04, UT-DMG-04)"""
    conflict = table.conflict
    conflict.stage = "draw"
    shuffle(table)
    for seat in table.from_scene_player(conflict.detectives):
        size = hand_size(table, seat)
        use_up_damage(table, seat)
        open_hand(table, seat, seat)
        deal(table, seat, size + conflict.extra.get(seat, 0))
    table.tell(words.hands_drawn(table), kind="draw")


def used_scores(table: Utopolis, seat: Seat) -> tuple[str, ...]:
    conflict = table.conflict
    return tuple([name for name in (CORE, conflict.attributes[seat], *conflict.talents[seat]) if name])


def hand_size(table: Utopolis, seat: Seat) -> int:
    return sum(map(table.detective[seat].counts, used_scores(table, seat)))


def use_up_damage(table: Utopolis, seat: Seat) -> None:
    """A marker goes when its score is used. (UT-DMG-04, -05)"""
    detective, used = table.detective[seat], used_scores(table, seat)
    if detective.hurt:
        detective.hurt = tuple(name for name in detective.hurt if name not in used)


async def draw_opposition(table: Utopolis) -> None:
    """The GM declares Crime points once and draws 7 and as many; then robots draw. (UT-DRAW-06, UT-CONF-05, UT-R-70)"""
    conflict, case = table.conflict, table.case
    if gm_opposes(conflict):
        sizes = [len(table.hands[seat]) for seat, sides in conflict.opposition.items() if GM in sides]
        odds_note = words.gm_odds(max(sizes), case.crime_points)
        fields = (
            Number("points", words.crime_points(case.crime_points), 0, case.crime_points, default=0, note=odds_note),
            GM_BEGINNING,
        )
        answer = await table.ask(table.gm, Form("crime_points", words.GM_DRAWS, fields, rule="UT-DRAW-06", default={}))
        conflict.crime_points = answer["points"]
        case.crime_points -= answer["points"]
        table.tell(words.spends_crime_points(answer["points"], answer["text"]), kind="draw", by=table.gm)
        open_hand(table, GM, table.gm)
        deal(table, GM, GM_HAND + answer["points"])
    for partner in table.from_scene_player(conflict.robots):
        if partner in conflict.detectives:
            draw_robot_hand(table, partner)


# -- C5: the adjustment window


async def adjust(table: Utopolis) -> None:
    """Cinema, Tokens and the Muse change hands until all have passed. (UT-ADJ-01..05, UT-R-22)"""
    conflict = table.conflict
    conflict.stage = "adjustment"
    await settle_joining(table)

    def offers(o: Offers) -> None:
        offer_spends(table, o)
        offer_muse(table, o)
        if table.options.intervene_until == "reveal":
            offer_intervening(table, o, tuple([s for s in conflict.detectives if s not in conflict.robots]))
        for seat in conflict.detectives:
            held = words.holding(table.hands[seat].faces, reading(table, seat))
            o.say(seat, words.ADJUST_YOURS, note=f"{held}\n{words.against_you(table, seat)}")

    async for seat, act in table.window("adjustment", words.ADJUST, offers, passing=True):
        spend(table, seat, act)


def offer_spends(table: Utopolis, o: Offers) -> None:
    for seat in table.conflict.detectives:
        offer_cinema(table, o, seat, table.conflict.opposition[seat])
    robots = usable_robots(table)
    offer_partner_help(table, o, robots)
    offer_hindering(table, o, robots)


def spend(table: Utopolis, seat: Seat, act: Act) -> None:
    """Each spend takes effect at once. (UT-ADJ-04)"""
    match act:
        case Help(text):
            note_spent(table, seat, "help")
            help_oneself(table, seat, text)
        case Complicate(target, text):
            note_spent(table, seat, target)
            complicate(table, seat, target, text)
        case HelpPartner(partner, text):
            help_partner(table, seat, partner, text)
        case HinderPartner(partner, text):
            hinder_partner(table, seat, partner, text)
        case Intervene(partner, text):
            intervene(table, seat, partner, text)
        case DrawMuse():
            draw_muse(table, seat)
        case Redraw():
            redraw(table, seat)


# -- C6 to C8: reveal, last chances, result


async def show_hands(table: Utopolis) -> None:
    """All hands together; then the Muse and double or nothing, until all have passed. (UT-HAND-01, UT-DON-05)"""
    conflict = table.conflict
    conflict.stage = "reveal"
    reveal(table)
    await declare_jokers(table)
    work_out(table)
    say_hands(table)

    def offers(o: Offers) -> None:
        offer_muse(table, o)
        offer_redraw(table, o)
        if table.options.spends_after_reveal:
            offer_spends(table, o)
        for result in conflict.results:
            o.say(result.seat, words.last_chance(table, result), note=words.both_hands(table, result))

    async for seat, act in table.window("last_chance", words.LAST_CHANCE, offers, passing=True):
        spend(table, seat, act)
        await declare_jokers(table)
        work_out(table)
        say_hand(table, changed_by(seat, act))
    conflict.stage = "result"


def changed_by(seat: Seat, act: Act) -> str:
    """Whose hand is not what it was."""
    match act:
        case Complicate(target):
            return target
        case HelpPartner(partner) | HinderPartner(partner):
            return partner
    return seat


async def declare_jokers(table: Utopolis) -> None:
    """With `owner_declares`, whoever holds a Joker says what it is. (UT-R-31)"""
    if table.options.joker_identity == "engine_best":
        return
    for side, hand in table.hands.items():
        hand.declared = hand.declared[: hand.faces.count(JOKER)]
        while len(hand.declared) < hand.faces.count(JOKER):
            await declare_one(table, side)


async def declare_one(table: Utopolis, side: str) -> None:
    hand = table.hands[side]
    ask = Pick("declare_joker", words.DECLARE_JOKER, words.card_options(FACES), rule="UT-R-31", default="AS")
    hand.declared = (*hand.declared, await table.ask(hand.owner, ask))
    table.tell(words.joker_is(table.side_name(side), hand.declared[-1]), kind="reveal")


def offer_muse(table: Utopolis, o: Offers) -> None:
    """The crime carries the detective's Muse: two cards, once a conflict. (UT-MUSE-01..03, UT-ADJ-03, UT-R-73)"""
    conflict = table.conflict
    for seat in conflict.detectives:
        inspired = conflict.related and table.detective[seat].muse in table.case.muses
        if inspired and seat in table.hands and seat not in conflict.muse_used:
            note = words.muse_note(table.detective[seat])
            o.may(seat, DrawMuse, words.draw_muse(table.detective[seat].muse), note=note, rule="UT-MUSE-02")


def draw_muse(table: Utopolis, seat: Seat) -> None:
    """Two cards, which are nobody else's business before the reveal. (UT-MUSE-02, -03, UT-HAND-01)"""
    table.conflict.muse_used = (*table.conflict.muse_used, seat)
    table.scene.triggers = (*table.scene.triggers, seat)
    count = deal(table, seat, MUSE_CARDS)
    drawn = table.hands[seat].cards.up[-count:] if count else ()  # face down before the reveal: nothing is up
    told = words.draws_muse(table.called(seat), table.detective[seat].muse, count, drawn)
    table.tell(told, kind="spend", by=seat)


def offer_redraw(table: Utopolis, o: Offers) -> None:
    """Only who fails, once, and with cards to throw away. (UT-DON-01..03, UT-R-34)"""
    conflict = table.conflict
    for result in conflict.results:
        if not result.success and result.seat not in conflict.redrawn and len(table.hands[result.seat]):
            size, highest = len(table.hands[result.seat]), reading(table, result.against).key
            note = words.redraw_note(table.detective[result.seat], size, highest)
            o.may(result.seat, Redraw, words.REDRAW, note=note, rule="UT-DON-01")


def redraw(table: Utopolis, seat: Seat) -> None:
    """The same number of new cards, face up and final. (UT-DON-01, -02, -04)"""
    table.conflict.redrawn = (*table.conflict.redrawn, seat)
    table.scene.triggers = (*table.scene.triggers, seat)
    size = discard_all(table, seat)
    deal(table, seat, size)
    table.tell(words.redraws(table.called(seat)), kind="spend", by=seat)


def work_out(table: Utopolis) -> None:
    """Success for each detective apart: higher than every hand that opposes. (UT-HAND-08, -09, UT-R-28)"""
    conflict = table.conflict
    results = []
    for seat in conflict.detectives:
        against = highest_opposing(table, seat)
        mine, theirs = reading(table, seat).key, reading(table, against).key
        success = all(beats(table, seat, side) for side in conflict.opposition[seat])
        step, steps = str(deciding_step(mine, theirs)), compared(mine, theirs)
        results.append(Result(seat, success, against, step, steps=steps))
    conflict.results = tuple(results)


def beats(table: Utopolis, seat: Seat, side: str) -> bool:
    """Strictly higher; equal hands help nobody but the GM and robots. (UT-HAND-08, UT-R-29)"""
    mine, theirs = reading(table, seat).key, reading(table, side).key
    if mine == theirs and side in table.conflict.detectives and table.options.detective_tie == "scene_player":
        return seat == table.scene.player
    return mine > theirs


def highest_opposing(table: Utopolis, seat: Seat) -> str:
    """The one that sets award and damage; in a dead heat GM, own robot, detectives in turn. (UT-R-79, UT-DMG-02)"""
    sides = table.conflict.opposition[seat]
    rivals = table.from_scene_player([side for side in sides if side in table.conflict.detectives])
    ranked = [side for side in sides if side not in rivals] + list(rivals)
    return max(ranked, key=lambda side: reading(table, side).key)  # the first of several equals


def say_hands(table: Utopolis) -> None:
    """Every open hand, and what it makes. (UT-HAND-01)"""
    for side in table.hands:
        say_hand(table, side)


def say_hand(table: Utopolis, side: str) -> None:
    """An open hand, and what it makes."""
    faces = table.hands[side].cards.up
    shown = words.hand_shown(table.side_name(side), faces, reading(table, side))
    table.tell(shown, kind="reveal", facts={"hand": side, "cards": list(faces)})
