"""Sums of whole variables: small equations keep only the values that solutions have."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from puzzledsl.domain import Domain
from puzzledsl.flat import FlatConstraint, FlatVariable
from puzzledsl.kernel.store import Contradiction, Store
from puzzledsl.primitives.linear import Linear


@pytest.mark.parametrize("factors", [(1, -2), (1, 2, -3), (1, 1, -1), (2, 3, -1), (1, 1, 1, -2)], ids=str)
def test_an_equation_keeps_what_its_solutions_have(factors: tuple[int, ...]) -> None:
    draw = Random(str(factors))
    for _ in range(40):
        domains = [sorted(draw.sample(range(1, 10), draw.choice([2, 4, 9]))) for _ in factors]
        constant = draw.choice([0, 0, 1, 3])
        solutions = [v for v in product(*domains) if sum(k * x for k, x in zip(factors, v, strict=True)) == constant]
        store = Store([FlatVariable(f"x{i}", Domain.of(values)) for i, values in enumerate(domains)])
        equation = FlatConstraint(Linear(tuple(enumerate(factors)), (), "==", constant), 0)
        if solutions:
            store.propagate_alone(equation)
            kept = [set(store.values(i)) for i in range(len(factors))]
            assert kept == [set(values) for values in zip(*solutions, strict=True)]
        else:
            with pytest.raises(Contradiction):
                store.propagate_alone(equation)
