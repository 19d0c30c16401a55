"""An answer of `puzzledsl solve` in a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.cli import statuses
from puzzledsl.listing import counted
from puzzledsl.presentation.screen import seconds_text

if TYPE_CHECKING:
    from puzzledsl.answer import Answer
    from puzzledsl.presentation.screen import Screen


MOST_GAP = 10
"""A larger relative gap is not worth a percentage."""


def answer_line(answer: Answer, screen: Screen, why: str, seconds: float) -> str:
    """One line: status and who found it, objective, the program that was solved, nodes, seconds, and how far the answer
    goes.

    Args:
        why: why there is no solution, if there is none.
    """
    size = answer.size
    parts = [_status(answer, screen)]
    proven = answer.objective is not None and answer.status != "feasible"
    bounds = [f"objective {_number(answer.objective)}"] if answer.objective is not None else []
    if answer.bound is not None and not proven:
        bounds.append(f"bound {_number(answer.bound)}")
    if answer.gap is not None and answer.gap < MOST_GAP and not proven:
        bounds.append(f"gap {answer.gap:.2%}")
    parts += [", ".join(bounds)] if bounds else []
    if size["variables"]:
        parts.append(answer.encoding)
        parts.append(", ".join(counted(size[f"{word}s"], word) for word in ("variable", "row", "nonzero")))
    if answer.solver not in ("", "presolve") and answer.nodes is not None:
        parts.append(counted(answer.nodes, "branch" if answer.solver == "search" else "node"))
    unique = "unique" if answer.unique else "uniqueness not checked"
    end = {"solved": [unique], "infeasible": [why]}.get(answer.status, [])
    return screen.joined(*parts, seconds_text(seconds), *end)


def _status(answer: Answer, screen: Screen) -> str:
    word = screen.status(answer.status)
    if answer.status in statuses.COMPLETE or answer.status == "infeasible":
        if answer.solver == "presolve" and answer.statistics is not None:
            return f"{word} by presolve alone, in place of a solver that found nothing by then"
        by = {"presolve": "presolve alone", "highs": "HiGHS"}.get(answer.solver, answer.solver.removeprefix("pyomo:"))
        return f"{word} by {by}" + (", confirmed by search" if answer.confirmed else "")
    message = answer.message or ("the objective has no end" if answer.status == "unbounded" else "")
    return f"{word} ({message})" if message else word


def _number(value: object) -> str:
    from fractions import Fraction

    from puzzledsl.presentation.value_texts import number_text

    if isinstance(value, (int, Fraction)):
        return number_text(value)
    return f"{value:.6g}" if isinstance(value, float) else str(value)
