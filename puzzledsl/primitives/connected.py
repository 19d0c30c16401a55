"""The chosen positions of a graph are connected."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from puzzledsl.domain import Domain
from puzzledsl.expressions import is_connected
from puzzledsl.flat import Primitive
from puzzledsl.kernel.connectivity import Connectivity
from puzzledsl.kernel.graphs import neighbors
from puzzledsl.records import record
from puzzledsl.row_builder import combine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.explanation import Explanation
    from puzzledsl.kernel.store import Store
    from puzzledsl.row_builder import Form, RowBuilder


@record
class Connected(Primitive):
    """The positions whose variable has one of ``values`` form one component of the graph, or there are none.

    ``edges`` are pairs of positions in ``variables``, from 0. A variable occurs once.
    """

    variables: tuple[int, ...]
    values: Domain
    edges: tuple[tuple[int, int], ...]
    costly: ClassVar[bool] = True
    cheap: ClassVar[bool] = False
    is_graph: ClassVar[bool] = True

    @property
    def scope(self) -> tuple[int, ...]:
        """The variables, in order."""
        return self.variables

    def _kernel(self, store: Store) -> Connectivity:
        return store.owned(self, Connectivity, store, self.variables, self.values, self.edges)

    def check(self, values: Sequence[int]) -> bool:
        """Search the graph of chosen positions."""
        return is_connected([values[x] in self.values for x in self.variables], self.edges)

    def propagate(self, store: Store) -> None:
        """What cannot be reached from a certain position through possible ones is not chosen; a possible position
        without which certain ones fall apart is chosen (at the costly priority)."""
        if store.costly:
            self._kernel(store).propagate(store)

    def explain(self, why: Explanation, x: int, gone: int) -> int:
        """By two positions that are chosen and those between them that are not, see `kernel.connectivity`."""
        return self._kernel(why.store).explain(why, x, gone)

    def explain_conflict(self, why: Explanation) -> bool:
        """The same."""
        return self._kernel(why.store).explain_conflict(why)

    def without_decided(self, store: Store) -> Connected:
        """Without the positions that cannot be chosen."""
        kept = [p for p, x in enumerate(self.variables) if store.domain(x) & self.values]
        place = {p: i for i, p in enumerate(kept)}
        edges = tuple([(place[a], place[b]) for a, b in self.edges if a in place and b in place])
        return Connected(tuple([self.variables[p] for p in kept]), self.values, edges)

    def encode(self, builder: RowBuilder) -> None:
        """The first of the chosen is the root; it sends one unit to each of the others, between chosen positions.

        Single-commodity flow. What enters a position stays below the number of possible positions, and is nothing
        where the position is not chosen; every chosen one but the root has a chosen neighbour.
        """
        chosen = [builder.among(x, self.values) for x in self.variables]
        possible = [p for p, form in enumerate(chosen) if form.terms or form.constant]
        if len(possible) < 2:
            return
        kept = set(possible)
        near = [[q for q in those if q in kept] for those in neighbors(len(chosen), self.edges)]
        certain = [p for p in possible if not chosen[p].terms]
        most = len(possible) - 1
        root = self._roots(builder, chosen, possible, certain[0] if certain else None)
        flow = {(a, b): builder.auxiliary("flow", 0, most, integer=False) for a in possible for b in near[a]}
        for p in possible:
            arriving = combine((1, flow[q, p]) for q in near[p])
            leaving = combine((1, flow[p, q]) for q in near[p])
            # What the root sends off is as much as the others take.
            if near[p]:
                builder.row(
                    combine(((1, arriving), (-1, leaving), (-1, chosen[p]), (most + 1, root[p]))), 0, None, "balance"
                )
                builder.row(combine(((1, arriving), (-most, chosen[p]), (most, root[p]))), None, 0, "arrive")
                builder.row(combine(((1, leaving), (-most, chosen[p]))), None, 0, "leave")
            beside = combine((1, chosen[q]) for q in near[p])
            builder.row(combine(((1, chosen[p]), (-1, root[p]), (-1, beside))), None, 0, "neighbour")

    def _roots(
        self, builder: RowBuilder, chosen: list[Form], possible: list[int], certain: int | None
    ) -> dict[int, Form]:
        """By position whether it is the root: one that is certainly chosen, else the first of the chosen."""
        if certain is not None:
            return {p: combine(((1, int(p == certain)),)) for p in possible}
        root = {p: builder.flag("root") for p in possible}
        builder.row(combine((1, form) for form in root.values()), None, 1, "one_root")
        later: Form | None = None  # whether the root comes behind this position
        for p in reversed(possible):
            builder.row(combine(((1, root[p]), (-1, chosen[p]))), None, 0, "root_chosen")
            here = root[p]
            if later is not None:
                builder.row(combine(((1, chosen[p]), (1, later))), None, 1, "root_first")
                here = builder.auxiliary("later", 0, 1, integer=False)
                builder.row(combine(((1, here), (-1, root[p]), (-1, later))), 0, 0, "behind")
            later = here
        return root
