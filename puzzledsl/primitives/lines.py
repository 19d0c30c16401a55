"""Drawn edges of a graph form lines."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING, ClassVar

from puzzledsl.expressions import is_lines
from puzzledsl.flat import Literal, Primitive
from puzzledsl.kernel.lines import Lines as LineFilter
from puzzledsl.records import record
from puzzledsl.row_builder import Form, combine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.kernel.explanation import Explanation
    from puzzledsl.kernel.store import Store
    from puzzledsl.row_builder import RowBuilder


@record
class Lines(Primitive):
    """Two of the edges that are drawn meet in a place, or none; one in each of ``ends``; two or four in ``crossings``.

    ``drawn`` has a literal for each of the ``edges``, which are pairs of places; see `expressions.Lines`. Literals of
    one variable are about different values.
    """

    drawn: tuple[Literal, ...]
    edges: tuple[tuple[int, int], ...]
    ends: tuple[int, ...]
    crossings: tuple[tuple[int, tuple[tuple[int, int], ...]], ...]
    single: bool
    costly: ClassVar[bool] = True
    is_graph: ClassVar[bool] = True

    @cached_property
    def scope(self) -> tuple[int, ...]:
        """The variables of the edges."""
        return tuple(dict.fromkeys([literal.variable for literal in self.drawn]))

    def _kernel(self, store: Store) -> LineFilter:
        return store.owned(
            self, LineFilter, store, self.drawn, self.edges, self.ends, dict(self.crossings), self.single
        )

    def check(self, values: Sequence[int]) -> bool:
        """Count the lines that meet in each place, and follow them."""
        drawn = [values[literal.variable] in literal.values for literal in self.drawn]
        return is_lines(drawn, self.edges, self.ends, dict(self.crossings), self.single)

    def propagate(self, store: Store) -> None:
        """How many lines meet, what closes one; at the costly priority parity and separation, see `kernel.lines`."""
        self._kernel(store).propagate(store)

    def explain(self, why: Explanation, x: int, gone: int) -> int:
        """By the rule that would be broken, see `kernel.lines`."""
        return self._kernel(why.store).explain(why, x, gone)

    def explain_conflict(self, why: Explanation) -> bool:
        """By the rule that is broken."""
        return self._kernel(why.store).explain_conflict(why)

    def narrower(self, store: Store) -> Lines:
        """Without the edges that cannot be drawn."""
        kept = [e for e, literal in enumerate(self.drawn) if store.entailed(literal) is not False]
        new = {e: k for k, e in enumerate(kept)}
        crossings = tuple(
            (place, tuple((new[e], new[f]) for e, f in pairs if e in new and f in new))
            for place, pairs in self.crossings
        )
        drawn, edges = tuple(self.drawn[e] for e in kept), tuple(self.edges[e] for e in kept)
        return Lines(drawn, edges, self.ends, crossings, self.single)

    def encode(self, builder: RowBuilder) -> None:
        """How many edges are drawn in each place; of a single line, a flow that brings one unit to each node on it.

        Instead of the flow, lazily: an edge leaves a part that is drawn if another one is, too (Dantzig, Fulkerson &
        Johnson, Solution of a large-scale traveling-salesman problem, Operations Research 2, 1954).

        The flow is the single-commodity formulation of Gavish and Graves (The travelling salesman problem and related
        problems, MIT 1978), from a root that is one of the nodes. A node is a place, or an axis of a crossing; between
        the axes of one flow passes only where no lines cross.
        """
        drawn = [builder.truth(literal) for literal in self.drawn]
        crossings, ends = dict(self.crossings), {*self.ends}
        at: dict[int, list[int]] = {end: [] for end in self.ends}
        for e, pair in enumerate(self.edges):
            for p in pair:
                at.setdefault(p, []).append(e)
        crossed: dict[int, Form] = {}
        visits: dict[int, Form] = {}
        for p, here in at.items():
            met = combine((1, drawn[e]) for e in here)
            if p in ends:
                builder.row(met, 1, 1, "end")
                visits[p] = Form({}, 1)
                continue
            visits[p] = builder.flag("visited")
            if p not in crossings or len(here) < 4:
                builder.row(combine(((1, met), (-2, visits[p]))), 0, 0, "degree")
                continue
            crossed[p] = builder.flag("crossed")
            builder.row(combine(((1, met), (-2, visits[p]), (-2, crossed[p]))), 0, 0, "degree")
            builder.row(combine(((1, crossed[p]), (-1, visits[p]))), None, 0, "crossed")
            for e in here:
                opposite = [f for pair in crossings[p] if e in pair for f in pair if f != e]
                parts = [(1, drawn[e]), (1, crossed[p]), *((-1, drawn[f]) for f in opposite)]
                builder.row(combine(parts), None, 1, "opposite")
        if not self.single:
            return
        builder.row(combine((1, form) for form in drawn), 1, None, "some")
        forms = [*drawn, *(combine(((1, 1), (-1, form))) for form in drawn)]
        if not builder.lazily(forms, partial(self._torn, at)):
            self._join(builder, drawn, at, visits, crossed)

    def _join(
        self,
        builder: RowBuilder,
        drawn: list[Form],
        at: dict[int, list[int]],
        visits: dict[int, Form],
        crossed: dict[int, Form],
    ) -> None:
        """Flow from one node to all others that lines visit."""
        nodes: list[Form] = []  # whether each is visited
        ways: list[tuple[int, int, Form]] = []  # between two nodes, and whether flow may pass
        node_of: dict[tuple[int, int], int] = {}  # by place and edge
        for p, here in at.items():
            if p not in crossed:
                node_of |= {(p, e): len(nodes) for e in here}
                nodes.append(visits[p])
                continue
            turns, first = combine(((1, 1), (-1, crossed[p]))), len(nodes)
            for axis in _axes(here, dict(self.crossings)[p]):
                visited = builder.auxiliary("axis", 0, 1, integer=False)
                for e in axis:
                    builder.row(combine(((1, drawn[e]), (-1, visited))), None, 0, "axis")
                builder.row(combine(((1, visited), *((-1, drawn[e]) for e in axis))), None, 0, "axis")
                node_of |= {(p, e): len(nodes) for e in axis}
                if len(nodes) > first:
                    ways += [(node, len(nodes), turns) for node in range(first, len(nodes))]
                nodes.append(visited)
        ways += [(node_of[a, e], node_of[b, e], drawn[e]) for e, (a, b) in enumerate(self.edges)]
        most = len(nodes) - 1
        root = [builder.flag("root") for _ in nodes]
        builder.row(combine((1, form) for form in root), 1, 1, "one_root")
        balance: list[list[tuple[int, Form]]] = [[] for _ in nodes]
        for a, b, passes in ways:
            for start, end in ((a, b), (b, a)):
                flow = builder.auxiliary("flow", 0, most, integer=False)
                builder.row(combine(((1, flow), (-most, passes))), None, 0, "capacity")
                balance[start].append((-1, flow))
                balance[end].append((1, flow))
        for node, visited in enumerate(nodes):
            builder.row(combine(((1, root[node]), (-1, visited))), None, 0, "root_visited")
            flows = (*balance[node], (-1, visited), (most + 1, root[node]))
            builder.row(combine(flows), 0, None, "balance")

    def _torn(self, at: dict[int, list[int]], values: Sequence[int]) -> list[list[int]]:
        """Rows against all but one of several lines: some edge leaves one, or it is not drawn as it is."""
        count = len(self.drawn)
        drawn = {e for e, literal in enumerate(self.drawn) if values[literal.variable] in literal.values}
        crossings = dict(self.crossings)
        lines: list[set[int]] = []
        left = drawn.copy()
        while left:
            pending = [left.pop()]
            line = set(pending)
            while pending:
                e = pending.pop()
                for p in self.edges[e]:
                    here = drawn.intersection(at[p])
                    if len(here) > 2:
                        here = {f for pair in crossings[p] if e in pair for f in pair} & drawn
                    pending += here & left
                    line |= here
                    left -= here
            lines.append(line)
        found = []
        for line in lines if len(lines) > 1 else ():
            places = {p for e in line for p in self.edges[e]}
            other = next(iter(drawn - line))
            if places.isdisjoint(crossings):
                leaving = [e for e, (a, b) in enumerate(self.edges) if (a in places) != (b in places)]
                found.append([*leaving, count + next(iter(line)), count + other])
            else:
                turning = {e for p in places & crossings.keys() for e in at[p]} - line
                found.append([*turning, *(count + e for e in line), count + other])
        return found


def _axes(edges: Sequence[int], pairs: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Edges in a crossing, those together that are opposite."""
    axes = [[e] for e in edges]
    for e, f in pairs:
        one, other = (next(axis for axis in axes if g in axis) for g in (e, f))
        if one is not other:
            one += other
            axes.remove(other)
    return axes
