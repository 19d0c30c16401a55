"""The model on disk that a page works on: its text, what has changed outside, and saving."""

from __future__ import annotations

import os
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from puzzledsl.diagnostics import failure
from puzzledsl.records import record
from puzzledsl.web.bodies import with_plain_ends

WriteFile = Callable[[str, "str | bytes"], None]
"""Writes a file such that it is either the old one or the whole new one; raises PuzzleError."""

MISSING = ""
"""The version of a file that is not there."""

ENDING = ".puz"


@record
class Stored:
    """What is on disk.

    Attributes:
        text: with line ends as ``\\n``; ``None`` where there is no file.
        version: of these bytes; equal contents have equal versions.
    """

    text: str | None
    version: str


class Changed(Exception):  # noqa: N818 - what the page has to ask about, not a mistake
    """The file is not the one that the page has read. Nothing was written."""

    def __init__(self, stored: Stored) -> None:
        super().__init__("the file has changed outside the page")
        self.stored = stored


class Document:
    """A file, or a text that has none yet.

    Attributes:
        path: ``None`` until the text was saved under a name.
        start: the text that a document without a file begins with.
    """

    def __init__(self, path: Path | None, write: WriteFile, start: str = "") -> None:
        self.path = path
        self.start = start
        self._write = write
        self._line_end = "\n"

    @property
    def name(self) -> str:
        """Of the file; empty where there is none."""
        return "" if self.path is None else self.path.name

    @property
    def place(self) -> str:
        """The name of its texts in messages, by which files beside it are found."""
        return "the text" if self.path is None else str(self.path)

    @property
    def folder(self) -> str | None:
        """Whose files its include lines may name."""
        return None if self.path is None else str(self.path.resolve().parent)

    @property
    def key(self) -> str:
        """By which its recovery copies are found again; all texts without a file of one folder share one."""
        place = str(Path.cwd().resolve() / "") if self.path is None else os.path.realpath(self.path)
        return sha256(place.encode("utf-8", "surrogatepass")).hexdigest()[:24]

    def stored(self) -> Stored:
        """What is on disk now.

        Raises:
            PuzzleError: it cannot be read, or is not text.
        """
        from puzzledsl.loading import read_source

        if self.path is None or not self.path.exists():
            return Stored(None, MISSING)
        text = read_source(self.path).text
        self._line_end = "\r\n" if text.count("\r\n") > text.count("\n") / 2 else "\n"
        return Stored(with_plain_ends(text), sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16])

    def save(self, text: str, version: str, name: str | None = None) -> Stored:
        """Write the text over the version that it was made from.

        Args:
            name: of the file, for a text that has none: one of the working directory that is not there yet.

        Raises:
            Changed: the file has another version by now.
            PuzzleError: it cannot be written.
        """
        new = self.path is None
        if self.path is None:
            self.path = _new_place(name or "")
        try:
            before = self.stored()
            if before.version != version:
                raise Changed(before)
            self._write(str(self.path), text.replace("\n", self._line_end))
        except BaseException:
            if new:
                self.path = None
            raise
        return self.stored()


def _new_place(name: str) -> Path:
    """Raises PuzzleError: this is not a name for a new file of the working directory."""
    stem = name.strip().removesuffix(ENDING)
    if not stem or stem.startswith(".") or any(c in '/\\:*?"<>|' or ord(c) < 32 for c in stem) or len(stem) > 100:
        raise failure(f"`{name[:100]}` is not a name for a file", helps=("for example: snake.puz",), code="file")
    place = Path.cwd() / f"{stem}{ENDING}"
    if place.exists():
        raise failure(f"there is a file `{place.name}` already", helps=("choose another name",), code="file")
    return place
