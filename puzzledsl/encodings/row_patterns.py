"""What a row can mean: a linear row over claims and numbers, or one that depends on conditions.

Each has a text. `puzzledsl.encodings.row_sentences` finds the pattern of a row.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor
from typing import TYPE_CHECKING

from puzzledsl.listing import listed, signed_sum
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from puzzledsl.row_builder import Coefficient

_MOST_ALIKE = 2
"""More claims of the same value than this share one text: ``exactly one of r1c1, r1c2, r1c3 is 4``."""


@record
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

    def __invert__(self) -> Claim:
        return Claim(self.columns, self.subject, self.values, self.others, self.least, not self.negated)

    @property
    def value(self) -> int | None:
        """The value, if it says that the subject has one value."""
        values = self.others if self.negated else self.values
        return values[0] if len(values) == 1 else None

    @property
    def is_number(self) -> bool:
        """Whether it is 1 if and only if its subject is, which is 0 or 1."""
        return not self.negated and (self.values, self.others) == ((1,), (0,))

    def number(self, weight: Coefficient) -> Quantity:
        """The claim in a sum: 1 if it holds, else 0."""
        name = self.subject if self.is_number else f"[{self}]"
        return Quantity(weight, name, dict.fromkeys(self.columns, 1), whole=self.is_number)

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


@record
class Quantity:
    """``coefficient · name``, a number that is ``Σ weight · column``; ``whole``: never between two integers."""

    coefficient: Coefficient
    name: str
    weights: Mapping[int, Coefficient]
    whole: bool = False


Weighted = tuple["Coefficient", Claim]
Limits = tuple["Coefficient | None", "Coefficient | None"]


@record
class Linear:
    """``least ≤ Σ weight · claim + Σ quantity ≤ most``; a claim is 1 if it holds, else 0; ``None``: no limit."""

    claims: tuple[Weighted, ...]
    quantities: tuple[Quantity, ...]
    least: Coefficient | None
    most: Coefficient | None

    @property
    def counted(self) -> Counted | None:
        """The row as a count of claims, if all its weights are equal up to their sign."""
        sizes = {max(k, -k) for k, _ in self.claims}
        if self.quantities or len(sizes) != 1:
            return None
        weight = sizes.pop()
        least = None if self.least is None else ceil(Fraction(self.least) / weight)
        most = None if self.most is None else floor(Fraction(self.most) / weight)
        claims = tuple(claim for k, claim in self.claims if k > 0)
        others = tuple(claim for k, claim in self.claims if k < 0)
        if not claims or (others and most is None):  # the same with the opposite sign
            negated = (None if most is None else -most, None if least is None else -least)
            return Counted(others, claims, *negated)
        return Counted(claims, others, least, most)

    @property
    def is_total(self) -> bool:
        """Whether a number is a positive multiple of the number of claims that hold, plus a constant."""
        if len(self.quantities) != 1 or self.least is None or self.least != self.most:
            return False
        return len({k for k, _ in self.claims}) == 1 and self.quantities[0].coefficient * self.claims[0][0] < 0

    def __str__(self) -> str:
        if not self.claims:
            return _comparison(self.quantities, self.least, self.most)
        if counted := str(self.counted or ""):
            return counted
        if self._is_channel:
            return f"{self.quantities[0].name} is the sum of the values whose columns are 1"
        if self.is_total:
            return self._total()
        if self.cases is not None:
            return str(self.cases)
        algebra = [*(claim.number(weight) for weight, claim in self.claims), *self.quantities]
        return _comparison(sorted(algebra, key=lambda quantity: min(quantity.weights)), self.least, self.most)

    @property
    def cases(self) -> Cases | None:
        """The row by one claim: its only one beside numbers, or the only one with another weight."""
        for number, (k, claim) in enumerate(self.claims):
            others = self.claims[:number] + self.claims[number + 1 :]
            if others if self.quantities else len(others) < 2 or len({weight for weight, _ in others}) > 1:
                continue
            if self.quantities and claim.is_number and abs(k) == 1:
                continue  # a number among others
            if others and others[0][0] < 0:
                return (-self).cases
            limits = [None if limit is None else limit - k for limit in (self.least, self.most)]
            then = Linear(others, self.quantities, *limits)
            return Cases((claim,), then, Linear(others, self.quantities, self.least, self.most))
        return None

    def __neg__(self) -> Linear:
        claims = tuple((-k, claim) for k, claim in self.claims)
        limits = (None if limit is None else -limit for limit in (self.most, self.least))
        return Linear(claims, tuple(map(_negated, self.quantities)), *limits)

    @property
    def _is_channel(self) -> bool:
        """Whether a variable is the sum of its values, each times its own column."""
        if len(self.quantities) != 1 or self.least != 0 or self.most != 0:
            return False
        (number,) = self.quantities
        return all(
            claim.subject == number.name and claim.value is not None and weight == -number.coefficient * claim.value
            for weight, claim in self.claims
        )

    def _total(self) -> str:
        (number,), weight, more = self.quantities, self.claims[0][0], self.least
        assert more is not None
        if number.coefficient < 0:
            number, weight, more = _negated(number), -weight, -more
        times = "" if weight == -1 else f"{-weight} times "
        plus = "" if not more else f" {'-' if more < 0 else '+'} {abs(more)}"
        claims = listed(str(claim) for _, claim in self.claims)
        return f"{_sum([number])} = {times}the number of these that hold{plus}: {claims}"


@record
class Counted:
    """The number of claims that hold, minus that of others, is from ``least`` to ``most``."""

    claims: tuple[Claim, ...]
    others: tuple[Claim, ...]
    least: int | None
    most: int | None

    @property
    def is_implication(self) -> bool:
        """Whether it states that some of the others hold if all claims do."""
        return bool(self.others) and self.least is None and self.most == len(self.claims) - 1

    def __str__(self) -> str:
        """Return an empty text where no words are better than the row itself."""
        least, most = self.least, self.most
        if not self.others:
            return self._count(least or 0, len(self.claims) if most is None else most)
        if least == most == 0 and len(self.claims) == len(self.others) == 1:
            return f"{self.claims[0]} exactly if {self.others[0]}"
        if self.is_implication:
            return f"if {listed(map(str, self.claims))}, then {listed(map(str, self.others), 'or')}"
        if least == most == 0 and min(len(self.claims), len(self.others)) > 1:
            return f"as many of ({listed(map(str, self.claims))}) as of ({listed(map(str, self.others))})"
        return ""

    def _count(self, least: int, most: int) -> str:
        count = len(self.claims)
        if least > most or least > count or most < 0:
            return f"{_number(least)} of these hold, which cannot be: {listed(map(str, self.claims))}"
        if least >= count or most <= 0:
            return listed(str(claim if least >= count else ~claim) for claim in self.claims)
        if count == 2 and least == 1 and most == 2:
            return listed(map(str, self.claims), "or")
        values = [claim.value for claim in self.claims]
        if least == most == 1 and len({claim.subject for claim in self.claims}) == 1 and None not in values:
            return f"{self.claims[0].subject} has exactly one of its values {_values(values)}"
        what = _together(self.claims, plural=(least if least == most or most >= count else most) > 1)
        if least == most:
            return f"exactly {_number(least)} of {what}"
        if not least:
            return f"at most {_number(most)} of {what}"
        if most >= count:
            return f"at least {_number(least)} of {what}"
        return f"from {_number(least)} to {_number(most)} of {what}"


@record
class Cases:
    """If all ``conditions`` hold, then something holds; if not, perhaps something else.

    ``bare``: the condition is a column that means the same as the consequence, and this row gives it that meaning.
    """

    conditions: tuple[Claim, ...]
    then: Pattern
    otherwise: Pattern | None = None
    bare: bool = False

    def __str__(self) -> str:
        if self.bare:
            (claim,) = self.conditions
            condition = f"the column [{~claim if claim.negated else claim}] is {int(not claim.negated)}"
        else:
            condition = listed(map(str, self.conditions))
        return f"if {condition}, then {self.then}{self._otherwise()}"

    def _otherwise(self) -> str:
        if self.otherwise is None:
            return ""
        match self.then, self.otherwise:
            case Linear(claims, (), least), Linear(others, (), _, 0) if claims == others and least != 0:
                if len(claims) > 1 and all(k > 0 for k, _ in claims):
                    return "; otherwise none of them"
        return f"; otherwise {self.otherwise}"


Pattern = Linear | Cases


def _comparison(quantities: Sequence[Quantity], least: Coefficient | None, most: Coefficient | None) -> str:
    if least is not None and most is not None and least != most:
        return f"{_value(least)} <= {_sum(quantities)} <= {_value(most)}"
    sign = "=" if least == most else "<=" if least is None else ">="
    limit = most if least is None else least
    assert limit is not None
    left = [q for q in quantities if q.coefficient > 0]
    right = [_negated(q) for q in quantities if q.coefficient < 0]
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


def is_turned(weights: Collection[Coefficient], least: Coefficient | None, most: Coefficient | None) -> bool:
    """Whether the number that `_comparison` states is the limit of a row with all signs changed."""
    if least is not None and most is not None and least != most:
        return False
    if all(k < 0 for k in weights):
        return True
    limit = most if least is None else least
    assert limit is not None
    # With columns on both sides the number is positive, and stands on either side.
    return any(k < 0 for k in weights) and (limit < 0 or (limit == 0 and most is None))


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


def _values(values: Sequence[int | None]) -> str:
    first, last = values[0], values[-1]
    assert first is not None
    assert last is not None
    if len(values) > 2 and last - first == len(values) - 1:
        return f"{first} to {last}"
    return listed(map(str, values), "or")


def _negated(quantity: Quantity) -> Quantity:
    return Quantity(-quantity.coefficient, quantity.name, quantity.weights, quantity.whole)


def _sum(quantities: Sequence[Quantity]) -> str:
    return signed_sum([(quantity.coefficient, quantity.name) for quantity in quantities], number=_value) or "0"
