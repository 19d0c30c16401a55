"""The common part of formats that express only the givens of a classic sudoku."""

from __future__ import annotations

from puzzledsl.formats.board import ExportBoard, refusal
from puzzledsl.model import Cell
from puzzledsl.presentation.value_texts import Values

NO_PLACE = "the solution (there is no place for it)"


def givens_of(
    board: ExportBoard, solution: Values | None, other: str, numbers: bool = True
) -> tuple[dict[Cell, int], list[str]]:
    """The given values of a classic sudoku, and a sentence for each part of the model that is more.

    Args:
        solution: that is to be sent along, though there is no place for it.
        other: what to say of a puzzle that is no classic sudoku.
        numbers: letters are no values there.

    Raises:
        PuzzleError: the grid is no sudoku of the usual kind, or there is nothing but clues.
    """
    side = board.width
    is_square = board.height == side and len(board.cells) == side * side and board.values == tuple(range(1, side + 1))
    if not (is_square and board.rows and board.columns and board.are_regions(board.default_boxes())):
        raise refusal(board.site, other)
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
