"""A scroll is a list that can fold up its past; nothing that reads it can tell."""

from __future__ import annotations

import random

import pytest
from msgspec import Struct

from mneme.engine.scroll import NEW, WORTH_IT, Scroll


class Note(Struct, frozen=True):
    text: str
    number: int


def written(count: int, seed: int) -> tuple[Scroll[Note], list[Note]]:
    """A scroll that was folded now and then, and the list it stands for."""
    dice = random.Random(seed)
    scroll: Scroll[Note] = Scroll(Note)
    plain: list[Note] = []
    for number in range(count):
        note = Note(f"line {dice.randint(0, 9)}", number)
        scroll.append(note)
        plain.append(note)
        if dice.random() < 0.02:
            scroll.fold()
    return scroll, plain


@pytest.mark.parametrize("count", [0, 1, WORTH_IT, 500, 1_500])
def test_it_reads_like_the_list_it_stands_for(count: int) -> None:
    scroll, plain = written(count, seed=count)
    assert len(scroll) == len(plain)
    assert list(scroll) == plain
    assert list(reversed(scroll)) == plain[::-1]
    assert scroll == plain
    for place in random.Random(1).sample(range(-count, count), min(count, 40)):
        assert scroll[place] == plain[place]
        assert scroll[place:] == plain[place:]
        assert scroll[:place] == plain[:place]


def test_beyond_its_end_there_is_nothing() -> None:
    scroll, _ = written(5, seed=1)
    with pytest.raises(IndexError):
        scroll[5]


def test_folding_leaves_the_newest_as_they_are_and_takes_little_room() -> None:
    scroll, plain = written(2_000, seed=3)
    scroll.fold()
    assert scroll[-NEW:][0] is plain[-NEW]
    assert scroll[0] is not plain[0]
    assert sum(len(fold) for fold in scroll._folds) < 2_000 * 12  # noqa: SLF001  # what folding is for


def test_it_can_be_written_anew() -> None:
    scroll, plain = written(700, seed=4)
    scroll.replace(plain[:10])
    scroll.append(plain[500])
    scroll.fold()
    assert scroll == [*plain[:10], plain[500]]
