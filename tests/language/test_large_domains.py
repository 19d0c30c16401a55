"""Conditions over variables of many values: no row for each pair of values, and the same meaning as ever."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from random import Random

import pytest

from puzzledsl import Limits, parse
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
    narrowed = presolve(flatten(model), "domain")
    found = [domain.lo for domain in narrowed.domains]
    assert all(domain.size == 1 for domain in narrowed.domains)
    assert found == [*range(2, 13), 1, 12, *range(1, 12)]


FAR = """grid cell[1, 2] in 0..3
var x in {-40000, 7, 30000}
let added(state, value) = state + value
let is_seven(state) = state == 7
"""
"""Sums of cells and `x` have a dozen values in 70,000."""


@pytest.mark.parametrize(
    ("condition", "meaning"),
    [
        ("same_values([[r1c1, x + r1c2], [r1c2, x + r1c1]])", lambda a, b, x: sorted((a, x + b)) == sorted((b, x + a))),
        ("r1c1 + x in domain(7 - r1c2)", lambda a, b, x: a + x in range(4, 8)),
        (
            "nabner: [r1c1, x, r1c2 + 2 * x]",
            lambda a, b, x: all(abs(p - q) > 1 for p, q in combinations((a, x, b + 2 * x), 2)),
        ),
        ("len(domain(2 * x + r1c1)) == 3 * len(domain(r1c1)) and r1c1 == 1", lambda a, b, x: a == 1),
        ("scan([r1c1, x - r1c2], 0, added, is_seven)", lambda a, b, x: a + x - b == 7),
        (
            "(if r1c1 > 1 then x else -x) in {7, -30000, 40000}",
            lambda a, b, x: (x if a > 1 else -x) in {7, -30000, 40000},
        ),
        ("max(x, r1c1) * [x, r1c2][1 + min(1, r1c1)] > 8", lambda a, b, x: max(x, a) * (x, b)[min(1, a)] > 8),
        ("count([x + r1c1, x + r1c2, x], x) == 2", lambda a, b, x: [a, b].count(0) == 1),
    ],
)
def test_few_values_far_apart_are_few(condition: str, meaning: Callable[[int, int, int], bool]) -> None:
    model = parse(f"{FAR}{condition}\nshow x\n", limits=Limits(steps=50_000))
    expected = {(a, b) for a in range(4) for b in range(4) if any(meaning(a, b, x) for x in (-40000, 7, 30000))}
    assert {(one["r1c1"], one["r1c2"]) for one in model.solutions()} == expected
