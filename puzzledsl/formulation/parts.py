"""What each clue demands, as shapes: what clues of one kind have in common, and what fills the gaps."""

from __future__ import annotations

from itertools import product
from math import prod
from typing import TYPE_CHECKING

from puzzledsl.domain import Domain
from puzzledsl.flat import Literal
from puzzledsl.primitives.alldifferent import AllDifferent
from puzzledsl.primitives.automaton import Regular
from puzzledsl.primitives.clause import Clause
from puzzledsl.primitives.connected import Connected
from puzzledsl.primitives.grouped_sum import GroupedSum
from puzzledsl.primitives.linear import Linear
from puzzledsl.primitives.lines import Lines
from puzzledsl.primitives.table import Table
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from puzzledsl.expressions import Rational
    from puzzledsl.flat import FlatConstraint, Primitive
    from puzzledsl.formulation.components import Component, Components, Key

MOST_REFUSED = 100
"""A condition on few values is written as clauses if it refuses at most so many combinations."""

MOST_ROWS = 5_000
"""A table with more rows is written by the rows of the encoding."""


@record
class Slot:
    """A gap in a shape, filled.

    Attributes:
        kind: ``cells``, ``pairs`` (of a cell and a value), ``weights`` (of a factor and a cell) or ``plain``.
        value: a tuple of such, or anything that `repr` writes.
    """

    kind: str
    value: object


@record
class Part:
    """A constraint of a clue. Parts of the same shape are written by the same rule.

    ``shape`` is what it is, then whatever tells its rule; ``slots`` are in the order in which the rule takes them.
    """

    shape: tuple[object, ...]
    slots: tuple[Slot, ...]


class Unwritten(Exception):  # noqa: N818 - a decision, not a failure
    """No formula fits: the rows of the encoding take its place."""


def parts_of(constraint: FlatConstraint, components: Components, by_value: bool) -> Iterator[Part]:
    """Yield a constraint as parts.

    Args:
        by_value: cells have a 0-1 variable for each value anyway.

    Raises:
        Unwritten: there is no formula for it.
    """
    return _Reader(components, by_value).parts(constraint.primitive, constraint.condition)


class _Reader:
    def __init__(self, components: Components, by_value: bool) -> None:
        self._components = components
        self._by_value = by_value

    def parts(self, primitive: Primitive, condition: Sequence[Literal]) -> Iterator[Part]:
        match primitive:
            case Linear(terms, literals, op, constant):
                yield from self._linear(terms, literals, op, constant, condition)
            case Clause(literals):
                yield from self._clause((*literals, *map(self._negated, condition)))
            case Table() if condition or self._few(primitive):
                yield from self._refused(primitive, condition)
            case GroupedSum(groups, total) if not condition:
                terms = tuple((x, k) for k, variables in groups for x in variables)
                yield from self._linear(terms, (), "==", total, ())
                for _, variables in groups:
                    if len(variables) > 1:
                        yield self._different(AllDifferent(variables))
            case _ if condition:
                raise Unwritten
            case AllDifferent():
                yield self._different(primitive)
            case Table(variables, rows):
                yield self._table(variables, rows)
            case Regular(variables, automaton):
                component, keys = self._cells(variables)
                moves = {(q, v): then for q, row in enumerate(automaton.moves) for v, then in sorted(row.items())}
                machine = (automaton.start, tuple(sorted(automaton.accepting)), moves)
                yield Part(("automaton", component), (Slot("cells", keys), *(Slot("plain", one) for one in machine)))
            case Connected(variables, values, edges):
                component, keys = self._cells(variables)
                chosen = tuple(values & component.domain)
                ways = tuple((keys[a], keys[b]) for a, b in edges)
                yield Part(("connected", component), (Slot("cells", keys), Slot("plain", chosen), Slot("ways", ways)))
            case Lines() if not primitive.crossings:
                yield self._lines(primitive)
            case _:
                raise Unwritten

    def _cells(self, variables: Iterable[int]) -> tuple[Component, tuple[Key, ...]]:
        """The family of variables with 0-1 variables for their values, and their keys."""
        numbers = list(variables)
        found = {self._components.of.get(x) for x in numbers}
        component = found.pop() if len(found) == 1 else None
        if component is None or not (component.literal or component.is_bit):
            raise Unwritten
        return component, tuple(component.keys[x] for x in numbers)

    def _negated(self, literal: Literal) -> Literal:
        x = literal.variable
        component = self._components.of.get(x)
        domain = component.domain if component else Domain.of([self._components.fixed[x]])
        return Literal(x, domain - literal.values)

    # ── sums ─────────────────────────────────────────────────────────────────────────────────────

    def _linear(
        self,
        terms: Iterable[tuple[int, Rational]],
        literals: Iterable[tuple[Literal, int]],
        op: str,
        constant: Rational,
        condition: Sequence[Literal],
    ) -> Iterator[Part]:
        total = _Sum(self._components)
        total.constant = -constant
        for x, k in terms:
            total.add(x, k)
        for literal, k in literals:
            total.add_literal(literal, k)
        if op == "!=":
            yield self._unequal(total, condition)
        elif not condition:
            yield total.part(op)
        else:
            for sign in (1, -1) if op == "==" else (1,):
                one = total if sign == 1 else total.negated()
                most = one.highest()
                if most is None:
                    raise Unwritten
                if most <= 0:
                    continue
                relaxed = one.copy()
                relaxed.constant -= most * len(condition)
                for literal in condition:
                    relaxed.add_literal(literal, most)
                yield relaxed.part("<=")

    def _unequal(self, total: _Sum, condition: Sequence[Literal]) -> Part:
        if condition or total.params:
            raise Unwritten
        values = [
            (component, key, k)
            for (component, kind), found in total.terms.items()
            for key, k in found.items()
            if kind == "value"
        ]
        if len(values) == 2 and len(total.terms) == 1:
            (component, a, k), (_, b, m) = values
            if k == -m and not total.constant and (component.literal or component.is_bit):
                return Part(("different", component), (Slot("cells", tuple(sorted((a, b)))),))  # type: ignore[type-var]
            if self._by_value and component.literal and k and m:
                (a, k), (b, m) = sorted(((a, k), (b, m)), key=lambda one: -one[1])
                domain = component.domain
                refused = {(v, w) for v in domain for w in domain if k * v + m * w + total.constant == 0}
                return self._pair(component, a, b, {(v, w) for v in domain for w in domain} - refused)
        low, high = total.lowest(), total.highest()
        if low is None or high is None:
            raise Unwritten
        part = total.part("!=")
        return Part(part.shape, (*part.slots, Slot("plain", int(max(high + 1, 1 - low)))))

    def _clause(self, literals: Sequence[Literal]) -> Iterator[Part]:
        if len(literals) == 1 and (component := self._components.of.get(literals[0].variable)) is not None:
            x, values = literals[0].variable, literals[0].values & component.domain
            if values.size == 1 and component.bounds is None:
                yield from self._linear([(x, 1)], (), "==", values.lo, ())
                return
            if len(values.intervals) == 1 and not (self._by_value and component.literal):
                for op, k, limit in (("<=", 1, values.hi), ("<=", -1, -values.lo)):
                    if limit != (component.domain.hi if k == 1 else -component.domain.lo):
                        yield from self._linear([(x, k)], (), op, limit, ())
                return
        total = _Sum(self._components)
        total.constant = 1
        for literal in literals:
            total.add_literal(literal, -1)
        yield total.part("<=", "clause")

    # ── tables ───────────────────────────────────────────────────────────────────────────────────

    def _domains(self, variables: Iterable[int]) -> list[Domain]:
        of, fixed = self._components.of, self._components.fixed
        return [of[x].domain if x in of else Domain.of([fixed[x]]) for x in variables]

    def _few(self, table: Table) -> bool:
        """Whether clauses are shorter: the values are bits, or few combinations are refused."""
        sizes = [domain.size for domain in self._domains(table.variables)]
        return prod(sizes) <= 64 and max(sizes) <= 2

    def _refused(self, table: Table, condition: Sequence[Literal]) -> Iterator[Part]:
        *first, last = table.variables
        *domains, values = self._domains(table.variables)
        if prod(domain.size for domain in domains) > MOST_REFUSED:
            raise Unwritten
        allowed: dict[tuple[int, ...], list[int]] = {}
        for row in table.rows:
            allowed.setdefault(row[:-1], []).append(row[-1])
        for row in product(*domains):
            kept = Domain.of(allowed.get(row, ())) & values
            if kept != values:
                clause = [self._negated(Literal(x, Domain.of([v]))) for x, v in zip(first, row, strict=True)]
                clause += [Literal(last, kept), *map(self._negated, condition)]
                yield from self._clause([one for one in clause if one.values])

    def _table(self, variables: tuple[int, ...], rows: frozenset[tuple[int, ...]]) -> Part:
        component, keys = self._cells(variables)
        if component.is_bit or len(rows) > MOST_ROWS:
            raise Unwritten
        kept = {row for row in rows if all(v in component.domain for v in row)}
        if len(keys) == 2:
            return self._pair(component, *keys, {(row[0], row[1]) for row in kept})
        return Part(("table", component), (Slot("cells", keys), Slot("rows", tuple(sorted(kept)))))

    def _pair(self, component: Component, a: Key, b: Key, allowed: set[tuple[int, int]]) -> Part:
        if all((w, v) in allowed for v, w in allowed):
            a, b = sorted((a, b))  # type: ignore[type-var]
        slots = (Slot("cells", (a,)), Slot("cells", (b,)), Slot("fits", (tuple(component.domain), frozenset(allowed))))
        return Part(("pair", component), slots)

    # ── others ───────────────────────────────────────────────────────────────────────────────────

    def _different(self, constraint: AllDifferent) -> Part:
        component, keys = self._cells(constraint.variables)
        if component.is_bit:
            raise Unwritten
        if any(constraint.offsets):
            shifts = tuple(zip(keys, constraint.offsets, strict=True))
            return Part(("shifted", component), (Slot("plain", shifts),))
        ignored = tuple(sorted(constraint.ignoring))
        if ignored:
            return Part(("except", component), (Slot("cells", keys), Slot("plain", ignored)))
        return Part(("different", component), (Slot("cells", keys),))

    def _lines(self, lines: Lines) -> Part:
        component, keys = self._cells(literal.variable for literal in lines.drawn)
        if not component.is_bit or component.kind != "edge" or any(0 in literal.values for literal in lines.drawn):
            raise Unwritten
        place: dict[int, object] = {}
        for key, pair in zip(keys, lines.edges, strict=True):
            assert isinstance(key, tuple)
            for p, end in zip(pair, key, strict=True):
                if place.setdefault(p, end) != end:
                    raise Unwritten
        if len(set(place.values())) < len(place):
            raise Unwritten
        ends = tuple(place[p] for p in lines.ends if p in place)
        kind = "one_line" if lines.single else "lines"
        return Part((kind, component), (Slot("cells", keys), Slot("plain", ends)))


class _Sum:
    """``Σ k·value + Σ k·[cell = v] + Σ k·number of a clue + constant``."""

    def __init__(self, components: Components) -> None:
        self._components = components
        self.terms: dict[tuple[Component, str], dict[Key, Rational]] = {}
        self.params: dict[int, Rational] = {}
        self.constant: Rational = 0

    def copy(self) -> _Sum:
        found = _Sum(self._components)
        found.terms = {key: dict(terms) for key, terms in self.terms.items()}
        found.params, found.constant = dict(self.params), self.constant
        return found

    def negated(self) -> _Sum:
        found = self.copy()
        found.terms = {key: {one: -k for one, k in terms.items()} for key, terms in self.terms.items()}
        found.params = {x: -k for x, k in self.params.items()}
        found.constant = -self.constant
        return found

    def add(self, x: int, k: Rational) -> None:
        component = self._components.of.get(x)
        if x in self._components.params:
            self.params[x] = self.params.get(x, 0) + k
        elif component is None:
            self.constant += k * self._components.fixed[x]
        else:
            self._put(component, "value", component.keys[x], k)

    def add_literal(self, literal: Literal, k: Rational) -> None:
        x = literal.variable
        component = self._components.of.get(x)
        if component is None:
            self.constant += k if x in self._components.fixed and self._components.fixed[x] in literal.values else 0
            return
        inside = literal.values & component.domain
        if inside == component.domain:
            self.constant += k
        elif component.is_bit and inside:
            self.add(x, k if inside.lo else -k)
            self.constant += 0 if inside.lo else k
        elif inside and component.literal:
            if 2 * inside.size > component.domain.size:
                inside = component.domain - inside
                self.constant += k
                k = -k
            for v in inside:
                self._put(component, "literal", (component.keys[x], v), k)
        elif inside:
            raise Unwritten

    def _put(self, component: Component, kind: str, key: Key, k: Rational) -> None:
        terms = self.terms.setdefault((component, kind), {})
        terms[key] = terms.get(key, 0) + k

    def highest(self) -> Rational | None:
        """The largest value; ``None`` where it has none."""
        if self.params:
            return None
        most = self.constant
        for (component, kind), terms in self.terms.items():
            for k in terms.values():
                lo, hi = (0, 1) if kind == "literal" else component.bounds or (component.domain.lo, component.domain.hi)
                end = hi if k > 0 else lo
                if end is None:
                    return None
                most += k * end
        return most

    def lowest(self) -> Rational | None:
        """The smallest value."""
        most = self.negated().highest()
        return None if most is None else -most

    def part(self, op: str, about: str = "sum") -> Part:
        """The condition ``sum op 0``, its terms grouped by their factors. ``about`` is ``sum`` or ``clause``."""
        found = self
        if op != "<=" and next((k for terms in self.terms.values() for k in terms.values()), 1) < 0:
            found = self.negated()
        groups: list[tuple[object, ...]] = []
        slots: list[Slot] = []
        for (component, kind), terms in found.terms.items():
            by_factor: dict[Rational, list[Key]] = {}
            for key, k in terms.items():
                if k:
                    by_factor.setdefault(k, []).append(key)
            slot = "pairs" if kind == "literal" else "cells"
            if len(by_factor) > 3 and kind == "value":
                groups.append((1, component, "weighted"))
                slots.append(Slot("weights", tuple((k, key) for key, k in terms.items() if k)))
                continue
            for k, keys in sorted(by_factor.items(), reverse=True):
                groups.append((k, component, kind))
                slots.append(Slot(slot, tuple(keys)))
        params = tuple(sorted(found.params.items()))
        factors = tuple(k for _, k in params)
        slots += [Slot("params", tuple(x for x, _ in params)), Slot("constant", -found.constant)]
        return Part(("linear", op, tuple(groups), factors, about), tuple(slots))
