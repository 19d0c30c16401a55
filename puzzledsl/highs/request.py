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
    from pyomo.core import ConcreteModel

    from puzzledsl.highs.integer_program import Program


def request_for(
    asked: Program, options: SolveOptions, deadline: float | None, progress: bool, model: ConcreteModel | None = None
) -> tuple[dict[str, Any], Any]:
    """The frame that asks `puzzledsl.highs.worker.solve` to solve a program, or `puzzledsl.highs.pyomo_worker`.

    Args:
        model: is sent instead of the arrays.
        deadline: on the clock of ``time.monotonic``.
        progress: whether to send progress.
    """
    tuned = list(SEARCH_FOR_ANY if asked.feasibility else SEARCH_FOR_BEST) if options.tuned else []
    if progress:
        tuned.append(("mip_min_logging_interval", "0.5"))
    request = {
        "asked": time.time(),
        "time_limit": seconds_left(deadline),
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


def unavailable(message: dict[str, Any]) -> PuzzleError:
    """Return the error about a solver that Pyomo does not find, from the frame that names those it finds."""
    found, name = message["available"], message["name"]
    listed = f"there are {', '.join(f'`pyomo:{one}`' for one in found)}" if found else "it finds none on this machine"
    what = (
        f"Pyomo knows the solver `{name}`, but does not find it on this machine"
        if message["known"]
        else f"Pyomo knows no solver that is called `{name}`"
    )
    return failure(what, helps=(listed, "the solver's program has to be installed, and on the PATH"), code="solver")


def refused(message: dict[str, Any]) -> PuzzleError:
    """The error about an option, from the frame that HiGHS refuses it with."""
    name, value = message["name"], message["value"]
    if message["known"]:
        return failure(
            f"HiGHS does not take `{value}` for its option `{name}`",
            helps=(f"its type is {message['type']}",) if message["type"] else (),
            code="bad-option",
        )
    from puzzledsl.nearest import did_you_mean

    return failure(
        f"HiGHS has no option `{name}`",
        label=did_you_mean(name, message["names"]),
        helps=("https://ergo-code.github.io/HiGHS/dev/options/definitions/ lists them",),
        code="unknown-option",
    )
