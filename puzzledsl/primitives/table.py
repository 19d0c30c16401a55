"""Allowed combinations of values."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from puzzledsl.flat import Primitive
from puzzledsl.kernel.diagram import Reader, reader_of
from puzzledsl.kernel.diagram_line import Line
from puzzledsl.kernel.pairs import Paired, Pairs
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.domain import Domain
    from puzzledsl.expressions import Boolean
    from puzzledsl.kernel.explanation import Explanation
    from puzzledsl.kernel.filter import Filter
    from puzzledsl.kernel.store import Store

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

    def rows_within(self, domains: Sequence[Domain]) -> list[Row]:
        """Return the rows whose values are in the domains of their variables, sorted."""
        return sorted(row for row in self.rows if all(v in d for v, d in zip(row, domains, strict=True)))

    @cached_property
    def reader(self) -> Reader:
        """The rows as a diagram, shared by equal tables."""
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
        return Line(self.reader, self.variables)

    def propagate(self, store: Store) -> None:
        """Domain consistency."""
        self.filter_in(store).propagate(store)

    def explain(self, why: Explanation, x: int, gone: int) -> int:
        """By the values that would lead to a row."""
        return why.store.owned(self, Line, self.reader, self.variables).explain(why, x, gone)
