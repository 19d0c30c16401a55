"""Why values are gone from constraints on two or three variables at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from puzzledsl.kernel.explanation import Explanation

MOST_COMBINATIONS = 8_000
"""Pairs of arguments that are looked at."""


class Cover:
    """Values that are gone, such that each of many combinations has one of them.

    What is needed already comes first, then what is the only one of its combination, then whatever comes first.
    """

    __slots__ = ("_open", "_why", "_x")

    def __init__(self, why: Explanation, x: int) -> None:
        """Args: x: the variable that is asked about, whose values are no reason."""
        self._why = why
        self._x = x
        self._open: list[tuple[tuple[int, int], ...]] = []  # by combination, its values that are gone

    def exclude(self, values: Sequence[tuple[int, int]]) -> bool:
        """Take in a combination of values, each as variable and bit; False: nothing of it is gone.

        A value that a variable did not have at first rules it out for nothing.
        """
        why = self._why
        gone: list[tuple[int, int]] = []
        for y, place in values:
            if y == self._x:
                continue
            if place < 0 or not why.first[y] >> place & 1:
                return True
            if not why.masks[y] >> place & 1:
                if why.needed[y] >> place & 1:
                    return True
                gone.append((y, place))
        if len(gone) == 1:
            why.need(gone[0][0], 1 << gone[0][1])
        elif gone:
            self._open.append(tuple(gone))
        return bool(gone)

    def settle(self) -> None:
        """Note what is needed for the combinations of which several values are gone."""
        why = self._why
        for gone in self._open:
            for y, place in gone:
                if why.needed[y] >> place & 1:
                    break
            else:
                why.need(gone[0][0], 1 << gone[0][1])


def explain_image(
    why: Explanation, triple: tuple[int, int, int], image: Callable[[int, int], int | None], x: int, gone: int
) -> int:
    """Explain removals by ``image(first, second) == result``, combination by combination.

    Args:
        triple: the variables, which need not be different.
        image: ``None`` where there is no result.
        x: whose values ``gone`` were removed; -1: it was a contradiction, and ``gone`` is 1.

    Returns:
        Those of the values that are not explained.
    """
    first, second, result = triple
    left = gone if first == x else why.first[first]
    right = 0 if second == first else gone if second == x else why.first[second]
    if left.bit_count() * max(right.bit_count(), 1) > MOST_COMBINATIONS:
        return gone
    cover, unexplained = Cover(why, x), 0
    base, base_second, base_result = why.base[first], why.base[second], why.base[result]
    while left:
        low = left & -left
        left ^= low
        i = low.bit_length() - 1
        others = low if second == first else right
        while others:
            other = others & -others
            others ^= other
            j = other.bit_length() - 1
            c = image(base + i, base_second + j)
            if c is None or (result == first and c != base + i) or (result == second and c != base_second + j):
                continue
            k = c - base_result
            if result == x and (k < 0 or not gone >> k & 1):
                continue
            values = ((first, i), (result, k)) if second == first else ((first, i), (second, j), (result, k))
            if not cover.exclude(values):
                if x < 0:
                    return gone
                unexplained |= low if first == x else other if second == x else 1 << k
    cover.settle()
    return unexplained


def explain_product(why: Explanation, triple: tuple[int, int, int], x: int, gone: int) -> int:
    """Explain removals by ``left · right == result`` from the bounds of the other two; return the values left over."""
    if x < 0 or len(set(triple)) < len(triple):
        return gone
    others = [y for y in triple if y != x]
    lows: list[int] = []
    highs: list[int] = []
    for y in others:
        mask = why.masks[y]
        lows.append(why.base[y] + (mask & -mask).bit_length() - 1)
        highs.append(why.base[y] + mask.bit_length() - 1)
    rest, unexplained = gone, 0
    while rest:
        low = rest & -rest
        rest ^= low
        value = why.base[x] + low.bit_length() - 1
        if x == triple[2]:
            products = [lows[0] * lows[1], lows[0] * highs[1], highs[0] * lows[1], highs[0] * highs[1]]
            least, most = value, value
        else:
            products = [value * lows[0], value * highs[0]]
            least, most = lows[1], highs[1]
        if min(products) <= most and max(products) >= least:
            unexplained |= low
    if unexplained != gone:
        for i, y in enumerate(others):
            why.need(y, ~_side(why, y, lows[i], True) | ~_side(why, y, highs[i], False))
    return unexplained


def explain_element(
    why: Explanation, items: Sequence[int], numbers: Sequence[int], index: int, result: int, x: int, gone: int
) -> int:
    """Explain removals by ``result == items[index]``, counted from 1.

    Args:
        items: variables; -1 where it is a number, of ``numbers`` then.
        x: whose values ``gone`` were removed; -1: it was a contradiction, and ``gone`` is 1.

    Returns:
        Those of the values that are not explained.
    """
    cover, unexplained = Cover(why, x), 0
    chosen = gone if index == x else why.first[index]
    results = gone if result == x else why.first[result]
    base = why.base[result]
    for number, item in enumerate(items):
        place = number + 1 - why.base[index]
        if place < 0 or not chosen >> place & 1:
            continue
        values = 1 if item < 0 else gone if item == x else why.first[item]
        lowest = numbers[number] if item < 0 else why.base[item]
        while values:
            low = values & -values
            values ^= low
            i = low.bit_length() - 1
            k = lowest + i - base
            if k < 0 or not results >> k & 1 or (index in (item, result) and lowest + i != number + 1):
                continue
            if item in (-1, result):
                killed = cover.exclude(((index, place), (result, k)))
            else:
                killed = cover.exclude(((index, place), (item, i), (result, k)))
            if killed:
                continue
            if x < 0 or x not in (index, item, result):
                return gone
            unexplained |= 1 << (place if x == index else k if x == result else i)
    cover.settle()
    return unexplained


def explain_extremum(why: Explanation, items: Sequence[int], largest: bool, result: int, x: int, gone: int) -> int:
    """Explain removals by ``result`` being the largest, or smallest, of some items.

    The result can have a value if an item has it and no item has only values beyond. An item can have a value if the
    result can have it, or one beyond it that another item has. Bounds first: one variable explains all values beyond
    those that it has left.

    Args:
        x: whose values ``gone`` were removed; -1: it was a contradiction, and ``gone`` is 1.

    Returns:
        Those of the values that are not explained.
    """
    others = [y for y in items if y != x]
    unexplained = 0
    if x == result:
        rest = gone
        while rest:
            low = rest & -rest
            rest ^= low
            value = why.base[x] + low.bit_length() - 1
            if not _refuse(why, others, value, largest, x in items):
                unexplained |= low
        return unexplained
    of_result = why.first[result] & ~why.masks[result]
    rest = gone
    while rest:
        low = rest & -rest
        rest ^= low
        value = why.base[x] + low.bit_length() - 1 if x >= 0 else 0
        possible = why.first[result]
        if x >= 0:
            possible &= _side(why, result, value, largest)
        bound = possible & why.masks[result]
        if not bound:
            why.need(result, possible)
            continue
        while possible:
            bit = possible & -possible
            possible ^= bit
            if bit & of_result:
                why.need(result, bit)
                continue
            other = why.base[result] + bit.bit_length() - 1
            if not _refuse(why, others, other, largest, x >= 0 and x in items and other == value):
                unexplained |= low
                break
    return unexplained


def _refuse(why: Explanation, items: Sequence[int], value: int, largest: bool, reached: bool) -> bool:
    """Explain why no item is ``value`` or an item is beyond it; False: that is not so.

    Args:
        reached: whether some other variable certainly is.
    """
    for y in items:
        within = _side(why, y, value, not largest)
        if not within & why.masks[y]:
            why.need(y, within)
            return True
    if reached:
        return False
    for y in items:
        if _bit(why, y, value) & why.masks[y]:
            return False
    for y in items:
        why.need(y, _bit(why, y, value))
    return True


def _bit(why: Explanation, y: int, value: int) -> int:
    place = value - why.base[y]
    return 1 << place if place >= 0 else 0


def _side(why: Explanation, y: int, value: int, up: bool) -> int:
    """Return the values from one on, upwards or downwards."""
    place = value - why.base[y]
    if up:
        return -1 << place if place > 0 else -1
    return (1 << (place + 1)) - 1 if place >= 0 else 0
