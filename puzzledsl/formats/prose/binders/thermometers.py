"""Thermometers: strokes that begin at a bulb of their colour, also those that branch."""

from __future__ import annotations

from puzzledsl.formats.drawing.colors import fit
from puzzledsl.formats.drawing.records import Shape, Stroke
from puzzledsl.formats.prose.recognition import FITS, Recognition, fits
from puzzledsl.model import Cell


def bind(recognition: Recognition) -> None:
    """Write the clues of thermometers."""
    stated = recognition.about("thermo")
    if not stated:
        return
    lines: dict[int, tuple[Cell, ...]] = {}
    bulbs: dict[int, list[Shape]] = {}
    strokes = [stroke for stroke in recognition.strokes() if stroke.width >= 0.1]
    for stroke in strokes:
        for cells in (recognition.path(stroke), recognition.path(stroke)[::-1]):
            found = [shape for shape in recognition.circles(cells[0]) if is_alike(shape, stroke)]
            if found and id(stroke) not in lines:
                lines[id(stroke)], bulbs[id(stroke)] = cells, found
    grown = {(cell, stroke.color) for stroke in strokes for cell in lines.get(id(stroke), ())}
    while near := [
        s for s in strokes if id(s) not in lines and s.width >= 0.2 and (recognition.path(s)[0], s.color) in grown
    ]:
        for stroke in near:
            lines[id(stroke)] = recognition.path(stroke)
            grown.update((cell, stroke.color) for cell in recognition.path(stroke))
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


def is_alike(shape: Shape, stroke: Stroke) -> bool:
    """Whether a bulb belongs to a stroke: nearly its colour."""
    return any(_is_near(color, stroke.color) for color in (shape.fill, shape.border) if color)


def _is_near(color: str, other: str) -> bool:
    limit = 80 if fit("gray", color) == fit("gray", other) == 1 else 30
    return all(abs(a - b) < limit for a, b in zip(*(bytes.fromhex(each[1:]) for each in (color, other)), strict=True))
