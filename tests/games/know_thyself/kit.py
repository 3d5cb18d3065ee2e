"""Table talk: seat a Master and some guests, script the cards, say what each of them does.

    game = Seated("mia", "ada", "ben", cards=["8D", "9S"])   # mia is the Master
    game.wake()                                              # to the first free moment in the Palace
    game.settle("ada", stake=3)                              # a whole Wager, answered plainly

Whatever a test does not care about is answered plainly: by the prompt's default, or by some legal answer.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from msgspec import UNSET

from mneme.engine.errors import Refused
from mneme.engine.log import Sitting
from mneme.engine.play import Pending
from mneme.engine.projection import view
from mneme.engine.prompts import Prompt
from mneme.engine.state import Bag
from mneme.games.know_thyself import GAME
from mneme.games.know_thyself.moving import arrive, mark_exits
from mneme.games.know_thyself.nouns import Guest, KnowThyself, Memory, Wager

Plain = dict[str, Any]  # prompt name -> answer, or a function of (name, prompt)

THINGS = ["rusty longsword", "gold amulet", "scar on the right shoulder", "red rose"]
PLAIN: Plain = {
    "review": "approve",
    "figure": {"coins": 12, "reason": ""},
    "attachments": THINGS,
    "appearance": "A strong man in a loincloth",
    "stake": {"counter": "No.", "stake": 2},
    "want": "I want to get past",
    "memory": lambda name, _prompt: f"{name} remembers a door",
    "end_name": lambda name, _prompt: f"{name} the Great",
}
FORWARD = ("let_stand", "gather", "narrate", "pass")


class Seated:
    """A Master (the first name) and guests. Seats go by the players' names."""

    def __init__(
        self,
        *names: str,
        cards: Iterable[str] = (),
        true_names: Iterable[tuple[str, str]] = (),
        plain: Plain | None = None,
        **options: Any,
    ) -> None:
        self.sitting = Sitting.lay(GAME, names, options, seed="scripted")
        self.seat_of = dict(zip(names, self.sitting.header.seats, strict=True))
        self.master = names[0]
        self.plain: Plain = {**PLAIN, "master": self.sitting.header.seats[0], **(plain or {})}
        self.cards = list(cards)
        self.true_names = [card for pair in true_names for card in pair]
        self._random = random.Random(7)
        self._script_the_draws()

    def _script_the_draws(self) -> None:
        table = self.table
        draw = table.draw

        def scripted(bag: Bag, to: tuple[str, ...] | None) -> tuple[str, Bag]:
            naming = bag is table.palace.red or bag is table.palace.black
            script = self.true_names if naming else self.cards if set(bag.items) <= set(DECK_CARDS) else []
            if not script:
                return draw(bag, to)
            card = script.pop(0)
            table.opened("draw", card, to)
            return card, bag.without(bag.items.index(card))

        setattr(table, "draw", scripted)  # noqa: B010  # a method of this one table

    # -- looking

    @property
    def table(self) -> KnowThyself:
        table = self.sitting.table
        assert isinstance(table, KnowThyself)
        return table

    @property
    def wager(self) -> Wager:
        return self.table.wager

    def guest(self, name: str) -> Guest:
        return self.table.guest[self.seat_of[name]]

    def memories(self, name: str) -> list[Memory]:
        return self.table.memories[self.seat_of[name]]

    def coins(self, *names: str) -> tuple[int, ...]:
        """Coins without what is staked; `master` and `bank` are piles too."""
        piles = {"master": self.table.coins.master, "bank": self.table.coins.bank}
        return tuple(piles[name] if name in piles else self.guest(name).coins for name in names)

    def name(self, seat: str) -> str:
        return next(name for name, place in self.seat_of.items() if place == seat)

    def pending(self, name: str) -> list[Pending]:
        return list(self.sitting.play.pending(self.seat_of[name]))

    def asked(self, name: str) -> list[str]:
        return [pending.prompt.name for pending in self.pending(name)]

    def prompt(self, name: str, prompt: str | None = None) -> Any:
        return next(p.prompt for p in self.pending(name) if prompt in (None, p.prompt.name))

    def choices(self, name: str, prompt: str | None = None) -> list[str]:
        """What a prompt offers, by key: the options of a pick, or the acts of a menu."""
        found = self.prompt(name, prompt)
        return [choice.key for choice in getattr(found, "choices", None) or found.options]

    def may(self, name: str) -> list[str]:
        """Every act a player may take now, of all menus."""
        menus: list[Any] = [p.prompt for p in self.pending(name) if hasattr(p.prompt, "choices")]
        return [choice.key for menu in menus for choice in menu.choices]

    def field(self, name: str, act: str, field: str) -> Any:
        """One of the small questions of an act."""
        menus: list[Any] = [p.prompt for p in self.pending(name) if hasattr(p.prompt, "choices")]
        choice = next(choice for menu in menus for choice in menu.choices if choice.key == act)
        return next((part for part in choice.fields if part.name == field), None)

    def view(self, name: str | None) -> dict[str, Any]:
        """What a player, or somebody looking on, may know."""
        return view(self.sitting, None if name is None else self.seat_of[name]).state

    def story(self, name: str | None = None) -> list[str]:
        seat = None if name is None else self.seat_of[name]
        return [line.text for line in self.table.lines if line.to is None or seat in line.to]

    # -- doing

    def say(self, name: str, value: Any, prompt: str | None = None) -> None:
        """Answer the question a player is asked."""
        self.sitting.answer(self.seat_of[name], self.prompt(name, prompt).name, value)

    def act(self, name: str, act: str, /, **fields: Any) -> None:
        """Take an act from one of a player's menus."""
        for pending in self.pending(name):
            if act in [choice.key for choice in getattr(pending.prompt, "choices", ())]:
                self.sitting.answer(self.seat_of[name], pending.prompt.name, {"act": act, **fields})
                return
        raise AssertionError(f"{name} may not {act}; may {self.may(name)}")

    def refused(self, name: str, value: Any, prompt: str | None = None) -> Refused:
        """An answer that is not taken; nothing changes."""
        before = self.sitting.digest()
        try:
            self.say(name, value, prompt)
        except Refused as refusal:
            assert self.sitting.digest() == before
            return refusal
        raise AssertionError(f"{value!r} was taken")

    def until(self, *prompts: str, most: int = 5_000) -> str:
        """Play plainly until one of these prompts stands before somebody; says before whom (the first seat)."""
        for _ in range(most):
            for name in self.seat_of:
                if any(asked in prompts for asked in self.asked(name)):
                    return name
            if not self.step():
                break
        raise AssertionError(f"the game ended before {prompts}")

    def finish(self) -> None:
        """Play plainly to the end; in the Palace somebody calls it."""
        self.plain = {**self.plain, "end_early": "yes"}
        for _ in range(5_000):
            if "explore" in self.asked(self.master):
                self.act(self.master, "call_the_end")
            elif not self.step():
                return
            GAME.check(self.table)
        raise AssertionError("the game does not end")

    def step(self) -> bool:
        """One plain answer to what the rules wait for; says whether there was any."""
        if self.sitting.over:
            return False
        window = self.sitting.play.windows[0]
        seat = next(iter(window.awaited))
        self.sitting.answer(seat, window.prompts[seat].name, self._plainly(seat, window.prompts[seat]))
        GAME.check(self.table)
        return True

    def _plainly(self, seat: str, prompt: Prompt[Any]) -> Any:
        plain = self.plain.get(prompt.name, UNSET)
        if plain is not UNSET:
            return plain(self.name(seat), prompt) if callable(plain) else plain
        if prompt.default is not UNSET:
            return prompt.default
        choices: Sequence[Any] = getattr(prompt, "choices", ())
        if not choices:
            return self._legal(prompt)
        choice = next((one for key in FORWARD for one in choices if one.key == key), choices[0])
        return {"act": choice.key, **{field.name: self._legal(field) for field in choice.fields}}

    def _legal(self, prompt: Prompt[Any]) -> Any:
        fields: Sequence[Any] = getattr(prompt, "fields", ())
        if fields:
            return {field.name: self._legal(field) for field in fields}
        return prompt.random(self._random) if prompt.default is UNSET else prompt.default

    # -- short ways

    def wake(self) -> Seated:
        """To the first free moment in the Palace, everyone with their things."""
        self.until("explore")
        for name in list(self.seat_of)[1:]:
            if "gather" in self.may(name):
                self.act(name, "gather")
        return self

    def change(self, alter: Callable[[KnowThyself], object]) -> None:
        """Set something up by hand, and let the offers follow."""
        alter(self.table)
        for window in self.sitting.play.windows:
            window.refresh()
        for standing in self.table.standings:
            standing.refresh()

    def put(self, room: str, *names: str) -> None:
        """Let these guests arrive in a room together, with nothing to be said about it."""

        def alter(table: KnowThyself) -> None:
            arrive(table, tuple(self.seat_of[name] for name in names), room)
            table.palace.unseen = ()
            mark_exits(table)

        self.change(alter)

    def purse(self, name: str, coins: int) -> None:
        """Give a guest so many Coins; the Bank makes up for it."""

        def alter(table: KnowThyself) -> None:
            table.coins.bank += self.guest(name).coins - coins
            self.guest(name).coins = coins

        self.change(alter)

    def masters_pile(self, coins: int) -> None:
        def alter(table: KnowThyself) -> None:
            table.coins.bank += table.coins.master - coins
            table.coins.master = coins

        self.change(alter)

    def remember(self, name: str, suit: str, count: int = 1, *, invoked: bool = False) -> None:
        """Write Memories on a sheet by hand."""
        for number in range(count):
            memory = Memory(
                owner=self.seat_of[name],
                suit=suit,
                type="Goal",
                room="garden",
                true_name="Lost Love",
                text=f"{suit} {number}",
                narrator=self.seat_of[name],
                wager=0,
                invoked=invoked,
            )
            self.table.remember(memory)

    def edge(self, name: str, text: str) -> None:
        guest = self.guest(name)
        guest.edges_made += 1
        guest.edges = {**guest.edges, f"edge{guest.edges_made}": text}

    def begin(self, *names: str, by: str | None = None, stake: int = 2, cards: Iterable[str] = ()) -> None:
        """Open a Wager, by its first guest or by the Master, with wants that are said plainly."""
        self.cards += list(cards)
        self.plain = {**self.plain, "stake": {"counter": "No.", "stake": stake}}
        if by == self.master:
            seats = [self.seat_of[name] for name in names]
            self.act(by, f"challenge_{self.guest(names[0]).room}", guests=seats, opponent="Neil")
            return
        self.act(names[0], "start_wager", opponent="Neil", want="I want to get past")
        for name in names[1:]:
            self.act(name, "join", want="I want to help")

    def settle(self, *names: str, by: str | None = None, stake: int = 2, cards: Iterable[str] = ()) -> None:
        """A whole Wager, answered plainly."""
        self.begin(*names, by=by, stake=stake, cards=cards)
        self.until("explore", "blinding_light")


DECK_CARDS = tuple(rank + suit for suit in "DHCS" for rank in ("2", "3", "4", "5", "6", "7", "8", "9", "10", *"JQKA"))
