"""Where one person answers: the lines they type, what they read, and what they are being asked.

Lines that begin with a slash are commands and never reach a prompt; `//` writes a slash. Inside a form or a menu,
`back` returns to the step before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Literal, Protocol

from mneme.engine.prompts import Arrange, Menu, Pick, Prompt, Several, Some, Words

Tone = Literal["plain", "title", "chapter", "story", "private", "question", "option", "quiet", "refusal", "verbatim"]

BACK = "back"
IDEAS = "?"
IDEAS_AT_ONCE = 8


class Input(Protocol):
    """Where lines come from."""

    def read(self, invitation: str) -> str:
        """One line, without its end. Raises EOFError when there are no more."""
        ...


class Output(Protocol):
    """Where sentences go."""

    def say(self, text: str = "", tone: Tone = "plain") -> None: ...


class Back(Exception):
    """Somebody wants the step before this one."""


class Desk:
    """Where one person answers: the lines they type, what they read, and who takes their commands."""

    def __init__(
        self,
        typed: Input,
        page: Output,
        command: Callable[[str], None] | None = None,
        ideas: Callable[[str], Sequence[str]] = lambda name: (),
    ) -> None:
        self.asking: list[Prompt[Any]] = []  # outermost first
        self.say = page.say
        self._typed = typed
        self._command = command
        self._ideas = ideas
        self._told: dict[str, int] = {}  # how many ideas of a list were shown

    def ask(self, invitation: str) -> str:
        """The next line that is not a command."""
        while True:
            line = self._typed.read(invitation).strip()
            if line.lower() in {BACK, f"/{BACK}"} and self.nested:
                raise Back
            if line.startswith("//"):
                return line[1:]
            if self._command is None or not line.startswith("/"):
                return line
            self._command(line)
            self.remind()

    @property
    def nested(self) -> bool:
        """Whether there is a step to go back to."""
        return len(self.asking) > 1

    def remind(self) -> None:
        """Say again what is being asked, after something else was said."""
        if self.asking:
            prompt = self.asking[-1]
            chosen_from = isinstance(prompt, Pick | Some | Arrange | Menu)
            again = f" ({IDEAS} shows the choices again.)" if chosen_from else ""
            self.say()
            self.say(f"{prompt.text}{again}", "question")

    def ideas(self, prompt: Prompt[Any]) -> Sequence[str]:
        """The game's suggestions for a prompt."""
        match prompt:
            case Words() if prompt.ideas:
                return self._ideas(prompt.ideas)
            case Several():
                return self.ideas(prompt.item)
        return ()

    def more_ideas(self, prompt: Prompt[Any]) -> list[tuple[int, str]]:
        """The next few of them with their numbers; after the last the first come round again."""
        ideas = list(enumerate(self.ideas(prompt), start=1))
        name = prompt.name if not isinstance(prompt, Words) else prompt.ideas
        start = self._told.get(name, 0) if len(ideas) > self._told.get(name, 0) else 0
        self._told[name] = start + IDEAS_AT_ONCE
        return ideas[start : start + IDEAS_AT_ONCE]

    @contextmanager
    def about(self, prompt: Prompt[Any]) -> Iterator[None]:
        """While this prompt is what is being asked."""
        self.asking.append(prompt)
        try:
            yield
        finally:
            self.asking.pop()
