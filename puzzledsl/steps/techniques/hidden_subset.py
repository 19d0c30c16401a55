"""As many values as cells of a group that can hold them: these cells lose all other values."""

from __future__ import annotations

from functools import partial
from itertools import combinations

from puzzledsl.kernel.masks import single_bits
from puzzledsl.listing import listed
from puzzledsl.steps.board import Board
from puzzledsl.steps.finding import Finding, Technique, conclude
from puzzledsl.steps.puzzle import Group


def find(board: Board, technique: Technique, size: int) -> Finding | None:
    """The first hidden subset of a size that takes something away."""
    puzzle, masks = board.puzzle, board.masks

    def look(group: Group) -> Finding | None:
        cells = board.open_cells(group)
        few = [bit for bit in single_bits(board.union(cells)) if len(board.places(group, bit)) <= size]
        for chosen in combinations(few, size):
            values = sum(chosen)
            inside = [x for x in cells if masks[x] & values]
            removed = [(x, masks[x] & ~values) for x in inside if masks[x] & ~values]
            if len(inside) == size and removed:
                premises = [premise for bit in chosen for premise in board.others_gone(group, bit, inside)]
                shown, names = listed(map(str, puzzle.told(inside[0], values))), puzzle.listed(inside)
                reason = f"In {group.name}, {shown} fit only in {names}"
                return conclude(board, technique, reason, (group.requirement,), premises, inside, removed=removed)
        return None

    groups = (group for group in puzzle.houses if len(group.cells) > size)
    return board.first(technique.name, groups, look)


TECHNIQUES = tuple(
    Technique(
        f"hidden {name}",
        rating,
        f"{number} values have {number.lower()} places in a group between them, and nothing else fits there.",
        partial(find, size=size),
    )
    for size, number, name, rating in (
        (2, "Two", "pair", 3.4),
        (3, "Three", "triple", 4.0),
        (4, "Four", "quadruple", 5.4),
    )
)
