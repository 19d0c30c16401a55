"""Clauses that watch values: whatever is assumed, learnt, forgotten and undone, none is overlooked."""

from __future__ import annotations

from itertools import product
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzledsl.domain import Domain
from puzzledsl.flat import FlatConstraint, FlatVariable, Literal
from puzzledsl.kernel.engine import Engine
from puzzledsl.kernel.store import Contradiction, Store
from puzzledsl.primitives.clause import Clause
from puzzledsl.search import search as search_module
from puzzledsl.search.learning import Learnt, Refuted
from puzzledsl.search.search import ALWAYS, Search
from puzzledsl.search.tuning import Tuning
from tests.examples import examples

CELLS = 4

Stated = dict[int, set[int]]
"""By variable, the values one of which it has; one of the variables has to."""

DOMAINS = {
    "few": (0, 1, 2, 3),
    "negative": (-2, -1, 0, 5),
    "several words": (-70, 0, 63, 140),
    "away from 0": (1_000, 1_001, 1_063, 1_064),
}
spread = pytest.mark.parametrize("values", DOMAINS.values(), ids=DOMAINS)


def clauses(most: int) -> st.SearchStrategy[list[dict[int, set[int]]]]:
    """By variable, positions of values."""
    places = st.sets(st.integers(0, 3), min_size=1, max_size=3)
    one = st.dictionaries(st.integers(0, CELLS - 1), places, min_size=1, max_size=CELLS)
    return st.lists(one, max_size=most)


def with_values(stated: list[dict[int, set[int]]], values: tuple[int, ...]) -> list[Stated]:
    return [{x: {values[k] for k in places} for x, places in one.items()} for one in stated]


def engine_of(stated: list[Stated], values: tuple[int, ...]) -> Engine:
    rules = [Clause(tuple(Literal(x, Domain.of(some)) for x, some in one.items())) for one in stated]
    store = Store([FlatVariable(f"v{x}", Domain.of(values)) for x in range(CELLS)])
    return Engine([FlatConstraint(rule, 0) for rule in rules], store)


def holds(clause: Stated, values: tuple[int, ...]) -> bool:
    return any(values[x] in some for x, some in clause.items())


def learnt(clause: Stated, store: Store) -> Learnt:
    masks = tuple(sum(1 << (v - store.base[x]) for v in values) for x, values in clause.items())
    return Learnt(tuple(clause), masks, 0)


@spread
@settings(max_examples=examples(150))
@given(known=clauses(8), stated=clauses(6), few=st.booleans())
def test_exactly_the_assignments_that_satisfy_all_are_met(
    known: list[dict[int, set[int]]], stated: list[dict[int, set[int]]], few: bool, values: tuple[int, ...]
) -> None:
    """Some are known beforehand, others are constraints, and each assignment that was met is excluded by one."""
    first, rest = with_values(known, values), with_values(stated, values)
    expected = [found for found in product(values, repeat=CELLS) if all(holds(one, found) for one in [*first, *rest])]
    engine = engine_of(rest, values)
    store = engine.store
    met: list[tuple[int, ...]] = []
    tuning = Tuning(restart_unit=1, first_most=2, latest=1) if few else Tuning()
    try:
        engine.run()
        with patch.object(search_module, "TUNING", tuning):
            search = Search(engine, range(CELLS), learning=ALWAYS)
        assert search.prepare([learnt(one, store) for one in first], contradiction=False)
        while True:
            found = search.run()
            assert found is not None
            met.append(found)
    except (Contradiction, Refuted):
        assert sorted(met) == sorted(expected)


@spread
@settings(max_examples=examples(100))
@given(stated=clauses(8), phase=st.lists(st.integers(0, 3), min_size=CELLS, max_size=CELLS))
def test_what_is_learnt_follows(stated: list[dict[int, set[int]]], phase: list[int], values: tuple[int, ...]) -> None:
    """Each clause of a search holds in all assignments that satisfy what was stated."""
    rest = with_values(stated, values)
    accepted = [found for found in product(values, repeat=CELLS) if all(holds(one, found) for one in rest)]
    engine = engine_of(rest, values)
    store = engine.store
    try:
        engine.run()
    except Contradiction:
        assert not accepted
        return
    phases = [1 << (values[k] - store.base[x]) for x, k in enumerate(phase)]
    search = Search(engine, range(CELLS), learning=ALWAYS, phases=phases)
    try:
        assert search.run() in accepted
    except Refuted:
        assert not accepted
    for clause in search.clauses():
        for found in accepted:
            assert any(
                mask >> (found[x] - store.base[x]) & 1 for x, mask in zip(clause.variables, clause.values, strict=True)
            )
