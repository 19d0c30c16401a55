"""All-different as one disequality for each pair."""

from __future__ import annotations

from itertools import combinations

from puzzledsl.bridges import Bridge
from puzzledsl.domain import Domain
from puzzledsl.primitives.alldifferent import AllDifferent
from puzzledsl.row_builder import ONE, ZERO, combine

MOST_VALUES = 1_000
"""Of a cell with more values the sum is not bounded."""


class AllDifferentToDisequalities(Bridge[AllDifferent]):
    """``x + a ≠ y + b`` for each pair (`RowBuilder.different`).

    With n cells for n values v: also ``Σ (x + a) = Σ v``, the only facet with all cells of the convex hull of
    permutations (Williams & Yan, INFORMS Journal on Computing 13, 2001). With more values the sum is at least that of
    the n smallest and at most that of the n largest (Lee, Mathematical Programming 91, 2002), from which only the bound
    of an objective gains. With fewer values there is no solution. A pair that may have an ignored value is different
    under the condition that x has none.
    """

    def write(self) -> None:
        """See `Bridge.write`."""
        builder, places = self.builder, self.constraint.shifts
        shifted = {x: builder.domain(x).shifted(offset) for x, offset in places}
        ignored = Domain.of(self.constraint.ignoring)
        most = MOST_VALUES if builder.optimizes else len(places)
        if all(domain.size <= most and not domain & ignored for domain in shifted.values()):
            self._write_sum(sorted(set().union(*shifted.values())))
        for (x, first), (y, second) in combinations(places, 2):
            both = shifted[x] & shifted[y]
            if not both - ignored:
                continue
            if both & ignored:
                with builder.under(ONE - builder.among(x, ignored.shifted(-first))):
                    builder.different(x, y, second - first)
            else:
                builder.different(x, y, second - first)

    def _write_sum(self, values: list[int]) -> None:
        places = self.constraint.shifts
        count = len(places)
        if len(values) < count:
            self.builder.row(ZERO, 1, None)
        elif len(values) == count or self.builder.optimizes:
            form = combine((1, self.builder.value(x) + offset) for x, offset in places)
            self.builder.row(form, sum(values[:count]), sum(values[-count:]), "sum")


BRIDGE = AllDifferentToDisequalities
