"""Sudoku variants with python-constraint (backtracking with forward checking). See `clues`."""

from itertools import pairwise

from clues import RELATIONS, Clues, answer
from constraint import AllDifferentConstraint, ExactSumConstraint, Problem


def sandwich(total: int) -> object:
    def holds(*line: int) -> bool:
        first, last = sorted((line.index(1), line.index(9)))
        return sum(line[first + 1 : last]) == total

    return holds


def solve(clues: Clues) -> list[int] | None:
    problem = Problem()
    for place, digit in enumerate(clues.givens):
        problem.addVariable(place, [digit] if digit else list(range(1, 10)))
    for group in clues.different:
        problem.addConstraint(AllDifferentConstraint(), group)
    for a, b in clues.unequal:
        problem.addConstraint(lambda v, w: v != w, [a, b])
    for total, group in clues.sums:
        problem.addConstraint(ExactSumConstraint(total), group)
    for circle, group in clues.arrows:
        problem.addConstraint(lambda head, *shaft: sum(shaft) == head, [circle, *group])
    for line in clues.thermos:
        for a, b in pairwise(line):
            problem.addConstraint(lambda v, w: v < w, [a, b])
    for a, b, relation in clues.related:
        problem.addConstraint(RELATIONS[relation], [a, b])
    for total, line in clues.sandwiches:
        problem.addConstraint(sandwich(total), line)
    found = problem.getSolution()
    return [found[place] for place in range(81)] if found else None


if __name__ == "__main__":
    answer(solve)
