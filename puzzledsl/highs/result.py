"""The result of a solve, as the process that runs HiGHS reports it."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any

from puzzledsl.highs.integer_program import INFINITY
from puzzledsl.records import fields_of, record, replace

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from puzzledsl.highs.integer_program import Program

FRACTIONAL = 1e-4
"""How far from an integer the value of an integer column may be."""


@record
class Moment:
    """The state of HiGHS at one time: seconds since it started, nodes, bound, objective so far, relative gap."""

    seconds: float
    nodes: int
    bound: float | None
    objective: float | None
    gap: float | None


@record
class Statistics:
    """What the solver reports about its work; ``None`` if its interface does not report it.

    Attributes:
        nodes: number of nodes of branch and bound.
        iterations: iterations of the simplex algorithm, in all linear programs together.
        cuts: number of cuts in the cut pool at the end of the root node.
        root_bound: bound on the objective at the end of the root node; ``None`` without an objective.
        columns, rows: numbers of columns and rows of the program as HiGHS gets it.
        presolved_columns, presolved_rows: the same after HiGHS' presolve, if that was requested.
        history: bound and gap during the solve, the earliest first.
        cut_rows: the cuts as rows, in compressed form: ``lower``, ``upper``, ``start``, ``index``, ``value``.
        duals: of a linear program, with the signs of HiGHS: ``row_value``, ``row_dual``, ``col_dual``, and
            the ends of the ranges of costs and limits (``col_cost_dn``, ``row_bound_up``, …).
    """

    nodes: int | None
    iterations: int | None
    columns: int
    rows: int
    history: tuple[Moment, ...]
    cuts: int | None = None
    root_bound: float | None = None
    presolved_columns: int | None = None
    presolved_rows: int | None = None
    cut_rows: Mapping[str, Sequence[float]] | None = None
    duals: Mapping[str, Sequence[float]] | None = None

    def as_json(self) -> dict[str, object]:
        """As `solve --json` prints it."""
        return {
            "nodes": self.nodes,
            "lp_iterations": self.iterations,
            "cuts": self.cuts,
            "root_bound": self.root_bound,
            "columns": {"before": self.columns, "after": self.presolved_columns},
            "rows": {"before": self.rows, "after": self.presolved_rows},
            "history": [fields_of(moment) | {"seconds": round(moment.seconds, 3)} for moment in self.history],
        }


MOST_MOMENTS = 200
"""Largest number of entries that are kept; if there are more, every other one is dropped."""


@record
class RawResult:
    """What HiGHS found, not yet verified.

    Attributes:
        status: ``optimal`` (without an objective: a solution), ``feasible`` (not proven optimal), ``infeasible``
            (confirmed), ``unbounded``, ``unknown`` (a limit came first), ``error``.
        values: one per variable of the Pyomo model, in its order (integers rounded); empty without a solution.
        objective, bound, gap: of the objective; ``None`` where there is none (yet).
        message: more about the status, for people; may be empty.
        interrupted: Ctrl-C came first.
        iterations: of the simplex algorithm.
        statistics: what is known besides.
    """

    status: str
    values: tuple[float, ...] = ()
    objective: float | None = None
    bound: float | None = None
    gap: float | None = None
    nodes: int | None = 0
    seconds: float = 0.0
    message: str = ""
    interrupted: bool = False
    iterations: int | None = None
    statistics: Statistics | None = None


class Record:
    """Collect what a solver reports while it works."""

    def __init__(self) -> None:
        self._facts: dict[str, Any] = {}
        self._history: list[Moment] = []

    def progress(self, frame: dict[str, Any]) -> None:
        """Take the fields of a frame ``progress``."""
        self._history.append(Moment(**frame))
        if len(self._history) > MOST_MOMENTS:
            del self._history[1:-1:2]

    def fact(self, frame: dict[str, Any]) -> None:
        """Take the fields of a frame ``fact``. The first run of HiGHS counts, not one that confirms it."""
        self._facts = frame | self._facts

    def statistics(self, result: RawResult, asked: Program) -> Statistics:
        """Return all that is known."""
        history, facts = self._history, self._facts
        if asked.feasibility:  # bounds on a constant
            history = [Moment(m.seconds, m.nodes, None, None, None) for m in history]
            facts = facts | {"root_bound": None}
        sizes = (len(asked.lower), len(asked.row_lower))
        return Statistics(result.nodes, result.iterations, *sizes, tuple(history), **facts)


def rounded(result: RawResult, asked: Program, name: str = "HiGHS") -> RawResult:
    """Integer columns to the nearest integer; an answer that is too far from one is an error, not an answer."""
    if not result.values:
        return result
    values = list(result.values)
    for column, integer in enumerate(asked.integer):
        if integer:
            nearest = round(values[column]) if isfinite(values[column]) else INFINITY
            if not abs(values[column] - nearest) <= FRACTIONAL:
                column_name = asked.variables[column].name if asked.variables else f"column {column}"
                return RawResult(
                    "error", message=f"{name} answered {column_name} = {values[column]!r}, which has to be whole"
                )
            values[column] = float(nearest)
    return replace(result, values=tuple(values))
