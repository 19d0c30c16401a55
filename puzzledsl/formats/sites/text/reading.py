"""Reading of plain grids: each becomes a sudoku with the classic rules."""

from __future__ import annotations

from puzzledsl.formats.bounds import unreadable
from puzzledsl.formats.draft import ModelDraft
from puzzledsl.formats.sites.text.grid import grid_in

_SITE = "plain text"


def read(text: str) -> ModelDraft:
    """The first grid of a text.

    Raises:
        PuzzleError: it has none.
    """
    grid = grid_in(text)
    if grid is None:
        raise unreadable(
            _SITE,
            "it is not a grid",
            "a grid has as many rows as columns, one character a cell or blanks between, and one mark for open cells",
        )
    draft = ModelDraft(_SITE, grid.side, grid.side, grid.side)
    draft.different("rows", "columns")
    groups = "rows and columns"
    if draft.usual_boxes() is not None:
        draft.different("boxes")
        groups = "rows, columns and boxes"
    draft.assumed.append(f"the text has digits only, so the classic rules are assumed: all different in {groups}")
    draft.rules = f"The source has digits only; the classic rules are assumed: all different in {groups}."
    for k, value in enumerate(grid.values):
        if value:
            draft.given((k // grid.side + 1, k % grid.side + 1), value)
    if grid.more:
        plural = "puzzles" if grid.more > 1 else "puzzle"
        draft.leave_out(f"{grid.more:,} further {plural} of the file; `puzzledsl batch --givens FILE` takes them all")
    return draft
