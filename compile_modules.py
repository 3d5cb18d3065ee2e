"""Compiles the busiest modules with mypyc, in place: the same Python, in about three quarters of the time.

Nothing depends on it. Where there is no C compiler, or the compiled files are taken away, the modules run as they are
written; where the files are there, Python takes them before the text beside them.
"""

from __future__ import annotations

import ast
import os
import sys
import tempfile
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

ROOT = Path(__file__).parent
MODULES = (
    "bots/runner",
    "engine/clock",
    "engine/feed",
    "engine/log",
    "engine/play",
    "engine/projection",
    "engine/scroll",
    "engine/settling",
    "engine/undoing",
    "engine/windows",
    "games/know_thyself/words",
    "games/lost_days/words",
    "games/schizonauts/words",
    "games/utopolis/words",
    "server/hall",
    "server/room",
    "server/table",
)
SOURCES = tuple(ROOT / f"src/mneme/{module}.py" for module in MODULES)
GROUP = "mneme_compiled"  # names the library they share
SUFFIX = EXTENSION_SUFFIXES[0]

_NO_COMPILER = (
    "Nothing is compiled: that takes a C compiler and Python's headers (the packages gcc and python3-dev). "
    "Mneme works all the same, only a little slower."
)


def compiled() -> list[Path]:
    """The compiled files for this Python, if there are any: one for each module, and the library they share."""
    files = [source.with_suffix(SUFFIX) for source in SOURCES] + [ROOT / f"src/{GROUP}__mypyc{SUFFIX}"]
    return files if all(file.is_file() for file in files) else []


def stale() -> list[Path]:
    """The modules that were changed since they were compiled."""
    pairs = zip(SOURCES, compiled(), strict=False)
    return [source for source, file in pairs if source.stat().st_mtime > file.stat().st_mtime]


def check(source: Path) -> None:
    """mypyc drops the keywords of a class (`frozen=True`, `tag=…`) without a word, so such classes live elsewhere."""
    for node in ast.walk(ast.parse(source.read_text())):
        if isinstance(node, ast.ClassDef) and node.keywords:
            raise SystemExit(f"{source}:{node.lineno}: {node.name} has keywords, which mypyc would drop.")


def build() -> bool:
    """Compile; says whether there was a compiler to do it with."""
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext
    from setuptools.errors import CompileError, PlatformError

    os.chdir(ROOT)  # so that mypy finds its settings
    for source in SOURCES:
        check(source)
    for old in (ROOT / "src").rglob(f"*{SUFFIX}"):
        old.unlink()
    with tempfile.TemporaryDirectory() as folder:
        paths = [str(source.relative_to(ROOT)) for source in SOURCES]
        # What comes of a higher level is no faster, and takes half as long again to make.
        extensions = mypycify(paths, group_name=GROUP, opt_level="1", debug_level="0", target_dir=folder)
        command = build_ext(Distribution({"name": GROUP, "package_dir": {"": "src"}, "ext_modules": extensions}))
        command.inplace, command.build_temp = True, folder
        command.ensure_finalized()
        try:
            command.run()
        except (CompileError, PlatformError):
            return False
    return True


if __name__ == "__main__":
    if not build():
        print(_NO_COMPILER, file=sys.stderr)
