"""Revealing an allegiance card. (Ledger 2.13)"""

from __future__ import annotations

from mneme.engine.acts import Act
from mneme.engine.prompts import Option, Pick, Seat
from mneme.engine.windows import Offers
from mneme.games.schizonauts import words
from mneme.games.schizonauts.dice import MEMORY_DIE, Side, roles
from mneme.games.schizonauts.nouns import OVERLAP, Memory, Scene, Schizonauts, Source


class Reveal(Act):
    persona: str
    memory: str = "none"
    rating: str = "full"


class LetItBe(Act):
    """Reveal nothing after the roll."""


def may_reveal(table: Schizonauts, seat: Seat) -> bool:
    """Public facts only: an endgame scene, a card face down, no reveal yet. (SZ-RVL-01, SZ-AMB-29, -67, ledger 3)"""
    scene = table.scene
    return (
        scene.in_endgame
        and seat in scene.pair
        and seat not in scene.reveals
        and bool(table.sheet[seat].allegiance.down)
    )


def offer_reveals(table: Schizonauts, o: Offers) -> None:
    """Actor and visitor may each turn one card, once a scene. (SZ-RVL-01..03, -08)"""
    for seat in table.scene.pair:
        if may_reveal(table, seat):
            for persona in dict.fromkeys(table.sheet[seat].allegiance.down):
                offer_reveal(table, o, seat, persona)


def offer_reveal(table: Schizonauts, o: Offers, seat: Seat, persona: str) -> None:
    """The dead turn a card for show; the living may name a memory and take the full rating.

    (SZ-RVL-02, -03, -07, -08, SZ-AMB-37, -70)
    """
    sheet, key = table.sheet[seat], f"reveal_{persona}"
    if not sheet.alive:
        label = words.reveal_for_show(persona)
        o.may(seat, Reveal, label, key=key, note=words.REVEAL_DEAD, rule="SZ-RVL-07", persona=persona)
        return
    bare_gains = table.options.reveal_full_rating == "any"
    label, fixed = words.reveal(persona, sheet.allegiance.down), fixed_aptitude(table, seat)
    bare = gain(table, seat, persona, fixed, 0) if bare_gains and fixed else words.bare_note(bare_gains)
    none = Option("none", words.NO_MEMORY, bare)
    named = tuple(
        Option(memory.noun_key, memory.text, gain(table, seat, persona, memory.aptitude, MEMORY_DIE))
        for memory in nameable(table, seat, persona)
    )
    name_one = words.name_memory(sheet, persona, fixed is not None)
    memory = Pick("memory", name_one, (none, *named), default="none", rule="SZ-RVL-02")
    rating = Pick("rating", words.which_rating(bare_gains), words.RATINGS, default="full", rule="SZ-RVL-03")
    o.may(seat, Reveal, label, memory, rating, key=key, note=words.REVEAL_NOTE, rule="SZ-RVL-01", persona=persona)


def gain(table: Schizonauts, seat: Seat, persona: str, aptitude: str, memory_die: int) -> str:
    """How many dice a turned card adds to the overlap rating. (SZ-RVL-02, -03)"""
    overlap, full = (table.rating(seat, area, aptitude) for area in (OVERLAP, persona))
    return words.more_dice(aptitude, full - overlap + memory_die)


def nameable(table: Schizonauts, seat: Seat, persona: str) -> list[Memory]:
    """Un-struck, circle empty, on that side, in an aptitude still open or the fixed one. (SZ-RVL-02, SZ-AMB-30, -64)"""
    fixed = fixed_aptitude(table, seat)
    return [
        memory
        for memory in table.on_side(seat, persona)
        if not memory.circle and (fixed is None or memory.aptitude == fixed)
    ]


def fixed_aptitude(table: Schizonauts, seat: Seat) -> str | None:
    """The actor's is fixed when the question is posed, the visitor's when declared. (SZ-AMB-64)"""
    scene = table.scene
    if seat == scene.actor and is_before_question(scene):
        return None
    return scene.aptitudes.get(seat)


def is_before_question(scene: Scene) -> bool:
    return not scene.question and scene.step != "question"


def reveal(table: Schizonauts, seat: Seat, act: Reveal) -> int:
    """Turn the card up for good, and add what it brings; says how many dice. (SZ-RVL-01..06, SZ-AMB-28)"""
    scene, sheet = table.scene, table.sheet[seat]
    sheet.allegiance = sheet.allegiance.turned_up(act.persona)
    table.opened("reveal", (seat, act.persona))
    scene.reveals = {**scene.reveals, seat: act.persona}
    scene.locked = ()
    table.tell(
        words.reveals(table.name(seat), act.persona), kind="reveal", facts={"seat": seat, "persona": act.persona}
    )
    memory_dice = name_memory(table, seat, act.memory) if act.memory != "none" else 0
    if sheet.alive and act.rating == "full" and (memory_dice or table.options.reveal_full_rating == "any"):
        scene.full = (*scene.full, seat)
    gained = memory_dice + full_rating_dice(table, seat)
    if seat in scene.pools:
        table.add_dice(seat, Source("reveal", gained, seat))
    return gained


def name_memory(table: Schizonauts, seat: Seat, key: str) -> int:
    """A memory off the overlap: one die, to be worked in, and it fixes the aptitude. (SZ-RVL-02, -04)"""
    scene, memory = table.scene, table.memory(key)
    if seat == scene.actor and is_before_question(scene) and scene.aptitudes.get(seat) != memory.aptitude:
        scene.memory = key  # also her memory in use; an overlap choice in another aptitude is dropped
        scene.memory_in = False
    scene.named = {**scene.named, seat: key}
    scene.aptitudes = {**scene.aptitudes, seat: memory.aptitude}
    table.tell(words.names_memory(table.name(seat), memory.text, memory.aptitude))
    return 1


def full_rating_dice(table: Schizonauts, seat: Seat) -> int:
    """What the full rating adds to the overlap rating, once the aptitude is known. (SZ-RVL-03)"""
    scene = table.scene
    aptitude = scene.aptitudes.get(seat)
    if seat not in scene.full or aptitude is None:
        return 0
    return table.rating(seat, scene.reveals[seat], aptitude) - table.rating(seat, OVERLAP, aptitude)


# -- after the roll


async def reveal_after_the_roll(table: Schizonauts) -> None:
    """Actor, then visitor, in turn until both let it be; new dice are plain d6. (SZ-RVL-05, SZ-AMB-27)"""
    scene = table.scene
    seat = scene.actor
    while len(scene.declined) < 2:
        if may_reveal(table, seat) and table.sheet[seat].alive and await revealed_late(table, seat):
            scene.declined = ()
        else:
            scene.declined = (*scene.declined, seat)
        seat = scene.other(seat)


async def revealed_late(table: Schizonauts, seat: Seat) -> bool:
    """One seat's chance to turn a card now that the dice are down."""

    def offers(o: Offers) -> None:
        o.must(seat, LetItBe, words.LET_IT_BE, default=True, rule="SZ-RVL-06")
        for persona in dict.fromkeys(table.sheet[seat].allegiance.down):
            offer_reveal(table, o, seat, persona)
        o.say(seat, words.reveal_after_roll(would_judge(table) == seat), note=words.as_they_lie(table))

    async for _, act in table.window("reveal_after_roll", words.REVEAL_AFTER_ROLL, offers):
        if isinstance(act, Reveal):
            throw_more(table, seat, reveal(table, seat, act))
            return True
        break
    return False


def would_judge(table: Schizonauts) -> Seat:
    """Who has the low dice as they lie. (SZ-ROLE-02)"""
    scene = table.scene
    won = roles(scene.rolls[scene.actor], scene.rolls[scene.visitor])
    return scene.actor if won.judge is Side.ACTOR else scene.visitor


def throw_more(table: Schizonauts, seat: Seat, count: int) -> None:
    scene = table.scene
    if count:
        faces = table.roll(count, 6)
        scene.rolls = {**scene.rolls, seat: scene.rolls[seat] + faces}
        table.tell(words.throws_more(table.name(seat), faces), kind="roll", facts={"rolls": dict(scene.rolls)})
