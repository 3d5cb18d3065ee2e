"""Who tells what: the outcome, the Memory, and what it leaves behind. (Ledger 2.11, 2.12, KT-EDGE-08)"""

from __future__ import annotations

from mneme.engine.acts import Act
from mneme.engine.prompts import Option, Pick, Seat, Words, aloud
from mneme.engine.windows import Offers
from mneme.games.know_thyself import words
from mneme.games.know_thyself.asking import ask_guest, staying
from mneme.games.know_thyself.cards import MEMORY_TYPES, suit
from mneme.games.know_thyself.nouns import LINE_MOST, PHRASE_MOST, KnowThyself, Memory

OUTCOME, MEMORY = "outcome", "memory"
NO_CHANGE, ADD_EDGE = "none", "add"


class Flag(Act):
    """This Memory contradicts an earlier one. (KT-MEM-06)"""

    memory: str
    why: str


class LetStand(Act):
    """The Memories stand as they are."""


# -- step 9: who tells what


async def choose_what_to_tell(table: KnowThyself) -> None:
    """The player keeps one of the two; together they choose one for all. (KT-NARR-01, KT-MULTI-08)"""
    wager = table.wager
    wager.step = 9
    wager.due = {seat: memory_due(table, seat) for seat in wager.accepted}
    voters = tuple(seat for seat in wager.accepted if not table.guest[seat].leaving)
    if len(voters) > 1:
        wager.choice = await vote_what_to_tell(table, voters)
    elif voters:
        wager.choice = await ask_guest(table, voters[0], narration_prompt(table, voters[0]), OUTCOME)
    else:
        wager.choice = OUTCOME
    told = words.choice_made(wager.choice, [table.name(seat) for seat in staying(table, voters)])
    table.tell(told, kind="choice", facts={"choice": wager.choice})


def narration_prompt(table: KnowThyself, seat: Seat) -> Pick:
    """What there is to tell, each with what it comes to. (KT-NARR-01)"""
    options = words.narrations(table, seat)
    note = words.result_of(table, seat, seat)
    return Pick("narration", words.NARRATION, options, default=OUTCOME, rule="KT-NARR-01", note=note)


async def vote_what_to_tell(table: KnowThyself, voters: tuple[Seat, ...]) -> str:
    """The majority; an even split is the Master's to decide. (KT-MULTI-08, KT-AMB-28)"""
    asked = {
        seat: Pick(
            "narration_vote",
            words.NARRATION_VOTE,
            words.narrations(table, seat),
            default=OUTCOME,
            rule="KT-MULTI-08",
            note=words.result_of(table, seat, seat),
        )
        for seat in voters
    }
    votes: dict[Seat, str] = await table.ask_all("narration_vote", asked, sealed=True)
    outcomes = [*votes.values()].count(OUTCOME)
    if 2 * outcomes != len(votes):
        return OUTCOME if 2 * outcomes > len(votes) else MEMORY
    note = f"{words.votes_for(table, votes)}\n{words.results(table, table.master)}"
    tie = Pick("narration_tie", words.NARRATION_TIE, words.NARRATIONS, default=OUTCOME, rule="KT-MULTI-08", note=note)
    return await table.ask(table.master, tie)


# -- steps 10 and 11: the telling


async def tell_it(table: KnowThyself) -> None:
    """Players first, each their own piece; then the Master tells what is left. (KT-NARR-02, KT-MULTI-09)"""
    wager = table.wager
    wager.step = 10
    for seat in wager.accepted:
        if not table.guest[seat].leaving:
            await tell_piece(table, seat, seat, wager.choice)
    wager.step = 11
    for seat in wager.accepted:
        if seat not in wager.outcome_by:
            await tell_outcome(table, seat, table.master)
        if seat not in wager.memory_of:
            await tell_memory(table, seat, table.master)


async def tell_piece(table: KnowThyself, seat: Seat, teller: Seat, piece: str) -> None:
    if piece == OUTCOME:
        await tell_outcome(table, seat, teller)
    else:
        await tell_memory(table, seat, teller)


async def tell_outcome(table: KnowThyself, seat: Seat, teller: Seat) -> None:
    """By degree: all of it, most of it, a small part, or none. (KT-NARR-03..06, KT-CARD-05)"""
    wager = table.wager
    text, note = words.tell_outcome(table, seat, teller), words.outcome_note(table, seat, teller)
    ideas = words.outcome_ideas(table, seat, teller)
    ask = aloud("outcome", text, ideas=ideas, rule="KT-NARR-03", note=note)
    told = await ask_teller(table, teller, ask)
    if told is not None:
        wager.outcome_by = {**wager.outcome_by, seat: teller}
        table.tell(told or words.TOLD_ALOUD, kind="outcome", by=teller, facts={"seat": seat})


async def tell_memory(table: KnowThyself, seat: Seat, teller: Seat) -> None:
    """Kind and Attachment by the two cards, colour by the room; one line is written down. (KT-MEM-01..05)"""
    wager = table.wager
    kind, box = wager.due[seat]["type"], wager.due[seat]["suit"]
    text, note = words.tell_memory(table, seat, teller), words.memory_note(table, seat, teller)
    ask = Words("memory", text, most=LINE_MOST, ideas=kind, rule="KT-MEM-05", note=note)
    told = await ask_teller(table, teller, ask)
    if told is None:
        return
    memory = Memory(
        owner=seat,
        suit=box,
        type=kind,
        room=wager.room,
        true_name=str(table.palace.true_names[wager.room]),
        text=told,
        narrator=teller,
        wager=table.course.wagers + 1,
    )
    wager.memory_of = {**wager.memory_of, seat: table.remember(memory).noun_key}
    facts = {"seat": seat, "memory": memory.noun_key, "by": teller}
    table.tell(words.remembers(table, memory), kind="memory", facts=facts)


async def ask_teller(table: KnowThyself, teller: Seat, ask: Words) -> str | None:
    """The Master stays; a player may leave while telling, and then the Master tells it. (KT-AMB-25)"""
    if teller == table.master or table.options.leaving != "retire":
        return await table.ask(teller, ask)
    return await table.ask_unless(teller, lambda: None if table.guest[teller].leaving else ask)


def memory_due(table: KnowThyself, seat: Seat) -> dict[str, str]:
    """One card's suit gives the kind, the other's the Attachment. (KT-MEM-02, -03, KT-AMB-01)"""
    own, masters = suit(table.wager.card(seat)), suit(table.wager.master_card)
    kind, box = (own, masters) if table.options.suit_map == "B" else (masters, own)
    return {"type": MEMORY_TYPES[kind], "suit": box}


# -- contradictions


async def let_memories_stand(table: KnowThyself) -> None:
    """Anyone may say that a Memory contradicts an earlier one, until the Master goes on. (KT-MEM-06, KT-AMB-35)"""
    async for seat, act in table.window("contradictions", words.CONTRADICTIONS, lambda o: offer_flags(table, o)):
        match act:
            case LetStand():
                break
            case Flag(memory, why):
                await flag(table, seat, memory, why)


def offer_flags(table: KnowThyself, o: Offers) -> None:
    wager = table.wager
    o.must(table.master, LetStand, words.LET_STAND, default=True, rule="KT-MEM-06")
    new = [table.memory(key) for key in wager.memory_of.values()]
    for seat in (*table.guests, table.master):
        options = tuple(
            Option(memory.noun_key, memory.text)
            for memory in new
            if memory.narrator != seat and f"{seat} {memory.noun_key}" not in wager.flags
        )
        if options:
            which = Pick("memory", words.WHICH_MEMORY, options, rule="KT-MEM-06")
            o.may(seat, Flag, words.FLAG, which, WHY, rule="KT-MEM-06")
            o.say(seat, words.CONTRADICTIONS, words.new_memories(table, new))
        elif seat == table.master:
            o.say(seat, words.MEMORIES_TOLD)


WHY = Words("why", words.WHY_NOT, most=LINE_MOST, rule="KT-MEM-06")


async def flag(table: KnowThyself, seat: Seat, key: str, why: str) -> None:
    """The narrator finds other words, or the table decides. (KT-AMB-35)"""
    wager, memory = table.wager, table.memory(key)
    wager.flags = (*wager.flags, f"{seat} {key}")
    table.tell(words.flagged(memory.text, why), kind="flag", by=seat)
    text = words.objects_to(table.name(seat), memory.text, why)
    ask = Pick("contradiction", text, words.REWORD_OR_DISPUTE, default="reword", rule="KT-MEM-06")
    if await ask_teller_or(table, memory.narrator, ask, "reword") == "dispute" and not await must_reword(table, memory):
        table.tell(words.MEMORY_STANDS, kind="flag")
        return
    new = Words("reword", words.reword(memory.text), most=LINE_MOST, avoid=(memory.text,), rule="KT-MEM-06")
    if not (told := await ask_teller_or(table, memory.narrator, new, "")):
        memory.narrator = table.master
        told = await table.ask(table.master, new)
    memory.text = told
    facts = {"seat": memory.owner, "memory": key, "by": memory.narrator}
    table.tell(words.remembers(table, memory), kind="memory", facts=facts)


async def must_reword(table: KnowThyself, memory: Memory) -> bool:
    """The majority of the table; the Master's own voice breaks a tie. (KT-AMB-35)"""
    text = words.does_it_contradict(memory.text)
    ask = Pick("contradiction_vote", text, words.STANDS_OR_NOT, default="stands", rule="KT-MEM-06")
    voters = (*table.guests, table.master)
    votes: dict[Seat, str] = await table.ask_all(
        "contradiction_vote", lambda: dict.fromkeys(staying(table, voters), ask)
    )
    against = sum(vote == "reword" for vote in votes.values())
    if 2 * against != len(votes):
        return 2 * against > len(votes)
    return votes[table.master] == "reword"


# -- step 13: Edges


async def change_edges(table: KnowThyself) -> None:
    """Whoever told an outcome may add or drop one Edge. (KT-EDGE-08, KT-AMB-14)"""
    wager = table.wager
    wager.step = 13
    for seat in wager.accepted:
        used_up = wager.edge_changed and table.options.edge_change == "per_wager"
        if not used_up and not table.guest[seat].leaving:
            await change_edge(table, seat, wager.outcome_by[seat])


async def change_edge(table: KnowThyself, seat: Seat, teller: Seat) -> None:
    """At most one change, and it must fit what was told. (KT-EDGE-08)"""
    guest, table.wager.edges_of = table.guest[seat], seat
    options = (
        Option(NO_CHANGE, words.NO_EDGE_CHANGE),
        Option(ADD_EDGE, words.ADD_EDGE),
        *(Option(key, words.drop_edge(text)) for key, text in guest.edges.items()),
    )
    ask = Pick("edge_change", words.edge_change(table, seat, teller), options, default=NO_CHANGE, rule="KT-EDGE-08")
    chosen = await ask_teller_or(table, teller, ask, NO_CHANGE)
    if chosen == ADD_EDGE:
        new = Words("new_edge", words.NEW_EDGE, most=PHRASE_MOST, ideas="edge", rule="KT-EDGE-01")
        add_edge(table, seat, await ask_teller_or(table, teller, new, ""))
    elif chosen != NO_CHANGE:
        facts = {"seat": seat, "edge": chosen, "change": "dropped"}
        table.tell(words.edge_dropped(table.name(seat), guest.edges[chosen]), kind="edge", facts=facts)
        guest.edges = {key: text for key, text in guest.edges.items() if key != chosen}
        table.wager.edge_changed = True


async def ask_teller_or(table: KnowThyself, teller: Seat, ask: Pick | Words, otherwise: str) -> str:
    return await (table.ask(teller, ask) if teller == table.master else ask_guest(table, teller, ask, otherwise))


def add_edge(table: KnowThyself, seat: Seat, text: str) -> None:
    """A short phrase, neither good nor bad; there is no limit. (KT-EDGE-01)"""
    if not text:
        return
    guest = table.guest[seat]
    guest.edges_made += 1
    guest.edges = {**guest.edges, f"edge{guest.edges_made}": text}
    table.wager.edge_changed = True
    facts = {"seat": seat, "edge": f"edge{guest.edges_made}", "change": "added"}
    table.tell(words.edge_added(table.name(seat), text), kind="edge", facts=facts)
