"""Pieces into which the solver divides the grid, and what digits and marks say about them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.formats.draft import cell_name, named_list
from puzzledsl.formats.drawings.board import claims
from puzzledsl.formats.drawings.colors import fit, named
from puzzledsl.formats.drawings.geometry import cell_at, corner_at, looks_like, side_at
from puzzledsl.formats.drawings.piece_text import Pieces, write_division
from puzzledsl.formats.drawings.piece_words import of_each, said, steps_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.formats.drawings.board import Board
    from puzzledsl.formats.drawings.records import Shape, Stroke
    from puzzledsl.formats.drawings.statements import Rule, Statement
    from puzzledsl.model import Cell

RULES: tuple[Rule, ...] = ()
"""None that stand alone: see `piece_words`."""


def bind(board: Board) -> None:
    """Write the number of the piece of each cell as a grid, and the rules about pieces."""
    statements = board.about("pieces")
    if not statements:
        return
    centers = _dots(board)
    pieces = _pieces(board, centers) if board.digits is None and board.values is None else None
    if pieces is None:
        for one in statements:
            board.leave_out(one, "into which pieces the solver divides the grid is not certain")
        return
    write_division(board.draft, pieces)
    board.explain(*(centers if pieces.centers else ()))
    if not pieces.ways and any(one.rule.name == "extreme" or "in_sequence" in one.condition for one in statements):
        _write_bounds(board)
    writers = {"marked": _marked, "extreme": _extreme, "ends": _shown_ends}
    for one in statements:
        write, match = writers.get(one.rule.name), said(one.rule, one.sentence)
        if write and (match is None or not write(board, pieces, one, match)):
            board.leave_out(one, "the drawing does not show which pieces this is about")


# ── the division ──────────────────────────────────────────────────────────────────────────────────


def _pieces(board: Board, centers: Sequence[Shape]) -> Pieces | None:
    """The division that the statements describe; nothing if they do not determine one that can be written."""
    draft, divisions = board.draft, board.said("division")
    cells = [(r + 1, c + 1) for r in range(draft.height) for c in range(draft.width)]
    if len(divisions) != 1 or draft.lowest < 1 or not all(map(draft.inside, cells)):
        return None
    count, _ = of_each(divisions[0].sentence)
    found = [of_each(one.sentence)[1] for one in board.said("division", "each")]
    each = {name: [one[name] for one in found if name in one] for name in {name for one in found for name in one}}
    sizes = {int(n) for name in ("size", "path") for match in each.get(name, ()) for n in match.groups() if n}
    full = {int(match["n"]) for match in each.get("digits", ()) if match["n"]}
    size = min(sizes, default=0)
    distinct = bool(board.said("digits")) or "digits" in each
    if len(sizes) > 1 or not each.keys() & {"connected", "path"} or (full and full != {size, draft.highest}):
        return None
    if "symmetric" in each:
        fits = centers and not size and "ways" not in each and count in (None, len(centers))
        return Pieces(centers=tuple(shape.center for shape in centers), distinct=distinct) if fits else None
    if size < 2 or len(cells) % size or count not in (None, len(cells) // size) or (distinct and size > draft.highest):
        return None
    if "path" not in each and "ways" not in each:
        return Pieces(size, distinct=True) if distinct else None
    ways, never = ([steps_of(match) for match in each.get(name, ())] for name in ("ways", "never"))
    if len(ways) != 1 or len(ways[0]) != 2 or {abs(down) for down, _ in ways[0]} != {0, 1}:
        return None
    first, last = (each[end][0]["name"] if end in each else "" for end in ("start", "end"))
    if any(ways[0] & no for no in never):
        return None
    return Pieces(size, (), tuple(sorted(ways[0])), (first, last), distinct)


def _dots(board: Board) -> list[Shape]:
    """The smallest circles, in cells, on sides and on corners: the centres of symmetric pieces."""
    dots = [
        shape
        for shape in board.left_shapes()
        if shape.round
        and not shape.text.strip()
        and (cell_at(shape.center) or side_at(shape.center) or corner_at(shape.center))
    ]
    least = min((shape.width for shape in dots), default=1.0)
    dots = [shape for shape in dots if shape.width < least + 0.05] if least < 0.5 else []
    return sorted(dots, key=lambda shape: shape.center)


# ── marks ─────────────────────────────────────────────────────────────────────────────────────────


def _marked(board: Board, pieces: Pieces, one: Statement, match: re.Match[str]) -> bool:
    """Pieces in which a dot of a colour lies."""
    dots = [
        shape
        for shape in board.drawing.shapes
        if shape.round and shape.width <= 0.5 and not shape.text.strip()
        if (board.is_left(shape) or shape.center in pieces.centers) and claims([one], shape.fill or shape.border)
    ]
    if pieces.centers:
        places = [str(pieces.centers.index(dot.center) + 1) for dot in dots if dot.center in pieces.centers]
    else:
        places = [cell_name(cell) for dot in dots if (cell := cell_at(dot.center))]
    held = one.condition
    if not dots or len(places) < len(dots) or ("the piece" in match[0] and len(dots) != 1):
        return False
    name = f"{one.colors[0].replace(' ', '_')}_{'pieces' if pieces.centers else 'dots'}"
    rising = re.fullmatch(r"from (\w+) to (\w+)", held)
    if not pieces.distinct and (rising or "in_sequence" in held):
        return False
    if rising:
        if rising.groups() != pieces.ends:
            return False
        text = (
            f"for d in {name}, a in near(d), b in near(d) where reaches(a, b) and not same_cell(a, b):\n"
            f"    piece_of(a) == piece_of(d) and piece_of(b) == piece_of(d) -> b - a >= steps(a, b)"
        )
    elif pieces.ways:
        return False
    else:
        loop = f"for k in {name}:" if pieces.centers else f"for d in {name}:\n    let k = piece_of(d)"
        text = f"{loop}\n    {_condition(board, pieces, held)}"
    board.draft.declare(named_list(name, places))
    board.draft.line(text, "pieces")
    board.explain(*dots)
    return True


def _condition(board: Board, pieces: Pieces, held: str) -> str:
    """A condition on the size and the digits of a piece ``k``, with what it needs declared."""
    board.draft.declare(f"let size_of(k) = {pieces.size or 'count(piece_of(c) == k for c in members(k))'}")
    return held.replace("size(k)", "size_of(k)").replace("in_sequence(k)", "most[1, k] - least[1, k] == size_of(k) - 1")


def _write_bounds(board: Board) -> None:
    """Declare the lowest and the highest digit of each piece."""
    draft = board.draft
    for name in ("least", "most"):
        draft.declare(f"grid {name}[1, len(labels)] in {draft.lowest}..{draft.highest}")
    draft.line(
        "draw hidden(least)\ndraw hidden(most)\nfor k in labels:\n"
        "    any(piece_of(c) == k and c == least[1, k] for c in members(k))\n"
        "    any(piece_of(c) == k and c == most[1, k] for c in members(k))\n"
        "    for c in members(k):\n        piece_of(c) == k -> least[1, k] <= c and c <= most[1, k]",
        "pieces",
    )


def _extreme(board: Board, pieces: Pieces, one: Statement, match: re.Match[str]) -> bool:
    """Every piece of a size, and no other, has its lowest or its highest digit marked."""
    marks = _cells_of(board, match["shape"])
    if not marks or pieces.ways or not pieces.distinct:
        return False
    name, found = f"{match['shape']}s", "least" if match["which"] in ("smallest", "lowest") else "most"
    board.draft.declare(named_list(name, map(cell_name, sorted({cell for _, cell in marks}))))
    board.draft.line(
        f"for k in labels:\n    count(piece_of(c) == k for c in {name}) == "
        f"(if {_condition(board, pieces, one.condition)} then 1 else 0)\n    for c in {name}:\n"
        f"        piece_of(c) == k -> c == {found}[1, k]",
        "pieces",
    )
    board.explain(*(shape for shape, _ in marks))
    return True


def _shown_ends(board: Board, pieces: Pieces, one: Statement, match: re.Match[str]) -> bool:
    """Marked first and last cells of paths, each with a stroke to the cell beside it in its piece."""
    looks = dict(re.findall(r"(\w+)\s*\(([\w\s-]+)\)", one.sentence.text.lower()))
    lines: list[str] = []
    for noun, number in ((match["first"], match["n1"]), (match["second"], match["n2"])):
        if noun is None:
            continue
        name, look = noun.removesuffix("s") if noun not in pieces.ends else noun, looks.get(noun, "")
        shapes = _cells_of(board, look.rsplit(" ", 1)[-1].removesuffix("s"), named(look))
        beside = [found for shape, cell in shapes if (found := _pointed(board, shape, cell))]
        if (
            name not in pieces.ends
            or not len(shapes) == len(beside) == int((number or str(len(shapes))).replace("one", "1")) > 0
        ):
            return False
        for (shape, cell), (stroke, other) in zip(shapes, beside, strict=True):
            here = cell_name(cell)
            lines.append(f"piece_of({here}) == piece_of({cell_name(other)})")
            if name == pieces.ends[0]:
                lines.append(f"piece_of({here}) == {(cell[0] - 1) * board.draft.width + cell[1]}")
            else:
                lines.append(f"all(piece_of(d) != piece_of({here}) for d in onwards({here}))")
            board.explain(shape, stroke)
    board.draft.line("\n".join(lines), "pieces")
    return bool(pieces.ways)


def _cells_of(board: Board, look: str, colors: Sequence[str] | None = None) -> list[tuple[Shape, Cell]]:
    """The diamonds, squares or circles without text, perhaps of a colour, with their cells."""
    return [
        (shape, cell)
        for shape in board.left_shapes()
        if (cell := cell_at(shape.center)) and board.draft.inside(cell)
        if looks_like(shape, look) and not shape.text.strip() and 0.3 < shape.height < 0.9
        if colors is None or any(fit(color, shape.fill) >= 0.7 for color in colors)
    ]


def _pointed(board: Board, shape: Shape, cell: Cell) -> tuple[Stroke, Cell] | None:
    """The stroke in the colour of a mark between its cell and a neighbour, with that neighbour."""
    found = [
        (stroke, path[0] if path[1] == cell else path[1])
        for stroke in board.left_strokes()
        if len(path := board.path(stroke)) == 2 and cell in path and _alike(stroke.color, shape.fill)
    ]
    return found[0] if len(found) == 1 else None


def _alike(a: str, b: str) -> bool:
    """Whether two colours are hard to tell apart."""
    return bool(a and b) and max(abs(int(a[k : k + 2], 16) - int(b[k : k + 2], 16)) for k in (1, 3, 5)) < 24
