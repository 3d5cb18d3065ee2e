"""A seat at a table of a Mneme server, for programs: `Client` to sit down, `Connection` to play.

seat = Client.claim("http://127.0.0.1:8100/t/TABLE#INVITE", "Ines")
with seat.connect() as table:
    table.wait_until(lambda: table.view is not None)
    table.do(wire.Talk, mode="say", text="Good evening.").result()
"""

from mneme.client.client import Client
from mneme.client.connection import Connection, Receipt, State
from mneme.client.errors import NotDone, Unreachable
from mneme.client.links import Link, read_link

__all__ = ["Client", "Connection", "Link", "NotDone", "Receipt", "State", "Unreachable", "read_link"]
