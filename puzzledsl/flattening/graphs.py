"""Components of equal values; what it takes for a circuit or a connected set not to be one."""

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
    Lines,
    Member,
    Not,
    Partition,
    Some,
    Truth,
    affine,
    constant,
    weighted_sum,
)
from puzzledsl.flat import Literal
from puzzledsl.flattening.integers import Numbers
from puzzledsl.flattening.output import Condition
from puzzledsl.flattening.polarity import all_defined, gap
from puzzledsl.primitives.clause import Clause
from puzzledsl.records import replace

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class Graphs(Numbers):
    """Writes `ComponentSizes`, and the opposites of it, of `Circuit` and of `Connected`."""

    def _component_sizes(
        self,
        items: tuple[Affine, ...],
        positions: tuple[int, ...],
        sizes: tuple[Affine, ...],
        edges: tuple[tuple[int, int], ...],
        condition: Condition,
    ) -> None:
        """The components have these sizes; all of it is defined."""
        from puzzledsl.primitives.component_sizes import ComponentSizes

        if sizes == items and len(positions) == len(items):
            numbers = self.separate(items)
            self.post(ComponentSizes(numbers, numbers, edges), condition)
            return
        numbers = self.separate(items + sizes)
        asked = [-1] * len(items)
        for p, number in zip(positions, numbers[len(items) :], strict=True):
            asked[p] = number
        self.post(ComponentSizes(numbers[: len(items)], tuple(asked), edges), condition)

    def _partition(self, stated: Partition, condition: Condition) -> None:
        """Borders are between regions with these sizes and first positions; all of it is defined."""
        from puzzledsl.primitives.partition import Partition as PartitionPrimitive

        numbers = self.separate(stated.items)
        split = len(stated.borders)
        sizes, firsts = [-1] * stated.count, [-1] * stated.count
        for p, number in zip(stated.sized, numbers[split:], strict=False):
            sizes[p] = number
        for p, number in zip(stated.begun, numbers[split + len(stated.sizes) :], strict=True):
            firsts[p] = number
        self.post(PartitionPrimitive(numbers[:split], tuple(sizes), tuple(firsts), stated.edges), condition)

    def _other_regions(self, stated: Partition, condition: Condition) -> None:
        """Undefined, or a way without borders joins both ends of a border, or regions have other sizes or positions."""
        from puzzledsl.primitives.connected import Connected

        count, undefined = stated.count, Not(all_defined(stated.items))
        way = [self.auxiliary(Domain.range(0, 1), "way") for _ in range(count + len(stated.edges))]
        ends = [(p, count + e) for e, pair in enumerate(stated.edges) for p in pair]
        self.post(Connected(tuple(way), Domain.range(1, 1), tuple(ends)))
        cases: list[Boolean] = [undefined]
        for e, (border, (a, b)) in enumerate(zip(stated.borders, stated.edges, strict=True)):
            is_open = Compare("==", border)
            self.require(is_open, (Literal(way[count + e], Domain.range(1, 1)),))
            cases.append(All((Not(is_open), *(Compare("==", affine({way[p]: 1}, -1)) for p in (a, b)))))
        true = self.flag("regions")
        sizes, firsts = (
            tuple(affine({self.auxiliary(Domain.range(1, count), "region"): 1}) for _ in known)
            for known in (stated.sizes, stated.firsts)
        )
        right = replace(stated, sizes=sizes, firsts=firsts)
        others = [
            Not(Compare("==", gap(a, b)))
            for a, b in zip((*stated.sizes, *stated.firsts), (*sizes, *firsts), strict=True)
        ]
        self._partition(right, (true,))
        self.disjunction(tuple(others), (true,))
        self.disjunction((*cases, Compare("==", affine({true.variable: 1}, -1))), condition)

    def _other_sizes(
        self,
        items: tuple[Affine, ...],
        positions: tuple[int, ...],
        sizes: tuple[Affine, ...],
        edges: tuple[tuple[int, int], ...],
        condition: Condition,
    ) -> None:
        """Undefined, or a component has another size than it should."""
        from puzzledsl.primitives.component_sizes import ComponentSizes

        undefined = Not(all_defined(items + sizes))
        counted = [self.auxiliary(Domain.range(1, len(items)), "size") for _ in items]
        self.post(ComponentSizes(self.separate(items), tuple(counted), edges))
        others = [
            Not(Compare("==", gap(size, affine({counted[p]: 1})))) for p, size in zip(positions, sizes, strict=True)
        ]
        self.disjunction((undefined, *others), condition)

    def _no_circuit(self, items: tuple[Affine, ...], condition: Condition) -> None:
        """Undefined, out of range, not all different, or split into two parts that no successor leaves."""
        undefined = Not(all_defined(items))
        numbers = self.separate(items)
        inside = Domain.range(1, len(items))
        outside = [Not(Member((affine({n: 1}),), frozenset((v,) for v in inside))) for n in numbers]
        clash = Not(AllDifferent(tuple(affine({n: 1}) for n in numbers), frozenset()))
        arcs = [
            (i, j - 1, (Literal(n, Domain.range(j, j)),))
            for i, n in enumerate(numbers)
            for j in self.variables[n].domain & inside
        ]
        self.disjunction((undefined, *outside, clash, self._split(len(items), (), arcs)), condition)

    def _lines(self, stated: Lines, condition: Condition) -> None:
        """Edges form lines; all of them are defined."""
        from puzzledsl.primitives.lines import Lines as LinesPrimitive

        drawn = tuple(self._drawn(x) for x in self.separate(stated.items))
        self.post(LinesPrimitive(drawn, stated.edges, stated.ends, stated.crossings, stated.single), condition)

        if stated.single and stated.faces and not stated.crossings and not stated.ends:
            self._inside(drawn, stated.faces, condition)

    def _inside(self, drawn: tuple[Literal, ...], faces: tuple[tuple[int, int], ...], condition: Condition) -> None:
        """A loop is between faces inside and outside; both are connected (Jordan)."""
        from puzzledsl.primitives.connected import Connected
        from puzzledsl.primitives.table import Table

        count = 1 + max(face for pair in faces for face in pair)
        inside = tuple(self.auxiliary(Domain.range(0, min(face, 1)), "inside") for face in range(count))
        touching = tuple(dict.fromkeys((min(pair), max(pair)) for pair in faces if pair[0] != pair[1]))
        for value in (0, 1):
            self.post(Connected(inside, Domain.range(value, value), touching), condition)
        known: dict[object, frozenset[tuple[int, ...]]] = {}
        for literal, pair in zip(drawn, faces, strict=True):
            a, b = sorted(pair)
            if a == b:
                self.clause((self.inverse(literal),), condition)
                continue
            domain = self.variables[literal.variable].domain
            key = (a > 0, literal.values.intervals, domain.intervals)
            if key not in known:
                values = [(f, g, v) for f in ((0, 1) if a else (0,)) for g in (0, 1) for v in domain]
                known[key] = frozenset(row for row in values if (row[0] != row[1]) == (row[2] in literal.values))
            self.post(Table((inside[a], inside[b], literal.variable), known[key]), condition)

    def _drawn(self, number: int) -> Literal:
        domain = self.variables[number].domain
        return Literal(number, domain & Domain.range(1, max(1, domain.hi)))

    def _no_lines(self, stated: Lines, condition: Condition) -> None:
        """Undefined, or too many or too few lines meet in a place, or there is not the single one that should be."""
        drawn = [Compare("<=", weighted_sum(((-1, item),), 1)) for item in stated.items]
        crossings, ends = dict(stated.crossings), {*stated.ends}
        at: dict[int, list[int]] = {end: [] for end in stated.ends}
        for e, pair in enumerate(stated.edges):
            for p in pair:
                at.setdefault(p, []).append(e)
        cases: list[Boolean] = [Not(all_defined(stated.items))]
        joined: list[tuple[int, int, tuple[Literal, ...]]] = []
        literals = [self._drawn(x) for x in self.separate(stated.items)]
        for p, here in at.items():
            met = affine({Truth(drawn[e]): 1 for e in here}) if here else constant(0)
            crosses = p in crossings and p not in ends
            right = (1,) if p in ends else (0, 2, 4) if crosses else (0, 2)
            cases.append(Not(Some(tuple(Compare("==", weighted_sum(((1, met),), -n)) for n in right))))
            pairs = [(e, f) for e in here for f in here if e < f]
            apart: tuple[Literal, ...] = ()
            if crosses and len(here) >= 4:
                four = Compare("==", weighted_sum(((1, met),), -4))
                opposite = {e: [f for pair in crossings[p] if e in pair for f in pair if f != e] for e in here}
                cases += [All((four, drawn[e], *(Not(drawn[f]) for f in opposite[e]))) for e in here]
                apart = (self.inverse(self.literal(four)),)
                joined += [(e, f, (literals[e], literals[f])) for e, f in pairs if f in opposite[e]]
                pairs = [(e, f) for e, f in pairs if f not in opposite[e]]
            joined += [(e, f, (literals[e], literals[f], *apart)) for e, f in pairs]
        if stated.single:
            cases.append(Not(Some(tuple(drawn))))
            joined = [one for one in joined if all(literal.values for literal in one[2])]
            cases.append(self._split(len(literals), literals, joined))
        self.disjunction(tuple(cases), condition)

    def _disconnected(
        self, items: tuple[Affine, ...], values: Domain, edges: tuple[tuple[int, int], ...], condition: Condition
    ) -> None:
        """Undefined, or the chosen items fall into two parts without an edge between them."""
        undefined = Not(all_defined(items))
        numbers = self.separate(items)
        chosen = [Literal(n, self.variables[n].domain & values) for n in numbers]
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
