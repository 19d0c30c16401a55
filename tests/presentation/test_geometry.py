"""Outlines enclose exactly their cells; paths keep their shape."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from puzzledsl.presentation.geometry import arrow_head, centre, outline, runs

Point = tuple[float, float]
CELLS = st.sets(st.tuples(st.integers(1, 6), st.integers(1, 6)), min_size=1)


def _inside(point: Point, loops: list[tuple[Point, ...]]) -> bool:
    """Even–odd rule over all loops."""
    crossings = 0
    for loop in loops:
        for number, (ax, ay) in enumerate(loop):
            bx, by = loop[number - 1]
            if (ay > point[1]) != (by > point[1]):
                crossings += ax + (point[1] - ay) / (by - ay) * (bx - ax) > point[0]
    return crossings % 2 == 1


@given(CELLS, st.sampled_from([0.0, 0.07, 0.2]))
def test_an_outline_encloses_exactly_its_cells(cells: set[tuple[int, int]], inset: float) -> None:
    loops = outline(cells, inset)
    for r in range(8):
        for c in range(8):
            x, y = centre((r, c))
            assert _inside((x + 0.01, y + 0.02), loops) == ((r, c) in cells)


@given(CELLS)
def test_an_outline_is_as_long_as_the_border_of_its_cells(cells: set[tuple[int, int]]) -> None:
    border = sum(
        (r + down, c + right) not in cells for r, c in cells for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))
    )
    loops = outline(cells, 0.0)
    length = sum(
        abs(x - loop[number - 1][0]) + abs(y - loop[number - 1][1])
        for loop in loops
        for number, (x, y) in enumerate(loop)
    )
    assert length == border


@given(CELLS)
def test_an_inset_outline_stays_within_its_cells(cells: set[tuple[int, int]]) -> None:
    for loop in outline(cells, 0.1):
        for x, y in loop:
            near = {(int(y + dy) + 1, int(x + dx) + 1) for dx in (-0.11, 0.11) for dy in (-0.11, 0.11)}
            assert near & cells
            assert (int(y) + 1, int(x) + 1) in cells


def test_cells_that_touch_in_a_corner_have_two_outlines() -> None:
    assert len(outline([(1, 1), (2, 2)], 0.1)) == 2
    assert len(outline([(1, 2), (2, 1)], 0.1)) == 2


def test_a_ring_has_an_outer_and_an_inner_outline() -> None:
    ring = [(r, c) for r in (1, 2, 3) for c in (1, 2, 3) if (r, c) != (2, 2)]
    loops = outline(ring, 0.1)
    assert sorted(len(loop) for loop in loops) == [4, 4]
    assert {max(x for x, _ in loop) for loop in loops} == {2.9, 2.1}


def test_unit_edges_join_into_runs() -> None:
    assert runs([(1, 3), (1, 1), (1, 2), (1, 5), (2, 6)]) == [(1, 1, 3), (1, 5, 5), (2, 6, 6)]


def test_an_arrow_head_lies_behind_its_tip() -> None:
    first, tip, second = arrow_head((0, 0), (1, 0), 0.2)
    assert tip == (1, 0)
    assert first[0] < 1
    assert first[0] == second[0]
    assert first[1] == -second[1]
