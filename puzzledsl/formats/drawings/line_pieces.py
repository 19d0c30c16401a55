"""Lines that branch, close or meet: what is drawn together is one line, in pieces for which rules can be written."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from puzzledsl.formats.draft import cell_name
from puzzledsl.formats.drawings.geometry import cell_at, meet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.formats.drawings.board import Board
    from puzzledsl.formats.drawings.records import Stroke
    from puzzledsl.formats.drawings.statements import Statement
    from puzzledsl.model import Cell


_IN_REGION = re.compile(
    r"\bsum of (?:the )?digits on (?:an?|the|each) (?:[a-z]+ )?line within an?(?: particular)? (?:region|box)\b"
)
"""How a sentence says that all cells of a line in a region have the sum together."""
_IN_SEGMENTS = re.compile(
    r"\b(?:segments?|separate\w*|individual\w*|re-?enters?|each time|visits?|portions?|parts?|sections?|divides?)\b"
)
"""How a sentence says that each piece of a line between two borders has the sum by itself."""


def write_joined(board: Board, one: Statement, strokes: Sequence[Stroke], first: Stroke) -> bool:
    """Write the clue of a stroke and all that it meets: what is drawn together is one line."""
    line = [first]
    cells = set(board.path(first))
    left = [stroke for stroke in strokes if stroke is not first]
    while near := next((stroke for stroke in left if any(meet(stroke, part) for part in line)), None):
        left.remove(near)
        line.append(near)
        cells |= set(board.path(near))
    if any(has_loose_piece(board, stroke) for stroke in line):
        return False
    if one.rule.name == "region_sum":
        return write_pieces(board, [board.path(stroke) for stroke in sorted(line, key=lambda part: part.points)])
    if len(cells) > board.draft.highest - board.draft.lowest + 1:
        return False
    board.clue(one.rule.name, one.rule.name, sorted(cells))
    return True


def pieces_between_circles(board: Board, strokes: Sequence[Stroke]) -> list[tuple[Cell, ...]]:
    """The pieces from circle to circle of strokes that meet; none if a stroke ends without a circle, or two part."""
    rings = {cell_at(shape.center) for shape in board.drawing.shapes if shape.round and shape.height > 0.5}
    pieces: dict[frozenset[Cell], tuple[Cell, ...]] = {}
    for stroke in strokes:
        cells = board.path(stroke)
        places = [k for k, cell in enumerate(cells) if cell in rings]
        if not places or places[0] != 0 or places[-1] != len(cells) - 1:
            return []
        for start, end in pairwise(places):
            pieces.setdefault(frozenset(cells[start : end + 1]), cells[start : end + 1])
    steps = [frozenset(step) for piece in pieces.values() for step in pairwise(piece)]
    simple_ones = all(len(piece) == len(set(piece)) for piece in pieces.values())
    return list(pieces.values()) if simple_ones and len(steps) == len(set(steps)) else []


def pieces_of_network(board: Board, strokes: Sequence[Stroke]) -> list[tuple[Cell, ...]]:
    """The pieces from circle to circle of strokes that cross elsewhere, too, where each goes straight on.

    Returns:
        The pieces; none if lines part, bend or end at a cell without a circle where others pass.
    """
    rings = {cell_at(shape.center) for shape in board.drawing.shapes if shape.round and shape.height > 0.5}
    beside: dict[Cell, dict[Cell, None]] = {}
    for stroke in strokes:
        for a, b in pairwise(board.path(stroke)):
            beside.setdefault(a, {})[b] = None
            beside.setdefault(b, {})[a] = None
    for cell, others in beside.items():
        crossed = len(others) == 4 and all((2 * cell[0] - r, 2 * cell[1] - c) in others for r, c in others)
        if cell not in rings and len(others) != 2 and not crossed:
            return []
    pieces: dict[frozenset[tuple[Cell, Cell]], tuple[Cell, ...]] = {}
    for ring in sorted(beside.keys() & rings):
        for following in beside[ring]:
            piece = [ring, following]
            while piece[-1] not in rings:
                (r, c), before = piece[-1], piece[-2]
                onwards = (2 * r - before[0], 2 * c - before[1])
                ways = [cell for cell in beside[r, c] if cell != before]
                piece.append(ways[0] if len(ways) == 1 else onwards)
            steps = frozenset((min(step), max(step)) for step in pairwise(piece))
            pieces.setdefault(steps, tuple(piece))
    whole = all(len(piece) == len(set(piece)) for piece in pieces.values())
    number = sum(map(len, beside.values())) // 2
    return sorted(pieces.values()) if whole and sum(map(len, pieces)) == number else []


def of_whole_regions(board: Board) -> bool:
    """Whether the rules say that all cells of a line in one region have the sum, however often it enters the region."""
    said = [one.sentence.plain for one in board.said("region_sum")]
    return any(map(_IN_REGION.search, said)) and not _IN_SEGMENTS.search(board.draft.rules.lower())


def write_pieces(board: Board, paths: Sequence[tuple[Cell, ...]]) -> bool:
    """Equal sums of the pieces into which borders cut a line that branches or meets itself, or of its whole regions."""
    if not board.groups or not board.drawing.regions:
        return False
    whole = of_whole_regions(board)
    piece_of: dict[Cell, set[Cell]] = {}
    for path in paths:
        for k, cell in enumerate(path):
            piece = piece_of.setdefault(cell, {cell})
            others = path[:k] if whole else path[k - 1 : k]
            for before in (piece_of[other] for other in others if board.region_of(other) == board.region_of(cell)):
                if piece is not before:
                    piece |= before
                    piece_of.update(dict.fromkeys(piece, piece))
    pieces = sorted({tuple(sorted(piece)) for piece in piece_of.values()})
    if len(pieces) > 1:
        groups = ", ".join(f"[{', '.join(map(cell_name, piece))}]" for piece in pieces)
        board.draft.line(f"equal_sums([{groups}])", "region_sum")
        board.typed.setdefault("region_sum", {}).update(dict.fromkeys(piece_of))
    return True


def from_border(board: Board, loop: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """A closed line cut where it passes into another region, if it does."""
    for k, cell in enumerate(loop):
        if board.region_of(cell) != board.region_of(loop[k - 1]):
            return loop[k:] + loop[:k]
    return loop


def simple(cells: tuple[Cell, ...]) -> list[tuple[Cell, ...]]:
    """A line in pieces that meet no cell twice; neighbouring pieces share a cell."""
    pieces: list[tuple[Cell, ...]] = []
    piece: list[Cell] = []
    for cell in cells:
        if cell in piece:
            pieces.append(tuple(piece))
            piece = [piece[-1]]
        piece.append(cell)
    return [*pieces, tuple(piece)]


def has_loose_piece(board: Board, stroke: Stroke) -> bool:
    """Whether a stroke of the same colour meets this one and does not run through cells."""
    return any(
        other.color == stroke.color and not board.path(other) and meet(stroke, other) for other in board.drawing.strokes
    )
