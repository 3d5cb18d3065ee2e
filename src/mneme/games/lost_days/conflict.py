"""Setting up a conflict and rolling it. (Ledger 2.7, 2.8, and 2.5 for the opposition)"""

from __future__ import annotations

from mneme.engine.prompts import Form, Option, Pick, Seat, Words
from mneme.engine.windows import Act, Offers
from mneme.games.lost_days import words
from mneme.games.lost_days.creation import all_agree, one_act
from mneme.games.lost_days.dice import FIRST, SECOND
from mneme.games.lost_days.influence import influence, read_dice
from mneme.games.lost_days.nouns import (
    LINE_MOST,
    MARKET,
    OPPOSITION_DICE,
    OTHER_SIDE,
    TEXT_MOST,
    Conflict,
    LostDays,
    Memory,
    Offered,
    memory_options,
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
        if not await both_agree(table, here):
            return False
    elif kind == "face":
        here.second = other
    elif kind == "set":
        here.first, here.runner = other, framer
    here.stake = await name_the_stake(table, here)
    if kind == "opposition":
        here.second = await find_a_rival(table, here)
        if not here.second:
            here.runner = await run_the_opposition(table, here)
    here.royal = bool(here.runner) and here.runner == table.course.king
    if table.options.stake_veto and here.stake and not await stake_allowed(table, here):
        return False
    table.conflict = table.put("conflict", here)
    await word_it(table)
    return True


def side_options(table: LostDays, framer: Seat) -> tuple[Option, ...]:
    """The framer's elf against another or against the opposition; in a story or adversity scene the opposition
    against anyone; and always two others who agree. (LD-CONF-02, LD-Q60, LD-ADV-04)"""
    others = [seat for seat in table.clockwise(framer) if table.is_active(seat)]
    options: list[Option] = []
    if table.is_active(framer):
        options.append(Option("opposition", words.AGAINST_OPPOSITION))
        options += [Option(f"face/{seat}", words.against(table.called(seat))) for seat in others]
    if table.scene.kind in ("story", "adversity"):
        options += [Option(f"set/{seat}", words.set_against(table.called(seat))) for seat in others]
    if len(others) >= 2:
        options.append(Option("pair", words.TWO_OTHERS))
    return tuple(options)


async def name_the_pair(table: LostDays, framer: Seat) -> tuple[Seat, Seat]:
    """The one named first is the challenger."""
    others = [seat for seat in table.clockwise(framer) if table.is_active(seat)]
    first = await table.ask(framer, Pick("first_side", words.FIRST_SIDE, table.elf_options(others), rule="LD-CONF-02"))
    rest = [seat for seat in others if seat != first]
    ask = Pick("second_side", words.SECOND_SIDE, table.elf_options(rest), rule="LD-CONF-02")
    return first, await table.choose(framer, ask)


async def both_agree(table: LostDays, here: Conflict) -> bool:
    """A framer who is neither needs both to say yes. (LD-CONF-02, D16b)"""
    text = words.agree_to_fight(table.called(here.first), table.called(here.second))
    ask = Pick("agree_to_fight", text, words.YES_NO, rule="LD-CONF-02", default="no")
    answers = await table.ask_all("agree_to_fight", {here.first: ask, here.second: ask})
    return all(answer == "yes" for answer in answers.values())


async def name_the_stake(table: LostDays, here: Conflict) -> str:
    """One memory at most: from the market, or of a side in person. (LD-CONF-04, -05, LD-Q26, LD-STAKE-03)"""
    cards = [*table.at(MARKET), *table.owned(here.first), *(table.owned(here.second) if here.second else ())]
    options = (Option(NO_STAKE, words.NO_STAKE), *memory_options(cards))
    ask = Pick("stake", words.STAKE, options, rule="LD-CONF-04", default=NO_STAKE)
    chosen = await table.ask(here.framer, ask)
    return "" if chosen == NO_STAKE else chosen


async def find_a_rival(table: LostDays, here: Conflict) -> Seat:
    """For a market memory anybody may offer to be the rival; the framer picks one, or none. (LD-CONF-14, LD-Q62)"""
    if not here.stake or table.memory(here.stake).place != MARKET:
        return ""
    others = [seat for seat in table.clockwise(here.first) if table.is_active(seat)]
    text = words.offer_rival(table.called(here.first), table.memory(here.stake).text)
    ask = Pick("offer_rival", text, words.YES_NO, rule="LD-CONF-14", default="no")
    answers = await table.ask_all("offer_rival", dict.fromkeys(others, ask))
    rivals = [seat for seat, answer in answers.items() if answer == "yes"]
    if not rivals:
        return ""
    options = (Option("opposition", words.AGAINST_OPPOSITION), *table.elf_options(rivals))
    pick = Pick("pick_rival", words.PICK_RIVAL, options, rule="LD-CONF-14", default="opposition")
    chosen = await table.ask(here.framer, pick)
    return "" if chosen == "opposition" else chosen


async def run_the_opposition(table: LostDays, here: Conflict) -> Seat:
    """The king, or the caretaker; if that is the challenger, a stand-in. (LD-KING-05, -12, -13, LD-Q20)"""
    throne = table.throne
    if throne != here.first:
        return throne
    usual = stand_in(table, throne)
    ask = Pick(
        "stand_in", words.STAND_IN, table.seat_options(table.clockwise(throne)), rule="LD-KING-12", default=usual
    )
    chosen = await table.ask(throne, ask)
    if chosen == usual or await all_agree(table, throne, words.oppose_instead(table.name(chosen)), ask.rule):
        return chosen
    return usual


async def stake_allowed(table: LostDays, here: Conflict) -> bool:
    """With the option stake_veto the other side may say no. (LD-Q24)"""
    other = here.player(SECOND) if here.player(SECOND) != here.framer else here.first
    text = words.allow_stake(table.memory(here.stake).text)
    return await table.ask(other, Pick("allow_stake", text, words.YES_NO, rule="LD-Q24", default="yes")) == "yes"


# -- scope and wants


async def word_it(table: LostDays) -> None:
    """How it is fought and what each side wants; a stake is shown in the middle. (LD-CONF-03, -07, -15)"""
    here = table.conflict
    form = Form("scope_and_wants", words.WORDING, wording_fields(), rule="LD-CONF-03", default={})
    said = await table.ask(here.framer, form)
    here.scope, here.wants = here.framed = said["scope"], said["wants"]
    table.tell(words.declared(table), kind="conflict", facts={"stake": here.stake})


def wording_fields() -> tuple[Words, Words]:
    scope = Words("scope", words.SCOPE, most=LINE_MOST, aloud=True, default="", ideas="framing")
    return scope, Words("wants", words.WANTS, most=LINE_MOST, aloud=True, default="", ideas="framing")


async def find_the_words(table: LostDays) -> None:
    """The other side accepts or counters, strictly in turn; after a counter either may call an arbiter. The attempt
    and the memory are not open to haggling. (LD-CONF-06, LD-Q24, D17)"""
    here = table.conflict
    here.worded_by = here.framer if here.side_of(here.framer) else here.first

    def offers(o: Offers) -> None:
        seat = in_reply(table)
        o.must(seat, Accept, words.ACCEPT_WORDING, default=True, rule="LD-CONF-06")
        o.may(seat, Counter, words.COUNTER, *wording_fields(), rule="LD-CONF-06")
        if here.countered:
            o.may(seat, CallArbiter, words.CALL_ARBITER, rule="LD-CONF-06")
        offer_drop(table, o)

    async for seat, act in table.window("answer_stakes", words.ANSWER_STAKES, offers):
        if isinstance(act, Counter):
            here.scope, here.wants, here.worded_by, here.countered = act.scope, act.wants, seat, True
            table.tell(words.countered(table), kind="wording", by=seat)
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
    else:
        form = Form("arbitrate", words.ARBITRATE, wording_fields(), rule="LD-CONF-06", default={})
        said = await table.ask(arbiter, form)
        here.scope, here.wants = said["scope"], said["wants"]
        table.tell(words.arbitrated(table.name(arbiter)), kind="wording")


# -- dropping it


def offer_drop(table: LostDays, o: Offers) -> None:
    """Until the roll the sides may agree on an outcome instead; each may propose it once. (LD-CONF-13, D39)"""
    here = table.conflict
    outcome = Words("outcome", words.OUTCOME, most=LINE_MOST, aloud=True, default="")
    for side in (FIRST, SECOND):
        seat = here.player(side)
        if seat not in here.drop_asked:
            o.may(seat, ProposeDrop, words.PROPOSE_DROP, outcome, rule="LD-CONF-13")


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
        how = Words("how", words.ACTION, most=TEXT_MOST, aloud=True, default="")
        memory = Pick("memory", words.WHICH_MEMORY, memory_options(unused(table, here.turn)), rule="LD-CONF-08")
        o.must(seat, Done, words.DONE, default=True, rule="LD-CONF-08")
        o.may(seat, OfferMemory, words.BRING, memory, how, rule="LD-CONF-08")
        offer_drop(table, o)

    while len(here.done) < 2 and still_on(table):
        seat, act = await one_act(table, "offer_memory", words.OFFER_MEMORY, offers)
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


def unused(table: LostDays, side: str) -> list[Memory]:
    """A memory counts once. (LD-CONF-08)"""
    here = table.conflict
    return [card for card in table.owned(here.player(side)) if card.noun_key not in here.in_use[side]]


async def use_the_stake(table: LostDays) -> None:
    """Its owner may use it without anybody's consent, and must still tell how. (LD-CONF-10)"""
    here = table.conflict
    owner = table.memory(here.stake).holder if here.stake else ""
    side = here.side_of(owner) if owner else ""
    if not side or not here.in_person(side):
        return
    fields = (
        Pick("use", words.USE_STAKE, words.YES_NO, default="yes"),
        Words("how", words.ACTION, most=TEXT_MOST, aloud=True, default=""),
    )
    said = await table.ask(owner, Form("use_stake", words.USE_STAKE, fields, rule="LD-CONF-10", default={}))
    if said["use"] == "yes":
        bring(table, side, Offered(here.stake, said["how"], True))


def bring(table: LostDays, side: str, offered: Offered) -> None:
    here = table.conflict
    here.offers = {**here.offers, side: (*here.offers[side], offered)}
    if offered.accepted:
        here.in_use = {**here.in_use, side: (*here.in_use[side], offered.memory)}
    seat, text = here.player(side), table.memory(offered.memory).text
    if offered.how:
        table.tell(offered.how, kind="action", by=seat)
    table.tell(words.brings(table.called(seat), text, offered.accepted), kind="offered")


async def judge(table: LostDays, act: OfferMemory) -> None:
    """The opponent says whether it fits; refused, it may be tried again in other words. (LD-CONF-09, LD-Q25)"""
    here = table.conflict
    side = here.turn
    text = words.judge(table.called(here.player(side)), table.memory(act.memory).text, act.how)
    ask = Pick("judge_memory", text, words.JUDGE_CHOICES, rule="LD-CONF-09", default="accept")
    accepted = await table.ask(here.player(OTHER_SIDE[side]), ask) == "accept"
    if not accepted and table.options.relevance == "opponent_with_appeal":
        accepted = await appeal(table, text)
    bring(table, side, Offered(act.memory, act.how, accepted))


async def appeal(table: LostDays, text: str) -> bool:
    """Most of those who are in neither side; a tie leaves the refusal. (LD-Q25)"""
    here = table.conflict
    jury = [seat for seat in table.players if not here.side_of(seat)]
    ask = Pick("appeal", text, words.JUDGE_CHOICES, rule="LD-Q25", default="refuse")
    answers = await table.ask_all("appeal", dict.fromkeys(jury, ask))
    return 2 * sum(answer == "accept" for answer in answers.values()) > len(answers)


# -- the roll


def pool_of(table: LostDays, side: str) -> int:
    """In person the value of all memories in use; the opposition the stake's, or 3. (LD-CONF-12, LD-KING-06)"""
    here = table.conflict
    if here.in_person(side):
        dice = sum(table.memory(key).coins for key in here.in_use[side])
    else:
        dice = table.memory(here.stake).coins if here.stake else OPPOSITION_DICE
    return max(dice, table.options.min_dice)


def roll(table: LostDays) -> None:
    """Both sides at the same moment, for all to see. (LD-ROLL-01, -07)"""
    here = table.conflict
    here.step = "influence"
    mine, theirs = pool_of(table, FIRST), pool_of(table, SECOND)
    faces = table.roll(mine + theirs, 6) if mine + theirs else ()
    here.dice = {FIRST: faces[:mine], SECOND: faces[mine:]}
    read_dice(table)
    table.tell(words.rolled(table), kind="roll", facts={"first": list(faces[:mine]), "second": list(faces[mine:])})
