"""Lines are read as numbers, and some of them have a known rank."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from puzzledsl.expressions import is_ranked
from puzzledsl.flat import Primitive
from puzzledsl.kernel.ranking import Ranking as Kernel
from puzzledsl.kernel.store import Contradiction
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.store import Store

_CHUNK = 4
"""So many digits, after the first one, make one number in a row: its coefficients stay small."""

_LARGEST = 100_000
"""No number of several digits is larger."""


@record
class Ranking(Primitive):
    """Each of ``lines`` is a number of digits; its rank is 1 plus the number of smaller ones.

    Attributes:
        lines: variables, the highest digit first. Shorter lines begin with zeros that are not written.
        ranks: by line its rank; 0: any.
        ties: ``any``; ``only-unclued``: no other line equals one with a rank; ``none``: all lines differ.
        firsts: what is known of the first digits, by other constraints: (value, at least, at most) so many lines begin
            with this value or a smaller one. Only where all lines are of one length.
    """

    lines: tuple[tuple[int, ...], ...]
    ranks: tuple[int, ...]
    ties: str
    firsts: tuple[tuple[int, int, int], ...] = ()
    costly: ClassVar[bool] = True
    cheap: ClassVar[bool] = False
    is_ranking: ClassVar[bool] = True

    @property
    def scope(self) -> tuple[int, ...]:
        """The variables, each once."""
        return tuple(dict.fromkeys(x for line in self.lines for x in line))

    @cached_property
    def _kernel(self) -> Kernel:
        return Kernel(self.lines, self.ranks, self.ties, self.firsts)

    def check(self, values: Sequence[int]) -> bool:
        """Count the smaller lines."""
        return is_ranked([[values[x] for x in line] for line in self.lines], self.ranks, self.ties)

    def propagate(self, store: Store) -> None:
        """Bounds of the lines, as numbers, from those of the others, and from their ranks (at the costly priority)."""
        if store.costly and not self._kernel.propagate(store) and all(map(store.is_fixed, self.scope)):
            values = {x: store.lo(x) for x in self.scope}
            if not is_ranked([[values[x] for x in line] for line in self.lines], self.ranks, self.ties):
                raise Contradiction
