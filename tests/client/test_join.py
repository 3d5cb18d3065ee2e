"""`mneme play --join` as a process of its own: the ways in, and the ways not in."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from mneme import games
from mneme.client import Client, Link
from tests.client.kit import AT_ONCE, lay, play_to_the_end
from tests.server.network import ROOT, WAIT, ServerProcess

Outcome = tuple[int, str, str]


def join(link: object, *arguments: str, typed: str = "") -> Outcome:
    """Run `mneme play --join LINK` and type these lines ahead."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.server.run", "play", *arguments, "--join", str(link)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        input=typed,
        capture_output=True,
        text=True,
        timeout=2 * WAIT,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.fixture(scope="module")
def finished(server: ServerProcess) -> list[Client]:
    """A table whose game is over, and which had a free seat that a bot kept."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(games.PACKAGES, "two-masks", "tests.engine.two_masks")
        clients = lay(server, "two-masks", 1, seats=2, settings=AT_ONCE)
        play_to_the_end(clients, "finished")
    return clients


# The ways in.


def test_a_guest_sits_down_by_the_invitation_and_comes_back_by_their_own_link(server: ServerProcess) -> None:
    (host,) = lay(server, "two-masks", 1, start=False, seats=2)
    status, shown, errors = join(host.invitation, "--name", "Ben", typed="/who\n")
    assert (status, errors) == (0, "")
    assert "Around the table: Ada (the host, away) and Ben (you)." in shown
    assert "Ada can start the game. Type /help to see what you can do." in shown
    link = re.search(r"^http\S+#seat=\S+$", shown, re.MULTILINE)
    assert link is not None
    host.start()
    status, shown, errors = join(link.group(), typed="/say I am back.\n")
    assert (status, errors) == (0, "")
    assert "Ben: I am back." in shown
    assert f"Come back with: mneme play --join '{link.group()}'" in shown


def test_a_table_is_laid_by_its_host(server: ServerProcess) -> None:
    address = f"http://127.0.0.1:{server.port}"
    status, shown, errors = join(
        address, "two-masks", "--seats", "2", "--name", "Ada", typed="/start\n/start bots\nfox\n"
    )
    assert (status, errors) == (0, "")
    assert "And this one is for the others:" in shown
    assert "Some seats are empty;" in shown
    assert "What is your mask called?" in shown


def test_somebody_looks_on(server: ServerProcess) -> None:
    host, _ = lay(server, "two-masks", 2)
    status, shown, errors = join(host.invitation, "--watch", typed="/table\n/nudge Ada\n")
    assert (status, errors) == (0, "")
    assert "You are only looking on; take a seat to do that." in shown
    assert "mask called" not in shown
    assert "--watch" in shown.rpartition("Come back with: ")[2]


def test_the_whole_of_what_one_knows_can_be_saved(server: ServerProcess, tmp_path: Path) -> None:
    host, _ = lay(server, "two-masks", 2)
    path = tmp_path / "mine.json"
    status, shown, _ = join(host.link, typed=f"/note for later\n/save {path}\n/save {path}\n")
    assert status == 0
    assert f"There is already a file called {path}; choose another name." in shown
    assert "for later" in path.read_text(encoding="utf-8")


# The ways not in.


def refused(outcome: Outcome, sentence: str) -> None:
    assert outcome == (2, "", f"mneme: {sentence}\n")


def test_a_full_table(server: ServerProcess) -> None:
    host, _ = lay(server, "two-masks", 2)
    refused(join(host.invitation, "--name", "Dov"), "Every seat is taken.")


def test_a_finished_table(finished: list[Client]) -> None:
    (host,) = finished
    refused(join(host.invitation, "--name", "Dov"), "This game is over; its seats are closed.")
    refused(join(host.link), "This game of Two Masks is over; there is nothing left to play at this table.")


@pytest.mark.parametrize("fragment", ["guess", "seat=guess"])
def test_a_wrong_link(server: ServerProcess, fragment: str) -> None:
    host, _ = lay(server, "two-masks", 2)
    gone = "There is no such table, or it is gone."
    refused(join(f"{host.link.address}#{fragment}", "--name", "Dov"), gone)
    refused(join(f"{host.link.server}/t/nowhere#{fragment}", "--name", "Dov"), gone)


def test_an_old_link_of_a_seat(server: ServerProcess) -> None:
    host, _ = lay(server, "two-masks", 2, settings=AT_ONCE)
    host.hand_over()
    refused(join(host.link), "There is no such table, or it is gone.")


def test_a_name_that_is_taken_and_no_name_at_all(server: ServerProcess) -> None:
    (host,) = lay(server, "two-masks", 1, start=False, seats=2)
    taken = "Somebody here is called Ada already; choose another name."
    refused(join(host.invitation, "--name", "Ada"), taken)
    refused(join(host.invitation), "Say who you are with --name NAME.")


def test_a_server_that_is_not_there(server: ServerProcess) -> None:
    link = Link(server="http://127.0.0.1:9", table="tab", invite="x")
    refused(join(link, "--name", "Dov"), "The server at http://127.0.0.1:9 cannot be reached: connection refused.")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["--load", "game.json"],
            "A table on a server keeps its own games and dice; leave out --load, --seed and --hotseat.",
        ),
        (["--name", "a", "--name", "b"], "You take one seat with --join, so give one --name."),
        (["two-masks"], "That table has its own game, seats and options; leave those out with its link."),
    ],
)
def test_what_does_not_go_with_a_link(arguments: list[str], sentence: str) -> None:
    refused(join("http://127.0.0.1:9/t/tab#x", *arguments), sentence)


def test_what_is_no_link() -> None:
    example = "That is not a link to a table; it looks like http://HOST:8100/t/TABLE#INVITE."
    refused(join("table"), example)
    refused(join("http://127.0.0.1:9"), "That link names a server, but no table; name a game to lay one there.")
