"""Connected sets of cells, by their shape."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.elaboration.builtins.arguments import SIDES, Items, want_cell, want_integer, want_list, want_place
from puzzledsl.elaboration.context import Context
from puzzledsl.elaboration.fault import Fault, unfit
from puzzledsl.elaboration.values import ClueMap, Value
from puzzledsl.expressions import is_connected
from puzzledsl.model import side_by_side

if TYPE_CHECKING:
    from collections.abc import Sequence

_LARGEST = 12
"""Cells of a set. There are 63,600 shapes of twelve cells; the bound on steps ends sooner in most grids."""

_TURNS = (
    *((1, 1, False), (1, -1, True), (-1, -1, False), (-1, 1, True)),
    *((1, -1, False), (1, 1, True), (-1, 1, False), (-1, -1, True)),
)
"""The symmetries of the square: signs of the new row and column, and whether these change places; turns first."""

Place = tuple[int, int]


def polyominoes(context: Context, cells: Items, size: Value) -> Value:
    """All connected sets of `size` of the cells: one list per shape; rotations and reflections count as the same."""
    size = want_integer(size, "the size of a polyomino", 1, _LARGEST)
    cell_at = _by_place(context, cells, 0)
    sets = {frozenset([place]) for place in cell_at}
    for count in range(1, size):
        smaller, sets = sets, set()
        for places in smaller:
            context.budget.step(4 * count)
            near = {(r + down, c + right) for r, c in places for down, right in SIDES}
            sets |= {places | {place} for place in near - places if place in cell_at}
    found: dict[tuple[Place, ...], list[Value]] = {}
    for ordered in sorted(map(sorted, sets)):
        context.budget.step(size)
        found.setdefault(min(_forms(ordered)), []).append([cell_at[place] for place in ordered])
    return [found[shape] for shape in sorted(found)]


def placements(context: Context, shape: Value, cells: Items, mirror: Value = True) -> Value:
    """All lists of the cells on which a shape lies, turned and, unless `mirror = false`, mirrored; each set once. They
    are in the order of their first cells, of which each is the first of its list in reading order."""
    cell_at = _by_place(context, cells, 1)
    found: list[Value] = []
    forms = orientations(context, shape, mirror)
    context.budget.step(sum(map(len, forms)) * len(cell_at))
    for r, c in cell_at:
        for form in forms:
            lying = [cell_at[r + down, c + right] for down, right in form if (r + down, c + right) in cell_at]
            if len(lying) == len(form):
                found.append(lying)
    return found


def orientations(context: Context, shape: Value, mirror: Value = True) -> Value:
    """All different forms of a shape, turned and, unless `mirror = false`, mirrored. The shape is a `clues` layout with
    marks on its cells, or a list of (row, column). Each form is such a list, which begins with (0, 0)."""
    places: dict[Place, None] = {}
    for item in shape.placed() if isinstance(shape, ClueMap) else want_list(shape, context):
        if not (isinstance(item, tuple) and len(item) > 1 and type(item[0]) is type(item[1]) is int):
            raise unfit("a cell of a shape is a pair (row, column)", item, argument=0)
        places[item[:2]] = None
    if not places:
        raise Fault("this shape has no cells", argument=0, code="empty")
    if not is_connected([True] * len(places), side_by_side(places)):
        label = "each cell shares a side with another one; in a layout each shape has a mark of its own"
        raise Fault("this shape falls into several pieces", label, argument=0)
    context.budget.step(8 * len(places))
    forms = _forms([*places])
    found = dict.fromkeys(forms if mirror else forms[:4])
    return [[(r - form[0][0], c - form[0][1]) for r, c in form] for form in found]


def _by_place(context: Context, cells: Items, argument: int) -> dict[Place, Value]:
    """Cells of one grid, by row and column."""
    given = list(map(want_cell, cells))
    placed = [want_place(cell, context) for cell in given]
    if len({id(grid) for grid, _ in placed}) > 1:
        raise Fault("these cells belong to several grids", argument=argument)
    return {place: cell for cell, (_, place) in zip(given, placed, strict=True)}


def _forms(places: Sequence[Place]) -> list[tuple[Place, ...]]:
    """Turned four times, and the mirrored ones of these; each in the top left corner."""
    forms = []
    for down, right, turned in _TURNS:
        form = [(down * c, right * r) if turned else (down * r, right * c) for r, c in places]
        top, left = map(min, zip(*form, strict=True))
        forms.append(tuple(sorted((r - top, c - left) for r, c in form)))
    return forms
