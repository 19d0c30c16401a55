"""SudokuPad's object as records: the grid, what is drawn, the texts. Anything may be missing or of a wrong type."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

from puzzledsl.formats.bounds import LARGEST_SIDE, check_size, unreadable
from puzzledsl.formats.drawing.colors import flat_color
from puzzledsl.formats.drawing.records import Cage, Drawing, Point, Shape, Stroke
from puzzledsl.formats.json_values import as_list, as_object, length, objects, text
from puzzledsl.formats.sites.sudokupad.zipper import SITE
from puzzledsl.model import Cell
from puzzledsl.records import record

_MOST = 5_000
"""Lines, or shapes, of a drawing. Real ones have up to 2,000."""
_UNIT = 64
"""SudokuPad's thickness for the width of a cell."""


@record
class DrawnPuzzle:
    """What SudokuPad's object holds.

    Attributes:
        texts: title, author, rules, by name.
        givens: the texts of given cells.
        lines_of: groups that are rows and columns by declaration, where the grid has any.
        fog: there is fog.
        flags: global constraints that are switched on: ``antiknight``.
    """

    drawing: Drawing
    texts: dict[str, str]
    givens: dict[Cell, str]
    lines_of: tuple[tuple[Cell, ...], ...]
    fog: bool
    flags: tuple[str, ...]


def puzzle_of(found: dict[str, Any]) -> DrawnPuzzle:
    """The records of an object.

    Raises:
        PuzzleError: it has no grid.
    """
    rows = list(map(as_list, _list(found, "cells")))
    height, width = len(rows), max(map(len, rows), default=0)
    check_size(SITE, height, width)
    givens: dict[Cell, str] = {}
    for r, row in enumerate(rows, 1):
        for c, cell in enumerate(row, 1):
            content = as_object(cell)
            if (value := text(content.get("value"))) and content.get("given") is not False:
                givens[r, c] = value
    metadata = as_object(found.get("metadata"))
    texts = {key: _text(value) for key, value in metadata.items()}
    texts |= {key: texts.get(key) or text(found.get(key)) for key in ("title", "author", "rules")}
    cages, lines_of = _cages(found, texts, height, width)
    regions = tuple(cells for region in _list(found, "regions") if (cells := _cells(region, height, width)))
    drawing = Drawing(
        height,
        width,
        tuple(_strokes(found)),
        tuple(shape for key in ("underlays", "overlays") for item in _objects(found, key) for shape in _shapes(item)),
        cages,
        regions,
    )
    flags = tuple(str(name) for name in _list(found, "global"))
    flags += tuple(name for name in ("antiknight", "antiking") if metadata.get(name) in (True, "True", "true", "1"))
    fog = bool(_list(found, "foglight") or _list(found, "triggereffect") or "foglight" in texts)
    return DrawnPuzzle(drawing, texts, givens, lines_of, fog, flags)


def _strokes(found: dict[str, Any]) -> Iterator[Stroke]:
    for key in ("lines", "arrows"):
        for item in _objects(found, key):
            if str(item.get("target", "")).startswith("cell-g"):
                continue
            points = tuple(point for each in _list(item, "wayPoints")[:1_000] if (point := _point(each)) is not None)
            if not points and "fill" not in item and "mask" not in item:
                points = _svg_points(_text(item.get("d")))
            color = flat_color(item.get("color", item.get("stroke")))
            if len(points) >= 2 and color:
                yield Stroke(points, color, length(item.get("thickness"), 5, 1e6) / _UNIT, key == "arrows")


def _svg_points(path: str) -> tuple[Point, ...]:
    """The points of an SVG path in 64ths of a cell: ends of straight pieces, control points of round corners."""
    points: list[Point] = []
    for command, numbers in re.findall(r"([A-Za-z])([^A-Za-z]*)", path[:20_000]):
        values = [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", numbers)[:400]]
        pairs = list(zip(values[1::2], values[::2], strict=False))
        if command == "m" and pairs == [(0.0, 0.0)]:
            continue
        if (
            command not in "MLQ"
            or not pairs
            or len(values) % 2
            or any(max(pair) > 2 * LARGEST_SIDE * _UNIT for pair in pairs)
        ):
            return ()
        points += [(r / _UNIT, c / _UNIT) for r, c in pairs]
    return tuple(points)


def _shapes(item: Mapping[str, Any]) -> Iterator[Shape]:
    center, written = _point(item.get("center")), _text(item.get("text"))
    fill = flat_color(item.get("backgroundColor"))
    border = flat_color(item.get("borderColor"))
    if center and (written or fill or border):
        yield Shape(
            center,
            length(item.get("height"), 0, 1e6),
            length(item.get("width"), 0, 1e6),
            bool(item.get("rounded")),
            length(item.get("angle"), 0, 1e6),
            fill,
            border,
            written,
            flat_color(item.get("color", item.get("textColor"))),
        )


def _cages(
    found: dict[str, Any], texts: dict[str, str], height: int, width: int
) -> tuple[tuple[Cage, ...], tuple[tuple[Cell, ...], ...]]:
    """The cages; those without cells are texts, ``rules: …``, and some declare rows and columns."""
    cages: list[Cage] = []
    lines: list[tuple[Cell, ...]] = []
    for item in _objects(found, "cages"):
        cells = _cells(item.get("cells"), height, width)
        value = _text(item.get("value"))
        name, _, rest = (part.strip() for part in value.partition(":"))
        name = name.lower()
        if not cells or name == "foglight":
            before = texts.get(name, "")
            is_more = name == "rules" and before and rest not in before
            texts[name] = f"{before}\n{rest}" if is_more else before or rest
            continue
        if item.get("type") == "rowcol" and 1 in (len({row for row, _ in cells}), len({column for _, column in cells})):
            lines.append(cells)
            continue
        cages.append(
            Cage(
                cells,
                value or text(item.get("sum")),
                flat_color(item.get("outlineC", item.get("borderColor"))),
                bool(item.get("unique")),
                bool(item.get("hidden")) or item.get("style") == "hidden",
            )
        )
    return tuple(cages), tuple(lines)


def _cells(found: Any, height: int, width: int) -> tuple[Cell, ...]:
    cells: list[Cell] = []
    for item in as_list(found):
        point = _point(item)
        if point is not None and point[0] % 1 == point[1] % 1 == 0 <= min(point):
            r, c = int(point[0]) + 1, int(point[1]) + 1
            if r <= height and c <= width:
                cells.append((r, c))
    return tuple(dict.fromkeys(cells))


def _point(found: Any) -> Point | None:
    if not isinstance(found, list) or len(found) != 2:
        return None
    r, c = (length(part or 0, math.nan, 2 * LARGEST_SIDE) for part in found)
    return None if math.isnan(r + c) else (r, c)


def _text(found: Any) -> str:
    return "\n".join(map(text, found[:200])) if isinstance(found, list) else text(found)


def _list(found: Mapping[str, Any], key: str) -> list[Any]:
    value = as_list(found.get(key))
    if len(value) > _MOST:
        raise unreadable(SITE, f"it has {len(value):,} items of `{key}`; up to {_MOST:,} are read")
    return value


def _objects(found: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    return objects(_list(found, key))
