"""Sudoku variants as rows over 0–1 columns x[cell, digit], for the peers that are given matrices or expressions."""

from collections.abc import Iterator
from itertools import pairwise, permutations, product

from clues import RELATIONS, Clues

INFINITE = float("inf")
DIGITS = range(1, 10)
Row = tuple[float, dict[tuple[int, int], int], float]
"""Lower bound, coefficient of each (cell, digit), upper bound."""


def rows(clues: Clues) -> Iterator[Row]:
    for cell, given in enumerate(clues.givens):
        yield 1, {(cell, v): 1 for v in DIGITS}, 1
        if given:
            yield 1, {(cell, given): 1}, 1
    for group in clues.different:
        for v in DIGITS:
            yield (1 if len(group) == 9 else 0), {(cell, v): 1 for cell in group}, 1
    for a, b in clues.unequal:
        for v in DIGITS:
            yield 0, {(a, v): 1, (b, v): 1}, 1
    for total, group in clues.sums:
        yield total, {(cell, v): v for cell in group for v in DIGITS}, total
    for circle, group in clues.arrows:
        yield 0, {(cell, v): v for cell in group for v in DIGITS} | {(circle, v): -v for v in DIGITS}, 0
    for line in clues.thermos:
        for a, b in pairwise(line):
            yield 1, {(b, v): v for v in DIGITS} | {(a, v): -v for v in DIGITS}, INFINITE
    for a, b, relation in clues.related:
        for v, w in product(DIGITS, repeat=2):
            if not RELATIONS[relation](v, w):
                yield 0, {(a, v): 1, (b, w): 1}, 1
    for total, line in clues.sandwiches:
        yield from sandwich(total, line)


def sandwich(total: int, line: list[int]) -> Iterator[Row]:
    """For each place of the 1 and the 9: the sum between is the total, unless they are not there (big-M 45)."""
    for one, nine in permutations(range(9), 2):
        between = {(line[k], v): v for k in range(min(one, nine) + 1, max(one, nine)) for v in DIGITS}
        there = {(line[one], 1): 45, (line[nine], 9): 45}
        yield -INFINITE, between | there, total + 90
        yield total - 90, between | dict.fromkeys(there, -45), INFINITE
