"""What every tour through all positions of a graph has in common.

Positions count from 0 here; ``arcs[i]`` has bit j where j may follow i.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from puzzledsl.kernel.masks import bits
from puzzledsl.kernel.matching import closure
from puzzledsl.kernel.store import Contradiction
from puzzledsl.time_limit import check_time

if TYPE_CHECKING:
    from collections.abc import Sequence


def possible_arcs(arcs: Sequence[int]) -> list[int]:
    """The arcs that may be on a tour through all positions; at least three of them.

    Raises:
        Contradiction: there is none.
        OutOfTime: the time limit came first.
    """
    left = list(arcs)
    while True:
        before = left.copy()
        _keep_edges(left)
        if left == before:
            _keep_order(left, _root(left))
        if left == before:
            return left


def _root(arcs: list[int]) -> int:
    """A position with the most arcs: without it the graph falls apart most easily."""
    return max(range(len(arcs)), key=lambda i: arcs[i].bit_count())


# ── whichever way round ──────────────────────────────────────────────────────────────────────────


def _keep_edges(arcs: list[int]) -> None:
    """Each position has two neighbours on the tour; edges that are certain form chains that close only when complete,
    and a chain is run through in one direction.

    An edge is a pair of positions with an arc in either direction.
    """
    count = len(arcs)
    near = list(arcs)
    for i, mask in enumerate(arcs):
        check_time()
        for j in bits(mask):
            near[j] |= 1 << i
    certain = [0] * count
    other_end = list(range(count))  # of a chain, known at its two ends
    length = [1] * count  # likewise
    # A successor that is fixed makes an edge certain, and so does a position with only two edges left.
    fixed = [i for i, mask in enumerate(arcs) if not mask & (mask - 1)]
    pending = list(range(count))
    while pending or fixed:
        check_time()
        i = fixed.pop() if fixed else pending.pop()
        sure = arcs[i] if not arcs[i] & (arcs[i] - 1) else 0
        degree = near[i].bit_count()
        if degree < 2:
            raise Contradiction
        if degree == 2:
            sure = near[i]
        for j in bits(sure & ~certain[i]):
            if not near[i] >> j & 1 or certain[i].bit_count() == 2 or certain[j].bit_count() == 2:
                raise Contradiction
            certain[i] |= 1 << j
            certain[j] |= 1 << i
            a, b = other_end[i], other_end[j]
            if a == j:  # the chain closes
                if length[i] < count:
                    raise Contradiction
                continue
            other_end[a], other_end[b] = b, a
            length[a] = length[b] = length[a] + length[b]
            if length[a] < count and not certain[a] >> b & 1:
                _cut(near, a, b, pending)
            for end in (i, j):
                if certain[end].bit_count() == 2:
                    for k in bits(near[end] & ~certain[end]):
                        _cut(near, end, k, pending)
    for i in range(count):
        arcs[i] &= near[i]
        if not arcs[i]:
            raise Contradiction
    _orient(arcs, certain)


def _cut(near: list[int], i: int, j: int, pending: list[int]) -> None:
    near[i] &= ~(1 << j)
    near[j] &= ~(1 << i)
    pending += (i, j)


def _orient(arcs: list[int], certain: list[int]) -> None:
    """Where one arc of a chain is not possible, the whole chain runs the other way."""
    count = len(arcs)
    seen = 0
    starts = [i for i in range(count) if certain[i].bit_count() == 1]
    if not starts and all(certain):  # closed, so it is the tour
        starts = [0]
    for start in starts:
        if seen >> start & 1:
            continue
        chain = [start]
        here, seen = start, seen | 1 << start
        while ahead := certain[here] & ~seen:
            here = (ahead & -ahead).bit_length() - 1
            chain.append(here)
            seen |= 1 << here
        if len(chain) == count and certain[here] >> start & 1:
            chain.append(start)
        forwards = all(arcs[a] >> b & 1 for a, b in pairwise(chain))
        backwards = all(arcs[b] >> a & 1 for a, b in pairwise(chain))
        if not forwards and not backwards:
            raise Contradiction
        for a, b in pairwise(chain):
            if not backwards:
                arcs[a] = 1 << b
            elif not forwards:
                arcs[b] = 1 << a


# ── from one position all the way back to it ─────────────────────────────────────────────────────


def _keep_order(arcs: list[int], root: int) -> None:
    """Strongly connected components of the graph without ``root`` are run through one after the other, so no arc skips
    one; the root is between the last and the first.

    Francis and Stuckey, Explaining circuit propagation (Constraints 19, 2014).
    """
    following = 1 << root
    for _, inside in sorted(_components(arcs, root)):  # from the end of the tour
        leaves = False
        for i in bits(inside):
            leaves = leaves or arcs[i] & following != 0
            arcs[i] &= inside | following
            if not arcs[i]:
                raise Contradiction
        if not leaves:
            raise Contradiction
        following = inside
    arcs[root] &= following
    if not arcs[root]:
        raise Contradiction


def _components(arcs: list[int], root: int) -> list[tuple[int, int]]:
    """The strongly connected components of the positions but ``root``, each with how many positions it leads to.

    On a tour each leads to all that come after it, and so to more than any of those.
    """
    back = [0] * len(arcs)
    for i, mask in enumerate(arcs):
        check_time()
        for j in bits(mask):
            back[j] |= 1 << i
    found: list[tuple[int, int]] = []
    others = rest = (1 << len(arcs)) - 1 ^ 1 << root
    while rest:
        check_time()
        ahead = closure(rest & -rest, arcs, others)
        together = closure(rest & -rest, back, ahead)
        found.append((ahead.bit_count(), together))
        rest &= ~together
    return found
