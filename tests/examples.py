"""How many examples a test tries: all in CI, a part of them in a run of the tests by hand."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import settings

FULL = 80
"""``max_examples`` of the profile ``full`` (``tests/conftest.py``)."""


def examples(count: int) -> int:
    """The ``max_examples`` of a law that is tried with this many examples in the profile ``full``."""
    profile = settings.default
    assert profile is not None
    return max(1, count * profile.max_examples // FULL)


def every(step: int, values: Iterable[object]) -> list[object]:
    """For ``parametrize``: each value in CI, and by hand only those that are ``step`` places apart."""
    return [pytest.param(one, marks=pytest.mark.slow if k % step else ()) for k, one in enumerate(values)]
