"""Files of puzzles: their grids and what stands beside them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.formats.bounds import LONGEST_TEXT
from puzzledsl.formats.sites.text.grid import Grid, in_line, in_rows
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping

_TAG = re.compile(r"#([A-Z])[ \t:]*(.*)")
_LINE = re.compile(r"([0-9A-Z.*_?-]+)(?:[ \t]*[,;#|\t ].*)?")
_START = re.compile(r"[\s0-9A-Z.*_?+|<:#{('\"=,;-]")


@record(slots=True)
class Puzzle:
    """A puzzle of a file.

    Attributes:
        grid: its values.
        tags: texts by their letter: A author, B date, C comment, D description, L level, S source, T title, U address.
        more: how many further puzzles the file has.
    """

    grid: Grid
    tags: Mapping[str, str]
    more: int = 0


def puzzles_in(text: str) -> Puzzle | None:
    """Return the first puzzle of a text that holds nothing else than grids, or None."""
    if not _START.match(text) or len(text) > LONGEST_TEXT:
        return None
    tags: dict[str, str] = {}
    lines: list[str] = []
    for line in text.splitlines():
        if (tag := _TAG.fullmatch(line.strip())) is not None:
            tags[tag[1]] = f"{tags[tag[1]]} {tag[2]}".strip() if tag[1] in tags else tag[2]
        elif not line.lstrip().startswith("#"):
            lines.append(line)
    grid = in_rows(lines)
    if grid is not None:
        return Puzzle(grid, tags)
    return _one_per_line([line.strip("\r") for line in lines if line.strip()], tags)


def _one_per_line(lines: list[str], tags: Mapping[str, str]) -> Puzzle | None:
    """Read one grid a line; what stands behind a blank or comma, such as a solution or a rating, is ignored."""
    if len(lines) == 1 and (grid := in_line(lines[0])) is not None:
        return Puzzle(grid, tags)
    texts = [found[1] if (found := _LINE.fullmatch(line.strip())) is not None else "" for line in lines]
    if not texts or len(set(map(len, texts))) > 1:
        return None
    grid = in_line(texts[0])
    return Puzzle(grid, tags, len(texts) - 1) if grid is not None else None
