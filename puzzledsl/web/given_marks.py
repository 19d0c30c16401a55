"""Givens that are typed into the grid of the page, as marks of a layout."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.diagnostics import failure
from puzzledsl.elaboration.layouts import marks
from puzzledsl.syntax import Givens
from puzzledsl.web.cell_lists import places
from puzzledsl.web.clue_lines import Change, file_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from puzzledsl.model import Cell, Grid, Model
    from puzzledsl.source import Span
    from puzzledsl.syntax import File


def with_given(text: str, model: Model, cells: Sequence[str], value: int | None) -> list[Change]:
    """The changes that make a value the given of some cells; ``None`` opens them.

    Args:
        model: of the text, or of one shortly before it; tells what the cells are.

    Raises:
        PuzzleError: there is no such cell, the value is none of its values, or the layout is of another size.
    """
    wanted: dict[str, dict[Cell, int | None]] = {}
    grids: dict[str, Grid] = {}
    for grid, cell in places(cells, model):
        if value is not None and value not in grid.domain:
            raise failure(f"{value} is no value of `{grid.name}`; its values are {grid.domain}", code="given")
        grids[grid.name] = grid
        wanted.setdefault(grid.name, {})[cell] = value
    file = file_of(text)
    found: list[Change] = []
    for name, values in wanted.items():
        grid, main = grids[name], name == model.grids[0].name
        layouts = [one for one in file.statements if isinstance(one, Givens) and _is_of(one, name, main)]
        found += _changed(layouts, grid, values)
        if not layouts and value is not None:
            found.append(_new_layout(file, grid, main, values))
    return found


def _is_of(layout: Givens, name: str, main: bool) -> bool:
    return layout.grid is None if main and layout.grid is None else layout.grid is not None and layout.grid.id == name


def _changed(layouts: Sequence[Givens], grid: Grid, values: Mapping[Cell, int | None]) -> list[Change]:
    """A cell that is open in all layouts gets its value in the last one."""
    marked: dict[Cell, list[tuple[str, Span, bool]]] = {}
    for layout in layouts:
        signed = grid.domain.lo < 0
        found = list(marks(layout.rows, grid.height, grid.width, layout.span, [], signed))
        for row, column, mark, span in found:
            marked.setdefault((row, column), []).append((mark, span, _is_dense(layout, span)))
    changes: list[Change] = []
    for cell, value in values.items():
        if not marked.get(cell):
            if layouts:
                raise failure(
                    f"the givens in line {layouts[-1].span.line} have another size than the grid", code="given"
                )
            continue
        given = [one for one in marked[cell] if one[0] not in (".", "_", "?", "0")] or marked[cell][-1:]
        for number, (mark, span, dense) in enumerate(given):
            new = "." if value is None or number else _mark(value, dense)
            if new != mark:
                changes.append((span.start, span.end, new))
    return changes


def _is_dense(layout: Givens, span: Span) -> bool:
    """Whether the row of a mark has one character a cell."""
    row = next(row for row in layout.rows if row.span.start <= span.start < row.span.end)
    return len(row.text.split()) == 1 and len(row.text) > 1


def _mark(value: int, dense: bool) -> str:
    if not dense or 0 <= value <= 9:
        return str(value)
    if 10 <= value <= 35:
        return chr(ord("A") + value - 10)
    raise failure(f"{value} needs blanks between the givens of its row", code="given")


def _new_layout(file: File, grid: Grid, main: bool, values: Mapping[Cell, int | None]) -> Change:
    """A layout at the end, aligned, with the boxes of a classic set apart."""

    def mark(r: int, c: int) -> str:
        if grid.numbers[r - 1][c - 1] is None:
            return "x"
        value = values.get((r, c))
        return "." if value is None else str(value)

    rows = [[mark(r, c) for c in range(1, grid.width + 1)] for r in range(1, grid.height + 1)]
    widest = max(len(one) for row in rows for one in row)
    lines = ["    " + " ".join(one.rjust(widest) for one in row) for row in rows]
    text = file.source.text
    gap = "" if not text or text.endswith("\n\n") else "\n" if text.endswith("\n") else "\n\n"
    head = "givens:" if main else f"givens {grid.name}:"
    return len(text), len(text), gap + "\n".join([head, *lines, ""])
