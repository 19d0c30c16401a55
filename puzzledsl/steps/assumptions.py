"""Which values propagation refutes: where to look for a step that assumes one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.kernel.store import Contradiction
from puzzledsl.presolve.presolve import rooted
from puzzledsl.search.trials import tried

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from puzzledsl.presolve.presolve import Root
    from puzzledsl.steps.board import Board
    from puzzledsl.steps.puzzle import Puzzle

Option = tuple[int, int, int]
"""An assumption that may be refuted: how many removals that takes, variable, and its values as a mask."""


class Assumptions:
    """Tries the values of a board with the constraints of the whole puzzle together."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self._root: Root | None = None
        self._withstood: dict[tuple[int, int], int] = {}
        self._last: tuple[object, list[Option]] = (None, [])

    def refutable(self, board: Board, cells: Iterable[int], most: int, unseen: bool = False) -> list[Option]:
        """Assumptions that propagation refutes.

        Args:
            most: so many are enough.
            unseen: of values that look like others.
        """
        asked = (board.masks.copy(), [*cells], most)
        if self._last[0] != (asked, unseen):
            options = board.unseen if unseen else board.assumable
            self._last = (asked, unseen), self._refutable(*asked, options)
        return self._last[1]

    def _refutable(
        self, masks: Sequence[int], cells: Iterable[int], most: int, assumable: Callable[[int], list[int]]
    ) -> list[Option]:
        if self._root is None:
            self._root = rooted(self.puzzle.flat, "domain")
        root = self._root
        store, engine = root.store, root.engine
        candidates = [(x, values) for x in cells for values in assumable(x)]
        if root.contradiction is not None:
            return [(0, x, values) for x, values in candidates]
        start = store.mark()
        try:
            store.put_all([(x, mask) for x, mask in enumerate(masks) if mask])
            engine.run()
            # What has withstood a test lately is tested last.
            candidates.sort(key=lambda one: self._withstood.get(one, 0))
            # Values between are more than is assumed: then it is refuted, too.
            base = self.puzzle.base
            ends = [(x, self.puzzle.value(x, one), base[x] + one.bit_length() - 1) for x, one in candidates]
            tested = tried(engine, ends, most)
        except Contradiction:
            return [(0, x, values) for x, values in candidates]
        finally:
            store.undo(start)
            engine.forget()
        found: list[Option] = []
        for one, steps in zip(candidates, tested, strict=False):
            if steps is None:
                self._withstood[one] = self._withstood.get(one, 0) + 1
            else:
                found.append((steps, *one))
        return found
