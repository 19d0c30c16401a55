"""Sets of integers as bit masks in Python integers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.domain import Domain

if TYPE_CHECKING:
    from collections.abc import Iterator

_LONG = 512
"""Bits of a mask from which on taking off the lowest one costs too much, since that copies the mask."""


def single_bits(mask: int) -> Iterator[int]:
    """Each one of a mask as a mask of its own, ascending."""
    if mask.bit_length() > _LONG:
        yield from (1 << position for position in bits(mask))
        return
    while mask:
        low = mask & -mask
        yield low
        mask ^= low


def bits(mask: int) -> Iterator[int]:
    """Positions of the ones of a mask, ascending."""
    if mask.bit_length() > _LONG:
        digits = format(mask, "b")[::-1]
        position = digits.find("1")
        while position >= 0:
            yield position
            position = digits.find("1", position + 1)
        return
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(domain: Domain, base: int, width: int) -> int:
    """The values of a domain within ``base … base + width - 1``, as bits from ``base``."""
    mask = 0
    for lo, hi in domain.intervals:
        first, last = max(lo - base, 0), min(hi - base, width - 1)
        if first <= last:
            mask |= ((1 << (last - first + 1)) - 1) << first
    return mask


def domain_of(mask: int, base: int) -> Domain:
    """The domain that a mask stands for."""
    intervals = []
    while mask:
        first = (mask & -mask).bit_length() - 1
        mask >>= first
        run = ((mask + 1) & ~mask).bit_length() - 1
        mask >>= run
        intervals.append((base + first, base + first + run - 1))
        base += first + run
    return Domain(tuple(intervals))
