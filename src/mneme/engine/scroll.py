"""A list that grows at its end and keeps all but its newest part packed: a long game is mostly past."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any, TypeVar, overload

import msgspec

T = TypeVar("T")

PACK = 32
_encode = msgspec.json.Encoder().encode


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(list[kind])


class Scroll(Sequence[T]):
    """What was written, in order. Reading the newest is cheap; reading far back unpacks."""

    __slots__ = ("_kind", "_manner", "_packs", "_tail", "append")

    def __init__(self, kind: Any, items: Iterable[T] = ()) -> None:
        self._kind = kind
        self._manner = b""  # how its items look; all packs are written as differences from it
        self._packs: list[bytes] = []
        self._tail: list[T] = list(items)
        self.append: Callable[[T], None] = self._tail.append
        self.pack()

    def replace(self, items: Iterable[T]) -> None:
        """Write it all anew."""
        self._manner, self._packs = b"", []
        self._tail[:] = items
        self.pack()

    def pack(self) -> None:
        """Fold up what is no longer new. Whoever writes says when there is time for it."""
        while len(self._tail) >= 2 * PACK:
            written = _encode(self._tail[:PACK])
            self._manner = self._manner or written
            packer = zlib.compressobj(1, zdict=self._manner)
            self._packs.append(packer.compress(written) + packer.flush())
            del self._tail[:PACK]

    def _unpack(self, pack: bytes) -> list[T]:
        items: list[T] = _decoder(self._kind).decode(zlib.decompressobj(zdict=self._manner).decompress(pack))
        return items

    def __len__(self) -> int:
        return len(self._packs) * PACK + len(self._tail)

    def __iter__(self) -> Iterator[T]:
        for pack in self._packs:
            yield from self._unpack(pack)
        yield from self._tail

    def __reversed__(self) -> Iterator[T]:
        yield from reversed(self._tail)
        for pack in reversed(self._packs):
            yield from reversed(self._unpack(pack))

    @overload
    def __getitem__(self, place: int) -> T: ...

    @overload
    def __getitem__(self, place: slice) -> list[T]: ...

    def __getitem__(self, place: int | slice) -> T | list[T]:
        if isinstance(place, slice):
            start, stop, step = place.indices(len(self))
            packed = len(self._packs) * PACK
            if start >= packed:
                return self._tail[start - packed : max(stop - packed, 0) : step]
            return list(self)[place]
        index = place + len(self) if place < 0 else place
        if not 0 <= index < len(self):
            raise IndexError(place)
        pack, within = divmod(index, PACK)
        if pack < len(self._packs):
            return self._unpack(self._packs[pack])[within]
        return self._tail[index - len(self._packs) * PACK]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, list | Scroll) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # it grows

    def __repr__(self) -> str:
        return repr(list(self))
