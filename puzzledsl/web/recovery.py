"""Copies of texts that are not saved, so that a crash or a kill of the server or the browser costs at most a second.

A copy is one file for each page. Storage of the browser would not do: it belongs to one port,
which another server need not get, and a browser writes it only every few seconds.
"""

from __future__ import annotations

import json
import os
import time
from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Container
    from pathlib import Path

    from puzzledsl.web.document import Document, WriteFile

KEPT_FOR = 30 * 24 * 3600.0
"""Seconds after which a copy that nobody asked for is deleted."""


class Recovery:
    """The copies of one document, by this server and by others."""

    def __init__(self, document: Document, write: WriteFile, folder: Path) -> None:
        """Keep copies below a folder.

        Raises:
            OSError: it cannot be made.
        """
        self._folder = folder / "unsaved"
        self._folder.mkdir(parents=True, exist_ok=True)
        self._folder.chmod(0o700)  # also of a folder that exists: others must not read what is not saved
        self._document = document
        self._write = write
        for place in self._folder.iterdir():
            with suppress(OSError):
                if time.time() - place.stat().st_mtime > KEPT_FOR:
                    place.unlink()

    def keep(self, page: str, text: str, base: str) -> None:
        """Write the copy of a page.

        Args:
            base: the version of the file that the text was made from.

        Raises:
            PuzzleError: it cannot be written.
        """
        self._write(str(self._place(page)), json.dumps({"text": text, "base": base}))

    def forget(self, page: str) -> None:
        """The text of a page is saved."""
        for place in self._folder.glob(f"*-{page}.json"):  # a text that has got a name has got another key
            with suppress(OSError):
                place.unlink()

    def taken_over(self, page: str, others: Container[str]) -> dict[str, Any] | None:
        """The copy that a page goes on with: its own, else the latest whose page is gone, which is its own from now on.

        Another server may still have that page. Then its text is shown here too, and it writes it anew at the next key.

        Args:
            others: pages that are open.

        Returns:
            ``text``, ``base``, ``time`` (local, to the second) and ``own``: whether it is of this very page. ``None``:
            there is no copy.
        """
        own, times = self._place(page), {}
        for place in self._folder.glob(f"{self._document.key}-*.json"):
            if place.stem.rpartition("-")[2] not in others:
                with suppress(OSError):
                    times[place] = place.stat().st_mtime
        for place in sorted(times, key=lambda place: (place == own, times[place]), reverse=True):
            with suppress(OSError, ValueError, KeyError, TypeError):  # a broken copy is passed over
                found = json.loads(place.read_text(encoding="utf-8"))
                when = datetime.fromtimestamp(times[place]).isoformat(" ", "seconds")
                copy = {"text": str(found["text"]), "base": str(found["base"]), "time": when, "own": place == own}
                os.replace(place, own)
                return copy
        return None

    def _place(self, page: str) -> Path:
        return self._folder / f"{self._document.key}-{page}.json"
