"""The file: what another program finds in it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from puzzledsl import parse
from puzzledsl.diagnostics import PuzzleError
from puzzledsl.presentation.picture import picture
from puzzledsl.presentation.renderers import pdf
from puzzledsl.sheets.entry import prepared
from puzzledsl.sheets.printing import Layout, Sheets, sheets

from .conftest import FOUR, KILLER, ONE, Pdf

SCRIPTS = ["Rätsel №", "Ελληνικό παζλ", "Загадка", "Łamigłówka"]


def printed(*texts: str, layout: Layout | None = None) -> Sheets:
    entries = [prepared(parse(text).elaborated, difficulty=True, solution=True) for text in texts]
    return sheets(entries, layout or Layout(4, solutions=True))


def test_the_words_can_be_searched_and_copied() -> None:
    found = Pdf(printed(ONE, KILLER).pdf)
    first, last = found.texts
    for words in ("1. Four", "by A. Setter", "difficulty: easy (", "All different: rows, columns, boxes.", "2. Cages",
                  "The digits in a cage are all different", "1 / 2"):  # fmt: skip
        assert words in first
    assert last.startswith("Solutions 1. Four 3 1 4 2 ")
    assert "2. Cages one of several solutions" in last
    assert "2 / 2" in last
    assert found.reader.metadata is not None
    assert found.reader.metadata.title == "Puzzles"
    assert found.reader.metadata.author == "A. Setter"


def test_solutions_are_on_the_last_page_alone() -> None:
    first, last = Pdf(printed(ONE).pdf).texts
    assert first.count("3") == 0  # no given is 3
    assert last.count("3") == 4
    (only,) = Pdf(printed(ONE, layout=Layout()).pdf).texts
    assert "Solution" not in only


def test_fonts_are_embedded_and_in_unicode() -> None:
    fonts = Pdf(printed(ONE).pdf).fonts
    assert len(fonts) >= 2, "regular and bold"
    assert all(font == {"unicode": True, "embedded": True} for font in fonts)


@pytest.mark.parametrize("title", SCRIPTS)
def test_titles_in_other_scripts(title: str) -> None:
    found = printed(ONE.replace("Four", title))
    assert all(title in text for text in Pdf(found.pdf).texts)
    assert Pdf(found.pdf).reader.metadata.title == title  # type: ignore[union-attr]


def test_hebrew_runs_to_the_left() -> None:
    found = printed(ONE.replace("Four", "שלום"))
    # The reader of the tests lists letters as they stand on the page, from left to right.
    assert all("".join(reversed("שלום")) in text for text in Pdf(found.pdf).texts)


def test_text_cannot_make_the_converter_load_anything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An element or reference within a text is text; the SVG that is converted has no other."""
    secret = tmp_path / "secret.svg"
    secret.write_text('<svg xmlns="http://www.w3.org/2000/svg"><text>secret</text></svg>')
    hostile = f"</text><image href='file://{secret}'/><style>@import url(file://{secret})</style> &x;"
    model = ONE.replace("Four", hostile) + f'note "{hostile}"\ndraw text(r4c4, "{hostile}", color = "red")\n'
    found = Pdf(printed(model, layout=Layout()).pdf)
    assert "<image href=" in found.texts[0]
    assert not any("/Image" in str(page["/Resources"].get("/XObject", "")) for page in found.reader.pages)  # type: ignore[attr-defined]


def test_a_solution_that_is_not_the_only_one_is_marked() -> None:
    found = printed(FOUR, "grid cell[1, 3] in 1..9\nvar total in 3..27\ntotal == r1c1 + r1c2 + r1c3\nmaximize total\n")
    first, last = Pdf(found.pdf).texts
    assert first.count("difficulty") == 0
    assert "one of several solutions" in last
    assert "total = 27" in last
    assert "objective = 27" in last


def test_models_without_grids_and_with_several() -> None:
    found = printed(
        'puzzle "Two numbers"\nvar a in 1..9\nvar b in 1..9\na + b == 17\na > b\n',
        "grid cell[1, 2] in 1..2\ngrid other[1, 2] in 1..2\nr1c1 < r1c2\nother[1, 1] > other[1, 2]\n",
    )
    first, last = Pdf(found.pdf).texts
    assert "Two numbers" in first
    assert "difficulty" in first
    assert "cell other" in first
    assert "a = 9" in last


def test_what_steps_cannot_use_has_no_difficulty() -> None:
    found = printed('puzzle "Reals"\nvar x in real 0..10\nx + x == 9\n')
    first, last = Pdf(found.pdf).texts
    assert "difficulty" not in first
    assert "x = 4.5" in last


def test_a_picture_is_a_page_of_its_own() -> None:
    scene = picture(parse(ONE).elaborated)
    found = Pdf(pdf.render(scene, width=400))
    assert found.sizes == {(300, round(300 * scene.height / scene.width))}
    assert sorted(found.texts[0].split()) == ["1", "1", "2", "4"]


@pytest.mark.parametrize("library", ["vl_convert", "pypdf"])
def test_without_a_library_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch, library: str) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(PuzzleError, match=library) as caught:
        printed(ONE)
    assert 'pip install "puzzledsl[pdf]"' in str(caught.value)
