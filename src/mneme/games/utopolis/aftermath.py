"""What a conflict leaves: Cinema, damage, and the telling. (Ledger 2.6, 2.7, C9 to C13)"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from mneme.engine.acts import Act
from mneme.engine.prompts import Form, Option, Pick, Prompt, Seat, Some, Words, aloud
from mneme.engine.windows import Offers
from mneme.games.utopolis import words
from mneme.games.utopolis.deck import clean_up, reading
from mneme.games.utopolis.hands import award, damage_level, natural_count
from mneme.games.utopolis.nouns import (
    CORE,
    GM,
    LINE_MOST,
    QUESTIONS,
    Explained,
    FollowUp,
    Item,
    Result,
    Utopolis,
    named,
    robot_side,
)
from mneme.games.utopolis.question_die import choose_or_roll_for_opening
from mneme.games.utopolis.safety import MarkSuspect, mark_suspect, offer_suspects

NOBODY = "-"
AS_BEFORE = "="

UNCHANGED = Option(AS_BEFORE, words.AS_BEFORE)
CLUE_TEXT = {
    question: Words("clue", words.clue_text(question), most=LINE_MOST, ideas=f"clues.{question}", rule="UT-CLUE-01")
    for question in QUESTIONS
}
CLUE_STANDING = Pick("evidence", words.CLUE_OR_EVIDENCE, words.CLUE_STANDINGS, default="clue", rule="UT-CLUE-02")
CLUE_KIND = Pick("kind", words.EVIDENCE_KIND, words.EVIDENCE_KINDS, default="physical", rule="UT-CLUE-02")
NEW_QUESTION = Some("questions", words.NEW_QUESTION, named(QUESTIONS), 0, 1, rule="UT-CLUE-05")
NEW_QUESTIONS = Some("questions", words.NEW_QUESTION, named(QUESTIONS), 0, len(QUESTIONS), rule="UT-CLUE-05")
NEW_STANDING = Pick("evidence", words.CLUE_OR_EVIDENCE, words.CLUE_STANDINGS)
NEW_KIND = Pick("kind", words.EVIDENCE_KIND, (UNCHANGED, *words.EVIDENCE_KINDS), default=AS_BEFORE, rule="UT-CLUE-02")
REFUTED = Pick("refuted", words.REFUTED, words.YES_NO, default="no")
REEXPLAIN_TEXT = aloud("text", words.REEXPLAIN_TEXT, most=LINE_MOST)
FOLLOW_UP_TEXT = aloud("text", words.FOLLOW_UP_TEXT, most=LINE_MOST)


class Seize(Act):
    """Tell the failure oneself, for a point of Cinema."""


class ReExplain(Act):
    item: str
    questions: tuple[str, ...]
    evidence: str
    kind: str
    concerns: str
    refuted: str
    text: str


class RequestFollowUp(Act):
    text: str


class NarrateSuccess(Act):
    """The outcome, and the one clue it brings."""

    text: str
    clue: str
    evidence: str
    kind: str
    concerns: str


# -- C9 and C10: awards and damage


def settle(table: Utopolis) -> None:
    """Cinema first, then damage, for every detective in the conflict. (UT-AWD-06, UT-R-77)"""
    conflict = table.conflict
    conflict.results = tuple(settled(table, result) for result in conflict.results)
    for result in conflict.results:
        detective = table.detective[result.seat]
        detective.cinema += result.award
        detective.hurt = (*detective.hurt, *result.hurt)
        say_comparison(table, result)
        facts = {"seat": result.seat, "success": result.success, "step": result.step, "award": result.award}
        for line in words.outcome(table, result):
            table.tell(line, kind="result", facts=facts)


def say_comparison(table: Utopolis, result: Result) -> None:
    """Step by step, in words: poker habits mislead here. (UT-HAND-04)"""
    mine, theirs = reading(table, result.seat), reading(table, result.against)
    for line in words.compared(mine, theirs, table.called(result.seat), table.side_name(result.against)):
        table.tell(line, kind="comparison")


def settled(table: Utopolis, result: Result) -> Result:
    points = award_for(table, result)
    if result.success:
        return replace(result, award=points)
    difference = clubs_and_hearts(table, result)
    hurt = hurt_by(table, result.seat, difference)
    return replace(result, award=points, difference=difference, hurt=hurt)


def award_for(table: Utopolis, result: Result) -> int:
    """By how much, on a success; a share of what was spent against one, on a failure. (UT-AWD-01..05, UT-R-37b)"""
    conflict = table.conflict
    if result.success:
        mine, theirs = reading(table, result.seat).key, reading(table, result.against).key
        return award(mine, theirs, table.options.high_card_award)
    against = conflict.opposition[result.seat]
    share = conflict.crime_points // len(conflict.detectives) if GM in against else 0
    rivals = [conflict.spent.get(side, {}) for side in against if side in conflict.detectives]
    return share + sum(spent.get("help", 0) + spent.get(result.seat, 0) for spent in rivals)


def clubs_and_hearts(table: Utopolis, result: Result) -> int:
    """Clubs in the highest opposing hand less Hearts in one's own. (UT-DMG-02, UT-JOK-05, UT-R-32)"""
    theirs, mine = table.hands[result.against].faces, table.hands[result.seat].faces
    if table.options.joker_counts_for_damage == "ignore":
        return natural_count(theirs, "C") - natural_count(mine, "H")
    return reading(table, result.against).clubs - reading(table, result.seat).hearts


def hurt_by(table: Utopolis, seat: Seat, difference: int) -> tuple[str, ...]:
    """1 marks the talent, 2 the attribute too, 4 Core as well; what was not used cannot be hurt. (UT-DMG-01, -03)"""
    conflict = table.conflict
    level = damage_level(difference)
    attribute = conflict.attributes[seat]
    talents = conflict.talents[seat] if level >= 1 else ()
    attributes = (attribute,) if level >= 2 and attribute else ()
    return (*talents, *attributes, *((CORE,) if level >= 3 else ()))


# -- C11: who tells it


async def settle_narrator(table: Utopolis) -> None:
    """The highest successful detective, or the GM, or a robot; and who takes it over. (UT-NARR-01..04)"""
    conflict = table.conflict
    conflict.stage = "narration"
    if conflict.succeeded:
        narrator = highest(table, conflict.succeeded)
        conflict.holder, conflict.holds_as = narrator, "detective"
        if table.scene.typed_by_winner:
            await choose_or_roll_for_opening(table, narrator)
        await seize_success(table, narrator)
    else:
        give_failure(table)
        if conflict.holds_as == "gm":
            await seize_failure(table)
    table.tell(words.narrates(table), kind="narration rights")


def highest(table: Utopolis, seats: tuple[Seat, ...]) -> Seat:
    """The highest hand; of equals the scene player's, then clockwise. (UT-NARR-01, UT-R-46)"""
    return max(table.from_scene_player(seats), key=lambda seat: reading(table, seat).key)


async def seize_success(table: Utopolis, partner: Seat) -> None:
    """The narrator's robot may tell it instead, for 1 Token. (UT-TOK-04, UT-NARR-02, UT-R-36)"""
    robot = table.robot[partner]
    if partner not in table.robots_present() or robot.tokens < 1:
        return
    text, note = words.seize_success(table, partner), words.results(table)
    ask = Pick("seize_success", text, words.YES_NO, rule="UT-TOK-04", default="no", note=note)
    if await table.ask(robot.player, ask) == "yes":
        robot.tokens -= 1
        table.conflict.holder, table.conflict.holds_as = robot.player, "robot"
        table.tell(words.robot_takes_over(table, partner), kind="spend", by=robot.player)


def give_failure(table: Utopolis) -> None:
    """The GM tells a failure, unless a robot's hand was highest of all. (UT-NARR-03, UT-R-47)"""
    conflict = table.conflict
    conflict.holder, conflict.holds_as = table.gm, "gm"
    victors = [seat for seat in table.from_scene_player(conflict.robots) if robot_won(table, seat)]
    if victors and table.options.robot_defeat_narrator == "robot_player":
        partner = max(victors, key=lambda seat: reading(table, robot_side(seat)).key)
        conflict.holder, conflict.holds_as = table.robot[partner].player, "robot"


def robot_won(table: Utopolis, partner: Seat) -> bool:
    """It beat its partner, and the GM has no hand or a lower one. (UT-NARR-03)"""
    if partner not in table.conflict.detectives:
        return False
    own = reading(table, robot_side(partner)).key
    beaten = own >= reading(table, partner).key
    return beaten and (GM not in table.hands or own > reading(table, GM).key)


async def seize_failure(table: Utopolis) -> None:
    """First to spend 1 Cinema tells it for all who failed. (UT-CIN-04, UT-NARR-04, UT-R-33)"""
    conflict = table.conflict

    def offers(o: Offers) -> None:
        for seat in conflict.detectives:
            if table.detective[seat].cinema:
                o.may(seat, Seize, words.SEIZE, note=words.ONE_CINEMA, rule="UT-CIN-04")
                o.say(seat, words.seize_failure(table), note=words.results(table))

    async for seat, _ in table.window("seize_failure", words.seize_failure(table), offers, passing=True):
        table.pay_cinema(seat)
        conflict.holder, conflict.holds_as = seat, "seized"
        table.tell(words.seizes(table.called(seat)), kind="spend", by=seat)
        break


# -- C12: telling it


async def narrate(table: Utopolis) -> None:
    """Success with its clue, or failure with what comes of it. (UT-NARR-05, -06)"""
    conflict = table.conflict
    lost_arrest = table.scene.kind == "arrest" and not captured(table)
    escaping = lost_arrest and await escapes(table)
    if conflict.succeeded:
        await narrate_success(table)
    if escaping:
        await narrate_escape(table)
    elif lost_arrest or not conflict.succeeded:
        await narrate_failure(table)


async def narrate_success(table: Utopolis) -> None:
    """What happens to everyone, one new clue, and old clues in a new light. (UT-CLUE-01..05, UT-NARR-05)"""
    conflict = table.conflict

    def offers(o: Offers) -> None:
        fields = success_fields(table)
        rest: dict[str, Any] = {} if table.case.suspects else {"concerns": NOBODY}
        o.must(conflict.holder, NarrateSuccess, words.NARRATE_SUCCESS, *fields, rule="UT-CLUE-01", **rest)
        if table.options.reexplain_cap == "none" or not conflict.reexplained:
            same: dict[str, Any] = {} if table.case.suspects else {"concerns": AS_BEFORE}
            o.may(conflict.holder, ReExplain, words.REEXPLAIN, *reexplain_fields(table), rule="UT-CLUE-04", **same)
        offer_suspects(table, o, conflict.holder)
        o.say(conflict.holder, words.tell_success(table), note=words.results(table))

    async for seat, act in table.window("narration", words.tell_success(table), offers):
        match act:
            case ReExplain():
                re_explain(table, act)
            case MarkSuspect():
                mark_suspect(table, act)
            case NarrateSuccess():
                table.tell(act.text or words.TOLD_ALOUD, kind="narration", by=seat)
                add_clue(table, seat, act)
                break


def outcome_words(table: Utopolis, ideas: str) -> Words:
    """What becomes of everyone: what they wanted, and all that was brought into the scene. (UT-NARR-05)"""
    note = "\n".join(filter(None, (words.intents(table), words.elements(table))))
    return aloud("text", words.OUTCOME_TEXT, ideas=ideas, note=note)


def success_fields(table: Utopolis) -> tuple[Prompt[Any], ...]:
    question = table.scene.question
    return (
        outcome_words(table, "outcomes.success"),
        CLUE_TEXT[question],
        CLUE_STANDING,
        CLUE_KIND,
        *concerns_field(table, ()),
    )


def concerns_field(table: Utopolis, first: tuple[Option, ...]) -> tuple[Prompt[Any], ...]:
    """Whom a clue speaks of; somebody new is added to the suspects first. (UT-CLUE-02, UT-R-43)"""
    suspects = tuple(Option(suspect.name, suspect.name) for suspect in table.case.suspects)
    if not suspects:
        return ()
    options = (*first, Option(NOBODY, words.NOBODY), *suspects)
    return (Pick("concerns", words.CONCERNS, options, default=options[0].key, rule="UT-CLUE-02"),)


def concerned(chosen: str) -> str:
    """The suspect a clue speaks of, if any."""
    return "" if chosen == NOBODY else chosen


def add_clue(table: Utopolis, seat: Seat, told: NarrateSuccess) -> None:
    """One clue in all, of the scene's type. (UT-CLUE-01, -07, UT-SCENE-12)"""
    question = table.scene.question
    item = Item(
        author=seat,
        text=told.clue,
        questions=(question,),
        evidence=told.evidence == "evidence",
        kind=told.kind,
        concerns=concerned(told.concerns),
        follows=table.scene.pursued,
    )
    table.record(item)
    table.tell(words.clue_found(item), kind="clue", by=seat, facts={"item": item.noun_key})


def reexplain_fields(table: Utopolis) -> tuple[Prompt[Any], ...]:
    several = table.options.item_multi_type
    return (
        Pick("item", words.WHICH_CLUE, words.item_options(table.items)),
        NEW_QUESTIONS if several else NEW_QUESTION,
        NEW_STANDING,
        NEW_KIND,
        *concerns_field(table, (UNCHANGED,)),
        REFUTED,
        REEXPLAIN_TEXT,
    )


def re_explain(table: Utopolis, act: ReExplain) -> None:
    """Anybody's clue may turn out to be something else, or about somebody. (UT-CLUE-02, -04, -06, -08, UT-R-38)"""
    item = table.item(act.item)
    before = Explained(table.conflict.holder, item.questions, item.evidence, item.refuted, act.text)
    item.history = (*item.history, before)
    item.questions, item.evidence, item.refuted = act.questions, act.evidence == "evidence", act.refuted == "yes"
    if act.kind != AS_BEFORE:
        item.kind = act.kind
    if act.concerns != AS_BEFORE:
        item.concerns = concerned(act.concerns)
    table.count_evidence()
    table.conflict.reexplained += 1
    table.tell(words.re_explained(item, act.text), kind="clue", facts={"item": item.noun_key})


async def narrate_failure(table: Utopolis) -> None:
    """No, and: a new problem. No, but: a lead elsewhere. (UT-NARR-06, -07, UT-GM-09)"""
    conflict = table.conflict
    fields: tuple[Prompt[Any], ...] = (
        outcome_words(table, "outcomes.failure"),
        Pick("turn", words.TURN_OF_EVENTS, words.TURNS, default="no_but", rule="UT-NARR-06"),
        aloud("what", words.PROBLEM_OR_LEAD, most=LINE_MOST, ideas="turns"),
        *death_field(table),
    )
    note = words.results(table)
    form = Form("narrate_failure", words.tell_failure(table), fields, rule="UT-NARR-06", default={}, note=note)
    answer = await table.ask(conflict.holder, form)
    table.tell(answer["text"] or words.TOLD_ALOUD, kind="narration", by=conflict.holder)
    turn_events(table, answer["turn"], answer["what"])
    die(table, answer)


def death_field(table: Utopolis) -> tuple[Prompt[Any], ...]:
    """Only who took over the telling with Cinema may let the own detective die. (UT-NARR-09, UT-R-49)"""
    if table.conflict.holds_as != "seized":
        return ()
    return (Pick("death", words.OWN_DEATH, words.YES_NO, default="no", rule="UT-NARR-09"),)


def die(table: Utopolis, answer: dict[str, Any]) -> None:
    if answer.get("death") == "yes":
        detective = table.detective[table.conflict.holder]
        detective.status = "dead"
        table.tell(words.dies(detective.identity), kind="ending")


def turn_events(table: Utopolis, turn: str, what: str) -> None:
    """A lead for anybody, or a conflict to come. (UT-NARR-07, UT-SCENE-14)"""
    table.conflict.turn_of_events = turn
    if turn == "no_but":
        author, text = table.conflict.holder, what or words.LEAD_ALOUD
        lead = Item(author=author, text=text, origin="lead", follows=table.scene.pursued)
        table.record(lead)
        table.tell(words.lead(lead.text), kind="clue", facts={"item": lead.noun_key})
    else:
        table.scene.problem = what or words.PROBLEM_ALOUD
        table.tell(words.problem(table.scene.problem), kind="problem")


# -- the arrest


def captured(table: Utopolis) -> bool:
    """Secured if a captor succeeds, whoever else fails. (UT-ARR-03, -12, UT-R-59)"""
    conflict, case = table.conflict, table.case
    case.secured = any(conflict.capture[seat] for seat in conflict.succeeded)
    if case.secured:
        table.tell(words.secured(case.arrested), kind="arrest")
    return case.secured


async def escapes(table: Utopolis) -> bool:
    """Otherwise the suspect may be gone for good; settled before anything is told. (UT-ARR-04, -12, -13, UT-R-81)"""
    conflict, case = table.conflict, table.case
    decider = table.gm if table.options.arrest_escape_decider == "gm" else conflict.holder
    text, note = words.escape(case.arrested), words.results(table)
    ask = Pick("arrest_failure", text, words.ESCAPE, rule="UT-ARR-04", default="continue", note=note)
    gone = await table.ask(decider, ask) == "escape"
    if gone:
        conflict.turn_of_events = "escape"
    return gone


async def narrate_escape(table: Utopolis) -> None:
    """In the arrest scene alone a failure may be plain. (UT-NARR-08, UT-GM-10, UT-R-81)"""
    case, conflict = table.case, table.conflict
    case.status = "escaped"
    text = aloud("text", words.ESCAPE_TEXT)
    form = Form("narrate_escape", words.tell_failure(table), (text, *death_field(table)), rule="UT-NARR-08", default={})
    answer = await table.ask(conflict.holder, form)
    table.tell(answer["text"] or words.TOLD_ALOUD, kind="narration", by=conflict.holder)
    table.tell(words.escaped(case.arrested), kind="arrest")
    die(table, answer)


# -- C13: clean-up and what follows


async def after_the_conflict(table: Utopolis) -> None:
    """The cards return; then a follow-up, or the scene is over. (UT-NARR-10, UT-SCENE-08..10)"""
    scene, turn = table.scene, table.conflict.turn_of_events
    clean_up(table)
    table.remove("conflict")
    scene.again = False
    if not table.present() or table.case.status == "escaped" or table.case.secured:
        scene.over = True
    elif scene.kind != "arrest" and not table.detective[scene.player].in_play:
        scene.over = True  # a follow-up would be his, and lapses (UT-R-67)
    elif scene.kind == "arrest":
        scene.again, scene.over = turn == "no_and", turn != "no_and"
    elif turn == "no_and":
        await now_or_later(table, scene.problem)
    else:
        await request_follow_up(table)


async def request_follow_up(table: Utopolis) -> None:
    """A new conflict that flows from the last, never the same again; the GM consents. (UT-SCENE-09)"""
    scene = table.scene

    def offers(o: Offers) -> None:
        for seat in (*table.present(), table.gm):
            o.may(seat, RequestFollowUp, words.FOLLOW_UP, FOLLOW_UP_TEXT, note=words.FOLLOW_UP_NOTE, rule="UT-SCENE-09")
            o.say(seat, words.FOLLOW_UP_OR_END, note=words.just_found(table))

    scene.over = True
    async for seat, act in table.window("followup", words.FOLLOW_UP_OR_END, offers, passing=True):
        problem = act.text or words.PROBLEM_ALOUD
        table.tell(words.wants_follow_up(table.name(seat), problem), kind="follow-up")
        ask = Pick("grant_followup", words.GRANT, words.YES_NO, rule="UT-SCENE-09", default="yes", note=problem)
        if seat == table.gm or await table.ask(table.gm, ask) == "yes":
            await now_or_later(table, problem)
        else:
            table.tell(words.NO_FOLLOW_UP, kind="follow-up")
        break


async def now_or_later(table: Utopolis, problem: str) -> None:
    """The GM cuts away first, or not. The return keeps the old type. (UT-SCENE-10, -14, UT-R-15, UT-R-76)"""
    scene = table.scene
    options = words.now_or_cut_options(table)
    ask = Pick("now_or_cut", words.NOW_OR_CUT, options, rule="UT-SCENE-10", default="now", note=problem)
    if await table.ask(table.gm, ask) == "now":
        scene.again, scene.over = True, False
        return
    scene.cut, scene.over = True, True
    coming = FollowUp(problem, scene.question, scene.present, scene.typed_by_winner)
    table.course.pending = {**table.course.pending, scene.player: coming}
    table.tell(words.cut_away(table.called(scene.player)), kind="follow-up")
