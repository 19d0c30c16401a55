"""Linear equations, inequalities and disequalities over domains: bounds, and sets of sums."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.kernel.store import SPAN, Contradiction

if TYPE_CHECKING:
    from puzzledsl.expressions import Rational
    from puzzledsl.flat import Literal
    from puzzledsl.kernel.store import Store

MOST_SUMS = 20_000
"""Bits of a set of sums."""

MOST_SHIFTS = 600
"""Values of all items together."""

Contribution = tuple[int, int, tuple[tuple["Literal", int], ...]]
"""What a variable ``x`` adds: ``k·x + Σ step·[literal on x]`` as ``(x, k, ((literal, step), …))``."""

Item = tuple[int, list[tuple[int, int]]]
"""A variable, and what it can add with the values (bits from its base) that add so much: ``(amount, values)``."""


def propagate_whole(store: Store, terms: tuple[tuple[int, int], ...], constant: int, equation: bool) -> None:
    """``Σ k·x == constant``, or ``<=``, over integer variables; each occurs once, no ``k`` is 0.

    Bounds; for an equation, at the costly priority, where it is not too large, domain consistency.
    """
    if equation and abs(constant) <= SPAN:
        x, y = _difference(store, terms)
        if x >= 0:
            shift = store.base[x] - store.base[y] - constant
            left, right = store.mask[x], store.mask[y]
            if shift >= 0:
                store.put(x, left & right >> shift)
                store.put(y, right & left << shift)
            else:
                store.put(x, left & right << -shift)
                store.put(y, right & left >> -shift)
            return
    lows: list[int] = []
    highs: list[int] = []
    again = True
    while again:
        again = False
        lows.clear()
        highs.clear()
        least = most = 0
        for x, k in terms:
            low, high = (k * store.lo(x), k * store.hi(x)) if k > 0 else (k * store.hi(x), k * store.lo(x))
            lows.append(low)
            highs.append(high)
            least += low
            most += high
        if least > constant or (equation and most < constant):
            raise Contradiction
        if least == most or (not equation and most <= constant):
            return
        # What a term may at most add when all others add least: constant - (least - low); and the other way round.
        above, below = constant - least, constant - most
        changes = len(store.touched)
        for i, (x, k) in enumerate(terms):
            low, high = lows[i], highs[i]
            if low == high:
                continue
            if high - low > above:
                if k > 0:
                    store.at_most(x, (above + low) // k)
                else:
                    store.at_least(x, -((above + low) // -k))
            if equation and low - high < below:
                if k > 0:
                    store.at_least(x, -(-(below + high) // k))
                else:
                    store.at_most(x, -(below + high) // -k)
        again = len(store.touched) > changes
    if not equation or not store.costly:
        return
    items: list[Item] = []
    target, work = constant, 0
    for i, (x, k) in enumerate(terms):
        target -= lows[i]
        if lows[i] == highs[i]:
            continue
        mask = store.mask[x]
        work += mask.bit_count()
        if not mask or work > MOST_SHIFTS:
            return
        amounts: list[tuple[int, int]] = []
        offset = k * store.base[x] - lows[i]
        while mask:
            low = mask & -mask
            mask ^= low
            amounts.append((offset + k * (low.bit_length() - 1), low))
        items.append((x, amounts))
    if target <= MOST_SUMS:
        filter_sums(store, items, target)


def propagate_mixed(store: Store, contributions: tuple[Contribution, ...], constant: int, equation: bool) -> None:
    """The same with literals, and with real variables, which only lend their bounds."""
    again = True
    while again:
        changes = len(store.touched)
        ranges = [contribution_range(store, part) for part in contributions]
        least: Rational | None = 0
        most: Rational | None = 0
        for low, high in ranges:
            least = None if least is None or low is None else least + low
            most = None if most is None or high is None else most + high
        if least is not None and least > constant:
            raise Contradiction
        if equation and most is not None and most < constant:
            raise Contradiction
        for part, (low, high) in zip(contributions, ranges, strict=True):
            if low == high or part[0] in store.reals:
                continue
            limit = None if least is None or low is None else constant - least + low
            need = constant - most + high if equation and most is not None and high is not None else None
            if limit is not None and high is not None and high > limit:
                _confine(store, part, None, limit)
            if need is not None and low is not None and low < need:
                _confine(store, part, need, None)
        again = len(store.touched) > changes
    if not equation or not store.costly:
        return
    items: list[Item] = []
    target, span, work = constant, 0, 0
    for part in contributions:
        if not store.mask[part[0]]:
            return
        amounts = _amounts(store, part)
        lowest = min([amount for amount, _ in amounts])
        target -= lowest
        if len(amounts) > 1:
            work += len(amounts)
            if work > MOST_SHIFTS:
                return
            span += max([amount for amount, _ in amounts]) - lowest
            items.append((part[0], [(amount - lowest, values) for amount, values in amounts]))
    if target < 0 or target > span:
        raise Contradiction
    if target <= MOST_SUMS:
        filter_sums(store, items, target)


def filter_sums(store: Store, items: list[Item], target: int) -> None:
    """Remove the values that add to no sum ``target``; what they add is ≥ 0.

    Forward the sums of the first ``i`` items, backward those from which the target is reached: Trick, A Dynamic
    Programming Approach for Consistency and Propagation for Knapsack Constraints (Annals of OR 2003), with sets of
    sums as bit masks.
    """
    if not items:
        return
    within = (1 << (target + 1)) - 1
    forward = [1]
    for _, added in items[:-1]:
        sums, total = forward[-1], 0
        for amount, _ in added:
            total |= sums << amount
        forward.append(total & within)
    backward = 1 << target
    for i in range(len(items) - 1, -1, -1):
        x, added = items[i]
        sums, before, gone = forward[i], 0, 0
        for amount, values in added:
            from_here = backward >> amount & sums
            if from_here:
                before |= from_here
            else:
                gone |= values
        if not before:
            raise Contradiction
        if gone:
            store.put(x, store.mask[x] & ~gone)
        backward = before


def cannot_hold(store: Store, terms: tuple[tuple[int, int], ...], constant: int, equation: bool) -> bool:
    """Whether bounds alone refute ``Σ k·x == constant``, or ``<=``; variables as in `propagate_whole`."""
    least = most = 0
    for x, k in terms:
        if k > 0:
            least += k * store.lo(x)
            if equation:
                most += k * store.hi(x)
        else:
            least += k * store.hi(x)
            if equation:
                most += k * store.lo(x)
    return least > constant or (equation and most < constant)


def cannot_differ_by(store: Store, terms: tuple[tuple[int, int], ...], constant: int) -> bool | None:
    """Whether no values are left for ``x - y == constant``; ``None`` for other terms, and for wide variables."""
    x, y = _difference(store, terms)
    if x < 0 or abs(constant) > SPAN:
        return None
    shift = store.base[x] - store.base[y] - constant
    left, right = store.mask[x], store.mask[y]
    return not (left << shift & right if shift >= 0 else left & right << -shift)


def _difference(store: Store, terms: tuple[tuple[int, int], ...]) -> tuple[int, int]:
    """The variables of ``x - y``, if they have masks from bases close to one another; else (-1, -1)."""
    if len(terms) == 2:
        (x, k), (y, m) = terms
        if k == -1 and m == 1:
            x, y, k, m = y, x, m, k
        if k == 1 and m == -1 and store.mask[x] and store.mask[y] and abs(store.base[x] - store.base[y]) <= SPAN:
            return x, y
    return -1, -1


def cannot_be_unequal(store: Store, terms: tuple[tuple[int, int], ...], constant: int) -> bool:
    """Whether ``Σ k·x`` is fixed, and ``constant``."""
    for x, k in terms:
        if not store.is_fixed(x):
            return False
        constant -= k * store.lo(x)
    return not constant


def propagate_unequal(store: Store, contributions: tuple[Contribution, ...], constant: int) -> None:
    """``≠``: only the last free variable learns something."""
    free: Contribution | None = None
    for part in contributions:
        low, high = contribution_range(store, part)
        if low != high or low is None:
            if free is not None:
                return
            free = part
        else:
            constant -= int(low)
    if free is None:
        if constant == 0:
            raise Contradiction
    elif not free[2]:
        x, k, _ = free
        if constant % k == 0:
            store.remove(x, constant // k)
    elif store.mask[free[0]] and store.size(free[0]) <= MOST_SHIFTS:
        for amount, values in _amounts(store, free):
            if amount == constant:
                store.put(free[0], store.mask[free[0]] & ~values)


def contribution_range(store: Store, part: Contribution) -> tuple[Rational | None, Rational | None]:
    """The least and the most that a variable can add."""
    x, k, steps = part
    if x in store.reals:
        low, high = store.reals[x]
        lowest = None if low is None else k * low
        highest = None if high is None else k * high
        return (lowest, highest) if k > 0 else (highest, lowest)
    if not steps:
        return (k * store.lo(x), k * store.hi(x)) if k > 0 else (k * store.hi(x), k * store.lo(x))
    if len(steps) == 1 and not k:
        literal, step = steps[0]
        known = store.entailed(literal)
        if known is None:
            return (step, 0) if step < 0 else (0, step)
        return (step, step) if known else (0, 0)
    if store.mask[x] and store.size(x) <= MOST_SHIFTS:
        amounts = [amount for amount, _ in _amounts(store, part)]
        return min(amounts), max(amounts)
    least, most = (k * store.lo(x), k * store.hi(x)) if k > 0 else (k * store.hi(x), k * store.lo(x))
    for literal, step in steps:
        known = store.entailed(literal)
        if known is None:
            least, most = least + min(step, 0), most + max(step, 0)
        elif known:
            least, most = least + step, most + step
    return least, most


def _amounts(store: Store, part: Contribution) -> list[tuple[int, int]]:
    """What a variable with a mask can add, each amount with the values that add it, as bits from its base."""
    x, k, steps = part
    mask = store.mask[x]
    if not k and len(steps) == 1:
        literal, step = steps[0]
        true = mask & store.meaning(literal)
        both = [(step, true), (0, mask & ~true)]
        return [one for one in both if one[1]]
    base = store.base[x]
    meanings = [(store.meaning(literal), step) for literal, step in steps]
    found: dict[int, int] = {}
    while mask:
        low = mask & -mask
        mask ^= low
        amount = k * (base + low.bit_length() - 1)
        for meaning, step in meanings:
            if meaning & low:
                amount += step
        found[amount] = found.get(amount, 0) | low
    return list(found.items())


def _confine(store: Store, part: Contribution, low: Rational | None, high: Rational | None) -> None:
    """Remove values that add less than ``low`` or more than ``high``."""
    x, k, steps = part
    if not steps:
        if high is not None:
            if k > 0:
                store.at_most(x, int(high // k))
            else:
                store.at_least(x, -int(high // -k))
        if low is not None:
            if k > 0:
                store.at_least(x, -int(-low // k))
            else:
                store.at_most(x, int(-low // -k))
    elif len(steps) == 1 and not k:
        literal, step = steps[0]
        if (high is not None and step > high) or (low is not None and step < low):
            store.forbid(literal)
        if (high is not None and high < 0) or (low is not None and low > 0):
            store.require(literal)
    elif store.mask[x] and store.size(x) <= MOST_SHIFTS:
        gone = 0
        for amount, values in _amounts(store, part):
            if (high is not None and amount > high) or (low is not None and amount < low):
                gone |= values
        store.put(x, store.mask[x] & ~gone)
