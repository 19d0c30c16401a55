"""Whether answers of different combinations to the same puzzle go together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from puzzledsl.comparison.runs import PROVEN, Run, Values

TOLERANCE = Fraction(1, 10**6)
"""How far apart, relative to their size, two proven objectives may be that are not whole: HiGHS works in floats."""


@dataclass(frozen=True)
class Verdict:
    """What the answers to one puzzle come to, taken together.

    Attributes:
        kind: ``agree``; ``ambiguous`` (different verified solutions: the puzzle has several); ``optima`` (different
            best solutions of the same objective); ``open`` (no combination got through); ``disagree`` (answers that
            cannot all be true, which is a bug in a solver or in puzzledsl).
        status: of the puzzle as far as it is known: that of an answer that leaves nothing open, or ``feasible``,
            ``unknown``, ``error``.
        objective: the best one found.
        message: for people; empty where all is well.
        solutions: the different solutions, in the order in which they were found.
    """

    kind: Literal["agree", "ambiguous", "optima", "open", "disagree"]
    status: str
    objective: Fraction | None = None
    message: str = ""
    solutions: tuple[Values, ...] = ()


def verdict(runs: Sequence[Run]) -> Verdict:
    """The verdict about one puzzle. ``runs`` are all runs of it, at least one."""
    proven = [run for run in runs if run.status in PROVEN]
    found = [run for run in runs if run.values is not None]
    objective = _best(found)
    status = _status(runs, proven)
    solutions = _different(found)
    clash = _clash(proven, found)
    if clash:
        return Verdict("disagree", status, objective, clash, solutions)
    if not proven and not found:
        return Verdict("open", status)
    if objective is None and len(solutions) > 1:
        count = "two" if len(solutions) == 2 else str(len(solutions))
        return Verdict("ambiguous", status, None, f"ambiguous: {count} different solutions, all verified", solutions)
    best = _different([run for run in found if run.status == "optimal"])
    if len(best) > 1:
        count = "two" if len(best) == 2 else str(len(best))
        return Verdict("optima", status, objective, f"{count} different solutions are best", solutions)
    return Verdict("agree" if proven else "open", status, objective, "", solutions)


def _status(runs: Sequence[Run], proven: Sequence[Run]) -> str:
    for one in (proven, [run for run in runs if run.status == "feasible"], runs):
        if one:
            return one[0].status
    return "unknown"


def _different(runs: Sequence[Run]) -> tuple[Values, ...]:
    seen: dict[object, Values] = {}
    for run in runs:
        if run.values is not None:
            seen.setdefault(run.values.solution, run.values)
    return tuple(seen.values())


def _best(found: Sequence[Run]) -> Fraction | None:
    reached = [run.objective for run in found if run.objective is not None]
    if not reached:
        return None
    return max(reached) if found[0].maximize else min(reached)


def _clash(proven: Sequence[Run], found: Sequence[Run]) -> str:
    """Two answers that cannot both be true, in words; empty if there are none."""
    none = next((run for run in proven if run.status == "infeasible"), None)
    some = next((run for run in [*found, *proven] if run.status != "infeasible"), None)
    if none is not None and some is not None:
        what = "finds a solution, and it is verified" if some.values is not None else f"says {some.status}"
        return f"{none.combination} proves that there is no solution, {some.combination} {what}"
    endless = next((run for run in proven if run.status == "unbounded"), None)
    best = next((run for run in proven if run.status == "optimal"), None)
    if endless is not None and best is not None:
        return f"{endless.combination} finds no end to the objective, {best.combination} an optimum of {_text(best)}"
    if best is None or best.objective is None:
        return ""
    for run in found:
        if run.objective is None or run is best:
            continue
        ahead = run.objective - best.objective if best.maximize else best.objective - run.objective
        slack = TOLERANCE * max(Fraction(1), abs(best.objective)) if _in_floats(run, best) else Fraction(0)
        if ahead > slack or (run.status == "optimal" and -ahead > slack):
            return (
                f"{best.combination} proves an optimum of {_text(best)}, {run.combination} "
                f"{'proves' if run.status == 'optimal' else 'has'} {_text(run)}"
            )
    return ""


def _in_floats(*runs: Run) -> bool:
    return any(run.objective is not None and run.objective.denominator != 1 for run in runs)


def _text(run: Run) -> str:
    from puzzledsl.presentation.value_texts import number_text

    return "nothing" if run.objective is None else number_text(run.objective)
