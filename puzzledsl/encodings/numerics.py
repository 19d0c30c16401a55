"""Whether the numbers of a program leave room for an answer of floating-point arithmetic to be relied on."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from puzzledsl.encodings.encoded import Encoded

MOST_SPREAD = 10**6
"""Beyond this ratio of coefficients in a row, "infeasible" needs an exact second opinion."""

MOST_REACH = 10**9
"""So too where a row adds up to more: beyond it, doubles are as coarse as HiGHS' tolerances."""


def is_delicate(encoded: Encoded) -> bool:
    """Whether a row has coefficients so far apart that a tolerance of 1e-6 on one column moves it by a whole unit, or
    numbers so large that the tolerance is within the rounding."""
    ends = [max(abs(float(c.lower or 0)), abs(float(c.upper or 0))) for c in encoded.columns]
    for row in encoded.rows:
        sizes = [abs(float(k)) for k in row.terms.values()]
        if max(sizes) > MOST_SPREAD * min(sizes):
            return True
        if sum(size * ends[x] for size, x in zip(sizes, row.terms, strict=True)) > MOST_REACH:
            return True
    return False
