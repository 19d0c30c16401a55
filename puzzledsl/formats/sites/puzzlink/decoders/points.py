"""Marks at the inner corners of cells, and numbers on their sides."""

from __future__ import annotations

from puzzledsl.formats.sites.puzzlink.body import DIGITS, Body, Mark, Rows, marks_of, spaced

_CROSSES: dict[str, list[Mark]] = {".": [None] * 36, **{mark: [*[None] * k, "x"] for k, mark in enumerate(DIGITS)}}


def crosses(body: Body) -> list[Rows]:
    """Marked corners that four cells share, coded as `blocks`: ``x``."""
    count = (body.height - 1) * (body.width - 1)
    return [body.table(body.marks(_CROSSES.get, "", count), body.width - 1)]


def crosses_text(found: list[Rows], _: Body) -> str:
    """The text of `crosses`."""
    parts, empty = [], 0
    for mark in marks_of(found[0]):
        if mark is not None:
            parts.append(DIGITS[empty])
        empty = 0 if mark is not None else empty + 1
        if empty == len(DIGITS):
            parts.append(".")
            empty = 0
    return "".join(parts) + (DIGITS[empty] if empty else "")


def side_numbers(body: Body) -> list[Rows]:
    """Numbers on the sides of cells, as `numbers`, in a layout as that of `dots`."""
    return [body.between(body.marks(body.large_number, count=len(body.sides())))]


def side_numbers_text(found: list[Rows], grid: Body) -> str:
    """The text of `side_numbers`."""
    marks = [found[0][r + y - 2][c + x - 2] for (r, c), (y, x) in grid.sides()]
    return spaced([None if mark == "." else mark for mark in marks])
