"""Sums whose terms fall into groups of different values: domain consistency group by group.

``Σ k·(sum of a group) == total``, the values within a group all different. Each group is seen through the set of sums
that different values out of its domains can have; these sets are added up as in `kernel.sums`.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, Final

from puzzledsl.kernel.cages import MOST_OPEN, Sharing, value_sets
from puzzledsl.kernel.filter import Filter, have_common_base
from puzzledsl.kernel.matching import common_masks, separate
from puzzledsl.kernel.packed_sets import MOST_PACKED, after, kept_by_sums, sets_by_sum, span_of
from puzzledsl.kernel.store import Contradiction
from puzzledsl.kernel.sums import MOST_SUMS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.store import Store

Group = tuple[int, tuple[int, ...]]
"""A factor and variables that have to be different, or a single one."""

MOST_NESTED: Final = 3
"""Variables of a group whose values are looked at in nested loops. One group may be larger: see `Groups`."""

MOST_WIDE = 62
"""Values of a variable, from the least to the greatest; of more, loops over them are not worth it."""

MOST_LISTED = 300
"""Sets of values of the larger group, of all sums."""


def are_many(masks: list[int]) -> bool:
    """Return whether each variable has as many values as there are variables.

    Then whatever value one of them takes, the others can take different ones.
    """
    n = len(masks)
    return all(m.bit_count() >= n for m in masks)


class Groups(Filter):
    """An equation whose terms fall into groups of different values; at most one of more than `MOST_NESTED` variables.

    The sums of the larger group are first taken to be those of all sets of values within its domains. Sets whose sum
    the other groups allow are then shared out among its variables (`Sharing`).
    """

    def __init__(self, groups: Sequence[Group], total: int) -> None:
        self._factors: list[int] = [k for k, _ in groups]
        self._groups: list[list[int]] = [list(variables) for _, variables in groups]
        self._variables: list[int] = [x for _, variables in groups for x in variables]
        self._slopes: list[int] = [k for k, variables in groups for _ in variables]
        self._total = total
        large = [i for i, (_, variables) in enumerate(groups) if len(variables) > MOST_NESTED]
        self._large = large[0] if large else -1
        self._possible = len(large) < 2 and all(len(variables) <= MOST_OPEN for _, variables in groups)
        self._width = 0  # that ``_sets`` are for
        self._sets: list[list[int]] = []  # of the larger group, by their sums
        self._lows: list[int] = [0] * len(self._variables)
        self._highs: list[int] = [0] * len(self._variables)

    def fits(self, store: Store) -> bool:
        """See `Filter`."""
        if not self._possible:
            return False
        for variables in self._groups:
            if not have_common_base(store, variables):
                return False
            widest = max([store.mask[x].bit_length() for x in variables])
            if len(variables) > MOST_NESTED and comb(widest, len(variables)) > MOST_LISTED:
                return False
            if widest > MOST_WIDE:
                return False
        return True

    def propagate(self, store: Store) -> None:
        """Bounds of the equation; at the costly priority each group by the sums that the others leave it."""
        if not store.costly:
            self._bound(store)
            return
        groups, factors = self._groups, self._factors
        n = len(groups)
        masks: list[list[int]] = []
        sums: list[int] = []  # by group, the possible sums of positions, as bits
        least: list[int] = []  # by group, what it adds at least, times its factor
        target, span = self._total, 0
        for i in range(n):
            found, possible = self._sums(store, i)
            if not possible:
                raise Contradiction
            low, high, k = (possible & -possible).bit_length() - 1, possible.bit_length() - 1, factors[i]
            if k < 0:
                low, high = high, low
            target -= k * (len(found) * store.base[groups[i][0]] + low)
            span += k * (high - low)
            masks.append(found)
            sums.append(possible)
            least.append(low)
        if target < 0 or target > span:
            raise Contradiction
        large = self._large
        allowed = self._allowed(sums, least, target)
        if large >= 0:
            kept, met = self._shared_out(masks[large], allowed[large])
            if met != sums[large]:
                if not met:
                    raise Contradiction
                low = met.bit_length() - 1 if factors[large] < 0 else (met & -met).bit_length() - 1
                target += factors[large] * (least[large] - low)
                sums[large], least[large] = met, low
                allowed = self._allowed(sums, least, target)
            masks[large] = kept
        for i in range(n):
            if i != large:
                if allowed[i] == sums[i] and are_many(masks[i]):
                    continue  # any sum will do, and any value goes with some of the others
                keep_nested(masks[i], allowed[i])
            for j, x in enumerate(groups[i]):
                store.put(x, masks[i][j])

    def _bound(self, store: Store) -> None:
        """Bounds of the whole equation."""
        mask, base = store.mask, store.base
        lows, highs = self._lows, self._highs
        least = most = widest = 0
        for i, x in enumerate(self._variables):
            m, k = mask[x], self._slopes[i]
            low = base[x] + (m & -m).bit_length() - 1
            high = base[x] + m.bit_length() - 1
            if k < 0:
                low, high = -high, -low
                k = -k
            if k != 1:
                low *= k
                high *= k
            lows[i] = low
            highs[i] = high
            least += low
            most += high
            if high - low > widest:
                widest = high - low
        above, below = self._total - least, most - self._total  # that a term may add to its least, or lack of its most
        if above < 0 or below < 0:
            raise Contradiction
        if widest <= above and widest <= below:
            return
        for i, x in enumerate(self._variables):
            low, high = lows[i], highs[i]
            if high - low <= above and high - low <= below:
                continue
            k = self._slopes[i]
            if high - low > above:
                if k > 0:
                    store.at_most(x, (above + low) // k)
                else:
                    store.at_least(x, -((above + low) // -k))
            if high - low > below:
                if k > 0:
                    store.at_least(x, -(-(high - below) // k))
                else:
                    store.at_most(x, -(high - below) // -k)

    def _sums(self, store: Store, i: int) -> tuple[list[int], int]:
        """The masks of a group and the sums of positions that it can have; of the larger one perhaps more."""
        mask = store.mask
        found: list[int] = []
        union = fixed = 0
        for x in self._groups[i]:
            m = mask[x]
            found.append(m)
            union |= m
            if not m & (m - 1):
                if fixed & m:
                    raise Contradiction
                fixed |= m
        if i != self._large:
            return found, nested_sums(found)
        if union >> self._width:
            self._list(len(found), union.bit_length())
        possible = 0
        for total, sets in enumerate(self._sets):
            for values in sets:
                if not values & ~union and not fixed & ~values:
                    possible |= 1 << total
                    break
        return found, possible

    def _list(self, n: int, width: int) -> None:
        """List the sets of values of the larger group, as wide as its variables are now."""
        self._width = width
        self._sets = [list(value_sets(n, total, width)) for total in range(n * width)]

    def _allowed(self, sums: list[int], least: list[int], target: int) -> list[int]:
        """By group, which of its sums the others allow, as bits.

        Args:
            least: of each group, the sum that adds least, times its factor.
            target: what the groups have to add together to these.

        Raises:
            Contradiction: there is none.
        """
        factors, n = self._factors, len(sums)
        span = 0  # what all groups can add together above their least, if no sum between is missing
        for i in range(n):
            rest = sums[i]
            low = rest & -rest
            if rest & (rest + low) or abs(factors[i]) != 1:
                span = -1
                break
            span += rest.bit_length() - low.bit_length()
        if span >= 0:
            if target < 0 or target > span:
                raise Contradiction
            return _between(sums, least, target, span)
        within = (1 << (target + 1)) - 1
        forward: list[int] = []
        reached = 1
        for i in range(n):
            forward.append(reached)
            if i < n - 1:
                k, lowest, rest, following = factors[i], least[i], sums[i], 0
                while rest:
                    low = rest & -rest
                    rest ^= low
                    shift = low.bit_length() - 1 - lowest
                    if k != 1:
                        shift *= k
                    if shift <= target:
                        following |= reached << shift
                reached = following & within
        allowed: list[int] = [0] * n
        backward = 1 << target
        for i in range(n - 1, -1, -1):
            k, lowest, rest, before, following, some = factors[i], least[i], sums[i], forward[i], 0, 0
            while rest:
                low = rest & -rest
                rest ^= low
                shift = low.bit_length() - 1 - lowest
                if k != 1:
                    shift *= k
                from_here = backward >> shift & before
                if from_here:
                    following |= from_here
                    some |= low
            if not some:
                raise Contradiction
            allowed[i] = some
            backward = following
        return allowed

    def _shared_out(self, masks: list[int], allowed: int) -> tuple[list[int], int]:
        """What is left of the masks of the larger group if its sum is allowed, and which sums it can have then."""
        union = fixed = met = 0
        for m in masks:
            union |= m
            if not m & (m - 1):
                fixed |= m
        cells = [i for i, m in enumerate(masks) if m & (m - 1)]
        if not cells:
            return masks, allowed
        sharing = Sharing([masks[i] & ~fixed for i in cells])
        while allowed:
            low = allowed & -allowed
            allowed ^= low
            for values in self._sets[low.bit_length() - 1]:
                if values & ~union or fixed & ~values:
                    continue
                free = values & ~fixed
                if (not met & low or sharing.has_news(free)) and sharing.share(free):
                    met |= low
        left = masks.copy()
        for j, i in enumerate(cells):
            left[i] = sharing.kept[j]
        return left, met


def _between(sums: list[int], least: list[int], target: int, span: int) -> list[int]:
    """By group, which of its sums the others allow, if each adds or subtracts all sums from a least to a greatest one.

    Args:
        least, target: as of `Groups._allowed`.
        span: what all groups together can add above their least.
    """
    allowed: list[int] = []
    for i, those in enumerate(sums):
        first, last = (those & -those).bit_length() - 1, those.bit_length() - 1
        above = last - first - (span - target)  # what the group adds at least above its own least, if positive
        if least[i] == first:
            first, last = max(first, first + above), min(last, first + target)
        else:
            first, last = max(first, last - target), min(last, last - above)
        allowed.append(those >> first << first & ((1 << (last + 1)) - 1))
    return allowed


def nested_sums(masks: list[int]) -> int:
    """The sums of different positions, one of each of at most `MOST_NESTED` masks, as bits."""
    first = masks[0]
    if len(masks) == 1:
        return first
    found = 0
    while first:
        low = first & -first
        first ^= low
        second = masks[1] & ~low
        if len(masks) == 2:
            found |= second << (low.bit_length() - 1)
            continue
        start = low.bit_length() - 1
        while second:
            other = second & -second
            second ^= other
            found |= (masks[2] & ~low & ~other) << (start + other.bit_length() - 1)
    return found


def keep_nested(masks: list[int], allowed: int) -> None:
    """Leave of at most `MOST_NESTED` masks what different positions with an allowed sum have, in place."""
    first, n = masks[0], len(masks)
    if n == 1:
        masks[0] = first & allowed
        return
    left = middle = last = 0
    while first:
        low = first & -first
        first ^= low
        start = low.bit_length() - 1
        second = masks[1] & ~low
        if n == 2:
            found = allowed >> start & second
            if found:
                left |= low
                middle |= found
            continue
        while second:
            other = second & -second
            second ^= other
            found = allowed >> (start + other.bit_length() - 1) & masks[2] & ~low & ~other
            if found:
                left |= low
                middle |= other
                last |= found
    masks[0] = left
    masks[1] = middle
    if n == 3:
        masks[2] = last


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
