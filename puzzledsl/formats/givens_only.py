"""The common part of formats that express only the givens of a classic sudoku."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.formats.board import ExportBoard, refusal

if TYPE_CHECKING:
    from puzzledsl.model import Cell

NO_PLACE = "the solution (there is no place for it)"


def givens_of(board: ExportBoard, solution: tuple[str, ...], numbers: bool = True) -> tuple[dict[Cell, int], list[str]]:
    """The given values of a classic sudoku, and a sentence for each part of the model that is more.

    Args:
        solution: that is to be sent along, though there is no place for it.
        numbers: letters are no values there.

    Raises:
        PuzzleError: the grid is no sudoku of the usual kind, or there is nothing but clues.
    """
    side = board.width
    if board.height != side or len(board.cells) < side * side:
        raise refusal(board.site, "its grid is not a whole square")
    if board.values != tuple(range(1, side + 1)):
        raise refusal(board.site, f"a sudoku there has the values 1 to {side}, and this one has others")
    if not (board.rows and board.columns and board.are_regions(board.default_boxes())):
        where = "rows, columns and boxes" if board.default_boxes() else "rows and columns"
        raise refusal(
            board.site, f"a sudoku there has different values in {where}, and this model does not require that"
        )
    for _, origin in board.extra:
        board.leave_out(origin, "a link there holds givens only")
    for clue in board.clues:
        board.leave_out(clue.origin, "a link there holds givens only")
    values = {cell: value for cell in board.cells if (value := board.single(cell)) is not None}
    found = list(board.left_out(numbers))
    open_ones = [cell for cell in board.allowed if cell not in values]
    if open_ones:
        more = f" and {len(open_ones) - 1} other cells" if len(open_ones) > 1 else ""
        found.append(f"the candidates of r{open_ones[0][0]}c{open_ones[0][1]}{more} (a link there holds givens only)")
    if solution:
        found.append(NO_PLACE)
    if not values and (board.clues or board.extra):
        raise refusal(board.site, "a link there holds givens only, and this model has none")
    return values, found
