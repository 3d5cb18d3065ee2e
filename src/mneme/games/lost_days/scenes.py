"""Telling the story: the cycle of scenes, one scene, and the scene a new king is owed. (Ledger 2.5, 2.6)"""

from __future__ import annotations

from functools import cache

from mneme.engine.acts import Act
from mneme.engine.prompts import Pick, Seat, Words, aloud
from mneme.engine.windows import Offers
from mneme.games.lost_days import words
from mneme.games.lost_days.conflict import conflict, has_sides
from mneme.games.lost_days.creation import agreement, all_agree, one_act
from mneme.games.lost_days.descent import write_out_at_once, writing_out
from mneme.games.lost_days.leaving import departures
from mneme.games.lost_days.market import (
    AcceptTrade,
    CreateMemory,
    Sell,
    carry_out,
    create_memory,
    market_test,
    offer_acceptance,
    offer_new_memory,
    offer_sales,
    sell,
    trade_key,
)
from mneme.games.lost_days.nouns import DOOMED, LINE_MOST, OUT, LostDays, Scene


class Frame(Act):
    setting: str
    present: str
    intent: str


class DeclareConflict(Act):
    """This scene comes to a head."""


class EndScene(Act):
    """Enough; on to the next."""


class ProposePause(Act):
    """Let us stop here for today."""


class ProposeStop(Act):
    """Let us end the game here."""


# -- the cycle


async def tell_the_story(table: LostDays) -> None:
    """Session after session, cycle after cycle, until one elf is left. (LD-STORY-01, LD-SCENE-01..03)"""
    await open_session(table)
    while not table.ended:
        anchor = table.throne
        table.course.order = (*table.clockwise(anchor), anchor)
        table.course.framed = ()
        await cycle(table)


async def cycle(table: LostDays) -> None:
    """Everyone frames a scene, the king last; then the king frames one for the story. (LD-SCENE-01, -02, LD-Q17)"""
    course = table.course
    alternate = table.options.scene_order == "alternate"
    while not table.ended and len(course.framed) < len(course.order):
        framer = course.order[len(course.framed)]
        course.framed = (*course.framed, framer)
        if table.is_here(framer):
            course.framing = framer
            await scene(table, framer, "adversity" if table.elf[framer].status == OUT else "personal")
            course.framing = ""
            if alternate:
                await story_scene(table)
    if not alternate:
        await story_scene(table)


async def story_scene(table: LostDays) -> None:
    """Whoever holds the throne now, after all who wanted to leave have left. (LD-SCENE-02, LD-KING-13)"""
    await departures(table)
    if not table.ended:
        await scene(table, table.throne, "story")


async def open_session(table: LostDays) -> None:
    """A new session begins with a new story. (LD-STORY-01, LD-SCENE-12, LD-Q57)"""
    table.course.session += 1
    table.chapter(words.session(table.course.session))
    await open_story(table, table.throne)


async def open_story(table: LostDays, seat: Seat) -> None:
    """An event in or near the palace, with a hook for everyone, that runs its course if ignored. (LD-STORY-01..03)"""
    ask = aloud("open_story", words.OPEN_STORY, ideas="stories", rule="LD-STORY-01", note=words.STORY_NOTE)
    said = await table.ask(seat, ask)
    course = table.course
    course.story = said or words.TOLD_ALOUD
    course.stories = (*course.stories, course.story)
    table.tell(said, kind="story", by=seat)


# -- one scene


async def scene(table: LostDays, framer: Seat, kind: str) -> None:
    """Frame it, play it, close it; then the tests that come between scenes. (LD-SCENE-04..13)"""
    await departures(table)
    if not at_table(table, framer):
        return
    elf = table.elf[framer]
    here = table.push(
        Scene(
            number=table.course.scenes + 1,
            framer=framer,
            kind=kind,
            as_elf=table.is_active(framer),
            doomed_before=elf.status == DOOMED,
        )
    )
    table.chapter(words.scene_title(table))
    await frame(table, here)
    if kind == "interrupt" and not is_over(table, here):
        await keep_or_change_the_story(table)
    await play_scene(table, here)
    if at_table(table, framer):
        await writing_out(table, here)
    if not table.ended:
        table.pop()
        await market_test(table)


def at_table(table: LostDays, seat: Seat) -> bool:
    return not table.ended and table.is_here(seat)


def is_over(table: LostDays, here: Scene) -> bool:
    """The game has ended, or the framer's elf went out meanwhile. (LD-KING-18)"""
    return table.ended or not table.is_here(here.framer) or (here.as_elf and not table.is_active(here.framer))


async def frame(table: LostDays, here: Scene) -> None:
    """Setting, who is there, what the elf is after. Between scenes the table may also stop. (LD-SCENE-04, -12)"""

    def offers(o: Offers) -> None:
        note = words.frame_note(here.kind, first=in_first_cycle(table, here))
        o.must(here.framer, Frame, words.FRAME, *frame_fields(here.kind), note=note, default=True, rule="LD-SCENE-04")
        offer_acceptance(table, o)
        offer_sales(table, o)
        if len(table.stack) == 1:
            for seat in table.players:
                o.may(seat, ProposePause, words.PAUSE, note=words.ALL_MUST_AGREE, rule="LD-SCENE-12")
                o.may(seat, ProposeStop, words.STOP, note=words.ALL_MUST_AGREE, rule="LD-Q57")
        o.say(here.framer, words.FRAMING_YOURS)

    async for seat, act in table.window("frame_scene", words.framing(table), offers):
        if isinstance(act, Frame):
            go_back(table)
            tell_the_frame(table, here, act)
            break
        await between_scenes(table, seat, act)
        if is_over(table, here):
            break


def in_first_cycle(table: LostDays, here: Scene) -> bool:
    """Every later cycle has a scene of each seat behind it, beside those of its own. (LD-SCENE-07)"""
    return here.number - len(table.course.framed) < len(table.seats)


@cache
def frame_fields(kind: str) -> tuple[Words, Words, Words]:
    """What is asked of whoever frames a scene of this kind. (LD-SCENE-04)"""
    return (
        aloud("setting", words.SETTING, ideas=f"scenes.{kind}"),
        aloud("present", words.PRESENT, most=LINE_MOST),
        aloud("intent", words.INTENTS[kind], most=LINE_MOST),
    )


def tell_the_frame(table: LostDays, here: Scene, act: Frame) -> None:
    """What the framer has said of the scene. (LD-SCENE-04)"""
    here.text, here.present, here.intent = act.setting, act.present, act.intent
    line = words.framed(here.kind, act.setting, act.present, act.intent)
    table.tell(line, kind="frame", by=here.framer, facts={"scene": here.number, "kind": here.kind})


async def between_scenes(table: LostDays, seat: Seat, act: Act) -> None:
    """A deal, a pause, or the end by common consent. (LD-SCENE-12, LD-Q57, D37, D43)"""
    if isinstance(act, ProposePause):
        if await all_agree(table, seat, agreement(words.agree_pause(table.name(seat)), "LD-SCENE-12")):
            await open_session(table)
            table.chapter(words.scene_title(table))
        else:
            table.tell(words.NOT_PAUSED)
    elif isinstance(act, ProposeStop):
        if await all_agree(table, seat, agreement(words.agree_stop(table.name(seat)), "LD-Q57")):
            table.course.phase = "ended"
            table.tell(words.STOPPED, kind="stopped")
        else:
            table.tell(words.NOT_STOPPED)
    else:
        go_back(table)
        deal(table, seat, act)
        await aftermath(table)


def deal(table: LostDays, seat: Seat, act: Act) -> None:
    """A sale or a trade; both only outside conflicts. (LD-SELL-01, LD-TRADE-01)"""
    if isinstance(act, Sell):
        sell(table, seat, act.memory)
    elif isinstance(act, AcceptTrade):
        carry_out(table, table.trades[trade_key(act.proposer, seat)])


async def aftermath(table: LostDays) -> None:
    """Departures, exits at once where the table plays so, and the new king's scene. (LD-SET-01, LD-KING-15)"""
    await departures(table)
    await write_out_at_once(table)
    await interrupts(table)


async def play_scene(table: LostDays, here: Scene) -> None:
    """The framer may write, may bring it to a head once, and ends it. (LD-SCENE-05, -06, -10, -11, LD-Q56)"""

    def offers(o: Offers) -> None:
        framer = here.framer
        if not here.conflict_used and has_sides(table, framer):
            o.may(framer, DeclareConflict, words.DECLARE, note=words.DECLARE_NOTE, rule="LD-SCENE-05")
        offer_new_memory(table, o, framer)
        o.must(framer, EndScene, words.END_SCENE, default=True, rule="LD-SCENE-11")
        offer_acceptance(table, o)
        offer_sales(table, o)
        o.say(framer, words.PLAYING_YOURS)

    while not is_over(table, here):
        seat, act = await one_act(table, "scene", words.playing(table), offers)
        if isinstance(act, EndScene):
            return
        go_back(table)
        if isinstance(act, DeclareConflict):
            await conflict(table)
        elif isinstance(act, CreateMemory):
            create_memory(table, seat, act.text)
        else:
            deal(table, seat, act)
        await aftermath(table)


# -- the king is dead


async def interrupts(table: LostDays) -> None:
    """A new king frames a scene at once; what was going on waits beneath it. (LD-KING-15..18, LD-Q18, LD-Q19)"""
    course, below = table.course, table.scene
    while course.interrupts and not table.ended:
        king, course.interrupts = course.interrupts[0], course.interrupts[1:]
        if table.is_active(king):
            await scene(table, king, "interrupt")
            if not is_over(table, below):
                table.place = words.back_to(table)
                if table.elf[below.framer].status == DOOMED:
                    go_back(table)


def go_back(table: LostDays) -> None:
    """A chapter for a scene that was interrupted, as soon as something further happens in it. (LD-KING-18)"""
    last = next(line.text for line in reversed(table.lines) if line.kind == "chapter" and not line.undone)
    if last != table.place:
        table.chapter(table.place)


async def keep_or_change_the_story(table: LostDays) -> None:
    """The new king may close the old story and open another. (LD-KING-16)"""
    ask = Pick("new_story", words.NEW_STORY, words.STORY_CHOICES, rule="LD-KING-16", default="keep")
    king = table.scene.framer
    if await table.ask(king, ask) == "new":
        await open_story(table, king)
