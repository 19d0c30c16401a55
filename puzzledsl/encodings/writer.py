"""What the encodings share: a collector of columns and rows that speaks the words of `puzzledsl.encodings.words`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

from puzzledsl.diagnostics import failure
from puzzledsl.domain import Domain
from puzzledsl.encodings.encoded import ByColumn, Column, Encoded, Fixed, Index, OneHot, Reading, Row, by_component
from puzzledsl.encodings.naming import OriginNames, VariableNames
from puzzledsl.encodings.words import Coefficient, Form, combine

if TYPE_CHECKING:
    from puzzledsl.flat import FlatConstraint, FlatModel, Literal, Primitive
    from puzzledsl.model import Variable

WIDE = 300
"""A variable with more values than this has no column per value in any encoding."""

HALF_LINE = 20
"""In a domain with more values than this, ``x ≥ v`` alone is a 0–1 column of its own, not a column per value."""

ONE = Form({}, 1)
ZERO = Form({}, 0)
BIT = Domain.range(0, 1)

Override = Callable[..., bool]
"""Encodes a primitive in a way of its own: ``override(writer, primitive)``, false when it does not apply."""


class Writer:
    """Collects the columns and rows of one flat model; a subclass decides what stands for a variable.

    Subclasses say which variables get a column per value (`_has_literals`) and which have a column for the
    value itself, and may encode a primitive differently (``overrides``).
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    overrides: ClassVar[Mapping[type[Primitive], Override]] = {}

    def __init__(self, flat: FlatModel, domains: Sequence[Domain], variables: Sequence[Variable] = ()) -> None:
        self._flat = flat
        self._domains = tuple(domains)
        self._left = list(domains)  # after `restrict`, which fixes columns at the end; all else goes by `domains`
        self._names = VariableNames(flat, variables)
        self._origin_names = OriginNames(flat.origins, self._names.components)
        self._component: list[str] = []
        self._index: list[Index] = []
        self._lower: list[Coefficient | None] = []
        self._upper: list[Coefficient | None] = []
        self._integer: list[bool] = []
        self._binary: list[bool] = []
        self._column_origin: list[int | None] = []
        self._group: list[int] = []  # of each column: the variable whose literals it is one of, else -1
        self._rows: list[Row] = []
        self._written: set[tuple[object, ...]] = set()
        self._value_column: dict[int, int] = {}
        self._literals: dict[int, dict[int, int]] = {}  # variable → value → column, exactly one of which is 1
        self._thresholds: dict[tuple[int, int], int] = {}
        self._pairs: set[tuple[int, int, int]] = set()
        self._origin: int | None = None
        self._condition: tuple[Form, ...] = ()
        self._vacuous = False
        self._impossible: int | None = None
        for x, variable in enumerate(flat.variables):
            if not variable.is_real and not self._domains[x]:
                raise ValueError(f"{variable.name} has no value left")
            self._declare(x)

    # ── what subclasses decide ───────────────────────────────────────────────────────────────────

    def _wants_literals(self, x: int) -> bool:
        """Whether the variable is made of one column per value from the start (never asked of wide ones)."""
        raise NotImplementedError

    # ── the whole ────────────────────────────────────────────────────────────────────────────────

    def encoded(self) -> Encoded:
        """Encode every constraint and the objective. To be called once."""
        for constraint in self._flat.constraints:
            self._encode(constraint)
            if self._impossible is not None:
                break
        self._origin = None
        for x in list(self._value_column):
            self._exclude_gaps(x)
        objective = self._flat.objective
        form = None
        if objective is not None:
            form = combine([(objective.constant, ONE), *((k, self.value(x)) for x, k in objective.terms)])
        for x, left in enumerate(self._left):
            if left is not self._domains[x]:
                self._fix(x, left)
        bounds = (self._lower, self._upper)
        kinds = (self._integer, self._binary, self._column_origin)
        columns = tuple(map(Column, self._component, self._index, *bounds, *kinds))
        answer = Encoded(
            encoding=self.name,
            columns=columns,
            rows=tuple(self._rows),
            readings=tuple(self._reading(x) for x in range(len(self._flat.variables))),
            origins=self._flat.origins,
            objective=form,
            maximize=objective is not None and objective.maximize,
            impossible=None if self._impossible is None else self._flat.origins[self._impossible],
        )
        return by_component(answer)

    def has_literals(self, x: int) -> bool:
        """Whether the variable is made of a column per value."""
        return x in self._literals

    def variable_name(self, x: int) -> str:
        """The name that people know it by."""
        return self._flat.variables[x].name

    def _encode(self, constraint: FlatConstraint) -> None:
        self._origin = constraint.origin
        with self.under(*(self.truth(literal) for literal in constraint.condition)):
            if self._vacuous:
                return
            override = self.overrides.get(type(constraint.primitive))
            if override is None or not override(self, constraint.primitive):
                constraint.primitive.encode(self)

    def _reading(self, x: int) -> Reading:
        variable = self._flat.variables[x]
        if x in self._value_column:
            return ByColumn(self._value_column[x], not variable.is_real)
        if x in self._literals:
            return OneHot(tuple(self._literals[x].values()), tuple(self._literals[x]))
        return Fixed(self._domains[x].lo)

    # ── columns ──────────────────────────────────────────────────────────────────────────────────

    def _column(
        self,
        name: tuple[str, Index],
        lower: Coefficient | None,
        upper: Coefficient | None,
        integer: bool = True,
        group: int = -1,
        origin: int | None = None,
    ) -> int:
        component, index = name
        self._component.append(component)
        self._index.append(index)
        self._lower.append(lower)
        self._upper.append(upper)
        self._integer.append(integer)
        self._binary.append(integer and lower == 0 and upper == 1)
        self._column_origin.append(origin)
        self._group.append(group)
        return len(self._lower) - 1

    def _declare(self, x: int) -> None:
        variable, domain = self._flat.variables[x], self._domains[x]
        if variable.bounds is not None:
            self._value_column[x] = self._column(self._names.value(x), *variable.bounds, integer=False)
        elif domain.size == 1:
            pass
        elif domain == BIT or domain.size > WIDE or not self._wants_literals(x):
            self._value_column[x] = self._column(self._names.value(x), domain.lo, domain.hi)
        else:
            self._make_literals(x)

    def _make_literals(self, x: int) -> dict[int, int]:
        """A 0–1 column per value, exactly one of which is 1."""
        columns = {v: self._column(self._names.literal(x, v), 0, 1, group=x) for v in self._domains[x]}
        self._literals[x] = columns
        self._structure("one_value", x, Form(dict.fromkeys(columns.values(), 1)), 1, 1)
        if x in self._value_column:  # made after the fact: tie the two together, respect what is fixed already
            terms: dict[int, Coefficient] = {column: v for v, column in columns.items() if v}
            terms[self._value_column[x]] = -1
            self._structure("value", x, Form(terms), 0, 0)
        return columns

    def _fix(self, x: int, left: Domain) -> None:
        """Put what `restrict` left of a variable into the bounds of its columns."""
        literals = self._literals.get(x, {})
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
        self._rows.append(Row(component, place, form.terms, _minus(lower, form), _minus(upper, form)))

    def _threshold(self, x: int, v: int) -> Form:
        """0–1: the value of ``x``, a variable with a value column, is at least ``v``. Both directions."""
        domain = self._domains[x]
        if v <= domain.lo:
            return ONE
        if v > domain.hi:
            return ZERO
        above = next(max(lo, v) for lo, hi in domain.intervals if hi >= v)
        below = max(min(hi, v - 1) for lo, hi in domain.intervals if lo < v)
        column = self._value_column[x]
        if domain == BIT:
            return Form({column: 1})
        known = self._thresholds.get((x, above))
        if known is None:
            known = self._column(self._names.threshold(x, above), 0, 1)
            self._thresholds[x, above] = known
            lowest = Form({column: 1, known: domain.lo - above})
            highest = Form({column: 1, known: below - domain.hi})
            self._structure("from", x, lowest, domain.lo, None, (above, "if"))
            self._structure("from", x, highest, None, below, (above, "only if"))
        return Form({known: 1})

    def _exclude_gaps(self, x: int) -> None:
        if x not in self._literals and not self._flat.variables[x].is_real:
            for (_, _), (lo, _) in pairwise(self._domains[x].intervals):
                self._threshold(x, lo)

    # ── words: forms ─────────────────────────────────────────────────────────────────────────────

    def domain(self, x: int) -> Domain:
        """See `Words.domain`."""
        return self._domains[x]

    def value(self, x: int) -> Form:
        """See `Words.value`."""
        if x in self._value_column:
            return Form({self._value_column[x]: 1})
        if x in self._literals:
            return Form({column: v for v, column in self._literals[x].items() if v})
        return Form({}, self._domains[x].lo)

    def is_(self, x: int, v: int) -> Form:
        """See `Words.is_`."""
        domain = self._domains[x]
        if domain.size == 1 or v not in domain:
            return ONE if v in domain else ZERO
        literals = self._literals_of(x)
        if literals is not None:
            return Form({literals[v]: 1})
        return self._among_thresholds(x, Domain(((v, v),)))

    def among(self, x: int, values: Domain) -> Form:
        """See `Words.among`."""
        domain = self._domains[x]
        inside = domain & values
        if not inside:
            return ZERO
        if inside == domain:
            return ONE
        literals = self._literals.get(x)
        if literals is None and not (domain.size > HALF_LINE and _is_half_line(inside, domain)):
            literals = self._literals_of(x)
        if literals is None:
            return self._among_thresholds(x, inside)
        if 2 * inside.size <= domain.size:
            return Form({literals[v]: 1 for v in inside})
        return Form({literals[v]: -1 for v in domain - inside}, 1)

    def truth(self, literal: Literal) -> Form:
        """See `Words.truth`."""
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

    def bounds(self, form: Form) -> tuple[Coefficient | None, Coefficient | None]:
        """See `Words.bounds`. Of the literals of one variable exactly one counts."""
        lowest: Coefficient | None = form.constant
        highest: Coefficient | None = form.constant
        groups: dict[int, list[Coefficient]] = {}
        for column, k in form.terms.items():
            if self._group[column] >= 0:
                groups.setdefault(self._group[column], []).append(k)
                continue
            ends = (self._lower[column], self._upper[column])
            small, large = ends if k > 0 else ends[::-1]
            lowest = None if lowest is None or small is None else lowest + k * small
            highest = None if highest is None or large is None else highest + k * large
        for x, coefficients in groups.items():
            if len(coefficients) < len(self._literals[x]):
                coefficients.append(0)
            lowest = None if lowest is None else lowest + min(coefficients)
            highest = None if highest is None else highest + max(coefficients)
        return lowest, highest

    def auxiliary(self, name: str, lower: Coefficient, upper: Coefficient, *, integer: bool = True) -> Form:
        """See `Words.auxiliary`."""
        if lower == upper:
            return Form({}, lower)
        assert self._origin is not None
        part = self._origin_names.column(self._origin, name)
        return Form({self._column(part, lower, upper, integer, origin=self._origin): 1})

    def flag(self, name: str) -> Form:
        """See `Words.flag`."""
        return self.auxiliary(name, 0, 1)

    def total(self, parts: Iterable[tuple[Coefficient, Form]]) -> Form:
        """See `Words.total`."""
        return combine(parts)

    # ── words: rows ──────────────────────────────────────────────────────────────────────────────

    @contextmanager
    def under(self, *literals: Form) -> Iterator[None]:
        """See `Words.under`."""
        before = (self._condition, self._vacuous)
        for literal in literals:
            if literal.terms:
                self._condition = (*self._condition, literal)
            elif literal.constant <= 0:
                self._vacuous = True
        try:
            yield
        finally:
            self._condition, self._vacuous = before

    def row(self, form: Form, lower: Coefficient | None, upper: Coefficient | None, part: str = "") -> None:
        """See `Words.row`.

        Raises:
            PuzzleError: the row has to be relaxed but a real variable in it has no bounds.
        """
        if self._vacuous:
            return
        lowest, highest = self.bounds(form)
        if lower is not None and lowest is not None and lower <= lowest:
            lower = None
        if upper is not None and highest is not None and highest <= upper:
            upper = None
        if lower is None and upper is None:
            return
        impossible = (lower is not None and highest is not None and highest < lower) or (
            upper is not None and lowest is not None and upper < lowest
        )
        if not self._condition:
            if impossible:
                self._refuse()
            else:
                self._write(form, lower, upper, part)
            return
        slack = combine((-1, literal) for literal in self._condition) + len(self._condition)
        if impossible:
            if self.bounds(slack)[1] == 0:
                self._refuse()
            self._write(slack, 1, None, part)
            return
        if lower is not None:
            if lowest is None:
                raise self._boundless()
            self._write(combine([(1, form), (lower - lowest, slack)]), lower, None, part)
        if upper is not None:
            if highest is None:
                raise self._boundless()
            self._write(combine([(1, form), (upper - highest, slack)]), None, upper, part)

    def _write(self, form: Form, lower: Coefficient | None, upper: Coefficient | None, part: str) -> None:
        if not form.terms:  # the terms of the row and of its relaxation may cancel
            if (lower is not None and form.constant < lower) or (upper is not None and form.constant > upper):
                self._refuse()
            return
        lower, upper = _minus(lower, form), _minus(upper, form)
        key = (frozenset(form.terms.items()), lower, upper)
        if key in self._written:  # what presolve derives is often there already
            return
        self._written.add(key)
        assert self._origin is not None
        component, index = self._origin_names.row(self._origin, part)
        self._rows.append(Row(component, index, form.terms, lower, upper, self._origin))

    def _refuse(self) -> None:
        if self._impossible is None:
            self._impossible = self._origin

    def _boundless(self) -> Exception:
        assert self._origin is not None
        origin = self._flat.origins[self._origin]
        return failure(
            "a condition on a variable without bounds",
            origin.span,
            "cannot be written as linear rows",
            helps=("give every real variable in it bounds: `var hours in real 0..24`",),
            code="unbounded-real",
        )

    def restrict(self, x: int, values: Domain) -> None:
        """See `Words.restrict`."""
        if self._vacuous:
            return
        if self._condition:
            self.row(self.among(x, values), 1, None)
            return
        left = self._left[x] & values
        if not left:
            self._refuse()
            return
        if left == self._left[x]:
            return
        self._left[x] = left
        if x in self._value_column and left != self._domains[x] & Domain.range(left.lo, left.hi):
            self.row(self.among(x, left), 1, None)

    def different(self, x: int, y: int, offset: int = 0) -> None:
        """See `Words.different`."""
        first, second = self._domains[x], self._domains[y]
        common = first & Domain(tuple((lo + offset, hi + offset) for lo, hi in second.intervals))
        if x == y:
            if offset == 0:
                self.row(ZERO, 1, None)
            return
        key = (x, y, offset) if x < y else (y, x, -offset)
        if not common or self._vacuous or key in self._pairs:
            return
        if not self._condition:
            self._pairs.add(key)
        one, other = self._flat.variables[x].name, self._flat.variables[y].name
        if self._pairwise_by_value(x, y):
            for v in common:
                self.row(combine([(1, self.is_(x, v)), (1, self.is_(y, v - offset))]), None, 1, f"{one} {other} {v}")
            return
        gap = combine([(1, self.value(x)), (-1, self.value(y))]) + -offset
        lowest, highest = self.bounds(gap)
        assert lowest is not None
        assert highest is not None
        less, more = f"{one}<{other}", f"{one}>{other}"
        if lowest >= 0:
            self.row(gap, 1, None, more)
        elif highest <= 0:
            self.row(gap, None, -1, less)
        else:
            above = self.flag(more)
            self.row(gap - above * (1 - lowest), lowest, None, more)
            self.row(gap - above * (highest + 1), None, -1, less)

    def _pairwise_by_value(self, x: int, y: int) -> bool:
        """Whether to forbid common values one by one; else it is done by a 0–1 column and two rows."""
        return all(z in self._literals or self._domains[z].size == 1 for z in (x, y))


def _is_half_line(inside: Domain, domain: Domain) -> bool:
    """Whether a subset consists of all values of a domain up to, or from, some value."""
    return inside == domain & (Domain.range(domain.lo, inside.hi)) or inside == domain & (
        Domain.range(inside.lo, domain.hi)
    )


def _minus(limit: Coefficient | None, form: Form) -> Coefficient | None:
    return None if limit is None else limit - form.constant
