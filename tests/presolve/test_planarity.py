"""What follows from two connected sets in the plane."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzledsl.domain import Domain
from puzzledsl.expressions import is_connected
from puzzledsl.flat import FlatModel
from puzzledsl.kernel.store import Store
from puzzledsl.presolve.planarity import Edges, planar, squares
from puzzledsl.presolve.presolve import presolve
from puzzledsl.primitives.connected import Connected
from tests.examples import examples

from ..flat_models import Builder

NONE: frozenset[tuple[int, int]] = frozenset()


def grid(height: int, width: int, missing: frozenset[tuple[int, int]] = NONE) -> tuple[int, Edges]:
    """Number of positions, and the pairs side by side."""
    cells = [(r, c) for r in range(height) for c in range(width) if (r, c) not in missing]
    place = {cell: i for i, cell in enumerate(cells)}
    pairs = [((r, c), near) for r, c in cells for near in ((r + 1, c), (r, c + 1)) if near in place]
    return len(cells), frozenset((place[a], place[b]) for a, b in pairs)


def model(count: int, edges: Edges, values: int, *sets: Domain) -> FlatModel:
    builder = Builder()
    cells = builder.grid("cell", 1, count, range(values))
    for chosen in sets:
        builder.add(Connected(tuple(cells), chosen, tuple(edges)))
    return builder.flat()


ZERO, ONE = Domain.range(0, 0), Domain.range(1, 1)


@pytest.mark.parametrize("values", [2, 3])
@settings(max_examples=examples(25))
@given(data=st.data())
def test_no_solution_is_lost(values: int, data: st.DataObject) -> None:
    height, width = data.draw(st.sampled_from([(2, 4), (3, 3)] if values == 3 else [(2, 5), (3, 4), (4, 3)]))
    everywhere = list(product(range(height), range(width)))
    count, edges = grid(height, width, data.draw(st.frozensets(st.sampled_from(everywhere), max_size=3)))
    turned = data.draw(st.permutations(range(count)))
    edges = frozenset((min(turned[a], turned[b]), max(turned[a], turned[b])) for a, b in edges)
    flat = model(count, edges, values, ZERO, ONE)
    derived = planar(flat, Store(flat.variables))
    for assignment in product(range(values), repeat=count) if derived else ():
        if all(one.primitive.check(assignment) for one in flat.constraints):
            assert all(one.primitive.check(assignment) for one in derived)


@settings(max_examples=examples(60))
@given(data=st.data())
def test_no_two_sets_take_turns_around_a_square_of_any_graph(data: st.DataObject) -> None:
    cube = frozenset((a, a | 1 << k) for a in range(8) for k in range(3) if not a >> k & 1)
    prism = frozenset({(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5), (0, 3), (1, 4), (2, 5)})
    count, edges = data.draw(st.sampled_from([(8, cube), (6, prism), grid(2, 4), grid(3, 3)]))
    pairs = [(a, b) for b in range(count) for a in range(b)]
    for pair in data.draw(st.lists(st.sampled_from(pairs), max_size=2)):
        edges = edges ^ {pair}
    for face in squares(count, edges):
        for chosen in product((False, True), repeat=count):
            if is_connected(chosen, edges) and is_connected([not one for one in chosen], edges):
                assert sum(chosen[a] != chosen[b] for a, b in zip(face, (*face[1:], face[0]), strict=True)) <= 2


@pytest.mark.parametrize(
    ("count", "edges"),
    [
        pytest.param(*grid(4, 4, frozenset({(1, 1), (2, 2)})), id="holes that touch"),
        pytest.param(25, frozenset((5 * r + c, n) for r in range(5) for c in range(5) for n in
                                   (5 * r + (c + 1) % 5, 5 * ((r + 1) % 5) + c)), id="torus"),
        pytest.param(9, frozenset((a, b) for b in range(9) for a in range(b)
                                  if abs(a // 3 - b // 3) < 2 and abs(a % 3 - b % 3) < 2), id="diagonal steps"),
        pytest.param(8, grid(2, 2)[1] | {(a + 4, b + 4) for a, b in grid(2, 2)[1]}, id="two grids"),
    ],
)  # fmt: skip
def test_no_squares_where_the_plane_is_not_certain(count: int, edges: Edges) -> None:
    assert not squares(count, frozenset((min(edge), max(edge)) for edge in edges))


def test_the_squares_of_a_grid_with_a_hole() -> None:
    assert len(squares(*grid(5, 5, frozenset({(2, 2)})))) == 12


def test_presolve_knows_that_no_corner_is_a_checkerboard() -> None:
    count, edges = grid(4, 4)
    builder = Builder()
    cells = builder.grid("cell", 4, 4, range(2))
    for values in (ZERO, ONE):
        builder.add(Connected(tuple(cells), values, tuple(edges)))
    flat = builder.flat()
    domains = {5: ZERO, 10: ZERO, 6: ONE}
    variables = tuple(
        type(one)(one.name, domains.get(x, one.domain), one.bounds, one.auxiliary)
        for x, one in enumerate(flat.variables)
    )
    found = presolve(FlatModel(variables, flat.constraints, flat.origins, count))
    assert found.domains[9] == ZERO


def test_sets_that_share_a_value_may_cross() -> None:
    count, edges = grid(3, 3)
    flat = model(count, edges, 3, Domain.range(0, 1), Domain.range(1, 2))
    assert not planar(flat, Store(flat.variables))
