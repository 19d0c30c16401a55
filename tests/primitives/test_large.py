"""Constraints of more variables than a word has bits: exactly what some solution has is left."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import TYPE_CHECKING

import pytest

from puzzledsl.domain import Domain
from puzzledsl.expressions import Automaton
from puzzledsl.flat import FlatConstraint, FlatVariable, Literal, Primitive
from puzzledsl.kernel.store import Contradiction, Store
from puzzledsl.primitives.alldifferent import AllDifferent
from puzzledsl.primitives.automaton import Regular
from puzzledsl.primitives.clause import Clause
from puzzledsl.primitives.grouped_sum import GroupedSum
from puzzledsl.primitives.linear import Linear
from puzzledsl.primitives.table import Table

from .reasons import reason, reasons

if TYPE_CHECKING:
    from collections.abc import Sequence

COUNT = 75
CELLS = tuple(range(COUNT))
seeds = pytest.mark.parametrize("seed", range(12))


def left_of(primitive: Primitive, domains: Sequence[set[int]]) -> list[set[int]] | None:
    """What is left of the domains; nothing where there is a contradiction. All that is removed has a reason of values
    that are gone."""
    store = Store([FlatVariable(f"v{x}", Domain.of(set().union(*domains))) for x in range(len(domains))])
    first, constraint = store.mask, FlatConstraint(primitive, 0)
    for x, values in enumerate(domains):
        store.keep(x, Domain.of(values))
    start = store.mark()
    try:
        store.propagate_alone(constraint, costly=False)
        store.propagate_alone(constraint)
    except Contradiction:
        found, left = [reason(store, constraint, first)], None
    else:
        found, left = [], [set(store.values(x)) for x in range(len(domains))]
    for why in [*found, *reasons(store, constraint, first, start)]:
        assert not why.unexplained
        assert not any(needed & why.masks[y] for y, needed in why.needed.items())
    return left


def columns(solutions: Sequence[tuple[int, ...]]) -> list[set[int]] | None:
    """By variable the values of solutions."""
    return [set(column) for column in zip(*solutions, strict=True)] if solutions else None


class Matching:
    """Different values for all cells: Kuhn's algorithm."""

    def __init__(self, domains: Sequence[set[int]]) -> None:
        self.domains = domains
        self.owner: dict[int, int] = {}
        self.is_whole = all(self.moves(x, set()) for x in range(len(domains)))

    def moves(self, x: int, seen: set[int]) -> bool:
        """Whether a cell gets a value that was not seen, the others moving on."""
        for v in self.domains[x] - seen:
            seen.add(v)
            if v not in self.owner or self.moves(self.owner[v], seen):
                self.owner[v] = x
                return True
        return False

    def may_have(self, x: int, v: int) -> bool:
        """Whether a cell may have a value: what held it, if not the cell, finds another."""
        own = next(w for w, y in self.owner.items() if y == x)
        if own == v:
            return True
        before = dict(self.owner)
        held = self.owner.get(v)
        del self.owner[own]
        self.owner[v] = x
        found = held is None or self.moves(held, {v})
        self.owner = before
        return found


@seeds
def test_different_values(seed: int) -> None:
    rng = Random(seed)
    values, first = range(rng.choice([COUNT, COUNT + 3, 140])), rng.choice([0, -40, 1_000])
    planted = rng.sample(values, COUNT)
    domains = [{first + v, *(first + rng.choice(values) for _ in range(rng.choice([0, 1, 2])))} for v in planted]
    if seed % 4 == 0:
        domains[rng.randrange(COUNT)] = set(rng.choice(domains))
    matching = Matching(domains)
    expected = None
    if matching.is_whole:
        expected = [{v for v in values if matching.may_have(x, v)} for x, values in enumerate(domains)]
    assert left_of(AllDifferent(CELLS), domains) == expected
    assert left_of(AllDifferent(CELLS, offsets=(0, 1) * (COUNT // 2) + (0,)),
                   [{v - x % 2 for v in values} for x, values in enumerate(domains)]) == (
        None if expected is None else [{v - x % 2 for v in values} for x, values in enumerate(expected)]
    )  # fmt: skip


@seeds
def test_rows(seed: int) -> None:
    rng = Random(seed)
    rows = {tuple(rng.randrange(-1, 70) for _ in CELLS) for _ in range(30)}
    kept = rng.sample(sorted(rows), rng.choice([0, 1, 3]))
    domains = [{row[x] for row in kept} | {rng.randrange(-1, 70)} for x in CELLS]
    found = [row for row in rows if all(v in values for v, values in zip(row, domains, strict=True))]
    assert left_of(Table(CELLS, frozenset(rows)), domains) == columns(found)


@seeds
def test_words(seed: int) -> None:
    """What the states before a place and those behind it allow."""
    rng = Random(seed)
    states, values = range(6), range(5)
    moves = tuple({v: rng.choice(states) for v in values if rng.random() < 0.6} for _ in states)
    machine = Automaton(0, moves, frozenset(rng.sample(states, 3)))
    domains = [set(rng.sample(values, rng.choice([1, 2, 4]))) for _ in CELLS]
    if seed % 2:  # a word that is accepted, but for its end
        state = 0
        for x in CELLS:
            value = rng.choice(sorted(moves[state]) or [0])
            domains[x].add(value)
            state = moves[state].get(value, 0)
    before = [{0}]
    for values_here in domains:
        before.append({moves[state][v] for state in before[-1] for v in values_here if v in moves[state]})
    behind, expected = set(machine.accepting), []
    for x in reversed(CELLS):
        steps = [(s, v) for s in before[x] for v in domains[x] if moves[s].get(v, -1) in behind]
        expected.append({v for _, v in steps})
        behind = {s for s, _ in steps}
    assert left_of(Regular(CELLS, machine), domains) == (expected[::-1] if behind else None)


@seeds
@pytest.mark.parametrize("op", ["==", "<="])
def test_counts(op: str, seed: int) -> None:
    """Of values 0 and 1, some counted as opposites."""
    rng = Random(seed)
    signs = [rng.choice([1, -1]) for _ in CELLS]
    domains = [rng.choice([{0}, {1}, {0, 1}, {0, 1}]) for _ in CELLS]
    literals = tuple((Literal(x, Domain.range(1, 1)), sign) for x, sign in enumerate(signs))
    ends = [sorted(sign * v for v in values) for sign, values in zip(signs, domains, strict=True)]
    least, most = sum(end[0] for end in ends), sum(end[-1] for end in ends)
    total = rng.choice([least - 1, least, least + 1, most - 1, most, most + 1])
    left = left_of(Linear((), literals, op, total), domains)
    if total < least or (op == "==" and total > most):
        assert left is None
    elif total == least:
        assert left == [{end[0] * sign} for end, sign in zip(ends, signs, strict=True)]
    elif op == "==" and total == most:
        assert left == [{end[-1] * sign} for end, sign in zip(ends, signs, strict=True)]
    else:
        assert left == domains


@seeds
@pytest.mark.parametrize("grouped", [False, True])
def test_sums_of_which_few_variables_are_open(grouped: bool, seed: int) -> None:
    """In groups of five or less."""
    rng = Random(seed)
    low = rng.choice([1, -3])
    values = range(low, low + 7)
    planted = [v for _ in range(COUNT // 5) for v in rng.sample(values, 5)]
    open_cells = rng.sample(CELLS, 4)
    domains = [{v, *rng.sample(values, 3)} if x in open_cells else {v} for x, v in enumerate(planted)]
    groups = [tuple(CELLS[k : k + 5]) for k in range(0, COUNT, 5)]
    factors = [rng.choice([1, -1, 2]) for _ in groups]
    total = sum(k * planted[x] for k, group in zip(factors, groups, strict=True) for x in group)
    pairs = tuple(zip(factors, groups, strict=True))
    terms = tuple((x, k) for k, group in pairs for x in group)
    primitive: Primitive = GroupedSum(pairs, total) if grouped else Linear(terms, (), "==", total)
    solutions = [found for found in product(*domains) if primitive.check(found)]
    left = left_of(primitive, domains)
    assert left is not None
    if grouped:
        assert left == columns(solutions)
    else:
        assert all(some <= kept for some, kept in zip(columns(solutions) or (), left, strict=True))


@seeds
def test_clauses(seed: int) -> None:
    rng = Random(seed)
    asked = [set(rng.sample(range(100), 40)) for _ in CELLS]
    clause = Clause(tuple(Literal(x, Domain.of(values)) for x, values in enumerate(asked)))
    domains = [set(range(100)) - values for values in asked]
    assert left_of(clause, domains) is None
    x = rng.choice(CELLS)
    domains[x] = {*rng.sample(sorted(domains[x]), 2), *rng.sample(sorted(asked[x]), 2)}
    assert left_of(clause, domains) == [*domains[:x], domains[x] & asked[x], *domains[x + 1 :]]
