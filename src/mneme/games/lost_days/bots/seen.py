"""What a bot sees: the view of its seat, read anew each time."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from mneme.engine.prompts import Seat
from mneme.engine.view import View
from mneme.games.lost_days.nouns import IN_THE_STORY


class Seen:
    """One look at the table."""

    def __init__(self, seat: Seat, view: View, whim: str, moment: str) -> None:
        self.seat = seat
        self.view = view
        self.state = view.state
        self._whim = whim
        self._moment = moment  # the id of what is asked: it changes when the question does, or when I have answered

    def dice(self, name: str) -> random.Random:
        """The same moment always gives the same mind, so a bot can be asked twice."""
        return random.Random(f"{self._whim}/{self._moment}/{name}")

    def taste(self, text: str) -> random.Random:
        """What I think of something, whenever I am asked."""
        return random.Random(f"{self._whim}/{text}")

    @property
    def me(self) -> dict[str, Any]:
        return self.state[f"elf/{self.seat}"]

    @property
    def course(self) -> dict[str, Any]:
        return self.state["course"]

    @property
    def conflict(self) -> dict[str, Any]:
        return self.state["conflict"]

    @property
    def scene(self) -> dict[str, Any]:
        """The one that is being set or played, the topmost."""
        return next(noun for key, noun in reversed(self.state.items()) if key.startswith("scene/"))

    @property
    def scene_kind(self) -> str:
        return str(self.scene["kind"])

    @property
    def scene_text(self) -> str:
        """What was said of it."""
        return " ".join(self.scene[part] for part in ("text", "present", "intent"))

    @property
    def fight_text(self) -> str:
        """What a conflict is about, in the scene that it comes from."""
        here = self.conflict
        return f"{here['scope']} {here['wants']} {self.scene_text}"

    @property
    def elves(self) -> list[str]:
        """The others who are still in the story, by name."""
        return [elf["name"] for key, elf in self.state.items() if key.startswith("elf/") and self._other(elf)]

    @property
    def foes(self) -> list[str]:
        """The elf across the conflict, if I speak for one side and an elf for the other."""
        side = self.side() if "conflict" in self.state else ""
        across = self.conflict[{"first": "second", "second": "first"}[side]] if side else ""
        return [self.state[f"elf/{across}"]["name"]] if across else []

    @cached_property
    def heard(self) -> str:
        """All that was said here, as far back as the view goes."""
        return "\n".join(line.text for line in self.view.lines).casefold()

    def hand(self, choices: Sequence[str]) -> list[str]:
        """My share of what could be said, where several of us speak at once: dealt out by seat, anew at every court."""
        seats = [key for key in self.state if key.startswith("elf/")]
        court = "/".join(self.state[key]["name"] for key in seats)
        return random.Random(court).sample(choices, len(choices))[seats.index(f"elf/{self.seat}") :: len(seats)]

    def _other(self, elf: dict[str, Any]) -> bool:
        return bool(elf["name"]) and elf["owner"] != self.seat and elf["status"] in IN_THE_STORY

    def owned(self, seat: Seat) -> dict[str, dict[str, Any]]:
        return {key: card for key, card in self.cards().items() if card["holder"] == seat}

    def cards(self) -> dict[str, dict[str, Any]]:
        return {key: noun for key, noun in self.state.items() if key.startswith("memory/")}

    def coins_on(self, seat: Seat) -> int:
        return int(self.state[f"elf/{seat}"]["held"])

    def side(self) -> str:
        """The side I speak for in the conflict; none for a bystander."""
        here = self.conflict
        if here["first"] == self.seat:
            return "first"
        return "second" if self.seat in (here["second"], here["runner"]) else ""
