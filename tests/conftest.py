"""Settings for every test."""

from hypothesis import HealthCheck, settings

# The same examples on every machine, and no judgement by the clock: a busy machine must not fail a build.
settings.register_profile(
    "mneme", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("mneme")
