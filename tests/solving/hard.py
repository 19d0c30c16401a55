"""A market-split problem: five equations over forty 0–1 variables, which no branch-and-bound code solves soon.

Cornuéjols & Dawande, A Class of Hard Small 0–1 Programs (INFORMS Journal on Computing 11, 1999).
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from puzzledsl.encodings import encode
from puzzledsl.encodings.pyomo_model import to_pyomo
from puzzledsl.flat import FlatObjective
from puzzledsl.primitives.linear import Linear

from ..flat_models import Builder

if TYPE_CHECKING:
    from pyomo.core import ConcreteModel


def market_split(equations: int = 5, slack: bool = False) -> ConcreteModel:
    """With ``slack`` there are solutions, and the best one (least total deviation) is what is hard to find."""
    random = Random(1)
    builder = Builder()
    bits = [builder.integer(f"b{i}", [0, 1]) for i in range(10 * (equations - 1))]
    objective = []
    for k in range(equations):
        terms = [(bit, random.randrange(100)) for bit in bits]
        total = sum(coefficient for _, coefficient in terms) // 2
        if slack:
            over, under = builder.integer(f"over{k}", range(10**4)), builder.integer(f"under{k}", range(10**4))
            terms += [(over, -1), (under, 1)]
            objective += [(over, 1), (under, 1)]
        builder.add(Linear(tuple(terms), (), "==", total))
    if slack:
        builder.objective = FlatObjective(False, tuple(objective), 0)
    return to_pyomo(encode(builder.flat(), builder.domains, "binary", builder.variables))
