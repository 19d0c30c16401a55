"""Puzzles of all kinds played in a real browser, by clicks, drags and keys."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("playwright", reason="needs playwright (pip install playwright)")

from tests.web.browser import Setter, chromium, opened
from tests.web.player import GENRES, Player, played
from tests.web.served import Served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

CHROMIUM = chromium()
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="needs a Chromium: apt-get install chromium"),
]

KINDS = [
    "fillomino",
    "hashi",
    "lightup",
    "masyu",
    "nurikabe",
    "pencils",
    "roma",
    "slitherlink",
    "starbattle",
    "sudoku",
    "tetrominous",
    "yajilin",
]
"""Genres that are entered in different ways; `make play-all` plays all there are."""

Open = Callable[..., Player]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The genres, whose parts they may include."""
    return Path(shutil.copytree(GENRES, tmp_path_factory.mktemp("played") / "genres"))


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Served]:
    started = Served("sudoku.puz", folder=folder)
    yield started
    started.kill()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    assert CHROMIUM is not None
    with opened(CHROMIUM) as found:
        yield found


@pytest.fixture(scope="module")
def setter(server: Served, browser: Browser) -> Iterator[Setter]:
    """One page for all puzzles; at the end no script has failed."""
    found = Setter(browser, server.address)
    yield found
    found.close()
    assert not found.problems


@pytest.fixture
def play(setter: Setter, folder: Path) -> Open:
    """Opens the example of a genre to be played."""
    return lambda name: Player(setter, (GENRES / f"{name}.puz").read_text(encoding="utf-8"), folder)


@pytest.mark.parametrize("name", KINDS)
def test_the_example_of_a_genre_is_played(setter: Setter, folder: Path, name: str) -> None:
    assert played(setter, name, folder) == ""


def test_a_loop_and_shading_are_drawn_with_keys_alone(play: Open) -> None:
    player = play("yajilin")
    place = {variable.name: variable.cell for variable in player.model.variables if variable.cell}
    player.page.locator("#board").focus()
    for key in sorted(player.keys):
        cells = [cell for cell in player.ends(key) if cell]
        player.walk(place[cells[0]])
        if len(set(cells)) == 1:
            player.setter.press("Enter")
        else:
            (r, c), (s, d) = place[cells[0]], place[cells[-1]]
            arrow = {(1, 0): "ArrowDown", (0, 1): "ArrowRight"}[s - r, d - c]
            player.setter.press(f"Shift+{arrow}")
    assert player.is_solved()


def test_marks_are_undone_and_survive_a_reload(play: Open) -> None:
    player = play("slitherlink")
    page = player.page
    first, second = sorted(player.keys)[:2]
    marks, never = page.locator("#board .mark"), page.locator("#board .never")
    player.click(player.spot(first))
    player.click(player.spot(second))
    assert marks.count() == 2
    player.click(player.spot(second))
    assert (marks.count(), never.count()) == (1, 1)
    player.setter.press("Control+z")
    assert (marks.count(), never.count()) == (2, 0)
    player.setter.press("Control+y")
    page.reload()
    player.setter.wait_until_ready()
    never.first.wait_for()
    assert (marks.count(), never.count()) == (1, 1)
    player.click(player.spot(second), button="right")
    assert (marks.count(), never.count()) == (1, 0)
    page.click("#play-restart")
    assert marks.count() == 0


def test_cells_that_are_joined_and_borders_make_areas(play: Open) -> None:
    player = play("tetrominous")
    page = player.page
    joined = next(key for key, slot in player.slots.items() if slot.mark.kind == "edge" and key not in player.keys)
    player.drag(*map(player.middle, player.ends(joined)))
    assert page.locator("#board .never").count() == 1
    assert page.locator("#board .tint").count() == 0
    player.play()
    assert player.is_solved()
    assert page.locator("#board .tint").count() > 4


def test_a_drag_paints_and_a_third_click_opens(play: Open) -> None:
    player = play("nurikabe")
    page = player.page
    player.drag(player.middle("r2c1"), player.middle("r2c4"))
    assert page.locator("#board .mark.shade").count() == 4
    player.click(player.middle("r2c2"))
    assert (page.locator("#board .mark.shade").count(), page.locator("#board .never").count()) == (3, 1)
    player.click(player.middle("r2c2"))
    assert (page.locator("#board .mark.shade").count(), page.locator("#board .never").count()) == (3, 0)


def test_an_arc_leads_the_way_it_is_drawn(setter: Setter, folder: Path) -> None:
    text = "grid cell[2, 2]\narcs way of cell\nloop(way)\nway[r1c1, r1c2] == 1\n"
    player = Player(setter, text, folder)
    loop = [player.middle(cell) for cell in ("r1c1", "r1c2", "r2c2", "r2c1", "r1c1")]
    player.drag(*reversed(loop))
    assert "cannot stay" in player.check()
    player.page.click("#play-undo")
    player.drag(*loop)
    assert player.is_solved()


def test_a_hint_knows_lines_and_writes_them(play: Open) -> None:
    player = play("slitherlink")
    page = player.page
    page.click("#play-hint")
    page.click("#play-said button")
    page.locator("#board .never").first.wait_for()


def test_a_hint_goes_on_from_what_is_pencilled(setter: Setter, folder: Path) -> None:
    """A step that only removes candidates changes no value, so the next hint would be the same one again."""
    text = "grid cell[2, 4] in 1..4\nalldifferent: rows\nr1c1 > r1c2\nr2c3 > 2 * r2c4\nr2c1 == r2c3 - 1\n"
    player = Player(setter, text, folder)
    page, seen = player.page, set[str]()
    marks = page.locator("#board .pencilled")
    for _ in range(3):
        page.click("#play-hint")
        page.locator("#play-said .hint").wait_for()
        sentence = page.inner_text("#play-said .hint")
        assert sentence not in seen
        seen.add(sentence)
        page.click("#play-said button")
        if left := re.search(r"leaves (r\dc\d) only ([1-4](?:(?:, | or )[1-4])*)\.", sentence):
            pencilled = "".join(re.findall(r"\d", left[2]))
            marks.get_by_text(pencilled, exact=True).first.wait_for()


def test_a_finger_plays_on_a_phone(folder: Path, browser: Browser) -> None:
    server = Served("yajilin.puz", folder=folder)
    try:
        setter = Setter(browser, server.address, viewport={"width": 390, "height": 844}, has_touch=True)
        text = (folder / "yajilin.puz").read_text(encoding="utf-8")
        player = Player(setter, text, folder, shown=True)
        for key in sorted(player.keys):
            player.tap(player.spot(key))
        assert player.is_solved()
        setter.look("phone-yajilin")
        assert setter.page.evaluate("document.documentElement.scrollWidth") == setter.page.evaluate("innerWidth")
        setter.close()
        assert not setter.problems
    finally:
        server.kill()


def test_a_change_of_the_text_unsays_what_was_said(setter: Setter, folder: Path) -> None:
    player = Player(setter, "grid cell[1, 2] in 1..2\nalldifferent: rows\n", folder)
    said, busy = player.page.locator("#play-said > *"), player.page.locator("#panel[aria-busy=true]")
    player.write("r1c1", 1)
    player.write("r1c2", 2)
    assert player.is_solved()
    setter.write("r1c1 == 2")
    setter.sees("#play-said", "A rule is broken")
    setter.write("cage (")
    setter.sees("#mistakes", "mistake")
    assert (said.count(), busy.count()) == (0, 0)


def test_a_text_that_changes_while_the_solver_looks_is_asked_about(setter: Setter, folder: Path) -> None:
    held: list[Route] = []
    text = "grid cell[1, 3] in bool\ndraw hidden(cells)\nfor c in cells:\n    draw circle(c, when = c)\n"
    player = Player(setter, f"{text}\nsum(cells) == 2\n", folder)
    player.page.route("**/api/played", lambda route: held.append(route), times=1)
    with player.page.expect_request("**/api/played"):
        player.click(player.middle("r1c1"))
    player.page.keyboard.press("Tab")
    player.page.locator(".cm-content").focus()
    setter.press("Control+A", "Delete")
    with player.page.expect_response("**/api/tools"):
        player.page.keyboard.insert_text(f"{text}\nsum(cells) == 1\n")
    player.page.locator("#panel[aria-busy=false]").wait_for()
    player.page.locator("#board .mark").first.wait_for()
    player.page.wait_for_timeout(500)  # until the page knows that the new text may be solved
    held[0].fulfill(body='event: error\ndata: {"message": "The older text was too much."}\n\n')
    assert player.is_solved()


@pytest.mark.parametrize(("span", "values"), [("1..30", (27, 30)), ("-20..20", (-5, -17))])
def test_numbers_without_keys_of_their_own_are_typed(
    setter: Setter, folder: Path, span: str, values: list[int]
) -> None:
    player = Player(setter, f"grid cell[1, 2] in {span}\nr1c1 - r1c2 == {values[0] - values[1]}\n", folder)
    setter.sees("#play-how", f"Type a value from {' to '.join(span.split('..'))}.")
    player.write("r1c1", values[0])
    player._select("r1c2")
    for digit in str(values[1]):
        player.page.click(f"#keypad button:text-is('{digit}')")
    assert player.page.locator("#board .played").all_text_contents() == list(map(str, values))
    assert player.is_solved()


def test_each_grid_has_its_own_letters_or_numbers(setter: Setter, folder: Path) -> None:
    text = 'grid a[1, 2] in 1..12\ngrid b[1, 2] in "XYZ"\nr1c1 == 12\nalldifferent(cells(b))\nb[1, 1] == "X"\n'
    player = Player(setter, text, folder)
    page, panel = player.page, player.page.locator("#panel").bounding_box()
    assert panel is not None
    for key in page.locator("#keypad button").all():
        box = key.bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= panel["x"] + panel["width"]
    player._select("r1c2")
    page.click("#keypad button:text-is('2')")
    player._select("b[1, 2]")
    setter.press("z")
    assert page.locator("#board .played").all_text_contents() == ["2", "Z"]
    page.click("#keypad button:text-is('Y')")
    assert page.locator("#board .played").all_text_contents() == ["2", "Y"]
    page.click("#keypad button:text-is('12')")
    setter.sees(".toast", "This value is not written there.")


def test_a_puzzle_without_a_solution_is_told_as_such(setter: Setter, folder: Path) -> None:
    text = "grid cell[2, 2] in 1..2\nalldifferent: rows, columns\nr1c1 == 1\nr2c2 == 2\n"
    player = Player(setter, text, folder, answer=(1, 1, 1, 2))
    for _ in range(2):
        assert "This puzzle has no solution." in player.check()
        player.page.click("#play-hint")
        player.page.locator("#play-said", has_text=re.compile("^This puzzle has no solution.$")).wait_for()
        player.write("r1c2", 2)


def test_a_hint_that_leaves_out_a_line_does_not_look_like_one_that_draws_it(play: Open) -> None:
    player = play("nagare")
    page = player.page
    player.drag(*map(player.middle, ("r1c1", "r1c2", "r1c3")))
    page.click("#play-hint")
    page.locator("#play-said .hint", has_text="leaves out").wait_for()
    assert (page.locator("#board .losing.stroke").count(), page.locator("#board .placed.stroke").count()) == (1, 0)
    player.setter.look("hint-leaves-out")
