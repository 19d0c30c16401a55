"""Every removal has a reason: the constraint noted with it implies it alone, from the values of that moment."""

from __future__ import annotations

from itertools import product
from math import prod
from typing import TYPE_CHECKING
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from puzzledsl.domain import Domain
from puzzledsl.flat import FlatConstraint, FlatModel, FlatVariable, Literal
from puzzledsl.kernel.engine import Engine
from puzzledsl.kernel.store import REFUTED, Contradiction, Store
from puzzledsl.presolve.presolve import rooted
from puzzledsl.presolve.probing import probe
from puzzledsl.primitives import kinds
from puzzledsl.primitives.alldifferent import AllDifferent
from puzzledsl.primitives.linear import Linear
from puzzledsl.primitives.table import Table
from puzzledsl.search.learning import Refuted
from puzzledsl.search.search import NEVER, Search
from puzzledsl.time_limit import within
from tests.examples import examples
from tests.primitives import instances
from tests.primitives.rows import origin

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.flat import Primitive

KINDS = sorted(kinds())
MOST = 20_000  # assignments of a scope


@st.composite
def models(draw: st.DrawFn, kind: str) -> FlatModel:
    """Up to four constraints, one of the kind, that share their variables; some have a condition."""
    count = draw(st.integers(0, 3))
    chosen = [kind, *(draw(st.sampled_from(KINDS)) for _ in range(count))]
    found = [draw(instances.of(one)) for one in chosen]
    domains: dict[int, Domain] = {}
    for one in found:
        for x, domain in enumerate(one.domains):
            domains.setdefault(x, domain)
    variables = tuple(FlatVariable(f"v{x}", domains[x]) for x in sorted(domains))
    values = st.sets(st.integers(-3, 5), min_size=1, max_size=6).map(Domain.of)
    literal = st.builds(Literal, st.integers(0, max(0, len(variables) - 1)), values)
    constraints = []
    for one in found:
        condition = draw(st.one_of(st.just(()), st.lists(literal, max_size=2 if variables else 0).map(tuple)))
        constraints.append(FlatConstraint(one.primitive, 0, condition))
    return FlatModel(variables, tuple(constraints), (origin(),), len(variables))


def speaks_of(constraint: FlatConstraint) -> list[int]:
    return list(dict.fromkeys([*constraint.primitive.scope, *(one.variable for one in constraint.condition)]))


def allows(constraint: FlatConstraint, domains: Sequence[Domain], x: int = -1, v: int = 0) -> bool:
    """Whether the constraint alone has a solution within the domains, with this value."""
    scope = speaks_of(constraint)
    ranges = [[v] if y == x else list(domains[y]) for y in scope]
    assume(prod(map(len, ranges)) <= MOST)
    values = [0] * len(domains)
    for row in product(*ranges):
        for y, value in zip(scope, row, strict=True):
            values[y] = value
        if not all(values[one.variable] in one.values for one in constraint.condition):
            return True
        if constraint.primitive.check(values):
            return True
    return False


def domains_of(store: Store) -> list[Domain]:
    return [store.domain(x) for x in range(len(store.mask))]


def check_reasons(engine: Engine, mark: int) -> None:
    """Walks the trail back to the mark; nothing is left of it afterwards."""
    store = engine.store
    after = domains_of(store)
    for removal in reversed(store.removals(mark)):
        masks = store.masks_at(removal.position)
        now = store.mask[removal.variable]
        store.undo(removal.position)
        before = domains_of(store)
        assert masks == store.mask
        assert (removal.before, removal.after) == (store.mask[removal.variable], now)
        x = removal.variable
        assert [y for y in range(len(before)) if before[y] != after[y]] == [x]
        if removal.cause >= 0:
            reason = engine.constraints[removal.cause]
            assert x in speaks_of(reason)
            for v in before[x] - after[x]:
                assert not allows(reason, before, x, v), (removal, reason, v, before)
        after = before


def check_contradiction(engine: Engine) -> None:
    """What noticed a contradiction cannot hold within the domains there were."""
    assert engine.culprit is not None
    reason = engine.constraints[engine.culprit]
    assert not allows(reason, domains_of(engine.store)), (reason, domains_of(engine.store))


@pytest.mark.parametrize("span", [20_000, 3], ids=["masks", "bounds"])
@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=examples(60), suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_the_constraint_alone_implies_what_it_removes(kind: str, span: int, data: st.DataObject) -> None:
    flat = data.draw(models(kind))
    with patch("puzzledsl.kernel.store.SPAN", span):
        store = Store(flat.variables)
        engine = Engine(flat.constraints, store)
        for _ in range(4):
            try:
                engine.run(costly=data.draw(st.booleans()))
            except Contradiction:
                check_contradiction(engine)
                break
            several = [x for x in range(len(store.mask)) if not store.is_fixed(x)]
            if not several:
                break
            x = data.draw(st.sampled_from(several))
            store.fix(x, data.draw(st.sampled_from(list(store.values(x)))))
        check_reasons(engine, 0)


@st.composite
def sums(draw: st.DrawFn) -> FlatModel:
    """Groups of different cells, sums that cut across them, a table: what presolve derives constraints from."""
    count = draw(st.integers(4, 6))
    cells = st.lists(st.integers(0, count - 1), min_size=2, max_size=4, unique=True).map(tuple)
    houses = draw(st.lists(cells, min_size=1, max_size=3))
    found: list[Primitive] = [AllDifferent(house) for house in houses]
    slopes = st.sampled_from([1, 1, 1, 2, -1])
    for scope in draw(st.lists(st.one_of(st.sampled_from(houses), cells), min_size=1, max_size=3)):
        one = draw(slopes)
        terms = tuple((x, one if draw(st.booleans()) else draw(slopes)) for x in scope)
        found.append(Linear(terms, (), "==", draw(st.integers(3, 12))))
    if draw(st.booleans()):
        rows = draw(st.frozensets(st.tuples(*[st.integers(1, 4)] * 2), min_size=3, max_size=12))
        found.append(Table(draw(cells.filter(lambda scope: len(scope) == 2)), rows))
    domains = draw(st.lists(st.sets(st.integers(1, 4), min_size=2).map(Domain.of), min_size=count, max_size=count))
    variables = tuple(FlatVariable(f"v{x}", domain) for x, domain in enumerate(domains))
    return FlatModel(variables, tuple(FlatConstraint(one, 0) for one in found), (origin(),), count)


@settings(max_examples=examples(150), suppress_health_check=list(HealthCheck))
@given(flat=st.one_of(sums(), st.sampled_from(KINDS).flatmap(models)), searches=st.booleans())
def test_derived_constraints_give_reasons_too_and_what_is_refuted_has_none(flat: FlatModel, searches: bool) -> None:
    root = rooted(flat, "domain")
    engine = root.engine
    marks = [engine.store.mark()]
    if root.contradiction is None:
        try:
            with within(5):
                if searches:
                    Search(engine, range(flat.sources), lambda _: False, learning=NEVER).run()
                else:
                    probe(engine, range(flat.sources))
        except (Contradiction, Refuted):
            pass
    else:
        check_contradiction(engine)
    refuted = [one for one in engine.store.removals(marks[0]) if one.cause < 0]
    assert {one.cause for one in refuted} <= {REFUTED}
    check_reasons(engine, 0)
