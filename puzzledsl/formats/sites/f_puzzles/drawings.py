"""What is drawn in f-puzzles and unknown to its solver: lines, shapes, texts, cages and coloured cells.

A drawing that belongs to a typed clue says so (``fromConstraint``) and is silent. All others go to `formats.drawings`,
which holds them against the rules' text.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from puzzledsl.formats.clues import ClueError, distinct
from puzzledsl.formats.draft import cell_name
from puzzledsl.formats.drawings.colors import flat_color
from puzzledsl.formats.drawings.records import Cage, Drawing, Shape, Stroke
from puzzledsl.formats.json_values import items, text
from puzzledsl.formats.sites.f_puzzles.cells import cells, place
from puzzledsl.records import replace

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from puzzledsl.formats.drawings.records import Point
    from puzzledsl.formats.sites.f_puzzles.source import Source
    from puzzledsl.model import Cell

_CARRIER = re.compile(r"(?s)\s*([a-z]+)\s*:\s(.*)")
_DIGITAL_ROOT = re.compile(r"(?i)\s*DR\s*(\d)\s*")
_FOG = re.compile(r"(?i)\s*(?:FOW|FOGLIGHT)\s*")
_CLUES = {
    "thermometer": "thermo",
    "betweenline": "between",
    "zipperline": "zipper",
    "quadruple": "quadruple",
    "difference": "white dot",
    "ratio": "black dot",
}
"""Kinds of clues that sentences may say more about."""
_MANY = 300
"""Of more strokes it is not tried out which of them meet."""
_HIDDEN = re.compile(r"(?i)#[0-9a-f]{6}00|#[0-9a-f]{3}0")


def metadata(json: Mapping[str, Any]) -> dict[str, str]:
    """Texts that cages carry as their value: ``title: The name``."""
    found: dict[str, str] = {}
    cages = json.get("cage")
    for entry in cages if isinstance(cages, list) else []:
        if isinstance(entry, dict) and (carried := _CARRIER.fullmatch(text(entry.get("value")))):
            found.setdefault(carried[1], carried[2].strip())
    return found


def line_colors(source: Source) -> set[str]:
    """The colours of the lines that no typed clue brings along."""
    return {color for entry in _free(source, "line") if (color := flat_color(entry.get("outlineC")))}


def drawing_of(source: Source, colors: Mapping[Cell, str]) -> Drawing:
    """All that is drawn and belongs to no typed clue. Cages with a known meaning become clues.

    Args:
        colors: the colours of cells that may mean something.
    """
    draft = source.draft
    strokes = [stroke for entry in _free(source, "line") for stroke in _strokes(entry)]
    marks = [_places(entry) for key in ("circle", "rectangle") for entry in _free(source, key)]
    strokes = _joined(strokes, {(r - 0.5, c - 0.5) for spots in marks if len(spots) == 1 for r, c in spots})
    signs = {frozenset(_places(entry)) for entry in source.entries("inequality") if isinstance(entry, dict)}
    shapes = [
        Shape((r - 0.5, c - 0.5), 1, 1, fill=flat_color(color)) for (r, c), color in sorted(colors.items()) if color
    ]
    for key in ("rectangle", "circle", "text"):
        for entry in _free(source, key):
            if key != "text" or frozenset(_places(entry)) not in signs:
                shapes += _shapes(entry, key)
    shapes += [shape for key in source.unspoken for entry in source.entries(key) for shape in _number(entry)]
    shapes += [shape for entry in source.entries("arrow") if (shape := _pill(entry)) is not None]
    cages = [cage for entry in _free(source, "cage") for cage in _cages(source, entry)]
    typed = source.json.get("killercage")
    known = "killercage" not in source.distrusted
    for entry in typed if isinstance(typed, list) and id(typed) not in source.used else []:
        places = _places(entry) if isinstance(entry, dict) else []
        if places and all(map(draft.inside, places)):
            cages.append(Cage(tuple(distinct(places)), text(entry.get("value")), known=known))
    if isinstance(source.json.get("metadata"), dict):
        source.read.add("metadata")
        if source.json["metadata"]:
            draft.leave_out("a picture behind the grid may show clues")
    regions: dict[int, list[Cell]] = {}
    for cell, region in sorted(source.region_of.items()):
        if region is not None:
            regions.setdefault(region, []).append(cell)
    found = tuple(map(tuple, regions.values())) if source.regions else ()
    return Drawing(draft.height, draft.width, tuple(strokes), tuple(shapes), tuple(cages), found, clues=_clues(source))


def _free(source: Source, key: str) -> list[dict[str, Any]]:
    """The drawings of a kind that no typed clue brings along."""
    return [
        entry
        for entry in source.entries(key)
        if isinstance(entry, dict) and not entry.get("fromConstraint") and not entry.get("isNewConstraint")
        if id(entry) not in source.used
    ]


def _places(entry: Mapping[str, Any]) -> list[Cell]:
    try:
        return [place(name) for name in items(entry.get("cells"))]
    except ClueError:
        return []


def _strokes(entry: Mapping[str, Any]) -> list[Stroke]:
    found: list[Stroke] = []
    try:
        lines = [[place(name) for name in items(line)] for line in items(entry.get("lines"))]
    except ClueError:
        return []
    for line in lines:
        points = tuple((r - 0.5, c - 0.5) for r, c in line)
        if len(points) > 1:
            found.append(Stroke(points, flat_color(entry.get("outlineC")), _length(entry.get("width"), 0.2)))
    return found


def _joined(strokes: list[Stroke], marked: Collection[Point]) -> list[Stroke]:
    """Strokes where two that end in one place, and look alike, are one: so they look, and the site draws no rings.

    Args:
        marked: places with a mark, where a line may end and another one begin.
    """
    if len(strokes) > _MANY:
        return strokes
    done: list[Stroke] = []
    left = strokes
    while left:
        first, *left = left
        for end in (first.points[-1], first.points[0]):
            alike = [other for other in left if (other.color, other.width) == (first.color, first.width)]
            here = [other for other in alike if end in (other.points[0], other.points[-1])]
            through = sum(end in other.points for other in (*alike, *done))
            if len(here) == 1 == through and first.points.count(end) == 1 and end not in marked:
                (other,) = here
                ahead = first.points if first.points[-1] == end else first.points[::-1]
                behind = other.points if other.points[0] == end else other.points[::-1]
                left = [replace(first, points=ahead + behind[1:]), *(each for each in left if each is not other)]
                break
        else:
            done.append(first)
    return done


def _shapes(entry: Mapping[str, Any], key: str) -> list[Shape]:
    spots = _places(entry)
    if not spots:
        return []
    center = (sum(r for r, _ in spots) / len(spots) - 0.5, sum(c for _, c in spots) / len(spots) - 0.5)
    size = _length(entry.get("size"), 0.5)
    written, angle = text(entry.get("value")), _length(entry.get("angle"), 0.0, 360.0)
    if key == "text":
        return (
            [Shape(center, size, size, angle=angle, text=written, ink=flat_color(entry.get("fontC")))]
            if written
            else []
        )
    return [
        Shape(
            center,
            _length(entry.get("height"), 0.5),
            _length(entry.get("width"), 0.5),
            round=key == "circle",
            angle=angle,
            fill=flat_color(entry.get("baseC")),
            border=flat_color(entry.get("outlineC")),
            text=written,
            ink=flat_color(entry.get("fontC")),
        )
    ]


def _pill(entry: Any) -> Shape | None:
    """The circle or capsule of an arrow that has no shaft."""
    if not isinstance(entry, dict) or any(isinstance(line, list) and len(line) > 1 for line in _listed(entry)):
        return None
    spots = _places(entry)
    if not spots:
        return None
    (top, left), (bottom, right) = ((bound(r for r, _ in spots), bound(c for _, c in spots)) for bound in (min, max))
    center = ((top + bottom - 1) / 2, (left + right - 1) / 2)
    return Shape(center, bottom - top + 0.8, right - left + 0.8, round=True, border="#808080")


def _number(entry: Any) -> list[Shape]:
    """The number of a clue outside the grid, as a text."""
    try:
        r, c = place(entry.get("cell")) if isinstance(entry, dict) else (0, 0)
    except ClueError:
        return []
    written = text(entry.get("value")) if isinstance(entry, dict) else ""
    return [Shape((r - 0.5, c - 0.5), 0.5, 0.5, text=written, ink="#000000")] if written else []


def _listed(entry: Mapping[str, Any]) -> list[Any]:
    lines = entry.get("lines")
    return lines if isinstance(lines, list) else []


def _clues(source: Source) -> tuple[tuple[str, tuple[Cell, ...]], ...]:
    """The cells of the clues that the model has already, with their kinds."""
    found: list[tuple[str, tuple[Cell, ...]]] = []
    for key, kind in _CLUES.items():
        for entry in source.entries(key):
            if not isinstance(entry, dict):
                continue
            try:
                lines = [[place(name) for name in items(line)] for line in _listed(entry)] or [_places(entry)]
            except ClueError:
                continue
            found += [(kind, tuple(line)) for line in lines if line]
    return tuple(found)


def _length(value: object, usual: float, most: float = 60.0) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not -most <= value <= most:
        return usual
    return float(value)


def _cages(source: Source, entry: Mapping[str, Any]) -> list[Cage]:
    draft, value = source.draft, text(entry.get("value"))
    if _CARRIER.fullmatch(value):
        return []
    if _FOG.fullmatch(value):
        draft.leave_out("fog hides clues until digits are found; the model shows all clues at once")
        return []
    try:
        inside = distinct(cells(draft, entry.get("cells")))
    except ClueError:
        inside = []
    root = _DIGITAL_ROOT.fullmatch(value)
    if root and inside and root[1] != "0":
        draft.line(f"sum([{', '.join(map(cell_name, inside))}]) mod 9 == {int(root[1]) % 9}", "digital roots")
        return []
    if not inside:
        if value:
            draft.leave_out(f"a drawn cage with “{value[:60]}” has no cells in the grid")
        return []
    hidden = bool(_HIDDEN.fullmatch(text(entry.get("outlineC")))) and not value
    shown = value.removeprefix(". ")  # setters write so what the site would not show otherwise
    return [Cage(tuple(inside), shown, flat_color(entry.get("outlineC")), hidden=hidden)]
