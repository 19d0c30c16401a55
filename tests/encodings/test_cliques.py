"""Not-equals merged into all-differents."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzledsl.encodings import encode, encodings
from puzzledsl.encodings.cliques import merge_cliques
from puzzledsl.primitives.alldifferent import AllDifferent
from puzzledsl.primitives.linear import Linear
from tests.examples import examples

from ..flat_models import Builder
from ..primitives.rows import Rows


def different(builder: Builder, x: int, y: int, line: int = 1) -> None:
    builder.add(Linear(((x, 1), (y, -1)), (), "!=", 0), line=line)


def cliques(builder: Builder) -> list[tuple[int, ...]]:
    return [tuple(sorted(one.primitive.scope)) for one in merge_cliques(builder.flat()).constraints]


def test_pairs_that_all_differ_are_one_row_a_value() -> None:
    builder = Builder()
    cells = [builder.integer(name, range(1, 10)) for name in "abcd"]
    for x, y in combinations(cells, 2):
        different(builder, x, y)
    assert cliques(builder) == [tuple(cells)]
    encoded = encode(builder.flat(), builder.domains, "binary")
    assert sum(row.origin is not None for row in encoded.rows) == 9


def test_a_house_lends_its_edges_and_keeps_its_pairs() -> None:
    builder = Builder()
    a, b, c, d = (builder.integer(name, range(1, 10)) for name in "abcd")
    builder.add(AllDifferent((a, b, c)), clue="house", line=1)
    for x in (a, b, c):
        different(builder, x, d, line=2)
    different(builder, a, b, line=2)
    different(builder, b, c, line=3)
    assert cliques(builder) == [(a, b, c), (a, b, c, d), (b, c)]  # line 3 has a row of its own


@pytest.mark.parametrize("encoding", sorted(encodings()))
@settings(max_examples=examples(25))
@given(edges=st.sets(st.sampled_from(list(combinations(range(4), 2)))), house=st.booleans())
def test_merged_pairs_admit_the_same_values(encoding: str, edges: set[tuple[int, int]], house: bool) -> None:
    builder = Builder()
    for name in "abcd":
        builder.integer(name, range(3))
    if house:
        builder.add(AllDifferent((0, 1, 2)))
    for x, y in sorted(edges):
        different(builder, x, y)
    rows = Rows(encode(builder.flat(), builder.domains, encoding))
    for values in product(range(3), repeat=4):
        apart = all(values[x] != values[y] for x, y in edges) and (not house or len(set(values[:3])) == 3)
        assert rows.admit(values) == apart
