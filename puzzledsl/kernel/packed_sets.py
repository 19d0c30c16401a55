"""Sets of sets of values, kept as one integer: bit ``n`` stands for the set whose mask is ``n``.

So a step from cell to cell is one shift for each value. There are 2 to the power of ``width`` sets of so many values.
"""

from __future__ import annotations

from functools import lru_cache

MOST_PACKED = 12
"""Propagators keep sets of more positions otherwise."""


def after(sets: int, values: int, width: int) -> int:
    """Return the sets that arise when one of the values is added to sets without it."""
    found = 0
    without = sets_without(width)
    while values:
        low = values & -values
        values ^= low
        found |= (sets & without[low.bit_length() - 1]) << low
    return found


def before(sets: int, values: int, width: int) -> int:
    """Return the sets that become one of ``sets`` when one of the values is added."""
    found = 0
    without = sets_without(width)
    while values:
        low = values & -values
        values ^= low
        found |= sets >> low & without[low.bit_length() - 1]
    return found


@lru_cache(maxsize=32)
def sets_without(width: int) -> list[int]:
    """For each of ``width`` positions the sets of positions that do not have it, as bits."""
    found: list[int] = []
    for position in range(width):
        size = 1 << position  # so many sets without it, so many with it, and again
        pattern, length = (1 << size) - 1, 2 * size
        while length < 1 << width:
            pattern |= pattern << length
            length *= 2
        found.append(pattern)
    return found


@lru_cache(maxsize=32)
def sets_by_sum(width: int) -> list[int]:
    """For each sum the sets of some of ``width`` positions that have it, as bits."""
    found = [1]
    for position in range(width):
        longer = found + [0] * position
        for total, sets in enumerate(found):
            longer[total + position] |= sets << (1 << position)
        found = longer
    return found


def kept_by_sums(masks: tuple[int, ...], allowed: int, start: int, width: int) -> tuple[int, ...]:
    """What is left of the masks when different positions must have an ``allowed`` sum, as bits.

    Args:
        allowed: sums of positions counted from ``start``.
        start, width: the `span_of` the masks.

    Returns:
        What is left; all 0 where there is no such sum.
    """
    leading = [1]
    for mask in masks:
        leading.append(after(leading[-1], mask >> start, width))
    alive, without = 0, sets_without(width)
    for total, having in enumerate(sets_by_sum(width)):
        if allowed >> total & 1:
            alive |= having
    kept = [0] * len(masks)
    alive &= leading.pop()
    for i in range(len(masks) - 1, -1, -1):
        sets, reached, mask = leading.pop(), 0, masks[i] >> start
        while mask:
            low = mask & -mask
            mask ^= low
            from_here = alive >> low & without[low.bit_length() - 1] & sets
            if from_here:
                kept[i] |= low << start
                reached |= from_here
        alive = reached
    return tuple(kept)


def span_of(masks: tuple[int, ...]) -> tuple[int, int]:
    """The lowest position of all, and how many there are from it to the highest."""
    union = 0
    for mask in masks:
        union |= mask
    start = (union & -union).bit_length() - 1
    return start, union.bit_length() - start
