"""One cycle through all positions."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from puzzledsl.expressions import is_circuit
from puzzledsl.flat import Primitive, listed
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.flat import FlatNumbers


@record
class Circuit(Primitive):
    """``variables[i - 1]`` is the position that follows position i, and all positions form one cycle.

    Positions count from 1; a variable occurs once.
    """

    variables: tuple[int, ...]
    is_graph: ClassVar[bool] = True

    @property
    def scope(self) -> tuple[int, ...]:
        """The variables, in order."""
        return self.variables

    @property
    def cliques(self) -> tuple[tuple[int, ...], ...]:
        """No two positions have one successor."""
        return (self.variables,)

    def check(self, values: Sequence[int]) -> bool:
        """Follow the successors from the first position."""
        return is_circuit([values[x] for x in self.variables])

    def numbers(self, known: FlatNumbers) -> list[int]:  # noqa: ARG002 - for those that need it
        """The variables."""
        return listed(self.variables)
