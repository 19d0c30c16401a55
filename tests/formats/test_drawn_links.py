"""Links of genres to SudokuPad and Penpa+ show what the picture shows, no more and no less, with the rules in words."""

from __future__ import annotations

from typing import Any

import pytest

import puzzledsl
from puzzledsl.elaboration.genres import example, genre_names, rules_of
from puzzledsl.formats.sites.penpa.puzzle import puzzle_of
from puzzledsl.presentation.picture import picture
from tests.formats.drawn_links import differences, of_penpa, of_picture, of_sudokupad

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
SHOWN = [name for names in KINDS.values() for name in names.split()]
TWO_GRIDS = {"heyapin"}
"""They show two grids, and a link has one."""


def _compare(name: str, site: str) -> None:
    model = puzzledsl.parse(example(name))
    (grid,) = (grid for grid in model.elaborated.grids if grid.name in picture(model.elaborated).corners)
    link = model.link(site)
    found = DECODED[site](link.text)
    scene = of_picture(picture(model.elaborated), grid.height, grid.width)
    assert differences(scene, found, apart=site == "sudokupad") == []
    assert link.left_out == ()
    assert rules_of(name) in found.rules


@pytest.mark.parametrize("site", DECODED)
@pytest.mark.parametrize("name", SHOWN)
def test_a_link_shows_what_the_picture_shows(name: str, site: str) -> None:
    _compare(name, site)


@pytest.mark.slow
@pytest.mark.parametrize("site", DECODED)
def test_the_links_of_all_genres_do(site: str) -> None:
    for name in genre_names():
        if name not in TWO_GRIDS:
            _compare(name, site)


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
