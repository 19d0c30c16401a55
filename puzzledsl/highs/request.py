"""The requests to the process that runs HiGHS."""

from __future__ import annotations

import pickle
import time
from typing import TYPE_CHECKING, Any

from puzzledsl.diagnostics import PuzzleError, failure
from puzzledsl.highs import worker
from puzzledsl.highs.solve_options import SEARCH_FOR_ANY, SEARCH_FOR_BEST, SolveOptions
from puzzledsl.time_limit import seconds_left

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyomo.core import ConcreteModel

    from puzzledsl.highs.integer_program import Program


def request_for(
    asked: Program, options: SolveOptions, progress: bool, model: ConcreteModel | None = None
) -> tuple[dict[str, Any], Any]:
    """The frame that asks `puzzledsl.highs.worker.solve` to solve a program, or `puzzledsl.highs.pyomo_worker`.

    Args:
        model: is sent instead of the arrays.
        progress: whether to send progress.
    """
    tuned = list(SEARCH_FOR_ANY if asked.feasibility else SEARCH_FOR_BEST) if options.tuned else []
    if progress:
        tuned.append(("mip_min_logging_interval", "0.5"))
    request = {
        "asked": time.time(),
        "time_limit": seconds_left(),
        "options": options.for_highs(),
        "tuned": tuned,
        "log": options.log,
        "progress": progress,
        "sizes": options.sizes,
        "details": options.details,
        "start": list(options.start.items()),
        "maximize": asked.maximize,
        "offset": asked.offset,
        "feasibility": asked.feasibility,
    }
    if model is not None:
        return request, pickle.dumps(model)
    return request, {name: getattr(asked, name) for name, _ in worker.ARRAYS}


def unavailable(name: str, known: bool, available: Sequence[str]) -> PuzzleError:
    """Return the error about a solver that Pyomo does not find, from the fields of the frame about it."""
    found = ", ".join(f"`pyomo:{one}`" for one in available)
    what = (
        f"Pyomo knows the solver `{name}`, but does not find it on this machine"
        if known
        else f"Pyomo knows no solver that is called `{name}`"
    )
    listed = f"there are {found}" if found else "it finds none on this machine"
    return failure(what, helps=(listed, "the solver's program has to be installed, and on the PATH"), code="solver")


def refused(name: str, value: str, known: bool, type: str, names: Sequence[str]) -> PuzzleError:  # noqa: A002
    """Return the error about an option, from the fields of the frame that HiGHS refuses it with."""
    if known:
        helps = (f"its type is {type}",) if type else ()
        return failure(f"HiGHS does not take `{value}` for its option `{name}`", helps=helps, code="bad-option")
    from puzzledsl.nearest import did_you_mean

    return failure(
        f"HiGHS has no option `{name}`",
        label=did_you_mean(name, names),
        helps=("https://ergo-code.github.io/HiGHS/dev/options/definitions/ lists them",),
        code="unknown-option",
    )
