"""The text of a puzzle behind the size of its grid, read from its start."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_letters

from puzzledsl.formats.bounds import check_size, unreadable
from puzzledsl.formats.clue_places import connected
from puzzledsl.model import Cell, all_places

Rows = list[list[str]]
"""The marks of a layout, row by row; ``.`` for nothing."""
Mark = str | None
Side = tuple[Cell, Cell]
"""Two cells that share a side, the upper or left one first."""
SITE = "puzz.link"


class Body:
    """What is left of the text, and the rooms that it drew so far.

    Attributes:
        height, width: of the grid.
        rooms: the cells of each room, once they are read.
        walls: those of `sides` that have a border inside a room.
    """

    def __init__(self, text: str, height: int, width: int) -> None:
        """Begin to read.

        Raises:
            PuzzleError: the grid has no cell, or a side longer than `LARGEST_SIDE`.
        """
        check_size(SITE, height, width)
        self.height, self.width = height, width
        self.rooms: list[list[Cell]] = []
        self.walls: list[Side] = []
        self._text, self._at = text, 0

    def more(self) -> bool:
        """Whether any text is left."""
        return self._at < len(self._text)

    def peek(self, count: int = 1) -> str:
        """The next characters, or what is left of them at the end."""
        return self._text[self._at : self._at + count]

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

    def cells(self) -> list[Cell]:
        """The cells in reading order."""
        return all_places(self.height, self.width)

    def sides(self) -> list[Side]:
        """The pairs of cells that share a side: those of rows first, then those of columns."""
        cells = self.cells()
        right = [((r, c), (r, c + 1)) for r, c in cells if c < self.width]
        return right + [((r, c), (r + 1, c)) for r, c in cells if r < self.height]

    def around(self) -> list[Cell]:
        """The places above, below, left and right of the grid, in rows and columns 0 and one beyond the last."""
        rows, columns = range(1, self.height + 1), range(1, self.width + 1)
        level = [(r, c) for r in (0, self.height + 1) for c in columns]
        return level + [(r, c) for c in (0, self.width + 1) for r in rows]

    def across(self, rows: Rows) -> list[tuple[str, str]]:
        """The marks of the two cells at each of `sides`."""
        return [(rows[r - 1][c - 1], rows[y - 1][x - 1]) for (r, c), (y, x) in self.sides()]

    def on_sides(self, rows: Rows) -> list[str]:
        """The marks of `sides` in a layout as `between` makes it."""
        return [rows[r + y - 2][c + x - 2] for (r, c), (y, x) in self.sides()]

    def between(self, marks: Sequence[Mark]) -> Rows:
        """Marks of `sides` in a layout that has the cells at its odd rows and columns, and the sides between them."""
        rows = blank(2 * self.height - 1, 2 * self.width - 1)
        for ((r, c), (y, x)), mark in zip(self.sides(), marks, strict=True):
            rows[r + y - 2][c + x - 2] = mark or "."
        return rows

    def table(self, marks: Sequence[Mark], width: int | None = None) -> Rows:
        """The marks of all places in order as rows, by default of the grid's width."""
        columns = width or self.width
        return [[mark or "." for mark in marks[k : k + columns]] for k in range(0, len(marks), columns)]

    def rooms_between(self, borders: list[bool], black: Rows | None = None) -> Rows:
        """The rooms that borders make, with a label in each of their cells; they are noted in `rooms` and `walls`.

        Args:
            borders: whether one is drawn, for each of `sides`.
            black: marks cells that are in no room.
        """
        white = [(r, c) for r, c in self.cells() if black is None or black[r - 1][c - 1] == "."]
        open_sides = [side for side, drawn in zip(self.sides(), borders, strict=True) if not drawn]
        self.rooms += connected(white, open_sides)
        label = {cell: k for k, room in enumerate(self.rooms) for cell in room}
        for (a, b), drawn in zip(self.sides(), borders, strict=True):
            if drawn and label.get(a) == label.get(b):
                self.walls.append((a, b))
        many = [str(k) for k in range(1, len(self.rooms) + 1)]
        names = ascii_letters if len(many) <= len(ascii_letters) else many
        return self.table([names[label[cell]] if cell in label else None for cell in self.cells()])


def blank(height: int, width: int) -> Rows:
    """A layout without marks."""
    return [["."] * width for _ in range(height)]


def list_mark(numbers: Sequence[str]) -> str:
    """The mark of a list: ``2,`` for a single number, ``.`` for none."""
    return ",".join(numbers) + "," * (len(numbers) == 1) or "."


def places_of(*layouts: Rows) -> Rows:
    """The places that hold a mark in any of some layouts, as a mask."""
    return [
        ["." if set(marks) == {"."} else "x" for marks in zip(*rows, strict=True)]
        for rows in zip(*layouts, strict=True)
    ]
