"""Circles on the corners of cells."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.formats.drawing.geometry import corner_at

if TYPE_CHECKING:
    from puzzledsl.formats.drawing.records import Shape
    from puzzledsl.formats.prose.recognition import Recognition
    from puzzledsl.model import Cell


def bind(recognition: Recognition) -> None:
    """Write the clues of circles with numbers on corners, if one rule is stated of them."""
    stated = recognition.about("corner")
    if len(stated) < sum(one.entry.mark == "corner" for one in recognition.reading.stated):
        for one in stated:
            recognition.leave_out(one, "another rule of such circles is in doubt")
        return
    if not stated:
        return
    marks: dict[tuple[Cell, ...], list[Shape]] = {}
    for shape in recognition.shapes():
        row, column = round(shape.center[0]), round(shape.center[1])
        cells = corner_at((row, column))
        near = abs(shape.center[0] - row) < 0.3 and abs(shape.center[1] - column) < 0.3
        if cells and near and all(map(recognition.draft.inside, cells)) and shape.height <= 0.9:
            marks.setdefault(cells, []).append(shape)
    done = False
    for cells, shapes in marks.items():
        ring = any(shape.round and (shape.fill or shape.border) for shape in shapes)
        texts = {(round(s.center[0], 1), round(s.center[1], 2)): s.text for s in shapes if s.text.strip()}
        words = " ".join(texts[place] for place in sorted(texts))
        if not ring or not re.fullmatch(r"[\d\s,]+", words) or len({one.entry.name for one in stated}) > 1:
            continue
        if stated[0].entry.name == "corner sum":
            recognition.clue(f"total {''.join(words.split())}", cells)
        elif recognition.draft.highest <= 9 and not (len(texts) > 1 and re.search(r"\d\d", words)):
            recognition.clue(f"contains {' '.join(re.findall('[0-9]', words))}", cells)
        else:
            continue
        recognition.explain(*shapes)
        done = True
    if not done:
        recognition.leave_out(stated[0], "no circle that is certainly meant is drawn for this rule")
