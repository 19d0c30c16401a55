"""Givens and regions that are drawn into the grid of the page, as marks of a layout."""

from __future__ import annotations

from string import ascii_letters
from typing import TYPE_CHECKING

from puzzledsl.diagnostics import failure
from puzzledsl.elaboration.layouts import marks
from puzzledsl.syntax import Givens, Regions
from puzzledsl.web.cell_lists import places
from puzzledsl.web.clue_lines import Change, file_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from puzzledsl.model import Cell, Grid, Model
    from puzzledsl.source import Span


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
    statements = file_of(text).statements
    found: list[Change] = []
    for name, values in wanted.items():
        grid, main = grids[name], name == model.grids[0].name
        layouts = [one for one in statements if isinstance(one, Givens) and _is_of(one, name, main)]
        found += _changed(layouts, grid, values)
        if not layouts and value is not None:
            found.append(_new_layout(text, grid, "givens:" if main else f"givens {name}:", values))
    return found


def with_region(text: str, model: Model, cells: Sequence[str]) -> list[Change]:
    """The changes that make some cells of the main grid a region of their own, which holds different values.

    Raises:
        PuzzleError: there is no such cell in the main grid, the layout is of another size, or all letters are used.
    """
    main = model.grids[0]
    chosen = [cell for grid, cell in places(cells, model) if grid.name == main.name]
    layouts = [one for one in file_of(text).statements if isinstance(one, Regions) and _is_of(one, main.name, True)]
    used = {sign for layout in layouts for row in layout.rows for sign in row.text}
    label = next((letter for letter in ascii_letters if letter not in used), None)
    if label is None or not chosen:
        raise failure(
            "choose cells of the main grid" if label else "there are no more letters for regions", code="cell"
        )
    values = dict.fromkeys(chosen, label)
    if layouts:
        return _changed(layouts, main, values)
    place, _, layout = _new_layout(text, main, "regions piece:", values)
    return [(place, place, f"{layout}\nalldifferent: piece\n")]


def _is_of(layout: Givens | Regions, name: str, main: bool) -> bool:
    return main if layout.grid is None else layout.grid.id == name


def _changed(layouts: Sequence[Givens | Regions], grid: Grid, values: Mapping[Cell, int | str | None]) -> list[Change]:
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
                    f"the layout in line {layouts[-1].span.line} has another size than the grid", code="given"
                )
            continue
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
        return chr(ord("A") + value - 10)
    raise failure(f"{value} needs blanks between the givens of its row", code="given")


def _new_layout(text: str, grid: Grid, head: str, values: Mapping[Cell, int | str | None]) -> Change:
    """A layout at the end, aligned."""

    def mark(r: int, c: int) -> str:
        if grid.numbers[r - 1][c - 1] is None:
            return "x" if head.startswith("givens") else "."
        value = values.get((r, c))
        return "." if value is None else str(value)

    rows = [[mark(r, c) for c in range(1, grid.width + 1)] for r in range(1, grid.height + 1)]
    widest = max(len(one) for row in rows for one in row)
    lines = ["    " + " ".join(one.rjust(widest) for one in row) for row in rows]
    gap = "" if not text or text.endswith("\n\n") else "\n" if text.endswith("\n") else "\n\n"
    return len(text), len(text), gap + "\n".join([head, *lines, ""])
