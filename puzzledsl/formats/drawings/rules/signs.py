"""Numbers in cages, on sides and outside the grid that are no sums: what occurs, what is near, what is larger."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.formats.clues import argument
from puzzledsl.formats.draft import cell_name
from puzzledsl.formats.drawings.geometry import side_at
from puzzledsl.formats.drawings.rules.outside import facing
from puzzledsl.formats.drawings.statements import rule

if TYPE_CHECKING:
    from puzzledsl.formats.drawings.board import Board
    from puzzledsl.formats.drawings.records import Shape
    from puzzledsl.formats.drawings.statements import Statement
    from puzzledsl.model import Cell

_CAGE = """cage cages corner top left small somewhere appear appears occur occurs listed clue clues value total totals
sum sums repeat not do one either greater less more higher lower than indicated"""
_OUTSIDE = """clue clues outside row column rows columns appear appears first cells direction order any pair either tell
tells you seen see adjacent next other directly or odd even that from"""
RULES = (
    rule(
        "cage_holds",
        "cage",
        r"\bdigits?\b.*\b(?:corner|top left)\b.*\bcages?\b.*\b(?:appear|occur|be placed|be included)\b(?!.*\bsum)",
        _CAGE,
        alone=True,
    ),
    rule(
        "cage_nearly",
        "cage",
        r"\bcages?\b.*\bsums?\b.*\b1 (?:greater|more|higher|larger) or 1 (?:less|lower|fewer|smaller)\b"
        r"|\bcages?\b.*\bsums?\b.*\bone (?:greater|more|higher|larger) or one (?:less|lower|smaller)\b",
        _CAGE,
        alone=True,
    ),
    rule(
        "larger_one",
        "dot",
        r"\b(?:circles?|numbers?|clues?)\b.*\bthe (?P<which>larger|greater|higher) of the (?:2|two)\b",
        "circle circles larger greater higher indicates indicate touches touch of numbers number",
        alone=True,
    ),
    rule("first_cells_hold", "frame", r"\boutside\b.*\bappear\b.*\bfirst 3 (?:cells|digits)\b", _OUTSIDE, alone=True),
    rule("neighbors_in_line", "frame", r"\bpair of digits\b.*\badjacent\b.*\b(?:row|column)\b", _OUTSIDE, alone=True),
    rule("first_odd_or_even", "frame", r"\bfirst odd digit or (?:the )?first even digit\b", _OUTSIDE, alone=True),
)

_FIRST_OF_PARITY = """# The first digit with the parity of `value` is `value`.
rule first_of_parity(line, value):
    let see(state, digit) = (
        if state == 1 or (digit - value) mod 2 == 1 then state
        else if digit == value then 1
        else none
    )
    let found(state) = state == 1
    scan(line, 0, see, found)"""


def bind(board: Board) -> None:
    """Write these clues."""
    _cages(board)
    for one in board.said("larger_one"):
        _larger(board, one)
    statements = board.about("frame")
    if len({one.rule.name for one in statements}) == 1:
        _frame(board, statements[0])


def _cages(board: Board) -> None:
    holds, nearly = board.said("cage_holds"), board.said("cage_nearly")
    for cage in board.left_cages() if bool(holds) != bool(nearly) else ():
        number = re.fullmatch(r"\s*([\d ,]{1,20})\s*", cage.value)
        if cage.hidden or number is None or not re.search(r"\d", number[1]):
            continue
        cells = list(cage.cells)
        if holds:
            digits = re.findall(r"\d", number[1])
            if len(digits) <= len(cells):
                board.draft.clue(f"contains {' '.join(digits)}", cells)
                board.explain(cage)
        elif number[1].strip().isdigit():
            if re.search(r"\bnot repeat\b", nearly[0].sentence.plain):
                board.draft.clue("cage", cells)
            board.draft.line(f"abs(sum({argument(cells)}) - {int(number[1])}) == 1", "nearly")
            board.explain(cage)


def _larger(board: Board, one: Statement) -> None:
    found = False
    for shape in board.left_shapes():
        pair = side_at(shape.center)
        if pair and re.fullmatch(r"\s*\d{1,4}\s*", shape.text) and all(map(board.draft.inside, pair)):
            a, b = map(cell_name, pair)
            board.draft.line(f"max({a}, {b}) == {int(shape.text)}", "larger of two")
            board.explain(shape)
            found = True
    if not found:
        board.leave_out(one, "no numbers between cells for this rule")


def _frame(board: Board, one: Statement) -> None:
    """Numbers outside the grid, each about the row or column that it faces."""
    found = False
    for shape in board.left_shapes():
        line = facing(board, shape)
        text = shape.text.strip()
        if line and re.fullmatch(r"[\d ,]{1,12}", text) and _clue(board, one, line, shape):
            board.explain(shape)
            found = True
    if not found:
        board.leave_out(one, "no numbers outside the grid for this rule")


def _clue(board: Board, one: Statement, line: list[Cell], shape: Shape) -> bool:
    digits = re.findall(r"\d", shape.text)
    match one.rule.name:
        case "first_cells_hold" if len(digits) <= 3:
            board.draft.clue(f"contains {' '.join(digits)}", line[:3])
        case "neighbors_in_line" if len(digits) == 2:
            a, b = digits
            board.draft.line(
                f"any((x, y) in {{({a}, {b}), ({b}, {a})}} for x, y in pairs({argument(line)}))", "neighbours"
            )
        case "first_odd_or_even" if len(digits) == 1:
            board.draft.declare(_FIRST_OF_PARITY)
            board.draft.clue(f"first_of_parity {digits[0]}", line)
        case _:
            return False
    return True
