"""A linear equation or inequality as one row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.bridges import Bridge
from puzzledsl.primitives.linear import Linear
from puzzledsl.row_builder import combine

if TYPE_CHECKING:
    from puzzledsl.row_builder import Form, RowBuilder


class LinearToRow(Bridge[Linear]):
    """``Σ k·value(x) + Σ k·truth(literal) ≤ constant`` or ``= constant``, scaled to whole numbers."""

    def cost(self) -> float | None:
        """See `Bridge.cost`."""
        return None if self.constraint.op == "!=" else 1

    def write(self) -> None:
        """See `Bridge.write`."""
        constant = self.constraint.scaled[1]
        lower = constant if self.constraint.op == "==" else None
        self.builder.row(left_side(self.builder, self.constraint), lower, constant)


def left_side(builder: RowBuilder, linear: Linear) -> Form:
    """Return the sum on the left of the comparison, scaled."""
    contributions, _ = linear.scaled
    parts = [(k, builder.value(x)) for x, k, _ in contributions if k]
    return combine([*parts, *((k, builder.truth(literal)) for _, _, steps in contributions for literal, k in steps)])


BRIDGE = LinearToRow
