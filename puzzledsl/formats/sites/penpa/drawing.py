"""What is drawn, as strokes, shapes and cages; regions from thick borders; givens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from puzzledsl.formats.draft import cell_name
from puzzledsl.formats.drawings.records import Cage, Drawing, Shape, Stroke

if TYPE_CHECKING:
    from collections.abc import Iterator

    from puzzledsl.formats.drawings.records import Point
    from puzzledsl.formats.sites.penpa.payload import Payload
    from puzzledsl.formats.sites.penpa.places import Places
    from puzzledsl.model import Cell

BORDERS = frozenset({2, 21})
"""Styles of the borders of regions."""
_GREY, _BLACK, _WHITE = "#c0c0c0", "#000000", "#ffffff"
_LINES = {1: _BLACK, 2: _BLACK, 3: "#009900", 5: "#aaaaaa", 8: "#ff0000", 9: "#0000ff", 40: _BLACK}
_SURFACES = {
    1: "#999999",
    2: "#d3ffb4",
    3: "#cccccc",
    4: _BLACK,
    5: "#c0e0ff",
    6: "#ffa3a3",
    7: "#ffffa3",
    8: "#777777",
    9: "#d9b38c",
    10: "#ffc0cb",
    11: "#ffa500",
    12: "#d9b3ff",
}
_FILLS = {1: _WHITE, 2: _BLACK, 3: "#999999", 4: "#cccccc", 5: "#009900", 6: "#0000ff", 7: "#ff0000", 8: _WHITE}
_SIZES = {"LL": 1.0, "L": 0.8, "M": 0.7, "S": 0.45, "SS": 0.3}
_SIGNS = {1: "<", 2: "∧", 3: ">", 4: "∨"}
"""Inequality signs by their style; they point at the smaller digit."""
UNREAD = {
    "wall": "walls",
    "freeline": "free lines",
    "freelineE": "free lines along sides",
    "direction": "lines with a direction",
    "squareframe": "frames",
    "polygon": "polygons",
}
"""Layers that are not read, with what they hold."""
_TOOLS = {
    "thermo": "a thermometer",
    "nobulbthermo": "a thermometer without a bulb",
    "arrows": "an arrow",
    "killercages": "a cage",
}


def drawing_of(payload: Payload, places: Places) -> tuple[Drawing, list[str]]:
    """All that may mean something, but for givens; and sentences about what is left out."""
    layers = payload.layers
    left_out = [f"{words} that are drawn" for layer, words in UNREAD.items() if layers.get(layer)]
    strokes: list[Stroke] = []
    shapes: list[Shape] = []
    for kind in ("thermo", "nobulbthermo", "arrows"):
        for found in _list(layers, kind):
            cells = places.path(found)
            if not cells and found:
                left_out.append(f"{_TOOLS[kind]} that leaves the grid")
            if len(cells) > 1:
                points = tuple((r - 0.5, c - 0.5) for r, c in cells)
                arrow = kind == "arrows"
                strokes.append(Stroke(points, _GREY if not arrow else "#999999", 0.1 if arrow else 0.5, arrow))
                if kind != "nobulbthermo":
                    shapes.append(Shape(points[0], 0.8, 0.8, True, fill="" if arrow else _GREY, border="#999999"))
    strokes += _strokes(places, layers.get("line"))
    shapes += _symbols(places, layers.get("symbol"), left_out)
    shapes += _texts(places, layers)
    for place, style in places.entries(layers.get("surface")):
        cell = places.cell(place)
        if cell is not None and isinstance(style, int):
            shapes.append(Shape((cell[0] - 0.5, cell[1] - 0.5), 1, 1, fill=_SURFACES.get(style, "#eeeeee")))
    small = small_texts(places, layers)
    cages = []
    for found in _list(layers, "killercages"):
        cells = places.path(found)
        if not cells and found:
            left_out.append(f"{_TOOLS['killercages']} that leaves the grid")
        if cells:
            first = min(cells)
            cages.append(Cage(tuple(cells), small.pop(first, "")))
    shapes += [Shape((r - 0.8, c - 0.8), 0.2, 0.2, text=text) for (r, c), text in small.items()]
    drawing = Drawing(
        places.height, places.width, tuple(strokes), tuple(shapes), tuple(cages), regions_of(payload, places)
    )
    return drawing, left_out


def givens_of(payload: Payload, places: Places) -> dict[Cell, str]:
    """The texts in the middles of cells that are numbers or letters."""
    found: dict[Cell, str] = {}
    for place, entry in places.entries(payload.layers.get("number")):
        cell = places.cell(place)
        if cell is not None and (text := text_of(entry)) and text.isalnum():
            found[cell] = text
    return found


def regions_of(payload: Payload, places: Places) -> tuple[tuple[Cell, ...], ...]:
    """The parts into which thick borders cut the grid; none if they cut nothing."""
    walls = _borders(payload, places)
    left = {(r, c) for r in range(1, places.height + 1) for c in range(1, places.width + 1)} - set(places.gaps)
    regions = []
    while left:
        region = {min(left)}
        level = list(region)
        while level:
            r, c = level.pop()
            sides = (
                ((r - 1, c), (r - 1, c - 1), (r - 1, c)),
                ((r + 1, c), (r, c - 1), (r, c)),
                ((r, c - 1), (r - 1, c - 1), (r, c - 1)),
                ((r, c + 1), (r - 1, c), (r, c)),
            )
            for other, a, b in sides:
                if other in left and other not in region and frozenset((_corner(a), _corner(b))) not in walls:
                    region.add(other)
                    level.append(other)
        regions.append(tuple(sorted(region)))
        left -= region
    return tuple(regions) if len(regions) > 1 else ()


def _borders(payload: Payload, places: Places) -> set[frozenset[Point]]:
    """The sides of cells that thick borders run along."""
    return {
        frozenset((a, b))
        for a, b, style in places.segments(payload.layers.get("lineE"))
        if style in BORDERS and abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1
    }


def walls_of(payload: Payload, places: Places, regions: tuple[tuple[Cell, ...], ...]) -> list[tuple[Cell, str]]:
    """Thick borders inside regions: a cell, and ``e`` for the border right of it, ``s`` for the one below it."""
    region = {cell: k for k, cells in enumerate(regions) for cell in cells}
    borders = _borders(payload, places)
    return [
        ((r, c), side)
        for (r, c), k in region.items()
        for side, other, a in (("e", (r, c + 1), (r - 1, c)), ("s", (r + 1, c), (r, c - 1)))
        if region.get(other) == k and frozenset((_corner(a), _corner((r, c)))) in borders
    ]


def diagonals_of(payload: Payload, places: Places) -> tuple[str, ...]:
    """The diagonals that a line runs along from corner to corner: ``diagonal``, ``antidiagonal``."""
    side = places.width
    drawn = {frozenset((a, b)) for a, b, _ in places.segments(payload.layers.get("lineE"))}
    steps = {
        "diagonal": [((k, k), (k + 1, k + 1)) for k in range(side)],
        "antidiagonal": [((k, side - k), (k + 1, side - k - 1)) for k in range(side)],
    }
    return tuple(
        name
        for name, line in steps.items()
        if places.height == side and all(frozenset((_corner(a), _corner(b))) in drawn for a, b in line)
    )


def _corner(place: tuple[int, int]) -> Point:
    return float(place[0]), float(place[1])


def _list(layers: dict[str, Any], kind: str) -> list[Any]:
    found = layers.get(kind)
    return found[:2000] if isinstance(found, list) else []


def text_of(entry: Any) -> str:
    """The text of a number's entry ``[text, colour, kind]``; empty for candidates and the like."""
    if not isinstance(entry, list) or not entry or isinstance(entry[0], (list, dict, bool)):
        return ""
    return str(entry[0]).strip()


def _texts(places: Places, layers: dict[str, Any]) -> Iterator[Shape]:
    """Texts that are no givens: on sides and corners, outside, or with more than letters and digits."""
    for place, entry in places.entries(layers.get("number")):
        text, point = text_of(entry), places.point(place)
        if text and point is not None and not (places.cell(place) is not None and text.isalnum()):
            yield Shape(point, 0.4, 0.4, text=text)


def small_texts(places: Places, layers: dict[str, Any]) -> dict[Cell, str]:
    """The small texts in the corners of cells."""
    found: dict[Cell, str] = {}
    for place, entry in places.entries(layers.get("numberS")):
        point, text = places.small_point(place), text_of(entry)
        if point is not None and text:
            found[int(point[0] // 1) + 1, int(point[1] // 1) + 1] = text
    return found


def _symbols(places: Places, layer: Any, left_out: list[str]) -> Iterator[Shape]:
    """Circles and squares; other symbols are named."""
    for place, entry in places.entries(layer):
        point = places.point(place)
        if point is None or not isinstance(entry, list) or len(entry) < 2 or not isinstance(entry[1], str):
            continue
        style = entry[0] if isinstance(entry[0], int) else 0
        form, _, size = entry[1].partition("_")
        if entry[1] == "inequality" and style in _SIGNS:
            yield Shape(point, 0.3, 0.3, text=_SIGNS[style])
        elif form in ("circle", "square") and size in _SIZES and style in _FILLS:
            side = _SIZES[size]
            yield Shape(
                point, side, side, form == "circle", fill=_FILLS[style], border=_BLACK if style in (1, 8) else ""
            )
        else:
            cell = places.cell(place)
            where = f"in {cell_name(cell)}" if cell is not None else "outside the grid or between cells"
            left_out.append(f"the symbol `{entry[1][:30]}` {where}")


def _strokes(places: Places, layer: Any) -> Iterator[Stroke]:
    """Lines, each from end to end: segments of one style that meet, two at a point."""
    by_style: dict[int, dict[Point, list[Point]]] = {}
    for a, b, style in places.segments(layer):
        ends = by_style.setdefault(style, {})
        ends.setdefault(a, []).append(b)
        ends.setdefault(b, []).append(a)
    for style, near in by_style.items():
        used: set[frozenset[Point]] = set()
        for start in sorted(near, key=lambda point: (len(near[point]) == 2, point)):
            for step in near[start]:
                if frozenset((start, step)) in used:
                    continue
                points = [start]
                before, here = start, step
                while True:
                    used.add(frozenset((before, here)))
                    points.append(here)
                    onward = [p for p in near[here] if frozenset((here, p)) not in used]
                    if len(near[here]) != 2 or not onward:
                        break
                    before, here = here, onward[0]
                yield Stroke(tuple(points), _LINES.get(style, _BLACK), 0.15)
