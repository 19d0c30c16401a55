"""A genre: a model whose layouts are filled from a link."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from puzzledsl.formats.draft import ModelDraft, cell_name
from puzzledsl.formats.sites.puzzlink.body import SITE, Rows
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.model import Cell

_READS = re.compile(r"# reads: (\w+)(.*)\n")
_PART = re.compile(r"# part: (\w+)\n")
_BY_WALLS = re.compile(r"# part (with|without) walls: (\w+)\n")
_FLAGS = re.compile(r"# flags: (.*)\n")
_TITLE = re.compile(r'^puzzle "(.*)"$', re.M)


@record
class Genre:
    """A model with empty layouts.

    Attributes:
        text: the model, without its ``# reads:`` and ``# flags:`` lines. Lines ``# part with walls: NAME`` and ``# part
            without walls: NAME`` are still in it; `FilledGenre` decides them.
        reads: what a link holds, in order: the name of a decoder, and of the layouts that it fills. A layout is named
            by the last word of its head: ``number`` for ``clues number:``, ``givens`` for ``givens:``.
        flags: variants before the sizes that change nothing (``# flags: …``).
    """

    text: str
    reads: tuple[tuple[str, tuple[str, ...]], ...]
    flags: tuple[str, ...] = ()


def genre(name: str) -> Genre | None:
    """The genre with this name, if its file is there."""
    path = os.path.join(os.path.dirname(__file__), "genres", f"{name}.puz")
    if not (name.replace("-", "_").isidentifier() and os.path.exists(path)):
        return None
    text = _with_parts(_file("genres", name))
    reads = tuple((found[1], tuple(found[2].split())) for found in _READS.finditer(text))
    flags = tuple(flag for found in _FLAGS.finditer(text) for flag in found[1].split())
    return Genre(_FLAGS.sub("", _READS.sub("", text)), reads, flags)


def _with_parts(text: str) -> str:
    while _PART.search(text):
        text = _PART.sub(lambda found: _file("parts", found[1]), text)
    return text


def _file(folder: str, name: str) -> str:
    with open(os.path.join(os.path.dirname(__file__), folder, f"{name}.puz"), encoding="utf-8") as file:
        return file.read()


def genre_names() -> list[str]:
    """All genres that are read."""
    folder = os.path.join(os.path.dirname(__file__), "genres")
    return sorted(file.removesuffix(".puz") for file in os.listdir(folder) if file.endswith(".puz"))


class FilledGenre(ModelDraft):
    """A genre's model with the layouts of one puzzle."""

    def __init__(
        self,
        form: Genre,
        height: int,
        width: int,
        layouts: dict[str, Rows],
        largest: int = 0,
        walls: Sequence[tuple[Cell, str]] = (),
    ) -> None:
        """Begin with the model of a genre.

        Args:
            layouts: what fills each of its layouts, by name.
            largest: cells of the largest room.
            walls: borders inside rooms: a cell, and ``e`` for the border right of it, ``s`` for the one below it. They
                are rare, so a genre has lines for links with them, and lines for the others. If it has none, they mean
                nothing there, and are left out.

        Raises:
            PuzzleError: as for `ModelDraft`.
        """
        super().__init__(SITE, height, width)
        title = _TITLE.search(form.text)
        self.title = title[1] if title else ""
        if walls and not _BY_WALLS.search(form.text):
            self.leave_out(f"borders that part no rooms are drawn, for example at {cell_name(walls[0][0])}")
        elif walls:
            layouts = {**layouts, "wall": _wall_marks(height, width, walls)}
        self._text, self._filled, self._largest = _chosen(form.text, bool(walls)), layouts, largest

    def text(self) -> str:
        """The model in canonical layout.

        ``EACH_NAME`` stands for as many names as a layout has marks: variables that uniqueness does not ask about.
        """
        from puzzledsl.formatting import format_text
        from puzzledsl.source import Source

        text = re.sub(r"\bHEIGHT\b", str(self.height), self._text)
        text = re.sub(r"\bWIDTH\b", str(self.width), text)
        text = re.sub(r"\bLARGEST\b", str(self._largest), text)
        rooms = {mark for row in self._filled.get("room", ()) for mark in row} - {"."}
        text = re.sub(r"\bROOMS\b", str(len(rooms)), text)
        for name, rows in self._filled.items():
            marks = [f"{name}{k}" for k in range(1, 1 + sum(mark != "." for row in rows for mark in row))]
            if not marks:
                text = re.sub(rf"(?m)^var EACH_{name}\b.*\n", "", text)
            text = re.sub(rf"\bEACH_{name}\b", ", ".join(marks), text)
            text = re.sub(rf"(?m)^((?:\w+ )?{name}:\n)", rf"\1{layout_lines(rows)}", text)
        if self.left_out:
            text += "\n# Not in this model:\n" + "".join(f"# - {sentence}\n" for sentence in self.left_out)
        return format_text(Source("<import>", text))


def _chosen(text: str, walls: bool) -> str:
    """A genre's text for links with borders inside rooms, or without."""
    kept = "with" if walls else "without"
    return _BY_WALLS.sub(lambda part: _with_parts(_file("parts", part[2])) if part[1] == kept else "", text)


def _wall_marks(height: int, width: int, walls: Sequence[tuple[Cell, str]]) -> Rows:
    """Borders inside rooms as a layout: ``e`` right of a cell, ``s`` below it, ``b`` for both."""
    rows = [["."] * width for _ in range(height)]
    for (r, c), side in walls:
        rows[r - 1][c - 1] = side if rows[r - 1][c - 1] == "." else "b"
    return rows


def layout_lines(rows: Rows) -> str:
    """The rows of a layout as a model has them."""
    wide = any(len(mark) != 1 for row in rows for mark in row)
    between = " " if wide else ""
    bar = "| " if wide and all(len(row) == 1 for row in rows) else ""
    return "".join(f"    {bar}{between.join(row)}\n" for row in rows)
