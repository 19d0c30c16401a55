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
_SECTION = re.compile(r"\[(\w+)\]")
_LINE = re.compile(r"([0-9A-Z.*_?-]+)(?:[ \t]*[,;#|\t ].*)?")
_GAME = re.compile(r'<game\b[^>]*?\bdata="([0-9]+)"')
_NAMED = re.compile(r"<(name|author|description|comment|level|source)>([^<]*)</")
_XML_TAGS = {"name": "T", "author": "A", "description": "D", "comment": "C", "level": "L", "source": "S"}
_START = re.compile(r"[\su0-9A-Z.*_?+|:<#\[{('\"=,;-]")
_HODOKU_FIELD = 3


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
    """The first puzzle of a text that holds nothing else than grids; none if it is no such text."""
    if not _START.match(text) or len(text) > LONGEST_TEXT:
        return None
    if text[0] == "<":
        return _xml(text)
    if text[0] == ":":
        return _library(text)
    tags: dict[str, str] = {}
    lines: list[str] = []
    section = ""
    for line in text.splitlines():
        if (found := _SECTION.fullmatch(line.strip())) is not None:
            section = found[1].lower()
        elif (tag := _TAG.fullmatch(line.strip())) is not None:
            tags[tag[1]] = f"{tags[tag[1]]} {tag[2]}".strip() if tag[1] in tags else tag[2]
        elif not line.lstrip().startswith("#") and section in ("", "puzzle"):
            lines.append(line)
    grid = in_rows(lines)
    if grid is not None:
        return Puzzle(grid, tags)
    return _one_a_line([line.strip("\r") for line in lines if line.strip()], tags)


def _one_a_line(lines: list[str], tags: Mapping[str, str]) -> Puzzle | None:
    """A grid a line; what stands behind a blank or comma, such as a solution or a rating, is no part of it."""
    if len(lines) == 1 and (grid := in_line(lines[0])) is not None:
        return Puzzle(grid, tags)
    texts = [found[1] if (found := _LINE.fullmatch(line.strip())) is not None else "" for line in lines]
    if not texts or len(set(map(len, texts))) > 1:
        return None
    grid = in_line(texts[0])
    return Puzzle(grid, tags, len(texts) - 1) if grid is not None else None


def _library(text: str) -> Puzzle | None:
    """A line of HoDoKu's library: ``:technique:candidates:givens:…``; digits behind a + were placed, not given."""
    fields = text.splitlines()[0].split(":")
    if len(fields) <= _HODOKU_FIELD:
        return None
    grid = in_line(re.sub(r"\+[1-9]", ".", fields[_HODOKU_FIELD]).replace("0", "."))
    return Puzzle(grid, {}, len(text.splitlines()) - 1) if grid is not None else None


def _xml(text: str) -> Puzzle | None:
    """A file of OpenSudoku: ``<game data="…"/>``, one or several."""
    from html import unescape

    games = _GAME.findall(text)
    grid = in_line(games[0]) if games else None
    if grid is None:
        return None
    tags = {_XML_TAGS[name]: unescape(content).strip() for name, content in _NAMED.findall(text)}
    return Puzzle(grid, tags, len(games) - 1)
