"""What a row can say, as a closed set of patterns. Each has a text, and ``holds``, which tests compare with the row.

`puzzledsl.encodings.row_sentences` finds the pattern of a row.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from puzzledsl.listing import listed
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from puzzledsl.row_builder import Coefficient

_MOST_ALIKE = 2
"""More claims of the same value than this share one text: ``exactly one of r1c1, r1c2, r1c3 is 4``."""


@record(slots=True)
class Claim:
    """A statement that holds or not.

    Attributes:
        columns: 0–1 columns, of which at most one is 1; it holds if one is (``negated``: if none is).
        subject: the variable that it is about, or the words for a column that is about no variable.
        values: those that the variable has if one of the columns is 1; empty if the subject is the whole statement.
        others: the other values of the variable.
        least: instead of values: the variable has at least this value.
    """

    columns: tuple[int, ...]
    subject: str
    values: tuple[int, ...] = ()
    others: tuple[int, ...] = ()
    least: int | None = None
    negated: bool = False

    def holds(self, point: Mapping[int, Coefficient]) -> bool:
        """Return whether it holds for these values of the columns."""
        return any(point[column] for column in self.columns) != self.negated

    def __invert__(self) -> Claim:
        return Claim(self.columns, self.subject, self.values, self.others, self.least, not self.negated)

    @property
    def value(self) -> int | None:
        """The value, if it says that the subject has one value."""
        values = self.others if self.negated else self.values
        return values[0] if len(values) == 1 else None

    def __str__(self) -> str:
        if self.least is not None:
            return f"{self.subject} {'<' if self.negated else '>='} {self.least}"
        if not self.values:
            return f"not {self.subject}" if self.negated else self.subject
        values, others = (self.others, self.values) if self.negated else (self.values, self.others)
        if len(values) == 1:
            return f"{self.subject} = {values[0]}"
        if not others:
            return f"{self.subject} has a value"
        if not values:
            return f"{self.subject} has no value"
        if len(others) == 1:
            return f"{self.subject} is not {others[0]}"
        if min(values) > max(others):
            return f"{self.subject} >= {min(values)}"
        if max(values) < min(others):
            return f"{self.subject} <= {max(values)}"
        return f"{self.subject} is {listed(map(str, values), 'or')}"


@record(slots=True)
class Quantity:
    """``coefficient · name``, a number that is ``Σ weight · column``; ``whole``: never between two integers."""

    coefficient: Coefficient
    name: str
    weights: Mapping[int, Coefficient]
    whole: bool = False

    def at(self, point: Mapping[int, Coefficient]) -> Coefficient:
        """Return its value, times the coefficient, for these values of the columns."""
        return self.coefficient * sum(weight * point[column] for column, weight in self.weights.items())


@record(slots=True)
class Count:
    """From ``least`` to ``most`` of the claims hold; ``None``: no limit."""

    claims: tuple[Claim, ...]
    least: int | None
    most: int | None

    def holds(self, point: Mapping[int, Coefficient]) -> bool:
        """Return whether it is true for these values of the columns."""
        return _within(sum(claim.holds(point) for claim in self.claims), self.least, self.most)

    def __str__(self) -> str:
        count = len(self.claims)
        least, most = self.least or 0, count if self.most is None else self.most
        if least > most or least > count or most < 0:
            return f"{_number(least)} of these hold, which cannot be: {listed(map(str, self.claims))}"
        if least >= count or most <= 0:
            return listed(str(claim if least >= count else ~claim) for claim in self.claims)
        if count == 2 and least == 1 and most == 2:
            return listed(map(str, self.claims), "or")
        what = _together(self.claims, plural=(least if least == most or most >= count else most) > 1)
        if least == most:
            return f"exactly {_number(least)} of {what}"
        if not least:
            return f"at most {_number(most)} of {what}"
        if most >= count:
            return f"at least {_number(least)} of {what}"
        return f"from {_number(least)} to {_number(most)} of {what}"


@record(slots=True)
class Consequence:
    """If all ``conditions`` hold, at least one of the ``claims`` does."""

    conditions: tuple[Claim, ...]
    claims: tuple[Claim, ...]

    def holds(self, point: Mapping[int, Coefficient]) -> bool:
        """Return whether it is true for these values of the columns."""
        return not all(c.holds(point) for c in self.conditions) or any(c.holds(point) for c in self.claims)

    def __str__(self) -> str:
        conditions = listed(map(str, self.conditions))
        return f"if {conditions}, then {listed(map(str, self.claims), 'or')}"


@record(slots=True)
class Same:
    """Two claims hold, or neither does."""

    first: Claim
    second: Claim

    def holds(self, point: Mapping[int, Coefficient]) -> bool:
        """Return whether it is true for these values of the columns."""
        return self.first.holds(point) == self.second.holds(point)

    def __str__(self) -> str:
        return f"{self.first} exactly if {self.second}"


@record(slots=True)
class Balance:
    """The number of claims in one list that hold, minus that in another list, is from ``least`` to ``most``."""

    claims: tuple[Claim, ...]
    others: tuple[Claim, ...]
    least: int | None
    most: int | None

    def holds(self, point: Mapping[int, Coefficient]) -> bool:
        """Return whether it is true for these values of the columns."""
        more = sum(claim.holds(point) for claim in self.claims) - sum(claim.holds(point) for claim in self.others)
        return _within(more, self.least, self.most)

    def __str__(self) -> str:
        these, those = (f"({listed(map(str, claims))})" for claims in (self.claims, self.others))
        if self.least == self.most == 0:
            return f"as many of {these} as of {those}"
        if self.most == 0 and self.least is None:
            return f"no more of {these} than of {those}"
        if self.least == 0 and self.most is None:
            return f"no fewer of {these} than of {those}"
        if self.least is None:
            return f"at most {self.most} more of {these} than of {those}"
        if self.most is None:
            return f"at least {self.least} more of {these} than of {those}"
        if self.least == self.most:
            return f"{self.least} more of {these} than of {those}"
        return f"from {self.least} to {self.most} more of {these} than of {those}"


@record(slots=True)
class Total:
    """A number is ``each`` times the number of claims that hold, plus ``more``."""

    number: Quantity
    claims: tuple[Claim, ...]
    each: Coefficient
    more: Coefficient

    def holds(self, point: Mapping[int, Coefficient]) -> bool:
        """Return whether it is true for these values of the columns."""
        return self.number.at(point) == self.each * sum(claim.holds(point) for claim in self.claims) + self.more

    def __str__(self) -> str:
        times = "" if self.each == 1 else f"{self.each} times "
        more = "" if not self.more else f" {'-' if self.more < 0 else '+'} {abs(self.more)}"
        return f"{_sum([self.number])} = {times}the number of these that hold{more}: {listed(map(str, self.claims))}"


@record(slots=True)
class Comparison:
    """A sum of numbers lies within limits."""

    quantities: tuple[Quantity, ...]
    least: Coefficient | None
    most: Coefficient | None

    def holds(self, point: Mapping[int, Coefficient]) -> bool:
        """Return whether it is true for these values of the columns."""
        return _within(sum(quantity.at(point) for quantity in self.quantities), self.least, self.most)

    def __str__(self) -> str:
        least, most = self.least, self.most
        if least is not None and most is not None and least != most:
            return f"{_value(least)} <= {_sum(self.quantities)} <= {_value(most)}"
        sign = "=" if least == most else "<=" if least is None else ">="
        limit = most if least is None else least
        assert limit is not None
        left = [q for q in self.quantities if q.coefficient > 0]
        right = [_times(-1, q) for q in self.quantities if q.coefficient < 0]
        if not left:
            left, right, limit, sign = right, left, -limit, {"=": "=", "<=": ">=", ">=": "<="}[sign]
        if not right:
            return f"{_sum(left)} {sign} {_value(limit)}"
        if (sign == "=" and limit < 0) or sign == ">=":  # the smaller side first
            left, right, limit, sign = right, left, -limit, "=" if sign == "=" else "<="
        if sign == "<=" and limit == -1 and [(q.coefficient, q.whole) for q in (*left, *right)] == [(1, True)] * 2:
            return f"{_sum(left)} < {_sum(right)}"
        before = f"{_sum(left)} + {_value(-limit)}" if limit < 0 else _sum(left)
        after = f"{_sum(right)} + {_value(limit)}" if limit > 0 else _sum(right)
        return f"{before} {sign} {after}"


@record(slots=True)
class Cases:
    """If all ``conditions`` hold, then something holds; if not, perhaps something else.

    ``bare``: the condition is a column that means the same as the consequence, and this row gives it that meaning.
    """

    conditions: tuple[Claim, ...]
    then: Pattern
    otherwise: Pattern | None = None
    bare: bool = False

    def holds(self, point: Mapping[int, Coefficient]) -> bool:
        """Return whether it is true for these values of the columns."""
        if all(claim.holds(point) for claim in self.conditions):
            return self.then.holds(point)
        return self.otherwise is None or self.otherwise.holds(point)

    def __str__(self) -> str:
        if self.bare:
            (claim,) = self.conditions
            condition = f"the column [{~claim if claim.negated else claim}] is {int(not claim.negated)}"
        else:
            condition = listed(map(str, self.conditions))
        otherwise = "" if self.otherwise is None else f"; otherwise {self.otherwise}"
        match self.then, self.otherwise:
            case Count(claims, least, _), Count(others, _, 0) if claims == others and len(claims) > 1 and least != 0:
                otherwise = "; otherwise none of them"
        return f"if {condition}, then {self.then}{otherwise}"


@record(slots=True)
class OneValue:
    """Exactly one of a variable's columns, one for each value, is 1."""

    variable: str
    columns: Mapping[int, int]

    def holds(self, point: Mapping[int, Coefficient]) -> bool:
        """Return whether it is true for these values of the columns."""
        return sum(point[column] for column in self.columns) == 1

    def __str__(self) -> str:
        return f"{self.variable} has exactly one of its values {_values(tuple(self.columns.values()))}"


@record(slots=True)
class Channel:
    """The value of a variable is the sum of those whose 0–1 columns are 1."""

    variable: str
    number: int
    columns: Mapping[int, int]

    def holds(self, point: Mapping[int, Coefficient]) -> bool:
        """Return whether it is true for these values of the columns."""
        return point[self.number] == sum(value * point[column] for column, value in self.columns.items())

    def __str__(self) -> str:
        return f"{self.variable} is the sum of the values whose columns are 1"


@record(slots=True)
class Algebra:
    """The row as it is. A claim in brackets is 1 if it holds, else 0."""

    terms: tuple[tuple[Coefficient, Claim | Quantity], ...]
    least: Coefficient | None
    most: Coefficient | None

    def holds(self, point: Mapping[int, Coefficient]) -> bool:
        """Return whether it is true for these values of the columns."""
        total: Coefficient = 0
        for weight, what in self.terms:
            total += what.at(point) if isinstance(what, Quantity) else weight * what.holds(point)
        return _within(total, self.least, self.most)

    def __str__(self) -> str:
        quantities = [
            what if isinstance(what, Quantity) else Quantity(weight, f"[{what}]", {}) for weight, what in self.terms
        ]
        return str(Comparison(tuple(quantities), self.least, self.most))


Pattern = Count | Consequence | Same | Balance | Total | Comparison | Cases | OneValue | Channel | Algebra


def size(k: Coefficient) -> Coefficient:
    """The absolute value."""
    return -k if k < 0 else k


def _within(value: Coefficient, least: Coefficient | None, most: Coefficient | None) -> bool:
    return (least is None or value >= least) and (most is None or value <= most)


def _number(count: int) -> str:
    return {1: "one", 2: "two", 3: "three"}.get(count, str(count))


def _value(value: Coefficient) -> str:
    return f"{float(value):.6g}" if isinstance(value, Fraction) and value.denominator != 1 else str(value)


def _together(claims: Sequence[Claim], plural: bool) -> str:
    """``r1c1 = 4 and r1c2 = 4``; ``r1c1, r1c2 and r1c3 is 4`` where the value is the same."""
    values = {claim.value for claim in claims}
    if len(claims) > _MOST_ALIKE and len(values) == 1 and (value := values.pop()) is not None:
        return f"{listed(claim.subject for claim in claims)} {'are' if plural else 'is'} {value}"
    return listed(map(str, claims))


def _values(values: Sequence[int]) -> str:
    if len(values) > 2 and values[-1] - values[0] == len(values) - 1:
        return f"{values[0]} to {values[-1]}"
    return listed(map(str, values), "or")


def _times(factor: int, quantity: Quantity) -> Quantity:
    return Quantity(factor * quantity.coefficient, quantity.name, quantity.weights, quantity.whole)


def _term(coefficient: Coefficient, name: str) -> str:
    return name if coefficient == 1 else f"{_value(coefficient)}*{name}"


def _sum(quantities: Sequence[Quantity]) -> str:
    text = ""
    for quantity in quantities:
        sign = "-" if quantity.coefficient < 0 else "+"
        text += f" {sign} {_term(size(quantity.coefficient), quantity.name)}"
    return text.removeprefix(" + ").removeprefix(" ") or "0"
