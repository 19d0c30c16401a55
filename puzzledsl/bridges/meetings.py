"""What all formulations of lines begin with: how many edges are drawn in each place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.row_builder import ONE, combine

if TYPE_CHECKING:
    from puzzledsl.primitives.lines import Lines
    from puzzledsl.row_builder import Form, RowBuilder


class Meetings:
    """The rows of degrees: ``Σ drawn(e) = 2 visits(p) + 2 crossed(p)`` for each place p; 1 at an end.

    A place is crossed only if it is visited: ``crossed(p) ≤ visits(p)``. Where lines cross, each edge has an opposite
    one: ``drawn(e) + crossed(p) ≤ 1 + Σ drawn(opposite)``.

    Attributes:
        drawn: by edge, whether it is drawn.
        at: by place its edges.
        visits: by place, whether lines go through it.
        crossed: by crossing with four edges or more, whether two lines do.
    """

    def __init__(self, builder: RowBuilder, lines: Lines) -> None:
        self.drawn = [builder.truth(literal) for literal in lines.drawn]
        self.at: dict[int, list[int]] = {end: [] for end in lines.ends}
        self.visits: dict[int, Form] = {}
        self.crossed: dict[int, Form] = {}
        for e, pair in enumerate(lines.edges):
            for p in pair:
                self.at.setdefault(p, []).append(e)
        crossings = dict(lines.crossings)
        for p, here in self.at.items():
            met = combine((1, self.drawn[e]) for e in here)
            if p in lines.ends:
                builder.row(met, 1, 1, "end")
                self.visits[p] = ONE
                continue
            visited = self.visits[p] = builder.flag("visited")
            if p not in crossings or len(here) < 4:
                builder.row(met - 2 * visited, 0, 0, "degree")
                continue
            crossed = self.crossed[p] = builder.flag("crossed")
            builder.row(met - 2 * visited - 2 * crossed, 0, 0, "degree")
            builder.row(crossed - visited, None, 0, "crossed")
            for e in here:
                opposite = [f for pair in crossings[p] if e in pair for f in pair if f != e]
                parts = [(1, self.drawn[e]), (1, crossed), *((-1, self.drawn[f]) for f in opposite)]
                builder.row(combine(parts), None, 1, "opposite")
        if lines.single:
            builder.row(combine((1, form) for form in self.drawn), 1, None, "some")
