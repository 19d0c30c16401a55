"""From a row to the sentence that says it in the words of the puzzle.

It works from the coefficients and from what the columns mean, for any encoding and any primitive: neither writes
sentences of its own.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from puzzledsl.encodings.encoded import AtLeast, Encoded, Equals, Row, ValueOf
from puzzledsl.encodings.row_patterns import (
    Algebra,
    Balance,
    Cases,
    Channel,
    Claim,
    Comparison,
    Consequence,
    Count,
    OneValue,
    Pattern,
    Quantity,
    Same,
    Total,
    size,
)
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from puzzledsl.row_builder import Coefficient

    Ends = Callable[[Quantity], tuple[Coefficient | None, Coefficient | None]]

STRUCTURE = "values"
"""What rows are about that belong to the variables themselves, whatever the clues."""

Weighted = tuple["Coefficient", Claim]


@record(slots=True)
class RowSentence:
    """A row in words.

    Attributes:
        row: its position in ``Encoded.rows``.
        about: the clue that it comes from, or whose values it ties together: ``cage 15 at r1c3, r1c4``.
        line: of the clue in the source; ``None``: it belongs to a variable.
        pattern: what it says; its text is without the clue.
    """

    row: int
    about: str
    line: int | None
    pattern: Pattern

    def __str__(self) -> str:
        return f"{self.about}{'' if self.line is None else f' (line {self.line})'}: {self.pattern}"


def row_sentences(encoded: Encoded) -> list[RowSentence]:
    """A sentence for each row, in their order."""
    reader = RowReader(encoded)
    return [reader.sentence(number) for number in range(len(encoded.rows))]


def row_algebra(encoded: Encoded, row: Row) -> str:
    """The row as it is, with the names of the columns: ``x[r1,c3,4] + x[r1,c4,4] <= 1``."""
    quantities = tuple(Quantity(k, encoded.columns[column].name, {}) for column, k in row.terms.items())
    return str(Comparison(quantities, row.lower, row.upper))


class RowReader:
    """Finds what the rows of one program say."""

    def __init__(self, encoded: Encoded) -> None:
        self._encoded = encoded
        self._values: dict[int, dict[int, int]] = {}  # variable → value → its 0–1 column
        for number, column in enumerate(encoded.columns):
            if isinstance(column.meaning, Equals):
                self._values.setdefault(column.meaning.variable, {})[column.meaning.value] = number

    def sentence(self, number: int) -> RowSentence:
        """What a row says, by its position."""
        row = self._encoded.rows[number]
        if row.origin is None:
            return RowSentence(number, f"{STRUCTURE} of {self._owner(row)}", None, self.pattern(row))
        origin = self._encoded.origins[row.origin]
        return RowSentence(number, " ".join(origin.sentence.split()), origin.line, self.pattern(row))

    def pattern(self, row: Row) -> Pattern:
        """What a row says, without the clue that it comes from."""
        if row.origin is None:
            found = self._structure(row)
            if found is not None:
                return found
        claims, quantities = self._terms(row)
        return _pattern(claims, quantities, row.lower, row.upper, self._range)

    def claim(self, column: int) -> Claim:
        """What a 0–1 column says."""
        known = self._encoded.columns[column]
        match known.meaning:
            case Equals(x, v):
                return self._is(x, (v,))
            case AtLeast(x, v):
                return Claim((column,), self._name(x), least=v)
            case ValueOf(x):
                return Claim((column,), self._name(x), (1,), (0,))
        return Claim((column,), self.flag(column))

    def flag(self, column: int) -> str:
        """The words for a column that serves a constraint: the part of its name behind the clue."""
        index = self._encoded.columns[column].index
        return str(index[-1]) if index and isinstance(index[-1], str) else self._encoded.columns[column].name

    # ── what the columns of a row say ────────────────────────────────────────────────────────────

    def _name(self, x: int) -> str:
        return self._encoded.names[x]

    def _owner(self, row: Row) -> str:
        for column in row.terms:
            meaning = self._encoded.columns[column].meaning
            if meaning is not None:
                return self._name(meaning.variable)
        return "columns"

    def _is(self, x: int, values: Sequence[int]) -> Claim:
        columns = self._values[x]
        others = tuple(v for v in columns if v not in values)
        return Claim(tuple(columns[v] for v in values), self._name(x), tuple(values), others)

    def _is_bit(self, column: int) -> bool:
        known = self._encoded.columns[column]
        if isinstance(known.meaning, Equals | AtLeast):
            return True
        return known.lower is not None and known.lower >= 0 and known.upper is not None and known.upper <= 1

    def _terms(self, row: Row) -> tuple[list[Weighted], list[Quantity]]:
        """The 0–1 columns as claims, those of one variable together where they say one thing; all else as numbers."""
        claims: list[Weighted] = []
        quantities: list[Quantity] = []
        groups: dict[int, dict[int, Coefficient]] = {}
        order: list[tuple[str, int]] = []
        for column, k in row.terms.items():
            meaning = self._encoded.columns[column].meaning
            if isinstance(meaning, Equals) and row.origin is not None:
                if meaning.variable not in groups:
                    order.append(("group", meaning.variable))
                groups.setdefault(meaning.variable, {})[meaning.value] = k
            else:
                order.append(("column", column))
        for kind, number in order:
            if kind == "group":
                claims_of, quantity = self._group(number, groups[number])
                claims += claims_of
                quantities += [] if quantity is None else [quantity]
            elif self._is_bit(number):
                claims.append((row.terms[number], self.claim(number)))
            else:
                meaning = self._encoded.columns[number].meaning
                name = self._name(meaning.variable) if isinstance(meaning, ValueOf) else self.flag(number)
                whole = self._encoded.columns[number].integer
                quantities.append(Quantity(row.terms[number], name, {number: 1}, whole))
        return claims, quantities

    def _group(self, x: int, weights: Mapping[int, Coefficient]) -> tuple[list[Weighted], Quantity | None]:
        """What coefficients of the columns of one variable say: its value, or which of its values count how much."""
        columns = self._values[x]
        factors = {Fraction(k) / v if v else None for v, k in weights.items()}
        if len(weights) == sum(v != 0 for v in columns) and len(factors) == 1 and len(weights) > 1:
            factor = factors.pop()
            if factor is not None:
                k = factor.numerator if factor.denominator == 1 else factor
                return [], Quantity(k, self._name(x), {columns[v]: v for v in weights}, whole=True)
        by_weight: dict[Coefficient, list[int]] = {}
        for v, k in weights.items():
            by_weight.setdefault(k, []).append(v)
        return [(k, self._is(x, values)) for k, values in by_weight.items()], None

    def _range(self, quantity: Quantity) -> tuple[Coefficient | None, Coefficient | None]:
        """Smallest and largest value of a number, times its coefficient, from the bounds of its columns."""
        (first, *further) = quantity.weights
        known = self._encoded.columns[first]
        if further or isinstance(known.meaning, Equals):
            assert isinstance(known.meaning, Equals)
            values = self._values[known.meaning.variable]
            ends: list[Coefficient | None] = [min(values), max(values)]
        else:
            ends = [known.lower, known.upper]
        k = quantity.coefficient
        small, large = (None if end is None else k * end for end in (ends if k > 0 else ends[::-1]))
        return small, large

    def _structure(self, row: Row) -> Pattern | None:
        """A row that ties the columns of one variable together."""
        columns = self._encoded.columns
        values = {c: m.value for c in row.terms if isinstance(m := columns[c].meaning, Equals)}
        numbers = [c for c in row.terms if isinstance(columns[c].meaning, ValueOf)]
        name = self._owner(row)
        if len(values) == len(row.terms) and set(row.terms.values()) == {1} and row.lower == row.upper == 1:
            return OneValue(name, values)
        if len(numbers) == 1 and row.lower == row.upper == 0 and len(values) == len(row.terms) - 1:
            (number,) = numbers
            if row.terms[number] == -1 and all(row.terms[c] == v for c, v in values.items()):
                return Channel(name, number, values)
        thresholds = [c for c in row.terms if isinstance(columns[c].meaning, AtLeast)]
        if len(numbers) == len(thresholds) == 1 and len(row.terms) == 2:
            claims, quantities = self._terms(row)
            found = _pattern(claims, quantities, row.lower, row.upper, self._range)
            if isinstance(found, Cases) and found.otherwise is None and isinstance(found.then, Comparison):
                return Cases(found.conditions, found.then, bare=True)
            return found
        return None


# ── patterns ─────────────────────────────────────────────────────────────────────────────────────


def _pattern(
    claims: list[Weighted],
    quantities: list[Quantity],
    least: Coefficient | None,
    most: Coefficient | None,
    ends: Ends,
) -> Pattern:
    if not claims:
        return Comparison(tuple(quantities), least, most)
    weights = {size(k) for k, _ in claims}
    if not quantities and len(weights) == 1:
        return _counted(claims, weights.pop(), least, most)
    if len(quantities) == 1 and least == most and least is not None and len({k for k, _ in claims}) == 1:
        (quantity,), weight = quantities, claims[0][0]
        scale = 1 if quantity.coefficient > 0 else -1
        number = Quantity(scale * quantity.coefficient, quantity.name, quantity.weights, quantity.whole)
        if -scale * weight > 0:
            return Total(number, tuple(claim for _, claim in claims), -scale * weight, scale * least)
    return _conditional(claims, quantities, least, most, ends) or Algebra(
        (*((k, claim) for k, claim in claims), *((q.coefficient, q) for q in quantities)), least, most
    )


def _counted(
    weighted: Sequence[Weighted], weight: Coefficient, lower: Coefficient | None, upper: Coefficient | None
) -> Pattern:
    """A row of claims that all weigh the same, one way or the other."""
    least = None if lower is None else _up(Fraction(lower) / weight)
    most = None if upper is None else _down(Fraction(upper) / weight)
    claims = tuple(claim for k, claim in weighted if k > 0)
    others = tuple(claim for k, claim in weighted if k < 0)
    if not claims:
        claims, others, least, most = others, (), _minus(most), _minus(least)
    if not others:
        return Count(claims, least, most)
    if least == most == 0:
        if len(claims) == len(others) == 1:
            return Same(claims[0], others[0])
        if 1 in (len(claims), len(others)):
            (one,), several = (claims, others) if len(claims) == 1 else (others, claims)
            return Cases((one,), Count(several, 1, 1), Count(several, None, 0))
        return Balance(claims, others, 0, 0)
    if least is not None and most is None:  # the same the other way round
        claims, others, least, most = others, claims, None, _minus(least)
    if least is None and most is not None:
        if most == len(claims) - 1:
            return Consequence(claims, others)
        if most == 0 and len(others) == 1:
            return Cases(others, Count(claims, None, 1), Count(claims, None, 0))
    return Balance(claims, others, least, most)


def _conditional(
    claims: list[Weighted],
    quantities: list[Quantity],
    least: Coefficient | None,
    most: Coefficient | None,
    ends: Ends,
) -> Pattern | None:
    """A row that is relaxed unless some claims hold (big-M), or that means two things depending on one claim."""

    def rest(weighted: list[Weighted], shift: Coefficient) -> Pattern | None:
        """What is left of the row where the claims that are not in the list add up to ``shift``; None: nothing."""
        lower = None if least is None else least - shift
        upper = None if most is None else most - shift
        low, high = _total([ends(quantity) for quantity in quantities])
        low = None if low is None else low + sum(min(k, 0) for k, _ in weighted)
        high = None if high is None else high + sum(max(k, 0) for k, _ in weighted)
        if lower is not None and low is not None and low >= lower:
            lower = None
        if upper is not None and high is not None and high <= upper:
            upper = None
        if lower is None and upper is None:
            return None
        return _pattern(list(weighted), quantities, lower, upper, ends)

    if quantities and (least is None or most is None):
        # It binds most where all claims have their greater (or, for a lower limit, smaller) share.
        sign = 1 if least is None else -1
        conditions = tuple(claim if sign * k > 0 else ~claim for k, claim in claims)
        shares = [k if sign * k > 0 else 0 for k, _ in claims]
        tight: Coefficient = sum(shares)
        nearest = min(size(k) for k, _ in claims)
        if rest([], tight - sign * nearest) is None:
            then = rest([], tight)
            return None if then is None else Cases(conditions, then)
    # One claim decides: the only one beside numbers, or the one that weighs otherwise than the rest.
    for number, (k, claim) in enumerate(claims):
        others = claims[:number] + claims[number + 1 :]
        if (quantities and others) or len({size(weight) for weight, _ in others}) > 1:
            continue
        then, otherwise = rest(others, k), rest(others, 0)
        if then is None:
            return None if otherwise is None else Cases((~claim,), otherwise)
        return Cases((claim,), then, otherwise)
    return None


def _total(
    ends: Sequence[tuple[Coefficient | None, Coefficient | None]],
) -> tuple[Coefficient | None, Coefficient | None]:
    low: Coefficient | None = 0
    high: Coefficient | None = 0
    for small, large in ends:
        low = None if low is None or small is None else low + small
        high = None if high is None or large is None else high + large
    return low, high


def _minus(limit: int | None) -> int | None:
    return None if limit is None else -limit


def _up(value: Fraction) -> int:
    return -(-value.numerator // value.denominator)


def _down(value: Fraction) -> int:
    return value.numerator // value.denominator
