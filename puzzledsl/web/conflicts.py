"""Solving by hand on the page: which clues the values that somebody has put in break already."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from puzzledsl.expressions import Affine, AllDifferent, Boolean, conjuncts, holds, variables_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from puzzledsl.model import Model


def conflicts(model: Model, values: Mapping[str, int]) -> dict[str, Any]:
    """The clues that values and givens break, each with the cells that show it.

    A clue counts as soon as it is certain: a condition when all its cells have values, cells that must differ when two
    of them are equal.

    Args:
        values: by the names of cells; others are ignored.
    """
    numbers = {variable.name: x for x, variable in enumerate(model.variables) if not variable.is_real}
    known = {numbers[name]: value for name, value in values.items() if name in numbers} | dict(model.givens)
    assignment = [known.get(x, 0) for x in range(len(model.variables))]
    found = []
    for requirement in model.requirements:
        parts = conjuncts(requirement.expression)
        cells = dict.fromkeys(model.variables[x].name for part in parts for x in _broken(part, known, assignment))
        if cells:
            found.append({"sentence": requirement.origin.sentence, "cells": list(cells)})
    complete = all(x in known for x, variable in enumerate(model.variables) if variable.cell is not None)
    return {"conflicts": found, "complete": complete and not found}


def _broken(part: Boolean, known: Mapping[int, int], assignment: list[int]) -> list[int]:
    """The cells by which a condition is broken; none where it holds or is not decided."""
    if isinstance(part, AllDifferent):
        by_value: dict[int, list[int]] = {}
        for item in part.items:
            match item:
                case Affine(((int(x), 1),), 0) if x in known and known[x] not in part.ignoring:
                    by_value.setdefault(known[x], []).append(x)
        return sorted({x for equal in by_value.values() if len(equal) > 1 for x in equal})
    variables = variables_of(part)
    if not all(x in known for x in variables) or holds(part, assignment):
        return []
    return sorted(variables)
