"""The page without a server: the folder `play` behind a plain server of files; and the same steps on the local page."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

pytest.importorskip("playwright", reason="needs playwright (pip install playwright)")

from tests.web.browser import Setter, chromium, opened
from tests.web.served import LONG

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

    from tests.web.served import Served

ROOT = Path(__file__).parents[2]
CHROMIUM = chromium()
SIZES: list[dict[str, Any]] = [
    {},
    {"viewport": {"width": 390, "height": 844}, "has_touch": True, "color_scheme": "dark"},
]
COPYING = {"permissions": ["clipboard-read", "clipboard-write"]}
SLITHERLINK = "https://puzz.link/p?slither/3/3/0i103h"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="needs a Chromium: apt-get install chromium"),
]

Visit = Callable[..., Setter]


STRICT = """
import http.server, sys

class Strict(http.server.SimpleHTTPRequestHandler):
    def end_headers(self):
        self.send_header("Content-Security-Policy", sys.argv[2])
        super().end_headers()

http.server.test(Strict, port=0, bind="127.0.0.1")
"""
"""A server of files that sends a policy with each, so that it binds the workers, too."""


class Files:
    """`python -m http.server`, until `end`.

    Args:
        policy: sent with all files.
    """

    def __init__(self, folder: Path, policy: str = "") -> None:
        server = ["-c", STRICT, "0", policy] if policy else ["-m", "http.server", "0", "--bind", "127.0.0.1"]
        command = [sys.executable, "-u", *server, *([] if policy else ["--directory", str(folder)])]
        self._process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=folder
        )
        assert self._process.stdout is not None
        port = re.search(r"port (\d+)", self._process.stdout.readline())
        assert port
        self.address = f"http://127.0.0.1:{port[1]}/"

    def end(self) -> None:
        self._process.kill()
        self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()


@pytest.fixture
def files(play: Path) -> Iterator[Files]:
    server = Files(play)
    yield server
    server.end()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    assert CHROMIUM is not None
    with opened(CHROMIUM) as found:
        yield found


@pytest.fixture
def visit(browser: Browser) -> Iterator[Visit]:
    """Opens pages; at the end no script has failed, and nothing was asked of another origin."""
    visitors: list[Setter] = []

    def opened_page(address: str, **context: Any) -> Setter:
        visitors.append(Setter(browser, address, **context))
        return visitors[-1]

    yield opened_page
    for visitor in visitors:
        visitor.close()
        assert not visitor.problems
        hosts = {urlsplit(url).hostname for url in visitor.requests if not url.startswith(("blob:", "data:"))}
        assert hosts == {"127.0.0.1"}


@pytest.fixture(params=["play", "local"])
def address(request: pytest.FixtureRequest) -> str:
    """Of the page without a server, and of that with one."""
    if request.param == "play":
        files: Files = request.getfixturevalue("files")
        return files.address
    serve: Callable[..., Served] = request.getfixturevalue("serve")
    return serve().address


@pytest.mark.parametrize("context", SIZES, ids=["desktop", "dark-phone"])
def test_a_killer_is_written_mended_and_solved(
    address: str, visit: Visit, context: dict[str, Any], request: pytest.FixtureRequest
) -> None:
    setter, name = visit(address, **context), request.node.callspec.id
    page, narrow = setter.page, bool(context)

    def show(pane: str) -> None:
        if narrow:
            page.click(f"#panes [data-tab={pane}]")

    page.click('[data-start="4"]')
    show("model")
    setter.reads("grid cell[4, 4] in 1..4")
    setter.write("cagee 3: r1c1 r1c2")
    page.locator(".mark-error", has_text="cagee").first.wait_for()
    setter.look(f"play-1-mistake-{name}")
    page.click("#mistakes")
    page.locator("#mistake-list button", has_text="cage").last.click()
    setter.reads("cage 3: r1c1 r1c2")
    setter.write("cage 4: r3c1 r4c1\nthermo: r1c2 r2c2 r3c3\nr2c4 == 1\nr3c4 == 3")
    show("puzzle")
    setter.sees("#state-words", "One solution")
    setter.look(f"play-2-unique-{name}")
    setter.run("unique")
    setter.sees("#result .headline", "exactly one solution")
    page.click("#back")
    setter.click("r4c4")
    setter.run("explain")
    setter.sees("#result .headline", "r4c4 is ")
    setter.look(f"play-3-explain-{name}")
    setter.run("steps")
    page.click("[aria-label='Last step']")
    setter.sees("#result .headline", "Solved in")
    setter.look(f"play-4-steps-{name}")
    assert page.evaluate("document.documentElement.scrollWidth") == page.evaluate("innerWidth")


@pytest.mark.parametrize("context", SIZES, ids=["desktop", "dark-phone"])
def test_links_of_other_sites_are_pasted(
    address: str, visit: Visit, context: dict[str, Any], request: pytest.FixtureRequest
) -> None:
    setter, name = visit(address, **context), request.node.callspec.id
    page = setter.page
    for link, title in ((exported(), "Small"), (SLITHERLINK, "Slitherlink")):
        page.click("#import")
        page.fill("#import-text", link)
        page.click("#import-form button[type=submit]")
        setter.sees("#toasts", f"Imported “{title}")
        setter.sees("#state-words", "One solution")
        setter.look(f"play-5-{title.lower()}-{name}")
        assert page.evaluate("document.documentElement.scrollWidth") == page.evaluate("innerWidth")


def exported() -> str:
    import puzzledsl

    rows = "givens:\n    . . 3 .\n    . . . 1\n    . 1 . .\n    4 . . .\n"
    text = f'puzzle "Small"\ngrid cell[4, 4] in 1..4\nalldifferent: rows, columns, boxes\ncage 3: r1c1 r1c2\n{rows}'
    return puzzledsl.parse(text).link("f-puzzles").text


@pytest.mark.parametrize("context", SIZES, ids=["desktop", "dark-phone"])
def test_a_copied_link_opens_elsewhere_and_without_a_network(
    files: Files, visit: Visit, context: dict[str, Any], request: pytest.FixtureRequest
) -> None:
    setter, name = visit(files.address, **COPYING, **context), request.node.callspec.id
    page = setter.page
    page.click("#examples button:has-text('Killer')")
    setter.sees("#state-words", "One solution")
    page.click("#export")
    with page.expect_download() as download:
        page.click("[data-format=png]")
    assert download.value.path().read_bytes().startswith(b"\x89PNG")
    page.click("#export-dialog [data-close]")
    page.click("#share")
    setter.sees("#toasts", "The link is copied")
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.startswith(f"{files.address}#puz=")
    setter.look(f"play-6-copied-{name}")

    # Another profile: it opens playable, and its answer is not seen.
    other = visit(link, **context)
    page = other.page
    other.sees("#state-words", "One solution")
    assert page.locator("#tab-play").get_attribute("aria-selected") == "true"
    assert not page.locator(".overlay .candidate").count()
    assert not page.locator("#play-said .bad").count()
    other.look(f"play-7-opened-{name}")
    other.click("r1c1")
    page.click("#keypad button:has-text('3')")
    assert page.locator("#board .played").count() == 1

    # Once the service worker has all files, no network is needed.
    page.evaluate("navigator.serviceWorker.ready")
    page.wait_for_function("caches.keys().then(names => names.some(name => name.endsWith('-memory')))")
    files.end()
    page.reload()
    other.wait_until_ready()
    other.sees("#state-words", "One solution")
    assert page.locator("#board .played").count() == 1
    page.click("#play-undo")
    assert page.locator("#board .played").count() == 0
    page.click("#play-redo")
    assert page.locator("#board .played").count() == 1
    other.run("steps")
    other.sees("#result .headline", "Solved in")
    other.look(f"play-8-steps-offline-{name}")
    other.run("relax")
    other.sees("#board .sheet", "binary, as written")
    page.click("#import")
    page.fill("#import-text", SLITHERLINK)
    page.click("#import-form button[type=submit]")
    other.sees("#toasts", "Imported “Slitherlink")
    other.look(f"play-9-pasted-offline-{name}")
    assert not [url for url in other.requests if "puz=" in url.partition("#")[0]]


def test_the_page_and_its_workers_need_no_unsafe_code(play: Path, visit: Visit) -> None:
    described = (play / "index.html").read_text(encoding="utf-8")
    found = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', described)
    assert found
    assert "unsafe" not in found[1].replace("'wasm-unsafe-eval'", "")
    server = Files(play, found[1])
    try:
        setter = visit(server.address)
        page = setter.page
        page.click("#examples button:has-text('Killer')")
        setter.sees("#state-words", "One solution")
        page.evaluate("navigator.serviceWorker.ready")
    finally:
        server.end()
    setter.run("steps")
    setter.run("relax")
    setter.sees("#board .sheet", "binary, as written")


def test_another_link_in_the_same_tab_begins_anew(files: Files, visit: Visit) -> None:
    from play import address_of

    setter = visit(f"{files.address}{address_of('grid cell[2, 2] in 1..2')}")
    page = setter.page
    setter.click("r1c1")
    page.click("#keypad button:has-text('2')")
    page.click("#tab-draw")
    setter.write("cage 3: r1c1 r1c2")
    page.wait_for_timeout(1000)
    other = "grid cell[3, 3] in 1..3"
    page.evaluate("hash => (location.hash = hash)", address_of(other))
    page.locator(".cm-line", has_text=other).wait_for()
    assert page.locator("#tab-play").get_attribute("aria-selected") == "true"
    assert not page.locator("#board .played").count()
    page.wait_for_timeout(1000)  # until it is stored that this text has no changes
    page.go_back()
    setter.reads("cage 3: r1c1 r1c2")


def test_highs_solves_there(files: Files, visit: Visit) -> None:
    setter = visit(files.address)
    page = setter.page
    page.click('[data-start="4"]')
    setter.write("maximize r1c1 + 2 * r2c2 + r3c4\nr1c1 != r3c4")
    setter.sees("#state-words", "Has an objective")
    page.click("#tab-solve")
    page.click("#panel summary")
    for solver, encoding in (("search", ""), ("highs", "binary"), ("highs", "integer")):
        page.select_option("#option-solver", solver)
        page.select_option("#option-encoding", encoding)
        setter.run("solve")
        setter.sees("#result .headline", "Optimal: 15")
    page.locator(".cm-line", has_text="r1c1 != r3c4").click()
    page.click("[data-command=rows]")
    setter.sees("#result .rows", "cell[r1,c1]")


def test_a_tree_of_branch_and_bound_is_shown(address: str, visit: Visit, request: pytest.FixtureRequest) -> None:
    setter, name = visit(address), request.node.callspec.id
    page = setter.page
    weights = "7 * r1c1 + 6 * r1c2 + 5 * r1c3 + 3 * r1c4 <= 20"
    page.locator(".cm-content").focus()
    page.keyboard.insert_text(f"grid cell[1, 4] in 0..2\n{weights}\nmaximize 9 * r1c1 + 8 * r1c2 + 6 * r1c3 + 3 * r1c4")
    setter.sees("#state-words", "Has an objective")
    setter.run("tree")
    setter.sees("#result .headline", "Optimal after")
    setter.sees("#board .sheet", "binary, as written")
    setter.look(f"play-10-tree-{name}")
    page.click("#views button:has-text('integer')")
    setter.sees("#board .sheet", "integer, as written")
    setter.sees("#result .headline", "Optimal after")


def test_a_long_question_leaves_the_page_usable(files: Files, visit: Visit) -> None:
    setter = visit(files.address)
    random, lines = Random(1), ['puzzle "Market"', "grid cell[1, 40] in 0..1"]
    for _ in range(5):  # a market split, which no search soon decides
        terms = [random.randrange(100) for _ in range(40)]
        lines.append(f"{' + '.join(f'{k} * r1c{n}' for n, k in enumerate(terms, 1))} == {sum(terms) // 2}")
    page = setter.page
    page.locator(".cm-content").focus()
    page.keyboard.insert_text("\n".join(lines))
    setter.sees("#file", "Market")
    setter.sees("#state-words", "Still looking…")
    assert page.locator("#state.busy").count() == 1
    page.keyboard.insert_text("\n# typed meanwhile")
    setter.reads("# typed meanwhile")


def test_cancelled_work_is_followed_by_other_work(files: Files, visit: Visit) -> None:
    setter = visit(files.address)
    page = setter.page
    page.locator(".cm-content").focus()
    page.keyboard.insert_text(LONG)
    setter.sees("#state-words", "Several solutions")
    page.click("#tab-solve")
    page.click("[data-command=count]")
    page.wait_for_timeout(1000)
    page.click("#cancel")
    setter.run("unique")
    setter.sees("#result .headline", "several solutions")


FAILING = """
const instantiate = WebAssembly.instantiate;
let fails = false;
addEventListener("message", ({ data }) => (fails = Boolean(data.body?.includes("FAIL"))));
WebAssembly.instantiate = async (module, imports) => {
  const made = await instantiate(module, imports);
  const search_run = (...given) => {
    if (fails) throw new WebAssembly.RuntimeError("unreachable");
    return made.exports.search_run(...given);
  };
  return made.exports?.search_run ? { exports: { ...made.exports, search_run } } : made;
};
"""
"""Before the script of a worker: its kernel fails for texts with a certain word, as it does without memory."""


def test_a_kernel_that_fails_is_replaced(play: Path, visit: Visit, tmp_path: Path) -> None:
    folder = shutil.copytree(play, tmp_path / "play")  # since other tests use the built one meanwhile
    script = next(folder.glob("worker-*.js"))
    script.write_text(FAILING + script.read_text(encoding="utf-8"), encoding="utf-8")
    server = Files(folder)
    try:
        setter = visit(server.address)
        page = setter.page
        page.locator(".cm-content").focus()
        page.keyboard.insert_text(f"{LONG}# FAIL")
        setter.sees("#state-words", "Python was lost")
        setter.press(*["Backspace"] * len("FAIL"))
        setter.sees("#state-words", "Several solutions")
    finally:
        server.end()


@pytest.mark.parametrize(("name", "share"), [("core", 0), ("python", 0), ("worker", 0), ("core", 0.5), ("python", 0.5)])
def test_a_file_that_cannot_be_loaded_is_told(files: Files, play: Path, visit: Visit, name: str, share: float) -> None:
    setter = visit(files.address, service_workers="block")
    page, content = setter.page, next(play.glob(f"{name}-*")).read_bytes()
    is_lost = True

    def lose(route: Route) -> None:
        if not is_lost:
            route.continue_()
        elif share:
            route.fulfill(body=content[: int(share * len(content))])
        else:
            route.abort()

    page.context.route(f"**/{name}-*", lose)
    page.reload()
    setter.wait_until_ready()
    page.locator(".cm-content").focus()
    page.keyboard.insert_text("grid cell[2, 2] in 1..2")
    setter.sees("#toasts", "The files of this page cannot be loaded")
    is_lost = False  # the route stays: what is asked for while one is taken away may never be answered
    if share:
        setter.run("unique")  # whatever needs the files loads them
    else:
        page.keyboard.press("Enter")
    setter.sees("#state-words", "Several solutions")
    assert not page.locator("#banner").is_visible()


@pytest.mark.parametrize("mark", ["#puz=AAAA", "#puz=%", "bomb"])
def test_a_bad_link_is_refused(files: Files, visit: Visit, mark: str) -> None:
    if mark == "bomb":
        from play import address_of

        mark = address_of("x" * 30_000_000)
        assert len(mark) < 50_000
    setter = visit(f"{files.address}{mark}", ready=False)
    setter.sees("#toasts", "This link is broken")
