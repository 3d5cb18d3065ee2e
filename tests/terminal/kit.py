"""What the tests of the line client share: typing people, a page that remembers, and tables in a folder."""

from __future__ import annotations

import io
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from mneme.bots import Bot
from mneme.bots.random_legal import RandomLegal
from mneme.engine.game import Game
from mneme.engine.log import Sitting
from mneme.engine.prompts import Ack, Arrange, Menu, Number, Pick, Prompt, Several, Some, Split, Words
from mneme.terminal.desk import Input, Tone
from mneme.terminal.journal import Heading, Journal
from mneme.terminal.local import LocalTable
from mneme.terminal.screen import Screen
from mneme.terminal.showing import marks
from mneme.terminal.table import Terminal
from tests.engine import two_masks

NAMES = ("Ines", "Ben", "Cleo", "Dov", "Edda")


class Script:
    """A keyboard on which these lines are typed, and then no more."""

    def __init__(self, *lines: str) -> None:
        self.lines = list(lines)
        self.invitations: list[str] = []

    def read(self, invitation: str) -> str:
        self.invitations.append(invitation)
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)


class Page:
    """An output that remembers what was said, and in which tone."""

    def __init__(self) -> None:
        self.said: list[tuple[str, Tone]] = []

    def say(self, text: str = "", tone: Tone = "plain") -> None:
        self.said.append((text, tone))

    @property
    def text(self) -> str:
        return "\n".join(text for text, _ in self.said)

    @property
    def refusals(self) -> list[str]:
        return [text for text, tone in self.said if tone == "refusal"]


class Person:
    """Somebody who answers whatever is asked with something legal, typed the way a person would.

    With `commands` they also look around and talk, about that often.
    """

    def __init__(self, seed: object, commands: Sequence[str] = (), often: float = 0.3) -> None:
        self.dice = random.Random(str(seed))
        self.asked: Callable[[], Sequence[Prompt[Any]]] = list
        self.lines: list[str] = []
        self._commands = commands
        self._often = often

    def read(self, invitation: str) -> str:
        line = self._line(invitation)
        self.lines.append(line)
        return line

    def _line(self, invitation: str) -> str:
        if "press Enter" in invitation or "leave it empty" in invitation:
            return ""
        if "yes or no" in invitation:
            return "yes"
        if self._commands and self.dice.random() < self._often:
            return self.dice.choice(self._commands).format(self.dice.random())
        asking = self.asked()
        return typed(asking[-1], self.dice) if asking else ""


class Watched:
    """A keyboard whose invitations are on the screen too, watched by somebody at every line that is typed."""

    def __init__(self, typed: Input, stream: io.StringIO) -> None:
        self.watch: Callable[[str], None] = lambda invitation: None
        self._typed = typed
        self._stream = stream

    def read(self, invitation: str) -> str:
        self._stream.write(invitation)
        self.watch(invitation)
        line = self._typed.read(invitation)
        self._stream.write("\n")
        return line


def typed(prompt: Prompt[Any], dice: random.Random) -> str:
    """A line that answers a prompt, or the next step of it."""
    match prompt:
        case Pick() | Menu():
            options = prompt.options if isinstance(prompt, Pick) else prompt.choices
            index = dice.randrange(len(options))
            labels = [option.label for option in options]
            mark, label = marks(options)[index], labels[index]
            return mark if labels.count(label) > 1 else dice.choice([mark, label])
        case Some() | Arrange():
            by_key = dict(zip((option.key for option in prompt.options), marks(prompt.options), strict=True))
            return " ".join(by_key[key] for key in prompt.random(dice))
        case Number():
            return str(prompt.random(dice))
        case Split():
            return " ".join(str(share) for share in prompt.random(dice).values())
        case Words():
            return prompt.random(dice)
        case Several():
            return ""
        case Ack():
            return ""
    raise AssertionError(f"nobody is asked for a whole {type(prompt).__name__}")


class Evening:
    """A terminal at a table in a folder, with everything it wrote."""

    def __init__(
        self,
        folder: Path,
        typed: Input,
        *,
        game: Game = two_masks.GAME,
        seats: int = 3,
        people: int = 1,
        options: dict[str, Any] | None = None,
        seed: str = "evening",
        terminal: bool = False,
        bots: Callable[[random.Random], Bot] = RandomLegal,
    ) -> None:
        self.stream = io.StringIO()
        self.typed = Watched(typed, self.stream)
        self.sitting = Sitting.lay(game, NAMES[:seats], options, seed)
        heading = Heading(header=self.sitting.header, people=self.sitting.header.seats[:people])
        self.path = folder / "evening.journal"
        journal = Journal.begin(self.path, heading)
        dice = random.Random(seed)
        others = {seat: bots(dice) for seat in self.sitting.header.seats[people:]}
        self.table = LocalTable(self.sitting, journal, others, dice)
        screen = Screen(self.stream, terminal=terminal)
        self.terminal = Terminal(self.table, self.table, screen, self.typed)
        if isinstance(typed, Person):
            typed.asked = self._asking

    def _asking(self) -> Sequence[Prompt[Any]]:
        """What whoever has the keyboard is asked."""
        return self.terminal.person.desk.asking if self.terminal.holder else ()

    def run(self) -> str:
        """Play to the end of the game or of the lines; what was on the screen all evening."""
        try:
            self.terminal.run()
        finally:
            self.table.close()
        return self.text

    @property
    def text(self) -> str:
        return self.stream.getvalue()


def evening(folder: Path, *lines: str, **wishes: Any) -> Evening:
    """An evening of typed lines that has been run."""
    done = Evening(folder, Script(*lines), **wishes)
    done.run()
    return done
