"""Rules about the whole grid that are conditions: each is a sentence, and lines of the language."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.formats.drawings.statements import Condition, rule

if TYPE_CHECKING:
    from puzzledsl.formats.drawings.board import Board

_NEXT = "no not may must cannot never orthogonally orthogonal adjacent neighbors neighbor neighboring "
CONDITIONS = (
    Condition(
        "even_king",
        r"\bking's move constraint\"? (?:is )?only appl\w+ to even",
        "for a, b in adjacent_pairs(cells, reach = touching):\n    not (a == b and a mod 2 == 0)",
        _NEXT + "king's king move constraint only applied even repeat away from itself",
    ),
    Condition(
        "knight_parity",
        r"^digits in box (?P<n>[1-9]) must not see a digit of the same parity a knight's move away$",
        "for a in box({n}), b in knight_moves(a):\n    (a + b) mod 2 == 1",
    ),
    Condition(
        "knight_nonconsecutive",
        r"^within a 3x3 box, cells a (?:single )?knight's move apart cannot contain consecutive digits$",
        "for a in cells, b in knight_moves(a) where region_of(a, boxes) == region_of(b, boxes):\n    abs(a - b) != 1",
    ),
    Condition(
        "english_names",
        r"^no 2 orthogonally adjacent digits may use the same (?:amount|number) of (?:characters|letters) in "
        r"their english"
        r" names?\b",
        "for a, b in adjacent_pairs(cells):\n"
        "    not (a in {1, 2, 6} and b in {1, 2, 6})\n"
        "    not (a in {4, 5, 9} and b in {4, 5, 9})\n"
        "    not (a in {3, 7, 8} and b in {3, 7, 8})",
        _NEXT + 'use same amount characters letters english name names since have "7" both',
    ),
    Condition(
        "roots_and_squares",
        r"^square roots with single digit perfect squares must be orthogonally adjacent to their square$",
        "for a in cells:\n    a in {2, 3} -> any(b == a ^ 2 for b in neighbors(a))",
    ),
    Condition(
        "parity_mirror",
        r"^the diagonal from r1c1 to r9c9 acts as a parity mirror$",
        "for a in cells where row_of(a) < column_of(a):\n    (a + at(column_of(a), row_of(a))) mod 2 == 0",
    ),
    Condition(
        "neighbors_at_most",
        r"^the sum of 2 orthogonal neighbors is at most (?P<n>\d+)$",
        "for a, b in adjacent_pairs(cells):\n    a + b <= {n}",
    ),
    Condition(
        "point_symmetric_sum",
        r"^the sum of 2 [\"']?point[- ]symmetric[\"']? cells is always (?P<n>\d+)$",
        "for k in 1..len(cells):\n    cells[k] + cells[len(cells) + 1 - k] == {n}",
    ),
    *(
        Condition(
            f"{kind}_rise_in_{kind}_boxes",
            rf"^in {kind} numbered boxes, {kind} digits appear in ascending order(?: with respect to position "
            rf"within that "
            rf"box)?$",
            f"for k in {[k for k in range(1, 10) if k % 2 == value]}, a, b in combinations(box(k)):\n"
            f"    a mod 2 == {value} and b mod 2 == {value} -> a < b",
            f"{kind} numbered boxes ascending order appear with respect position within",
        )
        for kind, value in (("odd", 1), ("even", 0))
    ),
    Condition(
        "box_sets",
        r"^(?:in this puzzle, )?the 3 rows and 3 columns of each box all form sets$",
        "let is_set(a, b, c) = all(count_of in {1, 3} for count_of in [\n"
        "    count(any((x - 1) div 3 == k for x in [a, b, c]) for k in 0..2),\n"
        "    count(any(x mod 3 == k for x in [a, b, c]) for k in 0..2),\n"
        "])\n"
        "for b in boxes, k in 1..3:\n"
        "    is_set(b[3 * k - 2], b[3 * k - 1], b[3 * k])\n"
        "    is_set(b[k], b[k + 3], b[k + 6])",
    ),
    Condition(
        "few_in_quarters",
        r"^in each of the 4x4 grids, place exactly (?P<n>\d) of the digits from 1 to 9, such that digits do not "
        r"repeat in "
        r"the 2x2 regions$",
        "for q in boxes(4, 4):\n    count(any(c == v for c in q) for v in lowest..highest) == {n}\n"
        "for q in boxes(2, 2):\n    alldifferent(q)",
    ),
    Condition(
        "few_on_every_diagonal",
        r"\bevery diagonal contains at most (?P<n>\d) (?:distinct|different) digits$",
        "for k in 2 - len(rows)..2 * len(rows):\n"
        "    let down = [c for c in cells where row_of(c) - column_of(c) == k]\n"
        "    let up = [c for c in cells where row_of(c) + column_of(c) == k]\n"
        "    count(count(down, v) > 0 for v in lowest..highest) <= {n}\n"
        "    count(count(up, v) > 0 for v in lowest..highest) <= {n}",
        "every diagonal most distinct different diagonality",
    ),
)
"""Name, pattern, vocabulary, and the lines, in which ``{n}`` is the number of the sentence."""
_SET = ("set_thirds", "set_remainders", "set_means")
"""The sentences that say what a set of three digits is."""
RULES = (
    rule(
        "set_thirds",
        "whole",
        r"^let a digit's entropy describe if it is low \(123\), medium \(456\),? or high \(789\)$",
    ),
    rule("set_remainders", "whole", r"^let its modularity be its remainder when divided by 3$"),
    rule(
        "set_means",
        "whole",
        r"^let a set be a set of 3 digits such that their entropy and modularity are either all the same or all "
        r"different$",
    ),
    *(one.rule("whole") for one in CONDITIONS),
    rule(
        "counted_digits", "whole", r"^each row, column,? and box contains (?:2 \ds?, )+(?:and )?one each of [\d, and]+$"
    ),
)


def bind(board: Board) -> None:
    """Write these rules."""
    for name, lines in ((kind.name, kind.lines) for kind in CONDITIONS):
        for one in board.said(name)[:1]:
            if name == "box_sets" and not all(board.said(other) for other in _SET):
                board.leave_out(one, "what a set is, is not said")
            elif "box(" in lines and board.groups != "boxes":
                board.leave_out(one, "this is said of a grid with boxes only")
            else:
                board.draft.line(lines.replace("{n}", str(one.value)), name.replace("_", " "))
    for one in board.said("counted_digits"):
        _counted(board, one.sentence.plain)


def _counted(board: Board, plain: str) -> None:
    """``Each row, column and box contains two 1s and one each of 2 and 3``."""
    twice, _, once = plain.partition(" one each of ")
    counts = dict.fromkeys(re.findall(r"\d", once), 1) | dict.fromkeys(re.findall(r"\b2 (\d)s?\b", twice), 2)
    groups = ["rows", "columns", *([board.groups] if board.groups else [])]
    conditions = "".join(f"\n    count(group, {digit}) == {number}" for digit, number in sorted(counts.items()))
    board.draft.line(f"for group in concat({', '.join(groups)}):{conditions}", "counted digits")
