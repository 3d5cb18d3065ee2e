"""A view as a player reads it: where the game stands, who is who, and what has happened so far."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from mneme.engine.prompts import Seat
from mneme.engine.story import Line
from mneme.engine.view import View
from mneme.games.schizonauts.nouns import THIEF

Fields = dict[str, Any]  # a noun as it is shown


def quoted(text: str) -> str:
    """What the table says in somebody else's words: a title, a memory. Empty where it quotes nothing."""
    return text.partition("“")[2].rpartition("”")[0]


class Seen:
    """What one seat sees. Nothing else ever reaches a bot."""

    def __init__(self, me: Seat, view: View) -> None:
        self.me = me
        self.view = view
        self.state = view.state
        self.course: Fields = view.state["course"]

    # -- people

    @property
    def circle(self) -> list[Seat]:
        """The players still in the game, in seating order."""
        circle: list[Seat] = self.course["circle"]
        return circle

    @cached_property
    def others(self) -> list[Seat]:
        """Everybody else, clockwise."""
        if self.me not in self.circle:
            return self.circle
        place = self.circle.index(self.me)
        return self.circle[place + 1 :] + self.circle[:place]

    def is_awaited(self, seat: Seat) -> bool:
        """Whether the table waits for somebody else, so that one may politely wait too."""
        return seat != self.me and seat in self.view.waiting

    def sheet(self, seat: Seat) -> Fields:
        return self.state[f"sheet/{seat}"]

    @cached_property
    def sheets(self) -> dict[Seat, Fields]:
        """Every sheet, of those who have left too."""
        return {noun["owner"]: noun for key, noun in self.state.items() if key.startswith("sheet/")}

    def rating(self, seat: Seat, area: str, aptitude: str) -> int:
        rating: int = self.sheet(seat)["ratings"][area][aptitude]
        return rating

    def memories(self, seat: Seat, side: str) -> dict[str, Fields]:
        """The memories on one side of a sheet that still count, by key."""
        return {
            key: noun
            for key, noun in self.state.items()
            if key.startswith(f"memory/{seat}/") and noun["side"] == side and not noun["struck"]
        }

    def called(self, seat: Seat, persona: str) -> str:
        """A character's name: the thief's first, the agent's last, or from the interlude on both."""
        sheet = self.sheet(seat)
        return str(sheet["full_name"] or (sheet["thief"] if persona == THIEF else f"Agent {sheet['agent']}"))

    # -- the scene

    @property
    def scene(self) -> Fields:
        return self.state["scene"]

    @property
    def has_scene(self) -> bool:
        return "scene" in self.state

    @property
    def turn(self) -> Fields:
        return self.state["turn"]

    @property
    def pair(self) -> tuple[Seat, Seat]:
        return self.scene["actor"], self.scene["visitor"]

    @property
    def contributors(self) -> list[Seat]:
        return [seat for seat in self.circle if seat not in self.pair]

    def other(self, seat: Seat) -> Seat:
        """The other one of actor and visitor."""
        actor, visitor = self.pair
        return visitor if seat == actor else actor

    def character(self, seat: Seat) -> str:
        """Whom actor or visitor plays in this scene."""
        return self.called(seat, self.scene["actor_as"] if seat == self.scene["actor"] else self.scene["visitor_as"])

    @property
    def in_final(self) -> bool:
        return self.scene["kind"] in {"confirmation", "crisis"}

    # -- when

    @cached_property
    def moment(self) -> str:
        """A name for this scene that no other scene of the game has."""
        half = self.scene["half"] if self.has_scene else 0
        return f"{self.course['phase']}.{self.course['round']}.{self.course['actor']}.{half}"

    @property
    def progress(self) -> float:
        """How much of the endgame is over: 0 in its first turn, 1 when nothing more can be bet."""
        course, circle = self.course, self.circle
        if course["phase"] != "endgame":
            return 0.0 if course["phase"] in {"creation", "flashback", "interlude"} else 1.0
        since_starter = (circle.index(course["actor"]) - circle.index(course["starter"])) % len(circle)
        return float((course["round"] - 1 + since_starter / len(circle)) / course["rounds"])

    @property
    def is_last_round(self) -> bool:
        return bool(self.course["phase"] == "endgame" and self.course["round"] == self.course["rounds"])

    # -- what has happened

    @cached_property
    def story(self) -> list[Line]:
        """Everything that was told and still holds."""
        return [line for line in self.view.lines if not line.undone]

    def scene_lines(self, back: int = 0) -> list[Line]:
        """What was told in this scene and what follows on it, or in a scene before it; the last line first."""
        lines: list[Line] = []
        for line in reversed(self.view.lines):
            if line.kind == "chapter" and not line.undone:
                back -= 1
            elif back == 0 and not line.undone:
                lines.append(line)
            if back < 0:
                break
        return lines

    def has_happened_here(self, kind: str) -> bool:
        """Whether this scene, or what follows on it, has such a line already."""
        return any(line.kind == kind for line in self.scene_lines())

    def facts(self, kind: str) -> list[Fields]:
        """What was recorded with every line of a kind, in order."""
        return [line.facts for line in self.story if line.kind == kind and line.facts]

    def visits(self, seat: Seat) -> int:
        """How often somebody was invited so far."""
        return sum(facts.get("visitor") == seat for facts in self.facts("fact"))
