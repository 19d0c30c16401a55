"""Dots, letters and signs between two cells."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.formats.draft import cell_name
from puzzledsl.formats.drawing.geometry import side_at
from puzzledsl.formats.prose.recognition import fits

if TYPE_CHECKING:
    from collections.abc import Iterable

    from puzzledsl.formats.drawing.records import Shape, Stroke
    from puzzledsl.formats.prose.lexicon import Stated
    from puzzledsl.formats.prose.recognition import Recognition
    from puzzledsl.model import Cell

    Pair = tuple[Cell, Cell]

_POINTS = {">": 0, "v": 1, "∨": 1, "˅": 1, "<": 2, "^": 3, "∧": 3, "˄": 3}
"""Where a sign points: 0 right, 1 down, 2 left, 3 up."""


def bind(it: Recognition) -> None:
    """Write the clues of marks between two cells, and what missing ones say."""
    marked: dict[str, list[Pair]] = {}
    for shape in it.shapes():
        pair = side_at(shape.center)
        if pair is None or not all(map(it.draft.inside, pair)) or max(shape.height, shape.width) > 1.1:
            continue
        text = shape.text.strip().lower()
        if text in ("x", "v") and (stated := it.stated(text)):
            it.clue(stated[0].entry.clue, pair)
            marked.setdefault(text, []).append(pair)
            it.explain(shape)
        elif text in _POINTS and it.stated("less"):
            if ordered := _by_point(text, round(shape.angle / 90), pair):
                _write_less(it, *ordered)
                it.explain(shape)
        elif not text and shape.round and shape.height < 0.5 and (one := _dot(it, shape)):
            words = one.entry.clue.replace("{n}", str(one.number)) or one.entry.name
            it.clue(words, pair, "dots")
            marked.setdefault(words, []).append(pair)
            it.explain(shape)
    for stroke in it.drawing.strokes if it.stated("less") else ():
        found = _by_stroke(stroke) if it.is_left(stroke) else None
        if found is not None and all(map(it.draft.inside, found)):
            _write_less(it, *found)
            it.explain(stroke)
    _bind_missing(it, marked)
    for one in (*it.about("dot"), *it.stated("x", "v")):
        name = one.entry.clue.replace("{n}", str(one.number)) if one.entry.mark == "dot" else one.entry.name
        if not one.entry.name.startswith("all_") and (name or one.entry.name) not in marked:
            it.leave_out(one, "nothing that is certainly meant is drawn for this rule")


def _dot(it: Recognition, shape: Shape) -> Stated | None:
    """The one rule of a dot by its colour; that of a rule which names none is the usual one."""
    if not (shape.fill or shape.border):
        return None
    stated = [one for one in it.about("dot") if not one.entry.name.startswith("all_")]
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
    pair = side_at(((min(ar, br, cr) + max(ar, br, cr)) / 2, (min(ac, bc, cc) + max(ac, bc, cc)) / 2))
    if pair is None:
        return None
    step = bc - (ac + cc) / 2 if pair[0][0] == pair[1][0] else br - (ar + cr) / 2
    return None if abs(step) < 0.03 else (pair[1], pair[0]) if step > 0 else pair


def _write_less(it: Recognition, low: Cell, high: Cell) -> None:
    a, b = cell_name(low), cell_name(high)
    it.draft.line(f"{a} < {b}" if low <= high else f"{b} > {a}", "less")


def _bind_missing(it: Recognition, marked: dict[str, list[Pair]]) -> None:
    """Where all dots or letters are given, pairs without one have no such relation."""
    unread = any(side_at(shape.center) for shape in it.shapes())
    dots = [pair for name in ("white_dot", "black_dot") for pair in marked.get(name, ())]
    for one in it.stated("all_dots", "all_xv"):
        if unread:
            it.leave_out(one, "a mark without a known meaning is drawn, so that missing ones may say nothing")
        elif one.entry.name == "all_dots" and dots:
            if it.stated("black_dot") and (not one.colors or "black" in one.colors):
                it.draft.line(f"no_ratio(cells, 2, except = [{_listed(dots)}])", "negative")
            if it.stated("white_dot") and (not one.colors or "white" in one.colors):
                it.draft.line(f"nonconsecutive(except = [{_listed(dots)}])", "negative")
        elif one.entry.name == "all_xv" and (totals := _totals(it, one.sentence.plain)):
            pairs = [pair for name in "xv" for pair in marked.get(name, ())]
            it.draft.line(f"no_sum(cells, {', '.join(totals)}, except = [{_listed(pairs)}])", "negative")
        else:
            it.leave_out(one, "no marks with a known meaning are drawn")


def _totals(it: Recognition, plain: str) -> list[str]:
    """The sums of the letters that a sentence names."""
    named = {letter for letter in "xv" if re.search(rf"\b{letter}'?s?\b|\bxv", plain)}
    return [total for letter, total in (("x", "10"), ("v", "5")) if letter in named and it.stated(letter)]


def _listed(pairs: Iterable[Pair]) -> str:
    return ", ".join(f"[{cell_name(a)}, {cell_name(b)}]" for a, b in dict.fromkeys(pairs))
