"""A sudoku with ``scipy.optimize.milp``, its matrix built row by row. See `lines`."""

import numpy as np
from lines import answer
from scipy.optimize import Bounds, LinearConstraint, milp


def solve(givens: str) -> str:
    rows = []

    def exactly_one(places: list[tuple[int, int, int]]) -> None:
        row = np.zeros((9, 9, 9))
        for r, c, v in places:
            row[r, c, v] = 1
        rows.append(row.ravel())

    for i in range(9):
        for j in range(9):
            exactly_one([(i, j, v) for v in range(9)])
            exactly_one([(i, c, j) for c in range(9)])
            exactly_one([(r, i, j) for r in range(9)])
            exactly_one([(3 * (i // 3) + r, 3 * (i % 3) + c, j) for r in range(3) for c in range(3)])
    for cell, digit in enumerate(givens):
        if digit != "0":
            exactly_one([(cell // 9, cell % 9, int(digit) - 1)])
    answer = milp(
        np.zeros(729), constraints=LinearConstraint(np.array(rows), 1, 1), bounds=Bounds(0, 1), integrality=np.ones(729)
    )
    return "".join(str(v + 1) for v in answer.x.reshape(81, 9).argmax(axis=1))


if __name__ == "__main__":
    answer(solve)
