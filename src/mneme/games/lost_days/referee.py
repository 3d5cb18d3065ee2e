"""`mneme referee lost-days`: a conflict's dice read out, for people at a table of wood."""

from __future__ import annotations

from typing import NamedTuple

import click

from mneme.commands.referee import (
    BadQuestion,
    Question,
    Thing,
    Things,
    answer_options,
    numbers_option,
    shown,
    whole_numbers,
)
from mneme.games.lost_days import dice

MOST_DICE = 200


@click.group(cls=Things)
def group() -> None:
    """The dice of a conflict."""


class Roll(NamedTuple):
    """Two handfuls of d6, read."""

    first: list[int]
    second: list[int]
    result: dice.Comparison


def decide_roll(question: Question) -> Roll:
    """Who wins, by how much, and what the 1s and 6s do. (LD-ROLL-03..06, LD-GAIN-01, LD-STRAIN-01)"""
    first, second = _read(question, "first"), _read(question, "second")
    return Roll(first, second, dice.compare(first, second))


def _read(question: Question, side: str) -> list[int]:
    """A side may have no dice at all. (LD-Q30)"""
    faces = whole_numbers(question, side)
    if len(faces) > MOST_DICE:
        raise BadQuestion(f"Give at most {MOST_DICE} dice for the {side} side.")
    for face in faces:
        if not 1 <= face <= 6:
            raise BadQuestion(f"The {side} side cannot have rolled {shown(face)}; dice show 1 to 6.")
    return faces


def roll_record(roll: Roll) -> dict[str, object]:
    return {
        "winner": roll.result.leader,
        "margin": roll.result.margin,
        "strain": {"first": dice.strain(roll.first), "second": dice.strain(roll.second)},
        "gain": {"first": dice.gain(roll.first), "second": dice.gain(roll.second)},
    }


WINS = {"first": "The first side wins by {margin}.", "second": "The second side wins by {margin}."}
LEVEL = "Every die is matched. Nobody wins, and nobody pays tribute."


def roll_words(roll: Roll) -> str:
    lines = [f"First: {_listed(roll.first)}. Second: {_listed(roll.second)}.", *_matched(roll)]
    lines.append(WINS.get(roll.result.leader, LEVEL).format(margin=roll.result.margin))
    if roll.result.margin:
        lines.append(f"If the loser is an elf, it pays {_coins(roll.result.margin)}, or gives one memory.")
    for name, faces in (("first", roll.first), ("second", roll.second)):
        if dice.gain(faces):
            lines.append(f"If the {name} side is an elf, it may take {_coins(dice.gain(faces))} of gain.")
        if dice.strain(faces):
            lines.append(f"If the {name} side is an elf, strain moves {_coins(dice.strain(faces))} to its card.")
    return "\n".join(lines)


def _matched(roll: Roll) -> list[str]:
    """The pairs set aside before the dice differ. (LD-ROLL-04)"""
    pairs = dice.matched(roll.first, roll.second)
    faces = sorted(roll.first, reverse=True)[:pairs]
    return [f"Set aside as matched: {_listed(faces)}."] if faces else []


def _listed(faces: list[int]) -> str:
    return ", ".join(str(face) for face in sorted(faces, reverse=True)) or "no dice"


def _coins(count: int) -> str:
    return "1 coin" if count == 1 else f"{count} coins"


ROLL = Thing({"first": [3, 4, 5, 5], "second": [2, 3, 4, 4]}, decide_roll, roll_record, roll_words)


@group.command()
@numbers_option("--first", "What the first side's dice show, such as 3,4,5,5.")
@numbers_option("--second", "What the second side's dice show, such as 2,3,4,4.")
@answer_options
def roll(first: list[int] | None, second: list[int] | None, as_json: bool, batch: bool) -> None:
    """Read a conflict: who wins, by how much, and what the 1s and 6s bring."""
    ROLL.answer({"first": first, "second": second}, as_json=as_json, batch=batch)
