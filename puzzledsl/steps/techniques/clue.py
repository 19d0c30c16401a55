"""What one clue by itself leaves of its cells, as far as its propagators see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from puzzledsl.listing import listed
from puzzledsl.steps.board import Board
from puzzledsl.steps.clue_reasoning import Clue
from puzzledsl.steps.finding import Finding, Technique

MOST_SHOWN = 3
"""A cell with more candidates left is described by the values that it loses."""


def find(board: Board, lowest: int, highest: int, costly: bool) -> Finding | None:
    """The first clue, with so many open cells, that leaves less of them."""
    for number, clue in enumerate(board.puzzle.clues):
        count = sum(x not in board.placed for x in clue.cells)
        if not lowest <= count <= highest:
            continue
        if clue.cells and not board.fresh(("clue", costly), number, clue.cells):
            continue  # one that speaks of no cell can only be wrong: it is looked at always
        found = by_clue(board, clue, costly, _technique(count, costly))
        if found is not None:
            return found
        board.exhausted(("clue", costly), number)
    return None


def by_clue(board: Board, clue: Clue, costly: bool, technique: Technique) -> Finding | None:
    """What a clue leaves less of its cells, or that it cannot hold; ``None``: nothing new."""
    left = clue.narrow(board.masks, costly)
    if left is None:
        return cannot_hold(board, clue, technique)
    if not left:
        return None
    placed = tuple((x, mask) for x, mask in left.items() if not mask & (mask - 1) and x not in board.placed)
    known = {x for x, _ in placed}
    removed = tuple((x, board.masks[x] & ~mask) for x, mask in left.items() if x not in known)
    return Finding(
        technique,
        _sentence(board, clue, left),
        requirements(board, clue),
        board.gone(clue.cells),
        placed=placed,
        removed=removed,
        cells=clue.shown,
        reason=name(board, clue),
        holds=partial(leaves_less, clue),
    )


def cannot_hold(board: Board, clue: Clue, technique: Technique) -> Finding:
    """That nothing the cells can hold satisfies a clue."""
    return Finding(
        technique,
        f"{name(board, clue)} cannot hold any more.",
        requirements(board, clue),
        board.gone(clue.cells),
        cells=clue.cells,
        impossible=True,
        reason=name(board, clue),
        holds=partial(leaves_less, clue),
    )


def leaves_less(clue: Clue, masks: Sequence[int], needed: Mapping[int, int]) -> bool:
    """Whether a clue takes these values away from these candidates; with nothing ``needed``: cannot hold."""
    left = clue.narrow(masks, True)
    if left is None:
        return True
    return bool(needed) and all(not left.get(x, masks[x]) & values for x, values in needed.items())


def requirements(board: Board, clue: Clue) -> tuple[int, ...]:
    """The clue, and the groups that it is strengthened by."""
    return tuple(dict.fromkeys((*clue.requirements, *(board.puzzle.groups[g].requirement for g in clue.groups))))


def name(board: Board, clue: Clue) -> str:
    """The clue in words; of one about a whole grid, with the cells that matter here."""
    puzzle = board.puzzle
    words = clue.words or puzzle.clue_name(clue.requirements[0])
    cells = puzzle.model.requirements[clue.requirements[0]].origin.variables
    if not clue.words and len(cells) > len(clue.cells) + 1 and len(clue.cells) <= 4:
        words += f" for {listed(puzzle.names[x] for x in clue.cells)}"
    if clue.words:
        words += ": this"
    elif clue.groups:
        words += f", with {listed(puzzle.groups[g].name for g in clue.groups)},"
    return words


def _sentence(board: Board, clue: Clue, left: dict[int, int]) -> str:
    if clue.words and len(clue.cells) == 1:  # what it is has been said
        return f"{clue.words}."
    return f"{name(board, clue)} {_leaves(board, left)}."


def _leaves(board: Board, left: dict[int, int]) -> str:
    """``makes r1c4 6``, ``leaves r1c4 only 6 or 9``, ``takes 1 and 2 from r1c4``."""
    puzzle = board.puzzle
    makes: dict[int, list[str]] = {}
    leaves: dict[tuple[int, ...], list[str]] = {}
    takes: dict[tuple[int, ...], list[str]] = {}
    for x, mask in left.items():
        values = tuple(puzzle.values(x, mask))
        gone = tuple(puzzle.values(x, board.masks[x] & ~mask))
        if len(values) == 1:
            makes.setdefault(values[0], []).append(puzzle.names[x])
        elif len(values) <= MOST_SHOWN or len(values) < len(gone):
            leaves.setdefault(values, []).append(puzzle.names[x])
        else:
            takes.setdefault(gone, []).append(puzzle.names[x])
    parts = []
    if makes:
        parts.append("makes " + listed(f"{listed(cells)} {value}" for value, cells in makes.items()))
    if leaves:
        parts.append("leaves " + listed(f"{listed(c)} only {listed(map(str, v), 'or')}" for v, c in leaves.items()))
    if takes:
        parts.append("takes " + listed(f"{listed(map(str, v))} from {listed(c)}" for v, c in takes.items()))
    return listed(parts)


_ONE, _TWO, _THREE, _FIVE, _ALL = 1, 2, 3, 5, 10**6


def _technique(count: int, costly: bool) -> Technique:
    if count <= _ONE:
        return COMPLETED
    if not costly and count > _TWO:
        return LIMITS
    if count <= _TWO:
        return PAIR
    return SMALL if count <= _THREE else MEDIUM if count <= _FIVE else LARGE


COMPLETED = Technique(
    "completed clue", 1.7, "A clue has one open cell.", partial(find, lowest=0, highest=_ONE, costly=True)
)
PAIR = Technique(
    "clue with two open cells",
    2.2,
    "What the combinations of a clue leave of its two open cells.",
    partial(find, lowest=_TWO, highest=_TWO, costly=True),
)
LIMITS = Technique(
    "limits of a clue",
    2.4,
    "The smallest and largest values in a clue: of a sum, along a thermometer, between pairs of cells.",
    partial(find, lowest=_THREE, highest=_ALL, costly=False),
)
SMALL = Technique(
    "clue with three open cells",
    2.7,
    "What the combinations of a clue leave of its three open cells.",
    partial(find, lowest=_THREE, highest=_THREE, costly=True),
)
MEDIUM = Technique(
    "clue with four or five open cells",
    3.1,
    "What the combinations of a clue leave of its open cells.",
    partial(find, lowest=_THREE + 1, highest=_FIVE, costly=True),
)
LARGE = Technique(
    "clue with many open cells",
    3.7,
    "What the combinations of a clue of six or more open cells leave of them.",
    partial(find, lowest=_FIVE + 1, highest=_ALL, costly=True),
)
TECHNIQUES = (COMPLETED, PAIR, LIMITS, SMALL, MEDIUM, LARGE)
