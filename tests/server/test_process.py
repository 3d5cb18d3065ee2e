"""A real server process: whole games over sockets, sudden ends, bad manners."""

from __future__ import annotations

import random
import socket
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.server.network import WAIT, Client, ServerProcess, play, seated


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("server") / "data") as running:
        yield running


def test_four_people_play_a_whole_game_of_two_masks(server: ServerProcess) -> None:
    seats = server.lay("two-masks", ["Ada", "Ben", "Cleo", "Dov"])
    with seated(server.port, seats) as clients:
        assert play(clients, random.Random("masks"), 2_000) > 40
        for client in clients.values():
            assert client.view["over"]
            assert client.view["waiting_text"] == "The game is over."
        stories = [[line["text"] for line in client.view["lines"] if "to" not in line] for client in clients.values()]
        assert all(story == stories[0] for story in stories)
        token = seats["a"]["token"]
        path = f"/api/tables/{seats['a']['table']}/export?what="
        assert server.request("GET", path + "everything", Authorization=f"Bearer {token}")[0] == 409
        for client in clients.values():
            if client is clients["a"]:
                client.command("propose", kind="reveal")
            else:
                client.command("agree", kind="reveal")
        status, file, _ = server.request("GET", path + "everything", Authorization=f"Bearer {token}")
        assert status == 200
        assert file["seed"]


def test_four_people_play_schizonauts(server: ServerProcess) -> None:
    seats = server.lay("schizonauts", ["Ada", "Ben", "Cleo", "Dov"], options={"length": "very_short"})
    with seated(server.port, seats) as clients:
        assert play(clients, random.Random("nauts"), 5_000) > 200
        assert all(client.view["over"] for client in clients.values())


def test_after_a_sudden_end_every_view_is_what_it_was(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data") as server:
        seats = server.lay("two-masks", ["Ada", "Ben", "Cleo"])
        with seated(server.port, seats) as clients:
            play(clients, random.Random("views"), 17)
            shown = {seat: client.view for seat, client in clients.items()}
            server.kill()
    with ServerProcess(tmp_path / "data") as server, seated(server.port, seats) as clients:
        assert {seat: client.view for seat, client in clients.items()} == shown


def test_a_stop_says_goodbye_and_loses_nothing(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data") as server:
        seats = server.lay("two-masks", ["Ada", "Ben"])
        client = Client(server.port, **seats["a"])
        client.command("answer", **(client.wanted(random.Random(1)) or {}))
        client.say("talk", id="last", mode="say", text="Wait for me")
        client.sync()
        status, errors = server.stop()
        assert client.closed_with() == 1012
        assert status == 0
        for secret in (*(where["token"] for where in seats.values()), "Wait for me"):
            assert secret not in errors
    with ServerProcess(tmp_path / "data") as server:
        back = Client(server.port, **seats["b"])
        assert [line["text"] for line in back.view["lines"]] == ["Wait for me"]
        back.close()


# Bad manners.


def test_a_client_that_never_reads_is_dropped_and_nobody_waits_for_it(server: ServerProcess) -> None:
    seats = server.lay("two-masks", ["Ada", "Ben"])
    ada = Client(server.port, **seats["a"])
    deaf = socket.create_connection(("127.0.0.1", server.port), timeout=WAIT)
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    handshake = (
        "GET /live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    sit = msgspec.json.encode({"type": "sit", **seats["b"]})
    masked = bytes([0x81, 0x80 | len(sit), 0, 0, 0, 0]) if len(sit) < 126 else b""
    masked = masked or bytes([0x81, 0x80 | 126]) + len(sit).to_bytes(2, "big") + bytes(4)
    deaf.sendall(handshake.encode())
    answer = b""
    while not answer.endswith(b"\r\n\r\n"):
        answer += deaf.recv(1)
    deaf.sendall(masked + sit)
    while not ada.sync().room["seats"][1].get("here"):
        pass
    for number in range(2_000):
        told = ada.command("talk", mode="say", text=f"{number} " + "word " * 300)
        assert told["type"] == "done"
        if not ada.sync().room["seats"][1].get("here"):
            break
    assert not ada.room["seats"][1].get("here"), "whoever does not read is not here"
    metrics = server.request("GET", "/metrics")[1]
    assert "mneme_slow_total 1\n" in metrics
    assert "mneme_faults_total 0\n" in metrics
    deaf.close()
    back = Client(server.port, **seats["b"])
    assert back.view["lines"] == ada.view["lines"][-100:]
    back.close()
    ada.close()


def test_a_link_that_opens_nothing_and_a_page_that_is_not_ours(server: ServerProcess) -> None:
    seats = server.lay("two-masks", ["Ada", "Ben"])
    address = f"ws://127.0.0.1:{server.port}/live"
    with connect(address, proxy=None) as forged:
        forged.send(msgspec.json.encode({"type": "sit", "table": seats["a"]["table"], "token": "guess"}).decode())
        assert msgspec.json.decode(forged.recv(WAIT))["code"] == "not_seated"
        with pytest.raises(ConnectionClosed):
            forged.recv(WAIT)
    with pytest.raises(InvalidStatus) as foreign, connect(address, origin=Origin("https://example.org"), proxy=None):
        pass
    assert foreign.value.response.status_code == 403
    with pytest.raises(InvalidStatus) as lost, connect(f"ws://127.0.0.1:{server.port}/other", proxy=None):
        pass
    assert lost.value.response.status_code == 404


@pytest.mark.parametrize(
    "rubbish", ["", "[]", "{", '{"type":"sit"}', '{"type":"nonsense"}', '{"type":"talk","id":"x"}', "\u0000", "9" * 400]
)
def test_rubbish_is_refused_and_changes_nothing(server: ServerProcess, rubbish: str) -> None:
    seats = server.lay("two-masks", ["Ada", "Ben"])
    ada = Client(server.port, **seats["a"])
    before = ada.view
    ada.socket.send(rubbish)
    assert ada.read()["type"] == "refused"
    ada.sync()
    assert ada.view == before
    ada.close()


def test_too_large_a_message_ends_the_connection(server: ServerProcess) -> None:
    ada = Client(server.port, **server.lay("two-masks", ["Ada", "Ben"])["a"])
    ada.socket.send("x" * 20_000)
    assert ada.closed_with() == 1009


def test_whoever_talks_too_fast_is_told_and_then_dropped(tmp_path: Path) -> None:
    limits = [part for text in ("messages=1", "message_burst=5", "patience=10") for part in ("--limit", text)]
    with ServerProcess(tmp_path / "data", *limits) as server:
        ada = Client(server.port, **server.lay("two-masks", ["Ada", "Ben"])["a"])
        for number in range(40):
            ada.say("talk", id=f"t{number}", mode="say", text="again")
        assert ada.closed_with() == 1008
        refused = [told for told in map(msgspec.json.decode, ada.raw) if told["type"] == "refused"]
        assert [told["id"] for told in refused] == [f"t{number}" for number in range(4, 4 + len(refused))]
        assert {told["code"] for told in refused} == {"limited"}


def test_commands_out_of_order_doubled_and_replayed(server: ServerProcess) -> None:
    seats = server.lay("two-masks", ["Ada", "Ben"])
    with seated(server.port, seats) as clients:
        ada, dice = clients["a"], random.Random(3)
        first = ada.wanted(dice)
        assert first is not None
        ada.say("answer", id="later", prompt="favour", prompt_id="unknown", value="b")
        for _ in range(3):
            ada.say("answer", id="once", **first)
        ada.say("answer", id="again", **first)
        ada.sync()
        assert ada.replies["later"]["code"] == "stale"
        assert ada.replies["once"]["type"] == "done"
        assert ada.replies["again"]["code"] == "stale"
        assert clients["b"].command("answer", id="once", **first)["type"] == "done", "Ben's ids are his own"
        for client in clients.values():
            state = client.sync().view["state"]
            assert [state[f"player/{seat}"]["face"] for seat in "ab"] == [first["value"]] * 2
