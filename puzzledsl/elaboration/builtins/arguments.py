"""What built-in functions expect of their arguments, with the messages for what does not fit.

A parameter whose type is a key of `CONVERSIONS` gets what that function makes of the argument.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from puzzledsl.elaboration import operations as ops
from puzzledsl.elaboration.context import Context
from puzzledsl.elaboration.fault import Fault, unfit
from puzzledsl.elaboration.items import freeze, iterate
from puzzledsl.elaboration.kinds import alone, is_cell
from puzzledsl.elaboration.limits import SOME_ITEMS
from puzzledsl.elaboration.value_text import kind_of
from puzzledsl.elaboration.values import ClueMap, EdgesValue, GridValue, Group, Value
from puzzledsl.expressions import Affine, Boolean
from puzzledsl.model import DIRECTIONS
from puzzledsl.model import Cell as Position

Cell = Affine
Grid = GridValue
Groups = list[list[Value]]
Items = list[Value]
Line = list[Affine]
Lists = list[list[Value]]
"""Any number of arguments, each a list."""
Place = tuple[GridValue, Position]
Several = list[Value]
"""The items of a list, or several arguments instead of it."""
SomeItems = list[Value]
Table = GridValue | ClueMap

Constraint = Boolean
"""What a function gives that is offered as the head of a clue."""

Lookup = Value
"""What a function gives that takes no longer than finding out whether it was called with these arguments before."""

SIDES = tuple(DIRECTIONS.values())
"""Steps to the cells that share a side, in reading order."""

MAIN: Any = None
"""The default of a grid."""


def want_grid(value: Value, context: Context) -> GridValue:
    """The grid given, or the one that a given cell lies in or edges join, or the main one."""
    match value:
        case None:
            return context.main
        case GridValue():
            return value
        case EdgesValue():
            return value.grid
        case Affine() if is_cell(value):
            return want_place(value, context)[0]
    raise unfit("a grid is needed here", value)


def want_edges(value: Value, argument: int | None = None) -> EdgesValue:
    """Edges; anything else is the mistake of an argument."""
    if isinstance(value, EdgesValue):
        return value
    raise unfit("edges are needed here", value, argument=argument)


def want_direction(value: Value) -> tuple[int, int]:
    """The step to the next cell in a direction."""
    right = 'a direction is "up", "left", "right" or "down"'
    if not isinstance(value, str):
        raise unfit(right, value, argument=1)
    if value not in DIRECTIONS:
        raise Fault.unknown(f"there is no direction {value}", value, DIRECTIONS, right, argument=1)
    return DIRECTIONS[value]


def want_table(value: Value, context: Context) -> Table:
    """A grid (see `want_grid`), or clues."""
    return value if isinstance(value, ClueMap) else want_grid(value, context)


def want_integer(value: Value, what: str, lowest: int | None = None, highest: int | None = None) -> int:
    """A whole number that is known while compiling, within limits."""
    if type(value) is not int:
        raise unfit(f"{what} is a known whole number", value)
    if (lowest is not None and value < lowest) or (highest is not None and value > highest):
        reach = f"{lowest}..{highest}" if highest is not None else f"{lowest} or more"
        raise Fault(f"{what} cannot be {value}", label=f"it must be {reach}", code="range")
    return value


@contextmanager
def argument(position: int) -> Iterator[None]:
    """Blame an argument for what goes wrong, unless another one is to blame."""
    try:
        yield
    except Fault as fault:
        if fault.argument is None:
            fault.argument = position
        raise


def want_list(value: Value, context: Context) -> Items:
    """A list (or range, tuple, grid, regions); a lone cell is a list of one."""
    if is_cell(value):
        return [value]
    if isinstance(value, dict):
        raise unfit("a list is needed here", value)
    if isinstance(value, range):
        context.budget.check("items", len(value))
    items = list(iterate(value))
    context.budget.step(len(items) // SOME_ITEMS)
    return items


def want_cell(value: Value, context: Context | None = None) -> Cell:  # noqa: ARG001
    """A cell; a list of one cell will do."""
    if is_cell(only := alone(value)):
        return only  # type: ignore[no-any-return]
    raise unfit("a cell is needed here", value)


def want_place(value: Value, context: Context) -> Place:
    """The grid and the place of a cell."""
    variable = context.variable(want_cell(value))
    if variable.grid is None or variable.cell is None:
        raise Fault(f"`{variable.name}` is a variable of its own, not a cell of a grid")
    return context.grid_of(variable.grid), variable.cell


def want_groups(value: Value, context: Context) -> Groups:
    """A list of lists, regions, or clues: the cells of each mark."""
    if isinstance(value, ClueMap):
        found: dict[Value, list[Value]] = {}
        for cell, mark in iterate(value):
            found.setdefault(freeze(mark), []).append(cell)
        return list(found.values())
    groups = want_list(value, context)
    for group in groups:
        if not isinstance(group, (list, range, tuple, GridValue)):
            raise Fault(f"a list of groups is needed here, not a list with {kind_of(group)}")
    return [group if isinstance(group, Group) else want_list(group, context) for group in groups]


def want_line(value: Value, context: Context) -> Line:
    """A list of numbers, known or decided."""
    return [ops.expression(item, context) for item in want_list(value, context)]


def want_some(value: Value, context: Context) -> SomeItems:
    """A list that is not empty."""
    items = want_list(value, context)
    if not items:
        raise Fault("the list is empty", code="empty")
    return items


CONVERSIONS: dict[str, Callable[[Value, Context], Value]] = {
    "Cell": want_cell,
    "Grid": want_grid,
    "Groups": want_groups,
    "Items": want_list,
    "Line": want_line,
    "Lists": lambda values, context: [want_list(value, context) for value in values],
    "Place": want_place,
    "Several": lambda values, context: values if len(values) > 1 else want_list(values[0], context),
    "SomeItems": want_some,
    "Table": want_table,
}
"""By the type of a parameter, as it is written."""

REST = {"Lists", "Several"}
"""Types of parameters that take any number of arguments."""


def existing(cells: Iterable[Value]) -> list[Value]:
    """Without the places that are none."""
    return [cell for cell in cells if cell is not None]
