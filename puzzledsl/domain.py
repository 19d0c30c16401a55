"""Finite sets of integers, kept as intervals so that ``0..1000000`` costs as little as ``1..9``."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator

from puzzledsl.records import Open, record

_FEW = 16
"""Intervals whose values are counted anew each time."""


@record
class Domain(Open):
    """A set of integers as sorted, disjoint, non-adjacent closed intervals ``((lo, hi), …)``; may be empty."""

    intervals: tuple[tuple[int, int], ...]

    @staticmethod
    def range(lo: int, hi: int) -> Domain:
        """All integers from ``lo`` to ``hi``, both included; empty when ``lo > hi``."""
        return Domain(((lo, hi),) if lo <= hi else ())

    @staticmethod
    def of(values: Iterable[int]) -> Domain:
        """The set of the given values."""
        return Domain.joined((value, value) for value in set(values))

    @staticmethod
    def joined(intervals: Iterable[tuple[int, int]]) -> Domain:
        """The values of closed intervals, which may overlap."""
        found: list[tuple[int, int]] = []
        for low, high in sorted(intervals):
            if found and low <= found[-1][1] + 1:
                found[-1] = (found[-1][0], max(found[-1][1], high))
            else:
                found.append((low, high))
        return Domain(tuple(found))

    @property
    def lo(self) -> int:
        """The smallest value. Raises IndexError when empty."""
        return self.intervals[0][0]

    @property
    def hi(self) -> int:
        """The largest value. Raises IndexError when empty."""
        return self.intervals[-1][1]

    @property
    def size(self) -> int:
        """How many values it has. They are counted once."""
        if len(self.intervals) <= _FEW:
            return sum(hi - lo + 1 for lo, hi in self.intervals)
        known: int | None = self.__dict__.get("size")
        if known is None:
            known = self.__dict__["size"] = sum(hi - lo + 1 for lo, hi in self.intervals)
        return known

    def __bool__(self) -> bool:
        return bool(self.intervals)

    def __contains__(self, value: int) -> bool:
        place = bisect_left(self.intervals, value, key=_upper)
        return place < len(self.intervals) and self.intervals[place][0] <= value

    def __iter__(self) -> Iterator[int]:
        for lo, hi in self.intervals:
            yield from range(lo, hi + 1)

    def __and__(self, other: Domain) -> Domain:
        if self == other or not other:
            return other
        return self.between(*other.intervals[0]) if len(other.intervals) == 1 else self - (self - other)

    def __or__(self, other: Domain) -> Domain:
        if not self or not other:
            return self or other
        whole = Domain.range(min(self.lo, other.lo), max(self.hi, other.hi))
        return whole - (whole - self - other)

    def __sub__(self, other: Domain) -> Domain:
        if not other:
            return self
        found: list[tuple[int, int]] = []
        theirs, j = other.intervals, 0
        for lo, hi in self.intervals:
            while j < len(theirs) and theirs[j][1] < lo:
                j += 1
            k = j  # the last one that is met may reach into the next interval
            while k < len(theirs) and theirs[k][0] <= hi:
                if lo < theirs[k][0]:
                    found.append((lo, theirs[k][0] - 1))
                lo = theirs[k][1] + 1
                k += 1
            j = max(j, k - 1)
            if lo <= hi:
                found.append((lo, hi))
        return Domain(tuple(found))

    def shifted(self, offset: int) -> Domain:
        """The values, each plus an offset."""
        if not offset:
            return self
        return Domain(tuple([(lo + offset, hi + offset) for lo, hi in self.intervals]))

    def between(self, lo: int, hi: int) -> Domain:
        """The values from ``lo`` to ``hi``; the same object where these are all."""
        intervals = self.intervals
        if not intervals or (intervals[0][0] >= lo and intervals[-1][1] <= hi):
            return self
        return Domain(tuple([(max(a, lo), min(b, hi)) for a, b in intervals if b >= lo and a <= hi]))

    def __str__(self) -> str:
        """As it is written in a model: ``1..9``, ``{1, 3, 5}``."""
        if self.size <= 20 and len(self.intervals) != 1:
            return "{" + ", ".join(map(str, self)) + "}"
        texts = [f"{lo}..{hi}" if lo != hi else str(lo) for lo, hi in self.intervals]
        return texts[0] if self.size > 1 == len(texts) else "{" + ", ".join(texts) + "}"


def _upper(interval: tuple[int, int]) -> int:
    return interval[1]
