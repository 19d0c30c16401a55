"""What is drawn in f-puzzles and unknown to its solver: lines, shapes, texts, cages and coloured cells.

A drawing that belongs to a typed clue says so (``fromConstraint``) and is silent. All others go to the reader of prose,
which compares them with the rules' text.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from contextlib import suppress
from typing import Any

from puzzledsl.formats.clues import ClueError, distinct
from puzzledsl.formats.draft import ModelDraft
from puzzledsl.formats.drawing.colors import flat_color
from puzzledsl.formats.drawing.geometry import middle
from puzzledsl.formats.drawing.records import Cage, Drawing, Shape, Stroke
from puzzledsl.formats.json_values import as_list, as_object, items, length, objects, text
from puzzledsl.formats.sites.f_puzzles.entries import place, places
from puzzledsl.model import Cell

_CARRIER = re.compile(r"(?s)\s*([a-z]+)\s*:\s(.*)")
_FOG = re.compile(r"(?i)\s*(?:FOW|FOGLIGHT)\s*")
_HIDDEN = re.compile(r"(?i)#[0-9a-f]{6}00|#[0-9a-f]{3}0")
KEYS = ("line", "rectangle", "circle", "text", "cage", "metadata")
"""The keys of what is only drawn."""
FOG = "fog hides clues until digits are found; the model shows all clues at once"


def carried_texts(json: Mapping[str, Any]) -> dict[str, str]:
    """Texts that cages carry as their value: ``title: The name``."""
    found = (_CARRIER.fullmatch(text(entry.get("value"))) for entry in objects(json.get("cage")))
    return {one[1]: one[2].strip() for one in found if one}


def drawing_of(draft: ModelDraft, json: Mapping[str, Any], doubtful: Collection[str]) -> Drawing:
    """All that is drawn and belongs to no typed clue.

    Args:
        doubtful: keys of clues that do not mean what they usually do: numbers outside are texts, cages are drawn ones.
    """
    drawn = {
        key: [one for one in objects(json.get(key)) if not one.get("fromConstraint") and not one.get("isNewConstraint")]
        for key in KEYS
    }
    shapes = [
        Shape((r - 0.5, c - 0.5), 1, 1, fill=color)
        for r, row in enumerate(json["grid"], 1)
        for c, mark in enumerate(map(as_object, row), 1)
        if (color := flat_color(text(next(iter(as_list(mark.get("cArray"))), mark.get("c")))))
    ]
    shapes += [shape for key in KEYS[1:4] for entry in drawn[key] if (shape := _shape(entry, key))]
    numbers = [entry for key in doubtful for entry in objects(json.get(key)) if "cell" in entry]
    shapes += [shape for entry in numbers if (shape := _shape({**entry, "cells": [entry["cell"]]}, "text"))]
    pills = [
        entry
        for entry in objects(json.get("arrow"))
        if not any(as_list(line)[1:] for line in as_list(entry.get("lines")))
    ]
    shapes += [_pill(spots) for entry in pills if (spots := _places(entry))]
    strokes = [stroke for entry in drawn["line"] for stroke in _strokes(entry)]
    cages = [
        cage
        for entry in drawn["cage"]
        for cage in drawn_cages(draft, _places(entry), text(entry.get("value")), text(entry.get("outlineC")))
    ]
    for entry in objects(json.get("killercage")):
        if (inside := _places(entry)) and all(map(draft.inside, inside)):
            known = "killercage" not in doubtful
            cages.append(Cage(tuple(distinct(inside)), text(entry.get("value")), known=known))
    if json.get("metadata"):
        draft.leave_out("a picture behind the grid may show clues")
    return Drawing(draft.height, draft.width, tuple(strokes), tuple(shapes), tuple(cages))


def _places(entry: Mapping[str, Any]) -> list[Cell]:
    with suppress(ClueError):
        return places(entry.get("cells"))
    return []


def _strokes(entry: Mapping[str, Any]) -> list[Stroke]:
    with suppress(ClueError):
        lines = [[place(name) for name in items(line)] for line in items(entry.get("lines"))]
        color, width = flat_color(entry.get("outlineC")), length(entry.get("width"), 0.2)
        return [Stroke(tuple(middle([cell]) for cell in line), color, width) for line in lines if len(line) > 1]
    return []


def _shape(entry: Mapping[str, Any], key: str) -> Shape | None:
    spots = _places(entry)
    written, size = text(entry.get("value")), length(entry.get("size"), 0.5)
    if not spots or (key == "text" and not written):
        return None
    return Shape(
        middle(spots),
        length(entry.get("height"), size),
        length(entry.get("width"), size),
        round=key == "circle",
        angle=length(entry.get("angle"), 0.0, 360.0),
        fill=flat_color(entry.get("baseC")) if key != "text" else "",
        border=flat_color(entry.get("outlineC")) if key != "text" else "",
        text=written,
        ink=flat_color(entry.get("fontC")),
    )


def _pill(spots: list[Cell]) -> Shape:
    """The circle or capsule of an arrow that has no shaft."""
    rows, columns = zip(*spots, strict=True)
    (top, left), (bottom, right) = ends = (min(rows), min(columns)), (max(rows), max(columns))
    return Shape(middle(ends), bottom - top + 0.8, right - left + 0.8, round=True, border="#808080")


def drawn_cages(draft: ModelDraft, cells: list[Cell], value: str, color: str) -> list[Cage]:
    """A cage as it is drawn; none if it has no cells, carries a text, or lights up fog."""
    inside = distinct(cells)
    if _CARRIER.fullmatch(value):
        return []
    if _FOG.fullmatch(value):
        draft.leave_out(FOG)
        return []
    if not inside or not all(map(draft.inside, inside)):
        if value:
            draft.leave_out(f"a drawn cage with “{value[:60]}” has no cells in the grid")
        return []
    shown = value.removeprefix(". ")  # setters write so what the site would not show otherwise
    return [Cage(tuple(inside), shown, flat_color(color), hidden=bool(_HIDDEN.fullmatch(color)) and not value)]
