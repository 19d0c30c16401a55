"""What a page shows of a text while it is written: mistakes, the picture, and which clue is where."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from puzzledsl.diagnostics import Diagnostic, PuzzleError
from puzzledsl.model import Kind

if TYPE_CHECKING:
    from puzzledsl.elaboration import Limits
    from puzzledsl.model import Model, Origin
    from puzzledsl.source import Source


def checked(text: str, folder: str | None, limits: Limits) -> dict[str, Any]:
    """The answer to ``/api/check``; of a text with mistakes it is only the mistakes."""
    from puzzledsl.flattening import flatten
    from puzzledsl.loading import load_model
    from puzzledsl.source import Source

    source = Source("<text>", text)
    try:
        model = load_model(source, include=() if folder is None else (folder,), limits=limits)
        flatten(model)
    except PuzzleError as error:
        return {"diagnostics": [_diagnostic(one, source, "error") for one in error.diagnostics]}
    return {"diagnostics": [_diagnostic(one, source, "warning") for one in model.warnings]} | pictured(model, source)


def pictured(model: Model, source: Source) -> dict[str, Any]:
    """The parts of a text without mistakes."""
    clues = clues_of(model)
    numbers = {id(origin): number for number, origin in clues.items()}
    lowest = min((grid.domain.lo for grid in model.grids), default=0)
    highest = max((grid.domain.hi for grid in model.grids), default=0)
    return {
        "title": model.title,
        "svg": svg_of(model, numbers),
        "clues": [clue_json(number, origin, model, source) for number, origin in clues.items()],
        "grids": [
            {
                "name": grid.name,
                "height": grid.height,
                "width": grid.width,
                "givens": {
                    model.variables[x].name: model.givens[x]
                    for row in grid.numbers
                    for x in row
                    if x is not None and x in model.givens
                },
            }
            for grid in model.grids
        ],
        "values": [lowest, highest],
    }


def clues_of(model: Model) -> dict[int, Origin]:
    """The clues by number, which is that of their first requirement. Givens are none."""
    found: dict[int, Origin] = {}
    seen: set[int] = set()
    for number, requirement in enumerate(model.requirements):
        origin = requirement.origin
        if origin.kind is Kind.CLUE and id(origin) not in seen:
            seen.add(id(origin))
            found[number] = origin
    return found


def svg_of(model: Model, numbers: dict[int, int]) -> str:
    """The picture of a puzzle, on which cells and clues can be pointed at.

    Args:
        numbers: of the clues, by the identity of their origins.
    """
    from puzzledsl.presentation.caption import in_words
    from puzzledsl.presentation.overlay import cell_areas, clue_areas
    from puzzledsl.presentation.picture import picture
    from puzzledsl.presentation.renderers.svg import render

    shown = in_words(picture(model))
    marks = [(numbers[id(mark.origin)], mark) for mark in model.marks if id(mark.origin) in numbers]
    return render(shown, overlay=[*cell_areas(shown), *clue_areas(shown, marks)])


def clue_json(number: int, origin: Origin, model: Model, source: Source) -> dict[str, Any]:
    """A clue with its place in the text; ``from`` is null for one of another file."""
    start, end = _place(origin.span.start, origin.span.end, origin.span.source, source)
    return {
        "index": number,
        "from": start,
        "to": end,
        "rule": origin.clue,
        "sentence": origin.sentence,
        "cells": [model.variables[x].name for x in origin.variables],
    }


def _diagnostic(one: Diagnostic, source: Source, severity: str) -> dict[str, Any]:
    start, end = (0, 0) if one.span is None else _place(one.span.start, one.span.end, one.span.source, source)
    return {
        "from": start or 0,
        "to": end or 0,
        "severity": severity,
        "message": one.message,
        "label": one.label,
        "helps": list(one.helps),
        "code": one.code,
        "fixes": [],
    }


def _place(start: int, end: int, of: Source, source: Source) -> tuple[int | None, int | None]:
    """In UTF-16 code units."""
    if of is not source:
        return None, None
    if source.text.isascii():
        return start, end
    return tuple(len(source.text[:place].encode("utf-16-le")) // 2 for place in (start, end))  # type: ignore[return-value]
