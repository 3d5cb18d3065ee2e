"""A scene: framing, free play, conflicts, and how it ends. (Ledger 2.5)"""

from __future__ import annotations

from collections import Counter

from mneme.engine.acts import Act
from mneme.engine.prompts import Form, Option, Pick, Seat, Some, aloud
from mneme.engine.windows import Offers
from mneme.games.utopolis import words
from mneme.games.utopolis.aftermath import after_the_conflict, narrate, settle, settle_narrator
from mneme.games.utopolis.conflict import adjust, draw_detectives, draw_opposition, initiate, show_hands, state_intents
from mneme.games.utopolis.endings import retire
from mneme.games.utopolis.flaw_and_fear import owed_tests
from mneme.games.utopolis.joining import AskToJoin, asking_to_join, offer_joining, settle_joining
from mneme.games.utopolis.nouns import LINE_MOST, Scene, Utopolis
from mneme.games.utopolis.spending import Intervene, offer_intervening, purchases, robots_speak_up

FRAME_TEXT = {kind: aloud("text", words.FRAME_TEXT, ideas=f"frames.{kind}") for kind in words.SCENE_KINDS}
CLASH = aloud("text", words.CLASH, most=LINE_MOST, ideas="clashes")


class CallConflict(Act):
    text: str


class EndScene(Act):
    """The GM closes the scene."""


class AskToEnd(Act):
    """The scene player has seen enough."""


def open_scene(table: Utopolis, scene: Scene) -> None:
    table.scene = table.put("scene", scene)
    table.case.scenes += 1
    table.course.phase = scene.kind if scene.kind in ("opening", "arrest") else "trail"
    table.chapter(words.scene_title(table))
    for seat in table.present():
        for line in words.foreshadowing(table.detective[seat]):
            table.tell(line, kind="reminder")


async def frame(table: Utopolis) -> None:
    """The GM says when, where and what, and which robots are along. (UT-SCENE-05, UT-GM-03, UT-SAY-02)"""
    scene = table.scene
    present = table.present()
    options = tuple([Option(seat, table.robot[seat].called) for seat in present])
    robots = Some("robots", words.FRAME_ROBOTS, options, default=list(present), rule="UT-R-06")
    fields = (FRAME_TEXT[scene.kind], robots)
    note = words.framed_around(table)
    form = Form("frame_scene", words.frame(table), fields, rule="UT-SCENE-05", default={}, note=note)
    answer = await table.ask(table.gm, form)
    scene.robots, scene.framed = answer["robots"], answer["text"]
    table.tell(answer["text"] or words.TOLD_ALOUD, kind="frame", by=table.gm)


async def play_scene(table: Utopolis) -> None:
    """Play freely until interests clash; after a conflict, another one or the end. (UT-SCENE-06..13)"""
    scene = table.scene
    with robots_speak_up(table):
        if scene.kind == "follow_up":
            await conflict(table)
        while not scene.over:
            if scene.again:
                await conflict(table)
            else:
                await free_play(table)
    for seat in scene.asking:  # who asked when the conflict left no room any more
        table.tell(words.too_late(table.called(seat)), kind="joining")
    table.tell(words.SCENE_OVER, kind="closed")


async def free_play(table: Utopolis) -> None:
    """Talk, until somebody calls a conflict or the GM closes the scene. (UT-SCENE-06, -13, UT-CONF-05, UT-R-14)"""
    scene = table.scene

    def offers(o: Offers) -> None:
        gm, present = table.gm, table.present()
        o.must(gm, CallConflict, words.CALL_CONFLICT, CLASH, rule="UT-CONF-05")
        o.must(gm, EndScene, words.END_SCENE, default=True, rule="UT-SCENE-13")
        for seat in present:
            o.may(seat, CallConflict, words.CALL_CONFLICT, CLASH, rule="UT-CONF-05")
        o.may(scene.player, AskToEnd, words.ASK_TO_END, rule="UT-SCENE-13")
        offer_intervening(table, o, present)
        offer_joining(table, o)

    async for seat, act in table.window("free_play", words.FREE_PLAY, offers):
        match act:
            case EndScene():
                scene.over = True
            case AskToEnd():
                table.tell(words.asks_to_end(table.name(seat)), kind="aside")
            case AskToJoin():
                scene.asking = (*scene.asking, seat)
                await settle_joining(table)
            case CallConflict(text):
                table.tell(words.calls_conflict(text), kind="conflict", by=seat)
                if seat == table.gm or await confirmed(table, text):
                    await conflict(table, clash=text)
            case Intervene():
                await conflict(table, act)
        if scene.over or scene.again:
            break


async def confirmed(table: Utopolis, text: str) -> bool:
    """The GM opens the conflict, or play goes on. (UT-GM-04, UT-CONF-05)"""
    ask = Pick("confirm_conflict", words.CONFIRM_CONFLICT, words.YES_NO, rule="UT-GM-04", default="yes", note=text)
    yes = await table.ask(table.gm, ask) == "yes"
    if not yes:
        table.tell(words.NO_CLASH, kind="conflict")
    return yes


async def conflict(table: Utopolis, opener: Intervene | None = None, clash: str = "") -> None:
    """One pass through the stages. (UT-CONF-01, ledger 2.7)"""
    scene = table.scene
    scene.again = False
    with asking_to_join(table):
        if await state_intents(table, opener, clash):
            await resolve(table)
            await after_the_conflict(table)
        else:
            unopposed_arrest(table)
            table.remove("conflict")


def unopposed_arrest(table: Utopolis) -> None:
    """Nobody stands in the captors' way: secured without cards. Nobody acts: the attempt is over. (UT-ARR-11)"""
    scene, conflict = table.scene, table.conflict
    scene.over = scene.kind == "arrest"
    if scene.over and any(wanted and seat in conflict.intents for seat, wanted in conflict.capture.items()):
        table.case.secured = True
        table.tell(words.comes_quietly(table.case.arrested), kind="arrest")


async def resolve(table: Utopolis) -> None:
    """C2 to C12, in order."""
    await initiate(table)
    draw_detectives(table)
    await draw_opposition(table)
    await adjust(table)
    await show_hands(table)
    settle(table)
    await settle_narrator(table)
    await narrate(table)


async def end_of_scene(table: Utopolis) -> None:
    """Purchases, then owed tests, then the next scene. (UT-SCENE-11, UT-R-16, UT-R-77)"""
    scene = table.scene
    was_there = table.present()
    owe_tests(table)
    table.course.phase = "end of scene"
    if table.options.purchase_before_test:
        await purchases(table, was_there)
        await owed_tests(table)
    else:
        await owed_tests(table)
        await purchases(table, tuple(seat for seat in was_there if table.detective[seat].in_play))
    await final_scenes(table, was_there)
    if scene.noun_key in table.nouns:
        table.remove("scene")


def owe_tests(table: Utopolis) -> None:
    """One test for whoever called on the Muse or drew again, in order. (UT-TEST-01, -02, UT-R-51, UT-R-52)"""
    if not table.scene.triggers:
        return
    counts = Counter(table.scene.triggers)
    owed: list[Seat] = []
    for seat in table.from_scene_player(counts):
        if table.detective[seat].in_play:
            owed += [seat] * (counts[seat] if table.options.tests_per_scene == "per_trigger" else 1)
    table.course.owed = tuple(owed)


async def final_scenes(table: Utopolis, seats: tuple[Seat, ...]) -> None:
    """A consumed detective whose owner declared it ends here. (UT-END-07)"""
    for seat in seats:
        if table.detective[seat].status == "consumed" and table.detective[seat].last_scene:
            await retire(table, seat)
