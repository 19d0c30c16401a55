"""Thick lines run exactly where groups meet; masked places are distinguished."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

import puzzledsl
from puzzledsl.presentation.borders import before, borders, masks_are_filled, model_borders

from .models import JIGSAW, labelled, mark, model, rectangles, run


@st.composite
def partitions(draw: st.DrawFn) -> tuple[int, int, list[str]]:
    height, width = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    labels = st.text("ABC.", min_size=width, max_size=width)
    return height, width, draw(st.lists(labels, min_size=height, max_size=height))


@given(partitions())
def test_a_border_stands_exactly_between_cells_of_different_groups(partition: tuple[int, int, list[str]]) -> None:
    height, width, rows = partition
    groups = [[(r, c) for r, row in enumerate(rows, 1) for c, x in enumerate(row, 1) if x == g] for g in "ABC"]
    edges = borders(model(height, width).grids[0], [group for group in groups if group], False)
    for r in range(height + 1):
        for c in range(1, width + 1):
            outer = r in (0, height)
            assert ((r, c) in edges.horizontal) == (outer or rows[r - 1][c - 1] != rows[r][c - 1])
    for c in range(width + 1):
        for r in range(1, height + 1):
            outer = c in (0, width)
            assert ((c, r) in edges.vertical) == (outer or rows[r - 1][c - 1] != rows[r - 1][c])
    assert len(edges.horizontal) <= (height + 1) * width
    assert len(edges.vertical) <= height * (width + 1)


def test_no_groups_leave_only_the_frame() -> None:
    edges = borders(model(4, 5).grids[0], [], False)
    assert edges.horizontal == {(r, c) for r in (0, 4) for c in range(1, 6)}
    assert edges.vertical == {(c, r) for c in (0, 5) for r in range(1, 5)}


def test_the_same_group_given_twice_changes_nothing() -> None:
    grid = model(6, 6).grids[0]
    groups = labelled(JIGSAW)
    assert borders(grid, groups, False) == borders(grid, [*groups, list(reversed(groups[0]))], False)


def test_rooms_are_outlined_even_if_all_are_straight() -> None:
    dominoes = puzzledsl.parse("grid cell[2, 3]\nregions room:\n    aab\n    ccb\n").elaborated
    edges, _ = model_borders(dominoes, dominoes.grids[0])
    assert {(1, 1), (1, 2)} <= edges.horizontal
    assert {(2, 1), (2, 2)} <= edges.vertical


def test_straight_regions_take_no_boxes_away() -> None:
    text = "grid cell[4, 4] in 1..4\nalldifferent: rows, columns, blocks(2, 2)\n"
    rows = "regions pair:\n    .aa.\n    b..c\n    b..c\n    ....\n"
    plain, pairs = (puzzledsl.parse(f"{text}{more}").elaborated for more in ("", rows))
    assert pairs.boxes == plain.boxes


def test_blank_masks_are_cut_out_and_filled_ones_are_not() -> None:
    masked = model(2, 3, mask=". . x  . . .")
    blank = borders(masked.grids[0], [], False)
    assert (2, 1) in blank.vertical
    assert (3, 1) not in blank.vertical
    assert (1, 3) in blank.horizontal
    filled = borders(masked.grids[0], [], True)
    assert filled == borders(model(2, 3).grids[0], [], False)


def test_samurai_masks_are_blank_and_enclosed_or_clued_ones_are_black() -> None:
    samurai = model(12, 12, mask=" ".join("x" if r < 6 and c > 8 else "." for r in range(12) for c in range(12)))
    assert not masks_are_filled(samurai.grids[0], [])
    corner = model(3, 3, mask="x . .  . . .  . . .").grids[0]
    assert not masks_are_filled(corner, [])
    assert masks_are_filled(model(3, 3, mask=". . .  . x .  . . .").grids[0], [])
    kakuro = model(3, 3, mask="x x x  x . .  x . .").grids[0]
    assert not masks_are_filled(kakuro, [])
    assert masks_are_filled(kakuro, [mark("outside", "r2c2 r2c3", "7")])
    hole = model(5, 5, mask=" ".join("x" if 0 < r < 4 and 0 < c < 4 else "." for r in range(5) for c in range(5)))
    assert not masks_are_filled(hole.grids[0], [])


def test_an_outside_clue_stands_before_its_line() -> None:
    grid = model(6, 6).grids[0]

    def place(*corners: tuple[int, int]) -> tuple[tuple[int, int], tuple[int, int]]:
        return before(grid, mark("outside", run(*corners)).cells)

    assert place((3, 1), (3, 6)) == ((3, 0), (0, 1))
    assert place((3, 6), (3, 1)) == ((3, 7), (0, -1))
    assert place((1, 2), (6, 2)) == ((0, 2), (1, 0))
    assert place((6, 2), (1, 2)) == ((7, 2), (-1, 0))
    assert place((1, 3), (3, 1)) == ((0, 4), (1, -1))
    assert place((4, 1), (6, 3)) == ((3, 0), (1, 1))
    assert place((6, 6), (1, 1)) == ((7, 7), (-1, -1))
    assert place((3, 4), (3, 6)) == ((3, 0), (0, 1)), "a line that starts inside is clued from the edge"
    assert place((6, 5))[0] == (7, 5), "a single cell is read from the nearest side"
    masked = model(1, 4, mask=". x . .").grids[0]
    assert before(masked, ((1, 3), (1, 4))) == ((1, 2), (0, 1))


def test_samurai_boxes_overlap_without_extra_lines() -> None:
    groups = rectangles(9, 9, 3, 3) + rectangles(9, 9, 3, 3, 7, 7)
    edges = borders(model(15, 15).grids[0], groups, False)
    assert (7, 7) not in edges.horizontal
    assert all((9, c) in edges.horizontal for c in range(7, 10))
