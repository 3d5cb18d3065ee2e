"""What changed for one viewer since the last time, as bytes ready to be sent.

A viewer gets one full view and then frames. A frame holds only what differs from what was last shown to this viewer,
compared byte by byte; where nothing differs there is no frame at all, and frames are numbered for each viewer alone.
So a sealed answer or a private act of somebody else sends nothing, not even a number (design D5, D8).

`Public` looks at the table once a turn, for all its viewers: only nouns that were touched, only fields that were
assigned. A `Feed` adds the small part that is one viewer's own. `applied` is what a client does with a frame.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from itertools import compress
from operator import is_not
from typing import Any

import msgspec
from msgspec import UNSET, Raw, UnsetType

from mneme.engine import projection
from mneme.engine.frames import Full, Page
from mneme.engine.log import Sitting, question_id
from mneme.engine.prompts import Prompt, Seat, Wire
from mneme.engine.state import PLAIN, Noun, Secret, shown_to_all
from mneme.engine.story import Line
from mneme.engine.view import ShownPrompt
from mneme.engine.windows import Questions

RECENT = 100  # how many of the newest story lines a full view holds
PAGE = 100

_encode = msgspec.json.Encoder().encode

Viewer = Seat | None  # None only looks on
Fields = dict[str, bytes]
Form = Any  # what everyone sees of a field: a plain value as it is, `_HIDDEN`, or anything else as bytes
Change = tuple[Form, Form]  # a public field as it was, and as it is
Values = tuple[tuple[str, ...], tuple[Any, ...]]  # the names of what everyone sees of a noun, and what is in it
# All that a prompt is shown with, to be compared without encoding it: the prompt, whether the rules wait for it,
# whether it stands beside what they ask, the answer so far, whether it is sealed; how often its seat has answered and
# what else renews its id; the beat that a commitment is bound to.
Mark = tuple[Prompt[Any], bool, bool, Wire | UnsetType, bool, int, int, int | None]
Asked = tuple[Mark, str, bytes]  # what a prompt was shown with, its id, and how it was sent

_NOTHING: list[Mark] = []
_NONE_GIVEN: dict[Seat, Wire] = {}
_NEVER: Values = ((), ())  # of a noun that was not there
_HIDDEN = Secret(None)  # stands for whatever nobody sees: a secret, or a field that is not there


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
        self.heard_by.append(0 if line.to is None else self.audiences.index(line.to))

    def count(self, viewer: Viewer) -> int:
        """How many lines a viewer has heard."""
        known = [heard(audience, viewer) for audience in self.audiences]
        return sum(known[place] for place in self.heard_by)

    def of(self, viewer: Viewer) -> list[int]:
        known = [heard(audience, viewer) for audience in self.audiences]
        return [mark for mark, place in zip(self.marks, self.heard_by, strict=True) if known[place]]


def heard(audience: tuple[Seat, ...] | None, viewer: Viewer) -> bool:
    return audience is None or viewer in audience


class Public:
    """What everyone at a table sees, encoded once for all viewers. One for each sitting.

    What is ready to be put into a frame is a piece of JSON that begins with a comma, or nothing.
    """

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.shown: set[str] = set()  # the nouns of which everyone sees something
        self.story = Lines()
        self.story_before: Lines | None = None  # the story before this turn, where it was written anew
        self.fresh: list[tuple[Line, bytes]] = []  # lines that are new in this turn
        self.touched: list[str] = []  # nouns to look at in this turn, in table order, then those that are gone
        self.private: list[str] = []  # those of them of which somebody may see more than others
        self.changed: dict[str, dict[str, Change]] = {}
        self.rekeyed = False  # whether nouns came, went or changed places
        self.keys: list[str] = []  # the nouns that everyone sees, in their order
        self.keys_before: list[str] = []
        self.order = b""
        self.asked: dict[Seat, list[Mark]] = {}
        self.asks_anew = True  # whether it may have changed who is awaited
        self.waiting_texts: dict[Viewer, bytes] = {}  # for everyone (None), and for those who are awaited
        self.taker: Seat | None = None  # who may take back an answer freely
        self.parts = b""  # the parts of a frame that are the same for everyone
        self.state = b""
        self.lines: bytes | None = b""  # None where somebody hears what others do not
        self.common: bytes | None = b""  # all that is the same for everyone; None where viewers must be told apart
        self._play = sitting.play
        self._values: dict[str, Values] = {}  # what was last seen
        self._with_own: set[str] = set()
        self._layout: list[str] = []
        self._laid = -1  # how often nouns had been laid or taken away when the layout was noted
        self._names: dict[Seat, str] = {}
        self._place = ""
        self._over = False
        self._result: dict[str, Any] = {}
        self._awaited: list[Seat] = []
        self._kinds: list[str] = []
        self._look(list(sitting.table.nouns))

    def turn(self) -> None:
        """Look at the table again. Every feed must then be asked for its frame."""
        play = self.sitting.play
        table = play.table
        if play is not self._play:
            # A take-back or a rewind has laid a new table: nothing is known of what was touched.
            self._play, self._laid = play, -1
            self.story_before, self.story = self.story, Lines()
            self._look([*table.nouns, *sorted(self._values.keys() - table.nouns.keys())])
            return
        self.story_before = None
        keys = table.touched.unseen()
        if len(keys) < 2:
            self._look(list(keys))
        elif table.touched.laid == self._laid:
            self._look(sorted(keys, key=self._layout.index))
        else:
            gone = keys - table.nouns.keys()
            self._look([*(key for key in table.nouns if key in keys), *sorted(gone)])

    def _look(self, keys: list[str]) -> None:
        self.touched = keys
        self.rekeyed = False
        if keys:
            self._look_at_nouns(keys)
        else:
            self.private, self.changed, self.state = [], {}, b""
        self._hear()
        self._ask()
        if self.private or self.rekeyed or self.story_before is not None or self.lines is None:
            self.common = None
        else:
            self.common = self.parts + self.state + self.lines

    # -- nouns

    def _look_at_nouns(self, keys: list[str]) -> None:
        table, with_own = self.sitting.table, self._with_own
        table.touched.seen()
        self.changed = changed = {}
        for key in keys:
            noun = table.nouns.get(key)
            if noun is not None and noun.own_names:
                with_own.add(key)
            if changes := self._compare(key, noun):
                changed[key] = changes
        self.private = [key for key in keys if key in with_own]
        if table.touched.laid != self._laid:
            self._laid, layout = table.touched.laid, list(table.nouns)
            self.rekeyed, self._layout = self.rekeyed or layout != self._layout, layout
        if self.rekeyed:
            self.keys_before, self.keys = self.keys, [key for key in self._layout if key in self.shown]
            self.order = _order(self.keys_before, self.keys)
        self.state = b',"state":' + _encode({key: self.noun_change(key) for key in changed}) if changed else b""

    def _compare(self, key: str, noun: Noun | None) -> dict[str, Change]:
        """The public fields of a noun that look different now. A value that is the same object looks the same."""
        names, values = self._values.get(key, _NEVER)
        if noun is None or names is not noun.seen_names:
            return self._compare_another(key, noun)
        now = _seen(noun)
        self._values[key] = (names, now)
        changes: dict[str, Change] = {}
        for name, was, value in compress(zip(names, values, now, strict=True), map(is_not, values, now)):
            change = _form(was), _form(value)
            if _differ(*change):
                changes[name] = change
                if _HIDDEN in change:
                    self._note_whether_shown(key, now)
        return changes

    def _compare_another(self, key: str, noun: Noun | None) -> dict[str, Change]:
        """A noun that is new, or gone, or another kind of noun lies here now."""
        names, values = self._values.pop(key, _NEVER)
        before = dict(zip(names, map(_form, values), strict=True))
        names, values = _NEVER
        if noun is not None:
            names, values = self._values[key] = (noun.seen_names, _seen(noun))
        self._note_whether_shown(key, values)
        now = dict(zip(names, map(_form, values), strict=True))
        changes = {name: (before.get(name, _HIDDEN), now.get(name, _HIDDEN)) for name in (now | before)}
        return {name: change for name, change in changes.items() if _differ(*change)}

    def _note_whether_shown(self, key: str, values: tuple[Any, ...]) -> None:
        """A noun of which everything is secret does not exist for everyone."""
        is_shown = any(type(value) is not Secret for value in values)
        if is_shown != (key in self.shown):
            self.rekeyed = True
            (self.shown.add if is_shown else self.shown.remove)(key)

    def forms(self, key: str, name: str) -> tuple[bytes | None, bytes | None]:
        """A field as everyone saw it before this turn, and sees it now; None where they do not."""
        change = self.changed.get(key, {}).get(name)
        if change is None:
            noun = self.sitting.table.nouns.get(key)
            form = _HIDDEN if noun is None or name not in noun.public_names else _form(noun.__dict__[name])
            change = form, form
        before, now = (None if form is _HIDDEN else _encode(_sent(form)) for form in change)
        return before, now

    def noun_change(self, key: str) -> dict[str, Any] | None:
        """What has changed about a noun for everyone."""
        if key not in self.shown:
            return None
        return {name: _sent(now) for name, (_, now) in self.changed[key].items()}

    # -- the rest

    def _hear(self) -> None:
        """What is new in the story. It is remembered without its hearers: who else heard a line is not told."""
        lines, told = self.sitting.table.lines, len(self.story.marks)
        self.fresh, self.lines = [], b""
        if lines.folded + len(lines.new) == told:
            return
        for line in lines[told:] if told else lines:
            encoded = _encode(line if line.to is None else msgspec.structs.replace(line, to=()))
            self.story.add(line, encoded)
            self.fresh.append((line, encoded))
            if line.to is not None:
                self.lines = None
        if self.lines is not None:
            self.lines = _lines([encoded for _, encoded in self.fresh])

    def _ask(self) -> None:
        """One look at what is asked, for all viewers: what stands before each seat, and whom the table waits for."""
        play = self.sitting.play
        table, answers_by = play.table, play.answers_by
        asked: dict[Seat, list[Mark]] = {}
        awaited: set[Seat] = set()
        kinds = []
        for window in play.windows:
            kinds.append(window.name)
            needed, sealed, prompts, renewed = window.awaited, window.sealed, window.prompts, window.renewals
            awaited.update(needed if window.shows_who else prompts)
            given_by = window.answers if isinstance(window, Questions) else _NONE_GIVEN
            for seat, prompt in prompts.items():
                given = given_by.get(seat, UNSET)
                # A commitment to a sealed answer is bound to the beat it was given at.
                bound = table.beat if sealed and given is not UNSET else None
                mark = (prompt, seat in needed, False, given, sealed, answers_by[seat], renewed, bound)
                if seat in asked:
                    asked[seat].append(mark)
                else:
                    asked[seat] = [mark]
        for standing in play.fresh_standings():
            for seat, menu in standing.prompts.items():
                asked.setdefault(seat, []).append((menu, False, True, UNSET, False, 0, 0, None))
        self.asked = asked
        self._compare_parts([seat for seat in table.seats if seat in awaited], kinds)

    def _compare_parts(self, awaited: list[Seat], kinds: list[str]) -> None:
        table, over = self.sitting.table, self.sitting.over
        parts = b""
        if awaited != self._awaited:
            parts = b',"waiting":' + _encode(awaited)
        if table.names != self._names:
            self._names = dict(table.names)
            parts += b',"names":' + _encode(self._names)
        if over or self._over:
            parts += self._compare_end(over, table.result if over else {})
        self.asks_anew = parts != b"" or kinds != self._kinds
        if table.place != self._place:
            self._place = table.place
            parts += b',"place":' + _encode(self._place)
        self.parts = parts
        if self.asks_anew:
            self._awaited, self._kinds = awaited, kinds
            texts = projection.waiting_texts(self.sitting, awaited, kinds)
            self.waiting_texts = {viewer: _encode(text) for viewer, text in texts.items()}
        self.taker = self.sitting.taker()

    def _compare_end(self, over: bool, result: dict[str, Any]) -> bytes:
        parts = b""
        if over != self._over:
            self._over = over
            parts = b',"over":' + _encode(over)
        if result != self._result:
            self._result = dict(result)
            parts += b',"result":' + _encode(result)
        return parts

    def waiting_text(self, viewer: Viewer) -> bytes:
        """Whom the table waits for, as this viewer reads it."""
        texts = self.waiting_texts
        return texts[viewer] if viewer in texts else texts[None]


def _seen(noun: Noun) -> tuple[Any, ...]:
    """What is in the fields and properties of a noun that are for everyone."""
    values = noun.public_values(noun.__dict__)
    return values + tuple([getattr(noun, name) for name in noun.worked_out]) if noun.worked_out else values


def _form(value: Any) -> Form:
    """What everyone sees of a public field."""
    kind = type(value)
    if kind in PLAIN:
        return value
    if kind is Secret:
        return _HIDDEN
    if kind is tuple and PLAIN.issuperset(map(type, value)):
        return _encode(value)
    return _encode(shown_to_all(value))


def _differ(before: Form, now: Form) -> bool:
    return type(before) is not type(now) or before != now


def _sent(form: Form) -> Any:
    """A form as it goes into a frame: what is hidden is null."""
    kind = type(form)
    return form if kind in PLAIN else Raw(form) if kind is bytes else None


def _lines(encoded: list[bytes]) -> bytes:
    return b',"lines":[%b]' % b",".join(encoded) if encoded else b""


def _order(before: list[str], now: list[str]) -> bytes:
    """The order of the nouns, unless it is the old one with what is new at its end."""
    if now[: len(before)] == before:
        return b""
    present, known = set(now), set(before)
    expected = [key for key in before if key in present] + [key for key in now if key not in known]
    return b"" if expected == now else b',"order":' + _encode(now)


class Feed:
    """What one viewer was shown, and what has changed for it since. Numbers begin at 0, the first full view."""

    def __init__(self, public: Public, viewer: Viewer, number: int = 0) -> None:
        self.viewer = viewer
        self.number = number
        self.heard = public.story.count(viewer)
        self._public = public
        self._own: dict[str, Fields] = {}
        self._rekeyed = False  # whether nouns came or went for this viewer alone
        self._marks: list[Mark] = []
        self._asked: dict[str, Asked] = {}  # by name
        self._prompts: list[bytes] = []
        self._waiting_text = public.waiting_text(viewer)
        self._may_take_back = viewer is not None and public.taker == viewer
        if viewer is not None:
            for key in public.sitting.table.nouns:
                if own := self._own_fields(key):
                    self._own[key] = own
            self._look_at_prompts(viewer, public.asked.get(viewer, _NOTHING))
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
        public, viewer = self._public, self.viewer
        body = public.common
        if body is None:
            body = self._apart()
        else:
            self.heard += len(public.fresh)
        if public.asks_anew:
            texts = public.waiting_texts
            text = texts[viewer] if viewer in texts else texts[None]
            if text != self._waiting_text:
                self._waiting_text = text
                body += b',"waiting_text":' + text
        if viewer is not None:
            marks = public.asked.get(viewer, _NOTHING)
            if marks != self._marks and self._look_at_prompts(viewer, marks):
                body += b',"prompts":[%b]' % b",".join(self._prompts)
            may = viewer == public.taker
            if may is not self._may_take_back:
                self._may_take_back = may
                body += b',"can_take_back":true' if may else b',"can_take_back":false'
        if not body:
            return None
        self.number += 1
        return b'{"type":"frame","n":%d%b}' % (self.number, body)

    def _apart(self) -> bytes:
        """What is the same for everyone in most turns, where it may not be so in this one."""
        public = self._public
        parts = [public.parts, self._state() if public.private else public.state]
        if public.rekeyed or self._rekeyed:
            parts.append(self._order())
        if public.fresh or public.story_before is not None:
            parts.append(self._look_at_lines())
        return b"".join(parts)

    def asks(self, name: str, identity: str) -> bool:
        """Whether this question is among those that were last shown."""
        asked = self._asked.get(name)
        return asked is not None and asked[1] == identity

    def _own_fields(self, key: str) -> Fields:
        noun = self._public.sitting.table.nouns.get(key)
        if noun is None or self.viewer is None or not noun.own_names:
            return {}
        own = projection.own_fields(noun, self.viewer)
        return {name: _encode(value) for name, value in own.items()} if own else {}

    def _state(self) -> bytes:
        """Changed fields of all touched nouns. Mostly this is what everyone gets, already encoded."""
        public = self._public
        mine: dict[str, dict[str, Raw | None] | None] = {}
        for key in public.private:
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
            change = mine[key] if key in mine else public.noun_change(key) if key in public.changed else {}
            if change != {}:
                changes[key] = change
        return b',"state":' + _encode(changes) if changes else b""

    def _noun_change(self, key: str, own_before: Fields, own_now: Fields) -> dict[str, Raw | None] | None:
        """A noun of which this viewer sees more than others: its own form of a field goes before the public one."""
        public = self._public
        if not own_now and key not in public.shown:
            return None
        changed = public.changed.get(key, {})
        delta: dict[str, Raw | None] = {}
        for name in dict.fromkeys((*changed, *own_before, *own_now)):
            common = public.forms(key, name)
            before, now = own_before.get(name, common[0]), own_now.get(name, common[1])
            if before != now:
                delta[name] = None if now is None else Raw(now)
        return delta

    def _shown_keys(self) -> list[str]:
        public, own = self._public, self._own
        if own.keys() <= public.shown:
            return public.keys
        return [key for key in public.sitting.table.nouns if key in public.shown or key in own]

    def _order(self) -> bytes:
        self._rekeyed = False
        public = self._public
        before, self._keys = self._keys, self._shown_keys()
        if before is public.keys_before and self._keys is public.keys:
            return public.order
        return _order(before, self._keys)

    def _look_at_prompts(self, seat: Seat, marks: list[Mark]) -> bool:
        """Something about the prompts differs: encode what does, and say whether it looks different too."""
        known, before = self._asked, self._prompts
        self._marks, self._asked, self._prompts = marks, {}, []
        for mark in marks:
            name = mark[0].name
            asked = known.get(name)
            if asked is None or asked[0] != mark:
                asked = self._ask(seat, mark)
            self._asked[name] = asked
            self._prompts.append(asked[2])
        return before != self._prompts

    def _ask(self, seat: Seat, mark: Mark) -> Asked:
        """A prompt as `projection.prompts` shows it; its words are encoded once for it and for its id."""
        prompt, must, beside, given, sealed, own, renewed, bound = mark
        words = _encode(prompt)
        identity = question_id(own, renewed, words)
        if given is UNSET and not sealed:  # most of them
            tail = b',"must":true' if must else b',"beside":true' if beside else b""
            return mark, identity, b'{"id":"%b","prompt":%b%b}' % (identity.encode(), words, tail)
        commitment = "" if bound is None else self._public.sitting.play.commitment(seat, given)
        encoded: Any = Raw(words)
        return mark, identity, _encode(ShownPrompt(identity, encoded, must, beside, given, sealed, commitment))

    def _look_at_lines(self) -> bytes:
        public, viewer = self._public, self.viewer
        if public.story_before is not None:
            return self._look_at_all_lines(public.story_before)
        if public.lines is not None:
            self.heard += len(public.fresh)
            return public.lines
        lines = []
        for line, encoded in public.fresh:
            if line.to is None:
                lines.append(encoded)
            elif viewer is not None and viewer in line.to:
                lines.append(_encode(msgspec.structs.replace(line, to=(viewer,))))
        self.heard += len(lines)
        return _lines(lines)

    def _look_at_all_lines(self, before: Lines) -> bytes:
        """The story was written anew: what stays of it, and what comes after that."""
        old, new = before.of(self.viewer), self._public.story.of(self.viewer)
        kept = next(
            (place for place, (one, other) in enumerate(zip(old, new, strict=False)) if one != other),
            min(len(old), len(new)),
        )
        self.heard = len(new)
        said = b',"keep":%d' % kept if kept < len(old) else b""
        if kept < len(new):
            said += b',"lines":' + _encode(projection.story(self._public.sitting, self.viewer, len(new) - kept))
        return said


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
