"""The columns behind the variables: values, literals, thresholds, and the forms that speak of them."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

from puzzledsl.domain import Domain
from puzzledsl.encodings.encoded import (
    AtLeast,
    Column,
    Equals,
    Index,
    Meaning,
    Row,
    ValueOf,
)
from puzzledsl.encodings.readable_names import VariableNames
from puzzledsl.encodings.thresholds import threshold_rows
from puzzledsl.records import replace
from puzzledsl.row_builder import ONE, ZERO, Coefficient, Form, combine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.flat import FlatModel, Literal
    from puzzledsl.model import Variable

WIDE = 300
"""A variable with more values than this has no column per value in any encoding."""

BIT = Domain.range(0, 1)


class Columns:
    """The half of a `Writer` that makes columns; the other half writes the rows of constraints.

    Columns are made for the domains that the writer was given. While constraints are written, they restrict these
    domains further; at the end these restrictions become bounds of the columns (`_left`).
    """

    half_line: ClassVar[int] = 20
    """In a domain with more values than this, ``x ≥ v`` gets one 0–1 column, instead of a column for each value."""

    def __init__(self, flat: FlatModel, domains: Sequence[Domain], variables: Sequence[Variable] = ()) -> None:
        self._flat = flat
        self._domains = tuple(domains)
        self._left = list(domains)  # after `restrict`, which fixes columns at the end; all else goes by `_domains`
        self._names = VariableNames(flat, variables)
        self._columns: list[Column] = []  # whose bounds may still change: these are
        self._lower: list[Coefficient | None] = []
        self._upper: list[Coefficient | None] = []
        self._fixed: set[int] = set()  # variables whose columns have the bounds of `_left`
        self._group: dict[int, int] = {}  # literal → its variable
        self._rows: list[Row] = []
        self._value_column: dict[int, int] = {}
        self._literals: dict[int, dict[int, int]] = {}  # variable → value → column, exactly one of which is 1
        self._thresholds: dict[tuple[int, int], int] = {}
        for x, variable in enumerate(flat.variables):
            if not variable.is_real and not self._domains[x]:
                raise ValueError(f"{variable.name} has no value left")
            self._declare(x)

    def _wants_literals(self, x: int) -> bool:
        """Whether the variable is made of one column per value from the start (never asked of wide ones)."""
        raise NotImplementedError

    def has_literals(self, x: int) -> bool:
        """See `RowBuilder.has_literals`."""
        return x in self._literals or self._domains[x] == BIT

    def variable_name(self, x: int) -> str:
        """See `RowBuilder.variable_name`."""
        return self._flat.variables[x].name

    def _finished(self) -> tuple[Column, ...]:
        bounds = zip(self._columns, self._lower, self._upper, strict=True)
        return tuple([replace(column, lower=lower, upper=upper) for column, lower, upper in bounds])

    # ── columns ──────────────────────────────────────────────────────────────────────────────────

    def _column(
        self,
        name: tuple[str, Index],
        lower: Coefficient | None,
        upper: Coefficient | None,
        integer: bool = True,
        meaning: Meaning | None = None,
        origin: int | None = None,
    ) -> int:
        binary = integer and lower == 0 and upper == 1
        self._columns.append(Column(*name, lower, upper, integer, binary, origin, meaning))
        self._lower.append(lower)
        self._upper.append(upper)
        return len(self._lower) - 1

    def _declare(self, x: int) -> None:
        variable, domain = self._flat.variables[x], self._domains[x]
        if variable.bounds is not None:
            self._value_column[x] = self._column(self._names.value(x), *variable.bounds, False, ValueOf(x))
        elif domain.size == 1:
            pass
        elif domain == BIT or domain.size > WIDE or not self._wants_literals(x):
            self._value_column[x] = self._column(self._names.value(x), domain.lo, domain.hi, True, ValueOf(x))
        else:
            self._make_literals(x)

    def _make_literals(self, x: int) -> dict[int, int]:
        """A 0–1 column per value, exactly one of which is 1."""
        columns = {v: self._column(self._names.literal(x, v), 0, 1, True, Equals(x, v)) for v in self._domains[x]}
        self._literals[x] = columns
        self._group.update(dict.fromkeys(columns.values(), x))
        self._structure("one_value", x, Form(dict.fromkeys(columns.values(), 1)), 1, 1)
        if x in self._value_column:  # made after the fact: tie the two together, respect what is fixed already
            terms: dict[int, Coefficient] = {column: v for v, column in columns.items() if v}
            terms[self._value_column[x]] = -1
            self._structure("value", x, Form(terms), 0, 0)
        return columns

    def _fix(self, x: int) -> None:
        """Put what `restrict` left of a variable into the bounds of its columns."""
        left, literals = self._left[x], self._literals.get(x, {})
        self._fixed.add(x)
        if left.size == 1 and literals:
            self._lower[literals[left.lo]] = 1  # the others follow
        else:
            for v in self._domains[x] - left if literals else ():
                self._upper[literals[v]] = 0
        if x in self._value_column:
            self._lower[self._value_column[x]], self._upper[self._value_column[x]] = left.lo, left.hi

    def _structure(
        self, kind: str, x: int, form: Form, lower: Coefficient | None, upper: Coefficient | None, index: Index = ()
    ) -> None:
        """A row that belongs to the variable itself, whatever constraint is being encoded."""
        component, place = self._names.structure(kind, x, index)
        self._rows.append(Row(component, place, form.terms, less(lower, form), less(upper, form)))

    def _threshold(self, x: int, v: int) -> Form:
        """0–1: the value of ``x``, a variable with a value column, is at least ``v``. Both directions."""
        domain = self._domains[x]
        if v <= domain.lo:
            return ONE
        if v > domain.hi:
            return ZERO
        above = next(max(lo, v) for lo, hi in domain.intervals if hi >= v)
        if domain == BIT:
            return Form({self._value_column[x]: 1})
        known = self._thresholds.get((x, above))
        if known is None:
            name = self._names.threshold(x, above)
            known = self._thresholds[x, above] = self._column(name, 0, 1, True, AtLeast(x, above))
        return Form({known: 1})

    def _write_thresholds(self) -> None:
        """Link all thresholds to the values of their variables. The gaps of domains have thresholds, too."""
        for x in self._value_column:
            if x not in self._literals and not self._flat.variables[x].is_real:
                for (_, _), (lo, _) in pairwise(self._left[x].intervals):
                    self._threshold(x, lo)
        of_variable: dict[int, list[tuple[int, int]]] = {}
        for (x, v), column in self._thresholds.items():
            of_variable.setdefault(x, []).append((v, column))
        for x, thresholds in of_variable.items():
            self._tie_thresholds(x, sorted(thresholds))

    def _tie_thresholds(self, x: int, thresholds: list[tuple[int, int]]) -> None:
        """Write the rows that link 0–1 columns to "the variable is at least this value"."""
        left = self._left[x]
        between = []
        for v, column in thresholds:
            if v <= left.lo or v > left.hi:
                self._lower[column] = self._upper[column] = int(v <= left.lo)
            elif x in self._literals:
                terms: dict[int, Coefficient] = {z: -1 for w, z in self._literals[x].items() if w >= v}
                self._structure("from", x, Form({column: 1, **terms}), 0, 0, (v, "values"))
            else:
                between.append((v, column))
        for index, form, lower, upper in threshold_rows(self._value_column[x], left, between) if between else ():
            self._structure("from", x, form, lower, upper, index)

    # ── builder: forms ─────────────────────────────────────────────────────────────────────────────

    def domain(self, x: int) -> Domain:
        """See `RowBuilder.domain`."""
        return self._domains[x]

    def value(self, x: int) -> Form:
        """See `RowBuilder.value`."""
        if x in self._value_column:
            return Form({self._value_column[x]: 1})
        if x in self._literals:
            return Form({column: v for v, column in self._literals[x].items() if v})
        return Form({}, self._domains[x].lo)

    def is_(self, x: int, v: int) -> Form:
        """See `RowBuilder.is_`."""
        domain = self._domains[x]
        if domain.size == 1 or v not in domain:
            return ONE if v in domain else ZERO
        literals = self._literals_of(x)
        if literals is not None:
            return Form({literals[v]: 1})
        return self._among_thresholds(x, Domain(((v, v),)))

    def among(self, x: int, values: Domain) -> Form:
        """See `RowBuilder.among`."""
        domain = self._domains[x]
        inside = domain & values
        if not inside:
            return ZERO
        if inside == domain:
            return ONE
        literals = self._literals.get(x)
        if literals is None and not (domain.size > self.half_line and _is_half_line(inside, domain)):
            literals = self._literals_of(x)
        if literals is None:
            return self._among_thresholds(x, inside)
        if 2 * inside.size <= domain.size:
            return Form({literals[v]: 1 for v in inside})
        return Form({literals[v]: -1 for v in domain - inside}, 1)

    def truth(self, literal: Literal) -> Form:
        """See `RowBuilder.truth`."""
        return self.among(literal.variable, literal.values)

    def _literals_of(self, x: int) -> dict[int, int] | None:
        literals = self._literals.get(x)
        domain = self._domains[x]
        if literals is None and domain != BIT and domain.size <= WIDE:
            literals = self._make_literals(x)
        return literals

    def _among_thresholds(self, x: int, inside: Domain) -> Form:
        parts: list[tuple[Coefficient, Form]] = []
        for lo, hi in inside.intervals:
            parts += [(1, self._threshold(x, lo)), (-1, self._threshold(x, hi + 1))]
        return combine(parts)

    def by_value(self, x: int) -> bool:
        """See `RowBuilder.by_value`."""
        return self._domains[x].size <= WIDE

    def bounds(self, form: Form) -> tuple[Coefficient | None, Coefficient | None]:
        """See `RowBuilder.bounds`. For each variable, exactly one of its literals that may be 1 counts."""
        lowest: Coefficient | None = form.constant
        highest: Coefficient | None = form.constant
        groups: dict[int, list[Coefficient]] = {}
        for column, k in form.terms.items():
            x = self._group.get(column, -1)
            if x >= 0:
                group = groups.setdefault(x, [])
                if x not in self._fixed or self._may_be_one(x, column):
                    group.append(k)
                continue
            ends = (self._lower[column], self._upper[column])
            small, large = ends if k > 0 else ends[::-1]
            lowest = None if lowest is None or small is None else lowest + k * small
            highest = None if highest is None or large is None else highest + k * large
        for x, coefficients in groups.items():
            possible = self._left[x].size if x in self._fixed else len(self._literals[x])
            if len(coefficients) < possible:
                coefficients.append(0)
            lowest = None if lowest is None else lowest + min(coefficients)
            highest = None if highest is None else highest + max(coefficients)
        return lowest, highest

    def _may_be_one(self, x: int, column: int) -> bool:
        """Return whether a literal has a value that is left in the domain."""
        meaning = self._columns[column].meaning
        return isinstance(meaning, Equals) and meaning.value in self._left[x]


def _is_half_line(inside: Domain, domain: Domain) -> bool:
    """Whether a subset consists of all values of a domain up to, or from, some value."""
    at_an_end = inside.lo == domain.lo or inside.hi == domain.hi
    return at_an_end and inside == domain.between(inside.lo, inside.hi)


def less(limit: Coefficient | None, form: Form) -> Coefficient | None:
    """A limit on a form as one on its terms."""
    return None if limit is None else limit - form.constant
