"""Programs given to HiGHS by themselves, without the stages before and behind."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from math import inf
from typing import TYPE_CHECKING, Any

from puzzledsl.highs import worker
from puzzledsl.highs.integer_program import Program, program_of
from puzzledsl.highs.request import refused, request_for
from puzzledsl.highs.result import RawResult, rounded
from puzzledsl.highs.solve_options import SolveOptions
from puzzledsl.highs.supervisor import Supervisor
from puzzledsl.progress import Progress

if TYPE_CHECKING:
    from pyomo.core import ConcreteModel

    from puzzledsl.encodings.encoded import Encoded


def solve(
    encoded: Encoded, options: SolveOptions | None = None, on_progress: Callable[[Progress], None] | None = None
) -> RawResult:
    """Solve one program in a process of its own; see `Supervisor.solve`."""
    with Supervisor() as supervisor:
        return supervisor.solve(program_of(encoded), options, on_progress)


def solve_here(encoded: Encoded, options: SolveOptions | None = None) -> RawResult:
    """Solve in this process, without a time limit: for many small models."""
    asked = program_of(encoded)
    if not asked.columns:
        return RawResult("optimal", objective=asked.offset, bound=asked.offset, gap=0.0)
    request, payload = request_for(asked, options or SolveOptions(), None, progress=False)
    frames: list[tuple[dict[str, Any], Any]] = []
    worker.solve(request, payload, lambda message, values=None: frames.append((message, values)))
    fields, values = frames[-1]
    kind = fields.pop("kind")
    if kind == "option":
        raise refused(**fields)
    if kind == "error":
        return RawResult("error", **fields)
    return rounded(RawResult(values=values or (), **fields), asked)


def read_pyomo(model: ConcreteModel) -> Program:
    """The arrays of a linear Pyomo model, as Pyomo itself reads it."""
    from pyomo.core import Constraint, Objective, Var, maximize
    from pyomo.repn.standard_repn import generate_standard_repn

    columns: Any = tuple(model.component_data_objects(Var, active=True))
    number = {id(column): x for x, column in enumerate(columns)}
    lower, upper, integer = array("d"), array("d"), array("b")
    for column in columns:
        small, large = column.bounds
        lower.append(-inf if small is None else small)
        upper.append(inf if large is None else large)
        integer.append(not column.is_continuous())
    row_lower, row_upper, starts, indices, values = array("d"), array("d"), array("i", [0]), array("i"), array("d")
    for row in model.component_data_objects(Constraint, active=True):
        found = generate_standard_repn(row.body)
        row_lower.append(-inf if row.lb is None else row.lb - found.constant)
        row_upper.append(inf if row.ub is None else row.ub - found.constant)
        indices.extend(number[id(column)] for column in found.linear_vars)
        values.extend(found.linear_coefs)
        starts.append(len(indices))
    (objective,) = model.component_data_objects(Objective, active=True)
    found = generate_standard_repn(objective.expr)
    cost = array("d", bytes(8 * len(columns)))
    for column, k in zip(found.linear_vars, found.linear_coefs, strict=True):
        cost[number[id(column)]] = k
    arrays = (cost, lower, upper, integer, row_lower, row_upper, starts, indices, values)
    return Program(*arrays, objective.sense == maximize, found.constant, columns)
