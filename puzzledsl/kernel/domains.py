"""The values that variables have left, to be read: all at once, without a call of the kernel for each."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from puzzledsl.domain import Domain
from puzzledsl.kernel.masks import bits, domain_of, mask_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from puzzledsl.flat import Literal

SPAN = 20_000
"""The widest domain (largest minus smallest value) that is kept as a mask; `store.hpp` has the same."""


class Part(NamedTuple):
    """The values of a domain between two of them: these may be too many to be listed for each variable."""

    whole: Domain
    lo: int
    hi: int

    @property
    def domain(self) -> Domain:
        """Its values, ``whole`` itself if these are all."""
        return self.whole.between(self.lo, self.hi)


_NONE = Part(Domain(()), 1, 0)


class Domains:
    """Domains as they were when they were read.

    A domain that spans at most `SPAN` values is a bit mask, bit ``v - base`` for the value ``v``; a wider one is a
    `Part` of a list of intervals. Variables with values in 0..63 all have base 0, so that their masks may be combined
    without a shift.
    """

    def __init__(self, mask: list[int], base: list[int], wide: Mapping[int, Part]) -> None:
        """Args: wide: the domains of the variables without a mask that are not real."""
        self._mask = mask
        self._base = base
        self._wide = wide

    @property
    def mask(self) -> list[int]:
        """By variable number its values as bits from ``base``; 0 for a wide or a real variable."""
        return self._mask

    @property
    def base(self) -> list[int]:
        """By variable number the value of bit 0 (meaningless while ``mask`` is 0)."""
        return self._base if self.mask else []

    def lo(self, x: int) -> int:
        """The smallest value of an integer variable."""
        mask = self.mask[x]
        return self._base[x] + (mask & -mask).bit_length() - 1 if mask else self._wide[x].lo

    def hi(self, x: int) -> int:
        """The largest value of an integer variable."""
        mask = self.mask[x]
        return self._base[x] + mask.bit_length() - 1 if mask else self._wide[x].hi

    def size(self, x: int) -> int:
        """Number of values."""
        return self.mask[x].bit_count() or self.domain(x).size

    def is_fixed(self, x: int) -> bool:
        """Whether one value is left. Never true of a real variable."""
        mask = self.mask[x]
        return not mask & (mask - 1) if mask else self.size(x) == 1

    def has(self, x: int, v: int) -> bool:
        """Whether ``v`` is still a value of ``x``."""
        mask = self.mask[x]
        if not mask:
            whole, lo, hi = self._wide.get(x, _NONE)
            return lo <= v <= hi and v in whole
        shift = v - self._base[x]
        return 0 <= shift < mask.bit_length() and bool(mask >> shift & 1)

    def values(self, x: int) -> Iterator[int]:
        """The values left, ascending."""
        mask = self.mask[x]
        if not mask:
            yield from self.domain(x)
            return
        base = self._base[x]
        for position in bits(mask):
            yield base + position

    def domain(self, x: int) -> Domain:
        """The values left; for a real variable the empty domain."""
        mask = self.mask[x]
        return domain_of(mask, self._base[x]) if mask else self._wide.get(x, _NONE).domain

    def meaning(self, literal: Literal) -> int:
        """The mask of a literal's values from its variable's base."""
        x = literal.variable
        return mask_of(literal.values, self._base[x], SPAN + 64) if self.mask[x] else 0
