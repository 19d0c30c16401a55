"""An integer column for each cell, and columns for its values, linked to it, if a constraint is about values.

Sums, orders and comparisons are rows over the integer columns, as in ``integer``; houses, tables, cages, counts and
automata are rows over the columns of values, as in ``binary``. A cell that occurs only in sums has no columns for
values.
"""

from __future__ import annotations

from puzzledsl.encodings.writer import Writer


class Mixed(Writer):
    """The encoding ``mixed``."""

    name = "mixed"
    summary = "an integer column for each cell, and columns for values where houses and tables speak of them"

    def _wants_literals(self, x: int) -> bool:  # noqa: ARG002
        return False


ENCODER = Mixed
