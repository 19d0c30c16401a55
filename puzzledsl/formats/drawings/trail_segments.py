"""The segments into which borders of regions cut a path that the solver draws."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.formats.draft import cell_name

if TYPE_CHECKING:
    from puzzledsl.formats.drawings.board import Board
    from puzzledsl.formats.drawings.trail_text import Trail

SEGMENTED = ("region_sum", "rising_totals", "segment_nabner", "segment_index")
"""Rules about segments, for which the way of the path must be known."""


def write_segments(board: Board, trail: Trail, name: str, worth: str) -> bool:
    """Write a rule of `SEGMENTED` about a path with two ends; of one whose ends the solver finds, that of equal sums.

    Args:
        worth: the value of a cell, with ``{0}`` in place of the cell.

    Returns:
        Whether it could be written.
    """
    draft, groups = (board.digits or board).draft, board.groups
    if not groups or draft.lowest < 0 or trail.links:
        return False
    if len(trail.ends) != 2 and not (trail.loose and name == "region_sum"):
        return False
    height, width = draft.height, draft.width
    a, b = worth.format("a"), worth.format("b")
    first, last = map(cell_name, trail.ends or ((1, 1), (1, 1)))
    highest = board.draft.highest
    most = sum(range(max(highest - max(map(len, board.drawing.regions), default=9) + 1, 0), highest + 1))
    draft.declare(
        "let ways = concat([(a, b, s == 1) for a, b, s in steps], [(b, a, s == -1) for a, b, s in steps])\n"
        f"let stays(a, b) = region_of(a, {groups}) == region_of(b, {groups})"
    )
    if name in ("region_sum", "rising_totals"):
        whole = "var whole in 0..{0}" if name == "region_sum" else f"grid whole[{height}, {width}] in 0..{{0}}"
        of_a = "whole" if name == "region_sum" else "sum_of(a)"
        draft.declare(
            "# The sum of a segment up to the cell, and the whole sum.\n"
            f"grid so_far[{height}, {width}] in 0..{most}\n{whole.format(most)}\n"
            "let sum_to(c) = so_far[row_of(c), column_of(c)]"
            + ("" if name == "region_sum" else "\nlet sum_of(c) = whole[row_of(c), column_of(c)]")
        )
        same = "" if name == "region_sum" else " and sum_of(a) == sum_of(b)"
        rises = "" if name == "region_sum" else " and sum_of(a) < sum_of(b)"
        unused = "" if name == "region_sum" else " and sum_of(c) == 0"
        hidden = "so_far" if name == "region_sum" else "concat(cells(so_far), cells(whole))"
        end = of_a.replace("(a)", f"({last})")
        ends = (
            f"for c in cells:\n    leaves(c) == 1 -> sum_to(c) == {worth.format('c')}\n"
            f"    leaves(c) == -1 -> sum_to(c) == {end}"
            if trail.loose
            else f"sum_to({first}) == {worth.format(first)}\nsum_to({last}) == {end}"
        )
        draft.line(
            f"draw hidden({hidden})\nfor c in cells:\n    on(c) == 0 -> sum_to(c) == 0{unused}\n"
            f"for a, b, s in ways where stays(a, b):\n    s -> sum_to(b) == sum_to(a) + {b}{same}\n"
            "for a, b, s in ways where not stays(a, b):\n"
            f"    s -> sum_to(a) == {of_a} and sum_to(b) == {b}{rises}\n"
            f"{ends}",
            "segments",
        )
        return True
    draft.declare(
        f"# The number of its segment along the path.\ngrid segment[{height}, {width}] in 0..{height * width}\n"
        "let number_of(c) = segment[row_of(c), column_of(c)]\n"
        "let together(a, b) = on(a) and on(b) and number_of(a) == number_of(b)"
    )
    draft.line(
        "draw hidden(segment)\nfor c in cells:\n    on(c) == 0 -> number_of(c) == 0\n"
        "for a, b, s in ways:\n    s -> number_of(b) == number_of(a) + (if stays(a, b) then 0 else 1)\n"
        f"number_of({first}) == 1",
        "segments",
    )
    if name == "segment_nabner":
        draft.line(
            f"for group in {groups}, a, b in combinations(group):\n    together(a, b) -> abs({a} - {b}) > 1", "segments"
        )
        return True
    draft.declare(
        f"# The position of a cell along its segment.\ngrid position[{height}, {width}] in 0..{height * width}\n"
        "let place(c) = position[row_of(c), column_of(c)]"
    )
    draft.line(
        "draw hidden(position)\nfor c in cells:\n    on(c) == 0 -> place(c) == 0\n"
        "for a, b, s in ways:\n    s -> place(b) == (if stays(a, b) then place(a) + 1 else 1)\n"
        f"place({first}) == 1\nfor group in {groups}, a in group:\n"
        f"    on(a) -> any(together(a, b) and place(b) == {a} and {b} == place(a) for b in group)",
        "segments",
    )
    return True
