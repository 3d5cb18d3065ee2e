"""A list that grows at its end and can fold up all but its newest part: a long game is mostly past."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any, TypeVar, overload

import msgspec

T = TypeVar("T")

NEW = 16  # items at the end that are never folded
WORTH_IT = 64  # fewer are not worth a fold
MANNER = 4_096  # bytes that show how the items look

_encode = msgspec.json.Encoder().encode


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(list[kind])


class Scroll(Sequence[T]):
    """What was written, in order. Reading the newest is cheap; reading far back unfolds."""

    __slots__ = ("_folds", "_kind", "_manner", "append", "folded", "new")

    def __init__(self, kind: Any, items: Iterable[T] = ()) -> None:
        self._kind = kind
        self._manner = b""  # the beginning; folds are written as differences from it
        self._folds: list[bytes] = []  # items, written small
        self.folded = 0
        self.new: list[T] = list(items)  # what is not folded up
        self.append: Callable[[T], None] = self.new.append

    def extend(self, items: Iterable[T]) -> None:
        self.new.extend(items)

    def replace(self, items: Iterable[T]) -> None:
        """Write it all anew."""
        self._manner, self._folds, self.folded = b"", [], 0
        self.new[:] = items

    def fold(self) -> None:
        """Fold up what is no longer new. Whoever writes says when there is time for it."""
        count = len(self.new) - NEW
        if count < WORTH_IT:
            return
        written = _encode(self.new[:count])
        del self.new[:count]
        packer = zlib.compressobj(zdict=self._manner) if self._manner else zlib.compressobj()
        self._folds.append(packer.compress(written) + packer.flush())
        self.folded += count
        self._manner = self._manner or written[:MANNER]

    def _unfold(self, place: int) -> list[T]:
        unpacker = zlib.decompressobj(zdict=self._manner) if place else zlib.decompressobj()
        items: list[T] = _decoder(self._kind).decode(unpacker.decompress(self._folds[place]))
        return items

    def __len__(self) -> int:
        return self.folded + len(self.new)

    def __iter__(self) -> Iterator[T]:
        for place in range(len(self._folds)):
            yield from self._unfold(place)
        yield from self.new

    def __reversed__(self) -> Iterator[T]:
        yield from reversed(self.new)
        for place in reversed(range(len(self._folds))):
            yield from reversed(self._unfold(place))

    @overload
    def __getitem__(self, place: int) -> T: ...

    @overload
    def __getitem__(self, place: slice) -> list[T]: ...

    def __getitem__(self, place: int | slice) -> T | list[T]:
        if isinstance(place, slice):
            start, stop, step = place.indices(len(self))
            if start < self.folded:
                return list(self)[place]
            return self.new[start - self.folded : max(stop - self.folded, 0) : step]
        index = place + len(self) if place < 0 else place
        if not 0 <= index < len(self):
            raise IndexError(place)
        return self.new[index - self.folded] if index >= self.folded else list(self)[index]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, list | Scroll) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # it grows

    def __repr__(self) -> str:
        return repr(list(self))
