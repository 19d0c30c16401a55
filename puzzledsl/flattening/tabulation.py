"""Small Booleans as tables: all value combinations are tried once, for expressions of one shape only once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import product
from math import prod
from operator import itemgetter, mul
from typing import Any, cast

from puzzledsl.domain import Domain
from puzzledsl.elaboration.limits import Steps
from puzzledsl.expressions import (
    Accepts,
    Affine,
    All,
    Automaton,
    Boolean,
    Compare,
    Not,
    Same,
    Some,
    children,
    holds,
    variable,
)

MOST_VARIABLES = 5
MOST_COMBINATIONS = 7_000
"""Combinations tried for one expression: 9^4, so that four sudoku cells make a table."""

SOME_PARTS = 8
"""Parts of an expression that are evaluated in the time of a step."""

Rows = frozenset[tuple[int, ...]]


class Tables:
    """Tables found so far, by shape and domains."""

    def __init__(self, domains: Sequence[Domain | None], work: Steps) -> None:
        self._domains = domains
        self._work = work
        self._known: dict[tuple[Boolean, tuple[Domain, ...]], Rows] = {}

    def rows(self, expression: Boolean, parts: int) -> tuple[tuple[int, ...], Rows] | None:
        """The scope and the combinations under which the expression holds; ``None`` when there are too many to try.

        ``parts``: how many the expression has.
        """
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
        combinations = prod(domain.size for domain in domains)
        if combinations > MOST_COMBINATIONS:
            return None
        key = (shape, tuple(domains))
        found = self._known.get(key)
        if found is None:
            self._work.step(combinations * (1 + parts // SOME_PARTS))
            found = self._known[key] = frozenset(rows_of(shape, domains))
        return scope, found


def rows_of(expression: Boolean, domains: Sequence[Domain]) -> Iterable[tuple[int, ...]]:
    """The combinations of values of the variables 0, 1, … under which `holds` says that the expression does."""
    match expression:
        case Accepts(items, automaton) if all(item == variable(k) for k, item in enumerate(items)):
            return filter(automaton.accepts, product(*domains))
        case All() | Some() | Not() | Same():
            return filter(_check(expression, domains), product(*domains))
    return (row for row in product(*domains) if holds(expression, row))


def _check(expression: Boolean, domains: Sequence[Domain]) -> Callable[[tuple[int, ...]], bool]:
    """Whether an expression holds, asked of many rows. A part with fewer variables is tried with their values only."""
    match expression:
        case All(items):
            checks = [_check(item, domains) for item in items]
            return lambda row: all(check(row) for check in checks)
        case Some(items):
            checks = [_check(item, domains) for item in items]
            return lambda row: any(check(row) for check in checks)
        case Not(operand):
            opposite = _check(operand, domains)
            return lambda row: not opposite(row)
        case Same(left, right):
            one, other = _check(left, domains), _check(right, domains)
            return lambda row: one(row) == other(row)
        case Compare(op, Affine(terms, constant)) if all(isinstance(atom, int) for atom, _ in terms):
            found = dict(terms)
            factors = [found.get(number, 0) for number in range(len(domains))]
            match op:
                case "==":
                    return lambda row: sum(map(mul, factors, row), constant) == 0
                case "!=":
                    return lambda row: sum(map(mul, factors, row), constant) != 0
            return lambda row: sum(map(mul, factors, row), constant) <= 0
    names: dict[int, int] = {}
    shape = rename(expression, names)
    if not 0 < len(names) < len(domains):
        return partial(holds, expression)
    rows = rows_of(shape, [domains[number] for number in names])
    if len(names) == 1:
        only, values = next(iter(names)), frozenset(value for (value,) in rows)
        return lambda row: row[only] in values
    chosen, known = itemgetter(*names), frozenset(rows)
    return lambda row: chosen(row) in known


def rename(expression: Boolean, names: dict[int, int]) -> Boolean:
    """The same expression with variables numbered in the order of their first occurrence, noted in ``names``."""

    def renamed(part: Any) -> Any:
        if type(part) is Affine:
            if len(names) > MOST_VARIABLES:
                return part
            terms = [
                (names.setdefault(atom, len(names)) if type(atom) is int else renamed(atom), k)
                for atom, k in part.terms
            ]
            return Affine(tuple(terms), part.constant)
        if isinstance(part, tuple):
            return tuple(map(renamed, part))
        if isinstance(part, (int, str, frozenset, Automaton)):
            return part
        return type(part)(*[renamed(getattr(part, name)) for name in part.__match_args__])

    return cast(Boolean, renamed(expression))


def parts_over_few_variables(expression: Boolean) -> int:
    """How many parts an expression has that may have few enough variables for a table; 0 for any other."""
    found: set[int] = set()
    pending: list[object] = [expression]
    looked = 0
    while pending:
        node = pending.pop()
        looked += 1
        if len(found) > MOST_VARIABLES or looked > 4_000:
            return 0
        if isinstance(node, Affine):
            looked += len(node.terms)
            for atom, _ in node.terms:
                if isinstance(atom, int):
                    found.add(atom)
                else:
                    pending += children(atom)
        elif not isinstance(node, bool):
            pending += children(node)  # type: ignore[arg-type]
    return looked if found and len(found) <= MOST_VARIABLES else 0
