"""The components that equal values form in a graph have given sizes."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from puzzledsl.expressions import sizes_of_components
from puzzledsl.flat import Primitive
from puzzledsl.kernel.component_sizes import ComponentFilter, ComponentReasons
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.explanation import Explanation
    from puzzledsl.kernel.store import Store


@record
class ComponentSizes(Primitive):
    """Positions of a graph with equal values that touch belong to one component: as many as ``sizes`` says.

    ``sizes`` has a variable for each position, or -1 for any size. It is ``values`` itself (a component of fives has
    five positions), or no variable occurs twice. ``edges`` are pairs of positions, from 0.
    """

    values: tuple[int, ...]
    sizes: tuple[int, ...]
    edges: tuple[tuple[int, int], ...]
    costly: ClassVar[bool] = True
    cheap: ClassVar[bool] = False
    is_graph: ClassVar[bool] = True

    @cached_property
    def scope(self) -> tuple[int, ...]:
        """The values, then the sizes."""
        return tuple(dict.fromkeys((*self.values, *(x for x in self.sizes if x >= 0))))

    def check(self, values: Sequence[int]) -> bool:
        """Search the graph."""
        found = sizes_of_components([values[x] for x in self.values], self.edges)
        return all(x < 0 or values[x] == size for x, size in zip(self.sizes, found, strict=True))

    def propagate(self, store: Store) -> None:
        """A component has room for its size, takes in what it cannot do without, and joins no others that are too much
        for it (at the costly priority)."""
        if store.costly:
            store.owned(self, ComponentFilter, self.values, self.sizes, self.edges).propagate(store)

    def _reasons(self, why: Explanation) -> ComponentReasons:
        return why.store.owned(self, ComponentReasons, self.values, self.sizes, self.edges, why)

    def explain(self, why: Explanation, x: int, gone: int) -> int:
        """By the positions that are joined, or by those around what is joined; see `kernel.component_sizes`."""
        return self._reasons(why).explain(why, x, gone)

    def explain_conflict(self, why: Explanation) -> bool:
        """The same."""
        return self._reasons(why).explain_conflict(why)
