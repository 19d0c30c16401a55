"""Locked candidates: what a group needs lies where other cells see all of it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from puzzledsl.kernel.masks import single_bits
from puzzledsl.steps.board import Board
from puzzledsl.steps.finding import Finding, Technique, conclude
from puzzledsl.steps.puzzle import Group

MOST_SEEN = 4
"""Places of a value that are looked at together when no other group holds them all."""


def find(board: Board, technique: Technique, lines: bool) -> Finding | None:
    """All places of a value in a group are in a second group: the rest of that one loses the value."""
    puzzle = board.puzzle

    def look(group: Group) -> Finding | None:
        for bit, places in _choices(board, group):
            for other in puzzle.groups_with(places):
                losing = board.with_candidate(other.members & ~group.members, bit)
                if losing:
                    value, names = puzzle.told(places[0], bit)[0], puzzle.listed(places)
                    where = f"{_all(places)} of them in {other.name} too"
                    reason = f"In {group.name}, {value} fits only in {names}, {where}"
                    clues, gone = (group.requirement, other.requirement), board.others_gone(group, bit, places)
                    return conclude(board, technique, reason, clues, gone, places, removed=[(y, bit) for y in losing])
        return None

    groups = (group for group in puzzle.houses if bool(group.orientation) == lines)
    return board.first(technique.name, groups, look)


def find_seen(board: Board, technique: Technique) -> Finding | None:
    """All places of a value in a group see a cell outside, for whatever reasons: it loses the value."""
    puzzle = board.puzzle

    def look(group: Group) -> Finding | None:
        for bit, places in _choices(board, group):
            losing = board.seeing(places, bit) if len(places) <= MOST_SEEN else []
            if losing:
                value, names = puzzle.told(places[0], bit)[0], puzzle.listed(places, "or")
                reason = f"In {group.name}, {value} is at {names}; what sees {_all(places)} of them cannot have it"
                clues = (group.requirement, *puzzle.between(losing, places))
                gone = board.others_gone(group, bit, places)
                return conclude(board, technique, reason, clues, gone, places, removed=[(y, bit) for y in losing])
        return None

    return board.first(technique.name, puzzle.houses, look)


def _choices(board: Board, group: Group) -> Iterator[tuple[int, list[int]]]:
    """The values that a full group has several places for, with these."""
    for bit in single_bits(board.union(board.open_cells(group))):
        places = board.places(group, bit)
        if len(places) > 1:
            yield bit, places


def _all(places: list[int]) -> str:
    return "both" if len(places) == 2 else "all"


TECHNIQUES = (
    Technique(
        "pointing",
        2.6,
        "A box or region has all places for a value in a second group, whose other cells lose it.",
        partial(find, lines=False),
    ),
    Technique(
        "claiming",
        2.8,
        "A row or column has all places for a value in a second group, whose other cells lose it.",
        partial(find, lines=True),
    ),
    Technique(
        "common peer", 3.3, "Every place that a group has for a value sees a cell outside, which loses it.", find_seen
    ),
)
