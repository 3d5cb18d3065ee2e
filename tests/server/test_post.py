"""The postman writes to sockets in a process of its own: all of it, in order, and nobody waits for anybody else."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import socket
import sys
from collections.abc import Callable, Coroutine, Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import create_autospec

import pytest

from mneme.server.live import Door, sockets_for
from mneme.server.post import MOST_UNSENT, Post, start
from mneme.server.postman import HEAD, LET_GO, MOST_WAITING, TAKE, Postman
from tests.server.kit import House
from tests.server.network import WAIT, Client, ServerProcess, seated

PIECE = bytes(range(256)) * 4


class Plug:
    """A socket that is given to the postman, its other end, and what is heard of it."""

    def __init__(self, post: Post, buffer: int = 8_192) -> None:
        self.ours, self.theirs = socket.socketpair()
        self.ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, buffer)
        self.ours.setblocking(False)
        self.theirs.setblocking(False)
        self.heard: list[str] = []
        self.number = post.take(self.ours, lambda: self.heard.append("slow"), lambda: self.heard.append("lost"))

    async def read(self, size: int) -> bytes:
        """So many bytes, or all there are."""
        loop, data = asyncio.get_running_loop(), b""
        async with asyncio.timeout(WAIT):
            while len(data) < size and (more := await loop.sock_recv(self.theirs, size - len(data))):
                data += more
        return data

    def close(self) -> None:
        self.ours.close()
        self.theirs.close()


class Office:
    """A post, with the sockets that were given to it."""

    def __init__(self) -> None:
        self.post = Post(asyncio.get_running_loop())
        self.put = self.post.put
        self._plugs: list[Plug] = []

    def plug(self, buffer: int = 8_192) -> Plug:
        self._plugs.append(Plug(self.post, buffer))
        return self._plugs[-1]

    def signal(self, sign: signal.Signals) -> None:
        os.kill(self.post._process.pid, sign)  # noqa: SLF001

    def close(self) -> None:
        self.post.close()
        for plug in self._plugs:
            plug.close()


def in_the_office(scenario: Callable[[Office], Coroutine[Any, Any, None]]) -> None:
    async def play() -> None:
        with closing(Office()) as office:
            await scenario(office)

    asyncio.run(play())


async def until(is_so: Callable[[], bool]) -> None:
    """Wait for what another process is about to do."""
    async with asyncio.timeout(WAIT):
        while not is_so():  # noqa: ASYNC110  # no event tells of another process
            await asyncio.sleep(0.005)


def test_everything_arrives_in_order() -> None:
    async def scenario(office: Office) -> None:
        plugs = [office.plug(1 << 18) for _ in range(20)]
        assert [plug.number for plug in plugs] == list(range(1, 21))
        for count in range(40):
            for plug in plugs:
                office.put(plug.number, b"%d/%d " % (plug.number, count))
        for plug in plugs:
            wanted = b"".join(b"%d/%d " % (plug.number, count) for count in range(40))
            assert await plug.read(len(wanted)) == wanted

    in_the_office(scenario)


def test_a_reader_that_takes_its_time_still_gets_all_of_it() -> None:
    async def scenario(office: Office) -> None:
        late = office.plug()
        written = b"".join(PIECE[count:] + PIECE[:count] for count in range(MOST_WAITING // len(PIECE) // 2))
        for at in range(0, len(written), 700):
            office.put(late.number, written[at : at + 700])
        await asyncio.sleep(0.05)
        assert await late.read(len(written)) == written
        assert late.heard == []

    in_the_office(scenario)


def test_one_that_never_reads_is_reported_once_and_holds_up_nobody() -> None:
    async def scenario(office: Office) -> None:
        deaf, other = office.plug(), office.plug()
        for _ in range(4 * MOST_WAITING // len(PIECE)):
            office.put(deaf.number, PIECE)
        office.put(other.number, b"hello")
        assert await other.read(5) == b"hello"
        await until(lambda: bool(deaf.heard))
        office.put(deaf.number, PIECE)
        office.put(other.number, b"again")
        assert await other.read(5) == b"again"
        assert (deaf.heard, other.heard) == (["slow"], [])
        office.post.let_go(deaf.number)

    in_the_office(scenario)


def test_a_socket_that_broke_is_no_trouble() -> None:
    async def scenario(office: Office) -> None:
        gone, other = office.plug(), office.plug()
        gone.theirs.close()
        for _ in range(3):
            office.put(gone.number, PIECE)
        office.put(other.number, b"hello")
        assert await other.read(5) == b"hello"

    in_the_office(scenario)


@pytest.mark.parametrize("more", [HEAD.pack(1, LET_GO), HEAD.pack(1, MOST_WAITING) + bytes(MOST_WAITING)])
def test_a_socket_that_is_ready_when_its_waiting_has_just_ended_is_no_trouble(more: bytes) -> None:
    link, theirs = socket.socketpair()
    plug, reader = socket.socketpair()
    with link, theirs, plug, reader:
        postman = Postman(theirs)
        plug.setblocking(False)
        socket.send_fds(link, [HEAD.pack(1, TAKE)], [plug.fileno()])
        postman._read()  # noqa: SLF001
        while not postman._recipients[1].waiting:  # noqa: SLF001
            postman._carry(HEAD.pack(1, len(PIECE)) + PIECE)  # noqa: SLF001
        postman._carry(more)  # noqa: SLF001
        postman._go_on(1)  # noqa: SLF001
        if 1 in postman._recipients:  # noqa: SLF001
            postman._carry(HEAD.pack(1, LET_GO))  # noqa: SLF001
        postman._selector.close()  # noqa: SLF001


def test_a_socket_that_is_let_go_ends_after_what_was_written() -> None:
    async def scenario(office: Office) -> None:
        plug = office.plug()
        office.put(plug.number, b"goodbye")
        plug.ours.close()
        office.post.let_go(plug.number)
        office.post.let_go(plug.number)
        assert await plug.read(100) == b"goodbye"

    in_the_office(scenario)


def test_the_last_words_arrive_when_the_server_stops() -> None:
    async def scenario(office: Office) -> None:
        plug = office.plug()
        office.put(plug.number, b"goodbye")
        plug.ours.close()
        office.post.close()
        assert await plug.read(100) == b"goodbye"

    in_the_office(scenario)


def test_what_a_busy_postman_cannot_take_yet_waits_in_order() -> None:
    async def scenario(office: Office) -> None:
        plugs = [office.plug() for _ in range(40)]
        office.signal(signal.SIGSTOP)
        for count in range(MOST_WAITING // len(PIECE) // 2):
            for plug in plugs:
                office.put(plug.number, PIECE[count:] + PIECE[:count])
        assert office.plug().number == 0, "who comes now writes without the postman"
        office.signal(signal.SIGCONT)
        for plug in plugs:
            for count in range(MOST_WAITING // len(PIECE) // 2):
                assert await plug.read(len(PIECE)) == PIECE[count:] + PIECE[:count]
            assert plug.heard == []
        assert office.plug().number == 41

    in_the_office(scenario)


def test_no_socket_is_handed_over_in_the_middle_of_a_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(office: Office) -> None:
        monkeypatch.setattr(office.post, "flush", lambda: None)
        monkeypatch.setattr(office.post, "_unsent", b"the second half")
        assert office.plug().number == 0
        monkeypatch.undo()
        assert office.plug().number == 1

    in_the_office(scenario)


@pytest.mark.parametrize("end", ["killed", "stuck"])
def test_without_a_postman_its_sockets_are_lost_and_new_ones_write_themselves(end: str) -> None:
    async def scenario(office: Office) -> None:
        plugs = [office.plug(), office.plug()]
        if end == "killed":
            office.signal(signal.SIGKILL)
        else:
            office.signal(signal.SIGSTOP)
            office.put(plugs[0].number, bytes(MOST_UNSENT + (1 << 20)))
        await until(lambda: not office.post.is_open)
        assert [plug.heard for plug in plugs] == [["lost"], ["lost"]]
        assert office.plug().number == 0
        office.put(plugs[0].number, b"nobody takes this")
        office.post.let_go(plugs[0].number)

    in_the_office(scenario)


@pytest.mark.parametrize(("cores", "has_one"), [({0}, False), ({0, 1}, True)])
def test_there_is_a_postman_where_there_is_a_core_for_it(
    monkeypatch: pytest.MonkeyPatch, cores: set[int], has_one: bool
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: cores)

    async def scenario() -> None:
        post = start(asyncio.get_running_loop())
        assert (post is not None) is has_one
        if post is not None:
            post.close()

    asyncio.run(scenario())


def test_where_no_process_can_be_started_the_server_writes_itself(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1})
    monkeypatch.setattr(sys, "executable", "/nowhere/python")

    async def scenario() -> None:
        assert start(asyncio.get_running_loop()) is None

    asyncio.run(scenario())
    assert "no postman" in caplog.text


@pytest.mark.parametrize(("half_written", "number"), [(0, 2), (7, 0)])
def test_a_socket_with_something_half_written_is_not_handed_over(half_written: int, number: int) -> None:
    async def scenario(office: Office) -> None:
        door = Door(House.laid(2).hall)
        door.post = office.post
        transport = create_autospec(asyncio.Transport)
        transport.get_write_buffer_size.return_value = half_written
        transport.get_extra_info.return_value = office.plug().theirs
        screen = sockets_for(door)(None, SimpleNamespace(connections=set()))
        screen.transport = transport
        screen._hand_over()  # noqa: SLF001
        assert screen._number == number  # noqa: SLF001
        screen._write(b"hello")  # noqa: SLF001
        assert transport.write.called is bool(half_written)

    in_the_office(scenario)


# With a real server.


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path / "data") as running:
        yield running


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def test_a_game_goes_on_without_the_postman(server: ServerProcess) -> None:
    seats = server.lay("two-masks", ["Ada", "Ben"])
    with seated(server.port, seats) as clients:
        (postman,) = children(server.process.pid)
        shown = clients["a"].view
        os.kill(postman, signal.SIGKILL)
        clients["a"].closed_with()
    back = Client(server.port, **seats["a"])
    assert back.view == shown
    assert back.command("answer", **(back.wanted(random.Random(1)) or {}))["type"] == "done"
    assert children(server.process.pid) == []
    back.close()


def test_the_postman_ends_with_its_server(server: ServerProcess) -> None:
    (postman,) = children(server.process.pid)
    server.kill()
    asyncio.run(until(lambda: not Path(f"/proc/{postman}/exe").exists()))
