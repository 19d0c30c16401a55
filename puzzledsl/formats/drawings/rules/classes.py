"""Classes of cells that the rules define, as functions of a cell, and what sentences say of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.formats.clues import argument
from puzzledsl.formats.draft import cell_name, named_list
from puzzledsl.formats.drawings.class_sentences import used_in
from puzzledsl.formats.drawings.colors import fit, named
from puzzledsl.formats.drawings.geometry import cell_at, looks_like
from puzzledsl.formats.drawings.rules.outside import facing
from puzzledsl.formats.drawings.rules.shading import SHADING, shades_digits

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from puzzledsl.formats.drawings.board import Board
    from puzzledsl.formats.drawings.class_sentences import Claims
    from puzzledsl.formats.drawings.nouns import Noun
    from puzzledsl.formats.drawings.records import Cage, Shape
    from puzzledsl.formats.drawings.statements import Rule, Statement
    from puzzledsl.model import Cell

    Drawn = tuple[list[Cell], list[Shape | Cage]]
    Clue = tuple[Sequence[Cell], int, Cage | Shape]

RULES: tuple[Rule, ...] = ()
_PLACE = re.compile(r"\{(list|unmarked|map|shape|groups)(?: ([^{}]*))?\}")
_SLOW = re.compile(r"\b(?:any|all|count)\(")


class _UncertainError(Exception):
    """A sentence is about cells that the drawing does not show with certainty."""


def bind(board: Board) -> None:
    """Write these conditions, and the definitions that they use."""
    statements = board.about("classes")
    if board.claims is None or not statements:
        return
    written = _Writer(board, board.claims)
    shades = shades_digits(board)
    for one in statements:
        if not shades and re.search(r"\b(?:is|map)[_ ](?:un)?shaded\b", one.condition):
            board.leave_out(one, "no known rule about digits depends on what is shaded")
            continue
        try:
            written.write(one)
        except _UncertainError as why:
            board.leave_out(one, str(why))
    board.explain(*written.explained)


class _Writer:
    """Writes conditions on classes of cells, each class once."""

    def __init__(self, board: Board, claims: Claims) -> None:
        self.board, self.claims = board, claims
        self.nouns: Mapping[str, Noun] = claims.nouns.found
        self.explained: list[Shape | Cage] = []
        self._known: set[str] = set()

    def write(self, one: Statement) -> None:
        """Write one statement."""
        text, draft = one.condition, self.board.draft
        places = {"class_cages": self._cages, "class_outside": self._outside}.get(one.rule.name)
        found = places(text) if places else []
        for name in used_in(text):
            if name in self.nouns:
                self._define(self.nouns[name], one)
        if re.search(r"\bsees_([a-z_]+)\(", text):
            self._sight(text)
        text = _PLACE.sub(lambda match: self._place(match[1], match[2] or ""), text)
        for cells, number, mark in found:
            draft.line(re.sub(r"\bline\b", argument(cells), text.replace("{number}", str(number))), "classes")
            if "{number}" in text or not getattr(mark, "value", ""):
                self.explained.append(mark)
        if places is None:
            draft.line(text, "classes")

    # ── definitions ───────────────────────────────────────────────────────────────────────────────

    def _define(self, noun: Noun, one: Statement) -> None:
        """Declare a class, after those that its condition uses."""
        if noun.name in self._known:
            return
        draft = self.board.draft
        for name in re.findall(r"\bis_([a-z_]+)\(", noun.condition):
            self._define(self.nouns[name], one)
        if "box(k)" in noun.condition and self.board.groups != "boxes":
            raise _UncertainError("this is said of a grid with boxes only")
        if noun.drawn:
            cells, shapes = self._drawn(noun.drawn, noun.colors)
            draft.declare(named_list(noun.listed, map(cell_name, cells)))
            self.explained += shapes
        self._known.add(noun.name)
        if "shade(c)" in noun.condition:
            draft.declare(SHADING.format(height=draft.height, width=draft.width))
        if noun.digit:
            draft.declare(f"var {noun.name}_digit in {draft.lowest}..{draft.highest}")
            draft.declare(f"let is_{noun.name}(c) = c == {noun.name}_digit")
        elif not noun.condition:
            draft.declare(f"let is_{noun.name}(c) = has_cell({noun.listed}, c)")
        elif _SLOW.search(noun.condition):
            self._map(noun.name, noun.condition)
            draft.declare(f"let is_{noun.name}(c) = {noun.name}_cells[row_of(c), column_of(c)] == 1")
        else:
            draft.declare(f"let is_{noun.name}(c) = {noun.condition}")

    def _map(self, name: str, condition: str) -> None:
        """Declare the cells of a class as a grid."""
        draft = self.board.draft
        draft.declare(f"grid {name}_cells[{draft.height}, {draft.width}] in bool")
        draft.line(
            f"draw hidden({name}_cells)\nfor c in cells:\n"
            f"    {name}_cells[row_of(c), column_of(c)] == 1 <-> ({condition})",
            "classes",
        )

    def _sight(self, text: str) -> None:
        """Declare how many cells of a class are seen along rows and columns."""
        walls = self.claims.walls
        for wall in walls:
            self._define(wall, self.board.about("classes")[0])
        for name in dict.fromkeys(re.findall(r"\bsees_([a-z_]+)\(", text)):
            blocked = " or ".join(f"is_{wall.name}(line[1])" for wall in walls)
            seen = f"(if is_{name}(line[1]) then 1 else 0)"
            if {name, *(wall.name for wall in walls)} == self.claims.nouns.parts:
                blocked, seen = f"not is_{name}(line[1])", "1"
            self.board.draft.declare(
                f"let {name}_run(line) = (\n    if len(line) == 0 then 0\n    else if {blocked} then 0\n"
                f"    else {seen} + {name}_run(line[2..len(line)])\n)\n"
                f"let sees_{name}(c) = if is_{name}(c) then 1 + sum([{name}_run(ray) for ray in rays(c)]) else 0"
            )

    # ── places ────────────────────────────────────────────────────────────────────────────────────

    def _place(self, kind: str, words: str) -> str:
        """What a condition is about that only the drawing shows."""
        match kind:
            case "groups":
                if not self.board.groups:
                    raise _UncertainError("the grid has no regions")
                return self.board.groups
            case "list":
                return self.nouns[words].listed
            case "unmarked":
                return f"[c for c in cells where not has_cell({self.nouns[words].listed}, c)]"
            case "map":
                noun = self.nouns.get(words)
                if noun is None:
                    self._map(words, self.claims.kinds[words])
                elif shade := re.fullmatch(r"shade\(c\) == ([01])", noun.condition):
                    return f"shaded, {shade[1]}"
                elif not _SLOW.search(noun.condition):
                    self._map(words, f"is_{words}(c)")
                return f"{words}_cells, 1"
            case _:
                shape = re.search(r"circle|square|diamond", words)
                if " " in words and not named(words):
                    raise _UncertainError("which cells are marked for this rule is not certain")
                cells, shapes = self._drawn(shape[0] if shape else "", named(words))
                self.explained += shapes
                return f"[{', '.join(map(cell_name, cells))}]"

    def _drawn(self, shape: str, colors: Sequence[str]) -> Drawn:
        """The cells that are drawn with a shape.

        Raises:
            _UncertainError: none is, or several looks could be meant.
        """
        board = self.board
        if shape == "cage":
            cages = [cage for cage in board.left_cages() if not cage.hidden and not cage.value]
            cages = [cage for cage in cages if not colors or max(fit(name, cage.color) for name in colors) > 0.5]
            if not cages or len(cages) != sum(not cage.hidden for cage in board.drawing.cages):
                raise _UncertainError("which cages this is about is not certain")
            return sorted({cell for cage in cages for cell in cage.cells}), list(cages)
        fitting: list[tuple[Shape, Cell]] = []
        for mark in board.drawing.shapes:
            cell = cell_at(mark.center)
            if (
                cell
                and looks_like(mark, shape)
                and board.draft.inside(cell)
                and 0.4 <= mark.height <= 1
                and not mark.text.strip()
            ):
                color = mark.border if mark.fill in ("", "#ffffff") else mark.fill
                if not colors or max(fit(name, color) for name in colors) >= 0.7:
                    fitting.append((mark, cell))
        if not fitting or len({(mark.fill, mark.border, round(mark.height, 1)) for mark, _ in fitting}) > 1:
            raise _UncertainError("which cells are marked for this rule is not certain")
        return sorted({cell for _, cell in fitting}), [mark for mark, _ in fitting]

    def _cages(self, text: str) -> list[Clue]:
        numbered = "{number}" in text
        left = self.board.left_cages() if numbered else self.board.drawing.cages
        cages = [cage for cage in left if not cage.hidden and (cage.value.strip() or not numbered)]
        if not cages or (numbered and not all(re.fullmatch(r"\s*\d{1,3}\s*", cage.value) for cage in cages)):
            raise _UncertainError("no cages are drawn that fit this rule with certainty")
        return [(cage.cells, int(cage.value) if numbered else 0, cage) for cage in cages]

    def _outside(self, _: str) -> list[Clue]:
        found: list[Clue] = [
            (line, int(shape.text), shape)
            for shape in self.board.left_shapes()
            if re.fullmatch(r"\s*\d{1,3}\s*", shape.text) and (line := facing(self.board, shape))
        ]
        if not found:
            raise _UncertainError("no numbers outside the grid for this rule")
        if any(one.rule.about in ("outside", "frame", "legend") for one in self.board.statements):
            raise _UncertainError("which numbers outside the grid this is about is not certain")
        return found
