"""What the encodings share: a `puzzledsl.row_builder.RowBuilder` that collects columns and rows."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, ClassVar

from puzzledsl.bridges import cheapest
from puzzledsl.diagnostics import failure
from puzzledsl.domain import Domain
from puzzledsl.encodings.big_m import closer, tighten, with_big_m
from puzzledsl.encodings.columns import Columns, less
from puzzledsl.encodings.encoded import (
    AtLeast,
    Encoded,
    Equals,
    LazyRows,
    Relaxed,
    Row,
    by_component,
)
from puzzledsl.encodings.readable_names import OriginNames
from puzzledsl.primitives.linear import Linear
from puzzledsl.records import replace
from puzzledsl.row_builder import ONE, ZERO, Coefficient, Form, combine
from puzzledsl.time_limit import check_time, in_time

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from puzzledsl.bridges import Bridge
    from puzzledsl.flat import FlatConstraint, FlatModel, Primitive
    from puzzledsl.model import Variable
    from puzzledsl.row_builder import Violated


class Writer(Columns):
    """Collects the columns and rows of one flat model; a subclass decides what stands for a variable.

    Subclasses say which variables get a column per value (`_wants_literals`) and which have a column for the
    value itself. Constraints are written by `puzzledsl.bridges`.
    """

    name: ClassVar[str]
    merges_pairs: ClassVar[bool] = True
    """Whether not-equals are merged into all-differents first (see `cliques`)."""

    def __init__(
        self,
        flat: FlatModel,
        domains: Sequence[Domain],
        variables: Sequence[Variable] = (),
        is_lazy: bool = False,
        is_plain: bool = False,
    ) -> None:
        super().__init__(flat, domains, variables)
        self._is_lazy = is_lazy
        self._is_plain = is_plain
        self._is_whole = False  # whether rows keep limits that bounds imply
        self._lazy: list[LazyRows] = []
        self._origin_names = OriginNames(flat.origins, self._names.components)
        self._written: set[tuple[object, ...]] = set()
        self._reach: dict[int, Form] = {}  # by number of a relaxed row the form whose bounds make its big-M
        self._narrowed = False  # whether a column has closer bounds than when it was made
        self._pairs: set[tuple[int, int, int]] = set()
        self._origin: int | None = None
        self._condition: tuple[Form, ...] = ()
        self._vacuous = False
        self._impossible: int | None = None

    # ── the whole ────────────────────────────────────────────────────────────────────────────────

    def encoded(self) -> Encoded:
        """Encode every constraint and the objective. Call this once.

        Raises:
            OutOfTime: the time limit came first.
        """
        for constraint in in_time(self._flat.constraints):
            if not constraint.only_propagated:
                self._encode(constraint)
            if self._impossible is not None:
                break
        self._origin = None
        for x, left in enumerate(self._left):
            if left is not self._domains[x]:
                self._fix(x)
        if self._impossible is None:
            self._write_thresholds()
            if not self._is_plain:
                self._tighten()
        objective = self._flat.objective
        form = None
        if objective is not None:
            form = combine([(objective.constant, ONE), *((k, self.value(x)) for x, k in objective.terms)])
        answer = Encoded(
            encoding=self.name,
            columns=self._finished(),
            rows=tuple(self._rows),
            values=tuple(map(self.value, range(len(self._flat.variables)))),
            origins=self._flat.origins,
            objective=form,
            maximize=objective is not None and objective.maximize,
            impossible=None if self._impossible is None else self._flat.origins[self._impossible],
            names=tuple(variable.name for variable in self._flat.variables),
            lazy=tuple(self._lazy),
        )
        return by_component(answer)

    def _encode(self, constraint: FlatConstraint) -> None:
        self._origin = constraint.origin
        with self.under(*(self.truth(literal) for literal in constraint.condition)):
            if not self._vacuous:
                self.include(constraint.primitive)

    def include(self, primitive: Primitive) -> None:
        """See `RowBuilder.include`."""
        self._is_whole = self._is_plain and isinstance(primitive, Linear)
        self._bridge(primitive).write()

    def _bridge(self, primitive: Primitive) -> Bridge[Any]:
        return cheapest(self, primitive)

    # ── builder: new columns ───────────────────────────────────────────────────────────────────────

    def auxiliary(self, name: str, lower: Coefficient, upper: Coefficient, *, integer: bool = True) -> Form:
        """See `RowBuilder.auxiliary`."""
        if lower == upper:
            return Form({}, lower)
        assert self._origin is not None
        part = self._origin_names.column(self._origin, name)
        return Form({self._column(part, lower, upper, integer, None, self._origin): 1})

    def flag(self, name: str) -> Form:
        """See `RowBuilder.flag`."""
        return self.auxiliary(name, 0, 1)

    @property
    def optimizes(self) -> bool:
        """See `RowBuilder.optimizes`."""
        return self._flat.objective is not None

    # ── builder: rows ──────────────────────────────────────────────────────────────────────────────

    @property
    def is_plain(self) -> bool:
        """See `RowBuilder.is_plain`."""
        return self._is_plain

    @property
    def is_lazy(self) -> bool:
        """See `RowBuilder.is_lazy`."""
        return self._is_lazy and not self._condition

    def lazily(self, forms: Sequence[Form], violated: Violated) -> None:
        """See `RowBuilder.lazily`."""
        assert self._origin is not None
        self._lazy.append(LazyRows(tuple(forms), violated, self._origin))

    @contextmanager
    def under(self, *literals: Form) -> Iterator[None]:
        """See `RowBuilder.under`."""
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

    def row(
        self,
        form: Form,
        lower: Coefficient | None,
        upper: Coefficient | None,
        part: str = "",
        *,
        otherwise: Form | None = None,
    ) -> None:
        """See `RowBuilder.row`.

        Raises:
            PuzzleError: the row has to be relaxed but a real variable in it has no bounds.
            OutOfTime: the time limit came first.
        """
        check_time()
        if self._vacuous:
            return
        if self._is_whole and not self._condition and form.terms:
            self._write(form, lower, upper, part)
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
        for least, most, reached in ((lower, None, lowest), (None, upper, highest)):
            if least is None and most is None:
                continue
            if reached is None:
                raise self._boundless()
            relaxed, reach = Relaxed(self._condition, form, least, most), otherwise or form
            if self._write(with_big_m(relaxed, reach, self.bounds), least, most, part, relaxed):
                self._reach[len(self._rows) - 1] = reach

    def _tighten(self) -> None:
        """Make each big-M as small as the final bounds allow; some became tighter after the row was written."""
        for number, reach in in_time(self._reach.items()) if self._narrowed else ():
            row = self._rows[number]
            assert row.relaxes is not None
            moved = with_big_m(row.relaxes, reach, self.bounds)
            limits = (less(row.relaxes.lower, moved), less(row.relaxes.upper, moved))
            self._rows[number] = replace(row, terms=moved.terms, lower=limits[0], upper=limits[1])
        switches = {c for c, column in enumerate(self._columns) if column.origin is not None and self._is_open(c)}
        for number, row in enumerate(in_time(self._rows)) if switches else ():
            flags = [c for c in row.terms if c in switches]
            if flags:
                self._rows[number] = tighten(row, flags, self.bounds)
        # Without its slack a row of one column says nothing new.
        self._rows = [row for row in self._rows if len(row.terms) > 1]

    def _is_open(self, column: int) -> bool:
        return self._columns[column].binary and self._lower[column] != self._upper[column]

    def _write(
        self,
        form: Form,
        lower: Coefficient | None,
        upper: Coefficient | None,
        part: str,
        relaxed: Relaxed | None = None,
    ) -> bool:
        """Add a row unless it is there already, has no column, or only bounds a column; return whether it was added."""
        if not form.terms:  # the terms of the row and of its relaxation may cancel
            if (lower is not None and form.constant < lower) or (upper is not None and form.constant > upper):
                self._refuse()
            return False
        lower, upper = less(lower, form), less(upper, form)
        if len(form.terms) == 1 and not self._is_plain:
            self._bound(*next(iter(form.terms.items())), lower, upper)
            return False
        key = (frozenset(form.terms.items()), lower, upper)
        if key in self._written and not self._is_plain:  # what presolve derives is often there already
            return False
        self._written.add(key)
        assert self._origin is not None
        component, index = self._origin_names.row(self._origin, part)
        self._rows.append(Row(component, index, form.terms, lower, upper, self._origin, relaxed))
        return True

    def _bound(self, column: int, k: Coefficient, lower: Coefficient | None, upper: Coefficient | None) -> None:
        """Turn ``lower ≤ k · column ≤ upper`` into bounds of the column, or of the variable that it stands for."""
        before = (self._lower[column], self._upper[column])
        known = self._columns[column]
        small, large = closer(before, k, (lower, upper), known.integer)
        if small is not None and large is not None and small > large:
            self._refuse()
        elif (small, large) == before:
            return
        elif known.meaning is None or not known.integer:
            self._lower[column], self._upper[column] = small, large
            self._narrowed = True
        else:
            x = known.meaning.variable
            domain = self._domains[x]
            match known.meaning:
                case Equals(_, v):
                    values = domain.between(v, v)
                case AtLeast(_, v):
                    values = domain.between(v, domain.hi)
                case _:
                    self._narrow(x, domain.between(int(small or 0), int(large or 0)))
                    return
            self._narrow(x, values if small else domain - values)

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
        """See `RowBuilder.restrict`."""
        if self._vacuous:
            return
        if self._condition or self._is_plain:
            self.row(self.among(x, values), 1, None)
            return
        self._narrow(x, values)

    def _narrow(self, x: int, values: Domain) -> None:
        """Restrict a variable to these values; in the end its columns get tighter bounds and its gaps thresholds."""
        left = self._left[x] & values
        if not left:
            self._refuse()
        elif left != self._left[x]:
            self._left[x] = left
            self._narrowed = True

    def different(self, x: int, y: int, offset: int = 0) -> None:
        """See `RowBuilder.different`."""
        common = self._domains[x] & self._domains[y].shifted(offset)
        if x == y:
            if offset == 0:
                self.row(ZERO, 1, None)
            return
        key = (x, y, offset) if x < y else (y, x, -offset)
        if not common or self._vacuous or key in self._pairs:
            return
        if not self._condition and not self._is_plain:
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
        smaller, more = f"{one}<{other}", f"{one}>{other}"
        if lowest >= 0:
            self.row(gap, 1, None, more)
        elif highest <= 0:
            self.row(gap, None, -1, smaller)
        else:
            above = self.flag(more)
            with self.under(above):
                self.row(gap, 1, None, more)
            with self.under(ONE - above):
                self.row(gap, None, -1, smaller)

    def _pairwise_by_value(self, x: int, y: int) -> bool:
        """Whether to forbid common values one by one; else it is done by a 0–1 column and two rows."""
        return all(z in self._literals or self._domains[z].size == 1 for z in (x, y))
