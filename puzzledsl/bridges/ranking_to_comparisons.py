"""Ranks of lines as comparisons of numbers."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from puzzledsl.bridges import Bridge
from puzzledsl.primitives.ranking import Ranking
from puzzledsl.row_builder import ONE, ZERO, combine

if TYPE_CHECKING:
    from puzzledsl.row_builder import Form

_CHUNK = 4
"""So many digits, after the first one, make one number in a row: its coefficients stay small."""

_LARGEST = 100_000
"""No number of several digits is larger."""


class RankingToComparisons(Bridge[Ranking]):
    """The lines with ranks are in order, and each other line comes before each of them or not: one flag for that.

    So many flags are set as the rank says. Where all lines differ, one more flag for each two other lines.
    """

    def write(self) -> None:
        """See `Bridge.write`."""
        builder, constraint = self.builder, self.constraint
        clued: dict[int, list[int]] = {}
        for i, rank in enumerate(constraint.ranks):
            if rank:
                clued.setdefault(rank, []).append(i)
        others = [i for i, rank in enumerate(constraint.ranks) if not rank]
        levels = sorted(clued.items())
        for _, (first, *tied) in levels:
            if tied and constraint.ties != "any":
                builder.row(ZERO, 1, None, "tied")
            for i in tied:
                self._equal(first, i)
        for (_, (a, *_)), (_, (b, *_)) in pairwise(levels):
            self._less(a, b)
        earlier: dict[int, Form] = {}
        smaller = 0  # lines with a lower rank
        for rank, (first, *tied) in levels:
            before = {i: builder.flag(f"before[{i + 1},{rank}]") for i in others}
            for i, flag in before.items():
                with builder.under(flag):
                    self._less(i, first)
                with builder.under(ONE - flag):
                    self._less(first, i, or_equal=constraint.ties == "any")
                if i in earlier:
                    builder.row(flag - earlier[i], 0, None, f"order[{i + 1},{rank}]")
            count = rank - 1 - smaller
            builder.row(combine((1, flag) for flag in before.values()), count, count, f"rank[{rank}]")
            earlier = before
            smaller += 1 + len(tied)
        if constraint.ties == "none":
            for a, b in combinations(others, 2):
                flag = builder.flag(f"before[{a + 1},{b + 1}]")
                with builder.under(flag):
                    self._less(a, b)
                with builder.under(ONE - flag):
                    self._less(b, a)

    def _equal(self, a: int, b: int) -> None:
        for p, (x, y) in enumerate(zip(self._digits(a), self._digits(b), strict=True), start=1):
            self.builder.row(x - y, 0, 0, f"equal[{a + 1},{b + 1},{p}]")

    def _less(self, a: int, b: int, *, or_equal: bool = False) -> None:
        """Line a is smaller than line b, digits taken together by some: a flag says that those so far are smaller."""
        left, right = self._digits(a), self._digits(b)
        if not left:
            self.builder.row(ZERO, None if or_equal else 1, None, "empty")
            return
        lower, upper = self._span()
        base = upper - lower + 1
        size = next(k for k in range(_CHUNK, 0, -1) if k == 1 or base**k <= _LARGEST)
        starts = [0, *range(1, len(left), size)]
        decided: Form | None = None
        for start, end in zip(starts, [*starts[1:], len(left)], strict=True):
            name = f"less[{a + 1},{b + 1},{start + 1}]"
            ahead = combine(
                (sign * base ** (end - 1 - p), digits[p])
                for sign, digits in ((1, right), (-1, left))
                for p in range(start, end)
            )
            is_last = end == len(left)
            with self.builder.under(*([] if decided is None else [ONE - decided])):
                self.builder.row(ahead, int(is_last and not or_equal), None, name)
                if not is_last:
                    now = self.builder.flag(name)
                    with self.builder.under(now):
                        self.builder.row(ahead, 1, None, f"{name} decided")
            if not is_last:
                if decided is not None:
                    self.builder.row(now - decided, 0, None, f"{name} stays")
                decided = now

    def _digits(self, i: int) -> list[Form]:
        line = self.constraint.lines[i]
        missing = max(map(len, self.constraint.lines)) - len(line)
        return [ZERO] * missing + [self.builder.value(x) for x in line]

    def _span(self) -> tuple[int, int]:
        domains = [self.builder.domain(x) for x in self.constraint.scope]
        zero = [0] if len({len(line) for line in self.constraint.lines}) > 1 else []
        return min([*zero, *(d.lo for d in domains)]), max([*zero, *(d.hi for d in domains)])


BRIDGE = RankingToComparisons
