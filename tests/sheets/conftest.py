"""Puzzles with known words, and what is in a PDF file."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from tests.cli.conftest import call
from tests.command import Call, enter

__all__ = ["Call", "call"]

FOUR = 'puzzle "Four"\nauthor "A. Setter"\ngrid cell[4, 4] in 1..4\nalldifferent: rows, columns, boxes\n'
GIVENS = "givens:\n    . 1 4 .\n    . 2 . .\n    . . . 1\n    . . . .\n"
ONE = FOUR + GIVENS
KILLER = 'puzzle "Cages"\ngrid cell[4, 4] in 1..4\nalldifferent: rows, columns, boxes\ncage 3: r1c1 r1c2\n'


MODELS = {
    "four.puz": FOUR,
    "one.puz": ONE,
    "none.puz": ONE + "r4c4 == r1c1\nr4c4 == r1c2\n",
    "cages.puz": KILLER,
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, with the models in it."""
    return enter(tmp_path, MODELS, monkeypatch)


class Pdf:
    """A PDF file as another program reads it."""

    def __init__(self, source: str | Path | bytes) -> None:
        content = source if isinstance(source, bytes) else Path(source).read_bytes()
        self.reader = PdfReader(BytesIO(content))

    @property
    def texts(self) -> list[str]:
        """The text of each page, its words with one blank between them."""
        return [" ".join(page.extract_text().split()) for page in self.reader.pages]

    @property
    def fonts(self) -> list[dict[str, Any]]:
        """Each font of each page: its descriptor, and whether it can be translated to Unicode."""
        found = []
        for page in self.reader.pages:
            for reference in page["/Resources"]["/Font"].values():  # type: ignore[index]
                font = reference.get_object()
                descendant = font["/DescendantFonts"][0].get_object()
                descriptor = descendant["/FontDescriptor"].get_object()
                found.append({"unicode": "/ToUnicode" in font, "embedded": "/FontFile2" in descriptor})
        return found

    @property
    def sizes(self) -> set[tuple[int, int]]:
        """Width and height of the pages in points."""
        return {(round(float(page.mediabox.width)), round(float(page.mediabox.height))) for page in self.reader.pages}
