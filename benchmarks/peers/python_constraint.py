"""A sudoku with python-constraint (backtracking with forward checking). See `lines`."""

from constraint import AllDifferentConstraint, Problem
from lines import answer


def solve(givens: str) -> str:
    problem = Problem()
    for place, digit in enumerate(givens):
        problem.addVariable(place, list(range(1, 10)) if digit == "0" else [int(digit)])
    for i in range(9):
        problem.addConstraint(AllDifferentConstraint(), [9 * i + k for k in range(9)])
        problem.addConstraint(AllDifferentConstraint(), [9 * k + i for k in range(9)])
        problem.addConstraint(
            AllDifferentConstraint(), [27 * (i // 3) + 3 * (i % 3) + 9 * (k // 3) + k % 3 for k in range(9)]
        )
    found = problem.getSolution()
    return "".join(str(found[place]) for place in range(81)) if found else "-"


if __name__ == "__main__":
    answer(solve)
