"""Sudoku variants with ``pyomo.environ`` and ``appsi_highs``. See `clues`."""

from binary_rows import INFINITE, rows
from clues import Clues, answer
from pyomo.environ import Binary, ConcreteModel, ConstraintList, Objective, RangeSet, SolverFactory, Var, value


def solve(clues: Clues) -> list[int] | None:
    model = ConcreteModel()
    model.x = Var(RangeSet(0, 80), RangeSet(9), domain=Binary)
    model.rows = ConstraintList()
    for lower, coefficients, upper in rows(clues):
        left = sum(coefficient * model.x[place] for place, coefficient in coefficients.items())
        if lower == upper:
            model.rows.add(left == lower)
        else:
            if lower > -INFINITE:
                model.rows.add(left >= lower)
            if upper < INFINITE:
                model.rows.add(left <= upper)
    model.objective = Objective(expr=0)
    SolverFactory("appsi_highs").solve(model)
    return [max(range(1, 10), key=lambda v: value(model.x[cell, v])) for cell in range(81)]


if __name__ == "__main__":
    answer(solve)
