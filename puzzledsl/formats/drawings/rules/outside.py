"""Numbers outside the grid, with or without an arrow."""

from __future__ import annotations

import re
from itertools import pairwise
from math import floor
from typing import TYPE_CHECKING

from puzzledsl.formats.clues import argument
from puzzledsl.formats.drawings.board import claims
from puzzledsl.formats.drawings.statements import Condition, rule

if TYPE_CHECKING:
    from puzzledsl.formats.drawings.board import Board
    from puzzledsl.formats.drawings.records import Shape, Stroke
    from puzzledsl.formats.drawings.statements import Statement
    from puzzledsl.model import Cell

_WORDS = """clue clues outside sum sums show shows indicate indicates give gives provide provides row rows column
    columns
    add up total totals value values sandwich sandwiches sandwiched little killer killers x-sum x-sums xsums
    skyscraper skyscrapers room rooms numbered corresponding respective first last direction direction's
    diagonal diagonals arrow arrows repeat repeated may allowed them viewed looking look seen side many number
    visible can from edge i.e. equals equal big not exclusive excluding inclusive taller higher height heights
    building buildings block blocks larger smaller obscure obscuring behind shorter view hidden represent
    represents which x nth n appear appears position away nearest grid's adjacent starting blue red green line's
    along pointed pointing points point tell tells size when not necessarily being as how across"""
CONDITIONS = (
    Condition(
        "short_x_sum",
        r"^outside clues show the sum of the nearest x or numbers, where x is the number in the first cell from that "
        r"direction$",
        "any(line[1] == k and (sum(line[1..k]) == value or sum(line[1..k - 1]) == value) for k in 1..len(line))",
        asides="x-1",
    ),
    Condition(
        "hit_sum",
        r"\bclues outside the grid give the sum of all cells that contain a digit equal to the distance of that "
        r"cell from"
        r" that clue in the row or column$",
        "sum(if x == k then x else 0 for k, x in enumerate(line)) == value",
        _WORDS + " distance hit points",
    ),
)
"""Clues of a row or column that the library does not have: name, pattern, vocabulary and the condition."""
RULES = (
    rule(
        "little_killer",
        "outside",
        (
            r"^(?=.*\bdiagonals?\b|.*\blittle killer)(?!.*\bproduct)(?=.*\b(?:clues?|"
            r"numbers?|outside|arrow|values?|little)).*\b(?:sums?|adds?|total)\b"
        ),
        _WORDS,
    ),
    rule(
        "sandwich",
        "outside",
        (r"(?=.*\b(?:sums?|total)\b)(?:.*between (?:the )?1(?:'?s)? and (?:the )?9|" r".*\bsandwiche?[sd]?\b)"),
        _WORDS + " crusts",
    ),
    rule("x_sum", "outside", r"(?=.*\bsums?\b).*\bfirst \"?[xn]\"?\b", _WORDS),
    rule(
        "skyscraper",
        "outside",
        (
            r"(?=.*\b(?:clues?|numbers?|outside)).*(?:(?:how many|number of|amount of)"
            r".*(?:skyscraper|seen|visible|buildings?)|skyscrapers.*(?:seen|visible))"
        ),
        _WORDS,
    ),
    *(one.rule("outside") for one in CONDITIONS),
    rule("sandwich_and_x_sum", "whole", r"^numbers outside the grid are both sandwich clues and x-sums? clues$"),
    rule(
        "equal_diagonals",
        "outside",
        r"^(?:every|all|both|the) (?:indicated |marked )?diagonals? (?:has|have) the same (?P<of>sum|product)$"
        r"|^the sum of the digits along a diagonal, indicated by an arrow, sum to x, where x must be determined "
        r"and is the "
        r"same sum for all arrows$",
    ),
    rule(
        "tall",
        "heights",
        (
            r"(?:digits?|cells?|numbers?|each).*(?:represent|are|is|as).*(?:skyscraper|"
            r"heights?|buildings?)|(?:taller|higher|larger|bigger).*(?:block|hide|obscur|"
            r"obstruct|shorter|smaller|lower)"
        ),
        _WORDS + " taller hide hides lower inside skyscraper's obstruct obstructs shorter",
    ),
    rule(
        "numbered_room",
        "outside",
        (r"(?=.*\b(?:outside|clues?)).*\bnth (?:cell|digit|position|square)|numbered " r"room"),
        _WORDS,
    ),
)


def bind(board: Board) -> None:
    """Write the clues outside the grid."""
    statements = board.about("outside")
    if not statements:
        return
    arrows = [stroke for stroke in board.drawing.strokes if stroke.arrow and _outside(board, stroke.points[0])]
    numbers = [
        shape
        for shape in board.left_shapes()
        if re.fullmatch(r"\d{1,3}", shape.text.strip()) and _outside(board, shape.center)
    ]
    killers = board.said("little_killer")
    for stroke in arrows if killers else ():
        near = sorted(numbers, key=lambda shape: _distance(shape, stroke))
        line = _ray(board, stroke)
        if near and _distance(near[0], stroke) < 1.2 and line:
            board.clue("little_killer", f"little_killer {near[0].text.strip()}", line)
            close = [shape for shape in numbers if _distance(shape, stroke) < _distance(near[0], stroke) + 0.05]
            board.explain(stroke, *close)
    for equal in board.said("equal_diagonals"):
        _equal(board, equal, arrows)
    others = [one for one in statements if one.rule.name not in ("little_killer", "equal_diagonals")]
    if not others:
        return
    inked = len({shape.ink for shape in numbers}) > 1  # then a colour that a rule names tells numbers apart
    for shape in numbers:
        line = facing(board, shape)
        one = _of(others, shape, inked)
        if line and board.said("sandwich_and_x_sum") and board.is_left(shape):
            number = shape.text.strip()
            board.clue("sandwich", f"sandwich {number}", line if line[0] < line[-1] else line[::-1])
            board.clue("x_sum", f"x_sum {number}", line)
            board.explain(shape)
        elif line and one is not None and board.is_left(shape):
            name = one.rule.name
            body = next((kind.lines for kind in CONDITIONS if kind.name == name), "")
            if body:
                board.draft.declare(f"rule {name}(line, value):\n    {body}\n    draw outside(line, value)")
            whole = line if name != "sandwich" or line[0] < line[-1] else line[::-1]
            board.clue(name, f"{name} {shape.text.strip()}", whole)
            board.explain(shape)


def _of(statements: list[Statement], shape: Shape, inked: bool) -> Statement | None:
    names = {one.rule.name for one in statements}
    if len(names) == 1 and not (inked and statements[0].colors):
        return statements[0]
    best = claims(statements, shape.ink or "#000000")
    first = [one for value, one in best if value > best[0][0] - 0.05]
    return first[0] if len({one.rule.name for one in first}) == 1 else None


def _equal(board: Board, one: Statement, arrows: list[Stroke]) -> None:
    """Diagonals at arrows without numbers have one sum, or one product."""
    rays = [(stroke, line) for stroke in arrows if board.is_left(stroke) and (line := _ray(board, stroke))]
    lines = [argument(line) for line in dict.fromkeys(tuple(line) for _, line in rays)]
    if len(lines) < 2:
        board.leave_out(one, "no marked diagonals fit this rule")
        return
    name = "product" if re.search(r"\bproduct$", one.sentence.plain) else "sum"
    board.draft.line(
        f"equal_sums([{', '.join(lines)}])"
        if name == "sum"
        else "\n".join(f"product({a}) == product({b})" for a, b in pairwise(lines)),
        "diagonals",
    )
    board.explain(*(stroke for stroke, _ in rays))


def _outside(board: Board, point: tuple[float, float]) -> bool:
    r, c = point
    height, width = board.drawing.height, board.drawing.width
    return not (0.1 < r < height - 0.1 and 0.1 < c < width - 0.1)


def _distance(shape: Shape, stroke: Stroke) -> float:
    (r, c), (s, d) = shape.center, stroke.points[0]
    return float(((r - s) ** 2 + (c - d) ** 2) ** 0.5)


def _ray(board: Board, stroke: Stroke) -> list[Cell]:
    """The cells on the way of an arrow that points into the grid, diagonally."""
    (r, c), (s, d) = stroke.points[0], stroke.points[-1]
    down, right = s - r, d - c
    if not down or not right or not 0.7 < abs(down / right) < 1.4 or len(stroke.points) != 2:
        return []
    step = (1 if down > 0 else -1, 1 if right > 0 else -1)
    at = (floor(s + 0.3 * step[0]) + 1, floor(d + 0.3 * step[1]) + 1)
    found: list[Cell] = []
    if not board.draft.inside(at):
        at = (at[0] + step[0], at[1] + step[1])
    while board.draft.inside(at):
        found.append(at)
        at = (at[0] + step[0], at[1] + step[1])
    return found


def facing(board: Board, shape: Shape) -> list[Cell]:
    """The row or column that begins at a number outside; empty if there is none."""
    r, c = shape.center
    height, width = board.drawing.height, board.drawing.width
    beside, above = 0 < r < height, 0 < c < width
    if beside == above:
        return []
    if beside:
        row = floor(r) + 1
        if abs(r % 1 - 0.5) > 0.3 or not (-1.2 < c < width + 1.2):
            return []
        line = [(row, k) for k in range(1, width + 1)]
        return line if c <= 0 else line[::-1]
    column = floor(c) + 1
    if abs(c % 1 - 0.5) > 0.3 or not (-1.2 < r < height + 1.2):
        return []
    line = [(k, column) for k in range(1, height + 1)]
    return line if r <= 0 else line[::-1]
