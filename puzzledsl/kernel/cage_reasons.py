"""Why values are gone from sums over groups of different values.

The sets of values that the first cells of a group can take up are kept as one integer (see `packed_sets`). What is
needed is found as in `path_reasons`: first among the sums that the groups can have, then among the sets of values in
each group.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.kernel.grouped_sums import MOST_NESTED, keep_nested, nested_sums
from puzzledsl.kernel.matching import explain_different
from puzzledsl.kernel.packed_sets import after, before, sets_by_sum
from puzzledsl.kernel.sum_reasons import explain_sum
from puzzledsl.kernel.sums import MOST_SUMS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.explanation import Explanation
    from puzzledsl.kernel.grouped_sums import Group
    from puzzledsl.kernel.sums import Contribution

MOST_WIDTH = 16
"""Of groups that span more values, the sum and the difference are explained apart: there are 2 to that power sets."""


class Cells:
    """The values of a group of different variables, the lowest of all as bit 0.

    Attributes:
        variables: those of the group.
        base: the value of bit 0.
        width: how many values they span.
        masks: within the domains; of the variable that is asked about, those that are.
    """

    __slots__ = ("_shifts", "base", "masks", "variables", "width")

    def __init__(self, why: Explanation, variables: Sequence[int], x: int, gone: int) -> None:
        self.variables = variables
        lows: list[int] = []
        highs: list[int] = []
        for y in variables:
            first = why.first[y]
            lows.append(why.base[y] + (first & -first).bit_length() - 1)
            highs.append(why.base[y] + first.bit_length())
        self.base = min(lows)
        self.width = max(highs) - self.base
        self._shifts: list[int] = []
        self.masks: list[int] = []
        for y in variables:
            shift = self.base - why.base[y]
            self._shifts.append(shift)
            mask = gone if y == x else why.masks[y]
            self.masks.append(mask >> shift if shift >= 0 else mask << -shift)

    def sums(self) -> int:
        """Return the sums of different positions, one of each mask, as bits."""
        if len(self.masks) <= MOST_NESTED:
            return nested_sums(self.masks)
        sets = 1
        for mask in self.masks:
            sets = after(sets, mask, self.width)
        found = 0
        for total, having in enumerate(sets_by_sum(self.width)):
            if sets & having:
                found |= 1 << total
        return found

    def explain(self, why: Explanation, x: int, sums: int) -> None:
        """Explain why none of the sums (bits) can be had."""
        if len(self.masks) <= MOST_NESTED:
            self._explain_few(why, x, sums)
            return
        allowed = 0
        by_sum = sets_by_sum(self.width)
        for total in range(min(len(by_sum), sums.bit_length())):
            if sums >> total & 1:
                allowed |= by_sum[total]
        leading = [allowed]
        for i in range(len(self.masks) - 1, -1, -1):
            leading.append(before(leading[-1], self.masks[i], self.width))
        leading.pop()
        sets = 1
        for i, y in enumerate(self.variables):
            bad = leading.pop()
            mask = self.masks[i]
            if y != x:
                rest = self._absent(why, i)
                needed = 0
                while rest:
                    low = rest & -rest
                    rest ^= low
                    if after(sets, low, self.width) & bad:
                        needed |= low
                    else:
                        mask |= low
                if needed:
                    self._need(why, i, needed)
            sets = after(sets, mask, self.width)

    def _explain_few(self, why: Explanation, x: int, sums: int) -> None:
        """Do the same where a value can be looked at with all values of the others."""
        masks = self.masks.copy()
        for i, y in enumerate(self.variables):
            if y != x:
                absent = self._absent(why, i)
                if absent:
                    tried = masks.copy()
                    tried[i] = absent
                    keep_nested(tried, sums)
                    if tried[i]:
                        self._need(why, i, tried[i])
                    masks[i] |= absent & ~tried[i]

    def _absent(self, why: Explanation, i: int) -> int:
        """The values of a variable that are gone, and not known to be needed."""
        y, shift = self.variables[i], self._shifts[i]
        absent = why.first[y] & ~why.masks[y] & ~why.needed[y]
        return absent >> shift if shift >= 0 else absent << -shift

    def _need(self, why: Explanation, i: int, values: int) -> None:
        """Note that values of a variable have to be gone."""
        shift = self._shifts[i]
        why.need(self.variables[i], values << shift if shift >= 0 else values >> -shift)


def explain_groups(why: Explanation, groups: Sequence[Group], total: int, x: int, gone: int) -> int:
    """Explain removals by ``Σ k·(sum of the group) == total``, the values within a group all different.

    Args:
        x: whose values ``gone`` were removed; -1: it was a contradiction, and ``gone`` is 1.

    Returns:
        Those of the values that are not explained.
    """
    if _explained(why, groups, total, x, gone):
        return 0
    terms: list[Contribution] = []
    for k, variables in groups:
        terms.extend([(y, k, ()) for y in variables])
    gone = explain_sum(why, terms, "==", total, x, gone)
    for _, variables in groups:
        if gone and (x < 0 or x in variables):
            gone = explain_different(why, variables, (), frozenset(), x, gone)
    return gone


def _explained(why: Explanation, groups: Sequence[Group], total: int, x: int, gone: int) -> bool:
    """Explain why there is no solution with one of the values; False: there is one, or it is too much to look at."""
    cells: list[Cells] = []
    for _, variables in groups:
        cells.append(Cells(why, variables, x, gone))
        if cells[-1].width > MOST_WIDTH:
            return False
    target, span = total, 0
    amounts: list[list[int]] = []  # by group, what each sum of positions adds above the least
    for i, (k, variables) in enumerate(groups):
        size, width = len(variables), cells[i].width
        if size > width:
            most = least = 0
        else:
            least = size * (size - 1) // 2
            most = size * (width - 1) - least
        lowest = k * least if k > 0 else k * most
        target -= k * size * cells[i].base + lowest
        span += abs(k) * (most - least)
        amounts.append([k * position - lowest for position in range(most + 1)])
        for position in range(least):
            amounts[-1][position] = -1
    if target < 0 or target > span:
        return True
    if target > MOST_SUMS:
        return False
    within = (1 << (target + 1)) - 1
    possible = [one.sums() for one in cells]
    leading = [1 << target]
    for i in range(len(groups) - 1, -1, -1):
        reached, following, rest, added = 0, leading[-1], possible[i], amounts[i]
        while rest:
            low = rest & -rest
            rest ^= low
            reached |= following >> added[low.bit_length() - 1]
        leading.append(reached)
    if leading.pop() & 1:
        return False
    reached = 1
    for i in range(len(groups)):
        bad, further, refused = leading.pop(), 0, 0
        for position, amount in enumerate(amounts[i]):
            if amount < 0:
                continue
            if possible[i] >> position & 1:
                further |= reached << amount
            elif (reached << amount) & bad:
                refused |= 1 << position
            else:
                further |= reached << amount
        if refused:
            cells[i].explain(why, x, refused)
        reached = further & within
    return True
