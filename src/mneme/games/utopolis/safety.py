"""Before the first case: the table, the GM, lines and veils; and what may be done at any time. (Ledger 2.1)"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

from mneme.engine.acts import Act
from mneme.engine.prompts import Arrange, Form, Pick, Seat, Several, Some, Words, aloud
from mneme.engine.windows import Offers
from mneme.games.utopolis import words
from mneme.games.utopolis.nouns import LINE_MOST, MUSES, Suspect, Utopolis, named

LIMIT_TEXT = Words("text", words.LIMIT_TEXT, most=LINE_MOST)
CHECK_IN_TEXT = Words("text", words.CHECK_IN_TEXT, most=LINE_MOST, optional=True, default="")
NOTE_TEXT = Words("text", words.NOTE_TEXT, most=LINE_MOST)
MUSE_NAMES = named(MUSES)
SUSPECT = (
    Words("name", words.SUSPECT_NAME, most=LINE_MOST, ideas="citizens"),
    Pick("standing", words.SUSPECT_STANDING, words.STANDINGS, default="open"),
    Words("note", words.SUSPECT_NOTE, most=LINE_MOST, optional=True, default=""),
)


class AddLine(Act):
    text: str


class AddVeil(Act):
    text: str


class CheckIn(Act):
    """Stop for a moment; it costs nothing and needs no reason."""

    text: str


class GoOn(Act):
    """Everybody is fine; the pause is over."""


class Jot(Act):
    text: str


class Remark(Act):
    text: str


class MarkSuspect(Act):
    name: str
    standing: str
    note: str


class TagCrime(Act):
    muses: tuple[str, ...]


class Leave(Act):
    """This player leaves for good when the scene is over."""


class FinalScene(Act):
    """A consumed detective's owner declares that the end has come."""


# -- roles and seats


async def take_seats(table: Utopolis) -> None:
    """One participant is GM, the others sit in a circle; an objection sends it back. (UT-SETUP-01, -02, -06)"""
    host = table.seats[0]
    while True:
        await propose_seats(table, host)
        if await agreed(table, host):
            break
        table.tell(words.SEATS_AGAIN, kind="setup")
    table.tell(words.seated(table), kind="setup")


async def agreed(table: Utopolis, host: Seat) -> bool:
    ask = Pick("approve_seats", words.approve_seats(table), words.AGREEMENT, rule="UT-SETUP-06", default="agree")
    said = await table.ask_all("approve_seats", {seat: ask for seat in table.seats if seat != host})
    return all(answer == "agree" for answer in said.values())


async def propose_seats(table: Utopolis, host: Seat) -> None:
    """The host names the GM and the order of play; by default, the order of joining."""
    course = table.course
    pick = Pick("choose_gm", words.CHOOSE_GM, table.seat_options(table.seats), rule="UT-SETUP-01", default=host)
    course.gm = await table.ask(host, pick)
    course.circle = table.after(course.gm)
    if len(course.circle) > 1:
        order = Arrange(
            "seating", words.SEATING, table.seat_options(course.circle), rule="UT-SETUP-02", default=list(course.circle)
        )
        course.circle = await table.ask(host, order)


# -- the talk before play


async def safety_talk(table: Utopolis) -> None:
    """Everybody says what they picture, and what they would rather not see. (UT-SAFE-01, -02)"""
    table.tell(words.SAFETY, kind="reminder")
    vision = aloud("vision", words.VISION, ideas="visions", rule="UT-SAFE-01")
    for seat, text in (await table.ask_all("vision", dict.fromkeys(table.seats, vision))).items():
        table.tell(text or words.TOLD_ALOUD, kind="vision", by=seat)
    fields = (
        Several("lines", words.LINES, LIMIT_TEXT, 0, 6, default=[]),
        Several("veils", words.VEILS, LIMIT_TEXT, 0, 6, default=[]),
    )
    limits = Form("lines_veils", words.LINES_VEILS, fields, rule="UT-SAFE-02", default={"lines": [], "veils": []})
    for answer in (await table.ask_all("lines_veils", dict.fromkeys(table.seats, limits))).values():
        for text in answer["lines"]:
            add_line(table, text)
        for text in answer["veils"]:
            add_veil(table, text)


def add_line(table: Utopolis, text: str) -> None:
    """It never appears. Said by several, it is said once. (UT-SAFE-02)"""
    if text not in table.course.lines:
        table.course.lines = (*table.course.lines, text)
        table.tell(words.line_drawn(text), kind="safety")


def add_veil(table: Utopolis, text: str) -> None:
    """It may happen, in general terms only. (UT-SAFE-02)"""
    if text not in table.course.veils:
        table.course.veils = (*table.course.veils, text)
        table.tell(words.veil_drawn(text), kind="safety")


# -- at any time


@contextmanager
def at_any_time(table: Utopolis) -> Iterator[None]:
    """Care for each other, notes, and what the GM keeps an eye on. (UT-SAFE-03, -04, UT-CHAR-10)"""
    with (
        table.standing("safety", words.SAFETY_MENU, lambda o: offer_safety(table, o), lambda s, a: care(table, s, a)),
        table.standing(
            "notes", words.NOTES, lambda o: offer_notes(table, o), lambda s, a: jot(table, s, a), private=True
        ),
        table.standing("file", words.FILE_MENU, lambda o: offer_file(table, o), lambda s, a: keep_file(table, s, a)),
    ):
        yield


def offer_safety(table: Utopolis, o: Offers) -> None:
    """Anyone, always, at no cost. (UT-SAFE-03)"""
    o.again(caring(table.seats, table.course.paused))


@lru_cache  # offered beside every question, and always the same
def caring(seats: tuple[Seat, ...], paused: bool) -> Offers:
    o = Offers()
    for seat in seats:
        if paused:
            o.may(seat, GoOn, words.GO_ON, rule="UT-SAFE-03")
        else:
            o.may(seat, CheckIn, words.CHECK_IN, CHECK_IN_TEXT, rule="UT-SAFE-03")
        o.may(seat, AddLine, words.ADD_LINE, LIMIT_TEXT, rule="UT-SAFE-03")
        o.may(seat, AddVeil, words.ADD_VEIL, LIMIT_TEXT, rule="UT-SAFE-03")
    return o


def care(table: Utopolis, seat: Seat, act: Act) -> None:
    match act:
        case AddLine(text):
            add_line(table, text)
        case AddVeil(text):
            add_veil(table, text)
        case CheckIn(text):
            table.course.paused = True
            table.tell(words.checks_in(table.name(seat), text), kind="safety")
            table.tell(words.limits(table), kind="safety")
        case GoOn():
            table.course.paused = False
            table.tell(words.goes_on(table.name(seat)), kind="safety")


def offer_notes(table: Utopolis, o: Offers) -> None:
    """Remarks kept private, and the GM's notes. (UT-CHAR-10, UT-R-63)"""
    o.again(jotting(table.seats))


@lru_cache  # as above
def jotting(seats: tuple[Seat, ...]) -> Offers:
    o = Offers()
    for seat in seats:
        o.may(seat, Jot, words.JOT, NOTE_TEXT, rule="UT-CHAR-10")
    return o


def jot(table: Utopolis, seat: Seat, act: Jot) -> None:
    table.notebook[seat].notes = (*table.notebook[seat].notes, act.text)


def offer_file(table: Utopolis, o: Offers) -> None:
    """Public remarks; the GM marks suspects and, between scenes, the crime's Muses. (UT-CHAR-10, UT-R-24)"""
    for seat, detective in table.detective.items():
        if detective.in_play:
            o.may(seat, Remark, words.REMARK, NOTE_TEXT, rule="UT-CHAR-10")
        if table.options.leaving == "removed" and seat in table.staying and seat not in table.course.leaving:
            o.may(seat, Leave, words.LEAVE, note=words.LEAVE_NOTE, rule="UT-R-66")
        if detective.status == "consumed" and not detective.last_scene:
            o.may(seat, FinalScene, words.FINAL_SCENE, note=words.FINAL_SCENE_NOTE, rule="UT-END-07")
    if table.course.phase in {"opening", "trail", "between scenes", "arrest"}:
        offer_suspects(table, o, table.gm)
    if table.course.phase == "between scenes":
        muses = Some("muses", words.CRIME_MUSES, MUSE_NAMES, default=list(table.case.muses))
        o.may(table.gm, TagCrime, words.TAG_CRIME, muses, rule="UT-R-24")


def offer_suspects(table: Utopolis, o: Offers, seat: Seat) -> None:
    """Add a suspect, or say how one stands now. (UT-INV-07)"""
    o.may(seat, MarkSuspect, words.MARK_SUSPECT, *SUSPECT, rule="UT-INV-07")


def mark_suspect(table: Utopolis, act: MarkSuspect, initial: bool = False) -> None:
    """One entry for each name; a later word replaces the earlier. (UT-INV-07)"""
    case = table.case
    before = next((suspect for suspect in case.suspects if suspect.name == act.name), None)
    after = Suspect(act.name, act.standing, act.note, before.initial if before else initial)
    others = tuple(suspect for suspect in case.suspects if suspect.name != act.name)
    case.suspects = (*others, after)
    table.tell(words.suspect_marked(act.name, act.standing, act.note), kind="suspect")


def keep_file(table: Utopolis, seat: Seat, act: Act) -> None:
    match act:
        case Remark(text):
            table.detective[seat].remarks = (*table.detective[seat].remarks, text)
            table.tell(words.remarked(table.called(seat), text), kind="remark", by=seat)
        case MarkSuspect():
            mark_suspect(table, act)
        case TagCrime(muses):
            table.case.muses = muses
            table.tell(words.crime_tagged(muses), kind="crime")
        case FinalScene():
            table.detective[seat].last_scene = True
            table.tell(words.declares_final_scene(table.called(seat)), kind="ending")
        case Leave():
            table.course.leaving = (*table.course.leaving, seat)
            table.tell(words.will_leave(table.name(seat)), kind="leaving")
