"""Drawn edges of a graph form lines."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from puzzledsl.expressions import Crossing, is_lines
from puzzledsl.flat import Literal, Primitive
from puzzledsl.kernel.lines import Lines as LineFilter
from puzzledsl.kernel.store import Contradiction
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.explanation import Explanation
    from puzzledsl.kernel.store import Store


@record
class Lines(Primitive):
    """The edges that are drawn form lines; see `expressions.Lines`.

    ``drawn`` has a literal for each of the ``edges``, which are pairs of places. Literals of one variable are about
    different values.
    """

    drawn: tuple[Literal, ...]
    edges: tuple[tuple[int, int], ...]
    ends: tuple[int, ...]
    crossings: tuple[tuple[int, tuple[Crossing, ...]], ...]
    single: bool
    costly: ClassVar[bool] = True
    cheap: ClassVar[bool] = False
    is_graph: ClassVar[bool] = True

    @cached_property
    def scope(self) -> tuple[int, ...]:
        """The variables of the edges."""
        return tuple(dict.fromkeys([literal.variable for literal in self.drawn]))

    @property
    def _is_impossible(self) -> bool:
        return self.single and (not self.drawn or len(self.ends) not in (0, 2))

    def _kernel(self, store: Store) -> LineFilter:
        return store.owned(self, LineFilter, store, self.drawn, self.edges, self.ends, self.crossings, self.single)

    def check(self, values: Sequence[int]) -> bool:
        """Count the lines that meet in each place, and follow them."""
        drawn = [values[literal.variable] in literal.values for literal in self.drawn]
        return is_lines(drawn, self.edges, self.ends, dict(self.crossings), self.single)

    def propagate(self, store: Store) -> None:
        """How many edges are drawn in each place, and that no line is closed too early, see `kernel.lines` (at the
        costly priority)."""
        if self._is_impossible:
            raise Contradiction
        if store.costly:
            self._kernel(store).propagate(store)

    def explain(self, why: Explanation, x: int, gone: int) -> int:
        """By a place or a line that would break its rule, see `kernel.lines`."""
        return self._kernel(why.store).explain(why, x, gone)

    def explain_conflict(self, why: Explanation) -> bool:
        """By a place or a line that breaks its rule."""
        return self._is_impossible or self._kernel(why.store).explain_conflict(why)

    def without_decided(self, store: Store) -> Lines:
        """Without the edges that cannot be drawn."""
        kept = [e for e, literal in enumerate(self.drawn) if store.entailed(literal) is not False]
        new = {e: k for k, e in enumerate(kept)}
        crossings = tuple(
            [
                (place, tuple([(new[a], new[b], new[c], new[d]) for a, b, c, d in fours if {a, b, c, d} <= new.keys()]))
                for place, fours in self.crossings
            ]
        )
        drawn, edges = tuple([self.drawn[e] for e in kept]), tuple([self.edges[e] for e in kept])
        return Lines(drawn, edges, self.ends, crossings, self.single)
