"""Regions that the solver finds (chaos construction), and what digits say about them."""

from __future__ import annotations

import re
from math import floor
from typing import TYPE_CHECKING

from puzzledsl.formats.chaos import chaos_rule
from puzzledsl.formats.draft import cell_name
from puzzledsl.formats.drawings.rules.outside import facing
from puzzledsl.formats.drawings.statements import rule

if TYPE_CHECKING:
    from puzzledsl.formats.drawings.board import Board
    from puzzledsl.formats.drawings.statements import Statement

_WORDS = """chaos construction divide grid non overlapping non-overlapping orthogonally connected orthogonally-connected
    regions region consisting containing cells such that every part exactly digits digit once nine six block may no
    contain contains location must determined"""
_CELLS = r"(?:orthogonally[- ])?(?:connected )?cells"
_SUDOKU = re.compile(
    r"(?i)\b(?:normal|standard|regular|classic) sudoku rules|"
    r"in (?:every|each) row,? column,? and (?:[\w-]+ ){0,4}region"
)
"""Where the rules say that regions hold no digit twice."""
RULES = (
    rule(
        "chaos",
        "chaos",
        rf"^divide the grid into (?:\d )?(?:non-? ?overlapping )?(?:orthogonally[- ])?(?:connected )?regions"
        rf"(?: of (?P<n>\d) {_CELLS}(?: each)?|,? each (?:consisting of|containing) (?P<n1>\d) {_CELLS})"
        r"(?:,? such that every cell is part of exactly one region)?$",
    ),
    rule(
        "chaos_digits",
        "chaos",
        r"^(?:each|every) region (?:also )?contains (?:the )?digits 1-(?P<n>\d)(?: exactly)? once(?: each)?$"
        r"|^(?:the )?digits (?:1-(?P<n1>\d) )?(?:do|may|can) ?not repeat in (?:a|any) region$",
    ),
    rule("chaos_thin", "chaos", r"^no region may contain a 2x2 (?:block|area|square)(?: of cells)?$"),
    rule(
        "chaos_neighbors",
        "chaos",
        r"^an? [\"']?(?P<letter>[a-z])[\"']? cell's digit equals the number of its orthogonal neighbors in the "
        r"same region$",
        _WORDS + " cell's equal its orthogonal neighbors same s",
        alone=True,
    ),
    rule(
        "chaos_in_row",
        "chaos",
        r"^the number (?P<n>\d) beside the (?:top )?row indicates exactly \d different regions have cells in "
        r"that row$",
    ),
)


def bind(board: Board) -> None:
    """Write the regions as a grid, and the rules about them."""
    said = board.about("chaos")
    if not said:
        return
    draft = board.draft
    chaos, digits = board.said("chaos"), board.said("chaos_digits")
    size = chaos[0].value if chaos else None
    values = draft.highest - draft.lowest + 1
    if (
        size is None
        or not (digits or _SUDOKU.search(draft.rules))
        or board.groups
        or draft.height * draft.width % size
        or not 1 < size <= values
        or any(one.value not in (None, size) for one in digits)
    ):
        for one in said:
            board.leave_out(one, "the rules must say how many cells each region has, and that its digits differ")
        return
    count = draft.height * draft.width // size
    draft.declare(f"grid region[{draft.height}, {draft.width}] in 1..{count}")
    draft.declare("let region_at(c) = region[row_of(c), column_of(c)]")
    draft.declare(chaos_rule(size, count, values).strip("\n"))
    draft.line("draw hidden(region)\nchaos_construction(region)", "regions")
    for one in said:
        match one.rule.name:
            case "chaos_thin":
                draft.line("for block in blocks(2, 2, region):\n    not all(c == block[1] for c in block)", "regions")
            case "chaos_neighbors":
                _neighbors(board, one)
            case "chaos_in_row":
                _in_row(board, one)


def _neighbors(board: Board, one: Statement) -> None:
    match = one.rule.says.search(one.sentence.plain)
    shapes = [shape for shape in board.left_shapes() if match and shape.text.strip().lower() == match["letter"]]
    spots = {(floor(shape.center[0]) + 1, floor(shape.center[1]) + 1) for shape in shapes}
    cells = sorted(filter(board.draft.inside, spots))
    if not cells:
        board.leave_out(one, "no cells are marked for this rule with certainty")
        return
    named = ", ".join(map(cell_name, cells))
    board.draft.line(
        f"for c in [{named}]:\n    c == count(region_at(x) == region_at(c) for x in neighbors(c))", "regions"
    )
    board.explain(*shapes)


def _in_row(board: Board, one: Statement) -> None:
    shapes = [(s, line) for s in board.left_shapes() if s.text.strip() == str(one.value) and (line := facing(board, s))]
    if len(shapes) != 1:
        board.leave_out(one, f"{len(shapes)} numbers {one.value} stand beside rows, and one is meant")
        return
    ((shape, line),) = shapes
    named = ", ".join(map(cell_name, line))
    board.draft.line(
        f"count(any(region_at(c) == k for c in [{named}]) for k in 1..{board.draft.width}) == {one.value}", "regions"
    )
    board.explain(shape)
