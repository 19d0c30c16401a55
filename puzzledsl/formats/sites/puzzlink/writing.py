"""From a model to a link of puzz.link: models of its genres, and other models of classic sudoku and skyscrapers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.diagnostics import PuzzleError
from puzzledsl.formats.board import ExportBoard, ExportClue, Unsayable, refusal
from puzzledsl.formats.clue_places import line_of
from puzzledsl.formats.format import Link
from puzzledsl.formats.givens_only import NO_PLACE, givens_of
from puzzledsl.formats.sites.puzzlink.body import SITE, number_text, spaced
from puzzledsl.formats.sites.puzzlink.genre_writing import genre_body
from puzzledsl.records import replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.model import Cell, Model

ADDRESS = "https://puzz.link/p?"


def write(model: Model, solution: tuple[str, ...]) -> Link:
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
        link = _latin(model, solution)
    except PuzzleError:
        if reason is None or model.title == "Sudoku":  # the reason against a sudoku is the better one
            raise
        raise refusal(SITE, str(reason)) from None
    return replace(link, left_out=(*_unplaced(model), *link.left_out))


def _unplaced(model: Model) -> list[str]:
    """A sentence for each kind of line that says who made the puzzle, and the like; the title is that of the genre."""
    keys = dict.fromkeys(key for key, _ in model.metadata if key != "puzzle")
    return [f"the {key} (there is no place for it)" for key in keys]


def _latin(model: Model, solution: tuple[str, ...]) -> Link:
    """A link of skyscrapers or sudoku."""
    board = ExportBoard(model, SITE)
    side = board.width
    is_latin = board.height == side and board.values == tuple(range(1, side + 1)) and board.rows and board.columns
    if is_latin and not board.regions and any(clue.rule == "skyscraper" for clue in board.clues):
        return _skyscrapers(board, solution)
    values, left_out = givens_of(board, solution)
    body = numbers([values.get(cell) for cell in board.cells])
    return Link(f"{ADDRESS}sudoku/{side}/{side}/{body}", tuple(left_out))


def _skyscrapers(board: ExportBoard, solution: tuple[str, ...]) -> Link:
    side = board.width
    ends: dict[Cell, int] = {}

    def place(clue: ExportClue) -> None:
        if clue.rule != "skyscraper":
            raise Unsayable("it is not a clue of skyscrapers")
        outside, value = line_of(board, clue.cells("line")), clue.number("value", least=0)
        number_text(str(value))  # it may be too large
        if ends.setdefault(outside, value) != value:
            raise Unsayable("there is another number in its place")

    board.say(board.clues, place)
    for _, origin in board.extra:
        board.leave_out(origin, "it is not a clue of skyscrapers")
    values = {cell: value for cell in board.cells if (value := board.single(cell)) is not None}
    lines, sides = range(1, side + 1), (0, side + 1)
    places = [*((r, c) for r in sides for c in lines), *((r, c) for c in sides for r in lines)]
    body = numbers([*(ends.get(cell) for cell in places), *(values.get(cell) for cell in board.cells)])
    left_out = list(board.left_out())
    if any(cell not in values for cell in board.allowed):
        left_out.append("the candidates of cells (a link there holds givens only)")
    if solution:
        left_out.append(NO_PLACE)
    return Link(f"{ADDRESS}skyscrapers/{side}/{side}/{body}", tuple(left_out))


def numbers(marks: Sequence[int | None]) -> str:
    """Numbers and empty places as the site packs them."""
    return spaced([None if mark is None else str(mark) for mark in marks])
