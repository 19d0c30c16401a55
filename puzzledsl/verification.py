"""The independent verifier: the source model's requirements evaluated on an answer, in exact arithmetic.

It knows nothing of flattening, encodings, presolve, Pyomo or HiGHS. No answer is shown that it rejects.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from puzzledsl.expressions import Affine, All, Boolean, Compare, Rational, evaluate, holds, magnitude, variables_of
from puzzledsl.model import Model, Origin

TOLERANCE = Fraction(1, 10**6)
"""How far a linear constraint of real variables may be off, relative to the size of its terms (the usual
feasibility tolerance of a floating-point solver). Constraints of integers are exact."""


@dataclass(frozen=True, slots=True)
class Violation:
    """A requirement that an answer does not meet; ``origin`` is ``None`` for a value outside its domain."""

    sentence: str
    origin: Origin | None = None

    def __str__(self) -> str:
        return f"{self.sentence} (line {self.origin.line})" if self.origin else self.sentence


def verify(model: Model, values: Sequence[Rational]) -> list[Violation]:
    """Every requirement of the model that the values violate; none: the answer is right.

    Args:
        values: by variable number; whole numbers for all but real variables.
    """
    found = []
    for variable, value in zip(model.variables, values, strict=True):
        if variable.bounds is not None:
            low, high = variable.bounds
            slack: Fraction = TOLERANCE * (1 + abs(Fraction(value)))
            if (low is not None and value < low - slack) or (high is not None and value > high + slack):
                found.append(Violation(f"{variable.name} = {float(value):g} is outside its bounds"))
        elif not isinstance(value, int) or value not in variable.domain:
            found.append(Violation(f"{variable.name} = {value} is not in {variable.domain}"))
    if found:
        return found
    reals = frozenset(n for n, v in enumerate(model.variables) if v.is_real)
    return [
        Violation(requirement.origin.sentence, requirement.origin)
        for requirement in model.requirements
        if not (_nearly(requirement.expression, values, reals) if reals else holds(requirement.expression, values))
    ]


def _nearly(expression: Boolean, values: Sequence[Rational], reals: frozenset[int]) -> bool:
    """`holds`, with a tolerance for comparisons of real variables that must hold as they stand."""
    if isinstance(expression, All):
        return all(_nearly(item, values, reals) for item in expression.items)
    if not variables_of(expression) & reals:
        return holds(expression, values)
    if isinstance(expression, Compare):
        value = evaluate(expression.expression, values)
        slack = TOLERANCE * _scale(expression.expression, values)
        return magnitude(value) <= slack if expression.op == "==" else value <= slack
    return holds(expression, values) or holds(_relaxed(expression, values, reals), values)


def _relaxed(expression: Boolean, values: Sequence[Rational], reals: frozenset[int]) -> Boolean:
    """The same Boolean with every comparison of reals replaced by whether it nearly holds."""
    from puzzledsl.expressions import Not, Same, Some

    match expression:
        case Compare() if variables_of(expression) & reals:
            return _nearly(expression, values, reals)
        case All(items):
            return All(tuple(_relaxed(item, values, reals) for item in items))
        case Some(items):
            return Some(tuple(_relaxed(item, values, reals) for item in items))
        case Not(operand):
            return Not(_relaxed(operand, values, reals))
        case Same(left, right):
            return Same(_relaxed(left, values, reals), _relaxed(right, values, reals))
    return expression


def _scale(expression: Affine, values: Sequence[Rational]) -> Fraction:
    sizes = [abs(Fraction(k) * Fraction(values[a])) for a, k in expression.terms if isinstance(a, int)]
    return 1 + abs(Fraction(expression.constant)) + sum(sizes, Fraction(0))
