"""Locked candidates: what a group needs lies where other cells see all of it."""

from __future__ import annotations

from functools import partial

from puzzledsl.kernel.masks import bits
from puzzledsl.listing import listed
from puzzledsl.steps.board import Board
from puzzledsl.steps.finding import Finding, Technique, loss
from puzzledsl.steps.puzzle import Group

MOST_SEEN = 4
"""Places of a value that are looked at together when no other group holds them all."""


def find(board: Board, lines: bool) -> Finding | None:
    """All places of a value in a group are in a second group: the rest of that one loses the value."""
    for group in board.puzzle.groups:
        if bool(group.orientation) != lines or not _near(board, group, "locked"):
            continue
        for bit, places in _choices(board, group):
            together = sum(1 << x for x in places)
            for other in board.puzzle.groups_with(together):
                losing = board.with_candidate(other.members & ~group.members, bit)
                if losing:
                    return _finding(board, group, other, bit, places, losing)
        board.exhausted("locked", group.number)
    return None


def find_seen(board: Board) -> Finding | None:
    """All places of a value in a group see a cell outside, for whatever reasons: it loses the value."""
    puzzle = board.puzzle
    for group in puzzle.groups:
        if not _near(board, group, "seen"):
            continue
        for bit, places in _choices(board, group):
            if len(places) > MOST_SEEN:
                continue
            seen = ~group.members
            for x in places:
                seen &= puzzle.peers[x]
            losing = board.with_candidate(seen, bit)
            if losing:
                value = puzzle.values(places[0], bit)[0]
                clues = [puzzle.groups_with(1 << x | 1 << y)[0].requirement for y in losing for x in places]
                names = listed((puzzle.names[x] for x in places), "or")
                reason = f"In {group.name}, {value} is at {names}; what sees {_all(places)} of them cannot have it"
                removed, gone = [(y, bit) for y in losing], board.others_gone(group, bit, places)
                return loss(board, SEEN, reason, removed, (group.requirement, *clues), gone, places)
        board.exhausted("seen", group.number)
    return None


def _near(board: Board, group: Group, key: str) -> bool:
    """Whether a look at a group is worth it: each value occurs in it, and it or what sees it has changed."""
    around = group.members
    for x in group.cells:
        around |= board.puzzle.peers[x]
    return group.full and board.fresh(key, group.number, bits(around))


def _choices(board: Board, group: Group) -> list[tuple[int, list[int]]]:
    """The values that are not placed in a full group, with their places."""
    union = placed = 0
    for x in group.cells:
        union |= board.masks[x]
        if x in board.placed:
            placed |= board.masks[x]
    found = ((1 << position, board.places(group, 1 << position)) for position in bits(union & ~placed))
    return [(bit, places) for bit, places in found if len(places) > 1]


def _finding(
    board: Board,
    group: Group,
    other: Group,
    bit: int,
    places: list[int],
    losing: list[int],
) -> Finding:
    puzzle = board.puzzle
    value = puzzle.values(places[0], bit)[0]
    names = listed(puzzle.names[x] for x in places)
    reason = f"In {group.name}, {value} fits only in {names}, {_all(places)} of them in {other.name} too"
    technique, clues = CLAIMING if group.orientation else POINTING, (group.requirement, other.requirement)
    removed, gone = [(y, bit) for y in losing], board.others_gone(group, bit, places)
    return loss(board, technique, reason, removed, clues, gone, places)


def _all(places: list[int]) -> str:
    return "both" if len(places) == 2 else "all"


POINTING = Technique(
    "pointing",
    2.6,
    "A box or region has all places for a value in a second group, whose other cells lose it.",
    partial(find, lines=False),
)
CLAIMING = Technique(
    "claiming",
    2.8,
    "A row or column has all places for a value in a second group, whose other cells lose it.",
    partial(find, lines=True),
)
SEEN = Technique(
    "common peer", 3.3, "Every place that a group has for a value sees a cell outside, which loses it.", find_seen
)
TECHNIQUES = (POINTING, CLAIMING, SEEN)
