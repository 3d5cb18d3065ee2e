"""What may be done beside the main line of a scene: framing, working things in, and giving dice. (Ledger 2.5, 2.7)"""

from __future__ import annotations

from contextlib import AbstractContextManager
from functools import cache, lru_cache
from typing import NamedTuple

from mneme.engine.acts import Act
from mneme.engine.prompts import Option, Pick, Seat, Words, aloud
from mneme.engine.windows import OfferActs, Offers
from mneme.games.schizonauts import words
from mneme.games.schizonauts.content import KEYS
from mneme.games.schizonauts.nouns import LINE_MOST, Scene, Schizonauts, Source
from mneme.games.schizonauts.reveal import Reveal, may_reveal, offer_reveals, reveal


class Frame(Act):
    text: str


class KeyWorkedIn(Act):
    how: str


class MemoryWorkedIn(Act):
    how: str


class NamedWorkedIn(Act):
    how: str


class Contribute(Act):
    to: Seat
    link: str


class PassDie(Act):
    """No die from me in this scene, for now."""


# -- framing


def offer_frames(table: Schizonauts, o: Offers) -> None:
    """Who sets the scene. (SZ-FB-17)"""
    scene = table.scene
    framers = scene.pair if table.options.framing == "actor_and_visitor" else (scene.actor,)
    for seat in framers:
        if seat not in scene.framed:
            text = aloud(
                "text", words.FRAME_TEXT, ideas=f"openings.{scene.kind}", note=words.framing(table.options.framing)
            )
            label = words.FRAME if seat == scene.actor else words.ADD_TO_FRAME
            o.may(seat, Frame, label, text, rule="SZ-FB-17")


def offer_final_frame(table: Schizonauts, o: Offers) -> None:
    """In final resolution there is no question to lead up to; the scene is set beside the dice or the telling."""
    if table.scene.in_final:
        offer_frames(table, o)


def frame(table: Schizonauts, seat: Seat, text: str) -> None:
    table.scene.framed = (*table.scene.framed, seat)
    table.tell(text or words.FRAMED_ALOUD, kind="frame", by=seat)


# -- key and memory, worked in


class ToCome(NamedTuple):
    """Something that must still be seen in the scene: who brings it, and what it is called."""

    seat: Seat
    act: type[Act]
    thing: str
    label: str
    ideas: str
    rule: str


def still_to_come(table: Schizonauts) -> list[ToCome]:
    """Key and memory must be seen in the scene. (SZ-FB-19, -20, SZ-EG-34, SZ-RVL-02)"""
    scene = table.scene
    coming = []
    if scene.key and not scene.key_in:
        holder = scene.visitor if scene.kind == "flashback" else scene.actor
        name = KEYS[scene.key].name
        coming.append(ToCome(holder, KeyWorkedIn, name, words.key_in(name), "objects", "SZ-FB-19"))
    if scene.memory and not (scene.memory_in or scene.in_final) and scene.named.get(scene.actor) != scene.memory:
        coming.append(memory_to_come(table, scene.actor, scene.memory, MemoryWorkedIn, "SZ-FB-19"))
    for seat, memory in scene.named.items():
        if seat not in scene.named_in:
            coming.append(memory_to_come(table, seat, memory, NamedWorkedIn, "SZ-RVL-02"))
    return coming


def memory_to_come(table: Schizonauts, seat: Seat, memory: str, act: type[Act], rule: str) -> ToCome:
    text = table.memory(memory).text
    return ToCome(seat, act, f"“{text}”", words.memory_in(text), "returns", rule)


def offer_worked_in(table: Schizonauts, o: Offers, *, waited_for: bool = False) -> None:
    """Whoever brings something says when it is there, and how."""
    offer = o.must if waited_for else o.may
    for seat, act, thing, label, ideas, rule in still_to_come(table):
        offer(seat, act, label, how(thing, ideas), rule=rule)


@lru_cache(maxsize=256)
def how(thing: str, ideas: str) -> Words:
    """How something comes in, in a few words or aloud."""
    return aloud("how", words.how(thing), ideas=ideas)


def all_worked_in(scene: Scene) -> bool:
    key = scene.key_in or not scene.key
    memory = scene.memory_in or scene.in_final
    return key and memory and all(seat in scene.named_in for seat in scene.named)


# -- contributions


def offer_contributions(table: Schizonauts, o: Offers, seats: list[Seat], *, waited_for: bool = False) -> None:
    """What contributors are offered, added up anew only when somebody has given or passed, or has a new name."""
    scene = table.scene
    pair = table.seat_options(scene.pair)
    basis = (scene, seats, scene.given, pair)
    known, offered = table.contributions.get(waited_for, (None, None))
    if offered is None or basis != known:
        offered = contributions(table, seats, pair, waited_for)
        table.contributions[waited_for] = basis, offered
    o.again(offered)


def contributions(table: Schizonauts, seats: list[Seat], pair: tuple[Option, ...], waited_for: bool) -> Offers:
    """One die at most from each contributor, to actor or visitor, with a link. (SZ-DICE-03, -09)"""
    o, scene = Offers(), table.scene
    to = Pick("to", words.CONTRIBUTE_TO, pair, rule="SZ-DICE-03")
    link = link_prompt(table.options.story_character_link)
    note = words.contribute_note(scene.in_endgame)
    for seat in seats:
        o.may(seat, Contribute, words.CONTRIBUTE, to, link, note=note, rule="SZ-DICE-03", must=waited_for)
        if seat not in scene.given:
            o.may(seat, PassDie, words.PASS_DIE, default=True, note=words.PASS_DIE_NOTE, rule="SZ-DICE-09")
    return o


@cache
def link_prompt(story_characters: bool) -> Words:
    text = words.link_text(story_characters)
    return aloud("link", text, most=LINE_MOST, rule="SZ-DICE-03")


def undecided(table: Schizonauts) -> list[Seat]:
    """The contributors the dice still wait for. (SZ-DICE-09, SZ-AMB-68)"""
    given = table.scene.given
    return [seat for seat in table.contributors() if seat not in given]


def may_contribute(table: Schizonauts) -> list[Seat]:
    """Who has not given a die; passing is not binding before the roll. (SZ-DICE-09)"""
    given = table.scene.given
    return [seat for seat in table.contributors() if given.get(seat, "pass") == "pass"]


def contribute(table: Schizonauts, seat: Seat, to: Seat, link: str) -> None:
    """A d6 that cannot be refused or taken back; both locks come off. (SZ-DICE-03, -09)"""
    scene = table.scene
    scene.given = {**scene.given, seat: to}
    table.add_dice(to, Source("contribution", 1, seat, link))
    scene.locked = ()
    table.tell(
        words.contributes(table.name(seat), table.name(to), link), kind="contribution", facts={"by": seat, "to": to}
    )


# -- at any time before the roll


def beside_the_scene(table: Schizonauts) -> AbstractContextManager[None]:
    """What may be done at any time before the roll, whatever is being asked. (SZ-DICE-03, -09, SZ-RVL-05)"""

    def offers(o: Offers) -> None:
        offer_contributions(table, o, may_contribute(table))
        offer_reveals(table, o)
        explain_reveals(table, o)

    return beside(table, offers)


def beside_the_dice(table: Schizonauts) -> AbstractContextManager[None]:
    """What may still be done while the dice are settled, beside what they wait for."""
    scene = table.scene

    def offers(o: Offers) -> None:
        offer_final_frame(table, o)
        offer_worked_in(table, o)
        offer_contributions(table, o, [seat for seat in may_contribute(table) if seat in scene.given])
        offer_reveals(table, o)
        explain_reveals(table, o)

    return beside(table, offers)


def explain_reveals(table: Schizonauts, o: Offers) -> None:
    """What turning up a card brings, to whoever may do it now. (SZ-RVL-01..03)"""
    for seat in table.scene.pair:
        if may_reveal(table, seat) and table.sheet[seat].alive:
            o.say(seat, words.BESIDE, note=words.BESIDE_REVEAL)


def beside(table: Schizonauts, offers: OfferActs) -> AbstractContextManager[None]:
    return table.standing("beside", words.BESIDE, offers, lambda seat, act: take_beside(table, seat, act))


def take_beside(table: Schizonauts, seat: Seat, act: Act) -> None:
    """Carry out a contribution, a reveal, a frame, or a thing worked in."""
    scene = table.scene
    match act:
        case Contribute(to, link):
            contribute(table, seat, to, link)
        case PassDie():
            scene.given = {**scene.given, seat: "pass"}
        case Frame(text):
            frame(table, seat, text)
        case KeyWorkedIn(how):
            scene.key_in = True
            table.tell(how or words.KEY_IN_ALOUD, kind="worked in", by=seat)
        case MemoryWorkedIn(how):
            scene.memory_in = True
            table.tell(how or words.MEMORY_IN_ALOUD, kind="worked in", by=seat)
        case NamedWorkedIn(how):
            scene.named_in = (*scene.named_in, seat)
            scene.memory_in = scene.memory_in or scene.memory == scene.named[seat]
            table.tell(how or words.MEMORY_IN_ALOUD, kind="worked in", by=seat)
        case Reveal():
            reveal(table, seat, act)
