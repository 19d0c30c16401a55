"""A sudoku with OR-Tools CP-SAT, one worker. See `lines`."""

from lines import answer
from ortools.sat.python import cp_model


def solve(givens: str) -> str:
    model = cp_model.CpModel()
    cell = [[model.new_int_var(1, 9, f"r{r}c{c}") for c in range(9)] for r in range(9)]
    for i in range(9):
        model.add_all_different(cell[i])
        model.add_all_different([cell[r][i] for r in range(9)])
        model.add_all_different([cell[3 * (i // 3) + k // 3][3 * (i % 3) + k % 3] for k in range(9)])
    for place, digit in enumerate(givens):
        if digit != "0":
            model.add(cell[place // 9][place % 9] == int(digit))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return "-"
    return "".join(str(solver.value(x)) for row in cell for x in row)


if __name__ == "__main__":
    answer(solve)
