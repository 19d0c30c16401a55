"""The prepared verifier accepts exactly what the plain one does."""

from __future__ import annotations

from random import Random

import pytest

import puzzledsl
from puzzledsl.diagnostics import PuzzleError
from puzzledsl.model import Model
from puzzledsl.verification import Verifier, verify
from tests.language.accepted import elaborated
from tests.language.test_decided_operands import model_text

PREPARED = """\
grid cell[2, 3] in {0, 1, 2, 5}
var far in 0..1000000
alldifferent: row(1)
alldifferent(row(2)) or r1c1 == 0
r1c1 + 2 * r1c2 - r2c3 <= 4
r2c1 * 3 != r2c2 + 1
far >= 10
[r1c3, r2c3] in [[0, 1], [1, 0], [2, 5], [5, 5]]
abs(r2c1 - r2c2) >= 1
"""


def same(model: Model, random: Random, count: int) -> int:
    """Compares both on random values, some of them outside the domains; returns how often they accepted."""
    verifier = Verifier(model)
    accepted = 0
    for _ in range(count):
        values = [
            random.choice(list(v.domain)) if v.domain.size < 100 else random.randint(0, 20) for v in model.variables
        ]
        if random.random() < 0.05:
            values[random.randrange(len(values))] += random.choice((-3, 1, 2000000))
        expected = not verify(model, values)
        assert verifier.accepts(values) == expected, values
        accepted += expected
    return accepted


def test_the_prepared_shapes() -> None:
    assert same(puzzledsl.parse(PREPARED).elaborated, Random(1), 3_000) > 5


@pytest.mark.parametrize("seed", range(4))
def test_random_expressions(seed: int) -> None:
    accepted = 0
    for round_ in range(60):
        random = Random(f"verifier {seed} {round_}")
        try:
            model = elaborated(model_text(random)[0])
        except PuzzleError:
            continue
        if model is not None:
            accepted += same(model, random, 30)
    assert accepted > 100


def test_a_comparison_of_reals_is_false_where_a_side_is_undefined() -> None:
    model = puzzledsl.parse(
        "grid cell[1, 2] in 0..2\nvar x in real 0..10\nx >= [r1c1, r1c1][r1c2]\nx <= 5 or [r1c1, r1c1][r1c2] <= x\n"
    ).elaborated
    assert [violation.origin.line for violation in verify(model, (1, 0, 6)) if violation.origin] == [3, 4]
    assert [violation.origin.line for violation in verify(model, (1, 0, 4)) if violation.origin] == [3]
    assert not verify(model, (1, 1, 6))
