"""A model, and an answer if there is one, as a scene of shapes in cell units.

`picture` is a pure function; the files of `renderers` turn its scene into SVG, PNG or HTML.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.expressions import Affine, Compare
from puzzledsl.model import grids_to_show
from puzzledsl.presentation.borders import Borders, masked_places, masks_are_filled, model_borders
from puzzledsl.presentation.colors import BLACK, WHITE, surface
from puzzledsl.presentation.corner import corner_texts
from puzzledsl.presentation.digits import FOUND, KNOWN, NO_PENCIL, OPEN, Pencil, digits
from puzzledsl.presentation.drawn_text import is_drawn
from puzzledsl.presentation.geometry import centre, mean, strokes
from puzzledsl.presentation.marks import GRID_LAYER, Site, kind_named, mark_kinds
from puzzledsl.presentation.shapes import (
    Circle,
    Extent,
    Paint,
    Point,
    Polyline,
    Rectangle,
    Shape,
    TextShape,
    fitting,
    moved,
    text_width,
    total_extent,
)
from puzzledsl.presentation.value_texts import Values, number_text, value_of
from puzzledsl.records import EMPTY, record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from puzzledsl.model import Cell, Grid, Mark, Model

MASK = "#333333"
"""Black squares."""
THIN, THICK = 0.018, 0.06
_MARGIN = 0.15
_GAP = 1.0
_ROW_LENGTH = 30.0
"""Grids are drawn side by side up to this many cells, then one below the other."""


@record
class Highlight:
    """A cell set apart.

    Attributes:
        color: a CSS name or ``#rrggbb``.
        label: a small text in the cell, or nothing.
        meaning: what the colour stands for, in the legend.
    """

    color: str
    label: str = ""
    meaning: str = ""


Place = tuple[str, tuple["Cell", ...]]
"""The name of a grid, and cells of it."""


@record
class Picture:
    """A scene. Coordinates are in cells, x to the right, y downwards.

    Attributes:
        model, values: what is shown.
        shapes: in drawing order. Their ``role`` tells what they are: ``given``, ``found`` (a value of the
            answer), ``candidate``, ``line`` (thin), ``border`` (thick), a kind of mark …
        bounds: left, top, right, bottom; all shapes lie within.
        legend: what colours stand for, each (colour, meaning).
        corners: by the name of a grid that is shown, where its top left corner is.
    """

    model: Model
    values: Values | None
    shapes: tuple[Shape, ...]
    bounds: Extent
    legend: tuple[tuple[str, str], ...] = ()
    corners: Mapping[str, Point] = EMPTY

    @property
    def width(self) -> float:
        """In cells."""
        return self.bounds[2] - self.bounds[0]

    @property
    def height(self) -> float:
        """In cells."""
        return self.bounds[3] - self.bounds[1]


def picture(
    model: Model,
    values: Values | None = None,
    *,
    highlights: Mapping[int, Highlight] = EMPTY,
    candidates: Mapping[int, Sequence[int]] = EMPTY,
    removed: Mapping[int, Sequence[int]] = EMPTY,
    shares: Mapping[int, Mapping[int, float]] = EMPTY,
    undecided: Mapping[int, Sequence[int]] = EMPTY,
    absent: Mapping[Place, str] = EMPTY,
) -> Picture:
    """The scene of the grids of a model, without those that `grids_to_show` leaves out if nothing is noted in them.

    Args:
        model: the puzzle.
        values: the answer by variable number; givens are shown without it.
        highlights: cells set apart, by variable number.
        candidates: small values written into cells that have no value, by variable number.
        removed: those of the candidates that are struck out.
        shares: how much there is of each candidate, up to 1, which decides its size; by variable number.
        undecided: those of the candidates of which it is not known whether they are in a solution.
        absent: places of marks of which it is known that they are not drawn, with the colour of a sign that says so.
    """
    pencil = Pencil(candidates, removed, undecided, shares)
    shapes: list[Shape] = []
    corners: dict[str, Point] = {}
    left = top = bottom = 0.0
    visible = grids_to_show(model.grids, model.marks, highlights.keys() | candidates.keys())
    for grid in visible:
        part = _grid_shapes(model, grid, values, highlights, pencil)
        for (name, cells), color in absent.items():
            part += _absence(cells, color) if name == grid.name else ()
        if len(visible) > 1:
            above = min(0.0, total_extent(part)[1]) - 0.4
            part.append(TextShape((0.0, above), grid.name, 0.42, "#444444", "start", role="title"))
        west, north, east, south = total_extent(part)
        if left and left + east - west > _ROW_LENGTH:
            left, top = 0.0, bottom + _GAP
        corners[grid.name] = left - west, top - north
        shapes += [moved(shape, *corners[grid.name]) for shape in part]
        left, bottom = left + east - west + _GAP, max(bottom, top + south - north)
    if not model.grids:
        shapes = _variable_lines(model, values)
    west, north, east, south = total_extent(shapes)
    bounds = (west - _MARGIN, north - _MARGIN, east + _MARGIN, south + _MARGIN)
    legend = dict.fromkeys((h.color, h.meaning) for h in highlights.values() if h.meaning)
    if undecided:
        legend |= {(KNOWN, "in some solution"): None, (OPEN, "with ?: not decided"): None}
    return Picture(model, values, tuple(shapes), bounds, tuple(legend), corners)


def _grid_shapes(
    model: Model,
    grid: Grid,
    values: Values | None,
    highlights: Mapping[int, Highlight],
    pencil: Pencil,
) -> list[Shape]:
    below, above = grid_layers(model, grid, values, highlights, pencil)
    return below + _lines(grid, *model_borders(model, grid)) + above


def grid_layers(
    model: Model,
    grid: Grid,
    values: Values | None = None,
    highlights: Mapping[int, Highlight] = EMPTY,
    pencil: Pencil = NO_PENCIL,
) -> tuple[list[Shape], list[Shape]]:
    """What is drawn on a grid below its lines, and what above them; see `picture`. The corner of r1c1 is (0, 0)."""
    filled = masks_are_filled(grid, model.marks)
    groups: dict[str, list[Mark]] = {}
    for mark in model.marks:
        if mark.grid == grid.name and mark.cells and mark.kind in mark_kinds() and is_drawn(mark, values):
            groups.setdefault(mark.kind, []).append(mark)
    kinds = sorted(((kind_named(name), group) for name, group in groups.items()), key=lambda pair: pair[0].layer)
    below, backs = _highlights(grid, highlights)
    above: list[Shape] = []
    for kind, group in kinds:
        if kind.covers:
            backs |= {cell: surface(mark.color, WHITE) for mark in group if mark.color for cell in mark.cells}
    if filled:
        backs |= dict.fromkeys(masked_places(grid), MASK)
    site = Site(grid, filled, backs, above)
    for kind, group in kinds:
        (below if kind.layer < GRID_LAYER else above).extend(kind.shapes(group, site))
    cornered = [mark for kind, group in kinds for mark in group if kind.corner(mark)]
    marked = {
        cell
        for _, group in kinds
        for mark in group
        for cell in mark.cells
        if mark.kind in ("digit", "hidden") or says_value(model, mark, cell)
    }
    above += corner_texts(cornered)
    above += digits(model, grid, values, pencil, backs, marked, {min(mark.cells) for mark in cornered})
    return below, above


def _absence(cells: Sequence[Cell], color: str) -> list[Shape]:
    """A cross between cells, or a point in the corner of a single one: nothing is drawn there."""
    x, y = mean([centre(cell) for cell in cells])
    if len(cells) == 1:
        return [Circle((x + 0.34, y + 0.34), 0.05, Paint(fill=color), "absent")]
    arm, stroke = 0.07, Paint(stroke=color, width=0.03)
    return [Polyline(((x - arm, y - way), (x + arm, y + way)), stroke, "absent") for way in (arm, -arm)]


def says_value(model: Model, mark: Mark, cell: Cell) -> bool:
    """Whether a mark on an answer shows the value of a cell: its condition is that the cell has just this value."""
    match mark.when:
        case Compare("==", Affine(((int(number), _),))):
            return model.variables[number].cell == cell and model.variables[number].grid == mark.grid
        case Compare(_, Affine(((int(number), _),))):
            variable = model.variables[number]
            return variable.cell == cell and variable.grid == mark.grid and variable.domain.size == 2
    return False


def _highlights(grid: Grid, highlights: Mapping[int, Highlight]) -> tuple[list[Shape], dict[Cell, str]]:
    shapes: list[Shape] = []
    backs: dict[Cell, str] = {}
    for (r, c), number in grid.cells.items():
        if number in highlights:
            highlight = highlights[number]
            backs[r, c] = surface(highlight.color, WHITE)
            shapes.append(Rectangle((c - 1, r - 1), 1, 1, Paint(fill=backs[r, c]), "highlight"))
            if highlight.label:
                size = fitting(highlight.label, 0.22, 0.85)
                shapes.append(TextShape((c - 0.06, r - 0.15), highlight.label, size, BLACK, "end", role="label"))
    return shapes, backs


def _lines(grid: Grid, edges: Borders, filled: bool) -> list[Shape]:
    """Black squares, then thin lines between cells, then thick ones along the borders."""
    masked = masked_places(grid) if filled else set()
    shapes: list[Shape] = [Rectangle((c - 1, r - 1), 1, 1, Paint(fill=MASK), "mask") for r, c in sorted(masked)]
    # Black squares get thin lines too: white gaps would show between them in print.
    sheet = grid.cells.keys() | masked
    across = {(line, c) for r, c in sheet for line in (r - 1, r)} - edges.horizontal
    down = {(line, r) for r, c in sheet for line in (c - 1, c)} - edges.vertical
    shapes += strokes(across, down, Paint(stroke="#8a8a8a", width=THIN), "line")
    return shapes + strokes(edges.horizontal, edges.vertical, Paint(stroke=BLACK, width=THICK), "border")


def _variable_lines(model: Model, values: Values | None) -> list[Shape]:
    """A model without a grid: its variables, one below the other."""
    shapes: list[Shape] = []
    for number, variable in enumerate(model.variables):
        y = 0.6 * (number + 0.5)
        value = value_of(values, number)
        shapes.append(TextShape((0.0, y), variable.name, 0.4, BLACK, "start", role="name"))
        if value is not None:
            x = max(text_width(v.name, 0.4) for v in model.variables) + 0.3
            shapes.append(
                TextShape((x, y), f"= {number_text(variable.told(value))}", 0.4, FOUND, "start", role="found")
            )
    return shapes or [TextShape((0.0, 0.0), model.title or "empty model", 0.5, BLACK, "start", role="title")]
