"""A sitting: one table with its log. The log of answers is the only truth; everything live is a cache of it.

Recovery, take-back, rewind, review and bug reports are all the same operation: play the log into a new table.
"""

from __future__ import annotations

import gc
import hashlib
import secrets
import struct
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET

from mneme.engine.chance import Chance, SeededChance
from mneme.engine.entries import (
    TALK_MODES,
    Answer,
    Digest,
    Entry,
    Header,
    Rename,
    Retract,
    Rewind,
    Rewound,
    TakeBack,
    Talk,
)
from mneme.engine.errors import BadFile, MnemeError, Refused, RulesBug
from mneme.engine.game import Game, read_options
from mneme.engine.play import Pending, Play
from mneme.engine.prompts import Seat, Wire, Words
from mneme.engine.scroll import Scroll
from mneme.engine.story import Line
from mneme.engine.table import Table
from mneme.engine.undoing import without_what_was_undone
from mneme.engine.windows import Standing, Trail

DIGEST_EVERY = 32
_HELD = bytes(flags & ~1 for flags in range(256))
_GOES_BACK = Line("rewind", "The table goes back. Chance starts afresh from here.")


class Played(NamedTuple):
    """An entry still in force: which, and where the table and its story stood when it came and after it."""

    entry: int  # its place in the log
    beat: int
    lines: int
    told: int
    free: bool  # no chance was drawn and nothing hidden came to light
    private: bool  # nobody else may notice it

    def moved(self, beat: int, lines: int) -> Played:
        """The same entry at another place of a story that has become shorter."""
        return Played(self.entry, beat, self.lines + lines, self.told + lines, self.free, self.private)


class InForce:
    """The entries in force, kept small: a few bytes each."""

    def __init__(self, played: Iterable[Played] = ()) -> None:
        self._numbers, self._four = array("H"), struct.Struct("4H")
        self._flags = bytearray()
        for one in played:
            self.add((one.entry, one.beat, one.lines, one.told), one.free | one.private << 1)

    def add(self, numbers: tuple[int, int, int, int], flags: int) -> None:
        """Add one entry: where it and the story stood, and its flags."""
        if max(numbers) > 65_535:
            self.extend(numbers, (flags,))
        else:
            self._numbers.frombytes(self._four.pack(*numbers))
            self._flags.append(flags)

    def extend(self, numbers: Sequence[int], flags: Sequence[int]) -> None:
        """Add entries: four numbers and the flags of each. An array takes bytes much faster than numbers."""
        if max(numbers[-4:], default=0) > 65_535 and self._numbers.typecode == "H":  # they only ever grow
            self._numbers, self._four = array("I", self._numbers), struct.Struct("4I")
        self._numbers.frombytes(struct.pack(f"{len(numbers)}{self._numbers.typecode}", *numbers))
        self._flags.extend(flags)

    def __len__(self) -> int:
        return len(self._flags)

    def __getitem__(self, place: int) -> Played:
        entry, beat, lines, told = self._numbers[4 * place : 4 * place + 4]
        flags = self._flags[place]
        return Played(entry, beat, lines, told, bool(flags & 1), bool(flags & 2))

    def entry(self, place: int) -> int:
        """Which entry stands at a place."""
        return self._numbers[4 * place]

    def __iter__(self) -> Iterator[Played]:
        return (self[place] for place in range(len(self)))

    def hold(self) -> None:
        """None of them can be taken back any more."""
        self._flags = self._flags.translate(_HELD)

    def last_free(self) -> int | None:
        """The place of the last entry that others may notice, if it is free."""
        place = len(self._flags) - 1
        while place >= 0 and self._flags[place] & 2:
            place -= 1
        return place if place >= 0 and self._flags[place] & 1 else None


class Sitting:
    """A table with its log."""

    def __init__(self, game: Game, header: Header, chance: Chance | None = None) -> None:
        self.game = game
        self.header = header
        self.entries: Scroll[Entry] = Scroll(Entry)
        self._chance = chance or SeededChance(header.seed, header.words)
        self._options = msgspec.convert(header.options, game.options)
        self._epochs: dict[int, int] = {}  # the beats at which chance starts afresh, with the number of that run
        self._returned: dict[int, int] = {}  # the beats the table went back to, and how long the story was by then
        self._played = InForce()
        self._marks = array("I")
        self.play = self._new_play()
        self._mark()

    @classmethod
    def lay(
        cls,
        game: Game,
        names: Sequence[str],
        options: Mapping[str, Any] | None = None,
        seed: str | None = None,
        chance: Chance | None = None,
    ) -> Sitting:
        """Lay a new table: seats `a`, `b`, `c` … with these names."""
        seats = tuple("abcdefghijklmnop"[: len(names)])
        read = read_options(game, len(seats), options or {})
        header = Header(
            game=game.name,
            rules=game.version,
            options=msgspec.to_builtins(read),
            seats=seats,
            names=dict(zip(seats, names, strict=True)),
            seed=secrets.token_hex(32) if seed is None else seed,
        )
        return cls(game, header, chance)

    @classmethod
    def load(cls, game: Game, header: Header, entries: Iterable[Entry]) -> Sitting:
        """Play a log into a new table.

        What comes before the last digest is taken on trust: if that digest agrees, everything before it was as it
        should be. If it does not, or anything goes wrong, every entry is checked to say what is the matter.
        """
        kept = list(entries)
        digests = [place for place, entry in enumerate(kept) if type(entry) is Digest]
        with _without_looking_for_garbage():
            try:
                return cls._loaded(game, header, kept, digests[-1] if digests else 0)
            except Exception:  # noqa: BLE001  # a log that deserves no trust can go wrong in any way
                return cls._loaded(game, header, kept, 0)

    @classmethod
    def _loaded(cls, game: Game, header: Header, entries: list[Entry], trusted: int) -> Sitting:
        if (header.game, header.rules) != (game.name, game.version):
            raise BadFile(f"This file is for {header.game}, rules version {header.rules}.")
        try:
            sitting = cls(game, header)
        except msgspec.ValidationError as problem:
            raise BadFile(f"The options in this file are not those of {game.title}.") from problem
        sitting._follow(entries[:trusted])
        for place, entry in enumerate(entries[trusted:], trusted + 1):
            try:
                sitting.apply(entry)
            except MnemeError as problem:
                raise BadFile(f"Entry {place} does not fit the game: {problem}") from problem
        return sitting

    def _follow(self, entries: list[Entry]) -> None:
        """Carry out entries on trust: answers are not checked, and digests are passed by."""
        trail = Trail(without_what_was_undone(entries))
        while trail.at < len(entries):
            self._follow_answers(entries, trail)
            if trail.at < len(entries):
                entry = trail.entries[trail.at]
                if type(entry) is Rewound:
                    self._follow_rewind(entry)
                else:
                    self.apply(entry)
                trail.at += 1

    def _follow_answers(self, entries: list[Entry], trail: Trail) -> None:
        """Carry out answers with nothing but talk and digests between them, and note them all at once."""
        play, table, clock, first, followed = self.play, self.table, self.play.clock, trail.at, trail.entries
        story, folded = table.lines.new, table.lines.folded  # nothing is folded up in the meantime
        numbers: list[int] = []
        flags: list[int] = []
        marks: list[int] = []
        beat, told, learned = clock.beat, folded + len(story), clock.learned
        for place in range(first, len(followed)):
            entry = followed[place]
            trail.at = place
            if type(entry) is not Answer:
                if type(entry) is Talk:
                    self._say(entry)
                    told += 1
                elif type(entry) is not Digest:
                    break
                continue
            if not play.follow(entry.seat, entry.name, entry.value, trail):
                numbers += (place, beat, told, told)
                flags.append(1)
                continue
            before, lines, known = beat, told, learned
            beat, told, learned = clock.beat, folded + len(story), clock.learned
            numbers += (place, before, lines, told)
            flags.append((learned == known) | play.was_private << 1)
            for _ in range(before, beat):
                marks.append(told)  # noqa: PERF401  # mostly once, and a list of one costs more
        else:
            trail.at = len(followed)
        self._played.extend(numbers, flags)
        self._marks.frombytes(struct.pack(f"{len(marks)}I", *marks))
        self.entries.extend(entries[first : trail.at])

    @property
    def table(self) -> Table[Any]:
        return self.play.table

    @property
    def over(self) -> bool:
        return self.play.over

    # -- the log

    def apply(self, entry: Entry) -> Entry:
        """Carry out one entry and keep it, in its canonical form. A refusal changes nothing."""
        if type(entry) is Answer:  # by far the most
            kept = self._answer(entry.seat, entry.name, entry.value)
            self.entries.append(kept)
            return kept
        match entry:
            case Retract(seat, name):
                self.play.retract(seat, name)
                self._note(self.table.beat, len(self.table.lines), free=True, private=True)
            case TakeBack(seat):
                entry = self._take_back(seat)
            case Rewind(beat, epoch, struck):
                entry = self._rewind(beat, epoch, struck)
            case Rename(seat, name):
                entry = self._rename(seat, name)
            case Talk():
                entry = self._talk(entry)
            case Digest(_, digest):
                if digest != self.digest():
                    raise BadFile("the state is not what it was when this was played; the rules have changed.")
        self.entries.append(entry)
        return entry

    def answer(self, seat: Seat, name: str, value: Wire, prompt_id: str | None = None) -> list[Entry]:
        """Take an answer from a seat; returns the entries to be kept (now and then with a digest)."""
        if prompt_id is not None:
            self._check_fresh(seat, name, prompt_id)
        entry = self._answer(seat, name, value)
        self.entries.append(entry)
        if len(self._played) % DIGEST_EVERY and not self.play.over:
            return [entry]
        digest = Digest(self.table.beat, self.digest())
        self.entries.append(digest)
        return [entry, digest]

    def fold(self) -> None:
        """Keep the past small. Whoever keeps many tables calls this when one of them has a quiet moment."""
        for scroll in (self.entries, self.table.lines, self.table.openings, self.table.draws):
            scroll.fold()

    def digest(self) -> str:
        """A fingerprint of everything on the table, hidden things included."""
        table = self.table
        whole = f"{table.beat} {table.place} {table.fingerprint():x}"
        return hashlib.sha256(whole.encode()).hexdigest()[:16]

    def prompt_id(self, seat: Seat, pending: Pending) -> str:
        """Changes when the question does, and after each of the seat's own answers; never for another reason."""
        window = pending.window
        renewed = 0 if isinstance(window, Standing) else window.renewals
        own = 0 if isinstance(window, Standing) else self.play.answers_by[seat]
        return question_id(own, renewed, msgspec.json.encode(pending.prompt))

    def _check_fresh(self, seat: Seat, name: str, prompt_id: str) -> None:
        for pending in self.play.pending(seat):
            if pending.prompt.name == name and self.prompt_id(seat, pending) == prompt_id:
                return
        raise Refused("stale", "The table has moved on since then. Here is what is asked now.")

    # -- entries

    def _answer(self, seat: Seat, name: str, value: Wire) -> Answer:
        play = self.play
        clock = play.clock
        story = play.table.lines
        beat, lines, learned = clock.beat, story.folded + len(story.new), clock.learned
        clean = play.answer(seat, name, value)
        self._note(beat, lines, clock.learned == learned, play.was_private)
        return Answer(seat, name, clean)

    def _note(self, beat: int, lines: int, free: bool, private: bool) -> None:
        """The entry that is about to be kept is in force."""
        story, marks, entries = self.play.table.lines, self._marks, self.entries
        told = story.folded + len(story.new)  # `len` of it costs as much as all the rest
        self._played.add((entries.folded + len(entries.new), beat, lines, told), free | private << 1)
        while len(marks) <= self.play.clock.beat:
            marks.append(told)  # how long the story was when each beat was reached

    def _mark(self) -> None:
        """Remember how long the story is at a beat that no entry has brought about."""
        while len(self._marks) <= self.table.beat:
            self._marks.append(len(self.table.lines))

    def _rename(self, seat: Seat, name: str) -> Rename:
        self._check_seat(seat)
        entry = Rename(seat, Words("name", "Your name", most=40).clean(name))
        self.play.rename(seat, entry.name)
        self._note(self.table.beat, len(self.table.lines), free=True, private=True)
        return entry

    def _talk(self, talk: Talk) -> Talk:
        self._check_seat(talk.seat)
        if talk.mode not in TALK_MODES:
            raise Refused("malformed", f"Talk is one of: {', '.join(TALK_MODES)}.")
        text = Words("talk", "What do you say?", most=2_000).clean(talk.text)
        speaker = Words("speaker", "Who speaks?", most=60, optional=True).clean(talk.speaker)
        if talk.mode == "suggest":
            self._check_seat(speaker)
        clean = Talk(talk.seat, talk.mode, text, speaker)
        self._say(clean)
        return clean

    def _say(self, talk: Talk) -> None:
        """Tell what was said to those who may hear it."""
        seat, mode, speaker = talk.seat, talk.mode, talk.speaker
        to: tuple[Seat, ...] | None = (seat,) if mode == "note" else None
        facts = {"mode": mode, "speaker": speaker} if speaker else {"mode": mode}
        if mode == "suggest":
            to, facts = (seat, speaker), {"mode": mode, "to": speaker}
        self.play.table.lines.append(Line("talk", talk.text, seat, to, facts))

    def _check_seat(self, seat: Seat) -> None:
        if seat not in self.header.seats:
            raise Refused("not_asked", "There is no such seat at this table.")

    # -- take-back and rewind

    def can_take_back(self, seat: Seat) -> bool:
        """Free exactly when nobody has learned or done anything since, and never beside a sealed window."""
        return self.taker() == seat

    def taker(self) -> Seat | None:
        """The one seat that may take back its last answer, if any may."""
        last = self._last_free()
        return None if last is None else last[1]

    def _last_free(self) -> tuple[int, Seat] | None:
        """Where the last answer stands in what was played, and whose it is, if it may still be taken back."""
        place = self._played.last_free()
        if place is None or self.over or self.play.sealed:
            return None
        entry = self.entries[self._played.entry(place)]
        return (place, entry.seat) if isinstance(entry, Answer) else None

    def passage(self, beat: int) -> int:
        """Where in the log the passage begins that a rewind to this beat undoes."""
        return max((played.entry + 1 for played in self._played if played.beat < beat), default=0)

    def beat_before(self, line: int) -> int:
        """The last beat that was reached before this line of the story was told."""
        return max(bisect_right(self._marks, line) - 1, 0)

    def line_of(self, beat: int) -> int:
        """How many lines the story had when a beat was reached."""
        return self._marks[beat]

    def _take_back(self, seat: Seat) -> TakeBack:
        last = self._last_free()
        if last is None or last[1] != seat:
            raise Refused("illegal", "That can no longer be taken back; ask the table to rewind instead.")
        place = last[0]
        played = list(self._played)
        gone, since, lines = played[place], played[place + 1 :], list(self.table.lines)
        # What was said and privately done since stays; only the answer's own lines go.
        self._play_again(played[:place] + [late.moved(gone.beat, gone.lines - gone.told) for late in since], gone.beat)
        told = list(self.table.lines)
        self._go_on_with(lines[: gone.lines] + lines[gone.told :], gone.beat)
        done = [line for late in since for line in lines[late.lines : late.told]]
        as_before = len(self._played) == len(played) - 1 and told[len(told) - len(done) :] == done
        return TakeBack(seat, len(self.entries) - gone.entry if as_before else 0)

    def _rewind(self, beat: int, epoch: int, struck: bool) -> Rewind:
        if not 0 <= beat <= self.table.beat:
            raise Refused("illegal", "There is no such moment to go back to.")
        lines, mark = list(self.table.lines), self._marks[beat]
        since = mark if struck else self._returned.get(beat, mark)
        told = () if struck else tuple(map(_undone, lines[since:]))
        epoch = epoch or max(self._epochs.values(), default=0) + 1
        kept = [early for early in self._played if early.beat < beat]
        self._begin_afresh(beat, epoch)
        self._play_again(kept + self._names_since(len(kept), beat, mark), beat)
        self._go_on_with([*lines[:since], *told, _GOES_BACK], beat)
        self._played.hold()  # what was learned in the passage cannot be unlearned
        self._returned_to(beat)
        # Some acts move the rules more than once: then the table may not stand where the passage began.
        if self.table.beat != beat:
            return Rewind(beat, epoch, struck)
        return Rewound(beat, epoch, struck, kept=len(kept), told=told)

    def _follow_rewind(self, rewind: Rewound) -> None:
        """Take a rewind on trust: the passage was passed by, so the table stands where it goes back to."""
        if self.table.beat != rewind.beat:
            raise RulesBug(f"the log goes back to beat {rewind.beat} from {self.table.beat}")
        self._begin_afresh(rewind.beat, rewind.epoch)
        self.play.epochs = self._epochs
        self._played.hold()
        self.table.lines.extend((*rewind.told, _GOES_BACK))
        self._returned_to(rewind.beat)
        self.entries.append(rewind)

    def _begin_afresh(self, beat: int, epoch: int) -> None:
        """Chance begins a new run after this beat."""
        self._epochs = {since: number for since, number in self._epochs.items() if since <= beat} | {beat + 1: epoch}

    def _returned_to(self, beat: int) -> None:
        """Remember how long the story is where the table goes on after a rewind."""
        self._returned = {since: lines for since, lines in self._returned.items() if since < beat}
        self._returned[beat] = len(self.table.lines)

    def _names_since(self, place: int, beat: int, mark: int) -> list[Played]:
        """Who sits where is not part of the story: a name given since then stays."""
        entries = list(self.entries)
        names = [late for late in list(self._played)[place:] if isinstance(entries[late.entry], Rename)]
        return [late.moved(beat, mark - late.lines) for late in names]

    def _play_again(self, kept: list[Played], beat: int) -> None:
        """Play what is kept into a new table, up to a beat."""
        self.play.close()
        self.play = self._new_play()
        entries = list(self.entries)
        trail = Trail([entries[played.entry] for played in kept])
        with _without_looking_for_garbage():
            self._played = InForce([played for played in kept if self._again(played.private, trail)])
        if self.table.beat < beat:  # it can be later: some acts move the rules more than once
            raise RulesBug(f"what is left does not lead to beat {beat} again, but to {self.table.beat}")

    def _go_on_with(self, lines: list[Line], beat: int) -> None:
        """Hand a table that was played again the story as it was told."""
        self._marks = self._marks[: beat + 1]
        self.table.lines.replace(lines)
        self._mark()

    def _again(self, private: bool, trail: Trail) -> bool:
        """Play the next entry once more. A private act may have lost its occasion; an answer cannot, and is trusted."""
        entry = trail.entries[trail.at]
        try:
            match entry:
                case Answer(seat, name, value) if private:
                    self.play.answer(seat, name, value)
                case Answer(seat, name, value):
                    self.play.follow(seat, name, value, trail)
                case Retract(seat, name):
                    self.play.retract(seat, name)
                case Rename(seat, name):
                    self.play.rename(seat, name)
        except Refused:
            if not private:
                raise
            return False
        finally:
            trail.at += 1
        return True

    def _new_play(self) -> Play:
        table = self.game.lay(self._options, self.header.seats, self.header.names, self._chance)
        return Play(table, self.game.play(table), self._chance, self._epochs)

    def given(self, seat: Seat, name: str) -> Wire | None:
        """The answer a seat has given to a question that is still open."""
        for pending in self.play.pending(seat):
            if pending.prompt.name == name and pending.given is not UNSET:
                return pending.given
        return None


@contextmanager
def _without_looking_for_garbage() -> Iterator[None]:
    """A load makes tens of thousands of things and drops none of them, so it is a poor time to look."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def question_id(own: int, renewed: int, words: bytes) -> str:
    """What a question is known by: how often its seat has answered, how often it was asked anew, and its words."""
    return hashlib.blake2b(b"%d/%d/%b" % (own, renewed, words), digest_size=6).hexdigest()


def _undone(line: Line) -> Line:
    return line if line.kind in {"talk", "rewind"} else msgspec.structs.replace(line, undone=True)
