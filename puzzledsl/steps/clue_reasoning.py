"""One clue by itself, or a sum that follows from several: what its propagators leave of its cells."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from puzzledsl.kernel.store import Store
from puzzledsl.records import Open, entity
from puzzledsl.time_limit import check_time

if TYPE_CHECKING:
    from puzzledsl.flat import FlatConstraint
    from puzzledsl.steps.puzzle import Group


@entity
class Clue(Open):
    """Constraints that come from a requirement, over a store that stays as it is.

    Auxiliary variables start from their whole domains each time, so that an answer depends on nothing but the clue and
    the candidates of its cells.

    Attributes:
        words: what it is called.
        requirements: the numbers of those that it comes from, with those of its groups.
        cells: the variables of the source that it is about, those with too many values to list left out.
        stated: the constraints of the requirement itself.
        narrowing: the constraints that narrow it: those stated, as strong as they make each other.
        groups: those whose "all different" is used too.
        shown: the cells that its reason names.
        houses: how many groups a derived sum adds up.
    """

    words: str
    requirements: tuple[int, ...]
    cells: tuple[int, ...]
    stated: tuple[FlatConstraint, ...]
    narrowing: tuple[FlatConstraint, ...]
    store: Store
    groups: tuple[Group, ...] = ()
    shown: tuple[int, ...] = ()
    houses: int = 0

    @cached_property
    def _numbers(self) -> array[int]:
        return self.store.numbers_alone(self.narrowing)

    def narrow(self, masks: Sequence[int], costly: bool) -> dict[int, int] | None:
        """What is left of those cells that lose something, if ``masks`` are the candidates; ``None``: nothing fits.

        Raises:
            OutOfTime: the time limit came first.
        """
        check_time()
        cells = [(x, masks[x]) for x in self.cells]
        left = self.store.narrowed_alone(self._numbers, cells, costly=costly)
        if left is None:
            return None
        return {x: after for (x, before), after in zip(cells, left, strict=True) if after != before}
