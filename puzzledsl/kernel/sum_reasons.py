"""Why the values of linear constraints are gone: loosened bounds, and sets of sums."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.kernel.sums import MOST_SHIFTS, MOST_SUMS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.explanation import Explanation
    from puzzledsl.kernel.sums import Contribution


class Term:
    """What a variable adds to a sum, by its value.

    Attributes:
        variable: its number.
        first: its values to begin with, as bits.
        amounts: (what it adds, the values of ``first`` that add it); empty where it is ``slope`` times the value, until
            `all_amounts` is called.
    """

    __slots__ = ("_base", "_slope", "amounts", "first", "variable")

    def __init__(self, why: Explanation, part: Contribution, first: int) -> None:
        self.variable = part[0]
        self.first = first
        self._base = why.base[part[0]]
        self._slope = part[1]
        self.amounts: list[tuple[int, int]] = []
        if part[2]:
            self._tabulate([(why.meaning(literal), step) for literal, step in part[2]])

    def _tabulate(self, steps: list[tuple[int, int]]) -> None:
        if not self._slope and len(steps) == 1:
            meaning, step = steps[0]
            if self.first & meaning:
                self.amounts.append((step, self.first & meaning))
            if self.first & ~meaning:
                self.amounts.append((0, self.first & ~meaning))
            return
        found: dict[int, int] = {}
        rest = self.first
        while rest:
            low = rest & -rest
            rest ^= low
            amount = self._slope * (self._base + low.bit_length() - 1)
            for meaning, step in steps:
                if meaning & low:
                    amount += step
            found[amount] = found.get(amount, 0) | low
        self.amounts = list(found.items())

    def all_amounts(self) -> list[tuple[int, int]]:
        """Return `amounts`, made now where there were none."""
        if not self.amounts:
            self._tabulate([])
        return self.amounts

    def least(self, mask: int, sign: int) -> int:
        """Return the smallest ``sign`` · amount of the values in a mask, which has some."""
        if not self.amounts:
            k = sign * self._slope
            return k * (self._base + ((mask & -mask).bit_length() if k > 0 else mask.bit_length()) - 1)
        best, known = 0, False
        for amount, values in self.amounts:
            if values & mask and (not known or sign * amount < best):
                best, known = sign * amount, True
        return best

    def below(self, limit: int, sign: int) -> int:
        """Return the values whose ``sign`` · amount is less than a limit."""
        if not self.amounts:
            k = sign * self._slope
            if not k:
                return self.first if limit > 0 else 0
            if k > 0:  # value < limit / k
                count = -(-limit // k) - self._base
                return self.first & ((1 << count) - 1) if count > 0 else 0
            count = limit // k - self._base + 1  # value > limit / k
            return self.first >> count << count if count > 0 else self.first
        found = 0
        for amount, values in self.amounts:
            if sign * amount < limit:
                found |= values
        return found


def explain_sum(
    why: Explanation, contributions: Sequence[Contribution], op: str, constant: int, x: int, gone: int
) -> int:
    """Explain removals by ``Σ contribution op constant``, with ``op`` one of ``==``, ``!=``, ``<=``.

    First by bounds: the others cannot add so little (or so much). What is more than enough is used to loosen the
    bounds that are needed, first those that are loosened entirely. What bounds do not explain may follow from the sets
    of sums that the others can add.

    Args:
        contributions: what each variable adds; one a variable.
        x: whose values ``gone`` were removed; -1: it was a contradiction, and ``gone`` is 1.

    Returns:
        Those of the values that are not explained.
    """
    others: list[Term] = []
    own: Term | None = None
    work = 0
    for part in contributions:
        if not part[1] and not part[2]:
            continue
        first = why.first[part[0]]
        if not why.masks[part[0]] or (part[2] and first.bit_count() > MOST_SHIFTS):
            return gone
        if part[0] == x:
            own = Term(why, part, gone)
        else:
            others.append(Term(why, part, first))
            work += first.bit_count()
    if x >= 0 and own is None:
        return gone
    if op == "!=":
        return _by_fixed(why, others, constant, own, gone)
    gone = _by_bounds(why, others, constant, own, gone, 1)
    if gone and op == "==":
        gone = _by_bounds(why, others, -constant, own, gone, -1)
        if gone and work <= MOST_SHIFTS:
            gone = _by_sums(why, others, constant, own, gone)
    return gone


def _by_bounds(why: Explanation, others: list[Term], constant: int, own: Term | None, gone: int, sign: int) -> int:
    """Explain the values that make ``sign`` · sum more than ``constant``; return the others."""
    steps: list[tuple[int, int, int]] = []  # (how far below the bound it once was, the number of the term, the bound)
    most = constant  # what is left for ``own``
    for i, term in enumerate(others):
        bound = term.least(why.masks[term.variable], sign)
        steps.append((bound - term.least(term.first, sign), i, bound))
        most -= bound
    if own is None:
        slack = -most - 1
        left = 0
    else:
        left = own.below(most + 1, sign) & gone
        if left == gone:
            return gone
        slack = own.least(gone & ~left, sign) - most - 1
    if slack < 0:
        return gone
    steps.sort()
    for drop, i, bound in steps:
        if drop <= slack:  # this one could be anything
            slack -= drop
            continue
        term = others[i]
        needed = term.below(bound - slack, sign)
        why.need(term.variable, needed)
        slack -= bound - term.least(term.first & ~needed, sign)
    return left


def _by_fixed(why: Explanation, others: list[Term], constant: int, own: Term | None, gone: int) -> int:
    """Explain the value that would make the sum equal to ``constant``, the others being fixed; return the others."""
    for term in others:
        mask = why.masks[term.variable]
        least = term.least(mask, 1)
        if least != -term.least(mask, -1):
            return gone
        constant -= least
    left = 0
    if own is None:
        if constant:
            return gone
    else:
        left = gone & ~(own.below(constant + 1, 1) & ~own.below(constant, 1))
        if left == gone:
            return gone
    for term in others:
        least = term.least(why.masks[term.variable], 1)
        why.need(term.variable, ~(term.below(least + 1, 1) & ~term.below(least, 1)))
    return left


def _by_sums(why: Explanation, others: list[Term], constant: int, own: Term | None, gone: int) -> int:
    """Explain the values for which the others cannot add what is missing; return the others.

    Which sums can be completed within the domains is found backwards; then, forwards, all that is gone is given back
    that does not lead to such a sum: Gange, Stuckey & Szymanek, MDD Propagators with Explanation (Constraints 2011).
    """
    target, span = constant, 0
    lows: list[int] = []
    for term in others:
        term.all_amounts()
        low = term.least(term.first, 1)
        lows.append(low)
        target -= low
        span -= low + term.least(term.first, -1)
    if span > MOST_SUMS:
        return gone
    targets = 0  # sums of the others that would do
    if own is None:
        targets = 1 << target if 0 <= target <= span else 0
    else:
        for amount, values in own.all_amounts():
            if values & gone and 0 <= target - amount <= span:
                targets |= 1 << target - amount
    reached = 1
    for i, term in enumerate(others):
        mask, sums = why.masks[term.variable], 0
        for amount, values in term.amounts:
            if values & mask:
                sums |= reached << (amount - lows[i])
        reached = sums
    left = 0
    if targets & reached:
        if own is None:
            return gone
        for amount, values in own.amounts:
            if 0 <= target - amount <= span and reached >> (target - amount) & 1:
                left |= values & gone
        targets &= ~reached
    backward = [targets]
    for i in range(len(others) - 1, 0, -1):
        mask, sums = why.masks[others[i].variable], 0
        for amount, values in others[i].amounts:
            if values & mask:
                sums |= backward[-1] >> (amount - lows[i])
        backward.append(sums)
    reached = 1
    for i, term in enumerate(others):
        mask, sums = why.masks[term.variable], 0
        blocked = why.needed[term.variable] & ~mask
        bad = backward.pop()
        for amount, values in term.amounts:
            if values & ~blocked:
                further = reached << (amount - lows[i])
                if further & bad:
                    why.need(term.variable, values)
                else:
                    sums |= further
        reached = sums
    return left
