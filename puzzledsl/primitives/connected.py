"""The chosen positions of a graph are connected."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from puzzledsl.domain import Domain
from puzzledsl.expressions import is_connected
from puzzledsl.flat import Literal, Primitive, listed
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.flat import FlatNumbers


@record
class Connected(Primitive):
    """The positions whose variable has one of ``values`` form one component of the graph, or there are none.

    ``edges`` are pairs of positions in ``variables``, from 0. A variable occurs once.
    """

    variables: tuple[int, ...]
    values: Domain
    edges: tuple[tuple[int, int], ...]
    is_graph: ClassVar[bool] = True
    rules: ClassVar[tuple[str, ...]] = ("cut_off", "joint", "apart")

    @property
    def scope(self) -> tuple[int, ...]:
        """The variables, in order."""
        return self.variables

    def check(self, values: Sequence[int]) -> bool:
        """Search the graph of chosen positions."""
        return is_connected([values[x] in self.values for x in self.variables], self.edges)

    def numbers(self, known: FlatNumbers) -> list[int]:
        """By position the literal that it is chosen; the edges."""
        chosen = [known.literal(Literal(x, self.values)) for x in self.variables]
        return [*listed(chosen), len(self.edges), *[p for edge in self.edges for p in edge]]
