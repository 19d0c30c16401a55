"""Ids of Simon Tatham's games: links, saved games, and ids whose game the user names."""

from __future__ import annotations

import pytest

from puzzledsl import PuzzleError, parse
from puzzledsl.formats import import_text

SITE = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/"
LAYOUTS = [
    ("loopy.html#3x3t0:3a22b1b", "slitherlink", ["number:", "3.2", "2..", "1.."]),
    ("range.html#3x2:a3b2_5", "kurodoko", ["number:", ".3.", ".25"]),
    ("rect.html#4x2:4g4", "shikaku", None),
    ("rect.html#2x2:a10_2a", "shikaku", ["number:", ". 10", "2 ."]),
    ("bridges.html#3x3i30e10m2:2a2c2a2", "hashi", ["number:", "2.2", "...", "2.2"]),
    ("filling.html#2x2:2b1", "fillomino", ["number:", "2.", ".1"]),
    ("singles.html#2x2de:1a21", "hitori", ["digit:", "1 10", "2 1"]),
    ("slant.html#2x1:a1b_2a", "gokigen", ["number:", ".1.", ".2."]),
    ("lightup.html#3x2b20s4d0:1aBb0", "lightup", ["number:", "1.?", "..0", "mask:", "x.x", "..x"]),
    ("pattern.html#3x2:1//1.1/2/1", "nonogram", ["above:", "1, . 1,1", "left:", "2, 1,"]),
    ("tents.html#3x2:_ac,1,0,1,1,1", "tents", ["above:", "101", "left:", "11", "tree:", "x.x", "..."]),
    ("galaxies.html#2x2:abd", "tentaisho", ["star:", "w.w", "...", "w.."]),
    ("towers.html#3:1/2/////3/1/////2,b2f", "skyscrapers", None),
]


@pytest.mark.parametrize(("link", "genre", "rows"), [one for one in LAYOUTS if one[2]])
def test_each_game_fills_the_layouts_of_its_genre(link: str, genre: str, rows: list[str]) -> None:
    imported = import_text(SITE + link)
    assert (imported.format, imported.not_understood) == ("tatham", ())
    assert f'genre "{genre}"' in imported.model
    lines = [" ".join(line.split()) for line in imported.model.partition('genre "')[2].splitlines()[1:] if line]
    assert [line.rpartition(" ")[2] if line.endswith(":") else line for line in lines] == rows
    parse(imported.model)


def test_towers_have_numbers_on_four_sides_and_givens() -> None:
    model = import_text(SITE + "towers.html#3:1/2///2/3/3//1//1/,b2_1e").model
    assert [line.strip() for line in model.splitlines() if line and line[0] == " "][:4] == ["12.", ".23", "3.1", ".1."]
    assert "    ..2\n    1..\n" in model


def test_a_sudoku() -> None:
    model = import_text(SITE + "solo.html#3x2:1_2_3_4_5_6_4_5_6za").model
    assert "grid cell[6, 6] in 1..6" in model
    assert "alldifferent: rows, columns, boxes" in model
    assert "    1 2 3 4 5 6\n    4 5 6 . . .\n" in model
    diagonal = import_text(SITE + "solo.html#2x2x:1o").model
    assert "alldifferent: rows, columns, diagonal, antidiagonal, boxes" in diagonal
    assert parse(diagonal).solve().status == "solved"


SAVED = """\
SAVEFILE:41:Simon Tatham's Portable Puzzle Collection
VERSION :1:1
GAME    :5:Loopy
PARAMS  :5:3x3t0
CPARAMS :7:3x3t0de
DESC    :7:3a22b1b
NSTATES :1:1
"""


def test_a_saved_game_and_an_id_are_the_same_puzzle() -> None:
    link = import_text(SITE + "loopy.html#3x3t0:3a22b1b").model
    assert import_text(SAVED).model == link
    for name in ("loopy", "Loopy", "slither"):
        assert import_text("3x3t0:3a22b1b", "tatham", name).model == link


@pytest.mark.parametrize(
    ("text", "game", "message"),
    [
        (SITE + "map.html#20x15n30:lei", "", "the game `map` of Simon Tatham's puzzles is not read"),
        (SITE + "tents.html#8x8de%23911105660705777", "", "random seeds"),
        (SITE + "loopy.html#3x3t5:51b", "", "the variant `t5` of `loopy` is not read"),
        (SITE + "solo.html#3jd:a1", "", "the variant `jd` of `solo` is not read"),
        (SITE + "bridges.html#3x3i30e10m3:2a2c2a2", "", "is not read"),
        (SITE + "range.html#3x2:a3b2", "", "its clues are for 5 places, and it has 6"),
        ("3x3t0:3a22b1b", "", "does not name its game"),
    ],
)
def test_what_is_refused(text: str, game: str, message: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        import_text(text, "tatham", game)
    assert message in str(caught.value)
