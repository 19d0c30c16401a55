"""Sudoku variants with CPMpy on OR-Tools, one worker. See `clues`."""

import sys
from itertools import pairwise

if __name__ == "__main__":
    sys.modules["highspy"] = None  # type: ignore[assignment]  # CPMpy would load it beside OR-Tools: their HiGHS clash

import cpmpy as cp
from clues import Clues, allowed, answer


def model_of(clues: Clues) -> tuple[cp.Model, cp.expressions.variables.NDVarArray]:
    """The model, and the cells in it."""
    x = cp.intvar(1, 9, shape=81, name="x")
    model = cp.Model(
        [cp.AllDifferent([x[i] for i in group]) for group in clues.different],
        [x[a] != x[b] for a, b in clues.unequal],
        [cp.sum([x[i] for i in group]) == total for total, group in clues.sums],
        [cp.sum([x[i] for i in group]) == x[circle] for circle, group in clues.arrows],
        [x[a] < x[b] for line in clues.thermos for a, b in pairwise(line)],
        [cp.Table([x[a], x[b]], allowed(relation)) for a, b, relation in clues.related],
        [x[place] == digit for place, digit in enumerate(clues.givens) if digit],
    )
    for total, line in clues.sandwiches:
        crust = [(x[i] == 1) | (x[i] == 9) for i in line]
        for i in range(9):
            for j in range(i + 1, 9):
                between = cp.sum([x[k] for k in line[i + 1 : j]]) == total if j > i + 1 else total == 0
                model += (crust[i] & crust[j]).implies(between)
    return model, x


def solve(clues: Clues) -> list[int] | None:
    model, x = model_of(clues)
    if not model.solve(solver="ortools", num_workers=1):
        return None
    return [int(v) for v in x.value()]


if __name__ == "__main__":
    answer(solve)
