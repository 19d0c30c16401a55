"""A written program has the optimum of its model, whatever its clues are written by."""

from __future__ import annotations

from typing import Literal

import pytest

from puzzledsl import parse

pyo = pytest.importorskip("pyomo.environ")
pytest.importorskip("highspy")

MODELS = [
    "grid cell[1, 3] in 1..5\nwhisper 2: cells\nmaximize sum(cells)\n",
    "grid cell[2, 2] in 1..6\nrenban: cells\nmaximize sum(cells)\n",
    "grid cell[2, 2] in 1..6\nmax(cells) == 4\nmaximize sum(cells)\n",
    "grid cell[1, 4] in 1..4\ncircuit(row(1))\nmaximize r1c1 + 2 * r1c2\n",
    "grid cell[2, 2] in 1..3\ntable(cells, [(1, 2, 3, 1), (2, 2, 2, 2)])\nmaximize sum(cells)\n",
    "var x in real 0..2.5\nvar n in 0..1\nn > 0 -> x <= 1\nmaximize x + n\n",
    "grid cell[1, 3] in -3..4\nrule far(a, b, k):\n    abs(a - b) >= k\nfar(r1c1, r1c2, 3)\nfar(r1c2, r1c3, 1)\n"
    "maximize 2 * sum(cells) - r1c2\n",
    "grid cell[1, 2] in -3..4\nrule least(k):\n    r1c1 * r1c2 >= k\nleast(12)\nminimize sum(cells)\n",
    "grid cell[1, 4] in 1..6\nrule wide(k, m):\n    sum(cells) >= k\n    max(cells) - min(cells) >= m\nwide(9, 3)\n"
    "minimize sum(cells)\n",
]


@pytest.mark.parametrize("encoding", ["binary", "integer"])
@pytest.mark.parametrize("text", MODELS)
def test_the_program_as_written_has_the_optimum(text: str, encoding: Literal["binary", "integer"]) -> None:
    model = parse(text)
    program = model.to_pyomo(encoding=encoding)
    pyo.SolverFactory("appsi_highs").solve(program)
    assert model.from_pyomo(program).objective == model.solve().objective
