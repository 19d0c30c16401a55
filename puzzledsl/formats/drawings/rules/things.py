"""Things that the rules make of digits: ``every odd digit orthogonally adjacent to a tree is a tent``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.formats.clues import argument
from puzzledsl.formats.drawings.phrases import amount, kind, stands_alone
from puzzledsl.formats.drawings.rules.outside import facing
from puzzledsl.formats.drawings.statements import rule

if TYPE_CHECKING:
    from puzzledsl.formats.drawings.board import Board
    from puzzledsl.formats.drawings.records import Shape
    from puzzledsl.formats.drawings.statements import Statement
    from puzzledsl.model import Cell

_DRAWN = (
    r"(?!(?:cage|line|digit|cell|circle|square|arrow|dot|group|segment|total|row|column|box|region|number|even|odd)s )"
)
RULES = (
    rule(
        "thing",
        "thing",
        r"^every (?P<what>\d|(?:odd|even|prime) digit)(?: orthogonally adjacent to an? (?P<noun2>[a-z]{3,}))? is an? "
        r"(?P<noun>[a-z]{3,})$",
        "every odd even prime orthogonally adjacent",
        alone=True,
    ),
    rule(
        "no_other_things",
        "thing",
        r"^there are no other (?P<noun>[a-z]{3,})s(?: or (?P<noun2>[a-z]{3,})s)?$",
        "no",
        alone=True,
    ),
    rule(
        "which_things",
        "thing",
        r"^this (?:sudoku|puzzle|grid) contains (?P<noun>[a-z]{3,})s(?: and (?P<noun2>[a-z]{3,})s)?$",
        "",
        alone=True,
    ),
    rule(
        "things_outside",
        "thing",
        r"^the (?:amount|number) of (?P<noun>[a-z]{3,})s in a (?:given )?row or column is "
        r"(?:indicated|given|shown) by the "
        r"number outside the grid$",
        "amount row column outside",
        alone=True,
    ),
    rule(
        "things_apart",
        "thing",
        rf"^{_DRAWN}(?P<noun>[a-z]{{3,}})s (?:may|must|can) ?not (?:be adjacent|touch)(?P<how>,? not even "
        rf"diagonally)?$",
        "may not can must adjacent touch even diagonally",
        alone=True,
    ),
    rule(
        "things_sum",
        "thing",
        rf"^the {_DRAWN}(?P<noun>[a-z]{{3,}})s (?:sum|add)(?: up)? to (?P<total>.+)$",
        "sum add up all least most",
        alone=True,
    ),
)


def bind(board: Board) -> None:
    """Write what each thing is as a function, and the rules about them."""
    said = board.about("thing")
    defined: list[str] = []
    for one in board.said("thing"):
        match = one.rule.says.search(one.sentence.plain)
        what = _what(match["what"]) if match else None
        if match is None or what is None or match["noun"] in defined or match["noun2"] not in (None, *defined):
            board.leave_out(one, "what this is about is not certain")
            continue
        near = f" and any(is_{match['noun2']}(x) for x in neighbors(c))" if match["noun2"] else ""
        if near:
            size = f"[{board.draft.height}, {board.draft.width}]"
            grid = f"{match['noun']}_cells"  # the word itself may mean something in the language
            board.draft.declare(f"grid {grid}{size} in bool")
            board.draft.line(
                f"draw hidden({grid})\nlet is_{match['noun']}(c) = {grid}[row_of(c), column_of(c)] == 1\n"
                f"for c in cells:\n    is_{match['noun']}(c) <-> ({what}{near})",
                "things",
            )
        else:
            board.draft.line(f"let is_{match['noun']}(c) = {what}", "things")
        defined.append(match["noun"])
    for one in said:
        match = one.rule.says.search(one.sentence.plain)
        names = [name for key, name in match.groupdict().items() if key.startswith("noun") and name] if match else []
        if one.rule.name == "thing":
            continue
        if match is None or not set(names) <= set(defined):
            board.leave_out(one, "what this is about is not certain")
        elif one.rule.name == "things_outside":
            _outside(board, one, names[0])
        elif one.rule.name == "things_apart":
            reach = ", reach = touching" if match["how"] else ""
            board.draft.line(
                f"for a, b in adjacent_pairs(cells{reach}):\n    not (is_{names[0]}(a) and is_{names[0]}(b))", "things"
            )
        elif one.rule.name == "things_sum":
            held = amount(match["total"], f"sum(if is_{names[0]}(c) then c else 0 for c in cells)")
            if held and stands_alone(held):
                board.draft.line(held, "things")
            else:
                board.leave_out(one, "what the sum is, is not certain")


def _what(text: str) -> str | None:
    return f"c == {text}" if re.fullmatch(r"\d", text) else kind(text, "c")


def _outside(board: Board, one: Statement, name: str) -> None:
    """A number outside the grid counts the things in its row or column."""
    found: list[tuple[Shape, list[Cell]]] = [
        (shape, line)
        for shape in board.left_shapes()
        if re.fullmatch(r"\d{1,3}", shape.text.strip()) and (line := facing(board, shape))
    ]
    if not found:
        board.leave_out(one, "no numbers outside the grid for this rule")
    for shape, line in found:
        board.draft.line(f"count(is_{name}(c) for c in {argument(line)}) == {int(shape.text)}", "things")
        board.explain(shape)
