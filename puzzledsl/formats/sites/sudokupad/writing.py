"""From a model to a link of SudokuPad: the grid and its givens, a drawing, and the rules in words."""

from __future__ import annotations

from puzzledsl.formats.board import ExportBoard
from puzzledsl.formats.bounds import to_json
from puzzledsl.formats.depiction import answer, depict, parted, text_in_cell
from puzzledsl.formats.draft import rows_of
from puzzledsl.formats.format import Link
from puzzledsl.formats.lz_string import compress
from puzzledsl.formats.sites.sudokupad.sheet import SudokuPadSheet
from puzzledsl.formats.sites.sudokupad.zipper import SITE
from puzzledsl.model import Model
from puzzledsl.presentation.value_texts import Values


def write(model: Model, solution: Values | None) -> Link:
    """The link, and what it does not state.

    Raises:
        PuzzleError: the model has no grid, or several.
    """
    board, sheet = ExportBoard(model, SITE), SudokuPadSheet()
    texts = {
        "rules": "\n".join(depict(board, sheet)),
        "title": board.metadata("puzzle"),
        "author": board.metadata("author"),
    }
    rows = rows_of(board.height, board.width)
    left_out = list(board.left_out())
    if solution:
        found = dict(map(text_in_cell, answer(board, solution))) | sheet.givens
        texts["solution"] = "".join(found.get(cell, ".") for row in rows for cell in row)
        if len(texts["solution"]) > board.height * board.width or found.keys() - {(0, 0)} == sheet.givens.keys():
            del texts["solution"]
            left_out.append("the solution (it is not one digit in each cell, which is what the site compares)")
    regions, others = parted(board)
    for a, b in sorted(others):
        sheet.wall(a, b)
    content = {
        "metadata": {key: text for key, text in texts.items() if text or key == "rules"},
        "cells": [
            [{"value": given, "given": True} if (given := sheet.givens.get(cell)) else {} for cell in row]
            for row in rows
        ],
        "regions": [[[r - 1, c - 1] for r, c in region] for region in regions],
        **{key: items for key, items in sheet.parts.items() if items},
    }
    packed = compress(to_json(content))
    return Link(f"https://sudokupad.app/scl{packed}", tuple(left_out))
