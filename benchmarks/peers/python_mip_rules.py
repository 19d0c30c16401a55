"""Sudoku variants with python-mip and CBC: an integer variable a cell, x ≠ y by a binary and big-M rows. See `clues`.

Dots and sandwiches are left out: with big-M they need more thought than a puzzle's script gets.
"""

import sys
from itertools import combinations, pairwise

from clues import Clues, answer
from mip import BINARY, CBC, INTEGER, Model, OptimizationStatus, xsum


def solve(clues: Clues) -> list[int] | None:
    if clues.related or clues.sandwiches:
        sys.exit("not written for dots and sandwiches")
    model = Model(solver_name=CBC)
    model.verbose = 0
    x = [model.add_var(var_type=INTEGER, lb=digit or 1, ub=digit or 9) for digit in clues.givens]
    pairs = {pair for group in clues.different for pair in combinations(sorted(group), 2)}
    for a, b in sorted(pairs | set(clues.unequal)):
        less = model.add_var(var_type=BINARY)
        model += x[a] - x[b] >= 1 - 9 * less
        model += x[b] - x[a] >= 1 - 9 * (1 - less)
    for total, group in clues.sums:
        model += xsum(x[i] for i in group) == total
    for circle, group in clues.arrows:
        model += xsum(x[i] for i in group) == x[circle]
    for line in clues.thermos:
        for a, b in pairwise(line):
            model += x[b] - x[a] >= 1
    if model.optimize() not in (OptimizationStatus.OPTIMAL, OptimizationStatus.FEASIBLE):
        return None
    return [round(cell.x) for cell in x]


if __name__ == "__main__":
    answer(solve)
