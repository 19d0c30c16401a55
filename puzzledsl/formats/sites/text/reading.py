"""Reading of plain grids: each becomes a sudoku with the classic rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.formats.bounds import unreadable
from puzzledsl.formats.draft import Draft
from puzzledsl.formats.sites.text.collection import puzzles_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from puzzledsl.formats.sites.text.collection import Puzzle

_SITE = "plain text"


def read(text: str) -> Draft:
    """The first grid of a text.

    Raises:
        PuzzleError: it has none.
    """
    puzzle = puzzles_in(text)
    if puzzle is None:
        raise unreadable(
            _SITE,
            "it is no grid",
            "a grid has as many rows as columns, one character a cell or blanks between, and one mark for open cells",
        )
    grid = puzzle.grid
    draft = Draft(_SITE, grid.side, grid.side, grid.lowest + grid.side - 1, grid.lowest)
    draft.title, draft.author = puzzle.tags.get("T", ""), puzzle.tags.get("A", "")
    draft.source, draft.date = puzzle.tags.get("S", "") or puzzle.tags.get("U", ""), puzzle.tags.get("B", "")
    draft.different("rows", "columns")
    box = next((height for height in range(int(grid.side**0.5), 1, -1) if grid.side % height == 0), 0)
    if box:
        draft.boxes(box, grid.side // box)
    groups = "rows, columns and boxes" if box else "rows and columns"
    draft.assumed.append(f"the text has digits only, so the classic rules are assumed: all different in {groups}")
    draft.rules = "\n".join(_notes(puzzle, groups))
    for k, values in enumerate(grid.cells):
        if values:
            draft.one_of((k // grid.side + 1, k % grid.side + 1), values)
    if puzzle.more:
        plural = "puzzles" if puzzle.more > 1 else "puzzle"
        draft.leave_out(f"{puzzle.more:,} further {plural} of the file; `puzzledsl batch --givens FILE` takes them all")
    return draft


def _notes(puzzle: Puzzle, groups: str) -> Iterator[str]:
    yield f"The source has digits only; the classic rules are assumed: all different in {groups}."
    for tag, words in (("D", ""), ("C", ""), ("L", "Level: ")):
        if puzzle.tags.get(tag):
            yield words + puzzle.tags[tag]
