"""A division of the grid into pieces that the solver finds, as statements of a model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.formats.chaos import chaos_rule
from puzzledsl.formats.draft import named_list
from puzzledsl.records import record

if TYPE_CHECKING:
    from puzzledsl.formats.draft import Draft
    from puzzledsl.formats.drawings.records import Point

_ACCESS = "let piece_of(c) = piece[row_of(c), column_of(c)]"


@record(slots=True)
class Pieces:
    """A division into connected pieces; each cell has the number of its piece.

    Attributes:
        size: the cells of each piece; ``None`` where they differ.
        centers: about each of these points one piece is symmetric, which looks the same when it is turned by half. The
            number of a piece is that of its centre.
        ways: each piece is a path that takes these steps only, (rows, columns). Its number is that of its first cell.
        ends: what the rules call the first and the last cell of a path.
        distinct: the digits of a piece differ.
    """

    size: int | None = None
    centers: tuple[Point, ...] = ()
    ways: tuple[tuple[int, int], ...] = ()
    ends: tuple[str, str] = ("", "")
    distinct: bool = False


def write_division(draft: Draft, pieces: Pieces) -> None:
    """Declare the number of the piece of each cell as a grid, and require that the pieces are as they are said to be.

    The model has then ``piece_of(c)``, the number of the piece of a cell; ``labels``, all numbers; ``members(k)``, the
    cells that may be in a piece. Of paths not all numbers occur, and ``near(c)`` are the cells that may be in one path
    with a cell.
    """
    if pieces.centers:
        _write_symmetric(draft, pieces)
    elif pieces.ways:
        _write_paths(draft, pieces)
    else:
        assert pieces.size is not None
        count = draft.height * draft.width // pieces.size
        draft.declare(f"let labels = 1..{count}\ngrid piece[{draft.height}, {draft.width}] in labels\n{_ACCESS}")
        draft.declare("let members(k) = cells")
        draft.declare(chaos_rule(pieces.size, count, draft.highest).strip("\n"))
        draft.line("draw hidden(piece)\nchaos_construction(piece)", "pieces")
        return
    if pieces.distinct:
        draft.line(f"alldifferent([{draft.highest} * piece_of(c) + c for c in cells])", "pieces")
    draft.line(
        "draw hidden(piece)\nfor a, b in adjacent_pairs(cells):\n"
        "    draw edge([a, b], when = piece_of(a) != piece_of(b))",
        "pieces",
    )


def _write_symmetric(draft: Draft, pieces: Pieces) -> None:
    sums = [f"({round(2 * r + 1)}, {round(2 * c + 1)})" for r, c in pieces.centers]
    draft.declare(
        "# The centers of the pieces: the sums of the rows, and of the columns, of cells that lie opposite.\n"
        + named_list("centers", sums)
    )
    draft.declare(
        "let labels = 1..len(centers)\n# The number of the center of the piece of each cell.\n"
        f"grid piece[{draft.height}, {draft.width}] in labels\n{_ACCESS}\n"
        "# The cell on which a cell comes when piece k is turned by half.\n"
        "let opposite(c, k) = at(centers[k][1] - row_of(c), centers[k][2] - column_of(c))\n"
        "let members(k) = [c for c in cells where opposite(c, k) != none]\n"
        "let in_middle(c, k) = abs(2 * row_of(c) - centers[k][1]) <= 1 and abs(2 * column_of(c) - centers[k][2]) <= 1"
    )
    draft.line(
        "for c in cells:\n    piece_of(c) in {k for k in labels where opposite(c, k) != none}\n"
        "for k in labels:\n    connected(piece, k)\n    for c in members(k):\n"
        "        piece_of(c) == k -> piece_of(opposite(c, k)) == k\n"
        "        if in_middle(c, k):\n            piece_of(c) == k",
        "pieces",
    )


def _write_paths(draft: Draft, pieces: Pieces) -> None:
    height, width, size = draft.height, draft.width, pieces.size or 1
    (down, right) = (sum(way[k] for way in pieces.ways) for k in (0, 1))
    rows = "row_of(b) - row_of(a)" if down > 0 else "row_of(a) - row_of(b)"
    columns = "column_of(b) - column_of(a)" if right > 0 else "column_of(a) - column_of(b)"
    onwards = f"at(row_of(c) {'+' if down > 0 else '-'} 1, column_of(c)), "
    onwards += f"at(row_of(c), column_of(c) {'+' if right > 0 else '-'} 1)"
    draft.declare(
        f"let labels = 1..{height * width}\n"
        "# The number, in reading order, of the first cell of the piece of each cell.\n"
        f"grid piece[{height}, {width}] in labels\n{_ACCESS}\n"
        "# How many steps a path takes from one cell to another, and whether one can.\n"
        f"let steps(a, b) = {rows} + {columns}\n"
        f"let reaches(a, b) = {rows} >= 0 and {columns} >= 0 and steps(a, b) < {size}\n"
        f"let onwards(c) = [d for d in [{onwards}] where d != none]\n"
        "let members(k) = [c for c in cells where reaches(cells[k], c)]\n"
        "let near(c) = [d for d in cells where reaches(c, d) or reaches(d, c)]"
    )
    draft.line(
        "for c in cells:\n    piece_of(c) in {n for n, a in enumerate(cells) where reaches(a, c)}\n"
        "for n, a in enumerate(cells):\n"
        f"    for k in 1..{size - 1}:\n"
        "        count(piece_of(c) == n for c in members(n) where steps(a, c) == k) == (piece_of(a) == n)\n"
        "    for d in members(n) where steps(a, d) > 0:\n"
        "        piece_of(d) == n -> any(piece_of(c) == n for c in neighbors(d) where has_cell(onwards(c), d))\n"
        f"count(piece_of(a) == n for n, a in enumerate(cells)) == {height * width // size}",
        "pieces",
    )
