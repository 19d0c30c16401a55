"""A division of the grid into rectangles, each with one circle that counts its cells (shikaku)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.formats.draft import cell_name, named_list
from puzzledsl.formats.drawings.geometry import cell_at
from puzzledsl.formats.drawings.statements import rule

if TYPE_CHECKING:
    from collections.abc import Collection

    from puzzledsl.formats.drawings.board import Board
    from puzzledsl.model import Cell

_WORDS = """divide entire grid rectangle rectangles each containing single circle cell size gives indicates shows number
    cells digit digits not repeat cannot may can sum one and x exactly whole rectangle's"""
_LARGEST = 256
"""Cells of a grid of which all rectangles are tried out."""
RULES = (
    rule(
        "rectangles",
        "rectangles",
        r"^divide the (?:entire |whole )?grid into rectangles,? each containing (?:a single|exactly one|one) circle"
        r"(?: and (?:a single|exactly one|one) cell containing an? [\"']?(?P<noun>[^\w\s])[\"']?)?$",
    ),
    rule(
        "rectangle_size",
        "rectangles",
        r"^(?:the|a) digit in (?:the|a) circle (?:gives|indicates|shows) the (?:number of cells in|size of) "
        r"(?:the|its) rectangle$",
    ),
    rule(
        "rectangle_digits",
        "rectangles",
        r"^digits (?:cannot|may not|do not) repeat in rectangles"
        r"(?: and each rectangle's digits sum to one of (?P<totals>(?:\d+(?:, | and )?)+)(?P<other>x)?)?$",
    ),
)


def bind(board: Board) -> None:
    """Write a grid that says which of all fitting rectangles are chosen."""
    said = board.about("rectangles")
    rings = [s for s in board.left_shapes() if s.round and s.height > 0.5 and cell_at(s.center) and not s.text.strip()]
    circles = sorted({cell for shape in rings if (cell := cell_at(shape.center)) and board.draft.inside(cell)})
    whole, sizes = board.said("rectangles"), board.said("rectangle_size")
    if not said:
        return
    too_large = board.draft.height * board.draft.width > _LARGEST
    if len(whole) != 1 or len(sizes) != 1 or not circles or too_large or len({(s.fill, s.border) for s in rings}) > 1:
        for one in said:
            board.leave_out(
                one, "the rules must say what rectangles are and how large, with circles of one look in cells"
            )
        return
    draft = board.draft
    match = whole[0].rule.says.search(whole[0].sentence.plain)
    symbol = match["noun"] if match else None
    cages = [cage for cage in board.left_cages() if symbol and cage.value.strip() == symbol and len(cage.cells) == 1]
    marks = sorted(cage.cells[0] for cage in cages)
    count = _count(draft.height, draft.width, draft.highest, circles, marks if symbol else None)
    if not count or (symbol and not marks):
        board.leave_out(whole[0], "no cell has the mark of the rectangles, or too many rectangles fit")
        return
    held = "count(has_cell(block, c) for c in circles) == 1"
    draft.declare(named_list("circles", map(cell_name, circles)))
    if symbol:
        draft.declare(named_list("marks", map(cell_name, marks)))
        held += " and count(has_cell(block, c) for c in marks) == 1"
    draft.declare(
        f"# All rectangles with one circle{' and one mark' if symbol else ''}, as lists of cells; 1: it is chosen.\n"
        f"let fits(block) = {held}\n"
        "let rectangles = [\n"
        "    cell[r..r + h - 1, c..c + w - 1]\n"
        f"    for h in 1..{min(draft.height, draft.highest)}, w in 1..min({draft.width}, {draft.highest} div h),\n"
        f"        r in 1..{draft.height} - h + 1, c in 1..{draft.width} - w + 1\n"
        "    where fits(cell[r..r + h - 1, c..c + w - 1])\n"
        f"]\ngrid chosen[1, {count}] in bool"
    )
    lines = [
        "draw hidden(chosen)",
        "for c in cells:",
        "    count(chosen[1, k] == 1 for k, block in enumerate(rectangles) where has_cell(block, c)) == 1",
        "for c in circles:",
        "    c == sum(len(block) * chosen[1, k] for k, block in enumerate(rectangles) where has_cell(block, c))",
        "sum(circles) == len(cells)",
    ]
    for one in board.said("rectangle_digits"):
        found = one.rule.says.search(one.sentence.plain)
        lines += ["for k, block in enumerate(rectangles):", "    chosen[1, k] == 1 -> alldifferent(block)"]
        if found and found["totals"]:
            totals = re.findall(r"\d+", found["totals"])
            most = sum(range(draft.highest + 1))
            draft.declare(f"# The sum of the rectangle of each circle.\ngrid total[1, {len(circles)}] in 1..{most}")
            lines[0] = "draw hidden(concat(cells(chosen), cells(total)))"
            if found["other"]:
                draft.declare(f"grid x[1, 1] in 1..{most}")
                lines[0] = "draw hidden(concat(cells(chosen), cells(total), cells(x)))"
                totals.append("x[1, 1]")
            lines += [
                "for k, block in enumerate(rectangles), i, c in enumerate(circles) where has_cell(block, c):",
                "    chosen[1, k] == 1 -> sum(block) == total[1, i]",
                "for n in cells(total):",
                f"    n in [{', '.join(totals)}]",
                "sum(cells(total)) == sum(cells)",
            ]
    draft.line("\n".join(lines), "rectangles")
    board.explain(*rings, *cages)


def _count(height: int, width: int, most: int, circles: Collection[Cell], marks: Collection[Cell] | None) -> int:
    """How many rectangles have one circle, and one mark if there are marks."""
    count = 0
    for h in range(1, height + 1):
        for w in range(1, min(width, most // h) + 1):
            for r in range(1, height - h + 2):
                for c in range(1, width - w + 2):
                    inside = [
                        sum(r <= y < r + h and c <= x < c + w for y, x in each) for each in (circles, marks or ())
                    ]
                    count += inside[0] == 1 and (marks is None or inside[1] == 1)
    return count
