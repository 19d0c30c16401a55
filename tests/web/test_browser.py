"""The page in a real browser: what a setter does on it, from an empty page to a published link."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

pytest.importorskip("playwright", reason="needs playwright (pip install playwright)")

from tests.web.browser import Setter, chromium, opened
from tests.web.served import Served

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
    page.locator(".mark-error").wait_for()
    page.hover(".mark-error")
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
    page.locator("#export-link").wait_for()
    assert page.locator("#export-link").input_value().startswith("https://")
    setter.look("5-link")
    with page.expect_download() as download:
        page.click("[data-format=svg]")
    assert "<svg" in download.value.path().read_text()
    page.click("#export-dialog [data-close]")

    # A reload loses nothing, saved or not.
    text = setter.text
    assert not (tmp_path / "new.puz").exists()
    page.wait_for_timeout(1000)
    page.reload()
    setter.wait_until_ready()
    assert setter.text == text
    setter.press("Control+s")
    page.locator("#saved:not(.dirty)", has_text="Saved").wait_for()
    assert (tmp_path / "new.puz").read_text() == text


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
    setter.sees("#result .headline", "These clues contradict each other")
    setter.sees("#result .mentions", clue.partition(":")[0].rstrip("s"))
    assert setter.page.locator("#result > p").last.inner_text() == "So there is no solution."
    setter.look("10-conflict")


def test_a_cell_of_a_puzzle_with_a_solution_is_explained(
    serve: Callable[..., Served], visit: Visit, tmp_path: Path
) -> None:
    (tmp_path / "small.puz").write_text(KILLER)
    setter = visit(serve("small.puz"))
    setter.click("r4c4")
    setter.run("explain")
    setter.sees("#result .headline", "r4c4 must be 2")
    assert setter.page.locator("#result > p").last.inner_text() == "So r4c4 is 2."


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
