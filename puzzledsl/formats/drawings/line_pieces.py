"""Lines that branch, close or meet: what is drawn together is one line, in pieces for which rules can be written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.formats.draft import cell_name
from puzzledsl.formats.drawings.geometry import meet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.formats.drawings.board import Board
    from puzzledsl.formats.drawings.records import Stroke
    from puzzledsl.formats.drawings.statements import Statement
    from puzzledsl.model import Cell


def write_joined(board: Board, one: Statement, strokes: list[Stroke]) -> None:
    """Write the clues of strokes that meet: what is drawn together is one line."""
    while strokes:
        line = [strokes.pop()]
        cells = set(board.path(line[0]))
        while near := next((stroke for stroke in strokes if any(meet(stroke, part) for part in line)), None):
            strokes.remove(near)
            line.append(near)
            cells |= set(board.path(near))
        if any(has_loose_piece(board, stroke) for stroke in line):
            continue
        paths = [board.path(stroke) for stroke in line]
        if one.rule.name == "region_sum":
            done = write_pieces(board, paths)
        else:
            done = len(cells) <= board.draft.highest - board.draft.lowest + 1
            if done:
                board.clue(one.rule.name, one.rule.name, sorted(cells))
        if done:
            board.explain(*line)


def write_pieces(board: Board, paths: Sequence[tuple[Cell, ...]]) -> bool:
    """Equal sums of the pieces into which borders cut a line that branches or meets itself."""
    if not board.groups or not board.drawing.regions:
        return False
    piece_of: dict[Cell, set[Cell]] = {}
    for path in paths:
        for k, cell in enumerate(path):
            piece = piece_of.setdefault(cell, {cell})
            before = piece_of[path[k - 1]] if k else piece
            if piece is not before and board.region_of(cell) == board.region_of(path[k - 1]):
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
