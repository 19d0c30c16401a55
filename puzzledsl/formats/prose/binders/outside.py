"""Numbers outside the grid, with or without an arrow."""

from __future__ import annotations

import re
from math import dist

from puzzledsl.formats.clue_places import diagonal_from, line_from
from puzzledsl.formats.drawing.geometry import cell_of
from puzzledsl.formats.drawing.records import Point, Shape, Stroke
from puzzledsl.formats.prose.recognition import FITS, Recognition, fits
from puzzledsl.model import Cell


def bind(recognition: Recognition) -> None:
    """Write the clues outside the grid."""
    stated = [one for one in recognition.about("outside") if one.entry.name != "heights"]
    if not stated:
        return
    numbers = [
        s
        for s in recognition.shapes()
        if re.fullmatch(r"\d{1,3}", s.text.strip()) and _is_outside(recognition, s.center)
    ]
    done: set[str] = set()
    for stroke in recognition.drawing.strokes if recognition.stated("little_killer") else ():
        line = _ray(recognition, stroke)
        near = sorted(numbers, key=lambda shape: dist(shape.center, stroke.points[0]))
        if line and near and dist(near[0].center, stroke.points[0]) < 1.2:
            recognition.clue(f"little_killer {near[0].text.strip()}", line)
            recognition.explain(stroke, *(s for s in numbers if dist(s.center, near[0].center) < 0.05))
            done.add("little_killer")
    inked = len({shape.ink for shape in numbers}) > 1
    others = [one for one in stated if one.entry.name != "little_killer"]
    for shape in filter(recognition.is_left, numbers):
        line = _facing(recognition, shape)
        rules = {one.entry.name for one in others}
        if inked and any(one.colors for one in others):
            rules = {one.entry.name for one in others if fits(one.colors, shape.ink or "#000000") >= FITS}
        if line and len(rules) == 1:
            (name,) = rules
            recognition.clue(f"{name} {shape.text.strip()}", sorted(line) if name == "sandwich" else line)
            recognition.explain(shape)
            done.add(name)
    recognition.leave_out_undrawn(stated, done)


def _is_outside(recognition: Recognition, point: Point) -> bool:
    r, c = point
    return not (0.1 < r < recognition.drawing.height - 0.1 and 0.1 < c < recognition.drawing.width - 0.1)


def _facing(recognition: Recognition, shape: Shape) -> list[Cell]:
    """The row or column that begins at a number beside the grid."""
    r, c = shape.center
    height, width = recognition.drawing.height, recognition.drawing.width
    off = r % 1 if 0 < r < height else c % 1
    if abs(off - 0.5) > 0.3 or not (-1.2 < r < height + 1.2 and -1.2 < c < width + 1.2):
        return []
    return line_from(recognition.draft, cell_of((r, c)))


def _ray(recognition: Recognition, stroke: Stroke) -> list[Cell]:
    """The cells before an arrow that begins outside the grid and points into it, diagonally."""
    (r, c), (s, d) = stroke.points[0], stroke.points[-1]
    down, right = s - r, d - c
    if not stroke.arrow or len(stroke.points) != 2 or not _is_outside(recognition, (r, c)):
        return []
    if not down or not right or not 0.7 < abs(down / right) < 1.4:
        return []
    step = (1 if down > 0 else -1, 1 if right > 0 else -1)
    at = cell_of((s + 0.3 * step[0], d + 0.3 * step[1]))
    before = (at[0] - step[0], at[1] - step[1])
    return diagonal_from(recognition.draft, before if recognition.draft.inside(at) else at, step)
