"""The closing vote and the memory bleed that end a flashback turn. (Ledger 2.8, 2.9)"""

from __future__ import annotations

from typing import Any

from mneme.engine.acts import Act
from mneme.engine.prompts import Form, Pick, Prompt, Seat, Several, Some, Words
from mneme.engine.windows import Offers
from mneme.games.schizonauts import words
from mneme.games.schizonauts.dice import RATING_CAP
from mneme.games.schizonauts.nouns import (
    AGENT,
    APTITUDES,
    MEMORY_MOST,
    OTHER,
    OVERLAP,
    THIEF,
    Memory,
    Schizonauts,
    aptitude_options,
    memory_options,
)


class Strike(Act):
    """A contradicted memory goes, and another takes its place."""

    memory: str
    aptitude: str
    text: str


class NothingMore(Act):
    """Nothing (more) is contradicted."""


# -- the closing vote


async def closing_vote(table: Schizonauts) -> None:
    """Which persona was stronger this turn? Sealed, opened together; the actor breaks a tie. (SZ-VOTE-01..04)"""
    turn = table.turn
    voters = table.clockwise(turn.actor)
    prompts: dict[Seat, Prompt[str]] = {
        seat: Pick("closing_vote", words.vote(table, turn.actor), words.PERSONAS, rule="SZ-VOTE-01") for seat in voters
    }
    if len(voters) % 2 == 0:  # only then can the others tie (SZ-VOTE-02)
        prompts[turn.actor] = Pick(
            "tiebreak_vote", words.tiebreak(table, turn.actor), words.PERSONAS, rule="SZ-VOTE-02"
        )
    cards = await table.ask_all("closing_vote", prompts, sealed=True, opens=lambda all_in: shown_votes(table, all_in))
    turn.votes = {seat: cards[seat] for seat in shown_votes(table, cards)}
    turn.bleeder = stronger(cards, turn.actor)
    table.tell(words.voted(table), kind="vote", facts={"votes": dict(turn.votes), "bleeder": turn.bleeder})


def shown_votes(table: Schizonauts, cards: dict[Seat, str]) -> list[Seat]:
    """Everybody's, and the actor's on a tie or, in the revised edition, always. (SZ-VOTE-03)"""
    actor = table.turn.actor
    show_actor = table.options.actor_vote_shown == "always" or is_tied(cards, actor)
    return [seat for seat in cards if seat != actor or show_actor]


def is_tied(cards: dict[Seat, str], actor: Seat) -> bool:
    votes = [card for seat, card in cards.items() if seat != actor]
    return 2 * votes.count(THIEF) == len(votes)


def stronger(cards: dict[Seat, str], actor: Seat) -> str:
    """The majority's persona; on a tie the actor's card decides. (SZ-VOTE-03, -04)"""
    if is_tied(cards, actor):
        return cards[actor]
    votes = [card for seat, card in cards.items() if seat != actor]
    return THIEF if 2 * votes.count(THIEF) > len(votes) else AGENT


# -- the memory bleed


async def memory_bleed(table: Schizonauts) -> None:
    """Rating up, a memory into the overlap, contradictions, and a new memory on the other side. (SZ-BLEED-01..07)"""
    raise_rating(table)
    if not bleedable(table):
        await write_candidates(table)
    bled = await choose_the_memory(table)
    bled.circle = True
    table.turn.bled = bled.noun_key
    echo = table.remember(table.turn.actor, OVERLAP, bled.aptitude, bled.text, f"bled from {bled.side}")
    table.tell(words.bleeds(table, bled), kind="bleed", facts={"from": bled.noun_key, "to": echo.noun_key})
    await contradictions(table)
    await new_recipient_memory(table, bled)


def raise_rating(table: Schizonauts) -> None:
    """The aptitude the bleeder used this turn rises by 1, to 8 at most. (SZ-BLEED-01, SZ-AMB-51)"""
    turn = table.turn
    sheet, aptitude = table.sheet[turn.actor], turn.used[turn.bleeder]
    before = sheet.ratings[turn.bleeder][aptitude]
    after = min(before + 1, RATING_CAP)
    sheet.ratings = {**sheet.ratings, turn.bleeder: {**sheet.ratings[turn.bleeder], aptitude: after}}
    if after > before:
        table.tell(words.rating_rises(sheet.called(turn.bleeder), aptitude, after), kind="rating")


def bleedable(table: Schizonauts) -> list[Memory]:
    """On the bleeder's side, un-struck, circle empty; age and box do not matter. (SZ-BLEED-02, SZ-AMB-66)"""
    return [memory for memory in table.on_side(table.turn.actor, table.turn.bleeder) if not memory.circle]


async def write_candidates(table: Schizonauts) -> None:
    """Every circle is filled: the actor writes a few new ones to choose from. (SZ-BLEED-03, SZ-AMB-11)"""
    turn = table.turn
    item = memory_form("candidate", words.NEW_MEMORY, APTITUDES, rule="SZ-BLEED-03")
    few = table.options.few_min
    ask = Several("new_bleed_candidates", words.candidates(few), item, least=few, most=few + 4, rule="SZ-BLEED-03")
    for written in await table.ask(turn.actor, ask):
        table.remember(turn.actor, turn.bleeder, written["aptitude"], written["text"], "written for the bleed")


def memory_form(name: str, text: str, aptitudes: tuple[str, ...], rule: str) -> Form:
    """A new memory: its aptitude and its words."""
    fields = (
        Pick("aptitude", words.WHICH_APTITUDE, aptitude_options(aptitudes), rule=rule),
        Words("text", words.TRIGGER, most=MEMORY_MOST, ideas="memories", rule=rule),
    )
    return Form(name, text, fields, rule=rule)


async def choose_the_memory(table: Schizonauts) -> Memory:
    """All others agree, or the visitors decide, or, if they disagree, the actor. (SZ-BLEED-02, -04, SZ-AMB-10)"""
    turn = table.turn
    everyone, visitors = table.clockwise(turn.actor), tuple(dict.fromkeys(turn.visitors))
    for deciders in (everyone, visitors) if len(everyone) > len(visitors) else (everyone,):
        chosen = await proposals(table, deciders)
        if len(set(chosen)) == 1:
            return table.memory(chosen[0])
    return table.memory((await proposals(table, (turn.actor,)))[0])


async def proposals(table: Schizonauts, deciders: tuple[Seat, ...]) -> list[str]:
    """Open proposals from these players. (SZ-BLEED-04)"""
    options = memory_options(bleedable(table))
    if len(options) == 1:
        return [options[0].key]
    text = words.choose_bleed(table)
    note = words.bleed_note(table, deciders == (table.turn.actor,))
    ask = Pick("bleed_memory", text, options, rule="SZ-BLEED-02", note=note)
    answers = await table.ask_all("bleed_memory", dict.fromkeys(deciders, ask))
    return list(answers.values())


async def contradictions(table: Schizonauts) -> None:
    """The actor judges what the new memory contradicts on the recipient's side. (SZ-BLEED-06, SZ-AMB-09)"""
    turn = table.turn
    recipient = OTHER[turn.bleeder]
    if not table.on_side(turn.actor, recipient):
        return
    if table.options.contradiction == "must_strike":
        options = memory_options(table.on_side(turn.actor, recipient))
        text = words.must_strike(table)
        ask = Some("contradictions", text, options, most=len(options), default=[], rule="SZ-BLEED-06")
        for key in await table.ask(turn.actor, ask):
            strike(table, table.memory(key))
    else:
        await strike_and_replace(table, recipient)


async def strike_and_replace(table: Schizonauts, recipient: str) -> None:
    """Each struck memory gets exactly one replacement; its aptitude may change. (SZ-BLEED-06, SZ-AMB-69)"""
    turn = table.turn
    turn.at_risk = tuple(memory.noun_key for memory in table.on_side(turn.actor, recipient))

    def offers(o: Offers) -> None:
        struck = any(table.memory(key).struck for key in turn.at_risk)
        o.must(turn.actor, NothingMore, words.nothing_contradicted(struck), default=True)
        for memory in table.on_side(turn.actor, recipient):
            if memory.noun_key in turn.at_risk:
                offer_strike(o, turn.actor, memory)

    async for _, act in table.window(
        "contradictions", words.may_strike(table, recipient), offers, note=words.MAY_STRIKE_NOTE
    ):
        if not isinstance(act, Strike):
            break
        strike(table, table.memory(act.memory))
        table.remember(turn.actor, recipient, act.aptitude, act.text, "replacement")
        table.tell(words.replaced(act.text, act.aptitude), kind="struck")


def offer_strike(o: Offers, actor: Seat, memory: Memory) -> None:
    aptitude = Pick("aptitude", words.WHICH_APTITUDE, aptitude_options(APTITUDES), default=memory.aptitude)
    text = Words("text", words.REPLACEMENT, most=MEMORY_MOST, ideas=f"memories.{memory.aptitude}")
    key = f"strike_{memory.noun_key.rsplit('/', 1)[1]}"
    o.may(actor, Strike, words.strike(memory.text), aptitude, text, key=key, rule="SZ-BLEED-06", memory=memory.noun_key)


def strike(table: Schizonauts, memory: Memory) -> None:
    """Unusable everywhere from now on; what had bled into the overlap stays there. (SZ-BLEED-06, SZ-AMB-52)"""
    memory.struck = True
    table.tell(words.struck(table.sheet[memory.owner].called(memory.side), memory.text), kind="struck")


async def new_recipient_memory(table: Schizonauts, bled: Memory) -> None:
    """The other side must gain a memory connected with the one that bled. (SZ-BLEED-07, SZ-AMB-08)"""
    turn = table.turn
    aptitudes: tuple[str, ...] = APTITUDES
    if table.options.new_memory_category == "different":
        aptitudes = tuple(aptitude for aptitude in APTITUDES if aptitude != bled.aptitude)
    recipient = OTHER[turn.bleeder]
    text = words.connected(table.sheet[turn.actor].called(recipient), bled.text)
    form = memory_form("new_recipient_memory", text, aptitudes, rule="SZ-BLEED-07")
    written: dict[str, Any] = await table.ask(turn.actor, form)
    table.remember(turn.actor, recipient, written["aptitude"], written["text"], "connected")
    table.tell(words.now_remembers(table.sheet[turn.actor].called(recipient), written["text"]), kind="memory")
