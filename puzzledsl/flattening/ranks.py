"""Ranks of lines that are read as numbers, as comparisons and counts.

A line of rank r has r - 1 smaller lines: those with a smaller first digit, and smaller ones with the same first digit.
How many lines begin with a digit is often known, since the first cells of all lines are whole houses.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from puzzledsl.elaboration.operations.logic import conjunction as both
from puzzledsl.elaboration.operations.logic import disjunction as either
from puzzledsl.expressions import Affine, Atom, Compare, Not, Same, Truth, affine, variable, weighted_sum
from puzzledsl.flattening.output import LARGEST
from puzzledsl.flattening.polarity import comes_before, equal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.expressions import Rational
    from puzzledsl.flat import Literal
    from puzzledsl.flattening.booleans import Booleans
    from puzzledsl.flattening.output import Condition


def require_ranks(
    to: Booleans, lines: Sequence[Sequence[Affine]], ranks: Sequence[int], ties: str, condition: Condition
) -> None:
    """Write that lines, not all of them empty, have these ranks if the condition holds; see `Ranked`."""
    length = max(map(len, lines))
    zero = Affine((), 0)
    digits = [[to.number(item) for item in (*[zero] * (length - len(line)), *line)] for line in lines]
    numbers = _numbers(to, digits)
    clued = sorted([i for i, rank in enumerate(ranks) if rank], key=ranks.__getitem__)
    for i, j in pairwise(clued):
        if ranks[i] < ranks[j]:
            to.require(comes_before(numbers[i], numbers[j]), condition)
        else:
            to.require(ties == "any" and both(map(equal, numbers[i], numbers[j])), condition)
    if ties == "none":
        for a, b in combinations([number for number, rank in zip(numbers, ranks, strict=True) if not rank], 2):
            to.require(either(map(Not, map(equal, a, b))), condition)
    firsts = [line[0] for line in digits]
    up_to = _counts(to, firsts)
    for i in clued:
        for value, count in up_to.items():
            begins = Compare("<=", variable(firsts[i]) - value)
            to.require(Same(begins, Compare("<=", -1 * variable(count) + ranks[i])), condition)
        ahead: dict[Atom, Rational] = {}
        for k, rank in enumerate(ranks):
            if not rank:
                flag = _is_just_ahead(to, (firsts[k], numbers[k]), (firsts[i], numbers[i]), ties == "any", condition)
                ahead[flag.variable] = 1
        smaller = [firsts[k] for k in clued if ranks[k] < ranks[i]]
        for value in to.variables[firsts[i]].domain:
            same = Counter[Atom]([Truth(Compare("==", variable(x) - value)) for x in smaller])
            below = [count for other, count in up_to.items() if other < value][-1:]
            total = affine({**ahead, **same, **dict.fromkeys(below, 1)}, 1 - ranks[i])
            to.require(either((Compare("!=", variable(firsts[i]) - value), Compare("==", total))), condition)


def _numbers(to: Booleans, digits: Sequence[Sequence[int]]) -> list[tuple[Affine, ...]]:
    """Each line as numbers of as many digits as solvers compute with exactly, the highest digits first."""
    domains = [to.variables[x].domain for line in digits for x in line]
    base = max([domain.hi for domain in domains]) - min([domain.lo for domain in domains]) + 1
    size = 1
    while base ** (size + 1) < LARGEST and size < len(digits[0]):
        size += 1
    powers = [base**p for p in reversed(range(size))]
    starts = range(0, len(digits[0]), size)
    return [
        tuple([weighted_sum(zip(powers, map(variable, line[p : p + size]), strict=False)) for p in starts])
        for line in digits
    ]


def _counts(to: Booleans, firsts: Sequence[int]) -> dict[int, int]:
    """By value but the greatest, in order, a variable for the number of lines that begin with it or a smaller one."""
    values = sorted({value for x in firsts for value in to.variables[x].domain})
    return {
        value: to.number(affine(Counter[Atom]([Truth(Compare("<=", variable(x) - value)) for x in firsts])))
        for value in values[:-1]
    }


def _is_just_ahead(
    to: Booleans,
    line: tuple[int, tuple[Affine, ...]],
    clued: tuple[int, tuple[Affine, ...]],
    may_tie: bool,
    condition: Condition,
) -> Literal:
    """A literal: a line, given as its first digit and its number, is smaller than another with the same first digit."""
    (x, number), (y, other) = line, clued
    ahead = to.flag("ahead")
    to.require(both((equal(variable(x), variable(y)), comes_before(number, other))), (*condition, ahead))
    otherwise = (*condition, to.inverse(ahead))
    smaller = comes_before((variable(x),), (variable(y),))
    if smaller is not False:
        otherwise = (*otherwise, to.inverse(to.implied_literal(smaller)))
    to.require(Not(comes_before(number, other)) if may_tie else comes_before(other, number), otherwise)
    return ahead
