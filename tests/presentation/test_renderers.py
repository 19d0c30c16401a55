"""Files: valid, escaped, of the size asked for, the same every time."""

from __future__ import annotations

import json
import subprocess
import sys
from html.parser import HTMLParser
from io import BytesIO
from xml.etree import ElementTree

import pytest
from PIL import Image

from puzzledsl.diagnostics import PuzzleError
from puzzledsl.expressions import variable
from puzzledsl.model import Model, Shown
from puzzledsl.presentation.picture import picture
from puzzledsl.presentation.renderers import formats, html, png, renderer, svg

from .models import ANSWER, CLASSIC, mark, model, rectangles, run
from .test_picture import KINDS

NASTY = "<script>alert('x')</script> & \"q\" \x00\x1b ]]> é 数"
SVG = "{http://www.w3.org/2000/svg}"


def nasty() -> Model:
    marks = [mark(kind, run((1, 1), (1, 3)), NASTY, "red") for kind in KINDS]
    return model(
        9,
        9,
        title=NASTY,
        givens=CLASSIC,
        boxes=rectangles(9, 9, 3, 3),
        marks=marks,
        metadata=[("author", NASTY)],
        shown=[[Shown(NASTY, ""), Shown(variable(0), "r1c1")]],
        text=f"# {NASTY}\n",
        clues=[NASTY],
    )


def test_the_formats_are_found() -> None:
    assert formats() == {"svg", "png", "html", "pdf"}
    assert {renderer(name).media_type for name in formats()} == {
        "image/svg+xml", "image/png", "text/html", "application/pdf",
    }  # fmt: skip


def test_svg_is_valid_xml_whatever_is_written_in_it() -> None:
    root = ElementTree.fromstring(svg.render(picture(nasty(), ANSWER)))
    assert root.tag == f"{SVG}svg"
    title = root.find(f"{SVG}title")
    assert title is not None
    assert title.text is not None
    assert title.text.startswith("<script>alert('x')</script> & \"q\"")
    assert {element.tag.removeprefix(SVG) for element in root.iter()} == {
        "svg", "title", "rect", "circle", "polyline", "polygon", "text",
    }  # fmt: skip


def test_svg_is_self_contained_and_the_same_every_time() -> None:
    first, second = (svg.render(picture(nasty(), ANSWER)) for _ in range(2))
    assert first == second
    assert first.count("http") == 1, "the namespace only"


def test_svg_takes_the_size_that_is_asked_for() -> None:
    scene = picture(model(4, 8))
    root = ElementTree.fromstring(svg.render(scene, width=500))
    assert float(root.attrib["width"]) == 500
    assert float(root.attrib["height"]) == pytest.approx(500 * scene.height / scene.width, abs=0.01)
    assert float(ElementTree.fromstring(svg.render(scene, height=100)).attrib["height"]) == 100
    both = ElementTree.fromstring(svg.render(scene, width=100, height=100))
    assert float(both.attrib["width"]) == 100
    assert float(both.attrib["height"]) < 100


def test_svg_view_box_is_the_picture() -> None:
    scene = picture(nasty())
    box = [float(word) for word in ElementTree.fromstring(svg.render(scene)).attrib["viewBox"].split()]
    left, top, _, _ = scene.bounds
    assert box == pytest.approx([100 * left, 100 * top, 100 * scene.width, 100 * scene.height], abs=0.01)


@pytest.mark.parametrize(("height", "width"), [(9, 9), (1, 1), (1, 12), (31, 46)])
def test_png_decodes_and_has_the_right_size(height: int, width: int) -> None:
    scene = picture(model(height, width), [5] * (height * width))
    with Image.open(BytesIO(png.render(scene, width=300))) as image:
        assert image.format == "PNG"
        assert image.width == 300
        assert image.height == int(300 * scene.height / scene.width)
        assert image.convert("L").getextrema() != (255, 255)


def test_png_shows_ink_and_paper_where_they_belong() -> None:
    scene = picture(
        model(2, 2, boxes=[[(1, 1), (2, 1)], [(1, 2), (2, 2)]], marks=[mark("shade", "r1c1", color="#000")])
    )
    with Image.open(BytesIO(png.render(scene, width=460))) as image:
        left, top, _, _ = scene.bounds
        factor = 460 / scene.width

        def at(x: float, y: float) -> object:
            return image.convert("RGB").getpixel((round((x - left) * factor), round((y - top) * factor)))

        assert at(0.5, 0.5) == (0, 0, 0)
        assert at(1.5, 0.5) == (255, 255, 255)
        assert at(1.0, 1.5) in [(level,) * 3 for level in range(100)]
        assert at(0.5, 1.5) == (255, 255, 255)


def test_png_draws_every_kind_of_mark_and_text() -> None:
    first, second = (png.render(picture(nasty(), ANSWER)) for _ in range(2))
    assert first == second


def test_a_huge_picture_is_made_smaller_rather_than_exhausting_memory() -> None:
    with Image.open(BytesIO(png.render(picture(model(2, 2)), width=100_000))) as image:
        assert image.width * image.height <= 36_000_000


def test_without_the_library_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    with pytest.raises(PuzzleError, match="vl_convert") as caught:
        png.render(picture(model(1, 1)))
    assert 'pip install "puzzledsl[png]"' in str(caught.value)


class Page(HTMLParser):
    """Checks that tags are closed in order, and collects what is in the page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta", "input"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def test_html_is_well_formed_escaped_and_self_contained() -> None:
    text = html.render(picture(nasty(), ANSWER))
    page = Page(text)
    tags = {tag for tag, _ in page.tags}
    assert {"svg", "details", "h1", "dl"} <= tags
    assert not tags & {"script", "link", "img", "iframe"}
    assert not any(name in attributes for _, attributes in page.tags for name in ("src", "href", "onclick"))
    assert "<script" not in text
    words = " ".join(page.words)
    assert words.count("alert('x')") >= 4, "title, heading, author, source"


def test_html_hides_the_solution_until_it_is_asked_for() -> None:
    solved = html.render(picture(nasty(), ANSWER))
    assert 'type="checkbox"' in solved
    assert "#solution:not(:checked) ~ .sheet .found" in solved
    assert solved.count('class="found"') == 81 - 32
    unsolved = html.render(picture(nasty()))
    assert "checkbox" not in unsolved
    assert 'class="found"' not in unsolved


def test_html_states_title_and_rules_once() -> None:
    puzzle = model(2, 2, metadata=[("puzzle", "Test"), ("author", "A. Setter"), ("note", "All differ.")])
    words = [word for word in Page(html.render(picture(puzzle))).words if word.strip()]
    assert words.count("All differ.") == 1
    assert words.count("A. Setter") == 1
    assert words.count("Test") == 3, "the page, its heading, the picture"


def test_terminal_and_report_stay_light() -> None:
    code = (
        "import json, sys, puzzledsl.presentation.terminal, puzzledsl.presentation.report\n"
        "print(json.dumps(sorted(sys.modules)))"
    )
    loaded = json.loads(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout)
    assert not {"vl_convert", "lark", "numpy", "pyomo", "highspy", "rich", "html", "pkgutil"} & set(loaded)
