"""Finite sets of integers, kept as intervals so that ``0..1000000`` costs as little as ``1..9``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Domain:
    """A set of integers as sorted, disjoint, non-adjacent closed intervals ``((lo, hi), …)``; may be empty."""

    intervals: tuple[tuple[int, int], ...]

    @staticmethod
    def range(lo: int, hi: int) -> Domain:
        """All integers from ``lo`` to ``hi``, both included; empty when ``lo > hi``."""
        return Domain(((lo, hi),) if lo <= hi else ())

    @staticmethod
    def of(values: Iterable[int]) -> Domain:
        """The set of the given values."""
        intervals: list[tuple[int, int]] = []
        for value in sorted(set(values)):
            if intervals and intervals[-1][1] + 1 == value:
                intervals[-1] = (intervals[-1][0], value)
            else:
                intervals.append((value, value))
        return Domain(tuple(intervals))

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
        """How many values it has."""
        return sum(hi - lo + 1 for lo, hi in self.intervals)

    @property
    def is_range(self) -> bool:
        """True when there are no gaps (an empty or one-value domain has none)."""
        return len(self.intervals) <= 1

    def __bool__(self) -> bool:
        return bool(self.intervals)

    def __contains__(self, value: int) -> bool:
        return any(lo <= value <= hi for lo, hi in self.intervals)

    def __iter__(self) -> Iterator[int]:
        for lo, hi in self.intervals:
            yield from range(lo, hi + 1)

    def __and__(self, other: Domain) -> Domain:
        answer: list[tuple[int, int]] = []
        for lo, hi in self.intervals:
            for low, high in other.intervals:
                if max(lo, low) <= min(hi, high):
                    answer.append((max(lo, low), min(hi, high)))
        return Domain(tuple(sorted(answer)))

    def __sub__(self, other: Domain) -> Domain:
        rest = list(self.intervals)
        for low, high in other.intervals:
            cut: list[tuple[int, int]] = []
            for lo, hi in rest:
                if high < lo or hi < low:
                    cut.append((lo, hi))
                    continue
                if lo < low:
                    cut.append((lo, low - 1))
                if high < hi:
                    cut.append((high + 1, hi))
            rest = cut
        return Domain(tuple(rest))

    def __str__(self) -> str:
        """As it is written in a model: ``1..9``, ``{1, 3, 5}``."""
        if len(self.intervals) == 1 and self.intervals[0][0] != self.intervals[0][1]:
            return f"{self.lo}..{self.hi}"
        if self.size <= 20:
            return "{" + ", ".join(map(str, self)) + "}"
        return "{" + ", ".join(f"{lo}..{hi}" if lo != hi else str(lo) for lo, hi in self.intervals) + "}"
