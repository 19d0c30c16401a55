"""Somebody who plays a puzzle on the page: by clicks, drags and keys only, from a solution that they know.

`python -m tests.web.player` plays the example of each genre, or of those that are named.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import Any, Literal

from puzzledsl.model import Model
from puzzledsl.presentation.entries import BLANK, entries_of
from puzzledsl.web.limits import loaded
from puzzledsl.web.playing import entered, tools
from tests.web.browser import Setter, chromium, opened
from tests.web.served import Served

GENRES = Path(__file__).parents[2] / "puzzledsl" / "genres"
Place = tuple[float, float]
_NUMBERS = count(1)


def genres() -> list[str]:
    """The names of all genres."""
    return sorted(path.stem for path in GENRES.glob("*.puz"))


class Player:
    """Somebody who plays one puzzle.

    Attributes:
        model: of the text, which the page shows by then.
    """

    def __init__(
        self, setter: Setter, text: str, folder: Path, shown: bool = False, answer: tuple[int, ...] = ()
    ) -> None:
        """
        Args:
            folder: of what the text includes.
            shown: the page shows the text already.
            answer: what is to be entered, where it is not the solution.
        """
        self.setter, self.page = setter, setter.page
        if not shown:
            text = f"{text}\n# played as number {next(_NUMBERS)}\n"  # another text each time, so that the page reads it
        self.model: Model = loaded(text, "the text", str(folder))
        found = entries_of(self.model)
        self.slots, self.written = found.slots, found.written
        self.answer = answer or _answer(self.model)
        self.keys, self.values = found.shown(self.answer)
        self.page.click("#tab-play")
        if not shown:
            self.page.locator(".cm-content").focus()
            # A browser gives text that replaces other text the style of that text, which the page forbids.
            setter.press("Control+A", "Delete")
            with self.page.expect_response("**/api/tools"):
                self.page.keyboard.insert_text(text)
        self.page.locator("#panel[aria-busy=false]").wait_for()
        self.page.click("#play-restart")

    @cached_property
    def _tools(self) -> dict[str, Any]:
        return {slot["key"]: slot for slot in tools(self.model)["slots"]}

    @cached_property
    def _looks(self) -> dict[str, list[int]]:
        """The looks that each cell can have, in the order in which clicks go through them."""
        found: dict[str, list[int]] = {}
        for slot in self._tools.values():
            cells = set(slot["cells"])
            if len(cells) == 1:
                found.setdefault(cells.pop(), []).append(slot["look"])
        return found

    # ── where and how ─────────────────────────────────────────────────────────────────────────────

    def _on_screen(self, places: list[Place]) -> list[Place]:
        """Places of the picture as places of the window."""
        moved = self.page.evaluate(
            """places => {
                const matrix = document.querySelector("#board .overlay").getScreenCTM();
                return places.map(([x, y]) => new DOMPoint(x, y).matrixTransform(matrix)).map(({x, y}) => [x, y]);
            }""",
            places,
        )
        return [(x, y) for x, y in moved]

    def click(self, place: Place, times: int = 1, button: Literal["left", "right"] = "left") -> None:
        """Click at a place of the picture."""
        (there,) = self._on_screen([place])
        for _ in range(times):
            self.page.mouse.click(*there, button=button)

    def tap(self, place: Place) -> None:
        """Touch a place of the picture."""
        (there,) = self._on_screen([place])
        self.page.touchscreen.tap(*there)

    def drag(self, *places: Place) -> None:
        """Draw through places of the picture."""
        first, *others = self._on_screen(list(places))
        self.page.mouse.move(*first)
        self.page.mouse.down()
        for place in others:
            self.page.mouse.move(*place, steps=4)
        self.page.mouse.up()

    def middle(self, cell: str) -> Place:
        """The middle of a cell."""
        box = self.page.locator(f'#board [data-cell="{cell}"] rect')
        x, y, size = (float(box.get_attribute(name) or 0) for name in ("x", "y", "width"))
        return x + size / 2, y + size / 2

    def spot(self, key: str) -> Place:
        """Where a mark is."""
        x, y = self._tools[key]["at"]
        return x, y

    def ends(self, key: str) -> list[str]:
        """The cells of a mark."""
        return [cell for cell in self._tools[key]["cells"] if cell]

    def walk(self, place: tuple[int, int]) -> None:
        """Go to a cell of the main grid with the arrow keys."""
        at = self.page.evaluate("document.querySelector('#board').getAttribute('aria-activedescendant')")
        said = self.page.locator(f"#{at}").inner_text()
        row, column, *_ = [int(word.strip(",")) for word in said.split() if word.strip(",").isdecimal()]
        down, right = place[0] - row, place[1] - column
        self.setter.press(*["ArrowDown" if down > 0 else "ArrowUp"] * abs(down))
        self.setter.press(*["ArrowRight" if right > 0 else "ArrowLeft"] * abs(right))

    # ── entries ───────────────────────────────────────────────────────────────────────────────────

    def write(self, cell: str, value: int) -> None:
        """Write a value into a cell, by its key of the keypad or by typing."""
        self._select(cell)
        key = self.page.locator(f'#keypad [data-value="{value}"]')
        if key.count():
            key.click()
        else:
            self.page.keyboard.type(str(value))

    def _select(self, cell: str) -> None:
        self.page.keyboard.press("Escape")
        self.click(self.middle(cell))

    def mark(self, key: str) -> None:
        """Make one mark."""
        slot, (x, y) = self._tools[key], self._tools[key]["at"]
        cells = slot["cells"]
        if len(set(cells)) == 1:
            if self.written:
                self._select(cells[0])
                self.page.click(f'#keypad [data-look="{slot["look"]}"]')
            else:
                self.click((x, y), 1 + self._looks[cells[0]].index(slot["look"]))
        elif self.slots[key].mark.kind == "edge":
            self.drag(*self._ends(key))
        elif self.slots[key].mark.kind == "line":
            self.drag(self.middle(cells[0]), self.middle(cells[-1]))
        else:
            self.click((x, y))

    def _ends(self, key: str) -> tuple[Place, Place]:
        """Those of a border."""
        (x, y), (down, _) = self._tools[key]["at"], self._tools[key]["way"]
        return ((x - 50, y), (x + 50, y)) if down else ((x, y - 50), (x, y + 50))

    def play(self) -> None:
        """Enter the whole solution."""
        for x, value in self.values.items():
            self.write(self.model.variables[x].name, value)
        derived = entered(self.model, {self.model.variables[x].name: v for x, v in self.values.items()}, {}).derived
        kinds: dict[str, list[str]] = {}
        for key in sorted(self.keys - derived):
            one = len(set(self.slots[key].mark.cells)) == 1
            kinds.setdefault("cell" if one else self.slots[key].mark.kind, []).append(key)
        for key in kinds.pop("cell", []):
            self.mark(key)
        for chain in self._chains(kinds.pop("line", [])):
            self.drag(*map(self.middle, chain))
        for run in self._runs(kinds.pop("edge", [])):
            self.drag(*run)
        for group in kinds.values():
            for key in group:
                self.mark(key)

    def _chains(self, keys: list[str]) -> Iterator[list[str]]:
        """Lines, each as long as it is drawn in one stroke."""
        left = {key: (self._tools[key]["cells"][0], self._tools[key]["cells"][-1]) for key in keys}
        while left:
            key = min(left)
            chain = list(left.pop(key))
            while further := [key for key, ends in left.items() if chain[-1] in ends and not self.slots[key].directed]:
                one, other = left.pop(further[0])
                chain.append(other if one == chain[-1] else one)
            yield chain

    def _runs(self, keys: list[str]) -> Iterator[tuple[Place, Place]]:
        """Borders, joined where they go on straight."""
        ends = sorted(self._ends(key) for key in keys)
        while ends:
            start, stop = ends.pop(0)
            way = stop[0] - start[0], stop[1] - start[1]
            while (further := (stop, (stop[0] + way[0], stop[1] + way[1]))) in ends:
                ends.remove(further)
                stop = further[1]
            yield start, stop

    def enter_wrongly(self) -> str:
        """Make one entry that the solution has otherwise; returns which."""
        for x, value in self.values.items():
            other = [one for one in self.written[x] if one != value]
            if other and not self.keys:
                self.write(self.model.variables[x].name, other[0])
                return f"{self.model.variables[x].name} = {other[0]}"
        spots = {tuple(self._tools[key]["at"]) for key in self.keys}
        for key, slot in self.slots.items():
            wrong = key not in self.keys and slot.mark.kind != BLANK
            if wrong and (len(set(slot.mark.cells)) == 1 or tuple(self._tools[key]["at"]) not in spots):
                self.mark(key)
                return key
        for x, value in self.values.items():
            self.write(self.model.variables[x].name, next(one for one in self.written[x] if one != value))
            return self.model.variables[x].name
        for x in self.written.keys() - self.values.keys():
            self.write(self.model.variables[x].name, self.written[x].lo)
            return self.model.variables[x].name
        key = min(self.keys)
        self.click(self.spot(key), button="right")
        return f"no {key}"

    def check(self) -> str:
        """Let the page check; returns what it says."""
        self.page.click("#play-check")
        self.page.locator("#play-said p:not(.busy)").first.wait_for()
        return self.page.inner_text("#play-said")

    def is_solved(self, wait: float = 30.0) -> bool:
        """Whether the page notices the end."""
        from playwright.sync_api import TimeoutError as TooLate

        try:
            self.page.locator("#play-said .good", has_text="Solved").wait_for(timeout=1000 * wait)
        except TooLate:
            return False
        return True


def _answer(model: Model) -> tuple[int, ...]:
    from puzzledsl.session import SolverSession

    with SolverSession(model) as session:
        values = session.find().values
    assert values is not None
    return values


def played(setter: Setter, name: str, folder: Path) -> str:
    """Play the example of a genre; returns what went wrong, or nothing."""
    player = Player(setter, (GENRES / f"{name}.puz").read_text(encoding="utf-8"), folder)
    wrong = player.enter_wrongly()
    said = player.check()
    if "cannot stay. The rule" not in said:
        return f"{wrong}: {said}"
    player.page.click("#play-restart")
    player.play()
    setter.look(f"genre-{name}")
    return "" if player.is_solved() else f"not solved: {player.page.inner_text('#play-said')}"


def main(names: list[str]) -> int:
    """Play the genres, and list those that cannot be played."""
    path = chromium()
    assert path, "needs a Chromium"
    failed = {}
    with tempfile.TemporaryDirectory() as made, opened(path) as browser:
        folder = Path(made, "genres")
        shutil.copytree(GENRES, folder)
        server = Served("sudoku.puz", folder=folder)
        try:
            setter = Setter(browser, server.address)
            for name in names or genres():
                try:
                    failed[name] = played(setter, name, folder)
                except Exception as error:  # one genre must not hide the others
                    failed[name] = f"{type(error).__name__}: {error}".split("\n")[0]
                print(f"{name}: {failed[name] or 'solved'}", flush=True)
            setter.close()
        finally:
            server.kill()
    wrong = {name: text for name, text in failed.items() if text}
    print(f"{len(failed) - len(wrong)} of {len(failed)} played")
    return len(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
