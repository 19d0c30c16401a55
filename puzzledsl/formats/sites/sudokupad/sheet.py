"""A drawing in the shapes of SudokuPad. Places are [row, column] in cells; the centre of r1c1 is [0.5, 0.5]."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from puzzledsl.presentation.geometry import outline

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from puzzledsl.model import Cell, Mark

LINE, THERMOMETER, THIN = 9.6, 19.2, 3.2
"""Thicknesses; a cell is 64 wide."""


class Sheet:
    """What is drawn so far."""

    def __init__(self, height: int, width: int) -> None:
        self.height, self.width = height, width
        self.cages: list[dict[str, Any]] = []
        self._lines: list[dict[str, Any]] = []
        self._arrows: list[dict[str, Any]] = []
        self._underlays: list[dict[str, Any]] = []
        self._overlays: list[dict[str, Any]] = []

    def parts(self) -> dict[str, Any]:
        """All that is drawn, by SudokuPad's keys."""
        found = {
            "cages": self.cages,
            "lines": self._lines,
            "arrows": self._arrows,
            "underlays": self._underlays,
            "overlays": self._overlays,
        }
        return {key: items for key, items in found.items() if items}

    # ── lines ────────────────────────────────────────────────────────────────────────────────────

    def line(self, cells: Iterable[Cell], color: str, thickness: float = LINE) -> None:
        """A line through the centres of cells."""
        self._lines.append({"wayPoints": [_centre(cell) for cell in cells], "color": color, "thickness": thickness})

    def thermometer(self, cells: Sequence[Cell], color: str) -> None:
        """A broad line with a bulb in the first cell."""
        if len(cells) > 1:
            self.line(cells, color, THERMOMETER)
        self.circle(cells[0], fill=color)

    def arrow(self, circle: Sequence[Cell], cells: Sequence[Cell]) -> None:
        """A circle or pill, and a thin arrow from its rim along the cells, the first of which is in the circle."""
        rows, columns = [r for r, _ in circle], [c for _, c in circle]
        tall, wide = max(rows) - min(rows), max(columns) - min(columns)
        centre = [(min(rows) + max(rows)) / 2 - 0.5, (min(columns) + max(columns)) / 2 - 0.5]
        self._underlays.append(
            {
                "center": centre,
                "width": wide + 0.8,
                "height": tall + 0.8,
                "rounded": True,
                "backgroundColor": "#ffffff",
                "borderColor": "#aaaaaa",
            }
        )
        points = [_centre(cell) for cell in cells]
        if len(points) > 1:
            (r, c), (s, d) = points[0], points[1]
            points[0] = [round(r + 0.4 * _sign(s - r), 3), round(c + 0.4 * _sign(d - c), 3)]
            self._arrow(points, "#aaaaaa", 0.35)

    def _arrow(self, points: list[list[float]], color: str, head: float) -> None:
        self._arrows.append({"wayPoints": points, "headLength": head, "color": color, "thickness": THIN})

    def diagonal(self, cells: Sequence[Cell]) -> None:
        """A thin line from corner to corner of a square grid."""
        first, last = cells[0], cells[-1]
        down, across = _sign(last[0] - first[0]) / 2, _sign(last[1] - first[1]) / 2
        start, end = _centre(first), _centre(last)
        ends = [[start[0] - down, start[1] - across], [end[0] + down, end[1] + across]]
        self._lines.append({"wayPoints": ends, "color": "#34bbe6", "thickness": 2})

    # ── shapes ───────────────────────────────────────────────────────────────────────────────────

    def circle(self, cell: Cell, fill: str = "", border: str = "", is_round: bool = True) -> None:
        """A circle, or a square, within a cell."""
        colors = {key: color for key, color in (("backgroundColor", fill), ("borderColor", border)) if color}
        shape: dict[str, Any] = {"center": _centre(cell), "width": 0.8, "height": 0.8}
        self._underlays.append(shape | ({"rounded": True} if is_round else {}) | colors)

    def square(self, cell: Cell, color: str) -> None:
        """A cell in a colour."""
        self._underlays.append({"center": _centre(cell), "width": 1, "height": 1, "backgroundColor": color})

    def dot(self, pair: Sequence[Cell], color: str) -> None:
        """A small circle on the side between two cells."""
        self._overlays.append(
            {
                "center": _middle(pair),
                "width": 0.33,
                "height": 0.33,
                "rounded": True,
                "backgroundColor": color,
                "borderColor": "#000000",
            }
        )

    def corner(self, cells: Sequence[Cell], text: str) -> None:
        """A small circle with a text around the corner of four cells."""
        self._overlays.append(
            {
                "center": _middle(cells),
                "width": 0.65,
                "height": 0.65,
                "rounded": True,
                "backgroundColor": "#ffffff",
                "borderColor": "#000000",
                "text": text,
                "color": "#000000",
                "fontSize": 14,
            }
        )

    def between(self, cells: Sequence[Cell], text: str) -> None:
        """A text on the side between two cells."""
        self._text(_middle(cells), text, "#000000", 16)

    def text(self, cell: Cell, text: str, color: str = "#000000") -> None:
        """A text in a cell, or beside the grid."""
        self._text(_centre(cell), text, color, 28)

    def _text(self, centre: list[float], text: str, color: str, size: float) -> None:
        self._overlays.append(
            {"center": centre, "width": 0, "height": 0.5, "text": text, "fontSize": size, "color": color}
        )

    def pointer(self, place: Cell, step: Cell, text: str) -> None:
        """A number outside with a small arrow along a diagonal.

        Args:
            step: rows and columns from each cell of the diagonal to the next.
        """
        r, c = _centre(place)
        self._text([r - 0.12 * step[0], c - 0.12 * step[1]], text, "#000000", 22)
        ends = [[round(r + far * step[0], 3), round(c + far * step[1], 3)] for far in (0.234, 0.432)]
        self._arrow(ends, "#000000", 0.18)

    def cage(self, cells: Sequence[Cell], text: str, distinct: bool, color: str = "") -> None:
        """A dashed cage with a number in its corner, which SudokuPad checks if values must differ."""
        cage: dict[str, Any] = {"cells": [[r - 1, c - 1] for r, c in cells], "value": text, "unique": distinct}
        if text.isdecimal() and len(text) < 10:
            cage["sum"] = int(text)
        self.cages.append(cage | ({"borderColor": color} if color else {}))

    # ── marks of a model ─────────────────────────────────────────────────────────────────────────

    def mark(self, mark: Mark) -> None:
        """A mark as puzzledsl draws it, in the shapes that there are here."""
        cells, color = mark.cells, mark.color
        match mark.kind:
            case "line" | "diagonal" | "edge":
                self.line(cells, color or "#b0b0b0", THIN if mark.kind == "diagonal" else LINE)
                if mark.text:
                    self._text(_centre(cells[0]), mark.text, "#000000", 12)
            case "arrow":
                self.arrow(cells[:1], cells)
            case "thermometer":
                self.thermometer(cells, color or "#cccccc")
            case "cage":
                # Not a cage of the site: that would be one whose values must differ, with their sum.
                for loop in outline(cells, 0.1):
                    points = [[round(y, 3), round(x, 3)] for x, y in (*loop, loop[0])]
                    self._lines.append({"wayPoints": points, "color": color or "#8a6d3b", "thickness": 2})
                if mark.text:
                    self._text([cells[0][0] - 0.78, cells[0][1] - 0.78], mark.text, color or "#8a6d3b", 12)
            case "dot":
                for pair in pairwise(cells):
                    self.dot(pair, color or "#ffffff")
                    if mark.text:
                        self._text(_middle(pair), mark.text, "#ff0000", 12)
            case "circle" | "diamond":
                for cell in cells:
                    self.circle(cell, fill=color, border="#666666", is_round=mark.kind == "circle")
                    if mark.kind == "diamond":
                        self._underlays[-1] |= {"width": 0.6, "height": 0.6, "angle": 45}
                if mark.text:
                    self._text(_centre(cells[0]), mark.text, "#000000", 12)
            case "square" | "shade":
                for cell in cells:
                    self.square(cell, color or "#e3e3e3")
                    if mark.text:
                        self._text([cell[0] - 0.8, cell[1] - 0.8], mark.text, "#666666", 12)
            case "text" | "digit":
                self._text(_middle(cells), mark.text, color or "#000000", 16)
            case "less":
                for small, large in pairwise(cells):
                    level = small[0] == large[0]
                    self.between((small, large), ("<" if level else "^") if small < large else (">" if level else "v"))
            case "outside":
                (r, c), following = cells[0], cells[1] if len(cells) > 1 else cells[0]
                self.text((2 * r - following[0], 2 * c - following[1]), mark.text, color or "#000000")


def _centre(cell: Cell) -> list[float]:
    return [cell[0] - 0.5, cell[1] - 0.5]


def _middle(cells: Sequence[Cell]) -> list[float]:
    return [sum(r for r, _ in cells) / len(cells) - 0.5, sum(c for _, c in cells) / len(cells) - 0.5]


def _sign(x: float) -> int:
    return (x > 0) - (x < 0)
