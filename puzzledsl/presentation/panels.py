"""Several scenes as one picture, in rows, each with its heading and a few lines below it."""

from __future__ import annotations

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


@record(slots=True)
class Panel:
    """One scene: its shapes (anywhere in the plane), what stands above it and below it."""

    heading: str
    shapes: tuple[Shape, ...]
    caption: tuple[str, ...] = ()


def panels(model: Model, rows: Sequence[Sequence[Panel]]) -> Picture:
    """The panels of each row next to each other, the rows below each other. Columns are aligned."""
    sizes = [[_size(panel) for panel in row] for row in rows]
    count = max(map(len, rows), default=0)
    widths = [max(row[c][0] for row in sizes if c < len(row)) for c in range(count)]
    shapes: list[Shape] = []
    top = 0.0
    for row, row_sizes in zip(rows, sizes, strict=True):
        left, bottom = 0.0, top
        height = max(size[1] for size in row_sizes)
        for panel, wide in zip(row, widths, strict=False):
            drawn = _drawn(panel, left, top, wide, height)
            shapes += drawn
            bottom = max(bottom, total_extent(drawn)[3])
            left += wide + _GAP
        top = bottom + _GAP
    west, north, _, south = total_extent(shapes)
    right = sum(widths) + _GAP * max(len(widths) - 1, 0)  # words are narrower than `total_extent` takes them for
    bounds = (min(west, 0.0) - _MARGIN, north - _MARGIN, right + _MARGIN, south + _MARGIN)
    return Picture(model, None, tuple(shapes), bounds)


def _size(panel: Panel) -> tuple[float, float]:
    west, north, east, south = total_extent(panel.shapes)
    return max(east - west, _LEAST, text_width(panel.heading, _HEADING, bold=True)), south - north


def _drawn(panel: Panel, left: float, top: float, width: float, height: float) -> list[Shape]:
    shapes: list[Shape] = [
        TextShape((left, top + _HEADING / 2), panel.heading, _HEADING, BLACK, "start", bold=True, role="title")
    ]
    west, north, _, _ = total_extent(panel.shapes)
    shapes += [moved(shape, left - west, top + 1.6 * _HEADING - north) for shape in panel.shapes]
    captions, _ = paragraphs(panel.caption, (left, top + 1.6 * _HEADING + height + 0.5 * _CAPTION), width, _CAPTION)
    return shapes + captions
