"""What values hold: their items in a loop, and all that is in them as a key, or to be counted."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from puzzledsl.elaboration.fault import Fault, unfit
from puzzledsl.elaboration.kinds import is_cell, is_decided_boolean
from puzzledsl.elaboration.limits import AN_ITEM
from puzzledsl.elaboration.value_text import kind_of, order, shown
from puzzledsl.elaboration.values import (
    Builtin,
    Callee,
    ClueMap,
    EdgesValue,
    Function,
    GridValue,
    Named,
    RegionMap,
    Value,
    mark_value,
)
from puzzledsl.expressions import Affine

if TYPE_CHECKING:
    from puzzledsl.elaboration.limits import Budget


def iterate(value: Value) -> Iterator[Value]:
    """The items of what a loop may run over: lists, ranges, sets (in order), tuples, maps (keys), grids, regions.

    A lone cell is a list of one.

    Raises:
        Fault: it has no items.
    """
    match value:
        case list() | range() | tuple():
            return iter(value)
        case frozenset():
            return iter(sorted(value, key=order))
        case dict():
            return iter(list(value))
        case RegionMap():
            return iter(list(value.groups.values()))
        case ClueMap():
            return iter(_cells_with_clues(value))
        case GridValue():
            return iter(value.cells())
        case EdgesValue():
            return iter(value.pairs())
        case Affine() if is_cell(value):
            return iter([value])
    label = f"write `{value.signature}`" if isinstance(value, Callee) else ""
    raise unfit("a list is needed here", value, label)


def rounds(value: Value, targets: int) -> Iterator[Value]:
    """The items of what a loop with so many targets runs over.

    Of regions with two targets these are labels and groups; of clues with three, rows, columns and clues.

    Raises:
        Fault: it has no items.
    """
    if isinstance(value, RegionMap) and targets == 2:
        return iter([(mark_value(label), group) for label, group in value.groups.items()])
    if isinstance(value, ClueMap) and targets == 3:
        return iter(value.placed())
    return iterate(value)


def _cells_with_clues(clues: ClueMap) -> list[tuple[Affine, Value]]:
    """Each cell that has a clue, with it.

    Raises:
        Fault: there is no such cell.
    """
    grid = clues.grids.get(clues.grid or next(iter(clues.grids), ""))
    if grid is None:
        which = f" `{clues.grid}`" if clues.grid else ""
        raise Fault(
            f"the clues `{clues.name}` have no cells yet: the grid{which} is declared further down",
            helps=f"rows and columns are known here: `for r, c, clue in {clues.name}:`",
            code="no-grid",
        )
    found = []
    for row, column, mark in clues.placed():
        cell = grid.at(row, column)
        if cell is None:
            raise Fault(
                f"the clues `{clues.name}` have {shown(mark)} in row {row}, column {column}, where the grid "
                f"`{grid.name}` has no cell",
                helps=f"for clues that are not about its cells, take rows and columns: `for r, c, n in {clues.name}:`",
                code="outside",
            )
        found.append((cell, mark))
    return found


def freeze(value: Value, within: frozenset[int] = frozenset()) -> Value:
    """A hashable stand-in: lists become tuples marked as lists.

    ``within``: the functions that are being frozen around it (by ``id`` of their code), since a recursive
    function is among the values around it.

    Raises:
        Fault: it holds something that is no plain static value.
    """
    match value:
        case int() | Fraction() | str() | None | Affine() | Builtin() | frozenset():
            return value
        case range() if len(value) > 1_000:
            return ("range", value.start, value.stop)
        case list() | range() | tuple():
            return ("tuple" if isinstance(value, tuple) else "list", *(freeze(item, within) for item in value))
        case dict():
            return ("map", *freeze(list(value.items()), within))
        case Function():
            code = id(value.run)
            inner = within if code in within else within | {code}
            around = [] if code in within else [k for k in sorted(value.uses) if k in value.captured]
            return ("function", code, *((k, freeze(value.captured[k], inner)) for k in around))
        case Named():
            return ("object", id(value))
    if is_decided_boolean(value):
        return value
    raise Fault(f"{kind_of(value)} cannot be used here")


NESTING = frozenset({list, tuple, dict})
"""What holds lists inside each other."""


def nested(value: Value, budget: Budget) -> Value:
    """The value, once it is known that the lists in it are not too many when each is counted wherever it occurs.

    ``let b = [a, a]``, ``let c = [b, b]`` … doubles their number line by line, while hardly any memory is used.

    Raises:
        Fault: they are.
    """
    kind = type(value)
    if (kind is list or kind is tuple) and NESTING.isdisjoint(map(type, value)):  # nearly always
        budget.allocate((1 + len(value)) * AN_ITEM)
    elif isinstance(value, (list, tuple, dict)):
        level, height, count, size = [value], 0, 0, 0
        while level:
            height += 1
            budget.high(height)
            inner: list[Value] = []
            for part in level:
                count += 1
                size += len(part)
                if count > budget.limits.items:
                    budget.check("items", count)
                items = part.values() if isinstance(part, dict) else part
                inner += [x for x in items if type(x) in NESTING]
            level = inner
        budget.allocate((count + size) * AN_ITEM)
        budget.step(count - 1)
    elif isinstance(value, frozenset):
        budget.allocate(len(value) * AN_ITEM)
    return value
