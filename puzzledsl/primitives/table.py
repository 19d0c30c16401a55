"""Allowed combinations of values."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from puzzledsl.domain import Domain
from puzzledsl.flat import Primitive
from puzzledsl.kernel.diagram import Reader, reader_of
from puzzledsl.kernel.diagram_line import Line
from puzzledsl.kernel.pairs import Paired, Pairs
from puzzledsl.primitives import network
from puzzledsl.records import record
from puzzledsl.row_builder import combine

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from puzzledsl.expressions import Boolean
    from puzzledsl.kernel.explanation import Explanation
    from puzzledsl.kernel.filter import Filter
    from puzzledsl.kernel.store import Store
    from puzzledsl.row_builder import RowBuilder

Row = tuple[int, ...]

_readers: WeakKeyDictionary[frozenset[Row], Reader] = WeakKeyDictionary()
_pairs: WeakKeyDictionary[frozenset[Row], Pairs] = WeakKeyDictionary()
"""Shared by equal tables, in any session: what is found there does not change."""


@record
class Table(Primitive):
    """The values of ``variables`` (each occurs once) are one of ``rows``.

    ``tabulated`` is the Boolean that the rows were made from, if any: an encoding may write that instead. Where
    other constraints leave fewer rows, it still says what all the rows did.
    """

    variables: tuple[int, ...]
    rows: frozenset[tuple[int, ...]]
    tabulated: Boolean | None = None

    @property
    def scope(self) -> tuple[int, ...]:
        """The variables, in order."""
        return self.variables

    @property
    def taken_to_differ(self) -> tuple[tuple[int, ...], ...]:
        """All variables: rows in which two of them are equal may have been left out."""
        return (self.variables,)

    def check(self, values: Sequence[int]) -> bool:
        """The tuple of values is a row."""
        return tuple(values[x] for x in self.variables) in self.rows

    @cached_property
    def _reader(self) -> Reader:
        known = _readers.get(self.rows)
        if known is None:
            known = _readers[self.rows] = reader_of(self.rows)
        return known

    def make_filter(self) -> Filter:
        """By the partners of each value in pairs, else by the paths that are left of a diagram."""
        if len(self.variables) == 2 and self.rows:
            pairs = _pairs.get(self.rows)
            if pairs is None:
                pairs = _pairs[self.rows] = Pairs(self.rows)
            if pairs.partners:
                return Paired(pairs, *self.variables)
        return Line(self._reader, self.variables)

    def propagate(self, store: Store) -> None:
        """Domain consistency."""
        self.filter_in(store).propagate(store)

    def explain(self, why: Explanation, x: int, gone: int) -> int:
        """By the values that would lead to a row."""
        return why.store.owned(self, Line, self._reader, self.variables).explain(why, x, gone)

    def encode(self, builder: RowBuilder) -> None:
        """One variable: a restriction. Two: support rows. More: a column a row, or a layered network if smaller.

        The last two describe the convex hull of the rows as long as nothing else is said of their cells.
        """
        variables = self.variables
        domains = [builder.domain(x) for x in variables]
        rows = sorted(row for row in self.rows if all(v in d for v, d in zip(row, domains, strict=True)))
        if not rows:
            builder.row(combine(()), 1, None, "none")
        elif len(variables) == 1:
            builder.restrict(variables[0], Domain.of(v for (v,) in rows))
        elif len(variables) == 2:
            _encode_pairs(builder, variables, rows)
        elif variables:
            diagram = network.within(builder, variables, self._reader)
            if 3 * sum(arc.values.bit_count() for arcs in diagram.arcs for arc in arcs) < len(rows) * len(variables):
                network.write(builder, variables, self._reader, diagram)
            else:
                _encode_selection(builder, variables, rows)


def _encode_pairs(builder: RowBuilder, variables: tuple[int, ...], rows: Iterable[Row]) -> None:
    """``Σ is_(x, a) ≤ Σ is_(y, b)``: over the supports ``b`` of one value and all ``a`` that need one of them.

    Each row is that of Refalo (CP 2000) for one value, with the other values added that have no further supports;
    for nested supports, as of ``<``, these rows are the convex hull. Either direction alone is exact.
    """
    x, y = variables
    left: dict[int, set[int]] = {}
    right: dict[int, set[int]] = {}
    for a, b in rows:
        left.setdefault(a, set()).add(b)
        right.setdefault(b, set()).add(a)
    builder.restrict(x, Domain.of(left))
    builder.restrict(y, Domain.of(right))
    written: set[tuple[frozenset[int], frozenset[int]]] = set()
    for supports in dict.fromkeys(frozenset(s) for s in left.values()):
        if len(supports) < len(right):
            needing = frozenset(a for a, s in left.items() if s <= supports)
            if (needing, supports) in written:
                continue
            written.add((needing, supports))
            both = all(right[b] <= needing for b in supports)  # the opposite holds, too: an equation
            if both:
                written.add((frozenset(left) - needing, frozenset(right) - supports))
            form = combine([(1, builder.among(x, Domain.of(needing))), (-1, builder.among(y, Domain.of(supports)))])
            builder.row(form, 0 if both else None, 0, f"{min(needing)},*")
    for supports in dict.fromkeys(frozenset(s) for s in right.values()):
        if len(supports) < len(left):
            needing = frozenset(b for b, s in right.items() if s <= supports)
            # y in needing → x in supports is the same as x outside supports → y outside needing
            if (frozenset(left) - supports, frozenset(right) - needing) in written:
                continue
            form = combine([(1, builder.among(y, Domain.of(needing))), (-1, builder.among(x, Domain.of(supports)))])
            builder.row(form, None, 0, f"*,{min(needing)}")


def _encode_selection(builder: RowBuilder, variables: tuple[int, ...], rows: list[Row]) -> None:
    """A 0–1 column for each row, and for each value: its literal is the sum of the columns of its rows.

    The columns would be 0 or 1 without being integer: once all literals are, the columns of rows that differ from the
    cells anywhere are 0, and they sum to 1. But HiGHS branches only on integer columns, and has cliques only of those.
    """
    columns = [builder.flag(f"row{list(row)}".replace(" ", "")) for row in rows]
    for i, x in enumerate(variables):
        sums: dict[int, list[int]] = {}
        for number, row in enumerate(rows):
            sums.setdefault(row[i], []).append(number)
        builder.restrict(x, Domain.of(sums))
        for v, numbers in sorted(sums.items()):
            total = [(1, columns[number]) for number in numbers]
            builder.row(combine([*total, (-1, builder.is_(x, v))]), 0, 0, f"{i + 1},{v}")
