"""Settings for every test."""

import os
import sys

import pytest
from hypothesis import HealthCheck, settings

import compile_modules
from tests.written import Written, refuse_patches_without_effect

# The same examples on every machine, and no judgement by the clock: a busy machine must not fail a build.
settings.register_profile(
    "mneme", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("mneme")

# Tests meet all modules as they are written, and those that break them on purpose must; `make test` runs the others on
# the compiled ones.
if not os.environ.get("MNEME_COMPILED"):
    sys.meta_path.insert(0, Written())
elif not compile_modules.compiled() or compile_modules.stale():
    pytest.exit("There are no compiled modules, or they were changed since: run make setup first.", returncode=2)
else:
    refuse_patches_without_effect()
