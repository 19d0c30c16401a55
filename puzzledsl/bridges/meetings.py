"""What all formulations of lines begin with: how many edges are drawn in each place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.expressions import edges_at
from puzzledsl.row_builder import ONE, combine
from puzzledsl.time_limit import in_time

if TYPE_CHECKING:
    from puzzledsl.primitives.lines import Lines
    from puzzledsl.row_builder import Form, RowBuilder


class Meetings:
    """The rows of degrees: ``Σ drawn(e) = 2 visits(p) + 2 crossed(p)`` for each place p; 1 at an end.

    ``crossed(p)`` is the sum of a column for each two lines that may cross there, each of which is at most ``drawn(e)``
    for their four edges; and it is at most ``visits(p)``.

    Attributes:
        drawn: by edge, whether it is drawn.
        at: by place its edges.
        visits: by place, whether lines go through it.
        crossed: by crossing, whether two lines do.
    """

    def __init__(self, builder: RowBuilder, lines: Lines) -> None:
        self.drawn = [builder.truth(literal) for literal in in_time(lines.drawn)]
        self.at = edges_at(lines.edges, lines.ends)
        self.visits: dict[int, Form] = {}
        self.crossed: dict[int, Form] = {}
        crossings = dict(lines.crossings)
        for p, here in in_time(self.at.items()):
            met = combine((1, self.drawn[e]) for e in here)
            if p in lines.ends:
                builder.row(met, 1, 1, "end")
                self.visits[p] = ONE
                continue
            visited = self.visits[p] = builder.flag("visited")
            if crossings.get(p):
                both = [builder.flag("crossed") for _ in crossings[p]]
                for crossed, four in zip(both, crossings[p], strict=True):
                    for e in four:
                        builder.row(crossed - self.drawn[e], None, 0, "crossed")
                self.crossed[p] = combine((1, crossed) for crossed in both)
                builder.row(self.crossed[p] - visited, None, 0, "crossed")
                met -= 2 * self.crossed[p]
            builder.row(met - 2 * visited, 0, 0, "degree")
        if lines.single:
            builder.row(combine((1, form) for form in self.drawn), 1, None, "some")
