"""A value that fits in one cell of a group only."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from puzzledsl.kernel.masks import bits
from puzzledsl.listing import listed
from puzzledsl.steps.board import Board
from puzzledsl.steps.finding import Finding, Technique
from puzzledsl.steps.puzzle import Group


def find_last(board: Board) -> Finding | None:
    """A group with one open cell."""

    def look(group: Group) -> Finding | None:
        cells = board.open_cells(group)
        single = len(cells) == 1 and board.masks[cells[0]].bit_count() == 1
        return last_cell(board, group, cells[0]) if single else None

    return board.first("last", (group for group in board.puzzle.groups if group.full), look)


def last_cell(board: Board, group: Group, x: int) -> Finding:
    """That the only open cell of a group holds the value that the others leave."""
    bit = board.masks[x]
    value = board.puzzle.values(x, bit)[0]
    sentence = f"{board.puzzle.names[x]} is the last open cell of {group.name}, and {value} is missing there."
    gone = board.others_gone(group, bit, (x,))
    return Finding(LAST, sentence, (group.requirement,), gone, placed=((x, bit),), cells=_rest(group, x))


def find_hidden(board: Board, lines: bool) -> Finding | None:
    """A group and a value that must occur in it and fits in one open cell."""
    groups = (group for group in board.puzzle.groups if group.full and bool(group.orientation) == lines)
    return board.first("hidden", groups, lambda group: hidden_in(board, group))


def hidden_in(board: Board, group: Group) -> Finding | None:
    """The first hidden single of a full group."""
    once = twice = 0
    for x in group.cells:
        twice |= once & board.masks[x]
        once |= board.masks[x]
    lonely = once & ~twice
    for x in group.cells:
        if x not in board.placed and board.masks[x] & lonely:
            bit = board.masks[x] & lonely
            return hidden(board, group, x, bit & -bit)
    return None


def hidden(board: Board, group: Group, x: int, bit: int) -> Finding:
    """That a value has its only place of a full group in a cell."""
    puzzle = board.puzzle
    value = puzzle.values(x, bit)[0]
    blocking = blockers(board, [y for y in group.cells if y != x and y not in board.placed], bit)
    plural = "s" if len(blocking) > 1 else ""
    places = listed(puzzle.names[y] for y in blocking)
    why = f" ({value}{plural} at {places})" if 0 < len(blocking) <= 4 else ""
    sentence = f"In {group.name}, {value} fits only in {puzzle.names[x]}{why}."
    premises = board.others_gone(group, bit, (x,))
    technique = LINE if group.orientation else REGION
    cells = (*_rest(group, x), *blocking)
    return Finding(technique, sentence, (group.requirement,), premises, placed=((x, bit),), cells=cells)


def blockers(board: Board, cells: Iterable[int], bit: int) -> list[int]:
    """Placed cells that keep a value from these cells, few of them; empty where something else keeps it from one."""
    missing = list(cells)
    found: list[int] = []
    candidates = [y for y in board.placed if board.masks[y] == bit]
    while missing:
        best = max(candidates, key=lambda y: sum(board.puzzle.peers[y] >> x & 1 for x in missing), default=None)
        if best is None or not any(board.puzzle.peers[best] >> x & 1 for x in missing):
            return []
        found.append(best)
        missing = [x for x in missing if not board.puzzle.peers[best] >> x & 1]
    return found


def _rest(group: Group, x: int) -> tuple[int, ...]:
    return tuple(y for y in group.cells if y != x)


def lost(board: Board) -> Finding | None:
    """A group with a value that must occur and fits nowhere."""

    def look(group: Group) -> Finding | None:
        required = union = 0
        for x in group.cells:
            required |= board.puzzle.initial[x]
            union |= board.masks[x]
        missing = required & ~union
        if not missing:
            return None
        bit = missing & -missing
        value = board.puzzle.base[group.cells[0]] + next(bits(bit))
        sentence = f"In {group.name}, there is no place left for {value}."
        gone = board.others_gone(group, bit, ())
        return Finding(LOST, sentence, (group.requirement,), gone, cells=group.cells, impossible=True)

    return board.first("lost", (group for group in board.puzzle.groups if group.full), look)


LOST = Technique("no place", 0.0, "A value that a group needs fits nowhere in it: a contradiction.", lost)
LAST = Technique("last cell", 1.0, "A group has one open cell, which gets the missing value.", find_last)
REGION = Technique(
    "hidden single",
    1.2,
    "A box, region or other group has one place for a value.",
    partial(find_hidden, lines=False),
)
LINE = Technique(
    "hidden single in a line", 1.5, "A row or column has one place for a value.", partial(find_hidden, lines=True)
)
TECHNIQUES = (LOST, LAST, REGION, LINE)
