"""Whether an answer of floating-point arithmetic is reliable for the numbers of a program."""

from __future__ import annotations

from fractions import Fraction
from math import gcd, inf, lcm
from typing import TYPE_CHECKING

from puzzledsl.records import record

if TYPE_CHECKING:
    from puzzledsl.encodings.encoded import Column, Encoded
    from puzzledsl.expressions import Rational

MOST_SPREAD = 10**5
"""If the coefficients in a row have a larger ratio than this, "infeasible" needs an exact proof.

HiGHS takes a column that is 1e-6 from an integer for whole. Wrong answers were seen at a ratio of 10^6.
"""

MOST_REACH = 10**9
"""The same applies if a row adds up to more than this: beyond it, doubles are as coarse as HiGHS' tolerances."""

LARGEST = 10**15
"""Larger coefficients and sides of rows, and bounds of columns, are not given to a solver.

HiGHS refuses larger coefficients (its option ``large_matrix_value``), and doubles are exact only up to 2**53.
"""

LARGEST_COST = 10**20
"""HiGHS takes an objective's coefficient of this size for infinite."""

SMALLEST_COST = 1e-3
"""If no coefficient of an objective with real variables is larger, HiGHS' tolerance of 1e-7 on reduced costs may hide
better solutions."""

PRECISION = 1e-9
"""The error of a bound relative to the sum of the sizes of all terms of the objective.

Doubles have a relative error of 1e-16. Wrong optima were seen where different values of the objective were 1e-13 of
this sum apart.
"""

ABSOLUTE_GAP = 1e-6
"""HiGHS ends when the bound is this close to the best solution."""


def is_too_large(encoded: Encoded) -> bool:
    """Return whether the program has numbers that a solver in floating-point arithmetic does not take."""
    sizes: list[Rational | None] = []
    for row in encoded.rows:
        sizes += [row.lower, row.upper, *row.terms.values()]
    for column in encoded.columns:
        sizes += [column.lower, column.upper]
    form = encoded.objective
    costs: list[Rational] = [] if form is None else [form.constant, *form.terms.values()]
    return any(size is not None and not -LARGEST <= size <= LARGEST for size in sizes) or any(
        not -LARGEST_COST < cost < LARGEST_COST for cost in costs
    )


def is_delicate(encoded: Encoded) -> bool:
    """Return whether a row has coefficients of very different sizes, or very large numbers.

    Then a tolerance of 1e-6 on one column can change the row by a whole unit, or is smaller than rounding errors.
    """
    for row in encoded.rows:
        sizes = [abs(float(k)) for k in row.terms.values()]
        if max(sizes) > MOST_SPREAD * min(sizes):
            return True
    return reaches_beyond(MOST_REACH, encoded)


def reaches_beyond(most: int, encoded: Encoded) -> bool:
    """Return whether the sizes of the terms of a row add up to more than ``most``."""
    ends = [max(abs(float(c.lower or 0)), abs(float(c.upper or 0))) for c in encoded.columns]
    return any(sum(abs(float(k)) * ends[x] for x, k in row.terms.items()) > most for row in encoded.rows)


@record
class Resolution:
    """How exactly floating-point arithmetic can tell values of an objective apart.

    Attributes:
        step: two different values of the objective are at least this far apart; 0 if some of its columns are real.
        error: how far a bound may be from the truth.
        maximize: the direction of the objective.
    """

    step: float
    error: float
    maximize: bool

    @property
    def is_fine(self) -> bool:
        """Whether a bound that a solver reaches can exclude every better value."""
        return not self.step or self.error < self.step

    def proves(self, reached: Rational, bound: float | None, may_stop: bool) -> bool:
        """Return whether a bound excludes every value of the objective that is better than the one reached.

        Args:
            bound: ``None``: the solver reports only that it has finished.
            may_stop: options allow the solver to finish before. With real variables in the objective the bound then
                has to be within `ABSOLUTE_GAP`, relative to a large value; otherwise the solver's own tolerance counts.
        """
        value = float(reached)
        left = 0.0 if bound is None else (bound - value if self.maximize else value - bound)
        if not self.step:
            return not may_stop or left <= ABSOLUTE_GAP * max(1.0, abs(value))
        return left + self.error < self.step

    def safe(self, bound: float) -> float:
        """Return a bound that is right although the solver's may be wrong by the error."""
        return bound + self.error if self.maximize else bound - self.error


def resolution(encoded: Encoded) -> Resolution | None:
    """Return the resolution of the objective, ``None`` without one.

    If all columns of the objective are integers, the step is the greatest common divisor of the coefficients. Otherwise
    there is no step, and an optimum is one within the tolerances of the solver.
    """
    form = encoded.objective
    if form is None:
        return None
    terms = [(Fraction(k), encoded.columns[column]) for column, k in form.terms.items()]
    if not terms or not all(column.integer for _, column in terms):
        largest = max((float(abs(k)) for k, _ in terms), default=1.0)
        unclear = largest if largest < SMALLEST_COST else 0.0  # no bound proves anything then
        return Resolution(unclear, unclear, encoded.maximize)
    reach = abs(float(form.constant)) + sum(float(abs(k)) * _largest(column) for k, column in terms)
    step = Fraction(gcd(*(k.numerator for k, _ in terms)), lcm(*(k.denominator for k, _ in terms)))
    return Resolution(float(step), ABSOLUTE_GAP + PRECISION * reach, encoded.maximize)


def _largest(column: Column) -> float:
    if column.lower is None or column.upper is None:
        return inf
    return max(abs(float(column.lower)), abs(float(column.upper)))
