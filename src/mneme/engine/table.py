"""What the rules see: seats, options, nouns, chance, and the few verbs of a table.

`await` asks; a plain call tells. Nothing here knows the time, a file, a network or a game.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Generic, TypeVar

from mneme.engine.chance import Chance
from mneme.engine.clock import Clock
from mneme.engine.errors import RulesBug
from mneme.engine.prompts import Option, Pick, Prompt, Seat
from mneme.engine.scroll import Scroll
from mneme.engine.state import Bag, Noun, Touched, fingerprint
from mneme.engine.story import Audience, Draw, Line, Opening
from mneme.engine.windows import Acts, Each, OfferActs, OfferPrompts, Question, Questions, Standing

T = TypeVar("T")
N = TypeVar("N", bound=Noun)
O = TypeVar("O")  # noqa: E741  # the game's options

_WORD = (1 << 64) - 1


class Table(Generic[O]):
    """One game being played, as its rules see it."""

    def __init__(self, options: O, seats: Sequence[Seat], names: Mapping[Seat, str], chance: Chance) -> None:
        self.options = options
        self.seats = tuple(seats)
        self.names = dict(names)
        self.place = ""
        self.nouns: dict[str, Noun] = {}
        self.touched = Touched()
        self.lines: Scroll[Line] = Scroll(Line)
        self.openings: Scroll[Opening] = Scroll(Opening)
        self.draws: Scroll[Draw] = Scroll(Draw)
        self.standings: list[Standing] = []
        self.clock = Clock()
        self.in_standing_act = False
        self.result: dict[str, Any] = {}
        self._chance = chance
        self._seat_options: dict[tuple[Seat, ...], tuple[Option, ...]] = {}
        self._prints: dict[str, int] = {}
        self._print_sum = 0

    @property
    def beat(self) -> int:
        """How often the rules have moved."""
        return self.clock.beat

    # -- asking

    async def ask(self, seat: Seat, prompt: Prompt[T]) -> T:
        """Ask one seat and wait for the answer."""
        if seat not in self.seats:
            raise RulesBug(f"{prompt.name} waits for nobody: there is no seat {seat!r}")
        answer: T = await Question(seat, prompt)
        return answer

    async def choose(self, seat: Seat, prompt: Pick) -> str:
        """Ask for a pick, unless there is only one: then it is taken for the seat."""
        if len(prompt.options) == 1:
            return prompt.options[0].key
        return await self.ask(seat, prompt)

    async def ask_unless(self, seat: Seat, offer: Callable[[], Prompt[T] | None]) -> T | None:
        """Ask one seat, unless (or until) another act settles the question: then None comes back."""

        def offers() -> dict[Seat, Prompt[Any]]:
            prompt = offer()
            return {} if prompt is None else {seat: prompt}

        window = Questions("", offers, self.seats)
        if window.idle:
            return None
        window.name = window.prompts[seat].name
        answers = await window
        answer: T | None = answers.get(seat)
        return answer

    async def ask_all(
        self,
        name: str,
        offers: Mapping[Seat, Prompt[T]] | OfferPrompts,
        *,
        sealed: bool = False,
        shows_who: bool = True,
        opens: Callable[[dict[Seat, Any]], Iterable[Seat]] | None = None,
    ) -> dict[Seat, T]:
        """Ask several seats at once; answers come in seat order, and can be changed until the last is in.

        `sealed`: nobody learns an answer before all are in; `shows_who`: whether it is seen who has answered;
        `opens`: whose answers become public then (all, unless said otherwise).
        """
        window = Questions(name, offers, self.seats, sealed, shows_who, opens)
        if window.idle:
            return {}
        answers: dict[Seat, T] = await window
        return answers

    def window(self, name: str, text: str, offers: OfferActs, *, passing: bool = False, note: str = "") -> Acts:
        """A window of acts: `async for seat, act in table.window(...)`."""
        return Acts(name, text, offers, passing, note)

    def standing(
        self, name: str, text: str, offers: OfferActs, take: Callable[[Seat, Any], None], *, private: bool = False
    ) -> AbstractContextManager[None]:
        """Acts that may be taken at any time during the block, beside what is being asked.

        `private`: others must not even notice that such an act was taken.
        """
        return _StandingBlock(self.standings, Standing(name, text, offers, take, private))

    async def each(self, seats: Iterable[Seat], procedure: Callable[[Seat], Coroutine[Any, Any, T]]) -> dict[Seat, T]:
        """Let several seats go through a procedure at their own pace; wait for all of them."""
        results: dict[Seat, T] = await Each({seat: procedure(seat) for seat in seats})
        return results

    # -- telling

    def tell(
        self, text: str, *, kind: str = "fact", by: Seat = "", to: Audience = None, facts: dict[str, Any] | None = None
    ) -> None:
        """Record a fact for everyone, or for the seats named."""
        self.lines.append(Line(kind, text, by, to, facts))

    def chapter(self, title: str) -> None:
        """A new scene or phase begins."""
        self.place = title
        self.lines.append(Line("chapter", title))

    def opened(self, kind: str, what: Any, to: Audience = None) -> None:
        """Note that these seats have just learned something that was hidden or up to chance."""
        self.openings.append(Opening(self.clock.beat, kind, to, what))
        self.clock.learned += 1

    def name(self, seat: Seat) -> str:
        return self.names[seat]

    def seat_options(self, seats: Iterable[Seat]) -> tuple[Option, ...]:
        """Seats as choices."""
        key = tuple(seats)
        options = self._seat_options.get(key)
        if options is None:
            options = self._seat_options[key] = tuple(Option(seat, self.names[seat]) for seat in key)
        return options

    def rename(self, seat: Seat, name: str) -> None:
        """Another name is spoken for a seat from here on. (For the driver.)"""
        self.names[seat] = name
        self._seat_options = {}

    def after(self, seat: Seat) -> tuple[Seat, ...]:
        """The other seats, clockwise from this one."""
        place = self.seats.index(seat)
        return self.seats[place + 1 :] + self.seats[:place]

    # -- nouns

    def put(self, key: str, noun: N) -> N:
        """Lay a noun on the table, in place of any with the same key."""
        self.nouns[key] = noun
        noun.placed(key, self.touched)
        return noun

    def remove(self, key: str) -> None:
        del self.nouns[key]
        self.touched.busy.discard(key)
        self.touched.add(key)

    def fingerprint(self) -> int:
        """A hash of every noun, hidden things included; only what was touched is hashed again."""
        for key in self.touched.unprinted():
            noun = self.nouns.get(key)
            now = 0 if noun is None else fingerprint(noun)
            self._print_sum += now - self._prints.get(key, 0)
            self._prints[key] = now
        return self._print_sum & _WORD

    # -- chance

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        """Throw dice for everyone to see."""
        return self.throw((sides,) * count)

    def throw(self, sides: Sequence[int]) -> tuple[int, ...]:
        """Throw dice of several sizes at once for everyone to see."""
        faces = tuple(number + 1 for number in self._numbers(sides))
        self.opened("roll", faces)
        return faces

    def draw(self, bag: Bag, to: Audience) -> tuple[str, Bag]:
        """Take one thing out of a bag unseen; `to` says who gets to see it (nobody: an empty tuple)."""
        if not bag.items:
            raise RulesBug("a draw from an empty bag")
        (index,) = self._numbers((len(bag.items),))
        card = bag.items[index]
        if to != ():
            self.opened("draw", card, to)
        return card, bag.without(index)

    def draw_several(self, bag: Bag, count: int, to: Audience) -> tuple[list[str], Bag]:
        """Take things out of a bag one after another, all for the same eyes."""
        left = len(bag.items)
        if count > left:
            raise RulesBug(f"a draw of {count} from a bag of {left}")
        items = list(bag.items)
        drawn = [items.pop(index) for index in self._numbers(range(left, left - count, -1))]
        if to != ():
            for card in drawn:
                self.opened("draw", card, to)
        return drawn, Bag(tuple(items))

    def _numbers(self, bounds: Sequence[int]) -> list[int]:
        if self.in_standing_act:
            raise RulesBug("a standing act may not draw chance: it could be rewound and tried again")
        clock = self.clock
        numbers = self._chance.numbers(clock.epoch, clock.beat, clock.drawn, bounds)
        self.draws.append(Draw(clock.epoch, clock.beat, clock.drawn, tuple(bounds), tuple(numbers)))
        clock.learned += 1
        clock.drawn += 1
        return numbers


class _StandingBlock:
    """Registers a standing offer for as long as a block runs, on its own table's list only."""

    def __init__(self, standings: list[Standing], standing: Standing) -> None:
        self._standings = standings
        self._standing = standing

    def __enter__(self) -> None:
        self._standings.append(self._standing)

    def __exit__(self, *_: object) -> None:
        if self._standing in self._standings:
            self._standings.remove(self._standing)
