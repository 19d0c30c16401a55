"""A sudoku with ``pyomo.environ`` and ``appsi_highs``. See `lines`."""

from lines import answer
from pyomo.environ import Binary, ConcreteModel, Constraint, Objective, RangeSet, SolverFactory, Var, value


def solve(givens: str) -> str:
    model = ConcreteModel()
    model.R = RangeSet(9)
    model.x = Var(model.R, model.R, model.R, domain=Binary)
    model.cell = Constraint(model.R, model.R, rule=lambda m, r, c: sum(m.x[r, c, v] for v in m.R) == 1)
    model.row = Constraint(model.R, model.R, rule=lambda m, r, v: sum(m.x[r, c, v] for c in m.R) == 1)
    model.column = Constraint(model.R, model.R, rule=lambda m, c, v: sum(m.x[r, c, v] for r in m.R) == 1)

    def box(m: ConcreteModel, b: int, v: int) -> object:
        top, left = 3 * ((b - 1) // 3), 3 * ((b - 1) % 3)
        return sum(m.x[top + r, left + c, v] for r in (1, 2, 3) for c in (1, 2, 3)) == 1

    model.box = Constraint(model.R, model.R, rule=box)
    for cell, digit in enumerate(givens):
        if digit != "0":
            model.x[cell // 9 + 1, cell % 9 + 1, int(digit)].fix(1)
    model.objective = Objective(expr=0)
    SolverFactory("appsi_highs").solve(model)
    return "".join(str(max(model.R, key=lambda v: value(model.x[r, c, v]))) for r in model.R for c in model.R)


if __name__ == "__main__":
    answer(solve)
