"""Where lines begin and end."""

from __future__ import annotations

from collections.abc import Sequence

from puzzledsl.formats.bounds import unreadable
from puzzledsl.formats.sites.puzzlink.body import SITE, Body, Rows
from puzzledsl.formats.sites.puzzlink.codec import CELLS, Marks, Size
from puzzledsl.formats.sites.puzzlink.codes import NUMBER, needed, write_marks


class _Ends:
    """Two cells, each given by the numbers of its column and its row."""

    def read(self, body: Body) -> list[Rows]:
        rows = [["."] * body.width for _ in range(body.height)]
        for mark in "SG":
            c, r = (int(needed(NUMBER, body)[0] or 0) for _ in range(2))
            if not (0 < r <= body.height and 0 < c <= body.width and rows[r - 1][c - 1] == "."):
                raise unreadable(SITE, f"row {r}, column {c} is no place for `{mark}`")
            rows[r - 1][c - 1] = mark
        return [rows]

    def write(self, layouts: Sequence[Rows], _: Body) -> str:
        places = {mark: (c, r) for r, row in enumerate(layouts[0], 1) for c, mark in enumerate(row, 1)}
        return write_marks(NUMBER, [str(number) for mark in "SG" for number in places[mark]])

    def size(self, layouts: Sequence[Rows]) -> Size | None:
        return Marks(CELLS).size(layouts)


ends = _Ends()
"""The cell where a line begins, ``S``, and the one where it ends, ``G``."""
