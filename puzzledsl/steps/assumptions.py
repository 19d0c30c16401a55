"""Which values propagation refutes: where to look for a step that assumes one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.kernel.masks import single_bits
from puzzledsl.kernel.store import Contradiction
from puzzledsl.presolve.presolve import rooted
from puzzledsl.search.trials import tried

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from puzzledsl.presolve.presolve import Root
    from puzzledsl.steps.board import Board
    from puzzledsl.steps.puzzle import Puzzle

Option = tuple[int, int, int]
"""A value that may be refuted: how many removals that takes, variable and bit."""


class Assumptions:
    """Tries the values of a board with the constraints of the whole puzzle together."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self._root: Root | None = None
        self._withstood: dict[tuple[int, int], int] = {}
        self._last: tuple[object, list[Option]] = (None, [])

    def refutable(self, board: Board, cells: Iterable[int], most: int) -> list[Option]:
        """Candidates that propagation refutes.

        Args:
            most: so many are enough.
        """
        asked = (board.masks.copy(), [*cells], most)
        if self._last[0] != asked:
            self._last = asked, self._refutable(*asked, board.is_assumable)
        return self._last[1]

    def _refutable(
        self, masks: Sequence[int], cells: Iterable[int], most: int, is_assumable: Callable[[int, int], bool]
    ) -> list[Option]:
        if self._root is None:
            self._root = rooted(self.puzzle.flat, "domain")
        root = self._root
        store, engine = root.store, root.engine
        candidates = [(x, bit) for x in cells for bit in single_bits(masks[x]) if is_assumable(x, bit)]
        if root.contradiction is not None:
            return [(0, x, bit) for x, bit in candidates]
        start = store.mark()
        try:
            store.put_all([(x, mask) for x, mask in enumerate(masks) if mask])
            engine.run()
            # What has withstood a test lately is tested last.
            candidates.sort(key=lambda one: self._withstood.get(one, 0))
            tested = tried(engine, [(x, value := self.puzzle.value(x, bit), value) for x, bit in candidates], most)
        except Contradiction:
            return [(0, x, bit) for x, bit in candidates]
        finally:
            store.undo(start)
            engine.forget()
        found: list[Option] = []
        for (x, bit), steps in zip(candidates, tested, strict=False):
            if steps is None:
                self._withstood[x, bit] = self._withstood.get((x, bit), 0) + 1
            else:
                found.append((steps, x, bit))
        return found
