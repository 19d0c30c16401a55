"""Invisible areas above a picture, so that its cells and clues can be pointed at."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from puzzledsl.presentation.corner import corner_text
from puzzledsl.presentation.marks import Site, kind_named, mark_kinds
from puzzledsl.presentation.shapes import Paint, Polygon, Polyline, Rectangle, Shape, TextShape, extent, moved
from puzzledsl.records import record, replace

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from puzzledsl.model import Grid, Mark
    from puzzledsl.presentation.picture import Picture

_CLEAR = Paint(fill="transparent")
_BROAD = 0.3
"""Width in cells at which a thin stroke is easy to point at."""


@record(slots=True)
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
        for r, row in enumerate(grid.numbers):
            for c, number in enumerate(row):
                if number is not None:
                    name = picture.model.variables[number].name
                    attributes = ("class", "cell"), ("data-grid", grid.name), ("data-cell", name)
                    yield Area(attributes, (Rectangle((x + c, y + r), 1, 1, _CLEAR),))


def clue_areas(picture: Picture, marks: Sequence[tuple[int, Mark]]) -> Iterator[Area]:
    """What each clue has drawn: ``class="clue"``, ``data-clue`` with its number.

    Args:
        marks: each with the number of its clue; those that the picture does not show have no area.
    """
    known = mark_kinds()
    for grid in _visible(picture):
        x, y = picture.corners[grid.name]
        of_kind: dict[str, list[tuple[int, Mark]]] = {}
        for number, mark in marks:
            if mark.grid == grid.name and mark.cells and mark.when is None and mark.kind in known:
                of_kind.setdefault(mark.kind, []).append((number, mark))
        for kind in sorted(of_kind, key=lambda name: kind_named(name).layer):
            for (number, mark), shapes in zip(of_kind[kind], _each(kind, of_kind[kind], grid), strict=True):
                if kind_named(kind).corner(mark):
                    shapes = [*shapes, *corner_text(min(mark.cells), mark.text)]
                areas = tuple(moved(area, x, y) for shape in shapes if (area := _area(shape)) is not None)
                if areas:
                    yield Area((("class", "clue"), ("data-clue", str(number))), areas)


def _visible(picture: Picture) -> list[Grid]:
    return [grid for grid in picture.model.grids if grid.name in picture.corners]


def _each(kind: str, marks: Sequence[tuple[int, Mark]], grid: Grid) -> Iterator[list[Shape]]:
    """The shapes of each mark: what it adds to those of the marks before it, which it may have made room for."""
    shapes, site = kind_named(kind).shapes, Site(grid)
    if kind != "outside":
        for _, mark in marks:
            yield shapes([mark], site)
        return
    before: Counter[Shape] = Counter()
    for count in range(1, len(marks) + 1):
        found = Counter(shapes([mark for _, mark in marks[:count]], site))
        yield list(found - before)
        before = found


def _area(shape: Shape) -> Shape | None:
    """What is pointed at: lines are broad, texts are rectangles, and outlines are not filled."""
    match shape:
        case Polyline(_, paint):
            return replace(shape, paint=Paint(stroke="transparent", width=max(paint.width, _BROAD)))
        case Polygon(_, paint) if not paint.fill:
            return replace(shape, paint=Paint(stroke="transparent", width=max(paint.width, _BROAD / 2)))
        case TextShape(text=text):
            if not text:
                return None
            left, top, right, bottom = extent(shape)
            return Rectangle((left, top), right - left, bottom - top, _CLEAR)
        case _:
            return replace(shape, paint=_CLEAR)
