"""From a model to a link of puzz.link: models of its genres, and other models of classic sudoku."""

from __future__ import annotations

from collections.abc import Sequence

from puzzledsl.diagnostics import PuzzleError
from puzzledsl.formats.board import ExportBoard, Unsayable, refusal
from puzzledsl.formats.format import Link
from puzzledsl.formats.givens_only import NO_PLACE, givens_of
from puzzledsl.formats.sites.puzzlink.body import SITE
from puzzledsl.formats.sites.puzzlink.codes import NUMBER, empty, first_of, write_marks
from puzzledsl.formats.sites.puzzlink.genre_writing import genre_body
from puzzledsl.model import Model
from puzzledsl.presentation.value_texts import Values
from puzzledsl.records import replace

ADDRESS = "https://puzz.link/p?"


def write(model: Model, solution: Values | None) -> Link:
    """The link, and what is not in it.

    Raises:
        PuzzleError: the model is of no genre.
    """
    reason = None
    try:
        if (found := genre_body(model)) is not None:
            return Link(f"{ADDRESS}{found}", (*_unplaced(model), *([NO_PLACE] if solution else [])))
    except Unsayable as error:
        reason = error
    try:
        link = _sudoku(model, solution)
    except PuzzleError:
        if reason is None or model.title == "Sudoku":  # the reason against a sudoku is the better one
            raise
        raise refusal(SITE, str(reason)) from None
    return replace(link, left_out=(*_unplaced(model), *link.left_out))


def _unplaced(model: Model) -> list[str]:
    """A sentence for each kind of line with the author of the puzzle and the like; the title is that of the genre."""
    keys = dict.fromkeys(key for key, _ in model.metadata if key != "puzzle")
    return [f"the {key} (there is no place for it)" for key in keys]


def _sudoku(model: Model, solution: Values | None) -> Link:
    board = ExportBoard(model, SITE)
    side = board.width
    values, left_out = givens_of(board, solution, f"{SITE} has no genre with these rules")
    body = numbers([values.get(cell) for cell in board.cells])
    return Link(f"{ADDRESS}sudoku/{side}/{side}/{body}", tuple(left_out))


def numbers(marks: Sequence[int | None]) -> str:
    """Numbers and empty places as the site packs them."""
    return write_marks(first_of(NUMBER, empty()), [None if mark is None else str(mark) for mark in marks])
