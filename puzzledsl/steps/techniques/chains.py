"""Chains: either a candidate is true, or, link by link, another one is; whatever sees both is gone.

A strong link says "one of the two": the two places of a value in a group, or the two candidates of a cell. A weak link
says "not both": the same value in cells that must differ, or two candidates of a cell. They take turns.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from puzzledsl.kernel.masks import single_bits
from puzzledsl.steps.finding import Finding, Premise, Technique, conclude
from puzzledsl.time_limit import in_time

if TYPE_CHECKING:
    from collections.abc import Iterator

    from puzzledsl.steps.board import Board
    from puzzledsl.steps.puzzle import Group

MOST_LINKS = 9
"""Strong links in a chain."""

Node = tuple[int, int]
"""A candidate: variable and bit."""


class _Strong(NamedTuple):
    """If one candidate is false, the other is true: in a group, or (``None``) in the cell itself."""

    false: Node
    true: Node
    group: Group | None


Strong = dict[Node, list[_Strong]]
"""The strong links from each candidate."""


def find(board: Board, technique: Technique, places: bool, pairs: bool) -> Finding | None:
    """The shortest chain from the first candidate that has one.

    Args:
        places: strong links may be the two places of a value in a group.
        pairs: strong links may be the two candidates of a cell.
    """
    strong: Strong = {}
    for group in board.puzzle.groups if places else ():
        _, twice, more = board.repeated(group.cells) if group.full else (0, 0, 0)
        for bit in single_bits(twice & ~more):
            x, y = board.places(group, bit)
            _link(strong, (x, bit), (y, bit), group)
    for x, mask in enumerate(board.masks if pairs else ()):
        if mask.bit_count() == 2:
            low, high = single_bits(mask)
            _link(strong, (x, low), (x, high), None)
    return next(filter(None, (_from(board, technique, start, strong) for start in in_time(strong))), None)


def _link(strong: Strong, one: Node, other: Node, group: Group | None) -> None:
    strong.setdefault(one, []).append(_Strong(one, other, group))
    strong.setdefault(other, []).append(_Strong(other, one, group))


def _from(board: Board, technique: Technique, start: Node, strong: Strong) -> Finding | None:
    """Follows what is true if the start is false, breadth first."""
    known = {start}
    arrived: set[Node] = set()
    level: list[tuple[Node, tuple[_Strong, ...]]] = [(start, ())]
    for _ in range(MOST_LINKS):
        paths = []
        for false, path in level:
            for link in strong[false]:
                if link.true not in arrived:
                    arrived.add(link.true)
                    paths.append((*path, link))
        for path in paths:
            losing = _sees_both(board, start, path[-1].true)
            if losing:
                return _finding(board, technique, path, losing)
        level = []
        for path in paths:
            for false in _weak(board, path[-1].true):
                if false not in known and false in strong:
                    known.add(false)
                    level.append((false, path))
    return None


def _weak(board: Board, node: Node) -> Iterator[Node]:
    x, bit = node
    for y in board.with_candidate(board.puzzle.peers[x], bit):
        yield y, bit
    for other in single_bits(board.masks[x] & ~bit):
        yield x, other


def _sees_both(board: Board, start: Node, end: Node) -> dict[int, int]:
    """The candidates, by cell, that are false whether the one or the other is true."""
    (x, a), (y, b) = start, end
    if x == y:
        losing = {x: board.masks[x] & ~(a | b)}
    elif a == b:
        losing = dict.fromkeys(board.seeing((x, y), a), a)
    else:
        losing = {x: board.masks[x] & b, y: board.masks[y] & a} if board.puzzle.peers[x] >> y & 1 else {}
    return {z: values for z, values in losing.items() if values}


def _finding(board: Board, technique: Technique, path: tuple[_Strong, ...], losing: dict[int, int]) -> Finding:
    puzzle = board.puzzle
    start = path[0].false
    premises: list[Premise] = []
    clues: list[int] = []
    reasons = []
    before = start
    for false, true, group in path:
        reasons.append(_is(board, true) + (f" ({group.name})" if group is not None else ""))
        if group is None:
            premises.append((true[0], board.absent(true[0])))
        else:
            clues.append(group.requirement)
            premises += board.others_gone(group, true[1], (true[0], false[0]))
        clues += puzzle.between([before[0]], [false[0]])
        before = true
    clues += puzzle.between(losing, [start[0], before[0]])
    reason = f"Either {_is(board, start)}, or {', so '.join(reasons)}"
    cells = dict.fromkeys(x for link in path for x, _ in (link.false, link.true))
    return conclude(board, technique, reason, clues, premises, cells, removed=losing.items())


def _is(board: Board, node: Node) -> str:
    return f"{board.puzzle.labels[node[0]]} is {board.puzzle.told(*node)[0]}"


TECHNIQUES = (
    Technique(
        "X-chain",
        4.6,
        "Groups with two places for a value link two cells, so that one of them has it; what sees both loses it.",
        partial(find, places=True, pairs=False),
    ),
    Technique(
        "XY-chain",
        4.8,
        "Either a cell has a value or, along cells with two candidates, another one has it; what sees both loses it.",
        partial(find, places=False, pairs=True),
    ),
    Technique(
        "alternating chain",
        5.6,
        "As X-chain and XY-chain, with both kinds of link, for any two candidates.",
        partial(find, places=True, pairs=True),
    ),
)
