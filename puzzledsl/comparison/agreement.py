"""Whether the answers of different combinations to one puzzle can all be true."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, isinf
from typing import Literal

from puzzledsl.comparison.runs import Run
from puzzledsl.records import record

TOLERANCE = 1e-6
"""How far apart, relative to their size, two objectives may be that are not whole: HiGHS works in floats."""


@record
class Verdict:
    """The answers to one puzzle, taken together.

    Attributes:
        kind: ``agree``; ``ambiguous`` (different verified solutions: the puzzle has several); ``open`` (no
            combination has a complete answer); ``disagree`` (answers that cannot all be true, which is a bug in a
            solver or in puzzledsl).
        message: of a disagreement.
    """

    kind: Literal["agree", "ambiguous", "open", "disagree"]
    message: str = ""


def verdict(runs: Sequence[Run]) -> Verdict:
    """The verdict about one puzzle.

    Each answer bounds the best objective from below and above: they contradict each other if no number is within all
    bounds. A puzzle without an objective has the objective 0.

    Args:
        runs: all runs of the puzzle, at least one.
    """
    worst = max(runs, key=lambda run: _bounds(run)[0])
    best = min(runs, key=lambda run: _bounds(run)[1])
    low, high = _bounds(worst)[0], _bounds(best)[1]
    if low - high > _slack(low, high):
        message = f"{worst.combination} finds {_finding(worst)}, {best.combination} {_finding(best)}"
        return Verdict("disagree", message)
    if all(run.outcome != "solved" for run in runs):
        return Verdict("open")
    found = [run.answer["grids"] or run.answer["variables"] for run in runs if run.status == "solved"]
    return Verdict("agree" if all(one == found[0] for one in found) else "ambiguous")


def _bounds(run: Run) -> tuple[float, float]:
    """Bounds of the best objective, if it is to be minimized."""
    objective = (run.answer.get("objective") or 0) * (-1 if run.maximize else 1)
    known = {
        "infeasible": (inf, inf),
        "unbounded": (-inf, -inf),
        "solved": (0, 0),
        "optimal": (objective, objective),
        "feasible": (-inf, objective),
    }
    return known.get(run.status, (-inf, inf))


def _slack(low: float, high: float) -> float:
    exact = isinf(low) or isinf(high) or (low == int(low) and high == int(high))
    return 0 if exact else TOLERANCE * max(1, abs(low))


def _finding(run: Run) -> str:
    if run.answer["objective"] is not None:
        return f"{run.status} {run.answer['objective']}"
    return {"infeasible": "no solution", "unbounded": "no bound of the objective"}.get(run.status, "a solution")
