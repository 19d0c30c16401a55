"""One line for people about a clue: ``cage 15 at r1c3, r1c4, r1c5``, ``alldifferent in row 3``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from puzzledsl.elaboration.builtins.grid import box_size
from puzzledsl.elaboration.calling import Passed
from puzzledsl.elaboration.context import Context
from puzzledsl.elaboration.evaluation import shorten
from puzzledsl.elaboration.value_text import shown
from puzzledsl.elaboration.values import GridValue, Value, cell_number, is_cell

MOST_CELLS = 12


def clue_sentence(name: str, arguments: Sequence[Passed], group: Value, context: Context) -> str:
    """What a clue says about one group."""
    parts = [name]
    for parameter, value in arguments:
        text = shorten(shown(value, context, 60), 60)
        parts.append(f"{parameter} = {text}" if parameter else text.strip('"') if isinstance(value, str) else text)
    return f"{' '.join(parts)} {place(group, context)}".rstrip()


def place(group: Value, context: Context) -> str:
    """Where a group of cells is: ``in row 3``, ``at r1c1, r1c2``; nothing is said of the whole main grid."""
    if not isinstance(group, list) or not group or not all(map(is_cell, group)):
        return f"on {shorten(shown(group, context, 80), 80)}"
    first = context.variables[cell_number(group[0])]
    whole = context.grids.get(first.grid or "")
    if whole is not None and len(group) > 1:
        is_all = len(group) > max(whole.height, whole.width) and group == whole.cells()
        line = "" if is_all else _whole_line([cell_number(cell) for cell in group], *(first.cell or (0, 0)), whole)
        name = "" if whole is context.main else whole.name
        if is_all or line:
            return f"in {' of '.join(filter(None, (line, name)))}" if line or name else ""
    names = [context.cell_name(cell) for cell in group[:MOST_CELLS]]
    more = f" … ({len(group)} cells)" if len(group) > MOST_CELLS else ""
    return f"at {', '.join(names)}{more}"


def _whole_line(numbers: list[int], row: int, column: int, grid: GridValue) -> str:
    """What these cells are a whole of: ``row 3``; empty if they are none. The first one has this place."""
    if numbers == _line(grid.numbers[row - 1]):
        return f"row {row}"
    if numbers == _line([line[column - 1] for line in grid.numbers]):
        return f"column {column}"
    box = box_number(set(numbers), grid)
    return f"box {box}" if box else ""


def _line(numbers: Sequence[int | None]) -> list[int]:
    return [n for n in numbers if n is not None]


def box_number(numbers: set[int], grid: GridValue) -> int:
    """The number of the 3×3 box (or what corresponds to it) that these cells are, 0 when they are none."""
    size = box_size(grid.height, grid.width, grid.domain.size)
    if size is None or len(numbers) != size[0] * size[1]:
        return 0
    tall, wide = size
    across = grid.width // wide
    for k in range((grid.height // tall) * across):
        top, left = (k // across) * tall, (k % across) * wide
        if numbers == {grid.numbers[r][c] for r in range(top, top + tall) for c in range(left, left + wide)}:
            return k + 1
    return 0


def constraint_sentence(text: str, bindings: dict[str, Value], context: Context) -> str:
    """What a constraint says: its own text, with the loop variables that occur in it."""
    text, names = _used_in(text, tuple(bindings))
    used = [f"{name} = {shorten(shown(bindings[name], context, 40), 40)}" for name in names]
    return f"{text} with {', '.join(used)}" if used else text


@lru_cache(1_000)
def _used_in(text: str, names: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """The text in one line, and those of the names that occur in it."""
    text = shorten(re.sub(r"\s+", " ", text), 200)
    return text, tuple(name for name in names if re.search(rf"\b{re.escape(name)}\b", text))
