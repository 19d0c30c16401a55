"""Drawn edges of a graph form lines."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from puzzledsl.expressions import Crossing, is_lines
from puzzledsl.flat import Literal, Primitive, listed
from puzzledsl.records import record
from puzzledsl.time_limit import in_time

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.flat import FlatNumbers


@record
class Lines(Primitive):
    """The edges that are drawn form lines; see `expressions.Lines`.

    ``drawn`` has a literal for each of the ``edges``, which are pairs of places. Literals of one variable are about
    different values.
    """

    drawn: tuple[Literal, ...]
    edges: tuple[tuple[int, int], ...]
    ends: tuple[int, ...]
    crossings: tuple[tuple[int, tuple[Crossing, ...]], ...]
    single: bool
    is_graph: ClassVar[bool] = True
    rules: ClassVar[tuple[str, ...]] = (
        "third", "past_end", "dead_end", "start", "crossing", "empty", "closed", "finished", "beside",
        "ends",
    )  # fmt: skip

    @cached_property
    def scope(self) -> tuple[int, ...]:
        """The variables of the edges."""
        return tuple(dict.fromkeys([literal.variable for literal in self.drawn]))

    def check(self, values: Sequence[int]) -> bool:
        """Count the lines that meet in each place, and follow them."""
        drawn = [values[literal.variable] in literal.values for literal in self.drawn]
        return is_lines(drawn, self.edges, self.ends, dict(self.crossings), self.single)

    def numbers(self, known: FlatNumbers) -> list[int]:
        """By edge its literal and its places; the ends, the crossings, and whether there is a single line."""
        crossed = [place for place, _ in self.crossings]
        places = sorted({*self.ends, *crossed, *(p for pair in self.edges for p in pair)})
        of = {p: i for i, p in enumerate(places)}
        found = [*listed([known.literal(literal) for literal in in_time(self.drawn)]), len(places)]
        found += [of[p] for pair in self.edges for p in pair]
        found += [*listed([of[p] for p in self.ends]), len(self.crossings)]
        for p, fours in self.crossings:
            found += [of[p], len(fours), *[e for four in fours for e in four]]
        return [*found, self.single]
