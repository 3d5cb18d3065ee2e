"""Sitting down: make a table, take a seat by an invitation, or come back by the link of a seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from mneme.client.asking import ask, fetch
from mneme.client.connection import Connection
from mneme.client.errors import NotDone
from mneme.client.links import Link, read_link
from mneme.engine.prompts import Seat
from mneme.server import api, wire
from mneme.server.records import Settings


class Client:
    """One seat at one table, or a place beside it for somebody who only looks on.

    `link` is the way back to it and belongs to one person alone; `invitation` is there for others, where it is known.
    """

    def __init__(self, link: Link, *, invitation: Link | None = None, look_on: bool = False) -> None:
        self.link = link
        self.invitation = invitation
        self.look_on = look_on

    # -- sitting down

    @classmethod
    def create(
        cls,
        server: str,
        game: str,
        *,
        seats: int,
        name: str,
        options: Mapping[str, str | int | bool] | None = None,
        settings: Settings | None = None,
        bots: int = 0,
    ) -> Client:
        """Lay a table and sit down at it as its host."""
        link = read_link(server)
        wish = api.NewTable(
            game=game, seats=seats, name=name, options=dict(options or {}), settings=settings or Settings(), bots=bots
        )
        laid = ask(link, "POST", "/api/tables", api.Laid, wish)
        invitation = Link(server=link.server, table=laid.table, invite=laid.invite)
        return cls(Link(server=link.server, table=laid.table, token=laid.token), invitation=invitation)

    @classmethod
    def claim(cls, link: str | Link, name: str, seat: Seat | None = None) -> Client:
        """Take a seat by the table's invitation."""
        link = msgspec.structs.replace(_to_a_table(link), token="")
        wish = api.Claim(name=name, invite=link.invite, seat=seat)
        taken = ask(link, "POST", f"/api/tables/{link.table}/claim", api.Claimed, wish)
        way_back = Link(server=link.server, table=taken.table, token=taken.token)
        return cls(way_back, invitation=link if link.invite else None)

    @classmethod
    def sit(cls, link: str | Link) -> Client:
        """Come back by the private link of a seat."""
        link = _to_a_table(link)
        if not link.token:
            raise NotDone("not_seated", "That is an invitation, not the link of a seat; take a seat with it first.")
        client = cls(link)
        if client.lobby().you is None:
            raise NotDone("not_seated", "This link does not open a seat at this table any more.")
        return client

    @classmethod
    def watch(cls, link: str | Link) -> Client:
        """Look on, without a seat."""
        link = _to_a_table(link)
        client = cls(link, look_on=True)
        room = client.lobby()
        if not room.settings.spectators:
            raise NotDone("not_seated", "Nobody looks on at this table; take a seat, or ask for a link.")
        return client

    def connect(self, wake: Callable[[], None] = lambda: None) -> Connection:
        """Go to the table. `wake` is called, from another thread, whenever something may have changed."""
        return Connection(self.link, wake, look_on=self.look_on)

    # -- the table before and beside the game

    def lobby(self) -> wire.Room:
        """Who sits where."""
        return ask(self.link, "GET", self._path(), wire.Room)

    def start(self, *, fill: bool = False) -> None:
        """Begin, as the host. `fill` puts bots on the seats that are still empty."""
        self._post("start", api.Start(fill=fill))

    def put_bot(self, seat: Seat) -> None:
        self._post("bots", api.BotWish(seat=seat, bot=True))

    def take_bot(self, seat: Seat) -> None:
        self._post("bots", api.BotWish(seat=seat, bot=False))

    def close_seat(self, seat: Seat) -> None:
        """Take an empty seat away before the game begins."""
        self._post("close-seat", api.SeatWish(seat=seat))

    def change(self, settings: Settings) -> None:
        """Change how the table does things, as the host."""
        self._post("settings", settings)

    def new_invitation(self) -> Link:
        """Make a new invitation, as the host; the old one opens nothing any more."""
        made = ask(self.link, "POST", self._path("/invite"), api.Invitation)
        self.invitation = Link(server=self.link.server, table=made.table, invite=made.invite)
        return self.invitation

    def hand_over(self) -> Link:
        """Give the seat a new link, for somebody else; the old one opens nothing any more."""
        handed = ask(self.link, "POST", self._path("/handover"), api.Claimed)
        return Link(server=self.link.server, table=handed.table, token=handed.token)

    def leave(self) -> None:
        self._post("leave")

    def export(self, what: api.What = "mine") -> bytes:
        """The game to keep: all that this seat knows, what everyone knows, or everything when all have agreed."""
        return fetch(self.link, "GET", self._path(f"/export?what={what}"))

    def _path(self, rest: str = "") -> str:
        return f"/api/tables/{self.link.table}{rest}"

    def _post(self, path: str, body: Any = None) -> None:
        ask(self.link, "POST", self._path(f"/{path}"), api.Fine, body)


def _to_a_table(link: str | Link) -> Link:
    link = read_link(link) if isinstance(link, str) else link
    if not link.table:
        raise NotDone("no_table", "That link names a server, but no table of it.")
    return link
