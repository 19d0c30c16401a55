"""The engine itself: constraints that are added while the store is narrowed for a while, and what it keeps."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING
from unittest.mock import patch

import psutil
import pytest

from puzzledsl.domain import Domain
from puzzledsl.flat import FlatConstraint, FlatVariable, Literal
from puzzledsl.kernel.engine import Engine
from puzzledsl.kernel.store import Contradiction, Store
from puzzledsl.primitives.alldifferent import AllDifferent
from puzzledsl.primitives.clause import Clause
from puzzledsl.primitives.connected import Connected
from puzzledsl.primitives.linear import Linear
from puzzledsl.primitives.table import Table
from tests.primitives.reasons import fails

if TYPE_CHECKING:
    from collections.abc import Sequence

WIDE = Domain.range(0, 100_000)


def engine_over(*domains: Domain) -> Engine:
    return Engine((), Store([FlatVariable(f"v{x}", domain) for x, domain in enumerate(domains)]))


def added_while(engine: Engine, constraint: FlatConstraint, narrowed: Sequence[tuple[int, Domain]]) -> None:
    """Add a constraint while some variables are narrow, and go back."""
    mark = engine.store.mark()
    for x, domain in narrowed:
        engine.store.keep(x, domain)
    engine.store.forget()
    engine.add([constraint])
    engine.store.undo(mark)


@pytest.mark.parametrize(("low", "left"), [(50_000, {0}), (70_000, {0, 1})])
def test_a_condition_means_the_same_after_going_back(low: int, left: set[int]) -> None:
    engine = engine_over(WIDE, Domain.range(0, 1))
    store = engine.store
    rule = FlatConstraint(Clause((Literal(1, Domain.range(0, 0)),)), 0, (Literal(0, Domain.range(50_000, 50_020)),))
    added_while(engine, rule, [(0, Domain.range(50_010, 50_040))])
    store.keep(0, Domain.range(low, low + 15))  # 50,000..50,015: the condition holds
    engine.run()
    assert set(store.values(1)) == left


def test_different_variables_stay_so_after_going_back() -> None:
    engine = engine_over(WIDE, WIDE)
    store = engine.store
    different = FlatConstraint(AllDifferent((0, 1)), 0)
    added_while(engine, different, [(0, Domain.range(70, 90)), (1, Domain.range(70, 99))])
    mark = store.mark()
    store.fix(0, 7)
    store.keep(1, Domain.range(1_000, 1_010))
    engine.run()
    assert set(store.values(1)) == set(range(1_000, 1_011))
    store.undo(mark)
    store.fix(0, 7)
    store.fix(1, 7)
    with pytest.raises(Contradiction):
        engine.run()


@pytest.mark.parametrize("seed", range(20))
def test_a_value_leaves_all_that_have_to_differ_and_each_removal_has_a_cause_that_says_so(seed: int) -> None:
    random = Random(seed)
    cliques = [tuple(random.sample(range(8), random.randint(2, 6))) for _ in range(5)]
    cliques.append(cliques[0])
    engine = engine_over(*[Domain.range(1, 9)] * 8)
    first, second = cliques[:3], cliques[3:]
    for some in (first, second):
        engine.add([FlatConstraint(AllDifferent(clique), 0) for clique in some])
    engine.run()
    x = random.randrange(8)
    others = {y for clique in cliques if x in clique for y in clique if y != x}
    mark = engine.store.mark()
    engine.store.fix(x, 4)
    engine.run(costly=False)
    assert {y for y in range(8) if 4 not in engine.store.values(y)} == others
    removals = [one for one in engine.store.removals(mark) if one.variable != x]
    assert sorted(one.variable for one in removals) == sorted(others)
    assert all({x, one.variable} <= set(engine.constraints[one.cause].primitive.scope) for one in removals)


@pytest.mark.parametrize("seed", range(20))
def test_the_fixpoint_is_that_of_propagating_one_after_the_other_until_nothing_changes(seed: int) -> None:
    random = Random(seed)
    domains = [Domain.of(random.sample(range(6), random.randint(2, 4))) for _ in range(7)]
    rules = [FlatConstraint(AllDifferent(tuple(random.sample(range(7), random.randint(2, 4)))), 0) for _ in range(4)]
    engine, single = engine_over(*domains), engine_over(*domains).store
    engine.add(rules)
    try:
        changes = -1
        while single.mark() > changes:
            changes = single.mark()
            for rule in rules:
                single.propagate_alone(rule)
    except Contradiction:
        with pytest.raises(Contradiction):
            engine.run()
        return
    engine.run()
    assert engine.store.mask == single.mask


def random_literal(random: Random, domains: Sequence[Domain]) -> Literal:
    x = random.randrange(len(domains))
    values = [v for v in domains[x] if random.randrange(2)] or [domains[x].lo]
    return Literal(x, Domain.of(values))


def random_rule(random: Random, domains: Sequence[Domain]) -> FlatConstraint:
    """A constraint, mostly with conditions."""
    x, y, z = random.sample(range(len(domains)), 3)
    literals = [random_literal(random, domains) for _ in range(random.randint(1, 5))]
    distinct = list({literal.variable: literal for literal in literals}.values())
    op = random.choice(["==", "!=", "<="])
    pairs = frozenset((v, w) for v in domains[x] for w in domains[y] if random.randrange(3))
    rows = frozenset((u, v, w) for u in domains[x] for v in domains[y] for w in domains[z] if random.randrange(2))
    primitive = random.choice(
        [
            Linear(((x, 1), (y, -1)), (), op, random.randint(-2, 2)),
            Linear(((x, 1), (y, 2)), (), op, random.randint(-2, 6)),
            Linear((), tuple((one, random.choice([1, -1])) for one in distinct), op, random.randint(0, 2)),
            Linear(((z, 1),), tuple((one, 1) for one in distinct if one.variable != z), op, random.randint(0, 3)),
            Table((x, y), pairs) if pairs else Clause(tuple(literals)),
            Table((x, y, z), rows) if rows else Clause(tuple(literals)),
            Clause(tuple(literals)),
        ]
    )
    count = 0 if isinstance(primitive, Clause) and random.randrange(3) else random.randint(0, 4)
    return FlatConstraint(primitive, 0, tuple(random_literal(random, domains) for _ in range(count)))


def entailed(store: Store, literal: Literal) -> bool | None:
    """Whether a literal is true or false; ``None``: it may become both."""
    others = store.domain(literal.variable) - literal.values
    return (None if others != store.domain(literal.variable) else False) if others else True


def reaches_fixpoint(rules: Sequence[FlatConstraint], store: Store) -> bool:
    """Propagate one constraint after the other until nothing changes; False: there is a contradiction."""
    before = -1
    try:
        while store.mark() > before:
            before = store.mark()
            for rule in rules:
                known = [entailed(store, literal) for literal in rule.condition]
                if all(known):
                    store.propagate_alone(rule)
                elif known.count(None) == 1 and False not in known and fails(store, rule):
                    literal = rule.condition[known.index(None)]
                    store.keep(literal.variable, store.domain(literal.variable) - literal.values)
    except Contradiction:
        return False
    return True


@pytest.mark.parametrize("span", [20_000, 2], ids=["masks", "bounds"])
@pytest.mark.parametrize("seed", range(40))
def test_what_is_not_looked_at_has_nothing_to_say(seed: int, span: int) -> None:
    """In a search with conditions that come and go, the engine reaches the fixpoint of all constraints each time."""
    random = Random(seed)
    with patch("puzzledsl.kernel.store.SPAN", span):
        domains = [Domain.of(random.sample(range(-1, 5), random.randint(2, 5))) for _ in range(8)]
        rules = [random_rule(random, domains) for _ in range(random.randint(3, 14))]
        engine, single = engine_over(*domains), engine_over(*domains).store
        engine.add(rules[:2])
        engine.add(rules[2:])
        store, levels = engine.store, [(0, 0)]
        for _ in range(60):
            try:
                engine.run()
                reached = True
            except Contradiction:
                reached = False
            assert reaches_fixpoint(rules, single) == reached
            if reached:
                assert [set(store.values(x)) for x in range(8)] == [set(single.values(x)) for x in range(8)]
            if not reached and len(levels) == 1:
                return
            if reached and random.randrange(4):
                levels.append((store.mark(), single.mark()))
            else:
                del levels[max(1, random.randrange(len(levels))) + 1 :]
                mark, other = levels.pop() if len(levels) > 1 else (store.mark(), single.mark())
                store.undo(mark)
                single.undo(other)
                engine.forget()
            x = random.randrange(8)
            values = Domain.of([v for v in store.values(x) if random.randrange(2)] or [store.lo(x)])
            store.keep(x, values)
            single.keep(x, values)


def memory() -> int:
    """Bytes of this process that are in memory."""
    found: int = psutil.Process().memory_info().rss
    return found


def test_thousands_of_different_cells_are_not_kept_as_pairs() -> None:
    """They would be nine million."""
    engine = engine_over(*[Domain.range(1, 3_000)] * 3_000)
    before = memory()
    engine.add([FlatConstraint(AllDifferent(tuple(range(3_000))), 0)] * 2)
    assert memory() - before < 20_000_000


def test_propagating_for_long_takes_no_more_memory() -> None:
    side = 6
    edges = [(p, p + 1) for p in range(side * side) if (p + 1) % side] + [(p, p + side) for p in range(side**2 - side)]
    engine = engine_over(*[Domain.range(0, 1)] * side**2)
    connected = Connected(tuple(range(side**2)), Domain.range(1, 1), tuple(edges))
    count = Linear((), tuple((Literal(x, Domain.range(1, 1)), 1) for x in range(side**2)), "<=", 9)
    engine.add([FlatConstraint(connected, 0), FlatConstraint(count, 0)])
    random = Random(1)

    def work(rounds: int) -> int:
        for _ in range(rounds):
            mark = engine.store.mark()
            try:
                for x in random.sample(range(side**2), 12):
                    engine.store.fix(x, random.randrange(2))
                    engine.run()
            except Contradiction:
                pass
            engine.store.undo(mark)
            engine.forget()
        return memory()

    first = work(3_000)  # under the address sanitizer the first ones fill its quarantine
    assert work(3_000) - first < 1_000_000
