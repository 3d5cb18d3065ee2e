"""What a bot sees of the table, and who it is."""

from __future__ import annotations

import random
from typing import Any

from mneme.engine.projection import View
from mneme.engine.prompts import Seat
from mneme.games.utopolis.nouns import QUESTIONS

MANNERS = ("loyal", "curious", "meddling")

Fields = dict[str, Any]


class Mind:
    """A bot's seat, its manner as a robot, its chance, and what it never says."""

    def __init__(self, seat: Seat, manner: str, salt: int, avoid: tuple[str, ...]) -> None:
        self.seat = seat
        self.manner = manner
        self.salt = salt
        self.avoid = avoid


class Seen:
    """One look at the table. The same look always leads to the same thought."""

    def __init__(self, mind: Mind, view: View, occasion: str) -> None:
        self.mind = mind
        self.view = view
        self.state: dict[str, Fields] = view.state
        self.dice = random.Random(f"{mind.salt}/{occasion}/{len(view.lines)}")

    @property
    def course(self) -> Fields:
        return self.state["course"]

    @property
    def is_gm(self) -> bool:
        return bool(self.course["gm"] == self.mind.seat)

    @property
    def me(self) -> Fields:
        """My detective's file."""
        return self.state[f"detective/{self.mind.seat}"]

    @property
    def case(self) -> Fields:
        return self.state[f"case/{self.course['investigation']}"]

    @property
    def scene(self) -> Fields:
        return self.state["scene"]

    @property
    def conflict(self) -> Fields:
        return self.state["conflict"]

    def items(self) -> dict[str, Fields]:
        prefix = f"item/{self.case['number']}/"
        return {key: noun for key, noun in self.state.items() if key.startswith(prefix)}

    def open_questions(self) -> list[str]:
        """What the file cannot answer yet."""
        required = 2 if self.case["major"] else 1
        proofs = [item for item in self.items().values() if item["evidence"] and not item["refuted"]]
        return [q for q in QUESTIONS if sum(q in item["questions"] for item in proofs) < required]

    def resistance(self) -> int:
        """How many failed tests I can bear before one is fatal, at worst."""
        me = self.me
        flaw = me["core"] + me["attributes"]["Tenacity"] - me["flaw"]
        fear = me["core"] + me["attributes"]["Stability"] - me["fear"]
        return int(min(flaw, fear))

    def suspect(self) -> str:
        """Whom it looks bad for, or anybody who is not in the clear."""
        ranked = sorted(self.case["suspects"], key=lambda suspect: bool(suspect["standing"] != "implicated"))
        return next((str(suspect["name"]) for suspect in ranked if suspect["standing"] != "cleared"), "")
