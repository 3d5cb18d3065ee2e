"""What lies before everyone between two Wagers, as far as it follows from where the guests are.

Most acts move nobody: somebody waits, tells something, backs down. So it is worked out when somebody has moved or a
door has opened, and kept until then.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from msgspec import UNSET

from mneme.engine.prompts import Pick, Prompt, Seat, Some
from mneme.engine.windows import Offers
from mneme.games.know_thyself import words
from mneme.games.know_thyself.asking import staying
from mneme.games.know_thyself.content import adjacent
from mneme.games.know_thyself.moving import FREE, TOLL
from mneme.games.know_thyself.nouns import KnowThyself


class Obstacle(NamedTuple):
    """Something that the Master may put in somebody's way in one room. (KT-WAGER-11)"""

    key: str
    label: str
    note: str
    whom: Some


class Outlook:
    """Where each guest can go and with whom, whom the Master can challenge, and what everyone is told.

    It also keeps everyone's menu, to lay it out again where nothing has changed that it follows from.
    """

    ways: dict[Seat, tuple[Prompt[Any], ...]]
    obstacles: list[Obstacle]
    told: dict[Seat, tuple[str, str]]  # a sentence and its note

    def __init__(self, table: KnowThyself) -> None:
        self._table = table
        self._places: tuple[object, ...] = ()
        self._doors: list[tuple[str, bool]] = []
        self._menus: dict[Seat, tuple[object, Offers]] = {}

    def refresh(self) -> None:
        """Look again, as far as what this follows from has changed."""
        table, guest, guests = self._table, self._table.guest, self._table.guests
        rooms, names = [guest[seat].room for seat in guests], [*table.names.values()]
        doors = [(guest[seat].exit, guest[seat].gathered) for seat in guests]
        places = (rooms, staying(table, guests), table.master, table.palace.true_names, table.desk.renamed, names)
        if places != self._places:
            self._places, self._doors = places, doors
            self._look_around()
            self._look_at_the_doors()
        elif doors != self._doors:
            self._doors = doors
            self._look_at_the_doors()

    def _look_around(self) -> None:
        table, rooms = self._table, self._table.whereabouts()
        self._rooms = rooms
        self._where_to = {room: ways_from(table, room, rooms) for room in rooms}
        self.told = {table.master: (words.EXPLORE_MASTER, words.whereabouts(table, rooms))}
        self.obstacles = [obstacle(table, room, staying(table, here)) for room, here in rooms.items()]

    def _look_at_the_doors(self) -> None:
        table = self._table
        self.ways, self._menus = {}, {}
        for seat in table.guests:
            room = table.guest[seat].room
            self.ways[seat] = (self._where_to[room], *company_field(table, seat, self._rooms[room]))
            self.told[seat] = words.explore(table, seat), words.EXITS[table.guest[seat].exit]

    def keep(self, seat: Seat, basis: object, menu: Offers) -> None:
        """Remember a menu, and what else it follows from."""
        self._menus[seat] = basis, menu

    def menu(self, seat: Seat, basis: object) -> Offers | None:
        """What a seat was offered before, if all is as it was."""
        before, menu = self._menus.get(seat, (None, None))
        return menu if before == basis else None


def ways_from(table: KnowThyself, room: str, rooms: dict[str, tuple[Seat, ...]]) -> Pick:
    """Every room one pathway away, and who is there. (KT-MOVE-03)"""
    near = adjacent(room)
    only = near[0] if len(near) == 1 else UNSET
    return Pick("room", words.WHERE_TO, words.ways(table, near, rooms), default=only, rule="KT-MOVE-03")


def company_field(table: KnowThyself, seat: Seat, here: tuple[Seat, ...]) -> tuple[Some, ...]:
    """Who could come along: guests in the same room who are free, or can pay their own toll. (KT-MOVE-12)"""
    others = tuple(other for other in staying(table, here) if other != seat and table.guest[other].exit in (FREE, TOLL))
    if not others:
        return ()
    return (Some("company", words.COMPANY, table.seat_options(others), default=[], rule="KT-MOVE-12"),)


def obstacle(table: KnowThyself, room: str, here: tuple[Seat, ...]) -> Obstacle:
    """Whom the Master may challenge in a room, and who may be there to do it. (KT-WAGER-11)"""
    seats, most = table.seat_options(here), max(1, len(here))
    whom = Some("guests", words.WHOM, seats, 1, most, default=list(here), rule="KT-WAGER-11")
    label, note = words.challenge(table.room_place(room)), words.who_may_be_here(table, room)
    return Obstacle(f"challenge_{room}", label, note, whom)
