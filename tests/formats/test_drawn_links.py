"""Links of genres to SudokuPad and Penpa+ show what the picture shows, no more and no less, with the rules in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import puzzledsl
from puzzledsl.elaboration.genres import example, genre_names, rules_of
from puzzledsl.formats import import_text
from puzzledsl.formats.board import ExportBoard
from puzzledsl.formats.sites.penpa.puzzle import puzzle_of
from puzzledsl.presentation.picture import picture
from puzzledsl.presentation.shapes import Rectangle, TextShape
from puzzledsl.records import replace
from tests.formats.drawn_links import content_of, differences, of_penpa, of_picture, of_sudokupad
from tests.formats.round_trip import clues

DECODED = {"sudokupad": of_sudokupad, "penpa": of_penpa}
KINDS = {
    "loops through cells": "masyu yajilin country barns detour",
    "loops along sides": "slitherlink",
    "lines": "hashi numlin anglers balloon",
    "shading": "nurikabe heyawake tapa lits nonogram aquarium kurotto hitori",
    "things in cells": "tents battleship batten starbattle",
    "areas": "fillomino shikaku araf compass regional-poly",
    "numbers": "sudoku skyscrapers kakuro kropki suguru makaro easyasabc",
}
NOT_DRAWN = [f"the clues `{name}` (nothing draws them)" for name in ("size", "letters", "largest")]
TWO_GRIDS = {"heyapin"}
"""They show two grids, and a link has one."""


def of_genres(kinds: Mapping[str, str]) -> list[object]:
    """For ``parametrize``: each genre of one grid. Those that are not named, by kind, are slow tests."""
    shown = " ".join(kinds.values()).split()
    assert {*shown} <= {*genre_names()}
    names = [name for name in genre_names() if name not in TWO_GRIDS]
    return [pytest.param(name, marks=() if name in shown else pytest.mark.slow) for name in names]


@pytest.mark.parametrize("site", DECODED)
@pytest.mark.parametrize("name", of_genres(KINDS))
def test_a_link_shows_what_the_picture_shows(name: str, site: str) -> None:
    model = puzzledsl.parse(example(name))
    (grid,) = (grid for grid in model.elaborated.grids if grid.name in picture(model.elaborated).corners)
    link = model.link(site)
    found = DECODED[site](link.text)
    known = ExportBoard(model.elaborated, site).known()
    shown = picture(model.elaborated, known)
    if site == "penpa":  # the cells of pieces are as large as others there, so they are elsewhere
        pieces = [shape for shape in shown.shapes if shape.role == "piece"]
        shown = replace(shown, shapes=tuple(shape for shape in shown.shapes if shape not in pieces))
        squares = [one for one in found.figures if pieces and one[0][1] > grid.height + 1]
        labels = [one for one in found.texts if pieces and one[0][1] > grid.height + 1]
        assert len({at for at, *_ in (*squares, *labels)}) == len(squares) + len(labels)
        assert len(squares) == sum(isinstance(shape, Rectangle) for shape in pieces)
        assert len(labels) == sum(isinstance(shape, TextShape) for shape in pieces)
        found.figures[:] = [one for one in found.figures if one not in squares]
        found.texts[:] = [one for one in found.texts if one not in labels]
    scene = of_picture(shown, grid.height, grid.width)
    assert differences(scene, found, apart=site == "sudokupad") == []
    assert all(part in NOT_DRAWN for part in link.left_out)
    assert rules_of(name) in found.rules


@pytest.mark.parametrize("site", DECODED)
def test_a_link_says_the_numbers_that_only_sentences_have(site: str) -> None:
    link = puzzledsl.parse(example("starbattle").replace("clues stars:\n    1", "clues stars:\n    2")).link(site)
    assert "Stars in each row, column and room: 2." in DECODED[site](link.text).rules


def test_a_difference_is_found() -> None:
    """Each thing that a link lacks, or has beyond the picture, is named."""
    model = puzzledsl.parse(example("masyu"))
    scene = of_picture(picture(model.elaborated), 5, 5)
    found = of_sudokupad(model.link("sudokupad").text)
    found.figures.pop()
    found.givens.append(((0.5, 0.5), "0"))
    found.lines.append(((0.5, 0.5), (3.5, 0.5)))
    found.walls.add((1.0, 0.5))
    named = " ".join(differences(scene, found, apart=True))
    for what in ("picture: the figure", "a given", "link: the line", "link: the wall"):
        assert what in named


def _solutions(name: str) -> tuple[Any, Any]:
    model = puzzledsl.parse(example(name))
    digits, lists = (decoded(model.link(site, solution=True).text).solution for site, decoded in DECODED.items())
    return digits, lists


def test_sites_compare_what_people_enter() -> None:
    """SudokuPad compares digits. Penpa+ compares shaded cells, lines, sides, numbers and circles, each in its list."""
    digits, lists = _solutions("sudoku")
    assert digits == "1234341221434321"
    assert [len(one) for one in lists] == [0, 0, 0, 0, 8, 0]
    for name, entered in {
        "nurikabe": [7, 0, 0, 0, 0, 0],
        "masyu": [0, 14, 0, 0, 0, 0],
        "slitherlink": [0, 0, 6, 0, 0, 0],
    }.items():
        digits, lists = _solutions(name)
        assert digits is None
        assert [len(one) for one in lists] == entered


def test_a_solution_that_no_site_compares_is_named() -> None:
    model = puzzledsl.parse(example("tents"))
    for site in DECODED:
        (sentence,) = model.link(site, solution=True).left_out
        assert sentence.startswith("the solution (")


def test_the_solution_of_penpa_is_read_again() -> None:
    link = puzzledsl.parse(example("sudoku")).link("penpa", solution=True).text
    assert "".join(puzzle_of(link).answers.values()) == "23322432"


# ── nothing is lost ──────────────────────────────────────────────────────────────────────────────

HIDDEN = """
grid x[3, 3] in 0..2
draw hidden(cells)
for c in cells:
    draw circle(c, when = c == 1)
for g in rows:
    sum(g) == 2
"""
SUDOKU = 'genre "sudoku"\nparam height = 4\nparam width = 4\n'


@pytest.mark.parametrize("site", DECODED)
@pytest.mark.parametrize("line", ["x[1, 1] in {0, 1}", "x[1, 1] != x[2, 2]", "x[1, 1] != 2"])
def test_what_hidden_cells_may_hold_is_stated(line: str, site: str) -> None:
    link = puzzledsl.parse(HIDDEN + line).link(site)
    assert line in DECODED[site](link.text).rules
    assert any(line in part for part in link.left_out)
    worded = puzzledsl.parse(f"{HIDDEN}# solvers: So it is.\n{line}").link(site)
    assert "So it is." in DECODED[site](worded.text).rules


@pytest.mark.parametrize("site", DECODED)
def test_statements_beside_a_genre_are_stated(site: str) -> None:
    own = "r2c1 in {3, 4}\nr1c1 != 4\n# solvers: The last digit is high.\nr4c4 in {3, 4}\n"
    rules = DECODED[site](puzzledsl.parse(SUDOKU + own).link(site).text).rules
    assert "row 2, column 1 is 3 or 4" in rules
    assert "row 1, column 1 is 1 or 2 or 3" in rules
    assert "The last digit is high." in rules


@pytest.mark.parametrize("site", DECODED)
def test_values_that_clues_state_are_drawn(site: str) -> None:
    for name, texts in {
        "lollipops": {"┃"},
        "roma": {"→", "↑"},
        "news": {"W", "E", "S", "×"},
        "renban": {"1", "2"},
    }.items():
        found = DECODED[site](puzzledsl.parse(example(name)).link(site).text)
        assert {text for _, text in (*found.texts, *found.givens)} == texts


def test_no_gap_covers_what_is_drawn_in_it() -> None:
    text = "grid x[3, 3] in 1..3\nmask:\n    .xx\n    xxx\n    xxx\n"
    text += 'draw digit((1, 1), "7")\ndraw shade((1, 1), color = "black")\n'
    content = content_of(puzzledsl.parse(text).link("sudokupad").text)
    assert [one["text"] for one in content["overlays"] if one["center"] == [0.5, 0.5]] == ["7"]


@pytest.mark.parametrize("name", ["whisper", "lines"])
def test_colours_of_penpa_are_read_again(name: str) -> None:
    model = puzzledsl.load(f"models/{name}.puz")
    again = puzzledsl.parse(import_text(model.link("penpa").text).model)
    assert again.unique().status == "unique"


@pytest.mark.parametrize("site", DECODED)
def test_a_note_that_names_a_colour_is_left_out_by_name(site: str) -> None:
    words, colour = "It is required that numbered cells are shared.", "A red line is a whisper."
    link = puzzledsl.parse(f'note "{words}"\nnote "{colour}"\n{SUDOKU}').link(site)
    assert words in DECODED[site](link.text).rules
    assert colour not in DECODED[site](link.text).rules
    assert any(colour in part for part in link.left_out)


@pytest.mark.parametrize(("name", "comes_back"), [("nurikabe", True), ("starbattle", True), ("easyasabc", False)])
def test_the_genre_is_a_tag_of_penpa_where_the_same_puzzle_comes_back(name: str, comes_back: bool) -> None:
    link = puzzledsl.parse(example(name)).link("penpa").text
    assert bool(puzzle_of(link).tags) == comes_back
    if comes_back:
        assert clues(puzzledsl.parse(import_text(link).model)) == clues(puzzledsl.parse(example(name)))


def test_a_genre_without_different_rows_is_no_sudoku_of_penpa() -> None:
    assert puzzle_of(puzzledsl.parse(example("antmill")).link("penpa").text).kind == "square"


def test_what_has_no_room_on_penpa_is_named() -> None:
    text = "draw circle(r1c1)\ndraw square(r1c1)\ndraw diamond(r1c1)\n"
    (named,) = puzzledsl.parse(SUDOKU + text).link("penpa").left_out
    assert "symbols" in named
    both = puzzledsl.parse(SUDOKU + 'draw digit(r1c1, "9")\ngivens:\n    1...\n    ....\n    ....\n    ....\n')
    assert ((0.5, 0.5), "9 1") in of_penpa(both.link("penpa").text).texts
