"""Linear equations, inequalities and disequalities over domains: bounds, sets of sums, and the reasons of both."""

from __future__ import annotations

from math import ceil, floor
from typing import TYPE_CHECKING, Final

from puzzledsl.kernel.filter import Filter
from puzzledsl.kernel.masks import mask_of, shifted
from puzzledsl.kernel.store import SPAN, Contradiction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.expressions import Rational
    from puzzledsl.flat import Literal
    from puzzledsl.kernel.explanation import Explanation
    from puzzledsl.kernel.store import Store

MOST_SUMS = 20_000
"""Bits of a set of sums."""

MOST_SHIFTS = 600
"""Values of all variables together whose sums are looked at; values of one that have an amount each."""

Contribution = tuple[int, int, tuple[tuple["Literal", int], ...]]
"""What a variable ``x`` adds: ``k·x + Σ step·[literal on x]`` as ``(x, k, ((literal, step), …))``."""

_WIDTH: Final = SPAN + 64
_NO_BASE: Final = -(1 << 62)


class Addend:
    """What a variable adds to a sum, by its value.

    Attributes:
        variable: its number.
        slope: what each of its units adds, besides the literals.
        literals: what is true of its value, each with what this adds.
        amounts: if there are literals, what the values can add, ascending; see `arrange`.
        values: for each amount the values that add it, as bits from the base.
    """

    __slots__ = ("_base", "_width", "amounts", "literals", "slope", "values", "variable")

    def __init__(self, part: Contribution) -> None:
        self.variable, self.slope, literals = part
        self.literals = list(literals)
        self.amounts: list[int] = []
        self.values: list[int] = []
        self._base, self._width = _NO_BASE, 0  # that the values are for

    def arrange(self, base: int, width: int) -> bool:
        """Sort the values by what they add.

        Args:
            base: that of the variable.
            width: how many positions its mask has.

        Returns:
            False: they are too many.
        """
        if not self.literals or (base == self._base and width <= self._width):
            return True
        found: dict[int, int] = {0: -1}
        if self.slope:
            if width > MOST_SHIFTS:
                return False
            found = {self.slope * (base + position): 1 << position for position in range(width)}
        for literal, step in self.literals:
            meaning = mask_of(literal.values, base, _WIDTH)
            further: dict[int, int] = {}
            for amount, values in found.items():
                further[amount + step] = further.get(amount + step, 0) | (values & meaning)
                further[amount] = further.get(amount, 0) | (values & ~meaning)
            found = further
        self.amounts = sorted([amount for amount in found if found[amount]])
        self.values = [found[amount] for amount in self.amounts]
        self._base, self._width = base, width if self.slope else _WIDTH
        return True

    def extreme(self, base: int, mask: int, sign: int) -> int:
        """Return the smallest ``sign`` · amount of the values in a mask, which has some. They are arranged."""
        if not self.literals:
            k = sign * self.slope
            return k * (base + ((mask & -mask).bit_length() if k > 0 else mask.bit_length()) - 1)
        j = 0 if sign > 0 else len(self.values) - 1
        while not mask & self.values[j]:
            j += sign
        return sign * self.amounts[j]

    def below(self, base: int, limit: int, sign: int) -> int:
        """Return the values whose ``sign`` · amount is less than a limit, as bits from the base. They are arranged."""
        if not self.literals:
            k = sign * self.slope
            if k > 0:  # value < limit / k
                count = -(-limit // k) - base
                return (1 << count) - 1 if count > 0 else 0
            count = limit // k - base + 1  # value > limit / k
            return -1 << count if count > 0 else -1
        found = 0
        for j, amount in enumerate(self.amounts):
            if sign * amount < limit:
                found |= self.values[j]
        return found

    def adding(self, base: int, amount: int) -> int:
        """Return the values that add an amount, as bits from the base. They are arranged."""
        return self.below(base, amount + 1, 1) & ~self.below(base, amount, 1)

    def positions(self, mask: int, lowest: int) -> int:
        """Return what values of a mask add, as bits: their own without literals, else the amounts from a lowest."""
        if not self.literals:
            return mask
        found = 0
        for j, values in enumerate(self.values):
            if values & mask:
                found |= 1 << (self.amounts[j] - lowest)
        return found

    def having(self, positions: int, lowest: int) -> int:
        """Return the values that add what is among these `positions`."""
        if not self.literals:
            return positions
        found = 0
        for j, amount in enumerate(self.amounts):
            if amount >= lowest and positions >> (amount - lowest) & 1:
                found |= self.values[j]
        return found


class Sum(Filter):
    """``Σ contributions op constant`` with ``op`` one of ``==``, ``!=``, ``<=``; real variables only lend their bounds.

    A variable that has no mask is narrowed by bounds, and by a literal if it adds nothing else.
    """

    def __init__(self, contributions: Sequence[Contribution], op: str, constant: int) -> None:
        """Args: contributions: of different variables, none without slope and literals."""
        self._op = op
        self._constant = constant
        self._addends: list[Addend] = [Addend(part) for part in contributions]
        self._variables: list[int] = [part[0] for part in contributions]
        self._slopes: list[int] = [0 if part[2] else part[1] for part in contributions]  # of those without literals
        self._bounds_tell = self._adds_up_evenly()
        self._is_difference: bool = op == "==" and len(self._slopes) == 2 and sorted(self._slopes) == [-1, 1]

    def _adds_up_evenly(self) -> bool:
        """Whether bounds tell all: together, the literals add every number from the least to the most, and there is at
        most one variable besides."""
        wholes = 0
        for one in self._addends:
            if not one.literals:
                wholes += 1
            elif one.slope or len(one.literals) > 1 or abs(one.literals[0][1]) != 1:
                return False
        return wholes <= 1

    def propagate(self, store: Store) -> None:
        """Bounds; of an equation, at the costly priority, domain consistency, where it is not too large.

        Raises:
            Contradiction: it cannot hold.
        """
        if self._op == "!=":
            self._exclude(store)
            return
        if self._is_difference:
            x, y, shift = self._difference(store)
            if x >= 0:
                left, right = store.mask[x], store.mask[y]
                store.put(x, left & shifted(right, -shift))
                store.put(y, right & shifted(left, shift))
                return
        masks, bases, variables, slopes = store.mask, store.base, self._variables, self._slopes
        count = len(variables)
        equation, need, is_bounded, limit = self._ends(store)
        lows: list[int] = []
        highs: list[int] = []
        while True:
            lows.clear()
            highs.clear()
            least = most = 0
            for i in range(count):
                x = variables[i]
                mask, k = masks[x], slopes[i]
                if mask and k:
                    low = bases[x] + (mask & -mask).bit_length() - 1
                    high = bases[x] + mask.bit_length() - 1
                    if k != 1:
                        low *= k
                        high *= k
                        if k < 0:
                            low, high = high, low
                else:
                    low, high = self._range(store, i)
                lows.append(low)
                highs.append(high)
                least += low
                most += high
            above, below = limit - least, most - need  # that one may add to its least, or lack of its most
            if (is_bounded and above < 0) or (equation and below < 0):
                raise Contradiction
            if least == most or (not equation and (not is_bounded or most <= limit)):
                return
            changes = len(store.touched)
            for i in range(count):
                low, high = lows[i], highs[i]
                if (is_bounded and high - low > above) or (equation and high - low > below):
                    self._confine(store, i, high - below if equation else low, low + above if is_bounded else high)
            if len(store.touched) == changes or not store.costly:  # `Engine` calls again
                break
        is_exact = equation and is_bounded and need == limit
        if store.costly and is_exact and above <= MOST_SUMS and not self._bounds_tell:
            self._filter(store, lows, highs, limit)

    @property
    def costly(self) -> bool:
        """Only equations have sets of sums."""
        return self._op == "==" and not self._is_difference and not self._bounds_tell

    def support(self, store: Store) -> list[int] | None:
        """A value of each variable, of a difference or where two must not add up; else as `Filter.support`."""
        if self._is_difference:
            x, y, shift = self._difference(store)
            if x >= 0:
                common = store.mask[x] & shifted(store.mask[y], -shift)
                if not common:
                    return None
                common &= -common
                other = shifted(common, shift)
                return [common, other] if x == self._variables[0] else [other, common]
        elif self._op == "!=" and len(self._slopes) == 2 and 0 not in self._slopes:
            return self._apart(store)
        return super().support(store)

    def _apart(self, store: Store) -> list[int] | None:
        """Of two variables values that do not add up."""
        found: list[int] = []
        total = 0
        for x, k in zip(self._variables, self._slopes, strict=True):
            mask = store.mask[x]
            if not mask:
                return super().support(store)
            found.append(mask & -mask)
            total += k * (store.base[x] + found[-1].bit_length() - 1)
        if total == self._constant:
            for i, x in enumerate(self._variables):
                rest = store.mask[x] ^ found[i]
                if rest:
                    found[i] = rest & -rest
                    return found
            return None
        return found

    def _range(self, store: Store, i: int) -> tuple[int, int]:
        """The least and the most that a variable can add; of a real one nothing."""
        one = self._addends[i]
        x, k = one.variable, one.slope
        mask, base = store.mask[x], store.base[x]
        if mask and one.literals and one.arrange(base, mask.bit_length()):
            return one.extreme(base, mask, 1), -one.extreme(base, mask, -1)
        if x in store.reals:
            return 0, 0
        low, high = k * store.lo(x), k * store.hi(x)
        if k < 0:
            low, high = high, low
        for literal, step in one.literals:
            known = store.entailed(literal)
            if known is not False and (known or step < 0):
                low += step
            if known is not False and (known or step > 0):
                high += step
        return low, high

    def _ends(self, store: Store) -> tuple[bool, int, bool, int]:
        """Whether there is a least that the whole variables must add, and what; whether there is a most, and what."""
        has_least, has_most = self._op == "==", True
        if not store.reals:
            return has_least, self._constant, has_most, self._constant
        least: Rational = self._constant
        most: Rational = self._constant
        for one in self._addends:
            if one.variable in store.reals:
                low, high = store.reals[one.variable]
                if one.slope < 0:
                    low, high = high, low
                if high is None:
                    has_least = False
                else:
                    least -= one.slope * high
                if low is None:
                    has_most = False
                else:
                    most -= one.slope * low
        return has_least, ceil(least), has_most, floor(most)

    def _difference(self, store: Store) -> tuple[int, int, int]:
        """Of ``x - y == constant``, both variables, and by how much a mask of ``x`` has to be shifted to fit one of
        ``y``; -1 for ``x`` where they have no masks from bases close to one another."""
        x, y = self._variables
        if self._slopes[0] < 0:
            x, y = y, x
        shift = store.base[x] - store.base[y] - self._constant
        if not store.mask[x] or not store.mask[y] or abs(shift) > 2 * SPAN:
            x = -1
        return x, y, shift

    def _confine(self, store: Store, i: int, low: int, high: int) -> None:
        """Remove values that add less than ``low`` or more than ``high``."""
        one = self._addends[i]
        x, k, mask = one.variable, one.slope, store.mask[one.variable]
        if not one.literals:
            if k < 0:
                k, low, high = -k, -high, -low
            store.at_most(x, high // k)
            store.at_least(x, -(-low // k))
        elif mask and one.arrange(store.base[x], mask.bit_length()):
            store.put(x, mask & one.below(store.base[x], high + 1, 1) & ~one.below(store.base[x], low, 1))
        elif not k and len(one.literals) == 1:
            literal, step = one.literals[0]
            if not low <= step <= high:
                store.forbid(literal)
            if not low <= 0 <= high:
                store.require(literal)

    def _filter(self, store: Store, lows: list[int], highs: list[int], target: int) -> None:
        """Domain consistency by sets of sums: ``target`` is what the whole variables have to add."""
        still_open: list[int] = []
        sums: list[int] = []
        factors: list[int] = []
        work = 0
        is_even = True  # each adds all amounts from the least to the most, so that bounds tell all
        for i, one in enumerate(self._addends):
            low = lows[i]
            if low == highs[i]:
                target -= low
                continue
            mask, base = store.mask[one.variable], store.base[one.variable]
            if not mask or not one.arrange(base, mask.bit_length()):
                return
            sums.append(one.positions(mask, low))
            factors.append(1 if one.literals else one.slope)
            target -= low if one.literals else base * one.slope
            still_open.append(i)
            work += sums[-1].bit_count()
            if work > MOST_SHIFTS:
                return
            if sums[-1] & (sums[-1] + (sums[-1] & -sums[-1])) or abs(factors[-1]) != 1:
                is_even = False
        if is_even:
            return
        for j, kept in enumerate(supported(sums, factors, target)):
            if kept != sums[j]:
                one = self._addends[still_open[j]]
                store.put(one.variable, store.mask[one.variable] & one.having(kept, lows[still_open[j]]))

    def _exclude(self, store: Store) -> None:
        """``≠``: only the last variable that adds different amounts learns something."""
        free, rest = -1, self._constant
        for i in range(len(self._addends)):
            low, high = self._range(store, i)
            if low == high:
                rest -= low
            elif free >= 0:
                return
            else:
                free = i
        if free < 0:
            if not rest:
                raise Contradiction
            return
        one = self._addends[free]
        x = one.variable
        mask, base = store.mask[x], store.base[x]
        if not one.literals:
            if rest % one.slope == 0:
                store.remove(x, rest // one.slope)
        elif mask and one.arrange(base, mask.bit_length()):
            store.put(x, mask & ~one.adding(base, rest))

    # ── reasons ──────────────────────────────────────────────────────────────────────────────────

    def explain(self, why: Explanation, x: int, gone: int) -> int:
        """Explain removals.

        First by bounds: the others cannot add so little (or so much). What is more than enough is used to loosen the
        bounds that are needed, first those that are loosened entirely. What bounds do not explain may follow from the
        sets of sums that the others can add.

        Args:
            x: whose values ``gone`` were removed; -1: it was a contradiction, and ``gone`` is 1.

        Returns:
            Those of the values that are not explained.
        """
        others: list[Addend] = []
        own: Addend | None = None
        work = 0
        for one in self._addends:
            y = one.variable
            if not why.masks[y] or not one.arrange(why.base[y], why.first[y].bit_length()):
                return gone
            if y == x:
                own = one
            else:
                others.append(one)
                work += why.first[y].bit_count()
        if x >= 0 and own is None:
            return gone
        if self._op == "!=":
            return self._by_fixed(why, others, own, gone)
        gone = self._by_bounds(why, others, own, gone, 1)
        if gone and self._op == "==":
            gone = self._by_bounds(why, others, own, gone, -1)
            if gone and work <= MOST_SHIFTS:
                gone = self._by_sums(why, others, own, gone)
        return gone

    def _by_bounds(self, why: Explanation, others: list[Addend], own: Addend | None, gone: int, sign: int) -> int:
        """Explain the values that make ``sign`` · sum more than ``sign`` · constant; return the others."""
        steps: list[tuple[int, int, int]] = []  # (how far below the bound it once was, the number of it, the bound)
        most = sign * self._constant  # what is left for ``own``
        for i, one in enumerate(others):
            y = one.variable
            bound = one.extreme(why.base[y], why.masks[y], sign)
            steps.append((bound - one.extreme(why.base[y], why.first[y], sign), i, bound))
            most -= bound
        if own is None:
            slack = -most - 1
            left = 0
        else:
            base = why.base[own.variable]
            left = own.below(base, most + 1, sign) & gone
            if left == gone:
                return gone
            slack = own.extreme(base, gone & ~left, sign) - most - 1
        if slack < 0:
            return gone
        steps.sort()
        for drop, i, bound in steps:
            if drop <= slack:  # this one could be anything
                slack -= drop
                continue
            one = others[i]
            y = one.variable
            needed = one.below(why.base[y], bound - slack, sign)
            why.need(y, needed)
            slack -= bound - one.extreme(why.base[y], why.first[y] & ~needed, sign)
        return left

    def _by_fixed(self, why: Explanation, others: list[Addend], own: Addend | None, gone: int) -> int:
        """Explain the values that would make the sum equal, the others being fixed; return the others."""
        rest, left = self._constant, 0
        for one in others:
            base, mask = why.base[one.variable], why.masks[one.variable]
            amount = one.extreme(base, mask, 1)
            if amount != -one.extreme(base, mask, -1):
                return gone
            rest -= amount
        if own is not None:
            left = gone & ~own.adding(why.base[own.variable], rest)
        elif rest:
            return gone
        if left != gone:
            for one in others:
                why.need(one.variable, ~why.masks[one.variable])
        return left

    def _by_sums(self, why: Explanation, others: list[Addend], own: Addend | None, gone: int) -> int:
        """Explain that with all these values the others cannot add what is missing; return 0, or the values."""
        parts: list[Part] = []
        target = self._constant
        for one in others if own is None else [*others, own]:
            y, first = one.variable, why.first[one.variable]
            if one.literals and -one.extreme(why.base[y], first, -1) - one.extreme(why.base[y], first, 1) > MOST_SUMS:
                return gone
            mask = gone if one is own else why.masks[y]
            parts.append(_Values(why, one, mask, mask if one is own else first & ~why.needed[y] | mask))
            target -= parts[-1].offset
        return 0 if explain_total(why, parts, target) else gone


def supported(sums: list[int], factors: list[int], target: int) -> list[int]:
    """Leave of each set of numbers (bits) those that with some of the others add to ``target``, times their factors.

    Forward the sums of the first ``i`` sets, backward those from which the target is reached: Trick, A Dynamic
    Programming Approach for Consistency and Propagation for Knapsack Constraints (Annals of OR 2003), with sets of
    sums as bit masks. If they would have more than `MOST_SUMS` bits, the sets stay as they are.

    Raises:
        Contradiction: there are none.
    """
    n = len(sums)
    least: list[int] = []
    target, span = _above_least(sums, factors, target, least)
    if target < 0 or target > span:
        raise Contradiction
    if target > MOST_SUMS:
        return sums
    within = (1 << (target + 1)) - 1
    forward = [1]
    for i in range(n - 1):
        forward.append(_moved(forward[-1], sums[i], factors[i], least[i], target) & within)
    kept: list[int] = [0] * n
    backward = 1 << target
    for i in range(n - 1, -1, -1):
        k, lowest, rest, before, following, some = factors[i], least[i], sums[i], forward[i], 0, 0
        while rest:
            bit = rest & -rest
            rest ^= bit
            shift = bit.bit_length() - 1 - lowest
            if k != 1:
                shift *= k
            from_here = backward >> shift & before
            if from_here:
                following |= from_here
                some |= bit
        if not some:
            raise Contradiction
        kept[i] = some
        backward = following
    return kept


def _above_least(sums: list[int], factors: list[int], target: int, least: list[int]) -> tuple[int, int]:
    """How much sets of numbers have to add, and how much they can add at most, above the least that they add.

    Args:
        least: filled with the number of each set that adds least.
    """
    span = 0
    for i, those in enumerate(sums):
        k, low, high = factors[i], (those & -those).bit_length() - 1, those.bit_length() - 1
        if k < 0:
            low, high = high, low
        least.append(low)
        target -= k * low
        span += k * (high - low)
    return target, span


def _moved(reached: int, numbers: int, factor: int, lowest: int, most: int) -> int:
    """The sums that arise from some others when one of the numbers is added, times a factor, above the lowest.

    Args:
        factor: turned round, the numbers are subtracted instead.
        most: larger amounts are left out.
    """
    found = 0
    while numbers:
        bit = numbers & -numbers
        numbers ^= bit
        shift = bit.bit_length() - 1 - lowest
        if factor != 1:
            shift *= factor
        if shift < 0:
            found |= reached >> -shift
        elif shift <= most:
            found |= reached << shift
    return found


class Part:
    """What a variable, or a group of them, adds to a total that has to be refuted.

    Attributes:
        factor, offset: what each of its positions adds is ``offset + factor · position``.
        possible: the positions within the domains, as bits.
        everything: those that there would be if nothing had been removed.
        lowest: what position 0 stands for, where amounts are listed.
    """

    __slots__ = ("everything", "factor", "lowest", "offset", "possible")

    def __init__(self, factor: int, offset: int, possible: int, everything: int) -> None:
        self.factor = factor
        self.offset = offset
        self.possible = possible
        self.everything = everything
        self.lowest = 0

    def refuse(self, why: Explanation, positions: int) -> None:
        """Explain why it has none of some positions."""
        raise NotImplementedError


class _Values(Part):
    """An `Addend` as part of a total."""

    __slots__ = ("_one",)

    def __init__(self, why: Explanation, one: Addend, mask: int, first: int) -> None:
        base = why.base[one.variable]
        lowest = one.extreme(base, first, 1)
        offset, factor = (lowest, 1) if one.literals else (one.slope * base, one.slope)
        super().__init__(factor, offset, one.positions(mask, lowest), one.positions(first, lowest))
        self.lowest = lowest
        self._one = one

    def refuse(self, why: Explanation, positions: int) -> None:
        """See `Part`."""
        why.need(self._one.variable, self._one.having(positions, self.lowest))


def explain_total(why: Explanation, parts: list[Part], target: int) -> bool:
    """Explain why parts do not add up to ``target``, their offsets aside; False: they do, or are too large.

    Which sums can be completed within the domains is found backwards; then, forwards, all that is gone is given back
    that does not lead to such a sum: Gange, Stuckey & Szymanek, MDD Propagators with Explanation (Constraints 2011).
    """
    least: list[int] = []
    target, span = _above_least([part.everything for part in parts], [part.factor for part in parts], target, least)
    if target < 0 or target > span:
        return True
    if target > MOST_SUMS:
        return False
    within = (1 << (target + 1)) - 1
    backward = [1 << target]
    for i in range(len(parts) - 1, -1, -1):
        backward.append(_moved(backward[-1], parts[i].possible, -parts[i].factor, least[i], 0))
    if backward.pop() & 1:
        return False
    reached = 1
    for i, part in enumerate(parts):
        k, bad, further, refused, rest = part.factor, backward.pop(), 0, 0, part.everything
        while rest:
            bit = rest & -rest
            rest ^= bit
            shift = k * (bit.bit_length() - 1 - least[i])
            if shift <= target:
                from_here = reached << shift
                if from_here & bad and not bit & part.possible:
                    refused |= bit
                else:
                    further |= from_here
        if refused:
            part.refuse(why, refused)
        reached = further & within
    return True
