"""What is run, and what came of one run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from puzzledsl.comparison.combinations import Combination
from puzzledsl.source import Source

if TYPE_CHECKING:
    from puzzledsl.elaboration import Opener

Outcome = Literal["solved", "limit", "failed"]

PROVEN = frozenset({"solved", "optimal", "infeasible", "unbounded"})
"""Statuses that leave nothing open. "Infeasible" is an answer too."""

ALMOST = 0.1
"""Seconds before the limit from which on an open answer counts as stopped by it: solvers keep some time back."""


@dataclass(frozen=True)
class Puzzle:
    """One puzzle: a model, perhaps with givens of its own.

    Attributes:
        name: as it stands in tables; no two of a comparison have the same.
        settings, include, bounds: as of ``--set``, ``--include`` and ``--bound``.
        open_included: how its files are opened, if not by their names.
    """

    name: str
    source: Source
    givens: Source | None = None
    settings: Mapping[str, str] = field(default_factory=dict)
    include: Sequence[str] = ()
    bounds: Mapping[str, str] = field(default_factory=dict)
    open_included: Opener | None = None

    def sent(self) -> Puzzle:
        """The same for another machine: with the files that it includes."""
        from puzzledsl.elaboration import limits_from
        from puzzledsl.loading import carried

        limits = limits_from(dict(self.bounds))
        files = carried(self.source, settings=self.settings, include=self.include, limits=limits)
        return replace(self, include=(), open_included=files)


@dataclass(frozen=True, slots=True)
class Values:
    """A verified answer: rows by the grid's name (``None`` where masked), and values of variables outside grids."""

    grids: Mapping[str, Sequence[Sequence[int | None]]]
    variables: Mapping[str, int | float | None]

    @property
    def solution(self) -> object:
        """What tells one solution from another: the grids; the variables where there is no grid."""
        if self.grids:
            return tuple((name, tuple(map(tuple, rows))) for name, rows in self.grids.items())
        return tuple(self.variables.items())


@dataclass(frozen=True)
class Run:
    """The result of solving one puzzle once by one combination.

    Attributes:
        puzzle: its name.
        number: of the round, from 0.
        status: of the answer (``solved`` …); ``unknown`` also where the run had to be ended by force,
            ``unsuitable`` where the solver cannot take such a model, ``error`` where something went wrong.
        outcome: ``solved`` (nothing left open), ``limit`` (the time limit came first) or ``failed``.
        by: what answered: ``presolve``, ``search`` or ``highs``; empty where nothing did.
        seconds: by stage; ``total`` from the model's text to the verified answer.
        size: of what the solver got, as in `puzzledsl.answer.Answer`; empty without an answer.
        nodes: of the search tree; ``None`` where they were not counted.
        maximize: of the objective; ``None`` where there is none.
        message: more about the status.
        shared: not run, since an earlier combination had settled it before the difference between the two begins.
    """

    puzzle: str
    combination: Combination
    number: int
    status: str
    outcome: Outcome
    seconds: Mapping[str, float]
    by: str = ""
    values: Values | None = None
    objective: Fraction | None = None
    bound: float | None = None
    maximize: bool | None = None
    size: Mapping[str, int] = field(default_factory=dict)
    nodes: int | None = None
    message: str = ""
    shared: bool = False

    @property
    def total(self) -> float:
        """Seconds from the model's text to the verified answer."""
        return self.seconds["total"]


@dataclass(frozen=True)
class Rejected:
    """A puzzle whose model is wrong, whatever the combination.

    Attributes:
        error: the messages as text.
        diagnostics: the same for tools, as of `puzzledsl.diagnostics.Diagnostic.as_json`.
    """

    puzzle: str
    error: str
    diagnostics: Sequence[Mapping[str, object]] = ()


def outcome_of(status: str, total: float, time_limit: float | None) -> Outcome:
    """Whether a run is through, was stopped by the limit, or failed; giving up early is failing."""
    if status in PROVEN:
        return "solved"
    late = time_limit is not None and total >= time_limit - ALMOST
    return "limit" if late and status in ("feasible", "unknown") else "failed"
