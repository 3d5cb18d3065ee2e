"""Flaw and Fear tests: the past a detective cannot remember looks back. (Ledger 2.8)"""

from __future__ import annotations

from mneme.engine.prompts import Form, Pick, Seat, aloud
from mneme.engine.windows import Offers
from mneme.games.utopolis import words
from mneme.games.utopolis.conflict import declare_jokers, say_hands
from mneme.games.utopolis.deck import clean_up, deal, draw_cards, open_hand, reading, reveal, shuffle
from mneme.games.utopolis.hands import JOKER, RED, compared
from mneme.games.utopolis.nouns import CORE, GM, LINE_MOST, RESISTS, Fragment, Scene, Trial, Utopolis
from mneme.games.utopolis.spending import (
    Complicate,
    Help,
    complicate,
    help_oneself,
    offer_cinema,
    purchases,
    robots_speak_up,
)

GM_TEST_HAND = 5  # UT-TEST-07

FRAME_TEST = (
    aloud("text", words.FRAME_TEXT, ideas="frames.test"),
    Pick("robot", words.ROBOT_THERE, words.YES_NO, default="yes"),
)


async def owed_tests(table: Utopolis) -> None:
    """Right after the scene, one after another. (UT-TEST-01, -02)"""
    while table.course.owed:
        await owed_test(table, table.course.owed[0])


async def owed_test(table: Utopolis, seat: Seat) -> None:
    """A test, or a revelation in its place; void for whoever has left play. (UT-END-06, UT-R-61, UT-R-66, UT-R-67)"""
    table.course.owed = table.course.owed[1:]
    if seat in table.course.leaving or not table.detective[seat].in_play:
        return
    if table.detective[seat].status == "consumed" and table.options.consumed_tests == "none":
        await revelation(table, seat)
    else:
        await test(table, seat)


async def revelation(table: Utopolis, seat: Seat) -> None:
    """A consumed detective reveals something instead. (UT-END-05, -06, UT-R-61)"""
    text = aloud("revelation", words.REVELATION, ideas="fragments", rule="UT-END-06")
    table.tell(await table.ask(seat, text) or words.TOLD_ALOUD, kind="revelation", by=seat)


async def test(table: Utopolis, seat: Seat) -> None:
    """The kind, the frame, the trigger, the hands; or the end. (UT-TEST-03..13)"""
    table.scene = table.put("scene", Scene(kind="test", player=seat, present=(seat,)))
    table.trial = table.put("trial", Trial(seat=seat))
    table.chapter(words.test_title(table.called(seat)))
    with robots_speak_up(table):
        shuffle(table)
        await draw_kind(table)
        await frame_test(table)
        await name_trigger(table)
        if table.trial.base <= 0:
            await consume(table)
        else:
            await face_it(table)
    clean_up(table)
    table.remove("trial")
    await purchases(table, (seat,))  # a test is a scene (UT-TEST-13, UT-R-16)


async def draw_kind(table: Utopolis) -> None:
    """Red for the Flaw, black for the Fear; a Joker is its drawer's to read. (UT-TEST-03, UT-R-53, UT-R-54)"""
    trial, deck = table.trial, table.deck
    while not trial.kind:
        (card,) = draw_cards(table, 1, None)
        deck.aside = (*deck.aside, card)
        trial.card = card
        if card != JOKER:
            trial.kind = "Flaw" if card[1] in RED else "Fear"
        elif table.options.joker_colour == "tested_player":
            ask = Pick("joker_colour", words.JOKER_COLOUR, words.TEST_KINDS, rule="UT-R-53")
            trial.kind = await table.ask(trial.seat, ask)
    trial.base = base(table, trial.seat, trial.kind)
    facts = {"seat": trial.seat, "card": trial.card, "test": trial.kind}
    table.tell(words.test_kind(table.called(trial.seat), trial), kind="test", facts=facts)


def base(table: Utopolis, seat: Seat, kind: str) -> int:
    """What holds the past off; marks that count here are used up. (UT-TEST-04, UT-DMG-06, UT-R-45)"""
    detective = table.detective[seat]
    number = detective.resistance[kind]
    if detective.damage_in_tests:
        used = (CORE, RESISTS[kind])
        detective.hurt = tuple(name for name in detective.hurt if name not in used)
    return number


async def frame_test(table: Utopolis) -> None:
    """Where it happens, who is about, and whether the robot is. (UT-TEST-05, UT-GM-03)"""
    seat = table.trial.seat
    form = Form("frame_test", words.frame_test(table.called(seat)), FRAME_TEST, rule="UT-TEST-05", default={})
    answer = await table.ask(table.gm, form)
    table.scene.robots, table.scene.framed = (seat,) if answer["robot"] == "yes" else (), answer["text"]
    table.tell(answer["text"] or words.TOLD_ALOUD, kind="frame", by=table.gm)


async def name_trigger(table: Utopolis) -> None:
    """Something noticed that ties to the forgotten past. (UT-TEST-06, UT-SAY-08)"""
    trial = table.trial
    note = words.trigger_note(trial, table.detective[trial.seat], table.scene.framed)
    ask = aloud("trigger", words.TRIGGER, most=LINE_MOST, ideas="triggers", rule="UT-TEST-06", note=note)
    trial.trigger = await table.ask(trial.seat, ask)
    table.tell(trial.trigger or words.TOLD_ALOUD, kind="trigger", by=trial.seat)


async def consume(table: Utopolis) -> None:
    """Nothing left to draw: the past has them, for the rest of this case. (UT-TEST-04, UT-END-03, -04, UT-R-55)"""
    trial = table.trial
    detective = table.detective[trial.seat]
    ask = aloud("consumption", words.consumption(trial.kind, detective.muse), rule="UT-END-04")
    table.tell(await table.ask(trial.seat, ask) or words.TOLD_ALOUD, kind="ending", by=trial.seat)
    trial.outcome = detective.status = "consumed"
    detective.consumed_by = trial.kind
    table.tell(words.consumed(detective.identity, trial.kind), kind="ending")


async def face_it(table: Utopolis) -> None:
    """The base against 5 of the GM's; strictly higher passes. (UT-TEST-07..09)"""
    trial = table.trial
    open_hand(table, trial.seat, trial.seat)
    deal(table, trial.seat, trial.base)
    open_hand(table, GM, table.gm)
    deal(table, GM, GM_TEST_HAND)
    await test_window(table)
    reveal(table)
    await declare_jokers(table)
    say_hands(table)
    mine, theirs = reading(table, trial.seat), reading(table, GM)
    for line in words.compared(mine, theirs, table.called(trial.seat), table.side_name(GM)):
        table.tell(line, kind="comparison")
    trial.steps = compared(mine.key, theirs.key)
    trial.outcome = "passed" if mine.key > theirs.key else "failed"
    if trial.outcome == "passed":
        await pass_test(table)
    else:
        await fail_test(table)


async def test_window(table: Utopolis) -> None:
    """Cinema for oneself or against the GM's hand, and nothing else. (UT-TEST-08, UT-R-56, UT-R-75)"""
    seat = table.trial.seat

    def offers(o: Offers) -> None:
        offer_cinema(table, o, seat, (GM,))
        held = words.holding(table.hands[seat].faces, reading(table, seat))
        stakes = words.test_stakes(table, fragment_narrator(table, seat))
        o.say(seat, words.test_cinema(table.trial), note=f"{held}\n{stakes}")

    async for _, act in table.window("test_cinema", words.TEST_CINEMA, offers, passing=True):
        match act:
            case Help(text):
                help_oneself(table, seat, text)
            case Complicate(target, text):
                complicate(table, seat, target, text)


async def pass_test(table: Utopolis) -> None:
    """The tested player tells how it passes by, unless the robot does. (UT-TEST-12, UT-R-57)"""
    trial = table.trial
    table.tell(words.test_passed(table.called(trial.seat)), kind="test")
    trial.narrator = trial.seat
    robot = table.robot[trial.seat]
    if table.options.tokens_in_test == "fact_and_seize" and table.robots_present() and robot.tokens:
        text = words.seize_test(table, trial.seat)
        ask = Pick("seize_success", text, words.YES_NO, rule="UT-R-57", default="no")
        if await table.ask(robot.player, ask) == "yes":
            robot.tokens -= 1
            trial.narrator = robot.player
            table.tell(words.robot_takes_over(table, trial.seat), kind="spend", by=robot.player)
    went_by = words.tell_pass(table.called(trial.seat))
    ask_text = aloud("test_narration", went_by, rule="UT-TEST-12", note=words.test_won(trial))
    table.tell(await table.ask(trial.narrator, ask_text) or words.TOLD_ALOUD, kind="narration", by=trial.narrator)


async def fail_test(table: Utopolis) -> None:
    """Flaw or Fear grows, and somebody else remembers a little. (UT-TEST-10, -11)"""
    trial, detective = table.trial, table.detective[table.trial.seat]
    detective.failures += 1
    if trial.kind == "Flaw":
        detective.flaw += 1
    else:
        detective.fear += 1
    table.tell(words.test_failed(detective, trial.kind), kind="test")
    trial.narrator = fragment_narrator(table, trial.seat)
    detective.last_fragment_by = trial.narrator
    text, note = words.tell_fragment(detective), words.stirred_by(trial)
    ask = aloud("test_narration", text, ideas="fragments", rule="UT-TEST-11", note=note)
    told = await table.ask(trial.narrator, ask)
    table.tell(told or words.TOLD_ALOUD, kind="fragment", by=trial.narrator)
    fragment = Fragment(told or words.TOLD_ALOUD, trial.narrator, trial.kind, trial.trigger)
    detective.fragments = (*detective.fragments, fragment)


def fragment_narrator(table: Utopolis, seat: Seat) -> Seat:
    """The next to the left of whoever told the last one; the owner never, the GM only by agreement.

    (UT-TEST-11, UT-R-01, UT-R-58, UT-R-66)
    """
    table_round = (*table.circle, table.gm)
    last = table.detective[seat].last_fragment_by or seat
    start = table_round.index(last)
    order = [other for other in (*table_round[start + 1 :], *table_round[: start + 1]) if other != seat]
    if table.options.fragment_rotation == "players":
        order = [other for other in order if other != table.gm]
    return next((other for other in order if other == table.gm or other in table.staying), table.gm)
