"""Dots, letters and signs between two cells."""

from __future__ import annotations

from puzzledsl.formats.clues import MARKS, write_marks
from puzzledsl.formats.draft import cell_name
from puzzledsl.formats.drawing.geometry import around
from puzzledsl.formats.drawing.records import Shape, Stroke
from puzzledsl.formats.prose.lexicon import Stated
from puzzledsl.formats.prose.recognition import Recognition, fits
from puzzledsl.model import Cell
from puzzledsl.records import replace

Pair = tuple[Cell, Cell]

_TOTALS = {"x": 10, "v": 5}
_POINTS = {">": 0, "v": 1, "∨": 1, "˅": 1, "<": 2, "^": 3, "∧": 3, "˄": 3}
"""Where a sign points: 0 right, 1 down, 2 left, 3 up."""


def bind(recognition: Recognition) -> None:
    """Write the clues of marks between two cells, and the meaning of missing marks."""
    marks: dict[str, dict[int, list[Pair]]] = {rule: {} for rule in MARKS}
    for shape in recognition.shapes():
        pair = around(shape.center)
        if len(pair) != 2 or not all(map(recognition.draft.inside, pair)) or max(shape.height, shape.width) > 1.1:
            continue
        text = shape.text.strip().lower()
        if text in _TOTALS and recognition.stated(text):
            marks["xv"].setdefault(_TOTALS[text], []).append(pair)
            recognition.explain(shape)
        elif text in _POINTS and recognition.stated("less"):
            if ordered := _by_point(text, round(shape.angle / 90), pair):
                _write_less(recognition, *ordered)
                recognition.explain(shape)
        elif not text and shape.round and shape.height < 0.5 and (one := _dot(recognition, shape)):
            marks[one.entry.name].setdefault(MARKS[one.entry.name][1] or 0, []).append(pair)
            recognition.explain(shape)
    for stroke in filter(recognition.is_left, recognition.drawing.strokes) if recognition.stated("less") else ():
        found = _by_stroke(stroke)
        if found is not None and all(map(recognition.draft.inside, found)):
            _write_less(recognition, *found)
            recognition.explain(stroke)
    negative = replace(recognition.reading, stated=tuple(recognition.trusted)).missing_marks(marks)
    for one in recognition.stated("all_dots", "all_xv"):
        if any(len(around(shape.center)) == 2 for shape in recognition.shapes()):
            recognition.leave_out(
                one, "a mark without a known meaning is drawn, so that missing ones may have no meaning"
            )
            negative = {}
    write_marks(recognition.draft, marks, negative)
    there = [rule for rule in marks if marks[rule]]
    there += [letter for letter, total in _TOTALS.items() if total in marks["xv"]]
    recognition.leave_out_undrawn(recognition.stated("white_dot", "black_dot", "x", "v"), there)


def _dot(recognition: Recognition, shape: Shape) -> Stated | None:
    """The one rule of a dot by its colour; that of a rule which names none is the usual one."""
    if not (shape.fill or shape.border):
        return None
    stated = recognition.stated("white_dot", "black_dot")
    values = [(fits(one.colors or (one.entry.color,), shape.fill or "#ffffff"), one) for one in stated]
    best = max((value for value, _ in values), default=0.0)
    rules = {(one.entry.name, one.number): one for value, one in values if best >= 0.7 and value > best - 0.1}
    return next(iter(rules.values())) if len(rules) == 1 else None


def _by_point(text: str, turns: int, pair: Pair) -> Pair | None:
    """The smaller and the greater cell at a sign, turned by quarter turns clockwise."""
    point = (_POINTS[text] + turns) % 4
    if (pair[0][0] == pair[1][0]) != (point % 2 == 0):
        return None
    return (pair[1], pair[0]) if point in (0, 1) else pair


def _by_stroke(stroke: Stroke) -> Pair | None:
    """The smaller and the greater cell at a sign that is drawn as two short strokes across a side."""
    if len(stroke.points) != 3 or stroke.arrow:
        return None
    (ar, ac), (br, bc), (cr, cc) = stroke.points
    if max(abs(ar - cr), abs(ac - cc), abs(ar - br), abs(ac - bc)) > 0.7:
        return None
    pair = around(((min(ar, br, cr) + max(ar, br, cr)) / 2, (min(ac, bc, cc) + max(ac, bc, cc)) / 2))
    if len(pair) != 2:
        return None
    step = bc - (ac + cc) / 2 if pair[0][0] == pair[1][0] else br - (ar + cr) / 2
    return None if abs(step) < 0.03 else (pair[1], pair[0]) if step > 0 else pair


def _write_less(recognition: Recognition, low: Cell, high: Cell) -> None:
    a, b = cell_name(low), cell_name(high)
    recognition.draft.line(f"{a} < {b}" if low <= high else f"{b} > {a}", "less")
