"""Lines are read as numbers, and some of them have a known rank."""

from __future__ import annotations

from functools import cached_property
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, ClassVar

from puzzledsl.expressions import is_ranked
from puzzledsl.flat import Primitive
from puzzledsl.kernel.ranking import Ranking as Kernel
from puzzledsl.kernel.store import Contradiction
from puzzledsl.records import record
from puzzledsl.row_builder import combine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.store import Store
    from puzzledsl.row_builder import Form, RowBuilder

_CHUNK = 4
"""So many digits, after the first one, make one number in a row: its coefficients stay small."""

_LARGEST = 100_000
"""No number of several digits is larger."""


@record
class Ranking(Primitive):
    """Each of ``lines`` is a number of digits; its rank is 1 plus the number of smaller ones.

    Attributes:
        lines: variables, the highest digit first. Shorter lines begin with zeros that are not written.
        ranks: by line its rank; 0: any.
        ties: ``any``; ``only-unclued``: no other line equals one with a rank; ``none``: all lines differ.
        firsts: what is known of the first digits, by other constraints: (value, at least, at most) so many lines begin
            with this value or a smaller one. Only where all lines are of one length.
    """

    lines: tuple[tuple[int, ...], ...]
    ranks: tuple[int, ...]
    ties: str
    firsts: tuple[tuple[int, int, int], ...] = ()
    costly: ClassVar[bool] = True
    cheap: ClassVar[bool] = False
    is_ranking: ClassVar[bool] = True

    @property
    def scope(self) -> tuple[int, ...]:
        """The variables, each once."""
        return tuple(dict.fromkeys(x for line in self.lines for x in line))

    @cached_property
    def _kernel(self) -> Kernel:
        return Kernel(self.lines, self.ranks, self.ties, self.firsts)

    def check(self, values: Sequence[int]) -> bool:
        """Count the smaller lines."""
        return is_ranked([[values[x] for x in line] for line in self.lines], self.ranks, self.ties)

    def propagate(self, store: Store) -> None:
        """Bounds of the lines, as numbers, from those of the others, and from their ranks (at the costly priority)."""
        if store.costly and not self._kernel.propagate(store) and all(map(store.is_fixed, self.scope)):
            values = {x: store.lo(x) for x in self.scope}
            if not is_ranked([[values[x] for x in line] for line in self.lines], self.ranks, self.ties):
                raise Contradiction

    def encode(self, builder: RowBuilder) -> None:
        """The lines with ranks are in order, and each other line comes before each of them or not: one flag for that.

        So many flags are set as the rank says. Where all lines differ, one more flag for each two other lines.
        """
        clued: dict[int, list[int]] = {}
        for i, rank in enumerate(self.ranks):
            if rank:
                clued.setdefault(rank, []).append(i)
        others = [i for i, rank in enumerate(self.ranks) if not rank]
        levels = sorted(clued.items())
        for _, (first, *tied) in levels:
            if tied and self.ties != "any":
                builder.row(combine(()), 1, None, "tied")
            for i in tied:
                self._equal(builder, first, i)
        for (_, (a, *_)), (_, (b, *_)) in pairwise(levels):
            self._less(builder, a, b)
        earlier: dict[int, Form] = {}
        smaller = 0  # lines with a lower rank
        for rank, (first, *tied) in levels:
            before = {i: builder.flag(f"before[{i + 1},{rank}]") for i in others}
            for i, flag in before.items():
                with builder.under(flag):
                    self._less(builder, i, first)
                with builder.under(combine([(1, 1), (-1, flag)])):
                    self._less(builder, first, i, or_equal=self.ties == "any")
                if i in earlier:
                    builder.row(combine([(1, flag), (-1, earlier[i])]), 0, None, f"order[{i + 1},{rank}]")
            count = rank - 1 - smaller
            builder.row(combine((1, flag) for flag in before.values()), count, count, f"rank[{rank}]")
            earlier = before
            smaller += 1 + len(tied)
        if self.ties == "none":
            for a, b in combinations(others, 2):
                flag = builder.flag(f"before[{a + 1},{b + 1}]")
                with builder.under(flag):
                    self._less(builder, a, b)
                with builder.under(combine([(1, 1), (-1, flag)])):
                    self._less(builder, b, a)

    def _equal(self, builder: RowBuilder, a: int, b: int) -> None:
        for p, (x, y) in enumerate(zip(self._digits(builder, a), self._digits(builder, b), strict=True), start=1):
            builder.row(combine([(1, x), (-1, y)]), 0, 0, f"equal[{a + 1},{b + 1},{p}]")

    def _less(self, builder: RowBuilder, a: int, b: int, *, or_equal: bool = False) -> None:
        """Line a is smaller than line b, digits taken together by some: a flag says that those so far are smaller."""
        left, right = self._digits(builder, a), self._digits(builder, b)
        if not left:
            builder.row(combine(()), None if or_equal else 1, None, "empty")
            return
        lower, upper = self._span(builder)
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
            with builder.under(*([] if decided is None else [combine([(1, 1), (-1, decided)])])):
                builder.row(ahead, int(is_last and not or_equal), None, name)
                if not is_last:
                    now = builder.flag(name)
                    with builder.under(now):
                        builder.row(ahead, 1, None, f"{name} decided")
            if not is_last:
                if decided is not None:
                    builder.row(combine([(1, now), (-1, decided)]), 0, None, f"{name} stays")
                decided = now

    def _digits(self, builder: RowBuilder, i: int) -> list[Form]:
        line = self.lines[i]
        missing = max(map(len, self.lines)) - len(line)
        return [combine(())] * missing + [builder.value(x) for x in line]

    def _span(self, builder: RowBuilder) -> tuple[int, int]:
        domains = [builder.domain(x) for x in self.scope]
        zero = [0] if len({len(line) for line in self.lines}) > 1 else []
        return min([*zero, *(d.lo for d in domains)]), max([*zero, *(d.hi for d in domains)])
