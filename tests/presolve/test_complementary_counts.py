"""What a count over some cells of houses says of their other cells."""

from __future__ import annotations

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

import puzzledsl
from puzzledsl.domain import Domain
from puzzledsl.flat import FlatConstraint, FlatModel, FlatVariable, Literal, Primitive
from puzzledsl.flattening import flatten
from puzzledsl.model import Origin
from puzzledsl.presolve.complementary_counts import complementary_counts
from puzzledsl.presolve.presolve import presolve
from puzzledsl.primitives.alldifferent import AllDifferent
from puzzledsl.primitives.linear import Linear
from puzzledsl.source import Source
from tests.examples import examples

LATIN = """grid cell[4, 4] in 1..4
alldifferent: rows, columns
count([r1c1, r1c2, r1c3, r1c4, r2c1, r3c2, r4c3, r4c4], 4) == {number}
"""


def found(text: str) -> list[list[Domain]]:
    domains = presolve(flatten(puzzledsl.parse(text).elaborated)).domains
    return [list(domains[4 * row : 4 * row + 4]) for row in range(4)]


def test_a_value_that_is_counted_everywhere_is_nowhere_else() -> None:
    domains = found(LATIN.format(number=4))
    assert 4 in domains[1][0]
    assert 4 in domains[0][2]
    assert not any(4 in domains[row][column] for row, column in [(1, 1), (1, 2), (2, 0), (2, 3), (3, 0), (3, 1)])


def test_fewer_leave_the_others_open() -> None:
    domains = found(LATIN.format(number=3))
    assert all(4 in domain for row in domains for domain in row)


CELLS = 6


@settings(deadline=None, max_examples=examples(150))
@given(
    width=st.sampled_from([2, 3]),
    kept=st.lists(st.integers(0, CELLS - 1), max_size=2, unique=True),
    counted=st.sets(st.integers(0, CELLS - 1), min_size=2),
    values=st.sets(st.integers(0, 3), min_size=1, max_size=2),
    slope=st.sampled_from([1, -1]),
    constant=st.integers(-2, 3),
    factor=st.sampled_from([0, 1, -2]),
)
def test_it_follows_from_the_count_and_the_houses(
    width: int, kept: list[int], counted: set[int], values: set[int], slope: int, constant: int, factor: int
) -> None:
    domains = [Domain.range(1, width)] * CELLS + [Domain.range(0, 1)]
    for x in kept:
        domains[x] = Domain.of([1, 3] if width == 3 else [2])
    literals = tuple((Literal(x, Domain.of(values) & domains[x]), slope) for x in sorted(counted))
    terms = ((CELLS, factor),) if factor else ()
    stated: list[Primitive] = [Linear(terms, literals, "==", constant)]
    stated += [AllDifferent(tuple(range(start, start + width))) for start in range(0, CELLS, width)]
    origin = Origin(Source("<test>", "").span(0, 0), "clue", "clue")
    flat = FlatModel(
        tuple(FlatVariable(f"v{x}", domain) for x, domain in enumerate(domains)),
        tuple(FlatConstraint(one, number) for number, one in enumerate(stated)),
        (origin,) * len(stated),
        CELLS,
    )
    derived = complementary_counts(flat)
    for values_of_all in product(*domains):
        if all(one.check(values_of_all) for one in stated):
            assert all(one.primitive.check(values_of_all) for one in derived)
    for one in derived:
        assert one.origin == 0
        assert one.further
