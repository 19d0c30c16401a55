"""Thermometers and arrows: strokes that begin at a bulb or a circle."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.formats.clues import argument
from puzzledsl.formats.drawings.board import claims
from puzzledsl.formats.drawings.colors import fit
from puzzledsl.formats.drawings.geometry import cell_at, covered
from puzzledsl.formats.drawings.statements import rule

if TYPE_CHECKING:
    from puzzledsl.formats.drawings.board import Board
    from puzzledsl.formats.drawings.records import Shape, Stroke
    from puzzledsl.model import Cell

_WORDS = """thermometer thermometers thermo thermos bulb bulbs bulbous end ends tip tips increase increases increasing
    strictly rise rises larger ascend ascending order greater bigger stay stays same remain equal move moves
    moving away circle starting start starts beginning up towards toward shape shapes slow fast reading not decrease
    never either least out traveling going constant higher get gets along but only emerges flat round line lines
    time sequence all different require requires"""
_ARROW = """arrow arrows sum sums summing add adds up total totals equal equals equalling circle circled circles
    bulb bulbs
    head attached arrow's repeat repeated repeats may allowed its their value shaft shafts tail base pill pills
    path corresponding connected digit same two-digit starting start 2-digit read reads left right top bottom
    down multi circle's along that respective emerge emerges"""
RULES = (
    rule(
        "slow_thermo",
        "thermo",
        (
            r"(?=.*(?:thermo|bulb))(?:.*(?:stay|remain|same|equal)|.*(?:not|never) decrease)"
            r"|slow thermo(?:meter)? rules"
        ),
        _WORDS,
    ),
    rule(
        "thermo",
        "thermo",
        (
            r"^(?=.*(?:thermo|bulb))(?!.*(?:stay|remain|or equal|same|decrease)).*(?:increas|"
            r"\brise|larger|ascend|greater|bigger|higher)|^(?:normal|standard|regular)"
            r" thermo"
        ),
        _WORDS,
    ),
    rule(
        "arrow",
        "arrow",
        (
            r"^(?!.*(?:different|another) arrow)(?=.*\barrows?\b)(?!.*\bline between)"
            r"(?!.*line'?s ends)(?!.*double arrow)(?!.*diagonal)(?:.*\b(?:sums?|adds?|"
            r"total)\b)(?!.*average)"
        ),
        _ARROW,
        asides=r"the 2-digit number is read left to right",
    ),
    rule(
        "equal_thermos",
        "whole",
        r"\bdigits on each thermometer of the same color sum to the same total$",
        _WORDS + " sum total additionally",
        alone=True,
    ),
    rule("arrow_repeats", "arrow", r"(?=.*\barrow).*(?:can|may)(?: be)? repeat", _ARROW + " if by"),
)


def bind(board: Board) -> None:
    """Write thermometers and arrows."""
    bind_arrows(board)
    bind_thermometers(board)


def _circle_at(board: Board, cell: Cell) -> list[Shape]:
    return [
        shape
        for shape in board.drawing.shapes
        if shape.round and 0.4 <= shape.height <= 1 and 0.45 <= shape.width <= 1 and cell_at(shape.center) == cell
    ]


def _pill_with(board: Board, cell: Cell) -> tuple[Shape, tuple[Cell, ...]] | None:
    for shape in board.drawing.shapes:
        cells = covered(shape)
        if (
            shape.round
            and 2 <= len(cells) <= 3
            and cell in cells
            and min(shape.height, shape.width) > 0.5
            and not shape.angle
        ):
            return shape, cells
    return None


def bind_arrows(board: Board) -> None:
    """Arrows whose sum is in a circle or pill."""
    statements = board.said("arrow")
    if not statements:
        return
    heads = [(stroke, board.path(stroke)) for stroke in board.left_strokes(arrow=True)]
    for stroke, cells in heads or _from_circles(board):
        if (
            any(one.colors for one in statements)
            and not claims(statements, stroke.color)
            and fit("gray", stroke.color) < 1
        ):
            continue
        pill = _pill_with(board, cells[0])
        circles = _circle_at(board, cells[0])
        if circles:
            board.clue("arrow", f"arrow {_name(cells[0])}", cells[1:])
            board.typed["arrow"][cells[0]] = None
            board.explain(stroke, *circles)
        elif pill is not None:
            shape, inside = pill
            shaft = tuple(cell for cell in cells if cell not in inside)
            board.clue("arrow", f"arrow [{', '.join(map(_name, inside))}]", shaft)
            board.explain(stroke, shape)


def _from_circles(board: Board) -> list[tuple[Stroke, tuple[Cell, ...]]]:
    """Lines from a circle of their colour to none, where no line has a head and no rule is about lines."""
    if any(stroke.arrow for stroke in board.drawing.strokes) or board.about("line") or board.about("thermo"):
        return []
    found: list[tuple[Stroke, tuple[Cell, ...]]] = []
    for stroke in board.left_strokes():
        cells = board.path(stroke)
        first, last = (any(_alike(shape, stroke) for shape in _circle_at(board, cells[k])) for k in (0, -1))
        if first == last:
            return []
        found.append((stroke, cells if first else cells[::-1]))
    return found


def bind_thermometers(board: Board) -> None:
    """Thermometers, also those that branch: a stroke without a bulb begins at a cell of another."""
    fast, slow = board.said("thermo"), board.said("slow_thermo")
    if not (fast or slow):
        return
    bulbs: dict[int, tuple[Cell, ...]] = {}
    strokes = [stroke for stroke in board.left_strokes() if stroke.width >= 0.1]
    for stroke in strokes:
        cells = board.path(stroke)
        for line in (cells, cells[::-1]):
            found = [shape for shape in _circle_at(board, line[0]) if _alike(shape, stroke)]
            if found:
                bulbs[id(stroke)] = line
                board.explain(*found)
                break
    grown = {(cell, stroke.color) for stroke in strokes if id(stroke) in bulbs for cell in bulbs[id(stroke)]}
    branches = [stroke for stroke in strokes if stroke.width >= 0.2 and len(board.path(stroke)) > 1]
    while near := [
        stroke for stroke in branches if id(stroke) not in bulbs and (board.path(stroke)[0], stroke.color) in grown
    ]:
        for stroke in near:
            bulbs[id(stroke)] = board.path(stroke)
            grown.update((cell, stroke.color) for cell in board.path(stroke))
    colored: dict[str, list[str]] = {}
    for stroke in strokes:
        line = bulbs.get(id(stroke), ())
        kinds = _kinds(board, stroke)
        if line and len(kinds) == 1 and len(set(line)) == len(line):
            board.clue("thermo", kinds[0], line)
            board.explain(stroke)
            step = _step(board)
            if step:
                board.clue("thermo", f"whisper {step}", line)
            colored.setdefault(stroke.color, []).append(argument(line))
    for _ in board.said("equal_thermos")[:1]:
        for lines in colored.values():
            if len(lines) > 1:
                board.draft.line(f"equal_sums([{', '.join(lines)}])", "thermometer sums")


def _step(board: Board) -> str:
    """By how much thermometers must rise at each step, where the rules say it."""
    found = {
        match[1]
        for one in board.said("thermo")
        if (match := re.search(r"\bincreas\w+ by at least (\d)\b", one.sentence.plain))
    }
    return found.pop() if len(found) == 1 == len(board.said("thermo")) else ""


def _kinds(board: Board, stroke: Stroke) -> list[str]:
    both = board.said("thermo", "slow_thermo")
    names = list(dict.fromkeys(one.rule.name for one in both))
    if len(names) == 1:
        named = [one for one in both if one.colors]
        return names if not named or claims(named, stroke.color) or fit("gray", stroke.color) else []
    best = claims(both, stroke.color)
    return [best[0][1].rule.name] if best and (len(best) == 1 or best[0][0] > best[1][0] + 0.05) else []


def _alike(shape: Shape, stroke: Stroke) -> bool:
    """Whether a bulb belongs to a stroke: nearly its colour."""
    return any(_near(color, stroke.color) for color in (shape.fill, shape.border) if color)


def _near(color: str, other: str) -> bool:
    limit = 80 if fit("gray", color) == fit("gray", other) == 1 else 30
    return all(abs(int(color[k : k + 2], 16) - int(other[k : k + 2], 16)) < limit for k in (1, 3, 5))


def _name(cell: Cell) -> str:
    return f"r{cell[0]}c{cell[1]}"
