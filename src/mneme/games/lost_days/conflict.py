"""Setting up a conflict and rolling it. (Ledger 2.7, 2.8, and 2.5 for the opposition)"""

from __future__ import annotations

from mneme.engine.acts import Act
from mneme.engine.prompts import Form, Option, Pick, Seat, Words, aloud
from mneme.engine.windows import Offers
from mneme.games.lost_days import chances, words
from mneme.games.lost_days.creation import all_agree_on, keep_or_name, one_act
from mneme.games.lost_days.dice import FIRST, SECOND
from mneme.games.lost_days.influence import influence, read_dice
from mneme.games.lost_days.nouns import (
    LINE_MOST,
    MARKET,
    OPPOSITION_DICE,
    OTHER_SIDE,
    Conflict,
    LostDays,
    Memory,
    Offered,
    marks,
    memory_options,
    quoted,
)
from mneme.games.lost_days.opposition import check_the_sides, stand_in
from mneme.games.lost_days.settling import settle

NO_STAKE = "none"


class Accept(Act):
    """The wording stands."""


class Counter(Act):
    scope: str
    wants: str


class CallArbiter(Act):
    """We do not agree; somebody else shall find the words."""


class ProposeDrop(Act):
    outcome: str


class OfferMemory(Act):
    memory: str
    how: str


class Done(Act):
    """Nothing more to bring."""


async def conflict(table: LostDays) -> None:
    """Name the sides and the stake, find the words, bring memories, roll, influence, settle. (LD-CONF, LD-SET-01)"""
    if not await declare(table):
        return
    table.course.in_conflict = True
    here = table.conflict
    await find_the_words(table)
    if still_on(table):
        await bring_memories(table)
    if still_on(table):
        table.scene.conflict_used = True
        roll(table)
        await influence(table)
    if still_on(table):
        await settle(table)
    table.course.in_conflict = False
    table.remove(here.noun_key)


def still_on(table: LostDays) -> bool:
    return not (table.conflict.dropped or table.ended)


# -- declaring it


async def declare(table: LostDays) -> bool:
    """Who against whom, and over what. (LD-CONF-01, -02, -04)"""
    framer = table.scene.framer
    ask = Pick("declare_conflict", words.SIDES, side_options(table, framer), rule="LD-CONF-02")
    sides = await table.ask(framer, ask)
    here = Conflict(framer=framer, first=framer, worded_by=framer)
    kind, _, other = sides.partition("/")
    if kind == "pair":
        here.first, here.second = await name_the_pair(table, framer)
    elif kind == "face":
        here.second = other
    elif kind == "set":
        here.first, here.runner = other, framer
    here.stake = await name_the_stake(table, here, market=kind != "face")
    if kind == "pair" and not await both_agree(table, here):
        return False
    if kind == "opposition":
        here.second = await find_a_rival(table, here)
        if not here.second:
            here.runner = await run_the_opposition(table, here)
    here.royal = bool(here.runner) and here.runner == table.course.king
    if table.options.stake_veto and here.stake and not await stake_allowed(table, here):
        table.tell(words.STAKE_REFUSED, kind="dropped")
        return False
    table.conflict = table.put("conflict", here)
    count_the_pools(table)
    await word_it(table)
    return True


def side_options(table: LostDays, framer: Seat) -> tuple[Option, ...]:
    """The framer's elf against another or against the opposition; in a story or adversity scene the opposition
    against anyone; and always two others who agree. (LD-CONF-02, LD-Q60, LD-ADV-04)"""
    others = [seat for seat in table.clockwise(framer) if table.is_active(seat)]
    options: list[Option] = []

    def against(kind: str, seat: Seat, label: str) -> Option:
        return Option(f"{kind}/{seat}", label, words.at_full_strength(table.elf[seat].held))

    if table.is_active(framer):
        options.append(Option("opposition", words.AGAINST_OPPOSITION, words.OPPOSITION_DICE))
        options += [against("face", seat, words.against(table.called(seat))) for seat in others]
    if table.scene.kind in ("story", "adversity"):
        options += [against("set", seat, words.set_against(table.called(seat))) for seat in others]
    if len(others) >= 2:
        options.append(Option("pair", words.TWO_OTHERS))
    return tuple(options)


def has_sides(table: LostDays, framer: Seat) -> bool:
    """Whether there is anybody to stand against somebody. (LD-CONF-02)"""
    if table.is_active(framer):
        return True
    return len(table.active) >= (1 if table.scene.kind in ("story", "adversity") else 2)


async def name_the_pair(table: LostDays, framer: Seat) -> tuple[Seat, Seat]:
    """The one named first is the challenger."""
    others = [seat for seat in table.clockwise(framer) if table.is_active(seat)]
    first = await table.ask(framer, Pick("first_side", words.FIRST_SIDE, table.elf_options(others), rule="LD-CONF-02"))
    rest = [seat for seat in others if seat != first]
    ask = Pick("second_side", words.SECOND_SIDE, table.elf_options(rest), rule="LD-CONF-02")
    return first, await table.choose(framer, ask)


async def both_agree(table: LostDays, here: Conflict) -> bool:
    """A framer who is neither needs both to say yes, knowing what is at stake. (LD-CONF-02, D16b)"""
    stake = words.at_stake(quoted(table.memory(here.stake)) if here.stake else "")
    text = words.agree_to_fight(table.called(here.first), table.called(here.second), stake)
    ask = Pick("agree_to_fight", text, words.YES_NO, rule="LD-CONF-02", default="no")
    answers = await table.ask_all("agree_to_fight", {here.first: ask, here.second: ask})
    agreed = all(answer == "yes" for answer in answers.values())
    if not agreed:
        table.tell(words.NOT_BOTH, kind="dropped")
    return agreed


async def name_the_stake(table: LostDays, here: Conflict, *, market: bool) -> str:
    """One memory at most: from the market, or of a side in person. Nobody is made a rival for a market memory unasked,
    so a challenge to one elf is never about one. (LD-CONF-04, -05, -14, LD-Q26, LD-STAKE-03)"""
    cards = [*table.owned(here.first), *(table.owned(here.second) if here.second else ())]
    if market:
        cards = [*table.at(MARKET), *cards]

    def odds(card: Memory | None) -> str:
        return "" if here.second else chances.of_a_stake(table, here, card)

    def note(card: Memory) -> str:
        return words.joined(whose_stake(table, here, card), marks(card), odds(card))

    options = (Option(NO_STAKE, words.NO_STAKE, odds(None)), *memory_options(cards, note))
    hint = stake_hint(table, here, words.STAKE_NOTE if market else words.STAKE_NOTE_FACE)
    ask = Pick("stake", words.STAKE, options, rule="LD-CONF-04", default=NO_STAKE, note=hint)
    chosen = await table.ask(here.framer, ask)
    return "" if chosen == NO_STAKE else chosen


def whose_stake(table: LostDays, here: Conflict, card: Memory) -> str:
    if card.holder == here.framer:
        return words.YOURS
    return words.whose(table.called(card.holder) if card.holder else "")


def stake_hint(table: LostDays, here: Conflict, hint: str) -> str:
    """What holds for every stake alike: between two elves the odds, else what an opposition does. (LD-STAKE-05)"""
    if here.second:
        return " ".join(filter(None, (hint, words.odds_for_all(chances.of_a_stake(table, here, None)))))
    carried_off = table.options.own_stake_lost_to_opposition == "market"
    return f"{hint} {words.LOST_IF_BEATEN}" if carried_off else hint


async def find_a_rival(table: LostDays, here: Conflict) -> Seat:
    """For a market memory anybody may offer to be the rival; the framer picks one, or none. (LD-CONF-14, LD-Q62)"""
    if not here.stake or table.memory(here.stake).place != MARKET:
        return ""
    others = [seat for seat in table.clockwise(here.first) if table.is_active(seat)]
    card = table.memory(here.stake)
    text, note = words.offer_rival(table.called(here.first)), words.card_note(card.text, marks(card))
    ask = Pick("offer_rival", text, words.RIVAL_CHOICES, rule="LD-CONF-14", default="no", note=note)
    answers = await table.ask_all("offer_rival", dict.fromkeys(others, ask))
    rivals = [seat for seat, answer in answers.items() if answer == "yes"]
    if not rivals:
        return ""
    table.tell(words.would_be_rivals([table.called(seat) for seat in rivals]), kind="rivals", facts={"seats": rivals})
    nobody = Option("opposition", words.THE_OPPOSITION, words.opposition_rolls(card.coins))
    faces = (Option(seat, table.called(seat), words.at_full_strength(table.elf[seat].held)) for seat in rivals)
    pick = Pick("pick_rival", words.PICK_RIVAL, (nobody, *faces), rule="LD-CONF-14", default="opposition")
    chosen = await table.ask(here.framer, pick)
    return "" if chosen == "opposition" else chosen


async def run_the_opposition(table: LostDays, here: Conflict) -> Seat:
    """The king, or the caretaker; if that is the challenger, a stand-in. (LD-KING-05, -12, -13, LD-Q20)"""
    throne = table.throne
    if throne != here.first:
        return throne
    usual = stand_in(table, throne)
    text, options = words.stand_in(table.name(usual)), keep_or_name(table, usual, table.clockwise(throne))
    ask = Pick("stand_in", text, options, rule="LD-KING-12", default=usual)
    chosen = await table.ask(throne, ask)
    if chosen == usual or await all_agree_on(table, throne, chosen, words.RUN_OPPOSITION, ask.rule):
        return chosen
    return usual


async def stake_allowed(table: LostDays, here: Conflict) -> bool:
    """With the option stake_veto the other side may say no. (LD-Q24)"""
    other = here.player(SECOND) if here.player(SECOND) != here.framer else here.first
    note = quoted(table.memory(here.stake))
    ask = Pick("allow_stake", words.ALLOW_STAKE, words.YES_NO, rule="LD-Q24", default="yes", note=note)
    return await table.ask(other, ask) == "yes"


# -- scope and wants


async def word_it(table: LostDays) -> None:
    """How it is fought and what each side wants; a stake is shown in the middle. (LD-CONF-03, -07, -15)"""
    here = table.conflict
    form = Form("scope_and_wants", words.WORDING, wording_fields(), rule="LD-CONF-03", default={})
    said = await table.ask(here.framer, form)
    here.scope, here.wants = here.framed = said["scope"], said["wants"]
    facts = {"first": here.first, "second": here.second, "runner": here.runner, "stake": here.stake}
    table.tell(words.declared(table), kind="conflict", facts=facts)


def wording_fields() -> tuple[Words, Words]:
    scope = aloud("scope", words.SCOPE, most=LINE_MOST, ideas="scopes")
    return scope, aloud("wants", words.WANTS, most=LINE_MOST, ideas="wants")


async def find_the_words(table: LostDays) -> None:
    """The other side accepts or counters, strictly in turn; after a counter either may call an arbiter. The attempt
    and the memory are not open to haggling. (LD-CONF-06, LD-Q24, D17)"""
    here = table.conflict
    here.worded_by = here.framer if here.side_of(here.framer) else here.first
    text = words.ANSWER_STAKES if here.stake else words.ANSWER_WORDING

    def offers(o: Offers) -> None:
        seat = in_reply(table)
        o.must(seat, Accept, words.ACCEPT_WORDING, default=True, rule="LD-CONF-06")
        o.may(seat, Counter, words.COUNTER, *wording_fields(), rule="LD-CONF-06")
        if here.countered:
            o.may(seat, CallArbiter, words.CALL_ARBITER, rule="LD-CONF-06")
        offer_drop(table, o)
        o.say(seat, text, note=words.in_dispute(table))
        o.say(here.player(OTHER_SIDE[here.side_of(seat)]), words.still_weighing(table.name(seat)))

    async for seat, act in table.window("answer_stakes", text, offers):
        if isinstance(act, Counter):
            here.scope, here.wants, here.worded_by, here.countered = act.scope, act.wants, seat, True
            table.tell(words.wording(table), kind="wording", by=seat)
        elif isinstance(act, ProposeDrop):
            await propose_drop(table, seat, act.outcome)
        else:
            if isinstance(act, CallArbiter):
                await arbitrate(table)
            here.agreed = True
        await check_the_sides(table)
        if here.agreed or here.dropped or table.ended:
            break


def in_reply(table: LostDays) -> Seat:
    """The side that did not speak last."""
    here = table.conflict
    return here.player(OTHER_SIDE[here.side_of(here.worded_by) or FIRST])


async def arbitrate(table: LostDays) -> None:
    """The king, or else the next uninvolved player; with nobody uninvolved the framer's wording stands. (LD-CONF-06)"""
    here = table.conflict
    involved = {here.player(FIRST), here.player(SECOND)}
    order = (table.throne, *table.clockwise(here.framer), here.framer)
    arbiter = next((seat for seat in order if seat not in involved), "")
    if not arbiter:
        here.scope, here.wants = here.framed
        table.tell(words.FRAMERS_WORDING, kind="arbitrated")
        table.tell(words.wording(table), kind="wording", by=here.framer)
        return
    form = Form("arbitrate", words.ARBITRATE, wording_fields(), rule="LD-CONF-06", default={})
    said = await table.ask(arbiter, form)
    here.scope, here.wants = said["scope"], said["wants"]
    table.tell(words.arbitrated(table.name(arbiter)), kind="arbitrated", facts={"seat": arbiter})
    table.tell(words.wording(table), kind="wording", by=arbiter)


# -- dropping it


def offer_drop(table: LostDays, o: Offers) -> None:
    """Until the roll the sides may agree on an outcome instead; each may propose it once. (LD-CONF-13, D39)"""
    here = table.conflict
    outcome = aloud("outcome", words.OUTCOME, most=LINE_MOST)
    for side in (FIRST, SECOND):
        seat = here.player(side)
        if seat not in here.drop_asked:
            o.may(seat, ProposeDrop, words.PROPOSE_DROP, outcome, note=words.DROP_NOTE, rule="LD-CONF-13")


async def propose_drop(table: LostDays, seat: Seat, outcome: str) -> None:
    """Both must say yes; the scene may then still have its conflict. (LD-CONF-13)"""
    here = table.conflict
    here.drop_asked = (*here.drop_asked, seat)
    other = here.player(OTHER_SIDE[here.side_of(seat)])
    ask = Pick("drop_conflict", words.drop_it(outcome), words.YES_NO, rule="LD-CONF-13", default="no")
    if await table.ask(other, ask) == "yes":
        here.dropped = True
        table.tell(words.dropped(outcome), kind="dropped")


# -- memories in use


async def bring_memories(table: LostDays) -> None:
    """In turn, the challenger first, each brings one memory at a time, until both are done. (LD-CONF-08..11)"""
    here = table.conflict
    here.step = "memories"
    if not here.second:
        here.done = (SECOND,)  # the opposition brings none (LD-CONF-11)
    await use_the_stake(table)

    def offers(o: Offers) -> None:
        seat = here.player(here.turn)
        how = aloud("how", words.ACTION, ideas="action")
        memory = Pick("memory", words.WHICH_MEMORY, usable(table, here.turn), rule="LD-CONF-08")
        o.may(seat, OfferMemory, words.BRING, memory, how, note=words.BRING_NOTE, rule="LD-CONF-08")
        o.must(seat, Done, words.DONE, note=if_done(table, here.turn), default=True, rule="LD-CONF-08")
        offer_drop(table, o)
        o.say(seat, words.offer_memory(here.pools[here.turn], here.pools[OTHER_SIDE[here.turn]]))
        o.say(here.player(OTHER_SIDE[here.turn]), words.still_bringing(table.name(seat)))

    while len(here.done) < 2 and still_on(table):
        seat, act = await one_act(table, "offer_memory", words.BRING, offers)
        if isinstance(act, ProposeDrop):
            await propose_drop(table, seat, act.outcome)
        else:
            if isinstance(act, OfferMemory):
                await judge(table, act)
            else:
                here.done = (*here.done, here.turn)
            if OTHER_SIDE[here.turn] not in here.done:
                here.turn = OTHER_SIDE[here.turn]
        await check_the_sides(table)


def if_done(table: LostDays, side: str) -> str:
    """What it means to bring nothing more."""
    no_dice = words.NO_DICE if not table.conflict.pools[side] else ""
    return chances.of_a_pool(table, side, still_to_come=still_to_come(table, side)) or no_dice


def still_to_come(table: LostDays, side: str) -> int:
    """The dice that the side across can still bring, before anybody rolls."""
    across = OTHER_SIDE[side]
    return 0 if across in table.conflict.done else sum(card.coins for card in unused(table, across))


def unused(table: LostDays, side: str) -> list[Memory]:
    """A memory counts once. (LD-CONF-08)"""
    here = table.conflict
    return [card for card in table.owned(here.player(side)) if card.noun_key not in here.in_use[side]]


def usable(table: LostDays, side: str) -> tuple[Option, ...]:
    def note(card: Memory) -> str:
        return words.joined(marks(card), chances.of_a_pool(table, side, card.coins, still_to_come=coming))

    coming = still_to_come(table, side)
    return memory_options(unused(table, side), note)


async def use_the_stake(table: LostDays) -> None:
    """Its owner may use it without anybody's consent, and must still tell how. (LD-CONF-10)"""
    here = table.conflict
    owner = table.memory(here.stake).holder if here.stake else ""
    side = here.side_of(owner) if owner else ""
    if not side or not here.in_person(side):
        return
    said = await table.ask(owner, stake_form(table.memory(here.stake)))
    if said["use"] == "yes":
        bring(table, side, Offered(here.stake, said["how"], True))


def stake_form(card: Memory) -> Form:
    """Whether the owner uses the staked memory, and how. (LD-CONF-10)"""
    use = Pick("use", words.USE_IT, words.use_choices(card.coins), default="yes")
    fields, note = (use, aloud("how", words.ACTION, ideas="action")), words.card_note(card.text, marks(card))
    return Form("use_stake", words.USE_STAKE, fields, rule="LD-CONF-10", default={}, note=note)


def bring(table: LostDays, side: str, offered: Offered) -> None:
    here = table.conflict
    here.offers = {**here.offers, side: (*here.offers[side], offered)}
    if offered.accepted:
        here.in_use = {**here.in_use, side: (*here.in_use[side], offered.memory)}
        count_the_pools(table)
    seat, card = here.player(side), table.memory(offered.memory)
    text = quoted(card) if offered.accepted else card.text
    if offered.how:
        table.tell(offered.how, kind="action", by=seat)
    facts = {"side": side, "memory": offered.memory, "accepted": offered.accepted}
    table.tell(words.brings(table.called(seat), text, offered.accepted), kind="offered", facts=facts)


async def judge(table: LostDays, act: OfferMemory) -> None:
    """The opponent says whether it fits; refused, it may be tried again in other words. (LD-CONF-09, LD-Q25)"""
    here = table.conflict
    side = here.turn
    card, elf = table.memory(act.memory), table.called(here.player(side))
    text, note = words.judge(elf), words.acted_on(card.text, act.how)
    choices = words.judge_choices(card.coins, pool_of(table, side, card.coins), here.pools[OTHER_SIDE[side]])
    ask = Pick("judge_memory", text, choices, rule="LD-CONF-09", default="accept", note=note)
    accepted = await table.ask(here.player(OTHER_SIDE[side]), ask) == "accept"
    if not accepted and table.options.relevance == "opponent_with_appeal":
        jury = words.appeal_choices(elf, card.coins)
        accepted = await appeal(table, Pick("appeal", text, jury, rule="LD-Q25", default="refuse", note=note))
    bring(table, side, Offered(act.memory, act.how, accepted))


async def appeal(table: LostDays, ask: Pick) -> bool:
    """Most of those who are in neither side; a tie leaves the refusal. (LD-Q25)"""
    here = table.conflict
    jury = [seat for seat in table.players if not here.side_of(seat)]
    answers = await table.ask_all("appeal", dict.fromkeys(jury, ask))
    return 2 * sum(answer == "accept" for answer in answers.values()) > len(answers)


# -- the roll


def pool_of(table: LostDays, side: str, more: int = 0) -> int:
    """In person the value of all memories in use, and of one more perhaps; the opposition the stake's, or 3.

    (LD-CONF-12, LD-KING-06)
    """
    here = table.conflict
    if here.in_person(side):
        dice = sum(table.memory(key).coins for key in here.in_use[side]) + more
    else:
        dice = table.memory(here.stake).coins if here.stake else OPPOSITION_DICE
    return max(dice, table.options.min_dice)


def count_the_pools(table: LostDays) -> None:
    """What each side would roll now; fixed at the roll. (LD-ROLL-07)"""
    table.conflict.pools = {side: pool_of(table, side) for side in (FIRST, SECOND)}


def roll(table: LostDays) -> None:
    """Both sides at the same moment, for all to see. (LD-ROLL-01, -07)"""
    here = table.conflict
    here.step = "influence"
    mine, theirs = here.pools[FIRST], here.pools[SECOND]
    faces = table.roll(mine + theirs, 6) if mine + theirs else ()
    here.dice = {FIRST: faces[:mine], SECOND: faces[mine:]}
    read_dice(table)
    table.tell(words.rolled(table), kind="roll", facts={"first": list(faces[:mine]), "second": list(faces[mine:])})
