"""Singles: a cell with one candidate, a value with one place in a group."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from puzzledsl.kernel.masks import bits, single_bits
from puzzledsl.listing import listed
from puzzledsl.steps.board import Board
from puzzledsl.steps.finding import Finding, Technique, conclude
from puzzledsl.steps.puzzle import Group


def singles(board: Board, x: int, bit: int) -> Iterator[Finding]:
    """All singles that place a value in a cell."""
    if board.masks[x] == bit:
        yield naked(board, x)
    for number in board.puzzle.groups_of[x]:
        group = board.puzzle.groups[number]
        if group.full and board.places(group, bit) == [x]:
            yield hidden(board, group, x, bit)


def find_naked(board: Board, technique: Technique) -> Finding | None:  # noqa: ARG001
    """The first cell, row by row, that has one candidate and is not placed."""
    cells = (x for x, mask in enumerate(board.masks) if mask.bit_count() == 1 and x not in board.placed)
    return next((naked(board, x) for x in cells), None)


def naked(board: Board, x: int) -> Finding:
    """That a cell holds its only candidate; where its other values are, if they are placed in a few of its groups."""
    puzzle, bit, absent = board.puzzle, board.masks[x], board.absent(x)
    missing, names = absent, []
    for number in puzzle.groups_of[x]:
        group = puzzle.groups[number]
        here = board.union(y for y in group.cells if y != x and y in board.placed)
        if here & missing:
            names.append(group.name)
            missing &= ~here
    why = (
        ""
        if missing or not 0 < len(names) <= 4
        else f": {listed(names)} {'has' if len(names) == 1 else 'have'} the others"
    )
    holders: dict[int, int] = {}
    for y in bits(puzzle.peers[x]):
        if y in board.placed:
            holders.setdefault(board.masks[y], y)
    blocking = [holders[value] for value in single_bits(absent) if value in holders]
    reason = f"Only {puzzle.told(x, bit)[0]} is left for {puzzle.labels[x]}{why}"
    return conclude(board, NAKED, reason, (), ((x, absent),), blocking, placed=((x, bit),))


def find_last(board: Board, technique: Technique) -> Finding | None:
    """A group with one open cell."""
    groups = (group for group in board.puzzle.houses if len(board.open_cells(group)) == 1)
    return board.first(technique.name, groups, partial(_hidden_in, board))


def find_hidden(board: Board, technique: Technique, lines: bool) -> Finding | None:
    """A group and a value that must occur in it and fits in one open cell."""
    groups = (group for group in board.puzzle.houses if bool(group.orientation) == lines)
    return board.first(technique.name, groups, partial(_hidden_in, board))


def _hidden_in(board: Board, group: Group) -> Finding | None:
    once, twice, _ = board.repeated(group.cells)
    for x in group.cells:
        lonely = board.masks[x] & once & ~twice
        if lonely and x not in board.placed:
            return hidden(board, group, x, lonely & -lonely)
    return None


def hidden(board: Board, group: Group, x: int, bit: int) -> Finding:
    """That a value has its only place of a full group in a cell."""
    puzzle = board.puzzle
    value, name = puzzle.told(x, bit)[0], puzzle.labels[x]
    others = [y for y in group.cells if y != x]
    open_cells = [y for y in others if y not in board.placed]
    blocking = _blockers(board, open_cells, bit)
    if open_cells:
        technique = LINE if group.orientation else REGION
        plural, places = "s" * (len(blocking) > 1), puzzle.listed(blocking)
        why = f" ({value}{plural} at {places})" if 0 < len(blocking) <= 4 else ""
        reason = f"In {group.name}, {value} fits only in {name}{why}"
    else:
        technique = LAST
        reason = f"{name} is the last open cell of {group.name}, and {value} is missing there"
    gone, cells = board.others_gone(group, bit, (x,)), (*others, *blocking)
    return conclude(board, technique, reason, (group.requirement,), gone, cells, placed=((x, bit),))


def _blockers(board: Board, cells: Iterable[int], bit: int) -> list[int]:
    """Placed cells that keep a value from these cells, few of them; empty where something else keeps it from one."""
    peers, missing = board.puzzle.peers, sum(1 << x for x in cells)
    candidates = [y for y in board.placed if board.masks[y] == bit]
    found: list[int] = []
    while missing:
        best = max(candidates, key=lambda y: (peers[y] & missing).bit_count(), default=None)
        if best is None or not peers[best] & missing:
            return []
        found.append(best)
        missing &= ~peers[best]
    return found


def find_lost(board: Board, technique: Technique) -> Finding | None:
    """A group with a value that must occur and fits nowhere."""

    def look(group: Group) -> Finding | None:
        missing = group.values & ~board.union(group.cells)
        if not missing:
            return None
        bit = missing & -missing
        value = board.puzzle.told(group.cells[0], bit)[0]
        reason, gone = f"In {group.name}, there is no place left for {value}", board.others_gone(group, bit, ())
        return conclude(board, technique, reason, (group.requirement,), gone, group.cells, impossible=True)

    return board.first(technique.name, board.puzzle.houses, look)


LAST = Technique("last cell", 1.0, "A group has one open cell, which gets the missing value.", find_last)
REGION = Technique(
    "hidden single", 1.2, "A box, region or other group has one place for a value.", partial(find_hidden, lines=False)
)
LINE = Technique(
    "hidden single in a line", 1.5, "A row or column has one place for a value.", partial(find_hidden, lines=True)
)
NAKED = Technique("naked single", 2.0, "A cell has one candidate left.", find_naked)
TECHNIQUES = (
    Technique("no place", 0.0, "A value that a group needs fits nowhere in it: a contradiction.", find_lost),
    LAST,
    REGION,
    LINE,
    NAKED,
)
