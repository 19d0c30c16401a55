"""Several scenes as one picture, in rows, each with its heading and a few lines below it."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from puzzledsl.presentation.colors import BLACK
from puzzledsl.presentation.paragraphs import paragraphs
from puzzledsl.presentation.picture import Picture
from puzzledsl.presentation.shapes import TextShape, moved, text_width, total_extent
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.model import Model
    from puzzledsl.presentation.shapes import Shape

_HEADING, _CAPTION = 0.46, 0.32
_LEAST = 6.5
"""Cells that a panel is wide at least, so that its words have room."""
_GAP = 0.9
_MARGIN = 0.3


@record
class Panel:
    """One scene: its shapes (anywhere in the plane), the texts above and below them."""

    heading: str
    shapes: tuple[Shape, ...]
    caption: tuple[str, ...] = ()


def panels(model: Model, rows: Sequence[Sequence[Panel]]) -> Picture:
    """The panels of each row next to each other, the rows below each other. Columns are aligned."""
    sizes = [[_size(panel) for panel in row] for row in rows]
    widths = [max(width for width, _ in column if width) for column in zip_longest(*sizes, fillvalue=(0.0, 0.0))]
    shapes: list[Shape] = []
    top = bottom = 0.0
    for row, row_sizes in zip(rows, sizes, strict=True):
        left = 0.0
        below = top + 1.6 * _HEADING + max(height for _, height in row_sizes) + 0.5 * _CAPTION
        for panel, wide in zip(row, widths, strict=False):
            heading = TextShape((left, top + _HEADING / 2), panel.heading, _HEADING, BLACK, "start", True, "title")
            captions, end = paragraphs(panel.caption, (left, below), wide, _CAPTION)
            west, north, _, _ = total_extent(panel.shapes)
            drawn = [moved(shape, left - west, top + 1.6 * _HEADING - north) for shape in panel.shapes]
            shapes += [heading, *drawn, *captions]
            left, bottom = left + wide + _GAP, max(bottom, end)
        top = bottom + _GAP
    right = sum(widths) + _GAP * (len(widths) - 1)
    return Picture(model, None, tuple(shapes), (-_MARGIN, -_MARGIN, right + _MARGIN, bottom + _MARGIN))


def _size(panel: Panel) -> tuple[float, float]:
    west, north, east, south = total_extent(panel.shapes)
    return max(east - west, _LEAST, text_width(panel.heading, _HEADING, bold=True)), south - north
