"""A linear disequality as one of two sides."""

from __future__ import annotations

from puzzledsl.bridges import Bridge
from puzzledsl.bridges.linear_to_row import left_side
from puzzledsl.domain import Domain
from puzzledsl.primitives.linear import Linear
from puzzledsl.row_builder import ONE


class LinearToDisjunction(Bridge[Linear]):
    """``form ≠ c`` over whole numbers is ``form ≥ c + 1`` if a 0–1 column is 1, and ``form ≤ c - 1`` if it is 0.

    The big-M disjunction of Dantzig (On the significance of solving linear programming problems with some integer
    variables, Econometrica 28, 1960). One variable: its value is gone. Two with opposite factors:
    `RowBuilder.different`.
    """

    def cost(self) -> float | None:
        """See `Bridge.cost`."""
        return 1 if self.constraint.op == "!=" else None

    def write(self) -> None:
        """See `Bridge.write`."""
        builder = self.builder
        contributions, constant = self.constraint.scaled
        active = [(x, k) for x, k, steps in contributions if k or steps]
        plain = not any(steps for _, _, steps in contributions)
        if plain and len(active) == 1:
            x, k = active[0]
            if constant % k == 0:
                builder.restrict(x, builder.domain(x) - Domain.of([constant // k]))
            return
        if plain and len(active) == 2 and {active[0][1], active[1][1]} == {1, -1}:
            (x, k), (y, _) = active
            builder.different(x, y, constant * k)
            return
        form = left_side(builder, self.constraint)
        low, high = builder.bounds(form)
        if (low is not None and low > constant) or (high is not None and high < constant):
            return
        above = builder.flag("above")
        with builder.under(above):
            builder.row(form, constant + 1, None, "above")
        with builder.under(ONE - above):
            builder.row(form, None, constant - 1, "below")


BRIDGE = LinearToDisjunction
