"""Drawing never refuses a clue: where an argument is a cell, its name is written."""

from __future__ import annotations

import pytest

from puzzledsl import PuzzleError, parse

GRID = "grid cell[2, 3] in 1..9\n"


@pytest.mark.parametrize(
    ("clue", "texts"),
    [
        ("white_dot r1c3: r1c1 r1c2", ["r1c3"]),
        ("black_dot r1c3: r1c1 r1c2", ["r1c3"]),
        ("xv r1c3: r1c1 r1c2", ["r1c3"]),
        ("cage r1c3: r1c1 r1c2", ["r1c3"]),
        ("white_dot: r1c1 r1c2", [""]),
        ("xv 5: r1c1 r1c2", ["V"]),
        ("xv 7: r1c1 r1c2", ["7"]),
    ],
)
def test_a_cell_as_an_argument(clue: str, texts: list[str]) -> None:
    model = parse(GRID + clue + "\n")
    assert [mark.text for mark in model.elaborated.marks] == texts
    assert model.solve()
    assert "<svg" in model._repr_svg_()


RULE = """\
rule step(pair, by = 1):
    pair[2] == pair[1] + by
    if by == 1:
        draw dot(pair)
    else:
        draw dot(pair, by)
"""


def test_a_choice_between_drawings() -> None:
    marks = parse(f"{GRID}{RULE}step r1c3: r1c1 r1c2\nstep: r2c1 r2c2\nstep 2: r2c2 r2c3\n").elaborated.marks
    assert [mark.text for mark in marks] == ["r1c3", "", "2"]


def test_a_mistake_in_a_drawing_is_still_one() -> None:
    with pytest.raises(PuzzleError, match="depending on the cells, this is"):
        parse(f'{GRID}rule a(c):\n    c[1] > 1\n    draw text(c, if c[1] == 2 then "x" else 3)\na: r1c1\n')
    with pytest.raises(PuzzleError, match="`if` decides while compiling"):
        parse(f"{GRID}rule a(c, n):\n    if n == 2:\n        c[1] > 1\na r1c2: r1c1\n")
