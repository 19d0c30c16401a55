"""What the rules say of all lines together: counts, sums that are not given, sums that stand on the lines."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.formats.clues import argument
from puzzledsl.formats.drawings.geometry import lies_on
from puzzledsl.formats.drawings.statements import rule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.formats.drawings.board import Board
    from puzzledsl.formats.drawings.records import Stroke
    from puzzledsl.model import Cell

RULES = (
    rule(
        "counting_lines",
        "line",
        r"\bdigit on a line (?:of color (?P<color>\w) )?(?:indicates|counts) how many times that digit appears "
        r"(?:across|on) "
        r"all lines (?:in the grid|of color \w)$",
        "counting counts how many times appears across c constraints",
        alone=True,
    ),
    rule("indicated_sum", "line", r"^digits (?:along|on) lines do not repeat and must sum to the indicated value$"),
    rule("unique_lines", "whole", r"^each line contains a unique (?:collection|set) of digits$"),
    rule(
        "unknown_sums",
        "line",
        r"^each n-sum line can be (?:divided|split|cut) into (?:2|two) or more non-?overlapping groups of "
        r"adjacent digits "
        r"that sum to n$",
    ),
    rule("sums_differ", "whole", r"^no (?:2|two) lines have the same value (?:for|of) n$"),
    rule("central_cross", "whole", r"^the central cross is a single line$"),
)
"""What prose says of all lines together."""
MANY_LINES = 100
"""Of more lines it is not tried out which of them meet, or which numbers stand on them."""


def count_lines(board: Board, groups: dict[str, list[Stroke]]) -> None:
    """A digit on a line says how often it occurs on all lines, or on all of its colour."""
    for one in board.said("counting_lines"):
        match = one.rule.says.search(f"{one.sentence.heading}: {one.sentence.plain}")
        by_color: dict[str, dict[Cell, None]] = {}
        for key, strokes in groups.items():
            for stroke in strokes:
                color = key if match and match["color"] else ""
                by_color.setdefault(color, {}).update(dict.fromkeys(board.path(stroke)))
        for cells in by_color.values():
            board.draft.clue("counting_circles", sorted(cells))


def unknown_sums(board: Board, groups: dict[str, list[Stroke]]) -> None:
    """Each line falls into two or more pieces with a sum of its own."""
    for one in board.said("unknown_sums"):
        lines = list(dict.fromkeys(board.path(stroke) for strokes in groups.values() for stroke in strokes))
        if len(board.about("line")) > 1 or not lines or any(len(set(line)) < len(line) for line in lines):
            others = len(board.about("line")) > 1
            why = "another rule is about lines, too" if others else "a line meets a cell twice"
            board.leave_out(one, why if lines else "no line is drawn")
            continue
        bounds = [_bounds(board, line) for line in lines]
        most = max(high for _, high in bounds)
        named = ",\n".join(
            f"    ({argument(line)}, {low}, {high})" for line, (low, high) in zip(lines, bounds, strict=True)
        )
        board.draft.declare(f"# The sum of the pieces of each line.\ngrid piece[1, {len(lines)}] in 1..{most}")
        board.draft.line(
            "draw hidden(piece)\n# Each line, with bounds of that sum.\n"
            f"let lines = [\n{named},\n]\n"
            "for k, found in enumerate(lines):\n"
            "    let line = found[1]\n    let n = piece[1, k]\n"
            "    n in found[2]..found[3]\n    n >= max(line)\n    2 * n <= sum(line)\n"
            "    for total in found[2]..found[3]:\n"
            "        n == total -> sum_line(line, total) and sum(line) mod total == 0",
            "lines",
        )
        if board.said("sums_differ"):
            board.draft.line("alldifferent(cells(piece))", "lines")
        board.typed.setdefault("unknown_sums", {})
        board.explain(*(stroke for strokes in groups.values() for stroke in strokes))


def indicated_sums(board: Board, groups: dict[str, list[Stroke]]) -> None:
    """The digits of each line are different, and their sum stands on it."""
    for one in board.said("indicated_sum"):
        strokes = [stroke for same in groups.values() for stroke in same]
        numbers = [shape for shape in board.left_shapes() if re.fullmatch(r"\d{1,2}", shape.text.strip())]
        on = [[shape for shape in numbers if lies_on(shape.center, stroke)] for stroke in strokes[: MANY_LINES + 1]]
        if not strokes or len(strokes) > MANY_LINES or any(len(found) != 1 for found in on):
            found = next((len(numbers) for numbers in on if len(numbers) != 1), 0)
            why = f"{found} numbers stand on a line, and each must have one"
            board.leave_out(one, why if strokes else "no line is drawn")
            continue
        sums: dict[tuple[int, int], list[str]] = {}
        for stroke, (shape,) in zip(strokes, on, strict=True):
            cells, total = board.path(stroke), int(shape.text)
            board.draft.clue(f"cage {total}", cells, "lines with sums")
            sums.setdefault((len(cells), total), []).append(argument(cells))
            board.explain(stroke, shape)
        for alike in sums.values() if board.said("unique_lines") else ():
            if len(alike) > 1:
                named = ", ".join(alike)
                board.draft.line(
                    f"for a, b in combinations([{named}]):\n    any(count(b, x) == 0 for x in a)", "lines with sums"
                )
        board.typed.setdefault("indicated_sum", {})


def _bounds(board: Board, line: Sequence[Cell]) -> tuple[int, int]:
    """The least and the largest sum that two or more pieces of a line can have."""
    low, high = board.draft.lowest, board.draft.highest
    distinct = len({r for r, _ in line}) == 1 or len({c for _, c in line}) == 1
    if not distinct or len(line) > high - low + 1:
        return max(low, 1), high * len(line) // 2
    return low + len(line) - 1, sum(range(high - len(line) + 1, high + 1)) // 2
