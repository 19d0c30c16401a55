"""One cycle through all positions."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING, ClassVar

from puzzledsl.domain import Domain
from puzzledsl.expressions import is_circuit
from puzzledsl.flat import Primitive
from puzzledsl.kernel.tours import possible_arcs
from puzzledsl.primitives.alldifferent import AllDifferent
from puzzledsl.records import record
from puzzledsl.row_builder import combine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.explanation import Explanation
    from puzzledsl.kernel.store import Store
    from puzzledsl.row_builder import Form, RowBuilder


@record
class Circuit(Primitive):
    """``variables[i - 1]`` is the position that follows position i, and all positions form one cycle.

    Positions count from 1; a variable occurs once.
    """

    variables: tuple[int, ...]
    costly: ClassVar[bool] = True
    is_graph: ClassVar[bool] = True

    @property
    def scope(self) -> tuple[int, ...]:
        """The variables, in order."""
        return self.variables

    @property
    def cliques(self) -> tuple[tuple[int, ...], ...]:
        """No two positions have one successor."""
        return (self.variables,)

    @cached_property
    def _different(self) -> AllDifferent:
        return AllDifferent(self.variables)

    def check(self, values: Sequence[int]) -> bool:
        """Follow the successors from the first position."""
        return is_circuit([values[x] for x in self.variables])

    def propagate(self, store: Store) -> None:
        """Successors in range and different; at the costly priority, the rules about tours in `kernel.tours`."""
        count = len(self.variables)
        everywhere = Domain.range(1, count)
        for position, x in enumerate(self.variables, 1):
            if store.lo(x) < 1 or store.hi(x) > count:
                store.keep(x, everywhere)
            if count > 1:
                store.remove(x, position)
        self._different.propagate(store)
        if store.costly and count > 2 and all(store.mask[x] for x in self.variables):
            arcs = [store.window(x, 1, count) for x in self.variables]
            for x, before, after in zip(self.variables, arcs, possible_arcs(arcs), strict=True):
                if before != after:
                    store.keep_window(x, 1, after)

    def explain(self, why: Explanation, x: int, gone: int) -> int:
        """By positions that have these successors."""
        return self._different.explain(why, x, gone)

    def explain_conflict(self, why: Explanation) -> bool:
        """By positions that cannot all be different."""
        return self._different.explain_conflict(why)

    def encode(self, builder: RowBuilder) -> None:
        """Assignment rows, no arc and back, and a flow that leaves position 1 and drops one unit at every other.

        Instead of the flow, lazily: at least one arc leaves each set of positions (Dantzig, Fulkerson & Johnson,
        Solution of a large-scale traveling-salesman problem, Operations Research 2, 1954).

        The single-commodity formulation of Gavish and Graves (The travelling salesman problem and related
        problems, MIT 1978), with the bounds on arcs tightened: an arc that is used brings at least the unit that
        its end keeps, and only those from position 1 carry all of it.
        """
        count = len(self.variables)
        everywhere = Domain.range(1, count)
        arcs: dict[tuple[int, int], Form] = {}
        for i, x in enumerate(self.variables, 1):
            builder.restrict(x, everywhere if count == 1 else everywhere - Domain.range(i, i))
            for j in builder.domain(x):
                if 1 <= j <= count and (j != i or count == 1):
                    arcs[i, j] = builder.is_(x, j)
        entering: dict[int, list[int]] = {j: [] for j in everywhere}
        for i, j in arcs:
            entering[j].append(i)
        for j, before in entering.items():
            builder.row(combine((1, arcs[i, j]) for i in before), 1, 1, "enter")
        if count < 3:
            return
        for (i, j), form in arcs.items():
            if i < j and (j, i) in arcs:
                builder.row(combine(((1, form), (1, arcs[j, i]))), None, 1, "no_return")
        order = tuple(arcs)
        if builder.lazily([arcs[arc] for arc in order], partial(self._closed_too_early, order)):
            return
        # Nothing is left on the way back to 1, so those arcs need no flow.
        flow = {(i, j): builder.auxiliary("flow", 0, count - 1, integer=False) for i, j in arcs if j != 1}
        for (i, j), form in arcs.items():
            if j == 1:
                continue
            least, most = (count - 1, count - 1) if i == 1 else (1, count - 2)
            builder.row(combine(((1, flow[i, j]), (-most, form))), None, 0, "capacity")
            builder.row(combine(((1, flow[i, j]), (-least, form))), 0, None, "carries")
        for j in range(2, count + 1):
            parts = [(1, flow[i, j]) for i in entering[j]]
            parts += [(-1, flow[j, k]) for k in builder.domain(self.variables[j - 1]) if (j, k) in flow]
            builder.row(combine(parts), 1, 1, "drop")

    def _closed_too_early(self, arcs: Sequence[tuple[int, int]], values: Sequence[int]) -> list[list[int]]:
        """For each cycle that is not the whole, the numbers of the arcs that leave it."""
        left = dict.fromkeys(range(1, len(self.variables) + 1))
        found = []
        while left:
            cycle, position = set(), next(iter(left))
            while position in left:
                del left[position]
                cycle.add(position)
                position = values[self.variables[position - 1]]
            if len(cycle) < len(self.variables):
                found.append([number for number, (i, j) in enumerate(arcs) if i in cycle and j not in cycle])
        return found
