"""Probing, in the kernel: assume a value, propagate, and learn from what comes of it. `probing.hpp` says how."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from puzzledsl.kernel.engine import CONTRADICTION, CUT
from puzzledsl.kernel.library import library
from puzzledsl.kernel.store import SLICE, Contradiction
from puzzledsl.presolve.tuning import TUNING
from puzzledsl.time_limit import is_late

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.engine import Engine


def probe(engine: Engine, variables: Sequence[int], to_the_end: bool = False) -> None:
    """Probe variables and disjunctions, those with the fewest cases first, until a whole round learns nothing.

    Stops early when it has learnt nothing for long, after `Tuning.probing_most` calls, at the time limit, and where an
    assumption leaves each variable one value: then search finds that solution.

    Args:
        variables: those of the source.
        to_the_end: go on there, for a caller that wants the domains.

    Raises:
        Contradiction: there is no solution. `Engine.culprit` is the constraint that found it.
    """
    kernel, handle = library(), engine.store.handle
    given = array("q", variables)
    tuning = array("q", [TUNING.probed_values, TUNING.probed_cases, TUNING.probing_first, TUNING.probing_most])
    kernel.probing_begin(handle, given, to_the_end, tuning, TUNING.probing_patience)
    ended = CUT
    while ended == CUT and not is_late():
        ended = kernel.probing_run(handle, SLICE)
    kernel.probing_close(handle)
    if ended == CONTRADICTION:
        engine.culprit = kernel.kernel_culprit(handle)
        raise Contradiction
