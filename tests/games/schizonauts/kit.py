"""Table talk: seat some players, script the dice and the cards, say what each of them does.

    game = Seated("ada", "ben", "cyd", dice=[6, 1], edition="revised")
    game.until("visitor")
    game.say("ada", "ben")                       # answers the question ada is asked
    game.act("ben", "key_worked_in", how="")     # takes an act from ben's menu

Whatever a test does not care about is answered plainly: by the prompt's default, or by some legal answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from mneme.engine.state import Bag, Hand
from mneme.games.schizonauts import GAME
from mneme.games.schizonauts.content import KEYS
from mneme.games.schizonauts.nouns import APTITUDES, Memory, Scene, Schizonauts, Sheet
from tests.games import seated
from tests.games.seated import Plain

DICE = {6, 8, 10, 12}

JULES_GORDON: Plain = {
    "names": {"thief": "Jules", "agent": "Gordon"},
    "memories_thief": {
        "violence": ["Gang Leader", "Demolitions Expert"],
        "knowledge": ["Ready for Anything", "Street Smart"],
        "intimacy": ["Commitment Issues"],
    },
    "memories_agent": {
        "violence": ["Friendly Fire"],
        "knowledge": ["Good With Cars"],
        "intimacy": ["Army Brat", "Hostage Negotiator", "Daughter Kenzie"],
    },
    "aptitudes": {
        "thief": {"violence": 3, "knowledge": 3, "intimacy": 1},
        "agent": {"violence": 2, "knowledge": 1, "intimacy": 4},
    },
}
"""Ledger 8.4, E1, E2."""


class ScriptedChance(seated.ScriptedChance):
    """What is thrown falls as written; cards that are drawn come from the seed."""

    throwing = False

    def is_scripted(self, bounds: Sequence[int]) -> bool:
        return self.throwing and set(bounds) <= DICE


class Seated(seated.Seated[Schizonauts]):
    """Players around a Schizonauts table."""

    game = GAME
    laid = Schizonauts
    checked = False  # tests lay out allegiance cards as no deal would
    forward = (
        "pose_question",
        "lock",
        "key_worked_in",
        "named_worked_in",
        "memory_worked_in",
        "use_memory",
        "write_memory",
        "answer",
        "price",
    )

    def __init__(
        self, *names: str, dice: Iterable[int] = (), cards: Iterable[str] = (), seed: str = "scripted", **rest: Any
    ) -> None:
        self.chance = ScriptedChance(dice, seed)
        super().__init__(*names, chance=self.chance, **rest)
        self._cards = list(cards)
        self._script_table()

    def _script_table(self) -> None:
        table = self.table
        draw, throw = table.draw, table.throw

        def scripted_draw(bag: Bag, to: tuple[str, ...] | None) -> tuple[str, Bag]:
            """Allegiance cards come in the scripted order."""
            if self._cards and set(bag.items) <= {"thief", "agent"}:
                card = self._cards.pop(0)
                table.opened("draw", card, to)
                return card, bag.without(bag.items.index(card))
            return draw(bag, to)

        def scripted_throw(sides: Sequence[int]) -> tuple[int, ...]:
            self.chance.throwing = True
            faces = throw(sides)
            self.chance.throwing = False
            return faces

        setattr(table, "draw", scripted_draw)  # noqa: B010  # a method of this one table
        setattr(table, "throw", scripted_throw)  # noqa: B010

    # -- looking

    @property
    def scene(self) -> Scene:
        return self.table.scene

    @property
    def actor(self) -> str:
        return self.name(self.table.course.actor)

    @property
    def visitor(self) -> str:
        return self.name(self.scene.visitor)

    @property
    def narrator(self) -> str:
        return self.name(self.scene.narrator)

    @property
    def judge(self) -> str:
        return self.name(self.scene.judge)

    def pool(self, name: str) -> str:
        """What a player is about to roll."""
        return str(self.scene.pool(self.seat_of[name]))

    def sheet(self, name: str) -> Sheet:
        return self.table.sheet[self.seat_of[name]]

    def memories(self, name: str, side: str) -> list[Memory]:
        """Every memory of one area, struck ones too."""
        return [memory for memory in self.table.memories[self.seat_of[name]] if memory.side == side]

    def memory(self, name: str, text: str) -> Memory:
        return next(memory for memory in self.table.memories[self.seat_of[name]] if memory.text == text)


# -- the endgame


class Fate(NamedTuple):
    """What lies before a player when the final resolution begins: cards face down, coins, cards face up.

    `Fate("TTA", thief=7, agent=6, up="A")`: two thieves and an agent face down, an agent face up.
    """

    down: str
    thief: int = 0
    agent: int = 0
    up: str = ""


class Night(Seated):
    """A table in the endgame, one round long unless said otherwise. Flashback has been played plainly.

        game = Night("ada", "ben", "cyd")
        game.rate("ada", overlap=2, agent=5)        # in every aptitude
        game.fall(narrator="ada", judge="ben")      # so the dice of every scene fall
        game.until("bet")

    Plainly, an actor invites the next player clockwise.
    """

    def __init__(self, *names: str, rounds: int = 1, plain: Plain | None = None, **rest: Any) -> None:
        plainly = {"visitor": next_clockwise, "final_visitor": next_clockwise, **(plain or {})}
        super().__init__(*names, plain=plainly, length="custom", rounds=rounds, **rest)
        self._falls: tuple[str, str] | None = None
        self._script_roles()
        self.until_true(lambda: self.table.course.phase == "endgame")

    def _script_roles(self) -> None:
        table, throw = self.table, self.table.throw

        def falling(sides: Sequence[int]) -> tuple[int, ...]:
            if self._falls and not self.scene.rolls:  # the scene's roll, not dice added after it
                self.chance.dice = self._faces(*self._falls)
            return throw(sides)

        setattr(table, "throw", falling)  # noqa: B010  # a method of this one table

    def _faces(self, narrator: str, judge: str) -> list[int]:
        faces: list[int] = []
        for seat in self.scene.pair:
            count = len(self.scene.pool(seat).sizes)
            if narrator == judge == self.name(seat):
                assert count > 1, "one die cannot win both roles"
                faces += [6, 1, *[3] * (count - 2)]
            else:
                faces += [{narrator: 5, judge: 2}.get(self.name(seat), 3)] * count
        return faces

    # -- looking

    def piles(self, name: str) -> tuple[int, int]:
        """The coins on a sheet: thief side, agent side."""
        piles = self.sheet(name).piles
        return piles["thief"], piles["agent"]

    def options(self, name: str, act: str, field: str) -> list[str]:
        """What one small question of an act offers, in words."""
        return [option.label for option in self.field(name, act, field).options]

    def invited(self, name: str, prompt: str = "visitor") -> list[str]:
        """Whom a player may invite."""
        return [self.name(seat) for seat in self.choices(name, prompt)]

    # -- laying out

    def lay(self, name: str, **fields: Any) -> None:
        """Put something on a sheet."""
        for field, value in fields.items():
            setattr(self.sheet(name), field, value)

    def rate(self, name: str, **areas: int) -> None:
        """Give an area of a sheet the same rating in every aptitude."""
        ratings = {area: dict.fromkeys(APTITUDES, rating) for area, rating in areas.items()}
        self.lay(name, ratings={**self.sheet(name).ratings, **ratings})

    def write(self, name: str, side: str, aptitude: str, text: str, **marks: bool) -> str:
        """Write a memory on a sheet, perhaps with box, circle or struck; gives its key."""
        memory = self.table.remember(self.seat_of[name], side, aptitude, text, "laid out")
        for mark, value in marks.items():
            setattr(memory, mark, value)
        return memory.noun_key

    def deal(self, name: str, down: str, up: str = "") -> None:
        """Lay allegiance cards before a player: `"TTA"` are two thieves and an agent."""
        self.lay(name, allegiance=Hand(tuple(sorted(personas(down))), personas(up)))

    # -- doing

    def fall(self, narrator: str, judge: str) -> None:
        """From now on the dice of a scene make these two narrator and judge, if they are in it."""
        self._falls = (narrator, judge)

    def throw(self, *faces: int) -> None:
        """The next dice fall like this, the actor's first."""
        self.chance.dice = list(faces)

    def invite(self, visitor: str, prompt: str = "visitor") -> None:
        """The actor invites somebody."""
        self.say(self.actor, self.seat_of[visitor], prompt)

    def scene_of(self, actor: str) -> None:
        """Play plainly until this player's scene begins."""
        self.until_true(lambda: self.table.course.actor == self.seat_of[actor])

    def give(self, name: str, to: str) -> None:
        """A contributor gives a die."""
        self.act(name, "contribute", to=self.seat_of[to], link="")

    def bet(self, name: str, on: str, thief: int = 0, agent: int = 0) -> None:
        """Place all coins on one sheet."""
        seat = self.seat_of[on]
        self.say(name, {f"{seat}.thief": thief, f"{seat}.agent": agent}, "bet")

    def final(self, **fates: Fate) -> None:
        """Play plainly to the final resolution; by then this lies before the players. (For one round.)"""
        assert self.table.course.rounds == 1, "a last deal or more rounds would change the cards"
        self.until_true(self._last_bet)
        (bettor,) = (name for name in self.seat_of if self.sheet(name).coins)
        answer = self.plainly(self.seat_of[bettor], self.prompt(bettor, "bet"))
        coming = answer if "on" not in answer else {f"{answer['on']}.{s}": c for s, c in answer["coins"].items()}
        for name, fate in fates.items():
            seat = self.seat_of[name]
            piles = {"thief": fate.thief, "agent": fate.agent}
            self.lay(name, piles={side: coins - coming.get(f"{seat}.{side}", 0) for side, coins in piles.items()})
            self.deal(name, fate.down, fate.up)
        self.say(bettor, answer, "bet")

    def _last_bet(self) -> bool:
        last = self.table.course.actor == self.table.turn_order()[-1]
        return last and sum(sheet.coins > 0 for sheet in self.table.sheet.values()) == 1

    def rest(self) -> set[str]:
        """Play plainly to the end; says the names of everything that was asked on the way."""
        asked: set[str] = set()
        while not self.sitting.over:
            asked.update(prompt for name in self.seat_of for prompt in self.asked(name))
            self.step()
        return asked


def next_clockwise(_: str, prompt: Any) -> str:
    """The first of the choices: seats are offered clockwise."""
    return str(prompt.options[0].key)


def personas(cards: str) -> tuple[str, ...]:
    return tuple({"T": "thief", "A": "agent"}[card] for card in cards)


def shown(game: Seated, name: str | None) -> dict[str, Any]:
    """Everything a player gets, as it goes over the wire."""
    plain: dict[str, Any] = msgspec.to_builtins(game.view(name))
    return plain


JULES_GORDON_REVISED: Plain = {
    **JULES_GORDON,
    "memories_thief": {"violence": ["Gang Leader"], "knowledge": ["Street Smart"], "intimacy": ["Commitment Issues"]},
    "memories_agent": {"violence": ["Friendly Fire"], "knowledge": ["Good With Cars"], "intimacy": ["Daughter Kenzie"]},
}
"""The same pair with one memory a category, as the revised edition has it."""


class Flashback(Seated):
    """A table where flashback has just begun; a scene is opened and brought to its dice in a few words.

    Everyone plays Jules / Gordon, unless `plain` says otherwise, so that memories can be called by name.
    """

    def __init__(self, *names: str, plain: Plain | None = None, **rest: Any) -> None:
        pair = JULES_GORDON_REVISED if rest.get("edition") == "revised" else JULES_GORDON
        super().__init__(*names, plain={**pair, **(plain or {})}, **rest)
        self.until("first_character")

    # -- looking

    @property
    def chain(self) -> list[str]:
        """The names of the key objects that lie face up."""
        return [KEYS[card].name for card in self.table.decks.chain]

    def remembered(self, name: str, side: str) -> list[str]:
        """The texts of one area that still count."""
        return [memory.text for memory in self.memories(name, side) if not memory.struck]

    # -- laying out

    def lay_chain(self, *names: str) -> None:
        """Let these key objects lie face up; those that lay there go back into the deck."""
        decks = self.table.decks
        wanted = tuple(key_card(name) for name in names)
        decks.keys = Bag(tuple(card for card in (*decks.keys.items, *decks.chain) if card not in wanted))
        decks.chain = wanted

    def rate(self, name: str, side: str, **ratings: int) -> None:
        """Set some ratings of one side of a sheet."""
        sheet = self.sheet(name)
        sheet.ratings = {**sheet.ratings, side: {**sheet.ratings[side], **ratings}}

    # -- doing

    def open_scene(self, visitor: str, *, playing: str = "thief", visiting: str = "agent", key: str = "") -> None:
        """The actor invites; the visitor comes as thief or agent and, in the first half, takes a key object."""
        actor = self.actor
        if "first_character" in self.asked(actor):
            self.say(actor, playing)
        if "visitor" in self.asked(actor):
            self.say(actor, self.seat_of[visitor])
        form = {"visiting_character": visiting}
        if not self.table.turn.key:
            form["key_from_chain"] = key_card(key or self.chain[0])
        self.say(visitor, form)

    def use(self, text: str) -> None:
        """The actor takes a memory for the scene."""
        self.act(self.actor, "use_memory", memory=self.memory(self.actor, text).noun_key)

    def work_in(self) -> None:
        """Key object and memory come into the story."""
        self.act(self.visitor, "key_worked_in")
        self.act(self.actor, "memory_worked_in")

    def agree(self) -> None:
        """Everyone who is asked about the question is at ease with it."""
        for name in self.seat_of:
            if "approve_question" in self.asked(name):
                self.say(name, {"say": "approve"}, "approve_question")

    def to_the_dice(self, memory: str, answering: str) -> None:
        """A memory for the actor, all worked in, a question everyone likes, and the visitor's aptitude."""
        self.use(memory)
        self.work_in()
        self.act(self.actor, "pose_question", text="What becomes of them?")
        self.agree()
        self.say(self.visitor, answering, "visitor_aptitude")

    def lock(self) -> None:
        """Both lock, the actor first."""
        self.act(self.actor, "lock")
        self.act(self.visitor, "lock")

    def tell_it(self) -> None:
        """The narrator answers, then the judge names the price."""
        self.act(self.narrator, "answer")
        self.act(self.judge, "price")

    def vote(self, **cards: str) -> None:
        """The closing vote, one card for each who is asked."""
        self.until("closing_vote")
        for name, card in cards.items():
            self.say(name, card)


def key_card(name: str) -> str:
    """The card of a key object."""
    return next(card for card, key in KEYS.items() if key.name == name)
