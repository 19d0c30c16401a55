"""Conditions over variables of many values: no row for each pair of values, and the same meaning as ever."""

from __future__ import annotations

from random import Random

import pytest

from puzzledsl.encodings import encode, encodings
from puzzledsl.flattening import flatten
from puzzledsl.model import Model
from puzzledsl.presolve.presolve import presolve
from puzzledsl.primitives.table import Table

from .accepted import Assignment, accepted, elaborated, meant

LARGE = 40
"""Values of a cell: 40 · 40 pairs of them are a table too large to be worth it."""

CONDITIONS = (
    "r1c1 == 7 <-> r1c2 == 9",
    "r1c1 in {3, 4, 17} <-> r1c2 >= 30",
    "r1c1 == 7 xor r1c2 <= 9",
    "s == 1 -> r1c1 == r1c2",
    "s != 2 -> r1c1 == 2 * r1c2 - 5",
    "s == 1 -> r1c1 + r1c2 != 30",
    "r1c1 == r1c2 + 3 -> s == 2",
    "s == 1 <-> r1c1 == r1c2",
    "s == 1 xor 3 * r1c1 == 2 * r1c2",
    "not (s == 1 <-> r1c1 != 41 - r1c2)",
)


def model_of(condition: str) -> Model:
    model = elaborated(f"grid cell[1, 2] in 1..{LARGE}\nvar s in 1..3\n{condition}\n")
    assert model is not None
    return model


def samples(model: Model, random: Random) -> list[Assignment]:
    """Solutions and others, half of them where one change may make a difference."""
    tried: set[Assignment] = set()
    for _ in range(4_000):
        a = random.randint(1, LARGE)
        b = random.choice(
            [random.randint(1, LARGE), a, (a + 5) // 2, max(a - 3, 1), 41 - a, max(30 - a, 1), min(3 * a // 2, LARGE)]
        )
        tried.add((random.choice([a, 7, 17]), random.choice([b, 9, 30]), random.randint(1, 3)))
    good = sorted(meant(model, tried))
    bad = sorted(tried.difference(good))
    return random.sample(good, min(20, len(good))) + random.sample(bad, min(20, len(bad)))


@pytest.mark.parametrize("encoding", sorted(encodings()))
@pytest.mark.parametrize("condition", CONDITIONS)
def test_the_program_accepts_what_is_meant(condition: str, encoding: str) -> None:
    model = model_of(condition)
    tried = samples(model, Random(condition))
    assert accepted(model, encoding, "domain", tried) == meant(model, tried)


@pytest.mark.parametrize("condition", CONDITIONS)
def test_the_program_grows_with_the_values_not_with_their_pairs(condition: str) -> None:
    model = model_of(condition)
    flat = flatten(model)
    assert not any(isinstance(constraint.primitive, Table) for constraint in flat.constraints)
    encoded = encode(flat, [variable.domain for variable in flat.variables], "binary")
    assert len(encoded.rows) <= 3 * LARGE + 10


def test_a_permutation_and_its_inverse() -> None:
    model = elaborated(
        """\
grid a[1, 12] in 1..12
grid b[1, 12] in 1..12
alldifferent: rows(a), rows(b)
for i in 1..12, k in 1..12:
    a[1, i] == k <-> b[1, k] == i
for i in 1..11:
    a[1, i] == i + 1
"""
    )
    assert model is not None
    narrowed = presolve(flatten(model), None, "domain")
    found = [domain.lo for domain in narrowed.domains]
    assert all(domain.size == 1 for domain in narrowed.domains)
    assert found == [*range(2, 13), 1, 12, *range(1, 12)]
