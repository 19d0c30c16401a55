"""Conditions that `phrases` composes from a sentence, on cages, capsules, squares of cells and the grid."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.formats.clues import argument
from puzzledsl.formats.draft import cell_name
from puzzledsl.formats.drawings.geometry import cell_at, corner_at, covered
from puzzledsl.formats.drawings.statements import rule

if TYPE_CHECKING:
    from puzzledsl.formats.drawings.board import Board
    from puzzledsl.formats.drawings.records import Shape
    from puzzledsl.formats.drawings.statements import Statement
    from puzzledsl.model import Cell

RULES = (rule("coordinates", "capsule", r"^the digits x, y,? and z in pill shapes signify that rxcy = z$"),)


def bind(board: Board) -> None:
    """Write these conditions."""
    for one in board.said("coordinates"):
        found = [(shape, cells) for shape, cells in capsules(board) if len(cells) == 3]
        if not found:
            board.leave_out(one, "no capsule of three cells is drawn")
        for shape, (a, b, c) in found:
            board.draft.line(f"cell[{cell_name(a)}, {cell_name(b)}] == {cell_name(c)}", "coordinates")
            board.explain(shape)
    for one in board.statements:
        if not one.condition:
            continue
        match one.rule.about:
            case "grid":
                board.draft.line(one.condition, "conditions")
            case "squares":
                _squares(board, one)
            case "cages":
                _cages(board, one)
            case "capsule":
                _capsules(board, one)


def _squares(board: Board, one: Statement) -> None:
    """A condition on each 2x2 ``block`` without a circle in its cells or on the corner in its middle."""
    rings = [shape for shape in board.left_shapes() if shape.round and not shape.text.strip()]
    looks = len({(shape.fill, shape.border) for shape in rings})
    if looks != 1:
        board.leave_out(
            one, f"circles of {looks} colours are drawn: any could be meant" if looks else "no circle is drawn"
        )
        return
    corners = [corner_at(shape.center) for shape in rings]
    cells = sorted({cell for shape in rings if (cell := cell_at(shape.center)) is not None})
    if len(cells) == len(rings):
        marked = f"any(has_cell(block, c) for c in [{', '.join(map(cell_name, cells))}])"
    elif None not in corners:
        marked = (
            f"any(same_cell(block[1], c) for c in [{', '.join(cell_name(found[0]) for found in corners if found)}])"
        )
    else:
        board.leave_out(one, "some circles are in cells and some are not: they could mark cells or squares of cells")
        return
    board.draft.line(f"for block in blocks(2, 2) where not {marked}:\n    {one.condition}", "conditions")
    board.explain(*rings)


def _cages(board: Board, one: Statement) -> None:
    """A condition on the cells of each cage; ``{inequality}`` stands for what is written in its corner."""
    cages = [cage for cage in board.left_cages() if not cage.hidden]
    signed = "{inequality}" in one.condition
    sign = re.compile(r"([<>])(=?)\s*(\d{1,3})")
    if not cages:
        board.leave_out(one, "no cage is drawn that has no other meaning")
        return
    if signed and not all(sign.fullmatch(cage.value) for cage in cages):
        board.leave_out(
            one, "not every cage has an inequality such as <20 in its corner: those without could be meant, too"
        )
        return
    if not signed and (texts := [cage.value for cage in cages if cage.value]):
        board.leave_out(
            one, f"a cage has “{texts[0]}” in its corner: this could be said of all cages, or of those without text"
        )
        return
    for cage in cages:
        found = sign.fullmatch(cage.value)
        said = one.condition.replace("{inequality}", f"{found[1]}{found[2]} {found[3]}" if found else "")
        board.draft.line(re.sub(r"\bline\b", argument(cage.cells), said), "cages")
    board.explain(*cages)


def capsules(board: Board) -> list[tuple[Shape, tuple[Cell, ...]]]:
    """Rounded shapes that lie over several cells in a row or column, with their cells in order."""
    return [
        (shape, cells)
        for shape in board.left_shapes()
        if shape.round and not shape.text.strip() and len(cells := covered(shape)) > 1
        if all(map(board.draft.inside, cells)) and (len({r for r, _ in cells}) == 1 or len({c for _, c in cells}) == 1)
    ]


def _capsules(board: Board, one: Statement) -> None:
    """A condition on the cells of each capsule."""
    found = capsules(board)
    if not found:
        board.leave_out(one, "no capsule of several cells is drawn")
        return
    if "pairs(line)" in one.condition and (lengths := [len(cells) for _, cells in found if len(cells) != 2]):
        board.leave_out(one, f"this is said of two cells, and a capsule has {lengths[0]}")
        return
    board.draft.declare(f"rule {one.rule.name}(line):\n    {one.condition}\n    draw line(line)")
    for shape, cells in found:
        board.draft.clue(one.rule.name, cells)
        board.explain(shape)
