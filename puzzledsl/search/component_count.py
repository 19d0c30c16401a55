"""How many solutions there are, without visiting each, in the kernel: `count.hpp` says how."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from puzzledsl.flat import listed as counted
from puzzledsl.kernel.library import library, listed
from puzzledsl.kernel.store import SLICE
from puzzledsl.time_limit import is_late

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from puzzledsl.kernel.engine import Engine

_MORE, _LEAF, _DONE, _LIMIT, _REFUSED = range(5)
"""How a slice ends, in the order of ``Counted`` in `count.hpp`."""


class RefusedError(Exception):
    """The verifier has refused a solution that search has found."""


class Part:
    """What counting needs to know of a constraint of the model.

    Attributes:
        scope: its variables, those of its condition included.
        different: groups of variables that it makes pairwise different, if that is all it requires.
        factors: of a sum, by position in ``scope``: of fixed variables only their sum matters. Else empty.
    """

    def __init__(self, scope: list[int], different: list[list[int]], factors: list[int]) -> None:
        self.scope = scope
        self.different = different
        self.factors = factors


class SolutionCount:
    """A count under way.

    Attributes:
        found: a lower bound at any time, and the number of solutions in the end.
        nodes: branches taken.
    """

    def __init__(
        self,
        engine: Engine,
        parts: Sequence[Part],
        shown: Sequence[int],
        sources: Sequence[int],
        accept: Callable[[tuple[int, ...]], bool],
        on_branch: Callable[[], bool] | None = None,
    ) -> None:
        """The engine is at its fixpoint; every variable of its store has a mask.

        Args:
            parts: the constraints of the model; those of the engine follow from them.
            shown: the variables in which solutions have to differ; all of them are sources.
            sources: those whose values ``accept`` takes. The others are auxiliary: they tell no solutions apart.
            accept: whether the values are a solution; called whenever all sources are fixed.
            on_branch: called every few milliseconds; False ends the count.
        """
        self.found = self.nodes = 0
        self._kernel = library()
        self._engine = engine  # which keeps the handle alive
        self._handle = engine.store.handle
        self._shown, self._sources = array("q", shown), array("q", sources)
        self._parts = array("q")
        for part in parts:
            self._parts.extend([*counted(part.scope), len(part.different)])
            for group in part.different:
                self._parts.extend(counted(group))
            self._parts.extend(counted(part.factors))
        self._accept = accept
        self._on_branch = on_branch

    def run(self, limit: int | None) -> bool:
        """Count; False when the time limit, the limit or ``on_branch`` came first. The store is as before.

        Raises:
            RefusedError: ``accept`` has refused a solution in which all variables are fixed, or all that there are.
        """
        kernel, handle = self._kernel, self._handle
        most = array("q")
        rest = limit or 0
        while rest:
            most.append(rest & 0xFFFFFFFF)
            rest >>= 32
        if limit == 0:
            return False
        begun = kernel.count_begin(handle, self._parts, self._shown, self._sources, most)
        assert begun, "the kernel has refused what is to be counted"
        values = array("q", bytes(8 * len(self._sources)))
        try:
            ended = _MORE
            while ended in (_MORE, _LEAF) and not is_late() and (self._on_branch is None or self._on_branch()):
                ended = kernel.count_run(handle, SLICE)
                if ended == _LEAF:
                    kernel.kernel_values(handle, self._sources, values)
                    kernel.count_judge(handle, self._accept(tuple(values)))
                self.nodes = kernel.count_nodes(handle)
                self.found = sum([digit << 32 * i for i, digit in enumerate(listed(kernel.count_found, handle))])
            if ended == _REFUSED:
                raise RefusedError
            return bool(ended == _DONE)
        finally:
            kernel.count_close(handle)
