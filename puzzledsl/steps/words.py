"""What solvers see: what lines, sides and borders are called, and what the values of shaded cells look like."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.expressions import Affine, Boolean, Compare, holds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.model import Model
    from puzzledsl.source import Span

Phrase = tuple[str, str, str]
"""A verb, what it is done to, and what follows: ``leaves``, ``r1c2``, `` unshaded``."""

_MOST_VALUES = 100
"""Of an unknown whose marks are looked at."""
_SIDES = {(-1, 0): "upper", (1, 0): "lower", (0, -1): "left", (0, 1): "right"}


def labels(model: Model) -> list[str]:
    """What each variable is called in a sentence: ``r1c1``, ``r1c1-r1c2``, ``the left side of r1c1``, ``total``."""
    found = [variable.name for variable in model.variables]
    for edges in model.edges if len(model.edges) == 1 else ():  # else the name says which edges are meant
        cells = next(grid for grid in model.grids if grid.name == edges.grid).cells
        are_sides = any(place not in cells for pair in edges.numbers for place in pair)
        between = "the border" if edges.divides else "the side" if are_sides else ""
        for places, x in edges.numbers.items():
            names = [model.variables[cells[place]].name for place in places if place in cells]
            if len(names) == 1:
                (row, column), (down, right) = places if places[0] in cells else places[::-1]
                found[x] = f"the {_SIDES[down - row, right - column]} side of {names[0]}"
            elif between:
                found[x] = f"{between} between {' and '.join(names)}"
            else:
                found[x] = ("→" if edges.directed else "-").join(names)
    return found


def phrases(model: Model, called: Sequence[str]) -> dict[tuple[int, int], Phrase]:
    """By variable and value what a conclusion does in the picture, where it shows this value.

    A line is drawn or left out. A cell is shaded, or marked in another way, if a mark depends on nothing else.

    Args:
        called: the `labels` of the variables.
    """
    found: dict[tuple[int, int], Phrase] = {}
    for edges in model.edges:
        if list(edges.domain) == [0, 1]:
            for x in edges.numbers.values():
                found |= {(x, 1): ("draws", called[x], ""), (x, 0): ("leaves out", called[x], "")}
    cells = {grid.name: grid.cells for grid in model.grids}
    for mark in model.marks:
        number = _subject(mark.when)
        if mark.when is None or number is None or len(mark.cells) != 1 or mark.kind == "hidden":
            continue
        domain = model.variables[number].domain
        values = list(domain) if domain.size <= _MOST_VALUES else []
        drawn = [value for value in values if holds(mark.when, {number: value})]  # type: ignore[arg-type] # indexable, as it must be
        if len(drawn) == 1:
            place = called[cells[mark.grid][mark.cells[0]]]
            does, is_not = ("shades", " unshaded") if mark.kind == "shade" else ("marks", " unmarked")
            found.setdefault((number, drawn[0]), (does, place, ""))
            if len(values) == 2:
                found.setdefault((number, sum(values) - drawn[0]), ("leaves", place, is_not))
    return found


def _subject(when: Boolean | None) -> int | None:
    """The variable that a condition compares with a number, if it is nothing else."""
    match when:
        case Compare(_, Affine(((int(x), _),), _)):
            return x
    return None


def sentences(model: Model) -> dict[Span, str]:
    """The sentences for solvers about the statements of a genre, whose text a solver does not have before them."""
    found = ((span, one.text) for one in model.said for span in one.spans if span.source is not model.source)
    return {span: text.removesuffix(f" ({' '.join(span.text.split())}).") for span, text in found}
