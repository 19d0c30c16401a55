"""Puzzles with known words, and what is in a PDF file."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from tests.command import Call, Result, called

FOUR = 'puzzle "Four"\nauthor "A. Setter"\ngrid cell[4, 4] in 1..4\nalldifferent: rows, columns, boxes\n'
GIVENS = "givens:\n    . 1 4 .\n    . 2 . .\n    . . . 1\n    . . . .\n"
ONE = FOUR + GIVENS
KILLER = 'puzzle "Cages"\ngrid cell[4, 4] in 1..4\nalldifferent: rows, columns, boxes\ncage 3: r1c1 r1c2\n'


@pytest.fixture
def call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Call:
    """Runs ``puzzledsl`` in a folder of its own that has models."""
    monkeypatch.chdir(tmp_path)
    for name, text in (("four", FOUR), ("one", ONE), ("none", ONE + "r4c4 == r1c1\nr4c4 == r1c2\n"), ("cages", KILLER)):
        Path(f"{name}.puz").write_text(text, encoding="utf-8")

    def call(*arguments: str) -> Result:
        return called(list(arguments), monkeypatch, capsys)

    return call


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
