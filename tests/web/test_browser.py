"""The page in a real browser: what a setter does on it, from an empty page to a published link."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

import pytest

pytest.importorskip("playwright", reason="needs playwright (pip install playwright)")

from puzzledsl.formats.sites.f_puzzles.payload import SITE, unpacked
from tests.web.browser import Setter, chromium, opened
from tests.web.served import LONG, Served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

CHROMIUM = chromium()
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="needs a Chromium: apt-get install chromium"),
]

KILLER = """puzzle "Small"

grid cell[4, 4] in 1..4
alldifferent: rows, columns, boxes

cage 3: r1c1 r1c2

givens:
    . . 3 .
    . . . 1
    . 1 . .
    4 . . .
"""
"""Exactly one solution, which a person finds."""

ROOT = Path(__file__).parents[2]
Visit = Callable[..., Setter]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    assert CHROMIUM is not None
    with opened(CHROMIUM) as found:
        yield found


@pytest.fixture
def visit(browser: Browser) -> Iterator[Visit]:
    """Opens pages of a server; at the end no script has failed, and no request has left the machine."""
    visitors: list[Setter] = []

    def opened_page(server: Served, **context: Any) -> Setter:
        visitors.append(Setter(browser, server.address, **context))
        return visitors[-1]

    yield opened_page
    for visitor in visitors:
        visitor.close()
        assert not visitor.problems
        hosts = {urlsplit(url).hostname for url in visitor.requests if not url.startswith(("blob:", "data:"))}
        assert hosts == {"127.0.0.1"}


def test_a_killer_is_typed_mended_drawn_and_published(
    serve: Callable[..., Served], visit: Visit, tmp_path: Path
) -> None:
    setter = visit(serve("new.puz"))
    page = setter.page
    setter.look("1-empty")
    page.click('[data-start="4"]')
    setter.reads("grid cell[4, 4] in 1..4")

    setter.write("cagee 3: r1c1 r1c2")
    page.locator(".mark-error", has_text="cagee").first.hover()
    setter.sees(".mistakes", "did you mean cage?")
    setter.look("2-mistake")
    page.click(".mistakes .fixes button")
    setter.reads("cage 3: r1c1 r1c2")
    setter.sees("#state-words", "Several solutions")

    # A clue for selected cells: a letter finds it, its argument is asked for.
    setter.drag("r3c1", "r4c1")
    setter.press("c", "a", "g", "e", "Enter")
    page.locator("#arguments input").wait_for()
    setter.look("3-cage")
    setter.press("4", "Enter")
    setter.reads("cage 4: r3c1 r4c1")

    # The clue first, then a drag.
    page.click("[data-rule=thermo]")
    setter.drag("r1c2", "r2c2", "r3c3")
    setter.press("Escape")
    page.locator(".cm-line", has_text="thermo: ").wait_for()
    for cell, value in (("r2c4", "1"), ("r3c4", "3")):
        setter.click(cell)
        setter.press(value)
    setter.sees("#state-words", "One solution")
    setter.look("4-unique")
    page.click("#show-candidates")
    page.locator(".overlay .sole").first.wait_for()
    page.click("#show-candidates")

    # The clue in the picture and its text belong together.
    setter.click("r2c2")
    setter.sees(".chip.chosen", "thermo")
    setter.sees(".cm-linked", "thermo")

    page.click("#export")
    page.click("[data-format=f-puzzles]")
    page.fill("#export-title-field", 'Four "small" rows')
    setter.look("5-title")
    setter.press("Enter")
    page.locator("#export-link").wait_for()
    link = page.locator("#export-link").input_value()
    setter.look("5-link")
    found = unpacked(unquote(link.partition("load=")[2]), SITE)
    assert found["title"] == 'Four "small" rows'
    assert len(found["solution"]) == 16
    setter.reads('puzzle "Four')
    with page.expect_download() as download:
        page.click("[data-format=svg]")
    assert "<svg" in download.value.path().read_text()
    page.click("#export-dialog [data-close]")

    # A reload loses nothing, saved or not.
    text = setter.text
    assert not (tmp_path / "new.puz").exists()
    wait_until_kept(setter, text, tmp_path)
    page.reload()
    setter.wait_until_ready()
    assert setter.text == text
    assert not page.locator("#banner").is_visible()
    setter.press("Control+s")
    page.locator("#saved:not(.dirty)", has_text="Saved").wait_for()
    assert (tmp_path / "new.puz").read_text() == text
    page.wait_for_timeout(1500)  # time enough to hear of this save, which is no change by others
    assert not page.locator("#banner").is_visible()


def test_a_puzzle_is_played(serve: Callable[..., Served], visit: Visit, tmp_path: Path) -> None:
    (tmp_path / "small.puz").write_text(KILLER)
    setter = visit(serve("small.puz"))
    page = setter.page
    page.click("#tab-play")
    setter.click("r1c1")
    setter.press("4")
    setter.sees("#play-said", "broken")
    assert page.locator(".overlay .conflict").count() > 1
    setter.look("6-conflict")
    setter.press("Control+z")
    setter.click("r1c2")
    setter.press("Shift+1", "Shift+2")
    page.reload()
    setter.wait_until_ready()
    page.locator(".overlay .pencilled").nth(1).wait_for()
    setter.click("r1c2")
    setter.press("Delete")
    while (found := page.locator(".overlay .played").count()) < 12:
        page.click("#play-hint")
        page.click("#play-said button")
        page.locator("#play-said button").wait_for(state="detached")
        assert page.locator(".overlay .played").count() >= found
    setter.sees("#play-said", "Solved")
    assert "givens" in setter.text
    assert (tmp_path / "small.puz").read_text() == KILLER


def test_commands_answer_and_their_answers_can_be_used(
    serve: Callable[..., Served], visit: Visit, tmp_path: Path
) -> None:
    (tmp_path / "small.puz").write_text(KILLER + "cage 7: r1c3 r1c4\n")
    setter = visit(serve("small.puz"))
    page = setter.page
    setter.run("count")
    setter.sees("#result .headline", "1 solution")
    setter.run("steps")
    page.click("[aria-label='Last step']")
    assert page.locator(".overlay .found").count() == 12
    setter.look("7-steps")
    setter.run("redundant")
    page.locator("#result .mentions button").first.click()
    page.locator(".cm-linked").first.wait_for()
    setter.run("minimize")
    page.click("#result button.primary")
    page.locator(".cm-line", has_text="cage 7").wait_for(state="detached")
    page.locator(".cm-content").focus()
    setter.press("Control+z")
    setter.reads("cage 7: r1c3 r1c4")


def test_steps_draw_what_they_find(serve: Callable[..., Served], visit: Visit, tmp_path: Path) -> None:
    circles = "clues circle:\n    .....\n    .....\n    .bw..\n    ...w.\n    b.w..\n"
    (tmp_path / "loop.puz").write_text(f'genre "masyu"\n{circles}')
    setter = visit(serve("loop.puz"))
    page, lines = setter.page, setter.page.locator("svg g.mark.line")
    setter.run("steps")
    page.click("[aria-label='One step forward']")
    first = lines.count()
    page.click("[aria-label='Last step']")
    setter.look("steps-of-a-loop")
    assert 0 < first < lines.count() == 14
    assert page.locator("svg g.never").count() > 0
    assert page.locator(".overlay .found").count() == 0
    page.click("#tab-play")
    assert lines.count() == 0


@pytest.mark.parametrize("cell", ["r4c4", "r2c4"], ids=["open", "given"])
@pytest.mark.parametrize(
    "clue",
    ["cage 4: r1c3 r2c3", "givens:\n    . . 2 .\n    . . . .\n    . . . .\n    . . . ."],
    ids=["cage", "at sight"],
)
def test_without_a_solution_the_conflict_is_explained_and_not_the_selected_cell(
    serve: Callable[..., Served], visit: Visit, tmp_path: Path, clue: str, cell: str
) -> None:
    (tmp_path / "small.puz").write_text(KILLER)
    setter = visit(serve("small.puz"))
    setter.click(cell)
    setter.page.locator(".cm-content").focus()
    setter.press("Control+End")
    setter.page.keyboard.insert_text(clue)
    setter.run("explain")
    setter.sees("#result .headline", "These clues contradict each other, so there is no solution.")
    setter.sees("#result .mentions", clue.partition(":")[0].rstrip("s"))
    setter.look("10-conflict")


def test_a_cell_of_a_puzzle_with_a_solution_is_explained(
    serve: Callable[..., Served], visit: Visit, tmp_path: Path
) -> None:
    (tmp_path / "small.puz").write_text(KILLER)
    setter = visit(serve("small.puz"))
    setter.click("r4c4")
    setter.run("explain")
    setter.sees("#result .headline", "r4c4 is 2.")


def test_a_change_from_outside_is_asked_about(serve: Callable[..., Served], visit: Visit, tmp_path: Path) -> None:
    place = tmp_path / "small.puz"
    place.write_text(KILLER)
    setter = visit(serve("small.puz"))
    setter.write("# mine")
    place.write_text(KILLER.replace("Small", "Theirs"))
    setter.sees("#banner", "changed small.puz on disk")
    setter.look("8-changed")
    setter.page.click("#banner button:has-text('Load')")
    setter.reads('puzzle "Theirs"')
    setter.page.locator(".cm-content").focus()
    setter.press("Control+z")
    setter.reads("# mine")


def test_everything_can_be_done_by_keys(serve: Callable[..., Served], visit: Visit, tmp_path: Path) -> None:
    (tmp_path / "small.puz").write_text(KILLER)
    setter = visit(serve("small.puz"))
    page = setter.page
    setter.press("F6")
    assert page.locator("#board").evaluate("board => board === document.activeElement")
    setter.press("Home", "ArrowDown", "ArrowRight", "Shift+ArrowRight", "t", "h", "e", "r", "Enter")
    setter.reads("thermo: r2c2")
    described = page.locator("#board [role=gridcell]").nth(15)
    assert "row 4 column 4" in (described.text_content() or "")
    assert all(setter.names_of("button, input, select, [role=tab]"))


def test_a_phone_shows_one_side_at_a_time(serve: Callable[..., Served], visit: Visit, tmp_path: Path) -> None:
    (tmp_path / "small.puz").write_text(KILLER)
    setter = visit(serve("small.puz"), viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    page = setter.page
    assert page.locator("#board").is_visible()
    assert not page.locator("#editor").is_visible()
    assert page.evaluate("() => document.documentElement.scrollWidth") == 360
    setter.look("9-phone")
    page.tap("#panes [data-tab=model]")
    assert page.locator("#editor").is_visible()


def wait_until_kept(setter: Setter, text: str, folder: Path) -> None:
    """Wait until the server has a copy of an unsaved text. From then on, leaving the page loses nothing."""
    copies = folder / "state" / "puzzledsl" / "unsaved"
    while not any(text in json.loads(copy.read_text())["text"] for copy in copies.glob("*.json")):
        setter.page.wait_for_timeout(100)
    setter.page.on("dialog", lambda dialog: dialog.accept())  # the page may not have heard of it yet


def test_a_killed_server_or_browser_loses_no_text(
    browser: Browser, serve: Callable[..., Served], tmp_path: Path
) -> None:
    first = serve("small.puz")
    setter = Setter(browser, first.address)
    setter.page.click('[data-start="4"]')
    setter.write("# mine")
    wait_until_kept(setter, "# mine", tmp_path)
    first.kill()
    setter.close()
    second = serve("small.puz")
    setter = Setter(browser, second.address)
    setter.reads("# mine")
    setter.sees("#banner", "which was not saved")
    setter.look("11-recovered")
    setter.page.reload()  # it is this page's text from now on, and nothing is asked again
    setter.wait_until_ready()
    setter.reads("# mine")
    assert not setter.page.locator("#banner").is_visible()
    setter.close()


SIZES = [{"viewport": {"width": 1280, "height": 800}}, {"viewport": {"width": 390, "height": 844}, "has_touch": True}]


@pytest.mark.parametrize("context", SIZES, ids=["desktop", "phone"])
def test_the_palette_stays_below_the_pointer(
    serve: Callable[..., Served], visit: Visit, tmp_path: Path, context: dict[str, Any]
) -> None:
    (tmp_path / "small.puz").write_text(KILLER)
    setter = visit(serve("small.puz"), **context)
    page = setter.page

    def place(rule: str) -> float:
        found = page.locator(f".tool[data-rule={rule}]").bounding_box()
        assert found
        return found["y"]

    for rule, cell in (("renban", None), ("thermo", None), ("total", "r2c2"), ("lunchbox", None)):
        setter.press("Escape")
        page.locator(f".tool[data-rule={rule}]").hover()
        before = place(rule)
        if cell:
            setter.click(cell)
        page.locator(f".tool[data-rule={rule}]").click()
        page.locator("#armed:visible, #arguments:visible").wait_for()
        assert place(rule) == before
        setter.sees("#state-words", "One solution")
        assert place(rule) == before
        setter.look(f"12-{rule}-{context['viewport']['width']}")


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("jigsaw", {"region"}),
        ("irregular", {"region"}),
        ("diagonals", {"diagonals"}),
        ("extra region", {"extra_region"}),
        ("parity", {"odd", "even"}),
        ("inequality", {"inequality"}),
        ("x-sum", {"x_sum"}),
        ("X sums", {"x_sum"}),
    ],
)
def test_names_of_elsewhere_find_a_clue(served: Served, searching: Setter, words: str, found: set[str]) -> None:
    searching.page.fill("#search", words)
    first = searching.page.locator(".tool.best").get_attribute("data-rule")
    shown = searching.page.locator(".tool:visible").evaluate_all("all => all.map(one => one.dataset.rule)")
    assert first in found
    assert found <= set(shown)


@pytest.fixture(scope="module")
def searching(browser: Browser, served: Served) -> Iterator[Setter]:
    """Somebody in front of a page whose palette is looked through, and nothing else."""
    again = Served("small.puz", folder=served.folder)
    setter = Setter(browser, again.address)
    yield setter
    setter.close()
    again.kill()


def test_statements_are_drawn_as_clues_are(serve: Callable[..., Served], visit: Visit, tmp_path: Path) -> None:
    (tmp_path / "small.puz").write_text(KILLER)
    setter = visit(serve("small.puz"))
    page = setter.page
    setter.drag("r1c1", "r1c2", "r2c1", "r2c2")
    page.click("[data-rule=region]")
    setter.reads("alldifferent: piece")
    setter.drag("r3c3", "r4c4")
    page.click("[data-rule=region]")
    page.locator(".cm-line", has_text=". . b .").wait_for()
    setter.drag("r1c3", "r1c4")
    page.click("[data-rule=inequality]")
    setter.reads("r1c3 > r1c4")
    page.click("[data-rule=diagonals]")
    setter.reads("alldifferent: diagonal, antidiagonal")
    page.locator("#mistakes", has_text="No mistakes").wait_for()
    setter.look("13-statements")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_an_empty_page_offers_examples(serve: Callable[..., Served], visit: Visit, scheme: str) -> None:
    setter = visit(serve(), color_scheme=scheme)
    setter.page.locator("#examples button").first.wait_for()
    setter.look(f"14-examples-{scheme}")
    setter.page.click("#examples button:has-text('Thermometers')")
    setter.sees("#state-words", "One solution")
    assert "expected" not in setter.text


def test_a_relaxation_is_one_picture_with_switches(serve: Callable[..., Served], visit: Visit, tmp_path: Path) -> None:
    (tmp_path / "small.puz").write_text(KILLER)
    setter = visit(serve("small.puz"))
    page = setter.page
    setter.run("relax")
    setter.sees("#board .sheet", "binary, as written")
    assert page.locator("#board .sheet", has_text="integer, ").count() == 0
    for button in page.locator("#views [aria-label=Encoding] button").all():
        button.click()
        setter.sees("#board .sheet", f"{button.inner_text()}, as written")
    page.click("#views button:has-text('After presolve')")
    setter.sees("#board .sheet", "integer, after presolve")
    setter.look("15-relax")
    page.click("#back")
    assert not page.locator("#views button").count()


OVERLAPS = """() => {
    const box = one => one.getBoundingClientRect();
    const ink = one => { const b = box(one), gone = 0.2 * b.height;
        return {left: b.left, right: b.right, top: b.top + gone, bottom: b.bottom - gone}; };
    const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    const notes = [...document.querySelectorAll("#board .sheet text.note")].map(ink);
    const marks = [...document.querySelectorAll("#board .overlay text")].map(ink);
    return [notes.length, marks.length, marks.filter(mark => notes.some(note => meet(mark, note))).length];
}"""


def test_pencil_marks_leave_room_for_totals(serve: Callable[..., Served], visit: Visit, tmp_path: Path) -> None:
    (tmp_path / "killer.puz").write_text((ROOT / "models" / "killer.puz").read_text())
    setter = visit(serve("killer.puz"))
    page = setter.page
    page.click("#tab-play")
    setter.click("r1c1")
    setter.press("Control+a")
    setter.press(*(f"Shift+{digit}" for digit in "1234"), "Control+5", "Control+6")
    page.wait_for_function("() => document.querySelectorAll('#board .overlay .pencilled').length === 81 * 5")
    setter.look("16-marks")
    notes, marks, overlaps = page.evaluate(OVERLAPS)
    assert notes > 20
    assert marks == 81 * 5
    assert overlaps == 0
    setter.run("steps")
    _, marks, overlaps = page.evaluate(OVERLAPS)
    assert marks > 500
    assert overlaps == 0


def test_keys_before_the_tools_are_there_are_kept(serve: Callable[..., Served], visit: Visit, tmp_path: Path) -> None:
    (tmp_path / "small.puz").write_text(KILLER)
    setter = visit(serve("small.puz"))
    held: list[Any] = []
    setter.page.route("**/api/tools", lambda route: held.append(route), times=1)
    setter.page.click("#tab-play")
    setter.click("r1c1")
    setter.press("2", "ArrowRight", "Shift+1", "Shift+2", "ArrowRight", "1")
    setter.page.wait_for_function("() => document.querySelectorAll('#board .overlay .pencilled').length === 2")
    held[0].continue_()
    setter.page.locator("#keypad .key").first.wait_for()
    assert setter.page.locator("#board .overlay text").all_text_contents() == ["2", "1", "2"]


def test_a_command_need_not_wait_for_the_state(serve: Callable[..., Served], visit: Visit, tmp_path: Path) -> None:
    (tmp_path / "long.puz").write_text(LONG)
    setter = visit(serve("long.puz"))
    setter.sees("#state-words", "Several solutions")  # the candidates take long
    setter.run("unique")
    setter.sees("#result .headline", "several solutions")


def test_a_clue_in_other_words_is_mended_by_its_fix(serve: Callable[..., Served], visit: Visit, tmp_path: Path) -> None:
    (tmp_path / "small.puz").write_text(KILLER.replace("cage 3: r1c1 r1c2", "cage r1c1-r1c2 = 3"))
    setter = visit(serve("small.puz"))
    setter.sees("#mistakes", "1 mistake")
    setter.page.click("#mistakes")
    setter.page.locator("#mistake-list .link", has_text="cage 3: r1c1..r1c2").click()
    setter.sees("#mistakes", "No mistakes")
    assert "cage 3: r1c1..r1c2" in setter.page.locator(".cm-content").inner_text()


def test_a_mistake_names_the_file(serve: Callable[..., Served], visit: Visit, tmp_path: Path) -> None:
    (tmp_path / "small.puz").write_text(KILLER.replace("cage", "cgae"))
    setter = visit(serve("small.puz"))
    for command in ("solve", "generate", "rows"):
        setter.page.click("#tab-solve")
        setter.page.click(f"[data-command={command}]")
        setter.sees("#result", "cgae")
        assert "stdin" not in setter.page.locator("body").inner_text()
