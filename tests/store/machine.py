"""Any course of events, in a store and in a plain dictionary beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from msgspec import Struct

from mneme.store import STATES, Conflict, Record, StoreError, Summary

if TYPE_CHECKING:
    from tests.store.conformance import Place

TABLES = ["a", "b", "é", "🂡"]

tables = st.sampled_from(TABLES)
bodies = st.one_of(st.binary(max_size=12), st.integers(100, 9_000).map(bytes))
summaries = st.builds(
    Summary,
    table=tables,
    created=st.integers(0, 3),
    changed=st.integers(0, 5),
    state=st.sampled_from(STATES),
    public=st.booleans(),
    body=st.binary(max_size=20),
)


class Kept(Struct):
    """What a table should hold."""

    summary: Summary
    bodies: list[bytes] = []


class StoreMachine(RuleBasedStateMachine):
    """Does to a store what a host might do, and to a dictionary the same."""

    def __init__(self) -> None:
        super().__init__()
        self.place = self.new_place()
        self.store = self.place.open()
        self.model: dict[str, Kept] = {}

    def new_place(self) -> Place:
        raise NotImplementedError("a machine is told where to keep its store")

    def teardown(self) -> None:
        self.store.close()

    @rule(summary=summaries)
    def summarise(self, summary: Summary) -> None:
        self.store.append([], [summary])
        self._summarise(summary)

    @rule(turns=st.lists(st.tuples(tables, bodies), max_size=8), news=st.lists(summaries, max_size=2))
    def append(self, turns: list[tuple[str, bytes]], news: list[Summary]) -> None:
        known = self.model.keys() | {summary.table for summary in news}
        turns = [(table, body) for table, body in turns if table in known]
        self.store.append(self._follow(turns), news)
        for summary in news:
            self._summarise(summary)
        for table, body in turns:
            self.model[table].bodies.append(body)

    @precondition(lambda self: self.model)
    @rule(data=st.data(), news=st.lists(summaries, max_size=2), wrong=st.sampled_from([-1, 1, 2]))
    def append_out_of_turn(self, data: st.DataObject, news: list[Summary], wrong: int) -> None:
        turns = data.draw(st.lists(st.tuples(st.sampled_from(sorted(self.model)), bodies), min_size=1, max_size=5))
        records = self._follow(turns)
        records[-1] = msgspec.structs.replace(records[-1], number=max(records[-1].number + wrong, 1))
        if records == self._follow(turns):
            return
        with pytest.raises(Conflict):
            self.store.append(records, news)

    @rule(table=tables, data=st.data(), stub=bodies)
    def strike(self, table: str, data: st.DataObject, stub: bytes) -> None:
        count = len(self.model[table].bodies) if table in self.model else 0
        numbers = data.draw(st.lists(st.integers(1, count + 1), max_size=4, unique=True))
        if max(numbers, default=0) > count:
            with pytest.raises(StoreError):
                self.store.strike(table, numbers, stub)
            return
        self.store.strike(table, numbers, stub)
        for number in numbers:
            self.model[table].bodies[number - 1] = stub

    @rule(table=tables)
    def purge(self, table: str) -> None:
        self.store.purge(table)
        self.model.pop(table, None)

    @precondition(lambda self: self.model)
    @rule(data=st.data(), changed=st.integers(0, 9))
    def archive(self, data: st.DataObject, changed: int) -> None:
        table = data.draw(st.sampled_from(sorted(self.model)))
        self.store.archive(table, changed)
        kept = self.model[table]
        kept.summary = msgspec.structs.replace(kept.summary, state="archived", changed=changed)

    @rule()
    def open_again(self) -> None:
        self.store.close()
        self.store = self.place.open()

    @invariant()
    def holds_what_the_model_holds(self) -> None:
        wanted = sorted((kept.summary for kept in self.model.values()), key=lambda summary: summary.mark, reverse=True)
        assert self.store.tables() == wanted
        for table in TABLES:
            kept = self.model[table].bodies if table in self.model else []
            assert self.store.load(table) == [Record(table, number + 1, body) for number, body in enumerate(kept)]
            assert self.store.last(table) == len(kept)

    @rule(table=tables, since=st.integers(0, 5))
    def load_the_end(self, table: str, since: int) -> None:
        assert self.store.load(table, since) == self.store.load(table)[since:] == [*self.store.export(table)][since:]

    def _summarise(self, summary: Summary) -> None:
        if summary.table in self.model:
            self.model[summary.table].summary = summary
        else:
            self.model[summary.table] = Kept(summary)

    def _follow(self, turns: list[tuple[str, bytes]]) -> list[Record]:
        """Records with the numbers they should have."""
        numbers = {table: len(kept.bodies) for table, kept in self.model.items()}
        records = []
        for table, body in turns:
            numbers[table] = numbers.get(table, 0) + 1
            records.append(Record(table, numbers[table], body))
        return records
