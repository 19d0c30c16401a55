"""An answer as the command prints it: text for people, JSON for programs."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from puzzledsl.cli import statuses, style

if TYPE_CHECKING:
    from puzzledsl.answer import Answer
    from puzzledsl.model import Model


def answer_json(model: Model | None, answer: Answer, why: str) -> dict[str, object]:
    """The object of ``--json``; ``message``, ``warnings`` and ``interrupted`` only where there are any.

    Args:
        why: why there is no solution, if there is none.
    """
    from puzzledsl.presentation.report import report
    from puzzledsl.presentation.terminal import shown_text

    if model is None:
        found: dict[str, object] = {
            "status": answer.status, "unique": None, "grids": {}, "variables": {}, "objective": None, "show": [],
            "encoding": answer.encoding, "solver": answer.solver, "size": answer.size,
            "seconds": {stage: round(seconds, 6) for stage, seconds in answer.seconds.items()},
        }  # fmt: skip
    else:
        found = report(
            status=answer.status,
            model=model,
            values=answer.values,
            objective=answer.objective,
            bound=answer.bound,
            gap=answer.gap,
            encoding=answer.encoding,
            solver=answer.solver,
            size=answer.size,
            seconds=answer.seconds,
            shown=[] if answer.values is None else shown_text(model, answer.values),
            unique=answer.unique,
        )
        if model.warnings:
            found["warnings"] = [warning.as_json() for warning in model.warnings]
    if answer.status == "infeasible":
        found["message"] = why
    elif answer.message and answer.status not in statuses.COMPLETE:
        found["message"] = answer.message
    if answer.interrupted:
        found["interrupted"] = True
    return found


def answer_text(model: Model | None, answer: Answer, choice: str, quiet: bool, why: str) -> str:
    """Title, grids, variables, ``show`` lines and the status line; with ``quiet`` only what was found.

    Args:
        why: why there is no solution, if there is none.
    """
    from puzzledsl.presentation.terminal import can_draw, grid_text, shown_text, variables_text

    color = style.wants_color(choice, sys.stdout)
    unicode = can_draw(sys.stdout.encoding)
    lines: list[str] = []
    if model is not None and answer.values is not None:
        if model.title and not quiet:
            lines.append(style.strong(model.title, color))
        if model.grids:
            width = style.terminal_width(sys.stdout)
            lines.append(grid_text(model, answer.values, color=color, unicode=unicode, width=width))
        lines += variables_text(model, answer.values)
        lines += shown_text(model, answer.values)
    if not quiet:
        lines.append(_status_line(answer, color, unicode, why))
    return "\n".join(lines)


def _status_line(answer: Answer, color: bool, unicode: bool, why: str) -> str:
    """One line: status, objective, encoding, size of what HiGHS got, seconds, and how far the answer goes."""
    size = answer.size
    parts = [_status(answer, color)]
    if answer.objective is not None:
        parts.append(_objective(answer))
    elif answer.interrupted and answer.bound is not None:
        parts.append(f"bound {_number(answer.bound)}")
    parts.append(answer.encoding)
    if answer.solver == "highs":
        parts.append(", ".join(_counted(size[word], word) for word in ("variables", "rows", "nonzeros")))
    seconds = answer.seconds["total"]
    parts.append(f"{seconds:.2f} s" if seconds < 100 else f"{seconds:.0f} s")
    if answer.status == "solved":
        parts.append("unique" if answer.unique else "uniqueness not checked")
    elif answer.status == "infeasible":
        parts.append(why)
    return (" · " if unicode else " | ").join(parts)


def _counted(count: int, word: str) -> str:
    return f"{count:,} {word.removesuffix('s') if count == 1 else word}"


def _status(answer: Answer, color: bool) -> str:
    match answer.status:
        case "solved" | "optimal":
            word = style.good(answer.status, color)
        case "infeasible" | "unbounded":
            word = style.bad(answer.status, color)
        case _:
            word = style.uncertain(answer.status, color)
    if answer.status in statuses.COMPLETE or answer.status == "infeasible":
        return word + {"presolve": " by presolve alone", "search": " by search"}.get(answer.solver, "")
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

    if isinstance(value, int | Fraction):
        return number_text(value)
    return f"{value:.6g}" if isinstance(value, float) else str(value)
