"""What is drawn in Sudoku Maker without a rule: lines, cages, symbols. `formats.drawings` holds it against the text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from puzzledsl.formats.clues import ClueError, distinct
from puzzledsl.formats.drawings.colors import flat_color
from puzzledsl.formats.drawings.records import Cage, Drawing, Shape, Stroke
from puzzledsl.formats.json_values import shown, text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from puzzledsl.formats.drawings.records import Point
    from puzzledsl.formats.sites.sudoku_maker.puzzle import Puzzle

LINES, CAGES, SYMBOLS = 2000, 2001, 2002


def drawing_of(puzzle: Puzzle) -> Drawing:
    """All drawings. Cages that only carry fog are named."""
    strokes: list[Stroke] = []
    shapes: list[Shape] = []
    cages: list[Cage] = []
    for config in puzzle.of_type(LINES):
        strokes += _strokes(config)
    for config in puzzle.of_type(SYMBOLS):
        shapes += _symbols(puzzle, config)
    for config in puzzle.of_type(CAGES):
        cages += _cages(puzzle, config)
    return Drawing(puzzle.draft.height, puzzle.draft.width, tuple(strokes), tuple(shapes), tuple(cages))


def _strokes(config: Mapping[str, Any]) -> list[Stroke]:
    style = _style(config.get("style"))
    color, width = flat_color(style.get("color")), _length(style.get("thickness"), 0.15)
    lines = config.get("lines")
    found = [
        tuple(point for value in line if (point := _point(value)) is not None)
        for line in (lines if isinstance(lines, list) else [])
        if isinstance(line, list)
    ]
    return [Stroke(points, color, width) for points in found if len(points) > 1]


def _symbols(puzzle: Puzzle, config: Mapping[str, Any]) -> list[Shape]:
    """Symbols: each with its look, or with the number of a look in a list that they share."""
    listed, looks = config.get("symbols"), config.get("params")
    shared = looks if isinstance(looks, list) else []
    found: list[Shape] = []
    for entry in listed if isinstance(listed, list) else []:
        if isinstance(entry, list) and len(entry) >= 2:
            at = _point({"x": entry[0], "y": entry[1]})
            which = entry[2] if len(entry) > 2 and isinstance(entry[2], int) else 0
            look = shared[which] if 0 <= which < len(shared) else None
        elif isinstance(entry, dict):
            at, look = _point(entry.get("position")), entry.get("params")
        else:
            continue
        shape = _shape(at, look) if at is not None and isinstance(look, dict) else None
        if shape is None:
            called = f" of “{config['name']}”" if config["name"] else ""
            puzzle.draft.leave_out(f"a drawn symbol{called} has no rule of its own")
        else:
            found.append(shape)
    return found


def _shape(at: Point, look: Mapping[str, Any]) -> Shape | None:
    angle = _length(look.get("angle"), 0.0, 360.0)
    fill, border = flat_color(look.get("fill")), flat_color(look.get("stroke"))
    match text(look.get("type")):
        case "rectangle":
            height, width = _length(look.get("height"), 0.5), _length(look.get("width"), 0.5)
            return Shape(at, height, width, angle=angle, fill=fill, border=border)
        case "ellipse":
            height, width = 2 * _length(look.get("ry"), 0.25), 2 * _length(look.get("rx"), 0.25)
            return Shape(at, height, width, round=True, angle=angle, fill=fill, border=border)
        case "text":
            size = _length(look.get("size"), 0.5)
            return Shape(at, size, size, angle=angle, text=text(look.get("text")), ink=fill)
        case _:
            return None


def _cages(puzzle: Puzzle, config: Mapping[str, Any]) -> list[Cage]:
    color = flat_color(_style(_style(config.get("style")).get("cage")).get("color"))
    listed = config.get("cages")
    found: list[Cage] = []
    for entry in listed if isinstance(listed, list) else []:
        value = text(entry.get("value")) if isinstance(entry, dict) else ""
        if value.lower() in ("foglight", "fow"):
            puzzle.draft.leave_out("fog hides clues until digits are found; the model shows all clues at once")
            continue
        try:
            inside = distinct(puzzle.grid.cells(entry.get("cells") if isinstance(entry, dict) else None))
        except ClueError as error:
            puzzle.draft.leave_out(f"a drawn cage is left out: {error}")
            continue
        if inside:
            found.append(Cage(tuple(inside), value, color))
        elif value:
            puzzle.draft.leave_out(f"a drawn cage with {shown(value)} has no cells")
    return found


def _style(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _point(value: object) -> Point | None:
    if not isinstance(value, dict):
        return None
    x, y = _length(value.get("x"), -99.0), _length(value.get("y"), -99.0)
    return (y, x) if x > -99 and y > -99 else None


def _length(value: object, usual: float, most: float = 98.0) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not -most <= value <= most:
        return usual
    return float(value)
