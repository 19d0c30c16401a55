"""Functions about a grid: its lines, boxes, windows and values. The main grid unless another is given."""

from __future__ import annotations

from fractions import Fraction

from puzzledsl.elaboration.builtins.arguments import existing, want_cell, want_grid, want_integer, want_table
from puzzledsl.elaboration.context import Context
from puzzledsl.elaboration.fault import Fault
from puzzledsl.elaboration.limits import SOME_ITEMS
from puzzledsl.elaboration.values import ClueMap, GridValue, Value, cell_number, is_cell, is_decided_boolean
from puzzledsl.expressions import Affine
from puzzledsl.intervals import interval


def rows(context: Context, grid: Value = None) -> Value:
    """All rows, from the top."""
    g = _whole(grid, context)
    return [_row(g, r) for r in range(1, g.height + 1)]


def columns(context: Context, grid: Value = None) -> Value:
    """All columns, from the left."""
    g = _whole(grid, context)
    return [_column(g, c) for c in range(1, g.width + 1)]


def cells(context: Context, grid: Value = None) -> Value:
    """All cells, row by row."""
    g = want_grid(grid, context)
    context.budget.step(g.height * g.width // SOME_ITEMS)
    return g.cells()


def diagonal(context: Context, grid: Value = None) -> Value:
    """The diagonal from the top left."""
    g = want_grid(grid, context)
    return existing(g.at(k, k) for k in range(1, min(g.height, g.width) + 1))


def antidiagonal(context: Context, grid: Value = None) -> Value:
    """The diagonal from the top right."""
    g = want_grid(grid, context)
    return existing(g.at(k, g.width + 1 - k) for k in range(1, min(g.height, g.width) + 1))


def row(context: Context, i: Value, grid: Value = None) -> Value:
    """Row `i`, from the left."""
    g = want_table(grid, context)
    return _row(g, want_integer(i, "a row", 1, g.height))


def column(context: Context, j: Value, grid: Value = None) -> Value:
    """Column `j`, from the top."""
    g = want_table(grid, context)
    return _column(g, want_integer(j, "a column", 1, g.width))


def box(context: Context, k: Value, grid: Value = None) -> Value:
    """Box `k` of `boxes`, counted row by row."""
    found = boxes(context, None, None, grid)
    return found[want_integer(k, "a box", 1, len(found)) - 1]


def boxes(context: Context, h: Value = None, w: Value = None, grid: Value = None) -> Value:
    """The boxes of `h` rows and `w` columns that tile the grid; without sizes the most square split."""
    if isinstance(h, GridValue):
        h, grid = None, h
    g = want_grid(grid, context)
    context.budget.step(g.height * g.width // SOME_ITEMS)
    if h is None and w is None:
        size = box_size(g.height, g.width, g.domain.size)
        if size is None:
            raise Fault(
                f"a {g.height}×{g.width} grid with {g.domain.size} values has no boxes of its own",
                helps=(
                    "draw the groups in a `regions` block, or name a size that tiles the grid, as in `boxes(2, 3)`",
                ),
                code="boxes",
            )
        tall, wide = size
    else:
        tall = want_integer(h, "a box's height", 1, g.height)
        wide = want_integer(tall if w is None else w, "a box's width", 1, g.width)
        if g.height % tall or g.width % wide:
            raise Fault(f"{tall}×{wide} boxes do not tile a {g.height}×{g.width} grid", code="boxes")
    return [
        existing(g.at(r, c) for r in range(top, top + tall) for c in range(left, left + wide))
        for top in range(1, g.height + 1, tall)
        for left in range(1, g.width + 1, wide)
    ]


def blocks(context: Context, h: Value, w: Value, grid: Value = None) -> Value:
    """All windows of `h` rows and `w` columns, overlapping; those with a masked place left out."""
    g = want_grid(grid, context)
    tall, wide = want_integer(h, "a block's height", 1), want_integer(w, "a block's width", 1)
    found = []
    for top in range(1, g.height - tall + 2):
        context.budget.step(max(0, g.width - wide + 1) * tall * wide // SOME_ITEMS)
        for left in range(1, g.width - wide + 2):
            window = existing(g.at(r, c) for r in range(top, top + tall) for c in range(left, left + wide))
            if len(window) == tall * wide:
                found.append(window)
    return found


def height(context: Context, grid: Value = None) -> Value:
    """Number of rows."""
    return want_table(grid, context).height


def width(context: Context, grid: Value = None) -> Value:
    """Number of columns."""
    return want_table(grid, context).width


def at(context: Context, r: Value, c: Value, grid: Value = None) -> Value:
    """The cell in row `r`, column `c`; `none` outside the grid and where it is masked."""
    g = want_table(grid, context)
    return g.at(want_integer(r, "a row"), want_integer(c, "a column"))


def lowest(context: Context, grid: Value = None) -> Value:
    """The smallest value of the grid's domain."""
    return want_grid(grid, context).domain.lo


def highest(context: Context, grid: Value = None) -> Value:
    """The largest value of the grid's domain."""
    return want_grid(grid, context).domain.hi


def domain(context: Context, cell: Value = None) -> Value:
    """The values of a cell (of the main grid without one), in order; of an expression the range it lies in.

    Of a condition these are 0 and 1, of a known number itself: lists for rules hold them all.
    """
    if cell is None or isinstance(cell, GridValue):
        found = want_grid(cell, context).domain
        context.budget.items(found.size)
        return list(found)
    if isinstance(cell, (int, Fraction)):
        return [int(cell) if isinstance(cell, bool) else cell]
    if is_decided_boolean(cell):
        return [0, 1]
    if isinstance(cell, Affine) and not is_cell(cell):
        low, high = interval(cell, context.variables)
        if not isinstance(low, int) or not isinstance(high, int):
            raise Fault("only whole numbers between bounds have a list of values", code="kind")
        context.budget.items(high - low + 1)
        return list(range(low, high + 1))
    variable = context.variables[cell_number(want_cell(cell))]
    if variable.is_real:
        raise Fault(f"the real variable `{variable.name}` has no list of values", code="real")
    context.budget.items(variable.domain.size)
    return list(variable.domain)


def _whole(grid: Value, context: Context) -> GridValue | ClueMap:
    """A grid or clues, all of which is looked at."""
    found = want_table(grid, context)
    context.budget.step(found.height * found.width // SOME_ITEMS)
    return found


def _row(grid: GridValue | ClueMap, r: int) -> list[Value]:
    found = [grid.at(r, c) for c in range(1, grid.width + 1)]
    return existing(found) if isinstance(grid, GridValue) else found


def _column(grid: GridValue | ClueMap, c: int) -> list[Value]:
    found = [grid.at(r, c) for r in range(1, grid.height + 1)]
    return existing(found) if isinstance(grid, GridValue) else found


def box_size(height: int, width: int, values: int) -> tuple[int, int] | None:
    """Rows and columns of the most square boxes that tile a grid, wider than tall; ``None`` where there are none.

    A box of a square grid has as many cells as the grid has rows; of any other, as many as there are values.
    """
    area = width if height == width else values
    best = None
    for tall in range(2, int(area**0.5) + 1):
        wide = area // tall
        if area % tall == 0 and height % tall == 0 and width % wide == 0:
            best = (tall, wide)
    return best
