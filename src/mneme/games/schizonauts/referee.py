"""`mneme referee schizonauts`: rolls, allegiance decks and pools, for people at a table of wood."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import click

from mneme.commands.referee import (
    BadQuestion,
    Question,
    Thing,
    Things,
    answer_options,
    number_option,
    numbers_option,
    shown,
    whole_number,
    whole_numbers,
)
from mneme.games.schizonauts.dice import LARGEST_FACE, Pool, Reading, RunOff, Side, Step, judge, narrator, reachable
from mneme.games.schizonauts.lengths import AllegianceDeck, allegiance_deck

MOST_SIX_SIDERS = 40


@click.group(cls=Things)
def group() -> None:
    """Rolls, allegiance decks and dice pools."""


# ---- roll ----------------------------------------------------------------------------------------------


class Roll(NamedTuple):
    """Both readings of one throw."""

    actor: list[int]
    visitor: list[int]
    narrator: RunOff
    judge: RunOff


SET_ASIDE = "Actor {actor}, visitor {visitor}: equal, so set this pair aside."

NARRATOR_STEPS = {
    (Reading.DECIDED, Side.ACTOR): "Actor {actor}, visitor {visitor}: the actor is higher.",
    (Reading.DECIDED, Side.VISITOR): "Actor {actor}, visitor {visitor}: the visitor is higher.",
    (Reading.RAN_OUT, Side.ACTOR): "The visitor has run out of dice. The actor's {actor} wins.",
    (Reading.RAN_OUT, Side.VISITOR): "The actor has run out of dice. The visitor's {visitor} wins.",
    (Reading.ALL_EQUAL, Side.ACTOR): "Every die is matched. The answer then goes to the actor.",
}
JUDGE_STEPS = {
    (Reading.DECIDED, Side.ACTOR): "Actor {actor}, visitor {visitor}: the actor is lower.",
    (Reading.DECIDED, Side.VISITOR): "Actor {actor}, visitor {visitor}: the visitor is lower.",
    (Reading.RAN_OUT, Side.ACTOR): "The actor has run out of dice. Here that wins.",
    (Reading.RAN_OUT, Side.VISITOR): "The visitor has run out of dice. Here that wins.",
    (Reading.ALL_EQUAL, Side.VISITOR): "Every die is matched. The price then goes to the visitor.",
}
NARRATOR = {
    Side.ACTOR: "The actor is the narrator and answers the question.",
    Side.VISITOR: "The visitor is the narrator and answers the question.",
}
JUDGE = {
    Side.ACTOR: "The actor is the judge and sets the price.",
    Side.VISITOR: "The visitor is the judge and sets the price.",
}
BOTH = {
    Side.ACTOR: (
        "The actor holds both roles.\n"
        "  Game Chef rules: the actor keeps both.\n"
        "  Revised rules: the actor keeps one and gives the other to a contributor. "
        "With 2 players it goes to the visitor."
    ),
    Side.VISITOR: (
        "The visitor holds both roles.\n"
        "  Game Chef rules: the visitor keeps both.\n"
        "  Revised rules: the visitor keeps one and gives the other to a contributor. "
        "With 2 players it goes to the actor."
    ),
}


def decide_roll(question: Question) -> Roll:
    """Read one throw both ways. (SZ-ROLE-01..03)"""
    actor = _read_roll(question, Side.ACTOR)
    visitor = _read_roll(question, Side.VISITOR)
    return Roll(actor, visitor, narrator(actor, visitor), judge(actor, visitor))


def _read_roll(question: Question, side: Side) -> list[int]:
    values = whole_numbers(question, side.value)
    if not values:
        raise BadQuestion(f"The {side} rolls at least 1 die; give the numbers the dice show, such as 7,2.")
    for value in values:
        if not 1 <= value <= LARGEST_FACE:
            raise BadQuestion(f"The {side} cannot have rolled {shown(value)}; dice show 1 to {LARGEST_FACE}.")
    return values


def roll_record(roll: Roll) -> dict[str, object]:
    return {
        "narrator": roll.narrator.winner.value,
        "judge": roll.judge.winner.value,
        "narrator_steps": [_step_record(step) for step in roll.narrator.steps],
        "judge_steps": [_step_record(step) for step in roll.judge.steps],
    }


def _step_record(step: Step) -> dict[str, object]:
    return {"reading": step.reading.value, "actor": step.actor, "visitor": step.visitor}


def roll_words(roll: Roll) -> str:
    lines = [
        f"Actor: {_listed(roll.actor)}. Visitor: {_listed(roll.visitor)}.",
        "",
        "Compare the highest dice.",
        *_step_lines(roll.narrator, NARRATOR_STEPS),
        NARRATOR[roll.narrator.winner],
        "",
        "Take every die back and compare the lowest.",
        *_step_lines(roll.judge, JUDGE_STEPS),
        JUDGE[roll.judge.winner],
    ]
    if roll.narrator.winner is roll.judge.winner:
        lines += ["", BOTH[roll.narrator.winner]]
    return "\n".join(lines)


def _step_lines(runoff: RunOff, sentences: dict[tuple[Reading, Side], str]) -> Iterator[str]:
    for step in runoff.steps:
        aside = step.reading is Reading.SET_ASIDE
        sentence = SET_ASIDE if aside else sentences[step.reading, runoff.winner]
        yield "  " + sentence.format(actor=step.actor, visitor=step.visitor)


def _listed(values: list[int]) -> str:
    return ", ".join(str(value) for value in sorted(values, reverse=True))


ROLL = Thing({"actor": [7, 2], "visitor": [5, 2, 5]}, decide_roll, roll_record, roll_words)


@group.command()
@numbers_option("--actor", "What the actor's dice show, such as 7,2.")
@numbers_option("--visitor", "What the visitor's dice show, such as 5,2,5.")
@answer_options
def roll(actor: list[int] | None, visitor: list[int] | None, as_json: bool, batch: bool) -> None:
    """Read a roll: who narrates, who judges, and why."""
    ROLL.answer({"actor": actor, "visitor": visitor}, as_json=as_json, batch=batch)


# ---- allegiance ----------------------------------------------------------------------------------------


def decide_allegiance(question: Question) -> AllegianceDeck:
    """Build the allegiance deck. (SZ-EG-02)"""
    players, hand = whole_number(question, "players"), whole_number(question, "hand")
    try:
        return allegiance_deck(players, hand)
    except ValueError as refusal:
        raise BadQuestion(str(refusal)) from None


def allegiance_record(deck: AllegianceDeck) -> dict[str, object]:
    return {"deck": deck.cards, "agents": deck.agents, "thieves": deck.thieves, "last_deal": deck.last_deal}


def allegiance_words(deck: AllegianceDeck) -> str:
    return "\n".join(
        [
            _holding(deck),
            _composition(deck),
            _revised_count(deck),
            "Shuffle the deck.",
            _dealing(deck),
            _last_deal(deck),
            _surplus(deck),
        ]
    )


def _holding(deck: AllegianceDeck) -> str:
    if deck.hand == 1:
        return "A finished hand has 1 key card, so each player ends with 1 allegiance card."
    if deck.last_deal:
        return (
            f"A finished hand has {deck.hand} key cards. That is even, so each player ends with 1 more: "
            f"{deck.held} allegiance cards, which cannot tie."
        )
    return (
        f"A finished hand has {deck.hand} key cards. That is odd, so each player ends with as many: "
        f"{deck.held} allegiance cards, which cannot tie."
    )


def _composition(deck: AllegianceDeck) -> str:
    needed = deck.players * deck.held
    if deck.surplus:
        return (
            f"{deck.players} players need {needed} cards. That is odd, so add 1. "
            f"Use {deck.cards}: {deck.agents} agents and {deck.thieves} thieves."
        )
    return (
        f"{deck.players} players need {needed} cards. Use {deck.cards}: "
        f"{deck.agents} agents and {deck.thieves} thieves."
    )


def _revised_count(deck: AllegianceDeck) -> str:
    """The revised book's own way to the same number, so that its readers can follow. (ledger 12.1)"""
    keys = deck.players * deck.hand
    if deck.last_deal:
        return (
            f"The revised rules agree: {keys} key cards and {deck.players} more make {keys + deck.players}, "
            f"and half of that, rounded up, is {deck.agents} of each."
        )
    return f"The revised rules agree: half of {keys} key cards, rounded up, is {deck.agents} of each."


def _dealing(deck: AllegianceDeck) -> str:
    if deck.hand == 1:
        return "Deal 1 card to each player for the only endgame round."
    return f"Deal 1 card to each player for each of the {deck.hand} endgame rounds."


def _last_deal(deck: AllegianceDeck) -> str:
    if deck.last_deal:
        return "Before the final resolution, deal 1 last card to each player."
    return "There is no last deal before the final resolution."


def _surplus(deck: AllegianceDeck) -> str:
    if deck.surplus:
        return "1 card is left over. Leave it face down; nobody looks at it."
    return "No card is left over."


ALLEGIANCE = Thing({"players": 4, "hand": 3}, decide_allegiance, allegiance_record, allegiance_words)


@group.command()
@number_option("--players", "How many players sit at the table, 2 to 8.")
@number_option("--hand", "How many key cards each finished hand holds.")
@answer_options
def allegiance(players: int | None, hand: int | None, as_json: bool, batch: bool) -> None:
    """Build the allegiance deck and say when to deal."""
    ALLEGIANCE.answer({"players": players, "hand": hand}, as_json=as_json, batch=batch)


# ---- pools ---------------------------------------------------------------------------------------------


def decide_pools(question: Question) -> tuple[Pool, ...]:
    """Every pool that this many d6 can be traded into. (SZ-DICE-04, -05)"""
    dice = whole_number(question, "dice")
    if not 1 <= dice <= MOST_SIX_SIDERS:
        raise BadQuestion(f"Start from 1 to {MOST_SIX_SIDERS} six-sided dice; {shown(dice)} does not work.")
    return reachable(Pool(d6=dice), downgrade=False)


def pools_record(pools: tuple[Pool, ...]) -> dict[str, object]:
    return {"pools": [pool._asdict() for pool in pools]}


def pools_words(pools: tuple[Pool, ...]) -> str:
    start = Pool(d6=pools[0].units)
    if len(pools) == 1:
        return f"{start} stays as it is: there is nothing to trade it with."
    lines = [
        "Trade 2d6 for 1d8, 3d6 for 1d10, 4d6 for 1d12. A d8 counts as 2d6 and a d10 as 3d6.",
        f"You can roll {start} as any of these {len(pools)} pools:",
        *(f"  {pool}" for pool in pools),
        "Trade before you roll.",
        "  Game Chef rules: a trade is final.",
        "  Revised rules: you can undo a trade until you roll.",
    ]
    return "\n".join(lines)


POOLS = Thing({"dice": 7}, decide_pools, pools_record, pools_words)


@group.command("pools")
@number_option("--dice", "How many six-sided dice you start from.")
@answer_options
def pools_command(dice: int | None, as_json: bool, batch: bool) -> None:
    """List the pools your six-sided dice can make."""
    POOLS.answer({"dice": dice}, as_json=as_json, batch=batch)
