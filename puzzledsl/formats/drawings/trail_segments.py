"""The segments into which borders of regions cut a path that the solver draws."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.formats.draft import cell_name

if TYPE_CHECKING:
    from puzzledsl.formats.drawings.board import Board
    from puzzledsl.formats.drawings.trail_text import Trail


def write_segments(board: Board, trail: Trail, worth: str) -> bool:
    """Write that all segments of a path with two ends, or of a loose one, have equal sums.

    Args:
        worth: the value of a cell, with ``{0}`` in place of the cell.

    Returns:
        Whether it could be written.
    """
    draft, groups = (board.digits or board).draft, board.groups
    if not groups or draft.lowest < 0 or trail.links or not (len(trail.ends) == 2 or trail.loose):
        return False
    highest = board.draft.highest
    most = sum(range(max(highest - max(map(len, board.drawing.regions), default=9) + 1, 0), highest + 1))
    draft.declare(
        "let ways = concat([(a, b, s == 1) for a, b, s in steps], [(b, a, s == -1) for a, b, s in steps])\n"
        f"let stays(a, b) = region_of(a, {groups}) == region_of(b, {groups})"
    )
    draft.declare(
        "# The sum of a segment up to the cell, and the whole sum.\n"
        f"grid so_far[{draft.height}, {draft.width}] in 0..{most}\nvar whole in 0..{most}\n"
        "let sum_to(c) = so_far[row_of(c), column_of(c)]"
    )
    if trail.loose:
        first = worth.format("c")
        ends = f"for c in cells:\n    leaves(c) == 1 -> sum_to(c) == {first}\n    leaves(c) == -1 -> sum_to(c) == whole"
    else:
        start, stop = map(cell_name, trail.ends)
        ends = f"sum_to({start}) == {worth.format(start)}\nsum_to({stop}) == whole"
    b = worth.format("b")
    draft.line(
        "draw hidden(so_far)\nfor c in cells:\n    on(c) == 0 -> sum_to(c) == 0\n"
        f"for a, b, s in ways where stays(a, b):\n    s -> sum_to(b) == sum_to(a) + {b}\n"
        f"for a, b, s in ways where not stays(a, b):\n    s -> sum_to(a) == whole and sum_to(b) == {b}\n{ends}",
        "segments",
    )
    return True
