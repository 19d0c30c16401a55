"""Walls between digits that are not consecutive, and creatures that must find a way out to the corners of the grid."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.formats.draft import cell_name, named_list
from puzzledsl.formats.drawings.statements import rule, stem

if TYPE_CHECKING:
    from puzzledsl.formats.drawings.board import Board

_WORDS = "maze exit corner wall wall tall neighboring neighbor non-consecutive consecutive move orthogonally adjacent"
RULES = (
    rule(
        "creatures",
        "escape",
        r"^there are (?P<n>\d+) (?P<noun>[a-z]+) in this maze$",
        _WORDS,
        alone=True,
    ),
    rule(
        "exits",
        "escape",
        r"^they all want to escape the maze via the 4 exits located at the 4 corners$",
        _WORDS + " want escape via they",
        alone=True,
    ),
    rule(
        "walls_between",
        "escape",
        r"^there are (?:tall )?walls separating any(?: and all)? 2 neighboring digits that are non-?consecutive$",
        _WORDS + " non",
        alone=True,
    ),
    rule(
        "moves",
        "escape",
        r"^(?:thus, )?the (?P<noun>[a-z]+) can only traverse the maze by moving to orthogonally adjacent cells "
        r"containing a number (?:one|1) higher or lower than the cell they are coming from$",
        _WORDS + " thus only traverse higher lower coming",
        alone=True,
    ),
    rule(
        "all_escape",
        "escape",
        r"^(?:fill in the maze so that )?every (?P<noun>[a-z]+) (?:has|must have) a path to (?:one|1) of the 4 exits$",
        _WORDS + " fill path",
        alone=True,
    ),
)


def bind(board: Board) -> None:
    """Write the cells that are reached from the corners, to which those with creatures belong."""
    said = board.about("escape")
    if not said:
        return
    draft = board.draft
    counted = board.said("creatures")
    look = re.search(r"\blook like (\d)s$", counted[0].sentence.asides) if counted else None
    names = {
        stem(match["noun"])
        for one in said
        if (match := one.rule.says.search(one.sentence.plain)) and "noun" in match.groupdict()
    }
    starts = sorted(cell for cell, value in draft.givens.items() if look and value == int(look[1]))
    if (
        len({one.rule.name for one in said}) < len(RULES)
        or len(names) != 1
        or not starts
        or len(starts) != counted[0].value
        or min(draft.height, draft.width) < 2
    ):
        for one in said:
            board.leave_out(one, "where the ways through this maze begin and end is not certain")
        return
    height, width = draft.height, draft.width
    draft.declare(f"# 1: a way leads from a corner to the cell.\ngrid reached[{height}, {width}] in bool")
    draft.declare(
        "# 1: the way on to the right, or downwards, is open.\n"
        f"grid right[{height}, {width - 1}] in bool\ngrid down[{height - 1}, {width}] in bool"
    )
    draft.declare(
        "let reach(c) = reached[row_of(c), column_of(c)]\n"
        "let doors = concat(\n"
        f"    [(cell[r, c], cell[r, c + 1], right[r, c]) for r in 1..{height}, c in 1..{width - 1}],\n"
        f"    [(cell[r, c], cell[r + 1, c], down[r, c]) for r in 1..{height - 1}, c in 1..{width}],\n"
        ")"
    )
    corners = [(1, 1), (1, width), (height, 1), (height, width)]
    draft.declare(named_list("exits", map(cell_name, corners)))
    draft.declare(named_list("starts", map(cell_name, starts)))
    draft.line(
        "draw hidden(concat(cells(reached), cells(right), cells(down)))\n"
        "for a, b, open in doors:\n"
        "    abs(a - b) == 1 -> reach(a) == reach(b)\n"
        "    open <-> abs(a - b) == 1 and reach(a) == 1\n"
        "for c in concat(exits, starts):\n    reach(c) == 1\n"
        "connected(concat(cells(reached), [open for a, b, open in doors]), 1, pairs = concat(\n"
        "    [(reach(a), open) for a, b, open in doors],\n"
        "    [(reach(b), open) for a, b, open in doors],\n"
        "    [(reach(a), reach(b)) for a, b in pairs(exits)],\n"
        "))",
        "ways out",
    )
