"""Every question a rule may ask: a closed set.

A prompt is plain data and carries its own legality. From one declaration come the form a client draws, the
check the server makes, the refusal, a random legal answer for bots and fuzzers, and the default of an empty chair.
`clean` turns what arrived into the one canonical answer (which is what the log keeps); `value` turns that into
what the rules receive.
"""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Generic, NoReturn, TypeVar, get_args

from msgspec import UNSET, Struct, UnsetType

from mneme.engine.errors import Refused

T = TypeVar("T")
Seat = str
Wire = Any  # what JSON can say

TEXT_MOST = 2_000
TOLD_MOST = 1_200
MANY = 12


class Option(Struct, frozen=True, omit_defaults=True):
    """One thing that may be chosen. `key` is file format; `label` and `note` (price, effect) are words."""

    key: str
    label: str
    note: str = ""


class Asked(Struct, frozen=True):
    """The part every prompt has: `name` is file format, `text` one sentence in the second person."""

    name: str
    text: str


class Prompt(Asked, Generic[T], frozen=True, kw_only=True, omit_defaults=True, tag_field="kind"):
    """What every kind of question has in common."""

    rule: str = ""
    note: str = ""
    default: Wire | UnsetType = UNSET

    def clean(self, wire: Wire) -> Wire:
        """The canonical form of a legal answer; anything else is refused."""
        raise NotImplementedError

    def value(self, clean: Wire) -> T:
        """What the rules receive for a clean answer."""
        answer: T = clean
        return answer

    def random(self, dice: random.Random) -> Wire:
        """Some legal answer."""
        raise NotImplementedError

    @property
    def possible(self) -> bool:
        """Whether any answer is legal at all."""
        return True

    def refuse(self, sentence: str) -> NoReturn:
        raise Refused("illegal", sentence, self.rule)

    def malformed(self, sentence: str) -> NoReturn:
        raise Refused("malformed", sentence, self.rule)


def _listed(options: Iterable[Option]) -> str:
    """The first few choices, for a refusal that says what would have worked."""
    labels = [option.label for option in options]
    shown = ", ".join(labels[:6])
    return f"{shown} and {len(labels) - 6} more" if len(labels) > 6 else shown


class Pick(Prompt[str], frozen=True, tag="pick"):
    """One of several."""

    options: tuple[Option, ...]

    def clean(self, wire: Wire) -> str:
        if type(wire) is not str:
            self.malformed("Answer with the key of one choice.")
        for option in self.options:
            if option.key == wire:
                return option.key
        self.refuse(f"That is not one of the choices. You can pick: {_listed(self.options)}.")

    def random(self, dice: random.Random) -> str:
        return self.options[int(dice.random() * len(self.options))].key

    @property
    def possible(self) -> bool:
        return bool(self.options)


class Some(Prompt[tuple[str, ...]], frozen=True, tag="some"):
    """Several of several, in the order they were offered."""

    options: tuple[Option, ...]
    least: int = 0
    most: int = MANY

    def clean(self, wire: Wire) -> list[str]:
        if type(wire) is not list or not all(type(key) is str for key in wire):
            self.malformed("Answer with a list of choice keys.")
        chosen = set(wire)
        if len(chosen) != len(wire):
            self.refuse("Choose each thing once at most.")
        if not chosen <= {option.key for option in self.options}:
            self.refuse(f"That is not all on offer. You can choose from: {_listed(self.options)}.")
        if not self.least <= len(wire) <= self.most:
            self.refuse(f"Choose {_between(self.least, min(self.most, len(self.options)))}.")
        return [option.key for option in self.options if option.key in chosen]

    def value(self, clean: Wire) -> tuple[str, ...]:
        return tuple(clean)

    def random(self, dice: random.Random) -> list[str]:
        most = min(self.most, len(self.options))
        count = self.least + int(dice.random() * (most - self.least + 1))
        chosen = set(dice.sample(range(len(self.options)), count))
        return [option.key for index, option in enumerate(self.options) if index in chosen]

    @property
    def possible(self) -> bool:
        return self.least <= min(self.most, len(self.options))


class Number(Prompt[int], frozen=True, tag="number"):
    """A whole number within bounds."""

    least: int
    most: int

    def clean(self, wire: Wire) -> int:
        if type(wire) is not int:
            self.malformed("Answer with a whole number.")
        if not self.least <= wire <= self.most:
            self.refuse(f"Choose {_between(self.least, self.most)}.")
        return wire

    def random(self, dice: random.Random) -> int:
        return self.least + int(dice.random() * (self.most - self.least + 1))

    @property
    def possible(self) -> bool:
        return self.least <= self.most


class Split(Prompt[dict[str, int]], frozen=True, tag="split"):
    """A total shared out among named slots, all of it."""

    slots: tuple[Option, ...]
    total: int
    least: int = 0
    most: int = 1_000_000

    def clean(self, wire: Wire) -> dict[str, int]:
        if type(wire) is not dict or not all(type(part) is int for part in wire.values()):
            self.malformed("Answer with a whole number for each part.")
        if not wire.keys() <= {slot.key for slot in self.slots}:
            self.refuse(f"Share it among: {_listed(self.slots)}.")
        shares = {slot.key: wire.get(slot.key, 0) for slot in self.slots}
        if not all(self.least <= share <= self.most for share in shares.values()):
            self.refuse(f"Give each part {_between(self.least, min(self.most, self.total))}.")
        if sum(shares.values()) != self.total:
            self.refuse(f"Share out exactly {self.total}; that comes to {sum(shares.values())}.")
        return shares

    def random(self, dice: random.Random) -> dict[str, int]:
        shares = [self.least] * len(self.slots)
        for _ in range(self.total - self.least * len(self.slots)):
            open_slots = [index for index, share in enumerate(shares) if share < self.most]
            shares[open_slots[int(dice.random() * len(open_slots))]] += 1
        return {slot.key: share for slot, share in zip(self.slots, shares, strict=True)}

    @property
    def possible(self) -> bool:
        count = len(self.slots)
        return count > 0 and count * self.least <= self.total <= count * self.most


class Arrange(Prompt[tuple[str, ...]], frozen=True, tag="arrange"):
    """All of them, in an order."""

    options: tuple[Option, ...]

    def clean(self, wire: Wire) -> list[str]:
        if type(wire) is not list or not all(type(key) is str for key in wire):
            self.malformed("Answer with a list of choice keys in order.")
        if sorted(wire) != sorted(option.key for option in self.options):
            self.refuse(f"Put each of these in order, once: {_listed(self.options)}.")
        return list(wire)

    def value(self, clean: Wire) -> tuple[str, ...]:
        return tuple(clean)

    def random(self, dice: random.Random) -> list[str]:
        return dice.sample([option.key for option in self.options], len(self.options))

    @property
    def possible(self) -> bool:
        return bool(self.options)


class Words(Prompt[str], frozen=True, tag="words"):
    """A text. With `aloud` an empty one means "told aloud", with `optional` that there is nothing to say.

    `single` asks for one word; `avoid` lists texts that may not be repeated (case and spacing do not count);
    `ideas` names a list of the game's suggestions, which a client fetches when somebody asks for them.
    """

    least: int = 1
    most: int = 400
    aloud: bool = False
    optional: bool = False
    single: bool = False
    prefix: str = ""
    avoid: tuple[str, ...] = ()
    ideas: str = ""

    def clean(self, wire: Wire) -> str:
        if type(wire) is not str:
            self.malformed("Answer with text.")
        if len(wire) > 4 * TEXT_MOST:
            self.refuse(f"Keep it to {self.most} characters; that is {len(wire)}.")
        text = self._tidy(wire)
        if not text and self.may_be_empty:
            return ""
        if len(text) < max(self.least, 1):
            self.refuse(f"Write at least {self.least} characters." if self.least > 1 else "Write something here.")
        if len(text) > self.most:
            self.refuse(f"Keep it to {self.most} characters; that is {len(text)}.")
        if self.single and " " in text:
            self.refuse("One word, without spaces.")
        if self.avoid and plain(text) in {plain(other) for other in self.avoid}:
            self.refuse("Those words are taken already; write something else.")
        return text

    def _tidy(self, wire: str) -> str:
        if wire.isascii() and wire.isprintable():
            return " ".join(wire.split())
        for character in wire:
            if character not in "\n\t" and unicodedata.category(character) in {"Cc", "Cs", "Co", "Cn"}:
                self.refuse("That text holds control characters; plain text works.")
            if character in _DIRECTION_MARKS:
                self.refuse("That text holds hidden direction marks; plain text works.")
        text = " ".join(unicodedata.normalize("NFC", wire).split())
        return text if any(unicodedata.category(character) not in _UNSEEN for character in text) else ""

    def random(self, dice: random.Random) -> str:
        while True:
            text = f"{_LETTERS[int(dice.random() * 24)]}{int(dice.random() * 100_000)}"
            if not self.least <= len(text) <= self.most:
                text = text[: self.most].ljust(self.least, "x")
            if not self.avoid or text not in {plain(other) for other in self.avoid}:
                return text

    @property
    def possible(self) -> bool:
        return self.aloud or self.optional or max(self.least, 1) <= self.most  # asked of every field that is offered

    @property
    def may_be_empty(self) -> bool:
        return self.aloud or self.optional


def aloud(name: str, text: str, *, most: int = TOLD_MOST, **rest: Any) -> Words:
    """A text for what can just as well be told aloud; an empty chair leaves it empty."""
    return Words(name, text, most=most, aloud=True, default="", **rest)


_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_UNSEEN = frozenset({"Cf", "Zs"})  # a text of these alone looks empty, so it is
_DIRECTION_MARKS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


class Several(Prompt[tuple[Any, ...]], frozen=True, tag="several"):
    """The same small question answered a few times over."""

    item: Inner
    least: int = 1
    most: int = MANY

    def clean(self, wire: Wire) -> list[Wire]:
        if type(wire) is not list:
            self.malformed("Answer with a list.")
        if not self.least <= len(wire) <= self.most:
            self.refuse(f"Give {_between(self.least, self.most)} of these.")
        answers = [self.item.clean(part) for part in wire]
        if len({plain(str(answer)) for answer in answers}) != len(answers):
            self.refuse("Two of these are the same; make each different.")
        return answers

    def value(self, clean: Wire) -> tuple[Any, ...]:
        return tuple(self.item.value(part) for part in clean)

    def random(self, dice: random.Random) -> list[Wire]:
        count = self.least + int(dice.random() * (min(self.most, self.least + 2) - self.least + 1))
        answers: dict[str, Wire] = {}
        for _ in range(40 * count):  # there may be fewer different answers than that
            answer = self.item.random(dice)
            answers.setdefault(plain(str(answer)), answer)
            if len(answers) == count:
                break
        return list(answers.values())

    @property
    def possible(self) -> bool:
        return self.least <= self.most and self.item.possible


class Form(Prompt[dict[str, Any]], frozen=True, tag="form"):
    """A few small questions answered together."""

    fields: tuple[Inner, ...]

    def clean(self, wire: Wire) -> dict[str, Wire]:
        if type(wire) is not dict:
            self.malformed("Answer with one entry for each part of the form.")
        return clean_fields(self, self.fields, wire, {})

    def value(self, clean: Wire) -> dict[str, Any]:
        values = dict(clean)
        for field in self.fields:
            if type(field) not in _RECEIVED_AS_GIVEN:  # most are, and to call them would only hand it back
                values[field.name] = field.value(values[field.name])
        return values

    def random(self, dice: random.Random) -> dict[str, Wire]:
        return {field.name: field.random(dice) for field in self.fields}

    @property
    def possible(self) -> bool:
        return all(field.possible for field in self.fields)


class Ack(Prompt[bool], frozen=True, tag="ack"):
    """Say that it is done, or that a line has been spoken."""

    label: str = "Done"

    def clean(self, wire: Wire) -> bool:
        if wire is not True:
            self.malformed("Answer with true when it is done.")
        return True

    def random(self, dice: random.Random) -> bool:
        return True


class Choice(Struct, frozen=True, omit_defaults=True):
    """One act on a menu, with the small questions that go with it."""

    key: str
    label: str
    note: str = ""
    rule: str = ""
    fields: tuple[Inner, ...] = ()


class Menu(Prompt[dict[str, Any]], frozen=True, tag="menu"):
    """What a seat may do now. `awaited` says that the rules cannot go on without this seat."""

    choices: tuple[Choice, ...]
    awaited: bool = False

    def find(self, key: Wire) -> Choice:
        for choice in self.choices:
            if choice.key == key:
                return choice
        can = "; ".join(choice.label.rstrip(".") for choice in self.choices)
        self.refuse(f"That cannot be done now. You can: {can}.")

    def clean(self, wire: Wire) -> dict[str, Wire]:
        if type(wire) is not dict or type(wire.get("act")) is not str:
            self.malformed('Answer with the act, like {"act": "pass"}, and its parts.')
        choice = self.find(wire["act"])
        return clean_fields(self, choice.fields, wire, {"act": choice.key})

    def value(self, clean: Wire) -> dict[str, Any]:
        if len(clean) == 1:
            return {}
        choice = self.find(clean["act"])
        return {field.name: field.value(clean[field.name]) for field in choice.fields}

    def random(self, dice: random.Random) -> dict[str, Wire]:
        choice = self.choices[int(dice.random() * len(self.choices))]
        answer: dict[str, Wire] = {"act": choice.key}
        for field in choice.fields:
            answer[field.name] = field.random(dice)
        return answer

    @property
    def possible(self) -> bool:
        return bool(self.choices)


AnyPrompt = Pick | Some | Number | Split | Arrange | Words | Several | Form | Ack | Menu
_RECEIVED_AS_GIVEN = frozenset(kind for kind in get_args(AnyPrompt) if kind.value is Prompt.value)

# A question inside another one. For rules it is any prompt; what comes over the wire is told apart by its kind.
if TYPE_CHECKING:
    Inner = Prompt[Any]
else:
    Inner = AnyPrompt


def clean_fields(
    owner: Prompt[Any], fields: tuple[Prompt[Any], ...], given: dict[str, Wire], cleaned: dict[str, Wire]
) -> dict[str, Wire]:
    """Add every part of a form to what is clean already, taking the default of a part that was left out."""
    for field in fields:
        part = given.get(field.name, field.default)
        if part is UNSET:
            owner.malformed(f"The part called {field.name} is missing.")
        cleaned[field.name] = field.clean(part)
    if len(given) > len(cleaned) or not given.keys() <= cleaned.keys():
        known = ", ".join(field.name for field in fields)
        owner.malformed(f"The parts of this answer are: {known}." if known else "Nothing more goes with this.")
    return cleaned


def plain(text: str) -> str:
    """A text without case and spacing, to tell whether two are the same."""
    return "".join(text.lower().split())


def _between(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"
