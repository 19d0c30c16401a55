"""Walks through graphs: what is joined, what is within reach, and what holds it together.

``near`` has the neighbors of each position; a part of the positions is a list, or by position whether it is in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def neighbors(count: int, edges: Sequence[tuple[int, int]]) -> list[list[int]]:
    """The neighbors of each position."""
    near: list[list[int]] = [[] for _ in range(count)]
    for a, b in edges:
        near[a].append(b)
        near[b].append(a)
    return near


def gather(near: list[list[int]], inside: list[bool], number: list[int], parts: list[list[int]], start: int) -> None:
    """Add to ``parts`` all positions that are joined to one through those inside, and note their number."""
    number[start] = len(parts)
    part = [start]
    for p in part:
        for q in near[p]:
            if inside[q] and number[q] < 0:
                number[q] = number[start]
                part.append(q)
    parts.append(part)


def spread(near: list[list[int]], part: list[int], may: list[bool], size: int) -> tuple[list[int], list[bool]]:
    """What may be in a component of this size with a part, the part first; also by position."""
    inside = [False] * len(near)
    for p in part:
        inside[p] = True
    level, room = part, part.copy()
    for _ in range(size - len(part)):
        further: list[int] = []
        for p in level:
            for q in near[p]:
                if may[q] and not inside[q]:
                    inside[q] = True
                    further.append(q)
        if not further:
            break
        room += further
        level = further
    return room, inside


def required(
    near: list[list[int]], part: list[int], inside: list[bool], reached: int, least: int, joined: list[bool]
) -> tuple[list[int], list[int]]:
    """Positions without which fewer than ``least`` of those inside are joined to a part, or not all of some.

    Depth-first low points (Hopcroft and Tarjan, Efficient algorithms for graph manipulation, CACM 1973), with the part
    as one position, the root.

    Args:
        joined: by position, whether it must be joined to the part. Empty: none must.

    Returns:
        These positions; and by position when it was reached, 0: never.
    """
    count = len(near)
    order, low, size, cut = [0] * count, [0] * count, [1] * count, [1] * count
    above, ahead = [-1] * count, [0] * count
    holds, parts_some = joined.copy() if joined else [False] * count, [False] * count
    for p in part:
        order[p] = 1
    clock = 1
    found: list[int] = []
    for p in part:
        for child in near[p]:
            if not inside[child] or order[child]:
                continue
            clock += 1
            order[child] = low[child] = clock
            here = child
            while here >= 0:
                beside = near[here]
                i = ahead[here]
                if i < len(beside):
                    ahead[here] = i + 1
                    there = beside[i]
                    if not inside[there]:
                        continue
                    if not order[there]:
                        clock += 1
                        order[there] = low[there] = clock
                        above[there] = here
                        here = there
                    elif order[there] < low[here]:
                        low[here] = order[there]
                    continue
                if reached - cut[here] < least or parts_some[here]:
                    found.append(here)
                parent = above[here]
                if parent >= 0:
                    size[parent] += size[here]
                    low[parent] = min(low[parent], low[here])
                    if low[here] >= order[parent]:
                        cut[parent] += size[here]
                        parts_some[parent] = parts_some[parent] or holds[here]
                    holds[parent] = holds[parent] or holds[here]
                here = parent
    return found, order
