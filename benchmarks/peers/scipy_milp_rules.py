"""Sudoku variants with ``scipy.optimize.milp``, the matrix built row by row. See `clues`."""

import numpy as np
from binary_rows import rows
from clues import Clues, answer
from scipy.optimize import Bounds, LinearConstraint, milp


def solve(clues: Clues) -> list[int] | None:
    matrix, lowers, uppers = [], [], []
    for lower, coefficients, upper in rows(clues):
        row = np.zeros(729)
        for (cell, v), coefficient in coefficients.items():
            row[9 * cell + v - 1] = coefficient
        matrix.append(row)
        lowers.append(lower)
        uppers.append(upper)
    found = milp(
        np.zeros(729),
        constraints=LinearConstraint(np.array(matrix), lowers, uppers),
        bounds=Bounds(0, 1),
        integrality=np.ones(729),
    )
    return None if found.x is None else [int(v) + 1 for v in found.x.reshape(81, 9).argmax(axis=1)]


if __name__ == "__main__":
    answer(solve)
