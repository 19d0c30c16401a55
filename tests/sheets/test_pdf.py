"""The file: what another program finds in it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from puzzledsl import parse
from puzzledsl.diagnostics import PuzzleError
from puzzledsl.presentation.pdf_document import PdfDocument
from puzzledsl.presentation.renderers import pdf
from puzzledsl.sheets.entry import prepared
from puzzledsl.sheets.printing import Layout, Sheets, sheets

from .conftest import FOUR, KILLER, ONE, Pdf

SCRIPTS = ["Rätsel №", "Ελληνικό παζλ", "Загадка", "Łamigłówka", "ჩემი"]


def printed(*texts: str, layout: Layout | None = None) -> Sheets:
    entries = [prepared(parse(text).elaborated, difficulty=True, solution=True) for text in texts]
    return sheets(entries, layout or Layout(4, solutions=True))


def test_the_words_can_be_searched_and_copied() -> None:
    found = Pdf(printed(ONE, KILLER).pdf)
    first, last = found.texts
    for words in ("1. Four", "by A. Setter", "difficulty: easy (", "All different: rows, columns, boxes.", "2. Cages",
                  "The digits in a cage are all different", "1 / 2"):  # fmt: skip
        assert words in first
    assert last.startswith("Solutions 1. Four 2. Cages")
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
    assert found.missing == ()
    assert all(title in text for text in Pdf(found.pdf).texts)
    assert Pdf(found.pdf).reader.metadata.title == title  # type: ignore[union-attr]


def test_hebrew_runs_to_the_left_and_arabic_letters_join() -> None:
    with PdfDocument("test") as document:
        document.add_page(200, 200)
        document.text((20, 50), "שלום", 20)
        joined, alone = document.width("ببب", 20), document.width("ب", 20)
        found = Pdf(document.output())
    # A reader puts letters that stand from right to left into the order in which they are spoken.
    assert found.texts == ["שלום"]
    assert document.missing == {}
    assert joined < 3 * alone, "letters within a word are narrower than alone"


def test_characters_that_no_font_has_are_named() -> None:
    found = printed(ONE.replace("Four", "数独 Four"))
    assert found.missing == ("数", "独")
    assert "\ufffd\ufffd Four" in Pdf(found.pdf).texts[0]


def test_signs_that_are_not_seen_are_left_out() -> None:
    with PdfDocument("test") as document:
        document.add_page(200, 200)
        document.text((20, 50), "F\u200bo\u00adu\u2066r\u2069\ufeff", 20)
        assert Pdf(document.output()).texts == ["Four"]
        assert document.missing == {}


def test_a_further_font_has_them(tmp_path: Path) -> None:
    place = tmp_path / "square.ttf"
    write_font(place, "数独")
    found = printed(ONE.replace("Four", "数独 Four"), layout=Layout(fonts=(place,)))
    assert found.missing == ()
    assert "数独 Four" in Pdf(found.pdf).texts[0]


def write_font(place: Path, characters: str) -> None:
    """A font that draws a square for each of these characters, and has no others."""
    from fontTools.fontBuilder import FontBuilder
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    names = [".notdef", *(f"uni{ord(character):04X}" for character in characters)]
    pen = TTGlyphPen(None)
    pen.moveTo((0, 0))
    for point in ((0, 700), (700, 700), (700, 0)):
        pen.lineTo(point)
    pen.closePath()
    square = pen.glyph()
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({ord(c): name for c, name in zip(characters, names[1:], strict=True)})
    builder.setupGlyf(dict.fromkeys(names, square))
    builder.setupHorizontalMetrics(dict.fromkeys(names, (800, 0)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Square", "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost()
    builder.save(str(place))


@pytest.mark.parametrize(("name", "said"), [("no.ttf", "there is no font"), ("one.txt", "is not a font: its ending"),
                                            ("bad.ttf", "cannot be read as a font")])  # fmt: skip
def test_what_is_no_font_is_refused(tmp_path: Path, name: str, said: str) -> None:
    (tmp_path / "one.txt").write_text("")
    (tmp_path / "bad.ttf").write_bytes(b"\0\1\0\0 and nothing that makes sense")
    with pytest.raises(PuzzleError, match=said):
        PdfDocument("test", fonts=[tmp_path / name])


def test_the_same_sheets_are_the_same_bytes() -> None:
    assert printed(ONE, KILLER).pdf == printed(ONE, KILLER).pdf


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
    model = parse(ONE)
    from puzzledsl.presentation.picture import picture

    scene = picture(model.elaborated)
    found = Pdf(pdf.render(scene, width=400))
    assert found.sizes == {(300, round(300 * scene.height / scene.width))}
    assert sorted(found.texts[0].split()) == ["1", "1", "2", "4"]


def test_without_fpdf2_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fpdf", None)
    with pytest.raises(PuzzleError, match="fpdf2") as caught:
        PdfDocument("test")
    assert 'pip install "puzzledsl[pdf]"' in str(caught.value)
