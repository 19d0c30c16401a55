"""Sums that follow from houses and cages, and what differences add to equations and tables."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from puzzledsl.domain import Domain
from puzzledsl.flat import FlatConstraint, FlatModel, FlatVariable, Primitive
from puzzledsl.kernel.store import Store
from puzzledsl.model import Origin
from puzzledsl.presolve.derived_sums import derived_sums
from puzzledsl.presolve.distinct_rows import distinct_rows
from puzzledsl.presolve.equation_tables import equation_tables
from puzzledsl.presolve.presolve import presolve
from puzzledsl.presolve.rewriting import WorkingModel
from puzzledsl.primitives.alldifferent import AllDifferent
from puzzledsl.primitives.linear import Linear
from puzzledsl.primitives.table import Table
from puzzledsl.source import Source
from tests.examples import examples

if TYPE_CHECKING:
    from collections.abc import Sequence


def model(constraints: Sequence[Primitive], domains: Sequence[Domain]) -> FlatModel:
    origin = Origin(Source("<test>", "").span(0, 0), "clue", "clue")
    variables = tuple(FlatVariable(f"v{i}", domain) for i, domain in enumerate(domains))
    return FlatModel(variables, tuple(FlatConstraint(one, 0) for one in constraints), (origin,), len(variables))


def cage(total: int, *cells: int) -> Linear:
    return Linear(tuple((x, 1) for x in cells), (), "==", total)


def test_an_innie_of_a_row_is_fixed() -> None:
    row = AllDifferent(tuple(range(9)))
    flat = model([row, cage(12, 0, 1, 2), cage(20, 3, 4, 5, 6), cage(6, 7, 9)], [Domain.range(1, 9)] * 10)
    found = presolve(flat)
    assert found.domains[8].size > 1  # 7 + 8 make 13
    flat = model([row, cage(12, 0, 1, 2), cage(28, 3, 4, 5, 6, 7)], [Domain.range(1, 9)] * 9)
    assert presolve(flat).domains[8] == Domain.range(5, 5)


def test_an_outie_of_two_rows_is_fixed() -> None:
    rows = [AllDifferent(tuple(range(9))), AllDifferent(tuple(range(9, 18)))]
    cages = [cage(20, 0, 9, 1, 10), cage(30, *range(2, 9)), cage(46, *range(11, 19))]
    flat = model([*rows, *cages], [Domain.range(1, 9)] * 19)
    assert presolve(flat).domains[18] == Domain.range(6, 6)


four = st.integers(0, 5)
some_cage = st.tuples(st.sets(four, min_size=1, max_size=4), st.integers(2, 12))


@settings(max_examples=examples(200))
@given(
    domains=st.lists(st.sets(st.integers(1, 4), min_size=1).map(Domain.of), min_size=6, max_size=6),
    houses=st.lists(st.permutations(range(6)).map(lambda order: tuple(order[:4])), min_size=1, max_size=2),
    groups=st.lists(some_cage, max_size=3),
)
def test_derived_sums_cut_off_no_solution(
    domains: list[Domain], houses: list[tuple[int, ...]], groups: list[tuple[set[int], int]]
) -> None:
    constraints: list[Primitive] = [AllDifferent(house) for house in houses]
    constraints += [cage(total, *cells) for cells, total in groups]
    flat = model(constraints, domains)
    further = derived_sums(WorkingModel(flat), Store(flat.variables)).added
    for values in product(*domains):
        if all(one.check(values) for one in constraints):
            assert all(one.primitive.check(values) for one in further)


signed = st.lists(st.tuples(four, st.sampled_from([1, -1, 2])), min_size=3, max_size=4, unique_by=lambda term: term[0])
some_rows = st.frozensets(st.tuples(*[st.integers(1, 4)] * 3), min_size=1, max_size=30)


@settings(max_examples=examples(150))
@given(
    domains=st.lists(st.sets(st.integers(1, 4), min_size=1).map(Domain.of), min_size=6, max_size=6),
    house=st.permutations(range(6)).map(lambda order: tuple(order[:4])),
    equation=st.tuples(signed, st.integers(-4, 9)),
    table=st.tuples(st.permutations(range(6)).map(lambda order: tuple(order[:3])), some_rows),
)
def test_differences_narrow_equations_and_tables_and_cut_off_no_solution(
    domains: list[Domain],
    house: tuple[int, ...],
    equation: tuple[list[tuple[int, int]], int],
    table: tuple[tuple[int, ...], frozenset[tuple[int, ...]]],
) -> None:
    constraints = [AllDifferent(house), Linear(tuple(equation[0]), (), "==", equation[1]), Table(*table)]
    flat = model(constraints, domains)
    restated = WorkingModel(flat)
    restated.apply(distinct_rows(restated, Store(flat.variables)))
    tables = restated.stated
    further = equation_tables(WorkingModel(flat), Store(flat.variables))
    assert [type(one.primitive) for one in tables] == [type(one) for one in constraints]
    for values in product(*domains):
        stated = all(one.check(values) for one in constraints)
        assert stated == all(one.primitive.check(values) for one in (*tables, *further.added))
        instead = [one.primitive for number, one in enumerate(tables) if number not in further.retired]
        instead += [one.primitive for one in further.added]
        assert stated == all(one.check(values) for one in instead), "the table takes the place of the equation"
