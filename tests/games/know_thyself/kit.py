"""Table talk: seat a Master and some guests, script the cards, say what each of them does.

    game = Seated("mia", "ada", "ben", cards=["8D", "9S"])   # mia is the Master
    game.wake()                                              # to the first free moment in the Palace
    game.settle("ada", stake=3)                              # a whole Wager, answered plainly

Whatever a test does not care about is answered plainly: by the prompt's default, or by some legal answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from mneme.engine.state import Bag
from mneme.games.know_thyself import GAME
from mneme.games.know_thyself.moving import arrive, mark_exits
from mneme.games.know_thyself.nouns import Guest, KnowThyself, Memory, Wager
from mneme.games.know_thyself.reckoning import reckon
from tests.games import seated
from tests.games.seated import Plain

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


class Seated(seated.Seated[KnowThyself]):
    """A Master (the first name) and guests."""

    game = GAME
    laid = KnowThyself
    forward = ("let_stand", "gather", "narrate", "pass")

    def __init__(
        self,
        *names: str,
        cards: Iterable[str] = (),
        true_names: Iterable[tuple[str, str]] = (),
        plain: Plain | None = None,
        **options: Any,
    ) -> None:
        super().__init__(*names, plain={**PLAIN, **(plain or {})}, **options)
        self.master = names[0]
        self.plain.setdefault("master", self.seat_of[self.master])
        self.cards = list(cards)
        self.true_names = [card for pair in true_names for card in pair]
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

    # -- doing

    def finish(self) -> None:
        """Play plainly to the end; in the Palace the Master calls it."""
        self.plain = {**self.plain, "end_early": "yes"}
        self.until_true(lambda: self.sitting.over or "explore" in self.asked(self.master))
        if not self.sitting.over:
            self.act(self.master, "call_the_end")
        super().finish()

    # -- short ways

    def wake(self) -> Seated:
        """To the first free moment in the Palace, everyone with their things."""
        self.until("explore")
        for name in list(self.seat_of)[1:]:
            if "gather" in self.may(name):
                self.act(name, "gather")
        return self

    def change(self, alter: Callable[[KnowThyself], object]) -> None:
        """Set something up by hand, and let what is written down and the offers follow."""
        alter(self.table)
        mark_exits(self.table)
        reckon(self.table)
        for window in self.sitting.play.windows:
            window.refresh()
        for standing in self.table.standings:
            standing.refresh()

    def put(self, room: str, *names: str) -> None:
        """Let these guests arrive in a room together, with nothing to be said about it."""

        def alter(table: KnowThyself) -> None:
            arrive(table, tuple(self.seat_of[name] for name in names), room)
            table.palace.unseen = ()

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

    def begin(
        self,
        *names: str,
        by: str | None = None,
        stake: int = 2,
        cards: Iterable[str] = (),
        want: str = "I want to get past",
        counter: str = "No.",
    ) -> None:
        """Open a Wager, by its first guest or by the Master, with wants that are said plainly."""
        self.cards += list(cards)
        self.plain = {**self.plain, "stake": {"counter": counter, "stake": stake}}
        if by == self.master:
            seats = [self.seat_of[name] for name in names]
            self.act(by, f"challenge_{self.guest(names[0]).room}", guests=seats, opponent="Neil")
            return
        self.act(names[0], "start_wager", opponent="Neil", want=want)
        for name in names[1:]:
            self.act(name, "join", want="I want to help")

    def settle(self, *names: str, by: str | None = None, stake: int = 2, cards: Iterable[str] = ()) -> None:
        """A whole Wager, answered plainly."""
        self.begin(*names, by=by, stake=stake, cards=cards)
        self.until("explore", "blinding_light")


DECK_CARDS = tuple(rank + suit for suit in "DHCS" for rank in ("2", "3", "4", "5", "6", "7", "8", "9", "10", *"JQKA"))
