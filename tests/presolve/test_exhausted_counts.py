"""Counts that each alternative of a disjunction uses up."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

import puzzledsl
from puzzledsl.domain import Domain
from puzzledsl.flat import FlatConstraint, FlatModel, FlatVariable, Literal, Primitive
from puzzledsl.flattening import flatten
from puzzledsl.kernel.store import Store
from puzzledsl.model import Origin
from puzzledsl.presolve.exhausted_counts import exhausted_counts
from puzzledsl.presolve.presolve import presolve
from puzzledsl.presolve.rewriting import WorkingModel
from puzzledsl.primitives.clause import Clause
from puzzledsl.primitives.linear import Linear
from puzzledsl.source import Source

STRIP = """grid cell[1, 12] in 1..9
count(cells, 2) == {number}
any(all(c == 2 for c in cell[1, k..k + 2]) for k in 2..7)
"""


def test_cells_that_no_alternative_has_lose_the_value() -> None:
    found = presolve(flatten(puzzledsl.parse(STRIP.format(number=3)).elaborated))
    assert [k + 1 for k, domain in enumerate(found.domains[:12]) if 2 in domain] == [2, 3, 4, 5, 6, 7, 8, 9]


def test_an_alternative_that_does_not_reach_the_number_leaves_all_open() -> None:
    found = presolve(flatten(puzzledsl.parse(STRIP.format(number=4)).elaborated))
    assert all(2 in domain for domain in found.domains[:12])


CELLS = 4


@given(
    st.integers(0, 3),
    st.lists(st.sets(st.integers(0, CELLS - 1), min_size=1, max_size=3), min_size=2, max_size=3),
    st.sampled_from(["==", "<="]),
    st.sets(st.integers(0, CELLS - 1), min_size=2),
)
def test_no_solution_is_lost(number: int, alternatives: list[set[int]], op: str, counted: set[int]) -> None:
    one = Domain.range(1, 1)
    primitives: list[Primitive] = [Linear((), tuple((Literal(x, one), 1) for x in sorted(counted)), op, number)]
    primitives.append(Clause(tuple(Literal(CELLS + k, one) for k in range(len(alternatives)))))
    for k, cells in enumerate(alternatives):
        chosen = Literal(CELLS + k, Domain.range(0, 0))
        primitives += [Clause((chosen, Literal(x, one))) for x in sorted(cells)]
    span = Source("<test>", "").span(0, 0)
    flat = FlatModel(
        (
            *(FlatVariable(f"r1c{x + 1}", Domain.range(0, 2)) for x in range(CELLS)),
            *(FlatVariable(f"b{k}", Domain.range(0, 1)) for k in range(len(alternatives))),
        ),
        tuple(FlatConstraint(primitive, i) for i, primitive in enumerate(primitives)),
        tuple(Origin(span, "clue", f"clue {i}") for i in range(len(primitives))),
        CELLS,
    )
    derived = [found.primitive for found in exhausted_counts(WorkingModel(flat), Store(flat.variables)).added]
    for values in product(*[range(3)] * CELLS, *[range(2)] * len(alternatives)):
        if all(primitive.check(values) for primitive in primitives):
            assert all(primitive.check(values) for primitive in derived)
