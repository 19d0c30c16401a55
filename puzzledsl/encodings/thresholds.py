"""The rows that link 0–1 columns "at least v" to an integer column."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from puzzledsl.row_builder import Coefficient, Form

if TYPE_CHECKING:
    from collections.abc import Iterator

    from puzzledsl.domain import Domain


def threshold_rows(
    value: int, left: Domain, thresholds: list[tuple[int, int]]
) -> Iterator[tuple[tuple[int, str], Form, int | None, int | None]]:
    """Return index, form and limits of each row.

    With the values ``v₁ < … < vₖ`` that have a column ``tᵢ`` ("at least vᵢ"), the least value ``v₀``, and the
    greatest values ``uᵢ`` below ``vᵢ₊₁``: ``x ≥ v₀ + Σ (vᵢ - vᵢ₋₁) tᵢ``, ``x ≤ u₀ + Σ (uᵢ - uᵢ₋₁) tᵢ``, and
    ``tᵢ ≥ tᵢ₊₁``. For one threshold these are the two big-M rows; for more of them the convex hull.

    Args:
        value: the column of the value.
        left: the values of the variable.
        thresholds: values with their columns, ascending; none of them at or below the least value, or above the
            greatest.
    """
    ends = [
        (
            next(max(lo, v) for lo, hi in left.intervals if hi >= v),
            max(min(hi, v - 1) for lo, hi in left.intervals if lo < v),
        )
        for v, _ in thresholds
    ]
    lowest: dict[int, Coefficient] = {value: 1}
    highest: dict[int, Coefficient] = {value: 1}
    reached = left.lo
    for i, ((_, column), (above, below)) in enumerate(zip(thresholds, ends, strict=True)):
        following = ends[i + 1][1] if i + 1 < len(ends) else left.hi
        if above != reached:
            lowest[column] = reached - above
        if below != following:
            highest[column] = below - following
        reached = above
    first = thresholds[0][0]
    yield (first, "if"), Form(lowest), left.lo, None
    yield (first, "only if"), Form(highest), None, ends[0][1]
    for (v, column), (_, following) in pairwise(thresholds):
        yield (v, "order"), Form({column: 1, following: -1}), 0, None
