"""The pages that are open in browsers: what each is at, and the process that solves for it."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from secrets import token_urlsafe
from typing import TYPE_CHECKING

from puzzledsl.time_limit import CancellationToken
from puzzledsl.web.solving_process import SolvingProcess

if TYPE_CHECKING:
    from puzzledsl.model import Model

MOST = 16
"""Pages at a time; beyond that the one that was silent for the longest is forgotten (its text is kept on disk)."""

SILENCE = 60.0
"""Seconds without a request after which a page that does not watch its file is taken for closed."""


class Page:
    """One page.

    Attributes:
        process: looks at the puzzle while it is written, and runs what the buttons ask for.
        base: the version of the file that its text comes from.
        model, svg: of the last text without mistakes.
        latest: cancels the last request of each kind that is worthless once there is a later one.
        reading: held while a request of this kind is answered, so that those that are outdated by then need not be.
        saving: a save of its own is under way, which is no change from outside.
        watching: how many streams of changes it has open: none once it is closed.
    """

    def __init__(self) -> None:
        self.id = token_urlsafe(9).replace("-", "a").replace("_", "b")
        self.process = SolvingProcess()
        self.base = ""
        self.svg: str | None = None
        self.saving = False
        self.watching = 0
        self.heard = time.monotonic()
        self.model: Model | None = None
        self.latest: defaultdict[str, CancellationToken] = defaultdict(CancellationToken)
        self.reading: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    def model_of(self, text: str) -> Model | None:
        """The model of a text, if it is that of the last one without mistakes."""
        return self.model if self.model is not None and self.model.source.text == text else None

    def close(self) -> None:
        """Ends its process."""
        self.process.close()


class Pages:
    """All pages of a server, by name."""

    def __init__(self) -> None:
        self._pages: dict[str, Page] = {}

    def get(self, name: str | None) -> Page | None:
        """The page of that name, which has just been heard of."""
        page = self._pages.get(name or "")
        if page is not None:
            page.heard = time.monotonic()
        return page

    def add(self) -> Page:
        """A new one."""
        page = Page()
        while len(self._pages) >= MOST:
            self.drop(min(self._pages.values(), key=lambda one: (one.watching > 0, one.heard)))
        self._pages[page.id] = page
        return page

    def drop(self, page: Page) -> None:
        """Forget a page and end its process."""
        self._pages.pop(page.id, None)
        page.close()

    def rest(self) -> None:
        """End the processes of pages that are closed."""
        now = time.monotonic()
        for page in self._pages.values():
            if not page.watching and now - page.heard > SILENCE:
                page.close()

    def closed(self) -> list[Page]:
        """Pages that nobody looks at, the last heard first."""
        return sorted((p for p in self._pages.values() if not p.watching), key=lambda p: p.heard, reverse=True)

    def close(self) -> None:
        """All of them."""
        for page in list(self._pages.values()):
            self.drop(page)
