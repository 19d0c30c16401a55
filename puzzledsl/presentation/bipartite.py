"""The graph of cells that must all differ and of the values that they may hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.presentation.colors import BLACK, WHITE
from puzzledsl.presentation.panels import Panel, panels
from puzzledsl.presentation.shapes import Circle, Paint, Polyline, TextShape, fitting

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from puzzledsl.model import Model
    from puzzledsl.presentation.picture import Picture
    from puzzledsl.presentation.shapes import Shape

KINDS = {
    "lost": (Paint(stroke="#c62828", width=0.04, dash=(0.16, 0.1)), "red, broken: in no matching of all cells"),
    "free": (Paint(stroke="#8a93a3", width=0.03), "thin: in another matching of all cells"),
    "matched": (Paint(stroke="#1565c0", width=0.1), "thick: a matching of all cells"),
}
"""The paint of each kind of edge, and what it says below the picture; later kinds are drawn over earlier ones."""

_APART, _HIGH = 1.1, 3.2


def bipartite(
    model: Model, name: str, rows: Sequence[Sequence[object]], edges: Mapping[str, Sequence[tuple[int, int]]]
) -> Picture:
    """The cells in a row, and the values in a row below.

    Args:
        rows: both.
        edges: by kind, in the order of `KINDS`: which cell may hold which value, as places in their rows.
    """
    shapes: list[Shape] = []
    for kind, (paint, _) in KINDS.items():
        shapes += [Polyline(((a * _APART, 0.0), (b * _APART, _HIGH)), paint, kind) for a, b in edges[kind]]
    for y, row in zip((0.0, _HIGH), rows, strict=True):
        for number, end in enumerate(map(str, row)):
            place = number * _APART, y
            shapes.append(Circle(place, 0.4, Paint(WHITE, BLACK, 0.03), "node"))
            shapes.append(TextShape(place, end, fitting(end, 0.34, 0.66), BLACK, role="label"))
    legend = tuple(text for kind, (_, text) in KINDS.items() if edges[kind])
    return panels(model, [[Panel(name, tuple(shapes), legend[::-1])]])
