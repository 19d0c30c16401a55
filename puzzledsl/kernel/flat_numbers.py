"""A flat model as the numbers that the native kernel takes in: one array of 64-bit integers.

In this order, each list after its length: domains (intervals), variables (the number of a domain, -1 for a real one),
literals (a variable, a domain), automata and the rows of tables, constraints. What is shared is numbered, and what has
been written already is not written again, so that constraints may be added to a model later.
"""

from __future__ import annotations

from array import array
from math import ceil, floor
from typing import TYPE_CHECKING

from puzzledsl.primitives.alldifferent import AllDifferent
from puzzledsl.primitives.automaton import Regular
from puzzledsl.primitives.clause import Clause
from puzzledsl.primitives.connected import Connected
from puzzledsl.primitives.grouped_sum import GroupedSum
from puzzledsl.primitives.linear import Linear
from puzzledsl.primitives.product import Product
from puzzledsl.primitives.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from fractions import Fraction

    from puzzledsl.domain import Domain
    from puzzledsl.expressions import Automaton
    from puzzledsl.flat import FlatConstraint, FlatVariable, Literal, Primitive

VERSION = 1
"""Of the layout; `model.hpp` has the same."""

LARGEST = 1 << 62
"""Numbers, and the sums that a constraint forms, are smaller than this."""

KINDS = (AllDifferent, Clause, Connected, GroupedSum, Linear, Product, Regular, Table)
"""In the order of ``Kind`` in `model.hpp`."""

COMPARISONS = ("==", "!=", "<=")
"""In the order of ``Comparison`` in `sums.hpp`."""


class TooLargeError(Exception):
    """A number, or a sum that may arise, does not fit 64 bits."""


class FlatNumbers:
    """What has been written of a model, and the next part of it."""

    def __init__(self, variables: Sequence[FlatVariable]) -> None:
        self._variables = variables
        self._domains: dict[tuple[tuple[int, int], ...], int] = {}
        self._literals: dict[tuple[int, int], int] = {}
        self._automata: dict[object, int] = {}
        self._new_domains: list[int] = []
        self._new_literals: list[int] = []
        self._new_automata: list[int] = []
        self._counts = [0, 0, 0]  # of what is new: domains, literals, automata

    def written(
        self, variables: Iterable[FlatVariable], constraints: Iterable[FlatConstraint], retired: frozenset[int] = frozenset()
    ) -> array[int]:
        """The numbers of further variables and constraints.

        Args:
            retired: positions among the constraints of those that are not to be called.

        Raises:
            TooLargeError: see there.
        """
        found: list[int] = []
        count = 0
        for variable in variables:
            found.append(-1 if variable.is_real else self._domain(variable.domain))
            count += 1
        rest: list[int] = []
        constraint_count = 0
        for number, one in enumerate(constraints):
            rest.append(int(number in retired))
            rest += self._listed([self._literal(literal) for literal in one.condition])
            rest.append(KINDS.index(type(one.primitive)))
            rest += self._primitive(one.primitive)
            constraint_count += 1
        domains, literals, automata = self._counts
        whole = [VERSION, domains, *self._new_domains, count, *found, literals, *self._new_literals]
        whole += [automata, *self._new_automata, constraint_count, *rest]
        self._new_domains, self._new_literals, self._new_automata = [], [], []
        self._counts = [0, 0, 0]
        try:
            return array("q", whole)
        except OverflowError:
            raise TooLargeError from None

    def _domain(self, domain: Domain) -> int:
        number = self._domains.get(domain.intervals)
        if number is None:
            number = self._domains[domain.intervals] = len(self._domains)
            self._counts[0] += 1
            self._new_domains.append(len(domain.intervals))
            for interval in domain.intervals:
                self._new_domains += interval
        return number

    def _literal(self, literal: Literal) -> int:
        key = (literal.variable, self._domain(literal.values))
        number = self._literals.get(key)
        if number is None:
            number = self._literals[key] = len(self._literals)
            self._counts[1] += 1
            self._new_literals += key
        return number

    def _automaton(self, automaton: Automaton) -> int:
        number = self._automata.get(automaton)
        if number is None:
            number = self._automata[automaton] = len(self._automata)
            self._counts[2] += 1
            self._new_automata += [0, len(automaton.moves), automaton.start, *self._listed(sorted(automaton.accepting))]
            for move in automaton.moves:
                self._new_automata.append(len(move))
                for value, target in move.items():
                    self._new_automata += (value, target)
        return number

    def _rows(self, rows: frozenset[tuple[int, ...]], length: int) -> int:
        key = (rows, length)
        number = self._automata.get(key)
        if number is None:
            number = self._automata[key] = len(self._automata)
            self._counts[2] += 1
            self._new_automata += [1, length, *self._listed([v for row in sorted(rows) for v in row])]
        return number

    def _primitive(self, one: Primitive) -> list[int]:
        match one:
            case AllDifferent():
                return [*self._listed(one.variables), *self._listed(sorted(one.ignoring)), *self._listed(one.offsets)]
            case Clause():
                return self._listed([self._literal(literal) for literal in one.alternatives])
            case Connected():
                from puzzledsl.flat import Literal

                chosen = [self._literal(Literal(x, one.values)) for x in one.variables]
                return [*self._listed(chosen), len(one.edges), *[p for edge in one.edges for p in edge]]
            case GroupedSum():
                found = [one.total, len(one.groups)]
                for k, variables in one.groups:
                    found += [k, *self._listed(variables)]
                return found
            case Linear():
                return self._linear(one)
            case Product():
                return [one.left, one.right, one.result]
            case Regular():
                return [*self._listed(one.variables), self._automaton(one.automaton)]
            case Table():
                pairs = [v for row in sorted(one.rows) for v in row] if len(one.variables) == 2 else []
                return [*self._listed(one.variables), self._rows(one.rows, len(one.variables)), *self._listed(pairs)]
            case _:
                raise NotImplementedError(type(one))

    def _linear(self, one: Linear) -> list[int]:
        contributions, constant = one.scaled
        whole = [part for part in contributions if not self._variables[part[0]].is_real]
        least: int | Fraction | None = constant if one.op == "==" else None
        most: int | Fraction | None = constant
        span = abs(constant)
        for x, k, literals in contributions:
            variable = self._variables[x]
            if variable.bounds is not None:
                low, high = variable.bounds if k > 0 else variable.bounds[::-1]
                least = None if least is None or high is None else least - k * high
                most = None if most is None or low is None else most - k * low
            else:
                span += abs(k) * max(abs(variable.domain.lo), abs(variable.domain.hi))
            span += sum([abs(step) for _, step in literals])
        if span >= LARGEST:
            raise TooLargeError
        found = [COMPARISONS.index(one.op), constant]
        found += [0, 0] if least is None else [1, ceil(least)]
        found += [0, 0] if most is None else [1, floor(most)]
        found.append(len(whole))
        for x, k, literals in whole:
            found += [x, k, len(literals)]
            for literal, step in literals:
                found += [self._literal(literal), step]
        return found

    @staticmethod
    def _listed(numbers: Sequence[int]) -> list[int]:
        return [len(numbers), *numbers]
