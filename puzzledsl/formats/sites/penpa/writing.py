"""From a model to a link of Penpa+: lines of JSON with the grid, a drawing, and the rules in words."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from puzzledsl.formats.board import ExportBoard
from puzzledsl.formats.depiction import depict
from puzzledsl.formats.drawing.geometry import middle
from puzzledsl.formats.format import Link
from puzzledsl.formats.sites.penpa.payload import SITE, escaped, link_of
from puzzledsl.formats.sites.penpa.places import MARGIN, Places
from puzzledsl.formats.sites.penpa.sheet import THICK, PenpaSheet, layer
from puzzledsl.model import all_places

if TYPE_CHECKING:
    from puzzledsl.model import Model

_OUTSIDE = ("sandwich", "x_sum", "skyscraper", "numbered_room", "little_killer")
"""Rules whose numbers need a row or column beside the grid."""
_MODES: dict[str, Any] = {
    "edit_mode": "sudoku",
    "surface": ["", 1],
    "line": ["1", 2],
    "lineE": ["1", 2],
    "wall": ["", 2],
    "cage": ["1", 10],
    "number": ["1", 1],
    "symbol": ["circle_L", 1],
    "special": ["thermo", ""],
    "board": ["", ""],
    "move": ["1", ""],
    "combi": ["battleship", ""],
    "sudoku": ["1", 9],
}
"""The tools that the site offers first."""


def write(model: Model, solution: tuple[str, ...]) -> Link:
    """The link, and what it does not state.

    Raises:
        PuzzleError: the model has no grid, or several.
    """
    board = ExportBoard(model, SITE)
    margin = int(any(clue.rule in _OUTSIDE for clue in board.clues))
    tall, wide = board.height + 2 * margin, board.width + 2 * margin
    around = margin + MARGIN
    places = Places(tall + 2 * MARGIN, wide + 2 * MARGIN, around, around)
    sheet = PenpaSheet(places)
    regions = board.regions or model.boxes.get(board.grid.name, ())
    region = {cell: k for k, cells in enumerate(regions) for cell in cells}
    for a, b in board.neighbours():
        if region.get(a) != region.get(b):
            sheet.edge((b[0] - 1, b[1] - 1), a, THICK)
    rules = "\n".join(depict(board, sheet))
    answers = layer()
    for cell, value in board.shown_solution(solution).items():
        if cell in board.cells and board.single(cell) is None:
            answers["number"][str(places.place(middle([cell])))] = [value, 2, "1"]
    center = places.place((board.height / 2, board.width / 2))
    size = [wide, tall, 38, 0, 1, 1, 38 * (wide + 1), 38 * (tall + 1), center, center, 1, 0, 0, 1]
    texts = [f"Title: {board.metadata('puzzle')}", f"Author: {board.metadata('author')}", "", rules]
    head = ["sudoku" if board.regions else "square", *map(str, size), *map(escaped, texts), "OFF", "false"]
    centers = [0, *(places.place(middle([cell])) for cell in all_places(board.height, board.width))]
    lines = [
        ",".join(head),
        _json([margin] * 4),
        '["1","2","1"]~"sudoku"~["1",9]',
        _json(sheet.layer),
        _json(answers) if answers["number"] else "",
        _json([b - a for a, b in pairwise(centers)]),
        *("[]", "{}", '"x"', '"x"', "[3,1,4]"),
        _json({"qa": "pu_q", "grid": ["1", "2", "1"], "pu_q": _MODES, "pu_a": _MODES}),
        *('"x"', "0", _json(layer()), "x", "{}", "[]", "false"),
    ]
    return Link(link_of(lines), board.left_out())


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
