"""Modules as they are written and modules that are compiled: which of the two a test has before it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import EXTENSION_SUFFIXES, SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType
from typing import Any

import pytest


class Written(MetaPathFinder):
    """Finds our modules as they are written; Python by itself prefers a compiled module to the text beside it."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if path is None or not fullname.startswith("mneme."):
            return None
        return FileFinder(path[0], (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(fullname)


def refuse_patches_without_effect() -> None:
    """Compiled code calls its own functions and methods directly, so what is put in their place is never called."""
    patches, patch = pytest.MonkeyPatch(), pytest.MonkeyPatch.setattr

    def setattr_with_effect(self: pytest.MonkeyPatch, target: Any, *rest: Any, **options: Any) -> None:
        if _is_compiled(target):
            pytest.fail(f"{target} is compiled: such a test is run on the modules as they are written.")
        patch(self, target, *rest, **options)

    patches.setattr(pytest.MonkeyPatch, "setattr", setattr_with_effect)


def _is_compiled(target: object) -> bool:
    module = sys.modules.get(target.__module__) if isinstance(target, type) else target
    return isinstance(module, ModuleType) and str(getattr(module, "__file__", "")).endswith(EXTENSION_SUFFIXES[0])
