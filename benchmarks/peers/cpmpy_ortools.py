"""A sudoku with CPMpy on OR-Tools, one worker. See `lines`."""

import sys

sys.modules["highspy"] = None  # type: ignore[assignment]  # CPMpy would load it beside OR-Tools: their HiGHS clash

import cpmpy as cp  # noqa: E402
from lines import answer  # noqa: E402


def solve(givens: str) -> str:
    cell = cp.intvar(1, 9, shape=(9, 9), name="cell")
    model = cp.Model(
        [cp.AllDifferent(row) for row in cell],
        [cp.AllDifferent(column) for column in cell.T],
        [cp.AllDifferent(cell[r : r + 3, c : c + 3]) for r in (0, 3, 6) for c in (0, 3, 6)],
        [cell[place // 9, place % 9] == int(digit) for place, digit in enumerate(givens) if digit != "0"],
    )
    if not model.solve(solver="ortools", num_workers=1):
        return "-"
    return "".join(str(v) for v in cell.value().ravel())


if __name__ == "__main__":
    answer(solve)
