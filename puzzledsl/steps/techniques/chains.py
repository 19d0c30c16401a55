"""Chains: either a candidate is true, or, link by link, another one is; whatever sees both is gone.

A strong link says "one of the two": the two places of a value in a group, or the two candidates of a cell. A weak link
says "not both": the same value in cells that must differ, or two candidates of a cell. They take turns.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from puzzledsl.kernel.masks import bits
from puzzledsl.steps.finding import Finding, Premise, Technique, loss

if TYPE_CHECKING:
    from collections.abc import Iterator

    from puzzledsl.steps.board import Board
    from puzzledsl.steps.puzzle import Group

MOST_LINKS = 9
"""Strong links in a chain."""

Node = tuple[int, int]
"""A candidate: variable and bit."""


class _Strong(NamedTuple):
    """From a candidate that is false to one that is then true: in a group, or (``None``) in the cell itself."""

    to: Node
    group: Group | None


class _Arrival(NamedTuple):
    """How a candidate was found to be true: from which one, known to be false; that one from which, known true."""

    false: Node
    group: Group | None
    before: Node | None


def find(board: Board, places: bool, pairs: bool) -> Finding | None:
    """The shortest chain from the first candidate that has one.

    Args:
        places: strong links may be the two places of a value in a group.
        pairs: strong links may be the two candidates of a cell.
    """
    strong = _strong_links(board, places, pairs)
    for start in strong:
        found = _from(board, start, strong, _technique(places, pairs))
        if found is not None:
            return found
    return None


def _strong_links(board: Board, places: bool, pairs: bool) -> dict[Node, list[_Strong]]:
    strong: dict[Node, list[_Strong]] = {}
    if places:
        for group in board.puzzle.groups:
            if not group.full:
                continue
            once = twice = more = 0
            for x in group.cells:
                mask = board.masks[x]
                more |= twice & mask
                twice |= once & mask
                once |= mask
            for position in bits(twice & ~more):
                bit = 1 << position
                x, y = board.places(group, bit)
                strong.setdefault((x, bit), []).append(_Strong((y, bit), group))
                strong.setdefault((y, bit), []).append(_Strong((x, bit), group))
    if pairs:
        for x, mask in enumerate(board.masks):
            if mask.bit_count() == 2:
                low = mask & -mask
                strong.setdefault((x, low), []).append(_Strong((x, mask ^ low), None))
                strong.setdefault((x, mask ^ low), []).append(_Strong((x, low), None))
    return strong


def _from(board: Board, start: Node, strong: dict[Node, list[_Strong]], technique: Technique) -> Finding | None:
    """Follows what is true if the start is false, breadth first."""
    arrived: dict[Node, _Arrival] = {}
    level: list[tuple[Node, Node | None]] = [(start, None)]
    falsified = {start}
    for _ in range(MOST_LINKS):
        reached: list[Node] = []
        for false, before in level:
            for link in strong.get(false, ()):
                if link.to in arrived:
                    continue
                arrived[link.to] = _Arrival(false, link.group, before)
                reached.append(link.to)
        for end in reached:
            losing = _sees_both(board, start, end)
            if losing:
                return _finding(board, start, end, arrived, losing, technique)
        level = []
        for true in reached:
            for false in _weak(board, true):
                if false not in falsified and false in strong:
                    falsified.add(false)
                    level.append((false, true))
    return None


def _weak(board: Board, node: Node) -> Iterator[Node]:
    x, bit = node
    for y in board.with_candidate(board.puzzle.peers[x], bit):
        yield y, bit
    for position in bits(board.masks[x] & ~bit):
        yield x, 1 << position


def _sees_both(board: Board, start: Node, end: Node) -> list[Node]:
    """The candidates that are false whether the one or the other is true."""
    (x, a), (y, b) = start, end
    peers = board.puzzle.peers
    if x == y:
        return [(x, 1 << position) for position in bits(board.masks[x] & ~(a | b))]
    if a == b:
        return [(z, a) for z in board.with_candidate(peers[x] & peers[y], a)]
    if not peers[x] >> y & 1:
        return []
    return [(z, bit) for z, bit in ((x, b), (y, a)) if board.masks[z] & bit]


def _finding(
    board: Board, start: Node, end: Node, arrived: dict[Node, _Arrival], losing: list[Node], technique: Technique
) -> Finding:
    puzzle = board.puzzle
    steps: list[tuple[Node, _Arrival]] = []
    node: Node | None = end
    while node is not None:
        steps.append((node, arrived[node]))
        node = arrived[node].before
    steps.reverse()
    premises: list[Premise] = []
    clues: dict[int, None] = {}
    reasons: list[str] = []

    def see(x: int, y: int) -> None:
        if x != y:
            clues[puzzle.groups_with(1 << x | 1 << y)[0].requirement] = None

    for true, arrival in steps:
        if arrival.group is None:
            x = true[0]
            premises.append((x, board.absent(x)))
            reasons.append(_said(board, true))
        else:
            clues[arrival.group.requirement] = None
            premises += board.others_gone(arrival.group, true[1], (true[0], arrival.false[0]))
            reasons.append(f"{_said(board, true)} ({arrival.group.name})")
        if arrival.before is not None:
            see(arrival.before[0], arrival.false[0])
    for z, _ in losing:
        see(z, start[0])
        see(z, end[0])
    reason = f"Either {_said(board, start)}, or {', so '.join(reasons)}"
    gone: dict[int, int] = {}
    for z, bit in losing:
        gone[z] = gone.get(z, 0) | bit
    cells = dict.fromkeys((start[0], *(node[0] for true, arrival in steps for node in (arrival.false, true))))
    return loss(board, technique, reason, gone.items(), clues, premises, cells)


def _said(board: Board, node: Node) -> str:
    return f"{board.puzzle.names[node[0]]} is {board.puzzle.values(*node)[0]}"


def _technique(places: bool, pairs: bool) -> Technique:
    return MIXED if places and pairs else PLACES if places else PAIRS


PLACES = Technique(
    "X-chain",
    4.6,
    "Groups with two places for a value link two cells, so that one of them has it; what sees both loses it.",
    partial(find, places=True, pairs=False),
)
PAIRS = Technique(
    "XY-chain",
    4.8,
    "Either a cell has a value or, along cells with two candidates, another one has it; what sees both loses it.",
    partial(find, places=False, pairs=True),
)
MIXED = Technique(
    "alternating chain",
    5.6,
    "The same with both kinds of link, for any two candidates.",
    partial(find, places=True, pairs=True),
)
TECHNIQUES = (PLACES, PAIRS, MIXED)
