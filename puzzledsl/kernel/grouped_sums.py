"""Sums of groups of different values: killer cages, arrows, diagonals through boxes. Domain consistency, and reasons.

``Σ k·(sum of a group) == total``, the values within a group all different. Each group is seen through the sets of
values that its variables can take up, one after another (`after`), and the sums of these sets, which are added up as in
`kernel.sums`. Then the sets with a sum that the other groups allow are shared out among the variables (`keep_sums`). A
set of sets is one integer: bit ``s`` stands for the set of the positions that are ones of ``s``.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, Final

from puzzledsl.kernel.filter import Filter
from puzzledsl.kernel.masks import shifted, size_of
from puzzledsl.kernel.matching import explain_different, may_differ, separate
from puzzledsl.kernel.store import SPAN, Contradiction
from puzzledsl.kernel.sums import Part, Sum, explain_total, supported

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mypy_extensions import i64  # a machine word where this is compiled

    from puzzledsl.kernel.explanation import Explanation
    from puzzledsl.kernel.store import Store

Group = tuple[int, tuple[int, ...]]
"""A factor and variables that have to be different, or a single one."""

MOST_SETS: Final = 5_000
"""Sets of as many values as a group has variables; where there are more, only bounds and singles are kept."""

FEW: Final = 3
MOST_TRIED: Final = 100
"""Of so few variables, or combinations of values, these are tried one after another: faster than sets of sets."""

MOST_WIDE: Final = 62
"""Values that such variables span, if there are several groups."""

MOST_OPEN: Final = 6
"""Cells that share out a set of values by sets of its parts, which are machine words."""

MOST_WIDTH = 16
"""Of groups that span more values, only bounds and singles are kept: there are 2 to that power sets."""


class Groups(Filter):
    """An equation whose terms fall into groups of different values.

    A single group is first narrowed by the list of all sets of values with its sum.
    """

    def __init__(self, groups: Sequence[Group], total: int) -> None:
        self._factors: list[int] = [k for k, _ in groups]
        self._groups: list[list[int]] = [list(variables) for _, variables in groups]
        self._total = total
        self._sum = Sum([(x, k, ()) for k, variables in groups for x in variables], "==", total)
        # Of a single group, the sets of values with its total, counted from a base, and the width that they are for.
        self._sets: Sequence[int] = ()
        self._width = 0
        self._base = 0

    def propagate(self, store: Store) -> None:
        """Of one group, singles and the sets of values that have the sum; of several, bounds.

        At the costly priority, domain consistency: each group by the sums that the others leave it. Where that is too
        large, bounds and singles.
        """
        if len(self._groups) == 1:
            self._propagate_one(store)
        elif store.costly:
            self._propagate_all(store)
        else:
            self._sum.propagate(store)

    def _masks(self, store: Store, i: int) -> tuple[list[int], int]:
        """The masks of a group, and the value of bit 0; none if they are too wide."""
        mask, bases, variables = store.mask, store.base, self._groups[i]
        base = bases[variables[0]]
        found: list[int] = []
        for x in variables:
            m = mask[x]
            if not m or bases[x] != base:
                base = min([store.lo(y) for y in variables])
                width = max([store.hi(y) for y in variables]) - base + 1
                return ([store.window(y, base, width) for y in variables] if width <= SPAN else []), base
            found.append(m)
        return found, base

    def _narrow(self, store: Store, i: int, masks: list[int], base: int) -> None:
        """Leave the variables of a group what is left of their masks."""
        mask, bases = store.mask, store.base
        for j, x in enumerate(self._groups[i]):
            if mask[x] and bases[x] == base:
                store.put(x, masks[j])
            else:
                store.keep_window(x, base, masks[j])

    def _weakly(self, store: Store) -> None:
        """Bounds of the sum, and singles."""
        self._sum.propagate(store)
        for i, variables in enumerate(self._groups):
            masks, base = self._masks(store, i)
            if masks:
                separate(masks)
                self._narrow(store, i, masks, base)
                continue
            for x in variables:
                for y in variables if store.is_fixed(x) else ():
                    if y != x:
                        store.remove(y, store.lo(x))

    def _propagate_one(self, store: Store) -> None:
        masks, base = self._masks(store, 0)
        union = twice = fixed = 0
        for m in masks:
            twice |= union & m
            union |= m
            if not m & (m - 1):
                if fixed & m:
                    raise Contradiction
                fixed |= m
        if base != self._base or union >> self._width:
            n, k, width = len(masks), self._factors[0], union.bit_length()
            self._base, self._width = base, width
            total = self._total - k * n * base
            self._sets = value_sets(n, total // k, width) if not total % k and comb(width, n) <= MOST_SETS else ()
        if not masks or (not self._sets and comb(self._width, len(masks)) > MOST_SETS):
            self._weakly(store)
            return
        allowed, needed, is_possible = 0, union, False
        for values in self._sets:
            if not values & ~union and not fixed & ~values:
                allowed |= values
                needed &= values
                is_possible = True
        if not is_possible:
            raise Contradiction
        naked, lonely = twice & fixed, needed & ~twice & ~fixed
        if lonely or naked or allowed != union:
            for i, m in enumerate(masks):
                if not m & (m - 1):
                    continue
                hidden = m & lonely
                if hidden:
                    if hidden & (hidden - 1):
                        raise Contradiction
                    masks[i] = hidden
                else:
                    masks[i] = m & allowed & ~naked
            self._narrow(store, 0, masks, base)
        if not store.costly or fixed == union:
            return
        keep_sums(masks, 1 << (self._total // self._factors[0] - len(masks) * base), self._width)
        self._narrow(store, 0, masks, base)

    def _propagate_all(self, store: Store) -> None:
        groups, factors = self._groups, self._factors
        masks: list[list[int]] = []
        bases: list[int] = []
        widths: list[int] = []
        sums: list[int] = []  # by group, the possible sums of positions, as bits
        target = self._total
        for i in range(len(groups)):
            found, base = self._masks(store, i)
            union = 0
            for m in found:
                union |= m
            width = union.bit_length()
            if not found or (len(found) > 1 and width > (MOST_WIDTH if not are_few(found) else MOST_WIDE)):
                self._weakly(store)
                return
            masks.append(found)
            bases.append(base)
            widths.append(width)
            sums.append(group_sums(found, width))
            if not sums[i]:
                raise Contradiction
            target -= factors[i] * len(found) * base
        allowed = supported(sums, factors, target)
        for i, found in enumerate(masks):
            if allowed[i] == sums[i] and are_many(found):
                continue  # any sum will do, and any value goes with some of the others
            keep_sums(found, allowed[i], widths[i])
            self._narrow(store, i, found, bases[i])

    # ── reasons ──────────────────────────────────────────────────────────────────────────────────

    def explain(self, why: Explanation, x: int, gone: int) -> int:
        """Explain removals: first by the sums that the groups have, and the sets of values that have them.

        Args:
            x: whose values ``gone`` were removed; -1: it was a contradiction, and ``gone`` is 1.

        Returns:
            Those of the values that are not explained.
        """
        parts: list[Part] = []
        target = self._total
        for i, variables in enumerate(self._groups):
            cells = _Cells(why, self._factors[i], variables, x, gone)
            if len(variables) > 1 and cells.width > MOST_WIDTH:
                break
            cells.add_up(why)
            parts.append(cells)
            target -= cells.offset
        if len(parts) == len(self._groups) and explain_total(why, parts, target):
            return 0
        gone = self._sum.explain(why, x, gone)
        for variables in self._groups:
            if gone and (x < 0 or x in variables):
                gone = explain_different(why, variables, (), frozenset(), x, gone)
        return gone


def are_few(masks: list[int]) -> bool:
    """Return whether the combinations of values are to be tried."""
    tried = 1
    for i in range(len(masks) - 1):
        tried *= size_of(masks[i])
    return len(masks) <= FEW or tried <= MOST_TRIED


def are_many(masks: list[int]) -> bool:
    """Return whether each variable has as many values as there are variables.

    Then whatever value one of them takes, the others can take different ones.
    """
    n = len(masks)
    return all(m.bit_count() >= n for m in masks)


class Sharing:
    """How some cells can share out a set of values among them, each taking one.

    Attributes:
        kept: by cell, what has been found to be possible.
    """

    def __init__(self, masks: list[int]) -> None:
        """
        Args:
            masks: of the cells.
        """
        self.kept = [0] * len(masks)
        self._masks = masks
        self._n: i64 = len(masks)
        self._one: i64 = 1  # mypyc 2.4 writes a constant as an `int` of C, and `1 << 40` is undefined there
        self._parts: i64 = 0  # the ranks of the values that a cell has, cell by cell
        self._found: i64 = 0  # those of them that are possible

    def share(self, values: int) -> None:
        """Share out a set of as many values as cells."""
        masks, kept, n, one = self._masks, self.kept, self._n, self._one
        if n > MOST_OPEN:
            chosen = [m & values for m in masks]
            if may_differ(chosen):
                for i, m in enumerate(chosen):
                    kept[i] |= m
            return
        parts: i64 = 0
        place: i64 = 0
        rest = values
        while rest:
            low = rest & -rest
            rest ^= low
            at = place
            for m in masks:
                if m & low:
                    parts |= one << at
                at += n
            place += 1
        self._parts, self._found = parts, 0
        if not self._from(0, 1):
            return
        found, place, rest = self._found, 0, values
        while rest:
            low = rest & -rest
            rest ^= low
            at = place
            for i in range(len(masks)):
                if found >> at & 1 and not kept[i] & low:
                    kept[i] |= low
                at += n
            place += 1

    def _from(self, cell: i64, sets: i64) -> i64:
        """Give the cells from one on what those before it have not taken.

        A set of the values is a number below 2**n, by their ranks; a set of such sets is a machine word, as in
        `after`. The set of all the values does not occur: bit 63 would be the sign.

        Args:
            sets: what the cells before this one can have taken.

        Returns:
            Those of the sets that leave the other cells a way.
        """
        n = self._n
        one = self._one
        j: i64
        part = self._parts >> (cell * n)
        alive: i64 = 0
        found: i64 = 0
        if cell == n - 1:
            everything: i64 = (one << n) - 1
            for j in range(n):
                if part >> j & 1:
                    before = one << (everything ^ (one << j))
                    if sets & before:
                        alive |= before
                        found |= one << j
        else:
            following: i64 = 0
            for j in range(n):
                if part >> j & 1:
                    following |= (sets & _without(j)) << (one << j)
            if not following:
                return 0
            following = self._from(cell + 1, following)
            for j in range(n):
                if part >> j & 1:
                    from_here = following >> (one << j) & _without(j) & sets
                    if from_here:
                        alive |= from_here
                        found |= one << j
        self._found |= found << (cell * n)
        return alive


def _without(bit: i64) -> i64:
    """The numbers below 64 without a bit, as bits of a word."""
    if bit == 0:
        return 0x5555555555555555
    if bit == 1:
        return 0x3333333333333333
    if bit == 2:
        return 0x0F0F0F0F0F0F0F0F
    if bit == 3:
        return 0x00FF00FF00FF00FF
    if bit == 4:
        return 0x0000FFFF0000FFFF
    return 0x00000000FFFFFFFF


def group_sums(masks: list[int], width: int) -> int:
    """The sums of different positions, one of each mask, as bits."""
    if are_few(masks):
        return _tried_sums(masks, 0, 0)
    sets = 1
    for mask in masks:
        sets = after(sets, mask, width)
    found = 0
    for total, having in enumerate(sets_by_sum(width)):
        if sets & having:
            found |= 1 << total
    return found


def keep_sums(masks: list[int], allowed: int, width: int) -> None:
    """Leave of the masks, in place, what different positions with an allowed sum have.

    The masks stay as they are where there are too many sets of positions.

    Raises:
        Contradiction: there are none.
    """
    cells: list[int] = []
    fixed = union = 0
    for i, m in enumerate(masks):
        if m & (m - 1):
            cells.append(i)
            union |= m
        else:
            fixed |= m
            allowed >>= m.bit_length() - 1
    n = len(cells)
    left = [masks[i] & ~fixed for i in cells]
    if are_few(left):
        kept = [0] * n
        if not (_keep_tried(left, 0, 0, allowed, kept) if n else allowed & 1):
            raise Contradiction
    elif comb(width, n) <= MOST_SETS:
        sharing = Sharing(left)
        while allowed:
            low = allowed & -allowed
            allowed ^= low
            for values in value_sets(n, low.bit_length() - 1, width):
                if not values & (~union | fixed):
                    sharing.share(values)
        kept = sharing.kept
        if 0 in kept:
            raise Contradiction
    else:
        return
    for j, i in enumerate(cells):
        masks[i] = kept[j]


def _tried_sums(masks: list[int], i: int, used: int) -> int:
    """The sums of positions from the ``i``-th mask on that are not used."""
    mask, found, last = masks[i] & ~used, 0, len(masks) - 1
    if i == last:
        return mask
    while mask:
        low = mask & -mask
        mask ^= low
        rest = masks[last] & ~used & ~low if i + 1 == last else _tried_sums(masks, i + 1, used | low)
        found |= rest << (low.bit_length() - 1)
    return found


def _keep_tried(masks: list[int], i: int, used: int, allowed: int, kept: list[int]) -> bool:
    """Note the positions from the ``i``-th mask on that are in ways to an allowed sum; False: there are none."""
    mask, last = masks[i] & ~used, len(masks) - 1
    if i == last:
        mask &= allowed
        kept[i] |= mask
        return mask != 0
    found = 0
    while mask:
        low = mask & -mask
        mask ^= low
        if i + 1 == last:
            ends = allowed >> (low.bit_length() - 1) & masks[last] & ~used & ~low
            if ends:
                kept[last] |= ends
                found |= low
        elif _keep_tried(masks, i + 1, used | low, allowed >> (low.bit_length() - 1), kept):
            found |= low
    kept[i] |= found
    return found != 0


def sets_having(sums: int, width: int) -> int:
    """The sets that have one of these sums, as bits."""
    by_sum, found = sets_by_sum(width), 0
    while sums:
        low = sums & -sums
        sums ^= low
        found |= by_sum[low.bit_length() - 1]
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


class _Cells(Part):
    """A group as part of a total: its sums of positions, counted from the lowest value of all.

    The sets of values that its first variables can take up are kept as one integer (see `after`). Which values have to
    be gone is found as by `explain_total`, from set to set instead of from sum to sum.
    """

    __slots__ = ("_masks", "_shifts", "_variables", "_x", "width")

    def __init__(self, why: Explanation, factor: int, variables: Sequence[int], x: int, gone: int) -> None:
        """Args: x, gone: the variable that is asked about, which has these values."""
        self._variables = variables
        self._x = x
        lows: list[int] = []
        highs: list[int] = []
        for y in variables:
            first = why.first[y]
            lows.append(why.base[y] + (first & -first).bit_length() - 1)
            highs.append(why.base[y] + first.bit_length())
        base = min(lows)
        self.width = max(highs) - base
        self._shifts: list[int] = [base - why.base[y] for y in variables]
        self._masks: list[int] = []
        for i, y in enumerate(variables):
            self._masks.append(shifted(gone if y == x else why.masks[y], -self._shifts[i]))
        super().__init__(factor, factor * len(variables) * base, 0, 1)

    def add_up(self, why: Explanation) -> None:
        """Find the possible sums."""
        n = len(self._masks)
        self.possible = group_sums(self._masks, self.width)
        if n == 1:
            self.everything = self._masks[0] | self._absent(why, 0)
        elif n <= self.width:
            least = n * (n - 1) // 2
            self.everything = (1 << (n * (self.width - n) + 1)) - 1 << least

    def refuse(self, why: Explanation, positions: int) -> None:
        """See `Part`."""
        if len(self._masks) == 1:
            self._need(why, 0, positions)
            return
        without = sets_without(self.width)
        backward = [sets_having(positions, self.width)]
        for mask in reversed(self._masks):
            backward.append(before(backward[-1], mask, self.width))
        backward.pop()
        sets = 1
        for i, mask in enumerate(self._masks):
            bad, needed, following = backward.pop(), 0, 0
            rest = mask | self._absent(why, i)
            while rest:
                bit = rest & -rest
                rest ^= bit
                reached = (sets & without[bit.bit_length() - 1]) << bit
                if reached & bad and not bit & mask:
                    needed |= bit
                else:
                    following |= reached
            self._need(why, i, needed)
            sets = following

    def _absent(self, why: Explanation, i: int) -> int:
        """The values of a variable that are gone, and not known to be needed; none of the one that is asked about."""
        y = self._variables[i]
        return 0 if y == self._x else shifted(why.first[y] & ~why.masks[y] & ~why.needed[y], -self._shifts[i])

    def _need(self, why: Explanation, i: int, values: int) -> None:
        """Note that values of a variable have to be gone."""
        why.need(self._variables[i], shifted(values, self._shifts[i]))


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
