"""Presolve: what it finds, what it must not lose, and when it stops."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzledsl.domain import Domain
from puzzledsl.flat import FlatConstraint, FlatModel, FlatVariable, Literal, Primitive
from puzzledsl.kernel.engine import Engine
from puzzledsl.kernel.store import Contradiction, Store
from puzzledsl.model import Origin
from puzzledsl.presolve.presolve import Presolved, presolve
from puzzledsl.primitives.alldifferent import AllDifferent
from puzzledsl.primitives.clause import Clause
from puzzledsl.primitives.linear import Linear
from puzzledsl.primitives.product import Product
from puzzledsl.primitives.table import Table
from puzzledsl.source import Source
from puzzledsl.time_limit import OutOfTime, within
from tests.clocks import late_from
from tests.examples import examples


def is_(x: int, v: int) -> Literal:
    return Literal(x, Domain.range(v, v))


def model(domains: list[Domain], constraints: list[tuple[Primitive, tuple[Literal, ...]]], sources: int) -> FlatModel:
    source = Source("<test>", "\n" * len(constraints))
    return FlatModel(
        tuple(FlatVariable(f"v{i}", domain, auxiliary=i >= sources) for i, domain in enumerate(domains)),
        tuple(FlatConstraint(primitive, i, condition) for i, (primitive, condition) in enumerate(constraints)),
        tuple(Origin(source.span(i, i), "clue", f"clue {i}") for i in range(len(constraints))),
        sources,
    )


def sudoku(givens: str) -> FlatModel:
    houses = [tuple(range(9 * r, 9 * r + 9)) for r in range(9)] + [tuple(range(c, 81, 9)) for c in range(9)]
    for top, left in product(range(0, 9, 3), repeat=2):
        houses.append(tuple(9 * (top + i) + left + j for i, j in product(range(3), repeat=2)))
    constraints: list[tuple[Primitive, tuple[Literal, ...]]] = [(AllDifferent(house), ()) for house in houses]
    constraints += [(Clause((is_(x, int(mark)),)), ()) for x, mark in enumerate(givens) if mark.isdigit()]
    return model([Domain.range(1, 9)] * 81, constraints, 81)


def grid(found: Presolved) -> str:
    return "".join(str(domain.lo) if domain.size == 1 else "." for domain in found.domains)


EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


@pytest.mark.parametrize("strength", ["bounds", "domain", "probe"])
def test_an_easy_sudoku_is_solved(strength: str) -> None:
    found = presolve(sudoku(EASY), strength=strength)
    assert grid(found) == SOLVED
    assert found.complete


FEWER = "5........6..195....98....6.8...6...34.......17...2.....6....28....419..5........."


def test_probing_narrows_and_keeps_all_solutions() -> None:
    flat = sudoku(FEWER)
    before = presolve(flat, strength="domain")
    found = presolve(flat, strength="probe")
    assert sum(domain.size for domain in found.domains) < sum(domain.size for domain in before.domains)
    assert all(int(SOLVED[x]) in domain for x, domain in enumerate(found.domains))
    assert presolve(sudoku("." * 81), strength="probe").domains == (Domain.range(1, 9),) * 81


def test_no_strength_leaves_everything() -> None:
    assert presolve(sudoku(EASY), strength="none").domains == (Domain.range(1, 9),) * 81


def test_a_contradiction_names_a_clue() -> None:
    found = presolve(sudoku("55" + EASY[2:]))
    assert found.contradiction is not None
    assert all(found.domains)


def test_a_time_limit_ends_presolve_before_and_while_it_propagates() -> None:
    with within(0), pytest.raises(OutOfTime):
        presolve(sudoku(EASY))
    flat = sudoku(EASY)
    with late_from(len(flat.variables) + len(flat.constraints) + 1):  # one is read for each, before it propagates
        found = presolve(flat)
    assert not found.complete
    for x, domain in enumerate(found.domains):
        assert int(SOLVED[x]) in domain


def test_slow_convergence_is_cut_off() -> None:
    # x < y < x over a million values: each round takes off one value.
    chase = [(Linear(((x, 1), (1 - x, -1)), (), "<=", -1), ()) for x in (0, 1)]
    with late_from(100):
        found = presolve(model([Domain.range(0, 10**9)] * 2, list(chase), 2))
    assert found.contradiction is None
    assert not found.complete


def test_real_variables_lend_their_bounds_and_keep_them() -> None:
    hours = FlatVariable("hours", Domain(()), (Fraction(0), Fraction(5, 2)))
    days = FlatVariable("days", Domain.range(0, 9))
    row = Linear(((0, -1), (1, Fraction(1, 2))), (), "<=", 0)
    source = Source("<test>", "")
    flat = FlatModel((hours, days), (FlatConstraint(row, 0),), (Origin(source.span(0, 0), "row", "row"),), 2)
    found = presolve(flat)
    assert found.domains == (Domain(()), Domain.range(0, 5))


def test_sources_may_be_fixed_while_auxiliaries_are_not() -> None:
    found = presolve(model([Domain.range(3, 3), Domain.range(0, 4)], [(Linear(((0, 1),), (), "<=", 3), ())], 1))
    assert found.domains[0] == Domain.range(3, 3)
    assert found.domains[1] == Domain.range(0, 4)


small_domain = st.sets(st.integers(0, 4), min_size=1, max_size=5).map(Domain.of)
literal = st.builds(Literal, st.integers(0, 3), small_domain)
row = st.tuples(*[st.integers(0, 4)] * 2)
four = st.permutations(range(4))


def primitives() -> st.SearchStrategy[Primitive]:
    return st.one_of(
        st.builds(lambda order, n: AllDifferent(tuple(order[:n])), four, st.integers(2, 4)),
        st.builds(
            lambda order, slopes, op, constant: Linear(tuple(zip(order, slopes, strict=False)), (), op, constant),
            four,
            st.lists(st.sampled_from([1, -1, 2]), min_size=1, max_size=3),
            st.sampled_from(["==", "<=", "!="]),
            st.integers(-2, 9),
        ),
        st.builds(lambda order, rows: Table(tuple(order[:2]), rows), four, st.frozensets(row, max_size=10)),
        st.builds(lambda literals: Clause(tuple(literals)), st.lists(literal, min_size=1, max_size=3)),
        st.builds(lambda order: Product(*order[:3]), four),
    )


@pytest.mark.parametrize("strength", ["bounds", "domain", "probe"])
@settings(max_examples=examples(150))
@given(
    domains=st.lists(small_domain, min_size=4, max_size=4),
    constraints=st.lists(st.tuples(primitives(), st.lists(literal, max_size=2).map(tuple)), min_size=1, max_size=5),
)
def test_the_fixpoint_keeps_every_solution(
    strength: str, domains: list[Domain], constraints: list[tuple[Primitive, tuple[Literal, ...]]]
) -> None:
    solutions = [
        values
        for values in product(*domains)
        if all(
            primitive.check(values) or not all(values[known.variable] in known.values for known in condition)
            for primitive, condition in constraints
        )
    ]
    found = presolve(model(domains, constraints, 4), strength=strength)
    if found.contradiction is not None:
        assert not solutions
        return
    for x, domain in enumerate(found.domains):
        assert {values[x] for values in solutions} <= set(domain) <= set(domains[x])
    if all(domain.size == 1 for domain in found.domains):
        assert solutions == [tuple(domain.lo for domain in found.domains)]


@settings(max_examples=examples(60))
@given(st.lists(st.tuples(st.integers(0, 15), st.integers(1, 4)), max_size=8))
def test_small_sudoku_against_search(givens: list[tuple[int, int]]) -> None:
    houses = [tuple(range(4 * r, 4 * r + 4)) for r in range(4)] + [tuple(range(c, 16, 4)) for c in range(4)]
    houses += [(a, a + 1, a + 4, a + 5) for a in (0, 2, 8, 10)]
    constraints: list[tuple[Primitive, tuple[Literal, ...]]] = [(AllDifferent(house), ()) for house in houses]
    constraints += [(Clause((is_(x, v),)), ()) for x, v in givens]
    flat = model([Domain.range(1, 4)] * 16, constraints, 16)
    grids = [values for values in all_grids(tuple(houses)) if all(values[x] == v for x, v in givens)]
    found = presolve(flat)
    if found.contradiction is not None:
        assert not grids
    for x, domain in enumerate(found.domains):
        assert {values[x] for values in grids} <= set(domain) or found.contradiction is not None
    assert count(flat) == len(grids)


@cache
def all_grids(houses: tuple[tuple[int, ...], ...]) -> list[tuple[int, ...]]:
    rows = [row for row in product(range(1, 5), repeat=4) if len(set(row)) == 4]
    halves = [(*a, *b) for a, b in product(rows, rows) if all(len({*a[i : i + 2], *b[i : i + 2]}) == 4 for i in (0, 2))]
    grids = ((*top, *bottom) for top, bottom in product(halves, halves))
    return [grid for grid in grids if all(len({grid[x] for x in house}) == 4 for house in houses[4:8])]


def count(flat: FlatModel) -> int:
    """Number of solutions by a depth-first search on one engine, with marks and undoing."""
    store = Store(flat.variables)
    engine = Engine(flat.constraints, store)

    def search() -> int:
        try:
            engine.run()
        except Contradiction:
            return 0
        open_cells = [x for x in range(len(flat.variables)) if not store.is_fixed(x)]
        if not open_cells:
            return 1
        x, total = open_cells[0], 0
        for v in list(store.values(x)):
            mark = store.mark()
            store.fix(x, v)
            total += search()
            store.undo(mark)
        return total

    return search()
