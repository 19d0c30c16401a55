"""Files of puzzles: their grids."""

from __future__ import annotations

import re

from puzzledsl.formats.bounds import LONGEST_TEXT
from puzzledsl.formats.sites.text.grid import Grid, in_line, in_rows
from puzzledsl.records import record

_LINE = re.compile(r"([0-9A-Z.*_?-]+)(?:[ \t]*[,;#|\t ].*)?")
_START = re.compile(r"[\s0-9A-Z.*_?+|<:#{('\"=,;-]")


@record(slots=True)
class Puzzle:
    """A puzzle of a file.

    Attributes:
        grid: its values.
        more: how many further puzzles the file has.
    """

    grid: Grid
    more: int = 0


def puzzles_in(text: str) -> Puzzle | None:
    """Return the first puzzle of a text that holds nothing else than grids, or None."""
    if not _START.match(text) or len(text) > LONGEST_TEXT:
        return None
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    grid = in_rows(lines)
    return Puzzle(grid) if grid is not None else _one_per_line(lines)


def _one_per_line(lines: list[str]) -> Puzzle | None:
    """Read one grid a line; what stands behind a blank or comma, such as a solution or a rating, is ignored."""
    if len(lines) == 1 and (grid := in_line(lines[0])) is not None:
        return Puzzle(grid)
    texts = [found[1] if (found := _LINE.fullmatch(line.strip())) is not None else "" for line in lines]
    if not texts or len(set(map(len, texts))) > 1:
        return None
    grid = in_line(texts[0])
    return Puzzle(grid, len(texts) - 1) if grid is not None else None
