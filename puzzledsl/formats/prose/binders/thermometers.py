"""Thermometers: strokes that begin at a bulb of their colour, also those that branch."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from puzzledsl.formats.draft import cell_list
from puzzledsl.formats.drawing.colors import fit
from puzzledsl.formats.drawing.records import Shape, Stroke
from puzzledsl.formats.prose.recognition import FITS, Recognition, fits
from puzzledsl.model import Cell

_ALIKE = 30
"""Colours that differ by less, out of 255, may be meant to be the same."""


def bind(recognition: Recognition) -> None:
    """Write the clues of thermometers."""
    stated = recognition.about("thermo")
    if not stated:
        return
    lines: dict[int, tuple[Cell, ...]] = {}
    bulbs: dict[int, list[Shape]] = {}
    strokes = [stroke for stroke in recognition.strokes() if stroke.width >= 0.1]
    ending: defaultdict[Cell, list[Stroke]] = defaultdict(list)
    for stroke in strokes:
        for cell in _ends(recognition, stroke):
            ending[cell].append(stroke)
    for stroke in strokes:
        for cells in (recognition.path(stroke), recognition.path(stroke)[::-1]):
            found = [shape for shape in recognition.circles(cells[0]) if _is_bulb(shape, stroke, ending[cells[0]])]
            if found and id(stroke) not in lines:
                lines[id(stroke)], bulbs[id(stroke)] = cells, found
    grown = {(cell, stroke.color) for stroke in strokes for cell in lines.get(id(stroke), ())}
    while near := [
        s for s in strokes if id(s) not in lines and s.width >= 0.2 and (recognition.path(s)[0], s.color) in grown
    ]:
        for stroke in near:
            lines[id(stroke)] = recognition.path(stroke)
            grown.update((cell, stroke.color) for cell in recognition.path(stroke))
    ringed = [s for s in strokes if all(map(recognition.circles, _ends(recognition, s)))]
    between = [one for one in recognition.about("line") if one.entry.shape == "circles"]
    if between and all(id(stroke) in lines for stroke in ringed):  # no line is certainly of the other rule
        for stroke in ringed:
            where = cell_list(lines.pop(id(stroke)))
            recognition.leave_out(between[0], f"the line {where} is a thermometer, or what this rule is about")
            recognition.explain(stroke)
    for stroke in strokes:
        cells, rule = lines.get(id(stroke), ()), _rule(recognition, stroke)
        if cells and rule and len(set(cells)) == len(cells):
            recognition.clue(rule, cells)
            recognition.explain(stroke, *bulbs.get(id(stroke), ()))
    if all(map(recognition.is_left, strokes)):
        recognition.leave_out(stated[0], "no thermometer is drawn for this rule")


def _rule(recognition: Recognition, stroke: Stroke) -> str:
    """The one rule that is stated of thermometers of a colour; gray is the usual one."""
    stated = recognition.about("thermo")
    rules = {one.entry.name for one in stated}
    if len(rules) > 1:
        named = [(fits(one.colors, stroke.color), one) for one in stated if one.colors]
        best = max((value for value, _ in named), default=0.0)
        rules = {one.entry.name for value, one in named if value > best - 0.1} if best >= FITS else set()
    elif not (any(not one.colors or fits(one.colors, stroke.color) for one in stated) or fit("gray", stroke.color)):
        return ""
    return rules.pop() if len(rules) == 1 else ""


def _is_bulb(shape: Shape, stroke: Stroke, ending: Sequence[Stroke]) -> bool:
    """Whether a circle where strokes end is the bulb of one: nearly of its colour, and not more of another's."""
    difference = _difference(shape, stroke)
    return difference < _ALIKE and all(_difference(shape, other) >= difference for other in ending)


def _ends(recognition: Recognition, stroke: Stroke) -> tuple[Cell, Cell]:
    cells = recognition.path(stroke)
    return cells[0], cells[-1]


def _difference(shape: Shape, stroke: Stroke) -> float:
    """How much the colours of a circle and a stroke differ; grays may differ more than others."""
    color, other = shape.fill or shape.border, stroke.color
    if not color:
        return _ALIKE
    scale = 3 / 8 if fit("gray", color) == fit("gray", other) == 1 else 1
    parts = zip(bytes.fromhex(color[1:]), bytes.fromhex(other[1:]), strict=True)
    return scale * max(abs(a - b) for a, b in parts)
