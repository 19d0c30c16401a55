"""What a compiled model keeps from one puzzle to the next is true without any of their givens."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import puzzledsl
from puzzledsl import PuzzleError

SIX = "grid cell[6, 6] in 1..6\nalldifferent: rows, columns, boxes\n"
MODELS = {
    "cages": SIX + "cage 12: r1c1 r1c2 r2c1 r2c2\ncage 7: r3c3 r3c4\ncage 10: r5c5 r5c6 r6c6\ncage 5: r1c6 r2c6\n",
    "lines": SIX + "thermo: r1c1..r1c4\narrow r6c6: r5c5 r5c4\nwhisper(3): r3c1 r4c2 r3c3\n",
    "outside": SIX + "sandwich 8: row(3)\nskyscraper 3: column(2)\nx_sum 9: row(5)\n",
    "conditions": SIX + "r1c1 == 1 or r2c2 > r3c3\nr4c4 * r5c5 != 6\nmax(row(1)[1..3]) - r2c1 <= 3\n"
    "if_six: r1c1\nrule if_six(c):\n    c == 6 -> r6c6 == 1\n",
    "paths": "grid cell[4, 4] in 0..1\nconnected(cell, 1)\nsum(cell) == 9\nfor r in 1..4:\n    sum(row(r)) >= 1\n",
    "wide": "grid cell[2, 3] in 0..50000\nvar total in 0..100000\ntotal == sum(cell)\nr1c1 * 3 == r1c2 + 7\n"
    "r2c1 mod 5 == 2\nr2c2 < r2c3\ntotal <= 60000\n",
}


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize(
    ("presolve", "solver"), [pytest.param("probe", "highs", marks=pytest.mark.slow), ("bounds", "auto")]
)
def test_each_puzzle_has_the_status_that_it_has_alone(name: str, presolve: Any, solver: Any) -> None:
    random = Random(name)
    text = MODELS[name]
    model = puzzledsl.parse(text)
    domains = {v.name: list(v.domain)[:60] for v in model.elaborated.variables}
    solved = model.solve()
    assert solved
    seen = set()
    with model.compile(presolve=presolve, solver=solver) as compiled:
        for _ in range(14):
            names = random.sample(sorted(domains), random.randint(0, min(7, len(domains))))
            givens = {}
            for cell in names:
                value = solved.values[cell]
                assert isinstance(value, int)
                givens[cell] = value if random.random() < 0.8 else random.choice(domains[cell])
            status = compiled.solve(givens).status
            try:
                alone = puzzledsl.parse(text + "".join(f"{x} == {v}\n" for x, v in givens.items())).solve().status
            except PuzzleError:  # it is obvious already to the elaborator
                alone = "infeasible"
            assert status == alone, givens
            seen.add(status)
    assert seen == {"solved", "infeasible"}
