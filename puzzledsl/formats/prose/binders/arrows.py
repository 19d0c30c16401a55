"""Arrows whose sum is in a circle or pill."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.formats.draft import cell_name
from puzzledsl.formats.drawing.colors import fit
from puzzledsl.formats.drawing.geometry import covered
from puzzledsl.formats.prose.recognition import FITS, fits

if TYPE_CHECKING:
    from puzzledsl.formats.drawing.records import Shape
    from puzzledsl.formats.prose.recognition import Recognition
    from puzzledsl.model import Cell


def bind(it: Recognition) -> None:
    """Write the clues of arrows."""
    stated = it.stated("arrow")
    colors = [color for one in stated for color in one.colors]
    for stroke in it.strokes(arrow=True) if stated else ():
        cells = it.path(stroke)
        if colors and fits(colors, stroke.color) < FITS and fit("gray", stroke.color) < 1:
            continue
        circles, pill = it.circles(cells[0]), _pill(it, cells[0])
        if circles:
            it.clue(f"arrow {cell_name(cells[0])}", cells[1:])
            it.explain(stroke, *circles)
        elif pill is not None:
            shape, inside = pill
            it.clue(f"arrow [{', '.join(map(cell_name, inside))}]", [cell for cell in cells if cell not in inside])
            it.explain(stroke, shape)
    if stated and not any(stroke.arrow for stroke in it.drawing.strokes):
        it.leave_out(stated[0], "no arrow is drawn for this rule")


def _pill(it: Recognition, cell: Cell) -> tuple[Shape, tuple[Cell, ...]] | None:
    """The pill over a cell, and its cells: the digits of a number in reading order."""
    for shape in it.drawing.shapes:
        cells = covered(shape)
        upright = shape.round and not shape.angle and min(shape.height, shape.width) > 0.5
        if upright and 2 <= len(cells) <= 3 and cell in cells:
            return shape, cells
    return None
