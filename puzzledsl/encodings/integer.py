"""One integer column for each cell; values are distinguished by big-M rows.

Introductions to integer programming begin with this formulation. Not-equals, differences and comparisons under
conditions are big-M rows with 0–1 columns. Only products, equations of two cells with several cases, other tables
without a linear form, automata and counts need columns for single values, which are then linked to the cell
(``Σ z = 1``, ``Σ v·z = x``).
"""

from __future__ import annotations

from puzzledsl.encodings.writer import Writer


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


ENCODER = Integer
