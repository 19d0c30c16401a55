"""All values different."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from puzzledsl.encodings.words import combine
from puzzledsl.flat import Primitive
from puzzledsl.propagation.masks import bits
from puzzledsl.propagation.store import SPAN, Contradiction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.encodings.words import Words
    from puzzledsl.propagation.store import Store

_MOST_MATCHED = 128  # cells; the transitive closure below takes their square
_FEW_VALUES = 64  # up to here a literal for every value is cheap


@dataclass(frozen=True)
class AllDifferent(Primitive):
    """``x + offset`` all different, values in ``ignoring`` aside; no ``offsets``: all zero. A variable occurs once."""

    variables: tuple[int, ...]
    ignoring: frozenset[int] = frozenset()
    offsets: tuple[int, ...] = ()
    deep: ClassVar[bool] = True

    @property
    def scope(self) -> tuple[int, ...]:
        """The variables, in order."""
        return self.variables

    def check(self, values: Sequence[int]) -> bool:
        """No two shifted values are equal, unless ignored."""
        offsets = self.offsets or (0,) * len(self.variables)
        shifted = [values[x] + offset for x, offset in zip(self.variables, offsets, strict=True)]
        counted = [value for value in shifted if value not in self.ignoring]
        return len(set(counted)) == len(counted)

    def propagate(self, store: Store) -> None:
        """Fixed values and hidden singles; when thorough, domain consistency.

        Régin, A Filtering Algorithm for Constraints of Difference in CSPs (AAAI 1994), on bit masks.
        """
        variables = self.variables
        if self.ignoring or self.offsets:
            self._propagate_shifted(store)
            return
        mask, base = store.mask, store.base
        first = base[variables[0]] if variables else 0
        before = []
        for x in variables:
            if not mask[x] or base[x] != first:
                self._propagate_shifted(store)
                return
            before.append(mask[x])
        after = before.copy()
        separate(after)
        if store.thorough and len(variables) <= _MOST_MATCHED:
            filter_by_matching(after)
        if after != before:
            for x, left in zip(variables, after, strict=True):
                if left != mask[x]:
                    store.put(x, left)

    def _propagate_shifted(self, store: Store) -> None:
        """The same where domains have to be brought to a common base first."""
        if not self.variables:
            return
        shifts = self.offsets or (0,) * len(self.variables)
        pairs = list(zip(self.variables, shifts, strict=True))
        base = min(store.lo(x) + shift for x, shift in pairs)
        width = max(store.hi(x) + shift for x, shift in pairs) - base + 1
        if width > 2 * SPAN:
            self._propagate_fixed(store)
            return
        ignored = 0
        for value in self.ignoring:
            if 0 <= value - base < width:
                ignored |= 1 << (value - base)
        # An ignored value is to each cell one of its own, which nobody else can want.
        before = []
        for i, (x, shift) in enumerate(pairs):
            left = store.window(x, base - shift, width)
            before.append(left & ~ignored | 1 << (width + i) if left & ignored else left)
        after = before.copy()
        separate(after)
        if store.thorough and len(pairs) <= _MOST_MATCHED:
            filter_by_matching(after)
        within = (1 << width) - 1
        for (x, shift), old, new in zip(pairs, before, after, strict=True):
            if new != old:
                store.keep_window(x, base - shift, new & within | (ignored if new >> width else 0))

    def _propagate_fixed(self, store: Store) -> None:
        """Domains too wide for masks: take the fixed values away from the others."""
        shifts = self.offsets or (0,) * len(self.variables)
        pairs = list(zip(self.variables, shifts, strict=True))
        for x, shift in pairs:
            if store.is_fixed(x) and (value := store.lo(x) + shift) not in self.ignoring:
                for y, other in pairs:
                    if y != x:
                        store.remove(y, value - other)

    def encode(self, words: Words) -> None:
        """For each value ``v``: ``Σ is_(x, v) ≤ 1``, ``= 1`` when there are as many cells as values.

        Few cells with many values: one disequality a pair. An encoding that knows better overrides this.
        """
        shifts = self.offsets or (0,) * len(self.variables)
        holders: dict[int, list[tuple[int, int]]] = {}
        size = sum(words.domain(x).size for x in self.variables)
        if size > _FEW_VALUES * max(len(self.variables), 1) and not self.ignoring:
            for i, (x, shift) in enumerate(zip(self.variables, shifts, strict=True)):
                for y, other in zip(self.variables[:i], shifts[:i], strict=True):
                    words.different(x, y, other - shift)
            return
        for x, shift in zip(self.variables, shifts, strict=True):
            for v in words.domain(x):
                holders.setdefault(v + shift, []).append((x, v))
        full = len(holders) <= len(self.variables) and not self.ignoring.intersection(holders)
        for value in sorted(holders):
            if value in self.ignoring or (len(holders[value]) < 2 and not full):
                continue
            presence = combine((1, words.is_(x, v)) for x, v in holders[value])
            words.row(presence, 1 if full else None, 1, str(value))


def separate(masks: list[int]) -> None:
    """Naked and hidden singles to a fixpoint, in place.

    Raises Contradiction when two cells have the same single value or there are more cells than values.
    """
    n = len(masks)
    while True:
        fixed = 0
        again = True
        while again:
            again = False
            for i, m in enumerate(masks):
                if m & (m - 1) and m & fixed:
                    m &= ~fixed
                    masks[i] = m
                    if not m:
                        raise Contradiction
            single = 0
            for m in masks:
                if not m & (m - 1):
                    if single & m:
                        raise Contradiction
                    single |= m
            if single != fixed:
                fixed = single
                again = True
        once = twice = 0
        for m in masks:
            twice |= once & m
            once |= m
        spare = once.bit_count() - n
        if spare < 0:
            raise Contradiction
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
