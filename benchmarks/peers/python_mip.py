"""A sudoku with python-mip and CBC: an integer variable a cell, x ≠ y by a binary and big-M rows. See `lines`."""

from itertools import combinations

from lines import answer
from mip import BINARY, CBC, INTEGER, Model, OptimizationStatus


def solve(givens: str) -> str:
    model = Model(solver_name=CBC)
    model.verbose = 0
    cell = [
        model.add_var(var_type=INTEGER, lb=int(digit) or 1, ub=int(digit) or 9, name=f"x{place}")
        for place, digit in enumerate(givens)
    ]
    groups = [[9 * i + k for k in range(9)] for i in range(9)]
    groups += [[9 * k + i for k in range(9)] for i in range(9)]
    groups += [[27 * (i // 3) + 3 * (i % 3) + 9 * (k // 3) + k % 3 for k in range(9)] for i in range(9)]
    for a, b in sorted({pair for group in groups for pair in combinations(sorted(group), 2)}):
        less = model.add_var(var_type=BINARY)
        model += cell[a] - cell[b] >= 1 - 9 * less
        model += cell[b] - cell[a] >= 1 - 9 * (1 - less)
    if model.optimize() not in (OptimizationStatus.OPTIMAL, OptimizationStatus.FEASIBLE):
        return "-"
    return "".join(str(round(x.x)) for x in cell)


if __name__ == "__main__":
    answer(solve)
