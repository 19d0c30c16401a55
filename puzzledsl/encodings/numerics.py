"""Whether an answer of floating-point arithmetic is reliable for the coefficients of a program."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from puzzledsl.encodings.encoded import Encoded

MOST_SPREAD = 10**6
"""If the coefficients in a row have a larger ratio than this, "infeasible" needs an exact proof."""

MOST_REACH = 10**9
"""The same applies if a row adds up to more than this: beyond it, doubles are as coarse as HiGHS' tolerances."""


def is_delicate(encoded: Encoded) -> bool:
    """Return whether a row has coefficients of very different sizes, or very large numbers.

    Then a tolerance of 1e-6 on one column can change the row by a whole unit, or is smaller than rounding errors.
    """
    ends = [max(abs(float(c.lower or 0)), abs(float(c.upper or 0))) for c in encoded.columns]
    for row in encoded.rows:
        sizes = [abs(float(k)) for k in row.terms.values()]
        if max(sizes) > MOST_SPREAD * min(sizes):
            return True
        if sum(size * ends[x] for size, x in zip(sizes, row.terms, strict=True)) > MOST_REACH:
            return True
    return False
