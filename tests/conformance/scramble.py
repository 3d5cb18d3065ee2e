"""Gives another value to every cell of a table that one viewer may not know."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec

from mneme.engine.errors import Refused
from mneme.engine.log import Sitting
from mneme.engine.prompts import Prompt, Seat, Wire
from mneme.engine.state import Bag, Hand, Noun, Secret, fields_of
from mneme.engine.table import Table
from mneme.engine.windows import Questions

Viewer = Seat | None
Place = tuple[str, str]  # a class of nouns and a field: "cards before a player", "the deck of a scene"
Cell = tuple[Noun, str, tuple[str, ...]]  # a noun, a field, and the cards in it that are hidden


class CardKinds:
    """Which places hold cards of the same kind: those where the same card has been seen in the course of a game."""

    def __init__(self) -> None:
        self._cards: dict[Place, set[str]] = {}

    def note(self, table: Table[Any]) -> None:
        for noun in table.nouns.values():
            for name, value in fields_of(noun).items():
                self._cards.setdefault(place_of(noun, name), set()).update(cards_of(value))

    def together(self) -> list[set[Place]]:
        """The places, kind by kind."""
        kinds: list[tuple[set[Place], set[str]]] = []
        for place, cards in self._cards.items():
            if not cards:
                continue
            joined = [kind for kind in kinds if kind[1] & cards]
            kinds = [kind for kind in kinds if kind not in joined]
            places = {place}.union(*(kind[0] for kind in joined))
            kinds.append((places, cards.union(*(kind[1] for kind in joined))))
        return [places for places, _ in kinds]


def place_of(noun: Noun, name: str) -> Place:
    return type(noun).__name__, name


def cards_of(value: Any) -> tuple[str, ...]:
    if isinstance(value, Hand):
        return value.down + value.up
    return value.items if isinstance(value, Bag) else ()


def scramble(sitting: Sitting, viewer: Viewer, dice: random.Random, kinds: CardKinds) -> None:
    """Deal the hidden cards anew, let secrets take other values, put other answers under the seals."""
    kinds.note(sitting.table)
    for places in kinds.together():
        _deal_again(hidden_cells(sitting, viewer, places), dice)
    for noun in sitting.table.nouns.values():
        _other_secrets(noun, viewer, dice)
    _other_private_lines(sitting.table, viewer)
    _ask_again(sitting, viewer, dice)


def hidden_cells(sitting: Sitting, viewer: Viewer, places: set[Place]) -> list[Cell]:
    """Where cards of one kind lie that the viewer cannot see."""
    return [
        (noun, name, hidden)
        for noun in sitting.table.nouns.values()
        for name, value in fields_of(noun).items()
        if place_of(noun, name) in places and (hidden := _hidden_cards(sitting, noun, value, viewer))
    ]


def _hidden_cards(sitting: Sitting, noun: Noun, value: Any, viewer: Viewer) -> tuple[str, ...]:
    if isinstance(value, Bag):
        return value.items
    owner = getattr(noun, "owner", None)
    if not isinstance(value, Hand) or owner == viewer or _is_asked_about(sitting, owner, value.down):
        return ()
    return value.down


def _is_asked_about(sitting: Sitting, owner: Seat | None, cards: tuple[str, ...]) -> bool:
    """Whether the owner has one of these cards on offer: then it must still be there when the answer comes."""
    questions = [window for window in sitting.play.windows if isinstance(window, Questions)]
    asked = b"".join(msgspec.json.encode(w.prompts[owner]) for w in questions if owner in w.prompts)
    return any(msgspec.json.encode(card) in asked for card in cards)


def _deal_again(cells: list[Cell], dice: random.Random) -> None:
    pool = [card for _, _, cards in cells for card in cards]
    dice.shuffle(pool)
    for noun, name, cards in cells:
        dealt = tuple(pool.pop() for _ in cards)
        value = getattr(noun, name)
        other = Bag(dealt) if isinstance(value, Bag) else Hand(tuple(sorted(dealt)), value.up)
        setattr(noun, name, other)


def _other_secrets(noun: Noun, viewer: Viewer, dice: random.Random) -> None:
    for name, value in fields_of(noun).items():
        if isinstance(value, Secret) and viewer not in value.known:
            others = [other for other in value.domain if other != value.hidden]
            if others:
                setattr(noun, name, msgspec.structs.replace(value, hidden=dice.choice(others)))


def _other_private_lines(table: Table[Any], viewer: Viewer) -> None:
    table.lines.replace(
        line if line.to is None or viewer in line.to else msgspec.structs.replace(line, text="Something else.")
        for line in list(table.lines)
    )


def _ask_again(sitting: Sitting, viewer: Viewer, dice: random.Random) -> None:
    """Offers follow the scrambled table, and whoever has answered has given a legal answer, if another one."""
    for standing in sitting.table.standings:
        standing.refresh()
    for window in sitting.play.windows:
        if not isinstance(window, Questions):
            window.refresh()
            continue
        given = dict(window.answers)
        window.refresh()
        for seat, answer in _answers_again(window, given, viewer, dice):
            window.answers[seat] = answer


def _answers_again(
    window: Questions, given: dict[Seat, Wire], viewer: Viewer, dice: random.Random
) -> Iterator[tuple[Seat, Wire]]:
    for seat, answer in given.items():
        prompt = window.prompts.get(seat)
        if prompt is None:
            continue
        kept = seat == viewer or not window.sealed
        yield seat, answer if kept and _takes(prompt, answer) else prompt.clean(prompt.random(dice))


def _takes(prompt: Prompt[Any], answer: Wire) -> bool:
    try:
        prompt.clean(answer)
    except Refused:
        return False
    return True
