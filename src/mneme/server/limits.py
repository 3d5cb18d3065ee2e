"""How much anybody may ask for: token buckets for connections, seats and addresses."""

from __future__ import annotations

from collections import OrderedDict

from msgspec import Struct

KNOWN_ADDRESSES = 10_000


class Limits(Struct, frozen=True, kw_only=True):
    """What the server allows. Rates are a second, with a burst on top."""

    messages: float = 20.0  # on one socket
    message_burst: float = 60.0
    seat_messages: float = 30.0  # of one seat, on all its sockets
    seat_burst: float = 90.0
    sockets: int = 100  # open from one address
    arrivals: float = 5.0  # sockets opened from one address
    arrival_burst: float = 100.0
    requests: float = 20.0  # over HTTP from one address
    request_burst: float = 100.0
    tables: float = 0.2  # new tables from one address
    table_burst: float = 20.0
    patience: int = 50  # refused messages before a socket is closed


class Bucket:
    """A bucket of tokens that fills with time."""

    __slots__ = ("_burst", "_rate", "_then", "_tokens")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._tokens = burst
        self._then = now

    def take(self, now: float) -> bool:
        """Take one token, if there is one."""
        tokens = self._tokens + (now - self._then) * self._rate
        if tokens > self._burst:
            tokens = self._burst
        self._then = now
        if tokens < 1:
            self._tokens = tokens
            return False
        self._tokens = tokens - 1
        return True


class Address:
    """What one address is allowed."""

    __slots__ = ("arrivals", "requests", "sockets", "tables")

    def __init__(self, limits: Limits, now: float) -> None:
        self.sockets = 0
        self.arrivals = Bucket(limits.arrivals, limits.arrival_burst, now)
        self.requests = Bucket(limits.requests, limits.request_burst, now)
        self.tables = Bucket(limits.tables, limits.table_burst, now)


class Addresses:
    """The addresses seen of late. The oldest without an open socket are forgotten, so memory is bounded."""

    def __init__(self, limits: Limits, most: int = KNOWN_ADDRESSES) -> None:
        self.limits = limits
        self._most = most
        self._known: OrderedDict[str, Address] = OrderedDict()

    def of(self, address: str, now: float) -> Address:
        known = self._known.get(address)
        if known is None:
            known = self._known[address] = Address(self.limits, now)
            self._forget()
        else:
            self._known.move_to_end(address)
        return known

    def _forget(self) -> None:
        for address in list(self._known)[: max(0, len(self._known) - self._most)]:
            if not self._known[address].sockets:
                del self._known[address]
