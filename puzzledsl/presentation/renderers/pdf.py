"""PDF: the picture as the only page of a document, in vector graphics and with its font embedded."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

from puzzledsl.presentation.pdf_document import PdfDocument
from puzzledsl.presentation.renderers import Renderer, scale, warn_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from puzzledsl.presentation.picture import Picture

_POINTS = 0.75
"""Points for a pixel, as in CSS: 96 pixels make an inch."""


def render(
    picture: Picture,
    width: int | None = None,
    height: int | None = None,
    warn: Callable[[str], object] = warnings.warn,
) -> bytes:
    """The picture as a PDF file.

    Args:
        warn: called with a sentence on the characters that the font lacks.

    Raises:
        PuzzleError: fpdf2 is not installed.
    """
    points = scale(picture, width, height) * _POINTS
    authors = [text for key, text in picture.model.metadata if key == "author"]
    with PdfDocument(picture.model.title or "Puzzle", author=", ".join(authors)) as document:
        document.add_page(picture.width * points, picture.height * points)
        document.draw(picture, (0.0, 0.0), points)
        warn_of(document.missing, warn)
        return document.output()


RENDERER = Renderer("application/pdf", render)
