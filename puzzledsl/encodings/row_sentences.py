"""Turn a row into a sentence in the words of the puzzle.

The sentence is made from the coefficients and the meaning of the columns. So this works for any encoding and any
primitive: neither writes sentences of its own.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from puzzledsl.encodings.encoded import AtLeast, Encoded, Equals, Row, ValueOf
from puzzledsl.encodings.row_patterns import Cases, Claim, Linear, Pattern, Quantity, Weighted
from puzzledsl.encodings.row_recognition import recognized
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from puzzledsl.row_builder import Coefficient


STRUCTURE = "values"
"""The ``about`` of rows that belong to the variables themselves and not to a clue."""


@record
class RowSentence:
    """A row in words.

    Attributes:
        about: the clue that it comes from, or the variable whose columns it links: ``cage 15 at r1c3, r1c4``.
        line: line of the clue in the source; ``None``: it belongs to a variable.
        pattern: what it says, without the clue.
    """

    about: str
    line: int | None
    pattern: Pattern

    def __str__(self) -> str:
        return f"{self.about}{'' if self.line is None else f' (line {self.line})'}: {self.pattern}"


def row_sentences(encoded: Encoded) -> list[RowSentence]:
    """A sentence for each row, in their order."""
    reader = RowReader(encoded)
    return [reader.sentence(row) for row in encoded.rows]


def row_algebra(encoded: Encoded, row: Row) -> str:
    """The row as it is, with the names of the columns: ``x[r1,c3,4] + x[r1,c4,4] <= 1``."""
    quantities = tuple(Quantity(k, encoded.columns[column].name, {}) for column, k in row.terms.items())
    return str(Linear((), quantities, row.lower, row.upper))


class RowReader:
    """Finds what the rows of one program say.

    Args:
        encoded: the program.
        distinct: name a column in full if another one has the same words: ``whisper_L2_aux[first]``. Otherwise the
            reader of a row is expected to know its clue.
    """

    def __init__(self, encoded: Encoded, *, distinct: bool = False) -> None:
        self.encoded = encoded
        self._distinct = distinct
        self._values: dict[int, dict[int, int]] = {}  # variable → value → its 0–1 column
        for number, column in enumerate(encoded.columns):
            if isinstance(column.meaning, Equals):
                self._values.setdefault(column.meaning.variable, {})[column.meaning.value] = number

    def sentence(self, row: Row) -> RowSentence:
        """What a row says, and which clue it comes from."""
        if row.origin is None:
            return RowSentence(f"{STRUCTURE} of {self._owner(row)}", None, self.pattern(row))
        origin = self.encoded.origins[row.origin]
        return RowSentence(" ".join(origin.sentence.split()), origin.line, self.pattern(row))

    def pattern(self, row: Row) -> Pattern:
        """What a row says, without the clue that it comes from."""
        claims, quantities = self._terms(row)
        found = recognized(Linear(tuple(claims), tuple(quantities), row.lower, row.upper), self._range)
        if row.origin is None and isinstance(found, Cases) and found.otherwise is None:
            return Cases(found.conditions, found.then, bare=len(row.terms) == 2)  # it defines "at least"
        return found

    def claim(self, column: int) -> Claim:
        """What a 0–1 column says."""
        known = self.encoded.columns[column]
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
        words = self._words[column]
        return self.encoded.columns[column].name if self._distinct and self._words.count(words) > 1 else words

    @cached_property
    def _words(self) -> list[str]:
        return [str(c.index[-1]) if c.index and isinstance(c.index[-1], str) else c.name for c in self.encoded.columns]

    # ── what the columns of a row say ────────────────────────────────────────────────────────────

    def _name(self, x: int) -> str:
        return self.encoded.names[x]

    def _owner(self, row: Row) -> str:
        for column in row.terms:
            meaning = self.encoded.columns[column].meaning
            if meaning is not None:
                return self._name(meaning.variable)
        return "columns"

    def _is(self, x: int, values: Sequence[int]) -> Claim:
        columns = self._values[x]
        others = tuple(v for v in columns if v not in values)
        return Claim(tuple(columns[v] for v in values), self._name(x), tuple(values), others)

    def _is_bit(self, column: int) -> bool:
        known = self.encoded.columns[column]
        if isinstance(known.meaning, (Equals, AtLeast)):
            return True
        return known.lower is not None and known.lower >= 0 and known.upper is not None and known.upper <= 1

    def _terms(self, row: Row) -> tuple[list[Weighted], list[Quantity]]:
        """Return the 0–1 columns as claims, one for the columns of a variable that say one thing; and the rest as
        numbers."""
        claims: list[Weighted] = []
        quantities: list[Quantity] = []
        groups: dict[int, dict[int, Coefficient]] = {}
        for column, k in row.terms.items():
            meaning = self.encoded.columns[column].meaning
            if isinstance(meaning, Equals) and row.origin is not None:
                groups.setdefault(meaning.variable, {})[meaning.value] = k
        for column, k in row.terms.items():
            known = self.encoded.columns[column]
            if isinstance(known.meaning, Equals) and row.origin is not None:
                weights = groups.pop(known.meaning.variable, None)  # all of them where the first stands
                claims_of, numbers = self._group(known.meaning.variable, weights) if weights else ([], [])
                claims += claims_of
                quantities += numbers
            elif self._is_bit(column):
                claims.append((k, self.claim(column)))
            else:
                name = self._name(known.meaning.variable) if known.meaning is not None else self.flag(column)
                quantities.append(Quantity(k, name, {column: 1}, known.integer))
        return claims, quantities

    def _group(self, x: int, weights: Mapping[int, Coefficient]) -> tuple[list[Weighted], list[Quantity]]:
        """Return what the coefficients of a variable's columns say: its value, or how much each value counts."""
        columns = self._values[x]
        factors = {Fraction(k) / v if v else None for v, k in weights.items()}
        if len(weights) == sum(v != 0 for v in columns) and len(factors) == 1 and len(weights) > 1:
            factor = factors.pop()
            if factor is not None:
                k = factor.numerator if factor.denominator == 1 else factor
                return [], [Quantity(k, self._name(x), {columns[v]: v for v in weights}, whole=True)]
        by_weight: dict[Coefficient, list[int]] = {}
        for v, k in weights.items():
            by_weight.setdefault(k, []).append(v)
        return [(k, self._is(x, values)) for k, values in by_weight.items()], []

    def _range(self, quantity: Quantity) -> tuple[Coefficient | None, Coefficient | None]:
        """Smallest and largest value of a number, times its coefficient, from the bounds of its columns."""
        (first, *further) = quantity.weights
        known = self.encoded.columns[first]
        if further or isinstance(known.meaning, Equals):
            assert isinstance(known.meaning, Equals)
            values = self._possible(known.meaning.variable)
            ends: list[Coefficient | None] = [min(values), max(values)]
        else:
            ends = [known.lower, known.upper]
        k = quantity.coefficient
        small, large = (None if end is None else k * end for end in (ends if k > 0 else ends[::-1]))
        return small, large

    def _possible(self, x: int) -> list[int]:
        """The values whose columns may be 1; all, if that is none."""
        columns = self.encoded.columns
        certain = [v for v, column in self._values[x].items() if columns[column].lower == 1]
        return (
            certain or [v for v, column in self._values[x].items() if columns[column].upper != 0] or [*self._values[x]]
        )
