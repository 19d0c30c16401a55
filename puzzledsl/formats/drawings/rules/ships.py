"""Ships of large digits in water of small ones, beside a cage of land, and buoys that count the water that they see."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.formats.draft import cell_name, named_list
from puzzledsl.formats.drawings.geometry import cell_at
from puzzledsl.formats.drawings.statements import rule

if TYPE_CHECKING:
    from puzzledsl.formats.drawings.board import Board

_WORDS = """cage quay pier harbor special restriction no other water ship buoy circle sight block see tell how many
    horizontally vertically horizontal vertical plus itself including all given incl diagonally may not"""
RULES = (
    rule(
        "land",
        "ships",
        r"^cells in the cage are (?P<noun>[a-z ,']{3,60}) and have no special restrictions$",
        _WORDS,
        alone=True,
    ),
    rule(
        "water_and_ships",
        "ships",
        r"^all other cells are either water or ships$",
        _WORDS,
        alone=True,
    ),
    rule(
        "ships",
        "ships",
        r"^a ship has a width of (?:one|1) cell and a length of (?P<least>\d) or (?P<most>\d) cells,? is oriented "
        r"horizontally or vertically,? and may not touch other ships(?P<how>,? not even diagonally)?$",
        _WORDS + " width length oriented even",
        alone=True,
    ),
    rule("diagonally_too", "ships", r"^diagonally$", _WORDS, alone=True),
    rule(
        "buoys",
        "ships",
        r"^cells with a circle are buoys in the water, its digit tells how many cells of water "
        r"it sees horizontally (?:\+|and|plus) vertically including itself$",
        _WORDS,
        alone=True,
    ),
    rule("sight", "ships", r"^(?P<noun>[a-z ,']{3,60}) block sight$", _WORDS, alone=True),
    rule("all_buoys", "ships", r"^all buoys are given$", _WORDS, alone=True),
)
_RANGES = re.compile(r"digits 1 (?:to|-) (?P<water>\d) digits (?P<ship>\d) (?:to|-) (?P<most>\d)")
"""What is in parentheses where water and ships are named: their digits."""
_DIAGONALLY = re.compile(r"incl(?:\.|uding)? ?(?:diagonally)?")


def bind(board: Board) -> None:
    """Write what is water, what a ship, and what the buoys count."""
    said = board.about("ships")
    if not said:
        return
    draft = board.draft
    kinds, ships, buoys, sight = (board.said(name) for name in ("water_and_ships", "ships", "buoys", "sight"))
    ranges = _RANGES.fullmatch(kinds[0].sentence.asides) if kinds else None
    length = ships[0].rule.says.search(ships[0].sentence.plain) if ships else None
    land = [cage for cage in board.left_cages() if not cage.hidden and not cage.value]
    rings = [
        shape
        for shape in board.left_shapes()
        if shape.round and shape.height > 0.5 and not shape.text.strip() and cell_at(shape.center)
    ]
    marked = sorted({cell for shape in rings if (cell := cell_at(shape.center)) and draft.inside(cell)})
    if (
        ranges is None
        or length is None
        or int(ranges["water"]) + 1 != int(ranges["ship"])
        or (draft.lowest, draft.highest) != (1, int(ranges["most"]))
        or int(length["least"]) != 2
        or int(length["most"]) < 3
        or not (length["how"] or (_DIAGONALLY.fullmatch(ships[0].sentence.asides)))
        or not (board.said("land") and buoys and sight and len(land) == 1 and marked)
        or "ships" not in sight[0].sentence.plain
        or len({(shape.fill, shape.border) for shape in rings}) > 1
    ):
        for one in said:
            board.leave_out(one, "what is water and what a ship in this grid is not certain")
        return
    water, most = ranges["water"], int(length["most"])
    draft.declare(named_list("land", map(cell_name, land[0].cells)))
    draft.declare(named_list("buoys", map(cell_name, marked)))
    draft.declare(
        f"let water(c) = if has_cell(land, c) then false else c <= {water}\n"
        f"let ship(c) = if has_cell(land, c) then false else c > {water}\n"
        "let water_run(line) = if len(line) == 0 then 0 "
        "else if water(line[1]) then 1 + water_run(line[2..len(line)]) else 0\n"
        "let sees_water(c) = 1 + sum([water_run(ray) for ray in rays(c)])"
    )
    draft.line(
        "# No two cells of ships share a corner but not a side, so ships are straight and do not touch.\n"
        "for p, q, r, s in blocks(2, 2):\n    not (ship(p) and ship(s))\n    not (ship(q) and ship(r))\n"
        "for c in cells:\n    ship(c) -> any(ship(x) for x in neighbors(c))\n"
        f"for line in concat(rows, columns), run in windows(line, {most + 1}):\n    not all(ship(c) for c in run)",
        "ships",
    )
    draft.line("for c in buoys:\n    water(c)\n    c == sees_water(c)", "buoys")
    if board.said("all_buoys"):
        draft.line(
            "for c in cells where not (has_cell(buoys, c) or has_cell(land, c)):\n    water(c) -> c != sees_water(c)",
            "buoys",
        )
    board.explain(*land, *rings)
