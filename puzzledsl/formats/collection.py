"""From lines of text to the puzzles in them: one reader for files of givens, for batches, and for imports.

A puzzle is a line, or the rows of a grid. People keep puzzles with numbers, ratings, solutions and bars around them;
what is around a puzzle is passed over where the form of the line shows what it is. Any other line is a puzzle, too,
so that it is reported if it is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from puzzledsl.diagnostics import PuzzleError, failure
from puzzledsl.formats.recognition import is_foreign, pasted
from puzzledsl.formats.sites.text.grid import BLANKS, DECORATION, LARGEST, MARKS, SMALLEST, divided, is_puzzle, row_of

if TYPE_CHECKING:
    from puzzledsl.diagnostics import Diagnostic
    from puzzledsl.elaboration.values import GridValue
    from puzzledsl.model import Grid

_LOOKED_AT = 20
"""Puzzles at the beginning of a file that tell whether it is a collection."""

_NAME = re.compile(r"[^\W\d_](?:[^\W\d_]+(?:[ _-][^\W\d_]{2,})*(?:[ _-]?[0-9]{1,3}|[ _-][^\W\d_])?(?: ?\([^()]*\))?)?")
"""The name of a column: ``puzzle_id``, ``Puzzle 1``, ``Grid (9x9)``."""
_HEADING = re.compile(
    r"(?i)\W*(?:\[\w+\]\W*|(?:grid|puzzle|sudoku|game|board|problem|level|nr|no)[ .#:_-]*[0-9]{1,6}\b\W*(?:\(.*\))?"
    r"|(?:puzzle|state|solution):)"
)
"""The line above a puzzle: ``Grid 01``, ``[Puzzle]``."""
_STATE = re.compile(r"(?i)\W*(?:state|solution)\b")
"""The line above a grid that is no puzzle: how far a solver came."""
_NAMED = re.compile(r";\s*[^\W\d]\w*\s*(?:\[[^\]]*\]\s*)?[:=]")
"""A further part of givens, with the name of a grid or an unknown."""
_PRINTED = re.compile(r"(?:\w+(?:\[\d+\])?\s*=)?\s*(?:[\w.]+(?=[\[(]))?(?=[^\[\]]*[\[\]])([\s\[\](){},0-9.]*)")
"""A row as programs print it, or have it in their text: ``[0, 0, 3],``, ``[ 0 0 3 ][ …``, ``grid[0] = [0, …``."""
_TAG = re.compile(r"</?[A-Za-z?!]")
_GAME = re.compile(r"<game\b[^>]*\bdata=[\"']([^\"']{0,5000})[\"']")
_TABS, _COLUMNS, _MORE_COLUMNS = re.compile("\t"), re.compile("[\t,]"), re.compile("[\t,;]")
_PARTS = re.compile(r"[\s,;:|]+")
_PLACED = re.compile(r"\+[0-9A-Z]")
"""A value that a solver placed, as HoDoKu marks it."""


class PuzzleLine(NamedTuple):
    """A puzzle as it was written.

    Attributes:
        number: that of its line, or of the first of its rows, from 1.
        givens: its text, without what is around it.
        title: what stands above it.
        solution: what stands beside it.
        wrong: why it cannot be read, if that is known.
    """

    number: int
    givens: str
    title: str = ""
    solution: str = ""
    wrong: tuple[Diagnostic, ...] = ()

    @property
    def text(self) -> str:
        """All of it, as a text of its own."""
        lines = self.givens + (f",{self.solution}" if self.solution else "")
        return f"{self.title}\n{lines}" if self.title else lines


def puzzles(
    texts: Iterable[str | PuzzleLine],
    column: int = 1,
    *,
    commas: bool = True,
    links: bool = False,
    grids: Sequence[GridValue | Grid] = (),
) -> Iterator[PuzzleLine]:
    """The puzzles among lines of text: no blank ones, no comments, which begin with ``#``, and no headings.

    Args:
        texts: a puzzle among them is passed on, with the number of its line.
        column: the column that holds the givens or the link, if tabs or commas divide the line; others are ignored.
        commas: whether a comma divides columns; not where it may stand between two clues of one cell. Then each line
            is a puzzle.
        links: each puzzle has rules of its own. A ``#`` begins a comment only at the beginning of a line.
        grids: those of the model. The first one tells how many marks a puzzle has.
    """
    rows = _Rows(grids[0] if grids and not links else None)
    begun, title, passed_over, is_free = False, "", False, commas or links
    for number, text in enumerate(texts, 1):
        if isinstance(text, PuzzleLine):
            yield from rows.end()
            yield text._replace(number=number)
            continue
        line = (text if links and not text.lstrip().startswith("#") else text.split("#", 1)[0]).strip()
        if is_free and (printed := _PRINTED.fullmatch(line)):
            line = " ".join(re.findall("[0-9]+|[.]", printed[1]))
        if not line:
            yield from rows.at_blank()
            continue
        if is_free and (_TAG.match(line) or DECORATION.fullmatch(line)):
            yield from (PuzzleLine(number, game) for game in _GAME.findall(line))
            continue
        if is_free and _HEADING.fullmatch(line):
            yield from rows.end()
            title, passed_over = line.strip(" :[]=-"), _STATE.match(line) is not None
            title = "" if title.lower() == "puzzle" else title
            continue
        found = _found(line, column, rows.cells, commas, links)
        if is_free and column == 1 and not found.solution and rows.take(number, line, found.givens, title):
            done = rows.complete()
        else:
            yield from rows.end()
            is_puzzle_line = begun or not _is_heading(line, found.givens, is_free, grids)
            done = found._replace(number=number, title=title) if is_puzzle_line else None
        begun = True
        if done and not passed_over:
            yield done
    yield from rows.end()


def several(text: str) -> list[PuzzleLine]:
    """The puzzles, links or grids, in a file that has many of them; none of any other text.

    Some may be wrong: most of the first ones have to be right, or one if all have headings.
    """
    found = puzzles(text.splitlines(), links=True)
    first = list(islice(found, _LOOKED_AT))
    right = [one for one in first if is_foreign(pasted(one.givens)) or is_puzzle(one.givens)]
    # a string of the Interactive Sudoku Solver may have several lines
    is_one = all(one.givens.startswith(".") and is_foreign(one.givens) for one in first)
    enough = len(first) > 1 and len(right) > (0 if all(one.title for one in first) else max(1, len(first) // 2))
    return [*first, *found] if enough and not is_one else []


def too_many(count: int) -> PuzzleError:
    """The error where one puzzle is needed and a file has many."""
    helps = (
        "`puzzledsl import FILE -o FOLDER/` writes a model for each",
        "`puzzledsl batch --givens FILE` solves them all",
    )
    return failure(f"there are {count:,} puzzles here, and one is read", helps=helps, code="format")


class _Rows:
    """The rows of a grid that is not complete yet, and the last one that was.

    Attributes:
        cells: how many marks a puzzle has, if the model tells it.
    """

    def __init__(self, grid: GridValue | Grid | None) -> None:
        self._grid = grid
        self.cells = 0 if grid is None else grid.height * grid.width
        self._rows: list[tuple[int, str]] = []
        self._title = ""
        self._last: list[str] = []

    def take(self, number: int, line: str, found: str, title: str) -> bool:
        """Take a line that is a row; whether it is one."""
        if self._grid is None:
            is_row = (
                (bool(self._rows) or any(SMALLEST <= size <= LARGEST for size in _sizes(line)))
                and not (is_foreign(found) or is_puzzle(found))
                and MARKS.fullmatch(line) is not None
            )
        else:
            is_row = (
                len(found) != self.cells
                and self._grid.height > 1
                and self._grid.width in _sizes(line)
                and self.cells not in _sizes(found)
                and not _NAMED.search(f";{line}")
                and "/" not in line
            )
        if is_row:
            self._title = self._title if self._rows else title
            self._rows.append((number, line))
        return is_row

    def complete(self) -> PuzzleLine | None:
        """The puzzle, if its last row has been taken: unless it is what came of the one before."""
        lines = [line for _, line in self._rows]
        count = len(lines)
        height, width = (count, count) if self._grid is None else (self._grid.height, self._grid.width)
        if count < height or (self._grid is None and not (count in _sizes(lines[0]) and is_puzzle("\n".join(lines)))):
            return None
        rows = [[mark or "." for mark in row_of(line, width) or ()] for line in lines]
        number, title = self._rows[0][0], self._title
        marks = [mark for row in rows for mark in row]
        wide = any(len(mark) > 1 for mark in marks)
        self._rows, last, self._last = [], self._last, marks
        given = sum(mark not in BLANKS for mark in last)  # a grid without givens says nothing
        if len(last) == len(marks) and given > len(last) // 6 and _extends(last, marks):
            return None
        return PuzzleLine(number, "\n".join((" " if wide else "").join(row) for row in rows), title)

    def at_blank(self) -> Iterator[PuzzleLine]:
        """What is over where a line is blank: not a grid with blank lines between its boxes."""
        if self._rows:
            tall = self._grid.height if self._grid is not None else max(_sizes(self._rows[0][1]))
            if any(tall % size == len(self._rows) % size == 0 for size in range(2, tall)):
                return
        yield from self.end()

    def end(self) -> Iterator[PuzzleLine]:
        """The rows that make no grid, so that it is reported."""
        if self._rows:
            yield PuzzleLine(self._rows[0][0], "\n".join(line for _, line in self._rows), self._title)
        self._rows = []


def _sizes(line: str) -> set[int]:
    """How many cells a row may have, by each way to divide it."""
    return set(map(len, divided(line)))


def _extends(before: Sequence[str], after: Sequence[str]) -> bool:
    """Whether a grid has all givens of another one, so that it is its state or its solution."""
    return all(mark in BLANKS or mark == later for mark, later in zip(before, after, strict=True))


def _found(line: str, column: int, cells: int, commas: bool, links: bool) -> PuzzleLine:
    """The puzzle in a line: in its column, or the part that has as many marks as the grid has cells."""
    columns = [_unquoted(part.strip()) for part in (_COLUMNS if commas and not links else _TABS).split(line)]
    usual = columns[column - 1] if column <= len(columns) else ""
    if column > 1 or (not commas and not links) or is_foreign(pasted(line)) or (cells and _NAMED.search(f";{line}")):
        return PuzzleLine(0, usual)
    parts = [_PLACED.sub(".", _unquoted(part)) for part in _PARTS.split(line)]
    if links and is_puzzle(line):
        return PuzzleLine(0, line)
    if not (cells in (len(usual), len(usual.split())) if cells else is_foreign(usual)):
        # a full grid that is not the first part is rather the solution of a puzzle that is wrong
        fitting = [part for part in parts if (len(part) == cells if cells else is_puzzle(part))]
        fitting = [part for part in fitting if part == parts[0] or not BLANKS.isdisjoint(part)]
        usual = fitting[0] if fitting else "".join(parts) if cells == sum(map(len, parts)) else usual
    beside = [part for part in parts if SMALLEST**2 <= len(part) == len(usual) and part != usual and usual in parts]
    solved = next((part for part in beside if BLANKS.isdisjoint(part) and _extends(usual, part)), "")
    return PuzzleLine(0, usual, "", solved)


def _unquoted(text: str) -> str:
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text


def _is_heading(line: str, found: str, commas: bool, grids: Sequence[GridValue | Grid]) -> bool:
    """Whether a line names the columns: ``puzzle,solution``. A wrong puzzle in the first line is none."""
    columns = [_unquoted(part.strip()) for part in (_MORE_COLUMNS if commas else _TABS).split(line)]
    if len(columns) < 2 or not _NAME.fullmatch(columns[0]):
        return False
    if any(text and not any(map(str.isalpha, text)) for text in columns):  # such as a solution
        return False
    if not grids:
        return True
    main = grids[0]
    has_letters = main.domain.hi >= 10 or any(None in row for row in main.numbers)  # an `x` stands for a masked place
    return not has_letters or len("".join(found.split())) != main.height * main.width
