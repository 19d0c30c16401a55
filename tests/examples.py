"""How many examples of a law Hypothesis tries: all in CI, a third in a run of the tests by hand."""

from __future__ import annotations

from hypothesis import settings

FULL = 99
"""``max_examples`` of the profile ``full`` (``tests/conftest.py``)."""


def examples(count: int) -> int:
    """The ``max_examples`` of a law that is tried with this many examples in the profile ``full``."""
    profile = settings.default
    assert profile is not None
    return max(1, count * profile.max_examples // FULL)
