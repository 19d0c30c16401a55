"""The independent verifier: the source model's requirements evaluated on an answer, in exact arithmetic.

It knows nothing of flattening, encodings, presolve, Pyomo or HiGHS. No answer is shown that it rejects.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import partial
from itertools import chain
from operator import itemgetter, mul

from puzzledsl.domain import Domain
from puzzledsl.expressions import (
    Affine,
    All,
    AllDifferent,
    Boolean,
    Compare,
    Member,
    Rational,
    Undefined,
    conjuncts,
    evaluate,
    holds,
    variables_of,
)
from puzzledsl.model import Model, Origin
from puzzledsl.records import record

TOLERANCE = Fraction(1, 10**6)
"""How far a linear constraint of real variables may be off, relative to the size of its terms (the usual
feasibility tolerance of a floating-point solver). Constraints of integers are exact."""

_MOST_LISTED = 10_000
"""Domains of up to so many values are kept as sets by a `Verifier`."""

Check = Callable[[Sequence[Rational]], bool]


@record
class Violation:
    """A requirement that an answer does not meet; ``origin`` is ``None`` for a value outside its domain."""

    sentence: str
    origin: Origin | None = None

    def __str__(self) -> str:
        return f"{self.sentence} ({self.origin.place})" if self.origin else self.sentence


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
            found.append(Violation(f"{variable.name} = {value} is not in {variable.values}"))
    if found:
        return found
    reals = frozenset(n for n, v in enumerate(model.variables) if v.is_real)
    return [
        Violation(requirement.origin.sentence, requirement.origin)
        for requirement in model.requirements
        if not all(_nearly(condition, values, reals) for condition in conjuncts(requirement.expression))
    ]


class Verifier:
    """`verify` for many answers of one model without real variables.

    The shapes that nearly all requirements have are prepared once: sums, groups that are all different, and lists of
    allowed combinations, of plain variables. All others are asked of `holds`, as `verify` does.
    """

    def __init__(self, model: Model) -> None:
        self.model = model
        alike: dict[Domain, list[int]] = {}
        for number, variable in enumerate(model.variables):
            alike.setdefault(variable.domain, []).append(number)
        self._checks: list[Check] = [_within(domain, numbers) for domain, numbers in alike.items()]
        self._checks += _checks([requirement.expression for requirement in model.requirements])

    def accepts(self, values: Sequence[int]) -> bool:
        """Whether `verify` would find nothing; ``values`` are whole numbers, by variable number."""
        for check in self._checks:  # noqa: SIM110 - `all` takes longer, and each puzzle of a batch asks this
            if not check(values):
                return False
        return True


def check_of(expression: Boolean) -> Check:
    """Whether a requirement holds, asked of many answers of a model without real variables; as `holds` says."""
    checks = _checks([expression])
    return checks[0] if len(checks) == 1 else lambda values: all(check(values) for check in checks)


def _within(domain: Domain, numbers: Sequence[int]) -> Check:
    chosen = _chosen(numbers)
    if domain.size > _MOST_LISTED:
        return lambda values: all(isinstance(value, int) and value in domain for value in chosen(values))
    allowed = frozenset(domain)
    return lambda values: allowed.issuperset(chosen(values))


def _checks(expressions: Iterable[Boolean]) -> list[Check]:
    """Checks of all the expressions. Those that are asked of `holds` take longer and stand last."""
    prepared: list[Check] = []
    others: list[Check] = []
    for condition in chain.from_iterable(map(conjuncts, expressions)):
        check = _prepared(condition)
        if check is None:
            others.append(partial(holds, condition))
        else:
            prepared.append(check)
    return prepared + others


def _prepared(condition: Boolean) -> Check | None:
    match condition:
        case AllDifferent(items, ignoring) if not ignoring and (numbers := _variables(items)):
            return _all_different(numbers)
        case Compare(op, Affine(terms, constant)) if terms and all(isinstance(atom, int) for atom, _ in terms):
            numbers = [atom for atom, _ in terms if isinstance(atom, int)]
            return _comparison(op, numbers, [k for _, k in terms], constant)
        case Member(items, rows) if numbers := _variables(items):
            chosen = _chosen(numbers)
            return lambda values: chosen(values) in rows
    return None


def _all_different(numbers: Sequence[int]) -> Check:
    chosen, size = _chosen(numbers), len(numbers)
    return lambda values: len(set(chosen(values))) == size


def _comparison(op: str, numbers: Sequence[int], factors: Sequence[Rational], constant: Rational) -> Check:
    chosen = _chosen(numbers)

    def value(values: Sequence[Rational]) -> Rational:
        return sum(map(mul, factors, chosen(values)), constant)

    if op == "==":
        return lambda values: value(values) == 0
    return (lambda values: value(values) != 0) if op == "!=" else (lambda values: value(values) <= 0)


def _variables(items: Sequence[Affine]) -> list[int]:
    """The numbers of the variables that the items are; empty where one is anything else."""
    found = []
    for item in items:
        if item.constant != 0 or len(item.terms) != 1 or item.terms[0][1] != 1:
            return []
        atom = item.terms[0][0]
        if not isinstance(atom, int):
            return []
        found.append(atom)
    return found


def _chosen(numbers: Sequence[int]) -> Callable[[Sequence[Rational]], tuple[Rational, ...]]:
    """What takes the values of these variables out of those of all."""
    if len(numbers) == 1:
        only = numbers[0]
        return lambda values: (values[only],)
    return itemgetter(*numbers)


def _nearly(condition: Boolean, values: Sequence[Rational], reals: frozenset[int]) -> bool:
    """`holds`, with a tolerance for comparisons of real variables that must hold as they stand."""
    return holds(condition, values) or bool(reals and holds(_relaxed(condition, values, reals), values))


def _relaxed(expression: Boolean, values: Sequence[Rational], reals: frozenset[int]) -> Boolean:
    """The same Boolean with every comparison of reals replaced by whether it nearly holds."""
    from puzzledsl.expressions import Not, Same, Some

    match expression:
        case Compare(op, difference) if variables_of(expression) & reals:
            try:
                value = evaluate(difference, values)
            except Undefined:
                return False
            slack = TOLERANCE * _scale(difference, values)
            return max(value, -value) <= slack if op == "==" else value <= slack
        case All(items) | Some(items):
            return type(expression)(tuple(_relaxed(item, values, reals) for item in items))
        case Not(operand):
            return Not(_relaxed(operand, values, reals))
        case Same(left, right):
            return Same(_relaxed(left, values, reals), _relaxed(right, values, reals))
    return expression


def _scale(expression: Affine, values: Sequence[Rational]) -> Fraction:
    sizes = [abs(Fraction(k) * Fraction(values[a])) for a, k in expression.terms if isinstance(a, int)]
    return 1 + abs(Fraction(expression.constant)) + sum(sizes, Fraction(0))
