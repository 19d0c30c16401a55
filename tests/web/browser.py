"""A real browser on the page of `puzzledsl edit`, used as a setter uses it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update")
PICTURES = os.environ.get("PUZZLEDSL_SCREENSHOTS")
"""A folder for a picture of each step, to be looked at."""
WAIT = 60_000
"""Milliseconds. On a busy machine everything takes its time; nothing here measures it."""


def chromium() -> str | None:
    """Where the browser is, or nothing."""
    return os.environ.get("PUZZLEDSL_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def opened(path: str) -> Iterator[Browser]:
    """A browser without a window."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        yield browser
        browser.close()


class Setter:
    """Somebody in front of the page.

    Attributes:
        page: the page, for what has no name here.
        requests: the addresses of all requests that it has made.
        problems: errors of the page's scripts, and what the content security policy has stopped.
    """

    def __init__(self, browser: Browser, address: str, ready: bool = True, **context: Any) -> None:
        self.requests: list[str] = []
        self.problems: list[str] = []
        self._context = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, **context})
        self.page: Page = self._context.new_page()
        self.page.set_default_timeout(WAIT)
        self._context.on("request", lambda request: self.requests.append(request.url))
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("console", lambda said: self.problems.append(said.text) if said.type == "error" else None)
        self.page.goto(address)
        if ready:
            self.wait_until_ready()

    def wait_until_ready(self) -> None:
        """Wait until the text is there."""
        self.page.locator("html[data-ready]").wait_for()

    def close(self) -> None:
        """Leave."""
        self._context.close()

    def look(self, name: str) -> None:
        """Take a picture of the page, if there is a folder for them."""
        if PICTURES:
            Path(PICTURES).mkdir(parents=True, exist_ok=True)
            self.page.wait_for_timeout(400)
            self.page.screenshot(path=str(Path(PICTURES, f"{name}.png")))

    @property
    def text(self) -> str:
        """The model, as it stands in the editor."""
        return "\n".join(line.inner_text().rstrip("\n") for line in self.page.locator(".cm-line").all())

    def write(self, text: str) -> None:
        """Type at the end of the text, key by key."""
        self.page.locator(".cm-content").focus()
        self.page.keyboard.press("Control+End")
        for line in text.splitlines():
            self.page.keyboard.type(line, delay=5)
            self.page.keyboard.press("Enter")

    def sees(self, selector: str, text: str) -> None:
        """Wait until an element shows a text."""
        self.page.locator(selector, has_text=text).first.wait_for()

    def reads(self, line: str) -> None:
        """Wait until the model has a line."""
        self.page.locator(".cm-line", has_text=line).first.wait_for()

    def drag(self, *cells: str) -> None:
        """Draw over cells with the mouse, from middle to middle."""
        mouse = self.page.mouse
        places = [self._middle(cell) for cell in cells]
        mouse.move(*places[0])
        mouse.down()
        for place in places[1:]:
            mouse.move(*place, steps=4)
        mouse.up()

    def click(self, cell: str) -> None:
        """Click on a cell."""
        self.page.mouse.click(*self._middle(cell))

    def press(self, *keys: str) -> None:
        """Press keys, one after another."""
        for key in keys:
            self.page.keyboard.press(key)

    def run(self, command: str) -> None:
        """Press the button of a command and wait for its answer."""
        self.page.click("#tab-solve")
        self.page.click(f"[data-command={command}]")
        self.page.locator("#result .headline").wait_for()

    def names_of(self, selector: str) -> list[str]:
        """What a screen reader calls the visible elements of a kind."""
        names: list[str] = self.page.locator(selector).evaluate_all(
            """all => all.filter(one => one.checkVisibility()).map(one => one.ariaLabel || one.innerText || one.title
                 || [...(one.labels ?? [])].map(label => label.innerText).join(" "))"""
        )
        return names

    def _middle(self, cell: str) -> tuple[float, float]:
        place = self.page.locator(f'#board [data-cell="{cell}"] rect')
        for _ in range(100):
            place.wait_for(state="attached")
            if box := place.bounding_box():  # none if the picture was drawn anew just then
                return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        raise AssertionError(f"{cell} is not to be seen")
