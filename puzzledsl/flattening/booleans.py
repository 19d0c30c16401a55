"""Booleans that must hold: as clauses, tables and primitives."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import prod

from puzzledsl.domain import Domain
from puzzledsl.expressions import (
    Accepts,
    Affine,
    All,
    AllDifferent,
    Atom,
    Automaton,
    Boolean,
    Circuit,
    Compare,
    Connected,
    Inverse,
    Lines,
    Member,
    Not,
    Ranked,
    Regions,
    Same,
    Some,
    Truth,
    children,
    integral,
    variable,
    variables_of,
)
from puzzledsl.flat import Literal
from puzzledsl.flattening.graphs import Graphs
from puzzledsl.flattening.literals import is_plain
from puzzledsl.flattening.output import Condition
from puzzledsl.flattening.polarity import (
    MOST_COMPLEMENT,
    all_defined,
    complement,
    inverse_conditions,
    opposite,
    parts_of_opposite,
    reversed_comparison,
)
from puzzledsl.flattening.ratios import TooManyCases, without_ratios
from puzzledsl.flattening.tabulation import parts_over_few_variables
from puzzledsl.primitives.alldifferent import AllDifferent as AllDifferentPrimitive
from puzzledsl.primitives.grouped_sum import GroupedSum
from puzzledsl.time_limit import in_time

A_REQUIREMENT = 4
"""Steps of something that must hold and is no linear comparison, without its parts."""

MOST_LISTED = 2_000
"""Domains with more values are not listed value by value."""

MOST_APART = 100_000
"""Pairs of values that are compared one by one."""

MOST_PAIRS = 100
"""For one question about each of two variables: with more pairs of values there are clauses instead of a table."""

MOST_ROWS = 1_000
"""The same for an equation of two variables under conditions: it becomes a row for each value."""


class Booleans(Graphs):
    """Writes what is required."""

    def require(self, expression: Boolean, condition: Condition) -> None:
        """Writes "if all of the condition, then the expression"."""
        if isinstance(expression, All):
            for item in in_time(self._without_cages(expression.items, condition)):
                self.require(item, condition)
            return
        known = self.direct(expression)
        if known is not None:
            if known is False:
                self.impossible(condition)
            elif isinstance(known, Literal):
                self.clause((known,), condition)
            return
        if isinstance(expression, Compare) and self._is_linear(expression.expression):
            self.total_compare(expression.op, expression.expression, condition)  # nearly always: needs no table
            return
        self.work.step(A_REQUIREMENT + len(children(expression)))
        if isinstance(expression, Some):
            self.disjunction(expression.items, condition)
            return
        if self._table(expression, condition):
            return
        whole = self._without_ratios(expression)
        if whole is not None:
            self.require(whole, condition)
            return
        match expression:
            case Compare(op, difference):
                self.compare(op, difference, condition)
            case Not(operand):
                self._negation(operand, condition)
            case Same(left, right):
                self._same(left, right, condition)
            case Member(items, rows):
                self._member(items, rows, condition)
            case AllDifferent(items, ignoring):
                self._alldifferent(items, ignoring, condition)
            case Accepts(items, automaton):
                self._defined(items, condition)
                self._accepted(tuple([self.number(item) for item in items]), automaton, condition)
            case Circuit(items):
                self._defined(items, condition)
                self._circuit(items, condition)
            case Inverse(first, second):
                self._defined(first + second, condition)
                self._inverse(self.separate(first), self.separate(second), condition)
            case Connected(items, values, edges):
                self._defined(items, condition)
                from puzzledsl.primitives.connected import Connected as ConnectedPrimitive

                self.post(ConnectedPrimitive(self.separate(items), Domain.of(values), edges), condition)
            case Lines(items):
                self._defined(items, condition)
                self._lines(expression, condition)
            case Regions():
                self._defined(expression.items, condition)
                self._regions(expression, condition)
            case Ranked(lines, ranks, ties):
                self._defined(tuple(item for line in lines for item in line), condition)
                from puzzledsl.flattening.ranks import require_ranks

                require_ranks(self, lines, ranks, ties, condition)

    def _without_cages(self, items: tuple[Boolean, ...], condition: Condition) -> Sequence[Boolean]:
        """Write each two items that make variables different and give their sum as one; return the other items."""
        apart: dict[frozenset[Atom], AllDifferent] = {}
        for item in items:
            if isinstance(item, AllDifferent) and not item.ignoring and all(map(is_plain, item.items)):
                apart[frozenset([part.terms[0][0] for part in item.items])] = item
        written: list[Boolean] = []
        for item in items if apart else ():
            match item:
                case Compare("==", Affine() as total):
                    weights = {k for _, k in total.terms}
                    different = apart.get(frozenset([x for x, _ in total.terms]))
                    if different is None or len(weights) > 1 or total.constant % (k := weights.pop()):
                        continue
                    self.work.step(len(total.terms))
                    numbers = tuple([self.number(part) for part in different.items])
                    self.post(GroupedSum.of_different(numbers, int(-total.constant // k)), condition)
                    written += [item, different]
        return [item for item in items if not any(item is one for one in written)] if written else items

    def _accepted(self, numbers: tuple[int, ...], automaton: Automaton, condition: Condition) -> None:
        from puzzledsl.primitives.automaton import Regular

        self.post(Regular(numbers, automaton), condition)

    def _inverse(self, left: tuple[int, ...], right: tuple[int, ...], condition: Condition) -> None:
        """Both lists are permutations, and ``left[i] == j`` exactly where ``right[j] == i``."""
        for side in (left, right):
            self.post(AllDifferentPrimitive(side), condition)
        for part in inverse_conditions(list(map(variable, left)), list(map(variable, right))):
            self.require(part, condition)

    def disjunction(self, items: tuple[Boolean, ...], condition: Condition) -> None:
        """A clause of the alternatives if all are literals; else a table over few variables.

        If there is neither, those that are no literals become one, but the last one is conditioned instead.
        """
        self.work.step(len(items) + len(condition))
        direct: list[Literal] = []
        other: list[Boolean] = []
        for item in items:
            known = self.direct(item)
            if known is True:
                return
            if isinstance(known, Literal):
                direct.append(known)
            elif known is None:
                other.append(item)
        if other and self._table(Some(items), condition):
            return
        if len(other) == 1:
            self.require(other[0], (*condition, *(self.inverse(literal) for literal in direct)))
            return
        literals = [*direct, *(self.implied_literal(item) for item in other)]
        if literals:
            self.clause(literals, condition)
        else:
            self.impossible(condition)

    def _same(self, left: Boolean, right: Boolean, condition: Condition) -> None:
        for side, other in ((left, right), (right, left)):
            known = self.direct(side)
            if isinstance(known, Literal) and _is_equation(other):  # cheap enough to be written both ways
                self.require(other, (*condition, known))
                self.require(Not(other), (*condition, self.inverse(known)))
                return
        self.alike(self.literal(left), self.literal(right), condition)

    def _negation(self, operand: Boolean, condition: Condition) -> None:
        self.work.step(parts_of_opposite(operand))
        turned = opposite(operand)
        if turned is None:
            whole = self._without_ratios(operand)
            turned = None if whole is None else Not(whole)
        if turned is not None:
            self.require(turned, condition)
            return
        match operand:
            case Compare(op, difference):
                if self._has_reals(difference):
                    if op != "<=":
                        raise self.refuse("an equation of real variables cannot be negated: its opposite is not closed")
                    raise self.refuse(
                        "an inequality of real variables cannot be negated: its opposite is strict",
                        "state the opposite directly, with `<=` or `>=`",
                    )
                condition = self._where_defined((difference,), condition)
                self.total_compare(*reversed_comparison(op, difference), condition)
            case Member(items, rows):
                self._outside(items, rows, condition)
            case Accepts(items, automaton):
                condition = self._where_defined(items, condition)
                numbers = tuple(self.number(item) for item in items)
                values = frozenset(v for n in numbers for v in self.variables[n].domain)
                self.work.step(len(values) * len(automaton.moves))
                self._accepted(numbers, complement(automaton, values), condition)
            case Circuit(items):
                self._no_circuit(items, condition)
            case Connected(items, values, edges):
                self._disconnected(items, Domain.of(values), edges, condition)
            case Lines():
                self._no_lines(operand, condition)
            case Regions():
                self._other_regions(operand, condition)

    def _without_ratios(self, expression: Boolean) -> Boolean | None:
        try:
            return without_ratios(expression, self.divided)
        except TooManyCases:
            raise self.refuse(
                "this divides by so many decided values, in so many cases, that it cannot be written out",
                "multiply it out: `a == b * c` for `a / b == c`, or use `div`",
            ) from None

    def _member(self, items: tuple[Affine, ...], rows: frozenset[tuple[int, ...]], condition: Condition) -> None:
        self._defined(items, condition)
        self.work.step(len(items))
        numbers = [self.number(item) for item in items]
        domains = tuple([self.variables[n].domain for n in numbers])
        kept = self.kept.get((rows, domains))
        if kept is None:
            self.work.step(len(rows) * len(items))
            kept = frozenset(row for row in rows if all(v in d for v, d in zip(row, domains, strict=True)))
            self.kept[rows, domains] = kept
        scope = tuple(dict.fromkeys(numbers))
        if len(scope) < len(numbers):
            merged = set()
            for row in kept:
                value = dict(zip(numbers, row, strict=True))
                if all(value[n] == v for n, v in zip(numbers, row, strict=True)):
                    merged.add(tuple(value[n] for n in scope))
            kept = frozenset(merged)
        self._one_of(scope, kept, condition)

    def _one_of(
        self, scope: tuple[int, ...], rows: frozenset[tuple[int, ...]], condition: Condition, of: Boolean | None = None
    ) -> None:
        """One of the rows; all of them lie in the domains. ``of``: what they were tabulated of."""
        if not rows:
            self.impossible(condition)
        elif len(scope) == 1:
            self.clause((Literal(scope[0], Domain.of(row[0] for row in rows)),), condition)
        else:
            from puzzledsl.primitives.table import Table

            self.post(Table(scope, rows, of), condition)

    def _outside(self, items: tuple[Affine, ...], rows: frozenset[tuple[int, ...]], condition: Condition) -> None:
        """None of the rows: the complement as a table where it is small, else one clause a row."""
        condition = self._where_defined(items, condition)
        numbers = [self.number(item) for item in items]
        domains = [self.variables[n].domain for n in numbers]
        size = prod(d.size for d in domains)
        self.work.step(len(rows) * len(items) + min(size, MOST_COMPLEMENT))
        if size <= MOST_COMPLEMENT and len(set(numbers)) == len(numbers):
            from itertools import product

            rest = frozenset(row for row in product(*domains) if row not in rows)
            self._member(tuple(map(variable, numbers)), rest, condition)
            return
        for row in rows:
            if all(v in d for v, d in zip(row, domains, strict=True)):
                pairs = zip(numbers, row, strict=True)
                self.clause((self.inverse(Literal(n, Domain.range(v, v))) for n, v in pairs), condition)

    def _alldifferent(self, items: tuple[Affine, ...], ignoring: frozenset[int], condition: Condition) -> None:
        self._defined(items, condition)
        numbers: list[int] = []
        used: set[int] = set()
        offsets: list[int] = []
        for item in items:
            offset = item.constant if is_plain(item, item.constant) else 0
            number = self.number(Affine(item.terms, item.constant - offset))
            if number in used:
                number, offset = self.copy(item), 0
            used.add(number)
            numbers.append(number)
            offsets.append(int(offset))
        if ignoring and any(self.variables[n].domain.size > MOST_LISTED for n in numbers):
            # The primitive looks at every value; here pair by pair.
            if (count := len(items) * (len(items) - 1) // 2) > MOST_APART:
                raise self.refuse(
                    f"this compares {count:,} pairs of values; at most {MOST_APART:,} can be written out",
                    f"with domains of at most {MOST_LISTED:,} values, pairs are not compared one by one",
                )
            free = frozenset((v,) for v in ignoring)
            for a, b in combinations(items, 2):
                apart = Compare("!=", integral(a - b))
                self.require(Some((apart, Member((a,), free))), condition)
            return
        self.post(AllDifferentPrimitive(tuple(numbers), ignoring, tuple(offsets) if any(offsets) else ()), condition)

    def _defined(self, items: tuple[Affine, ...], condition: Condition) -> None:
        """A predicate over undefined operands is false."""
        for item in items:
            self.require_defined(item, condition)

    def _where_defined(self, items: tuple[Affine, ...], condition: Condition) -> Condition:
        """The condition, and that all items are defined."""
        defined = all_defined(items)
        return condition if defined is True else (*condition, self.literal(defined))

    def _table(self, expression: Boolean, condition: Condition) -> bool:
        """Writes a Boolean over few variables as a table; not what is linear already, or a primitive anyway."""
        match expression:
            case Compare(_, difference) | Not(Compare(_, difference)) if self._is_linear(difference):
                return False
            case AllDifferent(items) if all(is_plain(item) for item in items):
                return False
            case Member(items) if all(is_plain(item) for item in items):
                return False
        parts = parts_over_few_variables(expression)
        self.work.step(parts)
        if not parts or self._is_smaller_without_table(expression):
            return False
        found = self.tables.rows(expression, parts)
        if found is None:
            return False
        scope, rows = found
        if len(rows) == prod(self.variables[n].domain.size for n in scope):
            return True
        self._one_of(scope, rows, condition, expression)
        return True

    def _is_smaller_without_table(self, expression: Boolean) -> bool:
        """Whether two clauses, or a row for each value, say as much as a table of very many rows."""
        match expression:
            case Same(left, right) | Not(Same(left, right)):
                parts: tuple[Boolean, ...] = (left, right)
            case Some(items):
                parts = items
            case _:
                return False
        known = [self.direct(part) for part in parts]
        others = [part for part, literal in zip(parts, known, strict=True) if literal is None]
        if len(others) > 1 or not all(map(_is_equation, others)):
            return False
        literals = {literal.variable for literal in known if isinstance(literal, Literal)}
        pairs = prod(self.variables[n].domain.size for n in literals.union(*map(variables_of, others)))
        return pairs > (MOST_ROWS if others else MOST_PAIRS)

    def _is_linear(self, expression: Affine) -> bool:
        """Whether there are only variables in a sum, and truths of literals: a row speaks of both as they are."""
        return all(
            isinstance(atom, int) or (isinstance(atom, Truth) and self.known_truth(atom) is not None)
            for atom, _ in expression.terms
        )


def _is_equation(expression: Boolean) -> bool:
    """An equation of two variables, or its opposite."""
    match expression:
        case Compare("==" | "!=", difference) | Not(Compare("==" | "!=", difference)):
            return all(isinstance(atom, int) for atom, _ in difference.terms) and len(difference.terms) == 2
    return False
