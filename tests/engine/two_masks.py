"""Two Masks, an invented game that uses every part of the engine once. This file follows its rulebook:
Faces, The Scene, Staking, The Roll, Who Tells It, The End."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

from mneme.engine.acts import Act
from mneme.engine.chance import Chance
from mneme.engine.errors import BadOptions
from mneme.engine.game import Game
from mneme.engine.prompts import Ack, Number, Option, Pick, Seat, Words
from mneme.engine.state import Bag, Hand, Noun, Own, Public, Secret
from mneme.engine.table import Table
from mneme.engine.windows import Offers

COINS_AT_START = 5
SUCCESS = 4  # "a die showing 4 or more succeeds" (The Roll)


class Options(Struct, frozen=True):
    scenes: int = 3
    notes: bool = True
    stakes: Literal["seen", "unseen"] = "seen"


class Player(Noun):
    owner: Public[Seat]
    face: Public[str] = ""
    coins: Public[int] = COINS_AT_START
    cards: Public[Hand] = Hand()
    diary: Own[tuple[str, ...]] = ()
    favour: Public[Secret] = Secret("")


class Scene(Noun):
    number: Public[int]
    stakes: Public[dict[str, int]] = {}
    rolls: Public[dict[str, tuple[int, ...]]] = {}
    teller: Public[str] = ""
    deck: Public[Bag] = Bag()


class Masks(Table[Options]):
    player: dict[Seat, Player]
    scene: Scene


class Boast(Act):
    words: str


class Turn(Act):
    card: str


class Note(Act):
    to: Seat
    text: str


async def two_masks(table: Masks) -> None:
    """Make faces, play the scenes, and the richest wins. (The Scene)"""
    table.player = {seat: table.put(f"player/{seat}", Player(owner=seat)) for seat in table.seats}
    deck = Bag(("moon",) * len(table.seats) + ("sun",) * len(table.seats))
    table.scene = table.put("scene", Scene(number=0, deck=deck))
    await table.each(table.seats, lambda seat: make_a_face(table, seat))
    with table.standing(
        "notes", "Pass a note.", lambda o: offer_notes(table, o), lambda s, a: note(table, s, a), private=True
    ):
        for number in range(1, table.options.scenes + 1):
            await scene(table, number)
    await the_end(table)


async def make_a_face(table: Masks, seat: Seat) -> None:
    """Name your mask, then choose whom it favours, in secret. (Faces)"""
    player = table.player[seat]
    player.face = await table.ask(seat, Words("face", "What is your mask called?", single=True, most=20))
    others = table.after(seat)
    favour = await table.ask(seat, Pick("favour", "Whom does it favour?", table.seat_options(others)))
    player.favour = Secret(favour, (seat,), others)
    table.tell(f"{table.name(seat)} wears {player.face}.")


def offer_notes(table: Masks, offers: Offers) -> None:
    if table.options.notes:
        for seat in table.seats:
            others = table.seat_options(table.after(seat))
            offers.may(seat, Note, "Pass a note", Pick("to", "To whom?", others), Words("text", "What does it say?"))


def note(table: Masks, seat: Seat, act: Note) -> None:
    table.tell(f"A note from {table.name(seat)}: {act.text}", kind="note", to=(seat, act.to))


async def scene(table: Masks, number: int) -> None:
    table.chapter(f"Scene {number}")
    table.scene.number = number
    for seat in table.seats:
        deal(table, seat)
    await boast(table)
    stakes = await stake(table)
    teller = contest(table, stakes)
    words = await table.ask(teller, Words("told", "What happened?", aloud=True, default=""))
    table.tell(words or "(told aloud)", kind="told", by=teller)


def deal(table: Masks, seat: Seat) -> None:
    """One card each, face down, while they last. (The Scene)"""
    if table.scene.deck.items:
        card, table.scene.deck = table.draw(table.scene.deck, to=(seat,))
        table.player[seat].cards = table.player[seat].cards.with_card(card)
        table.player[seat].diary += (f"scene {table.scene.number}: {card}",)


async def boast(table: Masks) -> None:
    """Boast or turn a card up, until all have passed. (The Scene)"""

    def offers(o: Offers) -> None:
        for seat in table.seats:
            cards = sorted(set(table.player[seat].cards.down))
            if table.player[seat].cards.down:
                o.may(seat, Turn, "Turn a card up", Pick("card", "Which?", tuple(Option(c, c) for c in cards)))
            if len(table.player[seat].diary) < 2:
                o.may(seat, Boast, "Boast", Words("words", "What do you say?"))

    async for seat, act in table.window("boasting", "Boast, or turn a card up.", offers, passing=True):
        match act:
            case Boast(words):
                table.player[seat].diary += (f"I said {words}", "and meant it")
                table.tell(words, kind="told", by=seat)
            case Turn(card):
                table.player[seat].cards = table.player[seat].cards.turned_up(card)
                table.opened("turn", (seat, card))
                table.tell(f"{table.name(seat)} turns up a {card}.")


async def stake(table: Masks) -> dict[Seat, int]:
    """Everyone stakes in secret; fists open together. (Staking)"""
    prompts = {seat: Number("stake", "How many coins?", 0, min(3, table.player[seat].coins)) for seat in table.seats}
    stakes = await table.ask_all("stake", prompts, sealed=True, shows_who=table.options.stakes == "seen")
    for seat, coins in stakes.items():
        table.player[seat].coins -= coins
    table.scene.stakes = stakes
    table.tell("The fists open.", facts={"stakes": stakes})
    return stakes


def contest(table: Masks, stakes: dict[Seat, int]) -> Seat:
    """One d6 a coin and one more; most successes take the pot, ties to the lower stake. (The Roll)"""
    table.scene.rolls = {seat: table.roll(coins + 1, 6) for seat, coins in stakes.items()}
    successes = {seat: sum(die >= SUCCESS for die in dice) for seat, dice in table.scene.rolls.items()}
    teller = max(stakes, key=lambda seat: (successes[seat], -stakes[seat]))
    table.player[teller].coins += sum(stakes.values())
    table.scene.stakes = {}
    table.scene.teller = teller
    table.tell(f"{table.name(teller)} tells it.")
    return teller


async def the_end(table: Masks) -> None:
    """Everyone takes off the mask. (The End)"""
    table.chapter("The end")
    await table.ask_all("unmask", {seat: Ack("unmask", "Take off your mask.") for seat in table.seats})
    table.result = {"coins": {seat: player.coins for seat, player in table.player.items()}}


def lay(options: Options, seats: Sequence[Seat], names: Mapping[Seat, str], chance: Chance) -> Masks:
    return Masks(options, seats, names, chance)


def check(table: Masks) -> None:
    coins = sum(player.coins for player in table.player.values()) + sum(table.scene.stakes.values())
    assert coins == COINS_AT_START * len(table.seats)
    cards = sum(len(player.cards) for player in table.player.values()) + len(table.scene.deck)
    assert cards == 2 * len(table.seats)


def check_options(options: Options, seats: int) -> None:
    if not 1 <= options.scenes <= 9:
        raise BadOptions("Two Masks has 1 to 9 scenes.")


def describe(view: dict[str, Any]) -> str:
    """The table in words."""
    lines = []
    for key, noun in view["state"].items():
        if key.startswith("player/"):
            cards = noun["cards"]
            faces = f" {', '.join(cards['faces'])}" if cards.get("faces") else ""
            lines.append(f"{view['names'][noun['owner']]}: {noun['coins']} coins, {cards['down']} cards down{faces}")
    return "\n".join(lines)


GAME = Game(
    name="two-masks",
    title="Two Masks",
    designers="nobody",
    blurb="A game that exists only to try the table out.",
    content_notes=(),
    seats=range(2, 6),
    version=1,
    options=Options,
    option_words={"scenes": "How many scenes.", "notes": "Notes may be passed.", "stakes": "Who sees who has staked."},
    presets={},
    lay=lay,
    play=two_masks,
    waiting={"stake": "Waiting for {names} to stake."},
    describe=describe,
    check=check,
    check_options=check_options,
)
