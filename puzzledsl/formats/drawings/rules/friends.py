"""Friendly cells, whose digit is the number of their row, column or box, and a buddy digit beside each of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.formats.draft import cell_name
from puzzledsl.formats.drawings.geometry import cell_at
from puzzledsl.formats.drawings.statements import rule

if TYPE_CHECKING:
    from puzzledsl.formats.drawings.board import Board

_MARK = r"(?P<mark>squares|circles)"
_WORDS = "friendly cell square circle match row column box number buddy digit all other given"
RULES = (
    rule("friendly_marks", "friends", rf'^{_MARK} are [\'"]?friendly[\'"]? cells$', _WORDS, alone=True),
    rule(
        "friendly_means",
        "friends",
        r"^friendly cells contain a digit that match(?:es)? the(?:ir)? row, column,? or box number$",
        _WORDS,
        alone=True,
    ),
    rule(
        "buddy_beside",
        "friends",
        r"^all friendly cells must be orthogonally adjacent to a [\"']?buddy digit[\"']?$",
        _WORDS + " orthogonally adjacent",
        alone=True,
    ),
    rule("one_buddy", "friends", r"^there is a single buddy digit for the puzzle$", _WORDS + " single", alone=True),
    rule(
        "friendly_buddy",
        "friends",
        r"^the buddy digit happens to be a friendly digit (?P<n>\d) times and of course does not appear next to itself "
        r"in these instances,? and is never marked with a (?:square|circle)$",
        _WORDS + " happens time course not appear next itself instance never",
        alone=True,
    ),
    rule(
        "all_friends",
        "friends",
        r"^all (?P<other>other )?friendly (?:squares|cells|circles) are given$",
        _WORDS,
        alone=True,
    ),
)


def bind(board: Board) -> None:
    """Write what is friendly, where the marks show friendly cells, and what the buddy is."""
    said = board.about("friends")
    if not said:
        return
    marks, means = board.said("friendly_marks"), board.said("friendly_means")
    round_ = bool(marks) and marks[0].sentence.plain.startswith("circle")
    shapes = [
        shape
        for shape in board.left_shapes()
        if shape.round == round_ and not shape.text.strip() and 0.5 < shape.height < 1 and cell_at(shape.center)
    ]
    cells = sorted({cell for shape in shapes if (cell := cell_at(shape.center)) and board.draft.inside(cell)})
    beside, single = board.said("buddy_beside"), board.said("one_buddy")
    times, every = board.said("friendly_buddy"), board.said("all_friends")
    buddy = bool(beside and single and times)
    if (
        not (marks and means and cells)
        or board.groups != "boxes"
        or len({(shape.fill, shape.border) for shape in shapes}) > 1
        or bool(beside or single or times) != buddy
        or any(("other" in one.sentence.plain) != buddy for one in every)
    ):
        for one in said:
            board.leave_out(one, "which cells are friendly, and what is beside them, is not certain")
        return
    draft = board.draft
    draft.declare(
        "let friendly(c) = c == row_of(c) or c == column_of(c) "
        "or any(c == k and has_cell(box(k), c) for k in 1..len(boxes))"
    )
    draft.declare(f"let marked = [{', '.join(map(cell_name, cells))}]")
    draft.line("for c in marked:\n    friendly(c)", "friendly cells")
    if buddy:
        draft.declare(f"var buddy in {draft.lowest}..{draft.highest}")
        draft.line(
            "for c in marked:\n    c != buddy\n    any(x == buddy for x in neighbors(c))\n"
            f"count(friendly(c) and c == buddy for c in cells) == {times[0].value}",
            "friendly cells",
        )
    if every:
        draft.line(
            "for c in cells where not has_cell(marked, c):\n    "
            + ("friendly(c) -> c == buddy" if buddy else "not friendly(c)"),
            "friendly cells",
        )
    board.explain(*shapes)
