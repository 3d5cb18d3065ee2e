"""What holds for the project as a whole: its files, its set-up and its command line."""

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import click
import pytest

import compile_modules
from mneme import cli
from mneme.engine.errors import MnemeError

ROOT = Path(__file__).parents[1]

REGISTRIES = re.compile(r"https?://[\w.-]+/(?:simple|packages)/|https?://registry\.|index-url[ =]|find-links[ =]")
MACHINE_PATHS = re.compile(r"(?<![\w.)-])/(?:work|root|home/\w+|Users/\w+)/")


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def project_files() -> Iterator[tuple[str, str]]:
    """Every text file of the project, but for the folders that .gitignore names."""
    ignored = {line.rstrip("/") for line in read(".gitignore").splitlines() if line.endswith("/")} | {".git"}
    for folder, subfolders, names in os.walk(ROOT):
        here = Path(folder).relative_to(ROOT)
        subfolders[:] = [name for name in subfolders if not {name, (here / name).as_posix()} & ignored]
        for name in names:
            path = Path(folder, name)
            content = path.read_bytes()
            if b"\0" not in content:
                yield path.relative_to(ROOT).as_posix(), content.decode("utf-8")


# Files.


@pytest.mark.parametrize("pattern", [REGISTRIES, MACHINE_PATHS], ids=["registries", "machine paths"])
def test_no_file_holds_an_address_of_one_machine(pattern: re.Pattern[str]) -> None:
    found = {name: match.group() for name, text in project_files() if (match := pattern.search(text))}
    assert found == {}


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (REGISTRIES, "--index-" + "url https://example.net/simple"),
        (REGISTRIES, "https://files.example.net" + "/packages/ab/cd"),
        (MACHINE_PATHS, 'open("/home' + '/ada/notes")'),
        (MACHINE_PATHS, "file:///" + "root/wheels/"),
    ],
)
def test_such_addresses_are_recognised(pattern: re.Pattern[str], text: str) -> None:
    assert pattern.search(text)


def test_the_walk_reaches_the_files_of_the_project() -> None:
    names = {name for name, _ in project_files()}
    assert {"README.md", ".ci/run", "src/mneme/cli.py", "docs/rules/utopolis.md"} <= names
    assert not any(name.startswith(".venv/") for name in names)


@pytest.mark.parametrize("command", ["make play", "make test"])
def test_the_readme_names_the_two_commands(command: str) -> None:
    assert re.search(rf"^{command}\b", read("README.md"), re.MULTILINE)


@pytest.mark.parametrize("designer", ["Fred Hicks", "Ryan Macklin", "Eric J. Boyd", "Andrew Kenrick"])
def test_the_readme_credits_the_designers(designer: str) -> None:
    assert designer in read("README.md")


def test_links_between_documents_lead_somewhere() -> None:
    for document in ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"]:
        for target in re.findall(r"\]\(([^)#:]+)\)", read(document)):
            assert (ROOT / target).exists(), f"{document}: {target}"


# Set-up.


TARGETS = (
    *("setup", "play", "terminal", "web", "types", "wheel", "test", "screens", "check", "format", "bench"),
    *("playthroughs", "lock", "clean"),
)


@pytest.mark.parametrize("target", TARGETS)
def test_make_knows_its_targets(target: str) -> None:
    plan = subprocess.run(["make", "--dry-run", target], cwd=ROOT, capture_output=True, text=True, check=False)
    assert plan.returncode == 0, plan.stderr
    assert f"\nmake {target} " in f"\n{help_of_make()}"


def help_of_make() -> str:
    return subprocess.run(["make"], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def test_continuous_integration_runs_the_tests() -> None:
    assert os.access(ROOT / ".ci/run", os.X_OK)
    assert read(".ci/run").splitlines()[1:] == ["set -euo pipefail", 'cd "$(dirname "$0")/.."', "make test"]


@pytest.mark.parametrize("lock", ["requirements.txt", "requirements-dev.txt"])
def test_every_package_is_pinned_with_hashes(lock: str) -> None:
    entries = re.split(r"\n(?=[a-z0-9])", read(lock).strip())
    assert len(entries) > 10
    for entry in entries:
        assert re.match(r"[a-z0-9.-]+==\S+ ", entry), entry
        assert "--hash=sha256:" in entry, entry


def test_every_requirement_is_in_the_lock_files() -> None:
    project = tomllib.loads(read("pyproject.toml"))
    wanted = {
        "requirements.txt": project["project"]["dependencies"],
        "requirements-dev.txt": project["project"]["dependencies"] + project["dependency-groups"]["dev"],
    }
    for lock, requirements in wanted.items():
        pinned = set(re.findall(r"^([a-z0-9.-]+)==", read(lock), re.MULTILINE))
        assert {re.split(r"[\[<>=; ]", requirement)[0] for requirement in requirements} <= pinned


# What is compiled.


@pytest.mark.parametrize("source", compile_modules.SOURCES, ids=compile_modules.MODULES)
def test_a_compiled_module_has_no_class_that_mypyc_would_change(source: Path) -> None:
    compile_modules.check(source)


def test_a_class_that_mypyc_would_change_is_refused(tmp_path: Path) -> None:
    source = tmp_path / "module.py"
    source.write_text("class Answer(Struct, frozen=True):\n    seat: str\n")
    with pytest.raises(SystemExit, match="Answer has keywords"):
        compile_modules.check(source)


def test_the_package_is_compiled_with_what_the_tests_are() -> None:
    (pinned,) = re.findall(r"^mypy==(\S+)", read("requirements-dev.txt"), re.MULTILINE)
    assert f'"mypy[mypyc]=={pinned}"' in read("hatch_build.py")


# The command line.

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch) -> Callable[[BaseException], int]:
    """Run `mneme play` with a stand-in that raises what it is given."""

    def run(raised: BaseException) -> int:
        @click.command("play")
        def command() -> None:
            raise raised

        module = ModuleType("mneme.commands.play")
        module.command = command  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, "mneme.commands.play", module)
        return cli.main(["play"])

    return run


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_every_command_can_be_loaded(name: str) -> None:
    command = import_module(f"mneme.commands.{name}").command
    assert isinstance(command, click.Command)


def test_help_lists_the_commands_and_imports_none(capsys: Captured) -> None:
    code = "import sys; from mneme.cli import main; main(['--help']); print(*sys.modules, file=sys.stderr)"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    for name, purpose in cli.COMMANDS.items():
        assert re.search(rf"^  {name} +{re.escape(purpose)}$", answer.stdout, re.MULTILINE)
    loaded = answer.stderr.split()
    assert "mneme.cli" in loaded
    assert not [name for name in loaded if name.startswith(("mneme.commands.", "mneme.engine", "mneme.games"))]


def test_the_version_is_that_of_the_project(capsys: Captured) -> None:
    assert cli.main(["--version"]) == 0
    assert capsys.readouterr().out == f"mneme {tomllib.loads(read('pyproject.toml'))['project']['version']}\n"


def test_without_a_command_the_help_is_shown(capsys: Captured) -> None:
    assert cli.main([]) == 0
    assert capsys.readouterr().out.startswith("Usage: mneme")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chess"], f"mneme: There is no command called chess; the commands are {', '.join(cli.COMMANDS)}.\n"),
        (["--loud"], "mneme: No such option '--loud'.\n"),
        (["rules"], "mneme: Missing argument 'GAME'.\n"),
    ],
)
def test_wrong_use_is_refused_in_one_sentence(capsys: Captured, arguments: list[str], sentence: str) -> None:
    assert cli.main(arguments) == 2
    assert capsys.readouterr() == ("", sentence)


@pytest.mark.parametrize(
    ("raised", "status", "sentence"),
    [
        (MnemeError("The file game.json\nis not a game."), 2, "mneme: The file game.json is not a game.\n"),
        (click.UsageError("Name a game."), 2, "mneme: Name a game.\n"),
        (KeyboardInterrupt(), 130, "\n"),
        (EOFError(), 2, "\nmneme: The input ended before the command was done.\n"),
    ],
    ids=["ours", "usage", "interrupted", "end of input"],
)
def test_trouble_ends_in_one_sentence(
    play: Callable[[BaseException], int], capsys: Captured, raised: BaseException, status: int, sentence: str
) -> None:
    assert play(raised) == status
    assert capsys.readouterr() == ("", sentence)


def test_a_bug_is_not_hushed_up(play: Callable[[BaseException], int]) -> None:
    with pytest.raises(ZeroDivisionError):
        play(ZeroDivisionError())


def test_a_reader_that_leaves_is_no_trouble() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "mneme", "rules", "schizonauts", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
