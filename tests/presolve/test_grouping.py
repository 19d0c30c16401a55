"""Equations seen with the groups of different variables in them, and counts of all values."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzledsl import parse
from puzzledsl.domain import Domain
from puzzledsl.flat import FlatConstraint, FlatModel, FlatVariable, Literal
from puzzledsl.flattening import flatten
from puzzledsl.kernel.store import Store
from puzzledsl.model import Origin
from puzzledsl.presolve.count_totals import count_totals
from puzzledsl.presolve.group_sums import group_sums
from puzzledsl.presolve.presolve import presolve
from puzzledsl.presolve.rewriting import Rewrite, WorkingModel
from puzzledsl.primitives.alldifferent import AllDifferent
from puzzledsl.primitives.grouped_sum import GroupedSum
from puzzledsl.primitives.linear import Linear
from puzzledsl.source import Source, Span
from tests.examples import examples

ORIGIN = Origin(Span(Source("nowhere", "x"), 0, 1), "constraint", "something")


def flat_of(domains: list[Domain], constraints: list[FlatConstraint]) -> FlatModel:
    variables = tuple(FlatVariable(f"v{i}", domain) for i, domain in enumerate(domains))
    return FlatModel(variables, tuple(constraints), (ORIGIN,), len(domains))


def counts(cells: int, values: range, tally: list[int]) -> FlatModel:
    """As many variables as cells, then for each value of the range one that counts it."""
    domains = [Domain.range(values[0], values[-1])] * cells + [Domain.of(tally)] * len(values)
    constraints = [
        FlatConstraint(
            Linear(
                ((cells + i, -1),),
                tuple((Literal(x, Domain.of([v])), 1) for x in range(cells)),
                "==",
                0,
            ),
            0,
        )
        for i, v in enumerate(values)
    ]
    return flat_of(domains, constraints)


def test_all_counts_sum_to_the_number_of_cells() -> None:
    flat = counts(4, range(1, 4), [0, 1, 2, 3, 4])
    (total,) = count_totals(WorkingModel(flat), Store(flat.variables)).added
    assert total.primitive == Linear(((4, 1), (5, 1), (6, 1)), (), "==", 4)


def test_a_value_that_nobody_counts_leaves_the_sum_open() -> None:
    flat = counts(4, range(1, 4), [0, 1, 2, 3, 4])
    part = flat_of([v.domain for v in flat.variables], list(flat.constraints[:2]))
    assert count_totals(WorkingModel(part), Store(flat.variables)) == Rewrite()


@settings(max_examples=examples(30))
@given(st.integers(2, 4), st.sets(st.integers(0, 4), min_size=1, max_size=3))
def test_counting_keeps_every_solution(cells: int, tally: set[int]) -> None:
    flat = counts(cells, range(1, 4), sorted(tally))
    solutions = [
        values
        for values in product(*(v.domain for v in flat.variables))
        if all(one.primitive.check(values) for one in flat.constraints)
    ]
    found = presolve(flat)
    assert (found.contradiction is None) or not solutions
    if found.contradiction is None:
        for x, domain in enumerate(found.domains):
            assert {values[x] for values in solutions} <= set(domain)


def test_a_diagonal_through_two_boxes_is_two_groups() -> None:
    flat = flat_of(
        [Domain.range(1, 9)] * 6,
        [
            FlatConstraint(AllDifferent((0, 1, 2)), 0),
            FlatConstraint(AllDifferent((3, 4, 5)), 0),
            FlatConstraint(Linear(tuple((x, 1) for x in range(6)), (), "==", 12), 0),
        ],
    )
    (found,) = group_sums(WorkingModel(flat), Store(flat.variables)).added
    assert found.primitive == GroupedSum(((1, (0, 1, 2)), (1, (3, 4, 5))), 12)
    assert all(domain == Domain.range(1, 3) for domain in presolve(flat).domains)  # both groups are 1, 2, 3


RUN = "rule run(line, total):\n    2 * total == 2 * sum(line)\n    alldifferent(reverse(line))\n"


@pytest.mark.parametrize(
    "statement",
    ["cage 9: r1c1..r1c3", f"{RUN}run 9: row(1)", "lamp or cage(row(1), 9)", "cage 9: r1c1 r1c2, r1c2 r1c3"],
)
def test_different_cells_with_a_sum_are_one_constraint_from_the_start(statement: str) -> None:
    flat = flatten(parse(f"grid cell[1, 5] in 1..9\nvar lamp in bool\n{statement}\n").elaborated)
    assert {type(one.primitive) for one in flat.constraints} == {GroupedSum}


@pytest.mark.parametrize(
    "statement",
    ["alldifferent: row(1)\nsum(row(1)) == 20", "cage(row(1), lamp)", "alldifferent(row(1)) and r1c1 + r1c2 == 5"],
)
def test_other_sums_stay_apart_from_what_differs(statement: str) -> None:
    flat = flatten(parse(f"grid cell[1, 5] in 1..9\nvar lamp in 15..35\n{statement}\n").elaborated)
    assert {type(one.primitive) for one in flat.constraints} == {AllDifferent, Linear}


def test_an_equation_of_variables_that_may_be_equal_stays_as_it_is() -> None:
    row = FlatConstraint(Linear(((0, 1), (1, 1), (2, 1)), (), "==", 3), 0)
    flat = flat_of([Domain.range(0, 3)] * 3, [row])
    assert group_sums(WorkingModel(flat), Store(flat.variables)) == Rewrite()
