"""An answer as the command prints it: text for people, JSON for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.cli import statuses
from puzzledsl.cli.style import seconds_text
from puzzledsl.listing import counted

if TYPE_CHECKING:
    from puzzledsl.answer import Answer
    from puzzledsl.cli.invocation import Invocation
    from puzzledsl.cli.style import Screen
    from puzzledsl.highs.result import Statistics
    from puzzledsl.model import Model


def answer_json(model: Model | None, answer: Answer, why: str) -> dict[str, object]:
    """The object of ``--json``; ``message``, ``warnings`` and ``interrupted`` only where there are any.

    Args:
        why: why there is no solution, if there is none.
    """
    from puzzledsl.diagnostics import json_of
    from puzzledsl.presentation.report import report

    found = report(answer, model)
    if model is not None and model.warnings:
        found["warnings"] = json_of(model.warnings, "warning")
    if answer.status == "infeasible":
        found["message"] = why
    elif answer.message and answer.status not in statuses.COMPLETE:
        found["message"] = answer.message
    if answer.interrupted:
        found["interrupted"] = True
    return found


def answer_text(model: Model | None, answer: Answer, invocation: Invocation, why: str) -> str:
    """Title, grids, variables, ``show`` lines and the status line; of a quiet call only what was found.

    Args:
        why: why there is no solution, if there is none.
    """
    screen, lines = invocation.screen, list[str]()
    if model is not None and answer.values is not None:
        if model.title and not invocation.quiet:
            lines.append(screen.strong(model.title))
        lines += screen.solution(model, answer.values)
    if not invocation.quiet:
        lines.append(_status_line(answer, screen, why))
    return "\n".join(lines)


def figures_text(statistics: Statistics) -> str:
    """What the solver of the program has done, behind its log."""
    sizes = f"{counted(statistics.columns, 'column')}, {counted(statistics.rows, 'row')}"
    if statistics.presolved_columns is not None and statistics.presolved_rows is not None:
        left = f"{counted(statistics.presolved_columns, 'column')}, {counted(statistics.presolved_rows, 'row')}"
        sizes += f"; HiGHS' presolve leaves {left}"
    counts = {"node": statistics.nodes, "LP iteration": statistics.iterations, "cut": statistics.cuts}
    done = ", ".join(counted(count, word) for word, count in counts.items() if count is not None)
    bound = "" if statistics.root_bound is None else f"bound {_number(statistics.root_bound)} at the root"
    return "\n".join(line for line in (sizes, done, bound) if line)


def _status_line(answer: Answer, screen: Screen, why: str) -> str:
    """One line: status and who found it, objective, the program that was solved, nodes, seconds, and how far the answer
    goes."""
    size = answer.size
    parts = [_status(answer, screen)]
    if answer.objective is not None:
        parts.append(_objective(answer))
    elif answer.bound is not None:
        parts.append(f"bound {_number(answer.bound)}")
    if size["variables"]:
        parts.append(answer.encoding)
        parts.append(", ".join(counted(size[f"{word}s"], word) for word in ("variable", "row", "nonzero")))
    if answer.solver == "search":
        parts.append("1 branch" if answer.nodes == 1 else f"{answer.nodes:,} branches")
    elif answer.solver not in ("", "presolve") and answer.nodes is not None:
        parts.append(counted(answer.nodes, "node"))
    parts.append(seconds_text(answer.seconds["total"]))
    if answer.status == "solved":
        parts.append("unique" if answer.unique else "uniqueness not checked")
    elif answer.status == "infeasible":
        parts.append(why)
    return screen.joined(*parts)


def _status(answer: Answer, screen: Screen) -> str:
    match answer.status:
        case "solved" | "optimal":
            word = screen.good(answer.status)
        case "infeasible" | "unbounded":
            word = screen.bad(answer.status)
        case _:
            word = screen.uncertain(answer.status)
    if answer.status in statuses.COMPLETE or answer.status == "infeasible":
        if answer.solver == "presolve" and answer.statistics is not None:
            return f"{word} by presolve alone, in place of a solver that found nothing by then"
        by = {"presolve": "presolve alone", "highs": "HiGHS"}.get(answer.solver, answer.solver.removeprefix("pyomo:"))
        return f"{word} by {by}" + (", confirmed by search" if answer.confirmed else "")
    message = answer.message
    if answer.status == "unbounded" and not message:
        message = "the objective has no end"
    if not message:
        return word
    # HiGHS begins its messages with a capital letter.
    return f"{word} ({message[0].lower() if message[1:2].islower() else message[0]}{message[1:]})"


def _objective(answer: Answer) -> str:
    text = f"objective {_number(answer.objective)}"
    if answer.status == "feasible":
        if answer.bound is not None:
            text += f", bound {_number(answer.bound)}"
        if answer.gap is not None and answer.gap < 10:
            text += f", gap {answer.gap:.2%}"
    return text


def _number(value: object) -> str:
    from fractions import Fraction

    from puzzledsl.presentation.value_texts import number_text

    if isinstance(value, (int, Fraction)):
        return number_text(value)
    return f"{value:.6g}" if isinstance(value, float) else str(value)
