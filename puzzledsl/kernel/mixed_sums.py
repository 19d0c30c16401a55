"""Linear equations and inequalities with literals, over variables that have masks.

`sums.propagate_mixed` says the same of all variables. Here the values of a variable that literals are about are sorted
by what they add, once, so that the least and the most of it take a comparison or two each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.kernel.masks import mask_of
from puzzledsl.kernel.store import SPAN, Contradiction
from puzzledsl.kernel.sums import MOST_SHIFTS, MOST_SUMS, filter_sums

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.flat import Literal
    from puzzledsl.kernel.store import Store
    from puzzledsl.kernel.sums import Contribution, Item

_WIDTH = SPAN + 64
_NO_BASE = -(1 << 62)


class MixedSum:
    """``Σ contributions == constant``, or ``<=``. Each adds ``k·x``, or ``Σ step·[literal on x]``, but not both."""

    __slots__ = (
        "_amounts",
        "_bases",
        "_constant",
        "_equation",
        "_is_interval",
        "_literals",
        "_slopes",
        "_values",
        "_variables",
    )

    def __init__(self, contributions: Sequence[Contribution], constant: int, equation: bool) -> None:
        """Args: contributions: of different variables."""
        self._constant = constant
        self._equation = equation
        self._variables: list[int] = []
        self._slopes: list[int] = []
        self._literals: list[list[tuple[Literal, int]]] = []
        for x, k, steps in contributions:
            self._variables.append(x)
            self._slopes.append(k)
            self._literals.append(list(steps))
        self._bases = [_NO_BASE] * len(self._variables)  # what the values are relative to
        # By variable that literals are about, what its values can add, ascending, and for each the values that do.
        self._amounts: list[list[int]] = [[] for _ in self._variables]
        self._values: list[list[int]] = [[] for _ in self._variables]
        self._is_interval = self._adds_up_evenly()

    def _adds_up_evenly(self) -> bool:
        """Whether the literals add one amount each, and one variable at most a multiple of that: then bounds tell all,
        because what the literals add together is every multiple from the least to the most."""
        size, wholes = 0, 0
        for steps in self._literals:
            if len(steps) > 1:
                return False
            for _, step in steps:
                if size and abs(step) != size:
                    return False
                size = abs(step)
        for k in self._slopes:
            if k:
                wholes += 1
                if not size or k % size:
                    return False
        return wholes <= 1

    def propagate(self, store: Store) -> bool:
        """Bounds; for an equation, at the costly priority, where it is not too large, domain consistency.

        Returns:
            False: a variable has no mask, and nothing has been done.

        Raises:
            Contradiction: it cannot hold.
        """
        masks, bases, variables, slopes = store.mask, store.base, self._variables, self._slopes
        for x in variables:
            if not masks[x]:
                return False
        constant, equation, count = self._constant, self._equation, len(variables)
        lows: list[int] = []
        highs: list[int] = []
        while True:
            lows.clear()
            highs.clear()
            least = most = 0
            for i in range(count):
                x = variables[i]
                mask, k = masks[x], slopes[i]
                if k:
                    low = k * (bases[x] + (mask & -mask).bit_length() - 1)
                    high = k * (bases[x] + mask.bit_length() - 1)
                    if k < 0:
                        low, high = high, low
                else:
                    if self._bases[i] != bases[x]:
                        self._arrange(i, bases[x])
                    amounts, values = self._amounts[i], self._values[i]
                    j = 0
                    while not mask & values[j]:
                        j += 1
                    low = amounts[j]
                    j = len(values) - 1
                    while not mask & values[j]:
                        j -= 1
                    high = amounts[j]
                lows.append(low)
                highs.append(high)
                least += low
                most += high
            if least > constant or (equation and most < constant):
                raise Contradiction
            if least == most or (not equation and most <= constant):
                return True
            above, below = constant - least, constant - most
            changes = len(store.touched)
            for i in range(count):
                low, high = lows[i], highs[i]
                if high - low > above or (equation and high - low > -below):
                    self._confine(store, i, below + high if equation else low, above + low)
            if len(store.touched) == changes:
                break
        if equation and store.costly and not self._is_interval:
            self._filter(store, lows, highs)
        return True

    def _arrange(self, i: int, base: int) -> None:
        """Sort the values of a variable, as bits from its base, by what they add."""
        found: dict[int, int] = {0: -1}
        for literal, step in self._literals[i]:
            meaning = mask_of(literal.values, base, _WIDTH)
            further: dict[int, int] = {}
            for amount, values in found.items():
                further[amount + step] = further.get(amount + step, 0) | (values & meaning)
                further[amount] = further.get(amount, 0) | (values & ~meaning)
            found = further
        self._amounts[i] = sorted([amount for amount in found if found[amount]])
        self._values[i] = [found[amount] for amount in self._amounts[i]]
        self._bases[i] = base

    def _confine(self, store: Store, i: int, low: int, high: int) -> None:
        """Remove values that add less than ``low`` or more than ``high``."""
        x, k = self._variables[i], self._slopes[i]
        if k > 0:
            store.at_most(x, high // k)
            store.at_least(x, -(-low // k))
        elif k < 0:
            store.at_least(x, -(high // -k))
            store.at_most(x, -low // -k)
        else:
            amounts, values = self._amounts[i], self._values[i]
            gone = 0
            for j in range(len(amounts)):
                if amounts[j] < low or amounts[j] > high:
                    gone |= values[j]
            store.put(x, store.mask[x] & ~gone)

    def _filter(self, store: Store, lows: list[int], highs: list[int]) -> None:
        """Domain consistency by sets of sums."""
        items: list[Item] = []
        target, work = self._constant, 0
        for i in range(len(lows)):
            target -= lows[i]
            if lows[i] == highs[i]:
                continue
            x, k = self._variables[i], self._slopes[i]
            mask = store.mask[x]
            added: list[tuple[int, int]] = []
            if k:
                work += mask.bit_count()
                if work > MOST_SHIFTS:
                    return
                offset = k * store.base[x] - lows[i]
                while mask:
                    low = mask & -mask
                    mask ^= low
                    added.append((offset + k * (low.bit_length() - 1), low))
            else:
                for j, amount in enumerate(self._amounts[i]):
                    if mask & self._values[i][j]:
                        added.append((amount - lows[i], mask & self._values[i][j]))
                work += len(added)
                if work > MOST_SHIFTS:
                    return
            items.append((x, added))
        if target <= MOST_SUMS:
            filter_sums(store, items, target)
