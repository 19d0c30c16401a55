"""The values in the cells of a picture: givens, found values, and candidates written small."""

from __future__ import annotations

from math import ceil, sqrt
from typing import TYPE_CHECKING

from puzzledsl.presentation.colors import BLACK, WHITE, between, is_dark
from puzzledsl.presentation.geometry import centre
from puzzledsl.presentation.shapes import (
    Paint,
    Polyline,
    Shape,
    TextShape,
    fitting,
    text_width,
)
from puzzledsl.presentation.value_texts import Values, int_or_none, number_text, value_of
from puzzledsl.records import EMPTY, record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from puzzledsl.model import Cell, Grid, Model

FOUND = "#1553b0"
"""Found values: blue and light, where givens are black and bold."""
FOUND_ON_DARK = "#bcd7ff"
GONE = "#c62828"
"""Candidates that are struck out."""
KNOWN = "#555555"
OPEN = "#b25e00"
"""Candidates in some solution; candidates of which this is not known."""
_MOST_PLACES, _MOST_SHARES = 36, 9
"""In larger domains values have no place of their own: they would be too small. The size of shares says something."""


@record
class Pencil:
    """Values written small, by variable number: all, those struck out, those not decided; how much there is of each."""

    candidates: Mapping[int, Sequence[int]]
    removed: Mapping[int, Sequence[int]]
    undecided: Mapping[int, Sequence[int]]
    shares: Mapping[int, Mapping[int, float]]


NO_PENCIL = Pencil(EMPTY, EMPTY, EMPTY, EMPTY)


def digits(
    model: Model,
    grid: Grid,
    values: Values | None,
    pencil: Pencil,
    backs: Mapping[Cell, str],
    marked: AbstractSet[Cell],
    cornered: AbstractSet[Cell],
) -> list[Shape]:
    """Givens, and found values; not those of the cells in ``marked``, for which a mark shows what was found.

    In the cells in ``cornered`` candidates make room for a text in the corner.
    """
    shapes: list[Shape] = []
    for cell, number in grid.cells.items():
        dark = is_dark(backs.get(cell, WHITE))
        given = model.givens.get(number)
        value = value_of(values, number) if given is None else given
        if value is None:
            shapes += _pencil_marks(model, grid, cell, number, pencil, dark, 0.3 if cell in cornered else 0.12)
        elif given is not None or cell not in marked or int_or_none(value) is None:
            text, is_given = number_text(model.variables[number].told(value)), given is not None
            size = fitting(text, 0.64, 0.86, is_given)
            light, deep = (WHITE, BLACK) if is_given else (FOUND_ON_DARK, FOUND)
            role = "given" if is_given else "found"
            shapes.append(TextShape(centre(cell), text, size, light if dark else deep, bold=is_given, role=role))
    return shapes


def _pencil_marks(
    model: Model, grid: Grid, cell: Cell, number: int, pencil: Pencil, dark: bool, top: float
) -> list[Shape]:
    """Each value in its own place of the cell, the same in all cells; in small domains only.

    ``top`` is the edge that is left free above. With ``shares`` a value is the larger and darker the more there is of
    it.
    """
    values, shares = pencil.candidates.get(number, ()), pencil.shares.get(number)
    if not values:
        return []
    removed, undecided = pencil.removed.get(number, ()), pencil.undecided.get(number, ())
    most = _MOST_PLACES if shares is None else _MOST_SHARES
    order: Sequence[int] = list(grid.domain) if grid.domain.size <= most else ()
    if not set(values) <= set(order):
        order = sorted(values)
    told = dict(zip(order, map(str, model.variables[number].all_told(order)), strict=True))
    across = max(2, ceil(sqrt(len(order))))
    rows = ceil(len(order) / across)
    widest = max((text_width(text, 1.0) for text in told.values()), default=1.0) + bool(undecided) * text_width(
        "?", 0.7
    )
    high = 0.92 - top
    size = min(0.26, 0.8 / across / widest, high / max(rows, 1))
    shapes: list[Shape] = []
    for value in values:
        row, column = divmod(order.index(value), across)
        place = cell[1] - 0.9 + 0.8 * (column + 0.5) / across, cell[0] - 1 + top + high * (row + 0.5) / rows
        if shares is not None:
            # The area of a digit tells how much there is of the value; the smallest is still read.
            share = shares.get(value, 0.0)
            large = min(1.6 * size, 0.8 / across / widest) * max(share**0.5, 0.4)
            shade = FOUND if share >= 0.5 else between(FOUND, 0.62 - 0.5 * share, 1.0)
            shapes.append(TextShape(place, told[value], large, shade, bold=share >= 0.5, role="share"))
            continue
        color = GONE if value in removed else OPEN if value in undecided else "#dddddd" if dark else KNOWN
        text, role = (f"{told[value]}?", "open") if value in undecided else (told[value], "candidate")
        shapes.append(TextShape(place, text, size, color, role=role))
        if value in removed:
            x, y = place
            half = max(0.5 * text_width(text, size), 0.3 * size)
            stroke = Paint(stroke=GONE, width=0.025)
            shapes.append(Polyline(((x - half, y + 0.35 * size), (x + half, y - 0.35 * size)), stroke, "removed"))
    return shapes
