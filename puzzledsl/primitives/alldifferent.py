"""All values different."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from puzzledsl.flat import Primitive, listed
from puzzledsl.primitives.linear import RULES
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.flat import FlatNumbers


@record
class AllDifferent(Primitive):
    """``x + offset`` all different, values in ``ignoring`` aside; no ``offsets``: all zero. A variable occurs once."""

    variables: tuple[int, ...]
    ignoring: frozenset[int] = frozenset()
    offsets: tuple[int, ...] = ()
    rules: ClassVar[tuple[str, ...]] = RULES

    @property
    def scope(self) -> tuple[int, ...]:
        """The variables, in order."""
        return self.variables

    @property
    def shifts(self) -> list[tuple[int, int]]:
        """Each variable with its offset."""
        return list(zip(self.variables, self.offsets or (0,) * len(self.variables), strict=True))

    def check(self, values: Sequence[int]) -> bool:
        """No two shifted values are equal, unless ignored."""
        shifted = [values[x] + offset for x, offset in self.shifts]
        counted = [value for value in shifted if value not in self.ignoring]
        return len(set(counted)) == len(counted)

    @property
    def cliques(self) -> tuple[tuple[int, ...], ...]:
        """All variables, unless some values may repeat or are shifted."""
        return () if self.ignoring or any(self.offsets) else (self.variables,)

    def numbers(self, known: FlatNumbers) -> list[int]:
        """The variables, the values that may repeat, the offsets."""
        for x, offset in zip(self.variables, self.offsets, strict=False):
            known.check(known.largest(x) + abs(offset))
        return [*listed(self.variables), *listed(sorted(self.ignoring)), *listed(self.offsets)]
