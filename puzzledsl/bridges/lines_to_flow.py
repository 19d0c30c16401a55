"""Lines as degrees and a flow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.bridges import Bridge
from puzzledsl.bridges.meetings import Meetings
from puzzledsl.primitives.lines import Lines
from puzzledsl.row_builder import ONE, combine
from puzzledsl.time_limit import in_time

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.expressions import Crossing
    from puzzledsl.row_builder import Form


class LinesToFlow(Bridge[Lines]):
    """Degrees (`Meetings`); of a single line, one of the n nodes is the root, from which flow reaches all others.

    A single commodity (Gavish & Graves, The travelling salesman problem and related problems, MIT 1978):
    ``flow(a, b) ≤ (n - 1) passes(a, b)`` and ``in(a) - out(a) ≥ visited(a) - n·root(a)``. A node is a place, or an axis
    of a crossing, which is visited if one of its edges is drawn. The first one is the root if it is visited.
    Flow passes along drawn edges, and between the axes of a crossing where no lines cross.
    """

    def write(self) -> None:
        """See `Bridge.write`."""
        builder, lines = self.builder, self.constraint
        meetings = Meetings(builder, lines)
        if not lines.single or not lines.drawn:
            return
        visits: list[Form] = []  # by node
        ways: list[tuple[int, int, Form]] = []  # two nodes, and whether flow passes between them
        node_of: dict[tuple[int, int], int] = {}  # by place and edge
        for p, here in meetings.at.items():
            if p not in meetings.crossed:
                node_of |= {(p, e): len(visits) for e in here}
                visits.append(meetings.visits[p])
                continue
            first, turns = len(visits), ONE - meetings.crossed[p]
            for axis in _axes(here, dict(lines.crossings)[p]):
                visited = builder.auxiliary("axis", 0, 1, integer=False)
                for e in axis:
                    builder.row(meetings.drawn[e] - visited, None, 0, "axis")
                builder.row(combine([(1, visited), *((-1, meetings.drawn[e]) for e in axis)]), None, 0, "axis")
                node_of |= {(p, e): len(visits) for e in axis}
                ways += [(node, len(visits), turns) for node in range(first, len(visits))]
                visits.append(visited)
        ways += [(node_of[a, e], node_of[b, e], meetings.drawn[e]) for e, (a, b) in enumerate(lines.edges)]
        most = len(visits) - 1
        root = [builder.flag("root") for _ in visits]
        builder.row(combine((1, form) for form in root), 1, 1, "one_root")
        builder.row(root[0] - visits[0], 0, None, "first_root")
        balance: list[list[tuple[int, Form]]] = [[] for _ in visits]
        for a, b, passes in in_time(ways):
            for start, end in ((a, b), (b, a)):
                flow = builder.auxiliary("flow", 0, most, integer=False)
                builder.row(flow - most * passes, None, 0, "capacity")
                balance[start].append((-1, flow))
                balance[end].append((1, flow))
        for node, visited in enumerate(in_time(visits)):
            builder.row(root[node] - visited, None, 0, "root_visited")
            builder.row(combine([*balance[node], (-1, visited), (most + 1, root[node])]), 0, None, "balance")


def _axes(edges: Sequence[int], crossings: Sequence[Crossing]) -> list[list[int]]:
    """Return the edges of a crossing, those together that are opposite."""
    axes = [[e] for e in edges]
    for a, b, c, d in crossings:
        for e, f in ((a, b), (c, d)):
            one, other = (next(axis for axis in axes if g in axis) for g in (e, f))
            if one is not other:
                one += other
                axes.remove(other)
    return axes


BRIDGE = LinesToFlow
