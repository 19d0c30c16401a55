"""What sentences say besides of clues that the source itself knows: its thermometers, its zipper lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.formats.drawings.statements import rule

if TYPE_CHECKING:
    from puzzledsl.formats.drawings.board import Board

CONDITIONS = (
    (
        "bulb_counts",
        "thermo",
        r"^the digit in a bulb counts the number of pairs of consecutive digits appearing on its thermometer$",
        "bulb counts count pairs consecutive appearing appear thermometer",
        "first(line) == count(b == a + 1 for a, b in pairs(line))",
    ),
    (
        "thermo_between",
        "between",
        r"^these lines also act as thermometers i\.?e\.? digits on lines must increase from the [\"']?low[\"']? "
        r"circle to "
        r"the [\"']?high[\"']? circle$",
        "thermometer increase low high circle act",
        "strictly_increasing(line) or strictly_increasing(reverse(line))",
    ),
    (
        "different_pairs",
        "zipper",
        r"^you (?:cannot|may not|can't) use the same sum to make the total on the same line$",
        "use same sum make total cannot can't may not you",
        "for i, j in combinations(1..len(line) div 2):\n"
        "        line[i] != line[j]\n        line[i] != line[len(line) + 1 - j]\n"
        "        line[len(line) + 1 - i] != line[j]\n        line[len(line) + 1 - i] != line[len(line) + 1 - j]",
    ),
)
"""Name, kind of clue, pattern, vocabulary, and the condition on each ``line`` of the kind."""
_NAMES = {"thermo": "thermometer", "between": "line between two circles", "zipper": "zipper line"}
RULES = tuple(rule(name, "whole", says, words, alone=True) for name, _, says, words, _ in CONDITIONS)


def bind(board: Board) -> None:
    """Write these conditions for the clues that the source knows."""
    for name, kind, _, _, block in CONDITIONS:
        for one in board.said(name)[:1]:
            lines = [cells for cells in board.known(kind) if len(cells) > 1]
            if not lines:
                board.leave_out(one, f"no {_NAMES[kind]} is known that this could be about")
                continue
            board.draft.declare(f"rule {name}(line):\n    {block}")
            for cells in lines:
                board.draft.clue(name, cells)
