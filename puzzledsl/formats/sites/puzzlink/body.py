"""The text of a puzzle behind the size of its grid, read from its start."""

from __future__ import annotations

from puzzledsl.formats.bounds import LARGEST_SIDE, unreadable
from puzzledsl.model import Cell

Rows = list[list[str]]
"""The marks of a layout, row by row; ``.`` for nothing."""
SITE = "puzz.link"


class Body:
    """What is left of the text, and the rooms that it drew so far.

    Attributes:
        height, width: of the grid.
        rooms: the cells of each room, once they are read.
        walls: borders inside rooms: a cell, and ``e`` for the border right of it, ``s`` for the one below it.
    """

    def __init__(self, text: str, height: int, width: int) -> None:
        """Begin to read.

        Raises:
            PuzzleError: the grid has no cell, or a side longer than `LARGEST_SIDE`.
        """
        if not (0 < height <= LARGEST_SIDE and 0 < width <= LARGEST_SIDE):
            raise unreadable(SITE, f"a grid of {height} × {width} cells; each side may have 1 to {LARGEST_SIDE}")
        self.height, self.width = height, width
        self.rooms: list[list[Cell]] = []
        self.walls: list[tuple[Cell, str]] = []
        self._text, self._at = text, 0

    def more(self) -> bool:
        """Whether any text is left."""
        return self._at < len(self._text)

    def peek(self) -> str:
        """The next character, or empty at the end."""
        return self._text[self._at : self._at + 1]

    def take(self, count: int = 1) -> str:
        """The next characters.

        Raises:
            PuzzleError: the text ends before.
        """
        taken = self._text[self._at : self._at + count]
        if len(taken) < count:
            raise unreadable(SITE, "its text ends too early; perhaps a part of the link is missing")
        self._at += count
        return taken

    def number(self, count: int, base: int) -> int:
        """The number in the next characters.

        Raises:
            PuzzleError: it is none in this base.
        """
        digits = self.take(count)
        try:
            if digits.isalnum() and digits.isascii():
                return int(digits, base)
        except ValueError:
            pass
        raise self.unexpected(digits)

    def field(self) -> str:
        """The text up to the next ``/``, which is skipped."""
        text, slash, _ = self._text[self._at :].partition("/")
        self._at += len(text) + len(slash)
        return text

    def rest(self) -> str:
        """What was not read, without the ``/`` that may end a link."""
        return self._text[self._at :].strip("/")

    def unexpected(self, text: str) -> Exception:
        """The error for characters that mean nothing in their place."""
        return unreadable(SITE, f"`{text}` means nothing at character {self._at} of its text")

    def table(self, marks: list[str | None], width: int | None = None) -> Rows:
        """The marks of all places in order as rows, by default of the grid's width."""
        columns = width or self.width
        return [[mark or "." for mark in marks[k : k + columns]] for k in range(0, len(marks), columns)]
