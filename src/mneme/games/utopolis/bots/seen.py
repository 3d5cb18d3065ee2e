"""What a bot sees of the table, and who it is."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable
from typing import Any

from mneme.engine.lines import Lines
from mneme.engine.prompts import Seat
from mneme.engine.story import Line
from mneme.engine.view import View
from mneme.games.utopolis import odds
from mneme.games.utopolis.hands import Key, read
from mneme.games.utopolis.nouns import GM, QUESTIONS
from mneme.games.utopolis.words import short

QUOTABLE = 80  # letters of somebody's words that fit into a sentence of one's own
GROUND = ("conflict", "draw", "problem")  # lines of a scene that say who and what it is about
MANNERS = ("loyal", "curious", "meddling")

Fields = dict[str, Any]


class Mind:
    """A bot's seat, its manner as a robot, its chance, what it has heard, and what it never says."""

    def __init__(self, seat: Seat, manner: str, salt: int, avoid: Iterable[str]) -> None:
        self.seat = seat
        self.manner = manner
        self.salt = salt
        self._avoid = tuple(avoid)
        self._limits: tuple[str, ...] = ()
        self._lines = Lines(self._avoid)
        self._heard: set[str] = set()
        self._said = ""  # the same, in a row

    def avoid(self, more: Iterable[str]) -> None:
        """Respect further lines and veils of this table from now on."""
        self._avoid = (*self._avoid, *more)
        self._lines = Lines((*self._avoid, *self._limits))

    def look(self, view: View) -> None:
        """Hear what has been said, and note which limits the table has set."""
        for told in view.lines:
            self._hear(told.text.casefold())
        course = view.state["course"]
        limits = (*course["lines"], *course["veils"])
        if limits != self._limits:
            self._limits = limits
            self.avoid(())

    def _hear(self, plain: str) -> None:
        if plain not in self._heard:
            self._heard.add(plain)
            self._said += f"{plain}\n"

    @property
    def moment(self) -> int:
        """How much has been said so far. A view holds the newest lines alone, so their number stands still."""
        return len(self._heard)

    def may_say(self, text: str) -> bool:
        """New at this table, and on the right side of every line and veil."""
        return self._lines.allows(text) and not self.has_heard(text)

    def has_heard(self, text: str) -> bool:
        return text.casefold() in self._said

    def times_heard(self, plain: str) -> int:
        """How often some words, in small letters, have been used here."""
        return self._said.count(plain)


class Seen:
    """One look at the table. The same look always leads to the same thought."""

    def __init__(self, mind: Mind, view: View, occasion: str) -> None:
        self.mind = mind
        self.view = view
        self.occasion = occasion
        self.state: dict[str, Fields] = view.state
        self.dice = random.Random(f"{mind.salt}/{occasion}/{mind.moment}")

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

    def facts(self) -> dict[str, str]:
        """Names on the table that a sentence may use."""
        known: dict[str, str] = {}
        mine = self.state.get(f"detective/{self.mind.seat}")
        if mine and mine["identity"]:
            known["me"] = mine["identity"]
        robot = self.state.get(f"robot/{self.mind.seat}")
        if robot and robot["designation"]:
            known["robot"] = robot["nickname"] or robot["designation"]
        partner = next((partner for partner, robot in self.robots().items() if robot["player"] == self.mind.seat), "")
        if partner:
            known["partner"] = self.state[f"detective/{partner}"]["identity"]
            known["played"] = self.robots()[partner]["nickname"] or self.robots()[partner]["designation"]
        if self.course["investigation"] and self.accused():
            known["suspect"] = short(self.accused())
        stirred = self.state.get("trial", {}).get("trigger", "").rstrip(".")
        if stirred and len(stirred) <= QUOTABLE:
            known["stir"] = stirred
        return known

    def told_here(self) -> list[str]:
        """What this scene is about: its frame, then what came of it so far, then the clue or problem it began with."""
        scene = self.state.get("scene")
        if scene is None:
            return []
        later = [told.text for told in self.this_chapter() if told.kind in GROUND]
        return [scene["framed"], *later, scene["problem"], *self.followed()]

    def where(self) -> list[str]:
        """What says where this scene is. A new problem may have moved it, to a place that only people know."""
        scene = self.state.get("scene")
        if scene is None:
            return []
        if scene["problem"] and scene["kind"] != "follow_up":
            return [scene["problem"]]
        return [scene["framed"]] if scene["framed"] else [scene["problem"], *self.followed()]

    def followed(self) -> list[str]:
        """The clue that the scene follows: as it is read now, and as it was found."""
        item = self.state.get(self.state["scene"]["pursued"])
        return [item["reads"], item["text"]] if item else []

    def this_chapter(self) -> list[Line]:
        """What was told since the chapter began."""
        newest_first = itertools.takewhile(lambda told: told.kind != "chapter", reversed(self.view.lines))
        return list(newest_first)[::-1]

    def robots(self) -> dict[Seat, Fields]:
        return {key.removeprefix("robot/"): noun for key, noun in self.state.items() if key.startswith("robot/")}

    # -- the case

    def items(self) -> dict[str, Fields]:
        prefix = f"item/{self.case['number']}/"
        return {key: noun for key, noun in self.state.items() if key.startswith(prefix)}

    def open_questions(self) -> list[str]:
        """What the file cannot answer yet."""
        return [question for question in QUESTIONS if question not in self.case["answered"]]

    def arrest_chance(self) -> float:
        return odds.arrest(len(self.case["answered"]))

    def suspect(self) -> str:
        """Whom it looks bad for, or anybody who is not in the clear."""
        ranked = sorted(self.case["suspects"], key=lambda suspect: bool(suspect["standing"] != "implicated"))
        return next((str(suspect["name"]) for suspect in ranked if suspect["standing"] != "cleared"), "")

    def accused(self) -> str:
        """Who is under arrest, or else the suspect."""
        return str(self.case["arrested"]) or self.suspect()

    def is_listed(self, name: str) -> bool:
        """Whether the file knows a suspect of this name."""
        return any(suspect["name"] == name for suspect in self.case["suspects"])

    def damned(self, enough: int) -> str:
        """A suspect under no more than suspicion whom so much evidence speaks of."""
        evidence = [item["concerns"] for item in self.items().values() if item["evidence"] and not item["refuted"]]
        open_ones = [str(suspect["name"]) for suspect in self.case["suspects"] if suspect["standing"] == "open"]
        return next((name for name in open_ones if evidence.count(name) >= enough), "")

    # -- the past

    def bases(self) -> tuple[int, int]:
        """How many cards I would draw in a test of my Flaw, and of my Fear."""
        me = self.me
        flaw = me["core"] + me["attributes"]["Tenacity"] - me["flaw"]
        fear = me["core"] + me["attributes"]["Stability"] - me["fear"]
        return int(flaw), int(fear)

    def test_risk(self) -> float:
        """How likely a test goes badly; beyond certain where it could be the last."""
        return 2.0 if min(self.bases()) <= 1 else odds.failing_a_test(*self.bases())

    # -- the cards

    def cards(self, side: str) -> list[str]:
        """The cards of a hand that I can see."""
        cards = self.state[f"hand/{side}"]["cards"]
        return [*cards.get("faces", ()), *cards["up"]]

    def size(self, side: str) -> int:
        cards = self.state[f"hand/{side}"]["cards"]
        return int(cards["down"]) + len(cards["up"])

    def opposing(self) -> list[str]:
        """The hands against mine."""
        if "trial" in self.state:
            return [GM]
        return [side for side in self.conflict["opposition"][self.mind.seat] if f"hand/{side}" in self.state]

    def unseen(self) -> tuple[str, ...]:
        """Cards that may be anywhere, as far as I know."""
        hands = [self.cards(key.removeprefix("hand/")) for key in self.state if key.startswith("hand/")]
        deck = self.state["deck"]
        return odds.unseen_cards(*hands, deck["discards"], deck["aside"])

    def chance(self, fewer: int = 0) -> float:
        """That my hand beats the largest against it, had that so many cards less."""
        theirs = max((self.size(side) for side in self.opposing()), default=0)
        return odds.against_unseen(self.cards(self.mind.seat), max(0, theirs - fewer), self.unseen())

    def chance_with_help(self) -> float:
        theirs = max((self.size(side) for side in self.opposing()), default=0)
        return odds.one_card_more(self.cards(self.mind.seat), theirs, self.unseen())

    def to_beat(self) -> Key:
        """The highest open hand against mine."""
        return max(read(self.cards(side)).key for side in self.opposing())
