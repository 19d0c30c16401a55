"""A clause as one row."""

from __future__ import annotations

from puzzledsl.bridges import Bridge
from puzzledsl.primitives.clause import Clause
from puzzledsl.row_builder import combine


class ClauseToRow(Bridge[Clause]):
    """``Σ truth(literal) ≥ 1``; literals of one variable are a restriction of its values."""

    def write(self) -> None:
        """See `Bridge.write`."""
        literals = self.constraint.alternatives
        if len(literals) == 1:
            self.builder.restrict(literals[0].variable, literals[0].values)
        else:
            self.builder.row(combine((1, self.builder.truth(literal)) for literal in literals), 1, None)


BRIDGE = ClauseToRow
