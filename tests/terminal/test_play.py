"""`mneme play` as it is typed: what it takes, what it refuses, and that one can come back."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from mneme import cli, games
from mneme.engine import gamefile
from mneme.engine.log import Sitting
from mneme.terminal import journal
from tests.engine import two_masks

Mneme = Callable[..., tuple[int, str, str]]
FACES = "fox\nBen\n"

SHELF = "schizonauts, know-thyself, utopolis, lost-days, two-masks"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of one's own, and Two Masks among the games."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setitem(games.PACKAGES, "two-masks", "tests.engine.two_masks")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "data" / "mneme"


@pytest.fixture
def mneme(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Mneme:
    """Run `mneme play …` with these lines typed; its status, output and complaints."""

    def run(*arguments: str, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        status = cli.main(["play", *arguments])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run


def kept(home: Path) -> Path:
    (path,) = home.glob("*.journal")
    return path


def sitting_in(path: Path) -> Sitting:
    heading, entries, _ = journal.read(path, path.read_bytes())
    return Sitting.load(two_masks.GAME, heading.header, entries)


# ---- sitting down ------------------------------------------------------------------------------------------


def test_one_person_sits_down_with_two_bots(mneme: Mneme, home: Path) -> None:
    status, out, err = mneme("two-masks")
    assert (status, err) == (0, "")
    assert "Around the table: Ada (you), Ben (a bot) and Cleo (a bot).\n" in out
    assert out.endswith(f"Come back with: mneme play --load {kept(home)}\n")


@pytest.mark.parametrize(
    ("arguments", "around"),
    [
        (["--seats", "2"], "Ada (you) and Ben (a bot)"),
        (["--name", "Zoe"], "Zoe (you), Ada (a bot) and Ben (a bot)"),
        (["--name", "Ben", "--name", "ada"], "Ben (you), ada (a bot) and Cleo (a bot)"),
        (["--hotseat", "2"], "Ada (at this keyboard) and Ben (at this keyboard)"),
        (["--hotseat", "1"], "Ada (you) and Ben (a bot)"),
        (["--hotseat", "2", "--seats", "3"], "Ada (at this keyboard), Ben (at this keyboard) and Cleo (a bot)"),
        (["--hotseat"], "Ada (at this keyboard), Ben (at this keyboard) and Cleo (at this keyboard)"),
        (["--seats", "2", "--hotseat"], "Ada (at this keyboard) and Ben (at this keyboard)"),
    ],
    ids=" ".join,
)
def test_who_sits_where(mneme: Mneme, arguments: list[str], around: str) -> None:
    status, out, _ = mneme("two-masks", *arguments)
    assert status == 0
    assert f"Around the table: {around}.\n" in out


def test_options_and_seed_are_those_of_the_table(mneme: Mneme, home: Path) -> None:
    assert mneme("two-masks", "--option", "scenes=1", "--option", "notes=false", "--seed", "moon")[0] == 0
    header = sitting_in(kept(home)).header
    assert (header.options["scenes"], header.options["notes"], header.seed) == (1, False, "moon")


def test_the_rulings_of_a_game_can_be_listed(mneme: Mneme, home: Path) -> None:
    status, said, _ = mneme("schizonauts", "--options")
    assert status == 0
    assert "  edition=game_chef: The full Game Chef rules (if you do not say)\n" in said
    assert "\n\nfew_min\n  How many new memories" in said
    assert "\n  A whole number; 2 if you do not say.\n" in said
    assert "  hide_hands=true: Yes\n  hide_hands=false: No (if you do not say)\n" in said
    assert not home.exists()  # nobody has sat down


def test_the_same_seed_and_lines_give_the_same_game(mneme: Mneme, home: Path) -> None:
    def play() -> bytes:
        mneme("two-masks", "--seed", "moon", typed=FACES + "pass\n2\n")
        path = kept(home)
        data = path.read_bytes()
        path.unlink()
        return data

    assert play() == play()


def test_without_a_seed_every_game_has_its_own(mneme: Mneme, home: Path) -> None:
    mneme("two-masks")
    mneme("two-masks")
    assert len({sitting_in(path).header.seed for path in home.iterdir()}) == 2


def test_without_a_data_folder_the_usual_one_is_made(
    mneme: Mneme, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path / "ines"))
    assert mneme("two-masks")[0] == 0
    assert len(list((tmp_path / "ines" / ".local" / "share" / "mneme").glob("two-masks-*.journal"))) == 1


def test_nothing_but_plain_text_goes_to_a_pipe(mneme: Mneme) -> None:
    _, out, _ = mneme("two-masks", "--pace", "slow", typed=FACES + "/help\n/table\nnonsense\n")
    assert re.search(r"[^\n -~—“”…]", out) is None


def test_bytes_that_are_no_text_are_no_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"f\xffx\nfox\n"), encoding="utf-8"))
    assert cli.main(["play", "two-masks"]) == 0


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "Name a game to play: schizonauts, know-thyself, utopolis, lost-days, two-masks."),
        (["chess"], f"There is no game called 'chess'; the games are: {SHELF}."),
        (["two-masks", "--seats", "9"], "Two Masks is for 2 to 5 seats, not 9."),
        (["two-masks", "--seats", "0"], "Two Masks is for 2 to 5 seats, not 0."),
        (["two-masks", "--seats", "two"], "Invalid value for '--seats': 'two' is not a valid integer."),
        (["two-masks", "--option", "scenes"], "Write an option as name=value, not 'scenes'."),
        (["two-masks", "--option", "scenes=12"], "Two Masks has 1 to 9 scenes."),
        (["two-masks", "--option", "stakes=none"], "The option 'stakes' takes seen or unseen, not 'none'."),
        (["two-masks", "--option", "x=1"], "Two Masks has no option called 'x'; it has scenes, notes, stakes."),
        (["two-masks", "--hotseat", "4", "--seats", "3"], "There are 3 seats; that is not enough for 4 people."),
        (["two-masks", "--hotseat", "0"], "--hotseat takes the number of people at this keyboard, not '0'."),
        (["two-masks", "--hotseat", "two"], "--hotseat takes the number of people at this keyboard, not 'two'."),
        (
            ["two-masks", "--seats", "2", *["--name", "A"] * 3],
            "There are 2 seats, and 3 names for them; leave some out.",
        ),
        (["two-masks", "--name", "Zoe", "--name", "zoe"], "Two seats are called zoe; give each a name of its own."),
        (["two-masks", "--name", ""], "The name '' cannot be used. Write something here."),
        (
            ["two-masks", "--name", "\x1b[2J"],
            "The name '\\x1b[2J' cannot be used. That text holds control characters; plain text works.",
        ),
        (
            ["two-masks", "--pace", "warp"],
            "Invalid value for '--pace': 'warp' is not one of 'slow', 'normal', 'fast', 'instant'.",
        ),
        (["two-masks", "--load", "gone"], "The file gone cannot be opened: no such file or directory."),
        (["--load", "."], "The file . cannot be opened: is a directory."),
        (["two-masks", "--save", "no/copy.json"], "There is no folder no for --save."),
        (
            ["--load", "gone", "--seed", "1"],
            "A kept game has its own seats, options, seed and names; leave those out with --load.",
        ),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_wishes_are_refused_in_one_sentence(mneme: Mneme, home: Path, arguments: list[str], sentence: str) -> None:
    assert mneme(*arguments) == (2, "", f"mneme: {sentence}\n")
    assert not home.exists()


def test_a_home_that_cannot_be_written_is_named(mneme: Mneme, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    status, out, err = mneme("two-masks")
    assert (status, out) == (2, "")
    assert err.startswith(f"mneme: The game cannot be kept in {tmp_path / 'file' / 'mneme'}")


# ---- coming back -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "question"),
    [
        ("", "What is your mask called?"),
        ("fox\n", "Whom does it favour?"),
        (FACES, "Boast, or turn a card up."),
        (FACES + "boast\nI am the fox.\n", "Boast, or turn a card up."),
    ],
)
def test_a_kept_game_goes_on_at_the_same_place(mneme: Mneme, home: Path, typed: str, question: str) -> None:
    mneme("two-masks", "--seed", "moon", typed=typed)
    path = kept(home)
    before = sitting_in(path)
    status, out, _ = mneme("--load", str(path))
    assert status == 0
    assert out.startswith("Welcome back to Two Masks.\n")
    assert f"\n{question}\n" in out
    assert sitting_in(path).entries == before.entries
    assert kept(home) == path


def test_what_was_told_before_is_not_told_all_over(mneme: Mneme, home: Path) -> None:
    talk = "".join(f"/say number {number}.\n" for number in range(30))
    mneme("two-masks", typed=talk)
    _, out, _ = mneme("--load", str(kept(home)))
    assert "This is how it stood. Type /story 99 to hear more of it.\n" in out
    assert re.findall(r"number (\d+)", out) == [str(number) for number in range(18, 30)]


def test_a_game_can_be_left_and_taken_up_until_it_is_over(mneme: Mneme, home: Path) -> None:
    """One line an evening, as the question at the end of the last one wants it; the copy keeps up."""
    arguments = ["two-masks", "--seats", "2", "--option", "scenes=1", "--seed", "slow"]
    _, out, _ = mneme(*arguments, "--save", "copy.json")
    path, evenings = kept(home), 0
    answers = {
        "called": "fox",
        "favour": "Ben",
        "Boast": "pass",
        "coins": "1",
        "happened": "It rained.",
        "Take off": "",
    }
    while path.exists():
        question = out.rpartition("\nYour game is kept")[0].rpartition("\n\n")[2]
        line = next(answer for words, answer in answers.items() if words in question)
        status, out, _ = mneme("--load", str(path), "--save", "copy.json", typed=f"{line}\n")
        assert status == 0
        evenings += 1
        assert evenings < 20
    assert "The game is over." in out
    assert "The whole game is kept in copy.json\n" in out
    assert list(home.iterdir()) == []
    file = gamefile.read(Path("copy.json").read_bytes(), games.find)
    assert gamefile.verify(file).problems == ()
    assert file.document.result is not None
    sentence = "mneme: The game in copy.json is over. Read it with: mneme replay copy.json\n"
    assert mneme("--load", "copy.json") == (2, "", sentence)


def test_people_at_the_keyboard_are_remembered_and_can_change(mneme: Mneme, home: Path) -> None:
    mneme("two-masks", "--hotseat", "2", "--seats", "3")
    path = kept(home)
    assert "Ben (at this keyboard) and Cleo (a bot)" in mneme("--load", str(path))[1]
    assert "Ada (you), Ben (a bot) and Cleo (a bot)" in mneme("--load", str(path), "--hotseat", "1")[1]
    assert "Ada (you), Ben (a bot) and Cleo (a bot)" in mneme("--load", str(path))[1]
    assert "Cleo (at this keyboard)" in mneme("--load", str(path), "--hotseat")[1]
    assert (
        mneme("--load", str(path), "--hotseat", "4")[2]
        == "mneme: There are 3 seats; that is not enough for 4 people.\n"
    )


def test_a_sealed_answer_survives_leaving(mneme: Mneme, home: Path) -> None:
    """What was acknowledged is not asked again, even in the middle of a vote."""
    lines = "\nfox\nBen\n\nowl\nAda\npass\n\npass\n2\n"
    mneme("two-masks", "--hotseat", "2", typed=lines)
    path = kept(home)
    assert sitting_in(path).given("a", "stake") == 2
    _, out, _ = mneme("--load", str(path), typed="\n1\n")
    assert "Hand the keyboard to Ben." in out
    assert "The fists open." in [line.text for line in sitting_in(path).table.lines]


def test_a_saved_copy_can_be_loaded_and_gets_a_journal_of_its_own(mneme: Mneme, home: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.json"
    _, out, _ = mneme("two-masks", "--save", str(copy), typed=FACES)
    assert out.endswith(f"A copy of the game so far is in {copy}\n")
    kept(home).unlink()
    before = copy.read_bytes()
    status, out, _ = mneme("two-masks", "--load", str(copy))
    assert status == 0
    assert "Boast, or turn a card up." in out
    assert copy.read_bytes() == before
    assert sitting_in(kept(home)).digest() == gamefile.resume(gamefile.read(before, games.find)).digest()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "The file is empty."),
        (b"Dear Ada", "This is not a game file, or it is damaged: it cannot be read as JSON."),
        (b"{}", "This is not a Mneme game file."),
        (b'{"format": "mneme-journal", "version": 1}\n', "The file kept is not a kept game."),
    ],
)
def test_other_files_are_refused_in_one_sentence(mneme: Mneme, tmp_path: Path, content: bytes, sentence: str) -> None:
    (tmp_path / "kept").write_bytes(content)
    assert mneme("--load", "kept") == (2, "", f"mneme: {sentence}\n")
    assert (tmp_path / "kept").read_bytes() == content


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (b'"game":"two-masks"', b'"game":"chess"', f"There is no game called 'chess'; the games are: {SHELF}."),
        (
            b'"rules":1',
            b'"rules":7',
            "This game needs version 7 of the Two Masks rules; this copy of Mneme has version 1.",
        ),
        (b'"scenes":3', b'"scenes":30', "Two Masks has 1 to 9 scenes."),
        (b'"c":"Cleo"', b'"d":"Cleo"', "The seats and names in kept do not fit together."),
        (b'"face","fox"', b'"face","fox and owl"', "Entry 1 does not fit the game: One word, without spaces."),
    ],
)
def test_a_damaged_journal_is_refused_in_one_sentence(
    mneme: Mneme, home: Path, old: bytes, new: bytes, sentence: str
) -> None:
    mneme("two-masks", typed=FACES)
    damaged = kept(home).read_bytes().replace(old, new, 1)
    Path("kept").write_bytes(damaged)
    assert mneme("--load", "kept") == (2, "", f"mneme: {sentence}\n")
    assert Path("kept").read_bytes() == damaged


def test_another_game_than_the_one_in_the_file_is_refused(mneme: Mneme, home: Path) -> None:
    mneme("two-masks")
    path = kept(home)
    sentence = f"mneme: The file {path} holds a game of Two Masks, not of schizonauts.\n"
    assert mneme("schizonauts", "--load", str(path)) == (2, "", sentence)


def test_a_copy_does_not_replace_a_file(mneme: Mneme) -> None:
    Path("letter").write_text("Dear Ada")
    sentence = "mneme: There is already a file called letter; choose another name for --save.\n"
    assert mneme("two-masks", "--save", "letter") == (2, "", sentence)
    assert Path("letter").read_text() == "Dear Ada"
