"""What a seat sees is built up from nothing: the public part, and the small part that is its own."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import pytest

from mneme.engine.acts import Act
from mneme.engine.errors import RulesBug
from mneme.engine.log import Sitting
from mneme.engine.projection import view
from mneme.engine.prompts import Ack, Number, Pick, Seat, Words
from mneme.engine.state import Audience, Bag, Hand, Noun, Own, Public, Secret, owner_sees, shown
from mneme.engine.view import View
from mneme.engine.windows import Offers
from tests.conformance.tiny import Rules, TinyTable, sit

Viewer = Seat | None


class Desk(Noun):
    owner: Public[Seat]
    readers: tuple[Seat, ...] = ()
    stamps: Public[int] = 3
    letters: Public[Hand] = Hand(("debt", "love"), ("news",))
    drawer: Own[Hand] = Hand(("key",))
    diary: Own[str] = "dear diary"
    letter: Annotated[str, Audience("readers")] = "to whom it may concern"
    sack: Public[Bag] = Bag(("debt", "news", "love"))
    aim: Public[Secret] = Secret("c", ("a", "b"))
    hunch: Secret = Secret("b", ("a",))
    scratch: int = 7


class Pocket(Noun):
    owner: Seat
    thing: Own[str]


def laid(*nouns: tuple[str, Noun], told: dict[str, Any] | None = None, **how: Any) -> Sitting:
    """A table on which these nouns lie, while Ada is asked to go on."""

    async def rules(table: TinyTable) -> None:
        for key, noun in nouns:
            table.put(key, noun)
        if told is not None:
            table.tell(**told)
        await table.ask("a", Ack("go", "Go on."))

    return sit(rules, **how)


def seen(sitting: Sitting, viewer: Viewer) -> dict[str, dict[str, Any]]:
    return view(sitting, viewer).state


# State.

PUBLIC = {"owner": "a", "stamps": 3, "letters": {"down": 2, "up": ["news"]}, "sack": 3}


def test_somebody_looking_on_sees_what_everyone_sees() -> None:
    assert seen(laid(("desk", Desk(owner="a"))), None) == {"desk": PUBLIC}


def test_the_owner_sees_its_own_fields_and_faces() -> None:
    own = {
        "letters": {"down": 2, "up": ["news"], "faces": ["debt", "love"]},
        "drawer": {"down": 1, "up": [], "faces": ["key"]},
        "diary": "dear diary",
        "aim": "c",
    }
    assert seen(laid(("desk", Desk(owner="a"))), "a") == {"desk": PUBLIC | own}


class Shelf(Noun):
    books: Public[tuple[str, ...]] = ("Lot 49", "Pale Fire")
    room: int = 9

    @property
    @shown
    def count(self) -> int:
        return len(self.books)

    @property
    def left(self) -> int:
        return self.room - len(self.books)


class Cabinet(Shelf):
    locked: Public[bool] = True


class Fan(Noun):
    owner: Public[Seat]
    cards: Public[Hand] = Hand(("2", "7"))

    @property
    @owner_sees
    def total(self) -> int:
        return sum(map(int, self.cards.down))


def test_a_property_is_seen_by_the_owner_alone_if_it_says_so() -> None:
    sitting = laid(("fan", Fan(owner="a")))
    assert seen(sitting, "a")["fan"]["total"] == 9
    assert seen(sitting, "b")["fan"] == seen(sitting, None)["fan"] == {"owner": "a", "cards": {"down": 2, "up": []}}


def test_a_property_is_seen_by_everyone_if_it_says_so() -> None:
    sitting = laid(("shelf", Shelf()), ("cabinet", Cabinet()))
    assert seen(sitting, None)["shelf"] == {"books": ["Lot 49", "Pale Fire"], "count": 2}
    assert seen(sitting, "a")["cabinet"] == {"books": ["Lot 49", "Pale Fire"], "locked": True, "count": 2}


def test_a_secret_is_shown_to_those_who_know_it_and_leaves_no_gap() -> None:
    sitting = laid(("desk", Desk(owner="a")))
    assert seen(sitting, "b") == {"desk": PUBLIC | {"aim": "c"}}
    assert "aim" not in seen(sitting, "c")["desk"]


def test_a_secret_without_an_audience_is_shown_to_nobody() -> None:
    sitting = laid(("desk", Desk(owner="a")))
    assert all("hunch" not in seen(sitting, viewer)["desk"] for viewer in ("a", "b", "c", None))


def test_a_field_without_an_audience_is_sent_to_nobody() -> None:
    sitting = laid(("desk", Desk(owner="a", readers=("a", "c"))))
    for viewer in ("a", "b", "c", None):
        assert seen(sitting, viewer)["desk"].keys().isdisjoint({"scratch", "readers"})


def test_a_field_can_be_for_a_few() -> None:
    sitting = laid(("desk", Desk(owner="a", readers=("b", "c"))))
    assert ["letter" in seen(sitting, viewer)["desk"] for viewer in ("a", "b", "c", None)] == [False, True, True, False]


def test_a_noun_with_nothing_to_show_does_not_exist() -> None:
    sitting = laid(("pocket", Pocket(owner="b", thing="a key")))
    assert seen(sitting, "b") == {"pocket": {"thing": "a key"}}
    assert seen(sitting, "a") == seen(sitting, None) == {}


def test_nouns_are_shown_in_the_order_they_were_laid() -> None:
    sitting = laid(("z", Desk(owner="a")), ("a", Desk(owner="b")), ("m", Desk(owner="c")))
    assert list(seen(sitting, None)) == ["z", "a", "m"]


def test_a_shown_field_that_holds_an_object_is_a_bug() -> None:
    class Box(Noun):
        inside: Public[Any]

    with pytest.raises(RulesBug, match="may not hold"):
        view(laid(("box", Box(inside=[1, 2]))), None)


# The story.


def test_a_line_is_heard_by_those_it_is_for_and_does_not_name_the_others() -> None:
    sitting = laid(told={"text": "psst", "kind": "note", "by": "a", "to": ("a", "b")})
    heard = {viewer: [(line.text, line.to) for line in view(sitting, viewer).lines] for viewer in ("a", "b", "c", None)}
    assert heard == {"a": [("psst", ("a",))], "b": [("psst", ("b",))], "c": [], None: []}


def test_a_line_for_everyone_names_nobody() -> None:
    (line,) = view(laid(told={"text": "Once upon a time."}), None).lines
    assert (line.text, line.to) == ("Once upon a time.", None)


# Prompts.


class Wave(Act):
    pass


async def busy(table: TinyTable) -> None:
    def offers(o: Offers) -> None:
        o.may("b", Wave, "Wave")

    with table.standing("waving", "You can wave.", offers, lambda _seat, _act: None):
        await table.ask_all("bid", {seat: Number("bid", "How much?", 0, 3) for seat in ("a", "b")})


def test_a_prompt_goes_to_its_seat_alone() -> None:
    sitting = sit(busy)
    names = {viewer: [shown.prompt.name for shown in view(sitting, viewer).prompts] for viewer in ("a", "b", "c", None)}
    assert names == {"a": ["bid"], "b": ["bid", "waving"], "c": [], None: []}


def test_a_prompt_says_whether_the_table_waits_for_it_and_what_was_given() -> None:
    sitting = sit(busy)
    sitting.answer("b", "bid", 2)
    bid, waving = view(sitting, "b").prompts
    assert (bid.must, bid.given, bid.sealed, bid.commitment) == (False, 2, False, "")
    assert not waving.must
    (asked,) = view(sitting, "a").prompts
    assert asked.must
    assert asked.given is msgspec.UNSET


# Whom the table waits for.


@pytest.mark.parametrize(
    ("answered", "viewer", "text"),
    [
        ("", "d", "Waiting for Ada, Ben and Cleo to bid."),
        ("", "a", "Waiting for Ben and Cleo to bid."),
        ("", None, "Waiting for Ada, Ben and Cleo to bid."),
        ("b", "a", "Waiting for Cleo to bid."),
        ("bc", "a", ""),
    ],
)
def test_the_table_says_whom_it_waits_for(answered: str, viewer: Viewer, text: str) -> None:
    async def rules(table: TinyTable) -> None:
        await table.ask_all("bid", {seat: Number("bid", "How much?", 0, 3) for seat in ("a", "b", "c")})

    sitting = sit(rules, seats=4, waiting={"bid": "Waiting for {names} to bid."})
    for seat in answered:
        sitting.answer(seat, "bid", 1)
    assert view(sitting, viewer).waiting_text == text


def test_where_seats_are_asked_different_things_they_are_only_named() -> None:
    async def rules(table: TinyTable) -> None:
        async def own(seat: Seat) -> None:
            await table.ask(seat, Ack(f"go_{seat}", "Go on."))

        await table.each(("a", "b"), own)

    sitting = sit(rules, waiting={"go_a": "Waiting for {names} to go.", "go_b": "Waiting for {names} to stay."})
    assert view(sitting, "c").waiting_text == "Waiting for Ada and Ben."


def test_a_finished_game_says_so_and_shows_its_result() -> None:
    async def rules(table: TinyTable) -> None:
        table.result = {"winner": "a"}
        await table.ask("a", Ack("go", "Go on."))

    sitting = sit(rules)
    assert view(sitting, "b").result == {}, "no result before the end"
    sitting.answer("a", "go", True)
    shown = view(sitting, "b")
    assert (shown.over, shown.result, shown.waiting_text, shown.waiting) == (
        True,
        {"winner": "a"},
        "The game is over.",
        [],
    )


def test_names_with_braces_are_only_names() -> None:
    sitting = Sitting.lay(laid().game, ("{names}", "{0}"), seed="seed")
    assert view(sitting, "b").waiting_text == "Waiting for {names}."


# On the wire.


async def every_kind_of_field(table: TinyTable) -> None:
    table.put("desk", Desk(owner="a", readers=("a",)))
    table.chapter("Morning")
    table.tell("A bell.", facts={"times": 3})

    def offers(o: Offers) -> None:
        o.may("a", Wave, "Wave", Pick("to", "To whom?", table.seat_options(("b",))), Words("text", "What?"))

    async for _ in table.window("waving", "You can wave.", offers, passing=True):
        pass


@pytest.mark.parametrize("viewer", ["a", "b", None])
def test_a_view_survives_the_wire(viewer: Viewer) -> None:
    sent = msgspec.json.encode(view(sit(every_kind_of_field), viewer))
    received = msgspec.json.decode(sent, type=View)
    assert msgspec.json.encode(received) == sent


@pytest.mark.parametrize("rules", [busy, every_kind_of_field])
def test_looking_changes_nothing(rules: Rules) -> None:
    sitting = sit(rules)
    before = sitting.digest()
    first, second = (msgspec.json.encode(view(sitting, "a")) for _ in range(2))
    assert first == second
    assert sitting.digest() == before
