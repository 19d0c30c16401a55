"""All-different on bit masks of a common base: naked and hidden singles, and domain consistency by matching."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.kernel.filter import Filter, have_common_base
from puzzledsl.kernel.masks import size_of
from puzzledsl.kernel.store import SPAN, Contradiction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.explanation import Explanation
    from puzzledsl.kernel.store import Store

MOST_MATCHED = 128
"""Cells; the transitive closure in `filter_by_matching` takes their square."""


class Different(Filter):
    """Variables that are all different."""

    def __init__(self, variables: Sequence[int]) -> None:
        self._variables: list[int] = list(variables)
        self._union = self._spare = 0  # the values of all variables at the last call; how many more they are than these

    def fits(self, store: Store) -> bool:
        """See `Filter`."""
        return have_common_base(store, self._variables)

    def propagate(self, store: Store) -> None:
        """Naked and hidden singles; at the costly priority domain consistency."""
        if not store.costly:
            self._singles(store)
            return
        variables, mask = self._variables, store.mask
        cells: list[int] = []
        masks: list[int] = []
        once = twice = fixed = 0
        for x in variables:
            m = mask[x]
            twice |= once & m
            once |= m
            if m & (m - 1):
                cells.append(x)
                masks.append(m)
            else:
                fixed |= m
        may_tell = fixed & twice or once != self._union or self._spare < 0
        if not may_tell and not self._spare:
            may_tell = once & ~twice & ~fixed
        if may_tell and self._singles(store):  # the cheap call has found those there were then
            self.propagate(store)
            return
        if len(cells) <= (1 if self._spare else 3) or len(variables) > MOST_MATCHED:
            return  # each value fits two of three cells at least, and each cell two values
        if may_have_hall_set(masks, self._spare > 0) and filter_by_matching(masks):
            for i, m in enumerate(masks):
                store.put(cells[i], m)

    def _singles(self, store: Store) -> bool:
        """Remove what singles tell at once. Return whether they did."""
        variables, mask = self._variables, store.mask
        once = twice = fixed = 0
        for x in variables:
            m = mask[x]
            twice |= once & m
            once |= m
            if not m & (m - 1):
                if fixed & m:
                    raise Contradiction
                fixed |= m
        if once != self._union:
            self._union, self._spare = once, size_of(once) - len(variables)
        if self._spare < 0:
            raise Contradiction
        lonely = 0 if self._spare else once & ~twice & ~fixed
        naked = fixed & twice
        if not lonely and not naked:
            return False
        for x in variables:
            m = mask[x]
            if not m & (m - 1):
                continue
            hidden = m & lonely
            if hidden:
                if hidden & (hidden - 1):
                    raise Contradiction
                store.put(x, hidden)
            elif m & naked:
                store.put(x, m & ~naked)
        return True


def may_have_hall_set(masks: list[int], has_spare: bool) -> bool:
    """Whether some of the cells may have no more values than they are; after `separate`. False only where none have.

    A Hall set of ``k`` cells needs ``k`` cells of at most ``k`` values. Where there are as many cells as values, the
    others need as many values that only these have.

    Args:
        has_spare: there are more values than cells.
    """
    n = len(masks)
    sizes = [0] * (n + 1)
    for m in masks:
        size = size_of(m)
        if size <= n:
            sizes[size] += 1
    few = sizes[1]
    for k in range(2, n if has_spare else n - 1):
        few += sizes[k]
        if few >= k:
            return True
    return has_spare and few + sizes[n] >= n


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
        spare = size_of(once) - n
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


def explain_different(
    why: Explanation, variables: Sequence[int], shifts: Sequence[int], ignoring: frozenset[int], x: int, gone: int
) -> int:
    """Explain removals by Hall sets: as many variables as values, which they use up among themselves.

    Katsirelos, Nogood Processing in CSPs (PhD thesis, Toronto 2008). The Hall set of a value is all that can be reached
    in a matching from the variable that has the value there.

    Args:
        shifts: for each variable what is added to it before the values are compared; empty: nothing.
        ignoring: values that may repeat.
        x: whose values ``gone`` were removed; -1: it was a contradiction, and ``gone`` is 1.

    Returns:
        Those of the values that are not explained.
    """
    n = len(variables)
    if not n or n > MOST_MATCHED:
        return gone
    base = min([why.base[y] + (shifts[i] if shifts else 0) for i, y in enumerate(variables)])
    moved: list[int] = []  # by how much a mask has to be shifted to begin at ``base``
    width = own = 0
    for i, y in enumerate(variables):
        shift = why.base[y] + (shifts[i] if shifts else 0) - base
        if shift > SPAN:
            return gone
        moved.append(shift)
        width = max(width, why.first[y].bit_length() + shift)
        if y == x:
            own = i
    ignored = 0
    for value in ignoring:
        if 0 <= value - base < width:
            ignored |= 1 << (value - base)
    masks: list[int] = []
    for i, y in enumerate(variables):
        mask = why.masks[y] << moved[i]
        masks.append(mask & ~ignored | 1 << (width + i) if mask & ignored else mask)
    held_by = [0] * (width + n if ignored else width)
    values = [0] * n
    held = 0
    for c in range(n):
        low = masks[c] & ~held
        if low:
            low &= -low
            held |= low
            values[c] = low
            held_by[low.bit_length() - 1] = c
            continue
        try:
            held = _augment(c, masks, range(n), values, held_by, held)
        except Contradiction:  # too many variables for their values: nothing is possible
            cells, union = _reached(c, masks, held_by, held)
            _confine(why, variables, moved, cells, union)
            return 0
    if x < 0:
        return gone
    asked = gone << moved[own]
    unexplained = asked & (ignored | ~held)
    asked &= ~unexplained
    while asked:
        low = asked & -asked
        cells, union = _reached(held_by[low.bit_length() - 1], masks, held_by, held)
        if cells and not cells >> own & 1:
            _confine(why, variables, moved, cells, union)
            asked &= ~union
        else:
            unexplained |= low
            asked ^= low
    return unexplained >> moved[own]


def _reached(start: int, masks: list[int], held_by: list[int], held: int) -> tuple[int, int]:
    """Return the cells whose values a cell can move to, directly or not, and all their values.

    Both are 0 if one of the values is free.
    """
    cells = pending = 1 << start
    union = 0
    while pending:
        low = pending & -pending
        pending ^= low
        fresh = masks[low.bit_length() - 1] & ~union
        if fresh & ~held:
            return 0, 0
        union |= fresh
        while fresh:
            low = fresh & -fresh
            fresh ^= low
            cell = 1 << held_by[low.bit_length() - 1]
            if not cells & cell:
                cells |= cell
                pending |= cell
    return cells, union


def _confine(why: Explanation, variables: Sequence[int], moved: list[int], cells: int, union: int) -> None:
    """Note that some cells have no values but those of ``union``: an ignored one would have been a way out."""
    while cells:
        low = cells & -cells
        cells ^= low
        i = low.bit_length() - 1
        why.need(variables[i], ~(union >> moved[i]))
