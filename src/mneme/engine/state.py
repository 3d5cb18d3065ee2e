"""The nouns on the table. Every field names its audience; a field that names none is sent to nobody.

A game declares its nouns as classes::

    class Sheet(Noun):
        owner: Public[Seat]
        notes: Own[str] = ""              # the seat named in `owner`
        allegiance: Public[Hand] = Hand() # others see how many, the owner sees faces
        scratch: int = 0                  # nobody's business

        @property
        @shown                            # everyone sees it; worked out from public fields alone
        def is_blank(self) -> bool: ...

        @property
        @owner_sees                       # worked out from whatever the owner sees
        def leaning(self) -> str: ...

Values are replaced, never changed in place: assigning a field is what marks the noun as touched.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from operator import itemgetter
from typing import Annotated, Any, ClassVar, TypeVar, dataclass_transform, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from mneme.engine.errors import RulesBug
from mneme.engine.prompts import Seat

T = TypeVar("T")


class Audience(Struct, frozen=True):
    """Who may see a field: everyone, or the seats named by another field of the same noun."""

    field: str | None = None


EVERYONE = Audience()
OWNER = Audience("owner")

Public = Annotated[T, EVERYONE]
Own = Annotated[T, OWNER]


F = TypeVar("F", bound=Callable[..., Any])
_marked: dict[object, Audience] = {}  # the functions of properties that somebody sees


def shown(method: F) -> F:
    """Marks a property of a noun as seen by everyone. It may look at the noun's public fields and at nothing else."""
    _marked[method] = EVERYONE
    return method


def owner_sees(method: F) -> F:
    """Marks a property of a noun as seen by its owner. It may look at whatever the owner sees of the noun."""
    _marked[method] = OWNER
    return method


class Face(Struct, frozen=True):
    """A small public value with parts. Only plain parts: nothing hidden can ride along."""


class Secret(Struct, frozen=True):
    """A value known to some seats. Rules `peek`; only `opened` shows it to more."""

    hidden: Any
    known: tuple[Seat, ...] = ()
    domain: tuple[Any, ...] = ()  # what else it could have been, for the two-world test

    def peek(self) -> Any:
        return self.hidden

    def opened(self, to: Iterable[Seat]) -> Secret:
        return Secret(self.hidden, tuple(dict.fromkeys((*self.known, *to))), self.domain)


class Hand(Struct, frozen=True):
    """Cards before one seat: face down (sorted, so that no place tells when it came) and turned up, in order."""

    down: tuple[str, ...] = ()
    up: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.down) + len(self.up)

    def with_card(self, card: str) -> Hand:
        return Hand(tuple(sorted((*self.down, card))), self.up)

    def turned_up(self, card: str) -> Hand:
        down = list(self.down)
        down.remove(card)
        return Hand(tuple(down), (*self.up, card))


class Bag(Struct, frozen=True):
    """A deck before it is drawn from: no order exists until then, so none can leak."""

    items: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.items)

    def without(self, index: int) -> Bag:
        return Bag(self.items[:index] + self.items[index + 1 :])


class Touched:
    """Which nouns have changed: since a view was last sent, and since the last digest. One per table."""

    __slots__ = ("_new", "_unprinted", "_unseen", "busy", "laid", "touch")

    def __init__(self) -> None:
        self.busy: set[str] = set()  # nouns that are always taken to have changed
        self.laid = 0  # how often a noun was laid or taken away: only then can their order change
        self._new: set[str] = set()
        self.touch = self._new.add  # what a noun calls whenever it changes, so it does the least it can
        self._unseen: set[str] = set()
        self._unprinted: set[str] = set()

    def add(self, key: str) -> None:
        """A noun was laid or taken away."""
        self.laid += 1
        self.touch(key)

    def unseen(self) -> set[str]:
        """What has changed since a view was last sent."""
        self._sort()
        return self._unseen

    def seen(self) -> None:
        """A view is sent now."""
        self._sort()
        self._unseen = set()

    def unprinted(self) -> set[str]:
        """What has changed since this was last asked, which is when a digest is made."""
        self._sort()
        changed, self._unprinted = self._unprinted, set()
        return changed

    def _sort(self) -> None:
        new = self._new
        new |= self.busy
        if new:
            self._unseen |= new
            self._unprinted |= new
            new.clear()


_untold: set[str] = set()  # what nouns that lie on no table have to say


@dataclass_transform(kw_only_default=True, eq_default=False)
class Noun:
    """A thing on the table. Subclasses declare fields with audiences."""

    audiences: ClassVar[dict[str, Audience]]
    field_names: ClassVar[tuple[str, ...]]
    defaults: ClassVar[dict[str, Any]]
    mapped: ClassVar[tuple[str, ...]]  # fields whose default is a dict, of which everyone gets a copy
    public_names: ClassVar[tuple[str, ...]]
    public_values: ClassVar[Callable[..., tuple[Any, ...]]]  # gets what is in them
    worked_out: ClassVar[tuple[str, ...]]  # properties that everyone sees too
    seen_names: ClassVar[tuple[str, ...]]  # both of them
    own_names: ClassVar[tuple[str, ...]]  # fields of which some seats may see more than everyone
    noun_key: ClassVar[str] = ""  # once it lies on the table, it has one of its own

    def __init_subclass__(cls) -> None:
        hints = get_type_hints(cls, include_extras=True)
        cls.field_names = tuple(name for name, hint in hints.items() if get_origin(hint) is not ClassVar)
        cls.defaults = {name: getattr(cls, name) for name in cls.field_names if hasattr(cls, name)}
        cls.mapped = tuple(name for name, default in cls.defaults.items() if type(default) is dict)
        cls.audiences = {
            name: audience
            for name in cls.field_names
            for audience in getattr(hints[name], "__metadata__", ())
            if isinstance(audience, Audience)
        }
        cls.public_names = tuple(name for name, audience in cls.audiences.items() if audience is EVERYONE)
        cls.public_values = staticmethod(_getter(cls.public_names))
        properties = {name: part for base in cls.__mro__ for name, part in vars(base).items()}
        cls.worked_out = tuple(name for name, part in properties.items() if _audience(part) is EVERYONE)
        cls.seen_names = cls.public_names + cls.worked_out
        cls.audiences |= {name: OWNER for name, part in properties.items() if _audience(part) is OWNER}
        cls.own_names = tuple(
            name
            for name, audience in cls.audiences.items()
            if audience is not EVERYONE or get_args(hints[name])[0] in (Hand, Secret)
        )
        for name, audience in cls.audiences.items():
            if audience.field is not None and audience.field not in hints:
                raise RulesBug(f"{cls.__name__}.{name} is for {audience.field!r}, which is not a field of it")
        for name in cls.field_names:
            if name.startswith("noun_"):
                raise RulesBug(f"{cls.__name__}.{name} begins like what a noun keeps for itself")

    def __init__(self, **given: Any) -> None:
        fields = self.__dict__  # filled at once, and not field by field: nothing is touched before it is placed
        fields.update(self.defaults)
        for name in self.mapped:
            fields[name] = self.defaults[name].copy()
        fields.update(given)
        if len(fields) != len(self.field_names):
            raise TypeError(f"{type(self).__name__} has these fields: {', '.join(self.field_names)}")
        fields["noun_key"], fields["noun_touch"] = "", _untold.add

    def __setattr__(self, name: str, value: Any, /) -> None:
        fields = self.__dict__
        fields[name] = value
        fields["noun_touch"](fields["noun_key"])

    def placed(self, key: str, touched: Touched) -> None:
        """Put on the table under a key."""
        fields = self.__dict__
        fields["noun_key"], fields["noun_touch"] = key, touched.touch
        touched.add(key)


def _getter(names: tuple[str, ...]) -> Callable[[dict[str, Any]], tuple[Any, ...]]:
    return itemgetter(*names) if len(names) > 1 else lambda fields: tuple(fields[name] for name in names)


def _audience(part: object) -> Audience | None:
    """Who sees a property that is worked out from the fields of its noun."""
    return _marked.get(part.fget) if isinstance(part, property) else None


class BusyNoun(Noun):
    """A noun that changes with nearly every answer. It says nothing of that, and is looked at every time.

    For public things: whatever only some may see is looked at for each seat, and that every time would cost too much.
    """

    __setattr__ = object.__setattr__

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if cls.own_names:
            raise RulesBug(f"{cls.__name__} is busy, and so may hold nothing that only some see")

    def placed(self, key: str, touched: Touched) -> None:
        super().placed(key, touched)
        touched.busy.add(key)


PLAIN = frozenset((str, int, bool, type(None)))


def shown_to_all(value: Any) -> Any:
    """What everyone sees of a value whose field is public."""
    kind = type(value)
    if kind in PLAIN:
        return value
    special = _PUBLIC_FORMS.get(kind)
    if special is not None:
        return special(value)
    if kind is tuple:
        return [shown_to_all(part) for part in value]
    if kind is dict:
        return {name: shown_to_all(part) for name, part in value.items()}
    if isinstance(value, Face):
        return {name: shown_to_all(getattr(value, name)) for name in value.__struct_fields__}
    raise RulesBug(f"a shown field may not hold {kind.__name__}")


_PUBLIC_FORMS: dict[type, Callable[[Any], Any]] = {
    Hand: lambda hand: {"down": len(hand.down), "up": list(hand.up)},
    Bag: len,
}


def fields_of(noun: Noun) -> dict[str, Any]:
    """Every field of a noun, hidden ones too: for digests and invariants, never for a view."""
    return {name: noun.__dict__[name] for name in noun.field_names}


def fingerprint(noun: Noun) -> int:
    """A short hash of everything in a noun, its key included."""
    encoded = _encode([noun.noun_key, fields_of(noun)])
    return int.from_bytes(hashlib.blake2b(encoded, digest_size=8).digest())


_encode = msgspec.json.Encoder().encode
