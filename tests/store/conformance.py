"""What every store must do, whatever it keeps its records in.

A store of a new kind passes by a subclass of `Conformance` with a `places` fixture; see `test_conformance.py`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import product
from pathlib import Path
from typing import Any, Protocol, cast

import msgspec
import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from mneme.engine.errors import MnemeError
from mneme.store import STATES, Conflict, Health, Mark, Record, State, Store, StoreError, Summary
from mneme.store.sqlite import SqliteStore
from tests.store.machine import StoreMachine

NAMES = ["midnight", "Zoë’s table", "Тёмная комната", "🂡", "a b/c?d#e%20'\"", "x\0y", "é", "e\u0301", "1", "01"]


class Place(Protocol):
    """Somewhere to keep a store. Opened again, it holds what it held."""

    def open(self) -> Store: ...


Places = Callable[[], Place]


def summary_of(table: str, changed: int = 0, state: State = "open", public: bool = False) -> Summary:
    body = table.encode(errors="replace")
    return Summary(table=table, created=0, changed=changed, state=state, public=public, body=body)


def begin(store: Store, *tables: str, bodies: Sequence[bytes] = ()) -> None:
    """Lay tables that hold these bodies."""
    records = [Record(table, number, body) for table in tables for number, body in enumerate(bodies, start=1)]
    store.append(records, [summary_of(table) for table in tables])


def bodies_of(store: Store, table: str) -> list[bytes]:
    records = store.load(table)
    assert [(record.table, record.number) for record in records] == [(table, n + 1) for n in range(len(records))]
    return [record.body for record in records]


def contents(store: Store) -> dict[str, tuple[Summary, list[bytes]]]:
    """All that a store holds."""
    summaries = store.tables(most=1_000)
    return {summary.table: (summary, bodies_of(store, summary.table)) for summary in summaries}


def pages_of(store: Store, most: int) -> Iterator[list[Summary]]:
    """All pages of a listing of a few tables."""
    after: Mark | None = None
    for _ in range(100):
        page = store.tables(after=after, most=most)
        if not page:
            return
        yield page
        after = page[-1].mark


class Conformance:
    """The suite. `places` makes a new, empty place every time it is called."""

    @pytest.fixture
    def place(self, places: Places) -> Place:
        return places()

    @pytest.fixture
    def store(self, place: Place) -> Iterator[Store]:
        with closing(place.open()) as store:
            yield store

    # -- append and load

    def test_records_are_loaded_in_the_order_they_were_appended(self, store: Store) -> None:
        begin(store, "a")
        for number in range(1, 8):
            store.append([Record("a", number, b"%d" % number)])
            assert store.last("a") == number
        assert store.load("a") == [Record("a", number, b"%d" % number) for number in range(1, 8)]

    def test_tables_do_not_mix(self, store: Store) -> None:
        begin(store, "a", "b", "c")
        turns = "abacabcabba"
        for index, table in enumerate(turns):
            store.append([Record(table, store.last(table) + 1, b"%d" % index)])
        for table in "abc":
            assert bodies_of(store, table) == [b"%d" % index for index, turn in enumerate(turns) if turn == table]

    def test_a_batch_may_hold_many_records_of_many_tables(self, store: Store) -> None:
        begin(store, "a", "b")
        store.append([Record("b", 1, b"1"), Record("a", 1, b"2"), Record("b", 2, b"3"), Record("b", 3, b"4")])
        assert (bodies_of(store, "a"), bodies_of(store, "b")) == ([b"2"], [b"1", b"3", b"4"])

    def test_loading_may_begin_later(self, store: Store) -> None:
        begin(store, "a", bodies=[b"x", b"y", b"z"])
        for since, numbers in [(0, [1, 2, 3]), (1, [2, 3]), (2, [3]), (3, []), (9, []), (-5, [1, 2, 3])]:
            assert [record.number for record in store.load("a", since)] == numbers

    def test_a_table_nobody_has_laid_is_empty(self, store: Store) -> None:
        assert store.load("nowhere") == []
        assert list(store.export("nowhere")) == []
        assert store.last("nowhere") == 0
        assert store.summary("nowhere") is None
        assert store.tables() == []

    def test_an_empty_batch_changes_nothing(self, store: Store) -> None:
        begin(store, "a", bodies=[b"x"])
        before = contents(store)
        store.append([])
        store.append((), ())
        assert contents(store) == before

    def test_a_body_may_hold_any_bytes(self, store: Store) -> None:
        bodies = [b"", b"\0", bytes(range(256)), b"\xff\xfe", "Zoë".encode()]
        begin(store, "a", bodies=bodies)
        assert bodies_of(store, "a") == bodies

    def test_a_body_may_be_large(self, store: Store) -> None:
        large = [bytes([letter]) * 2**20 for letter in b"abc"]
        begin(store, "a", "b", bodies=large)
        store.strike("a", [2], b"gone")
        assert bodies_of(store, "a") == [large[0], b"gone", large[2]]
        assert [record.body for record in store.export("b")] == large
        assert store.size() >= 5 * 2**20

    def test_a_name_may_be_any_text(self, store: Store) -> None:
        for name in NAMES:
            begin(store, name, bodies=[name.encode(), b"second"])
        for name in NAMES:
            assert bodies_of(store, name) == [name.encode(), b"second"]
            assert store.summary(name) == summary_of(name)
        assert [summary.table for summary in store.tables()] == sorted(NAMES, reverse=True)

    # -- the number is the lock

    def test_a_number_out_of_turn_refuses_the_whole_batch(self, store: Store) -> None:
        begin(store, "a", "b", bodies=[b"x", b"y"])
        before = contents(store)
        for numbers in [[1], [2], [4], [9], [3, 3], [3, 5], [4, 3], [3, 4, 4]]:
            batch = [Record("b", 3, b"innocent"), *(Record("a", number, b"new") for number in numbers)]
            with pytest.raises(Conflict):
                store.append(batch, [summary_of("a", changed=9), summary_of("new")])
            assert contents(store) == before
        store.append([Record("a", 3, b"right"), Record("b", 3, b"right")])
        assert store.last("a") == store.last("b") == 3

    def test_a_conflict_says_what_comes_next(self, store: Store) -> None:
        begin(store, "a", bodies=[b"x", b"y"])
        with pytest.raises(Conflict) as refused:
            store.append([Record("a", 5, b"")])
        assert str(refused.value) == "Record 5 of table a cannot be kept; the next one is number 3."
        assert (refused.value.table, refused.value.number, refused.value.last) == ("a", 5, 2)
        assert isinstance(refused.value, StoreError)
        assert isinstance(refused.value, MnemeError)

    def test_a_later_record_of_an_unknown_table_is_a_conflict(self, store: Store) -> None:
        with pytest.raises(Conflict, match="the next one is number 1"):
            store.append([Record("a", 4, b"")])

    @pytest.mark.parametrize(
        ("records", "summaries"),
        [
            ([Record("new", 1, b"")], []),
            ([Record("a", 0, b"")], []),
            ([Record("a", -1, b"")], []),
            ([], [summary_of("")]),
            ([], [summary_of("\ud800")]),
            ([], [summary_of("new", state=cast("State", "asleep"))]),
        ],
        ids=["no summary", "number 0", "number -1", "no name", "no text", "no such state"],
    )
    def test_wrong_use_is_refused_and_changes_nothing(
        self, store: Store, records: list[Record], summaries: list[Summary]
    ) -> None:
        begin(store, "a", bodies=[b"x"])
        before = contents(store)
        with pytest.raises(ValueError):  # noqa: PT011 - the words are for programmers
            store.append([Record("a", 2, b"y"), *records], [summary_of("b"), *summaries])
        assert contents(store) == before

    def test_of_two_writers_one_is_told_and_can_try_again(self, store: Store) -> None:
        begin(store, "a")

        def write(body: bytes) -> None:
            for _ in range(25):
                while True:
                    try:
                        store.append([Record("a", store.last("a") + 1, body)])
                        break
                    except Conflict:
                        continue

        with ThreadPoolExecutor() as pool:
            list(pool.map(write, [b"one", b"two", b"three"]))
        assert sorted(bodies_of(store, "a")) == [b"one"] * 25 + [b"three"] * 25 + [b"two"] * 25

    # -- summaries

    def test_a_summary_is_kept_with_the_records_that_change_it(self, store: Store) -> None:
        begin(store, "a", bodies=[b"x"])
        playing = Summary(table="a", created=5, changed=7, state="playing", public=True, body=b"Scene 2")
        store.append([Record("a", 2, b"y")], [playing])
        assert store.summary("a") == playing
        assert store.tables() == [playing]

    def test_the_last_summary_of_a_batch_counts(self, store: Store) -> None:
        store.append([], [summary_of("a", changed=1), summary_of("a", changed=2)])
        assert store.tables() == [summary_of("a", changed=2)]

    def test_a_table_may_have_no_records_yet(self, store: Store) -> None:
        begin(store, "a")
        assert store.tables() == [summary_of("a")]
        assert store.load("a") == []
        store.append([Record("a", 1, b"x")])
        assert bodies_of(store, "a") == [b"x"]

    def test_pages_show_every_table_once_the_last_changed_first(self, store: Store) -> None:
        everything = [
            summary_of(f"t{index}", changed=index // 3, state=STATES[index % 4], public=index % 5 < 2)
            for index in range(20)
        ]
        store.append([], everything)
        newest_first = sorted(everything, key=lambda summary: (summary.changed, summary.table), reverse=True)
        for most in (1, 2, 3, 7, 20, 50):
            pages = list(pages_of(store, most))
            assert all(len(page) <= most for page in pages)
            assert [summary for page in pages for summary in page] == newest_first

    def test_a_listing_may_be_of_some_states_and_of_public_tables_only(self, store: Store) -> None:
        everything = [
            summary_of(f"{state} {shown}", changed=2 * index + shown, state=state, public=shown)
            for index, state in enumerate(STATES)
            for shown in (False, True)
        ]
        store.append([], everything)
        choices: list[tuple[State, ...]] = [(), ("open",), ("over", "open"), ("playing", "archived", "playing"), STATES]
        for states, public in product(choices, (None, True, False)):
            wanted = [each for each in everything if each.state in states and public in (None, each.public)]
            assert store.tables(states=states, public=public) == wanted[::-1]

    def test_a_table_moves_in_the_listing_when_it_changes(self, store: Store) -> None:
        store.append([], [summary_of(table, changed=index) for index, table in enumerate("abc")])
        store.append([], [summary_of("a", changed=9, state="over", public=True)])
        assert [summary.table for summary in store.tables()] == ["a", "c", "b"]
        assert [summary.table for summary in store.tables(states=["open"])] == ["c", "b"]

    def test_a_time_is_a_place_to_begin_a_listing(self, store: Store) -> None:
        store.append([], [summary_of(table, changed=index) for index, table in enumerate("abcd")])
        assert [summary.table for summary in store.tables(after=(2, ""))] == ["b", "a"]

    def test_an_empty_page_may_be_asked_for(self, store: Store) -> None:
        begin(store, "a")
        assert store.tables(most=0) == store.tables(most=-1) == []

    # -- strike

    def test_a_struck_record_keeps_its_number_and_loses_its_body(self, store: Store) -> None:
        bodies = [b"one", b"", b"three " * 50, b"four", b"five"]
        choices = [[1], [3], [5], [2, 4], [5, 1, 3], [1, 2, 3, 4, 5], [2, 2]]
        begin(store, "untouched", bodies=bodies)
        for numbers, stub in product(choices, (b"", b"-", b"struck " * 40)):
            table = f"{numbers} {len(stub)}"
            begin(store, table, bodies=bodies)
            store.strike(table, numbers, stub)
            expected = [stub if number in numbers else body for number, body in enumerate(bodies, start=1)]
            assert bodies_of(store, table) == expected
            assert [record.body for record in store.export(table)] == expected
            assert [record.body for record in store.load(table, since=2)] == expected[2:]
        assert bodies_of(store, "untouched") == bodies

    def test_a_record_may_be_struck_twice_and_the_table_goes_on(self, store: Store) -> None:
        begin(store, "a", bodies=[b"one", b"two"])
        store.strike("a", [1, 2], b"first")
        store.strike("a", [2], b"second time")
        store.append([Record("a", 3, b"three")])
        assert bodies_of(store, "a") == [b"first", b"second time", b"three"]

    def test_a_strike_is_kept_together_with_the_entry_that_tells_of_it(self, store: Store) -> None:
        begin(store, "a", bodies=[b"one", b"two"])
        store.strike("a", [2], b"-", [Record("a", 3, b"rewind")], [summary_of("a", changed=4)])
        assert bodies_of(store, "a") == [b"one", b"-", b"rewind"]
        assert store.summary("a") == summary_of("a", changed=4)

    def test_a_strike_that_conflicts_strikes_nothing(self, store: Store) -> None:
        begin(store, "a", bodies=[b"one", b"two"])
        before = contents(store)
        with pytest.raises(Conflict):
            store.strike("a", [2], b"-", [Record("a", 2, b"rewind")], [summary_of("a", changed=4)])
        assert contents(store) == before

    def test_striking_what_is_not_there_is_refused(self, store: Store) -> None:
        begin(store, "a", bodies=[b"one", b"two"])
        begin(store, "b")
        before = contents(store)
        for table, numbers in [("a", [2, 3]), ("a", [0, 1]), ("a", [-1]), ("b", [1]), ("c", [1])]:
            with pytest.raises(StoreError, match=rf"^Table {table} has no record [-\d]+, so nothing was struck\.$"):
                store.strike(table, numbers, b"-")
            assert contents(store) == before

    def test_striking_nothing_changes_nothing(self, store: Store) -> None:
        begin(store, "a", bodies=[b"one"])
        before = contents(store)
        store.strike("a", [], b"-")
        store.strike("nowhere", [], b"-")
        assert contents(store) == before

    # -- archive and purge

    def test_an_archived_table_can_still_be_read(self, store: Store) -> None:
        begin(store, "a", "b", bodies=[b"one"])
        store.archive("a", changed=8)
        assert store.summary("a") == msgspec.structs.replace(summary_of("a"), state="archived", changed=8)
        assert [summary.table for summary in store.tables(states=["archived"])] == ["a"]
        assert bodies_of(store, "a") == [b"one"]

    def test_only_a_table_that_is_there_can_be_archived(self, store: Store) -> None:
        with pytest.raises(StoreError, match=r"^The store has no table a\.$"):
            store.archive("a", changed=8)
        assert store.tables() == []

    def test_a_purged_table_is_gone_and_the_others_are_not(self, store: Store) -> None:
        begin(store, "a", "b", "c", bodies=[b"one", b"two", b"three"])
        store.strike("b", [2], b"-")
        others = {table: kept for table, kept in contents(store).items() if table != "b"}
        store.purge("b")
        assert contents(store) == others
        assert (store.load("b"), store.last("b"), store.summary("b")) == ([], 0, None)

    def test_purging_what_is_not_there_is_no_trouble(self, store: Store) -> None:
        begin(store, "a", bodies=[b"one"])
        before = contents(store)
        store.purge("nowhere")
        assert contents(store) == before
        store.purge("a")
        store.purge("a")
        assert contents(store) == {}

    def test_the_name_of_a_purged_table_can_be_used_again(self, store: Store) -> None:
        begin(store, "a", bodies=[b"one", b"two"])
        store.strike("a", [1], b"-")
        store.purge("a")
        with pytest.raises(Conflict, match="the next one is number 1"):
            store.append([Record("a", 3, b"late")])
        begin(store, "a", bodies=[b"new"])
        assert bodies_of(store, "a") == [b"new"]

    def test_a_new_table_has_nothing_of_a_purged_one(self, place: Place) -> None:
        with closing(place.open()) as store:
            begin(store, "a", "b", bodies=[b"one", b"two"])
            store.purge("b")
            begin(store, "c")
        with closing(place.open()) as store:
            assert store.load("c") == []
            store.append([Record("c", 1, b"first")])
            assert bodies_of(store, "c") == [b"first"]

    # -- while others write

    def test_an_export_is_of_the_moment_it_was_asked_for(self, store: Store) -> None:
        begin(store, "a", bodies=[b"one", b"two", b"three"])
        export = store.export("a")
        first = next(export)
        store.append([Record("a", 4, b"four")])
        assert [first.body, *(record.body for record in export)] == [b"one", b"two", b"three"]

    def test_readers_see_whole_batches_while_others_write(self, store: Store) -> None:
        begin(store, "a", "b")
        done = threading.Event()

        def read() -> int:
            looks = 0
            while not done.is_set() or not looks:
                first, second = bodies_of(store, "a"), bodies_of(store, "b")
                assert first == [b"%d" % number for number in range(len(first))]
                assert second[: len(first)] == first
                summary = store.summary("a")
                assert summary is not None
                assert summary.changed >= len(second)
                looks += 1
            return looks

        with ThreadPoolExecutor() as pool:
            readers = [pool.submit(read) for _ in range(2)]
            try:
                for number in range(200):
                    body = b"%d" % number
                    batch = [Record("a", number + 1, body), Record("b", number + 1, body)]
                    store.append(batch, [summary_of("a", changed=number + 1)])
            finally:
                done.set()
            assert all(reader.result() for reader in readers)

    def test_a_reader_finds_a_table_whole_or_purged(self, store: Store) -> None:
        done = threading.Event()
        bodies = [b"%d" % number for number in range(30)]

        def come_and_go() -> None:
            for _ in range(40):
                begin(store, "a", bodies=bodies)
                store.purge("a")

        def read() -> None:
            while not done.is_set():
                assert bodies_of(store, "a") in ([], bodies)

        with ThreadPoolExecutor() as pool:
            reader = pool.submit(read)
            try:
                come_and_go()
            finally:
                done.set()
            reader.result()

    def test_a_backup_is_the_whole_store(self, store: Store, tmp_path: Path) -> None:
        begin(store, "a", "b", "c", *NAMES, bodies=[b"one", b"two"])
        store.strike("a", [1], b"-")
        store.purge("b")
        store.archive("c", changed=4)
        store.backup(tmp_path / "copy.db")
        with closing(SqliteStore(tmp_path / "copy.db")) as copy:
            assert contents(copy) == contents(store)
            copy.append([Record("a", 3, b"on its own")])
        assert store.last("a") == 2

    def test_a_backup_leaves_one_file(self, store: Store, tmp_path: Path) -> None:
        folder = tmp_path / "backups"
        folder.mkdir()
        store.backup(folder / "copy.db")
        assert [path.name for path in folder.iterdir()] == ["copy.db"]

    def test_a_backup_never_overwrites_a_file(self, store: Store, tmp_path: Path) -> None:
        taken = tmp_path / "taken"
        taken.write_text("a diary")
        with pytest.raises(StoreError, match="a backup never takes the place of another file"):
            store.backup(taken)
        assert taken.read_text() == "a diary"

    def test_a_backup_nobody_can_write_is_refused(self, store: Store, tmp_path: Path) -> None:
        with pytest.raises(StoreError):
            store.backup(tmp_path / "no such folder" / "copy.db")
        assert store.health() == Health(True)

    def test_a_backup_while_others_write_is_of_one_moment(self, store: Store, tmp_path: Path) -> None:
        begin(store, "a", "b")
        copies = [tmp_path / f"copy{index}.db" for index in range(4)]
        done = threading.Event()

        def write() -> None:
            number = 0
            while not done.is_set():
                number += 1
                body = b"%d" % number * 100
                batch = [Record(table, number, body) for table in "ab"]
                store.append(batch, [summary_of(table, changed=number) for table in "ab"])

        with ThreadPoolExecutor() as pool:
            writer = pool.submit(write)
            try:
                for path in copies:
                    store.backup(path)
            finally:
                done.set()
            writer.result()
        for path in copies:
            with closing(SqliteStore(path)) as copy:
                number = copy.last("a")
                assert bodies_of(copy, "a") == bodies_of(copy, "b") == bodies_of(store, "a")[:number]
                assert {summary.changed for summary in copy.tables()} == {number}

    # -- the house

    def test_what_was_acknowledged_is_there_when_the_store_is_opened_again(self, place: Place) -> None:
        with closing(place.open()) as store:
            begin(store, "a", "b", "c", *NAMES, bodies=[b"one", b"two", b"three"])
            store.strike("a", [2], b"-")
            store.archive("b", changed=7)
            store.purge("c")
            before = contents(store)
        for _ in range(3):
            with closing(place.open()) as store:
                assert contents(store) == before
        with closing(place.open()) as store:
            with pytest.raises(Conflict):
                store.append([Record("a", 3, b"again")])
            store.append([Record("a", 4, b"four")])
            assert bodies_of(store, "a") == [b"one", b"-", b"three", b"four"]

    def test_a_new_store_is_empty_when_it_is_opened_again(self, place: Place) -> None:
        for _ in range(2):
            with closing(place.open()) as store:
                assert contents(store) == {}

    def test_a_closed_store_says_so(self, place: Place, tmp_path: Path) -> None:
        store = place.open()
        store.close()
        store.close()
        calls: list[Callable[[], Any]] = [
            lambda: store.append([]),
            lambda: store.load("a"),
            lambda: store.last("a"),
            lambda: store.summary("a"),
            lambda: store.tables(),
            lambda: store.strike("a", [], b""),
            lambda: store.archive("a", 0),
            lambda: store.purge("a"),
            lambda: list(store.export("a")),
            lambda: store.backup(tmp_path / "copy"),
        ]
        for call in calls:
            with pytest.raises(StoreError, match=r"^The store is closed\.$"):
                call()
        assert store.health() == Health(False, "The store is closed.")
        assert not (tmp_path / "copy").exists()

    def test_a_store_in_order_can_be_written_to(self, store: Store) -> None:
        before = contents(store)
        assert store.health() == Health(True)
        assert contents(store) == before

    def test_the_size_grows_with_what_is_kept(self, store: Store) -> None:
        begin(store, "a")
        before = store.size()
        store.append([Record("a", 1, bytes(100_000))])
        assert store.size() - before >= 100_000

    def test_any_course_of_events_ends_as_in_a_plain_dictionary(self, places: Places) -> None:
        class Machine(StoreMachine):
            def new_place(self) -> Place:
                return places()

        run_state_machine_as_test(Machine, settings=settings(max_examples=40, stateful_step_count=25))
