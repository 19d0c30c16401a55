"""Marked cells on lines: a digit that counts the odd or even digits on the line through it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.formats.draft import cell_name
from puzzledsl.formats.drawings.geometry import cell_at
from puzzledsl.formats.drawings.rules.marks import chosen_shapes, marked_cell
from puzzledsl.formats.drawings.statements import rule

if TYPE_CHECKING:
    from puzzledsl.formats.drawings.board import Board
    from puzzledsl.formats.drawings.records import Shape
    from puzzledsl.formats.drawings.statements import Statement
    from puzzledsl.model import Cell

RULES = (
    rule(
        "counts_on_line",
        "line mark",
        r"^(?:an? |the )?digits? in (?:an? )?(?:[a-z]+ )?(?P<mark>circle|square|diamond)s? counts? the (?:total )?"
        r"number of (?P<kind>odd|even) digits (?:on|along) (?:the|its|their) (?:attached |connected )?line"
        r"(?: or thermometer| connected to the (?P=mark))?(?P<itself>,? including (?:itself|the circled cell))?$",
        "circle square diamond count total number odd even along attached connected thermometer including itself "
        "circled its their",
        alone=True,
        asides=r"including itself(?: and the central cell)?",
    ),
)
_BOXES = "▢□◻◽⬜"
"""Characters that are drawn as squares."""


def bind(board: Board) -> None:
    """Write the counts."""
    for one in board.said("counts_on_line"):
        match = one.rule.says.search(one.sentence.plain)
        if match is None:
            continue
        shapes = _marks(board, one, match["mark"])
        lines = {cell: _line(board, cell) for _, cell in shapes}
        if not (match["itself"] or "including itself" in one.sentence.asides):
            board.leave_out(one, "whether the marked cell is counted with its line is not said")
        elif not shapes:
            board.leave_out(one, f"no {match['mark']} fits this rule")
        elif not all(lines.values()):
            cell = next(cell for cell, line in lines.items() if not line)
            board.leave_out(one, f"none or several lines run through {cell_name(cell)}, and any of them could be meant")
        else:
            for cell, line in lines.items():
                named = ", ".join(map(cell_name, line))
                value = int(match["kind"] == "odd")
                board.draft.line(f"{cell_name(cell)} == count(x mod 2 == {value} for x in [{named}])", one.rule.name)
            board.explain(*(shape for shape, _ in shapes))


def _marks(board: Board, one: Statement, mark: str) -> list[tuple[Shape, Cell]]:
    """The marks of a shape and of the colour that the sentence names, and their cells."""
    if mark == "square":
        signs = [s for s in board.left_shapes() if s.text.strip() in tuple(_BOXES)]
        if signs and not one.colors:
            return [(s, cell) for s in signs if (cell := cell_at(s.center)) and board.draft.inside(cell)]
    singles = [(s, cell) for s in board.left_shapes() if (cell := marked_cell(board, s)) is not None]
    return chosen_shapes(
        one,
        [
            (s, cell)
            for s, cell in singles
            if s.round == (mark == "circle") and (s.angle % 90 == 45) == (mark == "diamond")
        ],
    )


def _line(board: Board, cell: Cell) -> tuple[Cell, ...]:
    """The cells of the one line through a cell; none if there are several. Outlines have the cells of their line."""
    found = {frozenset(board.path(stroke)) for stroke in board.drawing.strokes if cell in board.path(stroke)}
    found = {cells for cells in found if len(cells) > 1}
    return tuple(sorted(next(iter(found)))) if len(found) == 1 else ()
