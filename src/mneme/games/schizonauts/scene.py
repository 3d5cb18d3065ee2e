"""A scene up to its question: the memory in use, the question, everyone's consent. (Ledger 2.5, 2.7)"""

from __future__ import annotations

from functools import partial

from mneme.engine.acts import Act
from mneme.engine.prompts import Form, Option, Pick, Prompt, Seat, Words
from mneme.engine.windows import Offers
from mneme.games.schizonauts import words
from mneme.games.schizonauts.beside import beside_the_scene, offer_frames, offer_worked_in, take_beside
from mneme.games.schizonauts.nouns import (
    APTITUDES,
    LINE_MOST,
    MEMORY_MOST,
    OVERLAP,
    Memory,
    Schizonauts,
    aptitude_options,
    memories_to_roll,
)
from mneme.games.schizonauts.pool import dice_in


class UseMemory(Act):
    memory: str


class WriteMemory(Act):
    aptitude: str
    text: str


class PoseQuestion(Act):
    text: str


class Delegate(Act):
    to: Seat


OBJECTION = Words("reason", words.REASON, most=LINE_MOST, optional=True, default="")
CONSENT = (Pick("say", words.APPROVE, words.CONSENT, default="approve"), OBJECTION)
VISITOR_CONSENT = (Pick("say", words.APPROVE, words.VISITOR_CONSENT, default="approve"), OBJECTION)


async def play_up_to_the_question(table: Schizonauts) -> None:
    """Frame, play freely, bring in key and memory, and pose the question. (SZ-FB-15..20, SZ-EG-32, -34)"""
    scene = table.scene

    def offers(o: Offers) -> None:
        offer_frames(table, o)
        offer_memories(table, o)
        offer_worked_in(table, o, waited_for=table.options.integration_gate == "before_question")
        offer_question(table, o)
        for seat in scene.pair:
            o.say(seat, words.PLAY_THE_SCENE, note=words.your_part(table, seat))

    with beside_the_scene(table):
        while not scene.question:
            async for seat, act in table.window("scene", words.PLAY_THE_SCENE, offers):
                match act:
                    case UseMemory(memory):
                        use_memory(table, table.memory(memory))
                    case WriteMemory(aptitude, text):
                        use_memory(table, table.remember(seat, scene.actor_as, aptitude, text, "written in play"))
                    case Delegate(to):
                        scene.wording = to
                        table.tell(words.delegates(table.name(seat), table.name(to)))
                    case PoseQuestion(text):
                        await pose_question(table, seat, text)
                        break
                    case _:
                        take_beside(table, seat, act)
        await declare_aptitude(table)


# -- the memory in use


def offer_memories(table: Schizonauts, o: Offers) -> None:
    """The actor's memory in use. (SZ-FB-15, -16, SZ-EG-32)"""
    scene = table.scene
    if scene.in_endgame:
        offer_overlap_memory(table, o)
    elif not scene.memory:
        usable = usable_memories(table)
        options = memories_to_roll(usable, partial(dice_in, table, scene.actor))
        pick = Pick("memory", words.WHICH_MEMORY, options, rule="SZ-FB-15")
        o.must(scene.actor, UseMemory, words.USE_MEMORY, pick, note=words.BOX_NOTE, rule="SZ-FB-15")
        empty = tuple(a for a in APTITUDES if all(memory.aptitude != a for memory in usable))
        sections = Pick("aptitude", words.WHICH_APTITUDE, aptitude_options(empty), rule="SZ-FB-16")
        text = Words("text", words.TRIGGER, most=MEMORY_MOST, ideas=ideas_for(empty), rule="SZ-FB-16")
        switch = words.OR_SWITCH if usable and table.options.no_memory_left == "switch_or_write" else ""
        if empty:
            write = words.write_memory(empty)
            o.may(scene.actor, WriteMemory, write, sections, text, note=switch, rule="SZ-FB-16")


def ideas_for(aptitudes: tuple[str, ...]) -> str:
    """Memories of the one aptitude that is asked for, or of any."""
    return f"memories.{aptitudes[0]}" if len(aptitudes) == 1 else "memories"


def usable_memories(table: Schizonauts) -> list[Memory]:
    """Un-struck, box empty, on the active character's own side. (SZ-FB-15, SZ-AMB-12)"""
    scene = table.scene
    own = [memory for memory in table.on_side(scene.actor, scene.actor_as) if not memory.box]
    return own + table.on_side(scene.actor, OVERLAP) if table.options.overlap_active else own


def offer_overlap_memory(table: Schizonauts, o: Offers) -> None:
    """An overlap memory, freely, and changeable until the question; after a reveal the choice is final."""
    scene = table.scene
    if scene.actor not in scene.named:
        choices = [memory for memory in table.on_side(scene.actor, OVERLAP) if memory.noun_key != scene.memory]
        options = memories_to_roll(choices, partial(dice_in, table, scene.actor))
        pick = Pick("memory", words.WHICH_MEMORY, options, rule="SZ-EG-32")
        offer = o.may if scene.memory else o.must
        offer(scene.actor, UseMemory, words.CHANGE_MEMORY if scene.memory else words.USE_MEMORY, pick, rule="SZ-EG-32")


def use_memory(table: Schizonauts, memory: Memory) -> None:
    """The memory in use fixes the actor's aptitude; in flashback its box is ticked at once.

    (SZ-FB-15, SZ-EG-32, SZ-AMB-61)
    """
    scene = table.scene
    scene.memory = memory.noun_key
    scene.memory_in = False
    scene.aptitudes = {**scene.aptitudes, scene.actor: memory.aptitude}
    if scene.kind == "flashback" and memory.side != OVERLAP:
        memory.box = True
    table.tell(words.uses_memory(table.name(scene.actor), memory.text, memory.aptitude))


# -- the question


def offer_question(table: Schizonauts, o: Offers) -> None:
    """When the memory is chosen and, in Game Chef, key and memory have been seen. (SZ-FB-20, SZ-QA-01..03)"""
    scene = table.scene
    ready = bool(scene.memory)
    if table.options.integration_gate == "before_question":
        ready = ready and scene.key_in and scene.memory_in
    if not ready:
        return
    text = Words(
        "text",
        words.QUESTION_TEXT,
        most=LINE_MOST,
        ideas=f"questions.{scene.aptitudes[scene.actor]}",
        rule="SZ-QA-01",
        note=words.QUESTION_ADVICE,
    )
    note = words.QUESTION_NOTE
    o.must(scene.wording or scene.actor, PoseQuestion, words.POSE_QUESTION, text, note=note, rule="SZ-QA-01")
    if scene.wording:  # whoever has handed it on is waited for no more
        o.may(scene.actor, PoseQuestion, words.POSE_QUESTION, text, note=note, rule="SZ-QA-03")
    else:
        others = tuple(seat for seat in table.circle if seat != scene.actor)
        to = Pick("to", words.DELEGATE_TO, table.seat_options(others), rule="SZ-QA-03")
        o.may(scene.actor, Delegate, words.DELEGATE, to, rule="SZ-QA-03")


async def pose_question(table: Schizonauts, by: Seat, text: str) -> None:
    """Everyone must be comfortable with it; an objection sends it back. (SZ-QA-03, -04, SZ-AMB-40)"""
    scene = table.scene
    reworded, scene.step = scene.step == "reworded", "question"
    table.tell(words.proposes(table.name(by)), kind="proposal", facts={"by": by, "question": text})
    others, visitor = approval(text, CONSENT), approval(text, VISITOR_CONSENT)
    asked = {seat: visitor if seat == scene.visitor else others for seat in table.circle if seat != by}
    said = await table.ask_all("approve_question", asked)
    objectors = tuple(seat for seat, answer in said.items() if answer["say"] == "object")
    for seat in objectors:
        table.tell(words.objects(table.name(seat), text, said[seat]["reason"]), kind="objection")
    if not objectors or (reworded and await passed_over(table, objectors)):
        scene.question = text
        table.tell(text, kind="question", by=scene.actor)
    scene.step = "dice" if scene.question else "reworded"
    scene.wording = ""


def approval(text: str, fields: tuple[Prompt[str], ...]) -> Form:
    """The visitor approves outright or objects; the others may also abstain. (SZ-QA-03)"""
    return Form("approve_question", words.approve_question(text), fields, rule="SZ-QA-03", default={"say": "approve"})


async def passed_over(table: Schizonauts, objectors: tuple[Seat, ...]) -> bool:
    """With `visitor_veto`, from the second wording on the actor may pass over a contributor. (SZ-AMB-40)"""
    scene = table.scene
    veto = scene.visitor in objectors or scene.actor in objectors
    if table.options.question_approval == "consensus" or veto:
        return False
    ask = Pick("pass_over", words.PASS_OVER, words.PASS_OVER_CHOICES, rule="SZ-AMB-40", default="reword")
    return await table.ask(scene.actor, ask) == "pass_over"


# -- the visitor's aptitude


async def declare_aptitude(table: Schizonauts) -> None:
    """The visitor's aptitude, free, unless a revealed memory has fixed it. (SZ-QA-05, SZ-EG-33)"""
    scene = table.scene

    def prompt() -> Pick | None:
        if scene.visitor in scene.aptitudes:
            return None
        seat, aptitudes = scene.visitor, open_aptitudes(table)
        options = tuple([Option(each, each, str(dice_in(table, seat, each))) for each in aptitudes])
        return Pick("visitor_aptitude", words.VISITOR_APTITUDE, options, rule="SZ-QA-05", note=scene.question)

    chosen = await table.ask_unless(scene.visitor, prompt)
    if chosen is not None:
        fix_aptitude(table, scene.visitor, chosen)


def open_aptitudes(table: Schizonauts) -> tuple[str, ...]:
    """All three; with `visitor_needs_memory` those of the visitor's overlap memories. (SZ-AMB-31)"""
    scene = table.scene
    if not (scene.in_endgame and table.options.visitor_needs_memory):
        return APTITUDES
    held = {memory.aptitude for memory in table.on_side(scene.visitor, OVERLAP)}
    return tuple(aptitude for aptitude in APTITUDES if aptitude in held)


def fix_aptitude(table: Schizonauts, seat: Seat, aptitude: str) -> None:
    table.scene.aptitudes = {**table.scene.aptitudes, seat: aptitude}
    table.tell(words.declares(table.name(seat), aptitude))
