"""Table talk: seat some players, script the dice, say what each of them does.

    game = Court("cate", "hugo", "martin", king="hugo")
    game.lay("cate", purse=3, madness=1, values=(4, 0, 0, 0))   # the coins on her four memories
    game.to_scene("cate")
    game.fight("cate", "opposition", dice=[6, 5, 1, 2, 3, 3, 4])

Whatever a test does not care about is answered plainly: by the prompt's default, or by some legal answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import UNSET

from mneme.games.lost_days import GAME
from mneme.games.lost_days.nouns import Conflict, Elf, LostDays, Memory
from tests.games import seated
from tests.games.seated import ScriptedChance


class Seated(seated.Seated[LostDays]):
    """Players around a Lost Days table."""

    game = GAME
    laid = LostDays

    def __init__(self, *names: str, dice: Iterable[int] = (), **rest: Any) -> None:
        self.chance = ScriptedChance(dice)
        super().__init__(*names, chance=self.chance, **rest)

    # -- looking

    @property
    def conflict(self) -> Conflict:
        return self.table.conflict

    def elf(self, name: str) -> Elf:
        return self.table.elf[self.seat_of[name]]

    def purses(self) -> list[int]:
        return [self.elf(name).purse for name in self.seat_of]

    def cards(self, name: str) -> list[Memory]:
        """The memories a player owns, as they were written."""
        return list(self.table.owned(self.seat_of[name]))

    def values(self, name: str) -> list[int]:
        return [card.coins for card in self.cards(name)]

    def at(self, place: str) -> list[Memory]:
        return self.table.at(place)

    def name(self, seat: str) -> str:
        """A player's name; nothing for nobody."""
        return super().name(seat) if seat else ""

    def who(self, prompt: str) -> list[str]:
        """Everybody before whom this prompt stands unanswered."""
        return [n for n in self.seat_of for p in self.pending(n) if p.prompt.name == prompt and p.given is UNSET]

    def told(self, name: str | None = None) -> str:
        """The story as one text."""
        return "\n".join(self.story(name))

    def coins(self) -> int:
        """All coins there are."""
        GAME.check(self.table)
        return sum(self.table.course.flows.values())

    # -- doing

    def offer(self, name: str, partner: str, **bundles: Any) -> None:
        """An offer of a trade between two."""
        self.act(name, f"propose_trade_{self.seat_of[partner]}", **bundles)

    # -- creation

    def write(self, **kingship: str) -> None:
        """Everybody writes; some mark a Memory of Kingship: `write(ada="own")`."""
        self.until("write_memory")
        number = self.table.round.number
        for name in self.who("write_memory"):
            form = self.prompt(name, "write_memory")
            said = {"text": f"{name}'s {number}"}
            if any(field.name == "extra" for field in form.fields):
                said["extra"] = f"{name}'s extra {number}"
            if name in kingship:
                said["kingship"] = kingship[name]
            self.say(name, said, "write_memory")

    def until_round(self, number: int) -> None:
        """Play plainly until this round of creation has begun."""
        self.until_true(lambda: "round" in self.table.nouns and self.table.round.number == number)

    def auction(self, text: str = "", **bids: int) -> None:
        """The selector puts up a card (the first, unless its text is given) and these bids are made."""
        selector = self.until("select_memory")
        options = self.prompt(selector, "select_memory").options
        self.say(selector, next(o.key for o in options if text in o.label), "select_memory")
        for name, bid in bids.items():
            self.say(name, bid, "bid")


class Court(Seated):
    """A table where creation is over and play begins, with a king of one's choice."""

    def __init__(self, *names: str, king: str | None = None, **rest: Any) -> None:
        super().__init__(*names, **rest)
        self.until("open_story")
        true = self.table.true_memory
        assert true is not None
        king = king or names[0]
        for name in names:  # four memories each, and the crown where it is wanted
            self.lay(name, purse=8, values=(1, 1, 1, 1))
        if self.name(true.holder) != king:
            swap = self.cards(king)[0]
            self.table.move(swap, "owned", true.holder)
            self.table.move(true, "owned", self.seat_of[king])
        self.table.course.king = self.table.course.caretaker = true.holder
        for card in self.at("market"):
            self.value(card, 1)
        GAME.check(self.table)

    @property
    def crown(self) -> Memory:
        true = self.table.true_memory
        assert true is not None
        return true

    # -- laying out

    def value(self, card: Memory, coins: int) -> Memory:
        self.table.bank("laid out", coins - card.coins)
        self.table.lay_coins(card, coins - card.coins)
        return card

    def lay(self, name: str, purse: int | None = None, madness: int | None = None, values: Sequence[int] = ()) -> None:
        """Coins in a purse, on a character card, and on this player's memories in turn."""
        elf, table = self.elf(name), self.table
        if purse is not None:
            table.bank("laid out", purse - elf.purse)
            elf.purse = purse
        if madness is not None:
            table.bank("laid out", madness - elf.madness)
            table.madden(elf.owner, madness - elf.madness)
        for card, coins in zip(self.cards(name), values, strict=False):
            self.value(card, coins)
        GAME.check(table)

    def take(self, name: str, *cards: Memory) -> None:
        """Memories come to a player out of turn."""
        for card in cards:
            self.table.move(card, "owned", self.seat_of[name])

    def lose_all(self, name: str) -> None:
        """Whatever a player remembers lies in the market."""
        for card in self.cards(name):
            self.table.move(card, "market")

    def lies_in_market(self, coins: int) -> Memory:
        """One of the market's memories, with so many coins."""
        return self.value(self.at("market")[0], coins)

    # -- scenes

    def framer(self) -> str:
        return self.name(self.table.scene.framer)

    def to_scene(self, name: str, kind: str = "personal", prompt: str = "scene") -> None:
        """Play plainly until it is this player's scene and it is being played."""

        def here() -> bool:
            stack = self.table.stack
            return bool(stack) and self.framer() == name and stack[-1].kind == kind and prompt in self.asked(name)

        self.until_true(here)

    def until_scene(self, number: int) -> None:
        """Play plainly until the scene of this number has begun."""
        self.until_true(lambda: self.table.course.scenes >= number)

    def declare(self, framer: str, sides: str, stake: str = "none", *, rival: str = "") -> None:
        """Bring the scene to a conflict, up to the wording."""
        self.act(framer, "declare_conflict")
        self.say(framer, self.sides(sides), "declare_conflict")
        self.say(framer, stake, "stake")
        if "offer_rival" in [p for name in self.seat_of for p in self.asked(name)]:
            for name in self.who("offer_rival"):
                self.say(name, "yes" if name == rival else "no", "offer_rival")
            if rival:
                self.say(framer, self.seat_of[rival], "pick_rival")

    def sides(self, sides: str) -> str:
        """`face/hugo` in seats."""
        kind, slash, name = sides.partition("/")
        return kind + slash + self.seat_of.get(name, name)

    def word(self) -> None:
        """The framer's wording is accepted."""
        self.until("answer_stakes")
        self.act(self.who("answer_stakes")[0] if len(self.who("answer_stakes")) == 1 else self._replier(), "accept")

    def _replier(self) -> str:
        return next(name for name in self.seat_of if "accept" in self.may(name))

    def bring(self, name: str, *cards: Memory) -> None:
        """A player acts on memories one after another; the other side finds that they fit."""
        for card in cards:
            self.until_true(lambda: "offer_memory" in self.may(name) or "done" in self.may(name))
            self.act(name, "offer_memory", memory=card.noun_key)
            self.until("judge_memory")
            self.say(self.who("judge_memory")[0], "accept", "judge_memory")

    def done(self) -> None:
        """Nobody brings anything more; the dice are rolled."""
        self.until_true(lambda: bool(self.table.course.in_conflict and self.conflict.dice))

    def fight(
        self,
        framer: str,
        sides: str,
        stake: str = "none",
        *,
        dice: Iterable[int],
        using: Mapping[str, Sequence[Memory]] | None = None,
        rival: str = "",
    ) -> None:
        """A whole conflict up to its roll. `dice` fall the first side's first."""
        self.declare(framer, sides, stake, rival=rival)
        self.word()
        self.chance.dice = []
        left = dict(using or {})
        while any(left.values()):
            self.until_true(lambda: any("offer_memory" in self.may(name) for name in left))
            name = next(name for name in self.seat_of if "done" in self.may(name))
            if left.get(name):
                self.bring(name, left[name][0])
                left[name] = left[name][1:]
            else:
                self.act(name, "done")
        self.chance.dice = list(dice)
        self.done()

    def spends(self, name: str, act: str, face: int, *, source: str = "purse", die: int = 0) -> None:
        """A coin of influence, and the face it brings. Those before this player let it be."""
        self.until_true(lambda: act in self.may(name) or not self.table.course.in_conflict)
        self.chance.dice = [face]
        fields: dict[str, Any] = {"source": source}
        if act.startswith("reroll"):
            fields["die"] = str(die)
        self.act(name, act, **fields)

    def settle(self, *stop: str) -> None:
        """Play plainly until the conflict is over, or one of these prompts comes."""
        self.until_true(
            lambda: (
                not self.table.course.in_conflict
                or self.sitting.over
                or any(asked in stop for name in self.seat_of for asked in self.asked(name))
            )
        )
