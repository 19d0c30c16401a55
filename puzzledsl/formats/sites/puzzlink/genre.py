"""A genre: a model whose layouts are filled from a link."""

from __future__ import annotations

import os
import re

from puzzledsl.formats.draft import Draft
from puzzledsl.formats.sites.puzzlink.body import SITE, Rows
from puzzledsl.records import record

_READS = re.compile(r"# reads: (\w+)(.*)\n")
_PART = re.compile(r"# part: (\w+)\n")
_BY_WALLS = re.compile(r"# part (with|without) walls: (\w+)\n")
_FLAGS = re.compile(r"# flags: (.*)\n")
_TITLE = re.compile(r'^puzzle "(.*)"$', re.M)


@record(slots=True)
class Genre:
    """A model with empty layouts.

    Attributes:
        text: the model, without its ``# reads:`` and ``# flags:`` lines. Lines ``# part with walls: NAME`` and ``# part
            without walls: NAME`` are still in it; `chosen` decides them.
        reads: what a link holds, in order: the name of a decoder, and of the layouts that it fills. A layout is named
            by the last word of its head: ``number`` for ``clues number:``, ``givens`` for ``givens:``.
        flags: variants before the sizes that change nothing (``# flags: …``).
    """

    text: str
    reads: tuple[tuple[str, tuple[str, ...]], ...]
    flags: tuple[str, ...] = ()

    @property
    def knows_walls(self) -> bool:
        """Whether borders inside rooms mean something in this genre."""
        return _BY_WALLS.search(self.text) is not None

    def chosen(self, walls: bool) -> Genre:
        """The genre for links with such borders, or without: they are rare, so that most models need no layout for them."""
        kept = "with" if walls else "without"
        text = _BY_WALLS.sub(lambda part: _with_parts(_file("parts", part[2])) if part[1] == kept else "", self.text)
        return Genre(text, self.reads, self.flags)


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


class FilledGenre(Draft):
    """A genre's model with the layouts of one puzzle."""

    def __init__(self, form: Genre, height: int, width: int, layouts: dict[str, Rows], largest: int = 0) -> None:
        """Begin with the model of a genre.

        Args:
            layouts: what fills each of its layouts, by name.
            largest: cells of the largest room.

        Raises:
            PuzzleError: as for `Draft`.
        """
        super().__init__(SITE, height, width)
        title = _TITLE.search(form.text)
        self.title = title[1] if title else ""
        self._form, self._filled, self._largest = form, layouts, largest

    def text(self) -> str:
        """The model in canonical layout.

        ``EACH_NAME`` stands for as many names as a layout has marks: variables that uniqueness does not ask about.
        """
        from puzzledsl.formatting import format_text
        from puzzledsl.source import Source

        text = re.sub(r"\bHEIGHT\b", str(self.height), self._form.text)
        text = re.sub(r"\bWIDTH\b", str(self.width), text)
        text = re.sub(r"\bLARGEST\b", str(self._largest), text)
        for name, rows in self._filled.items():
            marks = [f"{name}{k}" for k in range(1, 1 + sum(mark != "." for row in rows for mark in row))]
            if not marks:
                text = re.sub(rf"(?m)^var EACH_{name}\b.*\n", "", text)
            text = re.sub(rf"\bEACH_{name}\b", ", ".join(marks), text)
            text = re.sub(rf"(?m)^((?:\w+ )?{name}:\n)", rf"\1{_lines(rows)}", text)
        if self.left_out:
            text += "\n# Not in this model:\n" + "".join(f"# - {sentence}\n" for sentence in self.left_out)
        return format_text(Source("<import>", text))


def _lines(rows: Rows) -> str:
    wide = any(len(mark) != 1 for row in rows for mark in row)
    between = " " if wide else ""
    bar = "| " if wide and all(len(row) == 1 for row in rows) else ""
    return "".join(f"    {bar}{between.join(row)}\n" for row in rows)
