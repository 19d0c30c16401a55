"""Constraints that follow from others, and narrow or bound more than these do one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.flat import FlatConstraint
from puzzledsl.primitives.alldifferent import AllDifferent
from puzzledsl.primitives.distinct_sum import DistinctSum
from puzzledsl.primitives.linear import Linear

if TYPE_CHECKING:
    from puzzledsl.flat import FlatModel

_MOST_CELLS = 40


def implied(flat: FlatModel) -> tuple[FlatConstraint, ...]:
    """For every sum of variables that have to be different, whatever says so: both in one.

    Each has the origin of its sum.
    """
    different = [0] * len(flat.variables)  # by variable, the variables that must differ from it, as a mask
    sums: list[tuple[FlatConstraint, Linear]] = []
    for constraint in flat.constraints:
        primitive = constraint.primitive
        if constraint.condition:
            continue
        if isinstance(primitive, AllDifferent):
            if not primitive.ignoring and not any(primitive.offsets):
                house = 0
                for x in primitive.variables:
                    house |= 1 << x
                for x in primitive.variables:
                    different[x] |= house
        elif isinstance(primitive, Linear) and primitive.op == "==" and not primitive.literals:
            sums.append((constraint, primitive))
    found: dict[DistinctSum, FlatConstraint] = {}
    for constraint, row in sums:
        if not 2 <= len(row.terms) <= _MOST_CELLS:
            continue
        slope = row.terms[0][1]
        variables = tuple(x for x, _ in row.terms)
        cells = 0
        for x in variables:
            cells |= 1 << x
        if (
            any(k != slope for _, k in row.terms)
            or any(cells & ~different[x] for x in variables)
            or len(set(variables)) < len(variables)
            or row.constant % slope
        ):
            continue
        both = DistinctSum(variables, int(row.constant // slope))
        found.setdefault(both, FlatConstraint(both, constraint.origin))
    return tuple(found.values())
