"""One clue by itself, or a sum that follows from several: what its propagators leave of its cells."""

from __future__ import annotations

from array import array
from collections.abc import Generator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from puzzledsl.records import Open, entity
from puzzledsl.time_limit import check_time

if TYPE_CHECKING:
    from puzzledsl.flat import FlatConstraint
    from puzzledsl.kernel.store import Deduction
    from puzzledsl.steps.puzzle import Group, Puzzle


@entity
class Clue(Open):
    """Constraints that come from a requirement, and what they leave of their cells.

    Auxiliary variables start from their whole domains each time, so that an answer depends on nothing but the clue and
    the candidates of its cells.

    Attributes:
        words: what it is called.
        requirements: the numbers of those that it comes from, with those of its groups.
        cells: the variables of the source that it is about, those with too many values to list left out.
        stated: the constraints of the requirement itself.
        puzzle: that it belongs to.
        groups: those whose "all different" is used too.
        shown: the cells that its reason names.
        houses: how many groups a derived sum adds up.
    """

    words: str
    requirements: tuple[int, ...]
    cells: tuple[int, ...]
    stated: tuple[FlatConstraint, ...]
    puzzle: Puzzle
    groups: tuple[Group, ...] = ()
    shown: tuple[int, ...] = ()
    houses: int = 0

    @cached_property
    def members(self) -> int:
        """The cells as bits."""
        return sum(1 << x for x in self.cells)

    @cached_property
    def _numbers(self) -> array[int]:
        return self.puzzle.narrowing(self)

    @cached_property
    def _narrowed(self) -> dict[bool, tuple[list[tuple[int, int]], dict[int, int] | None]]:
        """What `narrow` was asked last, and its answer."""
        return {}

    @cached_property
    def is_graph(self) -> bool:
        """Whether a constraint of it joins positions of a graph, so that people see one of its rules after another."""
        return any(one.primitive.is_graph for one in self.stated)

    def deductions(self, masks: Sequence[int], costly: bool) -> Generator[Deduction]:
        """What `narrow` takes away, one after another.

        Raises:
            OutOfTime: the time limit came first.
        """
        cells = [(x, masks[x]) for x in self.cells]
        return self.puzzle.store.deductions_alone(self._numbers, cells, costly=costly)

    def narrow(self, masks: Sequence[int], costly: bool) -> dict[int, int] | None:
        """What is left of those cells that lose something, if ``masks`` are the candidates; ``None``: nothing fits.

        Raises:
            OutOfTime: the time limit came first.
        """
        check_time()
        cells = [(x, masks[x]) for x in self.cells]
        before, found = self._narrowed.get(costly, ([], None))
        if before != cells or not cells:
            left = self.puzzle.store.narrowed_alone(self._numbers, cells, costly=costly)
            if left is not None:
                found = {x: after for (x, mask), after in zip(cells, left, strict=True) if after != mask}
            else:
                found = None
            self._narrowed[costly] = cells, found
        return found
