"""Cages of two shapes: behind those of one shape lie renban lines or thermometers, behind the others perhaps not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.formats.clues import argument
from puzzledsl.formats.draft import cell_name
from puzzledsl.formats.drawings.statements import rule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.formats.drawings.board import Board
    from puzzledsl.model import Cell

_WORDS = """cage every either p n pentomino completely filled renban line thermometer hidden hide behind position bulb
    deduced deduce solver only make vertical horizontal turns inside pentominous don't branch all same shape constraint
    which"""
_KINDS = ("pentominoes", "filled", "free_bulb", "straight_steps", "one_for_shape")
RULES = tuple(
    rule(name, "hidden line", says, _WORDS, alone=True)
    for name, says in zip(
        _KINDS,
        (
            r"^every cage in the grid is either an? [a-z] pentomino or an? [a-z] pentomino$",
            r"^every pentomino is completely filled by either a renban line or a thermometer,? hidden behind the "
            r"pentomino$",
            r"^the position of the bulb has to be deduced by the solver$",
            r"^thermometers only make vertical or horizontal turns inside the pentomin(?:oes|os|ous) and don't branch$",
            r"^all the cages of the same shape hide the same constraint: the solver has to deduce which constraint is "
            r"hidden behind each shape$",
        ),
        strict=True,
    )
)


def bind(board: Board) -> None:
    """Write for the cages of each shape that all hide renban lines, or all thermometers."""
    said = board.about("hidden line")
    if not said:
        return
    cages = [cage.cells for cage in board.left_cages() if not cage.hidden and not cage.value]
    of: dict[tuple[Cell, ...], list[Sequence[Cell]]] = {}
    for cells in cages:
        of.setdefault(_shape(cells), []).append(cells)
    if (
        not all(board.said(name) for name in _KINDS)
        or len(of) != 2
        or any(len(set(cells)) != 5 for cells in cages)
        or len(cages) != len(board.left_cages())
        or not all(_ways(cells) for cells in cages)
    ):
        for one in said:
            board.leave_out(one, "which cages of two shapes hide these lines is not certain")
        return
    draft = board.draft
    draft.declare(
        "let is_renban(group) = alldifferent(group) and max(group) - min(group) == len(group) - 1\n"
        "let is_thermometer(ways) = any(strictly_increasing(way) for way in ways)"
    )
    for same in of.values():
        renbans = " and ".join(f"is_renban({argument(cells)})" for cells in same)
        ways = [[f"[{', '.join(map(cell_name, way))}]" for way in _ways(cells)] for cells in same]
        thermometers = " and ".join(f"is_thermometer([{', '.join(each)}])" for each in ways)
        draft.line(f"{renbans} or {thermometers}", "hidden lines")
    for cells in cages:
        draft.line(f"draw cage({argument(cells)})", "hidden lines")
    board.explain(*board.left_cages())


def _shape(cells: Sequence[Cell]) -> tuple[Cell, ...]:
    """One form of a group of cells for all ways to turn and mirror it."""
    forms: list[tuple[Cell, ...]] = []
    for down in (1, -1):
        for right in (1, -1):
            for turned in (False, True):
                placed = [(down * r, right * c) if not turned else (right * c, down * r) for r, c in cells]
                top, left = min(r for r, _ in placed), min(c for _, c in placed)
                forms.append(tuple(sorted((r - top, c - left) for r, c in placed)))
    return min(forms)


def _ways(cells: Sequence[Cell]) -> list[tuple[Cell, ...]]:
    """All ways through all of five cells, from neighbour to neighbour."""
    found: list[tuple[Cell, ...]] = [(cell,) for cell in cells]
    for _ in range(len(cells) - 1):
        found = [
            (*way, cell)
            for way in found
            for cell in cells
            if cell not in way and abs(cell[0] - way[-1][0]) + abs(cell[1] - way[-1][1]) == 1
        ]
    return found
