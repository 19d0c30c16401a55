"""Plain text: grids of digits in the forms that sudoku programs write. Classic rules are assumed."""

from __future__ import annotations

import re

from puzzledsl.formats.format import Format

_START = re.compile(r"[\s0-9A-Z.*_?+|<:#{('\"=,;\[-]|[a-z_ ]+[,\t;]")
LINK = re.compile(r"(?i)https?://\S+[?&#](?:bd|puzzle|board|sudoku|s|p)=([0-9.%_*A-I]{81})(?=[&#\s]|$)")
"""A link that has the digits in one of its arguments, such as those of sudokuwiki.org."""


def _is_grid(text: str) -> bool:
    from puzzledsl.formats.collection import puzzles
    from puzzledsl.formats.sites.text.grid import is_puzzle

    found = list(puzzles(text.splitlines(), links=True)) if _START.match(text) else []
    return len(found) == 1 and is_puzzle(found[0].givens)


FORMAT = Format(
    "81",
    "plain text",
    LINK.pattern,
    __name__,
    ("text", "sdk", "sdm", "ss", "csv", "opensudoku", "hodoku", "sumocue"),
    is_one=_is_grid,
    is_certain=True,
    order=10,
)
