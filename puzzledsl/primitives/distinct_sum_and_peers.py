"""Different values with a given sum, and the variables that see them: a killer cage among its peers."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from puzzledsl.flat import Primitive
from puzzledsl.kernel.cages import Cage
from puzzledsl.kernel.masks import bits
from puzzledsl.primitives.distinct_sum import DistinctSum
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.explanation import Explanation
    from puzzledsl.kernel.store import Store
    from puzzledsl.row_builder import RowBuilder


@record
class DistinctSumAndPeers(Primitive):
    """A `DistinctSum`, and each of the peers differs from some of its variables.

    Says no more than the sum and the differences, but sees them at once: where every set of values with the sum has a
    value, some variable has it, so that no peer of all variables that can have it does.

    Attributes:
        peers: other variables, each once, with the positions in ``variables`` of those that it differs from, as bits.
    """

    variables: tuple[int, ...]
    total: int
    peers: tuple[tuple[int, int], ...]
    costly: ClassVar[bool] = True

    @property
    def scope(self) -> tuple[int, ...]:
        """The variables with the sum, then the peers."""
        return (*self.variables, *(y for y, _ in self.peers))

    @property
    def watched(self) -> tuple[int, ...]:
        """The variables with the sum."""
        return self.variables

    @property
    def cliques(self) -> tuple[tuple[int, ...], ...]:
        """All variables of the sum, and each peer with one of those that it differs from."""
        return (self.variables, *((y, self.variables[i]) for y, positions in self.peers for i in bits(positions)))

    @cached_property
    def _sum(self) -> DistinctSum:
        return DistinctSum(self.variables, self.total)

    @cached_property
    def filter(self) -> Cage:
        """By the sets of values that have the sum."""
        return Cage(self.variables, self.total, self.peers)

    @property
    def taken_to_differ(self) -> tuple[tuple[int, ...], ...]:
        """All variables of the sum, and each peer with all those that it differs from."""
        return (self.variables, *((y, *[self.variables[i] for i in bits(positions)]) for y, positions in self.peers))

    def check(self, values: Sequence[int]) -> bool:
        """The sum holds, and no peer has the value of a variable that it differs from."""
        return self._sum.check(values) and all(
            values[y] != values[self.variables[i]] for y, positions in self.peers for i in bits(positions)
        )

    def propagate(self, store: Store) -> None:
        """As `DistinctSum`, and take away fixed values; at the costly priority, also those that the sum needs.

        `Engine` calls the filter, and takes away fixed values by the `cliques`.
        """
        (self.filter if self.filter.fits(store) else self._sum).propagate(store)
        for y, x in self.cliques[1:]:
            if store.is_fixed(x):
                store.remove(y, store.lo(x))
            if store.is_fixed(y):
                store.remove(x, store.lo(y))

    def explain(self, why: Explanation, x: int, gone: int) -> int:
        """As `DistinctSum`, or by a fixed peer; for a peer, by what excludes the sum where none that it sees has it."""
        if x in self.variables:
            gone = self._sum.explain(why, x, gone)
            for y, z in self.cliques[1:]:
                mask = why.masks[y]
                bit = why.base[y] + mask.bit_length() - 1 - why.base[x]
                if z == x and not mask & (mask - 1) and bit >= 0 and gone >> bit & 1:
                    why.need(y, ~mask)
                    gone ^= 1 << bit
            return gone
        seen = [self.variables[i] for y, positions in self.peers if y == x for i in bits(positions)]
        for bit in bits(gone):
            if self._is_needed(why, seen, why.base[x] + bit):
                gone ^= 1 << bit
        return gone

    def explain_conflict(self, why: Explanation) -> bool:
        """As `DistinctSum`; else by a peer, all of whose values are needed."""
        if self._sum.explain_conflict(why):
            return True
        for y, positions in self.peers:
            seen = [self.variables[i] for i in bits(positions)]
            if all(self._is_needed(why, seen, why.base[y] + bit) for bit in bits(why.masks[y])):
                why.need(y, ~why.masks[y])
                return True
        return False

    def _is_needed(self, why: Explanation, seen: Sequence[int], value: int) -> bool:
        """Explain why one of some variables has this value; False: that is not so."""
        before = [(x, why.first[x], why.masks[x]) for x in seen]
        for x, _, mask in before:
            bit = value - why.base[x]
            if bit >= 0 and mask == 1 << bit:
                why.need(x, ~mask)
                return True
        try:
            for x, first, mask in before:  # as if none of them had ever had it
                bit = value - why.base[x]
                if bit >= 0:
                    why.first[x] = first & ~(1 << bit)
                    why.masks[x] = mask & ~(1 << bit)
            return self._sum.explain_conflict(why)
        finally:
            for x, first, mask in before:
                why.first[x], why.masks[x] = first, mask

    def encode(self, builder: RowBuilder) -> None:
        """The rows of the sum and of the differences."""
        builder.include(self._sum)
        for y, positions in self.peers:
            for i in bits(positions):
                builder.different(y, self.variables[i], 0)
