"""A puzzle of Sudoku Maker as a model: its texts and cells here, its constraints in `constraints`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from puzzledsl.formats.bounds import LONGEST_TEXT, from_json, unreadable
from puzzledsl.formats.draft import cell_name
from puzzledsl.formats.drawings.recognition import recognise
from puzzledsl.formats.drawings.statements import sentences
from puzzledsl.formats.json_values import number, shown, text
from puzzledsl.formats.lz_string import URI, decompress
from puzzledsl.formats.sites.f_puzzles import prose
from puzzledsl.formats.sites.sudoku_maker.constraints import read_constraints
from puzzledsl.formats.sites.sudoku_maker.drawings import drawing_of
from puzzledsl.formats.sites.sudoku_maker.grid import SITE, Grid
from puzzledsl.formats.sites.sudoku_maker.puzzle import Puzzle

if TYPE_CHECKING:
    from puzzledsl.formats.draft import Draft
    from puzzledsl.model import Cell

_PUZZLE = re.compile(r"(?is)^\S*?[?&#]puzzle=([^&#]*)")
_CELL_KEYS = frozenset({"given", "value", "candidates", "cornerPencilMarks", "colors", "valid", "id", "x", "y"})


def read(source: str) -> Draft:
    """The puzzle of a link or a file.

    Raises:
        PuzzleError: it cannot be read.
    """
    return puzzle_from(_json_of(source))


def _json_of(source: str) -> Any:
    if len(source) > LONGEST_TEXT:
        raise unreadable(SITE, f"it has more than {LONGEST_TEXT:,} characters")
    source = source.strip("\ufeff \t\r\n")
    if source.startswith("{"):
        return from_json(source, SITE)
    found = _PUZZLE.match(source)
    if found is None and "sudokumaker.app" in source[:40].lower():
        raise unreadable(
            SITE,
            "the link has no `puzzle=` with a puzzle behind it; nothing is fetched",
            "open it in a browser and copy the link that the site offers for sharing",
        )
    packed = found[1] if found else source
    packed = re.sub(r"[\r\n\t]", "", unquote(packed)).replace("/", "-")
    return from_json(decompress(packed.rstrip("="), SITE, URI), SITE)


def puzzle_from(json: Any) -> Draft:
    """The puzzle in the JSON of a link or a file.

    Args:
        json: anything is allowed.

    Raises:
        PuzzleError: it has no cells, or not as many as its size says.
    """
    puzzle = json.get("puzzle", json) if isinstance(json, dict) else None
    if not isinstance(puzzle, dict):
        raise unreadable(SITE, "it has no puzzle")
    grid = Grid(puzzle)
    draft = grid.draft
    draft.title, draft.author = text(puzzle.get("name")), text(puzzle.get("author"))
    draft.rules = text(puzzle.get("comment"))
    if grid.sudoku:
        draft.different("rows", "columns")
    listed = puzzle.get("constraints", puzzle.get("allConstraints"))
    source = Puzzle(grid, listed if isinstance(listed, list) else [])
    marked: list[Cell] = []
    for place, mark in enumerate(puzzle["cells"]):
        if isinstance(mark, dict):
            _read_cell(grid, (place // draft.width + 1, place % draft.width + 1), mark, marked)
    if marked:
        draft.leave_out(f"the pencil marks of {len(marked)} cells are left out; they are taken for notes")
    read_constraints(source)
    left = prose.unexplained(sentences(draft.rules), source.kinds)
    recognise(draft, drawing_of(source), left, source.regions)
    return draft


def _read_cell(grid: Grid, cell: Cell, mark: dict[str, Any], marked: list[Cell]) -> None:
    draft = grid.draft
    value, candidates = number(mark.get("value")), number(mark.get("candidates"))
    if mark.get("given") and mark.get("value") is not None:
        if value is None or not draft.lowest <= value <= draft.highest:
            draft.leave_out(f"the given {shown(mark['value'])} at {cell_name(cell)} is none of the grid's digits")
        else:
            draft.given(cell, value)
    elif candidates and value is None:
        allowed = [v for v in range(max(0, draft.lowest), draft.highest + 1) if candidates >> v & 1]
        if mark.get("given") and allowed:
            draft.one_of(cell, allowed)
        elif len(allowed) <= draft.highest - draft.lowest:
            marked.append(cell)
    for key in mark.keys() - _CELL_KEYS:
        draft.leave_out(f"cells have marks of the unknown kind {shown(key)}")
