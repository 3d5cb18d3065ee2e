"""The log as it stands: what a game file keeps of everything that was entered at a table.

A sealed window is answered in seat order at the moment it closed: who was first, what was changed and what was
retracted is nobody's business. What a window still keeps sealed is left out, and so is what was taken back. A
struck passage is gone, but for the rewind that struck it: without that, later dice would be others.
"""

from __future__ import annotations

from msgspec import Struct

from mneme.engine.entries import Answer, Digest, Entry, Header, Rename, Retract, Rewind, TakeBack, Talk
from mneme.engine.game import Game
from mneme.engine.log import Sitting
from mneme.engine.undoing import without_what_was_taken_back
from mneme.engine.windows import Questions

Group = tuple[Entry, ...]


def settle(sitting: Sitting) -> list[Group]:
    """The settled log of a table, in groups of entries that belong together."""
    log = _Settling(sitting.game, sitting.header)
    for entry in without_what_was_taken_back(sitting.entries):
        log.settle(entry)
    return log.groups()


class _Step(Struct):
    """What one entry comes to in the file. `source` is that entry's place in the log, while it is in force."""

    group: Group
    source: int | None = None


class _Settling(Sitting):
    """A second life of the table, to see what came of every entry."""

    def __init__(self, game: Game, header: Header) -> None:
        super().__init__(game, header)
        self._steps: list[_Step] = []
        self._reached = [0]  # how many steps it took to each beat

    def groups(self) -> list[Group]:
        return [step.group for step in self._steps if step.group]

    def settle(self, entry: Entry) -> None:
        match entry:
            case Digest():
                return  # a settled log gets digests of its own
            case Answer() | Retract():
                self._settle_answer(entry)
            case TakeBack():
                self._settle_take_back(entry)
            case Rewind():
                self._settle_rewind(entry)
            case Rename():
                self._steps.append(_Step((self.apply(entry),), len(self.entries) - 1))
            case Talk():
                self._steps.append(_Step((self.apply(entry),)))
        del self._reached[self.table.beat + 1 :]
        while len(self._reached) <= self.table.beat:
            self._reached.append(len(self._steps))

    def _settle_answer(self, entry: Answer | Retract) -> None:
        """An answer stands where it came; a sealed one waits for all the others."""
        sealed = self._sealed_window(entry)
        kept, place = self.apply(entry), len(self.entries) - 1
        if sealed is None:
            self._steps.append(_Step((kept,), place))
        elif sealed in self.play.windows:
            self._steps.append(_Step((), place))
        else:
            self._steps.append(_Step(_answers(sealed), place))

    def _sealed_window(self, entry: Answer | Retract) -> Questions | None:
        """The sealed window that an answer belongs to."""
        for window in self.play.windows:
            prompt = window.prompts.get(entry.seat)
            if prompt is not None and prompt.name == entry.name:
                return window if isinstance(window, Questions) and window.sealed else None
        return None

    def _settle_take_back(self, entry: TakeBack) -> None:
        self.apply(entry)
        in_force = self._in_force()
        self._steps = [step for step in self._steps if step.source is None or step.source in in_force]

    def _settle_rewind(self, entry: Rewind) -> None:
        """A passage that was played and undone stays in the file; a struck one does not, but for new names.

        What a rewind kept is counted otherwise in a settled log, so there it does not say.
        """
        rewind = self.apply(entry)
        assert isinstance(rewind, Rewind)
        in_force = self._in_force()
        since = self._reached[entry.beat]
        for step in self._steps[since:]:
            if step.source not in in_force:
                step.source = None
        if entry.struck:
            self._steps[since:] = [step for step in self._steps[since:] if step.source is not None]
        self._steps.append(_Step((rewind.plain,)))

    def _in_force(self) -> set[int]:
        return {played.entry for played in self._played}


def _answers(window: Questions) -> Group:
    """What a closed window was answered with, in seat order."""
    return tuple(Answer(seat, prompt.name, window.answers[seat]) for seat, prompt in window.prompts.items())
