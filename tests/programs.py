"""Programs given to HiGHS by themselves, without the stages before and behind."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from puzzledsl.highs import worker
from puzzledsl.highs.integer_program import Impossible, program
from puzzledsl.highs.request import refused, request_for
from puzzledsl.highs.result import RawResult, rounded
from puzzledsl.highs.solve_options import SolveOptions
from puzzledsl.highs.supervisor import Supervisor
from puzzledsl.progress import Progress

if TYPE_CHECKING:
    from pyomo.core import ConcreteModel


def solve(
    model: ConcreteModel, options: SolveOptions | None = None, on_progress: Callable[[Progress], None] | None = None
) -> RawResult:
    """Solve one linear Pyomo model in a process of its own; see `Supervisor.solve`."""
    with Supervisor() as supervisor:
        return supervisor.solve(model, options, on_progress)


def solve_here(model: ConcreteModel, options: SolveOptions | None = None) -> RawResult:
    """Solve in this process, without a time limit: for many small models."""
    try:
        asked = program(model)
    except Impossible:
        return RawResult("infeasible")
    if not len(asked.lower):
        return RawResult("optimal", objective=asked.offset, bound=asked.offset, gap=0.0)
    request, payload = request_for(asked, options or SolveOptions(), progress=False)
    frames: list[tuple[dict[str, Any], Any]] = []
    worker.solve(request, payload, lambda message, values=None: frames.append((message, values)))
    fields, values = frames[-1]
    kind = fields.pop("kind")
    if kind == "option":
        raise refused(**fields)
    if kind == "error":
        return RawResult("error", **fields)
    return rounded(RawResult(values=values or (), **fields), asked)
