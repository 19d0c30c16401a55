"""What is drawn in Sudoku Maker without a rule: lines, cages, symbols."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from puzzledsl.formats.clues import reading
from puzzledsl.formats.drawing.colors import flat_color
from puzzledsl.formats.drawing.records import Cage, Drawing, Point, Shape, Stroke
from puzzledsl.formats.json_values import as_list, as_object, length, text
from puzzledsl.formats.sites.f_puzzles.drawing import drawn_cages
from puzzledsl.formats.sites.sudoku_maker.grid import MakerGrid

LINES, CAGES, SYMBOLS = 2000, 2001, 2002


def drawing_of(grid: MakerGrid, constraints: Iterable[tuple[int, Mapping[str, Any]]]) -> Drawing:
    """All drawings. Cages that only carry fog are named."""
    strokes: list[Stroke] = []
    shapes: list[Shape] = []
    cages: list[Cage] = []
    for kind, config in constraints:
        if kind == LINES:
            strokes += _strokes(config)
        elif kind == SYMBOLS:
            for symbol in as_list(config.get("symbols")):
                shape = _shape(symbol, as_list(config.get("params")))
                shapes += [shape] if shape else []
                if not shape:
                    called = f" of “{config['name']}”" if config["name"] else ""
                    grid.draft.leave_out(f"a drawn symbol{called} has no rule of its own")
        elif kind == CAGES:
            cages += _cages(grid, config)
    return Drawing(grid.draft.height, grid.draft.width, tuple(strokes), tuple(shapes), tuple(cages))


def _strokes(config: Mapping[str, Any]) -> list[Stroke]:
    style = as_object(config.get("style"))
    color, width = flat_color(style.get("color")), length(style.get("thickness"), 0.15)
    found = [tuple(point for at in as_list(line) if (point := _point(at))) for line in as_list(config.get("lines"))]
    return [Stroke(points, color, width) for points in found if len(points) > 1]


def _shape(symbol: object, looks: list[Any]) -> Shape | None:
    """A symbol with its look, or with the number of a look in a list that several share."""
    entry = as_object(symbol)
    place, look = entry.get("position"), entry.get("params")
    if isinstance(symbol, list) and len(symbol) >= 2:
        place, which = {"x": symbol[0], "y": symbol[1]}, symbol[2] if len(symbol) > 2 else 0
        look = dict(enumerate(looks)).get(which if isinstance(which, int) else 0)
    point, look = _point(place), as_object(look)
    if point is None:
        return None
    fill, angle = flat_color(look.get("fill")), length(look.get("angle"), 0.0, 360.0)
    match text(look.get("type")):
        case "rectangle":
            height, width, is_round = length(look.get("height"), 0.5), length(look.get("width"), 0.5), False
        case "ellipse":
            height, width, is_round = 2 * length(look.get("ry"), 0.25), 2 * length(look.get("rx"), 0.25), True
        case "text":
            size = length(look.get("size"), 0.5)
            return Shape(point, size, size, angle=angle, text=text(look.get("text")), ink=fill)
        case _:
            return None
    return Shape(point, height, width, is_round, angle, fill, flat_color(look.get("stroke")))


def _cages(grid: MakerGrid, config: Mapping[str, Any]) -> list[Cage]:
    color = text(as_object(as_object(config.get("style")).get("cage")).get("color"))
    found: list[Cage] = []
    for entry in map(as_object, as_list(config.get("cages"))):
        with reading(grid.draft, "a drawn cage"):
            found += drawn_cages(grid.draft, grid.cells(entry.get("cells")), text(entry.get("value")), color)
    return found


def _point(value: object) -> Point | None:
    x, y = (length(as_object(value).get(key), -99.0) for key in ("x", "y"))
    return (y, x) if min(x, y) > -99 else None
