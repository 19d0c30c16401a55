"""Different values with a given sum, on bit masks: bounds, and domain consistency by sets of values."""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING

from puzzledsl.kernel.matching import common_masks, filter_by_matching, separate
from puzzledsl.kernel.packed_sets import MOST_PACKED, kept_by_sums, span_of
from puzzledsl.kernel.store import Contradiction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.store import Store

MOST_SETS = 5_000
"""Where there are more sets of so many values, only bounds are kept."""


def propagate_cage(store: Store, variables: tuple[int, ...], total: int) -> None:
    """Singles and bounds of the sum; at the costly priority domain consistency, unless there are too many sets.

    Raises Contradiction when no different values have this sum.
    """
    if not variables:
        return
    base = store.base[variables[0]]
    before = common_masks(store, variables)
    if before is None:
        base = min([store.lo(x) for x in variables])
        width = max([store.hi(x) for x in variables]) - base + 1
        before = [store.window(x, base, width) for x in variables]
    after = before.copy()
    rest = total - len(after) * base
    separate(after)
    bound(after, rest)
    if store.costly:
        kept = fitted(rest, tuple(after))
        if not kept:
            raise Contradiction
        for x, old, left in zip(variables, before, kept, strict=True):
            if left != old:
                store.keep_window(x, base, left)
        return
    for x, old, left in zip(variables, before, after, strict=True):
        if left != old:
            store.keep_window(x, base, left)


def bound(masks: list[int], rest: int) -> None:
    """Cut off what is too small or too large for the sum ``rest`` of the positions of the bits, in place."""
    least = most = 0
    for mask in masks:
        least += (mask & -mask).bit_length() - 1
        most += mask.bit_length() - 1
    if rest < least or rest > most:
        raise Contradiction
    if least == most:
        return
    for i, mask in enumerate(masks):
        low, high = (mask & -mask).bit_length() - 1, mask.bit_length() - 1
        if high > rest - least + low:
            mask &= (1 << (rest - least + low + 1)) - 1
        if low < rest - most + high:
            mask = mask >> (rest - most + high) << (rest - most + high)
        if not mask:
            raise Contradiction
        masks[i] = mask


@lru_cache(maxsize=1 << 15)
def fitted(rest: int, masks: tuple[int, ...]) -> tuple[int, ...]:
    """What is left of the masks when only values with different positions that sum to ``rest`` are kept; empty: none.

    A search meets the same domains again and again, hence the memory.
    """
    start, width = span_of(masks)
    if width <= MOST_PACKED:
        rest -= start * len(masks)
        left = kept_by_sums(masks, 1 << rest, start, width) if rest >= 0 else ()
        return left if any(left) else ()
    possible = possible_sets(rest, masks)
    if possible is None:
        return masks
    kept = [0] * len(masks)
    for _, parts in possible:
        for i, part in enumerate(parts):
            kept[i] |= part
    return tuple(kept) if possible else ()


def possible_sets(rest: int, masks: Sequence[int]) -> list[tuple[int, list[int]]] | None:
    """The sets of positions, as masks, each with what it leaves of every cell; ``None``: too many to look at."""
    n = len(masks)
    width = max([mask.bit_length() for mask in masks])
    if comb(width, n) > MOST_SETS:
        return None
    union = fixed = 0
    for mask in masks:
        union |= mask
        if not mask & (mask - 1):
            fixed |= mask
    found: list[tuple[int, list[int]]] = []
    for values in value_sets(n, rest, width):
        if values & ~union or fixed & ~values:
            continue
        parts = [mask & values for mask in masks]
        if 0 in parts:
            continue
        try:
            separate(parts)
            filter_by_matching(parts)
        except Contradiction:
            continue
        found.append((values, parts))
    return found


@lru_cache(maxsize=1024)
def value_sets(n: int, total: int, width: int) -> tuple[int, ...]:
    """The sets of ``n`` of the numbers ``0 … width - 1`` with a sum, as masks."""
    if n == 0:
        return (0,) if total == 0 else ()
    if n > width or not n * (n - 1) <= 2 * total <= n * (2 * width - n - 1):
        return ()
    without = value_sets(n, total, width - 1)
    return without + tuple([values | 1 << (width - 1) for values in value_sets(n - 1, total - width + 1, width - 1)])
