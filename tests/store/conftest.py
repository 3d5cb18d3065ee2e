"""Settings for the tests of the store."""

import pytest

pytest.register_assert_rewrite("tests.store.conformance", "tests.store.machine")
