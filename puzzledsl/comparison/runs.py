"""What is run, and the result of one run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any, Literal

from puzzledsl.records import EMPTY, record

if TYPE_CHECKING:
    from puzzledsl.source import Source

Outcome = Literal["solved", "limit", "failed"]

PROVEN = frozenset({"solved", "optimal", "infeasible", "unbounded"})
"""Statuses that leave nothing open. "Infeasible" is an answer, too."""

ALMOST = 0.1
"""Seconds before the limit from which on an open answer counts as stopped by it: solvers keep some time back."""


@record
class Puzzle:
    """One puzzle: a model, perhaps with givens of its own.

    Attributes:
        name: as in the results; each puzzle of a comparison has a different one.
        settings, include, bounds: as of ``--set``, ``--include`` and ``--bound``.
    """

    name: str
    source: Source
    givens: Source | None = None
    settings: Mapping[str, str] = EMPTY
    include: Sequence[str] = ()
    bounds: Mapping[str, str] = EMPTY


@record
class Combination:
    """One way to solve.

    Attributes:
        encoding: ``None`` if the solver uses none.
        solver: one of `puzzledsl.answer.SOLVERS`, or ``pyomo:NAME``.
        presolve: strength of propagation before the solver.
    """

    encoding: str | None
    solver: str
    presolve: str

    @property
    def words(self) -> list[str]:
        """Its parts as people read them."""
        solver = "HiGHS" if self.solver == "highs" else self.solver
        return [*([self.encoding] if self.encoding else []), solver, f"presolve {self.presolve}"]

    def __str__(self) -> str:
        return " ".join(self.words)


def combinations(encodings: Sequence[str], solvers: Sequence[str], strengths: Sequence[str]) -> tuple[Combination, ...]:
    """All different ways to solve, each once. Search uses no encoding."""
    ways = product(solvers, encodings, strengths)
    return tuple(
        dict.fromkeys(Combination(None if solver == "search" else encoding, solver, p) for solver, encoding, p in ways)
    )


@record
class Run:
    """The result of solving one puzzle once by one combination. All values are those of JSON.

    Attributes:
        puzzle: its name.
        status: of the answer (``solved`` …); ``unknown`` also if the run was ended by force, ``unsuitable`` if the
            solver cannot take such a model, ``error`` if something went wrong.
        outcome: ``solved`` (nothing is open), ``limit`` (the time limit came first) or ``failed``.
        total: seconds from the model's text to the verified answer.
        answer: as of ``puzzledsl solve --json``; empty if there is none.
        maximize: whether the model maximizes its objective.
        message: more about the status.
    """

    puzzle: str
    combination: Combination
    status: str
    outcome: Outcome
    total: float
    answer: Mapping[str, Any] = EMPTY
    maximize: bool = False
    message: str = ""


def outcome_of(status: str, total: float, time_limit: float) -> Outcome:
    """Whether a run is complete, was stopped by the limit, or failed. Giving up early is a failure."""
    if status in PROVEN:
        return "solved"
    return "limit" if status in ("feasible", "unknown") and total >= time_limit - ALMOST else "failed"
