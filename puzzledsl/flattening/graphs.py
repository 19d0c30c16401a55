"""Regions, circuits and lines; what it takes for these or a connected set not to be there."""

from __future__ import annotations

from abc import abstractmethod
from itertools import combinations, product
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
    Regions,
    Some,
    Truth,
    affine,
    edges_at,
    variable,
)
from puzzledsl.flat import Literal
from puzzledsl.flattening.integers import Numbers
from puzzledsl.flattening.output import A_CONSTRAINT, Condition
from puzzledsl.flattening.polarity import all_defined
from puzzledsl.primitives.clause import Clause
from puzzledsl.records import replace
from puzzledsl.time_limit import in_time

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class Graphs(Numbers):
    """Writes `Regions`, `Circuit` and `Lines`, and the opposites of these and of `Connected`."""

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
            tuple(variable(self.auxiliary(Domain.range(1, stated.count), "region")) for _ in known)
            for known in (stated.sizes, stated.firsts)
        )
        right = replace(stated, sizes=sizes, firsts=firsts)
        cases: list[Boolean] = [
            Not(Compare("==", a - b)) for a, b in zip((*stated.sizes, *stated.firsts), (*sizes, *firsts), strict=True)
        ]
        if stated.borders:
            true = self.flag("regions")
            self._regions(right, (true,))
            self.disjunction(tuple(cases), (true,))
            cases = [*self._joined_borders(stated), Compare("==", variable(true.variable) - 1)]
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
            cases.append(All((Not(is_open), *(Compare("==", variable(way[p]) - 1) for p in (a, b)))))
        return cases

    def _circuit(self, items: tuple[Affine, ...], condition: Condition) -> None:
        """Each position is followed by one, and follows one; the ways between them are one line. All is defined."""
        from puzzledsl.primitives.alldifferent import AllDifferent as AllDifferentPrimitive
        from puzzledsl.primitives.lines import Lines as LinesPrimitive

        count = len(items)
        numbers = self.separate(items)
        for i, n in enumerate(in_time(numbers), 1):
            others = Domain.range(1, count) - (Domain.range(i, i) if count > 1 else Domain(()))
            self.clause((Literal(n, self.variables[n].domain & others),), condition)
        self.post(AllDifferentPrimitive(numbers), condition)
        if count > 2:
            self.work.step(A_CONSTRAINT * sum([self.variables[n].domain.size for n in numbers]))
            arcs = [(i, j, literal) for i, j, literal in self._arcs(numbers) if i != j]
            drawn = tuple([literal for _, _, literal in arcs])
            self.post(LinesPrimitive(drawn, tuple([(i, j) for i, j, _ in arcs]), (), (), True), condition)

    def _no_circuit(self, items: tuple[Affine, ...], condition: Condition) -> None:
        """Undefined, out of range, not all different, or split into two parts that no successor leaves."""
        undefined = Not(all_defined(items))
        numbers = self.separate(items)
        inside = frozenset((v,) for v in range(1, len(items) + 1))
        outside = [Not(Member((variable(n),), inside)) for n in numbers]
        clash = Not(AllDifferent(tuple(variable(n) for n in numbers), frozenset()))
        arcs = [(i, j, (literal,)) for i, j, literal in self._arcs(numbers)]
        self.disjunction((undefined, *outside, clash, self._split(len(items), (), arcs)), condition)

    def _arcs(self, numbers: Sequence[int]) -> list[tuple[int, int, Literal]]:
        """Positions and those that may follow them, from 0."""
        inside = Domain.range(1, len(numbers))
        only = [Domain.range(j, j) for j in inside]
        return [
            (i, j - 1, Literal(n, only[j - 1]))
            for i, n in enumerate(in_time(numbers))
            for j in self.variables[n].domain & inside
        ]

    def _lines(self, stated: Lines, condition: Condition) -> None:
        """Edges form lines; all of them are defined. A single line hangs together, which is propagated only."""
        from puzzledsl.primitives.connected import Connected
        from puzzledsl.primitives.lines import Lines as LinesPrimitive

        numbers = self.separate(stated.items)
        drawn = tuple([self._drawn(x) for x in numbers])
        self.post(LinesPrimitive(drawn, stated.edges, stated.ends, stated.crossings, stated.single), condition)
        if stated.single and stated.faces:
            self._inside(drawn, stated.faces, condition)
        elif stated.single:
            values = Domain.range(1, max([1, *(self.variables[x].domain.hi for x in numbers)]))
            at = edges_at(stated.edges, stated.ends).values()
            pairs = tuple(dict.fromkeys([(e, f) for here in at for e, f in combinations(here, 2)]))
            self.post(Connected(numbers, values, pairs), condition, only_propagated=True)

    def _inside(self, drawn: tuple[Literal, ...], faces: tuple[tuple[int, int], ...], condition: Condition) -> None:
        """A loop is between faces inside and outside; both are connected (Jordan)."""
        from puzzledsl.primitives.connected import Connected
        from puzzledsl.primitives.table import Table

        count = 1 + max(face for pair in faces for face in pair)
        inside = tuple([self.auxiliary(Domain.range(0, min(face, 1)), "inside") for face in range(count)])
        touching = tuple(dict.fromkeys([pair for pair in faces if pair[0] != pair[1]]))
        for value in (0, 1):
            self.post(Connected(inside, Domain.range(value, value), touching), condition, only_propagated=True)
        known: dict[Domain, frozenset[tuple[int, ...]]] = {}
        for literal, (a, b) in in_time(zip(drawn, faces, strict=True)):
            if a == b:
                self.clause((self.inverse(literal),), condition)
                continue
            domain = self.variables[literal.variable].domain
            if domain not in known:
                rows = product((0, 1), (0, 1), domain)
                known[domain] = frozenset([row for row in rows if (row[0] != row[1]) == (row[2] in literal.values)])
            table = Table((inside[a], inside[b], literal.variable), known[domain])
            self.post(table, condition, only_propagated=True)

    def _drawn(self, number: int) -> Literal:
        domain = self.variables[number].domain
        return Literal(number, domain & Domain.range(1, max(1, domain.hi)))

    def _no_lines(self, stated: Lines, condition: Condition) -> None:
        """Undefined, or too many or too few lines meet in a place, or there is not the single one that should be."""
        drawn = [Compare("<=", -1 * item + 1) for item in stated.items]
        literals = [self._drawn(x) for x in self.separate(stated.items)]
        crossings = dict(stated.crossings)
        cases: list[Boolean] = [Not(all_defined(stated.items))]
        joined: list[tuple[int, int, tuple[Literal, ...]]] = []
        for p, here in in_time(edges_at(stated.edges, stated.ends).items()):
            met = affine({Truth(drawn[e]): 1 for e in here})
            right: list[Boolean] = [Compare("==", met - n) for n in ((1,) if p in stated.ends else (0, 2))]
            cross = crossings.get(p, ())
            four = Compare("==", met - 4)
            right += [All((four, *(drawn[e] for e in edges))) for edges in cross]
            cases.append(Not(Some(tuple(right))))
            apart = (self.inverse(self.literal(four)),) if cross else ()
            for e, f in combinations(here, 2):
                is_opposite = any({e, f} in ({*edges[:2]}, {*edges[2:]}) for edges in cross)
                joined.append((e, f, (literals[e], literals[f], *(() if is_opposite else apart))))
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
        return Member((variable(split.variable),), frozenset({(1,)}))

    @abstractmethod
    def disjunction(self, items: tuple[Boolean, ...], condition: Condition) -> None:
        """At least one of the items, if the condition holds."""
