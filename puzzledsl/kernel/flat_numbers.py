"""A flat model as the numbers that the native kernel takes in: one array of 64-bit integers.

In this order, each list after its length: domains (intervals), variables (the number of a domain, -1 for a real one),
literals (a variable, a domain), automata and the rows of tables, constraints. What is shared is numbered, and what has
been written already is not written again, so that constraints may be added to a model later.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from puzzledsl.flat import TooLargeError, listed
from puzzledsl.time_limit import in_time

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from fractions import Fraction

    from puzzledsl.domain import Domain
    from puzzledsl.expressions import Automaton
    from puzzledsl.flat import FlatConstraint, FlatVariable, Literal, Primitive

VERSION = 1
"""Of the layout; `model.hpp` has the same."""

LARGEST = 1 << 62
"""Numbers, and the sums that a constraint forms, are smaller than this; `reading.hpp` has the same."""

WIDEST = 1 << 126
"""Numbers of a linear constraint, and its sums, are smaller than this; `reading.hpp` has the same."""

KINDS = (
    "AllDifferent", "Clause", "Connected", "GroupedSum", "Linear", "Lines", "Product", "Regions", "Regular",
    "DifferentLine", "Table", "Opaque",
)  # fmt: skip
"""In the order of ``Kind`` in `model.hpp`. The last one stands for those whose numbers do not fit the kernel."""

ENGINE, RETIRED, ALONE = 0, 1, 2
"""How a constraint is used: called by the engine, never called, or only when it is asked for by itself."""


def wide_number(number: int) -> list[int]:
    """A number below `WIDEST` as three digits in base 2^42, the lowest first; the last one has the sign."""
    return [number & (1 << 42) - 1, number >> 42 & (1 << 42) - 1, number >> 84]


class FlatNumbers:
    """What has been written of a model, and the next part of it.

    Attributes:
        is_whole: whether all numbers so far fit the kernel. Constraints that do not fit remove nothing there.
    """

    def __init__(self, variables: Sequence[FlatVariable], span: int) -> None:
        """Args: span: the widest domain that is kept as a mask."""
        self._span = span
        self.is_whole = True
        self._variables = variables
        self._domains: dict[tuple[tuple[int, int], ...], int] = {}
        self._literals: dict[tuple[int, int], int] = {}
        self._automata: dict[object, int] = {}
        self._new_domains: list[int] = []
        self._new_literals: list[int] = []
        self._new_automata: list[int] = []
        self._counts = [0, 0, 0]  # of what is new: domains, literals, automata

    def written(
        self, variables: Iterable[FlatVariable], constraints: Iterable[FlatConstraint], uses: Mapping[int, int]
    ) -> array[int]:
        """The numbers of further variables and constraints.

        Args:
            uses: by position of a constraint how it is used, if not by the engine.
        """
        found: list[int] = []
        count = 0
        for variable in in_time(variables):
            found.append(-1 if variable.is_real else self._domain(variable.domain))
            count += 1
        rest: list[int] = []
        constraint_count = 0
        for number, one in enumerate(in_time(constraints)):
            rest.append(uses.get(number, ENGINE))
            rest += listed([self.literal(literal) for literal in one.condition])
            rest += self._primitive(one.primitive)
            constraint_count += 1
        domains, literals, automata = self._counts
        whole = [VERSION, self._span, domains, *self._new_domains, count, *found, literals, *self._new_literals]
        whole += [automata, *self._new_automata, constraint_count, *rest]
        self._new_domains, self._new_literals, self._new_automata = [], [], []
        self._counts = [0, 0, 0]
        return array("q", whole)

    def _domain(self, domain: Domain) -> int:
        number = self._domains.get(domain.intervals)
        if number is None:
            number = self._domains[domain.intervals] = len(self._domains)
            self._counts[0] += 1
            self._new_domains.append(len(domain.intervals))
            for interval in domain.intervals:
                self._new_domains += interval
        return number

    def literal(self, literal: Literal) -> int:
        """The number of a literal, which is written when it is new."""
        key = (literal.variable, self._domain(literal.values))
        number = self._literals.get(key)
        if number is None:
            number = self._literals[key] = len(self._literals)
            self._counts[1] += 1
            self._new_literals += key
        return number

    def automaton(self, automaton: Automaton) -> int:
        """The number of an automaton, which is written when it is new."""
        number = self._automata.get(automaton)
        if number is None:
            number = self._automata[automaton] = len(self._automata)
            self._counts[2] += 1
            self._new_automata += [0, len(automaton.moves), automaton.start, *listed(sorted(automaton.accepting))]
            for move in automaton.moves:
                self._new_automata.append(len(move))
                for value, target in move.items():
                    self._new_automata += (value, target)
        return number

    def rows(self, rows: frozenset[tuple[int, ...]], length: int) -> int:
        """The number of the rows of a table, all of a length, among the automata."""
        key = (rows, length)
        number = self._automata.get(key)
        if number is None:
            number = self._automata[key] = len(self._automata)
            self._counts[2] += 1
            self._new_automata += [1, length, *listed([v for row in sorted(rows) for v in row])]
        return number

    def own_domain(self, x: int) -> Domain:
        """The domain that a variable has in the model."""
        return self._variables[x].domain

    def largest(self, x: int) -> int:
        """The largest absolute value of an integer variable."""
        domain = self.own_domain(x)
        return max(abs(domain.lo), abs(domain.hi))

    def bounds(self, x: int) -> tuple[Fraction | None, Fraction | None] | None:
        """The bounds of a real variable; ``None`` for an integer one."""
        return self._variables[x].bounds

    def check(self, span: int, limit: int = LARGEST) -> None:
        """Raises TooLargeError if numbers as large as ``span`` may arise that do not fit the kernel, or this limit."""
        if span >= limit:
            raise TooLargeError

    def _primitive(self, one: Primitive) -> list[int]:
        try:
            numbers = one.numbers(self)
            self.check(max(map(abs, numbers), default=0))
        except (TooLargeError, NotImplementedError):
            self.is_whole = False
            return [len(KINDS) - 1, *listed(one.scope)]
        return [KINDS.index(type(one).__name__), *numbers]
