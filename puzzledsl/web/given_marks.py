"""Givens and regions that are drawn into the grid of the page, as marks of a layout."""

from __future__ import annotations

from string import ascii_letters
from typing import TYPE_CHECKING, TypeVar

from puzzledsl.diagnostics import failure
from puzzledsl.elaboration.layouts import marks
from puzzledsl.model import DIGITS, values_text
from puzzledsl.syntax import Givens, Regions
from puzzledsl.web.cell_lists import places
from puzzledsl.web.clue_lines import file_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.analysis.removal import Change
    from puzzledsl.model import Cell, Grid, Model
    from puzzledsl.source import Span

_Layout = TypeVar("_Layout", Givens, Regions)


def with_given(text: str, model: Model, cells: Sequence[str], value: int | None) -> list[Change]:
    """The changes that make a value the given of some cells; ``None`` opens them.

    Args:
        model: of the text, or of one shortly before it; tells what the cells are.

    Raises:
        PuzzleError: there is no such cell, the value is none of its values, or the layout is of another size.
    """
    chosen: dict[str, list[Cell]] = {}
    for grid, cell in places(cells, model):
        if value is not None and value not in grid.domain:
            raise failure(
                f"{value} is not a value of `{grid.name}`; its values are {values_text(grid.domain, grid.letters)}",
                code="given",
            )
        chosen.setdefault(grid.name, []).append(cell)
    changes: list[Change] = []
    for grid in model.grids:
        if own := chosen.get(grid.name):
            layouts = _layouts(text, grid, model, Givens)
            mark = grid.letters[value - 1] if value and grid.letters else value
            changes += _changed(layouts, grid, own, mark)
            if not layouts and mark is not None:
                head = "givens:" if grid is model.grids[0] else f"givens {grid.name}:"
                changes.append(_new_layout(text, grid, head, own, mark))
    return changes


def with_region(text: str, model: Model, cells: Sequence[str]) -> list[Change]:
    """The changes that make some cells of the main grid a region of their own, which holds different values.

    Raises:
        PuzzleError: there is no such cell in the main grid, the layout is of another size, or all letters are used.
    """
    main = model.grids[0]
    chosen = [cell for grid, cell in places(cells, model) if grid.name == main.name]
    layouts = _layouts(text, main, model, Regions)
    used = {sign for layout in layouts for row in layout.rows for sign in row.text}
    label = next((letter for letter in ascii_letters if letter not in used), None)
    if label is None or not chosen:
        raise failure(
            "choose cells of the main grid" if label else "there are no more letters for regions", code="cell"
        )
    if layouts:
        return _changed(layouts, main, chosen, label)
    place, _, layout = _new_layout(text, main, "regions piece:", chosen, label)
    return [(place, place, f"{layout}\nalldifferent: piece\n")]


def _layouts(text: str, grid: Grid, model: Model, kind: type[_Layout]) -> list[_Layout]:
    """The layouts of a kind that are about a grid."""
    own = (None, grid.name) if grid is model.grids[0] else (grid.name,)
    layouts = [one for one in file_of(text).statements if isinstance(one, kind)]
    return [one for one in layouts if (one.grid and one.grid.id) in own]


def _changed(
    layouts: Sequence[Givens | Regions], grid: Grid, cells: Sequence[Cell], value: int | str | None
) -> list[Change]:
    """A cell that is open in all layouts gets its value in the last one."""
    marked: dict[Cell, list[tuple[str, Span, bool]]] = {}
    for layout in layouts:
        for row, column, mark, span in marks(layout.rows, grid.height, grid.width, layout.span, []):
            marked.setdefault((row, column), []).append((mark, span, _is_dense(layout, span)))
    changes: list[Change] = []
    for cell in cells if layouts else ():
        if cell not in marked:
            line = layouts[-1].span.line
            raise failure(f"the layout in line {line} has another size than the grid", code="given")
        given = [one for one in marked[cell] if one[0] not in (".", "_", "?", "0")] or marked[cell][-1:]
        for number, (mark, span, dense) in enumerate(given):
            new = "." if value is None or number else _mark(value, dense)
            if new != mark:
                changes.append((span.start, span.end, new))
    return changes


def _is_dense(layout: Givens | Regions, span: Span) -> bool:
    """Whether the row of a mark has one character a cell."""
    row = next(row for row in layout.rows if row.span.start <= span.start < row.span.end)
    return len(row.text.split()) == 1 and len(row.text) > 1


def _mark(value: int | str, dense: bool) -> str:
    if isinstance(value, str) or not dense or 0 <= value <= 9:
        return str(value)
    if 10 <= value <= 35:
        return DIGITS[value]
    raise failure(f"{value} needs blanks between the givens of its row", code="given")


def _new_layout(text: str, grid: Grid, head: str, cells: Sequence[Cell], value: int | str) -> Change:
    """A layout at the end, aligned."""
    hole = "x" if head.startswith("givens") else "."
    widest = len(str(value))
    lines = [head]
    for r, row in enumerate(grid.numbers, 1):
        signs = [hole if x is None else str(value) if (r, c) in cells else "." for c, x in enumerate(row, 1)]
        lines.append("    " + " ".join(sign.rjust(widest) for sign in signs))
    gap = "" if not text or text.endswith("\n\n") else "\n" if text.endswith("\n") else "\n\n"
    return len(text), len(text), gap + "\n".join([*lines, ""])
