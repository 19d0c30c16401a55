"""Pieces into which the solver divides the grid, or a coloured area of it, and what digits and marks say about them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.formats.draft import cell_name, named_list
from puzzledsl.formats.drawings.board import claims
from puzzledsl.formats.drawings.colors import WORDS as COLORS
from puzzledsl.formats.drawings.colors import fit, named
from puzzledsl.formats.drawings.geometry import cell_at, corner_at, covered, side_at
from puzzledsl.formats.drawings.piece_text import Pieces, write_division
from puzzledsl.formats.drawings.piece_words import condition, divided, of_each, said, steps_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.formats.drawings.board import Board
    from puzzledsl.formats.drawings.records import Shape, Stroke
    from puzzledsl.formats.drawings.statements import Rule, Statement
    from puzzledsl.model import Cell

RULES: tuple[Rule, ...] = ()
"""None that stand alone: see `piece_words`."""
_COURSE = ("division", "each", "covers", "digits", "unlike")
"""What `Pieces` says already, or another sentence."""
_LARGEST = 5
"""Cells of a piece, and"""
_MOST_CELLS = 64
"""cells that are divided into pieces of different shapes, of which all places of all shapes are tried."""
_MOST_LABELS = 64
"""Numbers of pieces each of which may get a condition of its own."""


def bind(board: Board) -> None:
    """Write the number of the piece of each cell as a grid, and the rules about pieces."""
    statements = board.about("pieces")
    if not statements:
        return
    reader = _Reader(board, statements)
    pieces = reader.pieces() if board.digits is None and board.values is None else None
    if pieces is None:
        for one in statements:
            board.leave_out(one, "into which pieces the solver divides the grid is not certain")
        return
    write_division(board.draft, pieces)
    board.explain(*reader.centers, *reader.shades)
    for one in statements:
        if one.rule.name not in _COURSE and not reader.write(pieces, one):
            board.leave_out(one, "the drawing does not show which pieces this is about")


class _Reader:
    """The statements about pieces, with the marks on the board that they are about."""

    def __init__(self, board: Board, statements: Sequence[Statement]) -> None:
        self.board, self.draft, self.statements = board, board.draft, statements
        self.centers: list[Shape] = []
        self.shades: list[Shape] = []
        self.ends: dict[str, bool] = {}
        self._declared: set[str] = set()

    # ── the division ─────────────────────────────────────────────────────────────────────────────

    def pieces(self) -> Pieces | None:
        """The division that the statements describe; nothing if they do not determine one that can be written."""
        divisions = self.board.said("division")
        if len(divisions) != 1 or self.draft.lowest < 1:
            return None
        if not all(
            self.draft.inside((r + 1, c + 1)) for r in range(self.draft.height) for c in range(self.draft.width)
        ):
            return None
        what, count, parts = divided(divisions[0].sentence)
        found = [parts, *(of_each(one.sentence) for one in self.board.said("each"))]
        sizes = {
            int(n) for each in found for name in ("size", "path") if name in each for n in each[name].groups() if n
        }
        names = {name for each in found for name in each}
        size = sizes.pop() if len(sizes) == 1 else None
        if sizes or not names & {"connected", "path"}:
            return None
        distinct = bool(self.board.said("digits")) or "digits" in names
        full = {int(each["digits"]["n"]) for each in found if "digits" in each and each["digits"]["n"]}
        if (full and (full != {size} or full != {self.draft.highest})) or (
            size and distinct and size > self.draft.highest
        ):
            return None
        area = self._area(what)
        if area is None or (size and (len(area) or self._cells()) % size):
            return None
        if size and count and count * size != (len(area) or self._cells()):
            return None
        ways = [steps_of(each["ways"]) for each in found if "ways" in each]
        unlike = bool(self.board.said("unlike"))
        if "symmetric" in names:
            self.centers = self._dots()
            places = tuple(sorted(s.center for s in self.centers))
            fits = places and not area and not unlike and not ways and size is None and count in (None, len(places))
            return Pieces(centers=places, distinct=distinct) if fits else None
        if size is None or size < 2:
            return None
        if "path" in names or ways:
            return self._paths(found, size, distinct) if not area and not unlike else None
        if unlike:
            fits = size <= _LARGEST and (len(area) or self._cells()) <= _MOST_CELLS
            return Pieces(area, count, size, unlike=True, distinct=distinct) if fits else None
        return Pieces(size=size, distinct=True) if distinct and not area else None

    def _paths(self, found: Sequence[dict[str, re.Match[str]]], size: int, distinct: bool) -> Pieces | None:
        """Paths that take two kinds of steps only, as from the southwest to the northeast."""
        ways = [steps_of(each["ways"]) for each in found if "ways" in each]
        never = [steps_of(each["never"]) for each in found if "never" in each]
        if len(ways) != 1 or len(ways[0]) != 2 or {abs(down) for down, _ in ways[0]} != {0, 1}:
            return None
        if any(way in ways[0] for no in never for way in no):
            return None
        for each in found:
            for end in ("start", "end"):
                if end in each:
                    self.ends[each[end]["name"]] = end == "start"
        return Pieces(size=size, ways=tuple(sorted(ways[0])), distinct=distinct)

    def _cells(self) -> int:
        return self.draft.height * self.draft.width

    def _area(self, what: str) -> tuple[Cell, ...] | None:
        """The cells that are divided: none for all; nothing if that is not certain."""
        if re.fullmatch(r"the (?:(?:entire|whole|sudoku|9x9) )*grid", what):
            return ()
        told = re.fullmatch(r"the (?P<color>(?:[a-z]+ )?[a-z]+) (?:cells|squares|area|region|part)", what)
        if not told or (told["color"] not in ("shaded", "colored") and not _is_color(told["color"])):
            return None
        shades = [
            shape
            for shape in self.board.left_shapes()
            if not shape.round and not shape.angle % 90 and min(shape.height, shape.width) >= 0.9
        ]
        colors = {shape.fill for shape in shades}
        if names := named(told["color"]):
            colors = {color for color in colors if max(fit(name, color) for name in names) >= 0.7}
        if len(colors) != 1 or not all(colors):
            return None
        self.shades = [shape for shape in shades if shape.fill in colors]
        return tuple(sorted({cell for shape in self.shades for cell in covered(shape) if self.draft.inside(cell)}))

    def _dots(self) -> list[Shape]:
        """The smallest circles, in cells, on sides and on corners: the centres of symmetric pieces."""
        dots = [
            shape
            for shape in self.board.left_shapes()
            if shape.round
            and not shape.text.strip()
            and (cell_at(shape.center) or side_at(shape.center) or corner_at(shape.center))
        ]
        least = min((shape.width for shape in dots), default=0.0)
        return [shape for shape in dots if shape.width < least + 0.05] if least < 0.5 else []

    # ── rules about pieces ───────────────────────────────────────────────────────────────────────

    def write(self, pieces: Pieces, one: Statement) -> bool:
        """Write a statement about pieces."""
        match = said(one.rule, one.sentence)
        if match is None:
            return False
        match one.rule.name:
            case "marked":
                return self._marked(pieces, one, condition("marked", match))
            case "extreme":
                return self._extreme(pieces, match, condition("extreme", match))
            case "ends" if pieces.ways:
                return self._shown_ends(one, match)
        return False

    def _marked(self, pieces: Pieces, one: Statement, held: str | None) -> bool:
        """Pieces in which a dot of a colour lies."""
        dots = self._of_color(one)
        places = [pieces.named_at(shape.center) for shape in dots]
        known = [place for place in places if place is not None]
        if held is None or not known or len(known) < len(places):
            return False
        if "the piece" in one.sentence.plain and len(known) != 1:
            return False
        name = f"{one.colors[0].replace(' ', '_')}_{'pieces' if pieces.centers else 'dots'}"
        self.draft.declare(named_list(name, known))
        k, number, members = _member(pieces)
        ways = re.match(r"for (\w+)(?: to (\w+))?: (.+)", held)
        if ways and ways[1] == "neighbors":
            self.draft.line(
                f"for {k} in {name}, a, b in adjacent_pairs({members}):\n"
                f"    piece_of(a) == {number} and piece_of(b) == {number} -> {ways[3]}"
                + (f"\n{_partners(name, ways[3])}" if pieces.size else ""),
                "pieces",
            )
        elif ways:
            if self.ends.get(ways[1]) is not True or self.ends.get(ways[2]) is not False or not pieces.distinct:
                return False
            self.draft.line(
                f"for {k} in {name}, a in {members}, b in {members} where reaches(a, b) and not same_cell(a, b):\n"
                f"    piece_of(a) == {number} and piece_of(b) == {number} -> b - a >= steps(a, b)",
                "pieces",
            )
        elif not pieces.distinct and "in_sequence" in held:
            return False
        else:
            self._write_condition(pieces, name, known, held)
        self.board.explain(*dots)
        return True

    def _write_condition(self, pieces: Pieces, name: str, known: Sequence[str], held: str) -> None:
        """A condition on the size and the digits of some pieces."""
        k = _member(pieces)[0]
        held = self._with_size(pieces, held)
        if "in_sequence(k)" not in held:
            self.draft.line(f"for {k} in {name}:\n    {held}", "pieces")
            return
        low, high = self._bounds(pieces, name, len(known))
        held = held.replace("in_sequence(k)", f"{high} - {low} == size_of({k}) - 1")
        loop = f"{k} in {name}" if pieces.centers else f"i, {k} in enumerate({name})"
        self.draft.line(f"for {loop}:\n    {held}", "pieces")

    def _with_size(self, pieces: Pieces, held: str) -> str:
        """A condition on the size of a piece in a loop over some pieces, which is declared."""
        k, number, members = _member(pieces)
        size = str(pieces.size or f"count(piece_of(c) == {number} for c in {members})")
        self.draft.declare(f"let size_of({k}) = {size}")
        return held.replace("size(k)", f"size_of({k})")

    def _bounds(self, pieces: Pieces, name: str, count: int) -> tuple[str, str]:
        """The lowest and the highest digit of a piece in a loop over a list of pieces; they are declared.

        Where all pieces have known numbers, those of all of them are.
        """
        k, number, members = _member(pieces)
        if pieces.centers:
            low, high, loop, count = "least[1, k]", "most[1, k]", "k in labels", len(pieces.centers)
        else:
            low, high, loop = f"least_at_{name}[1, i]", f"most_at_{name}[1, i]", f"i, {k} in enumerate({name})"
        if low not in self._declared:
            self._declared.add(low)
            values = f"{self.draft.lowest}..{self.draft.highest}"
            grids = [text.partition("[")[0] for text in (low, high)]
            self.draft.declare("\n".join(f"grid {grid}[1, {count}] in {values}" for grid in grids))
            self.draft.line(
                f"draw hidden({grids[0]})\ndraw hidden({grids[1]})\nfor {loop}:\n"
                f"    any(piece_of(c) == {number} and c == {low} for c in {members})\n"
                f"    any(piece_of(c) == {number} and c == {high} for c in {members})\n"
                f"    for c in {members}:\n        piece_of(c) == {number} -> {low} <= c and c <= {high}",
                "pieces",
            )
        return low, high

    def _extreme(self, pieces: Pieces, match: re.Match[str], held: str | None) -> bool:
        """Every piece of a size, and no other, has its lowest or its highest digit marked."""
        marks = [
            (shape, cell)
            for shape in self.board.left_shapes()
            if (cell := cell_at(shape.center)) and _looks(shape, match["shape"]) and self.draft.inside(cell)
        ]
        if held is None or not marks or not pieces.centers or not pieces.distinct or len(pieces.centers) > _MOST_LABELS:
            return False
        which = "lowest" if match["which"] in ("smallest", "lowest") else "highest"
        found = self._bounds(pieces, "labels", len(pieces.centers))[which == "highest"]
        cells = sorted({cell for _, cell in marks})
        name = f"{match['shape']}s"
        self.draft.declare(named_list(name, map(cell_name, cells)))
        held = self._with_size(pieces, held)
        self.draft.line(
            f"for k in labels:\n    count(piece_of(c) == k for c in {name}) == "
            f"(if {held} then 1 else 0)\n    for c in {name}:\n"
            f"        piece_of(c) == k -> c == {found}",
            "pieces",
        )
        self.board.explain(*(shape for shape, _ in marks))
        return True

    def _shown_ends(self, one: Statement, match: re.Match[str]) -> bool:
        """Marked first and last cells of paths, each with a stroke to the cell beside it in its piece."""
        told = dict(re.findall(r"(\w+)\s*\(([\w\s-]+)\)", one.sentence.text.lower()))
        lines: list[str] = []
        for noun, number in ((match["first"], match["n1"]), (match["second"], match["n2"])):
            if noun is None:
                continue
            name = noun if noun in self.ends else noun.removesuffix("s")
            looks = told.get(noun, "")
            shapes = [
                (shape, cell)
                for shape in self.board.left_shapes()
                if (cell := cell_at(shape.center))
                and any(fit(color, shape.fill) >= 0.7 for color in named(looks))
                and _looks(shape, looks.rsplit(" ", 1)[-1].removesuffix("s"))
            ]
            beside = [self._pointed(shape, cell) for shape, cell in shapes]
            if (
                name not in self.ends
                or not shapes
                or (number and int(number.replace("one", "1")) != len(shapes))
                or not all(beside)
            ):
                return False
            for (shape, cell), (stroke, other) in zip(shapes, filter(None, beside), strict=True):
                here = cell_name(cell)
                lines += [
                    f"piece_of({here}) == piece_of({cell_name(other)})",
                    f"is_nth({here}, 1)"
                    if self.ends[name]
                    else f"all(piece_of(d) != piece_of({here}) for d in onwards({here}))",
                ]
                self.board.explain(shape, stroke)
        self.draft.line("\n".join(lines), "pieces")
        return bool(lines)

    def _pointed(self, shape: Shape, cell: Cell) -> tuple[Stroke, Cell] | None:
        """The stroke in the colour of a mark between its cell and a neighbour, with that neighbour."""
        found = [
            (stroke, path[0] if path[1] == cell else path[1])
            for stroke in self.board.left_strokes()
            if len(path := self.board.path(stroke)) == 2 and cell in path and _alike(stroke.color, shape.fill)
        ]
        return found[0] if len(found) == 1 else None

    def _of_color(self, one: Statement) -> list[Shape]:
        """The dots of the colour that a statement names, those of the division included."""
        left = [shape for shape in self.board.left_shapes() if shape.width <= 0.5]
        return [
            shape
            for shape in dict.fromkeys([*self.centers, *left])
            if shape.round and not shape.text.strip() and claims([one], shape.fill or shape.border)
        ]


def _member(pieces: Pieces) -> tuple[str, str, str]:
    """The name of a piece in a loop over some pieces, its number, and the cells that may be in it, in the language."""
    return ("k", "k", "members(k)") if pieces.centers else ("d", "piece_of(d)", "near(d)" if pieces.size else "area")


def _partners(name: str, held: str) -> str:
    """What follows for each cell of a piece with several cells from a condition on any two neighbours in it."""
    return (
        "# Each cell of such a piece has a neighbor in it.\n"
        f"for d in {name}, c in near(d):\n"
        f"    piece_of(c) == piece_of(d) -> c in {{a for a in domain() where any({held} for b in domain())}}"
    )


def _looks(shape: Shape, kind: str) -> bool:
    """Whether a shape without a text is a diamond, square or circle."""
    turned = shape.angle % 90 == 45
    is_kind = shape.round if kind == "circle" else not shape.round and turned == (kind == "diamond")
    return is_kind and not shape.text.strip() and 0.3 < shape.height < 0.9


def _is_color(text: str) -> bool:
    """Whether a text is the name of one colour, such as ``light green``, and has no other word."""
    *shade, color = text.split()
    return color in COLORS and (not shade or shade[0] in ("light", "dark", "pale", "bright"))


def _alike(a: str, b: str) -> bool:
    """Whether two colours are hard to tell apart."""
    return bool(a and b) and max(abs(int(a[k : k + 2], 16) - int(b[k : k + 2], 16)) for k in (1, 3, 5)) < 24
