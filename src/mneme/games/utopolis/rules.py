"""Utopolis, in the rulebook's order: the talk before play, detectives, and investigations until the table stops.

A scene is in scene.py; its conflict in conflict.py (up to the result) and aftermath.py (what comes of it); what may
be bought in spending.py; Flaw and Fear in flaw_and_fear.py; the arrest in arrest.py; ways out in endings.py.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from mneme.engine.prompts import Form, Option, Pick, Prompt, Seat, Several, Some, Words, aloud
from mneme.games.utopolis import words
from mneme.games.utopolis.arrest import arrest_scene, propose_arrest
from mneme.games.utopolis.content import CRIMES
from mneme.games.utopolis.creation import assign_robots, create_detectives
from mneme.games.utopolis.endings import end_investigation
from mneme.games.utopolis.nouns import LINE_MOST, MUSES, START_TOKENS, Case, Former, Item, Scene, Utopolis, named
from mneme.games.utopolis.question_die import roll_for_type
from mneme.games.utopolis.safety import MarkSuspect, at_any_time, mark_suspect, safety_talk, take_seats
from mneme.games.utopolis.scene import end_of_scene, frame, open_scene, play_scene

OWN_CRIME = "own"


async def utopolis(table: Utopolis) -> None:
    """The whole evening, and the evenings after it. (Ledger 1)"""
    table.chapter(words.WELCOME_TITLE)
    table.tell(words.WELCOME, kind="briefing")
    await take_seats(table)
    with at_any_time(table):
        await safety_talk(table)
        await create_detectives(table, table.circle)
        while table.course.going_on:
            await investigation(table)
            await between_investigations(table)
    table.course.phase = "over"
    table.chapter(words.FAREWELL_TITLE)
    table.tell(words.farewell(table), kind="ending")
    table.result = {
        "cases": {str(case.number): case.status for case in table.cases},
        "detectives": {seat: table.detective[seat].status for seat in table.circle},
        "names": {seat: table.called(seat) for seat in table.circle},
    }


# -- one investigation


async def investigation(table: Utopolis) -> None:
    """A crime, its opening scene, the trail, and the end of the case. (UT-INV-01..09, UT-SCENE-01)"""
    await begin_investigation(table)
    await opening_scene(table)
    await follow_the_trail(table)
    await end_investigation(table)


async def begin_investigation(table: Utopolis) -> None:
    """Crime points and Tokens are new; Cinema, scores and damage stay. (UT-INV-01..03, UT-TOK-06, UT-ADV-03)"""
    table.course.phase = "crime"
    await choose_crime(table)
    case = table.case
    case.crime_points = crime_points_for(len(table.circle))
    for robot in table.robot.values():
        robot.tokens = START_TOKENS
    course = table.course
    course.first = first_player(table)
    table.chapter(words.case_title(case))
    table.tell(words.crime(case), kind="crime", by=table.gm)


def crime_points_for(players: int) -> int:
    """12 and 2 for each player, whatever became of their detectives. (UT-INV-02)"""
    return 12 + 2 * players


def first_player(table: Utopolis) -> Seat:
    """Left of the GM; each later investigation begins one seat further on. (UT-SCENE-01, UT-R-13)"""
    start = table.circle[(table.course.investigation_count - 1) % len(table.circle)]
    return next(seat for seat in (start, *table.clockwise(start)) if seat in table.investigators)


async def choose_crime(table: Utopolis) -> None:
    """Choose freely, roll for a Muse, or take up an old file. (UT-INV-01, UT-GM-01, UT-GM-12, UT-R-60)"""
    files = kept_files(table)
    ask = Pick(
        "crime_source",
        words.CRIME_SOURCE,
        (*words.CRIME_SOURCES, *files),
        rule="UT-INV-01",
        note=words.muse_hint(table),
        default="roll",
    )
    source = await table.ask(table.gm, ask)
    table.course.investigation_count += 1
    if source.startswith("case_"):
        reopen(table, int(source.removeprefix("case_")))
        return
    muses: tuple[str, ...] = (source,) if source in MUSES else MUSES
    if source == "roll":
        (face,) = table.roll(1, len(MUSES))
        muses = (MUSES[face - 1],)
        table.tell(words.muse_rolled(muses[0]), kind="die", facts={"muse": muses[0]})
    await describe_crime(table, muses)


async def describe_crime(table: Utopolis, muses: tuple[str, ...]) -> None:
    """Which crime, which Muses it carries, and whether it is a major one. (UT-GM-01, UT-R-24, UT-R-25)"""
    answer = await table.ask(table.gm, crime_form(muses))
    known = CRIMES.get(answer["crime"])
    tags = answer["muses"] or ((known.muse,) if known else ())
    case = Case(
        number=len(table.cases) + 1,
        crime=answer["text"] or (known.text if known else words.TOLD_ALOUD),
        muses=tags,
        major=answer["major"] == "yes",
        required=2 if answer["major"] == "yes" else 1,
    )
    table.cases.append(table.put(f"case/{case.number}", case))
    table.items = []
    table.course.investigation = case.number


@cache
def crime_form(muses: tuple[str, ...]) -> Form:
    """The crimes of a Muse, or of all of them. (UT-GM-01)"""
    fitting = [crime for crime in CRIMES.values() if crime.muse in muses]
    listed = tuple(Option(crime.key, crime.text, crime.muse if len(muses) > 1 else "") for crime in fitting)
    fields: tuple[Prompt[Any], ...] = (
        Pick("crime", words.WHICH_CRIME, (*listed, Option(OWN_CRIME, words.OWN_CRIME))),
        aloud("text", words.CRIME_TEXT),
        Some("muses", words.CRIME_MUSES, named(MUSES), default=list(muses) if len(muses) == 1 else []),
        Pick("major", words.MAJOR, words.YES_NO, default="no", rule="UT-R-25"),
    )
    return Form("crime", words.DESCRIBE_CRIME, fields, rule="UT-GM-01")


def reopen(table: Utopolis, number: int) -> None:
    """The file is kept; it counts as a new investigation. (UT-ARR-10, UT-R-60)"""
    table.course.investigation = number
    case = table.case
    case.status, case.arrested, case.proposer, case.secured = "open", "", "", False
    case.presented, case.struck, case.roll = (), (), ""
    table.items = table.items_of(case)


async def opening_scene(table: Utopolis) -> None:
    """All detectives, one clue for each player, perhaps a suspect and a conflict. (UT-INV-04..07, -09, UT-GM-02)"""
    everyone, first = table.investigators, table.course.first
    scene = Scene(kind="opening", player=first, present=everyone, robots=everyone, typed_by_winner=True)
    open_scene(table, scene)
    await frame(table)
    await starting_clues(table)
    await initial_suspect(table)
    await play_scene(table)
    await end_of_scene(table)
    settle_leavers(table)


async def starting_clues(table: Utopolis) -> None:
    """One for each player, untyped and no evidence yet. (UT-INV-05, UT-CLUE-06, UT-R-39)"""
    count = len(table.circle)
    clue = Words("clue", words.CLUE, most=LINE_MOST, ideas="starting_clues")
    ask = Several(
        "starting_clues",
        words.starting_clues(count),
        clue,
        count,
        count,
        rule="UT-INV-05",
        default=words.some_clues(count),
    )
    for text in await table.ask(table.gm, ask):
        item = table.record(Item(author=table.gm, text=text, origin="starting"))
        table.tell(words.starting_clue(text), kind="clue", facts={"item": item.noun_key})


async def initial_suspect(table: Utopolis) -> None:
    """Perhaps there is somebody to look at already. (UT-INV-07)"""
    ask = Words(
        "initial_suspect",
        words.INITIAL_SUSPECT,
        most=LINE_MOST,
        optional=True,
        default="",
        ideas="citizens",
        rule="UT-INV-07",
    )
    name = await table.ask(table.gm, ask)
    if name:
        mark_suspect(table, MarkSuspect(name, "open", ""), initial=True)


# -- the trail


async def follow_the_trail(table: Utopolis) -> None:
    """Scene after scene, clockwise, until the case is closed, dropped or lost. (UT-SCENE-01, -15, UT-END-09)"""
    course = table.course
    course.turn = course.first
    while table.case.status == "open":
        if not table.investigators:
            table.case.status = "discontinued"  # UT-END-09, UT-R-85
            table.tell(words.NOBODY_LEFT, kind="case")
            break
        if course.turn in table.investigators:
            await take_turn(table, course.turn)
            settle_leavers(table)
        course.turn = table.clockwise(course.turn)[0] if len(table.circle) > 1 else course.turn


async def take_turn(table: Utopolis, seat: Seat) -> None:
    """A pending follow-up comes first; otherwise a trail scene, or an arrest. (UT-ARR-01, UT-R-76)"""
    table.course.phase = "between scenes"
    if seat in table.course.pending:
        await follow_up_scene(table, seat)
        return
    choices = words.turn_choices(table.case)
    ask = Pick("turn_choice", words.turn(table), choices, rule="UT-ARR-01", default="trail")
    if await table.ask(seat, ask) == "arrest" and await propose_arrest(table, seat):
        await arrest_scene(table, seat)
    else:
        await trail_scene(table, seat)


async def trail_scene(table: Utopolis, seat: Seat) -> None:
    """Name the clue, roll the die, and see where it leads. (UT-SCENE-02..05, UT-SAY-01)"""
    items = words.item_options(table.items)
    clue = await table.ask(seat, Pick("pursue_clue", words.PURSUE, items, rule="UT-SCENE-02"))
    open_scene(table, Scene(kind="trail", player=seat, present=(seat,), robots=(seat,), pursued=clue))
    table.tell(words.pursues(words.clue_in_full(table.item(clue))), kind="pursuit", by=seat)
    await roll_for_type(table, seat)
    await frame(table)
    await play_scene(table)
    await end_of_scene(table)


async def follow_up_scene(table: Utopolis, seat: Seat) -> None:
    """What was cut away from is played now, with the old type. (UT-SCENE-10, -14, UT-R-15)"""
    course = table.course
    coming = course.pending[seat]
    course.pending = {other: later for other, later in course.pending.items() if other != seat}
    present = tuple(dict.fromkeys((seat, *coming.present)))
    scene = Scene(
        kind="follow_up",
        player=seat,
        present=present,
        robots=present,
        question=coming.question,
        problem=coming.problem,
        typed_by_winner=coming.opening,
    )
    open_scene(table, scene)
    table.tell(words.returns(coming.problem), kind="problem")
    await frame(table)
    await play_scene(table)
    await end_of_scene(table)


def settle_leavers(table: Utopolis) -> None:
    """Who has left: detective idle, robot to the next player on the right, tests void. (UT-R-66)"""
    course = table.course
    if not course.leaving:
        return
    for seat in course.leaving:
        if table.detective[seat].in_play:
            table.detective[seat].status = "absent"
        course.pending = {other: later for other, later in course.pending.items() if other != seat}
        table.tell(words.has_left(table.name(seat)), kind="leaving")
    course.gone, course.leaving = (*course.gone, *course.leaving), ()
    assign_robots(table)


# -- between investigations


async def between_investigations(table: Utopolis) -> None:
    """Go on or stop, and new detectives for those who have none. (UT-END-08, -10)"""
    course = table.course
    course.phase = "between investigations"
    settle_leavers(table)
    voters = (*table.staying, table.gm)
    said = await table.ask_all("next_investigation", dict.fromkeys(voters, next_vote(table)), sealed=True)
    for seat, answer in said.items():
        table.tell(words.wishes(table, seat, answer["say"], answer.get("wish", "new")), kind="vote")
    course.going_on = goes_on(table, {seat: answer["say"] for seat, answer in said.items()})
    if course.going_on:
        await replace_detectives(table)
        course.going_on = bool(table.investigators)


def kept_files(table: Utopolis) -> tuple[Option, ...]:
    """Cases that may be taken up again. (UT-ARR-10, UT-R-60)"""
    kept = [case for case in table.cases if case.status in {"discontinued", "escaped"}]
    return tuple(Option(f"case_{case.number}", words.reopen(case)) for case in kept)


def next_vote(table: Utopolis) -> Form:
    """Go on or stop, and which case one would like. (UT-END-10, UT-GM-12)"""
    say = Pick("say", words.GO_ON_OR_STOP, words.NEXT_OPTIONS, default="go_on")
    files = kept_files(table)
    wish = Pick("wish", words.WISH, (Option("new", words.NEW_CASE), *files), default="new")
    fields = (say, wish) if files else (say,)
    note = words.how_it_ended(table.case)
    return Form("next_investigation", words.NEXT, fields, rule="UT-END-10", default={}, note=note)


def goes_on(table: Utopolis, said: dict[Seat, str]) -> bool:
    """More voices for going on than for stopping; in a draw the GM's counts. Who does not mind has none."""
    voices = list(said.values())
    on, off = voices.count("go_on"), voices.count("stop")
    return said[table.gm] == "go_on" if on == off else on > off


async def replace_detectives(table: Utopolis) -> None:
    """A new detective starts with the next investigation, made like the first. (UT-END-08, UT-R-62)"""
    without = [seat for seat in table.staying if not table.detective[seat].in_play]
    ask = Pick("new_detective", words.NEW_DETECTIVE, words.YES_NO, rule="UT-END-08", default="yes")
    said = await table.ask_all("new_detective", dict.fromkeys(without, ask))
    makers = tuple(seat for seat in table.circle if said.get(seat) == "yes")
    for seat in makers:
        old = table.detective[seat]
        table.course.former += (Former(seat, old.identity, old.persona, old.muse, old.status),)
    if makers:
        await create_detectives(table, makers)
