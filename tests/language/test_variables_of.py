"""The variables of an expression are the same, whether those of its parts are remembered or looked for."""

from __future__ import annotations

from puzzledsl import parse
from puzzledsl.expressions import Atom, variables_of

TEXT = """
grid cell[4, 4] in 1..4
for a, b in combinations(cells):
    count(cells, 2) + abs(a - b) + max(row(1)) == count(cells, 3) + (if a > b then b else a * b)
    a == 1 -> b == count([x == y for x, y in pairs(row(2))])
    count([a + x == b for x in cells]) + abs(sum(cells)) > 3
"""


def test_remembered_parts_have_the_same_variables() -> None:
    known: dict[int, tuple[Atom, frozenset[int]]] = {}
    conditions = [requirement.expression for requirement in parse(TEXT).elaborated.requirements]
    for _ in range(2):
        for condition in conditions:
            assert variables_of(condition, known) == variables_of(condition)
    assert known
