"""The same at a real terminal: a process behind a pseudo-terminal, and every byte it sends.

Everything is typed ahead and ends with Ctrl-D, so that no test waits for a program that waits for a test.
"""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
import termios
import tty
from pathlib import Path

import pytest

from mneme.terminal.screen import CLEAR

ROOT = Path(__file__).parents[2]
PROGRAM = (
    "import sys; from mneme import cli, games; games.PACKAGES['two-masks'] = 'tests.engine.two_masks';"
    "sys.exit(cli.main(['play', 'two-masks', '--pace', 'instant', *sys.argv[1:]]))"
)
CTRL_C, CTRL_D = "\x03", "\x04"
STYLING = re.compile(r"\x1b\[[0-9;]*m")
PLAIN = ["--plain"]


def at_a_terminal(tmp_path: Path, keys: str, *arguments: str, **environment: str) -> tuple[int, str]:
    """Type these keys at `mneme play two-masks`; its exit status, and all that came to the screen."""
    master, slave = pty.openpty()
    termios.tcsetwinsize(slave, (24, 80))
    if not environment and not set(PLAIN) & set(arguments):
        tty.setraw(slave)  # the editor takes keys as they are; typed ahead, the terminal would obey them first
    os.write(master, keys.encode())
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *arguments],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "TERM": "xterm", "XDG_DATA_HOME": str(tmp_path), **environment},
        stdin=slave,
        stdout=slave,
        stderr=slave,
    )
    os.close(slave)
    sent = b""
    while data := _read(master):
        sent += data
    os.close(master)
    return process.wait(), sent.decode()


def _read(master: int) -> bytes:
    try:
        return os.read(master, 65_536)
    except OSError:  # how Linux tells that the program has gone
        return b""


@pytest.mark.parametrize(
    ("arguments", "environment"), [(PLAIN, {}), ([], {"NO_COLOR": "1"}), ([], {"TERM": "dumb", "NO_COLOR": "1"})]
)
def test_plain_means_nothing_but_text(tmp_path: Path, arguments: list[str], environment: dict[str, str]) -> None:
    keys = f"Zoe\n\nfox\nnonsense\n{CTRL_D}"
    status, sent = at_a_terminal(tmp_path, keys, *arguments, **environment)
    assert status == 0
    assert "Around the table: Zoe (you), Ada (a bot) and Ben (a bot).\r\n" in sent
    assert "That is not one of the choices. You can pick: Ada, Ben.\r\n" in sent
    assert "Come back with: mneme play --load" in sent
    assert "\x1b" not in sent


@pytest.mark.parametrize("leave", [CTRL_C, CTRL_D], ids=["Ctrl-C", "Ctrl-D"])
def test_a_terminal_gets_quiet_styling_and_an_editor(tmp_path: Path, leave: str) -> None:
    back_to_the_start = "\x01"
    status, sent = at_a_terminal(tmp_path, f"\rox{back_to_the_start}f\r1\r{leave}{CTRL_D}", "--name", "Zoe")
    assert status == 0
    assert STYLING.search(sent)
    assert "Zoe wears fox." in sent
    assert "Your game is kept, and the table waits for you." in sent


@pytest.mark.parametrize(("arguments", "enter"), [([], "\r"), (PLAIN, "\n")], ids=["styled", "plain"])
def test_a_shared_screen_is_wiped_with_its_history(tmp_path: Path, arguments: list[str], enter: str) -> None:
    """Also in plain mode: there is nothing to see or hear of it, and a secret weighs more."""
    keys = enter.join(["", "secretfox", "1", CTRL_D])
    people = ["--hotseat", "2", "--name", "Ines", "--name", "Ben"]
    status, sent = at_a_terminal(tmp_path, keys, *people, *arguments)
    before, _, after = sent.partition(CLEAR)
    assert status == 0
    assert "secretfox" in before
    assert "secretfox" not in after
    assert "Hand the keyboard to Ben." in after


def test_a_name_is_asked_for_until_there_is_one_that_can_be_used(tmp_path: Path) -> None:
    keys = "\n".join(["Zoe", "zoe", "x" * 50, "", CTRL_D])
    _, sent = at_a_terminal(tmp_path, keys, "--hotseat", "2", *PLAIN)
    assert "Two seats are called zoe; give each a name of its own. Who is number 2 at this keyboard?" in sent
    assert "Keep it to 40 characters; that is 50. Who is number 2 at this keyboard?" in sent
    assert "Around the table: Zoe (at this keyboard) and Ada (at this keyboard)." in sent


def test_leaving_before_the_game_has_begun_leaves_nothing(tmp_path: Path) -> None:
    status, sent = at_a_terminal(tmp_path, CTRL_D, *PLAIN)
    assert status == 2
    assert "mneme: The input ended before the command was done.\r\n" in sent
    assert not (tmp_path / "mneme").exists()
