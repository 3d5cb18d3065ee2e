"""Guests: a detective asks to join somebody else's scene. (UT-SCENE-07)"""

from __future__ import annotations

from contextlib import AbstractContextManager

from mneme.engine.acts import Act
from mneme.engine.prompts import Pick, Prompt, Seat
from mneme.engine.windows import Offers
from mneme.games.utopolis import words
from mneme.games.utopolis.nouns import Utopolis


class AskToJoin(Act):
    """May my detective come along?"""


def may_join(table: Utopolis) -> tuple[Seat, ...]:
    """Detectives in play who are elsewhere and have not been refused in this scene."""
    scene = table.scene
    if scene.kind == "test":
        return ()  # UT-R-75
    elsewhere = [seat for seat in table.investigators if seat not in scene.present]
    return tuple([seat for seat in elsewhere if seat not in scene.asking and seat not in scene.refused])


def offer_joining(table: Utopolis, o: Offers) -> None:
    for seat in may_join(table):
        o.may(seat, AskToJoin, words.JOIN, rule="UT-SCENE-07")


def asking_to_join(table: Utopolis) -> AbstractContextManager[None]:
    """Asking is possible at any point; the answer comes as soon as the conflict leaves room. (UT-SCENE-07)"""

    def take(seat: Seat, act: Act) -> None:
        table.scene.asking = (*table.scene.asking, seat)
        table.tell(words.asks_to_join(table.called(seat)), kind="joining")

    return table.standing("join", words.JOIN_MENU, lambda o: offer_joining(table, o), take)


async def settle_joining(table: Utopolis) -> None:
    """Guests come in with their robots unless the GM or the scene player objects. (UT-SCENE-07, UT-GM-08)"""
    scene = table.scene
    while scene.asking:
        await settle_one(table, scene.asking[0])
        scene.asking = scene.asking[1:]


async def settle_one(table: Utopolis, guest: Seat) -> None:
    scene = table.scene
    text = words.object_join(table.called(guest))
    ask = Pick("object_join", text, words.ALLOW_OR_OBJECT, rule="UT-GM-08", default="allow")
    asked: dict[Seat, Prompt[str]] = {table.gm: ask}
    if scene.player != guest:
        asked[scene.player] = ask
    said = await table.ask_all("object_join", asked)
    if "object" in said.values():
        scene.refused = (*scene.refused, guest)
        table.tell(words.not_joined(table.called(guest)), kind="joining")
    else:
        scene.present, scene.robots = (*scene.present, guest), (*scene.robots, guest)
        table.tell(words.joined(table.called(guest)), kind="joining")
