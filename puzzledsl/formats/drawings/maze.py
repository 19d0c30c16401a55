"""A maze that is drawn: walls along the sides of cells, their round ends, and the symbols at both ends of a path."""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise
from typing import TYPE_CHECKING

from puzzledsl.formats.drawings.colors import fit
from puzzledsl.formats.drawings.geometry import cell_at, side_at
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from puzzledsl.formats.drawings.board import Board
    from puzzledsl.formats.drawings.records import Point, Shape, Stroke
    from puzzledsl.model import Cell

_THICK = 0.14
"""The width of the thinnest stroke that is a wall, in cells."""


@record(slots=True)
class Maze:
    """Walls.

    Attributes:
        sides: the pairs of cells with a wall between them.
        spots: the corners at which a wall ends, bends or goes on; each is named by the cell above it and to its left.
    """

    sides: tuple[tuple[Cell, Cell], ...]
    spots: tuple[Cell, ...]


def maze_of(board: Board) -> Maze | None:
    """The walls of a drawing: thick strokes along the sides of cells, in the colour of the spots at their corners.

    Returns:
        Nothing if no strokes are so, or strokes of two colours.
    """
    walls = [stroke for stroke in board.drawing.strokes if stroke.width >= _THICK and _along_sides(stroke)]
    dots = [shape for shape in board.drawing.shapes if shape.round and not shape.text.strip() and _corner(shape.center)]
    spot_fills = {shape.fill for shape in dots if 0.2 < shape.width < 0.5 and shape.fill}
    inner = {
        stroke.color
        for stroke in walls
        if stroke.color and _inside(board, stroke) and any(_alike(stroke.color, fill) for fill in spot_fills)
    }
    if len(inner) != 1:
        return None
    (color,) = inner
    sides: dict[tuple[Cell, Cell], None] = {}
    spots: dict[Cell, None] = {}
    for stroke in walls:
        if stroke.color == color:
            board.explain(stroke)
            for a, b in _pieces(stroke):
                spots.update(dict.fromkeys((a, b)))
                if pair := side_at(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)):
                    sides[pair] = None
    for shape in dots:
        if shape.fill and _alike(shape.fill, color) and shape.width > 0.2:
            spots[round(shape.center[0]), round(shape.center[1])] = None
            board.explain(shape)
    for shape in board.left_shapes():
        if not shape.round and shape.fill == color and not shape.text.strip() and board.draft.inside(_cell(shape)):
            if side_at(shape.center) not in sides:
                return None  # is it a wall, too?
            board.explain(shape)
    height, width = board.draft.height, board.draft.width
    corners = sorted(spot for spot in spots if 0 < spot[0] < height and 0 < spot[1] < width)
    return Maze(tuple(sorted(pair for pair in sides if all(map(board.draft.inside, pair)))), tuple(corners))


def _alike(a: str, b: str) -> bool:
    """Whether two colours are hard to tell apart."""
    return max(abs(int(a[k : k + 2], 16) - int(b[k : k + 2], 16)) for k in (1, 3, 5)) < 24


def _cell(shape: Shape) -> Cell:
    return (int(shape.center[0]) + 1, int(shape.center[1]) + 1)


def _corner(point: Point) -> bool:
    return all(abs(x - round(x)) < 0.02 for x in point)


def _along_sides(stroke: Stroke) -> bool:
    """Whether a stroke runs from corner to corner of cells, across and down."""
    points = stroke.points
    return (
        len(points) > 1 and all(map(_corner, points)) and all(a[0] == b[0] or a[1] == b[1] for a, b in pairwise(points))
    )


def _inside(board: Board, stroke: Stroke) -> bool:
    height, width = board.draft.height, board.draft.width
    return any(0 < r < height and 0 < c < width for r, c in stroke.points)


def _pieces(stroke: Stroke) -> Iterator[tuple[Cell, Cell]]:
    """The sides of cells that a stroke runs along, each by its two corners."""
    for (r, c), (s, d) in pairwise([(round(r), round(c)) for r, c in stroke.points]):
        steps = max(abs(s - r), abs(d - c))
        down, right = (s > r) - (s < r), (d > c) - (d < c)
        for k in range(steps):
            yield (r + down * k, c + right * k), (r + down * (k + 1), c + right * (k + 1))


def symbols(board: Board, words: str) -> list[tuple[Shape, Cell]]:
    """The pictures in single cells that words name: of ``the rat``, the pictures of rats.

    A picture is near the middle of its cell, or a little lower or higher.
    """
    named = set(re.findall(r"[a-z]{3,}", words))
    found: dict[Cell, Shape] = {}
    for shape in board.drawing.shapes:
        text = re.sub(r"[\ufe00-\ufe0f\u200b-\u200d]", "", shape.text.strip())
        if len(text) == 1 and set(unicodedata.name(text, "").lower().split()) & named:
            r, c = shape.center
            cell = cell_at((int(r) + 0.5, c)) if abs(r % 1 - 0.5) < 0.35 else None
            if cell is not None and board.draft.inside(cell):
                found[cell] = shape
    return [(shape, cell) for cell, shape in found.items()]


def is_grid_line(board: Board, stroke: Stroke) -> bool:
    """Whether a stroke is thin, light gray and along sides of cells, as the grid is drawn, or frames the grid."""
    height, width = board.draft.height, board.draft.width
    if all(not (0 < r < height and 0 < c < width) for r, c in stroke.points):
        rows, columns = [r for r, _ in stroke.points], [c for _, c in stroke.points]
        return max(rows) - min(rows) >= height or max(columns) - min(columns) >= width
    light = fit("gray", stroke.color) == 1 and int(stroke.color[1:3], 16) > 0xC0
    return light and stroke.width <= 0.1 and not stroke.arrow and _along_sides(stroke)


def explain_decoration(board: Board) -> None:
    """What is drawn along the borders of regions, beside the grid, or in white below everything, means nothing."""
    height, width = board.draft.height, board.draft.width
    borders = {
        frozenset(((r, c), other))
        for r in range(1, height + 1)
        for c in range(1, width + 1)
        for other in ((r + 1, c), (r, c + 1))
        if board.region_of((r, c)) != board.region_of(other)
    }

    def on_border(a: Point, b: Point) -> bool:
        pair = side_at(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2))
        return pair is not None and frozenset(pair) in borders

    def outside(point: Point) -> bool:
        return not (0 < point[0] < height and 0 < point[1] < width)

    for stroke in board.drawing.strokes:
        if not board.is_left(stroke):
            continue
        beside = all(map(outside, stroke.points))
        if beside or (_along_sides(stroke) and all(on_border(a, b) for a, b in _pieces(stroke))):
            board.explain(stroke)
    for shape in board.left_shapes():
        r, c = shape.center
        point = shape.round and max(shape.height, shape.width) <= 0.12 and not shape.text.strip()
        whole = shape.height >= height and shape.width >= width and not shape.text.strip()
        along = abs(r - round(r)) < 0.02 or abs(c - round(c)) < 0.02
        if (point and along) or whole or (outside(shape.center) and not shape.text.strip()):
            board.explain(shape)
