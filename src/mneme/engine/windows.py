"""What the rules can wait for: questions to one seat or several, and windows of acts.

A window is a set of seats, not a turn. Offers are functions of the state and are computed again after every act,
so nobody is ever offered something that another seat's act has made impossible.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Generator, Iterable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from mneme.engine.acts import Act, tag
from mneme.engine.entries import Answer, Digest, Entry, Talk
from mneme.engine.errors import RulesBug
from mneme.engine.prompts import Choice, Menu, Prompt, Seat, Wire

PASS = "pass"


A = TypeVar("A", bound=Act)
Builder = tuple[type[Act], dict[str, Any]]


class Trail:
    """What a log that is taken on trust tells the table that follows it, so that less need be computed.

    A window of acts that is answered next has something to offer, whatever it is. And an act of a kind that the log has
    shown before is built without looking at the offers: the answer holds what was asked for, and what else there is to
    an act that is offered under a key of its own goes with the key.
    """

    __slots__ = ("_kinds", "at", "entries")

    def __init__(self, entries: list[Entry]) -> None:
        self.at = 0  # the entry that is followed now
        self.entries = entries
        self._kinds: dict[str, dict[str, tuple[type[Act], int, dict[str, Any]]]] = {}

    def leads_to(self, window: str, standings: list[Standing]) -> bool:
        """Whether the next answer that is no standing act goes by this name, and only talk comes before it."""
        for place in range(self.at + 1, len(self.entries)):
            entry = self.entries[place]
            if type(entry) is Answer:
                if entry.name == window:
                    return True
                if all(standing.name != entry.name for standing in standings):
                    return False
            elif type(entry) is not Digest and type(entry) is not Talk:
                return False
        return False

    def act(self, window: str, seat: Seat, clean: dict[str, Wire]) -> Act | None:
        """The typed act for an answer, if the answer and what was seen before are enough to build it."""
        kinds = self._kinds.get(window)
        if kinds is None:
            return None
        known = kinds.get(clean["act"]) or kinds.get(f"{seat} {clean['act']}")
        if known is None or len(clean) != known[1]:
            return None
        kind, length, fixed = known
        if fixed:
            return msgspec.convert({**clean, **fixed}, kind)
        return msgspec.convert(clean, kind) if length > 1 else kind()

    def learn(self, window: str, seat: Seat, clean: Wire, act: Act) -> None:
        """Remember what kind of act an answer was, how long a whole answer is, and what it need not say."""
        key, kind = clean["act"], type(act)
        fixed = {name: getattr(act, name) for name in act.__struct_fields__ if name not in clean}
        if tag(kind) == key and fixed:
            return  # it may be another thing the next time
        known = self._kinds.setdefault(window, {})
        known[f"{seat} {key}" if fixed else key] = kind, len(clean), fixed


class Draft:
    """One seat's menu while it is added up."""

    awaited = False
    default: dict[str, Wire] | UnsetType = UNSET
    text = ""
    note = ""
    laid_out: Menu | None = None
    kept = False  # whether it may be offered again elsewhere, and so must stay as it is

    def __init__(self) -> None:
        self.choices: list[Choice] = []
        self.builders: dict[str, Builder] = {}

    def menu(self, name: str, text: str, passing: bool = False, note: str = "") -> Menu:
        """The menu that it makes. One that is offered again is the same as before."""
        if self.laid_out is None:
            if passing:
                self.choices.append(Choice(PASS, "Pass"))
                self.awaited = True
                if self.default is UNSET:
                    self.default = {"act": PASS}
            if self.text:
                text, note = self.text, self.note
            self.laid_out = Menu(name, text, tuple(self.choices), self.awaited, note=note, default=self.default)
        return self.laid_out


class Offers:
    """Adds up what each seat may do; an act whose small questions have no answer is left out."""

    __slots__ = ("drafts", "kept")

    def __init__(self) -> None:
        self.kept = False
        self.drafts: dict[Seat, Draft] = {}

    def may(
        self,
        seat: Seat,
        act: type[Act],
        label: str,
        *fields: Prompt[Any],
        note: str = "",
        rule: str = "",
        key: str = "",
        default: bool = False,
        must: bool = False,
        **fixed: Any,
    ) -> None:
        """Offer an act. `fields` ask for some of its parts, `fixed` gives the others.

        Where a seat is offered the same act more than once, each has a `key` of its own, which always means the same.
        `must` says that the rules wait for this seat; `default`, that this is what an empty chair does.
        """
        for field in fields:
            if not field.possible:
                return
        draft = self.drafts.get(seat)
        if draft is None:
            draft = self.drafts[seat] = Draft()
        key = key or tag(act)
        if draft.kept:
            raise RulesBug(f"{key} is added to what is kept for {seat}")
        if key in draft.builders:
            raise RulesBug(f"{key} is offered twice to {seat}")
        draft.builders[key] = (act, fixed)
        draft.choices.append(Choice(key, label, note, rule, fields))
        if default:
            draft.default = {"act": key}
        if must:
            draft.awaited = True

    def must(self, seat: Seat, act: type[Act], label: str, *fields: Prompt[Any], **rest: Any) -> None:
        """Offer an act to a seat that the rules are waiting for."""
        self.may(seat, act, label, *fields, must=True, **rest)

    def say(self, seat: Seat, text: str, note: str = "") -> None:
        """The sentence above this seat's menu and the note beneath it, if it is offered anything."""
        draft = self.drafts.get(seat)
        if draft is not None and draft.kept:
            raise RulesBug(f"{text!r} is said to {seat} beside what is kept")
        if draft is not None:
            draft.text, draft.note = text, note

    def again(self, before: Offers) -> None:
        """Offer what was offered before in the same window: as long as it holds, it need not be added up anew."""
        if not before.kept:
            before.keep()
        self.drafts.update(before.drafts)

    def keep(self) -> None:
        """Nothing is added to these offers any more: they are going to be offered again."""
        self.kept = True
        for draft in self.drafts.values():
            draft.kept = True


OfferActs = Callable[[Offers], None]
OfferPrompts = Callable[[], Mapping[Seat, Prompt[Any]]]

_NOT_LOOKED_AT = Offers()  # what a window has to offer before anybody looks


class Window:
    """Something the rules wait for. `prompts` is what each seat is asked now."""

    name: str
    sealed = False
    shows_who = True
    fresh = True  # whether the prompts are those of now
    prompts: dict[Seat, Prompt[Any]]

    def asks(self, seat: Seat, name: str) -> bool:
        """Whether this seat is asked something by this name here."""
        prompt = self.prompts.get(seat)
        return prompt is not None and prompt.name == name

    def __await__(self) -> Generator[Window, Any, Any]:
        """Hand it to the driver, and wait for what comes of it."""
        return (yield self)

    def refresh(self) -> None:
        """Compute the offers again."""
        raise NotImplementedError

    def take(self, seat: Seat, clean: Wire) -> bool:
        """Accept a clean answer; say whether the rules move on."""
        raise NotImplementedError

    def outcome(self) -> Any:
        """What the rules receive when they move on."""
        raise NotImplementedError

    @property
    def idle(self) -> bool:
        """Whether there is nothing to wait for any more."""
        raise NotImplementedError

    @property
    def awaited(self) -> list[Seat]:
        """The seats without whom the rules cannot go on, in the order of the prompts."""
        raise NotImplementedError

    @property
    def renewals(self) -> int:
        """A number that makes the prompts new ones even where their words stay the same."""
        return 0


class Questions(Window):
    """One question to each of several seats; closes when all have answered. Answers may be changed until then."""

    def __init__(
        self,
        name: str,
        source: OfferPrompts | Mapping[Seat, Prompt[Any]],
        seats: Sequence[Seat],
        sealed: bool = False,
        shows_who: bool = True,
        opens: Callable[[dict[Seat, Any]], Iterable[Seat]] | None = None,
    ) -> None:
        self.name = name
        self.sealed = sealed
        self.shows_who = shows_who
        self.opens = opens
        self.answers: dict[Seat, Wire] = {}
        self._source = source
        self._seats = seats
        self.prompts = {}
        self.refresh()

    def refresh(self) -> None:
        source = self._source
        offered = source() if callable(source) else source
        before, self.prompts = self.prompts, {seat: offered[seat] for seat in self._seats if seat in offered}
        for seat in tuple(self.answers):
            if self.prompts.get(seat) != before.get(seat):
                del self.answers[seat]

    def take(self, seat: Seat, clean: Wire) -> bool:
        self.answers[seat] = clean
        return len(self.answers) == len(self.prompts)

    def retract(self, seat: Seat) -> None:
        del self.answers[seat]

    def outcome(self) -> dict[Seat, Any]:
        return {seat: prompt.value(self.answers[seat]) for seat, prompt in self.prompts.items()}

    @property
    def idle(self) -> bool:
        return len(self.answers) == len(self.prompts)

    @property
    def awaited(self) -> list[Seat]:
        return [seat for seat in self.prompts if seat not in self.answers]


class Question(Window):
    """One question to one seat; it closes with the answer."""

    def __init__(self, seat: Seat, prompt: Prompt[Any]) -> None:
        self.name = prompt.name
        self.prompts = {seat: prompt}
        self._prompt = prompt
        self._answer: Wire = None

    def refresh(self) -> None:
        """It is asked as it stands, whatever happens beside it."""

    def take(self, seat: Seat, clean: Wire) -> bool:
        self._answer = clean
        return True

    def outcome(self) -> Any:
        return self._prompt.value(self._answer)

    @property
    def idle(self) -> bool:
        return False

    @property
    def awaited(self) -> list[Seat]:
        return list(self.prompts)


class Acts(Window):
    """A window of typed acts: `async for seat, act in table.window(...)`.

    It closes when the rule breaks out of the loop, when nobody is offered anything, or, with `passing`, when all
    who are offered something have passed since the last act.
    """

    fresh = False
    _taken: tuple[Seat, Act] | None = None
    _acts = 0

    def __init__(self, name: str, text: str, offers: OfferActs, passing: bool = False, note: str = "") -> None:
        self.name = name
        self.text = text
        self.note = note
        self.passing = passing
        self.passed: dict[Seat, None] = {}
        self.prompts = {}
        self._offers = offers
        self._built = _NOT_LOOKED_AT

    def asks(self, seat: Seat, name: str) -> bool:
        return name == self.name and (seat in self.prompts or not self.fresh)

    def refresh(self) -> None:
        self.fresh = True
        self._built = built = Offers()
        self._offers(built)
        self.prompts = prompts = {}
        for seat, draft in built.drafts.items():
            if seat not in self.passed:
                prompts[seat] = draft.menu(self.name, self.text, self.passing, self.note)

    def take(self, seat: Seat, clean: Wire) -> bool:
        if self.passing and clean["act"] == PASS:
            self.passed[seat] = None
            del self.prompts[seat]
            return not self.prompts
        self._move(seat, build(self._built, self.prompts[seat], seat, clean))
        return True

    def follow(self, seat: Seat, clean: Wire, trail: Trail) -> bool:
        """Take an answer on trust; say whether the rules move on."""
        act = trail.act(self.name, seat, clean)
        if act is not None:
            self._move(seat, act)
            return True
        if not self.fresh:
            self.refresh()
        moves = self.take(seat, clean)
        if self._taken is not None:
            trail.learn(self.name, seat, clean, self._taken[1])
        return moves

    def _move(self, seat: Seat, act: Act) -> None:
        self._taken = (seat, act)
        self._acts += 1
        self.passed = {}

    def outcome(self) -> tuple[Seat, Act] | None:
        taken, self._taken = self._taken, None
        return taken

    @property
    def idle(self) -> bool:
        return not self.prompts

    @property
    def awaited(self) -> list[Seat]:
        must = [seat for seat in self.prompts if self._built.drafts[seat].awaited]
        return must or list(self.prompts)

    @property
    def renewals(self) -> int:
        return self._acts if self.passing else 0

    def __aiter__(self) -> Acts:
        return self

    def __anext__(self) -> Acts:
        self.fresh = False
        return self

    def __await__(self) -> Generator[Window, Any, tuple[Seat, Any]]:
        taken: tuple[Seat, Act] | None = yield self
        if taken is None:
            raise StopAsyncIteration
        return taken


class Standing:
    """Acts that are legal beside whatever is being asked, handled by an ordinary function."""

    def __init__(
        self, name: str, text: str, offers: OfferActs, take: Callable[[Seat, Any], None], private: bool
    ) -> None:
        self.name = name
        self.text = text
        self.private = private
        self._offers = offers
        self._take = take
        self._built = Offers()
        self.prompts: dict[Seat, Menu] = {}

    def refresh(self) -> None:
        self._built = built = Offers()
        self._offers(built)
        self.prompts = {seat: draft.menu(self.name, self.text) for seat, draft in built.drafts.items()}

    def take(self, seat: Seat, clean: Wire) -> None:
        self._take(seat, build(self._built, self.prompts[seat], seat, clean))

    def follow(self, seat: Seat, clean: Wire, trail: Trail) -> None:
        """Take an answer on trust."""
        act = trail.act(self.name, seat, clean)
        if act is None:
            self.refresh()
            act = build(self._built, self.prompts[seat], seat, clean)
            trail.learn(self.name, seat, clean, act)
        self._take(seat, act)


def build(built: Offers, prompt: Prompt[Any], seat: Seat, clean: Wire) -> Act:
    """The typed act for a clean menu answer."""
    act, fixed = built.drafts[seat].builders[clean["act"]]
    values = prompt.value(clean)
    return act(**fixed, **values) if fixed else act(**values)


class Each:
    """Several seats going through the same procedure at their own pace."""

    def __init__(self, procedures: dict[Seat, Coroutine[Any, Any, Any]]) -> None:
        self.procedures = procedures

    def __await__(self) -> Generator[Each, Any, Any]:
        return (yield self)
