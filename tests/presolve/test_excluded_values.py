"""Different variables of which at most one has a value of each set."""

from __future__ import annotations

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from puzzledsl.domain import Domain
from puzzledsl.flat import FlatConstraint, FlatModel, FlatVariable, Literal, Primitive
from puzzledsl.kernel.store import Store
from puzzledsl.model import Origin
from puzzledsl.presolve.excluded_values import excluded_values
from puzzledsl.presolve.presolve import presolve
from puzzledsl.primitives.alldifferent import AllDifferent
from puzzledsl.primitives.linear import Linear
from puzzledsl.source import Source
from tests.examples import examples

LINE = (0, 1, 2, 3)


def at_most_one(*values: int) -> Linear:
    return Linear((), tuple((Literal(x, Domain.of(values)), 1) for x in LINE), "<=", 1)


def model(constraints: list[Primitive], domains: list[Domain]) -> FlatModel:
    origins = tuple(Origin(Source("<test>", "").span(0, 0), "clue", f"clue {i}") for i in range(len(constraints)))
    stated = tuple(FlatConstraint(one, number) for number, one in enumerate(constraints))
    return FlatModel(
        tuple(FlatVariable(f"v{i}", domain) for i, domain in enumerate(domains)), stated, origins, len(domains)
    )


def test_few_values_go_with_each_other() -> None:
    pairs: list[Primitive] = [at_most_one(v, v + 1) for v in range(1, 7)]
    flat = model([AllDifferent(LINE), *pairs], [Domain.range(1, 7)] * 4)
    assert presolve(flat).domains == (Domain.of([1, 3, 5, 7]),) * 4
    ((table, _),) = excluded_values(flat, Store(flat.variables))
    assert {table.origin, *table.further} == set(range(7))


@settings(max_examples=examples(150))
@given(
    domains=st.lists(st.sets(st.integers(-2, 4), min_size=1, max_size=5).map(Domain.of), min_size=4, max_size=4),
    sets=st.lists(st.sets(st.integers(-2, 4), min_size=1, max_size=3), min_size=2, max_size=5),
    differ=st.booleans(),
)
def test_the_tables_say_what_the_rows_did(domains: list[Domain], sets: list[set[int]], differ: bool) -> None:
    different = AllDifferent(LINE if differ else LINE[:3])
    flat = model([different, *(at_most_one(*values) for values in sets)], domains)
    found = excluded_values(flat, Store(flat.variables))
    assert len(found) == differ
    replaced = {id(row) for _, rows in found for row in rows}
    left = [one.primitive for one in flat.constraints if id(one) not in replaced]
    left += [table.primitive for table, _ in found]
    for values in product(*domains):
        stated = all(one.primitive.check(values) for one in flat.constraints)
        assert stated == all(one.check(values) for one in left)
