"""From a model to a constraint string of the Interactive Sudoku Solver.

Most rules have a kind of constraint there (`kinds`). What has none is taken apart into its conditions: two cells are a
table of pairs, sums are linear equations, automata stay automata, and what is joined by ``or`` and ``and`` becomes a
composite (`composites`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.formats.board import Board, Clue, Unsayable, refusal
from puzzledsl.formats.format import Link
from puzzledsl.formats.givens_only import NO_PLACE
from puzzledsl.formats.sites.iss.composites import Composites
from puzzledsl.formats.sites.iss.items import given, item
from puzzledsl.formats.sites.iss.kinds import Kinds
from puzzledsl.formats.sites.iss.shape import DIGITS, LONGEST_SIDE

if TYPE_CHECKING:
    from puzzledsl.model import Model

SITE = "the Interactive Sudoku Solver"
ADDRESS = "https://sigh.github.io/Interactive-Sudoku-Solver/?q="
MOST_ITEMS = 5_000
"""Constraints that one clue may become."""


def write(model: Model, solution: tuple[str, ...]) -> Link:
    """The link, and what is not in it; a solution has no place there.

    Raises:
        PuzzleError: the grid is none that the site has.
    """
    text, left_out = text_of(model)
    return Link(ADDRESS + text, (*left_out, *([NO_PLACE] if solution else [])))


def text_of(model: Model) -> tuple[str, tuple[str, ...]]:
    """The constraint string, and what is not in it.

    Raises:
        PuzzleError: the grid is none that the site has.
    """
    board = Board(model, SITE)
    low, high = board.values[0], board.values[-1]
    if max(board.height, board.width) > LONGEST_SIDE or high - min(low, 1) + 1 > LONGEST_SIDE:
        raise refusal(SITE, f"theirs has up to {LONGEST_SIDE} rows, columns and values")
    if low < 0:
        raise refusal(SITE, "its values are not negative, and these are")
    if len(board.cells) < board.height * board.width:
        raise refusal(SITE, "its grid has masked places")
    writer = _Writer(board, Kinds(board))
    return writer.text(), board.left_out()


class _Writer:
    """Makes the string of one board."""

    def __init__(self, board: Board, kinds: Kinds) -> None:
        self._board, self._kinds, self._composites = board, kinds, Composites(kinds)

    def text(self) -> str:
        """The whole string."""
        board = self._board
        items = [*self._shape(), *self._groups()]
        found: list[str] = []
        board.say(board.clues, lambda clue: found.extend(self._items(clue)))
        for (kind, line), ends in self._kinds.outside.items():
            found.append(f".{kind}~{line}~{ends.get(0, '')}~{ends.get(1, '')}")
        items += dict.fromkeys(found)
        for cell in board.cells:
            if cell in board.allowed or self._kinds.missing:
                allowed = board.allowed.get(cell, frozenset(board.values))
                items.append(given(cell, allowed))
        return "".join(items) or f".Shape~{board.height}x{board.width}"

    def _items(self, clue: Clue) -> list[str]:
        """The constraints that a clue is there: of its own kind, or else those of its conditions.

        Raises:
            Unsayable: there are none.
        """
        reason = None
        try:
            found = self._kinds.of(clue)
        except Unsayable as error:
            found, reason = None, error
        if found is None:
            try:
                found = self._composites.of(clue.holds, clue.origin)
            except Unsayable as error:
                raise reason or error from None
        if len(found) > MOST_ITEMS:
            raise Unsayable(f"it would be more than {MOST_ITEMS:,} constraints there")
        return found

    def _shape(self) -> list[str]:
        board = self._board
        size = f"{board.height}x{board.width}"
        values = str(self._kinds.values[-1]) if self._kinds.low == 1 else f"0-{self._kinds.values[-1]}"
        if not self._kinds.is_sudoku:
            return [f".Shape~{size}~{values}~Raw"]
        is_plain = self._kinds.low == 1
        shape = [] if size == "9x9" and is_plain else [f".Shape~{size}" if is_plain else f".Shape~{size}~{values}"]
        if board.regions and board.are_regions(board.default_boxes()):
            return shape
        of = {cell: k for k, region in enumerate(board.regions) for cell in region}
        if len(of) == len(board.cells):
            return [*shape, ".NoBoxes", f".Jigsaw~{''.join(DIGITS[of[cell]] for cell in board.cells)}"]
        return [*shape, ".NoBoxes", *(item("AllDifferent", region) for region in board.regions)]

    def _groups(self) -> list[str]:
        board = self._board
        groups = [cells for cells, _ in board.extra]
        if not self._kinds.is_sudoku:
            lines = board.lines()
            groups += [line for line in lines[: board.height] if board.rows and len(line) > 1]
            groups += [line for line in lines[board.height :] if board.columns and len(line) > 1]
            groups += board.regions
        diagonals = {frozenset(cells): sign for sign, cells in board.diagonals().items()}
        found = []
        for cells in groups:
            sign = diagonals.get(frozenset(cells)) if self._kinds.is_sudoku else None
            found.append(item("AllDifferent", cells) if sign is None else f".Diagonal~{'1' if sign == '+' else '-1'}")
        return found
