"""PDF, converted from SVG by vl-convert, its pages joined by pypdf (optional dependencies).

Pictures are vector graphics. Text can be searched and copied, and its fonts are embedded.
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from puzzledsl import __version__
from puzzledsl.presentation.renderers import Renderer, converter, scale, svg

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from puzzledsl.model import Model
    from puzzledsl.presentation.picture import Picture

_POINTS = 0.75
"""Points for a pixel, as in CSS: 96 pixels make an inch."""


def render(picture: Picture, width: int | None = None, height: int | None = None) -> bytes:
    """The picture as the only page of a PDF file.

    Raises:
        PuzzleError: a library is not installed.
    """
    size = scale(picture, width, height) * picture.width * _POINTS
    return document([(picture, size)], picture.model.title or "Puzzle", [picture.model])


def document(pages: Iterable[tuple[Picture, float]], title: str, models: Sequence[Model]) -> bytes:
    """Pictures as the pages of a PDF file.

    Args:
        pages: each picture with its width in points.
        title: of the document, in its properties.
        models: what the pages show; if it has one author, the properties name the author, too.

    Raises:
        PuzzleError: a library is not installed.
    """
    convert, joined = converter("pdf", "vl_convert").svg_to_pdf, converter("pdf", "pypdf").PdfWriter()
    for picture, width in pages:
        joined.append(BytesIO(convert(svg.render(picture, width=width))))
    authors = {text for model in models for key, text in model.metadata if key == "author"}
    author = authors.pop() if len(authors) == 1 else ""
    joined.add_metadata({"/Title": title, "/Author": author, "/Producer": f"puzzledsl {__version__}"})
    content = BytesIO()
    joined.write(content)
    return content.getvalue()


RENDERER = Renderer("application/pdf", render)
