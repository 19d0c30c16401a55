"""The linear form of a Boolean: comparisons of linear expressions, joined by "and" and "or".

A table says which values go together; an encoding with one column a cell wants to know why. Absolute values, maxima
and minima are taken apart by sign: ``|e| <= g`` is ``e <= g and -e <= g``, ``|e| >= g`` is ``e >= g or -e >= g``.
"""

from __future__ import annotations

from itertools import combinations

from puzzledsl.elaboration.operations.logic import conjunction as both
from puzzledsl.elaboration.operations.logic import disjunction as either
from puzzledsl.expressions import (
    Absolute,
    Affine,
    All,
    AllDifferent,
    Boolean,
    Compare,
    Extremum,
    Not,
    Same,
    Some,
    affine,
    compares,
    integral,
)
from puzzledsl.flattening.polarity import as_largest, reversed_comparison
from puzzledsl.flattening.ratios import is_fractional

MOST_COMPARISONS = 16
"""A form with more comparisons than this is no shorter than a table."""


def linear_form(expression: Boolean) -> Boolean | None:
    """An equal Boolean of `All`, `Some` and `Compare` with variables as its only atoms, if there is a short one.

    Args:
        expression: over integer variables only.
    """
    try:
        return _Splitter().form(expression, True)
    except _NoForm:
        return None


class _NoForm(Exception):  # noqa: N818 - a finding
    """There is no short linear form."""


class _Splitter:
    """Takes one expression apart."""

    def __init__(self) -> None:
        self._comparisons = 0

    def form(self, expression: Boolean, positive: bool) -> Boolean:
        """The form of an expression, or of its opposite."""
        match expression:
            case bool():
                return expression is positive
            case Not(operand):
                return self.form(operand, not positive)
            case All(items) | Some(items):
                parts = tuple(self.form(item, positive) for item in items)
                return both(parts) if isinstance(expression, All) is positive else either(parts)
            case Same(left, right):
                return both(
                    (
                        either((self.form(left, not positive), self.form(right, True))),
                        either((self.form(left, positive), self.form(right, False))),
                    )
                )
            case Compare(op, difference):
                difference = integral(difference)
                return self._compare(*((op, difference) if positive else reversed_comparison(op, difference)))
            case AllDifferent(items, ignoring) if not ignoring:
                pairs = [integral(a - b) for a, b in combinations(items, 2)]
                parts = tuple(self._compare("!=" if positive else "==", pair) for pair in pairs)
                return both(parts) if positive else either(parts)
        raise _NoForm

    def _compare(self, op: str, difference: Affine) -> Boolean:
        """``difference op 0``, all in whole numbers, so that the opposite of ``<= 0`` is ``>= 1``."""
        if is_fractional(difference, {}):
            raise _NoForm
        split = next(((a, k) for a, k in difference.terms if isinstance(a, (Absolute, Extremum))), None)
        if split is None:
            return self._linear(op, difference)
        opposite = -1 * difference
        if op == "==":
            return both((self._compare("<=", difference), self._compare("<=", opposite)))
        if op == "!=":
            sides = (side + 1 for side in (difference, opposite))
            return either(tuple(self._compare("<=", side) for side in sides))
        atom, k = split
        whole = as_largest(atom) if isinstance(atom, Absolute) else atom
        rest = affine({a: factor for a, factor in difference.terms if a is not atom}, difference.constant)
        parts = tuple(self._compare("<=", rest + k * branch) for branch in whole.items)
        return both(parts) if (k > 0) is (whole.kind == "max") else either(parts)

    def _linear(self, op: str, difference: Affine) -> Boolean:
        if not all(isinstance(atom, int) for atom, _ in difference.terms):
            raise _NoForm
        if not difference.terms:
            return compares(op, difference.constant)
        self._comparisons += 1
        if self._comparisons > MOST_COMPARISONS:
            raise _NoForm
        return Compare(op, difference)
