"""Clues outside the grid."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_uppercase

from puzzledsl.formats.sites.puzzlink.body import Body, Rows, blank, list_mark
from puzzledsl.formats.sites.puzzlink.codec import (
    ABOVE_AND_LEFT,
    CORNERS,
    OUTSIDE,
    Apart,
    Codec,
    Followed,
    Marks,
    Places,
)
from puzzledsl.formats.sites.puzzlink.codes import (
    DIGITS,
    NUMBER,
    Code,
    after,
    digits,
    empty,
    first_of,
    joined,
    read_marks,
    signs,
    table,
    write_marks,
)
from puzzledsl.model import Cell
from puzzledsl.records import record

outside = Marks(OUTSIDE, NUMBER, empty())
"""Numbers outside the grid: above, below, left, right; four rows."""

above_and_left = Marks(ABOVE_AND_LEFT, NUMBER, empty())
"""Numbers outside the grid: above and left; two rows."""

poles = Marks(
    Places(
        OUTSIDE.sizes,
        lambda body, _: [
            (2 * side + kind, 0, k)
            for side, length in enumerate((body.width, body.height))
            for k in range(length)
            for kind in range(2)
        ],
    ),
    NUMBER,
    empty(),
)
"""Two numbers above each column and left of each row: all second and all first ones above, then those to the left."""

fishing = Apart(
    Marks(
        Places(lambda h, w: [(h + 2, w + 2)], lambda body, _: [(0, r, c) for r, c in [*body.cells(), *body.around()]]),
        signs("01", "xf"),
        digits(1, 16, -1),
        table({".": "?"}),
        *[after("-", digits(2, 16, -1)), after("+", digits(3, 16, -1))],
        empty(),
    ),
    {"x": "x"},
)
"""Fishes ``f`` and numbers in cells, then numbers in a further row or column at each side; black cells."""


_LETTERS = {letter: letter for letter in ascii_uppercase}

kinkonkan_clues = Followed(
    Marks(OUTSIDE, table(_LETTERS | {f"{k}{a}": f"{a}{k + 2}" for k in range(4) for a in ascii_uppercase}), empty("a")),
    NUMBER,
)
"""Letters with numbers outside the grid: above, below, left, right; four rows of ``A,2``. Letters come first."""


class _Runs(Codec):
    """Lists of numbers above and left, each coded from its end, in half as many places as there are cells."""

    places = ABOVE_AND_LEFT

    def __init__(self) -> None:
        self._marks = Marks(Places(lambda h, w: [(w, (h + 1) // 2), (h, (w + 1) // 2)], OUTSIDE.order), NUMBER, empty())

    def read(self, body: Body) -> list[Rows]:
        layouts = self._marks.read(body)
        return [[[list_mark([mark for mark in reversed(row) if mark != "."]) for row in rows]] for rows in layouts]

    def write(self, layouts: Sequence[Rows], grid: Body) -> str:
        sizes = ((grid.height + 1) // 2, (grid.width + 1) // 2)
        rows = [
            [[*reversed(mark.strip(",.").split(",")), *["."] * size][:size] for mark in marks]
            for (marks,), size in zip(layouts, sizes, strict=True)
        ]
        return self._marks.write([[[mark or "." for mark in row] for row in one] for one in rows], grid)


runs_above_and_left = _Runs()
"""The lengths of runs outside the grid: for each column, then for each row, half as many places as it has cells."""


@record
class Sums(Codec):
    """Two numbers of black cells, below and right of them, with a further row above the grid and a column to its left.

    A third layout has the black cells as a mask. The numbers above and left follow those of the cells.

    Attributes:
        black: the code of the cells: ``5,.`` for a number below and none to the right.
        outside: that of the numbers above and left.
        everywhere: whether these are given for each row and column, not just for those that begin with a white cell.
    """

    black: Code
    outside: Code
    everywhere: bool = False
    places = CORNERS

    def read(self, body: Body) -> list[Rows]:
        """See `Codec`."""
        below, right, mask = (blank(body.height + 1, body.width + 1) for _ in range(3))
        mask[0] = ["x"] * (body.width + 1)
        for row in mask:
            row[0] = "x"
        for (r, c), mark in zip(body.cells(), read_marks(self.black, body, body.height * body.width), strict=True):
            if mark:
                (below[r][c], right[r][c]), mask[r][c] = mark.split(","), "x"
        edge = self._edge(mask)
        for (r, c), mark in zip(edge, read_marks(self.outside, body, len(edge)), strict=True):
            (below if c else right)[r][c] = mark or "."
        return [below, right, mask]

    def write(self, layouts: Sequence[Rows], grid: Body) -> str:
        """See `Codec`."""
        below, right, mask = layouts
        black = [f"{below[r][c]},{right[r][c]}" if mask[r][c] == "x" else None for r, c in grid.cells()]
        edge = [(below if c else right)[r][c] for r, c in self._edge(mask)]
        return write_marks(self.black, black) + write_marks(self.outside, edge)

    def _edge(self, mask: Rows) -> list[Cell]:
        """The places above and left of the grid that have numbers."""
        above = [(0, c) for c in range(1, len(mask[0])) if self.everywhere or mask[1][c] == "."]
        return above + [(r, 0) for r in range(1, len(mask)) if self.everywhere or mask[r][1] == "."]


_SUM = table({mark: str(code or ".") for code, mark in enumerate(DIGITS[:20] + ascii_uppercase)} | {".": ".", "-": "."})

kakuro = Sums(first_of(table({".": ".,."}), joined(_SUM, _SUM), empty("k")), _SUM)
"""Sums of runs: each black cell has two, and then each run at the edge has one."""
