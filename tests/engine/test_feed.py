"""Frames: added up they are the view, they hold nothing that did not change, and they tell no secret."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import pytest

from mneme import games
from mneme.engine import projection, state
from mneme.engine.entries import Answer, Retract, Rewind, TakeBack, Talk
from mneme.engine.feed import Feed, Public, applied
from mneme.engine.frames import Frame, Full, Page
from mneme.engine.game import Game
from mneme.engine.log import Sitting
from mneme.engine.prompts import Ack, Seat
from mneme.engine.state import BusyNoun, Hand, Noun, Own, Secret
from mneme.engine.state import Public as Shown
from mneme.engine.story import Line
from tests.conformance.games import TWO_MASKS
from tests.conformance.kit import Case, Listed, Viewer, viewers
from tests.conformance.players import RESTLESS, SECRETIVE, TALKATIVE, TEMPERS, Temper, next_move
from tests.conformance.tiny import TinyTable, sit
from tests.conformance.worlds import Leak, Pair
from tests.engine import two_masks

SCHIZONAUTS = games.find("schizonauts")


class Screens:
    """Everybody who watches a table, each with what has been sent so far."""

    def __init__(self, sitting: Sitting, recent: int = 10_000) -> None:
        self.sitting = sitting
        self.public = Public(sitting)
        self.feeds = {viewer: Feed(self.public, viewer) for viewer in (*sitting.table.seats, None)}
        self.shown = {viewer: msgspec.json.decode(feed.full(recent)) for viewer, feed in self.feeds.items()}

    def turn(self) -> dict[Viewer, bytes]:
        """Send what has changed; returns the frames."""
        self.public.turn()
        frames: dict[Viewer, bytes] = {}
        for viewer, feed in self.feeds.items():
            frame = feed.frame()
            if frame is not None:
                frames[viewer] = frame
                msgspec.json.decode(frame, type=Frame)
                self.shown[viewer] = applied(self.shown[viewer], msgspec.json.decode(frame))
        return frames

    def check(self) -> None:
        """What was sent adds up to what the projector shows, in the same order."""
        for viewer, shown in self.shown.items():
            full = msgspec.json.decode(msgspec.json.encode(projection.view(self.sitting, viewer)))
            full["state"] = {key: without_nothing(fields) for key, fields in full["state"].items()}
            shown["view"]["state"] = {key: without_nothing(noun) for key, noun in shown["view"]["state"].items()}
            assert shown["view"] == full
            assert list(shown["view"]["state"]) == list(full["state"])
            assert shown["n"] == self.feeds[viewer].number
            assert self.feeds[viewer].heard == len(full["lines"])


def without_nothing(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


def something_else(sitting: Sitting, dice: random.Random) -> Talk | TakeBack | Rewind | None:
    seat = dice.choice(sitting.table.seats)
    free = [seat for seat in sitting.table.seats if sitting.can_take_back(seat)]
    if free and dice.random() < 0.5:
        return TakeBack(dice.choice(free))
    if dice.random() < 0.6:
        return Talk(seat, dice.choice(("say", "note", "aside")), f"word {dice.randrange(100)}")
    beat = sitting.table.beat
    return Rewind(dice.randint(max(0, beat - 6), beat), struck=dice.random() < 0.5)


def played(sitting: Sitting, temper: Temper, seed: str, steps: int) -> Iterator[None]:
    dice = random.Random(seed)
    for _ in range(steps):
        if sitting.over:
            return
        other = something_else(sitting, dice) if dice.random() < 0.15 else None
        sitting.apply(other or next_move(sitting, temper, dice))
        yield


@pytest.mark.parametrize("temper", TEMPERS, ids=[temper.name for temper in TEMPERS])
@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("options", [{}, {"stakes": "unseen"}], ids=["seen", "unseen"])
def test_frames_add_up_to_the_view_of_two_masks(temper: Temper, seats: int, options: dict[str, Any]) -> None:
    for seed in ("one", "two", "three"):
        screens = Screens(lay(two_masks.GAME, seats, options, seed))
        screens.check()
        for _ in played(screens.sitting, temper, seed, 400):
            screens.turn()
            screens.check()


@pytest.mark.parametrize("seed", ["one", "two"])
def test_frames_add_up_to_the_view_of_schizonauts(seed: str) -> None:
    screens = Screens(lay(SCHIZONAUTS, 3, {}, seed))
    for step, _ in enumerate(played(screens.sitting, TALKATIVE, seed, 500)):
        screens.turn()
        if step % 5 == 0:
            screens.check()
    screens.check()


def test_several_entries_in_one_turn_make_one_frame() -> None:
    screens = Screens(lay(two_masks.GAME, 3, {}, "several"))
    for step, _ in enumerate(played(screens.sitting, RESTLESS, "several", 300)):
        if step % 4 == 0:
            numbers = {viewer: feed.number for viewer, feed in screens.feeds.items()}
            screens.turn()
            assert all(feed.number - numbers[viewer] <= 1 for viewer, feed in screens.feeds.items())
            screens.check()


def test_where_nothing_changed_there_is_no_frame() -> None:
    screens = Screens(lay(two_masks.GAME, 3, {}, "still"))
    assert screens.turn() == {}
    screens.sitting.apply(Talk("b", "note", "only for me"))
    assert list(screens.turn()) == ["b"]
    assert screens.turn() == {}
    assert {viewer: feed.number for viewer, feed in screens.feeds.items()} == {"a": 0, "b": 1, "c": 0, None: 0}


def test_a_frame_holds_only_the_fields_that_changed() -> None:
    screens = Screens(lay(two_masks.GAME, 2, {}, "fields"))
    screens.sitting.apply(Answer("a", "face", "Moth"))
    frames = {viewer: msgspec.json.decode(frame) for viewer, frame in screens.turn().items()}
    assert frames["b"] == {"type": "frame", "n": 1, "state": {"player/a": {"face": "Moth"}}}
    assert frames[None] == frames["b"]
    assert set(frames["a"]) == {"type", "n", "state", "prompts", "can_take_back"}


class Tally(Noun):
    votes: Shown[tuple[str, ...]] = ()
    doubt: int = 0

    @property
    @state.shown
    def count(self) -> int:
        return len(self.votes)


class Fan(Noun):
    owner: Shown[Seat]
    cards: Shown[Hand] = Hand(("2", "7"))

    @property
    @state.owner_sees
    def total(self) -> int:
        return sum(map(int, self.cards.down))


def test_a_property_of_the_owner_is_sent_to_nobody_else() -> None:
    fan = Fan(owner="a")

    async def rules(table: TinyTable) -> None:
        table.put("fan", fan)
        await table.ask("a", Ack("go", "Go on."))

    screens = Screens(sit(rules))
    fan.cards = Hand(("3", "7"))
    frames = screens.turn()
    assert list(frames) == ["a"]
    assert msgspec.json.decode(frames["a"])["state"] == {
        "fan": {"cards": {"down": 2, "up": [], "faces": ["3", "7"]}, "total": 10}
    }


def test_a_property_is_sent_when_what_it_looks_at_makes_it_another() -> None:
    tally = Tally()

    async def rules(table: TinyTable) -> None:
        table.put("tally", tally)
        await table.ask("a", Ack("go", "Go on."))

    screens = Screens(sit(rules))
    sent = []
    for votes in (("a",), ("b",)):
        tally.votes = votes
        sent.append(msgspec.json.decode(screens.turn()[None])["state"]["tally"])
    assert sent == [{"votes": ["a"], "count": 1}, {"votes": ["b"]}]
    tally.doubt = 1
    assert screens.turn() == {}


class Clock(BusyNoun):
    hour: Shown[int] = 0
    wound: int = 0


def test_a_busy_noun_is_sent_and_printed_when_it_has_changed_and_only_then() -> None:
    clock = Clock()

    async def rules(table: TinyTable) -> None:
        table.put("clock", clock)
        await table.ask("a", Ack("go", "Go on."))

    screens = Screens(sit(rules))
    table, prints = screens.sitting.table, [screens.sitting.digest()]
    assert screens.turn() == {}
    clock.hour = 1
    assert msgspec.json.decode(screens.turn()[None])["state"] == {"clock": {"hour": 1}}
    prints.append(screens.sitting.digest())
    assert screens.turn() == {}
    clock.wound = 1
    assert screens.turn() == {}
    prints.append(screens.sitting.digest())
    assert len(set(prints)) == 3
    assert screens.sitting.digest() == prints[-1]
    table.remove("clock")
    assert msgspec.json.decode(screens.turn()[None])["state"] == {"clock": None}
    clock.hour = 2
    assert screens.turn() == {}
    screens.check()


def test_what_is_public_is_encoded_once_for_all() -> None:
    screens = Screens(lay(two_masks.GAME, 4, {}, "once"))
    screens.sitting.apply(Answer("a", "face", "Moth"))
    screens.public.turn()
    frames = {viewer: screens.feeds[viewer].frame() for viewer in ("b", "c", "d", None)}
    assert len(set(frames.values())) == 1


# A field of which the owner sees more, a noun that comes to light, one that goes.


class Chest(Noun):
    owner: Shown[Seat]
    inside: Own[str] = ""


class Letter(Noun):
    text: Shown[Secret]


def test_nouns_that_come_and_go_keep_the_order_of_the_table() -> None:
    screens = Screens(lay(two_masks.GAME, 2, {}, "nouns"))
    table = screens.sitting.table
    letter = table.put("letter", Letter(text=Secret("meet me", ("a",))))
    chest = table.put("chest", Chest(owner="a", inside="a key"))
    screens.turn()
    screens.check()
    assert "letter" not in screens.shown["b"]["view"]["state"]
    letter.text = letter.text.opened(("b",))
    assert set(screens.turn()) == {"b"}
    screens.check()
    assert list(screens.shown["b"]["view"]["state"])[-2:] == ["letter", "chest"]
    chest.owner = "b"
    screens.turn()
    screens.check()
    table.remove("letter")
    frames = screens.turn()
    assert set(frames) == {"a", "b"}
    assert msgspec.json.decode(frames["a"])["state"] == {"letter": None}
    table.remove("chest")
    table.put("chest", Chest(owner="b", inside="a key"))
    table.put("letter", Letter(text=Secret("burn this", ("a", "b"))))
    screens.turn()
    screens.check()


def test_a_noun_taken_up_and_laid_again_goes_to_the_end() -> None:
    screens = Screens(lay(two_masks.GAME, 2, {}, "end"))
    table = screens.sitting.table
    chest = table.put("chest", Chest(owner="a"))
    table.put("box", Chest(owner="b"))
    screens.turn()
    table.remove("chest")
    table.put("chest", chest)
    assert set(screens.turn()) == {"a", "b", None}
    screens.check()
    assert list(screens.shown[None]["view"]["state"])[-2:] == ["box", "chest"]


class Dial(Noun):
    reading: Shown[Any]


@pytest.mark.parametrize(
    ("was", "now"),
    [
        (1, True),
        (None, Secret(None)),
        (Secret("x"), None),
        ((1, 0), (True, False)),
        ((), None),
        ("", ()),
        (("a",), (("a",),)),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
        (Hand(("a",)), Hand(("a", "b"))),
    ],
    ids=repr,
)
def test_what_is_equal_may_still_look_different(was: Any, now: Any) -> None:
    screens = Screens(lay(two_masks.GAME, 2, {}, "dial"))
    dial = screens.sitting.table.put("dial", Dial(reading=was))
    screens.turn()
    dial.reading = now
    assert set(screens.turn()) == {"a", "b", None}
    screens.check()


@pytest.mark.parametrize(
    ("was", "now"),
    [("x" * 3, "".join("xxx")), ((1, 2), (1, 2)), (Hand(("a",)), Hand(("b",))), (Secret("x"), Secret("y"))],
    ids=repr,
)
def test_what_looks_the_same_is_not_sent(was: Any, now: Any) -> None:
    screens = Screens(lay(two_masks.GAME, 2, {}, "dial"))
    dial = screens.sitting.table.put("dial", Dial(reading=was))
    screens.turn()
    dial.reading = now
    assert screens.turn() == {}


def test_what_only_one_could_see_is_gone_after_a_rewind() -> None:
    screens = Screens(lay(two_masks.GAME, 2, {}, "gone"))
    screens.sitting.apply(Answer("a", "face", "Moth"))
    screens.sitting.table.put("letter", Letter(text=Secret("meet me", ("a",))))
    screens.turn()
    assert "letter" in screens.shown["a"]["view"]["state"]
    screens.sitting.apply(Rewind(0))
    frames = screens.turn()
    screens.check()
    assert msgspec.json.decode(frames["a"])["state"]["letter"] is None
    assert "letter" not in msgspec.json.decode(frames["b"])["state"]


def test_a_feed_knows_what_it_last_asked() -> None:
    screens = Screens(lay(two_masks.GAME, 2, {}, "asks"))
    feed = screens.feeds["a"]
    (shown,) = (shown for shown in screens.shown["a"]["view"]["prompts"] if shown["prompt"]["name"] == "face")
    assert feed.asks("face", shown["id"])
    assert not feed.asks("face", "forged")
    assert not feed.asks("favour", shown["id"])
    screens.sitting.apply(Answer("a", "face", "Moth"))
    screens.turn()
    assert not feed.asks("face", shown["id"])


def test_a_noun_laid_again_loses_what_it_no_longer_shows() -> None:
    screens = Screens(lay(two_masks.GAME, 2, {}, "again"))
    table = screens.sitting.table
    table.put("thing", Chest(owner="a", inside="a key"))
    screens.turn()
    table.put("thing", Letter(text=Secret("x", ("b",))))
    frames = screens.turn()
    screens.check()
    assert msgspec.json.decode(frames[None])["state"] == {"thing": None}


# The story.


def test_a_full_view_holds_the_newest_lines_and_the_rest_comes_by_page() -> None:
    screens = Screens(lay(two_masks.GAME, 2, {}, "story"), recent=10)
    for number in range(250):
        screens.sitting.apply(Talk("ab"[number % 2], "note" if number % 5 == 0 else "say", f"line {number}"))
    screens.turn()
    feed = screens.feeds["a"]
    full = msgspec.json.decode(feed.full(), type=Full)
    everything = projection.story(screens.sitting, "a")
    assert full.view.lines == everything[-100:]
    assert full.earlier == len(everything) - 100
    pages: list[Line] = []
    before = full.earlier
    while before:
        page = msgspec.json.decode(feed.page(before, 60), type=Page)
        assert page.before == before
        pages = [*page.lines, *pages]
        before = page.first
    assert [*pages, *full.view.lines] == everything
    assert msgspec.json.decode(feed.page(10_000, 5), type=Page).lines == everything[-5:]
    assert msgspec.json.decode(feed.page(-3), type=Page).lines == []


def test_after_a_rewind_a_short_view_still_fits() -> None:
    sitting = lay(two_masks.GAME, 2, {}, "short")
    screens = Screens(sitting, recent=3)
    for _ in played(sitting, SECRETIVE, "short", 60):
        screens.turn()
    for viewer, feed in screens.feeds.items():
        screens.shown[viewer] = msgspec.json.decode(feed.full(3))
    sitting.apply(Rewind(1, struck=True))
    screens.turn()
    for viewer, shown in screens.shown.items():
        story = msgspec.json.decode(msgspec.json.encode(projection.story(sitting, viewer)))
        assert story[shown["earlier"] :] == shown["view"]["lines"]


def test_a_take_back_says_how_much_of_the_story_stays() -> None:
    screens = Screens(lay(two_masks.GAME, 2, {}, "back"))
    sitting = screens.sitting
    sitting.apply(Answer("a", "face", "Moth"))
    sitting.apply(Answer("a", "favour", "b"))
    screens.turn()
    assert screens.shown["b"]["view"]["lines"][-1]["text"] == "Ada wears Moth."
    sitting.apply(TakeBack("a"))
    frames = screens.turn()
    screens.check()
    assert msgspec.json.decode(frames["b"])["keep"] == 0


# Secrets.


def masked(frame: bytes | None) -> Any:
    """A frame, but for commitments to answers that were never opened: salted hashes, which tell nothing."""
    if frame is None:
        return None
    decoded = msgspec.json.decode(frame)
    for line in decoded.get("lines", ()):
        if line["kind"] == "sealed":
            facts = line["facts"]
            facts["commitments"] = {seat: facts["commitments"][seat] for seat in facts["opened"]}
    return msgspec.json.encode(decoded)


class FramePair(Pair):
    """Two worlds whose frames are compared too."""

    def compare(self) -> None:
        if not hasattr(self, "feeds"):
            publics = (Public(self.one), Public(self.other))
            self.feeds = [(public, Feed(public, self.viewer)) for public in publics]
            self.frames = 0
        super().compare()
        said = []
        for public, feed in self.feeds:
            public.turn()
            said.append(masked(feed.frame()))
        if not self.parted:
            self.frames += said[0] is not None
            if said[0] != said[1] or self.feeds[0][1].number != self.feeds[1][1].number:
                raise Leak(f"{self}: {said[0]} / {said[1]}")


def pairs(listed: Listed, seats: int, options: Mapping[str, Any]) -> Iterator[FramePair]:
    case = Case(listed, seats, options)
    for viewer in viewers(case.lay("viewers")):
        for temper in TEMPERS:
            for fork in (0, 25):
                yield FramePair(case, viewer, temper, f"frames {fork}", fork)


@pytest.mark.parametrize("options", [{}, {"stakes": "unseen"}], ids=["seen", "unseen"])
def test_frames_are_the_same_in_two_worlds(options: dict[str, Any]) -> None:
    frames = differing = 0
    for pair in pairs(TWO_MASKS, 3, options):
        pair.play(200)
        frames += pair.frames
        differing += pair.differing
    assert frames > 100
    assert differing > 100


def test_frames_of_schizonauts_are_the_same_in_two_worlds() -> None:
    listed = Listed(game=SCHIZONAUTS, seats=(3,), most_decisions=5_000)
    frames = 0
    for viewer in ("a", "c", None):
        for temper in (TALKATIVE, SECRETIVE):
            pair = FramePair(Case(listed, 3, {}), viewer, temper, "frames", 60)
            pair.play(150)
            frames += pair.frames
    assert frames > 50


def at_the_stakes(options: Mapping[str, Any]) -> Sitting:
    """Three seats before a sealed window."""
    sitting, dice = lay(two_masks.GAME, 3, options, "stakes"), random.Random("stakes")
    while not sitting.play.sealed:
        sitting.apply(next_move(sitting, SECRETIVE, dice))
    return sitting


def test_a_sealed_answer_sends_nobody_else_a_byte_where_who_is_hidden() -> None:
    screens = Screens(at_the_stakes({"stakes": "unseen"}))
    for move in (Answer("b", "stake", 1), Answer("b", "stake", 2), Retract("b", "stake"), Answer("b", "stake", 0)):
        screens.sitting.apply(move)
        assert set(screens.turn()) == {"b"}


def test_where_who_is_shown_only_that_is_sent() -> None:
    screens = Screens(at_the_stakes({}))
    screens.sitting.apply(Answer("b", "stake", 1))
    frame = msgspec.json.decode(screens.turn()["c"])
    assert set(frame) == {"type", "n", "waiting", "waiting_text"}


def lay(game: Game, seats: int, options: Mapping[str, Any], seed: str) -> Sitting:
    return Sitting.lay(game, ("Ada", "Ben", "Cleo", "Dov")[:seats], options, seed)
