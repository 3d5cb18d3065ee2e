"""Set-up, character creation and preamble, in the rulebook's order. (Ledger 2.1, 2.2, 2.3)"""

from __future__ import annotations

from mneme.engine.acts import Act
from mneme.engine.prompts import Ack, Arrange, Form, Pick, Seat, Several, Split, Words
from mneme.engine.windows import Offers
from mneme.games.schizonauts import words
from mneme.games.schizonauts.nouns import (
    AGENT,
    APTITUDES,
    MEMORY_MOST,
    NAME_MOST,
    PERSONAS,
    THIEF,
    Memory,
    Schizonauts,
    aptitude_options,
    memory_options,
)

BEST_SEATS = range(3, 7)  # SZ-SETUP-01
POINTS = 7  # SZ-CHAR-08
MEMORIES_MOST = 6  # "more allowed" (SZ-CHAR-04), up to what fits on a sheet


class Replace(Act):
    """A memory that suggests no story gives way to another."""

    memory: str
    text: str


class Keep(Act):
    """Nothing more to replace."""


# -- set-up


async def take_seats(table: Schizonauts) -> None:
    """Sit in a circle and elect a starter; one objection sends it back. (SZ-SETUP-02, -07, -08)"""
    say_how_long(table)
    host = table.seats[0]
    while True:
        if len(table.seats) > 2:
            places = Arrange("seating", words.SEATING, table.seat_options(table.seats), rule="SZ-SETUP-07")
            table.course.circle = await table.ask(host, _with_default(places, list(table.seats)))
        elect = Pick("starter", words.STARTER, table.seat_options(table.circle), rule="SZ-SETUP-08", default=host)
        table.course.starter = await table.ask(host, elect)
        if await agreed(table, host):
            break
    table.tell(words.seated(table), kind="setup")


def say_how_long(table: Schizonauts) -> None:
    """The number of scenes, and a warning where fewer or more would play better. (SZ-SETUP-01, SZ-AMB-56)"""
    table.tell(words.how_long(table.length), kind="setup")
    if len(table.seats) not in BEST_SEATS:
        table.tell(words.TWO_PLAYERS if len(table.seats) == 2 else words.MANY_PLAYERS, kind="reminder")


def _with_default(prompt: Arrange, order: list[Seat]) -> Arrange:
    return Arrange(prompt.name, prompt.text, prompt.options, rule=prompt.rule, default=order)


async def agreed(table: Schizonauts, proposer: Seat) -> bool:
    """Everyone else approves, abstains or objects. (SZ-SETUP-02)"""
    text = words.approve_seating(table)
    ask = Pick("approve_seating", text, words.CONSENT, rule="SZ-SETUP-02", default="approve")
    said = await table.ask_all("approve_seating", {seat: ask for seat in table.seats if seat != proposer})
    objectors = [seat for seat, answer in said.items() if answer == "object"]
    for seat in objectors:
        table.tell(words.objects_to_seating(table.name(seat)), kind="setup")
    return not objectors


# -- character creation


async def create_characters(table: Schizonauts) -> None:
    """Every player makes two characters, at their own pace. (SZ-CHAR-01)"""
    table.chapter(words.CREATION)
    await table.each(table.circle, lambda seat: create_character(table, seat))


async def create_character(table: Schizonauts, seat: Seat) -> None:
    """Names, then memories, then aptitudes; the overlap stays empty. (SZ-CHAR-01, -07)"""
    await names(table, seat)
    await memories(table, seat, THIEF)
    await memories(table, seat, AGENT)
    await aptitudes(table, seat)
    await preamble(table, seat)


async def names(table: Schizonauts, seat: Seat) -> None:
    """A first name for the thief, a last name for the agent, and nothing more. (SZ-CHAR-02, -03)"""
    fields = (
        Words("thief", words.THIEF_NAME, single=True, most=NAME_MOST, rule="SZ-CHAR-02", ideas="names.thief"),
        Words("agent", words.AGENT_NAME, single=True, most=NAME_MOST, rule="SZ-CHAR-03", ideas="names.agent"),
    )
    chosen = await table.ask(seat, Form("names", words.NAMES, fields, rule="SZ-CHAR-02", note=words.LOOK_ALIKE))
    sheet = table.sheet[seat]
    sheet.thief, sheet.agent = chosen["thief"], chosen["agent"]
    table.tell(words.named(table.name(seat), sheet.name_card()), kind="creation")


async def memories(table: Schizonauts, seat: Seat, side: str) -> None:
    """Memory triggers in every aptitude, none common to both characters. (SZ-CHAR-04, -05, -06, -09)"""
    most = 1 if table.options.initial_memories == "exactly_one" else MEMORIES_MOST
    taken = tuple(memory.text for memory in table.memories[seat])
    fields = tuple(
        Several(
            aptitude,
            words.APTITUDE_MEANS[aptitude],
            Words(
                "memory", words.TRIGGER, most=MEMORY_MOST, avoid=taken, ideas=f"memories.{aptitude}", rule="SZ-CHAR-06"
            ),
            least=1,
            most=most,
            rule="SZ-CHAR-04",
        )
        for aptitude in APTITUDES
    )
    text = words.write_memories(table.sheet[seat].called(side), most)
    written = await table.ask(seat, Form(f"memories_{side}", text, fields, rule="SZ-CHAR-04", note=words.TIES))
    for aptitude in APTITUDES:
        for trigger in written[aptitude]:
            table.remember(seat, side, aptitude, trigger, "start")


async def aptitudes(table: Schizonauts, seat: Seat) -> None:
    """Seven points for each character, at least one in each aptitude. (SZ-CHAR-08, -11)"""
    slots = aptitude_options(APTITUDES)
    sheet = table.sheet[seat]
    fields = tuple(
        Split(side, words.points_for(sheet.called(side)), slots, POINTS, least=1, rule="SZ-CHAR-08")
        for side in PERSONAS
    )
    shares = await table.ask(seat, Form("aptitudes", words.APTITUDES, fields, rule="SZ-CHAR-08", note=words.RATING))
    sheet.ratings = {side: shares[side] for side in PERSONAS}


# -- preamble


async def preamble(table: Schizonauts, seat: Seat) -> None:
    """Look at the agent, then the thief, then both; then say who you are. (SZ-PRE-01..04)"""
    await look_alone(table, seat, AGENT)
    await look_alone(table, seat, THIEF)
    say = Ack("say_who_i_am", words.SAY_WHO_I_AM, words.THIS_IS_WHO_I_AM, rule="SZ-PRE-04", note=words.LOOK_AT_BOTH)
    await table.ask(seat, say)
    speak(table, seat, words.THIS_IS_WHO_I_AM)


async def look_alone(table: Schizonauts, seat: Seat, side: str) -> None:
    """One side alone: replace any memory that suggests no story. (SZ-PRE-01, -02)"""

    def offers(o: Offers) -> None:
        mine = table.on_side(seat, side)
        taken = tuple(memory.text for memory in table.memories[seat])
        new = Words("text", words.TRIGGER, most=MEMORY_MOST, avoid=taken, rule="SZ-CHAR-06")
        o.must(seat, Keep, words.KEEP_ALL, default=True)
        o.may(seat, Replace, words.REPLACE, Pick("memory", words.WHICH_MEMORY, memory_options(mine)), new)

    rule = "SZ-PRE-01" if side == AGENT else "SZ-PRE-02"
    text = words.look_alone(table.sheet[seat].called(side))
    async for _, act in table.window(f"preamble_{side}", text, offers):
        match act:
            case Replace(memory, text):
                swap(table, table.memory(memory), text, rule)
            case Keep():
                break


def swap(table: Schizonauts, memory: Memory, text: str, rule: str) -> None:
    """New text, same side and aptitude. (SZ-PRE-01, -02)"""
    memory.text = text
    table.tell(words.swapped(table.name(memory.owner), memory.aptitude), kind="creation", facts={"rule": rule})


def speak(table: Schizonauts, seat: Seat, line: str) -> None:
    """A line said out loud, which nothing may skip."""
    sheet = table.sheet[seat]
    sheet.spoken = (*sheet.spoken, line)
    table.tell(line, kind="ritual", by=seat)
