"""Circles on the corners of cells."""

from __future__ import annotations

import re

from puzzledsl.formats.drawing.geometry import around
from puzzledsl.formats.drawing.records import Shape
from puzzledsl.formats.prose.recognition import Recognition
from puzzledsl.model import Cell


def bind(recognition: Recognition) -> None:
    """Write the clues of circles with numbers on corners."""
    stated = recognition.about("corner")
    if not stated:
        return
    marks: dict[tuple[Cell, ...], list[Shape]] = {}
    for shape in recognition.shapes():
        row, column = map(round, shape.center)
        cells = around((row, column))
        near = abs(shape.center[0] - row) < 0.3 and abs(shape.center[1] - column) < 0.3
        if near and all(map(recognition.draft.inside, cells)) and shape.height <= 0.9:
            marks.setdefault(cells, []).append(shape)
    done = False
    for cells, shapes in marks.items():
        ring = any(shape.round and (shape.fill or shape.border) for shape in shapes)
        texts = {(round(s.center[0], 1), round(s.center[1], 2)): s.text for s in shapes if s.text.strip()}
        words = " ".join(texts[place] for place in sorted(texts))
        is_clear = ring and re.fullmatch(r"[\d\s,]+", words) and not (len(texts) > 1 and re.search(r"\d\d", words))
        if is_clear and recognition.draft.highest <= 9:
            recognition.clue(f"{recognition.words(stated[0])} {' '.join(re.findall('[0-9]', words))}", cells)
            recognition.explain(*shapes)
            done = True
    if not done:
        recognition.leave_out(stated[0], "no circle that is certainly meant is drawn for this rule")
