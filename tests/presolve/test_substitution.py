"""Constraints over defined variables, said of what defines them."""

from __future__ import annotations

from itertools import product

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import puzzledsl
from puzzledsl.domain import Domain
from puzzledsl.flat import FlatConstraint, FlatModel, FlatVariable, Literal, Primitive
from puzzledsl.flattening import flatten
from puzzledsl.kernel.store import Contradiction, Store
from puzzledsl.presolve.distinct_rows import distinct_rows
from puzzledsl.presolve.presolve import presolve, rooted
from puzzledsl.presolve.rewriting import WorkingModel
from puzzledsl.presolve.substitution import substitution
from puzzledsl.primitives.linear import Linear
from puzzledsl.primitives.table import Table
from tests.examples import examples

CLUE = """grid cell[3, 3]
sides fence of cell
grid inside[3, 3] in bool
for c in cells(cell):
    for d in neighbors(c):
        fence[c, d] == (inside[row_of(c), column_of(c)] != inside[row_of(d), column_of(d)])
sum(fence[r2c2]) == 1
inside[1, 2] == 0
inside[3, 2] == 1
inside[2, 1] == 1
"""


def test_a_clue_sees_that_one_of_two_opposite_sides_belongs_to_the_loop() -> None:
    model = puzzledsl.parse(CLUE).elaborated
    flat = flatten(model)
    domains = {variable.name: domain for variable, domain in zip(flat.variables, presolve(flat).domains, strict=True)}
    assert domains["inside[2, 2]"] == domains["inside[2, 3]"] == Domain.range(1, 1)


def test_a_sum_that_is_also_a_table_is_looked_at_once() -> None:
    flat = flatten(puzzledsl.parse(CLUE).elaborated)
    tables = [one.primitive for _, one in rooted(flat, "domain").model.live() if isinstance(one.primitive, Table)]
    assert len(tables) == len(set(tables))


FREE, DEFINED = 4, 3


@settings(max_examples=examples(400), suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_no_solution_is_lost(data: st.DataObject) -> None:
    sizes = data.draw(st.lists(st.integers(2, 3), min_size=FREE + DEFINED, max_size=FREE + DEFINED))
    primitives: list[Primitive] = []
    for x in range(FREE, FREE + DEFINED):
        by = data.draw(st.lists(st.integers(0, FREE - 1), min_size=2, max_size=2, unique=True))
        value = st.one_of(st.none(), st.integers(0, sizes[x] - 1))
        table = {row: data.draw(value) for row in product(*(range(sizes[y]) for y in by))}
        rows = frozenset((*row, v) for row, v in table.items() if v is not None)
        order = data.draw(st.permutations(range(3)))
        primitives.append(
            Table(tuple((*by, x)[p] for p in order), frozenset(tuple(row[p] for p in order) for row in rows))
        )
    scope = data.draw(st.lists(st.integers(0, FREE + DEFINED - 1), min_size=2, max_size=5, unique=True))
    if data.draw(st.booleans()):
        everything = list(product(*(range(sizes[x]) for x in scope)))
        primitives.append(Table(tuple(scope), data.draw(st.frozensets(st.sampled_from(everything), min_size=1))))
    else:
        literals = [Literal(x, Domain.of(data.draw(st.sets(st.integers(0, sizes[x] - 1), min_size=1)))) for x in scope]
        terms = tuple((x, data.draw(st.sampled_from([-1, 1, 2]))) for x in scope[::2])
        asked = tuple((literal, data.draw(st.sampled_from([-1, 1]))) for literal in literals[1::2])
        op = data.draw(st.sampled_from(["==", "<=", "!="]))
        primitives.append(Linear(terms, asked, op, data.draw(st.integers(-1, 4))))
    numbers = st.integers(0, FREE + DEFINED - 1)
    pairs = data.draw(st.lists(st.lists(numbers, min_size=2, max_size=2, unique=True), max_size=2))
    differing = [Linear(((x, 1), (y, -1)), (), "!=", 0) for x, y in pairs]
    primitives += differing
    variables = tuple(FlatVariable(f"x{x}", Domain.range(0, size - 1)) for x, size in enumerate(sizes))
    store = Store(variables)
    for x in data.draw(st.sets(st.integers(0, FREE + DEFINED - 1), max_size=2)):
        try:
            store.remove(x, data.draw(st.integers(0, sizes[x] - 1)))
        except Contradiction:
            assume(False)
    constraints = tuple(FlatConstraint(primitive, i) for i, primitive in enumerate(primitives))
    model = WorkingModel(FlatModel(variables, constraints, (), len(variables)))
    model.apply(distinct_rows(model, store))
    for one in substitution(
        model, store
    ).added:  # it follows from what it names as its origins, and from what its variables differ by
        (taken,) = one.primitive.taken_to_differ
        origins = [primitives[origin] for origin in (one.origin, *one.further)]
        origins += [primitive for primitive in differing if set(primitive.scope) <= set(taken)]
        for values in product(*(store.values(x) for x in range(FREE + DEFINED))):
            assert one.primitive.check(values) or not all(primitive.check(values) for primitive in origins)
