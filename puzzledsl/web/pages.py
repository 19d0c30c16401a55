"""The pages that are open in browsers: what each is at, and the process that solves for it."""

from __future__ import annotations

import asyncio
from collections import defaultdict

from puzzledsl.time_limit import CancellationToken
from puzzledsl.web.solving_process import SolvingProcess
from puzzledsl.web.text_answers import Known


class Page:
    """One page.

    Attributes:
        process: looks at the puzzle while it is written, and runs what the buttons ask for.
        known: of its last text without mistakes.
        latest: cancels the last request of each kind that is worthless once there is a later one.
        reading: held while a request of this kind is answered, so that those that are outdated by then need not be.
        watching: how many streams of changes it has open: none once it is closed.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.process = SolvingProcess()
        self.known = Known()
        self.watching = 0
        self.latest: defaultdict[str, CancellationToken] = defaultdict(CancellationToken)
        self.reading: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)


class Pages:
    """The pages of a server, by the names that they give themselves."""

    def __init__(self) -> None:
        self._pages: dict[str, Page] = {}

    def get(self, name: str) -> Page:
        """The page of that name; it is a new one if it has not been heard of, or was closed."""
        if name not in self._pages:
            self._pages[name] = Page(name)
        return self._pages[name]

    def watched(self) -> set[str]:
        """The names of the pages that somebody looks at."""
        return {page.name for page in self._pages.values() if page.watching}

    def close(self, page: Page) -> None:
        """Forget a page, and end its process."""
        self._pages.pop(page.name, None)
        page.process.close()

    def close_all(self) -> None:
        """Forget all of them."""
        for page in list(self._pages.values()):
            self.close(page)
