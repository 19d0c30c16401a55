"""Sums whose terms fall into groups of different values: domain consistency group by group.

``Σ k·(sum of a group) == total``, the values within a group all different. Each group is seen through the set of sums
that different values out of its domains can have; these sets are added up as in `kernel.sums`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from puzzledsl.kernel.matching import common_masks, separate
from puzzledsl.kernel.packed_sets import MOST_PACKED, after, kept_by_sums, sets_by_sum, span_of
from puzzledsl.kernel.store import Contradiction
from puzzledsl.kernel.sums import MOST_SUMS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.store import Store

Group = tuple[int, tuple[int, ...]]
"""A factor and variables that have to be different, or a single one."""


def propagate_groups(store: Store, groups: Sequence[Group], total: int) -> bool:
    """Narrow the variables of ``Σ k·(sum of the group) == total``.

    False, and nothing done, where a group spans too many values or the sums are too large. Raises Contradiction
    when there is no solution.
    """
    masks: list[list[int]] = []
    bases: list[int] = []
    for _, variables in groups:
        base = store.base[variables[0]]
        found = common_masks(store, variables)
        if found is None:
            base = min([store.lo(x) for x in variables])
            width = max([store.hi(x) for x in variables]) - base + 1
            if width > MOST_SUMS:
                return False
            found = [store.window(x, base, width) for x in variables]
        bases.append(base)
        masks.append(found)
    target, span = total, 0
    sums: list[int] = []  # by group, the possible sums of positions, as bits
    shifts: list[list[tuple[int, int]]] = []  # by group (the sum of positions, what it adds above the least)
    for i, (k, variables) in enumerate(groups):
        separate(masks[i])
        possible = sum_set(tuple(masks[i]))
        if not possible:
            raise Contradiction
        lowest, highest = (possible & -possible).bit_length() - 1, possible.bit_length() - 1
        if k < 0:
            lowest, highest = highest, lowest
        target -= k * (len(variables) * bases[i] + lowest)
        span += k * (highest - lowest)
        added: list[tuple[int, int]] = []
        rest = possible
        while rest:
            low = rest & -rest
            rest ^= low
            position = low.bit_length() - 1
            added.append((position, k * (position - lowest)))
        sums.append(possible)
        shifts.append(added)
    if target < 0 or target > span:
        raise Contradiction
    if target > MOST_SUMS:
        return False
    within = (1 << (target + 1)) - 1
    forward = [1]
    for added in shifts[:-1]:
        before, reached = forward[-1], 0
        for _, shift in added:
            reached |= before << shift
        forward.append(reached & within)
    backward = 1 << target
    for i in range(len(groups) - 1, -1, -1):
        allowed = reached = 0
        for position, shift in shifts[i]:
            from_here = backward >> shift & forward[i]
            if from_here:
                reached |= from_here
                allowed |= 1 << position
        if not reached:
            raise Contradiction
        backward = reached
        variables = groups[i][1]
        kept = with_sums(tuple(masks[i]), allowed)
        for j, x in enumerate(variables):
            store.keep_window(x, bases[i], kept[j])
    return True


@lru_cache(maxsize=1 << 14)
def sum_set(masks: tuple[int, ...]) -> int:
    """The sums of different positions, one of each mask, as bits. A search asks the same again and again."""
    found = 0
    start, width = span_of(masks)
    if width <= MOST_PACKED:
        sets = 1
        for mask in masks:
            sets = after(sets, mask >> start, width)
        for total, having in enumerate(sets_by_sum(width)):
            if sets & having:
                found |= 1 << total
        return found << (start * len(masks))
    for used in layers(masks)[-1]:
        found |= 1 << positions_sum(used)
    return found


@lru_cache(maxsize=1 << 14)
def with_sums(masks: tuple[int, ...], allowed: int) -> tuple[int, ...]:
    """What is left of the masks when different positions must have an ``allowed`` sum (bits; there is one)."""
    start, width = span_of(masks)
    if width <= MOST_PACKED:
        return kept_by_sums(masks, allowed >> (start * len(masks)), start, width)
    sets = layers(masks)
    alive = {used for used in sets[-1] if allowed >> positions_sum(used) & 1}
    kept = [0] * len(masks)
    for i in range(len(masks) - 1, -1, -1):
        before: set[int] = set()
        for used in sets[i]:
            rest = masks[i] & ~used
            while rest:
                low = rest & -rest
                rest ^= low
                if used | low in alive:
                    kept[i] |= low
                    before.add(used)
        alive = before
    return tuple(kept)


def layers(masks: tuple[int, ...]) -> list[set[int]]:
    """The sets of positions (as bits) that the first 0, 1, … masks can take up."""
    answer: list[set[int]] = [{0}]
    for mask in masks:
        following: set[int] = set()
        for used in answer[-1]:
            rest = mask & ~used
            while rest:
                low = rest & -rest
                rest ^= low
                following.add(used | low)
        answer.append(following)
    return answer


def positions_sum(mask: int) -> int:
    """The sum of the positions of the ones."""
    total = 0
    while mask:
        low = mask & -mask
        mask ^= low
        total += low.bit_length() - 1
    return total
