"""The question die: which of the six questions a scene may answer. (UT-SCENE-03, -04, UT-CIN-01)"""

from __future__ import annotations

from mneme.engine.prompts import Pick, Seat
from mneme.games.utopolis import words
from mneme.games.utopolis.nouns import QUESTIONS, Utopolis, named


def roll_question(table: Utopolis) -> str:
    """1 Who, 2 What, 3 When, 4 Where, 5 Why, 6 How. (UT-SETUP-04)"""
    (face,) = table.roll(1, len(QUESTIONS))
    return QUESTIONS[face - 1]


async def roll_for_type(table: Utopolis, seat: Seat) -> None:
    """Roll, and roll again for Cinema as often as one likes. (UT-SCENE-03, -04, UT-CIN-01, UT-R-05)"""
    scene = table.scene
    scene.question = roll_question(table)
    table.tell(
        words.question_rolled(table.called(seat), scene.question), kind="die", facts={"question": scene.question}
    )
    while table.detective[seat].cinema and await rerolled(table, seat):
        pass


async def rerolled(table: Utopolis, seat: Seat) -> bool:
    """Another roll for 1 Cinema, which replaces the first even if it is the same. (UT-CIN-01)"""
    scene = table.scene
    text = words.reroll(scene.question, table.detective[seat].cinema)
    note = words.still_open(table.case.open_questions)
    ask = Pick("reroll_die", text, words.KEEP_OR_REROLL, note=note, rule="UT-CIN-01", default="keep")
    if await table.ask(seat, ask) == "keep":
        return False
    table.pay_cinema(seat)
    scene.rerolls += 1
    scene.question = roll_question(table)
    table.tell(
        words.question_rerolled(table.called(seat), scene.question), kind="die", facts={"question": scene.question}
    )
    return True


async def choose_or_roll_for_opening(table: Utopolis, winner: Seat) -> None:
    """In the opening scene the winner settles the type, before anybody takes over. (UT-INV-06, UT-R-26, UT-R-82)"""
    if table.options.opening_clue_type == "roll":
        await roll_for_type(table, winner)
    else:
        ask = Pick("opening_type", words.OPENING_TYPE, named(QUESTIONS), rule="UT-R-26")
        table.scene.question = await table.ask(winner, ask)
