"""Functions about one cell: where it is and what surrounds it."""

from __future__ import annotations

from collections import defaultdict
from functools import partial
from itertools import combinations, count

from puzzledsl.elaboration.builtins.arguments import (
    SIDES,
    Cell,
    Items,
    Place,
    existing,
    want_cell,
    want_direction,
    want_edges,
    want_groups,
    want_list,
    want_place,
)
from puzzledsl.elaboration.context import Context
from puzzledsl.elaboration.fault import Fault, unfit
from puzzledsl.elaboration.kinds import cell_number, is_cell
from puzzledsl.elaboration.unknowns import first_of_region, size_of_region
from puzzledsl.elaboration.values import ClueMap, DivisionValue, EdgesValue, Group, RegionMap, Value, mark_value

CORNERS = ((-1, -1), (-1, 1), (1, -1), (1, 1))
KNIGHT = ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))


def row_of(cell: Place) -> Value:
    """The number of its row."""
    return cell[1][0]


def column_of(cell: Place) -> Value:
    """The number of its column."""
    return cell[1][1]


def region_of(context: Context, cell: Cell, groups: Value) -> Value:
    """The first of the groups that the cell is in, `none` if it is in none of them; of a `division` the number, in
    reading order, of the first cell of its region."""
    if isinstance(groups, EdgesValue):
        return first_of_region(cell, _division(cell, groups, context), context)
    return _group_of(cell, groups, context)


def positions_of(context: Context, cell: Cell, groups: Value) -> Value:
    """The positions in a list of groups of those that the cell is in, the first one at 1."""

    return [*_by_cell(groups, context)[1].get(cell, ())]


def region_size(context: Context, cell: Cell, division: Value) -> Value:
    """How many cells the region of the cell has in a `division`."""
    return size_of_region(cell, _division(cell, division, context), context)


def _division(cell: Cell, value: Value, context: Context) -> DivisionValue:
    if not isinstance(value, DivisionValue):
        raise unfit("a `division` is needed here", value, argument=1)
    if not value.grid.has(cell_number(cell)):
        raise Fault(f"`{value.name}` does not divide {context.cell_name(cell)}", argument=0)
    return value


def label_of(context: Context, cell: Cell, regions: Value) -> Value:
    """The label of its region, or its mark in `clues`, a number or a text; `none` if it has none."""
    if isinstance(regions, ClueMap):
        return regions.at(*want_place(cell, context)[1])
    if not isinstance(regions, RegionMap):
        raise unfit("only `regions` and `clues` have labels", regions, argument=1)
    group = _group_of(cell, regions, context)
    return next((mark_value(label) for label, cells in regions.groups.items() if cells is group), None)


def neighbors(context: Context, cell: Cell, edges: Value = None) -> Value:
    """The cells that share a side with it; with `edges`, those that it may be joined with."""
    return _around(want_place(cell, context), SIDES) if edges is None else _ends(cell, edges, context)


def _ends(cell: Cell, edges: Value, context: Context) -> list[Value]:
    """The other ends of the edges of a cell."""

    def ends() -> dict[Value, dict[Value, None]]:
        found: defaultdict[Value, dict[Value, None]] = defaultdict(dict)
        for a, b in want_edges(edges, 1).pairs():
            found[a][b] = found[b][a] = None
        context.budget.step(len(edges.joined))
        return found

    return [*context.memory.once(("neighbors", id(edges)), edges, ends).get(cell, ())]


def opposites(context: Context, cell: Cell, edges: Value) -> Value:
    """The pairs of cells on opposite sides of it that edges may join it with: where a line can lead straight on."""
    row, column = want_place(cell, context)[1]
    steps = ((other, want_place(other, context)[1]) for other in _ends(cell, edges, context))
    pairs = combinations([(other, r - row, c - column) for other, (r, c) in steps], 2)
    return [(a, b) for (a, down, right), (b, y, x) in pairs if down * x == right * y and down * y + right * x < 0]


def touching(cell: Place) -> Value:
    """The cells that share a side or a corner with it."""
    return _around(cell, tuple(sorted(SIDES + CORNERS)))


def knight_moves(cell: Place) -> Value:
    """The cells a knight's move away."""
    return _around(cell, KNIGHT)


def beside(cell: Place, direction: Value) -> Value:
    """The next cell `"up"`, `"left"`, `"right"` or `"down"` from it; `none` at the edge and before a masked place."""
    grid, (row, column) = cell
    down, right = want_direction(direction)
    return grid.at(row + down, column + right)


def ray(cell: Place, direction: Value) -> Value:
    """The cells seen from it `"up"`, `"left"`, `"right"` or `"down"`, to the edge or a masked place."""
    return _run(cell, 1, *want_direction(direction))


def across(cell: Place) -> Value:
    """The run of cells to the right that starts there, up to the edge or a masked place."""
    return _run(cell, 0, 0, 1)


def down(cell: Place) -> Value:
    """The run of cells downwards that starts there, up to the edge or a masked place."""
    return _run(cell, 0, 1, 0)


def rays(cell: Place) -> Value:
    """The four runs of cells seen from it, each without it: up, left, right, down, to the edge or a masked place."""
    return [_run(cell, 1, r, c) for r, c in SIDES]


def adjacent_pairs(context: Context, cells: Items, reach: Value = None, except_: Value = None) -> Value:
    """Each two of the cells of which one is among `reach` of the other (a function; sharing a side without it)."""
    items = list(dict.fromkeys(map(want_cell, cells)))
    position = {cell: k for k, cell in enumerate(items)}
    excepted = [] if except_ is None else want_groups(except_, context)
    left_out = {frozenset(map(want_cell, pair)) for pair in excepted}
    found: set[tuple[int, int]] = set()
    for k, cell in enumerate(items):
        context.budget.step()
        around = neighbors(context, cell) if reach is None else want_list(context.call(reach, cell), context)
        for other in around:
            j = position.get(other, k)
            context.budget.step()
            pair = (j, k) if j < k else (k, j)
            if j != k and pair not in found and not (left_out and frozenset((cell, other)) in left_out):
                found.add(pair)
    return [(items[k], items[j]) for k, j in sorted(found)]


def _around(cell: Place, steps: tuple[tuple[int, int], ...]) -> list[Value]:
    grid, (row, column) = cell
    return existing(grid.at(row + r, column + c) for r, c in steps)


def _run(cell: Place, first: int, down: int, right: int) -> list[Value]:
    """The cells from the ``first`` step on, up to the edge or a masked place."""
    grid, (row, column) = cell
    cells = (grid.at(row + k * down, column + k * right) for k in count(first))
    return list(iter(partial(next, cells), None))


def _group_of(cell: Cell, groups: Value, context: Context) -> Group | None:
    """The first of the groups that it is in."""
    each, positions = _by_cell(groups, context)
    return each[positions[cell][0] - 1] if cell in positions else None


def _by_cell(groups: Value, context: Context) -> tuple[list[Group], dict[Value, list[int]]]:
    """The groups, and for each cell the positions of those that it is in. Asked again, it takes constant time."""

    def found() -> tuple[list[Group], dict[Value, list[int]]]:
        each = [one if isinstance(one, Group) else Group(one) for one in want_groups(groups, context)]
        positions: dict[Value, list[int]] = {}
        for position, group in enumerate(each, start=1):
            context.budget.step(len(group))
            for member in dict.fromkeys(filter(is_cell, group)):
                positions.setdefault(member, []).append(position)
        return each, positions

    return context.memory.once(("groups", id(groups)), groups, found)
