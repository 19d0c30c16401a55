"""Small Booleans as tables: all value combinations are tried once, for expressions of one shape only once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod

from puzzledsl.domain import Domain
from puzzledsl.expressions import (
    Absolute,
    Accepts,
    Affine,
    All,
    AllDifferent,
    Atom,
    Boolean,
    Circuit,
    Compare,
    ComponentSizes,
    Conditional,
    Connected,
    Division,
    Element,
    Extremum,
    Inverse,
    Member,
    Not,
    Power,
    Product,
    Ranked,
    Ratio,
    Same,
    Some,
    Truth,
    children,
    holds,
)

MOST_VARIABLES = 5
MOST_COMBINATIONS = 7_000
"""Combinations tried for one expression: 9^4, so that four sudoku cells make a table."""

Rows = frozenset[tuple[int, ...]]


class Tables:
    """Tables found so far, by shape and domains."""

    def __init__(self, domains: Sequence[Domain | None], most_combinations: int = MOST_COMBINATIONS) -> None:
        self._domains = domains
        self._most = most_combinations
        self._known: dict[tuple[Boolean, tuple[Domain, ...]], Rows] = {}

    def rows(self, expression: Boolean) -> tuple[tuple[int, ...], Rows] | None:
        """The scope and the combinations under which the expression holds; ``None`` when there are too many to try."""
        names: dict[int, int] = {}
        shape = rename(expression, names)
        scope = tuple(names)
        if not 1 <= len(scope) <= MOST_VARIABLES:
            return None
        domains = []
        for number in scope:
            # Flattening itself also makes Booleans, over auxiliary variables; they get no tables.
            domain = self._domains[number] if number < len(self._domains) else None
            if domain is None:
                return None
            domains.append(domain)
        if prod(domain.size for domain in domains) > self._most:
            return None
        key = (shape, tuple(domains))
        found = self._known.get(key)
        if found is None:
            found = frozenset(row for row in product(*domains) if holds(shape, row))
            self._known[key] = found
        return scope, found


def rename(expression: Boolean, names: dict[int, int]) -> Boolean:
    """The same expression with variables numbered in the order of their first occurrence, noted in ``names``."""

    def number(x: int) -> int:
        return names.setdefault(x, len(names))

    def affine(e: Affine) -> Affine:
        if len(names) > MOST_VARIABLES:
            return e
        return Affine(tuple((atom(a), k) for a, k in e.terms), e.constant)

    def affines(items: tuple[Affine, ...]) -> tuple[Affine, ...]:
        return tuple(affine(item) for item in items)

    def atom(a: Atom) -> Atom:
        match a:
            case int():
                return number(a)
            case Product(left, right):
                return Product(affine(left), affine(right))
            case Power(base, exponent):
                return Power(affine(base), exponent)
            case Absolute(operand):
                return Absolute(affine(operand))
            case Extremum(kind, items):
                return Extremum(kind, affines(items))
            case Division(kind, dividend, divisor):
                return Division(kind, affine(dividend), affine(divisor))
            case Ratio(dividend, divisor):
                return Ratio(affine(dividend), affine(divisor))
            case Element(items, index):
                return Element(affines(items), affine(index))
            case Conditional(condition, yes, no):
                return Conditional(boolean(condition), affine(yes), affine(no))
            case Truth(operand):
                return Truth(boolean(operand))

    def boolean(b: Boolean) -> Boolean:
        match b:
            case bool():
                return b
            case Compare(op, difference):
                return Compare(op, affine(difference))
            case All(items):
                return All(tuple(boolean(item) for item in items))
            case Some(items):
                return Some(tuple(boolean(item) for item in items))
            case Not(operand):
                return Not(boolean(operand))
            case Same(left, right):
                return Same(boolean(left), boolean(right))
            case Member(items, rows):
                return Member(affines(items), rows)
            case AllDifferent(items, ignoring):
                return AllDifferent(affines(items), ignoring)
            case Accepts(items, automaton):
                return Accepts(affines(items), automaton)
            case Circuit(items):
                return Circuit(affines(items))
            case Inverse(left, right):
                return Inverse(affines(left), affines(right))
            case Connected(items, values, edges):
                return Connected(affines(items), values, edges)
            case ComponentSizes(items, positions, sizes, edges):
                return ComponentSizes(affines(items), positions, affines(sizes), edges)
            case Ranked(lines, ranks, ties):
                return Ranked(tuple(map(affines, lines)), ranks, ties)

    return boolean(expression)


def few_variables(expression: Boolean) -> bool:
    """A quick look whether an expression may have few enough variables for a table."""
    found: set[int] = set()
    pending: list[object] = [expression]
    looked = 0
    while pending:
        node = pending.pop()
        looked += 1
        if len(found) > MOST_VARIABLES or looked > 4_000:
            return False
        if isinstance(node, Affine):
            for atom, _ in node.terms:
                if isinstance(atom, int):
                    found.add(atom)
                else:
                    pending += children(atom)
        elif not isinstance(node, bool):
            pending += children(node)  # type: ignore[arg-type]
    return bool(found) and len(found) <= MOST_VARIABLES
