"""Layouts: the forms that rows of marks may have."""

from __future__ import annotations

import pytest

from puzzledsl import PuzzleError, parse


def givens(grid: str, layout: str, **options: str) -> dict[str, int]:
    model = parse(f"{grid}\ngivens:\n{layout}\n", **options).elaborated  # type: ignore[arg-type]
    return {model.variables[number].name: value for number, value in model.givens.items()}


FOUR = "grid cell[2, 4] in 1..4"


@pytest.mark.parametrize(
    "layout",
    [
        "    1 . . 4\n    . 2 . .",
        "    1..4\n    .2..",
        "    1_?4\n    02 00",
        "    1. | .4\n    ---+---\n    .2 | ..",
        "    +---+---+\n    |1 .|. 4|\n    |. 2|. .|\n    +---+---+",
        "  1 . . 4   # the first row\n  # nothing\n\n  . 2 . .",
        "        1 . . 4\n    . 2 . .",
        "\n    1 0 0 4\n    0 2 0 0\n",
        "    1|.|.|4\n    .|2|.|.",
    ],
)
def test_forms_of_one_layout(layout: str) -> None:
    assert givens(FOUR, layout) == {"r1c1": 1, "r1c4": 4, "r2c2": 2}


def test_letters_stand_for_ten_and_more() -> None:
    assert givens("grid cell[1, 4] in 1..16", "    AG.9") == {"r1c1": 10, "r1c2": 16, "r1c4": 9}
    assert givens("grid cell[1, 3] in 1..35", "    z a 35") == {"r1c1": 35, "r1c2": 10, "r1c3": 35}
    with pytest.raises(PuzzleError, match="not a value of a cell"):
        givens("grid cell[1, 4] in 1..16", "    H...")
    with pytest.raises(PuzzleError, match="not a value of a cell"):
        givens("grid cell[1, 1] in 1..9", "    A")


def test_numbers_of_several_digits_are_separated_by_blanks() -> None:
    assert givens("grid cell[2, 3] in 0..120", "     7  12 120\n   100   .   0") == {
        "r1c1": 7, "r1c2": 12, "r1c3": 120, "r2c1": 100, "r2c3": 0,
    }  # fmt: skip


def test_zero_is_a_value_where_the_domain_has_it() -> None:
    assert givens("grid cell[1, 3] in 0..2", "    0.2") == {"r1c1": 0, "r1c3": 2}
    assert givens("grid cell[1, 3] in 1..2", "    0.2") == {"r1c3": 2}


def test_givens_of_another_grid_and_from_outside() -> None:
    text = "grid cell[1, 2] in 1..2\ngrid b[1, 2] in 5..6\ngivens b:\n    5 .\n"
    model = parse(text, givens="2.").elaborated
    assert {model.variables[n].name: v for n, v in model.givens.items()} == {"b[1, 1]": 5, "r1c1": 2}


@pytest.mark.parametrize(
    "extra", ["1..4.2..", "1 . . 4 . 2 . .", "1..4\n.2..", "# comment\n1 . . 4\n. 2 . .\n", "10040200"]
)
def test_givens_from_outside_may_be_one_line(extra: str) -> None:
    model = parse(FOUR, givens=extra).elaborated
    assert {model.variables[n].name: v for n, v in model.givens.items()} == {"r1c1": 1, "r1c4": 4, "r2c2": 2}


@pytest.mark.parametrize(
    ("layout", "says"),
    [
        ("    1 . .\n    . . . .", "row 1 has 3 marks, but the grid has 4 columns"),
        ("    1.|.\n    ..|..", "row 1 has 3 marks, but the grid has 4 columns"),
        ("    1....\n    ....", "row 1 has 5 marks, but the grid has 4 columns"),
        ("    1 . . .", "this layout has 1 row, but the grid has 2"),
        ("    ....\n    ....\n    ....", "this layout has 3 rows, but the grid has 2"),
        ("    5...\n    ....", "the given 5 is not in the domain of `cell`"),
        ("    x...\n    ....", "`x` is not a value of a cell"),
        ("    12 . . .\n    ....", "the given 12 is not in the domain"),
    ],
)
def test_wrong_layouts(layout: str, says: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        givens(FOUR, layout)
    assert says in str(caught.value)
    assert len(caught.value.diagnostics) == 1


def test_two_givens_of_one_cell_clash_only_if_they_differ() -> None:
    text = "grid cell[1, 2] in 1..2\ngivens:\n    1.\ngivens:\n    {}.\n"
    parse(text.format(1))
    with pytest.raises(PuzzleError, match="given as 2, and elsewhere as 1"):
        parse(text.format(2))


def test_givens_of_a_masked_grid() -> None:
    text = "grid cell[1, 3] in 1..2\nmask:\n    .x.\ngivens:\n    {}\n"
    for layout in ("1x2", "1.2", "102"):
        assert sorted(parse(text.format(layout)).elaborated.givens.values()) == [1, 2]
    with pytest.raises(PuzzleError, match="which is masked"):
        parse(text.format("112"))


def test_labels_of_regions_are_any_marks() -> None:
    model = parse("grid cell[2, 3] in 1..6\nregions part:\n    aa .\n    10 b b\n".replace("aa", "aa aa")).elaborated
    assert model.regions["part"][1] == {"aa": ((1, 1), (1, 2)), "10": ((2, 1),), "b": ((2, 2), (2, 3))}


def test_a_region_on_a_masked_place_is_a_mistake() -> None:
    text = "grid cell[1, 3] in 1..6\nmask:\n    .x.\nregions part:\n    {}\n"
    parse(text.format("a.a"))
    parse(text.format("axa"))
    with pytest.raises(PuzzleError, match="which is masked"):
        parse(text.format("aaa"))


def test_givens_from_outside_for_several_grids() -> None:
    text = "grid a[2, 2] in 1..4\ngrid b[1, 2] in 0..9\n"
    model = parse(text, givens="# a; c: 1\n1 .\n. 2\n; b: . 7").elaborated
    assert dict(model.givens) == {0: 1, 3: 2, 5: 7}
    assert dict(parse(text, givens="b: 70").elaborated.givens) == {4: 7, 5: 0}
    with pytest.raises(PuzzleError, match="no grid is called `d`"):
        parse(text, givens="1...; d: 1")
