"""Night Post, an invented game for what Two Masks leaves out: every kind of question, answers that stay sealed,
secrets that a few share, help that anybody may give. This file follows its rulebook:
The Desks, The Password, Postage, The Ballot, The Round, Dawn."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from msgspec import Struct

from mneme.engine.acts import Act
from mneme.engine.chance import Chance
from mneme.engine.entries import Answer
from mneme.engine.errors import BadOptions
from mneme.engine.game import Game
from mneme.engine.log import Sitting
from mneme.engine.prompts import Ack, Arrange, Form, Number, Option, Pick, Prompt, Seat, Several, Some, Split, Words
from mneme.engine.state import Audience, Bag, Hand, Noun, Own, Public, Secret
from mneme.engine.table import Table
from mneme.engine.windows import Offers

STAMPS_AT_START = 4
LETTERS = ("debt", "love", "news")
DISTRICTS = (Option("harbour", "The harbour"), Option("hill", "The hill"), Option("mill", "The mill"))


class Options(Struct, frozen=True):
    rounds: int = 2
    ballot: Literal["unseen", "seen"] = "unseen"


class Desk(Noun):
    owner: Public[Seat]
    stamps: Public[int] = STAMPS_AT_START
    letters: Public[Hand] = Hand()
    route: Own[tuple[str, ...]] = ()
    aim: Public[Secret] = Secret("")


class Office(Noun):
    round: Public[int] = 0
    master: Public[Seat] = ""
    till: Public[int] = 0
    paid: Public[Seat] = ""
    guesses: Public[dict[Seat, Seat]]
    ring: Public[tuple[Seat, ...]] = ()
    password: Annotated[str, Audience("ring")] = ""
    sack: Bag = Bag()  # no audience: how many letters are left is nobody's business


class Post(Table[Options]):
    desk: dict[Seat, Desk]
    office: Office


class Pay(Act):
    pass


class Whisper(Act):
    text: str


class Show(Act):
    letter: str


async def night_post(table: Post) -> None:
    """Lay the desks, play the rounds, and see the letters at dawn."""
    sack = Bag(LETTERS * len(table.seats))
    table.office = table.put("office", Office(guesses={}, sack=sack))
    table.desk = {seat: table.put(f"desk/{seat}", Desk(owner=seat)) for seat in table.seats}
    await desks(table)
    with table.standing("whispers", "Whisper.", lambda o: whispers(table, o), table_whisper(table), private=True):
        for number in range(table.options.rounds):
            await one_round(table, number)
    await dawn(table)


async def desks(table: Post) -> None:
    """Two letters each, and a route that nobody else knows. (The Desks)"""
    for seat in table.seats * 2:
        card, table.office.sack = table.draw(table.office.sack, to=(seat,))
        table.desk[seat].letters = table.desk[seat].letters.with_card(card)
    prompts = {seat: Arrange("route", "In which order do you walk?", DISTRICTS) for seat in table.seats}
    for seat, route in (await table.ask_all("route", prompts)).items():
        table.desk[seat].route = route


def whispers(table: Post, offers: Offers) -> None:
    for seat in table.office.ring:
        offers.may(seat, Whisper, "Whisper within the ring", Words("text", "What do you whisper?"))


def table_whisper(table: Post) -> Any:
    def take(seat: Seat, act: Whisper) -> None:
        table.tell(act.text, kind="told", by=seat, to=table.office.ring)

    return take


async def one_round(table: Post, number: int) -> None:
    table.chapter(f"Round {number + 1}")
    office = table.office
    office.round, office.master, office.paid = number + 1, table.seats[number % len(table.seats)], ""
    await password(table)
    await postage(table)
    await ballot(table)
    await walk(table)


async def password(table: Post) -> None:
    """The master and the next seat share a password. (The Password)"""
    master = table.office.master
    table.office.ring = (master, table.after(master)[0])
    table.office.password = ""
    word = await table.ask(master, Words("password", "What is the password?", single=True, most=12))
    table.office.password = word


async def postage(table: Post) -> None:
    """A stamp goes into the till: the master's, unless somebody else is quicker. (Postage)"""

    def offers(o: Offers) -> None:
        for seat in table.after(table.office.master):
            if not table.office.paid and table.desk[seat].stamps:
                o.may(seat, Pay, "Pay the postage")

    def pay(seat: Seat, _act: Pay | None = None) -> None:
        table.desk[seat].stamps -= 1
        table.office.till += 1
        table.office.paid = seat
        table.tell(f"{table.name(seat)} pays the postage.")

    def bill() -> Prompt[bool] | None:
        return None if table.office.paid else Ack("postage", "Put a stamp in the till.")

    with table.standing("help", "You can pay for it.", offers, pay):
        if table.desk[table.office.master].stamps:
            is_paid = await table.ask_unless(table.office.master, bill)
            if is_paid:
                pay(table.office.master)


async def ballot(table: Post) -> None:
    """The master aims at somebody, the others guess at whom. Only the guesses are shown. (The Ballot)"""
    office, master = table.office, table.office.master
    others = table.seat_options(table.after(master))
    prompts = {seat: Pick("ballot", "Whom do you write down?", others) for seat in table.seats}
    shows_who = table.options.ballot == "seen"
    answers = await table.ask_all(
        "ballot", prompts, sealed=True, shows_who=shows_who, opens=lambda given: [s for s in given if s != master]
    )
    aim = answers.pop(master)
    table.desk[master].aim = Secret(aim, (master,), table.after(master))
    office.guesses = answers
    for seat, guess in answers.items():
        table.opened("guess", guess == aim, to=(seat,))
        table.tell("You guessed it." if guess == aim else "You guessed wrong.", to=(seat,))


async def walk(table: Post) -> None:
    """The master walks, shares out the till and tells what was heard on the way. (The Round)"""
    master = table.office.master
    plan = Form(
        "walk",
        "How do you walk tonight?",
        (Some("where", "Where?", DISTRICTS, 1, 2), Number("letters", "How many letters?", 0, 3)),
    )
    walked = await table.ask(master, plan)
    table.tell(f"{table.name(master)} walks to {len(walked['where'])} places with {walked['letters']} letters.")
    if table.office.till:
        slots = table.seat_options(table.seats)
        shares = await table.ask(master, Split("shares", "Who gets the stamps?", slots, table.office.till))
        table.office.till = 0
        for seat, share in shares.items():
            table.desk[seat].stamps += share
    heard = Several("heard", "What did you hear?", Words("rumour", "A rumour", most=60), most=3)
    for rumour in await table.ask(master, heard):
        table.tell(rumour, kind="told", by=master)


async def dawn(table: Post) -> None:
    """Letters may be shown, until all have passed; the rest is burnt unread. (Dawn)"""
    table.chapter("Dawn")

    def offers(o: Offers) -> None:
        for seat in table.seats:
            letters = tuple(Option(letter, letter) for letter in sorted(set(table.desk[seat].letters.down)))
            o.may(seat, Show, "Show a letter", Pick("letter", "Which?", letters))

    async for seat, act in table.window("dawn", "Show a letter, or let it burn.", offers, passing=True):
        table.desk[seat].letters = table.desk[seat].letters.turned_up(act.letter)
        table.opened("shown", (seat, act.letter))
    table.result = {"stamps": {seat: desk.stamps for seat, desk in table.desk.items()}}


def lay(options: Options, seats: Sequence[Seat], names: Mapping[Seat, str], chance: Chance) -> Post:
    return Post(options, seats, names, chance)


def check(table: Post) -> None:
    stamps = sum(desk.stamps for desk in table.desk.values()) + table.office.till
    assert stamps == STAMPS_AT_START * len(table.seats)
    letters = sum(len(desk.letters) for desk in table.desk.values()) + len(table.office.sack)
    assert letters == len(LETTERS) * len(table.seats)


def check_options(options: Options, _seats: int) -> None:
    if not 1 <= options.rounds <= 5:
        raise BadOptions("Night Post has 1 to 5 rounds.")


def describe(view: dict[str, Any]) -> str:
    """The table in words."""
    state, names = view["state"], view["names"]
    desks = [noun for key, noun in state.items() if key.startswith("desk/")]
    lines = [f"{names[desk['owner']]}: {desk['stamps']} stamps, {letters_text(desk)}" for desk in desks]
    if "password" in state["office"]:
        lines.append(f"Password: {state['office']['password'] or 'none yet'}")
    return "\n".join(lines)


def letters_text(desk: dict[str, Any]) -> str:
    letters = desk["letters"]
    held = ", ".join(letters["faces"]) if "faces" in letters else f"{letters['down']} letters"
    return " | ".join([held, *letters["up"]])


# What the secrecy tests cannot know by themselves.


def concerns(sitting: Sitting, viewer: Seat | None, _act: Answer) -> bool:
    """A whisper is for the ring."""
    return viewer in sitting.table.office.ring if isinstance(sitting.table, Post) else True


def scramble_more(table: Table[Any], viewer: Seat | None, dice: random.Random) -> None:
    """The password and the routes could have been others."""
    assert isinstance(table, Post)
    if viewer not in table.office.ring and table.office.password:
        table.office.password = f"other{dice.randrange(1000)}"
    for seat, desk in table.desk.items():
        if seat != viewer and desk.route:
            desk.route = tuple(dice.sample(desk.route, len(desk.route)))


GAME = Game(
    name="night-post",
    title="Night Post",
    designers="nobody",
    blurb="A game that exists only to try the table out.",
    content_notes=(),
    seats=range(3, 6),
    version=1,
    options=Options,
    option_words={"rounds": "How many rounds.", "ballot": "Who sees who has written."},
    presets={},
    lay=lay,
    play=night_post,
    waiting={"ballot": "Waiting for {names} to write a name."},
    describe=describe,
    check=check,
    check_options=check_options,
)
