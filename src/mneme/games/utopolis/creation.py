"""Making a detective and a robot partner. (Ledger 2.2, UT-SETUP-03)"""

from __future__ import annotations

import re
from typing import Any

from mneme.engine.prompts import Form, Number, Option, Pick, Prompt, Seat, Several, Some, Split, Words
from mneme.games.utopolis import words
from mneme.games.utopolis.content import QUICK_STARTS, robot_idea
from mneme.games.utopolis.nouns import (
    ATTRIBUTES,
    FREE_TALENTS,
    LINE_MOST,
    MOST_CORE,
    MOST_LEVEL,
    NAME_MOST,
    TALENTS,
    Detective,
    Robot,
    Utopolis,
    named,
)

POINTS = 7  # for attributes, and again for talents (UT-CHAR-05, -08)
LEAST_CORE = 3
MOST_INVENTED = 3


async def create_detectives(table: Utopolis, seats: tuple[Seat, ...]) -> None:
    """Everyone without a detective makes one, at their own pace; robots are named beside. (UT-CHAR-01..13)"""
    table.course.phase = "creation"
    for seat in seats:
        table.detective[seat] = table.put(
            f"detective/{seat}",
            Detective(
                owner=seat, attributes=dict.fromkeys(ATTRIBUTES, 0), damage_in_tests=table.options.tests_use_damage
            ),
        )
    table.tell(words.CREATION, kind="reminder")
    await table.each(seats, lambda seat: create_detective(table, seat))
    assign_robots(table)
    for partner in seats:
        await name_robot(table, partner)


async def create_detective(table: Utopolis, seat: Seat) -> None:
    """Concept, name, Muse, scores, talents. A quick-start file fills in the numbers. (UT-CHAR-01..11)"""
    detective = table.detective[seat]
    chosen = await table.ask_unless(seat, lambda: which_detective(table))
    if chosen in QUICK_STARTS:
        take_quick_start(detective, chosen)
        await rename_detective(table, seat)
    else:
        await name_detective(table, seat)
        await choose_scores(table, seat)
        await choose_talents(table, seat)
    detective.status = "active"
    table.tell(words.detective_made(detective), kind="creation")


def which_detective(table: Utopolis) -> Pick:
    """One of one's own, or a file from the drawer; those that somebody has come last, and say so. (UT-CHAR-01)"""
    holders = {detective.identity: table.name(seat) for seat, detective in table.detective.items()}
    files = sorted(
        (
            Option(key, made.identity, words.quick_start(made, holders.get(made.identity)))
            for key, made in QUICK_STARTS.items()
        ),
        key=lambda file: file.label in holders,
    )
    return Pick("detective", words.WHICH_DETECTIVE, (Option("own", words.MAKE_OWN), *files), rule="UT-CHAR-01")


async def name_detective(table: Utopolis, seat: Seat) -> None:
    """A persona in a word or a brief phrase, and a name. (UT-CHAR-01, -02)"""
    fields = (
        Words("persona", words.PERSONA, most=NAME_MOST, ideas="personas"),
        Words("identity", words.IDENTITY, most=NAME_MOST, ideas="names"),
    )
    answer = await table.ask(seat, Form("persona", words.NAME_DETECTIVE, fields, rule="UT-CHAR-02"))
    detective = table.detective[seat]
    detective.persona, detective.identity = answer["persona"], answer["identity"]


async def rename_detective(table: Utopolis, seat: Seat) -> None:
    """A file from the drawer has both, and may be given others. (UT-CHAR-01, -02)"""
    detective = table.detective[seat]
    fields = (
        Words(
            "persona", words.instead_of(detective.persona), most=NAME_MOST, ideas="personas", optional=True, default=""
        ),
        Words(
            "identity", words.instead_of(detective.identity), most=NAME_MOST, ideas="names", optional=True, default=""
        ),
    )
    others = {other.identity: table.name(by) for by, other in table.detective.items() if by != seat}
    ask = Form("rename", words.rename(detective, others.get(detective.identity)), fields, rule="UT-CHAR-02", default={})
    answer = await table.ask(seat, ask)
    detective.persona = answer["persona"] or detective.persona
    detective.identity = answer["identity"] or detective.identity


def take_quick_start(detective: Detective, chosen: str) -> None:
    made = QUICK_STARTS[chosen]
    detective.persona, detective.identity = made.persona, made.identity
    detective.muse, detective.core, detective.flaw, detective.fear = made.muse, made.core, made.flaw, made.fear
    detective.attributes, detective.talents = dict(made.attributes), dict(made.talents)


async def choose_scores(table: Utopolis, seat: Seat) -> None:
    """Muse, Core with its price in Flaw and Fear, and 7 points of attributes. (UT-CHAR-03..06)"""
    detective = table.detective[seat]
    detective.muse = await table.ask(seat, Pick("muse", words.MUSE, words.MUSE_OPTIONS, rule="UT-CHAR-03"))
    core = Number("core", words.CORE, LEAST_CORE, MOST_CORE, rule="UT-CHAR-04", default=LEAST_CORE)
    detective.core = await table.ask(seat, core)
    if detective.core > LEAST_CORE:
        extra = detective.core - LEAST_CORE
        split = Split("flaw_fear", words.flaw_fear(extra), named(("Flaw", "Fear")), extra, rule="UT-CHAR-06")
        worn = await table.ask(seat, split)
        detective.flaw, detective.fear = 1 + worn["Flaw"], 1 + worn["Fear"]
    points = Split("attributes", words.ATTRIBUTES, words.ATTRIBUTE_OPTIONS, POINTS, 0, MOST_LEVEL, rule="UT-CHAR-05")
    detective.attributes = await table.ask(seat, points)


async def choose_talents(table: Utopolis, seat: Seat) -> None:
    """7 points over the three free talents, the list, and what the GM lets you invent. (UT-CHAR-07, -08, UT-R-04)"""
    detective = table.detective[seat]
    fields: tuple[Prompt[Any], ...] = (
        *(Number(talent, words.raise_free(talent), 0, MOST_LEVEL - 1, default=0) for talent in FREE_TALENTS),
        Several("invented", words.INVENTED, talent_name(), 0, MOST_INVENTED, default=[]),
    )
    note = words.FREE_TALENTS_NOTE
    raises = await table.ask(seat, Form("free_talents", words.FREE_TALENTS, fields, rule="UT-CHAR-07", note=note))
    talents = {talent: 1 + raises[talent] for talent in FREE_TALENTS}
    invented = await allowed(table, seat, raises["invented"])
    others = (*(talent for talent in TALENTS if talent not in FREE_TALENTS), *invented)
    left = POINTS - sum(raises[talent] for talent in FREE_TALENTS)
    split = Split("talents", words.talents(left), words.talent_options(others), left, 0, MOST_LEVEL, rule="UT-CHAR-08")
    bought = await table.ask(seat, split)
    detective.talents = talents | {talent: level for talent, level in bought.items() if level}


def talent_name() -> Words:
    return Words("talent", words.TALENT_NAME, most=NAME_MOST, avoid=TALENTS)


async def allowed(table: Utopolis, seat: Seat, invented: tuple[str, ...]) -> tuple[str, ...]:
    """Made-up talents need the GM's permission. (UT-GM-06)"""
    if not invented:
        return ()
    text, options = words.approve_talents(table.name(seat)), named(invented)
    ask = Some(f"approve_talents_{seat}", text, options, rule="UT-GM-06", default=list(invented))
    granted = await table.ask(table.gm, ask)
    for talent in invented:
        table.tell(words.talent_decided(talent, talent in granted), kind="creation")
    return granted


# -- robots


def assign_robots(table: Utopolis) -> None:
    """Each player plays the robot of the player to the left; alone, the GM does. (UT-SETUP-02, UT-R-01, UT-R-66)"""
    for partner in table.circle:
        if partner not in table.robot:
            table.robot[partner] = table.put(f"robot/{partner}", Robot(partner=partner))
        to_the_right = reversed(table.clockwise(partner))
        table.robot[partner].player = next((seat for seat in to_the_right if seat in table.staying), table.gm)


def designation(text: str) -> str:
    """A letter and a number, however they were written; empty where there are none. (UT-SETUP-03)"""
    found = re.search(r"([A-Za-z])[\s-]*([0-9]{1,4})(?![0-9])", text)
    return f"{found[1].upper()}-{found[2]}" if found else ""


async def name_robot(table: Utopolis, partner: Seat) -> None:
    """The robot player gives letter and number, the partner perhaps a nickname. (UT-SETUP-03, UT-R-03)"""
    robot = table.robot[partner]
    if not robot.designation:
        spare = robot_idea(partner)
        fields = (
            Words("designation", words.robot_designation(spare), most=NAME_MOST, optional=True, default=""),
            Words("manner", words.ROBOT_MANNER, most=LINE_MOST, optional=True, default="", ideas="robots"),
        )
        form = Form("robot_name", words.name_robot(table, partner), fields, rule="UT-SETUP-03", default={})
        answer = await table.ask(robot.player, form)
        robot.designation, robot.manner = designation(answer["designation"]) or spare, answer["manner"]
    ask = Words("nickname", words.nickname(robot), most=NAME_MOST, optional=True, default="", rule="UT-SETUP-03")
    robot.nickname = await table.ask(partner, ask)
    table.tell(words.robot_named(table, partner), kind="creation")
