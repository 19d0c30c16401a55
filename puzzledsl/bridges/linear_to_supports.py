"""A linear relation of two variables as the supports of each value."""

from __future__ import annotations

from functools import cached_property
from itertools import product

from puzzledsl.bridges import Bridge
from puzzledsl.bridges.supports import write_supports
from puzzledsl.primitives.linear import Linear

LARGEST = 1000
"""With more pairs of values than this the plain row of an inequality is used."""


class LinearToSupports(Bridge[Linear]):
    """``k·x + m·y op constant`` as the table of its pairs (`write_supports`), where both have columns of values.

    ``x ≤ y`` as one row admits the point at which both are half their least and half their greatest value; the rows of
    supports do not.
    """

    @cached_property
    def _free(self) -> tuple[int, ...] | None:
        """The undecided variables of the terms; ``None``: one of them has no columns of values."""
        free = [x for x, _ in self.constraint.terms if self.builder.domain(x).size != 1]
        return tuple(free) if all(self.builder.by_value(x) and self.builder.has_literals(x) for x in free) else None

    def cost(self) -> float | None:
        """See `Bridge.cost`."""
        if self.builder.is_plain and self.constraint.op != "!=":
            return None
        if self.constraint.literals or self._free is None or len(self._free) != 2 or self._free[0] == self._free[1]:
            return None
        size = self.builder.domain(self._free[0]).size * self.builder.domain(self._free[1]).size
        return None if self.constraint.op == "<=" and size > LARGEST else 0

    def write(self) -> None:
        """See `Bridge.write`."""
        builder, linear = self.builder, self.constraint
        assert self._free is not None
        x, y = self._free
        factors = dict(linear.terms)
        decided = sum(k * builder.domain(z).lo for z, k in linear.terms if z not in self._free)
        sums = (
            (v, w, decided + factors[x] * v + factors[y] * w) for v, w in product(builder.domain(x), builder.domain(y))
        )
        pairs = [(v, w) for v, w, total in sums if linear.compares(total)]
        write_supports(builder, self._free, pairs, (builder.variable_name(x), builder.variable_name(y)))


BRIDGE = LinearToSupports
