"""The chosen positions of a graph are connected."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from puzzledsl.domain import Domain
from puzzledsl.expressions import is_connected
from puzzledsl.flat import Primitive
from puzzledsl.kernel.connectivity import Connectivity
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.explanation import Explanation
    from puzzledsl.kernel.store import Store


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
