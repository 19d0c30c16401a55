"""Conditions on few variables become tables: with exactly the rows under which `holds` says that they hold."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from puzzledsl import parse
from puzzledsl.diagnostics import PuzzleError
from puzzledsl.expressions import holds
from puzzledsl.flattening.tabulation import MOST_VARIABLES, rename, rows_of
from puzzledsl.model import Model

from .accepted import elaborated
from .test_decided_operands import model_text

WRITTEN = [
    'regular([r1c1, r1c2, r1c3], "1*23?")',
    'regular([r1c2, r1c1, r1c1], "1*23?") or not regular([r1c3, r1c1], "12|33")',
    "r1c1 + r1c2 == r1c3 or r1c1 + r1c3 == r1c2 or 2 * r1c1 + 1 <= r1c2 + r1c3",
    "(r1c1 == r1c2) <-> (r1c2 != r1c3 and r1c1 div (r1c2 - 1) >= 1)",
]


def check(model: Model | None) -> int:
    """The number of requirements whose rows were compared."""
    compared = 0
    if model is None:
        return 0
    for requirement in model.requirements:
        names: dict[int, int] = {}
        shape = rename(requirement.expression, names)
        if 0 < len(names) <= MOST_VARIABLES:
            domains = [model.variables[number].domain for number in names]
            rows = list(rows_of(shape, domains))
            assert sorted(rows) == sorted(row for row in product(*domains) if holds(shape, row)), model.source.text
            compared += 1
    return compared


@pytest.mark.parametrize("text", WRITTEN)
def test_rows(text: str) -> None:
    assert check(elaborated(f"grid cell[1, 3] in 1..3\n{text}\n")) == 1


@pytest.mark.parametrize("seed", range(4))
def test_rows_of_random_conditions(seed: int) -> None:
    compared = 0
    for round_ in range(50):
        text, _, _ = model_text(Random(f"rows {seed} {round_}"))
        try:
            compared += check(elaborated(text))
        except PuzzleError:  # a condition that can never hold
            continue
    assert compared > 20


@pytest.mark.parametrize(
    ("condition", "count"),
    [
        ("table([r1c1, 2, r1c2], triples)", 2),
        ("table([1, 2, 3], triples) and table([3, r1c1, 1], triples)", 3),
        ("not table([1, 1, 1], triples)", 9),
        ("(r1c1, 2, 1) in triples", 3),
        ("not table([r1c1, 2, r1c2], triples)", 7),
        ("table([r1c1, 2, 1], triples) or table([2, r1c2, r1c1], triples)", 4),
    ],
)
def test_known_items(condition: str, count: int) -> None:
    """Rows that are read once serve tables of which other items are known."""
    rows = "let triples = [(a, b, c) for a in 1..3, b in 1..3, c in 1..3 where a != b and b != c and a != c]"
    assert parse(f"grid cell[1, 2] in 1..3\n{rows}\n{condition}\n").count().count == count
