"""Arrows whose sum is in a circle or pill."""

from __future__ import annotations

from puzzledsl.formats.draft import bracketed, cell_name
from puzzledsl.formats.drawing.colors import fit
from puzzledsl.formats.drawing.geometry import covered
from puzzledsl.formats.drawing.records import Shape
from puzzledsl.formats.prose.recognition import FITS, Recognition, fits
from puzzledsl.model import Cell


def bind(recognition: Recognition) -> None:
    """Write the clues of arrows."""
    stated = recognition.stated("arrow")
    colors = [color for one in stated for color in one.colors]
    for stroke in recognition.strokes(arrow=True) if stated else ():
        cells = recognition.path(stroke)
        if colors and fits(colors, stroke.color) < FITS and fit("gray", stroke.color) < 1:
            continue
        circles, pill = recognition.circles(cells[0]), _pill(recognition, cells[0])
        if circles:
            recognition.clue(f"arrow {cell_name(cells[0])}", cells[1:])
            recognition.explain(stroke, *circles)
        elif pill is not None:
            shape, inside = pill
            recognition.clue(f"arrow {bracketed(inside)}", [cell for cell in cells if cell not in inside])
            recognition.explain(stroke, shape)
    if stated and not any(stroke.arrow for stroke in recognition.drawing.strokes):
        recognition.leave_out(stated[0], "no arrow is drawn for this rule")


def _pill(recognition: Recognition, cell: Cell) -> tuple[Shape, tuple[Cell, ...]] | None:
    """The pill over a cell, and its cells: the digits of a number in reading order."""
    for shape in recognition.drawing.shapes:
        cells = covered(shape)
        upright = shape.round and not shape.angle and min(shape.height, shape.width) > 0.5
        if upright and 2 <= len(cells) <= 3 and cell in cells:
            return shape, cells
    return None
