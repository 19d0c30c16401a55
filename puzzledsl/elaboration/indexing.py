"""Places and parts: runs of cells, ``m[i, *]``, ``list[k]``, ``regions.name``."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from puzzledsl.elaboration import operations as ops
from puzzledsl.elaboration.builtins import builtins
from puzzledsl.elaboration.builtins.arguments import SIDES, existing, want_direction
from puzzledsl.elaboration.context import Context
from puzzledsl.elaboration.fault import Fault, unfit
from puzzledsl.elaboration.kinds import cell_number, is_cell, is_key, is_list, is_static
from puzzledsl.elaboration.value_text import kind_of, shown
from puzzledsl.elaboration.values import (
    SEQUENCES,
    Callee,
    ClueMap,
    EdgesValue,
    GridValue,
    RegionMap,
    Value,
)
from puzzledsl.expressions import Affine, variable, weighted_sum
from puzzledsl.model import DIRECTIONS, Cell, run_between
from puzzledsl.source import Span


def run_of_cells(corners: Sequence[tuple[int, int]], context: Context) -> Value:
    """``r1c1`` as a cell; ``r1c1..r1c4..r4c4`` as the list of cells through these corners, each once.

    Raises:
        Fault: a bend is neither straight nor diagonal, or a place is outside the grid or masked.
    """
    grid = context.main
    cells = [_cell(grid, *corners[0])]
    for start, end in pairwise(corners):
        _cell(grid, *end)  # which bounds the run
        run = run_between(start, end)
        if not run:
            ends = [f"r{row}c{column}" for row, column in (start, end)]
            message = f"from {ends[0]} to {ends[1]} is neither a straight nor a diagonal line"
            helps = "name the corner where the line bends: `r1c1..r1c4..r4c4`"
            raise Fault(message, helps=helps, code="bend", word="..".join(ends))
        cells += [_cell(grid, *place) for place in run[1:]]
    return cells[0] if len(corners) == 1 else list(dict.fromkeys(cells))


def _cell(grid: GridValue, row: int, column: int) -> Affine:
    cell = grid.at(row, column)
    if cell is not None:
        return cell
    name = f"r{row}c{column}"
    if 1 <= row <= grid.height and 1 <= column <= grid.width:
        raise Fault(f"{name} is masked: there is no cell", code="masked", word=name)
    label = f"rows are 1..{grid.height}, columns 1..{grid.width}"
    helps = "" if row and column else "rows and columns are counted from 1"
    raise Fault(f"{name} lies outside the grid `{grid.name}`", label, helps or (), code="outside", word=name)


def index(base: Value, keys: Sequence[Value], context: Context) -> Value:
    """``list[i]``, ``grid[i, j]``, ``grid[i, *]``, ``grid[1..3, 4..6]``; ``...`` stands for ``*``.

    A list of lists is indexed as a grid is.
    """
    key, *rest = keys
    if isinstance(base, EdgesValue):
        return _edge(base, keys, context)
    if isinstance(base, (GridValue, ClueMap)):
        return _of_table(base, [key, ...] if not rest and key is not ... else keys, context)
    if key is not ...:
        value = _item(base, key, context)
        return index(value, rest, context) if rest else value
    if not isinstance(base, SEQUENCES):
        raise Fault(f"{kind_of(base)} has no parts to pick from")
    context.budget.check("items", len(base))
    return [index(item, rest, context) for item in base] if rest else base


def _item(base: Value, key: Value, context: Context) -> Value:
    """An item of a list or tuple (from 1), several of them, a map's value, a group of regions."""
    match base:
        case dict():
            return _lookup(base, key)
        case RegionMap():
            return attribute(base, key if isinstance(key, str) else shown(key))
        case list() | tuple() | range():
            if is_list(key) and is_static(key):
                context.budget.check("items", len(key))
                picked = [_item(base, k, context) for k in key]
                return tuple(picked) if isinstance(base, tuple) else picked
            if isinstance(key, Affine):
                context.budget.check("items", len(base))
                return ops.element(list(base), key, context)
            return base[_position(key, len(base)) - 1]
    if is_cell(base) and type(key) is int and cell_number(base) in context.declared:
        name, found = context.cell_name(base), context.variable(base).domain.intervals
        values = f"{found[0][0]}..{found[-1][1]}" if found else "…"
        label = f"several are a grid: `grid {name}[1, {key}] in {values}`"
        raise Fault(f"`{name}` is a single variable", label, f"its cells are then `{name}[1, 1]`, `{name}[1, 2]`, …")
    label = f"write `{base.name}({shown(key)})`" if isinstance(base, Callee) and is_static(key) else ""
    raise Fault(f"{kind_of(base)} has no parts to pick from", label)


_WORDS = ", ".join(f'"{word}"' for word in DIRECTIONS)


def _edge(base: EdgesValue, keys: Sequence[Value], context: Context) -> Value:
    """The edge between two cells, in a direction from a cell, or all that meet in a cell: ``road[c]``.

    ``road[c, *]`` are those that begin there, ``road[*, c]`` those that end there; both are all if they are no arcs.
    Between a cell and ``none`` there is none, so it is false. Sides are asked for by the cells on both sides, too. An
    arc then runs clockwise around the first one, and ``fence[c]`` are those that do.

    Raises:
        Fault: the cells share no side, or these are no cells.
    """
    if len(keys) > 2 or all(key is ... for key in keys):
        raise Fault(f"an edge is between two cells, as in `{base.name}[a, b]`", code="index")
    is_side = base.are_sides and any(_place_in(base.faces, key, context) for key in keys)
    grid, joined = (base.faces, base.across) if is_side else (base.grid, base.joined)
    ends = [_place_in(grid, key, context) for key in keys]
    if None in ends:
        for k, key in enumerate(keys):
            start = ends[k - 1]
            if isinstance(key, str) and start is not None:
                down, right = want_direction(key)
                ends[k] = start[0] + down, start[1] + right
            elif ends[k] is None and key is not ... and (is_side or key is not None):
                helps = (f"a side of a cell is given by the cell beside it, or by one of {_WORDS}",) if is_side else ()
                what = f"not {context.cell_name(key) if is_cell(key) else kind_of(key)}"
                raise Fault(f"`{base.name}` joins cells of `{grid.name}`, {what}", "", helps, "index", k)
        if any(key is None for key in keys):
            return False
    found = [end for end in ends if end is not None]
    if len(found) == 1:
        meeting = context.memory.once(("edges", id(joined)), base, _meeting, base, is_side, context)
        begun, ended = meeting.get(found[0], ([], []))
        if len(keys) == 1:
            return begun if is_side else [*begun, *ended]
        return ended if keys[0] is ... and base.directed else begun
    a, b = found
    number = joined.get((a, b) if base.directed else (min(a, b), max(a, b)))
    if number is not None:
        return variable(number)
    if (b[0] - a[0], b[1] - a[1]) in SIDES or (b, a) in joined:
        return False  # there is none, such as between two places that are no cells
    names = [context.cell_name(cell) for cell in keys]
    raise Fault(f"`{base.name}` has no edge between {names[0]} and {names[1]}", code="index")


def _meeting(base: EdgesValue, is_side: bool, context: Context) -> dict[Cell, tuple[list[Value], list[Value]]]:
    """By the place of a cell the edges that begin and that end there; without directions, the first list has all."""
    found: dict[Cell, tuple[list[Value], list[Value]]] = {}
    for (a, b), number in sorted(base.across.items()) if is_side else base.joined.items():
        edge = variable(number)
        found.setdefault(a, ([], []))[0].append(edge)
        found.setdefault(b, ([], []))[int(base.directed)].append(edge)
    context.budget.step(2 * len(base.joined))
    return found


def _place_in(grid: GridValue, value: Value, context: Context) -> Cell | None:
    """The place of a cell of a grid; ``None`` for anything else."""
    if is_cell(value) and grid.has(number := cell_number(value)):
        return context.variables[number].cell
    return None


def _of_table(base: GridValue | ClueMap, keys: Sequence[Value], context: Context) -> Value:
    """Cells, or clues, row by row. Places without a cell are left out; the clue of a place without one is `none`."""
    if len(keys) != 2:
        raise Fault(
            f"a grid is indexed by row and column, as in `{base.name}[1, 2]`, not by {len(keys)} values", code="index"
        )
    row_key, column_key = keys
    if isinstance(row_key, Affine) or isinstance(column_key, Affine):
        return _decided_place(base, row_key, column_key, context)
    is_one, is_grid = isinstance(row_key, int) and isinstance(column_key, int), isinstance(base, GridValue)
    if not is_grid and not base.height:
        return None if is_one else []
    rows = _positions(row_key, base.height, "row", base)
    columns = _positions(column_key, base.width, "column", base)
    context.budget.check("items", len(rows) * len(columns))
    found = [base.at(r, c) for r in rows for c in columns]
    if is_one and found == [None] and is_grid:
        message = f"row {row_key}, column {column_key} of `{base.name}` is masked: there is no cell"
        raise Fault(message, code="masked")
    return found[0] if is_one else existing(found) if is_grid else found


def _decided_place(base: GridValue | ClueMap, row_key: Value, column_key: Value, context: Context) -> Value:
    rows = [[base.at(r, c) for c in range(1, base.width + 1)] for r in range(1, base.height + 1)]
    columns = list(map(list, zip(*rows, strict=True)))
    if column_key is ... or row_key is ...:
        lines, key = (rows, row_key) if column_key is ... else (columns, column_key)
        return ops.element(lines, key, context)
    flat = [place for line in rows for place in line]
    if None in flat:
        what = "masked places" if isinstance(base, GridValue) else "places without a clue"
        message = f"`{base.name}` has {what}, and an index that depends on the cells may point to one of them"
        raise Fault(message, code="masked")
    if not isinstance(row_key, Affine):
        return ops.element(rows[_position(row_key, base.height) - 1], column_key, context)
    if not isinstance(column_key, Affine):
        return ops.element(columns[_position(column_key, base.width) - 1], row_key, context)
    low, high = context.bounds(column_key)
    if low >= 1 and high <= base.width:
        place = weighted_sum(((base.width, row_key), (1, column_key)), -base.width)
        return ops.element(flat, place, context)
    return ops.element([ops.element(line, column_key, context) for line in rows], row_key, context)


def _positions(key: Value, size: int, what: str, grid: GridValue | ClueMap) -> Sequence[int]:
    if key is ...:
        return range(1, size + 1)
    keys = [key] if type(key) is int else key
    if not is_list(keys):
        raise unfit(f"a {what} is a whole number or a range of them", key, code="index")
    for k in keys:
        if type(k) is not int or not 1 <= k <= size:
            helps = () if type(k) is int and k > size else "they are counted from 1, and not from the end"
            raise Fault(f"{what} {shown(k)} lies outside {kind_of(grid)}", f"{what}s are 1..{size}", helps, "outside")
    return keys


def _position(key: Value, length: int) -> int:
    if type(key) is not int:
        raise unfit("an index is a whole number", key, code="index")
    if not 1 <= key <= length:
        raise Fault(
            f"index {key} of a list of {length}",
            label="lists count from 1" if key == 0 else f"the last is {length}" if length else "the list is empty",
            code="index",
        )
    return key


def map_key(key: Value) -> Value:
    """A value that may be a map's key: a known number, text, or tuple of such."""
    if is_key(key):
        return key
    raise unfit("a map's key must be a known number, text or tuple", key, code="static")


def _lookup(base: dict[Value, Value], key: Value) -> Value:
    key = map_key(key)
    if key in base:
        return base[key]
    known = map(str, base) if isinstance(key, str) else ()
    helps = (f"its keys are {', '.join(map(shown, list(base)[:12]))}",) if base else ()
    raise Fault.unknown(f"the map has no key {shown(key)}", str(key), known, helps, "key")


def attribute(base: Value, name: str, written: Span | None = None) -> Value:
    """``base.name``: a group of regions, or a map's value under a text.

    Args:
        written: where the base stands.
    """
    if isinstance(base, RegionMap):
        if name in base.groups:
            return base.groups[name]
        helps = f"the groups are {', '.join(list(base.groups)[:20])}"
        raise Fault.unknown(f"the regions `{base.name}` have no group `{name}`", name, base.groups, helps, "key")
    if isinstance(base, dict):
        return _lookup(base, name)
    if name in builtins():
        text = "…" if written is None or len(written.text) > 40 else written.text
        what = "a list" if isinstance(base, (list, range)) else kind_of(base)
        further = ", …" if len(builtins()[name].parameters) > 1 else ""
        raise Fault(f"{what} has no methods", f"write `{name}({text}{further})`")
    raise Fault(f"{kind_of(base)} has no parts with names")
