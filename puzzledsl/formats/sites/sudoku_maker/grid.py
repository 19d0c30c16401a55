"""The grid of a Sudoku Maker puzzle: its size, values and cells, and the numbers by which clues name places.

A cell's number is row * width + column, both from 0. Corners are numbered likewise on a lattice with one more row and
column, outer cells on a grid with two more. The sides of row r come in two runs of ``width`` numbers: the left sides
of its cells, then their lower sides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from puzzledsl.formats.bounds import check_size, unreadable
from puzzledsl.formats.clues import ClueError
from puzzledsl.formats.draft import ModelDraft
from puzzledsl.formats.drawing.geometry import around
from puzzledsl.formats.json_values import as_list, as_object, items, number, shown, text
from puzzledsl.listing import counted
from puzzledsl.model import Cell

SITE = "Sudoku Maker"
_MOST_DIGITS = 100


class MakerGrid:
    """The grid of a puzzle.

    Attributes:
        draft: the model under construction.
        sudoku: rows and columns hold all values, which the site does not list as a constraint.
    """

    def __init__(self, puzzle: Mapping[str, Any]) -> None:
        """Begin a model.

        Raises:
            PuzzleError: the puzzle has no grid, or its size does not fit its cells.
        """
        spec = as_object(puzzle.get("spec")) or puzzle
        size, side, cells = as_object(spec.get("size")) or spec, number(spec.get("size")), puzzle.get("cells")
        if not isinstance(cells, list):
            raise unreadable(SITE, "it has no `cells`")
        width, height = (number(size.get(key)) or side or 9 for key in ("width", "height"))
        check_size(SITE, height, width)
        if len(cells) != width * height:
            raise unreadable(SITE, f"it has {counted(len(cells), 'cell')}, but its grid is {height} × {width}")
        kind = text(spec.get("type")) or "sudoku"
        self.sudoku = kind == "sudoku"
        lowest, highest = number(spec.get("minDigit")), number(spec.get("maxDigit"))
        lowest, usual = 1 if lowest is None else lowest, highest is None
        if highest is None:
            side = max(width, height)
            highest = lowest + side - 1 if self.sudoku else max(lowest, min(side, 9), _needed(puzzle, lowest, side))
        if not 0 <= highest - lowest < _MOST_DIGITS:
            raise unreadable(SITE, f"its digits are {lowest} to {highest}")
        self.draft = ModelDraft(SITE, height, width, highest, lowest)
        if kind not in ("sudoku", "custom"):
            self.draft.leave_out(f"the puzzle is of the unknown type {shown(kind)}")
        if usual and not self.sudoku:
            self.draft.leave_out(
                f"the puzzle does not say which digits it has; they are taken to be {lowest} to {highest}"
            )

    def cell(self, value: object) -> Cell:
        """The cell with a number.

        Raises:
            ClueError: there is none.
        """
        row, column = self._split(value, self.draft.height, self.draft.width, "cell")
        return row + 1, column + 1

    def _split(self, value: object, rows: int, columns: int, what: str) -> tuple[int, int]:
        """The row and column, from 0, of a number."""
        found = number(value)
        if found is None or not 0 <= found < rows * columns:
            raise ClueError(f"{shown(value)} is the number of no {what}")
        return divmod(found, columns)

    def cells(self, values: object) -> list[Cell]:
        """Cells by their numbers, in order.

        Raises:
            ClueError: it is no list, or one of them is no cell.
        """
        return [self.cell(value) for value in items(values)]

    def side(self, value: object) -> list[Cell]:
        """The two cells beside a side.

        Raises:
            ClueError: it is none, or the rim of the grid.
        """
        run, left = self._split(value, 2 * self.draft.height, self.draft.width, "side")
        row, column = run // 2 + 1, left + 1
        pair = [(row, column - 1), (row, column)] if run % 2 == 0 else [(row, column), (row + 1, column)]
        if not all(map(self.draft.inside, pair)):
            raise ClueError(f"side {value} is not between two cells")
        return pair

    def corner(self, value: object) -> list[Cell]:
        """The cells around a corner.

        Raises:
            ClueError: it is none.
        """
        corner = self._split(value, self.draft.height + 1, self.draft.width + 1, "corner")
        return list(filter(self.draft.inside, around(corner)))

    def outer(self, value: object) -> Cell:
        """A place outside the grid, where row 0 is the one above it.

        Raises:
            ClueError: it is none.
        """
        spot = self._split(value, self.draft.height + 2, self.draft.width + 2, "place outside the grid")
        if self.draft.inside(spot):
            raise ClueError(f"place {value} is inside the grid")
        return spot


def _needed(puzzle: Mapping[str, Any], lowest: int, side: int) -> int:
    """The highest digit that a puzzle needs: one that a cell holds, or so many that regions and cages can be filled."""
    digits = [found for cell in puzzle["cells"] if (found := number(as_object(cell).get("value"))) is not None]
    for entry in map(as_object, as_list(puzzle.get("constraints"))):
        config = as_object(entry.get("config")) or entry
        regions = Counter(label for label in as_list(config.get("regions")) if number(label) is not None)
        digits += [lowest + size - 1 for size in regions.values()]
        for cage in map(as_object, as_list(config.get("cages"))):
            count, total = len(as_list(cage.get("cells"))), number(cage.get("value")) or 0
            if count:  # the sum of the highest ones is count * highest - count * (count - 1) / 2
                least = -(-(2 * total + count * (count - 1)) // (2 * count))
                digits += [lowest + count - 1, *([least] if least <= max(side, 9) else [])]
    return max((digit for digit in digits if digit < _MOST_DIGITS), default=lowest)
