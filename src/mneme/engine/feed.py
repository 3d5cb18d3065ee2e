"""What changed for one viewer since the last time, as bytes ready to be sent.

A viewer gets one full view and then frames. A frame holds only what differs from what was last shown to this viewer,
compared byte by byte; where nothing differs there is no frame at all, and frames are numbered for each viewer alone.
So a sealed answer or a private act of somebody else sends nothing, not even a number (design D5, D8).

`Public` looks at the table once a turn, for all its viewers: only nouns that were touched, only fields that were
assigned. A `Feed` adds the small part that is one viewer's own. `applied` is what a client does with a frame.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from mneme.engine import projection
from mneme.engine.log import Sitting
from mneme.engine.projection import ShownPrompt, View
from mneme.engine.prompts import Seat
from mneme.engine.state import PLAIN, Noun, Secret, shown_to_all
from mneme.engine.table import Line
from mneme.engine.windows import Standing

RECENT = 100  # how many of the newest story lines a full view holds
PAGE = 100

_KIND = ""  # among the values last seen of a noun: its class. No field has such a name.
_encode = msgspec.json.Encoder().encode

Viewer = Seat | None  # None only looks on
Fields = dict[str, bytes]
Change = tuple[bytes | None, bytes | None]  # a field as it was and as it is; None where it is not shown


class Frame(Struct, frozen=True, kw_only=True, tag="frame", tag_field="type"):
    """What changed. A part that is missing stayed as it was."""

    n: int  # counts this viewer's frames, without a gap
    names: dict[Seat, str] | UnsetType = UNSET
    place: str | UnsetType = UNSET
    state: dict[str, dict[str, Any] | None] | UnsetType = UNSET  # changed fields; null: gone, or nothing in it
    order: list[str] | UnsetType = UNSET  # the nouns in their order, where it is not "new ones at the end"
    waiting: list[Seat] | UnsetType = UNSET
    waiting_text: str | UnsetType = UNSET
    prompts: list[ShownPrompt] | UnsetType = UNSET  # all of them
    keep: int | UnsetType = UNSET  # after a take-back or rewind: only so many lines of the story stay
    lines: list[Line] | UnsetType = UNSET  # new ones, after those that stay
    over: bool | UnsetType = UNSET
    can_take_back: bool | UnsetType = UNSET
    result: dict[str, Any] | UnsetType = UNSET


class Full(Struct, frozen=True, kw_only=True, tag="view", tag_field="type"):
    """Everything a viewer may know, but for the older part of the story."""

    n: int  # the number of the last frame that is in it
    earlier: int  # how many lines of the story come before those in the view
    view: View


class Page(Struct, frozen=True, kw_only=True, tag="page", tag_field="type"):
    """An older part of the story: the lines before line number `before`, the first of them being number `first`."""

    first: int
    before: int
    lines: list[Line]


class Lines:
    """What every line of a story looks like, in a few bytes each, and for whom it was."""

    def __init__(self) -> None:
        self.marks = array("q")
        self.heard_by = array("H")  # for whom: a place in `audiences`
        self.audiences: list[tuple[Seat, ...] | None] = [None]

    def __len__(self) -> int:
        return len(self.marks)

    def add(self, line: Line, encoded: bytes) -> None:
        if line.to not in self.audiences:
            self.audiences.append(line.to)
        self.marks.append(hash(encoded))
        self.heard_by.append(self.audiences.index(line.to))

    def count(self, viewer: Viewer) -> int:
        """How many lines a viewer has heard."""
        known = [heard(audience, viewer) for audience in self.audiences]
        return sum(known[place] for place in self.heard_by)

    def of(self, viewer: Viewer) -> list[int]:
        known = [heard(audience, viewer) for audience in self.audiences]
        return [mark for mark, place in zip(self.marks, self.heard_by, strict=True) if known[place]]


def heard(audience: tuple[Seat, ...] | None, viewer: Viewer) -> bool:
    return audience is None or viewer in audience


def _for_all(line: Line) -> Line:
    """A line as any of its hearers gets it, whoever the others are."""
    return line if line.to is None else msgspec.structs.replace(line, to=())


class Public:
    """What everyone at a table sees, encoded once for all viewers. One for each sitting."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.fields: dict[str, Fields] = {}
        self.lines = Lines()
        self.lines_before: Lines | None = None  # the story before this turn, where it was written anew
        self.fresh: list[tuple[Line, Raw]] = []  # lines that are new in this turn
        self.touched: list[str] = []  # nouns to look at in this turn, in table order, then those that are gone
        self.changed: dict[str, dict[str, Change]] = {}
        self.rekeyed = True  # whether nouns came, went or changed places
        self.asks_anew = True  # whether it may have changed who is awaited
        self.parts: dict[str, Raw] = {}  # the parts of a frame that are the same for everyone
        self.state: Raw | None = None
        self.taker: Seat | None = None  # who may take back an answer freely
        self._play = sitting.play
        self._values: dict[str, dict[str, Any]] = {}
        self._layout: list[str] = []
        self._asked: tuple[Any, ...] = ()
        self._waiting_text: bytes | None = None  # as those read it for whom nobody waits
        self._parts_before: dict[str, Any] = {}
        self._look(list(sitting.table.nouns))

    def turn(self) -> None:
        """Look at the table again. Every feed must then be asked for its frame."""
        play = self.sitting.play
        touched = play.table.touched
        if play is not self._play:
            # A take-back or a rewind has laid a new table: nothing is known of what was touched.
            self._play = play
            self._values = {}
            self.lines_before, self.lines = self.lines, Lines()
            self._look([*play.table.nouns, *sorted(self.fields.keys() - play.table.nouns.keys())])
            return
        self.lines_before = None
        keys = touched.keys
        if keys:
            nouns = play.table.nouns
            gone = keys - nouns.keys()
            present = [key for key in nouns if key in keys] if len(keys) - len(gone) > 1 else list(keys - gone)
            self._look([*present, *sorted(gone)] if gone else present)
        else:
            self._look([])

    def _look(self, keys: list[str]) -> None:
        table = self.sitting.table
        table.touched.keys = set()
        self.touched = keys
        self.changed = {}
        self.rekeyed = False
        for key in keys:
            if changes := self._compare(key, table.nouns.get(key)):
                self.changed[key] = changes
        layout = list(table.nouns)
        if layout != self._layout:
            self._layout = layout
            self.rekeyed = True
        self.state = self._state() if self.changed else None
        self._hear()
        self._ask()
        self._compare_parts()

    # -- nouns

    def _compare(self, key: str, noun: Noun | None) -> dict[str, Change]:
        """The public fields of a noun that look different now."""
        before = self.fields.get(key, {})
        now, suspects = ({}, ()) if noun is None else self._encoded(key, noun, before)
        if now.keys() != before.keys():
            suspects = tuple(dict.fromkeys((*now, *before)))
        changes: dict[str, Change] = {}
        for name in suspects:
            was, is_now = before.get(name), now.get(name)
            if was != is_now:
                changes[name] = (was, is_now)
        if now:
            self.fields[key] = now
        else:
            self.fields.pop(key, None)
            self._values.pop(key, None)
        if bool(before) != bool(now):
            self.rekeyed = True
        return changes

    def _encoded(self, key: str, noun: Noun, before: Fields) -> tuple[Fields, Sequence[str]]:
        """The public fields, and which of them may have changed: a value that is the same object looks the same."""
        values, now = self._values.get(key, {}), before.copy()
        if values.get(_KIND) is not type(noun):  # it is new, or another kind of noun lay here
            values = self._values[key] = {_KIND: type(noun)}
            now = {}
        suspects = []
        everything = noun.__dict__
        for name in noun.public_names:
            value = everything[name]
            if name in values and values[name] is value:
                continue
            kind = type(value)
            if kind is Secret:
                values.pop(name, None)
                now.pop(name, None)
                continue
            values[name] = value
            suspects.append(name)
            now[name] = _encode(value if kind in PLAIN else shown_to_all(value))
        return now, suspects

    def _state(self) -> Raw | None:
        shown = {key: self._noun_change(key) for key in self.changed}
        return Raw(_encode(shown))

    def _noun_change(self, key: str) -> dict[str, Raw | None] | None:
        if key not in self.fields:
            return None
        return {name: None if now is None else Raw(now) for name, (_, now) in self.changed[key].items()}

    # -- the rest

    def _hear(self) -> None:
        lines, told = self.sitting.table.lines, len(self.lines)
        self.fresh = []
        for line in lines if told == 0 else lines[told:] if len(lines) > told else ():
            encoded = _encode(_for_all(line))
            self.lines.add(line, encoded)
            self.fresh.append((line, Raw(encoded)))

    def _ask(self) -> None:
        play = self.sitting.play
        kinds = [window.name for window in play.windows]
        asked = (play.awaited(), kinds, play.over, list(play.table.names.values()))
        self.asks_anew = asked != self._asked
        self._asked = asked
        self._waiting_text = None
        self.taker = self.sitting.taker()

    def waiting_text(self, viewer: Viewer) -> bytes:
        awaited = self._asked[0]
        if viewer in awaited:
            if len(awaited) == 1 and not self.sitting.over:
                return b'""'  # they wait for nobody else
            return _encode(projection.waiting_text(self.sitting, viewer))
        if self._waiting_text is None:
            self._waiting_text = _encode(projection.waiting_text(self.sitting, None))
        return self._waiting_text

    def _compare_parts(self) -> None:
        table, over = self.sitting.table, self.sitting.over
        now = {
            "names": table.names,
            "place": table.place,
            "waiting": self._asked[0],
            "over": over,
            "result": table.result if over else {},
        }
        before = self._parts_before
        self.parts = {}
        for name, part in now.items():
            if name not in before or before[name] != part:
                before[name] = dict(part) if isinstance(part, dict) else part
                self.parts[name] = Raw(_encode(part))


class Feed:
    """What one viewer was shown, and what has changed for it since. Numbers begin at 0, the first full view."""

    def __init__(self, public: Public, viewer: Viewer, number: int = 0) -> None:
        self.viewer = viewer
        self.number = number
        self.heard = public.lines.count(viewer)
        self._public = public
        self._own: dict[str, Fields] = {}
        self._rekeyed = False  # whether nouns came or went for this viewer alone
        self._marks: list[Any] = []
        self._prompts = b"[]"
        self._waiting_text = public.waiting_text(viewer)
        self._may_take_back = public.taker is not None and public.taker == viewer
        if viewer is not None:
            for key in public.sitting.table.nouns:
                if own := self._own_fields(key):
                    self._own[key] = own
            self._look_at_prompts(viewer)
        self._keys = self._shown_keys()

    # -- everything

    def full(self, recent: int = RECENT) -> bytes:
        """The whole view, as of the last frame."""
        seen = projection.view(self._public.sitting, self.viewer, recent)
        return _encode(Full(n=self.number, earlier=self.heard - len(seen.lines), view=seen))

    def page(self, before: int, most: int = PAGE) -> bytes:
        """Older lines of the story: up to `most` of them, the last one being the one before number `before`."""
        before = max(0, min(before, self.heard))
        first = max(0, before - most)
        recent = projection.story(self._public.sitting, self.viewer, self.heard - first)
        return _encode(Page(first=first, before=before, lines=recent[: before - first]))

    # -- what changed

    def frame(self) -> bytes | None:
        """What this turn has changed for this viewer; None where it is nothing."""
        public = self._public
        parts: dict[str, Any] = dict(public.parts)
        if public.touched and (state := self._state()) is not None:
            parts["state"] = state
        if (public.rekeyed or self._rekeyed) and (order := self._order()) is not None:
            parts["order"] = order
        if public.asks_anew:
            self._look_at_waiting(parts)
        viewer = self.viewer
        if viewer is not None and self._look_at_prompts(viewer):
            parts["prompts"] = Raw(self._prompts)
        self._look_at_lines(parts)
        may = public.taker is not None and public.taker == viewer
        if may != self._may_take_back:
            self._may_take_back = parts["can_take_back"] = may
        if not parts:
            return None
        self.number += 1
        return _encode({"type": "frame", "n": self.number, **parts})

    def _own_fields(self, key: str) -> Fields:
        noun = self._public.sitting.table.nouns.get(key)
        if noun is None or self.viewer is None or not noun.own_names:
            return {}
        own = projection.own_fields(noun, self.viewer)
        return {name: _encode(value) for name, value in own.items()} if own else {}

    def _state(self) -> Any:
        """Changed fields of all touched nouns. Mostly this is what everyone gets, already encoded."""
        public = self._public
        mine: dict[str, dict[str, Raw | None] | None] = {}
        for key in public.touched:
            before, now = self._own.get(key), self._own_fields(key)
            if not before and not now:
                continue
            mine[key] = self._noun_change(key, before or {}, now)
            if not before or not now:
                self._rekeyed = True
            if now:
                self._own[key] = now
            else:
                del self._own[key]
        if not mine:
            return public.state
        changes = {}
        for key in public.touched:
            change = mine[key] if key in mine else self._common_change(key)
            if change != {}:
                changes[key] = change
        return changes or None

    def _common_change(self, key: str) -> dict[str, Raw | None] | None:
        public = self._public
        if key not in public.changed:
            return {}
        return public._noun_change(key)  # noqa: SLF001  # the two halves of one thing

    def _noun_change(self, key: str, own_before: Fields, own_now: Fields) -> dict[str, Raw | None] | None:
        """A noun of which this viewer sees more than others: its own form of a field goes before the public one."""
        public = self._public
        fields, changed = public.fields.get(key, {}), public.changed.get(key, {})
        if not own_now and not fields:
            return None
        delta: dict[str, Raw | None] = {}
        for name in dict.fromkeys((*changed, *own_before, *own_now)):
            common = changed[name] if name in changed else (fields.get(name), fields.get(name))
            before, now = own_before.get(name, common[0]), own_now.get(name, common[1])
            if before != now:
                delta[name] = None if now is None else Raw(now)
        return delta

    def _shown_keys(self) -> list[str]:
        fields, own = self._public.fields, self._own
        return [key for key in self._public.sitting.table.nouns if key in fields or key in own]

    def _order(self) -> list[str] | None:
        """The order of the nouns, unless it is the old one with what is new at its end."""
        self._rekeyed = False
        now = self._shown_keys()
        before, self._keys = self._keys, now
        if before == now:
            return None
        present, known = set(now), set(before)
        expected = [key for key in before if key in present] + [key for key in now if key not in known]
        return None if expected == now else now

    def _look_at_waiting(self, parts: dict[str, Any]) -> None:
        text = self._public.waiting_text(self.viewer)
        if text != self._waiting_text:
            self._waiting_text = text
            parts["waiting_text"] = Raw(text)

    def _look_at_prompts(self, seat: Seat) -> bool:
        """Whether the prompts look different now. They are encoded only if something about them differs."""
        sitting = self._public.sitting
        marks = list(_prompt_marks(sitting, seat))
        if marks == self._marks:
            return False
        self._marks = marks
        before, self._prompts = self._prompts, _encode(projection.prompts(sitting, seat))
        return before != self._prompts

    def _look_at_lines(self, parts: dict[str, Any]) -> None:
        public, viewer = self._public, self.viewer
        if public.lines_before is not None:
            self._look_at_all_lines(public.lines_before, parts)
        elif public.fresh:
            lines = []
            for line, encoded in public.fresh:
                if line.to is None:
                    lines.append(encoded)
                elif viewer is not None and viewer in line.to:
                    lines.append(Raw(_encode(msgspec.structs.replace(line, to=(viewer,)))))
            if lines:
                self.heard += len(lines)
                parts["lines"] = lines

    def _look_at_all_lines(self, before: Lines, parts: dict[str, Any]) -> None:
        """The story was written anew: what stays of it, and what comes after that."""
        old, new = before.of(self.viewer), self._public.lines.of(self.viewer)
        kept = next(
            (place for place, (one, other) in enumerate(zip(old, new, strict=False)) if one != other),
            min(len(old), len(new)),
        )
        self.heard = len(new)
        if kept < len(old):
            parts["keep"] = kept
        if kept < len(new):
            parts["lines"] = projection.story(self._public.sitting, self.viewer, len(new) - kept)


def _prompt_marks(sitting: Sitting, seat: Seat) -> Iterator[tuple[Any, ...]]:
    """All that a seat's prompts are made from, to be compared without encoding them."""
    play = sitting.play
    for pending in play.pending(seat):
        window = pending.window
        if isinstance(window, Standing):
            yield pending.prompt, pending.must
        else:
            # A commitment to a sealed answer is bound to the beat it was given at.
            bound = play.table.beat if window.sealed and pending.given is not UNSET else None
            own, renewed = play.answers_by[seat], window.standing_of(seat)
            yield pending.prompt, pending.must, pending.given, window.sealed, own, renewed, bound


# -- the other end


def applied(full: Mapping[str, Any], frame: Mapping[str, Any]) -> dict[str, Any]:
    """A full view, decoded from JSON, with a frame added to it: what every client does."""
    view = dict(full["view"])
    earlier, lines = full["earlier"], view["lines"]
    if "keep" in frame:
        lines = lines[: max(0, frame["keep"] - earlier)]
        earlier = min(earlier, frame["keep"])
    view["lines"] = [*lines, *frame.get("lines", ())]
    view["state"] = _applied_state(view["state"], frame.get("state", {}), frame.get("order"))
    for part in ("names", "place", "waiting", "waiting_text", "prompts"):
        if part in frame:
            view[part] = frame[part]
    for part in ("over", "can_take_back", "result"):
        if part in frame:
            view.pop(part, None)
            if frame[part]:  # a view leaves out what is not so
                view[part] = frame[part]
    return {**full, "n": frame["n"], "earlier": earlier, "view": view}


def _applied_state(state: Mapping[str, Any], changes: Mapping[str, Any], order: list[str] | None) -> dict[str, Any]:
    nouns = dict(state)
    for key, fields in changes.items():
        if fields is None:
            nouns.pop(key, None)
        else:
            noun = {**nouns.get(key, {}), **fields}
            nouns[key] = {name: value for name, value in noun.items() if value is not None}
    return {key: nouns[key] for key in order} if order is not None else nouns
