"""Drawn edges of a graph form lines."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from puzzledsl.expressions import is_lines
from puzzledsl.flat import Literal, Primitive
from puzzledsl.kernel.lines import Lines as LineFilter
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.explanation import Explanation
    from puzzledsl.kernel.store import Store


@record
class Lines(Primitive):
    """Two of the edges that are drawn meet in a place, or none; one in each of ``ends``; two or four in ``crossings``.

    ``drawn`` has a literal for each of the ``edges``, which are pairs of places; see `expressions.Lines`. Literals of
    one variable are about different values.
    """

    drawn: tuple[Literal, ...]
    edges: tuple[tuple[int, int], ...]
    ends: tuple[int, ...]
    crossings: tuple[tuple[int, tuple[tuple[int, int], ...]], ...]
    single: bool
    costly: ClassVar[bool] = True
    is_graph: ClassVar[bool] = True

    @cached_property
    def scope(self) -> tuple[int, ...]:
        """The variables of the edges."""
        return tuple(dict.fromkeys([literal.variable for literal in self.drawn]))

    def _kernel(self, store: Store) -> LineFilter:
        return store.owned(
            self, LineFilter, store, self.drawn, self.edges, self.ends, dict(self.crossings), self.single
        )

    def check(self, values: Sequence[int]) -> bool:
        """Count the lines that meet in each place, and follow them."""
        drawn = [values[literal.variable] in literal.values for literal in self.drawn]
        return is_lines(drawn, self.edges, self.ends, dict(self.crossings), self.single)

    def propagate(self, store: Store) -> None:
        """How many lines meet, what closes one; at the costly priority parity and separation, see `kernel.lines`."""
        self._kernel(store).propagate(store)

    def explain(self, why: Explanation, x: int, gone: int) -> int:
        """By the rule that would be broken, see `kernel.lines`."""
        return self._kernel(why.store).explain(why, x, gone)

    def explain_conflict(self, why: Explanation) -> bool:
        """By the rule that is broken."""
        return self._kernel(why.store).explain_conflict(why)

    def narrower(self, store: Store) -> Lines:
        """Without the edges that cannot be drawn."""
        kept = [e for e, literal in enumerate(self.drawn) if store.entailed(literal) is not False]
        new = {e: k for k, e in enumerate(kept)}
        crossings = tuple(
            (place, tuple((new[e], new[f]) for e, f in pairs if e in new and f in new))
            for place, pairs in self.crossings
        )
        drawn, edges = tuple(self.drawn[e] for e in kept), tuple(self.edges[e] for e in kept)
        return Lines(drawn, edges, self.ends, crossings, self.single)
