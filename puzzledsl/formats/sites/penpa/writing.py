"""From a model to a link of Penpa+: lines of JSON with the grid, a drawing, and the rules in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, pairwise
from math import ceil

from puzzledsl.diagnostics import PuzzleError
from puzzledsl.formats.board import ExportBoard, Unsayable
from puzzledsl.formats.bounds import to_json
from puzzledsl.formats.depiction import answer, depict, walls
from puzzledsl.formats.drawing.geometry import middle
from puzzledsl.formats.format import Link
from puzzledsl.formats.sites.penpa.payload import SITE, escaped, link_of
from puzzledsl.formats.sites.penpa.places import MARGIN, Places
from puzzledsl.formats.sites.penpa.reading import read
from puzzledsl.formats.sites.penpa.sheet import BLACK_FILL, THICK, PenpaSheet
from puzzledsl.formats.sites.puzzlink.genre import genre
from puzzledsl.formats.sites.puzzlink.genre_writing import are_alike, as_loaded
from puzzledsl.formats.sites.puzzlink.names import aliases, titles
from puzzledsl.model import Model, all_places
from puzzledsl.presentation.marks.piece import spread
from puzzledsl.presentation.picture import grid_layers
from puzzledsl.presentation.shapes import Polygon, moved, total_extent
from puzzledsl.presentation.value_texts import Values
from puzzledsl.records import replace

_MODES = (
    '{"edit_mode":"sudoku","surface":["",1],"line":["1",2],"lineE":["1",2],"wall":["",2],"cage":["1",10],'
    '"number":["1",1],"symbol":["circle_L",1],"special":["thermo",""],"board":["",""],"move":["1",""],"combi":["battleship",""],"sudoku":["1",9]}'
)
"""The tools that the site offers first."""


def write(model: Model, solution: Values | None) -> Link:
    """The link, and what it does not state.

    Raises:
        PuzzleError: the model has no grid, or several.
    """
    # All places of the site are those of cells, so the cells of pieces are as large as others.
    pieces = [mark for mark in model.marks if mark.kind == "piece"]
    model = replace(model, marks=tuple(mark for mark in model.marks if mark.kind != "piece"))
    board = ExportBoard(model, SITE)
    drawn = [*chain(*grid_layers(model, board.grid))]
    low = ceil(max(board.height, total_extent(drawn)[3]) - 0.1) + 1
    bank = [moved(one, 0, low) for one in spread(pieces, board.width) if not isinstance(one, Polygon)]
    left, top, right, bottom = total_extent(drawn + bank)
    margin = ceil(max(0.1, -left, -top, right - board.width, bottom - board.height) - 0.1)
    tall, wide = board.height + 2 * margin, board.width + 2 * margin
    around = margin + MARGIN
    places = Places(tall + 2 * MARGIN, wide + 2 * MARGIN, around, around)
    sheet, answers = PenpaSheet(places), PenpaSheet(places, thin=True)
    for a, b in walls(board):
        sheet.edge((b[0] - 1, b[1] - 1), a, THICK)
    rules = "\n".join(depict(board, sheet))
    sheet.draw(bank, False)
    answers.draw(answer(board, solution), True)
    shown = [cell for cell in all_places(board.height, board.width) if cell not in sheet.blank]
    centers = [places.place(middle([cell])) for cell in shown]
    compared = _compared(sheet, answers, centers)
    center = places.place((board.height / 2, board.width / 2))
    size = [wide, tall, 38, 0, 1, 1, 38 * (wide + 1), 38 * (tall + 1), center, center, 1, 0, 0, 1]
    texts = [f"Title: {board.metadata('puzzle')}", f"Author: {board.metadata('author')}", "", rules]
    kind = "sudoku" if board.rows and board.columns and board.regions else "square"
    head = [kind, *map(str, size), *map(escaped, texts), "OFF", "false"]
    lines = [
        ",".join(head),
        to_json([margin] * 4),
        '["1","2","1"]~"sudoku"~["1",9]',
        to_json(sheet.layer),
        "",
        to_json([b - a for a, b in pairwise([0, *centers])]),
        "[]",
        to_json({name: True for name, found in compared.items() if found}),
        *('"x"', '"x"', "[3,1,4]"),
        f'{{"qa":"pu_q","grid":["1","2","1"],"pu_q":{_MODES},"pu_a":{_MODES}}}',
        *('"x"', "1", to_json(sheet.colors), "x", "{}"),
    ]
    left_out, text = [*board.left_out(), *sheet.unsaid], ""
    if any(compared.values()):
        text = to_json([*compared.values()])
    elif solution:
        left_out.append("the solution (it consists of drawings that the site does not compare)")
    return Link(_tagged(model, lines, text), tuple(left_out))


def _tagged(model: Model, lines: Sequence[str], solution: str) -> str:
    """The link with the genre as its tag, unless the link would be read as another puzzle of this genre."""
    name = aliases().get(model.genre, model.genre)
    form = genre(name)
    tags = [[], [titles().get(name, "").lower()]]
    plain, tagged = (link_of([*lines, to_json(found), "false"], solution) for found in tags)
    try:
        return tagged if form is not None and are_alike(form, as_loaded(model), read(tagged).text()) else plain
    except Unsayable:
        return plain
    except PuzzleError:  # the genre is not read from drawings
        return tagged


def _compared(sheet: PenpaSheet, answers: PenpaSheet, cells: Iterable[int]) -> dict[str, list[str]]:
    """What an answer adds to the drawing, as the site compares it: by the name of a setting, in the site's order.

    Where an answer fills all cells, nothing else is compared: people need not draw what follows from it.
    """
    found = {
        name: {key: entry for key, entry in answers.layer[name].items() if key not in sheet.layer[name]}
        for name in ("surface", "line", "lineE", "number", "symbol")
    }
    if all(str(cell) in found["number"] or str(cell) in sheet.layer["number"] for cell in cells):
        found = {name: entries if name == "number" else {} for name, entries in found.items()}
    circles = {key: entry[0] for key, entry in found["symbol"].items() if entry[1].startswith("circle")}
    return {
        "sol_surface": sorted(found["surface"]),
        "sol_loopline": sorted(f"{key},1" for key in found["line"]),
        "sol_loopedge": sorted(f"{key},1" for key in found["lineE"]),
        "sol_wall": [],
        "sol_number": sorted(f"{key},{entry[0]}" for key, entry in found["number"].items() if entry[0].isalnum()),
        "sol_circle": sorted(f"{key},{2 if style == BLACK_FILL else 1}A" for key, style in circles.items()),
    }
