"""What a page shows of a text while it is written: mistakes, the picture, and which clue is where."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from puzzledsl.editing import check
from puzzledsl.model import Kind
from puzzledsl.web.clue_lines import Statements, drag_of, own_items
from puzzledsl.web.rule_list import rule_json

if TYPE_CHECKING:
    from puzzledsl.editing import Document, Problem
    from puzzledsl.editing.positions import Positions
    from puzzledsl.elaboration import Limits
    from puzzledsl.model import Model, Origin


def checked(document: Document, limits: Limits, corrected: bool) -> tuple[dict[str, Any], Model | None]:
    """The answer to ``/api/check``, and the model; of a text with mistakes it has only these."""
    found = check(document, limits, corrected)
    answer: dict[str, Any] = {
        "diagnostics": [_diagnostic(one, document.positions) for one in found.problems],
        "rules": [rule_json(item, drag_of(item)) for item in own_items(document)],
    }
    return (answer if found.model is None else answer | _pictured(found.model, document.positions)), found.model


def _pictured(model: Model, positions: Positions) -> dict[str, Any]:
    from puzzledsl.presentation.caption import sentences

    clues, statements = clues_of(model), Statements(model)
    lowest = min((grid.domain.lo for grid in model.grids), default=0)
    highest = max((grid.domain.hi for grid in model.grids), default=0)
    return {
        "title": model.title,
        "svg": _svg_of(model, {id(origin): number for number, origin in clues.items()}),
        "clues": [
            clue_json(number, origin, model, positions) | {"removable": statements.of(origin) is not None}
            for number, origin in clues.items()
        ],
        "givens": {model.variables[x].name: value for x, value in model.givens.items()},
        "values": [lowest, highest],
        "letters": {grid.name: grid.letters for grid in model.grids if grid.letters},
        "sentences": sentences(model, caption=True),
    }


def clues_of(model: Model) -> dict[int, Origin]:
    """The clues by number, which is that of their first requirement. Givens are none."""
    first: dict[int, tuple[int, Origin]] = {}
    for number, requirement in enumerate(model.requirements):
        if requirement.origin.kind is Kind.CLUE:
            first.setdefault(id(requirement.origin), (number, requirement.origin))
    return dict(first.values())


def clue_json(number: int, origin: Origin, model: Model, positions: Positions) -> dict[str, Any]:
    """A clue with its place in the text, in UTF-16 code units; ``from`` is null for one of another file."""
    here = origin.span.source is model.source
    return {
        "index": number,
        "from": positions.units(origin.span.start) if here else None,
        "to": positions.units(origin.span.end) if here else None,
        "rule": origin.clue,
        "sentence": origin.sentence,
        "cells": [model.variables[x].name for x in origin.variables],
    }


def _svg_of(model: Model, numbers: dict[int, int]) -> str:
    """The picture of a puzzle, on which cells and clues can be pointed at.

    Args:
        numbers: of the clues, by the identity of their origins.
    """
    from puzzledsl.presentation.overlay import cell_areas, clue_areas
    from puzzledsl.presentation.picture import picture
    from puzzledsl.presentation.renderers.svg import render

    shown = picture(model)
    marks = [(numbers[id(mark.origin)], mark) for mark in model.marks if id(mark.origin) in numbers]
    return render(shown, overlay=[*clue_areas(shown, marks), *cell_areas(shown)])


def _diagnostic(one: Problem, positions: Positions) -> dict[str, Any]:
    return {
        "from": positions.units(one.start),
        "to": positions.units(one.end),
        "severity": one.severity,
        "message": one.message,
        "label": one.label,
        "helps": list(one.helps),
        "fixes": [
            {
                "title": fix.title,
                "edits": [edit_json(positions, (edit.span.start, edit.span.end, edit.text)) for edit in fix.edits],
            }
            for fix in one.fixes
        ],
    }


def edit_json(positions: Positions, change: tuple[int, int, str]) -> dict[str, Any]:
    """A change of the text, in UTF-16 code units."""
    return {"from": positions.units(change[0]), "to": positions.units(change[1]), "insert": change[2]}
