"""Invisible areas above a picture, so that its cells and clues can be pointed at."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from puzzledsl.model import Mark
from puzzledsl.presentation.corner import corner_text
from puzzledsl.presentation.marks import Site, kind_named, mark_kinds
from puzzledsl.presentation.shapes import Paint, Polygon, Polyline, Rectangle, Shape, TextShape, extent, moved
from puzzledsl.records import record, replace

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from puzzledsl.model import Grid
    from puzzledsl.presentation.picture import Picture

_CLEAR = Paint(fill="transparent")
_BROAD = 0.2
"""Width in cells at which a thin stroke is easy to point at."""


@record
class Area:
    """Shapes that are one thing to point at.

    Attributes:
        attributes: names and values, such as ``("data-cell", "r3c4")``.
    """

    attributes: tuple[tuple[str, str], ...]
    shapes: tuple[Shape, ...]


def cell_areas(picture: Picture) -> Iterator[Area]:
    """A square for each cell of each grid: ``class="cell"``, ``data-grid``, ``data-cell``."""
    for grid in _visible(picture):
        x, y = picture.corners[grid.name]
        for (r, c), number in grid.cells.items():
            name = picture.model.variables[number].name
            attributes = ("class", "cell"), ("data-grid", grid.name), ("data-cell", name)
            yield Area(attributes, (Rectangle((x + c - 1, y + r - 1), 1, 1, _CLEAR),))


def clue_areas(picture: Picture, marks: Sequence[tuple[int, Mark]]) -> Iterator[Area]:
    """What each clue has drawn: ``class="clue"``, ``data-clue`` with its number.

    Args:
        marks: each with the number of its clue; those that the picture does not show have no area.
    """
    for grid in _visible(picture):
        shown: list[Shape] = []
        site, beside = Site(grid, drawn=shown), dict[str, list[Mark]](outside=[], piece=[])
        own = [(number, mark) for number, mark in marks if mark.grid == grid.name and mark.cells and mark.when is None]
        drawn = [(kind_named(mark.kind), number, mark) for number, mark in own if mark.kind in mark_kinds()]
        for kind, number, mark in sorted(drawn, key=lambda item: item[0].layer):
            # What is beside the grid is where that before it has left room: its own shapes are those that it adds.
            before = beside.get(mark.kind, [])
            shapes = list(Counter(kind.shapes([*before, mark], site)) - Counter(kind.shapes(before, site)))
            before.append(mark)
            if kind.corner(mark):
                shapes += corner_text(min(mark.cells), mark.text)
            shown += shapes if mark.kind != "piece" else []
            if shapes:
                areas = tuple(moved(_area(shape), *picture.corners[grid.name]) for shape in shapes)
                yield Area((("class", "clue"), ("data-clue", str(number))), areas)


def _visible(picture: Picture) -> list[Grid]:
    return [grid for grid in picture.model.grids if grid.name in picture.corners]


def _area(shape: Shape) -> Shape:
    """What is pointed at: lines are broad, texts are rectangles, and outlines are not filled."""
    match shape:
        case TextShape():
            left, top, right, bottom = extent(shape)
            return Rectangle((left, top), right - left, bottom - top, _CLEAR)
        case Polyline(_, paint) | Polygon(_, paint) if not paint.fill:
            return replace(shape, paint=Paint(stroke="transparent", width=max(paint.width, _BROAD)))
        case _:
            return replace(shape, paint=_CLEAR)
