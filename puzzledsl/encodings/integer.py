"""One integer column for each cell; values are distinguished by big-M rows.

Introductions to integer programming begin with this formulation. Not-equals, differences and comparisons under
conditions are big-M rows with 0–1 columns. Only products, tables without a linear form, automata and counts need
columns for single values, which are then linked to the cell (``Σ z = 1``, ``Σ v·z = x``).
"""

from __future__ import annotations

from itertools import combinations

from puzzledsl.domain import Domain
from puzzledsl.encodings.columns import ONE, ZERO
from puzzledsl.encodings.linear_forms import write_form
from puzzledsl.encodings.writer import Writer
from puzzledsl.primitives.alldifferent import AllDifferent
from puzzledsl.primitives.table import Table
from puzzledsl.row_builder import combine


class Integer(Writer):
    """The encoding ``integer``."""

    name = "integer"
    half_line = 1
    merges_pairs = False

    def by_value(self, x: int) -> bool:  # noqa: ARG002
        """See `RowBuilder.by_value`."""
        return False

    def _wants_literals(self, x: int) -> bool:  # noqa: ARG002
        return False

    def _pairwise_by_value(self, x: int, y: int) -> bool:
        sizes = {self._domains[x].size, self._domains[y].size}
        return 1 in sizes and super()._pairwise_by_value(x, y)


def write_pairs(writer: Integer, constraint: AllDifferent) -> bool:
    """All-different as one disequality a pair, and the sum of the values when the house is full."""
    offsets = constraint.offsets or (0,) * len(constraint.variables)
    places = list(zip(constraint.variables, offsets, strict=True))
    shifted = {x: writer.domain(x).shifted(offset) for x, offset in places}
    ignored = Domain.of(constraint.ignoring)
    if all(domain.size <= len(places) and not domain & ignored for domain in shifted.values()):
        _write_sum(writer, places, sorted(set().union(*shifted.values())))
    for (x, first), (y, second) in combinations(places, 2):
        both = shifted[x] & shifted[y]
        if not both - ignored:
            continue
        if both & ignored:
            with writer.under(ONE - writer.among(x, ignored.shifted(-first))):
                writer.different(x, y, second - first)
        else:
            writer.different(x, y, second - first)
    return True


def _write_sum(writer: Integer, places: list[tuple[int, int]], values: list[int]) -> None:
    if len(values) < len(places):
        writer.row(ZERO, 1, None)
    elif len(values) == len(places):
        form = combine((1, writer.value(x) + offset) for x, offset in places)
        writer.row(form, sum(values), sum(values), "sum")


Integer.overrides = {AllDifferent: write_pairs, Table: write_form}
ENCODER = Integer
