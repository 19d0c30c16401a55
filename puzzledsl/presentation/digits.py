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
    text_width,
)
from puzzledsl.presentation.value_texts import Values, int_or_none, number_text, value_of
from puzzledsl.records import record

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
_MOST_PLACES = 9
"""In larger domains values have no place of their own where their size says something: they would be too small."""


@record(slots=True)
class Pencil:
    """Values written small, by variable number: all, those struck out, those not decided; how much there is of each."""

    candidates: Mapping[int, Sequence[int]]
    removed: Mapping[int, Sequence[int]]
    undecided: Mapping[int, Sequence[int]]
    shares: Mapping[int, Mapping[int, float]]


def digits(
    model: Model,
    grid: Grid,
    values: Values | None,
    pencil: Pencil,
    backs: Mapping[Cell, str],
    marked: AbstractSet[Cell],
    cornered: AbstractSet[Cell],
) -> list[Shape]:
    """Givens, and found values; not those of the cells in ``marked``, of which a mark says what was found.

    In the cells in ``cornered`` candidates make room for a text in the corner.
    """
    shapes: list[Shape] = []
    for r, row in enumerate(grid.numbers, 1):
        for c, number in enumerate(row, 1):
            if number is None:
                continue
            x, y = centre((r, c))
            dark = is_dark(backs.get((r, c), WHITE))
            given = model.givens.get(number)
            value = value_of(values, number) if given is None else given
            if value is None:
                shapes += _pencil_marks(grid, (r, c), number, pencil, dark, 0.3 if (r, c) in cornered else 0.12)
                continue
            if given is None and (r, c) in marked and int_or_none(value) is not None:
                continue
            text = number_text(value)
            size = min(0.64, 0.64 * 0.86 / text_width(text, 0.64, given is not None))
            if given is not None:
                shapes.append(TextShape((x, y), text, size, WHITE if dark else BLACK, bold=True, role="given"))
            else:
                shapes.append(TextShape((x, y), text, size, FOUND_ON_DARK if dark else FOUND, role="found"))
    return shapes


def _pencil_marks(grid: Grid, cell: Cell, number: int, pencil: Pencil, dark: bool, top: float) -> list[Shape]:
    """Each value in its own place of the cell, the same in all cells; in small domains only.

    ``top`` is the edge that is left free above. With ``shares`` a value is the larger and darker the more there is of
    it.
    """
    values = pencil.candidates.get(number, ())
    if not values:
        return []
    removed, undecided = pencil.removed.get(number, ()), pencil.undecided.get(number, ())
    shares = pencil.shares.get(number)
    order = {value: place for place, value in enumerate(grid.domain)} if grid.domain.size <= 36 else {}
    if not all(value in order for value in values) or (shares is not None and len(order) > _MOST_PLACES):
        order = {value: place for place, value in enumerate(sorted(values))}
    across = max(2, ceil(sqrt(len(order))))
    rows = ceil(len(order) / across)
    widest = max(text_width(str(value), 1.0) for value in order) + bool(undecided) * text_width("?", 0.7)
    high = 0.92 - top
    size = min(0.26, 0.8 / across / widest, high / rows)
    shapes: list[Shape] = []
    for value in values:
        place = order[value]
        x = cell[1] - 1 + 0.1 + 0.8 * (place % across + 0.5) / across
        y = cell[0] - 1 + top + high * (place // across + 0.5) / rows
        share = None if shares is None else shares.get(value, 0.0)
        if share is not None:
            # The area of a digit tells how much there is of the value; the smallest is still read.
            large = min(1.6 * size, 0.8 / across / widest) * max(share**0.5, 0.4)
            shade = FOUND if share >= 0.5 else between(FOUND, 0.62 - 0.5 * share, 1.0)
            shapes.append(TextShape((x, y), str(value), large, shade, bold=share >= 0.5, role="share"))
            continue
        color = GONE if value in removed else OPEN if value in undecided else "#dddddd" if dark else KNOWN
        text, role = (f"{value}?", "open") if value in undecided else (str(value), "candidate")
        shapes.append(TextShape((x, y), text, size, color, role=role))
        if value in removed:
            half = max(0.5 * text_width(str(value), size), 0.3 * size)
            stroke = Paint(stroke=GONE, width=0.025)
            shapes.append(Polyline(((x - half, y + 0.35 * size), (x + half, y - 0.35 * size)), stroke, "removed"))
    return shapes
