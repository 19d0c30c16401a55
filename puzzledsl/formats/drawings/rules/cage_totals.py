"""Dots and signs between cages that compare digits and the totals of the cages, which the solver finds."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.formats.clues import argument
from puzzledsl.formats.draft import cell_name
from puzzledsl.formats.drawings.geometry import side_at
from puzzledsl.formats.drawings.statements import rule

if TYPE_CHECKING:
    from puzzledsl.formats.drawings.board import Board
    from puzzledsl.formats.drawings.records import Shape
    from puzzledsl.model import Cell

_WORDS = """cage total sum discovered found dots black white ratio difference adjoining digits greater symbol open
    pointy side"""
RULES = (
    rule(
        "found_totals",
        "cage totals",
        r"^(?:the )?digits in (?:the|a) cage sum to the cage totals?, to be (?:discovered|found) by the solver$",
        _WORDS + " solver",
        alone=True,
    ),
    rule(
        "black_totals",
        "cage totals",
        r"^black dots indicate a ratio of 1:2 between adjoining digits and adjoining cages$",
        _WORDS,
        alone=True,
    ),
    rule(
        "white_totals",
        "cage totals",
        r"^white dots indicate a difference of (?:one|1) between adjoining digits and adjoining cages$",
        _WORDS,
        alone=True,
    ),
    rule(
        "greater_totals",
        "cage totals",
        r"^indicates the digit and cage total on the open side are greater than the digit and cage total on the pointy "
        r"side$",
        _WORDS,
        alone=True,
    ),
    rule("greater_signs", "cage totals", r"^greater than symbols$", _WORDS, alone=True),
)
_ALL_DOTS = re.compile(r"(?i)\ball such dots are given\b")
_ONE, _RATIO = "abs({0} - {1}) == 1", "(2 * {0} == {1} or 2 * {1} == {0})"


def bind(board: Board) -> None:
    """Write the totals as a grid, and what dots and signs between two cages say of them."""
    said = board.about("cage totals")
    if not said:
        return
    draft = board.draft
    cages = [cage.cells for cage in board.drawing.cages if not cage.hidden]
    of = {cell: k for k, cells in enumerate(cages, 1) for cell in cells}
    dots = {"white": board.known("white dot"), "black": board.known("black dot")}
    between = {frozenset(pair): kind for kind, pairs in dots.items() for pair in pairs if len(pair) == 2}
    if (
        not all(board.said(name) for name in ("found_totals", "black_totals", "white_totals"))
        or any(cage.value for cage in board.drawing.cages)
        or len(of) != sum(map(len, cages))
        or not (cages and between)
        or draft.lowest < 0
    ):
        for one in said:
            board.leave_out(one, "which cages are compared is not certain")
        return
    most = max(map(len, cages)) * draft.highest
    draft.declare(f"# The total of each cage.\ngrid total[1, {len(cages)}] in 0..{most}")
    draft.line("draw hidden(total)", "cage totals")
    for k, cells in enumerate(cages, 1):
        draft.line(f"total[1, {k}] == sum({argument(cells)})", "cage totals")
    beside = [
        ((r, c), to) for r, c in sorted(of) for to in ((r, c + 1), (r + 1, c)) if of.get(to, of[r, c]) != of[r, c]
    ]
    for a, b in beside:
        kind = between.get(frozenset((a, b)), "")
        totals, digits = (_total(of[a]), _total(of[b])), (cell_name(a), cell_name(b))
        if kind:
            draft.line((_ONE if kind == "white" else _RATIO).format(*totals), "cage totals")
        elif _ALL_DOTS.search(draft.rules):
            for both in (_ONE, _RATIO):
                draft.line(f"not ({both.format(*digits)} and {both.format(*totals)})", "cage totals")
    _signs(board, of)


def _total(number: int) -> str:
    return f"total[1, {number}]"


def _signs(board: Board, of: dict[Cell, int]) -> None:
    """Signs that are drawn on sides, as they are turned."""
    for one in board.said("greater_totals"):
        signs = [(shape, pair) for shape in board.left_shapes() if (pair := _smaller(shape))]
        signs = [(shape, (a, b)) for shape, (a, b) in signs if of.get(a) and of.get(b) and of[a] != of[b]]
        if not signs:
            board.leave_out(one, "no signs between cages are drawn for this rule with certainty")
        for shape, (a, b) in signs:
            board.draft.line(f"{cell_name(a)} < {cell_name(b)}", "signs")
            board.draft.line(f"{_total(of[a])} < {_total(of[b])}", "signs")
            board.explain(shape)


def _smaller(shape: Shape) -> tuple[Cell, Cell] | None:
    """The cells beside a sign, the one at its point first; nothing if it is none, or its point is at neither."""
    pair, text, angle = side_at(shape.center), shape.text.strip(), shape.angle % 360
    if pair is None or text not in ("<", ">") or angle not in ((0, 180) if pair[0][0] == pair[1][0] else (90, 270)):
        return None
    return pair if (text == "<") == (angle < 180) else (pair[1], pair[0])
