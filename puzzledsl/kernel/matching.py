"""All-different on bit masks of a common base: naked and hidden singles, and domain consistency by matching."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.kernel.store import Contradiction

if TYPE_CHECKING:
    from collections.abc import Sequence


MOST_MATCHED = 128
"""Cells; the transitive closure in `filter_by_matching` takes their square."""


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


def may_differ(masks: list[int]) -> bool:
    """Whether all cells can have different values."""
    if 0 in masks:
        return False
    try:
        separate(masks)
        filter_by_matching(masks)
    except Contradiction:
        return False
    return True


def filter_by_matching(masks: list[int]) -> bool:
    """Remove the values that occur in no matching of all cells, in place; after `separate`. Return whether there were.

    Régin (AAAI 1994): a cell can take the value that the matching gives to another when that one can move on, along
    values that others hold, either to a free value or round to the first cell's own.

    Raises Contradiction when not all cells can have different values.
    """
    cells: list[int] = []  # those with a choice; `separate` has taken the values of the others away from them
    union = 0
    for i, m in enumerate(masks):
        if m & (m - 1):
            cells.append(i)
            union |= m
    n = len(cells)
    if n < 2:
        return False
    own = [0] * n  # the value that the matching gives, as one bit
    owner = [0] * union.bit_length()
    held = 0
    late: list[int] = []
    for c in range(n):  # greedily first
        low = masks[cells[c]] & ~held
        if low:
            low &= -low
            held |= low
            own[c] = low
            owner[low.bit_length() - 1] = c
        else:
            late.append(c)
    for c in late:
        held = _augment(c, masks, cells, own, owner, held)
    free_values = union & ~held
    to = [0] * n  # the cells whose values a cell could move to
    back = [0] * n
    escape = 0
    for c in range(n):
        m = masks[cells[c]]
        if m & free_values:
            escape |= 1 << c
        m &= held & ~own[c]
        bit, targets = 1 << c, 0
        while m:
            low = m & -m
            m ^= low
            other = owner[low.bit_length() - 1]
            targets |= 1 << other
            back[other] |= bit
        to[c] = targets
    everything = (1 << n) - 1
    escape = closure(escape, back, everything)  # the cells from which a free value can be reached
    if escape == everything:
        return False
    if not escape and closure(1, to, everything) == everything and closure(1, back, everything) == everything:
        return False  # one component: round and round
    found = False
    left = everything & ~escape  # the values of the others are not stuck
    while left:
        low = left & -left
        forth = closure(low, to, left)
        together = closure(low, back, forth)  # the cells whose values can go round among them
        left &= ~together
        pending = together
        while pending:
            low = pending & -pending
            pending ^= low
            c = low.bit_length() - 1
            gone = back[c] & ~together  # they want its value, but it cannot come round to theirs
            while gone:
                low = gone & -gone
                gone ^= low
                masks[cells[low.bit_length() - 1]] &= ~own[c]
                found = True
    return found


def closure(start: int, arcs: list[int], within: int) -> int:
    """All that is reached from the set ``start`` (bits), itself included, on ways within a set."""
    reached = pending = start
    while pending:
        low = pending & -pending
        pending ^= low
        further = arcs[low.bit_length() - 1] & within & ~reached
        reached |= further
        pending |= further
    return reached


def _augment(start: int, masks: list[int], cells: Sequence[int], own: list[int], owner: list[int], held: int) -> int:
    """Give the cell ``start`` a value too, moving others along an alternating path; the values now held."""
    parent = [0] * len(owner)  # by value, the cell it was reached from
    pending = [start]
    seen = 0
    for c in pending:  # which grows meanwhile
        fresh = masks[cells[c]] & ~seen
        seen |= fresh
        while fresh:
            value = fresh & -fresh
            fresh ^= value
            position = value.bit_length() - 1
            parent[position] = c
            if held & value:
                pending.append(owner[position])
                continue
            while True:
                cell = parent[position]
                before = own[cell]
                own[cell] = 1 << position
                owner[position] = cell
                if cell == start:
                    return held | value
                position = before.bit_length() - 1
    raise Contradiction
