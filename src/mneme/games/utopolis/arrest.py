"""The arrest, the presentation to the supercomputer, and its verdict. (Ledger 2.9)"""

from __future__ import annotations

from mneme.engine.prompts import Ack, Form, Option, Pick, Prompt, Seat, Some, Words, aloud
from mneme.games.utopolis import words
from mneme.games.utopolis.nouns import LINE_MOST, PRONGS, QUESTIONS, Item, Scene, Utopolis, evidence_in
from mneme.games.utopolis.question_die import roll_for_type, roll_question
from mneme.games.utopolis.scene import end_of_scene, frame, open_scene, play_scene

NEW_SUSPECT = "new"


async def propose_arrest(table: Utopolis, seat: Seat) -> bool:
    """The scene player names a suspect; the other players with a detective agree, or not. (UT-ARR-01, UT-R-42)"""
    case = table.case
    suspects = tuple(
        Option(suspect.name, suspect.name, words.STANDING_WORDS[suspect.standing].lower()) for suspect in case.suspects
    )
    fields = (
        Pick("suspect", words.WHICH_SUSPECT, (*suspects, Option(NEW_SUSPECT, words.SOMEBODY_ELSE))),
        Words("name", words.NEW_SUSPECT_NAME, most=LINE_MOST, optional=True, default="", ideas="citizens"),
    )
    answer = await table.ask(seat, Form("arrest_proposal", words.ARREST, fields, rule="UT-ARR-01"))
    name = (answer["name"] or words.SOMEBODY) if answer["suspect"] == NEW_SUSPECT else answer["suspect"]
    table.tell(words.proposes_arrest(table.called(seat), name), kind="arrest", by=seat)
    others = tuple(other for other in table.investigators if other != seat)
    note = words.arrest_chance(case)
    vote = Pick(
        "arrest_vote",
        words.arrest_vote(table.called(seat), name),
        words.AGREEMENT,
        note=note,
        rule="UT-R-42",
        default="agree",
    )
    asked: dict[Seat, Prompt[str]] = dict.fromkeys(others, vote)
    said = await table.ask_all("arrest_vote", asked, sealed=True)
    if not carried(table, list(said.values())):
        table.tell(words.NO_ARREST, kind="arrest")
        return False
    case.arrested, case.proposer, case.status, case.secured = name, seat, "arrest", False
    return True


def carried(table: Utopolis, votes: list[str]) -> bool:
    """All others; or, by majority, more than half with the proposer's own voice. (UT-R-42)"""
    agreed = votes.count("agree")
    if table.options.arrest_vote == "unanimous":
        return agreed == len(votes)
    return 2 * (agreed + 1) > len(votes) + 1


async def arrest_scene(table: Utopolis, proposer: Seat) -> None:
    """All detectives; usually the suspect does not come quietly. (UT-ARR-02, -03, -05, -11, UT-R-83)"""
    everyone = table.investigators
    open_scene(table, Scene(kind="arrest", player=proposer, present=everyone, robots=everyone))
    await roll_for_type(table, proposer)
    await frame(table)
    case = table.case
    ask = Pick(
        "arrest_conflict", words.arrest_conflict(case.arrested), words.ARREST_CONFLICT, rule="UT-GM-10", default="yes"
    )
    if await table.ask(table.gm, ask) == "yes":
        table.scene.again = True
        await play_scene(table)
    else:
        case.secured = True
        table.tell(words.comes_quietly(case.arrested), kind="arrest")
    await end_of_scene(table)
    if case.secured and table.investigators:
        await presentation(table)
    elif case.status == "arrest":
        case.status = "open"


# -- at the station


async def presentation(table: Utopolis) -> None:
    """Means, motive, opportunity, identity; nothing new is told. (UT-ARR-06..09, UT-SAY-10, -11)"""
    table.course.phase = "presentation"
    table.chapter(words.PRESENTATION)
    await present(table)
    await judge(table)
    await verdict(table)


def evidence_items(table: Utopolis) -> list[Item]:
    """Mere clues and refuted ones count for nothing. (UT-ARR-07)"""
    return [item for item in table.items if item.counts_for]


async def present(table: Utopolis) -> None:
    """The proposer lays out the evidence; the detectives argue one prong each in turn. (UT-ARR-06, UT-SAY-10)"""
    case, items = table.case, evidence_items(table)
    proposer = case.proposer if case.proposer in table.investigators else table.investigators[0]
    everything = [item.noun_key for item in items]
    ask = Some(
        "present_evidence",
        words.present(case),
        words.item_options(items),
        0,
        len(items),
        rule="UT-ARR-06",
        default=everything,
    )
    case.presented = await table.ask(proposer, ask) if items else ()
    speakers = (proposer, *(seat for seat in table.clockwise(proposer) if seat in table.investigators))
    for place, prong in enumerate(PRONGS):
        await argue(table, speakers[place % len(speakers)], prong)


async def argue(table: Utopolis, seat: Seat, prong: str) -> None:
    """What the evidence says of one prong. (UT-SAY-10)"""
    laid_out = [table.item(key) for key in table.case.presented]
    texts = [words.clue_in_full(item) for item in laid_out if shows(item, prong)]
    text, note = words.argue(prong, texts), "\n".join(texts)
    ask = aloud("argument", text, rule="UT-ARR-06", note=note)
    said = await table.ask(seat, ask)
    table.tell(words.argued(prong, said), kind="argument", by=seat, facts={"prong": prong})


def shows(item: Item, prong: str) -> bool:
    return any(question in PRONGS[prong] for question in item.questions)


async def judge(table: Utopolis) -> None:
    """The GM, as the supercomputer, may strike what does not concern the suspect. (UT-GM-11, UT-R-43)"""
    case = table.case
    items = [item for item in evidence_items(table) if item.noun_key in case.presented]
    if not items:
        return
    fields = (
        Some("struck", words.STRIKE, words.item_options(items), 0, len(items), default=[]),
        aloud("reason", words.STRIKE_REASON, most=LINE_MOST),
    )
    answer = await table.ask(table.gm, Form("judge_items", words.judge(case), fields, rule="UT-GM-11", default={}))
    case.struck = answer["struck"]
    for key in case.struck:
        table.tell(words.struck(table.item(key).reads, answer["reason"]), kind="verdict", by=table.gm)


def satisfied(table: Utopolis) -> tuple[str, ...]:
    """The questions with evidence enough: 1 item each, 2 for a major crime. (UT-ARR-07, UT-R-80)"""
    case = table.case
    accepted = [table.item(key) for key in case.presented if key not in case.struck]
    return tuple(question for question, count in evidence_in(accepted).items() if count >= case.required)


async def verdict(table: Utopolis) -> None:
    """All six: closed. Otherwise one roll, which Cinema cannot touch. (UT-ARR-08, -09, UT-R-41)"""
    case, answered = table.case, satisfied(table)
    table.tell(words.answered(answered), kind="verdict")
    if len(answered) < len(QUESTIONS):
        case.roll = roll_question(table)
        table.tell(words.verdict_roll(case.roll, case.roll in answered), kind="die", facts={"question": case.roll})
    case.status = "closed" if not case.roll or case.roll in answered else "discontinued"
    text = words.speak_verdict(case, len(answered))
    await table.ask(table.gm, Ack("verdict", text, label=words.SPOKEN, rule="UT-SAY-11", default=True))
    table.tell(words.verdict(case, len(satisfied(table))), kind="verdict", by=table.gm)
    table.tell(words.judged(case), kind="verdict")
