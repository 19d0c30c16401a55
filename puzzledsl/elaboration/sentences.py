"""One line for people about a clue: ``cage 15 at r1c3, r1c4, r1c5``, ``alldifferent in row 3``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from puzzledsl.elaboration.builtins.grid import box_size, window
from puzzledsl.elaboration.calling import Passed
from puzzledsl.elaboration.context import Context
from puzzledsl.elaboration.kinds import are_cells, is_cell
from puzzledsl.elaboration.value_text import brief
from puzzledsl.elaboration.values import GridValue, Value
from puzzledsl.listing import shorten
from puzzledsl.model import Cell

MOST_CELLS = 12


def clue_sentence(name: str, arguments: Sequence[Passed], group: Value, context: Context) -> str:
    """What a clue says about one group."""
    parts = [name]
    for parameter, value in arguments:
        text = brief(value, context.variables, 60)
        parts.append(f"{parameter} = {text}" if parameter else text.strip('"') if isinstance(value, str) else text)
    return f"{' '.join(parts)} {place(group, context)}".rstrip()


def place(group: Value, context: Context) -> str:
    """Where a group of cells is: ``in row 3``, ``at r1c1, r1c2``; nothing is said of the whole main grid."""
    if not are_cells(group):
        return f"on {brief(group, context.variables, 80)}"
    first = context.variable(group[0])
    grid = context.grids.get(first.grid or "")
    if grid is not None and first.cell is not None and len(group) > 1:
        is_all = len(group) > max(grid.height, grid.width) and group == grid.cells()
        line = "" if is_all else _whole_line(group, first.cell, grid)
        named = " of ".join(filter(None, (line, grid.name * (grid is not context.main))))
        if is_all or line:
            return named and f"in {named}"
    names = [context.cell_name(cell) for cell in group[:MOST_CELLS]]
    more = f" … ({len(group)} cells)" if len(group) > MOST_CELLS else ""
    return f"at {', '.join(names)}{more}"


def _whole_line(cells: list[Value], first: Cell, grid: GridValue) -> str:
    """What these cells are a whole of: ``row 3``; empty if they are none. The first one has this place."""
    row, column = first
    if cells == window(grid, row, 1, 1, grid.width):
        return f"row {row}"
    if cells == window(grid, 1, column, grid.height, 1):
        return f"column {column}"
    tall, wide = box_size(grid.height, grid.width, grid.domain.size) or (0, 0)
    if len(cells) == tall * wide:
        top, left = (row - 1) // tall, (column - 1) // wide
        if set(cells) == set(window(grid, top * tall + 1, left * wide + 1, tall, wide)):
            return f"box {top * (grid.width // wide) + left + 1}"
    return ""


def in_one_line(text: str, slots: Mapping[str, int]) -> tuple[str, dict[str, int]]:
    """A statement as its sentence writes it, and the slots of the names that occur in it."""
    text = shorten(re.sub(r"\s+", " ", text), 200)
    return text, {name: slot for name, slot in slots.items() if re.search(rf"\b{re.escape(name)}\b", text)}


def constraint_sentence(text: str, bindings: dict[str, Value], context: Context) -> str:
    """What a constraint says: its own text, with the loop variables that occur in it."""
    used = [f"{name} = {_brief(value, context)}" for name, value in bindings.items()]
    return f"{text} with {', '.join(used)}" if used else text


def bound_cell(bindings: Mapping[str, Value], context: Context) -> str | Cell | None:
    """The cell for which the loops around a constraint have it written; see `Origin`."""
    bound = [context.variable(value) for value in bindings.values() if is_cell(value)]
    cells = {one.name for one in bound if one.cell is not None and one.grid == next(iter(context.grids))}
    if len(cells) == 1:
        return cells.pop()
    row, column = bindings.get("r"), bindings.get("c")
    return (row, column) if not cells and type(row) is int and type(column) is int else None


def _brief(value: Value, context: Context) -> str:
    if type(value) is int:
        return str(value)
    # The variable of an outer loop is written in the sentences of all rounds of the inner ones.
    return context.memory.once(("brief", id(value)), value, brief, value, context.variables, 40)
