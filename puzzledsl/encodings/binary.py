"""``x[c,v] = 1`` when cell ``c`` holds ``v``: a 0–1 column for every value that is left.

The assignment formulation of Bartlett, Chartier, Langville & Rankin, An Integer Programming Model for the
Sudoku Problem (Journal of Online Mathematics and its Applications 8, 2008).
"""

from __future__ import annotations

from puzzledsl.encodings.writer import Writer

CELL = 100
"""A variable of the source with more values than this (a total, mostly) is an integer column."""

AUXILIARY = 40
"""The same for a variable that the compiler introduced."""


class Binary(Writer):
    """The encoding ``binary``."""

    name = "binary"

    def _wants_literals(self, x: int) -> bool:
        return self._domains[x].size <= (AUXILIARY if self._flat.variables[x].auxiliary else CELL)


ENCODER = Binary
