"""Regions, walls and diagonals from borders; the texts of cells."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from puzzledsl.formats.drawings.records import Point
    from puzzledsl.formats.sites.penpa.payload import Payload
    from puzzledsl.formats.sites.penpa.places import Places
    from puzzledsl.model import Cell

BORDERS = frozenset({2, 21})
"""Styles of the borders of regions."""


def givens_of(payload: Payload, places: Places) -> dict[Cell, str]:
    """Return the texts in the middles of cells that are numbers or letters."""
    found: dict[Cell, str] = {}
    for place, entry in places.entries(payload.layers.get("number")):
        cell = places.cell(place)
        if cell is not None and (text := text_of(entry)) and text.isalnum():
            found[cell] = text
    return found


def regions_of(payload: Payload, places: Places) -> tuple[tuple[Cell, ...], ...]:
    """Return the parts into which thick borders divide the grid; empty if they divide nothing."""
    walls = _borders(payload, places)
    rest = {(r, c) for r in range(1, places.height + 1) for c in range(1, places.width + 1)} - set(places.gaps)
    regions = []
    while rest:
        region = {min(rest)}
        level = list(region)
        while level:
            r, c = level.pop()
            for other in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
                if other in rest and other not in region and _side((r, c), other) not in walls:
                    region.add(other)
                    level.append(other)
        regions.append(tuple(sorted(region)))
        rest -= region
    return tuple(regions) if len(regions) > 1 else ()


def _borders(payload: Payload, places: Places) -> set[frozenset[Point]]:
    """The sides of cells that thick borders run along."""
    return {
        frozenset((a, b))
        for a, b, style in places.segments(payload.layers.get("lineE"))
        if style in BORDERS and abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1
    }


def walls_of(payload: Payload, places: Places, regions: tuple[tuple[Cell, ...], ...]) -> list[tuple[Cell, str]]:
    """Return thick borders inside regions: a cell, and ``e`` for the border right of it, ``s`` for the one below it."""
    region = {cell: k for k, cells in enumerate(regions) for cell in cells}
    borders = _borders(payload, places)
    return [
        ((r, c), side)
        for (r, c), k in region.items()
        for side, other in (("e", (r, c + 1)), ("s", (r + 1, c)))
        if region.get(other) == k and _side((r, c), other) in borders
    ]


def diagonals_of(payload: Payload, places: Places) -> tuple[str, ...]:
    """Return the diagonals that a line runs along from corner to corner: ``diagonal``, ``antidiagonal``."""
    side = places.width
    drawn = {frozenset((a, b)) for a, b, _ in places.segments(payload.layers.get("lineE"))}
    steps = {
        "diagonal": [((k, k), (k + 1, k + 1)) for k in range(side)],
        "antidiagonal": [((k, side - k), (k + 1, side - k - 1)) for k in range(side)],
    }
    return tuple(
        name for name, line in steps.items() if places.height == side and all(frozenset(step) in drawn for step in line)
    )


def _side(a: Cell, b: Cell) -> frozenset[Point]:
    """The ends of the side that two cells share."""
    r, c = min(a, b)
    start = (r - 1, c) if a[0] == b[0] else (r, c - 1)
    return frozenset({(float(start[0]), float(start[1])), (float(r), float(c))})


def text_of(entry: Any) -> str:
    """Return the text of a number's entry ``[text, colour, kind]``; empty for candidates and the like."""
    if not isinstance(entry, list) or not entry or isinstance(entry[0], (list, dict, bool)):
        return ""
    return str(entry[0]).strip()


def small_texts(places: Places, layers: dict[str, Any]) -> dict[Cell, str]:
    """Return the small texts in the corners of cells."""
    found: dict[Cell, str] = {}
    for place, entry in places.entries(layers.get("numberS")):
        point, text = places.small_point(place), text_of(entry)
        if point is not None and text:
            found[int(point[0] // 1) + 1, int(point[1] // 1) + 1] = text
    return found
