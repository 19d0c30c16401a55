"""The documentation site: it builds without a warning, its links lead somewhere, and its search finds things first."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from functools import partial
from hashlib import sha256
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote, urlsplit

import pytest

pytest.importorskip("furo", reason="needs the extra `site`")

from blocks import blocks

from tests.docs.pages import DOCS, ROOT
from tests.web.browser import chromium, opened

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow


class Read(HTMLParser):
    """What a page refers to, and what on it can be referred to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.anchors: set[str] = set()
        self.pictures: list[dict[str, str | None]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.anchors.add(found.get("id") or "")
        target = found.get("href") or found.get("src")
        if target and found.get("rel") not in ("index", "search", "canonical"):
            self.links.add(target)
        if tag == "img":
            self.pictures.append(found)


def test_every_page_is_there(site: Path) -> None:
    names = {path.relative_to(DOCS).with_suffix("").as_posix() for path in DOCS.rglob("*.md")}
    names |= {path.relative_to(DOCS).with_suffix("").as_posix() for path in DOCS.rglob("*.ipynb")}
    others = {"api", "architecture", "benchmarks", "changelog", "contributing", "gallery", "genres"}
    for name in {name.replace("README", "index") for name in names} | others:
        assert (site / f"{name}.html").is_file(), name
        if name != "index":
            assert f'href="{name}.html"' in (site / "index.html").read_text(encoding="utf-8"), name


def test_every_link_leads_somewhere(site: Path) -> None:
    paths = [path for path in site.rglob("*.html") if path.parent.name != "play"]
    pages = {path: Read(path.read_text(encoding="utf-8")) for path in paths}
    assert len(pages) > 30
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme:
                assert parts.scheme in ("https", "data"), f"{path.name}: {link}"
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            assert target.is_file(), f"{path.name}: {link}"
            if parts.fragment and target in pages:
                assert unquote(parts.fragment) in pages[target].anchors, f"{path.name}: {link}"
        for picture in page.pictures:
            assert picture.get("alt"), f"{path.name}: {picture} has no words for those who do not see it"


def test_no_page_loads_anything_from_elsewhere(site: Path) -> None:
    for path in site.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert not re.findall(r'<(?:script|img|link)\b[^>]*(?:src|href)="https?:[^"]*"', text), path


def test_examples_stand_beside_their_pictures(site: Path) -> None:
    solved = [block for block in blocks((DOCS / "language.md").read_text(encoding="utf-8")) if "solve" in block.words]
    assert solved
    page = (site / "language.html").read_text(encoding="utf-8")
    drawn = re.findall(r'<div class="picture.*?src="(_images/[^"]+\.svg)"', page, re.DOTALL)
    assert len(drawn) > 15
    first = (site / drawn[0]).read_text(encoding="utf-8")
    assert solved[0].text is not None
    digits = re.findall(r"\d", solved[0].text.rpartition("\n")[0])
    assert sorted(re.findall(r">(\d)</text>", first)) == sorted(digits)


def test_examples_open_in_the_page(site: Path) -> None:
    if not (site / "play").is_dir():
        pytest.skip("the page without a server is built by node and npm")
    from play import address_of, without_answer

    for name, model in (("gallery", "killer"), ("gallery", "pearls")):
        text = without_answer((ROOT / "models" / f"{model}.puz").read_text(encoding="utf-8"))
        assert "expected" not in text
        assert f'href="play/index.html{address_of(text)}"' in (site / f"{name}.html").read_text(encoding="utf-8")
        (checked,) = (site / "play" / "checked").glob(f"{sha256(text.encode()).hexdigest()[:12]}.json")
        assert "<svg" in json.loads(checked.read_text(encoding="utf-8"))["svg"]
    assert 'href="../play/index.html#' in (site / "start/setter.html").read_text(encoding="utf-8")
    examples = blocks((DOCS / "language.md").read_text(encoding="utf-8"))
    assert (site / "language.html").read_text(encoding="utf-8").count('class="play"') == len(examples)


CHROMIUM = chromium()


@pytest.fixture(scope="module")
def browser(site: Path) -> Iterator[Browser]:
    pytest.importorskip("playwright", reason="needs playwright (pip install playwright)")
    if CHROMIUM is None:
        pytest.skip("needs a Chromium: apt-get install chromium")
    with opened(CHROMIUM) as found:
        yield found


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 390, "height": 844}, color_scheme="dark")
    found = context.new_page()
    found.set_default_timeout(60_000)
    yield found
    context.close()


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("german whispers", "rules.html#whisper"),
        ("killer", "rules.html#cage"),
        ("kropki", "rules.html#black-dot"),
        ("numbered rooms", "rules.html#numbered-room"),
        ("big-M", "encodings.html#big-m"),
        ("uniqueness", "solutions.html#unique"),
        ("no solution", "clues.html#why-is-there-no-solution"),
        ("16x16", "language.html#grids-variables-constants"),
        ("Model.solve", "api.html#puzzledsl.Model.solve"),
    ],
)
def test_the_search_finds_the_right_place_first(page: Page, address: str, words: str, place: str) -> None:
    page.goto(f"{address}search.html?q={quote(words)}")
    page.locator(".search-summary", has_text="found").wait_for()
    first = page.locator("#search-results ul.search > li").first
    assert (first.locator("a").first.get_attribute("href") or "").startswith(place)


def test_the_search_names_the_heading(page: Page, address: str) -> None:
    page.goto(f"{address}search.html?q=kropki")
    page.locator(".search-summary", has_text="found").wait_for()
    titles = [link.inner_text() for link in page.locator("#search-results ul.search > li > a").all()[:3]]
    assert titles == [f"The standard library > {name}" for name in ("black_dot", "white_dot", "no_ratio")]


@pytest.mark.parametrize(
    "name", ["index", "rules", "seeds", "api", "start/setter", "gallery", "genres", "notebooks/relaxations"]
)
def test_a_page_fits_on_a_phone(page: Page, address: str, name: str) -> None:
    page.goto(f"{address}{name}.html")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_every_relative_link_of_the_readme_becomes_absolute() -> None:
    from hatchling.metadata.core import ProjectMetadata
    from hatchling.plugin.manager import PluginManager

    metadata = ProjectMetadata(str(ROOT), PluginManager())
    text = metadata.core.readme
    assert not re.findall(r"\]\((?!https://|#)[^)]*\)", text)
    source = metadata.core.urls["Source"]
    linked = re.findall(rf"\({re.escape(source)}/(?:blob|raw)/main/([^)#]*)", text)
    written = re.findall(r"\]\((?!https?:|#)([^)#]*)", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert linked == written
    assert len(written) > 10
    assert all((ROOT / path).exists() for path in written)
