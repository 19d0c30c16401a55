"""Assumptions, each tried by itself, in the kernel."""

from __future__ import annotations

from array import array
from itertools import chain
from typing import TYPE_CHECKING

from puzzledsl.kernel.engine import CUT
from puzzledsl.kernel.library import library
from puzzledsl.kernel.store import SLICE
from puzzledsl.search.budget import NO_LIMIT
from puzzledsl.time_limit import is_late

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.engine import Engine

Assumption = tuple[int, int, int]
"""A variable, and the smallest and the largest value that it has then."""


def tried(engine: Engine, assumptions: Sequence[Assumption], most: int = NO_LIMIT) -> list[int | None]:
    """Propagate each of some assumptions by itself. The store, which is at its fixpoint, is as before.

    Args:
        most: so many that are refuted are enough.

    Returns:
        For each assumption how many calls of propagators refute it, ``None`` if they do not; fewer where ``most``
        or the time limit came first.
    """
    kernel, handle = library(), engine.store.handle
    numbers = array("q", chain.from_iterable(assumptions))
    kernel.trials_begin(handle, numbers, most)
    ended = CUT
    while ended == CUT and not is_late():
        ended = kernel.trials_run(handle, SLICE)
    found = array("q", bytes(8 * len(assumptions)))
    count = kernel.trials_close(handle, found)
    return [None if steps < 0 else steps for steps in found[:count]]
