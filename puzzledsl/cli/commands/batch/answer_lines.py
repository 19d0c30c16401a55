"""A line of `puzzledsl batch` as it is printed: JSON for programs, or the bare grid."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from puzzledsl.cli.grid_line import in_one_line
from puzzledsl.diagnostics import shown

if TYPE_CHECKING:
    from collections.abc import Callable

    from puzzledsl.batches.outcome import Outcome
    from puzzledsl.expressions import Rational
    from puzzledsl.model import Grid, Model

Printed = tuple[str, str]
"""The status, and the line without its end."""


def json_line(model: Model, outcome: Outcome) -> Printed:
    """One JSON object."""
    answer = outcome.answer
    found: dict[str, object] = {
        "line": outcome.line.number,
        "givens": outcome.line.givens,
        "status": outcome.status,
    }
    if model.source.left_out:
        found["not_understood"] = list(model.source.left_out)
    if answer is None:
        from puzzledsl.batches.outcome import placed

        found["error"] = _messages(outcome)
        found["diagnostics"] = [placed(diagnostic, outcome.line) for diagnostic in shown(outcome.diagnostics)]
    else:
        values = answer.values
        found["unique"] = answer.unique or None
        found["grids"] = {} if values is None else {grid.name: _rows(grid, values) for grid in model.grids}
        if values is not None:
            found |= _besides_grids(model, values)
        if answer.objective is not None:
            from puzzledsl.presentation.value_texts import json_number

            found["objective"] = json_number(answer.objective)
        found["solver"] = answer.solver
        if answer.nodes is not None:
            found["nodes"] = answer.nodes
        if answer.message and values is None:
            found["message"] = answer.message
    found["seconds"] = round(outcome.seconds, 6)
    return outcome.status, json.dumps(found)


def _messages(outcome: Outcome) -> str:
    return "; ".join(diagnostic.message for diagnostic in shown(outcome.diagnostics))


def text_line(model: Model, outcome: Outcome) -> Printed:
    """The grid in one line, as it could be read again; or in words why there is none."""
    answer = outcome.answer
    if answer is None:
        return outcome.status, f"error: {_messages(outcome)}"
    if answer.values is None:
        return outcome.status, f"{outcome.status}: {answer.message}" if answer.message else outcome.status
    main, *further = (in_one_line(grid, answer.values) for grid in model.grids)
    names = (grid.name for grid in model.grids[1:])
    return outcome.status, "; ".join([main, *(f"{name}: {marks}" for name, marks in zip(names, further, strict=True))])


FORMATS: dict[str, Callable[[Model, Outcome], Printed]] = {"json": json_line, "text": text_line}


def _rows(grid: Grid, values: tuple[Rational, ...]) -> list[list[object]]:
    return [[None if number is None else values[number] for number in row] for row in grid.numbers]


def _besides_grids(model: Model, values: tuple[Rational, ...]) -> dict[str, object]:
    """The variables of their own and the ``show`` lines, where the model has any."""
    found: dict[str, object] = {}
    if any(variable.grid is None for variable in model.variables):
        from puzzledsl.presentation.report import variables

        found["variables"] = variables(model, values)
    if model.shown:
        from puzzledsl.presentation.terminal import shown_text

        found["show"] = shown_text(model, values)
    return found
