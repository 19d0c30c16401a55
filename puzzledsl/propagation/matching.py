"""All-different on bit masks of a common base: naked and hidden singles, and domain consistency by matching."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.propagation.masks import bits
from puzzledsl.propagation.store import Contradiction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.propagation.store import Store

MOST_MATCHED = 128
"""Cells; the transitive closure in `filter_by_matching` takes their square."""


def common_masks(store: Store, variables: Sequence[int]) -> list[int] | None:
    """The masks of the variables; ``None`` where one has none, or another base."""
    masks: list[int] = []
    first = store.base[variables[0]] if variables else 0
    for x in variables:
        m = store.mask[x]
        if not m or store.base[x] != first:
            return None
        masks.append(m)
    return masks


def propagate_different(store: Store, variables: Sequence[int]) -> bool:
    """Singles; when thorough, domain consistency. False, and nothing done, where there are no `common_masks`."""
    masks = common_masks(store, variables)
    if masks is None:
        return False
    before = masks.copy()
    separate(masks)
    if store.thorough and len(variables) <= MOST_MATCHED:
        filter_by_matching(masks)
    if masks != before:
        for x, left in zip(variables, masks, strict=True):
            store.put(x, left)
    return True


def separate(masks: list[int]) -> None:
    """Naked and hidden singles to a fixpoint, in place.

    Raises Contradiction when two cells have the same single value or there are more cells than values.
    """
    n = len(masks)
    while True:
        fixed = once = twice = 0
        for m in masks:
            twice |= once & m
            once |= m
            if not m & (m - 1):
                if fixed & m:
                    raise Contradiction
                fixed |= m
        spare = once.bit_count() - n
        if spare < 0:
            raise Contradiction
        if fixed & twice:
            for i, m in enumerate(masks):
                if m & fixed and m & (m - 1):
                    m &= ~fixed
                    if not m:
                        raise Contradiction
                    masks[i] = m
            continue
        if spare:
            return
        lonely = once & ~twice & ~fixed
        if not lonely:
            return
        for i, m in enumerate(masks):
            hidden = m & lonely
            if hidden:
                if hidden & (hidden - 1):
                    raise Contradiction
                masks[i] = hidden


def filter_by_matching(masks: list[int]) -> None:
    """Remove the values that occur in no matching of all cells, in place.

    A cell ``i`` can take the value that the matching gives to ``j`` when ``j`` can move on, along values that
    others hold, either to a free value or round to ``i``'s own.

    Raises Contradiction when not all cells can have different values.
    """
    n = len(masks)
    open_cells = [i for i in range(n) if masks[i] & (masks[i] - 1)]
    if len(open_cells) < 2:
        return  # `separate` has done all
    owner: dict[int, int] = {}  # value (as one bit) → cell
    held = 0
    for i in range(n):  # greedily first
        low = masks[i] & ~held
        if low:
            low &= -low
            held |= low
            owner[low] = i
    if len(owner) < n:
        matched = set(owner.values())
        for i in range(n):
            if i not in matched:
                held = _augment(i, masks, owner, held)
    value_of = [0] * n
    for value, i in owner.items():
        value_of[i] = value
    reach = [0] * n  # cells whose values a cell could move to, then transitively
    free_values = 0
    for m in masks:
        free_values |= m
    free_values &= ~held
    escape = 0
    for i in open_cells:
        m = masks[i]
        if m & free_values:
            escape |= 1 << i
        taken = m & held & ~value_of[i]
        cells = 0
        while taken:
            low = taken & -taken
            taken ^= low
            cells |= 1 << owner[low]
        reach[i] = cells
    for k in open_cells:
        bit, through = 1 << k, reach[k]
        if through:
            for i in open_cells:
                if reach[i] & bit:
                    reach[i] |= through
    stuck = 0  # values whose holders reach no free value
    for i in range(n):
        if not (reach[i] | 1 << i) & escape:
            stuck |= value_of[i]
    if not stuck:
        return
    for i in open_cells:
        doubtful = masks[i] & stuck & ~value_of[i]
        while doubtful:
            low = doubtful & -doubtful
            doubtful ^= low
            if not reach[owner[low]] >> i & 1:
                masks[i] ^= low


def _augment(start: int, masks: list[int], owner: dict[int, int], held: int) -> int:
    """Give ``start`` a value too, moving others along an alternating path; the values now held."""
    parent: dict[int, int] = {}  # value → the cell it was reached from
    pending = [start]
    seen = 0
    for i in pending:
        for position in bits(masks[i] & ~seen):
            value = 1 << position
            seen |= value
            parent[value] = i
            if not held & value:
                held |= value
                cell, wanted = i, value
                before = {c: v for v, c in owner.items()}
                while True:
                    owner[wanted] = cell
                    if cell == start:
                        return held
                    wanted = before[cell]
                    cell = parent[wanted]
            pending.append(owner[value])
    raise Contradiction
