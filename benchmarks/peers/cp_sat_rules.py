"""Sudoku variants with OR-Tools CP-SAT, one worker. See `clues`."""

from itertools import pairwise

from clues import Clues, allowed, answer
from ortools.sat.python import cp_model


def solve(clues: Clues) -> list[int] | None:
    model = cp_model.CpModel()
    x = [model.new_int_var(digit or 1, digit or 9, f"x{place}") for place, digit in enumerate(clues.givens)]
    for group in clues.different:
        model.add_all_different([x[i] for i in group])
    for a, b in clues.unequal:
        model.add(x[a] != x[b])
    for total, group in clues.sums:
        model.add(sum(x[i] for i in group) == total)
    for circle, group in clues.arrows:
        model.add(sum(x[i] for i in group) == x[circle])
    for line in clues.thermos:
        for a, b in pairwise(line):
            model.add(x[a] < x[b])
    for a, b, relation in clues.related:
        model.add_allowed_assignments([x[a], x[b]], allowed(relation))
    for total, line in clues.sandwiches:
        crust = []
        for i in line:
            literal = model.new_bool_var(f"crust{i}")
            model.add_allowed_assignments([x[i], literal], [(v, v in (1, 9)) for v in range(1, 10)])
            crust.append(literal)
        for i in range(9):
            for j in range(i + 1, 9):
                between = sum(x[k] for k in line[i + 1 : j])
                model.add(between == total).only_enforce_if(crust[i], crust[j])
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    return [solver.value(cell) for cell in x]


if __name__ == "__main__":
    answer(solve)
