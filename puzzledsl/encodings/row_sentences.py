"""Turn a row into a sentence in the words of the puzzle.

The sentence is made from what the row states under which conditions (`encoded.Relaxed`) and the meaning of the
columns. So this works for any encoding and any bridge: neither writes sentences of its own.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from puzzledsl.encodings.columns import less
from puzzledsl.encodings.encoded import AtLeast, Encoded, Equals, Row, ValueOf
from puzzledsl.encodings.row_patterns import Cases, Claim, Linear, Pattern, Quantity, Weighted
from puzzledsl.records import record
from puzzledsl.row_builder import Form

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from puzzledsl.encodings.encoded import Relaxed
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
        whole = self._linear(Form(row.terms), row.lower, row.upper, row)
        if row.relaxes is not None and not str(whole.counted or ""):
            return self._conditional(row.relaxes, row) or whole
        defines = row.origin is None and len(row.terms) == 2 and whole.quantities and None in (row.lower, row.upper)
        cases = whole.cases if defines else None
        if cases is None:
            return whole
        (claim,) = cases.conditions  # the row defines "at least": one of the cases is no news
        if row.upper is None:
            return Cases((claim,), cases.then, bare=True)
        return Cases((~claim,), cases.otherwise or whole, bare=True)

    def _conditional(self, relaxed: Relaxed, row: Row) -> Pattern | None:
        """Return what a row states in claims; ``None``: one of its conditions is not made of claims."""
        claims = list[Claim]()
        if any(column not in row.terms for column in relaxed.form.terms):
            return None  # the row was tightened to less than that
        for condition in relaxed.conditions:
            if not any(column in row.terms for column in condition.terms):
                continue  # the bounds imply the rest
            known = self._claims(condition)
            if known is None:
                return None
            claims += known
        then = self._linear(relaxed.form, relaxed.lower, relaxed.upper, row)
        counted = then.counted
        if counted is not None and counted.is_implication:
            claims, then = [*claims, *counted.claims], Linear(tuple((1, c) for c in counted.others), (), 1, None)
        return Cases(tuple(dict.fromkeys(claims)), then) if claims else then

    def _linear(self, form: Form, lower: Coefficient | None, upper: Coefficient | None, row: Row) -> Linear:
        claims, quantities = self._terms(form.terms, row)
        return Linear(tuple(claims), tuple(quantities), less(lower, form), less(upper, form))

    def _claims(self, condition: Form) -> list[Claim] | None:
        """Return claims all of which hold exactly if a 0–1 form is 1."""
        weighted, quantities = self._terms(condition.terms)
        match sorted(weighted, key=lambda one: -one[0]), condition.constant:
            case _ if quantities:
                return None
            case [(1, claim)], 0:
                return [claim]
            case [(-1, claim)], 1:
                return [~claim]
            case [(1, claim), (-1, other)], 0:  # from one value to another
                return [claim, ~other]
        return None

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

    def _terms(self, terms: Mapping[int, Coefficient], row: Row | None = None) -> tuple[list[Weighted], list[Quantity]]:
        """Return the 0–1 columns as claims, one for the columns of a variable that say one thing; and the rest as
        numbers. A row that belongs to a variable has each of its columns by itself."""
        is_grouped = row is None or row.origin is not None
        claims: list[Weighted] = []
        quantities: list[Quantity] = []
        groups: dict[int, dict[int, Coefficient]] = {}
        for column, k in terms.items():
            meaning = self.encoded.columns[column].meaning
            if isinstance(meaning, Equals) and is_grouped:
                groups.setdefault(meaning.variable, {})[meaning.value] = k
        for column, k in terms.items():
            known = self.encoded.columns[column]
            if isinstance(known.meaning, Equals) and is_grouped:
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
