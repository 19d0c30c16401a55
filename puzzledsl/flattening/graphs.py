"""Regions; what it takes for them, a circuit or a connected set not to be there."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from puzzledsl.domain import Domain
from puzzledsl.expressions import (
    Affine,
    All,
    AllDifferent,
    Boolean,
    Compare,
    Member,
    Not,
    Regions,
    affine,
)
from puzzledsl.flat import Literal
from puzzledsl.flattening.integers import Numbers
from puzzledsl.flattening.output import Condition
from puzzledsl.flattening.polarity import all_defined, gap
from puzzledsl.primitives.clause import Clause
from puzzledsl.records import replace
from puzzledsl.time_limit import in_time

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class Graphs(Numbers):
    """Writes `Regions`, and the opposites of it, of `Circuit` and of `Connected`."""

    def _regions(self, stated: Regions, condition: Condition) -> None:
        """Regions have these borders or labels, sizes and first positions; all of it is defined."""
        from puzzledsl.primitives.regions import Regions as RegionsPrimitive

        is_size = stated.sizes == stated.labels and len(stated.labels) == stated.count
        numbers = iter(self.separate(stated.items[len(stated.labels) :] if is_size else stated.items))
        borders = tuple([next(numbers) for _ in stated.borders])
        labels = tuple([next(numbers) for _ in stated.labels]) if not is_size else ()
        sizes, firsts = [-1] * stated.count, [-1] * stated.count
        for p in stated.sized:
            sizes[p] = next(numbers)
        for p in stated.begun:
            firsts[p] = next(numbers)
        labels = tuple(sizes) if is_size else labels
        self.post(RegionsPrimitive(borders, tuple(sizes), tuple(firsts), labels, stated.edges), condition)

    def _other_regions(self, stated: Regions, condition: Condition) -> None:
        """Undefined, or a way without borders joins both ends of a border, or regions have other sizes or positions."""
        sizes, firsts = (
            tuple(affine({self.auxiliary(Domain.range(1, stated.count), "region"): 1}) for _ in known)
            for known in (stated.sizes, stated.firsts)
        )
        right = replace(stated, sizes=sizes, firsts=firsts)
        cases: list[Boolean] = [
            Not(Compare("==", gap(a, b)))
            for a, b in zip((*stated.sizes, *stated.firsts), (*sizes, *firsts), strict=True)
        ]
        if stated.borders:
            true = self.flag("regions")
            self._regions(right, (true,))
            self.disjunction(tuple(cases), (true,))
            cases = [*self._joined_borders(stated), Compare("==", affine({true.variable: 1}, -1))]
        else:  # whatever the labels are, there are regions
            self._regions(right, ())
        self.disjunction((Not(all_defined(stated.items)), *cases), condition)

    def _joined_borders(self, stated: Regions) -> list[Boolean]:
        """Each border: it is between two positions that a way without borders joins."""
        from puzzledsl.primitives.connected import Connected

        way = [self.auxiliary(Domain.range(0, 1), "way") for _ in range(stated.count + len(stated.edges))]
        ends = [(p, stated.count + e) for e, pair in enumerate(stated.edges) for p in pair]
        self.post(Connected(tuple(way), Domain.range(1, 1), tuple(ends)))
        cases: list[Boolean] = []
        for e, (border, (a, b)) in enumerate(zip(stated.borders, stated.edges, strict=True)):
            is_open = Compare("==", border)
            self.require(is_open, (Literal(way[stated.count + e], Domain.range(1, 1)),))
            cases.append(All((Not(is_open), *(Compare("==", affine({way[p]: 1}, -1)) for p in (a, b)))))
        return cases

    def _no_circuit(self, items: tuple[Affine, ...], condition: Condition) -> None:
        """Undefined, out of range, not all different, or split into two parts that no successor leaves."""
        undefined = Not(all_defined(items))
        numbers = self.separate(items)
        inside = Domain.range(1, len(items))
        positions = frozenset((v,) for v in inside)
        outside = [Not(Member((affine({n: 1}),), positions)) for n in numbers]
        clash = Not(AllDifferent(tuple(affine({n: 1}) for n in numbers), frozenset()))
        arcs = [
            (i, j - 1, (Literal(n, Domain.range(j, j)),))
            for i, n in enumerate(in_time(numbers))
            for j in self.variables[n].domain & inside
        ]
        self.disjunction((undefined, *outside, clash, self._split(len(items), (), arcs)), condition)

    def _disconnected(
        self, items: tuple[Affine, ...], values: Domain, edges: tuple[tuple[int, int], ...], condition: Condition
    ) -> None:
        """Undefined, or the chosen items fall into two parts without an edge between them."""
        undefined = Not(all_defined(items))
        numbers = self.separate(items)
        chosen = [Literal(n, self.variables[n].domain & values) for n in in_time(numbers)]
        pairs = [(a, b, (chosen[a], chosen[b])) for a, b in edges if chosen[a].values and chosen[b].values]
        self.disjunction((undefined, self._split(len(items), chosen, pairs)), condition)

    def _split(
        self, count: int, chosen: Sequence[Literal], joined: Iterable[tuple[int, int, tuple[Literal, ...]]]
    ) -> Boolean:
        """Items fall into two parts, with a chosen one in each if any are to be chosen.

        Args:
            joined: two items that are in one part if some literals hold.
        """
        part = [self.flag("side") for _ in range(count)]
        split = self.flag("split")
        for a, b, literals in joined:
            self.alike(part[a], part[b], (split, *literals))
        for side in (part, [self.inverse(literal) for literal in part]):
            some = side
            if chosen:
                some = [self.flag("witness") for _ in side]
                for witness, literal, is_chosen in zip(some, side, chosen, strict=True):
                    self.post(Clause((literal,)), (witness,))
                    self.post(Clause((is_chosen,)), (witness,))
            self.post(Clause(tuple(some)), (split,))
        return Member((affine({split.variable: 1}),), frozenset({(1,)}))

    @abstractmethod
    def disjunction(self, items: tuple[Boolean, ...], condition: Condition) -> None:
        """At least one of the items, if the condition holds."""
