"""Schizonauts, in the rulebook's order: Set-up, Flashback, Preparing Endgame, Endgame, Final Resolution, Tally.

Character creation is in sheet.py. A scene goes through scene.py (up to the question), pool.py (the dice) and
telling.py (answer and price), with beside.py and reveal.py for what may happen at any time. The vote and the bleed
are in bleed.py.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from mneme.engine.acts import Act
from mneme.engine.prompts import Ack, Form, Option, Pick, Prompt, Seat, Some, Split, Words, aloud
from mneme.engine.state import Bag
from mneme.engine.windows import Offers
from mneme.games.schizonauts import words
from mneme.games.schizonauts.beside import beside_the_scene
from mneme.games.schizonauts.bleed import closing_vote, memory_bleed, memory_form
from mneme.games.schizonauts.content import KEYS, Outcome
from mneme.games.schizonauts.dice import Pool
from mneme.games.schizonauts.lengths import AllegianceDeck, allegiance_deck
from mneme.games.schizonauts.nouns import (
    AGENT,
    APTITUDES,
    OTHER,
    OVERLAP,
    PERSONAS,
    THIEF,
    Scene,
    Schizonauts,
    Turn,
    key_options,
    memories_to_roll,
    only_choice,
)
from mneme.games.schizonauts.pool import build_pools, roll, settle_roles
from mneme.games.schizonauts.reveal import reveal_after_the_roll
from mneme.games.schizonauts.scene import play_up_to_the_question
from mneme.games.schizonauts.sheet import create_characters, speak, take_seats
from mneme.games.schizonauts.telling import close_scene, play_it_out

NARRATOR_COINS, JUDGE_COINS, CONTRIBUTOR_COINS = 3, 2, 1  # SZ-PAY-01
INVITE_RULES = {"flashback": "SZ-FB-11", "endgame": "SZ-EG-30", "confirmation": "SZ-CONF-01"}


class PassNote(Act):
    """A few words for one other player. (Ledger 3, Game Chef)"""

    to: Seat
    text: str


class Leave(Act):
    """This player leaves for good when the round is over."""


class AddMemory(Act):
    aptitude: str
    text: str


class NoMemory(Act):
    """Nothing from this scene stays."""


async def schizonauts(table: Schizonauts) -> None:
    """The whole game. (Ledger 1, 4.1)"""
    table.chapter(words.BRIEFING_TITLE)
    table.tell(words.BRIEFING, kind="briefing")
    await take_seats(table)
    await create_characters(table)
    with table.standing("leave", words.LEAVE_TEXT, lambda o: offer_leaving(table, o), lambda s, a: leave(table, s)):
        await flashback(table)
        await prepare_endgame(table)
        with table.standing(
            "notes", words.NOTES, lambda o: offer_notes(table, o), lambda s, a: pass_note(table, s, a), private=True
        ):
            await endgame(table)
            await final_resolution(table)
    await tally(table)


# -- Flashback


async def flashback(table: Schizonauts) -> None:
    """R rounds, starter first, clockwise; it ends with the last chain card's whole turn. (SZ-FB-01..06, -36)"""
    table.course.phase = "flashback"
    for _ in table.circle:
        refill_chain(table)
    table.tell(words.FLASHBACK_GROUND_RULES, kind="reminder")
    while table.decks.chain:
        table.course.round += 1
        for actor in table.turn_order():
            await flashback_turn(table, actor)
        drop_leavers_in_flashback(table)


def refill_chain(table: Schizonauts) -> None:
    """A card from the deck comes into the chain; with the deck empty the chain shrinks. (SZ-FB-01, -02)"""
    decks = table.decks
    if decks.keys_left:
        card, decks.keys = table.draw(decks.keys, to=None)
        decks.keys_left -= 1
        decks.chain = (*decks.chain, card)


async def flashback_turn(table: Schizonauts, actor: Seat) -> None:
    """First half, second half, closing vote, bleed: one key card a turn. (SZ-FB-06, -35)"""
    table.course.actor = actor
    table.turn = table.put("turn", Turn(actor=actor))
    ask = Pick("first_character", words.FIRST_CHARACTER, words.persona_options(table, actor), rule="SZ-FB-10")
    first = await table.ask(actor, ask)
    await flashback_scene(table, 1, first)
    await flashback_scene(table, 2, OTHER[first])  # the other one is forced (SZ-FB-10, -30)
    take_key(table, actor)
    await closing_vote(table)
    await memory_bleed(table)
    table.remove("scene")


async def flashback_scene(table: Schizonauts, half: int, persona: str) -> None:
    """Invite, frame, question, dice, telling, close. (SZ-FB-10..23, -30..33)"""
    turn = table.turn
    table.scene = table.put("scene", Scene(kind="flashback", half=half, actor=turn.actor, actor_as=persona))
    table.chapter(words.flashback_scene(table))
    table.scene.visitor = await invite(table, but=turn.visitors)
    turn.visitors = (*turn.visitors, table.scene.visitor)
    await visit(table)
    await play_up_to_the_question(table)
    await build_pools(table)
    roll(table)
    await settle_roles(table)
    await play_it_out(table)
    await close_scene(table)
    turn.used = {**turn.used, persona: table.scene.aptitudes[turn.actor]}
    if table.options.post_scene_memory:
        await post_scene_memories(table)


async def invite(table: Schizonauts, but: tuple[Seat, ...] = ()) -> Seat:
    """One other player; in the second half a different one, unless there are only two.

    (SZ-FB-11, -31, SZ-AMB-16, SZ-EG-30, SZ-CONF-01)
    """
    actor = table.scene.actor
    others = tuple(seat for seat in table.clockwise(actor) if seat not in but) or table.clockwise(actor)
    rule = "SZ-FB-31" if but else INVITE_RULES[table.scene.kind]
    ask = Pick("visitor", words.INVITE, words.visitor_options(table, others), rule=rule)
    visitor = await table.choose(actor, ask)
    table.tell(words.invites(table.name(actor), table.name(visitor)), facts={"visitor": visitor})
    return visitor


async def visit(table: Schizonauts) -> None:
    """The visitor's character and, in the first half, a key from the chain. (SZ-FB-12..14, -32, -33)"""
    scene, turn, decks = table.scene, table.turn, table.decks
    options = words.persona_options(table, scene.visitor)
    fields: tuple[Prompt[str], ...] = (Pick("visiting_character", words.VISIT_AS, options, rule="SZ-FB-12"),)
    if not turn.key:
        chain = key_options(decks.chain)
        fields += (Pick("key_from_chain", words.TAKE_KEY, chain, rule="SZ-FB-13", default=only_choice(chain)),)
    chosen = await table.ask(scene.visitor, Form("visit", words.visit(table), fields, rule="SZ-FB-12"))
    scene.visitor_as = chosen["visiting_character"]
    if not turn.key:
        turn.key = chosen["key_from_chain"]
        decks.chain = tuple(card for card in decks.chain if card != turn.key)
        refill_chain(table)
    scene.key = turn.key
    table.tell(words.visits(table), kind="visit", facts={"key": scene.key, "as": scene.visitor_as})


async def post_scene_memories(table: Schizonauts) -> None:
    """Actor and visitor may each add one memory to the character just played. (SZ-FB-23, SZ-AMB-15)"""
    scene = table.scene
    scene.step = "aftermath"
    scene.declined = ()

    def offers(o: Offers) -> None:
        for seat in scene.pair:
            if seat not in scene.declined:
                form = memory_form("memory", words.NEW_MEMORY, APTITUDES, rule="SZ-FB-23")
                o.must(seat, NoMemory, words.NO_NEW_MEMORY, default=True, rule="SZ-FB-23")
                o.may(seat, AddMemory, words.add_memory(table.character(seat)), *form.fields, rule="SZ-FB-23")

    async for seat, act in table.window("post_scene_memory", words.POST_SCENE, offers):
        scene.declined = (*scene.declined, seat)
        if isinstance(act, AddMemory):
            side = scene.actor_as if seat == scene.actor else scene.visitor_as
            table.remember(seat, side, act.aptitude, act.text, "after a scene")
            table.tell(words.now_remembers(table.character(seat), act.text), kind="memory")


def take_key(table: Schizonauts, actor: Seat) -> None:
    """The second visitor gives the key to the actor, who keeps it for endgame. (SZ-FB-34)"""
    hold_keys(table, actor, (*table.sheet[actor].hand, table.turn.key))
    table.tell(words.keeps_key(table.name(actor), KEYS[table.turn.key].name), kind="key")


def hold_keys(table: Schizonauts, seat: Seat, cards: tuple[str, ...]) -> None:
    """Key hands are open, since every card was seen when it was taken, unless the table hides them. (SZ-AMB-54)"""
    sheet = table.sheet[seat]
    sheet.keys_held = len(cards)
    if table.options.hide_hands:
        sheet.keys_hidden = cards
    else:
        sheet.keys = cards


# -- Preparing endgame


async def prepare_endgame(table: Schizonauts) -> None:
    """Gather cards, situation, interlude; the sheet is final from here on. (SZ-EG-01..09, SZ-AMB-06)"""
    table.course.phase = "interlude"
    table.course.round = 0
    table.chapter(words.INTERLUDE)
    build_allegiance_deck(table)
    if table.options.first_deal == "before_interlude":
        deal_allegiance(table)
    if table.options.situation_text:
        await read_situation(table)
    for seat in table.circle:
        find_overlap(table, seat)
    await table.each(table.circle, lambda seat: say_full_name(table, seat))


def allegiance_numbers(table: Schizonauts) -> AllegianceDeck:
    return allegiance_deck(len(table.circle), table.course.rounds)


def build_allegiance_deck(table: Schizonauts) -> None:
    """Half agents, half thieves; votes are over. (SZ-EG-01, -02)"""
    deck = allegiance_numbers(table)
    table.decks.allegiance = Bag((AGENT,) * deck.agents + (THIEF,) * deck.thieves)
    table.tell(words.deck_built(deck), kind="deck")


def deal_allegiance(table: Schizonauts) -> None:
    """One card each, face down, for its owner's eyes only. (SZ-EG-03, -04, -21)"""
    table.tell(words.EVERYONE_DEALT, kind="deal")
    for seat in table.turn_order():
        card, table.decks.allegiance = table.draw(table.decks.allegiance, to=(seat,))
        sheet = table.sheet[seat]
        sheet.allegiance = sheet.allegiance.with_card(card)
        sheet.dominant = words.dominant(table, seat)
        table.tell(words.dealt(card, sheet.dominant), kind="allegiance", to=(seat,))


async def read_situation(table: Schizonauts) -> None:
    """The starter reads it whole; every seat gets the same text whatever its card. (SZ-EG-05)"""
    table.tell(words.SITUATION, kind="situation")
    ask = Ack("read_situation", words.READ_SITUATION, words.SITUATION_READ, rule="SZ-EG-05")
    await table.ask(table.course.starter, ask)


def find_overlap(table: Schizonauts, seat: Seat) -> None:
    """The overlap's rating is the smaller of the two. (SZ-EG-06, -07)"""
    sheet = table.sheet[seat]
    thief, agent = sheet.ratings[THIEF], sheet.ratings[AGENT]
    overlap = {aptitude: min(thief[aptitude], agent[aptitude]) for aptitude in APTITUDES}
    sheet.ratings = {**sheet.ratings, OVERLAP: overlap}


async def say_full_name(table: Schizonauts, seat: Seat) -> None:
    """Thief's first name, agent's last: "I am …". (SZ-EG-06, -08)"""
    sheet = table.sheet[seat]
    name = f"{sheet.thief} {sheet.agent}"
    ask = Ack(
        "say_full_name", words.STUDY_OVERLAP, words.i_am(name), rule="SZ-EG-08", note=words.overlap_of(table, seat)
    )
    await table.ask(seat, ask)
    sheet.full_name = name
    speak(table, seat, words.i_am(name))


# -- Endgame


async def endgame(table: Schizonauts) -> None:
    """R rounds, each begun with a card for everyone; it ends with empty hands. (SZ-EG-03, -20, -36, SZ-DEATH-02)"""
    table.course.phase = "endgame"
    table.tell(words.ENDGAME_GROUND_RULES, kind="reminder")
    table.tell(words.claims(table.options.allegiance_claims), kind="reminder")
    table.tell(words.endgame_death(table.options.endgame_death), kind="reminder")
    while table.course.round < table.course.rounds:
        table.course.round += 1
        if len(table.sheet[table.course.starter].allegiance) < table.course.round:
            deal_allegiance(table)
        for actor in table.turn_order():
            await endgame_turn(table, actor)
        drop_leavers_in_endgame(table)


async def endgame_turn(table: Schizonauts, actor: Seat) -> None:
    """Visitor, key, memory, question, dice, telling; then payout and bets. (SZ-EG-30..35)"""
    table.course.actor = actor
    table.scene = table.put("scene", Scene(kind="endgame", actor=actor))
    table.chapter(words.endgame_scene(table))
    table.scene.visitor = await invite(table)
    await choose_key(table)
    await play_up_to_the_question(table)
    await build_pools(table)
    roll(table)
    if table.options.reveal_after_roll:
        await reveal_after_the_roll(table)
    await settle_roles(table)
    await play_it_out(table)
    await close_scene(table)
    discard_key(table)
    payout(table)
    await bets(table)
    table.remove("scene")


async def choose_key(table: Schizonauts) -> None:
    """One key card from hand, to be used in the scene. (SZ-EG-31)"""
    scene = table.scene
    hand = key_options(table.sheet[scene.actor].hand)
    scene.key = await table.choose(scene.actor, Pick("eg_key", words.CHOOSE_KEY, hand, rule="SZ-EG-31"))
    table.tell(words.brings_key(table.name(scene.actor), KEYS[scene.key].name), kind="key", facts={"key": scene.key})


def discard_key(table: Schizonauts) -> None:
    """Face up to the centre, whether or not its bonus applied. (SZ-EG-35)"""
    scene, sheet = table.scene, table.sheet[table.scene.actor]
    hold_keys(table, scene.actor, tuple(card for card in sheet.hand if card != scene.key))
    table.decks.discard = (*table.decks.discard, scene.key)


# -- Payout and bets


def payout(table: Schizonauts) -> None:
    """Narrator 3, judge 2, each who contributed 1. (SZ-PAY-01, SZ-AMB-19)"""
    scene = table.scene
    holder = table.options.role_coin == "holder"
    pay(table, scene.narrator if holder else scene.rolled_narrator, NARRATOR_COINS)
    pay(table, scene.judge if holder else scene.rolled_judge, JUDGE_COINS)
    for seat, given_to in scene.given.items():
        if given_to != "pass":
            pay(table, seat, CONTRIBUTOR_COINS)
    table.tell(words.paid(table), kind="payout")


def pay(table: Schizonauts, seat: Seat, coins: int) -> None:
    table.sheet[seat].coins += coins


async def bets(table: Schizonauts) -> None:
    """All coin is bet at once: actor, visitor, then contributors clockwise. (SZ-BET-01..05, SZ-AMB-44)"""
    order = (*table.scene.pair, *table.contributors())
    bettors = [seat for seat in order if table.sheet[seat].coins]
    if table.options.bet_order == "simultaneous":
        slips = await table.ask_all("bet", {seat: slip(table, seat) for seat in bettors}, sealed=True)
        for seat in bettors:
            place_bet(table, seat, slips[seat])
    else:
        for seat in bettors:
            place_bet(table, seat, await table.ask(seat, slip(table, seat)))


def slip(table: Schizonauts, seat: Seat) -> Prompt[dict[str, Any]]:
    """Whose sheet, and which side: never one's own; perhaps a single sheet. (SZ-BET-02, -03, SZ-AMB-43)"""
    coins, targets = table.sheet[seat].coins, bet_targets(table, seat)
    text, note = words.bet(table, coins, targets), words.coins_on(table, targets)
    if len(targets) == 2 and table.options.contributor_split == "one_target":
        sides = tuple(Option(side, words.SIDE[side]) for side in PERSONAS)
        fields: tuple[Prompt[Any], ...] = (
            Pick("on", words.BET_ON, table.seat_options(targets), rule="SZ-BET-03"),
            Split("coins", words.BET_SIDES, sides, coins, rule="SZ-BET-03"),
        )
        return Form("bet", text, fields, rule="SZ-BET-03", note=note)
    slots = tuple(Option(f"{on}.{side}", words.pile(table, on, side)) for on in targets for side in PERSONAS)
    return Split("bet", text, slots, coins, rule="SZ-BET-03", note=note)


def bet_targets(table: Schizonauts, seat: Seat) -> tuple[Seat, ...]:
    """Actor on visitor, visitor on actor, contributors on both. (SZ-BET-02)"""
    scene = table.scene
    return (scene.other(seat),) if seat in scene.pair else scene.pair


def place_bet(table: Schizonauts, seat: Seat, answer: dict[str, Any]) -> None:
    """The coins stay on the target's sheet for good. (SZ-BET-05)"""
    table.sheet[seat].coins = 0
    shares = answer
    if "on" in answer:
        shares = {f"{answer['on']}.{side}": coins for side, coins in answer["coins"].items()}
    for slot, coins in shares.items():
        if coins:
            target, side = slot.split(".")
            sheet = table.sheet[target]
            sheet.piles = {**sheet.piles, side: sheet.piles[side] + coins}
    table.tell(words.bets(table, seat, shares), kind="bet", facts={"by": seat, "coins": shares})


# -- Final resolution


async def final_resolution(table: Schizonauts) -> None:
    """One round; everyone finds out who they are, and nobody may pass. (SZ-FIN-01, -02, SZ-DEATH-03, SZ-AMB-63)"""
    table.course.phase = "final"
    table.tell(words.final_death(table.options.final_death), kind="reminder")
    if allegiance_dealt_short(table):
        deal_allegiance(table)
    for actor in table.turn_order():
        await final_turn(table, actor)


def allegiance_dealt_short(table: Schizonauts) -> bool:
    """An even number of rounds leaves a hand that could tie: one more card each. (SZ-FIN-01, SZ-AMB-04, -05)"""
    return table.course.rounds % 2 == 0


async def final_turn(table: Schizonauts, actor: Seat) -> None:
    """Turn up all cards, then confirmation or crisis. (SZ-FIN-03..05)"""
    table.course.actor = actor
    sheet = table.sheet[actor]
    turn_up_all(table, actor)
    sheet.preferred = preferred_allegiance(sheet.piles, sheet.true)
    confirmed = sheet.true == sheet.preferred
    kind = "confirmation" if confirmed else "crisis"
    table.scene = table.put("scene", Scene(kind=kind, actor=actor, question=words.WHO_AM_I))
    table.chapter(words.final_scene(table))
    table.tell(words.true_and_preferred(table, actor), kind="allegiance")
    await (identity_confirmation(table) if confirmed else identity_crisis(table))
    await say_final(table, actor)
    score(table, actor)
    table.remove("scene")


def turn_up_all(table: Schizonauts, seat: Seat) -> None:
    """True allegiance is the majority of all cards; their number is odd. (SZ-FIN-03)"""
    sheet = table.sheet[seat]
    for card in sheet.allegiance.down:
        sheet.allegiance = sheet.allegiance.turned_up(card)
    cards = sheet.allegiance.up
    sheet.true = THIEF if 2 * cards.count(THIEF) > len(cards) else AGENT
    table.opened("final", (seat, cards))


def preferred_allegiance(piles: dict[str, int], true: str) -> str:
    """The side with more coins; equal piles prefer the opposite of the truth. (SZ-FIN-04)"""
    if piles[THIEF] == piles[AGENT]:
        return OTHER[true]
    return THIEF if piles[THIEF] > piles[AGENT] else AGENT


async def identity_confirmation(table: Schizonauts) -> None:
    """No dice: the actor narrates, the visitor judges. (SZ-CONF-01..03)"""
    scene = table.scene
    scene.visitor = await invite(table)
    scene.narrator = scene.rolled_narrator = scene.actor
    scene.judge = scene.rolled_judge = scene.visitor
    await play_it_out(table)
    scene.settled = table.sheet[scene.actor].true
    await close_scene(table)


async def identity_crisis(table: Schizonauts) -> None:
    """The true side against the preferred one, with dice. (SZ-CRIS-01..07)"""
    scene, sheet = table.scene, table.sheet[table.scene.actor]
    scene.visitor = await crisis_visitor(table)
    scene.actor_as, scene.visitor_as = sheet.true, sheet.preferred
    with beside_the_scene(table):
        scene.memory = await crisis_memory(table, scene.actor, scene.actor_as)
        scene.visitor_memory = await crisis_memory(table, scene.visitor, scene.visitor_as)
    await build_pools(table)
    roll(table)
    await settle_roles(table)
    await play_it_out(table)
    scene.settled = await settle_allegiance(table)
    await close_scene(table)


async def crisis_visitor(table: Schizonauts) -> Seat:
    """Somebody who does not look like the actor's true side; failing that, anybody. (SZ-CRIS-01, SZ-AMB-32, -33)"""
    scene = table.scene
    others = table.clockwise(scene.actor)
    true = table.sheet[scene.actor].true
    eligible = tuple(seat for seat in others if not looks_like(table, seat, true)) or others
    ask = Pick("final_visitor", words.crisis_visitor(true), words.visitor_options(table, eligible), rule="SZ-CRIS-01")
    visitor = await table.choose(scene.actor, ask)
    table.tell(words.invites(table.name(scene.actor), table.name(visitor)), facts={"visitor": visitor})
    return visitor


def looks_like(table: Schizonauts, seat: Seat, side: str) -> bool:
    """Whether a player clearly appears to be on this side. (SZ-AMB-32)"""
    sheet = table.sheet[seat]
    if sheet.final:
        return sheet.final == side
    shown = sheet.allegiance.up.count(side)
    match table.options.crisis_eligibility:
        case "faceup_majority":
            return 2 * shown > len(sheet.allegiance.up)
        case "any_match":
            return shown > 0
        case "certain":
            return 2 * shown > len(sheet.allegiance)
        case "resolved_only":
            return False


async def crisis_memory(table: Schizonauts, seat: Seat, side: str) -> str:
    """Any un-struck memory of that side, box and circle or not; its aptitude at full rating. (SZ-CRIS-03..05)"""
    memories = memories_to_roll(table.on_side(seat, side), lambda aptitude: Pool(table.rating(seat, side, aptitude)))
    text = words.crisis_memory(table.sheet[seat], side)
    rule = "SZ-CRIS-03" if seat == table.scene.actor else "SZ-CRIS-04"
    key = await table.choose(seat, Pick("crisis_memory", text, memories, rule=rule))
    memory = table.memory(key)
    table.scene.aptitudes = {**table.scene.aptitudes, seat: memory.aptitude}
    table.tell(words.uses_memory(table.name(seat), memory.text, memory.aptitude))
    return key


async def settle_allegiance(table: Schizonauts) -> str:
    """Narrator and judge agree, or the narrator decides. (SZ-CRIS-07, SZ-AMB-34)"""
    scene = table.scene
    stake = words.at_stake(table)
    ask = Pick("settle_allegiance", words.settle(table), words.PERSONAS, rule="SZ-CRIS-07", note=stake)
    said = await table.ask_all("settle_allegiance", {scene.narrator: ask, scene.judge: ask})
    if len(set(said.values())) == 1:
        return said[scene.narrator]
    last = Pick(
        "settle_allegiance",
        words.narrator_decides(table),
        words.PERSONAS,
        rule="SZ-CRIS-07",
        note=words.at_stake(table),
    )
    return await table.ask(scene.narrator, last)


async def say_final(table: Schizonauts, actor: Seat) -> None:
    """ "This is who I am." (SZ-CONF-04, SZ-CRIS-08)"""
    ask = Ack("say_final", words.SAY_FINAL, words.THIS_IS_WHO_I_AM, rule="SZ-CONF-04")
    await table.ask(actor, ask)
    speak(table, actor, words.THIS_IS_WHO_I_AM)


def score(table: Schizonauts, actor: Seat) -> None:
    """Coins on the settled side count for that side; the others for nobody. (SZ-CONF-05, SZ-CRIS-09, SZ-TALLY-01)"""
    sheet = table.sheet[actor]
    sheet.final = table.scene.settled
    scores = table.course.scores
    table.course.scores = {**scores, sheet.final: scores[sheet.final] + sheet.piles[sheet.final]}
    table.tell(words.scored(table, actor), kind="score", facts={"scores": dict(table.course.scores)})


# -- Tally


async def tally(table: Schizonauts) -> None:
    """The side with more coins wins; a tie shuts PALACE down. Then everyone's fate. (SZ-TALLY-01..04)"""
    course = table.course
    course.phase = "tally"
    table.chapter(words.TALLY)
    course.outcome = outcome(course.scores)
    table.tell(words.outcome(table), kind="outcome")
    if table.options.survivors:
        course.survivors = await survivors(table)
        table.tell(words.survivors(table), kind="survivors")
    await table.each(tellers(table), lambda seat: epilogue(table, seat))
    course.phase = "over"
    table.result = result(table)


def outcome(scores: dict[str, int]) -> Outcome:
    """agents, thieves or tie. (SZ-TALLY-02)"""
    if scores[THIEF] == scores[AGENT]:
        return "tie"
    return "thieves" if scores[THIEF] > scores[AGENT] else "agents"


async def survivors(table: Schizonauts) -> tuple[Seat, ...]:
    """At most half the players, by total coin; a tie at the line is left out whole, or settled by the table.

    (SZ-TALLY-03, SZ-AMB-49, -50)
    """
    total = {seat: sum(table.sheet[seat].piles.values()) for seat in table.circle}
    ranked = sorted(table.circle, key=lambda seat: -total[seat])
    most = len(ranked) // 2
    line = total[ranked[most]]  # the first who would not fit
    safe = [seat for seat in ranked[:most] if total[seat] > line]
    tied = tuple(seat for seat in ranked if total[seat] == line)
    if len(safe) < most and table.options.survivor_tie == "table":
        places = most - len(safe)
        ask = Some("survivor_tie", words.survivor_tie(places), table.seat_options(tied), most=places, rule="SZ-AMB-49")
        chosen = await table.ask(table.course.starter, ask)
        safe += chosen
    return tuple(safe)


def tellers(table: Schizonauts) -> tuple[Seat, ...]:
    """Everyone, or the winning side; on a tie everyone. (SZ-TALLY-04, SZ-AMB-48)"""
    side = {"agents": AGENT, "thieves": THIEF}.get(table.course.outcome)
    if table.options.epilogue == "all" or side is None:
        return table.circle
    return tuple(seat for seat in table.circle if table.sheet[seat].final == side) or table.circle


async def epilogue(table: Schizonauts, seat: Seat) -> None:
    """What becomes of you. (SZ-TALLY-04)"""
    ask = aloud(
        "epilogue",
        words.epilogue(table, seat),
        rule="SZ-TALLY-04",
        ideas="epilogues",
        note=words.epilogue_note(table.options.epilogue),
    )
    text = await table.ask(seat, ask)
    table.tell(text or words.TOLD_ALOUD, kind="epilogue", by=seat)


def result(table: Schizonauts) -> dict[str, object]:
    return {
        "outcome": table.course.outcome,
        "scores": dict(table.course.scores),
        "coins": {seat: sum(table.sheet[seat].piles.values()) for seat in table.seats},
        "allegiance": {seat: table.sheet[seat].final for seat in table.circle},
        "survivors": list(table.course.survivors),
    }


# -- Notes, and leaving


def offer_notes(table: Schizonauts, o: Offers) -> None:
    """Claims and notes, true or false, where the edition allows them. (SZ-EG-23, SZ-AMB-35)"""
    if table.options.allegiance_claims:
        for seat in table.circle:
            to = Pick("to", words.NOTE_TO, table.seat_options(table.clockwise(seat)))
            o.may(seat, PassNote, words.PASS_NOTE, to, Words("text", words.NOTE_TEXT), rule="SZ-EG-23")


def pass_note(table: Schizonauts, seat: Seat, act: PassNote) -> None:
    table.tell(words.note(table.name(seat), table.name(act.to), act.text), kind="note", to=(seat, act.to))


def offer_leaving(table: Schizonauts, o: Offers) -> None:
    """Never below two players. (SZ-AMB-58)"""
    if table.options.leaving == "removed" and table.course.phase in {"flashback", "endgame"}:
        sheet = table.sheet
        staying = tuple([seat for seat in table.course.circle if not sheet[seat].leaving])
        if len(staying) > 2:
            o.again(leaving(staying))


@lru_cache  # offered beside every question, and nearly always the same
def leaving(staying: tuple[Seat, ...]) -> Offers:
    o = Offers()
    for seat in staying:
        o.may(seat, Leave, words.LEAVE, note=words.LEAVE_NOTE, rule="SZ-AMB-58")
    return o


def leave(table: Schizonauts, seat: Seat) -> None:
    table.sheet[seat].leaving = True
    table.tell(words.leaves(table.name(seat)), kind="leaving")


def drop_leavers_in_flashback(table: Schizonauts) -> None:
    """The seat goes with its hand; one key card a round still to play is set aside unseen. (SZ-AMB-58)"""
    for seat in drop_leavers(table):
        hold_keys(table, seat, ())
        for _ in range(table.course.rounds - table.course.round):
            set_a_key_aside(table)


def set_a_key_aside(table: Schizonauts) -> None:
    """From the deck; from the chain, at random, once the deck is empty. (SZ-AMB-58)"""
    decks = table.decks
    if decks.keys_left:
        decks.keys_left -= 1
    elif decks.chain:
        _, left = table.draw(Bag(decks.chain), to=None)
        decks.chain = left.items


def drop_leavers_in_endgame(table: Schizonauts) -> None:
    """No more turns; cards are set aside unseen and coins on that sheet score nothing. (SZ-AMB-58)"""
    drop_leavers(table)


def drop_leavers(table: Schizonauts) -> list[Seat]:
    """If the starter leaves, the next seat clockwise is starter. (SZ-AMB-58)"""
    course = table.course
    leavers = [seat for seat in course.circle if table.sheet[seat].leaving]
    for seat in leavers:
        if seat == course.starter:
            course.starter = next(other for other in table.clockwise(seat) if other not in leavers)
        course.circle = tuple(other for other in course.circle if other != seat)
        table.sheet[seat].gone = True
        table.tell(words.gone(table.name(seat)), kind="leaving")
    return leavers
