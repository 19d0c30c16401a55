"""SudokuPad's object as records: the grid, what is drawn, the texts. Anything may be missing or of a wrong type."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any

from puzzledsl.formats.bounds import LARGEST_SIDE, unreadable
from puzzledsl.formats.drawing.colors import flat_color
from puzzledsl.formats.drawing.records import Cage, Drawing, Shape, Stroke
from puzzledsl.formats.sites.sudokupad.zipper import SITE
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from puzzledsl.formats.drawing.records import Point
    from puzzledsl.model import Cell

_MOST = 5_000
"""Lines, or shapes, of a drawing. Real ones have up to 2,000."""
_UNIT = 64
"""SudokuPad's thickness for the width of a cell."""


@record(slots=True)
class Puzzle:
    """What SudokuPad's object holds.

    Attributes:
        texts: title, author, rules, by name.
        givens: the texts of given cells.
        marks: the candidates that are given for a cell.
        lines_of: groups that are rows and columns by declaration, where the grid has any.
        fog: there is fog.
        flags: global constraints that are switched on: ``antiknight``.
    """

    drawing: Drawing
    texts: dict[str, str]
    givens: dict[Cell, str]
    marks: dict[Cell, tuple[str, ...]]
    lines_of: tuple[tuple[Cell, ...], ...]
    fog: bool
    flags: tuple[str, ...]


def puzzle_of(found: dict[str, Any]) -> Puzzle:
    """The records of an object.

    Raises:
        PuzzleError: it has no grid.
    """
    rows = [row if isinstance(row, list) else [] for row in _list(found, "cells")]
    height, width = len(rows), max((len(row) for row in rows), default=0)
    if not (0 < height <= LARGEST_SIDE and 0 < width <= LARGEST_SIDE):
        raise unreadable(SITE, f"a grid of {height} × {width} cells; each side may have 1 to {LARGEST_SIDE}")
    givens: dict[Cell, str] = {}
    marks: dict[Cell, tuple[str, ...]] = {}
    for r, row in enumerate(rows, 1):
        for c, cell in enumerate(row, 1):
            if isinstance(cell, dict):
                value = cell.get("value")
                if value not in (None, "", False) and cell.get("given") is not False:
                    givens[r, c] = str(value).strip()
    texts = {key: _text(value) for key, value in _dict(found, "metadata").items()}
    for key in ("title", "author", "rules"):
        if not texts.get(key) and isinstance(found.get(key), str):
            texts[key] = found[key]
    cages, lines_of = _cages(found, texts, height, width)
    regions = tuple(cells for region in _list(found, "regions") if (cells := _cells(region, height, width)))
    drawing = Drawing(
        height,
        width,
        tuple(_strokes(found)),
        tuple(shape for key in ("underlays", "overlays") for item in _list(found, key) for shape in _shapes(item)),
        cages,
        regions,
    )
    flags = tuple(str(name) for name in _list(found, "global"))
    flags += tuple(name for name in ("antiknight", "antiking") if texts.get(name) in ("True", "true", "1"))
    fog = bool(_list(found, "foglight") or _list(found, "triggereffect") or "foglight" in texts)
    return Puzzle(drawing, texts, givens, marks, lines_of, fog, flags)


def _strokes(found: dict[str, Any]) -> Iterator[Stroke]:
    for key in ("lines", "arrows"):
        for item in _list(found, key):
            if not isinstance(item, dict) or str(item.get("target", "")).startswith("cell-g"):
                continue
            points = tuple(point for each in _list(item, "wayPoints")[:1_000] if (point := _point(each)) is not None)
            if not points and "fill" not in item and "mask" not in item:
                points = _svg_points(_text(item.get("d")))
            color = flat_color(item.get("color", item.get("stroke")))
            if len(points) >= 2 and color:
                yield Stroke(points, color, _number(item.get("thickness"), 5) / _UNIT, key == "arrows")


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


def _shapes(item: Any) -> Iterator[Shape]:
    center = _point(item.get("center")) if isinstance(item, dict) else None
    if center is None:
        return
    text = _text(item.get("text")).strip()
    fill = flat_color(item.get("backgroundColor"))
    border = flat_color(item.get("borderColor"))
    if text or fill or border:
        yield Shape(
            center,
            _number(item.get("height"), 0),
            _number(item.get("width"), 0),
            bool(item.get("rounded")),
            _number(item.get("angle"), 0),
            fill,
            border,
            text,
            flat_color(item.get("color", item.get("textColor"))),
        )


def _cages(
    found: dict[str, Any], texts: dict[str, str], height: int, width: int
) -> tuple[tuple[Cage, ...], tuple[tuple[Cell, ...], ...]]:
    """The cages; those without cells are texts, ``rules: …``, and some declare rows and columns."""
    cages: list[Cage] = []
    lines: list[tuple[Cell, ...]] = []
    for item in _list(found, "cages"):
        if not isinstance(item, dict):
            continue
        cells = _cells(item.get("cells"), height, width)
        value = _text(item.get("value")).strip()
        key, colon, rest = value.partition(":")
        if not cells or key.strip().lower() == "foglight":
            if colon and rest.strip():
                name = key.strip().lower()
                before = texts.get(name, "")
                texts[name] = (
                    f"{before}\n{rest.strip()}"
                    if name == "rules" and before and rest.strip() not in before
                    else before or rest.strip()
                )
            elif key.strip().lower() == "foglight":
                texts["foglight"] = "yes"
            continue
        if item.get("type") == "rowcol" and 1 in (len({row for row, _ in cells}), len({column for _, column in cells})):
            lines.append(cells)
            continue
        if not value and item.get("sum") is not None:
            value = _text(item.get("sum"))
        cages.append(
            Cage(
                cells,
                value,
                flat_color(item.get("outlineC", item.get("borderColor"))),
                bool(item.get("unique")),
                bool(item.get("hidden")) or item.get("style") == "hidden",
            )
        )
    return tuple(cages), tuple(lines)


def _cells(found: Any, height: int, width: int) -> tuple[Cell, ...]:
    cells: list[Cell] = []
    for item in found if isinstance(found, list) else ():
        point = _point(item)
        if point is not None and point[0] == int(point[0]) and point[1] == int(point[1]):
            r, c = int(point[0]) + 1, int(point[1]) + 1
            if 1 <= r <= height and 1 <= c <= width:
                cells.append((r, c))
    return tuple(dict.fromkeys(cells))


def _point(found: Any) -> Point | None:
    if not isinstance(found, list) or len(found) != 2:
        return None
    r, c = (_number(part if part is not None else 0, math.nan) for part in found)
    return None if math.isnan(r) or math.isnan(c) or max(abs(r), abs(c)) > 2 * LARGEST_SIDE else (r, c)


def _number(found: Any, otherwise: float) -> float:
    if isinstance(found, str) and re.fullmatch(r"-?\d{1,6}(?:\.\d{1,12})?", found):
        return float(found)
    if (
        isinstance(found, (int, float))
        and not isinstance(found, bool)
        and abs(found) < 1e6  # false of NaN and infinity; an integer may be too large for a float
    ):
        return float(found)
    return otherwise


def _text(found: Any) -> str:
    if isinstance(found, list):
        return "\n".join(_text(part) for part in found[:200] if not isinstance(part, (list, dict)))
    return "" if found is None or isinstance(found, dict) else str(found)


def _list(found: dict[str, Any], key: str) -> list[Any]:
    value = found.get(key)
    if isinstance(value, list) and len(value) > _MOST:
        raise unreadable(SITE, f"it has {len(value):,} items of `{key}`; up to {_MOST:,} are read")
    return value if isinstance(value, list) else []


def _dict(found: dict[str, Any], key: str) -> dict[str, Any]:
    value = found.get(key)
    return value if isinstance(value, dict) else {}
