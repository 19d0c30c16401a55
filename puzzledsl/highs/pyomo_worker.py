"""The child process that runs a solver through Pyomo, with the requests and frames of HiGHS' process.
The model comes as Pyomo pickles it.

The solver may be a program of its own (glpk, cbc) or a library. It may crash, hang, or ignore its time limit. So it has
a process group, which ends as a whole. This file uses Pyomo's classic interface (``SolverFactory(name).solve``),
because every solver that Pyomo knows still offers it.
"""

from __future__ import annotations

import logging
import os
import pickle
import signal
import sys
from contextlib import suppress
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

from puzzledsl.highs.worker import Task, serve

if TYPE_CHECKING:
    from collections.abc import Iterator

    from puzzledsl.highs.worker import Emit

_NOT_FOR_PROGRAMS = (
    "_", "asl", "conopt", "contrib", "cyipopt", "gdpopt", "ipopt", "knitro", "mindtpy", "mpec", "multistart", "path",
    "py", "scipy", "trustregion", "appsi_ipopt", "appsi_maingo",
)  # fmt: skip
"""Solvers in Pyomo's list whose names begin with one of these are not for mixed-integer linear programs."""

PROVEN = ("optimal", "globallyOptimal", "locallyOptimal")
"""Pyomo's names for an optimum."""

_TOLERANCE = 1e-4
"""Largest violation of a row or of integrality in an answer at a limit."""

_UNBOUNDED = ("unbounded", "infeasibleOrUnbounded", "unboundedNoDiscrete")
"""Pyomo's names for an objective that may be unbounded."""

_FAILED = ("error", "internalSolverError", "solverFailure", "resourceInterrupt", "licensingProblems", "invalidProblem")
"""Pyomo's names for a failure."""


def command(name: str) -> tuple[str, ...]:
    """Return the command that starts the process for a solver."""
    root = str(Path(__file__).parents[2])
    code = f"import sys; sys.path.insert(0, {root!r}); from puzzledsl.highs.pyomo_worker import main; main()"
    return (sys.executable, "-P", "-c", code, name)


def main() -> None:
    """Serve requests to the solver that the command names, until standard input closes."""
    name = sys.argv[1]
    logging.disable(logging.CRITICAL)  # what Pyomo would say of an answer stands in the answer
    serve(lambda request, payload, emit: Run(name, request, payload, emit).answer(), _load, _leave)


def _load() -> None:
    """Load Pyomo with its plug-ins, while the parent still builds the model."""
    import pyomo.environ  # noqa: F401


def _leave() -> None:
    """End the process, and the solver's with it."""
    if hasattr(os, "killpg") and os.getpgid(0) == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(0)


class Run(Task):
    """One request to a solver while it is solved."""

    def __init__(self, name: str, request: dict[str, Any], payload: bytes, emit: Emit) -> None:
        super().__init__(request, emit)
        self.name = name
        self.payload = payload

    def answer(self) -> None:
        """Solve the program; with ``check`` only look whether the solver is available."""
        if not self._is_there():
            return
        if self.request.get("check"):
            self.result("optimal")
            return
        model = pickle.loads(self.payload)
        found = self._solved(model)
        if found.condition in _UNBOUNDED or (found.condition == "infeasible" and self._is_open(model)):
            self._resolve_unbounded(model, found.condition)
        else:
            self._report(model, found)

    def _is_there(self) -> bool:
        """Return whether Pyomo finds the solver. If not, send the names of those that it finds."""
        from pyomo.opt import SolverFactory

        known = list(SolverFactory)
        if self.name in known and _available(self.name):
            return True
        candidates = [one for one in known if not one.startswith(_NOT_FOR_PROGRAMS)]
        available = sorted(one for one in candidates if _available(one))
        is_known = self.name in known
        self.emit({"kind": "solver", "name": self.name, "known": is_known, "available": available})
        return False

    def _solved(self, model: Any) -> _Found:
        """Run the solver, and put the values that it has found into the model."""
        from pyomo.opt import SolverFactory

        solver = SolverFactory(self.name)
        for name, value in self.request["options"]:
            solver.options[name] = _number(value)
        words: dict[str, Any] = {"tee": bool(self.request["log"]), "load_solutions": False}
        remaining = self.remaining()
        if remaining is not None:
            # glpk takes whole seconds only, and nothing may last longer than the limit: the parent ends it then.
            words["timelimit"] = max(int(remaining), 1)
        try:
            results = solver.solve(model, **words)
        except (TypeError, ValueError) as error:  # a solver without a time limit
            if "timelimit" not in words or "timelimit" not in str(error):
                raise
            del words["timelimit"]
            results = solver.solve(model, **words)
        found = _Found(results, model)
        self.nodes = found.nodes
        return found

    def _resolve_unbounded(self, model: Any, condition: str) -> None:
        """Decide by a run without the objective: if there is a solution, the program is unbounded.

        cbc calls some programs infeasible that are unbounded. Then a solution proves only that this was wrong.
        """
        _goal(model).set_value(0.0)
        found = self._solved(model)
        if found.has_values and condition == "infeasible":
            self.result("unknown", f"{self.name} finds a solution, but no best one; the objective may have no end")
        elif found.has_values:
            self.result("unbounded")
        elif found.condition == "infeasible":
            self.result("infeasible")
        else:
            self.result("unknown", "the model has no solution or no best one; there was no time to find out which")

    def _is_open(self, model: Any) -> bool:
        """Return whether a column of the objective is unbounded in its direction."""
        from pyomo.core.expr.visitor import identify_variables

        if self.request["feasibility"]:
            return False
        return any(x.lb is None or x.ub is None for x in identify_variables(_goal(model).expr))

    def _report(self, model: Any, found: _Found) -> None:
        bound = found.upper if self.request["maximize"] else found.lower
        if found.has_values:
            proven = found.condition in PROVEN
            objective = _as_float(_goal(model).expr)
            if proven and not self.request["options"]:
                bound = objective  # no gap was allowed; cbc's log leaves out constants of the bound
            status = "optimal" if proven or self.request["feasibility"] else "feasible"
            gap = None
            if bound is not None and objective is not None:
                gap = abs(bound - objective) / max(abs(objective), 1e-10)
            values = tuple([_value(x) for x in _variables(model)])
            self.result(status, found.condition, values, objective=objective, bound=bound, gap=gap)
        elif found.condition == "infeasible":
            self.result("infeasible")
        elif found.condition in _FAILED:
            self.emit({"kind": "error", "message": f"{self.name} ended with `{found.condition}`"})
        else:
            self.result("unknown", found.words, bound=bound)


class _Found:
    """What a solver has found, for all of Pyomo's solver interfaces.

    Attributes:
        condition: how it ended, as Pyomo calls it.
        has_values: the model has the values of a solution.
        lower, upper: bounds on the objective.
        nodes: number of branch-and-bound nodes, if the solver reports it.
    """

    def __init__(self, results: Any, model: Any) -> None:
        from pyomo.opt import SolverStatus

        self.condition = str(results.solver.termination_condition)
        self.lower, self.upper = _as_float(results.problem.lower_bound), _as_float(results.problem.upper_bound)
        self.nodes = _nodes(results)
        self.has_values = False
        if len(results.solution) and self.condition not in ("infeasible", *_FAILED):
            results.solver.status = SolverStatus.ok  # at a limit there may be values, too
            model.solutions.load_from(results)
            # At a limit, cbc returns the values of its relaxation. A proof may come without values: Pyomo passes on no
            # column that is in no row.
            self.has_values = self.condition in PROVEN or _satisfied(model)

    @property
    def words(self) -> str:
        """Return the condition as words for a message."""
        if self.condition == "maxTimeLimit":
            return "the time limit came first"
        return "".join(f" {c.lower()}" if c.isupper() else c for c in self.condition).strip()


def _goal(model: Any) -> Any:
    from pyomo.core import Objective

    return next(model.component_data_objects(Objective, active=True))


def _variables(model: Any) -> Iterator[Any]:
    from pyomo.core import Var

    found: Iterator[Any] = model.component_data_objects(Var, active=True)
    return found


def _satisfied(model: Any) -> bool:
    """Return whether the values in the model are a solution of the program, within a tolerance."""
    for x in _variables(model):
        if x.value is None or (x.is_integer() and abs(x.value - round(x.value)) > _TOLERANCE):
            return False
    from pyomo.core import Constraint

    return all(row.slack() >= -_TOLERANCE for row in model.component_data_objects(Constraint, active=True))


def _available(name: str) -> bool:
    """Return whether Pyomo finds a solver. If a plug-in raises anything, it does not."""
    from pyomo.opt import SolverFactory

    with suppress(Exception):
        return bool(SolverFactory(name).available(exception_flag=False))
    return False


def _nodes(results: Any) -> int | None:
    with suppress(Exception):  # most interfaces have no such count
        count = results.solver.statistics.branch_and_bound.number_of_bounded_subproblems
        return None if count is None else int(count)
    return None


def _value(x: Any) -> float:
    """Return the value of a column; if it is in no row, and so was not passed on, any value within its bounds."""
    found = (x.value, x.lb, x.ub, 0.0)
    return float(next(value for value in found if value is not None))


def _as_float(value: Any) -> float | None:
    from pyomo.core import value as value_of

    with suppress(Exception):
        number = float(value_of(value))
        return number if isfinite(number) and abs(number) < 1e20 else None
    return None


def _number(text: str) -> str | int | float:
    """Return an option's value as a number if it is one, because solvers that are libraries need that."""
    for kind in (int, float):
        with suppress(ValueError):
            return kind(text)
    return text
