"""``thermometer``: a bulb in the first cell and a broad line from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.presentation.colors import band
from puzzledsl.presentation.geometry import centre
from puzzledsl.presentation.marks import Kind, Site, each
from puzzledsl.presentation.marks.line import path
from puzzledsl.presentation.shapes import Circle, Paint, Shape

if TYPE_CHECKING:
    from puzzledsl.model import Mark


def shapes(mark: Mark, _site: Site) -> list[Shape]:
    """A bulb and a path."""
    color = band(mark.color, "#cfcfcf")
    bulb = Circle(centre(mark.cells[0]), 0.38, Paint(fill=color), "thermometer")
    return [bulb, *path(mark, color, "thermometer", 0.28, 0.14)]


KIND = Kind(15, each(shapes))
