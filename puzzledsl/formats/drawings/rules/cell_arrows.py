"""Arrows in single cells: a digit that speaks of the cells to which its arrow points."""

from __future__ import annotations

import re
from math import floor
from typing import TYPE_CHECKING

from puzzledsl.formats.draft import cell_name
from puzzledsl.formats.drawings.board import claims
from puzzledsl.formats.drawings.statements import rule

if TYPE_CHECKING:
    from puzzledsl.formats.drawings.board import Board
    from puzzledsl.formats.drawings.records import Stroke
    from puzzledsl.model import Cell

_COUNTS = r"(?:indicates|counts|shows|gives|equals)(?: exactly)? (?:the number of|how many)"
_WORDS = """on arrow indicate indicates count counts show shows give gives equal equals exactly number of how
    many that direction indicated arrow's pointed pointing its visible only if greater than all between it odd
    even larger smaller different distinct prime same remainder mod modulo when divided by itself including have
    are there in higher lower"""
_WAYS = r"(?:in (?:that|the indicated|its|the arrow's|the pointed) direction|in the direction of the arrow)"
CONDITIONS = {
    "odd": "x mod 2 == 1",
    "even": "x mod 2 == 0",
    "prime": "x in {2, 3, 5, 7}",
    "larger": "x > cell",
    "higher": "x > cell",
    "smaller": "x < cell",
    "lower": "x < cell",
}
"""What may be counted in the direction of an arrow: the word, and the condition on each digit ``x``."""
RULES = (
    rule(
        "arrow_counts",
        "cell arrow",
        rf"^an? digit on an arrow {_COUNTS} (?P<kind>{'|'.join(CONDITIONS)}|different|distinct|visible) digits "
        rf"(?:there are )?{_WAYS}$",
    ),
    rule(
        "arrow_remainders",
        "cell arrow",
        rf"^an? digit on an arrow {_COUNTS} (?:cells|digits) {_WAYS} have the same remainder (?:mod|modulo|when "
        rf"divided by)[ -]"
        r"(?P<n>\d) as itself,? including itself$",
    ),
    rule(
        "far_cell",
        "cell arrow",
        r"^an? (?:[a-z]+ )?arrow points (?:toward|to|at) a cell n distance away that has a (?:value|digit) "
        r"(?P<how>greater|larger|higher|less|smaller|lower) than n,? where n is the digit in the arrow's cell$",
        _WORDS + " points toward to at n distance away has less where",
        alone=True,
    ),
    rule(
        "ray_sum",
        "cell arrow",
        r"^(?:a digit n on a cell with an arrow indicates that there is a straight line n cells long starting "
        r"(?:from|in) the cell the arrow clue is on and extending in the direction of (?:that|the) arrow"
        r"|if a cell with an arrow contains the digit n,? then the straight line starting in (?:that|the) cell and "
        r"extending n cells in the arrow's direction is a (?:valid )?region sum line: it must cross at least (?:one|1) "
        r"(?:3x3 )?box border,? and box borders divide it into segments with equal (?:digit )?sums)$",
        asides=r"including the arrow cell",
    ),
    rule("ray_crosses", "cell arrow", r"^each line must cross at least (?:one|1) (?:3x3 )?box border$"),
    rule(
        "visible_from_arrow",
        "cell arrow",
        r"^an? digit is visible (?:only )?if (?:and only if )?it is (?:greater|larger|higher) than all digits "
        r"between it and the "
        r"arrow$",
    ),
)


def bind(board: Board) -> None:
    """Write the conditions of arrows in cells."""
    statements = board.said("arrow_counts", "arrow_remainders")
    arrows = arrows_in_cells(board)
    if board.said("ray_sum"):
        _sum_along_arrows(board, arrows)
        return
    if board.said("far_cell") == board.about("cell arrow"):
        _compare_far_cells(board, arrows)
        return
    if len(statements) != 1 or not arrows:
        for one in board.about("cell arrow"):
            several = "each arrow in a cell could be meant by several rules"
            board.leave_out(one, several if arrows else "no arrow that lies in one cell is drawn for this rule")
        return
    (one,) = statements
    match = one.rule.says.search(one.sentence.plain)
    kind = (match.groupdict().get("kind") if match else None) or "remainder"
    if (kind == "visible") != bool(board.said("visible_from_arrow")):
        board.leave_out(one, "the rules do not say when a digit is visible")
        return
    for stroke, cell, line in arrows:
        here, names = cell_name(cell), f"[{', '.join(map(cell_name, line))}]"
        if kind == "visible":
            held = f"count(all(y < x for y in {names}[1..k - 1]) for k, x in enumerate({names}))"
        elif kind == "remainder":
            held = f"1 + count(x mod {one.value} == {here} mod {one.value} for x in {names})"
        elif kind in ("different", "distinct"):
            held = f"count_distinct({names})"
        else:
            held = f"count({re.sub('cell', here, CONDITIONS[kind])} for x in {names})"
        board.draft.line(f"{here} == {held}", "arrows in cells")
        board.explain(stroke)


def _compare_far_cells(board: Board, arrows: list[tuple[Stroke, Cell, list[Cell]]]) -> None:
    """A digit says how far the cell is that is larger, or smaller, than it in the direction of its arrow."""
    for one in board.said("far_cell"):
        match = one.rule.says.search(one.sentence.plain)
        chosen = [arrow for arrow in arrows if not one.colors or claims([one], arrow[0].color)]
        if match is None or not chosen or (not one.colors and len(board.said("far_cell")) > 1):
            board.leave_out(one, "no arrow in a cell has the colour of this rule")
            continue
        sign = "<" if match["how"] in ("less", "smaller", "lower") else ">"
        for stroke, cell, line in chosen:
            here, names = cell_name(cell), f"[{', '.join(map(cell_name, line))}]"
            board.draft.line(f"any({here} == k and x {sign} {here} for k, x in enumerate({names}))", "arrows in cells")
            board.explain(stroke)


def _sum_along_arrows(board: Board, arrows: list[tuple[Stroke, Cell, list[Cell]]]) -> None:
    """A digit says how long the line is that begins there; borders divide it into at least two equal sums."""
    (one,) = board.said("ray_sum")[:1]
    plain = one.sentence.plain
    if not arrows or not board.groups or not ("region sum" in plain or board.said("region_sum")):
        board.leave_out(one, "no arrows in cells are drawn, or what holds for their lines is not said")
        return
    board.typed.setdefault("region_sum", {})
    crosses = "cross" in plain or bool(board.said("ray_crosses"))
    groups = "" if board.groups == "boxes" else f", {board.groups}"
    for stroke, cell, seen in arrows:
        line = [cell, *seen]
        regions = [board.region_of(place) for place in line]
        shortest = next((k for k, region in enumerate(regions, 1) if region != regions[0]), len(line) + 1)
        lengths = range(shortest if crosses else 1, min(len(line), board.draft.highest) + 1)
        names = f"[{', '.join(map(cell_name, line))}]"
        if lengths:
            board.draft.line(
                f"any({cell_name(cell)} == n and region_sum({names}[1..n]{groups}) "
                f"for n in {lengths.start}..{lengths.stop - 1})",
                "arrows in cells",
            )
            board.explain(stroke)


def arrows_in_cells(board: Board) -> list[tuple[Stroke, Cell, list[Cell]]]:
    """The strokes with heads that lie in one cell and are not explained, that cell, and the cells they point to."""
    return [
        (stroke, cell, line)
        for stroke in board.drawing.strokes
        if board.is_left(stroke) and (cell := _cell(board, stroke)) and (line := _line(board, stroke, cell))
    ]


def _cell(board: Board, stroke: Stroke) -> Cell | None:
    """The one cell in which a stroke with a head lies, or begins if it is little more than a head."""
    (r, c), (s, d) = stroke.points[0], stroke.points[-1]
    cells = {(floor(r) + 1, floor(c) + 1)}
    if max(abs(s - r), abs(d - c)) > 0.1:
        cells.add((floor(s) + 1, floor(d) + 1))
    found = cells.pop() if stroke.arrow and len(cells) == 1 and len(stroke.points) == 2 else None
    return found if found and board.draft.inside(found) else None


def _line(board: Board, stroke: Stroke, cell: Cell) -> list[Cell]:
    """The cells behind one cell in the direction of a stroke: along a row, a column or a diagonal."""
    (r, c), (s, d) = stroke.points
    length = max(abs(s - r), abs(d - c))
    down, right = round((s - r) / length) if length else 0, round((d - c) / length) if length else 0
    if (down, right) == (0, 0) or (down and right and abs(abs(s - r) - abs(d - c)) > 0.15):
        return []
    found: list[Cell] = []
    while board.draft.inside(following := (cell[0] + down * (len(found) + 1), cell[1] + right * (len(found) + 1))):
        found.append(following)
    return found
