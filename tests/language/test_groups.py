"""Groups of cells: they are compared as such, and what they hold by `values`."""

from __future__ import annotations

from itertools import product

import pytest

from puzzledsl import PuzzleError, parse
from puzzledsl.expressions import regions_of

ROOMS = "grid cell[2, 3] in 1..3\nregions room:\n    a b b\n    a c 12\n"


def shown(text: str) -> str:
    return "\n".join(parse(ROOMS + text).solve().shown)


def test_groups_are_one_or_not_whatever_their_cells_hold() -> None:
    text = "region_of(r1c1, room) == region_of(r2c1, room), region_of(r1c1, room) == region_of(r1c2, room)"
    assert shown(f"show {text}") == "true false"
    assert shown("show region_of(r2c2, room) != region_of(r2c3, room), room.c == room.c") == "true true"
    assert shown("show region_of(r1c1, [row(1), row(2)]) == row(1), room.a in room, room.a in [room.b]") == (
        "true true false"
    )
    assert shown("show region_of(r1c1, rows) == region_of(r1c1, columns), region_of(r1c1, room) == column(1)") == (
        "false true"
    )
    assert shown("show count(room, room.a), (room.a, 1) == (room.a, 1), room.a == none") == "1 true false"


def test_neighbours_in_different_rooms() -> None:
    """A rule of heyawake and many others: it was about values once, and accepted nonsense."""
    text = "for a, b in adjacent_pairs(cells) where region_of(a, room) != region_of(b, room):\n    a != b\n"
    model = parse(ROOMS + text + "for g in room, a, b in pairs(g):\n    a == b\n")
    found = model.solve().grids["cell"]
    assert found[0][0] == found[1][0] != found[0][1] == found[0][2]
    assert model.count().count == 6


def test_values_are_compared_by_saying_so() -> None:
    grid = "grid cell[2, 2] in 1..2\n"
    assert parse(grid + "values(row(1)) == values(row(2))\n").count().count == 4
    assert parse(grid + "for a, b in combinations(rows):\n    values(a) != values(b)\n").count().count == 12
    assert parse(grid + "row(1) == [1, 2]\nclone(row(2), row(1))\n").count().count == 1
    assert parse(grid + "(r1c1, r1c2) == (r2c1, r2c2)\n").count().count == 4
    assert parse("grid cell[2, 4] in 1..2\nlex_less(row(1), row(2))\n").count().count == 120
    assert parse(grid + "[r1c1] == [r2c1]\n").count().count == 8  # one cell in a list counts as the cell


@pytest.mark.parametrize("text", ["row(1) == row(2)", "row(1) != row(2)", "row(1) in rows", "[row(1)] == [row(2)]"])
def test_lists_of_cells_are_not_compared_without_saying_how(text: str) -> None:
    with pytest.raises(PuzzleError, match="are they the same cells, or do they hold the same values"):
        parse(ROOMS + text + "\n")


def test_a_condition_that_compares_groups_and_always_holds() -> None:
    (warning,) = parse(ROOMS + "region_of(r1c1, room) != region_of(r1c2, room)\n").elaborated.warnings
    assert "these are two groups of cells; to compare what they hold, write `values(…)`" in warning.label


def test_a_cell_listed_twice_is_not_a_region_that_is_too_large() -> None:
    with pytest.raises(PuzzleError, match=r"can never hold: alldifferent(?s:.*)a cell is listed twice"):
        parse(ROOMS + "alldifferent: [r2c2, r2c2]")


def test_labels() -> None:
    assert shown("show [label for label, g in room], [len(g) for g in room], [len(g) for _, g in room]") == (
        '["a", "b", "c", 12] [2, 2, 1, 1] [2, 2, 1, 1]'
    )
    assert (
        shown('show "b" in room, "z" in room, 12 in room, 1 in room, "z" not in room') == "true false true false true"
    )
    assert shown(
        "show label_of(r1c1, room), label_of(r2c3, room) + 1, label_of(r1c1, room) == label_of(r2c1, room)"
    ) == ("a 13 true")
    partly = "grid cell[1, 2] in 1..2\nregions part:\n    a .\nshow label_of(r1c2, part), region_of(r1c2, part)\n"
    assert list(parse(partly).solve().shown) == ["none none"]


def test_rays() -> None:
    masked = "grid cell[3, 3] in 1..9\nmask:\n    . . .\n    . . x\n    . . .\n"
    rays = "show [[(row_of(d), column_of(d)) for d in ray] for ray in rays(r2c2)], [len(ray) for ray in rays(r1c3)]"
    assert list(parse(masked + rays).solve().shown) == ["[[(1, 2)], [(2, 1)], [], [(3, 2)]] [0, 2, 0, 0]"]


def test_one_warning_for_all_rounds_of_a_loop() -> None:
    guard = "for a, b in combinations(cells):\n    has_cell(neighbors(a), b) -> a != b\n"
    assert parse(ROOMS + guard).elaborated.warnings == ()
    (warning,) = parse(ROOMS + "for c in cells:\n    c < 9\n").elaborated.warnings
    assert warning.message == "always holds: c < 9 with c = r1c1"


def sizes_of(values: tuple[int, ...], edges: tuple[tuple[int, int], ...]) -> list[int]:
    """Of each position, how many are in its component of equal values."""
    firsts = regions_of(len(values), [values[a] != values[b] for a, b in edges], edges)
    return [firsts.count(first) for first in firsts]


def test_component_sizes() -> None:
    """Fillomino, sizes of some cells only, and their opposites, against all grids."""
    own = "component_sizes(cells, cells)"
    some = "component_sizes([r1c1, r1c2, r1c3, r2c2], [2 * r1c2 + 1, none, r2c1 + 1, none])"
    edges = {"own": ((0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)), "some": ((0, 1), (1, 2), (1, 3))}
    fits = count_of_three = 0
    for values in product(range(1, 5), repeat=6):
        fits += sizes_of(values, edges["own"]) == list(values)
    for a, b, c, d, e, f in product(range(2), repeat=6):
        sizes = sizes_of((a, b, c, e), edges["some"])
        count_of_three += (sizes[0], sizes[2]) == (2 * b + 1, d + 1) and f in (0, 1)
    for grid, text, count, total in (("1..4", own, fits, 4**6), ("0..1", some, count_of_three, 2**6)):
        head = f"grid cell[2, 3] in {grid}\n"
        assert parse(f"{head}{text}\n").count().count == count
        assert parse(f"{head}not {text}\n").count().count == total - count
        assert (
            parse(f"{head}r1c1 == 1 -> {text}\n").count().count
            == total - parse(f"{head}r1c1 == 1\nnot {text}\n").count().count
        )
    by_corners = "component_sizes([r1c1, r1c2, r2c1, r2c2], [3, 1, 3, 3], [[r1c1, r2c2], [r2c2, r2c1]])"
    assert parse(f"grid cell[2, 2] in 0..1\n{by_corners}\n").count().count == 4
    assert shown("show component_sizes([], [])") == "true"
    grid = "grid cell[2, 3] in 1..3\n"
    for text, message in (
        ("component_sizes(cells, row(1))", "3 sizes for 6 cells"),
        ("component_sizes([r1c1, r1c2, r1c1], [1, 1, 1])", "r1c1 occurs twice"),
        ("component_sizes([r1c1 + 1], [1])", "a cell"),
        ("component_sizes(row(1), [1, 1, 1], [[r1c1, r2c1]])", "each pair is of two different cells of the list"),
        ("component_sizes([r1c1], [r1c2 / 2])", "sizes and cells are whole numbers"),
    ):
        with pytest.raises(PuzzleError, match=message):
            parse(grid + text + "\n")


def test_inverse() -> None:
    grid = "grid cell[2, 3] in 1..3\n"
    assert parse(grid + "inverse(row(1), row(2))\n").count().count == 6
    assert parse(grid + "not inverse(row(1), row(2))\n").count().count == 3**6 - 6
    assert parse(grid + "inverse(row(1), row(1))\n").count().count == 4 * 27
    assert parse(grid + "inverse(row(1), row(2)) xor inverse([2, 3, 1], row(2))\n").count().count == 6 + 27 - 2
    assert (
        shown("show inverse([2, 3, 1], [3, 1, 2]), inverse([2, 3, 1], [2, 3, 1]), inverse([], [])") == "true false true"
    )
    with pytest.raises(PuzzleError, match="lists of different lengths: 3, 2"):
        parse(grid + "inverse(row(1), [1, 2])\n")
    root = parse("grid cell[2, 3] in 1..3\ninverse(row(1), row(2))\nr1c1 != 2\nr1c2 != 2\nr2c1 != 2\n").candidates()
    assert root is not None
