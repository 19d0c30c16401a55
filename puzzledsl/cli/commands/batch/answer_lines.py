"""A line of `puzzledsl batch` as it is printed: JSON for programs, or the bare grid."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from puzzledsl.diagnostics import shown
from puzzledsl.model import in_one_line

if TYPE_CHECKING:
    from puzzledsl.batches.outcome import Outcome
    from puzzledsl.model import Model


_NOTHING: tuple[object, ...] = (None, {}, [])

Printed = tuple[str, str]
"""The status, and the line without its end."""


def json_line(model: Model, outcome: Outcome, fingerprint: str = "") -> Printed:
    """One JSON object.

    Args:
        fingerprint: of the model; empty: each puzzle has its own.
    """
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
        from puzzledsl.presentation.report import assignment
        from puzzledsl.presentation.value_texts import json_number

        whole = {"grids": {}} if answer.values is None else assignment(model, answer.values)
        objective = None if answer.objective is None else json_number(answer.objective)
        found |= {"unique": outcome.unique, "grids": whole.pop("grids"), "solver": answer.solver}
        further = whole | {"objective": objective, "nodes": answer.nodes}
        found |= {key: value for key, value in further.items() if value not in _NOTHING}
        if answer.message and answer.values is None:
            found["message"] = answer.message
    if fingerprint:
        found["model"] = fingerprint
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
    return outcome.status, in_one_line(model, dict(enumerate(map(int, answer.values))))
