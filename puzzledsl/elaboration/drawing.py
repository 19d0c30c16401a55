"""``draw MARK(cells, text, color = …)``: what a rule asks to be shown."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise

from puzzledsl.color_names import COLOR_NAMES
from puzzledsl.diagnostics import PuzzleError
from puzzledsl.elaboration.builtins.arguments import argument
from puzzledsl.elaboration.calling import Passed
from puzzledsl.elaboration.context import Context
from puzzledsl.elaboration.evaluation import Code, Frame
from puzzledsl.elaboration.fault import Fault, unfit
from puzzledsl.elaboration.kinds import is_cell, is_decided_boolean
from puzzledsl.elaboration.limits import A_CHARACTER, A_MARK, AN_EXPRESSION, AN_ITEM
from puzzledsl.elaboration.operations.choices import truth
from puzzledsl.elaboration.value_text import kind_of, shown
from puzzledsl.elaboration.values import GridValue, Value
from puzzledsl.expressions import Affine, is_connected
from puzzledsl.listing import shorten
from puzzledsl.model import MARKS, Cell, Mark, touch
from puzzledsl.nearest import nearest, question
from puzzledsl.records import replace

TOUCHING = ("line", "arrow", "thermometer", "dot")
"""Marks that join each cell to the next one."""

ALONG = (*TOUCHING, "cage", "outside")
"""Marks of what needs several cells to be worth drawing: a line, a cage, a pair, a row."""

_BETWEEN = ("text", "dot")
"""Marks in the middle of several places."""

_HEX = r"#[0-9a-fA-F]{3}|#[0-9a-fA-F]{6}"


def draw(kind: str, arguments: Sequence[Passed], context: Context) -> Mark | None:
    """Adds a mark; returns it, or ``None`` where there is nothing to be drawn.

    The first argument are the cells in drawing order, the second is written at the mark; ``color`` is a CSS name
    or ``#rrggbb``; ``when`` is a condition on the answer; with ``letter`` the text is
    a letter for this use of the rule.

    Raises:
        Fault: an unknown mark or parameter, or an argument of the wrong kind.
    """
    if kind not in MARKS:
        helps = f"the marks are {', '.join(MARKS)}"
        raise Fault.unknown(f"there is no mark `{kind}`", kind, MARKS, helps, "unknown-mark", -1)
    found: dict[str, Value] = {"text": "", "color": "", "when": True}
    names = iter(("cells", "text", "color"))
    for position, (name, value) in enumerate(arguments):
        known = name or next(names, "")
        with argument(position):
            if known not in _ARGUMENTS:
                said = f"a mark has no `{name}`" if name else "a mark takes cells, a text and a color"
                helps = f'write `draw {kind}(cells, text, color = "red")`'
                raise Fault.unknown(said, known, _ARGUMENTS, helps, "arity")
            field, read = _ARGUMENTS[known]
            if known != "letter" or value is True:
                found[field] = read(value, context)
    if "cells" not in found:
        raise Fault(f"`draw {kind}` needs cells", helps=f"write `draw {kind}(cells)`", code="arity")
    cells, when = found["cells"], found["when"]
    if not cells or when is False:
        return None
    context.budget.step(A_MARK + len(cells))
    if kind == "piece":
        if when is not True:
            raise Fault(
                "a piece is drawn beside the grid, whatever the answer is", helps="leave out `when`", code="value"
            )
        located = _shape(cells, context)
    else:
        located = [place for cell in cells for place in _located(cell, context, kind in _BETWEEN)]
    # What is written into cells may be hidden in several grids at once; all else is drawn on the first one.
    mark = None
    for grid in dict.fromkeys(name for name, _ in (located if kind == "hidden" else located[:1])):
        places = tuple(place for name, place in located if name == grid)
        context.budget.allocate(AN_EXPRESSION + AN_ITEM * len(places))
        mark = Mark(kind, grid, places, found["text"], found["color"], when=None if when is True else when)
        context.marks.append(mark)
    return mark


def _color(value: Value, _: Context) -> str:
    """A name of CSS, or ``#`` and hexadecimal digits; empty for the usual one."""
    if isinstance(value, str) and (not value or re.fullmatch(_HEX, value) or value.lower() in COLOR_NAMES):
        return value
    right = 'a name of CSS such as "red", or "#ff8800"'
    if not isinstance(value, str):
        raise unfit(f"a colour is {right}", value, code="value")
    near = nearest(value.lower(), COLOR_NAMES)
    label, meant = (question(f'"{near}"'), (value, near)) if near else ("", None)
    message = f'there is no colour "{shorten(value, 40)}"'
    raise Fault(message, label, f"a colour is {right}", "value", meant=meant)


def begun_in_touch(mark: Mark, before: Mark | None) -> Mark:
    """An arrow from circles that have just been drawn side by side: from the one that touches its second cell."""
    circles = before.cells if before is not None and before.kind == "circle" and before.grid == mark.grid else ()
    if mark.kind != "arrow" or len(mark.cells) < 2 or mark.cells[0] not in circles:
        return mark
    start = next((cell for cell in reversed(circles) if touch(cell, mark.cells[1])), mark.cells[0])
    return replace(mark, cells=(start, *mark.cells[1:]))


def jump_of(mark: Mark) -> tuple[Cell, Cell] | None:
    """The first two successive cells of a line that do not touch, not even by a corner.

    ``None`` where there are none; and where the cells are connected all the same, unless their order matters: the
    cells of a renban region are often written in reading order.
    """
    jump = next((pair for pair in pairwise(mark.cells) if not touch(*pair)), None)
    if jump is None or mark.kind == "thermometer":
        return jump
    cells = mark.cells
    edges = [(i, j) for j, cell in enumerate(cells) for i in range(j) if touch(cells[i], cell)]
    return None if is_connected([True] * len(cells), edges) else jump


def _cells(value: Value, _: Context) -> list[Value]:
    if isinstance(value, GridValue):
        return value.cells()
    items = value if isinstance(value, list) else [value]
    flat = [c for item in items for c in (item if isinstance(item, list) else [item])]
    # An empty place (`none`), a number, an expression and a condition have no place to be drawn at.
    for item in flat:
        if not (
            item is None or isinstance(item, (Affine, int, Fraction)) or is_place(item) or is_decided_boolean(item)
        ):
            raise Fault(f"a mark is drawn on cells, not on {kind_of(value)}", code="value")
    return [item for item in flat if is_cell(item) or is_place(item)]


def _letter(_: Value, context: Context) -> str:
    """A, B, … Z, AA, BB, …: one for each use of a rule that asks for one."""
    if not context.letter:
        times, number = divmod(context.letters, 26)
        context.letters += 1
        context.letter = chr(ord("A") + number) * (times + 1)
    return context.letter


def _located(cell: Value, context: Context, beside: bool) -> list[tuple[str, Cell]]:
    """The grid and the place of a cell; of a place ``(row, column)`` the main grid, if it has that place.

    A corner of ``sides`` is between the cells around it. Nothing is drawn on an unknown of a rule, which is hidden, nor
    on a variable.

    Args:
        beside: places beside the main grid count, too: a mark between places may be on its edge.
    """
    if isinstance(cell, tuple):
        grid = context.main
        row, column = cell
        is_near = -beside < row <= grid.height + beside and -beside < column <= grid.width + beside
        return [(grid.name, cell)] if is_near else []
    variable = context.variable(cell)
    for edges in context.edges:
        if edges.are_sides and edges.grid.name == variable.grid:
            row, column = variable.place
            around = [(r, c) for r in (row - 1, row) for c in (column - 1, column)]
            return [(edges.faces.name, place) for place in around if beside or edges.faces.at(*place) is not None]
    is_drawn = variable.grid is not None and variable.grid not in context.hidden
    return [(variable.grid, variable.place)] if is_drawn else []  # type: ignore[list-item]


def _shape(cells: Sequence[Value], context: Context) -> list[tuple[str, Cell]]:
    """The places of a shape, wherever it lies, as those of a drawing of its own beside the main grid."""
    places = {cell if isinstance(cell, tuple) else context.variable(cell).place for cell in cells}
    top, left = map(min, zip(*places, strict=True))
    return [(context.main.name, (r - top + 1, c - left + 1)) for r, c in sorted(places)]


def is_place(value: Value) -> bool:
    """Whether it is a pair such as ``(1, 2)``: the row and column of a place, masked or not."""
    return isinstance(value, tuple) and len(value) == 2 and all(type(part) is int for part in value)


def _written(value: Value, context: Context) -> str:
    if value is None:
        return ""
    if isinstance(value, (list, tuple)):
        between = " " if isinstance(value, list) else ""
        return between.join(_written(v, context) for v in value)
    text = value if isinstance(value, str) else shown(value, context.variables, context.budget.text_room())
    context.budget.allocate(len(text) * A_CHARACTER)
    return text


_ARGUMENTS: dict[str, tuple[str, Callable[[Value, Context], Value]]] = {
    "text": ("text", _written),
    "color": ("color", _color),
    "cells": ("cells", _cells),
    "when": ("when", truth),
    "letter": ("text", _letter),
    "value": ("text", _written),
}
"""What an argument of ``draw`` states of the mark, and how it is read."""


def decided_arguments(frame: Frame, slots: tuple[int, ...]) -> list[Value]:
    """The arguments of the rules around that are no known values, such as the cell of `white_dot r1c3: …`."""
    found = [frame.get(slot) for slot in slots]
    return [value for value in found if isinstance(value, Affine) or is_decided_boolean(value)]


def drawn(code: Code, frame: Frame, slots: tuple[int, ...], context: Context) -> Value:
    """The value of an argument of ``draw``.

    Drawing never refuses a clue: what must be known to write a text is, where the clue has a cell for it, the name of
    the cell.
    """
    try:
        return code(frame)
    except PuzzleError as error:
        decided = decided_arguments(frame, slots)
        if not decided or any(diagnostic.code != "static" for diagnostic in error.diagnostics):
            raise
        return ", ".join(shown(value, context.variables) for value in decided)
