"""From a model to one line of digits: one character per cell, ``.`` for an open one.

With letters, which stand for values from 10 on, an open cell is ``0``: a dot and a letter begin other formats' texts.
"""

from __future__ import annotations

from puzzledsl.formats.board import ExportBoard, refusal
from puzzledsl.formats.format import Link
from puzzledsl.formats.givens_only import givens_of
from puzzledsl.model import DIGITS, Model, in_one_line
from puzzledsl.presentation.value_texts import Values

SITE = "plain text"
_CLASSIC = "it holds only sudokus: all numbers from 1 on, different values in rows, columns and boxes"


def write(model: Model, solution: Values | None) -> Link:
    """The line, and what is not in it.

    Raises:
        PuzzleError: the model is no classic sudoku with at most 35 values, or has no givens but other clues.
    """
    board = ExportBoard(model, SITE)
    letters = board.grid.letters
    if len(board.values) >= len(DIGITS) and not letters:
        raise refusal(SITE, f"it has one character per cell, so at most {len(DIGITS) - 1} values")
    values, left_out = givens_of(board, solution, _CLASSIC, numbers=False)
    text = in_one_line(model, {x: values[cell] for x, cell in board.place_of.items() if cell in values})
    return Link(text if len(board.values) < 10 and not letters else text.replace(".", "0"), tuple(left_out))
