"""Functions about a grid: its lines, boxes, windows and values. The main grid unless another is given."""

from __future__ import annotations

from typing import TypeVar

from puzzledsl.domain import Domain
from puzzledsl.elaboration.builtins.arguments import (
    MAIN,
    Grid,
    Table,
    existing,
    want_cell,
    want_edges,
    want_grid,
    want_integer,
)
from puzzledsl.elaboration.context import Context
from puzzledsl.elaboration.fault import Fault
from puzzledsl.elaboration.kinds import is_cell, is_decided_boolean, is_number
from puzzledsl.elaboration.limits import SOME_ITEMS
from puzzledsl.elaboration.values import ClueMap, EdgesValue, GridValue, Value
from puzzledsl.expressions import Affine
from puzzledsl.intervals import values_of

AnyTable = TypeVar("AnyTable", bound=GridValue | ClueMap)


def rows(context: Context, grid: Table = MAIN) -> Value:
    """All rows, from the top."""
    return [window(grid, r, 1, 1, grid.width) for r in range(1, _counted(grid, context).height + 1)]


def columns(context: Context, grid: Table = MAIN) -> Value:
    """All columns, from the left."""
    return [window(grid, 1, c, grid.height, 1) for c in range(1, _counted(grid, context).width + 1)]


def cells(context: Context, grid: Grid = MAIN) -> Value:
    """All cells, row by row."""
    return _counted(grid, context).cells()


def diagonal(grid: Grid = MAIN) -> Value:
    """The diagonal from the top left."""
    return existing(grid.at(k, k) for k in range(1, min(grid.height, grid.width) + 1))


def antidiagonal(grid: Grid = MAIN) -> Value:
    """The diagonal from the top right."""
    return existing(grid.at(k, grid.width + 1 - k) for k in range(1, min(grid.height, grid.width) + 1))


def row(i: Value, grid: Table = MAIN) -> Value:
    """Row `i`, from the left."""
    return window(grid, want_integer(i, "a row", 1, grid.height), 1, 1, grid.width)


def column(j: Value, grid: Table = MAIN) -> Value:
    """Column `j`, from the top."""
    return window(grid, 1, want_integer(j, "a column", 1, grid.width), grid.height, 1)


def box(context: Context, k: Value, grid: Value = None) -> Value:
    """Box `k` of `boxes`, counted row by row."""
    found = boxes(context, None, None, grid)
    return found[want_integer(k, "a box", 1, len(found)) - 1]


def boxes(context: Context, h: Value = None, w: Value = None, grid: Value = None) -> Value:
    """The boxes of `h` rows and `w` columns that tile the grid; without sizes the most square split."""
    if isinstance(h, GridValue):
        h, grid = None, h
    g = _counted(want_grid(grid, context), context)
    if h is None and w is None:
        size = box_size(g.height, g.width, g.domain.size)
        if size is None:
            raise Fault(
                f"a {g.height}×{g.width} grid with {g.domain.size} values has no boxes of its own",
                helps="draw the groups in a `regions` block, or name a size that tiles the grid, as in `boxes(2, 3)`",
                code="boxes",
            )
        tall, wide = size
    else:
        tall = want_integer(h, "a box's height", 1, g.height)
        wide = want_integer(tall if w is None else w, "a box's width", 1, g.width)
        if g.height % tall or g.width % wide:
            raise Fault(f"{tall}×{wide} boxes do not tile a {g.height}×{g.width} grid", code="boxes")
    return [
        window(g, top, left, tall, wide) for top in range(1, g.height + 1, tall) for left in range(1, g.width + 1, wide)
    ]


def blocks(context: Context, h: Value, w: Value, grid: Grid = MAIN) -> Value:
    """All windows of `h` rows and `w` columns, overlapping; those with a masked place left out."""
    tall, wide = want_integer(h, "a block's height", 1), want_integer(w, "a block's width", 1)
    found = []
    for top in range(1, grid.height - tall + 2):
        context.budget.step(max(0, grid.width - wide + 1) * tall * wide // SOME_ITEMS)
        for left in range(1, grid.width - wide + 2):
            block = window(grid, top, left, tall, wide)
            if len(block) == tall * wide:
                found.append(block)
    return found


def height(grid: Table = MAIN) -> Value:
    """Number of rows."""
    return _with_size(grid).height


def width(grid: Table = MAIN) -> Value:
    """Number of columns."""
    return _with_size(grid).width


def _with_size(grid: Table) -> Table:
    """The table itself.

    Raises:
        Fault: it is a layout of a genre that the model lacks.
    """
    if grid.height:
        return grid
    helps = f"write its rows below a line `clues {grid.name}:` or `regions {grid.name}:`, as the genre has it"
    raise Fault(f"this needs the layout `{grid.name}`, which the model lacks", helps=helps, code="genre")


def at(r: Value, c: Value, grid: Table = MAIN) -> Value:
    """The cell in row `r`, column `c`; `none` outside the grid and where it is masked."""
    return grid.at(want_integer(r, "a row"), want_integer(c, "a column"))


def lowest(grid: Grid = MAIN) -> Value:
    """The smallest value of the grid's domain."""
    return grid.domain.lo


def highest(grid: Grid = MAIN) -> Value:
    """The largest value of the grid's domain."""
    return grid.domain.hi


def directed(edges: Value) -> Value:
    """Whether edges have a direction, as `arcs` have."""
    return want_edges(edges).directed


def domain(context: Context, cell: Value = None) -> Value:
    """The values of a cell (of the main grid without one), of a grid, edges or an expression, in order.

    Of a condition these are 0 and 1, of a known number itself: lists for rules hold them all.
    """
    if cell is None or isinstance(cell, (GridValue, EdgesValue)):
        return _listed((cell or context.main).domain, context)
    if is_number(cell):
        return [int(cell) if isinstance(cell, bool) else cell]
    if is_decided_boolean(cell):
        return [0, 1]
    if isinstance(cell, Affine) and not is_cell(cell):
        values = values_of(cell, context.variables, context.ranges)
        if values is None:
            raise Fault("only whole numbers between bounds have a list of values")
        return _listed(values, context)
    variable = context.variable(want_cell(cell))
    if variable.is_real:
        raise Fault(f"the real variable `{variable.name}` has no list of values", code="real")
    return _listed(variable.domain, context)


def _listed(domain: Domain, context: Context) -> list[Value]:
    context.budget.check("items", domain.size)
    return list(domain)


def _counted(grid: AnyTable, context: Context) -> AnyTable:
    """A grid or clues, all of which is looked at."""
    context.budget.step(grid.height * grid.width // SOME_ITEMS)
    return grid


def window(grid: Table, top: int, left: int, tall: int, wide: int) -> list[Value]:
    """What stands in a rectangle, row by row: cells without those that there are none of, clues with them."""
    found = [grid.at(r, c) for r in range(top, top + tall) for c in range(left, left + wide)]
    return existing(found) if isinstance(grid, GridValue) else found


def box_size(height: int, width: int, values: int) -> tuple[int, int] | None:
    """Rows and columns of the most square boxes that tile a grid, wider than tall; ``None`` where there are none.

    A box of a square grid has as many cells as the grid has rows; of any other, as many as there are values.
    """
    area = width if height == width else values
    sizes = ((tall, area // tall) for tall in range(int(area**0.5), 1, -1))
    return next(((t, w) for t, w in sizes if t * w == area and height % t == 0 == width % w), None)
