"""Lines as degrees and cuts."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from puzzledsl.bridges import Bridge
from puzzledsl.bridges.meetings import Meetings
from puzzledsl.expressions import joined_edges, regions_of
from puzzledsl.primitives.lines import Lines
from puzzledsl.row_builder import ONE
from puzzledsl.time_limit import in_time

if TYPE_CHECKING:
    from collections.abc import Sequence


class LinesToCuts(Bridge[Lines]):
    """Degrees (`Meetings`); and for each set S of places, with p inside and q outside:
    ``Σ ½ drawn(e) ≥ visits(p) + visits(q) - 1``, over the edges e that leave S.

    Dantzig, Fulkerson & Johnson, Solution of a large-scale traveling-salesman problem, Operations Research 2, 1954: a
    line that is on both sides of S, and has both ends on one side or none, leaves S twice. Where a line touches a
    crossing, lines that cross there leave S, too. Then the row is that the line is not drawn just so, or nothing else:
    ``Σ (1 - drawn(e)) + Σ drawn(other edges in its crossings) + 1 - drawn(g) ≥ 1``, with g of another line.
    Of the exponentially many rows, those are added that a solution violates.
    """

    def cost(self) -> float | None:
        """See `Bridge.cost`."""
        return 0 if self.builder.is_lazy else None

    def write(self) -> None:
        """See `Bridge.write`."""
        meetings = Meetings(self.builder, self.constraint)
        if self.constraint.single:
            drawn, visits = meetings.drawn, meetings.visits.values()
            forms = [*drawn, *(Fraction(1, 2) * form for form in drawn), *(ONE - form for form in (*drawn, *visits))]
            self.builder.lazily(forms, partial(_torn, self.constraint, meetings.at))


def _torn(lines: Lines, at: dict[int, list[int]], values: Sequence[int]) -> list[list[int]]:
    """Return the rows that each of several lines breaks, as numbers of forms; none for a single line."""
    count = len(lines.drawn)
    is_drawn = [values[literal.variable] in literal.values for literal in lines.drawn]
    visited = {p: 3 * count + k for k, p in enumerate(at)}
    crossings = dict(lines.crossings)
    joined = joined_edges(is_drawn, lines.edges, lines.ends, crossings)
    if joined is None:  # which the verifier refuses
        return []
    firsts = regions_of(count, [0] * len(joined), joined)
    drawn = {e for e in range(count) if is_drawn[e]}
    found = []
    for first in in_time(dict.fromkeys([firsts[e] for e in drawn])):
        line = {e for e in drawn if firsts[e] == first}
        if len(line) == len(drawn):
            break
        places = {p for e in line for p in lines.edges[e]}
        other = min(drawn - line)
        if places.isdisjoint(crossings):
            leaving = [count + e for e, (a, b) in enumerate(lines.edges) if (a in places) != (b in places)]
            found.append([*leaving, visited[min(places)], visited[lines.edges[other][0]]])
        else:
            turning = {e for p in places & crossings.keys() for e in at[p]} - line
            found.append([*sorted(turning), *(2 * count + e for e in sorted(line)), 2 * count + other])
    return found


BRIDGE = LinesToCuts
