"""Allowed combinations of values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.flat import Primitive, listed
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.domain import Domain
    from puzzledsl.expressions import Boolean
    from puzzledsl.flat import FlatNumbers

Row = tuple[int, ...]


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
    def assumed_different(self) -> tuple[tuple[int, ...], ...]:
        """All variables: rows in which two of them are equal may have been left out."""
        return (self.variables,)

    def check(self, values: Sequence[int]) -> bool:
        """The tuple of values is a row."""
        return tuple(values[x] for x in self.variables) in self.rows

    def rows_within(self, domains: Sequence[Domain]) -> list[Row]:
        """Return the rows whose values are in the domains of their variables, sorted."""
        return sorted(row for row in self.rows if all(v in d for v, d in zip(row, domains, strict=True)))

    def numbers(self, known: FlatNumbers) -> list[int]:
        """The variables, the number of the rows, and these where they are pairs."""
        pairs = [v for row in sorted(self.rows) for v in row] if len(self.variables) == 2 else []
        return [*listed(self.variables), known.rows(self.rows, len(self.variables)), *listed(pairs)]
